-- differential_drive.lua - li.differential_drive: a robot on two driven wheels, which roll without
-- slip or on tyres
--
-- Wheels of radius R at y = +-t/2:  v = 0,  u -+ r t/2 = R w. With tyres each slips by itself.
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"
local plan = require "liaison.catalog.plan_robot"
local shapes = require "liaison.catalog.vehicle_shapes"

local rule = amounts.rule

local DRIVE = plan.schema { track = rule { above = 0 }, radius = rule { above = 0 },
  wheel_inertia = rule { min = 0, default = 0 }, caster = rule { optional = true },
  tyre = function(x, path)
    return x ~= nil and plan.check_tyre(words.tyre(x, path), path) or nil
  end }

-- what the two wheels carry together: all, or what a caster at x leaves them
local function load_of(o)
  local W = o.mass * o.gravity
  if o.caster == nil then return W end
  local N = W * (1 - o.com[1] / o.caster)
  words.positive(N, "caster", "the driven wheels lift off at rest: they would carry %s N",
    amounts.shown(N))
  words.positive(W - N, "caster", "it lifts off at rest: it would carry %s N",
    amounts.shown(W - N))
  return N
end

local function drawn(o)
  local function number(x, usual) return type(x) == "number" and x or usual end
  local t, r = number(o.track, 0.5), number(o.radius, 0.1)
  return { shapes.box(-0.4 * t, 0.5 * t, 0.75 * t, 0.5 * r, 1.8 * r, shapes.colors.paint),
    { "sphere", size = { 0.3 * r }, at = { number(o.caster, 0.4 * t), 0, 0.3 * r },
      color = shapes.colors.steel } }
end

local function rolling_rows(o, wheels)
  local m = plan.motion()
  local list = { { "equation", name = "aside", equation = m.v:text() } }
  for _, w in ipairs(wheels) do
    local along = plan.at(m, w.x, w.y)
    list[#list + 1] = { "equation", name = "roll_" .. w.name,
      equation = (along - o.radius * plan.spin(w.name)):text() }
  end
  return list
end

local function slips(forces, o, wheels, N)
  local m = plan.motion()
  for _, w in ipairs(wheels) do
    local F = plan.tyre_force(o, o.tyre, o.radius, N, m, w.x, w.y, plan.spin(w.name))
    plan.push(forces, "tyre_" .. w.name, w.x, w.y, F.Fx, F.Fy)
    forces[#forces + 1] = { "given", name = "road_" .. w.name, joint = "spin_" .. w.name,
      f = (-o.radius * F.Fx):text() }
  end
end

local function differential_drive(spec)
  local o = check.fields(spec, "", DRIVE)
  o.names = amounts.names_of(o, "")
  if o.tyre and amounts.is_zero(o.wheel_inertia) then
    check.fail("wheel_inertia", "expected a number > 0 (kg m^2): wheels that slip turn by "
      .. "themselves")
  end
  local N, bodies, forces, wheels = load_of(o) / 2, { plan.body(o, drawn(o)) }, {}, {}
  for i, name in ipairs { "l", "r" } do
    wheels[i] = { name = name, x = 0, y = (3 - 2 * i) * o.track / 2, radius = o.radius,
      inertia = o.wheel_inertia }
    plan.wheel(bodies, wheels[i])
    plan.drive(forces, o, name)
  end
  if o.tyre then slips(forces, o, wheels, N) end
  return plan.vehicle { what = "differential drive", o = o, bodies = bodies, forces = forces,
    constraints = not o.tyre and rolling_rows(o, wheels) or nil, names = { "l", "r" },
    loads = { l = N, r = N }, radii = { l = o.radius, r = o.radius },
    turns = { l = 1 / o.radius, r = 1 / o.radius } }
end

check.define(li, {
  { "differential_drive(spec: table) -> model: model, told: table",
    "A robot on two driven wheels in its plane: mass, inertia (about z), com = {x, y} from the "
    .. "middle of the axle, track, radius, wheel_inertia, tyre (none: they roll without slip), "
    .. "caster (x of a third point that slides), motor = {constant, resistance, ratio}. Inputs "
    .. "drive_l, drive_r (N m), of motors voltage_l, voltage_r; coordinates x, y, yaw, spin_l, "
    .. "spin_r.",
    "local robot = li.differential_drive{mass = 20, inertia = 1.2, com = {0.15, 0}, track = 0.5, "
    .. "radius = 0.1} return table.concat(robot:coordinates(), ' ') --> x y yaw spin_l spin_r",
    differential_drive },
})

return li.differential_drive
