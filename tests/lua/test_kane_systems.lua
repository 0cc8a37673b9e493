-- test_kane_systems.lua - the arm of two bars, the mobile robot, crane, slipping tractor, arm in
-- space: [nonhol] T30 to T39, T49 to T68
local t = require "t"
local li = require "liaison"

local function same(got, want, what)
  t.ok(li.expr(got):equals(li.expr(want, "new")),
    ("%s: %s is not %s"):format(what, tostring(got), tostring(want)))
end

local function matrix_is(M, rows, what)
  for i, row in ipairs(rows) do
    for j, want in ipairs(type(row) == "table" and row or { row }) do
      same(type(row) == "table" and M[i][j] or M[i], want, ("%s[%d,%d]"):format(what, i, j))
    end
  end
end

local close = t.close

local options = { two_bar = { inertia = true } }

local function values(name, state)
  local o = { state = state }
  for key, x in pairs(options[name] or {}) do o[key] = x end
  return li.systems.values(name, o)
end

local function with(name, more)
  local v = values(name, true)
  for key, x in pairs(more or {}) do v[key] = x end
  return v
end

-- the arm of two bars -----------------------------------------------------------------------------

local arm = li.systems.two_bar { inertia = true }
local k = arm:kane()

t.test("T31: J_h, J, dJ/dt, W of (7.9) to (7.16)", function()
  matrix_is(k.J, { { "0", "0" }, { "l1", "0" }, { "1", "0" }, { "l1*sin(th2)", "0" },
    { "l1*cos(th2) + l2", "l2" }, { "1", "1" } }, "J")
  matrix_is(k.Jd, { { "0", "0" }, { "0", "0" }, { "0", "0" }, { "l1*cos(th2)*th2'", "0" },
    { "-l1*sin(th2)*th2'", "0" }, { "0", "0" } }, "Jd")
  same(k.W[1][2], "-th1'", "W1")
  same(k.W[5][4], "th1' + th2'", "W2")
  matrix_is(k.wrench, { "-m1*g*sin(th1)", "-m1*g*cos(th1)", "G1 - G2", "-m2*g*sin(th1 + th2)",
    "-m2*g*cos(th1 + th2)", "G2" }, "omega_a")
end)

t.test("T32, T33: D, C, tau of (7.22) to (7.24); C is Christoffel's, D' - 2C skew; Lagrange "
  .. "gives the same", function()
  matrix_is(k.D, { { "m1*l1^2 + m2*(l1^2 + l2^2 + 2*l1*l2*cos(th2)) + j1 + j2",
    "m2*(l2^2 + l1*l2*cos(th2)) + j2" },
    { "m2*(l2^2 + l1*l2*cos(th2)) + j2", "m2*l2^2 + j2" } }, "D")
  matrix_is(k.C, { { "-m2*l1*l2*sin(th2)*th2'", "-m2*l1*l2*sin(th2)*(th1' + th2')" },
    { "m2*l1*l2*sin(th2)*th1'", "0" } }, "C")
  matrix_is(k.tau, { "G1 - (m1 + m2)*g*l1*cos(th1) - m2*g*l2*cos(th1 + th2)",
    "G2 - m2*g*l2*cos(th1 + th2)" }, "tau")
  t.eq(k:skew(), true)
  local eq = arm:equations()
  for i = 1, 2 do
    for j = 1, 2 do
      t.ok(eq.M[i][j]:equals(k.D[i][j]), "M")
      t.ok(eq.C[i][j]:equals(k.C[i][j]), "C")
    end
  end
end)

t.test("T34: inverse and forward dynamics", function()
  local r = k:numbers(with "two_bar")
  close(r.D, { { 6.1320961024332, 1.7960480512166 }, { 1.7960480512166, .96 } }, 1e-13)
  close(r.C, { { 2.58248192723828, .86082730907943 }, { 1.72165461815885, 0 } }, 1e-13)
  close(r.alphad, { .5, -1 }, 1e-12)
  close(k:numbers(with("two_bar", { G1 = 5, G2 = 1 })).alphad,
    { -7.63466615944548, 6.17623385377267 }, 1e-12)
  close(k:numbers(with("two_bar", { G1 = 5, G2 = 1, j1 = .05, j2 = .03 })).alphad,
    { -7.51343244523087, 5.99681403719373 }, 1e-12)
end)

