-- test_rows.lua - rows of constraints: one sign of gamma, rates of rows where inputs move, names,
-- time
local t = require "t"
local li = require "liaison"

-- inputs that move, numbers put for them ----------------------------------------------------------

-- a bicycle car with a steering input: wheels at the origin and at L
local function car()
  local s = li.system { planar = true }
  local x, y, th = s:coordinates "x y th"
  local de = s:input "de"
  local body = s:body { name = "car", m = 3, j = 2, place = { x, y, th } }
  body:wheel { at = { 0, 0 } }
  body:wheel { at = { 1.3, 0 }, angle = de }
  return s
end

-- x' = free: y' = tan(th) x', th' = tan(de)/(L cos(th)) x'; their rates along the motion by hand
local function by_hand(th, de, rate, xd)
  local td = math.tan(de) / (1.3 * math.cos(th)) * xd
  return { td / math.cos(th) ^ 2,
    (rate / math.cos(de) ^ 2 / math.cos(th) + math.tan(de) * math.sin(th) / math.cos(th) ^ 2 * td)
    / 1.3 }, td
end

t.test("N' of a partition knows inputs that move, whatever numbers were put for them", function()
  local eq = car():equations()
  local numbers = eq:with { de = .3, ["de'"] = .7, ["de''"] = -.2 }
  for _, th in ipairs { -.4, .5 } do
    local xd = 1.1
    local want, td = by_hand(th, .3, .7, xd)
    local q, v = { .1, .2, th }, { xd, math.tan(th) * xd, td }
    local r = assert(numbers:solve(q, v, { 1, 2, 3 },
      { method = "partition", independent = { "x" } }))
    t.near(r.Ndot[2][1], want[1], 1e-13)
    t.near(r.Ndot[3][1], want[2], 1e-13)
    local at = { x = .1, y = .2, th = th, ["x'"] = v[1], ["y'"] = v[2], ["th'"] = v[3], de = .3,
      ["de'"] = .7, ["de''"] = -.2 }
    for name, e in pairs { open = eq, numbers = numbers } do
      local p = e:multipliers("partition", { independent = "x" })
      t.near(p.Ndot:eval(at)[2][1], want[1], 1e-13, name)
      t.near(p.Ndot:eval(at)[3][1], want[2], 1e-13, name)
      -- and the reduced model gives the acceleration of all other ways
      t.near((p.force:eval(at)[1] + 1 + 2 * math.tan(th) + 3 * math.tan(.3) / (1.3 * math.cos(th)))
        / p.M[1][1]:eval(at), r.a[1], 1e-12, name)
    end
    t.near(r.a, numbers:solve(q, v, { 1, 2, 3 }).a, 1e-12)
  end
end)

t.test("a parameter that is made to move, and time itself: dJ/dt as by differences", function()
  li.symbols "r w"
  local eq = li.lagrange { q = "xb yb", T = "(xb'^2 + yb'^2)/2",
    constraints = { holonomic = "xb*sin(w*t) - r*yb*cos(w*t)" } }
  local moving = eq:with { r = "2 + sin(3*t)", w = 1.3 }
  local now, q, v = .4, { .7, .2 }, { .3, -.5 }
  local at = { xb = q[1], yb = q[2], ["xb'"] = v[1], ["yb'"] = v[2], t = now }
  local function J(time) return moving.J:eval { t = time } end
  local h = 1e-4
  local slope = (J(now + h) - J(now - h)) / (2 * h)
  t.near(moving.Jdot:eval(at), slope, 1e-6)
  t.near(moving:with { t = now }.Jdot:eval(at), moving.Jdot:eval(at), 1e-14)
  -- nu moves as well: what is independent has the acceleration of the other ways
  local still = moving:with { t = now }
  local p = still:multipliers("partition", { independent = "xb" })
  at["yb'"] = p.rates[2]:eval(at)
  local r = still:solve(q, { v[1], at["yb'"] }, nil, { method = "udwadia" })
  t.near(p.force:eval(at)[1] / p.M[1][1]:eval(at), r.a[1], 1e-11)
end)

t.test("dN/dt of models: as the rows in symbols say, with drivers that are fast and "
  .. "velocities that are 0", function()
  local m = li.robot { bodies = { { name = "a", joint = "Tx Ty Rz", q = { "x", "y", "th" },
    mass = 2, inertia = { .1, .1, .2 } } },
    constraints = { { "equation", name = "rod", equation = "x - y*(2 + sin(200*t))" } } }
  local q, v, now = { 1, .4, .3 }, { 0, 0, .5 }, .013
  local r = assert(m:constrained(q, v, { 0, 0, 0 },
    { method = "partition", independent = { "y", "th" }, t = now }))
  -- nine digits of 200, and the rounding of differences
  t.near(r.Jdot, { { 0, -200 * math.cos(200 * now), 0 } }, 1e-6)
  t.near(r.Ndot[1][1], 200 * math.cos(200 * now), 1e-6)
end)

-- one sign of gamma -------------------------------------------------------------------------------

local BEAD = { q = "x y", T = "m*(x'^2 + y'^2)/2", V = "m*g*y",
  constraints = { holonomic = "x^2 + y^2 - L^2" } }

