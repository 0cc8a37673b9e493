-- 27_acrobot.lua - two links, a motor at the elbow: swung up by energy and caught, against the
-- equations of the textbook                                    [Spong 1995; Xin, Kaneda 2007]
local li = require "liaison"
local proof = require "liaison.app.expect"

local g, half, I = 9.8, 0.5, 1 / 12
local function link(name, parent)
  return { name = name, parent = parent, at = parent and { 1, 0, 0 }, joint = "revolute",
    axis = "z", mass = 1, com = { half, 0, 0 }, inertia = { 0, 0, I } }
end
local acrobot = li.robot { name = "acrobot", gravity = { 0, -g, 0 },
  bodies = { link "one", link("two", "one") } }
local top = { math.pi / 2, 0 }
local law = li.energy_shaping(acrobot, { top = top, actuated = "q2", ke = 1, kp = 0.3, kv = 3,
  poles = { -4, -4.5, -5, -5.5 }, level = 3, dt = 0.002 })
print(law)
local text, holds = law:proof()
print(text)
proof.holds("V' = -kv q2'^2 by the machine", holds)
proof.near("energy of the top: g (1/2 + 3/2)", law.P_top, 2 * g, 1e-12)

local start = { -math.pi / 2 + 0.1, 0 }
local run = acrobot:simulate(25, start, nil, { controllers = { law }, dt = 0.02 })

proof.title "The same by hand: d11, d12, d22, h, phi of Spong, the law, Runge and Kutta"
local function terms(q1, q2, v1, v2)
  local c, s = math.cos(q2), math.sin(q2)
  local d12 = half ^ 2 + half * c + I
  return half ^ 2 + 1 + half ^ 2 + 2 * half * c + 2 * I, d12, half ^ 2 + I,
    -half * s * v2 * v2 - 2 * half * s * v2 * v1 + (half + 1) * g * math.cos(q1)
    + half * g * math.cos(q1 + q2), half * s * v1 * v1 + half * g * math.cos(q1 + q2)
end
local function accelerations(q1, q2, v1, v2, tau)
  local a, b, d, h1, h2 = terms(q1, q2, v1, v2)
  local det, r1, r2 = a * d - b * b, -h1, tau - h2
  return (d * r1 - b * r2) / det, (a * r2 - b * r1) / det
end
local function pump(q1, q2, v1, v2)
  local a, b, d = terms(q1, q2, v1, v2)
  local H = a * v1 * v1 / 2 + b * v1 * v2 + d * v2 * v2 / 2
    + g * ((half + 1) * math.sin(q1) + half * math.sin(q1 + q2)) - 2 * g
  local _, drift = accelerations(q1, q2, v1, v2, 0)
  return (-3 * v2 - 0.3 * q2 - law.kd * drift) / (H + law.kd * a / (a * d - b * b))
end
local function rates(s, tau)
  local a1, a2 = accelerations(s[1], s[2], s[3], s[4], tau)
  return { s[3], s[4], a1, a2 }
end
local function moved(s, k, h)
  local out = {}
  for i = 1, 4 do out[i] = s[i] + h * k[i] end
  return out
end
local s, h = { start[1], start[2], 0, 0 }, 0.002
for _ = 1, 1000 do
  local tau = pump(s[1], s[2], s[3], s[4])
  local k1 = rates(s, tau)
  local k2 = rates(moved(s, k1, h / 2), tau)
  local k3 = rates(moved(s, k2, h / 2), tau)
  local k4 = rates(moved(s, k3, h), tau)
  for i = 1, 4 do s[i] = s[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) end
end
proof.near("state after 2 s", { run:at("q1", 2), run:at("q2", 2), run:at("q1'", 2),
  run:at("q2'", 2) }, s, 1e-7)

proof.title "Caught"
local function within(x, goal) return math.sin(x - goal) end
proof.near("both links up, up to whole turns, at rest", { within(run:at("q1", 25), top[1]),
  within(run:at("q2", 25), 0), run:at("q1'", 25), run:at("q2'", 25) }, { 0, 0, 0, 0 }, 1e-5)
local energy = acrobot:energy({ run:at("q1", 25), run:at("q2", 25) }, { 0, 0 })
proof.near("kinetic energy of rest", energy, 0, 1e-12)
proof.run("acrobot", run)
proof.figure("acrobot", run:plot(nil, { "q1", "q2" }))
proof.done()
