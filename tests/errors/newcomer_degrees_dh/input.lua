local li = require "liaison"
local deg = li.deg
local arm = li.dh{ convention = "standard",
  { a = 0, alpha = 90, d = 0.3, theta = "q1" },
  { a = 0.5, alpha = 0, d = 0, theta = "q2" } }
