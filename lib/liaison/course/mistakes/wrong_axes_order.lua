-- wrong_axes_order.lua - axes taken as moving where they are fixed, or the other way round
local recipe = require "liaison.course.recipe"

return {
  name = "axes_order",
  en = "the order of the rotations: moving axes were taken for fixed ones, or fixed for moving",
  fr = "l'ordre des rotations : axes mobiles pris pour des axes fixes, ou l'inverse",
  hint_en = "About fixed axes a new rotation multiplies on the left, about moving axes on the "
    .. "right.",
  hint_fr = "Autour d'axes fixes une nouvelle rotation multiplie à gauche, autour d'axes "
    .. "mobiles à droite.",
  words = {
    fixed = function(list) return recipe.product(list, false) end,
    moving = function(list) return recipe.product(list, true) end,
  },
}
