-- test_page_loops.lua - the living page computes runs with programs beside them: its JavaScript in
-- node against the engine: the same ticks, random numbers, inputs, columns; sliders for values,
-- sampling times and delays; what it plays back
local t = require "t"
local li = require "liaison"
local scratch = require "scratch"
local json = require "liaison.show.page.json"

local exact = { method = "dop853", rtol = 1e-11, atol = 1e-12 }

-- ---- what the engine says of a run, for tests/page/acts.js ----

-- columns of references and programs, behind those of the mechanism
local function columns_beside(run)
  local list, energy = {}, false
  for _, name in ipairs(run:columns()) do
    if energy and name:find "^[%a_][%w_.]*'*$" and not name:find "^[FW]%." then
      list[#list + 1] = name
    end
    energy = energy or name == "E"
  end
  return list
end

local function beside_of(run, counted)
  local names, rows, ticks = columns_beside(run), {}, {}
  for i = 1, #run do rows[i] = { run.t[i] } end
  for k, name in ipairs(names) do
    local c, n = run:column(name), 0
    for i = 1, #run do
      rows[i][k + 1] = c[i]
      if i > 1 and c[i] ~= c[i - 1] then n = n + 1 end
    end
    ticks[k] = n
  end
  return { names = names, rows = rows, ticks = counted and ticks or nil }
end

local function ended(run)
  local q, v = run:state()
  local x, y = {}, {}
  for k = 1, #q do x[k] = q[k] end
  for k = 1, #v do x[#q + k] = v[k] end
  for k, name in ipairs(columns_beside(run)) do y[k] = run:column(name)[#run] end
  return x, y
end

local jobs = {}

local function run_of(spec, changes)
  local all = {}
  for _, list in ipairs { exact, spec, changes or {} } do
    for key, x in pairs(list) do all[key] = x end
  end
  return assert(li.simulate(all))
end

-- the run of `spec`, its page, and the page moved to gains: { { gains = , spec = changes } };
-- counted: columns change as often in the page
local function job(name, spec, moved, counted)
  local run = run_of(spec)
  local page = run:html()
  t.eq(page:match '"living":(%a+)', "true", name)
  local j = { page = scratch.write(name .. ".html", page), beside = beside_of(run, counted),
    moved = {} }
  for k, m in ipairs(moved or {}) do
    local x, y = ended(run_of(spec, m.spec))
    j.moved[k] = { gains = m.gains, x = x, y = y, limit = m.limit }
  end
  jobs[#jobs + 1] = j
  return run, page
end

local function asked()
  t.needs("node", "nodejs")
  local path = scratch.write("jobs.json", json.text(jobs))
  jobs = {}
  local pipe = io.popen("node tests/page/acts.js " .. path .. " 2>&1")
  local said = pipe:read "*a"
  pipe:close()
  t.ok(said:find("ended with 0 wrong", 1, true), said)
end

-- ---- mechanisms ----

local function cart(more)
  local d = { bodies = { { name = "cart", joint = { kind = "prismatic", axis = "x", q = "x" },
    mass = 2, inertia = { 1, 1, 1 } } } }
  for key, x in pairs(more or {}) do d[key] = x end
  return li.robot(d)
end

local driven = { inputs = { { name = "F", min = -10, max = 10, unit = "N" } },
  forces = { { "given", name = "push", joint = "x", f = "F - 0.5*v" } } }

local function pid(more)
  local spec = { kp = 40, ki = 20, kd = 12, measured = "x", reference = "r", output = "F",
    dt = 0.02, limits = { -8, 8 }, name = "pid" }
  for key, x in pairs(more or {}) do spec[key] = x end
  return li.pid(spec)
end

t.test("pid on a cart: a sensor that is noisy and of few bits, a delay, bounds of the input",
  function()
  local spec = { cart(driven), t = 2, controllers = { { pid(), delay = 0.005 } },
    sensors = { x = { rate = 100, noise = 2e-3, bits = 12, range = { -2, 2 }, drift = 1e-3,
      delay = 0.003, dropout = 0.1, seed = 7 } }, references = { r = "piecewise(t < 0.5, 0, 1)" } }
  local sensor = spec.sensors.x
  local function sensed(key, value)
    local copy = {}
    for k, x in pairs(sensor) do copy[k] = x end
    copy[key] = value
    return { x = copy }
  end
  job("cart", spec, {
    { gains = { ["pid.kp"] = 25, ["pid.ki"] = 0 }, spec = { controllers = {
      { pid { kp = 25, ki = 0 }, delay = 0.005 } } } },
    { gains = { ["pid.dt"] = 0.05 },
      spec = { controllers = { { pid(), dt = 0.05, delay = 0.005 } } } },
    { gains = { ["pid.delay"] = 0.03 }, spec = { controllers = { { pid(), delay = 0.03 } } } },
    { gains = { ["measured.x.noise"] = 0.01 }, spec = { sensors = sensed("noise", 0.01) } },
    { gains = { ["measured.x.delay"] = 0 }, spec = { sensors = sensed("delay", 0) } } }, true)
  asked()
end)

t.test("what winds up: the integral is held back in both ways, or not", function()
  for _, how in ipairs { "clamp", "back", "none" } do
    local function spec(more)
      more.antiwindup, more.tf, more.limits = how, 0.02, { -3, 3 }
      return { cart(driven), t = 3, dt = 0.01, controllers = { pid(more) },
        references = { r = "piecewise(t < 1, 2, -1)" } }
    end
    job("winds_" .. how, spec {}, { { gains = { ["pid.ki"] = 60 }, spec = spec { ki = 60 } } })
  end
  asked()
end)

t.test("a cascade of two rates, with an offset and jitter", function()
  local outer = li.block { name = "place", inputs = "x r", outputs = { w = "kp*(r - x)" },
    values = { kp = 4 }, dt = 0.05, limits = { w = { -1.5, 1.5 } }, jitter = 0.01 }
  local inner = li.block { name = "speed", inputs = { v = "x'", w = "place.w" },
    states = { i = 0 }, lines = { { "e", "w - v" } }, outputs = { u = "kp*e + i" },
    next = { i = "i + ki*dt*e" }, values = { kp = 20, ki = 50 }, dt = 0.005, offset = 0.002,
    to = { u = "x" } }
  local spec = { cart(), t = 2, controllers = { outer, inner }, references = { r = "sin(2*t)" } }
  job("cascade", spec, {
    { gains = { ["speed.ki"] = 10, ["place.kp"] = 2 },
      spec = { controllers = { outer:with { kp = 2 }, inner:with { ki = 10 } } } },
    { gains = { ["place.dt"] = 0.02 },
      spec = { controllers = { { outer, dt = 0.02 }, inner } } } }, true)
  asked()
end)

-- tau = M(q) (q_d'' + kd e' + kp e) + ..
local function computed_torque(arm, n, dt)
  local names, q, v, a, tau, outputs, to = {}, {}, {}, {}, {}, {}, {}
  for k = 1, n do
    names[k], names[n + k] = "q" .. k, "q" .. k .. "'"
    names[2 * n + k] = "r" .. k
    q[k], v[k], tau[k] = "q" .. k, ("q%d'"):format(k), "tau" .. k
    a[k] = ("kp*(r%d - q%d) - kd*q%d'"):format(k, k, k)
    outputs[k], to["u" .. k] = { "u" .. k, "tau" .. k }, "q" .. k
  end
  return li.block { name = "torque", inputs = names, lines = { { table.concat(tau, " "),
    call = "id", model = arm, q = q, v = v, a = a } }, outputs = outputs, to = to,
    values = { kp = 60, kd = 14 }, dt = dt }
end

t.test("computed torque of an arm, efforts that cut it", function()
  local arm = li.planar { 1, 0.8 }
  local b = computed_torque(arm, 2, 0.01)
  local spec = { arm, q = { 0.3, -0.4 }, t = 1, controllers = { b },
    references = { r1 = "sin(t)", r2 = "0.5*cos(3*t)" } }
  job("torque", spec,
    { { gains = { ["torque.kp"] = 150 }, spec = { controllers = { b:with { kp = 150 } } } } }, true)
  local weak = li.robot { bodies = { { name = "a", mass = 1, com = { 0.5, 0, 0 },
    inertia = { 0.1, 0.1, 0.1 },
    joint = { kind = "revolute", axis = "y", q = "q1", effort = 6 } } } }
  local run = job("weak", { weak, t = 1, controllers = { computed_torque(weak, 1, 0.01) },
    references = { r1 = "1.5" } })
  local told = run:info().told[1].text
  t.ok(told:find("was cut to its effort", 1, true), told)
  jobs[#jobs].told = { told }
  asked()
end)

t.test("an observer, what is asked all the time, accelerations and outputs that are measured",
  function()
  local tank = cart { outputs = { { name = "power", expression = "2*x'*x'' + 0.1*x" } } }
  local observer = li.block { name = "seen", inputs = "x u", states = { xh = 0.1, vh = 0 },
    lines = { { "e", "x - xh" } }, outputs = { xe = "xh", ve = "vh" },
    next = { xh = "xh + dt*(vh + l1*e)", vh = "vh + dt*(u/2 + l2*e)" },
    values = { l1 = 30, l2 = 200 }, dt = 0.005 }
  local feedback = li.block { name = "back", inputs = { "ve", "x", "r" }, outputs = {
    u = "k*(r - x) - d*ve" }, values = { k = 30, d = 9 }, dt = 0, to = { u = "x" } }
  local log = li.block { name = "log", inputs = { a = "x''", w = "power" }, outputs = {
    sum = "s + a*dt", gain = "w" }, states = { s = 0 }, next = { s = "s + a*dt" }, dt = 0.01 }
  local spec = { tank, q = { 0.2 }, t = 1, dt = 0.0125, controllers = { observer, feedback, log },
    references = { r = "exp(-t)" } }
  job("observer", spec,
    { { gains = { ["back.k"] = 50 }, spec = { controllers = { observer, feedback:with { k = 50 },
      log } } } })
  asked()
end)

t.test("units due at once see each other: an estimator goes on by the push that was just given",
  function()
  local seen = li.block { name = "seen", inputs = "x u", states = { xh = 0, vh = 0 },
    outputs = { xe = "xh", ve = "vh" }, next = { xh = "xh + dt*(vh + l1*(x - xh))",
      vh = "vh + dt*(u/2 + l2*(x - xh))" }, values = { l1 = 30, l2 = 225 }, dt = 0.01 }
  local pd = li.block { name = "pd", inputs = "r xe ve", outputs = { u = "kp*(r - xe) - kd*ve" },
    values = { kp = 60, kd = 15 }, dt = 0.01, to = { u = "x" } }
  -- one after the other all the time, told the other way round
  local doubled = li.block { name = "doubled", inputs = { h = "half.h" },
    outputs = { w = "2*h" }, dt = 0, to = { w = "x" } }
  local half = li.block { name = "half", inputs = { v = "x'" }, outputs = { h = "-k*v" },
    values = { k = 0.4 }, dt = 0 }
  job("seen", { cart(), t = 1, controllers = { doubled, seen, pd, half },
    references = { r = "sin(3*t)" } },
    { { gains = { ["half.k"] = 2 },
      spec = { controllers = { doubled, seen, pd, half:with { k = 2 } } } } })
  asked()
end)

t.test("with stops that are struck, closed loops, a floating body", function()
  local stopped = li.robot { bodies = { { name = "a", mass = 1, com = { 0.5, 0, 0 },
    inertia = { 0.1, 0.1, 0.1 }, joint = { kind = "revolute", axis = "y", q = "th",
    limits = { -1, 0.6 } } } } }
  local pd = li.block { name = "pd", inputs = "th th' r", outputs = { u = "kp*(r - th) - kd*th'" },
    values = { kp = 30, kd = 1 }, dt = 0.02, to = { u = "th" } }
  job("stopped", { stopped, t = 1.5, controllers = { pd }, references = { r = "2*sin(4*t)" } })
  jobs[#jobs].limit = 1e-7
  local drone = li.robot { bodies = { { name = "b", joint = "floating", mass = 1,
    inertia = { 0.01, 0.02, 0.03 } } }, inputs = { { name = "T", min = 0, max = 30 } },
    forces = { { "given", name = "thrust", at = "b", axes = "body", f = { "0", "0", "T" } } } }
  local z = drone:coordinates()[3]
  local hover = li.block { name = "hover", inputs = { z = z, w = drone:speeds()[3] },
    outputs = { T = "9.81 + kp*(1 - z) - kd*w" }, values = { kp = 8, kd = 4 }, dt = 0.01 }
  job("hover", { drone, t = 1, controllers = { hover } },
    { { gains = { ["hover.kp"] = 3 }, spec = { controllers = { hover:with { kp = 3 } } } } })
  asked()
end)

t.test("motions that are followed: at corners and ends of their laws too", function()
  local pd = li.block { name = "pd", inputs = "x x' q1_d q1_d' q1_d''",
    outputs = { u = "2*q1_d'' + kp*(q1_d - x) + kd*(q1_d' - x')" },
    values = { kp = 40, kd = 12 }, dt = 0.02, to = { u = "x" } }
  for name, motion in pairs {
    trapezoid = li.motion { from = 0, to = 1, law = "trapezoid", limits = { v = 1, a = 2 } },
    sine = li.motion { from = 0, to = 1, law = "sine2", T = 1.2 },
    poly = li.motion { from = 0, to = 1, law = "poly3", T = 1 } } do
    job("motion_" .. name, { cart(), t = 2, controllers = { pd }, references = { motion,
      other = "cos(t)" } },
      { { gains = { ["pd.kp"] = 10 }, spec = { controllers = { pd:with { kp = 10 } } } } })
  end
  asked()
end)

t.test("outputs go by open names of the page, and by what an acceleration is then", function()
  local open = li.robot { bodies = { { name = "cart", mass = "m", inertia = { 1, 1, 1 },
    joint = { kind = "prismatic", axis = "x", q = "x" } } },
    outputs = { { name = "push", expression = "m*x'' + 0*m" } } }
  local pd = li.block { name = "pd", inputs = "x x'", outputs = { u = "-kp*x - kd*x'" },
    values = { kp = 20, kd = 6 }, dt = 0.02, to = { u = "x" } }
  local log = li.block { name = "log", inputs = "push", outputs = { y = "k*push" },
    values = { k = 2 }, dt = 0.05, offset = 0.01 }
  local function run(m)
    return run_of { open:with { m = m }, q = { 0.3 }, t = 1, controllers = { pd, log } }
  end
  local page = run(2):html(nil, { of = open, values = { m = 2 }, sliders = { "m" } })
  local x, y = ended(run(5))
  jobs[#jobs + 1] = { page = scratch.write("open.html", page), beside = beside_of(run(2), true),
    moved = { { set = { p = { 5 } }, x = x, y = y } } }
  asked()
end)

t.test("a run that goes on keeps what its programs remember", function()
  local spec = { cart(driven), t = 0.5, controllers = { { pid { limits = { -80, 80 } },
    delay = 0.03, jitter = 0.004 } },
    sensors = { x = { rate = 300, noise = 1e-3 } }, references = { r = 1 } }
  local run = run_of(spec):resume(0.7)
  -- asked at 0.48, and from 0.5 on every 0.03 s, each heard 0.03 s later: 0.51, 0.53, .. 1.19
  jobs[#jobs + 1] = { page = scratch.write("resumed.html", run:html()),
    beside = beside_of(run, true),
    moved = { { gains = { ["pid.dt"] = 0.03 }, changes = { ["pid.u"] = 24 } } } }
  asked()
end)

t.test("functions and motions are played back, and the page says so", function()
  local function why(more)
    local spec = { cart(driven), t = 0.2, controllers = { pid() }, references = { r = 1 } }
    for key, x in pairs(more) do spec[key] = x end
    local page = li.simulate(spec):html()
    t.eq(page:match '"living":(%a+)', "false")
    t.ok(page:find('"name":"r"', 1, true) or more.references == nil)
    return page:match '<p class="note" id="again">(.-)</p>'
  end
  t.ok(why { controllers = { pid(), { f = function() end, dt = 0.01 } } }:find(
    "played back: a controller is a Lua function, which a page cannot call", 1, true))
  t.ok(why { references = { r = function(time) return time end } }:find(
    "played back: the reference 'r' is a Lua function", 1, true))
end)

t.test("sliders go from nothing to four times a value, but where it is divided by", function()
  local b = li.block { name = "b", inputs = "x", outputs = { F = "k*x/tf + i - z" },
    values = { k = -3, tf = 0.5, i = 0, z = 8 }, dt = 0.01 }
  local page = li.simulate { cart(driven), t = 0.1, controllers = { b } }:html()
  local function range(name)
    local text = page:match('{[^{}]*"name":"' .. name .. '"[^{}]*"value"[^{}]*}')
    return tonumber(text:match '"min":([^,}]*)'), tonumber(text:match '"max":([^,}]*)')
  end
  local function is(name, lo, hi)
    local a, c = range(name)
    t.near({ a, c }, { lo, hi }, 1e-15, name)
  end
  is("k", -12, 0)
  is("tf", 0.125, 2)
  is("i", -8, 8)
  is("z", 0, 32)
  is("dt", 0.0025, 0.04)
  is("delay", 0, 0.02)
end)

scratch.remove()
t.done()
