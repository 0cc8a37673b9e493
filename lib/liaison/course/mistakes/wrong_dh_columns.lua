-- wrong_dh_columns.lua - a, alpha for d, theta
local li = require "liaison.core"

return {
  name = "dh_columns",
  en = "the columns of the DH table are exchanged: a, alpha for d, theta",
  fr = "les colonnes du tableau de DH sont échangées : a, alpha pour d, theta",
  hint_en = "a and alpha are along and about x_i; d and theta along and about z_(i-1).",
  hint_fr = "a et alpha sont suivant et autour de x_i ; d et theta suivant et autour de z_(i-1).",
  words = {
    dh = function(a, alpha, d, theta) return li.dh.standard(d, theta, a, alpha) end,
  },
}