t.test("T35: what the hinges carry", function()
  local r = k:numbers(with "two_bar")
  close(r.omega_c, { -2.20189354530452, 19.74370191664439, -33.27262701943996, 8.27189311539567,
    10.90133350418488, -8.7210668033479 }, 1e-12)
  local f = k:reactions(with "two_bar")
  close({ f["hinge 1 fx"], f["hinge 1 fy"] }, { -13.90146213908966, 30.52794945778199 }, 1e-12)
  close({ f["hinge 2 fx"], f["hinge 2 fy"] }, { -5.96325001942347, 12.3167746219471 }, 1e-12)
  t.ok(f.residual < 1e-12)
end)

t.test("T36: the arm as its tip feels it", function()
  local o = k:operational { "l1*cos(th1) + l2*cos(th1 + th2)", "l1*sin(th1) + l2*sin(th1 + th2)" }
  same(o.det, "l1*l2*sin(th2)", "det J")
  local v = with "two_bar"
  close(o.M:eval(v), { { 2.29964841379744, 1.57111694341209 },
    { 1.57111694341209, 4.58686718723588 } }, 1e-12)
  close(o.V:eval(v), { 6.32324716990449, 12.42366094224004 }, 1e-12)
  v.G1, v.G2 = 0, 0
  close(o.force:eval(v), { -11.85195274481598, -38.00123861263185 }, 1e-12, "-G_x")
  v = with "two_bar"
  local xdd = li.vec { -3.97550001294898, -1.59881691870193 }
  close(o.force:eval(v), o.M:eval(v) * xdd + o.V:eval(v), 1e-11, "M_x x'' + V_x = F - G_x")
end)

t.test("T37: a free swing", function()
  local v = values "two_bar"
  v.G1, v.G2 = 0, 0
  local run = k:simulate(2, { th1 = .3, th2 = .8, ["th1'"] = 2, ["th2'"] = -3 },
    { values = v, dt = .5 })
  close({ run.th1[2], run.th2[2], run["th1'"][2], run["th2'"][2] },
    { .12491492189019, .73893240384109, -2.66156154524946, 2.33564781890876 }, 1e-8)
  close({ run.th1[3], run.th2[3] }, { -1.28149648106583, -.49021185851595 }, 1e-8)
  close({ run.th1[5], run.th2[5], run["th1'"][5], run["th2'"][5] },
    { -4.21193349672481, 1.62580544209905, .08244847022941, 2.2133827771153 }, 1e-8)
  t.ok(run:info().drift < 1e-7)
end)

t.test("T38: PD with the weight compensated; V falls", function()
  local v = values "two_bar"
  v.G1, v.G2 = nil, nil
  local gravity = { G1 = "(m1 + m2)*g*l1*cos(th1) + m2*g*l2*cos(th1 + th2)",
    G2 = "m2*g*l2*cos(th1 + th2)" }
  local pd = { G1 = "-100*(th1 - 1.2) - 20*th1'", G2 = "-60*(th2 + 0.5) - 12*th2'" }
  local V = "(100*(th1 - 1.2)^2 + 60*(th2 + 0.5)^2)/2 + T"
  t.ok(V)
  local run = k:simulate(5, { th1 = .3, th2 = .8 },
    { values = v, inputs = { G1 = gravity.G1 .. pd.G1, G2 = gravity.G2 .. pd.G2 }, dt = .1,
    outputs = { P = "(100*(th1 - 1.2)^2 + 60*(th2 + 0.5)^2)/2", Vd = "-20*th1'^2 - 12*th2'^2" } })
  local function lyapunov(i) return run.P[i] + run.T[i] end
  t.near(lyapunov(1), 91.2, 1e-12)
  close({ run.th1[2], run.th2[2], run["th1'"][2], run["th2'"][2] },
    { .49026368688978, .31202262441247, 2.40545812712337, -5.61475465115551 }, 1e-8)
  close({ lyapunov(2), run.Vd[2] }, { 51.22091667798111, -494.03021353894616 }, 1e-8)
  close({ lyapunov(6), lyapunov(11), lyapunov(21), lyapunov(51) },
    { 3.6444258941424588, .8761345906209992, .07461722570591092, 3.426281436e-5 }, 1e-8)
  for i = 2, #run do t.ok(lyapunov(i) <= lyapunov(i - 1) + 1e-9, "falls") end
  local still = k:simulate(40, { th1 = .3, th2 = .8 }, { values = v, inputs = pd, dt = 40 })
  close({ still.th1[2], still.th2[2] }, { .859852468619218, -.693491234476264 }, 1e-7)
end)

