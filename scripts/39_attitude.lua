-- 39_attitude.lua - a falling body tracked by radar, a pendulum upright on what its encoder tells,
-- a body that tumbles seen by gyro, accelerometer and magnetometer
--                             [Athans, Wishner, Bertolini 1968; Julier, Uhlmann 1997; Bierman 1977]
local li = require "liaison"
local proof = require "liaison.app.expect"

proof.title("Bierman's example: variance 1/e^2, two readings, e so small that 1 + e^2 is 1")
local e = 1e-9
local s = li.ss { A = li.eye(2), C = { { 1, e }, { 1, 1 } }, dt = 1 }
local function variance(form)
  local b = li.kalman_filter { system = s, Q = 0, R = 1, P0 = 1 / e ^ 2, form = form,
    tell = "variance" }
  return b:step({ 0, 0 })[3]
end
print(("by P: %.3g, by U D U': %.9f"):format(variance "covariance", variance "square_root"))
proof.near("the exact variance 1 + 2 e + ..", variance "square_root", 1 + 2 * e, 1e-8)

proof.title "A body falls through the air, its range is measured every second"
local falling = { states = { { "h", 3e5 }, { "v", 2e4 }, { "c", 3e-5 } }, dt = 1, steps = 16,
  rates = { h = "-v", v = "-exp(-5e-5*h)*v^2*c", c = "0" }, Q = 0,
  measured = { r = { "sqrt(1e10 + (h - 1e5)^2)", R = 1e4 } },
  P0 = { h = 1e6, v = 4e6, c = 1e-4 } }
-- the truth, from a system told by the same law with the coefficient as it is
local truth, h, v = {}, 3e5, 2e4
for k = 0, 60 * 512 do
  if k % 512 == 0 then truth[#truth + 1] = h end
  local dt = 1 / 512
  local hm = h - dt / 2 * v
  local vm = v - dt / 2 * math.exp(-5e-5 * h) * v * v * 1e-3
  h, v = h - dt * vm, v - dt * math.exp(-5e-5 * hm) * vm * vm * 1e-3
end
local function late_error(b, random)
  local x, sum = nil, 0
  for k = 1, 31 do
    local u
    u, x = b:step({ math.sqrt(1e10 + (truth[k] - 1e5) ^ 2) + random:normal(0, 100) }, x)
    local at
    for i, name in ipairs(b.outputs) do at = name == "h_est" and i or at end
    sum = sum + (k > 20 and math.abs(u[at] - truth[k]) / 11 or 0)
  end
  return sum
end
local extended, unscented, ekf, ukf = 0, 0, li.ekf(falling), li.ukf(falling)
for run = 1, 10 do
  extended = extended + late_error(ekf, li.random(run)) / 10
  unscented = unscented + late_error(ukf, li.random(run)) / 10
end
print(("error of the height from 20 s on: extended %.0f, unscented %.0f feet"):format(extended,
  unscented))
proof.holds("unscented is less biased", unscented < 0.6 * extended)

proof.title "A pendulum held upright on the estimate from an encoder of 1024 lines"
local rod = li.robot { gravity = { 0, -9.81, 0 }, bodies = { { name = "rod", joint = "revolute",
  axis = "z", q = "q1", mass = 1, com = { 0, 1, 0 }, inertia = { 0.1, 0.1, 0.1 } } } }
local step = 2 * math.pi / 1024
local estimator = li.ekf { name = "est", model = rod, tau = { q1 = "u" },
  inputs = { u = "pd.tau" }, measured = { q1 = { "q1", R = step ^ 2 / 12 } }, Q = { 0, 1e-3 },
  P0 = { 0.1, 0.1 }, dt = 0.005, form = "square_root" }
local pd = li.block { name = "pd", inputs = { q = "est.q1_est", w = "est.q1_est'" },
  outputs = { tau = "-30*q - 8*w" }, to = { tau = "q1" }, dt = 0.005 }
local run = rod:simulate(3, { 0.3 }, { 0 }, { controllers = { estimator, pd }, dt = 0.005,
  sensors = { q1 = { rate = 200, counts = 1024 } } })
local worst, plain = 0, 0
for r = 200, #run - 1 do
  worst = math.max(worst, math.abs(run["est.q1_est'"][r] - run["q1'"][r]))
  local difference = (run["measured.q1"][r] - run["measured.q1"][r - 1]) / 0.005
  plain = math.max(plain, math.abs(difference - run["q1'"][r]))
end
print(("speed: estimated within %.4f, by differences within %.4f rad/s"):format(worst, plain))
proof.holds("ten times better than differences", worst < plain / 10)
proof.near("it stands", run:at("q1", 3), 0, step)

proof.title "A body tumbles about its centre: four filters, one record"
local body = li.robot { bodies = { { name = "s", joint = "spherical", mass = 1,
  inertia = { 0.01, 0.02, 0.03 } } } }
local field = { 0.6, 0, -0.8 }
local filters = {}
for _, kind in ipairs { "complementary", "madgwick", "mekf", "invariant" } do
  local gains = kind == "complementary" or kind == "madgwick"
  filters[#filters + 1] = li.attitude_filter { kind = kind, name = kind, dt = 0.005, field = field,
    gyro = "gyro_x gyro_y gyro_z", accelerometer = "acc_x acc_y acc_z",
    magnetometer = "mag_x mag_y mag_z", q0 = { 0.5, 0.5, 0.5, 0.5 },
    noise = not gains and { gyro = 1e-3, accelerometer = 0.01, magnetometer = 0.01 } or nil,
    gains = kind == "complementary" and { ki = 0.3 } or kind == "madgwick"
      and { beta = 0.2, zeta = 0.02 } or nil }
end
run = body:simulate(20, nil, { 0.4, 1.5, -0.3 }, { controllers = filters, dt = 0.005, sensors = {
  li.imu { model = body, body = "s", rate = 200, gyro = { noise = 0.01, bias = 0.05 },
    accelerometer = { noise = 0.1 } },
  li.magnetometer { model = body, body = "s", rate = 200, field = field, noise = 0.01 } } })

-- the angle between the body and its estimate
local function off(kind, r)
  local dot = 0
  for _, c in ipairs { "w", "x", "y", "z" } do
    dot = dot + run["s_q" .. c][r] * run[kind .. ".q" .. c .. "_est"][r]
  end
  return 2 * math.acos(math.min(1, math.abs(dot))) / li.deg
end
local lines = {}
for k, b in ipairs(filters) do
  worst = 0
  lines[k] = {}
  for r = 1, #run - 1 do
    lines[k][r] = off(b.name, r)
    if run.t[r] > 15 then worst = math.max(worst, lines[k][r]) end
  end
  print(("%-14s off by %.0f degrees at first, %.2f at most behind 15 s; bias %.4f"):format(b.name,
    lines[k][1], worst, run[b.name .. ".bx_est"][#run - 1]))
  proof.holds(b.name .. " finds its way", worst < 3)
end
proof.near("the bias, by the Kalman filters", { run["mekf.bx_est"][#run - 1],
  run["invariant.bx_est"][#run - 1] }, { 0.05, 0.05 }, 0.05)
local times = {}
for r = 1, #run - 1 do times[r] = run.t[r] end
proof.figure("attitude", li.plot { x = times, y = lines, xlabel = "t (s)", ylabel = "degrees off",
  label = { "complementary", "Madgwick", "mekf", "invariant" } })
proof.done()
