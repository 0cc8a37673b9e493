-- 21_errata.lua - the errors found in the four documents, each with the computation that shows it
--                                                                       (lib/doc/sources/errata.md)
local li = require "liaison"
local proof = require "liaison.app.expect"
local deg, rot = li.deg, li.rot
local atan2 = math.atan2 or math.atan -- luacheck: ignore

-- printed is wrong: it differs from what is computed, and the corrected form agrees
local off = {}
local function erratum(id, printed, corrected, computed)
  local function list(x) return type(x) == "number" and { x } or x end
  local p, c, w, wrong = list(printed), list(corrected), list(computed), 0
  for i = 1, #w do wrong = math.max(wrong, math.abs(p[i] - w[i])) end
  proof.near(id .. ", corrected", c, w, 1e-9)
  off[#off + 1] = wrong
  proof.holds(("%s: as printed it is off by %.3g"):format(id, wrong), not (wrong < 1e-6))
end

proof.title "[course]"
erratum("chapter 2, arctan2(ky, kx) = arctan2(y, x) for every k: only for k > 0", atan2(2, 2),
  atan2(-2, -2), -135 * deg)
local _, peak = li.law "poly7":peaks()
erratum("chapter 5, largest s'' of degree 7: 84 sqrt5/25, not 85", 85 * math.sqrt(5) / 25,
  84 * math.sqrt(5) / 25, peak)
local arm = li.planar { 1, 0.8 }
local B = arm:coriolis_split { 0.3, 0.8 }
local m2, L1, LG2 = 1, 1, 0.4
erratum("chapter 6, B11 = dH11/dq1 - 1/2 dH11/dq2: the last is dH11/dq1",
  m2 * L1 * LG2 * math.sin(0.8), 0, B[1][1])
-- f/(df/dx); nothing depends on t, so f/(df/dt) has no value
local step = 1.5 - (1.5 ^ 2 - 2) / (2 * 1.5)
erratum("chapter 2, Newton: x - f/(df/dt) is f/(df/dx); the second step towards sqrt 2", 1.5,
  step - (step ^ 2 - 2) / (2 * step), 577 / 408)

proof.title "[thesis]"
for _, name in ipairs(li.vehicles.names()) do
  for _, e in ipairs(li.vehicles.errata(name)) do
    proof.holds(("%s (%s, %s): %s"):format(e.id, name, e.part, e.text), not e.comparison.equal)
  end
end
local R = rot.moving("zxz", 0.4, 0, 1.1):matrix()
erratum("E4 (2.6) psi + phi at nutation 0: atan2(x_y, x_x), not atan2(y_x, x_x)",
  atan2(R[1][2], R[1][1]), atan2(R[2][1], R[1][1]), 1.5)
local P = rot.rpy(1.1, 90 * deg, 0.4):matrix()
erratum("E4 (2.9) l - r at pitch 90: atan2(s z_y, s z_x), not atan2(z_y, z_x) at -90",
  atan2(-P[2][3], -P[1][3]), atan2(P[2][3], P[1][3]), -0.7)
local gamma, eps, al, d, theta, r = 0.2, 0.05, 0.3, 0.2, 0.5, 0.1
local KK = li.dh.khalil(gamma, eps, al, d, theta, r)
erratum("E5 (2.4) Khalil-Kleinfinger, entry (2, 4): - r Cg Sa",
  d * math.sin(gamma) + r * math.cos(gamma) * math.sin(al),
  d * math.sin(gamma) - r * math.cos(gamma) * math.sin(al), KK.p[2])
local rrr = li.robot { gravity = { 0, 0, -9.8 }, bodies = {
  { name = "a", joint = "revolute", after = { { "Tz", 0.3 }, { "Tx", 0.4 }, { "Rx", 0.5 } },
    mass = 2, com = { -0.2, 0.05, 0.03 }, inertia = { 0.03, 0.05, 0.04 } },
  { name = "b", parent = "a", joint = "prismatic", place = { { "Rz", 0.2 } },
    after = { { "Tx", 0.25 }, { "Rx", -0.7 } }, mass = 1.5, com = { -0.1, 0.02, -0.04 },
    inertia = { 0.02, 0.02, 0.01 } },
  { name = "c", parent = "b", joint = "revolute",
    after = { { "Tz", 0.1 }, { "Tx", 0.35 }, { "Rx", 0.3 } }, mass = 1, com = { -0.15, 0, 0.01 },
    inertia = { 0.01, 0.02, 0.02, 0.001, 0, 0 } } } }
local tau = rrr:id({ 0.4, 0.6, -0.8 }, { 0.7, -0.3, 1.1 }, { 0.5, 0.2, -0.9 })
erratum("E8 Newton-Euler, moment: P* x f of the next body, not P x f", 0.6250114,
  0.3645107360415766, tau[1])

proof.title "[nonhol]"
local w, be, ga = { 0.3, -0.5, 0.7 }, 0.4, 0.9
local rates = rot.rates("rpy", { ga, be, 0.2 }, w, "body")
erratum("E6 (3.5') roll rate: tan b (sin g wy + cos g wz), not tan b/sin g",
  w[1] + math.tan(be) / math.sin(ga) * w[2] + math.tan(be) / math.cos(ga) * w[3],
  w[1] + math.tan(be) * (math.sin(ga) * w[2] + math.cos(ga) * w[3]), rates[1])
local A = rot.rpy(ga, be, 0.2):matrix()
erratum("E7 (3.6') entry (2, 3): sin a sin b cos g - cos a sin g",
  math.sin(0.2) * math.sin(be) * math.cos(ga) - math.sin(0.2) * math.sin(ga),
  math.sin(0.2) * math.sin(be) * math.cos(ga) - math.cos(0.2) * math.sin(ga), A[2][3])
local u, th = { 2 / 7, 3 / 7, 6 / 7 }, 0.8
local az = atan2(u[2], u[1])
local function by_bearing(sign)
  return rot.z(az) * rot.y(sign * math.asin(u[3])) * rot.x(th) * rot.y(sign * math.asin(u[3])) ^ -1
    * rot.z(az) ^ -1
end
erratum("E10 (A3.4.10) inclination: b = -asin kz", by_bearing(1):matrix()[1],
  by_bearing(-1):matrix()[1], rot.axis(u, th):matrix()[1])
local p = { 0.2, -0.1, 0.4 }
local pp = p[1] ^ 2 + p[2] ^ 2 + p[3] ^ 2
erratum("E15 (A5.6.2) Rodrigues' matrix is divided by 1 + p'p",
  (1 + p[1] ^ 2 - p[2] ^ 2 - p[3] ^ 2) * (1 + pp), (1 + p[1] ^ 2 - p[2] ^ 2 - p[3] ^ 2) / (1 + pp),
  rot.rodrigues(p):matrix()[1][1])
-- a bead on a wire that turns at w: phi = y cos wt - x sin wt
-- luacheck: ignore (the texts below mean these: they must be alive)
local known = { li.symbols "m w" }
local bead = li.lagrange { q = "xb yb", T = "m*(xb'^2 + yb'^2)/2",
  constraints = { holonomic = "yb*cos(w*t) - xb*sin(w*t)" } }
local now = { m = 1, w = 0.7, t = 0.6, xb = 0.8, yb = 0.5, ["xb'"] = 0.3, ["yb'"] = -0.2 }
local c, s = math.cos(0.42), math.sin(0.42)
local phi_qt, phi_tt = -0.7 * (0.3 * c - 0.2 * s), 0.49 * (0.8 * s - 0.5 * c)
erratum("E21 gamma of a constraint in time is -2 Phi_qt q' - Phi_tt, with the 2", -phi_qt - phi_tt,
  -2 * phi_qt - phi_tt, li.expr(bead.gamma[1]):eval(now))

proof.title "[inria80]"
local robot = li.robots.inria6r { data = "P1" }
local eq = robot:equations()
local at = { 0.3, -0.5, 0.8, -0.4, 0.7, 1.1 }
local M = robot:mass(at)
local one = { 0, 0, 0, 0, 0, 0 }
local bias, gravity = {}, robot:gravity(at)
one[5] = 1
local f = robot:bias(at, one)
for i = 1, 6 do bias[i] = f[i] - gravity[i] end
local C = robot:coriolis_split(at)
local printed = {}
for i = 1, 6 do printed[i] = 2 * C[i][5] end
local column = {}
for i = 1, 6 do column[i] = C[i][5] end
erratum("E2 (3-18) C_ij is twice the factor of qd_j^2", printed, column, bias)
proof.holds("E14 listing, A33: VZ3 should be VZ6",
  not li.compare("JX3 + JX6 + 2*L3*VZ3*sin(q4)*cos(q5)", eq.M[3][3]).equal and M[3][3] > 0)

local number = {}
for i in ipairs(off) do number[i] = i end
proof.figure("errata", li.plot { title = "how far off each printed form is, in the order above",
  x = number, y = off, kind = "bars", xlabel = "erratum", ylabel = "difference" })
proof.done()
