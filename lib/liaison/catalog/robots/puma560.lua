-- puma560.lua - Unimate Puma 560, six revolute joints, standard DH
-- P. I. Corke and B. Armstrong-Helouvry, A search for consensus among model parameters reported for
-- the PUMA 560 robot, 1994, with rotors and gears; limits as in Corke's robotics toolbox. Link 1
-- has no mass there: it only turns about its axis. Base frame on joints 1 and 2; angles are those
-- of the toolbox, zero with the upper arm along x.
local pi, deg = math.pi, math.pi / 180

local function link(d, a, alpha, mass, com, inertia, rotor, gear, min, max)
  return { d = d, a = a, alpha = alpha, mass = mass, com = com, inertia = inertia, rotor = rotor,
    gear = gear, limits = { min * deg, max * deg } }
end

return { about = {
  source = { "P. I. Corke and B. Armstrong-Helouvry, A search for consensus among model "
      .. "parameters reported for the PUMA 560 robot, IEEE ICRA 1994, 1608-1613",
    "limits: P. Corke's robotics toolbox, puma560" },
  licence = "facts of a publication",
  assumed = { "link 1: no mass is published, it only turns about its axis" },
  differs = { "the inertias of links 1 and 3 are none of a solid body: kept as published",
    "B. Armstrong, O. Khatib, J. Burdick, ICRA 1986 (puma560akb of the toolbox), modified DH: "
      .. "d2 = 0.2435, d3 = -0.0934, d4 = 0.4331" },
  mass = 23.45,
  of = "links 2 to 6 of the 1994 paper",
},
  dh = {
  name = "puma560", convention = "standard", source = "Corke and Armstrong-Helouvry 1994",
    gravity = { 0, 0, -9.81 },
  link(0, 0, pi / 2, 0, { 0, 0, 0 }, { 0, 0.35, 0 }, 200e-6, -62.6111, -160, 160),
  link(0, 0.4318, 0, 17.4, { -0.3638, 0.006, 0.2275 }, { 0.13, 0.524, 0.539 }, 200e-6, 107.815, -45,
  225),
  link(0.15005, 0.0203, -pi / 2, 4.8, { -0.0203, -0.0141, 0.07 }, { 0.066, 0.086, 0.0125 }, 200e-6,
  -53.7063, -225, 45),
  link(0.4318, 0, pi / 2, 0.82, { 0, 0.019, 0 }, { 1.8e-3, 1.3e-3, 1.8e-3 }, 33e-6, 76.0364, -110,
  170),
  link(0, 0, -pi / 2, 0.34, { 0, 0, 0 }, { 0.3e-3, 0.4e-3, 0.3e-3 }, 33e-6, 71.923, -100, 100),
  link(0, 0, 0, 0.09, { 0, 0, 0.032 }, { 0.15e-3, 0.15e-3, 0.04e-3 }, 33e-6, 76.686, -266, 266),
} }
