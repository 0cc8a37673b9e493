-- surface.lua - li.surface: road surfaces z(x, y) with slopes, normals, curvature and friction, as
-- numbers and as expressions
--
-- A kind (kinds.lua) gives its height as an expression of x and y. All else follows from that one:
-- derivatives by differentiating it, numbers by its tape, what others take as ground by its text.
local li = require "liaison"
local check = require "liaison.base.check"
local kinds = require "liaison.roads.kinds"
local shapes = require "liaison.roads.shapes"
local frictions = require "liaison.roads.frictions"
local kit = li._internal

local class

-- making ------------------------------------------------------------------------------------------

local function known()
  local names = {}
  for _, row in ipairs(kinds.rows) do names[row.name] = true end
  return names
end

local function friction_of(row, p, told)
  if told ~= nil then return frictions.read(told, "surface.friction") end
  if row.friction then return function(x, y) return li.expr(row.friction(p, x, y)) end end
  return function() return li.expr(1) end
end

local function make(spec)
  local row = type(spec[1]) == "string" and rawget(kinds, spec[1])
  if not row or row == kinds.rows then
    check.fail("surface", "expected a kind first, as in li.surface{'bump', height = 0.1, length = "
      .. "1}; unknown '%s'%s", tostring(spec[1]), check.hint(spec[1], known()))
  end
  local schema, named = { friction = function(x) return x end }, {}
  for key, rule in pairs(row.fields) do schema[key] = rule end
  for key, x in pairs(spec) do if key ~= 1 then named[key] = x end end
  local p = check.fields(named, "surface", schema)
  if row.read then row.read(p, "surface") end
  return class.new { kind = row.name, row = row, p = p, mu = friction_of(row, p, p.friction),
    x = li.expr("x", "new"), y = li.expr("y", "new"), cache = {} }
end

-- asking ------------------------------------------------------------------------------------------

local WHAT = {
  z = function(s) return li.expr(s.row.height(s.p, s.x, s.y)) end,
  mu = function(s) return s.mu(s.x, s.y) end,
}

-- z or mu as an expression of x and y
local function expression(s, what)
  local e = s.cache[what]
  if not e then
    e = WHAT[what](s)
    s.cache[what] = e
  end
  return e
end

-- z_x, z_y; z_xx, z_xy, z_yy
local function slopes(s)
  local list = s.cache.slopes
  if not list then
    local z = expression(s, "z")
    list = { z:diff(s.x), z:diff(s.y) }
    s.cache.slopes = list
  end
  return list
end

local function bends(s)
  local list, d = s.cache.bends, slopes(s)
  if not list then
    list = { d[1]:diff(s.x), d[1]:diff(s.y), d[2]:diff(s.y) }
    s.cache.bends = list
  end
  return list
end

-- whether nothing but x and y stands in an expression
local function plain(e)
  for _, symbol in ipairs(e:symbols()) do
    local name = tostring(symbol)
    if name ~= "x" and name ~= "y" then return false end
  end
  return true
end

-- a function of x, y: numbers of numbers, expressions of anything else
local function asked(s, key, list)
  local f = s.cache["f" .. key]
  if f then return f end
  local M, numbers = li.smat(list), true
  for _, e in ipairs(list) do numbers = numbers and plain(e) end
  local tape = numbers and M:fn { s.x, s.y }
  function f(x, y)
    if tape and type(x) == "number" and type(y) == "number" then return tape(x, y) end
    local out = {}
    for i, e in ipairs(list) do
      out[i] = e:subs { [s.x] = li.expr(x), [s.y] = li.expr(y) }
      out[i] = out[i]:number() or out[i]
    end
    return (table.unpack or unpack)(out)
  end
  s.cache["f" .. key] = f
  return f
end

local function place(s, x, y)
  if x == nil and y == nil then return s.x, s.y end
  return x or 0, y or 0
end

local function height(s, x, y) return asked(s, "z", { expression(s, "z") })(place(s, x, y)) end
local function friction(s, x, y) return asked(s, "mu", { expression(s, "mu") })(place(s, x, y)) end
local function slope(s, x, y) return asked(s, "d", slopes(s))(place(s, x, y)) end

local function numbers_of(list)
  for _, x in ipairs(list) do if type(x) ~= "number" then return false end end
  return true
end

local function vector(list) return numbers_of(list) and li.vec(list) or li.smat(list) end

-- n = (-z_x, -z_y, 1)/sqrt(1 + z_x^2 + z_y^2)
local function normal(s, x, y)
  local p, q = slope(s, x, y)
  local size = li.sqrt(1 + p * p + q * q)
  return vector { -p / size, -q / size, 1 / size }
end

