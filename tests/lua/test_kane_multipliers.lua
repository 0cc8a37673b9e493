-- test_kane_multipliers.lua - constraints with multipliers, every way: slider-crank T70 to T80,
-- bead T82, rolling disc T83 to T86 of [nonhol]
local t = require "t"
local li = require "liaison"

local function same(got, want, what)
  t.ok(li.expr(got):equals(li.expr(want, "new")),
    ("%s: %s is not %s"):format(what, tostring(got), tostring(want)))
end
local column = t.column

local close = t.close

-- luacheck: ignore
local keep = { li.symbols "L1 L2 h m1 m2 m3 I1 I2 I3 r1 r2 g tau F m w R Ia It",
  li.coordinates "al be la xb yb xd yd zd ph th ps", li.time() }
local DATA = { L1 = .3, L2 = .9, h = .1, m1 = 2, m2 = 3, m3 = 4, I1 = .02, I2 = .2, I3 = .01,
  r1 = .12, r2 = .4, g = 9.81, tau = 15, F = -50 }
local BETA, LAMBDA = -.6771796465084543, 1.14492150076725
local crank = li.lagrange {
  q = "al be la",
  T = "(I1 + m1*r1^2)*al'^2/2 + m2*(L1^2*al'^2 + r2^2*(al' + be')^2 + "
    .. "2*L1*r2*cos(be)*al'*(al' + be'))/2 + I2*(al' + be')^2/2 + m3*la'^2/2",
  V = "g*(m1*r1*sin(al) + m2*(L1*sin(al) + r2*sin(al + be)))", Q = { "tau", 0, "F" },
  constraints = { holonomic = { "L1*cos(al) + L2*cos(al + be) - la",
    "L1*sin(al) + L2*sin(al + be) - h" } },
}
local num = crank:with(DATA)
local q, v = { .6, BETA, LAMBDA }, { 8, -10.207466315072612, -1.5083240766644703 }

t.test("T72: M, Q_v, Q_co, Phi_q, gamma of the slider-crank with joint coordinates", function()
  local M = { { "I1 + I2 + m1*r1^2 + m2*(L1^2 + 2*L1*r2*cos(be) + r2^2)",
    "I2 + m2*r2*(L1*cos(be) + r2)", "0" }, { "0", "I2 + m2*r2^2", "0" }, { "0", "0", "m3" } }
  for i = 1, 3 do for j = i, 3 do same(crank.M[i][j], M[i][j], "M") end end
  local Qv = { "L1*m2*r2*sin(be)*be'*(2*al' + be')", "-L1*m2*r2*sin(be)*al'^2", "0" }
  local Qco = { "-g*(m1*r1*cos(al) + m2*(L1*cos(al) + r2*cos(al + be)))", "-g*m2*r2*cos(al + be)",
    "0" }
  for i = 1, 3 do
    same(-crank.h[i], Qv[i], "Q_v")
    same(-crank.G[i], Qco[i], "Q_co")
  end
  local J = { { "-L1*sin(al) - L2*sin(al + be)", "-L2*sin(al + be)", "-1" },
    { "L1*cos(al) + L2*cos(al + be)", "L2*cos(al + be)", "0" } }
  for i = 1, 2 do for j = 1, 3 do same(crank.J[i][j], J[i][j], "J") end end
  same(crank.gamma[1], "L1*cos(al)*al'^2 + L2*cos(al + be)*(al' + be')^2", "gamma1")
  same(crank.gamma[2], "L1*sin(al)*al'^2 + L2*sin(al + be)*(al' + be')^2", "gamma2")
end)

local A = { -6.6235858632358, 20.1560875580844, -18.1579604004244 }

