local li = require "liaison"
local two, three = li.planar{ 1, 1 }, li.planar{ 1, 1, 1 }
print(two:fk({ 0.3, 0.5 }, "link2"))
