-- car_axle.lua - an axle of li.car: its table read, its wheels as bodies, the force elements that
-- carry, steer, drive and brake them
--
-- A wheel slides along z of the body (travel > 0: up), turns about z (steer > 0: to the left) and
-- spins about y. A vertical slide has its roll centre on the ground; `kinematics` makes it any
-- other. The wheels of a solid axle share a beam, which slides and tilts about its roll centre.
local check = require "liaison.base.check"
local kit = require("liaison.core")._internal
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"
local suspension = require "liaison.catalog.car_suspension"
local steering = require "liaison.catalog.car_steering"
local drive = require "liaison.catalog.car_drive"
local shapes = require "liaison.catalog.vehicle_shapes"

local axle = { num = amounts.num }

local put, is_zero, rule = amounts.put, amounts.is_zero, amounts.rule

-- ---- reading ------------------------------------------------------------------------------------

local SOLID = { mass = rule { min = 0, default = 0 }, inertia = amounts.list("3 or 6", { 0, 0, 0 }),
  roll_centre = rule { optional = true }, spring_track = rule { above = 0, optional = true },
  roll_steer = rule { default = 0 } }

axle.FIELDS = { at = rule {}, track = rule { above = 0 }, unsprung = rule { above = 0 },
  inertia = rule { above = 0 }, transverse = rule { above = 0, optional = true },
  radius = rule { above = 0, optional = true }, crown = rule { min = 0, default = 0 },
  stiffness = rule { above = 0, optional = true },
  tyre_damping = rule { min = 0, optional = true }, tyre = words.tyre,
  spring = amounts.or_curve("x", { min = 0 }), damper = amounts.or_curve("v", { min = 0 }),
  ratio = rule { above = 0, default = 1 }, preload = rule { optional = true },
  stops = words.sub { up = rule { above = 0 }, down = rule { above = 0 },
    stiffness = rule { above = 0 }, damping = rule { min = 0, default = 0 } },
  bar = rule { min = 0, default = 0 }, actuator = "bool?",
  camber = rule { min = -1.5, max = 1.5, default = 0 }, toe = rule { min = -1.5, max = 1.5,
    default = 0 },
  kinematics = suspension.read, solid = words.sub(SOLID), carries = rule { above = 0, default = 1 },
  steer = steering.read_axle, ackermann = rule { min = 0, max = 1, default = 1 },
  kingpin = steering.read_kingpin,
  compliance = words.sub { stiffness = rule { above = 0 },
    damping = rule { min = 0, default = 0 } },
  brake = rule { min = 0, max = 1, default = 0 }, drive = rule { min = 0, max = 1, default = 0 },
  brake_from = words.one_of { "carrier", "body" }, drive_from = words.one_of { "carrier", "body" },
  lock = rule { min = 0, default = 0 }, differential = drive.read_differential }

local function needs_steering(a, path)
  for _, key in ipairs { "compliance", "kingpin" } do
    if a[key] and not a.steer then
      check.fail(check.join(path, key), "this axle is not steered: give steer")
    end
  end
end

local function settle_differential(a, path)
  if is_zero(a.lock) then return end
  if a.differential then
    check.fail(path .. ".lock", "differential says what is between the wheels: give one")
  end
  a.differential = { viscous = a.lock }
end

-- a beam turns about its roll centre itself: there are no kinematics of one wheel
local function settle_solid(a, path)
  local s = a.solid
  if not s then return end
  for _, key in ipairs { "camber", "toe", "track", "roll_centre" } do
    if a.kinematics[key] then
      check.fail(check.join(path .. ".kinematics", key),
        "the wheels of a solid axle stand on one beam: solid tells roll_centre and roll_steer")
    end
  end
  s.spring_track = s.spring_track or a.track
  s.roll_centre = s.roll_centre or a.radius
end

