local li = require "liaison"
local bars = li.robot{ bodies = {
    { name = "crank", joint = "revolute", q = "al" },
    { name = "rod", parent = "crank", at = {0.3, 0, 0}, joint = "revolute", q = "be" } },
  constraints = { { "point", name = "pin", from = "rod", from_at = {0.9, 0, 0}, to = "world", to_at = {3, 0, 0} } } }
local q = assert(bars:assemble{ 0.6, 0 })
