-- test_ode_inputs.lua - li.ode of x' = f(t, x, u): inputs by every way; the motion of a model,
-- whose run has its names, units and energies
local t = require "t"
local li = require "liaison"

local fine = { rtol = 1e-11, atol = 1e-13 }
local function with(options)
  local o = {}
  for _, list in ipairs { fine, options } do for key, x in pairs(list) do o[key] = x end end
  return o
end

-- x'' = -x + F from rest with F = cos t: x = t sin(t) / 2
local function swing(_, x, dx, u)
  dx.x = x.v
  dx.v = -x.x + u.F
end

t.test("inputs of a function: numbers, expressions, functions, input, tau, controllers", function()
  local closed = 0.5 * math.sin(1)
  for key, options in pairs {
    expression = { inputs = { F = "cos(t)" } },
    expr = { inputs = { F = li.cos(li.time()) } },
    fn = { inputs = { F = math.cos } },
    by_state = { inputs = { F = function(time, x) return math.cos(time) + 0 * x.v end } },
    input = { inputs = "F", input = function(time) return { math.cos(time) } end },
    filled = { inputs = { "F" }, input = function(time, _, _, u) u.F = math.cos(time) end },
    tau = { inputs = "F", tau = { F = "cos(t)" } },
    sum = { inputs = { F = "cos(t) - 2" }, tau = { F = "2" } },
    sum_of_functions = { inputs = { F = math.cos }, tau = { F = "0" } } } do
    local run = li.ode(swing, 1, { 0, 0 }, with { names = { "x", "v" }, inputs = options.inputs,
      input = options.input, tau = options.tau })
    t.near(run:at("x", 1), closed, 1e-10, key)
  end
  local held = li.ode(swing, 2, { 0, 0 }, with { names = { "x", "v" }, inputs = "F",
    controllers = { { dt = 1, f = function(time, _, _, u) u[1] = time + 1 end } } })
  -- F = 1, then 2: x = 1 - cos t, then + 1 - cos(t - 1)
  t.near(held:at("x", 2), 1 - math.cos(2) + 1 - math.cos(1), 1e-10)
end)

t.test("no step goes over a jump of an input", function()
  -- a pulse of 1 ms that a step of seconds would pass over
  for _, how in ipairs { "inputs", "tau" } do
    local o = with { names = { "x", "v" }, inputs = "F" }
    o[how] = { F = "piecewise(t < 5, 0, t < 5.001, 1000, 0)" }
    local run = li.ode(function(_, x, dx, u) dx.x, dx.v = x.v, u.F end, 10, { 0, 0 }, o)
    t.near(run:at("v", 10), 1, 1e-12, how)
    t.near(run:at("x", 10), 4.9995, 1e-11, how)
  end
  local cart = li.robot { bodies = { { joint = "prismatic", axis = "x", q = "x", mass = 1,
    inertia = { 1, 1, 1 } } } }
  local run = cart:simulate(10, nil, nil, {
    tau = { x = "piecewise(t < 5, 0, t < 5.001, 1000, 0)" } })
  t.near(run:at("x'", 10), 1, 1e-12)
end)

local function pendulum()
  return li.robot { bodies = { { name = "a", joint = "revolute", axis = "y", q = "th", mass = 1,
    com = { 1, 0, 0 }, inertia = { .1, .1, .1 } } }, inputs = "u",
    forces = { { "spring", joint = "th", stiffness = 30, rest = 0.1 },
      { "given", joint = "th", f = "u" } } }
end

t.test("the motion of a model: its names, units, energies, as model:simulate has them", function()
  local m = pendulum()
  local law = "3*sin(4*t) - th'"
  local want = m:simulate(1, { .1 }, nil, with { inputs = { u = law } })
  for _, f in ipairs { m:compile("dynamics"), m:compile("dynamics", { tape = true }),
    function(time, x, dx, u)
      local a = m:fd({ x.th }, { x["th'"] }, { u.u - 30 * (x.th - 0.1) })
      dx[1], dx[2] = x["th'"], a[1] + 0 * time
    end } do
    local o = with { inputs = { u = law } }
    if type(f) == "function" then o.model = m end
    local run = li.ode(f, 1, { .1, 0 }, o)
    t.eq(table.concat(run:columns(), " "), "t th th' T V E")
    t.eq(run:unit "th'", "rad/s")
    for _, name in ipairs { "th", "th'", "T", "V", "E" } do
      for _, at in ipairs { 1, 0.37 } do
        t.near(run:at(name, at), want:at(name, at), 1e-9, name)
      end
    end
    local q, v, at = run:state(0.5)
    t.near({ q[1], v[1], at }, { want:at("th", 0.5), want:at("th'", 0.5), 0.5 }, 1e-9)
    -- it goes on from where it was
    local on = li.ode(f, 0.5, { .1, 0 }, o):resume(0.5)
    t.near(on:at("th", 1), want:at("th", 1), 1e-9)
    t.near(on:at("E", 1), want:at("E", 1), 1e-9)
  end
end)

