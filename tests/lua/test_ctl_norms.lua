-- test_ctl_norms.lua - kit.ctl: norms, margins, passivity, Gramians, balanced and smaller systems
local t = require "t"
local li = require "liaison"
local ctl = li._internal.ctl
local sqrt, pi = math.sqrt, math.pi

local function of(f, s, ...) return f(s[1], s[2], s[3], s[4], ...) end
local function tf(num, den) return { ctl.ss_of_tf(num, den) } end
local function oscillator(z) return tf({ 1 }, { 1, 2 * z, 1 }) end

-- the power plant of SLICOT's AB09AD
local plant = {
  { { -0.04165, 0, 4.92, -4.92, 0, 0, 0 }, { -5.21, -12.5, 0, 0, 0, 0, 0 },
    { 0, 3.33, -3.33, 0, 0, 0, 0 }, { 0.545, 0, 0, 0, -0.545, 0, 0 },
    { 0, 0, 0, 4.92, -0.04165, 0, 4.92 }, { 0, 0, 0, 0, -5.21, -12.5, 0 },
    { 0, 0, 0, 0, 0, 3.33, -3.33 } },
  { { 0, 0 }, { 12.5, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 12.5 }, { 0, 0 } },
  { { 1, 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 1, 0, 0, 0 }, { 0, 0, 0, 0, 1, 0, 0 } },
}

t.test("H-infinity norms in closed form", function()
  for _, z in ipairs { 0.5, 0.1, 0.01, 1e-4 } do
    local gamma, w, stable = of(ctl.hinf, oscillator(z))
    t.close(gamma, 1 / (2 * z * sqrt(1 - z * z)), 1e-10)
    t.near(w, sqrt(1 - 2 * z * z), 1e-6)
    t.eq(stable, true)
  end
  t.eq(of(ctl.hinf, oscillator(0.9)), 1) -- no resonance: the gain at rest
  t.eq(ctl.hinf(nil, nil, nil, { { 3, 0 }, { 0, 4 } }), 4)
  -- in other units: 1e9 / (s^2 + 2 z 1e4 s + 1e8)
  t.close(of(ctl.hinf, tf({ 1e9 }, { 1, 2e2, 1e8 })), 10 / (2 * 0.01 * sqrt(1 - 1e-4)), 1e-9)
  local gamma, w = of(ctl.hinf, tf({ 2, 1 }, { 1, 1 })) -- rises to 2
  t.close(gamma, 2, 1e-10)
  t.eq(w, 1 / 0)
  -- on the axis and outside
  gamma, w = of(ctl.hinf, tf({ 1 }, { 1, 0, 4 }))
  t.eq(gamma, 1 / 0)
  t.near(w, 2, 1e-15)
  t.eq(select(3, of(ctl.hinf, tf({ 1 }, { 1, -1 }))), false)
  t.eq(ctl.hinf({ { 1 } }, { { 1 } }, { { 1 } }, nil, true), 1 / 0)
  gamma, w = ctl.hinf({ { -1 } }, { { 1 } }, { { 1 } }, nil, true)
  t.eq(gamma, 1 / 0)
  t.close(w, pi, 1e-15)
  -- sampled: 1 / (z + 0.5) is largest at pi
  gamma, w = ctl.hinf({ { -0.5 } }, { { 1 } }, { { 1 } }, nil, true)
  t.close(gamma, 2, 1e-14)
  t.close(w, pi, 1e-14)
end)

t.test("the peaks of SLICOT's AB13DD", function()
  local A = { { 0, 1, 0, 0, 0, 0 }, { -0.5, -0.0002, 0, 0, 0, 0 }, { 0, 0, 0, 1, 0, 0 },
    { 0, 0, -1, -0.00002, 0, 0 }, { 0, 0, 0, 0, 0, 1 }, { 0, 0, 0, 0, -2, -0.000002 } }
  local gamma, w = ctl.hinf(A, { { 1 }, { 0 }, { 1 }, { 0 }, { 1 }, { 0 } },
    { { 1, 0, 1, 0, 1, 0 } })
  t.close(gamma, 0.5000000001e6, 1e-9)
  t.close(w, 1.414213562, 1e-9)
end)

