-- 19_pd_lyapunov.lua - PD control with gravity compensation, and the function of Lyapunov that
-- proves it                                                                [nonhol] remark 6.1, 2.3
local li = require "liaison"
local proof = require "liaison.app.expect"

local arm = li.robot { name = "two point masses", gravity = { 0, -9.81, 0 }, bodies = {
  { name = "a", joint = "revolute", axis = "z", mass = 2, com = { 1, 0, 0 },
    inertia = { 0, 0, 0 } },
  { name = "b", parent = "a", at = { 1, 0, 0 }, joint = "revolute", axis = "z", mass = 1.5,
    com = { 0.8, 0, 0 }, inertia = { 0, 0, 0 } } } }
local goal, Kp, Kd = li.vec { 1.2, -0.5 }, li.diag { 100, 60 }, li.diag { 20, 12 }

local function pd(_, q, v) return Kp * (goal - q) - Kd * v end
local function compensated(t, q, v) return pd(t, q, v) + arm:gravity(q) end
local function V(q, v) return (q - goal):dot(Kp * (q - goal)) / 2 + (arm:energy(q, v)) end

local run = li.simulate { arm, q = { 0.3, 0.8 }, t = 5, input = compensated, dt = 0.01,
  rtol = 1e-10, atol = 1e-12 }
proof.near("V at the start", V(run:state(0)), 91.2, 1e-12)
proof.near("V after 0.1 s", V(run:state(0.1)), 51.22091667798111, 1e-8)
proof.near("V after 1 s", V(run:state(1)), 0.8761345906209992, 1e-8)
proof.near("angles after 0.5 s", (run:state(0.5)), { 1.10908531416266, -0.42112300319557 }, 1e-8)
run:derive("lyapunov", function(r) return V(li.vec { r.q1, r.q2 }, { r["q1'"], r["q2'"] }) end, "J")
local falls = true
for i = 2, #run do falls = falls and run.lyapunov[i] <= run.lyapunov[i - 1] end
proof.holds("V never rises", falls)
proof.holds("and goes to zero", run.lyapunov[#run] < 1e-4)

proof.title "Without compensation it stops where Kp e holds the weight"
local sags = li.simulate { arm, q = { 0.3, 0.8 }, t = 30, input = pd, rtol = 1e-9 }
proof.near("resting place", (sags:state()), { 0.859852468619218, -0.693491234476264 }, 1e-7)
proof.figure("lyapunov", run:plot(nil, { "lyapunov" }))
proof.run("pd", run)
proof.done()
