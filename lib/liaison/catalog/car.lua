-- car.lua - li.car: a car from one table, as a mechanism of li.robot with tyres
--
-- The body moves by x, y, z, then yaw, pitch, roll (about z, y, x); its frame stands on the ground
-- where the car rests: all coordinates 0, every spring preloaded by what it carries. x ahead, y to
-- the left, z up. Coordinates of a wheel: travel_, steer_, spin_ and its name (fl, fr, rl, rr of
-- two axles, 1l, 1r, .. of more).
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local assemble = require "liaison.catalog.car_assemble"
local unit = require "liaison.catalog.car_unit"

local CAR = { name = "str?", axles = unit.axles(2) }
for key, rule in pairs(unit.FIELDS) do CAR[key] = rule end
for key, rule in pairs(assemble.FIELDS) do CAR[key] = rule end

local function car(spec)
  local o = check.fields(spec, "", CAR)
  o.names = amounts.names_of(o, "")
  local u = { path = "", body = "body", axles = o.axles, mass = o.mass, inertia = o.inertia,
    com = o.com, payload = o.payload, aero = o.aero }
  o.name, o.units = o.name or "car", { u }
  return assemble.vehicle(o, "car")
end

local EXAMPLE = "local tyre = li.tyre{kind = 'linear', radius = 0.3, cx = 8e4, cy = 5e4, "
  .. "stiffness = 2e5} local function axle(at, steer) return {at = at, track = 1.5, spring = 2e4, "
  .. "damper = 2000, unsprung = 40, inertia = 1, tyre = tyre, steer = steer} end "
  .. "local car, told = li.car{mass = 1200, inertia = {450, 1800, 2000}, com = {0, 0, 0.5}, axles "
  .. "= {axle(1.3, 1), axle(-1.3)}} return told.loads.fl --> 3335.4"

check.define(li, {
  { "car(spec: table) -> model: model, told: table",
    "A car as a mechanism: mass, inertia and com of its body, axles = {{at, track, spring, "
    .. "damper, "
    .. "stops, bar, kinematics, solid, unsprung, inertia, tyre, steer, brake, drive, "
    .. "differential, ..}, ..}, steering, motor or engine, aero, payload, road. A number may be a "
    .. "name, which stays a parameter. Inputs steer, drive, brake, wind_x, wind_y; outputs speed, "
    .. "sideslip, yaw_rate, lateral_acceleration, load_fl, .. It rests where all coordinates are "
    .. "0. told: loads and radii by wheel, wheels, rolling(V): speeds of rolling ahead, "
    .. "watch(run): outputs as columns, rest(), modes(V), with(values). lib/doc/cars.md has all "
    .. "fields.", EXAMPLE, car },
})

return li.car
