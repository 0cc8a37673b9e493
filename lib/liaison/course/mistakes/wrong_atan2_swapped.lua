-- wrong_atan2_swapped.lua - atan2(x, y) for atan2(y, x)
return {
  name = "atan2_swapped",
  en = "the arguments of atan2 are exchanged: y stands first",
  fr = "les arguments de atan2 sont échangés : y d'abord",
  hint_en = "atan2(y, x): the sine's part first.",
  hint_fr = "atan2(y, x) : la partie du sinus d'abord.",
  words = { atan2 = function(y, x) return (math.atan2 or math.atan)(x, y) end },
}
