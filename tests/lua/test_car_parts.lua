-- test_car_parts.lua - parts of li.car: paths of wheels, solid axles, loads, lift, numbers that are
-- names; each against its closed form, all parts by their rest and their energy
local t = require "t"
local li = require "liaison"
local case = require "carcase"

local spec, go, last, at, G = case.spec, case.go, case.last, case.at, case.G
local column = case.column

-- ---- paths of wheels ----------------------------------------------------------------------------

t.test("where a wheel touches it moves across the line to roll centre and pitch centre",
function()
  local H, P = 0.12, { x = -1.1, z = 0.3 }
  local m, told = li.car(spec({}, { kinematics = { roll_centre = H, pitch_centre = P } }))
  for i, w in ipairs { "fl", "fr" } do
    local side, h = 3 - 2 * i, told.radii[w]
    local c = column(m, at(m), "wheel_" .. w, { 0, 0, -h }, "travel_" .. w)
    t.near(c[3], 1, 1e-12)
    t.near(c[2], side * H / 0.75, 1e-12)
    t.near(c[1], P.z / (1.2 - P.x), 1e-12)
    t.near(c[5], -1 / (1.2 - P.x), 1e-12)
    -- the centre of the wheel turns about the same pitch centre
    c = column(m, at(m), "wheel_" .. w, { 0, 0, 0 }, "travel_" .. w)
    t.near(c[1] * (1.2 - P.x) + (h - P.z), 0, 1e-12)
  end
end)

t.test("what springs carry in braking: load and force on the road along the path of the wheel",
function()
  -- k z = dN + Fx dx/dz - m_u a dx_c/dz - J spin'' castor', x where it touches, x_c of the centre
  local L, h = 2.6, (1200 * 0.5 + 80 * (0.28219 + 0.28469)) / 1360
  local travel = {}
  for i, row in ipairs { { {}, {}, 0, 0, 0 },
    -- the turn of a swing arm holds the brake; front and rear as long as all of the dive needs
    { { pitch_centre = { x = 1.2 - 0.6 * L, z = h } },
      { pitch_centre = { x = -1.4 + 0.4 * L, z = h } }, h / (0.6 * L), -1 / (0.6 * L) },
    { { base = h / (0.6 * L) }, {}, h / (0.6 * L), 0 } } do
    local m, told = li.car(spec({}, { kinematics = row[1] }, { kinematics = row[2] }))
    local run = go(m, told, 20, 2.5, { brake = 600 })
    -- the body leans, and the path with it
    local z, lean, castor = last(run, "travel_fl"), last(run, "pitch"), row[4]
    local N, ahead = last(run, "tyre_fl.load"), row[3] + castor * told.radii.fl
    local slope, centre = row[3] + lean, ahead + lean
    local want = N - told.loads.fl - (N - 40 * G) * ahead * lean + slope * last(run, "tyre_fl.Fx")
      - 40 * last(run, "x''") * centre - last(run, "spin_fl''") * castor
    t.near(2.5e4 * z, want, 1.5)
    travel[i] = { z, last(run, "travel_rl") }
  end
  t.ok(travel[1][1] > 2e-3 and travel[1][2] < -2e-3)
  for i = 1, 2 do t.ok(math.abs(travel[2][i]) < 0.1 * math.abs(travel[1][i])) end
  t.ok(math.abs(travel[3][1]) < 0.1 * travel[1][1])
end)

-- lean of a wheel outwards and turn of it inwards
local function stance(m, q, name)
  local R = m:fk(q, "wheel_" .. name).R
  local side = name:sub(2) == "l" and 1 or -1
  return -side * math.asin(R[3][2]), side * math.atan(R[1][2] / R[2][2])
end

