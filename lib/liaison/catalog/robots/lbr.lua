-- lbr.lua - light arms of KUKA: seven revolute joints whose axes meet in a shoulder and a wrist
--
-- All joints turn about their z axes and stand as in the robot files of the makers of simulators:
-- at zero the arm is upright. Lengths, ranges, speeds and torques: KUKA, LBR iiwa brochure and
-- specification, LWR 4+ specification. Masses: see source of each; where none is known, uniform
-- cylinders of equal mass between the joints.
local pi, deg = math.pi, math.pi / 180

-- how each joint stands in the frame of the body before: its offset goes along z or y there
local TURNS = { { 0, 0, 0 }, { pi / 2, 0, pi }, { pi / 2, 0, pi }, { pi / 2, 0, 0 },
  { -pi / 2, pi, 0 }, { pi / 2, 0, 0 }, { -pi / 2, pi, 0 } }
local ALONG = { 3, 3, 2, 3, 2, 3, 2 }
local RANGES = { 170, 120, 170, 120, 170, 120, 175 }

-- a uniform cylinder of radius r along the axis that leads to the next joint
local function cylinder(m, r, l, along)
  local across = m * (3 * r * r + l * l) / 12
  local inertia = { across, across, across }
  inertia[along] = m * r * r / 2
  return inertia
end

local function of(name, arm)
  local bodies = {}
  for i = 1, 7 do
    local at = { 0, 0, 0 }
    at[ALONG[i]] = arm.offsets[i]
    local body = { name = "link" .. i, joint = "revolute", axis = "z", q = "q" .. i, at = at,
      rpy = TURNS[i], speed = arm.speed[i] * deg, effort = arm.effort[i],
      limits = { -(arm.range or RANGES)[i] * deg, (arm.range or RANGES)[i] * deg },
      home = (arm.home or {})[i] }
    local link = arm.links and arm.links[i]
    if link then
      body.mass, body.com, body.inertia = link[1], link[2], link[3]
    else
      -- to the next joint, or to the flange
      local l, along = arm.offsets[i + 1], ALONG[i + 1] or 3
      body.mass, body.com = arm.mass / 7, { 0, 0, 0 }
      body.com[along] = l / 2
      body.inertia = cylinder(body.mass, 0.06, l, along)
    end
    bodies[i] = body
  end
  return { name = name, tip = "flange", bodies = bodies,
    source = arm.about.source[1], convention = "every joint turns about z; upright at zero",
    frames = { { name = "flange", body = "link7", at = { 0, 0, arm.offsets[8] } } },
    about = arm.about }
end

local ROTORS = "rotors and gears: not published, left out"

local arms = {
  iiwa7 = { offsets = { 0.15, 0.19, 0.21, 0.19, 0.21, 0.19, 0.081, 0.045 },
    speed = { 98, 98, 100, 130, 140, 180, 180 }, effort = { 176, 176, 110, 110, 110, 40, 40 },
    home = { 0, pi / 4, 0, -pi / 2, 0, 0, 0 },
    links = {
      { 4, { 0, -0.03, 0.12 }, { 0.1, 0.09, 0.02 } },
      { 4, { 0.0003, 0.059, 0.042 }, { 0.05, 0.018, 0.044 } },
      { 3, { 0, 0.03, 0.13 }, { 0.08, 0.075, 0.01 } },
      { 2.7, { 0, 0.067, 0.034 }, { 0.03, 0.01, 0.029 } },
      { 1.7, { 0.0001, 0.021, 0.076 }, { 0.02, 0.018, 0.005 } },
      -- the file has its frame 60.7 mm further along the axis
      { 1.8, { 0, 0.0006, 0.0004 - 0.0607 }, { 0.005, 0.0036, 0.0047 } },
      { 0.3, { 0, 0, 0.02 }, { 0.001, 0.001, 0.001 } } } },
  iiwa14 = { offsets = { 0.1575, 0.2025, 0.2045, 0.2155, 0.1845, 0.2155, 0.081, 0.045 },
    speed = { 85, 85, 100, 75, 130, 135, 135 }, effort = { 320, 320, 176, 176, 110, 40, 40 },
    home = { 0, pi / 4, 0, -pi / 2, 0, 0, 0 },
    links = { { 5.76, { 0, -0.03, 0.12 }, { 0.0333, 0.033, 0.0123 } },
      { 6.35, { 0.0003, 0.059, 0.042 }, { 0.0305, 0.0304, 0.011 } },
      { 3.5, { 0, 0.03, 0.13 }, { 0.025, 0.0238, 0.0076 } },
      { 3.5, { 0, 0.067, 0.034 }, { 0.017, 0.0164, 0.006 } },
      { 3.5, { 0.0001, 0.021, 0.076 }, { 0.01, 0.0087, 0.00449 } },
      { 1.8, { 0, 0.0006, 0.0004 }, { 0.0049, 0.0047, 0.0036 } },
      { 1.2, { 0, 0, 0.02 }, { 0.001, 0.001, 0.001 } } },
    about = {
      source = { "KUKA LBR iiwa 14 R820, brochure (lengths, ranges, speeds, torques)",
        "mujoco_menagerie, kuka_iiwa_14 (masses and inertias, from Drake's iiwa14)" },
      licence = "BSD-3-Clause (mujoco_menagerie, kuka_iiwa_14)", assumed = { ROTORS },
      differs = { "exp_robot (explicit-robotics) prints 6.404, 7.89, 2.54, 4.82, 1.76, 2.5, 0.42 "
        .. "kg for the links, 26.33 kg in all" },
      mass = 25.61, of = "links 1 to 7 of the file; the brochure: 29.9 kg with the base" } },
  lwr4 = { offsets = { 0.11, 0.2005, 0.2, 0.2, 0.2, 0.19, 0, 0.078 }, mass = 14,
    speed = { 110, 110, 128, 128, 204, 184, 184 }, effort = { 176, 176, 100, 100, 100, 38, 38 },
    range = { 170, 120, 170, 120, 170, 120, 170 }, home = { 0, pi / 6, 0, -pi / 2, 0, pi / 3, 0 },
    about = {
      source = { "KUKA LWR 4+ specification (lengths, ranges, speeds, torques)",
        "CentroEPiaggio/kuka-lwr, lwr_description (the same, in a file)" },
      licence = "facts of a data sheet",
      assumed = { "masses: uniform cylinders of 2 kg and radius 60 mm between the joints",
        ROTORS },
      differs = { "C. Gaz, F. Flacco, A. De Luca, ICRA 2014, and A. Jubien, M. Gautier, A. Janot, "
        .. "2014, identified combinations of parameters, not those of links" },
      mass = 14, of = "7 links of 2 kg; the data sheet: 16 kg with the base" } },
}
arms.iiwa7.about = {
  source = { "KUKA LBR iiwa 7 R800, brochure (lengths, ranges, speeds, torques)",
    "IFL-CAMP/iiwa_stack, iiwa_description/urdf/iiwa7.xacro (masses and inertias, rounded there)" },
  licence = "BSD-2-Clause (iiwa_stack)", assumed = { ROTORS },
  mass = 17.5, of = "links 1 to 7 of the file; the brochure: 23.9 kg with the base" }

local family = {}
for name, arm in pairs(arms) do family[name] = of(name, arm) end
return family
