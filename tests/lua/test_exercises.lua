-- test_exercises.lua - the exercises that come with liaison: the numbers of the course's inventory,
-- and what holds for all of them: solvable, right answers taken, mistakes told, two languages
local t = require "t"
local li = require "liaison"
local catalog = require "liaison.course.catalog"
local kinds = require "liaison.course.kinds"
local mistakes = require "liaison.course.mistakes"
local recipe = require "liaison.course.recipe"
local told = require "liaison.course.told"

local deg, pi, sqrt = li.deg, math.pi, math.sqrt

-- results of an exercise with these data
local function solve(name, d)
  local ex = li.exercises.get(name).spec
  return ex.solve(d, (recipe.how(nil, ex.words))), ex
end

local function near(got, want, tol, what)
  if type(want) == "string" or type(want) == "boolean" then return t.eq(got, want, what) end
  local _, _, a = told.flat(got)
  local _, _, b = told.flat(want)
  t.close(a, b, tol, what)
end

-- the formula of a result at numbers
local function formula_at(name, asked, point)
  local r, ex = solve(name, { a2 = 1, d3 = 2 })
  for _, ask in ipairs(ex.asked) do
    if ask.name == asked then return kinds.formula.at(r[asked], ask, point) end
  end
end

local BARS = { l1 = 1, l2 = 3, l3 = 2.5, l4 = 0.5, l5 = 3, phi1 = 60, w = 2, a = 0.5 }
local ANGLES = { psi = 0.1 / deg, th = 0.2 / deg, phi = 0.3 / deg }
local RRP = { a2 = 100, th1 = 0.4 / deg, th2 = -0.7 / deg, d3 = 250 }
local THREE = { q1 = 0.2 / deg, q2 = 0.5 / deg, q3 = -0.3 / deg, vx = 0.1, vy = -0.2, k = 1 }
local TWO = { L1 = 1, L2 = 0.8, m1 = 2, m2 = 1.5, th1 = 0.3 / deg, th2 = 0.8 / deg, w1 = 2, w2 = -3,
  a1 = 0.5, a2 = -1 }
local LETTERS = { L1 = 1, LG1 = 0.5, LG2 = 0.4, m1 = 2, m2 = 1.5, I1 = 1 / 6, I2 = 0.08, g = 9.81,
  th1 = 0.3, th2 = 0.8 }
local AXIS = { D = 2, v = 3, a = 10, j = 60 }

