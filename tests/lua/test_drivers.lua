-- test_drivers.lua - drivers: each keeps a straight line and mirrors its turns; pure pursuit,
-- Stanley, regulator, preview and prediction against closed forms; queues, lags, bounds; cruise
local t = require "t"
local li = require "liaison"
local kinds = require "liaison.drivers.kinds"
local preview = require "liaison.drivers.preview"
local handling = require "liaison.vehicle.handling"

local sqrt, exp, cos, sin, atan = math.sqrt, math.exp, math.cos, math.sin, math.atan

local NUMBERS = { mass = 1300, inertia = 2000, a = 1.2, b = 1.4, front = 9e4, rear = 1.1e5 }
local function shifted(d)
  return li.route { { "line", length = 20 }, { "shift", length = 30, offset = d },
    { "line", length = 100 } }
end

-- what each needs, on a route
local SPECS = {
  pure_pursuit = { wheelbase = 2.6 }, stanley = { wheelbase = 2.6 },
  lqr = { car = NUMBERS, speed = { 10, 20 } },
  preview = { car = NUMBERS, speed = 20, dt = 0.05 }, macadam = { car = NUMBERS, speed = 20 },
  two_point = {},
}

local function made(kind, more)
  local spec = {}
  for key, x in pairs(SPECS[kind]) do spec[key] = x end
  for key, x in pairs(more) do spec[key] = x end
  return li.driver(kind, spec)
end

local STATE = { x = 22, y = 0.3, yaw = 0.05, speed = 18, lateral_speed = 0.2, yaw_rate = -0.1 }
local MIRRORED = { x = 22, y = -0.3, yaw = -0.05, speed = 18, lateral_speed = -0.2, yaw_rate = 0.1 }

local function given(block, state)
  local out = {}
  for _, name in ipairs(block.inputs) do out[name] = state[name] end
  return out
end

-- what it gives after some samples at one state
local function steer(block, state, samples, states)
  local u, x
  for _ = 1, samples or 1 do u, x = block:step(given(block, state), x or states) end
  return u[1], x
end

t.test("every driver: nothing to do on the path, a mirrored path is steered mirrored", function()
  for _, row in ipairs(kinds.rows) do
    if row.steers then
      t.ok(SPECS[row.name], row.name .. " has no spec in this test")
      local straight = made(row.name, { route = { { "line", length = 99 } } })
      t.near(steer(straight, { x = 7, y = 0, yaw = 0, speed = 18, lateral_speed = 0,
        yaw_rate = 0 }, 3), 0, 1e-15, row.name)
      local left, right = made(row.name, { route = shifted(3) }), made(row.name,
        { route = shifted(-3) })
      for n = 1, 3 do
        local a, b = steer(left, STATE, n), steer(right, MIRRORED, n)
        t.near(a, -b, 1e-9, row.name)
        t.ok(math.abs(a) > 1e-6, row.name)
      end
      local geared = made(row.name, { route = shifted(3), ratio = 16 })
      t.near(steer(geared, STATE), 16 * steer(left, STATE), 1e-12)
    end
  end
end)

