-- test_contacts_peer.lua - contacts beside MuJoCo: where bodies come to rest, how far they slide,
-- what the ground carries. MuJoCo's contacts give way a little, ours do not: tolerances say by how
-- much
local t = require "t"
local li = require "liaison"
local contactscenes = require "contactscenes"

local sqrt, abs = math.sqrt, math.abs
local g = 9.81

local function both(scene, time, h)
  local peer = contactscenes.mujoco(scene, time, h or 1e-3)
  if not peer then t.skip "libmujoco is not here (apt-get install libmujoco-dev)" end
  local q, v = contactscenes.start(scene)
  local run = assert(li.simulate { contactscenes.model(scene), q = q, v = v, t = time, dt = 0.1,
    h = h, contacts = { friction = scene.mu }, record = "contacts" })
  local N = 0
  for _, c in ipairs(run:contacts()) do
    if c.a == "ground" then N = N + c.force[3] end
  end
  return run:state(), peer, N, run
end

t.test("a box slides as far as MuJoCo's, and as far as the closed form", function()
  for _, mu in ipairs { 0.3, 0.6 } do
    local scene = contactscenes.box({ 0, 0, 0.05, 1, 0, 0, 0 }, { 2 }, mu)
    local q, peer = both(scene, 1.2, 1e-4)
    t.near(q[1], 2/(mu*g), 1e-3)
    t.near(q[1], peer.q[1], 0.01*q[1])
  end
end)

t.test("a stack stands as MuJoCo's does, and weighs the same", function()
  local q, peer, N = both(contactscenes.stack(5), 1)
  -- MuJoCo's leans by some millimetres in a second
  for k = 1, #q do t.near(q[k], peer.q[k], 0.02, k) end
  for k = 3, #q, 7 do t.near(q[k], peer.q[k], 1e-3, k) end
  t.near(N, 5*g, 1e-6)
  t.near(peer.N[1], N, 0.02*N)
end)

t.test("a tilted box falls, and lies where MuJoCo's does", function()
  local a = 0.4
  local scene = contactscenes.box({ 0, 0, 0.25, math.cos(a/2), 0, math.sin(a/2), 0 }, {}, 0.5)
  local q, peer, N = both(scene, 1.5, 1e-4)
  t.near(q[1], peer.q[1], 0.01)
  t.near(q[3], peer.q[3], 1e-3)
  t.near(abs(q[4]), abs(peer.q[4]), 1e-3)
  t.near(N, 2*g, 1e-3)
  t.near(peer.N[1], N, 0.02*N)
end)

t.test("a quadruped on springs stands as MuJoCo's does", function()
  local q, peer, N, run = both(contactscenes.quadruped(), 2)
  local weight = (8 + 4*1.1)*g
  t.near(N, weight, 0.01*weight)
  t.near(peer.N[1], weight, 0.02*weight)
  t.near(q[3], peer.q[3], 2e-3)
  for k = 8, #q do t.near(q[k], peer.q[k], 0.02, k) end
  t.ok(sqrt((q[1] - peer.q[1])^2 + (q[2] - peer.q[2])^2) < 0.01)
  t.eq(run:info().contacts.inexact, 0)
end)

t.test("a humanoid falls as MuJoCo's does until chance parts them", function()
  local q, peer = both(contactscenes.humanoid(), 0.25, 2e-4)
  for k = 1, 7 do t.near(q[k], peer.q[k], 0.01, k) end
  for k = 8, #q do t.near(q[k], peer.q[k], 0.05, k) end
end)

t.done()
