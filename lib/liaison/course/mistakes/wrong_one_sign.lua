-- wrong_one_sign.lua - one component of the opposite sign
local told = require "liaison.course.told"

return {
  name = "one_sign",
  en = "the sign of one component",
  fr = "le signe d'une composante",
  hint_en = "Check each component against the figure: one has the wrong sign.",
  hint_fr = "Vérifiez chaque composante sur la figure : l'une a le mauvais signe.",
  kinds = { vector = true },
  after = function(value)
    local _, _, list = told.flat(value)
    local out = {}
    for i = 1, #list do
      out[i] = {}
      for j = 1, #list do out[i][j] = i == j and -list[j] or list[j] end
    end
    return out
  end,
}
