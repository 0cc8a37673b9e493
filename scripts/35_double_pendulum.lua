-- 35_double_pendulum.lua - a double pendulum held upright by one motor at its foot, from measured
-- angles alone: linear quadratic Gaussian control, its cost by two roads, and a run with noise
local li = require "liaison"
local proof = require "liaison.app.expect"

local arm = li.robot { name = "double pendulum", gravity = { 0, 0, -9.81 }, bodies = {
  { name = "lower", joint = "revolute", axis = "y", q = "q1", mass = 1, com = { 0, 0, 0.25 },
    inertia = { 0.02, 0.02, 0.02 }, damping = 0.05 },
  { name = "upper", joint = "revolute", axis = "y", q = "q2", at = { 0, 0, 0.5 }, mass = 0.6,
    com = { 0, 0, 0.2 }, inertia = { 0.01, 0.01, 0.01 }, damping = 0.05 } } }
local dt = 0.002
local lin = arm:linearize { inputs = "q1", outputs = "q1 q2" }
proof.holds("two modes fall", lin:poles()[1].re > 0 and lin:poles()[2].re > 0)

local s = lin:c2d(dt)
local sigma, force = 1e-4, 1e-2
local Q, R = { q1 = 10, q2 = 10 }, 0.1
local W = s.B * s.B:transpose() * force ^ 2
local loop = s:lqg { regulator = { Q = Q, R = R }, noise = { Q = W + 1e-12 * li.eye(4),
  R = sigma ^ 2 } }

proof.title "Separation: the poles of the loop are those of gains and filter"
local function sorted(...)
  local list = {}
  for _, poles in ipairs { ... } do for _, p in ipairs(poles) do list[#list + 1] = p.re end end
  table.sort(list)
  return list
end
local gains = s:lqr { Q = Q, R = R }
local filter = s:kalman { Q = W + 1e-12 * li.eye(4), R = sigma ^ 2 }
proof.near("poles", sorted(loop:closed():poles()), sorted(gains.poles, filter.poles), 1e-6)

proof.title "The cost of every step: tr(X W) + tr(P K'(R + B'X B) K), and by the loop's covariance"
local X, K, P = gains.X, gains.K, filter.X
local weight = K:transpose() * (li.mat { { R } } + s.B:transpose() * X * s.B) * K
local W1 = W + 1e-12 * li.eye(4)
local cost = (X * W1):trace() + (P * weight):trace()
-- the loop driven by both noises: x+ = A x - B K xe + w, xe+ = L C x + (A - B K - L C) xe + L v
local L, A, B, C = filter.L, s.A, s.B, s.C
local n = 4
local function put(into, M, r, c)
  for i = 1, #M do for j = 1, #M[1] do into[r + i][c + j] = M[i][j] end end
end
local F, N, V = li.zeros(8, 8), li.zeros(8, 8), li.zeros(8, 8)
put(F, A, 0, 0)
put(F, -(B * K), 0, n)
put(F, L * C, n, 0)
put(F, A - B * K - L * C, n, n)
put(N, W1, 0, 0)
put(N, L * L:transpose() * sigma ^ 2, n, n)
local S = li.stein(F, N)
put(V, li.mat { { 10, 0, 0, 0 }, { 0, 10, 0, 0 }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 } }, 0, 0)
put(V, K:transpose() * R * K, n, n)
proof.near("mean cost", (V * S):trace(), cost, 1e-6)

proof.title "Ten seconds of the nonlinear pendulum, noise on both angles"
local run = arm:simulate(10, { q1 = 0.02, q2 = -0.01 }, nil, { controllers = { loop }, dt = 0.01,
  sensors = { q1 = { dt = dt, noise = sigma }, q2 = { dt = dt, noise = sigma } } })
local worst = 0
for k = 1, #run.t do
  if run.t[k] > 5 then worst = math.max(worst, math.abs(run.q1[k]), math.abs(run.q2[k])) end
end
proof.holds(("it stands: within %.4f rad"):format(worst), worst < 0.02)
proof.run("double_pendulum", run)
proof.figure("double_pendulum", li.plot_run(run, { "q1", "q2" }))
proof.done()
