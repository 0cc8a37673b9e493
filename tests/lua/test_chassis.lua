-- test_chassis.lua - controllers of brakes, drive, steering and suspension: each does what it
-- claims, against closed forms. What takes long runs only where LIAISON_LAW is all
local t = require "t"
local li = require "liaison"

string.format = li._internal.format -- luacheck: ignore (that of Lua asks the locale)
local case = require "brushcar"
local kinds = require "liaison.chassis.kinds"

local ALL = os.getenv "LIAISON_LAW" == "all"
local G = 9.81

-- a tyre whose grip falls beyond its peak [four coefficients of dry tarmac, MathWorks]
local tarmac = { kind = "four", radius = 0.31, B = 10, C = 1.9, D = 1, E = 0.97, stiffness = 2e5,
  damping = 300 }
local function on_tarmac(kinds_of_inputs)
  local car = case.car(nil, { tyre = li.tyre(tarmac) }, { tyre = li.tyre(tarmac) })
  return li.wheel_inputs(car, kinds_of_inputs or "brake")
end

local ABS = { radius = 0.295, torque = 2500, slip = 0.14 }
local ESC = { wheelbase = 2.6, ratio = 16, understeer = 0.0015, track = 1.5, radius = 0.295 }

-- fields of every kind: an example
local EXAMPLES = { abs = ABS, esc = ESC, traction = { radius = 0.295, torque = 2000 },
  torque_vectoring = { wheelbase = 2.6, track = 1.5, radius = 0.295 },
  active_steering = { wheelbase = 2.6, ratio = 16 },
  rear_steering = { mass = 1300, a = 1.2, b = 1.4, front = 9e4, rear = 1.1e5 },
  skyhook = { corners = { fl = { 1.2, 0.7 }, fr = { 1.2, -0.7 } } },
  ride_lqr = function() return { vehicle = li.wheel_inputs(case.car(), "actuator") } end }

