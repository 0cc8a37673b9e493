-- test_collision.lua - li.collision, li.distance: known arms, all pairs one by one, gradients
-- against differences, pairs left out and why, meshes in parts, mistakes
local li = require "liaison"
local t = require "t"

local function capsule(r, length, at)
  return { shape = "capsule", size = { r, length }, at = at }
end

local function near(a, b, tol, what)
  t.ok(math.abs(a - b) <= (tol or 1e-12), ("%s: %.15g, expected %.15g"):format(what or "", a, b))
end

-- capsules about the arm of links 1 and 2 with two more that fold back on them
local function planar()
  local arm = li.planar { 1, 1, 1 }
  local s = {}
  for k = 1, 3 do
    s["link" .. k] = { capsule(0.1, 1, li.frame.trans(0.5, 0, 0) * li.frame(li.rot.y(math.pi/2))) }
  end
  return arm, s
end

t.test("an arm of three capsules folded to a square and to a triangle", function()
  local arm, s = planar()
  local where = arm:fk({ 0, 0, 0 }, "link1").p
  local middle = where[1] > 0.5 and -0.5 or 0.5
  for k = 1, 3 do s["link" .. k][1].at = li.frame.trans(middle, 0, 0)
    * li.frame(li.rot.y(math.pi/2)) end
  local col = li.collision(arm, { shapes = s })
  t.eq(#col:pairs(), 1)
  local d, w = col:distance { 0, math.pi/2, math.pi/2 }
  near(d, 0.8, 1e-12, "a square without its last side")
  t.eq(w.a .. w.b, "link1link3")
  near(math.abs(w.normal[2]), 1)
  -- turned by 120 degrees twice, the third ends where the first begins
  near(col:distance { 0.3, 2*math.pi/3, 2*math.pi/3 }, -0.2, 1e-9)
  t.ok(col:collides { 0.3, 2*math.pi/3, 2*math.pi/3 })
  t.ok(not col:collides { 0, math.pi/2, math.pi/2 })
  t.ok(not col:collides({ 0, math.pi/2, math.pi/2 }, 0.7999))
  t.ok(col:collides({ 0, math.pi/2, math.pi/2 }, 0.8001))
end)

-- ---- an arm in space with capsules, and things around it ----------------------------------------

local ABOUT = { link1 = { capsule(0.06, 0.28, { 0, 0, -0.19 }) },
  link2 = { { shape = "cylinder", size = { 0.06, 0.14 } } },
  link3 = { capsule(0.06, 0.15, { 0, 0, -0.14 }), { shape = "sphere", size = { 0.07 },
    at = { 0.08, 0, 0 } } },
  link4 = { { shape = "box", size = { 0.12, 0.12, 0.14 } } },
  link5 = { capsule(0.06, 0.1, { 0, 0, -0.26 }), capsule(0.025, 0.14, { 0, 0.08, -0.13 }) },
  link6 = { { shape = "ellipsoid", size = { 0.06, 0.05, 0.08 } } },
  link7 = { { shape = "cone", size = { 0.05, 0.14 }, at = { 0, 0, 0.08 } } } }

local AROUND = {
  { shape = "plane", name = "floor", at = { 0, 0, -0.05 } },
  { shape = "box", size = { 0.1, 1.2, 0.6 }, at = { 0.55, 0, 0.3 }, name = "wall" },
  { shape = "sphere", size = { 0.2 }, at = { -0.4, 0.3, 0.7 }, name = "ball" },
  { shape = "mesh", mesh = li.mesh { vertices = { { 0, 0, 0 }, { 0.3, 0, 0 }, { 0, 0.3, 0 },
    { 0, 0, 0.3 } }, faces = { { 1, 3, 2 }, { 1, 2, 4 }, { 2, 3, 4 }, { 1, 4, 3 } } },
    at = { 0.1, -0.6, 0.5 }, name = "corner" } }

local function panda(options)
  local o = { shapes = ABOUT, obstacles = AROUND }
  for key, x in pairs(options or {}) do o[key] = x end
  local arm = li.robots.panda and li.robots.panda() or li.robot "panda"
  return arm, li.collision(arm, o)
end

local function placed(list, X)
  local out = {}
  for k, s in ipairs(list) do
    local at = s.at and (type(s.at) == "table" and li.frame.trans(li.vec(s.at)) or s.at)
      or li.frame()
    out[k] = { { shape = s.shape, size = s.size, mesh = s.mesh }, X * at }
  end
  return out
end

-- the distance of two things shape by shape, by li.distance
local function one_by_one(p, q)
  local best = math.huge
  for _, a in ipairs(p) do
    for _, b in ipairs(q) do best = math.min(best, (li.distance(a[1], a[2], b[1], b[2]))) end
  end
  return best
end

t.test("law: pairs found by boxes are those found one by one", function()
  local arm, col = panda()
  for n = 1, 25 do
    local q, things = arm:random(n), {}
    local X = arm:poses(q)
    for name, list in pairs(ABOUT) do things[name] = placed(list, X[name]) end
    for _, o in ipairs(AROUND) do things[o.name] = placed({ o }, li.frame()) end
    local expected, least = {}, math.huge
    for _, p in ipairs(col:pairs()) do
      local d = one_by_one(things[p.a], things[p.b])
      expected[p.a .. p.b], least = d, math.min(least, d)
    end
    local all, before = col:distances(q), -math.huge
    t.eq(#all, #col:pairs())
    for _, h in ipairs(all) do
      near(h.distance, expected[h.a .. h.b], 1e-9, h.a .. " " .. h.b)
      t.ok(h.distance >= before)
      before = h.distance
    end
    near(col:distance(q), least, 1e-9)
    local some = col:distances(q, 0.1)
    for k, h in ipairs(some) do t.eq(h.distance, all[k].distance) end
    t.ok(#some == #all or all[#some + 1].distance > 0.1)
    for _, margin in ipairs { -0.02, 0, 0.05 } do
      t.eq((col:collides(q, margin)), least <= margin)
    end
    -- asked between, the answer is the same to the last bit
    col:distance(arm:random(n + 100))
    t.eq(col:distances(q)[3].distance, all[3].distance)
  end
end)

t.test("law: the gradient is the derivative of the distance", function()
  local arm, col = panda()
  local compared, h = 0, 1e-6
  for n = 1, 30 do
    local q = arm:random(n)
    local ahead, behind = {}, {}
    for k = 1, #q do
      local e = li.zeros(#q)
      e[k] = h
      ahead[k], behind[k] = {}, {}
      for _, x in ipairs(col:distances(q + e, 0.4)) do ahead[k][x.a .. x.b] = x end
      for _, x in ipairs(col:distances(q - e, 0.4)) do behind[k][x.a .. x.b] = x end
    end
    for _, x in ipairs(col:distances(q, 0.3)) do
      for k = 1, #q do
        local p, m = ahead[k][x.a .. x.b], behind[k][x.a .. x.b]
        -- where one nearest pair follows the other smoothly
        if p and m and (p.normal - m.normal):norm() < 1e-4
          and (p.point_a - m.point_a):norm() < 1e-4 then
          near(x.gradient[k], (p.distance - m.distance) / (2*h), 1e-5,
            ("%s %s by q%d"):format(x.a, x.b, k))
          compared = compared + 1
        end
      end
    end
  end
  t.ok(compared > 500, "only " .. compared .. " were compared")
end)

t.test("points and normals are of the pair they are told of", function()
  local arm, col = panda()
  for n = 1, 10 do
    for _, x in ipairs(col:distances(arm:random(n), 0.5)) do
      near(x.normal:norm(), 1)
      near((x.point_b - x.point_a - x.distance * x.normal):norm(), 0)
    end
  end
end)

-- ---- pairs that are left out --------------------------------------------------------------------

local function reasons(col)
  local by = {}
  for _, p in ipairs(col:allowed()) do by[p.a .. " " .. p.b] = p.reason end
  return by
end

local function box(name, parent, joint, x, more)
  local b = { name = name, parent = parent, joint = joint, mass = 1, inertia = { 1, 1, 1 },
    shapes = { { "box", size = { 0.2, 0.2, 0.2 }, place = { { "TX", x or 0 } },
      collides = true } } }
  if joint ~= "fixed" then
    b.joint = { kind = joint, axis = { 0, 0, 1 }, min = -1, max = 1 }
    b.place = { { "TX", 1 } }
  end
  for key, v in pairs(more or {}) do b[key] = v end
  return b
end

t.test("neighbours, fixed ones, always, at rest, never", function()
  -- base - a: revolute; plate fixed to a; b revolute on a; c revolute on b
  local r = li.robot { bodies = {
    box("a", "world", "revolute"), box("plate", "a", "fixed", 0.3), box("b", "a", "revolute"),
    box("c", "b", "revolute"),
    -- about a's middle, whatever the joints do; at a's middle only where c is straight; far away
    box("around", "b", "fixed", -1), box("stretched", "c", "fixed", -1.9),
    box("far", "c", "fixed", 7) } }
  local by = reasons(li.collision(r, { samples = 400 }))
  t.eq(by["a plate"], "fixed to each other")
  t.eq(by["a b"], "neighbours")
  t.eq(by["plate b"], "neighbours")
  t.eq(by["b c"], "neighbours")
  t.eq(by["b around"], "fixed to each other")
  t.eq(by["a around"], "neighbours")
  t.eq(by["a c"], nil)
  t.ok(by["a stretched"]:find "^at rest, and in %d+ of 400 samples$", by["a stretched"])
  t.eq(by["a far"], nil)
  by = reasons(li.collision(r, { samples = 400, skip_never = true }))
  t.eq(by["a far"], "never: in none of 400 samples")
  -- a ball about both ends of a prismatic that is short
  r = li.robot { bodies = { box("a", "world", "revolute"), box("b", "a", "revolute"),
    box("c", "b", "revolute", -2) } }
  for _, b in ipairs { "a", "c" } do t.ok(b) end
  local big = { a = { { shape = "sphere", size = { 3 } } } }
  by = reasons(li.collision(r, { samples = 50, shapes = big }))
  t.eq(by["a c"], "always: in all 50 samples")
  t.eq(reasons(li.collision(r, { samples = 0, shapes = big }))["a c"],
    "at rest, and in 0 of 0 samples")
end)

t.test("the same seed leaves out the same, listed and given pairs as they are said", function()
  local _, one = panda { seed = 7, samples = 200 }
  local _, two = panda { seed = 7, samples = 200 }
  t.eq(#one:allowed(), #two:allowed())
  for k, p in ipairs(one:allowed()) do t.eq(p.reason, two:allowed()[k].reason) end
  local _, col = panda { allowed = { { "link1", "wall" }, { a = "floor", b = "link7",
    reason = "it stands there" }, { "world", "link2" } } }
  t.eq(reasons(col)["link1 wall"], "given")
  t.eq(reasons(col)["link7 floor"], "given: it stands there")
  _, col = panda { pairs = { { "link1", "link2" }, { "ball", "link4" } } }
  t.eq(#col:pairs(), 2)
  t.eq(reasons(col)["link1 link3"], "not listed")
  t.ok(tostring(col):find("2 pairs asked", 1, true), tostring(col))
end)

t.test("bodies that only a loop joins are neighbours", function()
  local r = li.robot { bodies = {
    box("crank", "world", "revolute"), box("coupler", "crank", "revolute"),
    box("rocker", "world", "revolute") },
    loops = { { name = "pin", from = "coupler", to = "rocker", joint = "revolute",
      axis = { 0, 0, 1 } } } }
  local col = li.collision(r, { samples = 10 })
  t.eq(reasons(col)["coupler rocker"], "neighbours")
  t.ok(table.concat(col:notes(), "\n"):find("not closed in samples", 1, true))
end)

-- ---- meshes -------------------------------------------------------------------------------------

local function cube(x, h)
  local v, f = {}, { { 1, 3, 4 }, { 1, 4, 2 }, { 5, 6, 8 }, { 5, 8, 7 }, { 1, 2, 6 }, { 1, 6, 5 },
    { 3, 7, 8 }, { 3, 8, 4 }, { 1, 5, 7 }, { 1, 7, 3 }, { 2, 4, 8 }, { 2, 8, 6 } }
  for k = 0, 7 do
    v[k + 1] = { x + h*(k % 2), h*(math.floor(k/2) % 2), h*math.floor(k/4) }
  end
  return li.mesh { vertices = v, faces = f }
end

t.test("a mesh in parts is asked part by part, and what is not convex is told", function()
  local two = cube(0, 1):merged(cube(3, 1))
  local s = { shape = "sphere", size = { 0.25 } }
  near(li.distance({ shape = "mesh", mesh = two }, li.frame(), s, li.frame.trans(2, 0.5, 0.5)),
    0.75)
  near(li.distance({ shape = "mesh", mesh = two }, li.frame(), s, li.frame.trans(3.5, 0.5, 3)),
    1.75)
  local ell = li.mesh { vertices = { { 0, 0, 0 }, { 2, 0, 0 }, { 2, 1, 0 }, { 1, 1, 0 },
    { 1, 2, 0 }, { 0, 2, 0 }, { 0, 0, 1 }, { 2, 0, 1 }, { 2, 1, 1 }, { 1, 1, 1 }, { 1, 2, 1 },
    { 0, 2, 1 } }, faces = { { 1, 3, 2 }, { 1, 4, 3 }, { 1, 5, 4 }, { 1, 6, 5 }, { 7, 8, 9 },
    { 7, 9, 10 }, { 7, 10, 11 }, { 7, 11, 12 }, { 1, 2, 8 }, { 1, 8, 7 }, { 2, 3, 9 },
    { 2, 9, 8 }, { 3, 4, 10 }, { 3, 10, 9 }, { 4, 5, 11 }, { 4, 11, 10 }, { 5, 6, 12 },
    { 5, 12, 11 }, { 6, 1, 7 }, { 6, 7, 12 } } }
  local arm = li.planar { 1, 1 }
  local col = li.collision(arm, { shapes = { link1 = { { shape = "mesh", mesh = ell } } },
    obstacles = { { shape = "mesh", mesh = two, at = { 5, 0, 0 }, name = "cubes" } } })
  t.eq(col:notes()[1], "link1 is not convex: its hull is taken, 17 % larger")
  t.eq(#col:notes(), 1)
  -- open surfaces, flat ones
  local flat = li.mesh { vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } },
    faces = { { 1, 2, 3 } } }
  near(li.distance({ shape = "mesh", mesh = flat }, li.frame(), s, li.frame.trans(0.2, 0.2, 2)),
    1.75)
end)

t.test("a fine mesh keeps its outside when corners are left out", function()
  local v, f, n = {}, {}, 24
  for i = 0, n do
    for j = 0, n - 1 do
      local a, b = math.pi*i/n, 2*math.pi*j/n
      v[#v + 1] = { math.sin(a)*math.cos(b), math.sin(a)*math.sin(b), math.cos(a) }
    end
  end
  for i = 0, n - 1 do
    for j = 0, n - 1 do
      local p, q = n*i + j + 1, n*i + (j + 1) % n + 1
      f[#f + 1] = { p, p + n, q + n }
      f[#f + 1] = { p, q + n, q }
    end
  end
  local ball = li.mesh { vertices = v, faces = f }
  local d = li.distance({ shape = "mesh", mesh = ball }, li.frame(), { shape = "sphere",
    size = { 1 } }, li.frame.trans(0, 0, 3))
  t.ok(d <= 1 + 1e-12 and d > 1 - 0.01, tostring(d))
end)

t.test("shapes of files: what collides before what is drawn, meshes found and missed", function()
  local folder = assert(li._internal.new_folder())
  cube(0, 1):save(folder .. "/cube.stl")
  local function link(name, inside) return ("<link name='%s'>%s</link>"):format(name, inside) end
  local function mesh(tag, file, more)
    return ("<%s><origin xyz='0 0 0.5'/><geometry><mesh filename='%s' %s/></geometry></%s>"):format(
      tag, file, more or "", tag)
  end
  local function joint(name, a, b)
    return ("<joint name='%s' type='prismatic'><parent link='%s'/><child link='%s'/><axis "
      .. "xyz='1 0 0'/><limit lower='2' upper='9' effort='1' velocity='1'/></joint>"):format(
      name, a, b)
  end
  local r = li.urdf_text("<robot name='r'>" .. link("a", mesh("collision",
    "file://" .. folder .. "/cube.stl", "scale='2 1 1'") .. mesh("visual", "none.stl"))
    .. link("b", mesh("collision", "none.stl")) .. link("c", "<visual><geometry><sphere "
    .. "radius='0.25'/></geometry></visual>") .. joint("j", "a", "b") .. joint("k", "b", "c")
    .. "</robot>")
  local col = li.collision(r)
  near(col:distance { 3, 4 }, math.sqrt(5^2 + 0.5^2) - 0.25, 1e-12)
  local notes = table.concat(col:notes(), "\n")
  t.ok(notes:find("none.stl of b is left out: ", 1, true), notes)
  t.ok(notes:find("c has no shapes for contact: those drawn are taken", 1, true), notes)
  t.ok(not notes:find("of a", 1, true), notes)
end)

-- ---- mistakes -----------------------------------------------------------------------------------

local function says(f, part)
  local ok, why = pcall(f)
  t.ok(not ok, "nothing was raised: " .. part)
  t.ok(tostring(why):find(part, 1, true), ("'%s' is not in '%s'"):format(part, tostring(why)))
end

t.test("mistakes are told at their place", function()
  local arm, s = planar()
  local X, sphere = li.frame(), { shape = "sphere", size = { 1 } }
  says(function() li.distance({ shape = "bax" }, X, sphere, X) end, "did you mean 'box'?")
  says(function() li.distance({ shape = "box", size = { 1, 2 } }, X, sphere, X) end,
    "a.size: expected the size of a box, {x, y, z}, whole lengths, got 2 entries")
  says(function() li.distance(sphere, X, { shape = "sphere", size = { -1 } }, X) end,
    "b.size[1]: expected a number >= 0")
  says(function() li.distance({ shape = "plane" }, X, { shape = "plane" }, X) end,
    "overlap without end")
  says(function() li.distance({ shape = "plane", size = 1 }, X, sphere, X) end, "has no size")
  says(function() li.distance({ shape = "mesh" }, X, sphere, X) end, "a.mesh: missing")
  says(function() li.collision(arm) end, "no body has a shape")
  says(function() li.collision(arm, { shapes = { link9 = {} } }) end, "unknown key 'link9'")
  says(function() li.collision(arm, { shapes = s, allowed = { { "link1", "lnk2" } } }) end,
    "allowed[1][2]: expected a body or an obstacle, got the string 'lnk2'")
  says(function() li.collision(arm, { shapes = s, obstacles = { { shape = "plane",
    name = "link1" } } }) end, "the name of two things")
  says(function() li.collision(arm, { shapes = { link1 = { { shape = "plane" } } } }) end,
    "a plane is no shape of a body")
  says(function() li.collision(arm, { shapes = s, sample = 3 }) end, "did you mean 'samples'?")
  local col = li.collision(arm, { shapes = s })
  says(function() col:distance { 1, 2 } end, "3")
  says(function() col:collides({ 0, 0, 0 }, 0/0) end, "margin")
end)

t.test("no pair is asked: infinitely far", function()
  local arm, s = planar()
  local col = li.collision(arm, { shapes = s, pairs = {} })
  local d, w = col:distance { 0, 0, 0 }
  t.eq(d, math.huge)
  t.eq(w, nil)
  t.eq(#col:distances { 0, 0, 0 }, 0)
  t.eq((col:collides { 0, 0, 0 }), false)
end)

t.done()
