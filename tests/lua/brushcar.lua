-- brushcar.lua - a car on brush tyres that tests of manoeuvres and controllers drive
local li = require "liaison"

local case = {}

case.tyre = li.tyre { kind = "brush", radius = 0.31, cx = 9e4, cy = 6e4, mu = 0.95, half = 0.06,
  stiffness = 2e5, damping = 300 }
case.mass, case.track, case.wheelbase = 1356, 1.49, 2.6

-- more: fields of the car; front, rear: of its axles
function case.car(more, front, rear)
  local s = { mass = 1200, inertia = { 450, 1800, 2000 }, com = { 0, 0, 0.5 }, axles = {
    { at = 1.2, track = 1.5, unsprung = 40, inertia = 1.1, tyre = case.tyre, spring = 2.5e4,
      damper = 2000, bar = 8000, steer = 1 / 16, brake = 0.65,
      compliance = { stiffness = 3e4, damping = 100 } },
    { at = -1.4, track = 1.48, unsprung = 38, inertia = 1.1, tyre = case.tyre, spring = 2.2e4,
      damper = 1800, brake = 0.35, drive = 1 } } }
  for key, x in pairs(more or {}) do s[key] = x end
  for key, x in pairs(front or {}) do s.axles[1][key] = x end
  for key, x in pairs(rear or {}) do s.axles[2][key] = x end
  return li.car(s)
end

return case