t.test("own states of elements are states of the motion", function()
  local m = li.robot { bodies = { { joint = "revolute", q = "a", mass = 1,
    inertia = { .1, .1, .1 } } }, forces = { { "motor", joint = "a", voltage = 12, resistance = 2,
    kt = 0.5, inductance = 0.1 } } }
  local run = li.ode(m:compile("dynamics", { inputs = {} }), 1, { 0, 0, 0 }, with {})
  local want = m:simulate(1, nil, nil, with {})
  t.eq(table.concat(run:columns(), " "), "t a a' motor1_current T V E")
  t.near(run:at("a", 1), want:at("a", 1), 1e-9)
  local half = li.ode(m:compile("dynamics", { inputs = {} }), 0.5, { 0, 0, 0 }, with {})
  t.near(half:resume(0.5):at("a", 1), want:at("a", 1), 1e-9)
end)

t.test("li.simulate and li.sweep take the kernel of a model's motion", function()
  local m = pendulum()
  local f = m:compile "dynamics"
  local want = m:simulate(1, { .1 }, nil, { inputs = { u = 2 }, kernel = true })
  local run = li.simulate { m, q = { .1 }, t = 1, inputs = { u = 2 }, kernel = f }
  t.eq(run:hash(), want:hash())
  t.near(li.simulate { f, x = { .1, 0 }, t = 1, inputs = { u = 2 } }:at("th", 1), want:at("th", 1),
    1e-7)
  t.near(li.sweep { m, q = { .1 }, t = 1, runs = 2, kernel = f }.th[2],
    m:simulate(1, { .1 }):at("th", 1), 1e-7)
  local other = li.planar { 1 }
  t.raises("kernel: it was compiled of another model", other.simulate, other, 1, { 0 }, { 0 },
    { kernel = f })
  t.raises("kernel: it was compiled of another model", li.sweep, { other, q = { 0 }, t = 1,
    runs = 1, kernel = f })
  t.raises("kernel: expected true, or model:compile 'dynamics' of it", m.simulate, m, 1, { 0 },
    { 0 }, { kernel = m:compile("outputs", { tape = true }) })
end)

t.test("what cannot be is refused in the user's words", function()
  local f = pendulum():compile("dynamics", { tape = true })
  local function run(o, x) return function() return li.ode(f, 1, x or { .1, 0 }, o) end end
  t.raises("inputs: no input 'w'", run { inputs = { w = 3 } })
  t.raises("inputs.u: no coordinate, rate or function 'q'", run { inputs = { u = "3*t + q" } })
  t.raises("inputs.u: expected an expression, got table", run { inputs = { u = {} } })
  t.raises("inputs: expected values by name, {F = 3}, or names, got number", run { inputs = 3 })
  t.raises("inputs: expected the names of the 1 inputs of the kernel, got 2",
    run { inputs = { "a", "b" } })
  t.raises("inputs.u: expected a number, got boolean", run { inputs = { u = function()
    return true
  end } })
  t.raises("model: expected a model, got string", run { model = "m" })
  t.raises("expected 2 states: the coordinates, the speeds and the own states", run({}, { .1 }))
  t.raises("oh", run { inputs = { u = function() error "oh" end } })
  local none, why, code = li.ode(f, 1, { .1, 0 }, { inputs = { u = function() return 1 / 0 end } })
  t.eq(none, nil)
  t.eq(code, "EDOMAIN")
  t.ok(why:find("inputs.u: the function gave inf at t = 0", 1, true), why)
end)

t.test("the kernel of a loop says how far its run came off the loop, and why", function()
  local m = li.robot { gravity = { 0, -9.81, 0 }, bodies = {
    { name = "a", joint = "revolute", mass = 1, com = { 0.5, 0, 0 }, inertia = { 0, 0, 0.1 } },
    { name = "b", at = { 1, 0, 0 }, joint = "revolute", mass = 1, com = { 0.5, 0, 0 },
      inertia = { 0, 0, 0.1 } } },
    frames = { { name = "tip", body = "b", at = { 1, 0, 0 } } },
    constraints = { { "point", name = "pin", from = "tip", to = "world",
      to_at = { 1.2, 0, 0 } } } }
  -- a triangle cannot move: it is held where it stands, or hangs on nothing
  local f, q = m:compile("dynamics", { inputs = {}, tape = true }), assert(m:assemble { 0.9, -1.8 })
  t.ok(not tostring(li.ode(f, 0.1, { q[1], q[2], 0, 0 })):find("off its positions", 1, true))
  local run = li.ode(f, 0.1, { q[1], q[2] + 0.1, 0, 0 })
  local gap = m:gaps { q[1], q[2] + 0.1 }.pin
  local told = run:info().told[1]
  t.eq(told.what .. " " .. told.name, "gap pin")
  t.ok(told.text:find("the start did not fit", 1, true), told.text)
  t.ok(told.most >= math.max(math.abs(gap[1]), math.abs(gap[2])) / 2, told.most)
  t.eq(#li.ode(f, 0.1, { q[1], q[2], 0, 0 }):info().told, 0)
end)

t.done()
