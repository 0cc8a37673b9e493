local li = require "liaison"
li.planar{ "L1", 1 }:with{ L2 = 3 }
