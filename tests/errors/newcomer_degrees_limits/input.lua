local li = require "liaison"
local deg = li.deg
local arm = li.robot{ bodies = {
  { name = "base", joint = "revolute", limits = { -170, 170 } },
} }
