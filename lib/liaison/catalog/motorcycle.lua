-- motorcycle.lua - li.motorcycle: frame on a swing arm, fork that turns and slides along its axis,
-- tyres that lean, a rider who leans
--
-- travel_r is the way of the rear axle up, from which the swing arm turns by travel_r/l about its
-- pivot l ahead; travel_f slides along the steering axis. It rests where all coordinates are 0:
-- springs are preloaded by what they carry,
--
--   P_r = N_r - m_r g - m_arm g (x_p - x_arm)/x_p,   P_f = (N_f - m_f g) cos(tilt)
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"
local axle = require "liaison.catalog.car_axle"
local assemble = require "liaison.catalog.car_assemble"
local suspension = require "liaison.catalog.car_suspension"
local wheeler = require "liaison.catalog.two_wheeler"
local heights = require "liaison.catalog.vehicle_heights"
local shapes = require "liaison.catalog.vehicle_shapes"
local tell = require "liaison.catalog.builder_told"

local rule, put = amounts.rule, amounts.put

-- ---- reading ------------------------------------------------------------------------------------

local WHEEL = { mass = wheeler.WHEEL.mass, inertia = wheeler.WHEEL.inertia,
  crown = rule { min = 0, default = 0 } }
for _, key in ipairs { "tyre", "radius", "stiffness", "tyre_damping", "spring", "damper", "ratio",
  "preload", "stops", "actuator" } do
  WHEEL[key] = axle.FIELDS[key]
end

local function wheel_of(x, path)
  if x == nil then check.fail(path, "expected a table, got nil") end
  local w = check.fields(x, path, WHEEL)
  w.radius, w.stiffness = w.radius or w.tyre.radius, w.stiffness or w.tyre.stiffness
  w.tyre_damping = w.tyre_damping or w.tyre.damping
  words.positive(w.stiffness, path .. ".stiffness",
    "the tyre has no radial stiffness (N/m): give it")
  if w.spring == nil and (w.damper or w.stops or w.actuator) then
    check.fail(path .. ".spring", "expected a number (N/m) or a curve: without it the wheel does "
      .. "not travel")
  end
  return w
end

local ARM = { pivot = amounts.list(2), mass = rule { min = 0, default = 0 },
  com = amounts.list(2, { 0, 0 }), inertia = amounts.list("3, 4 or 6", { 0, 0, 0 }) }

local MOTORCYCLE = { smooth = rule { above = 0, default = 0.5 }, rear = wheel_of, front = wheel_of,
  swing_arm = words.sub(ARM), drive_from = words.one_of { "arm", "frame" }, aero = words.aero,
  road = assemble.FIELDS.road }
for key, f in pairs(wheeler.FIELDS) do MOTORCYCLE[key] = f end

local function read(spec)
  local o = check.fields(spec, "", MOTORCYCLE)
  if o.rear.spring ~= nil and not o.swing_arm then
    check.fail("swing_arm", "the rear wheel travels on it: give its pivot {x, z}")
  end
  if o.swing_arm and o.rear.spring == nil then
    check.fail("rear.spring", "expected a number (N/m) or a curve: the swing arm rests on it")
  end
  local p = o.swing_arm and o.swing_arm.pivot[1]
  words.positive(p or 1, "swing_arm.pivot", "expected a pivot ahead of the rear axle (x > 0)")
  o.more = o.swing_arm and { { o.swing_arm.mass, o.swing_arm.com[1] } }
  return o
end

-- loads, heights of the axles, what springs carry
local function settle(o)
  local rear, front = wheeler.loads(o)
  local g, r, f = o.gravity, o.rear, o.front
  r.name, r.load, f.name, f.load = "r", rear, "f", front
  for _, w in ipairs { r, f } do
    w.height = w.radius - w.load / w.stiffness
    words.positive(w.height, (w.name == "r" and "rear" or "front") .. ".stiffness",
      "the load of %s N flattens the tyre", amounts.shown(w.load))
  end
  f.carries = (front - f.mass * g) * li.cos(o.tilt)
  r.carries = rear - r.mass * g
  local a = o.swing_arm
  if a then r.carries = r.carries - a.mass * g * (a.pivot[1] - a.com[1]) / a.pivot[1] end
end

-- ---- bodies -------------------------------------------------------------------------------------

local NONE = { 0, 0, 0 }

