-- stewart.lua - a Gough-Stewart platform: six legs that slide, a universal joint below each, a ball
-- above
--
-- N. Smith, J. Wendlandt, Creating a Stewart platform model using SimMechanics, MathWorks 2002:
-- joints on circles of 3 m below and 1 m above, 2.5 and 10 degrees beside the corners of triangles,
-- the platform 2 m up; steel tubes and a plate of 50 mm. A leg turns about two axes across it and
-- slides along its own; its ball is a loop. Legs are placed upright at home, so that all their
-- coordinates are 0 there.
local deg, pi = math.pi / 180, math.pi
local HEIGHT, BELOW, ABOVE = 2, 3, 1
local RHO, TUBE, ROD, PLATE = 76e3 / 9.81, 0.05, 0.03, 0.05

local function circle(r, angle) return { r * math.cos(angle), r * math.sin(angle), 0 } end

-- a uniform cylinder along z of length l, hollow inside r
local function cylinder(R, r, l)
  local m = RHO * pi * (R * R - r * r) * l
  local across = m * (3 * (R * R + r * r) + l * l) / 12
  return m, { across, across, m * (R * R + r * r) / 2 }
end

local bodies, frames, loops = {}, {}, {}
local m, I = cylinder(ABOVE, 0, PLATE)
bodies[1] = { name = "platform", parent = "world", joint = "floating", mass = m, com = { 0, 0, 0 },
  inertia = I, dofs = { {}, {}, { home = HEIGHT }, {}, {}, {} } }

for i = 1, 6 do
  -- two legs stand beside each corner below and lead away from each other
  local corner, side = 2 * pi / 3 * math.floor((i - 1) / 2), i % 2 == 0 and 1 or -1
  local a = circle(BELOW, corner + side * 2.5 * deg)
  local b = circle(ABOVE, corner + side * (60 - 10) * deg)
  local x, y = b[1] - a[1], b[2] - a[2]
  local l = math.sqrt(x * x + y * y + HEIGHT ^ 2)
  -- z along the leg: first about z to its bearing, then about y
  local rpy = { 0, math.acos(HEIGHT / l), math.atan2 and math.atan2(y, x) or math.atan(y, x) }
  local tube, tube_inertia = cylinder(TUBE, ROD, 0.75 * l)
  local rod, rod_inertia = cylinder(ROD, 0, 0.75 * l)
  bodies[#bodies + 1] = { name = "tube" .. i, parent = "world", joint = "universal", axis = "x",
    axis2 = "y", q = { "a" .. i, "b" .. i }, at = a, rpy = rpy, mass = tube,
    com = { 0, 0, 0.375 * l }, inertia = tube_inertia }
  bodies[#bodies + 1] = { name = "rod" .. i, parent = "tube" .. i, joint = "prismatic", axis = "z",
    q = "s" .. i, limits = { -0.25 * l, 0.25 * l }, mass = rod, com = { 0, 0, 0.625 * l },
    inertia = rod_inertia }
  frames[#frames + 1] = { name = "top" .. i, body = "rod" .. i, at = { 0, 0, l } }
  frames[#frames + 1] = { name = "ball" .. i, body = "platform", at = b }
  loops[i] = { name = "joint" .. i, joint = "spherical", from = "ball" .. i, to = "top" .. i }
end

return { name = "stewart", tip = "platform", source = "Smith and Wendlandt, MathWorks 2002",
  convention = "z up; all coordinates of the legs are 0 at home", bodies = bodies, frames = frames,
  loops = loops, about = {
    source = { "N. Smith, J. Wendlandt, Creating a Stewart platform model using SimMechanics, "
      .. "MATLAB Digest 2002, with the file of its geometry" },
    licence = "facts of a publication",
    assumed = { "upper legs: solid rods of the tubes' inner radius (the file: of their outer)" },
    mass = 2080.464, of = "the plate and six legs of steel" } }
