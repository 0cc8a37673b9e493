-- test_describe_numbers.lua - published numbers of every document, and their models against
-- themselves: inverses, differences, energies
local t = require "t"
local li = require "liaison"

local pi = math.pi

-- entries given as {row, column, value}; all others of the symmetric matrix must be 0 where zeros
-- is true
local function matrix(M, entries, tol, what)
  for _, e in ipairs(entries) do
    t.near(M[e[1]][e[2]], e[3], tol, ("%s[%d][%d]"):format(what, e[1], e[2]))
    t.near(M[e[2]][e[1]], e[3], tol, ("%s[%d][%d]"):format(what, e[2], e[1]))
  end
end

t.test("[course E3.8] the RRP robot, from its table in the layout of the course", function()
  local m = li.robots.rrp()
  local X = m:fk { 0.4, -0.7, 0.25 }
  t.near(X.p, { 0.2187875763679, 0.0925019036325, 0.1267887780974 }, 1e-12)
  t.near(X:matrix()[1], { -0.3894183423, 0.5933637834, 0.7044663053, 0.2187875763679 }, 1e-10)
  t.near(X:matrix()[2], { 0.921060994, 0.2508701839, 0.2978435767, 0.0925019036325 }, 1e-10)
  t.near(X:matrix()[3], { 0, 0.7648421873, -0.6442176872, 0.1267887780974 }, 1e-10)
  t.near(X:inverse().p, { 0, -0.25, -0.1 }, 1e-12)
  t.near(m:home(), { pi, 0, 0.25 })
  local shown = m:fk(m:home()):matrix()
  t.near(shown[1], { 0, 0, -1, -0.1 }, 1e-12)
  t.near(shown[2], { -1, 0, 0, 0 }, 1e-12)
  t.near(shown[3], { 0, 1, 0, 0.25 }, 1e-12)
end)

t.test("[course E3.9] the KR30, both variants; what its controller shows", function()
  local T, M = li.robots.kr30 { x = 0.1 }, li.robots.kr30 { x = 0.1, variant = "M" }
  t.near(T:fk(T:home()):matrix(),
    { { 1, 0, 0, 1.495 }, { 0, 1, 0, 0 }, { 0, 0, 1, 1.07 }, { 0, 0, 0, 1 } }, 1e-12)
  t.near(M:fk(M:home()).p, { 1.615, 0, 1.07 }, 1e-12)
  -- the wrist centre W = (c1 rho, s1 rho, a2 s2 + a3 s23 - d4 c23), rho = a1 + a2 c2 + a3 c23 + d4
  -- s23
  local q = { 0.3, -0.8, 1.1, 0.4, 0.5, 0.6 }
  local s23, c23, d4 = math.sin(q[2] + q[3]), math.cos(q[2] + q[3]), -0.82
  local rho = 0.67 + 0.8 * math.cos(q[2]) + 0.145 * c23 + d4 * s23
  t.near(T:fk(q, "link5").p,
    { math.cos(q[1]) * rho, math.sin(q[1]) * rho, 0.8 * math.sin(q[2]) + 0.145 * s23 - d4 * c23 },
    1e-12)
  t.near(T:controller(T:home()), { 0, 0, 0, 0, 0, 0 }, 1e-12)
  t.near(T:from_controller(T:controller(q)), q, 1e-12)
  t.near(T:controller(q)[4], 0.4 - pi, 1e-12)
end)

local S = { q = { 0.3, -0.5, 0.8, -0.4, 0.7, 1.1 }, v = { 0.5, -0.6, 0.9, 1.2, -0.8, 1.5 },
  a = { 1, -2, 1.5, 0.7, -1.1, 2.2 } }

t.test("[inria80 2.6] the robot of the report from its phrase: tool, A, Q, torques", function()
  local m = li.robots.inria6r { data = "P1" }
  local X = m:fk(S.q)
  t.near(X.p, { 0.378783573784323, 1.30079867061986, 0.570520930703972 }, 1e-12)
  t.near(X:matrix()[1], { 0.219217342004727, -0.495751374284603, 0.840341794664118,
    0.378783573784323 }, 1e-12)
  matrix(m:mass(S.q), {
    { 1, 1, 3.13222034768342 }, { 1, 2, -0.180747939665724 }, { 1, 3, 0.104190581358372 },
      { 1, 4, -0.00546792082443469 },
    { 1, 5, 0.380578459090859 }, { 2, 2, 10.5689371366258 }, { 2, 3, 2.12565039876075 },
      { 2, 4, 0.338977906400153 },
    { 2, 5, -0.153008190521758 }, { 3, 3, 7.32236366089572 }, { 3, 4, 0.489091069056977 },
      { 3, 5, 0.146047156292381 },
    { 4, 4, 0.0833184772182363 }, { 4, 5, 0.0015459303947725 }, { 5, 5, 0.145371252793138 },
      { 1, 6, 0 }, { 5, 6, 0 }, { 6, 6, 0 },
  }, 1e-10, "A")
  -- torque exerted by gravity: -G
  local Q = { 0, -4.84790584481698, 99.5623468034835, 5.37524467234547, 0.45426584288457, 0 }
  local G = m:gravity(S.q)
  for i = 1, 6 do t.near(G[i], -Q[i], 1e-10) end
  local h = { -0.398767289276529, 1.85716441340449, 3.48641543254874, 0.275277393185826,
    -0.0416807062127549, 0.00133582384586395 }
  local b = m:bias(S.q, S.v)
  for i = 1, 6 do t.near(b[i], h[i] - Q[i], 1e-10) end
  t.near(m:id(S.q, S.v, S.a),
    { 2.82877096019885, -11.0194828125006, -89.0577842193361, -4.9931319985804, 0.25089279867951,
    0.00133582384586406 }, 1e-10)
end)

