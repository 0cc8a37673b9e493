-- test_printed.lua - results the documents print in symbols, corrected, as identities proved in
-- symbols (others: test_inria80, test_vehicle_*, test_kane_*)
local t = require "t"
local li = require "liaison"

local function same(got, want, what)
  want = type(want) == "string" and li.expr(want, "new") or li.expr(want)
  t.eq((li.expr(got) - want):is_zero(), true,
    ("%s: %s is not %s"):format(what, tostring(got), tostring(want)))
end

local function matrix_is(M, rows, what)
  for i, row in ipairs(rows) do
    for j, want in ipairs(row) do same(M:at(i, j), want, ("%s[%d][%d]"):format(what, i, j)) end
  end
end

local function rotation(...) return li.homogeneous { ... } end

t.test("[course E3.2, E3.3, E3.4] matrices of three angles: fixed x y z, ZXZ, Fanuc", function()
  li.symbols "psi th phi w p r"
  matrix_is(rotation({ "Rz", "phi" }, { "Ry", "th" }),
    { { "cos(phi)*cos(th)", "-sin(phi)", "cos(phi)*sin(th)" },
    { "sin(phi)*cos(th)", "cos(phi)", "sin(phi)*sin(th)" },
    { "-sin(th)", "0", "cos(th)" } }, "0R3 0R2")
  matrix_is(rotation({ "Rz", "phi" }, { "Ry", "th" }, { "Rx", "psi" }), {
    { "cos(phi)*cos(th)", "cos(phi)*sin(th)*sin(psi) - sin(phi)*cos(psi)",
      "cos(phi)*sin(th)*cos(psi) + sin(phi)*sin(psi)" },
    { "sin(phi)*cos(th)", "sin(phi)*sin(th)*sin(psi) + cos(phi)*cos(psi)",
      "sin(phi)*sin(th)*cos(psi) - cos(phi)*sin(psi)" },
    { "-sin(th)", "cos(th)*sin(psi)", "cos(th)*cos(psi)" } }, "RTL")
  matrix_is(rotation({ "Rz", "psi" }, { "Rx", "th" }),
    { { "cos(psi)", "-sin(psi)*cos(th)", "sin(psi)*sin(th)" },
    { "sin(psi)", "cos(psi)*cos(th)", "-cos(psi)*sin(th)" },
    { "0", "sin(th)", "cos(th)" } }, "0R2")
  matrix_is(rotation({ "Rz", "psi" }, { "Rx", "th" }, { "Rz", "phi" }), {
    { "cos(psi)*cos(phi) - sin(psi)*cos(th)*sin(phi)",
      "-cos(psi)*sin(phi) - sin(psi)*cos(th)*cos(phi)", "sin(psi)*sin(th)" },
    { "sin(psi)*cos(phi) + cos(psi)*cos(th)*sin(phi)",
      "-sin(psi)*sin(phi) + cos(psi)*cos(th)*cos(phi)", "-cos(psi)*sin(th)" },
    { "sin(th)*sin(phi)", "sin(th)*cos(phi)", "cos(th)" } }, "0R3")
  matrix_is(rotation({ "Rz", "r" }, { "Ry", "p" }, { "Rx", "w" }), {
    { "cos(r)*cos(p)", "-sin(r)*cos(w) + cos(r)*sin(p)*sin(w)",
      "sin(r)*sin(w) + cos(r)*sin(p)*cos(w)" },
    { "sin(r)*cos(p)", "sin(r)*sin(p)*sin(w) + cos(r)*cos(w)",
      "-cos(r)*sin(w) + sin(r)*sin(p)*cos(w)" },
    { "-sin(p)", "cos(p)*sin(w)", "cos(p)*cos(w)" } }, "uRt")
end)

