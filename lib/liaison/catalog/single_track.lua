-- single_track.lua - li.single_track: a car, or a truck with its trailers, on one wheel an axle in
-- its plane: linear, with slips, with wheels that spin, or rolling without slip
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"
local planar = require "liaison.catalog.planar_vehicle"
local kit = li._internal

local rule = amounts.rule

-- a cornering stiffness of the axle (N/rad), or a tyre (two of them)
local function law_of(x, path)
  if kit.class(x) == "tyre" then return x end
  return amounts.read(x, path, { above = 0 })
end

local SHORT = { name = "str?", mass = rule { above = 0 }, inertia = rule { above = 0 },
  a = rule { above = 0 }, b = rule { above = 0 }, front = law_of, rear = law_of,
  linear = "bool?", rear_steer = rule { default = 0 }, drive = rule { min = 0, max = 1,
  default = 0 }, gravity = rule { above = 0, default = 9.81 },
  slow = rule { above = 0, default = 0.1 } }

local function axle_of(o, key, at, steer, drive)
  local law = o[key]
  local tyre = kit.class(law) == "tyre" and law or nil
  if o.linear and tyre then
    check.fail(key, "a linear model takes a cornering stiffness (N/rad), got a tyre")
  end
  return { at = at, cornering = not tyre and law or nil, tyre = tyre and words.tyre(tyre, key),
    steer = not amounts.is_zero(steer) and { ratio = steer } or false, ackermann = 0, brake = 0,
    drive = drive, unsprung = 0, camber = 0, toe = 0, carries = 1, ratio = 1, bar = 0,
    kinematics = {}, path = key, element = key }
end

-- a and b ahead and behind of the centre of mass, a law for each axle, one force
local function short(spec)
  local o = check.fields(spec, "", SHORT)
  o.names = amounts.names_of(o, "")
  o.axles = { axle_of(o, "front", o.a, 1, o.drive), axle_of(o, "rear", -o.b, o.rear_steer,
    1 - o.drive) }
  o.units = { { path = "", body = "car", number = 1, mass = o.mass, inertia = { 0, 0, o.inertia },
    com = { 0, 0, 0 }, payload = {}, axles = o.axles } }
  o.force, o.given, o.steering, o.smooth = true, {}, { by = "angle" }, 0.5
  return o
end

local function single_track(spec)
  local is_short = type(spec) == "table" and spec.units == nil and spec.axles == nil
  return planar.vehicle(is_short and short(spec) or planar.read(spec), "single track")
end

check.define(li, {
  { "single_track(spec: table) -> model: model, told: table",
    "A car on one wheel an axle in its plane, in the words of li.car: mass, inertia (about z), "
    .. "com, axles = {{at, tyre or cornering (N/rad of the axle), steer, drive, brake}, ..}, or "
    .. "units of li.truck with trailers. linear = true: slips and forces of the textbook; spin = "
    .. "true: wheels turn by themselves; load_transfer = true; ideal = true: wheels roll without "
    .. "slip, 'speed': at the speed of an input. In short: mass, inertia, a and b (centre of mass "
    .. "to front and rear axle), front and rear (stiffness or tyre), rear_steer, drive, by an "
    .. "input force. Inputs steer, drive, brake; outputs as of li.car, slip_f, .. told.left: what "
    .. "of the table is not in it.",
    "#li.single_track{mass = 1300, inertia = 2000, a = 1.2, b = 1.4, front = 1e5, rear = "
    .. "1e5}:coordinates() --> 3", single_track },
})

return li.single_track
