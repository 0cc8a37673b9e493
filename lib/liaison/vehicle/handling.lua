-- handling.lua - w' and r' of a car at a speed, linear, for who designs a driver: from the numbers
-- of a car on two wheels, or from any vehicle by its small motions
--
--   m (w' + V r) = -Cf ((w + a r)/V - d) - Cr (w - b r)/V
--   J r'         = -a Cf ((w + a r)/V - d) + b Cr (w - b r)/V          of x, y, d = steer
local li = require "liaison"
local check = require "liaison.base.check"
local kit = li._internal

local handling = {}

local NUMBERS = { mass = { "num", above = 0 }, inertia = { "num", above = 0 },
  a = { "num", above = 0 }, b = { "num", above = 0 }, front = { "num", above = 0 },
  rear = { "num", above = 0 } }

local function of_numbers(n, V)
  local sum, turn = n.front + n.rear, n.a * n.front - n.b * n.rear
  local m, J = n.mass, n.inertia
  return { A = { { -sum / (m * V), -V - turn / (m * V) },
    { -turn / (J * V), -(n.a ^ 2 * n.front + n.b ^ 2 * n.rear) / (J * V) } },
    B = { n.front / m, n.a * n.front / J } }
end

-- what steers over the mean angle of the wheels that it steers; 1 where none can be seen
function handling.ratio_of(turn)
  local sum, n = 0, 0
  for _, q in ipairs(turn.vehicle.q) do
    if q:find "^steer_" and math.abs(turn.q[q]) > 1e-9 then sum, n = sum + turn.q[q], n + 1 end
  end
  return n > 0 and math.abs(turn.u.steer) > 1e-9 and turn.u.steer / (sum / n) or 1
end

local function turn_of(model, options)
  local turn, why = li.steady_turn(model, options)
  if not turn then check.fail("car", "%s", why) end
  return turn
end

-- the ratio of the steering of what a driver is designed for: 1 of numbers
function handling.ratio(car)
  if kit.class(car) ~= "model" then return 1 end
  return handling.ratio_of(turn_of(car, { speed = 5, radius = 500 }))
end

-- of 1 rad of the wheels
local function of_vehicle(model, V)
  local turn, ratio = turn_of(model, { speed = V }), handling.ratio(model)
  local lin = assert(turn:handling())
  return { A = { { lin.A[1][1], lin.A[1][2] }, { lin.A[2][1], lin.A[2][2] } },
    B = { ratio * lin.B[1][1], ratio * lin.B[2][1] } }
end

-- a field: numbers of a car on two wheels, or a model
function handling.field(x, path)
  if kit.class(x) == "model" then return x end
  if type(x) ~= "table" then
    check.fail(path, "expected a vehicle, or {mass, inertia, a, b, front, rear}, got %s",
      check.got(x))
  end
  return check.fields(x, path, NUMBERS)
end

-- { A (2 x 2), B (2) } at a speed
function handling.at(car, V)
  if kit.class(car) == "model" then return of_vehicle(car, V) end
  return of_numbers(car, V)
end

-- steer and sideways speed that a path of curvature 1 takes at r = V, without any change
function handling.on_a_curve(h, V)
  local A, B = h.A, h.B
  -- A11 w + B1 d = -A12 V, A21 w + B2 d = -A22 V
  local det = A[1][1] * B[2] - A[2][1] * B[1]
  local w = (-A[1][2] * V * B[2] + A[2][2] * V * B[1]) / det
  local d = (-A[1][1] * A[2][2] + A[2][1] * A[1][2]) * V / det
  return d, w
end

-- beside a path of curvature k: e' = w + V p, p' = r - V k; states e, p (heading error), w, r
function handling.beside(h, V)
  local A, B = h.A, h.B
  return { { 0, V, 1, 0 }, { 0, 0, 0, 1 }, { 0, 0, A[1][1], A[1][2] },
    { 0, 0, A[2][1], A[2][2] } }, { { 0 }, { 0 }, { B[1] }, { B[2] } }, { { 0 }, { -V }, { 0 },
    { 0 } }
end

-- ---- gains over speed ---------------------------------------------------------------------------

local function number(x) return "(" .. kit.number(x, 17) .. ")" end

-- a text: straight between the speeds, held beyond them
function handling.over_speed(speeds, values)
  if #speeds == 1 then return number(values[1]) end
  local out = { "speed <= " .. number(speeds[1]), number(values[1]) }
  for k = 2, #speeds do
    out[#out + 1] = "speed < " .. number(speeds[k])
    out[#out + 1] = ("%s + (speed - %s)*%s"):format(number(values[k - 1]), number(speeds[k - 1]),
      number((values[k] - values[k - 1]) / (speeds[k] - speeds[k - 1])))
  end
  out[#out + 1] = number(values[#values])
  return "piecewise(" .. table.concat(out, ", ") .. ")"
end

-- speeds that a driver is designed for: one, or a rising list
function handling.speeds(x, path)
  if type(x) == "number" then x = { x } end
  local list = check.list(x, path, { "num", above = 0 }, 1)
  for k = 2, #list do
    if list[k] <= list[k - 1] then
      check.fail(("%s[%d]"):format(path, k), "expected speeds that rise")
    end
  end
  return list
end

return handling
