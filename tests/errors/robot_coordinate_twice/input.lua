local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", q = "q1" }, { joint = "revolute", q = "q1" } } }
