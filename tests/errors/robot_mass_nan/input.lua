local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", mass = 0/0, com = {0, 1/0, 0} } } }
