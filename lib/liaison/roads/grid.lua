-- grid.lua - heights in a table over x and y
local li = require "liaison.core"
local check = require "liaison.base.check"
local shapes = require "liaison.roads.shapes"
local between = require "liaison.roads.between"
local kit = li._internal

local function unit_rows(n)
  local rows = {}
  for k = 1, n do
    rows[k] = {}
    for j = 1, n do rows[k][j] = j == k and 1 or 0 end
  end
  return rows
end

return {
  name = "grid", text = "a table of heights over x (rows) and y (columns)",
  fields = { x = "nums", y = "nums", z = "mat", how = shapes.word { "cubic", "linear" } },
  read = function(p, path)
    p.x, p.y = between.knots(p.x, path .. ".x"), between.knots(p.y, path .. ".y")
    if #p.z ~= #p.x or #p.z[1] ~= #p.y then
      check.fail(path .. ".z", "expected %d rows of %d numbers, got %d of %d", #p.x, #p.y, #p.z,
        #p.z[1])
    end
  end,
  height = function(p, x, y)
    local along = between.curves(p.how, p.x, p.z, x)
    local across = between.curves(p.how, p.y, unit_rows(#p.y), y)
    local z = li.expr(0)
    for j = 1, #p.y do z = z + along[j] * across[j] end
    return z
  end,
  told = function(p)
    return kit.format("%d by %d points, x %.6g to %.6g, y %.6g to %.6g, %s", #p.x, #p.y, p.x[1],
      p.x[#p.x], p.y[1], p.y[#p.y], p.how)
  end,
  examples = {
    { x = { 0, 1, 3 }, y = { -1, 0.5, 1 }, z = { { 0, 0.1, 0 }, { 0.2, 0.3, -0.1 }, { 0, 0, 0 } } },
    { x = { 0, 1, 3 }, y = { -1, 1 }, z = { { 0, 0.1 }, { 0.2, 0.3 }, { 0, 0 } }, how = "linear" },
  },
}
