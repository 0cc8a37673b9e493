-- test_equations_thesis.lua - equations of the models of the thesis, entry by entry, and the
-- numbers it prints
local t = require "t"
local li = require "liaison"
local check = require "equationcheck"

local same, mass_is, column_is = check.same, check.mass_is, check.column_is

local function I(k)
  return { { "XX" .. k, "XY" .. k, "XZ" .. k }, { "XY" .. k, "YY" .. k, "YZ" .. k },
    { "XZ" .. k, "YZ" .. k, "ZZ" .. k } }
end

local M3 = li.definition {
  gravity = { 0, 0, "-g" },
  liaison = {
    Repere1 = { "R0", { "q1", 0, 0 }, 0 }, Repere11 = { "Repere1", { 0, "-R2", 0 }, 0 },
      Repere12 = { "Repere1", { 0, "R2", 0 }, 0 },
    Repere21 = { "Repere11", { 0, 0, "q21" }, 0 }, Repere22 = { "Repere12", { 0, 0, "q22" }, 0 },
    Repere3 = { "Repere21", 0, { "q3", 0, 0 } }, Repere4 = { "Repere22", 0, { "q3", 0, 0 } },
    Repere5 = { "Repere6", { 0, "q5", 0 }, 0 }, Repere6 = { "Repere3", { 0, "3*R2", 0 }, 0 },
  },
  corps = {
    Repere1 = { "corps1", "m1", I(1), { "xG1", "yG1", "zG1", 1 } },
      Repere21 = { "corps21", "m2", I(2), { "xG2", "yG2", "zG2", 1 } },
    Repere22 = { "corps22", "m2", I(2), { "xG2", "yG2", "zG2", 1 } },
      Repere3 = { "corps3", "m3", I(3), { "xG3", "yG3", "zG3", 1 } },
    Repere5 = { "corps5", "m5", I(5), { "xG5", "yG5", "zG5", 1 } },
  },
  q = { "q1", "q21", "q22", "q3", "q5" },
}

t.test("thesis M3: every entry of M, C q', G and the numbers of REF-LOOP", function()
  local eq = M3:equations()
  local M24 = "cos(q3)*(3*m5*R2 + m5*q5 + m3*yG3 + m5*yG5) - sin(q3)*(m3*zG3 + m5*zG5)"
  mass_is(eq, (function()
    local c = eq.constants
    local function back(e) for i = #c, 1, -1 do e = e:subs(li.expr(c[i]), c[c[i]]) end return e end
    local full = { n = eq.n, M = {} }
    for i = 1, 5 do full.M[i] = {} for j = 1, 5 do full.M[i][j] = back(eq.M[i][j]) end end
    full.entries = {
      ["1,1"] = "m1 + 2*m2 + m3 + m5", ["2,2"] = "m2 + m3 + m5", ["3,3"] = "m2", ["5,5"] = "m5",
        ["2,5"] = "m5*sin(q3)", ["4,5"] = "-m5*zG5", ["2,4"] = M24,
      ["4,4"] = "XX3 + XX5 + m3*(yG3^2 + zG3^2) + m5*(q5^2 + 9*R2^2 + 6*q5*R2 + 2*yG5*q5 + "
        .. "6*yG5*R2 + yG5^2 + zG5^2)",
    }
    for key, want in pairs(full.entries) do
      local i, j = key:match "(%d),(%d)"
      same(full.M[tonumber(i)][tonumber(j)], want, "M" .. key)
    end
    local h = eq.h
    column_is({ back(h[1]), back(h[2]), back(h[3]), back(h[4]), back(h[5]) }, {
      "0", "2*m5*cos(q3)*q3'*q5' - q3'^2*(m3*(cos(q3)*zG3 + sin(q3)*yG3) + m5*(sin(q3)*(3*R2 "
        .. "+ q5 + yG5) + cos(q3)*zG5))", "0",
      "2*m5*q3'*q5'*(q5 + 3*R2 + yG5)", "-m5*q3'^2*(q5 + yG5 + 3*R2)" }, "C q'")
    local G = eq.G
    column_is({ back(G[1]), back(G[2]), back(G[3]), back(G[4]), back(G[5]) },
      { "0", "g*(m2 + m3 + m5)", "g*m2", "g*(" .. M24 .. ")", "g*m5*sin(q3)" }, "G")
    local list = {}
    for i = 1, 5 do for j = i, 5 do list[i .. "," .. j] = tostring(eq.M[i][j]) end end
    return list
  end)())
  t.eq(eq:skew(), true)
  local n = eq:with { m1 = 10, m2 = 2, m3 = 5, m5 = 3, R2 = .5, XX3 = .8, XX5 = .1, yG3 = .6,
    zG3 = .05, yG5 = .1, zG5 = -.02, zG1 = .2, zG2 = -.1, g = 9.81 }
  local q, v = { .3, .8, .9, .2, .15 }, { .1, -.2, .3, .5, -.4 }
  local M = n:mass(q)
  t.near({ M[1][1], M[2][2], M[3][3], M[2][4], M[2][5], M[4][4], M[4][5], M[5][5] },
    { 22, 10, 2, 8.047802094, .596007992, 11.9012, .06, 3 }, 2e-9)
  t.near(n:gravity(q), { 0, 98.1, 19.62, 78.948938545, 5.846838405 }, 2e-9)
  local bias, G = n:bias(q, v), n:gravity(q)
  t.near({ bias[1] - G[1], bias[2] - G[2], bias[3] - G[3], bias[4] - G[4], bias[5] - G[5] },
    { 0, -1.632388551, 0, -2.1, -1.3125 }, 2e-9)
end)

