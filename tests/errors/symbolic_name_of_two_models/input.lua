local li = require "liaison"
local x = li.symbols "x"
local rod = li.lagrange{ q = "th", T = "x^2*th'^2/2", V = "-x*cos(th)" }
local cart = li.robot{ bodies = {{ name = "cart", joint = {"prismatic", q = "x"}, mass = 1, inertia = 0 }} }:equations()
local sum = rod.V * cart.q[1]
