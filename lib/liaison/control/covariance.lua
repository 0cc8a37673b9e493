-- covariance.lua - covariances of estimates as states of a block: measured by one scalar after the
-- other and moved on, in three forms that give the same numbers as long as these are exact
--
--   covariance   P - K (P h)'                                     [Kalman 1960]
--   joseph       (1 - K h') P (1 - K h')' + K r K'                [Bucy, Joseph 1968]
--   square_root  P = U D U', U with ones on its diagonal          [Bierman 1977], moved on by
--                weighted Gram-Schmidt                            [Thornton 1976]
local li = require "liaison.core"
local check = require "liaison.base.check"
local lines = require "liaison.control.lines"

local covariance = {}

local FORMS = { covariance = {}, joseph = {}, square_root = {} }
for _, form in pairs(FORMS) do form.__index = form end

-- ---- numbers ------------------------------------------------------------------------------------

-- P = U D U' of a symmetric matrix with no eigenvalue below 0: U (ones on its diagonal), D
function covariance.factors(P)
  local n = #P
  local U, D, rest = li.eye(n), li.zeros(n), P + li.zeros(n, n)
  for j = n, 1, -1 do
    D[j] = math.max(rest[j][j], 0)
    for i = 1, j - 1 do
      U[i][j] = D[j] > 0 and rest[i][j] / D[j] or 0
      for k = 1, i do rest[k][i] = rest[k][i] - U[i][j] * U[k][j] * D[j] end
    end
  end
  return U, D
end

local function is_diagonal(M)
  for i = 1, #M do
    for j = 1, #M do if i ~= j and M[i][j] ~= 0 then return false end end
  end
  return true
end
covariance.is_diagonal = is_diagonal

-- a name that a value may have: rates without their mark
function covariance.plain(name) return (name:gsub("'", "_rate")) end

-- M = G diag(q) G': G as texts, q as texts; q by value names prefix_<name> where M is diagonal
function covariance.noise(M, names, prefix, values)
  local n, q = #M, {}
  local diagonal = is_diagonal(M)
  local U, D = covariance.factors(M)
  for k = 1, n do
    q[k] = lines.number(D[k])
    if diagonal and D[k] > 0 then
      q[k] = prefix .. covariance.plain(names[k])
      values[q[k]] = D[k]
    end
  end
  if diagonal then return lines.eye(n), q end
  local rows = {}
  for i = 1, n do
    rows[i] = {}
    for j = 1, n do rows[i][j] = U[i][j] == 1 and "1" or U[i][j] end
  end
  return lines.matrix(rows), q
end

-- ---- what all have in common --------------------------------------------------------------------

local function times(a, b) return lines.product(a, b) or "0" end

