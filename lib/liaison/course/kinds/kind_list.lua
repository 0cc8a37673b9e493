-- kind_list.lua - solutions in any order: rows of numbers, or numbers
local forms = require "liaison.course.forms"
local told = require "liaison.course.told"

return { name = "list", en = "all solutions, a row each: [1, 2; 3, 4]",
  fr = "toutes les solutions, une par ligne : [1, 2; 3, 4]",
  forms = function(value, ask)
    local rows, cols, values = told.flat(value)
    if type(value[1]) == "number" then rows, cols = cols, 1 end
    local form = forms.new(ask, rows, cols, values)
    form.set = true
    return { form }
  end }
