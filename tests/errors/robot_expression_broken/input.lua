local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", mass = "2*(m1", com = {"L1/", 0, "1/0"} } } }
