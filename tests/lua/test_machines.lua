-- test_machines.lua - machines a stranger brings, each against what is known of it: a bicycle,
-- parallel robots, gears, linkages in space, balls
local t = require "t"
local li = require "liaison"

local cos, sin, tan, pi = math.cos, math.sin, math.tan, math.pi

local function index(m)
  local list, at = m:coordinates(), {}
  for i, name in ipairs(list) do at[name] = i end
  return at, #list
end

local function zeros(n)
  local list = {}
  for i = 1, n do list[i] = 0 end
  return list
end

-- velocities that the rows J v + b = 0 allow, from those of some: by least squares for the others
local function velocities(m, q, given)
  local J, _, b = m:constraint_rows(q)
  local rows, n = J:size()
  local dep, v = {}, zeros(n)
  for i = 1, n do if given[i] == nil then dep[#dep + 1] = i else v[i] = given[i] end end
  local A, rhs = li.zeros(rows, #dep), -1 * (J * li.vec(v) + b)
  for r = 1, rows do for k, i in ipairs(dep) do A:set(r, k, J[r][i]) end end
  local x = A:least_squares(rhs)
  for k, i in ipairs(dep) do v[i] = x[k] end
  return v
end

-- the bicycle all are measured by: Meijaard, Papadopoulos, Ruina, Schwab, Proc. R. Soc. A 463
-- (2007), tables 1 and 2; there z points down
t.test("the benchmark bicycle: two rolling wheels, a steered fork, eigenvalues of the upright "
  .. "motion", function()
  local w, c, tilt, R, F = 1.02, .08, pi / 10, .3, .35
  local m = li.robot { gravity = { 0, 0, -9.81 },
    bodies = {
      { name = "frame", joint = "Tx Ty Tz Rz Rx Ry", q = { "x", "y", "z", "yaw", "lean", "pitch" },
        mass = 85, com = { .3, 0, .9 - R }, inertia = { 9.2, 11, 2.8, 0, -2.4, 0 }, about = "com" },
      { name = "rear", parent = "frame", joint = "revolute", axis = "y", q = "rw", mass = 2,
        inertia = { .0603, .12, .0603 } },
      { name = "fork", parent = "frame", at = { w + c, 0, -R }, joint = "revolute",
        axis = { -sin(tilt), 0, cos(tilt) }, q = "steer", mass = 4, com = { .9 - w - c, 0, .7 },
        inertia = { .05892, .06, .00708, 0, .00756, 0 }, about = "com" },
      { name = "front", parent = "fork", at = { -c, 0, F }, joint = "revolute", axis = "y",
        q = "fw", mass = 3, inertia = { .1405, .28, .1405 } },
    },
    constraints = {
      { "rolling_disc", name = "rear wheel", from = "rear", from_axis = "y", to = "world",
        radius = R },
      { "rolling_disc", name = "front wheel", from = "front", from_axis = "y", to = "world",
        radius = F },
    },
  }
  local at, n = index(m)
  local function accelerations(x, v)
    local q = zeros(n)
    q[at.z], q[at.lean], q[at.steer] = R, x[1], x[2]
    q = assert(m:assemble(q, { fix = { "x", "y", "yaw", "lean", "steer", "rw", "fw" } }))
    local vel = velocities(m, q, { [at.lean] = x[3], [at.steer] = x[4], [at.rw] = v / R })
    local r = assert(m:constrained(q, vel, zeros(n)))
    return { r.a[at.lean], r.a[at.steer] }
  end
  local function eigenvalues(v)
    local A, h = li.zeros(4, 4), 1e-4
    A:set(1, 3, 1)
    A:set(2, 4, 1)
    for k = 1, 4 do
      local x = { 0, 0, 0, 0 }
      x[k] = h
      local plus = accelerations(x, v)
      x[k] = -h
      local minus = accelerations(x, v)
      for i = 1, 2 do A:set(2 + i, k, (plus[i] - minus[i]) / (2 * h)) end
    end
    local re, _, im = A:eig()
    local list = {}
    for i = 1, 4 do list[i] = { re[i], im and math.abs(im[i]) or 0 } end
    table.sort(list, function(a, b) return a[1] < b[1] end)
    return list
  end
  local still = eigenvalues(0)
  for i, want in ipairs { -5.53094371765393, -3.13164324790656, 3.13164324790656,
    5.53094371765393 } do
    t.near(still[i], { want, 0 }, 3e-7)
  end
  local moving = eigenvalues(5)
  for i, want in ipairs { { -14.07838969279822, 0 }, { -.77534188219585, 4.46486771378823 },
    { -.77534188219585, 4.46486771378823 }, { -.32286642900409, 0 } } do
    t.near(moving[i], want, 3e-7)
  end
  t.eq(m:mobility((function()
    local q = zeros(n)
    q[at.z] = R
    return q
  end)()).velocity, 3)
end)

t.test("a Delta robot: the platform moves without turning, where three spheres meet; what "
  .. "holds it up", function()
  local Rb, Rp, La, Lr, side = .2, .05, .3, .7, .04
  local bodies, rods = { { name = "p", joint = "floating", mass = 1,
    inertia = { .01, .01, .02 } } }, {}
  for i = 1, 3 do
    local a = (i - 1) * 2 * pi / 3
    bodies[#bodies + 1] = { name = "arm" .. i, parent = "world",
      at = { Rb * cos(a), Rb * sin(a), 0 }, rpy = { 0, 0, a }, joint = "revolute", axis = "y",
      q = "a" .. i, mass = 0 }
    for _, s in ipairs { -side, side } do
      rods[#rods + 1] = { "distance", from = "arm" .. i, from_at = { La, s, 0 }, to = "p",
        to_at = { Rp * cos(a) - s * sin(a), Rp * sin(a) + s * cos(a), 0 }, length = Lr }
    end
  end
  local m = li.robot { gravity = { 0, 0, -9.81 }, bodies = bodies, constraints = rods }
  local at, n = index(m)
  local q = zeros(n)
  q[at.p_z], q[at.p_qw], q[at.a1], q[at.a2], q[at.a3] = -.5, 1, .3, .5, .2
  q = assert(m:assemble(q, { fix = { "a1", "a2", "a3" } }))
  t.near({ q[at.p_qw], q[at.p_qx], q[at.p_qy], q[at.p_qz] }, { 1, 0, 0, 0 }, 1e-12)
  local p = { q[at.p_x], q[at.p_y], q[at.p_z] }
  local J, w = li.zeros(3, 3), {}
  for i, x in ipairs { .3, .5, .2 } do
    local a, r = (i - 1) * 2 * pi / 3, Rb - Rp + La * cos(x)
    local d = { p[1] - r * cos(a), p[2] - r * sin(a), p[3] + La * sin(x) } -- along the rod
    t.near(math.sqrt(d[1] ^ 2 + d[2] ^ 2 + d[3] ^ 2), Lr, 1e-12)
    for k = 1, 3 do J:set(i, k, d[k]) end
    -- d . d(elbow)/da
    w[i] = -La * (d[1] * sin(x) * cos(a) + d[2] * sin(x) * sin(a) + d[3] * cos(x))
  end
  local mob = m:mobility(q)
  t.eq(mob.velocity, 3)
  t.eq(mob.hyperstatic, 0)
  -- d . p' = w a':  the weight by its motors, tau = (J^-1 w)' m g z
  local tau = m:drive(q, zeros(9), { a1 = 0, a2 = 0, a3 = 0 }).tau
  local f = J:transpose():solve(li.vec { 0, 0, 9.81 }) -- J' f = weight
  local got = {}
  for i, name in ipairs { "p_x", "p_y", "p_z", "p_wx", "p_wy", "p_wz", "a1", "a2", "a3" } do
    if name:match "^a" then got[#got + 1] = tau[i] end
  end
  t.near(got, { f[1] * w[1], f[2] * w[2], f[3] * w[3] }, 1e-10)
end)

t.test("a Stewart platform: six legs, their forces from the weight, and its pose from their "
  .. "lengths", function()
  local bodies, rows = { { name = "top", joint = "floating", mass = 5, com = { .05, .02, .1 },
    inertia = { .3, .3, .5 } } }, {}
  local base, top = {}, {}
  for i = 1, 6 do
    local x = (i - 1) * pi / 3
    local xb, xt = x + (i % 2 == 0 and .15 or -.15), x + (i % 2 == 0 and -.35 or .35)
    base[i], top[i] = { cos(xb), sin(xb), 0 }, { .6 * cos(xt), .6 * sin(xt), 0 }
    bodies[#bodies + 1] = { name = "leg" .. i, parent = "world", at = base[i], joint = "universal",
      mass = 0 }
    bodies[#bodies + 1] = { name = "rod" .. i, parent = "leg" .. i, joint = "prismatic", axis = "z",
      q = "s" .. i, mass = 0 }
    rows[i] = { "point", from = "rod" .. i, to = "top", to_at = top[i] }
  end
  local m = li.robot { gravity = { 0, 0, -9.81 }, bodies = bodies, constraints = rows }
  local at, n = index(m)
  local q = zeros(n)
  q[at.top_z], q[at.top_qw] = 1, 1
  local turn, centre = li.rot.rpy(.1, -.15, .2), { .08, -.05, 1.1 }
  local want = {}
  for i = 1, 6 do
    local b = turn * li.vec(top[i])
    want[i] = { centre[1] + b[1] - base[i][1], centre[2] + b[2] - base[i][2],
      centre[3] + b[3] - base[i][3] }
    q[at["s" .. i]] = math.sqrt(want[i][1] ^ 2 + want[i][2] ^ 2 + want[i][3] ^ 2)
  end
  -- forward: from the lengths alone
  q = assert(m:assemble(q, { fix = { "s1", "s2", "s3", "s4", "s5", "s6" } }))
  t.near({ q[at.top_x], q[at.top_y], q[at.top_z] }, centre, 1e-10)
  t.near(m:fk(q, "top").R, turn, 1e-10)
  local mob = m:mobility(q)
  t.eq(mob.velocity, 6)
  t.eq(m:mobility(q, 0, { "s1", "s2", "s3", "s4", "s5", "s6" }).internal, 0)
  -- statics: sum f u = -weight, sum (R b) x f u = -(R c) x weight
  local A, c = li.zeros(6, 6), turn * li.vec { .05, .02, .1 }
  for i = 1, 6 do
    local u, b, len = want[i], turn * li.vec(top[i]), q[at["s" .. i]]
    local x = { u[1], u[2], u[3], b[2] * u[3] - b[3] * u[2], b[3] * u[1] - b[1] * u[3],
      b[1] * u[2] - b[2] * u[1] }
    for k = 1, 6 do A:set(k, i, x[k] / len) end
  end
  local W = 5 * 9.81
  local f = A:solve(li.vec { 0, 0, W, c[2] * W, -c[1] * W, 0 })
  local tau, got = m:drive(q, zeros(#m:speeds()),
    { s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0 }).tau, {}
  for i, name in ipairs(m:speeds()) do
    local k = name:match "^s(%d)'"
    if k then got[tonumber(k)] = tau[i] end
  end
  t.near(got, f, 1e-9)
end)

t.test("Bennett's linkage turns although the formula gives it -2; its angles keep their "
  .. "relation over the whole turn", function()
  local a, al, be = 1, .6, 1.1
  local b = a * sin(be) / sin(al)
  -- every bar: along x by its length, then turned about x by its twist; the fourth bar is the
  -- ground
  local function bar(name, parent, length, twist, q)
    return { name = name, parent = parent, at = { length, 0, 0 }, rpy = { twist, 0, 0 },
      joint = "revolute", q = q, mass = 1, com = { .3, 0, 0 }, inertia = { .1, .1, .1 } }
  end
  local m = li.robot { gravity = { 0, 0, 0 },
    bodies = { { name = "one", joint = "revolute", q = "t1", mass = 1, com = { .3, 0, 0 },
      inertia = { .1, .1, .1 } }, bar("two", "one", a, al, "t2"),
      bar("three", "two", b, be, "t3") },
    frames = { { name = "end", body = "three", at = { a, 0, 0 }, rpy = { al, 0, 0 } },
      { name = "last", body = "world", at = { -b * 1, 0, 0 }, rpy = { -be, 0, 0 } } },
    loops = { { name = "closing", joint = "revolute", from = "end", to = "last" } },
  }
  -- bars a, b, a, b with twists al, be, al, be: t1 + t3 = 2 pi, tan(t1/2) tan(t2/2) = sin((be +
  -- al)/2)/sin((be - al)/2)
  local product = sin((be + al) / 2) / sin((be - al) / 2)
  local function other(x) return 2 * math.atan(product / tan(x / 2)) end
  local start = 1
  local q = assert(m:assemble({ start, other(start), -start }, { fix = { "t1" } }))
  local mob = m:mobility(q)
  t.eq(mob.velocity, 1)
  t.eq(mob.coordinates - 5, -2, "the formula of space")
  t.eq(mob.hyperstatic, 3)
  local run = assert(m:follow { input = "t1", from = start, to = start + 2 * pi, steps = 24,
    q = q })
  t.eq(run.dead, nil)
  local first = tan(run.q[1][1] / 2) * tan(run.q[1][2] / 2)
  t.near(math.abs(first), product, 1e-8)
  for k = 1, #run.input do
    local x, y = run.q[k][1] / 2, run.q[k][2] / 2
    t.near(sin(x) * sin(y) - first * cos(x) * cos(y), 0, 1e-8)
    t.near(cos(run.q[k][3] + run.q[k][1]), 1, 1e-8)
  end
  -- in motion it keeps its energy
  local v = m:fit_velocity(q, { 1, 0, 0 })
  local sim = assert(m:simulate(2, q, v, { dt = 1 }))
  t.ok(sim:info().drift < 1e-6)
  for _, way in ipairs { "kkt", "udwadia", "nullspace" } do
    t.near(m:constrained(q, v, { 1, 0, 0 }, { method = way }).a, m:fd(q, v, { 1, 0, 0 }), 1e-9, way)
  end
end)

t.test("a double parallelogram swings as one pendulum, past every place where its bars could "
  .. "leave their order", function()
  local function bar(name, x)
    return { name = name, parent = "world", at = { x, 0, 0 }, joint = "revolute", mass = 1,
      com = { .75, 0, 0 }, inertia = { .1, .2, .2 } }
  end
  local m = li.robot { gravity = { 0, -9.81, 0 },
    bodies = { bar("one", 0),
      { name = "coupler", parent = "one", at = { 1.5, 0, 0 }, joint = "revolute", mass = 2,
      com = { 2.5, 0, 0 }, inertia = { .1, 2, 2 } }, bar("two", 2), bar("three", 5) },
    constraints = { { "point", from = "coupler", from_at = { 2, 0, 0 }, to = "two",
      to_at = { 1.5, 0, 0 } },
      { "point", from = "coupler", from_at = { 5, 0, 0 }, to = "three", to_at = { 1.5, 0, 0 } } } }
  -- inertia about the pins of three bars and of the load they carry; its weight
  local J, W = 3 * (.2 + .75 ^ 2) + 2 * 1.5 ^ 2, 9.81 * (3 * .75 + 2 * 1.5)
  local x, w, h = pi / 3, 0, .001
  t.near(m:fd({ x, -x, x, x }, zeros(4), zeros(4))[1], -W * cos(x) / J, 1e-9)
  local run = assert(m:simulate(1, { x, -x, x, x }, zeros(4), { dt = 1 }))
  for _ = 1, 1000 do -- a middle step each
    local xm, wm = x + h / 2 * w, w - h / 2 * W * cos(x) / J
    x, w = x + h * wm, w - h * W * cos(xm) / J
  end
  local name = m:coordinates()
  t.near({ run[name[1]][2], run[name[2]][2], run[name[4]][2] }, { x, -x, x }, 1e-4)
  t.ok(run:info().drift < 1e-6)
end)

t.test("a universal joint of two forks and a cross: cos b/(1 - sin^2 b cos^2 a)", function()
  local be = .6
  local m = li.robot { gravity = { 0, 0, 0 },
    bodies = {
      { name = "drive", joint = "revolute", axis = "x", q = "a", mass = 1, inertia = { 1, 1, 1 } },
        { name = "cross", parent = "drive", joint = "revolute", axis = "y", q = "c", mass = 0 },
      { name = "driven", parent = "world", rpy = { 0, 0, be }, joint = "revolute", axis = "x",
        q = "b", mass = 1, inertia = { 2, 1, 1 } },
    },
    constraints = { { "hinge", name = "yoke", from = "cross", from_axis = "z", to = "driven",
      to_axis = "z" } } }
  local run = assert(m:follow { input = "a", from = 0, to = 2 * pi, steps = 12, q = { 0, 0, 0 } })
  t.ok(run.returns)
  for k, a in ipairs(run.input) do
    local ratio = cos(be) / (1 - sin(be) ^ 2 * cos(a) ^ 2)
    t.near(run.rate[k][3], ratio, 1e-10)
    t.near(run.acc[k][3], -cos(be) * sin(be) ^ 2 * sin(2 * a) / (1 - sin(be) ^ 2 * cos(a) ^ 2) ^ 2,
      1e-8)
    -- tan b = tan a/cos be
    t.near(sin(run.q[k][3]) * cos(a) * cos(be) - cos(run.q[k][3]) * sin(a), 0, 1e-10)
  end
  t.near(m:drive(run.q[2], run.rate[2], { a = 0 }, { 0, 0, -3 }).tau[1],
    (3 + 2 * run.acc[2][3]) * run.rate[2][3], 1e-9)
end)

t.test("a planetary gear and a differential: Willis' ratio, inertia felt at the sun, the "
  .. "torque shared", function()
  local zs, zp = 30, 15
  local zr = zs + 2 * zp
  local gear = li.robot { gravity = { 0, 0, 0 },
    bodies = { { name = "sun", joint = "revolute", q = "s", mass = 1, inertia = { 0, 0, .02 } },
      { name = "carrier", parent = "world", joint = "revolute", q = "c", mass = 1,
      inertia = { 0, 0, .05 } },
      { name = "planet", parent = "carrier", at = { .1, 0, 0 }, joint = "revolute", q = "p",
        mass = .3, inertia = { 0, 0, .004 } } },
    constraints = { { "coupling", name = "inner", coordinates = { s = zs, c = -zs, p = zp } },
      { "coupling", name = "ring stands", coordinates = { c = zr, p = zp } } } }
  local q = { 0, 0, 0 }
  t.eq(gear:mobility(q).velocity, 1)
  local v, i = gear:fit_velocity(q, { 1, 0, 0 }), 1 + zr / zs
  t.near(v[1] / v[2], i, 1e-12)
  local J = .02 + (.05 + .3 * .01 + .004 * (1 - zr / zp) ^ 2) / (i * i)
  t.near(gear:constrained(q, v, { 5, 0, 0 }).a[1], 5 / J, 1e-9)
  -- two half shafts, the case turns at their mean; one blocked, the other turns twice as fast
  local diff = li.robot { gravity = { 0, 0, 0 },
    bodies = { { name = "case", joint = "revolute", q = "d", mass = 1, inertia = { 0, 0, .3 } },
      { name = "left", parent = "world", joint = "revolute", q = "l", mass = 1,
      inertia = { 0, 0, .1 } },
      { name = "right", parent = "world", joint = "revolute", q = "r", mass = 1,
        inertia = { 0, 0, .4 } } },
    constraints = { { "coupling", name = "bevels", coordinates = { d = -2, l = 1, r = 1 } } } }
  local r = diff:constrained(q, { 1, 2, 0 }, { 10, -1, -2 })
  -- by hand: J_l a_l = T/2 - 1, J_r a_r = T/2 - 2, J_d (a_l + a_r)/2 = 10 - T
  local T = (10 + .15 * (1 / .1 + 2 / .4)) / (1 + .075 * (1 / .1 + 1 / .4))
  t.near(r.a, { (10 - T) / .3, (T / 2 - 1) / .1, (T / 2 - 2) / .4 }, 1e-9)
  t.near(diff:mobility(q).velocity, 2, 0)
end)

-- a solid ball, I = 2/5 m r^2
local function ball(row, others, g)
  local bodies = { { name = "b", joint = "floating", mass = 2, inertia = { .032, .032, .032 } } }
  for _, o in ipairs(others or {}) do bodies[#bodies + 1] = o end
  row[1], row.name, row.from, row.radius = "rolling_ball", "rolls", "b", .2
  local rows = { row }
  for i, r in ipairs(others and others.rows or {}) do rows[i + 1] = r end
  return li.robot { gravity = g or { 0, 0, -9.81 }, bodies = bodies, constraints = rows }
end

t.test("a ball rolls down a slope with 5/7 g sin, over a sphere, and swings in a bowl", function()
  local slope = ball { to = "world", to_rpy = { 0, .3, 0 } }
  local q = assert(slope:assemble { 0, 0, .3, 1, 0, 0, 0 })
  local r = assert(slope:constrained(q, zeros(6), zeros(6)))
  t.near({ r.a[1], r.a[3] }, { 5 / 7 * 9.81 * sin(.3) * cos(.3), -5 / 7 * 9.81 * sin(.3) ^ 2 },
    1e-12)
  t.near(r.lambda.rolls[1], 2 * 9.81 * cos(.3), 1e-11)
  t.near(r.power, 0, 1e-12)
  t.eq(slope:mobility(q).velocity, 3)
  t.eq(slope:mobility(q).position, 5)
  local over = ball { to = "world", sphere = 1 }
  q = assert(over:assemble { 1.2 * sin(.4), 0, 1.2 * cos(.4), 1, 0, 0, 0 })
  local v = over:fit_velocity(q, { .6 * cos(.4), 0, -.6 * sin(.4), 0, 0, 0 })
  r = assert(over:constrained(q, v, zeros(6)))
  local speed = v[1] / cos(.4)
  t.near(r.a[1] * cos(.4) - r.a[3] * sin(.4), 5 / 7 * 9.81 * sin(.4), 1e-11, "along")
  t.near(r.lambda.rolls[1], 2 * (9.81 * cos(.4) - speed ^ 2 / 1.2), 1e-10,
    "pressed less the faster it goes")
  local bowl = ball { to = "world", sphere = -1 }
  q = assert(bowl:assemble { .8 * sin(.01), 0, -.8 * cos(.01), 1, 0, 0, 0 })
  local T = 2 * pi / math.sqrt(5 * 9.81 / (7 * .8))
  local run = assert(bowl:simulate(T, q, zeros(6), { dt = T }))
  t.near(run.b_x[2], run.b_x[1], 1e-8)
  t.raises("a rolling_ball needs its radius", li.robot,
    { bodies = { { name = "b", joint = "floating" } },
    constraints = { { "rolling_ball", from = "b", to = "world" } } })
end)

t.test("a ball on a turntable goes round in circles at 2/7 of its speed", function()
  local m = ball({ to = "table" }, { { name = "table", parent = "world", joint = "revolute",
    axis = "z", q = "tt", mass = 1, inertia = { 1, 1, 1 } },
    rows = { { "driver", name = "motor", coordinate = "tt", law = "3*t" } } })
  local q = assert(m:assemble { .5, 0, .2, 1, 0, 0, 0, 0 })
  local v = m:fit_velocity(q, { .3, 0, 0, 0, 0, 0, 3 })
  local T = 2 * pi / (3 * 2 / 7)
  local run = assert(m:simulate(T, q, v, { dt = T / 4 }))
  t.near({ run.b_x[5], run.b_y[5], run.b_z[5] }, { .5, 0, .2 }, 1e-6)
  local cx, cy = (run.b_x[1] + run.b_x[3]) / 2, (run.b_y[1] + run.b_y[3]) / 2
  t.near(math.sqrt((run.b_x[2] - cx) ^ 2 + (run.b_y[2] - cy) ^ 2),
    math.sqrt((run.b_x[1] - cx) ^ 2 + (run.b_y[1] - cy) ^ 2), 1e-6)
end)

t.test("a car whose front wheels steer by Ackermann: rows that agree are named, rows that do "
  .. "not stop it", function()
  local function car(right)
    local s = li.system { planar = true, name = "car" }
    local x, y, th = s:coordinates "cx cy ch"
    local b = s:body { name = "car", m = 1200, j = 1800, com = { 1.2, 0 }, place = { x, y, th } }
    b:wheel { name = "rear left", at = { 0, .75 } }
    b:wheel { name = "rear right", at = { 0, -.75 } }
    local left = math.atan(2.6 / (8 - .75)) -- about a centre 8 m to the left
    b:wheel { name = "front left", at = { 2.6, .75 }, angle = left }
    b:wheel { name = "front right", at = { 2.6, -.75 },
      angle = right or math.atan(2.6 / (8 + .75)) }
    b:force { f = { 300, 0 }, at = { 0, 0 } }
    return s
  end
  local s = car()
  local eq = s:equations()
  local r = assert(eq:solve({ 0, 0, 0 }, { 5, 0, 5 / 8 }))
  t.eq(r.rank, 2)
  t.eq(#r.redundant, 2)
  t.near(r.a[1], 300 / (1200 + (1200 * 1.44 + 1800) / 64), 1e-9) -- T = (m + (m b^2 + j)/R^2) v^2/2
  t.ok(eq:consistent({ 0, 0, 0 }, { 5, 0, 0 })[3] > 0, "it turns left")
  local locked = car(-.2):equations():consistent({ 0, 0, 0 }, { 5, 0, 0 })
  t.near(locked, { 0, 0, 0 }, 1e-9, "toed the other way it cannot move")
end)

t.done()
