-- scara.lua - a four-axis SCARA of the Adept Cobra 600 size: two turning links, a slide, a wrist
-- turn, standard DH Link lengths 325 and 275 mm, stroke 210 mm, ranges of +-105, +-150 and +-360
-- degrees: data sheet of the Cobra s600. Masses are not published: links count as uniform rods of 8
-- and 6 kg, the quill as a rod of 2 kg and 0.3 m. Convention of Spong, Hutchinson, Vidyasagar,
-- Robot modeling and control: joint 3 points down, theta4 turns about it.
local pi, deg = math.pi, math.pi / 180

local function rod(m, l) return { 0, m * l * l / 12, m * l * l / 12 } end

return { about = {
  source = { "Adept Cobra s600 data sheet (lengths, ranges)" },
  licence = "facts of a publication",
  assumed = { "masses: uniform rods of 8, 6 and 2 kg; a rotor of 1e-4 kg m^2 at the wrist" },
  mass = 16.0,
  of = "the rods",
},
  dh = {
  name = "scara", convention = "standard",
    source = "Adept Cobra s600 data sheet (geometry); uniform rods", gravity = { 0, 0, -9.81 },
  { theta = "q1", a = 0.325, mass = 8, com = { -0.1625, 0, 0 }, inertia = rod(8, 0.325),
    limits = { -105 * deg, 105 * deg } },
  { theta = "q2", a = 0.275, alpha = pi, mass = 6, com = { -0.1375, 0, 0 }, inertia = rod(6, 0.275),
    limits = { -150 * deg, 150 * deg } },
  { joint = "P", d = "d3", mass = 2, com = { 0, 0, -0.15 }, inertia = { 0.015, 0.015, 0 },
    limits = { 0, 0.21 } },
  { theta = "q4", mass = 0, inertia = 0, rotor = 1e-4, gear = 1,
    limits = { -360 * deg, 360 * deg } },
} }
