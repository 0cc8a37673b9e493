-- wrong_no_inverse.lua - the matrix itself where its inverse is asked
return {
  name = "no_inverse",
  en = "the matrix itself, where its inverse is asked",
  fr = "la matrice elle-même, alors que son inverse est demandée",
  hint_en = "Ask yourself which frame the components are told in before, and in which after.",
  hint_fr = "Demandez-vous dans quel repère sont les composantes avant, et dans lequel après.",
  words = { inverse = function(X) return X end },
}
