-- wam.lua - the Barrett WAM of seven revolute joints, without base and hand
--
-- Inertial data of Barrett Technology (WAM Arm Inertial Specifications) as in data/urdf/wam of dart
-- 6.12, whose inertias stand in frames turned by a right angle about x: turned back here (xx yy zz
-- xy xz yz about the centres of mass).
local pi = math.pi

-- place of the joint, which way it is turned about x, range, speed, effort; mass, centre of mass,
-- inertia
local rows = {
  { { 0.22, 0.14, 0.346 }, 0, { -2.6, 2.6 }, 0.75, 1.8, 10.76768767,
    { -0.004434, -0.000665, -0.12189 },
    { 0.13488033, 0.09046330, 0.11328369, -0.00012485, 0.00213041, -0.00068555 } },
  { { 0, 0, 0 }, -1, { -2, 2 }, 0.75, 1.8, 3.87493756, { -0.00237, -0.015421, 0.031056 },
    { 0.02140958, 0.01558906, 0.01377875, -2.461e-05, 0.00027172, 0.0018192 } },
  { { 0, 0, 0 }, 1, { -2.8, 2.8 }, 2, 1.8, 1.80228141, { 0.006741, 3.3e-05, 0.342492 },
    { 0.05911077, 0.05927043, 0.0032455, 7.38e-06, 0.00249612, 1.767e-05 } },
  { { 0.045, 0, 0.55 }, -1, { -0.9, 3.1 }, 2, 1.6, 2.40016804,
    { -0.040015, -0.132717, -0.000229 },
    { 0.01491672, 0.00294463, 0.01482922, 0.00150604, 1.741e-05, 2.109e-05 } },
  { { -0.045, 0, 0 }, 1, { -4.76, 1.24 }, 2.5, 0.6, 0.12376019, { 8.9e-05, 0.004358, 0.294888 },
    { 5.029e-05, 6.27e-05, 7.582e-05, -5e-08, -2e-07, 3.59e-06 } },
  { { 0, 0, 0.3 }, -1, { -1.6, 1.6 }, 2.5, 0.6, 0.41797364, { -0.000123, -0.024683, -0.017032 },
    { 0.00055516, 0.00045358, 0.00024367, 7.4e-07, 6.1e-07, 4.59e-05 } },
  { { 0, 0, 0 }, 1, { -3, 3 }, 2.5, 0.174, 0.06864753, { -8e-05, 0.000163, 0.056764 },
    { 3.773e-05, 3.806e-05, 7.408e-05, -1.9e-07, 0, 0 } },
}

local bodies = {}
for i, row in ipairs(rows) do
  bodies[i] = { name = "link" .. i, joint = "revolute", axis = "z", q = "q" .. i, at = row[1],
    rpy = { row[2] * pi / 2, 0, 0 }, limits = row[3], speed = row[4], effort = row[5],
    mass = row[6], com = row[7], inertia = row[8] }
end
bodies[2].home, bodies[4].home = -0.5, 2

return { name = "wam", tip = "link7", source = "Barrett Technology, as in dart", bodies = bodies,
  convention = "every joint turns about z; upright at zero", about = {
    source = { "Barrett Technology, WAM Arm Inertial Specifications",
      "dart 6.12, data/urdf/wam/wam.urdf (the same, in a file; ranges, speeds, efforts)" },
    licence = "BSD-2-Clause (dart)",
    assumed = { "rotors and the cable transmission: left out" },
    differs = { "efforts of the file (1.8 N m ..) are of the motors, before their transmission" },
    mass = 19.45545604, of = "links 1 to 7 of the file; the base is 9.97 kg more" } }
