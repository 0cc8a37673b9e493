-- test_small_given.lua - linear models of equations with constraint rows, of any function, and
-- along a run: known answers, the road by the model, refusals
local t = require "t"
local li = require "liaison"

-- ---- equations ----------------------------------------------------------------------------------

-- a pendulum told by the place of its mass: one coordinate is free
local function wire(extra)
  local x, y = li.coordinates "px py"
  local m, g, L, c = li.symbols "m g L c"
  return li.lagrange { q = { x, y }, T = m * (x:d() ^ 2 + y:d() ^ 2) / 2,
    V = m * g * y + (extra or 0) * x, D = c * (x:d() ^ 2 + y:d() ^ 2) / 2,
    phi = { x ^ 2 + y ^ 2 - L ^ 2 } }
end

local values = { m = 2, g = 9.81, L = 1.5, c = 0.3 }

t.test("a pendulum on a wire: sqrt(g/L), damping c/m, push 1/m", function()
  local l = assert(wire():linearize { values = values, q = { 0, -1.4 }, states = "px px'",
    inputs = "px" })
  t.near({ l.A[1][1], l.A[1][2], l.A[2][1], l.A[2][2] }, { 0, 1, -9.81 / 1.5, -0.3 / 2 }, 1e-13)
  t.near({ l.B[1][1], l.B[2][1] }, { 0, 0.5 }, 1e-14)
  t.near(l.q, { 0, -1.5 }, 1e-12)
  t.near(l.moved.q, 0.1, 1e-12)
  t.near(l.multipliers.lambda1[1], 2 * 9.81 / (2 * -1.5), 1e-12)
  t.eq(table.concat(l.states, " "), "px px'")
end)

t.test("the same in motion, by the angle", function()
  -- th'' = -g/L sin th - c/m th'; px = L sin th; d px'' / d px and d px' by the chain rule, where
  -- px' = L cos th th'
  local th, w, L = 0.4, 1.1, 1.5
  local s, c = math.sin(th), math.cos(th)
  local l = assert(wire():linearize { values = values, q = { L * s, -L * c },
    v = { L * c * w, L * s * w }, states = "px px'" })
  local thdd = -9.81 / L * s - 0.15 * w
  -- with dpx = L c dth, dpx' = L c dw - L s w dth
  local dth = { 1 / (L * c), 0 }
  local dw = { s * w / c * dth[1], 1 / (L * c) }
  for k = 1, 2 do
    local a = -9.81 / L * c * dth[k] - 0.15 * dw[k]
    local want = L * c * a - L * s * thdd * dth[k] - 2 * L * s * w * dw[k]
      - L * c * w * w * dth[k]
    t.near(l.A[2][k], want, 1e-11)
  end
  t.near(l.rest, { L * c * w, L * (c * thdd - s * w * w) }, 1e-12)
  t.near(l.moved.v, 0, 1e-12)
end)

