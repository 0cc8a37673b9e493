local li = require "liaison"
local arm = li.planar{ 1, 0.8 }
print(arm:id({0, 0}, {0, 0}, {0, 0}))
