-- wrong_atan.lua - arctangent of a quotient for atan2
return {
  name = "atan",
  en = "arctan(y/x) in the place of atan2(y, x): the quadrant is lost",
  fr = "arctan(y/x) à la place de atan2(y, x) : le quadrant est perdu",
  hint_en = "atan2(y, x) is the argument of x + i y: it looks at both signs.",
  hint_fr = "atan2(y, x) est l'argument de x + i y : elle regarde les deux signes.",
  words = { atan2 = function(y, x) return math.atan(y / x) end },
}
