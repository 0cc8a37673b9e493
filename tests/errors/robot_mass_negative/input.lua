local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", mass = -2, damping = -1 } } }
