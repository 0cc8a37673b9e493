-- test_car.lua - cars of one table and of two wheels: rest, straight rolling, brakes, wind, steady
-- turns against closed forms, steering geometry, the same by kernels, and what is refused
local t = require "t"
local li = require "liaison"

local G = 9.81
local tyre = li.tyre { kind = "linear", radius = 0.3, cx = 8e4, cy = 5e4, stiffness = 2e5,
  damping = 500 }

-- more: fields of the car; front, rear: of its axles
local function spec(more, front, rear)
  local s = { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 }, axles = {
    { at = 1.2, track = 1.5, spring = 2.5e4, damper = 2000, unsprung = 40, inertia = 1,
      tyre = tyre, steer = 1, brake = 0.6, drive = 1, bar = 8000 },
    { at = -1.4, track = 1.5, spring = 2.2e4, damper = 2000, unsprung = 40, inertia = 1,
      tyre = tyre, brake = 0.4 } } }
  for key, x in pairs(more or {}) do s[key] = x end
  for key, x in pairs(front or {}) do s.axles[1][key] = x end
  for key, x in pairs(rear or {}) do s.axles[2][key] = x end
  return s
end

local SOFT = { compliance = { stiffness = 1e6, damping = 500 } }
local SPINS = { "x", "y", "yaw", "spin_fl", "spin_fr", "spin_rl", "spin_rr" }
local M, MW = 1360, 40

