-- wrong_some_solutions.lua - solutions missing
return {
  name = "some_solutions",
  en = "solutions are missing: what is there is right",
  fr = "il manque des solutions : celles qui sont données sont justes",
  hint_en = "Every arccosine, square root and atan2(±, ±) has two branches.",
  hint_fr = "Chaque arccosinus, racine carrée et atan2(±, ±) a deux branches.",
  kinds = { list = true },
  part = true, -- some of the rows of the right answer
}
