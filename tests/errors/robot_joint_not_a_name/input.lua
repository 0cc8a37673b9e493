local li = require "liaison"
li.robot{ bodies = { { joint = 3 } } }
