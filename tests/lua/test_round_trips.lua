-- test_round_trips.lua - models as mechanisms and back: all robots that are shipped, linkages of
-- space with closed loops, random trees of every joint, planes
local t = require "t"
local li = require "liaison"
local zoosample = require "zoosample"
local mechanism = require "liaison.constrained.mechanism"

local random = li.random(23)
local function between(a, b) return random:uniform(a, b) end

-- a model without what no mechanism has: springs, friction, rotors, limits, forces
local function bare(model)
  local d = model:description()
  for _, b in ipairs(d.bodies) do
    for _, f in ipairs { b, (table.unpack or unpack)(b.dofs or {}) } do
      for _, key in ipairs { "rotor", "gear", "damping", "friction", "stiffness", "rest", "min",
        "max", "velocity", "speed", "effort" } do f[key] = nil end
    end
  end
  d.forces, d.inputs, d.outputs, d.strict = nil, nil, nil, false
  return li.robot(d)
end

local function names_of(model)
  local list = {}
  for i, b in ipairs(model:description().bodies) do list[i] = b.name end
  return list
end

local function near_poses(A, qa, B, qb, names, what)
  for _, name in ipairs(names) do
    local X, Y = A:fk(qa, name), B:fk(qb, name)
    t.near(Y.p, X.p, 1e-12, what .. ": " .. name)
    for i = 1, 3 do
      for k = 1, 3 do t.near(Y.R[i][k], X.R[i][k], 1e-12, what .. ": " .. name) end
    end
  end
end

-- of a model and its mechanism: places of the mechanism's own expressions
local function near_expressions(A, q, m, names, what)
  local s, at, pose = mechanism.system_of(mechanism.shape_of(m), "joint"), {}, {}
  for i, name in ipairs(A:coordinates()) do at[name] = q[i] end
  for _, b in ipairs(s.bodies) do pose[b.name] = b.pose end
  for _, name in ipairs(names) do
    local X = A:fk(q, name)
    t.near(pose[name].p:eval(at), X.p, 1e-12, what .. ": " .. name)
    local R = pose[name].R:eval(at)
    for i = 1, 3 do for k = 1, 3 do t.near(R[i][k], X.R[i][k], 1e-12, what .. ": " .. name) end end
  end
end

local function random_state(model)
  local q, v, a = model:random(math.floor(between(1, 1000))):table(), {}, {}
  for i = 1, #model:speeds() do v[i], a[i] = between(-1, 1), between(-1, 1) end
  return q, v, a
end

-- q of another model whose coordinates have the same names in another order
local function reordered(A, B, x)
  local at, out = {}, {}
  for i, name in ipairs(A:coordinates()) do at[name] = x[i] end
  for i, name in ipairs(B:coordinates()) do out[i] = at[name] end
  return out
end

