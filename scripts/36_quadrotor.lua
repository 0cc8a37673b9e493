-- 36_quadrotor.lua - a rigid body with four rotors: thrusts that carry it, four chains of
-- integrators, a regulator on the free body and its run
local li = require "liaison"
local proof = require "liaison.app.expect"

local m, arm, c, g = 0.8, 0.2, 0.016, 9.81     -- c: moment of a rotor by its thrust (m)
local I = { 0.006, 0.006, 0.011 }
local forces = {}
-- rotors in front, left, behind, right; two turn one way, two the other
for k, at in ipairs { { arm, 0, 0 }, { 0, arm, 0 }, { -arm, 0, 0 }, { 0, -arm, 0 } } do
  local couple = li._internal.format("%s%g*T%d", k % 2 == 1 and "" or "-", c / 2, k)
  forces[#forces + 1] = { "given", name = "rotor" .. k, at = "hull", point = at, axes = "body",
    f = { 0, 0, "T" .. k } }
  -- the moment of its drag: a pair of forces a metre on both sides
  forces[#forces + 1] = { "given", name = "drag" .. k, at = "hull", point = { 1, 0, 0 },
    axes = "body", f = { 0, couple, 0 } }
  forces[#forces + 1] = { "given", name = "swirl" .. k, at = "hull", point = { -1, 0, 0 },
    axes = "body", f = { 0, "-(" .. couple .. ")", 0 } }
end
local quad = li.robot { name = "quadrotor", gravity = { 0, 0, -g }, inputs = { "T1", "T2", "T3",
  "T4" }, forces = forces, bodies = { { name = "hull", joint = "floating", mass = m,
    inertia = I, shapes = { { "box", size = { 0.4, 0.4, 0.06 } } } } } }

proof.title "At rest in the air: a quarter of the weight each"
local T = m * g / 4
local hover = { T1 = T, T2 = T, T3 = T, T4 = T }
local lin = quad:linearize { u = hover, inputs = "T1 T2 T3 T4" }
proof.near("accelerations", lin.rest, li.zeros(#lin.states), 1e-12)
proof.near("all poles are 0", #lin:poles(), 12)
local rank = lin:controllability().rank
proof.holds("the rotors move all states", rank == 12)

proof.title "Chains: height and heading by two integrators, places by four"
local total = 0
for i = 1, 12 do total = total + math.abs(lin.A[i][i]) end
proof.near("no damping", total, 0)
local gains = lin:lqr { Q = 1, R = 0.5 }
print(gains)
-- heading alone: I3 psi'' = c (T1 - T2 + T3 - T4); its poles solve s^4 - s^2 b2 + b2 = 0 with
-- b2 = 4 c^2/(I3^2 r)
local b2 = 4 * (c / I[3]) ^ 2 / 0.5
local size = math.sqrt(math.sqrt(b2))
local found = false
for _, p in ipairs(gains.poles) do
  local s4, s2 = (p.re ^ 2 - p.im ^ 2) ^ 2 - 4 * (p.re * p.im) ^ 2, p.re ^ 2 - p.im ^ 2
  if math.abs(s4 - b2 * s2 + b2) < 1e-6 * (size ^ 4 + b2) then found = true end
end
proof.holds("the poles of the heading", found)

proof.title "From a metre aside and 20 degrees of roll"
local half = 10 * li.deg
local run = quad:simulate(8, { 1, -0.5, 0.3, math.cos(half), math.sin(half), 0, 0 }, nil,
  { controllers = { gains }, dt = 0.02 })
local last = {}
for k, name in ipairs { "hull_x", "hull_y", "hull_z", "hull_qx", "hull_qy", "hull_qz" } do
  last[k] = run:at(name, 8)
end
proof.holds("it hangs where it should", li.vec(last):norm() < 1e-2)
proof.run("quadrotor", run)
proof.figure("quadrotor", li.plot_run(run, { "hull_x", "hull_y", "hull_z" }))
proof.done()