t.test("speeds and places are made to fit, by name what is named stays", function()
  local l = assert(wire():linearize { values = values, q = { px = 0.9, py = -1.2 },
    v = { px = 2 } })
  t.near(l.v, { 2, 1.5 }, 1e-12)
  local no, why, code = wire():linearize { values = values, q = { px = 1.4, py = -1.2 } }
  t.eq(no, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(why:find("'lambda1' stays off by 1.15", 1, true), why)
  no, why = wire():linearize { values = values, q = { 0.9, -1.2 }, v = { px = 2, py = 1 } }
  t.eq(no, nil)
  t.ok(why:find("with px, py held: 'lambda1' stays off by 1.2", 1, true), why)
end)

t.test("symbols that drive are inputs by name; open ones are named", function()
  local eq = wire(-li.symbols "F")
  t.raises("values: no numbers for F", function()
    eq:linearize { values = values, q = { 0, -1.5 } }
  end)
  local l = assert(eq:linearize { values = values, q = { 0, -1.5 }, inputs = "F", u = { F = 0 },
    outputs = { "F*px + py", "px''" }, states = "px px'" })
  t.near({ l.B[1][1], l.B[2][1] }, { 0, 0.5 }, 1e-14)
  t.near({ l.C[1][1], l.C[1][2], l.D[1][1], l.D[2][1] }, { 0, 0, 0, 0.5 }, 1e-12)
  local at = assert(eq:equilibrium { values = values, q = { 0.3, -1.4 }, u = { F = 2 * 9.81 } })
  t.near(at, { 1.5 * math.sqrt(0.5), -1.5 * math.sqrt(0.5) }, 1e-9)
  t.raises("no coordinate or input 'G'", function()
    eq:linearize { values = values, inputs = "G", u = { F = 0 }, q = { 0, -1.5 } }
  end)
  t.raises("values: expected numbers by name", function() eq:linearize { values = 3 } end)
end)

t.test("equilibria: below it is marginal without damping, stable with, above it falls", function()
  local q, info = wire():equilibrium { values = values, q = { 0.2, -1 } }
  t.near(q, { 0, -1.5 }, 1e-9)
  t.eq(info.stability, "stable")
  local undamped = { m = 2, g = 9.81, L = 1.5, c = 0 }
  info = select(2, wire():equilibrium { values = undamped, q = { 0.2, -1 } })
  t.eq(info.stability, "marginal")
  q, info = wire():equilibrium { values = undamped, q = { 0.01, 1.5 } }
  t.near(q[2], 1.5, 1e-9)
  t.eq(info.stability, "unstable")
  t.eq(table.concat(info.held, " "):match "^p[xy]$" ~= nil, true)
end)

-- a slider-crank with a spring, as a model
local function slider()
  return li.robot { gravity = { 0, -9.81, 0 }, bodies = {
    { name = "crank", joint = "revolute", axis = "z", q = "th1", mass = 1, com = { 0.2, 0, 0 },
      inertia = { 0, 0, 0.02 }, damping = 0.1 },
    { name = "rod", joint = "revolute", axis = "z", q = "th2", mass = 2, at = { 0.4, 0, 0 },
      com = { 0.5, 0, 0 }, inertia = { 0, 0, 0.2 } },
    { name = "piston", parent = "world", joint = "prismatic", axis = "x", q = "s", mass = 3,
      inertia = { 0, 0, 0 }, stiffness = 40, rest = 1.2 } },
    loops = { { "revolute", name = "wrist", axis = "z", from = "tip", to = "piston" } },
    frames = { { name = "tip", body = "rod", at = { 1, 0, 0 } } } }
end

t.test("law: equations of a model with a loop have the linear model of the model", function()
  local m = slider()
  local options = { q = { th1 = 0.7 }, v = { th1 = 2 }, states = "th1 th1'", inputs = "th1 s",
    u = { th1 = 1, s = -2 } }
  local l = assert(m:linearize(options))
  options.q, options.v = l.q, l.v
  local e = assert(m:equations { constraints = true }:linearize(options))
  t.near(e.moved.q, 0, 1e-10)
  for i = 1, 2 do
    for j = 1, 2 do
      t.near(e.A[i][j], l.A[i][j], 1e-9 * (1 + math.abs(l.A[i][j])))
      t.near(e.B[i][j], l.B[i][j], 1e-10)
    end
  end
  t.near(e.rest, l.rest, 1e-9)
end)

-- ---- along a run --------------------------------------------------------------------------------

t.test("along a run: each as at its state, all of the same states", function()
  local m = slider()
  local q = assert(m:assemble({ 0.7, -0.3, 1.2 }, { fix = "th1" }))
  local run = m:simulate(0.5, q, nil, { rtol = 1e-10, dt = 0.05 })
  local list = assert(m:linearize { run = run, at = 0.1, states = "th1 th1'" })
  t.eq(#list, 6)
  for k, l in ipairs(list) do
    t.near(l.t, 0.1 * (k - 1), 1e-15)
    local one = assert(m:linearize { states = "th1 th1'", v = { th1 = run:at("th1'", l.t) },
      q = { run:at("th1", l.t), run:at("th2", l.t), run:at("s", l.t) } })
    t.near(l.A[2][1], one.A[2][1], 1e-5 * (1 + math.abs(one.A[2][1])))
    t.eq(table.concat(l.states, " "), "th1 th1'")
  end
  t.eq(#m:linearize { run = run, at = { 0.1, 0.3 } }, 2)
  t.eq(#m:linearize { run = run }, #run)
end)

t.test("along a run: inputs as the run had them, or as they are told", function()
  local m = li.robot { bodies = { { joint = "prismatic", axis = "x", q = "x", mass = 2,
    inertia = { 1, 1, 1 } } }, inputs = { "F" },
    forces = { { "given", joint = "x", f = "F*x" } } }
  local run = m:simulate(1, { 1 }, nil, { inputs = { F = "-3 - t" }, rtol = 1e-9 })
  for _, l in ipairs(m:linearize { run = run, at = 0.25 }) do
    t.near(l.A[2][1], (-3 - l.t) / 2, 1e-14)
  end
  local scripted = m:simulate(1, { 1 }, nil, { inputs = { F = function(time) return -time end } })
  t.raises("u: F: the run was driven by a function", function() m:linearize { run = scripted } end)
  local function law(time) return { F = -time } end
  local l = m:linearize { run = scripted, at = { 0.5 }, u = law }
  t.near(l[1].A[2][1], -0.25, 1e-14)
  t.raises("u: expected inputs by name", function()
    m:linearize { run = scripted, u = function() return 3 end }
  end)
end)

t.test("along a run: the states are those of its first place everywhere", function()
  local m = slider()
  local q = assert(m:assemble({ 0.7, -0.3, 1.2 }, { fix = "th1" }))
  local run = m:simulate(2, q, { 12, 0, 0 }, { rtol = 1e-8 })
  local list = assert(m:linearize { run = run, at = 0.05 })
  local chosen = {}
  for k, l in ipairs(list) do
    t.eq(table.concat(l.states, " "), table.concat(list[1].states, " "), "place " .. k)
    local alone = m:linearize { q = l.q, v = l.v, t = l.t }
    if alone then chosen[table.concat(alone.states, " ")] = true end
  end
  local n = 0
  for _ in pairs(chosen) do n = n + 1 end
  t.ok(n > 1, "told alone they would not be the same everywhere")
end)

t.test("along a run: forces that the run was given act in its linear models", function()
  local m = li.robot { bodies = { { joint = "prismatic", axis = "x", q = "x", mass = 2,
    inertia = { 1, 1, 1 } } } }
  local spring = { "spring", joint = "x", stiffness = 8 }
  local run = m:simulate(1, { 1 }, nil, { forces = { spring } })
  t.near(m:linearize { run = run, at = { 0.5 } }[1].A[2][1], -4, 1e-14)
  local other = m:linearize { run = run, at = { 0.5 }, forces = { { "spring", joint = "x",
    stiffness = 2 } } }
  t.near(other[1].A[2][1], -1, 1e-14)
end)

t.test("along a run: refusals name the place", function()
  local m, other = li.planar { 1 }, li.planar { 1, 1 }
  local run = m:simulate(1, { 0.1 })
  t.raises("run: expected a run", function() m:linearize { run = 3 } end)
  t.raises("run: no column 'q2'", function() other:linearize { run = run } end)
  t.raises("at%[1%]: expected a time from 0 to 1, got 2", function()
    m:linearize { run = run, at = { 2 } }
  end)
  t.raises("at: expected times, or a step above 0", function()
    m:linearize { run = run, at = 0 }
  end)
  t.raises("q: the run tells the state", function() m:linearize { run = run, q = { 1 } } end)
end)

-- ---- any function -------------------------------------------------------------------------------

local function same(l, exact)
  local c = math.cos(0.1)
  t.near({ l.A[1][1], l.A[1][2], l.A[2][1], l.A[2][2] }, { 0, 1, -9.81 * c, -0.5 }, 1e-11)
  t.near({ l.B[1][1], l.B[2][1] }, { 0, 1 }, 1e-12)
  t.near(l.rest, { 0, -9.81 * math.sin(0.1) + 2 }, 1e-13)
  t.eq(l.exact, exact)
  t.eq(table.concat(l.states, " ") .. " " .. table.concat(l.inputs, " "), "th w F")
end

t.test("any x' = f(t, x, u): expressions, a function of expressions, a function of numbers",
  function()
  local o = { x = { 0.1, 0 }, states = "th w", inputs = "F", u = { F = 2 } }
  same(li.linearize({ "w", "-9.81*sin(th) - w/2 + F" }, o), true)
  same(li.linearize(function(_, x, _, u)
    return { x.w, -9.81 * li.sin(x[1]) - x.w / 2 + u.F }
  end, { x = { th = 0.1, w = 0 }, inputs = "F", u = { F = 2 } }), true)
  local l = li.linearize(function(_, x, dx, u)
    dx.th, dx.w = x.w, -9.81 * math.sin(x.th) - x.w / 2 + u.F
  end, o)
  same(l, false)
  t.ok(l.error > 0 and l.error < 1e-9, l.error)
  l = li.linearize({ "-k*x1^2 + t" },
    { x = { 3 }, values = { k = 2 }, t = 1, outputs = { "x1*k" } })
  t.near({ l.A[1][1], l.rest[1], l.C[1][1] }, { -12, -17, 2 }, 1e-14)
end)

t.test("any x' = f(t, x, u): what cannot be is told", function()
  t.raises("f: 1 expressions for 2 states", function() li.linearize({ "x1" }, { x = { 1, 2 } }) end)
  t.raises("f: gave 1 rates for 2 states", function()
    li.linearize(function(_, x) return { math.abs(x[1]) } end, { x = { 1, 2 } })
  end)
  t.raises("values: no numbers for k", function() li.linearize({ "k*x1" }, { x = { 1 } }) end)
  t.raises("outputs: f computes with numbers alone", function()
    li.linearize(function(_, x) return { math.abs(x[1]) } end, { x = { 1 }, outputs = "x1" })
  end)
  local no, why, code = li.linearize({ "abs(x1)" }, { x = { 0 } })
  t.eq(no, nil)
  t.eq(code, "EDOMAIN")
  t.ok(why, why)
end)

t.test("a function of numbers has no slope at a corner or a jump: told, not averaged", function()
  local function at(s, law, u)
    return li.linearize(function(_, x, _, given)
      local y = tonumber(("%.17g"):format(x.s))
      return { x.v, law(y, given.F or 0) }
    end, { x = { s = s, v = 0 }, inputs = u and "F" or nil, u = u })
  end
  local laws = { abs = math.abs, wall = function(s) return -50 * math.max(s, 0) end,
    jump = function(s) return s > 0 and -1 or s < 0 and 1 or 0 end }
  for name, law in pairs(laws) do
    local l, why, code = at(0, law)
    t.eq(l, nil, name)
    t.eq(code, "EDOMAIN")
    t.ok(why:find("^v: its rate changes just there along s"), why)
    t.ok(at(0.3, law), name)
  end
  t.near(at(0.3, laws.wall).A[2][1], -50, 1e-9)
  for _, law in ipairs { math.sin, function(s) return 1e3 * s^2 end, function(s) return s^3 end,
    function() return 0 end } do
    t.ok(at(0, law))
  end
  local l, why = at(0.3, function(_, F) return math.max(F, 0) end, { F = 0 })
  t.eq(l, nil)
  t.ok(why:find("along F", 1, true), why)
end)

t.done()
