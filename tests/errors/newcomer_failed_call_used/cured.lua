local li = require "liaison"
local arm = li.planar{ 1, 0.8 }
local q = arm:ik{ 1.2, 0.5, 0 }
print(arm:fk(q))
