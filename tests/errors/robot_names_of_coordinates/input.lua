local li = require "liaison"
li.robot{ bodies = { { joint = "cylindrical", q = {"a"} }, { joint = "revolute", q = "2b" } } }