t.test("[course E3.5, E3.4] constant turns are exact", function()
  local pi = math.pi
  matrix_is(rotation { "Rx", pi / 2 }, { { 1, 0, 0 }, { 0, 0, -1 }, { 0, 1, 0 } }, "0R1")
  matrix_is(rotation({ "Ry", pi / 2 }, { "Rz", pi / 6 }),
    { { 0, 0, 1 }, { "1/2", "sqrt(3)/2", 0 }, { "-sqrt(3)/2", "1/2", 0 } }, "0R2")
  matrix_is(rotation({ "Rz", pi / 6 }, { "Rx", pi / 4 }),
    { { "sqrt(3)/2", "-sqrt(2)/4", "sqrt(2)/4" }, { "1/2", "sqrt(6)/4", "-sqrt(6)/4" },
    { 0, "sqrt(2)/2", "sqrt(2)/2" } }, "0R3")
  matrix_is(rotation({ "Rz", 0 }, { "Ry", pi / 2 }, { "Rx", pi }),
    { { 0, 0, -1 }, { 0, -1, 0 }, { -1, 0, 0 } }, "Fanuc")
  t.eq(tostring(rotation({ "Rz", pi / 6 }):at(1, 1)), "sqrt(3)/2")
end)

t.test("[course E3.7, E3.8, E3.9] the product of four elementary moves; matrices of the RRP "
  .. "and of the KR30", function()
  local function dh(theta, d, a, alpha)
    return li.homogeneous { { "Rz", theta }, { "Tz", d }, { "Tx", a }, { "Rx", alpha } }
  end
  li.symbols "theta d a alpha"
  matrix_is(dh("theta", "d", "a", "alpha"),
    { { "cos(theta)", "-sin(theta)*cos(alpha)", "sin(theta)*sin(alpha)", "a*cos(theta)" },
    { "sin(theta)", "cos(theta)*cos(alpha)", "-cos(theta)*sin(alpha)", "a*sin(theta)" },
      { 0, "sin(alpha)", "cos(alpha)", "d" }, { 0, 0, 0, 1 } }, "DH")
  for _, pair in ipairs { { { "Rz", "theta" }, { "Tz", "d" } },
    { { "Tx", "a" }, { "Rx", "alpha" } } } do
    t.eq(li.compare(li.homogeneous { pair[1], pair[2] }, li.homogeneous { pair[2], pair[1] }).equal,
      true, "both about one axis: they commute")
  end
  local q = { li.coordinates "th1 th2 th3 th4 th5 th6" }
  li.coordinates "d3"
  li.symbols "a1 a2 a3 a6 d4 d6 c s"
  local half = math.pi / 2
  matrix_is(dh(q[1], 0, 0, half) * dh(q[2], 0, "a2", -half) * dh(half, "d3", 0, half), {
    { "-sin(th1)", "-cos(th1)*sin(th2)", "cos(th1)*cos(th2)",
      "-d3*cos(th1)*sin(th2) + a2*cos(th1)*cos(th2)" },
    { "cos(th1)", "-sin(th1)*sin(th2)", "sin(th1)*cos(th2)",
      "-d3*sin(th1)*sin(th2) + a2*sin(th1)*cos(th2)" },
    { 0, "cos(th2)", "sin(th2)", "d3*cos(th2) + a2*sin(th2)" } }, "0A3")
  local A = { dh(q[1], 0, "a1", half), dh(q[2], 0, "a2", 0), dh(q[3], 0, "a3", half),
    dh(q[4], "d4", 0, half), dh(q[5], 0, 0, half), dh(q[6], "d6", "a6", math.pi) }
  local printed = {
    { { "c", 0, "s", "a1*c" }, { "s", 0, "-c", "a1*s" }, { 0, 1, 0, 0 } },
      { { "c", "-s", 0, "a2*c" }, { "s", "c", 0, "a2*s" }, { 0, 0, 1, 0 } },
    { { "c", 0, "s", "a3*c" }, { "s", 0, "-c", "a3*s" }, { 0, 1, 0, 0 } },
      { { "c", 0, "s", 0 }, { "s", 0, "-c", 0 }, { 0, 1, 0, "d4" } },
    { { "c", 0, "s", 0 }, { "s", 0, "-c", 0 }, { 0, 1, 0, 0 } },
      { { "c", "s", 0, "a6*c" }, { "s", "-c", 0, "a6*s" }, { 0, 0, -1, "d6" } } }
  for i, rows in ipairs(printed) do
    for r, row in ipairs(rows) do
      for k, want in ipairs(row) do
        local e = type(want) == "string"
          and li.expr(want, "new"):subs { c = li.cos(q[i]), s = li.sin(q[i]) } or want
        same(A[i]:at(r, k), e, ("A%d[%d][%d]"):format(i, r, k))
      end
    end
  end
  matrix_is(A[4] * A[5] * A[6], {
    { "sin(th4)*sin(th6) + cos(th4)*cos(th5)*cos(th6)",
      "-sin(th4)*cos(th6) + cos(th4)*cos(th5)*sin(th6)", "-cos(th4)*sin(th5)" },
    { "sin(th4)*cos(th5)*cos(th6) - cos(th4)*sin(th6)",
      "sin(th4)*cos(th5)*sin(th6) + cos(th4)*cos(th6)", "-sin(th4)*sin(th5)" },
    { "sin(th5)*cos(th6)", "sin(th5)*sin(th6)", "cos(th5)" } }, "3R6")
end)

