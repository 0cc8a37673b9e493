local li = require "liaison"
local arm = li.robot{ bodies = { { name = "arm", joint = "revolute", mass = 1, com = {0.5, 0, 0}, inertia = 0.1 } } }
print(arm:mass{0})
