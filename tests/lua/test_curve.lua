-- test_curve.lua - li.curve: what is given comes back; cuts tell the same curve; mistakes
local t = require "t"
local li = require "liaison"

-- 0 to 1: t^2; 1 to 3: 1 + 2 (t - 1) (t^2 goes on in a straight line)
local c = li.curve({ 0, 1, 3 }, { li.mat { { 0, 0, 1 } }, li.mat { { 1, 2, 0 } } })

t.test("a curve tells what it was given", function()
  t.near({ c.n, c.pieces, c.degree, c.first, c.last }, { 1, 2, 2, 0, 3 }, 0)
  t.near(c:knots(), { 0, 1, 3 }, 0)
  t.near(c:coefficients(2):row(1), { 1, 2, 0 }, 0)
end)

t.test("values, peaks and jumps", function()
  local x, v, a, j = c:at(0.5)
  t.near({ x[1], v[1], a[1], j[1] }, { 0.25, 1, 2, 0 }, 0)
  x, v = c:at(9)
  t.near({ x[1], v[1] }, { 5, 0 }, 0)
  local least, most, at_least, at_most = c:extremes()
  t.near({ least[1], most[1], at_least[1], at_most[1] }, { 0, 5, 0, 3 }, 0)
  t.near({ c:jump(1) }, { 0, 0 }, 0)
  t.near({ c:jump(2) }, { 2, 1 }, 0)
end)

t.test("parts, reversed, stretched, moved, joined, along another", function()
  local function same(other, f, from, to)
    for k = 0, 20 do
      local s = from + (to - from) * k / 20
      t.near(other:at(s)[1], c:at(f(s))[1], 1e-14, s)
    end
  end
  same(c:slice(0.5, 2), function(s) return s end, 0.5, 2)
  same(c:reverse(), function(s) return 3 - s end, 0, 3)
  same(c:stretch(2), function(s) return s / 2 end, 0, 6)
  same(c:shift(-1), function(s) return s + 1 end, -1, 2)
  same(c:join(c), function(s) return s - 3 end, 3.001, 6)
  local s_of = li.curve({ 0, 1 }, { li.mat { { 0, 0, 3 } } }) -- 3 t^2
  same(c:along(s_of), function(s) return 3 * s ^ 2 end, 0, 1)
  t.eq(c:along(s_of).degree, 4)
end)

t.test("mistakes have their place", function()
  local piece = li.mat { { 1 } }
  t.raises("argument 2 .pieces.: expected 1 pieces between 2 knots, got 2", li.curve, { 0, 1 },
    { piece, piece })
  t.raises("expected 0 pieces between 1 knots", li.curve, { 0 }, { piece })
  t.raises("expected a mat for each piece", li.curve, { 0, 1 }, { 3 })
  t.raises("piece 2 has 2 x 1 coefficients, the first 1 x 1", li.curve, { 0, 1, 2 },
    { piece, li.mat { { 1 }, { 2 } } })
  t.raises("times must increase: t%[2%] = 0 after 0", li.curve, { 0, 0 }, { piece })
  t.raises("degree of at most 11", li.curve, { 0, 1 }, { li.zeros(1, 13) })
  t.raises("needs a piece of 0 to 3, got 2 to 4", c.slice, c, 2, 4)
  t.raises("needs a factor above 0", c.stretch, c, -1)
  t.raises("expected a piece from 1 to 2, got 3", c.coefficients, c, 3)
  t.raises("order of derivative from 0 to 5, got 6", c.extremes, c, 6)
  t.raises("the inner curve goes from 0 to 5, the outer one is told from 0 to 3", c.along, c, c)
  t.raises("curve 2 has 2 components, the first has 1", c.join, c,
    li.curve({ 0, 1 }, { li.mat { { 1 }, { 2 } } }))
end)

t.done()