t.test("T73, T74: accelerations and multipliers, in numbers by every way, and the sign of the "
  .. "slides", function()
  local r = assert(num:solve(q, v, nil, { method = "all" }))
  close(r.a, A, 1e-12)
  t.ok(r.spread < 1e-10)
  close(r.lambda, { 22.6318416016978, 3.4251174334881 }, 1e-12)
  close(num:as("slides"):solve(q, v).lambda, { -22.6318416016978, -3.4251174334881 }, 1e-12)
  same(num:as("slides"):row(3) - num:as("course"):row(3), "-2*lambda1",
    "M q'' + h + J' lambda of the slides")
end)

t.test("T75: partition with every coordinate; N, N', N'MN = J_eq", function()
  local r = num:solve(q, v, nil, { method = "partition", independent = { "al" } })
  close(column(r.N), { 1, -1.27593328938408, -.18854050958306 }, 1e-13)
  close(column(r.Ndot), { 0, 1.46310423251102, -2.42584683179326 }, 1e-12)
  t.near(r.M_reduced[1][1], .35793112127768, 1e-13)
  for _, name in ipairs { "al", "be", "la" } do
    close(num:solve(q, v, nil, { method = "partition", independent = { name } }).a, A, 1e-11, name)
  end
  local at = { al = .6, be = BETA, la = LAMBDA, ["al'"] = v[1], ["be'"] = v[2], ["la'"] = v[3] }
  for _, name in ipairs { "al", "be", "la" } do
    local p = num:multipliers("partition", { independent = name })
    local f, M = p.force:eval(at)[1], p.M[1][1]:eval(at)
    for i, c in ipairs { "al", "be", "la" } do
      if c == name then t.near(f / M, A[i], 1e-10, "reduced model of " .. name) end
    end
    if name == "al" then
      close(column(p.N:eval(at)), { 1, -1.27593328938408, -.18854050958306 }, 1e-12)
      close(column(p.Ndot:eval(at)), { 0, 1.46310423251102, -2.42584683179326 }, 1e-11)
      t.near(M, .35793112127768, 1e-13)
      t.near(f, -2.37078751490707, 1e-11, "the generalised force of the strict form")
    end
  end
end)

t.test("T75: dead points are reported", function()
  local p, why, code = num:multipliers("partition", { independent = { "al", "be" } })
  t.eq(p, nil)
  t.eq(code, "ESINGULAR", why)
end)

t.test("T76: P; P M alone has no inverse, the printed formula gives a wrong acceleration",
  function()
  local r = num:solve(q, v, nil, { method = "projector" })
  close(r.P, { { .93401224562796, -1.1917373168891, -.17609914474751 },
    { .25962776907056, -.33126771340565, -.04895035188248 },
    { -2.10700325705167, 2.6883955965129, .39725546777769 } }, 1e-12)
  local P = li.mat(r.P)
  t.near(P * P, P, 1e-13)
  t.near(P[1][1] + P[2][2] + P[3][3], 1, 1e-13)
  local M, h = num:mass(q), num:bias(q, v)
  local _, s = (P * M):svd()
  close(s, { 1.92540033, 0, 0 }, 1e-8)
  local wrong = M:inverse() * (P * (-1 * h))
  t.near(wrong[1], 37.30545144477539, 1e-9)
  local at = { al = .6, be = BETA, la = LAMBDA, ["al'"] = v[1], ["be'"] = v[2], ["la'"] = v[3] }
  local sym = num:multipliers "projector"
  close(sym.P:eval(at), r.P, 1e-11)
  close(sym.a:eval(at), A, 1e-11)
  close(sym.lambda:eval(at), { 22.6318416016978, 3.4251174334881 }, 1e-11)
  for _, way in ipairs { "augmented", "udwadia" } do
    local x = num:multipliers(way)
    close(x.a:eval(at), A, 1e-11, way)
    close(x.lambda:eval(at), { 22.6318416016978, 3.4251174334881 }, 1e-11, way)
  end
end)

