-- test_run_columns.lua - runs of every front are of one kind: columns, energies, the work of each
-- force, multipliers by the names of joints, reading between rows, names in functions of the script
local t = require "t"
local li = require "liaison"

-- a linkage with everything that has a name: a loop, springs and dampers of joints, force elements
-- of the description, an input
local function linkage(more)
  local spec = { gravity = { 0, -9.81, 0 },
    bodies = {
      { name = "crank", joint = { kind = "revolute", axis = "z", q = "a", damping = .1,
        stiffness = .5, rest = .1 }, mass = 1, com = { .4, 0, 0 }, inertia = { .1, .1, .1 } },
      { name = "rod", parent = "crank", at = { .8, 0, 0 },
        joint = { kind = "revolute", axis = "z", q = "b" }, mass = 1.2, com = { .7, 0, 0 },
        inertia = { .1, .1, .12 } },
      { name = "rocker", parent = "world", at = { 1.2, 0, 0 },
        joint = { kind = "revolute", axis = "z", q = "c", damping = .05 }, mass = .9,
        com = { .6, 0, 0 }, inertia = { .1, .1, .09 } } },
    inputs = { "F" },
    forces = { { "spring", name = "coil", joint = "c", stiffness = 3, rest = .2 },
      { "given", name = "push", joint = "a", f = "F" }, { "damper", joint = "b", damping = .2 } },
    constraints = { { "point", name = "pin", from = "rod", from_at = { 1.3, 0, 0 }, to = "rocker",
      to_at = { 1.2, 0, 0 } } } }
  for key, x in pairs(more or {}) do spec[key] = x end
  return li.robot(spec)
end

local TIGHT = { rtol = 1e-12, atol = 1e-13 }

local function with(options, more)
  local o = {}
  for _, from in ipairs { TIGHT, options, more or {} } do
    for k, x in pairs(from) do o[k] = x end
  end
  return o
end

local START = { .9, -.6, 1.4 }
local NO_MOTORS = { tau_a = 0, tau_b = 0, tau_c = 0 }

