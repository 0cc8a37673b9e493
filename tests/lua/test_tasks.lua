-- test_tasks.lua - tasks of inverse kinematics: exact Jacobians because they are listed, levels,
-- limits, collisions, loops, rates
local t = require "t"
local li = require "liaison"
local kinds = require "liaison.tasks.kinds"
local levels = require "liaison.tasks.levels"
local read = require "liaison.tasks.read"

local panda = li.robots.panda()

-- an arm of bars of length 1 in the plane, and discs {x, y, radius}: d, and its gradient by hand
local function discs(count, list)
  local world = {}
  local function nearest(q, disc)
    local p, angle, best = { 0, 0 }, 0, { d = math.huge }
    for k = 1, count do
      angle = angle + q[k]
      local u = { math.cos(angle), math.sin(angle) }
      local s = (disc[1] - p[1]) * u[1] + (disc[2] - p[2]) * u[2]
      s = math.max(0, math.min(1, s))
      local x = { p[1] + s * u[1], p[2] + s * u[2] }
      local away = { x[1] - disc[1], x[2] - disc[2] }
      local size = math.sqrt(away[1] ^ 2 + away[2] ^ 2)
      if size - disc[3] < best.d then
        best = { d = size - disc[3], x = x, n = { away[1] / size, away[2] / size }, link = k }
      end
      p = { p[1] + u[1], p[2] + u[2] }
    end
    return best
  end
  local function gradient(q, b)
    local out, p, angle = li.zeros(count), { 0, 0 }, 0
    for k = 1, b.link do
      out[k] = -b.n[1] * (b.x[2] - p[2]) + b.n[2] * (b.x[1] - p[1])
      angle = angle + q[k]
      p = { p[1] + math.cos(angle), p[2] + math.sin(angle) }
    end
    return out
  end
  function world.distances(_, q, margin)
    local out = {}
    for i, disc in ipairs(list) do
      local b = nearest(q, disc)
      if b.d < margin then
        out[#out + 1] = { a = "link" .. b.link, b = "disc" .. i, distance = b.d,
          gradient = gradient(q, b) }
      end
    end
    table.sort(out, function(a, b) return a.distance < b.distance end)
    return out
  end
  function world.distance(_, q)
    local first = world:distances(q, math.huge)[1]
    if not first then return math.huge end
    return first.distance, first
  end
  function world.collides(_, q, margin) return (world:distance(q)) <= (margin or 0) end
  return world
end

-- ---- the table ----------------------------------------------------------------------------------

local GOALS = { orientation = li.rot.x(0.7) * li.rot.y(2), pose = li.frame(li.rot.z(1.7),
  { 0.4, 0.1, 0.5 }) }

local function example_of(row)
  local o = { row.name }
  for key, x in pairs(row.example) do o[key] = x end
  o.goal = GOALS[row.name] or o.goal
  return o
end

-- e' = -J v, whatever e is: central differences, their error h^2 and rounding/h
t.test("law: every task has an exact Jacobian", function()
  for _, row in ipairs(kinds.rows) do
    if not row.of_rates then
      local task = read.list(panda, { example_of(row) }, "tasks")[1]
      for seed = 1, 4 do
        local q, v, h = panda:random(seed), panda:random(seed + 50), 1e-5
        local _, J = task.at(q)
        local one, two = task.at(panda:step(q, v, h)), task.at(panda:step(q, v, -h))
        t.near((one - two) / (2 * h), -1 * (J * v), 2e-7, row.name)
      end
    end
  end
end)

t.test("law: every task but bounds and rates is met by the configuration it was made at", function()
  for seed = 1, 3 do
    local q = panda:random(seed)
    local X, C = panda:fk(q), panda:com(q)
    for _, task in ipairs { { "pose", goal = X }, { "position", goal = X.p },
      { "orientation", goal = X.R }, { "axis", axis = { 0, 1, 0 },
      goal = X.R * li.vec { 0, 1, 0 } },
      { "look_at", axis = { 0, 0, 1 }, goal = X:point { 0, 0, 2 } }, { "com", goal = C },
      { "distance", goal = X.p:norm() }, { "posture", goal = q } } do
      t.near((panda:task_error(q, task)):norm(), 0, 1e-9, task[1])
    end
  end
end)

