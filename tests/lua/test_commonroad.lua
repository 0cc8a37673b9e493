-- test_commonroad.lua - the vehicle models of CommonRoad: published right-hand sides and runs, the
-- limits of their inputs, their kinematics by ideal wheels
--
-- Published: test_derivatives and test_zeroInitialVelocity of commonroad-vehicle-models 2.0.0. With
-- LIAISON_LAW=all also the run of the multi-body car that spins its wheels.
local t = require "t"
local li = require "liaison"

local thorough = os.getenv "LIAISON_LAW" == "all"
local G = 9.81
local PUSH = { 0.15, 0.63 * G }

t.test("derivatives as published, to all digits that doubles have", function()
  local vectors = require "liaison.catalog.published.commonroad_proof"
  for _, kind in ipairs { "pm", "ks", "kst", "st", "std", "mb" } do
    local e = vectors[kind]
    for _, row in ipairs(e.proof(e.build(e.values))) do
      local want = tonumber(row[2])
      t.near(row[3], want, 2e-14 * math.max(1, math.abs(want)) + (kind == "mb" and 2e-11 or 0),
        kind .. " " .. row[1])
    end
  end
end)

t.test("STD with load transfer: what its program gives since February 2021", function()
  local car = li.commonroad("STD", 2, { load_transfer = true })
  local f = car:f({ 2.0233348142065677, 0.0041907137716636, 0.0197545248559617,
    15.7216236334290116, 0.0025857914776859, 0.0529001056654038, 0.0033012170610298,
    53.6551710641082451, 56.7917911784219598 }, PUSH)
  t.close(f, { 15.72135120308624, 0.09255279797193551, 0.15, 11.340113304616798,
    0.0529001056654038, 0.466681022626497, -0.02037000180254231, -1072.4665253469798,
    -253.94486828306555 }, 1e-13)
  t.raises("unknown key 'load_transfer'", li.commonroad, "ST", 2, { load_transfer = true })
end)

local fine = { rtol = 1e-10, atol = 1e-12, method = "radau5" }

