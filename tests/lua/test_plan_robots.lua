-- test_plan_robots.lua - robots that steer by their wheels alone: two driven wheels by the numbers
-- of the documents, tracks by integrals of the shear law, mecanum and omni wheels by their matrices
local t = require "t"
local li = require "liaison"
local case = require "carcase"

local last, at, G = case.last, case.at, case.G

local function with(s, more)
  for key, x in pairs(more) do s[key] = x end
  return s
end

-- ---- two driven wheels --------------------------------------------------------------------------

-- nonholonomic.md 2.5: m = 20, J0 = 1.2 about the centre of mass at 0.15, l = 0.25, R_a = 0.1
local function robot(more)
  return with({ mass = 20, inertia = 1.2, com = { 0.15, 0 }, track = 0.5, radius = 0.1 },
    more or {})
end
local MOTOR = { constant = 0.5, resistance = 1.2 }

-- v and omega rolling, as speeds of the model
local function state(m, v, omega, yaw)
  local c, s = math.cos(yaw), math.sin(yaw)
  return at(m, { yaw = yaw }), at(m, { x = v * c, y = v * s, yaw = omega,
    spin_l = (v - 0.25 * omega) / 0.1, spin_r = (v + 0.25 * omega) / 0.1 })
end

local function accelerations(m, q, v, inputs)
  local run = assert(m:simulate(1e-9, q, v, { inputs = inputs, record = "accelerations" }))
  return run["x''"][1], run["y''"][1], run["yaw''"][1]
end

t.test("a robot on two wheels moves as the document's: forces, motors, a step of voltage",
function()
  local m = li.differential_drive(robot())
  local q, v = state(m, 1.2, 0.7, 0.6)
  -- F = 8 N right, 5 N left
  t.near({ accelerations(m, q, v, { drive_r = 0.8, drive_l = 0.5 }) },
    { 0.12283063973532, 1.10180074602544, -1.07272727272727 }, 1e-9)
  local motors, told = li.differential_drive(robot { motor = MOTOR })
  local x, y, w = accelerations(motors, q, v, { voltage_r = 6, voltage_l = 4 })
  -- v' = x'' cos + y'' sin of the axle, less r times what it has aside (nothing)
  t.near({ x * math.cos(0.6) + y * math.sin(0.6), w },
    { -0.343166666666667, -1.36944444444444 }, 1e-9)
  local run = told.watch(assert(motors:simulate(2, nil, nil, { dt = 0.5, rtol = 1e-10,
    inputs = { voltage_l = 6, voltage_r = 6 } })))
  t.near({ run.speed[2], run.speed[3], run.speed[5], run.x[5] }, { 0.77656070224937,
    1.05058263426711, 1.18139537568119, 1.83293021967303 }, 1e-8)
  -- backwards it turns round: below -0.8680 m/s
  local function slowest(V)
    local worst = -math.huge
    for _, mode in ipairs(told.modes(V, { u = { voltage_l = V / 0.1 * 0.5,
      voltage_r = V / 0.1 * 0.5 } })) do worst = math.max(worst, mode.re) end
    return worst
  end
  t.near(slowest(-2), -1 / 0.6336 + 20 * 0.15 * 2 / 1.65, 1e-6)
  t.ok(slowest(-0.8) < 0 and slowest(-0.9) > 0)
end)

t.test("the inertia of wheels counts; on stiff tyres it rolls", function()
  local J = 0.02
  local m = li.differential_drive(robot { wheel_inertia = J })
  local q, v = state(m, 1, 0, 0)
  local a = accelerations(m, q, v, { drive_r = 0.5, drive_l = 0.5 })
  t.near(a, 10 / (20 + 2 * J / 0.01), 1e-9)
  local ends = {}
  for i, tyre in ipairs { false, { kind = "linear", radius = 0.1, cx = 1e5, cy = 1e5 } } do
    local x = li.differential_drive(robot { wheel_inertia = J, tyre = tyre or nil, caster = 0.3 })
    local run = assert(x:simulate(1, q, v, { inputs = { drive_r = 0.6, drive_l = 0.3 },
      rtol = 1e-8, method = "radau5" }))
    ends[i] = { last(run, "x"), last(run, "y"), last(run, "yaw") }
  end
  t.near(ends[2], ends[1], 2e-3)
end)

