-- momentum.lua - momentum, and moment of momentum about the centre of mass: a wish of rates alone
--
--   A v = goal: it has no place to go to, so that only rates can be asked for it
local li = require "liaison.core"

return {
  name = "momentum", text = "momentum, and moment of momentum about the centre of mass",
  axes = { "x", "y", "z", "rx", "ry", "rz" }, of_rates = true,
  fields = { goal = "vec6?" },
  example = { goal = { 0.1, 0, 0.2, 0, 0.01, 0 } },
  read = function(model, o)
    local rest = li.zeros(6)
    model:momentum_matrix(model:neutral()) -- refuses bodies without mass, by name
    return function(q, goal) return goal or o.goal or rest, model:momentum_matrix(q) end,
      "all that moves"
  end,
}
