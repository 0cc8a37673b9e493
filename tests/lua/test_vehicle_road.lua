-- test_vehicle_road.lua - chapter 1 of the thesis in numbers, slopes of the road, the library of
-- forces
local t = require "t"
local li = require "liaison"
local road = li.road

t.test("thesis M1: Ackermann, paths, off-tracking", function()
  local a = road.ackermann(2.6, 1.5, 10)
  t.near({ a.inner, a.outer, a.bicycle, a.small },
    { 0.27401090760183927, 0.23730337525110662, 0.25436805855326594, 0.26 }, 1e-15)
  t.near({ 1 / math.tan(a.outer) - 1 / math.tan(a.inner),
    (1 / math.tan(a.outer) + 1 / math.tan(a.inner)) / 2 },
    { 0.5769230769230769, 3.8461538461538463 }, 1e-14)
  t.near({ road.steer_angles(2.6, 1.5, a.bicycle) }, { a.inner, a.outer }, 1e-15)
  t.near({ road.steer_angles(2.6, 1.5, -a.bicycle) }, { -a.inner, -a.outer }, 1e-15)
  local p = road.turn { L = 2.6, L2 = 1.4, R = 10 }
  t.near({ p.R_cg, p.R_cg_small, p.beta_cg, p.beta_cg_small, p.R_front, p.offtracking,
    p.offtracking_small },
    { 10.09752444909147, 10.098, 0.1390959414820713, 0.13696741614406627, 10.332473082471592,
      0.33247308247159246, 0.338 }, 1e-14)
  t.raises("between the wheels", road.ackermann, 2.6, 1.5, 0.5)
end)

t.test("thesis M1: understeer", function()
  local spec = { m = 1500, V = 25, R = 100, L1 = 1.2, L2 = 1.4, Cf = 60000, Cr = 70000 }
  local c = road.cornering(spec)
  t.near({ c.Fyf, c.Fyr }, { 5048.076923076923, 4326.923076923076 }, 1e-11)
  t.near({ c.alpha_f, c.alpha_r, c.alpha_f / c.alpha_r, c.K, c.beta },
    { 0.08413461538461538, 0.0618131868131868, 1.3611111111111112, 0.0035714285714285726,
    0.048321428571428585 }, 1e-15)
  t.near(c.characteristic, 26.98147512646408, 1e-12)
  t.near(c.yaw_gain, 25 / (2.6 + c.K * 625), 1e-14)
  spec.Cf, spec.Cr, spec.unit = 60000 * math.pi / 180, 70000 * math.pi / 180, "deg"
  t.near(road.cornering(spec).K, c.K, 1e-15)
  spec.L1, spec.L2 = 1.6, 1
  local over = road.cornering(spec)
  t.ok(over.K < 0 and over.characteristic == nil)
  t.near(over.critical, math.sqrt(-2.6 / over.K), 1e-12)
end)

