local li = require "liaison"
li.robot{ bodies = { arm = { mass = 1 } }, joints = { a = { "fixed", child = "arm" }, b = { "revolute", child = "arm" } } }
