-- test_golden_models.lua - numbers of the documents through every way in, and each robot shipped
-- against another road
local t = require "t"
local li = require "liaison"

local pi, sin, cos = math.pi, math.sin, math.cos

local function matrix(M, entries, tol, what)
  for _, e in ipairs(entries) do
    t.near(M[e[1]][e[2]], e[3], tol, ("%s[%d][%d]"):format(what, e[1], e[2]))
    t.near(M[e[2]][e[1]], e[3], tol, ("%s[%d][%d]"):format(what, e[2], e[1]))
  end
end

---- the course ------------------------------------------------------------------------------------

-- two bars, G_i at LG from the proximal pivot: the frame of a standard table stands at the distal
-- one
local function two_bars()
  return li.dh { convention = "standard", gravity = { 0, -9.81, 0 },
    { a = 1, mass = 2, com = { 0.5 - 1, 0, 0 }, inertia = { 0, 0, 1 / 6 } },
    { a = 0.8, mass = 1.5, com = { 0.4 - 0.8, 0, 0 }, inertia = { 0, 0, 0.08 } } }
end

t.test("[course E6.4] two bars: torques, A, B, C, G, joint forces, forward dynamics, energies",
  function()
  local q, v, a = { 0.3, 0.8 }, { 2, -3 }, { 0.5, -1 }
  local ways = { dh = two_bars(),
    phrase = li.phrase("RZ,TXK(1),RZ,TXK(.8);", { gravity = { 0, -9.81, 0 }, masses = {
      { mass = 2, com = { .5, 0, 0 }, inertia = { 0, 0, 1 / 6 } },
        { mass = 1.5, com = { .4, 0, 0 }, inertia = { 0, 0, .08 } } } }) }
  for name, m in pairs(ways) do
    t.near(m:id(q, v, a), { 28.314068463469, 4.4405334016740 }, 1e-11, name)
    t.near(m:mass(q), { { 3.3227147178833, .7380240256083 }, { .7380240256083, .32 } }, 1e-12, name)
    t.near(m:gravity(q), { 26.099494166516, 2.6698667707110 }, 1e-11, name)
    local B, C = m:coriolis_split(q)
    -- B11 = 0, whatever is printed
    t.near(B, { { 0, -.43041365453971 }, { .43041365453971, 0 } }, 1e-13, name)
    t.near(C, { { -.86082730907943 }, { 0 } }, 1e-13, name)
    t.near(m:fd(q, v, { 0, 0 }), { -10.651950413431, 10.843356049470 }, 1e-10, name)
    local T, V = m:energy(q, v)
    t.near(T, 3.6572852821167, 1e-12, name)
    t.near(V, 12.493279589691, 1e-11, name)
  end
  -- what the joints transmit, told in the world: the force of the ground on the first bar, of that
  -- on the second
  local W = ways.phrase:wrenches(q, v, a)
  local f1, f2 = li.rot.z(q[1]):matrix() * W.body1.f, li.rot.z(q[1] + q[2]):matrix() * W.body2.f
  t.near(f1, { -9.9275606144196, 31.903165292329, 0 }, 1e-11)
  t.near(f2, { -5.9584545545866, 12.987577874412, 0 }, 1e-11)
  t.near(W.body1.n[3], 28.314068463469, 1e-11)
  t.near(W.body2.n[3], 4.4405334016740, 1e-11)
end)

t.test("[course E6.5] the RRP robot with masses: Newton-Euler is Lagrange, slide and all; an "
  .. "end wrench is -J' F", function()
  local m = li.dh { convention = "standard", joints = "RRP", gravity = { 0, 0, -9.81 },
    a = { 0, 0.1, 0 }, alpha = { pi / 2, -pi / 2, pi / 2 }, d = { 0, 0, "d3" },
      theta = { "th1", "th2", pi / 2 },
    mass = { 3, 2, 1 }, com = { { 0, .02, -.05 }, { -.04, 0, .03 }, { 0, -.12, .01 } },
    inertia = { { .02, .03, .04 }, { .01, .015, .012 }, { .005, .006, .002 } } }
  local q, v, a = { .4, -.7, .3 }, { 1.2, -.8, .5 }, { .3, .9, -.6 }
  local eq = m:equations()
  t.near(eq:id(q, v, a), m:id(q, v, a), 1e-12)
  local F = { 1, -2, 3, .1, .2, -.3 }
  local R = m:fk(q).R
  local f, n = R:vector_back { 1, -2, 3 }, R:vector_back { .1, .2, -.3 }
  t.near(m:id(q, v, a, { link3 = { f[1], f[2], f[3], n[1], n[2], n[3] } }),
    m:id(q, v, a) - m:jacobian(q):transpose() * li.vec(F), 1e-12)
  -- B and C from the mass matrix by differences                                      [course F6.12]
  local h, M = 1e-5, {}
  for k = 1, 3 do
    local p, o = li.vec(q), li.vec(q)
    p[k], o[k] = p[k] + h, o[k] - h
    M[k] = (m:mass(p) - m:mass(o)) / (2 * h)
  end
  local B, C = m:coriolis_split(q)
  for i = 1, 3 do
    local column = 0
    for j = 1, 3 do
      t.near(B[i][j], M[j][i][j] - M[i][j][j] / 2, 1e-8)
      for k = j + 1, 3 do
        column = column + 1
        t.near(C[i][column], M[k][i][j] + M[j][i][k] - M[i][j][k], 1e-8)
      end
    end
  end
end)

