local li = require "liaison"
li.robot{ bodies = { { name = "arm", joint = "revolute" } }, frames = { tool = { body = "amr" } } }
