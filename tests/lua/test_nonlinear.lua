-- test_nonlinear.lua - control laws of models: every kind by its proof and against the model
-- itself, closed forms of what the loops do, assumptions that are false, what is refused
local t = require "t"
local li = require "liaison"
local zoosample = require "zoosample"
local kit = li._internal

li.signatures() -- loads the modules of every kind

local function arm() return li.planar { 1, 0.8, mass = { 2, 1 } } end

local function made(kind) return assert(load("local li = ... return " .. kind.example))(li) end

-- ---- every kind ---------------------------------------------------------------------------------

t.test("every kind of law: its example has a proof that holds, a report, a block that runs",
  function()
    t.ok(#kit.controllers >= 8)
    for _, kind in ipairs(kit.controllers) do
      local c = made(kind)
      local text, holds = c:proof()
      t.ok(holds, kind.name .. "\n" .. text)
      t.ok(text:find "so the claim holds", kind.name)
      t.ok(not text:find "FALSE" and not text:find "FAILS", kind.name)
      t.ok(#c:report() > 20 and tostring(c) == c:report(), kind.name)
      local b = c:block()
      local y = {}
      for k = 1, #b.inputs do y[k] = 0.1 * k end
      local u = c:step(y)
      for k = 1, #b.outputs do t.ok(u[k] == u[k], kind.name .. " gives numbers") end
      t.eq(c:block { dt = 0.125 }:step(y)[1], b:with { dt = 0.125 }:step(y)[1])
    end
  end)

t.test("every robot: the proof holds, or the model is refused for what it lacks", function()
  local refused = { kr30 = "needs masses and inertias, not given of link1, link2",
    rrp = "needs masses and inertias", inria6r = "the model has names without a number: G M1",
    quadruped = "19 coordinates and 18 speeds", humanoid36 = "37 coordinates and 36 speeds",
    a1 = "19 coordinates and 18 speeds", atlas = "34 coordinates and 33 speeds",
    nao = "31 coordinates and 30 speeds", crazyflie = "7 coordinates and 6 speeds" }
  for _, name in ipairs(zoosample.names(true)) do
    local m = li.robots[name]()
    for _, law in ipairs { { li.pd_gravity, { kp = 50, kd = 10 } }, { li.computed_torque,
      { w = 10 } } } do
      if refused[name] then t.raises(refused[name], law[1], m, law[2])
      else
        local text, holds = law[1](m, law[2]):proof()
        t.eq(holds, not (name == "furuta" and law[1] == li.computed_torque), name .. "\n" .. text)
        t.ok(holds or text:find "FALSE: the joints have no friction", name)
      end
    end
  end
end)

t.test("limits make a claim false, and it is said", function()
  local c = li.pd_gravity(arm(), { kp = 9, kd = 3, goal = { 0, 0 },
    limits = { q1 = { -1, 1 } } })
  local text, holds = c:proof()
  t.eq(holds, false)
  t.ok(text:find "assumed, FALSE: no output is cut", text)
  t.ok(c:report():find "outputs are cut")
end)

-- ---- PD with gravity compensation ---------------------------------------------------------------

t.test("Lyapunov's function of script 19 is what the law's proof writes", function()
  -- two point masses, numbers of [nonhol] 2.3 c: V at the start is 91.2
  local m = li.robot { name = "two point masses", gravity = { 0, -9.81, 0 }, bodies = {
    { name = "a", joint = "revolute", axis = "z", mass = 2, com = { 1, 0, 0 },
      inertia = { 0, 0, 0 } },
    { name = "b", parent = "a", at = { 1, 0, 0 }, joint = "revolute", axis = "z", mass = 1.5,
      com = { 0.8, 0, 0 }, inertia = { 0, 0, 0 } } } }
  local c = li.pd_gravity(m, { kp = { 100, 60 }, kd = { 20, 12 }, goal = { 1.2, -0.5 } })
  local text, holds = c:proof()
  t.ok(holds, text)
  local V = li.expr(text:match "V = ([^\n]*)\n  holds")
  t.near(V:eval { q1 = 0.3, q2 = 0.8, ["q1'"] = 0, ["q2'"] = 0 }, 91.2, 1e-10)
  local run = m:simulate(1, { 0.3, 0.8 }, nil, { controllers = { { c, dt = 0 } }, dt = 0.1,
    rtol = 1e-10, atol = 1e-12 })
  t.near(V:eval { q1 = run:at("q1", 0.1), q2 = run:at("q2", 0.1), ["q1'"] = run:at("q1'", 0.1),
    ["q2'"] = run:at("q2'", 0.1) }, 51.22091667798111, 1e-6)
  t.near({ run:at("q1", 0.5), run:at("q2", 0.5) }, { 1.10908531416266, -0.42112300319557 }, 1e-7)
end)

t.test("gains that are not positive definite, joints with friction, models of names", function()
  for _, bad in ipairs { { kp = { 40, -1 }, kd = 8 }, { kp = 40, kd = { 0, 8 } },
    { kp = { { 1, 2 }, { 2, 1 } }, kd = 8 }, { kp = { { 1, 1 }, { 0, 1 } }, kd = 8 } } do
    local text, holds = li.pd_gravity(arm(), bad):proof()
    t.eq(holds, false)
    t.ok(text:find "assumed, FALSE: K", text)
  end
  local rubs = li.robot { bodies = { { name = "b", joint = "revolute", axis = "y", mass = 1,
    com = { 1, 0, 0 }, inertia = { 0, 0, 0 }, damping = 2 } } }
  local c = li.pd_gravity(rubs, { kp = 4, kd = 3 })
  t.ok(c:report():find "not compensated: damping of b")
  local text, holds = c:proof()
  t.ok(holds and text:find "V' <= %-v'Kd v with the friction there is", text)
  local names = li.planar { "L1", "L2", mass = { "m1", "m2" } }
  c = li.pd_gravity(names, { kp = 9, kd = 2, values = { L1 = 1, L2 = 1, m1 = 1, m2 = 2 } })
  text, holds = c:proof()
  t.ok(holds and text:find("V' + v'Kd v = 0, in symbols", 1, true), text)
  t.ok(text:find "VX2", text)
end)

t.test("inputs of the description take the forces; a joint that nothing drives is named", function()
  local function cart(forces)
    return li.robot { bodies = {
      { name = "cart", joint = "prismatic", axis = "x", q = "x", mass = 2, inertia = { 0, 0, 0 } },
      { name = "pole", parent = "cart", joint = "revolute", axis = "y", q = "th", mass = 1,
        com = { 0, 0, 1 }, inertia = { 0, 0, 0 } } }, inputs = { "F", "T" }, forces = forces }
  end
  local push = { "given", joint = "x", f = "2*F" }
  t.raises("PD control needs every coordinate driven: nothing drives th", li.pd_gravity,
    cart { push }, { kp = 1, kd = 1 })
  t.raises("needs every coordinate driven: nothing drives x", li.computed_torque,
    cart { push }, { w = 1, actuated = "th" })
  local m = cart { push, { "given", joint = "th", f = "T" } }
  local c = li.computed_torque(m, { w = 5, zeta = 0.8, goal = { 0, 0 } })
  t.eq(c:block().outputs[1], "F")
  local u = c:step { 0.3, 0.2, 0, 0 }
  local a = m:fd({ 0.3, 0.2 }, { 0, 0 }, { 2 * u[1], u[2] })
  t.near(a, { -25 * 0.3, -25 * 0.2 }, 1e-10)
  local run = m:simulate(1, { 0.3, 0.2 }, nil, { controllers = { { c, dt = 0 } }, rtol = 1e-10,
    atol = 1e-12, dt = 0.5 })
  -- e'' + 8 e' + 25 e = 0: e^(-4t) (cos 3t + 4/3 sin 3t)
  local shape = math.exp(-4) * (math.cos(3) + 4 / 3 * math.sin(3))
  t.near({ run:at("x", 1), run:at("th", 1) }, { 0.3 * shape, 0.2 * shape }, 1e-8)
end)

-- ---- computed torque, sliding mode --------------------------------------------------------------

t.test("computed torque of script 20: errors die by their formula", function()
  local c = li.computed_torque(arm(), { kp = 25, kd = 10 })
  t.ok(c:report():find "poles %-5 %(4 times%)", c:report())
  local run = arm():simulate(1, { 0.1, 1 }, nil, { controllers = { { c, dt = 0 } }, dt = 0.1,
    rtol = 1e-11, atol = 1e-13, references = {
      q1_d = "0.3 + 0.5*sin(2*t)", ["q1_d'"] = "cos(2*t)", ["q1_d''"] = "-2*sin(2*t)",
      q2_d = "0.8 - 0.4*sin(3*t)", ["q2_d'"] = "-1.2*cos(3*t)", ["q2_d''"] = "3.6*sin(3*t)" } })
  for _, time in ipairs { 0.2, 0.5, 1 } do
    local f = math.exp(-5 * time)
    t.near(run:at("q1", time) - (0.3 + 0.5 * math.sin(2 * time)), f * (-0.2 + (-1 - 1) * time),
      1e-8)
    t.near(run:at("q2", time) - (0.8 - 0.4 * math.sin(3 * time)), f * (0.2 + (1.2 + 1) * time),
      1e-8)
  end
end)

t.test("sliding mode reaches in the time it tells, and stays in the band it tells", function()
  -- a mass it does not know of, less than its disturbance bound
  local m = li.robot { bodies = { { name = "b", joint = "prismatic", axis = "x", q = "x", mass = 2,
    inertia = { 1, 1, 1 } } }, forces = { { "given", name = "wind", joint = "x",
    f = "4*sin(3*t)" } } }
  for _, boundary in ipairs { 0.1, 0 } do
    local c = li.sliding_mode(m, { lambda = 5, k = 8, boundary = boundary, disturbance = 2,
      goal = { 1 }, dt = 0.001 })
    local run = m:simulate(2, { 0 }, nil, { controllers = { c }, dt = 0.001 })
    local worst = 0
    -- s(0) = 5: at most 5/6 s
    for r = 1, #run do
      if run.t[r] > 5 / 6 then
        worst = math.max(worst, math.abs(-run["x'"][r] + 5 * (1 - run.x[r])))
      end
    end
    local told = tonumber(c:report():match "|s| <= ([%d.e-]+), so")
    t.near(told, boundary > 0 and 0.1 or 0.01, 1e-12)
    t.ok(worst <= told + 0.002, worst)
    t.ok(worst > told / 20, worst)
    t.eq(c:report():find "no chattering" ~= nil, boundary > 0)
  end
  local text, holds = li.sliding_mode(m, { lambda = 5, k = 1, disturbance = 2 }):proof()
  t.ok(not holds and text:find "assumed, FALSE: k > |d| = 2", text)
end)

-- ---- tasks --------------------------------------------------------------------------------------

t.test("resolved acceleration follows the circle of script 20", function()
  local m = li.robot { name = "two point masses", gravity = { 0, -9.81, 0 }, bodies = {
    { name = "a", joint = "revolute", axis = "z", mass = 2, com = { 1, 0, 0 },
      inertia = { 0, 0, 0 } },
    { name = "b", parent = "a", at = { 1, 0, 0 }, joint = "revolute", axis = "z", mass = 1.5,
      com = { 0.8, 0, 0 }, inertia = { 0, 0, 0 } } },
    frames = { { name = "tip", body = "b", at = { 0.8, 0, 0 } } }, tip = "tip" }
  local c = li.resolved_acceleration(m, { axes = "x y", kp = 25, kd = 10 })
  local run = m:simulate(1, { 0.3, 0.8 }, nil, { controllers = { { c, dt = 0 } }, dt = 0.1,
    rtol = 1e-11, atol = 1e-13, references = {
      x_d = "1 + 0.2*cos(2*t)", ["x_d'"] = "-0.4*sin(2*t)", ["x_d''"] = "-0.8*cos(2*t)",
      y_d = "0.6 + 0.2*sin(2*t)", ["y_d'"] = "0.4*cos(2*t)", ["y_d''"] = "-0.8*sin(2*t)" } })
  t.near(m:fk({ run:at("q1", 1), run:at("q2", 1) }).p:sub(1, 2),
    { 0.92154972587803, 0.79567845250164 }, 1e-8)
end)

t.test("near singular places the damped inverse is that of the formula", function()
  local c = li.resolved_rate(li.planar { 1, 1 }, { axes = "x y", kp = 1, damping = { most = 0.2,
    near = 0.1 } })
  for _, q2 in ipairs { 0, 0.03, 0.09, 0.5 } do
    local q, goal = { 0.4, q2 }, { 1.5, 0.2 }
    local y = {}
    for k, name in ipairs(c:block().inputs) do
      y[k] = ({ q1 = q[1], q2 = q[2], x_d = goal[1], y_d = goal[2] })[name] or 0
    end
    local m = li.planar { 1, 1 }
    local J, p = m:jacobian(q):block(1, 1, 2, 2), m:fk(q).p
    local w = math.abs(math.sin(q2))
    local u = (0.2 * math.max(0, 1 - w / 0.1)) ^ 2
    local e = li.vec { goal[1] - p[1], goal[2] - p[2] }
    t.near(c:step(y), J:transpose() * (J * J:transpose() + u * li.eye(2)):solve(e), 1e-5)
  end
  t.ok(c:report():find "damped where sqrt%(det J J'%) < 0.1, by at most 0.2", c:report())
end)

t.test("the 7 axes of the panda: pose first, posture in the null space", function()
  local m = li.robots.panda()
  local home = { 0, -0.4, 0, -2, 0, 1.6, 0.8 }
  local X = m:fk(home)
  local R = X.R
  local c = li.operational_space(m, { tasks = { { axes = "x y z rx ry rz", orientation = R,
    kp = 100, kd = 20 } }, posture = { q = home, kp = 20, kd = 9 } })
  local text, holds = c:proof()
  t.ok(holds, text)
  t.ok(c:report():find "1 of 7 motions are left to the posture")
  -- a posture never moves the place
  local y = li.zeros(#c:block().inputs)
  for k = 1, 7 do y[k] = home[k] + 0.02 * k end
  local at = {}
  for k = 1, 7 do at[k] = y[k] end
  local p = m:fk(at).p
  for k = 1, 3 do y[14 + 3 * (k - 1) + 1] = p[k] end
  local other = c:with { posture1 = 2, posture4 = -1 }
  local v0 = li.zeros(7)
  local u1, u2 = c:step(y), other:step(y)
  local a, b = m:fd(at, v0, u1), m:fd(at, v0, u2)
  t.ok((a - b):norm() > 1)
  t.near(m:jacobian(at) * (a - b), li.zeros(6), 1e-9)
end)

t.test("priorities: the first task as if alone, the second in what is left", function()
  local m = li.planar { 1, 0.8, 0.6, mass = { 2, 1, 1 } }
  local c = li.operational_space(m, { tasks = { { axes = "x y", kp = 25, kd = 10 },
    { frame = "link2", axes = "y", kp = 16, kd = 8 } } })
  local text, holds = c:proof()
  t.ok(holds and text:find "task 2 gets its acceleration", text)
  t.raises("damping: tasks that ask more than there are joints", li.operational_space, m, {
    tasks = { { axes = "x y", kp = 1, kd = 1 },
    { frame = "link2", axes = "x y", kp = 1, kd = 1 } } })
  c = li.operational_space(m, { damping = { most = 1e-3, near = 1e-2 }, tasks = { { axes = "x y",
    kp = 25, kd = 10 }, { frame = "link2", axes = "x y", kp = 1, kd = 1 } } })
  text, holds = c:proof()
  t.ok(holds and text:find "the later tasks get what is left", text)
end)

t.test("axes that are turned, a point off the tip, more joints than axes", function()
  local R, m = li.rot.axis({ 0, 0.6, 0.8 }, 0.7), li.robots.panda()
  local text, holds = li.resolved_acceleration(m, { axes = "x z ry", turned = R,
    orientation = li.rot.axis({ 1, 0, 0 }, 3), point = { 0.1, 0, 0.05 }, kp = { 9, 16, 25 },
    kd = { 6, 8, 10 } }):proof()
  t.ok(holds, text)
  local arm3 = li.planar { 1, 0.8, 0.6 }
  text, holds = li.resolved_rate(arm3, { axes = "x y", kp = 3, posture = { 1, 0, 0 },
    posture_gain = 2 }):proof()
  t.ok(holds, text)
  text, holds = li.impedance(arm3, { axes = "x", turned = li.rot.axis({ 0, 0, 1 }, 0.5),
    stiffness = 9, damping = 6, inertia = 2 }):proof()
  t.ok(holds, text)
  text, holds = li.admittance(arm3, { axes = "x y", inertia = { 2, 3 }, damping = 9, kp = 9,
    kd = 6, dt = 0.01, null_damping = 2 }):proof()
  t.ok(holds, text)
end)

t.test("a posture moves neither the first task nor the second", function()
  local m = li.planar { 1, 0.8, 0.6, 0.5, mass = { 2, 1, 1, 1 } }
  local c = li.operational_space(m, { tasks = { { axes = "x y", kp = 25, kd = 10,
    goal = { 1, 1 } }, { frame = "link2", axes = "y", kp = 16, kd = 8, goal = { 0.3 } } },
    posture = { q = { 0, 0, 0, 0 }, kp = 9, kd = 3 } })
  local q, v = { 0.3, 0.5, -0.4, 0.8 }, li.zeros(4)
  local y = { 0.3, 0.5, -0.4, 0.8, 0, 0, 0, 0 }
  local one, two = c:step(y), c:with { posture1 = 1, posture3 = -2 }:step(y)
  local d = m:fd(q, v, one) - m:fd(q, v, two)
  t.ok(d:norm() > 0.1)
  local tip, elbow = m:jacobian(q) * d, m:jacobian(q, "link2") * d
  t.near({ tip[1], tip[2], elbow[2] }, { 0, 0, 0 }, 1e-10)
end)

-- ---- what touches -------------------------------------------------------------------------------

-- a slide that pushes a spring at x = 1 of stiffness kw; f: force on the wall
local function wall_model(kw)
  local f = ("%g*max(x - 1, 0)"):format(kw)
  return li.robot { bodies = {
    { name = "slide", joint = "prismatic", axis = "x", q = "x", mass = 2, inertia = { 1, 1, 1 } },
    { name = "rise", parent = "slide", joint = "prismatic", axis = "y", q = "y", mass = 1,
      inertia = { 1, 1, 1 } } }, gravity = { 0, 0, 0 },
    forces = { { "given", name = "wall", joint = "x", f = "-" .. f } },
    outputs = { f_wall = f, fx = "-" .. f, fy = "0" } }
end

t.test("impedance against a wall: the force is that of two springs in series", function()
  local m = wall_model(1000)
  -- x_d 0.05 behind the wall: K kw/(K + kw) 0.05
  local want = 200 * 1000 / 1200 * 0.05
  for _, more in ipairs { {}, { inertia = 5 } } do
    local spec = { axes = "x y", stiffness = 200, damping = 80, goal = { 1.05, 0.3 }, dt = 0.001 }
    for key, x in pairs(more) do spec[key] = x end
    local c = li.impedance(m, spec)
    local run = m:simulate(4, { 0.5, 0 }, nil, { controllers = { c }, dt = 0.5 })
    t.near(1000 * (run:at("x", 4) - 1), want, 1e-3)
    t.near(run:at("y", 4), 0.3, 1e-3)
  end
end)

t.test("an impedance with inertia is the mass, spring and damper of its closed form", function()
  local m = arm()
  local c = li.impedance(m, { axes = "x y", stiffness = 32, damping = 16, inertia = 2,
    goal = { 1.2, 0.9 } })
  local _, holds = c:proof()
  t.ok(holds)
  local q = { 0.2, 0.8 }
  local p = m:fk(q).p
  local run = m:simulate(1, q, nil, { controllers = { { c, dt = 0 } }, rtol = 1e-10, atol = 1e-12,
    references = { fx = 0, fy = 0 }, dt = 0.5 })
  local now = m:fk({ run:at("q1", 0.5), run:at("q2", 0.5) }).p
  -- 2 e'' + 16 e' + 32 e = 0: e^(-4 t) (1 + 4 t)
  local shape = math.exp(-2) * 3
  t.near({ now[1] - 1.2, now[2] - 0.9 }, { (p[1] - 1.2) * shape, (p[2] - 0.9) * shape }, 1e-7)
end)

t.test("admittance gives way by f/K; hybrid control gives the force asked", function()
  local m = wall_model(1000)
  local c = li.admittance(m, { axes = "x y", inertia = 2, damping = 60, stiffness = 400, kp = 900,
    kd = 60, goal = { 1.05, 0.2 }, dt = 0.001 })
  local run = m:simulate(5, { 0.9, 0 }, nil, { controllers = { c }, dt = 0.5 })
  -- f = K (x_d - x) = kw (x - 1)
  t.near(1000 * (run:at("x", 5) - 1), 400 * 1000 / 1400 * 0.05, 2e-2)
  t.near(run:at("y", 5), 0.2, 1e-4)
  c = li.hybrid(m, { motion = "y", push = "x", force = "f_wall", kp = 100, kd = 20, ki = 4,
    kv = 40, kf = 0.5, dt = 0.001 })
  run = m:simulate(8, { 1.001, 0 }, nil, { controllers = { c }, dt = 0.5, references = {
    fx_d = 25, y_d = "0.1*t", ["y_d'"] = 0.1, ["y_d''"] = 0 } })
  t.near(1000 * (run:at("x", 8) - 1), 25, 1e-4)
  t.near(run:at("y", 8), 0.8, 1e-6)
end)

-- ---- what cannot be -----------------------------------------------------------------------------

t.test("what is not understood is told at its place", function()
  local m = arm()
  for _, case in ipairs {
    { "kp: expected a number, 2 numbers or a 2x2 matrix, got 3 rows", li.pd_gravity,
      { kp = { 1, 2, 3 }, kd = 1 } },
    { "kd: expected a 2x2 matrix, row 1 has 1 numbers", li.pd_gravity, { kp = 1,
      kd = { { 1 }, { 2 } } } },
    { "goal: expected 2 numbers %(q1 q2%), got 1", li.pd_gravity, { kp = 1, kd = 1,
      goal = { 0 } } },
    { "expected kp and kd, or w", li.computed_torque, {} },
    { "kp, kd and w, zeta say the same", li.computed_torque, { w = 1, kp = 1 } },
    { "actuated: there is no coordinate 'q3'", li.computed_torque, { w = 1, actuated = "q3" } },
    { "axes: unknown axis 'w'", li.resolved_acceleration, { axes = "x w", kp = 1, kd = 1 } },
    { "axes: expected x y z before rx ry rz", li.resolved_acceleration, { axes = "rx x",
      orientation = li.rot.identity(), kp = 1, kd = 1 } },
    { "orientation: axes that turn want one", li.resolved_acceleration, { axes = "rz", kp = 1,
      kd = 1 } },
    { "axes: 3 axes for 2 joints", li.resolved_acceleration, { kp = 1, kd = 1 } },
    { "tasks%[1%].kp: expected a number, 2 numbers", li.operational_space,
      { tasks = { { axes = "x y", kp = { 1 }, kd = 1 } } } },
    { "tasks: expected at least one", li.operational_space, { tasks = {} } },
    { "the axis 'x' is moved and pushed: choose", li.hybrid, { motion = "x", push = "x", kp = 1,
      kd = 1 } },
    { "force: expected 2 names of measured forces", li.impedance, { axes = "x y", stiffness = 1,
      damping = 1, inertia = 1, force = "f" } },
    { "no body or frame is named 'hand'", li.impedance, { frame = "hand", axes = "x y",
      stiffness = 1, damping = 1 } },
  } do
    t.raises(case[1], case[2], m, case[3])
  end
  t.raises("computed torque is of coordinates whose rates are the speeds", li.computed_torque,
    li.robot { bodies = { { name = "b", joint = "floating", mass = 1, inertia = { 1, 1, 1 } } } },
    { w = 1 })
  t.raises("the model has names without a number: m1 L", li.computed_torque, li.planar { "L" },
    { w = 1 })
end)

t.done()
