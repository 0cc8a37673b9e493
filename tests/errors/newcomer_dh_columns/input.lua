local li = require "liaison"
local arm = li.dh{ convention = "standard", joints = "RR",
  { 0.5, 0, 0 },
  { 0.4, 0, 0 } }
