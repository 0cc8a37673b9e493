-- mistakes.lua - typical mistakes, a file each, and the wrong answers they lead to
--
-- A mistake is { name, en, fr, hint_en, hint_fr } and either words = what it does in the place of
-- words of a recipe (recipe.lua), or after(value, ask) = wrong answers out of the right one, for
-- kinds = the kinds of answers it can happen to. Those of words stand first: they are nearer.
local language = require "liaison.language.language"

local mistakes = {}

mistakes.names = {
  "axes_order", "passage_reversed", "transposed", "inverted", "unturned_inverse",
  "no_inverse", "degrees", "other_angle_unit", "prefix", "sign", "one_sign", "angular_first",
  "scalar_last", "whole_angle", "atan", "atan2_swapped", "sine_for_cosine", "dh_columns",
  "dh_modified", "gravity_sign", "no_weight", "no_rates", "no_coriolis", "coriolis_once",
  "no_steiner", "reaction", "grashof_strict", "relative_angle", "pin_once", "no_ground",
  "space_for_plane", "not_unit", "lever_from_origin", "shortest", "mean_for_peak", "no_root",
  "other_branch", "some_solutions", "jacobian_plain", "spring_length",
}

for i, name in ipairs(mistakes.names) do
  local row = require("liaison.course.mistakes.wrong_" .. name)
  row.fr, row.hint_fr = language.typeset(row.fr), language.typeset(row.hint_fr)
  mistakes[i], mistakes[name] = row, row
end

local function concerns(row, used)
  for word in pairs(row.words) do if used[word] then return true end end
  return false
end

-- the rows of words that a recipe uses; own: those of the exercise, which stand first
function mistakes.of_words(used, own)
  local out = {}
  for _, list in ipairs { own, mistakes } do
    for _, row in ipairs(list) do
      if row.words and concerns(row, used) then out[#out + 1] = row end
    end
  end
  return out
end

-- the wrong answers a row makes out of the right one
function mistakes.after(row, value, ask)
  if not row.after or not row.kinds[ask.kind] then return {} end
  return row.after(value, ask)
end

return mistakes
