local li = require "liaison"
li.definition{ frames = { A = { "R0", { "x", 0, 0 } } }, bodies = { A = { name = 0 / 0, mass = 1 } }, q = { "x" } }
