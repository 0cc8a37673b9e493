-- wrong_no_weight.lua - the weight forgotten
local changed = require "liaison.course.changed"

return {
  name = "no_weight",
  en = "the weight is forgotten",
  fr = "le poids est oublié",
  hint_en = "Which forces act on the bodies? Gravity is one of them.",
  hint_fr = "Quelles forces agissent sur les corps ? La pesanteur en est une.",
  words = { gravity = changed.nothing, weight = changed.nothing },
}
