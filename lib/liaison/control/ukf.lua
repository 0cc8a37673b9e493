-- ukf.lua - li.ukf: the unscented Kalman filter of a process in expressions, as a block: mean and
-- covariance of the functions themselves at 2 n + 1 points, no slopes
--
--   points x, x +- sqrt(c) S_i, P = S S', c = alpha^2 (n + kappa); weights 1 - n/c and 1/(2 c), of
--   the first in covariances 1 - alpha^2 + beta more      [Julier, Uhlmann 1997; Wan, Merwe 2000]
--   square_root: S itself is kept; all is triangularized at once, [Y X; R 0] -> [Sy 0; M S]'
local li = require "liaison.core"
local check = require "liaison.base.check"
local filtering = require "liaison.control.filtering"
local lines = require "liaison.control.lines"
local process = require "liaison.control.process"
local kit = li._internal

local fields = {}
for key, rule in pairs(process.fields) do fields[key] = rule end
fields.alpha, fields.beta, fields.kappa = { "num?", above = 0 }, "num?", "num?"

-- ---- weights ------------------------------------------------------------------------------------

-- kappa = 3 - n makes the fourth moment of a normal x right; below 0 it is left out
local function weights_of(o, n, form)
  local alpha, beta = o.alpha or 1, o.beta or 0
  local kappa = o.kappa or math.max(3 - n, 0)
  local c = alpha ^ 2 * (n + kappa)
  if not (c > 0) then
    check.fail("kappa", "expected more than -%d, got %s", n, kit.number(kappa))
  end
  local w = { c = c, mean = 1 - n / c, each = 1 / (2 * c) }
  w.first = w.mean + 1 - alpha ^ 2 + beta
  if form == "square_root" and w.first < 0 then
    check.fail("form", "the root of a covariance takes no negative weight: with alpha %s, beta %s, "
      .. "kappa %s the first one is %s", kit.number(alpha), kit.number(beta), kit.number(kappa),
      kit.number(w.first))
  end
  return w
end

-- ---- points -------------------------------------------------------------------------------------

-- texts of the states at every point; root: lower, by columns
local function points_of(u, x, root)
  local L, n, out = u.p.lines, #x, { x }
  for j = 1, n do
    local plus, minus = {}, {}
    for i = 1, n do
      plus[i], minus[i] = x[i], x[i]
      if root[i][j] ~= "0" then
        local part = L:let(lines.number(math.sqrt(u.w.c)) .. "*" .. root[i][j])
        plus[i], minus[i] = L:let(x[i] .. " + " .. part), L:let(x[i] .. " - " .. part)
      end
    end
    out[1 + j], out[1 + n + j] = plus, minus
  end
  return out
end

-- f at every point; rows[point][entry]
local function values_of(u, f, points)
  local out = {}
  for k, x in ipairs(points) do out[k] = u.p.lines:put(f, u.p.names, x) end
  return out
end

