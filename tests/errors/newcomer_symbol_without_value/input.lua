local li = require "liaison"
local m, L = li.symbols "m"
local T = m * L
