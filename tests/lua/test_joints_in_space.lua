-- test_joints_in_space.lua - every joint that li.mechanism knows in space: its motion, its rows,
-- the forces it carries, the model of it, from both sides and closing a loop
local t = require "t"
local li = require "liaison"
local kinds = require "liaison.describe.kinds"
local mechanism = require "liaison.constrained.mechanism"

local random = li.random(3)
local function between(a, b) return random:uniform(a, b) end

local known = {}
for name in pairs(kinds.names_of_parts(false)) do known[#known + 1] = name end
table.sort(known)

local function vec3(a) return { between(-a, a), between(-a, a), between(-a, a) } end
local function rotation() return li.rot.rpy(between(-1, 1), between(-1, 1), between(-1, 1)) end

local function rows_of(R)
  local M = R:matrix()
  return { { M[1][1], M[1][2], M[1][3] }, { M[2][1], M[2][2], M[2][3] },
    { M[3][1], M[3][2], M[3][3] } }
end

local function times(R, a)
  local M, out = R:matrix(), {}
  for i = 1, 3 do out[i] = M[i][1] * a[1] + M[i][2] * a[2] + M[i][3] * a[3] end
  return out
end

-- a joint of this kind anywhere, told by rot, by rpy, or by its axis in both bodies
local function joint(kind, way, from, to)
  local j = { kind = kind, name = "K", from = from, to = to, from_at = vec3(.3), to_at = vec3(.3),
    pitch = kind == "helical" and .07 or nil }
  local R, names = rotation(), {}
  for i = 1, kinds.freedom(kinds.parts(kind, false)) do names[i] = "k" .. i end
  j.coordinate = names
  if way == "rot" then j.rot = rows_of(R) elseif way == "rpy" then j.rpy = { R:rpy() } end
  if kind == "universal" then
    local here = vec3(1)
    j.to_axis = here
    -- square to the other where the coordinates are 0
    local u, w = way == "axes" and here or times(R, here), vec3(1)
    j.from_axis = { u[2] * w[3] - u[3] * w[2], u[3] * w[1] - u[1] * w[3],
      u[1] * w[2] - u[2] * w[1] }
  elseif way == "axes" then j.to_axis, j.from_axis = vec3(1), vec3(1)
  else j[random:uniform() < .5 and "to_axis" or "from_axis"] = vec3(1) end
  return j
end

local function body(name)
  return { name = name, mass = between(1, 2), com = vec3(.2), inertia = { .2, .25, .3, .01, -.02,
    .015 } }
end

local function spec(...)
  return { planar = false, gravity = { .3, -.5, -9.81 }, bodies = { body "a", body "b" },
    joints = { ... } }
end

local base = { kind = "revolute", name = "base", to = "a", from_at = { .1, .2, .3 },
  to_axis = { 0, .6, .8 }, coordinate = "ka" }

-- b free in space, by bodies without mass
local function floating()
  local joints, from = {}, nil
  local bodies = {}
  for i, axis in ipairs { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } do
    bodies[i] = { name = "f" .. i, mass = 0, inertia = 0 }
    joints[i] = { kind = "prismatic", name = "F" .. i, from = from, to = "f" .. i, to_axis = axis,
      coordinate = "f" .. ("xyz"):sub(i, i) }
    from = "f" .. i
  end
  joints[4] = { kind = "spherical", name = "F4", from = from, to = "b", coordinate = "fc fb fa" }
  return bodies, joints
end

local WAYS = { "rot", "rpy", "axes" }

local function numbers(s)
  local at = {}
  for _, q in ipairs(s.q) do at[tostring(q)] = between(-1, 1) end
  return at
end

local function pose(s, name, at)
  for _, b in ipairs(s.bodies) do
    if b.name == name then return b.pose.R:eval(at), b.pose.p:eval(at) end
  end
end

-- a form as expressions whose numbers alone are asked for
local function form(m, name) return mechanism.system_of(mechanism.shape_of(m), name) end

local function in_order(M, at)
  local q = {}
  for i, name in ipairs(M:coordinates()) do q[i] = at[name] end
  return q
end

local function near_pose(F, R, p, what)
  t.near(F.p, p, 1e-12, what)
  for i = 1, 3 do for k = 1, 3 do t.near(F.R[i][k], R[i][k], 1e-12, what) end end
end

t.test("the list: joints on an axis, balls, slots, universal, helical, planar", function()
  t.eq(table.concat(known, " "), "cylindrical fixed helical planar prismatic revolute slot "
    .. "spherical universal")
end)

t.test("models of each stand where its expressions say, from both sides", function()
  for _, kind in ipairs(known) do
    for _, way in ipairs(WAYS) do
      for _, ends in ipairs { { "a", "b" }, { "b", "a" } } do
        local m = li.mechanism(spec(base, joint(kind, way, ends[1], ends[2])))
        local s, M = form(m, "joint"), m:model()
        local what = kind .. " " .. way
        t.eq(#s.q, 1 + kinds.freedom(kinds.parts(kind, false)), what)
        local at = numbers(s)
        local q = in_order(M, at)
        for _, name in ipairs { "a", "b" } do
          local R, p = pose(s, name, at)
          near_pose(M:fk(q, name), R, p, what)
        end
      end
    end
  end
end)

-- where bodies stand as Cartesian coordinates
local function cartesian(s, at)
  local out = {}
  for _, name in ipairs { "a", "b" } do
    local R, p = pose(s, name, at)
    local roll, pitch, yaw = li.rot.matrix(R):rpy()
    for k, letter in ipairs { "x", "y", "z" } do out[letter .. "_" .. name] = p[k] end
    out["roll_" .. name], out["pitch_" .. name], out["yaw_" .. name] = roll, pitch, yaw
  end
  return out
end

t.test("rows of each hold wherever its coordinates put it, and hold as much as it locks", function()
  for _, kind in ipairs(known) do
    for _, way in ipairs(WAYS) do
      local m = li.mechanism(spec(base, joint(kind, way, "a", "b")))
      local s, c = form(m, "joint"), form(m, "cartesian")
      local at = cartesian(s, numbers(s))
      local rows = {}
      for i, r in ipairs(c.rows) do rows[i] = r.phi end
      local what = kind .. " " .. way
      t.near(li.smat(rows):eval(at):norm(), 0, 1e-12, what)
      t.eq(li.jacobian(rows, c.q):eval(at):rank(1e-9), 12 - #s.q, what)
    end
  end
end)

t.test("as the joint that closes a loop: constraint of the model, mobility, coordinates again",
  function()
  for _, kind in ipairs(known) do
    for _, way in ipairs(WAYS) do
      local K = joint(kind, way, "a", "b")
      local open = form(li.mechanism(spec(base, K)), "joint")
      local at = numbers(open)
      local bodies, joints = floating()
      table.insert(bodies, 1, body "a")
      bodies[#bodies + 1] = body "b"
      table.insert(joints, 1, base)
      joints[#joints + 1] = K
      local m = li.mechanism { planar = false, bodies = bodies, joints = joints, cut = "K" }
      local R, p = pose(open, "b", at)
      local c, b, a = li.rot.matrix(R):moving "zyx"
      local full = { ka = at.ka, fx = p[1], fy = p[2], fz = p[3], fc = c, fb = b, fa = a }
      local what = kind .. " " .. way
      local freedom = kinds.freedom(kinds.parts(kind, false))
      local x = assert(m:mobility(full), what)
      t.eq(x.velocity, 1 + freedom, what)
      for i = 1, freedom do t.near(x.q["k" .. i], at["k" .. i], 1e-9, what) end
      local M = m:model()
      local q = in_order(M, full)
      t.near(M:gaps(q).K:norm(), 0, 1e-11, what)
      t.eq(M:mobility(q).velocity, 1 + freedom, what)
    end
  end
end)

-- a joint of round numbers
local function plain(kind)
  local j = joint(kind, "rot", "a", "b")
  j.from_at, j.to_at = { .1, 0, .2 }, { 0, -.3, 0 }
  j.rot = { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } }
  j.to_axis, j.from_axis = nil, { 0, .6, .8 }
  if kind == "universal" then j.to_axis = { 0, 1, 0 } end
  return j
end

t.test("forces: what a joint can carry explains all that it does, and does no work", function()
  for _, kind in ipairs(known) do
    local m = li.mechanism(spec(base, plain(kind)))
    local s = m:system "joint"
    local k, at = s:kane { tidy = "none" }, numbers(s)
    for _, q in ipairs(s.q) do at[tostring(q:d())] = between(-1, 1) end
    local r = k:reactions(at)
    t.near(r.residual, 0, 1e-9, kind)
    -- as many as it locks
    local count = 0
    for _, name in ipairs(r.names) do if name:find "^K " then count = count + 1 end end
    t.eq(count, 6 - kinds.freedom(kinds.parts(kind, false)), kind)
    local n = k:numbers(at)
    t.near(n.J:transpose() * n.omega_c, li.zeros(k.l), 1e-9, kind)
  end
end)

t.test("the same accelerations by equations in joint coordinates and by the model", function()
  for _, kind in ipairs(known) do
    local m = li.mechanism(spec(base, plain(kind)))
    local s, M = m:system "joint", m:model()
    local at, q, v = numbers(s), {}, {}
    for i, x in ipairs(s.q) do q[i], v[i] = at[tostring(x)], between(-1, 1) end
    local a = s:equations { tidy = "none" }:fd(q, v, li.zeros(#q))
    t.near(M:fd(q, v, li.zeros(#q)), a, 1e-9 * (1 + a:norm()), kind)
  end
end)

t.test("what a joint does not have is refused with its place", function()
  local function wrong(what, fields)
    local j = { kind = "revolute", to = "a" }
    for key, x in pairs(fields) do j[key] = x end
    t.raises(what, function()
      li.mechanism { planar = j.planar or false, bodies = { { name = "a" } }, joints = { { kind =
        j.kind, to = "a", pitch = j.pitch, rot = j.rot, rpy = j.rpy, angle = j.angle,
        to_axis = j.to_axis, from_axis = j.from_axis } } }
    end)
  end
  wrong("joints%[1%].pitch: is of a helical joint", { pitch = 1 })
  wrong("joints%[1%].pitch: expected the pitch", { kind = "helical" })
  wrong("joints%[1%].angle: in space say rpy or rot", { angle = 1 })
  wrong("joints%[1%].rot: rpy tells it already", { rot = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
    rpy = { 0, 0, 0 } })
  wrong("joints%[1%].rot: its rows are not those of a rotation",
    { rot = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 1, 1 } } })
  wrong("joints%[1%].from_axis: rpy and to_axis tell it already",
    { rpy = { .1, 0, 0 }, to_axis = { 0, 0, 1 }, from_axis = { 0, 0, 1 } })
  wrong("joints%[1%].to_axis: the axes of a universal joint are square",
    { kind = "universal", to_axis = { 0, .1, 1 }, from_axis = { 0, 0, 1 } })
  wrong("joints%[1%].kind: unknown joint 'universl' %(did you mean 'universal'%?%)",
    { kind = "universl" })
  wrong("unknown joint 'universal': it is one of space", { kind = "universal", planar = true })
  wrong("joints%[1%].rot: in the plane say angle", { planar = true, rot = {} })
end)

t.test("in the plane an angle turns a hinge's zero too", function()
  local m = li.mechanism { bodies = { { name = "a", mass = 1, inertia = .1 } }, joints = { {
    kind = "revolute", to = "a", angle = .3, to_at = { .2, 0 }, coordinate = "ka" } } }
  local s = m:system "joint"
  t.near(s.bodies[1].pose.angle:eval { ka = .5 }, .8, 1e-15)
  t.near(m:model():fk({ .5 }, "a").p, { -.2 * math.cos(.8), -.2 * math.sin(.8), 0 }, 1e-15)
end)

t.test("planes: a mechanism of the plane stands where it says in its model", function()
  local function made(plane)
    return li.mechanism { plane = plane, gravity = { 1, -9.81 }, bodies = {
      { name = "a", mass = 1, inertia = .1, com = { .3, .1 } },
      { name = "b", mass = 2, inertia = .2, com = { 0, .1 } },
      { name = "c", mass = 1, inertia = .1 } }, joints = {
      { kind = "revolute", to = "a", from_at = { .1, .2 }, coordinate = "ka" },
      { kind = "slot", from = "b", to = "a", to_at = { .4, 0 }, to_axis = { .6, .8 },
        coordinate = "kb kc" },
      { kind = "prismatic", from = "b", to = "c", to_axis = { 0, 1 }, angle = .2,
        coordinate = "kd" },
      { kind = "revolute", name = "close", from = "c", from_at = { .1, 0 }, to_at = { 1, 1 },
        coordinate = "ke" } }, loads = { { on = "c", f = { 1, 2 }, axes = "world" } } }
  end
  local q0 = made "xy":model():assemble { .5, .2, .3, .4 }
  local q, v = made "xy":model():simulate(1e-3, q0, { .4, 0, 0, 0 }):state(0)
  local flat = made "xy":model()
  for _, case in ipairs { { "xz", 1, 3 }, { "y z", 2, 3 } } do
    local M = made(case[1]):model()
    t.near(M:fd(q, v, li.zeros(4)), flat:fd(q, v, li.zeros(4)), 1e-9)
    for _, name in ipairs { "a", "b", "c" } do
      local p, P = flat:fk(q, name).p, M:fk(q, name).p
      t.near({ P[case[2]], P[case[3]] }, { p[1], p[2] }, 1e-12)
    end
  end
  t.raises("plane: expected 'xy', 'xz' or 'yz', got the string 'zx'", function() made "zx" end)
  t.ok(tostring(made "xz"):find("4 joints, in the plane x z\n", 1, true))
  local turned = made "xz":ground "c":model() -- a load that acted on what is the ground now
  t.near(turned:fk({ 1, .2, .3 }, "frame").p[2], 0, 1e-15)
  t.raises("plane: a mechanism in space stands in no plane", function()
    li.mechanism { planar = false, plane = "xz", bodies = { { name = "a" } }, joints = {} }
  end)
end)

t.done()
