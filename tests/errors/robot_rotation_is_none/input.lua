local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", rot = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}} } } }
