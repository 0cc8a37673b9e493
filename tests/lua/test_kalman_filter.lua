-- test_kalman_filter.lua - li.kalman_filter: against recursions of matrices, closed forms, the
-- steady gain of the Riccati equation, Bierman's ill-conditioned example, the statistics of many
-- runs
local t = require "t"
local li = require "liaison"

local FORMS = { "covariance", "joseph", "square_root" }

local function tracker(dt)
  return li.ss { A = { { 1, dt }, { 0, 1 } }, B = { { dt ^ 2 / 2 }, { dt } },
    C = { { 1, 0 } }, dt = dt, states = "p v", inputs = "a", outputs = "z" }
end

local function with(spec, more)
  local out = {}
  for _, list in ipairs { spec, more or {} } do for key, x in pairs(list) do out[key] = x end end
  return out
end

-- outputs by name of one ask
local function asked(b, y, x)
  local u, next_x = b:step(y, x)
  local out = {}
  for k, name in ipairs(b.outputs) do out[name] = u[k] end
  return out, next_x
end

t.test("a constant measured again and again is the mean, with the variance of one", function()
  local s = li.ss(1, 0, 1, 0, 1)
  for _, form in ipairs(FORMS) do
    local b = li.kalman_filter { system = s, Q = 0, R = 4, P0 = 2, form = form,
      tell = "variance" }
    local x, sum
    sum = 0
    for k = 1, 20 do
      local z = math.sin(3 * k)
      sum = sum + z
      local u
      u, x = asked(b, { u = 0, y = z }, x)
      -- 1/P = 1/P0 + k/R, x = P (sum z)/R
      local P = 1 / (1 / 2 + k / 4)
      t.near({ u.x1_est, u.x1_variance }, { P * sum / 4, P }, 1e-13)
    end
  end
end)

t.test("every form is the recursion of matrices, noise apart or together", function()
  local A = li.mat { { 1, 0.1, 0 }, { -0.3, 0.9, 0.1 }, { 0, 0.2, 0.8 } }
  local B, C = li.mat { { 0 }, { 0.1 }, { 1 } }, li.mat { { 1, 0, 0 }, { 0, 1, -1 } }
  local D = li.mat { { 0 }, { 0.5 } }
  local Q = li.mat { { 0.1, 0.02, 0 }, { 0.02, 0.3, -0.1 }, { 0, -0.1, 0.2 } }
  local s = li.ss { A = A, B = B, C = C, D = D, dt = 1 }
  for _, R in ipairs { li.mat { { 0.2, 0 }, { 0, 0.7 } }, li.mat { { 0.2, 0.1 }, { 0.1, 0.7 } } } do
    for _, form in ipairs(FORMS) do
      local b = li.kalman_filter { system = s, Q = Q, R = R, P0 = { 1, 2, 3 }, x0 = { .1, .2, .3 },
        form = form, tell = "innovation nis covariance" }
      local P, x = li.mat { { 1, 0, 0 }, { 0, 2, 0 }, { 0, 0, 3 } }, li.vec { .1, .2, .3 }
      local state
      for k = 1, 6 do
        local y, u = li.vec { math.sin(k), math.cos(2 * k) }, li.vec { 0.3 * k }
        local got
        got, state = asked(b, { u = u[1], y1 = y[1], y2 = y[2] }, state)
        local S = C * P * C:transpose() + R
        local e = y - C * x - D * u
        local K = P * C:transpose() * S:inverse()
        local nis = 0
        local Si = S:inverse() * e
        for i = 1, 2 do nis = nis + e[i] * Si[i] end
        x, P = x + K * e, P - K * C * P
        t.near({ got.x1_est, got.x2_est, got.x3_est }, x, 1e-12, form)
        t.near({ got.covariance1_1, got.covariance2_1, got.covariance3_2, got.covariance3_3 },
          { P[1][1], P[2][1], P[3][2], P[3][3] }, 1e-12, form)
        t.near({ got.y1_innovation, got.nis }, { e[1], nis }, 1e-11, form)
        x, P = A * x + B * u, A * P * A:transpose() + Q
      end
    end
  end
end)

