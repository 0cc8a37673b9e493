-- test_linear_published.lua - linear systems and designs against numbers that others published: the
-- tests of python-control and Slycot (MATLAB's and SLICOT's numbers among them), textbooks
local t = require "t"
local li = require "liaison"

local function tf(num, den, o) return li.tf(num, den, o) end
local s = tf({ 1, 0 }, { 1 })

-- ---- norms --------------------------------------------------------------------------------------

t.test("norms", function()
  local g = tf({ 1 }, { 1, 1 })
  t.near(g:hinf(), 1, 1e-9)
  t.near(g:h2(), 0.707106781186547, 1e-12)
  local a = math.exp(-0.1)
  t.near(g:c2d(0.1):h2(), math.sqrt((1 - a) / (1 + a)), 1e-12)
  t.near(g:c2d(0.1):hinf(), 1, 1e-9)
  g = tf({ 1 }, { -1, 1 })
  local gain, _, stable = g:hinf()
  t.near(gain, 1, 1e-9)
  t.eq(stable, false)
  t.eq(g:h2(), math.huge)
  t.eq(g:c2d(0.1):h2(), math.huge)
  t.near(g:c2d(0.1):hinf(), 1, 1e-9)
  g = tf({ 1 }, { 1, 0, 1 })
  t.eq(g:hinf(), math.huge)
  t.eq(g:h2(), math.huge)
  t.eq(g:c2d(0.1):hinf(), math.huge)
  t.eq(g:c2d(0.1):h2(), math.huge)
  g = li.ss({ { -1.017041847539126, -0.224182952826418, 0.042538079149249 },
    { -0.310374015319095, -0.516461581407780, -0.119195790221750 },
    { -1.452723568727942, 1.7995860837102088, -1.491935830615152 } },
    { { 0.312858596637428, -0.164879019209038 }, { -0.864879917324456, 0.627707287528727 },
      { -0.030051296196269, 1.093265669039484 } },
    { { 1.109273297614398, 0.077359091130425, -1.113500741486764 },
      { -0.863652821988714, -1.214117043615409, -0.006849328103348 } }, li.zeros(2, 2))
  t.near(g:hinf(1e-12), 4.276759162964244, 1e-9)
  t.near(g:h2(), 2.237461821810309, 1e-9)
  t.near(g:c2d(0.1):hinf(1e-12), 4.276759162964228, 1e-8)
  t.near(g:c2d(0.1):h2(), 0.707434962289554, 1e-9)
end)

-- ---- margins ------------------------------------------------------------------------------------

t.test("margins", function()
  -- gain, phase, 1/peak of the sensitivity, and where: python-control's sys4
  local g = 8.75 * (4 * s * s + 0.4 * s + 1) / ((100 * s + 1) * (s * s + 0.22 * s + 1))
    * (1 / (s * s / 100 + 2 * 0.04 / 10 * s + 1))
  local m = g:margins()
  t.near(m.gain, 2.2716, 1e-4)
  t.near(m.phase, 97.5941, 2e-4)
  t.near(m.w_gain, 10.0053, 1e-4)
  t.near(m.w_phase, 0.0850, 1e-4)
  t.near(m.modulus, 0.5591, 1e-4)
  -- Skogestad, Postlethwaite 1996, 2.4: 3 (1 - 2 s)/((5 s + 1)(10 s + 1)), 1.1364 (1 + 1/(12.7 s))
  local L = 3 * (1 - 2 * s) / ((5 * s + 1) * (10 * s + 1)) * 1.1364 * (12.7 * s + 1) / (12.7 * s)
  m = L:margins()
  t.near(m.gain, 1.63, 5e-3)
  t.near(m.phase, 19.4, 5e-2)
  t.near(m.w_phase, 0.236, 1e-3)
  t.near(m.delay, 1.44, 1e-2)
  t.near(m.sensitivity, 3.92, 1e-2)
  -- Octave, control package: stability margins of examples in its tests
  m = tf({ 24 }, { 1, 9, 26, 24 }):margins()
  t.near(m.gain, 8.75, 1e-9)
  t.near(m.w_gain, math.sqrt(26), 1e-9)
  -- crossings where the phase is -180 deg, and at rest: python-control's sys2, 1/(s^3+2s^2+3s+4)
  m = tf({ 1 }, { 1, 2, 3, 4 }):margins()
  t.near(m.w_gain, math.sqrt(3), 1e-9)
  t.near(m.gain, 2, 1e-9)
  -- sampled: the example of MATLAB's margin
  m = tf({ 0.04798, 0.0464 }, { 1, -1.81, 0.9048 }, { dt = 0.1 }):margins()
  t.near(m.gain, 2.0517, 1e-4)
  t.near(m.phase, 13.5712, 1e-4)
  t.near(m.w_gain, 5.4374, 1e-4)
  t.near(m.w_phase, 4.3544, 1e-4)
end)

