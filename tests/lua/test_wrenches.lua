-- test_wrenches.lua - forces from outside and forces of joints, in any axes about any point
local t = require "t"
local li = require "liaison"

local function arm() return li.robots.puma560() end

local Q, V, A = { 0.3, -0.5, 0.7, 0.2, -0.4, 0.9 }, { 1, -0.5, 0.3, 0.7, -1, 0.2 },
  { 0.5, 1, -2, 0.3, 0.1, -0.7 }

t.test("outside, in the axes of the world and at a point: as turned and carried by hand", function()
  local m, f, n, p = arm(), li.vec { 3, -2, 5 }, li.vec { 0.4, 1, -0.2 }, li.vec { 0.1, -0.2, 0.3 }
  local name = m:description().bodies[4].name
  local R = m:fk(Q, name).R
  local by_hand = li.wrench(f, n):rotate(R:inverse()):at(-p)
  local want = m:id(Q, V, A, { [name] = by_hand })
  t.near(m:id(Q, V, A, { [name] = { f = f, n = n, axes = "world", point = p } }), want,
    1e-12)
  t.near(m:id(Q, V, A, { [name] = { f, n, axes = "world", point = { 0.1, -0.2, 0.3 } } }), want,
    1e-12)
  -- in its own axes, without a point
  t.near(m:id(Q, V, A, { [name] = { f = f, n = n } }),
    m:id(Q, V, A, { [name] = { 3, -2, 5, 0.4, 1, -0.2 } }), 0)
  -- the same by J' F
  local J = m:jacobian(Q, name, p)
  local tau = m:id(Q, V, A) - m:id(Q, V, A, { [name] = { f = f, axes = "world", point = p } })
  t.near(tau, J:transpose() * li.vec { 3, -2, 5, 0, 0, 0 }, 1e-11)
end)

t.test("of joints, in the axes of the world about its origin: carried from each joint", function()
  local m = arm()
  local own = m:wrenches(Q, V, A)
  local world = m:wrenches(Q, V, A, nil, { axes = "world", at = "world" })
  local turned = m:wrenches(Q, V, A, nil, { axes = "world" })
  local names = {}
  for k, b in ipairs(m:description().bodies) do names[k] = b.name end
  for _, name in ipairs(names) do
    t.near(world[name].f, turned[name].f, 1e-12)
    t.near(own[name].f:norm(), world[name].f:norm(), 1e-10)
    t.near(own[name].n:norm(), turned[name].n:norm(), 1e-10)
  end
  -- the moment about another point, by the force
  local at = m:wrenches(Q, V, A, nil, { axes = "world", at = names[3] })
  local p = m:fk(Q, names[3]).p
  for _, name in ipairs(names) do t.near(at[name].n, world[name]:at(p).n, 1e-10) end
  -- expressed in a body's axes
  local in_two = m:wrenches(Q, V, A, nil, { axes = names[2], at = "world" })
  local R = m:fk(Q, names[2]).R
  for _, name in ipairs(names) do t.near(in_two[name].f, R:inverse() * world[name].f, 1e-10) end
end)

-- two turns, with a turn and a slide behind the second joint; a frame at the tip
local function after()
  return li.robot { gravity = { 0, 0, -9.81 }, bodies = {
    { name = "arm", mass = 1, com = { .5, 0, 0 }, inertia = { .01, .1, .1 },
      joint = { kind = "revolute", axis = "y", q = "th" } },
    { name = "fore", parent = "arm", mass = .5, com = { .2, .1, 0 }, inertia = { .1, .2, .3 },
      joint = { kind = "revolute", axis = "z", q = "ph", place = { { "Tx", 1 }, { "Rx", .3 } },
        after = { { "Rz", .7 }, { "Tx", .2 } } } } },
    frames = { { name = "tip", body = "fore", at = { .4, 0, .1 }, rpy = { 0, .5, 0 } } } }
end