-- mean, and what every point is beyond it; wrap[entry]: an angle
local function spread(u, values, wrap)
  local L, mean, beyond = u.p.lines, {}, {}
  for k = 1, #values do beyond[k] = {} end
  for i = 1, #values[1] do
    local first, terms = values[1][i], {}
    for k = 2, #values do
      local d = L:let(values[k][i] .. " - " .. first)
      beyond[k][i] = wrap[i] and L:let(("atan2(sin(%s), cos(%s))"):format(d, d)) or d
      terms[#terms + 1] = beyond[k][i]
    end
    local shift = L:let(("%s*(%s)"):format(lines.number(u.w.each), lines.sum(terms)))
    mean[i] = L:let(first .. " + " .. shift)
    beyond[1][i] = L:let("-" .. shift)
    for k = 2, #values do beyond[k][i] = L:let(beyond[k][i] .. " - " .. shift) end
  end
  return mean, beyond
end

-- sum of weights a_i b_j over points; others: columns of more to a_i b_j
local function weighted(u, a, i, b, j)
  local first, rest = nil, {}
  for k = 1, #a do
    local part = lines.product(a[k][i], b[k][j])
    if k == 1 then first = part and lines.product(lines.number(u.w.first), part)
    else rest[#rest + 1] = part end
  end
  local terms = { first }
  if #rest > 0 then
    terms[#terms + 1] = ("%s*(%s)"):format(lines.number(u.w.each), lines.sum(rest))
  end
  return lines.sum(terms)
end

-- rows for triangular: points by the roots of their weights
local function rooted(u, beyond, out, from)
  for k = 1, #beyond do
    local w = lines.number(math.sqrt(k == 1 and u.w.first or u.w.each))
    for i = 1, #beyond[k] do
      out[k][from + i] = u.p.lines:let(lines.product(w, beyond[k][i]) or "0")
    end
  end
end

-- ---- the covariance as states -------------------------------------------------------------------

local function read_states(u)
  local p, n = u.p, #u.p.names
  local letter = u.form == "square_root" and "S" or "P"
  local start = p.P0
  u.letter, u.M = letter, lines.zeros(n, n)
  local root = {}
  for i = 1, n do
    root[i] = {}
    for j = 1, i do
      root[i][j] = start[i][j]
      if letter == "S" then
        for k = 1, j - 1 do root[i][j] = root[i][j] - root[i][k] * root[j][k] end
        if i == j then root[i][i] = math.sqrt(math.max(root[i][i], 0))
        else root[i][j] = root[j][j] > 0 and root[i][j] / root[j][j] or 0 end
      end
      local name = ("%s%d_%d"):format(letter, i, j)
      p.spec.states[name], u.M[i][j] = root[i][j], name
      u.M[j][i] = letter == "P" and name or u.M[j][i]
    end
  end
end

local function keep_states(u, M)
  for i = 1, #u.p.names do
    for j = 1, i do u.p.spec.next[("%s%d_%d"):format(u.letter, i, j)] = M[i][j] end
  end
end

local function root_of(u, M)
  if u.letter == "S" then return M end
  return u.p.lines:semiroot(M).L
end

local function entry_of(u, M, i, j)
  if u.letter == "P" then return M[i][j] end
  local terms = {}
  for k = 1, math.min(i, j) do terms[#terms + 1] = lines.product(M[i][k], M[j][k]) end
  return u.p.lines:let(lines.sum(terms))
end

-- ---- measured -----------------------------------------------------------------------------------

-- the covariance of the noise as texts
local function noise_texts(u)
  local m, p = #u.p.measured, u.p
  local R = lines.zeros(m, m)
  for i = 1, m do
    for j = 1, m do
      if p.R then R[i][j] = lines.number(p.R[i][j]) end
    end
    if not p.R then R[i][i] = filtering.variance_of(p, p.measured[i]) end
  end
  return R
end

-- innovations; what is not there or not believed takes no part
local function screened(u, values, R)
  local p, L, wrap, fresh, e = u.p, u.p.lines, {}, {}, {}
  for i, m in ipairs(p.measured) do wrap[i] = m.wrap end
  local mean, beyond = spread(u, values, wrap)
  local kept = {}
  for i, m in ipairs(p.measured) do
    e[i], fresh[i] = filtering.innovation(p, m, m.symbol, mean[i]), filtering.fresh(p, m) or false
    local factor = fresh[i]
    if m.gate then
      local s = L:let(lines.sum { weighted(u, beyond, i, beyond, i), R[i][i] })
      local keep = ("piecewise(%s^2 > %s*%s, 0, 1)"):format(e[i], lines.number(m.gate), s)
      factor = L:let(factor and factor .. "*" .. keep or keep)
    end
    kept[i] = e[i]
    if factor then
      kept[i] = L:let(e[i] .. "*" .. factor)
      for k = 1, #beyond do beyond[k][i] = L:let(beyond[k][i] .. "*" .. factor) end
    end
  end
  return kept, beyond, e, fresh
end

-- {L, inverse} of the root of the innovations' covariance, M (m x n) = Sy^-1 Pyx, what S becomes
local function by_roots(u, Y, X, R)
  local m, n, A = #u.p.measured, #u.p.names, { rows = #Y + #u.p.measured }
  A.cols = m + n
  for k = 1, A.rows do
    A[k] = {}
    for j = 1, A.cols do A[k][j] = "0" end
  end
  rooted(u, Y, A, 0)
  rooted(u, X, A, m)
  local noise = u.p.lines:semiroot(R).L
  for i = 1, m do for j = 1, m do A[#Y + i][j] = noise[j][i] end end
  local f = u.p.lines:triangular(A)
  local Sy = { L = lines.part(f.L, 1, m, 1, m), inverse = f.inverse, n = m }
  local M = lines.transpose(lines.part(f.L, m + 1, m + n, 1, m))
  return Sy, M, lines.part(f.L, m + 1, m + n, m + 1, m + n)
end

local function by_covariance(u, Y, X, R)
  local L, m, n = u.p.lines, #u.p.measured, #u.p.names
  local S, C = lines.zeros(m, m), lines.zeros(m, n)
  for i = 1, m do
    for j = 1, i do
      S[i][j] = L:let(lines.sum { weighted(u, Y, i, Y, j), R[i][j] ~= "0" and R[i][j] or nil })
      S[j][i] = S[i][j]
    end
    for j = 1, n do C[i][j] = L:let(weighted(u, Y, i, X, j)) end
  end
  local Sy = L:semiroot(S)
  local M, P = L:forward(Sy, C), lines.zeros(n, n)
  for i = 1, n do
    for j = 1, i do
      local terms = {}
      for k = 1, m do terms[#terms + 1] = lines.product(M[k][i], M[k][j]) end
      P[i][j] = L:let(("%s - (%s)"):format(u.M[i][j], lines.sum(terms)))
      P[j][i] = P[i][j]
    end
  end
  return Sy, M, P
end

local function measure(u)
  local p, L = u.p, u.p.lines
  local h, x = {}, p.names
  for i, m in ipairs(p.measured) do h[i] = m.h end
  local points, R = points_of(u, x, root_of(u, u.M)), noise_texts(u)
  local nu, Y, e, fresh = screened(u, values_of(u, h, points), R)
  local X = {}
  for k, at in ipairs(points) do
    X[k] = {}
    for i = 1, #x do X[k][i] = at[i] == x[i] and "0" or L:let(at[i] .. " - " .. x[i]) end
  end
  local how = u.letter == "S" and by_roots or by_covariance
  local Sy, M, becomes = how(u, Y, X, R)
  local z, post, squares = L:forward(Sy, lines.matrix(nu)), {}, {}
  for i = 1, #x do
    local terms = { x[i] }
    for k = 1, #h do terms[#terms + 1] = lines.product(M[k][i], z[k][1]) end
    post[i] = L:let(lines.sum(terms))
  end
  for k = 1, #h do squares[k] = z[k][1] .. "^2" end
  return post, becomes, e, fresh, lines.sum(squares)
end

-- ---- moved on -----------------------------------------------------------------------------------

local function noise_of_step(u, step, post)
  local p, n = u.p, #u.p.names
  local Gw
  if #p.noise > 0 then
    local by, at = {}, {}
    for k, name in ipairs(p.names) do by[k], at[k] = name, post[k] end
    for k, name in ipairs(p.noise) do by[n + k], at[n + k] = name, name end
    Gw = lines.part(p.lines:slopes(step, by, at), 1, n, n + 1, n + #p.noise)
  end
  return process.noise(p, Gw)
end

local function moved_root(u, X, G, q)
  local n = #u.p.names
  local A = { rows = #X + #q, cols = n }
  for k = 1, A.rows do A[k] = {} end
  rooted(u, X, A, 0)
  for k = 1, #q do
    local root = u.p.lines:let(("sqrt(%s)"):format(q[k]))
    for i = 1, n do A[#X + k][i] = u.p.lines:let(lines.product(G[i][k], root) or "0") end
  end
  return u.p.lines:triangular(A).L
end

local function moved_covariance(u, X, G, q)
  local n = #u.p.names
  local P = lines.zeros(n, n)
  for i = 1, n do
    for j = 1, i do
      local terms = { weighted(u, X, i, X, j) }
      for k = 1, #q do
        local g = lines.product(G[i][k], G[j][k])
        terms[#terms + 1] = g and lines.product(g, q[k])
      end
      P[i][j] = u.p.lines:let(lines.sum(terms))
      P[j][i] = P[i][j]
    end
  end
  return P
end

local function predict(u, post, M)
  local step = process.step(u.p)
  local points = points_of(u, post, root_of(u, M))
  local mean, X = spread(u, values_of(u, step, points), {})
  local G, q = noise_of_step(u, step, post)
  local move = u.letter == "S" and moved_root or moved_covariance
  keep_states(u, move(u, X, G, q))
  return mean
end

local function form_of(x)
  if x == nil or x == "covariance" or x == "square_root" then return x or "covariance" end
  return check.fail("form", "expected 'covariance' or 'square_root', got %s", check.got(x))
end

-- innovations as they were; the nis of all of them
local function tell(p, e, fresh, nis)
  for i, m in ipairs(p.told.innovation and p.measured or {}) do
    filtering.output(p, filtering.plain(m.name) .. "_innovation",
      fresh[i] and fresh[i] .. "*" .. e[i] or e[i])
  end
  if p.told.nis then filtering.output(p, "nis", nis) end
end

local function ukf(spec)
  local o = check.fields(spec, "", fields)
  local form = form_of(o.form)
  local u = { p = process.read(o, "ukf"), form = form }
  u.w = weights_of(o, #u.p.names, form)
  read_states(u)
  local post, M, e, fresh, nis = measure(u)
  local function entry(i, j) return entry_of(u, M, i, j) end
  filtering.tell_covariance(u.p, u.p.told, u.p.names, entry)
  process.keep(u.p, post, predict(u, post, M))
  tell(u.p, e, fresh, nis)
  return filtering.finish(u.p)
end

local EXAMPLE = "local b = li.ukf{states = {x = 1}, next = {x = 'x'}, Q = 0, P0 = 1, dt = 1, "
  .. "measured = {y = {'x', R = 1}}} "

check.define(li, {
  { "ukf(spec: table) -> block",
    "An unscented Kalman filter as a block: told as li.ekf, and alpha, beta, kappa (1, 0 and "
      .. "3 - n, not below 0: weights that are not negative), form = 'covariance' or 'square_root' "
      .. "(the Cholesky factor goes along). No slopes of the functions, but of noise by name, "
      .. "about the estimate. A gate looks at every measurement alone.",
    EXAMPLE .. "return b:step({y = 2})[1] --> 1.5", ukf },
})
