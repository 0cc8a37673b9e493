local li = require "liaison"
li.planar{ 1, 1 }:ik{ 1, 1 }
