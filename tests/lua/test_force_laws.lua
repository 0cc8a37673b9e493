-- test_force_laws.lua - every force element against the same law in symbols; what jumps against
-- what gives way, made stiff
local t = require "t"
local li = require "liaison"

local cases = tonumber(os.getenv "LIAISON_CASES" or "") or 6
local rows = li._internal.force
local abs, sqrt, format = math.abs, math.sqrt, li._internal.format -- that of Lua asks the locale

local function last(run, name) local c = run:column(name) return c[#c] end
local function put(f, more) for key, x in pairs(more) do f[key] = x end return f end

local random = li.random(20)
local function between(a, b) return random:uniform(a, b) end

-- two links in a vertical plane, whose tip floats free of it by a slide along y
local function arm()
  return li.robot { bodies = {
    { name = "a", joint = { kind = "revolute", axis = "y", q = "q1" }, mass = between(0.5, 2),
      com = { 0.3, 0, 0 }, inertia = { 0.01, 0.03, 0.03 } },
    { name = "b", parent = "a", at = { 0.6, 0, 0 },
      joint = { kind = "revolute", axis = "y", q = "q2" }, mass = between(0.3, 1),
      com = { 0.2, 0, 0 }, inertia = { 0.01, 0.02, 0.02 } },
    { name = "c", parent = "b", at = { 0.4, 0, 0 },
      joint = { kind = "prismatic", axis = "y", q = "s" }, mass = between(0.1, 0.5),
      inertia = { 0.01, 0.01, 0.01 } } } }
end

-- ---- numbers against symbols ----

-- random numbers of a kind, and its law written down from li.forces(): an expression of x, v, t, or
-- a function at a point
local LAWS = {
  spring = function()
    local n = { stiffness = between(5, 50), rest = between(-0.2, 0.5), damping = between(0, 1) }
    return n, format("-%.17g*(x - (%.17g)) - %.17g*v", n.stiffness, n.rest, n.damping)
  end,
  damper = function()
    local n = { damping = between(0, 1), quadratic = between(0, 1) }
    return n, format("-%.17g*v - %.17g*v*abs(v)", n.damping, n.quadratic)
  end,
  motor = function()
    local n = { voltage = between(-9, 9), resistance = between(1, 3), kt = between(0.05, 0.1),
      ke = between(0.05, 0.1), gear = between(2, 10), damping = between(0, 1e-3),
      efficiency = between(0.5, 1) }
    return n, format("%.17g*%.17g*(%.17g*(%.17g - %.17g*%.17g*v)/%.17g - %.17g*%.17g*v)", n.gear,
      n.efficiency, n.kt, n.voltage, n.ke, n.gear, n.resistance, n.damping, n.gear)
  end,
  friction = function()
    local n = { coulomb = between(0.1, 0.5), stribeck = between(0.5, 1), viscous = between(0, 0.3),
      smooth = between(0.05, 0.2) }
    n.static = n.coulomb + between(0, 0.3)
    return n, format("-(%.17g + %.17g*exp(-(v/%.17g)^2))*v/sqrt(v^2 + %.17g^2) - %.17g*v",
      n.coulomb, n.static - n.coulomb, n.stribeck, n.smooth, n.viscous)
  end,
  given = function()
    local value = between(-2, 2)
    return { value = value }, format("%.17g", value)
  end,
  drag = function()
    local n = { linear = between(0, 1), quadratic = between(0, 1), cd = between(0, 1),
      area = between(0, 0.5), density = between(1, 2) }
    return n, function(_, _, v)
      local c = n.linear + (n.quadratic + n.cd * n.area * n.density / 2) * v:norm()
      return { -c * v[1], -c * v[2], -c * v[3] }
    end
  end,
  wind = function()
    local n = { velocity = { 3, between(-1, 1), 1 }, gust = { 1, between(-1, 1), 0 },
      period = between(0.5, 2), linear = between(0, 1), quadratic = between(0, 1) }
    return n, function(time, _, v)
      local w, F = {}, {}
      for k = 1, 3 do
        w[k] = n.velocity[k] + n.gust[k] * math.sin(2 * math.pi * time / n.period) - v[k]
      end
      local c = n.linear + n.quadratic * sqrt(w[1] ^ 2 + w[2] ^ 2 + w[3] ^ 2)
      for k = 1, 3 do F[k] = c * w[k] end
      return F
    end
  end,
  contact = function()
    local n = { normal = { between(-0.2, 0.2), between(-0.2, 0.2), between(1, 2) },
      through = { 0, 0, between(-0.5, -0.2) }, stiffness = between(100, 500),
      damping = between(0, 20),
      mu = between(0, 0.5), smooth = between(0.1, 0.2) }
    return n, function(_, p, v)
      local size, gap, vn, side, F = sqrt(n.normal[1] ^ 2 + n.normal[2] ^ 2 + n.normal[3] ^ 2), 0,
        0, {}, { 0, 0, 0 }
      for k = 1, 3 do
        gap = gap + n.normal[k] / size * (p[k] - n.through[k])
        vn = vn + n.normal[k] / size * v[k]
      end
      local N = math.max(0, -n.stiffness * gap - n.damping * vn)
      if gap >= 0 then return F end
      for k = 1, 3 do side[k] = v[k] - vn * n.normal[k] / size end
      local speed = sqrt(side[1] ^ 2 + side[2] ^ 2 + side[3] ^ 2 + n.smooth ^ 2)
      for k = 1, 3 do F[k] = N * (n.normal[k] / size - n.mu * side[k] / speed) end
      return F
    end
  end,
}

-- "kind: text\n  acts on joint = ..; or from = , to = .." -> kind, { joint = true, line = true }
local function kinds()
  local list = {}
  for kind, ports in li.forces():gmatch "\n?([%w_]+): [^\n]*\n  acts on ([^\n]*)" do
    list[#list + 1] = { kind,
      { joint = ports:find "joint =" and true, line = ports:find "from =" and true,
      point = ports:find "at =" and true } }
  end
  return list
end

local PORT = { joint = { joint = "q2" },
  line = { from = "world", to = "b", from_point = { 0.3, 0.1, 0.8 }, to_point = { 0.4, 0, 0.1 } },
  point = { at = "c", point = { 0.05, 0, 0.02 } } }

-- of a kind that has none above: numbers that must be given, and the formula of its row
local function of_row(kind, port)
  local n = {}
  for _, p in ipairs(rows.row(kind).numbers) do
    if p.default == nil then n[p.name] = p.size == 3 and { 0.6, 0, 0.8 } or between(0.5, 2) end
  end
  local f = rows.law(kind, port, n).f
  if port ~= "point" then return n, tostring(f) end
  return n, function(time, x, v)
    local F = f:eval { t = time, x_1 = x[1], x_2 = x[2], x_3 = x[3], v_1 = v[1], v_2 = v[2],
      v_3 = v[3] }
    return { F[1], F[2], F[3] }
  end
end

t.test("every element that has a formula is that formula, wherever it may act, forwards, "
  .. "backwards, from rest", function()
  local seen = 0
  for _, row in ipairs(kinds()) do
    local kind, ports = row[1], row[2]
    -- what jumps has no formula; what is of the weight is no law of its port; no given force has
    -- the moments of a wheel: test_acting_reader.lua
    local one = rows.row(kind)
    -- nor is what always has a state of its own a function of x and v: test_own_states.lua
    local own_state = not LAWS[kind] and ports.joint and not (one.events or one.of_weight
      or one.wheel) and select(2, of_row(kind, "joint")):find "%f[%w]z%f[%W]"
    for _ = 1, (own_state or one.events or one.of_weight or one.wheel) and 0 or cases do
      for port in pairs(ports) do
        local n, law = (LAWS[kind] or of_row)(kind, port)
        local own = type(law) == "string" and { f = law } or { f = law }
        if kind == "given" and port == "point" then
          n, own = { force = { 1, 2, 3 } }, { f = function() return { 1, 2, 3 } end }
        end
        local m, q, v = arm(), { 0.3, -0.4, 0.05 },
          between(-1, 1) > 0 and { 1, -2, 0.3 } or { 0, 0, 0 }
        local spec = { m, q = q, v = v, t = 0.8, rtol = 1e-10, atol = 1e-12 }
        local tau, energy = m:applied({ put(put({ kind }, n), PORT[port]) }, q, v, 0.3)
        t.near(tau, (m:applied({ put(put({ "given" }, own), PORT[port]) }, q, v, 0.3)), 1e-11,
          kind .. " on a " .. port)
        t.ok(energy == energy)
        spec.forces = { put(put({ kind }, n), PORT[port]) }
        local run = assert(li.simulate(spec))
        spec.forces = { put(put({ "given" }, own), PORT[port]) }
        local same = assert(li.simulate(spec))
        t.near({ last(run, "q1"), last(run, "q2"), last(run, "s") },
          { last(same, "q1"), last(same, "q2"), last(same, "s") }, 1e-7, kind .. " on a " .. port)
        -- the same as a force of the input, on a coordinate
        if port == "joint" then
          spec.forces, spec.tau = nil,
            { q2 = (law:gsub("%f[%a]v%f[%A]", "q2'"):gsub("%f[%a]x%f[%A]", "q2")) }
          local told = assert(li.simulate(spec))
          t.near({ last(run, "q1"), last(run, "q2"), last(run, "s") },
            { last(told, "q1"), last(told, "q2"), last(told, "s") }, 1e-7, kind .. " as tau")
        end
        seen = seen + 1
      end
    end
  end
  t.ok(seen >= 8 * cases, seen)
end)

-- ---- what jumps is the limit of what gives way ----

-- off[k] of runs ever stiffer: at most `small` at last, and `ratio` times as much a step before
local function converges(off, small, ratio, what)
  for k = 1, #off do
    local most = small * ratio ^ (#off - k)
    t.ok(off[k] <= most, ("%s: %g at step %d, at most %g"):format(what, off[k], k, most))
  end
end

t.test("stiction is the limit of smooth friction", function()
  for case = 1, math.min(cases, 40) do
    local c, v0, push = between(2, 3), between(-3, 3), between(-1, 1)
    local m = li.robot { gravity = { 0, 0, 0 }, bodies = {
      { name = "b", joint = { kind = "prismatic", axis = "x", q = "x" }, mass = 2,
      inertia = { 1, 1, 1 } } } }
    local function run(force)
      return assert(li.simulate { m, v = { v0 }, t = 7, forces = { force },
        tau = { x = format("%.17g", push) }, method = force.smooth and "radau5" or nil,
        rtol = 1e-9 })
    end
    local want, off = run { "stiction", joint = "x", coulomb = c }, {}
    for k, smooth in ipairs { 1e-2, 1e-3, 1e-4 } do
      off[k] = abs(last(run { "friction", joint = "x", coulomb = c, smooth = smooth }, "x")
        - last(want, "x"))
    end
    converges(off, 2e-3, 10, "case " .. case)
    -- the closed form: it slides to rest and stays
    local a = (c - push * (v0 > 0 and 1 or -1)) / 2
    t.near(last(want, "x"), (v0 > 0 and 1 or -1) * v0 ^ 2 / (2 * a), 1e-7)
  end
end)

t.test("a hard stop is the limit of a soft one: without damping what strikes it comes back, "
  .. "what leans on it rests with the same force", function()
  local m = li.robot { gravity = { 0, 0, 0 }, bodies = {
    { name = "b", joint = { kind = "prismatic", axis = "x", q = "x" }, mass = 2,
    inertia = { 1, 1, 1 } } } }
  for case = 1, math.min(cases, 40) do
    local low, high, push, way = between(-1, -0.5), between(0.5, 1), between(-3, 3),
      case % 2 * 2 - 1
    local function run(more, q, v, tau)
      return assert(li.simulate { m, q = { q }, v = { v }, t = 1.2,
        forces = { put({ "endstop", joint = "x", min = low, max = high }, more) },
        tau = { x = tau },
        rtol = 1e-10, atol = 1e-12, record = "forces" })
    end
    local want, off = run({ restitution = 1 }, 0, 2 * way, format("%.17g*t", push)), {}
    for k, stiffness in ipairs { 1e4, 1e6, 1e8 } do
      off[k] = abs(last(run({ stiffness = stiffness }, 0, 2 * way, format("%.17g*t", push)), "x")
        - last(want, "x"))
    end
    converges(off, 6e-3, 10, "case " .. case)
    local at, lean = way > 0 and high or low, format("%.17g", way * (1 + push * push))
    t.near(last(run({}, at, 0, lean), "F.endstop1"), -way * (1 + push * push), 1e-12)
    t.near(last(run({ stiffness = 1e6, damping = 1e4 }, at, 0, lean), "F.endstop1"),
      -way * (1 + push * push), 1e-3)
  end
end)

t.test("impact is the limit of contact: thrown, spinning, on any slope, sliding and rolling, "
  .. "with the force it rests with", function()
  for case = 1, math.min(cases, 25) do
    local n = { between(-0.3, 0.3), between(-0.3, 0.3), 1 }
    local size, r, mass = sqrt(n[1] ^ 2 + n[2] ^ 2 + 1), between(0.1, 0.3), between(0.5, 2)
    for k = 1, 3 do n[k] = n[k] / size end
    local J, mu, v = 0.4 * mass * r * r, between(0.1, 0.8),
      { between(-2, 2), between(-2, 2), 0, between(-20, 20), between(-20, 20), between(-20, 20) }
    v[3] = -(n[1] * v[1] + n[2] * v[2]) / n[3] -- along the plane
    local m = li.robot { bodies = { { name = "b", joint = "floating", mass = mass,
      inertia = { J, J, J } } } }
    local function run(force, depth)
      local q = { 0, 0, 0, 1, 0, 0, 0 }
      for k = 1, 3 do q[k] = n[k] * (r - depth) end
      return assert(li.simulate { m, q = q, v = v, t = 0.7,
        forces = { put(force, { name = "floor", at = "b", radius = r, normal = n, mu = mu }) },
        method = force.stiffness and "radau5" or nil, rtol = 1e-8, record = "forces" })
    end
    local want, off, force = run({ "impact" }, 0), {}, nil
    local names = { "b_x", "b_y", "b_z", "b_wx'", "b_wy'", "b_wz'" }
    for k, stiffness in ipairs { 1e4, 1e5, 1e6 } do
      local soft = run({ "contact", stiffness = stiffness, damping = 2 * sqrt(stiffness * mass),
        smooth = 10 / stiffness }, mass * 9.81 * n[3] / stiffness)
      off[k] = 0
      for i, name in ipairs(names) do
        off[k] = math.max(off[k], abs(last(soft, name) - last(want, name)) * (i > 3 and r or 1))
      end
      force = soft
    end
    converges(off, 6e-3, 3.2, "case " .. case)
    for _, axis in ipairs { "x", "y", "z" } do
      t.near(last(force, "F.floor." .. axis), last(want, "F.floor." .. axis), 2e-2 * mass * 9.81,
        "case " .. case .. ", force along " .. axis)
    end
  end
end)

t.done()
