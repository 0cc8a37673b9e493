-- kind_frame.lua - a frame: its 4 by 4 matrix, or the upper three rows
local forms = require "liaison.course.forms"
local told = require "liaison.course.told"

return { name = "frame", en = "a 4 by 4 matrix (or its upper three rows)",
  fr = "une matrice 4 x 4 (ou ses trois premières lignes)",
  forms = function(X, ask)
    local _, _, values = told.flat(X)
    local upper = {}
    for i = 1, 12 do upper[i] = values[i] end
    return { forms.new(ask, 4, 4, values), forms.new(ask, 3, 4, upper) }
  end }