-- ---- sides --------------------------------------------------------------------------------------

local function tank(more)
  return with({ mass = 5000, inertia = 8000, track = 2, radius = 0.3, side_inertia = 50,
    tracks = { length = 3, mu = 0.7, shear = 0.03, sections = 40 } }, more or {})
end

-- sum of a component of all elements of the ground
local function ground(run, axis)
  local sum = 0
  for _, name in ipairs(run:columns()) do
    if name:find("^F.ground_[lr]%d+%." .. axis .. "$") then sum = sum + run[name][1] end
  end
  return sum
end

t.test("a track that slips by i pulls with mu W (1 - K/(i L) (1 - exp(-i L/K)))", function()
  local m, told = li.skid_steer(tank())
  local W, L, K = 5000 * G, 3, 0.03
  for _, i in ipairs { 0.02, 0.1, 0.4 } do
    local v = told.rolling(2)
    v.spin_l, v.spin_r = 2 / (1 - i) / 0.3, 2 / (1 - i) / 0.3
    local run = assert(m:simulate(1e-9, at(m), v, { record = "forces" }))
    local x = i * L / K
    -- by the middle of 40 sections, of an integral: off by (x/40)^2/24 of its bend
    t.near(ground(run, "x") / (0.7 * W * (1 - (1 - math.exp(-x)) / x)), 1, 0.01)
    t.near(told.loads.l, W / 2, 1e-9)
    -- in reverse the ground comes below at the other end
    for name, rate in pairs(v) do v[name] = -rate end
    local back = assert(m:simulate(1e-9, at(m), v, { record = "forces" }))
    t.near(ground(back, "x") / ground(run, "x"), -1, 1e-6)
  end
end)

t.test("turning on the spot takes mu W L/4 (Wong), whatever the number of sections", function()
  for _, n in ipairs { 4, 8, 20 } do
    local s = tank()
    s.tracks.sections, s.tracks.shear, s.slow = n, 1e-5, 1e-4
    local m, told = li.skid_steer(s)
    local w = 0.2
    -- belts as fast as the ground passes below them: all slip is aside
    local v = with(told.rolling(0), { yaw = w, spin_l = -w / 0.3 * 1, spin_r = w / 0.3 * 1 })
    local run = assert(m:simulate(1e-9, at(m), v, { record = "forces" }))
    local moment = 0
    for _, name in ipairs(run:columns()) do
      local side, i = name:match "^F.ground_([lr])(%d+)%.y$"
      if side then moment = moment + 3 * (1 / 2 - (i - 1 / 2) / n) * run[name][1] end
    end
    t.near(moment / (-0.7 * 5000 * G * 3 / 4), 1, 2e-3, n)
  end
end)

