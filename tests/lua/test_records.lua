-- test_records.lua - what a run writes down when asked: tau, forces, accelerations; how many rows;
-- noise by channel
local t = require "t"
local li = require "liaison"

local function last(run, name) local c = run:column(name) return c[#c] end
local function names(run) return table.concat(run:columns(), " ") end

local function slider(more)
  local j = { kind = "prismatic", axis = "x", q = "x" }
  for key, value in pairs(more or {}) do j[key] = value end
  return li.robot { gravity = { 0, 0, 0 },
    bodies = { { name = "m", joint = j, mass = 2, inertia = { 1, 1, 1 } } } }
end

t.test("tau is what input, controllers and expressions push with together, after the efforts "
  .. "have cut it", function()
  local arm = li.planar { 1, 0.8 }
  local run = assert(li.simulate { arm, q = { 1, 0.2 }, t = 1, record = "tau",
    input = function(time, q, v) return { -3 * q[1], time * v[2] } end,
    controllers = { { dt = 0.25, f = function(time) return { 1 + time, 0 } end } } })
  t.eq(names(run), "t q1 q2 q1' q2' T V E tau.q1 tau.q2")
  for r = 1, #run do
    local held = math.min(1 + 0.25 * math.floor(run.t[r] / 0.25 + 1e-12), 2)
    local before = held - 0.25 -- at the time of a sample itself both are told
    local off = math.min(math.abs(run["tau.q1"][r] + 3 * run.q1[r] - held),
      math.abs(run["tau.q1"][r] + 3 * run.q1[r] - before))
    t.near(off, 0, 1e-12, "row " .. r)
    t.near(run["tau.q2"][r], run.t[r] * run["q2'"][r])
  end
  t.eq(run:unit "tau.q1", "N m")
  -- the columns change nothing of the run
  local plain = assert(li.simulate { arm, q = { 1, 0.2 }, t = 1, tau = { q1 = "-3*q1" } })
  local with = assert(li.simulate { arm, q = { 1, 0.2 }, t = 1, tau = { q1 = "-3*q1" },
    record = { "tau", "accelerations", "forces" } })
  t.eq(names(with), "t q1 q2 q1' q2' T V E tau.q1 tau.q2 q1'' q2''")
  for _, name in ipairs(plain:columns()) do t.near(with:column(name), plain:column(name), 0) end
  -- M a + h = tau
  for r = 1, #with do
    local q, v, a = { with.q1[r], with.q2[r] }, { with["q1'"][r], with["q2'"][r] },
      { with["q1''"][r], with["q2''"][r] }
    t.near(arm:id(q, v, a), { with["tau.q1"][r], with["tau.q2"][r] }, 1e-10)
  end
  t.eq(with:unit "q1''", "rad/s2")
  local cut = assert(li.simulate { slider { effort = 3 }, t = 2, dt = 0.5, record = "tau",
    tau = { x = "4*t" } })
  t.near(cut["tau.x"], { 0, 2, 3, 3, 3 })
  t.near(assert(li.simulate { slider { effort = 3 }, t = 2, dt = 0.5, record = "tau",
    efforts = "ignore", tau = { x = "4*t" } })["tau.x"], { 0, 2, 4, 6, 8 })
end)

t.test("forces of every element, also of what holds, rests and slides", function()
  local run = assert(li.simulate { slider { friction = 1 }, q = { 1 }, v = { 0.5 }, t = 3,
    rtol = 1e-10, record = { "forces", "accelerations", "tau" }, tau = { x = "0.3" },
    forces = { { "spring", joint = "x", stiffness = 4 },
      { "damper", name = "oil", joint = "x", damping = 0.5 },
      { "endstop", joint = "x", min = -0.2, restitution = 0 } } })
  t.eq(names(run), "t x x' T V E tau.x F.spring1 F.oil F.endstop3 F.x.stiction x''")
  for r = 1, #run do
    t.near(run["F.spring1"][r], -4 * run.x[r])
    t.near(run["F.oil"][r], -0.5 * run["x'"][r])
    -- all of them together accelerate it
    t.near(2 * run["x''"][r],
      0.3 + run["F.spring1"][r] + run["F.oil"][r] + run["F.endstop3"][r] + run["F.x.stiction"][r],
      1e-9, "row " .. r)
    t.ok(math.abs(run["F.x.stiction"][r]) <= 1 + 1e-9 and run["F.endstop3"][r] >= -1e-9)
  end
  t.eq(run:unit "F.spring1", "N")
  -- along a line, pulling together is negative; at a point, in base axes
  local floor = { 0, 0, 1 }
  local ball = li.robot { bodies = { { name = "b", joint = "floating", mass = 2,
    inertia = { 1, 1, 1 } } } }
  local rest = assert(li.simulate { ball, q = { 0, 0, 0, 1, 0, 0, 0 }, t = 0.5, record = "forces",
    forces = { { "impact", name = "floor", at = "b", normal = floor, mu = 0.5 },
    { "given", name = "push", at = "b", force = { 3, -4, 1 } },
      { "spring", name = "rope", from = "world", from_point = { 0, 0, 2 }, to = "b", stiffness = 5,
      rest = 1 } } })
  t.near({ last(rest, "F.floor.x"), last(rest, "F.floor.y"), last(rest, "F.floor.z") },
    { -3, 4, 2 * 9.81 - 1 - 5 }, 1e-9)
  t.near({ last(rest, "F.push.x"), last(rest, "F.push.y"), last(rest, "F.push.z"),
    last(rest, "F.rope") }, { 3, -4, 1, -5 }, 1e-12)
  -- it slides: mu N against the way it goes
  local slide = assert(li.simulate { ball, q = { 0, 0, 0, 1, 0, 0, 0 }, v = { 3, 4, 0, 0, 0, 0 },
    t = 0.2, record = "forces",
    forces = { { "impact", name = "floor", at = "b", normal = floor, mu = 0.5 } } })
  local N = 2 * 9.81
  t.near({ last(slide, "F.floor.x"), last(slide, "F.floor.y"), last(slide, "F.floor.z") },
    { -0.5 * N * 0.6, -0.5 * N * 0.8, N }, 1e-8)
end)

t.test("Kane's equations and typed ones write down what pushes and how it accelerates; what "
  .. "is not there is told", function()
  local eq = li.lagrange { q = "w", T = "w'^2" }
  local run = assert(eq:simulate(1, { 1 }, { 0 },
    { record = { "tau", "accelerations" }, tau = { w = "-2*w" } }))
  t.eq(names(run), "t w w' T V E tau.w w''")
  for r = 1, #run do
    t.near({ run["tau.w"][r], run["w''"][r] }, { -2 * run.w[r], -run.w[r] }, 1e-12)
  end
  t.raises("record: 'forces' are those of elements of a description",
    function() eq:simulate(1, { 1 }, nil, { record = "forces" }) end)
  t.raises("record: expected one or a list of 'tau', 'forces', 'accelerations', 'work', "
    .. "'multipliers', 'contacts', got tua",
    li.simulate, { slider(), t = 1, record = { "tua" } })
  t.raises("record: .* got number", li.simulate, { slider(), t = 1, record = 3 })
end)

t.test("rows have a limit: known before the run, or the run so far", function()
  t.raises("dt: 1e%+12 rows of 6", li.simulate, { slider(), t = 1, dt = 1e-12 })
  t.raises("dt: 1e%+12 rows of 6 columns, .* MB: at most 1000 %(dt >= 0.001 here, or max_rows%)",
    li.simulate, { slider(), t = -1, dt = 1e-12, max_rows = 1000 })
  t.raises("dt: 11 rows", li.simulate, { slider(), t = 1, dt = 0.1, max_rows = 10 })
  t.eq(#li.simulate { slider(), t = 1, dt = 0.1, max_rows = 11 }, 11)
  t.eq(#li.simulate { slider(), v = { 1 }, t = -1, dt = 0.1, max_rows = 11 }, 11)
  local nothing, why, code, so_far = li.simulate { li.planar { 1 }, q = { 1 }, t = 5, max_rows = 7 }
  t.eq(nothing, nil)
  t.ok(why:find "max_rows: 7 rows .*and only at t = .*dt.*max_rows", why)
  t.eq(code, "ELIMIT")
  t.eq(#so_far, 7)
  t.eq(select(3, li.ode(function(_, x) return { -x[1] } end, 5, { 1 }, { max_rows = 4 })), "ELIMIT")
  t.eq(select(3, li.lagrange { q = "w", T = "w'^2", V = "w^2" }:simulate(5, { 1 }, nil,
    { max_rows = 4 })), "ELIMIT")
  t.raises("max_rows", li.simulate, { slider(), t = 1, max_rows = -1 })
end)

-- what a controller is shown in a run of `m`, asked every millisecond
local function shown(m, noise, seed, q)
  local q_seen, v_seen = {}, {}
  assert(li.simulate { m, q = q, t = 1,
    controllers = { { dt = 1e-3, noise = noise, seed = seed, f = function(_, x, v)
    local a, b = {}, {}
    for k = 1, #x do a[k] = x[k] end
    for k = 1, #v do b[k] = v[k] end
    q_seen[#q_seen + 1], v_seen[#v_seen + 1] = a, b
  end } } })
  return q_seen, v_seen
end

local function deviation(list, k, want)
  local sum = 0
  for _, x in ipairs(list) do sum = sum + (x[k] - (want or 0)) ^ 2 end
  return math.sqrt(sum / #list)
end

local function correlation(a, i, b, j)
  local sum = 0
  for r = 1, #a do sum = sum + a[r][i] * b[r][j] end
  return sum / #a / deviation(a, i) / deviation(b, j)
end

t.test("noise has a deviation and numbers of its own for every coordinate and rate", function()
  local arm = li.planar { gravity = { 0, 0, 0 }, 1, 0.8 }
  local q, v = shown(arm, { q = { 0.1, 0.3 }, v = 2, ["q2'"] = 0 })
  t.near({ deviation(q, 1), deviation(q, 2), deviation(v, 1), deviation(v, 2) }, { 0.1, 0.3, 2, 0 },
    0.15)
  t.near(deviation(q, 1), 0.1, 0.01)
  t.eq(deviation(v, 2), 0)
  local all, rates = shown(arm, 0.5)
  t.near({ deviation(all, 1), deviation(all, 2), deviation(rates, 1), deviation(rates, 2) },
    { 0.5, 0.5, 0.5, 0.5 }, 0.05)
  t.near({ correlation(all, 1, all, 2), correlation(all, 1, rates, 1),
    correlation(rates, 1, rates, 2) }, { 0, 0, 0 }, 0.1)
  -- one channel more or less changes nothing of the others
  local alone = shown(arm, { q2 = 0.3 })
  for r = 1, #alone do t.eq(alone[r][2], q[r][2]) end
  t.ok(shown(arm, { q2 = 0.3 }, 9)[1][2] ~= alone[1][2])
end)

t.test("noise moves a quaternion on its sphere: by so many radians about every axis", function()
  local body = li.robot { gravity = { 0, 0, 0 },
    bodies = { { name = "b", joint = "floating", mass = 1, inertia = { 1, 1, 1 } } } }
  local q = shown(body, { q = { 0, 0, 0, 0.01, 0.02, 0.03 } }, nil, { 1, 2, 3, 1, 0, 0, 0 })
  for r = 1, #q do t.near(q[r][4] ^ 2 + q[r][5] ^ 2 + q[r][6] ^ 2 + q[r][7] ^ 2, 1, 1e-14) end
  t.near({ deviation(q, 1, 1), deviation(q, 2, 2) }, { 0, 0 }, 1e-14)
  -- a small turn is half of it in the quaternion
  t.near({ 2 * deviation(q, 5), 2 * deviation(q, 6), 2 * deviation(q, 7) }, { 0.01, 0.02, 0.03 },
    2e-3)
end)

t.test("mistakes of noise have their place", function()
  local function bad(pattern, noise)
    t.raises(pattern, li.simulate,
      { slider(), t = 1, controllers = { { dt = 0.1, noise = noise, f = function() end } } })
  end
  bad("controllers%[1%]%.noise: no coordinate or rate 'xx' %(did you mean 'x'%?%) %(q and v: "
    .. "all of them%)", { xx = 1 })
  bad("controllers%[1%]%.noise%.x: expected a deviation >= 0", { x = -1 })
  bad("controllers%[1%]%.noise%.q: expected a deviation >= 0, or a list of them", { q = { 1, 2 } })
  bad("controllers%[1%]%.noise: expected a deviation >= 0", "loud")
  bad("controllers%[1%]%.noise: expected a deviation >= 0", -1)
  bad("controllers%[1%]%.noise%.x: expected a deviation >= 0", { x = { 1 } })
  -- a coordinate that is called q is that one
  local m = li.robot { gravity = { 0, 0, 0 }, bodies = {
    { name = "m", joint = { kind = "prismatic", axis = "x", q = "q" }, mass = 2,
    inertia = { 1, 1, 1 } } } }
  local q = shown(m, { q = 0.2 })
  t.near(deviation(q, 1), 0.2, 0.02)
end)

t.test("run.q and run.v: all coordinates and velocities, of runs of every kind", function()
  local arm = li.planar { 1, 0.8 }
  local eq, q0 = arm:equations(), { 1, 0.2 }
  for _, run in ipairs { assert(arm:simulate(1, q0)), assert(eq:simulate(1, q0)),
    assert(arm:kane():simulate(1, { q1 = 1, q2 = 0.2 })) } do
    local q, v = run.q, run.v
    t.eq(#q, #run)
    t.eq(#q[1], 2)
    for r = 1, #run do
      t.near({ q[r][1], q[r][2], v[r][1] }, { run.q1[r], run.q2[r], run["q1'"][r] }, 0)
    end
    t.ok(rawequal(run.q, q))
    local last_q, last_v = run:state()
    t.near(q[#q], last_q, 1e-13)
    t.near(v[#v], last_v, 1e-13)
  end
  -- a column of that name comes first
  local one = assert(li.robot { bodies = { { name = "m", mass = 1, inertia = { 1, 1, 1 },
    joint = { kind = "prismatic", axis = "x", q = "q" } } } }:simulate(1, { 0.5 }, { 2 }))
  t.near(one.q[#one], 2.5, 1e-9)
  t.eq(#one.v[1], 1)
end)

t.done()
