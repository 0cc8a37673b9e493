local li = require "liaison"
li.dh{ { a = 1, theta = "q1" } }