t.test("T39: acceleration resolved: the error is the closed form", function()
  local v = values "two_bar"
  v.G1, v.G2 = nil, nil
  local u = li.smat { "-2*sin(2*t) - 10*(th1' - cos(2*t)) - 25*(th1 - 0.3 - 0.5*sin(2*t))",
    "3.6*sin(3*t) - 10*(th2' + 1.2*cos(3*t)) - 25*(th2 - 0.8 + 0.4*sin(3*t))" }
  local need = k.D * u + k.C * k.alpha - k.tau:subs { G1 = 0, G2 = 0 }
  local run = k:simulate(1, { th1 = .1, th2 = 1 },
    { values = v, inputs = { G1 = need[1]:subs(v), G2 = need[2]:subs(v) }, dt = .1 })
  local function e(i)
    return { run.th1[i] - .3 - .5 * math.sin(2 * run.t[i]),
      run.th2[i] - .8 + .4 * math.sin(3 * run.t[i]) }
  end
  close(e(3), { -.22072766470287, .23544284234972 }, 1e-8)
  close(e(6), { -.09850199834868, .10671049821107 }, 1e-8)
  close(e(11), { -.01482348339799, .01617107279781 }, 1e-8)
end)

-- the mobile robot --------------------------------------------------------------------------------

local cart = li.systems.mobile_robot()
local kc = cart:kane()

t.test("T59: D, C, g0, gw of the mobile robot", function()
  matrix_is(kc.J, { { "1", "0" }, { "0", "a" }, { "0", "1" } }, "J")
  matrix_is(kc.D, { { "m", "0" }, { "0", "J0 + m*a^2" } }, "D")
  matrix_is(kc.C, { { "0", "-m*a*Om" }, { "m*a*Om", "0" } }, "C")
  matrix_is(kc.Jnh, { { "cos(th)", "0" }, { "sin(th)", "0" }, { "0", "1" } }, "J_nh")
  matrix_is(kc.wrench, { "F1 + F2", "0", "(F1 - F2)*l" }, "omega_a")
  local g0, gw = kc:state()
  matrix_is(g0, { "a*Om^2", "-m*a*v*Om/(J0 + m*a^2)" }, "g0")
  matrix_is(gw, { { "1/m", "0" }, { "0", "1/(J0 + m*a^2)" } }, "gw")
end)

t.test("T60: at the reference state", function()
  local v = with "mobile_robot"
  local r = kc:numbers(v)
  close(r.alphad, { .7235, -1.07272727272727 }, 1e-13)
  close(r.omega_c, { 0, 13.5818181818182, -2.03727272727273 }, 1e-13)
  close(r.qdd, { .12283063973532, 1.10180074602544, -1.07272727272727 }, 1e-13)
  close(kc:reactions(v)["axle lateral"], 13.5818181818182, 1e-13)
  local eq, par = cart:equations(), values "mobile_robot"
  par.F1, par.F2 = 8, 5
  local q, qd = { 0, 0, .6 }, { 1.2 * math.cos(.6), 1.2 * math.sin(.6), .7 }
  local s = eq:with(par):as("slides"):solve(q, qd, nil, { method = "all" })
  close(s.a, r.qdd, 1e-12)
  close(s.lambda, { -13.5818181818182 }, 1e-12)
  t.ok(s.spread < 1e-10)
end)

