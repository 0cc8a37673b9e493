local li = require "liaison"
local a, b = li.symbols "a b"
local x = li.sin(li.smat{{a, b}, {0, a*b}})