t.test("thesis M1: along the road", function()
  t.near({ road.area_wong(1500), road.area_frere(1.45, 1.75) }, { 2.0116, 2.156875 }, 1e-14)
  t.near({ road.rolling_low(30), road.rolling_high(30, 0.01, 0.005) },
    { 0.01671080887616321, 0.015976572473698394 }, 1e-16)
  t.near({ road.aero { S = 2.0116, V = 30, Cx = 0.32 }[1],
    road.aero { S = 2.156875, V = 30, Cx = 0.32 }[1] }, { 347.60448, 372.708 }, 1e-11)
  local F = road.traction { m = 1500, V = 30, fr = road.rolling_low(30), S = 2.0116, Cx = 0.32,
    slope = math.atan(0.05) }
  t.near({ F.rolling, F.slope, F.total },
    { 245.89955261274162, 734.8320333293743, 1328.336065942116 }, 1e-10)
  t.near(road.traction { m = 1500, V = 30, fr = road.rolling_low(30), S = 2.0116, Cx = 0.32,
    slope = math.atan(0.05), a = 1 }.total, 2828.336065942116, 1e-10)
  local A, B = 0.14715, 1.2 * 0.32 * 2.0116 / 2 / 1500
  t.near(B, 0.0002574848, 1e-16)
  local T, d, v = road.coastdown(A, B, 30, 10)
  t.near({ T, d, v, (select(3, road.coastdown(A, B, 30, 60))) },
    { 145.8836944207752, 1836.5816898322262, 26.478693283070758, 13.963469027949833 }, 1e-10)
  t.near({ road.launch(3000 / 1500, A, B, 10) },
    { 84.82899711619788, 18.239363409871657, 91.91510539315706 }, 1e-10)
  local state, least, most = road.propulsion(3000, 1500 * 9.81, 0.015, 0.55 * 1500 * 9.81, 0.8)
  t.eq(state, "rolls")
  t.near({ least, most }, { 220.725, 6474.6 }, 1e-10)
  t.eq((road.propulsion(7000, 1500 * 9.81, 0.015, 0.55 * 1500 * 9.81, 0.8)), "slips")
  -- the same formulas, in symbols
  local V = li.symbols "V"
  t.near(road.rolling_high(V, 0.01, 0.005):eval { V = 30 }, 0.015976572473698394, 1e-15)
end)

t.test("thesis M2: bounce and pitch in closed form, Olley", function()
  local s = { ms = 1200, kf = 36000, kr = 40000, L1 = 1.2, L2 = 1.4, Iy = 2016 }
  local b = road.bounce_pitch(s)
  t.near({ b.D1, b.D2, b.D3, b.r2 },
    { 63.33333333333333, 10.666666666666666, 64.6031746031746, 1.68 }, 1e-13)
  t.near({ b[1].w, b[2].w, b[1].frequency, b[2].frequency, b[1].ratio, b[2].ratio },
    { 7.46420027292179, 8.498365855987975, 1.1879643696633773, 1.3525569341838726, -1.4, 1.2 },
    1e-12)
  s.Iy = 1800
  b = road.bounce_pitch(s)
  t.near({ b[1].w, b[2].w, b[1].ratio, b[2].ratio, b[1].ratio * b[2].ratio },
    { 7.618148323546956, 8.812077224430547, -2.0136616419366953, 0.744911641936693, -1.5 }, 1e-12)
  s.kr = s.kf * s.L1 / s.L2
  b = road.bounce_pitch(s)
  t.near({ b.bounce.w, b.pitch.w }, { 7.464200272921789, 7.899367063252599 }, 1e-12)
  t.eq(b.bounce.ratio, math.huge)
  t.eq(b.pitch.ratio, 0)
  for _, field in ipairs { "roll", "g" } do
    local car = { ms = 1200, kf = 28000, kr = 40000, L1 = 1.3, L2 = 1.3, Iy = 2028, [field] = -1 }
    t.raises(field .. ": .*got %-1", road.olley, car)
  end
  local o = road.olley { ms = 1200, kf = 28000, kr = 40000, L1 = 1.3, L2 = 1.3, Iy = 2028 }
  t.near(o.centre, 0.0882352941176, 1e-12)
  o = road.olley { ms = 1200, kf = 28000, kr = 1.3 * 28000, L1 = 1.3, L2 = 1.3, Iy = 2028 }
  t.near(o.centre, 0.0652173913043, 1e-12)
  t.ok(o.rules[1].holds and #o.rules == 3
    and tostring(o):find "spring centre 6.5 %% of the wheelbase")
  -- 1.3 Hz stands for 0.147036 m of static deflection
  local k = 1200 * (2 * math.pi * 1.3) ^ 2
  o = road.olley { ms = 1200, kf = k / 2, kr = k / 2, L1 = 1.3, L2 = 1.3, Iy = 2028 }
  t.near({ o.deflection_front, o.deflection_rear }, { 0.147036, 0.147036 }, 5e-7)
end)

