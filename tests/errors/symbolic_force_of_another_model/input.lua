local li = require "liaison"
local one, two = li.planar{1}:equations(), li.planar{1, 1}:equations()
local eq = one:forced{ q1 = -3*two.q[2] }
