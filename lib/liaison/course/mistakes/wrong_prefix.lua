-- wrong_prefix.lua - a factor of 1000
local units = require "liaison.course.units"
local changed = require "liaison.course.changed"

return {
  name = "prefix",
  en = "a factor of 1000: millimetres and metres (or kilo) are mixed",
  fr = "un facteur 1000 : millimètres et mètres (ou kilo) sont mélangés",
  hint_en = "Take all lengths in metres first, and look at the unit that is asked.",
  hint_fr = "Mettez d'abord toutes les longueurs en mètres, et regardez l'unité demandée.",
  kinds = { number = true, vector = true },
  after = function(value, ask)
    if not ask.unit or units.is_angle(ask.unit) then return {} end
    return { changed.scaled(value, 1000), changed.scaled(value, 1e-3) }
  end,
}