-- without names for sums of constants
local function plain(m) return m:equations { reduce = false } end

local M4 = li.definition {
  gravity = { 0, 0, "-g" },
  liaison = {
    Repere2 = { "R0", { "X", 0, "Z" }, 0 }, Repere3 = { "Repere2", 0, { 0, "alpha", 0 } },
      Rc0 = { "Repere3", { "l2", 0, 0 }, 0 },
    Rc1 = { "Rc0", { 0, 0, "l1" }, 0 }, Repere4 = { "Repere3", 0, { 0, "q1", 0 } },
      Repere5 = { "Repere4", { 0, 0, "q2" }, 0 },
  },
  corps = {
    Repere3 = { "plateforme", "mp", { "XX0", "YY0", "ZZ0" }, { 0, 0, 0, 1 } },
    Repere4 = { "corps1", "m1", { "XX1 - zG1^2*m1", "YY1 - zG1^2*m1", "ZZ1" }, { 0, 0, "zG1", 1 } },
    Repere5 = { "corps2", "m2", { "XX2 - zG2^2*m2", "YY2 - zG2^2*m2", "ZZ2" }, { 0, 0, "zG2", 1 } },
  },
  q = { "X", "Z", "alpha", "q1", "q2" },
}

t.test("thesis M4: monopod, M, C q', G, and REF-MONO", function()
  local eq = plain(M4)
  local mu, J, c, s = "(m1*zG1 + m2*zG2 + m2*q2)", "(YY1 + YY2 + m2*q2^2 + 2*m2*zG2*q2)",
    "cos(alpha + q1)", "sin(alpha + q1)"
  mass_is(eq, {
    ["1,1"] = "m1 + m2 + mp", ["2,2"] = "m1 + m2 + mp", ["1,3"] = mu .. "*" .. c,
      ["1,4"] = mu .. "*" .. c, ["1,5"] = "m2*" .. s,
    ["2,3"] = "-" .. mu .. "*" .. s, ["2,4"] = "-" .. mu .. "*" .. s, ["2,5"] = "m2*" .. c,
      ["3,3"] = J .. " + YY0", ["3,4"] = J, ["4,4"] = J, ["5,5"] = "m2",
  })
  local w = "(alpha' + q1')"
  column_is(eq.h, {
    ("-%s*%s^2*%s + 2*m2*%s*q2'*%s"):format(mu, w, s, w, c),
      ("-%s*%s^2*%s - 2*m2*%s*q2'*%s"):format(mu, w, c, w, s),
    "2*m2*(zG2 + q2)*" .. w .. "*q2'", "2*m2*(zG2 + q2)*" .. w .. "*q2'",
    "-m2*(q2 + zG2)*" .. w .. "^2" }, "C q'")
  column_is(eq.G, { "0", "g*(m1 + m2 + mp)", "-g*" .. mu .. "*" .. s, "-g*" .. mu .. "*" .. s,
    "g*m2*" .. c }, "G")
  local n = eq:with { mp = 10, m1 = 1, m2 = .5, YY0 = .5, YY1 = .05, YY2 = .03, zG1 = -.15,
    zG2 = .1, g = 9.81 }
  local q, v = { 0, 1, .1, -.3, -.45 }, { .5, 1, .4, -1.2, .3 }
  local M, G, b = n:mass(q), n:gravity(q), n:bias(q, v)
  t.near({ M[1][1], M[1][3], M[1][5], M[2][3], M[2][5], M[3][3], M[3][4], M[5][5] },
    { 11.5, -.31852164, -.09933467, -.06456753, .49003329, .63625, .13625, .5 }, 2e-8)
  t.near(G, { 0, 112.815, -.63340749, -.63340749, 4.80722656 }, 2e-8)
  t.near({ b[1] - G[1], b[2] - G[2], b[3] - G[3], b[4] - G[4], b[5] - G[5] },
    { -.2765392, .15617321, .084, .084, .112 }, 2e-8)
end)

