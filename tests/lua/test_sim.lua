-- test_sim.lua - simulations from Lua: energy, inputs, events, failures, files, the same bits on
-- both Luas
local t = require "t"
local li = require "liaison"

local arm = li.planar { 1, 0.8 }

t.test("a double pendulum keeps its energy; rows stand at multiples of dt", function()
  local run = li.simulate { arm, q = { 1.5, 0 }, t = 2, dt = 0.125, rtol = 1e-10, atol = 1e-12 }
  t.ok(run:info().drift < 1e-7, run:info().drift)
  t.eq(#run, 17)
  for i = 1, #run do t.eq(run.t[i], (i - 1) * 0.125) end
  t.eq(table.concat(run:columns(), " "), "t q1 q2 q1' q2' T V E")
  local q, v, at = run:state()
  t.eq(at, 2)
  t.near(q[1], run.q1[#run])
  t.near(v[2], run["q2'"][#run])
end)

t.test("a pendulum of small swing has its period, with every method", function()
  local w = math.sqrt(9.81 / (2 / 3)) -- a uniform rod about its end
  for _, method in ipairs { "dop853", "dopri5", "rk4" } do
    local run = li.simulate { li.planar { 1 }, q = { -math.pi / 2 + 1e-4 }, t = 3, method = method,
      rtol = 1e-11, atol = 1e-14 }
    t.near(run.q1[#run], -math.pi / 2 + 1e-4 * math.cos(3 * w), 1e-8, method)
  end
end)

t.test("inputs act, filled or returned; a run goes on from another", function()
  local g = function(_, q) return arm:gravity(q) end
  local still = li.simulate { arm, q = { 0.3, 0.4 }, t = 1, input = g }
  t.near(still:state(), { 0.3, 0.4 }, 1e-9)
  local filled = li.simulate { arm, q = { 0.3, 0.4 }, t = 1,
    input = function(_, q, _, tau) tau:set(arm:gravity(q)) end }
  t.eq(filled:hash(), still:hash())
  local whole = li.simulate { arm, q = { 1, 0 }, t = 1, rtol = 1e-11 }
  local half = li.simulate { arm, q = { 1, 0 }, t = 0.5, rtol = 1e-11 }
  local q, v, at = half:state()
  local rest = arm:simulate(0.5, q, v, { start = at, rtol = 1e-11 })
  t.near(rest:state(), whole:state(), 1e-8)
  t.eq(select(3, rest:state()), 1)
end)

t.test("events are met, may change the state, and end a run", function()
  local run = li.simulate { li.planar { 1 }, q = { 0 }, t = 9,
    events = { { g = function(_, q) return q[1] + math.pi / 2 end } } }
  t.eq(run:info().event, 1)
  t.near(run.q1[#run], -math.pi / 2, 1e-10)
  local hits = 0
  local bouncing = li.simulate { li.planar { 1 }, q = { 0 }, t = 9, rtol = 1e-10, events = { {
    g = function(_, q) return q[1] + math.pi / 2 end,
    direction = -1,
    at = function(_, _, v)
      hits = hits + 1
      v[1] = -v[1]
      return hits == 4 and "stop" or nil
    end,
  } } }
  t.eq(hits, 4)
  t.ok(select(1, bouncing:summary "q1") > -math.pi / 2 - 1e-9)
  t.ok(bouncing:info().drift < 1e-6)
end)

t.test("what goes wrong leaves the run so far", function()
  local late = { arm, q = { 1, 0 }, t = 1, on_error = "return",
    input = function(time) if time > 0.5 then error "too late" end end }
  local nothing, message, code, run = li.simulate(late)
  t.eq(nothing, nil)
  t.eq(code, "EUSER")
  t.ok(message:find "too late" and message:find "at t = 0%.%d")
  t.ok(#run > 1 and run:info().t <= 0.5)
  nothing, message, code, run = li.simulate { arm, q = { 1, 0 }, t = 1, max_steps = 3 }
  t.eq(nothing, nil)
  t.eq(code, "ELIMIT")
  t.eq(#run, 4)
  t.ok(message:find "3 steps")
  t.raises("/nowhere/x.csv: cannot be written", run.csv, run, "/nowhere/x.csv")
end)

t.test("mistakes are raised with their place", function()
  t.raises("unknown option 'rtoll' %(did you mean 'rtol'%?%)", li.simulate,
    { arm, q = { 1, 0 }, t = 1, rtoll = 1 })
  t.raises("expected 2 numbers %(q1 q2%), got 1", li.simulate, { arm, q = { 1 }, t = 1 })
  t.raises("expected a model first", li.simulate, { q = { 1 }, t = 1 })
  t.raises("how long is missing", li.simulate, { arm })
  t.raises("rtol: needs", li.simulate, { arm, t = 1, rtol = -1 })
  t.raises("method: expected one of rk4, dopri5, dop853", li.simulate,
    { arm, t = 1, method = "euler" })
  t.raises("events%[1%]%.g: expected a function", li.simulate, { arm, t = 1, events = { {} } })
  t.raises("no column 'q3' %(did you mean 'q1'",
    function() return li.simulate { arm, t = 0 }:column "q3" end)
  t.raises("mass", li.simulate, { li.robot { bodies = { a = { joint = "revolute" } } }, t = 1 })
end)

t.test("a run has the same bits here as anywhere", function()
  local run = li.simulate { arm, q = { 1, 0 }, t = 1, method = "rk4", h = 0.01 }
  t.eq(#run:hash(), 32)
  t.eq(run:hash(), li.simulate { arm, q = { 1, 0 }, t = 1, method = "rk4", h = 0.01 }:hash())
  local name = os.tmpname()
  for _, kind in ipairs { "csv", "json", "lua", "npy" } do
    t.eq(run[kind](run, name), true)
    local f = assert(io.open(name, "rb"))
    t.eq(f:read "*a", run[kind](run))
    f:close()
  end
  os.remove(name)
  t.ok(li.plot_run(run):svg():find "</svg>")
end)

local function oscillator(_, x, dx)
  dx[1], dx[2] = x[2], -x[1]
end

t.test("x' = f(t, x) of a Lua function, of a kernel, stiff, algebraic, symplectic", function()
  local run = li.simulate { f = oscillator, x = { 1, 0 }, t = 2, names = { "x", "v" },
    rtol = 1e-11 }
  t.near(run.x[#run], math.cos(2), 1e-9)
  t.eq(table.concat(run:columns(), " "), "t x v")
  local returned = li.simulate { f = function(_, x) return { x[2], -x[1] } end, x = { 1, 0 }, t = 2,
    rtol = 1e-11 }
  t.eq(returned.x1[#returned], run.x[#run])
  local x, v = li.symbols "x v"
  local kernel = li.simulate { li.compile(li.smat { v, -x }, "x v", { tape = true }), x = { 1, 0 },
    t = 2, rtol = 1e-11 }
  t.near(kernel.x1[#kernel], math.cos(2), 1e-9)
  -- stiff: van der Pol, mu = 1000; radau5 takes hundreds of steps where explicit methods take a
  -- hundred thousand
  local stiff = li.simulate { f = function(_, y) return { y[2],
    1000 * (1 - y[1] ^ 2) * y[2] - y[1] } end, x = { 2, 0 }, t = 2000, method = "radau5",
    rtol = 1e-6 }
  t.ok(stiff:info().steps < 1200, stiff:info().steps)
  t.near(stiff.x1[#stiff], 1.7061677321, 1e-3)
  -- algebraic: x' = -y, 0 = y - 2 x
  local dae = li.simulate { f = function(_, y) return { -y[2], y[2] - 2 * y[1] } end, x = { 1, 2 },
    t = 1, method = "radau5", mass = { 1, 0 }, rtol = 1e-9 }
  t.near(dae.x1[#dae], math.exp(-2), 1e-8)
  local long = li.simulate { f = oscillator, x = { 1, 0 }, t = 100, method = "yoshida4", h = 0.05 }
  t.near(long.x1[#long] ^ 2 + long.x2[#long] ^ 2, 1, 1e-5)
  t.raises("mass%[2%]: expected 1", li.simulate,
    { f = oscillator, x = { 1, 0 }, t = 1, method = "radau5", mass = { 1, 2 } })
  t.raises("cannot solve algebraic equations: take radau5", li.simulate,
    { f = oscillator, x = { 1, 0 }, t = 1, mass = { 1, 0 } })
  t.raises("input: f has no inputs that it could set", li.simulate,
    { f = oscillator, x = { 1, 0 }, t = 1, input = oscillator })
  t.raises("expected the state at the start", li.simulate, { f = oscillator, t = 1 })
end)

t.test("long runs: symplectic and group methods on mechanisms keep energy and quaternions",
  function()
  for _, method in ipairs { "gauss4", "gauss6", "midpoint" } do
    local run = li.simulate { arm, q = { 1.5, 0 }, t = 20, method = method,
      h = method == "midpoint" and 0.002 or 0.01, dt = 0.5 }
    local early = math.abs(run:at("E", 5) - run.E[1])
    t.ok(run:info().drift < (method == "midpoint" and 1e-2 or 2e-3),
      method .. " " .. run:info().drift .. " " .. early)
  end
  t.raises("depend on velocities %(Coriolis forces, damping%)", li.simulate,
    { arm, q = { 1, 0 }, v = { 1, 1 }, t = 1, method = "verlet" })
  -- a free body turns about its intermediate axis, [nonhol] 2.2 in kind: energy and |q| stay
  local body = li.robot { gravity = { 0, 0, 0 },
    bodies = { { name = "b", parent = "world", joint = "spherical", mass = 1,
    inertia = { 1, 2, 3, 0, 0, 0 } } } }
  local E
  for _, method in ipairs { "rkmk4", "cg3", "dop853" } do
    local run = li.simulate { body, v = { 0.01, 1, 0.01 }, t = 20, method = method,
      h = method ~= "dop853" and 0.005 or nil, dt = 1 }
    local q = run:state()
    t.near(q[1] ^ 2 + q[2] ^ 2 + q[3] ^ 2 + q[4] ^ 2, 1, 1e-13)
    E = E or run.E[1]
    t.ok(run:info().drift < 1e-7, method)
  end
  t.near(E, (1e-4 + 2 + 3e-4) / 2, 1e-12)
end)

t.test("runs go on, fork, and are compared", function()
  local run = li.simulate { arm, q = { 1, 0 }, t = 1, dt = 0.25, rtol = 1e-10 }
  t.eq(select(3, run:resume(0.5):state()), 1.5)
  t.eq(run:setup().rtol, 1e-10)
  local same = run:fork(0.5)
  t.near(same:state(), run:state(), 1e-7)
  t.eq(same.t[1], 0.5)
  local other = run:fork(0.5, { forces = { { "damper", joint = "q2", damping = 1 } } })
  t.ok(math.abs(other:state()[2] - run:state()[2]) > 1e-3)
  t.raises("is not within the run", run.fork, run, 2)
  t.eq(li.compare_runs(run, run), nil)
  local pushed = li.simulate { arm, q = { 1, 0 }, t = 1, dt = 0.25, rtol = 1e-10,
    input = function(time) return { time > 0.6 and 1 or 0, 0 } end }
  local at, column, a, b = li.compare_runs(run, pushed, 1e-6)
  t.eq(at, 0.75)
  t.eq(column, "q1")
  t.ok(a ~= b)
  -- a run that failed goes on from its last good state
  local failing = true
  local _, _, _, so_far = li.simulate { arm, q = { 1, 0 }, t = 1, rtol = 1e-10, on_error = "return",
    input = function(time)
    if failing and time > 0.5 then error "stop" end
    return { 0, 0 }
  end }
  failing = false
  local left = 1 - so_far:info().t
  t.near(so_far:resume(left):state(), run:state(), 1e-6)
  t.ok(tostring(so_far):find "^failed run")
end)

t.test("what failed is named: quantity, place, time", function()
  local nothing, message, code,
    run = li.simulate { arm, q = { 1, 0 }, t = 1,
    input = function(time) return { 0, time > 0.5 and 0 / 0 or 0 } end }
  t.eq(nothing, nil)
  t.eq(code, "EDOMAIN")
  t.ok(message:find "input %(.*test_sim.lua:%d+%): gave %-?nan for force 2 at t = 0%.5", message)
  t.ok(run:info().t > 0.4)
  -- a coordinate that moves no mass
  local light = li.robot { bodies = { { name = "a", parent = "world", joint = "revolute",
    axis = { 0, 0, 1 }, q = "turn", mass = 0, inertia = { 0, 0, 0, 0, 0, 0 } } } }
  nothing, message, code = li.simulate { light, t = 1, input = function() return { 1 } end }
  t.eq(nothing, nil)
  t.eq(code, "ESINGULAR")
  t.ok(message:find "acceleration of turn'" and message:find "mass matrix is singular", message)
  -- unstable gains: the state grows past all bounds
  nothing, message = li.simulate { arm, q = { 0.1, 0 }, t = 1000, max_steps = 20000,
    input = function(_, _, v) return { 50 * v[1] ^ 3, 50 * v[2] ^ 3 } end }
  t.eq(nothing, nil)
  t.ok(message:find "t = ", message)
  -- a controller that acts too late: what runs away is named long before the steps are used up
  local late = { dt = 0.02, delay = 0.2, f = function(_, q, v, u) u[1] = -60 * q[1] - 8 * v[1] end }
  nothing, message, code,
    run = li.simulate { li.planar { 1 }, q = { 1.6 }, t = 1000, dt = 1, controllers = { late } }
  t.eq(nothing, nil)
  t.eq(code, "EDOMAIN")
  t.ok(message:find "q1'? runs away: it is .* at t = .*unstable gains", message)
  t.ok(#run > 1)
  nothing, message, code,
    run = li.simulate { arm, q = { 0.1, 0 }, t = 100,
    input = function(_, q, v) return { 100 * q[1] + 20 * v[1], 100 * q[2] + 20 * v[2] } end }
  t.eq(nothing, nil)
  t.eq(code, "EDOMAIN")
  t.ok(message:find "runs away: it is .* at t = .* the end is out of reach", message)
  t.ok(run:info().steps < 2e5)
  -- a ball whose bounces the user tells: they pile up
  local ball = li.robot { bodies = { { name = "b", parent = "world", joint = "prismatic",
    axis = { 0, 0, 1 }, q = "z", mass = 1, inertia = { 0, 0, 0, 0, 0, 0 } } } }
  nothing, message, code,
    run = li.simulate { ball, q = { 1 }, t = 10,
    events = { { g = function(_, q) return q[1] end, direction = -1,
    at = function(_, _, v) v[1] = -0.8 * v[1] end } } }
  t.eq(nothing, nil)
  t.eq(code, "ELIMIT")
  t.ok(message:find "events: event 1 repeats ever faster", message)
  t.near(run:info().t, 9 * math.sqrt(2 / 9.81), 1e-6) -- sqrt(2 h/g) (1 + e)/(1 - e)
  t.near((run:state())[1], 0, 1e-9)
  -- the less they bounce the fewer times they are seen before rounding hides them; two balls pile
  -- up each by itself
  local function bounced(e, heights)
    local events, n = {}, #heights
    for k = 1, n do
      events[k] = { g = function(_, x) return x[k] end, direction = -1,
        at = function(_, x) x[n + k] = -e * x[n + k] end }
      heights[n + k] = 0
    end
    local function f(_, x, dx)
      for k = 1, n do dx[k], dx[n + k] = x[n + k], -10 end
    end
    return select(2, li.ode(f, 10, heights, { events = events }))
  end
  for _, e in ipairs { 0.01, 0.1, 0.3, 0.7 } do
    local at = tonumber(bounced(e, { 5 }):match "event 1 repeats ever faster.* at t = (.-): ")
    t.near(at, (1 + e) / (1 - e), 1e-8)
  end
  t.near(tonumber(bounced(0.5, { 5, 6 }):match "event 1 repeats ever faster.* at t = (.-): "), 3,
    1e-8)
  -- impossible tolerance, no time at all, a file that cannot be written
  t.raises("rtol: needs", li.simulate, { arm, t = 1, rtol = 1e-300 })
  local still = li.simulate { arm, q = { 1, 0 }, t = 0, dt = 0.1 }
  t.eq(#still, 1)
  t.raises("/proc/nothing/x.csv", still.csv, still, "/proc/nothing/x.csv")
  t.eq(#still, 1)
end)

t.test("systems by generalised speeds run as models do: events, failures, Ctrl-C's way out",
  function()
  local s = li.system { planar = true }
  local q = s:coordinates "qs"
  s:body { m = 2, j = 0, place = { q, 0, 0 } }:force { f = { "F", 0 } }
  local k = s:kane()
  local hit = k:simulate(5, {}, { values = { F = 4 },
    events = { { g = function(_, x) return x[1] - 4 end } } })
  t.eq(hit:info().event, 1)
  t.near(hit:info().t, 2, 1e-9)
  local broken = { inputs = { F = function(time) if time
    > 0.5 then error "mine" end return 1 end } }
  t.raises("mine .at t = 0%.", k.simulate, k, 1, {}, broken)
  broken.on_error = "return"
  local nothing, message, code, far = k:simulate(1, {}, broken)
  t.eq(nothing, nil)
  t.eq(code, "EUSER")
  t.ok(message:find "mine" and message:find "at t = 0" and far:info().failed and far:info().t <= 0.5
    and #far > 1, message)
  t.raises("options: unknown", k.simulate, k, 1, {}, { value = { F = 1 } })
end)

t.test("columns know their units: what turns is in radians, what slides in metres", function()
  local function body(name, parent, joint, more)
    local b = { name = name, parent = parent, joint = joint, mass = 1,
      inertia = { 1, 1, 1, 0, 0, 0 } }
    for key, value in pairs(more or {}) do b[key] = value end
    return b
  end
  local run = li.robot { bodies = {
    body("a", "world", "revolute"), body("b", "a", "prismatic"),
      body("c", "b", "helical", { pitch = 0.1 }), body("d", "c", "cylindrical"),
    body("e", "d", "universal"), body("f", "e", "planar"), body("g", "f", "spherical"),
    body("h", "g", "floating"), body("i", "a", "revolute", { q = "z", scale = 2 }),
  } }:simulate(0.001)
  local got = {}
  for k, name in ipairs(run:columns()) do got[k] = run:unit(name) end
  local q, v = "rad m rad rad m rad rad m m rad - - - - m m m - - - - -",
    "rad/s m/s rad/s rad/s m/s rad/s rad/s m/s m/s rad/s rad/s rad/s rad/s m/s m/s m/s rad/s "
    .. "rad/s rad/s -"
  t.eq(table.concat(got, " "), ("s " .. q .. " " .. v .. " J J J"):gsub("%-", ""), nil)
end)

t.test("the state at a time is that of the columns", function()
  local run = li.simulate { li.planar { 1, 0.8 }, q = { 0.4, 0.2 }, t = 1 }
  local q, v, at = run:state(0.37)
  t.eq(at, 0.37)
  t.near(q, { run:at("q1", 0.37), run:at("q2", 0.37) }, 0)
  t.near(v, { run:at("q1'", 0.37), run:at("q2'", 0.37) }, 0)
  t.near((run:state(1)), (run:state()), 0)
end)

t.test("columns are derived, summed up, integrated", function()
  local run = li.simulate { arm, q = { 1, 0 }, t = 1, dt = 0.01 }
  run:derive("power", "-9.81*q1' + sin(q2)^2", "W"):derive("twice",
    function(row) return 2 * row.q1 end)
  t.eq(run.power[5], -9.81 * run["q1'"][5] + math.sin(run.q2[5]) ^ 2)
  t.eq(run.twice[7], 2 * run.q1[7])
  t.eq(run:unit "power", "W")
  t.near(run:integral "q1'", run.q1[#run] - run.q1[1], 1e-3)
  t.raises("no column or function 'q3'", run.derive, run, "x", "q3 + 1")
  t.raises("two columns are called 'q1'", run.derive, run, "q1", "q2")
end)

t.test("Ctrl-C gives what was computed", function()
  local sent
  local run, message, code = li.simulate { arm, q = { 1, 0 }, t = 1e4, dt = 1, max_steps = 300000,
    on_interrupt = "keep", input = function(time)
    if time > 1 and not sent then
      sent = true
      io.popen("kill -INT $PPID"):close()
    end
    return { 0, 0 }
  end }
  -- where this process was started deaf to Ctrl-C it goes on to its last step
  t.ok(code == "EINTERRUPT" or code == "ELIMIT", code)
  if code == "EINTERRUPT" then
    t.ok(message:find "interrupted at t = ")
    t.ok(run:info().interrupted and run:info().t > 1 and run:info().t < 1e4 and #run > 1)
    t.ok(tostring(run):find "^interrupted run")
  end
end)

t.test("a whole run has the same bits on both Luas", function()
  local code = [[local li = require "liaison"
    local run = li.simulate { li.planar { 1, 0.8 }, q = { 1, 0 }, t = 2, dt = 0.1,
      forces = { { "friction", joint = "q1", coulomb = 0.1 } },
      controllers = { { dt = 0.01, noise = 0.01,
        f = function(_, q, v) return { -q[1] - v[1], 0 } end } } }
    local s = li.sweep { li.planar { 1, 0.8 }, runs = 20, t = 1, q = { { normal = { 0, 1 } } },
      tape = true }
    io.write(run:hash(), " ", s:hash())
    local body = li.robot { bodies = { { name = "b", parent = "world", joint = "floating", mass = 1,
      inertia = { 0.1, 0.2, 0.3, 0, 0, 0 } } } }
    for _, method in ipairs { "dopri5", "radau5", "rkmk4" } do
      io.write(" ", body:simulate(1, { 0, 0, 1, 1, 0, 0, 0 }, { 1, 0, 0, 1, 2, 3 },
        { method = method, h = 0.005, dt = 0.05 }):hash())
    end]]
  local build, hashes = os.getenv "LIAISON_BUILD" or "build", {}
  for _, lua in ipairs { "lua5.4", "luajit" } do
    local f = io.open(("%s/%s/liaison/core.so"):format(build, lua))
    if f then
      f:close()
      local name = os.tmpname()
      f = assert(io.open(name, "w"))
      f:write(code)
      f:close()
      local p = io.popen(("LUA_CPATH='%s/%s/?.so' LUA_PATH='lib/?.lua;lib/?/init.lua' %s %s 2>&1")
        :format(build, lua, lua, name))
      hashes[#hashes + 1] = p:read "*a"
      p:close()
      os.remove(name)
    end
  end
  t.ok(#hashes > 0 and #hashes[1] == 164, hashes[1])
  t.eq(hashes[2] or hashes[1], hashes[1])
end)

t.test("of several coordinates the one that runs away is named", function()
  local bodies = {}
  for k, name in ipairs { "one", "two", "three" } do
    bodies[k] = { name = name, parent = "world", joint = "prismatic", axis = { 1, 0, 0 },
      q = "s_" .. name, mass = 1, inertia = { 1, 1, 1 } }
  end
  local m = li.robot { bodies = bodies }
  for k, name in ipairs { "one", "two", "three" } do
    -- s'' = s'^3 has no end
    local nothing, message = li.simulate { m, q = { 0, 0, 0 }, v = { 1, 1, 1 }, t = 10,
      input = function(_, _, v)
      local u = { 0, 0, 0 }
      u[k] = v[k] ^ 3
      return u
    end }
    t.eq(nothing, nil)
    t.ok(message:find("s_" .. name .. "'", 1, true), message)
    for _, other in ipairs { "one", "two", "three" } do
      if other ~= name then t.eq(message:find("s_" .. other, 1, true), nil, message) end
    end
  end
end)

t.done()
