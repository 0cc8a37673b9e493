-- test_urdf_odd.lua - URDF as people write it: every oddity loads, is told with its line, and
-- leaves the rest as it is
local t = require "t"
local li = require "liaison"
local writing = require "urdfarm"

local robot, MASS, warned = writing.robot, writing.mass, writing.warned
local VISUAL = [[<visual><geometry>%s</geometry></visual>]]

-- one text per oddity: what is told of it, and what else must hold; without a function: the hand
-- stands where it should
local odd = {
  { "a mimic of nobody", robot [[<mimic joint="trun"/>]],
    "urdf:5: joint 'turn': mimics 'trun', and no joint has this name (did you mean 'turn'?): "
    .. "it moves by its own coordinate" },
  { "a mimic of itself", robot [[<mimic joint="turn"/>]],
    "urdf:5: joint 'turn': mimics itself, by way of 'turn': it moves by its own coordinate" },
  { "a mimic without a joint", robot [[<mimic/>]],
    "urdf:5: joint 'turn': <mimic> without joint=\"...\"" },
  { "a mimic of what does not move", robot [[<mimic joint="mount" multiplier="3" offset="0.5"/>]],
    "urdf:5: joint 'turn': mimics 'mount', which does not move: it stays at 0.5", function(m)
      t.eq(#m:coordinates(), 0)
      t.near(m:fk({}, "hand").p, { 0, math.cos(0.5), 1 + math.sin(0.5) }, 1e-15)
    end },
  { "a mimic that moves nothing", robot([[<mimic joint="s" multiplier="0" offset="-0.25"/>]], nil,
    [[<link name="x"/><joint name="s" type="prismatic"><parent link="hand"/><child link="x"/>]]
      .. [[</joint>]]), "mimics 's' 0 times: it stays at -0.25",
    function(m)
      t.eq(table.concat(m:coordinates()), "s")
      t.near(m:fk({ 0 }, "hand").p, { 0, math.cos(0.25), 1 - math.sin(0.25) }, 1e-15)
    end },
  { "a mimic of a mimic that stays", robot([[<mimic joint="s" multiplier="2" offset="0.1"/>]], nil,
    [[<link name="x"/><joint name="s" type="prismatic"><parent link="hand"/><child link="x"/>]]
      .. [[<mimic joint="mount" offset="0.2"/></joint>]]),
    "joint 'turn': mimics 's', which does not move: it stays at 0.5", function(m)
      t.near(m:fk({}, "x").p, { 0.2, math.cos(0.5), 1 + math.sin(0.5) }, 1e-15)
    end },
  { "a mimic of what turns anyhow",
    robot([[<mimic joint="s"/>]], nil,
    [[<link name="x"/><joint name="s" type="floating"><parent link="hand"/><child link="x"/>]]
      .. [[</joint>]]),
    "mimics 's', which has not one coordinate: it moves by its own",
    function(m) t.eq(m:coordinates()[1], "turn") end },
  { "a joint of many coordinates that mimics",
    robot([[<mimic joint="mount"/>]], nil, nil, "planar"),
    "urdf:5: joint 'turn': only a joint with one coordinate can mimic another: <mimic> passed over",
    function(m) t.eq(#m:coordinates(), 3) end },
  { "macros that nobody expanded",
    robot(nil, nil, [[<xacro:arm prefix="l"/><xacro:arm prefix="r"/>]]),
    "urdf:7: <xacro:arm> not read: a macro that nobody expanded (2 times: lines 7, 7)" },
  { "a name that holds a macro", robot(nil, nil, [[<link name="${prefix}tool"/>]]),
    "urdf:7: the name of a <link> holds a macro that xacro has not expanded" },
  { "crossed limits", robot [[<limit lower="2" upper="1" effort="3" velocity="1"/>]],
    "urdf:5: joint 'turn': the lower limit 2 is above the upper limit 1: read as none", function(m)
      t.eq(m:limits()[1], -math.huge)
      t.eq(m:description().bodies[2].joint.effort, 3)
    end },
  { "limits of what has none",
    robot([[<limit lower="-1" upper="2" effort="3" velocity="4"/>]], nil, nil, "continuous"),
    "urdf:5: joint 'turn': a continuous joint has no limits: -1 .. 2 not read", function(m)
      local lower, upper = m:limits()
      t.eq(lower[1], -math.huge)
      t.eq(upper[1], math.huge)
      t.eq(m:description().bodies[2].joint.speed, 4)
    end },
  { "a limit without limits", robot [[<limit effort="3" velocity="1"/>]],
    "urdf:5: joint 'turn': <limit> without lower and upper: read as none",
    function(m) t.eq(select(2, m:limits())[1], math.huge) end },
  { "limits that are no numbers", robot [[<limit lower="a" upper="2" effort="3" velocity="1"/>]],
    [[urdf:5: joint 'turn': lower="a" not read: expected 1 finite number]],
    function(m) t.eq(select(2, m:limits())[1], math.huge) end },
  { "no speed and no effort", robot [[<limit lower="-1" upper="1" effort="0" velocity="0"/>]],
    [[velocity="0" and effort="0": read as not given]],
    function(m)
      local j = m:description().bodies[2].joint
      t.eq(j.speed, nil)
      t.eq(j.effort, nil)
      t.eq(j.max, 1)
    end },
  { "a negative effort", robot [[<limit lower="-1" upper="1" effort="-1" velocity="2"/>]],
    [[effort="-1" not read: it is negative]],
    function(m) t.eq(m:description().bodies[2].joint.effort, nil) end },
  { "negative damping", robot [[<dynamics damping="-1" friction="2"/>]],
    [[damping="-1" not read: it is negative]],
    function(m)
      t.eq(m:description().bodies[2].joint.damping, nil)
      t.eq(m:description().bodies[2].joint.friction, 2)
    end },
  { "zero outside of the limits", robot [[<limit lower="1" upper="2" effort="1" velocity="1"/>]],
    "urdf:5: joint 'turn': 0 is outside of the limits: home is 1.5, their middle",
    function(m)
      t.near(m:home(), { 1.5 })
      t.near(m:neutral(), { 1.5 })
    end },
  { "zero below the only limit", robot [[<limit lower="0.5" effort="1" velocity="1"/>]],
    "0 is outside of the limits: home is 0.5", function(m)
    t.ok(not warned(m):find "middle")
    t.near(m:home(), { 0.5 })
    t.near(m:neutral(), { 0.5 })
    t.eq(select(2, m:limits())[1], math.huge)
  end },
  { "a shape nobody knows", robot(nil, VISUAL:format [[<plane normal="0 0 1"/>]]),
    "urdf:3: unknown element <plane> passed over", function(m)
    t.eq(m:description().bodies[2].shapes, nil)
    t.ok(warned(m):find("urdf:3: link 'arm': <visual> without a shape in its <geometry>: "
      .. "passed over", 1, true))
  end },
  { "no shape", robot(nil, "<collision><geometry/></collision>"),
    "urdf:3: link 'arm': <collision> without a shape in its <geometry>: passed over" },
  { "no geometry", robot(nil, "<visual/>" .. VISUAL:format [[<sphere radius="1"/>]]),
    "<visual> without a shape", function(m) t.eq(#m:description().bodies[2].shapes, 1) end },
  { "a shape of too few sizes", robot(nil, VISUAL:format [[<box size="1 2"/>]]),
    [[link 'arm': size="1 2" not read: expected 3 finite numbers]],
    function(m) t.eq(m:description().bodies[2].shapes, nil) end },
  { "a shape turned inside out", robot(nil, VISUAL:format [[<box size="1 2 -3"/>]]),
    "link 'arm': the size of a box must be positive, got -3",
    function(m) t.eq(m:description().bodies[2].shapes, nil) end },
  { "two shapes in one", robot(nil, VISUAL:format [[<box size="1 2 3"/><sphere radius="1"/>]]),
    "a second shape in one <geometry>: <sphere> passed over",
    function(m) t.eq(m:description().bodies[2].shapes[1].kind, "box") end },
  { "a shape nowhere",
    robot(nil, [[<visual><origin xyz="1 2"/><geometry><sphere radius="1"/></geometry></visual>]]),
    [[xyz="1 2" not read]],
    function(m) t.eq(m:description().bodies[2].shapes, nil) end },
  { "a mesh of no file", robot(nil, VISUAL:format [[<mesh scale="1 1 1"/>]]),
    "link 'arm': <mesh> without filename=\"...\"" },
  { "a mesh scaled by one number",
    robot(nil, VISUAL:format [[<mesh filename="a.stl" scale="0.001"/>]]),
    "read as 0.001 0.001 0.001",
    function(m) t.near(m:description().bodies[2].shapes[1].size, { 0.001, 0.001, 0.001 }) end },
  { "a mesh scaled by four", robot(nil, VISUAL:format [[<mesh filename="a.stl" scale="1 2 3 4"/>]]),
    "read as 1 2 3",
    function(m) t.near(m:description().bodies[2].shapes[1].size, { 1, 2, 3 }) end },
  { "a mesh scaled by nothing",
    robot(nil, VISUAL:format [[<mesh filename="a.stl" scale="0 1 1"/>]]), "read as 1 1 1" },
  { "a material nobody tells",
    robot(nil,
    [[<visual><geometry><sphere radius="1"/></geometry><material name="gold"/></visual>]]),
    "no material is named 'gold'" },
  { "a colour of three numbers",
    robot(nil,
    [[<visual><geometry><sphere radius="1"/></geometry><material name=""><color rgba="1 1 1"/>]]
      .. [[</material></visual>]]),
    [[rgba="1 1 1" not read: expected 4 finite numbers]] },
  { "an inertia a little negative",
    robot(nil, [[<inertial><mass value="2"/><inertia ixx="-3.5e-8" iyy="1" izz="1"/></inertial>]]),
    "link 'arm'.inertia: no body has this inertia: a principal moment is -3.5e-08", function(m)
      t.near(m:mass { 0.3 }, { { -3.5e-8 } }, 1e-20)
      t.eq(m:with {}:mass({ 0 })[1][1], -3.5e-8) -- and so does a model made of it
      t.eq(li.load and #m:lua():match "strict = false" > 0, true)
    end },
  { "an inertia no solid has",
    robot(nil, [[<inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="5"/></inertial>]]),
    "no solid body has this inertia" },
  { "no inertia", robot(nil, [[<inertial><mass value="2"/></inertial>]]),
    "urdf:3: link 'arm': <inertial> without an inertia", function(m)
    t.eq(m:lacking().arm, "inertia")
    t.raises("link 'arm': the inertia is not given, and dynamics needs it %(an <inertial>, or "
      .. "li.urdf%(path, {missing = \"zero\"}%)%)", m.mass, m, { 0 })
  end },
  { "half an inertia",
    robot(nil, [[<inertial><mass value="2"/><inertia ixx="1" iyy="1"/></inertial>]]),
    [[link 'arm': <inertia> without izz="..."]],
    function(m) t.eq(m:lacking().arm, "inertia") end },
  { "an empty inertial", robot(nil, "<inertial/>"), "urdf:3: link 'arm': <inertial> without a mass",
    function(m) t.eq(m:lacking().arm, "mass and inertia") end },
  { "a mass that is no number",
    robot(nil, [[<inertial><mass value="x"/><inertia ixx="1" iyy="1" izz="1"/></inertial>]]),
    [[value="x" not read]],
    function(m) t.eq(m:lacking().arm, "mass") end },
  { "a negative mass",
    robot(nil, [[<inertial><mass value="-1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>]]),
    "no mass is negative: -1 counts as not given",
    function(m) t.eq(m:lacking().arm, "mass") end },
  { "two inertials",
    robot(nil,
    MASS .. [[<inertial><mass value="3"/><inertia ixx="1" iyy="1" izz="1"/></inertial>]]),
    "urdf:3: link 'arm': a second <inertial> passed over",
    function(m) t.eq(m:total_mass(), 2) end },
  { "an inertial nowhere",
    robot(nil,
    [[<inertial><origin xyz="x"/><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>]]),
    "<inertial> passed over: nobody knows where it is",
    function(m) t.eq(m:lacking().arm, "mass and inertia") end },
  { "decoration", robot(nil, MASS, [[<link name="cap"><visual><geometry><sphere radius="1"/>]]
    .. [[</geometry></visual></link>
    <joint name="c" type="fixed"><parent link="hand"/><child link="cap"/>]]
    .. [[</joint>]]),
    "urdf:7: link 'cap': no mass is told of 'cap': read as 0, for what they are fixed to has one",
    function(m)
      t.near(m:mass { 0 }, { { 1 } })
      t.eq(m:total_mass(), 2)
    end },
  { "a point of mass", robot(nil, MASS, [[<link name="cap"><inertial><origin xyz="0 0 2"/>]]
    .. [[<mass value="3"/></inertial></link>
    <joint name="c" type="fixed"><parent link="arm"/><child link="cap"/>]]
    .. [[</joint>]]),
    "a mass without an inertia is told of 'cap': read as a point in its centre of mass",
    function(m)
      t.near(m:mass { 0 }, { { 1 + 3 * 4 } }, 1e-12)
      t.eq(m:total_mass(), 5)
    end },
  { "an axis that says nothing", robot "<axis/>",
    "urdf:5: joint 'turn': <axis> without xyz=\"...\": read as 1 0 0" },
  { "an axis of no length", robot [[<axis xyz="0 0 0"/>]],
    "urdf:5: joint 'turn': an axis needs a length: this joint cannot move", function(m)
    t.eq(#m:coordinates(), 0)
    t.near(m:fk({}, "hand").p, { 0, 1, 1 })
  end },
  { "a long axis", robot [[<axis xyz="2 0 0"/>]],
    "the axis has the length 2: read as a direction" },
  { "an axis of no length of a plane", robot([[<axis xyz="0 0 0"/>]], nil, nil, "planar"),
    "an axis needs a length: read as 1 0 0", function(m)
    t.near(m:fk({ 0, 0, 0.5 }, "hand").p, { 0, math.cos(0.5), 1 + math.sin(0.5) }, 1e-15)
  end },
  { "two origins", robot [[<origin xyz="7 7 7"/>]],
    "urdf:5: joint 'turn': a second <origin> passed over" },
  { "the ground without a link", [[<robot name="r"><link name="hand"/>
    <joint name="turn" type="continuous"><parent link="world"/><child link="hand"/></joint>]]
    .. [[</robot>]], "urdf:2: joint 'turn': no <link> is named 'world': the ground is meant",
    function(m) t.eq(#m:description().bodies, 1) end },
  { "a link called world upon another", [[<robot name="r"><link name="a"/><link name="world"/>
    <joint name="j" type="prismatic"><parent link="a"/><child link="world"/></joint></robot>]],
    "link 'world': 'world' is the ground, and this link is on another: called 'world_2'",
    function(m) t.near(m:fk({ 3 }, "world_2").p, { 3, 0, 0 }) end },
  { "a ground with a floor", [[<robot name="r"><link name="world"><visual><geometry>]]
    .. [[<box size="9 9 1"/></geometry></visual></link><link name="a"/>
    <joint name="j" type="prismatic"><parent link="world"/><child link="a"/></joint></robot>]],
    "the link 'world' is the ground: its shapes and mass are not kept",
    function(m) t.eq(m:tip(), "a") end },
  { "several roots", [[<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
    <joint name="j" type="prismatic"><parent link="a"/><child link="b"/></joint></robot>]],
    "urdf: several links have no parent: 'a', 'c'; each stands on the world by itself",
    function(m) t.near(m:fk({ 3 }, "b").p, { 3, 0, 0 }) t.near(m:fk({ 3 }, "c").p,
    { 0, 0, 0 }) end },
  { "a link beside the ground", [[<robot name="r"><link name="world"/><link name="a"/>]]
    .. [[<link name="c"/>
    <joint name="j" type="prismatic"><parent link="world"/><child link="a"/></joint></robot>]],
    "urdf: 'c' has no parent, beside what stands on the world",
    function(m) t.eq(#m:description().bodies, 2) end },
  { "two joints to one link", [[<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
    <joint name="j" type="prismatic"><parent link="a"/><child link="b"/></joint>
    <joint name="k" type="prismatic"><parent link="a"/><child link="c"/></joint>
    <joint name="l" type="prismatic"><parent link="b"/><child link="c"/></joint></robot>]],
    "urdf:4: joint 'l': a second joint leads to link 'c', after urdf:3: joint 'k': passed "
    .. "over, the loop stays open", function(m)
      t.eq(table.concat(m:coordinates(), " "), "j k")
    end },
  { "a mimic behind one that is passed over", [[<robot name="r"><link name="a"/><link name="b"/>]]
    .. [[<link name="c"/>
    <joint name="j" type="prismatic"><parent link="a"/><child link="b"/></joint>
    <joint name="k" type="prismatic"><parent link="a"/><child link="b"/><mimic joint="j"/></joint>
    <joint name="l" type="prismatic"><parent link="a"/><child link="c"/>]]
    .. [[<mimic joint="j" multiplier="2"/></joint></robot>]], "a second joint leads to link 'b'",
    function(m)
      t.eq(table.concat(m:coordinates(), " "), "j")
      t.near(m:fk({ 3 }, "c").p, { 6, 0, 0 })
    end },
  { "a joint that leads nowhere",
    robot(nil, nil,
    [[<joint name="neck" type="revolute"><parent link="hand"/><child link="head"/></joint>]]),
    "urdf:7: joint 'neck': no <link> is named 'head': this joint leads nowhere and is passed "
    .. "over" },
  { "a circle beside the robot", [[<robot name="r"><link name="r"/><link name="a"/><link name="b"/>
    <joint name="j" type="prismatic"><parent link="a"/><child link="b"/></joint>
    <joint name="k" type="prismatic"><parent link="b"/><child link="a"/></joint></robot>]],
    "urdf:3: joint 'k': link 'a' is its own ancestor: this joint is passed over",
    function(m) t.eq(table.concat(m:coordinates(), " "), "j") end },
  { "two joints of one name", [[<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
    <joint name="j" type="prismatic"><parent link="a"/><child link="b"/></joint>
    <joint name="j" type="prismatic"><parent link="b"/><child link="c"/></joint></robot>]],
    "urdf:3: joint 'j': a second joint with this name: called 'j_2'",
    function(m) t.eq(table.concat(m:coordinates(), " "), "j j_2") t.near(m:fk({ 3, 4 }, "c").p,
    { 7, 0, 0 }) end },
  { "two joints of one identifier", [[<robot name="r"><link name="a"/><link name="b"/>]]
    .. [[<link name="c"/>
    <joint name="j.1" type="prismatic"><parent link="a"/><child link="b"/></joint>
    <joint name="j/1" type="prismatic"><parent link="b"/><child link="c"/></joint></robot>]],
    "joint 'j/1': its coordinate is called 'j_1_2': 'j_1' is another's",
    function(m)
      t.eq(table.concat(m:coordinates(), " "), "j_1 j_1_2")
      t.eq(m:coordinate "j/1", "j_1_2")
      t.near(m:fk({ ["j/1"] = 3, ["j.1"] = 0.5 }, "b").p, { 0.5, 0, 0 })
    end },
  { "a link without a name", robot(nil, nil, "<link/>"),
    "urdf:7: <link> without name=\"...\": called 'link_4'" },
  { "a joint without a name", [[<robot name="r"><link name="a"/><link name="b"/>
    <joint type="prismatic"><parent link="a"/><child link="b"/></joint></robot>]],
    "urdf:2: <joint> without name=\"...\": called 'joint_1'", function(m)
      t.eq(m:coordinates()[1], "joint_1")
    end },
  { "a ball joint", robot(nil, nil, nil, "spherical"),
    "type 'spherical' is none of the format: read as any turn about a point",
    function(m) t.eq(#m:speeds(), 3) end },
  { "a joint of Drake's",
    (robot(nil, nil, nil, "universal"):gsub("joint name=\"turn\"", "drake:joint name=\"turn\"",
    1):gsub("</joint>", "</drake:joint>", 1)),
    "urdf:5: joint 'turn': type 'universal' is none of the format: read as turns about x, then y",
    function(m)
      t.eq(table.concat(m:coordinates(), " "), "turn_1 turn_2")
      t.near(m:fk({ 0.3, 0.5 }, "arm"):matrix(),
        (li.frame.tz(1) * li.frame.rx(0.3) * li.frame.ry(0.5)):matrix(), 1e-15)
    end },
  { "a screw", robot([[<axis xyz="0 0 1"/><drake:screw_thread_pitch value="0.002"/>]], nil, nil,
    "screw"), "type 'screw' is none of the format: read as a screw",
    function(m) t.near(m:fk({ 2 * math.pi }, "arm").p, { 0, 0, 1.002 }, 1e-15) end },
  { "a loop of Drake's",
    robot(nil, nil,
    [[<loop_joint name="l" type="continuous"><link1 link="hand"/><link2 link="bse"/>]]
      .. [[</loop_joint>]]),
    "urdf:7: loop_joint 'l': no link is named 'bse': the loop stays open" },
  { "soft limits, twice",
    robot([[<safety_controller k_velocity="1"/>]], "", "<transmission/>\n<transmission/>"),
    "urdf:5: <safety_controller> not read: soft limits: model:told() has it",
    function(m) t.ok(warned(m):find("urdf:7: <transmission> not read: what drives a joint: "
    .. "model:told() has it (2 "
    .. "times: lines 7, 8)", 1, true)) end },
  { "an element misspelt", robot(nil, "<visul/>"),
    "urdf:3: unknown element <visul> passed over (did you mean <visual>?)" },
  { "an attribute misspelt", robot [[<limit lover="-1" upper="1" effort="1" velocity="1"/>]],
    "urdf:5: <limit> has no attribute 'lover' (did you mean 'lower'?)" },
  { "very deep", robot(nil, nil, ("<a>"):rep(100) .. ("</a>"):rep(100)),
    "unknown element <a> passed over" },
  { "a soft body of Bullet's",
    [[<robot name="r"><deformable name="d"><inertial><mass value="1"/></inertial></deformable>]]
      .. [[</robot>]],
    "urdf: no links: the model is empty", function(m)
      t.eq(#m:coordinates(), 0)
      t.eq(m:tip(), "world")
      t.ok(warned(m):find("urdf:1: unknown element <deformable> passed over", 1, true))
      t.eq(m:total_mass(), 0)
    end },
  { "no root that floats", [[<robot name="r"><link name="world"/><link name="a"/>
    <joint name="j" type="prismatic"><parent link="world"/><child link="a"/></joint></robot>]],
    "urdf: floating = true: the file ties the robot to the world",
    function(m) t.eq(#m:coordinates(), 1) end, { floating = true } },
  { "of two roots the larger floats", [[<robot name="r"><link name="c"/><link name="a"/>]]
    .. [[<link name="b"/>
    <joint name="j" type="prismatic"><parent link="a"/><child link="b"/></joint></robot>]],
    "several links have no parent: 'c', 'a'",
    function(m) t.eq(table.concat(m:speeds(), " "), "j' a_x' a_y' a_z' a_wx' a_wy' a_wz'") end,
    { floating = true } },
}

local function in_place(m)
  t.eq(table.concat(m:coordinates(), " "), "turn")
  t.near(m:fk({ 0.3 }, "hand").p, { 0, math.cos(0.3), 1 + math.sin(0.3) }, 1e-15)
end

for _, row in ipairs(odd) do
  t.test("loads and says so: " .. row[1], function()
    local m = li.urdf_text(row[2], row[5])
    t.ok(warned(m):find(row[3], 1, true), warned(m) .. "\n  does not hold  " .. row[3])
    t.ok(tostring(m):find(("%d warning"):format(#m:warnings()), 1, true),
      "print(model) heads with them");
    (row[4] or in_place)(m)
  end)
end

-- what XML forbids and the reader of ROS takes
local R = [[<robot name="r"><link name="a"/></robot>]]
local xml = {
  { "\n <?xml version=\"1.0\"?>\n" .. R, "urdf:2: something stands before the declaration <?xml" },
  { "<!-- x --><?xml version=\"1.0\"?>" .. R,
    "urdf:1: something stands before the declaration <?xml" },
  { "\239\187\191<?xml version=\"1.0\"?>" .. R },
  { "\n\239\187\191<?xml version=\"1.0\"?>" .. R, "something stands before" },
  { "<?xml version=\"1.0\" encoding=\"utf8\"?>" .. R },
  { "<?xml version=\"1.0\"?><!-- a -- b --->" .. R },
  { R .. " and so on <robot", "urdf:1: what stands behind </robot> is not read" },
  { R .. R, "what stands behind </robot> is not read" },
  { "<robot name=\"r\"><link name=\"a\"/>\n<gazebo>a & b &c; &amp; &#65;</gazebo></robot>",
    "urdf:2: a bare &: read as &amp;" },
  { "<robot name=\"r\"><link name=a /></robot>",
    "urdf:1: the value of an attribute without quotes" },
  { "<robot name=\"r\"><link name=a/></robot>", "without quotes" },
  { "<robot name=\"r\"version='1.0'><link name=\"a\"/></robot>",
    "urdf:1: no blank between two attributes" },
  { "<robot name='r'><link name='a'/><gazebo x='1 < 2'/></robot>",
    "a bare < in the value of an attribute" },
  { "<robot name=\"r\233\"><link name=\"a\"/></robot>", "bytes that are no UTF-8: read as Latin-1",
    "r\195\169" },
  { "<robot name=\"r\255\160\"><link name=\"a\"/></robot>",
    "bytes that are no UTF-8: read as Latin-1", "r\195\191\194\160" },
  { "<robot name=\"r\195\169\"><link name=\"a\"/></robot>", nil, "r\195\169" },
  { "<robot name=\"\226\130\172 \240\159\164\150\"><link name=\"a\"/></robot>", nil,
    "\226\130\172 \240\159\164\150" },
  { "<robot name=\"r\"><![CDATA[ <!-- & ]]><link name=\"a\"/></robot>" },
  { "<robot name=\"r\"><link name=\"a\"/><gazebo x=1<2 /></robot>",
    "a bare < in the value of an attribute" },
  { "<!DOCTYPE robot [<!ELEMENT robot ANY> <!ELEMENT link ANY>]>\n<!-- a -- b --><robot "
    .. "name=\"r\"><link name=\"a\"/></robot>" },
  { "\255\254" .. ("<robot name='r'><link name='a'/></robot>"):gsub(".", "%0\0") },
  { "<!DOCTYPE robot>\n<robot name=\"a&amp;b\"><link name=\"a\"/></robot>", nil, "a&b" },
}

t.test("what XML forbids and people write", function()
  for _, row in ipairs(xml) do
    local m = li.urdf_text(row[1])
    t.eq(m:description().bodies[1].name, "a")
    t.eq(m:description().name, row[3] or "r")
    if row[2] then
      t.ok(warned(m):find(row[2], 1, true), row[1] .. "\n  " .. warned(m))
    else
      t.eq(warned(m), "")
    end
  end
end)

t.test("lines are counted through all of it", function()
  local m = li.urdf_text("\n\n<!-- a\n\n -- b -->\n<?xml version=\"1.0\"?>\n<robot "
    .. "name=\"r\"><link name=\"a&b\"/>\r\n<foo x=1 y='\n'/>\n<bar/></robot>")
  t.ok(warned(m):find("urdf:8: unknown element <foo>", 1, true), warned(m))
  t.ok(warned(m):find("urdf:10: unknown element <bar>", 1, true), warned(m))
end)

t.test("masses that are not told refuse dynamics, and say whose; or are zero where that is said",
  function()
  local text = robot([[<limit lower="-1" upper="1" effort="1" velocity="1"/>]], nil,
    [[<link name="tool"/><joint name="slide" type="prismatic"><parent link="hand"/>]]
      .. [[<child link="tool"/></joint>]])
  local m = li.urdf_text(text)
  t.eq(m:lacking().arm, "mass and inertia")
  t.eq(m:lacking().tool, "mass and inertia")
  t.raises("urdf:3: link 'arm': the mass and inertia are not given, and dynamics needs both "
    .. "%(an <inertial>, or li.urdf%(path, {missing = \"zero\"}%); 1 more, see model:missing%(%)%)",
    m.gravity, m, { 0, 0 })
  -- kinematics does not need them
  t.near(m:fk({ 0.5, 2 }).p, { 2, math.cos(0.5), 1 + math.sin(0.5) }, 1e-15)
  local zero = li.urdf_text(text, { missing = "zero" })
  t.eq(next(zero:lacking()), nil)
  t.near(zero:gravity { 0, 0 }, { 0, 0 })
  t.ok(warned(zero):find("no mass is told of 'arm', 'hand', 'tool': read as 0, as missing = "
    .. "\"zero\" says", 1, true), warned(zero))
end)

t.test("a robot with oddities is written and read back with all of them", function()
  local m = li.urdf_text(robot([[<limit lower="1" upper="2" effort="1" velocity="1"/>]],
    [[<inertial><mass value="2"/><inertia ixx="-1e-6" iyy="1" izz="1"/></inertial>]]))
  local name = os.tmpname() .. ".lua"
  m:lua(name)
  local n = li.load(name)
  os.remove(name)
  t.eq(n:lua(), m:lua())
  t.near(n:home(), m:home())
  t.eq(n:tip(), m:tip())
  t.raises("no body has this inertia", li.robot,
    { bodies = { { name = "a", joint = "revolute", mass = 2, inertia = { -1e-6, 1, 1 } } } })
end)

t.test("files of any size are read in time that grows with them", function()
  local n = 20000
  local function seconds(text)
    local began = os.clock()
    pcall(li.urdf_text, text)
    return os.clock() - began
  end
  local links, joints = {}, {}
  for i = 1, n do links[i] = ("<link name='l%d'/>"):format(i) end
  local function chain(form)
    for i = 2, n do joints[i - 1] = form:gsub("%%(%a)", { i = i, p = i - 1 }) end
    return "<robot name='r'>" .. table.concat(links) .. table.concat(joints) .. "</robot>"
  end
  local texts = {
    "<robot name='r'>" .. ("<link name='a'/>"):rep(n) .. "</robot>",
    chain "<joint name='j' type='continuous'><parent link='l%p'/><child link='l%i'/></joint>",
    chain("<joint name='j%i' type='continuous'><parent link='nobody%i'/><child link='l%i'/>"
      .. "</joint>"),
    chain("<joint name='j%i' type='continuous'><parent link='l%p'/><child link='l%i'/><mimic "
    .. "joint='nobody%i'/></joint>"),
    chain("<joint name='j%i' type='continuous'><parent link='l%p'/><child link='l%i'/><mimic "
    .. "joint='j%p'/></joint>"),
    "<robot name='r'><link name='a'/>"
    .. ("<a%d/>"):rep(n):gsub("%%d",
    (function() local k = 0 return function() k = k + 1 return k end end)()) .. "</robot>",
  }
  for k, text in ipairs(texts) do
    local s = seconds(text)
    t.ok(s < 3, ("text %d takes %.1f s; quadratic time is 30 s"):format(k, s))
  end
end)

t.done()