t.test("[course E3.9] the KR30 from its axis lines: the table, a6 positive and theta6 = pi; "
  .. "the elementary matrices", function()
  local x = 0.1
  -- the lines as drawn in the configuration shown, z of the base down; the last is the tool's
  local drawn, axes = li.robots.kr30 { x = x }, { { point = { 0, 0, 0 }, dir = { 0, 0, 1 } } }
  for k = 1, 6 do
    local X = drawn:fk(drawn:home(), "link" .. k)
    axes[k + 1] = { point = X.p, dir = X.R.z }
  end
  t.near(axes[7].point, { 1.495, 0, 0.97 + x }, 1e-12)
  t.near(axes[7].dir, { 0, 0, 1 }, 1e-12) -- the tool vertical, downwards like the base
  local fitted = li.dh.fit { x0 = { 1, 0, 0 }, o0 = { 0, 0, 0 }, axes = axes }
  local want = { { 0.67, pi / 2, 0, 0 }, { 0.8, 0, 0, 0 }, { 0.145, pi / 2, 0, 0 },
    { 0, pi / 2, -0.82, pi }, { 0, pi / 2, 0, pi }, { 0.12, pi, -0.15 - x, pi } }
  for i, row in ipairs(want) do
    local r = fitted[i]
    t.near({ r.a, r.d }, { row[1], row[3] }, 1e-12, "row " .. i)
    t.near({ cos(r.alpha), sin(r.alpha) }, { cos(row[2]), sin(row[2]) }, 1e-12, "alpha " .. i)
    t.near({ cos(r.theta), sin(r.theta) }, { cos(row[4]), sin(row[4]) }, 1e-12, "theta " .. i)
  end
  -- printed with alpha = pi/2, variant M                                    0A1 1A2 2A3 3A4 4A5 5A6
  local q, m = { 0.3, -0.8, 1.1, 0.4, 0.5, 0.6 }, li.robots.kr30 { x = x, variant = "M" }
  local c, s = {}, {}
  for i = 1, 6 do c[i], s[i] = cos(q[i]), sin(q[i]) end
  local A = {
    { { c[1], 0, s[1], .67 * c[1] }, { s[1], 0, -c[1], .67 * s[1] }, { 0, 1, 0, 0 },
      { 0, 0, 0, 1 } },
    { { c[2], -s[2], 0, .8 * c[2] }, { s[2], c[2], 0, .8 * s[2] }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } },
    { { c[3], 0, s[3], .145 * c[3] }, { s[3], 0, -c[3], .145 * s[3] }, { 0, 1, 0, 0 },
      { 0, 0, 0, 1 } },
    { { c[4], 0, s[4], 0 }, { s[4], 0, -c[4], 0 }, { 0, 1, 0, -.82 }, { 0, 0, 0, 1 } },
    { { c[5], 0, s[5], 0 }, { s[5], 0, -c[5], 0 }, { 0, 1, 0, 0 }, { 0, 0, 0, 1 } },
    { { c[6], s[6], 0, 0 }, { s[6], -c[6], 0, 0 }, { 0, 0, -1, -.15 - x }, { 0, 0, 0, 1 } } }
  local X = li.eye(4)
  for i = 1, 6 do
    X = X * li.mat(A[i])
    t.near(m:fk(q, "link" .. i):matrix(), X, 1e-12, "link" .. i)
  end
end)

