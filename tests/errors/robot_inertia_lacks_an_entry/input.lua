local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", mass = 1, inertia = {xx = 1, yy = 1} } } }
