-- test.lua - a motion law of one file and one row: degree 9
local t = require "t"
local li = require "liaison"

t.test("poly9 in numbers, in symbols, in help", function()
  local law = li.law "poly9"
  local s, v, a, j = law:at(.5)
  t.near({ s, v, a, j }, { .5, 315 / 128, 0, -315 / 4 }, 1e-12)
  local at, expr = .3, law:expr()
  local x = li.expr "t"
  for _, want in ipairs { law:at(at) } do
    t.near(expr:eval { t = at }, want, 1e-12)
    expr = expr:diff(x)
  end
  t.eq(li.laws().poly9.jerk, true)
  t.raises("did you mean 'poly9'", li.law, "poly99")
end)

t.test("poly9 plans and drives", function()
  local law = li.law "poly9"
  local T = law:duration(2, 3, 10, 60)
  local v, a, j = law:peaks()
  t.near(math.max(2 * v / T / 3, 2 * a / T ^ 2 / 10, 2 * j / T ^ 3 / 60), 1, 1e-12)
  local arm = li.planar { 1 }
  local q = law:move({ 0 }, { 1 }, 2, 2)
  t.near(q, { 1 }, 1e-15)
  t.near(arm:fk(q).p[1], math.cos(1), 1e-15)
end)
