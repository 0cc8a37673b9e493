-- dh_scheme.lua - the parameters of a table of Denavit and Hartenberg on a scheme in space: lengths
-- as dimensions, angles as arcs about their axes
local li = require "liaison.core"
local linkage = require "liaison.draw.linkage"
local look = require "liaison.draw.look"
local marks = require "liaison.draw.marks"
local rows_of = require "liaison.draw.dh_rows"

local scheme = {}

local atan2 = math.atan2 or math.atan -- luacheck: ignore (of y and x, as Lua 5.4 has it)

local X, Z = li.vec { 1, 0, 0 }, li.vec { 0, 0, 1 }

local function turn(letter, index, field, axis) return { letter = letter, index = index,
  field = field, axis = axis, across = axis == X and Z or X } end
local function slide(letter, index, field, axis) return { letter = letter, index = index,
  field = field, axis = axis } end

-- the steps of a row in their order; index: 0 of the row itself, -1 of the one before
local STEPS = {
  standard = { turn("theta", 0, "theta", Z), slide("d", 0, "d", Z), slide("a", 0, "a", X),
    turn("alpha", 0, "alpha", X) },
  modified = { turn("alpha", -1, "alpha", X), slide("a", -1, "a", X), turn("theta", 0, "theta", Z),
    slide("d", 0, "d", Z) },
  khalil = { turn("gamma", 0, "gamma", Z), slide("b", 0, "b", Z), turn("alpha", 0, "alpha", X),
    slide("d", 0, "a", X), turn("theta", 0, "theta", Z), slide("r", 0, "d", Z) },
}

-- the number of an entry where the coordinates have these
local function number(x, L)
  if type(x) == "number" then return x end
  return li.expr(x, "new"):eval(L.number)
end

local function flat(s) return { pen = s.pen, k = s.k, at = function(x, y) return x, y end } end

local function dimension(s, p, q, name)
  local x, y = s.at(p)
  local a, b = s.at(q)
  if (x - a) ^ 2 + (y - b) ^ 2 < 36 then return end
  marks.kinds.dimension.draw(flat(s), { "dimension", x, y, a, b, name, off = "free" })
end

local RADIUS = { theta = 19, gamma = 15, alpha = 24 }

-- an arc in space about axis u from direction a, with its head and its name
local function arc(s, c, u, a, angle, name, letter, color)
  local b, r, points = u:cross(a), RADIUS[letter], {}
  local n = math.max(6, math.ceil(math.abs(angle) * 10))
  for k = 0, n do
    local t = angle * k / n
    local x, y = s.at(c + r * s.unit * (math.cos(t) * a + math.sin(t) * b))
    points[k + 1] = { x, y }
  end
  s.pen:path(points, { stroke = "thin", color = color })
  local e, f = points[n], points[n + 1]
  s.pen:head(f[1], f[2], atan2(f[2] - e[2], f[1] - e[1]), { stroke = "thin", color = color })
  for _, t in ipairs { 0, angle } do
    local x, y = s.at(c)
    local X1, Y1 = s.at(c + (r + 6) * s.unit * (math.cos(t) * a + math.sin(t) * b))
    s.pen:line(x, y, X1, Y1, { stroke = "hidden", color = "grey" })
  end
  local m = points[math.floor(n / 2) + 1]
  local x, y = s.at(c)
  s.pen:label_around(name, m[1], m[2], 1, atan2(m[2] - y, m[1] - x), { color = color })
end

local function one_row(s, F, r, i, convention, L)
  for _, step in ipairs(STEPS[convention]) do
    local x = number(r[step.field], L)
    local name = ("%s_%d"):format(step.letter, i + step.index)
    local u = F.R * step.axis
    if step.across then
      if math.abs(x) > 0.03 then
        arc(s, F.p, u, F.R * step.across, x, name, step.letter, look.body(i))
      end
      F = F * li.frame(li.rot.axis(step.axis, x))
    else
      if x ~= 0 then dimension(s, F.p, F.p + x * u, name) end
      F = F * li.frame.trans(x * step.axis)
    end
  end
end

-- all rows on the scheme s of L; w: of linkage.read
function scheme.draw(s, L, w)
  local rows, convention = rows_of.of(w.model)
  for i, r in ipairs(rows) do
    local F = (L.by_name[r.parent or "world"] or L.ground).X
    if r.base then F = F * linkage.frame_of { { "frame", r.base } } end
    one_row(s, F, r, i, convention, L)
  end
end

return scheme
