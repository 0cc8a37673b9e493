-- test_attitude.lua - li.attitude_filter: turns at a constant rate followed exactly, the way back
-- from 120 degrees, the bias of the gyro found, errors as large as they are said to be, a body that
-- tumbles in a run
local t = require "t"
local li = require "liaison"

local KINDS = { "complementary", "madgwick", "mekf", "invariant" }
local FIELD = { 0.6, 0, -0.8 }

local function with(spec, more)
  local out = {}
  for _, list in ipairs { spec, more or {} } do for key, x in pairs(list) do out[key] = x end end
  return out
end

local function filter(kind, more)
  return li.attitude_filter(with({ kind = kind, gyro = "wx wy wz", accelerometer = "ax ay az",
    magnetometer = "mx my mz", field = FIELD, dt = 0.01 }, more))
end

local function product(a, b)
  return { a[1] * b[1] - a[2] * b[2] - a[3] * b[3] - a[4] * b[4],
    a[1] * b[2] + a[2] * b[1] + a[3] * b[4] - a[4] * b[3],
    a[1] * b[3] - a[2] * b[4] + a[3] * b[1] + a[4] * b[2],
    a[1] * b[4] + a[2] * b[3] - a[3] * b[2] + a[4] * b[1] }
end

local function conjugate(q) return { q[1], -q[2], -q[3], -q[4] } end

local function turn(x, y, z)
  local th = math.sqrt(x * x + y * y + z * z)
  local s = th > 0 and math.sin(th / 2) / th or 0.5
  return { math.cos(th / 2), s * x, s * y, s * z }
end

-- a direction of the world in the body
local function seen(q, d)
  local v = product(product(conjugate(q), { 0, d[1], d[2], d[3] }), q)
  return { v[2], v[3], v[4] }
end

local function angle(a, b)
  local d = product(conjugate(a), b)
  return 2 * math.asin(math.min(1, math.sqrt(d[2] ^ 2 + d[3] ^ 2 + d[4] ^ 2)))
end

local function measured(q, w, random, s)
  local a, m = seen(q, { 0, 0, 1 }), seen(q, FIELD)
  local function noise(scale) return random and random:normal(0, scale) or 0 end
  s = s or { gyro = 0, accelerometer = 0, magnetometer = 0 }
  local y = {}
  for k, axis in ipairs { "x", "y", "z" } do
    y["w" .. axis] = w[k] + noise(s.gyro)
    y["a" .. axis] = 9.81 * (a[k] + noise(s.accelerometer))
    y["m" .. axis] = m[k] + noise(s.magnetometer)
  end
  return y
end

local function asked(b, y, x)
  local u, next_x = b:step(y, x)
  local out = {}
  for k, name in ipairs(b.outputs) do out[name] = u[k] end
  return out, next_x, { out.qw_est, out.qx_est, out.qy_est, out.qz_est }
end

t.test("a turn at a constant rate is followed exactly where nothing is noisy", function()
  local w = { 0.7, -1.1, 2.3 }
  for _, kind in ipairs(KINDS) do
    local q, x, worst = turn(0.3, 0.5, -0.4), nil, 0
    local b = filter(kind, { q0 = q })
    for _ = 1, 1000 do
      local at
      _, x, at = asked(b, measured(q, w), x)
      worst = math.max(worst, angle(q, at))
      q = product(q, turn(w[1] * 0.01, w[2] * 0.01, w[3] * 0.01))
    end
    -- Madgwick's step is as long for an error of rounding as for a large one: beta dt in q
    t.ok(worst < (kind == "madgwick" and 2 * 2 * 0.1 * 0.01 or 1e-10), kind .. " " .. worst)
  end
end)

-- no bias to be found: no integral that has to be undone
local GAINS = { madgwick = { beta = 0.5 }, complementary = { ki = 0 } }
local TOLERANCE = { madgwick = 0.02, complementary = 2e-3, mekf = 0.02, invariant = 0.02 }

