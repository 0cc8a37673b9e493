-- wrong_dh_modified.lua - Craig's convention for Paul's
local li = require "liaison.core"

return {
  name = "dh_modified",
  en = "the modified convention (Craig), where the course has the standard one (Paul)",
  fr = "la convention modifiée (Craig), alors que le cours a la convention de Paul",
  hint_en = "The course: Rot(z, theta) Trans(z, d) Rot(x, alpha) Trans(x, a), in this order.",
  hint_fr = "Le cours : Rot(z, theta) Trans(z, d) Rot(x, alpha) Trans(x, a), dans cet ordre.",
  words = {
    dh = function(a, alpha, d, theta) return li.dh.modified(a, alpha, d, theta) end,
  },
}
