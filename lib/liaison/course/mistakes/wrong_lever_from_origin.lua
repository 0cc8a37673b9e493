-- wrong_lever_from_origin.lua - the lever from the origin
return {
  name = "lever_from_origin",
  en = "the lever is from the base, not from the axis of the joint",
  fr = "le bras de levier part de la base, et non de l'axe de la liaison",
  hint_en = "J_Li = z_(i-1) x O_(i-1)O_n: from the axis of joint i to the point.",
  hint_fr = "J_Li = z_(i-1) x O_(i-1)O_n : de l'axe de la liaison i jusqu'au point.",
  words = { lever = function(_, from_origin) return from_origin end },
}
