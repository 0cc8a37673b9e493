-- wrong_other_angle_unit.lua - the right angle in the other unit, untold
local units = require "liaison.course.units"
local changed = require "liaison.course.changed"

return {
  name = "other_angle_unit",
  en = "the angle is right, but in the other unit than was asked",
  fr = "l'angle est juste, mais dans l'autre unité que celle demandée",
  hint_en = "Say the unit behind the number (rad or deg), or use the one that is asked.",
  hint_fr = "Donnez l'unité derrière le nombre (rad ou deg), ou celle qui est demandée.",
  kinds = { number = true, vector = true },
  after = function(value, ask)
    if not units.is_angle(ask.unit) then return {} end
    return { changed.scaled(value, ask.unit:find "deg" and math.pi / 180 or 180 / math.pi) }
  end,
}