t.test("[inria80 2.6] q = 0, and own-axis inertias and rotors added", function()
  local zero = { 0, 0, 0, 0, 0, 0 }
  local m = li.robots.inria6r { data = "P1" }
  matrix(m:mass(zero), { { 1, 1, 7.6909 }, { 1, 5, 0.7174 }, { 2, 2, 21.3659 }, { 2, 3, 7.7259 },
    { 2, 4, 0.7224 }, { 3, 3, 7.7259 }, { 3, 4, 0.7224 },
    { 4, 4, 0.1464 }, { 5, 5, 0.1414 }, { 1, 2, 0 }, { 3, 5, 0 } }, 1e-12, "A(0)")
  t.near(m:gravity(zero), { 0, -105.6537, -105.6537, -7.0632, 0, 0 }, 1e-12)
  -- P2 = P1 and IZ6 g g', g = (-C5 S234, S5, S5, S5, 0, 1); A11 also IY1 + IY2 C2^2 + IZ3 S23^2
  local A1, A2 = m:mass(S.q), li.robots.inria6r { data = "P2" }:mass(S.q)
  local q = S.q
  local s5, c5, s234 = math.sin(q[5]), math.cos(q[5]), math.sin(q[2] + q[3] + q[4])
  local g = { -c5 * s234, s5, s5, s5, 0, 1 }
  local A3 = li.robots.inria6r { data = "P3" }:mass(S.q)
  local IA = { 0.8, 0.9, 0.5, 0.05, 0.04, 0.03 }
  for i = 1, 6 do
    for k = 1, 6 do
      local more = 0.012 * g[i] * g[k]
        + (i == 1 and k == 1 and 0.9 + 0.08 * math.cos(q[2]) ^ 2 + 0.05 * math.sin(q[2] + q[3]) ^ 2
        or 0)
      t.near(A2[i][k] - A1[i][k], more, 1e-12)
      t.near(A3[i][k] - A2[i][k], i == k and IA[i] or 0, 1e-12)
    end
  end
end)

t.test("[inria80 2.6] forward dynamics, and the joint without inertia named where there is none",
  function()
  local P3 = li.robots.inria6r { data = "P3" }
  t.near(P3:fd(S.q, S.v, { 5, -3, 2, 1, .5, -.2 }),
    { 1.57304561031647, -3.62409791246868, 13.3194472015656, 6.26047597987714, -11.2135487124975,
    -7.34693491452457 }, 1e-9)
  local up = { .3, -.5, .8, -.4, pi / 2, 1.1 }
  t.near(P3:fd(up, S.v, { 5, -3, 2, 1, .5, -.2 }),
    { 0.984034503877601, -3.65218073424155, 14.6469550103207, 16.4355974962405, -17.0245356313611,
    -12.6073375062658 }, 1e-8)
  local none = { 0, 0, 0, 0, 0, 0 }
  local P2 = li.robots.inria6r { data = "P2" }
  t.near(P2:fd(S.q, S.v, none),
    { 1.29115131351818, -3.52239685414006, 15.4985643733641, -14.9090700759126, -18.8575990774486,
    3.14237156945018 }, 1e-9)
  -- joint 6 of P1 alone; of P2 with the wrist up axes 4 and 6 are one line
  for _, case in ipairs { { li.robots.inria6r { data = "P1" }, S.q,
    "'q6' moves no mass of its own" },
    { P2, up, "'q4' and 'q6' move no mass where they move as 1 : %-1," } } do
    for _, f in ipairs { "fd", "fd_derivatives", "mass_inverse" } do
      local a, why, code
      if f == "mass_inverse" then
        a, why, code = case[1]:mass_inverse(case[2])
      else
        a, why, code = case[1][f](case[1], case[2], S.v, none)
      end
      t.eq(a, nil, f)
      t.eq(code, "ESINGULAR")
      t.ok(why:find(case[3]), why)
    end
  end
end)

