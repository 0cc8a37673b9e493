-- test_urdf_law.lua - random robots in URDF, oddities sprinkled over them, read a second time by
-- urdfreader.lua: frames, masses, torques agree
local t = require "t"
local li = require "liaison"
local reader = require "urdfreader"

-- ---- robots by chance

local function dice(seed)
  local r = li.random(seed)
  local d = { number = function(a, b) return a + (b - a) * r:uniform() end }
  d.pick = function(list) return list[math.min(#list, 1 + math.floor(#list * r:uniform()))] end
  d.chance = function(p) return r:uniform() < p end
  return d
end

local format = li._internal.format -- that of Lua asks the locale

local function numbers(list)
  local out = {}
  for i, x in ipairs(list) do out[i] = format("%.9g", x) end
  return table.concat(out, " ")
end

local function origin(d)
  if d.chance(0.2) then return "" end
  local xyz = ('xyz="%s"'):format(numbers { d.number(-1, 1), d.number(-1, 1), d.number(-1, 1) })
  local turn = ('rpy="%s"'):format(numbers { d.number(-3, 3), d.number(-2, 2), d.number(-3, 3) })
  return ("<origin %s/>"):format(d.pick { xyz, turn, xyz .. " " .. turn, turn .. "\n   " .. xyz })
end

-- a tensor that a solid can have: that of a few points of mass
local function tensor(d)
  local I = { 0, 0, 0, 0, 0, 0 }
  for _ = 1, 4 do
    local m, x, y, z = d.number(0.1, 1), d.number(-0.3, 0.3), d.number(-0.3, 0.3),
      d.number(-0.3, 0.3)
    I[1], I[2], I[3] = I[1] + m * (y * y + z * z), I[2] + m * (x * x + z * z),
      I[3] + m * (x * x + y * y)
    I[4], I[5], I[6] = I[4] - m * x * y, I[5] - m * x * z, I[6] - m * y * z
  end
  return I
end

local function inertial(d)
  local I = tensor(d)
  return format('<inertial>%s<mass value="%.9g"/><inertia ixx="%.9g" iyy="%.9g" izz="%.9g" '
    .. 'ixy="%.9g" ixz="%.9g" iyz="%.9g"/></inertial>', origin(d), d.number(0.1, 5),
    I[1], I[2], I[3], I[4], I[5], I[6])
end

-- what may stand in a link, a joint, a robot, before the robot, and changes no frame and no mass
local in_link = { "<!-- a -- comment -->", "<visul/>", "<visual/>", "<visual><geometry/></visual>",
  '<visual><geometry><plane/></geometry></visual>',
  '<visual><geometry><box size="1 2"/></geometry></visual>',
  '<visual><origin xyz="1 2"/><geometry><box size="1 2 3"/></geometry></visual>',
  '<collision><geometry><mesh filename="a.stl" scale="1 -1 1"/></geometry></collision>',
  '<visual><geometry><mesh filename="a.stl" scale="2"/></geometry></visual>',
  '<visual><geometry><cylinder radius="-1" length="2"/></geometry></visual>',
  '<visual><geometry><sphere radius="1"/></geometry><material name="nobody"/></visual>',
  "<gazebo>a &amp; <b/></gazebo>", "some words",
  '<contact><lateral_friction value="1"/></contact>' }
local in_joint = { "<!-- -- -->", '<safety_controller k_velocity="10"/>',
  '<calibration rising="0"/>', '<dynamics damping="0.1" friction="x"/>', "<limt/>",
  '<limit lower="1" upper="-1" effort="1" velocity="1"/>', '<limit effort="0" velocity="0"/>',
  '<limit lower="-2" upper="2" effort="-3" velocity="1"/>',
  '<limit lower="1" upper="2" effort="1" velocity="1"/>' }
local in_robot = { "<!-- - -- -->", '<transmission name="t"><joint name="x"/></transmission>',
  '<gazebo reference="x"/>', '<xacro:leftover a="${b}"/>', "<sensor/>",
  '<material name="steel"><color rgba="1 1 1"/></material>', '<loop_joint name="l" type="fixed"/>',
  "<unknown/>", '<material name="steel"/>' }
local in_front = { "", "\n", "<!-- a -- b -->", "\n\239\187\191", "\239\187\191",
  "  \n<!-- x -->\n" }

local function sprinkle(d, list)
  local out = {}
  while d.chance(0.35) do out[#out + 1] = d.pick(list) end
  return table.concat(out, "\n ")
end

local function axis(d)
  if d.chance(0.15) then return "" end
  if d.chance(0.1) then return "<axis/>" end
  if d.chance(0.4) then
    return d.pick { '<axis xyz="0 0 1"/>', '<axis xyz="0 -1 0"/>', '<axis xyz="1 0 0"/>',
      '<axis xyz="0 0 2.5"/>' }
  end
  return ('<axis xyz="%s"/>'):format(numbers { d.number(-1, 1), d.number(-1, 1), d.number(0.1, 1) })
end

local NAMES = { "link_%d", "l/%d", "r2/link.%d", "%d", "L %d", "_%d", "-%d" }

-- text, and whether everything that moves has mass
local function robot(seed, floats)
  local d = dice(seed)
  local n = 2 + math.floor(d.number(0, 11))
  local parts, names, joints, moved, massive = {}, {}, {}, {}, true
  for i = 1, n do names[i] = d.pick(NAMES):format(i) end
  local grounded = not floats and d.chance(0.2)
  if grounded then names[1] = "world" end
  local shown = {}
  for i = 2, n do
    local parent = d.chance(0.5) and i - 1 or 1 + math.floor(d.number(0, i - 1))
    local kind = d.pick { "revolute", "continuous", "prismatic", "fixed", "revolute" }
    local name = d.pick { "j%d", "joint/%d", "joint_%d.0", "%d" }:format(i)
    local mimic = ""
    if kind ~= "fixed" and #moved > 0 and d.chance(0.25) then
      local of = d.pick { d.pick(moved), d.pick(joints), "nobody" }
      mimic = ('<mimic joint="%s"%s%s/>'):format(of,
        d.chance(0.7) and format(' multiplier="%.6g"', d.number(0.3, 2) * d.pick { -1, 1 }) or "",
        d.chance(0.5) and format(' offset="%.6g"', d.number(-1, 1)) or "")
    end
    parts[#parts + 1] =
      ('<joint name="%s" type="%s">%s%s<parent link="%s"/><child link="%s"/>%s%s%s</joint>')
      :format(name, kind, sprinkle(d, in_joint), origin(d), names[parent], names[i],
        axis(d), mimic, sprinkle(d, in_joint))
    joints[#joints + 1] = name
    if kind ~= "fixed" then moved[#moved + 1] = name end
    shown[i] = kind
  end
  for i = 1, n do
    local told = d.chance(shown[i] == "fixed" and 0.5 or 0.97)
    if not told and shown[i] ~= "fixed" and (i > 1 or floats) then massive = false end
    parts[#parts + 1] = ('<link name="%s">%s%s%s</link>'):format(names[i], sprinkle(d, in_link),
      told and names[i] ~= "world" and inertial(d) or "", sprinkle(d, in_link))
    if d.chance(0.3) then parts[#parts + 1] = d.pick(in_robot) end
  end
  -- elements in any order
  for i = #parts, 2, -1 do
    local k = 1 + math.floor(d.number(0, i))
    if k > i then k = i end
    parts[i], parts[k] = parts[k], parts[i]
  end
  return d.pick(in_front)
    .. d.pick { "", '<?xml version="1.0"?>\n', '<?xml version="1.0" encoding="utf-8"?>' }
    .. '<robot name="r" xmlns:xacro="x">\n' .. table.concat(parts, "\n") .. "\n</robot>\n"
    .. d.pick { "", "\n", " trailing words" }, massive
end

-- ---- one robot against the second reading

local function near(a, b, what, text)
  if math.abs(a - b) > 1e-9 * (1 + math.abs(b)) then
    error(format("%s: %.17g, the second reading says %.17g\n%s", what, a, b, text), 0)
  end
end

-- the joint of every coordinate, in order of coordinates
local function joints_of(m, second)
  local joint = {}
  for name in pairs(second.joint) do
    local coordinate = m:coordinate(name)
    if coordinate then joint[coordinate] = name end
  end
  local order = {}
  for i, name in ipairs(m:coordinates()) do order[i] = joint[name] or name end
  return order
end

local function by_joint(order, x)
  local out = {}
  for i, name in ipairs(order) do out[name] = x[i] end
  return out
end

local function compare_poses(m, second, q, given, text)
  for name, X in pairs(reader.poses(second, given)) do
    local mine = m:fk(q, name):matrix()
    for i = 1, 3 do
      near(mine[i][4], X.p[i], "position of " .. name, text)
      for k = 1, 3 do near(mine[i][k], X.R[i][k], "turn of " .. name, text) end
    end
  end
end

local function compare_dynamics(m, second, q, order, text)
  local n, v, a = #order, {}, {}
  for i = 1, n do v[i], a[i] = math.sin(3 * i), math.cos(5 * i) end
  local tau, M = reader.dynamics(second, by_joint(order, q), by_joint(order, v), by_joint(order, a),
    order, { 0, 0, -9.81 })
  local mine, mass = m:id(q, v, a), m:mass(q)
  for i = 1, n do
    near(mine[i], tau[i], "torque of " .. order[i], text)
    for k = 1, n do near(mass[i][k], M[i][k], "mass matrix", text) end
  end
  near(m:total_mass(), reader.mass(second), "all masses", text)
end

t.test("frames, masses and torques of random robots are those of a second reading", function()
  local told, dynamic, followed = 0, 0, 0
  for seed = 1, 150 do
    local text, massive = robot(seed)
    local m, second = li.urdf_text(text), reader.read(text)
    local order = joints_of(m, second)
    local q = m:random(seed)
    compare_poses(m, second, q, by_joint(order, q), text)
    told = told + #m:warnings()
    followed = followed + #m:description().bodies - #order
    local refused = next(m:lacking()) ~= nil
    if massive then
      t.ok(not refused, "where every group that moves has mass, dynamics is there\n" .. text)
    end
    if #order > 0 and not refused then
      compare_dynamics(m, second, q, order, text)
      dynamic = dynamic + 1
    elseif refused then
      t.ok(not pcall(m.mass, m, q))
      compare_dynamics(li.urdf_text(text, { missing = "zero" }), second, q, order, text)
    end
  end
  t.ok(told > 500 and dynamic > 75 and followed > 100,
    ("%d warnings, %d dynamics, %d followers"):format(told, dynamic, followed))
end)

t.test("and where the root floats", function()
  for seed = 1001, 1040 do
    local text = robot(seed, true)
    local m, second = li.urdf_text(text, { floating = true }), reader.read(text)
    local root
    for _, link in ipairs(second.links) do
      if not second.joint_of[link.name] then root = link.name end
    end
    second.joint_of[root] = { name = "floats", kind = "floating", parent = "world",
      R = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, p = { 0, 0, 0 } }
    local q, names = m:random(seed), m:coordinates()
    local given, free = {}, {}
    for i, name in ipairs(names) do
      if name:find "_[xyz]$" and #free < 3 and name:find "_q" == nil or name:find "_q[wxyz]$" then
        free[#free + 1] = q[i]
      end
    end
    for joint in pairs(second.joint) do
      local coordinate = m:coordinate(joint)
      for i, name in ipairs(names) do if name == coordinate then given[joint] = q[i] end end
    end
    t.eq(#free, 7)
    given.floats = free
    compare_poses(m, second, q, given, text)
  end
end)

t.done()
