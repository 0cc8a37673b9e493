-- 28_furuta.lua - a rod on a turning arm (Furuta's pendulum) swung up and caught, against equations
-- written by hand                                                     [Furuta 1992; Fantoni 2002]
local li = require "liaison"
local proof = require "liaison.app.expect"

local L, l, m, J, I, g = 0.2, 0.15, 0.1, 0.3 * 0.1 ^ 2 + 0.001, 0.0007, 9.81
local furuta = li.robot { name = "Furuta's pendulum", gravity = { 0, 0, -g }, bodies = {
  { name = "arm", joint = "revolute", axis = "z", q = "phi", mass = 0.3, com = { 0.1, 0, 0 },
    inertia = { 0, 0, 0.001 } },
  { name = "rod", parent = "arm", at = { L, 0, 0 }, joint = "revolute", axis = "x", q = "th",
    mass = m, com = { 0, 0, l }, inertia = { I, I, 0 } } }, inputs = "T",
  forces = { { "given", joint = "phi", f = "T" } } }
local law = li.energy_shaping(furuta, { top = { 0, 0 }, ke = 100, kp = 10, kv = 3,
  poles = { -6, -6.5, -7, -7.5 }, level = 2, dt = 0.002 })
print(law)
local text, holds = law:proof()
print(text)
proof.holds("V' = -kv phi'^2 by the machine", holds)
proof.near("energy of the top: m g l", law.P_top, m * g * l, 1e-12)

-- Lagrange by hand: the rod at R (L, -l s, l c), s = sin th; turned about the arm and upright
--   M = [J + m L^2 + (m l^2 + I) s^2, m L l c; m L l c, m l^2 + I] up to the sign of th
local function mass(th)
  local s, c = math.sin(th), math.cos(th)
  return J + m * L ^ 2 + (m * l ^ 2 + I) * s * s, -m * L * l * c, m * l ^ 2 + I
end
local a, b, d = mass(0.7)
proof.near("M at 0.7 rad", { furuta:mass({ 0.4, 0.7 })[1][1], furuta:mass({ 0.4, 0.7 })[1][2],
  furuta:mass({ 0.4, 0.7 })[2][2] }, { a, b, d }, 1e-12)
-- d/dt: M' and -dT/dth
local function bias(th, v, w)
  local s, c = math.sin(th), math.cos(th)
  local k = m * l ^ 2 + I
  return 2 * k * s * c * v * w + m * L * l * s * w * w, -k * s * c * v * v - m * g * l * s
end
local function accelerations(th, v, w, T)
  local p, q, r = mass(th)
  local h1, h2 = bias(th, v, w)
  local det = p * r - q * q
  return (r * (T - h1) + q * h2) / det, (-p * h2 - q * (T - h1)) / det
end
local function pump(phi, th, v, w)
  local p, q, r = mass(th)
  local H = p * v * v / 2 + q * v * w + r * w * w / 2 + m * g * l * (math.cos(th) - 1)
  return (-3 * v - 10 * phi - law.kd * accelerations(th, v, w, 0))
    / (100 * H + law.kd * r / (p * r - q * q))
end
local function rates(s, T)
  local a1, a2 = accelerations(s[2], s[3], s[4], T)
  return { s[3], s[4], a1, a2 }
end
local function moved(s, k, h)
  local out = {}
  for i = 1, 4 do out[i] = s[i] + h * k[i] end
  return out
end
local start = { 0, math.pi - 0.05 }
local run = furuta:simulate(20, start, nil, { controllers = { law }, dt = 0.02, rtol = 1e-9 })
local s, h = { start[1], start[2], 0, 0 }, 0.001
for k = 1, 1000 do
  local T = k % 2 == 1 and pump(s[1], s[2], s[3], s[4]) or s.T
  s.T = T
  local k1 = rates(s, T)
  local k2 = rates(moved(s, k1, h / 2), T)
  local k3 = rates(moved(s, k2, h / 2), T)
  local k4 = rates(moved(s, k3, h), T)
  for i = 1, 4 do s[i] = s[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) end
end
proof.near("state after 1 s, by hand", { run:at("phi", 1), run:at("th", 1), run:at("phi'", 1),
  run:at("th'", 1) }, { s[1], s[2], s[3], s[4] }, 1e-6)

proof.title "Caught"
proof.near("arm, rod up to whole turns, speeds", { math.sin(run:at("phi", 20)),
  math.sin(run:at("th", 20)), run:at("phi'", 20), run:at("th'", 20) }, { 0, 0, 0, 0 }, 1e-5)
proof.run("furuta", run)
proof.figure("furuta", run:plot(nil, { "phi", "th" }))
proof.done()
