-- test_srdf.lua - SRDF: groups, named poses, allowed pairs, what the model does not have, and back
local t = require "t"
local li = require "liaison"

local model = li.urdf "tests/data/arm.urdf"

local function read(inside) return li.srdf_text("<robot name='arm'>" .. inside
  .. "</robot>", model) end

local function words(list) return table.concat(list, ", ") end

local ARM = [[<group name="arm"><chain base_link="base" tip_link="flange"/></group>
  <group name="hand"><link name="finger left"/><joint name="grip right"/></group>
  <group name="all"><group name="arm"/><group name="hand"/></group>]]

t.test("groups: chains, joints, links, groups", function()
  local s = read(ARM)
  t.eq(words(s.groups.arm.joints), "shoulder, elbow, mount")
  t.eq(words(s.groups.arm.coordinates), "shoulder, elbow")
  t.eq(words(s.groups.arm.links), "upper, fore, flange")
  t.eq(words(s.groups.hand.joints), "grip/left, grip right")
  -- what follows another has no coordinate
  t.eq(words(s.groups.hand.coordinates), "grip_left")
  t.eq(words(s.groups.all.coordinates), "shoulder, elbow, grip_left")
  t.eq(words(s.groups.all.groups), "arm, hand")
  t.eq(s.groups.arm.base .. s.groups.arm.tip, "baseflange")
  t.eq(words(s.order), "arm, hand, all")
end)

t.test("states are q of the model", function()
  local s = read(ARM .. [[<group_state name="up" group="arm"><joint name="shoulder" value="0.5"/>
    <joint name="elbow" value="-1"/><joint name="mount" value="0"/></group_state>
    <group_state name="open" group="hand"><joint name="grip/left" value="0.04"/>
    <joint name="grip right" value="-0.04"/></group_state>
    <group_state name="up" group="all"><joint name="elbow" value="2"/></group_state>]])
  t.eq(tostring(s:q("up", { group = "arm" })), tostring(li.vec { 0.5, -1, 0 }))
  t.eq(tostring(s:q("open", { q = { 1, 2, 3 } })), tostring(li.vec { 1, 2, 0.04 }))
  t.raises("groups 'arm' and 'all' both have a state 'up'", s.q, s, "up")
  t.raises("no state 'opn' %(did you mean 'open'%?%)", s.q, s, "opn")
  t.eq(#s:warnings(), 0)
end)

t.test("allowed pairs: told one by one, and by default", function()
  local s = read [[<disable_collisions link1="base" link2="upper" reason="Adjacent"/>
    <disable_collisions link1="upper" link2="base" reason="Never"/>
    <disable_default_collisions link="flange"/>
    <enable_collisions link1="base" link2="flange"/>]]
  local list = {}
  for i, p in ipairs(s.allowed) do list[i] = p.a .. "-" .. p.b .. " " .. p.reason end
  t.eq(words(list), "base-upper Adjacent, flange-upper Default, flange-fore Default, "
    .. "flange-finger left Default, flange-finger right Default")
end)

t.test("effectors, joints to the world, passive ones, spheres, properties", function()
  local s = read(ARM .. [[<end_effector name="e" parent_link="fore" group="hand"
    parent_group="arm"/>
    <virtual_joint name="v" type="floating" parent_frame="odom" child_link="base"/>
    <passive_joint name="elbow"/><joint_property joint_name="elbow" property_name="angular_distance"
    value="3"/><link_sphere_approximation link="fore"><sphere center="0 0 1" radius="0.2"/>
    </link_sphere_approximation>]])
  t.eq(s.effectors[1].parent_group, "arm")
  t.eq(s.virtual_joints[1].kind, "floating")
  t.eq(s.passive[1], "elbow")
  t.eq(s.properties.elbow.angular_distance, "3")
  t.eq(s.spheres.fore[1].radius, 0.2)
  t.ok(s:warnings()[1]:find("floating = true", 1, true), s:warnings()[1])
end)

t.test("what the model has not is told with its line", function()
  local s = read [[
<group name="g"><joint name="elbw"/></group>
<disable_collisions link1="base" link2="none"/>
<nonsense/>]]
  t.eq(s:warnings()[1], "srdf:1: <joint>: the model has no joint 'elbw' (did you mean 'elbow'?)")
  t.ok(s:warnings()[2]:find("srdf:2: <disable_collisions>: the model has no link 'none'", 1, true))
  t.ok(s:warnings()[3]:find("srdf:3: <nonsense>: not read", 1, true))
  t.eq(#s.allowed, 0)
  t.ok(li.srdf_text("<robot name='b'/>", model):warnings()[1]:find("of the robot 'b'", 1, true))
end)

t.test("mistakes say where", function()
  local rows = {
    ["expected <robot>, got <sdf>"] = "<sdf/>",
    ["srdf:1: <group> without name"] = "<robot><group/></robot>",
    ["<group> 'a' holds itself"] = "<robot><group name='a'><group name='b'/></group>"
      .. "<group name='b'>"
      .. "<group name='a'/></group></robot>",
    ["the name 'a' is taken"] = "<robot><group name='a'/><group name='a'/></robot>",
    ["value: expected numbers, got 'nan'"] = "<robot><group name='a'/><group_state name='s' "
      .. "group='a'><joint name='elbow' value='nan'/></group_state></robot>",
    ["type: expected fixed, floating, planar, got 'flying'"] = "<robot><virtual_joint name='v' "
      .. "type='flying' child_link='base'/></robot>",
  }
  for message, text in pairs(rows) do t.raises(message, li.srdf_text, text, model) end
  t.eq(select(3, li.srdf("/nowhere.srdf", model)), "EIO")
end)

t.test("what is written is read again", function()
  local s = read(ARM .. [[<group_state name="up" group="arm"><joint name="shoulder" value="0.1"/>
    </group_state><group_state name="open" group="hand"><joint name="grip/left" value="0.04"/>
    </group_state><end_effector name="e" parent_link="fore" group="hand"/><passive_joint
    name="elbow"/><disable_collisions link1="base" link2="finger left"
    reason="Never &amp; ever"/>]])
  local text = model:srdf(s)
  local again = li.srdf_text(text, model)
  t.eq(model:srdf(again), text)
  t.eq(again.allowed[1].reason, "Never & ever")
  t.eq(words(again.groups.all.coordinates), words(s.groups.all.coordinates))
  t.eq(tostring(again:q "open"), tostring(s:q "open"))
  t.eq(#again:warnings(), 0)
  t.eq(#li.srdf_text(model:srdf { allowed = { { "base", "fore" } } }, model).allowed, 1)
  t.raises("unknown key 'alowed'", model.srdf, model, { alowed = {} })
  t.raises("what: expected a table or a srdf, got a vec", model.srdf, model, li.vec { 1 })
  t.raises("what.allowed%[1%]: expected a table", model.srdf, model, { allowed = { "base" } })
  t.raises("what.states: expected a table", model.srdf, model, { states = 3 })
  t.raises("what.states%[1%].values: expected numbers by name", model.srdf, model,
    { states = { { name = "a", group = "b" } } })
  t.raises("no coordinate 'elbw'", model.srdf, model,
    { states = { { name = "a", group = "b", values = { elbw = 1 } } } })
end)

t.done()
