local li = require "liaison"
local arm = li.planar{ 1, 0.8 }
print(arm:fk{ 0.3 })
