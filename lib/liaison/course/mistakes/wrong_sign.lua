-- wrong_sign.lua - the opposite sign
local changed = require "liaison.course.changed"

return {
  name = "sign",
  en = "the sign: this is the opposite",
  fr = "le signe : c'est l'opposé",
  hint_en = "Which way is positive? Look at the axes of the figure.",
  hint_fr = "Quel est le sens positif ? Regardez les axes de la figure.",
  kinds = { number = true, vector = true },
  after = function(value, ask)
    if ask.tol == 0 then return {} end
    return { changed.scaled(value, -1) }
  end,
}
