-- wrong_relative_angle.lua - a relative angle for an absolute one
return {
  name = "relative_angle",
  en = "the angle relative to the bar before, where the absolute one stands",
  fr = "l'angle relatif à la barre précédente à la place de l'angle absolu",
  hint_en = "The second bar points in the direction th1 + th2.",
  hint_fr = "La seconde barre est dans la direction th1 + th2.",
  words = { absolute = function(_, relative) return relative end },
}
