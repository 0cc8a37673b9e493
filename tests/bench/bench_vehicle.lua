-- bench_vehicle.lua - vehicles: steady turns, a step, lane changes with a driver swept over load,
-- friction and speed (make bench)
local li = require "liaison"

local who = "liaison " .. (rawget(_G, "jit") and "luajit" or "lua5.4")
local only = os.getenv "BENCH_ONLY" or ""
local repeats = tonumber(os.getenv "BENCH_REPEATS") or 3

local function report(row, name, took)
  table.sort(took)
  print(("sim,%s,%s,%.1f,%.1f"):format(row, name, took[math.floor(#took / 2) + 1], took[1]))
end

-- f() gives how many things it did: the time of one; clock: of the processor, or of the wall
local function bench(row, name, f, clock)
  if not ("sim: " .. row):find(only, 1, true) then return end
  clock = clock or os.clock
  local took = {}
  for k = 1, repeats do
    collectgarbage()
    local start = clock()
    local n = f()
    took[k] = (clock() - start) / n * 1e9
  end
  report(row, name, took)
end

-- seconds, to some microseconds
local function wall()
  local p = io.popen "date +%s.%N"
  local t = tonumber(p:read "*l")
  p:close()
  return t
end

local tyre = li.tyre { kind = "brush", radius = 0.31, cx = 9e4, cy = 6e4, mu = 0.95, half = 0.06,
  stiffness = 2e5, damping = 300 }
local car, told = li.car { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 },
  axles = { { at = 1.2, track = 1.5, unsprung = 40, inertia = 1.1, tyre = tyre, spring = 2.5e4,
    damper = 2000, bar = 8000, steer = 1 / 16, brake = 0.65,
    compliance = { stiffness = 3e4, damping = 100 } },
  { at = -1.4, track = 1.48, unsprung = 38, inertia = 1.1, tyre = tyre, spring = 2.2e4,
    damper = 1800, brake = 0.35, drive = 1 } } }

bench("steady turn of a car at 6 m/s2", who, function()
  for _ = 1, 10 do
    assert(li.steady_turn(car, { speed = 25, lateral_acceleration = 6 }))
  end
  return 10
end)
bench("step steer of a car with its measures", who, function()
  li.manoeuvre("step_steer", car, { steer = 0.3 })
  return 1
end)

-- ---- ISO 3888-1 with a driver at 100 Hz, swept --------------------------------------------------

-- the car with a load behind and friction that are parameters
local function loaded()
  local d = car:description()
  for _, f in ipairs(d.forces) do if f.kind:find "^tyre_" then f.mu = "mu" end end
  d.bodies[#d.bodies + 1] = { name = "load", parent = "body", joint = "fixed", mass = "load",
    at = { -0.8, 0, 0.6 }, inertia = { 10, 10, 10 } }
  return li.robot(d)
end

local route = li.route { { "line", length = 45 }, { "shift", length = 30, offset = 3.5 },
  { "line", length = 25 }, { "shift", length = 25, offset = -3.5 }, { "line", length = 60 } }
local driver = li.driver("stanley", { route = route, wheelbase = 2.6, front = 1.2, ratio = 16 })
local cruise = li.driver("cruise", { speed = 20, mass = 1350, radius = 0.295 })
local judge = li.block { name = "judge", inputs = { off = "driver.offset", slip = "sideslip" },
  states = { off_most = 0, slip_most = 0 }, dt = 0.01, outputs = { off = "off_most",
  slip = "slip_most" }, next = { off_most = "max(off_most, abs(off))",
  slip_most = "max(slip_most, abs(slip))" } }

-- n runs of 6 s by RK4 at 2 ms
local function lane_changes(n, threads)
  local V, v = {}, { x = {} }
  for k = 1, n do V[k] = 15 + 10 * (k - 1) / math.max(n - 1, 1) end
  v.x = V
  for _, w in ipairs(told.wheels) do
    local list = {}
    for k = 1, n do list[k] = V[k] / told.radii[w] end
    v["spin_" .. w] = list
  end
  local s = li.sweep { loaded(), t = 6, runs = n, v = v, threads = threads, progress = false,
    with = { mu = { uniform = { 0.4, 1 } }, load = { uniform = { 0, 400 } },
      ["cruise.target"] = V }, controllers = { driver, cruise, judge }, method = "rk4", h = 2e-3 }
  assert(#s == n and s["judge.off"]:max() > 0.1)
end

local many = tonumber(os.getenv "BENCH_LANE_CHANGES") or 1000
bench("lane change of a car (6 s; driver at 100 Hz)", who .. " li.sweep one thread", function()
  lane_changes(many, 1)
  return many
end)
bench("lane change of a car (6 s; driver at 100 Hz)", who .. " li.sweep two threads by the wall",
  function()
    lane_changes(many, 2)
    return many
  end, wall)
