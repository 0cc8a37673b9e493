-- wrong_mean_for_peak.lua - the mean speed for the largest
return {
  name = "mean_for_peak",
  en = "the mean value for the largest: a law goes faster than D/T in the middle",
  fr = "la valeur moyenne pour le maximum : une loi va plus vite que D/T au milieu",
  hint_en = "The largest s' of the law multiplies D/T.",
  hint_fr = "Le maximum de s' de la loi multiplie D/T.",
  words = { peak = function() return 1 end },
}
