local li = require "liaison"
li.robot{ bodies = { { joint = "Tx Ry Tw" } } }
