-- closed_chain.lua - the planar closed chain of the thesis, opened at the pivot of its second leg:
-- 5 coordinates
--
-- [thesis] 3.1, M3.  A carriage along x (q1), two legs upwards (q21, q22), a bar that turns about x
-- on the first leg (q3), a slide along it (q5). Inertias are central, entries of the matrix;
-- corps21 and corps22 share m2, I2, G2.
local function I(k)
  return { { "XX" .. k, "XY" .. k, "XZ" .. k }, { "XY" .. k, "YY" .. k, "YZ" .. k },
    { "XZ" .. k, "YZ" .. k, "ZZ" .. k } }
end
local function G(k) return { "xG" .. k, "yG" .. k, "zG" .. k, 1 } end

-- numbers for what does not enter the equations, fit for the bodies: no products, one moment about
-- all axes
local function neutral(moments)
  local out = {}
  for _, k in ipairs { 1, 2, 3, 5 } do
    for _, axis in ipairs { "XX", "YY", "ZZ" } do out[axis .. k] = moments["XX" .. k] or 1 end
    for _, key in ipairs { "XY", "XZ", "YZ", "xG", "yG" } do out[key .. k] = 0 end
  end
  return out
end

local vehicle = {}

function vehicle.definition()
  return {
    name = "closed_chain", gravity = { 0, 0, "-g" },
    liaison = {
      Repere1 = { "R0", { "q1", 0, 0 }, 0 }, Repere11 = { "Repere1", { 0, "-R2", 0 }, 0 },
        Repere12 = { "Repere1", { 0, "R2", 0 }, 0 },
      Repere21 = { "Repere11", { 0, 0, "q21" }, 0 }, Repere22 = { "Repere12", { 0, 0, "q22" }, 0 },
      Repere3 = { "Repere21", 0, { "q3", 0, 0 } }, Repere4 = { "Repere22", 0, { "q3", 0, 0 } },
      Repere5 = { "Repere6", { 0, "q5", 0 }, 0 }, Repere6 = { "Repere3", { 0, "3*R2", 0 }, 0 },
    },
    corps = {
      Repere1 = { "corps1", "m1", I(1), G(1) }, Repere21 = { "corps21", "m2", I(2), G(2) },
        Repere22 = { "corps22", "m2", I(2), G(2) },
      Repere3 = { "corps3", "m3", I(3), G(3) }, Repere5 = { "corps5", "m5", I(5), G(5) },
    },
    PointEnContact = { "Repere5" },
    q = { "q1", "q21", "q22", "q3", "q5" },
  }
end

-- the loop: the bar slides in the pivot of the second leg                          [thesis] M3, E31
vehicle.closure = "2*R2*sin(q3) - (q22 - q21)*cos(q3)"

vehicle.reference = {
  values = { m1 = 10, m2 = 2, m3 = 5, m5 = 3, R2 = 0.5, XX3 = 0.8, XX5 = 0.1, yG3 = 0.6, zG3 = 0.05,
    yG5 = 0.1, zG5 = -0.02, zG1 = 0.2, zG2 = -0.1, g = 9.81 },
  others = neutral { XX3 = 0.8, XX5 = 0.1 },
  q = { 0.3, 0.8, 0.9, 0.2, 0.15 }, v = { 0.1, -0.2, 0.3, 0.5, -0.4 },
}

-- as printed, in the names of the thesis (q1p is q1'); what is wrong there is left wrong, and said
-- in errata
vehicle.printed = {
  T = {
    corps1 = "m1*q1p^2/2", corps21 = "m2*(q1p^2+q21p^2)/2", corps22 = "m2*(q1p^2+q22p^2)/2",
    corps3 =
      "m3/2*(q1p^2+q21p^2+q3p^2*(yG3^2+zG3^2))+m3*q21p*q3p*(cos(q3)*yG3-sin(q3)*zG3)+XX3*q3p^2/2",
    corps5 =
      "m5/2*(q1p^2+q21p^2+q5p^2+q3p^2*((3*R2+q5)^2+2*(3*R2+q5)*yG5+yG5^2+zG5^2))"
        .. "+m5*q21p*q5p*sin(q3)"
      .. "+m5*q21p*q3p*(cos(q3)*(3*R2+q5+yG5)-sin(q3)*zG5)-m5*q3p*q5p*zG5+XX5*q3p^2/2",
  },
  V = "-g*(m1*zG1+2*m2*zG2+m2*(q21+q22)+m3*(q21+sin(q3)*yG3+cos(q3)*zG3)"
    .. "+m5*(q21+sin(q3)*(3*R2+q5+yG5)+cos(q3)*zG5))",
  M = {
    { "m1+2*m2+m3+m5", 0, 0, 0, 0 },
    { 0, "m2+m3+m5", 0, "cos(q3)*(3*m5*R2+m5*q5+m3*yG3+m5*yG5)-sin(q3)*(m3*zG3+m5*zG5)",
      "m5*sin(q3)" },
    { 0, 0, "m2", 0, 0 },
    { 0, "cos(q3)*(3*m5*R2+m5*q5+m3*yG3+m5*yG5)-sin(q3)*(m3*zG3+m5*zG5)", 0,
      "XX3+XX5+m3*(yG3^2+zG3^2)+m5*(q5^2+9*R2^2+6*q5*R2+2*yG5*q5+6*yG5*R2+zG5^2)", "-m5*zG5" },
    { 0, "m5*sin(q3)", 0, "-m5*zG5", "m5" },
  },
  h = {
    0, "2*m5*cos(q3)*q3p*q5p-q3p^2*(m3*(cos(q3)*zG3+sin(q3)*yG3)"
      .. "+m5*(sin(q3)*(3*R2+yG5)+cos(q3)*zG5))-q3p^2", 0,
    "2*m5*q3p*q5p*(q5+3*R2)+2*q5p*m5*yG5", "-m5*q3p^2*(q5+yG5+3*R2)",
  },
  G = { 0, "g*(m2+m3+m5)", "g*m2",
    "g*(cos(q3)*(3*m5*R2+m5*q5+m3*yG3+m5*yG5)-sin(q3)*(m3*zG3+m5*zG5))", "g*m5*sin(q3)" },
}

-- corrections, by the part of printed they belong to
vehicle.errata = {
  { "E7", "V", "the potential has the opposite sign; G beside it is right",
    "g*(m1*zG1+2*m2*zG2+m2*(q21+q22)+m3*(q21+sin(q3)*yG3+cos(q3)*zG3)"
      .. "+m5*(q21+sin(q3)*(3*R2+q5+yG5)+cos(q3)*zG5))" },
  { "E11", "M", 4, 4, "lacks m5*yG5^2",
    "XX3+XX5+m3*(yG3^2+zG3^2)+m5*(q5^2+9*R2^2+6*q5*R2+2*yG5*q5+6*yG5*R2+yG5^2+zG5^2)" },
  { "E11", "h", 2, "'- q3p^2' is what is left of - q3p^2 m5 sin(q3) q5",
    "2*m5*cos(q3)*q3p*q5p-q3p^2*(m3*(cos(q3)*zG3+sin(q3)*yG3)"
      .. "+m5*(sin(q3)*(3*R2+q5+yG5)+cos(q3)*zG5))" },
  { "E11", "h", 4, "'2 q5p m5 yG5' lacks q3p", "2*m5*q3p*q5p*(q5+3*R2+yG5)" },
}

return vehicle
