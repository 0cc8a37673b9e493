-- test_steady_turn.lua - steady turns of vehicles: closed forms of the car on two wheels, agreement
-- with long runs, small motions about them, wheels driven or free, where there is none
local t = require "t"
local li = require "liaison"

string.format = li._internal.format -- luacheck: ignore (that of Lua asks the locale)
local held_turn = require "liaison.vehicle.held_turn"
local words = require "liaison.vehicle.vehicle_words"

local M, J, A, B, CF, CR = 1300, 2000, 1.2, 1.4, 9e4, 1.1e5
local L = A + B
local K = M / L * (B / CF - A / CR) -- (1.16): rad per m/s2

local function two(more)
  local s = { mass = M, inertia = J, a = A, b = B, front = CF, rear = CR, linear = true }
  for key, x in pairs(more or {}) do s[key] = x end
  return li.single_track(s)
end

local tyre = li.tyre { kind = "brush", radius = 0.31, cx = 9e4, cy = 6e4, mu = 0.95, half = 0.06,
  stiffness = 2e5, damping = 300 }
local function car(front)
  local s = { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 }, axles = {
    { at = 1.2, track = 1.5, unsprung = 40, inertia = 1.1, tyre = tyre, spring = 2.5e4,
      damper = 2000, bar = 8000, steer = 1 / 16, brake = 0.65,
      compliance = { stiffness = 3e4, damping = 100 } },
    { at = -1.4, track = 1.48, unsprung = 38, inertia = 1.1, tyre = tyre, spring = 2.2e4,
      damper = 1800, brake = 0.35, drive = 1 } } }
  for key, x in pairs(front or {}) do s.axles[1][key] = x or nil end
  return li.car(s)
end

t.test("a car on two wheels: steering, sideslip in closed form, left and right", function()
  local m = two()
  for _, V in ipairs { 5, 20, 40 } do
    for _, R in ipairs { 300, -300 } do
      local turn = assert(li.steady_turn(m, { speed = V, radius = R }))
      -- the model divides by sqrt(u^2 + 0.1^2)
      t.near(turn.u.steer, L / R + K * V ^ 2 / R, (6e-5 + 0.01 / V ^ 2) * math.abs(turn.u.steer))
      t.near(turn.values.sideslip, B / R - A * M * V ^ 2 / (CR * L * R), 3e-5)
      t.near(turn.values.lateral_acceleration, V ^ 2 / R, 1e-9)
      t.near({ turn.values.speed, turn.values.radius }, { V, R }, 1e-8)
    end
  end
  local straight = assert(li.steady_turn(m, { speed = 20 }))
  t.near({ straight.u.steer, straight.u.force }, { 0, 0 }, 1e-9)
  t.near(assert(li.steady_turn(m, { speed = 20, steer = 0.01 })).values.yaw_rate,
    0.01 * 20 / (L + K * 400), 1e-5)
end)

t.test("all ways to tell a turn are one turn", function()
  local m = car()
  local a = assert(li.steady_turn(m, { speed = 22, radius = 90 }))
  for _, o in ipairs { { curvature = 1 / 90 }, { yaw_rate = 22 / 90 },
    { lateral_acceleration = 22 ^ 2 / 90 }, { steer = a.u.steer } } do
    o.speed = 22
    local b = assert(li.steady_turn(m, o))
    for name, x in pairs(a.values) do
      if x < 1e300 then t.close(b.values[name], x, 1e-7, name) end
    end
  end
end)

