-- wrong_reaction.lua - the reaction for the action
local changed = require "liaison.course.changed"

return {
  name = "reaction",
  en = "action and reaction: this is the force on the other body",
  fr = "action et réaction : c'est la force sur l'autre corps",
  hint_en = "f_(i,j) is the action of body i on body j.",
  hint_fr = "f_(i,j) est l'action du corps i sur le corps j.",
  words = { action = changed.opposite },
}
