local li = require "liaison"
local arm = li.robot{ bodies = { { name = "crank", joint = "revolute" } },
  constraints = { { "distance", name = "rod", from = "crank", to = "world", to_at = {1, 0, 0}, length = 1 } } }
