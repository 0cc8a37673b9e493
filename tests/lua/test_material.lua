-- test_material.lua - velocities of points of bodies, where the point is told by coordinates:
-- contacts of rolling bodies
local t = require "t"
local li = require "liaison"

-- numbers that are always the same
local function random_from(seed)
  local x = seed
  return function()
    x = x * 16807 % 2147483647
    return x / 2147483647 * 2 - 1
  end
end

t.test("the velocity of the point that is there: with the point held in the body, by differences",
  function()
  local random = random_from(7)
  for case = 1, 20 do
    local planar = case % 2 == 0
    local s = li.system { planar = planar }
    local q = planar and { s:coordinates "x y th" } or { s:coordinates "x y z ya pt ro" }
    local place = planar and q or { p = { q[1], q[2], q[3] }, moving = { "zyx", q[4], q[5], q[6] } }
    local b = s:body { name = "b", m = 1, j = planar and 1 or { 1, 1, 1 }, place = place }
    local last = q[#q]
    local at = planar and { li.sin(last) * q[1], li.cos(q[2]) }
      or { li.sin(last), li.cos(q[4]) * q[1], q[2] ^ 2 }
    local now, held, start, rate = {}, {}, {}, {}
    for i, c in ipairs(q) do
      start[i], rate[i] = random(), random()
      now[tostring(c)], now[tostring(c) .. "'"] = start[i], rate[i]
    end
    for i, e in ipairs(at) do held[i] = e:eval(now) end
    local function where(h)
      local there = {}
      for i, c in ipairs(q) do there[tostring(c)] = start[i] + h * rate[i] end
      return b:point(held):eval(there)
    end
    local h = 1e-4
    local slope = (8 * (where(h) - where(-h)) - (where(2 * h) - where(-2 * h))) * (1 / (12 * h))
    local R = b.pose.R:eval(now)
    t.near(R * b:velocity(at):eval(now), slope, 1e-9)
  end
end)

-- an ellipsoid on a table, its lowest point at rest: -A n / sqrt(n' A n) in body axes, n up, A =
-- diag(a^2, b^2, c^2)
local function stone()
  local a = { .2, .03, .02 }
  local s = li.system { gravity = { 0, 0, -9.81 } }
  local x, y, z, ya, ro, pt = s:coordinates "x y z ya ro pt"
  local body = s:body { name = "stone", m = 1, j = { 1.6e-4, 1.6e-3, 1.7e-3, -2.5e-4, 0, 0 },
    place = { p = { x, y, z }, moving = { "zxy", ya, ro, pt } } }
  local n = body.pose.R:transpose() * li.smat { 0, 0, 1 }
  local far = li.sqrt((a[1] * n[1]) ^ 2 + (a[2] * n[2]) ^ 2 + (a[3] * n[3]) ^ 2)
  local at = li.smat { -a[1] ^ 2 * n[1] / far, -a[2] ^ 2 * n[2] / far, -a[3] ^ 2 * n[3] / far }
  local v = body.pose.R * body:velocity(at)
  s:nonholonomic { v[1], v[2], v[3] }
  return s, body, far, at
end

-- Newton and Euler in body axes, [n, w]: with r the contact seen from the centre of mass, v = -w x
-- r,
--   I w' + m r x (w' x r) = -w x I w + m r x (-w x r' + w x v + g n),   n' = -w x n
local I = { { 1.6e-4, -2.5e-4, 0 }, { -2.5e-4, 1.6e-3, 0 }, { 0, 0, 1.7e-3 } }

local function cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end
local function plus(a, b, f)
  return { a[1] + (f or 1) * b[1], a[2] + (f or 1) * b[2], a[3] + (f or 1) * b[3] }
end

local function euler(_, x, dx)
  local a2, n, w, far = { .2 ^ 2, .03 ^ 2, .02 ^ 2 }, { x[1], x[2], x[3] }, { x[4], x[5], x[6] }, 0
  for i = 1, 3 do far = far + a2[i] * n[i] ^ 2 end
  far = math.sqrt(far)
  local nd, r, rd, fard = cross(n, w), {}, {}, 0
  for i = 1, 3 do fard = fard + a2[i] * n[i] * nd[i] / far end
  for i = 1, 3 do
    r[i], rd[i] = -a2[i] * n[i] / far, -a2[i] * (nd[i] / far - n[i] * fard / far ^ 2)
  end
  local v, Iw, M = cross(r, w), {}, {}
  for i = 1, 3 do Iw[i], M[i] = I[i][1] * w[1] + I[i][2] * w[2] + I[i][3] * w[3], {} end
  local push = plus(plus(cross(rd, w), cross(w, v)), n, 9.81)
  local right = plus(cross(r, push), cross(w, Iw), -1)
  for k = 1, 3 do
    local e = { k == 1 and 1 or 0, k == 2 and 1 or 0, k == 3 and 1 or 0 }
    local c = cross(r, cross(e, r))
    for i = 1, 3 do M[i][k] = I[i][k] + c[i] end
  end
  local wd = li.mat(M):solve(right)
  for i = 1, 3 do dx[i], dx[3 + i] = nd[i], wd[i] end
end

t.test("a rattleback: growth 3, 5, 5, for its height never moves by itself; it turns round as "
  .. "it should", function()
  local s, body, far = stone()
  local k = s:kane { independent = { "ya", "ro", "pt" }, tidy = "none" }
  local fields = {}
  for i = 1, 3 do fields[i] = k.Jnh:col(i) end
  t.near((li.growth(fields, s.q)), { 3, 5, 5 }, 0)
  local start = { x = 0, y = 0, ya = 0, ro = .01, pt = .02, ["ya'"] = -4, ["ro'"] = .05,
    ["pt'"] = 0 }
  start.z = far:eval(start)
  local run = assert(k:simulate(2, start, { rtol = 1e-10, atol = 1e-12, dt = .5 }))
  -- the angular velocity in body axes, from the rotation and its rate
  local S = body.pose.R:transpose() * body.pose.R:d()
  local w = li.smat { S:at(3, 2), S:at(1, 3), S:at(2, 1) }
  local n = body.pose.R:transpose() * li.smat { 0, 0, 1 }
  local function at(row)
    local now = {}
    for _, name in ipairs { "ya", "ro", "pt", "ya'", "ro'", "pt'" } do
      now[name] = run[name][row]
    end
    local a, b = n:eval(now), w:eval(now)
    return { a[1], a[2], a[3], b[1], b[2], b[3] }
  end
  local own = assert(li.ode(euler, 2, at(1), { rtol = 1e-11, atol = 1e-13, dt = .5 }))
  for row = 2, 5 do t.near(at(row), own:state(.5 * (row - 1)), 1e-5, "row " .. row) end
  t.ok(run["ya'"][1] < -3.9 and run["ya'"][2] > 2, "it does not turn round")
end)

t.done()
