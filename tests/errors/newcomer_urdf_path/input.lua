local li = require "liaison"
local arm = assert(li.urdf "robots/arm.urdf")
print(arm)
