local li = require "liaison"
li.robot{ bodies = { { joint = "universal", axis = "x", axis2 = {1, 1, 0} } } }