local function last(run, name)
  local c = run:column(name)
  return c[#c]
end

local function go(m, told, V, time, inputs, more)
  local o = { inputs = inputs, record = { "accelerations", "forces" }, rtol = 1e-8 }
  for key, x in pairs(more or {}) do o[key] = x end
  return told.watch(assert(m:simulate(time, nil, told.rolling(V), o)))
end

-- what all outputs are at a state, by name
local function outputs_at(m, q, v, u)
  local names, x = m:linearize { q = q, v = v }.outputs, {}
  for i = 1, #q do x[i], x[#q + i] = q[i], v[i] end
  local y, out = m:compile("outputs", { tape = true })({ 0 }, x, u), {}
  for i, name in ipairs(names) do out[name] = y[i] end
  return out
end

t.test("it rests where all coordinates are 0; loads are the weight, shared by the lever", function()
  for _, com in ipairs { { 0, 0, 0.5 }, { 0.3, 0.1, 0.6 } } do
    local m, told = li.car(spec({ com = com }, SOFT))
    local q, info = m:equilibrium { fix = SPINS }
    t.ok(q, info)
    for i = 1, #q do t.near(q[i], 0, 1e-9, m:coordinates()[i]) end
    local N = told.loads
    t.near(N.fl + N.fr + N.rl + N.rr, M * G, 1e-8)
    t.near(N.fl + N.fr, 1200 * G * (1.4 + com[1]) / 2.6 + 2 * MW * G, 1e-8)
    t.near((N.fl + N.rl - N.fr - N.rr) * 0.75, 1200 * G * com[2], 1e-8)
    local run = assert(m:simulate(0.01, nil, told.rolling(5), { record = "forces" }))
    for _, w in ipairs(told.wheels) do
      t.near(run[("tyre_%s.load"):format(w)][1], N[w], 1e-8, w)
    end
  end
end)

t.test("three axles rest and roll too, their loads on a line", function()
  local s = spec()
  s.axles[3] = { at = -2.4, track = 1.6, spring = 3e4, damper = 2000, unsprung = 50, inertia = 1,
    tyre = tyre, steer = -0.4 }
  s.com = { -0.5, 0, 0.7 }
  local m, told = li.car(s)
  local run = go(m, told, 10, 1)
  t.eq(table.concat(told.wheels, " "), "1l 1r 2l 2r 3l 3r")
  t.near(last(run, "pitch"), 0, 1e-9)
  t.near(last(run, "z"), 0, 1e-9)
  local P = {}
  for i = 1, 3 do P[i] = 2 * (told.loads[i .. "l"] - s.axles[i].unsprung * G) end
  t.near(P[1] + P[2] + P[3], 1200 * G, 1e-8)
  t.near(1.2 * P[1] - 1.4 * P[2] - 2.4 * P[3], -0.5 * 1200 * G, 1e-8)
  t.near((P[1] - P[2]) / 2.6, P[2] - P[3], 1e-8)
end)

t.test("straight ahead it keeps its speed without drag, backwards too", function()
  for _, V in ipairs { 30, 3, -5 } do
    local m, told = li.car(spec())
    local run = go(m, told, V, 2, { steer = 0 })
    t.near(last(run, "speed"), V, 1e-6)
    t.near(last(run, "x"), 2 * V, 1e-5)
    t.near(last(run, "y"), 0, 1e-9)
    t.near(last(run, "yaw"), 0, 1e-9)
  end
end)

t.test("drive and brakes: what the torque gives, spinning wheels along", function()
  -- (m + sum J/r^2) v' = T/r
  local m, told = li.car(spec())
  local inert = M
  for _, w in ipairs(told.wheels) do inert = inert + 1 / told.radii[w] ^ 2 end
  local push = 400 / told.radii.fl
  local run = go(m, told, 15, 2, { drive = 400 })
  t.near((last(run, "speed") - run:at("speed", 1)), push / inert, 4e-3 * push / inert)
  run = go(m, told, 15, 2, { brake = 400 })
  t.near((last(run, "speed") - run:at("speed", 1)), -push / inert, 4e-3 * push / inert)
  t.near(last(run, "tyre_fl.Fx") / last(run, "tyre_rl.Fx"), 1.5, 0.05)
  -- brakes stop it, and hold it
  run = go(m, told, 3, 6, { brake = 1500 })
  t.near(last(run, "speed"), 0, 0.02)
  for _, name in ipairs(run:columns()) do
    local x = last(run, name)
    t.ok(x == x and math.abs(x) < 1e7, name)
  end
end)

t.test("the air: coasting in closed form, a wrench by wind from the side", function()
  local aero = { area = 2, density = 1.2, cx = 0.6, cy = 1.5, cz = 0.1, cl = 0.2, cm = 0.1,
    cn = 0.4, length = 2.6, at = { 0.1, 0, 0.4 } }
  local m, told = li.car(spec { aero = { area = 2, cx = 0.6, at = { 0, 0, 0.4 } } })
  local inert = M
  for _, w in ipairs(told.wheels) do inert = inert + 1 / told.radii[w] ^ 2 end
  local _, _, v = li.road.coastdown(1e-12, 0.5 * 1.2 * 2 * 0.6 / inert, 40, 5)
  t.near(last(go(m, told, 40, 5), "speed"), v, 2e-3)
  -- V^2 = 20^2 + 5^2, and the same with the car turned
  m, told = li.car(spec { aero = aero })
  local V, p = math.sqrt(425), 0.5 * 1.2 * 2
  local run = go(m, told, 20, 0.01, { wind_y = 5 })
  t.near(run["F.aero.x"][1], -p * 0.6 * V * 20, 1e-6)
  t.near(run["F.aero.y"][1], p * 1.5 * V * 5, 1e-6)
  t.near(run["F.aero.z"][1], p * 0.1 * 425, 1e-6)
  t.near(run["F.aero_yaw"][1], p * 2.6 * 0.4 * V * 5, 1e-6)
  t.near(run["F.aero_pitch"][1], p * 2.6 * 0.1 * 425, 1e-6)
  t.near(run["F.aero_roll"][1], p * 2.6 * 0.2 * V * 5, 1e-6)
  local v0, q = told.rolling(20), {}
  for _, name in ipairs(m:coordinates()) do q[name] = 0 end
  q.pitch = 0.1
  run = assert(m:simulate(0.01, q, v0, { record = "forces", inputs = { wind_y = 5 } }))
  t.near(run["F.aero_roll"][1],
    p * 2.6 * V * 5 * (0.2 * math.cos(0.1) - 0.4 * math.sin(0.1)), 1e-6)
  q.pitch, q.yaw, v0.x, v0.y = 0, math.pi / 2, 0, 20
  run = assert(m:simulate(0.01, q, v0, { record = "forces", inputs = { wind_x = -5 } }))
  t.near(run["F.aero.y"][1], -p * 0.6 * V * 20, 1e-6)
  t.near(run["F.aero.x"][1], -p * 1.5 * V * 5, 1e-6)
end)

t.test("springs, dampers, stops and bars push as told; curves of a line are numbers", function()
  local stops = { up = 0.08, down = 0.07, stiffness = 1e5 }
  local curves = { spring = { x = { -1, 1 }, f = { -2.5e4, 2.5e4 } },
    damper = { v = { -10, 10 }, f = { -2e4, 2e4 } }, stops = stops }
  local P = 1200 * G * 1.4 / 2.6 / 2
  local ends = {}
  for i, front in ipairs { { stops = stops }, curves } do
    local m, told = li.car(spec(nil, front))
    local q, v = {}, told.rolling(10)
    for _, name in ipairs(m:coordinates()) do q[name] = 0 end
    q.travel_fl, q.travel_fr, v.travel_fl = 0.1, -0.02, 0.3
    local run = assert(m:simulate(0.3, q, v, { record = "forces", rtol = 1e-9 }))
    t.near(run["F.spring_fl"][1], -2500 - P, 1e-8)
    t.near(run["F.damper_fl"][1], -600, 1e-8)
    t.near(run["F.stop_fl"][1], -2000, 1e-8)
    t.near(math.abs(run["F.bar_f"][1]), 8000 * 0.12, 1e-8)
    ends[i] = { last(run, "roll"), last(run, "pitch"), last(run, "z") }
  end
  t.near(ends[1], ends[2], 1e-8)
  -- the lower stop, and a lock that makes both wheels spin alike
  local m, told = li.car(spec(nil, { stops = stops, lock = 50 }))
  local q, v = {}, told.rolling(10)
  for _, name in ipairs(m:coordinates()) do q[name] = 0 end
  q.travel_fr, v.spin_fl = -0.075, v.spin_fl + 2
  local run = assert(m:simulate(0.01, q, v, { record = "forces" }))
  t.near(run["F.stop_fr"][1], 500, 1e-8)
  t.near(run["F.lock_f"][1], -100, 1e-8)
end)

t.test("motion is told of the place below the centre of mass", function()
  local m, told = li.car(spec({ com = { 0.3, 0, 0.5 } }, SOFT))
  local q, v = {}, {}
  for i = 1, #m:coordinates() do q[i], v[i] = 0, 0 end
  q[4], v[4] = 0.7, 2
  t.near(outputs_at(m, q, v, { 0, 0, 0 }).lateral_speed, 0.6, 1e-12)
  -- of turning axes: a_x = u' - r v, a_y = v' + r u
  local run = go(m, told, 15, 1, { steer = "0.05*sin(4*t)", drive = 300 }, { dt = 1e-3,
    rtol = 1e-10 })
  for _, i in ipairs { 200, 500, 900 } do
    local function slope(name) return (run[name][i + 1] - run[name][i - 1]) / 2e-3 end
    local u, w, r = run.speed[i], run.lateral_speed[i], run.yaw_rate[i]
    t.near(run.acceleration[i], slope "speed" - r * w, 2e-5)
    t.near(run.lateral_acceleration[i], slope "lateral_speed" + r * u, 2e-4)
    t.near(run.sideslip[i], math.atan(w / u), 1e-5)
  end
end)

t.test("the inner wheel turns more: axes of all wheels meet on the pole axis", function()
  -- lever/tan(angle) is how far aside the axis of a wheel meets the pole axis
  local s = spec()
  s.axles[3] = { at = -2.4, track = 1.6, spring = 3e4, unsprung = 50, inertia = 1, tyre = tyre,
    steer = -0.4 }
  s.axles[1].steer, s.com = 1 / 16, { -0.5, 0, 0.5 }
  local m, told = li.car(s)
  local run = go(m, told, 1, 0.01, { steer = 0.2 * 16 })
  local function meets(name, lever, y) return y + lever / math.tan(last(run, "steer_" .. name)) end
  local R = 2.6 / math.tan(0.2)
  t.near(meets("1l", 2.6, 0.75), R, 1e-6)
  t.near(meets("1r", 2.6, -0.75), R, 1e-6)
  R = -1 / math.tan(-0.4 * 3.2)
  t.near(meets("3l", -1, 0.8), R, 1e-6)
  t.near(meets("3r", -1, -0.8), R, 1e-6)
  t.ok(last(run, "steer_1l") > last(run, "steer_1r"))
  m, told = li.car(spec(nil, { ackermann = 0 }))
  run = go(m, told, 1, 0.01, { steer = 0.2 })
  t.near({ last(run, "steer_fl"), last(run, "steer_fr") }, { 0.2, 0.2 }, 1e-9)
  -- and ISO, too: steer to the left turns to the left
  run = go(m, told, 5, 1, { steer = 0.05 })
  t.ok(last(run, "yaw") > 0 and last(run, "y") > 0)
end)

-- the car of linear tyres as two wheels: total mass about its centre, wheels in their places
local function bicycle(V)
  local x0 = 80 * (1.2 - 1.4) / M
  local a, b = 1.2 - x0, 1.4 + x0
  local inertia = 2000 + 1200 * x0 ^ 2 + 80 * (a ^ 2 + b ^ 2) + 160 * 0.75 ^ 2 + 4 * 0.5
  return li.road.cornering { m = M, L1 = a, L2 = b, Cf = 1e5, Cr = 1e5, V = V },
    { mass = M, inertia = inertia, a = a, b = b, front = 1e5, rear = 1e5 }
end

t.test("a steady turn with linear tyres is that of the single track; loads and roll", function()
  for _, row in ipairs { { 10, 0.01, 1e-4 }, { 20, 0.002, 3e-5 }, { 20, 0.01, 5e-4 },
    { 30, 0.01, 2e-3 } } do
    local V, d, tol = row[1], row[2], row[3]
    local m, told = li.car(spec(nil, SOFT))
    local hold = ("20000*(%g - (x'*cos(yaw) + y'*sin(yaw)))"):format(V)
    local run = go(m, told, V, 6, { steer = d, drive = hold }, { dt = 0.5 })
    local want = bicycle(last(run, "speed")).yaw_gain * d
    t.near(last(run, "yaw_rate") / want, 1, tol)
    local ay = last(run, "lateral_acceleration")
    t.near(ay, V * last(run, "yaw_rate"), 1e-3 * ay)
    -- moments about x on the ground: the loads against m h (a + g roll) of body and wheels, and
    -- the spin of the wheels that the yaw turns
    local N, h = told.loads, told.radii
    local moment = 0
    for _, w in ipairs(told.wheels) do
      local side = w:sub(2) == "l" and 1 or -1
      moment = moment + side * 0.75 * (last(run, "load_" .. w) - N[w])
    end
    local roll = last(run, "roll_angle")
    local want_moment = -(1200 * 0.5 + 80 * (h.fl + h.rl)) * (ay + G * roll)
      - last(run, "yaw_rate") * 2 * V * (1 / h.fl + 1 / h.rl)
    t.near(moment / want_moment, 1, 5e-3)
    t.ok(roll > 0 and moment < 0, "it leans outwards")
  end
end)

t.test("the response of the car to a step is near that of the single track", function()
  local m, told = li.car(spec(nil, SOFT))
  local _, two = bicycle(20)
  local s = li.single_track(two)
  local one = go(m, told, 20, 1.5, { steer = 0.005 })
  local other = assert(s:simulate(1.5, nil, { x = 20, y = 0, yaw = 0 },
    { inputs = { steer = 0.005 }, rtol = 1e-8 }))
  for _, at in ipairs { 0.1, 0.2, 0.4, 0.8, 1.4 } do
    local r = other:at("yaw'", at)
    t.near(one:at("yaw'", at) / r, 1, 0.04, at)
  end
end)

t.test("outputs are what runs record", function()
  local m, told = li.car(spec(nil, SOFT))
  local r = li.random(3)
  for _ = 1, 4 do
    local q, v, names = {}, {}, m:coordinates()
    for i, name in ipairs(names) do
      q[i], v[i] = r:uniform(-0.02, 0.02), r:uniform(-0.3, 0.3)
      if name:find "^spin" then v[i] = v[i] + 30 end
    end
    q[4], v[1] = r:uniform(-3, 3), 9
    local y = outputs_at(m, q, v, { 0.02, 100, 50 })
    local run = told.watch(assert(m:simulate(1e-4, q, v, { record = { "forces", "accelerations" },
      inputs = { steer = 0.02, drive = 100, brake = 50 } })))
    for name, x in pairs(y) do
      t.near(run[name][1], x, 1e-8 * (1 + math.abs(x)), name)
    end
  end
end)

t.test("equations, kernels, roads and pages know it", function()
  local m, told = li.car(spec(nil, SOFT))
  local e = m:equations()
  t.eq(#e.M, #m:coordinates())
  local ends = {}
  local flat, level = li.car(spec({ road = "0*x" }, SOFT)),
    li.car(spec({ road = { normal = { 0, 0, 2 } } }, SOFT))
  for i, how in ipairs { { m, false }, { m, true }, { flat, true }, { level, true } } do
    local run = assert(how[1]:simulate(1, nil, told.rolling(15), { inputs = { steer = 0.02 },
      rtol = 1e-10, atol = 1e-12, kernel = how[2] }))
    ends[i] = { last(run, "x"), last(run, "y"), last(run, "yaw"), last(run, "roll") }
  end
  for i = 2, 4 do t.near(ends[i], ends[1], 1e-7) end
  t.ok(#m:html() > 20000)
  -- driven angles and soft ones agree where the steering is stiff
  local hard, of_hard = li.car(spec())
  local run = go(hard, of_hard, 15, 1, { steer = 0.02 })
  t.near(last(run, "yaw"), ends[1][3], 2e-2 * ends[1][3])
  -- what is driven has no step; what is soft may
  local step = { t = { 0, 0.5 }, f = { 0, 0.02 }, how = "steps" }
  t.raises("inputs.steer: it drives the constraint 'steer_fl'.*take a cubic curve", go, hard,
    of_hard, 15, 1, { steer = step })
  t.ok(last(go(m, told, 15, 2, { steer = step }), "yaw") > 0.1)
end)

-- ---- two wheels ---------------------------------------------------------------------------------

local function two(more)
  local s = { mass = 1300, inertia = 2000, a = 1.2, b = 1.4, front = 9e4, rear = 1.1e5,
    slow = 1e-6 }
  for key, x in pairs(more or {}) do s[key] = x end
  return s
end

-- A and B of v' = y'' - V r and r, of the linear model about straight driving
local function textbook(s, V)
  local l = s:linearize { v = { x = V, y = 0, yaw = 0 } }
  local A, B = l.A, l.B
  return { { A[5][5], A[5][6] - V }, { A[6][5], A[6][6] } }, { B[5][1], B[6][1] }, l
end

t.test("its linear model is that of the textbooks, linear or not, with tyres too", function()
  local m, I, a, b, Cf, Cr = 1300, 2000, 1.2, 1.4, 9e4, 1.1e5
  local half = { kind = "brush", radius = 0.3, cx = 8e4, mu = 0.9 }
  half.cy = Cf / 2
  local front = li.tyre(half)
  half.cy = Cr / 2
  local rear = li.tyre(half)
  for _, V in ipairs { 5, 20, 45 } do
    for _, more in ipairs { { linear = true }, {}, { front = front, rear = rear } } do
      local A, B = textbook(li.single_track(two(more)), V)
      t.near(A, { { -(Cf + Cr) / (m * V), -V - (a * Cf - b * Cr) / (m * V) },
        { -(a * Cf - b * Cr) / (I * V), -(a ^ 2 * Cf + b ^ 2 * Cr) / (I * V) } }, 1e-7)
      t.near(B, { Cf / m, a * Cf / I }, 1e-6)
    end
  end
end)

t.test("yaw gain, characteristic and critical speed are the closed forms", function()
  local L = 2.6
  for _, row in ipairs { { 1.2, 1.4 }, { 1.5, 1.1 } } do
    local a, b = row[1], row[2]
    local K = 1300 / L * (b / 9e4 - a / 1.1e5)
    local s = li.single_track(two { a = a, b = b, linear = true })
    local function gain(V)
      local A, B = textbook(s, V)
      local det = A[1][1] * A[2][2] - A[1][2] * A[2][1]
      return (A[2][1] * B[1] - A[1][1] * B[2]) / det, det
    end
    for _, V in ipairs { 5, 15, 30 } do t.near(gain(V), V / (L + K * V ^ 2), 1e-9) end
    local special = math.sqrt(L / math.abs(K))
    if K > 0 then
      -- the yaw gain is the greatest there, half of that of a neutral car
      t.near(gain(special), special / (2 * L), 1e-9)
      t.ok(gain(special) > gain(1.01 * special) and gain(special) > gain(0.99 * special))
    else
      local _, below = gain(0.999 * special)
      local _, above = gain(1.001 * special)
      t.ok(below > 0 and above < 0, "unstable beyond the critical speed")
    end
  end
end)

t.test("it turns steadily as V d/(L + K V^2) says", function()
  for _, linear in ipairs { true, false } do
    local s = li.single_track(two { linear = linear })
    local run = assert(s:simulate(6, nil, { x = 20, y = 0, yaw = 0 },
      { inputs = { steer = 0.02, force = "2e6*(20 - (x'*cos(yaw) + y'*sin(yaw)))" },
        method = "radau5", rtol = 1e-9 }))
    local want = li.road.cornering { m = 1300, L1 = 1.2, L2 = 1.4, Cf = 9e4, Cr = 1.1e5, V = 20 }
    t.near(last(run, "yaw'") / (want.yaw_gain * 0.02), 1, linear and 1e-6 or 1e-3)
  end
end)

t.test("rear wheels that steer along turn it less; brush tyres give way", function()
  local A, B = textbook(li.single_track(two { linear = true, rear_steer = 0.5 }), 10)
  t.near(B, { (9e4 + 0.5 * 1.1e5) / 1300, (1.2 * 9e4 - 0.5 * 1.4 * 1.1e5) / 2000 }, 1e-6)
  t.near(A[1][1], -2e5 / 13000, 1e-9)
  local brush = li.tyre { kind = "brush", radius = 0.3, cx = 8e4, cy = 6e4, mu = 0.8 }
  local s = li.single_track(two { front = brush, rear = brush, slow = 0.1 })
  local run = assert(s:simulate(2, nil, { x = 25, y = 0, yaw = 0 }, { inputs = { steer = 0.3 },
    record = "forces" }))
  local most = 0
  for i = 1, #run do
    most = math.max(most, math.sqrt(run["F.front.x"][i] ^ 2 + run["F.front.y"][i] ^ 2))
  end
  t.near(most, 0.8 * 1300 * G * 1.4 / 2.6, 1)
  -- at rest nothing is odd
  run = assert(s:simulate(1, nil, { x = 0, y = 0, yaw = 0 }, { inputs = { steer = 0.3 } }))
  t.near({ last(run, "x"), last(run, "y"), last(run, "yaw") }, { 0, 0, 0 }, 1e-12)
end)

-- ---- what is refused ----------------------------------------------------------------------------

t.test("every complaint says where", function()
  local soft_tyre = li.tyre { kind = "linear", radius = 0.3, cx = 8e4, cy = 5e4 }
  local function without(key)
    local s = spec()
    s.axles[2][key] = nil
    return s
  end
  for _, row in ipairs {
    { "unknown key 'mas'.*did you mean 'mass'", { mas = 3 } },
    { "mass: expected a number > 0", { mass = 0 } },
    { "inertia: expected 3 or 6 numbers", { inertia = { 1, 2 } } },
    { "axles: expected a list of at least two", { axles = {} } },
    { "com: it lies outside of the axles: axles%[2%] would carry", { com = { 2, 0, 0.5 } } },
    { "com: it lies outside of the wheels", { com = { 0, 0.8, 0.5 } } },
    { "aero: unknown key 'cw'", { aero = { area = 2, cw = 1 } } },
    { "aero.area: expected", { aero = { cx = 1 } } },
    { "road: unknown key 'mu'", { road = { mu = 1 } } },
    { "road.normal: expected a direction upwards, got z = 0", { road = { normal = { 1, 0, 0 } } } },
    { "road: .*unknown symbol 'foo'", { road = "sin(foo)" } },
    { "axles: expected a list, got the key 'rear'", { axles = { {}, {}, rear = {} } } },
    { "unknown key 'wheelbase'", { wheelbase = 2 } },
    { "axles%[1%].track: expected", {}, { track = -1 } },
    { "axles%[1%].steer: expected a ratio, or false: got 0", {}, { steer = 0 } },
    { "axles%[1%].ackermann: expected a number <= 1", {}, { ackermann = 2 } },
    { "axles%[2%].at: expected an axle behind", {}, {}, { at = 1.3 } },
    { "axles%[2%].compliance: this axle is not steered", {}, {}, SOFT },
    { "axles%[2%].spring: expected a number > 0", {}, {}, { spring = 0 } },
    { "axles%[2%].spring: expected as many f as x", {}, {},
      { spring = { x = { 0, 1 }, f = { 1 } } } },
    { "axles%[2%].spring.x%[2%]: expected numbers that rise", {}, {},
      { spring = { x = { 0, 0 }, f = { 1, 2 } } } },
    { "axles%[2%].damper: unknown key 'x'", {}, {}, { damper = { x = { 0 }, f = { 0 } } } },
    { "axles%[2%].stops.up: expected", {}, {}, { stops = { down = 1, stiffness = 1 } } },
    { "axles%[2%].tyre: kind: expected linear, .*did you mean 'brush'", {}, {},
      { tyre = { kind = "brus" } } },
    { "axles%[2%].tyre: cy: a linear tyre needs it", {}, {},
      { tyre = { kind = "linear", radius = 0.3, cx = 1 } } },
    { "axles%[2%].tyre: expected a tyre", {}, {}, { tyre = 3 } },
    { "axles%[2%].stiffness: the tyre has no radial stiffness", {}, {}, { tyre = soft_tyre } },
    { "axles%[2%].stiffness: the load of .* flattens the tyre", {}, {}, { stiffness = 9000 } },
    { "axles: the shares 'drive' are 1.5 together", {}, {}, { drive = 0.5 } },
    { "axles%[1%].ackermann: all axles steer", {}, {}, { steer = 0.1 } },
  } do t.raises(row[1], li.car, spec(row[2], row[3], row[4])) end
  for _, key in ipairs { "at", "track", "spring", "unsprung", "inertia", "tyre" } do
    t.raises("axles%[2%]." .. key .. ": expected", li.car, without(key))
  end
  t.raises("front: 'x' is a coordinate of the single track", li.single_track, two { front = "x" })
  t.raises("rear: expected a number > 0", li.single_track, two { rear = -1 })
  t.raises("front: a linear model takes a cornering stiffness", li.single_track,
    two { linear = true, front = tyre })
  t.raises("unknown key 'l'", li.single_track, two { l = 1 })
  local _, told = li.car(spec())
  t.raises("speed: expected", told.rolling, "fast")
end)

t.done()