-- of the curve over the line that runs by heading: d^T H d/((1 + (g d)^2) sqrt(1 + g^2)), the
-- second fundamental form over the first; positive in a hollow
local function curvature(s, x, y, heading)
  local p, q = slope(s, x, y)
  local xx, xy, yy = asked(s, "h", bends(s))(place(s, x, y))
  local c, d = li.cos(heading or 0), li.sin(heading or 0)
  local along = p * c + q * d
  return (xx * c * c + 2 * xy * c * d + yy * d * d)
    / ((1 + along * along) * li.sqrt(1 + p * p + q * q))
end

-- columns: along the heading in the surface, to its left, out of it
local function axes(s, x, y, heading)
  local p, q = slope(s, x, y)
  local c, d = li.cos(heading or 0), li.sin(heading or 0)
  local up = p * c + q * d
  local length, size = li.sqrt(1 + up * up), li.sqrt(1 + p * p + q * q)
  local e = { c / length, d / length, up / length }
  local n = { -p / size, -q / size, 1 / size }
  local rows = {
    { e[1], n[2] * e[3] - n[3] * e[2], n[1] },
    { e[2], n[3] * e[1] - n[1] * e[3], n[2] },
    { e[3], n[1] * e[2] - n[2] * e[1], n[3] },
  }
  if numbers_of(rows[1]) and numbers_of(rows[2]) and numbers_of(rows[3]) then
    return li.mat(rows)
  end
  return li.smat(rows)
end

-- many places -------------------------------------------------------------------------------------

-- from x0 to x1, both told
local function track(s, x0, x1, step, y)
  if step <= 0 or x1 <= x0 then
    check.fail(nil, "surface:track: expected from < to and a step > 0, got %s, %s, %s",
      kit.number(x0), kit.number(x1), kit.number(step))
  end
  local n, xs, zs = math.floor((x1 - x0) / step + 1 + 1e-9), {}, {}
  if n > 1e7 then check.fail(nil, "surface:track: %d points: at most 10000000", n) end
  for k = 1, n do
    xs[k] = x0 + (k - 1) * step
    zs[k] = height(s, xs[k], y or 0)
    if type(zs[k]) ~= "number" then
      check.fail(nil, "surface:track: no number for the names in %s", tostring(zs[k]))
    end
  end
  return li.vec(xs), li.vec(zs)
end

local PLOT = { from = { "num?", default = 0 }, to = { "num?", default = 20 }, step = "num?",
  y = function(y, path)
    if y == nil or type(y) == "number" then return { y or 0 } end
    return check.list(y, path, "num", 1)
  end }

local function plot(s, options)
  local o = check.fields(options or {}, "surface:plot", PLOT)
  local series, step = {}, o.step or (o.to - o.from) / 800
  for k, y in ipairs(o.y) do
    local x, z = track(s, o.from, o.to, step, y)
    series[k] = { x = x, y = z, label = "y = " .. kit.number(y) .. " m" }
  end
  series.title, series.xlabel, series.ylabel = s.kind, "x (m)", "z (m)"
  return li.plot(series)
end

local function random_only(s, what)
  if not s.row[what] then
    check.fail(nil, "surface:%s: a surface of kind %s tells none: iso8608 does", what, s.kind)
  end
  return s.row[what]
end

-- rows --------------------------------------------------------------------------------------------

local BUMP = "li.surface{'bump', height = 0.1, length = 2}"
local SLOPE = "li.surface{'formula', z = '3*x + 4*y'}"

local function combine(a, b) return make { "sum", of = { a, b } } end

local function multiply(a, b)
  if kit.class(a) == "surface" then a, b = b, a end
  return make { "multiple", of = b, factor = a }
end

local FREE = shapes.amount(false)
local MOVED = { x = FREE, y = FREE, z = FREE, heading = FREE }

local function moved(s, spec)
  local o = check.fields(spec, "surface:moved", MOVED)
  return make { "moved", of = s, x = o.x, y = o.y, z = o.z, heading = o.heading }
end

