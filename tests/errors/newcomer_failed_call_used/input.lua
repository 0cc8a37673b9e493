local li = require "liaison"
local arm = li.planar{ 1, 0.8 }
local q = arm:ik{ 5, 0, 0 }
print(arm:fk(q))
