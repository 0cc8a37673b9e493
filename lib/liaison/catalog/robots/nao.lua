-- nao.lua - the humanoid NAO H25 V4 of Aldebaran: a floating torso and 24 revolute joints
--
-- Aldebaran prints masses, centres and inertias of all links; numbers of nao_description of
-- ros-naoqi, naoV40_generated_urdf, which is generated of them. x forward, y left, z up; at zero
-- the robot stands with its arms forward. Columns: body, on, joint, axis, place of the joint,
-- range, speed, effort; mass, centre of mass, inertia xx yy zz xy xz yz about it. The right half
-- has
-- its own numbers, which are not quite those of a mirror.
local r = 0.707106 -- the hips turn about axes half way between y and z

local rows = {
  { "neck", "torso", "HeadYaw", "z", { 0, 0, 0.1265 }, { -2.08567, 2.08567 }, 8.26797, 1.2,
    0.06442, { -1e-05, 0, -0.02742 },
    { 7.4993e-05, 7.6e-05, 5.53373e-06, 1.57e-09, -1.834e-08, -5.295e-08 } },
  { "head", "neck", "HeadPitch", "y", { 0, 0, 0 }, { -0.671952, 0.514872 }, 7.19407, 1.2,
    0.60533, { -0.00112, 0, 0.05258 },
    { 0.0026313, 0.00249112, 0.000985736, 8.78814e-06, 4.09847e-05, -2.99579e-05 } },

  { "l_shoulder", "torso", "LShoulderPitch", "y", { 0, 0.098, 0.1 }, { -2.08567, 2.08567 }, 8.26797,
    1.2, 0.07504, { -0.00165, -0.02663, 0.00014 },
    { 8.42843e-05, 1.41556e-05, 8.64195e-05, -2.02802e-06, 2.338e-08, -1.972e-08 } },
  { "l_biceps", "l_shoulder", "LShoulderRoll", "z", { 0, 0, 0 }, { -0.314159, 1.32645 }, 7.19407,
    1.2, 0.15777, { 0.02455, 0.00563, 0.0033 },
    { 9.38999e-05, 0.000371519, 0.000341901, -4.71445e-05, -2.69947e-05, -2.45977e-06 } },
  { "l_elbow", "l_biceps", "LElbowYaw", "x", { 0.105, 0.015, 0 }, { -2.08567, 2.08567 }, 8.26797,
    1.2, 0.06483, { -0.02744, 0, -0.00014 },
    { 5.59715e-06, 7.54331e-05, 7.64434e-05, 4.21e-09, 4.319e-08, -1.84e-09 } },
  { "l_forearm", "l_elbow", "LElbowRoll", "z", { 0, 0, 0 }, { -1.54462, -0.0349066 }, 7.19407, 1.2,
    0.07761, { 0.02556, 0.00281, 0.00076 },
    { 2.53322e-05, 8.91322e-05, 8.72873e-05, -2.34271e-06, 7.459e-08, -2.655e-08 } },
  { "l_wrist", "l_forearm", "LWristYaw", "x", { 0.05595, 0, 0 }, { -1.82387, 1.82387 }, 24.6229,
    0.76, 0.18533, { 0.03434, -0.00088, 0.00308 },
    { 7.05493e-05, 0.000356062, 0.000351919, 5.71599e-06, -2.24744e-05, 3.17771e-06 } },

  { "r_shoulder", "torso", "RShoulderPitch", "y", { 0, -0.098, 0.1 }, { -2.08567, 2.08567 },
    8.26797, 1.2, 0.07504, { -0.00165, 0.02663, 0.00014 },
    { 8.42843e-05, 1.41556e-05, 8.64195e-05, 2.02802e-06, 2.338e-08, 1.972e-08 } },
  { "r_biceps", "r_shoulder", "RShoulderRoll", "z", { 0, 0, 0 }, { -1.32645, 0.314159 }, 7.19407,
    1.2, 0.15777, { 0.02455, -0.00563, 0.0033 },
    { 0.00011012, 0.000367577, 0.000354618, 7.66913e-05, -2.60461e-05, 1.20983e-05 } },
  { "r_elbow", "r_biceps", "RElbowYaw", "x", { 0.105, -0.015, 0 }, { -2.08567, 2.08567 }, 8.26797,
    1.2, 0.06483, { -0.02744, 0, -0.00014 },
    { 5.59715e-06, 7.54331e-05, 7.64434e-05, 4.21e-09, 4.319e-08, -1.84e-09 } },
  { "r_forearm", "r_elbow", "RElbowRoll", "z", { 0, 0, 0 }, { 0.0349066, 1.54462 }, 7.19407, 1.2,
    0.07761, { 0.02556, -0.00281, 0.00076 },
    { 2.53907e-05, 8.92204e-05, 8.72484e-05, 2.33243e-06, -6.0117e-07, 2.694e-08 } },
  { "r_wrist", "r_forearm", "RWristYaw", "x", { 0.05595, 0, 0 }, { -1.82387, 1.82387 }, 24.6229,
    0.76, 0.18533, { 0.03434, 0.00088, 0.00308 },
    { 7.05493e-05, 0.000356062, 0.000351919, 5.71599e-06, -2.24744e-05, 3.17771e-06 } },

  { "l_pelvis", "torso", "LHipYawPitch", { 0, r, -r }, { 0, 0.05, -0.085 }, { -1.14529, 0.740718 },
    4.16174, 3.2, 0.06981, { -0.00781, -0.01114, 0.02661 },
    { 8.15023e-05, 0.000101326, 6.26236e-05, -4.99449e-06, 1.27482e-05, 2.34547e-05 } },
  { "l_hip", "l_pelvis", "LHipRoll", "x", { 0, 0, 0 }, { -0.379435, 0.79046 }, 4.16174, 3.2,
    0.13053, { -0.01549, 0.00029, -0.00515 },
    { 2.75835e-05, 9.82706e-05, 8.80997e-05, -2.233e-08, -4.08164e-06, -4.19e-09 } },
  { "l_thigh", "l_hip", "LHipPitch", "y", { 0, 0, 0 }, { -1.53589, 0.48398 }, 6.40239, 3.2,
    0.38968, { 0.00138, 0.00221, -0.05373 },
    { 0.00163672, 0.00159107, 0.000303743, 9.2451e-07, 8.53067e-05, 3.83616e-05 } },
  { "l_tibia", "l_thigh", "LKneePitch", "y", { 0, 0, -0.1 }, { -0.0923279, 2.11255 }, 6.40239, 3.2,
    0.29142, { 0.00453, 0.00225, -0.04936 },
    { 0.00118208, 0.00112865, 0.000193227, 6.3362e-07, 3.6497e-05, 3.94952e-05 } },
  { "l_ankle", "l_tibia", "LAnklePitch", "y", { 0, 0, -0.1029 }, { -1.18944, 0.922581 }, 6.40239,
    3.2, 0.13416, { 0.00045, 0.00029, 0.00685 },
    { 3.85098e-05, 7.42653e-05, 5.48654e-05, -2.634e-08, 3.86194e-06, 1.834e-08 } },
  { "l_foot", "l_ankle", "LAnkleRoll", "x", { 0, 0, 0 }, { -0.397761, 0.768992 }, 4.16174, 3.2,
    0.16184, { 0.02542, 0.0033, -0.03239 },
    { 0.000269442, 0.000644343, 0.000525757, -5.69572e-06, 0.000139379, 1.87409e-05 } },

  { "r_pelvis", "torso", "RHipYawPitch", { 0, r, r }, { 0, -0.05, -0.085 }, { -1.14529, 0.740718 },
    4.16174, 3.2, 0.06981, { -0.00781, 0.01114, 0.02661 },
    { 8.9972e-05, 0.000105526, 6.68872e-05, 5.00219e-06, 1.27352e-05, -2.77008e-05 } },
  { "r_hip", "r_pelvis", "RHipRoll", "x", { 0, 0, 0 }, { -0.79046, 0.379435 }, 4.16174, 3.2,
    0.13053, { -0.01549, -0.00029, -0.00515 },
    { 2.75865e-05, 9.827e-05, 8.81033e-05, -1.919e-08, -4.10822e-06, 2.51e-09 } },
  { "r_thigh", "r_hip", "RHipPitch", "y", { 0, 0, 0 }, { -1.53589, 0.48398 }, 6.40239, 3.2,
    0.38968, { 0.00138, -0.00221, -0.05373 },
    { 0.00163748, 0.00159221, 0.000303978, -8.3954e-07, 8.5883e-05, -3.91763e-05 } },
  { "r_tibia", "r_thigh", "RKneePitch", "y", { 0, 0, -0.1 }, { -0.0923279, 2.11255 }, 6.40239, 3.2,
    0.29142, { 0.00453, -0.00225, -0.04936 },
    { 0.00118283, 0.00112828, 0.000191453, -8.965e-07, 2.79969e-05, -3.8476e-05 } },
  { "r_ankle", "r_tibia", "RAnklePitch", "y", { 0, 0, -0.1029 }, { -1.1863, 0.932006 }, 6.40239,
    3.2, 0.13416, { 0.00045, -0.00029, 0.00685 },
    { 3.85081e-05, 7.43108e-05, 5.49131e-05, 6.434e-08, 3.87466e-06, -4.58e-09 } },
  { "r_foot", "r_ankle", "RAnkleRoll", "x", { 0, 0, 0 }, { -0.768992, 0.397935 }, 4.16174, 3.2,
    0.16184, { 0.02542, -0.0033, -0.03239 },
    { 0.000269302, 0.000643474, 0.000525035, 5.87505e-06, 0.000139133, -1.88492e-05 } },
}

