-- 43_handling.lua - how a car turns: steady circles up to the limit, a step, gains and roots over
-- speed, the yaw moment diagram; the car on two wheels against the formulas of the book
local li = require "liaison"
local proof = require "liaison.app.expect"

local m, J, a, b, Cf, Cr = 1300, 2000, 1.2, 1.4, 9e4, 1.1e5
local L = a + b
local U = m / L * (b / Cf - a / Cr)
local two = li.single_track { mass = m, inertia = J, a = a, b = b, front = Cf, rear = Cr,
  linear = true }

proof.title "Understeer gradient U = m/L (b/Cf - a/Cr), characteristic speed sqrt(L/U)"
local circle = li.manoeuvre("ISO 4138", two, { radius = 100 })
print(circle)
proof.near("U by a line through the turns", circle.values.understeer_gradient, U, 0.005)
proof.near("sqrt(L/U)", circle.values.characteristic_speed, math.sqrt(L / U), 3e-3)
local gains = li.manoeuvre("speed_gains", two, { to = 60 })
proof.near("the same as the peak of the yaw rate gain", gains.values.characteristic_speed,
  math.sqrt(L / U), 3e-3)
proof.near("no sideslip at sqrt(b L Cr/(m a))", gains.values.sideslip_zero,
  math.sqrt(b * L * Cr / (m * a)), 3e-3)

proof.title "The step: a system of second order"
local V = 25
local step = li.manoeuvre("step_steer", two, { speed = V, steer = 0.01, rise = 0.002 })
proof.near("gain V/(L + U V^2)", step.values.yaw_rate_gain, V / (L + U * V ^ 2), 2e-3)
local w2 = Cf * Cr * L ^ 2 / (m * J * V ^ 2) - (a * Cf - b * Cr) / J
local zeta = ((Cf + Cr) / m + (a ^ 2 * Cf + b ^ 2 * Cr) / J) / (2 * V * math.sqrt(w2))
local roots = li.manoeuvre("root_locus", two, { from = 10, to = V, points = 4 })
proof.near("its damping", roots.values.least_damping, zeta, 1e-3)

proof.title "Four wheels on brush tyres, to the limit"
local tyre = li.tyre { kind = "brush", radius = 0.31, cx = 9e4, cy = 6e4, mu = 0.95, half = 0.06,
  stiffness = 2e5, damping = 300 }
local car = li.car { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 }, axles = {
  { at = 1.2, track = 1.5, unsprung = 40, inertia = 1.1, tyre = tyre, spring = 2.5e4,
    damper = 2000, bar = 8000, steer = 1 / 16, brake = 0.65,
    compliance = { stiffness = 3e4, damping = 100 } },
  { at = -1.4, track = 1.48, unsprung = 38, inertia = 1.1, tyre = tyre, spring = 2.2e4,
    damper = 1800, brake = 0.35, drive = 1 } } }
local limit = li.manoeuvre("ISO 4138", car, { radius = 100, most = 10, points = 20 })
print(limit)
proof.holds("no steady turn beyond mu g", limit.values.largest_lateral_acceleration < 0.95 * 9.81)
local turn = assert(li.steady_turn(car, { speed = 20, radius = 100 }))
local run = car:simulate(2, turn.q, turn.v, { inputs = turn.u })
proof.near("a run stays where the equilibrium is", run.roll[#run], run.roll[1], 1e-6)
proof.figure("handling", limit:plot "steering")
proof.figure("moments", li.manoeuvre("moment_method", car, { lines = 9 }):plot())
proof.done()
