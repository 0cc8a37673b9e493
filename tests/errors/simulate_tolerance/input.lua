local li = require "liaison"
li.simulate{ li.planar{ 1, 1 }, q = { 1, 0 }, t = 1, rtol = 1e-300 }
