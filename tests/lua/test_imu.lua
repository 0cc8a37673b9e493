-- test_imu.lua - li.imu, li.magnetometer, li.gps, li.force_sensor: closed forms of a pendulum and
-- of a spinning body, the numeric model, statistics of their errors, what they are in a run
local t = require "t"
local li = require "liaison"

local function asked(b, y)
  local u = b:step(y)
  local out = {}
  for k, name in ipairs(b.outputs) do out[name] = u[k] end
  return out
end

local function three(u, name) return { u[name .. "_x"], u[name .. "_y"], u[name .. "_z"] } end

local function pendulum()
  -- hangs along -y at q1 = 0
  return li.robot { gravity = { 0, -9.81, 0 }, bodies = { { name = "rod", joint = "revolute",
    axis = "z", q = "q1", mass = 2, com = { 0, -0.5, 0 }, inertia = { 0.1, 0.1, 0.1 } } } }
end

t.test("a pendulum: turning rate, and what pulls along and across the rod", function()
  local b = li.imu { model = pendulum(), body = "rod", point = { 0, -0.8, 0 }, rate = 100 }
  for _, s in ipairs { { 0, 0, 0 }, { 0.7, 0, 0 }, { -0.4, 1.5, 2 }, { 2, -3, 0.5 } } do
    local th, w, a = s[1], s[2], s[3]
    local u = asked(b, { q1 = th, ["q1'"] = w, ["q1''"] = a })
    t.near(three(u, "gyro"), { 0, 0, w }, 1e-14)
    -- along: towards the hinge; across: with the angle
    t.near(three(u, "acc"), { 0.8 * a + 9.81 * math.sin(th), 9.81 * math.cos(th) + 0.8 * w ^ 2, 0 },
      1e-13)
  end
end)

t.test("an arm: what the numeric model says of its tip, in axes of the sensor", function()
  local arm = li.robots.panda()
  local c, s = math.cos(0.4), math.sin(0.4)
  local axes = li.mat { { c, 0, s }, { 0, 1, 0 }, { -s, 0, c } }
  local b = li.imu { model = arm, rate = 1000, axes = axes }
  local Q, V, A, y = arm:random(5), li.zeros(7), li.zeros(7), {}
  for k = 1, 7 do
    V[k], A[k] = 0.3 * k - 1, math.sin(k)
    y["q" .. k], y[("q%d'"):format(k)], y[("q%d''"):format(k)] = Q[k], V[k], A[k]
  end
  local R = arm:fk(Q).R * axes
  local u, a = asked(b, y), arm:acceleration(Q, V, A)
  local omega = arm:jacobian(Q) * V
  local w = li.vec { omega[4], omega[5], omega[6] }
  t.near(three(u, "gyro"), R:transpose() * w, 1e-11)
  t.near(three(u, "acc"), R:transpose() * (li.vec(a.v) - li.vec { 0, 0, -9.81 }), 1e-11)
end)

t.test("a body that floats: a point off its centre feels w x (w x r) and w' x r", function()
  local m = li.robot { bodies = { { name = "b", joint = "floating", mass = 1,
    inertia = { 1, 2, 3 } } } }
  local b = li.imu { model = m, body = "b", point = { 0.3, 0.1, 0.2 }, rate = 100 }
  -- a quarter turn about x: z of the world is y of the body
  local h = math.sqrt(0.5)
  local u = asked(b, { b_qw = h, b_qx = h, ["b_wx'"] = 1, ["b_wy'"] = 2, ["b_wz'"] = 3,
    ["b_wy''"] = 2 })
  t.near(three(u, "gyro"), { 1, 2, 3 }, 1e-14)
  -- w x (w x r) = w (w . r) - r w.w = 1.1 (1 2 3) - 14 (.3 .1 .2); w' x r = 2 (.2 0 -.3)
  t.near(three(u, "acc"), { 1.1 - 4.2 + 0.4, 2.2 - 1.4 + 9.81, 3.3 - 2.8 - 0.6 }, 1e-13)
end)

t.test("field, place and speed of a point", function()
  local m = pendulum()
  local u = asked(li.magnetometer { model = m, body = "rod", rate = 10,
    field = { 0.2, 0.1, -0.4 } }, { q1 = 0.5 })
  local c, s = math.cos(0.5), math.sin(0.5)
  t.near(three(u, "mag"), { 0.2 * c + 0.1 * s, 0.1 * c - 0.2 * s, -0.4 }, 1e-15)
  u = asked(li.gps { model = m, body = "rod", point = { 0, -2, 0 }, rate = 10, velocity = {} },
    { q1 = 0.5, ["q1'"] = 3 })
  t.near(three(u, "pos"), { 2 * s, -2 * c, 0 }, 1e-15)
  t.near(three(u, "vel"), { 6 * c, 6 * s, 0 }, 1e-14)
end)

