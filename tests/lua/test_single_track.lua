-- test_single_track.lua - vehicles in plan: the tables of li.car and li.truck on one wheel an axle,
-- linear, slipping, spinning, rolling without slip, with trailers; against textbooks, closed forms,
-- numbers of the documents, and the vehicles in space
local t = require "t"
local li = require "liaison"

string.format = li._internal.format -- luacheck: ignore (that of Lua asks the locale)
local case = require "carcase"

local spec, last, at, G = case.spec, case.last, case.at, case.G
local number = li._internal.number

local function with(s, more)
  for key, x in pairs(more) do s[key] = x end
  return s
end

local function run_of(m, told, V, time, inputs, more)
  return told.watch(assert(m:simulate(time, nil, told.rolling(V), with({ inputs = inputs,
    rtol = 1e-9, record = { "forces", "work", "accelerations" } }, more or {}))))
end

-- accelerations by name at a state
local function rates(m, q, v, inputs)
  local run = assert(m:simulate(1e-9, q, v, { inputs = inputs, record = "accelerations" }))
  return function(name) return run[name .. "''"][1] end, run
end

-- keeps 20 m/s
local HOLD = "2e4*(20 - (x'*cos(yaw) + y'*sin(yaw)))"

-- ---- one table, other models --------------------------------------------------------------------

t.test("the table of a car is a single track too: its mass, inertia, loads, its steady turn",
function()
  local m, told = li.single_track(spec())
  local car, of_car = li.car(spec())
  t.eq(table.concat(m:coordinates(), " "), "x y yaw")
  for _, a in ipairs { "f", "r" } do t.near(told.loads[a], 2 * of_car.loads[a .. "l"], 1e-9) end
  -- wheels in their places: m = 1200 + 4*40, J about the common centre
  local x0 = 80 * (1.2 - 1.4) / 1360
  local b = m:description().bodies[1]
  t.near({ b.mass, b.com[1] }, { 1360, x0 }, 1e-12)
  t.near(b.inertia[3], 2000 + 1200 * x0 ^ 2 + 80 * ((1.2 - x0) ^ 2 + (1.4 + x0) ^ 2)
    + 160 * 0.75 ^ 2 + 4 * 0.5, 1e-9)
  local inputs = { steer = 0.01, drive = HOLD }
  local one, two = run_of(m, told, 20, 3, inputs), case.go(car, of_car, 20, 3, inputs)
  t.near(last(one, "yaw_rate") / last(two, "yaw_rate"), 1, 5e-3)
  t.eq(table.concat(told.left, " "), "axles[1].damper axles[1].compliance axles[2].damper")
end)

t.test("payload aside moves the centre of mass; a cornering stiffness takes tan of the slip",
function()
  local s = spec { payload = { { mass = 340, at = { -1, 0.5, 1 }, inertia = { 1, 2, 30 } } } }
  for _, x in ipairs(s.axles) do x.tyre, x.cornering, x.radius = nil, 8e4, 0.3 end
  local m = li.single_track(s)
  local b = m:description().bodies[1]
  local x, y = (80 * (1.2 - 1.4) - 340) / 1700, 340 * 0.5 / 1700
  t.near({ b.mass, b.com[1], b.com[2] }, { 1700, x, y }, 1e-12)
  t.near(b.inertia[3], 2000 + 1200 * (x ^ 2 + y ^ 2) + 30 + 340 * ((-1 - x) ^ 2 + (0.5 - y) ^ 2)
    + 80 * ((1.2 - x) ^ 2 + y ^ 2 + 0.75 ^ 2) + 80 * ((1.4 + x) ^ 2 + y ^ 2 + 0.75 ^ 2)
    + 4 * 0.5, 1e-9)
  local run = assert(m:simulate(1e-9, at(m), at(m, { x = 10, y = 2, yaw = 0.5 }),
    { record = "forces" }))
  t.near(run["F.tyre_f.y"][1], -8e4 * (2 + 1.2 * 0.5) / 10, 10)
  -- in short: one force, its share in front where that heads
  local two = li.single_track { mass = 1000, inertia = 1500, a = 1, b = 1.5, front = 8e4,
    rear = 9e4, drive = 0.4 }
  run = assert(two:simulate(1e-9, { 0, 0, 0 }, { 10, 0, 0 }, { record = "forces",
    inputs = { force = 1000, steer = 0.1 } }))
  t.near(run["F.rear.x"][1], 600, 1e-6)
  t.near(run["F.front.x"][1] * math.cos(0.1) + run["F.front.y"][1] * math.sin(0.1), 400, 1e-6)
end)

