-- space.lua - the configurations that a plan goes through: coordinates with bounds, turns that come
-- round, how far two of them are apart
--
-- x is a list of the coordinates that may move; q is all of the model. Apart in radians: a turn
-- counts as it is, a slide by the weight that makes its whole stroke half a turn.
local li = require "liaison.core"
local check = require "liaison.base.check"
local plain = require "liaison.tasks.plain"
local kit = li._internal

local space = {}

local HALF_TURN, WHOLE_TURN = math.pi, 2 * math.pi

-- ---- what moves ---------------------------------------------------------------------------------

local function number_of(x, path) return check.value(x, path, "num") end

-- given by name or in order (of names); nil: none
local function by_name(given, names, path)
  if given == nil then return {} end
  if type(given) ~= "table" and kit.class(given) ~= "vec" then
    check.fail(path, "expected numbers in order or by name, got %s", check.got(given))
  end
  local out, at = {}, {}
  for k, name in ipairs(names) do at[name] = k end
  if #given > 0 then
    if #given ~= #names then check.fail(path, "expected %d numbers, got %d", #names, #given) end
    for k, name in ipairs(names) do out[name] = number_of(given[k], ("%s[%d]"):format(path, k)) end
    return out
  end
  for name, x in pairs(given) do
    if not at[name] then
      check.fail(path, "no coordinate '%s'%s", tostring(name), check.hint(name, at))
    end
    out[name] = number_of(x, path .. "." .. name)
  end
  return out
end

-- the bounds of one coordinate: its own, or those told, drawn in by the margin
local function bound(c, lower, upper, margin)
  c.lower = (lower[c.name] or c.lower) + margin
  c.upper = (upper[c.name] or c.upper) - margin
  c.wraps = c.period > 0 and c.lower == -math.huge and c.upper == math.huge
  if not c.wraps and (c.lower == -math.huge or c.upper == math.huge) then
    check.fail("lower", "coordinate '%s' has no limits to look for a way between: give lower and "
      .. "upper", c.name)
  end
  if not c.wraps and not (c.lower <= c.upper) then
    check.fail("lower", "the bounds of '%s' leave nothing", c.name)
  end
end

-- turns: radians of what a coordinate counts
local function weight_of(c, weights)
  if weights[c.name] then
    if not (weights[c.name] > 0) then
      check.fail("weights." .. c.name, "expected a number > 0, got %s", kit.number(weights[c.name]))
    end
    return weights[c.name]
  end
  if c.period > 0 then return WHOLE_TURN / c.period end
  if c.upper > c.lower then return HALF_TURN / (c.upper - c.lower) end
  return 1
end

-- of a model: coordinates that are numbers, but those locked
local function model_coordinates(model, lock)
  local out, locked = {}, {}
  local named = plain.of(model).named
  for _, name in ipairs(check.words(lock, "lock", '"q1 q2"') or {}) do
    if not named[name] then
      check.fail("lock", "no coordinate '%s'%s", name, check.hint(name, named))
    end
    locked[name] = true
  end
  for _, c in ipairs(plain.of(model)) do
    if not locked[c.name] then
      out[#out + 1] = { name = c.name, q = c.q, lower = c.lower, upper = c.upper,
        period = c.period }
    end
  end
  return out
end

-- without a model: x1 .. of lower and upper
local function told_coordinates(o)
  local out = {}
  for _, key in ipairs { "lower", "upper" } do
    if type(o[key]) ~= "table" and kit.class(o[key]) ~= "vec" then
      check.fail(key, "expected numbers, where there is no model, got %s", check.got(o[key]))
    end
  end
  if #o.lower ~= #o.upper then
    check.fail("upper", "expected %d numbers, as lower has, got %d", #o.lower, #o.upper)
  end
  for k = 1, #o.lower do
    out[k] = { name = "x" .. k, q = k, lower = -math.huge, upper = math.huge, period = 0 }
  end
  return out
end

-- o: model or nothing, lower, upper, weights, lock, margin
function space.new(o)
  local s = { model = o.model or false }
  s.c = o.model and model_coordinates(o.model, o.lock) or told_coordinates(o)
  local names = {}
  for k, c in ipairs(s.c) do names[k] = c.name end
  local lower, upper = by_name(o.lower, names, "lower"), by_name(o.upper, names, "upper")
  local weights = by_name(o.weights, names, "weights")
  for _, c in ipairs(s.c) do
    bound(c, lower, upper, o.margin or 0)
    c.weight = o.model and weight_of(c, weights) or weights[c.name] or 1
  end
  s.n, s.names = #s.c, names
  if s.n == 0 then check.fail("model", "has no coordinates to move") end
  s.base = o.model and o.model:neutral() or li.zeros(#s.c)
  return s
end

-- ---- numbers ------------------------------------------------------------------------------------

-- q of all coordinates
function space.q(s, x)
  local q = s.base:copy()
  for k = 1, s.n do q[s.c[k].q] = x[k] end
  return q
end

function space.x(s, q)
  local x = {}
  for k = 1, s.n do x[k] = q[s.c[k].q] end
  return x
end

-- from a to b, the shorter way round
function space.toward(s, a, b)
  local d = {}
  for k = 1, s.n do
    d[k] = b[k] - a[k]
    local c = s.c[k]
    if c.wraps then d[k] = d[k] - c.period * math.floor(d[k] / c.period + 0.5) end
  end
  return d
end

function space.length(s, d)
  local sum = 0
  for k = 1, s.n do
    local x = s.c[k].weight * d[k]
    sum = sum + x * x
  end
  return math.sqrt(sum)
end

function space.apart(s, a, b) return space.length(s, space.toward(s, a, b)) end

function space.along(s, a, d, part)
  local x = {}
  for k = 1, s.n do x[k] = a[k] + part * d[k] end
  return x
end

function space.sample(s, random)
  local x = {}
  for k, c in ipairs(s.c) do
    local r = random()
    if c.wraps then x[k] = (r - 0.5) * c.period else x[k] = c.lower + r * (c.upper - c.lower) end
  end
  return x
end

-- the first coordinate that is outside of its bounds, if any
function space.outside(s, x)
  for k, c in ipairs(s.c) do
    if not c.wraps and (x[k] < c.lower - 1e-9 or x[k] > c.upper + 1e-9) then return c, x[k] end
  end
  return nil
end

-- numbers from 0 to 1 out of a seed: minimal standard of Park and Miller (1988)
function space.random(seed)
  local state = (seed * 69621 + 12345) % 2147483647
  if state == 0 then state = 1 end
  local function draw()
    state = state * 16807 % 2147483647
    return state / 2147483647
  end
  for _ = 1, 10 do draw() end
  return draw
end

return space
