local li = require "liaison"
local cart = li.lagrange{q = "x", T = li.expr("m*3", "new")*li.coordinates "x":d()^2/2}
local rod = li.lagrange{q = "th", T = cart.T + li.coordinates "th":d()^2/2}