-- where a model is after 1 s from rest
local function after(kind, v_delta, a, more)
  local car, told = li.commonroad(kind, 2)
  local o = { inputs = { v_delta = v_delta, a_long = a } }
  for key, x in pairs(more or fine) do o[key] = x end
  local run = assert(car:simulate(1, told.start {}, o))
  local out = {}
  for k, name in ipairs(car.states) do out[k] = run[name][#run] end
  return out
end

t.test("runs from rest as published, within the hundredth that is allowed there", function()
  t.near(after("KS", 0, -0.7 * G), { -3.4335, 0, 0, -6.867, 0 }, 1e-9)
  t.near(after("KS", PUSH[1], PUSH[2]), { 3.0845676868494927, 0.1484249221523042, 0.15, 6.1803,
    0.1203664469224163 }, 1e-7)
  t.near(after("ST", 0, -0.7 * G), { -3.4335, 0, 0, -6.867, 0, 0, 0 }, 1e-9)
  t.near(after("ST", PUSH[1], PUSH[2]), { 3.0731976046859715, 0.2869835398304389, 0.15, 6.1803,
    0.1097747074946325, 0.3248268063223301, 0.0697547542798040 }, 5e-5)
  t.near(after("ST", 0.15, 0), { 0, 0, 0.15, 0, 0, 0, 0.083374602676255474 }, 1e-9)
  t.near(after("MB", 0, 0), { 0, 0, 0, 0, 0, 0, -0.0000000003174207, 0.0000000848065981,
    -0.0013834133396573, -0.0020336367252011, -0.0000000247286655, 0.0176248518072475,
    0.0071655470428753, 0.0000000006677358, -0.0000001709775865, 0.0000001839820148,
    0.0186763737562366, 0.0003752526345970, 0.0000000006728055, -0.0000001734436431,
    0.0000001850020879, 0.0154621865353889, 0.0000251622262094, -0.0000174466440656,
    -0.0000174466440656, -0.0000014178345014, -0.0000014178345014, 0.0000000008088692,
    0.0000000008250785 }, 2e-5)
  t.near(after("MB", 0, -0.7 * G), { 3.9830932439714273, -0.0601543816394762, 0,
    -8.0013986587693893, -0.0026467910011602, -0.0053025639381130, -0.0019453336082831,
    -0.0002270008481486, -0.0431740570135473, -0.0305313864800163, 0.1053033709671264,
    0.0185102262795369, 0.0137681838589757, -0.0003400843778018, -0.0000161129034355,
    0.0994502177784092, 0.0256268504637763, 0.0034700280714177, -0.0002562443897593,
    -0.0000034699487925, 0.1128675292571426, 0.0086968977905411, -0.0020987862166353,
    -0.0000183158385631, -0.0000183158385631, -0.0000095073736467, -0.0000095073736467,
    -0.0016872664171374, -0.0012652511246015 }, 1e-2)
end)

if thorough then
  t.test("the multi-body car spins its wheels: published, by its fixed steps", function()
    local want = { 1.6869441956852231, 0.0041579276718349, 0.15, 3.1967387404602654,
      0.3387575860582390, 0.8921302762726965, -0.0186007698209413, -0.0556855538608812,
      0.0141668816602887, 0.0108112584162600, -0.6302339461329982, 0.0172692751292486,
      0.0025948291288222, -0.0042209020256358, -0.0115749221900647, 0.4525764527765288,
      0.0161366380049974, -0.0012354790918115, -0.0023647389844973, -0.0072210348979615,
      -1.8660984955372673, 0.0179591511062951, 0.0010254111038481, 11.1322413877606117,
      7.5792605585643713, 308.3079237740076906, 310.8801727728298374, -0.0196922024889714,
      -0.0083685253175425 }
    local got = after("MB", PUSH[1], PUSH[2], { method = "rk4", h = 1e-4, fixed = 1, dt = 0.5 })
    for k = 1, 29 do t.near(got[k], want[k], k == 26 and 0.05 or k == 27 and 0.05 or 1e-2) end
  end)
end

t.test("inputs are cut at the limits of the set, as the manual has them", function()
  local car, told = li.commonroad("KS", 2)
  local p = told.parameters
  local function rates(x, u)
    local f = car:f(x, u)
    return { f[3], f[4] }
  end
  t.near(rates({ v = 5 }, { v_delta = 9, a_long = 99 }), { 0.4, 11.5 }, 1e-14)
  t.near(rates({ v = 5 }, { v_delta = -9, a_long = -99 }), { -0.4, -11.5 }, 1e-14)
  t.near(rates({ v = 5 }, { v_delta = 0.3, a_long = 7 }), { 0.3, 7 }, 1e-14)
  -- above the switching velocity the engine gives less
  t.near(rates({ v = 20 }, { a_long = 9 }), { 0, 11.5 * 7.319 / 20 }, 1e-14)
  t.near(rates({ v = 20 }, { a_long = -9 }), { 0, -9 }, 1e-14)
  -- at the stops nothing goes on, and all goes back
  t.near(rates({ delta = p.delta_max, v = 50.8 }, { v_delta = 0.1, a_long = 1 }), { 0, 0 }, 0)
  t.near(rates({ delta = p.delta_max, v = 50.8 }, { v_delta = -0.1, a_long = -1 }),
    { -0.1, -1 }, 1e-15)
  t.near(rates({ delta = p.delta_min, v = -13.6 }, { v_delta = -0.1, a_long = -1 }), { 0, 0 }, 0)
  t.near(rates({ delta = p.delta_min, v = -13.6 }, { v_delta = 0.1, a_long = 1 }), { 0.1, 1 },
    1e-15)
end)

t.test("KS and KST are what ideal wheels of li.system give", function()
  local s = li.system { planar = true }
  local x, y, psi, alpha = s:coordinates "x y psi alpha"
  local delta = s:input "delta"
  local truck = s:body { name = "truck", mass = 1, inertia = 1, place = { x, y, psi } }
  local turn = psi + alpha
  local trailer = s:body { name = "trailer", mass = 1, inertia = 1,
    place = { x - 8.1 * li.cos(turn), y - 8.1 * li.sin(turn), turn } }
  truck:wheel { name = "rear" }
  truck:wheel { name = "front", at = { 3.6, 0 }, angle = delta }
  trailer:wheel { name = "trailer axle" }
  local k = s:kane { speeds = { "v = x'*cos(psi) + y'*sin(psi)" } }
  local state = { x = 3.9, y = 0.04, psi = 0.0294717351052816, alpha = 0.0294717351052816,
    delta = 0.0378491427211811, v = 16.3546957860883566 }
  local f = k:linearize { q = { psi = state.psi, alpha = state.alpha }, v = { v = state.v },
    u = { delta = state.delta }, states = "x y psi alpha v" }
  local car = li.commonroad("KST", 4)
  local want = car:f({ 3.9, 0.04, state.delta, state.v, state.psi, state.alpha }, {})
  t.near({ f.rest[1], f.rest[2], f.rest[3], f.rest[4] }, { want[1], want[2], want[5], want[6] },
    1e-12)
end)

t.test("ST at a constant speed is the textbook's car: neutral, its slopes those of the axles",
  function()
  local car, told = li.commonroad("ST", 2)
  local p, v = told.parameters, 20
  local C = -p.p_ky1 -- per load, both axles
  local l, W = p.a + p.b, p.m * G
  local C_f, C_r = C * W * p.b / l, C * W * p.a / l
  local A = car:linearize { x = told.start { v = v } }.A
  t.near(A[6][6], -(p.a ^ 2 * C_f + p.b ^ 2 * C_r) / (p.I_z * v), 1e-12)
  t.near(A[7][7], -(C_f + C_r) / (p.m * v), 1e-12)
  local K = li.road.cornering { m = p.m, L1 = p.a, L2 = p.b, Cf = C_f, Cr = C_r, V = v }.K
  t.near(K, 0, 1e-15)
  -- a steady turn: yaw rate v delta/l
  local delta = 0.01
  local run = car:simulate(3, told.start { v = v, delta = delta }, { rtol = 1e-10 })
  t.near(run.psi_dot[#run], v * delta / l, 1e-9)
end)

-- the manual, section 6.1: psi' = v cos(beta) tan(delta)/l, and what its derivatives are
local function kinematic(p, v, delta, now, u)
  local l, tan = p.a + p.b, math.tan(delta)
  local beta = math.atan(tan * p.b / l)
  local d_beta = p.b * u[1] / (l * math.cos(delta) ^ 2 * (1 + (tan ^ 2 * p.b / l) ^ 2))
  local V, D, B = li.symbols "V D B"
  local turn, at = V * li.cos(B) * li.tan(D) / l, { V = v, D = delta, B = now }
  return { beta = beta, d_beta = d_beta, psi = turn:eval { V = v, D = delta, B = beta },
    psi_dot = turn:diff(V):eval(at) * u[2] + turn:diff(D):eval(at) * u[1]
      + turn:diff(B):eval(at) * d_beta }
end

t.test("slow cars turn about a point on the line of the rear axle", function()
  local v, delta, psi, now, u = 0.05, 0.3, 0.7, -0.2, { 0.15, 2 }
  for set = 1, 3 do
    local car, told = li.commonroad("ST", set)
    local k = kinematic(told.parameters, v, delta, now, u)
    local place = { v * math.cos(psi + k.beta), v * math.sin(psi + k.beta), u[1], u[2] }
    local f = car:f({ v = v, delta = delta, psi = psi, psi_dot = 3, beta = now }, u)
    t.close(f, { place[1], place[2], u[1], u[2], k.psi, k.psi_dot, k.d_beta }, 1e-12)
    -- there the roll angle stands for the slip angle
    car = li.commonroad("MB", set)
    f = car:f({ v_x = v, delta = delta, psi = psi, psi_dot = 3, phi_s = now, v_y = 0.01 }, u)
    t.close({ f[1], f[2], f[3], f[4], f[5], f[6] },
      { place[1], place[2], u[1], u[2], k.psi, k.psi_dot }, 1e-12)
    -- mixed half and half at 0.2 m/s, by tanh about it; wheels in reverse follow in 0.02 s
    car = li.commonroad("STD", set)
    k = kinematic(told.parameters, 0.2, delta, now, u)
    f = car:f({ v = 0.2, delta = delta, psi_dot = 3, beta = now }, u)
    t.near(f[5], (3 + k.psi) / 2, 1e-13)
    local w = (math.tanh and math.tanh(-3) or (math.exp(-6) - 1) / (math.exp(-6) + 1)) / 2 + 0.5
    k = kinematic(told.parameters, v, delta, now, u)
    f = car:f({ v = v, delta = delta, psi_dot = 3, beta = now }, u)
    t.near({ f[5], f[7] }, { w * 3 + (1 - w) * k.psi, (1 - w) * k.d_beta }, 1e-13)
    f = car:f({ v = -0.5, omega_f = 3, omega_r = 4 }, u)
    t.near({ f[8], f[9] }, { -150, -200 }, 1e-6)
    local across = 0.2 * math.sin(now) + told.parameters.a * 3
    local u_f = 0.2 * math.cos(now) * math.cos(delta) + across * math.sin(delta)
    f = car:f({ v = 0.2, delta = delta, psi_dot = 3, beta = now, omega_f = -1, omega_r = -1 }, u)
    local R = told.parameters.R_w
    t.near({ f[8], f[9] }, { u_f / R / 0.04, 0.2 * math.cos(now) / R / 0.04 }, 1e-10)
  end
end)

t.test("below half of 0.2 m/s slip angles are 0", function()
  local car = li.commonroad("STD", 2)
  local function beta(v, turn)
    return car:f({ v = v, psi_dot = turn, omega_f = v / 0.344, omega_r = v / 0.344 })[7]
  end
  t.near(beta(0.09, 1), beta(0.09, 0), 0)
  t.ok(beta(0.15, 1) - beta(0.15, 0) < -0.1)
end)

t.test("brakes and engine take their shares of the asked force", function()
  for set = 1, 3 do
    local car, told = li.commonroad("STD", set)
    local p = told.parameters
    local x, T = told.start { v = 10 }, p.m * p.R_w
    local slow, rolling, quick = car:f(x, { 0, -3 }), car:f(x), car:f(x, { 0, 2 })
    t.close({ (slow[8] - rolling[8]) * p.I_y_w, (slow[9] - rolling[9]) * p.I_y_w,
      (quick[8] - rolling[8]) * p.I_y_w, (quick[9] - rolling[9]) * p.I_y_w },
      { -3 * T * p.T_sb, -3 * T * (1 - p.T_sb), 2 * T * p.T_se, 2 * T * (1 - p.T_se) }, 1e-10)
    car, told = li.commonroad("MB", set)
    x = told.start { v = 10 }
    slow, rolling, quick = car:f(x, { 0, -3 }), car:f(x), car:f(x, { 0, 2 })
    for k = 24, 27 do
      local b, e = k < 26 and p.T_sb or 1 - p.T_sb, k < 26 and p.T_se or 1 - p.T_se
      t.near({ (slow[k] - rolling[k]) * p.I_y_w, (quick[k] - rolling[k]) * p.I_y_w },
        { -1.5 * T * b, T * e }, 1e-8)
    end
  end
end)

t.test("the multi-body car: what its sets leave 0, and its start", function()
  local x = { v_x = 15, phi_s = 0.02, psi_dot = 0.2, v_y = 0.3, delta = 0.05, s_z_uf = 0.03,
    s_z_ur = 0.03, phi_s_dot = 0.1, omega_lf = 44, omega_rf = 43, omega_lr = 45, omega_rr = 44 }
  local function f(values, state)
    return li.commonroad("MB", 2, { values = values }):f(state or x)
  end
  local _, told = li.commonroad("MB", 2)
  local p = told.parameters
  -- I_z r' - I_xz p' = N, I_Phi p' - I_xz r' = L
  local none, some, I = f {}, f { I_xz_s = 120 }, 120
  t.close({ p.I_z * some[6] - I * some[8], p.I_Phi_s * some[8] - I * some[6] },
    { p.I_z * none[6], p.I_Phi_s * none[8] }, 1e-10)
  -- camber D z + E z^2, where all wheels stand 0.02 m in
  local level = { v_x = 15, s_z = 0.01, s_z_uf = 0.03, s_z_ur = 0.03, omega_lf = 44 }
  t.close(f({ E_f = 5, E_r = 7 }, level), f({ D_f = p.D_f + 0.1, D_r = p.D_r + 0.14 }, level),
    1e-11)
  -- friction falls with the square of the camber
  local leaning = { v_x = 15, phi_s = 0.1, s_z_uf = 0.03, s_z_ur = 0.03, omega_lf = 48 }
  t.close(f({ p_dx3 = 4, D_f = 0, D_r = 0 }, leaning),
    f({ p_dx1 = p.p_dx1 * 0.96, D_f = 0, D_r = 0 }, leaning), 1e-11)
  -- axles start as the body takes them, tyres with the loads of a body at rest
  local start = told.start { v = 12, beta = 0.1, psi_dot = 0.4 }
  local rates = f({}, start)
  t.near({ rates[28], rates[29] }, { 0, 0 }, 1e-13)
  local front, rear = 2 * p.K_zt * start[17], 2 * p.K_zt * start[22]
  t.close({ front + rear, p.a * (front - p.m_uf * G) - p.b * (rear - p.m_ur * G) },
    { (p.m_s + p.m_uf + p.m_ur) * G, 0 }, 1e-12)
end)

t.test("all sets of all models start, go straight, and stay where they are straight", function()
  for _, kind in ipairs { "PM", "KS", "KST", "ST", "STD", "MB" } do
    local first, last = kind == "KST" and 4 or 1, 3
    if kind == "KST" or kind == "KS" or kind == "PM" then last = 4 end
    for set = first, last do
      local car, told = li.commonroad(kind, set)
      local f = car:f(told.start { v = 10 })
      t.near({ f[1], f[2] }, { 10, 0 }, 1e-12, car.name)
      local run = assert(car:simulate(0.2, told.start { v = 10, psi = 0.5 }))
      t.near({ run.s_x[#run], run.s_y[#run] }, { 2 * math.cos(0.5), 2 * math.sin(0.5) }, 0.02,
        car.name)
    end
  end
end)

t.test("a run is drawn: axles roll under the body", function()
  local car, told = li.commonroad("MB", 2)
  local run = car:simulate(0.1, told.start { v = 15, delta = 0.1 })
  local drawn = car:picture(run)
  local n = #drawn
  t.eq(drawn.x[n], run.s_x[#run])
  t.near({ drawn.z[n], drawn.roll[n], drawn.pitch[n], drawn.roll_front[n], drawn.roll_rear[n] },
    { -run.s_z[#run], run.phi_s[#run], -run.theta_s[#run],
      run.phi_uf[#run] - run.phi_s[#run], run.phi_ur[#run] - run.phi_s[#run] }, 0)
  t.ok(math.abs(run.phi_ur[#run]) > 1e-6)
end)

t.test("parameters as names give the same, and stay to be changed", function()
  local x = { v = 10, delta = 0.02, psi_dot = 0.05, beta = 0.01 }
  local open, car = li.commonroad("ST", 1, { names = true }), li.commonroad("ST", 1)
  t.close(open:f(x), car:f(x), 1e-13)
  t.close(open:with { m = 2000 }:f(x), li.commonroad("ST", 1, { values = { m = 2000 } }):f(x),
    1e-13)
  t.ok(#open.parameters > 10 and #car.parameters == 0)
end)

t.test("what is wrong is refused with the nearest name", function()
  t.raises("no model 'XX' %(there are: KS, KST, MB, PM, ST, STD%)", li.commonroad, "XX", 2)
  t.raises("expected a set 1 to 4 or its name, got 5", li.commonroad, "KS", 5)
  t.raises("did you mean 'bmw_320i'", li.commonroad, "KS", "bmw_320")
  t.raises("the set 2 %(BMW 320i%) has no l_wbt, which KST needs: the truck with its trailer",
    li.commonroad, "KST", 2)
  t.raises("the set 4 %(truck with semitrailer%) has no m", li.commonroad, "ST", 4)
  t.raises("values: no parameter 'mass'", li.commonroad, "ST", 2, { values = { mass = 3 } })
  local _, told = li.commonroad("ST", 2)
  t.raises("start: unknown key 'speed'", told.start, { speed = 3 })
end)

t.done()