-- the loops of python-control's tests of Nyquist's curve: turns around -1, poles that grow
t.test("turns of Nyquist's curve", function()
  local L5 = (0.02 * s * s * s - 0.1 * s) / (s * s * s * s + s * s * s + s * s + 0.25 * s + 0.04)
  local loops = { { tf({ 10 }, { 1, 2, 2, 1 }), 2, false },
    { tf({ 1 }, { 1, 3, 2, 0 }), 0, true }, { L5, 0, true }, { 3 * L5, 2, false },
    { tf({ 1 }, { 1, 3, 2 }) * tf({ 1 }, { 1, 0, 1 }), 2, false },
    { 3 * (s + 6) * (s + 6) / (s * (s + 1) * (s + 1)), 0, true },
    { tf({ 3 }, { 1, 2, 2, 1, 0 }), 2, false }, { tf({ 1, 1 }, { 1, 0, 1 }), 0, true },
    { tf({ 2 }, { 1, -1 }), -1, true }, { tf({ 0.5 }, { 1, -1 }), 0, false },
    { li.zpk({ 1 }, { 0.3, 0 }, 1, { dt = 1 }), 1, false },
    { li.zpk({}, { 0 }, 2, { dt = 1 }), 1, false }, { li.zpk({}, { 1 }, 1, { dt = 1 }), 0, true } }
  for k, e in ipairs(loops) do
    local m = e[1]:margins()
    t.eq(m.encirclements, e[2], "loop " .. k)
    t.eq(m.stable, e[3], "loop " .. k)
  end
end)

-- ---- model reduction ----------------------------------------------------------------------------

local function controllable()
  return li.ss({ { -15, -7.5, -6.25, -1.875 }, { 8, 0, 0, 0 }, { 0, 4, 0, 0 }, { 0, 0, 1, 0 } },
    { { 2 }, { 0 }, { 0 }, { 0 } }, { { 0.5, 0.6875, 0.7031, 0.5 } })
end

local function up_to_signs(a, A, B, C, tol)
  for i = 1, 2 do
    t.near(math.abs(a.B[i][1]), math.abs(B[i]), tol)
    t.near(math.abs(a.C[1][i]), math.abs(C[i]), tol)
    for j = 1, 2 do t.near(math.abs(a.A[i][j]), math.abs(A[i][j]), 100 * tol) end
  end
end

t.test("balanced reduction", function()
  local h = li.ss({ { 1, -2 }, { 3, -4 } }, { { 5 }, { 7 } }, { { 6, 8 } }, { { 9 } }):hankel()
  t.near(h, li.vec { 24.42686, 0.5731395 }, 1e-5)
  local r = controllable():reduce(2, "truncate")
  up_to_signs(r, { { -1.958, -1.194 }, { -1.194, -0.8344 } }, { 0.9057, 0.4068 },
    { 0.9057, 0.4068 }, 1e-4)
  r = controllable():reduce(2, "residualize")
  up_to_signs(r, { { -4.43094773, -4.55232904 }, { -4.55232904, -5.36195206 } },
    { 1.36235673, 1.03114388 }, { 1.36235673, 1.03114388 }, 1e-4)
  t.near(r.D[1][1], -0.08383902, 1e-4)
end)

