-- formula.lua - a height told as an expression of x and y
local li = require "liaison.core"
local placing = require "liaison.describe.pose_expr"

return {
  name = "formula", text = "an expression of x and y",
  fields = { z = function(z, path) return placing.expr(z, path) end },
  height = function(p, x, y) return p.z:subs { x = x, y = y } end,
  told = function(p) return "z = " .. tostring(li.expr(p.z)) end,
  examples = { { z = "0.1*sin(x)*cos(2*y)" }, { z = "x^2/50 + y^2/20 - x*y/40" } },
}