t.test("[course E4.2] w of the RRP robot is R' R^T: (s1 th2', -c1 th2', th1')", function()
  local m, q, v = li.robots.rrp(), { 0.4, -0.7, 0.25 }, { 1.3, -0.6, 2 }
  t.near(m:velocity(q, v).w, { sin(0.4) * v[2], -cos(0.4) * v[2], v[1] }, 1e-12)
end)

---- the thesis ------------------------------------------------------------------------------------

t.test("[thesis M5] the robot with four wheels: M, C, energies of REF-ROB; inertias that turn "
  .. "with the wheel are diagnosed", function()
  local function robot(front, rear)
    local zero = { 0, 0, 0, 1 }
    return li.definition { gravity = { 0, 0, -9.81 },
      liaison = { Repere1 = { "R0", { "xt", 0, 0 }, 0 }, Repere2 = { "Repere1", { 0, "yt", 0 }, 0 },
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
          Repere42 = { "Repere41", 0, { 0, "phi_d", 0 } } },
      corps = { Repere4 = { "chassis", "Mt", { 0, 0, "Ip33" }, zero },
        Repere13 = { "roue1", "m", front, zero }, Repere23 = { "roue2", "m", front, zero },
        Repere32 = { "roue3", "m", rear, zero }, Repere42 = { "roue4", "m", rear, zero } },
      q = { "xt", "yt", "theta", "phi_ag", "phi_ad", "phi_g", "phi_d", "alpha_ag", "alpha_ad" },
    }:with { Mt = 100, m = 5, Ip33 = 12, Id22 = .05, Id33 = .04, It22 = .06, It33 = .05, Lf = .5,
    Lr = .6, b = .35, h = .25, r = .15 }
  end
  local m = robot({ "Id33", "Id22", "Id33" }, { "It33", "It22", "It33" })
  local q, v = { 1, 2, .6, .1, .2, .3, .4, .15, .12 }, { 1, .5, .3, 6, 6.1, 6.2, 6.3, .2, .25 }
  matrix(m:mass(q), { { 1, 1, 120 }, { 2, 2, 120 }, { 1, 3, 0.564642473 }, { 2, 3, -0.825335615 },
    { 3, 3, 20.73 }, { 3, 8, .04 }, { 3, 9, .04 }, { 4, 4, .05 },
    { 6, 6, .06 }, { 8, 8, .04 }, { 1, 2, 0 } }, 1e-9, "M")
  local b, G = m:bias(q, v), m:gravity(q)
  t.near(b - G, { 0.074280205, 0.050817823, 0, 0, 0, 0, 0, 0, 0 }, 1e-9)
  t.near(G, li.zeros(9), 1e-12)
  local T, V = m:energy(q, v)
  t.near(T, 80.16004239978207, 1e-11)
  t.near(V, -313.92, 1e-10)
  local X = m:fk(q, "roue1")
  t.near(X.p, { .5 * cos(.6) - .35 * sin(.6) + 1, .5 * sin(.6) + .35 * cos(.6) + 2,
    -2 * .25 + .15 }, 1e-12)
  local Lf, th = .5, .6
  t.near(m:velocity(q, v, "roue1").v,
    { 1 - .3 * (Lf * sin(th) + .35 * cos(th)), .5 + .3 * (Lf * cos(th) - .35 * sin(th)), 0 }, 1e-12)
  t.near(m:velocity(q, v, "roue1").w, { -6 * sin(.75), 6 * cos(.75), .5 }, 1e-12)
  -- diag(0, Id22, Id33) as printed: M88 = Id33 cos^2 phi, and nothing at a quarter turn
  local printed = robot({ 0, "Id22", "Id33" }, { 0, "It22", "It33" })
  t.near(printed:mass(q)[8][8], .04 * cos(.1) ^ 2, 1e-12)
  q[4] = pi / 2
  local a, why, code = printed:fd(q, v, li.zeros(9))
  t.eq(a, nil)
  t.eq(code, "ESINGULAR")
  t.ok(why:find "'alpha_ag' moves no mass of its own" or why:find "'phi_ag'")
end)

t.test("[thesis M5] X-ROB-1: theta'' and alpha'' of the printed model under steering torques",
  function()
  local M = li.diag { 100, 100, 12 + 2 * .04 + 2 * .05, .05, .05, .06, .06, .04, .04 }
  M[3][8], M[8][3], M[3][9], M[9][3] = .04, .04, .04, .04
  local a = M:solve(li.vec { 0, 0, 0, 0, 0, 0, 0, .8, .8 })
  t.near({ a[3], a[8] }, { -0.1322314049586777, 20.132231404958677 }, 1e-12)
end)

