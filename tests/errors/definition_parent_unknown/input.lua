local li = require "liaison"
li.definition{ frames = { Repere1 = { "R0", {"x", 0, 0}, 0 }, Repere2 = { "Reper1", 0, 0 } }, variables = {"x"} }
