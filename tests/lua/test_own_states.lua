-- test_own_states.lua - states that force elements have of their own (currents, lags): in
-- equations, runs, small motions, equilibria and kernels they are states like others; what acts at
-- events only is told
local t = require "t"
local li = require "liaison"
local sin, cos, asin = math.sin, math.cos, math.asin

local U, R, KT, GEAR, PUSH, C, LAG = 5, 1.25, 0.05, 10, 0.3, 0.5, 0.2

-- a pendulum (m g l = 4.905, inertia 0.35) with a motor of inductance L and a lagging actuator
local function arm(L, more)
  local d = { gravity = { 0, 0, -9.81 }, bodies = { { name = "arm", mass = 1, com = { 0, 0, -0.5 },
    inertia = { 0.01, 0.1, 0.1 },
    joint = { kind = "revolute", axis = "y", q = "th", damping = C } } },
    inputs = { { name = "U", value = U } },
    forces = { { "motor", name = "dc", joint = "th", voltage = "U", resistance = R,
      inductance = L or 0.01, kt = KT, gear = GEAR },
      { "actuator", name = "arm.lift", joint = "th", command = PUSH, lag = LAG } } }
  for key, x in pairs(more or {}) do d[key] = x end
  return li.robot(d)
end

local function columns_of(run)
  local out = {}
  for _, name in ipairs(run:columns()) do out[name] = true end
  return out
end

t.test("at rest the current is U/R and the lag is over: equilibria of models, equations, Kane",
  function()
    local m = arm()
    local at = asin((GEAR * KT * U / R + PUSH) / 4.905)
    for _, x in ipairs { m, m:equations(), m:kane() } do
      local q, info = assert(x:equilibrium {})
      t.near(q[1], at, 1e-12)
      t.near(info.z.dc_current, U / R, 1e-12)
      t.near(info.z.arm_lift_lagged, PUSH, 1e-12)
      t.eq(info.stability, "stable")
    end
    -- where an inductance does nothing: that of a motor without
    t.near((arm(0):equilibrium {})[1], at, 1e-12)
    -- an input that holds a place is found through the current
    local q, info = assert(m:equilibrium { q = { 0.4 }, fix = "th", inputs = "U" })
    t.near(q[1], 0.4, 0)
    t.near(info.u.U, (4.905 * sin(0.4) - PUSH) * R / (GEAR * KT), 1e-10)
    t.near(info.z.dc_current, info.u.U / R, 1e-10)
  end)

t.test("a steady turn: back-emf is in the current", function()
  local m = li.robot { bodies = { { name = "disc", mass = 1, inertia = { 1, 1, 0.3 },
    joint = { kind = "revolute", axis = "z", q = "th", damping = 0.02 } } }, inputs = { "U" },
    forces = { { "motor", joint = "th", voltage = "U", resistance = 2, inductance = 0.1,
      kt = 0.1 } } }
  local _, info = assert(m:equilibrium { v = { th = 7 }, inputs = "U" })
  local i = 0.02 * 7 / 0.1
  t.near(info.z.motor1_current, i, 1e-12)
  t.near(info.u.U, 2 * i + 0.1 * 7, 1e-12)
end)

