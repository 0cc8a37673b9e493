-- 20_computed_torque.lua - computed torque and resolved acceleration: errors that die by a formula        [nonhol] 2.3 c, e
local li = require "liaison"
local proof = require "liaison.proof"

local arm = li.robot { name = "two point masses", gravity = { 0, -9.81, 0 }, bodies = {
  { name = "a", joint = "revolute", axis = "z", mass = 2, com = { 1, 0, 0 }, inertia = { 0, 0, 0 } },
  { name = "b", parent = "a", at = { 1, 0, 0 }, joint = "revolute", axis = "z", mass = 1.5, com = { 0.8, 0, 0 }, inertia = { 0, 0, 0 } } },
  frames = { { name = "tip", body = "b", at = { 0.8, 0, 0 } } }, tip = "tip" }

local function reference(t)
  return { 0.3 + 0.5 * math.sin(2 * t), 0.8 - 0.4 * math.sin(3 * t) }, { math.cos(2 * t), -1.2 * math.cos(3 * t) }, { -2 * math.sin(2 * t), 3.6 * math.sin(3 * t) }
end
local function track(t, q, v, tau)
  local r, rd, rdd = reference(t)
  local u = {}
  for k = 1, 2 do u[k] = rdd[k] - 10 * (v[k] - rd[k]) - 25 * (q[k] - r[k]) end
  local f = arm:id(q, v, u)
  tau[1], tau[2] = f[1], f[2]
end
local run = li.simulate { arm, q = { 0.1, 1 }, t = 1, dt = 0.1, input = track, rtol = 1e-11, atol = 1e-13 }
for _, t in ipairs { 0.2, 0.5, 1 } do
  local r = reference(t)
  local want = {}
  for k, e0 in ipairs { -0.2, 0.2 } do
    local rate = k == 1 and -1 or 1.2                        -- e' at the start: it stands, the reference moves
    want[k] = math.exp(-5 * t) * (e0 + (rate + 5 * e0) * t)
  end
  proof.near(("errors at %g s: e^(-5t) (e0 + (e0' + 5 e0) t)"):format(t), { run:at("q1", t) - r[1], run:at("q2", t) - r[2] }, want, 1e-7)
end

proof.title "Resolved acceleration: the tip on a circle"
local function circle(t, q, v, tau)
  local c, s = math.cos(2 * t), math.sin(2 * t)
  local r, rd, rdd = { 1 + 0.2 * c, 0.6 + 0.2 * s }, { -0.4 * s, 0.4 * c }, { -0.8 * c, -0.8 * s }
  local J, p, w = arm:jacobian(q), arm:fk(q).p, arm:velocity(q, v).v
  local bias = arm:acceleration(q, v, { 0, 0 }).v             -- J' v
  local ax, ay = rdd[1] - 10 * (w[1] - rd[1]) - 25 * (p[1] - r[1]) - bias[1], rdd[2] - 10 * (w[2] - rd[2]) - 25 * (p[2] - r[2]) - bias[2]
  local a = li.mat { { J[1][1], J[1][2] }, { J[2][1], J[2][2] } }:solve { ax, ay }
  local f = arm:id(q, v, a)
  tau[1], tau[2] = f[1], f[2]
end
local round = li.simulate { arm, q = { 0.3, 0.8 }, t = 1, dt = 0.1, input = circle, rtol = 1e-11, atol = 1e-13 }
for _, row in ipairs { { 0.5, 1.14202287094505, 0.86923422906447 }, { 1, 0.92154972587803, 0.79567845250164 } } do
  local p = arm:fk { round:at("q1", row[1]), round:at("q2", row[1]) }.p
  proof.near(("tip at %g s"):format(row[1]), { p[1], p[2] }, { row[2], row[3] }, 1e-8)
end
proof.run("computed_torque", round)
local xs, ys = {}, {}
for i = 1, #round do
  local p = arm:fk { round.q1[i], round.q2[i] }.p
  xs[i], ys[i] = p[1], p[2]
end
proof.figure("tip_path", li.plot { x = xs, y = ys, xlabel = "x (m)", ylabel = "y (m)", equal = true })
proof.done()
