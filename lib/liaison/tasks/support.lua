-- support.lua - the centre of mass above a polygon: n_i . c <= b_i - margin for each side
local li = require "liaison.core"
local com = require("liaison.tasks.com")
local polygon = require "liaison.legs.polygon"

return {
  name = "support", text = "the centre of mass above a polygon, some distance within", axes = false,
  fields = { polygon = "table", margin = { "num", default = 0 } },
  example = { polygon = { { -1, -1 }, { 1, -1 }, { 0, 1 } }, margin = 0.1 },
  bounded = function() return true end,
  read = function(model, o, path)
    local hull = polygon.read(o.polygon, path .. ".polygon")
    local sides = polygon.sides(hull)
    local N, free = li.zeros(#sides, 3), {}
    for i, s in ipairs(sides) do N[i][1], N[i][2], free[i] = s[1], s[2], math.huge end
    model:com(model:neutral())
    return function(q)
      local c, J = com.at(model, q)
      local room = li.zeros(#sides)
      for i, s in ipairs(sides) do
        room[i] = s[1] * c[1] + s[2] * c[2] - s[3] + o.margin -- <= 0
      end
      return room, -1 * (N * J), free
    end, "centre of mass"
  end,
}
