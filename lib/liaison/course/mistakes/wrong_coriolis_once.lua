-- wrong_coriolis_once.lua - w x v for 2 w x v
local changed = require "liaison.course.changed"

return {
  name = "coriolis_once",
  en = "the factor 2 of the Coriolis term is missing",
  fr = "le facteur 2 du terme de Coriolis manque",
  hint_en = "Differentiate twice: the product of the two rates comes from both derivations.",
  hint_fr = "Dérivez deux fois : le produit des deux vitesses vient des deux dérivations.",
  words = { coriolis = changed.halved },
}
