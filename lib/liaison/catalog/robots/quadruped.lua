-- quadruped.lua - a twelve-motor quadruped of 9 kg on a floating trunk: the MIT Mini Cheetah
-- Masses, inertias, lengths and gears as published with its controller (Cheetah-Software,
-- MiniCheetah.h); x forward, y left, z up. Each leg: abduction about x, hip and knee about y
-- (negative knee angles fold the leg back); legs straight down at zero. Inertias: xx yy zz xy xz
-- yz, matrix entries about the centre of mass, of the right side; y mirrored on the left.
local trunk, abad, thigh, shank = { 0.19, 0.049 }, 0.062, { 0.209, 0.004 }, 0.195
local e = 1e-6

local function leg(bodies, frames, name, front, left)
  local s = left and 1 or -1 -- the published data are those of the left side
  local function body(part, parent, axis, at, mass, com, I, gear)
    bodies[#bodies + 1] = {
      name = name .. "_" .. part, parent = parent, joint = "revolute", axis = axis,
        q = name .. "_" .. part, at = at, mass = mass,
      com = { com[1], s * com[2], com[3] },
        inertia = { I[1], I[2], I[3], s * I[4], I[5], s * I[6] }, rotor = 63e-6, gear = gear,
    }
    return name .. "_" .. part
  end
  local a = body("abad", "trunk", "x", { front * trunk[1], s * trunk[2], 0 }, 0.54, { 0, 0.036, 0 },
    { 381 * e, 560 * e, 444 * e, 58 * e, 0.45 * e, 0.95 * e }, 6)
  local h = body("hip", a, "y", { 0, s * abad, 0 }, 0.634, { 0, 0.016, -0.02 },
    { 1983 * e, 2103 * e, 408 * e, 245 * e, 13 * e, 1.5 * e }, 6)
  local k = body("knee", h, "y", { 0, s * thigh[2], -thigh[1] }, 0.064, { 0, 0, -0.061 },
    { 245 * e, 248 * e, 6 * e, 0, 0, 0 }, 9.33)
  frames[#frames + 1] = { name = name .. "_foot", body = k, at = { 0, 0, -shank }, contact = true }
end

local bodies, frames = {}, {}
bodies[1] = {
  name = "trunk", parent = "world", joint = "floating", mass = 3.3, com = { 0, 0, 0 },
    inertia = { 11253 * e, 36203 * e, 42673 * e },
}
leg(bodies, frames, "fr", 1, false)
leg(bodies, frames, "fl", 1, true)
leg(bodies, frames, "hr", -1, false)
leg(bodies, frames, "hl", -1, true)

return { about = {
  source = { "MIT Cheetah-Software, MiniCheetah.h",
    "B. Katz, J. Di Carlo, S. Kim, Mini Cheetah, a platform for pushing the limits of dynamic "
      .. "quadruped control, IEEE ICRA 2019" },
  licence = "MIT (Cheetah-Software)",
  differs = { "the inertias of hips and thighs are none of a solid body: kept as published",
    "the paper prints 9 kg for the whole robot; the sum of the file is 8.252 kg" },
  mass = 8.252,
  of = "trunk and legs of MiniCheetah.h",
},
  name = "quadruped", source = "MIT Mini Cheetah, Cheetah-Software", tip = "trunk", bodies = bodies,
    frames = frames,
  convention = "x forward, y left, z up; hip and knee about y; straight legs at zero",
}