function axle.read(x, path)
  local a = check.fields(x, path, axle.FIELDS)
  if a.spring == nil then check.fail(path .. ".spring", "expected a number (N/m) or a curve") end
  words.positive(type(a.spring) == "number" and a.spring or 1, path .. ".spring",
    "expected a number > 0 (N/m), got 0")
  needs_steering(a, path)
  a.radius = a.radius or a.tyre.radius
  a.stiffness = a.stiffness or a.tyre.stiffness
  a.tyre_damping = a.tyre_damping or a.tyre.damping
  if not a.radius then check.fail(path .. ".radius", "the tyre has none: give it") end
  a.disc = a.radius - a.crown
  words.least(a.disc, path .. ".crown", "expected at most the radius (a sphere), got %s",
    amounts.shown(a.crown))
  words.positive(a.stiffness, path .. ".stiffness",
    "the tyre has no radial stiffness (N/m): give it")
  a.transverse = a.transverse or a.inertia / 2
  settle_differential(a, path)
  settle_solid(a, path)
  words.under(path .. ".kinematics", suspension.settle, a.kinematics, a.at, a.track / 2)
  return a
end

-- where the load of a wheel pushes: behind its centre, and how far aside of the middle
function axle.behind(a)
  if is_zero(a.camber) or is_zero(a.toe) then return 0 end
  return a.disc * words.sine(a.camber) * words.sine(a.toe)
end
function axle.lever(a)
  return a.track / 2 - a.disc * words.sine(a.camber) * words.cosine(a.toe)
end

-- mass of wheels and beam
function axle.unsprung(a) return 2 * a.unsprung + (a.solid and a.solid.mass or 0) end

-- what the spring of a wheel carries while the wheel carries P of the body and the road gives N.
-- The depth d = (r - c) cos(lean) + c - h of a tyre with the crown c grows with travel z too where
-- a leaning wheel turns: -dd/dz = 1 + (r - c) sin(camber) (camber' cos(toe) + castor' sin(toe))
local function carried(a, w, P)
  if a.solid then return end
  local turn = suspension.slope(a, "camber") * words.cosine(a.toe)
    + suspension.slope(a, "castor") * words.sine(a.toe)
  return P + w.load * a.disc * words.sine(a.camber) * turn
end

-- load, height and preload of a wheel of an axle that carries `load` of the body; lean: how much of
-- it stands more on the left
function axle.load(a, w, load, lean, gravity)
  local P = load / 2 * (1 + w.side * lean)
  w.load = P + axle.unsprung(a) / 2 * gravity
  w.height = a.disc * words.cosine(a.camber) + a.crown - w.load / a.stiffness
  w.preload = a.preload and a.preload * a.ratio or carried(a, w, P)
    or load / 2 * (1 + w.side * lean * 2 * axle.lever(a) / a.solid.spring_track)
end

-- ---- bodies -------------------------------------------------------------------------------------

