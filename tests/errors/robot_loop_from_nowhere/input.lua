local li = require "liaison"
li.robot{ bodies = { { name = "arm", joint = "revolute" } }, loops = { { joint = "revolute", from = "arm", to = "pin" } } }