-- ---- H-infinity, H2 -----------------------------------------------------------------------------

t.test("H-infinity and H2 of the first example of SLICOT's users", function()
  local p = li.ss { A = { { -1 } }, B = { { 1, 1 } }, C = { { 1 }, { 1 } },
    D = { { 0, 1 }, { 1, 0 } }, inputs = "w u", outputs = "z y" }
  for _, how in ipairs { "hinf_control", "h2_control" } do
    local k = p[how](p, { controls = "u", measured = "y" }).controller
    t.ok(k:stable())
    if how == "h2_control" then
      t.near(k:tf().den[1][1][2] / k:tf().den[1][1][1], 3, 1e-9)
      t.near(k:dcgain()[1][1], -1 / 3, 1e-9)
    end
  end
end)

t.test("mixed sensitivity: Skogestad, Postlethwaite, example 2.11", function()
  local g = 200 / (10 * s + 1) / ((0.05 * s + 1) * (0.05 * s + 1))
  local w1 = (s / 1.5 + 10) / (s + 10 * 1e-4)
  -- z1 = w1 (r - g u), z2 = u, y = r - g u
  g = li.tf(g):ss():named { inputs = "u", outputs = "v" }
  local w = w1:ss():named { inputs = "e", outputs = "z1" }
  local p = li.connect { g, w, li.junction "e = r - v", inputs = "r u", outputs = "z1 u e" }
  local d = p:hinf_control { controls = "u", measured = "e" }
  t.near(d.gamma, 1.37, 1e-2)
end)

-- ---- matrix equations ---------------------------------------------------------------------------

local function zero(M, tol)
  for i = 1, #M do for j = 1, #M[1] do t.near(M[i][j], 0, tol or 1e-10) end end
end

t.test("Lyapunov, Stein, Sylvester", function()
  local A, Q = li.mat { { 1, 2 }, { -3, -4 } }, li.mat { { 3, 1 }, { 1, 1 } }
  local X = li.lyapunov(A, Q)
  zero(A * X + X * A:transpose() + Q)
  local E = li.mat { { 1, 2 }, { 2, 1 } }
  A = li.mat { { -1, 2 }, { -3, -4 } }
  X = li.lyapunov(A, Q, E)
  zero(A * X * E:transpose() + E * X * A:transpose() + Q)
  A = li.mat { { -0.6, 0 }, { -0.1, -0.4 } }
  X = li.stein(A, Q)
  zero(A * X * A:transpose() - X + Q)
  E = li.mat { { 1, 1 }, { 2, 1 } }
  X = li.stein(A, Q, E)
  zero(A * X * A:transpose() - E * X * E:transpose() + Q)
  A = li.mat { { 2, 1 }, { 1, 2 } }
  local B, C = li.mat { { 1, 2 }, { 0.5, 0.1 } }, li.eye(2)
  X = li.sylvester(A, B, C)
  local left, right = A * X + X * B, C
  t.ok(math.min((left + right):norm(), (left - right):norm()) < 1e-12)
end)