t.test("every driver brings a car along a lane change, by itself and in a sweep alike", function()
  local car = li.single_track(NUMBERS)
  local cruise = { li.driver("cruise", { speed = 18, mass = 1300 }), kernel = false }
  for _, row in ipairs(kinds.rows) do
    if row.steers then
      local driver = made(row.name, { route = shifted(3) })
      local o = { controllers = { { driver, kernel = false }, cruise }, method = "rk4", h = 2e-3 }
      local run = car:simulate(6, nil, { x = 18, y = 0, yaw = 0 }, o)
      t.near(run.y[#run], 3, 0.35, row.name)
      t.near(run["x'"][#run], 18, 0.1)
      if row.name == "stanley" or row.name == "preview" then
        local s = li.sweep { car, runs = 2, t = 6, v = { x = 18, y = 0, yaw = 0 },
          controllers = o.controllers,
          method = "rk4", h = 2e-3, tape = true }
        t.near({ s.x[2], s.y[2] }, { run.x[#run], run.y[#run] }, 1e-9, row.name)
        t.near(s["driver.offset"][1], run["driver.offset"][#run], 1e-9, row.name)
      end
    end
  end
end)

-- x' = v cos, y' = v sin, yaw' = v/L tan(steer) of the rear axle, asked every dt
local function rolled(block, L, v, y0, time, front)
  local x, y, yaw, state, u = 0, y0, 0, nil, nil
  local list, dt = {}, block.dt
  for k = 0, math.floor(time / dt) do
    -- of a front axle where that is what is followed
    list[k] = front and y + L * sin(yaw) or y
    u, state = block:step(given(block, { x = x, y = y, yaw = yaw, speed = v, yaw_rate =
      v / L * math.tan(u and u[1] or 0) }), state)
    local r = v / L * math.tan(u[1])
    x, y = x + v * dt * cos(yaw + r * dt / 2), y + v * dt * sin(yaw + r * dt / 2)
    yaw = yaw + r * dt
  end
  return list
end

t.test("pure pursuit: the circle of the goal; two poles of damping 1/sqrt(2) on a line", function()
  local circle = li.route { { "arc", radius = 30, angle = 6 } }
  local driver = li.driver("pure_pursuit", { route = circle, wheelbase = 2.6, distance = 8 })
  t.near(steer(driver, { x = 30 * sin(0.5), y = 30 - 30 * cos(0.5), yaw = 0.5, speed = 9 }, 1,
    { s = 15 }), atan(2.6 / 30), 1e-8)
  -- e'' + 2 v/l e' + 2 v^2/l^2 e = 0
  local line = li.route { { "line", length = 400 } }
  driver = li.driver("pure_pursuit", { route = line, wheelbase = 2.6, distance = 12, dt = 1e-3 })
  local e, v, l = rolled(driver, 2.6, 10, 1e-3, 3), 10, 12
  for _, k in ipairs { 400, 1000, 2500 } do
    local w = v / l * k * 1e-3
    t.near(e[k], 1e-3 * exp(-w) * (cos(w) + sin(w)), 1e-6, "at " .. k)
  end
end)

t.test("Stanley: the front axle comes by e' = -v sin(atan(gain e/(soft + v)))", function()
  local line = li.route { { "line", length = 400 } }
  local driver = li.driver("stanley", { route = line, wheelbase = 2.6, front = 2.6, gain = 2,
    soft = 0, dt = 1e-3 })
  local e = rolled(driver, 2.6, 10, 1, 2, true)
  local want, dt = 1, 1e-3
  for k = 0, 1999 do
    if k % 500 == 0 then t.near(e[k], want, 2e-3, "at " .. k) end
    want = want - dt * 10 * sin(atan(2 * want / 10))
  end
end)

t.test("the regulator: the closed loop is its design's, no offset stays on a curve", function()
  local car = li.single_track { mass = 1300, inertia = 2000, a = 1.2, b = 1.4, front = 9e4,
    rear = 1.1e5, linear = true }
  local circle = li.route { { "clothoid", length = 30, to = 0.01 }, { "arc", radius = 100,
    angle = 3 } }
  local driver = li.driver("lqr", { route = circle, car = NUMBERS, speed = 20 })
  local run = car:simulate(9, nil, { x = 20, y = 0, yaw = 0 }, { controllers = {
    { driver, kernel = false }, li.driver("cruise", { speed = 20, mass = 1300 }) } })
  t.near(run["driver.offset"][#run], 0, 5e-3)
  t.near(run["yaw'"][#run], 20 / 100, 1e-3)
  -- the same from the small motions of the vehicle itself as from its numbers
  local own = li.driver("lqr", { route = circle, car = car, speed = 20 })
  t.near(steer(own, STATE), steer(driver, STATE), 1e-6)
  -- at speeds between those of the design gains are between
  local two = li.driver("lqr", { route = circle, car = NUMBERS, speed = { 10, 30 } })
  local function at(V) STATE.speed = V local u = steer(two, STATE) STATE.speed = 18 return u end
  t.near(at(20), (at(10) + at(30)) / 2, 1e-12)
  t.near(at(50), at(30), 1e-12)
end)

t.test("preview: its gains are those of the Riccati equation of all states at once", function()
  local o = { car = NUMBERS, dt = 0.05, offset = 0.5, heading = 0.2, steer = 0.1 }
  local n = 12
  local A, B, E = preview.plant(o, 20)
  local K, ahead = preview.gains(o, 20, n)
  -- x and the n curvatures ahead, which move up by one; behind the last there is none
  local AA, BB, Q = li.zeros(4 + n, 4 + n), li.zeros(4 + n, 1), li.zeros(4 + n, 4 + n)
  local q, R = preview.weights(o)
  for i = 1, 4 do
    for j = 1, 4 do AA[i][j], Q[i][j] = A[i][j], q[i][j] end
    BB[i][1], AA[i][5] = B[i][1], E[i][1]
  end
  for i = 1, n - 1 do AA[4 + i][5 + i] = 1 end
  local X = assert(li.dare(AA, BB, Q, R))
  local G = (R + BB:transpose() * X * BB):inverse() * BB:transpose() * X * AA
  for i = 1, 4 do t.near(G[1][i], K[i], 1e-8 * (1 + math.abs(K[i]))) end
  for i = 1, n do t.near(G[1][4 + i], ahead[i], 1e-8 * (1 + math.abs(ahead[i]))) end
end)

t.test("preview and regulator are one where nothing is ahead", function()
  local line = li.route { { "line", length = 200 } }
  local a = li.driver("preview", { route = line, car = NUMBERS, speed = 20, dt = 0.05 })
  local b = li.driver("lqr", { route = line, car = NUMBERS, speed = 20, dt = 0.05 })
  -- one weighs samples, the other the time between: near each other
  t.near(steer(a, STATE) / steer(b, STATE), 1, 0.15)
end)

t.test("prediction of one point: the linear car is there at that time", function()
  local line = li.route { { "line", length = 400 } }
  local driver = li.driver("macadam", { route = line, car = NUMBERS, speed = 20, points = 1,
    time = 0.8 })
  local state = { x = 5, y = 0.4, yaw = 0.02, speed = 20, lateral_speed = 0.3, yaw_rate = 0.05 }
  local u = steer(driver, state)
  local h = handling.at(NUMBERS, 20)
  local A, B = handling.beside(h, 20)
  local d = li.ss(A, B):c2d(0.8)
  local y = 0
  -- e in the axes of the heading now: the path falls away by the heading error
  for j, x in ipairs { 0, 0, 0.3, 0.05 } do y = y + d.A[1][j] * x end
  local target = (0 - 0.4) * cos(0.02) - 16 * sin(0.02)
  t.near(y + d.B[1][1] * u, target, 1e-6)
end)

t.test("two points: the integral of the near angle, jumps by the angles' changes", function()
  local line = li.route { { "line", length = 400 } }
  local driver = li.driver("two_point", { route = line, k_far = 0.3, k_near = 0.2, k_i = 0.5,
    near = 10, far = 2, dt = 0.1 })
  local near = math.atan(-1 / 10)
  local u, x = steer(driver, { x = 0, y = 1, yaw = 0, speed = 10 })
  t.near(u, 0.5 * near * 0.1, 1e-12)
  local second = driver:step({ x = 0, y = 2, yaw = 0, speed = 10 }, x)[1]
  local near2, far1, far2 = math.atan(-2 / 10), math.atan(-1 / 20), math.atan(-2 / 20)
  t.near(second, u + 0.3 * (far2 - far1) + 0.2 * (near2 - near) + 0.5 * near2 * 0.1, 1e-12)
end)

t.test("a person reacts late, and his hand lags; the wheel turns so far and so fast", function()
  local route, plain = shifted(3), made("stanley", { route = shifted(3) })
  local want = steer(plain, STATE)
  local late = made("stanley", { route = route, reaction = 0.05 })
  t.eq(steer(late, STATE, 5), 0)
  t.near(steer(late, STATE, 6), steer(plain, STATE, 1), 1e-9)
  local lag = made("stanley", { route = route, lag = 0.1 })
  t.near(steer(lag, STATE), 0, 1e-15)
  local line = made("stanley", { route = { { "line", length = 99 } }, lag = 0.1 })
  local bare = made("stanley", { route = { { "line", length = 99 } } })
  t.near(steer(line, STATE, 11), steer(bare, STATE) * (1 - exp(-1)), 1e-9)
  local slow = made("stanley", { route = route, rate = 0.5, ratio = 10, most = 0.06 })
  t.ok(math.abs(want) > 0.06)
  t.near(math.abs(steer(slow, STATE)), 10 * 0.5 * 0.01, 1e-12)
  t.near(math.abs(steer(slow, STATE, 15)), 10 * 0.06, 1e-12)
  t.raises("reaction: expected a multiple of dt, 0.01 s, got 0.025", made, "stanley",
    { route = route, reaction = 0.025 })
end)

t.test("cruise: a first order loop, bounds without a wound-up integral, a profile kept", function()
  local cart = li.single_track(NUMBERS)
  local cruise = li.driver("cruise", { speed = 20, mass = 1300, kp = 1, ki = 0, dt = 1e-3 })
  local run = cart:simulate(2, nil, { x = 18, y = 0, yaw = 0 }, { controllers = { cruise } })
  t.near(run:at("x'", 1), 20 - 2 * exp(-1), 2e-3)
  run = cart:simulate(12, nil, { x = 5, y = 0, yaw = 0 }, { controllers = {
    li.driver("cruise", { speed = 20, mass = 1300, drive = 2, ki = 0.5 }) } })
  t.near(run:at("x'", 3), 11, 1e-2) -- 2 m/s2 at most
  t.ok(run["x'"]:max() < 20.7, "overshoot " .. run["x'"]:max())
  local route = li.route { { "line", length = 60 }, { "arc", radius = 20, angle = 1.5 },
    { "line", length = 60 } }
  local profile = li.speed_profile(route, { lateral = 6, drive = 2.5, brake = 5, most = 20,
    start = 15 })
  run = cart:simulate(10, nil, { x = 15, y = 0, yaw = 0 }, { controllers = {
    { made("stanley", { route = route }), kernel = false },
    { li.driver("cruise", { profile = profile, mass = 1300 }), kernel = false } } })
  local worst = 0
  for i = 1, #run do
    local s = run["driver.place"][i]
    if s < route.length then
      worst = math.max(worst, math.abs(run["x'"][i] * cos(run.yaw[i]) + run["y'"][i]
        * sin(run.yaw[i]) - profile:at(s)))
    end
  end
  t.ok(worst < 0.5, "off the profile by " .. worst)
end)

t.test("a driver ships: C, Lua and the engine agree", function()
  local driver = made("stanley", { route = shifted(3), reaction = 0.05, rate = 1 })
  local m = (loadstring or load)(driver:lua())()
  t.eq(m.test(), 0)
  t.ok(driver:c().source:find "steer")
  if os.getenv "LIAISON_LAW" ~= "all" then return end
  for _, row in ipairs(kinds.rows) do
    if row.steers then
      local o = { controllers = { made(row.name, { route = shifted(3) }) }, dt = 0.1 }
      local car = li.single_track(NUMBERS)
      local run = car:simulate(3, nil, { x = 18, y = 0, yaw = 0 }, o)
      o.sil = true
      t.eq(assert(car:simulate(3, nil, { x = 18, y = 0, yaw = 0 }, o)):hash(), run:hash(), row.name)
    end
  end
end)

t.test("mistakes have their place", function()
  t.raises("driver: unknown kind 'stanly' %(did you mean 'stanley'", li.driver, "stanly", {})
  t.raises("wheelbase: expected the distance of the axles", li.driver, "stanley",
    { route = { { "line", length = 9 } } })
  t.raises("route: a kink of 90 deg at s = 9 m", li.driver, "stanley", { wheelbase = 2.6,
    route = { through = { { 0, 0 }, { 9, 0 }, { 9, 9 } }, how = "lines" } })
  t.raises("route: a radius of 4 m .*the car turns about 6.15 m at the least", li.driver, "stanley",
    { wheelbase = 2.6, most = 0.4, route = { { "arc", radius = 4, angle = 1 } } })
  t.raises("car: expected a vehicle, or {mass", li.driver, "lqr", { route = { { "line",
    length = 9 } }, speed = 10, car = 3 })
  t.raises("speed: expected either speed", li.driver, "cruise", { mass = 1 })
  t.raises("unknown key 'gains'", li.driver, "stanley", { gains = 1 })
  t.ok(sqrt(2) > 1)
end)

t.done()
