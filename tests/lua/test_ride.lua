-- test_ride.lua - quarter car and half car: transfer functions, frequencies and roads in closed
-- form, wheels that lift, the table of a car, energy, complaints
local t = require "t"
local li = require "liaison"
local case = require "carcase"

local spec, last, G = case.spec, case.last, case.G

local function with(s, more)
  for key, x in pairs(more) do s[key] = x end
  return s
end

local QUARTER = { mass = 300, unsprung = 40, spring = 2e4, damper = 1500, stiffness = 2e5,
  tyre_damping = 120 }
local function quarter(more)
  local s = {}
  for key, x in pairs(QUARTER) do s[key] = x end
  return with(s, more or {})
end

-- complex numbers { re, im }
local function mul(a, b) return { a[1] * b[1] - a[2] * b[2], a[1] * b[2] + a[2] * b[1] } end
local function add(a, b) return { a[1] + b[1], a[2] + b[2] } end
local function size2(a) return a[1] ^ 2 + a[2] ^ 2 end

-- of the height of the body over that of the road, s = i w:
--   (c s + k)(ct s + kt)/((m s^2 + c s + k)(mu s^2 + (c + ct) s + k + kt) - (c s + k)^2)
local function transfer(p, w)
  local strut, tyre = { p.spring, p.damper * w }, { p.stiffness, p.tyre_damping * w }
  local body = add(strut, { -p.mass * w ^ 2, 0 })
  local wheel = add(add(strut, tyre), { -p.unsprung * w ^ 2, 0 })
  local square = mul(strut, strut)
  local below = add(mul(body, wheel), { -square[1], -square[2] })
  local above = mul(strut, tyre)
  return mul(above, { below[1] / size2(below), -below[2] / size2(below) })
end

t.test("the quarter car has the textbook's transfer function, linear or about its rest", function()
  for _, linear in ipairs { true, false } do
    local m = li.quarter_car(quarter { linear = linear })
    local l = m:linearize { inputs = { "road", "road_rate" } }
    t.eq(l.outputs[1], "acceleration")
    for _, f in ipairs { 0.5, 1.2, 5, 11, 30 } do
      local w = 2 * math.pi * f
      local g = l:frequency(w)
      local by_height, by_rate = g[1][1], g[1][2]
      local a = add({ by_height.re or by_height[1], by_height.im or by_height[2] },
        mul({ 0, w }, { by_rate.re or by_rate[1], by_rate.im or by_rate[2] }))
      local H = transfer(QUARTER, w)
      t.near(a, { -w ^ 2 * H[1], -w ^ 2 * H[2] }, 1e-7 * (1 + math.sqrt(size2(a))), f)
    end
  end
end)

t.test("its mean square over a road of waves is the sum of those of the waves", function()
  local V, waves, want = 20, {}, 0
  for k, length in ipairs { 20, 10, 5, 2.5 } do
    waves[k] = { amplitude = 0.004 / k, length = length, phase = 0.7 * k }
    local w = 2 * math.pi * V / length
    want = want + (0.004 / k * w ^ 2) ^ 2 / 2 * size2(transfer(QUARTER, w))
  end
  local m = li.quarter_car(quarter { road = li.surface { "waves", waves = waves }, speed = V })
  -- from 3 s on, over three whole seconds, the period of all of them
  local run = assert(m:simulate(6, nil, nil, { record = "accelerations", dt = 0.005,
    kernel = true }))
  local sum, n, a = 0, 0, run:column "z''"
  for i = 601, 1200 do sum, n = sum + a[i] ^ 2, n + 1 end
  t.near(math.sqrt(sum / n) / math.sqrt(want), 1, 2e-3)
end)

-- ---- half car -----------------------------------------------------------------------------------

-- on tyres so stiff and wheels so light that bounce and pitch are alone: k of an axle
local function plain(kf, kr, J)
  local function axle(x, k)
    return { at = x, unsprung = 1e-3, spring = k / 2, stiffness = 1e9 }
  end
  return { mass = 1200, inertia = J, com = { 0, 0, 0.5 }, axles = { axle(1.2, kf),
    axle(-1.4, kr) } }
end

