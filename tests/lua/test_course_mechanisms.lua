-- test_course_mechanisms.lua - the slider-crank in three formulations and the four-bar by Newton
-- and Raphson: T08 to T20 of [course], E1.2 to E2.4
local t = require "t"
local li = require "liaison"

local cos, sin, pi = math.cos, math.sin, math.pi
local keep = li.time() -- luacheck: ignore

local DATA = { L1 = .2, L2 = .5, m1 = 1, m2 = 1.5, m3 = .8, g = 9.81, Gm = 2, Fx = -10 }
local m = li.mechanism {
  name = "bielle-manivelle", gravity = { 0, "-g" }, cut = "guide",
  bodies = { { name = "c1", m = "m1", j = "m1*L1^2/12", com = { "L1/2", 0 } },
    { name = "c2", m = "m2", j = "m2*L2^2/12", com = { "L2/2", 0 } },
    { name = "c3", m = "m3", j = .01 } },
  joints = {
    { kind = "revolute", name = "B", on = "c1", coordinate = "th1" },
      { kind = "revolute", name = "D", on = "c2", from = "c1", at_from = { "L1", 0 },
      coordinate = "th2" },
    { kind = "revolute", name = "F", on = "c3", from = "c2", at_from = { "L2", 0 },
      coordinate = "th3" }, { kind = "prismatic", name = "guide", on = "c3", coordinate = "x" },
  },
  loads = { { on = "c1", torque = "Gm" }, { on = "c3", f = { "Fx", 0 }, axes = "world" } },
}
local B, BD, X, XD = -.260627669675167, -1.58314983623494, .636082650514229, -.848196312447692
local A = 7.11633708022

t.test("T08: counts: coordinates, constraints, multipliers, equations", function()
  local c = m:counts()
  local function is(form, n, rows)
    t.eq(("%d/%d/%d/%d"):format(c[form].coordinates, c[form].constraints, c[form].multipliers,
      c[form].equations), ("%d/%d/%d/%d"):format(n, rows, rows, n + rows), form)
  end
  is("strict", 1, 0)
  is("joint", 3, 2)
  is("cartesian", 9, 8)
  local space = li.mechanism { planar = false, bodies = { { name = "c1", m = 1, j = { 1, 1, 1 } },
    { name = "c2", m = 1, j = { 1, 1, 1 } }, { name = "c3", m = 1, j = { 1, 1, 1 } } },
    cut = "guide",
    joints = { { kind = "revolute", on = "c1" },
      { kind = "revolute", on = "c2", from = "c1", at_from = { .2, 0, 0 } },
      { kind = "revolute", on = "c3", from = "c2", at_from = { .5, 0, 0 } },
      { kind = "prismatic", name = "guide", on = "c3", axis = { 1, 0, 0 } } } }
  c = space:counts()
  is("strict", 1, 0)      -- of the 5 rows of a guide in space the plane keeps 3 by itself
  is("joint", 3, 2)
  is("cartesian", 18, 20)
end)

t.test("T09: alpha and its rate in relative angles, at 20 states", function()
  local eq = m:equations "joint"
  local J = { { "L1*cos(th1) + L2*cos(th1 + th2)", "L2*cos(th1 + th2)", "0" }, { "1", "1", "1" } }
  for i = 1, 2 do
    for j = 1, 3 do
      t.ok(eq.J[i][j]:equals(li.expr(J[i][j])),
        ("alpha %d %d: %s"):format(i, j, tostring(eq.J[i][j])))
    end
  end
  local seed = 1
  local function random()
    seed = seed * 16807 % 2147483647
    return seed / 2147483647 * 4 - 2
  end
  for _ = 1, 20 do
    local at = { L1 = .2, L2 = .5, th1 = random(), th2 = random(), th3 = random(),
      ["th1'"] = random(), ["th2'"] = random(), ["th3'"] = random() }
    local w, w2, s1, s12 = at["th1'"], at["th1'"] + at["th2'"], sin(at.th1), sin(at.th1 + at.th2)
    t.near(eq.gamma:eval(at), { .2 * s1 * w * w + .5 * s12 * w2 * w2, 0 }, 1e-12)
  end
end)

