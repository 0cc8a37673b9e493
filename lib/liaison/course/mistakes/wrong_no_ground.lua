-- wrong_no_ground.lua - the frame not counted as a body
return {
  name = "no_ground",
  en = "the frame is a body too: it is counted in n",
  fr = "le bâti est aussi un corps : il est compté dans n",
  hint_en = "n in m = 3(n - j - 1) + sum f counts the frame.",
  hint_fr = "n dans m = 3(n - j - 1) + somme des f compte le bâti.",
  words = { bodies = function(n) return n - 1 end },
}
