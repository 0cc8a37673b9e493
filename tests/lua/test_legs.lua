-- test_legs.lua - standing on legs: support regions, forces of contacts, zero-moment point, capture
-- point, stance, whole-body programmes; by statics, closed forms and the engine's other roads
local t = require "t"
local li = require "liaison"
local polygon = require "liaison.legs.polygon"

local function inertia(x) return { x, x, x } end

-- ---- polygons -----------------------------------------------------------------------------------

t.test("hulls, areas, centroids, margins", function()
  local hull = polygon.hull { { 0, 0 }, { 2, 0 }, { 1, 0 }, { 2, 1 }, { 0, 1 }, { 1, 0.5 },
    { 0, 0 } }
  t.eq(#hull, 4)
  t.near(polygon.area(hull), 2)
  t.near(polygon.centroid(hull), { 1, 0.5 })
  t.near(polygon.margin(hull, { 1, 0.5 }), 0.5)
  t.near(polygon.margin(hull, { 3, 2 }), -math.sqrt(2))
  for _, s in ipairs(polygon.sides(hull)) do t.near(s[1] ^ 2 + s[2] ^ 2, 1) end
  local line = li.support { { 0, 0 }, { 1, 0 }, { 2, 0 } }
  t.eq(line.area, 0)
  t.near(line:margin { 1, 1 }, -1)
  t.near(line:margin { 1, 0 }, 0)
end)

-- ---- support ------------------------------------------------------------------------------------

t.test("on level ground friction does not matter: the region is the hull", function()
  local feet = { { 1, 0, 0 }, { 0, 1, 0 }, { -1, 0, 0 }, { 0, -1, 0 } }
  for _, mu in ipairs { 0.1, 1 } do
    local list = {}
    for k, p in ipairs(feet) do list[k] = { point = p, friction = mu } end
    local s = li.support { contacts = list }
    t.near(s.area, 2, 1e-8)
    t.near(s.centre, { 0, 0 }, 1e-8)
    t.near(s:margin { 0.5, 0.5 }, 0, 1e-8)
  end
end)

-- two feet on slopes that face each other, in a plane: a mass at x is carried where the vertical
-- through it meets both cones' region. For feet at +-1 on slopes of 45 degrees and mu = 0 the
-- normals meet at one point: only the middle stands
t.test("two slopes of 45 degrees without friction carry the middle alone", function()
  local s = math.sqrt(0.5)
  local list = {}
  for _, y in ipairs { -0.5, 0.5 } do
    list[#list + 1] = { point = { -1, y, 0 }, normal = { s, 0, s }, friction = 1e-9 }
    list[#list + 1] = { point = { 1, y, 0 }, normal = { -s, 0, s }, friction = 1e-9 }
  end
  local region = li.support { contacts = list, tol = 1e-6 }
  for _, v in ipairs(region.vertices) do t.near(v[1], 0, 1e-6) end
  local low, high = math.huge, -math.huge
  for _, v in ipairs(region.vertices) do low, high = math.min(low, v[2]), math.max(high, v[2]) end
  t.near({ low, high }, { -0.5, 0.5 }, 1e-6)
end)

-- a wall and the ground: a ladder. In the plane x-z by symmetry (feet at y = +-d, friction mu on
-- the ground, none at the wall): N h = W x_c with N <= mu W, so that x_c <= mu h from the foot
t.test("a ladder: as far up as friction below allows", function()
  local mu, h, list = 0.4, 2, {}
  for _, y in ipairs { -0.2, 0.2 } do
    list[#list + 1] = { point = { 0, y, 0 }, friction = mu }
    list[#list + 1] = { point = { 1.5, y, h }, normal = { -1, 0, 0 }, friction = 1e-9 }
  end
  local region = li.support { contacts = list, sides = 4, tol = 1e-7 }
  local most = -math.huge
  for _, v in ipairs(region.vertices) do most = math.max(most, v[1]) end
  t.near(most, mu * h, 1e-6)
end)

t.test("who cannot be carried is told", function()
  local s, why, code = li.support { contacts = { { point = { 0, 0, 0 }, normal = { 1, 0, 0 },
    friction = 0.5 }, { point = { 1, 0, 0 }, normal = { 1, 0, 0 }, friction = 0.5 } } }
  t.eq(s, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(why:find "no forces within friction")
  t.raises("expected points of level ground", li.support, { tol = 0.1 })
  t.raises("contacts%[1%].friction: expected a number > 0", li.support,
    { contacts = { { point = { 0, 0, 0 }, friction = 0 } } })
end)

t.test("law: the region is what forces can balance, tried point by point", function()
  local c, s = math.cos(0.4), math.sin(0.4)
  local list = { { point = { 1, 0, 0 }, normal = { -s, 0, c }, friction = 0.3 },
    { point = { -1, 1, 0.3 }, normal = { s, 0, c }, friction = 0.3 },
    { point = { -1, -1, 0.2 }, friction = 0.6 } }
  local region = li.support { contacts = list, tol = 1e-4 }
  local inside, outside, step = 0, 0, os.getenv "LIAISON_LAW" == "all" and 1 or 2
  for i = -8, 8, step do
    for j = -8, 8, step do
      local p = { 0.2 * i, 0.2 * j }
      local margin = region:margin(p)
      -- 64 sides leave out 0.1 % of the cone, the 8 edges of the region reach it
      local f = li.contact_forces { contacts = list, mass = 1, com = { p[1], p[2], 0.5 },
        sides = 64 }
      if margin > 0.01 then
        inside = inside + 1
        t.ok(f, ("inside by %g"):format(margin))
      elseif margin < -0.06 then
        outside = outside + 1
        t.ok(not f, ("outside by %g"):format(-margin))
      end
    end
  end
  t.ok(inside > 20 / step ^ 2 and outside > 20 / step ^ 2)
end)

-- ---- forces -------------------------------------------------------------------------------------

-- moments about each side of the triangle: N_i/W are the barycentric coordinates of the centre
t.test("a table on three legs: statics tells all", function()
  local feet, com = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, { 0.2, 0.3, 0.7 }
  local f = li.contact_forces { contacts = feet, mass = 10, com = com, gravity = 10 }
  t.near({ f[1].normal, f[2].normal, f[3].normal }, { 50, 20, 30 }, 1e-9)
  t.near(li.centre_of_pressure(f), { 0.2, 0.3, 0 }, 1e-10)
end)

-- of four legs the smallest forces are N = a + b x + c y with the moments of the weight
t.test("a table on four legs: the least squares of statics", function()
  local feet, total = { { 1, 1, 0 }, { -1, 1, 0 }, { -1, -1, 0 }, { 1, -1, 0 } }, 40
  local f = li.contact_forces { contacts = feet, mass = 4, com = { 0.5, -0.2, 1 }, gravity = 10 }
  for k, p in ipairs(feet) do
    t.near(f[k].normal, total / 4 * (1 + 0.5 * p[1] - 0.2 * p[2]), 1e-9)
  end
end)

t.test("accelerated: the sum of forces is m (a + g), friction is told and not passed", function()
  local feet = { { 1, 1, 0 }, { -1, 1, 0 }, { -1, -1, 0 }, { 1, -1, 0 } }
  local f, info = li.contact_forces { contacts = feet, mass = 2, com = { 0, 0, 0.5 },
    acceleration = { 3, 0, 1 } }
  local sum, moment = li.zeros(3), li.zeros(3)
  for k, x in ipairs(f) do
    sum, moment = sum + x.force, moment + x.point:cross(x.force)
    t.ok(x.tangent <= 0.5 * x.normal + 1e-9, "friction of " .. k)
  end
  t.near(sum, { 6, 0, 2 * 10.81 }, 1e-9)
  t.near(moment, (li.vec { 0, 0, 0.5 }):cross(sum), 1e-9)
  t.ok(info.used > 0.5 and info.used <= 1)
  local none, _, code = li.contact_forces { contacts = feet, mass = 2, com = { 0, 0, 0.5 },
    acceleration = { 6, 0, 0 } }
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE")
end)

-- eight corners of two soles: most of them carry nothing where the centre is far out, and all rows
-- of their cones lean on one another
t.test("law: on two soles a load is shared wherever the support says it is carried", function()
  local feet, points = {}, {}
  for _, y in ipairs { 0.1, -0.1 } do
    for _, d in ipairs { { -0.08, -0.05 }, { 0.16, -0.05 }, { 0.16, 0.05 }, { -0.08, 0.05 } } do
      points[#points + 1] = { d[1], y + d[2] }
      feet[#feet + 1] = { point = { d[1], y + d[2], 0 }, friction = 0.6 }
    end
  end
  local support = li.support(points)
  for i = 0, 8 do
    for j = 0, 8 do
      local c = { -0.079 + 0.02975 * i, -0.149 + 0.03725 * j, 0.8 }
      t.ok(support:margin(c) > 9e-4)
      local f, why = li.contact_forces { contacts = feet, mass = 70, com = c }
      t.ok(f, tostring(why))
      t.near(li.centre_of_pressure(f), { c[1], c[2], 0 }, 1e-8)
    end
  end
end)

t.test("bounds of normal forces, and loads without a lever", function()
  local f = li.contact_forces { contacts = { { point = { -1, 0, 0 }, max = 20 },
    { point = { 1, 1, 0 } }, { point = { 1, -1, 0 } }, { point = { 0, 0, 0 } } }, mass = 10,
    com = { -0.1, 0, 0 }, gravity = 10 }
  -- without the bound 40.9 at the first; N1 - N2 - N3 = 10, the sum is 100
  t.near({ f[1].normal, f[2].normal, f[3].normal, f[4].normal }, { 20, 5, 5, 70 }, 1e-7)
  local none, why = li.contact_forces { contacts = { { 0, 0, 0 }, { 1, 0, 0 } }, mass = 1,
    com = { 0.5, 0.1, 0 } }
  t.eq(none, nil)
  t.ok(why:find "no lever")
end)

-- ---- momentum, zero-moment point ----------------------------------------------------------------

t.test("law: the rate of momentum is its difference in time, and A' v at a = 0", function()
  for _, name in ipairs { "panda", "quadruped", "stanford" } do
    local m = li.robots[name]()
    local q, v, a = m:random(1), m:random(2):sub(1, #m:speeds()), 0.3 * m:random(3):sub(1,
      #m:speeds())
    local h = 1e-5
    local function at(s)
      return m:momentum(m:step(m:step(q, v, s), a, s * s / 2), v + s * a)
    end
    t.close(m:momentum_rate(q, v, a), (at(h) - at(-h)) / (2 * h), 1e-6, name)
    t.close(m:momentum_rate(q, v, a) - m:momentum_rate(q, v), m:momentum_matrix(q) * a, 1e-11, name)
  end
end)

-- free of contacts, the rate of momentum is the weight: no other force is there
t.test("law: what falls freely has the weight for its rate of momentum", function()
  local m = li.robots.quadruped()
  local q, v = m:random(4), 0.5 * m:random(5):sub(1, 18)
  local a = m:fd(q, v, li.zeros(18))
  -- rotors turn with the joints and take a part of the moment: without them it is exact
  local p = m:momentum_rate(q, v, a)
  t.near(p:sub(1, 3), { 0, 0, -9.81 * m:total_mass() }, 1e-8)
end)

-- a mass on a cart-table: p_x = x - z x''/g, and with z'' over g + z''       [Kajita et al. 2003]
t.test("the cart-table: zero-moment point in closed form", function()
  local m = li.robot { bodies = { { name = "s", joint = "prismatic", axis = "x", mass = 0,
    inertia = inertia(0) }, { name = "b", parent = "s", joint = "prismatic", axis = "z", mass = 3,
    inertia = inertia(0.1) } } }
  local p, info = m:zmp({ 0.4, 0.8 }, { 1, 0.5 }, { 2, 1 })
  t.near(p, { 0.4 - 0.8 * 2 / (9.81 + 1), 0, 0 }, 1e-12)
  t.near(info.force, { 6, 0, 3 * 10.81 }, 1e-12)
  t.near(m:zmp({ 0.4, 0.8 }, { 1, 0.5 }, { 2, 1 }, 0.3), { 0.4 - 0.5 * 2 / 10.81, 0, 0.3 }, 1e-12)
  local none, _, code = m:zmp({ 0, 1 }, { 0, 0 }, { 0, -10 })
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE")
end)

-- the pendulum that steps on its capture point stops above it
t.test("the capture point: the linear inverted pendulum comes to rest there", function()
  local m = li.robot { bodies = { { name = "b", joint = "prismatic", axis = "x", at = { 0, 0, 0.9 },
    mass = 5, inertia = inertia(0.1) } } }
  local foot = m:capture_point({ 0.1 }, { 0.7 })
  local run = li.simulate { f = function(_, x, dx)
    dx[1], dx[2] = x[2], 9.81 / 0.9 * (x[1] - foot[1])
  end, x = { 0.1, 0.7 }, t = 2, rtol = 1e-11, atol = 1e-13 }
  t.near({ run:at("x1", 2), run:at("x2", 2) }, { foot[1], 0 }, 1e-2)
  t.near(foot, { 0.1 + 0.7 * math.sqrt(0.9 / 9.81), 0, 0 }, 1e-12)
  t.eq(select(3, m:capture_point({ 0 }, { 0 }, 1)), "EUNREACHABLE")
end)

-- ---- on models ----------------------------------------------------------------------------------

local dog = li.robots.quadruped()
local FEET = { "fr_foot", "fl_foot", "hr_foot", "hl_foot" }
local function standing()
  local q = dog:neutral()
  for i, name in ipairs(dog:coordinates()) do
    if name:find "hip" then q[i] = -0.6 elseif name:find "knee" then q[i] = 1.2 end
  end
  q[3] = 0.3
  return q
end

t.test("stance: torques that hold it, by inverse dynamics with those forces", function()
  local q, rest = standing(), li.zeros(18)
  local tau, info = dog:stance_torques(q, FEET)
  local ext = {}
  for _, x in ipairs(info.forces) do
    ext[x.name] = { f = { x.force[1], x.force[2], x.force[3] }, n = { 0, 0, 0 }, axes = "world" }
  end
  t.near(dog:id(q, rest, rest, ext), tau, 1e-9)
  t.near(tau:sub(1, 6), li.zeros(6), 0)
  -- the centre of pressure of the forces is below the centre of mass
  local p = li.centre_of_pressure(info.forces)
  t.near({ p[1], p[2] }, { dog:com(q)[1], dog:com(q)[2] }, 1e-9)
end)

t.test("law: whole-body motions obey the equations of motion, contacts and friction", function()
  local q = standing()
  local v = li.zeros(18)
  local goal = dog:fk(q, "trunk").p + li.vec { 0.02, 0.01, -0.01 }
  local a, tau, info = dog:whole_body(q, v, { { "position", body = "trunk", goal = goal },
    { "orientation", body = "trunk", goal = li.rot.z(0) }, { "posture", goal = q, priority = 2 } },
    FEET)
  local ext, sum = {}, li.zeros(3)
  for _, x in ipairs(info.forces) do
    ext[x.name] = { f = { x.force[1], x.force[2], x.force[3] }, n = { 0, 0, 0 }, axes = "world" }
    sum = sum + x.force
    t.ok(x.tangent <= 0.5 * x.normal + 1e-7, "friction")
  end
  t.near(dog:fd(q, v, tau, ext), a, 1e-6)
  for _, foot in ipairs(FEET) do
    t.near(dog:acceleration(q, v, a, foot).v, li.zeros(3), 1e-7, foot)
  end
  -- the task: gain^2 e of the trunk
  t.near(dog:acceleration(q, v, a, "trunk").v, { 2, 1, -1 }, 1e-3)
  -- forces are the rate of momentum and the weight
  t.near(sum - li.vec { 0, 0, 9.81 * dog:total_mass() }, dog:momentum_rate(q, v, a):sub(1, 3), 1e-7)
end)

t.test("whole-body: moving, the feet stay, their points do not accelerate", function()
  local q = standing()
  local stance = dog:stance(q, "fr_foot fl_foot hr_foot hl_foot", { flat = false })
  local v = stance:fit_velocity(q, 0.3 * dog:random(7):sub(1, 18))
  local a = dog:whole_body(q, v, { { "posture", goal = q } }, FEET)
  for _, foot in ipairs(FEET) do
    t.near(dog:velocity(q, v, foot).v, li.zeros(3), 1e-9)
    t.near(dog:acceleration(q, v, a, foot).v, li.zeros(3), 1e-6)
  end
end)

t.test("whole-body: an arm that moves follows x'' = g^2 e - 2 g x', velocity terms too", function()
  local m = li.planar { 1, 0.8, mass = { 2, 1 } }
  local q, v, g = li.vec { 0.4, 0.9 }, li.vec { 1.5, -2 }, 6
  local a, tau = m:whole_body(q, v, { { "position", goal = { 1, 1, 0 }, axes = "x y", gain = g } },
    {})
  local p, rate = m:fk(q).p, m:velocity(q, v).v
  local want = g * g * (li.vec { 1, 1, 0 } - p) - 2 * g * rate
  t.near(m:acceleration(q, v, a).v, want, 1e-4)
  t.near(m:id(q, v, a), tau, 1e-9)
end)

t.test("torque limits bind and are told; two that contradict have no answer", function()
  local m = li.planar { 1, mass = 12 }
  local a, tau, info = m:whole_body({ 0 }, { 0 }, { { "joints", goal = { q1 = 1 }, gain = 10 } },
    {}, { torque = 100 })
  t.near(tau[1], 100, 1e-7)
  t.near(a[1], (100 - 12 * 9.81 * 0.5) / 4, 1e-7)
  t.eq(info.limits[1].name, "q1'")
  local pressed = {}
  for k, foot in ipairs(FEET) do pressed[k] = { body = foot, min = 30 } end
  local none, why, code = dog:whole_body(standing(), li.zeros(18), { { "posture",
    goal = standing() } }, pressed, { torque = 0.1 })
  t.eq(none, nil)
  t.eq(code, "EUNREACHABLE")
  t.ok(why:find "no motion obeys")
end)

t.test("stance by one word: feet are held in configurations and in time", function()
  local q = standing()
  local m = dog:stance(q, "fr_foot fl_foot hr_foot hl_foot", { flat = false })
  local goal = dog:fk(q, "trunk").p + li.vec { 0.02, 0.03, -0.05 }
  local found = m:ik_tasks({ { "position", body = "trunk", goal = goal },
    { "posture", goal = q, priority = 2 } }, { q = q })
  t.near(m:fk(found, "trunk").p, goal, 1e-8)
  for _, foot in ipairs(FEET) do t.near(m:fk(found, foot).p, dog:fk(q, foot).p, 1e-8, foot) end
  local flat = li.robots.humanoid36()
  local s = flat:stance(flat:neutral(), "ankxL")
  t.eq(s:constraint_names()[1][2], 6)
  t.near(s:gaps(flat:neutral())["stance ankxL"], li.zeros(6), 1e-12)
  t.raises("no body or frame 'paw'", dog.stance, dog, q, "paw")
end)

t.done()