t.test("T78: the torque for an acceleration, and the multiplier of a driver", function()
  local function torque(al, be, la, rates, a)
    local p = crank:with { tau = 0 }:with(DATA):multipliers("partition", { independent = "al" })
    local at = { al = al, be = be, la = la, ["al'"] = rates[1], ["be'"] = rates[2],
      ["la'"] = rates[3] }
    return p.M[1][1]:eval(at) * a - p.force[1]:eval(at)
  end
  t.near(torque(.6, BETA, LAMBDA, v, 0), 17.370787514907, 1e-10)
  t.near(torque(.6, BETA, LAMBDA, v, 20), 24.529409940461, 1e-10)
  for al, want in pairs { [0] = 4.443450569685, 5.486760827327, -30.097272791169,
    -14.816407011650 } do
    local rod = math.asin((.1 - .3 * math.sin(al)) / .9)
    local rate = -.3 * math.cos(al) * 8 / (.9 * math.cos(rod))
    t.near(torque(al, rod - al, .3 * math.cos(al) + .9 * math.cos(rod),
      { 8, rate - 8, -.3 * math.sin(al) * 8 - .9 * math.sin(rod) * rate }, 0), want, 1e-9,
      "at " .. al)
  end
  local driven = li.lagrange {
    q = "al be la", T = crank.T, V = crank.V, Q = { "tau", 0, "F" },
    constraints = { holonomic = { "L1*cos(al) + L2*cos(al + be) - la",
      "L1*sin(al) + L2*sin(al + be) - h", "al - 0.6 - 8*t" } },
  }:with(DATA):with { t = 0 }:as "slides"
  local r = driven:solve(q, v)
  close(r.lambda[3], -2.370787514907, 1e-10)
end)

t.test("T82: a bead on a turning rod: gamma with all its terms (E21)", function()
  local bead = li.lagrange { q = "xb yb", T = "m*(xb'^2 + yb'^2)/2",
    constraints = { holonomic = "yb*cos(w*t) - xb*sin(w*t)" } }
  same(bead.gamma[1], "2*w*(xb'*cos(w*t) + yb'*sin(w*t)) - w^2*(xb*sin(w*t) - yb*cos(w*t))",
    "gamma")
  local r = bead:with { m = 1, w = 2 }:with { t = 0 }:as "slides":solve({ 1, 0 }, { .5, 2 })
  t.near(r.lambda[1], -2, 1e-14)
  t.near(r.a[2], 2, 1e-14)
end)

local disc = li.lagrange {
  q = "xd yd zd ph th ps",
    T = "m*(xd'^2 + yd'^2 + zd'^2)/2 + It*(th'^2 + ph'^2*sin(th)^2)/2 + Ia*(ph'*cos(th) + ps')^2/2",
    V = "m*g*zd",
  constraints = {
    nonholonomic = { "xd' + R*cos(ph)*cos(th)*ph' - R*sin(ph)*sin(th)*th' + R*cos(ph)*ps'",
    "yd' + R*sin(ph)*cos(th)*ph' + R*cos(ph)*sin(th)*th' + R*sin(ph)*ps'",
    "zd' - R*cos(th)*th'" } },
}
local rolling = disc:with { m = 2, R = .3, Ia = .09, It = .045, g = 9.81 }
local qd, vd = { 0, 0, .3 * math.sin(1.2), .3, 1.2, -.5 },
  { -1.54913876007719, -.36213116545531, -.0434829305372, .8, -.4, 5 }

