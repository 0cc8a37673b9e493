-- 19_pd_lyapunov.lua - PD control with gravity compensation, and the function of Lyapunov that proves it        [nonhol] remark 6.1, 2.3
local li = require "liaison"
local proof = require "liaison.proof"

local arm = li.robot { name = "two point masses", gravity = { 0, -9.81, 0 }, bodies = {
  { name = "a", joint = "revolute", axis = "z", mass = 2, com = { 1, 0, 0 }, inertia = { 0, 0, 0 } },
  { name = "b", parent = "a", at = { 1, 0, 0 }, joint = "revolute", axis = "z", mass = 1.5, com = { 0.8, 0, 0 }, inertia = { 0, 0, 0 } } } }
local goal, kp, kd = { 1.2, -0.5 }, { 100, 60 }, { 20, 12 }

local function controller(compensate)
  return function(_, q, v, tau)
    local g = arm:gravity(q)
    for k = 1, 2 do tau[k] = -kp[k] * (q[k] - goal[k]) - kd[k] * v[k] + (compensate and g[k] or 0) end
  end
end
local function V(q, v)                                       -- 1/2 e'Kp e + 1/2 v'M v
  local e1, e2 = q[1] - goal[1], q[2] - goal[2]
  return (kp[1] * e1 ^ 2 + kp[2] * e2 ^ 2) / 2 + arm:energy(q, v)
end

local run = li.simulate { arm, q = { 0.3, 0.8 }, t = 5, input = controller(true), dt = 0.01, rtol = 1e-10, atol = 1e-12 }
local function state(t) return { run:at("q1", t), run:at("q2", t) }, { run:at("q1'", t), run:at("q2'", t) } end
proof.near("V at the start", V(state(0)), 91.2, 1e-12)
proof.near("V after 0.1 s", V(state(0.1)), 51.22091667798111, 1e-8)
proof.near("V after 1 s", V(state(1)), 0.8761345906209992, 1e-8)
proof.near("angles after 0.5 s", { (state(0.5)) }, { { 1.10908531416266, -0.42112300319557 } }, 1e-8)
local falls, before, t, curve = true, math.huge, {}, {}
for k = 0, 500 do
  t[k + 1], curve[k + 1] = k / 100, V(state(k / 100))
  falls = falls and curve[k + 1] <= before
  before = curve[k + 1]
end
proof.holds("V never rises", falls)
proof.holds("and goes to zero", before < 1e-4)

proof.title "Without compensation it stops where Kp e holds the weight"
local sags = li.simulate { arm, q = { 0.3, 0.8 }, t = 30, input = controller(false), rtol = 1e-9 }
proof.near("resting place", (sags:state()), { 0.859852468619218, -0.693491234476264 }, 1e-7)
proof.figure("lyapunov", li.plot { x = t, y = curve, label = "V", xlabel = "time (s)", ylabel = "V (J)" })
proof.run("pd", run)
proof.done()
