-- test_fronts.lua - one mechanism by every front of simulation: model, equations, Kane's equations,
-- kernel, plain function
local t = require "t"
local li = require "liaison"

local cases = tonumber(os.getenv "LIAISON_CASES" or "") or 6
local random = li.random(11)
local function between(a, b) return random:uniform(a, b) end

local function pick(list) return list[1 + math.floor(between(0, #list))] end

-- a chain of one to three joints that turn or slide, about and along anything
local function chain()
  local bodies, n = {}, pick { 1, 2, 3 }
  for k = 1, n do
    bodies[k] = { name = "b" .. k, parent = k > 1 and "b" .. k - 1 or "world",
      at = { between(-1, 1), between(-1, 1), between(-1, 1) },
      joint = { kind = pick { "revolute", "revolute", "prismatic" },
        axis = { between(-1, 1), between(-1, 1), between(0.2, 1) }, q = "q" .. k,
        damping = between(0, 0.5), stiffness = between(0, 3), rest = between(-1, 1) },
      mass = between(0.5, 2), com = { between(-0.5, 0.5), between(-0.5, 0.5), between(-0.5, 0.5) },
        inertia = { 0.2, 0.3, 0.25, 0.01, 0.02, -0.01 } }
  end
  return li.robot { bodies = bodies }, n, bodies
end

-- what pushes: springs and dampers to a moving goal, told three ways
local function push(n)
  local texts, gains = {}, {}
  for k = 1, n do
    gains[k] = { between(1, 5), between(0, 2), between(1, 3) }
    texts["q" .. k] = li._internal.format("-%.17g*(q%d - sin(%.17g*t)) - %.17g*q%d'", gains[k][1],
      k,
      gains[k][3], gains[k][2], k)
  end
  local function f(time, q, v)
    local tau = {}
    for k = 1, n do
      tau[k] = -gains[k][1] * (q[k] - math.sin(gains[k][3] * time)) - gains[k][2] * v[k]
    end
    return tau
  end
  return texts, f
end

local function numbers(n, from, to)
  local list = {} for k = 1, n do list[k] = between(from, to) end return list
end
local function names(run) return table.concat(run:columns(), " ") end

-- columns of a, which b has too (by its own names)
local function same(a, b, list, tol, what)
  for i = 1, #list do
    local x, y = a:column(list[i][1]), b:column(list[i][2])
    t.eq(#x, #y, what)
    for r = 1, #x do
      t.near(x[r], y[r], tol * (1 + math.abs(x[r])),
        ("%s: %s at t = %g"):format(what, list[i][1], a.t[r]))
    end
  end
end

local function both(list)
  local out = {} for i, name in ipairs(list) do out[i] = { name, name } end return out
end

-- { tau_q1 = 0 .. }: inputs of Kane's equations that are told by tau
local function no_inputs(n)
  local list = {} for k = 1, n do list["tau_q" .. k] = 0 end return list
end

t.test("open chains: model, equations, Kane, kernel, function: the same numbers at the same times",
  function()
  for case = 1, cases do
    local m, n, bodies = chain()
    local q, v = numbers(n, -1, 1), numbers(n, -1, 1)
    local texts, f = push(n)
    local function options(more)
      local o = { rtol = 1e-10, atol = 1e-12, dt = 0.1, tau = texts }
      for key, x in pairs(more or {}) do o[key] = x end
      return o
    end
    local what = ("case %d, %d joints"):format(case, n)
    local want = assert(m:simulate(1.5, q, v, options { record = { "tau", "accelerations" } }))
    local eq = m:equations()
    local by_eq = assert(eq:simulate(1.5, q, v, options { record = { "tau", "accelerations" } }))
    -- the same columns, in the same order
    t.eq(names(by_eq), names(want), what)
    same(want, by_eq, both(want:columns()), 2e-6, what .. ", equations")
    -- the same balance
    for _, key in ipairs { "given", "lost" } do
      t.near(by_eq:info()[key], want:info()[key], 1e-6 * (1 + math.abs(want:info()[key])),
        what .. ": " .. key)
    end
    -- tau as a function, as an input
    same(want, assert(m:simulate(1.5, q, v, options { tau = f })), both { "q1", "q1'", "E" }, 1e-8,
      what .. ", tau as a function")
    same(by_eq, assert(li.simulate(options { eq, q = q, v = v, t = 1.5, tau = f })),
      both { "q1", "q1'", "E" }, 1e-8, what .. ", equations with a function")
    local kernel = options { kernel = eq:compile "fd" }
    same(want, assert(m:simulate(1.5, q, v, kernel)), both { "q1", "q1'", "E" }, 2e-6,
      what .. ", kernel")
    -- as a function of the state
    local x, list = {}, {}
    for k = 1, n do x[k], x[n + k], list[k], list[n + k] = q[k], v[k], "q" .. k, "q" .. k .. "'" end
    local plain = li.simulate { t = 1.5, x = x, names = list, rtol = 1e-10, atol = 1e-12, dt = 0.1,
      f = function(time, y, dy)
      local at, rate = {}, {}
      for k = 1, n do at[k], rate[k] = y[k], y[n + k] end
      local tau = f(time, at, rate)
      for k = 1, n do
        local j = bodies[k].joint
        tau[k] = tau[k] - j.damping * rate[k] - j.stiffness * (at[k] - j.rest)
      end
      local a = m:fd(at, rate, tau)
      for k = 1, n do dy[k], dy[n + k] = rate[k], a[k] end
    end }
    same(want, plain, both(list), 2e-6, what .. ", function")
    -- Kane's equations: T is the same, and E = T - W stays
    local start = {}
    for k = 1, n do start["q" .. k], start["q" .. k .. "'"] = q[k], v[k] end
    local kane = assert(m:system():kane():simulate(1.5, start,
      options { values = no_inputs(n), record = { "tau" } }))
    local columns = both(list)
    columns[#columns + 1] = { "T", "T" }
    columns[#columns + 1] = { "tau.q1", "tau.q1" }
    same(want, kane, columns, 2e-6, what .. ", Kane")
    -- from a state by name, and on from where it ended
    t.near(by_eq:resume(0.2):state(), want:resume(0.2):state(), 2e-6, what .. ", resumed")
    t.near(by_eq:fork(0.7):state(), want:fork(0.7):state(), 2e-6, what .. ", forked")
  end
end)

t.test("a run of Kane's equations goes on, and is begun again from the middle, further states "
  .. "and controllers with it", function()
  local s = li.system { planar = true }
  local q = s:coordinates "qs"
  s:body { m = 2, j = 0, place = { q, 0, 0 } }:force { f = { "F", 0 } }
  local function options(more)
    local o = { states = { F = { rate = "-F + qs", start = 2 } }, rtol = 1e-10, atol = 1e-12 }
    for key, x in pairs(more) do o[key] = x end
    return o
  end
  for _, more in ipairs { {}, { tau = { qs = "-qs'" } },
    { controllers = { { dt = 0.3, delay = 0.1, noise = { qs = 0.1 },
    f = function(_, x) return { -x[1] } end } } } } do
    local k = s:kane()
    local run, whole = assert(k:simulate(1, { qs = 0.3 }, options(more))),
      assert(k:simulate(1.5, { qs = 0.3 }, options(more)))
    local go_on, from_half = run:resume(0.5), whole:fork(0.6)
    for _, other in ipairs { go_on, from_half } do
      local a, b, at = other:state()
      local c, d = whole:state()
      t.near({ at, a[1], b[1], b[2] }, { 1.5, c[1], d[1], d[2] }, 1e-8)
    end
    t.eq(#select(2, run:state()), 2) -- the speed and F
    -- in order as by name
    local in_order = assert(li.simulate(options { k, q = { 0.3 }, v = { 0 }, t = 1, tau = more.tau,
      controllers = more.controllers }))
    t.near((in_order:state()), (run:state()))
    t.raises("simulate.v: expected 2 numbers, got 3", li.simulate,
      options { k, v = { 0, 1, 2 }, t = 1 })
  end
end)

t.test("chains that are closed: model and equations with multipliers keep the same rows by "
  .. "the same forces", function()
  for case = 1, cases do
    local l = { between(0.6, 1), between(1.2, 1.6), between(1, 1.4) }
    local bodies = {}
    for k, name in ipairs { "a", "b", "c" } do
      bodies[k] = { name = name, parent = k == 2 and "a" or "world",
        at = k == 2 and { l[1], 0, 0 } or k == 3 and { 1.5, 0, 0 } or nil,
        joint = { kind = "revolute", axis = "z", q = name, damping = between(0, 0.3) },
          mass = between(0.5, 2), com = { l[k] / 2, 0, 0 },
          inertia = { 0.1, 0.1, between(0.05, 0.2) } }
    end
    local m = li.robot { gravity = { 0, -9.81, 0 }, bodies = bodies,
      constraints = { { "point", name = "pin", from = "b", from_at = { l[2], 0, 0 }, to = "c",
      to_at = { l[3], 0, 0 } } } }
    local options = { rtol = 1e-11, atol = 1e-12, dt = 0.05, tau = { a = "0.5*sin(3*t) - 0.2*a'" } }
    local want = assert(m:simulate(0.6, { 0.9, -0.5, 1.4 }, { 1, 0, 0 }, options))
    local q, v = want:state(0)
    local got = assert(m:equations { constraints = true }:simulate(0.6, q, v, options))
    t.eq(names(got), "t a b c a' b' c' T V E pin.1 pin.2 pin.3")
    t.eq(names(got), names(want))
    t.eq(got.lambda2[1], got["pin.2"][1]) -- the name before
    local columns = both { "a", "b", "c", "a'", "b'", "c'", "T", "V", "E" }
    for r = 1, 3 do columns[9 + r] = { "pin." .. r, "lambda" .. r } end
    same(want, got, columns, 1e-6, "case " .. case)
    t.near(got:info().given, want:info().given, 1e-6)
    t.near(got:info().lost, want:info().lost, 1e-6)
    t.ok(got:info().drift < 1e-7, got:info().drift)
    t.eq(got:info().moved, nil)
  end
end)

t.test("equations that are constrained start where they can, told by how much, with what must stay",
  function()
  local x, y = li.coordinates "x y"
  local eq = li.lagrange { q = { x, y }, T = (x:d() ^ 2 + y:d() ^ 2) / 2, V = 9.81 * y,
    constraints = { holonomic = x ^ 2 + y ^ 2 - 1 } }
  -- the pendulum it is
  local run = assert(eq:simulate(5, { 1, 0 }, { 0, 0 }, { rtol = 1e-10, dt = 0.5 }))
  local pendulum = assert(li.simulate { f = function(_, s, ds) ds[1], ds[2] = s[2],
    -9.81 * math.sin(s[1]) end, x = { math.pi / 2, 0 }, t = 5, rtol = 1e-12, atol = 1e-13,
    dt = 0.5 })
  for r = 1, #run do
    local th, w = pendulum.x1[r], pendulum.x2[r]
    t.near({ run.x[r], run.y[r] }, { math.sin(th), -math.cos(th) }, 1e-7)
    -- J' lambda pulls along the rod: 2 lambda = -(w^2 + g cos th)
    t.near(2 * run.lambda1[r], -(w ^ 2 + 9.81 * math.cos(th)), 1e-5)
    t.near(run.x[r] ^ 2 + run.y[r] ^ 2, 1, 1e-13)
  end
  t.eq(run:info().moved, nil)
  local moved = assert(eq:simulate(0.1, { 1.2, 0.9 }, { 0, 1 }))
  local i = moved:info().moved
  t.near({ 1.2 + i.x, 0.9 + i.y }, { 0.8, 0.6 }, 1e-9) -- by the shortest way: towards the middle
  t.near({ moved.x[1], moved["y'"][1] }, { 0.8, 1 + i["y'"] }, 1e-9)
  t.near(0.8 * i["x'"] + 0.6 * (1 + i["y'"]), 0, 1e-9)
  t.ok(tostring(moved):find "the start was moved onto the constraints", tostring(moved))
  local held = assert(eq:simulate(0.1, { 0.6, 0.1 }, { 2, 0 }, { fix = { "x" } }))
  t.near({ held.x[1], held.y[1], held["x'"][1], held["y'"][1] }, { 0.6, 0.8, 2, -1.5 }, 1e-9)
  t.ok(tostring(held):find "followed what was fixed", tostring(held))
  local nothing, why, code = eq:simulate(0.1, { 1.5, 0.1 }, { 0, 0 }, { fix = { "x" } })
  t.eq(nothing, nil)
  t.ok(why:find "cannot be met from there with what is fixed", why)
  t.eq(code, "EUNREACHABLE")
  t.raises("fix: no coordinate 'z'",
    function() eq:simulate(0.1, { 1, 0 }, nil, { fix = { "z" } }) end)
  t.raises("fix: expected a list of coordinates, got number",
    function() eq:simulate(0.1, { 1, 0 }, nil, { fix = 1 }) end)
  local one = assert(eq:simulate(0.1, { 0.6, 0.1 }, { 2, 0 }, { fix = "x" }))
  t.eq(one.y[#one], held.y[#held])
  -- both at once cannot be: x and y stand where the circle is not
  t.eq(select(3, eq:simulate(0.1, { 0.6, 0.1 }, nil, { fix = { "x", "y" } })), "EUNREACHABLE")
  -- a wheel's row of rates alone: a blade that goes where it points
  local th = li.coordinates "th"
  local blade = li.lagrange { q = { x, y, th }, T = (x:d() ^ 2 + y:d() ^ 2) / 2 + th:d() ^ 2 / 4,
    constraints = { nonholonomic = x:d() * li.sin(th) - y:d() * li.cos(th) } }
  local round = assert(blade:simulate(2, { 0, 0, 0 }, { 1, 0.5, 1 },
    { rtol = 1e-11, atol = 1e-12 }))
  local q = round:state()
  t.near(q, { math.sin(2), 1 - math.cos(2), 2 }, 1e-9)
  t.near(round:info().moved["y'"], -0.5, 1e-12)
end)

t.test("rows that move in time: the motion is right, and what they put in is told", function()
  local x, y = li.coordinates "x y"
  local eq = li.lagrange { q = { x, y }, T = (x:d() ^ 2 + y:d() ^ 2) / 2, V = 9.81 * y,
    constraints = { holonomic = x ^ 2 + y ^ 2 - (1 + li.sin(3 * li.time()) / 4) ^ 2 } }
  local run = assert(eq:simulate(3, { 1, 0 }, { 0.75, 0 },
    { rtol = 1e-11, atol = 1e-12, dt = 0.5 }))
  -- the pendulum whose rod is drawn in and let out: (l^2 w)' = -g l sin th
  local rod = assert(li.simulate { f = function(time, s, ds)
    local l, dl = 1 + math.sin(3 * time) / 4, 0.75 * math.cos(3 * time)
    ds[1], ds[2] = s[2], -(9.81 * math.sin(s[1]) + 2 * dl * s[2]) / l
  end, x = { math.pi / 2, 0 }, t = 3, rtol = 1e-12, atol = 1e-13, dt = 0.5 })
  for r = 1, #run do
    local l, th = 1 + math.sin(3 * run.t[r]) / 4, rod.x1[r]
    t.near({ run.x[r], run.y[r] }, { l * math.sin(th), -l * math.cos(th) }, 1e-8)
  end
  local i = run:info()
  t.near(i.given, run.E[#run] - run.E[1], 1e-7)
  t.ok(math.abs(i.given) > 0.1 and i.drift < 1e-7 and i.moved == nil, tostring(run))
  t.ok(tostring(run):find "put in", tostring(run))
end)

t.test("where T + V does not stay by itself no drift is claimed: time in it, hoops that are "
  .. "turned, wagons that are drawn", function()
  local th = li.coordinates "th"
  local d, time = th:d(), li.time()
  local list = { { d ^ 2 / 2, -9.81 * li.cos(th), false },
    { d ^ 2 / 2 + 2 * li.sin(th) ^ 2, -9.81 * li.cos(th), true },
    { d ^ 2 / 2 + d * li.cos(th), -9.81 * li.cos(th), true },
    { d ^ 2 / 2, -9.81 * li.cos(th - li.sin(time)), true },
      { d ^ 2 * (2 + li.sin(time)), -9.81 * li.cos(th), true } }
  for k, c in ipairs(list) do
    local run = assert(li.lagrange { q = { th }, T = c[1], V = c[2] }:simulate(2, { 0.5 }, { 1 },
      { rtol = 1e-9 }))
    t.eq(run:info().drift == nil, c[3], "case " .. k)
    t.eq(tostring(run):find "drift" == nil, c[3], tostring(run))
  end
end)

t.test("equations of anything typed tell T, V, E, what was put in and what was lost", function()
  local eq = li.lagrange { q = "u", T = "u'^2", V = "3*u^2", D = "u'^2/4" }
  local run = assert(eq:simulate(4, { u = 1 }, { u = 0.5 },
    { rtol = 1e-10, dt = 0.25, tau = { u = "cos(t)" } }))
  t.eq(names(run), "t u u' T V E")
  for r = 1, #run do
    t.near(run.T[r], run["u'"][r] ^ 2, 1e-12)
    t.near(run.V[r], 3 * run.u[r] ^ 2, 1e-12)
    t.near(run.E[r], run.T[r] + run.V[r], 1e-12)
  end
  local i = run:info()
  t.near(run.E[#run] - run.E[1], i.given - i.lost, 1e-7)
  t.ok(i.lost > 0.1 and i.drift < 1e-7)
  t.ok(tostring(run):find "put in" and tostring(run):find "lost", tostring(run))
  -- forces of the equations themselves are counted as those of tau are
  local forced = assert(eq:forced { u = "cos(t)" }:simulate(4, { u = 1 }, { u = 0.5 },
    { rtol = 1e-10, dt = 0.25 }))
  t.near(forced.u, run.u, 1e-8)
  t.near({ forced:info().given, forced:info().lost }, { i.given, i.lost }, 1e-8)
  -- q and v apart, as of a model; the state at a time is that of the columns
  local q, v, at = run:state(1)
  t.near({ #q, #v, at, q[1] - run.u[5], v[1] - run["u'"][5] }, { 1, 1, 1, 0, 0 })
  t.raises("test_fronts.lua:%d+: .*no coordinate 'w'", function() eq:simulate(1, { w = 1 }) end)
  t.raises("test_fronts.lua:%d+: .*tau: no coordinate w",
    function() eq:simulate(1, { 1 }, nil, { tau = { w = "1" } }) end)
  t.raises("test_fronts.lua:%d+: .*tau.u: no coordinate, rate or function 'z'",
    function() eq:simulate(1, { 1 }, nil, { tau = { u = "z" } }) end)
  local nothing, why = eq:simulate(1, { 1 }, nil, { tau = { u = "sqrt(u - 0.9)" } })
  t.eq(nothing, nil)
  t.ok(why:find "tau.u" and why:find "u = 0.9", why)
end)

t.done()
