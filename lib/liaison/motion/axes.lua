-- axes.lua - the axes of a motion, and states of them in the table of li.motion
local check = require "liaison.base.check"
local kit = require("liaison.core")._internal

local axes = {}

local function fail(path, ...) check.fail("motion" .. (path and "." .. path or ""), ...) end

axes.fail = fail

function axes.model_of(spec)
  local model = spec[1] or spec.model
  if model == nil then return nil end
  if kit.class(model) ~= "model" then
    fail(nil, "expected a model first, li.motion{ arm, .. }, or none, got %s", check.got(model))
  end
  if #model:coordinates() ~= #model:speeds() then
    fail(nil, "a body of this model turns by a quaternion: a motion is told by coordinates that "
      .. "are numbers")
  end
  return model
end

-- how many axes numbers without names are of
local function count_of(x)
  if type(x) == "number" then return 1 end
  if kit.class(x) == "curve" then return x.n end
  if kit.class(x) == "mat" then return select(2, x:size()) end
  if type(x) == "table" and x.q ~= nil then return count_of(x.q) end
  return (kit.class(x) == "vec" or type(x) == "table") and #x or 0
end

function axes.names_of(spec, model)
  if model then return model:coordinates() end
  local names = check.words(spec.names, "motion.names", "\"x y\"")
  if names then return names end
  local n = 0
  for _, key in ipairs { "from", "to", "path", "curve" } do
    n = math.max(n, count_of(spec[key]))
  end
  if spec.via and n == 0 then n = count_of(kit.class(spec.via) and spec.via or spec.via[1]) end
  names = {}
  for k = 1, n do names[k] = "q" .. k end
  return names
end

-- numbers of all axes: a number for one axis, in order, or by name; rest: of those not named
function axes.numbers(x, path, names, rest)
  local out = {}
  if type(x) == "number" then x = { x } end
  if type(x) ~= "table" and kit.class(x) ~= "vec" then
    fail(path, "expected numbers by axis, in order or by name, got %s", check.got(x))
  end
  if #x > 0 and #x ~= #names then
    fail(path, "expected %d numbers (%s), got %d", #names, table.concat(names, " "), #x)
  end
  local known = {}
  for k, name in ipairs(names) do
    known[name], known[k] = k, k
    out[k] = x[k]
    if out[k] == nil and type(x) == "table" then out[k] = x[name] end
    if out[k] == nil then out[k] = rest and rest[k] end
    if type(out[k]) ~= "number" or out[k] ~= out[k] or math.abs(out[k]) == math.huge then
      fail(path, "%s: expected a finite number, got %s", name, check.got(out[k]))
    end
  end
  for key in pairs(type(x) == "table" and x or {}) do
    if not known[key] then
      fail(path, "no axis '%s'%s", tostring(key), check.hint(tostring(key), known))
    end
  end
  return out
end

-- { q, v, a } of a state: positions alone, or { q =, v =, a = }
function axes.state_of(x, path, names, rest)
  local none = {}
  for k = 1, #names do none[k] = 0 end
  if type(x) == "table" and x.q ~= nil then
    check.keys(x, "motion." .. path, { q = true, v = true, a = true })
    return { q = axes.numbers(x.q, path .. ".q", names, rest),
      v = x.v and axes.numbers(x.v, path .. ".v", names, none) or none,
      a = x.a and axes.numbers(x.a, path .. ".a", names, none) or none }
  end
  return { q = axes.numbers(x, path, names, rest), v = none, a = none }
end

function axes.rests(state)
  for k = 1, #state.q do if state.v[k] ~= 0 or state.a[k] ~= 0 then return false end end
  return true
end

return axes
