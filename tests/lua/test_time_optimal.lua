-- test_time_optimal.lua - shortest times along paths: closed forms, another road to the optimum,
-- limits looked at afterwards, what is in the way
local t = require "t"
local li = require "liaison"

local g = 9.81

-- a curve of polynomials in s from 0 to 1, coefficients of each component from s^0 on
local function path(...)
  local rows, most = { ... }, 0
  for _, row in ipairs(rows) do most = math.max(most, #row) end
  for _, row in ipairs(rows) do
    for k = #row + 1, most do row[k] = 0 end
  end
  return li.curve({ 0, 1 }, { li.mat(rows) })
end

local function raised(pattern, f, ...) t.raises(pattern, f, ...) end

-- u is constant in a segment and keeps the rows of both its ends: durations are too long, by a part
-- that halves where the grid is twice as fine. What they come to: from below and above
local function near_limit(duration, T, tol, what)
  local one, two = duration(1000), duration(2000)
  t.near(one, T, 1e-3 * T, what)
  t.ok(two >= T * (1 - 1e-9) and two - T <= 0.6 * (one - T) + 1e-9 * T, what or "halves")
  t.near(2 * two - one, T, tol * T, what)
end

-- ---- one axis in closed form -----------------------------------------------------------------

t.test("one axis: bang-bang, a trapezoid, both signs different", function()
  local line = path { 1, 2 } -- 2 long
  local s, info = li.time_optimal(line, { a = 8, grid = 100 })
  t.near(s.last, math.sqrt(4 * 2 / 8), 1e-12)
  t.near(info.duration, s.last)
  t.eq(#info.binding, 2)
  t.eq(info.binding[1].what, "acceleration x1 max")
  t.eq(info.binding[2].what, "acceleration x1 min")
  t.near({ info.binding[1].from, info.binding[1].to, info.binding[2].to }, { 0, 0.5, 1 })
  -- D/v + v/(2 a) + v/(2 b)
  s = li.time_optimal(line, { v = 1.5, a = { min = -5, max = 3 }, grid = 1000 })
  t.near(s.last, 2 / 1.5 + 1.5 / 6 + 1.5 / 10, 1e-5)
  s, info = li.time_optimal(line, { v = { { -9, 1.5 } }, a = 3, start = 0.75, stop = "free" })
  t.near(s.last, 2 / 1.5, 1e-9) -- it starts with the speed limit, 0.75*2
  t.near(info.utilisation["speed x1"], 1, 1e-9)
  -- the same path told twice as fast, by name, by list
  t.near(li.time_optimal(path { 0, 2 }, { a = { x1 = 8 } }).last, 1, 1e-12)
  t.near(li.time_optimal(path { 0, -2 }, { a = { 8 } }).last, 1, 1e-12)
end)

t.test("two axes in proportion: the slower rules", function()
  local s, info = li.time_optimal(path({ 0, 2 }, { 0, -1 }), { a = { 8, 1 }, grid = 50 })
  t.near(s.last, math.sqrt(4 * 1 / 1), 1e-12)
  t.eq(info.binding[1].what, "acceleration x2 min")
  t.near(info.utilisation["acceleration x1"], 2 / 8, 1e-9)
end)

t.test("a free start and a free end", function()
  local line = path { 0, 2 }
  t.near(li.time_optimal(line, { a = 8, stop = "free" }).last, math.sqrt(2 * 2 / 8), 1e-9)
  t.near(li.time_optimal(line, { a = 8, start = "free" }).last, math.sqrt(2 * 2 / 8), 1e-9)
  t.near(li.time_optimal(line, { v = 4, start = "free", stop = "free" }).last, 0.5, 1e-12)
end)

-- ---- quadrature -------------------------------------------------------------------------------

-- the integral of f from a to b by Simpson
local function simpson(f, a, b, n)
  n = n or 2000
  local h, sum = (b - a) / n, f(a) + f(b)
  for k = 1, n - 1 do sum = sum + f(a + k * h) * (k % 2 == 1 and 4 or 2) end
  return sum * h / 3
end

local function bisect(f, a, b)
  for _ = 1, 80 do
    local m = (a + b) / 2
    if f(a) * f(m) <= 0 then b = m else a = m end
  end
  return (a + b) / 2
end

local function pendulum(more)
  local body = { name = "bob", joint = "revolute", axis = { 0, 0, 1 }, mass = 2,
    com = { 0.5, 0, 0 }, inertia = { 0, 0, 0.3 } }
  for key, x in pairs(more or {}) do body[key] = x end
  return li.robot { bodies = { body }, gravity = { 0, -g, 0 } }
end
local INERTIA = 0.3 + 2 * 0.25

-- x = q'^2 where it speeds up with +torque from a, and where it brakes with -torque to b
t.test("a pendulum against gravity: energy, and time by quadrature", function()
  local a, b, torque = -1.2, 1.1, 16
  local function up(q) return 2 / INERTIA * (torque * (q - a) - g * (math.sin(q) - math.sin(a))) end
  local function down(q)
    return 2 / INERTIA * (torque * (b - q) + g * (math.sin(b) - math.sin(q)))
  end
  local switch = bisect(function(q) return up(q) - down(q) end, a, b)
  -- dq/q' with q = a + w^2, dq = 2 w dw
  local T = simpson(function(w)
    if w == 0 then return 2 / math.sqrt(2 / INERTIA * (torque - g * math.cos(a))) end
    return 2 * w / math.sqrt(up(a + w * w))
  end, 0, math.sqrt(switch - a)) + simpson(function(w)
    if w == 0 then return 2 / math.sqrt(2 / INERTIA * (torque + g * math.cos(b))) end
    return 2 * w / math.sqrt(down(b - w * w))
  end, 0, math.sqrt(b - switch))
  local m = pendulum()
  near_limit(function(n)
    return m:time_optimal(path { a, b - a }, { torque = torque, grid = n }).last
  end, T, 1e-6)
  local _, info = m:time_optimal(path { a, b - a }, { torque = torque, grid = 1000 })
  t.eq(info.binding[1].what, "torque q1 max")
  t.near(info.binding[1].to, (switch - a) / (b - a), 2e-3)
  -- too weak to lift it from rest: what it needs to swing over, by energy at cos q = torque/(m g l)
  local weak = 7
  local top = math.acos(weak / g)
  local need = 2 / INERTIA * (g * (math.sin(top) - math.sin(a)) - weak * (top - a))
  local none, why, code, how = m:time_optimal(path { a, b - a }, { torque = weak, grid = 4000 })
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE")
  t.near(how.start_least, math.sqrt(need) / (b - a), 1e-3)
  t.ok(why:find("from s' = 0 at the start the end is not reached", 1, true), why)
  t.ok(m:time_optimal(path { a, b - a }, { torque = weak, start = how.start_least * 1.003 }))
  -- and slow: where it stops, and what fights there; the lift begins at cos q = torque/(m g l)
  none, why, _, how = m:time_optimal(path { a, b - a }, { torque = weak, v = 0.01 })
  t.eq(none, nil)
  t.eq(how.failure, "empty")
  t.near(how.s, (top - a) / (b - a), 2e-3)
  t.ok(table.concat(how.fight, ", "):find "torque q1 max", why)
  t.ok(why:find "no speed keeps all limits from s = " and why:find "torque q1 max", why)
end)

t.test("viscous friction: exponentials", function()
  -- I q'' = torque - D q': v = V (1 - e^(-t D/I)), braking: v = -V + (v0 + V) e^(-t D/I)
  local D, torque, length = 3, 5, 1.7
  local m = pendulum { damping = D, com = { 0, 0, 0 }, inertia = { 0, 0, 0.8 } }
  local V, T1 = torque / D, 0.8 / D
  local function times(v) return -T1 * math.log(1 - v / V), T1 * math.log((v + V) / V) end
  local function way(v)
    local up, down = times(v)
    return V * up - T1 * v + (-V * down + T1 * v)
  end
  local v = bisect(function(x) return way(x) - length end, 0, V * (1 - 1e-12))
  local up, down = times(v)
  local _, info = m:time_optimal(path { 0, length }, { torque = torque, grid = 1000 })
  near_limit(function(n)
    return m:time_optimal(path { 0, length }, { torque = torque, grid = n }).last
  end, up + down, 1e-5)
  t.ok(info.violation.largest < 1e-3, info.violation.largest)
end)

t.test("dry friction, springs, rotors and given efforts count", function()
  local F, length = 1.5, 1
  local m = pendulum { friction = F, com = { 0, 0, 0 }, inertia = { 0, 0, 0.8 }, effort = 5,
    speed = 100, rotor = 0.01, gear = 10 }
  local I, up, down = 0.8 + 0.01 * 100, 5 - F, 5 + F
  local top = math.sqrt(2 * length / (I / up + I / down))
  t.near(m:time_optimal(path { 0, -length }, { grid = 2000 }).last, top * (I / up + I / down),
    1e-4)
  -- an oscillator with stiffness k: the torque +u to the switch, then -u
  local k, u = 4, 6
  m = pendulum { stiffness = k, com = { 0, 0, 0 }, inertia = { 0, 0, 0.8 } }
  local w = math.sqrt(k / 0.8)
  -- I q'^2/2 = u q - k q^2/2 up, = u (L - q) + k (L^2 - q^2)/2 down
  local L = 1
  local switch = (u * L + k * L * L / 2) / (2 * u)
  local T = math.acos(1 - switch * k / u) / w
    + (math.acos((switch + u / k) / (L + u / k))) / w
  near_limit(function(n)
    return m:time_optimal(path { 0, L }, { torque = u, grid = n }).last
  end, T, 1e-6)
end)

-- r q'' and r q'^2 in a circle of radius A: with x = q'^2, (dx/dq)^2/4 + x^2 = (A/r)^2, so that
-- x = A/r sin 2q up to a quarter of pi, and constant from there on
t.test("a turning arm whose tip may accelerate so much in any direction", function()
  local A, r, length = 7, 0.5, 3
  local m = pendulum()
  local tool = { body = "bob", point = { r, 0, 0 }, acceleration = A }
  local s, info = m:time_optimal(path { 0, length }, { tool = tool, grid = 1000, v = false })
  local rise = simpson(function(w) -- q = w^2
    if w == 0 then return math.sqrt(2) / math.sqrt(A / r) end
    return 2 * w / math.sqrt(A / r * math.sin(2 * w * w))
  end, 0, math.sqrt(math.pi / 4))
  local T = 2 * rise + (length - math.pi / 2) / math.sqrt(A / r)
  t.near(s.last, T, 1.3e-3 * T)
  t.ok(s.last >= T * (1 - 1e-4), "on the safe side")
  t.eq(info.binding[1].what, "tool acceleration")
  -- its speed: a trapezoid
  tool = { body = "bob", point = { 0, r, 0 }, speed = 0.6 }
  s, info = m:time_optimal(path { 0, length }, { tool = tool, a = 3, grid = 1000 })
  t.near(s.last, length / 1.2 + 1.2 / 3, 1e-5)
  t.near(info.utilisation["tool speed"], 1, 1e-9)
  s = m:time_optimal(path { 0, length }, { tool = { angular_speed = 1.2, body = "bob" }, a = 3,
    grid = 1000 })
  t.near(s.last, length / 1.2 + 1.2 / 3, 1e-5)
end)

-- ---- an arm of two rods, by another road -----------------------------------------------------

local L1, L2, M1, M2 = 1, 0.8, 2, 1.5

-- the published closed form of two uniform rods in a vertical plane: M q'' + C + G
local function rods(q, v, a)
  local c1, c2, I1, I2 = L1 / 2, L2 / 2, M1 * L1 ^ 2 / 12, M2 * L2 ^ 2 / 12
  local cos2, h = math.cos(q[2]), M2 * L1 * c2 * math.sin(q[2])
  local M11 = I1 + I2 + M1 * c1 ^ 2 + M2 * (L1 ^ 2 + c2 ^ 2 + 2 * L1 * c2 * cos2)
  local M12, M22 = I2 + M2 * (c2 ^ 2 + L1 * c2 * cos2), I2 + M2 * c2 ^ 2
  local G2 = M2 * g * c2 * math.cos(q[1] + q[2])
  local G1 = (M1 * c1 + M2 * L1) * g * math.cos(q[1]) + G2
  return { M11 * a[1] + M12 * a[2] - h * (2 * v[1] * v[2] + v[2] ^ 2) + G1,
    M12 * a[1] + M22 * a[2] + h * v[1] ^ 2 + G2 }
end

local function poly(c, s, order)
  local sum = 0
  for k = #c - 1, order, -1 do
    local factor = 1
    for j = 0, order - 1 do factor = factor * (k - j) end
    sum = sum * s + factor * c[k + 1]
  end
  return sum
end

-- least and most u at s, x under torques of +-lim; nil: none. Places where a is 0 bound x alone
local function range_of_u(c, lim, s, x)
  local q, d, dd = {}, {}, {}
  for k = 1, 2 do q[k], d[k], dd[k] = poly(c[k], s, 0), poly(c[k], s, 1), poly(c[k], s, 2) end
  local none = { 0, 0 }
  local G, A, B = rods(q, none, none), rods(q, none, d), rods(q, d, dd)
  local least, most = -math.huge, math.huge
  for k = 1, 2 do
    local a, rest = A[k] - G[k], (B[k] - G[k]) * x + G[k]
    if math.abs(a) < 1e-12 then
      if math.abs(rest) > lim[k] then return nil end
    else
      local one, other = (-lim[k] - rest) / a, (lim[k] - rest) / a
      least, most = math.max(least, math.min(one, other)), math.min(most, math.max(one, other))
    end
  end
  if least > most then return nil end
  return least, most
end

-- the highest speeds from which the end is reached, by bisection at every place of a fine grid of
-- its own; then forwards as fast as they allow: explicit steps
local function other_road(c, lim, n)
  local h, high = 1 / n, {}
  high[n] = 0
  local function goes(i, x)
    local least, most = range_of_u(c, lim, i * h, x)
    return least and x + 2 * h * least <= high[i + 1] and x + 2 * h * most >= 0
  end
  for i = n - 1, 0, -1 do
    local a, b = 0, 400
    if not goes(i, 0) then return nil, i * h end
    for _ = 1, 45 do
      local x = (a + b) / 2
      if goes(i, x) then a = x else b = x end
    end
    high[i] = a
  end
  local x, T = 0, 0
  for i = 0, n - 1 do
    local _, most = range_of_u(c, lim, i * h, x)
    local y = math.min(x + 2 * h * (most or -math.huge), high[i + 1])
    y = math.max(y, 0)
    T = T + 2 * h / (math.sqrt(x) + math.sqrt(y))
    x = y
  end
  return T
end

local PATHS = {
  { { 0.2, 1.1, -0.4, 0.3 }, { 0.5, 0.9, 0.8, -0.3 } },
  { { -1, 2.5 }, { 1.4, -0.6, 1.9, -2.2 } },
  { { -1.5, 0.3, 1.2, -0.4 }, { 0.3, 1.8, -2.6, 1.1 } },  -- M12 q2' + M11 q1' changes its sign
  { { 0.5, -1.2, 0.6 }, { 0.2, 2.4, -1.0 } },  -- and here
}

t.test("two rods under torques: the optimum of another road", function()
  local arm = li.planar { L1, L2, mass = { M1, M2 } }
  local zeros, met = 0, 0
  for k, c in ipairs(PATHS) do
    local lim = { 45, 16 }
    local T = other_road(c, lim, 3000)
    local s, info = arm:time_optimal(path(c[1], c[2]), { torque = lim, grid = 1000 })
    t.ok(s, info)
    t.near(s.last, T, 1e-3 * T, "path " .. k)
    t.ok(info.violation.largest < 2e-3, ("path %d: %g"):format(k, info.violation.largest))
    zeros = zeros + #info.zero_inertia
    for _, z in ipairs(info.zero_inertia) do met = met + (z.met and 1 or 0) end
  end
  t.ok(zeros > 0 and met > 0, "zero inertia somewhere")
end)

-- the motion itself, from the two curves, not from rows
local function worst_torque(c, s, lim)
  local q, worst, n = path(c[1], c[2]):along(s), 0, 4000
  for k = 0, n do
    local x, v, a = q:at(s.last * (k + 0.5) / (n + 1))
    local tau = rods(x, v, a)
    for j = 1, 2 do worst = math.max(worst, math.abs(tau[j]) / lim[j] - 1) end
  end
  return worst
end

t.test("torques of the motion pass their limits by less where the grid is finer", function()
  local arm, lim = li.planar { L1, L2, mass = { M1, M2 } }, { 45, 16 }
  for k, c in ipairs(PATHS) do
    local passed = {}
    for j, n in ipairs { 50, 100, 200, 400 } do
      local s, info = arm:time_optimal(path(c[1], c[2]), { torque = lim, grid = n, between = 9 })
      passed[j] = math.max(worst_torque(c, s, lim), 0)
      t.ok(passed[j] <= 1.1 * info.violation.largest + 1e-6, "path " .. k)
    end
    t.ok(passed[4] < passed[1] / 8 + 1e-7, ("path %d: %g, then %g"):format(k, passed[1], passed[4]))
    t.ok(passed[4] < 1e-3, passed[4])
  end
end)

t.test("the panda under its own limits: torques of the motion by inverse dynamics", function()
  local m = li.robots.panda()
  local c = path({ 0, 1, 0.5 }, { 0, -0.8 }, { 0, 0.3, 0, 1 }, { -2, 0.5, 0, -0.5 }, { 0, 1 },
    { 1, 1 }, { 0, 2, -1 })
  local half = { 40, 40, 30, 30, 4, 4, 4 }
  local s, info = m:time_optimal(c, { torque = half, grid = 999 })
  local q, speeds = c:along(s), m:speed_limits()
  local worst = 0
  for k = 0, 500 do
    local x, v, a = q:at(s.last * (k + 0.5) / 501)
    local tau = m:id(x, v, a)
    for j = 1, 7 do
      worst = math.max(worst, math.abs(tau[j]) / half[j], math.abs(v[j]) / speeds[j])
    end
  end
  t.ok(worst < 1 + 1e-4 and worst > 0.99, worst)
  t.near(select(2, q:extremes(0))[7], 1, 1e-9)
  t.ok(#info.binding >= 2 and info.binding[1].what:find "torque", info.binding[1].what)
end)

-- ---- paths and options ------------------------------------------------------------------------

t.test("corners are stops, jumps and paths at rest are told", function()
  -- right, then up
  local corner = li.curve({ 0, 1, 2 },
    { li.mat { { 0, 1 }, { 0, 0 } }, li.mat { { 1, 0 }, { 0, 1 } } })
  local s, info = li.time_optimal(corner, { a = 4, grid = 200 })
  t.near(s.last, 2 * math.sqrt(4 * 1 / 4), 1e-9)
  t.near(info.corners, { 1 }, 0)
  raised("path: jumps by 2 at s = 1: pieces must meet", li.time_optimal,
    li.curve({ 0, 1, 2 }, { li.mat { { 0, 1 } }, li.mat { { 3, 1 } } }), { a = 1 })
  raised("path: does not move", li.time_optimal, li.curve({ 0, 1 }, { li.mat { { 3, 0 } } }),
    { a = 1 })
  -- it turns back on itself at 0.5: q' = 0 there, and q'' s'^2 is held
  s, info = li.time_optimal(path { 0, 1, -1 }, { a = 2, grid = 400 })
  t.near(info.standing, { 0.5 }, 1e-12)
  t.ok(s.last > 0 and info.violation.largest < 1e-9)
end)

t.test("q'' that jumps at a knot is kept on both sides", function()
  -- straight for 1, then with q2'' = 2 s'^2
  local c = li.curve({ 0, 1, 2 }, { li.mat { { 0, 1, 0 }, { 0, 0, 0 } },
    li.mat { { 1, 1, 0 }, { 0, 0, 1 } } })
  local s, info = li.time_optimal(c, { a = 2, v = 3, grid = 400, between = 9 })
  t.ok(info.violation.largest < 1e-6, info.violation.largest)
  -- entering the bend: 2 x <= 2 - what braking takes of it; x = 1 there at most
  local k = 1
  while info.grid[k] < 1 do k = k + 1 end
  t.ok(info.speed[k] <= 1 + 1e-9 and info.speed[k - 2] > 1, info.speed[k])
  t.ok(s.last > 0)
end)

-- a cubic spline through random points, made by hand: its pieces meet to rounding
t.test("a spline through points is smooth: one place a knot, jerk allowed", function()
  local knots, points = { 0, 0.4, 1.1, 1.5 }, { { 0, 1 }, { 1, 0.2 }, { 0.4, -1 }, { 1.3, 0 } }
  local spline, pieces = li.spline(knots, points, { 1, 0 }, { 0, -1 }), {}
  for k = 1, 3 do
    local h = knots[k + 1] - knots[k]
    local x, v, a = spline:at(knots[k])
    local _, _, b = spline:at(knots[k + 1] - 1e-13)
    pieces[k] = li.mat { { x[1], v[1], a[1] / 2, (b[1] - a[1]) / (6 * h) },
      { x[2], v[2], a[2] / 2, (b[2] - a[2]) / (6 * h) } }
  end
  local c = li.curve(knots, pieces)
  local s, info = li.time_optimal(c, { a = 3, v = 2 })
  t.eq(#info.corners, 0)
  local smooth, with = li.time_optimal(c, { a = 3, v = 2, jerk = 60 })
  t.ok(smooth and smooth.last > s.last and smooth.last < 1.5 * s.last, with)
  -- the motion itself keeps all of them, by the exact peaks of its pieces
  local q = c:along(smooth)
  for order, most in ipairs { 2, 3, 60 } do
    local least, greatest = q:extremes(order)
    for k = 1, 2 do
      t.ok(greatest[k] < most * (1 + 2e-3) and least[k] > -most * (1 + 2e-3),
        ("order %d: %g to %g"):format(order, least[k], greatest[k]))
    end
  end
end)

-- ---- limits of jerk ---------------------------------------------------------------------------

t.test("jerk: one axis is the S-curve in closed form, nearer on finer grids", function()
  local line = path { 0, 2 }
  for _, l in ipairs { { 1.5, 3, 20 }, { 100, 3, 20 }, { 1, 100, 20 }, { 9, 9, 5 } } do
    local T = li.law "trapacc":fastest({ 2 }, { l[1] }, { l[2] }, { l[3] })
    local off = {}
    for k, n in ipairs { 100, 400, 1600 } do
      local s, info = li.time_optimal(line, { v = l[1], a = l[2], jerk = l[3], grid = n })
      off[k] = s.last / T - 1
      t.ok(off[k] > -1e-9, "none is faster")
      t.ok(info.violation.largest < 1e-8, info.violation.largest)
      t.eq(s.degree, 3)
      for order = 0, 2 do t.ok(s:jump(order) < 1e-8, order) end
    end
    t.ok(off[3] < 1e-3 and off[2] < 0.5 * off[1] and off[3] < 0.5 * off[2],
      ("%g %g %g"):format(off[1], off[2], off[3]))
  end
end)

t.test("jerk of an arm: the motion keeps it, and what it costs is told", function()
  local arm = li.planar { L1, L2, mass = { M1, M2 } }
  local c = { { 0.2, 1.1, -0.4, 0.3 }, { 0.5, 0.9, 0.8, -0.3 } }
  local fast = arm:time_optimal(path(c[1], c[2]), { torque = { 45, 16 } })
  local last = fast.last
  for _, jerk in ipairs { 4000, 400, 100 } do
    local s, info = arm:time_optimal(path(c[1], c[2]), { torque = { 45, 16 },
      jerk = { q1 = jerk, q2 = { -jerk, jerk / 2 } } })
    t.ok(s.last > last, "less jerk takes longer")
    last = s.last
    t.near(info.without_jerk, fast.last, 1e-2 * fast.last)
    local q = path(c[1], c[2]):along(s)
    local least, most = q:extremes(3)
    t.ok(least[1] > -jerk * 1.01 and most[1] < jerk * 1.01, least[1])
    t.ok(least[2] > -jerk * 1.01 and most[2] < jerk / 2 * 1.01, most[2])
    t.ok(worst_torque(c, s, { 45, 16 }) < 1e-3)
    local _, v, a = q:at(0)
    t.near({ v[1], v[2], a[1], a[2] }, { 0, 0, 0, 0 }, 1e-9)
  end
end)

t.test("jerk: what it can not", function()
  local line = path { 0, 2 }
  raised("jerk: goes from rest to rest", li.time_optimal, line, { a = 1, jerk = 1, start = 0.1 })
  raised("the path has a corner at s = 1: cut it there", li.time_optimal, li.curve({ 0, 1, 2 },
    { li.mat { { 0, 1 }, { 0, 0 } }, li.mat { { 1, 0 }, { 0, 1 } } }), { a = 4, jerk = 9 })
  raised("the second derivative of the path jumps at s = 1", li.time_optimal,
    li.curve({ 0, 1, 2 }, { li.mat { { 0, 1, 0 }, { 0, 0, 0 } },
      li.mat { { 1, 1, 0 }, { 0, 0, 1 } } }), { a = 4, jerk = 9 })
  raised("grid: jerk needs 8 segments", li.time_optimal, line, { a = 1, jerk = 1, grid = 2 })
  -- a swing that only speed makes possible
  local m = pendulum()
  local s, why, code = m:time_optimal(path { -1.2, 2.3 }, { torque = 9, jerk = 1000 })
  t.eq(s, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(why:find "no slow motion keeps all limits", why)
end)

t.test("rows of the user: a s'' + b s'^2 + c between limits", function()
  local row = function(s) return { { a = 1, c = 3 * s, max = 4, min = -4, name = "grip" } } end
  local _, info = li.time_optimal(path { 0, 1 }, { rows = row, grid = 1000 })
  -- u = 4 - 3 s, then u = -4 - 3 s: x = 8 s - 3 s^2, and 11 - 8 s - 3 s^2 from the end
  local switch = 11 / 16
  local T = simpson(function(w) return 2 / math.sqrt(8 - 3 * w * w) end, 0, math.sqrt(switch))
    + simpson(function(w) return 2 / math.sqrt(14 - 3 * w * w) end, 0, math.sqrt(1 - switch))
  near_limit(function(n)
    return li.time_optimal(path { 0, 1 }, { rows = row, grid = n }).last
  end, T, 1e-6)
  t.eq(info.binding[1].what, "grip max")
  raised("rows%(s = 0%): expected a list of some rows", li.time_optimal, path { 0, 1 },
    { rows = function() return {} end })
  raised("rows%(s = 0%)%[1%]: unknown key 'x'", li.time_optimal, path { 0, 1 },
    { rows = function() return { { x = 1 } } end })
end)

t.test("grids: how many, which places, knots always", function()
  local _, info = li.time_optimal(path { 0, 1 }, { a = 1, grid = { 0, 0.3, 0.5, 1 } })
  t.near(info.grid, { 0, 0.3, 0.5, 1 }, 0)
  _, info = li.time_optimal(li.curve({ 0, 0.4, 1 }, { li.mat { { 0, 1 } }, li.mat { { 0.4, 1 } } }),
    { a = 1, grid = { 0.5 } })
  t.near(info.grid, { 0, 0.4, 0.5, 1 }, 0)
  -- closer where it bends: nearly all of the bend of s^5 is at its end
  _, info = li.time_optimal(path { 0, 0.1, 0, 0, 0, 1 }, { a = 1, grid = 200 })
  t.ok(info.grid[#info.grid - 20] > 0.95 and #info.grid >= 200, info.grid[#info.grid - 20])
  raised("grid: needs places that increase", li.time_optimal, path { 0, 1 },
    { a = 1, grid = { 1, 0 } })
  raised("time_optimal.grid: expected 2 to 1000000", li.time_optimal, path { 0, 1 },
    { a = 1, grid = 1 })
end)

t.test("what cannot be is told with the most that can", function()
  local line = path { 0, 2 }
  -- v^2 = 2 a D: path speed sqrt(2*8*2)/2
  local most = math.sqrt(2 * 8 * 2) / 2
  local s, why, code, info = li.time_optimal(line, { a = 8, stop = 5 })
  t.eq(s, nil)
  t.eq(code, "EUNREACHABLE")
  t.near(info.stop_most, most, 1e-9)
  t.ok(why:find("end of the path is reached at s' = 2.828", 1, true), why)
  s, why, code, info = li.time_optimal(line, { a = 8, start = 5 })
  t.eq(s, nil)
  t.eq(code, "EUNREACHABLE")
  t.near(info.start_most, most, 1e-9)
  t.ok(why:find("from s' = 5 at the start the end is not reached", 1, true), why)
  s, why, code, info = li.time_optimal(line, { v = 3, a = 8, stop = 2 })
  t.eq(s, nil)
  t.eq(code, "EUNREACHABLE")
  t.near(info.stop_most, 1.5, 1e-9)
  t.ok(why:find "1.5", why)
end)

t.test("mistakes have their place", function()
  local line, m = path { 0, 2 }, pendulum()
  raised("time_optimal: nothing limits the acceleration", li.time_optimal, line, { v = 1 })
  raised("time_optimal.a%[1%]: expected a limit >= 0", li.time_optimal, line, { a = { -1 } })
  raised("time_optimal.a: expected 1 number %(x1%), got 2", li.time_optimal, line, { a = { 1, 2 } })
  raised("unknown key 'torque'", li.time_optimal, line, { torque = 2 })
  raised("time_optimal.a: unknown key 'y'", li.time_optimal, line, { a = { y = 1 } })
  raised("a: coordinate 1: 1 to 2 leaves no room to rest", li.time_optimal, line,
    { a = { { 1, 2 } } })
  raised("time_optimal.stop: expected a speed", li.time_optimal, line, { a = 1, stop = -1 })
  raised("scheme: expected interpolation or collocation", li.time_optimal, line,
    { a = 1, scheme = "x" })
  raised("the path has 2 components, the model 1 coordinates", m.time_optimal, m,
    path({ 0 }, { 1 }))
  raised("no body or frame is named 'hand'", m.time_optimal, m, line,
    { a = 1, tool = { body = "hand", speed = 1 } })
  raised("unknown key 'mass'", m.time_optimal, m, line, { a = 1, tool = { mass = 1 } })
end)

t.test("torques that are not known are left out aloud, or refused", function()
  local m = li.robot { bodies = { { name = "b", joint = "revolute", effort = 3 } } }
  local s, info = m:time_optimal(path { 0, 1 }, { a = 4 })
  t.near(s.last, 1, 1e-9)
  t.ok(info.left_out[1]:find "torque: this model has bodies without mass", info.left_out[1])
  raised("torque: this model has bodies without mass", m.time_optimal, m, path { 0, 1 },
    { a = 4, torque = 3 })
end)

t.done()
