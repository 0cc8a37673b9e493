-- whipple_bicycle.lua - the Whipple bicycle with the numbers of the benchmark: four bodies, two
-- knife-edge wheels that roll
--
-- J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, Proc. R. Soc. A 463 (2007) 1955-1982.
-- x ahead, y to the left, z up: heights change their sign against the paper. lean > 0 to the right,
-- steer > 0 to the right, as there.
local li = require "liaison.core"
local drawn = require "liaison.catalog.published.drawn"

local values = { w = 1.02, c = 0.08, lambda = math.pi / 10, g = 9.81,
  r_R = 0.3, m_R = 2, I_Rxx = 0.0603, I_Ryy = 0.12,
  x_B = 0.3, z_B = 0.9, m_B = 85, I_Bxx = 9.2, I_Byy = 11, I_Bzz = 2.8, I_Bxz = -2.4,
  x_H = 0.9, z_H = 0.7, m_H = 4, I_Hxx = 0.05892, I_Hyy = 0.06, I_Hzz = 0.00708, I_Hxz = 0.00756,
  r_F = 0.35, m_F = 3, I_Fxx = 0.1405, I_Fyy = 0.28 }

-- the frame stands on the axle of the rear wheel, the fork where its axis meets the ground
local function build(p)
  local steer = { math.sin(p.lambda), 0, -math.cos(p.lambda) }
  local head = p.w + p.c
  return li.robot { name = "Whipple bicycle", gravity = { 0, 0, -p.g },
    bodies = {
      { name = "frame", joint = "Tx Ty Tz Rz Rx Ry",
        q = { "x", "y", "z", "yaw", "lean", "pitch" }, mass = p.m_B, about = "com",
        com = { p.x_B, 0, p.z_B - p.r_R },
        inertia = { p.I_Bxx, p.I_Byy, p.I_Bzz, 0, p.I_Bxz, 0 },
        shapes = { drawn.box(0.7, 0.03, 0.05, { 0.45, 0, 0.3 }),
          drawn.box(0.2, 0.3, 0.6, { p.x_B, 0, p.z_B - p.r_R }) } },
      { name = "rear wheel", parent = "frame", joint = "revolute", axis = "y", q = "spin_r",
        mass = p.m_R, inertia = { p.I_Rxx, p.I_Ryy, p.I_Rxx },
        shapes = { drawn.wheel(p.r_R, 0.03) } },
      { name = "fork", parent = "frame", at = { head, 0, -p.r_R }, joint = "revolute",
        axis = steer, q = "steer", mass = p.m_H, about = "com",
        com = { p.x_H - head, 0, p.z_H },
        inertia = { p.I_Hxx, p.I_Hyy, p.I_Hzz, 0, p.I_Hxz, 0 },
        shapes = { drawn.box(0.04, 0.5, 0.04, { p.x_H - head, 0, 0.9 }) } },
      { name = "front wheel", parent = "fork", at = { -p.c, 0, p.r_F }, joint = "revolute",
        axis = "y", q = "spin_f", mass = p.m_F, inertia = { p.I_Fxx, p.I_Fyy, p.I_Fxx },
        shapes = { drawn.wheel(p.r_F, 0.03) } },
    },
    constraints = {
      { "rolling_disc", name = "rear contact", from = "rear wheel", from_axis = "y",
        to = "world", radius = p.r_R },
      { "rolling_disc", name = "front contact", from = "front wheel", from_axis = "y",
        to = "world", radius = p.r_F },
    } }
end

