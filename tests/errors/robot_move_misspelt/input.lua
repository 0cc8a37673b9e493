local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", place = {{"Rw", 1}, {"Tz"}} } } }
