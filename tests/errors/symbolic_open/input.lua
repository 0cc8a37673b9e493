local li = require "liaison"
local k, x = li.symbols "k x"
local V = k*x^2/2
local e = V:eval{x = 0.1}
