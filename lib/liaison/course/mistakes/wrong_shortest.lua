-- wrong_shortest.lua - the shortest duration for the longest
return {
  name = "shortest",
  en = "the shortest of the durations: all limits, and all axes, must be kept",
  fr = "la plus courte des durées : toutes les limites, sur tous les axes, doivent être tenues",
  hint_en = "T is the largest of the durations that each limit asks for.",
  hint_fr = "T est la plus grande des durées que demande chaque limite.",
  words = { longest = math.min },
}
