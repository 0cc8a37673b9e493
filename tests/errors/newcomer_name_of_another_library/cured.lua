local li = require "liaison"
local angle = 30*li.deg
print(angle)
