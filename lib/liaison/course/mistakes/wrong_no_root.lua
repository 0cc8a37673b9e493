-- wrong_no_root.lua - a root forgotten
return {
  name = "no_root",
  en = "a square root is forgotten",
  fr = "une racine carrée est oubliée",
  hint_en = "Check the units: is it the square of what is asked?",
  hint_fr = "Vérifiez les unités : est-ce le carré de ce qui est demandé ?",
  words = { root = function(x) return x end },
}
