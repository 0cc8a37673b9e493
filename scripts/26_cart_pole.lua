-- 26_cart_pole.lua - a pole on a cart swung up by its energy and caught, against equations written
-- by hand                                                               [Fantoni, Lozano 2002]
local li = require "liaison"
local proof = require "liaison.app.expect"

local M, m, l, g = 1, 0.2, 0.5, 9.81
local cart = li.robot { name = "cart and pole", gravity = { 0, 0, -g }, bodies = {
  { name = "cart", joint = "prismatic", axis = "x", q = "x", mass = M, inertia = { 0, 0, 0 } },
  { name = "pole", parent = "cart", joint = "revolute", axis = "y", q = "th", mass = m,
    com = { 0, 0, l }, inertia = { 0, 0, 0 } } }, inputs = "F",
  forces = { { "given", joint = "x", f = "F" } } }

local law = li.energy_shaping(cart, { top = { 0, 0 }, ke = 1, kp = 10, kv = 3,
  poles = { -3, -3.5, -4, -4.5 }, level = 3, dt = 0.002 })
print(law)
local text, holds = law:proof()
print(text)
proof.holds("V' = -kv x'^2 by the machine", holds)
proof.near("energy of the top: m g l", law.P_top, m * g * l, 1e-12)

-- kd must keep ke H + kd W_xx above 0; standing, H = -m g l (1 - cos th), 1/W_xx = M + m sin^2 th
local least = 0
for k = 0, 3600 do
  local a = math.pi * k / 3600
  least = math.max(least, m * g * l * (1 - math.cos(a)) * (M + m * math.sin(a) ^ 2))
end
proof.near("the least kd", law.kd_least, least, 1e-3)

local start = { 0, math.pi - 0.05 }
local run = cart:simulate(25, start, nil, { controllers = { law }, dt = 0.02 })

proof.title "The same by hand: Newton's equations, the law in its own words, Runge and Kutta"
local function acceleration(th, w, F)
  local s, c = math.sin(th), math.cos(th)
  local x = (F + m * s * (l * w * w - g * c)) / (M + m * s * s)
  return x, (g * s - x * c) / l
end
local function pump(x, th, v, w)
  local H = (M + m) * v * v / 2 + m * l * v * w * math.cos(th) + m * l * l * w * w / 2
    + m * g * l * (math.cos(th) - 1)
  local drift = -acceleration(th, w, 0)
  return (-3 * v - 10 * x + law.kd * drift) / (H + law.kd / (M + m * math.sin(th) ^ 2))
end
local function rates(s, F)
  local x, th = acceleration(s[2], s[4], F)
  return { s[3], s[4], x, th }
end
local function moved(s, k, h)
  local out = {}
  for i = 1, 4 do out[i] = s[i] + h * k[i] end
  return out
end
local s, h = { start[1], start[2], 0, 0 }, 0.002
for _ = 1, 1500 do
  local F = pump(s[1], s[2], s[3], s[4])
  local k1 = rates(s, F)
  local k2 = rates(moved(s, k1, h / 2), F)
  local k3 = rates(moved(s, k2, h / 2), F)
  local k4 = rates(moved(s, k3, h), F)
  for i = 1, 4 do s[i] = s[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) end
end
proof.near("state after 3 s", { run:at("x", 3), run:at("th", 3), run:at("x'", 3),
  run:at("th'", 3) }, s, 1e-7)

proof.title "Caught"
local turns = run:at("th", 25) / (2 * math.pi)
proof.near("cart, pole up to whole turns, speeds", { run:at("x", 25),
  turns - math.floor(turns + 0.5), run:at("x'", 25), run:at("th'", 25) }, { 0, 0, 0, 0 }, 1e-4)

proof.title "Collocated linearization: no function of Lyapunov, but the acceleration it asks"
local partial = li.energy_shaping(cart, { top = { 0, 0 }, law = "partial", ke = 20, kp = 2,
  dt = 0.002 })
proof.holds("it claims nothing", select(2, partial:proof()) == false)
local other = cart:simulate(1, start, nil, { controllers = { { partial, dt = 0 } }, dt = 0.5,
  rtol = 1e-10, atol = 1e-12 })
-- x'' is what the law asks: -kp x - kd x' + ke H m l cos th th'
local x, th, v, w = other:at("x", 1), other:at("th", 1), other:at("x'", 1), other:at("th'", 1)
local T, P = cart:energy({ x, th }, { v, w })
proof.near("x'' as asked", (acceleration(th, w, partial:step { x, th, v, w }[1])),
  -2 * x - 2 * math.sqrt(2) * v + 20 * (T + P - m * g * l) * m * l * math.cos(th) * w, 1e-9)
proof.run("cart_pole", run)
proof.figure("cart_pole", run:plot(nil, { "x", "th" }))
proof.done()