t.test("Riccati with cross terms and E", function()
  local A, B = li.mat { { -2, -1 }, { -1, -1 } }, li.mat { { 1, 0 }, { 0, 4 } }
  local Q, R, S, E = li.mat { { 0, 0 }, { 0, 1 } }, li.mat { { 2, 0 }, { 0, 1 } }, li.zeros(2, 2),
    li.mat { { 2, 1 }, { 1, 2 } }
  local At, Bt, Et = A:transpose(), B:transpose(), E:transpose()
  local X, K = li.care(A, B, Q, R, S, E)
  zero(At * X * E + Et * X * A - (Et * X * B + S) * K + Q)
  zero(R * K - Bt * X * E - S:transpose())
  B, R, S = li.mat { { 1 }, { 0 } }, li.mat { { 1 } }, li.mat { { 1 }, { 0 } }
  Bt = B:transpose()
  X, K = li.care(A, B, Q, R, S, E)
  zero(At * X * E + Et * X * A - (Et * X * B + S) * K + Q)
  zero(R * K - Bt * X * E - S:transpose())
  local function discrete(o)
    local a, b, e = li.mat(o.A), li.mat(o.B), li.mat(o.E)
    local r, c = li.mat(o.R), li.mat(o.S)
    local x, k = li.dare(a, b, li.mat(o.Q), r, c, e)
    local xa = b:transpose() * x * a + c:transpose()
    zero((b:transpose() * x * b + r) * k - xa)
    zero(e:transpose() * x * e - a:transpose() * x * a + (a:transpose() * x * b + c) * k
      - li.mat(o.Q))
  end
  local a = { { -0.6, 0 }, { -0.1, -0.4 } }
  discrete { A = a, B = { { 2, 1 }, { 0, 1 } }, Q = { { 2, 1 }, { 1, 0 } }, R = { { 1, 0 },
    { 0, 1 } }, S = { { 0, 0 }, { 0, 0 } }, E = { { 1, 0 }, { 0, 1 } } }
  discrete { A = { { 1, 0 }, { -1, 1 } }, B = { { 1 }, { 0 } }, Q = { { 0, 1 }, { 1, 1 } },
    R = { { 2 } }, S = { { 0 }, { 0 } }, E = { { 1, 0 }, { 0, 1 } } }
  discrete { A = a, B = { { 1, 5 }, { 2, 4 } }, Q = { { 2, 1 }, { 1, 3 } }, R = { { 1, 0 },
    { 0, 1 } }, S = { { 1, 0 }, { 2, 0 } }, E = { { 2, 1 }, { 1, 2 } } }
  discrete { A = a, B = { { 1 }, { 2 } }, Q = { { 2, 1 }, { 1, 3 } }, R = { { 1 } },
    S = { { 1 }, { 2 } }, E = { { 2, 1 }, { 1, 2 } } }
end)

-- ---- over time ----------------------------------------------------------------------------------

local A1, B1, C1 = { { 1, -2 }, { 3, -4 } }, { { 5 }, { 7 } }, { { 6, 8 } }

local function last_of(r, want, tol)
  for k = 1, #want do t.near(r.y[1][1][k], want[k], tol) end
end

t.test("steps, impulses, starts", function()
  local g = li.ss(A1, B1, C1, { { 9 } })
  last_of(g:step { t = 1, points = 9 }, { 9, 17.6457, 24.7072, 30.4855, 35.2234, 39.1165, 42.3227,
    44.9694, 47.1599, 48.9776 }, 1e-4)
  last_of(li.ss(A1, B1, C1):impulse { t = 1, points = 9 }, { 86, 70.1808, 57.3753, 46.9975, 38.5766,
    31.7344, 26.1668, 21.6292, 17.9245, 14.8945 }, 1e-4)
  last_of(li.ss(A1, B1, C1):initial({ 0.5, 1 }, { t = 1, points = 9 }), { 11, 8.1494, 5.9361,
    4.2258, 2.9118, 1.9092, 1.1508, 0.5833, 0.1645, -0.1391 }, 1e-4)
  t.eq(tf({ 1 }, { 1, 0 }, { dt = 1 }):impulse(3).y[1][1][2], 1)
end)

local function info_is(g, o)
  local i = g:step(o.t):info()
  t.near(i.rise, o.rise, o.dt or 5e-3)
  t.near(i.settling, o.settling, o.dt or 5e-3)
  t.near(i.t_peak, o.t_peak, o.dt or 5e-3)
  t.near(i.overshoot, o.overshoot, 5e-3 * math.max(1, o.overshoot))
  t.near(i.undershoot, o.undershoot, 5e-3 * math.max(1, o.undershoot))
  t.near(i.peak, o.peak, 5e-3 * math.abs(o.peak))
  t.near(i.final, o.final, 5e-3 * math.abs(o.final))
  t.near(i.settling_min, o.min, 1e-2)
  t.near(i.settling_max, o.max, 1e-2)
end