t.test("momentum is a task of rates", function()
  local r = panda:task_rates({ { "momentum", goal = { 0.2, 0, 0.1, 0, 0, 0 }, axes = "x z" } },
    { dt = 0.01 })
  local q = panda:random(3)
  local h = panda:momentum(q, (r:at(q)))
  t.near({ h[1], h[3] }, { 0.2, 0.1 }, 1e-4)
  t.raises("is a task of rates", panda.ik_tasks, panda, { { "momentum" } })
end)

t.test("the orientation error is the Euler vector, and exact near half a turn", function()
  local one = li.robot { bodies = { { name = "b", joint = "revolute" } } }
  local e = one:task_error({ 0 }, { "orientation", goal = li.rot.z(3.1) })
  t.near(e, li.vec { 0, 0, 3.1 }, 1e-12)
  e = one:task_error({ 0.4 }, { "orientation", goal = li.rot.z(0.1), relative_to = "world" })
  t.near(e, li.vec { 0, 0, -0.3 }, 1e-12)
end)

-- ---- levels -------------------------------------------------------------------------------------

t.test("levels: the second acts in what the first leaves", function()
  -- x + y = 2 first, then x = 5: exactly both; then y = 0 finds nothing left
  local list = { { A = li.mat { { 1, 1 } }, b = li.vec { 2 }, damping = 1e-14 },
    { A = li.mat { { 1, 0 } }, b = li.vec { 5 }, damping = 1e-14 },
    { A = li.mat { { 0, 1 } }, b = li.vec { 0 }, damping = 1e-14 } }
  local inf = math.huge
  t.near(levels.solve(2, list, { lo = { -inf, -inf }, hi = { inf, inf } }), { 5, -3 }, 1e-10)
  -- x <= 3: the second gives way, the first does not
  t.near(levels.solve(2, list, { lo = { -inf, -inf }, hi = { 3, inf } }), { 3, -1 }, 1e-10)
  -- and by a row: x - y <= 2
  t.near(levels.solve(2, list, { lo = { -inf, -inf }, hi = { inf, inf }, G = li.mat { { 1, -1 } },
    low = { -inf }, high = { 2 } }), { 2, 0 }, 1e-10)
end)

t.test("weights inside a level: the weighted mean of two wishes", function()
  local m = li.planar { 1 }
  local q = m:ik_tasks({ { "joints", goal = { q1 = 0 }, weight = 1, required = false },
    { "joints", goal = { q1 = 1 }, weight = 3, required = false } })
  t.near(q[1], 0.9, 1e-6) -- weights act on rows: 1 and 9
end)

-- ---- configurations -----------------------------------------------------------------------------

t.test("a pose of a robot with seven axes, then the posture in what is left", function()
  for seed = 1, 5 do
    local X = panda:fk(panda:random(seed))
    local q, info = panda:ik_tasks({ { "pose", goal = X }, { "posture", priority = 2 } },
      { q = panda:neutral() })
    local d, angle = panda:fk(q):apart(X)
    t.near({ d, angle }, { 0, 0 }, 2e-8)
    -- at the optimum the posture's error has no part along the self motion, but where limits bind
    if #info.limits == 0 then
      local N = panda:self_motions(q)
      t.near((N:transpose() * panda:difference(q, panda:neutral())):norm(), 0, 1e-3)
    end
  end
end)

