local li = require "liaison"
local angle = 30*li.degrees
print(angle)
