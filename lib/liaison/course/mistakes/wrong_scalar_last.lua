-- wrong_scalar_last.lua - a quaternion with its scalar last
local li = require "liaison.core"
local kit = li._internal

return {
  name = "scalar_last",
  en = "the quaternion has its scalar last",
  fr = "le quaternion a son scalaire en dernier",
  hint_en = "The course writes the scalar first: (l0, l1, l2, l3), l0 = cos(theta/2).",
  hint_fr = "Le cours écrit le scalaire d'abord : (l0, l1, l2, l3), l0 = cos(theta/2).",
  kinds = { rotation = true },
  after = function(value)
    if kit.class(value) ~= "rot" then return {} end
    local l0, l1, l2, l3 = value:quat()
    return { { l1, l2, l3, l0 }, { -l1, -l2, -l3, -l0 } }
  end,
}
