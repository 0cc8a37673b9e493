local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", mass = 1, inertia = 0 }, { joint = "revolute", mass = "m2", inertia = 0 } } }:mass{0, 0}