t.test("axes of the body and of its joint, points by name: those told by hand", function()
  local m, q, v, a = after(), { .3, .5 }, { 1, -2 }, { .2, .4 }
  local function id(e) return m:id(q, v, a, { fore = e }) end
  local f, n = { 1, 2, -10 }, { .3, -.2, 1 }
  t.near(id { f = f, n = n, axes = "body" }, id { f = f, n = n }, 1e-12)
  t.near(id { f = f, n = n, point = "tip" }, id { f = f, n = n, point = { .4, 0, .1 } }, 1e-12)
  t.near(id { f = f, n = n, point = "tip", axes = "tip" }, m:id(q, v, a, { tip = { f, n } }), 1e-12)
  t.near(id { f = f, axes = "joint" }, id { f = li.rot.z(-.7) * li.vec(f) }, 1e-12)
  local p = (m:fk(q, "fore") ^ -1 * m:fk(q, "arm")).p
  t.near(m:statics(q, { fore = { f = f, point = "arm", axes = "world" } }) - m:gravity(q),
    m:jacobian(q, "fore", p):transpose() * li.vec { -f[1], -f[2], -f[3], 0, 0, 0 }, 1e-11)
  -- forward dynamics feels them too, loops or not
  local ext = { fore = { f = f, n = n, axes = "joint", point = "tip" } }
  t.near(m:fd(q, v, m:id(q, v, a, ext), ext), a, 1e-10)
  local out = li.zeros(2)
  m:fd(q, v, { 1, 2 }, out)
  t.near(out, m:fd(q, v, { 1, 2 }), 0)
  local bar = li.fourbar(1, 3, 2.5, { 3, -0.5 }):mechanism { density = 2 }:model()
  local at = bar:assemble(bar:home())
  local push = { coupler = { f = { 0, 5, 0 }, axes = "world", point = { 1, 0, 0 } } }
  local tau = bar:gravity(at) - bar:statics(at, push)
  t.near(bar:fd(at, { 0, 0, 0 }, { 0, 0, 0 }, push), bar:fd(at, { 0, 0, 0 }, tau), 1e-10)
end)

t.test("what joints transmit in the axes and about the origin of joint, body or a point", function()
  local m, q, v, a = after(), { .3, .5 }, { 1, -2 }, { .2, .4 }
  local own, body = m:wrenches(q, v, a).fore, m:wrenches(q, v, a, nil,
    { axes = "body", at = "body" }).fore
  local joint = m:wrenches(q, v, a, nil, { axes = "joint", at = "joint" })
  t.near(joint.fore.f, own.f, 1e-12)
  t.near(joint.fore.n, own.n, 1e-12)
  t.near(joint.arm.n, m:wrenches(q, v, a).arm.n, 1e-12)
  local named = m:wrenches(q, v, a, nil, { axes = "fore", at = "fore" }).fore
  t.near(body.f, named.f, 1e-12)
  t.near(body.n, named.n, 1e-12)
  t.near(body.f, li.rot.z(-.7) * own.f, 1e-12)
  local there = m:wrenches(q, v, a, nil, { axes = "world", at = { .1, .2, .3 } }).arm
  local origin = m:wrenches(q, v, a, nil, { axes = "world", at = "world" }).arm
  t.near(there.n, origin:at(li.vec { .1, .2, .3 }).n, 1e-12)
end)

t.test("at rest the first joint carries the weight, in the axes of the world", function()
  local m, weight = arm(), 0
  for _, b in ipairs(m:description().bodies) do weight = weight + (b.mass or 0) end
  local first = m:description().bodies[1].name
  local w = m:wrenches(Q, { 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0 }, nil, { axes = "world" })
  t.near(w[first].f, { 0, 0, 9.81 * weight }, 1e-9)
  -- and what hangs at the tip is held by all of them
  local last = m:description().bodies[6].name
  local pulled = m:wrenches(Q, { 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0 },
    { [last] = { f = { 0, 0, -20 }, axes = "world" } }, { axes = "world" })
  for name, x in pairs(pulled) do t.near(x.f - w[name].f, { 0, 0, 20 }, 1e-9, name) end
end)

t.test("mistakes name the place", function()
  local m = li.planar { 1, 1 }
  local function with(ext, options)
    return function() m:wrenches({ 0, 0 }, { 0, 0 }, { 0, 0 }, ext, options) end
  end
  t.raises("no body or frame is named 'linkk2' %(did you mean 'link2'%?%)",
    with { linkk2 = { f = { 1, 0, 0 } } })
  t.raises("link2: unknown key 'force' %(f, n, axes, point%)", with { link2 = { force = 1 } })
  t.raises("link2: expected f = {..} or n = {..}", with { link2 = { axes = "world" } })
  t.raises("link2.f: expected three numbers", with { link2 = { f = { 1, 2 } } })
  t.raises("link2.point: expected three numbers", with { link2 = { f = { 1, 2, 3 }, point = 3 } })
  t.raises("link2.axes: expected world, body, joint, or the name of a body or frame",
    with { link2 = { f = { 1, 2, 3 }, axes = 3 } })
  t.raises("unknown option 'axis' %(axes, at%)", with(nil, { axis = "world" }))
  t.raises("no body or frame is named 'base'", with(nil, { at = "base" }))
  t.raises("at: expected body, joint, the name of a body or frame, world, or three numbers",
    with(nil, { at = { 1, 2 } }))
  t.raises("no body or frame is named 'here'", with { link2 = { f = { 1, 2, 3 }, point = "here" } })
  t.raises("expected forces on bodies or frames by name, got a number as name",
    with { { f = { 1, 2, 3 } } })
end)

t.done()