t.test("what a step shows", function()
  -- exactly: python-control's own numbers are of its grid
  info_is(tf({ -1, 1 }, { 1, 1, 1 }), { t = { t = 20, points = 20000 }, rise = 1.26611,
    settling = 8.993, min = 0.90, max = 1.208, overshoot = 20.840, undershoot = 28.0,
    peak = 1.208, t_peak = 4.2322, final = 1 })
  -- MATLAB's help of stepinfo, on a grid of its own
  info_is(tf({ 1, 5, 5 }, { 1, 1.65, 5, 6.5, 2 }), { t = { t = 60, points = 20000 }, dt = 0.04,
    rise = 3.8456, settling = 27.9762, min = 2.0689, max = 2.6873, overshoot = 7.4915,
    undershoot = 0, peak = 2.6873, t_peak = 8.0530, final = 2.5 })
  local g = li.ss({ { 0.68, -0.34 }, { 0.34, 0.68 } }, { { 0.18, -0.05 }, { 0.04, 0.11 } },
    { { 0, -1.53 }, { -1.12, -1.10 } }, { { 0, 0 }, { 0.06, -0.37 } }, 0.2)
  info_is(g:part("u1", "y2"), { t = 4.6, dt = 0.2, rise = 0.4, settling = 2.8, min = -0.6724,
    max = -0.5188, overshoot = 24.6476, undershoot = 11.1224, peak = -0.6724, t_peak = 1,
    final = -0.5394 })
  local i = tf({ 1 }, { 1, 1, 0 }):step():info()
  t.eq(i.settles, false)
end)

