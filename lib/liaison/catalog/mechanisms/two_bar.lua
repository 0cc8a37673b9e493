-- two_bar.lua - the planar arm of two bars, frames at the ends of the bars [nonhol] 7
return {
  options = { inertia = "bool?" },
  values = function(o)
    local t = { l1 = 1, l2 = .8, m1 = 2, m2 = 1.5, g = 9.81 }
    if o.inertia then t.j1, t.j2 = 0, 0 end
    return t
  end,
  state = { th1 = .3, th2 = .8, ["th1'"] = 2, ["th2'"] = -3, G1 = 41.99369382278786,
    G2 = 8.7210668033479 },
  build = function(li, o)
    local s = li.system { planar = true, name = "two bars", gravity = { 0, "-g" } }
    local th1, th2 = s:coordinates "th1 th2"
    local b1 = s:body { name = "bar 1", m = "m1", j = o.inertia and "j1" or 0,
      place = { "l1*cos(th1)", "l1*sin(th1)", th1 } }
    local b2 = s:body { name = "bar 2", m = "m2", j = o.inertia and "j2" or 0, on = b1,
      place = { "l2*cos(th2)", "l2*sin(th2)", th2 } }
    s:joint { kind = "revolute", name = "hinge 1", on = b1, at = { "-l1", 0 } }
    s:joint { kind = "revolute", name = "hinge 2", on = b2, from = b1, at = { "-l2", 0 } }
    b1:torque "G1"
    b2:torque { n = "G2", from = b1 }
    return s
  end,
}