local function check_tree(A, options, what)
  options = options or {}
  options.forces = false
  local m = A:mechanism(options)
  local B, names = m:model(), names_of(A)
  t.eq(#B:coordinates(), #A:coordinates(), what)
  for _ = 1, 3 do
    local q, v, a = random_state(A)
    local Q = reordered(A, B, q)
    near_poses(A, q, B, Q, names, what)
    if m.planar == false then near_expressions(A, q, m, names, what) end
    local tau = A:id(q, v, a)
    local got = B:id(Q, reordered(A, B, v), reordered(A, B, a))
    t.near(got, reordered(A, B, tau), 1e-9 * (1 + tau:norm()), what .. ": forces of a motion")
  end
  return m, B
end

-- ---- robots that are shipped --------------------------------------------------------------------

local function shipped(name)
  return li.robots[name](name == "inria6r" and { data = "P1" } or nil)
end

local function massive(model) return #model:missing() == 0 end

-- numbers of q and v by quaternions from those by angles
local function by_quaternions(A, B, q, v)
  local at, rate, Q, V = {}, {}, {}, {}
  for i, name in ipairs(B:coordinates()) do at[name], rate[name] = q[i], v[i] end
  local turn = {}
  local function rot(base, h)
    local function x(letter)
      return at[base .. "_r" .. letter] + h * rate[base .. "_r" .. letter]
    end
    return li.rot.moving("zyx", x "z", x "y", x "x")
  end
  for _, name in ipairs(A:coordinates()) do
    local base = name:match "^(.*)_qw$"
    if base then turn[base] = rot(base, 0) end
  end
  for i, name in ipairs(A:coordinates()) do
    local base, k = name:match "^(.*)_q([wxyz])$"
    Q[i] = at[name]
    if base then
      local e = { turn[base]:quat() }
      e = type(e[1]) == "number" and e or e[1]
      Q[i] = e[({ w = 1, x = 2, y = 3, z = 4 })[k]]
    end
  end
  local spin, h = {}, 1e-5
  for base, R in pairs(turn) do
    local M = (R:inverse() * (rot(base, h))):matrix()
    local N = (R:inverse() * (rot(base, -h))):matrix()
    spin[base] = { x = (M[3][2] - N[3][2]) / (2 * h), y = (M[1][3] - N[1][3]) / (2 * h),
      z = (M[2][1] - N[2][1]) / (2 * h) }
  end
  for i, name in ipairs(A:speeds()) do
    local base, letter = name:match "^(.*)_w([xyz])'$"
    V[i] = rate[(name:gsub("'$", ""))]
    if base then V[i] = spin[base][letter] end
    base, letter = name:match "^(.*)_([xyz])'$"
    if base and turn[base] then -- the velocity of the origin in body axes
      local M = turn[base]:matrix()
      local k = ({ x = 1, y = 2, z = 3 })[letter]
      V[i] = M[1][k] * rate[base .. "_x"] + M[2][k] * rate[base .. "_y"]
        + M[3][k] * rate[base .. "_z"]
    end
  end
  return Q, V
end

t.test("every shipped robot: there and back, places of all bodies, forces of any motion", function()
  local tried = 0
  for _, name in ipairs(zoosample.names(true)) do
    local A = shipped(name)
    if #A:coordinates() == #A:speeds() then
      local d = A:description()
      if not massive(A) then -- a robot of which the geometry alone is known: masses of ours
        for _, b in ipairs(d.bodies) do
          b.mass, b.com, b.inertia = 1, { .1, 0, .05 }, { .1, .2, .15 }
        end
        A = li.robot(d)
      end
      check_tree(bare(A), nil, name)
      tried = tried + 1
    else
      t.raises("turns by a quaternion", function() A:mechanism { forces = false } end)
      A = bare(A)
      local m, told = A:mechanism { angles = true, forces = false }
      t.ok(table.concat(told, "; "):find("is an angle", 1, true), name)
      local B, q, v = m:model(), {}, {}
      t.eq(#B:coordinates(), #A:speeds(), name)
      for i = 1, #B:coordinates() do q[i], v[i] = between(-.7, .7), between(-1, 1) end
      local Q, V = by_quaternions(A, B, q, v)
      near_poses(A, Q, B, q, names_of(A), name)
      t.near({ B:energy(q, v) }, { A:energy(Q, V) }, 1e-5 * (1 + math.abs((A:energy(Q, V)))), name)
      tried = tried + 1
    end
  end
  t.ok(tried == #zoosample.names(true) and tried >= 15)
end)

-- ---- every joint --------------------------------------------------------------------------------

local function vec3(a) return { between(-a, a), between(-a, a), between(-a, a) } end

local JOINTS = {
  function() return { kind = "revolute", axis = vec3(1), offset = .3 } end,
  function() return { kind = "revolute", axis = "-x", scale = -1 } end,
  function() return { kind = "prismatic", axis = vec3(1), offset = .2, scale = -1 } end,
  function() return { kind = "helical", axis = { 0, .6, .8 }, pitch = .1, offset = .4 } end,
  function() return { kind = "cylindrical", axis = vec3(1) } end,
  function() return { kind = "universal", axis = "x", axis2 = "z" } end,
  function() return "planar" end,
  function() return "fixed" end,
  function() return "Rz Ry Rx" end,
  function() return "Tx Ty Tz Rz Ry Rx" end,
  function() return "Rx Tz Ry" end,
}

local function random_tree(n, first)
  local bodies = {}
  for i = 1, n do
    local k = (first + i - 2) % #JOINTS + 1
    bodies[i] = { name = "b" .. i, joint = JOINTS[k](), at = vec3(.4), rpy = vec3(1),
      after = { { "Tx", between(-.2, .2) }, { "Rz", between(-1, 1) }, { "Rx", between(-1, 1) } },
      parent = i == 1 and "world" or "b" .. math.floor(between(1, i)), mass = between(1, 2),
      com = vec3(.2), inertia = { .2, .25, .3, .01, -.02, .015 },
      about = i % 2 == 0 and "origin" or "com" }
    if bodies[i].about == "origin" then bodies[i].inertia = { .9, 1, .8, .01, -.02, .015 } end
  end
  return li.robot { bodies = bodies, gravity = { .3, -.5, -9.8 }, strict = false }
end

t.test("trees of every joint, places turned anyhow, offsets, scales: there and back", function()
  for first = 1, #JOINTS do check_tree(random_tree(4, first), nil, "tree " .. first) end
end)

t.test("joints that a mechanism has stay one, others are led to by bodies without mass", function()
  local function bodies(joint)
    local A = li.robot { bodies = { { name = "b", joint = joint, mass = 1,
      inertia = { 1, 1, 1 } } } }
    return #A:mechanism { plane = "space" }.bodies
  end
  for joint, count in pairs { revolute = 1, prismatic = 1, cylindrical = 1, universal = 1,
    planar = 1, fixed = 1, ["Rz Ry Rx"] = 1, ["Rx Ry Rz"] = 3, ["Tx Ty Tz"] = 3, ["Rz Tz"] = 1,
    ["Tz Rz"] = 1, ["Rz Rz"] = 2, ["Tx Ty Rz"] = 1 } do
    t.eq(bodies(joint), count, joint)
  end
end)

-- ---- linkages of space --------------------------------------------------------------------------

-- Bennett's linkage: four hinges, the formula of space says -2, it moves with one freedom where
-- a sin(beta) = b sin(alpha)                                      [Bennett 1903; Hunt 1978, 10.4]
local function bennett()
  local a, b, alpha = .5, .8, math.pi / 5
  local beta = math.asin(b * math.sin(alpha) / a)
  local bodies, lengths, twists = {}, { a, b, a, b }, { alpha, beta, alpha, beta }
  for i = 1, 3 do
    bodies[i] = { name = "link" .. i, joint = "revolute", q = "b" .. i, mass = 1 + i,
      com = { -.2, .05, 0 }, inertia = { .1, .2, .15 }, after = { { "Tx", lengths[i] },
      { "Rx", twists[i] } } }
  end
  return li.robot { name = "bennett", bodies = bodies, gravity = { 0, 0, -9.81 },
    frames = { { name = "end", body = "link3" },
    { name = "ground end", body = "world", rpy = { -twists[4], 0, 0 },
      at = { -lengths[4], 0, 0 } } },
    constraints = { { "revolute", name = "closing", from = "end", to = "ground end" } } }
end

-- a crank and a rocker on skew hinges, a rod between on balls: one freedom, and the rod's own spin
local function rssr()
  return li.robot { name = "rssr", gravity = { 0, 0, -9.81 }, bodies = {
    { name = "crank", joint = "revolute", axis = "z", q = "r1", mass = 1, com = { .1, 0, 0 },
      inertia = { .01, .02, .02 } },
    { name = "rod", at = { .3, 0, 0 }, joint = "Rz Ry Rx", q = { "r2", "r3", "r4" }, mass = 2,
      com = { .5, 0, 0 }, inertia = { .01, .2, .2 } },
    { name = "rocker", parent = "world", at = { 1, .4, .1 }, rpy = { 0, math.pi / 2, .2 },
      joint = "revolute", q = "r5", mass = 1.5, com = { .2, 0, 0 }, inertia = { .02, .03, .03 } } },
    constraints = { { "spherical", name = "far ball", from = "rod", from_at = { 1, 0, 0 },
      to = "rocker", to_at = { .6, 0, .1 } } } }
end

-- every constraint that is a joint of space, between two chains that move anyhow
local function closed_by(constraint)
  local bodies = {}
  for i, side in ipairs { "left", "right" } do
    bodies[i] = { name = side, parent = "world", at = { i == 1 and 0 or .2, .1 * i, 0 },
      rpy = { .2 * i, .1, -.3 }, joint = "Tx Ty Tz Rz Ry Rx", mass = i, com = { .1, .05, -.1 },
      inertia = { .2, .25, .3 } }
  end
  constraint.name, constraint.from, constraint.to = "K", "left", "right"
  constraint.from_at, constraint.to_at = { .3, .1, 0 }, { -.2, .1, .3 }
  constraint.from_rpy, constraint.to_rpy = { .3, .4, .5 }, { -.2, .1, .7 }
  return li.robot { name = constraint[1], bodies = bodies, gravity = { 0, 0, -9.81 },
    constraints = { constraint } }
end

local function linkages()
  local list = { bennett(), rssr() }
  for _, c in ipairs { { "revolute" }, { "prismatic" }, { "cylindrical" }, { "spherical" },
    { "fixed" }, { "universal" }, { "planar" }, { "helical", pitch = .1 },
    { "on_line", to_axis = { 0, .6, .8 } },
    { "revolute", from_axis = { 0, .6, .8 }, to_axis = "x" },
    { "prismatic", from_axis = "y", to_axis = { .6, 0, .8 } } } do
    list[#list + 1] = closed_by(c)
  end
  return list
end

-- a state in which the loops of a model close and its velocities fit
local function closed_state(A)
  local q = assert(A:assemble(A:random(5)), A:description().name)
  local v = {}
  for i = 1, #A:speeds() do v[i] = between(-1, 1) end
  return q, A:fit_velocity(q, v)
end

t.test("Bennett, RSSR and every constraint that is a joint: there and back", function()
  for _, A in ipairs(linkages()) do
    local what = A:description().name
    local m = A:mechanism()
    local B = m:model()
    local q, v = closed_state(A)
    local Q, V = li.vec(reordered(A, B, q)), li.vec(reordered(A, B, v))
    near_poses(A, q, B, Q, names_of(A), what)
    for _, gap in pairs(B:gaps(Q)) do t.near(gap:norm(), 0, 1e-9, what) end
    local x = A:mobility(q).velocity
    t.eq(B:mobility(Q).velocity, x, what)
    local at, s = {}, mechanism.system_of(mechanism.shape_of(m), "joint")
    for i, name in ipairs(A:coordinates()) do at[name] = q[i] end
    t.eq(#s.q - mechanism.rank_at(s, at), x, what .. ": mechanism")
    local none = li.zeros(#q)
    local a = A:fd(q, v, none)
    t.near(B:fd(Q, V, none), reordered(A, B, a), 1e-6 * (1 + a:norm()), what .. ": accelerations")
    t.near({ B:energy(Q, V) }, { A:energy(q, v) }, 1e-9, what)
  end
  local A = bennett()
  local q = closed_state(A)
  t.eq(A:mobility(q).velocity, 1)
end)

t.test("the catalogue's mechanisms in space: mechanism, model, mechanism", function()
  for _, name in ipairs { "mcpherson", "watt" } do
    local m = li.mechanisms[name]()
    local A, state = m:model(), li.mechanisms.values(name, { state = true })
    local back = A:mechanism()
    for _, form in ipairs { "joint", "complete", "cartesian" } do
      local c = mechanism.system_of(mechanism.shape_of(m), form)
      local d = mechanism.system_of(mechanism.shape_of(back), form)
      t.eq(#d.q, #c.q, name .. ": " .. form)
      t.eq(#d.rows, #c.rows, name .. ": " .. form)
    end
    local x, y = assert(m:mobility(state)), assert(back:mobility(state))
    t.eq(y.velocity, x.velocity, name)
    t.eq(y.hyperstatic, x.hyperstatic, name)
    for _, q in ipairs(A:coordinates()) do t.near(y.q[q], x.q[q], 1e-9, name .. ": " .. q) end
    local B = back:model()
    local at = {}
    for i, q in ipairs(A:coordinates()) do at[i] = x.q[q] end
    local v = A:fit_velocity(at, li.zeros(#at))
    near_poses(A, at, B, reordered(A, B, at), names_of(A), name)
    local a = A:fd(at, v, li.zeros(#at))
    t.near(B:fd(reordered(A, B, at), v, li.zeros(#at)), reordered(A, B, a), 1e-7 * (1 + a:norm()),
      name)
  end
end)

-- ---- planes -------------------------------------------------------------------------------------

-- a slider-crank in some plane of space: turned by a rotation of a quarter turn
local function slider_in(letters, normal)
  local function v(a, b)
    local out = { 0, 0, 0 }
    out[letters[1]], out[letters[2]] = a, b
    return out
  end
  local axis, J = { 0, 0, 0 }, { 0, 0, 0 }
  axis[normal[1]], J[normal[1]] = normal[2], .02
  local turn = { { "R" .. ("xyz"):sub(normal[1], normal[1]), .3 * normal[2] } }
  return li.robot { name = "slider", gravity = v(0, -9.81), bodies = {
    { name = "crank", joint = "revolute", axis = axis, q = "th1", mass = 1, com = v(.2, .02),
      inertia = J, damping = .1, stiffness = 2 },
    { name = "rod", joint = "revolute", axis = axis, q = "th2", mass = 2, at = v(.4, 0),
      after = turn, com = v(.5, 0), inertia = J },
    { name = "piston", parent = "world", joint = { kind = "prismatic", axis = v(.8, .6) },
      q = "s", mass = 3, inertia = { 0, 0, 0 } } },
    loops = { { "revolute", name = "wrist", axis = axis, from = "tip", to = "piston" } },
    frames = { { name = "tip", body = "rod", at = v(1, 0) } },
    forces = { { "given", joint = "s", value = .7 }, { "given", joint = "th2", value = .3 },
      { "given", at = "rod", point = v(.3, .1), f = v(1, 2) },
      { "given", at = "tip", point = v(.1, 0), f = v(.5, .4), axes = "body" } } }
end

t.test("models of the planes x y, x z, y z and in between become mechanisms of the plane",
  function()
  local flat
  for plane, A in pairs { xy = slider_in({ 1, 2 }, { 3, 1 }), xz = slider_in({ 1, 3 }, { 2, -1 }),
    yz = slider_in({ 2, 3 }, { 1, 1 }) } do
    local m, told = A:mechanism()
    t.ok(m.planar and m.plane == plane, plane)
    t.eq(table.concat(told, "; "):find("it moves in the plane", 1, true) ~= nil, plane ~= "xy")
    local B = m:model()
    local q = assert(A:assemble({ .7, -.3, 1.2 }, { fix = "th1" }))
    local v = A:fit_velocity(q, { 2, 0, 0 }, { fix = { "th1" } })
    near_poses(A, q, B, reordered(A, B, q), { "crank", "rod", "piston" }, plane)
    local function accelerations(M)
      local run = assert(M:simulate(1e-9, reordered(A, M, q), reordered(A, M, v),
        { record = "accelerations" }))
      return { run["th1''"][1], run["th2''"][1], run["s''"][1] }
    end
    local a = accelerations(A)
    t.near(accelerations(B), a, 1e-6, plane)
    flat = flat or a
    t.near(a, flat, 1e-6, plane .. ": as the others")
    -- in space too
    local S = A:mechanism { plane = "space" }
    t.eq(S.planar, false)
    t.near(accelerations(S:model()), a, 1e-6, plane .. " in space")
  end
end)

t.test("what lies across a plane is told; another plane or space is asked for", function()
  local A = li.robot { gravity = { 0, -9.81, 0 }, bodies = { { name = "a", joint = "revolute",
    mass = 1, com = { .1, 0, .2 }, inertia = { 1, 1, 1 } }, { name = "b", at = { 1, 0, .3 },
    joint = "revolute", mass = 1, inertia = { 1, 1, 1 } } } }
  local m, told = A:mechanism()
  t.eq(m.plane, "xy")
  t.eq(table.concat(told, "; "),
    "'a': its centre of mass across the plane; 'b': its offset across the plane")
  near_poses(A, { .3, .4 }, A:mechanism { plane = "space" }:model(), { .3, .4 }, { "a", "b" }, "")
  t.raises("'a' turns about an axis across which the plane x z does not stand", function()
    A:mechanism { plane = "xz" }
  end)
end)

-- ---- forces -------------------------------------------------------------------------------------

t.test("springs, dampers and forces of joints and points in space are loads", function()
  local A = li.robot { gravity = { 0, 0, -9.81 }, bodies = {
    { name = "a", joint = { kind = "revolute", axis = { 0, .6, .8 }, q = "q1", stiffness = 3,
      rest = .1, damping = .2 }, mass = 1, com = { .2, 0, .1 }, inertia = { .1, .1, .1 } },
    { name = "b", at = { .3, 0, 0 }, rpy = { .1, .2, .3 }, joint = { kind = "cylindrical",
      axis = "x", q = { "q2", "q3" } }, mass = 2, com = { 0, .1, 0 }, inertia = { .2, .1, .1 } },
    { name = "c", at = { .1, .1, 0 }, joint = { kind = "universal", q = { "q4", "q5" } }, mass = 1,
      com = { .1, 0, 0 }, inertia = { .1, .1, .1 } },
    { name = "d", parent = "a", joint = "Rz Ry Rx", q = { "q6", "q7", "q8" }, mass = 1,
      com = { .1, .1, 0 }, inertia = { .1, .2, .1 } },
    { name = "e", parent = "world", joint = { kind = "helical", pitch = .2, q = "q9" }, mass = 1,
      inertia = { .1, .2, .1 } },
    { name = "f", parent = "e", joint = { kind = "planar", q = { "u1", "u2", "u3" } }, mass = 1,
      com = { .1, 0, 0 }, inertia = { .1, .2, .1 } } },
    frames = { { name = "hook", body = "c", at = { .2, .1, 0 }, rpy = { 0, 0, .5 } } },
    forces = { { "spring", joint = "q3", stiffness = 5, rest = .1, damping = .3 },
      { "damper", joint = "q4", damping = .4 }, { "given", joint = "q5", value = "2*q5" },
      { "given", joint = "q7", value = .6 }, { "given", joint = "q9", value = -.4 },
      { "given", joint = "u2", value = .5 }, { "given", joint = "u3", value = -.2 },
      { "given", joint = "q2", value = .3 },
      { "given", at = "hook", point = { .1, 0, .2 }, f = { 1, 2, 3 } },
      { "given", at = "hook", point = { .1, 0, .2 }, f = { .4, -.5, .3 }, axes = "body" } } }
  local B = A:mechanism():model()
  local q, v = random_state(A)
  local function accelerations(M)
    local run = assert(M:simulate(1e-9, reordered(A, M, q), reordered(A, M, v),
      { record = "accelerations" }))
    local out = {}
    for i, name in ipairs(A:coordinates()) do out[i] = run[name .. "''"][1] end
    return li.vec(out)
  end
  local a = accelerations(A)
  t.near(accelerations(B), a, 1e-7 * (1 + a:norm()))
end)

t.test("loads of mechanisms in space act in their models: along joints, at points, any other",
  function()
  local function made(load)
    local function body(name)
      return { name = name, mass = 1, com = { .1, 0, .05 }, inertia = { .1, .2, .15 } }
    end
    return li.mechanism { planar = false, bodies = { body "a", body "b", body "c" }, joints = {
      { kind = "revolute", from = "a", to_at = { .1, 0, 0 }, from_at = { 0, .2, 0 },
        from_axis = { 0, .6, .8 }, rpy = { 0, 0, .4 }, coordinate = "k1" },
      { kind = "cylindrical", to = "b", from = "a", from_at = { .3, 0, 0 }, to_axis = { 1, 0, 0 },
        coordinate = "k2 k3" },
      { kind = "prismatic", to = "c", from = "b", to_axis = { 0, 0, 1 }, coordinate = "k4" } },
      loads = { load } }
  end
  local along = 0
  for _, load in ipairs {
    { on = "a", torque = { 0, .6, .8 } }, { on = "b", from = "a", torque = { "2*k1", 0, 0 } },
    { on = "a", from = "b", torque = { 3, 0, 0 } }, { on = "b", from = "a", f = { 2, 0, 0 } },
    { on = "b", from = "c", f = { 0, 0, 2 }, axes = "b" },
    { on = "c", f = { 1, 2, "3*k4" }, at = { .1, .2, 0 }, axes = "world" },
    { on = "c", f = { 1, 2, 3 }, at = { .1, .2, 0 } }, { on = "c", f = { 1, 2, 3 } },
    { on = "c", torque = { 1, 2, 3 }, axes = "world" },
    { on = "c", from = "a", f = { 1, 2, 3 }, at = { .1, .2, 0 } },
    { on = "c", f = { 1, 2, 3 }, axes = "a" } } do
    local m = made(load)
    local M, s = m:model(), m:system "joint"
    local q, v = { .3, -.2, .4, .1 }, { .5, -.3, .2, .6 }
    local want = s:equations { tidy = "none" }:fd(q, v, li.zeros(4))
    local run = assert(M:simulate(1e-9, q, v, { record = "accelerations" }))
    local got = {}
    for i, name in ipairs { "k1", "k2", "k3", "k4" } do got[i] = run[name .. "''"][1] end
    t.near(got, want, 1e-6 * (1 + want:norm()))
    local f = M:description().forces
    if #f == 1 and (f[1].at or f[1].name:find "^load on") then along = along + 1 end
  end
  t.eq(along, 8) -- the first eight: the last three are told by what they do to each coordinate
end)

t.done()
