-- test_compare.lua - li.compare with numbers within a tolerance, vectors, matrices, frames, and the
-- abbreviations of the course
local t = require "t"
local li = require "liaison"

t.test("numbers are equal within a tolerance, or to digits, and only then", function()
  t.ok(not li.compare(28.31, 28.314).equal, "exactly, where nothing is told")
  t.ok(li.compare(28.31, 28.314, { tol = 0.004000001 }).equal)
  t.ok(not li.compare(28.31, 28.314, { tol = 0.0039 }).equal)
  t.ok(li.compare(28.3, 28.314, { digits = 3 }).equal)
  t.ok(not li.compare(28.5, 28.314, { digits = 3 }).equal)
  t.ok(not li.compare(28.3, 28.314, { digits = 5 }).equal)
  t.ok(li.compare("sqrt(3)/2", 0.866, { digits = 3 }).equal)
  t.eq(tostring(li.compare(1, 2, { digits = 3 })), "only printed: 1\nonly computed: 2")
end)

t.test("vectors, matrices, rotations, frames of numbers", function()
  local R = li.rot.z(0.3)
  t.ok(li.compare(li.vec { 1, 2 }, { 1, 2 }).equal)
  t.ok(li.compare({ { 0.955, -0.296, 0 }, { 0.296, 0.955, 0 }, { 0, 0, 1 } }, R,
    { digits = 3 }).equal)
  t.ok(li.compare(R, li.mat { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } * R).equal)
  local c = li.compare(R ^ -1, R, { digits = 3 })
  t.eq(#c.list, 2)
  t.eq(c.list[1].where, "[1][2]")
  t.ok(li.compare(li.frame(R, { 1, 2, 3 }), li.frame(R, { 1, 2, 3 }):matrix()).equal)
  t.raises("3x3 printed, 4x4 computed", li.compare, R, li.frame(R, { 1, 2, 3 }))
  t.raises("a matrix with an expression", li.compare, R, 3)
end)

t.test("c1, s12 where slides are coordinates too: what the course's robot prints", function()
  local g = li.robots.rrp():generator()
  local A = g:homogeneous()
  local x = A:at(1, 4)
  t.ok(li.compare("c1*(0.1*c2 - d3*s2)", x).equal)
  t.ok(li.compare("C1*(0.1*C2 - d3*S2)", x).equal, "capital letters")
  t.eq(tostring(li.compare("c1*(0.1*c2 + d3*s2)", x)),
    "only printed: d3*sin(th2)*cos(th1)\nonly computed: -d3*sin(th2)*cos(th1)")
  for i = 1, 3 do
    for j = 1, 4 do
      local text = A:at(i, j):text "own"
      t.ok(li.compare(text, A:at(i, j)).equal, text)
    end
  end
end)

t.test("angles that are plain symbols are abbreviated as well", function()
  local e = li.expr("L1*cos(u1) + L2*cos(u1 + u2)", "new")
  t.ok(li.compare("L1*c1 + L2*c12", e).equal)
  t.ok(not li.compare("L1*c1 + L2*s12", e).equal)
end)

t.test("options that are none are refused", function()
  t.raises("compare: unknown key 'digit'", li.compare, 1, 1, { digit = 3 })
  t.raises("compare.tol: expected a number >= 0", li.compare, 1, 1, { tol = -1 })
end)

t.done()
