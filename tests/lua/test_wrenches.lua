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
  t.raises("link2.axes: expected the name of a body or frame", with { link2 = { f = { 1, 2, 3 },
    axes = 3 } })
  t.raises("unknown option 'axis' %(axes, at%)", with(nil, { axis = "world" }))
  t.raises("no body or frame is named 'base'", with(nil, { at = "base" }))
  t.raises("expected forces on bodies or frames by name, got a number as name",
    with { { f = { 1, 2, 3 } } })
end)

t.done()
