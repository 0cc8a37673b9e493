-- wrong_grashof_strict.lua - Grashof with < for <=
return {
  name = "grashof_strict",
  en = "Grashof's rule with <: s + l = p + q belongs to it",
  fr = "la règle de Grashof avec < : le cas s + l = p + q en fait partie",
  hint_en = "The formula is s + l <= p + q; with equality the mechanism has change points.",
  hint_fr = "La formule est s + l <= p + q ; l'égalité donne un point de changement.",
  words = { at_most = function(a, b) return a < b end },
}