-- { exercise, data, results of the inventory }
local INVENTORY = {
  { "mobility_plane", { moving = 4, simple = 5, triple = 0, sliders = 0 },
    { m = 2, placements = 10 } },
  { "mobility_plane", { moving = 5, simple = 5, triple = 1, sliders = 0 }, { m = 1 } },
  { "mobility_plane", { moving = 5, simple = 0, triple = 4, sliders = 0 }, { m = -1 } },
  { "mobility_space", { moving = 5, R = 1, P = 1, C = 1, S = 4, free = 2 },
    { m = 4, useful = 2, f = 16 } },
  { "mobility_rank", { l = 1.5, a = 2, b = 5, phi = 60 }, { formula = 0, rank = 1, hyper = 1 } },
  { "parametrisations", { moving = 3, j = 4 },
    { redundant = 3, closures = 2, maximal = 9, constraints = 8, equations = 17 } },
  { "slider_crank_start", { L1 = 0.2, L2 = 0.5, m1 = 1, m2 = 1.5, m3 = 0.8, tau = 2, F = -10,
    th = 0.7 / deg, w = 5 },
    { ["th1''"] = 7.11633708022, ["x''"] = -5.46935983523, b = -0.260627669675167 / deg } },
  { "fourbar_constants", BARS, { K = -15, L = 8.196152422706632, M = -10.866025403784437,
    phi2 = 0.3818068424921154 / deg } },
  { "fourbar_position", BARS, { phi2 = 0.3818068424921154 / deg, phi3 = 1.4569591080819342 / deg,
    E = { 1.8919893877698795, 1.4249221244189731 } } },
  { "fourbar_velocity", BARS, { ["phi2'"] = -0.30192685659554797, ["phi3'"] = 0.5614575919256886,
    vE = { -1.563304877546132, 0.5797210197362792 } } },
  { "fourbar_acceleration", BARS, { ["phi2''"] = 1.06542665, ["phi3''"] = 1.525154184 } },
  { "grashof", { a = 4, b = 1, c = 3.5, e = 3 }, { first = "crank_rocker",
    second = "double_crank" } },
  { "grashof", { a = 3, b = 4, c = 1, e = 3.5 }, { first = "double_rocker",
    third = "double_crank" } },
  { "grashof", { a = 4, b = 2, c = 2, e = 2.5 }, { first = "triple_rocker", margin = 1.5 } },
  { "grashof", { a = 4, b = 2, c = 4, e = 2 }, { first = "change_point", margin = 0 } },
  { "slotted_link", { d = 100, phi = 60, w = 10, a = 0 },
    { ["xB'"] = -4 / 3, ["xB''"] = 80 * sqrt(3) / 9 } },
  { "two_arguments", { x = -2, y = -2 }, { phi3 = -135, length = 2 * sqrt(2) } },
  { "passage_or_turn", { a = 60, x = 1, y = 1 },
    { p2 = { 0.5 + sqrt(3) / 2, 0.5 - sqrt(3) / 2, 0 },
    turned = { 0.5 - sqrt(3) / 2, 0.5 + sqrt(3) / 2, 0 } } },
  { "roll_pitch_yaw", ANGLES, { R = { { 0.936293363584, -0.275095847318, 0.218350663146 },
    { 0.289629477626, 0.956425085849, -0.036957013525 },
    { -0.198669330795, 0.097843395007, 0.975170327202 } } } },
  { "euler_zxz", ANGLES, { R = { { 0.921649085609, -0.387517202022, 0.019833838076 },
    { 0.383557042381, 0.902113004769, -0.197676811654 },
    { 0.058710801694, 0.189796060979, 0.980066577841 } } } },
  { "fanuc_angles", { w = 180, p = 90, r = 0 }, { R = { { 0, 0, -1 }, { 0, -1, 0 }, { -1, 0, 0 } },
    reversed = { { 0, 0, 1 }, { 0, -1, 0 }, { 1, 0, 0 } } } },
  { "axis_and_angle", { u1 = 1, u2 = 2, u3 = 2, a = 0.7 / deg },
    { R = { { 0.790970833142, -0.377221166444, 0.481735749873 },
    { 0.481735749873, 0.869356770714, -0.110224645650 },
    { -0.377221166444, 0.319253812508, 0.869356770714 } },
    q = { 0.939372712847, 0.114299269152, 0.228598538304, 0.228598538304 } } },
  { "axis_of_matrix", { a = 90, b = 30 }, { angle = 1.637833825 / deg,
    u = { 0.25056281, 0.93511313, 0.25056281 } } },
  { "mixed_moves", { a = 30, b = 45, c = 60, t2 = 1, t4 = 2 },
    { A = { { 0.6597396084, -0.4355957404, 0.6123724357, 2.6123724357 },
    { 0.75, 0.4330127019, -0.5, -0.5 },
    { -0.0473671727, 0.789149131, 0.6123724357, 0.6123724357 }, { 0, 0, 0, 1 } } } },
  { "rrp_direct", RRP, { O3 = { 218.7875763679, 92.5019036325, 126.7887780974 },
    back = { 0, -250, -100 } } },
  { "rrp_inverse", RRP, { number = 4, all = { { 0.4, -0.7, 250 }, { 0.4, 1.68057990, -250 },
    { 0.4 - pi, 1.46101275, 250 }, { 0.4 - pi, 2 * pi - 2.44159265, -250 } } } },
  { "workspace", { L1 = 1, L2 = 0.7, top = 180, low = 45, high = 135 },
    { area = sqrt(2) * pi * 0.7, far = sqrt(1.49 + 1.4 * sqrt(0.5)),
    near = sqrt(1.49 - 1.4 * sqrt(0.5)) } },
  { "existence", { n = 2, m = 3 }, { kind = "none" } },
  { "existence", { n = 6, m = 3 }, { kind = "infinite", internal = 3 } },
  { "rrp_jacobian", RRP, { JL = { { -92.5019036325, -116.7801979828, 0.5933637834 },
    { 218.7875763679, -49.37387579, 0.2508701839 }, { 0, 237.5386405379, 0.7648421873 } } } },
  { "rrp_jacobian_axes", RRP, { det = 59384.66013446782, J = { { 0, -250, 0 },
    { 237.5386405379, 0, 0 }, { 0, 100, 1 }, { -0.6442176872, 0, 0 }, { 0, -1, 0 },
    { 0.7648421873, 0, 0 } } } },
  { "least_rates", THREE, { J = { { -1.232305360341, -1.033636029546, -0.389418342309 },
    { 2.665969759129, 1.685903181287, 0.921060994003 } },
    rates = { -0.048942789515, -0.032086736179, -0.016746852516 },
    blocked = { -0.056241227447, -0.029694818164, 0 } } },
  { "self_motion", THREE, { rates = { -0.435809530491, 0.142827914259, 1 } } },
  { "quintic_values", { q0 = 0, q1 = 1, T = 1, t = 0.3 },
    { q = 0.16308, v = 1.323, a = 5.04, vmax = 15 / 8 } },
  { "septic_values", { q0 = 0, q1 = 1, T = 1, t = 0.3 },
    { q = 0.126036, v = 1.29654, a = 7.4088, vmax = 35 / 16 } },
  { "quintic_time", AXIS, { Tv = 1.25, Ta = 1.0745699, T = 1.2599210498948732 } },
  { "septic_time", AXIS, { Ta = 1.2258212, Tj = 1.2050711, T = 1.4583333333 } },
  { "quintic_coefficients", { e = 0 }, { a = { 10, -15, 6 }, jerk = 60 } },
  { "trapezoid", { D = 1, T = 2, ta = 0.5 }, { a = 4 / 3, v = 2 / 3, s = 1 / 6 } },
  { "sine_squared", { D = 1, T = 2, ta = 0.5 }, { A = 8 / 3, v = 2 / 3, s = 1 / 6 } },
  { "two_axes", { D1 = 2, D2 = 1, v = 3, a = 10 }, { T = 1.25 } },
  { "rr_torques", TWO, { tau1 = 28.314068463469, tau2 = 4.4405334016740,
    G = { 26.099494166516, 2.6698667707110 } } },
  { "rr_joint_forces", TWO, { f12 = { -5.9584545545866, 12.987577874412 },
    f01 = { -9.9275606144196, 31.903165292329 }, N12 = 4.4405334016740 } },
  { "rr_release", TWO, { a = { -10.651950413431, 10.843356049470 } } },
  { "rr_energy", TWO, { T = 3.6572852821167, V = 12.493279589691 } },
}

t.test("the numbers of the course's inventory", function()
  for _, row in ipairs(INVENTORY) do
    local r = solve(row[1], row[2])
    for name, want in pairs(row[3]) do near(r[name], want, 1e-7, row[1] .. " " .. name) end
  end
end)

t.test("formulas of two bars are those of the inventory, and of Lagrange", function()
  for _, row in ipairs { { "rr_mass_matrix", "A11", 3.3227147178833 },
    { "rr_mass_matrix", "A12", 0.7380240256083 }, { "rr_mass_matrix", "A22", 0.32 },
    { "rr_velocity_terms", "B12", -0.43041365453971 },
    { "rr_velocity_terms", "B21", 0.43041365453971 }, { "rr_velocity_terms", "B11", 0 },
    { "rr_velocity_terms", "C112", -0.86082730907943 }, { "rr_gravity", "G1", 26.099494166516 },
    { "rr_gravity", "G2", 2.6698667707110 } } do
    t.close(formula_at(row[1], row[2], LETTERS), row[3], 1e-12, row[2])
  end
end)

