-- universal.lua - the arms of Universal Robots but the UR5: six revolute joints, standard DH
--
-- Lengths, masses and centres of mass: Universal Robots, support article Parameters for
-- calculations of kinematics and dynamics. Inertias (matrix entries xx yy zz xy xz yz about the
-- centres of mass, axes of the DH frames), speeds and efforts: ur_description of Universal Robots,
-- config/<robot>, where tensors are given there; else uniform cylinders along the links of the
-- lengths and radii given there.
local pi = math.pi

-- a uniform cylinder along an axis of the frame
local function cylinder(axis, radius, length)
  return function(m)
    local across, along = m * (3 * radius ^ 2 + length ^ 2) / 12, m * radius ^ 2 / 2
    return { axis == "x" and along or across, axis == "y" and along or across,
      axis == "z" and along or across }
  end
end

local BODIES = "support article, Parameters for calculations of kinematics and dynamics"
local FILES = "ur_description (UniversalRobots/Universal_Robots_ROS2_Description), config/"
local ROTORS = "rotors and gears: not published, left out"

local arms = {
  ur3 = { d = { 0.1519, 0, 0, 0.11235, 0.08535, 0.0819 }, a = { -0.24365, -0.21325 },
    mass = { 2, 3.42, 1.26, 0.8, 0.8, 0.35 },
    com = { { 0, -0.02, 0 }, { 0.13, 0, 0.1157 }, { 0.05, 0, 0.0238 }, { 0, 0, 0.01 },
      { 0, 0, 0.01 }, { 0, 0, -0.02 } },
    inertia = { cylinder("y", 0.075, 0.178), cylinder("x", 0.075, 0.24365),
      cylinder("x", 0.075, 0.21325), cylinder("y", 0.075, 0.08535), cylinder("y", 0.075, 0.0819),
      cylinder("z", 0.032, 0.04) },
    speed = { pi, pi, pi, 2 * pi, 2 * pi, 2 * pi }, effort = { 56, 56, 28, 12, 12, 12 },
    assumed = { "inertias: uniform cylinders along the links, radius 75 mm (the last 32 mm)" },
    total = 8.63, weighs = "11 kg" },
  ur10 = { d = { 0.1273, 0, 0, 0.163941, 0.1157, 0.0922 }, a = { -0.612, -0.5723 },
    mass = { 7.1, 12.7, 4.27, 2, 2, 0.365 },
    com = { { 0.021, 0, 0.027 }, { 0.38, 0, 0.158 }, { 0.24, 0, 0.068 }, { 0, 0.007, 0.018 },
      { 0, 0.007, 0.018 }, { 0, 0, -0.026 } },
    inertia = { { 0.03408, 0.03529, 0.02156, 0.00002, -0.00425, 0.00008 },
      { 0.02814, 0.77068, 0.76943, 0.00005, -0.01561, 0.00002 },
      { 0.01014, 0.30928, 0.30646, 0.00008, 0.00916, 0 },
      { 0.00296, 0.00222, 0.00258, -0.00001, 0, -0.00024 },
      { 0.00296, 0.00222, 0.00258, -0.00001, 0, -0.00024 }, { 0.0004, 0.00041, 0.00034 } },
    speed = { 2 * pi / 3, 2 * pi / 3, pi, pi, pi, pi }, effort = { 330, 330, 150, 56, 56, 56 },
    total = 28.435, weighs = "28.9 kg" },
  ur3e = { d = { 0.15185, 0, 0, 0.13105, 0.08535, 0.0921 }, a = { -0.24355, -0.2132 },
    mass = { 1.98, 3.4445, 1.437, 0.871, 0.805, 0.261 },
    com = { { 0, -0.02, 0 }, { 0.13, 0, 0.1157 }, { 0.05, 0, 0.0238 }, { 0, 0, 0.01 },
      { 0, 0, 0.01 }, { 0, 0, -0.02 } },
    inertia = { { 0.0027657, 0.0021501, 0.0025626, 0.0000096, -0.0000149, 0.0001873 },
      { 0.0042623, 0.0460284, 0.0448947, -0.0000409, -0.001496, -0.0000129 },
      { 0.0010511, 0.0113396, 0.0110895, 0, -0.0000331, 0.0000022 },
      { 0.0008174, 0.0006844, 0.0005497, -0.0000005, 0.0000021, 0.0000617 },
      { 0.0006059, 0.0005837, 0.0003831, -0.0000006, -0.0000006, -0.0000271 },
      { 0.000108, 0.0001086, 0.0001371, -0.0000001, -0.0000001, -0.0000002 } },
    speed = { pi, pi, pi, 2 * pi, 2 * pi, 2 * pi }, effort = { 56, 56, 28, 12, 12, 12 },
    total = 8.7985, weighs = "11.2 kg" },
  ur5e = { d = { 0.1625, 0, 0, 0.1333, 0.0997, 0.0996 }, a = { -0.425, -0.3922 },
    mass = { 3.761, 8.058, 2.846, 1.37, 1.3, 0.365 },
    com = { { 0, -0.02561, 0.00193 }, { 0.2125, 0, 0.11336 }, { 0.15, 0, 0.0265 },
      { 0, -0.0018, 0.01634 }, { 0, 0.0018, 0.01634 }, { 0, 0, -0.001159 } },
    inertia = { { 0.0070021, 0.00648091, 0.00657286, 0.00000073, -0.00001053, 0.00049994 },
      { 0.01505885, 0.33388086, 0.33247207, -0.000054, 0.00000563, -0.00000181 },
      { 0.00399632, 0.07879254, 0.0784851, -0.00001365, 0.00137272, -0.0000066 },
      { 0.00165491, 0.00135962, 0.00126279, -0.00000282, -0.00000438, 0.00010157 },
      { 0.00135617, 0.00127827, 0.00096614, -0.00000274, 0.00000444, -0.00005048 },
      { 0.00018694, 0.00018908, 0.00025756, 0.00000006, -0.00000017, -0.00000092 } },
    speed = { pi, pi, pi, pi, pi, pi }, effort = { 150, 150, 150, 28, 28, 28 },
    total = 17.7, weighs = "20.6 kg" },
  ur10e = { d = { 0.1807, 0, 0, 0.17415, 0.11985, 0.11655 }, a = { -0.6127, -0.57155 },
    mass = { 7.369, 13.051, 3.989, 2.1, 1.98, 0.615 },
    com = { { 0.021, 0, 0.027 }, { 0.38, 0, 0.158 }, { 0.24, 0, 0.068 }, { 0, 0.007, 0.018 },
      { 0, 0.007, 0.018 }, { 0, 0, -0.026 } },
    inertia = { cylinder("y", 0.075, 0.178), cylinder("x", 0.075, 0.612),
      cylinder("x", 0.075, 0.57155), cylinder("y", 0.075, 0.12), cylinder("y", 0.075, 0.12),
      cylinder("z", 0.045, 0.05) },
    speed = { 2 * pi / 3, 2 * pi / 3, pi, pi, pi, pi }, effort = { 330, 330, 150, 56, 56, 56 },
    assumed = { "inertias: uniform cylinders along the links, radius 75 mm (the last 45 mm)" },
    differs = { "ur_description of 2019: d1 = 0.181, a2 = -0.613, a3 = -0.571, rounded" },
    total = 29.104, weighs = "33.5 kg" },
  ur16e = { d = { 0.1807, 0, 0, 0.17415, 0.11985, 0.11655 }, a = { -0.4784, -0.36 },
    mass = { 7.369, 10.45, 4.321, 2.18, 2.033, 0.907 },
    com = { { 0, -0.016, 0.03 }, { 0.302, 0, 0.16 }, { 0.194, 0, 0.065 }, { 0, -0.009, 0.011 },
      { 0, 0.018, 0.012 }, { 0, 0, -0.044 } },
    inertia = { { 0.03351, 0.03374, 0.021, 0.00002, -0.00001, 0.00374 },
      { 0.02796, 0.47558, 0.47635, -0.0001, -0.0072, 0.00003 },
      { 0.01091, 0.1206, 0.11714, 0.00006, 0.01012, 0.00001 },
      { 0.00609, 0.00245, 0.00579, -0.00001, 0, 0.00083 },
      { 0.00389, 0.00219, 0.00363, -0.00001, 0, -0.00045 }, { 0.00117, 0.00118, 0.00084 } },
    speed = { 2 * pi / 3, 2 * pi / 3, pi, pi, pi, pi }, effort = { 330, 330, 150, 56, 56, 56 },
    total = 27.26, weighs = "33.1 kg" },
}

