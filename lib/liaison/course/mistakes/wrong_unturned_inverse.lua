-- wrong_unturned_inverse.lua - an inverse with -b for -R^T b
local li = require "liaison.core"
local kit = li._internal

return {
  name = "unturned_inverse",
  en = "the inverse of a frame with -b in the place of -R^T b",
  fr = "l'inverse d'un repère avec -b à la place de -R^T b",
  hint_en = "The inverse of [R b; 0 1] is [R^T  -R^T b; 0 1].",
  hint_fr = "L'inverse de [R b ; 0 1] est [R^T  -R^T b ; 0 1].",
  words = {
    inverse = function(X)
      if kit.class(X) ~= "frame" then return X ^ -1 end
      return li.frame(X.R ^ -1, { -X.p[1], -X.p[2], -X.p[3] })
    end,
  },
}