-- the wheel itself, where its carrier has come to. stance: camber and toe at rest
local function wheel_body(out, a, w, at)
  local body = { name = "wheel_" .. w.name, mass = put(a.unsprung),
    inertia = amounts.puts { a.transverse, a.inertia, a.transverse }, at = at,
    joint = { kind = "revolute", axis = "y", q = "spin_" .. w.name } }
  if not (is_zero(a.camber) and is_zero(a.toe)) then
    body.rpy = amounts.puts { -w.side * a.camber, 0, -w.side * a.toe }
  end
  body.shapes = shapes.wheel(a.radius)
  out[#out + 1] = body
end

local NONE = { 0, 0, 0 }

-- from what carries a wheel to the wheel
local function steered_wheel(out, a, w, parent, at)
  if a.steer then
    steering.bodies(out, a, w)
    local knuckle = out[#out]
    knuckle.parent = parent
    if at then knuckle.at = amounts.puts { at[1], at[2], at[3] } end
    if w.from_kingpin and at then
      for i = 1, 3 do knuckle.at[i] = put(at[i] - w.from_kingpin[i]) end
    end
    wheel_body(out, a, w, w.from_kingpin and amounts.puts(w.from_kingpin))
    return
  end
  wheel_body(out, a, w, at and amounts.puts(at))
  out[#out].parent = parent
end

-- the beam of a solid axle: slides at its roll centre, then tilts
local function beam(out, a, unit, height)
  local s, q = a.solid, "travel_" .. a.name
  local w = { name = a.name, x = a.at, y = 0, height = s.roll_centre, side = 1 }
  local plain = { kinematics = { base = a.kinematics.base, castor = a.kinematics.castor },
    camber = 0 }
  suspension.bodies(out, plain, w, unit)
  local body = { name = "beam_" .. a.name, mass = put(s.mass), inertia = amounts.puts(s.inertia),
    com = amounts.puts { 0, 0, height - s.roll_centre },
    joint = { kind = "revolute", axis = "x", q = "tilt_" .. a.name } }
  if not is_zero(s.roll_steer) then
    out[#out + 1] = { name = "tilt_" .. a.name, mass = 0, inertia = NONE, joint = body.joint }
    body.joint = { kind = "revolute", axis = "z", follows = "tilt_" .. a.name,
      scale = put(s.roll_steer) }
  end
  body.shapes = shapes.beam(a.track, height - s.roll_centre)
  out[#out + 1] = body
  return q
end

-- hub, knuckle (where steered) and wheel of both sides; unit: the body of the vehicle
function axle.bodies(out, a, left, right, unit)
  if a.solid then
    local height = (left.height + right.height) / 2
    beam(out, a, unit, height)
    for _, w in ipairs { left, right } do
      steered_wheel(out, a, w, "beam_" .. a.name, { 0, w.y, w.height - a.solid.roll_centre })
    end
    return
  end
  for _, w in ipairs { left, right } do
    suspension.bodies(out, a, w, unit)
    steered_wheel(out, a, w, nil, nil)
  end
end

function axle.constraints(out, a, left, right)
  if a.solid then
    suspension.constraints(out, { kinematics = { base = a.kinematics.base,
      castor = a.kinematics.castor }, camber = 0 }, { name = a.name, side = 1,
      height = a.solid.roll_centre })
    return
  end
  for _, w in ipairs { left, right } do suspension.constraints(out, a, w) end
end

-- ---- forces -------------------------------------------------------------------------------------

-- the coordinate, or the sum, that the spring of a wheel is pressed by
local function spring_joint(a, w)
  if a.solid then
    return { ["travel_" .. a.name] = put(a.ratio),
      ["tilt_" .. a.name] = put(w.side * a.ratio * a.solid.spring_track / 2) }
  end
  if a.ratio == 1 then return "travel_" .. w.name end
  return { ["travel_" .. w.name] = put(a.ratio) }
end

-- a tyre that was measured on one side stands mirrored on the other
local function is_mirrored(a, w)
  local side = kit.lower(a.tyre.tyre.side)
  return side == "left" and w.side < 0 or side == "right" and w.side > 0
end

local function tyre(out, a, w, road)
  local spec = { at = "wheel_" .. w.name, name = "tyre_" .. w.name, radius = put(a.radius),
    stiffness = put(a.stiffness), damping = put(a.tyre_damping),
    crown = not is_zero(a.crown) and put(a.crown) or nil, mirror = is_mirrored(a, w) or nil }
  for key, x in pairs(road) do spec[key] = x end
  out[#out + 1] = words.tyre_on(a.tyre, spec)
end

-- what ties the left to the right
local function bar(out, a, left, right)
  if is_zero(a.bar) then return end
  local joint = a.solid and { ["tilt_" .. a.name] = put(a.track) }
    or { ["travel_" .. left.name] = 1, ["travel_" .. right.name] = -1 }
  out[#out + 1] = { "spring", name = "bar_" .. a.name, stiffness = put(a.bar), joint = joint }
end

-- springs, steering, tyres and bar of an axle. o: gear, gravity and road of the vehicle
function axle.forces(out, a, left, right, o)
  for _, w in ipairs { left, right } do
    suspension.springs(out, a, "_" .. w.name, spring_joint(a, w), w.preload / a.ratio)
    steering.forces(out, o.steering, a, w, o.gravity)
    words.under(o.road_named, tyre, out, a, w, o.on_road)
  end
  bar(out, a, left, right)
end

function axle.inputs(add, a, left, right)
  for _, w in ipairs(a.actuator and { left, right } or {}) do
    add("actuator_" .. w.name, "N", "pushes body and wheel apart, " .. w.name)
  end
end

return axle
