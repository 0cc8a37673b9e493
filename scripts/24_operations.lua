-- 24_operations.lua - what a person could write down, beside what one has written down: operations
-- of the 1980 report                                                                 [inria80] 3, 4
local li = require "liaison"
local proof = require "liaison.app.expect"

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
  ten.bodies[i] = { name = "b" .. i, parent = i > 1 and "b" .. (i - 1) or nil,
    joint = { kind = "revolute", axis = axis, q = "u" .. i }, at = at,
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
-- arms with sixty symbols: modified Denavit-Hartenberg, alpha in right angles, a, d   [inria80] 3.2
local function arm(rows, slides)
  local list = { convention = "modified", gravity = { 0, 0, "gg" } }
  for i, r in ipairs(rows) do
    list[i] = { mass = "m" .. i, com = { "x" .. i, "y" .. i, "z" .. i },
      inertia = { "xx" .. i, "yy" .. i, "zz" .. i, "xy" .. i, "xz" .. i, "yz" .. i },
      alpha = r[1] * math.pi / 2, a = r[2], d = slides == i and "q" .. i or r[3],
        theta = slides == i and 0 or "q" .. i, joint = slides == i and "P" or nil }
  end
  return li.dh(list):equations()
end

local arms = {
  { "Puma 560", arm { { 0, 0, 0 }, { -1, 0, 0 }, { 0, "a2", "d3" }, { -1, "a3", "d4" }, { 1, 0, 0 },
    { -1, 0, 0 } }, id = { 259, 240 }, mass = { 168, 134 }, matrices = { 498, 434 } },
  { "RX90", arm { { 0, 0, 0 }, { 1, 0, 0 }, { 0, "D3", 0 }, { -1, 0, "RL4" }, { 1, 0, 0 },
    { -1, 0, 0 } }, id = { 247, 228 }, mass = { 143, 111 }, matrices = { 425, 342 } },
  { "Stanford arm", arm({ { 0, 0, 0 }, { -1, 0, "RL2" }, { 1, 0, 0 }, { 0, 0, 0 }, { -1, 0, 0 },
    { 1, 0, 0 } }, 3), id = { 230, 212 }, mass = { 115, 93 }, matrices = { 317, 236 } },
}
for _, row in ipairs(arms) do
  for _, what in ipairs { "id", "mass", "matrices" } do
    beside(row[1] .. ", " .. what, row[2]:ops(what), row[what][1], row[what][2])
  end
  print("  " .. row[2]:forms("matrices").way)
end
proof.figure("operations",
  li.plot { title = "multiplications: gravity of ten axes; A, Q; A, B, C, Q; inverse "
  .. "dynamics; three arms: inverse dynamics, A, all", ylabel = "operations", kind = "bars",
  x = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 }, y = { published, ours },
    label = { "published", "ours" } })
proof.done()
