local li = require "liaison"
local arm = li.planar{ 1 }
print(arm:fk{0.3})
