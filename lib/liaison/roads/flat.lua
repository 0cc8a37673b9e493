-- flat.lua - a level road
local li = require "liaison.core"
local shapes = require "liaison.roads.shapes"

return {
  name = "flat", text = "level, at a height",
  fields = { z = shapes.amount(0) },
  height = function(p) return li.expr(p.z) end,
  told = function(p) return ("z = %s"):format(tostring(li.expr(p.z))) end,
  examples = { {}, { z = 0.3 } },
}