t.test("other formulas by another road", function()
  local d = { a2 = 100, d3 = 250, th1 = 0.4, th2 = -0.7 }
  t.close(formula_at("rrp_singular", "det", d), 59384.66013446782, 1e-12)
  t.close(formula_at("rrp_formula", "x", d), 218.7875763679, 1e-10)
  t.close(formula_at("rrp_formula", "z", d), 126.7887780974, 1e-10)
  t.close(formula_at("rrp_formula", "r13", d), 0.7044663053, 1e-9)
  local p = { l1 = 1, l2 = 3, l3 = 2.5, phi1 = 60 * deg, phi2 = 0.3818068424921154,
    phi3 = 1.4569591080819342, ["phi1'"] = 2 }
  t.close(formula_at("fourbar_singular", "det", p), -6.597469334156678, 1e-10)
  t.close(formula_at("fourbar_singular", "rate", p), -0.30192685659554797, 1e-10)
  li.symbols "I m L l g"
  -- the driven bar: M q'' + G of Lagrange's equations
  local eq = li.lagrange { q = "th", T = "(I + m*L^2/4)*th'^2/2", V = "m*g*L/2*sin(th)" }
    :with { I = 0.3, m = 2, L = 0.8, g = 9.81 }
  t.close(formula_at("driven_pendulum", "lambda", { m = 2, L = 0.8, I = 0.3, g = 9.81, th = 0.4,
    k = 1.5, t = 0, w = 0 }), eq:id({ 0.4 }, { 0 }, { 1.5 })[1], 1e-12)
  -- the hanging bar
  eq = li.lagrange { q = "th", T = "(I + m*l^2)*th'^2/2", V = "-m*g*l*cos(th)" }
    :with { I = 0.3, m = 2, l = 0.8, g = 9.81 }
  t.close(formula_at("pendulum_equation", "tau", { m = 2, l = 0.8, I = 0.3, g = 9.81, th = 0.4,
    ["th'"] = 1, ["th''"] = 1.5 }), eq:id({ 0.4 }, { 1 }, { 1.5 })[1], 1e-12)
  -- rows of the slider-crank: differences of the closure
  local function closure(a, b) return 0.2 * math.sin(a) + 0.5 * math.sin(a + b) end
  local at, h = { L1 = 0.2, L2 = 0.5, th1 = 0.7, th2 = -0.9, ["th1'"] = 2, ["th2'"] = 3 }, 1e-6
  t.near(formula_at("slider_crank_rows", "A1", at),
    (closure(0.7 + h, -0.9) - closure(0.7 - h, -0.9)) / (2 * h), 1e-9)
  t.near(formula_at("slider_crank_rows", "A2", at),
    (closure(0.7, -0.9 + h) - closure(0.7, -0.9 - h)) / (2 * h), 1e-9)
  t.near(formula_at("slider_crank_rows", "D2", at),
    0.5 * (math.cos(-0.2 + 5 * h) - math.cos(-0.2 - 5 * h)) / (2 * h), 1e-8)
end)

t.test("numbers by another road", function()
  local d = { th1 = 25, th2 = -40, th3 = 50 }
  local X = li.dh.standard(670, pi / 2, 0, 25 * deg) * li.dh.standard(800, 0, 0, -40 * deg)
    * li.dh.standard(145, pi / 2, 0, 50 * deg)
  near(solve("kr30_wrist", d).W, X:point { 0, 0, -820 }, 1e-12)
  -- a point mass on a slide that turns, as a robot
  local arm = li.robot { gravity = { 0, 0, 0 }, bodies = {
    { name = "bar", joint = "revolute", q = "th", mass = 0, inertia = { 0, 0, 0 } },
    { name = "collar", parent = "bar", joint = { kind = "prismatic", axis = "x" }, q = "d",
      mass = 2, inertia = { 0, 0, 0 } } } }
  local f = arm:id({ 0.4, 0.6 }, { 3, 1.5 }, { 2, 0.7 })
  local r = solve("turning_slide", { d = 0.6, v = 1.5, a = 0.7, w = 3, al = 2, th = 0.4 / deg })
  near({ 0.6 * 2 * r.across, 2 * r.along }, { f[1], f[2] }, 1e-12)
  r = solve("turning_collar", { m = 2, d = 0.6, v = 1.5, w = 3, al = 2, k = 50, l0 = 0.2 })
  f = arm:id({ 0.4, 0.6 }, { 3, 1.5 }, { 2, r["d''"] })
  near({ r.tau, -r.F }, { f[1], f[2] }, 1e-12)
  -- accelerations of the bars from their forces
  local w = solve("rr_joint_forces", TWO)
  r = solve("rr_accelerations", TWO)
  near(r.G2, { w.f12[1] / 1.5, w.f12[2] / 1.5 - 9.81 }, 1e-11)
  near(r.G1, { (w.f01[1] - w.f12[1]) / 2, (w.f01[2] - w.f12[2]) / 2 - 9.81 }, 1e-11)
  -- the RRP by Lagrange
  d = { a2 = 0.1, m1 = 3, m2 = 2, m3 = 1, th1 = 0.4 / deg, th2 = -0.7 / deg, d3 = 0.3, w1 = 1.2,
    w2 = -0.8, v3 = 0.5, a1 = 0.3, a2_ = 0.9, a3 = -0.6, Fx = 10, Fz = -20 }
  near(solve("rrp_efforts", d).tau, { 0.201205, 3.11065, 6.70128 }, 1e-5)
  local hold = solve("rrp_hold", d)
  near(hold.f3, 9.81 * math.cos(-0.7), 1e-12)
  -- work of the force while joints move a little: difference of the tip's place
  local function tip(th1, th2, d3)
    local p = solve("rrp_direct", { a2 = 0.1, th1 = th1 / deg, th2 = th2 / deg, d3 = d3 }).O3
    return 10 * p[1] - 20 * p[3]
  end
  local h, load = 1e-6, solve("rrp_load", d).tau
  near({ hold.tau1 - load[1], hold.tau2 - load[2], hold.f3 - load[3] },
    { (tip(0.4 + h, -0.7, 0.3) - tip(0.4 - h, -0.7, 0.3)) / (2 * h),
      (tip(0.4, -0.7 + h, 0.3) - tip(0.4, -0.7 - h, 0.3)) / (2 * h),
      (tip(0.4, -0.7, 0.3 + h) - tip(0.4, -0.7, 0.3 - h)) / (2 * h) }, 1e-8)
end)

