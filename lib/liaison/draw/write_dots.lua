-- write_dots.lua - a drawing in the dots of a terminal, its labels as letters
local canvas = require "liaison.show.dots"
local runs = require "liaison.draw.runs"

local dots = { name = "dots" }

local function polyline(w, points)
  for i = 2, #points do
    local ax, ay = w.at(points[i - 1][1], points[i - 1][2])
    local bx, by = w.at(points[i][1], points[i][2])
    w.canvas.line(ax, ay, bx, by)
  end
end

-- a point of a Bezier curve of degree 3
local function bezier(a, q, t)
  local s, out = 1 - t, {}
  for k = 1, 2 do
    out[k] = s * s * s * a[k] + 3 * s * s * t * q[k] + 3 * s * t * t * q[k + 2]
      + t * t * t * q[k + 4]
  end
  return out
end

function dots.path(w, p)
  if not p.stroke and p.tint then return end -- the shade of a plate
  local points = {}
  for _, q in ipairs(p.points) do
    local last = points[#points]
    if #q == 6 then for k = 1, 12 do points[#points + 1] = bezier(last, q, k / 12) end
    else points[#points + 1] = q end
  end
  if p.closed then points[#points + 1] = points[1] end
  polyline(w, points)
end

function dots.arc(w, p)
  local points, n = {}, 36
  for k = 0, n do
    local a = p[5] + (p[6] - p[5]) * k / n
    points[k + 1] = { p[2] + p[4] * math.cos(a), p[3] + p[4] * math.sin(a) }
  end
  polyline(w, points)
end

function dots.circle(w, p) dots.arc(w, { "arc", p[2], p[3], p[4], 0, 2 * math.pi }) end

-- letters, of bytes that continue them none
local function letters(text)
  local out = {}
  for c in text:gmatch "[%z\1-\127\194-\244][\128-\191]*" do out[#out + 1] = c end
  return out
end

function dots.text(w, p)
  local x, y = w.at(p[2], p[3])
  local word = letters(runs.text(p.runs))
  local row, from = math.floor(y / 4), math.floor(x / 2 - (#word - 1) / 2 + 0.5)
  from = math.max(0, math.min(from, w.canvas.cols - #word))
  w.over[row] = w.over[row] or {}
  for k, c in ipairs(word) do w.over[row][from + k] = c end
end

-- o: columns
function dots.write(d, o)
  local cols = o.columns or 72
  local scale = (2 * cols - 1) / math.max(d.width, 1e-9)
  local rows = math.max(1, math.ceil(d.height * scale / 4))
  local w = { canvas = canvas(cols, rows), over = {},
    at = function(x, y) return x * scale, (d.height - y) * scale end }
  for _, p in ipairs(d.list) do dots[p[1]](w, p) end
  local out = {}
  for r = 0, rows - 1 do
    local line = letters(w.canvas.row(r))
    for k, c in pairs(w.over[r] or {}) do line[k] = c end
    out[r + 1] = table.concat(line):gsub("[ ]+$", "")
  end
  return table.concat(out, "\n")
end

return dots
