local li = require "liaison"
li.robot{ bodies = { { name = "arm", joint = "fixed" }, { name = "arm", joint = "revolute" } } }
