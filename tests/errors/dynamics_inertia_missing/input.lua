local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", mass = 1, com = {0.5, 0, 0} } } }:gravity{0}
