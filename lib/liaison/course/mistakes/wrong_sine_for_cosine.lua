-- wrong_sine_for_cosine.lua - sine and cosine exchanged
local recipe = require "liaison.course.recipe"

return {
  name = "sine_for_cosine",
  en = "sine and cosine are exchanged",
  fr = "sinus et cosinus sont échangés",
  hint_en = "Try the formula at angle 0: what must it give there?",
  hint_fr = "Essayez la formule pour un angle nul : que doit-elle donner ?",
  words = {
    cos = recipe.words.sin,
    sin = recipe.words.cos,
  },
}
