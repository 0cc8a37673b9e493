-- wrong_no_steiner.lua - an inertia not moved to the axis
local changed = require "liaison.course.changed"

return {
  name = "no_steiner",
  en = "the term m d^2 is missing: the inertia is about the centre of mass",
  fr = "le terme m d^2 manque : l'inertie est donnée au centre de masse",
  hint_en = "About another axis, parallel to the one through G: I + m d^2 (Huygens).",
  hint_fr = "Autour d'un autre axe, parallèle à celui qui passe en G : I + m d^2 (Huygens).",
  words = { steiner = changed.nothing },
}
