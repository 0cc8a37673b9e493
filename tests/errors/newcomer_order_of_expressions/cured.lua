local li = require "liaison"
local x, y = li.symbols "x y"
if (x - y):eval{ x = 1, y = 2 } < 0 then print "less" end