t.test("[thesis M3] twists of the closed chain, opened", function()
  local m = li.definition { liaison = {
    Repere1 = { "R0", { "q1", 0, 0 }, 0 }, Repere11 = { "Repere1", { 0, "-R2", 0 }, 0 },
      Repere12 = { "Repere1", { 0, "R2", 0 }, 0 },
    Repere21 = { "Repere11", { 0, 0, "q21" }, 0 }, Repere22 = { "Repere12", { 0, 0, "q22" }, 0 },
      Repere3 = { "Repere21", 0, { "q3", 0, 0 } },
    Repere4 = { "Repere22", 0, { "q3", 0, 0 } }, Repere5 = { "Repere6", { 0, "q5", 0 }, 0 },
      Repere6 = { "Repere3", { 0, "3*R2", 0 }, 0 } },
    q = { "q1", "q21", "q22", "q3", "q5" } }:with { R2 = .5 }
  local q, v = { 0.3, 0.8, 0.9, 0.2, 0.15 }, { 0.1, -0.2, 0.3, 0.5, -0.4 }
  local V, r = m:velocity(q, v, "Repere5"), 1.5 + .15
  t.near(V.v, { .1, -.5 * sin(.2) * r + cos(.2) * -.4, -.2 + .5 * cos(.2) * r + sin(.2) * -.4 },
    1e-12)
  t.near(V.w, { .5, 0, 0 }, 1e-15)
  t.near(m:velocity(q, v, "Repere22").v, { .1, 0, .3 }, 1e-15)
  local J = m:jacobian(q, "Repere5")
  t.near(J, { { 1, 0, 0, 0, 0 }, { 0, 0, 0, -r * sin(.2), cos(.2) },
    { 0, 1, 0, r * cos(.2), sin(.2) }, { 0, 0, 0, 1, 0 }, { 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0 } },
    1e-12)
end)

t.test("[thesis M7] contact forces on a sloping road, frames as tables: steer before slope, "
  .. "and slope before steer", function()
  local function turned(order, steer)
    local frames, parent = {}, "R0"
    for _, name in ipairs(order) do
      local axis = ({ z = 3, b = 3, y = 2, x = 1 })[name]
      local r = { 0, 0, 0 }
      r[axis] = "psi_" .. name
      frames["R" .. name] = { parent, 0, r }
      parent = "R" .. name
    end
    local m = li.definition { frames = frames, q = { "psi_x", "psi_y", "psi_z", "psi_b" } }
    return m:fk({ .05, -.08, .4, steer }, parent).R
  end
  local F = { 100, 200, 3000 }
  local RD = turned({ "z", "b", "y", "x" }, .1)
  t.near(RD:matrix(), { { .874775795, -.482331508, -.046082805 },
    { .477892195, .874570953, -.082126111 }, { .079914694, .049819321, .995555964 } }, 1e-9)
  t.near(RD:vector(F), { -147.237137945, -23.67492336, 3004.623224834 }, 1e-8)
  local RND = turned({ "z", "b", "y", "x" }, 0)
  t.near(RND:matrix(), { { .91811517, -.392610453, -.054051513 },
    { .388172868, .918354543, -.077115219 }, { .079914694, .049819321, .995555964 } }, 1e-9)
  t.near(RND:vector(F), { -148.865114027, -8.857460818, 3004.623224834 }, 1e-8)
  local road = turned({ "z", "y", "x", "b" }, .1)
  t.near(road:vector(F), { -171.182784965, -8.551252627, 3003.435254872 }, 1e-8)
end)

---- the report ------------------------------------------------------------------------------------

local S = { q = { 0.3, -0.5, 0.8, -0.4, 0.7, 1.1 }, v = { 0.5, -0.6, 0.9, 1.2, -0.8, 1.5 },
  a = { 1, -2, 1.5, 0.7, -1.1, 2.2 } }

