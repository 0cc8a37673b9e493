-- test_planning.lua - ways past obstacles: proved free, never through; found, shortened, rounded,
-- driven; and who says why not
local t = require "t"
local li = require "liaison"
local edges = require "liaison.plan.edges"
local rounding = require "liaison.plan.rounding"
local space = require "liaison.plan.space"

-- bars of length 1 from joint to joint in the plane, among discs {x, y, radius}
local function discs(count, list)
  local world = {}
  local function nearest(q, disc)
    local p, angle, best, link = { 0, 0 }, 0, math.huge, 0
    for k = 1, count do
      angle = angle + q[k]
      local u = { math.cos(angle), math.sin(angle) }
      local s = (disc[1] - p[1]) * u[1] + (disc[2] - p[2]) * u[2]
      s = math.max(0, math.min(1, s))
      local d = math.sqrt((p[1] + s * u[1] - disc[1]) ^ 2 + (p[2] + s * u[2] - disc[2]) ^ 2)
      if d - disc[3] < best then best, link = d - disc[3], k end
      p = { p[1] + u[1], p[2] + u[2] }
    end
    return best, link
  end
  function world.distance(_, q)
    local best, who = math.huge, nil
    for i, disc in ipairs(list) do
      local d, link = nearest(q, disc)
      if d < best then best, who = d, { a = "link" .. link, b = "disc" .. i } end
    end
    return best, who
  end
  function world.collides(_, q, margin) return (world:distance(q)) <= (margin or 0) end
  return world
end

local ARM = li.planar { 1, 1 }
local ROUND = discs(2, { { 1.2, 1.2, 0.3 }, { -1, 1, 0.3 }, { 1.3, -0.9, 0.25 } })
local FROM, TO = { 0, 0 }, { 2.6, 0.5 }
local function problem(more)
  local o = { ARM, from = FROM, to = TO, collision = ROUND, radii = 1, lower = { -3.1, -2.8 },
    upper = { 3.1, 2.8 } }
  for key, x in pairs(more or {}) do o[key] = x end
  return o
end

-- ---- bounds of motion ---------------------------------------------------------------------------

t.test("law: no point moves farther than the bound, no distance changes by more", function()
  for _, name in ipairs { "panda", "quadruped", "scara", "stanford" } do
    local m = li.robots[name]()
    local bodies = m:description().bodies
    local radii = {}
    for b = 1, #bodies do radii[b] = 0.2 end
    for seed = 1, 4 do
      local q = m:random(seed)
      local v = 0.5 * m:difference(q, m:random(seed + 100))
      local world, between = m:motion_bounds(q, m:step(q, v, 1), radii)
      for b, body in ipairs(bodies) do
        local a = (b * 7 + seed) % #bodies + 1
        local path, seen, last, last_seen = 0, 0, nil, nil
        for s = 0, 40 do
          local now = m:step(q, v, s / 40)
          local p = m:fk(now, body.name):point { 0.12, 0.16, 0 }
          local apart = (p - m:fk(now, bodies[a].name):point { -0.12, 0, 0.16 }):norm()
          if last then
            path, seen = path + (p - last):norm(), seen + math.abs(apart - last_seen)
          end
          last, last_seen = p, apart
        end
        t.ok(path <= world[b] + 1e-9, name)
        t.ok(seen <= between[a][b] + 1e-9, name .. " between")
      end
    end
  end
end)

t.test("a bar that turns: the bound is the arc, exactly", function()
  local world = li.planar { 1, 1 }:motion_bounds({ 0, 0 }, { 0.3, 0 }, { 1, 1 })
  t.near(world, { 0.3, 0.6 }, 1e-14)
end)

-- ---- ways ---------------------------------------------------------------------------------------

t.test("a way is found, free everywhere, the same for the same seed", function()
  for seed = 1, 5 do
    local w = li.plan(problem { seed = seed })
    t.near(w:at(0), FROM, 1e-15)
    t.near(w:at(1), TO, 1e-12)
    for k = 0, 1000 do t.ok((ROUND:distance(w:at(k / 1000))) > 0, "free") end
    t.ok(w.length <= w.info.first_length + 1e-12, "not longer than it was found")
    t.eq(w.info.edges, "proved free along the way, by distances")
    t.eq(li.plan(problem { seed = seed }).length, w.length)
  end
end)

