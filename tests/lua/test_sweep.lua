-- test_sweep.lua - many runs at once: each as it would be alone, the same on any number of threads;
-- random numbers
local t = require "t"
local li = require "liaison"

local arm = li.robot { bodies = {
  { name = "a", parent = "world", joint = "revolute", axis = { 0, -1, 0 }, q = "q1", damping = "c",
    mass = "m1", com = { "L/2", 0, 0 },
    inertia = { 0, "m1*L^2/12", "m1*L^2/12", 0, 0, 0 } },
  { name = "b", parent = "a", joint = "revolute", axis = { 0, -1, 0 }, q = "q2", at = { "L", 0, 0 },
    mass = 1, com = { 0.4, 0, 0 }, inertia = { 0, 0.05, 0.05, 0, 0, 0 } } } }

local function sweep(more)
  local spec = { arm, runs = 20, t = 1,
    with = { m1 = { uniform = { 0.5, 2 } }, L = { normal = { 1, 0.05 } },
    c = { from = 0, to = 1 } },
    q = { 0.3, function(random, r) return random:uniform() + r end }, v = { ["q2"] = 0.5 },
      tape = true, rtol = 1e-10, atol = 1e-12 }
  for key, value in pairs(more or {}) do spec[key] = value end
  return li.sweep(spec)
end