-- bent elbows, which cannot be straight
local HOME = { LElbowRoll = -0.5, RElbowRoll = 0.5, LShoulderPitch = 1.4, RShoulderPitch = 1.4 }

local bodies = { { name = "torso", parent = "world", joint = "floating", mass = 1.04956,
  com = { -0.00413, 0, 0.04342 },
  inertia = { 0.00506234, 0.00488014, 0.0016103, 1.43116e-05, 0.000155191, -2.70793e-05 } } }
for i, row in ipairs(rows) do
  bodies[1 + i] = { name = row[1], parent = row[2], joint = "revolute", axis = row[4], q = row[3],
    at = row[5], limits = row[6], speed = row[7], effort = row[8], home = HOME[row[3]],
    mass = row[9], com = row[10], inertia = row[11] }
end

return { name = "nao", tip = "torso", source = "Aldebaran NAO H25 V4, nao_description",
  convention = "x forward, y left, z up; upright, arms forward at zero", bodies = bodies,
  frames = { { name = "l_hand", body = "l_wrist", at = { 0.05775, 0, -0.01231 } },
    { name = "r_hand", body = "r_wrist", at = { 0.05775, 0, -0.01231 } },
    { name = "l_sole", body = "l_foot", at = { 0, 0, -0.04519 } },
    { name = "r_sole", body = "r_foot", at = { 0, 0, -0.04519 } } }, about = {
    source = { "Aldebaran, NAO documentation, H25 V4: links, joints, masses, motors",
      "ros-naoqi/nao_robot, nao_description/urdf/naoV40_generated_urdf (generated of that)" },
    licence = "BSD-3-Clause (nao_description)",
    assumed = { "both hip yaw-pitch joints move by themselves; in the robot one motor moves both",
      "the fingers (2 mg in the file) and the rotors are left out" },
    differs = { "the documentation prints 5.2 kg for the whole robot" },
    mass = 5.19535, of = "torso and 24 links of the file" } }
