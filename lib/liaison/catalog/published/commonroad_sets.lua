-- commonroad_sets.lua - parameter sets of the CommonRoad vehicle models: three cars of Allen et al.
-- 1992 (table E-5) in the units of that report, a semitrailer truck, one tyre
--
-- Numbers: M. Althoff, G. Wuersching, CommonRoad: Vehicle Models, 2020a, tables 1 to 7 (the manual
-- rounds what its parameter files have in feet and pounds: these are the numbers of the files; the
-- switching velocity of vehicle 3 is 7.824 there and 4.824 in table 1). Facts, told in 2020 under
-- the BSD licence of TU Munich.
local sets = {}

local POUND, FOOT = 4.4482216152605, 0.3048 -- N, m

-- springs of that publication take a pound as 0.45359237 kg under 9.81 m/s^2
local UNIT = {
  one = 1, kg = POUND / FOOT, m = FOOT, kg_m2 = POUND * FOOT, spring = 0.45359237 * 9.81 / FOOT,
  damper = POUND / FOOT, turn = POUND * FOOT, compliance = FOOT / POUND, per_m = 1 / FOOT,
}

-- name in the files, unit of the report, numbers of vehicles 1, 2, 3
local ROWS = {
  { "l", "one", 4.298, 4.508, 4.569 }, { "w", "one", 1.674, 1.610, 1.844 },
  { "delta_min", "one", -0.910, -1.066, -1.023 }, { "delta_max", "one", 0.910, 1.066, 1.023 },
  { "v_delta_min", "one", -0.4, -0.4, -0.4 }, { "v_delta_max", "one", 0.4, 0.4, 0.4 },
  { "v_min", "one", -13.9, -13.6, -11.2 }, { "v_max", "one", 45.8, 50.8, 41.7 },
  { "v_switch", "one", 4.755, 7.319, 7.824 }, { "a_max", "one", 11.5, 11.5, 11.5 },
  { "m", "kg", 84, 74.91452, 101.3367 }, { "m_s", "kg", 75, 66.17221, 90.21635 },
  { "m_uf", "kg", 4.5, 4.371153, 5.56015 }, { "m_ur", "kg", 4.5, 4.371153, 5.56015 },
  { "a", "m", 2.9, 3.793293, 3.775563 }, { "b", "m", 4.95, 4.667707, 4.334437 },
  { "I_Phi_s", "kg_m2", 180, 152.871, 353.9445 }, { "I_y_s", "kg_m2", 990, 1154.888, 1625.825 },
  { "I_z", "kg_m2", 1135, 1321.416, 1824.078 }, { "I_xz_s", "kg_m2", 0, 0, 0 },
  { "K_sf", "spring", 1500, 1675, 2300 }, { "K_sdf", "damper", 100, 122.3966, 164.8335 },
  { "K_sr", "spring", 1500, 1345, 2680 }, { "K_sdr", "damper", 100, 112.9981, 189.7866 },
  { "T_f", "m", 4.56, 4.55, 5.165 }, { "T_r", "m", 4.67, 4.475, 5.065 },
  { "K_ras", "spring", 12000, 12000, 12000 },
  { "K_tsf", "turn", -9500, -5100.155, -25038.92 },
  { "K_tsr", "turn", 0, -1949.82, -5702.369 }, { "K_rad", "damper", 700, 700, 700 },
  { "K_zt", "spring", 13000, 10842.89, 14565.6 },
  { "h_cg", "m", 1.83, 1.886053, 2.453467 }, { "h_raf", "m", 0, 0, 0 },
  { "h_rar", "m", 0, 0, 0 }, { "h_s", "m", 1.95, 2.01355, 2.639405 },
  { "I_uf", "kg_m2", 24, 22.62345, 37.08234 }, { "I_ur", "kg_m2", 24, 21.88377, 35.66033 },
  { "I_y_w", "one", 1.7, 1.7, 1.7 },
  { "K_lt", "compliance", 0.00015, 2.397884e-4, 1.7850283e-4 },
  { "R_w", "one", 0.344, 0.344, 0.344 }, { "T_sb", "one", 0.76, 0.66, 0.64 },
  { "T_se", "one", 1, 0, 0 }, { "D_f", "per_m", -0.19, -0.12, -0.1 },
  { "D_r", "per_m", -0.064, -0.276, -0.1 }, { "E_f", "one", 0, 0, 0 }, { "E_r", "one", 0, 0, 0 },
}

-- a PAC2002 tyre of the Adams/Tire documentation, table 7
local TYRE = {
  p_cx1 = 1.6411, p_dx1 = 1.1739, p_dx3 = 0, p_ex1 = 0.46403, p_kx1 = 22.303, p_hx1 = 0.0012297,
  p_vx1 = -8.8098e-6, r_bx1 = 13.276, r_bx2 = -13.778, r_cx1 = 1.2568, r_ex1 = 0.65225,
  r_hx1 = 0.0050722, p_cy1 = 1.3507, p_dy1 = 1.0489, p_dy3 = -2.8821, p_ey1 = -0.0074722,
  p_ky1 = -21.92, p_hy1 = 0.0026747, p_hy3 = 0.031415, p_vy1 = 0.037318, p_vy3 = -0.32931,
  r_by1 = 7.1433, r_by2 = 9.1916, r_by3 = -0.027856, r_cy1 = 1.0719, r_ey1 = -0.27572,
  r_hy1 = 5.7448e-6, r_vy1 = -0.027825, r_vy3 = -0.27568, r_vy4 = 12.12, r_vy5 = 1.9,
  r_vy6 = -10.704,
}

-- the truck of the model with a trailer: without masses
local TRUCK = { l = 5.1, w = 2.55, delta_min = -0.55, delta_max = 0.55, v_delta_min = -0.7103,
  v_delta_max = 0.7103, v_min = -2.78, v_max = 22.22, v_switch = 7.824, a_max = 11.5, a = 1.8,
  b = 1.8, trailer_l = 13.6, trailer_w = 2.55, l_hitch = 12, l_total = 16.5, l_wbt = 8.1 }

sets.names = { "ford_escort", "bmw_320i", "vw_vanagon", "semitrailer_truck" }
sets.titles = { "Ford Escort", "BMW 320i", "VW Vanagon", "truck with semitrailer" }

local function car(k)
  local out = { g = 9.81 }
  for _, row in ipairs(ROWS) do out[row[1]] = UNIT[row[2]] * row[2 + k] end
  for name, x in pairs(TYRE) do out[name] = x end
  return out
end

-- the numbers of set 1 to 4, a new table
function sets.numbers(k)
  if k < 4 then return car(k) end
  local out = {}
  for name, x in pairs(TRUCK) do out[name] = x end
  return out
end

return sets
