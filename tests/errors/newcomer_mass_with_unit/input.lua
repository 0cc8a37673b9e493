local li = require "liaison"
local arm = li.robot{ bodies = { { name = "arm", joint = "revolute", mass = "2 kg", inertia = {0, 0.1, 0.1} } } }
print(arm:mass{0})