t.test("back from 120 degrees, about any axis", function()
  for _, kind in ipairs(KINDS) do
    for _, axis in ipairs { { 1, 0, 0 }, { 0, 0, 1 }, { -1, 2, 0.5 } } do
      local size = math.sqrt(axis[1] ^ 2 + axis[2] ^ 2 + axis[3] ^ 2)
      local th = 2 * math.pi / 3 / size
      local w, q, x, at, last = { 0.2, 0.1, -0.3 }, { 1, 0, 0, 0 }, nil, nil, nil
      local b = filter(kind, { q0 = turn(th * axis[1], th * axis[2], th * axis[3]),
        dt = 0.02, gains = GAINS[kind],
        P0 = (kind == "mekf" or kind == "invariant") and { attitude = 4, bias = 1e-6 } or nil })
      t.near(angle(q, turn(th * axis[1], th * axis[2], th * axis[3])), 2 * math.pi / 3, 1e-12)
      for _ = 1, 2000 do
        _, x, at = asked(b, measured(q, w), x)
        last, q = q, product(q, turn(w[1] * 0.02, w[2] * 0.02, w[3] * 0.02))
      end
      t.near(angle(last, at), 0,
        TOLERANCE[kind], kind)
    end
  end
end)

t.test("without a magnetometer up is found, the heading stays", function()
  for _, kind in ipairs(KINDS) do
    local b = li.attitude_filter { kind = kind, gyro = "wx wy wz", accelerometer = "ax ay az",
      dt = 0.03, q0 = turn(0.8, 0, 0), gains = kind == "madgwick" and { beta = 0.3 } or
      kind == "complementary" and { ki = 0 } or nil }
    local x, at
    for _ = 1, 1000 do
      _, x, at = asked(b, { wx = 0, wy = 0, wz = 0, ax = 0, ay = 0, az = 9.81 }, x)
    end
    t.near(seen(at, { 0, 0, 1 }), { 0, 0, 1 }, 5e-3, kind)
    t.near(at[4], 0, 1e-3, kind)
  end
end)

t.test("the bias of the gyro is found, and what is left is the rate", function()
  local bias, w = { 0.05, -0.03, 0.02 }, { 0.3, 0.2, -0.1 }
  for _, kind in ipairs(KINDS) do
    local q, x, u = { 1, 0, 0, 0 }, nil, nil
    local b = filter(kind, { dt = 0.03, gains = kind == "madgwick" and { beta = 0.2, zeta = 0.02 }
      or kind == "complementary" and { kp = 1, ki = 0.3 } or nil })
    for _ = 1, 4000 do
      u, x = asked(b, measured(q, { w[1] + bias[1], w[2] + bias[2], w[3] + bias[3] }), x)
      q = product(q, turn(w[1] * 0.03, w[2] * 0.03, w[3] * 0.03))
    end
    local tolerance = kind == "madgwick" and 5e-3 or 1e-4
    t.near({ u.bx_est, u.by_est, u.bz_est }, bias, tolerance, kind)
    t.near({ u.wx_est, u.wy_est, u.wz_est }, w, tolerance, kind)
  end
end)

t.test("accelerations off g are left out where a band is told; length is kept", function()
  for _, kind in ipairs(KINDS) do
    local b = li.attitude_filter { kind = kind, gyro = "wx wy wz", accelerometer = "ax ay az",
      dt = 0.01, band = 0.1, gains = kind == "madgwick" and { beta = 1 } or nil }
    local _, x = asked(b, { ax = 9, az = 9.81 })
    local at
    _, x, at = asked(b, { ax = 9, az = 9.81 }, x)
    t.near(at, { 1, 0, 0, 0 }, 1e-15, kind)
    _, x = asked(b, { ax = 3, az = 9.3 }, x)
    _, _, at = asked(b, { ax = 3, az = 9.3 }, x)
    t.ok(math.abs(at[3]) > 1e-3, kind)
    t.near(at[1] ^ 2 + at[2] ^ 2 + at[3] ^ 2 + at[4] ^ 2, 1, 1e-12)
  end
end)

