-- test_system_models.lua - systems of expressions as models: chains of screws in space, coordinates
-- in common, places that are no chain, inputs that move something
local t = require "t"
local li = require "liaison"
local texts = require "liaison.base.texts"

local random = li.random(31)
local function between(a, b) return random:uniform(a, b) end

local function numbers(s, values)
  local at = {}
  for key, x in pairs(values or {}) do at[key] = x end
  for _, q in ipairs(s.q) do at[tostring(q)] = between(-.8, .8) end
  return at
end

local function in_order(M, at)
  local q = {}
  for i, name in ipairs(M:coordinates()) do q[i] = at[name] or 0 end
  return q
end

-- places of all bodies by the expressions and by the model, whose added coordinates follow
local function near_places(s, M, at, what)
  local q = in_order(M, at)
  if M:description().constraints then
    local fix = {}
    for i, x in ipairs(s.q) do fix[i] = tostring(x) end
    q = assert(M:assemble(q, { fix = fix }), what)
  end
  for _, b in ipairs(s.bodies) do
    local X, p, R = M:fk(q, b.name), b.pose.p:eval(at), b.pose.R:eval(at)
    local n = s.planar and 2 or 3
    for k = 1, n do t.near(X.p[k], p[k], 1e-9, what .. ": " .. b.name) end
    for i = 1, n do
      for k = 1, n do t.near(X.R[i][k], R[i][k], 1e-9, what .. ": " .. b.name) end
    end
  end
  return q
end

