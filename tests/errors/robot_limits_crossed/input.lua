local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", limits = {2, 1} } } }
