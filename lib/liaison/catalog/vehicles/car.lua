-- car.lua - the car of the thesis: chassis, four wheels on vertical suspensions, one steer angle:
-- 15 coordinates
--
-- [thesis] 4, M6.  x, y, z, then Rz(theta_l) Ry(theta_r) Rx(theta_t): theta_r is pitch and theta_t
-- roll here (E16). Wheels 1 and 3 stand at y < 0: on the right where z points up (E20). z_i > 0:
-- the wheel has moved up, the spring is compressed. Wheels: all diag(XX1, YY1, XX1). ground = true
-- adds frames Contact1 .. 4, which are on the wheel carriers (steered, not spinning), re below the
-- centres: the points of the ground where forces act without spinning the wheel (E18).
local vehicle = {}

vehicle.options = { ground = "bool?" }

function vehicle.definition(o)
  local wheel = { "XX1", "YY1", "XX1" }
  local t = {
    name = "car", gravity = { 0, 0, "-g" },
    liaison = {
      Repere1 = { "R0", { "x", 0, 0 }, 0 }, Repere2 = { "Repere1", { 0, "y", 0 }, 0 },
        Repere3 = { "Repere2", { 0, 0, "z" }, 0 },
      Repere4 = { "Repere3", 0, { 0, 0, "theta_l" } },
        Repere5 = { "Repere4", 0, { 0, "theta_r", 0 } },
        Repere6 = { "Repere5", 0, { "theta_t", 0, 0 } },
      Repere11 = { "Repere6", { "L1", "-L3", "-LSFg+z1" }, 0 },
        Repere21 = { "Repere6", { "L1", "L3", "-LSFd+z2" }, 0 },
      Repere31 = { "Repere6", { "-L2", "-L4", "-LSRg+z3" }, 0 },
        Repere41 = { "Repere6", { "-L2", "L4", "-LSRd+z4" }, 0 },
      Repere12 = { "Repere11", 0, { 0, 0, "beta_b" } },
        Repere22 = { "Repere21", 0, { 0, 0, "beta_b" } },
      Repere13 = { "Repere12", 0, { 0, "phi_1", 0 } },
        Repere23 = { "Repere22", 0, { 0, "phi_2", 0 } },
      Repere33 = { "Repere31", 0, { 0, "phi_3", 0 } },
        Repere43 = { "Repere41", 0, { 0, "phi_4", 0 } },
    },
    corps = {
      Repere6 = { "chassis", "MS",
        { { "XX6", "XY6", "XZ6" }, { "XY6", "YY6", 0 }, { "XZ6", 0, "ZZ6" } } },
      Repere13 = { "roue1", "MNSF", wheel }, Repere23 = { "roue2", "MNSF", wheel },
        Repere33 = { "roue3", "MNSR", wheel }, Repere43 = { "roue4", "MNSR", wheel },
    },
    PointEnContact = { "Repere13", "Repere23", "Repere33", "Repere43" },
    q = { "x", "y", "z", "theta_l", "theta_r", "theta_t", "z1", "z2", "z3", "z4", "beta_b", "phi_1",
      "phi_2", "phi_3", "phi_4" },
  }
  if o.ground then
    for i, carrier in ipairs { "Repere12", "Repere22", "Repere31", "Repere41" } do
      t.liaison["Contact" .. i] = { carrier, { 0, 0, "-re" }, 0 }
      t.PointEnContact[i] = "Contact" .. i
    end
  end
  return t
end

vehicle.reference = {
  values = { MS = 1200, MNSF = 40, MNSR = 38, XX6 = 450, YY6 = 1800, ZZ6 = 2000, XY6 = 0, XZ6 = -30,
    XX1 = 0.7, YY1 = 1.2, L1 = 1.2, L2 = 1.4, L3 = 0.74,
    L4 = 0.72, LSFg = 0.35, LSFd = 0.35, LSRg = 0.36, LSRd = 0.36, g = 9.81 },
      others = { re = 0.30 },
  q = { 1, 2, 0.6, 0.3, -0.05, 0.04, 0.02, -0.01, 0.03, 0.015, 0.1, 0.5, 0.6, 0.7, 0.8 },
  v = { 10, 0.5, 0.1, 0.2, -0.1, 0.15, 0.3, -0.2, 0.1, 0.05, 0.4, 30, 31, 32, 33 },
}

