-- drawing.lua - the class of drawings: a list of primitives, and what writes it: SVG, TikZ, letters
local language = require "liaison.language.language"
local li = require "liaison.core"
local check = require "liaison.base.check"
local primitives = require "liaison.draw.primitives"
local runs = require "liaison.draw.runs"
local writers = require "liaison.draw.writers"

local drawing = {}

local EDGE = 4 -- points of paper around everything

local class

local SVG = { background = "bool?", dark = "bool?" }

local function svg(d, path, options)
  local o = check.fields(options or {}, "options", SVG)
  return check.give(writers.svg.write(d, o), path)
end

local function tikz(d, path) return check.give(writers.tikz.write(d), path) end

local function text(d, columns)
  return writers.dots.write(d, { columns = columns or 72 })
end

local function told(d)
  local out = { d:text() }
  for _, line in ipairs(d.told) do out[#out + 1] = line end
  return table.concat(out, "\n")
end

-- d: list, in points; box: least x, greatest x, least y, greatest y of what is to be seen (all of
-- it where it is left out); moved so that its corner is the origin. More fields stay: told (lines),
-- at (a function from units of what is drawn to points), scale (points for one), spots (by name)
function drawing.new(d, box)
  box = box or primitives.box(d.list)
  local dx, dy = EDGE - box[1], EDGE - box[3]
  local list = {}
  for i, p in ipairs(d.list) do list[i] = primitives.moved(p, dx, dy) end
  d.list, d.width, d.height = list, box[2] - box[1] + 2 * EDGE, box[4] - box[3] + 2 * EDGE
  d.told, d.spots, d.title = d.told or {}, d.spots or {}, d.title or false
  for i, line in ipairs(d.told) do d.told[i] = language.say(line) end
  for _, spot in pairs(d.spots) do spot[1], spot[2] = spot[1] + dx, spot[2] + dy end
  for _, a in ipairs(d.arrows or {}) do
    a[1], a[2], a[3], a[4] = a[1] + dx, a[2] + dy, a[3] + dx, a[4] + dy
  end
  local at = d.at
  if at then
    d.at = function(...)
      local x, y = at(...)
      return x + dx, y + dy
    end
  end
  return class.new(d)
end

-- words and boxes of the labels: { text, least x, greatest x, least y, greatest y }
function drawing.labels(d)
  local out = {}
  for _, p in ipairs(d.list) do
    if p[1] == "text" then
      out[#out + 1] = { runs.text(p.runs), p[2] - p.wide / 2, p[2] + p.wide / 2,
        p[3] - p.high / 2, p[3] + p.high / 2 }
    end
  end
  return out
end

local EXAMPLE = "local d = li.draw.marks{{'bar', 0, 0, 1, 0, 'L1'}, {'pin', 0, 0}}; "

class = check.class("drawing", "A drawing: one list of lines, circles and words, written as SVG, "
  .. "as TikZ or in the dots of a terminal. Fields: width, height (points, 1/72 inch), scale "
  .. "(points for a unit), told (what was chosen or left out, line by line).", {
  { "drawing:svg([path: path, options: table]) -> str|bool",
    "The drawing as SVG, its text, or written to path: true. Options: background = true draws the "
    .. "paper behind it, dark = false keeps it light where the reader's pages are dark.",
    EXAMPLE .. "return d:svg():match '<svg' --> <svg", svg },
  { "drawing:tikz([path: path]) -> str|bool",
    "The drawing as a tikzpicture for LaTeX, which needs the package tikz alone; its text, or "
    .. "written to path: true.", EXAMPLE .. "return d:tikz():match 'tikzpicture' --> tikzpicture",
    tikz },
  { "drawing:text([columns: count]) -> str", "The drawing in the dots of a terminal, 72 letters "
    .. "wide.", EXAMPLE .. "return #d:text(20) > 20 --> true", text },
  { "drawing:labels() -> table", "The labels, each { text, least x, greatest x, least y, greatest "
    .. "y } in points.", EXAMPLE .. "return d:labels()[1][1] --> L1", drawing.labels },
  { "drawing.__tostring(d: drawing) -> str", "As text, and what was told.",
    EXAMPLE .. "return #tostring(d) > 20 --> true", told },
})

drawing.class = class
li._internal.drawing = drawing

return drawing