t.test("numbers that a second formula gives", function()
  local r = solve("newton_step", { K = -6, L = 5, M = 1, phi0 = 0.9 })
  near(-6 * math.cos(r.root) + 5 * math.sin(r.root), 1, 1e-12)
  t.ok(math.abs(r.x2 - r.root) < math.abs(r.x1 - r.root))
  r = solve("slider_crank_kinematics", { L1 = 40, L2 = 120, th = 50, n = 30 / pi })
  near((r.x - 40 * math.cos(50 * deg)) ^ 2 + (40 * math.sin(50 * deg)) ^ 2, 120 ^ 2, 1e-12)
  local h = 1e-6 / deg
  local function x(th)
    return solve("slider_crank_kinematics", { L1 = 40, L2 = 120, th = th, n = 30 / pi }).x
  end
  near(r.v * 1000, (x(50 + h) - x(50 - h)) / 2e-6, 1e-7)
  r = solve("two_bars_inverse", { L1 = 1, L2 = 0.7, q1 = 110, q2 = 60 })
  for _, q in ipairs(r.all) do
    near({ math.cos(q[1]) + 0.7 * math.cos(q[1] + q[2]),
      math.sin(q[1]) + 0.7 * math.sin(q[1] + q[2]) },
      { math.cos(110 * deg) + 0.7 * math.cos(170 * deg),
      math.sin(110 * deg) + 0.7 * math.sin(170 * deg) }, 1e-12)
  end
  r = solve("two_bars_jacobian", { L1 = 1, L2 = 0.7, th1 = 20, th2 = 40, w1 = 1, w2 = 2 })
  near(r.det, 0.7 * math.sin(40 * deg), 1e-12)
  near(r.v, { -math.sin(20 * deg) - 2.1 * math.sin(60 * deg),
    math.cos(20 * deg) + 2.1 * math.cos(60 * deg) }, 1e-12)
  local tau = solve("two_bars_statics", { L1 = 1, L2 = 0.7, th1 = 20, th2 = 40, Fx = 5,
    Fy = -3 }).tau
  near(tau[1] * 1 + tau[2] * 2, 5 * r.v[1] - 3 * r.v[2], 1e-12)
  r = solve("rrp_rates", { a2 = 0.1, th1 = 20, th2 = -30, d3 = 0.3, vx = 0.2, vy = -0.1, vz = 0.3 })
  local J = solve("rrp_jacobian", { a2 = 0.1, th1 = 20, th2 = -30, d3 = 0.3 }).JL
  near(li.mat(J) * li.vec(r.rates), { 0.2, -0.1, 0.3 }, 1e-12)
  r = solve("weighted_rates", { q1 = 20, q2 = 40, q3 = -30, vx = 0.2, vy = -0.1, w2 = 4, w3 = 9 })
  near(r.rates, (li.planar { 1, 1, 1 }:rates({ 20 * deg, 40 * deg, -30 * deg }, { 0.2, -0.1 },
    { rows = { 1, 2 }, weights = { 1, 4, 9 } })), 1e-10)
  r = solve("rates_of_angles", { th = 20, phi = 30, p = 1, t = 2, f = 3 })
  local function R(s) return li.rot.rpy(0.3 + s, 20 * deg + 2 * s, 30 * deg + 3 * s) end
  near((R(5e-7) * R(-5e-7) ^ -1):log(), { r.w[1] * 1e-6, r.w[2] * 1e-6, r.w[3] * 1e-6 }, 1e-13)
  r = solve("angles_of_matrix", ANGLES)
  near(li.rot.rpy(r.both[1][1], r.both[1][2], r.both[1][3]),
    li.rot.rpy(r.both[2][1], r.both[2][2], r.both[2][3]), 1e-12)
  near(r.first, { ANGLES.psi + 90, ANGLES.th, ANGLES.phi + 90 }, 1e-12)
end)

t.test("places, inertias, motors by another road", function()
  local r = solve("frame_inverse", { a = 30, x = 1, y = 2, z = 3, px = 4, py = 5 })
  near(r.A * r.B, li.frame(li.rot.identity(), { 0, 0, 0 }), 1e-12)
  near(r.A:point(r.p1), { 4, 5, 0 }, 1e-12)
  r = solve("translation_and_turn", { a = 30, t = 2 })
  near(r.apart, sqrt((r.TR[1] - r.RT[1]) ^ 2 + (r.TR[2] - r.RT[2]) ^ 2), 1e-12)
  near(r.TR, { 2, 0 }, 1e-12)
  r = solve("dh_row", { a = 0.3, alpha = 40, d = 0.5, theta = 70 })
  near(r.b, { 0.3 * math.cos(70 * deg), 0.3 * math.sin(70 * deg), 0.5 }, 1e-12)
  r = solve("inertia_moved", { m = 6, a = 0.2, b = 0.3, c = 0.5 })
  near({ r.Gzz, r.Ozz, r.Oxy }, { 6 * 0.13 / 12, 6 * 0.13 / 3, -6 * 0.06 / 4 }, 1e-12)
  r = solve("pendulum", { L = 0.6, m = 1, r = 0.1, M = 2 })
  near(r.J, 0.12 + 2 * (0.005 + 0.36), 1e-12)
  near(r.w * r.T, 2 * pi, 1e-12)
  near(r.w ^ 2 * r.J, 9.81 * (0.3 + 1.2), 1e-12)
  r = solve("actuator_sizing", { L = 1, m = 3, M = 2, D = 60, T = 1 })
  near({ r.J, r.start, r.w }, { 3, 9.81 * 3.5, 15 / 8 * pi / 3 }, 1e-12)
  local s, v, a = li.law "poly5":at(0.25)
  local tau = 3 * a * pi / 3 + 9.81 * 3.5 * math.cos(s * pi / 3)
  near({ r.tau, r.P }, { tau, tau * v * pi / 3 }, 1e-12)
end)

