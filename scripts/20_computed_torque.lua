-- 20_computed_torque.lua - computed torque and resolved acceleration: errors that die by a formula
--                                                                                 [nonhol] 2.3 c, e
local li = require "liaison"
local proof = require "liaison.app.expect"

local arm = li.robot { name = "two point masses", gravity = { 0, -9.81, 0 }, bodies = {
  { name = "a", joint = "revolute", axis = "z", mass = 2, com = { 1, 0, 0 },
    inertia = { 0, 0, 0 } },
  { name = "b", parent = "a", at = { 1, 0, 0 }, joint = "revolute", axis = "z", mass = 1.5,
    com = { 0.8, 0, 0 }, inertia = { 0, 0, 0 } } },
  frames = { { name = "tip", body = "b", at = { 0.8, 0, 0 } } }, tip = "tip" }

local function reference(t)
  return li.vec { 0.3 + 0.5 * math.sin(2 * t), 0.8 - 0.4 * math.sin(3 * t) },
    li.vec { math.cos(2 * t), -1.2 * math.cos(3 * t) },
    li.vec { -2 * math.sin(2 * t), 3.6 * math.sin(3 * t) }
end
local function track(t, q, v)
  local r, rd, rdd = reference(t)
  return arm:id(q, v, rdd - 10 * (v - rd) - 25 * (q - r))
end
local run = li.simulate { arm, q = { 0.1, 1 }, t = 1, dt = 0.1, input = track, rtol = 1e-11,
  atol = 1e-13 }
-- at the start it stands, the reference moves
local e0, ed0 = li.vec { -0.2, 0.2 }, li.vec { -1, 1.2 }
for _, t in ipairs { 0.2, 0.5, 1 } do
  proof.near(("errors at %g s: e^(-5t) (e0 + (e0' + 5 e0) t)"):format(t),
    run:state(t) - reference(t), math.exp(-5 * t) * (e0 + t * (ed0 + 5 * e0)), 1e-7)
end

proof.title "Resolved acceleration: the tip on a circle"
local function circle(t, q, v)
  local c, s = math.cos(2 * t), math.sin(2 * t)
  local r, rd, rdd = li.vec { 1 + 0.2 * c, 0.6 + 0.2 * s }, li.vec { -0.4 * s, 0.4 * c },
    li.vec { -0.8 * c, -0.8 * s }
  local p, w = arm:fk(q).p:sub(1, 2), arm:velocity(q, v).v:sub(1, 2)
  local bias = arm:acceleration(q, v, { 0, 0 }).v:sub(1, 2)    -- J' v
  return arm:id(q, v, arm:jacobian(q):block(1, 1, 2,
    2):solve(rdd - 10 * (w - rd) - 25 * (p - r) - bias))
end
local round = li.simulate { arm, q = { 0.3, 0.8 }, t = 1, dt = 0.1, input = circle, rtol = 1e-11,
  atol = 1e-13 }
proof.near("tip at 0.5 s", arm:fk((round:state(0.5))).p:sub(1, 2),
  { 1.14202287094505, 0.86923422906447 }, 1e-8)
proof.near("tip at 1 s", arm:fk((round:state(1))).p:sub(1, 2),
  { 0.92154972587803, 0.79567845250164 }, 1e-8)
for k, name in ipairs { "x", "y" } do
  round:derive(name, function(r) return arm:fk { r.q1, r.q2 }.p[k] end, "m")
end
proof.run("computed_torque", round)
proof.figure("tip_path",
  li.plot { x = round.x, y = round.y, xlabel = "x (m)", ylabel = "y (m)", equal = true })
proof.done()