local ALPHA = { pi / 2, 0, 0, pi / 2, -pi / 2, 0 }
local HOME = { 0, -pi / 2, pi / 2, -pi / 2, -pi / 2, 0 }

local function of(name, arm)
  local dh = { name = name, convention = "standard", gravity = { 0, 0, -9.81 },
    source = "Universal Robots" .. (arm.assumed and "; cylinders for the inertias" or "") }
  for i = 1, 6 do
    local inertia = arm.inertia[i]
    -- the elbow turns less than the others
    local range = i == 3 and pi or 2 * pi
    if type(inertia) == "function" then inertia = inertia(arm.mass[i]) end
    dh[i] = { d = arm.d[i], a = i == 2 and arm.a[1] or i == 3 and arm.a[2] or 0, alpha = ALPHA[i],
      mass = arm.mass[i], com = arm.com[i], inertia = inertia, limits = { -range, range },
      speed = arm.speed[i], effort = arm.effort[i], shown = HOME[i] }
  end
  local assumed = { ROTORS }
  for i, text in ipairs(arm.assumed or {}) do assumed[i + 1] = text end
  return { dh = dh, about = {
    source = { "Universal Robots, " .. BODIES, FILES .. name },
    licence = "BSD-3-Clause (ur_description)", assumed = assumed, differs = arm.differs,
    mass = arm.total, of = "links 1 to 6; the data sheet: " .. arm.weighs .. " with the base",
  } }
end

local family = {}
for name, arm in pairs(arms) do family[name] = of(name, arm) end
return family