t.test("J q'' = gamma: equations, rows of models and li.constrained mean the same", function()
  li.symbols "m g L"
  local eq = li.lagrange(BEAD):with { m = 2, g = 9.81, L = 1 }
  local q, v = { .6, -.8 }, { .8, .6 }
  local at = { x = .6, y = -.8, ["x'"] = .8, ["y'"] = .6 }
  -- on a circle of radius 1 with speed 1: the acceleration to the centre is 1, and the tangent one
  -- g times the slope
  local r = li.constrained(eq:mass(q), -1 * eq:bias(q, v), eq.J:eval(at), eq.gamma:eval(at))
  local along = -9.81 * .6
  t.near(r.a, { -.6 + .8 * along, .8 + .6 * along }, 1e-12)
  t.near(eq:solve(q, v).a, r.a, 1e-12)
  t.near(eq.J:eval(at) * r.a, eq.gamma:eval(at), 1e-12)
  local model = li.robot { bodies = { { name = "b", joint = "Tx Ty", q = { "x", "y" }, mass = 2,
    inertia = 0 } }, gravity = { 0, -9.81, 0 },
    constraints = { { "equation", name = "circle", equation = "x^2 + y^2 - 1" } } }
  local J, gamma = model:constraint_rows(q, v)
  t.near(J, eq.J:eval(at), 1e-13)
  t.near(gamma, eq.gamma:eval(at), 1e-13)
  t.near(model:equations { constraints = true }.gamma:eval(at), gamma, 1e-13)
end)

t.test("texts and LaTeX write J q'' = gamma, and only the parts that are there", function()
  local eq = li.lagrange(BEAD)
  t.ok(eq:text():find("M q'' + G = tau + J' lambda, J q'' = gamma", 1, true), eq:text())
  local latex = eq:latex(nil, { fragment = true })
  t.ok(latex:find("M\\,\\ddot q + G = \\tau + J^{T}\\lambda, \\qquad J\\,\\ddot q = \\gamma", 1,
    true), latex)
  local flat = li.lagrange { q = "x y", T = "m*(x'^2 + y'^2)/2",
    constraints = { holonomic = "x^2 + y^2 - L^2" } }
  t.ok(not flat:latex(nil, { fragment = true }):find("+ G", 1, true))
  t.ok(flat:as "slides":latex(nil, { fragment = true }):find("= \\tau - J^{T}\\lambda", 1, true))
  t.ok(eq:explain(nil, { form = "text" }):find("J q'' = gamma", 1, true))
end)

-- names, and time ---------------------------------------------------------------------------------

t.test("multipliers by the names of their rows: of mechanisms, models and energies", function()
  local m = li.mechanisms.slider_crank()
  local v = li.mechanisms.values("slider_crank", { state = true })
  local eq = m:equations("joint"):with(li.mechanisms.values "slider_crank")
  local r = assert(eq:solve({ v.th1, v.th2, v.th3 },
    { 5, -5 * .2 * math.cos(.7) / (.5 * math.cos(v.th3)) - 5,
    5 * .2 * math.cos(.7) / (.5 * math.cos(v.th3)) }))
  t.eq(table.concat(r.rows, ", "), "guide across, guide turn x")
  t.near(r.multipliers["guide across"], r.lambda[1], 0)
  t.near(r.multipliers["guide across"], 15.1269660423, 1e-8)
  t.eq(eq:restrict({ 1, 2, 3 }):as("slides").row_names[1], "guide across")
  local wheels = car():equations()
  t.eq(table.concat(wheels.row_names, ", "), "wheel 1 of car, wheel 2 of car")
  local model = li.robot { bodies = { { joint = "Tx Ty", q = { "x", "y" }, mass = 2,
    inertia = 0 } },
    constraints = { { "equation", name = "circle", equation = "x^2 + y^2 - 1" } } }
  local c = model:equations { constraints = true }
  t.eq(c.row_names[1], "circle")
  t.near(c:solve({ 1, 0 }, { 0, 0 }, { 3, 0 }).multipliers.circle, -1.5, 1e-13)
  t.eq(li.lagrange(BEAD).row_names[1], "lambda1")
  t.eq(#li.planar { 1 }:equations().row_names, 0)
end)

t.test("rows that go by time are solved at a time, and say so where none is told", function()
  local eq = li.lagrange { q = "x y", T = "m*(x'^2 + y'^2)/2", V = "m*g*y*cos(t)",
    constraints = { holonomic = "y*cos(w*t) - x*sin(w*t)" } }
  local num = eq:with { m = 2, g = 9.81, w = 1.5 }
  for _, now in ipairs { 0, .4, 1.1 } do
    local a = 1.5 * now
    local rho, slide = .7, .3 -- along the rod, and its rate
    local q = { rho * math.cos(a), rho * math.sin(a) }
    local v = { slide * math.cos(a) - 1.5 * q[2], slide * math.sin(a) + 1.5 * q[1] }
    local r = num:solve(q, v, { 0, 0 }, { t = now })
    -- along the rod the weight alone, across it 2 w rho': polar coordinates
    local along, across = -9.81 * math.cos(now) * math.sin(a), 2 * 1.5 * slide
    t.near(r.a, { along * math.cos(a) - across * math.sin(a),
      along * math.sin(a) + across * math.cos(a) }, 1e-12)
    t.near(num:with { t = now }:solve(q, v).a, r.a, 1e-12)
    t.near(r.multipliers.lambda1, 2 * (across + 9.81 * math.cos(now) * math.cos(a)), 1e-12)
    t.near((num:consistent(q, { 0, 0 }, now)), { -1.5 * q[2], 1.5 * q[1] }, 1e-12)
    t.eq(num:solve(q, v, nil, { t = now, method = "all" }).spread < 1e-12, true)
  end
  t.raises("solve: these equations go by time: options.t", num.solve, num, { 1, 0 }, { 0, 1.5 })
  t.raises("options.t: expected a number", num.solve, num, { 1, 0 }, { 0, 1.5 }, nil, { t = "now" })
end)

t.done()
