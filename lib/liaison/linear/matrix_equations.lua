-- matrix_equations.lua - matrix equations of control: Lyapunov, Stein, Sylvester, Riccati; gains by
-- poles
local li = require "liaison.core"
local check = require "liaison.base.check"
local duality = require "liaison.linear.duality"
local weights = require "liaison.linear.weights"
local kit = li._internal

local ctl = kit.ctl

local function place(A, B, poles)
  local re, im = weights.poles(poles, "poles")
  if #re ~= #A then
    check.fail("poles", "expected %d poles, as A has rows, got %d", #A, #re)
  end
  return ctl.place(A, B, re, im)
end

local function pole_list(re, im)
  local poles = {}
  for k = 1, #re do poles[k] = { re = re[k], im = im[k] } end
  return poles
end

local function riccati(name)
  return function(A, B, Q, R, S, E)
    local X, K, re, im, told = ctl[name](A, B, Q, R, S, E)
    if not X then return nil, K, re, im end
    return X, K, pole_list(re, im), told
  end
end

-- gains by weights, as K, X, poles of the loop
local function regulator(name)
  return function(A, B, Q, R, S)
    local X, K, re, im, told = ctl[name](A, B, Q, R, S)
    if not X then return nil, K, re, im end
    return K, X, pole_list(re, im), told
  end
end

-- the same of x' = A x + G w, y = C x + v: the gain of the estimate
local function estimator(name)
  return function(A, G, C, W, V)
    local Q = li.mat(G) * li.mat(W) * li.mat(G):transpose()
    local At, Ct = li.mat(A):transpose(), li.mat(C):transpose()
    local P, K, re, im, told = ctl[name](At, Ct, Q, V)
    if not P then return duality.turned(K, re, im) end
    return K:transpose(), P, pole_list(re, im), told
  end
end

check.define(li, {
  { "lyapunov(A: mat, Q: mat [, E: mat]) -> X: mat, told: table",
    "X of A X + X A' + Q = 0 (A X E' + E X A' + Q = 0), and {residual, condition}; nil, message, "
      .. "code where two eigenvalues of A sum to 0.", "(li.lyapunov({{-1}}, {{4}})) --> [2]",
    function(A, Q, E) return ctl.lyapunov(A, Q, E) end },
  { "stein(A: mat, Q: mat [, E: mat]) -> X: mat, told: table",
    "X of A X A' - X + Q = 0 (A X A' - E X E' + Q = 0), and {residual, condition}.",
    "(li.stein({{0.5}}, {{3}})) --> [4]",
    function(A, Q, E) return ctl.stein(A, Q, E) end },
  { "sylvester(A: mat, B: mat, C: mat) -> X: mat, told: table",
    "X of A X + X B = C, and {residual, condition}.",
    "(li.sylvester({{1}}, {{2}}, {{6}})) --> [2]",
    function(A, B, C) return ctl.sylvester(A, B, C) end },
  { "care(A: mat, B: mat, Q: mat, R: mat [, S: mat, E: mat]) -> X: mat, K: mat, poles: table, "
    .. "told: table",
    "The stabilising X of A'X E + E'X A - (E'X B + S) R^-1 (E'X B + S)' + Q = 0, K = R^-1 (E'X B + "
      .. "S)', the poles of the loop, {residual, condition}; nil, message, code, info {modes} "
      .. "where there is none.", "(li.care({{0}}, {{1}}, {{4}}, {{1}})) --> [2]", riccati "care" },
  { "dare(A: mat, B: mat, Q: mat, R: mat [, S: mat, E: mat]) -> X: mat, K: mat, poles: table, "
    .. "told: table",
    "The stabilising X of A'X A - E'X E - (A'X B + S)(R + B'X B)^-1 (A'X B + S)' + Q = 0, K, the "
      .. "poles of the loop, {residual, condition}; R may be singular.",
    "(li.dare({{1}}, {{1}}, {{1}}, {{2}})) --> [2]", riccati "dare" },
  { "lqr(A: mat, B: mat, Q: mat, R: mat [, S: mat]) -> K: mat, X: mat, poles: table, told: table",
    "The gain K of u = -K x that makes the integral of x'Q x + 2 x'S u + u'R u least (system:lqr "
      .. "has names, horizons, and a controller that runs).",
    "(li.lqr({{0}}, {{1}}, {{4}}, {{1}})) --> [2]", regulator "care" },
  { "dlqr(A: mat, B: mat, Q: mat, R: mat [, S: mat]) -> K: mat, X: mat, poles: table, told: table",
    "The same of x+ = A x + B u and a sum.",
    "(li.dlqr({{1}}, {{1}}, {{1}}, {{2}})) --> [0.5]", regulator "dare" },
  { "lqe(A: mat, G: mat, C: mat, W: mat, V: mat) -> L: mat, P: mat, poles: table, told: table",
    "The gain L of a Kalman filter of x' = A x + G w, y = C x + v with covariances W and V, and "
      .. "the covariance P of its error.",
    "(li.lqe({{0}}, {{1}}, {{1}}, {{4}}, {{1}})) --> [2]", estimator "care" },
  { "dlqe(A: mat, G: mat, C: mat, W: mat, V: mat) -> L: mat, P: mat, poles: table, told: table",
    "The same of x+ = A x + G w, y = C x + v: L takes the estimate of one time to the next.",
    "(li.dlqe({{1}}, {{1}}, {{1}}, {{1}}, {{2}})) --> [0.5]", estimator "dare" },
  { "place(A: mat, B: mat, poles: any) -> K: mat, told: table",
    "K that brings the eigenvalues of A - B K to the poles (numbers, {re, im} with conjugates), "
      .. "and {condition, re, "
      .. "im}.", "(li.place({{0, 1}, {0, 0}}, {{0}, {1}}, {-1, -2})) --> [2  3]",
    place },
})
