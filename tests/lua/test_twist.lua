-- test_twist.lua - twists and wrenches from Lua
local t = require "t"
local li = require "liaison"
local F = li.frame

local X = F.rz(0.4) * F.ry(-1) * F.trans { 1, -2, 0.5 }
local V, U = li.twist({ 1, 2, 3 }, { 4, 5, 6 }), li.twist({ -1, 0.5, 2 }, { 0.3, -0.2, 0.1 })
local W = li.wrench({ 7, -1, 2 }, { 0.5, 3, -2 })

t.test("linear part first, in fields and as six numbers", function()
  t.eq(V.v, li.vec { 1, 2, 3 })
  t.eq(V.w, li.vec { 4, 5, 6 })
  t.eq(W.f, li.vec { 7, -1, 2 })
  t.eq(W.n, li.vec { 0.5, 3, -2 })
  t.eq(li.vec(V), li.vec { 1, 2, 3, 4, 5, 6 })
  t.eq(li.twist { 1, 2, 3, 4, 5, 6 }, V)
  t.eq(li.twist(V), V)
  t.ok(V ~= li.wrench { 1, 2, 3, 4, 5, 6 })
end)

t.test("power is the same in every frame and about every point", function()
  local p = V:power(W)
  t.near(p, 7 - 2 + 6 + 2 + 15 - 12)
  t.near(W:power(V), p)
  t.near(V:to(X):power(W:to(X)), p, 1e-13)
  t.near(V:at({ 1, 2, 3 }):power(W:at { 1, 2, 3 }), p)
  t.near(V:rotate(X.R):power(W:rotate(X.R)), p)
end)

t.test("to and from undo each other, * is to", function()
  t.ok(V:to(X):from(X):near(V))
  t.ok(W:to(X):from(X):near(W))
  t.eq(X * V, V:to(X))
  t.eq(X * W, W:to(X))
  -- two frames with the same axes: a change of point
  t.ok(V:from(F.trans { 1, 2, 3 }):near(V:at { 1, 2, 3 }))
  t.ok(W:from(F.trans { 1, 2, 3 }):near(W:at { 1, 2, 3 }))
end)

t.test("bracket and carry", function()
  t.ok(V:bracket(U):near(-U:bracket(V)))
  t.near(li.vec(V:bracket(U)), V:adjoint() * li.vec(U), 1e-13)
  t.near(V:bracket(U):power(W) + U:power(V:carry(W)), 0)
end)

t.test("the exponential, its Jacobian by differences, and the inverse", function()
  local h, Vd = 1e-6, U
  local plus, minus, E = (V + h * Vd):exp(), (V - h * Vd):exp(), V:exp()
  local rate = (plus:matrix() - minus:matrix()) / (2 * h) * (E ^ -1):matrix()
  local twist = V:jac() * li.vec(Vd)
  t.near({ rate[1][4], rate[2][4], rate[3][4], rate[3][2], rate[1][3], rate[2][1] }, twist, 1e-6)
  t.near(V:jac_inv() * V:jac(), li.eye(6), 1e-11)
  t.eq(select("#", V:jac_inv()), 1)
  t.ok(select(2, li.twist({ 0, 0, 0 }, { 2 * math.pi, 0, 0 }):jac_inv()).no_inverse)
end)

t.test("axes of twists and wrenches", function()
  local s = li.twist.screw({ 0, 0, 5 }, { 3, 0, 9 }, 0.5, 2):screw()
  t.eq(s.kind, "axis")
  t.near(s.axis, { 0, 0, 1 })
  t.near(s.point, { 3, 0, 0 })
  t.near({ s.pitch, s.rate }, { 0.5, 2 })
  s = li.twist({ 0, 3, 4 }, { 0, 0, 0 }):screw()
  t.eq(s.kind, "translation")
  t.near(s.speed, 5)
  t.eq(s.pitch, nil)
  s = li.wrench.screw({ 1, 0, 0 }, { 0, 2, 0 }, 3, 10):screw()
  t.near({ s.force, s.pitch }, { 10, 3 })
  s = li.wrench({ 0, 0, 0 }, { 0, 0, 7 }):screw()
  t.eq(s.kind, "couple")
  t.near(s.moment, 7)
  t.eq(li.wrench({ 0, 0, 0 }, { 0, 0, 0 }):screw().kind, "none")
  t.raises("twist.screw: argument 1 %(axis%): the zero vec has no direction", li.twist.screw,
    { 0, 0, 0 }, { 0, 0, 0 })
end)

t.test("sums and multiples", function()
  t.ok((V + U - U):near(V))
  t.ok((2 * V):near(V + V))
  t.ok((V * 2 / 2):near(V))
  t.ok((-W + W):near(0 * W))
  t.ok((W - W):near(0 * W))
  t.ok((W * 2):near(W + W))
  t.ok((W / 2 + W / 2):near(W))
  t.near(li.vec(li.twist { 0, 1e-300, 0, 0, 0, 2e-308 } / 1e-310), { 0, 1e10, 0, 0, 0, 200 }, 1e-2)
end)

t.test("a twist is no wrench", function()
  t.raises("twist %+: .*expected a twist, got a wrench", function() return V + W end)
  t.raises("two of them have no product", function() return V * U end)
  t.raises("twist:power: argument 1 %(F%): expected a wrench, got a twist", V.power, V, U)
  t.raises("twist: expected linear velocity v and angular velocity w, got the first three only",
    li.twist, { 1, 2, 3 })
  t.raises("wrench: six numbers, or three and three", li.wrench, { 1, 2, 3, 4, 5, 6 }, { 1, 2, 3 })
  t.raises("^tests/lua/t.lua:%d+: twist: argument 1 %(v%): expected", li.twist, { 1, 2 },
    { 1, 2, 3 })
  t.raises("argument 2 %(w%[2%]%): expected a finite number, got inf", li.twist, { 1, 2, 3 },
    { 1, math.huge, 3 })
  t.raises("twist has no method 'f'", function() return V.f end)
  t.raises("division by zero", function() return V / 0 end)
end)

t.done()
