-- test_run_kernel.lua - model:simulate{kernel = true}: the run by the engine and the run by one
-- compiled function of the whole motion are the same, with their energies and their work
local t = require "t"
local li = require "liaison"
local tyrelist = require "tyrelist"

local ENERGY = { T = true, V = true, E = true }

-- every column of both runs at its end and between rows; the balance of energy too. between: how
-- near energies are there, where functions of the script are not asked again: they are interpolated
-- by rows whose times differ in their last digits
local function same(m, time, q, v, options, tol, what, between)
  local with = { kernel = true }
  for key, x in pairs(options or {}) do with[key] = x end
  local a = assert(m:simulate(time, q, v, options))
  local b = assert(m:simulate(time, q, v, with))
  for _, at in ipairs { time, 0.37 * time } do
    for _, name in ipairs(a:columns()) do
      local x = a:at(name, at)
      local near = at < time and ENERGY[name] and between or tol
      t.near(b:at(name, at), x, near * (1 + math.abs(x)), ("%s: %s"):format(what or "run", name))
    end
  end
  -- the drift is what the method leaves, of either way to the last bits
  for key, near in pairs { given = tol, lost = tol, drift = 1e-7 } do
    local x, y = a:info()[key], b:info()[key]
    t.eq(type(y), type(x), key)
    if x then t.near(y, x, near * (1 + math.abs(x)), ("%s: %s"):format(what or "run", key)) end
  end
  return b, a
end

local function arm(forces, more)
  local d = { gravity = { 0, -9.81, 0 }, forces = forces, bodies = {
    { name = "a", joint = "revolute", mass = 2, com = { .5, 0, 0 }, inertia = { 1, 1, 1 },
      damping = 0.3, stiffness = 1, rest = 0.2 },
    { name = "tip", at = { 1, 0, 0 }, joint = "revolute", mass = 1, com = { .4, 0, 0 },
      inertia = { 1, 1, 1 } } } }
  for key, x in pairs(more or {}) do d[key] = x end
  return li.robot(d)
end

t.test("law: every kind of force at every port, but those that act at events", function()
  local ports = { joint = { joint = "q1" },
    line = { from = "tip", to = "world", to_point = { 2, 1, 0 } },
    point = { at = "tip", point = { .1, 0, 0 } } }
  local tried, refused = 0, 0
  for _, listed in ipairs(li._internal.schema.kinds().force) do
    local row = li._internal.force.row(listed.name)
    for port, place in pairs(ports) do
      if row.ports[port] then
        local f = { listed.name }
        for k, x in pairs(place) do f[k] = x end
        for _, p in ipairs(row.numbers) do
          if p.default == nil then f[p.name] = p.size == 3 and { 0, 1, 0 } or 2 end
        end
        tyrelist.fill(f, row, "y")
        if listed.name == "endstop" then f.min, f.max, f.stiffness = -1, 0.5, 100 end
        if listed.name == "motor" then f.inductance = 0.1 end
        local m = arm { f }
        if row.events and listed.name ~= "endstop" then
          t.raises("at events, which a kernel does not know", function()
            m:simulate(.05, { .3, -.5 }, nil, { kernel = true })
          end)
          refused = refused + 1
        else
          same(m, .5, { .3, -.5 }, { .4, .2 }, { rtol = 1e-11, atol = 1e-13 }, 1e-9,
            listed.name .. " " .. port)
          tried = tried + 1
        end
      end
    end
  end
  t.ok(tried >= 9 and refused >= 2, tried .. " tried, " .. refused .. " refused")
end)

t.test("inputs by number, expression and function, motors, own states", function()
  local m = arm({ { "given", joint = "q1", f = "F - x^3" },
    { "spring", joint = { q1 = 1, q2 = -1 }, stiffness = "10 + F", rest = "0.1*sin(t)" },
    { "motor", joint = "q2", voltage = "12*cos(t)", resistance = 2, kt = 0.5,
      inductance = 0.1 } }, { inputs = { { name = "F", value = 0.5 } } })
  local q, v = { .3, -.5 }, { .4, .2 }
  for _, F in ipairs { false, 2, "3*sin(2*t) - q1'", function(time) return time end } do
    same(m, 1, q, v, { rtol = 1e-11, atol = 1e-13, inputs = F and { F = F } or nil,
      tau = { q2 = "-2*q2'" } }, 1e-9, tostring(F), type(F) == "function" and 1e-7 or nil)
  end
  same(m, 1, q, v, { method = "rk4", h = 1e-2, input = function(_, _, w, tau)
    tau[1] = -w[1]
  end, controllers = { { dt = 0.1, f = function(_, x) return { 0, -x[2] } end } } }, 1e-10)
end)

