-- test_inertia.lua - bodies from Lua: constructors, solids, Steiner, what is refused and why
local t = require "t"
local li = require "liaison"
local F = li.frame

t.test("the ways to give a tensor", function()
  local J = li.inertia { mass = 2, com = { 1, 2, 3 }, tensor = { 1, 1.5, 2, 0.1, -0.2, 0.3 } }
  local rows = { { 1, 0.1, -0.2 }, { 0.1, 1.5, 0.3 }, { -0.2, 0.3, 2 } }
  t.near(J:tensor(), rows, 1e-13)
  t.eq(J.mass, 2)
  t.near(J.com, { 1, 2, 3 })
  t.near(J.h, { 2, 4, 6 })
  t.ok(J:near(li.inertia { mass = 2, com = { 1, 2, 3 }, tensor = rows }))
  t.ok(J:near(li.inertia { mass = 2, com = { 1, 2, 3 }, about = "origin",
    tensor = J:tensor "origin" }))
  t.ok(J:near(li.inertia { mass = 2, com = { 1, 2, 3 }, products = "integrals",
    tensor = { 1, 1.5, 2, -0.1, 0.2, -0.3 } }))
  t.near(J:products(), { -0.1, 0.2, -0.3 }, 1e-13)
  t.near(li.inertia { mass = 1, tensor = { 1, 2, 2.5 } }:tensor(),
    { { 1, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2.5 } })
  t.ok(li.inertia.pseudo(J:pseudo()):near(J))
  t.ok(li.inertia(2, { 1, 2, 3 }, rows):near(J))
  t.raises("expected one table, or mass, com, tensor", li.inertia, { mass = 2 }, { 1, 2, 3 })
end)

t.test("what is wrong is named, with its place", function()
  local function make(b)
    local J = li.inertia(b)
    return J
  end
  t.raises("^tests/lua/test_inertia.lua:%d+: tensor: missing; a point mass is li.inertia.point",
    make, { mass = 2 })
  t.raises("mass: expected a finite number, got nil", make, { tensor = { 1, 1, 1 } })
  t.raises("mass: expected a number > 0, got 0", make, { mass = 0, tensor = { 1, 1, 1 } })
  t.raises("unknown key 'Tensor' %(did you mean 'tensor'%?%)", make,
    { mass = 1, Tensor = { 1, 1, 1 } })
  t.raises("tensor: expected", make, { mass = 1, tensor = { 1, 1 } })
  t.raises("tensor%[2%]: expected a finite number, got nan", make,
    { mass = 1, tensor = { 1, 0 / 0, 1 } })
  t.raises("tensor: expected a symmetric matrix, but %[1%]%[2%] is 0.1 and %[2%]%[1%] is 0.2", make,
    { mass = 1, tensor = { { 1, 0.1, 0 }, { 0.2, 1, 0 }, { 0, 0, 1 } } })
  t.raises("triangle inequality: the central moments 1 %+ 2 must be >= 3.5, their difference "
    .. "is %-0.5", make,
    { mass = 1, tensor = { 1, 2, 3.5 } })
  t.raises("their difference is %-1 %(the large one is about axis %(0, 1, 0%)%)", make,
    { mass = 1, tensor = { 1, 3, 1 } })
  t.raises("central moment about axis %(1, 0, 0%): expected >= 0, got %-1", make,
    { mass = 1, tensor = { -1, 2, 2 } })
  t.raises("about: expected 'com' or 'origin', got the string 'centre'", make,
    { mass = 1, tensor = { 1, 1, 1 }, about = "centre" })
  -- the origin's tensor taken for the central one by mistake
  t.raises("central moment", make,
    { mass = 1, com = { 3, 0, 0 }, tensor = { 0.1, 1, 1 }, about = "origin" })
  local J = make { mass = 1, tensor = { 1, 2, 3.5 }, check = false }
  local ok, message, code = J:check()
  t.eq(ok, nil)
  t.ok(message:find "triangle inequality")
  t.eq(code, "EMODEL")
  t.eq(li.inertia.rod { h = 1, mass = 1 }:check(), true)
  t.eq(li.inertia.rod { h = 1, mass = 1 }:check "solid", nil)
  t.eq(li.inertia.box { x = 1, y = 1, z = 1, mass = 1 }:check "solid", true)
end)

