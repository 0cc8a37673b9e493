local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", mass = 1, inertia = {1, 1, 1, 2, 0, 0} } } }
