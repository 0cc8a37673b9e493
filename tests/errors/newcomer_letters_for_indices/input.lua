local li = require "liaison"
local p = li.planar{ 1, 0.8 }:fk{ 0.3, 0.5 }.p
print(p.x, p.y)
