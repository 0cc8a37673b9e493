local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", axis = {0, 0, 0} } } }