local function matrix(n, entries)
  local M = {}
  for i = 1, n do
    M[i] = {}
    for j = 1, n do M[i][j] = 0 end
  end
  for _, e in ipairs(entries) do M[e[1]][e[2]], M[e[2]][e[1]] = e[3], e[3] end
  return M
end

local constant = { { 1, 1, "MS" }, { 2, 2, "MS" }, { 3, 3, "MS" }, { 4, 4, "ZZ6+4*XX1" },
  { 5, 5, "YY6+4*YY1" }, { 6, 6, "XX6+4*XX1" }, { 7, 7, "MNSF" }, { 8, 8, "MNSF" },
  { 9, 9, "MNSF" }, { 10, 10, "MNSF" }, { 11, 11, "2*XX1" }, { 4, 6, "XZ6" }, { 5, 6, "XY6" },
    { 4, 11, "2*XX1" } }
for k = 12, 15 do
  constant[#constant + 1] = { k, k, "YY1" }
  constant[#constant + 1] = { 5, k, "YY1" }
end

vehicle.printed = {
  T = "1/2*MS*(xp^2+yp^2+zp^2)+1/2*XX6*theta_tp^2+1/2*YY6*theta_rp^2+1/2*ZZ6*theta_lp^2"
    .. "+XY6*theta_tp*theta_rp+XZ6*theta_tp*theta_lp+2*XX1*theta_tp^2"
    .. "+2*YY1*theta_rp^2+2*XX1*theta_lp^2+2*XX1*theta_lp*beta_bp+XX1*beta_bp^2"
      .. "+YY1*theta_rp*(phi_1p+phi_2p+phi_3p+phi_4p)"
    .. "+1/2*YY1*(phi_1p^2+phi_2p^2+phi_3p^2+phi_4p^2)+1/2*MNSF*(z1p^2+z2p^2)"
      .. "+1/2*MNSR*(z3p^2+z4p^2)",
  V = "MS*g*z+MNSF*g*(z1-LSFg)+MNSF*g*(z2-LSFd)+MNSR*g*(z3-LSRg)+MNSR*g*(z4-LSRd)",
  M = matrix(15, constant),
  h = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
  G = { 0, 0, "MS*g", 0, 0, 0, "MNSF*g", "MNSF*g", "MNSR*g", "MNSR*g", 0, 0, 0, 0, 0 },
  velocity = { Repere13 = { "xp", "yp", "zp+z1p" }, Repere33 = { "xp", "yp", "zp+z3p" } },
  H = {
    Repere13 = {
      { "cos(theta_l)*cos(theta_r)*cos(beta_b)*cos(phi_1)"
        .. "-sin(beta_b)*cos(phi_1)*sin(theta_l)*cos(theta_t)"
        .. "+sin(beta_b)*cos(phi_1)*cos(theta_l)*sin(theta_r)*sin(theta_t)"
        .. "-sin(phi_1)*sin(theta_l)*sin(theta_t)"
        .. "-sin(phi_1)*cos(theta_l)*sin(theta_r)*cos(theta_t)",
        "-cos(theta_l)*cos(theta_r)*sin(beta_b)-cos(beta_b)*sin(theta_l)*cos(theta_t)"
          .. "+cos(beta_b)*cos(theta_l)*sin(theta_r)*sin(theta_t)",
        "cos(theta_l)*cos(theta_r)*cos(beta_b)*sin(phi_1)"
          .. "-sin(beta_b)*sin(phi_1)*sin(theta_l)*cos(theta_t)"
          .. "+sin(beta_b)*sin(phi_1)*cos(theta_l)*sin(theta_r)*sin(theta_t)"
          .. "+cos(phi_1)*sin(theta_l)*sin(theta_t)"
          .. "+cos(phi_1)*cos(theta_l)*sin(theta_r)*cos(theta_t)",
        "cos(theta_l)*cos(theta_r)*L1+L3*sin(theta_l)*cos(theta_t)"
          .. "-L3*cos(theta_l)*sin(theta_r)*sin(theta_t)-sin(theta_l)*sin(theta_t)*LSFg"
          .. "+sin(theta_l)*sin(theta_t)*z1-cos(theta_l)*sin(theta_r)*cos(theta_t)*LSFg"
          .. "+cos(theta_l)*sin(theta_r)*cos(theta_t)*z1+x" },
      { "sin(theta_l)*cos(theta_r)*cos(beta_b)*cos(phi_1)"
        .. "+sin(beta_b)*cos(phi_1)*cos(theta_l)*cos(theta_t)"
        .. "+sin(beta_b)*cos(phi_1)*sin(theta_l)*sin(theta_r)*sin(theta_t)"
        .. "+sin(phi_1)*cos(theta_l)*sin(theta_t)"
        .. "-sin(phi_1)*sin(theta_l)*sin(theta_r)*cos(theta_t)",
        "-sin(theta_l)*cos(theta_r)*sin(beta_b)+cos(beta_b)*cos(theta_l)*cos(theta_t)"
          .. "+cos(beta_b)*sin(theta_l)*sin(theta_r)*sin(theta_t)",
        "sin(theta_l)*cos(theta_r)*cos(beta_b)*sin(phi_1)"
          .. "+sin(beta_b)*sin(phi_1)*cos(theta_l)*cos(theta_t)"
          .. "+sin(beta_b)*sin(phi_1)*sin(theta_l)*sin(theta_r)*sin(theta_t)"
          .. "-cos(phi_1)*cos(theta_l)*sin(theta_t)"
          .. "+cos(phi_1)*sin(theta_l)*sin(theta_r)*cos(theta_t)",
        "sin(theta_l)*cos(theta_r)*L1-L3*cos(theta_l)*cos(theta_t)"
          .. "-L3*sin(theta_l)*sin(theta_r)*sin(theta_t)+cos(theta_l)*sin(theta_t)*LSFg"
          .. "-cos(theta_l)*sin(theta_t)*z1-sin(theta_l)*sin(theta_r)*cos(theta_t)*LSFg"
          .. "+sin(theta_l)*sin(theta_r)*cos(theta_t)*z1+y" },
      { "-sin(theta_r)*cos(beta_b)*cos(phi_1)+cos(theta_r)*sin(theta_t)*sin(beta_b)*cos(phi_1)"
        .. "-cos(theta_r)*cos(theta_t)*sin(phi_1)",
        "sin(theta_r)*sin(beta_b)+cos(theta_r)*sin(theta_t)*cos(beta_b)",
        "-sin(theta_r)*cos(beta_b)*sin(phi_1)+cos(theta_r)*sin(theta_t)*sin(beta_b)*sin(phi_1)"
          .. "+cos(theta_r)*cos(theta_t)*cos(phi_1)",
        "-sin(theta_r)*L1-cos(theta_r)*sin(theta_t)*L3-cos(theta_r)*cos(theta_t)*LSFg"
          .. "+cos(theta_r)*cos(theta_t)*z1+z" },
      { 0, 0, 0, 1 },
    },
    Repere33 = {
      { "cos(theta_l)*cos(theta_r)*cos(phi_3)-sin(phi_3)*sin(theta_l)*sin(theta_t)"
        .. "-sin(phi_3)*cos(theta_l)*sin(theta_r)*cos(theta_t)",
        "-sin(theta_l)*cos(theta_t)+cos(theta_l)*sin(theta_r)*sin(theta_t)",
        "cos(theta_l)*cos(theta_r)*sin(phi_3)+cos(phi_3)*sin(theta_l)*sin(theta_t)"
          .. "+cos(phi_3)*cos(theta_l)*sin(theta_r)*cos(theta_t)",
        "-cos(theta_l)*cos(theta_r)*L2+L4*sin(theta_l)*cos(theta_t)"
          .. "-L4*cos(theta_l)*sin(theta_r)*sin(theta_t)-sin(theta_l)*sin(theta_t)*LSRg"
          .. "+sin(theta_l)*sin(theta_t)*z3-cos(theta_l)*sin(theta_r)*cos(theta_t)*LSRg"
          .. "+cos(theta_l)*sin(theta_r)*cos(theta_t)*z3+x" },
      { "sin(theta_l)*cos(theta_r)*cos(phi_3)+sin(phi_3)*cos(theta_l)*sin(theta_t)"
        .. "-sin(phi_3)*sin(theta_l)*sin(theta_r)*cos(theta_t)",
        "cos(theta_l)*cos(theta_t)+sin(theta_l)*sin(theta_r)*sin(theta_t)",
        "sin(theta_l)*cos(theta_r)*sin(phi_3)-cos(phi_3)*cos(theta_l)*sin(theta_t)"
          .. "+cos(phi_3)*sin(theta_l)*sin(theta_r)*cos(theta_t)",
        "-sin(theta_l)*cos(theta_r)*L2-L4*cos(theta_l)*cos(theta_t)"
          .. "-L4*sin(theta_l)*sin(theta_r)*sin(theta_t)+cos(theta_l)*sin(theta_t)*LSRg"
          .. "-cos(theta_l)*sin(theta_t)*z3-sin(theta_l)*sin(theta_r)*cos(theta_t)*LSRg"
          .. "+sin(theta_l)*sin(theta_r)*cos(theta_t)*z3+y" },
      { "-sin(theta_r)*cos(phi_3)-cos(theta_r)*cos(theta_t)*sin(phi_3)",
        "cos(theta_r)*sin(theta_t)",
        "-sin(theta_r)*sin(phi_3)+cos(theta_r)*cos(theta_t)*cos(phi_3)",
        "sin(theta_r)*L2-cos(theta_r)*sin(theta_t)*L4-cos(theta_r)*cos(theta_t)*LSRg"
          .. "+cos(theta_r)*cos(theta_t)*z3+z" },
      { 0, 0, 0, 1 },
    },
  },
  omega = {
    Repere13 = {
      "(cos(theta_l)*cos(theta_t)*sin(theta_r)+sin(theta_l)*sin(theta_t))*beta_bp"
        .. "+(-cos(theta_l)*cos(theta_r)*sin(beta_b)"
        .. "+cos(theta_l)*sin(theta_t)*sin(theta_r)*cos(beta_b)"
        .. "-sin(theta_l)*cos(theta_t)*cos(beta_b))*phi_1p+cos(theta_r)*cos(theta_l)*theta_tp"
        .. "-sin(theta_l)*theta_rp",
      "(cos(theta_l)*cos(theta_t)*cos(beta_b)-sin(theta_l)*cos(theta_r)*sin(beta_b)"
        .. "+sin(theta_l)*sin(theta_t)*sin(theta_r)*cos(beta_b))*phi_1p"
        .. "+(sin(theta_l)*cos(theta_t)*sin(theta_r)-cos(theta_l)*sin(theta_t))*beta_bp"
        .. "+theta_rp*cos(theta_l)+cos(theta_r)*sin(theta_l)*theta_tp",
      "(sin(beta_b)*sin(theta_r)+sin(theta_t)*cos(theta_r)*cos(beta_b))*phi_1p+theta_lp"
        .. "+beta_bp*cos(theta_t)*cos(theta_r)-theta_tp*sin(theta_r)",
    },
    Repere33 = {
      "(cos(theta_l)*sin(theta_t)*sin(theta_r)-sin(theta_l)*cos(theta_t))*phi_3p"
        .. "+cos(theta_r)*cos(theta_l)*theta_tp-sin(theta_l)*theta_rp",
      "(cos(theta_l)*cos(theta_t)+sin(theta_l)*sin(theta_t)*sin(theta_r))*phi_3p"
        .. "+theta_rp*cos(theta_l)+cos(theta_r)*sin(theta_l)*theta_tp",
      "theta_lp-theta_tp*sin(theta_r)+phi_3p*sin(theta_t)*cos(theta_r)",
    },
  },
  -- Annex A: the Jacobian of the centre of wheel 1, by row and column
  jt = {
    [1] = {
      [4] = "-sin(theta_l)*cos(theta_r)*L1+L3*cos(theta_l)*cos(theta_t)"
        .. "+L3*sin(theta_l)*sin(theta_r)*sin(theta_t)-cos(theta_l)*sin(theta_t)*LSFg"
        .. "+cos(theta_l)*sin(theta_t)*z1+sin(theta_l)*sin(theta_r)*cos(theta_t)*LSFg"
        .. "-sin(theta_l)*sin(theta_r)*cos(theta_t)*z1",
      [5] = "-cos(theta_l)*sin(theta_r)*L1-L3*cos(theta_l)*cos(theta_r)*sin(theta_t)"
        .. "-cos(theta_l)*cos(theta_r)*cos(theta_t)*LSFg+cos(theta_l)*cos(theta_r)*cos(theta_t)*z1",
      [6] = "-L3*sin(theta_l)*sin(theta_t)-L3*cos(theta_l)*sin(theta_r)*cos(theta_t)"
        .. "-sin(theta_l)*cos(theta_t)*LSFg+sin(theta_l)*cos(theta_t)*z1"
        .. "+cos(theta_l)*sin(theta_r)*sin(theta_t)*LSFg-cos(theta_l)*sin(theta_r)*sin(theta_t)*z1",
      [7] = "sin(theta_l)*sin(theta_t)+cos(theta_l)*sin(theta_r)*cos(theta_t)",
    },
    [2] = {
      [4] = "cos(theta_l)*cos(theta_r)*L1+L3*sin(theta_l)*cos(theta_t)"
        .. "-L3*cos(theta_l)*sin(theta_r)*sin(theta_t)-sin(theta_l)*sin(theta_t)*LSFg"
        .. "+sin(theta_l)*sin(theta_t)*z1-cos(theta_l)*sin(theta_r)*cos(theta_t)*LSFg"
        .. "+cos(theta_l)*sin(theta_r)*cos(theta_t)*z1",
      [5] = "-sin(theta_l)*sin(theta_r)*L1-L3*sin(theta_l)*cos(theta_r)*sin(theta_t)"
        .. "-sin(theta_l)*cos(theta_r)*cos(theta_t)*LSFg+sin(theta_l)*cos(theta_r)*cos(theta_t)*z1",
      [6] = "L3*cos(theta_l)*sin(theta_t)-L3*sin(theta_l)*sin(theta_r)*cos(theta_t)"
        .. "+cos(theta_l)*cos(theta_t)*LSFg-cos(theta_l)*cos(theta_t)*z1"
        .. "+sin(theta_l)*sin(theta_r)*sin(theta_t)*LSFg-sin(theta_l)*sin(theta_r)*sin(theta_t)*z1",
      [7] = "-cos(theta_l)*sin(theta_t)+sin(theta_l)*sin(theta_r)*cos(theta_t)",
    },
    [3] = {
      [5] = "-cos(theta_r)*L1+sin(theta_r)*sin(theta_t)*L3+sin(theta_r)*cos(theta_t)*LSFg"
        .. "-sin(theta_r)*cos(theta_t)*z1",
      [6] = "-cos(theta_r)*cos(theta_t)*L3+cos(theta_r)*sin(theta_t)*LSFg"
        .. "-cos(theta_r)*sin(theta_t)*z1",
      [7] = "cos(theta_r)*cos(theta_t)",
    },
  },
}

vehicle.errata = {
  { "E17", "M", 9, 9, "T and G have MNSR", "MNSR" },
  { "E17", "M", 10, 10, "T and G have MNSR", "MNSR" },
  { "E14", "velocity", "Repere13", "true at rest at zero angles only", false },
  { "E14", "velocity", "Repere33", "true at rest at zero angles only", false },
}

return vehicle