t.test("it settles where the Riccati equation has its solution", function()
  local s = tracker(0.1)
  local spec = { system = s, Q = { p = 1e-4, v = 0.02 }, R = 0.3, P0 = 10, tell = "covariance" }
  local design = s:kalman { Q = { p = 1e-4, v = 0.02 }, R = 0.3 }
  for _, form in ipairs(FORMS) do
    local b, x = li.kalman_filter(with(spec, { form = form })), nil
    for _ = 1, 400 do _, x = b:step({ a = 0, z = 0 }, x) end
    local now = asked(b, { a = 0, z = 1 }, x)
    -- from a prior estimate of 0: the gain, and P = X - M C X
    local X, M = design.X, design.M
    t.near({ now.p_est, now.v_est }, { M[1][1], M[2][1] }, 1e-10)
    t.near({ now.covariance1_1, now.covariance2_2 },
      { X[1][1] - M[1][1] * X[1][1], X[2][2] - M[2][1] * X[1][2] }, 1e-10)
  end
end)

t.test("a continuous system is held; white noise through a double integrator has its closed form",
  function()
  local s = li.ss { A = { { 0, 1 }, { 0, 0 } }, B = { { 0 }, { 1 } }, C = { { 1, 0 } } }
  local dt, w = 0.2, 3
  local b = li.kalman_filter { system = s, noise = "u", Q = w, R = 1, P0 = 0, dt = dt,
    tell = "variance" }
  local _, x = b:step { 0, 0 }
  -- next state's P: read through the states of the block
  local at = {}
  for k, name in ipairs(b.states) do at[name] = k end
  t.near({ x[at.P1_1], x[at.P2_1], x[at.P2_2] },
    { w * dt ^ 3 / 3, w * dt ^ 2 / 2, w * dt }, 1e-14)
  local _, moved = b:step({ u = 1, y = 0 }, { 0, 0, 0, 0, 2 })
  t.near({ moved[at.x1], moved[at.x2] }, { dt ^ 2 / 2 + 2 * dt, dt + 2 }, 1e-14)
end)

t.test("Bierman's example: where 1 + e^2 rounds to 1 the covariance is lost, its root is not",
  function()
  -- P0 = 1/e^2, measured [1 e] and [1 1] with variance 1 [Bierman 1977]: the inverse of
  -- [2 + e^2, 1 + e; 1 + e, 1 + 2 e^2]
  local e = 1e-9
  local det = (2 + e ^ 2) * (1 + 2 * e ^ 2) - (1 + e) ^ 2
  local exact = { (1 + 2 * e ^ 2) / det, -(1 + e) / det, (2 + e ^ 2) / det }
  local s = li.ss { A = li.eye(2), C = { { 1, e }, { 1, 1 } }, dt = 1 }
  local function entries(form)
    local u = asked(li.kalman_filter { system = s, Q = 0, R = 1, P0 = 1 / e ^ 2, form = form,
      tell = "covariance" }, { 0, 0 })
    return { u.covariance1_1, u.covariance2_1, u.covariance2_2 }
  end
  t.near(entries "square_root", exact, 1e-7)
  t.ok(math.abs(entries "covariance"[1] - exact[1]) > 0.5)
  -- the same without trouble
  e = 0.1
  det = (2 + e ^ 2) * (1 + 2 * e ^ 2) - (1 + e) ^ 2
  exact = { (1 + 2 * e ^ 2) / det, -(1 + e) / det, (2 + e ^ 2) / det }
  s = li.ss { A = li.eye(2), C = { { 1, e }, { 1, 1 } }, dt = 1 }
  for _, form in ipairs(FORMS) do t.near(entries(form), exact, 1e-11) end
end)

t.test("exact measurements again and again: the root keeps its variances above zero", function()
  local s = tracker(1e-3)
  local function least(form)
    local b = li.kalman_filter { system = s, Q = 0, R = 1e-14, P0 = 1e6, form = form,
      tell = "covariance" }
    local x, worst = nil, math.huge
    for _ = 1, 200 do
      local u
      u, x = asked(b, { a = 0, z = 1 }, x)
      local det = u.covariance1_1 * u.covariance2_2 - u.covariance2_1 ^ 2
      worst = math.min(worst, u.covariance1_1, u.covariance2_2, det)
    end
    return worst
  end
  t.ok(least "covariance" < 0)
  local b = li.kalman_filter { system = s, Q = 0, R = 1e-14, P0 = 1e6, form = "square_root",
    tell = "variance" }
  local x, u
  for _ = 1, 200 do u, x = asked(b, { a = 0, z = 1 }, x) end
  -- a line through n points: var of its end [R (4 n - 2)/(n (n + 1))], of its slope
  local n, R = 200, 1e-14
  t.near(u.p_variance / (R * (4 * n - 2) / (n * (n + 1))), 1, 1e-6)
  t.near(u.v_variance / (12 * R / (1e-6 * n * (n ^ 2 - 1))), 1, 1e-6)
end)

