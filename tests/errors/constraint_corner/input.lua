local li = require "liaison"
li.robot{ bodies = { { name = "arm", joint = "revolute" } }, constraints = { { "equation", name = "stop", equation = "abs(q1) - 0.3" } } }