-- accelerations by the equations of the system and by the model, at rates that fit
local function near_accelerations(s, M, at, values, q, what)
  local eq = s:equations { tidy = "none" }
  eq = next(values) and eq:with(values) or eq
  local Q, V = {}, {}
  for i, x in ipairs(s.q) do Q[i], V[i] = at[tostring(x)], between(-1, 1) end
  local a = eq.J and eq:solve(Q, V).a or eq:fd(Q, V, li.zeros(eq.n))
  local rates, fix = {}, {}
  for i, x in ipairs(s.q) do rates[tostring(x)], fix[i] = V[i], tostring(x) end
  local v = li.zeros(#q)
  for i, name in ipairs(M:coordinates()) do v[i] = rates[name] or 0 end
  if M:description().constraints then v = assert(M:fit_velocity(q, v, { fix = fix }), what) end
  local run = assert(M:simulate(1e-9, q, v, { record = "accelerations" }), what)
  for i, x in ipairs(s.q) do
    local name = tostring(x)
    t.near(run[name .. "''"][1], a[i], 1e-6 * (1 + math.abs(a[i])), what .. ": " .. name)
  end
end

local function check(s, values, told, what)
  local M, said = s:model { values = values }
  t.eq(#said, told, what .. ": " .. table.concat(said, "; "))
  local at = numbers(s, values)
  local q = near_places(s, M, at, what)
  near_accelerations(s, M, at, values or {}, q, what)
  return M
end

local J = { .1, .2, .15, .01, -.02, .005 }

-- a pose of space by moves { "Tx", x }, ..
local function place(moves)
  local R, p = li.seye(3), li.smat { 0, 0, 0 }
  local unit = { x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 } }
  for _, m in ipairs(moves) do
    local letter, x = m[1]:sub(2), m[2]
    if m[1]:sub(1, 1) == "T" then p = p + R * (li.smat(unit[letter]) * x)
    else
      local c, s = li.cos(x), li.sin(x)
      local T = letter == "x" and { { 1, 0, 0 }, { 0, c, -s }, { 0, s, c } }
        or letter == "y" and { { c, 0, s }, { 0, 1, 0 }, { -s, 0, c } }
        or { { c, -s, 0 }, { s, c, 0 }, { 0, 0, 1 } }
      R = R * li.smat(T)
    end
  end
  return { R = R, p = p }
end

t.test("chains of space: slides and turns about any axes, in the body before", function()
  local s = li.system { gravity = { .2, -.3, -9.81 } }
  local a, b, c, d, e = s:coordinates "a1 b1 c1 d1 e1"
  s:body { name = "one", mass = 1, inertia = J, com = { .1, 0, .2 },
    place = place { { "Tx", .3 }, { "Rx", .4 }, { "Rz", a }, { "Ty", .2 }, { "Ry", .5 } } }
  s:body { name = "two", mass = 2, inertia = J, parent = "one",
    place = place { { "Ry", .3 }, { "Tz", b }, { "Rx", -.2 }, { "Rz", c }, { "Tx", .4 } } }
  s:body { name = "three", mass = 1, inertia = J, com = { 0, .1, 0 }, parent = "two",
    place = place { { "Tx", .1 }, { "Rx", d }, { "Tz", .2 }, { "Ry", e } } }
  local M = check(s, nil, 0, "chains")
  local parents = {}
  for i, x in ipairs(M:description().bodies) do parents[i] = x.parent end
  t.eq(table.concat(parents, " "), "world one two")
end)

t.test("symbols stay: axes, lengths and angles of parameters", function()
  local s = li.system { gravity = { 0, 0, "-g" } }
  local a, b = s:coordinates "a1 b1"
  local L, al = li.symbols "L al"
  s:body { name = "one", mass = "m", inertia = { "I", "I", "I" }, com = { "L/2", 0, 0 },
    place = place { { "Rx", al }, { "Rz", a }, { "Tx", L } } }
  s:body { name = "two", mass = 1, inertia = J, parent = "one",
    place = place { { "Ry", al }, { "Tz", b }, { "Tx", 2 * L }, { "Rx", .3 } } }
  local values = { L = .7, al = .6, m = 1.5, I = .1, g = 9.81 }
  local open, told = s:model()
  t.eq(#told, 0)
  local closed, at = open:with(values), numbers(s, values)
  near_places(s, closed, at, "open")
  check(s, values, 0, "numbers")
end)

t.test("screws, factors, coordinates in common, a load on a rope: all by joints", function()
  local function made(build)
    local s = li.system { gravity = { .1, .2, -9.81 } }
    build(s)
    return s
  end
  local M = check(made(function(s)
    local q = s:coordinates "q1"
    s:body { name = "nut", mass = 1, inertia = J, place = place { { "Tx", .2 }, { "Ry", .3 },
      { "Rz", q }, { "Tz", .1 * q }, { "Tx", .3 } } }
  end), nil, 0, "a screw")
  t.eq(#M:coordinates(), 1)
  check(made(function(s)
    local q = s:coordinates "q1"
    s:body { name = "b", mass = 1, inertia = J, place = place { { "Ry", 2 * q }, { "Tx", .5 } } }
  end), nil, 0, "twice the angle")
  -- angles from the ground: the second turns in the first by their difference
  M = check(made(function(s)
    local p, q = s:coordinates "q1 q2"
    s:body { name = "a", mass = 1, inertia = J, place = place { { "Ry", p } } }
    s:body { name = "b", mass = 1, inertia = J, at = { .8 * li.cos(p), 0, -.8 * li.sin(p) },
      rot = { { li.cos(q), 0, li.sin(q) }, { 0, 1, 0 }, { -li.sin(q), 0, li.cos(q) } } }
  end), nil, 0, "absolute angles")
  t.eq(M:description().bodies[2].parent, "a")
  M = check(made(function(s)
    local x, r, h = s:coordinates "x1 r1 h1"
    s:body { name = "trolley", mass = 2, inertia = 0, at = { x, 0, 0 } }
    s:body { name = "load", mass = 1, inertia = J, at = { x + r * li.sin(h), 0, -r * li.cos(h) } }
  end), nil, 0, "a load on a rope")
  t.eq(M:description().bodies[2].parent, "trolley")
  t.eq(#M:coordinates(), 3)
  check(li.systems.crane(), { M = 2, m = 1, g = 9.81, Ft = 1, Fh = -2 }, 0, "the crane")
end)

t.test("every mechanism in joint coordinates comes back as its own tree", function()
  for _, name in ipairs { "watt", "mcpherson", "four_bar", "slider_crank", "slotted_lever" } do
    local m = li.mechanisms[name]()
    local values = li.mechanisms.values(name)
    local M, told = m:system "joint":model { values = values }
    local want = m:model { values = values }
    t.eq(#told, 0, name)
    local parent = {}
    for _, b in ipairs(M:description().bodies) do parent[b.name] = b.parent end
    for _, b in ipairs(want:description().bodies) do
      t.eq(parent[b.name], b.parent, name .. ": " .. b.name)
    end
  end
end)

t.test("any other place: coordinates of its own with equations, carriers, all told", function()
  local s = li.system { gravity = { 0, 0, -9.81 } }
  local u, w = s:coordinates "u1 w1"
  s:body { name = "bead", mass = 1, inertia = J, com = { .1, 0, 0 },
    at = { li.cos(u), li.sin(u), u ^ 2 / 4 }, rpy = { u ^ 2, .3 * w, u * w } }
  s:body { name = "ball", mass = 1, inertia = J, at = { w ^ 2, u, 0 }, rpy = { 0, 0, w } }
  local M = check(s, nil, 3, "wires")
  t.eq(table.concat(M:coordinates(), " "),
    "u1 w1 x_bead y_bead z_bead a_bead b_bead c_bead x_ball y_ball")
  local flat = li.system { planar = true, gravity = { 0, -9.81 } }
  local q = flat:coordinates "q1"
  flat:body { name = "bead", mass = 1, inertia = .1, at = { q, q ^ 2 }, angle = q ^ 3 }
  M = check(flat, nil, 2, "in the plane")
  t.eq(table.concat(M:coordinates(), " "), "q1 x_bead y_bead a_bead")
end)

t.test("rows, loads and drives of systems in space act in their models", function()
  local s = li.system { gravity = { 0, 0, -9.81 } }
  local a, b, x = s:coordinates "a1 b1 x1"
  local arm = s:body { name = "arm", mass = 1, inertia = J, com = { .2, 0, 0 },
    place = place { { "Rz", a } } }
  local rod = s:body { name = "rod", mass = 2, inertia = J, com = { .4, 0, 0 }, parent = "arm",
    place = place { { "Tx", .5 }, { "Ry", b } } }
  s:body { name = "slide", mass = 1, inertia = J, at = { x, .1, 0 } }
  rod:force { f = { 1, 2, "3*b1" }, at = { .3, 0, 0 }, from = arm }
  arm:torque { n = { 0, .2, .4 }, axes = "world" }
  s:drive { x1 = "-2*x1'" }
  s:holonomic "x1 - 0.5*cos(a1)"
  local M, told = s:model()
  t.eq(#told, 0)
  local at = { a1 = .4, b1 = -.3, x1 = .5 * math.cos(.4) }
  local eq = s:equations { tidy = "none" }
  local q, v = { at.a1, at.b1, at.x1 }, { .7, -.4, -.5 * math.sin(.4) * .7 }
  local want = eq:solve(q, v).a
  local run = assert(M:simulate(1e-9, q, v, { record = "accelerations" }))
  for i, name in ipairs { "a1", "b1", "x1" } do t.near(run[name .. "''"][1], want[i], 1e-6) end
end)

t.test("inputs that move places or rows drive coordinates", function()
  local s = li.system { planar = true }
  local th, y = s:coordinates "th1", s:input "yi"
  s:body { name = "bob", mass = 1, inertia = 0, at = { li.sin(th), y - li.cos(th) }, angle = th }
    :force { f = { 0, "-9.81" }, axes = "world" }
  local M, told = s:model()
  t.ok(told[1]:find("the input 'yi' moves places or rows: it drives the coordinate q_yi", 1, true))
  local law = "0.1*sin(3*t)"
  local run = assert(M:simulate(1, { .3, 0 }, { 0, .3 }, { inputs = { yi = law }, rtol = 1e-10 }))
  local k = assert(s:kane():simulate(1, { th1 = .3 }, { inputs = { yi = law }, rtol = 1e-10 }))
  t.near(run:at("th1", 1), k:at("th1", 1), 1e-6)
  -- steering: rows alone
  local car = li.systems.tractor_trailer()
  local values = li.systems.values "tractor_trailer"
  for _, F in ipairs { "F1", "F2", "F3" } do values[F] = 100 end
  local C = car:model { values = values }
  t.eq(table.concat(texts(C:coordinates()), " "), "x y Th Ph q_de")
  local steer = "0.1*sin(t)"
  local there = assert(C:simulate(1, { 0, 0, 0, 0, 0 }, { 5, 0, 0, 0, .1 },
    { inputs = { de = steer }, rtol = 1e-9 }))
  local by_speeds = assert(car:kane():simulate(1, { v = 5 }, { values = values,
    inputs = { de = steer }, rtol = 1e-9 }))
  for _, name in ipairs { "x", "y", "Th", "Ph" } do
    t.near(there:at(name, 1), by_speeds:at(name, 1), 1e-5, name)
  end
end)

t.test("rows of positions of a system are kept by system:assemble", function()
  local s = li.system { planar = true }
  local x, y = s:coordinates "xr yr"
  s:body { mass = 1, inertia = 0, at = { x, y } }
  s:holonomic "xr^2 + yr^2 - L^2"
  t.near(s:assemble({ L = 5, xr = 3 }, { yr = 1 }).yr, 4, 1e-12)
  t.eq(select(3, s:assemble({ L = 1, xr = 3 }, { yr = 1 })), "EUNREACHABLE")
  local all = s:assemblies { L = 5, xr = 3 }
  t.near({ all[1].yr, all[2].yr }, { -4, 4 }, 1e-9)
end)

t.done()
