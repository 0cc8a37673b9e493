-- wrong_passage_reversed.lua - the matrix that goes the other way
return {
  name = "passage_reversed",
  en = "the matrix of the opposite direction: from the one frame to the other, not back",
  fr = "la matrice du sens opposé : d'un repère vers l'autre, et non le retour",
  hint_en = "The columns of jRk are the axes of k told in j; it takes components in k to "
    .. "components in j.",
  hint_fr = "Les colonnes de jRk sont les axes de k dans j ; elle fait passer des composantes "
    .. "dans k à j.",
  words = {
    passage = function(R) return R ^ -1 end,
    frame = function(X) return X ^ -1 end,
  },
}
