-- test_acting_reader.lua - what acts is read by one reader: an element says the same in a
-- description, in a run and in a linear model; curves through points; inputs and their bounds
local t = require "t"
local li = require "liaison"
local tyrelist = require "tyrelist"
local kit = li._internal

local q, v = { 0.3, -0.5 }, { 0.4, 0.2 }

local function arm(forces, more)
  local d = { gravity = { 0, -9.81, 0 }, forces = forces, inputs = { { name = "F", value = 2 } },
    bodies = {
      { name = "a", joint = "revolute", mass = 2, com = { .5, 0, 0 }, inertia = { 1, 1, 1 } },
      { name = "tip", at = { 1, 0, 0 }, joint = "revolute", mass = 1, com = { .4, 0, 0 },
        inertia = { 1, 1, 1 } } },
    frames = { { name = "hand", body = "tip", at = { .3, .1, 0 }, rpy = { 0, 0, .4 } } } }
  for key, x in pairs(more or {}) do d[key] = x end
  return li.robot(d)
end

-- ---- every kind, by both roads ------------------------------------------------------------------

local PORTS = {
  { port = "joint", at = { joint = "q1" } },
  { port = "joint", at = { joint = { q1 = 1, q2 = "-1/2" } }, sum = true },
  { port = "line", at = { from = "hand", to = "world", to_point = { 2, "1 + 1", 0 } } },
  { port = "point", at = { at = "hand", point = { .1, 0, 0 } } } }

local function entry(row, place)
  local f = { row.name }
  for key, x in pairs(place.at) do f[key] = x end
  for _, n in ipairs(row.numbers) do
    if n.default == nil then f[n.name] = n.size == 3 and { 0, 1, 0 } or 2 end
  end
  if row.name == "endstop" then f.min, f.max = -1, 1 end
  return tyrelist.fill(f, row, "y")
end

local function with(f, key, x)
  local copy = {}
  for k, y in pairs(f) do copy[k] = y end
  copy[key] = x
  return copy
end