t.test("camber and toe over travel: a slope, a formula, a table; all about those at rest",
function()
  local function bent(z) return 0.3 * z - 1.5 * z ^ 2 end
  local table_of = { z = {}, f = {} }
  for i = 1, 5 do
    table_of.z[i] = (i - 3) * 0.05
    table_of.f[i] = bent(table_of.z[i])
  end
  for _, row in ipairs { { 0.3, function(z) return 0.3 * z end }, { "0.3*z - 1.5*z^2", bent },
    { table_of, bent } } do
    for _, key in ipairs { "camber", "toe" } do
      local m = li.car(spec({}, { [key] = 0.02, kinematics = { [key] = row[1] } }))
      for _, z in ipairs { -0.06, 0, 0.08 } do
        for _, w in ipairs { "fl", "fr" } do
          local q = at(m, { ["travel_" .. w] = z })
          q = m:description().constraints
            and assert(m:assemble(q, { fix = { "travel_fl", "travel_fr" } })) or q
          local camber, toe = stance(m, q, w)
          t.near(key == "camber" and camber or toe, 0.02 + row[2](z), 1e-9, key .. w)
        end
      end
    end
  end
end)

t.test("the same path as slopes and as equations: the same run", function()
  local ends = {}
  for i, z in ipairs { "", "*z" } do
    local k = {}
    for key, x in pairs { camber = 0.3, toe = 0.02, castor = 0.1, track = 0.1, base = 0.05 } do
      k[key] = z == "" and x or li._internal.number(x) .. "*z + 1e-12*z^2"
    end
    local m, told = li.car(spec({}, { kinematics = k }))
    local run = go(m, told, 15, 0.5, { steer = 0.05, brake = 500 })
    ends[i] = { last(run, "yaw"), last(run, "roll"), last(run, "travel_fl"), last(run, "speed") }
  end
  t.near(ends[1], ends[2], 2e-6)
end)