t.test("turns in space, and stops of joints", function()
  local free = li.robot { gravity = { 0, 0, -9.81 }, bodies = { { name = "b", joint = "floating",
    mass = 2, inertia = { 1, 2, 3 } } }, forces = { { "drag", at = "b", point = { 0.2, 0, 0 },
    quadratic = 0.3 } } }
  local q = free:neutral()
  same(free, 1, q, { 1, 0, 2, 0.5, 3, -1 }, { rtol = 1e-11, atol = 1e-13 }, 1e-9)
  local stopped = arm(nil, nil)
  local d = stopped:description()
  d.bodies[1].min, d.bodies[1].max = -0.5, 0.5
  same(li.robot(d), 2, { .3, -.5 }, { .4, .2 }, { rtol = 1e-11, atol = 1e-13 }, 1e-7)
end)

t.test("law: every method of integration runs the same with a kernel", function()
  local m = li.robot { bodies = { { joint = "prismatic", axis = "x", q = "x", mass = 1,
    inertia = { 1, 1, 1 }, damping = 0.1 } },
    forces = { { "given", joint = "x", f = "sin(3*t) - 4*x" } } }
  for _, method in ipairs(li.methods()) do
    same(m, 0.5, { 1 }, { 0.2 }, { method = method.name, h = 1e-2 }, 1e-9, method.name)
  end
end)

-- a crank that pushes a slider, with a spring, a force told by an expression and a motor that has
-- a current
local function crank(more)
  local d = { gravity = { 0, -9.81, 0 }, inputs = { { name = "F", value = 3 } }, bodies = {
    { name = "crank", joint = "revolute", q = "a", mass = 2, com = { .12, 0, 0 },
      inertia = { 0, 0, .02 } },
    { name = "rod", at = { .3, 0, 0 }, joint = "revolute", q = "b", mass = 3, com = { .4, 0, 0 },
      inertia = { 0, 0, .2 }, damping = 0.2, stiffness = 1 },
    { name = "slider", parent = "world", at = { 0, .1, 0 }, joint = "prismatic", axis = "x",
      q = "s", mass = 4, inertia = { 0, 0, .01 } } },
    constraints = { { "spherical", name = "pin", from = "slider", to = "rod",
      to_at = { .9, 0, 0 } } },
    forces = { { "spring", joint = "s", stiffness = 40, rest = 0.7 },
      { "given", joint = "s", f = "F*sin(5*t) - v" },
      { "motor", joint = "a", voltage = "6 + F", resistance = 1, kt = 0.3, inductance = 0.05 } } }
  for key, x in pairs(more or {}) do d[key] = x end
  local m = li.robot(d)
  local q = assert(m:assemble({ .6, -.5, 1 }, { fix = "a" }))
  return m, q, m:fit_velocity(q, { a = 3 }, { fix = "a" })
end

t.test("loops: motion and closing are compiled, or the forces beside the engine", function()
  local m, q, v = crank()
  for _, keep in ipairs { "project", "baumgarte", "ggl", "none" } do
    local run = same(m, 1, q, v, { rtol = 1e-11, atol = 1e-13, constraints = keep,
      inputs = { F = "2 + s" }, record = { "tau", "accelerations", "multipliers" } }, 1e-8, keep)
    t.ok(run:columns()[10] ~= nil)
  end
  -- what the multipliers are is told at every row
  local run = m:simulate(0.2, q, v, { kernel = true, dt = 0.1 })
  for r = 1, #run do t.ok(run["pin.1"][r] == run["pin.1"][r] and run["pin.1"][r] ~= 0) end
end)

t.test("joints that stick and stop beside compiled forces", function()
  local m, q, v = crank()
  local d = m:description()
  d.bodies[1].friction, d.bodies[3].min = 0.4, 0.7
  m = li.robot(d)
  local run = same(m, 2, q, v, { rtol = 1e-10, atol = 1e-12 }, 1e-6, "sticks, stops")
  t.ok(tostring(run):find "struck its limit", tostring(run))
end)

t.test("a long run of a loop compiles its motion on the way, that of other constraints its forces",
  function()
    local m, q, v = crank()
    for keep, what in pairs { project = "motion was", none = "forces of the description were" } do
      local options = { method = "rk4", h = 1e-3, dt = 50, constraints = keep }
      -- 3e6 / 6 calls, by rk4 four a step
      local long, text = m:simulate(150, q, v, options), nil
      for _, x in ipairs(long:info().told) do if x.what == "compiled" then text = x.text end end
      t.ok(text and text:find("^the " .. what .. " compiled at t = 12"), text)
      options.kernel = false
      local loops = m:simulate(130, q, v, options)
      t.near(long:at("a", 50), loops:at("a", 50), 0)
      t.near(long:at("E", 130), loops:at("E", 130), 1e-3 * math.abs(loops:at("E", 130)))
    end
  end)

