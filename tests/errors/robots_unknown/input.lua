local li = require "liaison"
li.robots.pumma560()