options.mobile_robot = { motors = true }
local driven = li.systems.mobile_robot { motors = true }:kane()

t.test("T61, T62: motors eliminated; the balance of powers", function()
  local g0, gw = driven:state()
  local a = g0 + gw * driven.tau
  li.symbols "tv Kv tth Kth"
  same(a[1], "-v/(RI*Ra^2*m/(2*Kb*Kt)) + (Ra/(2*Kb))/(RI*Ra^2*m/(2*Kb*Kt))*(V1 + V2) + a*Om^2",
    "v'")
  same(a[2], "-Om/(RI*Ra^2*(J0 + m*a^2)/(2*Kb*Kt*l^2)) + (Ra/(2*Kb*l))/(RI*Ra^2*(J0 + "
    .. "m*a^2)/(2*Kb*Kt*l^2))*(V1 - V2) - m*a*v*Om/(J0 + m*a^2)", "Om'")
  local r = driven:numbers(with "mobile_robot")
  close(r.alphad, { -.343166666666667, -1.36944444444444 }, 1e-12)
  t.near(r.power, -9.81770833333333, 1e-12)
  local I = { (6 - .5 * 13.75) / 1.2, (4 - .5 * 10.25) / 1.2 }
  t.near(6 * I[1] + 4 * I[2], 1.2 * (I[1] ^ 2 + I[2] ^ 2) + r.power, 1e-12)
end)

t.test("T63, T64: steps and steady speeds", function()
  local v = values "mobile_robot"
  v.V1, v.V2 = 6, 6
  local run = driven:simulate(2, {}, { values = v, dt = .5 })
  close({ run.v[2], run.v[3], run.v[5], run.x[5] },
    { .77656070224937, 1.05058263426711, 1.18139537568119, 1.83293021967303 }, 1e-8)
  local r = driven:numbers(with("mobile_robot", { v = 1, Om = .5, V1 = 6.255, V2 = 3.565 }))
  close(r.alphad, { 0, 0 }, 1e-12)
end)

t.test("T65: linear models: frequency response, PI control, and the speed at which reversing "
  .. "turns unstable", function()
  local lin = driven:linearise(with("mobile_robot", { v = 0, Om = 0, V1 = 0, V2 = 0 }),
    { inputs = "V1 V2", outputs = { "v", "Om" } })
  local G = lin:frequency(2)
  t.near(math.sqrt(G[1][1].re ^ 2 + G[1][1].im ^ 2), .0721387321030951, 1e-12)
  t.near(math.atan(G[1][1].im / G[1][1].re), -.764992832710910, 1e-11)
  t.near(math.sqrt(G[2][1].re ^ 2 + G[2][1].im ^ 2), .247793436172104, 1e-12)
  t.near(math.atan(G[2][1].im / G[2][1].re), -.902711633015705, 1e-11)
  local limit = -.868055555555556
  for _, v0 in ipairs { limit - .01, limit, limit + .01 } do
    local at = driven:linearise(with("mobile_robot", { v = v0, Om = 0, V1 = 5 * v0, V2 = 5 * v0 }),
      { states = "v Om" })
    local want = -1 / .6336 - 20 * .15 * v0 / 1.65
    local best = 1 / 0
    for _, e in ipairs(at:eigenvalues()) do
      best = math.min(best, math.abs(e.re - want) + math.abs(e.im))
    end
    t.ok(best < 1e-9, "eigenvalue -1/tau_th - m a v0/(J0 + m a^2)")
  end
  local v = values "mobile_robot"
  local u = "(38*(1 - v) + 120*z)/2"
  local run = driven:simulate(2, {}, { values = v, inputs = { V1 = u, V2 = u },
    states = { z = { rate = "1 - v" } }, dt = .1 })
  close({ run.v[2], run.v[6], run.v[21] }, { .57037411603685, 1.0376222910359, 1.00021943299385 },
    1e-8)
end)

