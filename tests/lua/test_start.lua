-- test_start.lua - where a run of a closed model begins: where it was told, or moved, and then it
-- says so; what was fixed stays
local t = require "t"
local li = require "liaison"

local sin, cos, sqrt, abs = math.sin, math.cos, math.sqrt, math.abs

-- crank 1, rod 3, piston on the x axis
local crank = li.robot { bodies = {
  { name = "crank", joint = "revolute", axis = "-y", q = "th1", mass = 1, com = { 0.5, 0, 0 },
    inertia = { 0, 0.1, 0.1 } },
  { name = "rod", parent = "crank", at = { 1, 0, 0 }, joint = "revolute", axis = "-y", q = "th2",
    mass = 2, com = { 1.5, 0, 0 }, inertia = { 0, 1.5, 1.5 } },
  { name = "piston", parent = "world", joint = "prismatic", axis = "x", q = "x", mass = 1,
    inertia = 0 } },
  constraints = { { "equation", name = "ex", equation = "cos(th1) + 3*cos(th1 + th2) - x" },
    { "equation", name = "ey", equation = "sin(th1) + 3*sin(th1 + th2)" } } }

-- the piston of a crank at th that turns by w
local function piston(th, w)
  local r = sqrt(9 - sin(th) ^ 2)
  return cos(th) + r, w * (-sin(th) - sin(th) * cos(th) / r)
end

t.test("a start that does not fit is moved, and the run says which coordinate, and by how much",
  function()
  local run = li.simulate { crank, q = { 0.7, 0, 0 }, v = { 5, 0, 0 }, t = 0.1 }
  local moved = run:info().moved
  t.near(moved.th1, run.th1[1] - 0.7, 1e-12)
  t.near(moved["th1'"], run["th1'"][1] - 5, 1e-12)
  t.near(moved.x, run.x[1], 1e-12)
  t.ok(tostring(run):find("the start was moved onto the constraints, furthest x by 4 m and "
    .. "th2' by %-15 rad/s"), tostring(run))
  t.eq(run:info().told[1].what, "moved")
  t.eq(run:info().told[1].name, "x")
  -- one that fits is told nothing of
  local fits = li.simulate { crank, q = { run.th1[1], run.th2[1], run.x[1] },
    v = { run["th1'"][1], run["th2'"][1], run["x'"][1] }, t = 0.1 }
  t.eq(fits:info().moved, nil)
  t.eq(#fits:info().told, 0)
  t.eq(select(2, tostring(fits):gsub("\n", "")), 0)
end)

t.test("fix holds a coordinate and its rate, the others follow: the first thing a student "
  .. "does is right", function()
  local run = li.simulate { crank, q = { 0.7, 0, 0 }, v = { 5, 0, 0 }, t = 0.1, fix = { "th1" } }
  local x, rate = piston(0.7, 5)
  t.near({ run.th1[1], run["th1'"][1] }, { 0.7, 5 }, 1e-14)
  t.near({ run.x[1], run["x'"][1] }, { x, rate }, 1e-9)
  t.ok(tostring(run):find "the start followed what was fixed, furthest x by", tostring(run))
  -- the same numbers from the model itself
  local q, v = crank:consistent({ 0.7, 0, 0 }, { 5, 0, 0 }, { fix = { "th1" } })
  t.near(q, { run.th1[1], run.th2[1], run.x[1] }, 1e-10)
  t.near(v, { run["th1'"][1], run["th2'"][1], run["x'"][1] }, 1e-9)
  -- another one fixed: the piston's speed is told
  local pushed = li.simulate { crank, q = { 0.7, -0.9, 3.7 }, v = { 0, 0, 2 }, t = 0.01,
    fix = { "x" } }
  t.near({ pushed.x[1], pushed["x'"][1] }, { 3.7, 2 }, 1e-14)
  t.near(select(2, piston(pushed.th1[1], pushed["th1'"][1])), 2, 1e-9)
end)

t.test("what cannot be fixed together is a misfortune; what is no coordinate a mistake", function()
  local nothing, message,
    code = li.simulate { crank, q = { 0.7, 0, 9 }, t = 0.1, fix = { "th1", "x" } }
  t.eq(nothing, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(message:find "ex" or message:find "ey", message)
  nothing, message, code = li.simulate { crank, q = { 0.7, -0.9164247, 3.6948587 }, v = { 1, 0, 7 },
    t = 0.1, fix = { "th1", "x" } }
  t.eq(nothing, nil)
  t.ok(code and message, "velocities that contradict")
  t.raises("fix", li.simulate, { crank, q = { 0.7, 0, 0 }, t = 0.1, fix = { "th9" } })
  t.raises("unknown option 'step' %(h is the step of the solver, dt the time between rows%)",
    li.simulate, { crank, t = 0.1, step = 0.01 })
end)

t.test("what did not move is not told: from rest the rates", function()
  local run = li.simulate { crank, q = { 0.7, 0, 0 }, t = 0.1 }
  t.ok(tostring(run):find "the start was moved onto the constraints, furthest %S+ by %S+ %S+ %(fix",
    tostring(run))
end)

t.test("with quaternions too: a disc set on its plane says how far it fell", function()
  local disc = li.robot { bodies = { { name = "c", joint = "floating", mass = 2,
    inertia = { 0.045, 0.045, 0.09 } } },
    constraints = { { "rolling_disc", name = "contact", from = "c", to = "world", radius = 0.3 } } }
  local run = li.simulate { disc, q = { 0, 0, 0.35, sqrt(0.5), sqrt(0.5), 0, 0 },
    v = { 1, 0, 0, 0, 0, 0 }, t = 0.05 }
  t.ok(run:info().moved and abs(run:info().moved["c_wz'"]) > 0.1)
  t.ok(tostring(run):find "the start was moved onto the constraints, furthest", tostring(run))
end)

t.done()