t.test("linear models: own states by name, about what rests there or what is told", function()
  local m, q = arm(), 0.3
  local l = m:linearize { q = { q }, v = { 0.2 } }
  t.eq(table.concat(l.states, " "), "th th' dc_current arm_lift_lagged")
  t.near(l.z.dc_current, (U - GEAR * KT * 0.2) / R, 1e-12)
  t.near(l.z.arm_lift_lagged, PUSH, 1e-12)
  t.near(l.rest[3], 0, 1e-9)
  t.near({ l.A[3][2], l.A[3][3], l.A[2][3], l.A[2][4], l.A[4][4], l.B[3][1] },
    { -GEAR * KT / 0.01, -R / 0.01, GEAR * KT / 0.35, 1 / 0.35, -1 / LAG, 100 }, 1e-9)
  t.near(l.A[2][1], -4.905 * cos(q) / 0.35, 1e-10)
  local told = m:linearize { q = { q }, z = { dc_current = 1 }, outputs = "dc_current th" }
  t.near({ told.z.dc_current, told.z.arm_lift_lagged }, { 1, PUSH }, 1e-12)
  t.near(told.rest[3], (U - R) / 0.01, 1e-9)
  t.near(told.C, li.mat { { 0, 0, 1, 0 }, { 1, 0, 0, 0 } }, 0)
  t.near(told.point.x.dc_current, 1, 0)
  -- the slow part of it is the motor without inductance
  local stiff, plain = arm(1e-7):linearize { q = { q } }, arm(0):linearize { q = { q } }
  local A, B = stiff.A, plain.A
  t.near(A[2][2] - A[2][3] * A[3][2] / A[3][3], B[2][2], 1e-6)
  -- the name before, for one release
  t.eq(m:linearize { states = "th th' own1 own2" }.states[3], "dc_current")
  t.raises("no own state 'dc_curent' %(did you mean 'dc_current'", m.linearize, m,
    { z = { dc_curent = 1 } })
  t.raises("th acts on the output cos%(th%) there: it must be a state too", m.linearize,
    arm(nil, { gravity = { 0, 0, 0 } }), { q = { 1 }, states = "th' dc_current arm_lift_lagged",
      outputs = "cos(th)" })
  -- one of the description is left out where nobody asked for it, and that is told
  local watched = arm(nil, { gravity = { 0, 0, 0 }, outputs = { height = "cos(th)",
    speed = "2*th'" } }):linearize { q = { 1 }, states = "th' dc_current arm_lift_lagged" }
  t.eq(table.concat(watched.outputs, " "), "speed")
  t.near(watched.C, li.mat { { 2, 0, 0 } }, 0)
  t.eq(#watched.left_out, 1)
  t.eq(watched.left_out[1], "output height: th acts on it, which is not among the states")
end)

t.test("equations tell their rates, change with them, and have the slopes of the model", function()
  local m = arm()
  local eq = m:equations()
  local text = tostring(eq)
  t.ok(text:find("own states of force elements: their rates\n  dc_current'      = ", 1, true),
    text)
  t.eq(tostring(eq.z[1]), "dc_current")
  t.near(eq.zdot:eval { th = 0.3, ["th'"] = 0.2, U = 2, dc_current = 0.7, arm_lift_lagged = 0.1 },
    { (2 - R * 0.7 - GEAR * KT * 0.2) / 0.01, (PUSH - 0.1) / LAG }, 1e-9)
  t.ok(eq:latex():find("\\frac{d}{dt}", 1, true))
  t.near(eq:with { U = 3 }.zdot[1]:eval { ["th'"] = 0, dc_current = 0 }, 300, 1e-9)
  -- a state that is given is none any more; one of a locked joint moves nothing
  t.eq(#eq:with { dc_current = 2 }.z, 1)
  t.eq(eq:with { dc_current = 2, arm_lift_lagged = 0 }.z, nil)
  local two = li.robot { bodies = { { name = "a", joint = "revolute", mass = 1,
    inertia = { 1, 1, 1 } }, { name = "b", parent = "a", joint = "revolute", mass = 1,
    inertia = { 1, 1, 1 } } }, forces = {
      { "motor", joint = "q2", voltage = 1, resistance = 1, inductance = 1, kt = 1 } } }
  t.eq(two:equations():restrict { 1 }.z, nil)
  t.eq(#two:equations():restrict { 2 }.z, 1)
  local a, b = m:linearize { q = { 0.3 }, v = { 0.2 } }, eq:linearize { q = { 0.3 }, v = { 0.2 } }
  t.near(b.A, a.A, 1e-10)
  t.eq(table.concat(b.states, " "), table.concat(a.states, " "))
  local f, g = m:compile("dynamics", { tape = true }), eq:compile("dynamics", { tape = true })
  local x, u = { 0.3, 0.2, 0.7, 0.1 }, { 4 }
  t.eq(g.takes[2], 4)
  t.near(g({ 0 }, x, u), f({ 0 }, x, u), 1e-12)
end)

t.test("runs of models, equations, Kane's equations and kernels have them as columns", function()
  local m = arm()
  local exact = { rtol = 1e-11, atol = 1e-12 }
  local eq = m:equations()
  local runs = { m:simulate(1, { 0.1 }, nil, exact), eq:simulate(1, { 0.1 }, nil, exact),
    m:kane():simulate(1, { th = 0.1 }, exact),
    li.ode(m:compile("dynamics", { inputs = {}, tape = true }), 1, { 0.1, 0, 0, 0 }, exact),
    li.ode(eq:compile("dynamics", { inputs = {}, tape = true }), 1, { 0.1, 0, 0, 0 }, exact) }
  for k, run in ipairs(runs) do
    t.ok(columns_of(run).dc_current, "run " .. k)
    t.near(run:at("dc_current", 0.37), runs[1]:at("dc_current", 0.37), 1e-7)
    t.near(run:at("th", 1), runs[1]:at("th", 1), 1e-9)
    if k < 5 then t.eq(run:unit "dc_current" .. run:unit "arm_lift_lagged", "AN m", "run " .. k) end
  end
  -- equations as others print them, with the forces of the weight on the right
  local other = eq:as "inria80"
  t.near(other:simulate(1, { 0.1 }, nil, exact):info().given, runs[2]:info().given, 1e-9)
  t.near(other.Q[1]:eval { th = 0.4, dc_current = 1, arm_lift_lagged = 2 },
    KT * GEAR + 2 - 4.905 * sin(0.4), 1e-12)
  -- linear models along a run are about its currents
  for _, along in ipairs { { m, runs[1] }, { eq, runs[2] }, { m:kane(), runs[3] } } do
    local l = along[1]:linearize { run = along[2], at = { 0.25 } }[1]
    t.near(l.z.dc_current, runs[1]:at("dc_current", 0.25), 1e-7)
    t.near(l.z.arm_lift_lagged, PUSH * (1 - math.exp(-0.25 / LAG)), 1e-9)
  end
end)

t.test("a run of Kane's equations of a model: motors give nothing where nobody says", function()
  local m = arm()
  local plain, told = m:kane():simulate(0.5, { th = 0.1 }),
    m:kane():simulate(0.5, { th = 0.1 }, { values = { tau_th = 0 } })
  t.eq(plain:at("th", 0.5), told:at("th", 0.5))
  local text = tostring(m:kane())
  t.ok(text:find("z' = [-100*(1.25*dc_current - U + th'/2)", 1, true), text)
end)

t.test("names: letters of the element, free of what else is called so", function()
  local m = arm(nil, { inputs = { "U", "dc_current" } })
  t.eq(tostring(m:equations().z[1]), "dc_current_")
  t.eq(m:linearize {}.states[3], "dc_current_")
  local open = arm(nil, { gravity = { 0, 0, "dc_current_" }, inputs = { "U", "dc_current" } })
  t.eq(tostring(open:equations().z[1]), "dc_current__")
end)

t.test("what acts at events only is told with equations; what gives way is not", function()
  local m = li.robot { gravity = { 0, 0, -9.81 }, bodies = { { name = "b", mass = 1,
    inertia = { 1, 1, 1 }, joint = { kind = "prismatic", axis = "x", q = "s", friction = 1,
      limits = { -2, 2 } } } },
    forces = { { "endstop", name = "hard", joint = "s", min = -1, max = 1 },
      { "endstop", name = "soft", joint = "s", min = -1, max = 1, stiffness = 1e3 },
      { "impact", name = "floor", at = "b", normal = { 1, 0, 0 }, through = { -3, 0, 0 } } } }
  local list = table.concat(m:equations().left_out, "\n")
  t.ok(list:find "^hard: " and list:find "\nfloor: strikes", list)
  t.ok(list:find "\ndry friction of s: held at rest\nlimits of s: " and not list:find "soft", list)
  t.ok(tostring(m:equations()):find("left out, as it acts at events only\n  hard: ", 1, true))
  t.ok(not table.concat(m:equations { forces = false }.left_out):find "hard")
  t.eq(#m:equations():with {}.left_out, 4)
  local l = m:linearize { v = { 1 } }
  t.eq(#l.left_out, 2)
end)

t.test("linear models of equations in numbers: states, inputs and outputs by name", function()
  local m = li.planar { 1, 0.8 }
  local eq, o = m:equations(), { q = { -1.5, 0.1 }, states = "q1 q1' q2 q2'",
    outputs = { "q1 + q2", "cos(q1)" }, inputs = "q2" }
  local a, b = m:linearize(o), eq:linearize(o)
  for _, key in ipairs { "A", "B", "C", "D" } do t.near(b[key], a[key], 1e-10) end
  t.eq(table.concat(b.states, " "), "q1 q1' q2 q2'")
  t.near(eq:linearize { q = { -1.5, 0.1 }, u = { q1 = 2 } }.rest,
    m:linearize { q = { -1.5, 0.1 }, u = { q1 = 2 } }.rest, 1e-10)
end)

-- a wheel of inertia 1 without weight, pushed by an activation
local function activated(fields)
  local force = { "activated", name = "m", joint = "th", command = "u", gain = 2 }
  for key, x in pairs(fields) do force[key] = x end
  return li.robot { bodies = { { name = "w", mass = 1, inertia = { 1, 1, 1 },
    joint = { kind = "revolute", axis = "z", q = "th" } } }, gravity = { 0, 0, 0 },
    inputs = { { name = "u", value = 1 } }, forces = { force } }
end

-- z and the rate of z at (z, u)
local function at(m, z, u)
  local out = m:compile("dynamics", { tape = true })({ 0 }, { 0.3, -0.2, z }, { u })
  return out[2], out[3]
end

t.test("activations: filter, integrator with bounds, muscle", function()
  local filter = activated { lag = 0.5, bias = "th" }
  local f, dz = at(filter, 0.2, 1)
  t.near(f, 2*0.2 + 0.3, 1e-14)
  t.near(dz, (1 - 0.2)/0.5, 1e-14)
  -- z = 1 - e^(-t/lag): the wheel has turned t - lag (1 - e^(-t/lag)) times the gain by then
  local run = assert(li.simulate { activated { lag = 0.5 }, q = { 0 }, t = 1, rtol = 1e-10,
    atol = 1e-12 })
  local _, v = run:state()
  t.near(v[1], 2*(1 - 0.5*(1 - math.exp(-2))), 1e-8)
  local rate = activated { low = -1, high = 0.5 }
  for _, row in ipairs { { 0.2, 1, 0.4, 1 }, { 0.5, 1, 1, 0 }, { 0.5, -1, 1, -1 },
      { -1, -1, -2, 0 }, { -1, 1, -2, 1 } } do
    local force, slope = at(rate, row[1], row[2])
    t.near(force, row[3], 1e-14)
    t.near(slope, row[4], 1e-14)
  end
  local muscle = activated { lag = 0.01, fall = 0.04, gain = "-3*th", least = -0.5, most = 0.5 }
  f, dz = at(muscle, 0.25, 2)
  t.near(f, -3*0.3*0.25, 1e-14)
  t.near(dz, (1 - 0.25)/(0.01*(0.5 + 1.5*0.25)), 1e-11)
  f, dz = at(muscle, 0.8, 0.1)
  t.near(f, -0.5, 1e-14, "no stronger than told")
  t.near(dz, (0.1 - 0.8)/(0.04/(0.5 + 1.5*0.8)), 1e-11)
  local function runs(fields) return assert(li.simulate { activated(fields), q = { 0 }, t = 1 }) end
  t.raises("fall must be greater than 0", runs, { lag = 1, fall = 0, command = 1 })
  t.raises("a muscle has a lag too", runs, { fall = 1, command = 1 })
end)

t.done()