t.test("bounce and pitch of the half car: the numbers of the document", function()
  -- vehicle.md M2: w in rad/s, Z/Theta of the slower mode
  for _, row in ipairs { { 36000, 40000, 2016, 7.46420027292179, 8.498365855987975, -1.4 },
    { 36000, 40000, 1800, 7.618148323546956, 8.812077224430547, -2.0136616419366953 },
    { 36000, 36000 * 1.2 / 1.4, 1800, 7.464200272921789, 7.899367063252599 } } do
    local _, told = li.half_car(plain(row[1], row[2], row[3]))
    local slow = {}
    for _, mode in ipairs(told.modes()) do
      if mode.frequency < 100 then slow[#slow + 1] = mode end
    end
    t.near({ 2 * math.pi * slow[1].frequency, 2 * math.pi * slow[2].frequency },
      { row[4], row[5] }, 1e-3)
    if row[6] then t.near(slow[1].shape[1] / slow[1].shape[2], row[6], 1e-3) end
  end
end)

t.test("the rear axle meets the road later, by wheelbase over speed", function()
  local m, told = li.half_car(spec())
  local V, f = 12, "0.03*sin(1.7*x) + 0.01*x"
  local inputs = told.over(f, V)
  for _, at in ipairs { 0, 0.3, 1.1 } do
    t.near(li.expr(inputs.road_r):eval { t = at + 2.6 / V }, li.expr(inputs.road_f):eval { t = at },
      1e-12)
  end
  -- told as a road of the model: the same run
  local one = assert(m:simulate(1, nil, nil, { inputs = inputs, rtol = 1e-10 }))
  local over = li.half_car(spec { road = f, speed = "U" })
  local two = assert(over:with { U = V }:simulate(1, nil, nil, { rtol = 1e-10 }))
  t.near({ last(one, "z"), last(one, "pitch") }, { last(two, "z"), last(two, "pitch") }, 1e-8)
end)

t.test("a car in space on a road alike on both sides is the half car", function()
  local bump = "0.02*exp(-((x - 6)/1.5)^2)"
  local half, told = li.half_car(spec())
  local car, of_car = li.car(spec { road = bump })
  for _, a in ipairs { "f", "r" } do t.near(told.loads[a], 2 * of_car.loads[a .. "l"], 1e-8) end
  local one = assert(half:simulate(1.2, nil, nil, { inputs = told.over(bump, 10), dt = 0.01 }))
  local two = assert(car:simulate(1.2, nil, of_car.rolling(10), { dt = 0.01 }))
  local most = { 0, 0 }
  for i = 1, #one do
    most[1] = math.max(most[1], math.abs(one.z[i]))
    most[2] = math.max(most[2], math.abs(one.pitch[i]))
  end
  for i = 1, #one, 5 do
    t.near(two.z[i], one.z[i], 0.03 * most[1])
    t.near(two.pitch[i], one.pitch[i], 0.04 * most[2])
  end
end)

-- ---- lifting, parts, energy ---------------------------------------------------------------------

t.test("a tyre pushes only; linear it pulls too", function()
  local hole = { inputs = { road = "-0.2*sin(20*t)", road_rate = "-4*cos(20*t)" } }
  for _, linear in ipairs { false, true } do
    local m, told = li.quarter_car(quarter { linear = linear })
    local run = assert(m:simulate(0.5, nil, nil, with({ record = "forces", dt = 0.002 }, hole)))
    t.near(run["F.tyre.z"][1], 340 * G + 120 * -4, 1e-6)
    t.eq(run["F.tyre.z"]:min() < 0, linear)
    t.near(told.loads.wheel, 340 * G, 1e-9)
  end
end)

t.test("springs, stops, ratios and actuators of one wheel count once or twice", function()
  local more = { stops = { up = 0.05, down = 0.05, stiffness = 1e5 }, ratio = 0.8,
    spring = { x = { -0.1, 0, 0.1 }, f = { -2000, 0, 3000 } }, damper = { v = { -1, 1 },
      f = { -1000, 1500 } }, actuator = true }
  local m = li.quarter_car(quarter(more))
  local axles = {}
  for k, x in ipairs { 1.2, -1.4 } do
    axles[k] = quarter(more)
    axles[k].at, axles[k].mass = x, nil
  end
  local half = li.half_car { mass = 1200, inertia = 1800, com = { 0, 0, 0.5 }, axles = axles }
  local P = 300 * G / 0.8
  for i, x in ipairs { m, half } do
    local n, name = i, i == 1 and "" or "_f"
    local q, v = { 0, 0.07 }, { 0, 0.3 }
    if i == 2 then q, v = { 0, 0, 0.07, 0 }, { 0, 0, 0.3, 0 } end
    local run = assert(x:simulate(1e-9, q, v, { record = "forces", inputs = {
      ["actuator" .. name] = 100 } }))
    local carried = i == 1 and P or 1200 * G * 1.4 / 2.6 / 0.8
    t.near(run["F.spring" .. name][1], -n * 30000 * 0.056 - carried, 1e-6)
    t.near(run["F.damper" .. name][1], -n * (250 + 1250 * 0.24), 1e-6)
    t.near(run["F.stop" .. name][1], -n * 1e5 * (0.056 - 0.05), 1e-6)
    t.near(run["F.actuator" .. name][1], -100, 1e-9)
  end
end)

t.test("both rest where their coordinates are 0; energy is the work of what acts", function()
  local load = { payload = { { mass = 200, at = { -1, 0.2, 0.8 } } } }
  for i, row in ipairs { { li.quarter_car(quarter()) }, { li.half_car(spec(load)) },
    { li.quarter_car(with(spec(load), { axle = 2 })) } } do
    local m, told = row[1], row[2]
    local r = assert(told.rest())
    t.eq(r.stability, "stable")
    for name, q in pairs(r.q) do t.near(q, 0, 1e-9, name) end
    local run = assert(m:simulate(0.5, nil, nil, { inputs = told.over("0.03*sin(3*x)", 10),
      record = { "forces", "work" }, rtol = 1e-9 }))
    t.ok(case.imbalance(run) < 1e-6, i)
  end
  local model, half = li.half_car(spec(load))
  local body, x, z = model:description().bodies[1], -200 / 1400, (1200 * 0.5 + 200 * 0.8) / 1400
  local place = model:fk({ 0, 0, 0, 0 }, "body").p
  t.near({ body.mass, place[1], place[3] }, { 1400, x, z }, 1e-12)
  t.near(body.inertia[2], 1800 + 1200 * (x ^ 2 + (0.5 - z) ^ 2) + 200 * ((-1 - x) ^ 2
    + (0.8 - z) ^ 2), 1e-9)
  local _, of_car = li.car(spec(load))
  t.near(half.loads.f, of_car.loads.fl + of_car.loads.fr, 1e-8)
  local _, of_quarter = li.quarter_car(with(spec(load), { axle = 2 }))
  t.near(2 * of_quarter.loads.wheel, half.loads.r, 1e-8)
  t.ok(#half.left > 4 and half.left[1]:find "^axles%[1%]")
end)

t.test("complaints say where", function()
  for _, row in ipairs {
    { li.quarter_car, "mass: expected", { unsprung = 1, spring = 1, stiffness = 1 } },
    { li.quarter_car, "spring: expected", { mass = 1, unsprung = 1, stiffness = 1 } },
    { li.quarter_car, "stiffness: expected the radial", { mass = 1, unsprung = 1, spring = 1 } },
    { li.quarter_car, "unknown key 'sprung'", quarter { sprung = 1 } },
    { li.quarter_car, "speed: a road over x is passed at a speed", quarter { road = "x" } },
    { li.quarter_car, "speed: no road is told", quarter { speed = 3 } },
    { li.quarter_car, "axle: expected the number of one of its axles, got 3",
      with(spec(), { axle = 3 }) },
    { li.half_car, "axles: expected a list of at least two", { mass = 1, inertia = 1,
      com = { 0, 0, 1 }, axles = {} } },
    { li.half_car, "com: it lies outside of the axles", spec { com = { 2, 0, 0.5 } } },
    { li.half_car, "mass: 'z' is a coordinate of the half car", spec { mass = "z" } },
    { li.half_car, "unknown key 'inertias'", spec { inertias = 1 } },
  } do t.raises(row[2], row[1], row[3]) end
  local _, told = li.half_car(spec())
  t.raises("over: expected a height over x or a surface", told.over, nil, 3)
end)

t.done()
