-- test_linear_design.lua - controllers of linear systems: closed forms, laws of the optimum, the
-- loop in a simulation
local t = require "t"
local li = require "liaison"

local function refused(f, pattern) t.raises(pattern, f) end

local double = li.ss({ { 0, 1 }, { 0, 0 } }, { { 0 }, { 1 } }, { { 1, 0 } })

t.test("lqr: closed forms", function()
  -- x' = a x + b u: k = (a + sqrt(a^2 + b^2 q/r))/b
  local d = li.ss(2, 3, 1):lqr { Q = 5, R = 7 }
  t.near(d.K[1][1], (2 + math.sqrt(4 + 9 * 5 / 7)) / 3, 1e-13)
  t.near(double:lqr { Q = { x1 = 1 }, R = 1 }.K, li.mat { { 1, math.sqrt(2) } }, 1e-13)
  t.near(double:lqr { Q = 1, R = 1, outputs = true }.K, li.mat { { 1, math.sqrt(2) } }, 1e-13)
  -- x+ = x + u, q = r = 1: the golden section
  local z = li.ss(1, 1, 1, 0, 1):lqr { Q = 1, R = 1 }
  t.near(z.X[1][1], (1 + math.sqrt(5)) / 2, 1e-13)
end)

t.test("a cross term is a change of u; held inputs cost what the integral does", function()
  local S = li.mat { { 0.3 }, { -0.2 } }
  local A, B = li.mat { { 0, 1 }, { -1, 0.5 } }, li.mat { { 0 }, { 1 } }
  local s = li.ss(A, B)
  local d = s:lqr { Q = { 4, 2 }, R = 2, S = S }
  -- u = v - R^-1 S' x
  local e = li.ss(A - B * S:transpose() / 2, B):lqr {
    Q = li.mat { { 4, 0 }, { 0, 2 } } - S * S:transpose() / 2, R = 2 }
  t.near(d.K, e.K + S:transpose() / 2, 1e-12)
  -- x' = u, held over T: the cost between samples in closed form
  local T, one = 0.4, li.ss(0, 1, 1):lqr { Q = 1, R = 1, dt = 0.4 }
  local q, n, r = T, T * T / 2, T + T ^ 3 / 3
  local x = one.X[1][1]
  t.near(x + q - (x * T + n) ^ 2 / (r + x * T * T), x, 1e-12)
end)

