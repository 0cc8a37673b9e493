-- ramp.lua - up or down from one height to another over a length: a ramp, a kerb
local li = require "liaison.core"
local shapes = require "liaison.roads.shapes"

return {
  name = "ramp", text = "from 0 to a height over a length, and on at that height",
  fields = { height = shapes.amount(), length = shapes.amount(), at = shapes.amount(0),
    shape = shapes.word { "linear", "cosine", "quintic" } },
  read = function(p, path) shapes.positive(path .. ".length", p.length) end,
  height = function(p, x) return p.height * shapes.rise(p.shape, x - p.at, p.length) end,
  told = function(p)
    return ("%s m over %s m from x = %s, %s"):format(tostring(li.expr(p.height)),
      tostring(li.expr(p.length)), tostring(li.expr(p.at)), p.shape)
  end,
  examples = { { height = 0.3, length = 2, at = 1 },
    { height = -0.1, length = 0.5, shape = "cosine" },
    { height = 0.12, length = 0.05, at = 2, shape = "quintic" } },
}
