local li = require "liaison"
local a, b = li.symbols "a b"
local x = a/li.smat{{a, b}, {0, 1}}
