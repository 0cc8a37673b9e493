-- test_nonlinear_swing.lua - laws that adapt, laws that swing up, gains that are scheduled: their
-- functions of Lyapunov along runs, where they end, what they tell
local t = require "t"
local li = require "liaison"

-- ---- adaptive -----------------------------------------------------------------------------------

local function swing(time)
  return { q1_d = "0.6*sin(2*t)", ["q1_d'"] = "1.2*cos(2*t)", ["q1_d''"] = "-2.4*sin(2*t)",
    q2_d = "0.5*sin(3*t)", ["q2_d'"] = "1.5*cos(3*t)", ["q2_d''"] = "-4.5*sin(3*t)" }, time
end

t.test("adaptive: estimates go to what the arm weighs, V falls along the run", function()
  local names = li.planar { 1, 0.8, mass = { "m1", "m2" } }
  local c = li.adaptive(names, { lambda = 6, kd = { 12, 8 }, gamma = { 6, 6 }, dt = 0.001,
    parameters = { m1 = 0.5, m2 = 3 }, values = { m1 = 2, m2 = 1 } })
  local text, holds = c:proof()
  t.ok(holds and text:find "m1 = 2, m2 = 1", text)
  local real = names:with { m1 = 2, m2 = 1 }
  local run = real:simulate(12, { 0.1, -0.1 }, nil, { controllers = { c }, references = swing(),
    dt = 0.5 })
  t.near({ run:at("adaptive.m1_estimate", 12), run:at("adaptive.m2_estimate", 12) }, { 2, 1 }, 2e-2)
  local function V(time)
    local q, v = { run:at("q1", time), run:at("q2", time) },
      { run:at("q1'", time), run:at("q2'", time) }
    local e = li.vec { 0.6 * math.sin(2 * time) - q[1], 0.5 * math.sin(3 * time) - q[2] }
    local r = li.vec { 1.2 * math.cos(2 * time) - v[1], 1.5 * math.cos(3 * time) - v[2] }
    local s = r + 6 * e
    local a = run:at("adaptive.m1_estimate", time) - 2
    local b = run:at("adaptive.m2_estimate", time) - 1
    return s:dot(real:mass(q) * s) / 2 + (a * a + b * b) / 12
  end
  for k = 1, 20 do t.ok(V(k / 2) <= V((k - 1) / 2) + 1e-4, k) end
  t.ok(V(10) < 1e-3 * V(0))
end)

t.test("adaptive: names of the equations' constants, what is not linear, not there", function()
  local m = li.planar { 1, 1, mass = { "m1", "m2" } }
  local c = li.adaptive(m, { lambda = 1, kd = 1, gamma = 1, parameters = "JZ1 m2", dt = 0.01,
    values = { m1 = 3, m2 = 2 } })
  local text, holds = c:proof()
  -- JZ1 = m1/3 + m2
  t.ok(holds and text:find "JZ1 = 3, m2 = 2", text)
  t.raises("parameters.m3: the model has no such name", li.adaptive, m, { lambda = 1, kd = 1,
    gamma = 1, parameters = "m3", dt = 0.01, values = { m1 = 1, m2 = 1 } })
  t.raises("gamma: expected a number, 2 numbers", li.adaptive, m, { lambda = 1, kd = 1,
    gamma = { 1, 2, 3 }, parameters = "m1 m2", dt = 0.01 })
  local long = li.planar { "L1", "L2", mass = { 1, "m2" } }
  t.raises("the torques are not linear in L2: adapt their products", li.adaptive, long, {
    lambda = 1, kd = 1,
    gamma = 1, parameters = "L2 m2", dt = 0.01, values = { L1 = 1 } })
end)

-- ---- scheduled gains ----------------------------------------------------------------------------

local function design(a, k1, k2)
  return { K = { k1, k2 }, A = { { 0, 1 }, { a, 0 } }, B = { 0, 1 } }
end

t.test("scheduled gains are linear between points, held beyond, with what each point rests at",
  function()
    local c = li.gain_schedule { by = "p", points = { 1, 3, 4 }, inputs = "x v", outputs = "F",
      designs = { { K = { 2, 1 }, x = { 1, 0 }, u = 5 }, { K = { 6, 3 }, x = { 3, 0 }, u = 9 },
      { K = { 0, 3 }, x = { 3, 2 }, u = -1 } } }
    for _, case in ipairs { { 0, 2, 1, 1, 0, 5 }, { 2, 4, 2, 2, 0, 7 },
      { 3.25, 4.5, 3, 3, 0.5, 6.5 },
      { 9, 0, 3, 3, 2, -1 } } do
      local p, k1, k2, x, v, u = (table.unpack or unpack)(case)
      t.near(c:step { by = p, x = 0.7, v = -0.4 }[1], u - k1 * (0.7 - x) - k2 * (-0.4 - v), 1e-13)
    end
    t.eq(select(2, c:proof()), false)
    t.ok(c:report():find "at 3: A, B not known: not checked")
  end)