t.test("T66: constant speeds drive a circle", function()
  options.mobile_robot = nil
  local v = values "mobile_robot"
  local run = kc:simulate(2, { v = 1.2, Om = .7 },
    { values = v, inputs = { F1 = "(-m*a*Om^2 + m*a*v*Om/l)/2", F2 = "(-m*a*Om^2 - m*a*v*Om/l)/2" },
    dt = 2 })
  close({ run.x[2], run.y[2], run.th[2] }, { 1.68934239426593, 1.42291346931387, 1.4 }, 1e-8)
end)

-- others ------------------------------------------------------------------------------------------

t.test("T58: the overhead crane", function()
  local kx = li.systems.crane():kane()
  matrix_is(kx.D, { { "M + m", "m*sin(phi)", "m*L*cos(phi)" }, { "m*sin(phi)", "m", "0" },
    { "m*L*cos(phi)", "0", "m*L^2" } }, "D")
  matrix_is(kx.C * kx.alpha,
    { "m*(2*L'*cos(phi) - L*phi'*sin(phi))*phi'", "-m*L*phi'^2", "2*m*L*L'*phi'" }, "C q'")
  matrix_is(kx.tau, { "Ft", "Fh + m*g*cos(phi)", "-m*g*L*sin(phi)" }, "tau")
  t.eq(kx:skew(), true)
  close(kx:numbers(with "crane").alphad, { 5.17870929272098, -1.35439758094446, -1.16073767154187 },
    1e-12)
end)

t.test("T56: wheels that slip, and what they tend to", function()
  options.tractor_trailer = { slip = true }
  local slip = li.systems.tractor_trailer { slip = true }:kane()
  matrix_is(slip.J, { { "1", "0", "0", "0" }, { "0", "1", "0", "0" }, { "0", "0", "1", "0" },
    { "cos(Ph)", "sin(Ph)", "-(b + c)*sin(Ph)", "0" },
    { "-sin(Ph)", "cos(Ph)", "-(b + c)*cos(Ph) - (l2 - d)", "-(l2 - d)" }, { "0", "0", "1", "1" } },
      "J")
  close(slip:numbers(with "tractor_trailer").alphad,
    { .09906638919262, .93198831771765, 1.1167220590377, -.026876915594 }, 1e-10)
end)

options.tractor_trailer = nil

t.test("T49 to T52: the tractor moves: steering input, coasting, order of Runge and Kutta",
  function()
  local tractor = li.systems.tractor_trailer():kane()
  local v = values "tractor_trailer"
  v.F1, v.F2, v.F3 = 0, 3000, -500
  local run = tractor:simulate(5, { v = 5 }, { values = v, inputs = { de = "0.2*sin(0.5*t)" },
    dt = 1 })
  close({ run.x[2], run.y[2], run.Th[2], run.Ph[2], run.v[2] },
    { 5.07702275707, .122356441456, .07154381387, -.0603246401805, 5.1591558152 }, 1e-9)
  close({ run.x[6], run.y[6], run.Th[6], run.Ph[6], run.v[6] },
    { 22.3601489788, 11.8676705469, 1.14469812213, -.30758322498, 5.88742238594 }, 1e-9)
  t.ok(run:info().drift < 1e-4, "work of the forces is what T gains")
  -- at t = 5: forces of the wheels
  local at = { de = .2 * math.sin(2.5), ["de'"] = .1 * math.cos(2.5) }
  for _, name in ipairs { "x", "y", "Th", "Ph", "v" } do at[name] = run[name][6] end
  for key, x in pairs(v) do at[key] = x end
  local f = tractor:reactions(at)
  close({ f["rear lateral"], f["front lateral"], f["trailer lateral"] },
    { 11404.081204, 1080.086488, 6284.734724 }, 1e-8)
  -- SIM-C: coasting straight
  v.F2, v.F3 = 0, 0
  local coast = tractor:simulate(4, { Ph = .5, v = 5 }, { values = v, inputs = { de = 0 }, dt = 1 })
  close({ coast.x[2], coast.Ph[2], coast.v[2] },
    { 4.90266594272892, .22462282619434, 4.84414702836364 }, 1e-9)
  close({ coast.x[5], coast.Ph[5], coast.v[5] },
    { 19.3389740744555, .02033927761833, 4.80407526530635 }, 1e-9)
  -- T52
  v.F2, v.F3 = 3000, -500
  local function rk4(h)
    local r = tractor:simulate(5, { v = 5 }, { values = v, inputs = { de = "0.2*sin(0.5*t)" },
      dt = 5, method = "rk4", h = h })
    return math.abs(r.x[2] - run.x[6])
  end
  local ratio = rk4(.2) / rk4(.1)
  t.ok(ratio > 12 and ratio < 20, "order 4: " .. ratio)
end)

