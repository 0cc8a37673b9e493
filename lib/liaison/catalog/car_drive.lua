-- car_drive.lua - what drives and brakes the wheels of a car: brakes, differentials, an engine or a
-- motor with its gear
--
-- A torque T on an axle is half a wheel (open differential). A differential that locks adds
-- between its wheels, w the difference of their speeds:
--
--   viscous c:  -c w,     bias B:  -(S |T|/2 + preload) tanh(w/smooth),  S = (B - 1)/(B + 1)
--
-- so that the slower wheel has at most B times the torque of the faster. An engine turns with
-- ratio times the mean of the driven wheels, weighed by their shares.
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"
local suspension = require "liaison.catalog.car_suspension"
local kit = li._internal

local drive = {}

local text, put, is_zero = amounts.text, amounts.put, amounts.is_zero

-- ---- reading ------------------------------------------------------------------------------------

local BETWEEN = { viscous = amounts.rule { above = 0, optional = true },
  bias = amounts.rule { above = 1, optional = true },
  preload = amounts.rule { min = 0, default = 0 } }

-- "open", "locked", { viscous = } or { bias =, preload = }: of wheels, or of axles
function drive.read_differential(x, path)
  if x == nil or x == "open" then return nil end
  if x == "locked" then return { locked = true } end
  if type(x) ~= "table" then
    check.fail(path, "expected 'open', 'locked', {viscous =} or {bias =, preload =}, got %s",
      check.got(x))
  end
  local d = check.fields(x, path, BETWEEN)
  if (d.viscous == nil) == (d.bias == nil) then
    check.fail(path, "expected viscous or bias, one of both")
  end
  return d
end

local function speed_and_torque(x, path)
  if type(x) == "table" then return amounts.curve(x, path, "v") end
  if type(x) == "string" and x:find "%f[%w_]speed%f[^%w_]" then
    return { line = words.expression(x):text() }
  end
  return amounts.read(x, path, { above = 0 })
end

local SHAFT = { stiffness = amounts.rule { above = 0 },
  damping = amounts.rule { min = 0, default = 0 } }
local COMMON = { ratio = amounts.rule { optional = true },
  efficiency = amounts.rule { above = 0, max = 1, default = 1 },
  inertia = amounts.rule { above = 0, optional = true }, shaft = words.sub(SHAFT) }

local function with_common(schema)
  for key, rule in pairs(COMMON) do schema[key] = rule end
  return schema
end

local MOTOR = with_common { torque = amounts.rule { above = 0 },
  power = amounts.rule { above = 0, optional = true },
  speed = amounts.rule { above = 0, optional = true } }
local ENGINE = with_common { torque = speed_and_torque,
  drag = function(x, path) return x and speed_and_torque(x, path) or nil end,
  gears = function(x, path) return x and check.list(x, path, amounts.rule { above = 0 }, 2) end,
  final = amounts.rule { above = 0, default = 1 } }

local function settled(e, path)
  if e.gears and (e.ratio or e.inertia) then
    check.fail(path .. ".gears", "ratio and inertia are of an engine with one gear: leave them out")
  end
  if e.shaft and not e.inertia then
    check.fail(path .. ".inertia", "an engine on a shaft needs it (kg m^2)")
  end
  if not e.gears and not e.ratio then check.fail(path .. ".ratio", "expected a number, got nil") end
  return e
end

function drive.read_motor(x, path)
  return x ~= nil and settled(check.fields(x, path, MOTOR), path) or nil
end

function drive.read_engine(x, path)
  return x ~= nil and settled(check.fields(x, path, ENGINE), path) or nil
end

-- shares of an input over the axles: all 0 (no such input), or 1 together
function drive.shared(axles, key)
  local sum, any = 0, false
  for _, a in ipairs(axles) do
    sum = sum + a[key]
    any = any or not is_zero(a[key])
  end
  if any and type(sum) == "number" and math.abs(sum - 1) > 1e-9 then
    check.fail("axles", "the shares '%s' are %s together, expected 1", key, text(sum))
  end
  return any
end

-- ---- engine and motor ---------------------------------------------------------------------------

-- names of the two wheels of an axle
local function pair(a) return a.name .. "l", a.name .. "r" end