local function rear_bodies(list, o)
  local r, a = o.rear, o.swing_arm
  if not a then
    list[#list + 1] = wheeler.wheel_body(r, "r", "frame", { 0, 0, r.height }, 0.3 * 0.5)
    return
  end
  local px, pz = a.pivot[1], a.pivot[2]
  -- the coordinate is the way of the axle: it moves nothing itself, the arm follows it
  list[#list + 1] = { name = "axle_r", parent = "frame", at = amounts.puts { 0, 0, r.height },
    mass = 0, inertia = NONE, joint = { kind = "prismatic", axis = "z", q = "travel_r" } }
  list[#list + 1] = { name = "swing_arm", parent = "frame", at = amounts.puts { px, 0, pz },
    mass = put(a.mass), com = amounts.puts { a.com[1] - px, 0, a.com[2] - pz },
    inertia = amounts.puts(#a.inertia == 4 and { a.inertia[1], a.inertia[2], a.inertia[3], 0,
      a.inertia[4], 0 } or a.inertia),
    joint = { kind = "revolute", axis = "y", follows = "travel_r", scale = put(1 / px) },
    shapes = shapes.swing_arm(px, pz, r.height) }
  list[#list + 1] = wheeler.wheel_body(r, "r", "swing_arm", { -px, 0, r.height - pz }, 0.15)
end

local function front_bodies(list, o, drawn, low)
  local f = o.front
  list[#list + 1] = wheeler.fork_body(o, drawn)
  local parent = "fork"
  if f.spring ~= nil then
    parent = "slider"
    list[#list + 1] = { name = "slider", parent = "fork", mass = 0, inertia = NONE, shapes = low,
      joint = { kind = "prismatic", axis = amounts.puts(wheeler.axis(o)), q = "travel_f" } }
  end
  list[#list + 1] = wheeler.wheel_body(f, "f", parent, { -o.trail, 0, f.height }, 0.12)
end

local function bodies_of(o)
  local frame, fork, low = shapes.motorcycle(o)
  local list = { wheeler.frame_body(o, frame) }
  rear_bodies(list, o)
  front_bodies(list, o, fork, low)
  wheeler.rider_body(list, o)
  return list
end

-- ---- forces -------------------------------------------------------------------------------------

local function tyre(out, w, road)
  local spec = { at = "wheel_" .. w.name, name = "tyre_" .. w.name, radius = put(w.radius),
    crown = put(w.crown), stiffness = put(w.stiffness), damping = put(w.tyre_damping) }
  for key, x in pairs(road) do spec[key] = x end
  out[#out + 1] = words.tyre_on(w.tyre, spec)
end

local function forces_of(o, bodies)
  local out, road = {}, words.under_wheels(o.road, bodies)
  for _, w in ipairs { o.rear, o.front } do
    if w.spring ~= nil then
      local joint = "travel_" .. w.name
      suspension.springs(out, w, "_" .. w.name,
        w.ratio == 1 and joint or { [joint] = put(w.ratio) }, (w.preload or w.carries) / w.ratio)
    end
    words.under(o.road and "road", tyre, out, w, road)
  end
  wheeler.forces(out, o)
  local drive = "spin_r"
  if o.drive_from == "frame" and o.swing_arm then
    drive = { spin_r = 1, travel_r = put(1 / o.swing_arm.pivot[1]) }
  end
  wheeler.wheel_forces(out, "r", drive, o.smooth)
  wheeler.wheel_forces(out, "f", nil, o.smooth)
  if o.aero then
    words.aero_forces(out, o.aero, { { at = o.wheelbase }, { at = 0 } }, "frame", "yaw", "")
  end
  return out
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
  for _, w in ipairs { o.rear, o.front } do
    if w.actuator then add("actuator_" .. w.name, "N", "pushes frame and wheel apart") end
  end
  if o.aero then words.wind_inputs(add) end
  return list
end

local function outputs_of(o, bodies)
  local out, stance = wheeler.outputs(), heights.of(bodies)
  for _, w in ipairs(o.road and {} or { o.rear, o.front }) do
    local lean, h = stance("wheel_" .. w.name)
    local d = (w.radius - w.crown) * li.sqrt(1 - lean ^ 2) + w.crown - h
    out["load_" .. w.name] = words.load(d, w.stiffness, w.tyre_damping)
  end
  return out
end

local function check_told(told)
  for name, N in pairs(told.loads) do
    words.positive(N, "with", "the wheel %s lifts off at rest: it would carry %s N", name,
      amounts.shown(N))
  end
end

local function motorcycle(spec)
  local o = read(spec)
  o.names = amounts.names_of(o, "")
  settle(o)
  local bodies, inputs = bodies_of(o), inputs_of(o)
  amounts.refuse(o.names, bodies, inputs, "motorcycle")
  local outputs = outputs_of(o, bodies)
  local model = li.robot { name = o.name or "motorcycle", bodies = bodies,
    forces = forces_of(o, bodies), gravity = amounts.puts { 0, 0, -o.gravity }, inputs = inputs,
    outputs = outputs }
  local told = { loads = {}, radii = {}, wheels = { "r", "f" } }
  for _, w in ipairs { o.rear, o.front } do
    told.loads[w.name], told.radii[w.name] = w.load, w.height
  end
  return model, tell.of { model = model, told = told, outputs = outputs, check = check_told,
    free = { "x", "y", "yaw" }, spins = "^spin_", turning = function(v, V)
      for _, w in ipairs { o.rear, o.front } do v["spin_" .. w.name] = V / w.height end
    end }
end

check.define(li, {
  { "motorcycle(spec: table) -> model: model, told: table",
    "A motorcycle with tyres: wheelbase, trail, tilt of the steering axis, rear and front = {tyre, "
    .. "crown (radius across), mass, inertia = {across, about the axle}, spring, damper, stops, "
    .. "..}, swing_arm = {pivot = {x, z}, mass, com, inertia}, frame and fork = {mass, com = {x, "
    .. "z}, inertia = {xx, yy, zz, xz}}, rider = {.., hinge, stiffness, damping}, steering = "
    .. "{stiffness, damping, friction}, aero, road. x and z from where the rear wheel touches. "
    .. "Inputs steer_torque, rider_torque, drive, brake_r, brake_f; coordinates roll, steer, lean, "
    .. "travel_r, .. told.modes(V): weave, wobble, capsize.",
    "local tyre = {kind = 'linear', radius = 0.3, cx = 3e4, cy = 2e4, camber = 1e3, stiffness = "
    .. "1.5e5} local wheel = {tyre = tyre, mass = 15, inertia = 0.5} local bike, told = "
    .. "li.motorcycle{wheelbase = 1.4, trail = 0.1, tilt = 0.45, rear = wheel, front = wheel, "
    .. "frame = {mass = 200, com = {0.6, 0.6}, inertia = {20, 30, 25}}, fork = {mass = 15, com = "
    .. "{1.25, 0.6}}} return #bike:coordinates() --> 9", motorcycle },
})

return li.motorcycle
