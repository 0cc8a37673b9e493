-- delta.lua - a Delta of three turning arms, of the size of the ABB IRB 360-1/1600
--
-- R. L. Williams II, The Delta parallel robot: kinematics solutions, Ohio University 2016: base
-- triangle of side 0.567 m, platform triangle of side 0.076 m, arms of 0.524 m, parallelograms of
-- 1.244 m by 0.131 m. z points up, the platform hangs below; an arm at zero lies level and turns
-- downwards. The platform slides along x, y, z, as the six rods of the parallelograms hold it; each
-- rod is a distance, a parallelogram one of them: both of a pair are equal while it does not turn.
local arm, rod, base, side = 0.524, 1.244, 0.567, 0.076
-- from the centres to the sides of the base and to the corners of the platform
local wide, corner = math.sqrt(3) / 6 * base, math.sqrt(3) / 3 * side
local MASS = { arm = 1, platform = 0.5 }
-- where the platform hangs while all arms stand at the same angle
local HOME = 0.2
local out, down = wide + arm * math.cos(HOME) - corner, arm * math.sin(HOME)
local height = -down - math.sqrt(rod ^ 2 - out ^ 2)

local bodies, constraints = {}, {}
for i = 1, 3 do
  -- the first arm points along -y, the others follow anticlockwise
  local turn = -math.pi / 2 + (i - 1) * 2 * math.pi / 3
  local c, s = math.cos(turn), math.sin(turn)
  bodies[i] = { name = "arm" .. i, parent = "world", joint = "revolute", axis = "y", q = "th" .. i,
    at = { wide * c, wide * s, 0 }, rpy = { 0, 0, turn }, limits = { -0.8, 1.7 }, home = HOME,
    mass = MASS.arm, com = { arm / 2, 0, 0 },
    inertia = { 0, MASS.arm * arm ^ 2 / 12, MASS.arm * arm ^ 2 / 12 } }
  constraints[i] = { kind = "distance", name = "rod" .. i, length = rod, from = "arm" .. i,
    from_at = { arm, 0, 0 }, to = "platform", to_at = { corner * c, corner * s, 0 } }
end
local slides = {}
for i, axis in ipairs { "x", "y", "z" } do
  local last = axis == "z"
  bodies[3 + i] = { name = last and "platform" or "slide_" .. axis, joint = "prismatic",
    parent = i == 1 and "world" or "slide_" .. slides[i - 1], axis = axis, q = "p" .. axis,
    home = last and height or 0, mass = last and MASS.platform or 0, inertia = last and
    { 1e-3, 1e-3, 2e-3 } or 0, shapes = last and
    { { "cylinder", size = { 0.07, 0.02 }, at = { 0, 0, -0.01 } } } or nil }
  slides[i] = axis
end

return { name = "delta", tip = "platform", source = "Williams 2016, ABB IRB 360-1/1600",
  bodies = bodies, constraints = constraints,
  convention = "z up; arms level at zero, positive downwards", about = {
    source = { "R. L. Williams II, The Delta parallel robot: kinematics solutions, Ohio University "
      .. "2016 (lengths of the ABB FlexPicker IRB 360-1/1600)" },
    licence = "facts of a publication",
    assumed = { "masses: arms of 1 kg as rods, a platform of 0.5 kg, rods without mass",
      "the platform does not turn: a parallelogram counts as one rod" },
    mass = 3.5, of = "three arms of 1 kg and a platform of 0.5 kg" } }
