local li = require "liaison"
li.planar{ 1, 0.5, mas = 3 }
