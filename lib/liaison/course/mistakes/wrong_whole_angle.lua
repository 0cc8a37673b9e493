-- wrong_whole_angle.lua - the angle where its half stands
return {
  name = "whole_angle",
  en = "the whole angle in the place of its half",
  fr = "l'angle entier à la place de sa moitié",
  hint_en = "There is a factor 1/2: a half angle in a quaternion, 1/2 in an energy.",
  hint_fr = "Il y a un facteur 1/2 : l'angle moitié d'un quaternion, 1/2 dans une énergie.",
  words = { half = function(x) return x end },
}
