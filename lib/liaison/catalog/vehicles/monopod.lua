-- monopod.lua - the one-legged hopper of the thesis in its plane x, z: 5 coordinates
--
-- [thesis] 3.2, M4.  A trunk (X, Z, alpha about y), a hip (q1 about y), a leg (q2 along its own z,
-- which points up at zero). XXk, YYk are moments about the origin of the frame: the table holds the
-- central ones. Rc0 .. Rc4 outline the trunk, l1 high, 2 l2 wide.
local vehicle = {}

function vehicle.definition()
  return {
    name = "monopod", gravity = { 0, 0, "-g" },
    liaison = {
      Repere2 = { "R0", { "X", 0, "Z" }, 0 }, Repere3 = { "Repere2", 0, { 0, "alpha", 0 } },
      Rc0 = { "Repere3", { "l2", 0, 0 }, 0 }, Rc1 = { "Rc0", { 0, 0, "l1" }, 0 },
        Rc2 = { "Rc1", { "-2*l2", 0, 0 }, 0 }, Rc3 = { "Rc2", { 0, 0, "-l1" }, 0 },
      Rc4 = { "Rc3", { "l2", 0, 0 }, 0 }, Repere4 = { "Repere3", 0, { 0, "q1", 0 } },
        Repere5 = { "Repere4", { 0, 0, "q2" }, 0 },
    },
    corps = {
      Repere3 = { "plateforme", "mp", { "XX0", "YY0", "ZZ0" }, { 0, 0, 0, 1 } },
      Repere4 = { "corps1", "m1", { "XX1-zG1^2*m1", "YY1-zG1^2*m1", "ZZ1" }, { 0, 0, "zG1", 1 } },
      Repere5 = { "corps2", "m2", { "XX2-zG2^2*m2", "YY2-zG2^2*m2", "ZZ2" }, { 0, 0, "zG2", 1 } },
    },
    PointEnContact = { "Repere5" },
    q = { "X", "Z", "alpha", "q1", "q2" },
  }
end

vehicle.reference = {
  values = { mp = 10, m1 = 1, m2 = 0.5, YY0 = 0.5, YY1 = 0.05, YY2 = 0.03, zG1 = -0.15, zG2 = 0.10,
    g = 9.81 },
  others = { l1 = 0.3, l2 = 0.2, XX0 = 0.5, ZZ0 = 0.5, XX1 = 0.05, ZZ1 = 0.01, XX2 = 0.03,
    ZZ2 = 0.01 },
  q = { 0, 1, 0.1, -0.3, -0.45 }, v = { 0.5, 1, 0.4, -1.2, 0.3 },
}

local mu, s, c, w = "(m1*zG1+m2*zG2+m2*q2)", "sin(alpha+q1)", "cos(alpha+q1)", "(alphap+q1p)"

-- M of the print is destroyed (E12): there is nothing to compare with but what it was meant to be
vehicle.printed = {
  h = {
    "-" .. mu .. "*" .. w .. "^2*" .. s .. "+2*m2*" .. w .. "*q2p*" .. c,
      mu .. "*" .. w .. "^2*" .. c .. "-2*m2*" .. w .. "*q2p*" .. s,
    "2*m2*(zG2+q2)*" .. w .. "*q2p", "2*m2*(zG2+q2)*" .. w .. "*q2p", "-m2*(q2+zG2)*" .. w .. "^2",
  },
  G = { 0, "g*(m1+m2+mp)", "-g*" .. mu .. "*" .. s, "-g*" .. mu .. "*" .. s, "g*m2*" .. c },
}

vehicle.errata = {
  { "E12", "h", 2, "the sign of the term of mu",
    "-" .. mu .. "*" .. w .. "^2*" .. c .. "-2*m2*" .. w .. "*q2p*" .. s },
}

return vehicle
