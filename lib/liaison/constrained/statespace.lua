-- statespace.lua - kane:linearize: x' = A x + B u, y = C x + D u about a state; eigenvalues,
-- frequency response
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local kit = li._internal

-- complex numbers as {re, im} by the real system [-A -w; w -A] (xr, xi) = (B, 0)
local function frequency(s, w)
  local n, out = #s.A, {}
  local K = li.zeros(2 * n, 2 * n)
  for i = 1, n do
    K[i][n + i], K[n + i][i] = -w, w
    for j = 1, n do K[i][j], K[n + i][n + j] = -s.A[i][j], -s.A[i][j] end
  end
  for j = 1, #s.inputs do
    local rhs = {}
    for i = 1, 2 * n do rhs[i] = i <= n and s.B[i][j] or 0 end
    local x, why, code = K:solve(rhs)
    if not x then return nil, ("s = %s i is an eigenvalue: %s"):format(kit.number(w), why), code end
    for i = 1, #s.outputs do
      local re, im = s.D[i][j], 0
      for k = 1, n do re, im = re + s.C[i][k] * x[k], im + s.C[i][k] * x[n + k] end
      out[i] = out[i] or {}
      out[i][j] = { re = re, im = im }
    end
  end
  return out
end

local function eigenvalues(s)
  local re, _, im = s.A:eig()
  local list = {}
  for i = 1, #re do list[i] = { re = re[i], im = im and im[i] or 0 } end
  table.sort(list, function(a, b) return a.re > b.re or (a.re == b.re and a.im > b.im) end)
  return list
end

-- the vector of eigenvalue k, its largest entry 1: real parts, imaginary parts (nil: it is real)
local function shape_of(V, im, k)
  local n = #V
  local re, other, most = li.zeros(n), im ~= 0 and li.zeros(n) or nil, 0
  local at = 1
  for i = 1, n do
    local size = V[i][k] ^ 2 + (other and V[i][k + 1] ^ 2 or 0)
    if size > most * (1 + 1e-12) then most, at = size, i end
  end
  local a, b = V[at][k], other and V[at][k + 1] or 0
  for i = 1, n do
    local x, y = V[i][k], other and V[i][k + 1] or 0
    re[i] = (x * a + y * b) / most
    if other then other[i] = (y * a - x * b) / most end
  end
  return re, other
end

local function modes(s)
  local re, V, im = s.A:eig()
  local list = {}
  for k = 1, #re do
    local w = im and im[k] or 0
    if w >= 0 then
      local size = math.sqrt(re[k] ^ 2 + w ^ 2)
      local shape, other = shape_of(V, w, k)
      list[#list + 1] = { re = re[k], im = w, frequency = w / (2 * math.pi),
        damping = size > 0 and -re[k] / size or 0, shape = shape, other = other }
    end
  end
  table.sort(list, function(a, b)
    if a.im ~= b.im then return a.im < b.im end
    return a.re > b.re
  end)
  return list
end

local function text(s)
  local said = ("linear model: states %s; inputs %s; outputs %s"):format(
    table.concat(s.states, ", "), table.concat(s.inputs, ", "), table.concat(s.outputs, ", "))
  local left = s.left_out
  if #left == 0 then return said end
  return said .. "\nleft out, as it acts at events only: " .. table.concat(left, "; ")
end

local SLIDE = "local s = li.system{planar = true}; local q = s:coordinates 'qs'; local b = "
  .. "s:body{mass = 2, inertia = 0, at = {q, 0}}; b:force{f = {'F', 0}}; "
  .. "local lin = s:kane():linearize({qs = 0, [\"qs'\"] = 0, F = 0}, {inputs = 'F', outputs = "
  .. "{\"qs'\"}}); "

local statespace = check.class("statespace", "A linear model x' = A x + B u, y = C x + D u: "
  .. "fields A, B, C, D (B and D false without inputs), states, inputs, outputs.", {
  { "statespace:eigenvalues() -> table",
    "The eigenvalues of A, {re = , im = }, the largest real part first.",
    SLIDE .. "return #lin:eigenvalues(), lin:eigenvalues()[1].re --> 2, 0",
    eigenvalues },
  { "statespace:modes() -> table",
    "One of every pair of eigenvalues by rising frequency, each with frequency (Hz), re, im, "
    .. "damping (share of critical), shape by states (its largest entry 1; other: its imaginary "
    .. "part).", SLIDE .. "return #lin:modes() --> 2", modes },
  { "statespace:frequency(w: num) -> table",
    "The transfer functions at s = i w: G[output][input] = {re, im}; nil, message, code where "
    .. "i w is an eigenvalue.",
    SLIDE .. "return lin:frequency(1)[1][1].im --> -0.5", frequency },
  { "statespace.__tostring(s: statespace) -> str", "Its states, inputs and outputs.",
    SLIDE .. "return tostring(lin) --> linear model: states qs, qs'; inputs F; outputs qs'", text },
})