t.test("a long run comes to where the equilibrium is, and stays there", function()
  local m = car()
  local turn = assert(li.steady_turn(m, { speed = 20, lateral_acceleration = 6 }))
  local run = m:simulate(1, turn.q, turn.v, { inputs = turn.u, rtol = 1e-9 })
  for _, name in ipairs { "roll", "pitch", "z", "travel_fl", "yaw'", "spin_rr'" } do
    t.near(run[name][#run], run[name][1], 1e-6, name)
  end
  -- from straight ahead, the speed held
  local start = assert(li.steady_turn(m, { speed = 20 }))
  run = m:simulate(8, start.q, start.v, { kernel = false, inputs = { steer = turn.u.steer,
    drive = ("%.17g + 3000*(20 - sqrt(x'^2 + y'^2))"):format(turn.u.drive) } })
  local V = math.sqrt(turn.v.x ^ 2 + turn.v.y ^ 2)
  t.near(run["yaw'"][#run], turn.values.yaw_rate, 2e-3)
  t.near(run.roll[#run], turn.q.roll, 1e-3)
  t.near(V, 20, 0.05)
end)

t.test("wheels that a law holds turn as stiff ones that are free", function()
  local free = assert(li.steady_turn(car { compliance = { stiffness = 1e7, damping = 1e4 } },
    { speed = 20, radius = 80 }))
  local held = assert(li.steady_turn(car { compliance = false }, { speed = 20,
    radius = 80 }))
  t.near(held.u.steer, free.u.steer, 2e-4)
  t.near(held.values.roll_angle, free.values.roll_angle, 1e-5)
end)

t.test("loads: their sum is the weight, their moment that of the lateral force", function()
  local turn = assert(li.steady_turn(car(), { speed = 20, lateral_acceleration = 4 }))
  local y = turn.values
  t.near(y.load_fl + y.load_fr + y.load_rl + y.load_rr, 1356 * 9.81, 1e-5)
  local moment = 0.75 * (y.load_fr - y.load_fl) + 0.74 * (y.load_rr - y.load_rl)
  -- body at 0.5 m and wheels at their radius, the body leaning outwards; wheels that precess
  local h = (1200 * 0.5 + 156 * 0.293) / 1356
  local lean = 1200 * 9.81 * 0.5 * y.roll_angle + 4 * 1.1 * 20 / 0.29 * y.yaw_rate
  t.near(moment, 1356 * 4 * h + lean, 0.03 * moment)
end)

t.test("small motions in axes of the heading: A of the book; a turn too", function()
  local V = 20
  local lin = assert(li.steady_turn(two(), { speed = V })):linear()
  t.eq(table.concat(lin.states, " "), "u w r")
  local s, d = CF + CR, A * CF - B * CR
  t.near(lin.A, { { 0, 0, 0 }, { 0, -s / (M * V), -V - d / (M * V) },
    { 0, -d / (J * V), -(A ^ 2 * CF + B ^ 2 * CR) / (J * V) } }, 2e-3)
  local two_states = assert(assert(li.steady_turn(car(), { speed = V })):handling())
  t.eq(#two_states.states, 2)
  -- its gains at rest are those of steady turns
  local turn = assert(li.steady_turn(car(), { speed = V, steer = 0.01 }))
  t.near(two_states:dcgain()[2][1], turn.values.yaw_rate / 0.01, 2e-3)
end)

t.test("an oversteering car is unstable beyond sqrt(-L/K), on circles too", function()
  local loose = two { front = 1.1e5, rear = 8e4 }
  local k = M / L * (B / 1.1e5 - A / 8e4)
  local critical = math.sqrt(-L / k)
  for _, V in ipairs { 0.9 * critical, 1.1 * critical } do
    local _, pole = assert(li.steady_turn(loose, { speed = V })):stable()
    t.eq(pole ~= nil and pole.re > 1e-6, V > critical, V)
  end
end)

t.test("no steady turn: the last one there is, with its numbers", function()
  local turn, why, code = li.steady_turn(car(), { speed = 30, radius = 90 })
  t.eq(turn, nil)
  t.eq(code, "ELIMIT")
  t.ok(why:find "no steady turn of 'car' at 30 m/s with curvature = 0.01111: the last one has", why)
  local a = tonumber(why:match "%(([%d.]+) m/s2")
  t.ok(a > 8 and a < 0.95 * 9.81, why)
  why = select(2, li.steady_turn(car(), { speed = 30, steer = 40 }))
  t.ok(why:find "with steer = 40: the last one has steer = ", why)
end)

t.test("held at a sideslip: moment and force of the linear car", function()
  -- r = a_y/V: F = -s b - d r/V + Cf delta, N = -d b - (a^2 Cf + b^2 Cr) r/V + a Cf delta
  local v, V = words.of(two()), 25
  local s, d, q = CF + CR, A * CF - B * CR, A ^ 2 * CF + B ^ 2 * CR
  local beta, delta = 0.004, 0.003
  local a = (-s * beta + CF * delta) / (M + d / V ^ 2)
  local N = -d * beta - q * a / V ^ 2 + A * CF * delta
  local held = assert(held_turn.at(v, { speed = V, sideslip = beta, steer = delta }))
  t.near(held.lateral, a, 2e-4 * math.abs(a))
  t.near(held.yaw, N / J, 2e-4 * math.abs(N / J))
  t.near(held_turn.yaw_inertia(v), J, 1e-9)
end)

t.test("what is missing is named, mistakes have their place", function()
  local arm = li.planar { 1 }
  t.raises("vehicle: the vehicle '.-' has no input steer %(there are: none%)", li.steady_turn, arm,
    { speed = 5 })
  local part = li.robot { bodies = { { name = "b", joint = { kind = "moves", moves = { "Tx", "Ty",
    "Rz" }, q = { "x", "y", "yaw" } }, mass = 1, inertia = { 1, 1, 1 } } }, inputs = { "steer" },
    outputs = { speed = "x'", lateral_speed = "y'", yaw_rate = "yaw'" } }
  t.raises("has no input drive or force to keep its speed by", li.steady_turn, part, { speed = 5 })
  t.raises("speed: expected a number > 0", li.steady_turn, two(), { speed = 0 })
  t.raises("'radius' and 'steer' say both how it turns", li.steady_turn, two(), { speed = 5,
    radius = 9, steer = 1 })
  t.raises("radius: expected a number that is not 0", li.steady_turn, two(), { speed = 5,
    radius = 0 })
  t.raises("u: the vehicle has no input 'brakes'", li.steady_turn, car(), { speed = 5,
    u = { brakes = 1 } })
  t.raises("expected a model", li.steady_turn, 3, { speed = 1 })
end)

t.done()
