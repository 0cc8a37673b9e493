-- test_robot_writers.lua - models as files of MuJoCo and as URDF: every robot reads back to the
-- same numbers, here and in MuJoCo; what cannot be written is told
local t = require "t"
local li = require "liaison"
local mujocosays = require "mujocosays"

local TOL = 1e-12

local function list_of(x)
  local out = {}
  for i = 1, #x do out[i] = x[i] end
  return out
end

-- mass matrix, velocity and weight forces, springs and friction, poses at random states
local function same(a, b, name)
  t.eq(table.concat(a:coordinates(), " "), table.concat(b:coordinates(), " "), name)
  local complete = #a:missing() == 0
  for seed = 1, 2 do
    local q, v = a:random(seed), {}
    for i = 1, #a:speeds() do v[i] = 0.3*i - 1 end
    if complete then
      t.close(a:mass(q), b:mass(q), TOL, name .. ": mass matrix")
      t.close(list_of(a:bias(q, v)), list_of(b:bias(q, v)), TOL, name .. ": bias")
    end
    local P, Q = a:poses(q), b:poses(q)
    for body, X in pairs(P) do
      if Q[body] then t.ok(X:near(Q[body], 1e-12), name .. ": pose of " .. body) end
    end
  end
  local low, high = a:limits()
  local low2, high2 = b:limits()
  for i = 1, #low do
    -- URDF has no way to leave out a limit of a slide: 1e9 stands there
    t.near(math.max(low[i], -1e9), math.max(low2[i], -1e9), 1e-12, name)
    t.near(math.min(high[i], 1e9), math.min(high2[i], 1e9), 1e-12, name)
  end
end