-- ---- beyond the course: vehicles, control, identification ---------------------------------------

t.test("vehicles by another road", function()
  -- the law of cotangents
  local r = solve("ackermann", { L = 2.7, e = 1.5, R = 8 })
  near(1 / math.tan(r.outer * deg) - 1 / math.tan(r.inner * deg), 1.5 / 2.7, 1e-12)
  near(r.radius * math.sin(r.outer * deg), 2.7, 1e-12)
  -- forces and moments about the centre of mass
  r = solve("axle_loads", { m = 1500, a = 1.2, b = 1.5, h = 0.6, z = 5 })
  near({ r.front + r.rear, r.front * 1.2 - r.rear * 1.5 }, { 1500 * 9.81, 1500 * 5 * 0.6 }, 1e-9)
  near(r.share, 100 * r.front / (r.front + r.rear), 1e-12)
  near(r.rest * 2.7, 1500 * 9.81 * 1.5, 1e-9)
  -- the steady turn: two equations for the slip of the middle and the angle of the wheels
  local d = { m = 1400, a = 1.2, b = 1.5, Cf = 45, Cr = 50, R = 100, v = 72, J = 2000 }
  r = solve("understeer", d)
  local v, Cf, Cr = 20, 9e4, 1e5
  local yaw = v / 100
  -- unknown: speed sideways, angle; Fyf = Cf (delta - (vy + a r)/v), Fyr = -Cr (vy - b r)/v
  local x = li.mat { { -(Cf + Cr) / v, Cf }, { -(1.2 * Cf - 1.5 * Cr) / v, 1.2 * Cf } }:solve {
    1400 * v * yaw + (1.2 * Cf - 1.5 * Cr) * yaw / v, (1.44 * Cf + 2.25 * Cr) * yaw / v }
  near(r.delta * deg, x[2], 1e-12)
  near(r.K * (r.fast / 3.6) ^ 2, 2.7, 1e-12)
  -- the matrix by differences of forces
  local function rates(vy, w)
    local front, rear = -Cf * (vy + 1.2 * w) / v, -Cr * (vy - 1.5 * w) / v
    return (front + rear) / 1400 - v * w, (1.2 * front - 1.5 * rear) / 2000
  end
  local A = solve("single_track_matrix", d)
  local p, q = rates(1, 0)
  local s, u = rates(0, 1)
  near(A.A, { { p, s }, { q, u } }, 1e-12)
  near(A.w ^ 2, li.mat(A.A):det(), 1e-12)
  -- braking by small steps
  r = solve("stopping", { v = 90, tr = 1, mu = 0.7 })
  local speed, way, time, h = 25, 25, 1, 1e-4
  while speed > 0 do
    speed, way, time = speed - 0.7 * 9.81 * h, way + speed * h, time + h
  end
  near({ r.distance, r.time }, { way, time }, 2e-3)
  near(r.distance - r.braking, 25, 1e-12)
  r = solve("rollover", { e = 1.6, h = 1, mu = 0.9, R = 80 })
  near((r.roll / 3.6) ^ 2 / 80 * 1, 9.81 * 0.8, 1e-12) -- moments about the outer wheels
  near((r.slide / 3.6) ^ 2 / 80, 0.9 * 9.81, 1e-12)
  t.eq(r.first, "roll")
  t.eq(solve("rollover", { e = 1.6, h = 0.5, mu = 0.9, R = 80 }).first, "slide")
  -- energy: power times the time of 100 m, half a kilogram of air a cubic metre twice
  r = solve("resistances", { m = 1500, p = 8, v = 72, S = 0.7 })
  local up = 100 * 8 / sqrt(100 ^ 2 + 8 ^ 2)
  near(r.climb * 100, 1500 * 9.81 * up, 1e-9)
  near(r.roll ^ 2 / 0.012 ^ 2 + r.climb ^ 2, (1500 * 9.81) ^ 2, 1e-9)
  near(r.P * 1000 * 5, (r.climb + r.roll + r.air) * 100, 1e-9)
  near(r.air, 0.6 * 0.7 * 400, 1e-12)
  -- the way of two wheels by small steps
  r = solve("odometry", { r = 0.05, b = 0.4, wl = 4, wr = 7, T = 2 })
  local px, py, a = 0, 0, 0
  local n = 2000
  for _ = 1, n do
    local left, right = 0.05 * 4 * 2 / n, 0.05 * 7 * 2 / n
    local turn = (right - left) / 0.4
    px = px + (left + right) / 2 * math.cos(a + turn / 2)
    py, a = py + (left + right) / 2 * math.sin(a + turn / 2), a + turn
  end
  near({ r.place[1], r.place[2], r.angle * deg }, { px, py, a }, 1e-7)
  near({ r.v * 2, r.w * 2 }, { 0.05 * 11, a }, 1e-12)
end)

-- real and imaginary part of s^n + c[1] s^(n-1) + .. at s = x + iy
local function polynomial(c, x, y)
  local u, v = 1, 0
  for _, k in ipairs(c) do u, v = u * x - v * y + k, u * y + v * x end
  return { u, v }
end