local function sum(list)
  local kept = {}
  for _, x in ipairs(list) do if x ~= "0" then kept[#kept + 1] = x end end
  return lines.sum(kept)
end

-- a - b
local function less(a, b)
  if b == "0" then return a end
  return sum { a, "(-" .. b .. ")" }
end

-- sum_k a[k] b[k] as a line
local function inner(L, a, b, first)
  local terms = { first }
  for k = 1, #a do terms[#terms + 1] = times(a[k], b[k]) end
  return L:let(sum(terms))
end

local function state(c, name, start)
  c.states[name] = start
  return name
end

-- ---- P itself -----------------------------------------------------------------------------------

local function read_matrix(c, P0)
  c.P = lines.zeros(c.n, c.n)
  for i = 1, c.n do
    for j = 1, i do
      c.P[i][j] = state(c, ("P%d_%d"):format(i, j), P0[i][j])
      c.P[j][i] = c.P[i][j]
    end
  end
end

local function column_of_P(c, h)
  local out = {}
  for i = 1, c.n do out[i] = inner(c.lines, c.P[i], h) end
  return out
end

local function gain_of(c, h, r)
  local Ph = column_of_P(c, h)
  local s = inner(c.lines, h, Ph, r)
  local inverse, K = c.lines:let("1/" .. s), {}
  for i = 1, c.n do K[i] = c.lines:let(times(Ph[i], inverse)) end
  return K, s, Ph
end

local function next_matrix(c)
  local out = {}
  for i = 1, c.n do
    for j = 1, i do out[("P%d_%d"):format(i, j)] = c.P[i][j] end
  end
  return out
end

-- F P F' + G diag(q) G'
local function predict_matrix(c, F, G, q)
  local L = c.lines
  local moved = L:congruence(F, c.P)
  for i = 1, c.n do
    for j = 1, i do
      local terms = { moved[i][j] }
      for k = 1, #q do terms[#terms + 1] = times(times(G[i][k], G[j][k]), q[k]) end
      moved[i][j] = L:let(sum(terms))
      moved[j][i] = moved[i][j]
    end
  end
  c.P = moved
end

local function entry_of_matrix(c, i, j) return c.P[i][j] end

function FORMS.covariance.update(c, h, r)
  local K, s, Ph = gain_of(c, h, r)
  local P = lines.zeros(c.n, c.n)
  for i = 1, c.n do
    for j = 1, i do
      P[i][j] = c.lines:let(less(c.P[i][j], times(K[i], Ph[j])))
      P[j][i] = P[i][j]
    end
  end
  c.P = P
  return K, s
end

function FORMS.joseph.update(c, h, r)
  local L = c.lines
  local K, s = gain_of(c, h, r)
  local A = lines.zeros(c.n, c.n)
  for i = 1, c.n do
    for j = 1, c.n do
      local one = i == j and "1" or "0"
      A[i][j] = h[j] == "0" and one or L:let(less(one, times(K[i], h[j])))
    end
  end
  local P = L:congruence(A, c.P)
  for i = 1, c.n do
    for j = 1, i do
      P[i][j] = L:let(sum { P[i][j], times(times(K[i], K[j]), r) })
      P[j][i] = P[i][j]
    end
  end
  c.P = P
  return K, s
end

for _, name in ipairs { "covariance", "joseph" } do
  local form = FORMS[name]
  form.read, form.next, form.predict, form.entry = read_matrix, next_matrix, predict_matrix,
    entry_of_matrix
end

-- ---- U D U' -------------------------------------------------------------------------------------

local UD = FORMS.square_root

function UD.read(c, P0)
  local U, D = covariance.factors(P0)
  c.U, c.D = lines.eye(c.n), {}
  for j = 1, c.n do
    c.D[j] = state(c, ("D%d"):format(j), D[j])
    for i = 1, j - 1 do c.U[i][j] = state(c, ("U%d_%d"):format(i, j), U[i][j]) end
  end
end

function UD.next(c)
  local out = {}
  for j = 1, c.n do
    out[("D%d"):format(j)] = c.D[j]
    for i = 1, j - 1 do out[("U%d_%d"):format(i, j)] = c.U[i][j] end
  end
  return out
end

-- f = U'h, v = D f; a_j = a_(j-1) + f_j v_j; D_j <- D_j a_(j-1)/a_j;
-- U_ij <- U_ij - f_j/a_(j-1) b_i, b_i <- b_i + U_ij v_j (of before); K = b/a_n
function UD.update(c, h, r)
  local L, n = c.lines, c.n
  local a, b = r, {}
  local U, D = lines.eye(n), {}
  for j = 1, n do
    local column = {}
    for i = 1, n do column[i] = i <= j and c.U[i][j] or "0" end
    local f = inner(L, column, h)
    local v = L:let(times(c.D[j], f))
    local before, now = a, a
    if f ~= "0" then now = L:let(sum { before, times(f, v) }) end
    D[j] = f == "0" and c.D[j] or L:let(times(c.D[j], before) .. "/" .. now)
    for i = 1, j - 1 do
      U[i][j] = c.U[i][j]
      if f ~= "0" then
        U[i][j] = L:let(less(c.U[i][j], times(f, b[i]) .. "/" .. before))
        b[i] = L:let(sum { b[i], times(c.U[i][j], v) })
      end
    end
    b[j], a = v, now
  end
  c.U, c.D = U, D
  local K = {}
  for i = 1, n do K[i] = b[i] == "0" and "0" or L:let(b[i] .. "/" .. a) end
  return K, a
end

-- rows of [F U | G] with weights [D, q], orthogonal from the last to the first
function UD.predict(c, F, G, q)
  local L, n = c.lines, c.n
  local W, weight = L:mul(F, c.U), {}
  for k = 1, n do weight[k] = c.D[k] end
  for k = 1, #q do
    weight[n + k] = q[k]
    for i = 1, n do W[i][n + k] = G[i][k] end
  end
  local U, D = lines.eye(n), {}
  for j = n, 1, -1 do
    local scaled = {}
    for k = 1, #weight do scaled[k] = L:let(times(W[j][k], weight[k])) end
    D[j] = inner(L, W[j], scaled)
    for i = 1, j - 1 do
      local along = inner(L, W[i], scaled)
      -- a direction without any variance takes none from the others
      if along ~= "0" then
        U[i][j] = L:let(("piecewise(%s > 0, %s/%s, 0)"):format(D[j], along, D[j]))
        for k = 1, #weight do
          W[i][k] = L:let(less(W[i][k], times(U[i][j], W[j][k])))
        end
      else
        U[i][j] = "0"
      end
    end
  end
  c.U, c.D = U, D
end

function UD.entry(c, i, j)
  local terms = {}
  for k = math.max(i, j), c.n do
    terms[#terms + 1] = times(times(c.U[i][k], c.U[j][k]), c.D[k])
  end
  return c.lines:let(sum(terms))
end

-- ---- made ---------------------------------------------------------------------------------------

-- of n numbers, P0 at the start (mat); L: the lines it goes into. states: names with their start
function covariance.new(L, P0, form)
  local c = setmetatable({ lines = L, n = #P0, states = {}, form = form }, FORMS[form])
  c:read(P0)
  return c
end

function covariance.form_of(x, path)
  if x == nil then return "covariance" end
  if type(x) ~= "string" or not FORMS[x] then
    check.fail(path, "expected 'covariance', 'joseph' or 'square_root', got %s", check.got(x))
  end
  return x
end

-- the variance of nu, h' P h + r
local function variance_of(c, h, r)
  local Ph = {}
  for i = 1, c.n do
    local row = {}
    for k = 1, c.n do row[k] = c:entry(i, k) end
    Ph[i] = inner(c.lines, row, h)
  end
  return inner(c.lines, h, Ph, r)
end

-- h, or 0 where nu^2 is above the gate times its variance: it is not believed
local function gated(c, h, r, nu, gate)
  local L, s, kept = c.lines, variance_of(c, h, r), {}
  local keep = L:let(("piecewise(%s^2 > %s*%s, 0, 1)"):format(nu, gate, s))
  for k = 1, c.n do kept[k] = L:let(times(keep, h[k])) end
  return kept, s
end

-- scalars one behind the other: innovations e, slopes H (rows of texts), variances r, gates (a text
-- or false for each). What is added to the estimate, every innovation with the ones before it
-- believed, and its variance
function covariance.measure(c, e, H, r, gates)
  local L, delta, seen, variances = c.lines, {}, {}, {}
  for i = 1, c.n do delta[i] = "0" end
  for m = 1, #e do
    local left = e[m]
    for k = 1, c.n do left = less(left, times(H[m][k], delta[k])) end
    local h, nu, s = H[m], L:let(left), nil
    if gates[m] then h, s = gated(c, h, r[m], nu, gates[m]) end
    local K, believed = c:update(h, r[m])
    seen[m], variances[m] = nu, s or believed
    for i = 1, c.n do delta[i] = L:let(sum { delta[i], times(K[i], nu) }) end
  end
  return delta, seen, variances
end

return covariance
