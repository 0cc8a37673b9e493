local li = require "liaison"
li.sweep{ li.planar{ 1 }, t = 1 }
