local li = require "liaison"
li.robot{ bodies = { { name = "arm", joint = "revolute" } }, tip = "hand" }