t.test("every run is the one it would be alone", function()
  local s = sweep()
  t.eq(#s, 20)
  t.eq(table.concat(s:columns(), " "), "run L c m1 q1_0 q2_0 q1'_0 q2'_0 q1 q2 q1' q2' t_end steps")
  for _, r in ipairs { 1, 7, 20 } do
    local m = arm:with { m1 = s.m1[r], L = s.L[r], c = s.c[r] }
    local run = m:simulate(1, { s.q1_0[r], s.q2_0[r] }, { 0, 0.5 }, { rtol = 1e-11, atol = 1e-13 })
    t.near({ s.q1[r], s.q2[r], s["q1'"][r], s["q2'"][r] },
      { run.q1[#run], run.q2[#run], run["q1'"][#run], run["q2'"][#run] }, 1e-7)
  end
  t.eq(s.c[20], 1)
  t.eq(s.t_end[3], 1)
end)

t.test("the number of threads changes nothing", function()
  local one = sweep { threads = 1 }:hash()
  t.eq(sweep { threads = 2 }:hash(), one)
  t.eq(sweep { threads = 3 }:hash(), one)
  t.ok(sweep { seed = 5 }:hash() ~= one)
end)

t.test("forces in expressions of coordinates, rates, time and parameters", function()
  local slider = li.robot { gravity = { 0, 0, 0 },
    bodies = { { name = "m", parent = "world", joint = "prismatic", axis = { 1, 0, 0 }, q = "x",
    mass = "m",
    inertia = { 1, 1, 1, 0, 0, 0 } } } }
  local s = li.sweep { slider, t = 1, with = { m = { 1, 2, 4 } }, q = { 1 }, tau = { "-4*m*x" },
    tape = true, rtol = 1e-11 }
  t.eq(#s, 3)
  for r = 1, 3 do t.near(s.x[r], math.cos(2), 1e-9) end
  -- the same with a function, one after another
  local slow = li.sweep { slider, t = 1, with = { m = { 1, 2, 4 } }, q = { 1 },
    options = { forces = { { "spring", joint = "x", stiffness = 4 } } }, rtol = 1e-11 }
  t.near(slow.x[3], math.cos(1), 1e-9)
end)

t.test("turns in space and free bodies: eight at once, quaternions stay of length 1", function()
  local body = li.robot { gravity = { 0, 0, -9.81 }, bodies = {
    { name = "base", parent = "world", joint = "floating", mass = "m",
      inertia = { 0.05, 0.08, 0.11, 0, 0, 0 } },
    { name = "arm", parent = "base", joint = "revolute", axis = { 0, 1, 0 }, at = { 0.1, 0, 0 },
      q = "a", mass = 0.5, com = { 0.2, 0, 0 }, inertia = { 0.001, 0.01, 0.01, 0, 0, 0 } } } }
  local names, speeds = body:with({ m = 1 }):coordinates(), body:speeds()
  local spec = { body, runs = 11, t = 1, with = { m = { uniform = { 1, 3 } } },
    v = { [speeds[4]] = { uniform = { -3, 3 } }, [speeds[5]] = 2, [speeds[7]] = 1 },
    q = { [names[4]] = 2, [names[5]] = 1 }, tape = true, rtol = 1e-10, atol = 1e-12 }
  local s = li.sweep(spec)
  for _, r in ipairs { 1, 6, 11 } do
    local q, v = {}, {}
    for k, name in ipairs(names) do q[k] = s[name .. "_0"][r] end
    for k, name in ipairs(speeds) do v[k] = s[name .. "_0"][r] end
    t.near(q[4] ^ 2 + q[5] ^ 2, 1, 1e-15)
    local run = body:with({ m = s.m[r] }):simulate(1, q, v, { rtol = 1e-11, atol = 1e-13 })
    local Q, V = run:state()
    local n = 0
    for k, name in ipairs(names) do
      t.near(s[name][r], Q[k], 1e-8, name)
      if k > 3 and k < 8 then n = n + s[name][r] ^ 2 end
    end
    for k, name in ipairs(speeds) do t.near(s[name][r], V[k], 1e-7, name) end
    t.near(n, 1, 1e-14)
  end
  spec.threads = 1
  t.eq(li.sweep(spec):hash(), s:hash())
end)

t.test("loops and constraints are kept in a sweep too", function()
  local point = li.robot { bodies = {
    { name = "c", parent = "world", joint = "prismatic", axis = { 1, 0, 0 }, q = "x", mass = 0,
      inertia = { 0, 0, 0, 0, 0, 0 } },
    { name = "b", parent = "c", joint = "prismatic", axis = { 0, 0, 1 }, q = "z", mass = "m",
      inertia = { 0, 0, 0, 0, 0, 0 } } },
    constraints = { { "equation", name = "circle", equation = "x^2 + z^2 - 1" } } }
  local s = li.sweep { point, t = 1, with = { m = { 1, 2, 3 } }, q = { 1, 0 } }
  for r = 1, 3 do
    t.near(s.x[r] ^ 2 + s.z[r] ^ 2, 1, 1e-12)
    t.near(s.x[r], s.x[1], 1e-7)
  end
  -- pushed tangentially by what takes the parameter in: the same for all masses
  local pushed = li.sweep { point, t = 0.2, with = { m = { 1, 2 } }, q = { 1, 0 },
    tau = { 0, "3*m" }, options = { rtol = 1e-10 } }
  t.near(pushed.x[1], pushed.x[2], 1e-8)
  local alone = point:with { m = 1 }:simulate(0.2, { 1, 0 }, nil, { tau = { z = 3 }, rtol = 1e-10 })
  t.near(pushed.z[1], alone:at("z", 0.2), 1e-9)
end)

-- what li.simulate gives, run for run
local function as_alone(model, spec, coordinates, options)
  spec[1], spec.rtol, spec.atol = model, 1e-10, 1e-12
  local s = li.sweep(spec)
  for r = 1, #s do
    local q = {}
    for k, name in ipairs(coordinates) do q[k] = s[name .. "_0"][r] end
    local o = { rtol = 1e-10, atol = 1e-12 }
    for key, value in pairs(options or {}) do o[key] = value end
    local run = model:simulate(spec.t, q, nil, o)
    for _, name in ipairs(coordinates) do
      t.near(s[name][r], run:at(name, spec.t), 1e-7, ("%s of run %d"):format(name, r))
    end
  end
  return s
end

local function swing(more)
  local body = { joint = "revolute", axis = "z", q = "th", mass = 1, com = { 0.5, 0, 0 },
    inertia = { 0, 0, 0.1 } }
  for key, value in pairs(more or {}) do body[key] = value end
  return li.robot { gravity = { 0, -9.81, 0 }, bodies = { body } }
end

t.test("limits of joints are stops in a sweep as in one run, where a run meets them", function()
  local m = swing { limits = { -1, 1 } }
  local starts = { 0.9, 0.5, 0, -0.9 }
  local s = as_alone(m, { t = 1.5, q = { th = starts } }, { "th" })
  t.ok(s.th[1] >= -1 - 1e-9)
  local free = li.sweep { m, t = 1.5, q = { th = starts }, options = { limits = "ignore" } }
  t.ok(free.th[1] < -1.2, free.th[1])
  t.eq(li.sweep({ m, t = 1.5, q = { th = starts }, threads = 1 }):hash(),
    li.sweep({ m, t = 1.5, q = { th = starts }, threads = 3 }):hash())
end)

t.test("dry friction sticks in a sweep too", function()
  as_alone(swing { friction = 2 }, { t = 3, q = { th = { 0.5, -1.5, 0 } } }, { "th" })
end)

t.test("forces of the description act in a sweep, eight at once or one by one", function()
  local function with(forces)
    return li.robot { name = "two masses", gravity = { 0, 0, 0 }, inputs = { { name = "F",
      value = 0.5 } }, bodies = {
      { name = "a", joint = "prismatic", axis = "x", q = "x", mass = 1, inertia = { 1, 1, 1 } },
      { name = "b", parent = "world", joint = "prismatic", axis = "x", q = "y", mass = 2,
        inertia = { 1, 1, 1 } } }, forces = forces }
  end
  local starts = { x = { 1, 0.5, -2 }, y = { 0, 0.3, 1 } }
  as_alone(with { { "spring", joint = { x = 1, y = -1 }, stiffness = 20, damping = 0.5 },
    { "given", joint = "x", f = "F*sin(3*t) - x^3" }, { "drag", at = "b", quadratic = 0.4 } },
    { t = 2, q = starts }, { "x", "y" })
  as_alone(with { { "motor", joint = "x", voltage = 12, resistance = 2, kt = 0.5,
    inductance = 0.1 } }, { t = 1, q = starts }, { "x", "y" })
  as_alone(with { { "endstop", joint = "x", max = 1.2, restitution = 0.5 },
    { "given", joint = "x", value = 2 } }, { t = 2, q = starts }, { "x", "y" })
end)

t.test("forces that expressions tell are cut to the efforts of joints", function()
  local m = swing { effort = 3 }
  local spec = { m, t = 1, q = { th = { -1.5, 0.2 } }, tau = { "20*t" }, rtol = 1e-10 }
  local s = li.sweep(spec)
  for r = 1, 2 do
    local run = m:simulate(1, { s.th_0[r] }, nil, { tau = { th = "20*t" }, rtol = 1e-10 })
    t.near(s.th[r], run:at("th", 1), 1e-6)
  end
  spec.options = { efforts = "ignore" }
  t.ok(math.abs(li.sweep(spec).th[1] - s.th[1]) > 1)
end)

t.test("limits, efforts and dry friction that parameters tell are those of each run", function()
  local function each(fields, values, tau)
    local m = swing(fields)
    local start = { th = { 0.9, 0.9, 0.9 }, z = fields.dofs and 0 or nil }
    local s = li.sweep { m, t = 1.5, q = start, with = { p = values }, tau = { tau } }
    for r = 1, 3 do
      local options = tau and { tau = { th = tau } }
      local run = m:with { p = values[r] }:simulate(1.5, { th = 0.9, z = start.z }, nil, options)
      t.near(s.th[r], run:at("th", 1.5), 1e-6, ("run %d of %s"):format(r, next(fields)))
    end
    t.ok(math.abs(s.th[1] - s.th[2]) > 0.01, "runs differ")
  end
  each({ min = "-p" }, { 5, 1, 0.3 })
  each({ joint = "cylindrical", q = { "th", "z" }, axis = "z",
    dofs = { { min = "-p/2" }, {} } }, { 10, 2, 0.6 })
  each({ effort = "p" }, { 9, 3, 1 }, "20*t")
  each({ friction = "p" }, { 0, 1, 3 })
end)

t.test("inputs whose values parameters tell have those of each run", function()
  local m = li.robot { inputs = { { name = "F", value = "2*p" } }, gravity = { 0, 0, 0 },
    bodies = { { joint = "prismatic", axis = "x", q = "x", mass = 1, inertia = { 1, 1, 1 } } },
    forces = { { "given", joint = "x", f = "F" } } }
  local s = li.sweep { m, t = 1, with = { p = { 1, 2, 3 } } }
  for r = 1, 3 do t.near(s.x[r], r, 1e-9) end -- x = F t^2 / 2
end)

-- a cart that a PID controller pushes, asked every 20 ms, its largest place counted every 40 ms
local cart = li.robot { gravity = { 0, 0, 0 }, inputs = { { name = "F", max = 3 }, "wind" },
  bodies = { { name = "cart", joint = "prismatic", axis = "x", q = "s", mass = "m",
    inertia = { 1, 1, 1 } } }, forces = { { "given", joint = "s", f = "F + wind" } },
  outputs = { thrice = "3*s", push = "m*s''" } }
local pid = li.pid { name = "pid", kp = 8, ki = 2, kd = 4, dt = 0.02, measured = "s",
  reference = "want", output = "F" }
local judge = li.block { name = "judge", inputs = "thrice push", states = { most = 0 },
  next = { most = "max(most, thrice)" }, outputs = { most = "most", push = "push" }, dt = 0.04,
  to = { push = false } }

local function driven(more)
  local spec = { cart, t = 1.5, with = { m = { 1, 2, 3, 4, 5 }, want = { 1, 1, 2, 0.5, 1 },
    ["pid.kp"] = { 8, 8, 8, 8, 20 }, gust = { 0, 0, 0, 1, 2 } }, controllers = { pid, judge },
    inputs = { wind = "gust*sin(3*t)" }, method = "rk4", h = 1e-3, tape = true }
  for key, x in pairs(more or {}) do spec[key] = x end
  return li.sweep(spec)
end

t.test("blocks beside the runs: eight at once as one by one, as li.simulate alone", function()
  local s, slow = driven(), driven { controllers = { pid, { judge, delay = 0 } } }
  t.eq(table.concat(s:columns(), " "), "run gust m pid.kp want s_0 s'_0 s s' pid.u judge.most "
    .. "judge.push t_end steps")
  for r = 1, 5 do
    local run = cart:with({ m = s.m[r] }):simulate(1.5, nil, nil, { method = "rk4", h = 1e-3,
      controllers = { { pid, values = { kp = s["pid.kp"][r] } }, judge },
      references = { want = s.want[r] },
      inputs = { wind = ("%.17g*sin(3*t)"):format(s.gust[r]) } })
    for _, name in ipairs { "s", "s'", "pid.u", "judge.most", "judge.push" } do
      local column = run:column(name)
      t.near(s[name][r], column[#column], 1e-11, ("%s of run %d"):format(name, r))
      t.near(slow[name][r], column[#column], 1e-12, ("%s of run %d"):format(name, r))
    end
    t.ok(s["judge.most"][r] > 2 * math.abs(s.s[r]))
  end
  t.ok(math.abs(s["pid.u"][5] - s["pid.u"][1]) > 0.1, "the gain of the last is another")
  t.eq(driven { threads = 2 }:hash(), driven { threads = 1 }:hash())
end)

t.test("adaptive steps end where blocks are asked; bounds of inputs hold", function()
  local s = driven { method = "dop853", rtol = 1e-11, atol = 1e-12 }
  local fixed = driven { h = 2.5e-4 }
  for r = 1, 5 do t.near(s.s[r], fixed.s[r], 1e-8) end
  -- 3 N at most: x = F t^2/(2 m) while the controller wants more
  local early = driven { t = 0.1, inputs = {}, with = { m = 1, want = { 1, 9 } } }
  t.near(early.s[2], 3 * 0.1 ^ 2 / 2, 1e-9)
  local late = driven { t = 0.1, inputs = {}, with = { m = 1, want = { 1, 9 } },
    controllers = { { pid, delay = 0.05 } } }
  t.near(late.s[2], 3 * 0.05 ^ 2 / 2, 1e-9)
end)

t.test("mistakes of what stands beside a sweep have their place", function()
  t.raises("sweep.with: the model has no symbol 'pid.kb' %(did you mean 'pid.b'", driven,
    { with = { m = 1, want = { 1, 2 }, gust = 0, ["pid.kb"] = 1 } })
  t.raises("referred to as 'want'", driven, { runs = 2, with = { m = 1, gust = 0 } })
  t.raises("sweep.inputs: the model has no input 'wint' %(did you mean 'wind'", driven,
    { inputs = { wint = "gust" } })
  t.raises("two set the input 'F'", driven, { inputs = { F = 2, wind = "gust" } })
  local nothing = li.block { name = "bad", inputs = "s", outputs = { F = "1/s" }, dt = 0.1 }
  local s = driven { controllers = { nothing }, inputs = {}, with = { m = { 1, 2 } } }
  t.eq(s.t_end[1], 0) -- what is no number ends a run
end)

t.test("mistakes have their place", function()
  t.raises("no value for 'c'", li.sweep, { arm, runs = 2, t = 1, with = { m1 = 1, L = 1 } })
  t.raises("the model has no symbol 'm2' %(did you mean 'm1'%?%)", sweep, { with = { m2 = 1 } })
  t.raises("sweep: unknown key 'run'", sweep, { run = 3 })
  t.raises("sweep.with.m1: expected 20 numbers", sweep, { with = { m1 = { 1, 2 }, L = 1, c = 0 } })
  t.raises("sweep.t: expected how long", sweep, { t = 0 })
  t.raises("sweep.q: unknown name 'q3'", sweep, { q = { q3 = 1 } })
end)

t.test("random numbers are the same on both Luas", function()
  local r = li.random(42)
  -- xoshiro256** seeded by splitmix64(42): 1546998764402558742, 6990951692964543102,
  -- 12544586762248559009
  t.eq(r:uniform(), math.floor(1546998764402558742 / 2048) / 2 ^ 53)
  t.eq(r:uniform(), math.floor(6990951692964543102 / 2048) / 2 ^ 53)
  local sum, square = 0, 0
  for _ = 1, 2000 do
    local x = r:normal(3, 2)
    sum, square = sum + x, square + (x - 3) ^ 2
  end
  t.near(sum / 2000, 3, 0.2)
  t.near(math.sqrt(square / 2000), 2, 0.15)
  t.raises("expected 1 or more", r.int, r, 0)
end)

t.done()
