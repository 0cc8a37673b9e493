-- test_page_jumps.lua - the living page computes what jumps: friction that sticks, impacts, stops,
-- alone and in loops; its JavaScript in node against the engine and against closed forms
local t = require "t"
local li = require "liaison"
local scratch = require "scratch"
local json = require "liaison.show.page.json"
local force = li._internal.force

local sin, cos, sqrt, pi = math.sin, math.cos, math.sqrt, math.pi
local g = 9.81
-- the stated difference from the engine: rounding, made larger by what comes after it
local SMALL = 1e-8
-- a slope of 30 degrees
local slope, slope_down = { 0.5, 0, sqrt(0.75) }, { sqrt(0.75), -0.5 }

-- ---- what the engine says of a run, for tests/page/acts.js ----

local jobs = {}

local function columns_of(run, pattern)
  local list, rows = {}, {}
  for _, name in ipairs(run:columns()) do
    if name:find(pattern) then list[#list + 1] = run:column(name) end
  end
  for i = 1, #run do
    rows[i] = {}
    for k, c in ipairs(list) do rows[i][k] = c[i] end
  end
  return #list > 0 and rows or nil
end

local function column(run, name)
  local list = {}
  for i = 1, #run do list[i] = run:column(name)[i] end
  return list
end

-- the lines of a run that a page tells too; how many steps were beyond a bound is left out
local function told(run)
  local list = {}
  for _, x in ipairs(run:info().told) do list[#list + 1] = x.text end
  return list
end

-- the run of a spec and its page; more: fields of the job, options of the page
local function job(name, spec, more, options)
  local all = { rtol = 1e-10, atol = 1e-12, record = { "accelerations", "forces" } }
  for key, x in pairs(spec) do all[key] = x end
  local run = assert(li.simulate(all))
  local j = { page = scratch.write(name .. ".html", run:html(nil, options)), limit = SMALL,
    rows = { T = column(run, "T"), V = column(run, "V"), a = columns_of(run, "''$"),
      F = columns_of(run, "^F%.") } }
  for key, x in pairs(more or {}) do j[key] = x end
  jobs[#jobs + 1] = j
  return run, j
end

-- the same, and what it tells and what became of its energy
local function accounted(name, spec, more, options)
  local run, j = job(name, spec, more, options)
  local info = run:info()
  j.told, j.balance = told(run), { given = info.given, lost = info.lost, events = info.events }
  return run, j
end

-- the JavaScript of a page is the same on both Luas: it is tried on one
local function asked()
  local list = jobs
  jobs = {}
  if rawget(_G, "jit") then return end
  t.needs("node", "nodejs")
  local path = scratch.write("jobs.json", json.text(list))
  local pipe = io.popen("node tests/page/acts.js " .. path .. " 2>&1")
  local said = pipe:read "*a"
  pipe:close()
  t.ok(said:find("ended with 0 wrong", 1, true), said)
end

-- ---- mechanisms ----

local function body(name, joint, more)
  local b = { name = name, joint = joint, mass = 1, inertia = { 0.02, 0.03, 0.03 } }
  for key, x in pairs(more or {}) do b[key] = x end
  return b
end

local function slide(axis, q) return { kind = "prismatic", axis = axis, q = q } end
local function hinge(q) return { kind = "revolute", axis = "y", q = q } end

-- 2 kg that slide along the axes named, in the plane y = 0
local function block(forces, inputs)
  return li.robot { gravity = { 0, 0, -g }, forces = forces, inputs = inputs, bodies = {
    body("c", slide("x", "x"), { mass = 0, inertia = 0 }),
    body("b", slide("z", "z"), { parent = "c", mass = 2 }) } }
end

-- 2 kg on a rail, without weight unless asked
local function cart(joint, gravity, forces)
  joint.kind, joint.axis, joint.q = "prismatic", "x", "x"
  return li.robot { gravity = gravity or { 0, 0, 0 }, forces = forces,
    bodies = { body("c", joint, { mass = 2 }) } }
end

-- two links over a floor; and the same tip held by a third, as a loop
local function arm(forces)
  return li.robot { forces = forces, bodies = {
    body("a", hinge "q1", { com = { 0.3, 0, 0 } }),
    body("b", hinge "q2", { parent = "a", at = { 0.6, 0, 0 }, com = { 0.2, 0, 0 } }) } }
end

local function fourbar(forces)
  return li.robot { forces = forces, bodies = {
    body("a", hinge "q1", { com = { 0.2, 0, 0 } }),
    body("b", hinge "q2", { parent = "a", at = { 0.4, 0, 0 }, com = { 0.4, 0, 0 } }),
    body("c", hinge "q3", { parent = "world", at = { 0.9, 0, 0 }, com = { 0.3, 0, 0 } }) },
    frames = { { name = "end", body = "b", at = { 0.8, 0, 0 } },
      { name = "top", body = "c", at = { 0.6, 0, 0 } } },
    loops = { { name = "pin", from = "end", to = "top", joint = "revolute", axis = "y" } } }
end

-- ---- every kind ----

-- the number of a row that stands at a place, by name
local function name_at(row, place)
  local at = 0
  for _, p in ipairs(row.numbers) do
    if at == place then return p end
    at = at + p.size
  end
end

-- what must be given, planes below the mechanism, ends it comes to, restitution where there is one
local function example(row, port, place, low, high)
  local e = { row.name, name = "element" }
  for _, p in ipairs(row.numbers) do
    if p.default == nil then e[p.name] = p.size == 3 and { 0, 0, 1 } or 1.5 end
  end
  local how = { through = { 0, 0, -0.55 }, min = low, max = high, restitution = 0.4, mu = 0.3,
    radius = 0.05 }
  for key, x in pairs(how) do
    if row.jumps[key] then e[name_at(row, row.jumps[key]).name] = x end
  end
  e[port == "point" and "at" or "joint"] = place
  if port == "point" then e.point = { 0.3, 0, 0 } end
  return e
end

t.test("every kind that jumps is computed again, alone and in a loop, because it is listed",
  function()
  local closed = assert(fourbar():assemble({ 0.6, -0.3, 0.9 }, { fix = { "q1" } }))
  local seen = 0
  for kind in ("\n" .. li.forces()):gmatch "\n([%w_]+): " do
    local row = force.row(kind)
    if row.jumps then
      seen = seen + 1
      local port = row.ports.point and "point" or "joint"
      local low, high = -1.2, 0.9
      job(kind .. "_alone", { arm { example(row, port, port == "point" and "b" or "q1", low,
        high) }, q = { -0.2, 0.4 }, t = 1 })
      job(kind .. "_alone_dt", { arm { example(row, port, port == "point" and "b" or "q1", low,
        high) }, q = { -0.2, 0.4 }, t = 1, dt = 0.02 })
      job(kind .. "_loop", { fourbar { example(row, port, port == "point" and "c" or "q3", low,
        1.1) }, q = closed, v = { 2, 0, 0 }, t = 1 })
    end
  end
  t.ok(seen >= 3, seen)
  asked()
end)

t.test("several at once: a box thrown on its corners, dry friction of loops, balls, stops of arms",
  function()
  local corners = {}
  for i = -1, 1, 2 do for j = -1, 1, 2 do
    corners[#corners + 1] = { "impact", at = "b", point = { 0.2 * i, 0.3 * j, -0.1 },
      normal = { 0, 0, 1 }, mu = 0.5, restitution = 0.3 }
  end end
  local box = li.robot { bodies = { { name = "b", joint = "floating", mass = 2,
    inertia = { 0.1, 0.08, 0.05 } } } }
  accounted("box", { box, q = { 0, 0, 0.3, cos(0.15), sin(0.15), 0, 0 },
    v = { 0.5, 0, 0, 0.3, 0.2, 0 }, t = 0.35, forces = corners })
  accounted("box_slides", { box, q = { 0, 0, 0.1, 1, 0, 0, 0 }, v = { 2, 0, 0, 0, 0, 0 }, t = 1,
    forces = corners })
  accounted("ball_joint", { li.robot { gravity = { 0, 0, 0 }, bodies = { body("b",
    { kind = "spherical", dofs = { { friction = 0.1 }, { friction = 0.2 }, { friction = 0.1,
      damping = 0.05 } } }, { inertia = { 1, 1.2, 1.4 } }) } }, v = { 2, 1, -0.5 }, t = 20 })
  local links = {}
  for k = 1, 3 do
    links[k] = body("l" .. k, { kind = "revolute", axis = "y", q = "q" .. k,
      limits = { -0.4, 0.3 + 0.2 * k } }, { parent = k > 1 and "l" .. (k - 1) or nil,
      at = k > 1 and { 0.5, 0, 0 } or nil, com = { 0.25, 0, 0 } })
  end
  accounted("corners", { li.robot { bodies = links }, v = { 3, -8, 12 }, t = 1.5,
    limits = { restitution = 0.4 } })
  accounted("corners_dead", { li.robot { bodies = links }, v = { 3, -8, 12 }, t = 3 })
  local closed = assert(fourbar():assemble({ 0.6, -0.3, 0.9 }, { fix = { "q1" } }))
  accounted("loop_of_friction", { fourbar { { "stiction", joint = "q1", coulomb = 0.5 },
    { "stiction", joint = "q3", coulomb = 0.4, static = 0.9, stribeck = 0.1, viscous = 0.1 },
    { "endstop", joint = "q2", min = -0.9, max = 1, restitution = 0.5 } }, q = closed, t = 3 })
  asked()
end)

t.test("friction along a curve; one of two in a loop that gives all it can; ends that are one; a "
  .. "foot that sticks and slips when the top strikes", function()
  local free = li.robot { gravity = { 0, 0, -g }, bodies = {
    body("cx", slide("x", "x"), { mass = 0, inertia = 0 }),
    body("cy", slide("y", "y"), { parent = "cx", mass = 0, inertia = 0 }),
    body("b", slide("z", "z"), { parent = "cy" }) } }
  -- thrown up and across the slope it turns by far more than a right angle
  accounted("across", { free, v = { -2 * slope_down[1], 0.8, -2 * slope_down[2] }, t = 2,
    forces = { { "impact", at = "b", normal = slope, mu = 0.3 } } })
  local tied = li.robot { gravity = { 0, 0, 0 }, bodies = { body("a", slide("x", "xa"),
    { mass = 1.1 }), body("b", slide("x", "xb"), { parent = "world", mass = 2.7 }) },
    constraints = { { "equation", name = "tie", equation = "xa - xb" } } }
  accounted("tied", { tied, t = 7, tau = { xa = "t" }, forces = {
    { "stiction", joint = "xa", coulomb = 2 }, { "stiction", joint = "xb", coulomb = 3 } } })
  accounted("locked", { cart({ limits = { 0.2, 0.2 } }, { 3, 0, 0 }), q = { 0.2 }, v = { 1 },
    t = 1 })
  -- it slips soon after the strike, or is lifted by it
  for k, c in ipairs { { 0.5, 0.4, 0.2, 0.56 }, { 0.3, 0.5, -0.2, 0.3 } } do
    local rod = li.robot { gravity = { 0, 0, -g }, bodies = { { name = "b", joint = "floating",
      mass = 1, com = { 0, 0, c[1] }, inertia = { 0.1, 0.1, 0.01 } } } }
    accounted("foot" .. k, { rod, q = { 0, 0, 0, cos(0.1), 0.6 * sin(0.1), 0.8 * sin(0.1), 0 },
      t = c[4], forces = { { "impact", name = "foot", at = "b", normal = { 0, 0, 1 },
        mu = c[2] }, { "impact", name = "top", at = "b", point = { 0, 0, 1 },
          normal = { -0.8, 0.1, c[3] }, through = { 0.45, 0, 0 }, restitution = 0.3,
          mu = 0.2 } } })
  end
  asked()
end)

t.test("rolling: what rolls without slipping strikes a wall, in constraints of rates", function()
  local wheel = li.robot { gravity = { 0, 0, -g }, bodies = { body("c",
    { kind = "planar", q = { "x", "y", "a" } }, { inertia = { 0.1, 0.1, 0.1 } }) },
    constraints = { { "equation", name = "roll", equation = "x' - 0.3*a'" } } }
  accounted("rolling", { wheel, v = { 1, 0, 1 / 0.3 }, t = 2, forces = {
    { "impact", at = "c", normal = { -1, 0, 0 }, through = { 0.8, 0, 0 }, restitution = 0.6,
      radius = 0.3 }, { "stiction", joint = "a", coulomb = 0.02 } } })
  asked()
end)

-- ---- known answers, computed in the page under other numbers ----

-- the page of a model with open names, its sliders in their order; moved: a list of { p = {..} }
local function with_sliders(name, open, values, spec, moved)
  local names = {}
  for key in pairs(values) do names[#names + 1] = key end
  table.sort(names)
  local list = {}
  for k, m in ipairs(moved) do
    local p = {}
    for i, key in ipairs(names) do p[i] = m.p[key] or values[key] end
    list[k] = { set = { p = p }, start = m.start, x = m.x and { raw = json.text(m.x) },
      told = m.told, failed = m.failed, limit = m.limit }
  end
  spec[1] = open:with(values)
  return job(name, spec, { moved = list }, { of = open, values = values, sliders = names })
end

t.test("a block on a slope stays where friction suffices, else slides "
  .. "1/2 (g sin - mu g cos) t^2", function()
  local m = block { { "impact", at = "b", normal = slope, mu = "mu" } }
  local down, moved = slope_down, { { p = { mu = 0.6 }, x = { 0, 0, 0, 0 } } }
  for _, mu in ipairs { 0.5, 0.2, 0 } do
    local a = g * (0.5 - mu * sqrt(0.75))
    moved[#moved + 1] = { p = { mu = mu }, x = { a / 2 * down[1], a / 2 * down[2], a * down[1],
      a * down[2] } }
  end
  -- thrown up the slope at 3 m/s it stops, and stays or comes back
  for _, mu in ipairs { 0.6, 0.2 } do
    local up, back = g * (0.5 + mu * sqrt(0.75)), math.max(0, g * (0.5 - mu * sqrt(0.75)))
    local stop = 3 / up
    local s = back * (1 - stop) ^ 2 / 2 - 3 * stop / 2
    moved[#moved + 1] = { p = { mu = mu }, start = { 0, 0, -3 * down[1], -3 * down[2] },
      x = { s * down[1], s * down[2] } }
  end
  with_sliders("slope", m, { mu = 0.4 }, { t = 1 }, moved)
  asked()
end)

t.test("a ball bounces to e^(2 n) h and comes to rest; where nothing lets it rest, it is told",
  function()
  local ball = li.robot { gravity = { 0, 0, -g }, bodies = { body("b", slide("z", "z")) },
    forces = { { "impact", name = "floor", at = "b", normal = { 0, 0, 1 }, restitution = "e",
      rest = "slow" } } }
  local h, T = 1, 2.2
  -- where it is at T: t_1 = sqrt(2 h/g), then arcs of 2 e^n t_1
  local function at(e)
    local t1, n = sqrt(2 * h / g), 1
    local rest, arc = T - t1, 2 * e * t1
    while rest > arc do rest, arc, n = rest - arc, arc * e, n + 1 end
    local v = e ^ n * g * t1
    return { v * rest - g * rest ^ 2 / 2, v - g * rest }, n
  end
  local moved = {}
  for _, e in ipairs { 0.75, 0.8, 0.95, 1 } do
    local x, n = at(e)
    moved[#moved + 1] = { p = { e = e, slow = 1e-9 }, x = x,
      told = ("floor struck its plane %s, first at t = 0.4515, with 4.43 m/s"):format(
        n == 1 and "once" or n == 2 and "twice" or n .. " times") }
  end
  -- at its highest point after n strikes
  local e, n = 0.8, 2
  local up = sqrt(2 * h / g) * (1 + 2 * e + e ^ n)
  local v0 = sqrt(2 * g * h)
  moved[#moved + 1] = { p = { e = 0 }, x = { 0, 0 } }
  moved[#moved + 1] = { p = { e = 0.3 }, x = { 0, 0 } }
  moved[#moved + 1] = { p = {}, start = { -0.1, 0 }, failed = "0.1 m behind its plane" }
  with_sliders("ball", ball, { e = 0.7, slow = 1e-3 }, { q = { h }, t = T }, moved)
  local run = li.simulate { ball:with { e = e, slow = 1e-3 }, q = { h }, t = up, rtol = 1e-10,
    atol = 1e-12 }
  t.near({ run.z[#run], v0 * e ^ n - sqrt(2 * g * run.z[#run]) }, { e ^ (2 * n) * h, 0 }, 1e-9)
  -- bounces pile up at sqrt(2 h/g) (1 + e)/(1 - e)
  jobs[#jobs + 1] = { page = scratch.write("apex.html", run:html()), limit = SMALL,
    moved = { { x = { e ^ (2 * n) * h, 0 } } },
    zeno = { e = 0.5, h = h, g = g, t = 3 * sqrt(2 * h / g) } }
  asked()
end)

t.test("a wheel that slides begins to roll, at the speed that no friction changes", function()
  local r, I = 0.5, 0.3
  local m = li.robot { gravity = { 0, -g, 0 }, forces = { { "impact", at = "b",
    normal = { 0, 1, 0 }, radius = r, mu = "mu" } }, bodies = { body("b", { kind = "planar",
    q = { "x", "y", "a" } }, { mass = 2, inertia = { I, I, I } }) } }
  local moved, v = {}, 3 * 2 * r * r / I / (1 + 2 * r * r / I)
  for _, mu in ipairs { 0.2, 0.4, 0.8 } do
    -- x' = 3 - mu g t until it rolls
    local stop = (3 - v) / (mu * g)
    moved[#moved + 1] = { p = { mu = mu },
      x = { (3 + v) / 2 * stop + v * (2 - stop), r, { raw = "null" }, v, 0, -v / r } }
  end
  with_sliders("bowl", m, { mu = 0.3 }, { q = { 0, r, 0 }, v = { 3, 0, 0 }, t = 2 }, moved)
  asked()
end)

t.test("a joint against its stop, hard and soft; its friction; the effort of its motor", function()
  local open = cart({ limits = { -0.5, "L" } })
  with_sliders("stop", open, { L = 1 }, { v = { 2 }, t = 1, limits = { restitution = 0.5 } }, {
    { p = { L = 0.6 }, x = { 0.6 - (1 - 0.3), -1 },
      told = "x struck its limit once, first at t = 0.3, with 2 m/s at most" },
    { p = { L = 3 }, x = { 2, 2 } },
    { p = { L = 1 }, start = { 1.5, -1 }, x = { 0.5, -1 }, told = "x began 0.5 m beyond" } })
  -- half a period of the spring beyond the end; hard where there is none
  local soft = cart({}, nil, { { "endstop", name = "pad", joint = "x", max = 1,
    stiffness = "k" } })
  local beyond = pi * sqrt(2 / 800)
  with_sliders("soft", soft, { k = 2e4 }, { v = { 2 }, t = 1.5 }, {
    { p = { k = 800 }, x = { 1 - 2 * (1 - beyond), -2 }, limit = 1e-7 },
    { p = { k = 0 }, x = { 1, 0 }, told = "struck its limit once" } })
  with_sliders("friction", cart { friction = "F", damping = "c", scale = 2 }, { F = 0.5, c = 0 },
    { v = { 3 }, t = 20 }, { { p = { F = 1 }, x = { 9 * 8 / (2 * 2), 0 } },
      { p = { F = 0, c = 1 }, x = { 3 * (8 / 4) * (1 - math.exp(-20 * 4 / 8)),
        3 * math.exp(-20 * 4 / 8) } } })
  -- the joint moves twice as far as its coordinate: 8 kg there, twice the effort
  with_sliders("effort", cart { effort = "T", scale = 2 }, { T = 3 }, { t = 2,
    tau = { x = "100" } }, { { p = { T = 2 }, x = { 4 / 8 * 2, 4 / 8 * 2 },
      told = "the push on x was cut to its effort 4 in" },
      { p = { T = 500 }, x = { 100 / 8 * 2, 100 / 8 * 2 } } })
  asked()
end)

t.test("a stick-slip oscillator moves on by V T in every period", function()
  -- m x'' = k (V t - x) - Fc while it slips from Fs on: w t_s = 2 pi - 2 atan(w D/V), and sticks
  -- for 2 D/V, with D = (Fs - Fc)/k
  local m, V, Fs, Fc = 2, 0.5, 4, 2
  local function period(k)
    local w, D = sqrt(k / m), (Fs - Fc) / k
    return (2 * pi - 2 * math.atan(w * D / V)) / w + 2 * D / V, D / V
  end
  local T, stuck = period(20)
  local end_of_run, moved = Fs / (20 * V) + 3 * T - stuck, {}
  for _, n in ipairs { 3, 5 } do
    -- another stiffness that is stuck in the same moment, after n slips
    local lo, hi = 5, 200
    for _ = 1, 60 do
      local k = (lo + hi) / 2
      local TT, half = period(k)
      if Fs / (k * V) + n * TT - half > end_of_run then lo = k else hi = k end
    end
    moved[#moved + 1] = { p = { k = lo }, x = { n * V * (period(lo)), 0 } }
  end
  local open = cart({}, nil, { { "stiction", joint = "x", coulomb = Fc, static = Fs },
    { "given", joint = "x", f = "k*(0.5*t - x)" } })
  with_sliders("stickslip", open, { k = 20 }, { t = end_of_run }, moved)
  asked()
end)

-- ---- what goes on, what drives, what changes in time ----

t.test("a run goes on with the states of its forces; stops that were left are known", function()
  local m = arm { { "motor", joint = "q1", voltage = 6, resistance = 1, kt = 0.3,
    inductance = 0.5 }, { "stiction", joint = "q2", coulomb = 0.1 } }
  local spec = { rtol = 1e-10, atol = 1e-12, method = "dop853" }
  local run = m:simulate(0.3, { 0.2, 0.1 }, nil, spec):resume(0.3)
  jobs[#jobs + 1] = { page = scratch.write("resumed.html", run:html()), limit = SMALL,
    rows = { T = column(run, "T") } }
  asked()
end)

t.test("no step goes over the times at which a law changes; inputs with rates drive constraints",
  function()
  local m = block({ { "impact", at = "b", normal = { 0, 0, 1 }, mu = 0.4 } })
  for _, dt in ipairs { 0, 0.05 } do
    -- at such a time a row has the force from before it
    local _, j = accounted("pushed" .. dt, { m, t = 2, dt = dt, forces = { { "given", joint = "x",
      f = { t = { 0, 0.5, 0.7, 1 }, f = { 0, 40, -10, 0 }, how = "steps" } } } })
    j.rows.a, j.rows.F = nil, nil
  end
  local driven = li.robot { bodies = { body("cart", slide("x", "x")),
    body("bob", hinge "th", { parent = "cart", com = { 0, 0, -1 } }) }, inputs = { "u" },
    constraints = { { "equation", name = "drive", equation = "x' - u" } } }
  job("rates", { driven, q = { 0, 1 }, t = 1, inputs = { u = "0.3*th'" } }, { moved = {
    { set = { u = { 0.2 }, law = { false } }, start = { 0, 1, 0.2, 0 }, x = { 0.2 } } } })
  asked()
end)

t.test("what elements store and do not store is told apart from what they take", function()
  local _, j = accounted("cushion", { cart({ limits = { -5, 1 } }), v = { 2 }, t = 2,
    limits = { stiffness = 2e4, damping = 100 } })
  j.told = nil -- how many steps are within the stop is rounding at its edge
  accounted("stored", { arm { { "spring", joint = "q1", stiffness = 20, damping = 0.3 },
    { "damper", joint = "q2", damping = 0.2 }, { "given", joint = "q1", f = "2*sin(3*t)" } },
    t = 1 })
  asked()
end)

t.test("bounds that are passed are told in the words of the run", function()
  accounted("beyond", { cart({ limits = { -1, 1 }, speed = 1.5, scale = 2 }), v = { 2 }, t = 3,
    limits = "ignore" })
  accounted("cut", { cart { effort = 3 }, t = 1, tau = { x = "5" } })
  accounted("not_cut", { cart { effort = 3 }, t = 1, tau = { x = "5 + 0*t" },
    efforts = "ignore" })
  for k, u in ipairs { { min = -4, max = 4 }, { min = -4 }, { max = -7 }, { min = -5.5 } } do
    u.name, u.unit, u.value = "F", "N", u.max or 0
    local m = li.robot { gravity = { 0, 0, 0 }, inputs = { u }, bodies = {
      body("c", slide("x", "x")) }, forces = { { "given", joint = "x", f = "F" } } }
    local _, j = accounted("input" .. k, { m, t = 1, inputs = { F = "-5 - t" } })
    -- within for half of the time; where the first step beyond it ends is rounding at the corner
    if k == 4 then j.told, j.moved = nil, { { told = "cut to its min -5.5 N for 0.5 s," } } end
  end
  local m = li.robot { gravity = { 0, 0, 0 }, bodies = { body("c", slide("x", "x")) } }
  accounted("struck", { m, v = { 1 }, t = 3, forces = { { "impact", name = "wall", at = "c",
    normal = { -1, 0, 0 }, through = { 1, 0, 0 }, restitution = 0.5 },
    { "endstop", joint = "x", min = 0.2 } } })
  asked()
end)

t.test("a kernel with forces of its own is played back; one with the joints' is not", function()
  local joint = { kind = "revolute", axis = "y", q = "th", damping = 0.3, friction = 0.1 }
  local m = li.robot { bodies = { body("p", joint, { com = { 0.4, 0, 0 } }) } }
  local eq = m:equations()
  local function why(run) return run:html():match '<p class="note" id="again">(.-)</p>' end
  t.ok(why(li.simulate { m, q = { 1 }, t = 0.5, kernel = eq:forced { th = "-3*th'" }
    :compile "fd" }):find("its kernel has forces of its own", 1, true))
  job("kernel", { m, q = { 1 }, v = { 0.1 }, t = 0.2, kernel = eq:compile "fd",
    record = {} }, { rows = { raw = "null" } })
  asked()
end)

t.test("where the events of the page are others than those of the run, it says from when on",
  function()
  local ball = li.robot { gravity = { 0, 0, -g }, bodies = { body("b", slide("z", "z")) },
    forces = { { "impact", at = "b", normal = { 0, 0, 1 }, restitution = 0.5 } } }
  local page = li.simulate { ball, q = { 1 }, t = 1, rtol = 1e-10 }:html()
  local other, n = page:gsub('("numbers":%[0,0,0,0,0,1,0%.5),', "%15,")
  t.eq(n, 1)
  jobs[1] = { page = scratch.write("other.html", other), limit = SMALL,
    branches = sqrt(2 / g) }
  asked()
end)

t.test("pages carry what jumps where something does", function()
  local function carries(run, word) return run:html():find("function " .. word, 1, true) ~= nil end
  local plain = arm():simulate(0.1)
  t.eq(carries(plain, "Jumps") or carries(plain, "Watch") or carries(plain, "Tally"), false)
  local stops = cart({ limits = { -1, 1 } }):simulate(0.1)
  t.ok(carries(stops, "Jumps") and carries(stops, "Watch") and carries(stops, "Tally"))
  local ignored = cart({ limits = { -1, 1 } }):simulate(0.1, nil, nil, { limits = "ignore" })
  t.ok(not carries(ignored, "Jumps") and carries(ignored, "Tally"))
  -- exported equations know the motion between stops, and no other jump
  local function exported(run) return run:html():find('"exported":true', 1, true) ~= nil end
  t.ok(exported(stops))
  t.ok(not exported(cart({ friction = 1 }):simulate(0.1)))
  t.ok(#stops:html() - #plain:html() < 32000, #stops:html() - #plain:html())
end)

scratch.remove()
t.done()
