local li = require "liaison"
li.robot{ bodies = { { name = "a", joint = { kind = "revolute", axis = "x" }, axis = "z" } } }
