local li = require "liaison"
local arm = li.planar{ 1, "L2" }:with{ L2 = 0.8, m2 = 1 }
print(arm:mass{ 0.3, 0.5 })
