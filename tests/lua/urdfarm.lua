-- urdfarm.lua - a small arm as URDF text, to be written oddly

-- a base, an arm that turns about x at z = 1, a hand fixed to it at y = 1: what stands inside of
-- the joint, the arm, the robot
local function robot(joint, arm, more, kind)
  return ([[<robot name="r">
<link name="base"/>
<link name="arm">%s</link>
<link name="hand"/>
<joint name="turn" type="%s"><parent link="base"/><child link="arm"/><origin xyz="0 0 1"/>%s</joint>
<joint name="mount" type="fixed"><parent link="arm"/><child link="hand"/><origin xyz="0 1 0"/>]]
    .. [[</joint>
%s</robot>]]):format(arm or "", kind or "revolute", joint or "", more or "")
end

local mass = [[<inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial>]]

local function warned(m) return table.concat(m:warnings(), "\n") end

return { robot = robot, mass = mass, warned = warned }