t.test("forward undoes inverse dynamics; derivatives by differences", function()
  for _, name in ipairs { "puma560", "panda", "quadruped", "humanoid36", "scara" } do
    local m = li.robots[name]()
    local n, q = #m:speeds(), m:random(5)
    local v, a = li.vec(li.zeros(n)), li.vec(li.zeros(n))
    for i = 1, n do v[i], a[i] = math.sin(3 * i), math.cos(2 * i) end
    local tau = m:id(q, v, a)
    t.near(m:fd(q, v, tau), a, 1e-8, name)
    local dq, dv = m:id_derivatives(q, v, a)
    local Da, Db, M = m:fd_derivatives(q, v, tau)
    t.near(M * m:mass(q), li.eye(n), 1e-6, name)
    t.near(M, m:mass_inverse(q), 1e-6 * math.max(1, math.abs(M[n][n])), name)
    local e, h = li.zeros(n), 1e-6
    e[2] = 1
    local qp, qm = m:step(q, e, h), m:step(q, e, -h)
    local fp, fm = m:id(qp, v, a), m:id(qm, v, a)
    local vp, vm = m:id(q, v + h * e, a), m:id(q, v - h * e, a)
    for i = 1, n do
      t.near(dq[i][2], (fp[i] - fm[i]) / (2 * h), 1e-5, name)
      t.near(dv[i][2], (vp[i] - vm[i]) / (2 * h), 1e-5, name)
    end
    local W = M * dq
    for i = 1, n do t.near(Da[i][2], -W[i][2], 1e-6 * (1 + math.abs(W[i][2])), name) end
    t.ok(#Db == n)
  end
end)

t.test("symbols given values are the same robot", function()
  local values = { L1 = 0.9, L2 = 0.7, L3 = 0.8, L6 = 0.3, D1 = 0.4, D2 = 0.3, D3 = 0.35, D6 = 0.12,
    M1 = 50, M2 = 25, M3 = 15, M6 = 6,
    IX1 = 2.4, IZ1 = 2.3, IX2 = 1.1, IZ2 = 1.05, IX3 = 0.75, IY3 = 0.72, IX6 = 0.06, IY6 = 0.055,
      G = -9.81 }
  t.near(li.robots.inria6r():with(values):id(S.q, S.v, S.a),
    li.robots.inria6r { data = "P1" }:id(S.q, S.v, S.a), 1e-12)
end)

t.test("[inria80 2.7] G1: the Stanford arm as a phrase", function()
  local d = { { 0, .02, .15 }, { .01, .08, -.03 }, { 0, -.01, -.25 }, { 0, .01, -.02 },
    { .005, 0, .03 }, { .01, .02, .12 } }
  local mass = { 9, 6, 4, 1.1, .7, .6 }
  local I = { { .28, .26, .07, .01, -.02, .015 }, { .11, .02, .1, 0, .01, 0 },
    { .35, .34, .02, .002, .01, .003 }, { .004, .003, .002, 0, 0, .0005 },
    { .003, .002, .001, .0002, 0, 0 }, { .008, .007, .002, .0003, .0001, -.0002 } }
  local masses = {}
  for i = 1, 6 do masses[i] = { mass = mass[i], com = d[i], inertia = I[i] } end
  local m =
    li.phrase("RZ(a,b),TZK(.4),RY(a,b),TYK(.15),TZ(a,b),RZ(a,b),TZK(0),RY(a,b),TZK(0),"
      .. "RZ(a,b),TZK(.25);", { masses = masses })
  matrix(m:mass { .4, .7, .55, -.3, .9, 1.3 }, {
    { 1, 1, 1.01679759225356 }, { 1, 2, -0.261451597973665 }, { 1, 3, -0.591879027059508 },
      { 1, 4, 0.0409545477082769 }, { 1, 5, -0.0108774337191231 },
    { 1, 6, -0.0037223696002138 }, { 2, 2, 1.51959833029284 }, { 2, 3, -0.0716686491221566 },
      { 2, 4, 0.00288561407659453 }, { 2, 5, 0.051872052513047 },
    { 2, 6, -0.00633727068006469 }, { 3, 3, 6.4 }, { 3, 4, 0 }, { 3, 5, -0.0688352286377765 },
      { 3, 6, 0.00704315470284033 }, { 4, 4, 0.0139725177719114 },
    { 4, 5, -0.000918143325659052 }, { 4, 6, 0.000321776194859171 }, { 5, 5, 0.0195358546114155 },
      { 5, 6, -0.00103610415390298 }, { 6, 6, 0.0023 },
  }, 1e-12, "A")
  local warned = table.concat(m:warnings(), "\n") -- bodies 2 and 5 cannot be solid
  t.ok(warned:find "body2.inertia: no solid body" and warned:find "body5.inertia: no solid body")
end)

t.test("[inria80 2.7] G3: branches", function()
  local m = li.phrase("RY,TYK(.9){RX,TYK(.7),RX,TZK(.8);}{TXK(.25),TZ,TZK(.3),RZ;}",
    { gravity = { 0, -9.81, 0 }, masses = {
    { mass = 50, com = { 0, .4, 0 }, inertia = { 2.4, .9, 2.3 } },
      { mass = 25, com = { 0, .3, 0 }, inertia = { 1.1, .08, 1.05 } },
    { mass = 15, com = { 0, 0, .35 }, inertia = { .75, .72, .05 } },
      { mass = 6, com = { 0, 0, .2 }, inertia = { .06, .055, .012 } },
    { mass = 2, com = { .05, 0, .1 }, inertia = { .02, .021, .004 } } } })
  matrix(m:mass { .3, -.5, .8, .35, .6 },
    { { 1, 1, 5.9419772699612 }, { 1, 2, 0 }, { 1, 3, 0 }, { 1, 4, -2.082533561491 },
    { 1, 5, -0.042348185504628 },
    { 2, 2, 8.0149327318885 }, { 2, 3, -0.048783634055745 }, { 2, 4, 0 }, { 2, 5, 0 },
      { 3, 4, 0 } }, 1e-12, "A")
end)

t.test("[inria80 2.7] G4: gravity of ten joints", function()
  local axes, levers = { "Y", "X", "X", "X", "Y", "X", "X", "Y", "X", "Z" },
    { "Y", "Y", "Z", "Z", "Z", "Z", "Z", "Z", "Z", "Z" }
  local words, masses, q = {}, {}, {}
  for i = 1, 10 do
    words[i] = "R" .. axes[i] .. ",T" .. levers[i] .. "K(.3)"
    masses[i] = { mass = 11 - i, com = levers[i] == "Y" and { 0, .15, 0 } or { 0, 0, .15 },
      inertia = 0 }
    q[i] = .1 * i * (-1) ^ i
  end
  local G = li.phrase(table.concat(words, ",") .. ";",
    { gravity = { 0, -9.81, 0 }, masses = masses }):gravity(q)
  local Q = { 0, 288.120141051333, 264.440445509873, 170.73493324065, 13.4797892827662,
    59.6670777819897, 36.048143810287, -0.320443597812111,
    5.70475748006508, 0 }
  for i = 1, 10 do t.near(G[i], -Q[i], 1e-10) end
end)

t.test("[inria80 2.7] G5: the Puma 560 against the published output of Corke's toolbox", function()
  local m = li.robots.puma560()
  local q = { 1, 2, 3, 4, 5, 6 }
  t.near(m:gravity(q), { 0, -7.9683, 8.4581, -0.0197, 0.0027, 0 }, 5e-5)
  t.near(m:gravity(q)[2], -7.96833131150665, 1e-12)
  t.near(m:gravity(q)[3], 8.45805676508784, 1e-12)
  matrix(m:mass(q), { { 1, 1, 2.6152 }, { 2, 2, 4.3038 }, { 3, 3, 0.9366 }, { 4, 4, 0.1926 },
    { 5, 5, 0.1713 }, { 6, 6, 0.1941 }, { 1, 2, -0.6550 },
    { 1, 3, -0.0363 }, { 2, 3, 0.2953 } }, 5e-5, "M")
  t.near(m:mass(q)[1][1], 2.61518728769893, 1e-12)
end)

t.test("[thesis X7] Newton-Euler on a standard DH table with a slide", function()
  local m = li.dh { convention = "standard", gravity = { 0, 0, -9.8 },
    { d = .3, a = .4, alpha = .5, mass = 2, com = { -.2, .05, .03 }, inertia = { .03, .05, .04 } },
    { joint = "P", theta = .2, a = .25, alpha = -.7, mass = 1.5, com = { -.1, .02, -.04 },
      inertia = { .02, .02, .01 } },
    { d = .1, a = .35, alpha = .3, mass = 1, com = { -.15, 0, .01 },
      inertia = { { .01, .001, 0 }, { .001, .02, 0 }, { 0, 0, .02 } } } }
  t.near(m:id({ .4, .6, -.8 }, { .7, -.3, 1.1 }, { .5, .2, -.9 }),
    { 0.3645107360415766, 21.32283041007833, -0.16533850036581174 }, 1e-12)
end)

t.test("[thesis M10] one row of modified and of Khalil-Kleinfinger parameters", function()
  local mdh = li.dh { convention = "modified", { alpha = .3, a = .2, d = .1 } }:fk { .5 }:matrix()
  t.near(mdh[1], { .877582562, -.479425539, 0, .2 }, 1e-9)
  t.near(mdh[2], { .458012711, .838386644, -.295520207, -.029552021 }, 1e-9)
  t.near(mdh[3], { .141679934, .25934338, .955336489, .095533649 }, 1e-9)
  local kk = li.dh { convention = "khalil", { gamma = .2, b = .05, alpha = .3, d = .2,
    r = .1 } }:fk { .5 }:matrix()
  t.near(kk[1], { .769096259, -.63643066, .058710802, .201884396 }, 1e-9)
  t.near(kk[2], { .62323169, .726427578, -.289629478, .010770918 }, 1e-9)
  t.near(kk[3], { .141679934, .25934338, .955336489, .145533649 }, 1e-9)
end)

-- [thesis M3] as printed, a frame used before it is defined, one angle that turns two frames
local function m3()
  local function I(k) return { { "XX" .. k, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } end
  return li.definition {
    liaison = {
      Repere1 = { "R0", { "q1", 0, 0 }, { 0, 0, 0 } }, Repere11 = { "Repere1", { 0, "-R2", 0 }, 0 },
        Repere12 = { "Repere1", { 0, "R2", 0 }, 0 },
      Repere21 = { "Repere11", { 0, 0, "q21" }, 0 }, Repere22 = { "Repere12", { 0, 0, "q22" }, 0 },
      Repere3 = { "Repere21", 0, { "q3", 0, 0 } }, Repere4 = { "Repere22", 0, { "q3", 0, 0 } },
      Repere5 = { "Repere6", { 0, "q5", 0 }, 0 }, Repere6 = { "Repere3", { 0, "3*R2", 0 }, 0 },
    },
    corps = {
      Repere1 = { "corps1", "m1", I(1), { 0, 0, "zG1", 1 } },
        Repere21 = { "corps21", "m2", I(2), { 0, 0, "zG2", 1 } },
      Repere22 = { "corps22", "m2", I(2), { 0, 0, "zG2", 1 } },
        Repere3 = { "corps3", "m3", I(3), { 0, "yG3", "zG3", 1 } },
      Repere5 = { "corps5", "m5", I(5), { 0, "yG5", "zG5", 1 } },
    },
    PointEnContact = { "Repere5" }, q = { "q1", "q21", "q22", "q3", "q5" },
  }
end

local function loop_machine()
  return m3():with { m1 = 10, m2 = 2, m3 = 5, m5 = 3, R2 = 0.5, XX1 = 1, XX2 = 1, XX3 = 0.8,
    XX5 = 0.1, yG3 = 0.6, zG3 = 0.05, yG5 = 0.1,
    zG5 = -0.02, zG1 = 0.2, zG2 = -0.1 }
end

t.test("[thesis M3] the closed chain, opened: M, C and G of REF-LOOP", function()
  local m = loop_machine()
  t.eq(table.concat(m:coordinates(), " "), "q1 q21 q22 q3 q5")
  local q, v = { 0.3, 0.8, 0.9, 0.2, 0.15 }, { 0.1, -0.2, 0.3, 0.5, -0.4 }
  matrix(m:mass(q), { { 1, 1, 22 }, { 2, 2, 10 }, { 3, 3, 2 }, { 2, 4, 8.047802094 },
    { 2, 5, 0.596007992 }, { 4, 4, 11.9012 }, { 4, 5, 0.06 },
    { 5, 5, 3 }, { 1, 2, 0 }, { 3, 4, 0 } }, 1e-9, "M")
  t.near(m:gravity(q), { 0, 98.1, 19.62, 78.948938545, 5.846838405 }, 1e-8)
  local C, G = m:bias(q, v), m:gravity(q)
  t.near({ C[1] - G[1], C[2] - G[2], C[3] - G[3], C[4] - G[4], C[5] - G[5] },
    { 0, -1.632388551, 0, -2.1, -1.3125 }, 1e-8)
  -- corps5: (q1, cos q3 (q5 + 3 R2) - R2, sin q3 (q5 + 3 R2) + q21)
  t.near(m:fk(q, "corps5").p, { 0.3, math.cos(0.2) * 1.65 - 0.5, math.sin(0.2) * 1.65 + 0.8 },
    1e-12)
  t.near(m:fk(q, "Repere4").R:axis() and m:fk(q, "Repere4"):matrix()[2][2], math.cos(0.2), 1e-12)
end)

local function monopod()
  return li.definition { frames = {
    Repere2 = { "R0", { "X", 0, "Z" }, 0 }, Repere3 = { "Repere2", 0, { 0, "alpha", 0 } },
      Rc0 = { "Repere3", { .2, 0, 0 }, 0 },
    Rc1 = { "Rc0", { 0, 0, .3 }, 0 }, Rc2 = { "Rc1", { -.4, 0, 0 }, 0 },
      Rc3 = { "Rc2", { 0, 0, -.3 }, 0 }, Rc4 = { "Rc3", { .2, 0, 0 }, 0 },
    Repere4 = { "Repere3", 0, { 0, "q1", 0 } }, Repere5 = { "Repere4", { 0, 0, "q2" }, 0 } },
    bodies = { Repere3 = { "plateforme", 10, { 1, .5, 1 } },
      Repere4 = { "corps1", 1, { 1, .05 - .15 ^ 2, 1 }, { 0, 0, -.15, 1 } },
      Repere5 = { "corps2", .5, { 1, .03 - .5 * .01, 1 }, { 0, 0, .1, 1 } } },
    variables = { "X", "Z", "alpha", "q1", "q2" } }
end

t.test("[thesis M4] the monopod: M, C and G of REF-MONO", function()
  local m = monopod()
  local q, v = { 0, 1, .1, -.3, -.45 }, { .5, 1, .4, -1.2, .3 }
  matrix(m:mass(q), { { 1, 1, 11.5 }, { 1, 3, -.31852164 }, { 1, 4, -.31852164 },
    { 1, 5, -.09933467 }, { 2, 3, -.06456753 }, { 2, 5, .49003329 },
    { 3, 3, .63625 }, { 3, 4, .13625 }, { 4, 4, .13625 }, { 5, 5, .5 }, { 3, 5, 0 } }, 1e-8, "M")
  local G, b, C = m:gravity(q), m:bias(q, v), {}
  for i = 1, 5 do C[i] = b[i] - G[i] end
  t.near(G, { 0, 112.815, -.63340749, -.63340749, 4.80722656 }, 1e-7)
  t.near(C, { -.2765392, .15617321, .084, .084, .112 }, 1e-7)
  -- the outline of the trunk closes: Rc4 is Repere3 again
  t.ok(m:fk(q, "Rc4"):near(m:fk(q, "Repere3"), 1e-12))
end)

-- [thesis M6] the definition file as printed, the last comma too; REF-CAR and its state S1
local function the_car()
  local car = li.definition [==[
    # definition file, as printed; the last comma too
    liaison := table([ Repere1=(R0,[x,0,0],[0,0,0]), Repere2=(Repere1,[0,y,0],[0,0,0]),
      Repere3=(Repere2,[0,0,z],[0,0,0]), Repere4=(Repere3,[0,0,0],[0,0,theta_l]),
      Repere5=(Repere4,[0,0,0],[0,theta_r,0]), Repere6=(Repere5,[0,0,0],[theta_t,0,0]),
      Repere11=(Repere6,[L1,-L3,-LSFg+z1],[0,0,0]), Repere21=(Repere6,[L1,L3,-LSFd+z2],[0,0,0]),
      Repere31=(Repere6,[-L2,-L4,-LSRg+z3],[0,0,0]), Repere41=(Repere6,[-L2,L4,-LSRd+z4],[0,0,0]),
      Repere12=(Repere11,[0,0,0],[0,0,beta_b]), Repere22=(Repere21,[0,0,0],[0,0,beta_b]),
      Repere13=(Repere12,[0,0,0],[0,phi_1,0]), Repere23=(Repere22,[0,0,0],[0,phi_2,0]),
      Repere33=(Repere31,[0,0,0],[0,phi_3,0]), Repere43=(Repere41,[0,0,0],[0,phi_4,0]), ]);
    I_ch := matrix([[XX6,XY6,XZ6],[XY6,YY6,0],[XZ6,0,ZZ6]]):  I_roue := diag(XX1,YY1,XX1):
    G0 := [0,0,0,1]:
    corps := table([ Repere6=(chassis,MS,I_ch,G0),
      Repere13=(roue1,MNSF,I_roue,G0), Repere23=(roue2,MNSF,I_roue,G0),
      Repere33=(roue3,MNSR,I_roue,G0), Repere43=(roue4,MNSR,I_roue,G0) ]);
    q := [x,y,z,theta_l,theta_r,theta_t,z1,z2,z3,z4,beta_b,phi_1,phi_2,phi_3,phi_4]; ]==]
  local m = car:with { MS = 1200, MNSF = 40, MNSR = 38, XX6 = 450, YY6 = 1800, ZZ6 = 2000, XY6 = 0,
    XZ6 = -30, XX1 = 0.7, YY1 = 1.2, L1 = 1.2, L2 = 1.4,
    L3 = 0.74, L4 = 0.72, LSFg = 0.35, LSFd = 0.35, LSRg = 0.36, LSRd = 0.36 }
  return m, { 1, 2, .6, .3, -.05, .04, .02, -.01, .03, .015, .1, .5, .6, .7, .8 },
    { 10, .5, .1, .2, -.1, .15, .3, -.2, .1, .05, .4, 30, 31, 32, 33 }
end

t.test("[thesis M6] the car of fifteen coordinates, one steer angle for two wheels: REF-CAR at S1",
  function()
  local m, q = the_car()
  t.eq(#m:coordinates(), 15)
  matrix(m:mass(q), {
    { 1, 1, 1356 }, { 1, 4, 0.24937942 }, { 1, 5, -51.26401866 }, { 1, 6, -15.82553735 },
      { 1, 7, -1.43564301 }, { 1, 8, -1.43564301 }, { 1, 9, -1.36386086 },
    { 2, 4, -8.01188294 }, { 2, 5, -15.85781927 }, { 2, 6, 50.79952474 }, { 2, 7, -2.11845241 },
      { 2, 9, -2.01252979 },
    { 3, 5, 7.72774077 }, { 3, 6, 2.12677081 }, { 3, 7, 39.91805467 }, { 3, 9, 37.92215194 },
    { 4, 4, 2342.092905 }, { 4, 5, -9.14305191 }, { 4, 6, -5.0274616 }, { 4, 7, -3.39647259 },
      { 4, 8, -0.43770577 }, { 4, 9, 0.75734377 },
    { 4, 10, 3.49220391 }, { 4, 11, 1.39713191 }, { 4, 12, 0.04170028 }, { 4, 13, 0.04170028 },
      { 4, 14, 0.04792723 }, { 5, 5, 2087.46802201 },
    { 5, 6, 1.21199506 }, { 5, 7, -47.96160512 }, { 5, 9, 53.15744567 }, { 5, 11, -0.05598507 },
      { 5, 12, 1.19304992 }, { 5, 14, 1.19904013 },
    { 6, 6, 554.21751671 }, { 6, 7, -29.6 }, { 6, 8, 29.6 }, { 6, 9, -27.36 }, { 6, 10, 27.36 },
      { 6, 12, -0.1198001 }, { 7, 7, 40 }, { 10, 10, 38 },
    { 11, 11, 1.4 }, { 12, 12, 1.2 }, { 1, 2, 0 }, { 11, 12, 0 },
  }, 1e-7, "M")
  t.near(m:gravity(q), { 0, 0, 13302.36, 0, 75.80913698, 20.86362164, 391.5961163, 391.5961163,
    372.01631048, 372.01631048, 0, 0, 0, 0, 0 }, 1e-6)
  local X = m:fk(q, "roue1"):matrix()
  t.near(X[1], { .82432506, -.39096377, .40943317, 2.3767381 }, 1e-8)
  t.near(X[2], { .36669656, .91974983, .13997815, 1.66571185 }, 1e-8)
  t.near(X[3], { -.43130248, .03475024, .90153791, .30109593 }, 1e-8)
  t.near(m:fk(q, "roue3"):matrix()[1], { .75289015, -.29719319, .58722451, -0.10997644 }, 1e-8)
end)

t.test("[course E4.2] Jacobians of the RRP robot, in the world and in frame 2", function()
  local m = li.robots.rrp()
  local q = { 0.4, -0.7, 0.25 }
  local J = m:jacobian(q)
  t.near(J, { { -.0925019036325, -.1167801979828, .5933637834 },
    { .2187875763679, -.04937387579, .2508701839 }, { 0, .2375386405379, .7648421873 },
    { 0, .3894183423, 0 }, { 0, -.921060994, 0 }, { 1, 0, 0 } }, 1e-10)
  t.near(m:jacobian(q, "link3", { 0, 0, 0 }, "link2"),
    { { 0, -.25, 0 }, { .2375386405379, 0, 0 }, { 0, .1, 1 }, { -.6442176872, 0, 0 }, { 0, -1, 0 },
    { .7648421873, 0, 0 } }, 1e-10)
  t.near(m:jacobian(q, "link3", { 0.1, 0.2, 0.3 })[3][3], .7648421873, 1e-10)
end)

t.test("[thesis M6] twists, Jacobian and wheel forces of the car at S1", function()
  local m, q, v = the_car()
  local V1, V3 = m:velocity(q, v, "roue1"), m:velocity(q, v, "roue3")
  t.near(V1.v, { 10.07391855, 0.82139324, 0.41223573 }, 1e-8)
  t.near(V1.w, { -11.57059625, 27.52004934, 1.64918451 }, 1e-8)
  t.near(V3.v, { 10.24298952, 0.33830027, -0.04403975 }, 1e-8)
  t.near(V3.w, { -9.33750867, 30.47615291, 1.48555633 }, 1e-8)
  local J = m:jacobian(q, "roue1")
  for r, row in ipairs { { 0.334288155, -0.285553967, -0.071514357, -0.035891075 },
    { 1.376738096, -0.088332193, 0.354005326, -0.05296131 },
    { 0, -1.216459235, -0.725304023, 0.997951367 } } do
    for k = 1, 4 do t.near(J[r][3 + k], row[k], 1e-9) end
  end
  local tau = li.zeros(15)
  for _, wheel in ipairs { "roue1", "roue2", "roue3", "roue4" } do
    tau = tau + m:torques(q, { 100, 200, 3000, 0, 0, 0 }, wheel)
  end
  local z = 2979.672730558
  t.near(tau, { 400, 800, 12000, -61.956325326, 780.259838167, 383.42180039, z, z, z, z, 0, 0, 0, 0,
    0 }, 1e-6)
  -- rates of the chapter's angles: q' of theta_l about z, theta_r about y, theta_t about x of the
  -- chassis
  local R = m:analytic_jacobian(q, "zyx", "moving", "chassis")
  for k = 1, 3 do
    for c = 1, 15 do t.near(R[3 + k][c], c == 3 + k and 1 or 0, 1e-12) end
  end
end)

t.test("Jacobians of every body by differences of poses; rates by differences of Jacobians; "
  .. "J' F is power", function()
  for _, name in ipairs { "stanford", "quadruped", "panda" } do
    local m = li.robots[name]()
    local n, q, h = #m:speeds(), m:random(9), 1e-6
    local v = li.zeros(n)
    for i = 1, n do v[i] = math.cos(3 * i) end
    local bodies = m:description().bodies
    for _, b in ipairs { bodies[2].name, bodies[#bodies].name, m:tip() } do
      local p = { 0.1, -0.2, 0.3 }
      local J = m:jacobian(q, b, p)
      local there, back = m:fk(m:step(q, v, h), b), m:fk(m:step(q, v, -h), b)
      local V, d = J * v, (there:point(p) - back:point(p)) * (1 / (2 * h))
      for k = 1, 3 do t.near(V[k], d[k], 1e-6, name) end
      local W = m:velocity(q, v, b, p)
      t.near({ W.v[1], W.v[2], W.v[3], W.w[1], W.w[2], W.w[3] }, V, 1e-12, name)
      local Jd, Jp, Jm = m:jacobian_rate(q, v, b, p), m:jacobian(m:step(q, v, h), b, p),
        m:jacobian(m:step(q, v, -h), b, p)
      for r = 1, 6 do
        for c = 1, n do t.near(Jd[r][c], (Jp[r][c] - Jm[r][c]) / (2 * h), 1e-5, name) end
      end
      local F = li.vec { 1, 2, 3, 0.4, 0.5, 0.6 }
      t.near(m:torques(q, F, b, p), J:transpose() * F, 1e-10, name)
      -- the same in the body's own axes
      local X = m:fk(q, b)
      local own = m:jacobian(q, b, p, b)
      local R = X.R:matrix()
      for c = 1, n do
        local u, w = R * li.vec { own[1][c], own[2][c], own[3][c] },
          R * li.vec { own[4][c], own[5][c], own[6][c] }
        t.near({ u[1], u[2], u[3], w[1], w[2], w[3] },
          { J[1][c], J[2][c], J[3][c], J[4][c], J[5][c], J[6][c] }, 1e-12, name)
      end
      local A = m:acceleration(q, v, li.zeros(n), b, p)
      local Jdv = Jd * v
      for k = 1, 3 do t.near(A.v[k], Jdv[k], 1e-9, name) end
    end
  end
end)

t.test("energies, centre of mass and momentum that documents give", function()
  local T = li.robots.inria6r { data = "P1" }:energy(S.q, S.v)
  t.near(T, 4.26782069206943, 1e-12) -- [inria80 2.6]
  local car, q, v = the_car()
  local kinetic, potential = car:energy(q, v) -- [thesis M6] S1
  t.near(kinetic, 70438.36709563201, 1e-7)
  t.near(potential, 7455.004595411679, 1e-8)
  local m = loop_machine()
  -- [thesis M3] REF-LOOP
  kinetic, potential = m:energy({ 0.3, 0.8, 0.9, 0.2, 0.15 }, { 0.1, -0.2, 0.3, 0.5, -0.4 })
  t.near(kinetic, 1.3585504299568965, 1e-12)
  t.near(potential, 129.73955170900962, 1e-9)
  local mono = monopod() -- [thesis X-MONO-1]
  local mq, mv = { 0, 1, .1, -.3, -.45 }, { .5, 1, .4, -1.2, .3 }
  kinetic, potential = mono:energy(mq, mv)
  t.near(kinetic + potential, 117.29507520119, 1e-10)
  t.near(mono:com(mq), { 0.005614568044, 0, 0.972302466278 }, 1e-11)
  t.near(mono:com_jacobian(mq) * li.vec(mv), { 0.519566688, 0, 1.017275132 }, 1e-9)
  t.near(mono:momentum(mq, mv)[1], 5.975016910619, 1e-11)
  t.near(mono:momentum_matrix(mq) * li.vec(mv), mono:momentum(mq, mv), 1e-12)
  t.near(mono:total_mass(), 11.5, 1e-12)
end)

t.test("[inria80 2.6] coefficients of the products and squares of velocities", function()
  local m = li.robots.inria6r { data = "P1" }
  local squares, products = m:coriolis_split(S.q)
  local column, k = {}, 0
  for i = 1, 6 do
    for j = i + 1, 6 do
      k = k + 1
      column[i * 10 + j] = k
    end
  end
  for _, e in ipairs { { 1, 12, -0.777410098879505 }, { 1, 13, -1.81112126303299 },
    { 1, 23, 0.848956096694062 }, { 2, 15, -0.435720466368194 },
    { 2, 23, -10.5127654362324 }, { 3, 25, -0.823911448909915 }, { 4, 15, -0.0195209249595303 },
      { 5, 26, -0.00225055240870472 } } do
    t.near(products[e[1]][column[e[2]]], e[3], 1e-12, "B" .. e[1] .. e[2])
  end
  for _, e in ipairs { { 1, 2, 0.26881542485916 }, { 1, 5, -0.198987838234903 },
    { 2, 1, 0.388705049439753 }, { 2, 3, -5.25638271811621 },
    { 3, 4, 0.171557900179228 }, { 4, 2, 0.183493117679671 }, { 5, 2, 0.28551715179455 },
      { 6, 5, -0.00202124100954898 } } do
    t.near(squares[e[1]][e[2]], e[3], 1e-12, "C" .. e[1] .. e[2])
  end
  local C, b, g = m:coriolis(S.q, S.v) * li.vec(S.v), m:bias(S.q, S.v), m:gravity(S.q)
  for i = 1, 6 do t.near(C[i], b[i] - g[i], 1e-12) end
end)

t.test("forces from outside, and what joints transmit", function()
  local m = li.robots.panda()
  local q, n = m:random(3), 7
  local v, a = li.zeros(n), li.zeros(n)
  for i = 1, n do v[i], a[i] = math.sin(i), math.cos(i) end
  local F = li.vec { 1, -2, 3, 0.4, 0.5, -0.6 }
  local free = m:id(q, v, a)
  t.near(m:id(q, v, a, { flange = F }), free - m:torques(q, F, "flange", { 0, 0, 0 }, "flange"),
    1e-10)
  t.near(m:id(q, v, a, { link4 = { 1, 2, 3, 4, 5, 6 }, flange = li.wrench(F) }),
    free - m:torques(q, F, "flange", { 0, 0, 0 }, "flange")
    - m:torques(q, { 1, 2, 3, 4, 5, 6 }, "link4", { 0, 0, 0 }, "link4"), 1e-10)
  local out = li.zeros(n)
  t.eq(m:id(q, v, a, out), out)
  t.near(out, free)
  t.eq(m:id(q, v, a, {}, out), out)
  -- at rest the ground carries the whole weight, and moments about joint axes are the torques
  local rest = li.zeros(n)
  local W = m:wrenches(q, rest, rest)
  local up = li.rot.z(q[1]):matrix() * W.link1.f
  t.near(up, { 0, 0, 9.81 * m:total_mass() }, 1e-9)
  local g = m:gravity(q)
  for i = 1, n do t.near(W["link" .. i].n[3], g[i], 1e-10) end
  t.raises("argument 4 %(ext%): no body or frame is named 'link9'", m.id, m,
    q, v, a, { link9 = F })
  t.raises("link4: expected 6 numbers, force first", m.id, m, q, v, a, { link4 = { 1, 2 } })
end)

t.test("the task's mass, the regressor, the audit", function()
  local m = li.planar { 1, 0.8, mass = { 2, 1.5 } }
  local q, v = { 0.4, 1.1 }, { 0.5, -0.7 }
  local J = m:jacobian(q)
  local J2 = li.mat { { J[1][1], J[1][2] }, { J[2][1], J[2][2] } }
  local M, V, G = m:opspace(q, v, { 1, 2 })
  local Ji = J2 ^ -1
  t.near(M, Ji:transpose() * m:mass(q) * Ji, 1e-12)
  t.near(G, Ji:transpose() * m:gravity(q), 1e-12)
  local a = { 0.3, 0.9 }
  local acc = m:acceleration(q, v, a)
  local F = M * li.vec { acc.v[1], acc.v[2] } + V + G
  t.near(J2:transpose() * F, m:id(q, v, a), 1e-12)
  local nothing, why, code = m:opspace({ 0.4, 0 }, v, { 1, 2 })
  t.eq(nothing, nil)
  t.eq(code, "ESINGULAR")
  t.ok(why:find "not full rank")
  t.raises("rows are numbers from 1", m.opspace, m, q, v, { 7 })
  for _, name in ipairs { "puma560", "quadruped" } do
    local r = li.robots[name]()
    local n, p = #r:speeds(), r:random(2)
    local w, b = li.zeros(n), li.zeros(n)
    for i = 1, n do w[i], b[i] = math.sin(i), math.cos(i) end
    local Y, pi_, names = r:regressor(p, w, b), r:parameters()
    t.eq(#names, #pi_)
    local tau, rotors = r:id(p, w, b), li.zeros(n)
    for i, body in ipairs(r:description().bodies) do
      local k = name == "quadruped" and i + 5 or i
      if body.rotor then rotors[k] = body.rotor * body.gear ^ 2 * b[k] end
    end
    t.near(Y * pi_ + rotors, tau, 1e-9, name)
  end
end)

t.test("every robot with masses passes its audit; the one that cannot is told why", function()
  for _, name in ipairs { "puma560", "panda", "ur5", "stanford", "scara", "planar3", "quadruped",
    "humanoid36" } do
    local card = li.robots[name]():audit(3)
    t.eq(card.failed, 0, tostring(card))
  end
  t.ok(tostring(li.robots.inria6r { data = "P1" }:audit()):find "'q6' moves no mass of its own")
  t.raises("the mass and inertia are not given", function() li.robots.kr30():audit() end)
end)

t.done()
