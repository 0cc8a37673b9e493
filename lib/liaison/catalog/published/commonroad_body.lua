-- commonroad_body.lua - the multi-body model of CommonRoad: sprung mass, two axles, four wheels,
-- 29 states
--
-- Equations: Allen, Szostak, Klyde, Rosenthal, Owens, Vehicle Dynamic Stability and Rollover, U.S.
-- DOT HS 807 956 (1992), appendix A, as the CommonRoad manual has them; x ahead, y to the left,
-- heights downwards, pitch with the nose up. In reverse a wheel's speed is cut at 0 there; a
-- division by it is a division by 1e-9 m/s here.
local li = require "liaison.core"
local tracks = require "liaison.catalog.published.commonroad_tracks"
local tyre = require "liaison.catalog.published.commonroad_tyre"

local STATES = "s_x s_y delta v_x psi psi_dot phi_s phi_s_dot theta_s theta_s_dot v_y s_z v_z "
  .. "phi_uf phi_uf_dot v_y_uf s_z_uf v_z_uf phi_ur phi_ur_dot v_y_ur s_z_ur v_z_ur "
  .. "omega_lf omega_rf omega_lr omega_rr delta_y_f delta_y_r"

local SLOW = 0.1 -- m/s, below which the car is kinematic

-- what an axle is: its numbers and states by names without f or r
local function axle(x, p, front)
  local e = front and "f" or "r"
  return { front = front, lever = front and p.a or -p.b, other = front and p.b or p.a,
    T = p["T_" .. e], K_s = p["K_s" .. e], K_sd = p["K_sd" .. e], K_ts = p["K_ts" .. e],
    D = p["D_" .. e], E = p["E_" .. e], h_ra = p["h_ra" .. e], I_u = p["I_u" .. e],
    m_u = p["m_u" .. e], phi = x["phi_u" .. e], phi_dot = x["phi_u" .. e .. "_dot"],
    v_y = x["v_y_u" .. e], z = x["s_z_u" .. e], v_z = x["v_z_u" .. e], y = x["delta_y_" .. e],
    angle = front and x.delta or li.expr(0),
    wheels = { { side = 1, omega = x["omega_l" .. e] }, { side = -1, omega = x["omega_r" .. e] } } }
end

local function driving(x, e) return li.piecewise(li.abs(x.v_x):lt(SLOW), 0, e) end

-- travel of the suspension on one side, and its rate
local function suspension(x, p, A, side)
  local z = (p.h_s - p.R_w + A.z - x.s_z) / li.cos(x.phi_s) - p.h_s + p.R_w + A.lever * x.theta_s
    + side * (x.phi_s - A.phi) * A.T / 2
  local rate = A.v_z - x.v_z + A.lever * x.theta_s_dot
    + side * (x.phi_s_dot - A.phi_dot) * A.T / 2
  local F = p.m_s * p.g * A.other / (2 * (p.a + p.b)) - z * A.K_s - rate * A.K_sd
    + side * (x.phi_s - A.phi) * A.K_ts / A.T
  return z, F
end

-- slips, load and forces of one wheel
local function wheel(x, p, A, w)
  local side, c, s = w.side, li.cos(A.phi), li.sin(A.phi)
  w.F_z = (A.z + p.R_w * (c - 1) - side * A.T / 2 * s) * p.K_zt
  local along = x.v_x + side * A.T / 2 * x.psi_dot
  local u_w = A.front and along * li.cos(x.delta) + (x.v_y + p.a * x.psi_dot) * li.sin(x.delta)
    or along
  local slip = driving(x, 1 - p.R_w * w.omega / li.max(u_w, 1e-9))
  local across = x.v_y + A.lever * x.psi_dot - A.phi_dot * (p.R_w - A.z)
  local alpha = driving(x, li.atan(across / along) - A.angle)
  local z, F_s = suspension(x, p, A, side)
  w.F_s = F_s
  local gamma = x.phi_s + side * (A.D * z + A.E * z ^ 2)
  w.F_x, w.F_y = tyre.forces(p, slip, alpha, gamma, w.F_z)
end

-- the compliant pin joint between an axle and the body
local function pin(x, p, A)
  local dz, dphi = p.h_s - p.R_w + A.z - x.s_z, x.phi_s - A.phi
  local c, s, arm = li.cos(x.phi_s), li.sin(x.phi_s), A.h_ra - p.R_w
  A.slide = x.v_y + A.lever * x.psi_dot - A.v_y
  local delta = dz * s - A.y * c - arm * li.sin(dphi)
  local rate = (dz * c + A.y * s) * x.phi_s_dot + (A.v_z - x.v_z) * s - A.slide * c
    - arm * li.cos(dphi) * (x.phi_s_dot - A.phi_dot)
  A.F_ra = delta * p.K_ras + rate * p.K_rad
end

