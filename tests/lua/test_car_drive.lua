-- test_car_drive.lua - what steers, drives and brakes li.car: kingpins, columns, racks,
-- differentials, engines and motors, single wheels; each against its closed form
local t = require "t"
local li = require "liaison"
local case = require "carcase"

local spec, go, last, at = case.spec, case.go, case.last, case.at
local column = case.column

-- ---- steering -----------------------------------------------------------------------------------

t.test("a kingpin: the place where it meets the road stays while the wheel turns", function()
  local k = { caster = 0.1, inclination = 0.2, trail = 0.03, scrub = 0.02 }
  local m, told = li.car(spec({}, { kingpin = k }))
  for i, w in ipairs { "fl", "fr" } do
    local side, h = 3 - 2 * i, told.radii[w]
    -- in axes of the knuckle at rest, from its place on the axis at the height of the wheel
    local back, inwards = math.tan(0.1), math.tan(0.2)
    local c = column(m, at(m), "knuckle_" .. w, { h * back, side * h * inwards, -h },
      "steer_" .. w)
    t.near({ c[1], c[2], c[3] }, { 0, 0, 0 }, 1e-12)
    local contact = column(m, at(m), "wheel_" .. w, { 0, 0, -h }, "steer_" .. w)
    -- it turns about a place 0.03 ahead and 0.02 inside: v = u x r
    local size = math.sqrt(1 + back ^ 2 + inwards ^ 2)
    t.near({ contact[1], contact[2] }, { -side * 0.02 / size, -0.03 / size }, 1e-12)
  end
  -- and it pulls with trail times force: hands off it goes straight
  local free, of_free = li.car(spec({ steering = { by = "torque", ratio = 15, inertia = 0.05,
    damping = 2 } }, { kingpin = { trail = 0.04 },
    compliance = { stiffness = 1e5, damping = 50 } }))
  local run = go(free, of_free, 15, 6, { hand_torque = "2*exp(-50*(t - 0.5)^2)" })
  t.near(last(run, "column"), 0, 0.02)
  -- held by a torque: ratio times it is trail times the forces aside
  run = go(free, of_free, 15, 8, { hand_torque = 1 })
  local sum = 0
  for _, w in ipairs { "fl", "fr" } do sum = sum - 0.04 * last(run, "tyre_" .. w .. ".Fy") end
  t.near(sum, -15, 0.2)
end)

t.test("hand wheel and rack steer by their ratios; a column between twists", function()
  local function yaw_rate(steering, inputs)
    local m, told = li.car(spec { steering = steering })
    return last(go(m, told, 15, 3, inputs), "yaw_rate")
  end
  local want = yaw_rate(nil, { steer = 0.02 })
  t.near(yaw_rate({ by = "wheel", ratio = 16 }, { hand_wheel = 0.32 }), want, 1e-9)
  t.near(yaw_rate({ by = "rack", arm = 0.12 }, { rack = 0.0024 }), want, 1e-9)
  -- without trail nothing twists the column but what holds the wheels
  t.near(yaw_rate({ by = "wheel", ratio = 16, inertia = 0.02, stiffness = 50, damping = 1 },
    { hand_wheel = 0.32 }), want, 1e-3)
  local m = li.car(spec { steering = { by = "wheel", ratio = 16, inertia = 0.02, stiffness = 50,
    damping = 3 } })
  local run = assert(m:simulate(1e-9, at(m, { column = 0.1 }), at(m, { column = 0.2 }),
    { inputs = { hand_wheel = 0.3 }, record = { "forces", "accelerations" } }))
  t.near(run["F.hand"][1], 50 * (0.3 - 0.1), 1e-9)
  t.near(run["F.column"][1], -3 * 0.2, 1e-9)
  -- and the wheels, which do not turn yet, pull back: 1e6 by angle over ratio each
  local back = run["F.column_fl"][1] + run["F.column_fr"][1]
  t.near(back / (-2 * 1e6 * 0.1 / 16 ^ 2), 1, 1e-4)
  t.near(run["column''"][1], (10 - 0.6 + back) / 0.02, 1e-4)
  t.raises("steering.ratio: steering by wheel needs it", li.car,
    spec { steering = { by = "wheel" } })
  t.raises("steering.arm: steering by wheel has no use for it", li.car,
    spec { steering = { by = "wheel", ratio = 1, arm = 1 } })
  t.raises("axles%[1%].compliance: steering by a column needs it", function()
    local s = spec { steering = { by = "torque", ratio = 15, inertia = 0.05 } }
    s.axles[1].compliance = nil
    li.car(s)
  end)
end)