t.test("nothing in the way: a straight line; start and goal alike: no way to go", function()
  local w = li.plan { ARM, from = { 0, 0 }, to = { 1, 1 }, lower = { -3, -3 }, upper = { 3, 3 } }
  t.eq(#w.points, 2)
  t.near(w.length, math.sqrt(2))
  w = li.plan(problem { to = FROM })
  t.eq(w.length, 0)
  t.raises("stays where it is", w.curve, w)
end)

-- a needle of radius 1 mm between two places: steps of 0.3 rad pass it, distances do not
t.test("what is thin is not passed through", function()
  local needle = discs(1, { { 0, 0.7, 0.001 } })
  local one = li.planar { 1 }
  local o = { one, from = { 0.2 }, to = { 2.6 }, lower = { 0 }, upper = { 3 } }
  o.free = function(q) return (needle:distance(q)) > 0 end
  o.step = 0.3
  local w = li.plan(o)
  t.eq(#w.points, 2)
  t.ok(w.info.edges:find "sampled every 0.3: what is thinner may be passed through")
  o.free, o.step, o.collision, o.radii = nil, nil, needle, 1
  local none, why, code, info = li.plan(o)
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(info.proof and why:find "stopped on every way")
end)

t.test("what turns goes round the other way", function()
  local w = li.plan { li.planar { 1 }, from = { 0 }, to = { 3 }, radii = 1,
    collision = discs(1, { { 0, 0.9, 0.1 } }) }
  t.near(w:at(1)[1], 3 - 2 * math.pi, 1e-12)
  local s = space.new { model = li.planar { 1, 1 } }
  t.near(space.apart(s, { 3, 0 }, { -3, 0 }), 2 * math.pi - 6, 1e-12)
  t.near(space.toward(s, { 0, 0 }, { 1.1 * math.pi, 0 }), { -0.9 * math.pi, 0 }, 1e-12)
end)

t.test("slides count by their stroke, locked coordinates stay", function()
  local m = li.robot { bodies = { { name = "s", joint = "prismatic", min = 0, max = 2 },
    { name = "r", parent = "s", joint = "revolute" } } }
  local s = space.new { model = m }
  t.near({ s.c[1].weight, s.c[2].weight }, { math.pi / 2, 1 }, 1e-15)
  t.near(space.new { model = m, weights = { q1 = 3 } }.c[1].weight, 3, 0)
  local w = li.plan { m, from = { 1, 0 }, to = { 2, 1 }, lock = "q1" }
  t.near(w:at(1), { 1, 1 }, 1e-15)
end)

t.test("a narrow passage, without a model", function()
  local o = { from = { 0, 0 }, to = { 1, 0 }, lower = { 0, 0 }, upper = { 1, 1 }, stride = 0.2,
    free = function(q) return math.abs(q[1] - 0.5) > 0.05 or math.abs(q[2] - 0.7) < 0.02 end }
  local w = li.plan(o)
  for k = 0, 500 do t.ok(o.free(w:at(k / 500)) or k % 500 > 0) end
  t.ok(w.length > 2 * math.sqrt(0.45 ^ 2 + 0.68 ^ 2), "no shorter than through the gap")
  t.ok(w.length < 2.2)
end)

-- ---- goals --------------------------------------------------------------------------------------

t.test("goals: several, a place, a region, tasks", function()
  local w = li.plan(problem { to = { { 2.6, 0.5 }, { 0.1, 0.1 } } })
  t.near(w:at(1), { 0.1, 0.1 }, 1e-12)
  w = li.plan(problem { to = { position = { -0.5, 0.3, 0 } } })
  t.near(ARM:fk(w:at(1)).p, { -0.5, 0.3, 0 }, 1e-7)
  w = li.plan(problem { to = { region = { min = { 2, 0 }, max = { 3, 1 } } } })
  local q = w:at(1)
  t.ok(q[1] >= 2 and q[1] <= 3 and q[2] >= 0 and q[2] <= 1)
  w = li.plan(problem { to = { tasks = { { "distance", goal = 0.7 } } } })
  t.near(ARM:fk(w:at(1)).p:norm(), 0.7, 1e-7)
  t.near(li.plan(problem { to = { q1 = 0.2 } }):at(1), { 0.2, 0 }, 1e-12)
end)

t.test("a pose of a robot with closed forms, among real shapes", function()
  local m = li.robots.panda()
  local col = li.collision(m, { shapes = { link3 = { { shape = "sphere", size = { 0.06 } } },
    link7 = { { shape = "sphere", size = { 0.08 } } } }, obstacles = { { shape = "box",
      size = { 0.1, 0.1, 0.9 }, at = { 0.45, 0, 0.45 }, name = "pillar" } } })
  local from = { 0.7, 0.3, 0, -1.8, 0, 2, 0.7 }
  local X = li.frame(li.rot.z(-0.8) * m:fk(from).R, li.rot.z(-1.4) * m:fk(from).p)
  local w, why = li.plan { m, from = from, to = { pose = X }, collision = col }
  t.ok(w, tostring(why))
  local d, angle = m:fk(w:at(1)):apart(X)
  t.near({ d, angle }, { 0, 0 }, 1e-6)
  t.ok(w:clearance() > 0)
  t.eq(w.info.edges, "proved free along the way, by distances")
end)

-- ---- why not ------------------------------------------------------------------------------------

t.test("ends that are not free: which, with what, how deep", function()
  local none, why, code, info = li.plan(problem { from = { 0.8, 0 } })
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(why:find "from: link2 and disc1 are %-0.27", why)
  t.eq(info.where, "from")
  t.near(info.distance, (ROUND:distance { 0.8, 0 }), 1e-12)
  none, why, code, info = li.plan(problem { to = { 2.9, -1 } })
  t.ok(not none and why:find "^to: link2 and disc2")
  t.eq(code .. " " .. info.where, "EUNREACHABLE to")
  none, why = li.plan(problem { to = { 4, 0 } })
  t.ok(not none and why:find "q1 = 4 is outside of %-3.1 to 3.1", why)
  none, why, code = li.plan(problem { to = { position = { 5, 0, 0 } } })
  t.ok(not none and why:find "^to: no configuration found", why)
  t.eq(code, "EUNREACHABLE")
end)

t.test("no way within the budget: how near both came", function()
  local walls = discs(2, { { 0, 0.9, 0.1 }, { 0, -0.9, 0.1 } })
  local none, why, code, info = li.plan { ARM, from = { 0, 0 }, to = { 3, 0 }, collision = walls,
    radii = 1, samples = 200 }
  t.eq(none, nil)
  t.eq(code, "ENOCONV")
  t.ok(why:find "no way found with 200 samples", why)
  t.near(space.apart(space.new { model = ARM }, info.nearest[1], info.nearest[2]), info.gap, 1e-12)
end)

t.test("mistakes are named", function()
  t.raises("lower: coordinate 's1' has no limits", li.plan, { li.robot { bodies = { {
    joint = "prismatic", q = "s1" } } }, from = { 0 }, to = { 1 } })
  t.raises("collision or free, not both", li.plan, problem { free = function() return true end })
  t.raises("expected an object with distance", li.plan, problem { collision = {} })
  t.raises("expected 2 numbers", li.plan, problem { from = { 1, 2, 3 } })
  t.raises("unknown key 'form'", li.plan, problem { form = 1 })
  t.raises("expected a model", li.plan, { 3, from = { 0 }, to = { 1 } })
  t.raises("no coordinate 'q7'", li.plan, problem { to = { q7 = 1 } })
  t.raises("lower: expected numbers", li.plan, { from = { 0 }, to = { 1 } })
end)

-- ---- motions ------------------------------------------------------------------------------------

t.test("a motion along it: within limits, free everywhere, through both ends at rest", function()
  local w = li.plan(problem())
  local m, info = w:motion { v = 1, a = 2, rounding = 0.15 }
  t.eq(#info.rounding, #w.points)
  local worst = math.huge
  for k = 0, 1500 do
    local q, v, a = m:at(m.T * k / 1500)
    worst = math.min(worst, (ROUND:distance(q)))
    t.ok(v:norm "max" < 1.01 and a:norm "max" < 2.05)
  end
  t.ok(worst > 0)
  local q, v = m:at(m.T)
  t.near(q, TO, 1e-9)
  t.near(v, { 0, 0 }, 1e-9)
  -- the shortest motion with sharp corners has to stand at each
  t.ok(w:motion { v = 1, a = 2, rounding = 0 }.T > m.T)
end)

-- a point and a disc of 3 cm where the corner of half a metre would pass: 6/32 of it inside
t.test("corners are rounded only as far as that is free", function()
  local disc = {}
  function disc.distance(_, q)
    return math.sqrt((q[1] - 0.094) ^ 2 + (q[2] - 0.906) ^ 2) - 0.03, { a = "point", b = "disc" }
  end
  function disc.collides(_, q) return (disc:distance(q)) <= 0 end
  local s = space.new { lower = { -1, -1 }, upper = { 2, 2 } }
  local e = edges.new(s, { collision = disc, bound = function(p, q) return (p - q):norm() end })
  local list = { { 0, 0 }, { 0, 1 }, { 1, 1 } }
  local corners, legs, sizes = rounding.corners(s, e, list, 0.5)
  t.eq(corners[2], 0.25)
  local c, knots = rounding.curve(s, list, corners, legs, sizes)
  local least, length = math.huge, knots[#knots]
  for k = 0, 2000 do least = math.min(least, (disc:distance((c:at(length * k / 2000))))) end
  t.ok(least > 0, tostring(least))
end)

t.test("rounded corners are curves without a jump of acceleration", function()
  local w = li.plan(problem())
  local c, info = w:curve(0.2)
  for k = 2, #info.rounding - 1 do t.ok(info.rounding[k] <= 0.2) end
  local last
  for k = 0, 4000 do
    local _, _, second = c:at(w.length * 0.99 * k / 4000)
    if last and #info.sharp == 0 then t.ok((second - last):norm() < 2 / info.rounding[2]) end
    last = second
  end
end)

-- ---- what is kept -------------------------------------------------------------------------------

t.test("keep: a bar of three joints keeps its last one level", function()
  local m, world = li.planar { 1, 1, 1 }, discs(3, { { 2.2, 1.0, 0.3 } })
  local level = { "axis", axis = { 1, 0, 0 }, goal = { 1, 0, 0 } }
  local from = m:ik_tasks({ { "position", goal = { 2.2, 0.2, 0 } }, level },
    { q = { -0.5, 1, -0.5 } })
  local to = m:ik_tasks({ { "position", goal = { 1.6, 1.7, 0 } }, level },
    { q = { 1.8, -0.9, -0.9 } })
  local w, why = li.plan { m, from = from, to = to, collision = world, radii = 1, keep = { level },
    keep_tol = 0.02, lower = { -3, -3, -3 }, upper = { 3, 3, 3 } }
  t.ok(w, tostring(why))
  for k = 0, 300 do
    local q = w:at(k / 300)
    t.ok((m:task_error(q, level)):norm() < 0.03)
    t.ok((world:distance(q)) > 0)
  end
end)

-- ---- roadmaps -----------------------------------------------------------------------------------

t.test("a roadmap answers many questions, and comes back from its file", function()
  local o = problem { samples = 120 }
  o.from, o.to = nil, nil
  local r = li.roadmap(o)
  t.eq(r.places, 120)
  t.ok(r.info.parts[1] > 100)
  local w = r:query(FROM, TO)
  for k = 0, 500 do t.ok((ROUND:distance(w:at(k / 500))) > 0) end
  t.ok(r:query({ 1.9, 0.4 }, FROM).length > 1.9)
  t.eq(r.places, 120)
  local path = os.tmpname()
  r:save(path)
  o.samples, o.load = nil, path
  local again = li.roadmap(o)
  t.eq(again.ways, r.ways)
  t.eq(again:query(FROM, TO).length, w.length)
  local none, why, code = r:query({ 0.8, 0 }, TO)
  t.ok(not none and why:find "from: link2")
  t.eq(code, "EUNREACHABLE")
  local file = io.open(path, "wb")
  file:write "liaison roadmap 1\nq1 q2\n2 places\n0 0\n1 nan\n"
  file:close()
  t.raises(":5: expected finite numbers", li.roadmap, o)
  file = io.open(path, "wb")
  file:write "something\n"
  file:close()
  t.raises("is no roadmap", li.roadmap, o)
  os.remove(path)
end)

t.done()
