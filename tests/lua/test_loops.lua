-- test_loops.lua - rows of turns in space, every way in one call, the nearest assembly,
-- overconstrained loops, and never a NaN
local t = require "t"
local li = require "liaison"

local function ball(constraints)
  return li.robot { bodies = { { name = "b", joint = "spherical", mass = 1, com = { 0, 0, -1 },
    inertia = { .1, .1, .1 } } }, constraints = constraints }
end

-- x axis of the ball in the base: 2 (x z - w y) is its z; told by the quaternion and by a
-- constraint of frames
t.test("a row on quaternions is the same as one on frames", function()
  local m = ball { { "equation", name = "row", equation = "2*(b_qx*b_qz - b_qw*b_qy) - 0.3" } }
  local n = ball { { "angle", name = "row", from = "b", from_axis = "x", to = "world",
    angle = math.acos(.3) } }
  local q = assert(m:assemble { .9, .3, .2, .1 })
  t.near(n:gaps(q).row, { 0 }, 1e-11)
  local v = m:fit_velocity(q, { 1, 2, 3 })
  t.near(v, n:fit_velocity(q, { 1, 2, 3 }), 1e-12)
  local a, b = m:constrained(q, v, { .1, .2, .3 }, { method = "all" }),
    n:constrained(q, v, { .1, .2, .3 })
  t.near(a.a, b.a, 1e-11)
  t.near(a.force, b.force, 1e-10)
  t.ok(a.spread < 1e-12)
end)

t.test("a free body: its place and the rates of it in base axes, its turning in body axes",
  function()
  local m = li.robot { bodies = { { name = "b", joint = "floating", mass = 2, com = { 0, 0, -.3 },
    inertia = { .1, .2, .3 } } }, constraints = {
    { "equation", name = "way", equation = "b_x - 0.3*t" },
      { "equation", name = "turn", equation = "b_y' - b_x*b_wx'" },
      { "driver", name = "lift", coordinate = "b_z", law = "sin(t)" },
  } }
  local q = assert(m:assemble { 1, .5, 2, .9, .3, .2, .1 })
  t.near({ q[1], q[3] }, { 0, 0 }, 1e-12)
  local v = m:fit_velocity(q, { 1, 2, 3, 1, 1, 1 })
  local rates = m:velocity(q, v, "b")
  t.near({ rates.v[1], rates.v[3] }, { .3, 1 }, 1e-12)
  local r = assert(m:constrained(q, v, { 0, 0, 0, 0, 0, 0 }, { method = "all" }))
  t.ok(r.spread < 1e-12)
  local run = assert(li.simulate { m, q = q, v = v, t = 1 })
  local last = run:state()
  t.near({ last[1], last[3] }, { .3, math.sin(1) }, 1e-9)
end)

t.test("what a row may not name is said", function()
  local function bad(text, what)
    t.raises(what, function() ball { { "equation", name = "row", equation = text } }:assemble { 1,
      0, 0, 0 } end)
  end
  bad("b_wx - 0.1", "'b_wx' is part of a turn in space, which has no angle: its quaternion is "
    .. "b_qw .. b_qz, its angular velocity b_wx'")
  bad("b_wx'' - 1", "'b_wx''' may not stand in a constraint")
  bad("b_qx*b_wx' + k", "names the symbol 'k': give it a value")
  bad("b_qx'*b_wx' - 1", "must be linear in them")
  bad("t - 1", "no coordinate stands in")
  bad("b_qq - 1", "give it a value")
end)

local function pair(x, y, more)
  local function link(name, at)
    return { name = name, at = at, joint = "revolute", mass = 1, com = { .5, 0, 0 },
      inertia = { 0, 0, .1 } }
  end
  return li.robot { gravity = { 0, -9.81, 0 }, bodies = { link "a", link("b", { 1, 0, 0 }) },
    constraints = { { "point", name = "p", from = "b", from_at = { 1, 0, 0 }, to = "world",
      to_at = { x, y, 0 } }, more } }
end

