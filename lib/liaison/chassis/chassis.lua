-- chassis.lua - li.chassis: controllers of a vehicle's brakes, drive, steering and suspension, as
-- blocks of a run; li.wheel_inputs: inputs of every wheel for them
local li = require "liaison"
local check = require "liaison.base.check"
local kinds = require "liaison.chassis.kinds"
local kit = li._internal

local function number(x) return "(" .. kit.number(x, 17) .. ")" end

local COMMON = { dt = { "num", above = 0, default = 0.005 }, name = "str?", signals = "table?" }

local function kind_of(kind)
  local row = kinds[kind]
  if type(row) == "table" and row.make then return row end
  local names = {}
  for _, r in ipairs(kinds.rows) do names[r.name] = true end
  check.fail("chassis", "unknown kind '%s'%s", tostring(kind), check.hint(kind, names))
end

-- where each input comes from: as it is called, as its kind says, as told
local function sources(names, from, given)
  local out, known = {}, {}
  for _, name in ipairs(names) do out[name], known[name] = from[name] or name, true end
  for name, signal in pairs(given or {}) do
    if not known[name] then
      check.fail("signals", "it asks for no '%s'%s", tostring(name), check.hint(name, known))
    end
    out[name] = check.value(signal, "signals." .. name, "str")
  end
  return out
end

local function chassis(kind, spec)
  local row = kind_of(kind)
  local schema = {}
  for key, rule in pairs(COMMON) do schema[key] = rule end
  for key, rule in pairs(row.fields) do schema[key] = rule end
  local o = check.fields(spec or {}, "", schema)
  local b = row.make(o, number)
  b.inputs, b.asks, b.from = sources(b.asks, b.from or {}, o.signals), nil, nil
  b.dt, b.name = o.dt, o.name or row.name
  return li.block(b)
end

-- ---- inputs of every wheel ----------------------------------------------------------------------

local WHEEL = {
  brake = { joint = "spin_", unit = "N m", min = 0, text = "brakes the wheel",
    law = function(u, smooth) return ("-%s*tanh(v/%s)"):format(u, smooth) end },
  drive = { joint = "spin_", unit = "N m", text = "drives the wheel",
    law = function(u) return u end },
  actuator = { joint = "travel_", unit = "N", text = "pushes body and wheel apart",
    law = function(u) return "-" .. u end },
}

local function wheels_of(model, joint)
  local list = {}
  for _, q in ipairs(model:coordinates()) do
    local wheel = q:match("^" .. joint .. "(.+)$")
    if wheel then list[#list + 1] = wheel end
  end
  return list
end

local function wheel_inputs(model, kinds_given)
  local inputs, forces, has = {}, {}, {}
  for _, u in ipairs(model:description().inputs or {}) do has[u.name] = true end
  for _, kind in ipairs(check.words(kinds_given or "brake", "kinds", "\"brake drive\"")) do
    local w = WHEEL[kind]
    if not w then check.fail("kinds", "unknown '%s'%s", kind, check.hint(kind, WHEEL)) end
    local wheels = wheels_of(model, w.joint)
    if #wheels == 0 then
      check.fail("model", "it has no coordinates %s.. for inputs %s_..", w.joint, kind)
    end
    for _, wheel in ipairs(wheels) do
      local u = kind .. "_" .. wheel
      if not has[u] then
        inputs[#inputs + 1] = { name = u, unit = w.unit, min = w.min, text = w.text }
        forces[#forces + 1] = { "given", name = "more_" .. u, joint = w.joint .. wheel,
          f = w.law(u, "0.5") }
      end
    end
  end
  if #inputs == 0 then return model end
  return model:extend { inputs = inputs, forces = forces }
end

check.define(li, {
  { "chassis(kind: str [, options: table]) -> block",
    "A controller of a vehicle as a block that li.simulate, li.sweep and li.manoeuvre ask every "
      .. "dt: " .. kinds.told() .. ". lib/doc/drivers.md has the fields of each. Signals are "
      .. "called as the outputs and coordinates of li.car; signals = {speed = 'v'} says "
      .. "otherwise.",
    "return #li.chassis('abs', {radius = 0.3, wheels = 'fl fr', torque = 1000}).outputs --> 2",
    chassis },
  { "wheel_inputs(model: model [, kinds: any]) -> model",
    "A vehicle with inputs of every wheel: 'brake' (brake_fl, N m; default), 'drive' (drive_fl), "
      .. "'actuator' (actuator_fl, N between body and wheel), beside those it has.",
    "local q = li.robot{bodies = {{name = 'w', joint = 'revolute', q = 'spin_f', mass = 1, "
      .. "inertia = {1, 1, 1}}}} return li.wheel_inputs(q):description().inputs[1].name --> "
      .. "brake_f", wheel_inputs },
})

return { make = chassis, number = number }
