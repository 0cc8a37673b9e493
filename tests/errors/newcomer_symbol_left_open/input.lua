local li = require "liaison"
local arm = li.planar{ 1, "L2" }
print(arm:mass{ 0.3, 0.5 })
