local li = require "liaison"
li.planar{ 1, 1 }:jacobain{ 0, 0 }
