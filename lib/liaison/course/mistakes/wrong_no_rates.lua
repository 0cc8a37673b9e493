-- wrong_no_rates.lua - centrifugal and Coriolis terms forgotten
local changed = require "liaison.course.changed"

return {
  name = "no_rates",
  en = "the terms of the velocities (Coriolis and centrifugal) are forgotten",
  fr = "les termes des vitesses (Coriolis et centrifuges) sont oubliés",
  hint_en = "B q'^2 + C q'q' belong to the torque: they vanish only at rest.",
  hint_fr = "B q'^2 + C q'q' font partie du couple : ils ne sont nuls qu'à l'arrêt.",
  words = { rates = changed.nothing, squares = changed.nothing },
}
