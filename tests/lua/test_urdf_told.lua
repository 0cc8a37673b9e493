-- test_urdf_told.lua - what a URDF says beside the tree: loops of Drake's and of Gazebo's, sensors,
-- transmissions, soft limits kept; version 1.2
local t = require "t"
local li = require "liaison"

local function warned(m, text)
  for _, w in ipairs(m:warnings()) do
    if w:find(text, 1, true) then return true end
  end
  return false
end

local MASS = "<inertial><mass value='1'/><inertia ixx='0.1' iyy='0.1' izz='0.1'/></inertial>"

local function link(name) return ("<link name='%s'>%s</link>"):format(name, MASS) end

local function joint(name, parent, child, xyz, rest)
  return ("<joint name='%s' type='continuous'><parent link='%s'/><child link='%s'/><origin "
    .. "xyz='%s'/><axis xyz='0 1 0'/>%s</joint>"):format(name, parent, child, xyz, rest or "")
end

-- the cranks a and c of a parallelogram, the coupler b on a
local function four(more)
  return li.urdf_text("<robot name='r'><link name='base'/>" .. link "a" .. link "b" .. link "c"
    .. joint("qa", "base", "a", "0 0 0") .. joint("qb", "a", "b", "0 0 1")
    .. joint("qc", "base", "c", "1 0 0") .. more .. "</robot>")
end

local LOOPS = {
  ["Drake's"] = "<loop_joint name='l' type='continuous'><link1 link='b' xyz='1 0 0' rpy='0 0 0.3'/>"
    .. "<link2 link='c' xyz='0 0 1' rpy='0 0 0.3'/>"
    .. "<axis xyz='0.29552020666133955 0.955336489125606 0'/>"
    .. "</loop_joint>",
  ["Gazebo's"] = "<gazebo><joint name='l' type='revolute'><pose>0 0 1 0 0 0.3</pose><parent>b"
    .. "</parent><child>c</child><axis><xyz>0.29552020666133955 0.955336489125606 0</xyz></axis>"
    .. "</joint></gazebo>",
}

for whose, text in pairs(LOOPS) do
  t.test("a loop joint closes a loop: " .. whose, function()
    local m = four(text)
    local d = m:description()
    t.eq(#d.loops, 1)
    t.eq(d.loops[1].joint, "revolute")
    local q, v = li.simulate { model = m, q = { 0.1, -0.1, 0.1 }, t = 0.5 }:state()
    t.ok(math.abs(v[1]) > 0.1, "it moves")
    t.near(q[3], q[1], 1e-6)
    t.near(q[2], -q[1], 1e-6)
  end)
end

t.test("a loop joint that holds nothing stays open", function()
  local function of(text) return four("<loop_joint name='l' " .. text .. "</loop_joint>") end
  local both = "<link1 link='b'/><link2 link='c'/>"
  t.ok(warned(of("type='floating'>" .. both), "it holds nothing"))
  t.ok(warned(of("type='x'>" .. both), "unknown type 'x'"))
  t.ok(warned(of(">" .. both), "<loop_joint> without type"))
  t.ok(warned(of("type='fixed'><link1 link='b'/>"), "no link is named ''"))
  t.ok(warned(of("type='revolute'>" .. both .. "<axis xyz='0 0 0'/>"), "it holds nothing"))
  t.eq(#(of("type='fixed'>" .. both):description().loops or {}), 1)
  -- a joint of Gazebo's between links that are not there is as if it were not
  t.eq(#(four("<gazebo><joint name='l' type='ball'><parent>b</parent><child>x</child></joint>"
    .. "</gazebo>"):description().loops or {}), 0)
end)

