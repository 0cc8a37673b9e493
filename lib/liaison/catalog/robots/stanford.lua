-- stanford.lua - the Stanford (Scheinman) arm, five revolute joints and a slide, standard DH
-- Geometry after R. P. Paul, Modelling, trajectory calculation and servoing of a computer
-- controlled arm, 1972, with the numbers of Corke's robotics toolbox, whose centres of mass of
-- links 3, 5 and 6 lie far outside of them (kept as published).
local pi = math.pi

local function link(joint, theta, d, a, alpha, mass, com, inertia, rotor)
  return { joint = joint, theta = theta, d = d, a = a, alpha = alpha, mass = mass, com = com,
    inertia = inertia, rotor = rotor, gear = rotor and 1 }
end

return { about = {
  source = { "R. P. Paul, Modelling, trajectory calculation and servoing of a computer "
      .. "controlled arm, 1972",
    "P. Corke's robotics toolbox, stanford (numbers)" },
  licence = "facts of a publication",
  differs = { "the inertia of link 5 is none of a solid body: kept as published",
    "the centres of mass of links 3, 5 and 6 lie far outside of them: kept as published" },
  mass = 20.77,
  of = "links 1 to 6 of the toolbox",
},
  dh = {
  name = "stanford", convention = "standard",
    source = "Paul 1972, numbers of Corke's robotics toolbox", gravity = { 0, 0, -9.81 },
  link("R", 0, 0.412, 0, -pi / 2, 9.29, { 0, 0.0175, -0.1105 }, { 0.276, 0.255, 0.071 }),
  link("R", 0, 0.154, 0, pi / 2, 5.01, { 0, -1.054, 0 }, { 0.108, 0.018, 0.1 }),
  link("P", -pi / 2, 0, 0.0203, 0, 4.25, { 0, 0, -6.447 }, { 2.51, 2.51, 0.006 }),
  link("R", 0, 0, 0, -pi / 2, 1.08, { 0, 0.092, -0.054 }, { 0.002, 0.001, 0.001 }),
  link("R", 0, 0, 0, pi / 2, 0.63, { 0, 0.566, 0.003 }, { 0.003, 0.0004, 0 }),
  link("R", 0, 0.263, 0, 0, 0.51, { 0, 0, 1.554 }, { 0.013, 0.013, 0.0003 }),
} }
