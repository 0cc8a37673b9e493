local li = require "liaison"
li.robot{ bodies = { { name = "world", joint = "fixed" } } }
