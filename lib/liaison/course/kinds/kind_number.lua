-- kind_number.lua - a number, with or without a unit
local forms = require "liaison.course.forms"

return { name = "number", en = "a number", fr = "un nombre",
  forms = function(value, ask) return { forms.new(ask, 1, 1, { value + 0.0 }) } end }
