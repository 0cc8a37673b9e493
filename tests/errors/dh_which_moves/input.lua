local li = require "liaison"
li.dh{ convention = "standard", { theta = 0.3, d = "d1" } }