t.test("[inria80 2.6] what is left of the golden numbers: A q'', det, five joints forward, "
  .. "the equivalence of P2", function()
  local m = li.robots.inria6r { data = "P1" }
  local A = m:mass(S.q)
  t.near(A * li.vec(S.a),
    { 3.22753824947538, -17.7245530707221, 7.01814715159871, 0.10683528057924, 0.746839347776835,
    0 }, 1e-12)
  local five = A:block(1, 1, 5, 5)
  t.near(five:det(), 0.995918809991326, 1e-12)
  local h = m:bias(S.q, S.v)
  t.near(five:solve(li.vec { 5, -3, 2, 1, .5 } - h:sub(1, 5)),
    { 3.68438590505241, -4.29361060671108, 14.6876538440358, 5.11476367095015, -22.1240859828552 },
    1e-11)
  -- P3 at S and with the fifth joint at a quarter turn: determinants
  local P3, up = li.robots.inria6r { data = "P3" }, { .3, -.5, .8, -.4, pi / 2, 1.1 }
  t.near(P3:mass(S.q):det(), .268370959996303, 1e-12)
  t.near(P3:mass(up):det(), .133086833382182, 1e-12)
  -- N4: inertias about parallel axes regrouped, the same torques
  local P2 = li.robots.inria6r { data = "P2" }
  local d = P2:description()
  local function set(i, k, x) d.bodies[i].inertia[k] = x end
  set(1, 2, .9 + .08 + .05)
  set(2, 2, 0)
  set(2, 3, 1.05 - .08)
  set(3, 3, 0)
  set(3, 2, .72 - .05)
  local regrouped = li.robot(d)
  for k = 1, 5 do
    local q, v, a = P2:random(k), li.zeros(6), li.zeros(6)
    for i = 1, 6 do v[i], a[i] = sin(3 * i + k), cos(i * k) end
    t.near(regrouped:id(q, v, a), P2:id(q, v, a), 1e-12 * 1e3)
  end
end)

-- Uicker's form with poses alone: A_ik = sum tr(U_jk J_j U_ji'), U by differences, J the
-- pseudo-inertia about the frame's origin [inria80 F5-F8]
local function uicker(m, q)
  local d, n, h = m:description(), #q, 1e-4
  local A, G, g = li.zeros(n, n), li.zeros(n), d.gravity
  for _, b in ipairs(d.bodies) do
    local mass, c, I = b.mass or 0, b.com or { 0, 0, 0 }, b.inertia or { 0, 0, 0 }
    if type(I) == "number" then I = { I, I, I } end
    if type(I[1]) == "table" then I = { I[1][1], I[2][2], I[3][3], I[1][2], I[1][3], I[2][3] } end
    local P = li.zeros(4, 4)
    local s = (I[1] + I[2] + I[3]) / 2
    for i = 1, 3 do P[i][i] = s - I[i] + mass * c[i] ^ 2 end
    for k, ij in ipairs { { 1, 2 }, { 1, 3 }, { 2, 3 } } do
      local x = -(I[3 + k] or 0) + mass * c[ij[1]] * c[ij[2]]
      P[ij[1]][ij[2]], P[ij[2]][ij[1]] = x, x
    end
    for i = 1, 3 do P[i][4], P[4][i] = mass * c[i], mass * c[i] end
    P[4][4] = mass
    local U = {}
    for k = 1, n do -- Richardson: errors of order h^4
      local function at(x)
        local p = li.vec(q)
        p[k] = p[k] + x
        return m:fk(p, b.name):matrix()
      end
      U[k] = (at(h) - at(-h)) * (4 / 3 / (2 * h)) - (at(2 * h) - at(-2 * h)) * (1 / 3 / (4 * h))
    end
    for i = 1, n do
      for k = 1, n do A[i][k] = A[i][k] + (U[k] * P * U[i]:transpose()):trace() end
      local w = U[i] * li.vec { c[1], c[2], c[3], 1 }
      G[i] = G[i] - mass * (g[1] * w[1] + g[2] * w[2] + g[3] * w[3])
    end
    if b.rotor then
      for k = 1, n do
        if m:coordinates()[k] == (type(b.q) == "table" and b.q[1] or b.q) then
          A[k][k] = A[k][k] + b.rotor * (b.gear or 1) ^ 2
        end
      end
    end
  end
  return A, G
end

