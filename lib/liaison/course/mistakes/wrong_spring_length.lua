-- wrong_spring_length.lua - the whole length of a spring for its extension
return {
  name = "spring_length",
  en = "the length of the spring in the place of its extension",
  fr = "la longueur du ressort à la place de son allongement",
  hint_en = "F = k (l - l0): the free length goes off first.",
  hint_fr = "F = k (l - l0) : on retire d'abord la longueur libre.",
  words = { elastic = function(length) return length end },
}
