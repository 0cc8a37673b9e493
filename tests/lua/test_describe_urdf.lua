-- test_describe_urdf.lua - URDF: everything it may say, and every defect refused with its line
local t = require "t"
local li = require "liaison"

local path = "tests/data/arm.urdf"

t.test("a whole robot", function()
  local m = li.urdf(path)
  local d = m:description()
  t.eq(d.name, "arm")
  t.eq(#d.bodies, 6)
  t.eq(table.concat(m:coordinates(), " "), "shoulder elbow grip_left")
  local upper = d.bodies[2]
  t.eq(upper.joint.name, "shoulder")
  t.eq(upper.joint.min, -1.5)
  t.eq(upper.joint.effort, 50)
  t.eq(upper.joint.friction, 0.2)
  t.eq(#upper.shapes, 2)
  t.eq(upper.shapes[1].kind, "box")
  t.eq(upper.shapes[1].color[3], 0.7)
  t.eq(upper.shapes[2].collides, true)
  t.eq(d.bodies[3].shapes[1].mesh, "package://arm/fore.stl")
  t.eq(d.bodies[3].shapes[1].size[2], 0.001)
  t.eq(d.bodies[4].shapes[1].color[1], 1) -- painted in another link
  t.eq(d.bodies[5].joint.follows[1], "grip_left")
  t.eq(m:tip(), "flange")
  -- what of it is not read, and what was chosen, is told
  local told = { "arm.urdf:25: joint 'elbow': the axis has the length 1.41421: read as a direction",
    "arm.urdf:5: <texture> not read", "arm.urdf:23: <safety_controller> not read",
    "arm.urdf:23: <calibration> not read",
    "arm.urdf:31: <transmission> not read", "arm.urdf:32: <gazebo> not read",
    "link 'flange': taken for the tip, of 3 ends that move" }
  for i, text in ipairs(told) do t.ok(m:warnings()[i]:find(text, 1, true), m:warnings()[i]) end
  t.eq(#m:warnings(), #told)
  t.eq(#m:missing(), 0)
end)

t.test("poses, and inertia told in turned axes", function()
  local m = li.urdf(path)
  local q = { 0.3, -0.7, 0.02 }
  local shoulder = li.frame(li.rot.rpy(0.1, -0.2, 0.3), { 0, 0, 0.3 }) * li.frame.ry(0.3)
  local elbow = shoulder * li.frame.tz(0.5) * li.frame(li.rot.axis({ 1, 1, 0 }, -0.7), { 0, 0, 0 })
  t.ok(m:fk(q, "fore"):near(elbow, 1e-12))
  t.ok(m:fk(q, "flange"):near(elbow * li.frame.tz(0.45) * li.frame.rz(math.pi / 2), 1e-12))
  t.ok(m:fk(q, "finger right"):near(elbow * li.frame.trans { 0, -0.02 - 0.02 - 0.001, 0.4 }, 1e-12))
  -- the same inertia, turned by hand
  local R, I = li.rot.rpy(0.1, 0.2, 0.3):matrix(),
    li.mat { { 0.05, 0.001, 0.002 }, { 0.001, 0.04, 0.003 }, { 0.002, 0.003, 0.02 } }
  local T = R * I * R:transpose()
  t.near(m:description().bodies[2].inertia,
    { T[1][1], T[2][2], T[3][3], T[1][2], T[1][3], T[2][3] }, 1e-12)
end)

t.test("the root may float, or be the world", function()
  t.eq(#li.urdf(path, { floating = true }):speeds(), 9)
  local m = li.urdf_text([[<robot name="r"><link name="world"/><link name="a"/>
    <joint name="j" type="planar"><parent link="world"/><child link="a"/><axis xyz="1 0 0"/>]]
    .. [[</joint></robot>]])
  t.eq(#m:description().bodies, 1)
  t.eq(table.concat(m:coordinates(), " "), "j_x j_y j_turn")
  t.near(m:fk { 1, 2, 0 }.p[1], 0, 1e-12) -- in the plane across the axis
  local X = m:fk { 0, 0, 0.4 }
  t.near(X:matrix()[1], { 1, 0, 0, 0 }, 1e-12) -- turning about it
  t.near(X:matrix()[3][2], math.sin(0.4), 1e-12)
end)

t.test("a mimic of a mimic of a joint", function()
  local m = li.urdf_text([[<robot name="r"><link name="a"/><link name="b"/><link name="c"/>]]
    .. [[<link name="d"/>
    <joint name="3" type="revolute"><parent link="c"/><child link="d"/>]]
    .. [[<mimic joint="2" multiplier="2" offset="1"/></joint>
    <joint name="2" type="revolute"><parent link="b"/><child link="c"/>]]
    .. [[<mimic joint="1" multiplier="-3" offset="0.5"/></joint>
    <joint name="1" type="revolute"><parent link="a"/><child link="b"/></joint></robot>]])
  t.eq(#m:coordinates(), 1)
  local f = m:description().bodies[4].joint.follows
  t.eq(f[1], "q1")
  t.eq(f.scale, -6)
  t.eq(f.offset, 2)
end)

local two = [[<link name="a"/><link name="b"/>]]
local link = [[<parent link="a"/><child link="b"/>]]

-- what stands inside <robot>, from line 2 on, and what must be said: where links and joints are
-- cannot be known
local defects = {
  { [[<link name="a"/><link name="a"/>]], "urdf:2: link 'a'.name: the name 'a' is taken twice" },
  { two .. [[<joint name="j" type="revolut">]] .. link .. [[</joint>]],
    "urdf:2: joint 'j': unknown type 'revolut' %(did you mean 'revolute'%?%)" },
  { two .. [[<joint name="j">]] .. link .. [[</joint>]], "<joint> needs type" },
  { two .. [[<joint name="j" type="fixed"><child link="b"/></joint>]], "<joint> without <parent" },
  { two .. [[<joint name="j" type="fixed"><parent link="a"/></joint>]], "<joint> without <child" },
  { two .. [[<joint name="j" type="fixed"><parent link="aa"/><child link="b"/></joint>]],
    "joint 'j'.parent: no body is named 'aa' %(did you mean 'a'%?%)" },
  { two .. [[<joint name="j" type="fixed"><parent link="a"/><child link="bb"/></joint>]],
    "joint 'j'.child: no body is named 'bb' %(did you mean 'b'%?%)" },
  { two .. [[<joint name="j" type="fixed">]] .. link
    .. [[</joint><joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint>]],
    "body 'a' is its own ancestor: a %-> b %-> a" },
  { [[]], "no links" },
  { two .. [[<joint name="j" type="revolute">]] .. link .. [[<axis xyz="0 1"/></joint>]],
    "xyz=\"0 1\": expected 3 finite numbers" },
  { two .. [[<joint name="j" type="revolute">]] .. link .. [[<origin xyz="0 0 0 0"/></joint>]],
    "expected 3 finite numbers" },
  { two .. [[<joint name="j" type="revolute">]] .. link .. [[<origin xyz="0 nan 0"/></joint>]],
    "expected 3 finite numbers" },
  { two .. [[<joint name="j" type="revolute">]] .. link .. [[<origin rpy="1 2 3deg"/></joint>]],
    "rpy=\"1 2 3deg\"" },
  { two .. [[<joint name="j" type="revolute">]] .. link
    .. [[<mimic joint="k" offset="x"/></joint>]], "offset=\"x\": expected 1 finite number" },
}

t.test("every defect of the robot, with its line", function()
  for _, row in ipairs(defects) do
    local message = t.raises("", li.urdf_text, "<robot name=\"r\">\n" .. row[1] .. "\n</robot>")
    t.ok(message:find(row[2]),
      row[1] .. "\n  <" .. message .. ">\n  does not match <" .. row[2] .. ">")
  end
end)

-- texts that are no URDF at all
local broken = {
  { "", "urdf:1: broken XML at column 1: no element found" },
  { "<robot>\n<link name=\"a\"/>", "urdf:2: broken XML at column 17: no element found" },
  { "<robot>\n<link name=\"a\"></robot>", "urdf:2: broken XML at column 18: mismatched tag" },
  { "<robot><link name=\"a\" b/></robot>", "broken XML at column 24" },
  { "<robot><link name=\"a\" name=\"b\"/></robot>", "duplicate attribute" },
  { "<robot name=\"\1\"/>", "invalid token" },
  { "<html><robot/></html>", "urdf:1: this is no URDF: expected <robot> first" },
  { "<sdf version='1'/>", "this is SDF, not URDF" },
  { "<robot xmlns:xacro=\"x\"><xacro:include filename=\"y\"/></robot>", "this is xacro" },
  { "<robot><link name=\"a\"/><link name=\"b\"/>\n<joint name=\"j\" type=\"fixed\"><origin "
    .. "xyz=\"0 0 ${L}\"/></joint></robot>",
    "urdf:2: this is xacro, a macro language, not URDF: expand it first" },
  { "<robot><link name=\"a\"/><joint name=\"j\" type=\"${kind}\"/></robot>", "this is xacro" },
  { "<!DOCTYPE r [<!ENTITY a \"x\">]>\n<robot name=\"&a;\"/>", "urdf:1: entities are refused" },
  { "<!DOCTYPE r [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>\n<robot name=\"r\">&a;</robot>",
    "entities are refused" },
  { "<!DOCTYPE r [<!ENTITY % a SYSTEM \"http://x/y\"> %a;]>\n<robot/>", "entities are refused" },
  { "<!DOCTYPE r [<!ELEMENT r ANY>]>\n<robot name=\"&undefined;\"/>",
    "urdf:2: broken XML at column 1: undefined entity" },
}

t.test("what is no URDF is refused with its line", function()
  for _, row in ipairs(broken) do
    local message = t.raises("", li.urdf_text, row[1])
    t.ok(message:find(row[2]),
      row[1] .. "\n  <" .. message .. ">\n  does not match <" .. row[2] .. ">")
  end
end)

t.test("a billion laughs do not fill the memory", function()
  local lines = { "<!DOCTYPE r [", "<!ENTITY l0 \"lol\">" }
  for i = 1, 9 do
    lines[#lines + 1] = ("<!ENTITY l%d \"%s\">"):format(i, ("&l" .. (i - 1) .. ";"):rep(10))
  end
  lines[#lines + 1] = "]><robot name=\"&l9;\"/>"
  t.raises("urdf:2: entities are refused", li.urdf_text, table.concat(lines, "\n"))
end)

t.test("all complaints come at once, at most twenty of them", function()
  local links = {}
  for i = 1, 30 do
    links[i] = ("<link name=\"l%d\"/><joint name=\"j%d\" type=\"round\"><parent "
      .. "link=\"world\"/><child link=\"l%d\"/></joint>"):format(i, i, i)
  end
  local message = t.raises("", li.urdf_text, "<robot>" .. table.concat(links) .. "</robot>")
  t.ok(message:find "30 complaints:", message)
  t.ok(message:find "and 10 more")
end)

t.test("what is merely odd is a warning", function()
  local m = li.urdf_text([[<robot name="r"><link name="a" colour="x"><inertial><mass value="1"/>]]
    .. [[<inertia ixx="1" iyy="1" izz="5" iXX="2"/></inertial>
    <visul/><visual><geometry><sphere radius="1"/></geometry><material name="gold"/></visual>]]
    .. [[</link></robot>]])
  local warned = table.concat(m:warnings(), "\n")
  t.ok(warned:find("unknown element <visul> passed over (did you mean <visual>?)", 1, true))
  t.ok(warned:find("<inertia> has no attribute 'iXX' (did you mean 'ixx'?)", 1, true))
  t.ok(warned:find "no material is named 'gold'")
  t.ok(warned:find "no solid body has this inertia")
end)

t.test("files that are missing, or too large", function()
  local nothing, why, code = li.urdf "tests/data/no such file.urdf"
  t.eq(nothing, nil)
  t.eq(code, "EIO")
  t.ok(why:find "no such file.urdf: No such file")
  t.eq(select(3, li.urdf "tests/data"), "EIO") -- a folder
  local name = os.tmpname()
  local f = io.open(name, "wb")
  f:write "<robot name=\"r\">"
  f:seek("set", 64 * 1024 * 1024 + 10)
  f:write "x"
  f:close()
  nothing, why, code = li.urdf(name)
  os.remove(name)
  t.eq(nothing, nil)
  t.eq(code, "ELIMIT")
  t.ok(why:find "larger than 64 MB")
end)

t.test("li.load takes it for what it is", function()
  t.eq(li.load(path):lua(), li.urdf(path):lua())
end)

t.done()
