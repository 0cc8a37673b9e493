-- commonroad_tyre.lua - the tyre of the CommonRoad models: PAC2002 at the nominal load, without
-- turn slip, as that publication writes it
--
-- Three places differ from the Magic Formula, and are kept: S_Vx stands inside of the sine; in
-- combined slip s = -kappa stands where the formula has kappa; K_y is p_ky1 F_z. Longitudinal slip
-- s = 1 - R_w omega/u_w is > 0 where a wheel is braked.
local li = require "liaison.core"

local tyre = {}

-- D sin(C atan(B x - E(B x - atan(B x))) + inside)
local function sine(B, C, D, E, x, inside)
  local u = B * x
  return D * li.sin(C * li.atan(u - E * (u - li.atan(u))) + (inside or 0))
end

local function weight(B, C, E, x)
  local u = B * x
  return li.cos(C * li.atan(u - E * (u - li.atan(u))))
end

-- manual, section "Tire Formulas": pure slip
local function pure(p, s, alpha, gamma, F_z)
  local mu_x = p.p_dx1 * (1 - p.p_dx3 * gamma ^ 2)
  local D_x = mu_x * F_z
  local B_x = F_z * p.p_kx1 / (p.p_cx1 * D_x)
  local F_x = sine(B_x, p.p_cx1, D_x, p.p_ex1, p.p_hx1 - s, F_z * p.p_vx1)
  local side, size = li.sign(gamma), li.abs(gamma)
  local S_h = side * (p.p_hy1 + p.p_hy3 * size)
  local S_v = side * F_z * (p.p_vy1 + p.p_vy3 * size)
  local mu_y = p.p_dy1 * (1 - p.p_dy3 * gamma ^ 2)
  local D_y = mu_y * F_z
  local B_y = F_z * p.p_ky1 / (p.p_cy1 * D_y)
  return F_x, sine(B_y, p.p_cy1, D_y, p.p_ey1, alpha + S_h) + S_v, mu_y
end

-- F_x, F_y of a wheel in combined slip
function tyre.forces(p, s, alpha, gamma, F_z)
  local F_x0, F_y0, mu_y = pure(p, s, alpha, gamma, F_z)
  local B_xa = p.r_bx1 * li.cos(li.atan(p.r_bx2 * s))
  local G_x = weight(B_xa, p.r_cx1, p.r_ex1, alpha + p.r_hx1)
    / weight(B_xa, p.r_cx1, p.r_ex1, p.r_hx1)
  local B_yk = p.r_by1 * li.cos(li.atan(p.r_by2 * (alpha - p.r_by3)))
  local G_y = weight(B_yk, p.r_cy1, p.r_ey1, s + p.r_hy1)
    / weight(B_yk, p.r_cy1, p.r_ey1, p.r_hy1)
  local D_v = mu_y * F_z * (p.r_vy1 + p.r_vy3 * gamma) * li.cos(li.atan(p.r_vy4 * alpha))
  return F_x0 * G_x, F_y0 * G_y + D_v * li.sin(p.r_vy5 * li.atan(p.r_vy6 * s))
end

return tyre