t.test("[course E6.1] the two-bar by Newton and Euler: accelerations, forces, and torques "
  .. "that are Lagrange's", function()
  local th1, th2 = li.coordinates "th1 th2"
  local L1, LG1, LG2, m1, m2, I1, I2, g = li.symbols "L1 LG1 LG2 m1 m2 I1z I2z g"
  local x1, y1 = li.smat { li.cos(th1), li.sin(th1) }, li.smat { -li.sin(th1), li.cos(th1) }
  local x2, y2 = li.smat { li.cos(th1 + th2), li.sin(th1 + th2) },
    li.smat { -li.sin(th1 + th2), li.cos(th1 + th2) }
  local w, wd = th1:d() + th2:d(), th1:dd() + th2:dd()
  local G1, G2 = LG1 * x1, L1 * x1 + LG2 * x2
  local a1, a2 = G1:d():d(), G2:d():d()
  matrix_is(a1 - LG1 * (th1:dd() * y1 - th1:d() ^ 2 * x1), { { 0 }, { 0 } }, "a_G1")
  matrix_is(G2:d() - (L1 * th1:d() * y1 + LG2 * w * y2), { { 0 }, { 0 } }, "v_G2")
  matrix_is(a2 - (L1 * (th1:dd() * y1 - th1:d() ^ 2 * x1) + LG2 * (wd * y2 - w ^ 2 * x2)),
    { { 0 }, { 0 } }, "a_G2")
  local f12 = m2 * (a2 + g * li.smat { 0, 1 })
  local f01 = m1 * (a1 + g * li.smat { 0, 1 }) + f12
  local function z(a, b) return a[1] * b[2] - a[2] * b[1] end
  local N12 = I2 * wd + z(LG2 * x2, f12)
  local N01 = I1 * th1:dd() + N12 + z(LG1 * x1, f01) + z((L1 - LG1) * x1, f12)
  local eq = li.lagrange { q = { th1, th2 }, T = m1 * G1:d():dot(G1:d()) / 2 + I1 * th1:d() ^ 2 / 2
    + m2 * G2:d():dot(G2:d()) / 2 + I2 * w ^ 2 / 2, V = g * (m1 * G1[2] + m2 * G2[2]) }
  same(N12, eq:row(2), "N12")
  same(N01, eq:row(1), "N01")
end)

