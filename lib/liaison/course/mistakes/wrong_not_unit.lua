-- wrong_not_unit.lua - a direction that is not of unit length
return {
  name = "not_unit",
  en = "the direction was not made a unit vector",
  fr = "la direction n'a pas été normée",
  hint_en = "Divide the direction by its length first.",
  hint_fr = "Divisez d'abord la direction par sa norme.",
  words = { joint_axis = function(_, raw) return raw end },
}