t.test("what is not computed with is kept", function()
  local m = four [[
<transmission name="t"><type>transmission_interface/SimpleTransmission</type>
  <joint name="qa"><hardwareInterface>Effort</hardwareInterface></joint>
  <actuator name="m1"><mechanicalReduction>50</mechanicalReduction></actuator></transmission>
<gazebo reference="b"><mu1>0.2</mu1><sensor type="ray" name="laser"><update_rate>40</update_rate>
  </sensor></gazebo>
<sensor name="cam" type="camera"><parent link="c"/><origin xyz="0 0 1"/></sensor>
<joint name="qd" type="revolute"><parent link="c"/><child link="d"/><axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="1" velocity="1"/><calibration rising="0.1"/>
  <safety_controller soft_lower_limit="-0.9" soft_upper_limit="0.9" k_velocity="10"/></joint>
<link name="d"><sensor name="imu"/></link>
<ros2_control name="x"/>]]
  local told = m:told()
  t.eq(told.transmissions[1].name, "t")
  t.eq(told.transmissions[1].joints[1], "qa")
  t.eq(told.transmissions[1].actuators[1], "m1")
  t.eq(told.transmissions[1].reduction, 50)
  t.eq(told.transmissions[1].says.joint.hardwareInterface, "Effort")
  local by = {}
  for _, s in ipairs(told.sensors) do by[s.name] = s end
  t.eq(by.laser.body, "b")
  t.eq(by.laser.says.update_rate, "40")
  t.eq(by.cam.body, "c")
  t.eq(by.cam.kind, "camera")
  t.eq(by.cam.says.origin.xyz, "0 0 1")
  t.eq(by.imu.body, "d")
  t.eq(told.gazebo[1].reference, "b")
  t.eq(told.gazebo[1].says.mu1, "0.2")
  t.eq(told.gazebo[1].line, 4)
  t.eq(told.safety.qd.soft_upper_limit, 0.9)
  t.eq(told.calibration.qd.rising, 0.1)
  t.eq(told.others[1].name, "ros2_control")
  -- a model made of it keeps it
  t.eq(m:with({}):told().safety.qd.k_velocity, 10)
  t.eq(next(li.planar { 1 }:told().sensors), nil)
  t.ok(warned(m, "<transmission> not read: what drives a joint: model:told() has it"))
  local _, told_mjcf = li.mjcf "tests/mjcf/arm.xml"
  t.eq(#li.mjcf("tests/mjcf/arm.xml"):told().sensors, #told_mjcf.sensors)
end)

t.test("very much that is not read is bounded", function()
  local m = four("<gazebo>" .. ("<a>x</a>"):rep(120000) .. "</gazebo>")
  t.ok(warned(m, "more than 100000 elements that are not read"))
  t.eq(#m:told().gazebo[1].says.a, 99999)
end)

t.test("turns as quaternions, of version 1.2", function()
  local function place(origin)
    return li.urdf_text("<robot name='r'><link name='base'/>" .. link "a" .. ([[<joint name="j"
      type="fixed"><parent link="base"/><child link="a"/><origin xyz="1 2 3" %s/></joint></robot>]])
      :format(origin))
  end
  local s = math.sqrt(0.5)
  t.near(place(li._internal.format("quat_xyzw='0 0 %.17g %.17g'", s, s)):fk({}, "a"):matrix(),
    li.frame(li.rot.z(math.pi/2), { 1, 2, 3 }):matrix(), 1e-15)
  t.near(place("quat_xyzw='0.2 -0.4 0.6 1'"):fk({}, "a"):matrix(),
    li.frame(li.rot.quat(1, 0.2, -0.4, 0.6), { 1, 2, 3 }):matrix(), 1e-15)
  t.ok(warned(place "quat_xyzw='0 0 0 0'", "quat_xyzw has no length"))
  t.raises("expected 4 finite numbers", place, "quat_xyzw='0 0 0'")
end)

t.test("limits and masses that are missing are told; commas too", function()
  local two = "<robot name='r'><link name='a'/><link name='b'>%s</link><joint name='j' "
    .. "type='revolute'><parent link='a'/><child link='b'/><axis xyz='%s'/>%s</joint></robot>"
  local m = li.urdf_text(two:format(MASS, "0 0 1", ""))
  t.ok(warned(m, "a revolute or prismatic joint without <limit>: it has no limits"))
  local limit = "<limit lower='-1' upper='1' effort='1' velocity='1'/>"
  t.eq(#li.urdf_text(two:format(MASS, "0 0 1", limit)):warnings(), 0)
  local none = "<inertial><mass value='0'/><inertia ixx='0' iyy='0' izz='0'/></inertial>"
  t.ok(warned(li.urdf_text(two:format(none, "0 0 1", limit)), "no mass, with all that it carries, "
    .. "has 'b': forces move it infinitely fast"))
  t.raises("expected 3 finite numbers, with blanks between", li.urdf_text, two:format(MASS, "0,0,1",
    limit))
end)

t.test("a model without bodies is written", function()
  local m = li.robot { bodies = {} }
  t.eq(#li.urdf_text((m:urdf())):coordinates(), 0)
  t.eq(#li.mjcf_text((m:mjcf())):coordinates(), 0)
end)

t.test("a pointer of Git LFS says so", function()
  t.raises("urdf:1: a Git LFS pointer, not the file: git lfs pull fetches it", li.urdf_text,
    "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 3\n")
end)

t.done()
