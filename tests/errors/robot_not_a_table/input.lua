local li = require "liaison"
li.robot(3)
