local li = require "liaison"
local function control(t, q, v) return { -5*q[1] } end
local run = assert(li.simulate{ li.planar{1, 1}, q = { 1, 0 }, t = 1, input = control })
