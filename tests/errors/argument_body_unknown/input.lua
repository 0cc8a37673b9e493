local li = require "liaison"
li.planar{ 1, 1 }:fk({ 0, 0 }, "link3")
