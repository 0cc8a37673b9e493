-- test_traj.lua - motion laws, splines and planar mechanisms from Lua
local t = require "t"
local li = require "liaison"

t.test("laws keep the numbers of the course", function()
  local s, v, a, j = li.law "poly7":at(0.3)
  t.near({ s, v, a, j }, { .126036, 1.29654, 7.4088, -8.82 })
  t.near(li.law "poly5":duration(2, 3, 10, 60), 1.2599210498948732)
  t.near(li.law("sine2", 0.25):at(0.125), .024779802726277)
  t.eq(li.law("sine2", 0.25).ta, 0.25)
end)

t.test("mistakes in laws are named", function()
  t.raises("^[^:]*:%d+: law: unknown motion law 'poly4' %(did you mean 'poly", li.law, "poly4")
  t.raises("ta: needs 0 < ta <= 1/2", li.law, "sine2", 0.7)
  t.raises("jumps: it cannot keep a jerk limit",
    function() return li.law "trapezoid":duration(1, 1, 1, 1) end)
  t.raises("argument 3 %(T%)", function() return li.law "poly5":move({ 0 }, { 1 }, 0, 0) end)
  t.raises("argument 2 %(to%): expected 1 number",
    function() return li.law "poly5":move({ 0 }, { 1, 2 }, 1, 0) end)
end)

t.test("a spline passes through its points", function()
  local s = li.spline({ 0, 1, 3 }, { { 0, 1 }, { 2, 1 }, { -1, 4 } }, { 1, 0 })
  t.near(s:at(1), { 2, 1 })
  local x, v = s:at(0)
  t.near(x, { 0, 1 })
  t.near(v, { 1, 0 })
  t.raises("times must increase", li.spline, { 0, 0 }, { { 1 }, { 2 } })
  t.raises("a row for each of the 2 times", li.spline, { 0, 1 }, { { 1 } })
end)

t.test("the fastest trapezoidal acceleration is the S-curve: D/v + v/a + a/j", function()
  local T, law = li.law "trapacc":fastest({ 2 }, { 3 }, { 10 }, { 60 })
  t.near(T, 2 / 3 + .3 + 1 / 6, 1e-15)
  t.near({ law:peaks() }, { 3 * T / 2, 10 * T ^ 2 / 2, 60 * T ^ 3 / 2 }, 1e-12)
  t.near(law:duration(2, 3, 10, 60), T, 1e-15)
  -- without a speed limit the way is too short for a cruise: v (v/a + a/j) = D
  local v = 5 * (math.sqrt(1 / 36 + .8) - 1 / 6)
  t.near((li.law "trapacc":fastest({ 2 }, { 0 }, { 10 }, { 60 })), 2 / v + v / 10 + 1 / 6, 1e-15)
  t.near((li.law "trapacc":fastest({ 2, 1 }, { 0, 0 }, { 0, 0 }, { 60, 10 })),
    4 * (2 / 2 / 60) ^ (1 / 3) < 4 * (1 / 2 / 10) ^ (1 / 3)
    and 4 * (1 / 2 / 10) ^ (1 / 3) or 4 * (2 / 2 / 60) ^ (1 / 3), 1e-14)
end)

t.test("the four-bar of the course, and where it cannot close", function()
  local m = li.fourbar(1, 3, 2.5, { 3, -0.5 })
  local p2, p3 = m:solve(math.pi / 3, "minus", 2, 0.5)
  t.near(p2, { 0.3818068424921154, -0.30192685659554797, 1.06542665 }, 1e-8)
  t.near(p3, { 1.4569591080819342, 0.5614575919256886, 1.525154184 }, 1e-8)
  t.eq(m:class(), "crank_rocker")
  local ok, message, code = li.fourbar(1, 1, 1, { 9, 0 }):solve(0)
  t.eq(ok, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(message:find "the loop cannot close")
  t.eq(select(3, li.fourbar(1, 1, 1, { 9, 0 }):range()), "EUNREACHABLE")
  t.raises("expected a length above 0, got %-1", li.fourbar, -1, 1, 1, { 1, 0 })
end)

t.test("counts of mobility", function()
  t.eq(li.mobility.plane(6, 8, 8), -1)
  t.eq(li.mobility.space(6, 7, 16), 4)
  t.eq(li.mobility.placements(5, 2), 10)
end)

t.done()
