local li = require "liaison"
local text = "RY(q1min,q1max), TYK(L1),\nRW(a,b), TZK,\nRX(2,-2);"
li.phrase(text)
