local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", mas = 1, limit = {0, 1} } }, gravty = {0, 0, -9.81} }