-- ratio, with gears by the input `gear`
local function ratio_text(e)
  if not e.gears then return text(e.ratio) end
  local list = {}
  for k, g in ipairs(e.gears) do
    list[#list + 1] = k < #e.gears and ("gear < %d.5, %s"):format(k, text(g)) or text(g)
  end
  return ("(%s*piecewise(%s))"):format(text(e.final), table.concat(list, ", "))
end

-- speed of the wheels together, before the ratio
local function wheel_speed(axles)
  local list = {}
  for _, a in ipairs(axles) do
    if not is_zero(a.drive) then
      local left, right = pair(a)
      list[#list + 1] = ("%s*(spin_%s' + spin_%s')"):format(text(a.drive / 2), left, right)
    end
  end
  return "(" .. table.concat(list, " + ") .. ")"
end

local function of_speed(t, speed)
  if type(t) ~= "table" then return text(t) end
  if t.line then return "(" .. t.line:gsub("%f[%w_]speed%f[^%w_]", speed) .. ")" end
  local line = suspension.curve_text(t, "v")
  return "(" .. line:gsub("%f[%w_]v%f[^%w_]", speed) .. ")"
end

-- of a motor that gives `torque`, no more than `power`, nothing above `speed`
local function motor_text(m, speed)
  local most = text(m.torque)
  if m.power then
    most = ("(%s/max(abs(%s), %s))"):format(text(m.power), speed, text(m.power / m.torque))
  end
  if m.speed then
    most = ("piecewise(abs(%s) < %s, %s, 0)"):format(speed, text(m.speed), most)
  end
  return "throttle*" .. most
end

local function engine_text(e, speed)
  local full = of_speed(e.torque, speed)
  local line = type(e.torque) == "table" and e.torque.line
  local on = line and line:find "%f[%w_]throttle%f[^%w_]" and full or "throttle*" .. full
  if not e.drag then return on end
  return ("(%s - (1 - throttle)*%s*tanh(%s))"):format(on, of_speed(e.drag, speed), speed)
end

-- torque of the engine or motor as a text of its speed
local function torque_text(o, speed)
  local line = o.motor and motor_text(o.motor, speed) or engine_text(o.engine, speed)
  local e = o.motor or o.engine
  return e.efficiency == 1 and line or text(e.efficiency) .. "*" .. line
end

-- what all driven wheels get together, as a text: by the input, by the engine where it has no
-- inertia of its own. nil: nothing drives
local function axle_torque(o)
  local e = o.motor or o.engine
  if e then return ("%s*%s"):format(ratio_text(e),
    torque_text(o, ("(%s*%s)"):format(ratio_text(e), wheel_speed(o.axles)))) end
  return drive.shared(o.axles, "drive") and "drive" or nil
end

-- the engine as a body that turns, tied to the wheels: rigidly by an equation, or by a shaft
local function engine_body(o, bodies, forces, constraints)
  local e = o.motor or o.engine
  if not (e and e.inertia) then return end
  bodies[#bodies + 1] = { name = "engine", parent = "body", mass = 0, inertia = { 0, 0, 0 },
    joint = { kind = "revolute", axis = "x", q = "engine", rotor = put(e.inertia) } }
  forces[#forces + 1] = { "given", name = "engine", joint = "engine",
    f = torque_text(o, "engine'") }
  if not e.shaft then
    constraints[#constraints + 1] = { "equation", name = "gear",
      equation = ("engine' - %s*%s"):format(text(e.ratio), wheel_speed(o.axles)) }
    return
  end
  local joint = { engine = 1 }
  for _, a in ipairs(o.axles) do
    if not is_zero(a.drive) then
      for _, name in ipairs { pair(a) } do
        joint["spin_" .. name] = put(-e.ratio * a.drive / 2)
      end
    end
  end
  forces[#forces + 1] = { "spring", name = "shaft", joint = joint,
    stiffness = put(e.shaft.stiffness), damping = put(e.shaft.damping) }
end

-- ---- differentials ------------------------------------------------------------------------------

-- between what two sums of spins turn with; T: the torque that both share, as a text
local function lock(forces, constraints, d, name, joint, T, smooth)
  if d.locked then
    local list = {}
    for q, factor in pairs(joint) do list[#list + 1] = ("%s*%s'"):format(text(factor), q) end
    kit.sort(list)
    constraints[#constraints + 1] = { "equation", name = "lock_" .. name,
      equation = table.concat(list, " + ") }
  elseif d.viscous then
    forces[#forces + 1] = { "damper", name = "lock_" .. name, joint = joint,
      damping = put(d.viscous) }
  else
    local share = (d.bias - 1) / (d.bias + 1) / 2
    local most = T and ("(%s*abs(%s) + %s)"):format(text(share), T, text(d.preload))
      or text(d.preload)
    forces[#forces + 1] = { "given", name = "lock_" .. name, joint = joint,
      f = ("-%s*tanh(v/%s)"):format(most, text(smooth)) }
  end
end

local function locks(o, forces, constraints, T)
  for _, a in ipairs(o.axles) do
    local left, right = pair(a)
    if a.differential then
      local of_axle = T and not is_zero(a.drive) and text(a.drive) .. "*" .. T
      lock(forces, constraints, a.differential, a.name,
        { ["spin_" .. left] = 1, ["spin_" .. right] = -1 }, of_axle, o.smooth)
    end
  end
end

-- between each driven axle and the next
local function transfer(o, forces, constraints, T)
  local before
  for _, a in ipairs(o.transfer and o.axles or {}) do
    if not is_zero(a.drive) then
      if before then
        local joint = {}
        for _, name in ipairs { pair(before) } do joint["spin_" .. name] = 0.5 end
        for _, name in ipairs { pair(a) } do joint["spin_" .. name] = -0.5 end
        lock(forces, constraints, o.transfer, before.name .. "_" .. a.name, joint, T, o.smooth)
      end
      before = a
    end
  end
end

-- ---- torques on wheels --------------------------------------------------------------------------

local function sum_of(list) return #list > 0 and table.concat(list, " + ") or nil end

local function driven(out, o, a, w, T)
  local list = {}
  if T and not is_zero(a.drive) then list[1] = text(a.drive / 2) .. "*" .. T end
  if o.wheel_drives then list[#list + 1] = "drive_" .. w.name end
  local f = sum_of(list)
  if not f then return end
  local joint = a.drive_from == "body" and suspension.against_body(a, w) or "spin_" .. w.name
  out[#out + 1] = { "given", name = "drive_" .. w.name, joint = joint, f = f }
end

-- brakes hold against the carrier, or inboard against the body: either way against its speed there
local function braked(out, o, a, w)
  local list = {}
  if not is_zero(a.brake) then list[1] = text(a.brake / 2) .. "*brake" end
  if o.wheel_brakes then list[#list + 1] = "brake_" .. w.name end
  local f = sum_of(list)
  if not f then return end
  local joint = a.brake_from == "body" and suspension.against_body(a, w) or "spin_" .. w.name
  if #list > 1 then f = "(" .. f .. ")" end
  out[#out + 1] = { "given", name = "brake_" .. w.name, joint = joint,
    f = ("-%s*tanh(v/%s)"):format(f, text(o.smooth)) }
end

function drive.forces(forces, bodies, constraints, o, wheels)
  local e = o.motor or o.engine
  local T = axle_torque(o)
  local direct = not (e and e.inertia) and T or nil
  for _, w in ipairs(wheels) do
    driven(forces, o, w.axle, w, direct)
    braked(forces, o, w.axle, w)
  end
  engine_body(o, bodies, forces, constraints)
  locks(o, forces, constraints, T)
  transfer(o, forces, constraints, T)
end

-- ---- inputs -------------------------------------------------------------------------------------

local function by_wheel(add, wheels, key, what, least)
  for _, w in ipairs(wheels) do
    add(key .. "_" .. w.name, "N m", what .. w.name, { min = least })
  end
end

local function engine_inputs(add, o)
  local e = o.motor or o.engine
  add("throttle", "", o.motor and "share of the motor's torque, < 0 brakes" or
    "how far the engine is open", { min = o.motor and -1 or 0, max = 1 })
  if e.gears then add("gear", "", "which gear", { value = 1, min = 1, max = #e.gears }) end
end

function drive.inputs(add, o, wheels)
  local any = drive.shared(o.axles, "drive")
  if o.motor or o.engine then
    if not any then check.fail("axles", "an engine drives no axle: give drive = 1 to one") end
    engine_inputs(add, o)
  elseif any then
    add("drive", "N m", "torque on all driven wheels")
  end
  if o.wheel_drives then by_wheel(add, wheels, "drive", "drives the wheel ") end
  if drive.shared(o.axles, "brake") then
    add("brake", "N m", "torque of all brakes", { min = 0 })
  end
  if o.wheel_brakes then by_wheel(add, wheels, "brake", "brakes the wheel ", 0) end
end

-- speed of the engine while the wheels turn as v tells
function drive.turning(o, v)
  local e = o.motor or o.engine
  if not (e and e.inertia) then return end
  local sum = 0
  for _, a in ipairs(o.axles) do
    for _, name in ipairs { pair(a) } do sum = sum + a.drive / 2 * v["spin_" .. name] end
  end
  v.engine = e.ratio * sum
end

return drive
