-- sixtractor.lua - the tractor with its trailer in six coordinates: bodies of their own, the hitch
-- as two rows                                                               [nonhol] T43, T53
local li = require "liaison"

return function()
  local s = li.system { planar = true, name = "tractor, six coordinates" }
  local x, y, Th = s:coordinates "x y Th"
  local X, Y, A = s:coordinates "xt yt At"
  local de = s:input "de"
  local a1 = s:body { name = "tractor", m = "m1", j = "j1", com = { "b", 0 }, place = { x, y, Th } }
  local a2 = s:body { name = "trailer", m = "m2", j = "j2", com = { "d", 0 }, place = { X, Y, A } }
  s:joint { kind = "revolute", name = "hitch", on = a1, from = a2, at = { "-c", 0 },
    at_from = { "l2", 0 } }
  a1:wheel { name = "rear" }
  a1:wheel { name = "front", at = { "l1", 0 }, angle = de }
  a2:wheel { name = "trailer" }
  a1:force { f = { "F1*cos(de)", "F1*sin(de)" }, at = { "l1", 0 } }
  a1:force { f = { "F2", 0 }, at = { 0, 0 } }
  a2:force { f = { "F3", 0 }, at = { 0, 0 } }
  return s
end
