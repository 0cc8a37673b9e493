-- small.lua - mechanisms of few bodies that control is taught with: a cart, pendulums, a wheel
--
-- All move in the vertical plane x, z (y across, z up), but Furuta's. Each has the numbers of the
-- publication that made it known; its equations stand there too, and in the tests.
local pi = math.pi
local FACTS = "facts of a publication"

-- rods and points in a chain: angles relative to the rod before, from hanging down; y leads into
-- the plane, so that a positive angle lifts the end towards +x
local function chain(name, source, rods, about)
  local bodies, before = {}, 0
  for i, rod in ipairs(rods) do
    bodies[i] = { name = "link" .. i, joint = "revolute", axis = "-y", q = "q" .. i,
      at = { 0, 0, -before }, mass = rod.m, com = { 0, 0, -rod.c }, home = rod.home,
      inertia = { rod.J, rod.J, 0 }, rotor = rod.rotor, effort = rod.effort }
    before = rod.l
  end
  about.licence = about.licence or FACTS
  return { name = name, tip = "tip", source = source, bodies = bodies,
    convention = "in the plane x, z; hanging down at zero; angles relative to the link before",
    frames = { { name = "tip", body = "link" .. #rods, at = { 0, 0, -before } } }, about = about }
end

local function points(name, n)
  local rods = {}
  for i = 1, n do rods[i] = { m = 1, l = 1, c = 1, J = 0, home = 0.5 } end
  return chain(name, "made up: 1 m, 1 kg", rods, { source = { "made up: 1 m, 1 kg" },
    licence = "none needed: numbers made up here", mass = n, of = n .. " points of 1 kg" })
end

-- two links of the Lagrangian of Spong: l, lc, m, I about the centres of mass
local SPONG = { { m = 1, l = 1, c = 0.5, J = 0.083, home = 0.5 },
  { m = 1, l = 2, c = 1, J = 0.33, home = 0 } }

-- one of two, beside the plane
local function wheel(y)
  return { "cylinder", size = { 0.04, 0.02 }, at = { 0, y, 0 }, rpy = { pi / 2, 0, 0 } }
end

local family = {
  pendulum = points("pendulum", 1),
  double_pendulum = points("double_pendulum", 2),
  triple_pendulum = points("triple_pendulum", 3),

  acrobot = chain("acrobot", "Spong 1995", SPONG, {
    source = { "M. W. Spong, The swing up control problem for the Acrobot, IEEE Control Systems "
      .. "15 (1995), 49-55" },
    differs = { "there angles are counted from the horizontal; R. Sutton, 1996: l2 = 1, lc2 = 0.5, "
      .. "I = 1 for both" },
    mass = 2, of = "two links of 1 kg" }),

  -- the motor is at the shoulder: the equations are those of the acrobot
  pendubot = chain("pendubot", "Spong and Block 1995, links of Spong's Acrobot", SPONG, {
    source = { "M. W. Spong, D. J. Block, The Pendubot: a mechatronic system for control research "
      .. "and education, IEEE CDC 1995, 555-556 (the mechanism)",
      "the links of Spong's Acrobot, 1995 (the numbers)" },
    assumed = { "the links are not those of the Pendubot that was built" },
    mass = 2, of = "two links of 1 kg" }),

  -- s to the right; the pole stands up at zero and falls to the right with positive angles
  cartpole = { name = "cartpole", tip = "pole", source = "Barto, Sutton, Anderson 1983",
    convention = "s to the right; the pole upright at zero, falling to the right",
    bodies = {
      { name = "cart", joint = "prismatic", axis = "x", q = "s", mass = 1, com = { 0, 0, 0 },
        inertia = { 0, 0, 0 }, limits = { -2.4, 2.4 }, effort = 10,
        shapes = { { "box", size = { 0.3, 0.2, 0.12 }, at = { 0, 0, -0.06 } } } },
      { name = "pole", joint = "revolute", axis = "y", q = "theta", mass = 0.1,
        com = { 0, 0, 0.5 }, inertia = { 0.1 / 12, 0.1 / 12, 0 }, home = 0.1 } },
    about = {
      source = { "A. G. Barto, R. S. Sutton, C. W. Anderson, Neuronlike adaptive elements that can "
        .. "solve difficult learning control problems, IEEE SMC-13 (1983), 834-846",
        "R. V. Florian, Correct equations for the dynamics of the cart-pole system, 2007" },
      licence = FACTS,
      differs = { "friction of the paper (0.0005 of the cart on the track, 2e-6 of the pole) is "
        .. "left out" },
      mass = 1.1, of = "cart 1 kg, pole 0.1 kg" } },

  -- arm 1 turns about z, arm 2 about its own axis x; arm 2 hangs at zero
  furuta = { name = "furuta", tip = "tip", source = "Cazzolato and Prime 2011",
    convention = "arm 1 turns about z, arm 2 about the axis of arm 1; arm 2 hangs at zero",
    bodies = {
      { name = "arm1", joint = "revolute", axis = "z", q = "th1", mass = 0.3,
        com = { 0.15, 0, 0 }, inertia = { 0, 2.48e-2, 2.48e-2 }, damping = 1e-4 },
      { name = "arm2", joint = "revolute", axis = "x", q = "th2", at = { 0.278, 0, 0 },
        mass = 0.075, com = { 0, 0, -0.148 }, inertia = { 3.86e-3, 3.86e-3, 0 }, home = 0.3,
        damping = 2.8e-4 } },
    frames = { { name = "tip", body = "arm2", at = { 0, 0, -0.3 } } },
    about = {
      source = { "B. S. Cazzolato, Z. Prime, On the dynamics of the Furuta pendulum, Journal of "
        .. "Control Science and Engineering 2011, 528341, table 1" },
      licence = FACTS, mass = 0.375, of = "arms of 0.3 and 0.075 kg" } },

  -- q1 of the rod from hanging down, q2 of the wheel relative to it
  reaction_wheel = { name = "reaction_wheel", tip = "wheel", source = "Block, Astrom, Spong 2007",
    convention = "in the plane x, z; the rod hangs at zero; the wheel turns relative to it",
    bodies = {
      { name = "rod", joint = "revolute", axis = "-y", q = "theta", mass = 0.2164,
        com = { 0, 0, -0.1173 }, inertia = { 2.233e-4, 2.233e-4, 0 }, home = 0.5 },
      { name = "wheel", joint = "revolute", axis = "-y", q = "phi", at = { 0, 0, -0.1270 },
        mass = 0.0850, com = { 0, 0, 0 }, inertia = { 1.2475e-5, 2.495e-5, 1.2475e-5 } } },
    about = {
      source = { "D. J. Block, K. J. Astrom, M. W. Spong, The reaction wheel pendulum, Morgan and "
        .. "Claypool 2007 (mass of the rod and place of its centre, mass, inertia of the wheel)" },
      licence = FACTS,
      assumed = { "the inertia of the wheel across its axis: half of that about it" },
      mass = 0.3014, of = "rod and wheel" } },

  -- the wheels roll: they turn by s/R against the ground, as a rotor geared to the way of the axle
  segway = { name = "segway", tip = "body", source = "Yamamoto 2008, NXTway-GS",
    convention = "in the plane x, z; s is the way of the axle, the wheels turn by s/R; psi is the "
      .. "body from upright",
    bodies = {
      { name = "axle", joint = "prismatic", axis = "x", q = "s", at = { 0, 0, 0.04 }, mass = 0.06,
        com = { 0, 0, 0 }, inertia = { 0, 0, 0 }, rotor = 4.8e-5, gear = 1 / 0.04,
        shapes = { wheel(0.07), wheel(-0.07) } },
      { name = "body", joint = "revolute", parent = "axle", axis = "y", q = "psi", mass = 0.6,
        com = { 0, 0, 0.072 }, home = 0.1,
        shapes = { { "box", size = { 0.04, 0.1, 0.144 }, at = { 0, 0, 0.072 } } },
        inertia = { 0.6 * 0.072 ^ 2 / 3, 0.6 * 0.072 ^ 2 / 3,
          0.6 * (0.14 ^ 2 + 0.04 ^ 2) / 12 } } },
    about = {
      source = { "Y. Yamamoto, NXTway-GS model-based design: control of self-balancing two-wheeled "
        .. "robot built with LEGO Mindstorms NXT, 2008, chapter 3" },
      licence = FACTS,
      assumed = { "both wheels turn alike; the motors' rotors (1e-5 kg m^2) and friction are left "
        .. "out" },
      mass = 0.66, of = "two wheels of 30 g, a body of 0.6 kg" } },
}

return family
