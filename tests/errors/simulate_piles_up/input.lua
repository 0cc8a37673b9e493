local li = require "liaison"
assert(li.ode(function(_, x) return { x[2], -10 } end, 9, { 1, 0 }, { events = { { g = function(_, x) return x[1] end, direction = -1,
  at = function(_, x) x[1], x[2] = 0, -0.5*x[2] end } } }))