t.test("joint limits with a margin bind, and are named", function()
  local m = li.robot { bodies = { { name = "a", joint = "revolute", min = -1, max = 1 },
    { name = "b", parent = "a", at = { 1, 0, 0 }, joint = "revolute", min = -1, max = 1 } },
    frames = { { name = "end", body = "b", at = { 1, 0, 0 } } }, tip = "end" }
  local q, why, code, info = m:ik_tasks({ { "position", goal = { -1, 1, 0 } } }, { margin = 0.1,
    starts = 3 })
  t.eq(q, nil)
  t.eq(code, "ENOCONV")
  t.ok(why:find "at limits: q1 at its max, q2 at its max", why)
  t.near(info.q, { 0.9, 0.9 }, 1e-6)
  t.eq(#info.limits, 2)
  -- the two that do reach it, by the law of cosines: q2 = +-pi/2
  q = m:ik_tasks({ { "position", goal = { 1 + math.cos(0.8), math.sin(0.8), 0 } } })
  t.near(q, { 0, 0.8 }, 1e-6)
end)

t.test("bodies are kept a clearance away, the task gives way", function()
  local m, world = li.planar { 1, 1 }, discs(2, { { 1.5, 0.4, 0.2 } })
  local goal = { "position", goal = { 1.5, 0.35, 0 }, required = false }
  local q, info = m:ik_tasks({ goal }, { q = { 0.5, -1 }, collision = world, clearance = 0.1 })
  local d = world:distance(q)
  t.ok(d > 0.1 - 1e-7, "clearance kept")
  t.near(d, 0.1, 1e-5)
  t.eq(info.near[1].b, "disc1")
  -- a start that touches is brought out
  q = m:ik_tasks({ { "posture", goal = { 0.26, 0 }, required = false } }, { q = { 0.26, 0 },
    collision = world, clearance = 0.05 })
  t.ok((world:distance(q)) > 0.05 - 1e-7)
  t.raises("expected an object with distances", m.ik_tasks, m, { goal }, { collision = 3 })
end)

t.test("loops are held", function()
  local m = li.robot { bodies = { { name = "a", joint = "revolute" }, { name = "b",
    joint = "revolute" } }, constraints = { { "gear", coordinates = { "q1", "q2" }, ratio = 2 } } }
  local q, info = m:ik_tasks({ { "joints", goal = { q2 = 1 } } }, { q = { 0.1, -0.7 } })
  t.near(q, { 0.5, 1 }, 1e-8)
  t.ok(info.gap < 1e-8)
  local v = m:task_rates({ { "joints", goal = { q2 = 1 }, gain = 1 } }, { dt = 0.01 }):at(q)
  t.near(v[2] - 2 * v[1], 0, 1e-6)
end)

t.test("locked coordinates stay, floating ones move", function()
  local m = li.robots.quadruped()
  local q = m:neutral()
  local goal = m:fk(q, "fr_foot").p + li.vec { 0.05, 0, 0.1 }
  local found = m:ik_tasks({ { "position", body = "fr_foot", goal = goal } }, { q = q,
    lock = "trunk_x trunk_y trunk_z trunk_wx trunk_wy trunk_wz" })
  t.near(found:sub(1, 7), q:sub(1, 7), 1e-15)
  t.near(m:fk(found, "fr_foot").p, goal, 1e-7)
  t.raises("no coordinate 'knee'", m.ik_tasks, m, { { "posture" } }, { lock = "knee" })
end)

t.test("the centre of mass comes above the polygon, and no farther", function()
  local m = li.planar { 1, 1, 1 }
  local square = { { -0.5, -4 }, { 0.5, -4 }, { 0.5, 4 }, { -0.5, 4 } }
  local q, info = m:ik_tasks({ { "support", polygon = square, margin = 0.1 },
    { "position", goal = { 3, 0, 0 }, priority = 2 } }, { q = { 1.2, 1.2, 1 } })
  t.near(m:com(q)[1], 0.4, 1e-5)
  t.ok(info.tasks.support.met)
  t.ok(not info.tasks.position.met)
end)

t.test("a cone, bounds of a distance and of joints", function()
  local q = panda:ik_tasks({ { "position", goal = { 0.5, 0.2, 0.3 } },
    { "axis", axis = { 0, 0, 1 }, goal = { 0, 0, -1 }, within = 0.3 } }, { q = panda:neutral() })
  t.ok(math.acos(-panda:fk(q).R[3][3]) < 0.3 + 1e-6)
  local m = li.planar { 1, 1 }
  q = m:ik_tasks({ { "distance", goal = { max = 1 } }, { "joints", goal = { q1 = { min = 0.2,
    max = 0.4 } } } }, { q = { 0, 0.3 } })
  t.ok(m:fk(q).p:norm() < 1 + 1e-7)
  t.ok(q[1] > 0.2 - 1e-7 and q[1] < 0.4 + 1e-7)
end)

-- ---- rates --------------------------------------------------------------------------------------

t.test("rates: the error dies as exp(-gain t)", function()
  local m = li.planar { 1, 1 }
  local r = m:task_rates({ { "position", goal = { 1, 1, 0 }, gain = 4, axes = "x y" } },
    { dt = 0.001, damping = 1e-12 })
  local q = li.vec { 0.2, 1.2 }
  local e0 = (li.vec { 1, 1, 0 } - m:fk(q).p):norm()
  for _ = 1, 500 do q = r:step(q) end
  t.near((li.vec { 1, 1, 0 } - m:fk(q).p):norm() / e0, math.exp(-2), 2e-3)
end)

t.test("rates: velocity, acceleration and a limit that can still be stopped at", function()
  local m = li.robot { bodies = { { name = "a", joint = "revolute", max = 1, min = -1 } } }
  local r = m:task_rates({ { "joints", goal = { q1 = 5 }, gain = 100 } }, { dt = 0.01,
    v = 2, a = 8 })
  local q, v = li.vec { 0 }, li.vec { 0 }
  local fastest = 0
  for _ = 1, 200 do
    local before = v
    local info
    q, v, info = r:step(q, v)
    fastest = math.max(fastest, v[1])
    t.ok(math.abs(v[1] - before[1]) <= 0.08 + 1e-9, "acceleration")
    t.ok(q[1] <= 1 + 1e-12, "limit")
    t.eq(#info.relaxed, 0)
  end
  t.near(q[1], 1, 1e-6)
  t.near(fastest, 2, 1e-9)
end)

t.test("rates: a disc is come near to, never into", function()
  local m, world = li.planar { 1, 1 }, discs(2, { { 1.5, 0.8, 0.3 } })
  local r = m:task_rates({ { "position", goal = { 1.5, 0.8, 0 } } }, { dt = 0.002,
    collision = world, clearance = 0.02, v = 3 })
  local q, v, least = li.vec { -0.5, 0.6 }, nil, math.huge
  for _ = 1, 1500 do
    q, v = r:step(q, v)
    least = math.min(least, (world:distance(q)))
  end
  t.ok(least > 0.02 - 1e-5, tostring(least))
  t.near((world:distance(q)), 0.02, 1e-3)
end)

t.test("rates as a block of a simulation", function()
  local m = li.planar { 1, 0.8, mass = { 2, 1 } }
  local r = m:task_rates({ { "position", goal = { 1, 1, 0 }, gain = 5 } }, { dt = 0.001 })
  local run = li.simulate { m, q = { 0.1, 1 }, t = 2, controllers = { r:controller {
    inner = 100 } } }
  t.near(m:fk { run:at("q1", 2), run:at("q2", 2) }.p, { 1, 1, 0 }, 2e-3)
end)

t.test("goals that move are followed with their rate", function()
  local m = li.planar { 1, 1 }
  local r = m:task_rates({ { "position", name = "hand", goal = { 1, 1, 0 }, axes = "x y",
    gain = 20 } }, { dt = 0.001, damping = 1e-12 })
  local q = m:ik_tasks({ { "position", goal = { 1, 1, 0 } } }, { q = { 0.1, 1 } })
  for k = 1, 500 do
    r:goal("hand", { 1 - 0.0005 * k, 1, 0 }, { -0.5, 0 })
    q = r:step(q)
  end
  t.near(m:fk(q).p, { 0.7495, 1, 0 }, 1e-5) -- the next goal
  t.raises("no task 'foot'", r.goal, r, "foot", { 1, 1, 0 })
end)

-- ---- mistakes -----------------------------------------------------------------------------------

t.test("mistakes are named", function()
  local m = li.planar { 1, 1 }
  local function ask(task) return m.ik_tasks, m, { task } end
  t.raises("tasks%[1%]: no kind of task the string 'positon' %(did you mean 'position'", ask {
    "positon", goal = { 1, 1, 0 } })
  t.raises("tasks%[1%].goal: expected", ask { "position" })
  t.raises("tasks%[1%].body: no body or frame 'hand'", ask { "position", body = "hand",
    goal = { 1, 1, 0 } })
  t.raises("unknown axis 'w'", ask { "position", goal = { 1, 1, 0 }, axes = "w" })
  t.raises("expected 2 numbers", ask { "posture", goal = { 1, 2, 3 } })
  t.raises("no coordinate 'q9'", ask { "joints", goal = { q9 = 1 } })
  t.raises("of length 0", ask { "axis", axis = { 0, 0, 0 }, goal = { 1, 0, 0 } })
  t.raises("are on a line", ask { "support", polygon = { { 0, 0 }, { 1, 1 }, { 2, 2 } } })
  t.raises("at least one task", m.ik_tasks, m, {})
  local short = li.robot { bodies = { { joint = "revolute", min = 0, max = 1 } } }
  t.raises("leaves nothing of q1", short.ik_tasks, short, { { "posture" } }, { margin = 0.6 })
end)

t.test("without joints there is nothing to move, which is said", function()
  local m = li.robot { bodies = { { name = "b", joint = "fixed", mass = 1,
    inertia = { 1, 1, 1 } } } }
  t.eq(#m:coordinates(), 0)
  t.raises("has no coordinates to move", m.ik_tasks, m, { { "position", goal = { 1, 0, 0 } } })
  t.raises("has no coordinates to move", li.plan, { m, from = {}, to = {} })
end)

t.done()