t.test("every controller ships, gives nothing at rest, refuses what it does not know", function()
  for _, row in ipairs(kinds.rows) do
    local o = EXAMPLES[row.name]
    t.ok(o, row.name .. " has no example in this test")
    local b = li.chassis(row.name, type(o) == "function" and o() or o)
    local u = b:step(li.zeros(#b.inputs))
    for i = 1, #u do t.near(u[i], 0, 1e-12, row.name) end
    t.eq((loadstring or load)(b:lua())().test(), 0, row.name)
    t.raises("unknown key 'no_field'", li.chassis, row.name, { no_field = 1 })
  end
  t.raises("unknown kind 'abc' ", li.chassis, "abc", {})
  t.raises("signals: it asks for no 'velocity'", li.chassis, "abs", { radius = 0.3, torque = 1,
    signals = { velocity = "v" } })
end)

t.test("inputs of every wheel: told, and nothing twice", function()
  local names = {}
  for _, u in ipairs(on_tarmac("brake drive"):description().inputs) do names[u.name] = true end
  for _, w in ipairs { "fl", "fr", "rl", "rr" } do
    t.ok(names["brake_" .. w] and names["drive_" .. w], w)
  end
  local m = on_tarmac()
  t.eq(li.wheel_inputs(m, "brake"), m)
  t.raises("it has no coordinates travel_..", li.wheel_inputs, li.planar { 1 }, "actuator")
  t.raises("unknown 'brakes'", li.wheel_inputs, m, "brakes")
end)

t.test("ABS: no wheel locks, the way is near v^2/(2 g) and shorter than with locked wheels",
function()
  local car, V = on_tarmac(), 20
  local locked = li.manoeuvre("straight_braking", car, { speed = V, torque = 6000, time = 2.75 })
  local abs = li.manoeuvre("straight_braking", car, { speed = V, torque = 6000, time = 2.5,
    controllers = { { li.chassis("abs", ABS), kernel = false } } })
  -- the brakes rise within 0.1 s: half of that time at full speed
  local least = V ^ 2 / (2 * G)
  t.eq(abs.values.wheels_locked, 0)
  t.eq(locked.values.wheels_locked, 4)
  t.ok(abs.values.stopping_distance > least, abs.values.stopping_distance)
  t.near(abs.values.stopping_distance, least + 0.05 * V, 0.02 * least)
  t.ok(abs.values.stopping_distance < 0.97 * locked.values.stopping_distance)
  t.eq(abs.notes[1], "what is asked of the brakes goes through 'abs'")
end)

t.test("ABS: the car can be steered while it brakes, with locked wheels it cannot", function()
  local car = on_tarmac()
  local start = assert(li.steady_turn(car, { speed = 20 }))
  local function turned(controllers)
    local run = assert(car:simulate(1.2, start.q, start.v, { dt = 0.05, kernel = false,
      controllers = controllers, references = { brake_wish = "min(6000, 60000*t)" },
      inputs = { steer = "min(0.8, max(0, 4*(t - 0.2)))",
        brake = controllers and 0 or "min(6000, 60000*t)" } }))
    return run.yaw[#run]
  end
  local abs = turned { { li.chassis("abs", ABS), kernel = false } }
  t.ok(abs > 0.08, abs)
  t.ok(math.abs(turned()) < 0.2 * abs)
end)

t.test("ESC: a sine with dwell that fails without it passes with it", function()
  local car = li.wheel_inputs(case.car(), "brake")
  local o = { angle = 2.2 / 1.5, step = 9, most = 1.51 }
  t.eq(li.manoeuvre("sine_with_dwell", car, o).passed, false)
  o.controllers = { { li.chassis("esc", ESC), kernel = false } }
  local r = li.manoeuvre("sine_with_dwell", car, o)
  t.eq(r.passed, true)
  t.ok(r.values.yaw_rate_after_1s < 10)
end)

t.test("traction: slip stays near what is wanted, the car is as fast as grip lets it", function()
  local car = on_tarmac()
  local o = { torque = 6000, time = 2.5, speeds = { 8 } }
  local free = li.manoeuvre("acceleration", car, o)
  o.controllers = { { li.chassis("traction", { radius = 0.295, torque = 6000, slip = 0.12 }),
    kernel = false } }
  local held = li.manoeuvre("acceleration", car, o)
  t.ok(free.values.largest_slip_speed > 20 and held.values.largest_slip_speed < 4)
  t.ok(held.values.time_to_8 < (free.values.time_to_8 or math.huge))
end)

-- the yaw rate of a step, the car told to turn as one that oversteers less
local function yaw_with(kind, spec, car, o)
  local all = { speed = 20, steer = 0.5, time = 2, begin = 0.2 }
  for key, x in pairs(o or {}) do all[key] = x end
  all.controllers = kind and { { li.chassis(kind, spec), kernel = false } } or nil
  return li.manoeuvre("step_steer", car, all).values.yaw_rate
end

t.test("torque vectoring and active steering: the yaw rate that is meant", function()
  -- meant: v/(L + U v^2) steer/i with another U than the car's
  local U = 0.004
  local meant = 0.5 / 16 * 20 / (2.6 + U * 400)
  local common = { wheelbase = 2.6, ratio = 16, understeer = U, band = 0 }
  local plain = yaw_with(nil, nil, on_tarmac())
  t.ok(plain - meant > 0.02, plain - meant)
  local vectoring = { gain = 3e5, track = 1.5, radius = 0.295 }
  for key, x in pairs(common) do vectoring[key] = x end
  local held = li.wheel_inputs(case.car(), "drive")
  t.ok(math.abs(yaw_with("torque_vectoring", vectoring, held, { throttle = "fixed",
    references = { drive_wish = 0 } }) - meant) < 0.35 * math.abs(yaw_with(nil, nil, held) - meant))
  local steering = { gain = 0.4, most = 0.05 }
  for key, x in pairs(common) do steering[key] = x end
  t.ok(math.abs(yaw_with("active_steering", steering, case.car()) - meant)
    < 0.25 * math.abs(yaw_with(nil, nil, (case.car())) - meant))
end)

-- ---- rear steering ------------------------------------------------------------------------------

t.test("rear steering: a steady turn of the linear car has no sideslip at any speed", function()
  local m, J, a, b, Cf, Cr = 1300, 2000, 1.2, 1.4, 9e4, 1.1e5
  local block = li.chassis("rear_steering", { mass = m, a = a, b = b, front = Cf, rear = Cr,
    most = 1 })
  for _, V in ipairs { 4, 15, 40 } do
    local d = 0.01
    local dr = block:step { steer_wish = d, speed = V }[1]
    -- rest of w and r: [A] (w, r) = -B_f d - B_r d_r
    local A = li.mat { { -(Cf + Cr) / (m * V), -V - (a * Cf - b * Cr) / (m * V) },
      { -(a * Cf - b * Cr) / (J * V), -(a ^ 2 * Cf + b ^ 2 * Cr) / (J * V) } }
    local x = A:solve(li.vec { -(Cf * d + Cr * dr) / m, -(a * Cf * d - b * Cr * dr) / J })
    t.near(x[1] / V, 0, 1e-12, V)
    t.eq(dr < 0, V ^ 2 < b * (a + b) * Cr / (m * a))
  end
end)

-- ---- suspension ---------------------------------------------------------------------------------

local QM, QMU, QK, QKT, QC = 300, 40, 2e4, 2e5, 1500

-- states z - z_w, z', z_w - r, z_w', white noise r'; acceleration of the body
local function quarter(sky)
  return li.ss({ { 0, 1, 0, -1 }, { -QK / QM, -(QC + sky) / QM, 0, QC / QM }, { 0, 0, 0, 1 },
    { QK / QMU, (QC + sky) / QMU, -QKT / QMU, -QC / QMU } }, { { 0 }, { 0 }, { -1 }, { 0 } },
    { { -QK / QM, -(QC + sky) / QM, 0, QC / QM } })
end

local function quarter_car(road)
  return li.robot { gravity = { 0, 0, 0 }, bodies = {
    { name = "body", joint = { kind = "prismatic", axis = "z", q = "z" }, mass = QM,
      inertia = { 1, 1, 1 } },
    { name = "wheel", joint = { kind = "prismatic", axis = "z", q = "travel" }, mass = QMU,
      inertia = { 1, 1, 1 } } },
    inputs = { "actuator" }, forces = {
      { "spring", joint = "travel", stiffness = QK }, { "damper", joint = "travel", damping = QC },
      { "given", joint = "travel", f = "-actuator" },
      { "spring", joint = { z = 1, travel = 1 }, stiffness = QKT, rest = road } } }
end

t.test("skyhook: rms of the body below the passive one, both in closed form", function()
  -- of white noise of unit density: sigma^2 = (k^2 (m + m_u)/(c m^2) + c k_t/m^2)/2
  local passive = quarter(0):h2()
  t.near(passive ^ 2, (QK ^ 2 * (QM + QMU) / (QC * QM ^ 2) + QC * QKT / QM ^ 2) / 2, 1e-6)
  t.ok(quarter(3000):h2() < 0.9 * passive)
  -- the block beside the model is that system: at a frequency of the body
  local f = 1.3
  local m = quarter_car(("0.01*sin(%.17g*t)"):format(2 * math.pi * f))
  local block = li.chassis("skyhook", { corners = { [""] = { 0, 0 } }, sky = 3000, dt = 1e-3 })
  local function amplitude(controllers)
    local run = assert(m:simulate(8, nil, nil, { controllers = controllers, dt = 0.01,
      kernel = false, rtol = 1e-7 }))
    local most = 0
    for i = math.floor(0.7 * #run), #run do most = math.max(most, math.abs(run.z[i])) end
    return most
  end
  for _, sky in ipairs { 0, 3000 } do
    -- z'' over r' at w: z over r is i w G/(-w^2)
    local w = 2 * math.pi * f
    local g = quarter(sky):frequency(w)[1][1]
    local want = 0.01 * math.sqrt(g.re ^ 2 + g.im ^ 2) / w
    t.near(amplitude(sky > 0 and { { block, kernel = false } } or nil), want, 0.02 * want)
  end
end)

t.test("semi-active: the force is that of a damper within its bounds", function()
  local b = li.chassis("skyhook", { corners = { [""] = { 0, 0 } }, sky = 3000, semi = true,
    least = 200, most = 4000 })
  for _, v in ipairs { { 0.5, -0.3 }, { 0.5, 0.8 }, { -0.2, -0.6 }, { 0.01, 1 }, { 0, 0 } } do
    local body, travel = v[1], v[2]
    local F = b:step({ ["z'"] = body, ["travel'"] = travel })[1]
    local rel = -travel -- v_b - v_w
    t.ok(F * rel <= 1e-12, "it only takes energy")
    if rel ~= 0 then t.ok(-F / rel >= 200 - 1e-9 and -F / rel <= 4000 + 1e-9) end
  end
  -- groundhook alone damps the wheel
  local ground = li.chassis("skyhook", { corners = { [""] = { 0, 0 } }, sky = 0, ground = 1000 })
  t.near(ground:step({ ["z'"] = 0.2, ["travel'"] = 0.3 })[1], 1000 * 0.5, 1e-12)
end)

t.test("the regulator of a suspension: gains of the Riccati equation told by hand", function()
  local m = quarter_car "0"
  local o = { vehicle = m, travel = 0.04, height = 0.1, force = 800 }
  local block = li.chassis("ride_lqr", o)
  -- z, travel, z', travel': z'' = (k s + c s' + F)/m, of s = travel
  local c1 = { 0, QK / QM, 0, QC / QM }
  local lin = m:linearize { inputs = { "actuator" } }
  t.near(lin.A[3], c1, 1e-6)
  local Q, S, R = li.zeros(4, 4), li.zeros(4, 1), li.zeros(1, 1)
  local d = lin.B[3][1]
  for i = 1, 4 do
    for j = 1, 4 do Q[i][j] = c1[i] * c1[j] end
    S[i][1] = c1[i] * d
  end
  Q[1][1], Q[2][2] = Q[1][1] + 1 / 0.1 ^ 2, Q[2][2] + 1 / 0.04 ^ 2
  R[1][1] = d * d + 1 / 800 ^ 2
  local X = assert(li.care(lin.A, lin.B, Q, R, S))
  local K = (lin.B:transpose() * X + S:transpose()) / R[1][1]
  for i, name in ipairs { "z", "travel", "z'", "travel'" } do
    t.near(block:step({ [name] = 1 })[1], -K[1][i], 1e-6 * (1 + math.abs(K[1][i])), name)
  end
end)

if ALL then
  t.test("ESC and ABS in a chain: all of sine with dwell, braking on two frictions", function()
    local esc = {}
    for key, x in pairs(ESC) do esc[key] = x end
    esc.only_ask = true
    local both = { li.chassis("esc", esc), li.chassis("abs", { radius = 0.295, torque = 2500,
      wish = "esc" }) }
    local car = li.wheel_inputs(case.car(), "brake")
    t.eq(li.manoeuvre("fmvss126", car).passed, false)
    t.eq(li.manoeuvre("fmvss126", car, { controllers = both }).passed, true)
  end)
end

t.done()