t.test("over a horizon: from its end back to the steady gain", function()
  -- x' = u: X = tanh(T - t)
  local d = li.ss(0, 1, 1):lqr { Q = 1, R = 1, horizon = 2 }
  for k = 1, #d.gains do
    t.near(d.gains[k][1][1], (function(x)
      local e = math.exp(2 * x)
      return (e - 1) / (e + 1)
    end)(2 - 2 * (k - 1) / 200), 1e-10)
  end
  local s = double:c2d(0.1)
  local long, steady = s:lqr { Q = 1, R = 1, horizon = 400 }, s:lqr { Q = 1, R = 1 }
  t.eq(#long.gains, 400)
  t.near(long.K, steady.K, 1e-9)
  -- along a trajectory that does not change: the same
  local list = {}
  for k = 1, 400 do list[k] = double end
  t.near(li.lqr_along { linear = list, Q = 1, R = 1, dt = 0.1 }.K, steady.K, 1e-9)
end)

t.test("poles and observers: where they are wanted", function()
  local d = double:place { { -1, 2 }, { -1, -2 } }
  t.near(d.K, li.mat { { 5, 2 } }, 1e-12)
  local o = double:observer { -5, -6 }
  t.near(o.L, li.mat { { 11 }, { 30 } }, 1e-10)
  -- the loop has the poles of both
  local both = d:with_observer(o)
  local list = both:closed():poles()
  local want = { { -1, 2 }, { -1, -2 }, { -5, 0 }, { -6, 0 } }
  for k = 1, 4 do
    t.near(list[k].re, want[k][1], 1e-8)
    t.near(list[k].im, want[k][2], 1e-8)
  end
  -- two inputs
  local A = li.mat { { 1, 2, 0 }, { 0, -1, 1 }, { 3, 0, 2 } }
  local s = li.ss(A, { { 1, 0 }, { 0, 1 }, { 1, 1 } })
  local e = s:place { -1, -2, -3 }:closed():poles()
  for k = 1, 3 do t.near(e[k].re, -k, 1e-9) end
  refused(function() double:place { -1 } end, "expected 2 poles")
  refused(function() double:place { { -1, 1 }, -2 } end, "conjugate")
end)

t.test("Kalman filters: closed forms; lqg in its loop", function()
  -- x' = w, y = x + v: l = sqrt(q/r)
  t.near(li.ss(0, 1, 1):kalman { Q = 9, R = 4 }.L[1][1], 1.5, 1e-12)
  -- discrete random walk: p = (q + sqrt(q^2 + 4 q r))/2, gain of the same time p/(p + r)
  local k = li.ss(1, 1, 1, 0, 1):kalman { Q = 2, R = 3 }
  local p = (2 + math.sqrt(4 + 24)) / 2
  t.near(k.X[1][1], p, 1e-12)
  t.near(k.M[1][1], p / (p + 3), 1e-12)
  t.near(k.L[1][1], p / (p + 3), 1e-12)
  local g = double:lqg { regulator = { Q = 1, R = 1 }, noise = { Q = 1, R = 1 } }
  local a, b = double:lqr { Q = 1, R = 1 }.poles, double:kalman { Q = 1, R = 1 }.poles
  local sum = 0
  for _, list in ipairs { a, b } do for _, x in ipairs(list) do sum = sum + x.re end end
  for _, x in ipairs(g:closed():poles()) do sum = sum - x.re end
  t.near(sum, 0, 1e-9)
  t.ok(g:closed():stable())
end)

t.test("integrals: no error at rest, whatever stands", function()
  local s = li.ss({ { 0, 1 }, { -2, -3 } }, { { 0 }, { 1 } }, { { 1, 0 } }, 0)
  for _, x in ipairs { s, s:c2d(0.05) } do
    local d = x:lqi { Q = { 1, 1, 10 }, R = 1 }
    local plant = li.ss { A = x.A, B = x.B, C = li.mat { { 1, 0 }, { 1, 0 }, { 0, 1 } }, dt = x.dt,
      inputs = "u", outputs = "y x1 x2" }
    local loop = li.connect { plant, d.controller, inputs = "y_ref", outputs = "y" }
    t.ok(loop:stable())
    t.near(loop:dcgain()[1][1], 1, 1e-9)
  end
end)

t.test("H-infinity: what is told is what is; loop shaping", function()
  local P = li.ss { A = { { -1, 1 }, { 0, 0.5 } }, B = { { 1, 0, 0 }, { 0, 0, 1 } },
    C = { { 1, 0 }, { 0, 0 }, { 1, 1 } }, D = { { 0, 0, 0 }, { 0, 0, 1 }, { 0, 1, 0 } },
    inputs = "w n u", outputs = "z r y" }
  local d = P:hinf_control { controls = "u", measured = "y" }
  local loop = li.connect { P, d.controller, inputs = "w n", outputs = "z r" }
  t.ok(loop:stable())
  t.ok(loop:hinf() <= d.gamma * (1 + 1e-6), ("%g %g"):format(loop:hinf(), d.gamma))
  local h = P:h2_control { controls = "u", measured = "y" }
  local two = li.connect { P, h.controller, inputs = "w n", outputs = "z r" }
  t.ok(two:stable())
  t.ok(two:h2() <= loop:h2() * (1 + 1e-9))
  -- sampled: gains over all frequencies, so the same holds there
  local Pd = P:c2d(0.1)
  local dd = Pd:hinf_control { controls = "u", measured = "y" }
  local sampled = li.connect { Pd, dd.controller, inputs = "w n", outputs = "z r" }
  t.ok(sampled:stable())
  t.ok(sampled:hinf() <= dd.gamma * (1 + 1e-6))
  t.ok(sampled:hinf() >= dd.gamma * (1 - 1e-3), "the least one is nearly met")
  refused(function() Pd:h2_control { controls = "u", measured = "y" } end, "lqg")
  local slow = li.tf({ 1 }, { 1, 0 }):ss():c2d(0.1)
  t.ok(slow:loop_shape():closed():stable())
  -- an integrator: the best margin of its coprime factors is 1/sqrt(2)
  local shaped = li.tf({ 1 }, { 1, 0 }):ss():loop_shape { factor = 1.0001 }
  t.near(shaped.gamma, math.sqrt(2), 1e-3)
  t.ok(shaped:closed():stable())
end)

t.test("in a simulation: a cart and pole stand, gains count from where it was linearized",
  function()
  local m = li.robot { bodies = {
    { name = "cart", joint = "prismatic", axis = "x", q = "x", mass = 1, inertia = { 1, 1, 1 } },
    { name = "pole", parent = "cart", joint = "revolute", axis = "y", q = "th", mass = 0.2,
      com = { 0, 0, 0.5 }, inertia = { 0.01, 0.01, 0.01 } } } }
  local lin = m:linearize { q = { x = 2 }, inputs = "x" }
  local d = lin:lqr { Q = { x = 1, th = 10 }, R = 0.1 }
  local run = m:simulate(10, { x = 0, th = 0.2 }, nil, { controllers = { d }, dt = 0.05 })
  t.near(run:at("x", 10), 2, 1e-2)
  t.near(run:at("th", 10), 0, 1e-2)
  -- sampled, on what is estimated from x and th alone
  local seen = m:linearize { q = { x = 2 }, inputs = "x", outputs = "x th" }
  local g = seen:lqg { regulator = { Q = { x = 1, th = 10 }, R = 0.1 },
    noise = { Q = 1, R = { 1e-4, 1e-4 } } }
  run = m:simulate(10, { x = 1.5, th = 0.05 }, nil, { controllers = { { g, dt = 0.005 } },
    dt = 0.05 })
  t.near(run:at("x", 10), 2, 2e-2)
  t.near(run:at("th", 10), 0, 1e-2)
end)

t.test("a design among the controllers takes limits; a block has its own", function()
  local slide = li.robot { bodies = { { name = "slide", joint = "prismatic", axis = "x", q = "x",
    mass = 2, inertia = { 1, 1, 1 } } } }
  local d = slide:linearize { inputs = "x" }:lqr { Q = { x = 100 }, R = 1 }
  local function run(entry)
    return slide:simulate(1, { x = 1 }, nil, { dt = 0.01, controllers = { entry } })
  end
  local cut = run { d, dt = 0.01, limits = { x = { -3, 3 } } }
  local least = math.huge
  for k = 1, #cut.t do least = math.min(least, cut["controller.out1"][k]) end
  t.eq(least, -3)
  t.ok(run { d, dt = 0.01 }["controller.out1"][1] < -9)
  t.raises("controllers%[1%].limits: a block has its own", run, { d:block { dt = 0.01 },
    limits = { x = { -3, 3 } } })
  t.raises("unknown key 'limit'", run, { d, dt = 0.01, limit = 3 })
end)

t.test("along a run: gains over time bring a swing back to it", function()
  local m = li.planar { 1 }
  local run = m:simulate(4, { 0.1 }, nil, { dt = 0.01 })
  local lin = m:linearize { run = run, at = 0.02 }
  local d = li.lqr_along { linear = lin, Q = { 100, 10 }, R = 0.1, dt = 0.02 }
  t.eq(#d.gains, #lin)
  local block, references = d:along { run = run, dt = 0.02, inputs = { q1 = 0 } }
  local again = m:simulate(4, { 0.3 }, nil, { controllers = { block }, references = references })
  t.near(again:at("q1", 3), run:at("q1", 3), 1e-3)
  t.near(again:at("q1'", 3), run:at("q1'", 3), 2e-3)
  local alone = m:simulate(4, { 0.3 })
  t.ok(math.abs(alone:at("q1", 3) - run:at("q1", 3)) > 0.05)
  refused(function() d:along { run = run, dt = 0.02 } end, "record")
  refused(function() li.ss(1, 1, 1):lqr { Q = 1, R = 1 }:along { run = run, dt = 0.02 } end,
    "no gains over time")
end)

t.test("designs at several places become a schedule", function()
  local m, list, held = li.planar { 1 }, {}, {}
  for k, q in ipairs { 0, 0.5, 1 } do
    held[k] = m:gravity { q }[1]
    list[k] = m:linearize { q = { q }, u = { q1 = held[k] } }:lqr { Q = { 100, 1 }, R = 0.1 }
  end
  local g = li.gain_schedule { by = "q1_goal", points = { 0, 0.5, 1 }, inputs = "q1 q1'",
    outputs = "q1", designs = list, dt = 0.01 }
  t.ok(select(2, g:proof()))
  local run = m:simulate(3, { 0.2 }, nil, { controllers = { g }, references = { q1_goal = "0.5" } })
  t.near(run:at("q1", 3), 0.5, 1e-6)
  -- between points: K and u0 are means
  local K = (list[1].K[1][1] + list[2].K[1][1]) / 2
  t.near(g:step { by = 0.25, q1 = 0.35 }[1], (held[1] + held[2]) / 2 - 0.1 * K, 1e-12)
  refused(function()
    li.gain_schedule { by = "p", points = { 0, 1 }, inputs = "q2 q1'", outputs = "q1",
      designs = { list[1], list[2] } }
  end, "the gains are of q1 q1'")
end)

t.test("what cannot be is told: which modes", function()
  local s = li.ss({ { 1, 0 }, { 0, -2 } }, { { 0 }, { 1 } }, { { 1, 1 } })
  local d, why, code, info = s:lqr { Q = 1, R = 1 }
  t.eq(d, nil)
  t.ok(why:find "stabilizable" and code and info)
  local p, because = s:place { -1, -3 }
  t.eq(p, nil)
  t.ok(because:find "1")
  refused(function() double:lqr { Q = 1, R = 0 } end, "positive definite")
  refused(function() double:lqr { Q = { x3 = 1 }, R = 1 } end, "there is no 'x3'")
  refused(function() double:lqr { Q = -1, R = 1 } end, "semidefinite")
  refused(function() li.tf({ 1 }, { 1, 1 }, { delay = 1 }):ss():lqr { Q = 1, R = 1 } end, "delays")
end)

t.test("describing functions: closed forms, integrals, limit cycles", function()
  -- the first Fourier coefficients by a sum over one swing
  local laws = {
    saturation = { { limit = 1, slope = 2 }, function(x)
      return math.max(-1, math.min(1, 2 * x))
    end },
    dead_zone = { { width = 0.4 }, function(x)
      return x > 0.4 and x - 0.4 or x < -0.4 and x + 0.4 or 0
    end },
    relay = { { level = 3 }, function(x) return x > 0 and 3 or -3 end },
    relay_dead_zone = { { level = 2, width = 0.5 }, function(x)
      return x > 0.5 and 2 or x < -0.5 and -2 or 0
    end },
    quantizer = { { step = 0.3 }, function(x) return math.floor(x / 0.3 + 0.5) * 0.3 end },
    cubic = { { gain = 2 }, function(x) return 2 * x ^ 3 end },
    relay_hysteresis = { { level = 1, width = 0.3 }, function(x, up)
      if math.abs(x) > 0.3 then return x > 0 and 1 or -1 end
      return up and -1 or 1
    end },
    backlash = { { width = 0.6 }, function(x, up, a)
      -- from the left end it stands until the play is through
      if up then return math.max(x - 0.3, -a + 0.3) end
      return math.min(x + 0.3, a - 0.3)
    end },
  }
  for kind in pairs(li._internal.describing_kinds) do
    local law, a, n = laws[kind], 1.3, 40000
    t.ok(law, kind)
    local re, im = 0, 0
    for k = 0, n - 1 do
      local angle = 2 * math.pi * (k + 0.5) / n
      local y = law[2](a * math.sin(angle), math.cos(angle) > 0, a)
      re, im = re + y * math.sin(angle), im + y * math.cos(angle)
    end
    local x, y = li.describing(kind, law[1], a)
    t.near(x, 2 * re / n / a, 2e-4, kind)
    t.near(y, 2 * im / n / a, 2e-4, kind)
  end
  -- 4/(s (s + 1)(s + 2)) with a relay: w = sqrt(2), amplitude 4/pi * 4/6
  local c = li.tf({ 4 }, { 1, 3, 2, 0 }):limit_cycles("relay", { level = 1 })
  t.eq(#c, 1)
  t.near(c[1].w, math.sqrt(2), 1e-9)
  t.near(c[1].amplitude, 8 / (3 * math.pi), 1e-9)
  t.ok(c[1].stable)
  -- a relay with a dead zone has two: a small one that grows or dies, and one that stays
  local two = li.tf({ 4 }, { 1, 3, 2, 0 }):limit_cycles("relay_dead_zone",
    { level = 1, width = 0.1 })
  t.eq(#two, 2)
  for k, stable in ipairs { false, true } do
    local a = two[k].amplitude
    t.near(4 / (math.pi * a) * math.sqrt(1 - (0.1 / a) ^ 2), 1.5, 1e-6)
    t.eq(two[k].stable, stable)
  end
end)
t.done()
