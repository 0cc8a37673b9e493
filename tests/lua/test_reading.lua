-- test_reading.lua - runs read between their rows: as exact as the run itself, whatever was
-- integrated and by which method
local t = require "t"
local li = require "liaison"

local sin, cos, abs, max = math.sin, math.cos, math.abs, math.max

local function oscillator(_, x, dx) dx[1], dx[2] = x[2], -x[1] end

-- the largest distance of a column from f(t), at its rows and between them
local function apart(run, column, f)
  local rows, between, from, to = 0, 0, run.t[1], run.t[#run]
  for i = 1, #run do rows = max(rows, abs(run[column][i] - f(run.t[i]))) end
  for k = 0, 997 do
    local time = from + (to - from) * k / 997
    between = max(between, abs(run:at(column, time) - f(time)))
  end
  return rows, between
end

t.test("every method: between its rows a run is as good as at them", function()
  for method, m in pairs(li.methods()) do
    for _, tol in ipairs { 1e-6, 1e-8, 1e-11 } do
      local group = method == "rkmk4" or method == "cg3"
      local run = not group and li.ode(oscillator, 10, { 0, 1 },
        { method = method, rtol = tol, atol = tol / 10, h = not m.adaptive and 0.05 or nil,
        names = { "x", "v" } })
      if run then
        local rows, between = apart(run, "x", sin)
        t.ok(between < 1.2 * rows + 2 * tol,
          ("%s at %g: %.2g at rows, %.2g between"):format(method, tol, rows, between))
        rows, between = apart(run, "v", cos)
        t.ok(between < 1.5 * rows + 2 * tol,
          ("%s at %g: rates %.2g at rows, %.2g between"):format(method, tol, rows, between))
      end
    end
  end
  local run = li.ode(oscillator, 10, { 0, 1 }, { rtol = 1e-11, atol = 1e-12, names = { "x", "v" } })
  t.near(run:at("x", 5.3), sin(5.3), 1e-9)
end)

-- a run read at a thousand times against one of far smaller tolerance, for every column named
local function against(spec, columns, tol)
  local fine, coarse = {}, {}
  for key, value in pairs(spec) do fine[key], coarse[key] = value, value end
  fine.rtol, fine.atol = 1e-13, 1e-15
  local exact = assert(li.simulate(fine))
  for _, dt in ipairs { false, 0.4 } do
    coarse.dt = dt or nil
    local run = assert(li.simulate(coarse))
    for _, c in ipairs(columns) do
      local worst = 0
      for k = 0, 997 do
        worst = max(worst, abs(run:at(c, spec.t * k / 997) - exact:at(c, spec.t * k / 997)))
      end
      t.ok(worst < tol, ("%s, rows %s: %.2g off"):format(c, dt or "at every step", worst))
    end
  end
end

t.test("a double pendulum: coordinates, rates and energies, with rows at every step or far apart",
  function()
  against({ li.planar { 1, 0.8 }, q = { 1.5, 0 }, t = 3 },
    { "q1", "q2", "q1'", "q2'", "T", "V", "E" }, 2e-5)
  against({ li.planar { 1, 0.8 }, q = { 1.5, 0 }, t = 3, rtol = 1e-11, atol = 1e-13 },
    { "q1", "q2", "q1'", "q2'", "T", "V", "E" }, 2e-7)
end)

t.test("quaternions and body velocities too, through bounces", function()
  local b = li.robot { gravity = { 0, 0, -9.81 },
    bodies = { { name = "b", joint = "floating", mass = 1, inertia = { 0.1, 0.2, 0.3 } } } }
  against({ b, q = { 0, 0, 1, 1, 0, 0, 0 }, v = { 1, 0, 0, 1, 2, 3 }, t = 2,
    forces = { { "impact", at = "b", normal = { 0, 0, 1 }, radius = 0.1, restitution = 0.7,
    mu = 0.3 } } },
    { "b_x", "b_z", "b_qw", "b_qx", "b_qy", "b_qz", "b_x'", "b_z'", "b_wx'", "b_wy'", "E" }, 1e-6)
end)

t.test("a sampled controller jumps at its times: nothing is read across", function()
  against({ li.planar { 1, 0.8 }, q = { 1.5, 0 }, t = 2,
    controllers = { { dt = 0.05, f = function(time, _, v) return { -5 * v[1],
    3 * sin(3 * time) } end } } },
    { "q1", "q2", "q1'", "q2'", "E" }, 2e-4)
end)

t.test("systems by Kane and loops", function()
  local s = li.system { planar = true }
  local x, y, th = s:coordinates "x y th"
  local cart = s:body { name = "cart", m = 20, j = 1.2, com = { 0.15, 0 }, place = { x, y, th } }
  cart:wheel { name = "axle" }
  local k = s:kane { speeds = { "v = x'*cos(th) + y'*sin(th)", "w = th'" } }
  local start = { v = 2, w = 1.5 }
  local exact, run = k:simulate(2, start, { rtol = 1e-13, atol = 1e-15 }), k:simulate(2, start)
  for _, c in ipairs { "x", "y", "th", "v", "w" } do
    local worst = 0
    for i = 0, 500 do worst = max(worst, abs(run:at(c, i / 250) - exact:at(c, i / 250))) end
    t.ok(worst < 1e-7, c .. " " .. worst)
  end
  local bars = li.robot { bodies = {
    { name = "a", joint = "revolute", axis = { 0, -1, 0 }, q = "qa", mass = 1, com = { 0.5, 0, 0 },
      inertia = { 0, 0.1, 0.1 } },
    { name = "b", parent = "a", joint = "revolute", axis = { 0, -1, 0 }, q = "qb", at = { 1, 0, 0 },
      mass = 2, com = { 1, 0, 0 }, inertia = { 0, 0.7, 0.7 } },
    { name = "c", parent = "b", joint = "revolute", axis = { 0, -1, 0 }, q = "qc", at = { 2, 0, 0 },
      mass = 1.5, com = { 0.75, 0, 0 }, inertia = { 0, 0.3, 0.3 } } },
    frames = { { name = "tip", body = "c", at = { 1.5, 0, 0 } },
      { name = "pin", body = "world", at = { 2, 0, 0 } } },
    loops = { { name = "close", from = "tip", to = "pin", joint = "revolute",
      axis = { 0, -1, 0 } } } }
  against({ bars, q = { 1.2, -0.3, -1.9 }, t = 2 },
    { "qa", "qb", "qc", "qa'", "qb'", "qc'", "T", "V", "E" }, 1e-4)
end)

t.test("backwards in time, at an end, beyond the ends, at a row", function()
  local arm = li.planar { 1, 0.8 }
  local back = arm:simulate(-2, { 1.5, 0 }, nil, { rtol = 1e-11 })
  t.near(back:at("q1", -1.234), arm:simulate(-1.234, { 1.5, 0 }, nil, { rtol = 1e-12 }):state()[1],
    1e-9)
  local run = arm:simulate(2, { 1.5, 0 }, nil, { dt = 0.25 })
  t.eq(run:at("q1", 0.5), run.q1[3])
  t.eq(run:at("q1", -1), 1.5)
  t.eq(run:at("q2", 9), run.q2[#run])
  t.eq(select(2, run:state(0.7))[1], run:at("q1'", 0.7))
end)

t.test("a curve is as smooth as its picture wants it", function()
  local run = li.simulate { li.planar { 1 }, q = { -math.pi / 2 + 1e-3 }, t = 3, rtol = 1e-10 }
  local w = math.sqrt(9.81 * 3 / 2)
  for _, points in ipairs { 100, 600 } do
    local time, x = run:curve("q1", points)
    t.ok(#time >= points and #time < points + 2 * #run, #time)
    for i = 1, #time do t.near(x[i], -math.pi / 2 + 1e-3 * cos(w * time[i]), 1e-8) end
  end
  -- what only its rows tell is drawn by them
  run:derive("twice", function(row) return 2 * row.q1 end)
  t.eq(#run:curve "twice", #run)
  local time, E = run:curve "E"
  t.ok(#time > 500)
  for i = 1, #E do t.near(E[i], run.E[1], 1e-7 * abs(run.E[1])) end
end)

t.test("run.q1 is made once, run:column copies; a name that is none is told the nearest", function()
  local run = li.simulate { li.planar { 1 }, q = { 1 }, t = 0.1 }
  t.ok(rawequal(run.q1, run.q1))
  run:column "q1"[1] = 7
  t.eq(run.q1[1], 1)
  t.raises("run has no column or method 'q9' %(did you mean 'q1'%?%)", function() return run.q9 end)
end)

t.done()
