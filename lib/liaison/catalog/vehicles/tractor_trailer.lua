-- tractor_trailer.lua - a tractor that pulls a trailer, its front axle steered by de [nonhol] 8;
-- with or without slip of the wheels
return {
  options = { slip = "bool?" },
  values = function(o)
    local t = { l1 = 3.5, l2 = 6, b = 1.4, c = .6, d = 3.2, m1 = 6500, m2 = 9000, j1 = 14000,
      j2 = 45000 }
    if o.slip then t.Cf, t.Cr, t.Ct = 2e5, 4e5, 4e5 end
    return t
  end,
  state = function(o)
    local t = { x = 0, y = 0, Th = .3, Ph = -.25, de = .15, v = 8, F1 = 500, F2 = 3000, F3 = -800 }
    if o.slip then t.w, t.Om, t.Phd = .3, .2, .05 else t["de'"] = .1 end
    return t
  end,
  build = function(li, o)
    local s = li.system { planar = true, name = "tractor with trailer" }
    local x, y, Th, Ph = s:coordinates "x y Th Ph"
    local de = s:input "de"
    local tractor = s:body { name = "tractor", m = "m1", j = "j1", com = { "b", 0 },
      place = { x, y, Th } }
    local trailer = s:body { name = "trailer", m = "m2", j = "j2", com = { "d", 0 },
      place = { "x - c*cos(Th) - l2*cos(Th + Ph)", "y - c*sin(Th) - l2*sin(Th + Ph)", Th + Ph } }
    tractor:force { f = { "F1*cos(de)", "F1*sin(de)" }, at = { "l1", 0 } }
    tractor:force { f = { "F2", 0 }, at = { 0, 0 } }
    trailer:force { f = { "F3", 0 }, at = { 0, 0 } }
    s:joint { kind = "revolute", name = "hitch", on = tractor, from = trailer, at = { "-c", 0 },
      at_from = { "l2", 0 } }
    local function tyre(C) return o.slip and C or nil end
    tractor:wheel { name = "rear", tyre = tyre "Cr" }
    tractor:wheel { name = "front", at = { "l1", 0 }, angle = de, tyre = tyre "Cf" }
    trailer:wheel { name = "trailer", tyre = tyre "Ct" }
    if not o.slip then return s:speeds { "v = x'*cos(Th) + y'*sin(Th)" } end
    -- forward and lateral speed of the tractor's centre of mass, as the document has them
    return s:speeds { "v = x'*cos(Th) + y'*sin(Th)", "w = y'*cos(Th) - x'*sin(Th) + b*Th'",
      "Om = Th'", "Phd = Ph'" }
  end,
}