t.test("invariant zeros, what is not moved, what is not seen: SLICOT's AB08ND", function()
  local A = li.zeros(6, 6)
  for k, x in ipairs { 1, 1, 3, -4, -1, 3 } do A[k][k] = x end
  local g = li.ss(A, { { 0, -1 }, { -1, 0 }, { 1, -1 }, { 0, 0 }, { 0, 1 }, { -1, -1 } },
    { { 1, 0, 0, 1, 0, 0 }, { 0, 1, 0, 1, 0, 1 }, { 0, 0, 1, 0, 0, 1 } }, li.zeros(3, 2))
  local zeros = g:zeros()
  t.eq(#zeros, 2)
  t.near(zeros[1].re, 2, 1e-9)
  t.near(zeros[2].re, -1, 1e-9)
  t.near(g:controllability().modes[1].re, -4, 1e-9)
  t.near(g:observability().modes[1].re, -1, 1e-9)
  t.eq(g:controllability().rank, 5)
  t.eq(g:observability().rank, 5)
end)

t.test("a transfer matrix comes back from its states, every fraction its own", function()
  local g = li.tf({ { { 1 }, { 2 } }, { { 3 }, { 4 } } }, { { { 1, 2, 3, 4 }, { 1, 1 } },
    { { 1, 1 }, { 1, 1 } } })
  local back = g:ss():tf()
  for i = 1, 2 do
    for j = 1, 2 do
      t.eq(#back.num[i][j], 1)
      t.near(back.num[i][j], g.num[i][j], 1e-12)
      t.near(back.den[i][j], g.den[i][j], 1e-12)
    end
  end
  t.near(li.feedback(2, 3):dcgain()[1][1], 2 / 7)
end)

t.test("sampled and back, fractions have their degrees", function()
  local g = tf({ 4 }, { 1, 2, 4 })
  for _, how in ipairs { "zoh", "foh", "tustin", "matched", "impulse", "euler", "backward" } do
    local back = g:c2d(0.1, how):d2c(how)
    t.eq(#back.num[1][1], 1, how)
    t.near(back.num[1][1], { 4 }, 1e-10, how)
    t.near(back.den[1][1], { 1, 2, 4 }, 1e-10, how)
  end
  -- zeros and poles matched, as MATLAB and Octave have it
  local function matched(x, num, den)
    local d = x:c2d(0.1, "matched")
    t.near(d.num[1][1], num, 1e-8)
    t.near(d.den[1][1], den, 1e-7)
    t.near(d:d2c("matched"):at(0.4, 0.3)[1][1].re, x:at(0.4, 0.3)[1][1].re, 1e-9)
  end
  matched(tf({ 1 }, { 1, 0 }), { 0.10517092 }, { 1, -1 })
  matched(tf({ 1 }, { 1, -1 }), { 0.10517092 }, { 1, -1.1051709 })
  matched(tf({ -2 }, { 1, -1 }), { -0.21034184 }, { 1, -1.1051709 })
  matched(tf({ 1, 2 }, { 1, 3, 0 }), { 0.10033328, -0.08214594 }, { 1, -1.7408182, 0.74081822 })
  matched(tf({ 1, 0 }, { 1, 2, 5 }), { 0.095083742, -0.095083742 }, { 1, -1.7736018, 0.81873075 })
  matched(tf({ 1 }, { 1, 2, 1, 0, 0 }), { 1.1895328e-05, 3.5685983e-05, 3.5685983e-05,
    1.1895328e-05 }, { 1, -3.8096748, 5.4380804, -3.4471363, 0.81873075 })
  -- double integrators, exactly
  for _, h in ipairs { 0.1, 0.5, 1, 2 } do
    local d = tf({ 1 }, { 1, 0, 0 }):c2d(h)
    t.near(d.num[1][1], { h * h / 2, h * h / 2 }, 1e-14)
    t.near(d.den[1][1], { 1, -2, 1 }, 1e-14)
  end
end)

-- ---- moved, seen, placed ------------------------------------------------------------------------

t.test("what inputs move and outputs show", function()
  local g = li.ss({ { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } }, { { 5, 6 }, { 7, 8 } },
    li.zeros(2, 2))
  t.near(g:controllability().matrix, li.mat { { 5, 6, 19, 22 }, { 7, 8, 43, 50 } })
  t.near(g:observability().matrix, li.mat { { 5, 6 }, { 7, 8 }, { 23, 34 }, { 31, 46 } })
  local Wc, Wo = li.ss({ { 1, -2 }, { 3, -4 } }, { { 5, 6 }, { 7, 8 } }, { { 4, 5 }, { 6, 7 } },
    { { 13, 14 }, { 15, 16 } }):gramians()
  t.near(Wc, li.mat { { 18.5, 24.5 }, { 24.5, 32.5 } }, 1e-10)
  t.near(Wo, li.mat { { 257.5, -94.5 }, { -94.5, 56.5 } }, 1e-10)
end)

local function placed(A, B, poles, tol)
  local K = li.place(A, B, poles)
  local p = li.ss(li.mat(A) - li.mat(B) * K, B, li.eye(#A)):poles()
  for k, want in ipairs(poles) do
    local best = math.huge
    local re, im = want, 0
    if type(want) == "table" then re, im = want.re or want[1], want.im or want[2] end
    for _, x in ipairs(p) do best = math.min(best, math.abs(x.re - re) + math.abs(x.im - im)) end
    t.near(best, 0, tol or 1e-8, "pole " .. k)
  end
end

t.test("poles placed", function()
  local A = { { 1.380, -0.2077, 6.715, -5.676 }, { -0.5814, -4.290, 0, 0.6750 },
    { 1.067, 4.273, -6.654, 5.893 }, { 0.0480, 4.273, 1.343, -2.104 } }
  local B = { { 0, 5.679 }, { 1.136, 1.136 }, { 0, 0 }, { -3.146, 0 } }
  placed(A, B, { { re = -0.5, im = 1 }, { re = -0.5, im = -1 }, -5.0566, -8.6659 })
  placed(A, B, { -0.5, -0.5, -8.6659, -8.6659 }, 1e-6)
  placed(A, B, { -0.5, -0.5, -0.5, -8.6659 }, 1e-3)
  placed({ { 1, -2 }, { 3, -4 } }, { { 5 }, { 7 } }, { -2, -2 }, 1e-6)
  placed({ { 0, 1 }, { 100, 0 } }, { { 0 }, { 1 } }, { { re = -20, im = 10 },
    { re = -20, im = -10 } })
  placed({ { 1, 0 }, { 0, 0.5 } }, { { 5 }, { 7 } }, { 0.5, 0.5 }, 1e-6)
end)

t.done()
