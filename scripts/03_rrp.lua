-- 03_rrp.lua - the course's RRP robot: DH table out of its axes, pose, Jacobian, singularities
--                                                                       [course] E3.8, E4.1 to E4.3
local li = require "liaison"
local proof = require "liaison.app.expect"
local a2, q = 0.1, { 0.4, -0.7, 0.25 }

local arm = li.robots.rrp()
print(arm)
local X = arm:fk(q)
proof.near("origin of the tip (mm)", 1000 * X.p, { 218.7875763679, 92.5019036325, 126.7887780974 },
  1e-10)
proof.near("first row of its rotation", X.R:matrix()[1],
  { -0.3894183423, 0.5933637834, 0.7044663053 }, 1e-9)
proof.near("the base seen from the tip", 1000 * (X ^ -1).p, { 0, -250, -100 }, 1e-12)

proof.title "Jacobian, linear part first: E4.2"
local J = arm:jacobian(q)
print(J)
proof.near("linear rows", J:block(1, 1, 3, 3),
  { { -0.0925019036325, -0.1167801979828, 0.5933637834 },
  { 0.2187875763679, -0.04937387579, 0.2508701839 },
  { 0, 0.2375386405379, 0.7648421873 } }, 1e-10)
proof.near("angular rows", J:block(4, 1, 3, 3),
  { { 0, 0.3894183423, 0 }, { 0, -0.921060994, 0 }, { 1, 0, 0 } }, 1e-9)

proof.title "In symbols: the determinant in factors, and where it is zero"
local g = li.robots.rrp():generator()
local det = g:determinant(nil, { 1, 2, 3 })
print("det J =", det)
local q2, d3 = arm:coordinates()[2], arm:coordinates()[3]
proof.same("det J = d3 (a2 c2 - d3 s2)", det,
  ("%s*(cos(%s)/10 - %s*sin(%s))"):format(d3, q2, d3, q2))
proof.near("its value", J:block(1, 1, 3, 3):det(), 0.05938466013446782, 1e-12)
local above = { 0.4, math.atan(a2 / 0.25), 0.25 }
proof.near("with the tip above the first axis, tan q2 = a2/d3, it is zero",
  arm:jacobian(above):block(1, 1, 3, 3):det(), 0, 1e-15)

proof.title "The four ways to reach the point: [course] E3.8"
local ways = arm:ik_all(X.p)
for _, s in ipairs(ways) do proof.near(("q = %s"):format(tostring(s)), arm:fk(s).p, X.p, 1e-12) end
proof.near("how many", #ways, 4)

proof.model("rrp", arm)
proof.curves("rrp_det", { xlabel = "q2 (rad)", ylabel = "det J", label = "d3 = 0.25" }, -math.pi,
  math.pi, 120, function(x) return 0.25 * (a2 * math.cos(x) - 0.25 * math.sin(x)) end)
proof.done()
