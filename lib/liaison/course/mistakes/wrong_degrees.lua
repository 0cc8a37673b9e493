-- wrong_degrees.lua - degrees put into sine and cosine
return {
  name = "degrees",
  en = "degrees were put into a formula that takes radians",
  fr = "des degrés dans une formule qui attend des radians",
  hint_en = "Sine and cosine of the formulas take radians: multiply degrees by pi/180.",
  hint_fr = "Sinus et cosinus des formules attendent des radians : multipliez les degrés par "
    .. "pi/180.",
  words = { angle = function(x) return x end },
}
