local li = require "liaison"
local arm = li.robot{ bodies = { { name = "arm", joint = "revolute", axis = "y", mass = 1, inertia = {0.1, 0.1, 0.1} } } }
print(arm:fk{0.3})
print(arm:id({0.3}, {0}, {0}))
