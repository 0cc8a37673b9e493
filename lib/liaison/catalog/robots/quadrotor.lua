-- quadrotor.lua - the nano quadrotor Crazyflie 2.0: a floating body with four rotors
--
-- J. Forster, System identification of the Crazyflie 2.0 nano quadrocopter, ETH Zurich 2015: 28 g,
-- inertia of the whole. x forward, y left, z up. The rotors push along z with thrust1 .. thrust4
-- newtons each (clockwise from front right) and turn the body back by 5.964552 mm times that.
local kit = require "liaison.core"._internal

local x, y = 28.243e-3, 28.325e-3
local DRAG = 5.964552e-3
local MOST = 0.15

local frames, forces, inputs, turning = {}, {}, {}, {}
-- what is drawn: two arms crossed, a battery, four discs of 23 mm
local shapes = { { "box", size = { 0.03, 0.02, 0.01 } } }
for i, at in ipairs { { x, -y, -1 }, { -x, -y, 1 }, { -x, y, -1 }, { x, y, 1 } } do
  local name, frame = "thrust" .. i, "rotor" .. i
  shapes[1 + i] = { "cylinder", size = { 0.023, 0.002 }, at = { at[1], at[2], 0.008 } }
  if i < 3 then
    local turn = i == 1 and -math.pi / 4 or math.pi / 4
    shapes[5 + i] = { "box", size = { 2 * math.sqrt(x * x + y * y), 0.006, 0.004 },
      rpy = { 0, 0, turn } }
  end
  frames[i] = { name = frame, body = "body", at = { at[1], at[2], 0 } }
  inputs[name] = { min = 0, max = MOST, unit = "N" }
  forces[i] = { kind = "given", name = "push" .. i, at = frame, f = { 0, 0, name }, axes = "body" }
  turning[i] = (at[3] < 0 and "-" or "+") .. name
end
-- what the drag of the rotors turns, as a couple of two forces 1 m apart
turning = kit.format("%.9g*(%s)", DRAG, table.concat(turning))
for _, end_of in ipairs { { "front", 0.5, "" }, { "rear", -0.5, "-" } } do
  forces[#forces + 1] = { kind = "given", name = "drag_" .. end_of[1], at = "body", axes = "body",
    point = { end_of[2], 0, 0 }, f = { 0, end_of[3] .. turning, 0 } }
end

return { crazyflie = { name = "crazyflie", tip = "body", source = "Forster 2015",
  convention = "x forward, y left, z up", frames = frames,
  bodies = { { name = "body", joint = "floating", shapes = shapes, mass = 0.028, com = { 0, 0, 0 },
    inertia = { 16.571710e-6, 16.655602e-6, 29.261652e-6, 0.830806e-6, 0.718277e-6,
      1.800197e-6 } } }, forces = forces, inputs = inputs,
  about = {
    source = { "J. Forster, System identification of the Crazyflie 2.0 nano quadrocopter, ETH "
      .. "Zurich 2015 (mass, inertia)" },
    licence = "facts of a publication",
    assumed = { "a rotor pushes at most 0.15 N; its own inertia is left out" },
    differs = { "mujoco_menagerie, bitcraze_crazyflie_2: 27 g and 23.951, 23.951, 32.347e-6 "
      .. "kg m^2" },
    mass = 0.028, of = "the body" } } }