-- a double four-bar (IFToMM A02): at the top and the bottom it could move another way
local function four_bars()
  local function link(name, at) return { name = name, parent = "world", at = { at, 0, 0 }, mass = 1,
    com = { 0.5, 0, 0 }, inertia = { 0, 0, 1 / 12 }, joint = { kind = "revolute", q = name } } end
  local function pin(name, from, x) return { "point", name = name, from = from, to = name .. "r",
    from_at = { x, 0, 0 } } end
  return li.robot { gravity = { 0, -9.81, 0 }, bodies = { link("p", 0), link("q", 1), link("r", 2),
    { name = "b1", parent = "p", at = { 1, 0, 0 }, mass = 1, com = { 0.5, 0, 0 },
      inertia = { 0, 0, 1 / 12 }, joint = { kind = "revolute", q = "b1" } },
    { name = "b2", parent = "q", at = { 1, 0, 0 }, mass = 1, com = { 0.5, 0, 0 },
      inertia = { 0, 0, 1 / 12 }, joint = { kind = "revolute", q = "b2" } } },
    frames = { { name = "ur", body = "q", at = { 1, 0, 0 } },
      { name = "wr", body = "r", at = { 1, 0, 0 } } },
    constraints = { pin("u", "b1", 1), pin("w", "b2", 1) } }
end

t.test("redundant rows are left out; close to a singular place it is the engine's", function()
  local m = four_bars()
  local q = assert(m:assemble { 1, 1, 1, -1, -1 })
  local v = m:fit_velocity(q, { p = -1.5 }, { fix = "p" })
  local run = same(m, 0.1, q, v, { rtol = 1e-10, atol = 1e-12, record = "multipliers" }, 1e-7)
  t.ok(not tostring(run):find "on the engine", tostring(run))
  -- through p = 0, where all bars are in a line
  v = m:fit_velocity(q, { p = -4 }, { fix = "p" })
  run = same(m, 1, q, v, { rtol = 1e-10, atol = 1e-12 }, 1e-6)
  t.ok(tostring(run):find "on the engine computed the motion in the place of", tostring(run))
  t.near(run:info().told[1].first, 0.25, 0.25)
end)

t.test("rolling wheels, constraints that move in time, in space: as by the engine", function()
  local disc = li.robot { gravity = { 0, 0, -9.81 }, bodies = { { name = "disc", joint = "floating",
    mass = 2, inertia = { 0.01, 0.02, 0.01 } } }, inputs = { "F" },
    forces = { { "given", at = "disc", f = { "F", 0, 0 } }, { "drag", at = "disc", linear = 0.1 } },
    constraints = { { "rolling_disc", name = "road", from = "disc", from_axis = "y", to = "world",
      radius = 0.2 } } }
  local q = assert(disc:assemble { 0, 0, 0.2, 0.99, 0.1, 0, 0 })
  local v = disc:fit_velocity(q, { 1, 0, 0, 0, 5, 0.3 })
  same(disc, 1, q, v, { rtol = 1e-10, atol = 1e-12, inputs = { F = "sin(3*t)" },
    record = { "multipliers", "accelerations" } }, 1e-7, "disc")
  local driven = li.robot { gravity = { 0, -9.81, 0 }, bodies = {
    { name = "a", joint = "revolute", mass = 1, com = { 0.5, 0, 0 }, inertia = { 1, 1, 1 } },
    { name = "b", at = { 1, 0, 0 }, joint = "revolute", mass = 1, com = { 0.5, 0, 0 },
      inertia = { 1, 1, 1 } } }, drivers = { q1 = "0.3*sin(2*t)" },
    forces = { { "spring", joint = "q2", stiffness = 3 } } }
  local run = same(driven, 1, { 0, 0.4 }, nil, { rtol = 1e-10, atol = 1e-12 }, 1e-7, "driven")
  t.ok(math.abs(run:info().given) > 1e-3)
end)

t.test("forces of elements are recorded one by one, whoever computes the motion", function()
  local tell = { record = { "forces", "tau", "accelerations" }, rtol = 1e-10, atol = 1e-12 }
  same(arm { { "spring", name = "s", joint = { q1 = 1, q2 = -1 }, stiffness = "5 + q1^2" },
    { "motor", joint = "q2", voltage = 3, resistance = 1, kt = 0.2, inductance = 0.1 },
    { "drag", at = "tip", linear = 0.4 } }, 1, { .3, -.2 }, { 1, 0 }, tell, 1e-8, "tree")
  local m, q, v = crank()
  same(m, 0.5, q, v, tell, 1e-7, "loop")
end)

