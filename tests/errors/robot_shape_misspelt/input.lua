local li = require "liaison"
li.robot{ bodies = { { joint = "fixed", shapes = { { "boks", size = {1, 1, 1} }, { "box", size = {1, 1} } } } } }
