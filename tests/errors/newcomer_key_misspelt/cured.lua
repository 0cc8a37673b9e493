local li = require "liaison"
local arm = li.robot{ bodies = { { name = "arm", joint = "revolute", mass = 1 } } }
