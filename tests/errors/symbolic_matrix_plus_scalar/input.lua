local li = require "liaison"
local a, b = li.symbols "a b"
local x = li.smat{a, b} + a*b
