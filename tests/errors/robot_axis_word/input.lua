local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", axis = "w" } } }
