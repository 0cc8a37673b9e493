-- wrong_pin_once.lua - a pin of several bars counted once
return {
  name = "pin_once",
  en = "a pin of p bars counts as p - 1 joints",
  fr = "un pivot de p barres compte pour p - 1 liaisons",
  hint_en = "Joints are between two bodies: how many bars meet at each pin?",
  hint_fr = "Une liaison est entre deux corps : combien de barres se rejoignent à chaque pivot ?",
  words = { pins = function() return 1 end },
}