t.test("a resonance of a sampled system is that of its values on the circle", function()
  -- poles r exp(+-i a)
  local r, a = 0.97, 0.8
  local s = tf({ 1, 0.3 }, { 1, -2 * r * math.cos(a), r * r })
  local gamma, w = of(ctl.hinf, s, true)
  local most = 0
  for k = -2000, 2000 do
    local Re, Im = of(ctl.response, s, { w + k * 1e-6 }, 1)
    most = math.max(most, sqrt(Re[1][1] ^ 2 + Im[1][1] ^ 2))
  end
  t.close(gamma, most, 1e-11)
end)

t.test("H2 norms in closed form", function()
  -- 1 / (s^2 + 2 z s + 1): 1 / (2 sqrt z); 1 / (z - a): 1 / sqrt(1 - a^2)
  for _, z in ipairs { 0.1, 0.5, 2 } do
    t.close(of(ctl.h2, oscillator(z)), 1 / (2 * sqrt(z)), 1e-13)
  end
  t.close(ctl.h2({ { 0.6 } }, { { 1 } }, { { 1 } }, { { 0.5 } }, true),
    sqrt(1 / (1 - 0.36) + 0.25), 1e-14)
  t.eq(of(ctl.h2, tf({ 1 }, { 1, -1 })), 1 / 0)
  t.eq(of(ctl.h2, tf({ 1, 2 }, { 1, 1 })), 1 / 0)
  -- the integral of |G|^2 / pi by the trapezoidal rule in a = atan w
  local s, sum, N = oscillator(0.3), 0, 2000
  local w = {}
  for k = 1, N - 1 do w[k] = math.tan(pi / 2 * k / N) end
  local Re, Im = of(ctl.response, s, w)
  for k = 1, N - 1 do sum = sum + (Re[k][1] ^ 2 + Im[k][1] ^ 2) * (1 + w[k] ^ 2) end
  sum = (sum + 0.5) / N / 2
  t.close(of(ctl.h2, s), sqrt(sum), 1e-10)
end)

t.test("Gramians of one state; both Gramians of a balanced system are its Hankel values", function()
  local Wc, Wo = ctl.gramians({ { -2 } }, { { 3 } }, { { 5 } }, false)
  t.near(Wc, { { 9 / 4 } }, 1e-15)
  t.near(Wo, { { 25 / 4 } }, 1e-14)
  Wc = ctl.gramians({ { 0.5 } }, { { 3 } }, { { 5 } }, true)
  t.near(Wc, { { 12 } }, 1e-14)
  local none, text, code = ctl.gramians({ { 1 } }, { { 1 } }, { { 1 } })
  t.eq(none, nil)
  t.ok(text:find "expected a stable matrix", text)
  t.eq(code, "EDOMAIN")
  for _, discrete in ipairs { false, true } do
    local s = discrete and { ctl.c2d(plant[1], plant[2], plant[3], nil, 0.1, "zoh") } or plant
    local A, B, C, _, hankel, T, Ti = of(ctl.balance, s, discrete)
    t.near(T * Ti, li.eye(7), 1e-11)
    Wc, Wo = ctl.gramians(A, B, C, discrete)
    t.near(Wc, li.diag(hankel), 1e-12)
    t.near(Wo, li.diag(hankel), 1e-12)
  end
  none, text, code = ctl.balance({ { -1, 0 }, { 0, -2 } }, { { 1 }, { 0 } }, { { 1, 1 } })
  t.eq(none, nil)
  t.eq(text, "not balanced: 1 of 2 states are not both controllable and observable")
  t.eq(code, "ESINGULAR")
end)