local function robot(wheel_xx)
  local function wheel(name, xx, yy, zz) return { name, "m", { xx, yy, zz } } end
  return li.definition {
    gravity = { 0, 0, "-g" },
    liaison = {
      Repere1 = { "R0", { "xt", 0, 0 }, 0 }, Repere2 = { "Repere1", { 0, "yt", 0 }, 0 },
        Repere3 = { "Repere2", { 0, 0, "-h" }, 0 },
      Repere4 = { "Repere3", 0, { 0, 0, "theta" } },
        Repere11 = { "Repere4", { "Lf", "b", "-(h-r)" }, 0 },
        Repere21 = { "Repere4", { "Lf", "-b", "-(h-r)" }, 0 },
      Repere31 = { "Repere4", { "-Lr", "b", "-(h-r)" }, 0 },
        Repere41 = { "Repere4", { "-Lr", "-b", "-(h-r)" }, 0 },
      Repere12 = { "Repere11", 0, { 0, 0, "alpha_ag" } },
        Repere22 = { "Repere21", 0, { 0, 0, "alpha_ad" } },
      Repere13 = { "Repere12", 0, { 0, "phi_ag", 0 } },
        Repere23 = { "Repere22", 0, { 0, "phi_ad", 0 } },
      Repere32 = { "Repere31", 0, { 0, "phi_g", 0 } },
        Repere42 = { "Repere41", 0, { 0, "phi_d", 0 } },
    },
    corps = {
      Repere4 = { "chassis", "Mt", { 0, 0, "Ip33" } },
        Repere13 = wheel("roue1", wheel_xx and "Id33" or 0, "Id22", "Id33"),
      Repere23 = wheel("roue2", wheel_xx and "Id33" or 0, "Id22", "Id33"),
        Repere32 = wheel("roue3", wheel_xx and "It33" or 0, "It22", "It33"),
      Repere42 = wheel("roue4", wheel_xx and "It33" or 0, "It22", "It33"),
    },
    q = { "xt", "yt", "theta", "phi_ag", "phi_ad", "phi_g", "phi_d", "alpha_ag", "alpha_ad" },
  }
end

