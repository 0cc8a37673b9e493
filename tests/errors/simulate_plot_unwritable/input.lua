local li = require "liaison"
local run = li.simulate{ li.planar{1}, q = { 1 }, t = 1 }
run:plot "/nonexistent/x.svg"
