-- 07_kernels.lua - Puma 560 and Stanford arm as compiled kernels: operation counts beside the published ones, three roads to one number
local li = require "liaison"
local proof = require "liaison.proof"

local PUBLISHED = { puma560 = { 184, 146, "Armstrong, Khatib, Burdick's inertias, base parameters" }, stanford = { 230, 212, "full inertias, base parameters" } }

local ours, published = {}, {}
for _, name in ipairs { "puma560", "stanford" } do
  proof.title(name)
  local description = li.robots[name]():description()
  for _, body in ipairs(description.bodies) do body.rotor, body.gear = nil, nil end -- the published counts are without motors
  local arm = li.robot(description)
  local eq = arm:equations()
  local ops = eq:ops "id"
  local most = PUBLISHED[name]
  print(("inverse dynamics: %d multiplications, %d additions; published %d and %d (%s)"):format(ops.mul, ops.add, most[1], most[2], most[3]))
  proof.holds("at or under them", ops.mul <= most[1] and ops.add <= most[2])
  ours[#ours + 1], ours[#ours + 2] = ops.mul, ops.add
  published[#published + 1], published[#published + 2] = most[1], most[2]
  proof.model(name, arm)
  local id = eq:compile "id"
  print(id.kind == "kernel" and "machine code, kept in a cache" or "a tape, since " .. tostring(id.why))
  local q, v, a = arm:random(1), {}, {}
  for k = 1, 6 do v[k], a[k] = 0.3 * k - 1, 0.5 - 0.2 * k end
  local engine = arm:id(q, v, a)
  proof.near("compiled code, against the numeric engine", id(q, v, a), engine, 1e-11)
  proof.near("equations, term by term", eq:id(q, v, a), engine, 1e-11)
  local lua = assert((loadstring or load)(eq:lua(nil, "id", "id"))) -- luacheck: ignore
  proof.holds("generated Lua loads", type(lua) == "function")
  local times, clock = 20000, os.clock()
  for _ = 1, times do id(q, v, a, engine) end
  print(("%.0f ns a call from Lua"):format(1e9 * (os.clock() - clock) / times))
end
proof.figure("kernels", li.plot { title = "Puma: multiplications, additions; Stanford: the same", ylabel = "operations", kind = "bars",
  x = { 1, 2, 3, 4 }, y = { published, ours }, label = { "published", "ours" } })
-- what a person could write down, beside what one has written down: the 1980 report's robot and its gravity of ten axes
proof.title "operations beside the published ones"
local function beside(what, ops, mul, add)
  local additions = ops.add - ops.angle -- those in angles are listed with the sines
  print(("%-46s %3d and %3d; published %3d and %3d"):format(what, ops.mul, additions, mul, add))
  proof.holds("at or under them", ops.mul <= mul and additions <= add)
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
proof.done()
