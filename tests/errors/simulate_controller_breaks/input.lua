local li = require "liaison"
li.simulate{ li.planar{1}, q = { 1 }, t = 1, controllers = { { dt = 0.01,
  f = function(t, q, v, u) if t > 0.3 then error "no gain for q1" end end } } }