t.test("linear = true is the textbook, by stiffnesses of the tyres or told", function()
  local V, M, C = 20, 1360, 1e5
  for _, how in ipairs { "tyre", "cornering" } do
    local s = with(spec(), { linear = true, slow = 1e-6 })
    for _, x in ipairs(how == "cornering" and s.axles or {}) do
      x.tyre, x.cornering, x.radius = nil, C, 0.3
    end
    local m, told = li.single_track(s)
    local body = m:description().bodies[1]
    local J, x = body.inertia[3], body.com[1]
    local a, b = 1.2 - x, 1.4 + x
    -- of the origin: y'' = v' + V r; of the centre of mass v + x r
    local A = m:linearize { v = { x = V, y = 0, yaw = 0 } }.A
    local Yv, Yr = A[5][5] + x * A[6][5], A[5][6] - V + x * A[6][6]
    local want = { -2 * C / (M * V), -(a - b) * C / (M * V) - V, -(a - b) * C / (J * V),
      -(a ^ 2 + b ^ 2) * C / (J * V) }
    t.near({ Yv, Yr - x * Yv, A[6][5], A[6][6] - x * A[6][5] }, want, 1e-6, how)
    local book = li.road.cornering { m = M, L1 = a, L2 = b, Cf = C, Cr = C, V = V }
    local run = run_of(m, told, V, 6, { steer = 0.01, drive = HOLD })
    t.near(last(run, "yaw_rate") / (0.01 * book.yaw_gain), 1, 1e-3, how)
  end
end)

t.test("wheels that spin weigh J/r^2 each; they slip by their torque", function()
  local m, told = li.single_track(with(spec(), { spin = true }))
  t.eq(table.concat(m:coordinates(), " "), "x y yaw spin_f spin_r")
  t.near(told.rolling(15).spin_f, 50, 1e-12)
  local run = run_of(m, told, 15, 2, { drive = 300 })
  local M = 1360 + 4 / 0.3 ^ 2
  t.near((last(run, "speed") - run:at("speed", 1)) * M * 0.3 / 300, 1, 1e-3)
  -- kappa = Fx/C of both tyres
  local push = 300 / 0.3 * (1360 + 2 / 0.09) / M
  local kappa = (0.3 * last(run, "spin_f'") - last(run, "speed")) / last(run, "speed")
  t.near(kappa / (push / 1.6e5), 1, 1e-3)
  -- and brake to a stop without jumping back
  run = run_of(m, told, 2, 2, { brake = 1500 }, { method = "radau5", rtol = 1e-6 })
  t.near({ last(run, "speed"), last(run, "spin_f'") }, { 0, 0 }, 2e-2)
end)

