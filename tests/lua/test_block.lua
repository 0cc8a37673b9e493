-- test_block.lua - li.block: programs asked every dt, alone and beside runs: against functions that
-- do the same, closed forms, the other road; signals, sensors, references, what is refused
local t = require "t"
local li = require "liaison"

local function cart(more)
  local d = { bodies = { { name = "cart", joint = "prismatic", axis = "x", q = "x", mass = 1,
    inertia = { 1, 1, 1 } } } }
  for key, x in pairs(more or {}) do d[key] = x end
  return li.robot(d)
end

local function pd(more)
  local spec = { name = "pd", inputs = "x x' r", outputs = { u = "kp*(r - x) - kd*x'" },
    values = { kp = 20, kd = 6 }, dt = 0.01, to = { u = "x" } }
  for key, x in pairs(more or {}) do spec[key] = x end
  return li.block(spec)
end

-- ---- alone --------------------------------------------------------------------------------------

t.test("states go on, outputs are what they say, values and starts may be others", function()
  local b = li.block { inputs = "e", outputs = { u = "kp*e + i" }, states = { i = 0.5 },
    next = { i = "i + ki*dt*e" }, values = { kp = 2, ki = 5 }, dt = 0.1 }
  local u, x = b:step({ e = 1 })
  t.near({ u[1], x[1] }, { 2.5, 1 }, 1e-15)
  u, x = b:with { kp = 3, i = 1, dt = 0.2 }:step({ 2 })
  t.near({ u[1], x[1] }, { 7, 3 }, 1e-15)
  t.near(b:step({ 1 }, { i = 4 })[1], 6, 1e-15)
  local U, last = b:filter(li.mat { { 1 }, { -1 }, { 2 } })
  t.near(U, { { 2.5 }, { -1 }, { 4.5 } }, 1e-15)
  t.near(last[1], 1.5, 1e-15)
  t.ok(tostring(b):find("i+ = i + ki*dt*e", 1, true))
end)

t.test("a line that is off by a quarter turn in a number of digits is turned once", function()
  local b = li.block { inputs = "q", lines = { { "e", "q - 1.5707963267948966" },
    { "f", "q + s - 1.5707963267948966" }, { "g", "pi/2 + q" } }, values = { s = 0.2 },
    outputs = { a = "sin(e)", b = "cos(f)", c = "sin(g)", d = "tan(e + 1.5707963267948966)" } }
  t.near(b:step { 0.3 }, { -math.cos(0.3), math.sin(0.5), math.cos(0.3), math.tan(0.3) }, 1e-15)
end)

t.test("lines, limits, rates and steps of outputs; the time", function()
  local b = li.block { inputs = "a b", lines = { { "d", "a - b" }, { "square", "d^2" } },
    outputs = { { "u", "3*square + t" }, { "v", "u + d" } }, dt = 1,
    limits = { u = { max = 10, step = 0.5 } } }
  local u = b:step({ 1, 0.1 }, nil, 0.25)
  -- 3*0.81 + 0.25 = 2.68 to the next half; v sees what u gives
  t.near({ u[1], u[2] }, { 2.5, 3.4 }, 1e-15)
  t.near(b:step({ 5, 1 })[1], 10, 0)
  local slow = li.block { inputs = "r", outputs = { u = "r" }, dt = 0.1,
    limits = { u = { rate = 2 } } }
  t.near(slow:filter(li.mat { { 1 }, { 1 }, { 0.3 }, { -5 } }), { { .2 }, { .4 }, { .3 }, { .1 } },
    1e-15)
end)