t.test("thesis M5: the full model of the mobile robot, REF-ROB, and the tensor that does not spin",
  function()
  local eq = plain(robot(true))
  mass_is(eq, {
    ["1,1"] = "Mt + 4*m", ["2,2"] = "Mt + 4*m", ["1,3"] = "-2*m*(Lf - Lr)*sin(theta)",
      ["2,3"] = "2*m*(Lf - Lr)*cos(theta)",
    ["3,3"] = "Ip33 + 2*Id33 + 2*It33 + 2*m*(Lf^2 + Lr^2) + 4*m*b^2", ["3,8"] = "Id33",
      ["3,9"] = "Id33", ["4,4"] = "Id22", ["5,5"] = "Id22", ["6,6"] = "It22",
    ["7,7"] = "It22", ["8,8"] = "Id33", ["9,9"] = "Id33",
  })
  column_is(eq.h, { "-2*m*(Lf - Lr)*theta'^2*cos(theta)", "-2*m*(Lf - Lr)*theta'^2*sin(theta)", "0",
    "0", "0", "0", "0", "0", "0" }, "C q'")
  column_is(eq.G, { "0", "0", "0", "0", "0", "0", "0", "0", "0" }, "G")
  same(eq.V, "-g*(Mt*h + 4*m*(2*h - r))", "V")
  local n = eq:with { Mt = 100, m = 5, Ip33 = 12, Id22 = .05, Id33 = .04, It22 = .06, It33 = .05,
    Lf = .5, Lr = .6, b = .35, h = .25, r = .15, g = 9.81 }
  local M = n:mass { 1, 2, .6, .1, .2, .3, .4, .15, .12 }
  t.near({ M[1][1], M[1][3], M[2][3], M[3][3], M[3][8] },
    { 120, .564642473, -.825335615, 20.73, .04 }, 2e-9)
  local at = { xt = 1, yt = 2, theta = .6, ["xt'"] = 1, ["yt'"] = .5, ["theta'"] = .3,
    ["phi_ag'"] = 6, ["phi_ad'"] = 6.1, ["phi_g'"] = 6.2, ["phi_d'"] = 6.3,
    phi_ag = .1, phi_ad = .2, phi_g = .3, phi_d = .4, alpha_ag = .15, alpha_ad = .12,
      ["alpha_ag'"] = .2, ["alpha_ad'"] = .25 }
  t.near(n.T:eval(at), 80.16004239978207, 1e-10)
  t.near(n.V:eval {}, -313.92, 1e-10)
  same(plain(robot(false)).M[8][8], "Id33*cos(phi_ag)^2", "the literal table: M88")
end)

local car = li.vehicles.car()