t.test("each point and each middle is checked with the signal frozen", function()
  local spec = { by = "p", points = { 0, 1 }, inputs = "x v", outputs = "F",
    designs = { design(2, 4, 3), design(4, 9, 4) } }
  local text, holds = li.gain_schedule(spec):proof()
  -- s^2 + 3 s + 2, s^2 + 4 s + 5
  t.ok(holds and text:find "at 0: poles %-1, %-2" and text:find "at 1: poles %-2 %+ 1i, %-2 %- 1i",
    text)
  spec.designs[2] = design(4, 3, 4)
  text, holds = li.gain_schedule(spec):proof()
  t.ok(not holds and text:find "FAILS: at 1: poles 0.2360", text)
  -- both ends stable, the middle not: A turns round
  spec.designs = { { K = { 0, 0 }, A = { { -1, 9 }, { 0, -1 } }, B = { 0, 1 } },
    { K = { 0, 0 }, A = { { -1, 0 }, { 9, -1 } }, B = { 0, 1 } } }
  text, holds = li.gain_schedule(spec):proof()
  t.ok(not holds and text:find "FAILS: between 0 and 1", text)
  for _, case in ipairs {
    { "points: expected rising numbers, point 2 is 0 behind 1", { points = { 1, 0 } } },
    { "gains: expected gains = ", { designs = false } },
    { "designs: expected one of every point: 3, got 2", { points = { 1, 2, 3 } } },
    { "designs%[1%].K: expected 1 x 3 numbers, got 1 x 2", { inputs = "x v w" } },
  } do
    local bad = { by = "p", points = { 0, 1 }, inputs = "x v", outputs = "F",
      designs = { design(2, 4, 3), design(4, 9, 4) } }
    for key, x in pairs(case[2]) do bad[key] = x or nil end
    if case[2].designs == false then bad.designs = nil end
    t.raises(case[1], li.gain_schedule, bad)
  end
end)

-- ---- swing-up -----------------------------------------------------------------------------------

local function cart()
  return li.robot { bodies = {
    { name = "cart", joint = "prismatic", axis = "x", q = "x", mass = 1, inertia = { 0, 0, 0 } },
    { name = "pole", parent = "cart", joint = "revolute", axis = "y", q = "th", mass = 0.2,
      com = { 0, 0, 0.5 }, inertia = { 0, 0, 0 } } }, inputs = "F",
    forces = { { "given", joint = "x", f = "F" } } }
end

t.test("a pendulum with a weak motor goes up in several swings and is caught", function()
  local m = li.planar { 1, mass = { 1 } }
  -- 4.9 N m would hold it level: 1.2 does not lift it at once
  local c = li.energy_shaping(m, { top = { math.pi / 2 }, ke = 3, gain = { 20, 5 }, level = 0.004,
    limits = { -1.2, 1.2 }, dt = 0.002 })
  local text, holds = c:proof()
  t.ok(holds, text)
  local run = m:simulate(25, { -math.pi / 2 + 0.1 }, nil, { controllers = { c }, dt = 0.05 })
  t.near({ math.cos(run:at("q1", 25)), math.sin(run:at("q1", 25)), run:at("q1'", 25) },
    { 0, 1, 0 }, 1e-5)
  local most, falls = 0, true
  for r = 1, #run do
    most = math.max(most, math.abs(run["energy_shaping.q1"][r]))
    if r > 1 and run.t[r] < 2 then falls = falls and run.E[r] >= run.E[r - 1] - 1e-9 end
  end
  t.ok(most <= 1.2 + 1e-12 and falls)
end)

