-- 29_arm_posture.lua - an arm of 7 axes: its tool on a line, its elbow where the posture wants it,
-- the two never mixing                                                          [Khatib 1987]
local li = require "liaison"
local proof = require "liaison.app.expect"

local arm = li.robots.panda()
local home = li.vec { 0, -0.4, 0, -2, 0, 1.6, 0.8 }
local X = arm:fk(home)
local law = li.operational_space(arm, { tasks = { { axes = "x y z rx ry rz", orientation = X.R,
  kp = 100, kd = 20 } }, posture = { q = home, kp = 16, kd = 8 }, dt = 0.001 })
print(law)
local text, holds = law:proof()
print(text)
proof.holds("the tool obeys e'' + 20 e' + 100 e = 0 by the machine", holds)

-- the same torques by the model's own matrices, a state away from home
local q, v = home:copy(), li.zeros(7)
for k = 1, 7 do q[k], v[k] = q[k] + 0.05 * math.sin(k), 0.2 * math.cos(2 * k) end
local function turning(R)
  local e = li.vec { 0, 0, 0 }
  for j = 1, 3 do
    local n = li.vec { R[1][j], R[2][j], R[3][j] }
    e = e + n:cross(li.vec { X.R[1][j], X.R[2][j], X.R[3][j] }) / 2
  end
  return e
end
local J, M, now = arm:jacobian(q), arm:mass(q), arm:fk(q)
local goal = X.p + li.vec { 0.02, -0.03, 0.04 }
local p, e = goal - now.p, turning(now.R)
local bias = arm:acceleration(q, v, li.zeros(7))
local rate, wanted = J * v, li.zeros(6)
for k = 1, 3 do
  wanted[k] = 100 * p[k] - 20 * rate[k] - bias.v[k]
  wanted[3 + k] = 100 * e[k] - 20 * rate[3 + k] - bias.w[k]
end
local W = M:inverse()
local inertia = (J * W * J:transpose()):inverse()
local Jbar = W * J:transpose() * inertia
local N = li.eye(7) - Jbar * J
local a0 = 16 * (home - q) - 8 * v
local tau = arm:bias(q, v) + J:transpose() * (inertia * wanted)
  + N:transpose() * (M * (a0 - Jbar * wanted))
local y = {}
for k = 1, 7 do y[k], y[7 + k] = q[k], v[k] end
for k = 1, 3 do y[14 + 3 * (k - 1) + 1], y[14 + 3 * k - 1], y[14 + 3 * k] = goal[k], 0, 0 end
proof.near("torques by bias + J'F + N'M(a_p - a)", law:step(y), tau, 1e-9)

proof.title "From a bent elbow: the tool as by the formula, the posture as the null space lets it"
local start = home:copy()
local loose = arm:jacobian(home):null()
for k = 1, 7 do start[k] = start[k] + 0.25 * loose[k][1] end
local first = arm:fk(start)
local run = arm:simulate(3, start, nil, { controllers = { { law, dt = 0, kernel = false } },
  dt = 0.05,
  rtol = 1e-8, atol = 1e-10, references = { x_d = X.p[1], y_d = X.p[2], z_d = X.p[3],
  ["x_d'"] = 0, ["y_d'"] = 0, ["z_d'"] = 0, ["x_d''"] = 0, ["y_d''"] = 0, ["z_d''"] = 0 } })
for _, time in ipairs { 0.1, 0.3, 0.6 } do
  local shape = math.exp(-10 * time) * (1 + 10 * time)
  proof.near(("place after %g s: e^(-10 t) (1 + 10 t)"):format(time),
    arm:fk((run:state(time))).p - X.p, (first.p - X.p) * shape, 1e-4)
end
local before = (start - home):norm()
local last = run:state(3)
proof.holds("the posture comes home", (last - home):norm() < 0.01 * before)
proof.near("the tool is where it belongs", arm:fk(last).p, X.p, 1e-7)
proof.run("arm_posture", run)
proof.figure("arm_posture", run:plot(nil, { "q1", "q4", "q7" }))
proof.done()