t.test("load transfer: what each tyre carries by its share of roll stiffness", function()
  local brush = { kind = "brush", radius = 0.3, cx = 8e4, cy = 5e4, mu = 0.8, stiffness = 2e5 }
  local s = with(spec({}, { tyre = brush, kinematics = { roll_centre = 0.1 }, ratio = 0.9 },
    { tyre = brush }),
    { load_transfer = true, slow = 1e-6 })
  local m = li.single_track(s)
  local tyre = li.tyre(brush)
  local u, r, T = 20, 0.3, 500
  local body = m:description().bodies[1]
  local q, v = at(m), at(m, { x = u, y = 0.5, yaw = r })
  local run = assert(m:simulate(1e-9, q, v, { inputs = { drive = T }, record = "forces" }))
  -- wheels that roll and spin know the same loads
  s.spin = true
  local spinning = li.single_track(s)
  local rolling = at(spinning, { x = u, y = 0.5, yaw = r, spin_f = u / 0.3, spin_r = u / 0.3 })
  local spun = assert(spinning:simulate(1e-9, at(spinning), rolling, { inputs = { drive = T },
    record = "forces" }))
  for _, name in ipairs { "F.tyre_f.y", "F.tyre_r.y" } do
    t.near(spun[name][1], run[name][1], 1e-6)
  end
  -- payload stands as high as told
  local loaded = li.single_track(with(spec({ payload = { { mass = 300, at = { 0, 0, 1.4 } } } },
    { tyre = brush }, { tyre = brush }), { load_transfer = true, slow = 1e-6 }))
  local heavy = li.single_track(with(spec({ mass = 1500, com = { 0, 0, 0.68 } },
    { tyre = brush }, { tyre = brush }), { load_transfer = true, slow = 1e-6 }))
  local forces = {}
  for k, x in ipairs { loaded, heavy } do
    forces[k] = assert(x:simulate(1e-9, q, v, { inputs = { drive = T },
      record = "forces" }))["F.tyre_f.y"][1]
  end
  t.near(forces[1], forces[2], 1e-6)
  -- m a (K_i/K (h - H) + N_i/W H_i)/T, H of the roll axis below the centre of mass
  local K = { 2.5e4 * 0.81 * 1.5 ^ 2 / 2 + 8000 * 1.5 ^ 2, 2.2e4 * 1.5 ^ 2 / 2 }
  local N = { 1200 * G * 1.4 / 2.6 + 80 * G, 1200 * G * 1.2 / 2.6 + 80 * G }
  local W = 1360 * G
  local h, H = (1200 * 0.5 + 160 * 0.3) / 1360, { 0.1, 0 }
  local axis = N[1] / W * 0.1
  for i, name in ipairs { "f", "r" } do
    local x = i == 1 and 1.2 or -1.4
    local alpha = math.atan((0.5 + x * r) / u)
    local aside = 1360 * u * r / 1.5 * (K[i] / (K[1] + K[2]) * (h - axis) + N[i] / W * H[i])
    local ahead = (2 * i - 3) * T / 0.3 * h / 2.6 / 2
    local want = 0
    for side = -1, 1, 2 do
      want = want + tyre:forces { alpha = alpha, load = N[i] / 2 + ahead + side * aside }.Fy
    end
    t.near(run[("F.tyre_%s.y"):format(name)][1], want, 1e-3)
  end
  t.ok(body.mass == 1360)
  -- a wheel that lifts leaves all to the other, and no more
  local turn = assert(m:simulate(3, nil, at(m, { x = 30 }), { inputs = { steer = 0.2 },
    record = "forces" }))
  local other = assert(m:simulate(3, nil, at(m, { x = 30 }), { inputs = { steer = -0.2 },
    record = "forces" }))
  for _, name in ipairs { "f", "r" } do
    local load, most = name == "f" and N[1] or N[2], 0
    local column = ("F.tyre_%s.y"):format(name)
    for i = 1, #turn do most = math.max(most, math.abs(turn[column][i])) end
    t.ok(most < 0.8 * load * 1.001, name)
    t.near(other:at(column, 0.5), -turn:at(column, 0.5), 1e-3 * most)
  end
  t.raises("load_transfer: expected one unit on two axles", li.single_track,
    { load_transfer = true, units = { with(spec(), { hitch = { x = -2, z = 0.4 } }),
      { mass = 500, inertia = 600, com = { 0, 0, 0.5 }, coupling = { x = 2 },
        axles = { spec().axles[2] } } } })
end)

