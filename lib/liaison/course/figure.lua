-- figure.lua - pictures of exercises: marks of li.draw.marks, and frames seen in space as such
--
-- A figure is a list of marks in its own units, y upwards (draw/marks_plane.lua has them all):
--   {"bar", x1, y1, x2, y2, "name"}, {"line", x1, y1, x2, y2, dash = true}, {"pin", x, y, "A"},
--   {"ground", x, y, angle}, {"arrow", x1, y1, x2, y2, "F"}, {"arc", x, y, r, from, to, "th1"},
--   {"slider", x, y, angle}, {"circle", x, y, r}, {"mass", x, y, "m"}, {"text", x, y, "name"}
-- or a drawing of li.draw.
local kit = require("liaison.core")._internal
local marks = require "liaison.draw.marks"

local figure = {}

-- ---- frames in space, seen from the front right above -------------------------------------------

local EYE = { { -0.5, 0.86 }, { -0.35, -0.22 }, { 0, 0.9 } }

-- where a point in space stands in the picture: x towards us to the left, y to the right, z up
function figure.seen(p)
  return p[1] * EYE[1][1] + p[2] * EYE[1][2], p[1] * EYE[2][1] + p[2] * EYE[2][2] + p[3] * EYE[3][2]
end

-- marks of the axes of a frame: at p, with the columns of R, l long, x1 y1 z1 for name "1"
function figure.axes(p, R, l, name)
  local out = {}
  local x0, y0 = figure.seen(p)
  for j, letter in ipairs { "x", "y", "z" } do
    local x, y = figure.seen { p[1] + l * R[1][j], p[2] + l * R[2][j], p[3] + l * R[3][j] }
    out[j] = { "arrow", x0, y0, x, y, letter .. name, color = "body1", stroke = "line" }
  end
  return out
end

-- ---- the drawings -------------------------------------------------------------------------------

local LETTERS = 10.5 -- points, as large as the words around them look

-- the drawing of a figure: a list of marks, or what is one already
function figure.drawing(x)
  return kit.class(x) == "drawing" and x or marks.of(x, { letters = LETTERS })
end

function figure.svg(x) return figure.drawing(x):svg() end

function figure.tikz(x) return figure.drawing(x):tikz() end

return figure
