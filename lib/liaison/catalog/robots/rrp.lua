-- rrp.lua - two revolute joints and a slide, the running example of the course, standard DH;
-- geometry only [course E3.8], there in millimetres: a2 = 100 mm, shown at (pi, 0, d3 > 0).
-- li.robots.rrp{ a2 = "a2" } for symbols
local pi = math.pi

return function(options)
  return { about = {
    source = { "course E3.8" },
    licence = "facts of a publication",
    assumed = { "no masses are given there: geometry only" },
  },
    dh = {
    name = "rrp", convention = "standard", source = "course E3.8", joints = "RRP",
    a = { 0, options.a2 or 0.1, 0 }, alpha = { pi / 2, -pi / 2, pi / 2 }, d = { 0, 0, "d3" },
      theta = { "th1", "th2", pi / 2 },
    shown = { pi, 0, 0.25 },
  } }
end
