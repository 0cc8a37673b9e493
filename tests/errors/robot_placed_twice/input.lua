local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", at = {0, 0, 1}, place = {{"Tz", 1}} } } }