t.test("forces at joints are what acts there in a run", function()
  local cart = li.robot { bodies = { { name = "cart", joint = "prismatic", axis = "x", q = "x",
    mass = 2, inertia = { 1, 1, 1 } } }, forces = { { "spring", joint = "x", stiffness = 3 },
    { "damper", joint = "x", damping = 0.5 } } }
  local run = cart:simulate(1, { 0.4 }, { 0 }, { tau = { x = "5*sin(t)" }, dt = 0.1,
    sensors = { li.force_sensor { model = cart, rate = 10 } } })
  for r = 1, #run - 1 do
    t.near(run["force_sensor.tau_x"][r],
      5 * math.sin(run.t[r]) - 3 * run.x[r] - 0.5 * run["x'"][r], 1e-9)
  end
end)

t.test("in a run: truth behind other sensors, rows of its own, errors of every axis", function()
  local m = pendulum()
  local n = 4000
  local look = li.block { name = "look", inputs = { g = "gyro_z", q = "q1" }, dt = 0.001,
    outputs = { seen = "g", angle = "q" } }
  local run = m:simulate(n / 1000, { 0 }, { 0 }, { dt = 0.001, controllers = { look }, sensors = {
    li.imu { model = m, body = "rod", rate = 1000, gyro = { noise = 0.02, bias = 0.1 },
      accelerometer = { x = { noise = 0.3 }, y = { range = { -8, 8 }, bits = 8 },
        z = { drift = 0.5 } } },
    q1 = { rate = 1000, bias = 0.7 } } })
  for _, name in ipairs { "imu.gyro_x", "imu.gyro_z" } do
    local _, _, mean, deviation = run:summary(name)
    t.near({ mean, deviation }, { 0.1, 0.02 }, 2e-3, name)
  end
  local x, z, product = run["imu.gyro_x"], run["imu.gyro_z"], 0
  for r = 1, n do product = product + (x[r] - 0.1) * (z[r] - 0.1) / n end
  t.near(product, 0, 4 * 0.02 ^ 2 / math.sqrt(n))
  t.near(run["look.seen"], z, 0)
  t.near(run["look.angle"][n], run.q1[n] + 0.7, 1e-15)
  local _, _, mean, deviation = run:summary "imu.acc_x"
  t.near({ mean, deviation }, { 0, 0.3 }, 0.02)
  t.near(run["imu.acc_y"][5], 8, 1e-12)
  t.ok(math.abs(run["imu.acc_z"][n]) > 0.01)
  -- delayed
  run = m:simulate(1, { 1 }, { 0 }, { dt = 0.01, sensors = {
    { li.imu { model = m, body = "rod", rate = 100 }, delay = 0.05 } } })
  t.near(run:at("imu.gyro_z", 0.605), run:at("q1'", 0.55), 1e-9)
end)

t.test("what is not understood is told at its place", function()
  local m = pendulum()
  local function imu(more)
    local spec = { model = m, rate = 100 }
    for key, x in pairs(more) do spec[key] = x end
    return li.imu, spec
  end
  t.raises("model: expected a model", imu { model = 3 })
  t.raises("expected how often it measures", imu { dt = 0.1 })
  t.raises("axes: expected a rotation", imu { axes = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 2 } } })
  t.raises("axes: expected a rotation", imu { axes = { { 2, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } })
  t.raises("axes: expected 3x3 numbers", imu { axes = { { 1, 0 }, { 0, 1 } } })
  t.raises("gyro.x.noise", imu { gyro = { x = { noise = -1 } } })
  t.raises("gyro: unknown key 'noisy'", imu { gyro = { noisy = 1 } })
  t.raises("accelerometer: unknown key 'w'", imu { accelerometer = { x = {}, w = {} } })
  t.raises("no body or frame is named 'arm'", imu { body = "arm" })
  t.raises("gps.range: bits are of a range", li.gps,
    { model = m, rate = 1, bits = 3 })
  t.raises("joints: there is no coordinate 'q7'", li.force_sensor,
    { model = m, rate = 1, joints = "q7" })
  t.raises("sensors%[1%]: expected a block", m.simulate, m, 1, nil, nil, { sensors = { "imu" } })
end)

t.done()