t.test("thesis M7: contact axes on a sloping road, E19, forces in base axes", function()
  local F = li.vec { 100, 200, 3000 }
  local cases = {
    { road.slope(0.05, -0.08, 0.4, 0.1),
      { { .874775795, -.482331508, -.046082805 }, { .477892195, .874570953, -.082126111 },
      { .079914694, .049819321, .995555964 } },
      { -147.237137945, -23.67492336, 3004.623224834 } },
    { road.slope(0.05, -0.08, 0.4),
      { { .91811517, -.392610453, -.054051513 }, { .388172868, .918354543, -.077115219 },
      { .079914694, .049819321, .995555964 } },
      { -148.865114027, -8.857460818, 3004.623224834 } },
    { road.slope(0.05, -0.08, 0.4, 0.1, "road"),
      { { .874332776, -.48230761, -.054051513 }, { .477916092, .875013972, -.077115219 },
      { .084489086, .041592275, .995555964 } },
      { -171.182784965, -8.551252627, 3003.435254872 } },
  }
  for i, c in ipairs(cases) do
    t.near(c[1], c[2], 6e-10, "matrix " .. i)
    t.near(c[1] * F, c[3], 6e-10, "force " .. i)
  end
  local px, py, pz, b = li.symbols "psi_x psi_y psi_z beta_b"
  local S, C, sx, cx, sy, cy = "sin(psi_z+beta_b)", "cos(psi_z+beta_b)", "sin(psi_x)", "cos(psi_x)",
    "sin(psi_y)", "cos(psi_y)"
  local right = {
    { C .. "*" .. cy, ("-%s*%s+%s*%s*%s"):format(S, cx, sy, sx, C),
      ("%s*%s+%s*%s*%s"):format(S, sx, sy, cx, C) },
    { S .. "*" .. cy, ("%s*%s+%s*%s*%s"):format(C, cx, sy, sx, S),
      ("-%s*%s+%s*%s*%s"):format(C, sx, sy, cx, S) },
    { "-" .. sy, cy .. "*" .. sx, cy .. "*" .. cx } }
  t.ok(li.compare(right, road.slope(px, py, pz, b)).equal)
  -- the print has cos(psi_x) for cos(psi_y) in (2,1)
  right[2][1] = S .. "*" .. cx
  local c = li.compare(right, road.slope(px, py, pz, b))
  t.eq(#c.list, 1)
  t.eq(c.list[1].where, "[2][1]")
  -- the same by the generator, from the tables of frames
  local g = li.definition { frames = { Repere_Z = { "R0", 0, { 0, 0, "psi_z" } },
    Repere_B = { "Repere_Z", 0, { 0, 0, "Beta_b" } },
    Repere_y = { "Repere_B", 0, { 0, "psi_y", 0 } },
    Repere_x = { "Repere_y", 0, { "psi_x", 0, 0 } } } }:generator()
  t.ok(li.compare(road.slope(px, py, pz, li.symbols "Beta_b"), g:rotation "Repere_x").equal)
end)

t.test("thesis M8: forces, in numbers and in symbols", function()
  t.eq(road.contact(20000, 200, 0.01, 0.1), 220)
  t.eq(road.contact(20000, 200, -0.01, 5), 0)
  t.eq(road.contact(20000, 200, 0.001, -5), 0, "never pulling")
  local e, rate = li.symbols "pen penp"
  local F = road.contact(20000, 200, e, rate)
  t.eq(F:eval { pen = 0.01, penp = 0.1 }, 220)
  t.eq(F:eval { pen = -0.01, penp = 5 }, 0)
  t.eq(F:eval { pen = 0.001, penp = -5 }, 0)
  t.near({ road.antiroll(15000, 0.03, 0.01) }, { -300, 300 }, 1e-12)
  t.eq(road.friction(2, 3, 0.5), -4)
  t.eq(tostring(road.friction(2, 3, e)), tostring(-(2 * e + 3 * li.sign(e))))
  t.near(road.drag(1.2, 0.32, 2.0116, -30), 347.60448, 1e-10)
  t.near(road.spin(100, 0.3, 200, 50), 25, 1e-13)
  -- at rest the wheels stand at the handwheel's angle over the ratio
  t.eq(road.steering { K = 2000, C = 200, G = 16, wheel = 0.48, beta = 0.03, rate = 0 }, 0)
  t.near(road.steering { K = 2000, C = 200, G = 16, wheel = 0.48, beta = 0.03, rate = 0.1,
    dx = 0.02, Fx = 100, dy = 0.01, Fy = 300 }, -25, 1e-12)
  t.eq(tostring(road.sae { 1, 2, 3, 4, 5, 6 }), "[1  -2  -3  4  -5  -6]")
  t.raises("unknown key 'mass'", road.traction, { mass = 3, V = 1, m = 2 })
  t.raises("does not overcome", road.launch, 0.1, 1, 1)
end)

t.test("Olley's rules, each turned by the number it is about", function()
  local ms, L = 1200, 1.3
  local function verdicts(spec)
    local out = {}
    for k, r in ipairs(road.olley(spec).rules) do out[k] = r.holds and "ok" or "no" end
    return table.concat(out, " ")
  end
  -- alike in front and behind: bounce at f, pitch at f / sqrt(Iy / (ms L^2))
  local function alike(f, inertia, roll)
    local k = ms * (2 * math.pi * f) ^ 2 / 2
    return { ms = ms, kf = k, kr = k, L1 = L, L2 = L, Iy = inertia * ms * L ^ 2, roll = roll }
  end
  t.eq(verdicts(alike(1.0, 1.43)), "no ok ok") -- 1.196 times slower
  t.eq(verdicts(alike(1.0, 1.45)), "no no ok") -- 1.204
  t.eq(verdicts(alike(1.25, 0.95)), "no ok ok") -- pitch at 1.28 Hz
  t.eq(verdicts(alike(1.25, 0.9)), "no ok no") -- 1.32
  t.eq(verdicts(alike(1.3 * (1 - 1e-12), 1.0001)), "no ok ok")
  t.eq(verdicts(alike(1.31, 1.0001)), "no ok no")
  -- roll within a fifth of the mean of both
  local b = road.olley(alike(1.0, 0.9))
  local mean = (b.bounce + b.pitch) / 2
  t.near(mean, (1 + 1 / math.sqrt(0.9)) / 2, 1e-13)
  for ratio, verdict in pairs { [0.79] = "no", [0.81] = "ok", [1.19] = "ok", [1.21] = "no" } do
    t.eq(verdicts(alike(1.0, 0.9, ratio * mean)), "no ok ok " .. verdict)
  end
  -- the front softer by 30 % is enough where the spring centre lies in front; a centre 6.5 % behind
  -- is enough where it is not
  local function uneven(ratio, L1, L2)
    local kr = ms * (2 * math.pi) ^ 2 / (1 + ratio)
    return { ms = ms, kf = ratio * kr, kr = kr, L1 = L1, L2 = L2, Iy = 0.9 * ms * L1 * L2 }
  end
  t.eq(verdicts(uneven(0.7, 1.6, 1.0)):sub(1, 2), "ok")
  t.eq(verdicts(uneven(0.701, 1.6, 1.0)):sub(1, 2), "no")
  t.eq(verdicts(uneven(0.75, L, L)):sub(1, 2), "ok") -- 7.1 %
  t.eq(verdicts(uneven(0.8, L, L)):sub(1, 2), "no") -- 5.6 %
  t.near(road.olley(uneven(0.75, L, L)).centre, 0.25 / 1.75 / 2, 1e-15)
end)

t.done()
