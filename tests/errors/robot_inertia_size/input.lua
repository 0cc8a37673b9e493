local li = require "liaison"
li.robot{ bodies = { { joint = "revolute", inertia = {1, 2} } } }
