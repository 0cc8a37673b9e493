local li = require "liaison"
local arm = li.robot{ gravity = 9.81,
  bodies = { { name = "arm", joint = "revolute", axis = "y", mass = 1, com = {0.5, 0, 0}, inertia = {0, 0.1, 0.1} } } }
print(arm:gravity{0})