t.test("periods, lost and unbelieved measurements change nothing when they are not there",
  function()
  local s = tracker(0.1)
  for _, form in ipairs(FORMS) do
    local spec = { system = s, Q = 0.1, R = 0.5, P0 = 1, form = form, tell = "variance nis" }
    local plain = li.kalman_filter(spec)
    local third = li.kalman_filter(with(spec, { every = { z = 3 } }))
    local lost = li.kalman_filter(with(spec, { valid = { z = "there" } }))
    local gated = li.kalman_filter(with(spec, { gate = 9 }))
    local x3, xl, xg
    for k = 0, 9 do
      local there = k % 3 == 0
      local u3, ul, ug
      u3, x3 = asked(third, { a = 1, z = there and 0.1 + 0.2 * k or 77 }, x3)
      ul, xl = asked(lost, { a = 1, z = there and 0.1 + 0.2 * k or -5,
        there = there and 1 or 0 }, xl)
      ug, xg = asked(gated, { a = 1, z = there and 0.1 + 0.2 * k or 1e4 }, xg)
      for _, name in ipairs { "p_est", "v_est", "p_variance", "v_variance" } do
        t.near(u3[name], ul[name], 1e-12)
        t.near(u3[name], ug[name], 1e-12)
      end
      t.eq(u3.nis == 0, not there)
      if k == 0 then
        t.near(u3.p_variance, asked(plain, { a = 1, z = 0 }).p_variance, 1e-14)
      end
    end
  end
end)

t.test("many runs: errors are as large as the filter says", function()
  local s, random = tracker(0.1), li.random(7)
  local q, R, runs, steps = { 0.01, 0.04 }, 0.25, 200, 20
  local b = li.kalman_filter { system = s, Q = q, R = R, P0 = { 1, 0.5 }, form = "square_root",
    tell = "nis covariance" }
  local nees, nis = 0, 0
  for _ = 1, runs do
    local p, v, x = random:normal(0, 1), random:normal(0, math.sqrt(0.5)), nil
    for k = 1, steps do
      local u
      u, x = asked(b, { a = 0.3, z = p + random:normal(0, math.sqrt(R)) }, x)
      nis = nis + u.nis
      if k == steps then
        local a, c, d = u.covariance1_1, u.covariance2_1, u.covariance2_2
        local ep, ev = p - u.p_est, v - u.v_est
        nees = nees + (d * ep ^ 2 - 2 * c * ep * ev + a * ev ^ 2) / (a * d - c ^ 2)
      end
      p, v = p + 0.1 * v + 0.0015 + random:normal(0, math.sqrt(q[1])),
        v + 0.03 + random:normal(0, math.sqrt(q[2]))
    end
  end
  -- chi-square of m freedoms: m +- 3 sqrt(2 m) [Bar-Shalom]
  t.near(nees, 2 * runs, 3 * math.sqrt(4 * runs))
  t.near(nis, runs * steps, 3 * math.sqrt(2 * runs * steps))
end)

t.test("a linearized model: estimates stand about its point", function()
  local s = li.ss { A = { { 0.9 } }, B = { { 1 } }, C = { { 2 } }, dt = 1 }
  local b = li.kalman_filter { system = s, Q = 0.1, R = 1, P0 = 1, at = { x1 = 5, y = 10, u = 3 } }
  local u, x = b:step { u = 3, y = 10 }
  t.near(u[1], 5, 1e-15)
  t.near(b:step({ u = 3, y = 10 }, x)[1], 5, 1e-15)
end)