t.test("[inria80 2.7] G2: a phrase with a constant turn, a slide between turns; the "
  .. "homogeneous form agrees", function()
  local m = li.phrase("RY(a,b),TYK(.9),RXK(.5),TZ(a,b),TZK(.3),RX(a,b),TYK(.4);",
    { gravity = { 0, -9.81, 0 }, masses = {
    { mass = 5, com = { 0, .4, .05 }, inertia = { .3, .1, .28 } },
      { mass = 3, com = { .02, 0, .1 }, inertia = { .05, .06, .02 } },
    { mass = 2, com = { 0, .2, .03 }, inertia = { .03, .01, .03, .001, 0, .002 } } } })
  local q, v, a = { .4, .2, -.6 }, { .7, -.5, 1.1 }, { .3, .8, -.9 }
  local A, G = uicker(m, q)
  t.near(m:mass(q), A, 1e-9)
  t.near(m:gravity(q), G, 1e-8)
  t.near(m:equations():id(q, v, a), m:id(q, v, a), 1e-12)
  -- the slide runs along z turned by q1 about y and 0.5 about x
  local p = li.rot.y(.4) * (li.vec { 0, .9, 0 } + li.rot.x(.5) * li.vec { 0, 0, .2 + .3 }
    + li.rot.x(.5 - .6) * li.vec { 0, .4, 0 })
  t.near(m:fk(q).p, p, 1e-12)
  -- RXK(pi): angles run backwards
  local flipped = li.phrase("RY(a,b),TXK(1),RXK(pi),RY(c,d),TXK(1);"):fk { .3, .5 }
  t.near(flipped.p, { cos(.3) + cos(.3 - .5), 0, -sin(.3) - sin(.3 - .5) }, 1e-12)
end)

t.test("the homogeneous form agrees on every arm shipped", function()
  for _, name in ipairs { "puma560", "panda", "ur5", "stanford", "scara", "planar2", "planar3",
    "inria6r" } do
    local m = name == "inria6r" and li.robots.inria6r { data = "P3" } or li.robots[name]()
    local q = m:random(2)
    local A, G = uicker(m, q)
    t.near(m:mass(q), A, 2e-8 * math.max(1, A:norm()), name)
    t.near(m:gravity(q), G, 1e-7, name)
  end
end)

