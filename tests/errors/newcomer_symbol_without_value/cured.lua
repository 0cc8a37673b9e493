local li = require "liaison"
local m, L = li.symbols "m L"
local T = m * L