t.test("out of reach: the gap and the closest assembly; stretched, but in reach: another start",
  function()
  for _, start in ipairs { { .3, .5 }, { 1, -2 }, { 3, .1 }, { 0, 0 }, { .1, 3.14 } } do
    local none, text, code, info = pair(3, 0):assemble(start)
    t.eq(none, nil)
    t.eq(code, "EUNREACHABLE")
    t.ok(text:find("constraint 'p': cannot be closed from here: a gap of 1 ", 1, true), text)
    t.near(info.gap, 1, 1e-9)
    t.near({ math.sin(info.q[1]), math.sin(info.q[2] / 2) }, { 0, 0 }, 1e-4)
  end
  local q = assert(pair(.1, 0):assemble { 0, 0 })
  t.near({ math.cos(q[1]) + math.cos(q[1] + q[2]), math.sin(q[1]) + math.sin(q[1] + q[2]) },
    { .1, 0 }, 1e-12)
  -- two that contradict: the closest to both is half way
  local _, _, _, info = pair(1, 1, { "distance", name = "d", from = "b", from_at = { 1, 0, 0 },
    to = "world", length = 1 }):assemble { .3, .5 }
  t.ok(info.gap > .1 and info.gap < .3, tostring(info.gap))
end)

t.test("the least change in the metric of the mass matrix", function()
  local m = pair(1.2, .9)
  local free = li.robot { gravity = { 0, -9.81, 0 }, bodies = m:description().bodies,
    constraints = { { "on_line", name = "line", from = "b", from_at = { 1, 0, 0 }, to = "world",
    to_axis = "x" } } }
  local q0, v0 = { .5, -1.1 }, { 1, 2 }
  local q, v, info = free:consistent(q0, v0)
  t.near(free:gaps(q).line, { 0, 0 }, 1e-12)
  t.near(free:constraint_rows(q) * v, { 0, 0 }, 1e-12)
  t.eq(info.resists, "line")
  local M, best = free:mass(q), info.distance
  for k = -4, 4 do
    local p = free:assemble({ q[1] + k * .02, q[2] }, { fix = { "q1" } })
    local d = p - li.vec(q0)
    t.ok(math.sqrt(d:dot(M * d)) >= best - 1e-4, "another is nearer")
  end
  t.near(li.vec(q0) + info.dq, q, 1e-13)
  t.near(li.vec(v0) + info.dv, v, 1e-13)
  local held = free:consistent(q0, v0, { fix = { "q1" } })
  t.near(held[1], .5, 0)
  t.eq(select(3, m:consistent({ .5, -1 }, { 0, 0 }, { fix = { "q1" } })), "EUNREACHABLE")
end)

