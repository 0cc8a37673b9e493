local li = require "liaison"
local arm = assert(li.urdf "tests/data/arm.urdf")
print(arm)
