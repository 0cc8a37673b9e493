local li = require "liaison"
li.definition{ frames = { R1 = { "R0", {"L*sin(x)", 0, 0}, 0 } }, variables = {"x"} }