-- a loop of hinges that are parallel, on a free body
t.test("a redundant loop on a floating base: forces, motion, energy", function()
  local m = li.robot {
    bodies = {
      { name = "base", joint = "floating", mass = 3, inertia = { 1, 1, 1 } },
      { name = "l1", parent = "base", at = { .5, 0, 0 }, joint = "revolute", axis = "y", mass = 1,
        com = { 0, 0, -.3 }, inertia = { .1, .1, .1 } },
      { name = "l2", parent = "l1", at = { 0, 0, -.6 }, joint = "revolute", axis = "y", mass = 1,
        com = { 0, 0, -.3 }, inertia = { .1, .1, .1 } },
      { name = "r1", parent = "base", at = { -.5, 0, 0 }, joint = "revolute", axis = "y", mass = 1,
        com = { 0, 0, -.3 }, inertia = { .1, .1, .1 } },
    },
    loops = { { name = "lo", joint = "revolute", axis = "y", from = "fe", to = "ge" } },
    frames = { { name = "fe", body = "l2", at = { 0, 0, -.6 } },
      { name = "ge", body = "r1", at = { 0, 0, -.8 } } },
  }
  for seed = 1, 3 do
    local q = assert(m:assemble(m:random(seed)))
    local v = m:fit_velocity(q, { 1, 0, 0, .1, .2, .3, 1, 1, 1 })
    local r = assert(m:constrained(q, v, { 0, 0, 0, 0, 0, 0, 0, 0, 0 }, { method = "all" }))
    t.eq(r.rank, 2)
    t.eq(#r.redundant, 3)
    t.eq(r.method, "tree")
    t.ok(r.spread < 1e-11, tostring(r.spread))
    t.near(r.power, 0, 1e-10)
    local run = assert(li.simulate { m, q = q, v = v, t = 1, rtol = 1e-9, atol = 1e-10 })
    t.ok(run:info().drift < 1e-6, "energy " .. run:info().drift)
  end
end)

-- Bennett: four hinges in space, a / sin(alpha) = b / sin(beta). It moves, though counting says it
-- cannot
t.test("a Bennett linkage moves: three rows too many, which are only redundant where it is closed",
  function()
  local a, b, al = 1, .6, 1
  local be = math.asin(b / a * math.sin(al))
  local function link(name, parent, l, twist, light)
    return { name = name, parent = parent, at = { l, 0, 0 }, rpy = { twist, 0, 0 },
      joint = "revolute", mass = light and 1e-3 or 1, com = { .4, 0, 0 },
      inertia = light and { 1e-5, 1e-4, 1e-4 } or { .01, .1, .1 } }
  end
  local m = li.robot {
    bodies = { link("l1", "world", 0, 0), link("l2", "l1", a, al), link("l3", "l2", b, be),
      link("l4", "l3", a, al, true) },
    frames = { { name = "e", body = "l4", at = { b, 0, 0 }, rpy = { be, 0, 0 } } },
      loops = { { name = "lo", joint = "fixed", from = "world", to = "e" } },
  }
  local q = assert(m:assemble { 1, -1, 1, -1 })
  local mob = m:mobility(q)
  t.eq(mob.velocity, 1)
  t.eq(mob.hyperstatic, 3)
  local v = m:fit_velocity(q, { 1, 1, 1, 1 })
  t.ok(assert(m:constrained(q, v, { 0, 0, 0, 0 }, { method = "all" })).spread < 1e-10)
  local run = assert(li.simulate { m, q = q, v = v, t = 2, rtol = 1e-9, atol = 1e-10 })
  t.ok(run:info().drift < 1e-5, "energy " .. run:info().drift)
  t.near(m:gaps((run:state())).lo, { 0, 0, 0, 0, 0, 0 }, 1e-11)
end)

-- linkages that counting forbids, each a minute long from several starts: rows follow from others
-- at rounding only, the Sarrus plate comes through the place where its legs are stretched and rows
-- say nothing
t.test("linkages held more than once move for a minute: Bennett, Sarrus, five bars in "
  .. "parallel, hinges about a point", function()
  local function check(name, m, starts, rate, hyperstatic)
    for _, start in ipairs(starts) do
      local q = assert(m:assemble(start))
      local mob = m:mobility(q)
      t.eq(mob.velocity, 1, name)
      t.eq(mob.hyperstatic, hyperstatic, name)
      local run, why = li.simulate { m, q = q, v = m:fit_velocity(q, rate), t = 60 }
      t.ok(run, name .. ": " .. tostring(why))
      if run then
        t.ok(run:info().drift < 3e-7, name .. ": energy " .. run:info().drift)
        for _, list in pairs(m:gaps((run:state()))) do
          for k = 1, #list do t.near(list[k], 0, 1e-11, name) end
        end
      end
    end
  end
  local heavy = { 0, 0, -9.81 }
  local al, be, a = .6, 1.1, 1
  local b = a * math.sin(be) / math.sin(al)
  local function bar(name, parent, length, twist)
    return { name = name, parent = parent, at = { length, 0, 0 }, rpy = { twist, 0, 0 },
      joint = "revolute", mass = 1, com = { .3, 0, 0 }, inertia = { .1, .1, .1 } }
  end
  local bennett = li.robot { gravity = heavy, bodies = { bar("one", "world", 0, 0),
    bar("two", "one", a, al), bar("three", "two", b, be) },
    frames = { { name = "end", body = "three", at = { a, 0, 0 }, rpy = { al, 0, 0 } },
      { name = "last", body = "world", at = { -b, 0, 0 }, rpy = { -be, 0, 0 } } },
    loops = { { name = "closing", joint = "revolute", from = "end", to = "last" } } }
  local function other(x)
    return 2 * math.atan(math.sin((be + al) / 2) / math.sin((be - al) / 2) / math.tan(x / 2))
  end
  local starts = {}
  for k, x in ipairs { 1, .4, 2, 2.8, -1, -2.2 } do starts[k] = { x, other(x), -x } end
  check("Bennett", bennett, starts, { 1, 0, 0 }, 3)

  local function leg(name, at, axis)
    return { name = "low" .. name, parent = "world", at = at, joint = "revolute", axis = axis,
      mass = 1, com = { 0, 0, .5 }, inertia = { .1, .1, .02 } },
      { name = "up" .. name, parent = "low" .. name, at = { 0, 0, 1 }, joint = "revolute",
        axis = axis, mass = 1, com = { 0, 0, .5 }, inertia = { .1, .1, .02 } }
  end
  local low_a, up_a = leg("a", { 1, 0, 0 }, "y")
  local low_b, up_b = leg("b", { 0, 1, 0 }, "x")
  local sarrus = li.robot { gravity = heavy,
    bodies = { low_a, up_a,
      { name = "plate", parent = "upa", at = { 0, 0, 1 }, joint = "revolute", axis = "y", mass = 2,
      com = { -1, 0, 0 }, inertia = { .2, .2, .4 } }, low_b, up_b },
    frames = { { name = "e", body = "plate", at = { -1, 1, 0 } },
      { name = "f", body = "upb", at = { 0, 0, 1 } } },
    loops = { { name = "lo", joint = "revolute", axis = "x", from = "f", to = "e" } } }
  starts = {}
  for k, x in ipairs { .5, .9, -.6 } do starts[k] = { x, -2 * x, x, -x, 2 * x } end
  check("Sarrus", sarrus, starts, { 1, -2, 1, -1, 2 }, 1)
  -- a run does not know what the model was asked before
  local function swing()
    return li.simulate { sarrus, q = assert(sarrus:assemble(starts[1])), v = { 1, -2, 1, -1, 2 },
      t = 5 }:hash()
  end
  local first = swing()
  for seed = 1, 20 do
    local q = sarrus:assemble(sarrus:random(seed))
    if q then sarrus:constrained(q, { 9, 9, 9, 9, 9 }, { 0, 0, 0, 0, 0 }, { method = "all" }) end
  end
  li.simulate { sarrus, q = assert(sarrus:assemble(starts[2])), v = { 5, -10, 5, -5, 10 }, t = 5 }
  t.eq(swing(), first)

  local function arm(name, x)
    return { name = name, parent = "world", at = { x, 0, 0 }, joint = "revolute", axis = "y",
      mass = 1, com = { .5, 0, 0 }, inertia = { .01, .1, .1 } }
  end
  local parallel = li.robot { gravity = heavy,
    bodies = { arm("a", 0),
      { name = "c", parent = "a", at = { 1, 0, 0 }, joint = "revolute", axis = "y", mass = 2,
      com = { 1, 0, 0 }, inertia = { .01, .5, .5 } }, arm("b", 2), arm("d", 1) },
    frames = { { name = "eb", body = "b", at = { 1, 0, 0 } },
      { name = "ed", body = "d", at = { 1, 0, 0 } }, { name = "cb", body = "c", at = { 2, 0, 0 } },
      { name = "cd", body = "c", at = { 1, 0, 0 } } },
    loops = { { name = "l1", joint = "revolute", axis = "y", from = "eb", to = "cb" },
      { name = "l2", joint = "revolute", axis = "y", from = "ed", to = "cd" } } }
  check("parallel", parallel, { { .7, -.7, .7, .7 }, { 2, -2, 2, 2 } }, { 1, -1, 1, 1 }, 7)

  local function shell(name, parent, twist)
    return { name = name, parent = parent, rpy = { twist, 0, 0 }, joint = "revolute", mass = 1,
      com = { .2, .3, .1 }, inertia = { .1, .12, .15 } }
  end
  local round = li.robot { gravity = heavy, bodies = { shell("a", "world", 0), shell("b", "a", .7),
    shell("c", "b", 1.1) },
    frames = { { name = "e", body = "c", rpy = { .9, 0, 0 } },
      { name = "g", body = "world", rpy = { 1.5, 0, 0 } } },
      loops = { { name = "l", joint = "revolute", from = "e", to = "g" } } }
  check("about a point", round, { { .5, .5, .5 }, { 1, 2, 1 } }, { 1, 0, 0 }, 3)
end)

-- a crank held in x and y by its hinge, told three times over: of rows that say the same the last
-- told is named
t.test("the rows named as following from others are the last told, loops first", function()
  local function model(list)
    return li.robot { bodies = { { name = "a", joint = "Tx Ty Rz", mass = 1,
      inertia = { 1, 1, 1 } } }, constraints = list }
  end
  local x, y, both = { "equation", name = "x", equation = "a_1 - sin(a_3)" },
    { "equation", name = "y", equation = "5*a_2" },
    { "equation", name = "both", equation = "a_1 + 3*a_2 - sin(a_3)" }
  local names = model({ x }):coordinates()
  for _, c in ipairs { x, y, both } do
    for k = 1, 3 do c.equation = c.equation:gsub("a_" .. k, names[k]) end
  end
  for _, order in ipairs { { x, y, both }, { both, x, y }, { y, both, x }, { both, y, x } } do
    local m = model(order)
    local q = assert(m:assemble { .1, 0, .1 })
    local mob = m:mobility(q)
    t.eq(mob.hyperstatic, 1)
    t.eq(table.concat(mob.redundant_here, " "), order[3].name)
    t.eq(table.concat(mob.redundant_always, " "), order[3].name)
  end
end)

t.test("the audit of a closed model takes its constraints in; a phrase has no place for them",
  function()
  local m = pair(1, .5)
  local card = m:audit(2)
  t.eq(card.failed, 0)
  t.ok(tostring(card):find("under loops and constraints every way gives the same accelerations", 1,
    true), tostring(card))
  local none, why = m:phrase()
  t.eq(none, nil)
  t.ok(why:find "no place in a phrase", why)
end)

-- loops, rolling, drivers in time and what the user wrote survive their own Lua text, and with{}
-- reaches into them
t.test("constraints are written and read back; symbols in them get values", function()
  local m = li.robot {
    bodies = {
      { name = "a", joint = "revolute", mass = 1, inertia = { 1, 1, 1 } },
        { name = "b", joint = "spherical", parent = "a", at = { 1, 0, 0 }, mass = 1,
        inertia = { 1, 1, 1 } },
      { name = "c", joint = "prismatic", parent = "world", axis = { 1, 1, 0 }, mass = 2,
        inertia = { 1, 1, 1 } },
    },
    frames = { { name = "f", body = "b", at = { 0, 1, 0 }, rpy = { .1, .2, .3 } } },
      loops = { { name = "lo", joint = "spherical", from = "f", to = "c" } },
    constraints = {
      { "on_line", name = "ol", from = "b", from_at = { .1, .2, .3 }, from_rpy = { .1, 0, 0 },
        to = "world", to_axis = { 1, 2, 3 } },
      { "equation", name = "eq", equation = "b_qx*q1' + b_wy' - k*sin(t)" },
        { "on_curve", name = "oc", from = "c", to = "world", equations = { "x*y - r^2", "z" } },
    },
  }
  t.eq(table.concat(m:symbols(), " "), "k r")
  local path = os.tmpname() .. ".lua"
  local file = io.open(path, "w")
  file:write(m:lua())
  file:close()
  local n = li.load(path)
  os.remove(path)
  local values, q, v = { k = 2, r = .5 }, { .3, .9, .3, .2, .1, .7 }, { .1, .2, .3, .4, .5 }
  local J, gamma, b = m:with(values):constraint_rows(q, v, .3)
  local J2, gamma2, b2 = n:with(values):constraint_rows(q, v, .3)
  t.near(J2, J, 0)
  t.near(gamma2, gamma, 0)
  t.near(b2, b, 0)
  t.near(b[6], -2 * math.sin(.3), 1e-14)
end)

-- nothing that is asked of constraints answers with a NaN: numbers, or nil with a sentence and a
-- code
t.test("singular and inconsistent cases are named, never a NaN", function()
  local function finite(x, seen)
    if type(x) == "number" then return x == x and x ~= math.huge and x ~= -math.huge end
    if type(x) == "table" then
      for _, y in pairs(x) do if not finite(y) then return false end end
    elseif type(x) == "userdata" and seen ~= "text" then
      return not tostring(x):find "nan" and not tostring(x):find "inf"
    end
    return true
  end
  local function answer(what, ...)
    local first, text, code = ...
    if first == nil then
      t.ok(type(text) == "string" and type(code) == "string" and not text:find "nan",
        what .. ": " .. tostring(text))
      return nil
    end
    for i = 1, select("#", ...) do
      t.ok(finite((select(i, ...))), what .. ": a number is not finite")
    end
    return ...
  end
  local rows = {
    { "equation", equation = "1/q1 - 2" }, { "equation", equation = "sqrt(q1 - 1) + q2" },
      { "equation", equation = "log(q2)*q1'" },
    { "equation", equation = "q1^2 + q2^2 + 1" }, { "equation", equation = "q1^2 + q2^2" },
      { "equation", equation = "(q1 - q2)^2" },
    { "equation", equation = "t*q1' + q2'/t - 1" }, { "equation", equation = "atan2(q1, q2) - 1" },
      { "equation", equation = "exp(1000*q1) - 1" },
    { "driver", coordinate = "q1", law = "t^2" }, { "driver", coordinate = "q1", law = "3*t^2" },
      { "driver", coordinate = "q2", law = "1/t" },
    { "distance", from = "b", to = "a", length = 1 },
      { "distance", from = "b", to = "world", length = 0 },
      { "distance", from = "c", from_at = { 1, 0, 0 }, to = "world", length = 1 },
    { "gear", coordinates = { "q1", "q2" }, ratio = 0 },
      { "gear", coordinates = { "q1", "q2" }, ratio = 1e300 }, { "weld", from = "c", to = "world" },
    { "point", from = "c", to = "world", to_at = { 1e6, 0, 0 } },
      { "wheel", from = "c", to = "world", radius = 1 }, { "knife_edge", from = "b", to = "world" },
    { "rolling_disc", from = "b", to = "world", radius = 0 },
      { "on_curve", from = "c", to = "world", equations = { "x^2 + y^2 - 1", "z" } },
    { "on_surface", from = "c", to = "world", equation = "x^2 + y^2 + z^2" },
      { "cross", from = "a", to = "b" }, { "parallel", from = "c", to = "world", to_axis = "x" },
    { "angle", from = "a", to = "c", angle = 0 }, { "thread", from = "b", to = "world", pitch = 0 },
      { "pulley", from = "a", to = "world", from2 = "b", to2 = "world", length = 1 },
  }
  local places = { { 0, 0, 0 }, { 1, 1, 1 }, { -1, 2, .5 }, { 0, math.pi, 0 },
    { math.pi / 2, 0, -math.pi / 2 } }
  local weights = { 1, 0, 1e-12 }
  local asked, named = 0, 0
  for i, row in ipairs(rows) do
    for j = i, #rows, 5 do
      local mass = weights[(i + j) % #weights + 1]
      local second = {}
      for k, x in pairs(rows[j]) do second[k] = x end
      row.name, second.name = "one", "two"
      local m = li.robot { bodies = {
        { name = "a", joint = "revolute", q = "q1", mass = 1, inertia = { 1, 1, 1 } },
          { name = "b", at = { 1, 0, 0 }, joint = "revolute", q = "q2", mass = mass, inertia = 0 },
        { name = "c", at = { 1, 0, 0 }, joint = (i + j) % 2 == 0 and "revolute" or "prismatic",
          axis = "y", q = "q3", mass = 1, com = { .5, 0, 0 }, inertia = { .1, .1, .1 } },
      }, constraints = i == j and { row } or { row, second } }
      local q, v, tau, what = places[(i + 2 * j) % #places + 1], { 1, -1, 2 }, { 1, 0, -1 },
        ("rows %d and %d"):format(i, j)
      local function ask(name, ...)
        asked = asked + 1
        local r = answer(what .. ", " .. name, m[name](m, ...))
        if r == nil then named = named + 1 end
        return r
      end
      ask("gaps", q)
      ask("constraint_rows", q, v)
      ask("mobility", q)
      ask("fit_velocity", q, v)
      ask("constrained", q, v, tau)
      ask("constrained", q, v, tau, { method = "all" })
      ask("drive", q, v, { q1 = 1 })
      ask("fd", q, v, tau)
      ask("consistent", q, v)
      local closed = ask("assemble", q)
      if closed then
        local fitted = ask("fit_velocity", closed, v)
        if fitted then ask("constrained", closed, fitted, tau) end
      end
    end
  end
  t.ok(asked > 700 and named > 50, asked .. " " .. named)
end)

t.done()
