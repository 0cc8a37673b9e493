-- 45_stability_control.lua - brakes that do not lock, yaw stability by the brakes of one side, a
-- skyhook: each against what it should reach
local li = require "liaison"
local proof = require "liaison.app.expect"

local G = 9.81

-- a car with inputs of every brake, on these tyres
local function car_on(tyre)
  return li.wheel_inputs(li.car { mass = 1200, inertia = { 450, 1800, 2000 },
    com = { 0, 0, 0.5 }, axles = {
      { at = 1.2, track = 1.5, unsprung = 40, inertia = 1.1, tyre = tyre, spring = 2.5e4,
        damper = 2000, bar = 8000, steer = 1 / 16, brake = 0.65,
        compliance = { stiffness = 3e4, damping = 100 } },
      { at = -1.4, track = 1.48, unsprung = 38, inertia = 1.1, tyre = tyre, spring = 2.2e4,
        damper = 1800, brake = 0.35, drive = 1 } } }, "brake")
end

proof.title "Stopping from 72 km/h: v^2/(2 mu g) at the best, mu = 1 at the peak of the tyre"
local tarmac = li.tyre { kind = "four", radius = 0.31, B = 10, C = 1.9, D = 1, E = 0.97,
  stiffness = 2e5, damping = 300 }
local car = car_on(tarmac)
local abs = li.chassis("abs", { radius = 0.295, torque = 2500, slip = 0.14 })
local locked = li.manoeuvre("braking", car, { speed = 20, torque = 6000 })
local held = li.manoeuvre("braking", car, { speed = 20, torque = 6000,
  controllers = { { abs, kernel = false } } })
print(locked:beside(held))
local best = 20 ^ 2 / (2 * G) + 0.05 * 20 -- the brakes rise within 0.1 s
proof.near("with ABS, within 2 %", held.values.stopping_distance, best, 0.02)
proof.holds("no wheel locks", held.values.wheels_locked == 0)
proof.holds("locked wheels take longer", locked.values.stopping_distance > 1.04 * best)

proof.title "Sine with dwell"
local brush = li.tyre { kind = "brush", radius = 0.31, cx = 9e4, cy = 6e4, mu = 0.95, half = 0.06,
  stiffness = 2e5, damping = 300 }
car = car_on(brush)
local o = { angle = 0.36, most = 6.5, step = 2.5 }
local without = li.manoeuvre("FMVSS 126", car, o)
local esc = li.chassis("esc", { wheelbase = 2.6, ratio = 16, understeer = 0.0015, track = 1.5,
  radius = 0.295 })
o.controllers = { { esc, kernel = false } }
local with = li.manoeuvre("FMVSS 126", car, o)
print(table.concat(without.why, "\n"))
proof.holds("without ESC it fails", not without.passed)
proof.holds("with ESC it passes", with.passed)
proof.figure("yaw_rate", with:plot "yaw rate")

proof.title "Skyhook: the body over a rough road"
-- of white noise as the slope of the road: sigma^2 = (k^2 (m + m_u)/(c m^2) + c k_t/m^2)/2
local m, mu, k, kt, c = 300, 40, 2e4, 2e5, 1500
local function quarter(sky)
  return li.ss({ { 0, 1, 0, -1 }, { -k / m, -(c + sky) / m, 0, c / m }, { 0, 0, 0, 1 },
    { k / mu, (c + sky) / mu, -kt / mu, -c / mu } }, { { 0 }, { 0 }, { -1 }, { 0 } },
    { { -k / m, -(c + sky) / m, 0, c / m } })
end
proof.near("the passive one in closed form", quarter(0):h2() ^ 2,
  (k ^ 2 * (m + mu) / (c * m ^ 2) + c * kt / m ^ 2) / 2)
proof.holds("the skyhook is below it", quarter(3000):h2() < 0.9 * quarter(0):h2())
proof.done()
