local li = require "liaison"
local a, b = li.symbols "a b"
local x = (a + b)/(b - b)
