local li = require "liaison"
li.robot{ bodies = { { name = "arm", joint = "revolute" } }, constraints = { { "pont", from = "arm", to = "world" } } }
