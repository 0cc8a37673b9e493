local li = require "liaison"
li.robots.panda():ik({ 0.4, 0, 0.4 }, { body = "lnk7" })
