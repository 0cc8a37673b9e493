-- bench_vehicle.lua - vehicles: steady turns, a step, a driven second, lane changes with a driver
-- swept over load, friction and speed, pictures of the living page (make bench)
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

-- 16 coordinates: the body, travel and spin of four wheels, steering of two
local function car_on(tyre)
  return li.car { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 },
    axles = { { at = 1.2, track = 1.5, unsprung = 40, inertia = 1.1, tyre = tyre, spring = 2.5e4,
      damper = 2000, bar = 8000, steer = 1 / 16, brake = 0.65, tyre_damping = 300,
      compliance = { stiffness = 3e4, damping = 100 } },
    { at = -1.4, track = 1.48, unsprung = 38, inertia = 1.1, tyre = tyre, spring = 2.2e4,
      damper = 1800, brake = 0.35, drive = 1, tyre_damping = 300 } } }
end
local car, told = car_on(li.tyre { kind = "brush", radius = 0.31, cx = 9e4, cy = 6e4, mu = 0.95,
  half = 0.06, stiffness = 2e5 })
local book, book_told = car_on(li.tyre.published "pacejka_205_60R15")

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

-- a car with a load behind and friction of the road that are parameters
local function loaded(model)
  local d = model:description()
  for _, f in ipairs(d.forces) do if f.kind:find "^tyre_" then f.friction = "mu" end end
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
local function lane_changes(n, threads, model, its_told)
  local V, v = {}, { x = {} }
  for k = 1, n do V[k] = 15 + 10 * (k - 1) / math.max(n - 1, 1) end
  v.x = V
  for _, w in ipairs(its_told.wheels) do
    local list = {}
    for k = 1, n do list[k] = V[k] / its_told.radii[w] end
    v["spin_" .. w] = list
  end
  local s = li.sweep { loaded(model), t = 6, runs = n, v = v, threads = threads, progress = false,
    with = { mu = { uniform = { 0.4, 1 } }, load = { uniform = { 0, 400 } },
      ["cruise.target"] = V }, controllers = { driver, cruise, judge }, method = "rk4", h = 2e-3 }
  assert(#s == n and s["judge.off"]:max() > 0.1)
end

local many = tonumber(os.getenv "BENCH_LANE_CHANGES") or 1000
local function bench_lane_changes(row, model, its_told)
  bench(row, who .. " li.sweep one thread", function()
    lane_changes(many, 1, model, its_told)
    return many
  end)
  bench(row, who .. " li.sweep two threads by the wall", function()
    lane_changes(many, 2, model, its_told)
    return many
  end, wall)
end
bench_lane_changes("lane change of a car (6 s; driver at 100 Hz)", car, told)
bench_lane_changes("lane change of a car, Magic Formula (6 s; driver at 100 Hz)", book, book_told)

-- ---- a second of the car on the Magic Formula, by RK4 at 1 ms --------------------------------

local function bench_second(label, controllers)
  bench(("a second of a car, Magic Formula, %s (rk4 at 1 ms)"):format(label), who
    .. " li.simulate, a kernel", function()
      assert(li.simulate { book, t = 20, v = book_told.rolling(20), controllers = controllers,
        method = "rk4", h = 1e-3, dt = 0.01, kernel = true })
      return 20
    end)
end
bench_second("no driver", {})
bench_second("driver at 100 Hz", { driver, cruise })

-- ---- the same car in the living page: a picture of 1/60 s while it is steered ----------------

local function pictures()
  local run = li.simulate { book, t = 1, v = book_told.rolling(20),
    inputs = { steer = "sin(2*t)" } }
  local page = os.tmpname()
  assert(run:html(page))
  local pipe = io.popen(("node tests/page/pictures.js %s"):format(page))
  local took = tonumber(pipe:read "*l")
  pipe:close()
  os.remove(page)
  report("a picture of a car that is steered in the page (60/s)", "page in node", { took * 1e6 })
end

if ("sim: a picture of a car"):find(only, 1, true) and os.execute "command -v node > /dev/null" then
  pictures()
end
