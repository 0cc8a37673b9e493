-- 24_operations.lua - what a person could write down, beside what one has written down: operations of the 1980 report        [inria80] 3, 4
local li = require "liaison"
local proof = require "liaison.proof"

local ours, published = {}, {} -- multiplications
local function beside(what, ops, mul, add)
  local additions = ops.add - ops.angle -- those in angles are listed with the sines
  print(("%-46s %3d and %3d; published %3d and %3d"):format(what, ops.mul, additions, mul, add))
  proof.holds("at or under them", ops.mul <= mul and additions <= add)
  ours[#ours + 1], published[#published + 1] = ops.mul, mul
end

local ten = { bodies = {}, gravity = { 0, "G", 0 } } -- turns about Y X X X Y X X Y X Z
for i, axis in ipairs { "y", "x", "x", "x", "y", "x", "x", "y", "x", "z" } do
  local at, com = { 0, 0, 0 }, { 0, 0, 0 }
  if i > 1 then at[i <= 3 and 2 or 3] = "l" .. (i - 1) end
  com[i <= 2 and 2 or 3] = "d" .. i
  ten.bodies[i] = { name = "b" .. i, parent = i > 1 and "b" .. (i - 1) or nil, joint = { kind = "revolute", axis = axis, q = "u" .. i }, at = at,
    mass = "m" .. i, com = com, inertia = { 0, 0, 0 } }
end
beside("gravity of ten axes, angles merged", li.robot(ten):equations():ops "gravity", 35, 21)

local eq, entries = li.robots.inria6r():equations(), {}
local function add(x)
  local rows, cols = x:size()
  for i = 1, rows do for j = 1, cols do entries[#entries + 1] = x:at(i, j) end end
end
add(eq.M)
for i = 1, eq.n do entries[#entries + 1] = eq.G[i] end
beside("A and Q of the report's robot", li.smat(entries):compact(true):ops(true), 43, 25)
add(eq.B)
add(eq.P)
beside("its A, B, C and Q", li.smat(entries):compact(true):ops(true), 149, 62)
beside("its inverse dynamics", eq:ops "id", 140, 92)
proof.figure("operations", li.plot { title = "multiplications: gravity of ten axes; A, Q; A, B, C, Q; inverse dynamics", ylabel = "operations", kind = "bars",
  x = { 1, 2, 3, 4 }, y = { published, ours }, label = { "published", "ours" } })
proof.done()
