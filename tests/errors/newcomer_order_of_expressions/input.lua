local li = require "liaison"
local x, y = li.symbols "x y"
if x < y then print "less" end
