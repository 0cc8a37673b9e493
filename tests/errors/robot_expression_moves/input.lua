local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", q = "q1", mass = "2*q1" } } }