t.test("wheels of a side turn as one and slip by their tyres; the load moves with the mass",
function()
  local tyre = { kind = "brush", radius = 0.3, cx = 3e4, cy = 2e4, mu = 0.8 }
  local s = { mass = 800, inertia = 300, com = { 0.2, 0.1 }, track = 1.2, radius = 0.3,
    side_inertia = 3, axles = { 0.5, -0.5 }, tyre = tyre }
  local m, told = li.skid_steer(s)
  t.near(told.loads.l, 800 * G * (0.5 + 0.1 / 1.2), 1e-9)
  local v = with(told.rolling(3), { y = 0.2, yaw = 0.3, spin_l = 9 })
  local run = assert(m:simulate(1e-9, at(m), v, { record = "forces" }))
  local along, aside = 3 - 0.6 * 0.3, 0.2 + 0.5 * 0.3
  local V = math.sqrt(along ^ 2 + 0.05 ^ 2)
  local want = li.tyre(tyre):forces { kappa = (0.3 * 9 - along) / V,
    alpha = math.atan(aside / V), load = told.loads.l * (0.5 + 0.2 / 1) }
  t.near({ run["F.ground_l1.x"][1], run["F.ground_l1.y"][1] }, { want.Fx, want.Fy }, 1e-6)
  t.near(run["F.ground_l"][1], -0.3 * (run["F.ground_l1.x"][1] + run["F.ground_l2.x"][1]), 1e-9)
  -- pure rolling ahead goes on for ever
  run = assert(m:simulate(2, nil, told.rolling(2), {}))
  t.near(last(run, "x"), 4, 1e-6)
  -- places that are not alike ahead and behind: moments about both
  local uneven = li.skid_steer(with(s, { axles = { 0.8, -0.2, -0.5 } }))
  run = assert(uneven:simulate(1e-9, at(m), with(told.rolling(3), { y = 1 }),
    { record = "forces" }))
  local function load_at(i) -- of a tyre that slides wholly aside
    return math.sqrt(run["F.ground_l" .. i .. ".x"][1] ^ 2 + run["F.ground_l" .. i .. ".y"][1] ^ 2)
  end
  local N, W = { load_at(1), load_at(2), load_at(3) }, 0.8 * told.loads.l
  t.near(N[1] + N[2] + N[3], W, 1e-3 * W)
  t.near(0.8 * N[1] - 0.2 * N[2] - 0.5 * N[3], 0.2 * W, 1e-3 * W)
  s.axles = { 0.5, -0.5 }
  -- rolling resists by the load, at 3 m/s as much as at 0.1
  local resisting = li.skid_steer(with(s, { rolling = 0.02 }))
  run = assert(resisting:simulate(1e-9, at(m), told.rolling(0.1), { record = "forces" }))
  t.near(ground(run, "x"), -0.02 * 800 * G * ((math.exp(4) - 1) / (math.exp(4) + 1)), 0.5)
end)

t.test("without slip it turns about the centres told", function()
  local m = li.skid_steer { mass = 800, inertia = 300, track = 1.2, radius = 0.3,
    ideal = { track = 1.9, x = -0.1 } }
  local w = 0.4
  local v = at(m, { x = 1, y = 0.1 * w, yaw = w, spin_l = (1 - 0.95 * w) / 0.3,
    spin_r = (1 + 0.95 * w) / 0.3 })
  local q, kept, info = m:consistent(at(m), v)
  t.ok(q, info)
  for i, name in ipairs(m:coordinates()) do t.near(kept[i], v[name], 1e-9, name) end
end)

-- ---- rollers ------------------------------------------------------------------------------------

-- a, b half lengths; rollers of +-45 degrees: v = R/4 sum w, aside R/4 (-1 1 1 -1), turn R/(4(a+b))
local function mecanum()
  local wheels, deg = {}, math.pi / 4
  for i, w in ipairs { { "fl", 0.25, 0.2, -1 }, { "fr", 0.25, -0.2, 1 }, { "rl", -0.25, 0.2, 1 },
    { "rr", -0.25, -0.2, -1 } } do
    wheels[i] = { name = w[1], at = { w[2], w[3] }, roller = w[4] * deg, radius = 0.05,
      inertia = 0.001 }
  end
  return { mass = 15, inertia = 0.4, wheels = wheels }
end

t.test("mecanum wheels turn by the textbook's matrix, whichever way it goes", function()
  local m = li.omni_drive(mecanum())
  local R, a, b = 0.05, 0.25, 0.2
  for _, x in ipairs { { 0.5, 0, 0 }, { 0, 0.4, 0 }, { 0, 0, 1.5 }, { 0.3, -0.2, 0.7 } } do
    local v = assert(m:fit_velocity(at(m), { x = x[1], y = x[2], yaw = x[3] },
      { fix = { "x", "y", "yaw" } }))
    local u, s, r = x[1], x[2], (a + b) * x[3]
    t.near({ v[4], v[5], v[6], v[7] }, { (u - s - r) / R, (u + s + r) / R, (u + s - r) / R,
      (u - s + r) / R }, 1e-9)
  end
  -- straight aside by torques of opposite signs: m + 4 J/R^2
  local run = assert(m:simulate(1e-9, nil, nil, { record = "accelerations", inputs = {
    drive_fl = -0.1, drive_fr = 0.1, drive_rl = 0.1, drive_rr = -0.1 } }))
  t.near(run["y''"][1], 0.4 / R / (15 + 4 * 0.001 / R ^ 2), 1e-9)
  t.near({ run["x''"][1], run["yaw''"][1] }, { 0, 0 }, 1e-12)
end)

