-- loader.lua - an articulated loader: two axles, a hinge with a torque between them [nonhol] 2.8
-- (b)
return {
  values = { l2 = 6, b = 1.4, c = .6, d = 3.2, m1 = 6500, m2 = 9000, j1 = 14000, j2 = 45000 },
  state = { x = 0, y = 0, Th = .3, Ph = -.25, v = 8, w = .3, F2 = 3000, F3 = -800, G = 2000 },
  build = function(li)
    local s = li.system { planar = true, name = "loader" }
    local x, y, Th, Ph = s:coordinates "x y Th Ph"
    local front = s:body { name = "front", m = "m1", j = "j1", com = { "b", 0 },
      place = { x, y, Th } }
    local rear = s:body { name = "rear", m = "m2", j = "j2", com = { "d", 0 },
      place = { "x - c*cos(Th) - l2*cos(Th + Ph)", "y - c*sin(Th) - l2*sin(Th + Ph)", Th + Ph } }
    front:wheel { name = "front axle" }
    rear:wheel { name = "rear axle" }
    front:force { f = { "F2", 0 }, at = { 0, 0 } }
    rear:force { f = { "F3", 0 }, at = { 0, 0 } }
    rear:torque { n = "G", from = front }
    s:joint { kind = "revolute", name = "hinge", on = front, from = rear, at = { "-c", 0 },
      at_from = { "l2", 0 } }
    return s:speeds { "v = x'*cos(Th) + y'*sin(Th)", "w = Ph'" }
  end,
}