t.test("the reduced power plant of SLICOT's AB09AD", function()
  local A, B, C, D, hankel, kept = of(ctl.reduce, plant, false, 5, "truncate")
  t.near(hankel, { 2.5139, 2.0846, 1.9178, 0.7666, 0.5473, 0.0253, 0.0246 }, 5e-5)
  t.eq(kept, 0)
  local Ar = { { 1.3451, 5.0399, 0, 0, 4.5315 }, { -4.0214, -3.6604, 0, 0, -0.9056 },
    { 0, 0, 0.5124, 1.7910, 0 }, { 0, 0, -4.2167, -2.9900, 0 },
    { 1.2402, 1.6416, 0, 0, -0.0586 } }
  local Br = { { -0.3857, 0.3857 }, { -3.1753, 3.1753 }, { -0.7447, -0.7447 },
    { -3.6872, -3.6872 }, { 1.8197, -1.8197 } }
  local Cr = { { -0.6704, 0.1828, -0.6582, 0.2222, -0.0104 }, { 0.1089, 0.4867, 0, 0, 0.8651 },
    { 0.6704, -0.1828, -0.6582, 0.2222, 0.0104 } }
  local w = { 0.1, 1, 3, 10 }
  local Re, Im = ctl.response(A, B, C, D, w)
  local re, im = ctl.response(Ar, Br, Cr, nil, w)
  for k = 1, #w do
    t.near(Re[k], re[k], 1e-3)
    t.near(Im[k], im[k], 1e-3)
  end
  -- the error is at most twice the sum of what was left out
  local big, small = li.zeros(12, 12), li.zeros(12, 2)
  local both = li.zeros(3, 12)
  for i = 1, 7 do
    for j = 1, 7 do big:set(i, j, plant[1][i][j]) end
    for j = 1, 2 do small:set(i, j, plant[2][i][j]) end
    for k = 1, 3 do both:set(k, i, plant[3][k][i]) end
  end
  for i = 1, 5 do
    for j = 1, 5 do big:set(7 + i, 7 + j, A[i][j]) end
    for j = 1, 2 do small:set(7 + i, j, B[i][j]) end
    for k = 1, 3 do both:set(k, 7 + i, -C[k][i]) end
  end
  local gamma = ctl.hinf(big, small, both)
  t.ok(gamma <= 2 * (hankel[6] + hankel[7]) * (1 + 1e-9) and gamma >= hankel[6] * (1 - 1e-9))
end)

