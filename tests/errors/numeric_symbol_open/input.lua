local li = require "liaison"
li.robot{ bodies = { { name = "arm", joint = "revolute", at = {"L", 0, 0} } } }:fk{0}
