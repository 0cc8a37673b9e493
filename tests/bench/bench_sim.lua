-- bench_sim.lua - steps and runs: the panda at 1 ms, a double pendulum, a thousand arms, closed
-- loops (make bench)
local li = require "liaison"

local who = "liaison " .. (rawget(_G, "jit") and "luajit" or "lua5.4")
local only = os.getenv "BENCH_ONLY" or ""
local repeats = tonumber(os.getenv "BENCH_REPEATS") or 5

-- f() gives how many things it did: the time of one, as the table wants it
local function bench(row, name, f)
  if not ("sim: " .. row):find(only, 1, true) then return end
  local took = {}
  for k = 1, repeats do
    collectgarbage()
    local start = os.clock()
    local n = f()
    took[k] = (os.clock() - start) / n * 1e9
  end
  table.sort(took)
  print(("sim,%s,%s,%.1f,%.1f"):format(row, name, took[math.floor(#took / 2) + 1], took[1]))
end

-- 10 s under gravity alone, steps of 1 ms by RK4; without stops, as the peers
local function steps(row, model, q)
  local kernel = model:kernel "fd"
  for _, how in ipairs { { who, nil }, { who .. " kernel", kernel } } do
    bench(row, how[1], function()
      return assert(model:simulate(10, q, nil,
        { method = "rk4", h = 1e-3, dt = 10, kernel = how[2], limits = "ignore",
        progress = false })):info().steps
    end)
  end
end

steps("panda RK4 step of 1 ms", li.robots.panda {}, { 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9 })
local pendulum = li.planar { 1, 0.8 }
steps("dpend RK4 step of 1 ms", pendulum, { 0.3, 0.4 })
bench("double pendulum for 10 s at rtol 1e-9", who, function()
  assert(pendulum:simulate(10, { 1.5, 0 }, nil, { rtol = 1e-9 }))
  return 1
end)

local arm = li.robot { bodies = {
  { name = "a", parent = "world", joint = "revolute", axis = { 0, -1, 0 }, q = "q1", mass = "m1",
    com = { "L/2", 0, 0 }, inertia = { 0, "m1*L^2/12", "m1*L^2/12", 0, 0, 0 } },
  { name = "b", parent = "a", joint = "revolute", axis = { 0, -1, 0 }, q = "q2", at = { "L", 0, 0 },
    mass = "m2", com = { 0.4, 0, 0 },
    inertia = { 0, "m2*0.64/12", "m2*0.64/12", 0, 0, 0 } } } }
local random = { m1 = { uniform = { 0.5, 2 } }, m2 = { uniform = { 0.5, 2 } },
  L = { normal = { 1, 0.05 } } }

-- os.clock counts the time of all threads: one thread is measured, the others come on top
local s
bench("1000 random arms for 10 s", who .. " li.sweep, one thread", function()
  s = li.sweep { arm, runs = 1000, t = 10, with = random, q = { 0.3, 0 }, threads = 1 }
  return 1
end)
bench("1000 random arms for 10 s", who .. " one after another", function()
  if not s then return 1 end
  for r = 1, 100 do
    local m = arm:with { m1 = s.m1[r], m2 = s.m2[r], L = s.L[r] }
    assert(m:simulate(10, { 0.3, 0 }, nil, { dt = 10 }))
  end
  return 0.1
end)

-- rods in a plane from the world back to (span, 0), 60 s at rtol 1e-8
local function closed(row, L, span, q)
  local bodies = {}
  for k = 1, #L do
    bodies[k] = { name = "l" .. k, parent = k == 1 and "world" or "l" .. (k - 1),
      joint = "revolute", axis = { 0, -1, 0 }, q = "q" .. k,
      at = k > 1 and { L[k - 1], 0, 0 } or nil, mass = L[k], com = { L[k] / 2, 0, 0 },
        inertia = { 0, L[k] ^ 3 / 12, L[k] ^ 3 / 12, 0, 0, 0 } }
  end
  local m = li.robot { bodies = bodies, frames = {
    { name = "tip", body = "l" .. #L, at = { L[#L], 0, 0 } },
    { name = "pin", body = "world", at = { span, 0, 0 } } },
    loops = { { name = "close", from = "tip", to = "pin", joint = "revolute",
      axis = { 0, -1, 0 } } } }
  bench(row, who, function()
    assert(m:simulate(60, q, nil, { rtol = 1e-8, dt = 0.5, progress = false }))
    return 1
  end)
end

closed("four-bar for 60 s at rtol 1e-8", { 1, 2, 1.5 }, 2, { 1.2, -0.3, -1.9 })
local L, q = {}, {}
for k = 1, 12 do L[k], q[k] = 0.5, k == 1 and math.pi / 2 or -math.pi / 6.5 end
closed("12-link chain for 60 s at rtol 1e-8", L, 2, q)
