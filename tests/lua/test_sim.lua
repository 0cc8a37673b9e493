-- test_sim.lua - simulations from Lua: energy, inputs, events, failures, files, the same bits on both Luas
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
    local run = li.simulate { li.planar { 1 }, q = { -math.pi / 2 + 1e-4 }, t = 3, method = method, rtol = 1e-11, atol = 1e-14 }
    t.near(run.q1[#run], -math.pi / 2 + 1e-4 * math.cos(3 * w), 1e-8, method)
  end
end)

t.test("inputs act, filled or returned; a run goes on from another", function()
  local g = function(_, q) return arm:gravity(q) end
  local still = li.simulate { arm, q = { 0.3, 0.4 }, t = 1, input = g }
  t.near(still:state(), { 0.3, 0.4 }, 1e-9)
  local filled = li.simulate { arm, q = { 0.3, 0.4 }, t = 1, input = function(_, q, _, tau) tau:set(arm:gravity(q)) end }
  t.eq(filled:hash(), still:hash())
  local whole = li.simulate { arm, q = { 1, 0 }, t = 1, rtol = 1e-11 }
  local half = li.simulate { arm, q = { 1, 0 }, t = 0.5, rtol = 1e-11 }
  local q, v, at = half:state()
  local rest = arm:simulate(0.5, q, v, { start = at, rtol = 1e-11 })
  t.near(rest:state(), whole:state(), 1e-8)
  t.eq(select(3, rest:state()), 1)
end)

t.test("events are met, may change the state, and end a run", function()
  local run = li.simulate { li.planar { 1 }, q = { 0 }, t = 9, events = { { g = function(_, q) return q[1] + math.pi / 2 end } } }
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
  local nothing, message, code, run = li.simulate { arm, q = { 1, 0 }, t = 1,
    input = function(time) if time > 0.5 then error "too late" end end }
  t.eq(nothing, nil)
  t.eq(code, "EUSER")
  t.ok(message:find "too late" and message:find "at t = 0%.%d")
  t.ok(#run > 1 and run:info().t <= 0.5)
  nothing, message, code, run = li.simulate { arm, q = { 1, 0 }, t = 1, max_steps = 3 }
  t.eq(nothing, nil)
  t.eq(code, "ELIMIT")
  t.eq(#run, 4)
  t.ok(message:find "3 steps")
  t.eq(select(3, run:csv "/nowhere/x.csv"), "EIO")
end)

t.test("mistakes are raised with their place", function()
  t.raises("unknown option 'rtoll' %(did you mean 'rtol'%?%)", li.simulate, { arm, q = { 1, 0 }, t = 1, rtoll = 1 })
  t.raises("expected 2 numbers %(q1 q2%), got 1", li.simulate, { arm, q = { 1 }, t = 1 })
  t.raises("expected a model first", li.simulate, { q = { 1 }, t = 1 })
  t.raises("expected how long", li.simulate, { arm })
  t.raises("rtol: needs", li.simulate, { arm, t = 1, rtol = -1 })
  t.raises("method: expected one of rk4, dopri5, dop853", li.simulate, { arm, t = 1, method = "euler" })
  t.raises("events%[1%]%.g: expected a function", li.simulate, { arm, t = 1, events = { {} } })
  t.raises("no column 'q3' %(did you mean 'q1'", function() return li.simulate { arm, t = 0 }:column "q3" end)
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

t.done()