t.test("cart and pole: the least kd is that of its closed form, V falls along the run", function()
  -- H >= -2 m g l, W_xx = (M + m sin^2)^-1: ke 2 m g l (M + m sin^2) largest on the way down:
  -- ke m g l (1 - cos)(M + m sin^2)
  local least = 0
  for k = 0, 4000 do
    local a = math.pi * k / 4000
    least = math.max(least, 5 * 0.981 * (1 - math.cos(a)) * (1 + 0.2 * math.sin(a) ^ 2))
  end
  local c = li.energy_shaping(cart(), { top = { 0, 0 }, ke = 5, kp = 2, kv = 2, dt = 0 })
  t.near(tonumber(c:report():match "the least of ([%d.]+)"), least, 1e-3)
  local m = cart()
  local run = m:simulate(8, { 0, 2.8 }, nil, { controllers = { c }, dt = 0.05, rtol = 1e-9 })
  local kd, before = tonumber(c:report():match "kd = ([%d.]+)"), math.huge
  local first
  for r = 1, #run do
    local T, P = m:energy({ run.x[r], run.th[r] }, { run["x'"][r], run["th'"][r] })
    local H = T + P - 0.981
    local V = 2.5 * H * H + run.x[r] ^ 2 + kd / 2 * run["x'"][r] ^ 2
    t.ok(V <= before + 1e-6, run.t[r])
    before, first = V, first or V
  end
  t.ok(before < 0.8 * first, before / first)
  local text, holds = li.energy_shaping(cart(), { top = { 0, 0 }, ke = 5, kd = 5 }):proof()
  t.ok(not holds and text:find "assumed, FALSE: kd = 5", text)
end)

t.test("the catch takes over within x'P x < level, P of A - B K with the poles asked", function()
  local c = li.energy_shaping(cart(), { top = { 0, 0 }, ke = 1, poles = { -2, -3, -4, -6 },
    level = 2 })
  t.ok(c:report():find "poles %-2, %-3, %-4, %-6", c:report())
  -- about the top: x'' = (F - m g th)/M, th'' = g/l th - x''/l
  local A = li.mat { { 0, 0, 1, 0 }, { 0, 0, 0, 1 }, { 0, -0.2 * 9.81, 0, 0 },
    { 0, 1.2 * 9.81 / 0.5, 0, 0 } }
  local closed = A - li.mat { { 0 }, { 0 }, { 1 }, { -2 } } * c.gain
  t.near(closed:transpose() * c.P + c.P * closed, -1 * li.eye(4), 1e-5)
  local x = li.vec { 0.3, -0.1, 0.2, 0.4 }
  local size = math.sqrt(2 / x:dot(c.P * x))
  for _, factor in ipairs { 0.999, 1.001 } do
    local at = x * (size * factor)
    local u, hold = c:step { at[1], at[2] + 2 * math.pi, at[3], at[4] }[1], -(c.gain * at)[1]
    t.eq(math.abs(u - hold) < 1e-9, factor < 1)
  end
  t.raises("poles: expected 4 numbers, got 2", li.energy_shaping, cart(), { top = { 0, 0 },
    poles = { -1, -2 } })
  t.raises("poles: gain and poles say the same", li.energy_shaping, cart(), { top = { 0, 0 },
    poles = { -1, -2, -3, -4 }, gain = { 1, 1, 1, 1 } })
end)

t.test("collocated linearization: x'' is what it asks, and pumps", function()
  local c = li.energy_shaping(cart(), { top = { 0, 0 }, law = "partial", ke = 20, kp = 2, kd = 3 })
  local x, th, v, w = 0.1, 2.5, -0.2, 1.5
  local T, P = cart():energy({ x, th }, { v, w })
  local a = cart():fd({ x, th }, { v, w }, { c:step({ x, th, v, w })[1], 0 })
  t.near(a[1], -2 * x - 3 * v + 20 * (T + P - 0.981) * 0.1 * math.cos(th) * w, 1e-10)
end)

t.test("one drive, a top that is an equilibrium, a gain that holds it", function()
  local m = cart()
  t.raises("top: no equilibrium: nothing holds th", li.energy_shaping, m, { top = { 0, 1 } })
  t.raises("gain: expected 4 numbers", li.energy_shaping, m, { top = { 0, 0 }, gain = { 1 } })
  t.raises("gain: it does not hold the top: poles", li.energy_shaping, m, { top = { 0, 0 },
    gain = { 0, 0, 0, 0 } })
  t.raises("actuated: expected the one coordinate", li.energy_shaping, li.planar { 1, 1 },
    { top = { 0, 0 } })
  t.raises("energy shaping is for one drive, this model has 2", li.energy_shaping,
    li.planar { 1, 1 }, { top = { 0, 0 }, actuated = "q1 q2" })
  t.raises("law: 'partial' is for a joint that nothing drives", li.energy_shaping, li.planar { 1 },
    { top = { math.pi / 2 }, law = "partial" })
  t.eq(select(2, li.energy_shaping(m, { top = { 0, 0 }, law = "partial" }):proof()), false)
end)

t.done()