t.test("smoothed, the states are those of least squares over the whole record", function()
  -- min (x1 - x0)' P0^-1 (..) + sum (y - C x)' R^-1 (..) + sum (x+ - A x - B u)' Q^-1 (..)
  local n, dt = 7, 0.3
  local s = tracker(dt)
  local Y, U = {}, li.zeros(n, 1)
  for k = 1, n do Y[k], U[k][1] = { math.sin(2 * k) }, math.cos(k) end
  Y[3][1], Y[7][1] = false, false
  local q, R, P0, x0 = { 0.3, 0.2 }, 0.5, { 2, 3 }, { 0.4, -0.1 }
  local M, b = li.zeros(2 * n, 2 * n), li.zeros(2 * n)
  -- the square of row . x - value, weighted
  local function add(row, value, weight)
    for i, a in pairs(row) do
      b[i] = b[i] + weight * a * value
      for j, c in pairs(row) do M[i][j] = M[i][j] + weight * a * c end
    end
  end
  for i = 1, 2 do add({ [i] = 1 }, x0[i], 1 / P0[i]) end
  for k = 1, n do
    local p, v = 2 * k - 1, 2 * k
    if Y[k][1] then add({ [p] = 1 }, Y[k][1], 1 / R) end
    if k < n then
      add({ [p + 2] = 1, [p] = -1, [v] = -dt }, dt ^ 2 / 2 * U[k][1], 1 / q[1])
      add({ [v + 2] = 1, [v] = -1 }, dt * U[k][1], 1 / q[2])
    end
  end
  local got, x, C = li.smooth { system = s, Q = q, R = R, P0 = P0, x0 = x0, y = Y, u = U },
    M:solve(b), M:inverse()
  for k = 1, n do
    t.near({ got.x[k][1], got.x[k][2] }, { x[2 * k - 1], x[2 * k] }, 1e-12)
    t.near({ got.variance[k][1], got.variance[k][2], got.P[k][2][1] },
      { C[2 * k - 1][2 * k - 1], C[2 * k][2 * k], C[2 * k][2 * k - 1] }, 1e-12)
  end
  t.near(got.filtered[n], got.x[n], 1e-15)
  -- what passes at once from inputs to outputs is taken off
  local passing = {}
  for k = 1, n do passing[k] = { Y[k][1] and Y[k][1] + 4 * U[k][1] } end
  t.near(li.smooth { system = li.ss { A = s.A, B = s.B, C = s.C, D = { { 4 } }, dt = dt }, Q = q,
    R = R, P0 = P0, x0 = x0, y = passing, u = U }.x, got.x, 1e-13)
  t.raises("y: expected some rows of 1 numbers", li.smooth, { system = s, Q = q, R = R, P0 = P0,
    y = { { 1, 2 } } })
  t.raises("u: expected 7 rows of 1 numbers", li.smooth, { system = s, Q = q, R = R, P0 = P0,
    y = Y, u = { { 1 } } })
end)

t.test("what is not understood is told at its place", function()
  local s = tracker(0.1)
  local good = { system = s, Q = 1, R = 1, P0 = 1 }
  for _, case in ipairs {
    { "P0", { P0 = { 1, -1 } } }, { "R", { R = 0 } }, { "Q: expected 2 numbers, got 3",
      { Q = { 1, 2, 3 } } },
    { "dt: the system is sampled every 0.1 s", { dt = 0.2 } },
    { "system: expected a linear system", { system = "s" } },
    { "system: a gain has no states", { system = li.ss(3) } },
    { "system: delays are not states", { system = li.ss { A = { { 1 } }, B = { { 1 } },
      C = { { 1 } }, delay = 1 }, dt = 1 } },
    { "dt: expected how often it is asked", { system = li.ss(-1, 1, 1) } },
    { "form: expected 'covariance', 'joseph' or 'square_root'", { form = "potter" } },
    { "x0: there is no 'q'", { x0 = { q = 1 } } }, { "x0: expected 2 numbers", { x0 = { 1 } } },
    { "gate: nothing is measured as 'y'", { gate = { y = 2 } } },
    { "every.z: expected a whole number", { every = { z = 1.5 } } },
    { "tell: expected innovation, nis, variance, covariance, got 'nees'", { tell = "nees" } },
    { "unknown key 'q'", { q = 1 } },
  } do
    t.raises(case[1], li.kalman_filter, with(good, case[2]))
  end
end)

t.done()
