-- kr30.lua - KUKA KR30 as the course describes it, six revolute joints, standard DH, z of the base
-- downwards; geometry only [course E3.9]: alpha is pi/2 where the print has pi. Two variants of the
-- last row: "T", the table, a6 = -120 mm; "M", the printed matrix, a6 = 0. x is the length of the
-- tool beyond the flange, not given there (0). li.robots.kr30{ variant = "M", x = 0.1 }
local pi = math.pi

return function(options)
  local x, variant = options.x or 0, options.variant or "T"
  assert(variant == "T" or variant == "M", "variant: 'T' or 'M' expected")
  return { about = {
    source = { "course E3.9" },
    licence = "facts of a publication",
    assumed = { "no masses are given there: geometry only" },
  },
    dh = {
    name = "kr30", convention = "standard", source = "course E3.9, variant " .. variant,
      gravity = { 0, 0, 9.81 },
    a = { 0.67, 0.8, 0.145, 0, 0, variant == "T" and -0.12 or 0 },
    alpha = { pi / 2, 0, pi / 2, pi / 2, pi / 2, pi },
    d = { 0, 0, 0, -0.82, 0, type(x) == "number" and -0.15 - x or "-0.15-" .. x },
    theta = { "th1", "th2", "th3", "th4", "th5", "th6" }, joints = "RRRRRR",
    shown = { 0, 0, 0, pi, pi, 0 },
    controller = { "th1", "th2", "th3", "th4-pi", "th5-pi", "th6" },
  } }
end
