local li = require "liaison"
local R = li.rot.x(30*li.deg)
print(R)