-- table 2: the weave (a pair, or two real ones at rest), then capsize and castering
local TABLE_2 = {
  { "-5.53094371765393", "-3.13164324790656", "3.13164324790656", "5.53094371765393" },
  { "3.52696170990070", "0.80774027519930", "-3.13423125066578", "-7.11008014637442" },
  { "2.68234517512745", "1.68066296590675", "-3.07158645641514", "-8.67387984831735" },
  { "1.70675605663975", "2.31582447384325", "-2.63366137253667", "-10.35101467245920" },
  { "0.41325331521125", "3.07910818603206", "-1.42944427361326", "-12.15861426576447" },
  { "-0.77534188219585", "4.46486771378823", "-0.32286642900409", "-14.07838969279822" },
  { "-1.52644486584142", "5.87673060598709", "-0.00406690076970", "-16.08537123098026" },
  { "-2.13875644258362", "7.19525913329805", "0.10268170574766", "-18.15788466125262" },
  { "-2.69348683581097", "8.46037971396931", "0.14327879765713", "-20.27940894394569" },
  { "-3.21675402252485", "9.69377351531791", "0.15790184030917", "-22.43788559040858" },
  { "-3.72016840437287", "10.90681139476287", "0.16105338653172", "-24.62459635017404" },
}

-- (5.1)-(5.4), (A 1): M q'' + v C1 q' + (g K0 + v^2 K2) q = f
local MATRICES = {
  M = { { "80.81722", "2.31941332208709" }, { "2.31941332208709", "0.29784188199686" } },
  C1 = { { "0", "33.86641391492494" }, { "-0.85035641456978", "1.68540397397560" } },
  K0 = { { "-80.95", "-2.59951685249872" }, { "-2.59951685249872", "-0.80329488458618" } },
  K2 = { { "0", "76.59734589573222" }, { "0", "2.65431523794604" } },
}

-- lean and steer about rolling upright at a speed
local function at_speed(bike, p, V)
  return assert(bike:linearize { q = { z = p.r_R }, v = { spin_r = V / p.r_R },
    states = "lean steer lean' steer'", inputs = "lean steer" })
end

local function block(A, i, j)
  return li.mat { { A[i][j], A[i][j + 1] }, { A[i + 1][j], A[i + 1][j + 1] } }
end

-- M, C1, K0, K2 out of the linear models at rest and at 5 m/s
local function matrices(bike, p)
  local rest, fast, V = at_speed(bike, p, 0), at_speed(bike, p, 5), 5
  local M = block(rest.B, 3, 1):inverse()
  local K = M * block(rest.A, 3, 1)
  return { M = M, C1 = M * block(fast.A, 3, 3) * (-1 / V), K0 = K * (-1 / p.g),
    K2 = (K - M * block(fast.A, 3, 1)) * (1 / V ^ 2) }
end

-- real and imaginary parts in the order of the table
local function eigenvalues(A)
  local re, _, im = A:eig()
  local real, out = {}, {}
  for k = 1, 4 do
    if im and math.abs(im[k]) > 1e-9 then
      if im[k] > 0 then out[1], out[2] = re[k], im[k] end
    else
      real[#real + 1] = re[k]
    end
  end
  table.sort(real, function(a, b) return a > b end)
  if #real == 4 then return { real[4], real[3], real[2], real[1] } end
  out[3], out[4] = real[1], real[2]
  return out
end

local function proof(bike, p)
  local rows, ours = {}, matrices(bike, p)
  for _, name in ipairs { "M", "C1", "K0", "K2" } do
    for i = 1, 2 do
      for j = 1, 2 do
        rows[#rows + 1] = { ("%s[%d][%d]"):format(name, i, j), MATRICES[name][i][j],
          ours[name][i][j] }
      end
    end
  end
  local what = { "weave, real part", "weave, frequency", "capsize", "castering" }
  for V = 0, 10 do
    local got = eigenvalues(at_speed(bike, p, V).A)
    for k = 1, 4 do
      local name = V == 0 and ("eigenvalue %d"):format(k) or what[k]
      rows[#rows + 1] = { ("%d m/s: %s"):format(V, name), TABLE_2[V + 1][k], got[k] }
    end
  end
  return rows
end

return {
  text = "The Whipple bicycle of the benchmark: frame with rider, fork, two wheels that roll.",
  source = "Meijaard, Papadopoulos, Ruina, Schwab: Linearized dynamics equations for the balance "
    .. "and steer of a bicycle, Proc. R. Soc. A 463 (2007) 1955, tables 1 and 2",
  licence = "numbers of a paper: facts", values = values, build = build, proof = proof,
  at_speed = at_speed,
}