t.test("solids, by mass or by density, at a place", function()
  local box = li.inertia.box { x = 1, y = 2, z = 3, density = 100 }
  t.near(box.mass, 600)
  t.near(box:tensor(), { { 600 * 13 / 12, 0, 0 }, { 0, 600 * 10 / 12, 0 }, { 0, 0, 600 * 5 / 12 } },
    1e-10)
  local cylinder = li.inertia.cylinder { r = 0.2, h = 1, mass = 5,
    at = F.ry(90 * li.deg) * F.tz(0.5) }
  t.near(cylinder.com, { 0.5, 0, 0 })
  t.near(cylinder:tensor()[1][1], 5 * 0.04 / 2)
  t.ok(li.inertia.box { x = 1, y = 2, z = 3, mass = 4, at = { 1, 0, 0 } }:near(
    F.tx(1) * li.inertia.box { x = 1, y = 2, z = 3, mass = 4 }))
  t.raises("expected mass or density, got both", li.inertia.box,
    { x = 1, y = 1, z = 1, mass = 1, density = 1 })
  t.raises("expected mass or density, got neither", li.inertia.box, { x = 1, y = 1, z = 1 })
  t.raises("^tests/lua/t.lua:%d+: z: expected a finite number, got nil", li.inertia.box,
    { x = 1, y = 1, mass = 1 })
  t.raises("x: expected a number >= 0, got %-1", li.inertia.box, { x = -1, y = 1, z = 1, mass = 1 })
  t.raises("inner of a tube: expected at most r = 1, got 2", li.inertia.tube,
    { r = 1, inner = 2, h = 1, mass = 1 })
  t.ok(li.inertia.rod { h = 1, mass = 3,
    at = li.rot.x(1) }:near(F.rx(1) * li.inertia.rod { h = 1, mass = 3 }))
  t.raises("inertia has no method 'm' %(its mass is J%.mass%)", function() return box.m end)
  t.raises("inertia has no method 'I' %(its tensor is J:tensor%(%)%)", function() return box.I end)
  t.raises("unknown key 'radius'", li.inertia.sphere, { radius = 1, mass = 1 })
  t.raises("inertia has no function 'bxo' %(did you mean 'box'%?%)",
    function() return li.inertia.bxo end)
  t.raises("density: a box of these sizes has no extent and so no mass: give mass", li.inertia.box,
    { x = 1, y = 1, z = 0, density = 1 })
  t.raises("unknown key 'radius' %(did you mean 'r'%?%)", li.inertia.cylinder,
    { radius = 1, h = 1, mass = 1 })
  t.raises("unknown key 'length' %(did you mean 'h'%?%)", li.inertia.rod, { length = 1, mass = 1 })
  t.raises("unknown key 'length' %(there are", li.inertia.sphere, { length = 1, mass = 1 })
  t.raises("no function 'shell' %(see li%.inertia%.sphere_shell, li%.inertia%.cylinder_shell",
    function() return li.inertia.shell end)
end)

t.test("sums, cuts, frames and energy", function()
  local X = F.rz(0.4) * F.trans { 1, -2, 0.5 }
  local ball, rod = li.inertia.sphere { r = 0.1, mass = 2, at = { 1, 0, 0 } },
    li.inertia.rod { h = 1, mass = 3 }
  local both = ball + rod
  t.near(both.mass, 5)
  t.near(both.com, { 2 / 5, 0, 0 })
  t.ok((both - rod):near(ball))
  t.ok((X * both):near(X * ball + X * rod))
  t.ok(both:to(X):from(X):near(both))
  t.ok(both:shift({ 1, 2, 3 }):near(F.trans { -1, -2, -3 } * both))
  t.ok(both:rotate(X.R):near(F(X.R) * both))
  local V = li.twist { 1, 2, 3, 0.4, 0.5, 0.6 }
  t.near(both:energy(V), both:momentum(V):dot(li.vec(V)) / 2)
  t.near(both:matrix() * li.vec(V), both:momentum(V))
  t.near((X * both):energy(X * V), both:energy(V))
  local moments, axes = both:principal()
  local Q = axes:matrix()
  t.near(Q * li.diag(moments) * Q:transpose(), both:tensor())
end)

t.test("a body of a description takes an inertia as it is", function()
  local box = li.inertia.box { x = 1, y = 2, z = 3, mass = 12, at = { 0.5, 0, 0 } }
  local function robot(body)
    local m = li.robot { bodies = { body } }
    return m
  end
  local text = robot { name = "a", joint = "revolute", axis = "z", inertia = box }:lua()
  t.ok(text:find("mass = 12, com = { 0.5, 0, 0 }, inertia = { 13, 10, 5", 1, true), text)
  t.raises("bodies%[1%]%.inertia: the object says mass and com too: leave out mass", robot,
    { name = "a", joint = "revolute", axis = "z", mass = 2, inertia = box })
end)

t.done()
