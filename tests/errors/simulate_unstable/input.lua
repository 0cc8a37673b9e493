local li = require "liaison"
assert(li.simulate{ li.planar{ 1 }, q = { 1.6 }, t = 1000, dt = 100, input = function(_, q, v) return { 100*q[1] + 20*v[1] } end })