t.test("the air on a single track: a force and a couple, by the wind against its heading",
function()
  local m, told = li.single_track(spec { aero = { area = 2, cx = 0.3, cy = 1.2, cn = 0.2,
    length = 2.6, at = { 0.4, 0, 0.5 } } })
  local yaw, V = 0.7, 20
  local q = at(m, { yaw = yaw })
  local v = at(m, { x = V * math.cos(yaw), y = V * math.sin(yaw) })
  local wx, wy = 3, -2
  local run = assert(m:simulate(1e-9, q, v, { record = "forces",
    inputs = { wind_x = wx, wind_y = wy } }))
  local c, s = math.cos(yaw), math.sin(yaw)
  local u, w = V - wx * c - wy * s, wx * s - wy * c
  local W = math.sqrt(u ^ 2 + w ^ 2)
  local X, Y = -1.2 * 0.3 * W * u, -1.2 * 1.2 * W * w
  t.near({ run["F.aero.x"][1], run["F.aero.y"][1] }, { X * c - Y * s, X * s + Y * c }, 1e-8)
  t.near(run["F.aero_yaw"][1], -1.2 * 2.6 * 0.2 * W * w, 1e-8)
  t.ok(told)
end)

-- ---- without slip -------------------------------------------------------------------------------

local function kinematic(more)
  return with({ mass = 1000, inertia = 1500, com = { 1, 0, 0 }, ideal = "speed", axles = {
    { at = 2.5, steer = 1 }, { at = 0 } } }, more or {})
end