t.test("many runs: errors of attitude and bias are as large as they are said to be", function()
  local dt, runs, steps = 0.02, 40, 100
  local noise = { gyro = 0.02, bias = 1e-3, accelerometer = 0.05, magnetometer = 0.04 }
  for _, kind in ipairs { "mekf", "invariant" } do
    local b, random, nees, nis = filter(kind, { dt = dt, noise = noise, tell = "covariance nis",
      P0 = { attitude = 0.01, bias = 1e-4 }, form = "square_root" }), li.random(5), 0, 0
    for _ = 1, runs do
      local function draw(s) return random:normal(0, s) end
      local q, bias = turn(draw(0.1), draw(0.1), draw(0.1)), { draw(0.01), draw(0.01), draw(0.01) }
      local u, x, at
      for k = 1, steps do
        local w = { math.sin(0.1 * k), 0.5, math.cos(0.07 * k) }
        u, x, at = asked(b, measured(q, { w[1] + bias[1], w[2] + bias[2], w[3] + bias[3] }, random,
          { gyro = noise.gyro / math.sqrt(dt), accelerometer = noise.accelerometer,
            magnetometer = noise.magnetometer }), x)
        nis = nis + u.nis
        if k == steps then
          -- true = estimate then theta (mekf), delta then estimate (invariant)
          local d = kind == "mekf" and product(conjugate(at), q) or product(q, conjugate(at))
          local s = d[1] < 0 and -2 or 2
          local e, P = li.vec { s * d[2], s * d[3], s * d[4], bias[1] - u.bx_est,
            bias[2] - u.by_est, bias[3] - u.bz_est }, li.zeros(6, 6)
          for i = 1, 6 do
            for j = 1, i do
              P[i][j] = u[("covariance%d_%d"):format(i, j)]
              P[j][i] = P[i][j]
            end
          end
          local y = P:solve(e)
          for i = 1, 6 do nees = nees + e[i] * y[i] end
        end
        q = product(q, turn(w[1] * dt, w[2] * dt, w[3] * dt))
        for i = 1, 3 do bias[i] = bias[i] + draw(noise.bias * math.sqrt(dt)) end
      end
    end
    t.near(nees, 6 * runs, 3 * math.sqrt(12 * runs), kind)
    -- unit directions have no noise along themselves: 4 of the 6 numbers
    t.near(nis / (runs * steps), 4, 0.3, kind)
  end
end)

t.test("a body that tumbles about its centre in a run, seen by an imu", function()
  local m = li.robot { bodies = { { name = "s", joint = "spherical", mass = 1,
    inertia = { 0.01, 0.02, 0.03 } } } }
  local sensors = { li.imu { model = m, body = "s", rate = 200,
      gyro = { noise = 0.01, bias = 0.05 }, accelerometer = { noise = 0.1 } },
    li.magnetometer { model = m, body = "s", rate = 200, field = FIELD, noise = 0.01 } }
  for _, kind in ipairs(KINDS) do
    local b = li.attitude_filter { kind = kind, gyro = "gyro_x gyro_y gyro_z", dt = 0.005,
      accelerometer = "acc_x acc_y acc_z", magnetometer = "mag_x mag_y mag_z", field = FIELD,
      gains = kind == "madgwick" and { beta = 0.2, zeta = 0.02 }
        or kind == "complementary" and { ki = 0.3 } or nil,
      noise = (kind == "mekf" or kind == "invariant") and { gyro = 1e-3, accelerometer = 0.01,
        magnetometer = 0.01 } or nil }
    local run = m:simulate(15, nil, { 0.4, 1.5, -0.3 }, { sensors = sensors, controllers = { b },
      dt = 0.005 })
    local worst = 0
    for r = 2400, #run - 1, 20 do
      local q, at = {}, {}
      for k, c in ipairs { "w", "x", "y", "z" } do
        q[k], at[k] = run["s_q" .. c][r], run[("attitude.q%s_est"):format(c)][r]
      end
      worst = math.max(worst, angle(q, at))
    end
    t.ok(worst < (kind == "madgwick" and 0.06 or 0.03), kind .. " " .. worst)
    t.near(run["attitude.bx_est"][#run - 1], 0.05, kind == "madgwick" and 0.04 or 0.02, kind)
  end
end)

t.test("shipped, they give the same numbers", function()
  for _, kind in ipairs(KINDS) do
    t.eq((loadstring or load)(filter(kind):lua())().test(), 0)
  end
end)

t.test("what is not understood is told at its place", function()
  for _, case in ipairs {
    { "kind: unknown kind 'kalman'", { kind = "kalman" } },
    { "gyro: expected three signals, got 2", { gyro = "wx wy" } },
    { "gains: there is no 'kd'", { gains = { kd = 1 } } },
    { "gains.kp: expected a number >= 0", { gains = { kp = -1 } } },
    { "noise: the kind 'complementary' goes by gains", { noise = { gyro = 1 } } },
    { "gains: the kind 'mekf' goes by noise", { kind = "mekf", gains = { kp = 1 } } },
    { "noise: there is no 'mag'", { kind = "mekf", noise = { mag = 1 } } },
    { "q0: expected 4 numbers", { q0 = { 1, 0 } } },
    { "field: expected a direction", { field = { 0, 0, 0 } } },
  } do
    t.raises(case[1], filter, case[2].kind or "complementary", case[2])
  end
  t.raises("accelerometer: expected an accelerometer, a magnetometer or both", li.attitude_filter,
    { kind = "mekf", gyro = "a b c", dt = 1 })
end)

t.done()
