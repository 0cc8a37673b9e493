-- mobile_robot.lua - a robot on two driven wheels and a castor, pushed by forces or driven by
-- motors [nonhol] 9
return {
  options = { motors = "bool?" },
  values = function(o)
    local t = { m = 20, J0 = 1.2, a = .15, l = .25 }
    if o.motors then t.Ra, t.RI, t.Kb, t.Kt = .1, 1.2, .5, .5 end
    return t
  end,
  state = function(o)
    local t = { x = 0, y = 0, th = .6, v = 1.2, Om = .7 }
    if o.motors then t.V1, t.V2 = 6, 4 else t.F1, t.F2 = 8, 5 end
    return t
  end,
  build = function(li, o)
    local s = li.system { planar = true, name = "mobile robot" }
    local x, y, th = s:coordinates "x y th"
    local cart = s:body { name = "cart", m = "m", j = "J0", com = { "a", 0 }, place = { x, y, th } }
    cart:wheel { name = "axle" }
    -- right wheel 1, left wheel 2; with motors F = (V - Kb w) Kt/(RI Ra), w = speed of the wheel's
    -- centre/Ra
    for i, side in ipairs { -1, 1 } do
      local at = { 0, side * li.symbols "l" }
      local f = not o.motors and li.symbols("F" .. i)
      if o.motors then
        f = (li.symbols("V" .. i) - li.symbols "Kb" * cart:velocity(at)[1] / li.symbols "Ra")
          * li.symbols "Kt" / (li.symbols "RI" * li.symbols "Ra")
      end
      cart:force { f = { f, 0 }, at = at }
    end
    return s:speeds { "v = x'*cos(th) + y'*sin(th)", "Om = th'" }
  end,
}