t.test("control by another road", function()
  local r = solve("pd_gains", { J = 1.5, c = 0.8, w = 6, z = 0.7, load = 4 })
  near(polynomial({ (0.8 + r.Kd) / 1.5, r.Kp / 1.5 }, -0.7 * 6, 6 * sqrt(1 - 0.49)), { 0, 0 },
    1e-10)
  near(r.Kp * r.e, 4, 1e-12)
  -- the largest of the response, by its own formula
  r = solve("step_response", { w = 5, z = 0.4 })
  local wd, most, at = 5 * sqrt(1 - 0.16), 0, 0
  for k = 1, 4000 do
    local s = k * 5e-4
    local y = 1 - math.exp(-2 * s) * (math.cos(wd * s) + 2 / wd * math.sin(wd * s))
    if y > most then most, at = y, s end
  end
  near({ r.over / 100 + 1, r.peak, r.period }, { most, at, 2 * at }, 1e-3)
  near(math.exp(-0.4 * 5 * r.settled), 0.05, 1e-2)
  r = solve("routh", { p1 = 3, p2 = 10 })
  near(polynomial({ 13, 30, r.K }, 0, r.w), { 0, 0 }, 1e-9)
  near(polynomial({ 13, 30, 2 * r.safe }, 0, r.w), { 0, 0 }, 1e-9)
  r = solve("pole_placement", { k = 5, c = 1, b = 2, p = 3, r = 6 })
  for _, s in ipairs { -3, -6 } do
    near(polynomial({ 1 + 2 * r.K[2], -5 + 2 * r.K[1] }, s, 0), { 0, 0 }, 1e-12)
  end
  near(r.det, li.mat { { 0, 2 }, { 2, -2 } }:det(), 1e-12)
  -- Riccati's equation with K = b'P/r, and the cost by differences: no gain beside it is better
  r = solve("lqr_slide", { q = 8, r = 0.5 })
  local P = { 0.5 * r.K[2] * r.K[1], 0.5 * r.K[1], 0.5 * r.K[2] } -- p11 = p12 p22/r
  near({ 8 - P[2] ^ 2 / 0.5, P[1] - P[2] * P[3] / 0.5, 2 * P[2] - P[3] ^ 2 / 0.5 }, { 0, 0, 0 },
    1e-9)
  near(polynomial({ r.K[2], r.K[1] }, -r.z * r.w, r.w * sqrt(1 - r.z ^ 2)), { 0, 0 }, 1e-9)
  -- one sample by small steps
  r = solve("sampled_motor", { tau = 0.2, k = 5, T = 0.05 })
  local function sample(w, u)
    local h = 0.05 / 500
    for _ = 1, 500 do
      local k1 = (5 * u - w) / 0.2
      w = w + h * (5 * u - w - h / 2 * k1) / 0.2
    end
    return w
  end
  near({ r.a, r.b }, { sample(1, 0), sample(0, 1) }, 1e-6)
  near({ sample(2, -r.K * 2), sample(1, -r.most) }, { 0, -1 }, 1e-6)
  -- the arm with its point masses as a robot
  local d = { th1 = 30, th2 = 50, w1 = 1, w2 = -1.5, e1 = 4, e2 = -3, a1 = 2, a2 = -1 }
  r = solve("computed_torque", d)
  local none = { 0, 0, 0 }
  local arm = li.robot { gravity = { 0, -9.81, 0 }, bodies = {
    { name = "a", joint = "revolute", axis = "z", mass = 1, com = { 0.5, 0, 0 }, inertia = none },
    { name = "b", parent = "a", joint = "revolute", axis = "z", at = { 0.5, 0, 0 }, mass = 0.5,
      com = { 0.4, 0, 0 }, inertia = none } } }
  local want = { 2 + 100 * 4 * deg, -1 - 100 * 3 * deg }
  near(r.a, want, 1e-12)
  near(r.tau, (arm:id({ 30 * deg, 50 * deg }, { 1, -1.5 }, want)), 1e-10)
  -- the filter, 200 measurements later
  r = solve("steady_filter", { sw = 0.5, sv = 2 })
  local before, K = 100, 0
  for _ = 1, 200 do
    K = before / (before + 4)
    before = (1 - K) * before + 0.25
  end
  near({ r.P, r.K, r.after ^ 2 }, { before, K, (1 - K) * before }, 1e-9)
end)

t.test("identification by another road", function()
  local d = { f = 1.2, s = 0.7, e1 = 6, e2 = -9, e3 = 3, e4 = 9 }
  local r = solve("friction_fit", d)
  local y = { 1.2 + 0.7 + 0.06, 1.2 + 1.4 - 0.09, 1.2 + 2.1 + 0.03, 1.2 + 2.8 + 0.09 }
  local Y = li.mat { { 1, 1 }, { 1, 2 }, { 1, 3 }, { 1, 4 } }
  near({ r.Fc, r.Fv }, (Y:transpose() * Y):solve(Y:transpose() * li.vec(y)), 1e-12)
  near(r.at, r.Fc + 6 * r.Fv, 1e-12)
  -- the swing that these constants make
  r = solve("decrement", { m = 2, x1 = 40, xn = 8, n = 4, T = 0.5 })
  local w = sqrt(r.k / 2 - (r.c / 4) ^ 2)
  near({ 2 * pi / w, 40 * math.exp(-r.c / 4 * 2) }, { 0.5, 8 }, 1e-10)
  near({ r.z, r.delta }, { r.c / 2 / sqrt(r.k * 2), r.c / 4 * 0.5 }, 1e-10)
  -- a pendulum with that inertia, let go, is back after the period
  r = solve("inertia_by_swinging", { m = 1.2, d = 0.15, N = 30, T = 0.9 })
  local rod = li.robot { gravity = { 0, -9.81, 0 }, bodies = { { name = "rod", joint = "revolute",
    axis = "z", mass = 1.2, com = { 0, -0.15, 0 }, inertia = { 0, 0, r.JG } } } }
  near(rod:mass({ 0 })[1][1], r.JO, 1e-12)
  local h = 1e-6
  local stiff = (rod:gravity { h }[1] - rod:gravity { -h }[1]) / (2 * h)
  near(2 * pi * sqrt(r.JO / math.abs(stiff)), 0.9, 1e-8)
  near(r.T, 0.9, 1e-12)
  r = solve("weight_of_a_link", { a = -20, b = 70, A = 0.8, B = -0.3 })
  near({ r.A, r.B }, { 0.8, -0.3 }, 1e-12)
  local most = 0
  for k = 0, 3600 do
    local th = k * pi / 1800
    most = math.max(most, 9.81 * (0.8 * math.cos(th) + 0.3 * math.sin(th)))
  end
  near(r.most, most, 1e-5)
  r = solve("motor_constants", { U = 24, n = 3000, I = 10 })
  most = 0
  for k = 0, 1000 do
    local speed = 100 * pi * k / 1000
    most = math.max(most, r.k * (24 - r.k * speed) / r.R * speed)
  end
  near({ r.P, r.stall, r.k * 100 * pi, r.R * 10 }, { most, r.k * 10, 24, 24 }, 1e-9)
end)

