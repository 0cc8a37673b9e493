-- derive.lua - how long equations take: derived and printed, and what their kernels cost per call
-- (make bench)
local li = require "liaison"

local who = "liaison " .. (rawget(_G, "jit") and "luajit" or "lua5.4")
local only = os.getenv "BENCH_ONLY" or ""
local repeats = tonumber(os.getenv "BENCH_REPEATS") or 5

-- f() once per round: room,row,who,ns,least as the table wants them
local function once(row, f)
  if not ("eom: " .. row):find(only, 1, true) then return end
  local took = {}
  for k = 1, repeats do
    collectgarbage()
    local start = os.clock()
    f()
    took[k] = (os.clock() - start) * 1e9
  end
  table.sort(took)
  print(("%s,%s,%s,%.0f,%.0f"):format("eom", row, who, took[math.floor(#took / 2) + 1], took[1]))
end

local function many(row, f)
  if not ("eom: " .. row):find(only, 1, true) then return end
  local n, took = 50, {}
  repeat
    n = n * 2
    local start = os.clock()
    for _ = 1, n do f() end
  until os.clock() - start > 0.03
  for k = 1, repeats do
    local start = os.clock()
    for _ = 1, n do f() end
    took[k] = (os.clock() - start) / n * 1e9
  end
  table.sort(took)
  print(("%s,%s,%s,%.1f,%.1f"):format("eom", row, who, took[math.floor(#took / 2) + 1], took[1]))
end

-- 64 rows of n numbers
local function rows(n, x)
  local list = {}
  for i = 1, 64 do
    list[i] = {}
    for j = 1, n do list[i][j] = x + 0.01 * j + 0.001 * i end
  end
  return li.mat(list)
end

local symbolic = li.robots.inria6r {}
local panda = li.robots.panda {}
local puma = li.robots.puma560 {}

-- [thesis] M6
local car = li.vehicles.car()

-- [inria80] 2.7, G4: ten turns about Y X X X Y X X Y X Z
local ten = { bodies = {}, gravity = { 0, "G", 0 }, name = "ten" }
for i, axis in ipairs { "y", "x", "x", "x", "y", "x", "x", "y", "x", "z" } do
  local along = i <= 3 and 2 or 3
  local at, com = { 0, 0, 0 }, { 0, 0, 0 }
  if i > 1 then at[i - 1 <= 2 and 2 or 3] = "l" .. (i - 1) end
  com[along == 2 and i <= 2 and 2 or 3] = "d" .. i
  ten.bodies[i] = { name = "b" .. i, parent = i > 1 and "b" .. (i - 1) or nil,
    joint = { kind = "revolute", axis = axis, q = "u" .. i }, at = at,
    mass = "m" .. i, com = com, inertia = { 0, 0, 0 } }
end
local made, tenth = pcall(li.robot, ten)
if not made then print("# " .. tostring(tenth)) end

once("inria6r M C G derived and printed (100 ms)",
  function() return #tostring(symbolic:equations()) end)
once("car of 15 M C G derived and printed (300 ms)",
  function() return #tostring(car:equations()) end)
once("panda M C G derived and printed (500 ms)", function() return #tostring(panda:equations()) end)
if made then
  once("gravity of ten axes (20 ms)", function() return tenth:equations().G:ops() end)
end

-- the same as peers/sympy_eom.py: energies from positions, M, C, G simplified, as text
local function bars(n)
  local g, T, V, x, y, angle = li.symbols "g", 0, 0, 0, 0, 0
  local q = {}
  for i = 1, n do
    local m, L = li.symbols(("m%d L%d"):format(i, i))
    q[i] = li.coordinates("q" .. i)
    angle = angle + q[i]
    x, y = x + L * li.cos(angle), y + L * li.sin(angle)
    T, V = T + m * (x:d() ^ 2 + y:d() ^ 2) / 2, V + m * g * y
  end
  local eq = li.lagrange { q = q, T = T, V = V }
  return tostring(eq.M) .. tostring(eq.C) .. tostring(eq.G)
end
for n = 2, 3 do
  once(("pendulum of %d bars from energies"):format(n), function() return #bars(n) end)
end

local cache = os.getenv "BENCH_CACHE" or os.tmpname()
os.remove(cache)
for name, model in pairs { puma560 = puma, panda = panda } do
  local eq = model:equations()
  local ops = eq:ops()
  print(("# %s inverse dynamics: %d multiplications, %d additions, %d functions"):format(name,
    ops.mul, ops.add, ops.fun))
  local f = eq:compile("id", { cache = cache })
  local tape = eq:compile("id", { tape = true })
  local n = eq.n
  local q, v, a, out = rows(n, 0.3)[1], rows(n, 0.5)[1], rows(n, -0.4)[1], li.zeros(n)
  local Q, V, A = rows(n, 0.3), rows(n, 0.5), rows(n, -0.4)
  many(name .. " engine id", function() return model:id(q, v, a, out) end)
  many(name .. " tape id", function() return tape(q, v, a, out) end)
  many(name .. " " .. f.kind .. " id", function() return f(q, v, a, out) end)
  many(name .. " " .. f.kind .. " id 64 states", function() return f:batch(Q, V, A) end)
end
os.execute("rm -rf " .. cache)