-- sums over the wheels of an axle, forces of the tyres turned by the steering angle
local function gather(x, p, A)
  for _, w in ipairs(A.wheels) do wheel(x, p, A, w) end
  pin(x, p, A)
  local L, R, c, s = A.wheels[1], A.wheels[2], li.cos(A.angle), li.sin(A.angle)
  A.F_x = (L.F_x + R.F_x) * c - (L.F_y + R.F_y) * s
  A.F_y = (L.F_y + R.F_y) * c + (L.F_x + R.F_x) * s
  A.F_z, A.F_s = L.F_z + R.F_z, L.F_s + R.F_s
  A.N = A.lever * A.F_y + A.T / 2 * ((R.F_y - L.F_y) * s + (L.F_x - R.F_x) * c)
  A.roll = A.T / 2 * (L.F_s - R.F_s)
  local tilt, level = p.R_w * li.sin(A.phi), A.T / 2 * li.cos(A.phi)
  A.L_u = -A.roll - A.F_ra * (A.h_ra - p.R_w) + L.F_z * (tilt + level - p.K_lt * L.F_y)
    - R.F_z * (level - tilt + p.K_lt * R.F_y) - A.F_y * (p.R_w - A.z)
  local cs, ss = li.cos(x.phi_s), li.sin(x.phi_s)
  A.Z_u = A.F_z + A.F_ra * ss - A.F_s * cs
  A.Y_u = A.F_y - A.F_ra * cs - A.F_s * ss
  A.L = A.roll - A.F_ra / cs * (p.h_s - x.s_z - p.R_w + A.z - (A.h_ra - p.R_w) * li.cos(A.phi))
end

-- sums of forces and moments on the car and its sprung mass
local function sums(x, p, F, R)
  local c, s = li.cos(x.phi_s), li.sin(x.phi_s)
  local F_s, F_ra = F.F_s + R.F_s, F.F_ra + R.F_ra
  return { X = F.F_x + R.F_x, N = F.N + R.N, L = F.L + R.L, Y_s = F_ra * c + F_s * s,
    Z_s = F_s * c - F_ra * s,
    M_s = p.a * F.F_s - p.b * R.F_s + (F.F_x + R.F_x) * (p.h_s - x.s_z) }
end

-- the first six states, kinematic below SLOW
local function plane(x, p, S, v_delta, a)
  local v = li.sqrt(x.v_x ^ 2 + x.v_y ^ 2)
  local beta = driving(x, li.atan(x.v_y / x.v_x))
  local coupling = p.I_xz_s / p.I_Phi_s
  local fast = { v * li.cos(beta + x.psi), v * li.sin(beta + x.psi), v_delta,
    S.X / p.m + x.psi_dot * x.v_y, x.psi_dot,
    (S.N + coupling * S.L) / (p.I_z - p.I_xz_s ^ 2 / p.I_Phi_s) }
  -- the publication has the roll angle where the slip angle belongs
  local slow = tracks.slow(x, x.v_x, x.phi_s, v_delta, a, p)
  local rest = { slow.s_x, slow.s_y, v_delta, a, slow.psi, slow.psi_dot }
  for k = 1, 6 do fast[k] = li.piecewise(li.abs(x.v_x):lt(SLOW), rest[k], fast[k]) end
  return fast
end

local function unsprung(x, p, A)
  return { A.phi_dot, A.L_u / A.I_u, A.Y_u / A.m_u - x.psi_dot * x.v_x, A.v_z,
    p.g - A.Z_u / A.m_u }
end

local function rates(x, u, p)
  local v_delta = tracks.steering(x.delta, u.v_delta, p)
  local a = tracks.acceleration(x.v_x, u.a_long, p)
  local F, R = axle(x, p, true), axle(x, p, false)
  gather(x, p, F)
  gather(x, p, R)
  local S = sums(x, p, F, R)
  local out = plane(x, p, S, v_delta, a)
  local function put(list) for _, e in ipairs(list) do out[#out + 1] = e end end
  put { x.phi_s_dot, (p.I_xz_s / p.I_z * S.N + S.L) / (p.I_Phi_s - p.I_xz_s ^ 2 / p.I_z),
    x.theta_s_dot, S.M_s / p.I_y_s, S.Y_s / p.m_s - x.psi_dot * x.v_x, x.v_z, p.g - S.Z_s / p.m_s }
  put(unsprung(x, p, F))
  put(unsprung(x, p, R))
  local T = { tracks.torques(a, p) }
  for k, A in ipairs { F, R } do
    for _, w in ipairs(A.wheels) do -- a wheel that would turn backwards stands
      put { li.piecewise(w.omega:lt(0), 0, (T[k] / 2 - p.R_w * w.F_x) / p.I_y_w) }
    end
  end
  put { F.slide, R.slide }
  return out
end

local function start(c, p)
  local v_x, v_y = math.cos(c.beta) * c.v, math.sin(c.beta) * c.v
  local l, spin = p.a + p.b, v_x / p.R_w
  local z_f = p.g * (p.m_s * p.b / l + p.m_uf) / (2 * p.K_zt)
  local z_r = p.g * (p.m_s * p.a / l + p.m_ur) / (2 * p.K_zt)
  return { c.s_x, c.s_y, c.delta, v_x, c.psi, c.psi_dot, 0, 0, 0, 0, v_y, 0, 0,
    0, 0, v_y + p.a * c.psi_dot, z_f, 0, 0, 0, v_y - p.b * c.psi_dot, z_r, 0,
    spin, spin, spin, spin, 0, 0 }
end

return {
  text = "multi-body car: sprung mass, two axles, spin of four wheels, Magic Formula tyres; "
    .. "|v_x| < 0.1 m/s: kinematic; for driving ahead",
  states = STATES, inputs = "v_delta a_long", needs = { "m_s", "K_sf", "K_zt", "p_cx1" },
  rates = rates, start = start,
  pose = { x = "s_x", y = "s_y", yaw = "psi", steer = "delta", roll = "phi_s", pitch = "-theta_s",
    z = "-s_z", roll_front = "phi_uf - phi_s", roll_rear = "phi_ur - phi_s" },
}