t.test("every exercise is held against numbers of another source", function()
  local f = assert(io.open "tests/lua/test_exercises.lua")
  local text = f:read "*a"
  f:close()
  for _, name in ipairs(li.exercises.names()) do
    t.ok(text:find('"' .. name .. '"', 1, true), name .. " is tried here")
  end
end)

-- of each exercise; 50 with LIAISON_LAW=all
local STUDENTS = os.getenv "LIAISON_LAW" == "all" and 50 or 8

-- a mistake is recognised as itself, or as one that leads to the same
local function recognised(v, name)
  if v.status == "wrong" and v.mistake == name then return true end
  for _, other in ipairs(v.also or {}) do if other == name then return true end end
  return false
end

t.test("data of students are solvable, right answers are taken, mistakes are told", function()
  local seen = {}
  for _, name in ipairs(li.exercises.names()) do
    local e = li.exercises.get(name)
    for student = 1, STUDENTS do
      local m = e:check(e:answers(student), { student = student })
      t.ok(m.right, ("%s, student %d:\n%s"):format(name, student, tostring(m)))
      for _, w in ipairs(e:wrong_answers(student)) do
        local v = e:check({ [w.asked] = w.answer }, { student = student, lang = "fr" })[w.asked]
        t.ok(recognised(v, w.mistake), ("%s, student %d, %s: %s of %s is told as %s %s"):format(
          name, student, w.asked, w.answer, w.mistake, v.status, tostring(v.mistake)))
        seen[w.mistake] = true
      end
    end
  end
  for _, name in ipairs(mistakes.names) do t.ok(seen[name], name .. " happens somewhere") end
end)

