-- law_derivations.lua - how each motion law is derived: its formulas phase by phase, in the letters
-- of a lecture, and where its peaks are
--
-- A phase runs from one time to another (parts of the duration; texts of ta, tr) and tells s'', s',
-- s there, in a (the largest acceleration), v (the speed behind the acceleration) and constants of
-- `with`, told one after the other. Every line is held against the law itself by the tests.
local whole, half = "1", "1/2"

-- three phases: v = 1/(1 - ta), from v (1 - ta) = 1
local CRUISE = { name = "cruise", from = "ta", to = "1 - ta", s2 = "0", s1 = "v",
  s = "v*(t - ta/2)" }

return {
  poly3 = { degree = 3, peaks = { v = { "3/2", half }, a = { "6", "0" } } },
  poly5 = { degree = 5, peaks = { v = { "15/8", half },
    a = { "10*sqrt(3)/3", "1/2 - sqrt(3)/6" }, j = { "60", "0" } } },
  -- the course prints 85 sqrt(5)/25, and times beside the interval
  poly7 = { degree = 7, peaks = { v = { "35/16", half },
    a = { "84*sqrt(5)/25", "1/2 - sqrt(5)/10" }, j = { "-105/2", half } } },
  trapezoid = { with = { { "v", "1/(1 - ta)" }, { "a", "v/ta" } }, three = true,
    phases = { { name = "acceleration", from = "0", to = "ta", s2 = "a", s1 = "a*t",
      s = "a*t^2/2" }, CRUISE },
    peaks = { v = { "1/(1 - ta)", "ta" }, a = { "1/(ta*(1 - ta))", "0" } } },
  trapacc = { with = { { "v", "1/(1 - ta)" }, { "a", "v/(ta - tr)" } }, three = true,
    phases = {
      { name = "rise", from = "0", to = "tr", s2 = "a*t/tr", s1 = "a*t^2/(2*tr)",
        s = "a*t^3/(6*tr)" },
      { name = "hold", from = "tr", to = "ta - tr", s2 = "a", s1 = "a*(t - tr/2)",
        s = "a*(t^2/2 - tr*t/2 + tr^2/6)" },
      { name = "fall", from = "ta - tr", to = "ta", s2 = "a*(ta - t)/tr",
        s1 = "v - a*(ta - t)^2/(2*tr)", s = "v*(t - ta/2) + a*(ta - t)^3/(6*tr)" }, CRUISE },
    peaks = { v = { "1/(1 - ta)", "ta" }, a = { "1/((1 - ta)*(ta - tr))", "tr" },
      j = { "1/((1 - ta)*(ta - tr)*tr)", "0" } } },
  sine2 = { with = { { "v", "1/(1 - ta)" }, { "a", "2*v/ta" } }, three = true,
    phases = { { name = "acceleration", from = "0", to = "ta", s2 = "a*sin(pi*t/ta)^2",
      s1 = "a/2*(t - ta/(2*pi)*sin(2*pi*t/ta))",
      s = "a/4*(t^2 + ta^2/(2*pi^2)*cos(2*pi*t/ta) - ta^2/(2*pi^2))" }, CRUISE },
    peaks = { v = { "1/(1 - ta)", "ta" }, a = { "2/(ta*(1 - ta))", "ta/2" },
      j = { "2*pi/(ta^2*(1 - ta))", "ta/4" } } },
  cycloid = { phases = { { name = "whole", from = "0", to = whole, s2 = "2*pi*sin(2*pi*t)",
      s1 = "1 - cos(2*pi*t)", s = "t - sin(2*pi*t)/(2*pi)" } },
    peaks = { v = { "2", half }, a = { "2*pi", "1/4" }, j = { "4*pi^2", "0" } } },
  harmonic = { phases = { { name = "whole", from = "0", to = whole, s2 = "pi^2/2*cos(pi*t)",
      s1 = "pi/2*sin(pi*t)", s = "(1 - cos(pi*t))/2" } },
    peaks = { v = { "pi/2", half }, a = { "pi^2/2", "0" } } },
  modtrap = { with = { { "a", "8*pi/(2 + pi)" } }, phases = {
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
  modsine = { with = { { "a", "4*pi^2/(pi + 4)" } }, phases = {
      { name = "rise", from = "0", to = "1/8", s2 = "a*sin(4*pi*t)",
        s1 = "a/(4*pi)*(1 - cos(4*pi*t))", s = "a/(4*pi)*(t - sin(4*pi*t)/(4*pi))" },
      { name = "fall", from = "1/8", to = half, s2 = "a*sin(4*pi*t/3 + pi/3)",
        s1 = "a/(4*pi)*(1 - 3*cos(4*pi*t/3 + pi/3))",
        s = "a/(4*pi)*(2/pi + t - 9*sin(4*pi*t/3 + pi/3)/(4*pi))" } },
    peaks = { a = { "4*pi^2/(pi + 4)", "1/8" }, v = { "4*pi/(pi + 4)", half },
      j = { "16*pi^3/(pi + 4)", "0" } } },
  modvel = { with = { { "v", "1/(1 - (3/2 - 2/pi)*ta)" }, { "a", "pi*v/(2*ta)" } }, phases = {
      { name = "rise", from = "0", to = "ta/4", s2 = "a*sin(2*pi*t/ta)",
        s1 = "v/4*(1 - cos(2*pi*t/ta))", s = "v/4*(t - ta/(2*pi)*sin(2*pi*t/ta))" },
      { name = "fall", from = "ta/4", to = "ta", s2 = "a*sin(pi/3 + 2*pi*t/(3*ta))",
        s1 = "v/4*(1 - 3*cos(pi/3 + 2*pi*t/(3*ta)))",
        s = "v/4*(t + 4*ta/pi - 9*ta/(2*pi)*sin(pi/3 + 2*pi*t/(3*ta)))" },
      { name = "cruise", from = "ta", to = "1 - ta", s2 = "0", s1 = "v",
        s = "v*(t - (3/4 - 1/pi)*ta)" } },
    peaks = { v = { "1/(1 - (3/2 - 2/pi)*ta)", "ta" },
      a = { "pi/(2*ta*(1 - (3/2 - 2/pi)*ta))", "ta/4" },
      j = { "pi^2/(ta^2*(1 - (3/2 - 2/pi)*ta))", "0" } } },
}
