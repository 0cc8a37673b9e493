local li = require "liaison"
local arm = li.planar{ 1, 0.8 }
print(arm:inverse_dynamics({0, 0}, {0, 0}, {0, 0}))
