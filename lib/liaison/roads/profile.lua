-- profile.lua - heights in a table over x
local li = require "liaison.core"
local check = require "liaison.base.check"
local shapes = require "liaison.roads.shapes"
local between = require "liaison.roads.between"
local kit = li._internal

return {
  name = "profile", text = "a table of heights over x, the same for every y",
  fields = { x = "nums", z = "nums", how = shapes.word { "cubic", "linear" } },
  read = function(p, path)
    p.x = between.knots(p.x, path .. ".x")
    if #p.z ~= #p.x then
      check.fail(path .. ".z", "expected %d numbers, one for each x, got %d", #p.x, #p.z)
    end
  end,
  height = function(p, x)
    local rows = {}
    for k = 1, #p.x do rows[k] = { p.z[k] } end
    return between.curves(p.how, p.x, rows, x)[1]
  end,
  told = function(p)
    return kit.format("%d points from x = %.6g to %.6g, %s", #p.x, p.x[1], p.x[#p.x], p.how)
  end,
  examples = { { x = { 0, 1, 3, 4 }, z = { 0, 0.2, -0.1, 0 } },
    { x = { -1, 0.5, 3 }, z = { 0.1, 0.2, 0.4 }, how = "linear" } },
}
