-- test_kane_linear.lua - small motions, equilibria and kernels of equations by generalised speeds:
-- closed forms, other roads to the same matrices, all that is shipped, refusals
local t = require "t"
local li = require "liaison"
local texts = require "liaison.base.texts"

local random = li.random(11)
local function between(a, b) return random:uniform(a, b) end

local function near_matrix(A, B, tol, what)
  t.eq(#A, #B, what)
  for i = 1, #A do
    t.eq(#A[1], #B[1], what)
    for k = 1, #A[1] do
      t.near(A[i][k], B[i][k], tol * (1 + math.abs(B[i][k])), ("%s [%d][%d]"):format(what, i, k))
    end
  end
end

-- ---- all systems that are shipped ---------------------------------------------------------------

local systems = {}
for name in pairs(li.systems) do if name ~= "values" then systems[#systems + 1] = name end end
table.sort(systems)

-- Kane's equations of a shipped system, and numbers for all symbols: parameters, and a state that
-- nothing singles out. What pushes has a number too
local function shipped(name)
  local k, values = li.systems[name]():kane(), li.systems.values(name, { state = true })
  local q, v = texts(k.q), texts(k.alpha)
  for _, list in ipairs { q, v } do
    for _, each in ipairs(list) do values[each] = (values[each] or 0) + between(-.2, .2) end
  end
  local missing = true
  while missing do
    local ok, message = pcall(k.numbers, k, values)
    if ok then break end
    for symbol in message:match "no number for ([^(]*)":gmatch "[^, ]+" do
      values[symbol] = between(.1, .3)
    end
  end
  return k, values, q, v
end

t.test("every shipped system: the slopes are those of kane:linearise, which knows no rows",
  function()
  t.ok(#systems >= 6)
  for _, name in ipairs(systems) do
    local k, values, q, v = shipped(name)
    local all = {}
    for _, x in ipairs(q) do all[#all + 1] = x end
    for _, x in ipairs(v) do all[#all + 1] = x end
    local lin = assert(k:linearize { values = values })
    t.eq(table.concat(lin.states, " "), table.concat(all, " "), name)
    near_matrix(lin.A, k:linearise(values).A, 1e-9, name)
    local r = k:numbers(values)
    local rest = r.qd:table()
    for i = 1, #r.alphad do rest[#rest + 1] = r.alphad[i] end
    t.near(lin.rest, rest, 1e-9 * (1 + li.vec(rest):norm()), name)
    -- inputs that stand in the rates of coordinates too
    local u = texts(li.systems[name]().inputs)
    if #u > 0 then
      near_matrix(assert(k:linearize { values = values, inputs = u }).B,
        k:linearise(values, { inputs = u }).B, 1e-9, name)
    end
    -- a force on a speed is D^-1
    local B = k:linearize({ values = values, inputs = v[1] }).B
    local column = r.D:inverse()
    for i = 1, #v do t.near(B[#q + i][1], column[i][1], 1e-9 * (1 + r.D:norm()), name) end
  end
end)

t.test("every shipped system as a kernel: rates, slopes, bits of a run", function()
  for _, name in ipairs(systems) do
    local k, values, q, v = shipped(name)
    local x = {}
    for _, list in ipairs { q, v } do
      for _, each in ipairs(list) do x[#x + 1] = values[each] end
    end
    local f = k:compile("dynamics", { values = values, inputs = {}, tape = true })
    local lin = assert(k:linearize { values = values })
    t.near(f({ 0 }, x), lin.rest, 1e-9 * (1 + lin.rest:norm()), name)
    local A = k:compile("jacobians", { values = values, inputs = {}, tape = true })({ 0 }, x)
    near_matrix(A, lin.A, 1e-8, name)
    t.near(li.linearize(f, { x = x }).A:norm(), lin.A:norm(), 1e-5 * (1 + lin.A:norm()), name)
    -- in a run an input that is a number has no rate
    if name == "tractor_trailer" then values["de'"] = 0 end
    f = k:compile("dynamics", { values = values, inputs = {}, tape = true })
    local run = assert(k:simulate(.1, values, { rtol = 1e-11, atol = 1e-12 }))
    local same = assert(li.simulate { kernel = f, x = x, t = .1, rtol = 1e-11, atol = 1e-12 })
    local got = same:state()
    local at = {}
    for _, list in ipairs { q, v } do
      for _, each in ipairs(list) do at[#at + 1] = run:at(each, .1) end
    end
    t.near(got, at, 1e-7 * (1 + li.vec(at):norm()), name)
  end
end)

-- ---- rows of positions --------------------------------------------------------------------------

-- a slider-crank as a system with rows of positions, one of them told twice
local function slider(twice)
  local s = li.system { planar = true, gravity = { 0, -9.81 } }
  local a, b, x = s:coordinates "la lb lx"
  s:body { name = "crank", mass = 1, inertia = .02, angle = a, com = { .2, 0 }, at = { 0, 0 } }
    :torque "Ml"
  s:body { name = "rod", mass = 2, inertia = .2, angle = a + b, com = { .5, 0 },
    at = { .4 * li.cos(a), .4 * li.sin(a) } }
  s:body { name = "piston", mass = 3, inertia = 0, at = { x, 0 } }:force { f = { "-40*(lx - 1.2)",
    0 } }
  local rows = { "0.4*cos(la) + cos(la + lb) - lx", "0.4*sin(la) + sin(la + lb)" }
  if twice then rows[3] = "0.8*sin(la) + 2*sin(la + lb)" end
  s:holonomic(rows)
  return s
end

t.test("coordinates that rows hold are told by the independent ones, redundant rows do no harm",
  function()
  for _, twice in ipairs { false, true } do
    local s = slider(twice)
    local o = { values = { Ml = 0 }, q = { .7, -1, 1.2 }, states = "la la'", inputs = "la" }
    local eq = s:equations():with { Ml = 0 }
    local want = assert(eq:linearize { q = o.q, v = { la = 2 }, states = "la la'",
      inputs = "la" })
    local k = s:kane { independent = "la" }
    o.v = { la = 2 }
    local lin = assert(k:linearize(o))
    near_matrix(lin.A, want.A, 1e-8, "A")
    near_matrix(lin.B, want.B, 1e-9, "B")
    t.near(lin.q, want.q, 1e-10)
    -- another speed, which is no rate, the state by its name: at rest the same eigenvalues
    local other = s:kane { speeds = { "ul = 2*lx' + la'" } }
    local rest = assert(k:equilibrium { q = { -1, .5, 1.2 }, values = o.values })
    want = assert(eq:linearize { q = rest, states = "la la'" })
    local at = assert(other:linearize { values = o.values, q = rest, states = "la ul",
      outputs = { "la'", "la''" } })
    t.ok(math.abs(at.A[1][2] - 1) > .1)
    t.near(at.A:trace(), want.A:trace(), 1e-8)
    t.near(at.A:det(), want.A:det(), 1e-8 * math.abs(want.A:det()))
    t.near(at.C[1]:table(), { at.A[1][1], at.A[1][2] }, 1e-12)
    -- in motion: la' by the rows of rates
    local a, ab = lin.q[1], lin.q[1] + lin.q[2]
    local both = -.4 * math.cos(a) / math.cos(ab) -- la' + lb' for la' = 1
    local x = -.4 * math.sin(a) - math.sin(ab) * both
    at = assert(other:linearize { values = o.values, q = lin.q, v = { ul = 3 }, states = "la ul" })
    t.near(at.rest[1], 3 / (2 * x + 1), 1e-9)
  end
end)

t.test("a place where the coordinates do not close is moved there, and said; or nil and why",
  function()
  local k = slider():kane { independent = "la" }
  local lin = assert(k:linearize { values = { Ml = 0 }, q = { .7, -1, 1.2 } })
  t.ok(lin.moved.q > 0.01)
  local no, why, code = k:linearize { values = { Ml = 0 }, q = { lx = 7 } }
  t.eq(no, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(why:find("no coordinates near these keep the constraints", 1, true), why)
end)

t.test("equilibria of the slider-crank: those of its equations, stable or not", function()
  local s = slider()
  local k = s:kane { independent = "la" }
  local start = { la = -1, lb = .5, lx = 1.2 }
  local q, info = k:equilibrium { q = start, values = { Ml = 0 } }
  local want, other = s:equations():equilibrium { q = start, values = { Ml = 0 } }
  t.near(q, want, 1e-8)
  t.eq(info.stability, other.stability)
  t.eq(table.concat(info.held, " "), "la")
  -- the torque that holds it where it stands
  local at = { la = .7, lb = -1, lx = 1.2 }
  local _, held = k:equilibrium { q = at, fix = "la", inputs = "Ml" }
  local _, by_force = k:equilibrium { q = at, fix = "la", values = { Ml = 0 }, inputs = "la" }
  t.near(held.u.Ml, by_force.u.la, 1e-9)
  t.ok(math.abs(held.u.Ml) > .1)
end)

-- ---- steady motion ------------------------------------------------------------------------------

-- a disc of inertia It across, Ia about its axis, that turns steadily at phi', leaning theta:
--   It phi'^2 sin cos - (Ia + m R^2) phi' (psi' + phi' cos) sin - m R^2 .. = m g R cos
-- with the contact's part (Ia + m R^2) of the spin           [Greenwood, Principles of Dynamics]
local function spin_of(p, theta, turn)
  local s, c = math.sin(theta), math.cos(theta)
  local big = p.Ia + p.m * p.R ^ 2
  return (p.It * turn ^ 2 * s * c - p.m * p.g * p.R * c) / (big * turn * s) - turn * c
end

t.test("a disc that turns steadily: the lean that Greenwood's equation tells", function()
  local k, p = li.systems.disc():kane(), li.systems.values "disc"
  for _, theta in ipairs { 1.1, 1.3, 1.5 } do
    local turn = 1.7
    local spin = spin_of(p, theta, turn)
    local q, info = k:equilibrium { values = p, q = { theta = theta + .05, z = .3 },
      v = { phi = turn, psi = spin }, fix = "x y z phi psi" }
    t.near(q[5], theta, 1e-7)
    t.eq(table.concat(info.held, " "), "theta")
    t.near(info.v, { turn, 0, spin }, 1e-12)
  end
end)

t.test("a disc upright: lambda^2 = 4g/(5R) - 12 w^2/5", function()
  local k, p = li.systems.disc():kane(), li.systems.values "disc"
  for _, w in ipairs { 1, 3.3, 5 } do
    local lin = assert(k:linearize { values = p, q = { theta = math.pi / 2 }, v = { ["psi'"] = w },
      states = "theta phi' theta' psi'" })
    t.near((lin.A * lin.A):trace() / 2, 4 * 9.81 / (5 * p.R) - 12 * w ^ 2 / 5, 1e-9)
  end
end)

t.test("stability is told where the linear model stays as it is along the motion", function()
  local k, p = li.systems.disc():kane(), li.systems.values "disc"
  local function upright(w)
    return select(2, k:equilibrium { values = p, q = { theta = math.pi / 2, z = .3 },
      v = { psi = w }, fix = "x y z phi theta psi" })
  end
  -- above sqrt(g R/3)/R it does not fall
  t.eq(upright(3).stability, "unstable")
  t.eq(upright(3.5).stability, "marginal")
  -- a top by a quaternion: its numbers change as it spins
  local top = li.robot { gravity = { 0, 0, -9.81 }, bodies = { { name = "top", joint = "spherical",
    q = { "wx", "wy", "wz" }, mass = 1, com = { 0, 0, .3 }, inertia = { .05, .05, .02 } } } }
  local o = { q = { 1, 0, 0, 0 }, v = { wz = 60 } }
  t.eq(select(2, top:equilibrium(o)).stability, "unstable") -- (C w)^2 < 4 A m g l
  local info = select(2, top:kane():equilibrium(o))
  t.eq(info.stability, nil)
  t.ok(info.unknown:find("changes along this motion", 1, true))
  t.eq(select(2, top:kane():equilibrium { q = { 1, 0, 0, 0 } }).stability, "unstable")
end)

-- ---- models by Kane's equations -----------------------------------------------------------------

t.test("Kane's equations of a model: the linear model of the model, motors are inputs at 0",
  function()
  local m = li.robot { gravity = { 0, -9.81, 0 }, bodies = {
    { name = "cart", joint = "prismatic", axis = "x", q = "mc", mass = 3, inertia = { 1, 1, 1 },
      damping = .4 },
    { name = "bob", joint = "revolute", axis = "z", q = "ma", mass = 1, com = { 0, -.8, 0 },
      inertia = { 0, 0, .1 }, stiffness = 2, rest = .1 } },
    inputs = { { name = "wind", value = .3 } },
    forces = { { "given", name = "w", joint = "mc", value = "wind*mc" } } }
  local k = m:kane()
  local q, v = { .2, .5 }, { .3, -.7 }
  local want = assert(m:linearize { q = q, v = v, inputs = "wind ma" })
  local lin = assert(k:linearize { q = q, v = v, inputs = "wind tau_ma" })
  near_matrix(lin.A, want.A, 1e-10, "A")
  near_matrix(lin.B, want.B, 1e-10, "B")
  t.eq(table.concat(k:linearize { q = q }.inputs, " "), "tau_ma tau_mc wind")
  local f = k:compile("dynamics", { inputs = "wind", tape = true })
  t.near(f({ 0 }, { .2, .5, .3, -.7 }, { .9 }),
    m:compile("dynamics", { inputs = "wind", tape = true })({ 0 }, { .2, .5, .3, -.7 }, { .9 }),
    1e-11)
  local rest, info = k:equilibrium { q = { .2, -1.4 }, u = { wind = 0 } }
  local by_model = m:equilibrium { q = { .2, -1.4 }, u = { wind = 0 } }
  t.near(rest[2], by_model[2], 1e-8)
  t.eq(info.u.wind, 0)
end)

-- ---- along a run --------------------------------------------------------------------------------

t.test("along a run: each as at its state, with the values and inputs of the run", function()
  local s = li.system { planar = true }
  local th = s:coordinates "ths"
  s:body { mass = "m", inertia = 0, at = { li.sin(th), -li.cos(th) } }
    :force { f = { "F", "-9*m" }, axes = "world" }
  local k = s:kane()
  local run = assert(k:simulate(1, { ths = .4 }, { values = { m = 2 }, inputs = { F = "3*t" },
    rtol = 1e-10, atol = 1e-11 }))
  local list = assert(k:linearize { run = run, at = .25, inputs = "F" })
  t.eq(#list, 5)
  for i, lin in ipairs(list) do
    local x = run:at("ths", lin.t)
    t.near(lin.t, .25 * (i - 1), 1e-15)
    -- ths'' = -9 sin + F/m cos
    t.near(lin.A[2][1], -9 * math.cos(x) - 3 * lin.t / 2 * math.sin(x), 1e-9)
    t.near(lin.B[2][1], math.cos(x) / 2, 1e-10)
  end
  local driven = assert(k:simulate(1, { ths = .4 }, { values = { m = 2 },
    inputs = { F = function(at) return 3 * at end }, rtol = 1e-10 }))
  t.raises("F: the run was driven by a function", function() k:linearize { run = driven } end)
  local told = assert(k:linearize { run = driven, at = .5,
    u = function(at) return { F = 3 * at } end })
  t.near(told[3].A[2][1], list[5].A[2][1], 1e-6)
  t.raises("no column 'ths': is it a run of these equations", function()
    k:linearize { run = li.planar { 1 }:simulate(.1, { 0 }) }
  end)
  -- and of equations in coordinates
  local eq = s:equations():with { m = 2 }
  local plain = assert(eq:simulate(1, { .4 }, { 0 }, { inputs = { F = "3*t" }, rtol = 1e-10,
    atol = 1e-11 }))
  for i, lin in ipairs(assert(eq:linearize { run = plain, at = .25 })) do
    t.near(lin.A[2][1], list[i].A[2][1], 1e-6)
  end
end)

t.test("a further state of a run is an input there; an input that has become one", function()
  local s = li.system { planar = true }
  local x, F = s:coordinates "xz", s:input "Fz"
  s:body { mass = 2, inertia = 0, at = { x, 0 } }:force { f = { F * x, 0 } }
  local k = s:kane()
  local run = assert(k:simulate(1, { xz = 1 }, { states = { Fz = { rate = "-Fz", start = 4 } },
    rtol = 1e-10 }))
  for _, lin in ipairs(assert(k:linearize { run = run, at = .5 })) do
    t.near(lin.A[2][1], 2 * math.exp(-lin.t), 1e-7)
  end
end)

-- ---- kernels ------------------------------------------------------------------------------------

t.test("outputs and constraints as kernels; inputs by name, parameters last", function()
  local k = slider():kane { independent = "la" }
  local x = { .7, -1.5, 1.2, 2 }
  local y = k:compile("outputs", { outputs = { "lx^2", "lx'", "la''" }, inputs = "Ml",
    tape = true })({ 0 }, x, { 5 })
  local r = k:numbers { la = .7, lb = -1.5, lx = 1.2, ["la'"] = 2, Ml = 5 }
  t.near(y, { 1.44, r.qd[3], r.alphad[1] }, 1e-10)
  local gaps = k:compile("constraints", { inputs = {}, values = { Ml = 0 }, tape = true })({ 0 }, x)
  local c, sn = math.cos, math.sin
  t.near(gaps, { .4 * c(.7) + c(-.8) - 1.2, .4 * sn(.7) + sn(-.8), 0, 0 }, 1e-13)
  local open = k:compile("dynamics", { parameters = true, inputs = {}, tape = true })
  t.eq(table.concat(open.parameters, " "), "Ml")
  t.near(open({ 0 }, x, { 5 })[4], r.alphad[1], 1e-10)
  t.raises("no number for Ml", function() k:compile("dynamics", { inputs = {} }) end)
  t.raises("expected 'dynamics', 'jacobians', 'outputs' or 'constraints', got 'dynamic' %(did you "
    .. "mean 'dynamics'%?%)", function() k:compile "dynamic" end)
  t.raises("outputs: expected at least one", function() k:compile("outputs", { inputs = "Ml" }) end)
  t.raises("no coordinate, speed or input 'Nl'", function()
    k:compile("dynamics", { inputs = "Nl" })
  end)
end)

t.test("the rate of an input that stands still is 0 in a kernel", function()
  local k, values = shipped "tractor_trailer"
  local x = { values.x, values.y, values.Th, values.Ph, values.v }
  values["de'"] = 0
  local whole = k:compile("dynamics", { values = values, inputs = {}, tape = true })({ 0 }, x)
  values["de'"] = nil
  t.near(k:compile("dynamics", { values = values, inputs = {}, tape = true })({ 0 }, x), whole, 0)
  values.de = nil
  t.raises("no numbers for de, de'", function()
    k:compile("dynamics", { values = values, inputs = {} })
  end)
end)

t.test("equations as kernels: rows that follow from others are left out and named", function()
  for _, twice in ipairs { false, true } do
    local eq = slider(twice):equations():with { Ml = 1 }
    local q = eq:equilibrium { q = { .7, -1, 1.2 }, fix = "la", inputs = "la" }
    local v = eq:linearize { q = q, v = { la = 2 } }.v
    local f, left = eq:compile("dynamics", { inputs = {}, at = q, tape = true })
    t.eq(#left, twice and 1 or 0)
    local x = q:table()
    for i = 1, 3 do x[3 + i] = v[i] end
    t.near(f({ 0 }, x):sub(4, 6), eq:solve(q, v).a, 1e-9)
    local A, B = eq:compile("jacobians", { at = q, tape = true })({ 0 }, x, { 0, 0, 0 })
    t.eq(#A, 6)
    t.near(B[4][1], f({ 0 }, x)[4] - eq:compile("dynamics", { at = q, tape = true })({ 0 }, x,
      { -1, 0, 0 })[4], 1e-9)
    t.near(eq:compile("constraints", { inputs = {}, at = q, tape = true })({ 0 }, x):norm(), 0,
      1e-11)
    t.near(eq:compile("outputs", { outputs = "la''", inputs = {}, at = q,
      tape = true })({ 0 }, x)[1], eq:solve(q, v).a[1], 1e-9)
  end
  t.near(li.planar { 1 }:equations():compile("dynamics", { tape = true })({ 0 }, { 0, 2 }, { 0 }),
    { 2, -14.715 }, 1e-12)
end)

t.test("runs by machine code are those of the tape", function()
  local k, p = li.systems.disc():kane(), li.systems.values "disc"
  local start = { z = .3 * math.sin(1.2), theta = 1.2, ["phi'"] = .8, ["psi'"] = 5 }
  local o = { values = p, rtol = 1e-9 }
  local plain = assert(k:simulate(.5, start, o))
  o.kernel = true
  local fast = assert(k:simulate(.5, start, o))
  t.eq(table.concat(fast:columns(), " "), table.concat(plain:columns(), " "))
  t.near(fast:state(), plain:state(), 1e-11)
  t.near(fast:at("E", .5), plain:at("E", .5), 1e-11)
  local eq = slider():equations():with { Ml = 1 }
  local q = { la = .7 }
  t.near(assert(eq:simulate(.2, q, {}, { kernel = true })):state(),
    assert(eq:simulate(.2, q, {}, {})):state(), 1e-10)
  t.raises("kernel: expected true, or what compile 'dynamics' gives of these equations", function()
    k:simulate(.1, start, { values = p, kernel = 3 })
  end)
  o.kernel = k:compile("dynamics", { values = p, inputs = {}, tape = true })
  t.near(assert(k:simulate(.5, start, o)):state(), plain:state(), 1e-11)
  t.raises("of these equations", function()
    li.systems.disc():kane():simulate(.1, start, o)
  end)
end)

t.test("kernels with inputs: numbers of them in li.ode, names of them in li.linearize", function()
  local k = li.system { planar = true }
  local x = k:coordinates "xk"
  k:body { mass = "mk", inertia = 0, at = { x, 0 } }:force { f = { "Fk - ck*xk", 0 } }
  k = k:kane()
  local f = k:compile("dynamics", { values = { mk = 2, ck = 8 }, inputs = "Fk", tape = true })
  t.eq(table.concat(f.takes, " ") .. "; " .. table.concat(f.gives, " "), "1 2 1; 2")
  local run = li.ode(f, 1, { 0, 0 }, { inputs = { Fk = 8 }, rtol = 1e-11, atol = 1e-12 })
  t.near(run:state()[1], 1 - math.cos(2), 1e-8)
  t.eq(table.concat(run:columns(), " "):sub(1, 8), "t xk xk'")
  local lin = li.linearize(f, { x = { 0, 0 } })
  t.eq(table.concat(lin.states, " ") .. "; " .. table.concat(lin.inputs, " "), "xk xk'; Fk")
  near_matrix(lin.A, { { 0, 1 }, { -4, 0 } }, 1e-9, "A")
  near_matrix(lin.B, { { 0 }, { .5 } }, 1e-9, "B")
  t.eq(lin.exact, false)
  lin = li.linearize(f, { x = { 0, 0 }, states = "x v", inputs = "F" })
  t.eq(table.concat(lin.states, " ") .. "; " .. table.concat(lin.inputs, " "), "x v; F")
  t.raises("inputs: expected 1 names", function()
    li.linearize(f, { x = { 0, 0 }, inputs = "F G" })
  end)
end)

-- ---- what is refused ----------------------------------------------------------------------------

t.test("names and numbers that are wrong say so, with the cure; the former call is understood",
  function()
  local k, p = li.systems.disc():kane(), li.systems.values("disc", { state = true })
  local function wrong(what, o)
    t.raises(what, function() k:linearize(o) end)
  end
  wrong("values: no numbers for Ia, It, R", { q = { theta = 1 } })
  wrong("no coordinate 'thet' %(did you mean 'theta'%?%)", { values = p, q = { thet = 1 } })
  wrong("v: no speed 'ps'", { values = p, v = { ps = 1 } })
  wrong("no speed or input 'F'", { values = p, inputs = "F" })
  wrong("states: no coordinate 'zz'", { values = p, states = "zz" })
  wrong("unknown key 'outs'", { values = p, outs = 1 })
  wrong("q: expected 6 numbers in order, or a table by name, got 1", { values = p, q = 1 })
  near_matrix(k:linearize(p).A, k:linearise(p).A, 0, "former")
  near_matrix(k:linearize(p, { states = "theta theta'" }).A,
    k:linearise(p, { states = "theta theta'" }).A, 0, "former")
  local gone = k:replace { m = 3 }
  t.raises("the system these equations are of is not known any more", function()
    gone:linearize { values = p }
  end)
  local moved = k:with { m = 3 }
  local q = {}
  for key, x in pairs(p) do q[key] = x end
  q.m = 3
  near_matrix(moved:linearize({ values = q }).A, k:linearize({ values = q }).A, 1e-12, "with")
end)

t.done()