t.test("T10, T11: one acceleration in three formulations; J_eq, its slope, Q_eq; what the "
  .. "guide carries", function()
  local v = {}
  for key, x in pairs(DATA) do v[key] = x end
  v.th1, v["th1'"] = .7, 5
  -- (a)
  local s = m:system("strict", { independent = "th1",
    near = { th1 = .7, th2 = B - .7, th3 = -B, L1 = .2, L2 = .5 } })
  local k = s:kane { tidy = "none" }
  local r = k:numbers(v)
  t.near(r.D[1][1], .08167251785929801, 1e-13)
  t.near(k.D[1][1]:diff("th1"):eval(v), .09915263946424727, 1e-11)
  t.near(r.tau[1], 1.8206171605801762, 1e-11)
  t.near(r.alphad[1], A, 1e-10)
  local num = assert(m:strict(v, { guess = { th2 = -1, th3 = .3 } }))
  t.near({ num.M[1][1], num.a.th1, num.q.th2 + .7, num.v.th2 + 5 },
    { .08167251785929801, A, B, BD }, 1e-10)
  -- (b)
  local b = m:equations("joint"):with(DATA):solve({ .7, B - .7, -B }, { 5, BD - 5, -BD }, nil,
    { method = "all" })
  t.near(b.a, { A, -3.37067053470, -3.74566654552 }, 1e-9)
  t.near(b.lambda, { 15.1269660423, 0 }, 1e-9, "normal force of the guide, and its moment")
  t.ok(b.spread < 1e-10)
  -- (c), every body at its entry pivot
  local q = { 0, 0, .7, .2 * cos(.7), .2 * sin(.7), B, X, 0, 0 }
  local qd = { 0, 0, 5, -.2 * sin(.7) * 5, .2 * cos(.7) * 5, BD, XD, 0, 0 }
  local eq = m:equations("cartesian"):with(DATA)
  local c = eq:solve(q, qd, nil, { method = "all" })
  t.near(c.a, { 0, 0, A, -4.74110497951, -2.13251347261, 3.74566654552, -5.46935983523, 0, 0 },
    1e-9)
  -- rows x1, y1 .. as joints: these multipliers are the bearing's reaction; Newton for the whole
  -- mechanism
  local names = {}
  for i, row in ipairs(m:system("cartesian").rows) do names[row.name] = c.lambda[i] end
  t.near(names["guide across"], 15.1269660423, 1e-9)
  local function com(i, half) -- acceleration of the middle of a bar
    local a, w, al = q[3 * i], qd[3 * i], c.a[3 * i]
    return c.a[3 * i - 2] - half * (sin(a) * al + cos(a) * w * w),
      c.a[3 * i - 1] + half * (cos(a) * al - sin(a) * w * w)
  end
  local ax1, ay1 = com(1, .1)
  local ax2, ay2 = com(2, .25)
  t.near(names["B x"], 1 * ax1 + 1.5 * ax2 + .8 * c.a[7] + 10, 1e-9)
  t.near(names["B y"], 1 * (ay1 + 9.81) + 1.5 * (ay2 + 9.81) + .8 * 9.81 - 15.1269660423, 1e-8)
  -- (c'), the rows as the course prints them, x1 = y1 = 0 put into rows 3 and 4: lambda_1, lambda_2
  -- then carry bar 1 alone
  local p = li.system { planar = true, gravity = { 0, -9.81 } }
  local b1 = p:body { name = "c1", m = 1, j = 1 / 300, com = { .1, 0 },
    place = { p:coordinates "x1 y1 a1" } }
  p:body { name = "c2", m = 1.5, j = 1 / 32, com = { .25, 0 },
    place = { p:coordinates "x2 y2 a2" } }
  local b3 = p:body { name = "c3", m = .8, j = .01, place = { p:coordinates "x3 y3 a3" } }
  b1:torque(2)
  b3:force { f = { -10, 0 }, axes = "world" }
  p:holonomic { "x1", "y1", "x2 - 0.2*cos(a1)", "y2 - 0.2*sin(a1)", "x3 - x2 - 0.5*cos(a2)",
    "y3 - y2 - 0.5*sin(a2)", "y3", "a3" }
  local printed = p:equations():solve(q, qd)
  t.near(printed.a, c.a, 1e-9)
  t.near({ printed.lambda[1], printed.lambda[2] }, { ax1, ay1 + 9.81 }, 1e-9)
  t.near(printed.lambda[7], 15.1269660423, 1e-9)
end)

t.test("T12: a crank driven at 5 rad/s: the multiplier of its driver is the motor's torque",
  function()
  local s = m:system "joint"
  s:holonomic "th1 - 0.7 - 5*t"
  local eq = s:equations():with(DATA):with { t = 0 }
  local r = eq:solve({ .7, B - .7, -B }, { 5, BD - 5, -BD })
  t.near(r.a, { 0, r.a[2], r.a[3] }, 1e-12)
  -- J_eq 0 + 1/2 dJ_eq/dth1 25 - Q_eq
  t.near(r.lambda[3], .09915263946424727 * 25 / 2 - 1.8206171605801762, 1e-9)
end)

t.test("T13: 0.2 s in three formulations: one motion, loops that stay closed", function()
  local v = { L1 = .2, L2 = .5, m1 = 1, m2 = 1.5, m3 = .8, g = 9.81, Gm = 2, Fx = -10 }
  local near = { th1 = .7, th2 = B - .7, th3 = -B, L1 = .2, L2 = .5 }
  local strict = assert(m:system("strict", { independent = "th1", near = near }):kane { tidy =
    "none" }:simulate(.2, { th1 = .7, ["th1'"] = 5 }, { values = v, dt = .1 }))
  local joint = assert(m:system("joint"):kane { independent = "th1", tidy = "none" }:simulate(.2,
    { th1 = .7, th2 = B - .7, th3 = -B, ["th1'"] = 5 },
    { values = v, dt = .1, rtol = 1e-10, atol = 1e-12 }))
  local cartesian = assert(m:system("cartesian"):kane { independent = "th_c1",
    tidy = "none" }:simulate(.2,
    { th_c1 = .7, x_c2 = .2 * cos(.7), y_c2 = .2 * sin(.7), th_c2 = B, x_c3 = X, ["th_c1'"] = 5 },
      { values = v, dt = .1, rtol = 1e-10, atol = 1e-12 }))
  for i = 2, 3 do
    t.near({ joint.th1[i], cartesian.th_c1[i] }, { strict.th1[i], strict.th1[i] }, 1e-8)
    t.near({ joint.th1[i] + joint.th2[i] + joint.th3[i],
      .2 * sin(joint.th1[i]) + .5 * sin(joint.th1[i] + joint.th2[i]) }, { 0, 0 }, 1e-8)
    t.near({ .2 * cos(cartesian.th_c1[i]) - cartesian.x_c2[i],
      cartesian.x_c3[i] - cartesian.x_c2[i] - .5 * cos(cartesian.th_c2[i]), cartesian.y_c3[i] },
      { 0, 0, 0 }, 1e-8)
  end
  t.ok(strict:info().drift < 1e-6)
end)

-- the four-bar of F2.6: X = [phi1, phi2, phi3, xE, yE]
local bars = li.fourbar(1, 3, 2.5, { 3, -.5 })

t.test("T14: K, L, M at random inputs; no assembly is told; K + M = 0 does no harm", function()
  for k = 1, 40 do
    local p = k * .157
    local K, L = 6 * (cos(p) - 3), 6 * (sin(p) + .5)
    local M = 2.5 ^ 2 - 1 - 9 - .25 - 9 + 2 * (3 * cos(p) - .5 * sin(p))
    local plus, minus = li.solve_trig(K, L, M)
    local a, b = bars:solve(p, "plus"), bars:solve(p, "minus")
    t.near({ cos(a[1] - plus), cos(b[1] - minus) }, { 1, 1 }, 1e-12)
  end
  local none, why, code = li.fourbar(1, 1, 1, { 5, 0 }):solve(.3)
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE", why)
  -- pi a root: K = -M
  local one, two = li.solve_trig(2, 1, -2)
  t.ok(math.abs(math.abs(one) - pi) < 1e-14 or math.abs(math.abs(two) - pi) < 1e-14)
  t.near(2 * cos(one) + sin(one), -2, 1e-14)
  t.near(2 * cos(two) + sin(two), -2, 1e-14)
end)

local unknowns = { "p1", "p2", "p3", "xE", "yE" }
for _, name in ipairs(unknowns) do li.coordinates(name) end
local F = { "l1*cos(p1) + l2/2*cos(p2) - xE", "l1*sin(p1) + l2/2*sin(p2) - yE",
  "l1*cos(p1) + l2*cos(p2) - l3*cos(p3) - l5", "l1*sin(p1) + l2*sin(p2) - l3*sin(p3) + l4",
  "p1 - w*t - p10" }
for i, e in ipairs(F) do F[i] = li.expr(e, "new") end
local J = li.jacobian(F, { "p1", "p2", "p3", "xE", "yE" })

t.test("T16, T18: the Jacobian of five equations, its determinant, and the velocities it gives",
  function()
  t.ok(J:det():equals(li.expr("l2*l3*sin(p2 - p3)"))
    or J:det():equals(li.expr("-l2*l3*sin(p2 - p3)")), tostring(J:det()))
  local p2, p3 = bars:solve(pi / 3, "minus", 2)
  local at = { l1 = 1, l2 = 3, l3 = 2.5, l4 = .5, l5 = 3, p1 = pi / 3, p2 = p2[1], p3 = p3[1] }
  t.near(math.abs(J:eval(at):det()), 6.597469334156678, 1e-11)
  local x = J:eval(at):solve(li.vec { 0, 0, 0, 0, 2 })
  t.near(x, { 2, -.30192685659554797, .5614575919256886, -1.563304877546132, .5797210197362792 },
    1e-11)
end)

t.test("T17: Newton and Raphson find either assembly; a singular Jacobian is told", function()
  local at = { l1 = 1, l2 = 3, l3 = 2.5, l4 = .5, l5 = 3, w = 2, t = 0, p10 = pi / 3 }
  local f = li.smat(F)
  local function value(x)
    local n = { p1 = x[1], p2 = x[2], p3 = x[3], xE = x[4], yE = x[5] }
    for key, y in pairs(at) do n[key] = y end
    return f:eval(n)
  end
  local function slope(x)
    local n = { p1 = x[1], p2 = x[2], p3 = x[3], xE = x[4], yE = x[5] }
    for key, y in pairs(at) do n[key] = y end
    return J:eval(n)
  end
  -- by hand, as the course writes it: step norms .679, .0611, 9.94e-4, 3.15e-7, 2.8e-14
  local x = li.vec { 1, .3, 1.2, 1.5, 1 }
  for _, want in ipairs { .679, .0611, 9.94e-4, 3.15e-7 } do
    local step = slope(x):solve(value(x))
    t.near(step:norm() / want, 1, 3e-3)
    x = x - step
  end
  local minus, plus = bars:solve(pi / 3, "minus"), bars:solve(pi / 3, "plus")
  t.near(x[2], minus[1], 1e-12)
  local first = assert(li.num.root(value, { 1, .3, 1.2, 1.5, 1 }))
  local second = assert(li.num.root(value, { 1, -1, -2.5, 1, 0 }))
  t.near(cos(first[2] - minus[1]), 1, 1e-12)
  t.near(cos(second[2] - plus[1]), 1, 1e-12)
  t.eq(slope({ 1, .7, .7, 0, 0 }):rank(1e-12), 4)
  local none, why, code = slope({ 1, 0, 0, 0, 0 }):solve(li.vec { 1, 0, 0, 0, 0 })
  t.eq(none, nil)
  t.eq(code, "ESINGULAR", why)
end)

t.test("the excursion of the rocker over a turn, by its extremes: E2.2", function()
  local e = bars:extremes "minus"
  local low, high = math.min(e[1][2], e[2][2]), math.max(e[1][2], e[2][2])
  t.near({ low * 180 / pi, high * 180 / pi }, { 78.6535, 129.6711 }, 1e-4)
end)

t.test("the mechanisms that come with it: mobility, the strict form in symbols and in "
  .. "numbers, golden values of the documents", function()
  local want = { slider_crank = { "th1", .08167251785929801, A },
    one_loop = { "al", .35793112127768, -6.6235858632358 },
    slotted_lever = { "sa", .06292412412914 }, four_bar = { "p1" } }
  for name, x in pairs(want) do
    local mech, v = li.mechanisms[name](), li.mechanisms.values(name, { state = true })
    local num = assert(mech:strict(v, { independent = x[1], guess = v }))
    local at = li.mechanisms.values(name)
    at[x[1]], at[x[1] .. "'"] = v[x[1]], v[x[1] .. "'"]
    local r = assert(mech:system("strict", { independent = x[1], near = v })):kane { tidy =
      "none" }:numbers(at)
    t.near({ r.D[1][1], r.alphad[1] }, { num.M[1][1], num.a[x[1]] }, 1e-9, name)
    if x[2] then t.near(r.D[1][1], x[2], 1e-12, name) end
    if x[3] then t.near(r.alphad[1], x[3], 1e-9, name) end
    t.eq(assert(mech:mobility(v)).velocity, 1, name)
    for q, e in pairs(num.q) do
      if v[q] then t.near(cos(e - v[q]), 1, 1e-9, name .. " " .. q) end
    end
  end
  t.eq(li.mechanisms.four_bar():grashof(li.mechanisms.values "four_bar"), "crank_rocker")
  for name, x in pairs { mcpherson = { 4, 0 }, watt = { 2, 6 } } do
    local mob = assert(li.mechanisms[name]():mobility(li.mechanisms.values(name, { state = true })))
    t.near({ mob.velocity, mob.hyperstatic }, x, 0, name)
  end
  t.raises("no mechanism is named 'wat' %(did you mean 'watt'%?%)", li.mechanisms.values, "wat")
end)

t.done()
