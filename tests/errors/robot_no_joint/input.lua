local li = require "liaison"
li.robot{ bodies = { { name = "arm", mass = 1 } } }
