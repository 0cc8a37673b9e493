-- test_linear_edges.lua - linear systems where textbooks stop: gains, integrators, poles on the
-- axis, hidden modes, improper systems, delays
local t = require "t"
local li = require "liaison"

local function tf(...) return li.tf(...) end

local function same(got, want)
  for k = 1, math.max(#got, #want) do t.eq(got[k], want[k]) end
end

t.test("gains at rest: poles there are infinite, what cancels or is hidden is not", function()
  local inf = math.huge
  t.eq(tf({ 1 }, { 1, 0 }):dcgain()[1][1], inf)
  t.eq(tf({ -2 }, { 1, 0, 0 }):dcgain()[1][1], -inf)
  t.eq(tostring(tf({ 1 }, { 1, 0 }):dcgain()), "[inf]")
  t.eq(li.ss(0, -1, 1):dcgain()[1][1], -inf)
  t.near(tf({ 1, 0 }, { 1, 1, 0 }):dcgain()[1][1], 1)
  t.near(tf({ 1, 0 }, { 1, 1, 0 }):ss():dcgain()[1][1], 1, 1e-12)
  t.near(tf({ 1, 0 }, { 1, 1 }):dcgain()[1][1], 0)
  t.near(li.ss({ { 0, 0 }, { 0, -1 } }, { { 0 }, { 1 } }, { { 1, 1 } }):dcgain()[1][1], 1, 1e-12)
  local G = li.ss({ { 0, 0 }, { 0, -1 } }, li.eye(2), li.eye(2)):dcgain()
  same({ G[1][1], G[1][2], G[2][1], G[2][2] }, { inf, 0, 0, 1 })
  -- of z, where 1 - 1.9 + 0.9 is not 0 in doubles
  t.eq(tf({ 1 }, { 1, -1.9, 0.9 }, 0.1):dcgain()[1][1], inf)
  t.near(tf({ 1, -1 }, { 1, -1.9, 0.9 }, 0.1):dcgain()[1][1], 10, 1e-9)
  t.eq(li.zpk({ -1 }, { 0, -2 }, 3):dcgain()[1][1], inf)
  t.near(li.zpk({ -1, 0 }, { 0, { -1, 2 }, { -1, -2 } }, 5):dcgain()[1][1], 1)
  local b, why, code = tf({ 1 }, { 1, 0 }):bandwidth()
  t.eq(b, nil)
  t.eq(code, "EDOMAIN")
  t.ok(why:find "inf")
end)

t.test("norms: a gain, what is hidden, what grows with the frequency", function()
  t.eq(li.ss(0):h2(), 0)
  t.eq(tf({ 2 }, { 1 }):h2(), math.huge)
  t.eq(tf({ 1 }, { 1, 0 }):h2(), math.huge)
  -- s/(s^2 + s) is 1/(s + 1)
  t.near(tf({ 1, 0 }, { 1, 1, 0 }):h2(), math.sqrt(0.5), 1e-12)
  local gain, _, stable = tf({ 1, 0 }, { 1, 1, 0 }):hinf()
  t.near(gain, 1, 1e-9)
  t.eq(stable, false)
  -- nothing is seen of two integrators: D alone
  t.near((li.ss({ { 0, 1 }, { 0, 0 } }, { { 1, 1, -1 }, { 0, 1, -1 } }, { { 0, 0 } },
    { { -1, -1, 1 } }):hinf()), math.sqrt(3), 1e-12)
  t.eq((tf({ 1, 0, 0 }, { 1, 1 }):hinf()), math.huge)
  t.eq(tf({ 1, 0, 0 }, { 1, 1 }):h2(), math.huge)
  t.eq(tf({ 1 }, { 1, 0 }, 0.1):damping()[1].zeta, 1)
end)

t.test("no states left", function()
  local r = tf({ 1 }, { 1, 1 }):reduce(0)
  t.eq(#r.states, 0)
  t.eq(r.A, false)
  t.near(r:dcgain()[1][1], 0)
  t.near((tf({ 1 }, { 1, 1 }):reduce(0, "residualize")):dcgain()[1][1], 1, 1e-12)
  local s = li.ss(-1, 0, 1, 3):minimal()
  t.eq(s.A, false)
  t.near(s:dcgain()[1][1], 3)
  -- all Hankel values, those that are 0 too
  t.near(tf({ 1, 1 }, { 1, 3, 2 }):ss():hankel(), { 0.25, 0 }, 1e-12)
  local g = li.ss(2)
  for _, name in ipairs { "balanced", "staircase", "gramians", "hankel", "controllability" } do
    t.raises("a gain has no states", g[name], g)
  end
  t.raises("a gain has no states", g.reduce, g, 0)
  t.raises("a gain has no poles", function() return tf({ 2 }, { 1 }):root_locus() end)
  t.raises("as many inputs as outputs", function() return li.ss(-1, { { 1, 1 } }, 1) ^ 0 end)
end)

t.test("poles on the axis: gaps in a plot, a message for a list", function()
  for _, g in ipairs { tf({ 1 }, { 1, 0, 1 }), tf({ 1 }, { 1, 0, 1 }):ss(), tf({ 1 }, { 1, 0 }),
    tf({ 1 }, { 1, -2 * math.cos(0.3), 1 }, 1), tf({ 1 }, { 1, 1 }, 1) } do
    for _, how in ipairs { "bode", "nyquist", "nichols" } do t.ok(#g[how](g):svg() > 4000) end
    t.ok(#g:bode { w = { 0.5, 1, 2 } }:svg() > 1000)
    t.ok(#(g:singular_values()) > 100)
  end
  local r, why, code = tf({ 1 }, { 1, 0, 1 }):response { 0.5, 1 }
  t.eq(r, nil)
  t.eq(code, "ESINGULAR")
  t.ok(why:find "w%[2%]", why)
  r, why = tf({ 1 }, { 1, 0 }):ss():singular_values { 0 }
  t.ok(r == nil and why:find "w%[1%]", why)
end)

t.test("angles do not depend on which frequencies were asked, nor jump where a delay turns far",
  function()
    local deg = 180 / math.pi
    -- three lags of 1 s at 100 rad/s, a delay of 2 s beside them
    local g = tf({ 1 }, { 1, 3, 3, 1 }, { delay = 2 })
    t.near(g:response { 100 }.phase[1][1][1], -3 * math.atan(100) - 200, 1e-9)
    t.near(g:ss():response { 100 }.phase[1][1][1], -3 * math.atan(100) - 200, 1e-9)
    local all = tf({ 1 }, { 0.001, 1.001, 1 }, { delay = 1 }):response()
    for k = 1, #all.w do
      local w = all.w[k]
      t.near(all.phase[1][1][k], -math.atan(w) - math.atan(w / 1000) - w, 1e-6)
    end
    -- an undamped pole turns by -180, an undamped zero by 180
    local p = tf({ 1, 0, 9 }, { 1, 0, 1 }):response { 0.5, 2, 4 }.phase[1][1] * deg
    t.near(p, { 0, -180, 0 }, 1e-9)
    p = tf({ 1, 0, 9 }, { 1, 0, 1 }):ss():response { 0.5, 2, 4 }.phase[1][1] * deg
    t.near(p, { 0, -180, 0 }, 1e-9)
    t.near(tf({ 1 }, { 1, 0, 0 }):response { 1e-3, 1, 1e3 }.phase[1][1] * deg, { -180, -180, -180 })
    t.near(g:response { -1 }.phase[1][1][1], -g:response { 1 }.phase[1][1][1], 1e-12)
  end)

t.test("margins of gains, of what passes at once, of controllers that are improper", function()
  t.near(tf({ -0.5 }, { 1 }):margins().gain, 2)
  t.eq(tf({ -0.5 }, { 1 }):margins().stable, true)
  -- -(2 s + 1)/(s + 3) is real at rest, and where the frequency is beyond all bounds
  local m = tf({ -2, -1 }, { 1, 3 }):margins()
  t.near({ m.gains[1].w, m.gains[1].gain, m.gains[2].w, m.gains[2].gain }, { 0, 3, math.huge, 0.5 })
  -- (2 s + 1)/(s + 3) has a gain of 2 there: no delay is small enough
  m = tf({ 2, 1 }, { 1, 3 }):margins()
  t.eq(m.stable, true)
  t.eq(m.delay, 0)
  -- no loop at all: 1 + L = 0 at infinity
  t.eq(tf({ -1, -1 }, { 1, 3 }):margins().stable, false)
  t.eq(tf({ -1 }, { 1 }):margins().stable, false)
  -- (1 + s) before 1/s^2, written as one: |L| = 1 at the golden ratio's root
  local pd = tf({ 1, 1 }, { 1 }) * tf({ 1 }, { 1, 0, 0 })
  m = pd:margins()
  t.near(m.w_phase, math.sqrt((1 + math.sqrt(5)) / 2), 1e-12)
  t.near(m.phase, math.atan(m.w_phase) * 180 / math.pi, 1e-9)
  -- s by itself: |L| = 1 at 1, 90 degrees behind -180
  m = tf({ 1, 0 }, { 1 }):margins()
  t.near({ m.w_phase, m.phase, m.delay }, { 1, -90, 0 }, 1e-9)
  t.eq(m.stable, true)
  t.near(m.sensitivity, 1, 1e-9)
end)

-- 1 + k exp(-h s)/s = 0 is stable for h k < pi/2
t.test("loops with a delay: stable or not, margins, peaks", function()
  for _, h in ipairs { 0.5, 1.5, 1.6, 8, 40 } do
    local m = tf({ 1 }, { 1, 0 }, { delay = h }):margins()
    t.eq(m.stable, h < math.pi / 2)
    t.near(m.gains[1].gain, math.pi / 2 / h, 1e-9)
    t.eq(m.sensitivity ~= nil, m.stable)
  end
  t.near(tf({ 1 }, { 1, 0 }, { delay = 0.5 }):margins().delay, math.pi / 2 - 0.5, 1e-12)
  -- 2 exp(-h s)/(s + 1): unstable from h = acos(-1/2)/sqrt(3) on
  local edge = math.acos(-0.5) / math.sqrt(3)
  t.eq(tf({ 2 }, { 1, 1 }, { delay = edge * 0.999 }):margins().stable, true)
  t.eq(tf({ 2 }, { 1, 1 }, { delay = edge * 1.001 }):margins().stable, false)
  -- s^2 + 2 + exp(-h s): roots cross to the right at w = 1, h = pi (2 k + 1), and never come back;
  -- with damping they may: islands of stability, against Pade
  for h = 0.1, 9, 0.3 do
    local g = tf({ 1.4 }, { 1, 0.3, 3 }, { delay = h })
    t.eq(g:margins().stable, (li.feedback(g:pade(10), 1):stable()), "delay " .. h)
  end
  -- static: 1/(1 - 0.9) where the sign turns round
  local m = (0.9 * tf({ 1 }, { 1 }, { delay = 1 })):margins()
  t.near(m.sensitivity, 10, 1e-9)
  t.near(m.gain, 1 / 0.9, 1e-9)
  -- the peak on a fine grid
  local g = tf({ 2 }, { 1, 1 }, { delay = 0.5 })
  m = g:margins()
  local most, disk = 0, 0
  for k = 0, 4000 do
    local G = g:frequency(2 + k / 2000)[1][1]
    local below = (1 + G.re) ^ 2 + G.im ^ 2
    most, disk = math.max(most, 1 / below), math.max(disk, ((1 - G.re) ^ 2 + G.im ^ 2) / below)
  end
  t.near(m.sensitivity, math.sqrt(most), 1e-6)
  t.near(m.disk.alpha, 2 / math.sqrt(disk), 1e-6)
  -- a sampled loop has its delay as states
  local d = tf({ 0.1 }, { 1, -0.9 }, { dt = 0.1, delay = 0.5 })
  local bare = d:undelayed():margins()
  m = d:margins()
  t.near({ m.gain, m.sensitivity, m.disk.alpha }, { bare.gain, bare.sensitivity, bare.disk.alpha })
  t.eq(m.stable, (li.feedback(d:undelayed(), 1):stable()))
end)

t.test("bandwidth finds a notch that no grid sees", function()
  local g = tf { { tf "(s^2 + 0.0000001*s + 1)/(s^2 + 0.0001*s + 1)" * tf "1/(0.1*s + 1)" } }
  t.near(g:bandwidth(), 1, 1e-3)
  t.ok(g:bandwidth() < 1)
  t.near(tf({ 1 }, { 1, 1 }):bandwidth(), math.sqrt(10 ^ 0.3 - 1), 1e-12)
  t.eq(tf({ 1, 2 }, { 1, 1 }):bandwidth(-20), math.huge)
end)

t.test("delays side by side, at a complex z, in parts of a sample by every hold", function()
  local a = li.append(tf({ 1 }, { 1, 1 }, { delay = 0.1 }), tf({ 1 }, { 1, 2 }, { delay = 0.3 }))
  t.near(li.mat(a.delay), { { 0.1, 0 }, { 0, 0.3 } })
  t.near(tf({ 1 }, { 1, -0.5 }, { delay = 1, dt = 0.5 }):at(2)[1][1].re, 1 / 1.5 / 4)
  local z = tf({ 1 }, { 1, -0.5 }, { delay = 1, dt = 0.5 }):at(0, 2)[1][1]
  -- 1/(2 i - 1/2)/(2 i)^2
  t.near({ z.re, z.im }, { 0.5 / 4.25 / 4, 2 / 4.25 / 4 }, 1e-14)
  -- what is between samples, a hundred times as fine
  local s = li.ss { A = { { 0, 1 }, { -2, -0.5 } }, B = { { 1, 0.3 }, { 0.2, 1 } },
    C = { { 1, 0 }, { 0.3, 1 } }, D = { { 0.5, 0 }, { 0, -0.2 } },
    delay = { { 0.37, 0.22 }, { 0.37, 0.22 } } }
  local n, draw = 20, li.random(3)
  local U, times, fine, late = { { 0, 0 } }, { 0 }, {}, {}
  for k = 2, n do U[k], times[k] = { draw:normal(), draw:normal() }, (k - 1) * 0.1 end
  for how, hold in pairs { zoh = "zero", foh = "straight" } do
    for k = 0, (n - 1) * 100 do
      local at, part = math.floor(k / 100) + 1, k % 100 / 100
      local x, y = U[at], U[at + 1] or U[at]
      if how == "zoh" then part = 0 end
      fine[k + 1], late[k + 1] = { x[1] + part * (y[1] - x[1]), x[2] + part * (y[2] - x[2]) },
        k * 0.001
    end
    local d = s:c2d(0.1, how)
    t.near(li.mat(d.delay), { { 0.3, 0.2 }, { 0.3, 0.2 } })
    local y, exact = d:forced { u = U, t = times }, s:forced { u = fine, t = late, hold = hold }
    for i = 1, 2 do
      for k = 1, n do t.near(y.y[i][1][k], exact.y[i][1][(k - 1) * 100 + 1], 1e-11) end
    end
  end
  local g = tf({ 1, 3 }, { 1, 2, 5 }, { delay = 0.237 })
  local r, c = g:c2d(0.1, "impulse"):impulse(2), g:impulse { t = 2, points = 20 }
  t.near(r.y[1][1], 0.1 * c.y[1][1], 1e-14)
  t.raises("a delay of 0.237 s is no whole number .* 'tustin' cannot", g.c2d, g, 0.1, "tustin")
end)

t.test("a PID controller without a filter is sampled by substitution", function()
  local pid = tf "2 + 3/s + 0.5*s"
  for _, how in ipairs { "tustin", "backward" } do
    local z = pid:c2d(0.1, how)
    -- at z = 2: s = 20/3, or 5
    local s = how == "tustin" and 20 / 3 or 5
    t.near(z:at(2)[1][1].re, 2 + 3 / s + 0.5 * s, 1e-12)
  end
  local z = pid:c2d(0.1, "tustin", { w = 4 })
  t.near(z:frequency(4)[1][1].im, pid:frequency(4)[1][1].im, 1e-12)
  t.raises("improper", pid.c2d, pid, 0.1)
  local two = li.ss(-li.eye(2), li.eye(2), li.eye(2))
  t.raises("'matched' is for one input", two.c2d, two, 0.1, "matched")
end)

t.test("what a step shows counts from 0: jumps, ends at 0, no end", function()
  -- python-control's and MATLAB's example of stepinfo
  local e = tf({ 1, 5, 5 }, { 1, 1.65, 5, 6.5, 2 }):step { t = 60, points = 60000 }:info()
  t.near({ e.rise, e.settling, e.settling_min, e.settling_max, e.overshoot, e.undershoot, e.peak,
    e.t_peak }, { 3.8456, 27.9762, 2.0689, 2.6873, 7.4915, 0, 2.6873, 8.0530 }, 0.035)
  -- (2 s + 1)/(s + 1) = 1 + exp(-t): it begins at 2
  e = tf({ 2, 1 }, { 1, 1 }):step { t = 10, points = 10000 }:info()
  t.near({ e.rise, e.overshoot, e.peak, e.t_peak }, { 0, 100, 2, 0 }, 1e-9)
  t.near(e.settling, math.log(50), 1e-5)
  -- (1 - s)/(1 + s)^2: below 0 first; y = 1 - (1 + 2 t) exp(-t), least at 1/2
  e = tf({ -1, 1 }, { 1, 2, 1 }):step { t = 20, points = 20000 }:info()
  t.near(e.undershoot, 100 * (2 * math.exp(-0.5) - 1), 1e-5)
  t.eq(e.overshoot, 0)
  -- t exp(-t) ends at 0
  e = tf({ 1, 0 }, { 1, 2, 1 }):step { t = 20, points = 20000 }:info()
  t.near({ e.final, e.peak, e.t_peak }, { 0, math.exp(-1), 1 }, 1e-6)
  t.eq(e.rise, nil)
  e = tf({ 1 }, { 1, 0 }):step(4):info()
  t.near(e.peak, 4, 1e-12)
  same({ e.settles, e.final == nil }, { false, true })
  e = tf({ -1 }, { 1, 0.2, 1 }):step { t = 80, points = 40000 }:info()
  t.near({ e.final, e.peak, e.overshoot }, { -1, -1 - math.exp(-0.1 * math.pi / math.sqrt(0.99)),
    100 * math.exp(-0.1 * math.pi / math.sqrt(0.99)) }, 1e-4)
end)

t.test("staircases of inputs and of outputs", function()
  local A = li.mat { { 1, 2, 0 }, { 0, 3, 0 }, { 4, 5, 6 } }
  local s = li.ss(A, { { 1 }, { 0 }, { 1 } }, { { 1, 1, 0 } })
  -- the third state is not seen; the second is not moved
  local f, n, _, T = s:staircase "shown"
  t.eq(n, 2)
  t.near(T * f.A * T:transpose(), A, 1e-12)
  for i = 1, 2 do t.near(f.A[i][3], 0, 1e-14) end
  t.near(f.C[1][3], 0, 1e-14)
  t.near(f.A:block(1, 1, 2, 2):det(), 3, 1e-12)
  f, n = s:staircase()
  t.eq(n, 2)
  for j = 1, 2 do t.near(f.A[3][j], 0, 1e-14) end
  t.raises("expected 'moved'", s.staircase, s, "seen")
end)

t.test("of an algebraic loop those are named that are in it", function()
  local function gain(k, from, to) return li.ss { D = { { k } }, inputs = from, outputs = to } end
  local ok, why = pcall(li.connect, { gain(1, "a", "b"), gain(1, "b", "a"), gain(2, "a", "c"),
    gain(3, "r", "d"), "e = c + d", inputs = "r", outputs = "e" })
  t.ok(not ok and why:find "no answer: b, a depend", why)
end)

t.test("what an estimate lacks is told in its own words", function()
  local s = li.ss({ { 1, 0 }, { 0, -1 } }, { { 1 }, { 1 } }, { { 0, 1 } })
  local e, why, code, info = s:kalman { Q = 1, R = 1 }
  t.eq(e, nil)
  same({ code, info.modes[1].why }, { "ESINGULAR", "not detectable" })
  t.ok(why:find "mode 1 is not detectable", why)
  e, why = s:observer { -3, -4 }
  t.ok(e == nil and why:find "no output shows the mode 1", why)
  e, why = li.lqe(s.A, li.eye(2), s.C, li.eye(2), { { 1 } })
  t.ok(e == nil and why:find "mode 1 is not detectable", why)
  e, why = li.ss(0, 0, 1):kalman { Q = 0, R = 1 }
  t.ok(e == nil and why:find "mode 0 is not stabilizable", why)
  e, why, code = li.care(li.eye(2), { { 1 }, { 1 } }, li.eye(2), { { 1 } }, { { 0 }, { 0 } },
    { { 1, 0 }, { 0, 0 } })
  t.eq(e, nil)
  t.eq(code, "ESINGULAR")
  t.ok(why:find "E: singular", why)
  t.raises("poles%[2%]: expected a finite number", li.place, s.A, s.B, { -1, 0 / 0 })
end)

t.test("integrals of errors where an input is passed at once", function()
  for _, dt in ipairs { false, 0.1 } do
    local s = li.ss({ { 0, 1 }, { -2, -0.4 } }, { { 0 }, { 1 } }, { { 1, 0.3 } }, { { 0.7 } })
    if dt then s = s:c2d(dt) end
    local d = s:lqi { Q = { 1, 1, 5 }, R = 1 }
    local plant = li.ss { A = s.A, B = s.B, C = li.eye(2), states = s.states, inputs = s.inputs,
      outputs = s.states, dt = s.dt or nil }
    local loop = li.connect { plant, d.controller, inputs = "y_ref", outputs = "x1 x2 u" }
    local poles = loop:poles()
    for k, p in ipairs(d.poles) do
      t.near({ poles[k].re, poles[k].im }, { p.re, p.im }, 1e-9)
    end
    local g = loop:dcgain()
    t.near(s.C[1][1] * g[1][1] + s.C[1][2] * g[2][1] + s.D[1][1] * g[3][1], 1, 1e-9)
  end
end)

t.test("what is at rest does not swing", function()
  t.eq(#tf({ -2 }, { 1, 1 }):limit_cycles("relay", { level = 1 }), 0)
end)

t.done()