t.test("all wheels roll about the middle of the axles that do not steer", function()
  local s = spec({}, { steer = 1 })
  s.axles[3] = { at = -2.6, track = 1.5, spring = 2e4, damper = 2000, unsprung = 40, inertia = 1,
    tyre = case.tyre }
  s.com = { -0.6, 0, 0.5 }
  local m, told = li.car(s)
  local run = go(m, told, 1, 0.5, { steer = 0.2 })
  local lever = 1.2 + (1.4 + 2.6) / 2
  for _, w in ipairs { "1l", "1r" } do
    local y = w == "1l" and 0.75 or -0.75
    t.near(y + lever / math.tan(last(run, "steer_" .. w)), lever / math.tan(0.2), 1e-3)
  end
end)

-- what two models, whose torques act against different bodies, differ by: M times the accelerations
local function differ(one, other, q, v, inputs)
  local a = {}
  for k, m in ipairs { one, other } do
    local run = assert(m:simulate(1e-9, q, v, { inputs = inputs, record = "accelerations" }))
    for i, name in ipairs(m:coordinates()) do
      a[i] = (k == 1 and 0 or a[i]) + (2 * k - 3) * run[name .. "''"][1]
    end
  end
  local list, Q = {}, {}
  for i, name in ipairs(one:coordinates()) do list[i] = q[name] end
  local push = one:mass(list) * li.vec(a)
  for i, name in ipairs(one:coordinates()) do Q[name] = push[i] end
  return Q
end

t.test("torques against the body turn the carrier that turns with travel too", function()
  local k = { kinematics = { castor = 0.4 } }
  local m = li.car(spec({}, k))
  local body = li.car(spec({}, { kinematics = k.kinematics, drive_from = "body",
    brake_from = "body" }))
  local q, v = at(m), at(m, { x = 10 })
  for _, w in ipairs { "fl", "fr", "rl", "rr" } do v["spin_" .. w] = 35 end
  local Q = differ(m, body, q, v, { drive = 300, brake = 0 })
  t.near({ Q.travel_fl, Q.travel_fr, Q.spin_fl, Q.travel_rl }, { 60, 60, 0, 0 }, 1e-6)
  Q = differ(m, body, q, v, { drive = 0, brake = 100 })
  t.near({ Q.travel_fl, Q.spin_fl }, { -0.4 * 30, 0 }, 1e-6)
  -- a preload that is told is that of the spring
  local told = li.car(spec({}, { preload = 1000, ratio = 0.5 }))
  local run = assert(told:simulate(1e-9, nil, nil, { record = "forces" }))
  t.near(run["F.spring_fl"][1], -1000, 1e-9)
end)

t.test("rear wheels steer by an input of their own", function()
  local own = { steer = { input = "rear_steer", ratio = 0.5 }, ackermann = 0,
    compliance = { stiffness = 1e6, damping = 500 } }
  local m, told = li.car(spec({}, { ackermann = 0 }, own))
  local run = go(m, told, 10, 2, { steer = 0.02, rear_steer = 0.04 })
  -- both by the same angle: it goes aside and does not turn
  t.near(last(run, "yaw_rate"), 0, 2e-3)
  t.ok(last(run, "y") > 0.2)
end)

-- ---- drive --------------------------------------------------------------------------------------

t.test("differentials: open shares alike, bias at most B times, viscous by speed, locked as one",
function()
  local function run_of(differential)
    local m, told = li.car(spec({}, { drive = 0 }, { drive = 1, differential = differential }))
    local v = told.rolling(10)
    v.spin_rl = v.spin_rl + 4
    local r = assert(m:simulate(0.2, nil, v, { record = "forces", rtol = 1e-8, inputs = {
      drive = 400 } }))
    return r, told
  end
  local r = run_of(nil)
  t.near({ r["F.drive_rl"][1], r["F.drive_rr"][1] }, { 200, 200 }, 1e-9)
  -- S |T|/2 = 1/2*400/2 between them, the faster gets less: 100 and 300
  r = run_of { bias = 3 }
  t.near(r["F.lock_r"][1], -100, 1e-4)
  r = run_of { bias = 3, preload = 20 }
  t.near(r["F.lock_r"][1], -120, 1e-4)
  r = run_of { viscous = 7 }
  t.near(r["F.lock_r"][1], -28, 1e-9)
  r = run_of "locked"
  t.near(last(r, "spin_rl'") - last(r, "spin_rr'"), 0, 1e-9)
  t.raises("axles%[2%].differential: expected viscous or bias, one of both", run_of,
    { viscous = 1, bias = 2 })
  t.raises("axles%[2%].differential: expected 'open', 'locked'", run_of, "lsd")
end)

