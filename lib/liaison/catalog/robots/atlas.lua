-- atlas.lua - Boston Dynamics Atlas as simulated in the DARPA Robotics Challenge: a floating pelvis
-- and 27 revolute joints
--
-- Numbers of data/sdf/atlas/atlas_v3.urdf of dart 6.12: x forward, y left, z up; upright at zero.
-- The left half stands here; the right one is its mirror image in the plane x, z (as in the file):
-- joints about x and z turn the other way. Left out: three boxes of 0.1 kg in the place of cameras.
-- Columns: body, on, joint, axis, place of the joint, range, speed, effort; mass, centre of mass,
-- inertia xx yy zz xy xz yz about it.
local pi = math.pi
local tilt = { 0, 0.5, 0.866025 }

local rows = {
  { "ltorso", "pelvis", "back_bkz", "z", { -0.0125, 0, 0 }, { -0.663225, 0.663225 }, 12, 124.016,
    2.409, { -0.0112984, -3.15366e-06, 0.0746835 },
    { 0.0039092, 0.00341694, 0.00174492, -5.04491e-08, -0.000342157, 4.87119e-07 } },
  { "mtorso", "ltorso", "back_bky", "y", { 0, 0, 0.16197 }, { -0.610691, 0.438427 }, 12, 206.843,
    0.69, { -0.00816266, -0.0131245, 0.0305974 },
    { 0.000454181, 0.000483282, 0.000444215, -6.10764e-05, 3.94009e-05, 5.27463e-05 } },
  { "utorso", "mtorso", "back_bkx", "x", { 0, 0, 0.05 }, { -0.698132, 0.698132 }, 12, 200,
    52.007, { -0.0923, 0, 0.3 }, { 1.466, 1.51, 1.3, 0.00362, 0.336, 0.001 } },
  { "l_clav", "utorso", "l_arm_shy", tilt, { 0.06441, 0.13866, 0.10718 }, { -pi / 2, 0.785398 }, 12,
    212, 3.45, { 0, 0.048, 0.084 }, { 0.011, 0.009, 0.004, 0, 0, -0.004 } },
  { "l_scap", "l_clav", "l_arm_shx", "x", { 0, 0.14035, 0.19609 }, { -pi / 2, pi / 2 }, 12, 170,
    3.012, { 0, 0, 0 }, { 0.00319, 0.00583, 0.00583, 0, 0, 0 } },
  { "l_uarm", "l_scap", "l_arm_ely", "y", { 0, 0.187, 0.016 }, { 0, 3.14159 }, 12, 114,
    3.388, { 0, -0.065, 0 }, { 0.00656, 0.00358, 0.00656, 0, 0, 0 } },
  { "l_larm", "l_uarm", "l_arm_elx", "x", { 0, 0.119, 0.00921 }, { 0, 2.35619 }, 12, 114,
    2.509, { 0, 0, 0 }, { 0.00265, 0.00446, 0.00446, 0, 0, 0 } },
  { "l_farm", "l_larm", "l_arm_wry", "y", { 0, 0.187, -0.00921 }, { 0, 3.14159 }, 12, 114,
    3.388, { 0, -0.065, 0 }, { 0.00656, 0.00358, 0.00656, 0, 0, 0 } },
  { "l_hand", "l_farm", "l_arm_wrx", "x", { 0, 0.119, 0.00921 }, { -1.1781, 1.1781 }, 12, 60,
    2.509, { 0, 0, 0 }, { 0.00265, 0.00446, 0.00446, 0, 0, 0 } },
  { "l_uglut", "pelvis", "l_leg_hpz", "z", { 0, 0.089, 0 }, { -0.174533, 1.22173 }, 12, 110,
    0.648, { 0.00529262, -0.00344732, 0.00313046 },
    { 0.00074276, 0.000688179, 0.00041242, -3.79607e-08, -2.79549e-05, -3.2735e-08 } },
  { "l_lglut", "l_uglut", "l_leg_hpx", "x", { 0, 0, 0 }, { -0.523599, 0.523599 }, 12, 180,
    0.866, { 0.0133341, 0.0170484, -0.0312052 },
    { 0.000691326, 0.00126856, 0.00106487, -2.24344e-05, 2.50508e-06, 0.000137862 } },
  { "l_uleg", "l_lglut", "l_leg_hpy", "y", { 0.05, 0, -0.05 }, { -1.72072, 0.524821 }, 12, 260,
    9.209, { 0, 0, -0.21 }, { 0.09, 0.09, 0.02, 0, 0, 0 } },
  { "l_lleg", "l_uleg", "l_leg_kny", "y", { -0.05, 0, -0.374 }, { 0, 2.38569 }, 12, 220,
    5.479, { 0.001, 0, -0.187 }, { 0.077, 0.076, 0.01, 0, -0.003, 0 } },
  { "l_talus", "l_lleg", "l_leg_aky", "y", { 0, 0, -0.422 }, { -1, 0.7 }, 12, 700,
    0.125, { 0, 0, 0 }, { 1.01674e-05, 8.42775e-06, 1.30101e-05, 0, 0, 0 } },
  { "l_foot", "l_talus", "l_leg_akx", "x", { 0, 0, 0 }, { -0.8, 0.8 }, 12, 90,
    2.05, { 0.027, 0, -0.067 }, { 0.002, 0.007, 0.008, 0, 0, 0 } },
}

local function right(name) return (name:gsub("^l_", "r_")) end

-- the same on the other side
local function mirrored(row)
  local axis, range, at, com, I = row[4], row[6], row[5], row[10], row[11]
  local turned = axis == "x" or axis == "z"
  return { right(row[1]), right(row[2]), right(row[3]),
    axis == tilt and { 0, tilt[2], -tilt[3] } or axis, { at[1], -at[2], at[3] },
    turned and { -range[2], -range[1] } or range, row[7], row[8], row[9],
    { com[1], -com[2], com[3] }, { I[1], I[2], I[3], -I[4], I[5], -I[6] } }
end

local function body(row)
  return { name = row[1], parent = row[2], joint = "revolute", axis = row[4], q = row[3],
    at = row[5], limits = row[6], speed = row[7], effort = row[8], mass = row[9], com = row[10],
    inertia = row[11] }
end

local bodies = { { name = "pelvis", parent = "world", joint = "floating", mass = 17.882,
  com = { 0.0111, 0, 0.0271 }, inertia = { 0.1244, 0.0958, 0.1167, 0.0008, -0.0007, -0.0005 } } }
-- limb by limb: a right one stands behind its left one
local limb = {}
for _, row in ipairs(rows) do
  bodies[#bodies + 1] = body(row)
  if row[1]:find "^l_" then limb[#limb + 1] = body(mirrored(row)) end
  if row[1] == "l_hand" or row[1] == "l_foot" then
    for _, part in ipairs(limb) do bodies[#bodies + 1] = part end
    limb = {}
  end
end

return { name = "atlas", tip = "l_hand", source = "Atlas of the DRC, drcsim and dart",
  convention = "x forward, y left, z up; upright at zero", bodies = bodies, about = {
    source = { "dart 6.12, data/sdf/atlas/atlas_v3.urdf, after drcsim of the Virtual Robotics "
      .. "Challenge" },
    licence = "BSD-2-Clause (dart)",
    assumed = { "the three boxes of 0.1 kg in the place of cameras are left out; so is the head" },
    differs = { "atlas_v4.urdf of simbody 3.7 has electric wrists of two joints more" },
    mass = 146.254, of = "28 bodies of the file" } }
