-- kind_matrix.lua - rows of numbers
local forms = require "liaison.course.forms"
local told = require "liaison.course.told"

return { name = "matrix", en = "a %d by %d matrix, as [1, 2; 3, 4]",
  fr = "une matrice %d x %d, comme [1, 2; 3, 4]",
  forms = function(value, ask) return { forms.new(ask, told.flat(value)) } end }
