-- 38_sampled_pendulum.lua - an inverted pendulum by PD gains that come late or seldom: where it
-- becomes unstable, by theory and in simulation
local li = require "liaison"
local proof = require "liaison.app.expect"

local g, l = 9.81, 1
local pole = li.robot { name = "pendulum", gravity = { 0, 0, -g }, bodies = { { name = "pole",
  joint = "revolute", axis = "y", q = "th", mass = 1, com = { 0, 0, l }, inertia = { 0, 0, 0 } } } }
local kp, kd = 30, 8
local a = g / l

-- does a small swing grow? Sizes in the last third of a run by those in the second
local function grows(options)
  local run = pole:simulate(options.time, { th = 1e-6 }, nil, { dt = options.time / 2000,
    controllers = { { li.block { name = "pd", inputs = "th th'", outputs = { u =
      "-kp*th - kd*th'" }, values = { kp = kp, kd = kd }, to = { u = "th" }, dt = options.dt },
      delay = options.delay } } })
  local first, second = 0, 0
  for k = 1, #run.t do
    local size = math.abs(run.th[k])
    local share = run.t[k] / options.time
    if share > 2 / 3 then second = math.max(second, size)
    elseif share > 1 / 3 then first = math.max(first, size) end
  end
  return second > first
end

local function edge(lo, hi, options_of)
  for _ = 1, 12 do
    local middle = (lo + hi) / 2
    if grows(options_of(middle)) then hi = middle else lo = middle end
  end
  return (lo + hi) / 2
end

proof.title "Late: th'' = a th - (kp th + kd th') of before; (w^2 + a)^2 = kp^2 + kd^2 w^2"
local p = kd ^ 2 - 2 * a
local w = math.sqrt((p + math.sqrt(p * p + 4 * (kp ^ 2 - a * a))) / 2)
local late = math.atan(kd * w / kp) / w
local margin = li.tf({ kd, kp }, { 1, 0, -a }):margins()
proof.near("the delay margin of the loop", margin.delay, late, 1e-9)
local dt = 5e-4
local seen = edge(0.7 * late, 1.3 * late, function(x)
  return { time = 15, dt = dt, delay = x }
end)
-- held for dt, it is late by dt/2 more
proof.near("in simulation", seen + dt / 2, late, 5e-3)

proof.title "Seldom: held for T, the largest T by the poles of z"
local function stable(T)
  local d = li.ss({ { 0, 1 }, { a, 0 } }, { { 0 }, { 1 } }):c2d(T)
  local z = li.ss(d.A - d.B * li.mat { { kp, kd } }, { { 0 }, { 1 } }, nil, nil, T)
  return z:stable()
end
local lo, hi = 0.01, 1
for _ = 1, 60 do
  local middle = (lo + hi) / 2
  if stable(middle) then lo = middle else hi = middle end
end
-- Jury: det = 1 or a pole at -1; with c = cosh(sqrt(a) T), s = sinh(sqrt(a) T)/sqrt(a)
local function jury(T)
  local r = math.sqrt(a)
  local ch = (math.exp(r * T) + math.exp(-r * T)) / 2
  local sh = (math.exp(r * T) - math.exp(-r * T)) / 2 / r
  local b1, b2 = (ch - 1) / a, sh
  local trace = 2 * ch - kp * b1 - kd * b2
  local det = 1 + kp * (b2 * sh - b1 * ch) - kd * (b2 * ch - b1 * a * sh)
  return math.min(1 - det, 1 + trace + det)
end
local x, y = 0.01, 1
for _ = 1, 60 do
  local middle = (x + y) / 2
  if jury(middle) > 0 then x = middle else y = middle end
end
proof.near("by the poles, and by Jury's criterion", lo, x, 1e-9)
local T = edge(0.7 * lo, 1.3 * lo, function(value) return { time = 60 * lo, dt = value } end)
proof.near("in simulation", T, lo, 1e-2)

local pd = li.block { name = "pd", inputs = "th th'", outputs = { u = "-kp*th - kd*th'" },
  values = { kp = kp, kd = kd }, to = { u = "th" }, dt = 0.9 * lo }
local run = pole:simulate(8, { th = 0.1 }, nil, { controllers = { pd }, dt = 0.01 })
proof.holds("at nine tenths of that it still stands", math.abs(run:at("th", 8)) < 0.02)
proof.run("sampled_pendulum", run)
proof.figure("sampled_pendulum", li.plot_run(run, { "th", "pd.u" }))
proof.done()
