-- panda.lua - Franka Emika Panda without hand, seven revolute joints, modified DH; the tip is the
-- flange Frames and limits: Franka Control Interface, robot and interface specifications; inertias
-- as in franka_description, after C. Gaz, M. Cognetti, A. Oliva, P. Robuffo Giordano, A. De Luca,
-- Dynamic identification of the Franka Emika Panda robot, 2019.
local pi = math.pi

-- the place that its makers call ready
local READY = { 0, -pi / 4, 0, -3 * pi / 4, 0, pi / 2, pi / 4 }
local n = 0

local function link(a, d, alpha, mass, com, inertia, min, max, speed, effort)
  n = n + 1
  return { a = a, d = d, alpha = alpha, mass = mass, com = com, inertia = inertia,
    limits = { min, max }, speed = speed, effort = effort, shown = READY[n] }
end

-- inertia: xx yy zz xy xz yz, matrix entries, about the centre of mass
return { about = {
  source = { "C. Gaz, M. Cognetti, A. Oliva, P. Robuffo Giordano, A. De Luca, Dynamic "
      .. "identification of the Franka Emika Panda robot, IEEE RA-L 4 (2019), 4147-4154 (masses, "
      .. "inertias)",
    "Franka Control Interface, robot and interface specifications (frames, limits)" },
  licence = "facts of a publication",
  assumed = { "rotors: none published apart from the links" },
  mass = 16.062132,
  of = "links 1 to 7, identified; the data sheet: 18 kg with the base",
},
  dh = {
  name = "panda", convention = "modified", source = "Franka Control Interface; Gaz et al. 2019",
    gravity = { 0, 0, -9.81 }, tip = "flange",
  link(0, 0.333, 0, 4.970684, { 0.003875, 0.002081, -0.04762 },
    { 0.70337, 0.70661, 0.009117, -0.000139, 0.006772, 0.019169 }, -2.8973, 2.8973, 2.175, 87),
  link(0, 0, -pi / 2, 0.646926, { -0.003141, -0.02872, 0.003495 },
    { 0.007962, 0.02811, 0.025995, -0.003925, 0.010254, 0.000704 }, -1.7628, 1.7628, 2.175, 87),
  link(0, 0.316, pi / 2, 3.228604, { 0.027518, 0.039252, -0.066502 },
    { 0.037242, 0.036155, 0.01083, -0.004761, -0.011396, -0.012805 }, -2.8973, 2.8973, 2.175, 87),
  link(0.0825, 0, pi / 2, 3.587895, { -0.05317, 0.104419, 0.027454 },
    { 0.025853, 0.019552, 0.028323, 0.007796, -0.001332, 0.008641 }, -3.0718, -0.0698, 2.175, 87),
  link(-0.0825, 0.384, -pi / 2, 1.225946, { -0.011953, 0.041065, -0.038437 },
    { 0.035549, 0.029474, 0.008627, -0.002117, -0.004037, 0.000229 }, -2.8973, 2.8973, 2.61, 12),
  link(0, 0, pi / 2, 1.666555, { 0.060149, -0.014117, -0.010517 },
    { 0.001964, 0.004354, 0.005433, 0.000109, -0.001158, 0.000341 }, -0.0175, 3.7525, 2.61, 12),
  link(0.088, 0, pi / 2, 0.735522, { 0.010517, -0.004252, 0.061597 },
    { 0.012516, 0.010027, 0.004815, -0.000428, -0.001196, -0.000741 }, -2.8973, 2.8973, 2.61, 12),
  frames = { flange = { body = "link7", at = { 0, 0, 0.107 } } },
} }
