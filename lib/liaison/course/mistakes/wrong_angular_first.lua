-- wrong_angular_first.lua - angular above linear
local told = require "liaison.course.told"

return {
  name = "angular_first",
  en = "the angular part above the linear one",
  fr = "la partie angulaire au-dessus de la partie linéaire",
  hint_en = "The course writes the linear velocity of O_n first, the angular velocity second.",
  hint_fr = "Le cours écrit d'abord la vitesse linéaire de O_n, puis la vitesse angulaire.",
  kinds = { vector = true, matrix = true },
  after = function(value)
    local rows = told.rows(value)
    if #rows == 1 and #rows[1] == 6 then
      local x = rows[1]
      return { { x[4], x[5], x[6], x[1], x[2], x[3] } }
    end
    if #rows ~= 6 then return {} end
    return { { rows[4], rows[5], rows[6], rows[1], rows[2], rows[3] } }
  end,
}