t.test("[nonhol 2.6] rows and right sides of points, guides and distances between two bodies "
  .. "in the plane", function()
  local xi, yi, ti, xj, yj, tj = li.coordinates "xi yi ti xj yj tj"
  local q = { xi, yi, ti, xj, yj, tj }
  local a, b, c, d, L, u, v = li.symbols "a b c d L u v"
  local T = li.sum { xi:d() ^ 2, yi:d() ^ 2, ti:d() ^ 2, xj:d() ^ 2, yj:d() ^ 2, tj:d() ^ 2 }
  local function A(th)
    return li.smat { { li.cos(th), -li.sin(th) }, { li.sin(th), li.cos(th) } }
  end
  local function B(th)
    return li.smat { { -li.sin(th), -li.cos(th) }, { li.cos(th), -li.sin(th) } }
  end
  local ri, rj, si, sj, n = li.smat { xi, yi }, li.smat { xj, yj }, li.smat { a, b },
    li.smat { c, d }, li.smat { -v, u }
  local e = ri + A(ti) * si - rj - A(tj) * sj
  local eq = li.lagrange { q = q, T = T, phi = { e[1], e[2] } }
  local Bi, Bj = B(ti) * si, B(tj) * sj
  local rows = { { 1, 0, Bi[1], -1, 0, -Bj[1] }, { 0, 1, Bi[2], 0, -1, -Bj[2] } }
  matrix_is(eq.J, rows, "Phi_q")
  local gamma = A(ti) * si * ti:d() ^ 2 - A(tj) * sj * tj:d() ^ 2
  for k = 1, 2 do same(eq.gamma[k], gamma[k], "gamma") end
  -- distance: 2 e' Phi_q, 2 e.gamma - 2 e'.e'
  local far = li.lagrange { q = q, T = T, phi = e:dot(e) - L ^ 2 }
  for k = 1, 6 do same(far.J:at(1, k), 2 * (e[1] * rows[1][k] + e[2] * rows[2][k]), "distance") end
  local ed = e:d()
  same(far.gamma[1], 2 * e:dot(gamma) - 2 * ed:dot(ed), "gamma of a distance")
  -- guide along u of body i: n is its normal
  local dv = rj + A(tj) * sj - ri - A(ti) * si
  local An, Bn = A(ti) * n, B(ti) * n
  local guide = li.lagrange { q = q, T = T, phi = { An:dot(dv), ti - tj - L } }
  local row = { -An[1], -An[2], Bn:dot(dv) - An:dot(Bi), An[1], An[2], An:dot(Bj) }
  for k = 1, 6 do same(guide.J:at(1, k), row[k], "guide") end
  same(guide.gamma[1], An:dot(dv) * ti:d() ^ 2 - 2 * Bn:dot(dv:d()) * ti:d()
    + An:dot(A(tj) * sj * tj:d() ^ 2 - A(ti) * si * ti:d() ^ 2), "gamma of a guide")
  matrix_is(guide.J, { { row[1] }, { 0, 0, 1, 0, 0, -1 } }, "guide")
end)

t.test("[nonhol 2.3] the arm as its tip feels it: J_f and its determinant", function()
  local th1, th2 = li.coordinates "th1 th2"
  local l1, l2 = li.symbols "l1 l2"
  local tip = li.smat { l1 * li.cos(th1) + l2 * li.cos(th1 + th2),
    l1 * li.sin(th1) + l2 * li.sin(th1 + th2) }
  local Rot = li.smat { { li.cos(th1 + th2), -li.sin(th1 + th2) },
    { li.sin(th1 + th2), li.cos(th1 + th2) } }
  local Jf = li.smat { { l1 * li.sin(th2), 0 }, { l1 * li.cos(th2) + l2, l2 } }
  matrix_is(Rot * Jf - tip:jacobian { th1, th2 }, { { 0, 0 }, { 0, 0 } }, "J_f")
  same(Jf:det(), "l1*l2*sin(th2)", "det J_f")
  t.eq(tostring(tip:jacobian({ th1, th2 }):det()), "l1*l2*sin(th2)")
end)

t.test("[nonhol 2.8] the loader's speed of turning; the crane's D, C q', tau", function()
  local Th, Ph = li.coordinates "Th Ph"
  local v, Phd, l2, c = li.symbols "v Phd l2 c"
  local Om = -(v * li.sin(Ph) + l2 * Phd) / (l2 + c * li.cos(Ph))
  local row = -li.sin(Th + Ph) * v * li.cos(Th) + li.cos(Th + Ph) * v * li.sin(Th)
    - (l2 + c * li.cos(Ph)) * Om - l2 * Phd
  same(row, 0, "trailer's axle")
  local x, L, phi = li.coordinates "x L phi"
  local M, m, g = li.symbols "M m g"
  local px, py = x + L * li.sin(phi), -L * li.cos(phi)
  local eq = li.lagrange { q = { x, L, phi }, T = M * x:d() ^ 2 / 2 + m * (px:d() ^ 2 + py:d() ^ 2)
    / 2, V = m * g * py }
  matrix_is(eq.M, { { M + m, m * li.sin(phi), m * L * li.cos(phi) }, { m * li.sin(phi), m, 0 },
    { m * L * li.cos(phi), 0, m * L ^ 2 } }, "D")
  local h = { m * (2 * L:d() * li.cos(phi) - L * phi:d() * li.sin(phi)) * phi:d(),
    -m * L * phi:d() ^ 2, 2 * m * L * L:d() * phi:d() }
  local weight = { 0, -m * g * li.cos(phi), m * g * L * li.sin(phi) }
  for i = 1, 3 do same(eq.h[i], h[i], "C q'") same(eq.G[i], weight[i], "tau") end
  t.eq(eq:skew(), true)
end)

