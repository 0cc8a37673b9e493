-- wrong_no_coriolis.lua - the term 2 w x v forgotten
local changed = require "liaison.course.changed"

return {
  name = "no_coriolis",
  en = "the term 2 w x v (Coriolis) is forgotten",
  fr = "le terme 2 w x v (Coriolis) est oublié",
  hint_en = "What slides on a body that turns has 2 w x v in its acceleration.",
  hint_fr = "Ce qui glisse sur un corps qui tourne a 2 w x v dans son accélération.",
  words = { coriolis = changed.nothing },
}