-- { name, run } of every front of the linkage; the first says what the others must be
local function fronts(m, options)
  local want = assert(m:simulate(.5, START, { 1, 0, 0 }, with(options)))
  local q, v = want:state(0)
  local list = { { "model", want } }
  local function add(name, run, why) list[#list + 1] = { name, assert(run, why) } end
  add("equations", m:equations { constraints = true }:simulate(.5, q, v, with(options)))
  add("a system's equations", m:system { motors = "" }:simulate(.5,
    { a = q[1], b = q[2], c = q[3], ["a'"] = v[1], ["b'"] = v[2], ["c'"] = v[3] }, with(options)))
  for k, name in ipairs { "a", "b", "c" } do
    local start = { a = q[1], b = q[2], c = q[3], [name .. "'"] = v[k] }
    local o = with(options, { values = NO_MOTORS })
    if not options.tau or name == "a" then
      add("Kane by " .. name, m:kane { independent = name }:simulate(.5, start, o))
    end
  end
  return list
end

-- whatever both have is the same number, in rows and between them
local function same(want, got, tol, what)
  local shared = {}
  for _, name in ipairs(got:columns()) do shared[name] = true end
  local count = 0
  for _, name in ipairs(want:columns()) do
    if shared[name] and name ~= "t" then
      count = count + 1
      for _, time in ipairs { 0, .1, .1234, .25, .4321, .5 } do
        local x = want:at(name, time)
        t.near(got:at(name, time), x, tol * (1 + math.abs(x)),
          ("%s: %s at t = %g"):format(what, name, time))
      end
    end
  end
  return count
end

-- what every front must have of the linkage
local COLUMNS = { "a", "b", "c", "a'", "b'", "c'", "T", "V", "E", "W.coil", "W.push", "W.damper3",
  "W.joints", "W.weight", "pin.1", "pin.2" }

t.test("one linkage by every front: the same columns and numbers, in rows and between them",
  function()
  local m = linkage()
  local options = { record = { "work", "multipliers" }, dt = .1, inputs = { F = "2*sin(3*t)" } }
  local list = fronts(m, options)
  t.eq(#list, 6)
  for _, front in ipairs(list) do
    local name, run = front[1], front[2]
    local has = {}
    for _, column in ipairs(run:columns()) do has[column] = true end
    for _, column in ipairs(COLUMNS) do
      if name == "a system's equations" and column:match "^W" then has[column] = true end
      t.ok(has[column], name .. " has no " .. column)
    end
    t.ok(same(list[1][2], run, 2e-9, name) >= 11, name)
    local i, want = run:info(), list[1][2]:info()
    t.ok(i.drift < 1e-8, name)
    if name ~= "a system's equations" then
      t.near({ i.given, i.lost }, { want.given, want.lost }, 1e-8, name)
    end
  end
end)

t.test("the works of all forces are what the kinetic energy gained, by every front", function()
  local m = linkage()
  for _, options in ipairs { { inputs = { F = 1.5 } },
    { inputs = { F = 1 }, tau = { a = "-0.4*a' + sin(t)" } } } do
    options.record, options.dt = { "work" }, .1
    for _, front in ipairs(fronts(m, options)) do
      local run, sum = front[2], 0
      for _, x in pairs(run:work()) do sum = sum + x end
      t.near(sum, run.T[#run] - run.T[1], 1e-9, front[1])
      sum = 0
      for _, x in pairs(run:work(.23)) do sum = sum + x end
      t.near(sum, run:at("T", .23) - run.T[1], 1e-9, front[1] .. " between rows")
      t.eq(run:unit "W.weight", "J")
    end
  end
  -- known answers: a spring gives back what it stored, a motor of constant torque F q
  local run = m:simulate(.5, START, nil, with { inputs = { F = 1.5 }, record = "work" })
  local w = run:work()
  t.near(w.push, 1.5 * (run.a[#run] - run.a[1]), 1e-10)
  t.near(w.coil, 1.5 * ((run.c[1] - .2) ^ 2 - (run.c[#run] - .2) ^ 2), 1e-10)
  t.near(run:at("W.push", .31), 1.5 * (run:at("a", .31) - run.a[1]), 1e-10)
  t.raises("record = 'work'", function() m:simulate(.1, START):work() end)
  -- what moves in time works too
  local rod = li.lagrange { q = "x y", T = "(x'^2 + y'^2)/2", V = "9.81*y",
    constraints = { holonomic = "x^2 + y^2 - (1 + sin(3*t)/4)^2" } }
  local r = rod:simulate(1, { 1, 0 }, { .75, 0 }, with { record = "work" })
  t.near(r:work().rows + r:work().V, r.T[#r] - r.T[1], 1e-9)
  t.near(r:work().rows, r:info().given, 1e-12)
end)

t.test("multipliers go by joint and number, by the row's own name, and by lambda", function()
  local m = linkage()
  local q, v = m:simulate(.1, START, { 1, 0, 0 }, { inputs = { F = 0 } }):state(0)
  for _, run in ipairs { m:simulate(.1, q, v), m:equations { constraints = true }
    :simulate(.1, q, v), m:system { motors = "" }:simulate(.1, { a = q[1], b = q[2], c = q[3],
    ["a'"] = v[1], ["b'"] = v[2], ["c'"] = v[3] }) } do
    for k = 1, 2 do
      local name = "pin." .. k
      for _, other in ipairs { "pin" .. k, "lambda" .. k } do
        t.eq(run[other][1], run[name][1])
        t.eq(run:at(other, .05), run:at(name, .05))
      end
    end
    t.raises("no column 'lambda4'", function() run:column "lambda4" end)
  end
  local slider = li.mechanisms.slider_crank()
  local run = slider:simulate(.1, { th1 = .7, ["th1'"] = 5 },
    { values = li.mechanisms.values "slider_crank" })
  t.eq(run["guide across"][1], run["guide.1"][1])
  t.eq(run.guide_across[1], run["guide.1"][1])
  -- typed rows that have no name keep theirs
  local eq = li.lagrange { q = "x y", T = "(x'^2 + y'^2)/2",
    constraints = { holonomic = "x^2 + y^2 - 1" } }
  t.eq(table.concat(eq:simulate(.1, { 1, 0 }, { 0, 1 }):columns(), " "),
    "t x y x' y' T V E lambda1")
end)

t.test("a rod on a pin carries what it must: the multiplier read between rows", function()
  -- 2 lambda = -(w^2 + g cos th): between far rows as in them
  local eq = li.lagrange { q = "x y", T = "(x'^2 + y'^2)/2", V = "9.81*y",
    constraints = { holonomic = "x^2 + y^2 - 1" } }
  local run = eq:simulate(2, { 1, 0 }, { 0, 0 }, with { dt = .5 })
  for _, time in ipairs { .1, .3333, .77, 1.9 } do
    local x, y = run:at("x", time), run:at("y", time)
    local w2 = run:at("x'", time) ^ 2 + run:at("y'", time) ^ 2
    t.near(2 * run:at("lambda1", time), -(w2 - 9.81 * y), 1e-8)
    t.near(x * x + y * y, 1, 1e-10)
  end
end)

t.test("functions of the script read numbers by name, whatever the front", function()
  local m = li.planar { 1, .8 }
  local function push(_, q, v, tau) tau.q1, tau.q2 = -3 * q.q1 - v.q1, -2 * q.q2 - v["q2'"] end
  local function by_place(_, q, v, tau) tau[1], tau[2] = -3 * q[1] - v[1], -2 * q[2] - v[2] end
  local eq = m:equations()
  for _, front in ipairs { m, eq } do
    local a = front:simulate(1, { .4, .3 }, { 0, 0 }, { input = push })
    t.eq(a:hash(), front:simulate(1, { .4, .3 }, { 0, 0 }, { input = by_place }):hash())
    t.raises("nothing here is called 'q3'", function()
      front:simulate(1, { .4, .3 }, nil, { input = function(_, q) return { q.q3, 0 } end })
    end)
  end
  local spin = li.ode(function(_, x, dx) dx.th, dx.w = x.w, -x.th end, 1, { 0, 1 },
    { names = { "th", "w" }, rtol = 1e-11, atol = 1e-12 })
  t.near(spin:at("th", .53), math.sin(.53), 1e-10)
  t.near(li.ode(function(_, x, dx) dx.x1 = -x.x1 end, 1, { 1 }, TIGHT):state()[1], math.exp(-1),
    1e-11)
  -- inputs of a description as numbers, texts and functions
  local link = linkage()
  local q, v = link:simulate(.1, START, { 1, 0, 0 }):state(0)
  local laws = link:equations { constraints = true }
  local text = laws:simulate(.4, q, v, with { inputs = { F = "2*sin(t) - a'" } })
  local own = laws:simulate(.4, q, v, with { inputs = { F = function(time, _, w)
    return 2 * math.sin(time) - w.a end } })
  t.near(own:state(), text:state(), 1e-10)
  t.near(link:simulate(.4, q, v, with { inputs = { F = "2*sin(t) - a'" } }):state(),
    text:state(), 1e-10)
  t.raises("inputs.F: expected a number", function()
    laws:simulate(.1, q, v, { inputs = { F = function() return "x" end } })
  end)
  local kane = link:kane { independent = "a" }
  t.near(kane:simulate(.4, { a = q[1], b = q[2], c = q[3], ["a'"] = v[1] },
    with { values = NO_MOTORS, inputs = { F = function(time, x)
      return 2 * math.sin(time) - x["a'"] end } }):state(), text:state(), 1e-9)
  -- one that is not told has the value of the description
  local d = linkage { inputs = { { name = "F", value = .7 } } }
  t.near(d:equations { constraints = true }:simulate(.3, q, v, with {}):state(),
    d:simulate(.3, q, v, with {}):state(), 1e-10)
end)

t.test("force elements with states of their own move equations as they move models", function()
  local m = li.robot { gravity = { 0, -9.81, 0 }, bodies = { { name = "arm", mass = 1,
    joint = { kind = "revolute", axis = "z", q = "q1" }, com = { .4, 0, 0 },
    inertia = { .1, .1, .1 } } }, inputs = { "U" },
    forces = { { "motor", name = "drive", joint = "q1", voltage = "U", resistance = 2,
      kt = .5, inductance = .05 } } }
  local o = with { inputs = { U = "12*sin(5*t)" }, dt = .1, record = "work" }
  local want, got = m:simulate(1, { .3 }, { 0 }, o), m:equations():simulate(1, { .3 }, { 0 }, o)
  t.ok(same(want, got, 1e-9, "equations") >= 7)
  t.near(got:resume(.5):state(), want:resume(.5):state(), 1e-9)
  local kane = m:kane():simulate(1, { q1 = .3 }, with(o, { values = { tau_q1 = 0 } }))
  t.ok(same(want, kane, 1e-9, "Kane") >= 7)
  t.near(kane:resume(.5):state(), want:resume(.5):state(), 1e-9)
end)

t.test("a column is made once: asking for it in a loop copies nothing", function()
  for _, run in ipairs { li.planar { 1 }:simulate(.2, { .5 }),
    li.planar { 1 }:equations():simulate(.2, { .5 }) } do
    t.ok(rawequal(run.q1, run.q1))
    t.ok(not rawequal(run:column "q1", run.q1))
  end
end)

t.test("units: of a model's coordinates by every front; of a system's by what they move", function()
  local m = linkage()
  local q, v = m:simulate(.1, START, { 1, 0, 0 }):state(0)
  local start = { a = q[1], b = q[2], c = q[3], ["a'"] = v[1] }
  for _, run in ipairs { m:simulate(.1, q, v), m:equations { constraints = true }
    :simulate(.1, q, v), m:kane { independent = "a" }:simulate(.1, start,
    { values = NO_MOTORS }) } do
    for name, unit in pairs { a = "rad", ["b'"] = "rad/s", T = "J", V = "J", E = "J" } do
      t.eq(run:unit(name), unit, name)
    end
  end
  local s = li.system { planar = true, gravity = { 0, -9.81 } }
  local x, th = s:coordinates "x th"
  s:body { name = "cart", mass = 2, inertia = 0, at = { x, 0 } }
  s:body { name = "bob", mass = 1, inertia = 0, at = { x + li.sin(th), -li.cos(th) }, angle = th }
  local run = s:kane():simulate(1, { th = .5 }, TIGHT)
  for name, unit in pairs { x = "m", th = "rad", ["x'"] = "m/s", ["th'"] = "rad/s" } do
    t.eq(run:unit(name), unit, name)
  end
  t.near(run.E[#run], run.E[1], 1e-9)
  t.near(run.V[1], -9.81 * math.cos(.5), 1e-12)
  t.near(run.T[#run] - run.T[1], run.W[#run], 1e-9) -- W: all that acts, the weight too
end)

t.test("a run past a dead point of its speeds has the columns of the others, and goes on",
  function()
  local V = li.mechanisms.values("slider_crank", { state = true })
  V.G, V.F = 0, 0
  local m = li.mechanisms.slider_crank()
  local eq = assert(m:simulate(1, {}, with { values = V, record = "work" }))
  local q = eq:state(0)
  local start = { th1 = q[1], th2 = q[2], th3 = q[3], ["th3'"] = eq["th3'"][1] }
  local by_rod = assert(m:system "joint":kane { independent = "th3" }:simulate(1, start,
    with { values = li.mechanisms.values "slider_crank", record = { "work", "multipliers" },
      inputs = { G = 0, F = 0 } }))
  t.ok(by_rod:info().speeds:find "did not tell the motion", by_rod:info().speeds)
  t.ok(same(eq, by_rod, 1e-6, "in all rates") >= 10)
  local on, want = assert(by_rod:resume(.3)), assert(eq:resume(.3))
  t.near(on:at("th1", 1.3), want:at("th1", 1.3), 1e-6)
end)

t.test("li.mechanism and li.system are simulated as they are: the rest of a start follows",
  function()
  local values = li.mechanisms.values "slider_crank"
  local m = li.mechanisms.slider_crank()
  local run = assert(li.simulate { m, values = values, th1 = .7, ["th1'"] = 5, t = .2 })
  t.near({ run.th1[1], run["th1'"][1] }, { .7, 5 })
  -- the loop is closed: the crosshead is on its line and does not turn
  t.near(.2 * math.sin(.7) + .5 * math.sin(run.th1[1] + run.th2[1]), 0, 1e-12)
  t.near(run.th1[1] + run.th2[1] + run.th3[1], 0, 1e-12)
  local cartesian = assert(m:simulate(.2, { th1 = .7 }, { values = values, form = "cartesian",
    fix = { "th_crank" } }))
  t.ok(cartesian:info().drift < 1e-5)
  t.eq(select(3, m:simulate(.2, { th1 = .7, th2 = 3, th3 = 3 }, { values = values,
    fix = { "th1", "th2", "th3" } })), "EUNREACHABLE")
  t.raises("expected 3 numbers, got 2", li.simulate, { m, values = values, q = { .7, 0 }, t = 1 })
end)

t.test("what each element does is recorded alike by models, equations and Kane's", function()
  local m = li.robot { gravity = { 0, -9.81, 0 }, inputs = { "U" }, bodies = {
      { name = "a", mass = 1, com = { 0.15, 0, 0 }, inertia = { 0.1, 0.1, 0.1 },
        joint = { kind = "revolute", q = "a" } },
      { name = "b", at = { 0.3, 0, 0 }, mass = 1, com = { 0.5, 0, 0 },
        inertia = { 0.1, 0.1, 0.1 }, joint = { kind = "revolute", q = "b" } },
      { name = "c", parent = "world", mass = 2, inertia = { 1, 1, 1 },
        joint = { kind = "prismatic", axis = "x", q = "x" } } },
    frames = { { name = "tip", body = "b", at = { 1, 0, 0 } } },
    constraints = { { "point", name = "pin", from = "tip", to = "c" } },
    forces = { { "damper", joint = "a", damping = 0.3 },
      { "spring", name = "sum", joint = { x = 1, a = 0.1 }, stiffness = 100, rest = 1 },
      { "drag", name = "air", at = "b", quadratic = 1, point = { 0.5, 0, 0 } },
      { "spring", name = "line", from = "b", to = "world", to_point = { 0, 1, 0 }, stiffness = 3 },
      { "motor", name = "dc", joint = "x", voltage = "U", resistance = 1, kt = 0.1,
        inductance = 0.01 } } }
  local q = m:assemble { 0.5, -0.2, 1.2 }
  local v = m:fit_velocity(q, { a = 5 }, { fix = "a" })
  local names = { "F.damper1", "F.sum", "F.air.x", "F.air.y", "F.air.z", "F.line", "F.dc" }
  local function both(t_) return math.sin(t_), math.cos(t_) end
  for _, U in ipairs { "sin(t)", both } do
    local o = { record = "forces", inputs = { U = U }, rtol = 1e-10, atol = 1e-12, dt = 0.05 }
    local runs = { m:simulate(1, q, v, o), m:equations { constraints = true }:simulate(1, q, v, o),
      m:kane():simulate(1, { a = q[1], b = q[2], x = q[3], ["a'"] = v[1] }, o) }
    for _, name in ipairs(names) do
      for i = 2, 3 do
        t.near(runs[i]:at(name, 0.7), runs[1]:at(name, 0.7), 1e-8, name)
        t.eq(runs[i]:unit(name), runs[1]:unit(name), name)
      end
    end
    t.near(runs[2]:at("F.damper1", 0.7), -0.3 * runs[2]:at("a'", 0.7), 1e-12)
    local more = runs[2]:resume(0.5)
    t.near(more:at("F.sum", 1.2), -100 * (more:at("x", 1.2) + 0.1 * more:at("a", 1.2) - 1), 1e-9)
  end
  local free = li.lagrange { q = "x", T = "x'^2/2", V = "x^2/2" }
  t.raises("record: 'forces' are those of elements of a description", free.simulate, free, 1, { 1 },
    { 0 }, { record = "forces" })
end)

t.test("a start that does not fit is moved alike by models, equations and Kane's", function()
  local function link(name, parent, at)
    return { name = name, parent = parent, at = { at, 0, 0 }, mass = 1, com = { 0.5, 0, 0 },
      inertia = { 0, 0, 0.1 }, joint = { kind = "revolute", q = name } }
  end
  local m = li.robot { gravity = { 0, -9.81, 0 }, bodies = { link("a", nil, 0), link("b", "a", 0.3),
    { name = "c", parent = "world", mass = 2, inertia = { 1, 1, 1 },
      joint = { kind = "prismatic", axis = "x", q = "x" } } },
    frames = { { name = "tip", body = "b", at = { 1, 0, 0 } } },
    constraints = { { "point", name = "pin", from = "tip", to = "c" } } }
  local q = { 0.5, -0.3, 1.2 }
  local want = m:assemble(q)                        -- the least change of coordinates
  local eq, kane = m:equations { constraints = true }, m:kane()
  local whole = { a = 0.5, b = -0.3, x = 1.2, ["a'"] = 5 }
  local one, two, three = m:simulate(0.1, q, { 5, 0, 0 }), eq:simulate(0.1, q, { 5, 0, 0 }),
    kane:simulate(0.1, whole)
  for _, run in ipairs { one, two, three } do
    t.near((run:state(0)), want, 1e-9)
    t.near(run:info().moved.a, want[1] - 0.5, 1e-9)
    t.ok(tostring(run):find("the start was moved onto the constraints", 1, true), tostring(run))
  end
  -- rates in the metric of the mass matrix; what is fixed stays
  t.near(select(2, one:state(0)), select(2, two:state(0)), 1e-9)
  local fix = { fix = "a" }
  one, two = m:simulate(0.1, q, { 5, 0, 0 }, fix), eq:simulate(0.1, q, { 5, 0, 0 }, fix)
  three = kane:simulate(0.1, { a = 0.5, b = -0.3, ["a'"] = 5 })
  t.near({ one:at("a", 0), two:at("a", 0), one:at("a'", 0), two:at("a'", 0) }, { 0.5, 0.5, 5, 5 },
    1e-12)
  t.near((one:state(0)), (two:state(0)), 1e-9)
  t.near(select(2, one:state(0)), select(2, two:state(0)), 1e-9)
  -- names that were told cannot stay both: all move
  t.near(m:gaps((three:state(0))).pin, { 0, 0, 0 }, 1e-12)
  three = kane:simulate(0.1, { a = 0.5, ["a'"] = 5 })
  t.near(three:at("a", 0), 0.5, 0)
  t.near(m:gaps((three:state(0))).pin, { 0, 0, 0 }, 1e-12)
  t.ok(tostring(three):find("the start followed what was fixed", 1, true), tostring(three))
  -- what fits is left alone, and a run that goes on too
  local fits = kane:simulate(0.1, { a = want[1], b = want[2], x = want[3], ["a'"] = 5 })
  t.eq(fits:info().moved, nil)
  t.eq(three:resume(0.1):info().moved, nil)
end)

t.done()
