local li = require "liaison"
li.planar{ 1, 1 }:mass{ 0, 0/0 }