local function zoo()
  local list = {}
  for _, name in ipairs(li.robots.names()) do
    if name ~= "inria6r" then list[#list + 1] = { name, li.robots[name]() } end
  end
  for _, name in ipairs { "arm", "humanoid", "joints", "quadruped", "gripper", "poses", "bounds",
      "inertias" } do
    list[#list + 1] = { name, (li.mjcf("tests/mjcf/" .. name .. ".xml")) }
  end
  return list
end

t.test("every robot written as MJCF reads back to the same numbers", function()
  for _, r in ipairs(zoo()) do
    local text = assert(r[2]:mjcf())
    local again = li.mjcf_text(text)
    same(r[2], again, r[1])
    local q, v = r[2]:random(3), {}
    for i = 1, #r[2]:speeds() do v[i] = 0.2*i end
    if #r[2]:missing() == 0 then
      t.close(list_of(r[2]:passive(q, v)), list_of(again:passive(q, v)), TOL, r[1] .. ": springs")
    end
    t.near(list_of(r[2]:efforts()), list_of(again:efforts()), TOL, r[1] .. ": efforts")
  end
end)

-- what URDF has no word for, taken away
local function as_urdf(model)
  local d = model:description()
  for _, b in ipairs(d.bodies) do
    local j = type(b.joint) == "table" and b.joint or b
    for _, x in ipairs { j, (table.unpack or unpack)(j.dofs or {}) } do
      x.rotor, x.stiffness, x.rest, x.gear = nil, nil, nil, nil
    end
  end
  d.gravity, d.forces, d.inputs, d.outputs, d.constraints, d.loops = nil, nil, nil, nil, nil, nil
  return li.robot(d)
end

t.test("a robot of a URDF file, whose joints have names of their own, is written", function()
  local model = li.urdf "tests/data/arm.urdf"
  -- MuJoCo has what follows as a joint with an equality
  local again = li.mjcf_text((model:mjcf()))
  t.eq(#again:coordinates(), #model:coordinates() + 1)
  t.eq(#again:constraint_names(), 1)
  same(as_urdf(model), li.urdf_text((model:urdf())), "arm.urdf as URDF")
end)

t.test("every robot written as URDF reads back to the same numbers", function()
  for _, r in ipairs(zoo()) do
    local model = as_urdf(r[2])
    local text, left = model:urdf()
    if text then same(model, li.urdf_text(text), r[1])
    else t.eq(left, "joint of 'b.b1': URDF has no joint 'spherical'") end
  end
end)

t.test("what follows another follows it in URDF", function()
  local model = li.robot { bodies = { { name = "a", joint = "revolute", axis = "y", mass = 1,
    inertia = { 1, 1, 1 }, q = "p", limits = { -1, 1 } }, { name = "b", joint = "prismatic",
    axis = "x", mass = 1, inertia = { 1, 1, 1 }, follows = { "p", scale = 0.5, offset = 0.1 },
    at = { 1, 0, 0 } } } }
  local again = li.urdf_text((model:urdf()))
  t.eq(#again:coordinates(), 1)
  t.close(model:mass { 0.3 }, again:mass { 0.3 })
  t.ok(model:fk({ 0.3 }, "b"):near(again:fk({ 0.3 }, "b")))
  t.eq(li.mjcf_text((model:mjcf())):constraint_names()[1][2], 1)
end)

t.test("every kind of single joint is written, with what is before and behind it", function()
  local model = li.robot { gravity = { 1, 2, 3 }, bodies = {
    { name = "a", joint = "cylindrical", axis = { 1, 2, 2 }, frame = li.frame(li.rot.random(1),
      { 1, 2, 3 }), after = { { "Tx", 0.3 }, { "Ry", 0.4 } }, mass = 2, com = { 0.1, 0.2, 0 },
      inertia = { 1, 2, 2.5, 0.1, 0.2, 0.3 }, about = "com" },
    { name = "b", joint = "universal", axis = "x", axis2 = "y", rpy = { 0.1, 0.2, 0.3 },
      at = { 0, 1, 0 }, after = { { "Rz", 0.2 }, { "Ty", 1 } }, mass = 1, inertia = { 1, 1, 1 } },
    { name = "c", joint = "moves", moves = { "Tx", { "Rz", 0.3 }, "Ry", { "Tz", 0.2 } },
      mass = 1, com = { 0, 0, 0.1 }, inertia = { 1, 1, 1 }, about = "origin" },
    { name = "d", joint = "planar", parent = "b", at = { 0.3, 0, 0 }, mass = 1,
      inertia = { 1, 1, 1 } },
    { name = "e", joint = "revolute", axis = "-y", offset = 0.4, rest = 0.3, stiffness = 5,
      damping = 0.1, friction = 0.2, rotor = 1e-3, gear = 10, limits = { -1, 2 }, mass = 1,
      inertia = { 1, 1, 1 } },
    { name = "f", joint = "fixed", parent = "e", rpy = { 1, 0, 0 }, mass = 1,
      inertia = { 1, 1, 1 } } } }
  local text = assert(model:mjcf())
  local again = li.mjcf_text(text)
  same(model, again, "joints")
  local plain = as_urdf(model)
  same(plain, li.urdf_text((plain:urdf())), "joints in URDF")
  local q = model:random(5)
  t.close(list_of(model:passive(q, { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 })),
    list_of(again:passive(q, { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 })))
end)

t.test("motors, couplings and followers come back as inputs and equalities", function()
  local model = li.robot { bodies = { { name = "a", joint = "revolute", axis = "y", mass = 1,
    inertia = { 1, 1, 1 }, q = "p" }, { name = "b", joint = "revolute", axis = "y",
    at = { 1, 0, 0 }, mass = 1, inertia = { 1, 1, 1 }, q = "r" } },
    inputs = { { name = "u", limits = { -2, 2 } } },
    forces = { { "given", joint = { p = 3 }, f = "u" }, { "given", joint = "r", f = "sin(t)" } },
    constraints = { { "coupling", name = "two", coordinates = { p = 2, r = -1 }, offset = 0.5 } } }
  local text, left = model:mjcf()
  t.eq(#left, 1)
  t.ok(left[1]:find "force 'given2'")
  t.ok(text:find("<!-- not written: " .. left[1], 1, true))
  local again = li.mjcf_text(text)
  t.near(model:gaps({ 0.3, 0.2 }).two[1]/2, again:gaps({ 0.3, 0.2 }).two[1], 1e-12)
  local d = again:description()
  t.eq(d.inputs[1].name .. d.inputs[1].max, "u" .. d.inputs[1].max)
  t.eq(d.forces[1].joint.p, 3)
end)

-- accelerations with all that acts, of inputs u
local function accelerations(model, q, v, u)
  local x, out = list_of(q), {}
  for i = 1, #v do x[#x + 1] = v[i] end
  local f = model:compile("dynamics", { tape = true })({ 0 }, x, u)
  for i = 1, #v do out[i] = f[#q + i] end
  return out
end

t.test("what acts and what holds comes back: springs on sums, servos, points, welds", function()
  for _, name in ipairs { "tendons", "arm", "gripper", "humanoid" } do
    local d = li.mjcf("tests/mjcf/" .. name .. ".xml"):description()
    for _, b in ipairs(d.bodies) do
      local j = type(b.joint) == "table" and b.joint or b
      j.friction = nil
    end
    local forces, constraints = {}, {}
    for _, f in ipairs(d.forces or {}) do
      local smooth = f.kind ~= "stiction" and f.kind ~= "endstop" and f.kind ~= "friction"
      if smooth and not (f.f or ""):find "max" then forces[#forces + 1] = f end
    end
    for _, c in ipairs(d.constraints or {}) do
      if c.kind ~= "equation" and c.name ~= "tendon1" then constraints[#constraints + 1] = c end
    end
    d.forces, d.constraints, d.outputs = forces, nil, nil
    local model = li.robot(d)
    local text, left = model:mjcf()
    t.eq(table.concat(left, "; "):match "force.*", nil, name)
    local again, q, v, u = li.mjcf_text(text), model:random(4), {}, {}
    for i = 1, #model:speeds() do v[i] = 0.1*i end
    local of = {}
    for i, x in ipairs(d.inputs or {}) do of[x.name] = 0.05*i end
    for i, x in ipairs(again:description().inputs or {}) do u[i] = of[x.name] end
    local mine = {}
    for i, x in ipairs(d.inputs or {}) do mine[i] = of[x.name] end
    if #u == #mine then
      if #u == 0 then for i = 1, #v do u[i], mine[i] = 0, 0 end end
      t.close(accelerations(again, q, v, u), accelerations(model, q, v, mine), 1e-9, name)
    end
    d.constraints = constraints
    model = li.robot(d)
    text, left = model:mjcf()
    again, left = li.mjcf_text(text), table.concat(left, "; ")
    local there = #constraints > 0 and again:gaps(q)
    for c, gap in pairs(#constraints > 0 and model:gaps(q) or {}) do
      local a, b = 0, 0
      -- a point on a body that begins turned is not closed where MuJoCo looks
      t.eq(not there[c], left:find("constraint '" .. c, 1, true) ~= nil, name .. ": " .. left)
      for k = 1, there[c] and math.min(3, #gap) or 0 do
        a, b = a + gap[k]^2, b + there[c][k]^2
      end
      t.near(math.sqrt(a), math.sqrt(b), 1e-12, name .. ": gap of " .. c)
    end
  end
end)

t.test("what cannot be written says why", function()
  local open = li.robot { bodies = { { name = "a", joint = "revolute", mass = "m1",
    inertia = { 1, 1, 1 } } } }
  t.eq(select(2, open:mjcf()),
    "the mass of 'a' is the expression 'm1': model:with gives it a number")
  local screw = li.robot { bodies = { { name = "a", joint = "helical", pitch = 1, mass = 1,
    inertia = { 1, 1, 1 } } } }
  t.ok(select(2, screw:mjcf()):find "MuJoCo has no joint 'helical'")
  t.ok(select(2, screw:urdf()):find "URDF has no joint 'helical'")
  t.eq(select(3, li.planar { 1 }:urdf "/nowhere/at/all.urdf"), "EIO")
  t.eq(select(3, li.planar { 1 }:mjcf "/nowhere/at/all.xml"), "EIO")
end)

t.test("MuJoCo reads what is written: the same mass matrices", function()
  if not mujocosays.program() then
    t.skip "libmujoco is not here (apt-get install libmujoco-dev)"
  end
  local folder = assert(li._internal.new_folder())
  -- it finds the axes of a tensor to 1e-7
  for _, name in ipairs { "panda", "ur5", "humanoid36" } do
    local model = li.robots[name]()
    -- words that MuJoCo 2.2.2 does not know yet
    local text = model:mjcf():gsub(' actuatorfrcrange="[^"]*"', "")
    local path = folder .. "/" .. name .. ".xml"
    local f = assert(io.open(path, "wb"))
    f:write(text)
    f:close()
    local said, why = mujocosays.of(path)
    t.ok(said, name .. ": " .. tostring(why))
    local n = said.size[2]
    for _, s in ipairs(said.states) do
      local M = model:mass(s.q)
      for i = 1, n do
        -- the sliding part of a free body is in other axes there
        for j = 1, n do
          if name ~= "humanoid36" or i > 6 and j > 6 then
            t.near(M[i][j], s.M[(i - 1)*n + j], 1e-6, name)
          end
        end
      end
    end
  end
end)

t.test("activations are written, behind what has no state", function()
  local m = li.mjcf_text [[<mujoco><worldbody><body><joint name="a"/><geom size="1"/><body
    pos="1 0 0">
    <joint name="b" type="slide"/><geom size="1"/></body></body></worldbody><tendon><fixed name="s">
    <joint joint="a" coef="2"/><joint joint="b" coef="-1"/></fixed></tendon><actuator>
    <motor name="m" joint="a"/>
    <general name="f" joint="b" gear="3" dyntype="filter" dynprm="0.2" gainprm="4" biastype="affine"
      biasprm="1 -2 -0.5"/>
    <general name="i" tendon="s" dyntype="integrator" gainprm="5" actlimited="true"
      actrange="-1 2"/></actuator></mujoco>]]
  local text, left = m:mjcf()
  t.eq(#left, 0, table.concat(left, "\n"))
  local again = li.mjcf_text(text)
  local f, g = m:compile("dynamics", { tape = true }), again:compile("dynamics", { tape = true })
  local x, u = { 0.3, 0.2, -0.4, 0.5, 0.7, -0.2 }, { 0.6, -0.3, 0.9 }
  t.near(g({ 0 }, x, u), f({ 0 }, x, u), 1e-12)
  -- a muscle's gain is no number
  local muscle = li.mjcf "tests/mjcf/muscles.xml"
  local _, untold = muscle:mjcf()
  t.ok(table.concat(untold, "\n"):find "force 'flex.activated', of the kind activated")
end)

t.done()