t.test("rolling without slip at a speed: circles of Ackermann, steered in front and behind",
function()
  local d, e, V, L = 0.3, -0.1, 3, 2.5
  local m, told = li.single_track(kinematic())
  local run = run_of(m, told, V, 2, { steer = number(d) .. " + 0*t", speed = V })
  local R = L / math.tan(d)
  t.near(last(run, "yaw_rate"), V / R, 1e-9)
  t.near({ last(run, "x"), last(run, "y") },
    { R * math.sin(2 * V / R), R * (1 - math.cos(2 * V / R)) }, 1e-7)
  -- the rear axle steered by an input of its own: r = u (tan d - tan e)/L
  local s = kinematic()
  s.axles[2].steer = { input = "rear_steer" }
  m, told = li.single_track(s)
  t.near(#told.left, 0, 0)
  run = run_of(m, told, V, 1, { steer = number(d) .. " + 0*t",
    rear_steer = number(e) .. " + 0*t", speed = V })
  t.near(last(run, "yaw_rate"), V * (math.tan(d) - math.tan(e)) / L, 1e-9)
end)

t.test("a steered wheel that drives pushes where it heads", function()
  local s = kinematic { ideal = true, axles = { { at = 2.5, steer = 1, drive = 1, radius = 0.5 },
    { at = 0 } } }
  local m = li.single_track(s)
  local d, T = 0.4, 200
  local a = rates(m, at(m), at(m), { steer = number(d) .. " + 0*t", drive = T })
  -- of the speed ahead: m + (m 1^2 + J) tan^2/L^2, the force over its cosine
  local D = 1000 + (1000 + 1500) * math.tan(d) ^ 2 / 2.5 ^ 2
  t.near(a "x", T / 0.5 / math.cos(d) / D, 1e-9)
end)

-- a chain of trailers: hitch x_h behind the axle of each, drawbar l
local function train(n, hitch, l, more)
  local units = { { mass = 1000, inertia = 1500, com = { 1, 0, 0 },
    axles = { { at = 2.5, steer = 1 }, { at = 0, drive = 1, radius = 1 } } } }
  for k = 1, n do
    units[k].hitch = { x = -hitch, z = 0.4 }
    units[k + 1] = { mass = 800, inertia = 900, com = { 0.1, 0, 0 }, coupling = { x = l },
      axles = { { at = 0 } } }
  end
  return with({ units = units, ideal = "speed" }, more or {})
end

t.test("trailers follow: off-tracking R_2^2 = R_1^2 + h^2 - l^2, and their way to it", function()
  local V, d, h, l = 2, 0.25, 0.6, 3
  local m, told = li.single_track(train(2, h, l))
  local run = run_of(m, told, V, 40, { steer = number(d) .. " + 0*t", speed = V })
  local R, yaw = 2.5 / math.tan(d), last(run, "yaw_rate")
  t.near(last(run, "yaw_rate_2"), yaw, 1e-9)
  t.near(last(run, "yaw_rate_3"), yaw, 1e-9)
  -- cos/sin of the articulation: atan(h/R_1) + atan(l/R_2)
  local before = R
  for k = 2, 3 do
    local R2 = math.sqrt(before ^ 2 + h ^ 2 - l ^ 2)
    t.near(last(run, "articulation_" .. k), -math.atan(h / before) - math.atan(l / R2), 1e-8)
    before = R2
  end
  -- straight ahead: tan(phi/2) dies out with the way, backwards it grows
  m = li.single_track(train(1, 0, l))
  for _, U in ipairs { 1.5, -1.5 } do
    local v = at(m, { x = U })
    v.articulation_2 = -U * math.sin(0.3) / l
    run = assert(m:simulate(1.2, at(m, { articulation_2 = 0.3 }), v,
      { inputs = { steer = "0*t", speed = U }, rtol = 1e-10 }))
    t.near(math.tan(last(run, "articulation_2") / 2),
      math.tan(0.15) * math.exp(-U * 1.2 / l), 1e-8)
  end
end)

t.test("tractor and trailer of the documents: accelerations by their numbers", function()
  -- nonholonomic.md 2.4.3: l1 = 3.5, l2 = 6, b = 1.4, c = 0.6, d = 3.2
  local s = { ideal = true, units = {
    { mass = 6500, inertia = 14000, com = { 1.4, 0, 0 }, hitch = { x = -0.6, z = 0.5 },
      axles = { { at = 3.5, steer = 1 }, { at = 0, drive = 1, radius = 1 } } },
    { mass = 9000, inertia = 45000, com = { -2.8, 0, 0 }, coupling = { x = 0 },
      axles = { { at = -6 } } } } }
  local m = li.single_track(s)
  local v, de, phi = 8, 0.15, -0.25
  local yaw = v * math.tan(de) / 3.5
  local q = at(m, { yaw = 0.3, articulation_2 = phi })
  local vel = at(m, { x = v * math.cos(0.3), y = v * math.sin(0.3), yaw = yaw,
    articulation_2 = -0.04905124763417807 })
  local a, run = rates(m, q, vel, { steer = "0.15 + 0.1*t", drive = 3000 })
  -- (x'', y'') of the document are with F1 and F3 too: v' = g0 + g_delta delta' + g_F2 F2
  local want = 0.028861635877147 - 0.300320664614082 * 0.1 + 3000 * 6.53619334042781e-5
  t.near(a "x" * math.cos(0.3) + a "y" * math.sin(0.3), want, 1e-10)
  t.near({ run["x'"][1], run["y'"][1] }, { 7.64269191300485, 2.36416165329072 }, 1e-10)
  -- without the trailer
  s = { mass = 6500, inertia = 14000, com = { 1.4, 0, 0 }, ideal = true, axles =
    s.units[1].axles }
  m = li.single_track(s)
  a = rates(m, at(m, { yaw = 0.3 }), at(m, { x = v * math.cos(0.3), y = v * math.sin(0.3),
    yaw = yaw }), { steer = "0.15 + 0.1*t", drive = 3000 })
  local T = math.tan(0.15)
  local D, C = 6549.86050446020, 337.442268489911
  t.near(a "x" * math.cos(0.3) + a "y" * math.sin(0.3), (3000 - C * 0.1 * v) / D, 1e-9)
  t.near(D, 6500 + (6500 * 1.4 ^ 2 + 14000) * T ^ 2 / 3.5 ^ 2, 1e-8)
end)

-- ---- trailers with slip -------------------------------------------------------------------------

-- a tractor (a, b ahead and behind of its centre, hitch h behind it) with a trailer (centre f,
-- axle g behind the hitch), linear about straight ahead at U, by Newton, the force Y of the hitch
-- on the trailer unknown:
--   m1 (v' + U r) = F1 + F2 - Y,   I1 r' = a F1 - b F2 + h Y
--   m2 (v' + U r - h r' - f (r' + phi'')) = F3 + Y,   I2 (r' + phi'') = f Y - (g - f) F3
local function book_matrix(p, U)
  local A = li.zeros(4, 4)
  local function forces(v, r, w, phi)
    return -p.C1 * (v + p.a * r) / U, -p.C2 * (v - p.b * r) / U,
      -p.C3 * ((v - p.h * r - p.g * (r + w)) / U - phi)
  end
  local K = li.mat { { p.m1, 0, 0, 1 }, { 0, p.I1, 0, -p.h },
    { p.m2, -p.m2 * (p.h + p.f), -p.m2 * p.f, -1 }, { 0, p.I2, p.I2, -p.f } }
  for j = 1, 4 do
    local x = { 0, 0, 0, 0 }
    x[j] = 1
    local v, r, w, phi = x[1], x[2], x[3], x[4]
    local F1, F2, F3 = forces(v, r, w, phi)
    local z = K:solve { F1 + F2 - p.m1 * U * r, p.a * F1 - p.b * F2, F3 - p.m2 * U * r,
      -(p.g - p.f) * F3 }
    for i = 1, 3 do A[i][j] = z[i] end
    A[4][j] = w
  end
  return li.ss { A = A }
end

t.test("a car with a caravan snakes, a tractor jack-knifes: modes of the textbook's matrices",
function()
  for i, p in ipairs {
    { m1 = 1400, I1 = 2300, a = 1.2, b = 1.5, h = 2.3, C1 = 9e4, C2 = 1.1e5, m2 = 1200, I2 = 2200,
      f = 3.2, g = 3.3, C3 = 7e4 },
    { m1 = 7500, I1 = 2.5e4, a = 1.1, b = 2.5, h = 2.3, C1 = 3.2e5, C2 = 2e5, m2 = 2.4e4,
      I2 = 2e5, f = 4.5, g = 7.5, C3 = 9e5 } } do
    local _, told = li.single_track { linear = true, slow = 1e-6, units = {
      { mass = p.m1, inertia = p.I1, com = { 0, 0, 0.5 }, hitch = { x = -p.h, z = 0.5 },
        axles = { { at = p.a, cornering = p.C1, steer = 1 }, { at = -p.b, cornering = p.C2 } } },
      { mass = p.m2, inertia = p.I2, com = { -p.f, 0, 1 }, coupling = { x = 0 },
        axles = { { at = -p.g, cornering = p.C3 } } } } }
    local unstable = false
    for _, U in ipairs { 10, 20, 35 } do
      local list, want = {}, book_matrix(p, U):modes()
      for _, x in ipairs(told.modes(U)) do list[#list + 1] = x end
      t.eq(#list, #want)
      for k, x in ipairs(want) do
        t.near({ list[k].re, list[k].im }, { x.re, x.im }, 1e-6 * (1 + math.abs(x.re)))
        unstable = unstable or x.re > 0
      end
    end
    t.ok(unstable, "one of them is lost at 35 m/s: " .. i)
  end
end)

-- a tractor with a semitrailer, stiff springs where told
local function heavy(k)
  local tyre = { kind = "linear", radius = 0.5, cx = 6e5, cy = 3e5, stiffness = 8e5 * k,
    damping = 2e3 * k }
  local function axle(x, more)
    return with({ at = x, track = 2, spring = 4e5 * k, damper = 3e4 * math.sqrt(k), unsprung = 300,
      inertia = 10, tyre = tyre }, more or {})
  end
  return { units = {
    { mass = 6000, inertia = { 3e3, 2e4, 2e4 }, com = { 1, 0, 1 }, hitch = { x = -1.2, z = 1.2 },
      axles = { axle(2, { steer = 1, compliance = { stiffness = 1e8, damping = 1e6 } }),
        axle(-1.6, { drive = 1 }) } },
    { mass = 1.4e4, inertia = { 2e4, 2e5, 2e5 }, com = { 0, 0, 1.5 }, coupling = { x = 4 },
      axles = { axle(-3), axle(-4.2) } } } }
end

t.test("the truck in space on stiff springs is the single track", function()
  local flat, of_flat = li.single_track(heavy(1))
  local m, told = li.truck(heavy(30))
  local names = {}
  for name in pairs(of_flat.loads) do names[#names + 1] = name end
  t.eq(#names, 4)
  for _, name in ipairs(names) do
    t.near(of_flat.loads[name], 2 * told.loads[name .. "l"], 1e-7)
  end
  t.near(of_flat.hitches[2], told.hitches[2], 1e-7)
  local function modes_of(x)
    local list = {}
    for _, mode in ipairs(x.modes(20)) do
      -- those of the plan: slow, of articulation and yaw
      if mode.frequency < 1.2 and mode.re > -12 then list[#list + 1] = mode end
    end
    return list
  end
  local one, two = modes_of(of_flat), modes_of(told)
  t.ok(#one >= 2 and #two >= #one)
  t.near(two[1].re / one[1].re, 1, 0.03)
  local a = run_of(flat, of_flat, 15, 3, { steer = 0.01 })
  local b = told.watch(assert(m:simulate(3, nil, told.rolling(15), { inputs = { steer = 0.01 },
    record = "accelerations", method = "radau5", rtol = 1e-6 })))
  for _, name in ipairs { "yaw_rate", "yaw_rate_2", "lateral_acceleration_2", "articulation_2" } do
    t.near(last(b, name) / last(a, name), 1, 0.01, name)
  end
end)

t.test("energy is the work of what acts, with slip, with spins, with trailers, without slip",
function()
  for i, s in ipairs { spec(), with(spec(), { spin = true }),
    with(spec { aero = { area = 2, cx = 0.3, cy = 1, cn = 0.1, at = { 0.1, 0, 0.4 } } },
      { load_transfer = true }), heavy(1), with(heavy(1), { spin = true }),
    with(train(2, 0.5, 3), { ideal = true }) } do
    local m, told = li.single_track(s)
    local run = run_of(m, told, 10, 1, { steer = "0.05*sin(t)", drive = 500 })
    t.ok(case.imbalance(run) < 1e-6, i)
  end
end)

t.test("complaints say where", function()
  local s = heavy(1)
  for _, row in ipairs {
    { "axles%[1%]: expected tyre, or cornering", { mass = 1, inertia = 1, com = { 0, 0, 0 },
      axles = { { at = 1 }, { at = -1 } } } },
    { "linear: ideal wheels do not slip", with(kinematic(), { linear = true }) },
    { "ideal: expected true, false or 'speed'", with(kinematic(), { ideal = "yes" }) },
    { "axles: 3 axles of ideal wheels cannot all roll", kinematic { axles = { { at = 2 },
      { at = 0 }, { at = -1 } } } },
    { "units%[2%].axles: 2 axles of ideal wheels", with(heavy(1), { ideal = true }) },
    { "axles%[2%].radius: drive and brake are torques", { mass = 1, inertia = 1,
      com = { 0, 0, 0 }, axles = { { at = 1, cornering = 1 }, { at = -1, cornering = 1,
        drive = 1 } } } },
    { "axles%[1%].inertia: wheels that spin need it", { mass = 1, inertia = 1, spin = true,
      com = { 0, 0, 0 },
      axles = { { at = 1, tyre = case.tyre }, { at = -1, tyre = case.tyre } } } },
    { "steering: a single track has no column", with(spec(), { steering = { by = "torque",
      ratio = 1, inertia = 1 } }) },
    { "units%[1%].hitch: the unit behind hangs on it", { units = { with(heavy(1).units[1],
      { hitch = false }), s.units[2] } } },
    { "units%[2%].coupling: expected a table", { units = { s.units[1], with(heavy(1).units[2],
      { coupling = false }) } } },
    { "units%[2%].axles%[1%].at: expected an axle behind the coupling", { units = { s.units[1],
      with(heavy(1).units[2], { coupling = { x = -3.5 } }) } } },
  } do
    local given = row[2]
    for _, u in ipairs(given.units or {}) do
      if u.hitch == false then u.hitch = nil end
      if u.coupling == false then u.coupling = nil end
    end
    t.raises(row[1], li.single_track, given)
  end
  t.raises("units%[2%].aero.cl: expected 0 behind the first unit", function()
    local x = heavy(1)
    x.units[2].aero = { area = 8, cx = 0.6, cl = 0.1 }
    li.truck(x)
  end)
end)

t.done()