t.test("T50: a circle with constant steering: equilibrium, radii, eigenvalue", function()
  local tractor = li.systems.tractor_trailer():kane()
  local Ph = -.389419500320256
  local T = math.tan(.2)
  t.near(Ph, math.asin(-6 * T / math.sqrt(3.5 ^ 2 + (.6 * T) ^ 2)) - math.atan(.6 * T / 3.5), 1e-14)
  local at = with("tractor_trailer", { Ph = Ph, de = .2, ["de'"] = 0, v = 8, F1 = 0, F2 = 0,
    F3 = 0 })
  local r = tractor:numbers(at)
  t.near(r.qd[4], 0, 1e-13)
  t.near(8 / r.qd[3], 17.266042064554124, 1e-12)
  t.near(tractor.qd[4]:diff("Ph"):eval(at) / 8, -.156387100273598, 1e-13)
  local f = tractor:reactions(at)
  close({ f["rear lateral"], f["front lateral"], f["trailer lateral"] },
    { 35298.35354647, 6721.31021898, 14607.92892652 }, 1e-11)
end)

-- in space ----------------------------------------------------------------------------------------

local function spatial_arm()
  local s = li.system { gravity = { 0, 0, -9.81 } }
  local q = { s:coordinates "q1 q2 q3" }
  local dh = { { 0, .5, .4 }, { .5, 0, 0 }, { .4, 0, 0 } } -- a, alpha/pi, d
  local com = { { 0, -.15, .02 }, { -.22, .01, .03 }, { -.18, -.02, .01 } }
  local j = {
    { { .05, .002, -.001 }, { .002, .03, .004 }, { -.001, .004, .045 } },
      { { .01, .001, .002 }, { .001, .06, -.003 }, { .002, -.003, .055 } },
    { { .004, -.0005, .0002 }, { -.0005, .02, .001 }, { .0002, .001, .018 } },
  }
  local before
  for i = 1, 3 do
    local a, al, d = dh[i][1], dh[i][2] * li.exact_pi(), dh[i][3]
    local c, sn, ca, sa = li.cos(q[i]), li.sin(q[i]), li.cos(al), li.sin(al)
    local b = s:body { name = "link " .. i, m = 4 - i, j = j[i], com = com[i], on = before,
      place = { { c, -sn * ca, sn * sa, a * c }, { sn, c * ca, -c * sa, a * sn }, { 0, sa, ca, d },
        { 0, 0, 0, 1 } } }
    if i == 3 then
      s:joint { kind = "spherical", name = "hinge", on = b, from = before, at = { -.4, 0, 0 } }
    end
    b:torque(i == 1 and { n = { 0, "t1", 0 } } or { n = { 0, 0, "t" .. i }, from = before })
    before = b
  end
  return s
end