t.test("[inria80 5.3] S24 S25 S26 S30: bodies that cannot be, joints without mass, twelve "
  .. "joints, loops", function()
  t.raises("mass: must not be negative", li.phrase, "RX(a,b),TZK(L);",
    { masses = { { mass = -2 } } })
  t.raises("no body has this inertia", li.phrase, "RX(a,b),TZK(L);",
    { masses = { { mass = 1, inertia = { 1, 1, -1 } } } })
  local warned = li.phrase("RX(a,b);", { masses = {
    { mass = 6, inertia = { .06, .055, 0 } } } }):warnings()
  t.ok(warned[1] and warned[1]:find "no solid body has this inertia")
  local m = li.robots.inria6r { data = "P1" }
  local a, why, code = m:fd(S.q, S.v, li.zeros(6))
  t.ok(a == nil and code == "ESINGULAR" and why:find "'q6'")
  local twelve = li.phrase(("RX,TYK(1),"):rep(11) .. "RX,TYK(1);")
  t.eq(#twelve:coordinates(), 12)
  local q = twelve:random(1)
  local y, z, sum = 0, 0, 0
  for i = 1, 12 do
    sum = sum + q[i]
    y, z = y + cos(sum), z + sin(sum)
  end
  t.near(twelve:fk(q).p, { 0, y, z }, 1e-12)
  local loop = { { R = "X" } }
  loop[2] = loop
  t.raises("E_LOOP", li.phrase, loop)
end)

---- every robot shipped, by another road ----------------------------------------------------------

t.test("UR5: the frames of the ROS description, and weights from the published masses", function()
  local m = li.robots.ur5()
  -- ur_description: origins of the joints, axes z y y y z y; its base is turned half about z
  local function ros(q)
    local X = li.frame.rz(pi) * li.frame.trans(0, 0, 0.089159) * li.frame.rz(q[1])
      * li.frame.trans(0, 0.13585, 0) * li.frame.ry(pi / 2 + q[2])
      * li.frame.trans(0, -0.1197, 0.425) * li.frame.ry(q[3]) * li.frame.trans(0, 0, 0.39225)
        * li.frame.ry(pi / 2 + q[4])
      * li.frame.trans(0, 0.093, 0) * li.frame.rz(q[5]) * li.frame.trans(0, 0, 0.09465)
        * li.frame.ry(q[6])
    return X:point { 0, 0.0823, 0 }
  end
  local mass = { 3.7, 8.393, 2.33, 1.219, 1.219, 0.1879 }
  local com = { { 0, -0.02561, 0.00193 }, { 0.2125, 0, 0.11336 }, { 0.15, 0, 0.0265 },
    { 0, -0.0018, 0.01634 }, { 0, 0.0018, 0.01634 }, { 0, 0, -0.001159 } }
  for k = 1, 5 do
    local q = m:random(k)
    t.near(m:fk(q).p, ros(q), 1e-12)
    local _, V = m:energy(q)
    local W = 0
    for i = 1, 6 do W = W + 9.81 * mass[i] * m:fk(q, "link" .. i):point(com[i])[3] end
    t.near(V, W, 1e-9)
  end
  t.near(m:total_mass(), 17.0489, 1e-12)
  -- stretched out: the moment about the second axis by hand, arms of every centre from it along x
  local x = -0.425
  local reach = mass[2] * (-0.425 + 0.2125) + mass[3] * (x - 0.39225 + 0.15)
  x = x - 0.39225
  reach = reach + (mass[4] + mass[5] + mass[6]) * x
  t.near(m:gravity({ 0, 0, 0, 0, 0, 0 })[2], 9.81 * reach, 9.81 * 1.219 * 0.02)
end)

t.test("SCARA: mass matrix and weight in closed form", function()
  local m = li.robots.scara()
  local q, l1, l2 = { 0.3, 0.7, 0.1, -0.4 }, 0.325, 0.275
  local m1, m2, m3 = 8, 6, 2
  local I1, I2 = m1 * l1 ^ 2 / 12, m2 * l2 ^ 2 / 12
  local c2 = cos(q[2])
  local M22 = I2 + m2 * (l2 / 2) ^ 2 + m3 * l2 ^ 2
  local cross = (m2 * l2 / 2 + m3 * l2) * l1 * c2
  local M11 = I1 + m1 * (l1 / 2) ^ 2 + (m2 + m3) * l1 ^ 2 + M22 + 2 * cross
  matrix(m:mass(q), { { 1, 1, M11 }, { 1, 2, M22 + cross }, { 2, 2, M22 }, { 3, 3, m3 },
    { 4, 4, 1e-4 }, { 1, 3, 0 }, { 2, 3, 0 }, { 1, 4, 0 } }, 1e-12, "M")
  t.near(m:gravity(q), { 0, 0, -9.81 * m3, 0 }, 1e-12)
  local h = (m2 * l2 / 2 + m3 * l2) * l1 * sin(q[2])
  local v = { 1, -2, 0.3, 0.5 }
  t.near(m:bias(q, v) - m:gravity(q), { -h * (2 * v[1] * v[2] + v[2] ^ 2), h * v[1] ^ 2, 0, 0 },
    1e-12)
  t.near(m:fk(q).R:rpy() and m:fk(q).R.z, { 0, 0, -1 }, 1e-12)
end)

t.test("planar arms: uniform rods in closed form", function()
  local m = li.robots.planar2()
  local d = m:description()
  t.eq(#d.bodies, 2)
  local l1, l2 = m:fk({ 0, 0 }, "link2").p[1], m:fk({ 0, 0 }).p[1] - m:fk({ 0, 0 }, "link2").p[1]
  local m1, m2 = d.bodies[1].mass, d.bodies[2].mass
  local q = { 0.4, -1.1 }
  local k = m2 * l1 * l2 / 2 * cos(q[2])
  t.near(m:mass(q), { { m1 * l1 ^ 2 / 3 + m2 * l1 ^ 2 + m2 * l2 ^ 2 / 3 + 2 * k,
    m2 * l2 ^ 2 / 3 + k }, { m2 * l2 ^ 2 / 3 + k, m2 * l2 ^ 2 / 3 } }, 1e-12)
  t.near(m:gravity(q), { 9.81 * ((m1 / 2 + m2) * l1 * cos(q[1]) + m2 * l2 / 2 * cos(q[1] + q[2])),
    9.81 * m2 * l2 / 2 * cos(q[1] + q[2]) }, 1e-12)
  local three = li.robots.planar3()
  local sum = three:fk({ 0.1, 0.2, 0.3 })
  t.near(sum.R:axis() and (sum.R:rpy()), 0, 1e-12)
  t.near(select(3, sum.R:rpy()), 0.6, 1e-12)
end)

t.test("Stanford arm: its own closed form, the hand on the slide", function()
  local m = li.robots.stanford()
  for k = 1, 4 do
    local q = m:random(k)
    -- z of the slide by q1 about z and q2 about y; shoulder at d1 above, d2 to the side; joint 6
    -- beyond the wrist by d6 along its z
    local c1, s1, c2, s2 = cos(q[1]), sin(q[1]), cos(q[2]), sin(q[2])
    local slide = { c1 * s2, s1 * s2, c2 }
    local wrist = m:fk(q, "link5").p
    local side = m:fk(q, "link2").p
    t.near(side, { -s1 * 0.154, c1 * 0.154, 0.412 }, 1e-12)
    local d = wrist - side
    t.near(d:dot(slide), q[3], 1e-12)
    t.near((d - q[3] * li.vec(slide)):norm(), 0.0203, 1e-12)
    t.near(m:fk(q).p - wrist, 0.263 * m:fk(q).R.z, 1e-12)
  end
end)

t.test("quadruped and humanoid: what stands still weighs what it weighs, momentum is that of "
  .. "the centre of mass", function()
  for name, mass in pairs { quadruped = 3.3 + 4 * (0.54 + 0.634 + 0.064), humanoid36 = false } do
    local m = li.robots[name]()
    if mass then t.near(m:total_mass(), mass, 1e-12) end
    local total = 0
    for _, b in ipairs(m:description().bodies) do total = total + (b.mass or 0) end
    t.near(m:total_mass(), total, 1e-9)
    local q, n = m:random(5), #m:speeds()
    local v = li.zeros(n)
    for i = 1, n do v[i] = sin(i) end
    local p = m:momentum(q, v)
    local u = m:com_jacobian(q) * v
    t.near({ p[1], p[2], p[3] }, total * u, 1e-10)
    local h = 1e-6
    t.near(u, (m:com(m:step(q, v, h)) - m:com(m:step(q, v, -h))) / (2 * h), 1e-7)
    -- resting, only the base must be held: its wrench is the weight at the centre of mass
    local G, R = m:gravity(q), m:fk(q, m:description().bodies[1].name)
    local f = R:vector { G[1], G[2], G[3] }
    t.near(f, { 0, 0, 9.81 * total }, 1e-9)
    local moment, c = R:vector { G[4], G[5], G[6] }, m:com(q) - R.p
    t.near(moment, c:cross { 0, 0, 9.81 * total }, 1e-8)
  end
  t.eq(#li.robots.humanoid36():speeds(), 36)
end)

t.test("every robot: source, convention, a copy in Lua that is equal, a card of an audit "
  .. "without complaint", function()
  local n = 0
  for _, name in ipairs(li.robots.names()) do
    n = n + 1
    local m = name == "inria6r" and li.robots.inria6r { data = "P2" } or li.robots[name]()
    t.ok(m:description().source or m:description().convention, name .. " says no source")
    local again = li.robot((loadstring or load)(m:lua())())
    t.eq(again:lua(), m:lua(), name)
    local q = m:random(3)
    t.ok(m:fk(q):near(again:fk(q), 1e-15), name)
    if #m:missing() == 0 then t.eq(m:audit(2).failed, 0, name) end
  end
  t.ok(n >= 45)
end)

t.test("the card of an audit: every law by name; Lagrange, Kane and Newton-Euler say the same",
  function()
  local function says(m, ...)
    local card = m:audit(3)
    local text = tostring(card)
    t.eq(card.failed, 0, text)
    for _, law in ipairs { ... } do t.ok(text:find(law, 1, true), law) end
  end
  says(li.planar { 1, 0.8 }, "articulated bodies undo recursive Newton-Euler",
    "M is positive definite", "M' v - 1/2 grad(v M v)", "M' - 2 C is skew",
    "rate of T + V", "J v is the velocity", "Kane", "in symbols, by augmented bodies",
    "Lagrange: so do T and V")
  says(li.robots.panda(), "Kane", "in symbols, by augmented bodies")
  says(li.robots.quadruped(), "Kane")
  says(li.robot { bodies = { { name = "m", joint = { "prismatic", stiffness = 50, damping = 2,
    rotor = 0.1, gear = 3, friction = 0.2 }, mass = 2, inertia = 0 },
    { name = "g", parent = "m", joint = "revolute", mass = 1, com = { .1, .2, .3 },
      inertia = { 1, 2, 2.5, .1, .2, .3 }, follows = { "q1", scale = 2, offset = .1 } },
    { name = "u", parent = "g", joint = "Rx Ty", mass = 1, com = { .1, .2, .3 },
      inertia = { 1, 2, 2.5, .1, .2, .3 } } } }, "Lagrange")
end)

t.done()