t.test("three omni wheels about a circle: w = (-sin u + cos v + L r)/R", function()
  local wheels, L, R = {}, 0.2, 0.05
  for i = 1, 3 do
    local b = 2 * math.pi * (i - 1) / 3 + 0.3
    wheels[i] = { at = { L * math.cos(b), L * math.sin(b) }, heading = b + math.pi / 2,
      radius = R }
  end
  local m = li.omni_drive { mass = 5, inertia = 0.1, wheels = wheels }
  local v = assert(m:fit_velocity(at(m), { x = 0.3, y = -0.1, yaw = 0.8 },
    { fix = { "x", "y", "yaw" } }))
  for i = 1, 3 do
    local b = 2 * math.pi * (i - 1) / 3 + 0.3
    t.near(v[3 + i], (-math.sin(b) * 0.3 + math.cos(b) * -0.1 + L * 0.8) / R, 1e-9)
  end
end)

t.test("energy is the work of what acts", function()
  local tyre = { kind = "brush", radius = 0.1, cx = 2e3, cy = 2e3, mu = 0.8 }
  for i, row in ipairs { { li.differential_drive(robot()), "l", "r" },
    { li.differential_drive(robot { tyre = tyre, wheel_inertia = 0.02 }), "l", "r" },
    { li.skid_steer(tank { rolling = 0.03 }), "l", "r" }, { li.omni_drive(mecanum()), "fl", "fr" } }
  do
    local m = row[1]
    local k = i == 3 and 2000 or 0.3
    local run = assert(m:simulate(0.5, nil, nil, { rtol = 1e-9, record = { "forces", "work" },
      inputs = { ["drive_" .. row[2]] = k, ["drive_" .. row[3]] = 0.4 * k } }))
    t.ok(case.imbalance(run) < 1e-6, i .. ": " .. case.imbalance(run))
  end
end)

t.test("names for numbers, and complaints with their places", function()
  local open, told = li.differential_drive(robot { mass = "m" })
  local plain = li.differential_drive(robot())
  local m = told.with { m = 20 }
  local q, v = state(plain, 1.2, 0.7, 0.6)
  t.near({ accelerations(m, q, v, { drive_r = 1 }) },
    { accelerations(plain, q, v, { drive_r = 1 }) }, 1e-12)
  t.eq(#open:symbols(), 1)
  for _, row in ipairs {
    { li.differential_drive, "track: expected", { mass = 1, inertia = 1, radius = 1 } },
    { li.differential_drive, "wheel_inertia: expected a number > 0", robot { tyre = {
      kind = "linear", radius = 0.1, cx = 1, cy = 1 } } },
    { li.differential_drive, "caster: it lifts off at rest", robot { caster = -0.5 } },
    { li.differential_drive, "caster: the driven wheels lift off", robot { caster = 0.1 } },
    { li.skid_steer, "expected axles .wheels with a tyre., tracks, or ideal: one of the three, "
      .. "got 0", { mass = 1, inertia = 1, track = 1, radius = 1 } },
    { li.skid_steer, "tyre: axles and tyre belong together", { mass = 1, inertia = 1, track = 1,
      radius = 1, axles = { 1, -1 } } },
    { li.skid_steer, "com: it lies outside of the sides", tank { com = { 0, 3 } } },
    { li.skid_steer, "com: the ground would carry %-.* N at x = ", tank { com = { 1.4, 0 } } },
    { li.skid_steer, "side_inertia: expected a number > 0", { mass = 1, inertia = 1, track = 1,
      radius = 1, tracks = { length = 1, mu = 1, shear = 1 } } },
    { li.omni_drive, "wheels: expected at least 3 entries", { mass = 1, inertia = 1,
      wheels = {} } },
    { li.omni_drive, "wheels: no wheel holds some motion of the body", { mass = 1, inertia = 1,
      wheels = { { at = { 1, 0 }, radius = 1 }, { at = { 0, 1 }, radius = 1 },
        { at = { 0, -1 }, radius = 1 } } } },
  } do t.raises(row[2], row[1], row[3]) end
end)

t.done()
