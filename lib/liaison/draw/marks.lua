-- marks.lua - li.draw.marks: a list of marks in units of its own as a drawing, and the sheet that
-- every drawing in the plane is made on
--
-- A mark is { kind, numbers .., name }; marks_plane.lua has a row for each kind.
local check = require "liaison.base.check"
local drawing = require "liaison.draw.drawing"
local kinds = require "liaison.draw.marks_plane"
local pens = require "liaison.draw.pen"

local marks = { kinds = kinds }

local MM = 72 / 25.4 -- points

-- of all drawings: how large they are at most (mm), how large symbols and letters are
marks.options = { width = { "num", default = 100, above = 0 },
  height = { "num", default = 72, above = 0 }, scale = { "num?", above = 0 },
  symbols = { "num", default = 1, above = 0 }, letters = { "num", default = 9, above = 0 },
  title = "str?" }

-- the box around marks in their own units
local function reach(list)
  local b = { math.huge, -math.huge, math.huge, -math.huge }
  local function see(x, y)
    b[1], b[2] = math.min(b[1], x), math.max(b[2], x)
    b[3], b[4] = math.min(b[3], y), math.max(b[4], y)
  end
  for _, m in ipairs(list) do kinds[m[1]].reach(m, see) end
  return b[1] <= b[2] and b or { 0, 1, 0, 1 }
end
marks.reach = reach

-- points for a unit: as told, or so that a box of units fits the paper
function marks.scale_for(b, o)
  if o.scale then return o.scale * MM end
  local wide, high = b[2] - b[1], b[4] - b[3]
  local least = 1e-9 * math.max(1, math.abs(b[1]), math.abs(b[2]), math.abs(b[3]), math.abs(b[4]))
  local fit = math.min(o.width * MM / math.max(wide, least), o.height * MM / math.max(high, least))
  return fit < 1e12 and math.max(wide, high) > least and fit or 60
end

-- a sheet with the scale for a box of units; o: options as above
function marks.sheet(b, o)
  local scale = marks.scale_for(b, o)
  return { pen = pens.new { text = o.letters }, scale = scale, k = o.symbols,
    at = function(x, y) return (x - b[1]) * scale, (y - b[3]) * scale end }
end

function marks.draw(s, m) kinds[m[1]].draw(s, m) end

-- the drawing of a sheet
function marks.finish(s, more)
  local list, box = s.pen:finish()
  local d = { list = list, scale = s.scale, at = s.at }
  for key, x in pairs(more or {}) do d[key] = x end
  return drawing.new(d, box)
end

local function check_mark(m, path)
  if type(m) ~= "table" or type(m[1]) ~= "string" then
    check.fail(path, "expected a mark, {'pin', x, y, 'A'}, got %s", check.got(m))
  end
  if not kinds[m[1]] then
    local names = {}
    for _, r in ipairs(kinds) do names[r.name] = true end
    check.fail(path, "no mark '%s'%s", m[1], check.hint(m[1], names))
  end
  local ok = pcall(kinds[m[1]].reach, m, function(x, y)
    if x - x ~= 0 or y - y ~= 0 then error "no number" end
  end)
  if not ok then check.fail(path, "expected numbers as in %s", kinds[m[1]].example) end
end

function marks.of(list, options)
  local o = check.fields(options or {}, "options", marks.options)
  for i, m in ipairs(list) do check_mark(m, ("marks[%d]"):format(i)) end
  local s = marks.sheet(reach(list), o)
  for _, m in ipairs(list) do marks.draw(s, m) end
  return marks.finish(s, { title = o.title })
end

return marks