t.test("the kernel of a model is made once, and again for another", function()
  local m = arm { { "spring", joint = "q1", stiffness = 5 } }
  local function ends(model) return model:simulate(.5, { .3, 0 }, nil, { kernel = true }).q1 end
  local first = ends(m)
  t.eq(ends(m)[#first], first[#first])
  local n = arm { { "spring", joint = "q1", stiffness = 50 } }
  t.ok(math.abs(ends(n)[#ends(n)] - first[#first]) > 1e-2)
end)

t.test("what a kernel cannot have is refused by name", function()
  local m = arm()
  local function with(options)
    options.kernel = true
    return function() m:simulate(.1, { 0, 0 }, nil, options) end
  end
  t.raises("kernel: it has the forces of the description alone: put these there",
    with { forces = { { "spring", joint = "q1", stiffness = 1 } } })
  t.raises("kernel: expected true, or what equations:compile 'fd' gives, got string", function()
    m:simulate(.1, { 0, 0 }, nil, { kernel = "yes" })
  end)
  local loop = li.robot { bodies = { { joint = "revolute", mass = 1, inertia = { 1, 1, 1 } },
    { joint = "revolute", mass = 1, inertia = { 1, 1, 1 } } },
    constraints = { { "gear", coordinates = { "q1", "q2" }, ratio = 2 } } }
  t.raises("kernel: the engine keeps these constraints, and the description has no forces",
    function() loop:simulate(.1, { 0, 0 }, nil, { kernel = true, constraints = "ggl" }) end)
  t.near((loop:simulate(.1, { 0.1, 0.2 }, { 1, 2 }, { kernel = true }):state()),
    (loop:simulate(.1, { 0.1, 0.2 }, { 1, 2 }):state()), 1e-9)
  local rubbing = li.robot { bodies = { { joint = "revolute", q = "q1", mass = 1, friction = 1,
    inertia = { 1, 1, 1 } } } }
  t.raises("kernel: q1.stiction sticks at events", function()
    rubbing:simulate(.1, { 0 }, nil, { kernel = true })
  end)
  t.eq(m:simulate(.1, { 0, 0 }, nil, { kernel = false }):hash(),
    m:simulate(.1, { 0, 0 }):hash())
end)

t.test("a long run compiles its motion on the way, and says so", function()
  local bodies, forces = {}, {}
  for k = 1, 8 do
    bodies[k] = { joint = "revolute", q = "q" .. k, at = { k > 1 and 1 or 0, 0, 0 }, mass = 1,
      com = { 0.5, 0, 0 }, inertia = { 0, 0, 0.1 }, damping = 0.5 }
    forces[k] = { "spring", joint = "q" .. k, stiffness = 200 }
  end
  local m = li.robot { gravity = { 0, -9.81, 0 }, bodies = bodies, forces = forces }
  local function told(r)
    for _, x in ipairs(r:info().told) do if x.what == "compiled" then return x end end
  end
  -- 3e6 / 16 calls, by rk4 four a step: after 46875 steps of 0.1 ms
  local options = { method = "rk4", h = 1e-4, dt = 0.5, record = "accelerations" }
  local long = m:simulate(5, nil, nil, options)
  local at = told(long)
  t.near(at.first, 4.6875, 2e-4)
  t.ok(tostring(long):find("compiled at t = 4.68", 1, true), tostring(long))
  options.kernel = false
  local loops = m:simulate(5, nil, nil, options)
  t.eq(told(loops), nil)
  for _, name in ipairs(loops:columns()) do
    t.near(long:at(name, 5), loops:at(name, 5), 1e-9, name)
  end
  t.near(long:info().drift, loops:info().drift, 1e-12)
  options.kernel = nil
  t.eq(told(m:simulate(4, nil, nil, options)), nil, "a short one")
  t.eq(m:simulate(5, nil, nil, options):hash(), long:hash(), "once more")
end)

t.test("functions of inputs are asked, whatever the option of the kernel", function()
  local m = arm({ { "given", joint = "q1", f = "F - x^3" } }, { inputs = { { name = "F" } } })
  local function ends(kernel, F)
    local run = m:simulate(0.05, { 0.3, -0.5 }, nil, { method = "rk4", h = 1e-3, kernel = kernel,
      inputs = { F = F } })
    return run:at("q1", 0.05)
  end
  for _, kernel in ipairs { false, true } do
    local function F(time)
      collectgarbage()
      return 5 * time
    end
    t.near(ends(kernel, F), ends(nil, "5*t"), 1e-12, tostring(kernel))
  end
end)

t.done()
