-- shapes.lua - modes of small motions of a model about a place of rest, as data of the living page:
-- how every coordinate moves in each
local check = require "liaison.base.check"

local shapes = {}

-- coordinates that are numbers of their own
local function plain(model, rates)
  local names, list = model:coordinates(), {}
  for _, r in ipairs(rates) do
    if r.kind == "plain" then list[#list + 1] = names[r.q + 1] end
  end
  return list
end

local function places(list)
  local at = {}
  for k, name in ipairs(list) do at[name] = k end
  return at
end

-- a state vector as motions of all coordinates, in the order of the speeds: states as they are, the
-- others by their outputs; nil where one is neither (a turn in space that others lead)
local function motion(lin, speeds, x)
  local state, output, list = places(lin.states), places(lin.outputs), {}
  for k, name in ipairs(speeds) do
    local i, o = state[name], output[name]
    if i then list[k] = x and x[i] or 0
    elseif o then
      list[k] = 0
      for j = 1, #lin.states do list[k] = list[k] + (x and lin.C:get(o, j) * x[j] or 0) end
    else return nil end
  end
  return list
end

local function size(list)
  local s = 0
  for _, x in ipairs(list) do s = s + x * x end
  return math.sqrt(s)
end

-- the modes that move coordinates, not their rates alone
local function list_of(lin, speeds)
  local list = {}
  for _, m in ipairs(lin:modes()) do
    local shape, other = motion(lin, speeds, m.shape), motion(lin, speeds, m.other)
    if not shape then
      check.fail("html.modes", "a joint that turns in space is led by others here: its part in the "
        .. "modes is not known")
    end
    local length = size(shape) + size(other)
    if length > 1e-9 then
      for k = 1, #shape do shape[k], other[k] = shape[k] / length, other[k] / length end
      list[#list + 1] = { frequency = m.frequency, damping = m.damping, re = m.re, im = m.im,
        shape = shape, other = other }
    end
  end
  return list
end

-- the modes of a model about the place of rest near q, and that place; raises where there is none
function shapes.of(model, q, rates)
  local speeds = {}
  for k, name in ipairs(model:speeds()) do speeds[k] = name:gsub("'$", "") end
  local rest, info = model:equilibrium { q = q }
  if not rest then check.fail("html.modes", "no place of rest near q: %s", tostring(info)) end
  local lin, why = model:linearize { q = rest, inputs = {}, outputs = plain(model, rates) }
  if not lin then check.fail("html.modes", "no small motions there: %s", tostring(why)) end
  local home = {}
  for k = 1, #rest do home[k] = rest[k] end
  return list_of(lin, speeds), home, info.stability
end

return shapes
