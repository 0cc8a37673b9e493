-- 03_rrp.lua - the course's RRP robot: DH table out of its axes, pose, Jacobian, singularities        [course] E3.8, E4.1 to E4.3
local li = require "liaison"
local proof = require "liaison.proof"
local a2, q = 0.1, { 0.4, -0.7, 0.25 }

local arm = li.robots.rrp()
print(arm)
local X = arm:fk(q)
proof.near("origin of the tip (mm)", 1000 * X.p, { 218.7875763679, 92.5019036325, 126.7887780974 }, 1e-10)
proof.near("first row of its rotation", X.R:matrix()[1], { -0.3894183423, 0.5933637834, 0.7044663053 }, 1e-9)
proof.near("the base seen from the tip", 1000 * (X ^ -1).p, { 0, -250, -100 }, 1e-12)

proof.title "Jacobian, linear part first: E4.2"
local J = arm:jacobian(q)
print(J)
proof.near("linear rows", { J[1], J[2], J[3] }, { { -0.0925019036325, -0.1167801979828, 0.5933637834 }, { 0.2187875763679, -0.04937387579, 0.2508701839 },
  { 0, 0.2375386405379, 0.7648421873 } }, 1e-10)
proof.near("angular rows", { J[4], J[5], J[6] }, { { 0, 0.3894183423, 0 }, { 0, -0.921060994, 0 }, { 1, 0, 0 } }, 1e-9)

proof.title "In symbols: the determinant in factors, and where it is zero"
local g = li.robots.rrp():generator()
local det = g:determinant(nil, { 1, 2, 3 })
print("det J =", det)
local q2, d3 = arm:coordinates()[2], arm:coordinates()[3]
proof.same("det J = d3 (a2 c2 - d3 s2)", det, ("%s*(cos(%s)/10 - %s*sin(%s))"):format(d3, q2, d3, q2))
local JL = li.mat { { J[1][1], J[1][2], J[1][3] }, { J[2][1], J[2][2], J[2][3] }, { J[3][1], J[3][2], J[3][3] } }
proof.near("its value", JL:det(), 0.05938466013446782, 1e-12)
local singular = { 0.4, math.atan(a2 / 0.25), 0.25 }
local S = arm:jacobian(singular)
local SL = li.mat { { S[1][1], S[1][2], S[1][3] }, { S[2][1], S[2][2], S[2][3] }, { S[3][1], S[3][2], S[3][3] } }
proof.near("with the tip above the first axis, tan q2 = a2/d3, it is zero", SL:det(), 0, 1e-15)

proof.title "The four ways to reach the point: [course] E3.8"
local p = X.p
local r, solutions = math.sqrt(p[1] ^ 2 + p[2] ^ 2), {}
for _, side in ipairs { 1, -1 } do
  for _, sign in ipairs { 1, -1 } do
    local atan2 = function(y, x) return (math.atan2 or math.atan)(y, x) end -- luacheck: ignore
    local slide = sign * math.sqrt(r ^ 2 + p[3] ^ 2 - a2 ^ 2)
    solutions[#solutions + 1] = { atan2(side * p[2], side * p[1]), atan2(p[3], side * r) - atan2(slide, a2), slide }
  end
end
for i, s in ipairs(solutions) do proof.near(("solution %d: q = %.4f %.4f %.3f"):format(i, s[1], s[2], s[3]), arm:fk(s).p, p, 1e-12) end

proof.model("rrp", arm)
proof.curves("rrp_det", { xlabel = "q2 (rad)", ylabel = "det J", label = "d3 = 0.25" }, -math.pi, math.pi, 120, function(x) return 0.25 * (a2 * math.cos(x) - 0.25 * math.sin(x)) end)
proof.done()
