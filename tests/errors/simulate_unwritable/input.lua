local li = require "liaison"
local run = li.simulate{ li.planar{ 1, 1 }, q = { 1, 0 }, t = 1 }
assert(run:csv "/no/such/folder/run.csv")
