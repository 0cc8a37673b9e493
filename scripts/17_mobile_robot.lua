-- 17_mobile_robot.lua - a robot on two driven wheels, its motors, time constants and steps of
-- voltage                                                                              [nonhol] 2.5
local li = require "liaison"
local proof = require "liaison.app.expect"

local s = li.system { planar = true, name = "mobile robot" }
local x, y, th = s:coordinates "x y th"
local robot = s:body { name = "robot", m = "m", j = "J0", com = { "a", 0 }, place = { x, y, th } }
robot:wheel { name = "axle" }
robot:force { f = { "F1", 0 }, at = { 0, "-l" } }        -- the right wheel
robot:force { f = { "F2", 0 }, at = { 0, "l" } }
local k = s:kane { speeds = { "v = x'*cos(th) + y'*sin(th)", "Om = th'" } }
proof.same("D22", k.D[2][2], "J0 + m*a^2")
proof.same("C alpha, first row", (k.C * k.alpha)[1], "-m*a*Om^2")

local ref = { m = 20, J0 = 1.2, a = 0.15, l = 0.25 }
local state = { x = 0, y = 0, th = 0.6, v = 1.2, Om = 0.7, F1 = 8, F2 = 5 }
for key, value in pairs(ref) do state[key] = value end
local n = k:numbers(state)
proof.near("accelerations", n.alphad, { 0.7235, -1.07272727272727 }, 1e-12)
proof.near("what the axle carries sideways", n.omega_c, { 0, 13.5818181818182, -2.03727272727273 },
  1e-12)

proof.title "Motors: V = R I + K w, a wheel of 0.1 m; V = (6, 4)"
local Ra, RI, K = 0.1, 1.2, 0.5
-- forces of right and left wheel at speeds v, Om
local function drive(V, speed)
  local w = { (speed[1] + ref.l * speed[2]) / Ra, (speed[1] - ref.l * speed[2]) / Ra }
  return { (V[1] - K * w[1]) * K / (RI * Ra), (V[2] - K * w[2]) * K / (RI * Ra) }
end
local F = drive({ 6, 4 }, { 1.2, 0.7 })
proof.near("wheel forces", F, { -3.64583333333333, -4.6875 }, 1e-12)
state.F1, state.F2 = F[1], F[2]
proof.near("accelerations", k:numbers(state).alphad, { -0.343166666666667, -1.36944444444444 },
  1e-12)
local mass, inertia = ref.m, ref.J0 + ref.m * ref.a ^ 2
proof.near("time constants of speed and of turning",
  { RI * Ra ^ 2 * mass / (2 * K * K), RI * Ra ^ 2 * inertia / (2 * K * K * ref.l ^ 2) },
  { 0.48, 0.6336 }, 1e-12)

proof.title "Both motors at 6 V from rest: after one time constant 1 - 1/e of the last speed"
local function push(side)
  return li._internal.format("(6 - %g*(v %s %g*Om))*%g", K / Ra, side, ref.l, K / (RI * Ra))
end
local run = k:simulate(2, {}, { values = ref, inputs = { F1 = push "+", F2 = push "-" },
  rtol = 1e-9, dt = 0.02 })
proof.near("speed after 0.48 s", run:at("v", 0.48), 6 * Ra / K * (1 - math.exp(-1)), 1e-6)
proof.figure("mobile_robot",
  li.plot { x = run.t, y = run.v, xlabel = "time (s)", ylabel = "speed (m/s)" })
proof.done()