t.test("thesis M6: the car of 15 coordinates at zero angles, in symbols", function()
  local eq = plain(car)
  local zero = {}
  for _, name in ipairs { "theta_l", "theta_r", "theta_t", "z1", "z2", "z3", "z4", "beta_b",
    "phi_1", "phi_2", "phi_3", "phi_4" } do
    zero[name] = 0
  end
  local mt, SF, SR = "MS + 2*MNSF + 2*MNSR", "(LSFg + LSFd)", "(LSRg + LSRd)"
  local squares = " + MNSF*(LSFg^2 + LSFd^2) + MNSR*(LSRg^2 + LSRd^2)"
  local want = {
    ["1,1"] = mt, ["2,2"] = mt, ["3,3"] = mt, ["1,5"] = "-(MNSF*" .. SF .. " + MNSR*" .. SR .. ")",
      ["2,4"] = "2*(L1*MNSF - L2*MNSR)",
    ["2,6"] = "MNSF*" .. SF .. " + MNSR*" .. SR, ["3,5"] = "-2*(L1*MNSF - L2*MNSR)",
      ["3,7"] = "MNSF", ["3,8"] = "MNSF", ["3,9"] = "MNSR", ["3,10"] = "MNSR",
    ["4,4"] = "ZZ6 + 4*XX1 + 2*MNSF*(L1^2 + L3^2) + 2*MNSR*(L2^2 + L4^2)",
      ["4,5"] = "L3*MNSF*(LSFd - LSFg) + L4*MNSR*(LSRd - LSRg)",
    ["4,6"] = "XZ6 + L1*MNSF*" .. SF .. " - L2*MNSR*" .. SR, ["4,11"] = "2*XX1",
      ["5,5"] = "YY6 + 4*YY1 + 2*L1^2*MNSF + 2*L2^2*MNSR" .. squares, ["5,6"] = "XY6",
    ["5,7"] = "-L1*MNSF", ["5,8"] = "-L1*MNSF", ["5,9"] = "L2*MNSR", ["5,10"] = "L2*MNSR",
      ["6,6"] = "XX6 + 4*XX1 + 2*L3^2*MNSF + 2*L4^2*MNSR" .. squares,
    ["6,7"] = "-L3*MNSF", ["6,8"] = "L3*MNSF", ["6,9"] = "-L4*MNSR", ["6,10"] = "L4*MNSR",
      ["7,7"] = "MNSF", ["8,8"] = "MNSF", ["9,9"] = "MNSR", ["10,10"] = "MNSR",
    ["11,11"] = "2*XX1",
  }
  for k = 12, 15 do want["5," .. k], want[k .. "," .. k] = "YY1", "YY1" end
  for i = 1, 15 do
    for j = i, 15 do
      same(eq.M[i][j]:subs(zero), want[i .. "," .. j] or "0", ("M%d,%d"):format(i, j))
    end
  end
  local sum = "(MNSF*(z1 - LSFg) + MNSF*(z2 - LSFd) + MNSR*(z3 - LSRg) + MNSR*(z4 - LSRd))"
  column_is(eq.G, {
    "0", "0", "g*(" .. mt .. ")", "0",
      "-g*(2*(L1*MNSF - L2*MNSR)*cos(theta_r) + sin(theta_r)*cos(theta_t)*" .. sum .. ")",
    "-g*cos(theta_r)*sin(theta_t)*" .. sum, "MNSF*g*cos(theta_r)*cos(theta_t)",
    "MNSF*g*cos(theta_r)*cos(theta_t)", "MNSR*g*cos(theta_r)*cos(theta_t)",
    "MNSR*g*cos(theta_r)*cos(theta_t)", "0", "0", "0", "0", "0" }, "G")
end)

t.test("thesis M6: REF-CAR in state S1", function()
  local n = car:equations():with { MS = 1200, MNSF = 40, MNSR = 38, XX6 = 450, YY6 = 1800,
    ZZ6 = 2000, XY6 = 0, XZ6 = -30, XX1 = .7, YY1 = 1.2, L1 = 1.2,
    L2 = 1.4, L3 = .74, L4 = .72, LSFg = .35, LSFd = .35, LSRg = .36, LSRd = .36, g = 9.81 }
  local q = { 1, 2, .6, .3, -.05, .04, .02, -.01, .03, .015, .1, .5, .6, .7, .8 }
  local v = { 10, .5, .1, .2, -.1, .15, .3, -.2, .1, .05, .4, 30, 31, 32, 33 }
  local M = n:mass(q)
  t.near(M[1], { 1356, 0, 0, .24937942, -51.26401866, -15.82553735, -1.43564301, -1.43564301,
    -1.36386086, -1.36386086, 0, 0, 0, 0, 0 }, 2e-8)
  t.near({ M[4][4], M[4][5], M[4][7], M[4][10], M[4][11], M[4][12], M[5][5], M[5][11], M[5][15],
    M[6][6], M[6][12], M[9][9], M[12][12] },
    { 2342.092905, -9.14305191, -3.39647259, 3.49220391, 1.39713191, .04170028, 2087.46802201,
      -.05598507, 1.19904013, 554.21751671, -.1198001, 38, 1.2 }, 2e-8)
  t.near(n:gravity(q), { 0, 0, 13302.36, 0, 75.80913698, 20.86362164, 391.5961163, 391.5961163,
    372.01631048, 372.01631048, 0, 0, 0, 0, 0 }, 2e-8)
  local T = 0
  for i = 1, 15 do for j = 1, 15 do T = T + M[i][j] * v[i] * v[j] / 2 end end
  t.near(T, 70438.36709563201, 1e-6)
end)

t.done()