-- ways to say the numbers of an element: as numbers, by coordinates and inputs, in the axes of its
-- body, as a curve; of long lists the first
local function ways(f, row, port)
  local list = { f }
  for k, n in ipairs(row.numbers) do
    if n.size == 1 and k <= 20 and (f[n.name] or n.default == 0) then
      list[#list + 1] = with(f, n.name, "2 + q2/10 + F/20 + sin(t)/8 + q1'^2/9")
      list[#list + 1] = with(f, n.name, { t = { 0, 0.02, 0.05 }, f = { 2, 2.5, 2.25 } })
    end
  end
  if row.name ~= "given" then return list end
  if port == "point" then
    list[#list + 1] = with(with(f, "axes", "body"), "f", { "F", "q1*t", 1 })
    list[#list + 1] = with(f, "f", { 0, { q1 = { -1, 1 }, f = { 3, 4 } }, "cos(q2)" })
  else
    list[#list + 1] = with(f, "f", "F*x - v + q1*t")
    list[#list + 1] = with(f, "f", { x = { -1, 0, 2 }, f = { 3, 0, -9 }, how = "cubic" })
  end
  return list
end

local function each_way(visit)
  for _, listed in ipairs(kit.schema.kinds().force) do
    local row = kit.force.row(listed.name)
    for _, place in ipairs(PORTS) do
      if row.ports[place.port] then
        for k, f in ipairs(ways(entry(row, place), row, place.port)) do
          visit(f, ("%s %s %d"):format(row.name, place.port, k))
        end
      end
    end
  end
end

-- what it gives, or the words it fails with, without what stands before the place
local function outcome(f, ...)
  local all = { pcall(f, ...) }
  if all[1] and all[2] ~= nil then return all[2] end
  return nil, (tostring(all[1] and all[3] or all[2]):gsub("^.-(forces%[)", "%1"))
end

local function same(what, a, b, why_a, why_b)
  t.eq(a == nil, b == nil, what .. ": " .. tostring(why_a) .. " and " .. tostring(why_b))
  if a == nil then t.eq(why_a, why_b, what) end
  return a ~= nil and b ~= nil
end

t.test("every kind, however its numbers are told: the same run, described or given", function()
  local ran, refused = 0, 0
  each_way(function(f, what)
    local options = { inputs = { F = "2 + sin(t)" }, record = "forces" }
    local b, why_b = outcome(function()
      local m = arm { f }
      return m:simulate(.05, q, v, options)
    end)
    options.forces = { f }
    local a, why_a = outcome(arm().simulate, arm(), .05, q, v, options)
    if same(what, a, b, why_a, why_b) then
      t.eq(table.concat(a:columns(), " "), table.concat(b:columns(), " "), what)
      t.eq(a:hash(), b:hash(), what)
      ran = ran + 1
    else refused = refused + 1 end
  end)
  t.ok(ran >= 60, ran .. " ran, " .. refused .. " refused")
end)

t.test("every kind, however its numbers are told: the same linear model", function()
  local found = 0
  each_way(function(f, what)
    local at = { q = q, v = v, u = { F = 1.5 }, t = .01 }
    local b, why_b = outcome(function() return arm({ f }):linearize(at) end)
    at.forces = { f }
    local a, why_a = outcome(arm().linearize, arm(), at)
    if same(what, a, b, why_a, why_b) then
      t.eq(tostring(a.A - b.A), tostring(0 * b.A), what)
      t.eq(tostring(a.B - b.B), tostring(0 * b.B), what)
      t.eq((a.rest - b.rest):norm(), 0, what)
      t.eq(table.concat(a.left_out, ";"), table.concat(b.left_out, ";"), what)
      found = found + 1
    end
  end)
  t.ok(found >= 60, found)
end)

t.test("mistakes are told in the same words, described or given", function()
  local bad = { { "sprin", joint = "q1" }, { joint = "q1" }, { "damper", joint = "q3" },
    { "spring", joint = "q1" }, { "spring", stiffness = 1 }, { "drag", at = "hnd", linear = 1 },
    { "spring", joint = "q1", stifness = 3, stiffness = 2 }, { "drag", joint = "q1" },
    { "contact", at = "tip", stiffness = -1, normal = { 0, 1, 0 } },
    { "contact", at = "tip", stiffness = 1, normal = { 0, 0, 0 } },
    { "contact", at = "tip", stiffness = 1, normal = { 0, 1 } },
    { "given", joint = "q1", f = "2*" }, { "spring", joint = "q1", stiffness = {} },
    { "given", joint = "q1", axes = "body", f = 1 }, { "spring", joint = {}, stiffness = 1 },
    { "spring", joint = "q1", stiffness = 1, f = "x" }, { "damper", from = "tip", damping = 1 },
    { "given", joint = "q1", f = { t = { 0, 1 }, f = { 1 } } },
    { "given", joint = "q1", f = { t = { 0, 0 }, f = { 1, 2 } } },
    { "given", joint = "q1", f = { t = { 1 }, f = { 1 } } },
    { "given", joint = "q1", f = { t = { 0, 1 }, x = { 0, 1 }, f = { 1, 2 } } },
    { "given", joint = "q1", f = { t = { 0, 1 }, f = { 1, 0 / 0 } } },
    { "given", joint = "q1", f = { t = { 0, 1 }, f = { 1, 2 }, how = "cubik" } },
    { "impact", at = "world", normal = { 0, 1, 0 } }, "spring", 3 }
  for k, f in ipairs(bad) do
    local _, told = outcome(function()
      local m = arm { f }
      m:simulate(.01, q)
      return true
    end)
    local _, given = outcome(function() return arm():simulate(.01, q, v, { forces = { f } }) end)
    t.ok(told and told:find "^forces%[1%]", k .. ": " .. tostring(told))
    t.eq(given, told, k)
  end
  -- with the nearest name, and the line of the user
  local _, why = pcall(arm().simulate, arm(), 1, q, v,
    { forces = { { "spring", joint = "q1", stiffness = "3*qq1 + G" } } })
  t.ok(why:find("test_acting_reader.lua:%d+: model:simulate: argument 4 %(options%): 2 complaints"),
    why)
  t.ok(why:find("forces[1].stiffness: 'qq1' is no coordinate, rate or input, and has no value here "
    .. "(did you mean 'q1'?)", 1, true), why)
  t.raises("outputs%[1%].expression: 'q9' is no coordinate", arm().linearize, arm(),
    { outputs = { "q1 + q9" } })
end)

-- ---- what only a run has ------------------------------------------------------------------------

t.test("elements by name; names that are free", function()
  local m = arm { { "damper", name = "spring2", joint = "q1", damping = 1 } }
  local run = m:simulate(.01, q, v, { record = "forces",
    forces = { { "spring", joint = "q1", stiffness = 1 },
      push = { "given", joint = "q2", f = 2 } } })
  local columns = table.concat(run:columns(), " ")
  t.ok(columns:find("F.spring2 F.spring3 F.push", 1, true), columns)
  t.raises("forces%[1%].name: the name 'spring2' is taken twice", m.simulate, m, 1, q, v,
    { forces = { { "drag", name = "spring2", at = "tip", linear = 1 } } })
  local stop = { end1 = { "endstop", joint = "q1", min = -1, max = 1 } }
  t.eq(arm():linearize { forces = stop }.left_out[1]:sub(1, 5), "end1:")
end)

t.test("what a run adds is nowhere else: not in the description, not in the next run", function()
  local own = {}
  for n = 0, 5 do
    local m = arm(own)
    local before, plain = m:lua(), m:simulate(.1, q, v):hash()
    local more = {}
    for k = 1, 5 do more[k] = { "damper", joint = "q1", damping = k } end
    local added = m:simulate(.1, q, v, { forces = more }):hash()
    t.ok(added ~= plain)
    t.ok(m:linearize { forces = more, outputs = { "q1", "q2" } })
    t.eq(m:lua(), before, n)
    t.eq(m:simulate(.1, q, v):hash(), plain, n)
    t.eq(m:simulate(.1, q, v, { forces = more }):hash(), added, n)
    own[n + 1] = { "damper", joint = "q2", damping = n + 1 }
  end
end)

t.test("functions of the script belong to runs", function()
  local m = arm()
  local function run(stiffness, f)
    local r = m:simulate(.5, q, v, { rtol = 1e-11, atol = 1e-12, forces = {
      { "spring", joint = { q1 = 1, q2 = 1 }, stiffness = stiffness },
      { "given", joint = { q1 = 1, q2 = -1 }, f = f } } })
    local Q, V = r:state()
    return { Q[1], Q[2], V[1], V[2] }
  end
  local seen
  local by_functions = run(function(time, Q) return 30 + 5 * Q[1] * time end,
    function(time, x, w)
      seen = seen or { time, x, w }
      return time - 3 * x - w
    end)
  t.near(by_functions, run("30 + 5*q1*t", "t - 3*x - v"), 1e-9)
  t.near(seen, { 0, q[1] - q[2], v[1] - v[2] }, 1e-15)
  for _, f in ipairs { { "given", joint = "q1", f = print },
    { "spring", joint = "q1", stiffness = print } } do
    t.raises("a function belongs to one run", arm, { f })
    t.raises("a function of the script has no slope: write an expression", m.linearize, m,
      { forces = { f } })
  end
end)

t.test("what is odd is told, and runs: a description warns, a run says it", function()
  for _, f in ipairs { { "spring", joint = "q1", stiffness = -2 },
    { "damper", joint = "q1", damping = -2 } } do
    local key = f[1] == "spring" and "stiffness" or "damping"
    local warned = tostring(arm({ f }):warnings()[1])
    t.ok(warned:find("forces[1]." .. key .. "", 1, true), warned)
    local run = arm():simulate(.1, q, v, { forces = { f } })
    local told = run:info().told[1]
    t.eq(told.what .. " " .. told.name, "odd forces[1]." .. key)
    t.ok(tostring(run):find("forces[1]." .. key .. ": -2 is below 0: it pushes", 1, true))
    t.ok(math.abs(run:info().drift) < 1e-6, run:info().drift)
  end
end)

-- ---- curves through points ----------------------------------------------------------------------

local X, Y = { -1, 0, 0.5, 2 }, { 3, 0, -1, -4.5 }

local function slider(f, more)
  local d = { gravity = { 0, 0, 0 }, forces = { { "given", joint = "x1", f = f } },
    inputs = { "F" }, bodies = { { name = "m", joint = "prismatic", q = "x1", mass = 2,
      inertia = { 1, 1, 1 } } } }
  for key, x in pairs(more or {}) do d[key] = x end
  return li.robot(d)
end

-- by hand, from the points
local CLOSED = {
  linear = function(x)
    if x <= X[1] then return Y[1] end
    for k = 1, #X - 1 do
      if x < X[k + 1] then return Y[k] + (Y[k + 1] - Y[k]) * (x - X[k]) / (X[k + 1] - X[k]) end
    end
    return Y[#Y]
  end,
  steps = function(x)
    local y = Y[1]
    for k = 1, #X do if x >= X[k] then y = Y[k] end end
    return y
  end,
  cubic = function(x)
    local points = {}
    for k, y in ipairs(Y) do points[k] = { y } end
    return li.spline(X, points):at(math.max(X[1], math.min(x, X[#X])))[1]
  end }

local SAMPLES = { -3, -1.0001, -1, -0.7, -0.1, 0.2, 0.4999, 0.5, 0.9, 1.9, 2, 2.5, 40 }

t.test("a curve is what it says, in forces, equations, small motions and kernels", function()
  for how, want in pairs(CLOSED) do
    local m = slider { x = X, f = Y, how = how }
    local row, kernel = m:equations():rows()[1], m:compile("dynamics", { tape = true, inputs = {} })
    for _, x in ipairs(SAMPLES) do
      local f, what = want(x), how .. " at " .. x
      t.near(m:applied({}, { x })[1], f, 1e-13, what)
      t.near(-row:eval { x1 = x, ["x1'"] = 0, ["x1''"] = 0, tau1 = 0 }, f, 1e-13, what)
      t.near(kernel({ 0 }, { x, 7 }), { 7, f / 2 }, 1e-13, what)
    end
    for _, x in ipairs { -3, -0.6, 0.3, 1.2, 5 } do
      local l, h = m:linearize { q = { x } }, 1e-5
      t.near(l.A[2][1], (want(x + h) - want(x - h)) / (4 * h), 1e-8, how .. " slope at " .. x)
    end
  end
end)

t.test("a number over x or v is of what its element acts along: a sum, a coordinate", function()
  local function two(stiffness, damping, more)
    local d = { gravity = { 0, 0, 0 }, bodies = {
      { name = "a", mass = 2, inertia = { 1, 1, 1 }, joint = { kind = "prismatic", q = "z1" } },
      { name = "b", parent = "world", mass = 1, inertia = { 1, 1, 1 },
        joint = { kind = "prismatic", q = "z2" } } },
      forces = { { "spring", joint = { z1 = 1, z2 = -2 }, stiffness = stiffness,
        damping = damping } } }
    for key, x in pairs(more or {}) do d[key] = x end
    return li.robot(d)
  end
  local m = two({ x = { -1, 0, 1 }, f = { 30, 10, 20 } }, { v = { -1, 1 }, f = { 1, 5 } })
  local x, w = 0.05 + 2 * 0.02, 0.3 + 2 * 0.1
  local F = -(10 + 10 * x) * x - (3 + 2 * w) * w
  local l = m:linearize { q = { 0.05, -0.02 }, v = { 0.3, -0.1 } }
  t.near({ l.a.z1, l.a.z2 }, { F / 2, -2 * F }, 1e-12)
  -- slopes of -(10 + 10 x) x - (3 + 2 v) v
  t.near({ l.A[3][1], l.A[3][3] }, { -(10 + 20 * x) / 2, -(3 + 4 * w) / 2 }, 1e-10)
  t.near((m:simulate(1, { 0.05, -0.02 }):state()),
    (m:simulate(1, { 0.05, -0.02 }, nil, { kernel = true }):state()), 1e-9)
  -- a coordinate that is called so is meant, and between points there is none
  local named = two(nil, 0, { bodies = { { name = "a", mass = 1, inertia = { 1, 1, 1 },
    joint = { kind = "prismatic", q = "x" } }, { name = "b", parent = "world", mass = 1,
    inertia = { 1, 1, 1 }, joint = { kind = "prismatic", q = "y" } } },
    forces = { { "spring", joint = "y",
      stiffness = { x = { 0, 1 }, f = { 0, 1 } } } } })
  t.near(named:linearize { q = { 0.5, 2 } }.a.y, -1, 1e-12)
  t.raises("forces%[1%].stiffness: a number over x is one of an element on coordinates", two, 1, 0,
    { forces = { { "spring", from = "a", to = "b", stiffness = { x = { 0, 1 }, f = { 0, 1 } } } } })
end)

t.test("a linear model at a corner of a curve is refused and named", function()
  local m = slider { x = X, f = Y }
  local l, why, code = m:linearize { q = { 0.5 } }
  t.eq(l, nil)
  t.eq(code, "EDOMAIN")
  t.ok(why:find("^forces%[1%] %(%w+%): its law changes just there"), why)
end)

t.test("runs along curves: over t, x and v, against closed forms", function()
  local exact = { rtol = 1e-11, atol = 1e-12 }
  -- over t: straight pieces of f, by pieces the velocity is a parabola
  local m = slider { t = { 0, 1, 2 }, f = { 0, 6, 0 } }
  local run = m:simulate(3, { 0 }, { 0 }, exact)
  t.near(run:at("x1'", 1), 1.5, 1e-8)
  t.near(run:at("x1'", 3), 3, 1e-8)
  t.near(run:at("x1", 3), 3 + 3, 1e-7)
  -- over x: a spring of two stiffnesses: half a period each
  m = slider { x = { -5, 0, 5 }, f = { 40, 0, -10 } }
  local period = math.pi * (math.sqrt(2 / 8) + math.sqrt(2 / 2))
  t.near(m:simulate(period, { 1 }, { 0 }, exact):state()[1], 1, 1e-7)
  -- over v: a damper with less beyond 1 m/s; from 3 m/s down to 1 with c = 1, f(1) = -4
  m = slider { v = { -9, -1, 0, 1, 9 }, f = { 12, 4, 0, -4, -12 } }
  local down = 2 * math.log(6 / 4)   -- 2 v' = -(v + 3)
  t.near(m:simulate(down, { 0 }, { 3 }, exact):at("x1'", down), 1, 1e-8)
  t.near(m:simulate(down + .5, { 0 }, { 3 }, exact):at("x1'", down + .5), math.exp(-1), 1e-7)
  -- over an input, which a curve over t sets
  m = slider { F = { 0, 1 }, f = { 0, 8 } }
  run = m:simulate(2, { 0 }, { 0 }, { rtol = 1e-11, atol = 1e-12,
    inputs = { F = { t = { 0, 1 }, f = { 0, 1 }, how = "steps" } } })
  t.near(run:at("x1'", 2), 4, 1e-7)
end)

t.test("a short pulse is not stepped over, forwards and backwards", function()
  -- 1000 N for 10 ms on 2 kg at rest: 5 m/s
  local pulse = { t = { 0, 5, 5.01, 9 }, f = { 0, 1000, 0, 0 }, how = "steps" }
  local function speed(m, inputs, duration)
    local run = m:simulate(duration or 10, { 0 }, { 0 }, { rtol = 1e-9, atol = 1e-12,
      inputs = inputs, start = duration and 10 or 0 })
    return run["x1'"][#run]
  end
  t.near(speed(slider(pulse)), 5, 1e-7)
  t.near(speed(slider("F"), { F = pulse }), 5, 1e-7)
  t.near(speed(slider("F"), { F = "piecewise(t < 5, 0, 5.01 > t, 1000, 0)" }), 5, 1e-7)
  t.near(speed(slider(pulse), nil, -10), -5, 1e-7)
  t.near(speed(slider("piecewise(t < 5, 0, t < 5.0001, 1e5, 0)")), 5, 1e-6)
  -- up to a step the branch before it holds, so that nothing is tried twice
  local steps = { t = { 0, 1, 2, 3 }, f = { 1, -7, 3, 0 }, how = "steps" }
  local run = slider(steps):simulate(4, { 0 }, { 0 })
  t.near(run:at("x1'", 4), (1 - 7 + 3) / 2, 1e-12)
  t.ok(tostring(run):find "%(0 rejected%)", tostring(run))
end)

t.test("a curve is an expression underneath: told, saved and read again", function()
  local m = slider { x = X, f = Y, how = "cubic" }
  local again = li.robot(m:description())
  t.eq(again:lua(), m:lua())
  t.ok(type(m:description().forces[1].f) == "string")
  local many, f = {}, {}
  for k = 1, 400 do many[k], f[k] = k, math.sin(k / 20) end
  local long = slider { x = li.vec(many), f = li.vec(f) }
  t.near(long:applied({}, { 200.5 })[1], (math.sin(10) + math.sin(10.05)) / 2, 1e-12)
  t.near(long:linearize { q = { 200.5 } }.A[2][1], (math.sin(10.05) - math.sin(10)) / 2, 1e-12)
end)

-- ---- inputs -------------------------------------------------------------------------------------

local function pushed()
  return slider("F", { inputs = { { name = "F", min = -1, max = 2, unit = "N" } } })
end

t.test("a number beyond the bounds of an input is a mistake with both", function()
  local m = pushed()
  local function run(F) return m:simulate(1, { 0 }, nil, { inputs = { F = F } }) end
  t.raises("inputs.F: 3 is above its max 2 N", run, 3)
  t.raises("inputs.F: %-1.5 is below its min %-1 N", run, -1.5)
  t.near(run(2):state()[1], 0.5, 1e-12)
  t.eq(#run(-1):info().told, 0)
  t.raises("u.F: 3 is above its max 2", m.linearize, m, { u = { F = 3 } })
  t.raises("u.F: %-3 is below its min %-1", m.equilibrium, m, { u = { F = -3 } })
  t.raises("inputs.F: expected a number, an expression, or a curve", run, {})
  local function describes(pattern, input)
    t.raises(pattern, slider, 0, { inputs = { input } })
  end
  describes("inputs%[1%].min: 2 is above max, 1", { name = "F", min = 2, max = 1 })
  describes("inputs%[1%].value: 3 is above max, 2", { name = "F", value = 3, max = 2 })
  describes("inputs%[1%].value: 0 is below min, 1", { name = "F", min = "1/2 + 1/2" })
end)

t.test("an input that is an expression or a function is cut at its bounds, and told", function()
  local m = pushed()
  -- 5 sin t is above 2 from asin(2/5) on, as long before pi
  local from = math.asin(.4)
  local held = math.pi - 2 * from
  -- of 2 v' = F: both flanks of the sine, and the top
  local want = (10 * (1 - math.cos(from)) + 2 * held) / 2
  local laws = { "5*sin(t)", function(time) return 5 * math.sin(time) end,
    5 * li.expr("sin(t)", "new") }
  for _, F in ipairs(laws) do
    local run = m:simulate(math.pi, { 0 }, nil, { inputs = { F = F }, rtol = 1e-10, atol = 1e-12 })
    t.near(run:at("x1'", math.pi), want, 1e-8)
    local told = run:info().told[1]
    t.eq(told.what .. " " .. told.name, "input F")
    t.near(told.first, from, 1e-2)
    t.near(told.most, 3, 1e-1)
    t.near(tonumber(told.text:match "for ([%d.]+) s"), held, 2e-2)
    t.ok(tostring(run):find("the input F was cut to its bounds -1 and 2 N for", 1, true))
  end
  t.eq(#m:simulate(1, { 0 }, nil, { inputs = { F = "sin(t)" } }):info().told, 0)
  -- steps that begin beyond and end just at the bound count too
  local run = m:simulate(2, { 0 }, nil, { inputs = { F = { t = { 0, 1, 2 }, f = { 0, 6, 0 } } } })
  t.near(tonumber(run:info().told[1].text:match "for ([%d.]+) s"), 4 / 3, 1e-2)
end)

t.test("an equilibrium beyond the bounds of an input is none, and says so", function()
  local m = pushed()
  local function held(load)
    return m:equilibrium { inputs = "F", fix = "x1", forces = { { "given", joint = "x1",
      value = load } } }
  end
  t.ok(held(-2))
  local found, why, code = held(-2.5)
  t.eq(found, nil)
  t.eq(code, "EDOMAIN")
  t.ok(why:find("it needs an input beyond its bounds, F: 2.5 is above its max 2", 1, true), why)
end)

-- ---- weight held, and lists of coordinates ------------------------------------------------------

t.test("gravity compensation holds an arm anywhere, all of its weight or a part", function()
  local each = { "gravity_compensation", name = "hold", joint = { "q1", "q2" } }
  local run = arm():simulate(2, q, nil, { forces = { each }, record = "forces" })
  local Q, V = run:state()
  t.near({ Q[1], Q[2], V[1], V[2] }, { q[1], q[2], 0, 0 }, 1e-9)
  local weight = arm():id(q, { 0, 0 }, { 0, 0 })
  t.near({ run:at("F.hold1", 1), run:at("F.hold2", 1) }, weight, 1e-9)
  -- what is not held falls like a lighter arm: 1 - factor of gravity
  each.factor = "0.25"
  local light = arm({}, { gravity = { 0, -9.81 * .75, 0 } })
  local exact = { rtol = 1e-11, atol = 1e-12 }
  local want = light:simulate(.7, q, v, exact):state()
  exact.forces = { each }
  t.near(arm():simulate(.7, q, v, exact):state(), want, 1e-9)
  local m = arm { each }
  local at = { q = q, v = v }
  t.near(m:linearize(at).A - light:linearize(at).A, li.zeros(4, 4), 1e-11)
  t.near(m:compile("dynamics", { tape = true, inputs = {} })({ 0 }, { q[1], q[2], v[1], v[2] }),
    light:compile("dynamics", { tape = true, inputs = {} })({ 0 }, { q[1], q[2], v[1], v[2] }),
    1e-11)
  t.near(m:equations().Q:eval { q1 = q[1], q2 = q[2], ["q1'"] = 0, ["q2'"] = 0 }, .25 * weight,
    1e-11)
  t.raises("forces%[1%].joint: a gravity_compensation holds coordinates one by one", arm,
    { { "gravity_compensation", joint = { q1 = 1, q2 = 1 } } })
  t.ok(run:html():find('"living":true', 1, true))
end)

t.test("a body that turns in space is held too", function()
  local function top(forces)
    return li.robot { forces = forces, bodies = { { name = "b", joint = "spherical", mass = 2,
      com = { .1, .2, .3 }, inertia = { 1, 2, 2 } } } }
  end
  local run = top():simulate(1, nil, nil, { forces = { { "gravity_compensation",
    joint = top():description().coordinates } } })
  local _, V = run:state()
  t.near(V, { 0, 0, 0 }, 1e-12)
  local _, W = top():simulate(.1):state()
  t.ok(W:norm() > .1)
end)

t.test("joint = {..}: one element for each coordinate, of any kind", function()
  local m = arm { { "damper", joint = { "q1", "q2" }, damping = 2 },
    { "spring", name = "s", joint = { "q2", "q1" }, stiffness = "3 + F" } }
  local names = {}
  for k, f in ipairs(m:description().forces) do names[k] = f.name .. " " .. f.joint end
  t.eq(table.concat(names, ", "), "damper1 q1, damper2 q2, s1 q2, s2 q1")
  local single = { { "damper", joint = "q1", damping = 2 }, { "damper", joint = "q2", damping = 2 },
    { "spring", joint = "q2", stiffness = "3 + F" },
    { "spring", joint = "q1", stiffness = "3 + F" } }
  t.eq(m:simulate(.2, q, v):hash(), arm():simulate(.2, q, v, { forces = single }):hash())
  t.raises("forces%[1%].joint: no joint has the coordinate 'q5'", arm,
    { { "damper", joint = { "q1", "q5" }, damping = 2 } })
  t.raises("forces%[1%].joint: expected a coordinate", arm,
    { { "damper", joint = { "q1", 3 }, damping = 2 } })
end)

-- ---- inputs that drive constraints --------------------------------------------------------------

local function lifted(law)
  return li.robot { gravity = { 0, 0, -10 }, inputs = { { name = "u", value = .5 }, "F" },
    bodies = {
      { name = "lift", joint = "prismatic", q = "z1", mass = 1, inertia = { 1, 1, 1 } },
      { name = "load", parent = "lift", joint = "prismatic", q = "z2", mass = 2,
        inertia = { 1, 1, 1 } } },
    constraints = { { "driver", name = "hoist", coordinate = "z1", law = law or "u*sin(t)" } },
    forces = { { "spring", joint = "z2", stiffness = 50 }, { "given", joint = "z2", f = "F" } } }
end

t.test("an input drives a constraint: the same run as by its law, energies too", function()
  local exact = { rtol = 1e-10, atol = 1e-12, constraints = "project" }
  local laws = { [false] = "0.5", [2] = "2", ["t^2"] = "t^2", ["exp(-t)*z2"] = "exp(-t)*z2",
    [{ t = { 0, 1 }, f = { 0, 1 }, how = "cubic" }] = "t^2*(3 - 2*t)" }
  for law, text in pairs(laws) do
    local m, plain = lifted(), lifted("(" .. text .. ")*sin(t)")
    t.eq(#m:symbols(), 0)
    exact.inputs = { u = law or nil }
    local a = m:simulate(.9, nil, nil, exact)
    exact.inputs = nil
    local b = plain:simulate(.9, nil, nil, exact)
    for _, column in ipairs { "z1", "z2", "z2'", "E", "hoist.1" } do
      t.near(a:at(column, .9), b:at(column, .9), 1e-9, text .. " " .. column)
    end
    t.ok(math.abs(a:info().drift) < 1e-7, a:info().drift)
    t.ok(#a:html() > 1000, text)
  end
  -- nothing of one run is left in the next
  t.near(lifted():simulate(.5):at("z1", .5), .5 * math.sin(.5), 1e-9)
end)

t.test("what drives a constraint has two derivatives, or is refused with the cure", function()
  local m = lifted()
  local function run(law) return m:simulate(.1, nil, nil, { inputs = { u = law } }) end
  t.raises("inputs.u: it drives the constraint 'hoist', which needs two derivatives; a function "
    .. "has no derivatives: write an expression of t", run, function() return 1 end)
  t.raises("inputs.u: .*the expression has corners: take a cubic curve", run, "abs(t - 1)")
  t.raises("inputs.u: .*has corners", run, { t = { 0, 1 }, f = { 0, 1 } })
  local d = m:description()
  d.inputs[1].max = 1
  t.raises("inputs.u: .*it has bounds", li.robot(d).simulate, li.robot(d), .1, nil, nil,
    { inputs = { u = "t" } })
  t.ok(li.robot(d):simulate(.1, nil, nil, { inputs = { u = .7 } }))
end)

t.test("a linear model has columns for what drives a constraint, and for its rates", function()
  -- z1 = u sin t; 2 (z2'' + z1'') = F - 50 z2 - 20
  local m, at = lifted(), 1.1
  local s, c = math.sin(at), math.cos(at)
  local l = m:linearize { t = at, u = { u = .7, ["u'"] = 2, ["u''"] = 3 },
    outputs = { "z1", "z1'", "z1''", "z2''" } }
  t.eq(table.concat(l.inputs, " "), "u F u' u''")
  t.near(l.A[2], { -50 / 2, 0 }, 1e-12)
  t.near(l.B[2], { s, 1 / 2, -2 * c, -s }, 1e-12)
  t.near(l.D, { { s, 0, 0, 0 }, { c, 0, s, 0 }, { -s, 0, 2 * c, s }, { s, 1 / 2, -2 * c, -s } },
    1e-12)
  t.near(l.q[1], .7 * s, 1e-12)
  t.near(l.v[1], 2 * s + .7 * c, 1e-12)
  t.near(l.a.z1, 3 * s + 4 * c - .7 * s, 1e-12)
  t.eq(table.concat(m:linearize { inputs = "u" }.inputs, " "), "u u' u''")
  t.eq(table.concat(m:linearize { inputs = "u''" }.inputs, " "), "u''")
  local kernel = m:compile("dynamics", { tape = true })
  local u, time = .7, 1.1
  local a = kernel({ time }, { u * math.sin(time), 0, u * math.cos(time), 0 }, { u, 0, 0, 0 })
  t.near(a[4], -10 + u * math.sin(time), 1e-12)
  local A, B = m:compile("jacobians", { tape = true })({ at }, { l.q[1], 0, l.v[1], 0 },
    { .7, 0, 2, 3 })
  t.near(B[4], { s, 1 / 2, -2 * c, -s }, 1e-12)
  t.near(A[4][2], -25, 1e-12)
end)

-- a crank turned by an input, the slider by a pin, a load on the slider
local function turned()
  return li.robot { gravity = { 0, -9.81, 0 }, inputs = { { name = "u", value = .6 } }, bodies = {
    { name = "crank", joint = "revolute", q = "a", mass = 2, com = { .12, 0, 0 },
      inertia = { 0, 0, .02 } },
    { name = "rod", at = { .3, 0, 0 }, joint = "revolute", q = "b", mass = 3, com = { .4, 0, 0 },
      inertia = { 0, 0, .2 } },
    { name = "slider", parent = "world", at = { 0, .1, 0 }, joint = "prismatic", axis = "x",
      q = "s", mass = 4, inertia = { 0, 0, .01 } },
    { name = "load", joint = "prismatic", axis = "y", q = "y", mass = 1, inertia = { 1, 1, 1 },
      stiffness = 80 } },
    drivers = { a = "u^2/2 + u" },
    constraints = { { "spherical", name = "pin", from = "slider", to = "rod",
      to_at = { .9, 0, 0 } } }, outputs = { "b", "s", "s'" } }
end

t.test("what follows a driven coordinate through a loop is told by the input", function()
  local m, h = turned(), 1e-5
  local function closed(u) return m:with { u = u }:assemble { u * u / 2 + u, -.9, 1, 0 } end
  local l = m:linearize { q = closed(.6), u = { ["u'"] = 2 } }
  t.eq(table.concat(l.states, " "), "y y'")
  local more, less = closed(.6 + h), closed(.6 - h)
  for k = 1, 2 do t.near(l.D[k][1], (more[k + 1] - less[k + 1]) / (2 * h), 1e-8) end
  -- s' = ds/du u': so by u' it is ds/du, by u its slope times u'
  t.near(l.D[3][2], l.D[2][1], 1e-10)
  local curve = (more[3] - 2 * l.q[3] + less[3]) / h ^ 2
  t.near(l.D[3][1], 2 * curve, 1e-4)
  t.near(l.v[1], 2 * (.6 + 1), 1e-12)
end)

t.test("along a run the rates of what drives are those of its law", function()
  local m = turned()
  local run = m:simulate(1, m:assemble { .6, -.9, 1, 0 }, nil, { inputs = { u = "0.4*sin(2*t)" },
    rtol = 1e-10, atol = 1e-12 })
  for _, l in ipairs(m:linearize { run = run, at = .25 }) do
    local u, rate = .4 * math.sin(2 * l.t), .8 * math.cos(2 * l.t)
    t.near(l.v[1], (u + 1) * rate, 1e-9)
    t.near(l.a.a, (u + 1) * -1.6 * math.sin(2 * l.t) + rate ^ 2, 1e-8)
  end
  -- without the load nothing is free
  local d = m:description()
  d.bodies[4], d.coordinates = nil, nil
  local none, why, code = li.robot(d):linearize()
  t.eq(none, nil)
  t.eq(why .. " " .. code, "no coordinate is free to move there: there are no states EMODEL")
  local by_state = lifted():simulate(.1, nil, nil, { inputs = { u = "exp(-t)*z2" } })
  t.raises("u drives 'hoist' by a law of z2: its rates are not told by the run", function()
    lifted():linearize { run = by_state }
  end)
end)

t.test("an input with a joint is the force on it, and its limits bind", function()
  local function sled(input)
    return li.robot { gravity = { 0, 0, 0 }, inputs = { input }, bodies = { { name = "a",
      joint = { "prismatic", axis = "x", q = "s" }, mass = 2, inertia = { 1, 1, 1 } } } }
  end
  local m = sled { "force", name = "u", joint = "s", limits = { -3, 3 } }
  t.near(assert(li.simulate { m, t = 1, inputs = { u = 2 } }):at("s", 1), 0.5, 1e-8)
  t.raises("u: 4 is above its max 3", li.simulate, { m, t = 1, inputs = { u = 4 } })
  t.near(m:linearize().B, { { 0 }, { 0.5 } }, 1e-12)
  local d = m:description()
  t.eq(d.forces[1].f, "u")
  t.eq(d.inputs[1].max, 3)
  t.near(sled { name = "u", joint = { s = 2 }, limits = { min = 0 } }:linearize().B,
    { { 0 }, { 1 } }, 1e-12)
  t.raises("inputs%[1%]: expected 'force' first, or keys alone, got the string 'torque'", sled,
    { "torque", name = "u", joint = "s" })
  t.raises("inputs%[1%].joint: expected the coordinate", sled, { "force", name = "u" })
  t.raises("no joint has the coordinate 'z'", sled, { "force", name = "u", joint = "z" })
  t.raises("min and max say the same", sled, { name = "u", min = 0, limits = { 0, 1 } })
end)

t.done()
