-- test_forces.lua - force elements and controllers in simulations: closed forms, events, mistakes
local t = require "t"
local li = require "liaison"

local sin, cos, exp, sqrt = math.sin, math.cos, math.exp, math.sqrt
local g = 9.81

-- a mass of 2 kg that slides along axis, without weight unless asked
local function slider(axis, gravity)
  return li.robot { gravity = gravity or { 0, 0, 0 },
    bodies = { { name = "m", parent = "world", joint = "prismatic", axis = axis or { 1, 0, 0 },
    q = "x",
    mass = 2, inertia = { 0.1, 0.1, 0.1, 0, 0, 0 } } } }
end

local function fine(spec)
  spec.rtol, spec.atol = spec.rtol or 1e-11, 1e-13
  return assert(li.simulate(spec))
end

local function last(run, name) return run:column(name)[#run] end

t.test("springs and dampers on a coordinate and between points", function()
  -- x'' = -(k x + c x')/m
  local k, c, m = 50, 4, 2
  local z, w = c / (2 * m), sqrt(k / m - (c / (2 * m)) ^ 2)
  local want = 0.1 * exp(-z * 1.3) * (cos(w * 1.3) + z / w * sin(w * 1.3))
  local on = fine { slider(), q = { 0.1 }, t = 1.3,
    forces = { { "spring", joint = "x", stiffness = k }, { "damper", joint = "x", damping = c } } }
  t.near(last(on, "x"), want, 1e-10)
  -- the same spring from a point at x = -1: its length is 1 + x
  local between = fine { slider(), q = { 0.1 }, t = 1.3,
    forces = { { "spring", from = "world", from_point = { -1, 0, 0 }, to = "m", stiffness = k,
      rest = 1, damping = c } } }
  t.near(last(between, "x"), want, 1e-10)
  -- without damping the energy stays, that of the spring counted
  local free = fine { slider(), q = { 0.1 }, t = 3,
    forces = { { "spring", joint = "x", stiffness = k } } }
  t.near(last(free, "E"), k * 0.1 ^ 2 / 2, 1e-10)
  -- a rope does not push
  local rope = fine { slider(), q = { -0.5 }, v = { 0.1 }, t = 1,
    forces = { { "spring", joint = "x", stiffness = k, rest = 0, rope = true } } }
  t.near(last(rope, "x"), -0.4, 1e-9)
end)

t.test("a spring between two bodies pulls both: momentum stays", function()
  local two = li.robot { gravity = { 0, 0, 0 }, bodies = {
    { name = "a", parent = "world", joint = "prismatic", axis = { 1, 0, 0 }, q = "xa", mass = 1,
      inertia = { 1, 1, 1, 0, 0, 0 } },
    { name = "b", parent = "world", joint = "prismatic", axis = { 1, 0, 0 }, q = "xb", mass = 3,
      inertia = { 1, 1, 1, 0, 0, 0 } } } }
  local run = fine { two, q = { 0, 1 }, t = 0.7,
    forces = { { "spring", from = "a", to = "b", stiffness = 12, rest = 0.5 } } }
  t.near(last(run, "xa'") + 3 * last(run, "xb'"), 0, 1e-10)
  -- reduced mass 3/4: w = 4
  t.near(last(run, "xb") - last(run, "xa"), 0.5 + 0.5 * cos(4 * 0.7), 1e-9)
end)

t.test("a DC motor reaches the speed where its back-emf is the voltage; its current is a "
  .. "state where it has inductance", function()
  -- 2 x'' = n kt i, R i = U - ke n x'
  local U, R, kt, n = 12, 0.5, 0.1, 20
  local tau = 2 * R / (kt * n) ^ 2
  local m = fine { slider(), t = 1, forces = { { "motor", joint = "x", voltage = U, resistance = R,
    kt = kt, gear = n } } }
  t.near(last(m, "x'"), U / (kt * n) * (1 - exp(-1 / tau)), 1e-9)
  local slow = fine { slider(), t = 8, forces = {
    { "motor", joint = "x", voltage = U, resistance = R, kt = kt, gear = n, inductance = 0.01 } } }
  t.near(last(slow, "x'"), U / (kt * n), 1e-7)
  -- voltage as a function: against the speed, the motor brakes to rest
  local off = fine { slider(), v = { 1 }, t = 4,
    forces = { { "motor", joint = "x", voltage = function(_, _, v) return -v[1] end, resistance = R,
    kt = kt, gear = n } } }
  t.near(last(off, "x'"), 0, 1e-6)
end)

t.test("smooth friction: Stribeck's curve", function()
  local function force(v) -- from the change of speed at the first moment
    local run = fine { slider(), v = { v }, t = 1e-6,
      forces = { { "friction", joint = "x", coulomb = 3, static = 5, stribeck = 0.1, viscous = 2,
      smooth = 1e-6 } } }
    return 2 * (last(run, "x'") - v) / 1e-6
  end
  for _, v in ipairs { 0.05, 0.2, -1 } do
    local s = v > 0 and 1 or -1
    t.near(force(v), -s * (3 + 2 * exp(-(v / 0.1) ^ 2)) - 2 * v, 1e-3)
  end
end)

t.test("dry friction stops in finite time, holds, and lets go", function()
  -- decelerates with 3/2, from 1.2 m/s: stops at 0.8 s after 0.48 m
  local run = fine { slider(), v = { 1.2 }, t = 2,
    forces = { { "stiction", joint = "x", coulomb = 3, static = 4 } } }
  t.near(last(run, "x"), 0.48, 1e-10)
  t.eq(last(run, "x'"), 0)
  -- a force that grows with t: held until it reaches 4 N at t = 4, then x'' = (t - 3)/2
  local ramp = fine { slider(), t = 5, input = function(time) return { time } end,
    forces = { { "stiction", joint = "x", coulomb = 3, static = 4 } } }
  t.near(ramp:at("x", 4), 0, 1e-12)
  t.near(last(ramp, "x'"), (5 - 3) ^ 2 / 4 - (4 - 3) ^ 2 / 4, 1e-8)
  -- turns round: pushed against its motion by more than friction holds
  local back = fine { slider(), v = { 1 }, t = 1, input = function() return { -7 } end,
    forces = { { "stiction", joint = "x", coulomb = 3 } } }
  local t1 = 1 / 5
  t.near(last(back, "x'"), -2 * (1 - t1), 1e-9)
end)

t.test("drag and wind", function()
  local fall = slider({ 0, 0, 1 }, { 0, 0, -g })
  local c = 0.3
  local vt = sqrt(2 * g / c)
  local e = exp(2 * g / vt * 1.5)
  local run = fine { fall, t = 1.5, forces = { { "drag", at = "m", quadratic = c } } }
  t.near(last(run, "x'"), -vt * (e - 1) / (e + 1), 1e-9)
  local same = fine { fall, t = 1.5, forces = { { "drag", at = "m", cd = 0.8,
    area = 2 * c / (0.8 * 1.225) } } }
  t.near(last(same, "x'"), last(run, "x'"), 1e-9)
  local wind = fine { slider(), t = 2, forces = {
    { "wind", at = "m", velocity = { 3, 1, 0 }, linear = 4 } } }
  t.near(last(wind, "x'"), 3 * (1 - exp(-2 * 2)), 1e-9)
end)

t.test("a soft floor carries the weight and never pulls", function()
  local fall = slider({ 0, 0, 1 }, { 0, 0, -g })
  local floor = { "contact", at = "m", normal = { 0, 0, 1 }, stiffness = 2e4, damping = 400 }
  local rest = fine { fall, q = { 0.1 }, t = 3, forces = { floor } }
  t.near(last(rest, "x"), -2 * g / 2e4, 1e-8)
  local off = fine { fall, q = { -0.01 }, v = { 5 }, t = 0.2, forces = { floor } }
  t.ok(last(off, "x'") > 2)
end)

t.test("a hard floor: every bounce at its time, then rest; slopes with and without friction",
  function()
  local fall = slider({ 0, 0, 1 }, { 0, 0, -g })
  local run = fine { fall, q = { 1 }, t = 4, forces = {
    { "impact", at = "m", normal = { 0, 0, 1 }, restitution = 0.5 } } }
  -- it first strikes at sqrt(2/g), then after v/g doubled, v halved every time
  local v, time, hits = sqrt(2 * g), sqrt(2 / g), {}
  for i = 2, #run do if run.t[i] == run.t[i - 1] then hits[#hits + 1] = run.t[i] end end
  for k = 1, 6 do
    t.near(hits[k], time, 1e-9, "bounce " .. k)
    v = v / 2
    time = time + 2 * v / g
  end
  t.near(last(run, "x"), 0, 1e-9)
  t.near(last(run, "x'"), 0, 1e-9)
  t.ok(select(1, run:summary "x") > -1e-9)
  -- a block on a slope of 30 degrees, free in the plane x z, sliding down: g (sin - mu cos)
  local block = li.robot { gravity = { 0, 0, -g }, bodies = {
    { name = "c", parent = "world", joint = "prismatic", axis = { 1, 0, 0 }, q = "x", mass = 0,
      inertia = { 0, 0, 0, 0, 0, 0 } },
    { name = "b", parent = "c", joint = "prismatic", axis = { 0, 0, 1 }, q = "z", mass = 2,
      inertia = { 0.1, 0.1, 0.1, 0, 0, 0 } } } }
  local n = { 0.5, 0, sqrt(0.75) } -- downhill is +x
  for _, mu in ipairs { 0, 0.2 } do
    local down = fine { block, t = 1, rtol = 1e-9,
      forces = { { "impact", at = "b", normal = n, mu = mu, rest = 1e-7 } } }
    local a = g * (0.5 - mu * sqrt(0.75))
    t.near(last(down, "x"), a / 2 * sqrt(0.75), 1e-4, "mu " .. mu)
    t.near(last(down, "x") * 0.5 + last(down, "z") * sqrt(0.75), 0, 1e-9)
  end
  -- thrown up from the plane it leaves and comes back to it
  local up = fine { block, v = { 0, 3 }, t = 0.3,
    forces = { { "impact", at = "b", normal = { 0, 0, 1 } } } }
  t.near(last(up, "z"), 0.9 - g * 0.09 / 2, 1e-9)
end)

t.test("a ball that strikes a plane obliquely turns by friction: sticking impulse", function()
  local ball = li.robot { gravity = { 0, 0, 0 },
    bodies = { { name = "b", parent = "world", joint = "planar", q = { "x", "y", "a" }, mass = 1,
    com = { 0, 0, 0 }, inertia = { 0.1, 0.1, 0.1, 0, 0, 0 } } } }
  local r = 0.5
  local run = fine { ball, q = { 0, 1, 0 }, v = { 1, -2, 0 }, t = 1,
    forces = { { "impact", at = "b", normal = { 0, 1, 0 }, radius = r, restitution = 0.8,
      mu = 10 } } }
  -- no slip after: vx + w r = 0 with 1 (vx - 1) = It, 0.1 w = It r
  local It = -1 / (1 + r * r / 0.1)
  t.near(last(run, "x'"), 1 + It, 1e-10)
  t.near(last(run, "a'"), It * r / 0.1, 1e-10)
  t.near(last(run, "y'"), 1.6, 1e-10)
  -- little friction: It = -mu In
  local slide = fine { ball, q = { 0, 1, 0 }, v = { 1, -2, 0 }, t = 1,
    forces = { { "impact", at = "b", normal = { 0, 1, 0 }, radius = r, restitution = 0.8,
      mu = 0.05 } } }
  t.near(last(slide, "x'"), 1 - 0.05 * 3.6, 1e-10)
end)

t.test("given forces: numbers, expressions, functions", function()
  local run = fine { slider(), q = { 0.1 }, t = 1,
    forces = { { "given", joint = "x", f = "-50*x - 4*v + sin(t)" } } }
  local same = fine { slider(), q = { 0.1 }, t = 1,
    forces = { { "given", joint = "x", f = function(time, x, v) return -50 * x - 4 * v
    + sin(time) end } } }
  t.near(last(run, "x"), last(same, "x"), 1e-12)
  local push = fine { slider(), t = 1, forces = { { "given", at = "m", force = { 4, 1, 1 } },
    { "given", joint = "x", value = 2 } } }
  t.near(last(push, "x"), 1.5, 1e-10)
  local at = fine { slider(), t = 1, forces = { { "given", at = "m",
    f = function(_, p) return { 2 - 2 * p[1], 0, 0 } end } } }
  t.near(last(at, "x"), 1 - cos(1), 1e-9)
end)

t.test("controllers act at their rate, with delay and noise", function()
  -- x'' = u/2, u = -8 x + ... held for 0.1 s: the sampled system in closed form
  local calls = 0
  local run = fine { slider(), q = { 1 }, t = 1, dt = 0.1,
    controllers = { { dt = 0.1, f = function(_, q, v, u)
    calls = calls + 1
    u[1] = -8 * q[1] - 4 * v[1]
  end } } }
  local x, v = 1, 0
  for k = 1, 10 do
    local a = (-8 * x - 4 * v) / 2
    x, v = x + 0.1 * v + 0.005 * a, v + 0.1 * a
    t.near(run.x[k + 1], x, 1e-10, "sample " .. k)
  end
  t.eq(calls, 10)
  local late = fine { slider(), t = 1, controllers = {
    { dt = 0.5, delay = 0.7, f = function(time) return { 1 + time } end } } }
  -- u = 1 from 0.7, nothing else before 1.2: x' = 0.3 / 2
  t.near(last(late, "x'"), 0.15, 1e-10)
  local function noisy(seed)
    return fine { slider(), q = { 1 }, t = 1,
      controllers = { { dt = 0.01, noise = 0.01, seed = seed,
      f = function(_, q, w) return { -8 * q[1] - 4 * w[1] } end } } }
  end
  t.eq(noisy(3):hash(), noisy(3):hash())
  t.ok(noisy(3):hash() ~= noisy(4):hash())
end)

t.test("a run goes on as if it had not stopped: outputs on their way, the times of "
  .. "controllers, noise, currents", function()
  local spec = { slider(), q = { 1 }, t = 2, dt = 0.25,
    forces = { { "motor", joint = "x", voltage = 3, resistance = 0.5, kt = 0.1, gear = 5,
    inductance = 0.2 } },
    controllers = { { dt = 0.07, delay = 0.1, f =
      function(_, q, v) return { -8 * q[1] - 4 * v[1] } end },
      { dt = 0.03, noise = 0.02, seed = 5, f = function(_, q) return { -q[1] } end } } }
  local whole = fine(spec)
  local fork = whole:fork(0.9)
  t.eq(fork.t[1], 0.9)
  t.near({ last(fork, "x"), last(fork, "x'") }, { last(whole, "x"), last(whole, "x'") }, 1e-11)
  spec.t = 0.5
  local half = fine(spec)
  local rest = half:resume(1.5)
  t.near(last(rest, "x"), last(whole, "x"), 1e-11)
  -- another controller begins anew
  local other = whole:fork(0.9, { controllers = {
    { dt = 0.05, f = function() return { 0 } end } } })
  t.ok(math.abs(last(other, "x") - last(whole, "x")) > 1e-3)
  t.raises("memory: expected what run:memory%(%) gives, got number", li.simulate,
    { slider(), t = 1, memory = 3 })
end)

t.test("mistakes have their place", function()
  local function bad(pattern, forces)
    t.raises(pattern, li.simulate, { slider(), t = 1, forces = forces })
  end
  bad("forces%[1%].kind: unknown force 'sprong' %(did you mean 'spring'%?%)",
    { { "sprong", joint = "x" } })
  bad("forces%[1%]%.stiffness: a spring needs its stiffness",
    { { "spring", joint = "x" } })
  bad("forces%[2%]%.stiffness: .*got %-3", { { "damper", joint = "x", damping = 1 },
    { "contact", at = "m", normal = { 0, 0, 1 }, stiffness = -3 } })
  bad("forces%[1%]%.stifness: unknown key %(did you mean 'stiffness'%?%)",
    { { "spring", joint = "x", stifness = 1, stiffness = 1 } })
  bad("forces%[1%]%.joint: no joint has the coordinate 'y'",
    { { "spring", joint = "y", stiffness = 1 } })
  bad("forces%[1%]%.at: no body or frame is named 'n'", { { "drag", at = "n" } })
  -- numbers of a vector that is not there are one complaint
  bad("^[^\n]*forces%[1%]%.velocity: a wind needs its velocity[^\n]*$",
    { { "wind", at = "m" } })
  bad("forces%[1%]: a drag acts at = a body or frame", { { "drag", joint = "x" } })
  bad("forces%[1%].kind: expected its kind, as in", { { joint = "x" } })
  bad("forces%[1%]%.normal: expected 3 numbers",
    { { "contact", at = "m", stiffness = 1, normal = { 0, 1 } } })
  bad("forces%[1%]: normal must not be zero",
    { { "contact", at = "m", stiffness = 1, normal = { 0, 0, 0 } } })
  bad("forces%[1%]%.f: only a 'given'", { { "spring", joint = "x", stiffness = 1, f = "x" } })
  bad("forces%[1%]: starts 0.5 behind its plane",
    { { "impact", at = "m", normal = { 1, 0, 0 }, through = { 0.5, 0, 0 } } })
  t.raises("controllers%[1%]%.dt: expected a number > 0", li.simulate,
    { slider(), t = 1, controllers = { { f = function() end } } })
  t.raises("controllers%[1%]: unknown key 'rate'", li.simulate,
    { slider(), t = 1, controllers = { { f = function() end, dt = 1, rate = 3 } } })
  local nothing, message, code, run = li.simulate { slider(), t = 1, on_error = "return",
    forces = { { "given", joint = "x", f = function(time) if time
      > 0.5 then error "broke" end return 1 end } } }
  t.eq(nothing, nil)
  t.eq(code, "EUSER")
  t.ok(message:find "broke" and message:find "at t = 0")
  t.ok(tostring(run:error()):find "broke" and run:info().failed)
  nothing, message, code = li.simulate { slider(), t = 1,
    forces = { { "given", joint = "x", f = function(time) return time > 0.5 and 0 / 0 or 1 end } } }
  t.eq(nothing, nil)
  t.eq(code, "EDOMAIN")
  t.ok(message:find "forces%[1%]%.f %(.*test_forces%.lua:%d+%)" and message:find "nan", message)
end)

-- a wheel of 0.1 kg m^2 turned by what is tried
local function wheel(force)
  force.joint = "th"
  return li.robot { bodies = { { name = "w", joint = "revolute", q = "th", mass = 1,
    inertia = { .1, .1, .1 } } }, forces = { force } }
end

t.test("an actuator: gear, lag, limit, and the speed at which it gives no more", function()
  local exact = { rtol = 1e-11, atol = 1e-13 }
  local function speed(force, time) return wheel(force):simulate(time, nil, nil,
    exact):at("th'", time) end
  -- through the gear: 10*0.3*0.9/0.1
  t.near(speed({ "actuator", command = 0.3, gear = 10, efficiency = 0.9 }, 2), 2 * 27, 1e-9)
  t.near(speed({ "actuator", command = 3, gear = 10, limit = 0.3 }, 2), 2 * 30, 1e-9)
  t.near(speed({ "actuator", command = -3, gear = 10, limit = 0.3 }, 2), -2 * 30, 1e-9)
  -- late: z = 1 - exp(-t/lag), its integral t - lag (1 - exp(-t/lag))
  t.near(speed({ "actuator", command = 0.1, lag = 0.5 }, 2), 2 - 0.5 * (1 - math.exp(-4)), 1e-9)
  -- falling with the speed: 0.1 w' = n limit (1 - n w/speed)
  local rate = 10 * 0.5 * 10 / 50 / 0.1
  t.near(speed({ "actuator", command = 9, gear = 10, limit = 0.5, speed = 50 }, 0.1),
    5 * (1 - math.exp(-rate * 0.1)), 1e-9)
  -- against the motion it gives the whole limit
  local m = wheel { "actuator", command = -9, gear = 10, limit = 0.5, speed = 50 }
  t.near(m:simulate(0.04, { 0 }, { 4 }, exact):at("th'", 0.04), 4 - 0.04 * 50, 1e-9)
  t.raises("efficiency is at most 1", wheel, { "actuator", command = 1, efficiency = 2 })
  t.raises("speed is of the limit: give the limit too", wheel,
    { "actuator", command = 1, speed = 2 })
end)

t.test("the voltage of a motor is cut", function()
  -- kt U/R = 0.1 w' at rest, cut to 6 V: w' = 0.5*(6 - 0.5 w)/2/0.1
  local run = wheel { "motor", voltage = 24, resistance = 2, kt = 0.5, max_voltage = 6 }:simulate(1,
    nil, nil, { rtol = 1e-11, atol = 1e-13 })
  t.near(run:at("th'", 1), 12 * (1 - math.exp(-1.25)), 1e-9)
end)

local function driven_arm(force, limits)
  return li.robot { gravity = { 0, -9.81, 0 }, inputs = { "U" }, forces = { force }, bodies = {
    { name = "a", mass = 1, com = { 0.5, 0, 0 }, inertia = { 1, 1, 1 },
      joint = { kind = "revolute", q = "q1", limits = limits } },
    { name = "b", at = { 1, 0, 0 }, mass = 1, com = { 0.5, 0, 0 }, inertia = { 1, 1, 1 },
      joint = { kind = "revolute", q = "q2" } } } }
end

t.test("energy balances beside joints with limits, which store it in other elements", function()
  local motor = { "motor", joint = "q1", voltage = "U", resistance = 1, kt = 0.4, gear = 5 }
  for _, limits in ipairs { false, { -9, 9 } } do
    local run = driven_arm(motor, limits or nil):simulate(3, { 0.3, 0.5 }, nil,
      { inputs = { U = "2*sin(t)" }, rtol = 1e-9 })
    local info = run:info()
    t.near(run:at("E", 3) - run:at("E", 0), info.given - info.lost - info.events, 1e-6)
    t.ok(info.drift < 1e-6 and math.abs(info.given) > 1)
  end
end)

t.test("numbers that change put energy into what stores it: counted alike by all roads", function()
  local o = { inputs = { U = "2*sin(t)" }, rtol = 1e-9, atol = 1e-11, dt = 0.01 }
  local asked = { inputs = { U = function(time) return 2*math.sin(time) end }, rtol = 1e-9,
    atol = 1e-11, dt = 0.01 }
  for _, force in ipairs {
    { "spring", joint = { q1 = 1, q2 = 1 }, stiffness = "4 + U", damping = 0.3 },
    { "spring", joint = "q1", stiffness = 40, rest = "U", damping = "0.2 + 0.1*sin(t)" },
    { "spring", joint = "q1", stiffness = "5 + q2^2" },
    { "spring", from = "b", to = "world", to_point = { 0, 1, 0 }, stiffness = "3 + sin(2*t)" },
    { "contact", at = "b", point = { 1, 0, 0 }, normal = { 0, 1, 0 }, stiffness = 1e3,
      through = { 0, "-1 + 0.1*sin(5*t)", 0 } } } do
    local m = driven_arm(force)
    local one = m:simulate(2, { 0.3, 0.5 }, nil, o)
    for way, run in pairs { model = one, asked = m:simulate(2, { 0.3, 0.5 }, nil, asked),
      equations = m:equations():simulate(2, { 0.3, 0.5 }, nil, o),
      kane = m:kane():simulate(2, { q1 = 0.3, q2 = 0.5 }, o) } do
      local info = run:info()
      t.ok(info.drift and info.drift < 1e-5, way)
      t.near({ info.given, info.lost }, { one:info().given, one:info().lost }, 1e-5, way)
      t.near(run:at("E", 2) - run:at("E", 0), info.given - info.lost, 1e-5, way)
    end
    t.ok(math.abs(one:info().given) > 1e-3, force[1])
  end
  -- what holds the other end of a spring and moves it gives F times its speed
  local run = driven_arm { "spring", joint = "q1", stiffness = 40, rest = "U" }
    :simulate(2, { 0.3, 0.5 }, nil, o)
  local work, n = 0, 200
  for i = 0, n do
    local time, weight = 2 * i / n, i % 2 == 1 and 4 or (i == 0 or i == n) and 1 or 2
    work = work - weight * 40 * (run:at("q1", time) - 2*math.sin(time)) * 2*math.cos(time)
  end
  t.near(run:info().given, work * 2 / n / 3, 1e-4)
end)

t.done()