t.test("T67: the arm in space by ten steps, its inverse dynamics and the force in its third hinge",
  function()
  local ks = spatial_arm():kane()
  local v = { q1 = .3, q2 = -.5, q3 = .8, ["q1'"] = 1.2, ["q2'"] = -.7, ["q3'"] = .9,
    t1 = -.1108789286202, t2 = 10.6828450392586, t3 = 2.1886971526444 }
  local r = ks:numbers(v)
  close(r.D, { { .653466557475, .006888691815, .000555363374 },
    { .006888691815, .696422597874, .150611298937 }, { .000555363374, .150611298937, .0668 } },
    1e-11)
  close(r.C * li.vec { 1.2, -.7, .9 }, { -.4318342422897, -.2648809007742, .0856424945169 }, 1e-11)
  close(r.alphad, { .5, -1, 2 }, 1e-10)
  v.t1, v.t2, v.t3 = 0, 0, 0
  local free = ks:numbers(v)
  close(free.alphad, { .8365136357599, -17.1133507952082, 5.5624049925808 }, 1e-11)
  v.t1, v.t2, v.t3 = -.1108789286202, 10.6828450392586, 2.1886971526444
  -- omega_c of link 3 alone: the hinge's force is all that acts besides weight, torque and the
  -- hinge's own moments
  local wc = ks:numbers(v).omega_c
  t.near(math.sqrt(wc[13] ^ 2 + wc[14] ^ 2 + wc[15] ^ 2),
    math.sqrt(1.3581483002075 ^ 2 + .5069162242611 ^ 2 + 9.7029160991264 ^ 2), 1e-9)
end)

t.test("T68: three matrices C of a free rotation, one C alpha; two of them skew", function()
  local s = li.system {}
  local a, b, c = s:coordinates "ya pi_ ro"
  s:body { m = 0, j = { .05, .08, .11 }, place = { rpy = { c, b, a } } }
  local at = { ya = .1, pi_ = .2, ro = -.3, ["ya'"] = .7, ["pi_'"] = -.4, ["ro'"] = 1.1 }
  local d, sk, eq = s:kane(), s:kane { form = "skew" }, s:equations()
  local rates, list = li.vec { .7, -.4, 1.1 }, {}
  for _, C in ipairs { d.C, sk.C, eq.C } do
    list[#list + 1] = C:eval(at)
    close(C:eval(at) * rates, { .05075449188987, .03197511218521, .00429513075221 }, 1e-12)
  end
  for i = 1, 2 do
    for j = i + 1, 3 do
      local most = 0
      for r = 1, 3 do
        for q = 1, 3 do most = math.max(most, math.abs(list[i][r][q] - list[j][r][q])) end
      end
      t.ok(most > 1e-3, "they differ")
    end
  end
  t.eq(d:skew(), false)
  t.eq(sk:skew(), true)
  t.eq(eq:skew(), true)
  -- alpha'(D' - 2C) alpha = 0 all the same
  local x = d.alpha:dot((d:rate(d.D) - 2 * d.C) * d.alpha)
  t.ok(x:equals(0))
end)

t.test("T30: the planar reduction gives what space gives", function()
  local s = li.system { gravity = { 0, "-g", 0 } }
  local th1, th2 = s:coordinates "th1 th2"
  local b1 = s:body { m = "m1", j = { 1, 2, "j1" },
    place = { p = { "l1*cos(th1)", "l1*sin(th1)", 0 }, rpy = { 0, 0, th1 } } }
  local b2 = s:body { m = "m2", j = { 3, 4, "j2" }, on = b1,
    place = { p = { "l2*cos(th2)", "l2*sin(th2)", 0 }, moving = { "z", th2 } } }
  b1:torque { n = { 0, 0, "G1" } }
  b2:torque { n = { 0, 0, "G2" }, from = b1 }
  local ks = s:kane()
  for i = 1, 2 do
    t.ok(ks.tau[i]:equals(k.tau[i]), "tau")
    for j = 1, 2 do
      t.ok(ks.D[i][j]:equals(k.D[i][j]), "D")
      t.ok(ks.C[i][j]:equals(k.C[i][j]), "C")
    end
  end
  t.eq(ks.nv, 12)
end)

t.done()
