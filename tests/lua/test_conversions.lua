-- test_conversions.lua - one mechanism told in another way: mechanism:model, model:mechanism,
-- system:model, fourbar:mechanism, slider_crank:mechanism; round trips over all that is shipped
local t = require "t"
local li = require "liaison"
local texts = require "liaison.base.texts"

local random = li.random(5)
local function between(a, b) return random:uniform(a, b) end

-- every mechanism of the catalogue
local names = {}
for name in pairs(li.mechanisms) do if name ~= "values" then names[#names + 1] = name end end
table.sort(names)

-- a mechanism, its numbers, a closed configuration in joint coordinates with rates that fit
local function shipped(name)
  local m = li.mechanisms[name]()
  local all = li.mechanisms.values(name, { state = true })
  local run = assert(m:simulate(1e-3, {}, { values = all, rtol = 1e-10 }))
  local q, v = run:state(0)
  return m, li.mechanisms.values(name), q, v
end

local function by_name(list, q, v)
  local out = {}
  for i, name in ipairs(list) do out[name], out[name .. "'"] = q[i], v[i] end
  return out
end

-- accelerations, energies of the equations of a mechanism at a state; the rate of the motion given
local function of_equations(m, values, q, v)
  local eq = m:equations "joint":with(values)
  local at = by_name(texts(eq.q), q, v)
  return eq:solve(q, v).a, eq.T:eval(at), eq.V:eval(at)
end

local function of_model(M, q, v)
  local tau = M:applied({}, q, v)
  local run = assert(M:simulate(1e-9, q, v, { record = "accelerations", constraints = "project" }))
  local a = {}
  for i, name in ipairs(M:coordinates()) do a[i] = run[name .. "''"][1] end
  return a, run.T[1], run.V[1], tau
end

local function mobility_of(m, values, q)
  local system = m:system "joint"
  local at = {}
  for name, x in pairs(values) do at[name] = x end
  for i, c in ipairs(system.q) do at[tostring(c)] = q[i] end
  return m:counts(at).strict.coordinates
end

-- where the origin of every body is, and its angle or matrix
local function places(m, values, q)
  local s, out, at = m:system "joint", {}, {}
  for name, x in pairs(values) do at[name] = x end
  for i, c in ipairs(s.q) do at[tostring(c)] = q[i] end
  for _, b in ipairs(s.bodies) do
    out[b.name] = { p = b.pose.p:eval(at), R = b.pose.R:eval(at) }
  end
  return out
end

t.test("every shipped mechanism as a model: names, places, mobility, energies, accelerations",
  function()
  t.ok(#names >= 6)
  for _, name in ipairs(names) do
    local m, values, q, v = shipped(name)
    local M = m:model { values = values }
    t.eq(table.concat(M:coordinates(), " "), table.concat(texts(m:system "joint".q), " "), name)
    local bodies = {}
    for _, b in ipairs(M:description().bodies) do bodies[b.name] = true end
    for _, b in ipairs(m.bodies) do t.ok(bodies[b.name], name .. ": " .. b.name) end
    t.eq(M:mobility(q).velocity, mobility_of(m, values, q), name)
    for body, X in pairs(places(m, values, q)) do
      local F = M:fk(q, body)
      for k = 1, #X.p do t.near(F.p[k], X.p[k], 1e-12, name .. ": " .. body) end
      for r = 1, #X.p do for c = 1, #X.p do t.near(F.R[r][c], X.R[r][c], 1e-12, body) end end
    end
    local a, T, V = of_equations(m, values, q, v)
    local b, T2, V2 = of_model(M, q, v)
    t.near(b, a, 1e-8 * (1 + li.vec(a):norm()), name .. ": accelerations")
    t.near({ T2, V2 }, { T, V }, 1e-10, name .. ": energies")
    local file = os.tmpname()
    t.ok(M:html(file) and io.open(file):read "*a":find(M:description().bodies[1].name, 1, true),
      name .. ": no picture")
    os.remove(file)
  end
end)

t.test("symbols stay symbols where numbers are not given; those of loads alone are inputs",
  function()
  for _, name in ipairs(names) do
    local m, values, q, v = shipped(name)
    local open, numbers = m:model(), m:model { values = values }
    local inputs, given = {}, {}
    for _, u in ipairs(open:description().inputs or {}) do inputs[u.name] = values[u.name] end
    for key, x in pairs(values) do if inputs[key] == nil then given[key] = x end end
    local closed = next(given) and open:with(given) or open
    local a = assert(closed:simulate(.05, q, v, { inputs = next(inputs) and inputs or nil,
      rtol = 1e-10, atol = 1e-12 }))
    local b = assert(numbers:simulate(.05, q, v, { rtol = 1e-10, atol = 1e-12 }))
    t.near(a:state(), b:state(), 1e-8, name)
  end
  t.raises("values.L1: expected a number", function()
    li.mechanisms.slider_crank():model { values = { L1 = "x" } }
  end)
end)

t.test("there and back: mechanism, model, mechanism, of all that is planar", function()
  local planar = 0
  for _, name in ipairs(names) do
    local m, values, q, v = shipped(name)
    if m.planar then
      planar = planar + 1
      for _, open in ipairs { true, false } do
        local back, left = m:model(not open and { values = values } or nil):mechanism()
        t.eq(#left, 0)
        local c, d = m:counts(), back:counts()
        for _, form in ipairs { "strict", "joint", "complete", "cartesian" } do
          t.eq(d[form].equations, c[form].equations, name .. ": " .. form)
        end
        t.eq(mobility_of(back, values, q), mobility_of(m, values, q), name)
        local a, T, V = of_equations(m, values, q, v)
        local b, T2, V2 = of_equations(back, values, q, v)
        t.near(b, a, 1e-9 * (1 + li.vec(a):norm()), name)
        t.near({ T2, V2 }, { T, V }, 1e-10, name)
        for body, X in pairs(places(m, values, q)) do
          t.near(places(back, values, q)[body].p, X.p, 1e-12, name .. ": " .. body)
        end
      end
    end
  end
  t.ok(planar >= 4)
end)

-- a linkage of the plane by li.robot, with all a joint may have: axes that point down, angles
-- before and behind, several coordinates, springs, loads
local function linkage()
  return li.robot { name = "odd", gravity = { 0.5, -9.81, 0 }, bodies = {
    { name = "a", at = { .1, .2, 0 }, rpy = { 0, 0, .3 }, joint = { kind = "revolute", axis = "-z",
      q = "qa", damping = .3, stiffness = 2, rest = .1 }, after = { { "Tx", .2 }, { "Rz", .4 } },
      mass = 1, com = { .3, .1, 0 }, inertia = { 0, 0, .1 } },
    { name = "s", parent = "a", at = { .5, 0, 0 }, rpy = { 0, 0, -.2 }, joint = {
      kind = "prismatic", axis = { .6, .8, 0 }, q = "qs", damping = .1 },
      after = { { "Rz", .5 }, { "Ty", -.1 } }, mass = .7, com = { 0, .05, 0 },
      inertia = { 0, 0, .02 } },
    { name = "f", parent = "world", joint = "Tx Ty Rz", q = { "fx", "fy", "fth" }, mass = 1.5,
      inertia = { .2, .2, .3 }, about = "origin", com = { .1, 0, 0 } },
    { name = "p", parent = "f", at = { .4, 0, 0 }, joint = "fixed", mass = .1,
      inertia = { 0, 0, .01 } } },
    forces = { { "given", name = "g", joint = "qa", value = .7 },
      { "spring", name = "k", joint = "qs", stiffness = 5, rest = .2, damping = .1 },
      { "given", name = "w", at = "f", point = { .2, .1, 0 }, f = { 1, -2, 0 }, axes = "body" },
      { "given", name = "v", at = "s", point = { .1, .1, 0 }, f = { .3, .4, 0 } } },
    constraints = { { "spherical", name = "tie", from = "s", from_at = { .3, 0, 0 }, to = "p",
      to_at = { .2, .1, 0 } } } }
end

t.test("a model of the plane with everything odd moves as its mechanism does", function()
  local M = linkage()
  local q0 = assert(M:assemble { .4, .3, .2, .1, .5 })
  local q, v = M:simulate(1e-3, q0, { .5, .2, -.3, 0, .4 }):state(0)
  local a = of_model(M, q, v)
  local m, left = M:mechanism()
  t.eq(#left, 0)
  local eq = m:equations "joint"
  local at, list = {}, {}
  for i, name in ipairs(M:coordinates()) do at[name], at[name .. "'"] = q[i], v[i] end
  local Q, W = {}, {}
  for i, name in ipairs(texts(eq.q)) do list[name], Q[i], W[i] = i, at[name], at[name .. "'"] end
  local got = eq:solve(Q, W).a
  for i, name in ipairs(M:coordinates()) do t.near(got[list[name]], a[i], 1e-8, name) end
  t.near(eq.T:eval(at), (M:energy(q, v)), 1e-12)
  local run = assert(M:simulate(.3, q, v, { rtol = 1e-11, atol = 1e-12 }))
  local same = assert(m:simulate(.3, at, { rtol = 1e-11, atol = 1e-12 }))
  for _, name in ipairs(M:coordinates()) do
    t.near(same:at(name, .3), run:at(name, .3), 1e-8, name)
  end
  -- what is stored in one is given in the other: the kinetic energy is the same
  local function gained(r)
    local i = r:info()
    return i.given - i.lost - (r.V[#r] - r.V[1])
  end
  t.near(gained(same), gained(run), 1e-8)
  t.near(gained(run), run.T[#run] - run.T[1], 1e-8)
end)

t.test("what has no other way to be told says why", function()
  local function model(joint, more)
    local spec = { bodies = { { name = "b", mass = 1, inertia = { 1, 1, 1 }, joint = joint } } }
    for key, x in pairs(more or {}) do spec[key] = x end
    return li.robot(spec)
  end
  for _, case in ipairs {
    { "the joint of 'b' turns by a quaternion.*{angles = true} tells it", model "spherical" },
    { "the plane x y does not stand", model { kind = "revolute", axis = "x" }, { plane = "xy" } },
    { "slides out of the plane x y", model { kind = "prismatic", axis = "z" }, { plane = "x y" } },
    { "is no joint of a mechanism in space", model("revolute", { constraints = { { "driver",
      coordinate = "q1", law = "t" } } }) },
    { "is no joint of a mechanism in the plane", model("revolute", { constraints = { { "driver",
      coordinate = "q1", law = "t" } } }), { plane = "xy" } },
    { "is turned out of the plane x y", li.robot { bodies = { { name = "b", mass = 1,
      rpy = { .3, 0, 0 }, inertia = { 1, 1, 1 }, joint = "revolute" } } }, { plane = "xy" } },
    { "friction, which no load is", model { kind = "revolute", friction = 1 } },
    { "the joint of 'c' follows another coordinate", li.robot { bodies = { { name = "b",
      joint = "revolute", mass = 1, inertia = { 1, 1, 1 } }, { name = "c", joint = "revolute",
      follows = "q1", mass = 1, inertia = { 1, 1, 1 } } } } },
    { "moves by 2 times its coordinate", li.robot { bodies = { { name = "b", mass = 1,
      inertia = { 1, 1, 1 }, joint = { kind = "revolute", scale = 2 } } } } },
    { "plane: expected 'xy', 'xz' or 'yz', got the string 'zz'", model "revolute",
      { plane = "zz" } },
  } do t.raises(case[1], function() case[2]:mechanism(case[3]) end) end
  local _, left = model { kind = "revolute", friction = 1, min = -1, max = 1 }
    :mechanism { forces = false }
  t.eq(#left, 4) -- limits, friction, gravity across the plane
  t.raises("system:model: expected a body", function() li.system {}:model() end)
end)

t.test("systems of the plane as models: chains of joints, rows, loads, by every form", function()
  local tried = 0
  local function compare(s, values, what)
    local eq = s:equations()
    for i = 1, eq.n do -- what pushes has a number too
      for _, u in ipairs(eq.Q[i]:symbols()) do
        local name = tostring(u)
        if name:match "^[FG]%a*%d*$" then
          values[name] = values[name] or .3
        end
      end
    end
    local M = s:model { values = values }
    t.eq(table.concat(M:coordinates(), " "), table.concat(texts(eq.q), " "), what)
    local q, v = {}, {}
    for i = 1, eq.n do q[i], v[i] = between(-.5, .5), between(-.5, .5) end
    local numbers = {}
    for key, x in pairs(values) do if pcall(li.expr, key) then numbers[key] = x end end
    local run = s:simulate(.02, by_name(texts(eq.q), q, v), { values = values, fix = {} })
    if not run then return end
    q, v = run:state(0)
    local laws = eq:with(numbers)
    local r = eq.J and laws:solve(q, v)
      or { a = laws:fd(li.vec(q), li.vec(v), li.zeros(eq.n)) }
    local a, T = of_model(M, q, v)
    t.near(a, r.a, 1e-7 * (1 + r.a:norm()), what)
    t.near(T, run.T[1], 1e-9, what)
    tried = tried + 1
  end
  for name in pairs(li.systems) do
    if name ~= "values" then
      local s = li.systems[name]()
      local values = li.systems.values(name)
      if #s.inputs == 0 then compare(s, values, name) end
    end
  end
  for _, name in ipairs(names) do
    local m = li.mechanisms[name]()
    for _, form in ipairs(m.planar and { "joint", "cartesian" } or {}) do
      compare(m:system(form), li.mechanisms.values(name), name .. " " .. form)
    end
  end
  t.ok(tried >= 8, tried)
end)

t.test("joints told from the other side, offsets of angles: models of them move alike", function()
  local function body(name) return { name = name, mass = 1, inertia = .1, com = { .3, .1 } } end
  local m = li.mechanism { gravity = { 0, -9.81 }, bodies = { body "a", body "b", body "c" },
    joints = { { kind = "revolute", from = "a", from_at = { -.2, .1 }, to_at = { .3, .4 },
      coordinate = "u1" },
      { kind = "prismatic", to = "a", from = "b", from_at = { .1, .2 }, to_at = { .2, 0 },
        axis = { .6, .8 }, angle = .4, coordinate = "u2" },
      { kind = "slot", to = "b", from = "c", from_at = { .1, 0 }, axis = { .8, .6 },
        coordinate = "u3 u4" } } }
  local s = li.system { planar = true, gravity = { 0, -9.81 } }
  local w = s:coordinates "w1"
  s:body { name = "pend", mass = 1, inertia = .2, com = { .1, .05 }, angle = w + .7,
    at = { .2 + .5 * li.cos(w + .3), .1 + .5 * li.sin(w + .3) } }
  for k, one in ipairs { m, s } do
    local called = texts((k == 1 and m:system "joint" or s).q)
    local q, v = { .3, -.2, .4, .5 }, { .5, .2, -.3, .1 }
    local a = assert(one:simulate(.3, by_name(called, q, v), { rtol = 1e-11, atol = 1e-12 }))
    local Q, W = {}, {}
    for i = 1, #called do Q[i], W[i] = q[i], v[i] end
    local b = assert(one:model():simulate(.3, Q, W, { rtol = 1e-11, atol = 1e-12 }))
    t.eq(#called, k == 1 and 4 or 1)
    for _, name in ipairs(called) do t.near(b:at(name, .3), a:at(name, .3), 1e-7, name) end
  end
end)

t.test("a system of a model gives that model; a model's system its rows", function()
  local arm = li.planar { 1, .8 }
  t.ok(rawequal(arm:system():model(), arm))
end)

t.test("all assemblies: those of the closed forms, none twice, none where the loop cannot close",
  function()
  for _ = 1, 5 do
    local four = li.fourbar(between(.5, 1), between(2, 3), between(2, 3), { between(2, 3), .2 })
    local m, phi1 = four:mechanism(), between(-3, 3)
    local want = {}
    for _, which in ipairs { "plus", "minus" } do
      local _, phi3 = four:solve(phi1, which)
      want[#want + 1] = phi3 and phi3[1] or nil
    end
    for i, x in ipairs(want) do want[i] = (x + math.pi) % (2 * math.pi) - math.pi end
    table.sort(want)
    local got = {}
    for i, at in ipairs(m:assemblies { phi1 = phi1 } or {}) do
      got[i] = at.phi3
    end
    table.sort(got)
    t.eq(#got, #want)
    for i = 1, #want do t.near({ math.cos(got[i]), math.sin(got[i]) },
      { math.cos(want[i]), math.sin(want[i]) }, 1e-7) end
  end
  t.eq(select(3, li.fourbar(2, 1, 1, { 2, 0 }):mechanism():assemblies { phi1 = 3 }),
    "EUNREACHABLE")
  t.raises("1 freedom is left", function()
    li.fourbar(1, 3, 2.5, { 3, 0 }):mechanism():assemblies {}
  end)
end)

t.test("closed forms as mechanisms: both assemblies, the same angles and places", function()
  for _ = 1, 20 do
    local l1, l2, l3 = between(.5, 1), between(2, 3), between(2, 3)
    local dx, dy = between(2, 3), between(-.5, .5)
    local four = li.fourbar(l1, l2, l3, { dx, dy })
    local phi1 = between(-3, 3)
    local m = four:mechanism { density = 2 }
    for _, which in ipairs { "plus", "minus" } do
      local phi2, phi3 = four:solve(phi1, which, 1.3)
      if phi2 then
        local at = assert(m:assemble("joint", { phi1 = phi1 },
          { th2 = phi2[1] - phi1, phi3 = phi3[1] }))
        t.near({ at.phi1 + at.th2, at.phi3 }, { phi2[1], phi3[1] }, 1e-9)
        -- and its rates, as a model
        local M = m:model()
        local q = { at.phi1, at.th2, at.phi3 }
        local v = M:fit_velocity(q, { phi1 = 1.3 }, { fix = "phi1" })
        t.near({ v[1] + v[2], v[3] }, { phi2[2], phi3[2] }, 1e-8)
      end
    end
    local slider = li.slider_crank(l1, l2, dy)
    local back = slider:mechanism()
    for _, which in ipairs { "plus", "minus" } do
      local phi2, x = slider:solve(phi1, which)
      local at = assert(back:assemble("joint", { phi1 = phi1 },
        { th2 = phi2[1] - phi1, x = x[1] }))
      t.near({ at.x, math.cos(at.phi1 + at.th2) }, { x[1], math.cos(phi2[1]) }, 1e-9)
    end
  end
  t.eq(li.fourbar(1, 3.5, 3, { 4, 0 }):mechanism():grashof {}, "crank_rocker")
  local weighed = li.slider_crank(.2, .5):mechanism { mass = { 1, 1.5, .8 },
    gravity = { 0, -9.81 } }
  local run = assert(weighed:simulate(.2, { phi1 = .7, ["phi1'"] = 5 }, { rtol = 1e-10 }))
  local ours = assert(li.mechanisms.slider_crank():simulate(.2, { th1 = .7, ["th1'"] = 5 },
    { rtol = 1e-10, values = { L1 = .2, L2 = .5, m1 = 1, m2 = 1.5, m3 = .8, j3 = 0, g = 9.81,
      G = 0, F = 0 } }))
  t.near(run:at("phi1", .2), ours:at("th1", .2), 1e-8)
  t.raises("mass says it already", function()
    li.slider_crank(1, 2):mechanism { mass = { 1, 1, 1 }, density = 2 }
  end)
end)

t.test("model:mechanism of joints told by moves, and of a loop that turns", function()
  local sled = li.robot { name = "sled", gravity = { 0, -9.81, 0 }, bodies = { { name = "a",
    joint = "Tx Ty Rz", q = { "x", "y", "th" }, mass = 2, com = { 0.1, 0, 0 },
    inertia = { 0.1, 0.1, 0.3 } } } }
  local q, v, a = { 0.3, -0.2, 0.7 }, { 0.5, 1, -2 }, { 1, 0.2, -0.4 }
  local back = sled:mechanism():model()
  t.eq(table.concat(back:coordinates(), " "), "x y th")
  t.ok(back:fk(q):near(sled:fk(q), 1e-12))
  t.near(back:id(q, v, a), sled:id(q, v, a), 1e-12)
  local slider = li.robot { gravity = { 0, -9.81, 0 }, bodies = {
    { name = "crank", joint = "revolute", axis = "z", q = "th1", mass = 1, com = { 0.2, 0, 0 },
      inertia = { 0, 0, 0.02 } },
    { name = "rod", joint = "revolute", axis = "z", q = "th2", mass = 2, at = { 0.4, 0, 0 },
      com = { 0.5, 0, 0 }, inertia = { 0, 0, 0.2 } },
    { name = "piston", parent = "world", joint = "prismatic", axis = "x", q = "s", mass = 3,
      inertia = { 0, 0, 0 } } },
    loops = { { "revolute", name = "wrist", axis = "z", from = "tip", to = "piston" } },
    frames = { { name = "tip", body = "rod", at = { 1, 0, 0 } } } }
  local there = slider:mechanism()
  t.eq(there:counts().joint.constraints, 2)
  t.near(there:model():assemble({ 0.7, -0.3, 1.2 }, { fix = "th1" }),
    slider:assemble({ 0.7, -0.3, 1.2 }, { fix = "th1" }), 1e-10)
end)

t.test("runs of mechanisms and systems are drawn by their model, and computed again", function()
  local m = li.mechanisms.slider_crank()
  local options = { values = li.mechanisms.values "slider_crank" }
  local function page(more)
    for key, x in pairs(more or {}) do options[key] = x end
    return assert(m:simulate(0.2, { th1 = 0.7, ["th1'"] = 5 }, options)):html()
  end
  local text = page()
  t.ok(text:find("being computed again", 1, true) and text:find('"guide"', 1, true))
  text = page { form = "cartesian" }
  t.ok(text:find("no picture: it is drawn by th1, th2, th3", 1, true))
  t.eq(text:find("being computed again", 1, true), nil)
  local s = li.system { planar = true, gravity = { 0, -9.81 } }
  local x, th = s:coordinates "xs ths"
  s:body { name = "cart", mass = "mc", inertia = 0, at = { x, 0 } }
  s:body { name = "bob", mass = 1, inertia = 0, at = { x + li.sin(th), -li.cos(th) }, angle = th }
  -- parameters among the start too
  local run = s:simulate(1, { ths = 1, mc = 2 })
  t.eq(run:setup().values.mc, 2)
  t.ok(run:html():find("being computed again", 1, true))
  local spatial = li.system {}
  local z = spatial:coordinates "zs"
  spatial:body { mass = 1, inertia = { 1, 1, 1 }, at = { 0, 0, z } }
  t.ok(spatial:simulate(1, {}):html():find("being computed again", 1, true))
end)

t.done()