class = check.class("surface", "A road surface z(x, y): heights, slopes, normals, friction.", {
  { "surface:height([x: num|expr, y: num|expr]) -> num|expr",
    "The height; without a place as an expression of x and y.", "return " .. BUMP
    .. ":height(1, 0) --> 0.1", height },
  { "surface:slope([x: num|expr, y: num|expr]) -> along: num|expr, across: num|expr",
    "dz/dx and dz/dy.", "return " .. SLOPE .. ":slope(1, 1) --> 3, 4", slope },
  { "surface:normal([x: num|expr, y: num|expr]) -> vec|smat", "The unit normal, upwards.",
    "return li.surface{'formula', z = '0.75*x'}:normal(1, 0) --> [-0.6  0  0.8]", normal },
  { "surface:curvature([x: num|expr, y: num|expr, heading: num|expr]) -> num|expr",
    "The normal curvature along a heading (0: along x), positive in a hollow.",
    "return li.surface{'formula', z = 'x^2'}:curvature(0, 0) --> 2", curvature },
  { "surface:axes([x: num|expr, y: num|expr, heading: num|expr]) -> mat|smat",
    "Contact axes as columns: along the heading in the surface, to its left, the normal.",
    "return li.surface{'flat'}:axes(0, 0, 0) == li.eye(3) --> true", axes },
  { "surface:friction([x: num|expr, y: num|expr]) -> num|expr",
    "The friction there: 1 where none was told.",
    "return li.surface{'flat', friction = {'split', left = 0.8, right = 0.2}}:friction(5, 1) "
    .. "--> 0.8", friction },
  { "surface:text() -> str",
    "The height as a text of x and y, for descriptions and forces.",
    "return li.surface{'plane', grade = 'g'}:text() --> x*tan(g)",
    function(s) return expression(s, "z"):text() end },
  { "surface:track(from: num, to: num, step: num [, y: num]) -> x: vec, z: vec",
    "Heights along x at one y (0).",
    "return select(2, " .. BUMP .. ":track(0, 2, 1)) --> [0  0.1  0]", track },
  { "surface:plot([options: table]) -> plot",
    "A figure of tracks: from (0), to (20), step, y (a number or a list).",
    "#" .. BUMP .. ":plot{to = 3, y = {-0.7, 0.7}}:svg() > 1000 --> true", plot },
  { "surface:spectrum(n: num) -> num",
    "Of a random road: the spectral density Gd of every track at n cycles per metre, in m^3.",
    "return li.surface{'iso8608', class = 'A'}:spectrum(0.1) --> 1.6e-05",
    function(s, n) return random_only(s, "spectrum")(s.p, n) end },
  { "surface:coherence(n: num, distance: num) -> num",
    "Of a random road: the coherence gamma^2 of tracks a distance apart at n cycles per metre.",
    "return li.surface{'iso8608', class = 'A', coherence = 'full'}:coherence(0.1, 1.5) --> 1",
    function(s, n, b) return random_only(s, "coherence")(s.p, n, b) end },
  { "surface:variance(from: num, to: num) -> num",
    "Of a random road: the mean square of a track's heights in a band of cycles per metre, in m^2.",
    "return li.surface{'iso8608', class = 'A'}:variance(0.1, 0.2) --> 8e-07",
    function(s, a, b) return random_only(s, "variance")(s.p, a, b) end },
  { "surface:moved(spec: table) -> surface",
    "The surface with its origin at x, y, z, turned about z by heading.",
    "return " .. BUMP .. ":moved{x = 5}:height(6, 0) --> 0.1", moved },
  { "surface:strip(right: num|expr, left: num|expr, edge: num|expr) -> surface",
    "The surface between two values of y, level 0 beside them; edge: how wide its flanks are.",
    "return " .. BUMP .. ":strip(0, 1, 0.1):height(1, -0.5) --> 0",
    function(s, right, left, edge)
      return make { "strip", of = s, right = right, left = left, edge = edge }
    end },
  { "surface.__add(a: surface, b: surface) -> surface", "The sum of two; friction multiplies.",
    "return (" .. BUMP .. " + li.surface{'flat', z = 1}):height(1, 0) --> 1.1", combine },
  { "surface.__mul(a: surface|num|expr, b: surface|num|expr) -> surface",
    "Heights times a number, or an expression behind the surface.",
    "return (3*" .. BUMP .. "):height(1, 0) --> 0.3", multiply },
  { "surface.__tostring(a: surface) -> str", "Its kind and numbers.",
    "return tostring(li.surface{'ramp', height = 0.1, length = 2}) "
    .. "--> ramp: 0.1 m over 2 m from x = 0, linear",
    function(s) return s.kind .. ": " .. s.row.told(s.p) end },
})

check.define(li, {
  { "surface(spec: table) -> surface",
    "A road surface {kind, ..}: flat{z}; plane{grade, bank, order = 'grade'|'bank'}; ramp{height, "
    .. "length, at, shape}; bump{height, length, at, shape, flank}; waves{waves}; profile{x, z, "
    .. "how}; grid{x, y, z, how}; formula{z}; iso8608{class or Gd, seed, band, waves, w, "
    .. "coherence}; sum{of}; multiple{of, factor}; moved{of, x, y, z, heading}; strip{of, right, "
    .. "left, edge}. All take friction: a number, an expression, {'split'|'checkerboard'|"
    .. "'patches'|'table', ..}.",
    "li.surface{'plane', grade = 0.1, bank = 0.05} --> plane: grade 0.1, bank 0.05, grade first",
    make },
})

return make
