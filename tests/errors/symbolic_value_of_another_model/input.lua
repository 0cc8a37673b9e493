local li = require "liaison"
local one, two = li.planar{"L"}:equations(), li.planar{1, 1}:equations()
local eq = one:with{ L = 1 + two.q[2] }
