local li = require "liaison"
local run = li.simulate{ li.planar{1}, q = { 1 }, t = 2 }
print(run)
