-- wrong_inverted.lua - the inverse frame
local li = require "liaison.core"
local kit = li._internal

return {
  name = "inverted",
  en = "the inverse: the first frame seen from the second",
  fr = "l'inverse : le premier repère vu du second",
  hint_en = "jAk has the origin of k, told in j, in its last column.",
  hint_fr = "jAk a dans sa dernière colonne l'origine de k, exprimée dans j.",
  kinds = { frame = true },
  after = function(value)
    if kit.class(value) ~= "frame" then return {} end
    return { value ^ -1 }
  end,
}
