-- a1.lua - the quadruped Unitree A1: a floating trunk and twelve motors
--
-- Numbers of unitree_a1/a1.xml of mujoco_menagerie, which has them from Unitree's a1_description;
-- principal moments and quaternions there are multiplied out here (xx yy zz xy xz yz about the
-- centres of mass). x forward, y left, z up; hip about x, thigh and calf about y; legs straight
-- down at zero. Of the right side, y is mirrored; of the hips of the hind legs also x.
local trunk, hip, thigh, calf = { 0.183, 0.047 }, 0.08505, 0.2, 0.2

-- a part of a leg: sx, sy = -1 where it is mirrored
local function part(bodies, name, parent, axis, at, range, home, m, com, I, sx, sy)
  bodies[#bodies + 1] = { name = name, parent = parent, joint = "revolute", axis = axis,
    q = name, at = at, limits = range, home = home, effort = 33.5, rotor = 0.01,
    damping = axis == "x" and 1 or 2, friction = 0.2, mass = m,
    com = { sx * com[1], sy * com[2], com[3] },
    inertia = { I[1], I[2], I[3], sx * sy * I[4], sx * I[5], sy * I[6] } }
  return name
end

local function leg(bodies, frames, name, sx, sy)
  local a = part(bodies, name .. "_hip", "trunk", "x", { sx * trunk[1], sy * trunk[2], 0 },
    { -0.802851, 0.802851 }, 0, 0.696, { -0.003311, 0.000635, 3.1e-05 },
    { 0.000469246, 0.00080749, 0.000552929, -9.40916e-06, -3.42067e-07, -4.66049e-07 }, sx, sy)
  local b = part(bodies, name .. "_thigh", a, "y", { 0, sy * hip, 0 }, { -1.0472, 4.18879 }, 0.9,
    1.013, { -0.003237, -0.022327, -0.027326 },
    { 0.00552906, 0.00513934, 0.00136779, 4.82498e-06, 0.000343868, 2.24474e-05 }, 1, sy)
  local c = part(bodies, name .. "_calf", b, "y", { 0, 0, -thigh }, { -2.69653, -0.916298 }, -1.8,
    0.226, { 0.00472659, 0, -0.131975 },
    { 0.00338556, 0.00340344, 4.38509e-05, 0, -0.000167427, 0 }, 1, sy)
  frames[#frames + 1] = { name = name .. "_foot", body = c, at = { 0, 0, -calf }, contact = true }
end

local bodies, frames = { { name = "trunk", parent = "world", joint = "floating", mass = 4.713,
  com = { 0, 0.0041, -0.0005 },
  inertia = { 0.0158533, 0.0377999, 0.0456542, -3.66e-05, -6.11e-05, -2.75e-05 } } }, {}
for _, at in ipairs { { "fr", 1, -1 }, { "fl", 1, 1 }, { "rr", -1, -1 }, { "rl", -1, 1 } } do
  leg(bodies, frames, at[1], at[2], at[3])
end

return { name = "a1", tip = "trunk", source = "Unitree A1, mujoco_menagerie", bodies = bodies,
  frames = frames, convention = "x forward, y left, z up; straight legs at zero", about = {
    source = { "google-deepmind/mujoco_menagerie, unitree_a1/a1.xml, after Unitree's "
      .. "a1_description" },
    licence = "BSD-3-Clause (mujoco_menagerie, unitree_a1)",
    assumed = { "the feet are points; the file has balls of 20 mm radius",
      "rotors, damping and dry friction are those of the file, which its makers chose" },
    differs = { "the file tells of speeds nothing; Unitree prints 21 rad/s" },
    mass = 12.453, of = "trunk and four legs of the file; Unitree prints 12 kg" } }
