local li = require "liaison"
local m, L = li.symbols "m Lbar"
local x = li.expr("m*Lbr^2/3")
