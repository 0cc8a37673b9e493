-- crane.lua - an overhead crane: trolley on its rail, a hoist, the load below at an angle [nonhol]
-- 2.8 (c)
return {
  values = { M = 500, m = 800, g = 9.81 },
  state = { x = 0, L = 6, phi = .2, ["x'"] = .5, ["L'"] = .3, ["phi'"] = -.1, Ft = 1000,
    Fh = -8000 },
  build = function(li)
    local s = li.system { planar = true, name = "crane", gravity = { 0, "-g" } }
    local x, L, phi = s:coordinates "x L phi"
    local trolley = s:body { name = "trolley", m = "M", j = 0, place = { x, 0, 0 } }
    local load = s:body { name = "load", m = "m", j = 0,
      place = { x + L * li.sin(phi), -L * li.cos(phi), 0 } }
    trolley:force { f = { "Ft", 0 } }
    load:force { f = { "Fh*sin(phi)", "-Fh*cos(phi)" }, from = trolley }
    return s
  end,
}