-- what m + sum J/r^2 is, and the radii
local function inert(told)
  local sum = 1360
  for _, w in ipairs(told.wheels) do sum = sum + 1 / told.radii[w] ^ 2 end
  return sum, told.radii.fl
end

t.test("an engine pushes with its torque by its ratio, and its inertia by the square", function()
  local function accelerates(more, inputs, V)
    local m, told = li.car(spec(more))
    local run = go(m, told, V or 10, 2, inputs)
    local a = (last(run, "speed") - run:at("speed", 1.2)) / 0.8
    return a, told, run
  end
  local a, told = accelerates({ motor = { torque = 100, ratio = 8, efficiency = 0.9 } },
    { throttle = 0.5 })
  local M, r = inert(told)
  t.near(a * M * r / (0.9 * 0.5 * 100 * 8), 1, 3e-3)
  -- rigid gear and shaft: M + J n^2/r^2
  for _, shaft in ipairs { false, { stiffness = 2000, damping = 20 } } do
    a = accelerates({ motor = { torque = 100, ratio = 8, inertia = 0.2, shaft = shaft or nil } },
      { throttle = 0.5 })
    t.near(a * (M + 0.2 * 64 / r ^ 2) * r / 400, 1, 6e-3)
  end
  -- no more than its power, nothing above its speed
  local run = select(3, accelerates({ motor = { torque = 500, power = 2e4, ratio = 8 } },
    { throttle = 1 }, 30))
  local power = 0
  for _, w in ipairs { "fl", "fr" } do
    power = power + last(run, "F.drive_" .. w) * last(run, "spin_" .. w .. "'")
  end
  t.near(power, 2e4, 1e-6)
  a = accelerates({ motor = { torque = 500, speed = 100, ratio = 8 } }, { throttle = 1 }, 30)
  t.near(a, 0, 1e-3)
  -- gears by an input; a curve, a formula, a brake of its own
  local gears = { torque = { v = { 0, 1000 }, f = { 20, 20 } }, gears = { 3, 2, 1 }, final = 4 }
  for k, ratio in ipairs { 12, 8, 4 } do
    a = accelerates({ engine = gears }, { throttle = 1, gear = k })
    t.near(a * M * r / (20 * ratio), 1, 3e-3)
  end
  a = accelerates({ engine = { torque = "throttle*(50 + 0*speed)", ratio = 4 } },
    { throttle = 0.5 })
  t.near(a * M * r / 100, 1, 3e-3)
  a = accelerates({ engine = { torque = 100, drag = 25, ratio = 4 } }, { throttle = 0 })
  t.near(a * M * r / -100, 1, 3e-3)
  for _, row in ipairs {
    { "engine.gears: ratio and inertia are of an engine with one gear",
      { engine = { torque = 1, gears = { 1, 2 }, ratio = 1 } } },
    { "motor.ratio: expected a number", { motor = { torque = 1 } } },
    { "motor.inertia: an engine on a shaft needs it",
      { motor = { torque = 1, ratio = 1, shaft = { stiffness = 1 } } } },
    { "motor: engine drives it: give one",
      { motor = { torque = 1, ratio = 1 }, engine = { torque = 1, ratio = 1 } } },
  } do t.raises(row[1], li.car, spec(row[2])) end
  t.raises("axles: an engine drives no axle", li.car,
    spec({ motor = { torque = 1, ratio = 1 } }, { drive = 0 }))
end)

t.test("brakes, drives and actuators of single wheels", function()
  local m, told = li.car(spec({ wheel_brakes = true, wheel_drives = true }, {},
    { actuator = true }))
  local run = go(m, told, 15, 0.3, { brake = 100, brake_rl = 70, drive = 100, drive_fr = 30,
    actuator_rl = 500 })
  t.near(run["F.brake_rl"][1], -(20 + 70), 1e-6)
  t.near(run["F.drive_fr"][1], 50 + 30, 1e-9)
  t.near(run["F.actuator_rl"][1], -500, 1e-9)
  t.ok(last(run, "yaw") > 0, "the braked wheel draws it to its side")
end)

t.done()
