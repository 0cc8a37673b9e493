-- bicycle.lua - li.bicycle: frame, fork and two wheels that roll without slip, with a rider who
-- leans
--
-- Wheels are discs with a sharp edge; each rolls by three rows: it touches the ground, and does not
-- slip ahead or aside. So roll, steer, speed and lean of the rider are free; z and pitch follow.
-- Meijaard, Papadopoulos, Ruina, Schwab, Proc. R. Soc. A 463, 2007.
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local wheeler = require "liaison.catalog.two_wheeler"
local shapes = require "liaison.catalog.vehicle_shapes"
local tell = require "liaison.catalog.builder_told"

local BICYCLE = { smooth = amounts.rule { above = 0, default = 0.5 } }
for key, f in pairs(wheeler.FIELDS) do BICYCLE[key] = f end
for _, key in ipairs { "rear", "front" } do
  BICYCLE[key] = function(x, path)
    if x == nil then check.fail(path, "expected a table, got nil") end
    return check.fields(x, path, wheeler.WHEEL)
  end
end

local function bodies_of(o)
  local front_frame, front_fork = shapes.bicycle(o)
  local list = { wheeler.frame_body(o, front_frame) }
  list[2] = wheeler.wheel_body(o.rear, "r", "frame", { 0, 0, o.rear.radius }, 0.04)
  list[3] = wheeler.fork_body(o, front_fork)
  list[4] = wheeler.wheel_body(o.front, "f", "fork", { -o.trail, 0, o.front.radius }, 0.04)
  wheeler.rider_body(list, o)
  return list
end

local function contact(name, w)
  return { "rolling_disc", name = "contact_" .. name, from = "wheel_" .. name, from_axis = "y",
    to = "world", radius = amounts.put(w.radius) }
end

local function inputs_of(o)
  local list = {}
  local function add(name, unit_of, what, more)
    local input = { name = name, unit = unit_of, text = what }
    for key, x in pairs(more or {}) do input[key] = x end
    list[#list + 1] = input
  end
  wheeler.inputs(add, o)
  wheeler.brake_inputs(add)
  return list
end

local function bicycle(spec)
  local o = check.fields(spec, "", BICYCLE)
  o.names = amounts.names_of(o, "")
  local rear, front = wheeler.loads(o)
  local bodies, inputs, forces = bodies_of(o), inputs_of(o), {}
  amounts.refuse(o.names, bodies, inputs, "bicycle")
  wheeler.forces(forces, o)
  wheeler.wheel_forces(forces, "r", "spin_r", o.smooth)
  wheeler.wheel_forces(forces, "f", nil, o.smooth)
  local outputs = wheeler.outputs()
  local model = li.robot { name = o.name or "bicycle", bodies = bodies, forces = forces,
    gravity = amounts.puts { 0, 0, -o.gravity }, inputs = inputs, outputs = outputs,
    constraints = { contact("r", o.rear), contact("f", o.front) } }
  local independent = { "roll", "steer", "spin_r" }
  if o.rider then independent[4] = "lean" end
  return model, tell.of { model = model, outputs = outputs, free = { "x", "y", "yaw" },
    spins = "^spin_", independent = independent,
    told = { loads = { r = rear, f = front }, radii = { r = o.rear.radius, f = o.front.radius },
      wheels = { "r", "f" } },
    turning = function(v, V) v.spin_r, v.spin_f = V / o.rear.radius, V / o.front.radius end }
end

check.define(li, {
  { "bicycle(spec: table) -> model: model, told: table",
    "Whipple's bicycle, and a rider who leans: wheelbase, trail, tilt (of the steering axis from "
    .. "the vertical), rear and front = {radius, mass, inertia = {across, about the axle}}, frame "
    .. "and fork = {mass, com = {x, z}, inertia = {xx, yy, zz, xz}}, rider = {mass, com, inertia, "
    .. "hinge (height), stiffness, damping}, steering = {stiffness, damping, friction}. x and z "
    .. "from where the rear wheel touches, ahead and up. Inputs steer_torque, rider_torque, drive, "
    .. "brake_r, brake_f. told.modes(V): weave, capsize, castering.",
    "local bike = li.bicycle{wheelbase = 1.02, trail = 0.08, tilt = 0.314, rear = {radius = 0.3, "
    .. "mass = 2, inertia = 0.12}, front = {radius = 0.35, mass = 3, inertia = 0.28}, frame = "
    .. "{mass = 85, com = {0.3, 0.9}, inertia = {9.2, 11, 2.8, -2.4}}, fork = {mass = 4, com = "
    .. "{0.9, 0.7}}} return #bike:coordinates() --> 9", bicycle },
})

return li.bicycle
