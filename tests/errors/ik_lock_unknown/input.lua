local li = require "liaison"
li.robots.quadruped():ik({ 0.4, 0, 0.4 }, { body = "fl_foot", lock = { "trnk" } })
