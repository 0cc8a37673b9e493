-- law_derivations.lua - how each motion law is derived: its formulas phase by phase, in the letters
-- of a lecture, and where its peaks are
--
-- A phase runs from one time to another (parts of the duration; texts of ta, tr) and tells s'', s',
-- s there, in a (the largest acceleration), v (the speed behind the acceleration) and constants of
-- `with`, told one after the other. A law that accelerates, cruises and brakes (`ramp`) has phases
-- of the acceleration alone: what is 0 while braking is that turned round; `ramp` is the part of
-- v ta that the acceleration covers, `area` what s'' adds up to there, which is v. `fr`: what the
-- law is, in French. Every line is held against the law itself by the tests. A law that is not
-- here is derived from its expression.
local whole, half = "1", "1/2"

local rows = {
  poly3 = { fr = "degré 3, d'arrêt à arrêt ; l'accélération saute aux bouts",
    peaks = { v = { "3/2", half }, a = { "6", "0" } } },
  poly5 = { fr = "degré 5, vitesse et accélération nulles aux bouts",
    peaks = { v = { "15/8", half }, a = { "10*sqrt(3)/3", "1/2 - sqrt(3)/6" },
      j = { "60", "0" } } },
  -- the course prints 85 sqrt(5)/25, and times beside the interval
  poly7 = { fr = "degré 7, vitesse, accélération et secousse nulles aux bouts",
    peaks = { v = { "35/16", half }, a = { "84*sqrt(5)/25", "1/2 - sqrt(5)/10" },
      j = { "-105/2", half } } },
  trapezoid = { fr = "vitesse en trapèze ; ta = 1/2 : bang-bang", ramp = "1/2", area = "a*ta",
    with = { { "v", "1/(1 - ta)", "1/(1 - (ta + td)/2)" }, { "a", "v/ta" } },
    phases = { { name = "acceleration", from = "0", to = "ta", s2 = "a", s1 = "a*t",
      s = "a*t^2/2" } },
    peaks = { v = { "v", "ta" }, a = { "a", "0" } } },
  trapacc = { fr = "accélération en trapèze, continue, de montée tr (dite cubique)", ramp = "1/2",
    area = "a*(ta - tr)",
    with = { { "v", "1/(1 - ta)", "1/(1 - (ta + td)/2)" }, { "a", "v/(ta - tr)" } },
    phases = {
      { name = "rise", from = "0", to = "tr", s2 = "a*t/tr", s1 = "a*t^2/(2*tr)",
        s = "a*t^3/(6*tr)" },
      { name = "hold", from = "tr", to = "ta - tr", s2 = "a", s1 = "a*(t - tr/2)",
        s = "a*(t^2/2 - tr*t/2 + tr^2/6)" },
      { name = "fall", from = "ta - tr", to = "ta", s2 = "a*(ta - t)/tr",
        s1 = "v - a*(ta - t)^2/(2*tr)", s = "v*(t - ta/2) + a*(ta - t)^3/(6*tr)" } },
    peaks = { v = { "v", "ta" }, a = { "a", "tr" }, j = { "a/tr", "0" } } },
  sine2 = { fr = "accélération en sinus carré ; la secousse est continue", ramp = "1/2",
    area = "a*ta/2", with = { { "v", "1/(1 - ta)", "1/(1 - (ta + td)/2)" }, { "a", "2*v/ta" } },
    phases = { { name = "acceleration", from = "0", to = "ta", s2 = "a*sin(pi*t/ta)^2",
      s1 = "a/2*(t - ta/(2*pi)*sin(2*pi*t/ta))",
      s = "a/4*(t^2 + ta^2/(2*pi^2)*cos(2*pi*t/ta) - ta^2/(2*pi^2))" } },
    peaks = { v = { "v", "ta" }, a = { "a", "ta/2" }, j = { "a*pi/ta", "ta/4" } } },
  cycloid = { fr = "cycloïdale : l'accélération est une sinusoïde entière",
    phases = { { name = "whole", from = "0", to = whole, s2 = "2*pi*sin(2*pi*t)",
      s1 = "1 - cos(2*pi*t)", s = "t - sin(2*pi*t)/(2*pi)" } },
    peaks = { v = { "2", half }, a = { "2*pi", "1/4" }, j = { "4*pi^2", "0" } } },
  harmonic = { fr = "harmonique simple ; l'accélération saute aux bouts",
    phases = { { name = "whole", from = "0", to = whole, s2 = "pi^2/2*cos(pi*t)",
      s1 = "pi/2*sin(pi*t)", s = "(1 - cos(pi*t))/2" } },
    peaks = { v = { "pi/2", half }, a = { "pi^2/2", "0" } } },
  modtrap = { fr = "trapèze modifié : accélération faible, arrondie par des sinus",
    with = { { "a", "8*pi/(2 + pi)" } }, phases = {
      { name = "rise", from = "0", to = "1/8", s2 = "a*sin(4*pi*t)",
        s1 = "a/(4*pi)*(1 - cos(4*pi*t))", s = "a/(4*pi)*(t - sin(4*pi*t)/(4*pi))" },
      { name = "hold", from = "1/8", to = "3/8", s2 = "a", s1 = "a/(4*pi) + a*(t - 1/8)",
        s = "a/(4*pi)*(1/8 - 1/(4*pi)) + a/(4*pi)*(t - 1/8) + a*(t - 1/8)^2/2" },
      { name = "fall", from = "3/8", to = half, s2 = "a*cos(4*pi*(t - 3/8))",
        s1 = "a/(4*pi) + a/4 + a/(4*pi)*sin(4*pi*(t - 3/8))",
        s = "a/(4*pi)*(3/8 - 1/(4*pi)) + a/32 + (a/(4*pi) + a/4)*(t - 3/8)"
          .. " + a/(16*pi^2)*(1 - cos(4*pi*(t - 3/8)))" } },
    peaks = { v = { "2", half }, a = { "8*pi/(2 + pi)", "1/8" },
      j = { "32*pi^2/(2 + pi)", "0" } } },
  modsine = { fr = "sinus modifié : vitesse et couple faibles, pour de grandes masses",
    with = { { "a", "4*pi^2/(pi + 4)" } }, phases = {
      { name = "rise", from = "0", to = "1/8", s2 = "a*sin(4*pi*t)",
        s1 = "a/(4*pi)*(1 - cos(4*pi*t))", s = "a/(4*pi)*(t - sin(4*pi*t)/(4*pi))" },
      { name = "fall", from = "1/8", to = half, s2 = "a*sin(4*pi*t/3 + pi/3)",
        s1 = "a/(4*pi)*(1 - 3*cos(4*pi*t/3 + pi/3))",
        s = "a/(4*pi)*(2/pi + t - 9*sin(4*pi*t/3 + pi/3)/(4*pi))" } },
    peaks = { a = { "4*pi^2/(pi + 4)", "1/8" }, v = { "4*pi/(pi + 4)", half },
      j = { "16*pi^3/(pi + 4)", "0" } } },
  modvel = { fr = "vitesse constante modifiée", ramp = "1/4 + 1/pi", area = "2*a*ta/pi",
    with = { { "v", "1/(1 - (3/2 - 2/pi)*ta)", "1/(1 - (3/4 - 1/pi)*(ta + td))" },
      { "a", "pi*v/(2*ta)" } },
    phases = {
      { name = "rise", from = "0", to = "ta/4", s2 = "a*sin(2*pi*t/ta)",
        s1 = "v/4*(1 - cos(2*pi*t/ta))", s = "v/4*(t - ta/(2*pi)*sin(2*pi*t/ta))" },
      { name = "fall", from = "ta/4", to = "ta", s2 = "a*sin(pi/3 + 2*pi*t/(3*ta))",
        s1 = "v/4*(1 - 3*cos(pi/3 + 2*pi*t/(3*ta)))",
        s = "v/4*(t + 4*ta/pi - 9*ta/(2*pi)*sin(pi/3 + 2*pi*t/(3*ta)))" } },
    peaks = { v = { "v", "ta" }, a = { "a", "ta/4" }, j = { "2*pi*a/ta", "0" } } },
}

return rows