t.test("students get different numbers; statements name them in both languages", function()
  for _, name in ipairs(li.exercises.names()) do
    local e = li.exercises.get(name)
    local spec, different = e.spec, {}
    for student = 1, 12 do different[e:statement { student = student }] = true end
    local n = 0
    for _ in pairs(different) do n = n + 1 end
    t.ok(#spec.data == 0 and n == 1 or n >= 5, name .. " has " .. n .. " statements of 12")
    for _, lang in ipairs { "en", "fr" } do
      local text = e:statement { lang = lang } .. e:solution { lang = lang }
      t.ok(not text:find "{[%w_']+}", name .. ": " .. (text:match "{[%w_']+}" or ""))
      t.ok(not text:find "`", name)
    end
    t.ok(spec.statement.en ~= spec.statement.fr and spec.solution, name)
    t.ok(spec.from and spec.chapter >= 1 and spec.chapter <= 9, name)
    for _, ask in ipairs(spec.asked) do t.ok(#ask.en > 0 and #ask.fr > 0, name) end
  end
end)

t.test("an answer that is nobody's mistake is said to be that", function()
  for _, name in ipairs(li.exercises.names()) do
    local e = li.exercises.get(name)
    for _, ask in ipairs(e.spec.asked) do
      if ask.kind == "number" and ask.tol ~= 0 then
        local v = e:check({ [ask.name] = 1234.5678 })[ask.name]
        t.eq(v.status, "wrong", name .. " " .. ask.name)
        t.eq(v.mistake, nil, name .. " " .. ask.name)
      end
    end
  end
end)

-- ---- right answers as students type them --------------------------------------------------------

local function number_typed(right, unit)
  local bare = right:match "^[-+%d.e]+"
  local out = { bare, bare .. unit, "= " .. bare, "≈ " .. bare, "$" .. bare .. "$", bare .. ".",
    bare:gsub("%.", ",") .. " " .. unit, ("(%s) %s"):format(bare, unit), " " .. bare .. " ",
    ("%.9e"):format(bare), ("%.12g/2"):format(2 * bare), ("2*%.12g"):format(bare / 2),
    ("%.12g * sqrt(4)"):format(bare / 2) }
  if unit == "deg" then
    local half_turns = bare / 180
    for _, how in ipairs { "%s°", "%s degrees", "%s degrés" } do
      out[#out + 1] = how:format(bare)
    end
    out[#out + 1] = ("%.14g*pi rad"):format(half_turns)
    out[#out + 1] = ("%.14g π rad"):format(half_turns)
  end
  if unit ~= "" then
    out[#out + 1], out[#out + 2] = bare .. " [" .. unit .. "]", bare .. " (" .. unit .. ")"
  end
  return out
end

local function list_typed(right)
  local body, unit = right:match "^%[(.*)%]%s*(.*)$"
  if not body then return { right } end
  local rows = {}
  for r in (body .. ";"):gmatch "%s*(.-)%s*;" do rows[#rows + 1] = "[" .. r .. "]" end
  local nested = "[" .. table.concat(rows, ",") .. "]"
  local list = { "(" .. body .. ") ", "{" .. body .. "} ", "[" .. body:gsub("%s+", "") .. "] ",
    "[" .. body:gsub(",%s*", " ") .. "] ", "[" .. body .. "]^T " }
  for k, text in ipairs(list) do list[k] = text .. unit end
  for _, text in ipairs { (body:gsub(";%s*", "\n")), (body:gsub(";%s*", "\n"):gsub(",%s*", " ")),
    (body:gsub(",%s*", "\t")), "[" .. body:gsub(",%s*", " "):gsub("%.", ",") .. "]", nested,
    "np.array(" .. nested .. ")" } do list[#list + 1] = text end
  return list
end

local function formula_typed(right)
  return { (right:gsub("%*", " ")), (right:gsub("%*", " · ")), (right:gsub("%^2", "²")),
    (right:gsub("%^", "**")), "{" .. right .. "}", "[" .. right .. "]", "$" .. right .. "$",
    right .. ".", (right:gsub("%*", "\\cdot ")) }
end

local function choice_typed(right)
  return { right:upper(), (right:gsub("[_ ]", "-")), '"' .. right .. '"', right .. "." }
end

local function typed(ask, right)
  local list
  if ask.kind == "number" then list = number_typed(right, ask.unit or "")
  elseif ask.kind == "formula" then list = formula_typed(right)
  elseif ask.kind == "choice" then list = choice_typed(right)
  else list = list_typed(right) end
  list[#list + 1] = ask.name .. " = " .. right
  return list
end

t.test("law: a right answer is taken however a student types it", function()
  local names = li.exercises.names()
  for i = 1, #names, os.getenv "LIAISON_LAW" == "all" and 1 or 3 do
    local e = li.exercises.get(names[i])
    local answers = e:answers(2)
    for _, ask in ipairs(e.spec.asked) do
      for _, text in ipairs(typed(ask, answers[ask.name])) do
        local v = e:check({ [ask.name] = text }, { student = 2 })[ask.name]
        t.eq(v.status, "right", ("%s, %s = %s: %s"):format(names[i], ask.name, text,
          tostring(v.text)))
      end
    end
  end
end)

t.test("two digits are told to be too few, not wrong", function()
  local few = 0
  for _, name in ipairs(li.exercises.names()) do
    local e = li.exercises.get(name)
    local answers = e:answers(2)
    for _, ask in ipairs(e.spec.asked) do
      local x = ask.kind == "number" and not ask.tol and tonumber(answers[ask.name]:match "^%S+")
      if x and x ~= 0 and (ask.digits or 3) == 3 and not ask.period then
        local v = e:check({ [ask.name] = ("%.2g"):format(x) }, { student = 2 })[ask.name]
        t.ok(v.status ~= "wrong" or v.mistake or math.abs(tonumber(("%.2g"):format(x)) - x)
          > 0.02 * math.abs(x), ("%s.%s: %g"):format(name, ask.name, x))
        few = few + (v.status == "imprecise" and 1 or 0)
      end
    end
  end
  t.ok(few > 30, few)
end)

-- ---- ten wrong answers --------------------------------------------------------------------------

-- every number of an answer times a factor
local function scaled(text, factor)
  return (text:gsub("%d+%.?%d*", function(x) return tostring(factor * tonumber(x)) end))
end

-- wrong answers to a question whose right one is told: the text, and what it may be told to be
local function wrong_ones(ask, right)
  if ask.kind == "choice" then
    return { { "17" }, { "maybe" }, { "none of all these" }, { "#" }, { right .. right } }
  end
  if ask.kind == "formula" then
    return { { right .. " +", "unreadable" }, { "((" .. right, "unreadable" }, { "foo(q1)" },
      { "[1, 2; 3, 4]" }, { "(" .. right .. ") + 12345" } }
  end
  local bare = right:gsub("%a[%w*^/%.²³°·]*%s*$", "")
  local out = { { "hello", "unreadable" }, { "1,2,3;" }, { "[1, 2, 3, 4, 5; 1, 2, 3, 4, 5]" },
    { bare .. " kg*K" }, { bare .. " parsec" }, { scaled(bare, 2) }, { scaled(bare, 1.1) } }
  return out
end

t.test("law: wrong answers are told to be wrong, or of another shape, unit or syntax", function()
  local names = li.exercises.names()
  for i = 1, #names, os.getenv "LIAISON_LAW" == "all" and 1 or 5 do
    local e = li.exercises.get(names[i])
    local answers = e:answers(3)
    for _, ask in ipairs(e.spec.asked) do
      for _, wrong in ipairs(wrong_ones(ask, answers[ask.name])) do
        local v = e:check({ [ask.name] = wrong[1] }, { student = 3 })[ask.name]
        local where = ("%s, %s = %s: %s"):format(names[i], ask.name, wrong[1], v.status)
        local same = wrong[1]:find "%d" and not wrong[1]:find "[1-9]" -- twice nothing is right
        t.ok(v.status ~= "right" or same or answers[ask.name]:match "^%-?0%f[^%d.]", where)
        t.ok(not wrong[2] or v.status == wrong[2], where)
        t.ok(v.status == "right" or #(v.text or "") > 4, where)
      end
    end
  end
end)

t.test("at least 40 exercises over six chapters and 20 beyond, each once; unknown names are told",
  function()
  local all, seen = li.exercises.names(), {}
  local beyond = 0
  for chapter = 7, 9 do beyond = beyond + #li.exercises.names(chapter) end
  t.ok(beyond >= 20 and #all - beyond >= 40, #all)
  for _, name in ipairs(all) do
    t.ok(not seen[name], name)
    seen[name] = true
  end
  for chapter = 1, 9 do
    t.ok(#li.exercises.names(chapter) >= 5, "chapter " .. chapter)
  end
  t.raises("no exercise is named 'grashoff' %(did you mean 'grashof'%?%)", li.exercises.get,
    "grashoff")
  for _, file in ipairs(catalog.files) do
    t.ok(#require("liaison.course.exercises.tasks_" .. file) > 0, file)
  end
end)

-- of each exercise; all of them with LIAISON_LAW=all
local PICTURES = os.getenv "LIAISON_LAW" == "all" and 20 or 4

t.test("pictures are drawn, in SVG and in TikZ", function()
  local figure = require "liaison.course.figure"
  local drawn = 0
  for _, name in ipairs(li.exercises.names()) do
    local spec = li.exercises.get(name).spec
    for student = 1, spec.picture and PICTURES or 0 do
      local svg = li.exercises.get(name):picture(student)
      t.ok(svg:find "^<svg" and not svg:find "nan" and not svg:find "inf", name)
      drawn = drawn + 1
    end
    if spec.picture then
      local d = li.exercises.get(name):data(1)
      local tikz = figure.tikz(spec.picture(d))
      t.ok(tikz:find "^\\begin{tikzpicture}" and not tikz:find "nan", name)
    end
  end
  t.ok(drawn > 20 * PICTURES, drawn)
end)

t.done()
