-- test_golden_questions.lua - singular places, redundancy, workspace, statics, modes, base
-- parameters: numbers of the documents, closed forms
local t = require "t"
local li = require "liaison"

local pi, sqrt, sin, cos = math.pi, math.sqrt, math.sin, math.cos

t.test("[course E4.3] determinants and inverses of the RRP robot's Jacobian; what a singular "
  .. "place forbids", function()
  local function J3(m, q, axes)
    local J = m:jacobian(q, "link3", { 0, 0, 0 }, axes)
    return J:block(1, 1, 3, 3)
  end
  local m = li.robots.rrp()
  local q, a2, d3, s2, c2 = { 0.4, -0.7, 0.25 }, 0.1, 0.25, sin(-0.7), cos(-0.7)
  t.near(J3(m, q):det(), 59384.66013446782e-6, 1e-14) -- the same in every frame
  t.near(J3(m, q, "link2"):det(), 59384.66013446782e-6, 1e-14)
  t.near(J3(m, q, "link2"):det(), d3 * (a2 * c2 - d3 * s2), 1e-14)
  local o = { rows = { 1, 2, 3 }, body = "link3", point = { 0, 0, 0 }, axes = "link2" }
  t.near(m:jacobian_inverse(q, o),
    { { 0, 1 / (a2 * c2 - d3 * s2), 0 }, { -1 / d3, 0, 0 }, { a2 / d3, 0, 1 } }, 1e-12)
  t.near((m:manipulability(q, o)), math.abs(J3(m, q):det()), 1e-14)
  -- singular where the point comes above the first axis, tan th2 = a2 / d3: along y2 it cannot go
  local s = m:singularity({ 0.4, math.atan(a2 / d3), d3 }, o)
  t.ok(s.singular and s.rank == 2 and s.usual == 3)
  t.eq(#s.lost, 1)
  t.near({ math.abs(s.lost[1][1]), math.abs(s.lost[1][2]), math.abs(s.lost[1][3]) }, { 0, 1, 0 },
    1e-9)
  t.near({ math.abs(s.idle[1][1]), s.idle[1][2], s.idle[1][3] }, { 1, 0, 0 }, 1e-9)
  t.ok(not m:singularity(q, o).singular)
  -- a2 = 0: th2 = 0 is
  local b = li.robots.rrp { a2 = 0 }
  t.near(J3(b, q, "link2"):det(), -d3 ^ 2 * s2, 1e-14)
  t.near(J3(b, q):det(), -d3 ^ 2 * s2, 1e-14)
  t.eq(b:singularity({ 0.4, pi, d3 }, o).rank, 2)
  local c1, s1 = cos(0.4), sin(0.4)
  local wanted = { { -s1, c1, 0 }, { c1 * s2 * c2, s1 * s2 * c2, s2 ^ 2 },
    { d3 * c1 * s2 ^ 2, d3 * s1 * s2 ^ 2, -d3 * s2 * c2 } }
  t.near(b:jacobian_inverse(q, { rows = { 1, 2, 3 } }), li.mat(wanted) * (-1 / (d3 * s2)), 1e-12)
  t.near(b:jacobian_inverse(q, o),
    li.mat { { 0, 1, 0 }, { s2, 0, 0 }, { 0, 0, -d3 * s2 } } * (-1 / (d3 * s2)), 1e-12)
end)

t.test("[course E3.9] the KR30 shown in the course stands in a wrist singularity; det J in factors",
  function()
  local m = li.robots.kr30 { x = 0.1 }
  local s = m:singularity(m:home())
  t.ok(s.singular and s.rank == 5 and s.usual == 6)
  for k = 1, 10 do
    local q = m:random(k)
    local a1, a2, a3, d4 = 0.67, 0.8, 0.145, -0.82
    local s23, c23 = sin(q[2] + q[3]), cos(q[2] + q[3])
    local det = -a2 * (a3 * sin(q[3]) - d4 * cos(q[3]))
      * (a1 + a2 * cos(q[2]) + a3 * c23 + d4 * s23) * sin(q[5])
    t.near(m:jacobian(q):det(), det, 1e-12)
    t.near((m:manipulability(q)), math.abs(det), 1e-12)
  end
  -- elbow: tan th3 = d4 / a3
  t.eq(m:singularity({ 0, 0.3, math.atan(-0.82 / 0.145), 0, 1, 0 }).rank, 5)
end)

t.test("[course E4.4] redundancy: the least velocities, a blocked joint, the kernel", function()
  local m = li.planar { 1, 1, 1 }
  local q, x, o = { 0.2, 0.5, -0.3 }, { 0.1, -0.2 }, { rows = { 1, 2 } }
  local J = m:jacobian(q):block(1, 1, 2, 3)
  t.near(J, { { -1.232305360341, -1.033636029546, -.389418342309 },
    { 2.665969759129, 1.685903181287, .921060994003 } }, 1e-12)
  local v, rest = m:rates(q, x, o)
  t.near(v, { -.048942789515, -.032086736179, -.016746852516 }, 1e-12)
  t.near(rest, 0, 1e-12)
  t.near(v:dot(v), .00370541235330474, 1e-15)
  t.near((m:rates(q, x, { rows = { 1, 2 }, block = { "q3" } })),
    { -.056241227447, -.029694818164, 0 }, 1e-12)
  local N = m:self_motions(q, o)
  t.near({ N[1][1] / N[3][1], N[2][1] / N[3][1] }, { -.435809530491, .142827914259 }, 1e-12)
  local W = { 2, 3, 5 }
  for _, more in ipairs { {}, { block = { "q3'" } }, { weights = W }, { weights = li.diag(W) } } do
    more.rows = o.rows
    local G = m:jacobian_inverse(q, more)
    t.near(J * G * J, J, 1e-12)
  end
  -- M^-1 J' (J M^-1 J')^-1
  local Wi = li.diag(W) ^ -1
  t.near(m:jacobian_inverse(q, { rows = { 1, 2 }, weights = W }),
    Wi * J:transpose() * (J * Wi * J:transpose()) ^ -1, 1e-12)
  local z = { 0.3, 0, -0.1 }
  local u = m:rates(q, x, { rows = { 1, 2 }, toward = z })
  t.near(J * u, x, 1e-12)
  local d, h = u - li.vec(z), v - li.vec(z)
  t.ok(d:norm() < h:norm())
  t.ok(m:rates({ 0.2, 0, 0 }, { 1, 1 }, { rows = { 1, 2 }, damping = 0.1 }):norm() < 20)
  t.raises("options.weights: expected a symmetric positive definite matrix", m.rates, m, q, x,
    { rows = { 1, 2 }, weights = { 1, -1, 1 } })
  t.raises("options.block: no coordinate 'q9'", m.rates, m, q, x,
    { rows = { 1, 2 }, block = { "q9" } })
  t.raises("model:rates: expected 6 numbers", m.rates, m, q, x)
  t.raises("unknown key 'row' %(did you mean 'rows'", m.rates, m, q, x, { row = {} })
end)

