-- 06_inria.lua - the painting robot of the 1980 report, condensed: what it prints beside what comes
-- out                                                                       [inria80] chapters 3, 4
local li = require "liaison"
local proof = require "liaison.app.expect"

local start = os.clock()
local arm = li.robots.inria6r()
local eq = arm:equations()
local text = tostring(eq)
print(text)
proof.holds(("derived and printed in %.0f ms (the report's machine took minutes)"):format(1000
  * (os.clock() - start)), os.clock() - start < 1)

-- "+2*VZ3*L2*(+C23*S2)" as an expression
local function read(line)
  return li.expr((line:gsub("%f[%w]([SC])(%d+)%f[%W]", function(f, digits)
    return (f == "S" and "sin(" or "cos(") .. digits:gsub("%d", "q%0+"):sub(1, -2) .. ")"
  end)), "new")
end

proof.title "Gravity as the report prints it: Q(3) = ... + Q(4), and so on; our G is -Q"
local listing = require "liaison.catalog.robots.inria6r_listing"
local Q = {}
for _, line in ipairs(listing.Q) do
  local i, own, shared = line:match "^Q%((%d)%)=([^Q]*)%+?Q?%(?(%d?)"
  Q[tonumber(i)] = read((own:gsub("%+$", ""))) + (Q[tonumber(shared)] or 0)
  proof.same(line, -1 * li.expr(eq.G[tonumber(i)]), Q[tonumber(i)])
end

proof.title("The inertia coefficients: each printed line beside ours, and the terms in which "
  .. "they differ")
local differing, ours = {}, arm:listing().A
for k, line in ipairs(listing.A) do
  local i, j, terms = line:match "^A(%d)(%d)=(.*)$"
  local mine = read((ours[k]:gsub("^A%d+=", "")))
  print("  printed " .. line .. "\n  ours    " .. ours[k])
  proof.holds("ours is what comes out of the energies",
    mine:equals(eq.M:at(tonumber(i), tonumber(j))))
  local c = li.compare(read(terms), mine)
  if not c.equal then
    differing[#differing + 1] = "A" .. i .. j
    print("  DIFFER: " .. tostring(c):gsub("\n", "\n          "))
    proof.holds("mended it is ours", read((listing.mended[k]:gsub("^A%d+=", ""))):equals(mine))
  end
end
proof.holds("they differ in A11 and A33, the misprints E15 and E14: "
  .. table.concat(differing, " "), table.concat(differing, " ") == "A11 A33")

proof.title "A slip on purpose is found, with the terms it touches"
local wrong = li.compare(read "G*VY2*S2+G*VZ2*C23+G*VZ6*C5*C234", eq.G[2])
print(wrong)
proof.holds("the comparison says no", not wrong.equal)

proof.title "In numbers, data P1 of the report, state S"
local p1 = li.robots.inria6r { data = "P1" }
local q = { 0.3, -0.5, 0.8, -0.4, 0.7, 1.1 }
local M = p1:mass(q)
proof.near("A11 A12 A13 A22", { M[1][1], M[1][2], M[1][3], M[2][2] },
  { 3.13222034768342, -0.180747939665724, 0.104190581358372, 10.5689371366258 }, 1e-12)
proof.near("where the tool is", p1:fk(q).p,
  { 0.378783573784323, 1.30079867061986, 0.570520930703972 }, 1e-12)

proof.model("inria6r", p1)
proof.curves("inria6r_gravity",
  { xlabel = "q2 (rad)", ylabel = "gravity (N m)", label = { "joint 2", "joint 3" } }, -1.5, 1.5,
  60,
  function(x) return p1:gravity({ 0.3, x, 0.8, -0.4, 0.7, 1.1 })[2] end,
  function(x) return p1:gravity({ 0.3, x, 0.8, -0.4, 0.7, 1.1 })[3] end)
proof.done()
