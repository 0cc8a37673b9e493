-- 07_kernels.lua - Puma 560 and Stanford arm as compiled kernels: operation counts beside the
-- published ones, three roads to one number
local li = require "liaison"
local proof = require "liaison.app.expect"

local ours, published = {}, {}
for _, row in ipairs { { "puma560", 184, 146, "Armstrong, Khatib, Burdick's inertias, base "
  .. "parameters" }, { "stanford", 230, 212, "full inertias, base parameters" } } do
  local name, mul, add, of = row[1], row[2], row[3], row[4]
  proof.title(name)
  local description = li.robots[name]():description()
  -- the published counts are without motors
  for _, body in ipairs(description.bodies) do body.rotor, body.gear = nil, nil end
  local arm = li.robot(description)
  local eq = arm:equations()
  local ops = eq:ops "id"
  print(("inverse dynamics: %d multiplications, %d additions; published %d and %d (%s)")
    :format(ops.mul, ops.add, mul, add, of))
  proof.holds("at or under them", ops.mul <= mul and ops.add <= add)
  ours[#ours + 1], ours[#ours + 2] = ops.mul, ops.add
  published[#published + 1], published[#published + 2] = mul, add
  proof.model(name, arm)
  local id = eq:compile "id"
  print(id.kind == "kernel" and "machine code, kept in a cache" or "a tape, since "
    .. tostring(id.why))
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
proof.figure("kernels",
  li.plot { title = "Puma: multiplications, additions; Stanford: the same", ylabel = "operations",
  kind = "bars",
  x = { 1, 2, 3, 4 }, y = { published, ours }, label = { "published", "ours" } })
proof.done()