t.test("the kernel of a car with bent paths moves as the engine does", function()
  local m, told = li.car(spec({}, { kinematics = { camber = "0.3*z - 2*z^2", base = "z^2" } },
    { differential = "locked" }))
  local run = go(m, told, 15, 0.2, { steer = 0.05, drive = 300 })
  local q, v = run:state()
  local x = {}
  for i = 1, #q do x[i], x[#q + i] = q[i], v[i] end
  local y = m:compile("dynamics", { tape = true })({ 0 }, x, { 0.05, 300, 0 })
  for i, name in ipairs(m:coordinates()) do
    local a = last(run, name .. "''")
    t.near(y[#q + i], a, 1e-6 * (1 + math.abs(a)), name)
  end
end)

t.test("roll in a steady turn: m a (h - H)/(roll stiffness - m g (h - H))", function()
  -- a soft turn on stiff tyres; roll stiffness k T^2/2 + bar T^2 of each axle
  local stiff = { kind = "linear", radius = 0.3, cx = 8e4, cy = 5e4, stiffness = 2e7,
    damping = 2e4 }
  for _, H in ipairs { 0, 0.15 } do
    local k = { roll_centre = H }
    local m, told = li.car(spec({}, { tyre = stiff, kinematics = k, unsprung = 1, inertia = 0.01 },
      { tyre = stiff, kinematics = k, unsprung = 1, inertia = 0.01 }))
    local run = go(m, told, 15, 3, { steer = 0.01 }, { method = "radau5", rtol = 1e-6 })
    local a = last(run, "lateral_acceleration")
    local K = (2.5e4 + 2.2e4) * 1.5 ^ 2 / 2 + 8000 * 1.5 ^ 2
    local want = 1200 * a * (0.5 - H) / (K - 1200 * G * (0.5 - H))
    t.near(last(run, "roll") / want, 1, 0.02)
  end
end)

t.test("a solid axle tilts about its roll centre; springs stand nearer than wheels", function()
  local s = { mass = 60, inertia = { 20, 1, 20 }, roll_centre = 0.35, spring_track = 1,
    roll_steer = 0.1 }
  local m, told = li.car(spec({}, {}, { solid = s, bar = 3000 }))
  local names = table.concat(m:coordinates(), " ")
  t.ok(names:find "travel_r tilt_r spin_rl spin_rr$", names)
  local h = told.radii.rl
  local c = column(m, at(m), "wheel_rl", { 0, 0, 0 }, "tilt_r")
  t.near({ c[1], c[2], c[3] }, { -0.1 * 0.75, 0.35 - h, 0.75 }, 1e-12)
  t.near({ c[4], c[6] }, { 1, 0.1 }, 1e-12)
  -- gravity and inertia are asked apart: what springs and bar give at a tilt
  local q, tilt = at(m, { tilt_r = 0.02 }), 0.02
  local run = assert(m:simulate(1e-6, q, nil, { record = "forces" }))
  t.near(run["F.spring_rl"][1] - run["F.spring_rr"][1], -2.2e4 * 1 * tilt, 1e-6)
  t.near(math.abs(run["F.bar_r"][1]), 3000 * 1.5 * tilt, 1e-6)
  -- springs that move less than the wheels
  local slow = li.car(spec({}, {}, { solid = s, ratio = 0.5 }))
  run = assert(slow:simulate(1e-6, q, nil, { record = "forces" }))
  t.near(run["F.spring_rl"][1] - run["F.spring_rr"][1], -2.2e4 * 0.5 * tilt, 1e-6)
  -- what the wheels carry and the springs carry
  t.near(told.loads.rl + told.loads.rr,
    1200 * G * 1.2 / 2.6 + (80 + 60) * G, 1e-8)
  t.raises("axles%[2%].kinematics.camber: the wheels of a solid axle stand on one beam", li.car,
    spec({}, {}, { solid = s, kinematics = { camber = 0.1 } }))
end)

-- ---- loads --------------------------------------------------------------------------------------

t.test("payload is a car with the heavier body, at rest and in motion", function()
  -- 1200 kg at (0, 0, .5) and 300 kg at (-1, .2, .8) together
  local box = { 20, 30, 40 }
  local m1, m2, d = 1200, 300, { -1, 0.2, 0.3 }
  local k = m1 * m2 / (m1 + m2)
  local sum = { 450 + 20 + k * (d[2] ^ 2 + d[3] ^ 2), 1800 + 30 + k * (d[1] ^ 2 + d[3] ^ 2),
    2000 + 40 + k * (d[1] ^ 2 + d[2] ^ 2), -k * d[1] * d[2], -k * d[1] * d[3], -k * d[2] * d[3] }
  local ends, loads = {}, {}
  for i, more in ipairs { { payload = { { mass = 300, at = { -1, 0.2, 0.8 }, inertia = box } } },
    { mass = 1500, com = { -0.2, 0.04, 0.56 }, inertia = sum } } do
    local m, told = li.car(spec(more))
    local run = go(m, told, 15, 1, { steer = 0.03 })
    ends[i] = { last(run, "yaw"), last(run, "roll"), last(run, "pitch"), last(run, "z") }
    loads[i] = { told.loads.fl, told.loads.fr, told.loads.rl, told.loads.rr }
  end
  t.near(loads[1], loads[2], 1e-8)
  t.near(ends[1], ends[2], 1e-7)
end)

t.test("lift of axles takes off their loads: -p cz V^2", function()
  local m, told = li.car(spec { aero = { area = 2, density = 1.25, cz_front = 0.1,
    cz_rear = -0.2 } })
  local run = go(m, told, 40, 4, { steer = 0 })
  local p, N = 0.5 * 1.25 * 2 * 40 ^ 2, told.loads
  -- and what the weight gives that leans ahead with the pitch, to first order
  local ahead = 1200 * (0.5 - told.radii.fl) * G * last(run, "pitch") / 2.6
  t.near(last(run, "load_fl") + last(run, "load_fr") - N.fl - N.fr, -0.1 * p + ahead, 0.3)
  t.near(last(run, "load_rl") + last(run, "load_rr") - N.rl - N.rr, 0.2 * p - ahead, 0.3)
  t.raises("aero: cz_front and cz_rear say what cz and cm say", li.car,
    spec { aero = { area = 2, cz_front = 0.1, cm = 0.1 } })
end)

t.test("wheels that leave the road are told", function()
  local m, told = li.car(spec { com = { 0, 0, 1.2 }, road = { normal = { 0, 0, 1 } } })
  local _, lifts = go(m, told, 15, 0.5, { steer = 0 })
  t.eq(#lifts, 0)
  _, lifts = go(m, told, 20, 1.2, { steer = { t = { 0, 0.2 }, f = { 0, 0.12 } } })
  t.ok(#lifts >= 1 and lifts[1].wheel:find "l$", "the inner ones")
  t.ok(lifts[1].at > 0.2 and lifts[1].time > 0)
end)

-- ---- names for numbers --------------------------------------------------------------------------

local NAMED = { m = 1200, h = 0.5, kf = 2.5e4, Cf = 5e4, cam = 0.2, lf = 1.2, T = 400, mu = 0.5 }

local function named_spec(given)
  local tyre = { kind = "brush", radius = 0.3, cx = 8e4, cy = given and NAMED.Cf or "Cf",
    mu = given and NAMED.mu or "mu", stiffness = 2e5, damping = 500 }
  local function x(name) return given and NAMED[name] or name end
  return spec({ mass = x "m", com = { 0, 0, x "h" }, motor = { torque = x "T", ratio = 5 } },
    { at = x "lf", spring = x "kf", kinematics = { camber = x "cam" }, tyre = tyre },
    { tyre = tyre })
end

t.test("numbers may be names: the same car once they have values, by one kernel too", function()
  local open, of_open = li.car(named_spec(false))
  local plain, of_plain = li.car(named_spec(true))
  t.eq(#open:symbols(), 8)
  local m, told = of_open.with(NAMED)
  for _, w in ipairs(told.wheels) do
    t.near({ told.loads[w], told.radii[w] }, { of_plain.loads[w], of_plain.radii[w] }, 1e-9)
  end
  local inputs = { steer = 0.03, throttle = 0.2 }
  local one, two = go(m, told, 15, 0.5, inputs), go(plain, of_plain, 15, 0.5, inputs)
  for _, name in ipairs { "yaw", "roll", "speed", "sideslip", "load_fl" } do
    t.near(last(one, name), last(two, name), 1e-7, name)
  end
  -- one function with the names as an argument: no building again
  local f = open:compile("dynamics", { parameters = true, tape = true })
  local g = plain:compile("dynamics", { tape = true })
  local values, x = {}, {}
  for i, name in ipairs(f.parameters) do values[i] = NAMED[name] end
  for i = 1, 32 do x[i] = 0.01 * math.sin(i) end
  x[17] = 15
  local u = { 0.03, 0.2, 0 }
  t.near(f({ 0 }, x, u, values), g({ 0 }, x, u), 1e-6)
  -- what has no number says which name
  t.raises("rolling: no number for .*told.with", of_open.rolling, 10)
  local nose = {}
  for name, value in pairs(NAMED) do nose[name] = value end
  nose.lf = -0.2
  t.raises("with: the wheel rl lifts off at rest: it would carry %-", of_open.with, nose)
end)

-- ---- all of them --------------------------------------------------------------------------------

local ALL = {
  { "plain" },
  { "loads aside", { com = { 0.2, 0.05, 0.6 },
    payload = { { mass = 100, at = { -1, 0.3, 1 } } } } },
  { "paths", {}, { camber = -0.02, toe = 0.003, kinematics = { camber = 0.3, toe = 0.05,
    roll_centre = 0.1, pitch_centre = { x = -1, z = 0.2 } } },
    { kinematics = { roll_centre = 0.1, castor = 0.2, base = 0.1 } } },
  { "bent paths", {}, { camber = -0.02, kinematics = { camber = "0.3*z - 2*z^2",
    track = "0.1*z + z^2" } } },
  { "solid axle", { com = { 0.1, 0.06, 0.5 } }, {}, { bar = 4000, camber = 0.01, solid = {
    mass = 60, inertia = { 20, 1, 20 }, spring_track = 1, roll_steer = 0.1 } } },
  { "kingpins", {}, { camber = -0.05, toe = 0.1, kingpin = { caster = 0.1, inclination = 0.15,
    trail = 0.02, scrub = 0.01 } } },
  { "ratio of springs", {}, { ratio = 0.8, spring = { x = { -1, 0, 1 }, f = { -2e4, 0, 3e4 } } } },
  { "column", { steering = { by = "torque", ratio = 16, inertia = 0.05, damping = 0.2 } },
    { kingpin = { caster = 0.1, trail = 0.03 } } },
  { "bias", {}, { differential = { bias = 3, preload = 20 } },
    { differential = { viscous = 50 } } },
  { "locked", {}, { differential = "locked" } },
  { "engine", { engine = { torque = { v = { 0, 300, 600 }, f = { 80, 200, 120 } }, drag = 30,
    gears = { 3.5, 2, 1.4 }, final = 3.6 } } },
  { "shaft", { motor = { torque = 200, power = 8e4, ratio = 9, inertia = 0.05,
    shaft = { stiffness = 500, damping = 2 } } } },
  { "transfer", { transfer = { viscous = 30 } }, { drive = 0.5 }, { drive = 0.5 } },
  { "inboard", {}, { brake_from = "body", drive_from = "body", kinematics = { castor = 0.4 } } },
}

local GIVEN = { steer = 0.02, hand_torque = 1, drive = 100, throttle = 0.3, gear = 2, brake = 50 }

t.test("every part rests where all coordinates are 0, by the loads told", function()
  for _, row in ipairs(ALL) do
    local m, told = li.car(spec(row[2], row[3], row[4]))
    local r, why = told.rest()
    t.ok(r, row[1] .. ": " .. tostring(why))
    for name, q in pairs(r.q) do t.near(q, 0, 1e-9, row[1] .. ": " .. name) end
    for _, w in ipairs(told.wheels) do
      t.near(r.loads[w], told.loads[w], 1e-6, row[1] .. ": " .. w)
    end
    t.ok(#m:coordinates() >= 16)
  end
end)

-- what all outputs are where a run ends, by name
local function outputs_at(m, run, inputs)
  local q, v = run:state()
  local x, u, out = {}, {}, {}
  for i = 1, #q do x[i], x[#q + i] = q[i], v[i] end
  for i, input in ipairs(m:description().inputs) do u[i] = inputs[input.name] end
  local y = m:compile("outputs", { tape = true })({ 0 }, x, u)
  for i, output in ipairs(m:description().outputs) do out[output.name] = y[i] end
  return out
end

t.test("every part: kinetic energy is the work of what acts; outputs are what runs record",
function()
  for _, row in ipairs(ALL) do
    local m, told = li.car(spec(row[2], row[3], row[4]))
    local inputs = {}
    for _, u in ipairs(m:description().inputs) do inputs[u.name] = GIVEN[u.name] end
    local run = go(m, told, 15, 0.3, inputs, { record = { "forces", "work", "accelerations" } })
    t.ok(case.imbalance(run) < 1e-6, row[1] .. ": " .. case.imbalance(run))
    local y = outputs_at(m, run, inputs)
    for _, w in ipairs(told.wheels) do
      t.near(y["load_" .. w], last(run, "load_" .. w), 1e-5, row[1] .. ": " .. w)
    end
  end
end)

t.test("complaints say where", function()
  for _, row in ipairs {
    { "axles%[1%].kinematics.roll_centre: track says the same", {},
      { kinematics = { roll_centre = 0.1, track = 0.1 } } },
    { "axles%[1%].kinematics.camber: expected 0 where travel z is 0, got 0.1", {},
      { kinematics = { camber = "0.1 + z" } } },
    { "axles%[1%].kinematics.toe: no polynomial of degree 5", {},
      { kinematics = { toe = { z = { -0.1, 0, 0.1 }, f = { 0, 0.1, 0 } } } } },
    { "axles%[1%].kinematics.toe.how: expected 'cubic'", {},
      { kinematics = { toe = { z = { -0.1, 0.1 }, f = { -1, 1 }, how = "linear" } } } },
    { "axles%[1%].kinematics: pitch_centre: it stands above the axle", {},
      { kinematics = { pitch_centre = { x = 1.2, z = 0.1 } } } },
    { "axles%[1%].lock: differential says", {}, { lock = 3, differential = "locked" } },
    { "axles%[2%].kingpin: this axle is not steered", {}, {}, { kingpin = {} } },
    { "mass: .*column 3: expected a number", { mass = "3*" } },
    { "com: expected 3 numbers, got 2", { com = { 0, 0 } } },
    { "payload%[1%].at: expected 3 numbers", { payload = { { mass = 1 } } } },
    { "com: it lies outside of the axles", { payload = { { mass = 5000, at = { 3, 0, 1 } } } } },
    { "mass: 'yaw' is a coordinate of the car", { mass = "2*yaw" } },
    { "axles%[1%].spring: 'steer' is an input of the car", {}, { spring = "steer" } },
  } do
    t.raises(row[1], li.car, spec(row[2], row[3], row[4]))
  end
end)

t.done()
