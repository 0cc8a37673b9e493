-- 06_inria.lua - the painting robot of the 1980 report, condensed: what it prints beside what comes out        [inria80] chapters 3, 4
local li = require "liaison"
local proof = require "liaison.proof"

local start = os.clock()
local arm = li.robots.inria6r()
local eq = arm:equations()
local text = tostring(eq)
print(text)
proof.holds(("derived and printed in %.0f ms (the report's machine took minutes)"):format(1000 * (os.clock() - start)), os.clock() - start < 1)

proof.title "Gravity as the report prints it: Q(3) = ... + Q(4), and so on; our G is -Q"
local printed = {
  "0", "-G*S2*VY2 + Q3", "-G*C23*VZ3 + Q4", "-G*C234*C5*VZ6", "G*S234*S5*VZ6", "0",
}
local names = { C5 = "cos(q5)", S5 = "sin(q5)", S2 = "sin(q2)", C23 = "cos(q2 + q3)", C234 = "cos(q2 + q3 + q4)", S234 = "sin(q2 + q3 + q4)" }
local function read(s) return (s:gsub("%f[%w][CS]%d+", names)) end
printed[4], printed[5] = read(printed[4]), read(printed[5])
printed[3] = read(printed[3]):gsub("Q4", printed[4])
printed[2] = read(printed[2]):gsub("Q3", printed[3])
for i = 1, 6 do proof.same(("Q(%d)"):format(i), -1 * li.expr(eq.G[i]), li.expr(printed[i], "new")) end

proof.title "A slip on purpose is found, with the terms it touches"
local wrong = li.compare(read "G*VY2*sin(q2) + G*VZ2*C23 + G*VZ6*C5*C234", eq.G[2])
print(wrong)
proof.holds("the comparison says no", not wrong.equal)

proof.title "In numbers, data P1 of the report, state S"
local p1 = li.robots.inria6r { data = "P1" }
local q = { 0.3, -0.5, 0.8, -0.4, 0.7, 1.1 }
local M = p1:mass(q)
proof.near("A11 A12 A13 A22", { M[1][1], M[1][2], M[1][3], M[2][2] }, { 3.13222034768342, -0.180747939665724, 0.104190581358372, 10.5689371366258 }, 1e-12)
proof.near("where the tool is", p1:fk(q).p, { 0.378783573784323, 1.30079867061986, 0.570520930703972 }, 1e-12)

proof.title "What it costs: multiplications and additions"
local ops = p1:equations():ops "id"
print(("inverse dynamics: %d and %d; the report's own listing of A alone: 255 and 57"):format(ops.mul, ops.add))
proof.holds("at most 140 and 92", ops.mul <= 140 and ops.add <= 92)

proof.model("inria6r", p1)
proof.curves("inria6r_gravity", { xlabel = "q2 (rad)", ylabel = "gravity (N m)", label = { "joint 2", "joint 3" } }, -1.5, 1.5, 60,
  function(x) return p1:gravity({ 0.3, x, 0.8, -0.4, 0.7, 1.1 })[2] end, function(x) return p1:gravity({ 0.3, x, 0.8, -0.4, 0.7, 1.1 })[3] end)
proof.done()
