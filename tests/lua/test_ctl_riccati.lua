-- test_ctl_riccati.lua - kit.ctl: Riccati equations: the published collections, laws, failures
--
-- Benner, Laub, Mehrmann, A collection of benchmark examples for the numerical solution of
-- algebraic Riccati equations I (continuous) and II (discrete), TU Chemnitz 1995: the matrices and,
-- where the papers have them, the solutions.
local t = require "t"
local li = require "liaison"
local ctl = li._internal.ctl
local sqrt, abs, eps = math.sqrt, math.abs, 2.220446049250313e-16

local state = 3
local function random()
  state = state * 16807 % 2147483647
  return state / 2147483647 - 0.5
end
local function matrix(n, m)
  local rows = {}
  for i = 1, n do
    rows[i] = {}
    for j = 1, m do rows[i][j] = random() end
  end
  return li.mat(rows)
end
local function filled(n, m, f)
  local M = li.zeros(n, m)
  for i = 1, n do for j = 1, m do M[i][j] = f(i, j) end end
  return M
end
local function ones(n, m) return filled(n, m, function() return 1 end) end
local function diag(list) return li.diag(list) end

-- ---- laws: what is given back solves the equation, with its own gain ----------------------------

local function residual(e, discrete, X, K)
  local A, B, E = li.mat(e.A), li.mat(e.B), e.E or li.eye(#e.A)
  local W = li.mat(type(e.R) == "number" and { { e.R } } or e.R)
  local L
  if discrete then
    W = W + B:transpose() * X * B
    L = A:transpose() * X * B
  else
    L = E:transpose() * X * B
  end
  if e.S then L = L + li.mat(e.S) end
  t.close(W * K, L:transpose(), 1e-8)
  local one = A:transpose() * X * (discrete and A or E)
  local two = discrete and E:transpose() * X * E * -1 or one:transpose()
  local sum = one + two - L * K + e.Q
  return sum:norm() / (one:norm() + two:norm() + (L * K):norm() + li.mat(e.Q):norm())
end

local function check(e, discrete)
  local solve = discrete and ctl.dare or ctl.care
  local X, K, re, im, told = solve(e.A, e.B, e.Q, e.R, e.S, e.E)
  if not X then error(("%s of %d, discrete %s: %s"):format(e.name, #e.A, discrete, K)) end
  t.eq(X, X:transpose(), e.name)
  t.ok(told.residual < 1e-13, e.name .. " says its residual is " .. told.residual)
  local rest = residual(e, discrete, X, K)
  t.ok(rest < 1e-12, ("%s: residual %g"):format(e.name, rest))
  for k = 1, #re do
    if discrete then t.ok(re[k] ^ 2 + im[k] ^ 2 < 1 + 1e-12, e.name)
    else t.ok(re[k] < 1e-9 * li.mat(e.A):norm(), e.name) end
  end
  if e.X then
    local off = (X - li.mat(e.X)):norm() / li.mat(e.X):norm()
    local may = 100 * eps * math.max(1, told.condition)
    t.ok(off <= may, ("%s: X is off by %g, may %g"):format(e.name, off, may))
  end
  return X, K, re, im, told
end

t.test("random equations, with cross terms and E", function()
  for _, n in ipairs { 1, 2, 3, 5, 12, 30 } do
    for _, m in ipairs { math.ceil(n / 6), math.ceil(n / 3) } do
      for _, discrete in ipairs { false, true } do
        local C = matrix(n + m, n + m)
        local cost = C:transpose() * C + 0.1 * li.eye(n + m)
        local Q = filled(n, n, function(i, j) return cost[i][j] end)
        local S = filled(n, m, function(i, j) return cost[i][n + j] end)
        local R = filled(m, m, function(i, j) return cost[n + i][n + j] end)
        local e = { name = "random", A = matrix(n, n), B = matrix(n, m), Q = Q, R = R, S = S }
        check(e, discrete)
        e.E = matrix(n, n) + 2 * li.eye(n)
        local X = check(e, discrete)
        -- E brought to the other side is the equation without it
        local inverse = e.E:inverse()
        local Y = (discrete and ctl.dare or ctl.care)(inverse * e.A, inverse * e.B, Q, R, S)
        t.close(e.E:transpose() * X * e.E, Y, 1e-7)
      end
    end
  end
end)

-- ---- the continuous collection ------------------------------------------------------------------

local function carex_2_6(d)
  local W = li.eye(3) - ones(3, 3) * (2 / 3)
  local dd = d * d
  -- each direction of W: 2 a x - x^2 / d + q = 0 with a = d k
  return { name = "2.6", A = W * diag { d, 2 * d, 3 * d } * W, B = li.eye(3), R = d * li.eye(3),
    Q = W * diag { 1 / d, 1, d } * W,
    X = W * diag { dd + sqrt(dd * dd + 1), 2 * dd + sqrt(4 * dd * dd + d),
      3 * dd + sqrt(9 * dd * dd + dd) } * W }
end

local function carex_2_1(d)
  local s = sqrt(1 + d * d)
  return { name = "2.1", A = { { 1, 0 }, { 0, -2 } }, B = { { d }, { 0 } }, R = 1, Q = ones(2, 2),
    X = { { (1 + s) / d ^ 2, 1 / (2 + s) }, { 1 / (2 + s), (1 - d ^ 2 / (2 + s) ^ 2) / 4 } } }
end

local function carex_2_3(d)
  local s = sqrt(1 + 2 * d)
  return { name = "2.3", A = { { 0, d }, { 0, 0 } }, B = { { 0 }, { 1 } }, R = 1, Q = li.eye(2),
    X = { { s / d, 1 }, { 1, s } } }
end

local function carex_2_4(d)
  local a = d + 1
  -- on (1, 1) and (1, -1): 2 (a +- 1) x - x^2 + d^2 = 0
  local p, q = a + 1 + sqrt((a + 1) ^ 2 + d * d), d + sqrt(2) * d
  return { name = "2.4", A = { { a, 1 }, { 1, a } }, B = li.eye(2), R = li.eye(2),
    Q = d * d * li.eye(2), X = { { (p + q) / 2, (p - q) / 2 }, { (p - q) / 2, (p + q) / 2 } } }
end

local function carex_2_5(d)
  return { name = "2.5", A = { { 3 - d, 1 }, { 4, 2 - d } }, B = ones(2, 1), R = 1,
    Q = { { 4 * d - 11, 2 * d - 5 }, { 2 * d - 5, 2 * d - 2 } }, X = { { 2, 1 }, { 1, 1 } } }
end

local function carex_4_2(n)
  -- a circulant matrix: on each Fourier vector 2 a x - x^2 + 1 = 0, a = -2 + 2 cos
  local A = filled(n, n, function(i, j)
    local k = (i - j) % n
    return k == 0 and -2 or (k == 1 or k == n - 1) and 1 or 0
  end)
  local X = filled(n, n, function(i, j)
    local sum = 0
    for k = 0, n - 1 do
      local a = -2 + 2 * math.cos(2 * math.pi * k / n)
      sum = sum + (a + sqrt(a * a + 1)) * math.cos(2 * math.pi * k * (i - j) / n) / n
    end
    return sum
  end)
  return { name = "4.2", A = A, B = li.eye(n), R = li.eye(n), Q = li.eye(n), X = X }
end

local function carex_4_1(l)
  -- a string of vehicles at high speed
  local n = 2 * l - 1
  local A, B, Q = li.zeros(n, n), li.zeros(n, l), li.zeros(n, n)
  for i = 1, l - 1 do
    A[2 * i - 1][2 * i - 1], A[2 * i][2 * i - 1], A[2 * i][2 * i + 1] = -1, 1, -1
    B[2 * i - 1][i], Q[2 * i][2 * i] = 1, 10
  end
  A[n][n], B[n][l] = -1, 1
  return { name = "4.1", A = A, B = B, R = li.eye(l), Q = Q }
end

local function carex_4_5(l)
  -- coupled springs with damping, mu = 4, delta = 4, kappa = 1
  local A, B = li.zeros(2 * l, 2 * l), li.zeros(2 * l, 2)
  for i = 1, l do
    A[i][l + i], A[l + i][l + i] = 1, -1
    A[l + i][i] = (i == 1 or i == l) and -0.25 or -0.5
    if i > 1 then A[l + i][i - 1] = 0.25 end
    if i < l then A[l + i][i + 1] = 0.25 end
  end
  B[l + 1][1], B[2 * l][2] = 0.25, -0.25
  return { name = "4.5", A = A, B = B, R = li.eye(2), Q = li.eye(2 * l) }
end

local continuous = {
  { name = "1.1", A = { { 0, 1 }, { 0, 0 } }, B = { { 0 }, { 1 } }, R = 1,
    Q = { { 1, 0 }, { 0, 2 } }, X = { { 2, 1 }, { 1, 2 } } },
  { name = "1.2", A = { { 4, 3 }, { -4.5, -3.5 } }, B = { { 1 }, { -1 } }, R = 1,
    Q = { { 9, 6 }, { 6, 4 } }, X = (1 + sqrt(2)) * li.mat { { 9, 6 }, { 6, 4 } } },
  { name = "1.3", A = { { 0, 1, 0, 0 }, { 0, -1.89, 0.39, -5.53 }, { 0, -0.034, -2.98, 2.43 },
    { 0.034, -0.0011, -0.99, -0.21 } },
    B = { { 0, 0 }, { 0.36, -1.6 }, { -0.95, -0.032 }, { 0.03, 0 } }, R = li.eye(2),
    Q = { { 2.313, 2.727, 0.688, 0.023 }, { 2.727, 4.271, 1.148, 0.323 },
      { 0.688, 1.148, 0.313, 0.102 }, { 0.023, 0.323, 0.102, 0.083 } } },
  { name = "1.4", A = filled(8, 8, function(i, j)
    local diagonal = { -0.991, -1.051, -1.118, -1.548, -1.64, -1.721, -1.823, -1.943 }
    local above = { 0.529, 0.596, 0.596, 0.718, 0.799, 0.901, 1.021 }
    local below = { 0.522, 0.522, 0.522, 0.922, 0.922, 0.922, 0.922 }
    return i == j and diagonal[i] or j == i + 1 and above[i] or i == j + 1 and below[j] or 0
  end), B = 1e-3 * li.mat { { 3.84, 4, 37.6, 3.08, 2.36, 2.88, 3.08, 3 },
    { -2.88, -3.04, -2.8, -2.32, -3.32, -3.82, -4.12, -3.96 } }:transpose(), R = li.eye(2),
    Q = { { 1, 0, 0, 0, 0.5, 0, 0, 0.1 }, { 0, 1, 0, 0, 0.1, 0, 0, 0 },
      { 0, 0, 1, 0, 0, 0.5, 0, 0 }, { 0, 0, 0, 1, 0, 0, 0, 0 }, { 0.5, 0.1, 0, 0, 0.1, 0, 0, 0 },
      { 0, 0, 0.5, 0, 0, 0.1, 0, 0 }, { 0, 0, 0, 0, 0, 0, 0.1, 0 },
      { 0.1, 0, 0, 0, 0, 0, 0, 0.1 } } },
  { name = "1.5", A = {
    { -4.019, 5.12, 0, 0, -2.082, 0, 0, 0, 0.87 }, { -0.346, 0.986, 0, 0, -2.34, 0, 0, 0, 0.97 },
    { -7.909, 15.407, -4.069, 0, -6.45, 0, 0, 0, 2.68 },
    { -21.816, 35.606, -0.339, -3.87, -17.8, 0, 0, 0, 7.39 },
    { -60.196, 98.188, -7.907, 0.34, -53.008, 0, 0, 0, 20.4 },
    { 0, 0, 0, 0, 94, -147.2, 0, 53.2, 0 }, { 0, 0, 0, 0, 0, 94, -147.2, 0, 0 },
    { 0, 0, 0, 0, 0, 12.8, 0, -31.6, 0 }, { 0, 0, 0, 0, 12.8, 0, 0, 18.8, -31.6 } },
    B = li.mat { { 0.010, 0.003, 0.009, 0.024, 0.068, 0, 0, 0, 0 },
      { -0.011, -0.021, -0.059, -0.162, -0.445, 0, 0, 0, 0 },
      { -0.151, 0, 0, 0, 0, 0, 0, 0, 0 } }:transpose(), R = li.eye(3), Q = li.eye(9) },
  carex_2_1(1), carex_2_1(1e-3), carex_2_1(1e-6),
  { name = "2.2", A = { { -0.1, 0 }, { 0, -0.02 } }, B = { { 0.1, 0 }, { 0.001, 0.01 } },
    R = { { 1 + 1e-8, 1 }, { 1, 1 } }, Q = { { 100, 1000 }, { 1000, 10000 } } },
  carex_2_3(1), carex_2_3(1e-6), carex_2_3(1e6), carex_2_4(1), carex_2_4(1e-7),
  carex_2_5(1), carex_2_5(0.01), carex_2_6(1), carex_2_6(1e6),
  { name = "2.7", A = { { 0, 0.4, 0, 0 }, { 0, 0, 0.345, 0 }, { 0, -0.524e6, -0.465e6, 0.262e6 },
    { 0, 0, 0, -1e6 } }, B = { { 0 }, { 0 }, { 0 }, { 1e6 } }, R = 1, Q = diag { 1, 0, 1, 0 } },
  { name = "2.8", A = { { -1e-6, 1, 0, 0 }, { -1, -1e-6, 0, 0 }, { 0, 0, 1e-6, 1 },
    { 0, 0, -1, 1e-6 } }, B = ones(4, 1), R = 1, Q = ones(4, 4) },
  carex_4_1(5), carex_4_1(20), carex_4_2(8), carex_4_2(64), carex_4_5(30),
}

t.test("the continuous collection", function()
  for _, e in ipairs(continuous) do check(e, false) end
end)

t.test("4.3: a chain of integrators has sqrt(q r) in the corner", function()
  for _, n in ipairs { 2, 5, 10 } do
    local A = filled(n, n, function(i, j) return j == i + 1 and 1 or 0 end)
    local B = filled(n, 1, function(i) return i == n and 1 or 0 end)
    local Q = li.zeros(n, n)
    Q[1][1] = 4
    local X, _, re, im = check({ name = "4.3", A = A, B = B, R = 9, Q = Q }, false)
    t.near(X[1][n], 6, 1e-6)
    -- Butterworth's poles: the n left roots of s^(2n) = -(-1)^n q / r
    for k = 1, n do t.near(re[k] ^ 2 + im[k] ^ 2, (4 / 9) ^ (1 / n), 1e-6) end
  end
end)

-- ---- the discrete collection --------------------------------------------------------------------

local function darex_2_2(d)
  local W = li.eye(3) - ones(3, 3) * (2 / 3)
  return { name = "2.2", A = W * diag { 0, 1, 3 } * W, B = li.eye(3), R = d * li.eye(3),
    Q = d * li.eye(3), X = d * (W * diag { 1, (1 + sqrt(5)) / 2, (9 + sqrt(85)) / 2 } * W) }
end

local function darex_2_3(tau)
  -- a paper machine: D = K = 1, R = 1 / 4
  local a, b, r = 1 - 1 / tau, 1 / tau, 0.25
  local A = filled(4, 4, function(i, j) return i == j + 1 and 1 or 0 end)
  A[1][1] = a
  -- x of the first state: a^2 x - x - a^2 b^2 x^2 / (r + b^2 x) + 1 = 0
  local p = r * (1 - a * a) - b * b
  local x = (-p + sqrt(p * p + 4 * b * b * r)) / (2 * b * b)
  return { name = "2.3", A = A, B = { { b }, { 0 }, { 0 }, { 0 } }, R = r, Q = diag { 0, 0, 0, 1 },
    X = diag { x, 1, 1, 1 } }
end

local function darex_4_1(n)
  return { name = "4.1", A = filled(n, n, function(i, j) return j == i + 1 and 1 or 0 end),
    B = filled(n, 1, function(i) return i == n and 1 or 0 end), R = 1, Q = li.eye(n),
    X = filled(n, n, function(i, j) return i == j and i or 0 end) }
end

local discrete = {
  { name = "1.1", A = { { 4, 3 }, { -4.5, -3.5 } }, B = { { 1 }, { -1 } }, R = 1,
    Q = { { 9, 6 }, { 6, 4 } }, X = (1 + sqrt(5)) / 2 * li.mat { { 9, 6 }, { 6, 4 } } },
  { name = "1.2", A = diag { 0.9512, 0.9048 }, B = { { 4.877, 4.877 }, { -1.1895, 3.569 } },
    R = diag { 1 / 3, 3 }, Q = diag { 0.005, 0.02 } },
  { name = "1.3", A = { { 2, -1 }, { 1, 0 } }, B = { { 1 }, { 0 } }, R = 0,
    Q = { { 0, 0 }, { 0, 1 } }, X = li.eye(2) },
  { name = "1.4", A = { { 0, 1 }, { 0, -1 } }, B = { { 1, 0 }, { 2, 1 } },
    R = { { 9, 3 }, { 3, 1 } }, Q = { { -4 / 11, -4 / 11 }, { -4 / 11, 7 / 11 } },
    S = { { 3, 1 }, { -1, 7 } } },
  { name = "1.5", A = { { 0, 1 }, { 0, 0 } }, B = { { 0 }, { 1 } }, R = 1,
    Q = { { 1, 2 }, { 2, 4 } }, X = { { 1, 2 }, { 2, 2 + sqrt(5) } } },
  { name = "1.6", A = { { 0.998, 0.067, 0, 0 }, { -0.067, 0.998, 0, 0 }, { 0, 0, 0.998, 0.153 },
    { 0, 0, -0.153, 0.998 } }, B = { { 0.0033, 0.02 }, { 0.1, -0.0007 }, { 0.04, 0.0073 },
    { -0.0028, 0.1 } }, R = li.eye(2), Q = { { 1.87, 0, 0, -0.244 }, { 0, 0.744, 0.205, 0 },
    { 0, 0.205, 0.589, 0 }, { -0.244, 0, 0, 1.048 } } },
  { name = "1.7", A = { { 0.98475, -0.079903, 0.0009054, -0.0010765 },
    { 0.041588, 0.99899, -0.035855, 0.012684 }, { -0.54662, 0.044916, -0.32991, 0.19318 },
    { 2.6624, -0.10045, -0.92455, -0.26325 } }, B = { { 0.0037112, 0.0007361 },
    { -0.087051, 9.3411e-6 }, { -1.19844, -4.1378e-4 }, { -3.1927, 9.2535e-4 } },
    R = li.eye(2), Q = 0.01 * li.eye(4) },
  { name = "1.9", A = 0.01 * li.mat { { 95.407, 1.9643, 0.3597, 0.0673, 0.019 },
    { 40.849, 41.317, 16.084, 4.4679, 1.1971 }, { 12.217, 26.326, 36.149, 15.93, 12.383 },
    { 4.1118, 12.858, 27.209, 21.442, 40.976 }, { 0.1305, 0.5808, 1.875, 3.6162, 94.28 } },
    B = 0.01 * li.mat { { 0.0434, 2.6606, 3.753, 3.6076, 0.4617 },
      { -0.0122, -1.0453, -5.51, -6.6, -0.9148 } }:transpose(), R = li.eye(2), Q = li.eye(5) },
  { name = "1.10", A = filled(6, 6, function(i, j) return j == i + 1 and i ~= 3 and 1 or 0 end),
    B = filled(6, 2, function(i, j) return i == 3 * j and 1 or 0 end), R = { { 3, 0 }, { 0, 1 } },
    Q = { { 1, 1, 0, 0, 0, 0 }, { 1, 1, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 1, -1, 0 },
      { 0, 0, 0, -1, 1, 0 }, { 0, 0, 0, 0, 0, 0 } },
    S = { { 1, 0 }, { 1, 0 }, { 0, 0 }, { 1, 0 }, { -1, 0 }, { 0, 0 } } },
  { name = "1.11", A = { { 0.8701, 0.135, 0.01159, 5.014e-4, -0.03722, 3.484e-4, 0, 4.242e-3,
      7.249e-3 }, { 0.07655, 0.8974, 0.01272, 5.504e-4, -0.04016, 3.743e-4, 0, 4.53e-3, 7.499e-3 },
    { -0.1272, 0.3575, 0.817, 1.455e-3, -0.1028, 9.87e-4, 0, 0.01185, 0.01872 },
    { -0.3635, 0.6339, 0.07491, 0.7966, -0.2735, 2.653e-3, 0, 0.03172, 0.04882 },
    { -0.96, 1.6459, -0.1289, -5.597e-3, 0.07142, 7.108e-3, 0, 0.08452, 0.1259 },
    { -0.6644, 0.11296, -0.08889, -3.854e-3, 0.08447, 0.0136, 0, 0.1443, 0.1016 },
    { -0.4102, 0.693, -0.05471, -2.371e-3, 0.06649, 0.01249, 1.063e-4, 0.09997, 0.06967 },
    { -0.1799, 0.3017, -0.02393, -1.035e-3, 0.06059, 0.02216, 0, 0.2139, 0.03554 },
    { -0.3451, 0.5804, -0.04596, -1.989e-3, 0.1056, 0.01986, 0, 0.2191, 0.2152 } },
    B = 1e-4 * li.mat { { 47.6, 8.79, 14.82, 38.92, 103.4, 72.03, 44.54, 19.71, 37.73 },
      { -5.701, -47.73, -131.2, -351.3, -927.5, -615.9, -368.3, -155.4, -302.8 },
      { -836.8, -27.3, 88.76, 248, 668, 383.4, 202.9, 69.37, 146.9 } }:transpose(), R = li.eye(3),
    Q = diag { 50, 0, 0, 0, 50, 0, 0, 0, 0 } },
  { name = "2.1", A = { { 0, 1 }, { 0, 0 } }, B = { { 0 }, { 1 } }, R = 1, Q = li.eye(2),
    X = diag { 1, 2 } },
  { name = "2.1", A = { { 0, 1e6 }, { 0, 0 } }, B = { { 0 }, { 1 } }, R = 1, Q = li.eye(2),
    X = diag { 1, 1 + 1e12 } },
  darex_2_2(1), darex_2_2(1e6), darex_2_3(10), darex_2_3(1e4), darex_2_3(1e8),
  darex_4_1(5), darex_4_1(100),
}

t.test("the discrete collection", function()
  for _, e in ipairs(discrete) do check(e, true) end
end)

t.test("the condition of one number, by hand", function()
  -- 2 a x - b^2 x^2 / r + q = 0: c = a - b k, k = b x / r
  local a, b, q, r = 0.7, 2, 3, 5
  local _, K, re, _, told = ctl.care(a, b, q, r)
  local k = K[1][1]
  local x = r * k / b
  t.near(re[1], a - b * k, 1e-14)
  t.near(told.condition, (q + k * k * r + 2 * x * (a + k * b)) / (2 * math.abs(re[1]) * x), 1e-10)
  local X
  X, K, re, _, told = ctl.dare(a, b, q, r)
  k, x = K[1][1], X[1][1]
  local c = math.abs(re[1])
  t.near(told.condition, (q + k * k * r + 2 * c * x * (a + k * b)) / ((1 - c * c) * x), 1e-10)
end)

-- ---- what cannot be solved ----------------------------------------------------------------------

local function fails(code, why, modes, X, text, got, info)
  t.eq(X, nil)
  t.eq(got, code)
  t.ok(text:find(why), text)
  t.eq(#info.modes, #modes)
  for k, mode in ipairs(modes) do
    t.near({ info.modes[k].re, info.modes[k].im }, { mode[1], mode[2] }, 1e-6)
    t.eq(info.modes[k].why, mode[3])
  end
end

t.test("modes that forbid a solution are named", function()
  local I2 = li.eye(2)
  fails("ESINGULAR", "mode 1 is not stabilizable", { { 1, 0, "not stabilizable" } },
    ctl.care({ { 1, 0 }, { 0, -1 } }, { { 0 }, { 1 } }, I2, 1))
  fails("ESINGULAR", "1.5 is not stabilizable", { { 1.5, 0, "not stabilizable" } },
    ctl.dare({ { 1.5, 1 }, { 0, 0.1 } }, { { 0 }, { 0 } }, I2, 1))
  fails("ESINGULAR", "0%+1i is not detectable",
    { { 0, 1, "not detectable" }, { 0, -1, "not detectable" } },
    ctl.care({ { 0, 1 }, { -1, 0 } }, { { 0 }, { 1 } }, li.zeros(2, 2), 1))
  fails("ESINGULAR", "1 is not detectable", { { 1, 0, "not detectable" } }, ctl.dare(1, 1, 0, 1))
  -- x' = u with reward for x: the Hamiltonian has +-i
  fails("ESINGULAR", "on the imaginary axis",
    { { 0, 1, "on the imaginary axis" }, { 0, -1, "on the imaginary axis" } },
    ctl.care(0, 1, -1, 1))
  local e = carex_2_5(0)
  t.eq((ctl.care(e.A, e.B, e.Q, e.R)), nil)
  -- turned by an orthogonal matrix, so that no zero shows it
  for _, n in ipairs { 4, 9 } do
    local U = ctl.schur(matrix(n, n))
    local A = li.diag(filled(1, n, function(_, j) return j == 1 and 0.7 or -j end)[1])
    local B = matrix(n, 2)
    for j = 1, 2 do B[1][j] = 0 end
    fails("ESINGULAR", "0.7 is not stabilizable", { { 0.7, 0, "not stabilizable" } },
      ctl.care(U * A * U:transpose(), U * B, li.eye(n), I2))
  end
  fails("ESINGULAR", "R: singular", {}, ctl.care(1, 1, 1, 0))
end)

t.test("numbers whose products overflow are refused, not worked with", function()
  local big = { { 1e300, 1e250 }, { -1e280, 1e300 } }
  for _, call in ipairs { { ctl.care, big, big, li.eye(2), li.eye(2) },
    { ctl.dare, big, big, li.eye(2), li.eye(2) }, { ctl.stein, big, li.eye(2), big },
    { ctl.riccati_flow, big, big, li.eye(2), li.eye(2), nil, li.eye(2), { 0, 1 } } } do
    local ok, X, why, code = pcall((table.unpack or unpack)(call, 1, 8))
    t.ok(ok and X == nil and code:find "^E" and #why > 0, tostring(X))
  end
end)

t.test("mistakes are told by their argument", function()
  t.raises("B: expected 2 rows", ctl.care, li.eye(2), 1, li.eye(2), 1)
  t.raises("R: expected 1 x 1, got 2 x 2", ctl.dare, 1, 1, 1, li.eye(2))
  t.raises("Q: expected a symmetric matrix", ctl.care, li.eye(2), { { 1 }, { 0 } },
    { { 1, 1 }, { 0, 1 } }, 1)
  t.raises("S: expected 1 x 1", ctl.care, 1, 1, 1, 1, li.eye(2))
  t.raises("E: expected 1 x 1", ctl.care, 1, 1, 1, 1, nil, li.eye(2))
end)

-- ---- Hamilton's other sign, and finite times ----------------------------------------------------

t.test("an indefinite R: the game whose value is known", function()
  -- 2 a x - (1 - 1 / g^2) x^2 + 1 = 0, x > 0 stabilizing
  local a, g = 0.5, 3
  local c = 1 - 1 / g ^ 2
  local X = ctl.care(a, { { 1, 1 } }, 1, { { 1, 0 }, { 0, -g * g } })
  t.near(X[1][1], (a + sqrt(a * a + c)) / c, 1e-13)
end)

t.test("steps: by hand, in the limit, along a trajectory", function()
  local K, X0 = ctl.riccati_steps(1, 1, 1, 1, nil, 0, 3)
  -- x: 0, 1, 3/2, 8/5
  t.near({ K[1][1][1], K[2][1][1], K[3][1][1] }, { 0.6, 0.5, 0 })
  t.near(X0[1][1], 1.6)
  local A, B = matrix(4, 4) * 2, matrix(4, 2)
  local Q, R, S = li.eye(4), li.eye(2), matrix(4, 2) * 0.2
  local X, G = ctl.dare(A, B, Q, R, S)
  K, X0 = ctl.riccati_steps(A, B, Q, R, S, li.zeros(4, 4), 200)
  t.close(X0, X, 1e-10)
  t.close(K[1], G, 1e-10)
  -- the cost of the gains, added up from the end, is X0: another road
  local list = {}
  for k = 1, 5 do list[k] = matrix(3, 3) end
  B, Q, R = matrix(3, 2), li.eye(3), diag { 2, 3 }
  K, X0 = ctl.riccati_steps(list, B, Q, R, nil, Q, 5)
  local cost = Q
  for k = 5, 1, -1 do
    local closed = list[k] - B * K[k]
    cost = Q + K[k]:transpose() * R * K[k] + closed:transpose() * cost * closed
  end
  t.near(X0, cost, 1e-12)
  local X1, why, code = ctl.riccati_steps(1, 1, 1, 0, nil, 0, 2)
  t.eq(X1, nil)
  t.eq(code, "ESINGULAR")
  t.ok(why:find "step 2 of 2", why)
  t.raises("A: expected one matrix or 2, got 3", ctl.riccati_steps, { li.eye(1), li.eye(1),
    li.eye(1) }, 1, 1, 1, nil, 0, 2)
end)

t.test("continuous time: tanh, the limit, a conjugate point", function()
  local X = ctl.riccati_flow(0, 1, 1, 1, nil, 0, { 0, 1, 1.5 })
  local function tanh(x) return (math.exp(x) - math.exp(-x)) / (math.exp(x) + math.exp(-x)) end
  t.near({ X[1][1][1], X[2][1][1], X[3][1][1] }, { tanh(1.5), tanh(0.5), 0 }, 1e-14)
  t.near(ctl.riccati_flow(0, 1, 1, 1, nil, 0, { 0, 1e6 })[1][1][1], 1, 1e-14)
  local A, B, S = matrix(5, 5) * 3, matrix(5, 2), matrix(5, 2) * 0.3
  local Q, R = li.eye(5), { { 2, 0.5 }, { 0.5, 1 } }
  t.close(ctl.riccati_flow(A, B, Q, R, S, li.zeros(5, 5), { 0, 100 })[1],
    (ctl.care(A, B, Q, R, S)), 1e-9)
  -- the slope is what the equation says
  local h = 1e-3
  X = ctl.riccati_flow(A, B, Q, R, S, Q, { 0, h, 2 * h, 1 })
  local L = X[2] * B + S
  local want = (A:transpose() * X[2] + X[2] * A - L * li.mat(R):solve(L:transpose()) + Q) * -1
  t.close((X[3] - X[1]) / (2 * h), want, 1e-4)
  -- -x' = -x^2 - 1: x = -tan, which has no value behind pi / 2
  t.near(ctl.riccati_flow(0, 1, -1, 1, nil, 0, { 0, 1.5 })[1][1][1], -math.tan(1.5), 1e-11)
  local none, why, code = ctl.riccati_flow(0, 1, -1, 1, nil, 0, { 0, 1.6 })
  t.eq(none, nil)
  t.eq(code, "ESINGULAR")
  t.ok(why:find "grows without bound", why)
  t.raises("times: expected rising times", ctl.riccati_flow, 0, 1, 1, 1, nil, 0, { 1, 0 })
  t.ok(abs(ctl.riccati_flow(0, 1, 1, 1, nil, 0, { 2 })[1][1][1]) == 0)
end)

t.done()
