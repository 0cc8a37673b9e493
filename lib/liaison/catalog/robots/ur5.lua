-- ur5.lua - Universal Robots UR5, six revolute joints, standard DH
-- DH parameters of series 3, masses and centres of mass as published by Universal Robots (CB3
-- service manual, appendix C; support article 45257, Parameters for calculations of kinematics and
-- dynamics). No inertias are published for this model: each link counts as a uniform cylinder about
-- its long axis, radius 60 mm, lengths 150, 560, 500, 120, 120 and 120 mm, as in ROS ur_description
-- (where the wrists' radius is ten times that).
local pi = math.pi

-- mass, length, which axis of the frame it lies along
local function cylinder(m, l, axis)
  local r = 0.06
  local across, along = m * (3 * r * r + l * l) / 12, m * r * r / 2
  return { axis == "x" and along or across, axis == "y" and along or across,
    axis == "z" and along or across }
end

local function link(d, a, alpha, mass, com, length, axis, speed, effort)
  return { d = d, a = a, alpha = alpha, mass = mass, com = com,
    inertia = cylinder(mass, length, axis), limits = { -2 * pi, 2 * pi },
    speed = speed, effort = effort }
end

return { about = {
  source = { "Universal Robots, support article 45257, Parameters for calculations of kinematics "
      .. "and dynamics",
    "Universal Robots, CB3 service manual, appendix C (series 3)" },
  licence = "facts of a publication",
  assumed = { "inertias: uniform cylinders of radius 60 mm along the links, lengths 0.15, 0.56, "
      .. "0.5, 0.12 m",
    "rotors and gears: not published, left out" },
  differs = { "ur_description: the wrists' cylinders have ten times the radius" },
  mass = 17.0489,
  of = "links 1 to 6; the data sheet: 18.4 kg with the base",
},
  dh = {
  name = "ur5", convention = "standard", source = "Universal Robots; cylinders for the inertias",
    gravity = { 0, 0, -9.81 },
  link(0.089159, 0, pi / 2, 3.7, { 0, -0.02561, 0.00193 }, 0.15, "y", pi, 150),
  link(0, -0.425, 0, 8.393, { 0.2125, 0, 0.11336 }, 0.56, "x", pi, 150),
  link(0, -0.39225, 0, 2.33, { 0.15, 0, 0.0265 }, 0.5, "x", pi, 150),
  link(0.10915, 0, pi / 2, 1.219, { 0, -0.0018, 0.01634 }, 0.12, "y", pi, 28),
  link(0.09465, 0, -pi / 2, 1.219, { 0, 0.0018, 0.01634 }, 0.12, "y", pi, 28),
  link(0.0823, 0, 0, 0.1879, { 0, 0, -0.001159 }, 0.12, "z", pi, 28),
} }