t.test("residualizing keeps the gain at rest; unstable modes are kept", function()
  local A, B, C, D = of(ctl.reduce, plant, false, 3, "residualize")
  t.near(ctl.value(A, B, C, D, 0, 0), ctl.value(plant[1], plant[2], plant[3], nil, 0, 0), 1e-10)
  local s = { ctl.c2d(plant[1], plant[2], plant[3], nil, 0.1, "zoh") }
  A, B, C, D = of(ctl.reduce, s, true, 3, "residualize")
  t.near(ctl.value(A, B, C, D, 1, 0), of(ctl.value, s, 1, 0), 1e-10)
  -- 1/(s - 1) + 1/s + 10/(s + 2) + 0.01/(s + 30), mixed
  local M = li.mat { { 1, 2, 0, 1 }, { 0, 1, 3, 0 }, { 1, 0, 1, 0 }, { 0, 1, 0, 2 } }
  local Mi = M:inverse()
  A, B, C = M * li.diag { 1, 0, -2, -30 } * Mi, M * li.mat { { 1 }, { 1 }, { 1 }, { 1 } },
    li.mat { { 1, 1, 10, 0.01 } } * Mi
  local a, b, c, d, hankel, kept = ctl.reduce(A, B, C, nil, false, 3, "truncate")
  t.eq(kept, 2)
  t.eq(#hankel, 2)
  t.near(ctl.value(a, b, c, d, 3, 1), { { 1 / 2 - 1 / 2 } }, 10) -- finite
  local stable, unstable = ctl.stable_part(A, B, C)
  t.eq(#stable[1], 2)
  local re, im = of(ctl.value, stable, 0, 1)
  t.near(re[1][1], 20 / 5 + 0.3 / 901, 1e-10)
  t.near(im[1][1], -10 / 5 - 0.01 / 901, 1e-10)
  re, im = of(ctl.value, unstable, 0, 1)
  t.near(re[1][1], -0.5, 1e-10)
  t.near(im[1][1], -1.5, 1e-10)
  t.raises("order: expected at least the 2 unstable states, got 1", ctl.reduce, A, B, C, nil, false,
    1, "truncate")
  t.raises("argument 7 %(how%): expected one of truncate, residualize, got 'cut'", ctl.reduce, A,
    B, C, nil, false, 3, "cut")
end)

t.test("norms of python-control's tests, which are MATLAB's", function()
  local A = { { -1.017041847539126, -0.224182952826418, 0.042538079149249 },
    { -0.310374015319095, -0.516461581407780, -0.119195790221750 },
    { -1.452723568727942, 1.7995860837102088, -1.491935830615152 } }
  local B = { { 0.312858596637428, -0.164879019209038 }, { -0.864879917324456, 0.627707287528727 },
    { -0.030051296196269, 1.093265669039484 } }
  local C = { { 1.109273297614398, 0.077359091130425, -1.113500741486764 },
    { -0.863652821988714, -1.214117043615409, -0.006849328103348 } }
  t.close(ctl.hinf(A, B, C), 4.276759162964244, 1e-12)
  t.close(ctl.h2(A, B, C), 2.237461821810309, 1e-13)
  local d = { ctl.c2d(A, B, C, nil, 0.1, "zoh") }
  t.close(of(ctl.hinf, d, true), 4.276759162964228, 1e-12)
  t.close(of(ctl.h2, d, true), 0.707434962289554, 1e-13)
  local lag = tf({ 1 }, { 1, 1 })
  t.close(of(ctl.h2, lag), 0.707106781186547, 1e-14)
  local sampled = { of(ctl.c2d, lag, 0.1, "zoh") }
  t.close(of(ctl.h2, sampled, true), 0.223513699524858, 2e-8) -- so near is the number there
  t.close(of(ctl.h2, sampled, true), sqrt((1 - math.exp(-0.1)) / (1 + math.exp(-0.1))), 1e-14)
  t.close(of(ctl.hinf, tf({ 1 }, { -1, 1 })), 1, 1e-14)
  local swing = tf({ 1 }, { 1, 0, 1 })
  sampled = { of(ctl.c2d, swing, 0.1, "zoh") }
  for _, f in ipairs { ctl.hinf, ctl.h2 } do
    t.eq(of(f, swing), 1 / 0)
    t.eq(of(f, sampled, true), 1 / 0)
  end
end)

t.test("reductions of python-control's tests", function()
  local two = { { 1, -2 }, { 3, -4 } }
  t.near(select(5, ctl.balance(two, { { 5 }, { 7 } }, { { 6, 8 } }, { { 9 } })),
    { 24.42686, 0.5731395 }, 5e-6)
  local s = tf({ 1, 11, 45, 32 }, { 1, 15, 60, 200, 60 })
  local function same(how, A, B, C, D)
    local a, b, c, d = of(ctl.reduce, s, false, 2, how)
    for _, w in ipairs { 0, 0.5, 2, 9 } do
      local re, im = ctl.value(a, b, c, d, 0, w)
      local Re, Im = ctl.value(A, B, C, D, 0, w)
      t.near(re, Re, 1e-3)
      t.near(im, Im, 1e-3)
    end
  end
  same("truncate", { { -1.958, -1.194 }, { -1.194, -0.8344 } }, { { 0.9057 }, { 0.4068 } },
    { { 0.9057, 0.4068 } }, { { 0 } })
  same("residualize", { { -4.43094773, -4.55232904 }, { -4.55232904, -5.36195206 } },
    { { 1.36235673 }, { 1.03114388 } }, { { 1.36235673, 1.03114388 } }, { { -0.08383902 } })
end)

t.test("margins of python-control's tests", function()
  -- 8.75 (4 s^2 + 0.4 s + 1) / ((100 s + 1) (s^2 + 0.22 s + 1) (s^2 / 100 + 0.008 s + 1))
  local function times(a, b)
    local c = {}
    for i = 1, #a do for j = 1, #b do c[i + j - 1] = (c[i + j - 1] or 0) + a[i] * b[j] end end
    return c
  end
  local m = of(ctl.margins, tf({ 35, 3.5, 8.75 },
    times(times({ 100, 1 }, { 1, 0.22, 1 }), { 0.01, 0.008, 1 })))
  local gain, phase = m.gain[1], m.phase[1]
  for k = 2, #m.gain do if m.gain[k][2] < gain[2] then gain = m.gain[k] end end
  for k = 2, #m.phase do
    if math.abs(m.phase[k][2]) < math.abs(phase[2]) then phase = m.phase[k] end
  end
  t.near(gain, { 10.0053, 2.2716 }, 1e-4)
  t.near({ phase[1], math.deg(phase[2]) }, { 0.0850, 97.5941 }, 1e-3)
  m = of(ctl.margins, tf({ 1 }, { 1, 2, 3, 4 }))
  t.near(m.gain[1], { sqrt(3), 2 }, 1e-12)
end)

t.test("margins in closed form", function()
  -- 4 / (s + 1)^3: gain 2 at sqrt 3; |L| = 1 at sqrt(4^(2/3) - 1)
  local m = of(ctl.margins, tf({ 4 }, { 1, 3, 3, 1 }))
  t.eq(#m.gain, 1)
  t.near(m.gain[1], { sqrt(3), 2 }, 1e-12)
  local w = sqrt(4 ^ (2 / 3) - 1)
  local angle = pi - 3 * math.atan(w)
  t.near(m.phase[1], { w, angle }, 1e-12)
  t.near(m.delay[1], { w, angle / w }, 1e-12)
  -- 1 / (s (s + 1)): no gain margin
  m = of(ctl.margins, tf({ 1 }, { 1, 1, 0 }))
  t.eq(#m.gain, 0)
  w = sqrt((sqrt(5) - 1) / 2)
  t.near(m.phase[1], { w, pi / 2 - math.atan(w) }, 1e-12)
  -- 1 / (s (s + 1) (s + 2)): 6 at sqrt 2; (s + 1) / s^2: real at infinity only
  m = of(ctl.margins, tf({ 1 }, { 1, 3, 2, 0 }))
  t.eq(#m.gain, 1)
  t.near(m.gain[1], { sqrt(2), 6 }, 1e-11)
  m = of(ctl.margins, tf({ 1, 1 }, { 1, 0, 0 }))
  t.eq(#m.gain, 0)
  t.eq(#m.phase, 1)
  w = sqrt((1 + sqrt(5)) / 2)
  t.near(m.phase[1], { w, math.atan(w) }, 1e-12)
  -- k / (s (s + a) (s / b + 1)), units far apart: a b^2 + a^2 b over k b at sqrt(a b)
  m = of(ctl.margins, tf({ 1e6 }, { 1e-3, 1.1, 100, 0 }))
  t.eq(#m.gain, 1)
  t.close(m.gain[1][1], sqrt(1e5), 1e-11)
  t.close(m.gain[1][2], 0.11, 1e-10)
  t.eq(#m.phase, 1)
  -- a loop that is stable between two gains: 2 (s + 1)^2 / s^3, at w = 1 L = 2 (2 i) / (-i) = -4
  m = of(ctl.margins, tf({ 2, 4, 2 }, { 1, 0, 0, 0 }))
  t.near(m.gain[1], { 1, 1 / 4 }, 1e-10)
  -- the end of the axis: (1 - s) / (2 + s) is -1 there
  m = of(ctl.margins, tf({ -1, 1 }, { 1, 2 }))
  t.eq(m.gain[1][1], 1 / 0)
  t.near(m.gain[1][2], 1, 1e-15)
  -- positive real at rest is none
  t.eq(#of(ctl.margins, tf({ 1 }, { 1, 2, 1 })).gain, 0)
end)

t.test("margins of a sampled loop", function()
  -- 0.5 / (z - 1): real at pi, -1/4; |z - 1| = 1/2 at w = 2 asin(1/4)
  local T = 0.1
  local m = ctl.margins({ { 1 } }, { { 1 } }, { { 0.5 } }, nil, T)
  t.eq(#m.gain, 1)
  t.near(m.gain[1], { pi / T, 4 }, 1e-11)
  local w = 2 * math.asin(1 / 4)
  -- arg(1 / (z - 1)) = -(w + pi) / 2
  t.near(m.phase[1], { w / T, pi - (w + pi) / 2 }, 1e-11)
  t.near(m.delay[1][2], (pi - (w + pi) / 2) / (w / T), 1e-12)
  -- k / z^2: L = k exp(-2 i w), real at pi / 2 (negative), |L| never 1
  m = ctl.margins({ { 0, 0 }, { 1, 0 } }, { { 1 }, { 0 } }, { { 0, 0.5 } }, nil, 1)
  t.near(m.gain[1], { pi / 2, 2 }, 1e-12)
  t.eq(#m.phase, 0)
end)

t.test("flat loops are told, more than one channel is refused", function()
  local m = of(ctl.margins, tf({ -1, 1 }, { 1, 1 }))
  t.eq(m.all_pass, true)
  t.eq(#m.phase, 0)
  t.eq(of(ctl.margins, tf({ 1 }, { 1, 0, 4 })).real, true)
  t.raises("D: expected one input and one output, got 2 x 1", ctl.margins, { { -1 } }, { { 1 } },
    { { 1 }, { 2 } })
end)

t.test("several crossings of a flexible loop, against a fine grid", function()
  local A, B, C, D = ctl.ss_of_tf({ 1, 0.02, 4 }, { 1, 0.3, 11, 0.5, 10, 0.2 })
  local m = ctl.margins(A, B, C, D)
  local w = {}
  for k = 1, 40000 do w[k] = k * 2.5e-4 end
  local Re, Im = ctl.response(A, B, C, D, w)
  local ones, reals = 0, 0
  for k = 2, #w do
    local before, now = Re[k - 1][1] ^ 2 + Im[k - 1][1] ^ 2 - 1, Re[k][1] ^ 2 + Im[k][1] ^ 2 - 1
    if before * now < 0 then ones = ones + 1 end
    if Im[k - 1][1] * Im[k][1] < 0 and Re[k][1] < 0 then reals = reals + 1 end
  end
  t.eq(#m.phase, ones)
  t.eq(#m.gain, reals)
end)

t.test("passivity", function()
  local function passive(num, den, ...) return of(ctl.passive, tf(num, den), ...) end
  local yes, index, w = passive({ 1 }, { 1, 1, 4 }) -- 2 Re = 2 (4 - u) / ((4 - u)^2 + u) at u = 6
  t.eq(yes, false)
  t.near(index, -0.4, 1e-9)
  t.near(w, sqrt(6), 1e-4)
  yes, index = passive({ 1, 0 }, { 1, 1, 4 })
  t.eq(yes, true)
  t.near(index, 0, 1e-12)
  yes, index = passive({ 1, 2 }, { 1, 1 }) -- 2 (w^2 + 2) / (w^2 + 1) falls to 2
  t.eq(yes, true)
  t.near(index, 2, 1e-9)
  -- s (s^2 + 2) / ((s^2 + 1) (s^2 + 3)): lossless, Re = 0 everywhere;
  -- over (.., 0.3, .., 0.5, ..) Re is like u - 1.1 u^2 + 0.3 u^3, u = w^2, negative at 1.8;
  -- and with 0.2 s^2 + 0.1 like 0.1 u^3 - 0.2 u^2 + 0.3, positive
  t.eq(passive({ 1, 0, 2, 0 }, { 1, 0, 4, 0, 3 }), true)
  t.eq(passive({ 1, 0, 2, 0 }, { 1, 0.3, 4, 0.5, 3 }), false)
  t.eq(passive({ 1, 0.2, 2, 0.1 }, { 1, 0.3, 4, 0.5, 3 }), true)
  t.eq(passive({ 1, 0 }, { 1, 1e-3, 1 }), true)
  t.eq(passive({ 1 }, { 1, 0 }), true)
  t.eq(passive({ -1 }, { 1, 0 }), false)
  t.eq(passive({ 1 }, { 1, 0, 0 }), false)
  t.eq(passive({ 1, 0 }, { 1, 0, 4 }), true)
  t.eq(passive({ 1, 2 }, { 1, -1 }), false)
  -- sampled: 1 + 1 / (z - 1/2): 2 (1 - 2/3) at pi
  yes, index, w = ctl.passive({ { 0.5 } }, { { 1 } }, { { 1 } }, { { 1 } }, true)
  t.eq(yes, true)
  t.near(index, 2 / 3, 1e-12)
  t.near(w, pi, 1e-12)
  t.raises("D: expected as many outputs as inputs", ctl.passive, { { -1 } }, { { 1, 2 } },
    { { 1 } })
end)

t.done()