t.test("functions of a model in lines are what the model computes", function()
  local arm = li.robots.panda()
  local names, q, v, a, tau = {}, {}, {}, {}, {}
  for k = 1, 7 do
    names[k], names[7 + k], names[14 + k] = "q" .. k, "q" .. k .. "'", "r" .. k
    q[k], v[k], tau[k] = "q" .. k, ("q%d'"):format(k), "tau" .. k
    a[k] = ("50*(r%d - q%d) - 9*q%d'"):format(k, k, k)
  end
  local J, X, b6, M = {}, {}, {}, {}
  for k = 1, 42 do J[k] = "J" .. k end
  for k = 1, 49 do M[k] = "M" .. k end
  for k = 1, 12 do X[k] = "X" .. k end
  for k = 1, 6 do b6[k] = "b" .. k end
  local outputs = {}
  for _, list in ipairs { tau, J, X, b6, M } do
    for _, name in ipairs(list) do outputs[#outputs + 1] = { name .. "_", name } end
  end
  local b = li.block { inputs = names, dt = 1e-3, outputs = outputs, lines = {
    { tau, call = "id", model = arm, q = q, v = v, a = a },
    { J, call = "jacobian", model = arm, q = q, point = { 0, 0, .1 } },
    { X, call = "pose", model = arm, q = q },
    { b6, call = "bias_acceleration", model = arm, q = q, v = v },
    { M, call = "mass", model = arm, q = q } } }
  local Q, V, A, y = arm:random(3), li.zeros(7), li.zeros(7), li.zeros(21)
  for k = 1, 7 do
    V[k], y[14 + k] = 0.2 * k - 0.5, 0.1 * k
    y[k], y[7 + k] = Q[k], V[k]
    A[k] = 50 * (y[14 + k] - Q[k]) - 9 * V[k]
  end
  local u, at = b:step(y), 0
  local function next_numbers(n)
    local list = {}
    for k = 1, n do list[k] = u[at + k] end
    at = at + n
    return list
  end
  t.near(next_numbers(7), arm:id(Q, V, A), 1e-11)
  local jac = arm:jacobian(Q, nil, { 0, 0, .1 })
  local got = next_numbers(42)
  for i = 1, 6 do for k = 1, 7 do t.near(got[7 * (i - 1) + k], jac[i][k], 1e-12) end end
  local X_WT = arm:fk(Q)
  got = next_numbers(12)
  t.near({ got[4], got[8], got[12] }, X_WT.p, 1e-12)
  local bias = arm:acceleration(Q, V, li.zeros(7))
  got = next_numbers(6)
  t.near({ got[1], got[2], got[3] }, bias.v, 1e-11)
  t.near({ got[4], got[5], got[6] }, bias.w, 1e-11)
  local mass = arm:mass(Q)
  got = next_numbers(49)
  for i = 1, 7 do for k = 1, 7 do t.near(got[7 * (i - 1) + k], mass[i][k], 1e-12) end end
end)

t.test("expressions and their slopes with others in the place of names", function()
  local b = li.block { inputs = "x y", dt = 1, lines = { { "f", "x^2*sin(y) + t" },
    { "a b", put = { "f", "x - y" }, by = "x y t", at = { "y", "2*x", "3" } },
    { "fx fy", slopes = { "f" }, by = "x y", at = { "y + 1", "x" } } },
    outputs = { { "u1", "a" }, { "u2", "b" }, { "u3", "fx" }, { "u4", "fy" } } }
  -- all at once: x and y change places
  t.near(b:step { 0.3, 0.7 }, { 0.49 * math.sin(0.6) + 3, 0.1, 3.4 * math.sin(0.3),
    1.7 ^ 2 * math.cos(0.3) }, 1e-15)
  t.raises("lines%[1%]: expected a name of each of 1 expressions", li.block, { inputs = "x",
    outputs = { u = "x" }, lines = { { "a b", put = { "x" }, by = "x", at = { "1" } } } })
  t.raises("lines%[1%]: f: it is no input, state or value", li.block, { inputs = "x",
    outputs = { u = "x" }, lines = { { "a", put = { "x" }, by = "f", at = { "1" } } } })
end)

-- ---- beside a run -------------------------------------------------------------------------------

local function by_function(more)
  local c = { dt = 0.01, f = function(_, q, v, u)
    u[1] = math.min(math.max(20 * (0.5 - q[1]) - 6 * v[1], -3), 3)
  end }
  for key, x in pairs(more or {}) do c[key] = x end
  return c
end

t.test("a block and a function that does the same drive the same run, to the last bit", function()
  local m, b = cart(), pd { limits = { u = { -3, 3 } } }
  local columns = { "x", "x'", "E" }
  for _, more in ipairs { {}, { delay = 0.004 }, { delay = 0.025 }, { offset = 0.0033 },
    { jitter = 0.003, delay = 0.01 } } do
    local entry = { b }
    for key, x in pairs(more) do entry[key] = x end
    local one = m:simulate(2, nil, nil, { controllers = { entry }, references = { r = 0.5 },
      dt = 0.1 })
    local other = m:simulate(2, nil, nil, { controllers = { by_function(more) }, dt = 0.1 })
    for _, name in ipairs(columns) do t.eq(one:at(name, 2), other:at(name, 2), name) end
    -- it goes on from where it was
    local half = m:simulate(1.003, nil, nil, { controllers = { entry }, references = { r = 0.5 },
      dt = 0.1 }):resume(0.997)
    t.near(half:at("x", 2), one:at("x", 2), 1e-10)
    for _, kernel in ipairs { true, false } do
      entry.kernel = kernel
      t.eq(m:simulate(2, nil, nil, { controllers = { entry }, references = { r = 0.5 },
        dt = 0.1 }):hash(), one:hash())
    end
  end
end)

t.test("a sampled loop is its closed form", function()
  -- v' = u held, u = -k v: v+ = (1 - k dt) v
  local b = li.block { inputs = "x'", outputs = { x = "-k*x'" }, values = { k = 3 }, dt = 0.25 }
  local run = cart():simulate(2, nil, { 1 }, { controllers = { b }, dt = 0.25 })
  for k = 0, 8 do t.near(run:at("x'", 0.25 * k), 0.25 ^ k, 1e-12) end
  -- the row at a time shows what was asked then, as long as it is held
  t.near(run["block.x"], { -3, -.75, -.1875, -.046875, -.01171875, -.0029296875, -.000732421875,
    -.00018310546875, -.00018310546875 }, 1e-12)
  t.near(run:at("block.x", 0.3), -.75, 1e-12)
  local steps = cart():simulate(0.5, nil, { 1 }, { controllers = { b }, h_max = 0.1 })
  t.near(steps["block.x"][1], -3, 0)
  for r = 1, #steps do
    if steps.t[r] == 0.25 then t.near(steps["block.x"][r], -.75, 1e-12) end
  end
end)

t.test("blocks see each other in one moment, states go on with what all gave", function()
  -- a Luenberger observer in predictor form needs u of the same time for its next state
  local m = cart { inputs = "F", forces = { { "given", joint = "x", f = "F" } } }
  local observer = li.block { name = "est", inputs = { y = "x", u = "gain.F" }, dt = 0.1,
    states = { p = 0.2, s = 0 }, outputs = { p_hat = "p", s_hat = "s" },
    next = { p = "p + dt*s + dt^2/2*u + 0.9*(y - p)", s = "s + dt*u + 2*(y - p)" } }
  local gain = li.block { name = "gain", inputs = { p = "est.p_hat", s = "est.s_hat" }, dt = 0.1,
    outputs = { F = "-4*p - 3*s" } }
  for _, list in ipairs { { observer, gain }, { gain, observer } } do
    local run = m:simulate(1, { 0.5 }, { 0 }, { controllers = list, dt = 0.1 })
    local x, v, p, s = 0.5, 0, 0.2, 0
    for k = 0, 9 do
      t.near({ run:at("x", k / 10), run:at("est.p_hat", k / 10), run:at("gain.F", k / 10) },
        { x, p, -4 * p - 3 * s }, 1e-12)
      local u = -4 * p - 3 * s
      local e = x - p
      p, s = p + 0.1 * s + 0.005 * u + 0.9 * e, s + 0.1 * u + 2 * e
      x, v = x + 0.1 * v + 0.005 * u, v + 0.1 * u
    end
  end
end)

t.test("rates mix: an inner loop ten times as fast as the outer", function()
  local outer = li.block { name = "outer", inputs = "x r", outputs = { want = "2*(r - x)" },
    dt = 0.1 }
  local inner = li.block { name = "inner", inputs = { v = "x'", want = "outer.want" }, dt = 0.01,
    outputs = { x = "8*(want - v)" } }
  local run = cart():simulate(1, nil, nil, { controllers = { inner, outer }, dt = 0.01,
    references = { r = 1 } })
  local x, v, want = 0, 0, 0
  for k = 0, 99 do
    if k % 10 == 0 then want = 2 * (1 - x) end
    local u = 8 * (want - v)
    t.near({ run:at("x", k / 100), run:at("inner.x", k / 100) }, { x, u }, 1e-11)
    x, v = x + 0.01 * v + 0.00005 * u, v + 0.01 * u
  end
end)

t.test("inputs of the description are set within their bounds; outputs and accelerations are read",
  function()
  local m = cart { inputs = { { name = "F", max = 2 } }, outputs = { twice = "2*x", acc = "x''" },
    forces = { { "given", joint = "x", f = "F" }, { "spring", joint = "x", stiffness = 3 } } }
  local b = li.block { name = "c", inputs = "twice acc x'' r", dt = 0.01,
    outputs = { F = "10*(r - twice/2)", a = "acc - x''" } }
  for _, kernel in ipairs { false, true } do
    local run = m:simulate(0.5, { 0.1 }, nil, { controllers = { b }, references = { r = 0.5 },
      dt = 0.01, kernel = kernel })
    t.near(run["c.F"][1], 4, 1e-12)
    -- cut to 2: x'' = 2 - 3 x
    local w = math.sqrt(3)
    t.near(run:at("x", 0.1), 2 / 3 + (0.1 - 2 / 3) * math.cos(w * 0.1), 1e-9)
    t.near(run["c.a"]:max(), 0, 0)
    t.ok(tostring(run):find "the input F was cut to its max 2", tostring(run))
  end
  t.raises("c: the input 'F' cannot be set: the option inputs sets it", m.simulate, m, 1, nil, nil,
    { controllers = { b }, references = { r = 0 }, inputs = { F = 1 } })
  t.raises("c: the input 'F' cannot be set: another controller sets it too", m.simulate, m, 1, nil,
    nil, { controllers = { b, b }, references = { r = 0 } })
end)

t.test("asked all the time it is a law of the forces", function()
  local m = cart { inputs = "F", forces = { { "given", joint = "x", f = "F" } } }
  local exact = { rtol = 1e-11, atol = 1e-13, dt = 0.1 }
  local function with(more)
    local o = {}
    for _, list in ipairs { exact, more } do for key, x in pairs(list) do o[key] = x end end
    return o
  end
  local want = m:simulate(2, nil, nil, with { tau = { x = "20*(sin(t)/2 - x) - 6*x'" } })
  for _, to in ipairs { "x", "F" } do
    for _, kernel in ipairs { false, true } do
      local always = { pd(), dt = 0, to = { u = to } }
      local run = m:simulate(2, nil, nil, with { controllers = { always },
        references = { r = "sin(t)/2" }, kernel = kernel })
      t.near(run:at("x", 2), want:at("x", 2), 1e-10)
      for r = 1, #run, 5 do
        t.near(run["pd.u"][r],
          20 * (math.sin(run.t[r]) / 2 - run.x[r]) - 6 * run["x'"][r], 1e-12)
      end
    end
  end
  t.raises("pd: .* is known at times only: give dt", m.simulate, m, 1, nil, nil,
    { controllers = { { pd(), dt = 0, from = { x = "x''" } } }, references = { r = 1 } })
  local counts = li.block { name = "counts", outputs = { n = "k" }, states = { k = 0 },
    next = { k = "k + 1" }, dt = 0 }
  t.raises("'counts' keeps states from one time to the next: give dt", m.simulate, m, 1, nil, nil,
    { controllers = { counts } })
  t.raises("what is asked all the time is never late", m.simulate, m, 1, nil, nil,
    { controllers = { { pd(), dt = 0, delay = 0.1 } }, references = { r = 1 } })
end)

t.test("references by number, expression, function, motion", function()
  local b = li.block { name = "c", inputs = { "r", "s", "f" }, outputs = { sum = "r + s + f" },
    dt = 0.1 }
  local run = cart():simulate(1, nil, nil, { controllers = { b }, dt = 0.1,
    references = { r = 2, s = "t^2", f = function(time) return math.sin(time) end } })
  for k = 0, 9 do
    local at = k / 10
    t.near(run:at("c.sum", at), 2 + at ^ 2 + math.sin(at), 1e-14)
    t.near(run:at("s", at), at ^ 2, 1e-14)
  end
  local arm = li.planar { 1, 1 }
  local move = li.motion { arm, from = { 0, 0 }, to = { 1, 2 }, law = "poly5", T = 0.5 }
  local track = li.block { name = "c", dt = 0.05, inputs = { "q2_d", "q2_d'", "q2_d''" },
    outputs = { a = "q2_d", b = "q2_d'", c = "q2_d''" } }
  run = arm:simulate(1, nil, nil, { controllers = { track }, references = move, dt = 0.05 })
  for k = 0, 19 do
    local q, v, a = move:at(math.min(k / 20, 0.5))
    local moves = k <= 10
    t.near({ run:at("c.a", k / 20), run:at("c.b", k / 20), run:at("c.c", k / 20) },
      { q[2], moves and v[2] or 0, moves and a[2] or 0 }, 1e-9)
  end
end)

-- ---- sensors ------------------------------------------------------------------------------------

local function measured(sensor, start, speed, time, name)
  local look = li.block { name = "look", inputs = { m = name or "x" }, outputs = { seen = "m" },
    dt = 0.001 }
  return cart():simulate(time, { start }, { speed }, { controllers = { look }, dt = 0.001,
    sensors = { [name or "x"] = sensor } })
end

t.test("sensors: resolution, counts, bits of a range, bias, delay", function()
  local run = measured({ rate = 1000, resolution = 0.01 }, 0.123, 0, 0.01)
  t.near(run["look.seen"][5], 0.12, 1e-15)
  run = measured({ dt = 0.001, bits = 3, range = { -1, 1 }, bias = 0.3 }, 0.2, 0, 0.01)
  t.near(run["look.seen"][5], -1 + math.floor((0.5 + 1) / (2 / 7) + 0.5) * 2 / 7, 1e-15)
  t.near(measured({ rate = 1000, bits = 8, range = { -1, 1 } }, 4, 0, 0.01)["look.seen"][3], 1,
    1e-12)
  run = measured({ rate = 1000, counts = 360 }, 1, 0, 0.01)
  local count = 2 * math.pi / 360
  t.near(run["measured.x"][3], math.floor(1 / count + 0.5) * count, 1e-14)
  run = measured({ rate = 100, delay = 0.015 }, 0, 1, 0.1)
  t.near(run:at("look.seen", 0.0995), 0.08, 1e-12)
  -- a rate by its name, coordinates untouched
  run = measured({ rate = 1000, bias = 2 }, 0, 1, 0.01, "x'")
  t.near(run["look.seen"][5], 3, 1e-12)
  t.near(run["x'"][5], 1, 0)
end)

t.test("sensors: noise, drift and lost readings have their statistics, seeds their own numbers",
  function()
  local n = 4000
  local run = measured({ rate = 1000, noise = 0.2 }, 1, 0, n / 1000)
  local _, _, mean, deviation = run:summary "measured.x"
  t.near(mean, 1, 4 * 0.2 / math.sqrt(n))
  t.near(deviation, 0.2, 0.02)
  t.eq(measured({ rate = 1000, noise = 0.2 }, 1, 0, 0.1):hash(),
    measured({ rate = 1000, noise = 0.2 }, 1, 0, 0.1):hash())
  t.ok(measured({ rate = 1000, noise = 0.2, seed = 5 }, 1, 0, 0.1):hash()
    ~= measured({ rate = 1000, noise = 0.2 }, 1, 0, 0.1):hash())
  -- a walk of unit 0.3 per square root of a second: its steps
  run = measured({ rate = 1000, drift = 0.3 }, 0, 0, n / 1000)
  local squares, m = 0, run["measured.x"]
  for k = 2, n do squares = squares + (m[k] - m[k - 1]) ^ 2 end
  t.near(math.sqrt(squares / n), 0.3 * math.sqrt(0.001), 0.0005)
  run = measured({ rate = 1000, dropout = 0.25 }, 0, 1, n / 1000)
  local held = 0
  m = run["measured.x"]
  for k = 2, n do if m[k] == m[k - 1] then held = held + 1 end end
  t.near(held / n, 0.25, 0.03)
end)

-- ---- what cannot be -----------------------------------------------------------------------------

t.test("what is not understood is told at its place", function()
  for _, case in ipairs {
    { "block: 'q2 %- r': column 1: no input, state or value 'q2' %(did you mean 'q1'%?%)",
      { inputs = "q1 r", outputs = { u = "1" }, lines = {}, states = { s = 0 },
        next = { s = "q2 - r" } }, "next.s" },
    { "outputs.u: 'e %+': column", { inputs = "e", outputs = { u = "e +" } } },
    { "lines%[1%]: 'a': column 1: no input, state or value 'a'",
      { inputs = "e", outputs = { u = "e" }, lines = { { "b", "a" } } } },
    { "lines%[1%]: e: this name is there already",
      { inputs = "e", outputs = { u = "e" }, lines = { { "e", "1" } } } },
    { "next.j: there is no state 'j'", { outputs = { u = "1" }, next = { j = "1" } } },
    { "next.i: what becomes of the state%?", { outputs = { u = "1" }, states = { i = 0 } } },
    { "limits.v: there is no output 'v'", { outputs = { u = "1" }, limits = { v = { 0, 1 } } } },
    { "limits.u: the least, 1, is above the largest, 0",
      { outputs = { u = "1" }, limits = { u = { 1, 0 } } } },
    { "outputs: expected at least one", { outputs = {} } },
    { "states.i: expected a finite number", { outputs = { u = "1" }, states = { i = "0" } } },
    { "to: there is no output 'v'", { outputs = { u = "1" }, to = { v = "F" } } },
    { "unknown key 'output'", { output = { u = "1" } } },
    { "lines%[1%].call: no function 'ik'", { outputs = { u = "1" },
      lines = { { "a", call = "ik", model = li.planar { 1 } } } } },
    { "lines%[1%]: id: it gives 1 numbers, for 2 names", { outputs = { u = "1" },
      lines = { { "a b", call = "id", model = li.planar { 1 } } } } },
    { "1e: no name", { inputs = { "1e" }, outputs = { u = "1" } } },
  } do
    local want = case[3] and case[3]:gsub("%.", "%%.") .. ": '" or case[1]
    t.raises(want, li.block, case[2])
  end
end)

t.test("wires that lead nowhere, loops without delay", function()
  local m = cart()
  local function run(list, more)
    local o = { controllers = list }
    for key, x in pairs(more or {}) do o[key] = x end
    return function() return m:simulate(1, nil, nil, o) end
  end
  t.raises("pd: nothing is measured, given or referred to as 'r'", run { pd() })
  t.raises("pd.to: no input or coordinate 'y'", run({ { pd(), to = { u = "y" } } },
    { references = { r = 1 } }))
  t.raises("controllers%[1%].from: there is no input 'z'", run { { pd(), from = { z = "x" } } })
  t.raises("controllers%[1%]: unknown key 'foo'", run { { pd(), foo = 1 } })
  t.raises("controllers%[1%].dt: expected the time between two asks", run {
    li.block { outputs = { u = "1" } } })
  t.raises("controllers%[1%]: expected {f = function, dt = seconds} or a block, got a model",
    run { { m } })
  t.raises("less than dt", run({ { pd(), jitter = 0.02 } }, { references = { r = 1 } }))
  local a = li.block { name = "a", inputs = { y = "b.u" }, outputs = { u = "y + 1" }, dt = .1 }
  local b = li.block { name = "b", inputs = { y = "a.u" }, outputs = { u = "y/2" }, dt = .1 }
  t.raises("'a' needs at once what it gives itself %(an algebraic loop%)", run { a, b })
  local loop = m:simulate(1, nil, nil, { controllers = { a, { b, delay = 0.05 } }, dt = .1 })
  t.near(loop["a.u"][4], 1.875, 1e-15)
  t.raises("several units give 'u': say whose", run { a, { b, delay = .05 },
    li.block { name = "c", inputs = "u", outputs = { w = "u" }, dt = .1 } })
  t.raises("sensors.x: expected how often it measures: rate", run({}, { sensors = { x = {} } }))
  t.raises("sensors.x.range: bits are of a range",
    run({}, { sensors = { x = { dt = 1, bits = 3 } } }))
  t.raises("measured: nothing is measured, given or referred to as 'y'",
    run({}, { sensors = { y = { dt = 1 } } }))
  t.raises("references.r: expected an expression", run({ pd() }, { references = { r = {} } }))
  local nan = li.block { name = "log", inputs = "x", outputs = { x = "log(x - 1)" }, dt = .1 }
  local none, why, code = m:simulate(1, nil, nil, { controllers = { nan } })
  t.eq(none, nil)
  t.eq(code, "EDOMAIN")
  t.ok(why:find "log: gave %-?nan as number 1 of 1 at t = 0", why)
end)

t.test("a run that goes back in time has no controllers", function()
  t.raises("controllers: the run goes back in time", li.simulate, { cart(), t = -1,
    controllers = { pd() }, references = { r = 1 } })
end)

t.done()
