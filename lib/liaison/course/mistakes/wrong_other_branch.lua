-- wrong_other_branch.lua - the other assembly
return {
  name = "other_branch",
  en = "the other assembly of the mechanism",
  fr = "l'autre montage du mécanisme",
  hint_en = "K cos + L sin = M has two solutions: which of them is drawn?",
  hint_fr = "K cos + L sin = M a deux solutions : laquelle est dessinée ?",
  words = {
    branch = function(_, other) return other end,
  },
}
