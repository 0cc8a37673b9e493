-- test_golden_ik.lua - inverse kinematics from Lua: the inverse models of the course, and every
-- robot shipped
local t = require "t"
local li = require "liaison"

local pi = math.pi

-- is q, angles taken modulo a turn, one of the list?
local function has(list, q, tol)
  for _, s in ipairs(list) do
    local most = 0
    for i = 1, #q do
      local d = s[i] - q[i]
      most = math.max(most, math.abs(d - 2 * pi * math.floor(d / (2 * pi) + 0.5)))
    end
    if most < tol then return true end
  end
  return false
end

t.test("[course E3.8] four configurations of the RRP robot", function()
  local m = li.robots.rrp()
  local p = { 0.2187875763679, 0.0925019036325, 0.1267887780974 }
  local all = m:ik_all(p)
  t.eq(#all, 4)
  for _, q in ipairs { { 0.4, -0.7, 0.25 }, { 0.4, 1.68057990, -0.25 },
    { -2.74159265, 1.46101275, 0.25 }, { -2.74159265, -2.44159265, -0.25 } } do
    local found = false
    for _, s in ipairs(all) do
      found = found or math.abs(s[3] - q[3]) < 1e-7
        and has({ { s[1], s[2], 0 } }, { q[1], q[2], 0 }, 1e-7)
    end
    t.ok(found, table.concat(q, " "))
  end
  -- r^2 + z^2 < a2^2
  local none, why, code = m:ik_all { 0.05, 0, 0.05 }
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(why:find "no configuration within the limits puts it there")
  -- on the axis of the first joint th1 stays
  for _, s in ipairs(m:ik_all({ 0, 0, 0.3 }, { q = { 0.7, 0, 0.2 } })) do
    t.near(m:fk(s).p, { 0, 0, 0.3 }, 1e-8)
    t.near(s[1], 0.7, 1e-9)
  end
end)

t.test("[course E3.9] the KR30: four configurations of its wrist centre, eight of its pose",
  function()
  local a1, a2, a3, d4 = 0.67, 0.8, 0.145, -0.82
  for _, variant in ipairs { "T", "M" } do
    local m = li.robots.kr30 { x = 0.1, variant = variant }
    local q = { 0.3, -2, 2.3, 0.4, 0.5, 0.6 }
    local W = m:fk(q, "link5").p
    local four = m:ik_all(W, { body = "link3", point = { 0, 0, d4 } })
    t.eq(#four, 4)
    -- Pieper as the course writes it: th1, X, Z, then th3 and th2
    local Lr, de = math.sqrt(a3 ^ 2 + d4 ^ 2), (math.atan2 or math.atan)(d4, a3)
    local atan2 = math.atan2 or math.atan
    for _, sg in ipairs { 1, -1 } do
      local th1 = atan2(sg * W[2], sg * W[1])
      local X, Z = sg * math.sqrt(W[1] ^ 2 + W[2] ^ 2) - a1, W[3]
      for _, up in ipairs { 1, -1 } do
        local th3 = up * math.acos((X ^ 2 + Z ^ 2 - a2 ^ 2 - Lr ^ 2) / (2 * a2 * Lr)) + de
        local th2 = atan2(Z, X) - atan2(Lr * math.sin(th3 - de), a2 + Lr * math.cos(th3 - de))
        t.ok(has(four, { th1, th2, th3 }, 1e-8) or has(four, { th1, th2, th3, 0, 0, 0 }, 1e-8))
      end
    end
    local eight = m:ik_all(m:fk(q))
    t.eq(#eight, 8)
    t.ok(has(eight, q, 1e-8))
    for _, s in ipairs(eight) do t.ok(m:fk(s):near(m:fk(q), 1e-8)) end
    -- the configuration shown is a wrist singularity: the fourth joint stays where it is told
    local shown = m:ik_all(m:fk(m:home()), { q = m:home() })
    t.ok(has(shown, m:home(), 1e-6))
  end
end)

t.test("every configuration of every arm with a closed form is found again, and all within "
  .. "the limits", function()
  for name, most in pairs { puma560 = 8, ur5 = 8, stanford = 8, scara = 2, planar3 = 2, planar2 = 2,
    rrp = 4 } do
    local m = li.robots[name]()
    local lower, upper = m:limits()
    for k = 1, 25 do
      local q = m:random(k)
      local X = (name == "rrp" or name == "planar2") and m:fk(q).p or m:fk(q)
      local all = m:ik_all(X, { q = q })
      t.ok(#all <= most and has(all, q, 1e-5), name .. " " .. k)
      for _, s in ipairs(all) do
        for i = 1, #s do t.ok(s[i] >= lower[i] - 1e-9 and s[i] <= upper[i] + 1e-9, name) end
        local Y = m:fk(s)
        if li.type(X) == "frame" then t.ok(Y:near(X, 1e-8), name) else t.near(Y.p, X, 1e-8) end
      end
    end
  end
  local puma = li.robots.puma560()
  local q = { 0.3, 0.5, -1.2, 0.4, 0.9, -0.7 }
  t.eq(#puma:ik_all(puma:fk(q), { limits = false }), 8)
  t.ok(#puma:ik_all(puma:fk(q)) < 8)
end)

t.test("one configuration by iteration: limits, rows, points, other bodies, what cannot be",
  function()
  local panda = li.robots.panda()
  local lower, upper = panda:limits()
  for k = 1, 50 do
    local X = panda:fk(panda:random(k))
    local q = panda:ik(X)
    t.ok(panda:fk(q):near(X, 1e-8), "panda " .. k)
    for i = 1, 7 do t.ok(q[i] >= lower[i] and q[i] <= upper[i]) end
  end
  local near = panda:random(4)
  t.near(panda:ik(panda:fk(near), { q = near }), near, 1e-12)
  -- only the place; only x and z of a point of another body
  t.near(panda:fk(panda:ik { 0.4, 0.1, 0.5 }).p, { 0.4, 0.1, 0.5 }, 1e-8)
  local q = panda:ik({ 0.2, 9, 0.6 }, { body = "link5", point = { 0, 0, 0.1 }, rows = { 1, 3 } })
  local p = panda:fk(q, "link5"):point { 0, 0, 0.1 }
  t.near({ p[1], p[3] }, { 0.2, 0.6 }, 1e-8)
  -- a foot of the quadruped while the trunk stays; names of coordinates
  local dog = li.robots.quadruped()
  local stand = dog:neutral()
  local foot = dog:fk(stand, "fl_foot").p + li.vec { 0.03, 0.01, 0.08 }
  local lock = {}
  for i = 1, 6 do lock[i] = dog:speeds()[i] end
  t.near(dog:ik(foot, { body = "fl_foot", q = stand, lock = lock }),
    dog:ik(foot, { body = "fl_foot", q = stand, lock = { "trunk" } }))
  q = dog:ik(foot, { body = "fl_foot", q = stand, lock = lock })
  t.near(dog:fk(q, "fl_foot").p, foot, 1e-8)
  for i = 1, 7 do t.eq(q[i], stand[i]) end
  t.near(dog:fk(q, "hr_foot").p, dog:fk(stand, "hr_foot").p, 1e-15)
  local none, why, code, info = li.planar({ 1, 1 }):ik { 3, 0, 0 }
  t.eq(none, nil)
  t.eq(code, "ENOCONV")
  t.ok(why:find "the nearest of 100 starts is 1 m" or why:find "the nearest of 100 starts is 1%.")
  t.near(li.planar({ 1, 1 }):fk(info.q).p, { 2, 0, 0 }, 0.05)
  t.ok(math.abs(info.distance - 1) < 0.01 and info.starts == 100)
  t.near(li.planar({ 1, 1 }):ik({ 1, 1, 0 }, { q = { q2 = 1 } }), { 0, pi / 2 }, 1e-8)
  t.near(li.planar({ 1, 1 }):ik({ 1, 1, 0 }, { q = { q1 = 1, q2 = -1 } }), { pi / 2, -pi / 2 },
    1e-8)
  t.raises("q: no coordinate 'q3'", panda.ik, li.planar { 1, 1 }, { 0, 0, 1 }, { q = { q3 = 1 } })
  t.raises("q.q1: expected a finite number", panda.ik, li.planar { 1, 1 }, { 0, 0, 1 },
    { q = { q1 = 0 / 0 } })
  t.raises("unknown option 'strats' %(did you mean 'starts'", panda.ik, panda, { 0, 0, 1 },
    { strats = 3 })
  t.raises("lock: no coordinate or body 'q9'", panda.ik, panda, { 0, 0, 1 }, { lock = { "q9" } })
  t.raises("q: expected 7 numbers", panda.ik, panda, { 0, 0, 1 }, { q = { 1 } })
  t.raises("rows: of a point are 1, 2 and 3", panda.ik, panda, { 0, 0, 1 }, { rows = { 4 } })
  t.raises("no body or frame is named 'hand'", panda.ik, panda, { 0, 0, 1 }, { body = "hand" })
  none, why, code = panda:ik_all(panda:fk(near))
  t.eq(none, nil)
  t.eq(code, "EDOMAIN")
  t.ok(why:find "model:ik finds one by iteration")
end)

t.test("limits go by the user's numbering: coordinates in another order, joints that follow "
  .. "others, joints with several", function()
  local function bodies()
    return { { name = "a", joint = "revolute", limits = { -1, 1 } },
      { name = "b", parent = "a", joint = "revolute", limits = { -3, 0.5 },
      follows = { "q1", scale = 2 } },
      { name = "c", parent = "b", joint = "revolute", limits = { -7, 7 } },
        { name = "d", parent = "c", joint = "universal", dofs = { { min = -2 }, { max = 3 } } } }
  end
  local m = li.robot { bodies = bodies() }
  local lower, upper = m:limits()
  t.near({ lower[1], upper[1], lower[2], upper[2], lower[3], upper[4] }, { -1, 1, -7, 7, -2, 3 })
  t.ok(upper[3] == math.huge and lower[4] == -math.huge)
  local names = m:coordinates()
  local turned = li.robot { bodies = bodies(), coordinates = { names[2], names[1], names[3],
    names[4] } }
  lower, upper = turned:limits()
  t.near({ lower[1], upper[1], lower[2], upper[2] }, { -7, 7, -1, 1 })
end)

t.test("a joint geared or told in other coordinates keeps its configurations", function()
  local m = li.robot { bodies = { { name = "a", joint = "revolute", limits = { -9, 9 } },
    { name = "b", parent = "a", joint = "revolute", at = { 1, 0, 0 } },
    { name = "c", parent = "b", joint = "revolute", at = { 1, 0, 0 },
      follows = { "q1", scale = 2 } } }, tip = "c" }
  local q = m:ik({ 1.2, 0.9, 0 }, { q = { 8, 0 } })
  t.near(m:fk(q).p, { 1.2, 0.9, 0 }, 1e-8)
  t.eq(select(3, m:ik_all { 1.2, 0.9, 0 }), "EDOMAIN")
end)

t.done()