t.test("[nonhol 2.10] the thin disc: velocity of its contact point, Q_v", function()
  local x, y, z, phi, th, psi = li.coordinates "x y z phi th psi"
  local R, m, IA, IT = li.symbols "R m IA IT"
  local sp, cp, st, ct = li.sin(phi), li.cos(phi), li.sin(th), li.cos(th)
  local w = li.smat { cp * th:d() + sp * st * psi:d(), sp * th:d() - cp * st * psi:d(),
    phi:d() + ct * psi:d() }
  -- from the centre to the lowest point of the rim: across the axis (sp st, -cp st, ct), downwards
  local down = li.smat { sp * ct, -cp * ct, -st } * R
  local slip = li.smat { x:d(), y:d(), z:d() } + w:cross(down)
  matrix_is(slip:jacobian { x:d(), y:d(), z:d(), phi:d(), th:d(), psi:d() },
    { { 1, 0, 0, R * cp * ct, -R * sp * st, R * cp }, { 0, 1, 0, R * sp * ct, R * cp * st, R * sp },
    { 0, 0, 1, 0, -R * ct, 0 } }, "H")
  local eq = li.lagrange { q = { x, y, z, phi, th, psi },
    T = m * (x:d() ^ 2 + y:d() ^ 2 + z:d() ^ 2) / 2 + IT * (th:d() ^ 2 + phi:d() ^ 2 * st ^ 2) / 2
      + IA * (phi:d() * ct + psi:d()) ^ 2 / 2 }
  local Qv = { 0, 0, 0, th:d() * st * (IA * psi:d() + 2 * (IA - IT) * phi:d() * ct),
    phi:d() * st * (-IA * (phi:d() * ct + psi:d()) + IT * phi:d() * ct),
    IA * phi:d() * th:d() * st }
  for i = 1, 6 do same(-eq.h[i], Qv[i], "Q_v" .. i) end
end)

t.test("[inria80 2.4] nested inverse dynamics: F3 - F4 and F2 - F3 of the report's robot",
  function()
  local eq = li.robots.inria6r():equations()
  local qd, qdd, q, S, C = {}, {}, eq.q, {}, {}
  for i = 1, 6 do qd[i], qdd[i], S[i], C[i] = eq.v[i], eq.a[i], li.sin(q[i]), li.cos(q[i]) end
  local S23, C23, C234 = li.sin(q[2] + q[3]), li.cos(q[2] + q[3]), li.cos(q[2] + q[3] + q[4])
  local L2, L3, VZ3, VZ6, JX3, JY3, G = li.symbols "L2 L3 VZ3 VZ6 JX3 JY3 G"
  local w, W = qd[2] + qd[3] + qd[4], qdd[2] + qdd[3] + qdd[4]
  local al = C[5] * W - 2 * S[5] * qd[5] * w
  local be = C[5] * (w ^ 2 + qd[5] ^ 2) + S[5] * qdd[5]
  local ga = S[5] * qdd[1] + 2 * C[5] * qd[1] * qd[5] + C[5] * C234 * qd[1] ^ 2
  local want = VZ6 * L3 * (C[4] * al - S[4] * be + S23 * ga) + JX3 * (qdd[2] + qdd[3]) + L2 * VZ3
    * (C[3] * qd[2] ^ 2 - S[3] * qdd[2])
    + S23 * (L2 * VZ3 * S[2] + JY3 * C23) * qd[1] ^ 2 + G * VZ3 * C23
  local got, at, list = eq:row(3) - eq:row(4), {}, {}
  for i = 1, 6 do list[#list + 1] = q[i] list[#list + 1] = qd[i] list[#list + 1] = qdd[i] end
  for k, s in ipairs(list) do at[s] = math.sin(3 * k) end
  at[L2], at[L3], at[VZ3], at[VZ6], at[JX3], at[JY3], at[G] = .7, .8, 10.05, .72, 6.4275, 6.3975,
    -9.81
  for _, s in ipairs((got - want):symbols()) do at[s] = at[s] or 0.3 end
  t.near(got:eval(at), want:eval(at), 1e-10)
  t.eq((got - want):is_zero(), true, "F3 - F4")
end)

t.done()
