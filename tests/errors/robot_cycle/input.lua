local li = require "liaison"
li.robot{ bodies = { a = { parent = "c", joint = "fixed" }, b = { parent = "a", joint = "fixed" }, c = { parent = "b", joint = "fixed" } } }
