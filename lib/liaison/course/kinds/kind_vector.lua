-- kind_vector.lua - numbers in a row or in a column
local forms = require "liaison.course.forms"
local told = require "liaison.course.told"

return { name = "vector", en = "%d numbers, as [1, 2, ..]", fr = "%d nombres, comme [1, 2, ..]",
  forms = function(value, ask)
    local rows, cols, values = told.flat(value)
    return { forms.new(ask, 1, rows * cols, values) }
  end }
