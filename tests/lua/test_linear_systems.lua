-- test_linear_systems.lua - linear systems: forms, algebra, wiring, sampling, what is asked of
-- them, against closed forms and laws
local t = require "t"
local li = require "liaison"

local function refused(f, pattern) t.raises(pattern, f) end

local function near_list(got, want, tol)
  t.eq(#got, #want)
  for k = 1, #want do
    t.near(got[k].re, want[k][1], tol)
    t.near(got[k].im, want[k][2] or 0, tol)
  end
end

local function draw_system(seed, n, m, p, dt)
  local draw = li.random(seed)
  local function matrix(r, c)
    local M = li.zeros(r, c)
    for i = 1, r do for j = 1, c do M[i][j] = draw:normal() end end
    return M
  end
  local A = matrix(n, n)
  local worst = 0
  local re, _, im = A:eig()
  for k = 1, n do
    worst = math.max(worst, dt and math.sqrt(re[k] ^ 2 + (im and im[k] or 0) ^ 2) or re[k])
  end
  A = dt and A * (0.8 / worst) or A - (worst + 0.5) * li.eye(n)
  return li.ss(A, matrix(n, m), matrix(p, n), matrix(p, m), dt)
end

local function same_response(a, b, tol)
  for _, w in ipairs { 0, 0.1, 0.7, 2, 9 } do
    local G, H = a:frequency(w), b:frequency(w)
    for i = 1, #G do
      for j = 1, #G[1] do
        t.near(G[i][j].re, H[i][j].re, tol)
        t.near(G[i][j].im, H[i][j].im, tol)
      end
    end
  end
end

t.test("one system in every form", function()
  local g = li.tf({ 2, 6 }, { 1, 3, 2 })
  near_list(g:poles(), { { -1 }, { -2 } }, 1e-12)
  near_list(g:zeros(), { { -3 } }, 1e-12)
  t.near(g:dcgain()[1][1], 3, 1e-12)
  local s = g:ss()
  t.eq(#s.states, 2)
  near_list(s:poles(), { { -1 }, { -2 } }, 1e-12)
  near_list(s:zeros(), { { -3 } }, 1e-12)
  same_response(g, s, 1e-12)
  local back = s:tf()
  t.near(back.num[1][1][1] / back.den[1][1][1], 2, 1e-12)
  t.near(back.num[1][1][2] / back.den[1][1][1], 6, 1e-12)
  t.near(back.den[1][1][3] / back.den[1][1][1], 2, 1e-12)
  local z = li.zpk({ -3 }, { -1, -2 }, 2)
  same_response(g, z, 1e-12)
  same_response(g, z:ss(), 1e-12)
  t.near(li.zpk(g).factors.gain, 2, 0)
  same_response(g, li.tf "(2*s + 6)/((s + 1)*(s + 2))", 1e-12)
  local var = li.tf "s"
  same_response(g, (2 * var + 6) / (var ^ 2 + 3 * var + 2), 1e-12)
  t.eq(tostring(g), "   2 s + 6\n-------------\ns^2 + 3 s + 2")
  t.eq(g:latex(), "\\frac{2 s + 6}{s^{2} + 3 s + 2}")
end)

t.test("sections keep the digits that coefficients lose", function()
  -- (s + 1)(s + 2)..(s + 20): the roots of its coefficients are off by units [Wilkinson 1963]
  local poles = {}
  for k = 1, 20 do poles[k] = -k end
  local s = li.zpk({}, poles, 1):ss()
  local list = s:poles()
  for k = 1, 20 do t.near(list[k].re, -k, 1e-9) end
end)

t.test("several inputs and outputs have the fewest states", function()
  local g = li.tf({ { { 1 }, { 1 } }, { { 1 }, { 1, 2 } } },
    { { { 1, 1 }, { 1, 1 } }, { { 1, 1 }, { 1, 1 } } })
  local s = g:ss()
  -- of rank 1 and 2 at the pole -1: G = [1 1; 1 1]/(s + 1) + [0 0; 0 1]
  t.eq(#s.states, 1)
  same_response(g, s, 1e-12)
  -- G = [1/(s+1) 1/(s+2); 1/(s+2) 1/(s+1)]: 4 poles, two of each
  local h = li.tf { { li.tf({ 1 }, { 1, 1 }), li.tf({ 1 }, { 1, 2 }) },
    { li.tf({ 1 }, { 1, 2 }), li.tf({ 1 }, { 1, 1 }) } }
  near_list(h:poles(), { { -1 }, { -1 }, { -2 }, { -2 } }, 1e-9)
  same_response(h, h:ss(), 1e-12)
  -- det = 0 at s = -3/2: a transmission zero that no channel has
  near_list(h:zeros(), { { -1.5 } }, 1e-9)
end)

t.test("sums, products, quotients, powers: in transfer functions and in state space alike",
  function()
  local a, b = li.tf({ 1, 2 }, { 1, 0.4, 4 }), li.tf({ 3 }, { 1, 5 })
  local x, y = a:ss(), b:ss()
  same_response(a + b, x + y, 1e-12)
  same_response(a - b, x - y, 1e-12)
  same_response(a * b, x * y, 1e-12)
  same_response(a * b, li.series(y, x), 1e-12)
  same_response(li.parallel(a, b), li.parallel(x, y), 1e-12)
  same_response(2 * a + 1, 2 * x + 1, 1e-12)
  same_response(a / (b + 1), x / (y + 1), 1e-10)
  same_response(b ^ 2, y ^ 2, 1e-12)
  same_response(-a, -x, 1e-12)
  same_response(li.feedback(a, b), li.feedback(x, y), 1e-12)
  same_response(li.feedback(a, 0.3, 1), li.feedback(x, 0.3, 1), 1e-12)
  same_response(li.feedback(a, b), a / (1 + a * b), 1e-10)
  -- by several inputs and outputs: (I + G K)^-1 G
  local g, k = draw_system(1, 4, 2, 3), draw_system(2, 3, 3, 2)
  local loop = li.feedback(g, k)
  local w = 0.7
  local function complex(s)
    local G = s:frequency(w)
    local r, c = #G, #G[1]
    local M = li.zeros(2 * r, 2 * c)
    for i = 1, r do
      for j = 1, c do
        M[i][j], M[r + i][c + j] = G[i][j].re, G[i][j].re
        M[i][c + j], M[r + i][j] = -G[i][j].im, G[i][j].im
      end
    end
    return M
  end
  t.near(complex(loop), (li.eye(6) + complex(g) * complex(k)):solve(complex(g)), 1e-11)
end)

t.test("wired by names", function()
  local g = li.tf({ 2 }, { 1, 1, 0 }, { inputs = "v", outputs = "y" })
  local k = li.tf({ 5, 1 }, { 1, 10 }, { inputs = "e", outputs = "u" })
  local c = li.connect { g, k, "e = r - y", "v = u + d", inputs = "r d", outputs = "y u e" }
  same_response(c:part("r", "y"), li.feedback(g * k, 1), 1e-11)
  same_response(c:part("d", "y"), li.feedback(g, k), 1e-11)
  same_response(c:part("r", "u"), li.feedback(k, g), 1e-11)
  same_response(c:part("r", "e"), li.feedback(1, g * k), 1e-11)
  refused(function() li.connect { g, inputs = "x", outputs = "y" } end, "nobody gives 'v'")
  refused(function() li.connect { g, g, inputs = "v", outputs = "y" } end, "two systems give 'y'")
  -- a gain of 1 around: no answer, and who is in it
  refused(function()
    li.connect { "a = b + r", "b = a", inputs = "r", outputs = "a" }
  end, "algebraic loop has no answer: a, b")
  refused(function() li.feedback(li.ss(-1, 1, 1, 1), -1) end, "algebraic loop")
end)

t.test("sampled: known sums, there and back", function()
  -- 1/s^2, held: T^2/2 (z + 1)/(z - 1)^2
  local d = li.tf({ 1 }, { 1, 0, 0 }):c2d(0.1)
  t.near(d.num[1][1][1], 0.005, 1e-15)
  t.near(d.num[1][1][2], 0.005, 1e-15)
  t.near(d.den[1][1][2], -2, 1e-12)
  -- Tustin: s = 2/T (z - 1)/(z + 1)
  local g = li.tf({ 1 }, { 1, 1 })
  local b = g:c2d(0.5, "tustin")
  near_list(b:poles(), { { 0.6 } }, 1e-12)
  near_list(b:zeros(), { { -1 } }, 1e-9)
  -- prewarped: the same at w
  local w = 3
  local p = g:c2d(0.5, "tustin", { w = w })
  local G, P = g:frequency(w)[1][1], p:frequency(w)[1][1]
  t.near(P.re, G.re, 1e-12)
  t.near(P.im, G.im, 1e-12)
  -- matched: pole exp(-T), the gain at rest
  local m = g:c2d(0.5, "matched")
  near_list(m:poles(), { { math.exp(-0.5) } }, 1e-12)
  t.near(m:dcgain()[1][1], 1, 1e-12)
  -- impulse: T exp(-k T)
  local i = g:c2d(0.5, "impulse"):impulse(3)
  for k = 0, 6 do t.near(i.y[1][1][k + 1], 0.5 * math.exp(-0.5 * k), 1e-12) end
  for _, method in ipairs { "zoh", "foh", "tustin", "euler", "backward" } do
    local s = draw_system(5, 4, 2, 2)
    local back = s:c2d(0.1, method):d2c(method)
    t.near(back.A, s.A, 1e-9)
    t.near(back.B, s.B, 1e-9)
    t.near(back.C, s.C, 1e-9)
    t.near(back.D, s.D, 1e-9)
  end
  refused(function() d:c2d(0.1) end, "sampled already")
  refused(function() return d + g end, "one system is")
  refused(function() g:c2d(0.1, "zho") end, "did you mean 'zoh'")
end)

t.test("delays: exact over frequency, in samples, and as rational functions", function()
  local g = li.tf({ 1 }, { 1, 1 }, { delay = 0.35 })
  local w = 2
  local G = g:frequency(w)[1][1]
  -- exp(-0.35 w i)/(1 + w i)
  local size, angle = 1 / math.sqrt(1 + w * w), -math.atan(w) - 0.35 * w
  t.near(G.re, size * math.cos(angle), 1e-14)
  t.near(G.im, size * math.sin(angle), 1e-14)
  same_response(g:pade(6), g, 2e-3)
  -- a part of a sample: the sampled step is the continuous one at the sampling times
  local d = g:c2d(0.1)
  t.near(d.delay[1][1], 0.3, 1e-12)
  local r = d:step(3)
  for k = 1, #r.t do
    local time = r.t[k] - 0.35
    t.near(r.y[1][1][k], time > 0 and 1 - math.exp(-time) or 0, 1e-12)
  end
  t.eq(#d:undelayed():poles(), 5)
  same_response(d:undelayed(), d, 1e-11)
  local c = g:step(2)
  for k = 1, #c.t do
    local time = c.t[k] - 0.35
    t.near(c.y[1][1][k], time > 0 and 1 - math.exp(-time) or 0, 1e-12)
  end
  -- delays of their own in every channel [Wood, Berry 1973]
  local column = li.tf({ { { 12.8 }, { -18.9 } }, { { 6.6 }, { -19.4 } } },
    { { { 16.7, 1 }, { 21, 1 } }, { { 10.9, 1 }, { 14.4, 1 } } }, { delay = { { 1, 3 }, { 7,
      3 } } })
  local s = column:c2d(1)
  t.eq(s.delay[2][1], 7)
  local y = s:step(40)
  for k = 1, #y.t do
    local time = y.t[k] - 7
    t.near(y.y[2][1][k], time > 0 and 6.6 * (1 - math.exp(-time / 10.9)) or 0, 1e-10)
  end
  refused(function() li.feedback(g, 1) end, "pade")
  refused(function() return g + 1 end, "later than the other")
end)

t.test("steps, impulses, starts and forces against closed forms", function()
  local wn, zeta = 3, 0.25
  local g = li.tf({ wn ^ 2 }, { 1, 2 * zeta * wn, wn ^ 2 })
  local wd = wn * math.sqrt(1 - zeta ^ 2)
  local r = g:step(5)
  for k = 1, #r.t do
    local e = math.exp(-zeta * wn * r.t[k])
    t.near(r.y[1][1][k], 1 - e * (math.cos(wd * r.t[k]) + zeta * wn / wd * math.sin(wd * r.t[k])),
      1e-12)
  end
  local i = g:impulse(5)
  for k = 1, #i.t do
    t.near(i.y[1][1][k], wn ^ 2 / wd * math.exp(-zeta * wn * i.t[k]) * math.sin(wd * i.t[k]), 1e-11)
  end
  local info = g:step { t = 8, points = 8000 }:info()
  t.near(info.overshoot, 100 * math.exp(-math.pi * zeta / math.sqrt(1 - zeta ^ 2)), 1e-3)
  t.near(info.t_peak, math.pi / wd, 1e-5)
  t.near(info.final, 1, 1e-12)
  local lag = li.tf({ 1 }, { 1, 1 }):step { t = 10, points = 5000 }:info()
  t.near(lag.rise, math.log(9), 1e-5)
  t.near(lag.settling, math.log(50), 1e-5)
  t.near(lag.t50, math.log(2), 1e-5)
  local s = li.ss({ { 0, 1 }, { -4, 0 } }, { { 0 }, { 1 } }, { { 1, 0 } })
  local free = s:initial({ x1 = 2 }, 3)
  for k = 1, #free.t do t.near(free.y[1][1][k], 2 * math.cos(2 * free.t[k]), 1e-11) end
  -- x' = -x + t: straight inputs are exact
  local f = li.ss(-1, 1, 1):forced { u = function(x) return x end, t = 4, x0 = { 3 } }
  for k = 1, #f.t do
    local x = f.t[k]
    t.near(f.y[1][1][k], x - 1 + 4 * math.exp(-x), 1e-12)
  end
end)

t.test("margins are closed forms, not grids", function()
  -- 4/(s + 1)^3: phase -180 at sqrt(3), |L| = 4/8 there; |L| = 1 at sqrt(4^(2/3) - 1)
  local m = li.tf({ 4 }, { 1, 3, 3, 1 }):margins()
  t.near(m.gain, 2, 1e-9)
  t.near(m.w_gain, math.sqrt(3), 1e-9)
  local w = math.sqrt(4 ^ (2 / 3) - 1)
  t.near(m.w_phase, w, 1e-9)
  t.near(m.phase, 180 - 3 * math.atan(w) * 180 / math.pi, 1e-8)
  t.near(m.delay, m.phase * math.pi / 180 / w, 1e-9)
  t.ok(m.stable)
  -- an integrator: sensitivity s/(s + 1), disk margin 2 (all gains above 0, 90 degrees)
  local one = li.tf({ 1 }, { 1, 0 }):margins()
  t.near(one.sensitivity, 1, 1e-6)
  t.near(one.disk.alpha, 2, 1e-5)
  t.near(one.phase, 90, 1e-8)
  t.ok(one.gain == math.huge)
  -- a delay: exp(-s)/s: |L| = 1 at 1, phase margin 90 - 57.3; gain margin pi/2
  local late = li.tf({ 1 }, { 1, 0 }, { delay = 1 }):margins()
  t.near(late.phase, 90 - 180 / math.pi, 1e-8)
  t.near(late.gain, math.pi / 2, 1e-8)
  t.near(late.delay, math.pi / 2 - 1, 1e-8)
  t.near(li.tf({ 1 }, { 1, 1 }):bandwidth(-20 * math.log(math.sqrt(2)) / math.log(10)), 1, 1e-9)
end)

t.test("norms, Gramians, reduction", function()
  t.near(li.tf({ 1 }, { 1, 2 }):h2(), 0.5, 1e-12)
  t.eq(li.ss(1, 1, 1):h2(), math.huge)
  local wn, zeta = 2, 0.1
  local g = li.tf({ wn ^ 2 }, { 1, 2 * zeta * wn, wn ^ 2 })
  local peak, at = g:hinf()
  t.near(peak, 1 / (2 * zeta * math.sqrt(1 - zeta ^ 2)), 1e-8)
  t.near(at, wn * math.sqrt(1 - 2 * zeta ^ 2), 1e-4)
  local d = g:c2d(0.01, "tustin", { w = at })
  local dp, da = d:hinf()
  t.near(dp, peak, 1e-6)
  t.near(da, at, 1e-3)
  local s = draw_system(7, 6, 2, 3)
  local b, hankel = s:balanced()
  local Wc, Wo = b:gramians()
  for k = 1, 6 do
    t.near(Wc[k][k], hankel[k], 1e-9)
    t.near(Wo[k][k], hankel[k], 1e-9)
  end
  same_response(b, s, 1e-9)
  -- the error of truncation is at most twice the sum of what is left out [Glover 1984]
  local r = s:reduce(3)
  local rest = 0
  for k = 4, 6 do rest = rest + 2 * hankel[k] end
  t.ok((s - r):hinf() <= rest * (1 + 1e-9))
  local q = s:reduce(3, "residualize")
  t.near(q:dcgain(), s:dcgain(), 1e-9)
  t.ok(li.tf({ 1 }, { 1, 1 }):passive())
  t.ok(not li.tf({ 1, -3 }, { 1, 1 }):passive())
end)

t.test("what moves, what is seen, what may go", function()
  local s = li.ss({ { 1, 0, 0 }, { 0, -2, 0 }, { 0, 0, -3 } }, { { 0 }, { 1 }, { 1 } },
    { { 1, 1, 0 } })
  local c, o = s:controllability(), s:observability()
  t.eq(c.rank, 2)
  near_list(c.modes, { { 1 } }, 1e-9)
  t.eq(o.rank, 2)
  near_list(o.modes, { { -3 } }, 1e-9)
  local small, unmoved, unseen = s:minimal()
  t.eq(#small.states, 1)
  t.eq(unmoved + unseen, 2)
  same_response(small, s, 1e-12)
end)

t.test("root locus: branches, where they leave the axis", function()
  local _, told = li.tf({ 1 }, { 1, 2, 0 }):root_locus()
  t.near(told.breakaway[1].at, -1, 1e-9)
  t.near(told.breakaway[1].gain, 1, 1e-9)
  for k = 1, #told.gains do
    local sum = 0
    for _, r in ipairs(told.roots[k]) do sum = sum + r.re end
    t.near(sum, -2, 1e-9)
  end
end)

t.test("from data: the system that made them", function()
  local s = draw_system(11, 3, 2, 2, 0.1)
  local draw = li.random(3)
  local u, n = li.zeros(400, 2), 400
  for k = 1, n do for j = 1, 2 do u[k][j] = draw:normal() end end
  local r = s:forced { u = u:table(), t = (n - 1) * 0.1 }
  local y = li.zeros(n, 2)
  for k = 1, n do for i = 1, 2 do y[k][i] = r.y[i][1][k] end end
  local found = li.ss_from_data { u = u, y = y, dt = 0.1 }
  t.eq(#found.states, 3)
  same_response(found, s, 1e-7)
  local h = {}
  for k = 0, 20 do
    h[k + 1] = li.zeros(2, 2)
    if k == 0 then h[1] = s.D else h[k + 1] = s.C * (s.A ^ (k - 1)) * s.B end
  end
  same_response((li.ss_from_impulse { h = h, dt = 0.1, order = 3 }), s, 1e-7)
end)

t.test("what is no system is refused", function()
  refused(function() li.tf({ 1, 0, 0 }, { 1, 1 }):ss() end, "improper")
  refused(function() li.ss({ { 1, 2 } }, 1, 1) end, "square")
  refused(function() li.ss({ { 1, 2 }, { 3, 4 } }, { { 1 } }, { { 1, 0 } }) end,
    "expected 2 rows")
  refused(function() li.ss(0 / 0, 1, 1) end, "finite")
  refused(function() li.tf({ 1 }, { 0 }) end, "denominator")
  refused(function() li.zpk({}, { { -1, 2 } }, 1) end, "conjugate")
  refused(function() li.tf "x + 1" end, "expected s and numbers")
  refused(function() li.ss(-1, 1, 1, 0, -0.1) end, "sampling time")
  refused(function() li.tf({ 1 }, { 1, 1 }):part "v" end, "there is no 'v'")
end)
t.done()