t.test("[course E3.10] the workspace of a planar arm: sqrt 2 pi L1 L2, and its radii", function()
  local L1, L2 = 1, 0.7
  local w = li.planar { L1, L2 }:workspace { n = 1500,
    limits = { { 0, pi }, { pi / 4, 3 * pi / 4 } }, rows = { 1, 2 } }
  t.near(w.measure, sqrt(2) * pi * L1 * L2, 3e-3)
  local function radius(q2) return sqrt(L1 ^ 2 + L2 ^ 2 + 2 * L1 * L2 * cos(q2)) end
  t.near(w.far, radius(pi / 4), 1e-2)
  t.near(w.near, radius(3 * pi / 4), 1e-2)
  t.eq(#w.points, 1500)
  t.ok(w.upper[2] <= radius(pi / 4) and w.lower[3] == 0)
  t.raises("'th3' has no limits", function()
    local d = li.dh { convention = "standard", joints = "P", a = { 0 }, alpha = { 0 },
      d = { "th3" }, theta = { 0 } }
    d:workspace()
  end)
  t.raises("reaches everything", function() li.robots.quadruped():workspace() end)
end)

t.test("[course F4.6] statics: tau = G - J' F", function()
  local m = li.planar { 1, 0.8, mass = { 2, 1.5 } }
  local q, F = { 0.3, 0.8 }, { 3, -2, 0, 0, 0, 0.5 }
  local R = m:fk(q).R
  local f = R:vector_back { 3, -2, 0 }
  t.near(m:statics(q, { tip = { f[1], f[2], f[3], 0, 0, 0.5 } }), m:gravity(q) - m:torques(q, F),
    1e-12)
  t.near(m:statics(q), m:gravity(q), 1e-15)
end)

t.test("modes: two pendulums in closed form, a spring and a damper, a free direction", function()
  -- point masses m on massless rods l: omega^2 = (2 -+ sqrt 2) g / l
  local m = li.robot { gravity = { 0, -9.81, 0 },
    bodies = { { name = "a", joint = "revolute", mass = 1, com = { 0.5, 0, 0 }, inertia = 0 },
    { name = "b", parent = "a", joint = "revolute", at = { 0.5, 0, 0 }, mass = 1,
      com = { 0.5, 0, 0 }, inertia = 0 } } }
  local list = m:modes { -pi / 2, 0 }
  t.eq(#list, 2)
  for k, sign in ipairs { -1, 1 } do
    local w = sqrt((2 + sign * sqrt(2)) * 9.81 / 0.5)
    t.near(list[k].im, w, 1e-9)
    t.near(list[k].frequency, w / (2 * pi), 1e-10)
    t.near(list[k].damping, 0, 1e-9)
    -- absolute angles: 1, -+ sqrt 2
    t.near(list[k].shape[2] / list[k].shape[1] + 1, -sign * sqrt(2), 1e-8)
  end
  -- standing upright it falls
  t.ok(m:modes({ pi / 2, 0 })[1].re > 0)
  local s = li.robot { gravity = { 0, 0, 0 }, bodies = {
    { name = "m", joint = { "prismatic", stiffness = 50, damping = 2 }, mass = 2, inertia = 0 } } }
  local one = s:modes({ 0 })[1]
  t.near(one.re, -0.5, 1e-9)
  t.near(one.im, sqrt(25 - 0.25), 1e-9)
  t.near(one.damping, 0.1, 1e-9)
  local A, B = s:linearise { 0 }
  t.near(A, { { 0, 1 }, { -25, -1 } }, 1e-9)
  t.near(B, { { 0 }, { 0.5 } }, 1e-12)
  -- about a motion: by differences
  local arm = li.robots.panda()
  local q, v, tau = arm:random(2), li.zeros(7), li.zeros(7)
  for k = 1, 7 do v[k], tau[k] = sin(k), 5 * cos(k) end
  A = arm:linearise(q, v, tau)
  local h = 1e-6
  for k = 1, 7, 3 do
    local e = li.zeros(7)
    e[k] = 1
    local d = (arm:fd(q + h * e, v, tau) - arm:fd(q - h * e, v, tau)) / (2 * h)
    for i = 1, 7 do t.near(A[7 + i][k], d[i], 1e-4 * math.max(1, math.abs(d[i]))) end
  end
  local nothing, why, code = li.robots.inria6r({ data = "P1" }):modes(li.zeros(6))
  t.eq(nothing, nil)
  t.eq(code, "ESINGULAR")
  t.ok(why:find "'q6' moves no mass")
end)

t.test("modes with forces told beside the model, inputs, and about a steady motion", function()
  local s = li.robot { gravity = { 0, 0, 0 }, inputs = { { name = "k", value = 50 } }, bodies = {
    { name = "m", joint = { kind = "prismatic", q = "x" }, mass = 2, inertia = 0 } } }
  local spring = { "spring", joint = "x", stiffness = 50, damping = 2 }
  local one = s:modes({ 0 }, { forces = { spring } })
  t.near(one[1].re, -0.5, 1e-9)
  t.near(one[1].im, sqrt(25 - 0.25), 1e-9)
  local law = { "spring", joint = "x", stiffness = "k" }
  t.near(s:modes({ 0 }, { u = { k = 72 }, forces = { law } })[1].im, 6, 1e-9)
  -- a mass on a spring in a heavy ring that turns by w: (k/m - w^2)^(1/2)
  local ring = li.robot { gravity = { 0, 0, 0 }, bodies = {
    { name = "ring", joint = { kind = "revolute", q = "turn" }, mass = 0,
      inertia = { 1e9, 1e9, 1e9 } },
    { name = "m", parent = "ring", mass = 2, inertia = 0,
      joint = { kind = "prismatic", axis = "x", q = "x", stiffness = 50 } } } }
  local list = ring:modes({ 0, 0 }, { v = { turn = 3 } })
  t.near(list[#list].im, 4, 1e-6)
  t.raises("model:modes: options: unknown key 'force' %(did you mean 'forces'%?%)", s.modes, s,
    { 0 }, { force = {} })
end)

t.test("[inria80 3.2, 5.5 59] base parameters: 36 of 60 for the Puma 560 and the 1980 robot, "
  .. "33 for the Stanford arm", function()
  for name, n in pairs { puma560 = 36, stanford = 33 } do
    t.eq(#li.robots[name]():base_parameters { structure = "free" }, n, name)
  end
  local m = li.robots.inria6r { data = "P2" }
  local base = m:base_parameters { structure = "free" }
  t.eq(#base, 36)
  -- they make the same torques: the regressor's columns of the names, times the values
  local values, names = m:parameters()
  local index = {}
  for i, name in ipairs(names) do index[name] = i end
  local q, v, a = m:random(9), { 1, -2, 0.5, 0.3, 2, -1 }, { 0.2, 1, -1, 3, 0.1, -0.7 }
  local Y = m:regressor(q, v, a)
  local tau = li.zeros(6)
  for _, p in ipairs(base) do
    tau = tau + p.value * Y:col(index[p.name])
    t.ok(p.text:find(p.name, 1, true) == 1)
  end
  t.near(tau, Y * values, 1e-9)
  t.near(tau, m:id(q, v, a), 1e-9)
  -- the first body only turns about y: of its ten parameters Iyy alone can matter
  local nowhere = table.concat(base.ineffective, " ")
  for _, what in ipairs { "m", "hx", "hy", "hz", "Ixx", "Izz", "Ixy", "Iyz" } do
    t.ok(nowhere:find(names[1]:match "^[^.]+" .. "." .. what, 1, true), what)
  end
  -- planar 2R: seven? [Khalil]: ZZ1 + m2 L1^2 (and what rides on it), MX1 + m2 L1, MY1, ZZ2, MX2,
  -- MY2
  local two = li.planar { 1, 0.8 }:base_parameters { structure = "free" }
  t.eq(#two, 6)
end)

-- rows of alpha in right angles, a, d; slides: joints that do; masses: what body i is given
local function arm(rows, slides, masses)
  local list = { convention = "modified", gravity = { 0, 0, -9.81 } }
  for i, r in ipairs(rows) do
    local b = masses(i)
    b.alpha, b.a = r[1] * math.pi / 2, r[2]
    if slides[i] then
      b.d, b.theta, b.joint = "q" .. i, 0, "P"
    else
      b.d, b.theta = r[3], "q" .. i
    end
    list[i] = b
  end
  return li.dh(list)
end

local puma_rows = { { 0, 0, 0 }, { -1, 0, 0 }, { 0, "a2", "d3" }, { -1, "a3", "d4" }, { 1, 0, 0 },
  { -1, 0, 0 } }
local stanford_rows = { { 0, 0, 0 }, { -1, 0, "r2" }, { 1, 0, 0 }, { 0, 0, 0 }, { -1, 0, 0 },
  { 1, 0, 0 } }

local function given_inertia(coms, inertias)
  return function(i)
    local com, I = {}, {}
    for k, c in ipairs { "x", "y", "z" } do com[k] = coms[i]:find(c) and c .. i or 0 end
    for k, c in ipairs { "xx", "yy", "zz" } do
      I[k] = (inertias and inertias[i] or "xx yy zz"):find(c) and c .. i or 0
    end
    return { mass = "m" .. i, com = com, inertia = I }
  end
end

local function full(i)
  return { mass = "m" .. i, com = { "x" .. i, "y" .. i, "z" .. i },
    inertia = { "xx" .. i, "yy" .. i, "zz" .. i, "xy" .. i, "xz" .. i, "yz" .. i } }
end

t.test("[inria80 3.2, 5.5 59] parameters written as 0 take no part: 9, 11, 15, 21, and all of "
  .. "them 36, 33, 36, of symbols and of numbers", function()
  local round = {}
  for i = 1, 6 do round[i] = full(i) end
  local report = li.phrase("RY,TYK(L1),RX,TYK(L2),RX,TZK(L3),RX,TZK(0),RY,TZK(0),RZ,TZK(L6);",
    { masses = round, gravity = { 0, "G", 0 } })
  for _, row in ipairs {
    { "the report's robot", li.robots.inria6r(), 9 },
      { "its numbers", li.robots.inria6r { data = "P1" }, 9 },
      { "own-axis inertias", li.robots.inria6r { data = "P2" }, 11 },
    { "Paul's Stanford arm",
      arm(stanford_rows, { [3] = true }, given_inertia { "yz", "z", "z", "yz", "yz", "z" }), 15 },
    { "Armstrong's Puma", arm(puma_rows, {}, given_inertia({ "", "xyz", "yz", "z", "", "z" },
      { "zz", "xx yy zz", "xx yy zz", "xx yy zz", "xx yy zz", "xx yy zz" })), 21 },
    { "the Puma", arm(puma_rows, {}, full), 36 },
      { "the Stanford arm", arm(stanford_rows, { [3] = true }, full), 33 },
      { "the report's robot, full", report, 36 },
  } do
    t.eq(#row[2]:base_parameters(), row[3], row[1])
  end
  t.eq(#li.robots.inria6r():base_parameters { structure = "free" }, 36)
  t.eq(#li.robots.inria6r():base_parameters { structure = "as written" }, 9)
  t.raises("options.structure: expected 'as written' or 'free', got 'frei'",
    function() li.robots.puma560():base_parameters { structure = "frei" } end)
end)

t.test("[inria80 N4] the nine of the report's robot are its nine constants, each with the "
  .. "column of the regressor it multiplies", function()
  local m = li.robots.inria6r()
  local base, constants = m:base_parameters(), m:equations().constants
  local left = { VY2 = true, VZ3 = true, VZ6 = true, JX2 = true, JZ2 = true, JX3 = true, JY3 = true,
    JX6 = true, JY6 = true }
  local values = { VZ6 = li.expr "D6*M6" }
  for _, name in ipairs(constants) do values[name] = constants[name] end
  for _, p in ipairs(base) do
    t.eq(base.columns[p.column], p.name)
    local found
    for name in pairs(left) do
      if values[name] and p.value:equals(values[name]) then found = name end
    end
    t.ok(found, p.text)
    left[found] = nil
  end
  t.eq(next(left), nil)
  t.eq(#base.columns, 60)
  t.ok((" " .. table.concat(base.ineffective, " ") .. " "):find " body1%.m "
    and (" " .. table.concat(base.zero, " ") .. " "):find " body2%.Iyy ")
end)

t.test("grouped with symbols as with numbers: the same torques, coefficient by coefficient",
  function()
  local m = arm(puma_rows, {}, full)
  local values = { a2 = 0.43, d3 = 0.15, a3 = 0.02, d4 = 0.43 }
  for i = 1, 6 do
    for k, name in ipairs { "m", "x", "y", "z", "xx", "yy", "zz", "xy", "xz", "yz" } do
      values[name .. i] = k == 1 and i or k < 5 and 0.01 * k * i or k < 8 and 1 + 0.01 * k * i
        or 0.001 * k
    end
  end
  local numbers, base = m:with(values), m:base_parameters()
  local q, v, a = numbers:random(3), { 1, -2, 0.5, 0.3, 2, -1 }, { 0.2, 1, -1, 3, 0.1, -0.7 }
  local Y, tau = numbers:regressor(q, v, a), li.zeros(6)
  for _, p in ipairs(base) do tau = tau + p.value:eval(values) * Y:col(p.column) end
  t.near(tau, numbers:id(q, v, a), 1e-9)
  local other = numbers:base_parameters()
  t.eq(#other, #base)
  for k, p in ipairs(other) do
    t.eq(p.name, base[k].name)
    t.near(p.value, base[k].value:eval(values), 1e-9, p.text)
    t.eq(#p.terms, #base[k].terms)
    for j, term in ipairs(p.terms) do
      local c = base[k].terms[j][1]
      t.near(term[1], type(c) == "number" and c or c:eval(values), 1e-7, base[k].text)
      t.eq(term[2], base[k].terms[j][2])
    end
  end
  -- geometry alone: which ones, without values
  local bare = li.phrase "RZ,TXK(L),RZ;":base_parameters()
  t.eq(#bare, 4)
  t.eq(bare[4].text, "body1.Izz + L^2*body2.m")
  t.eq(bare[4].value, nil)
end)

t.test("the convention detective: published tables, told wrongly", function()
  local function rows(name, angle, length)
    local list = {}
    for i, b in ipairs(dofile("lib/liaison/catalog/robots/" .. name .. ".lua").dh) do
      list[i] = { a = (b.a or 0) * length, alpha = (b.alpha or 0) * angle, d = (b.d or 0) * length,
        theta = 0 }
    end
    return list
  end
  local function best(list, more)
    for k, v in pairs(more) do list[k] = v end
    return li.dh.detect(list)[1]
  end
  local panda, puma, ur5 = li.robots.panda(), li.robots.puma560(), li.robots.ur5()
  local q = { 0.1, -0.4, 0.3, -1.9, 0.2, 1.7, 0.5 }
  local x = best(rows("panda", 1, 1), { q = q, pose = panda:fk(q, "link7") })
  t.ok(x.fits and x.convention == "modified" and x.angles == "radians"
    and x.lengths == "as in the pose", x.text)
  q = { 0.1, -0.4, 0.3, -1.9, 0.2, 1.7 }
  local degrees = {}
  for i = 1, 6 do degrees[i] = q[i] / li.deg end
  x = best(rows("puma560", 1 / li.deg, 1000), { q = degrees, pose = puma:fk(q) })
  t.ok(x.fits and x.convention == "standard" and x.angles == "degrees"
    and x.lengths == "millimetres", x.text)
  x = best(rows("ur5", 1, 1), { q = { -0.1, 0.4, -0.3, 1.9, -0.2, -1.7 }, pose = ur5:fk(q) })
  t.ok(x.fits and x.convention == "standard" and x.q:find "backwards", x.text)
  -- a table with all a and alpha one row too early: what modified means by row i stands in row i -
  -- 1
  local early = rows("panda", 1, 1)
  for i = 1, 6 do early[i].a, early[i].alpha = early[i + 1].a, early[i + 1].alpha end
  early[7].a, early[7].alpha = 0, 0
  q = { 0.1, -0.4, 0.3, -1.9, 0.2, 1.7, 0.5 }
  x = best(early, { q = q, pose = panda:fk(q, "link7") })
  t.ok(x.fits and (x.convention == "standard" or x.text:find "too early"), x.text)
  -- nothing fits: said, and the nearest still first
  local list = rows("ur5", 1, 1)
  list.q, list.pose = { 0, 0, 0, 0, 0, 0 }, { 3, 3, 3 }
  t.ok(not li.dh.detect(list)[1].fits)
  t.raises("pose: expected a frame, or the three numbers", li.dh.detect, { { 0, 0, 0, 0 } })
  t.raises("q: expected 1 numbers", li.dh.detect, { { 0, 0, 0, 0 }, q = {}, pose = { 0, 0, 0 } })
  t.raises("unknown key 'pos' %(did you mean 'pose'", li.dh.detect, { { 0, 0, 0, 0 }, pos = {} })
  t.raises("rows%[1%].a: expected a finite number", li.dh.detect,
    { { "x", 0, 0, 0 }, pose = { 0, 0, 0 } })
end)

t.test("the convention detective finds the order of columns, of 90 random tables", function()
  local state = 7
  local function random(low, high)
    state = state * 16807 % 2147483647
    return low + (high - low) * (state / 2147483647)
  end
  local orders = { "a alpha d theta", "theta d a alpha", "alpha a d theta", "alpha a theta d",
    "d theta a alpha", "a alpha theta d", "theta d alpha a",
    "a d alpha theta", "d a alpha theta" }
  for case = 1, 90 do
    local order, convention = orders[1 + case % #orders], case % 2 == 0 and "standard" or "modified"
    local given, chain = { q = {} }, { convention = convention }
    for i = 1, 5 do
      local row = { a = random(0, .6), alpha = 90 * math.floor(random(-1, 1.99)), d = random(0, .5),
        theta = 0 }
      given.q[i], given[i] = random(-80, 80), {}
      chain[i] = { row.a, row.alpha * li.deg, row.d, given.q[i] * li.deg }
      for name in order:gmatch "%S+" do given[i][#given[i] + 1] = row[name] end
    end
    given.pose = li.dh.chain(chain)
    local x = li.dh.detect(given)[1]
    t.ok(x.fits and x.columns == order and x.convention == convention and x.angles == "degrees",
      order .. ": " .. x.text)
    t.eq(x.text:find "^columns " ~= nil, order ~= orders[1])
  end
  -- where the columns have names nobody doubts them
  t.eq(#li.dh.detect { { a = 1 }, pose = { 1, 0, 0 } } * 9,
    #li.dh.detect { { 1 }, pose = { 1, 0, 0 } })
end)

t.done()
