-- test_kane_second.lua - every system of [nonhol] with other numbers, against positions written by
-- hand: d'Alembert by differences in time
--
-- A state q, v and the accelerations a of the engine make a motion q + v t + a t^2/2. Bodies move
-- on it as positions written here say; differences in time give what they are accelerated by, and
-- what does virtual work must be nothing but the constraints:
--   sum of (F - m p'') . dp + (N - L') . dphi = 0 for every motion the rows allow,
-- and the rows hold along the motion.
local t = require "t"
local li = require "liaison"

-- derivatives of f (a list of numbers) at 0: first and second, of order h^4
local function rates(f, h)
  h = h or 2e-3
  local a, b, c, d, e = f(-2 * h), f(-h), f(0), f(h), f(2 * h)
  local first, second = {}, {}
  for i = 1, #c do
    first[i] = (a[i] - 8 * b[i] + 8 * d[i] - e[i]) / (12 * h)
    second[i] = (-a[i] + 16 * b[i] - 30 * c[i] + 16 * d[i] - e[i]) / (12 * h * h)
  end
  return first, second
end

local function along(q, v, a)
  return function(s)
    local x = {}
    for i = 1, #q do x[i] = q[i] + s * v[i] + s * s / 2 * a[i] end
    return x
  end
end

-- directions that rows allow
local function allowed(H, n)
  if #H == 0 then return li.eye(n) end
  local r = assert(li.constrained(li.eye(n), li.zeros(n), li.mat(H), li.zeros(#H),
    { method = "nullspace" }))
  return r.N
end

-- places(q): {x, y, angle} of every centre of mass; sys.bodies: {m, j}; forces(q, v): {fx, fy, n};
-- rows(q, t): H (numbers)
local function check_plane(sys, q, v, a, what)
  local n, go = #q, along(q, v, a)
  local H = sys.rows and sys.rows(q, 0) or {}
  local N = allowed(H, n)
  local function flat(x)
    local list = {}
    for _, p in ipairs(sys.places(x)) do
      list[#list + 1], list[#list + 2], list[#list + 3] = p[1], p[2], p[3]
    end
    return list
  end
  local _, acc = rates(function(s) return flat(go(s)) end)
  local F = sys.forces(q, v)
  local _, cols = N:size()
  local largest, worst = 1, 0
  for c = 1, cols do
    local d, zero = {}, {}
    for i = 1, n do d[i], zero[i] = N[i][c], 0 end
    local move = rates(function(s) return flat(along(q, d, zero)(s)) end)
    local power = 0
    for b, body in ipairs(sys.bodies) do
      local m = { body[1], body[1], body[2] }
      for k = 1, 3 do
        local inertia = m[k] * acc[3 * (b - 1) + k]
        power = power + (F[b][k] - inertia) * move[3 * (b - 1) + k]
        largest = math.max(largest, math.abs(inertia * move[3 * (b - 1) + k]),
          math.abs(F[b][k] * move[3 * (b - 1) + k]))
      end
    end
    worst = math.max(worst, math.abs(power))
  end
  t.ok(worst < 2e-8 * largest, ("%s: virtual work %.3g of %.3g"):format(what, worst, largest))
  local hold = rates(function(s)
    local x, out, rate = go(s), {}, {}
    for i = 1, n do rate[i] = v[i] + s * a[i] end
    for i, row in ipairs(sys.rows and sys.rows(x, s) or {}) do
      out[i] = 0
      for j = 1, n do out[i] = out[i] + row[j] * rate[j] end
    end
    return out
  end)
  for i, x in ipairs(hold) do t.near(x, 0, 2e-6, what .. ": row " .. i) end
end

local sin, cos, tan = math.sin, math.cos, math.tan

local function numbers(k, at, order)
  local r = assert(k:numbers(at))
  local q, v, a = {}, {}, {}
  for i = 1, k.n do
    q[i], v[i], a[i] = at[tostring(k.q[i])] or 0, r.qd[i], r.qdd[i]
    if order then t.eq(tostring(k.q[i]), order[i]) end
  end
  return q, v, a, r
end

t.test("two bars with inertia of their own, other lengths, masses, torques; and by angles "
  .. "from the ground", function()
  local p = { l1 = .7, l2 = 1.1, m1 = 3, m2 = .9, j1 = .12, j2 = .4, g = 9.81, th1 = -1.1,
    th2 = 2.3, ["th1'"] = -1.7, ["th2'"] = 3.1, G1 = 12, G2 = -4 }
  local q, v, a, r = numbers(li.systems.two_bar { inertia = true }:kane(), p, { "th1", "th2" })
  check_plane({
    bodies = { { p.m1, p.j1 }, { p.m2, p.j2 } },
    places = function(x)
      local x1, y1 = p.l1 * cos(x[1]), p.l1 * sin(x[1])
      return { { x1, y1, x[1] },
        { x1 + p.l2 * cos(x[1] + x[2]), y1 + p.l2 * sin(x[1] + x[2]), x[1] + x[2] } }
    end,
    forces = function() return { { 0, -p.m1 * p.g, p.G1 - p.G2 }, { 0, -p.m2 * p.g, p.G2 } } end,
  }, q, v, a, "two bars")
  -- the hinges by Newton: what accelerates both, and the second alone
  local f = li.systems.two_bar { inertia = true }:kane():reactions(p)
  local _, acc = rates(function(s)
    local x = along(q, v, a)(s)
    return { p.l1 * cos(x[1]), p.l1 * sin(x[1]), p.l1 * cos(x[1]) + p.l2 * cos(x[1] + x[2]),
      p.l1 * sin(x[1]) + p.l2 * sin(x[1] + x[2]) }
  end)
  t.near({ f["hinge 2 fx"], f["hinge 2 fy"] }, { p.m2 * acc[3], p.m2 * (acc[4] + p.g) }, 1e-6)
  t.near({ f["hinge 1 fx"], f["hinge 1 fy"] },
    { p.m1 * acc[1] + p.m2 * acc[3], p.m1 * (acc[2] + p.g) + p.m2 * (acc[4] + p.g) }, 1e-6)
  t.ok(r.T > 0)
end)

-- places, rows and forces of tractor and trailer, by hand
local function tractor(p, steer)
  return {
    bodies = { { p.m1, p.j1 }, { p.m2, p.j2 } },
    places = function(x)
      local th, ph = x[3], x[4]
      return { { x[1] + p.b * cos(th), x[2] + p.b * sin(th), th },
        { x[1] - p.c * cos(th) - (p.l2 - p.d) * cos(th + ph),
          x[2] - p.c * sin(th) - (p.l2 - p.d) * sin(th + ph), th + ph } }
    end,
    rows = steer and function(x, s)
      local th, ph = x[3], x[4]
      local de = steer(s)
      return { { -sin(th), cos(th), 0, 0 }, { -sin(th + de), cos(th + de), p.l1 * cos(de), 0 },
        { -sin(th + ph), cos(th + ph), -(p.l2 + p.c * cos(ph)), -p.l2 } }
    end or nil,
  }
end

t.test("T45: tractor and trailer, a second state, a hitch ahead of the axle (c < 0), other masses",
  function()
  for _, more in ipairs { { c = -.4 },
    { Th = 2.1, Ph = .6, de = -.35, ["de'"] = -.4, v = -3, F1 = -900, F2 = 200, F3 = 1500 },
    { l1 = 2.8, l2 = 4.4, b = 1, c = .9, d = 2, m1 = 4000, m2 = 12000, j1 = 6000, j2 = 30000,
      de = .3, v = 12 } } do
    local p = li.systems.values("tractor_trailer", { state = true })
    for key, x in pairs(more) do p[key] = x end
    local sys = tractor(p, function(s) return p.de + s * p["de'"] end)
    sys.forces = function(x)
      local th, ph = x[3], x[4]
      local fx, fy = p.F1 * cos(th + p.de) + p.F2 * cos(th), p.F1 * sin(th + p.de) + p.F2 * sin(th)
      -- moment about the centre of mass: F1 acts l1 - b ahead, F2 b behind, both told in body axes;
      -- F3 along the trailer
      return { { fx, fy, (p.l1 - p.b) * p.F1 * sin(p.de) },
        { p.F3 * cos(th + ph), p.F3 * sin(th + ph), 0 } }
    end
    local q, v, a = numbers(li.systems.tractor_trailer():kane(), p, { "x", "y", "Th", "Ph" })
    check_plane(sys, q, v, a, "tractor, c = " .. p.c)
  end
end)

t.test("T56: the same with wheels that slip, and that slip less the stiffer the tyres: as 1/C",
  function()
  local p = li.systems.values("tractor_trailer", { state = true, slip = true })
  p.v, p.w, p.Om, p.Phd, p.de, p.c, p.Cr = 6, -.2, .35, -.1, .22, .5, 3e5
  local sys = tractor(p)
  sys.forces = function(x, v)
    local th, ph = x[3], x[4]
    local function tyre(px, py, heading, C) -- velocity of a wheel -> force on the ground axes
      local f = -C * math.atan((-sin(heading) * px + cos(heading) * py)
        / (cos(heading) * px + sin(heading) * py))
      return -sin(heading) * f, cos(heading) * f, f
    end
    local fx, fy, ff = tyre(v[1] - p.l1 * sin(th) * v[3], v[2] + p.l1 * cos(th) * v[3], th + p.de,
      p.Cf)
    local rx, ry, fr = tyre(v[1], v[2], th, p.Cr)
    local w2 = v[3] + v[4]
    local tx, ty, ft = tyre(v[1] + p.c * sin(th) * v[3] + p.l2 * sin(th + ph) * w2,
      v[2] - p.c * cos(th) * v[3] - p.l2 * cos(th + ph) * w2, th + ph, p.Ct)
    local ax, ay = p.F1 * cos(th + p.de) + p.F2 * cos(th), p.F1 * sin(th + p.de) + p.F2 * sin(th)
    local n1 = (p.l1 - p.b) * (p.F1 * sin(p.de) + cos(p.de) * ff) - p.b * fr
    return { { fx + rx + ax, fy + ry + ay, n1 },
      { tx + p.F3 * cos(th + ph), ty + p.F3 * sin(th + ph), -p.d * ft } }
  end
  local k = li.systems.tractor_trailer { slip = true }:kane()
  local q, v, a = numbers(k, p, { "x", "y", "Th", "Ph" })
  check_plane(sys, q, v, a, "with slip")
  -- T56: one second of driving, three stiffnesses: the distance to the model without slip falls by
  -- ten each time
  local rolling = li.systems.tractor_trailer():kane()
  local values = li.systems.values "tractor_trailer"
  values.F1, values.F2, values.F3 = 0, 3000, -500
  local want = assert(rolling:simulate(1, { v = 5 },
    { values = values, inputs = { de = .05 }, dt = 1 }))
  local last
  for _, C in ipairs { 1e6, 1e7, 1e8 } do
    values.Cf, values.Cr, values.Ct = C, 2 * C, 2 * C
    -- start as the rolling one moves
    local w0 = 5 * tan(.05) / 3.5
    local run = assert(k:simulate(1, { v = 5, w = 1.4 * w0, Om = w0, Phd = -w0 * (1 + .6 / 6) },
      { values = values, inputs = { de = .05 }, dt = 1, method = "radau5" }))
    local e = math.abs(run.Th[2] - want.Th[2])
    if last then t.ok(last / e > 7 and last / e < 14, "as 1/C: " .. last / e) end
    last = e
  end
end)

t.test("T57: the loader with other numbers", function()
  local p = { l2 = 2.2, b = -.3, c = 1.4, d = .5, m1 = 5000, m2 = 7000, j1 = 4000, j2 = 9000, x = 0,
    y = 0, Th = -1, Ph = .7, v = -2, w = -.5, F2 = -2500, F3 = 600, G = -1500 }
  local sys = tractor(p)
  sys.rows = function(x)
    local th, ph = x[3], x[4]
    return { { -sin(th), cos(th), 0, 0 },
      { -sin(th + ph), cos(th + ph), -(p.l2 + p.c * cos(ph)), -p.l2 } }
  end
  sys.forces = function(x)
    local th, ph = x[3], x[4]
    return { { p.F2 * cos(th), p.F2 * sin(th), -p.G },
      { p.F3 * cos(th + ph), p.F3 * sin(th + ph), p.G } }
  end
  local q, v, a = numbers(li.systems.loader():kane(), p, { "x", "y", "Th", "Ph" })
  check_plane(sys, q, v, a, "loader")
end)

t.test("T58: the crane with other numbers, and how it sways", function()
  local p = { M = 300, m = 1200, g = 9.81, x = 1, L = 4, phi = -.7, ["x'"] = -.8, ["L'"] = -.5,
    ["phi'"] = .9, Ft = -400, Fh = -9000 }
  local k = li.systems.crane():kane()
  local q, v, a = numbers(k, p, { "x", "L", "phi" })
  check_plane({
    bodies = { { p.M, 0 }, { p.m, 0 } },
    places = function(x) return { { x[1], 0, 0 },
      { x[1] + x[2] * sin(x[3]), -x[2] * cos(x[3]), 0 } } end,
    forces = function(x)
      local hx, hy = p.Fh * sin(x[3]), -p.Fh * cos(x[3])
      return { { p.Ft - hx, -p.M * p.g - hy, 0 }, { hx, hy - p.m * p.g, 0 } }
    end,
    rows = function() return {} end,
  }, q, v, a, "crane")
  -- small sway about rest, the hoist braked: [nonhol] 2.8 (c)
  local at = li.systems.values("crane", { state = true })
  for name in pairs { phi = 1, ["x'"] = 1, ["L'"] = 1, ["phi'"] = 1, Ft = 1 } do at[name] = 0 end
  at.Fh = -at.m * at.g
  local lin = k:linearise(at, { states = { "phi", "phi'" } })
  local r = k:numbers(at)
  -- trolley free: states phi and x; fixed: the row of phi alone
  local w = 0
  for _, e in ipairs(lin:eigenvalues()) do w = math.max(w, math.abs(e.im)) end
  t.near(w, 2.06179533416874, 1e-9)
  t.near(math.sqrt(at.m * at.g * at.L / r.D[3][3]), 1.27867118525444, 1e-12)
end)

t.test("T60, T63: the mobile robot on two motors, other numbers; steps against an integration "
  .. "by hand", function()
  local p = { m = 35, J0 = 2.5, a = -.2, l = .3, Ra = .15, RI = .8, Kb = .3, Kt = .3, x = 0, y = 0,
    th = 2, v = -.9, Om = 1.6, V1 = 3, V2 = -7 }
  local k = li.systems.mobile_robot { motors = true }:kane()
  local q, v, a = numbers(k, p, { "x", "y", "th" })
  local function wheel(side, vel) -- forward force of the wheel at side*l
    local speed = cos(2) * vel[1] + sin(2) * vel[2] - side * p.l * vel[3]
    return ((side < 0 and p.V1 or p.V2) - p.Kb * speed / p.Ra) * p.Kt / (p.RI * p.Ra)
  end
  check_plane({
    bodies = { { p.m, p.J0 } },
    places = function(x) return { { x[1] + p.a * cos(x[3]), x[2] + p.a * sin(x[3]), x[3] } } end,
    rows = function(x) return { { -sin(x[3]), cos(x[3]), 0 } } end,
    forces = function(x, vel)
      local right, left = wheel(-1, vel), wheel(1, vel)
      return { { (right + left) * cos(x[3]), (right + left) * sin(x[3]), p.l * (right - left) } }
    end,
  }, q, v, a, "mobile robot")
  -- T63: (6, 4) and (6, -6), the full model by Runge and Kutta here, and the linear one in closed
  -- form
  local ref = li.systems.values("mobile_robot", { motors = true })
  for _, V in ipairs { { 6, 4 }, { 6, -6 } } do
    ref.V1, ref.V2 = V[1], V[2]
    local run = assert(k:simulate(2, {}, { values = ref, dt = 2 }))
    local x = { 0, 0 }
    local function f(y)
      return { -y[1] / .48 + .1 / .48 * (V[1] + V[2]) + .15 * y[2] ^ 2,
        -y[2] / .6336 + .4 / .6336 * (V[1] - V[2]) - 3 * y[1] * y[2] / 1.65 }
    end
    local function plus(y, d, s) return { y[1] + s * d[1], y[2] + s * d[2] } end
    local h = .001
    for _ = 1, 2000 do
      local k1 = f(x)
      local k2 = f(plus(x, k1, h / 2))
      local k3 = f(plus(x, k2, h / 2))
      local k4 = f(plus(x, k3, h))
      for i = 1, 2 do x[i] = x[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) end
    end
    t.near({ run.v[2], run.Om[2] }, x, 1e-7)
    local linear = (1 - math.exp(-2 / .6336)) * .4 * (V[1] - V[2])
    t.ok(math.abs(linear - run.Om[2]) > 1e-3, "the products of speeds count")
  end
  -- T61, T64: time constants and gains; the linear model misses the steady state of a curve
  t.near({ 1.2 * .01 * 20 / (2 * .25), 1.2 * .01 * 1.65 / (2 * .25 * .0625), .1 / (2 * .5),
    .1 / (2 * .5 * .25) }, { .48, .6336, .1, .4 }, 1e-12)
  t.near({ (1 / .1 + .5 / .4) / 2, (1 / .1 - .5 / .4) / 2 }, { 5.625, 4.375 }, 1e-12)
  ref.V1, ref.V2 = 6.255, 3.565
  local steady = assert(k:simulate(12, {}, { values = ref, dt = 12 }))
  t.near({ steady.v[2], steady.Om[2] }, { 1, .5 }, 1e-6)
end)

-- in space: {m, I (xx yy zz)} and places(q): {p, R rows}
local function check_space(sys, q, v, a, what)
  local n, go, h = #q, along(q, v, a), 2e-3
  local N = allowed(sys.rows and sys.rows(q) or {}, n)
  local function spin(path) -- R'(s) about 0 -> angular velocity in body axes
    local R0 = path(0)
    local D = rates(function(s)
      local list = {}
      for _, row in ipairs(path(s)) do for k = 1, 3 do list[#list + 1] = row[k] end end
      return list
    end, h)
    local function S(i, k) -- (R' D)_ik
      local x = 0
      for r = 1, 3 do x = x + R0[r][i] * D[3 * (r - 1) + k] end
      return x
    end
    return { S(3, 2), S(1, 3), S(2, 1) }
  end
  local largest, worst = 1, 0
  local _, cols = N:size()
  for c = 1, cols do
    local power, d, zero = 0, {}, {}
    for i = 1, n do d[i], zero[i] = N[i][c], 0 end
    local aside = along(q, d, zero)
    for b, body in ipairs(sys.bodies) do
      local _, acc = rates(function(s) return sys.places(go(s))[b][1] end)
      local move = rates(function(s) return sys.places(aside(s))[b][1] end)
      local turn = spin(function(s) return sys.places(aside(s))[b][2] end)
      local w = spin(function(s) return sys.places(go(s))[b][2] end)
      local dw = rates(function(s0) return spin(function(s) return sys.places(go(s0
        + s))[b][2] end) end)
      local F, I = sys.forces(q, v)[b], body[2]
      local L = { I[1] * w[1], I[2] * w[2], I[3] * w[3] }
      local gyro = { w[2] * L[3] - w[3] * L[2], w[3] * L[1] - w[1] * L[3],
        w[1] * L[2] - w[2] * L[1] }
      for k = 1, 3 do
        local one, two = (F[k] - body[1] * acc[k]) * move[k],
          (F[3 + k] - I[k] * dw[k] - gyro[k]) * turn[k]
        largest, power = math.max(largest, math.abs(one), math.abs(two)), power + one + two
      end
    end
    worst = math.max(worst, math.abs(power))
  end
  t.ok(worst < 1e-6 * largest, ("%s: virtual work %.3g of %.3g"):format(what, worst, largest))
end

t.test("T83: the rolling disc with other numbers and angles", function()
  local p = { m = .8, R = .5, Ia = .12, It = .07, g = 9.81, x = 1, y = -2, z = .5 * sin(.9),
    phi = -1.3, theta = .9, psi = 2, ["phi'"] = -1.1, ["theta'"] = .7, ["psi'"] = -4 }
  local q, v, a = numbers(li.systems.disc():kane { independent = "phi theta psi", tidy = "none" },
    p, { "x", "y", "z", "phi", "theta", "psi" })
  check_space({
    bodies = { { p.m, { p.It, p.It, p.Ia } } },
    places = function(x)
      local cf, sf, ct, st, cp, sp = cos(x[4]), sin(x[4]), cos(x[5]), sin(x[5]), cos(x[6]),
        sin(x[6])
      return { { { x[1], x[2], x[3] },
        { { cf * cp - sf * ct * sp, -cf * sp - sf * ct * cp, sf * st },
        { sf * cp + cf * ct * sp, -sf * sp + cf * ct * cp, -cf * st },
        { st * sp, st * cp, ct } } } }
    end,
    forces = function() return { { 0, 0, -p.m * p.g, 0, 0, 0 } } end,
    -- the lowest point stands still: velocity of the centre + turn of the disc over the way to it,
    -- by hand
    rows = function(x)
      local cf, sf, ct, st = cos(x[4]), sin(x[4]), cos(x[5]), sin(x[5])
      local axes = { { 0, 0, 1 }, { cf, sf, 0 }, { sf * st, -cf * st, ct } } -- of phi, theta, psi
      -- from the centre to the ground, down along the disc
      local arm = { p.R * sf * ct, -p.R * cf * ct, -p.R * st }
      local rows = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
      for k, w in ipairs(axes) do
        rows[1][3 + k] = w[2] * arm[3] - w[3] * arm[2]
        rows[2][3 + k] = w[3] * arm[1] - w[1] * arm[3]
        rows[3][3 + k] = w[1] * arm[2] - w[2] * arm[1]
      end
      return rows
    end,
  }, q, v, a, "disc")
end)

t.test("T86: a disc that circles steadily goes on as it is", function()
  -- at rest in theta: with u = phi', w = psi', theta = th the row of theta gives one equation for w
  local k = li.systems.disc():kane { independent = "phi theta psi", tidy = "none" }
  local p = li.systems.values "disc"
  local th, u = 1.1, 2
  local function tilt(w)
    local at = { phi = 0, theta = th, psi = 0, x = 0, y = 0, z = p.R * sin(th), ["phi'"] = u,
      ["theta'"] = 0, ["psi'"] = w }
    for key, x in pairs(p) do at[key] = x end
    return k:numbers(at).alphad[2]
  end
  local w0, w1 = -10, 10 -- linear in w
  local f0, f1 = tilt(w0), tilt(w1)
  local w = w0 - f0 * (w1 - w0) / (f1 - f0)
  t.near(tilt(w), 0, 1e-10)
  -- by hand: (Ia + m R^2) u w sin + (It - Ia - m R^2)... = m g R cos, from the moment about the
  -- contact point
  local Ia, It, m, R, g = p.Ia, p.It, p.m, p.R, p.g
  t.near((Ia + m * R * R) * u * (u * cos(th) + w) * sin(th) - It * u * u * sin(th) * cos(th),
    -m * g * R * cos(th), 1e-9)
  local run = assert(k:simulate(3, { theta = th, z = R * sin(th), ["phi'"] = u, ["psi'"] = w },
    { values = p, dt = 1.5 }))
  t.near({ run.theta[3], run["phi'"][3], run["psi'"][3] }, { th, u, w }, 1e-8)
  -- of the centre's circle; u*1.5 is the angle gone round
  local radius = math.abs(R * (w + u * cos(th)) / u)
  t.near(math.sqrt((run.x[2] - run.x[1]) ^ 2 + (run.y[2] - run.y[1]) ^ 2),
    2 * radius * math.abs(sin(u * .75)), 1e-7)
end)

t.test("T73: slider-crank with other numbers: strict, joint, complete and Cartesian "
  .. "coordinates against positions by hand", function()
  local m = li.mechanism {
    gravity = { 0, -9.81 }, cut = "pin",
    bodies = { { name = "crank", m = 1.3, j = .03, com = { .2, .05 } },
      { name = "rod", m = 2.2, j = .4, com = { .5, -.1 } },
      { name = "slider", m = 5, j = .02, com = { .1, 0 } } },
    joints = {
      { kind = "revolute", on = "crank", coordinate = "al" },
        { kind = "revolute", on = "rod", from = "crank", at_from = { .4, 0 }, coordinate = "be" },
      { kind = "prismatic", on = "slider", at_from = { 0, -.15 }, axis = { cos(.3), sin(.3) },
        angle = .2, coordinate = "la" },
      { kind = "revolute", name = "pin", on = "slider", from = "rod", at_from = { 1.2, 0 },
        coordinate = "ga" },
    },
    loads = { { on = "crank", torque = -7 }, { on = "slider", f = { 20, -5 }, at = { .3, .1 } } },
  }
  local al, w = 2.2, -6
  local function near_branch()
    local q = assert(m:assemble("joint", { al = al }, { be = -2, la = .9 }))
    return q
  end
  local q = near_branch()
  local num = assert(m:strict({ al = al, ["al'"] = w }, { guess = q }))
  local function body(x, y, th, cx, cy)
    return { x + cx * cos(th) - cy * sin(th), y + cx * sin(th) + cy * cos(th), th }
  end
  check_plane({
    bodies = { { 1.3, .03 }, { 2.2, .4 }, { 5, .02 } },
    places = function(x)
      return { body(0, 0, x[1], .2, .05),
        body(.4 * cos(x[1]), .4 * sin(x[1]), x[1] + x[2], .5, -.1),
        body(x[3] * cos(.3), x[3] * sin(.3) - .15, .2, .1, 0) }
    end,
    rows = function(x)
      local a, b = x[1], x[1] + x[2]
      return { { -.4 * sin(a) - 1.2 * sin(b), -1.2 * sin(b), -cos(.3) },
        { .4 * cos(a) + 1.2 * cos(b), 1.2 * cos(b), -sin(.3) } }
    end,
    forces = function()
      local fx, fy = 20 * cos(.2) + 5 * sin(.2), 20 * sin(.2) - 5 * cos(.2)
      return { { 0, -1.3 * 9.81, -7 }, { 0, -2.2 * 9.81, 0 },
        { fx, fy - 5 * 9.81, .2 * -5 - .1 * 20 } }
    end,
  }, { q.al, q.be, q.la }, { num.v.al, num.v.be, num.v.la }, { num.a.al, num.a.be, num.a.la },
  "slider-crank")
  -- the other forms
  local strict = assert(m:system("strict", { independent = "al", near = q }))
  local r = strict:kane { tidy = "none" }:numbers { al = al, ["al'"] = w }
  t.near({ r.D[1][1], r.alphad[1] }, { num.M[1][1], num.a.al }, 1e-9)
  local complete = assert(m:assemble("complete", { al = al, be = q.be, la = q.la },
    { ga = .2 - q.be - al }))
  complete["al'"] = w
  t.near(m:system("complete"):kane { independent = "al",
    tidy = "none" }:numbers(complete).alphad[1], num.a.al, 1e-8)
  local a, b = al, al + q.be
  local cart = { x_crank = 0, y_crank = 0, th_crank = a, x_rod = .4 * cos(a), y_rod = .4 * sin(a),
    th_rod = b, x_slider = q.la * cos(.3), y_slider = q.la * sin(.3) - .15, th_slider = .2,
    ["th_crank'"] = w }
  t.near(m:system("cartesian"):kane { independent = "th_crank",
    tidy = "none" }:numbers(cart).alphad[1], num.a.al, 1e-8)
end)

t.test("T67: an arm in space with other numbers, against Newton and Euler by differences",
  function()
  local m = li.robot { gravity = { 0, 0, -9.81 }, bodies = {
    { name = "one", joint = "revolute", axis = "z", q = "qa", mass = 2, com = { .1, 0, .2 },
      inertia = { .05, .06, .03 } },
    { name = "two", parent = "one", at = { .2, 0, .4 }, joint = "revolute", axis = "y", q = "qb",
      mass = 1.5, com = { .3, .05, 0 }, inertia = { .01, .08, .07 } },
    { name = "three", parent = "two", at = { .6, 0, 0 }, joint = "prismatic", axis = "x", q = "qc",
      mass = .8, com = { .2, 0, 0 }, inertia = { .004, .03, .02 } },
  } }
  local at = { qa = .8, qb = -1.1, qc = .25, ["qa'"] = 1.9, ["qb'"] = -1.2, ["qc'"] = .7,
    tau_qa = 3, tau_qb = -8, tau_qc = 5 }
  local q, v, a = numbers(m:kane { tidy = "none" }, at, { "qa", "qb", "qc" })
  local function turn(x, p) -- Rz(x1) Ry(x2) p for two and three; Rz(x1) for one
    local c2, s2, c1, s1 = cos(x[2]), sin(x[2]), cos(x[1]), sin(x[1])
    local u = { c2 * p[1] + s2 * p[3], p[2], -s2 * p[1] + c2 * p[3] }
    return { c1 * u[1] - s1 * u[2], s1 * u[1] + c1 * u[2], u[3] }
  end
  local function columns(x)
    local e = { turn(x, { 1, 0, 0 }), turn(x, { 0, 1, 0 }), turn(x, { 0, 0, 1 }) }
    return { { e[1][1], e[2][1], e[3][1] }, { e[1][2], e[2][2], e[3][2] },
      { e[1][3], e[2][3], e[3][3] } }
  end
  local function place(x, com)
    local p, c1, s1 = turn(x, com), cos(x[1]), sin(x[1])
    return { p[1] + .2 * c1, p[2] + .2 * s1, p[3] + .4 }
  end
  local m1, m2, m3 = 2, 1.5, .8
  check_space({
    bodies = { { m1, { .05, .06, .03 } }, { m2, { .01, .08, .07 } }, { m3, { .004, .03, .02 } } },
    places = function(x)
      local c1, s1 = cos(x[1]), sin(x[1])
      return { { { .1 * c1, .1 * s1, .2 }, { { c1, -s1, 0 }, { s1, c1, 0 }, { 0, 0, 1 } } },
        { place(x, { .3, .05, 0 }), columns(x) }, { place(x, { .8 + x[3], 0, 0 }), columns(x) } }
    end,
    -- forces on the ground axes, moments in body axes; tau_qc pushes three along x and two back
    forces = function(x)
      local e = turn(x, { 5, 0, 0 })
      local yz = 5 * .05 -- two is pushed along its x at y = 0, its centre of mass lies at y = 0.05
      -- tau_qa about z acts on one; tau_qb about y on two, the opposite on one
      return { { 0, 0, -m1 * 9.81, 0, 8, 3 }, { -e[1], -e[2], -m2 * 9.81 - e[3], 0, -8, -yz },
        { e[1], e[2], e[3] - m3 * 9.81, 0, 0, 0 } }
    end,
  }, q, v, a, "arm")
end)

t.done()
