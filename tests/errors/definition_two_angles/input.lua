local li = require "liaison"
li.definition{ frames = { R1 = { "R0", {0, 0, 0}, {"a", 0, "b"} } }, variables = {"a", "b"} }