local function names(x, path)
  if type(x) == "string" then
    local list = {}
    for name in x:gmatch "%S+" do list[#list + 1] = name end
    return list
  end
  if type(x) ~= "table" then check.fail(path, "expected names") end
  return x
end

local function texts(list)
  local out = {}
  for i, x in ipairs(list) do out[i] = tostring(x) end
  return out
end

-- D d(alpha') = d(tau - C alpha - c) - dD alpha'
local function sensitivity(k, by, values, alphad)
  local rhs = (k.tau - k.C * k.alpha - k.c):table()
  for i = 1, k.l do
    for j = 1, k.l do rhs[i] = rhs[i] - k.D:at(i, j) * alphad[j] end
  end
  local both = {}
  for i = 1, k.n do both[i] = k.qd[i] end
  for i = 1, k.l do both[k.n + i] = rhs[i] end
  return li.jacobian(both, by):eval(values)
end

local function rows_of(k, all, D, J)
  local X = {}
  for i = 1, k.n do X[i] = J[i] end
  for j = 1, #J[1] do
    local b = {}
    for i = 1, k.l do b[i] = J[k.n + i][j] end
    local x = D:solve(b)
    for i = 1, k.l do
      X[k.n + i] = X[k.n + i] or {}
      X[k.n + i][j] = x[i]
    end
  end
  return X, all
end

local function pick(X, rows, cols)
  local M = li.zeros(#rows, cols)
  for i, r in ipairs(rows) do for j = 1, cols do M[i][j] = X[r][j] end end
  return M
end

local function linearize(k, values, options)
  local o = check.fields(options or {}, "options",
    { states = "any?", inputs = "any?", outputs = "any?" })
  local r, why, code = k:numbers(values)
  if not r then return nil, why, code end
  local all, index = {}, {}
  for i = 1, k.n do all[i] = k.q[i] end
  for i = 1, k.l do all[k.n + i] = k.alpha[i] end
  for i, s in ipairs(all) do index[tostring(s)] = i end
  local states, rows = o.states and names(o.states, "states") or texts(all), {}
  for i, name in ipairs(states) do
    rows[i] = index[tostring(name)]
    if not rows[i] then
      check.fail(("states[%d]"):format(i), "no coordinate or speed '%s'", tostring(name))
    end
  end
  local x = {}
  for i, at in ipairs(rows) do x[i] = all[at] end
  local inputs = o.inputs and names(o.inputs, "inputs") or {}
  local u, y = {}, {}
  for i, name in ipairs(inputs) do u[i] = placing.expr(name, ("inputs[%d]"):format(i)) end
  local outputs = o.outputs and names(o.outputs, "outputs") or states
  for i, e in ipairs(outputs) do y[i] = placing.expr(e, ("outputs[%d]"):format(i)) end
  local A = pick(rows_of(k, all, r.D, sensitivity(k, x, values, r.alphad)), rows, #x)
  local B = #u > 0 and pick(rows_of(k, all, r.D, sensitivity(k, u, values, r.alphad)), rows, #u)
    or false
  return statespace.new {
    A = A, B = B, C = li.jacobian(y, x):eval(values),
      D = #u > 0 and li.jacobian(y, u):eval(values) or false,
    states = texts(states), inputs = texts(inputs), outputs = texts(outputs), left_out = {},
  }
end

kit.define(kit.methods "kane", {
  "kane:linearize(values: table [, options: table]) -> statespace",
  "x' = A x + B u, y = C x + D u about the state {name = number}: states (coordinates and "
  .. "speeds; all where left out), inputs (names of forces and inputs), outputs (expressions).",
  SLIDE .. "return lin.A --> [0  1]\n[0  0]", linearize,
})

kit.define(kit.methods "kane", {
  "kane:linearise(values: table [, options: table]) -> statespace",
  "kane:linearize, by its name before version 0.2.",
  SLIDE:gsub("linearize", "linearise") .. "return lin.A --> [0  1]\n[0  0]", linearize,
})

return statespace
