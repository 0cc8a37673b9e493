local li = require "liaison"
local q1 = li.coordinates "q1"
local x = q1/(li.sin(q1)^2 + li.cos(q1)^2 - 1)
