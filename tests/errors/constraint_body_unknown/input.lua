local li = require "liaison"
li.robot{ bodies = { { name = "arm", joint = "revolute" } }, constraints = { { "distance", from = "amr", to = "world", length = 1 } } }