t.test("T83: the rolling disc: Q_v, accelerations and the contact force by every way", function()
  local Qv = { "0", "0", "0", "th'*sin(th)*(Ia*ps' + 2*(Ia - It)*ph'*cos(th))",
    "ph'*sin(th)*(-Ia*(ph'*cos(th) + ps') + It*ph'*cos(th))", "Ia*ph'*th'*sin(th)" }
  for i = 1, 6 do same(-disc.h[i], Qv[i], "Q_v") end
  local want = { -.81898390743546, 2.54662775358455, -1.58503532118768, -4.29166551083959,
    -14.16921468752884, 1.05803076495697 }
  local r = rolling:as("slides"):solve(qd, vd, nil, { method = "all" })
  close(r.a, want, 1e-12)
  t.ok(r.spread < 1e-10)
  close(r.lambda, { 1.63796781487092, -5.0932555071691, -16.44992935762464 }, 1e-12)
  for _, free in ipairs { { "ph", "th", "ps" }, { "zd", "ph", "ps" } } do
    close(rolling:solve(qd, vd, nil, { method = "partition", independent = free }).a, want, 1e-11,
      free[1])
  end
  local p = rolling:multipliers("partition", { independent = { "ph", "th", "ps" } })
  close(p.M:eval { ph = .3, th = 1.2 },
    { { .0745432070016099, 0, .0978365937087019 }, { 0, .225, 0 }, { .0978365937087019, 0, .27 } },
    1e-13)
end)

t.test("T84: phi, theta, psi cannot be the dependent ones", function()
  local p, why, code = rolling:multipliers("partition", { independent = { "xd", "yd", "zd" } })
  t.eq(p, nil)
  t.eq(code, "ESINGULAR", why)
  local r, _, code2 = rolling:solve(qd, vd, nil,
    { method = "partition", independent = { "xd", "yd", "zd" } })
  t.eq(r, nil)
  t.eq(code2, "ESINGULAR")
end)

t.test("T86: steady circles, and the speed above which an upright disc stays upright", function()
  -- upright at rolling rate w: theta'' + .. = 0 linearised has lambda^2 = 4g/(5R) - 12 w^2/5
  local p = disc:multipliers("partition", { independent = { "ph", "th", "ps" } })
  local change = { ["ph'"] = "e*a", th = "exact + e*b", ph = 0 }
  t.ok(p.M and change)
  local function stiffness(w)
    local at, eps = { m = 2, R = .3, Ia = .09, It = .045, g = 9.81, ph = 0 }, 1e-5
    local function acc(th, php)
      local n = { th = th, ["ph'"] = php, ["th'"] = 0, ["ps'"] = w }
      for key, x in pairs(at) do n[key] = x end
      local f = p.force:eval(n)
      return p.M:eval(n):solve(f)
    end
    local half = math.pi / 2
    local kth = (acc(half + eps, 0)[2] - acc(half - eps, 0)[2]) / (2 * eps)
    local kph = (acc(half, eps)[2] - acc(half, -eps)[2]) / (2 * eps)
    -- phi' follows theta': phi'' = c theta'
    local n = { th = half, ["ph'"] = 0, ["th'"] = eps, ["ps'"] = w }
    for key, x in pairs(at) do n[key] = x end
    local c = p.M:eval(n):solve(p.force:eval(n))[1] / eps
    return kth + kph * c
  end
  local w = 2
  t.near(stiffness(w), 4 * 9.81 / (5 * .3) - 12 * w * w / 5, 1e-5)
  local vc = math.sqrt(9.81 * .3 / 3)
  t.near(vc, .9904544411531506, 1e-15)
  t.near(stiffness(vc / .3), 0, 1e-4)
end)

t.test("mistakes are said with their place", function()
  t.raises("constraints.nonholonomic%[1%]: not linear in the velocities", li.lagrange,
    { q = "xb yb", T = "xb'^2 + yb'^2", constraints = { nonholonomic = "xb'*yb'" } })
  t.raises("constraints: unknown key 'holonmic'", li.lagrange,
    { q = "xb yb", T = "xb'^2 + yb'^2", constraints = { holonmic = "xb" } })
  t.raises("either constraints, or phi and H", li.lagrange,
    { q = "xb yb", T = "xb'^2 + yb'^2", phi = { "xb" }, constraints = { holonomic = "xb" } })
  t.raises("these equations have no constraints",
    function() return li.lagrange { q = "xb", T = "xb'^2" }:multipliers "udwadia" end)
end)

t.done()
