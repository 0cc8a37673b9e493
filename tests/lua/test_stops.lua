-- test_stops.lua - limits of joints as stops, dry friction of joints that sticks, efforts, speeds:
-- closed forms, other roads, what is told
local t = require "t"
local li = require "liaison"
local tyrelist = require "tyrelist"

local abs, sqrt = math.abs, math.sqrt
local g = 9.81

local function last(run, name) return run:column(name)[#run] end

local function told(run, what, name)
  local list = {}
  for _, x in ipairs(run:info().told) do
    if x.what == what and (not name or x.name == name) then list[#list + 1] = x end
  end
  return list[1], #list
end

-- 2 kg on a rail, without weight unless asked
local function cart(joint, gravity)
  joint.kind, joint.axis, joint.q = "prismatic", joint.axis or "x", "x"
  return li.robot { gravity = gravity or { 0, 0, 0 },
    bodies = { { name = "c", joint = joint, mass = 2, inertia = { 1, 1, 1 } } } }
end

local function pendulum(joint)
  joint.kind, joint.axis, joint.q = "revolute", "y", "th"
  return li.robot { bodies = { { name = "p", joint = joint, mass = 1.5, com = { 0.4, 0, 0 },
    inertia = { 0.02, 0.05, 0.05 } } } }
end

t.test("a limit is a stop: it strikes at its moment, stays, or comes back with restitution",
  function()
  local m = cart { limits = { -0.5, 1 } }
  local run = assert(li.simulate { m, v = { 2 }, t = 3 })
  t.near(last(run, "x"), 1, 1e-12)
  t.near(last(run, "x'"), 0, 1e-14)
  local s = told(run, "stop")
  t.near({ s.first, s.most, s.count }, { 0.5, 2, 1 }, 1e-9)
  t.ok(tostring(run):find "x struck its limit once, first at t = 0.5, with 2 m/s at most",
    tostring(run))
  -- e = 0.5: 1 m at 2 m/s, 1.5 m at 1 m/s, then 1.5 m at 0.5 m/s takes until 5
  local back = assert(li.simulate { m, v = { 2 }, t = 4, limits = { restitution = 0.5 } })
  t.near(last(back, "x"), -0.5 + (4 - 2) * 0.5, 1e-9)
  t.eq(told(back, "stop").count, 2)
  -- without loss it goes to and fro: 0.5 s to the first stop, 0.75 s between the stops
  for n, words in ipairs { "once", "twice", "3 times", "4 times" } do
    local to_and_fro = assert(li.simulate { m, v = { 2 }, t = 0.5 + 0.75 * (n - 1) + 0.1,
      limits = { restitution = 1 } })
    t.ok(tostring(to_and_fro):find("x struck its limit " .. words .. ", first", 1, true),
      tostring(to_and_fro))
  end
  t.near(back:info().events, 4 * (1 - 1 / 16), 1e-9)
  local free = li.simulate { m, v = { 2 }, t = 3, limits = "ignore" }
  t.near(last(free, "x"), 6, 1e-9)
  t.near(told(free, "limit").most, 5, 1e-9)
  t.ok(tostring(free):find "x was beyond its limits, which were ignored, in", tostring(free))
end)

t.test("under gravity it rests on its stop, is lifted off by a push, and falls back", function()
  local m = pendulum { limits = { -1.2, 0.7 } }
  local I = 0.05 + 1.5 * 0.16
  local run = assert(li.simulate { m, q = { -0.3 }, t = 6,
    input = function(time) return { time > 2 and time < 4 and -8 or 0 } end,
    events = { { g = function(time) return time - 2 end, at = function() end },
      { g = function(time) return time - 4 end, at = function() end } } })
  for _, time in ipairs { 1.5, 1.9, 2 } do t.near(run:at("th", time), 0.7, 1e-10) end
  t.ok(run:at("th", 3) < 0)
  t.near(last(run, "th"), 0.7, 1e-10)
  -- the moment it strikes, by energy: I th'^2/2 = m g l (sin .7 + sin .3)
  local s = told(run, "stop")
  t.ok(s.count >= 2 and s.first < 1)
  local first = assert(li.simulate { m, q = { -0.3 }, t = 2 })
  t.near(told(first, "stop").most, sqrt(2 * 1.5 * g * 0.4 * (math.sin(0.7) + math.sin(0.3)) / I),
    1e-7)
end)

t.test("soft stops: a spring and damper beyond the end; none of it inside", function()
  local m = cart { limits = { -5, 1 } }
  local run = assert(li.simulate { m, v = { 2 }, t = 3, rtol = 1e-10,
    limits = { stiffness = 2e4 } })
  -- half a period beyond: pi sqrt(m/k), then back at 2 m/s
  t.near(last(run, "x"), 1 - 2 * (3 - 0.5 - math.pi * sqrt(2 / 2e4)), 1e-5)
  t.ok(select(2, run:summary "x") <= 1 + 2 * sqrt(2 / 2e4) + 1e-6)
  t.near(run:info().lost, 0, 1e-9)
  local damped = assert(li.simulate { m, v = { 2 }, t = 3, rtol = 1e-10,
    limits = { stiffness = 2e4, damping = 100 } })
  t.near(damped.E[1] - last(damped, "E"), damped:info().lost, 1e-5)
  t.ok(damped:info().lost > 1)
end)

t.test("several joints at once, one by another: momentum is shared as it must be", function()
  -- a hand of 1 kg slides in a hand of 3 kg; the inner one hits its end: both go on together
  local two = li.robot { gravity = { 0, 0, 0 }, bodies = {
    { name = "a", joint = { kind = "prismatic", axis = "x", q = "xa" }, mass = 3,
      inertia = { 1, 1, 1 } },
    { name = "b", parent = "a",
      joint = { kind = "prismatic", axis = "x", q = "xb", limits = { 0, 0.5 } }, mass = 1,
      inertia = { 1, 1, 1 } } } }
  local run = assert(li.simulate { two, q = { 0, 0 }, v = { 0, 2 }, t = 2 })
  t.near({ last(run, "xa'"), last(run, "xb'"), last(run, "xb") }, { 0.5, 0, 0.5 }, 1e-12)
  local back = assert(li.simulate { two, v = { 0, 2 }, t = 0.4, limits = { restitution = 1 } })
  t.near({ last(back, "xa'"), last(back, "xb'") }, { 1, -2 }, 1e-12)
  -- an arm of three joints thrown into all its corners keeps within its limits, and never gains
  -- energy
  local bodies = {}
  for k = 1, 3 do
    bodies[k] = { name = "l" .. k, parent = k > 1 and "l" .. (k - 1) or nil,
      joint = { kind = "revolute", axis = "y", q = "q" .. k, limits = { -0.4, 0.3 + 0.2 * k } },
      at = k > 1 and { 0.5, 0, 0 } or nil, mass = 1, com = { 0.25, 0, 0 },
        inertia = { 0.01, 0.02, 0.02 } }
  end
  local arm = li.robot { bodies = bodies }
  for _, e in ipairs { 0, 0.4 } do
    local r = assert(li.simulate { arm, v = { 3, -8, 12 }, t = 5, limits = { restitution = e } })
    for k = 1, 3 do
      local least, most = r:summary("q" .. k)
      t.ok(least > -0.4 - 1e-9 and most < 0.3 + 0.2 * k + 1e-9,
        ("q%d from %g to %g"):format(k, least, most))
    end
    for i = 2, #r do
      t.ok(r.E[i] < r.E[i - 1] + 1e-6, ("row %d: %g J more"):format(i, r.E[i] - r.E[i - 1]))
    end
    t.ok(r:info().drift < 1e-5 and r:info().events > 0.1, tostring(r))
  end
end)

t.test("the stop as an element is the limit of the joint; in loops too", function()
  local m = cart {}
  local element = { "endstop", joint = "x", min = -0.5, max = 1, restitution = 0.3 }
  local a = assert(li.simulate { m, v = { 2 }, t = 3, forces = { element } })
  local b = assert(li.simulate { cart { limits = { -0.5, 1 } }, v = { 2 }, t = 3,
    limits = { restitution = 0.3 } })
  t.eq(a:hash(), b:hash())
  t.raises("forces%[1%]: expected min, max or both", li.simulate,
    { m, t = 1, forces = { { "endstop", joint = "x" } } })
  t.raises("forces%[1%]: min is greater than max", li.simulate,
    { m, t = 1, forces = { { "endstop", joint = "x", min = 2, max = 1 } } })
  t.raises("limits.damping: is of a soft stop", li.simulate, { m, t = 1, limits = { damping = 1 } })
  t.raises("limits: expected 'stop', 'ignore', .*got soft", li.simulate,
    { m, t = 1, limits = "soft" })
  -- two slides tied: the stop of one stops both
  local none = { 0, 0, 0, 0, 0, 0 }
  local tied = li.robot { gravity = { 0, 0, 0 }, bodies = {
    { name = "a", joint = { kind = "prismatic", axis = "x", q = "xa" }, mass = 1, inertia = none },
    { name = "b", parent = "world",
      joint = { kind = "prismatic", axis = "x", q = "xb", limits = { -1, 0.8 } }, mass = 3,
      inertia = none } },
    constraints = { { "equation", name = "tie", equation = "xa + xb" } } }
  local run = assert(li.simulate { tied, v = { -2, 2 }, t = 2 })
  t.near({ last(run, "xa"), last(run, "xb"), last(run, "xa'") }, { -0.8, 0.8, 0 }, 1e-10)
end)

t.test("who begins beyond a limit is told, and is free until he has come back", function()
  local m = cart { limits = { -1, 1 } }
  local run = assert(li.simulate { m, q = { 1.5 }, v = { -1 }, t = 4 })
  t.near(told(run, "outside").most, 0.5, 1e-12)
  t.ok(tostring(run):find "x began 0.5 m beyond its limits: it is free until it has come back",
    tostring(run))
  t.near(last(run, "x"), -1, 1e-12)
  local away = assert(li.simulate { m, q = { 1.5 }, v = { 1 }, t = 1 })
  t.near(last(away, "x"), 2.5, 1e-9)
  -- limits that are one number hold the joint
  local held = assert(li.simulate { pendulum { limits = { 0.2, 0.2 } }, q = { 0.2 }, v = { 1 },
    t = 1 })
  t.near({ last(held, "th"), last(held, "th'") }, { 0.2, 0 }, 1e-12)
end)

t.test("an effort cuts what input, controllers and tau command together", function()
  local m = cart { effort = 3 }
  local run = assert(li.simulate { m, t = 2, input = function() return { 10 } end })
  t.near(last(run, "x'"), 3, 1e-9)
  local s = told(run, "effort")
  t.near({ s.first, s.most }, { 0, 7 }, 1e-12)
  t.ok(tostring(run):find("the push on x was cut to its effort 3 N in %d+ of %d+ steps, first "
    .. "at t = 0, by 7 N at most"), tostring(run))
  local sum = assert(li.simulate { m, t = 2, tau = { x = "2" },
    controllers = { { dt = 0.1, f = function() return { 5 } end } } })
  t.near(last(sum, "x'"), 3, 1e-9)
  local whole = assert(li.simulate { m, t = 2, efforts = "ignore",
    input = function() return { 10 } end })
  t.near(last(whole, "x'"), 10, 1e-9)
  t.ok(tostring(whole):find "x was pushed with more than its effort 3 N", tostring(whole))
  -- what a gear turns is told of the joint: the coordinate has its torque times the ratio
  local geared = cart { effort = 3, scale = 2 }
  local r = assert(li.simulate { geared, t = 1, input = function() return { 100 } end })
  t.near(last(r, "x'"), 6 / (2 * 4), 1e-9)
  -- only what really was commanded counts: a push within the effort is not told
  local quiet = assert(li.simulate { m, t = 2, input =
    function(time) return { 2.9 * math.sin(9 * time) } end })
  t.eq(#quiet:info().told, 0)
end)

t.test("a speed limit that is passed is told", function()
  local run = assert(li.simulate { cart { speed = 1.5 }, v = { 1 }, t = 2,
    input = function() return { 1 } end })
  local s = told(run, "speed")
  t.near(s.most, 0.5, 1e-9)
  t.ok(s.first > 1 and tostring(run):find "x' was above its speed limit in", tostring(run))
  -- of a joint that moves twice as far as its coordinate
  local geared = assert(li.simulate { cart { speed = 1.5, scale = 2 }, v = { 1 }, t = 1 })
  t.near(told(geared, "speed").most, 1 - 1.5 / 2, 1e-12)
end)

t.test("points that strike their planes are told, elements by their names", function()
  local ball = li.robot { gravity = { 0, 0, -g }, bodies = { { name = "b", mass = 1,
    joint = { kind = "prismatic", axis = "z", q = "z" }, inertia = { 1, 1, 1 } } } }
  local function run_of(name, t_end)
    return assert(li.simulate { ball, q = { 1 }, t = t_end, forces = { { "impact", name = name,
      at = "b", normal = { 0, 0, 1 }, restitution = 0.5 } } })
  end
  local once = run_of("floor", 0.5)
  local s = told(once, "strike", "floor")
  t.near({ s.first, s.most, s.count }, { sqrt(2 / g), sqrt(2 * g), 1 }, 1e-9)
  t.ok(tostring(once):find("floor struck its plane once, first at t = 0.4515, with 4.43 m/s at "
    .. "most", 1, true), tostring(once))
  -- the second after 2 e t_1 more
  t.eq(told(run_of(nil, 2 * sqrt(2 / g) + 0.01), "strike", "impact1").count, 2)
  local stop = assert(li.simulate { cart {}, v = { 1 }, t = 2, forces = { { "endstop",
    name = "wall", joint = "x", max = 1 } } })
  t.ok(tostring(stop):find("wall struck its limit once", 1, true), tostring(stop))
end)

t.test("dry friction of a joint costs what the element costs, and is the same", function()
  local m = pendulum { damping = 0.1, friction = 0.2 }
  local run = assert(li.simulate { m, q = { 0.3 }, t = 20 })
  t.ok(run:info().steps < 200, run:info().steps)
  local same = assert(li.simulate { pendulum { damping = 0.1 }, q = { 0.3 }, t = 20,
    forces = { { "stiction", joint = "th", coulomb = 0.2 } } })
  t.eq(run:hash(), same:hash())
  t.near(last(run, "th'"), 0, 1e-14)
  -- at rest it holds whatever is less than the friction, for ever
  local slope = assert(li.simulate { cart({ friction = 5 }, { 2, 0, 0 }), t = 50 })
  t.near(last(slope, "x"), 0, 1e-14)
  t.ok(slope:info().steps < 30)
  local down = assert(li.simulate { cart({ friction = 5 }, { 3, 0, 0 }), t = 2 })
  t.near(last(down, "x"), (3 - 2.5) / 2 * 4, 1e-9)
  -- of a joint that follows another with a ratio the coordinate feels the friction times the ratio
  local follow = li.robot { gravity = { 0, 0, 0 }, bodies = {
    { name = "a", joint = { kind = "prismatic", axis = "x", q = "x", friction = 1 }, mass = 2,
      inertia = { 1, 1, 1 } },
    { name = "b", parent = "world",
      joint = { kind = "prismatic", axis = "y", follows = "x", scale = -3, friction = 0.5 },
      mass = 0, inertia = { 0, 0, 0 } } } }
  local r = assert(li.simulate { follow, v = { 5 }, t = 10 })
  t.near(last(r, "x"), 25 / (2 * (1 + 1.5) / 2), 1e-9)
  -- of a ball joint: about each of its axes
  local ball = li.robot { gravity = { 0, 0, 0 },
    bodies = { { name = "b", joint = { kind = "spherical",
    dofs = { { friction = 0.1 }, { friction = 0.1 }, { friction = 0.1 } } },
    mass = 1, inertia = { 1, 1, 1 } } } }
  local turn = assert(li.simulate { ball, v = { 2, 0, 0 }, t = 30 })
  local _, v = turn:state()
  t.near(v, { 0, 0, 0 }, 1e-12)
  t.near(turn:info().lost, 2, 1e-6)
end)

t.test("a kernel with the springs and dampers of the joints in it does not have them twice",
  function()
  local m = pendulum { damping = 0.3, stiffness = 2, rest = 0.1 }
  local want = li.simulate { m, q = { 1 }, t = 3 }:state()
  t.near(li.simulate { m, q = { 1 }, t = 3, kernel = m:equations():compile "fd" }:state(), want,
    1e-7)
  t.near(li.simulate { m, q = { 1 }, t = 3, kernel = m:kernel "fd" }:state(), want, 1e-7)
  -- forces that a kernel has of its own are not counted: nothing is claimed of the energy
  local forced = m:equations():forced { th = "-3*th'" }:compile "fd"
  local run = li.simulate { m, q = { 1 }, t = 3, kernel = forced }
  t.eq(run:info().drift, nil)
  t.ok(tostring(run):find "energy [%d%.-]+ to [%d%.-]+$", tostring(run))
  t.near(run:state(), li.simulate { m, q = { 1 }, t = 3,
    forces = { { "damper", joint = "th", damping = 3 } } }:state(), 1e-7)
end)

-- ---- the balance of energy ----

local KINDS = {
  gravity_compensation = { joint = { factor = 0.5 } },
  spring = { joint = { stiffness = 20, rest = 0.1, damping = 0.3 },
    line = { stiffness = 30, rest = 0.5, damping = 0.2 } },
  damper = { joint = { damping = 0.5, quadratic = 0.1 }, line = { damping = 0.5 } },
  activated = { joint = { command = 0.8, gain = 4, bias = 0.3, lag = 0.1, low = 0, high = 1 } },
  actuator = { joint = { command = 3, gear = 4, limit = 0.6, speed = 40, lag = 0.1 } },
  motor = { joint = { voltage = 6, resistance = 2, kt = 0.1, gear = 10, inductance = 0.01 } },
  friction = { joint = { coulomb = 0.4, viscous = 0.1, smooth = 0.02 },
    line = { coulomb = 0.4, smooth = 0.02 } },
  stiction = { joint = { coulomb = 0.5, static = 0.7, viscous = 0.05 } },
  endstop = { joint = { min = -0.2, max = 0.3, restitution = 0.4 } },
  drag = { point = { linear = 0.3, quadratic = 0.2 } },
  wind = { point = { velocity = { 2, 0, 1 }, gust = { 1, 0, 0 }, linear = 0.4, quadratic = 0.1 } },
  contact = { point = { normal = { 0, 0, 1 }, through = { 0, 0, -0.6 }, stiffness = 2000,
    damping = 20, mu = 0.4, radius = 0.05, smooth = 0.01 } },
  impact = { point = { normal = { 0, 0, 1 }, through = { 0, 0, -0.6 }, mu = 0.4, restitution = 0.3,
    radius = 0.05 } },
  given = { joint = { value = 1.5 }, line = { f = "2 - x" }, point = { force = { 1, 0, 2 } } },
}
for _, row in ipairs(li._internal.tyre.rows()) do
  local kind = "tyre_" .. row.name
  KINDS[kind] = { point = tyrelist.fill({}, li._internal.force.row(kind), "z") }
end
local DRIVES = { motor = true, actuator = true, activated = true, wind = true, given = true,
  gravity_compensation = true }

t.test("every force element: what was put in and lost is the change of the energy, forwards, "
  .. "backwards, from rest", function()
  local arm = li.robot { bodies = {
    { name = "a", joint = { kind = "revolute", axis = "y", q = "q1" }, mass = 1,
      com = { 0.3, 0, 0 }, inertia = { 0.01, 0.03, 0.03 } },
    { name = "b", parent = "a", at = { 0.6, 0, 0 },
      joint = { kind = "revolute", axis = "y", q = "q2" }, mass = 0.5, com = { 0.2, 0, 0 },
      inertia = { 0.01, 0.02, 0.02 } } },
    frames = { { name = "tip", body = "b", at = { 0.4, 0, 0 } } } }
  for kind in li.forces():gmatch "\n?([%w_]+): [^\n]*\n  acts on" do
    t.ok(KINDS[kind], "no example of a " .. kind)
    for port, numbers in pairs(KINDS[kind]) do
      local f = { kind }
      for key, x in pairs(numbers) do f[key] = x end
      if port == "joint" then
        f.joint = "q2"
      elseif port == "point" then
        f.at = "tip"
      else
        f.from, f.to, f.from_point = "world", "tip", { 0.3, 0, 0.8 }
      end
      for way = -1, 1 do
        local run = assert(li.simulate { arm, q = { 0.3, -0.1 }, v = { 1.5 * way, -2 * way },
          t = 1.5, rtol = 1e-10, atol = 1e-12, forces = { f } })
        local i = run:info()
        local size = 1 + abs(i.lost) + abs(i.given) + abs(i.events)
        local what = ("%s on %s, way %d: %s"):format(kind, port, way, tostring(run))
        t.ok(i.drift < 2e-5 * size, what)
        t.near(last(run, "E") - run.E[1], i.given - i.lost - i.events, 3e-5 * size, what)
        if DRIVES[kind] or kind:find "^tyre_" then
          t.eq(i.lost, 0, what)
        else
          t.ok(abs(i.given) < 1e-12 and i.lost > -1e-7 and i.events > -1e-7, what)
        end
      end
    end
  end
end)

t.test("inputs, dampers of joints, drivers and events are counted by every method", function()
  local m = pendulum { damping = 0.2, stiffness = 1 }
  for method, row in pairs(li.methods()) do
    if method ~= "verlet" and method ~= "yoshida4" and method ~= "yoshida6" and method ~= "ida" then
      local run = assert(m:simulate(2, { 1 }, { 0.5 },
        { method = method, rtol = 1e-9, h = not row.adaptive and 0.002 or nil,
        input = function(time) return { 2 * math.sin(3 * time) } end }))
      local i = run:info()
      t.ok(i.given ~= 0 and i.lost > 0.01 and i.drift < 1e-4, method .. ": " .. tostring(run))
    end
  end
  -- symplectic steps carry the work of an input that depends on time
  local verlet = assert(cart {}:simulate(2, { 0 }, { 0 },
    { method = "verlet", h = 1e-3, input = function(time) return { math.cos(time) } end }))
  t.near(verlet:info().given, last(verlet, "E"), 1e-6)
  -- a driver puts in what it takes to move; a law of time on a coordinate
  local driven = li.robot { bodies = {
    { name = "cart", joint = { kind = "prismatic", axis = "x", q = "x" }, mass = 1,
      inertia = { 1, 1, 1 } },
    { name = "bob", parent = "cart", joint = { kind = "revolute", axis = "y", q = "th" },
      mass = 0.5, com = { 0, 0, -1 }, inertia = { 0.1, 0.1, 0.1 } } },
    constraints = { { "driver", name = "law", coordinate = "x", law = "0.3*sin(2*t)" } } }
  local run = assert(driven:simulate(5, { 0, 0.3 }, { 0.6, 0 }, { rtol = 1e-10 }))
  t.ok(run:info().drift < 1e-5 and abs(run:info().given) > 0.01, tostring(run))
  t.ok(tostring(run):find "put in", tostring(run))
  -- an event that takes speed away
  local hit = assert(li.simulate { cart {}, v = { 2 }, t = 1,
    events = { { g = function(_, q) return q[1] - 1 end,
    at = function(_, _, v) v[1] = v[1] / 2 end } } })
  t.near(hit:info().events, 3, 1e-9)
  t.near(hit:info().drift, 0, 1e-9)
end)

t.test("gauss and verlet stay what they are where stops are never reached", function()
  for _, method in ipairs { "gauss4", "midpoint" } do
    local free = pendulum {}:simulate(5, { 1.2 }, nil, { method = method, h = 0.01 })
    local within = pendulum { limits = { -9, 9 } }:simulate(5, { 1.2 }, nil,
      { method = method, h = 0.01 })
    t.eq(free:hash(), within:hash(), method)
  end
  for _, method in ipairs { "dop853", "dopri5", "rk4" } do
    local free = li.planar { 1, 0.8 }:simulate(3, { 1.2, 0 }, nil,
      { method = method, h = 0.01, dt = 0.05 })
    local d = li.planar { 1, 0.8 }:description()
    for _, b in ipairs(d.bodies) do
      (type(b.joint) == "table" and b.joint or b).limits = { -99, 99 }
    end
    t.eq(li.robot(d):simulate(3, { 1.2, 0 }, nil, { method = method, h = 0.01, dt = 0.05 }):hash(),
      free:hash(), method)
  end
end)

t.done()
