-- wrong_gravity_sign.lua - gravity upwards
local changed = require "liaison.course.changed"

return {
  name = "gravity_sign",
  en = "the sign of gravity: the weight acts downwards",
  fr = "le signe de la pesanteur : le poids agit vers le bas",
  hint_en = "At rest an actuator holds the weight: its torque is +G.",
  hint_fr = "À l'arrêt l'actionneur porte le poids : son couple est +G.",
  words = { gravity = changed.opposite, weight = changed.opposite },
}
