-- linear.lua - equations of motion about an operating point: M, D, K and the inputs, A and B, modes
--
-- r(q, q', q'', u) = 0, each row as equations:rows() gives it. About (q0, v0, a0), with x = (dq,
-- dq'):
--   M dq'' + D dq' + K dq = U du + r0:  M = dr/dq'', D = dr/dq', K = dr/dq, U = -dr/du, r0 = -r
--   x' = A x + B du,  A = [0, 1; -M^-1 K, -M^-1 D],  B = [0; M^-1 U]
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local linear = {}

-- numbers or expressions for every coordinate: a list, or by name; names of the symbols for what is
-- not given
local function point(x, symbols, what, otherwise)
  local n, list = #symbols, {}
  for i = 1, n do list[i] = otherwise end
  if x == nil then return list end
  if type(x) == "table" and next(x) ~= nil and #x == 0 then
    local at = {}
    for i = 1, n do at[tostring(symbols[i])] = i end
    check.keys(x, what, at)
    for name, e in pairs(x) do list[at[name]] = e end
    return list
  end
  if type(x) ~= "table" and not kit.class(x) or #x ~= n then
    check.fail(what, "expected %d numbers, or a table by name", n)
  end
  for i = 1, n do list[i] = x[i] end
  return list
end

local function inputs(x)
  if x == nil then return nil end
  if type(x) == "string" then
    local list = {}
    for name in x:gmatch "[^%s,]+" do list[#list + 1] = name end
    return list
  end
  if type(x) ~= "table" then check.fail("inputs", "expected names, 'F1 F2', or a list") end
  local list = {}
  for i = 1, #x do list[i] = tostring(x[i]) end
  return list
end

local schema = { q = "any?", v = "any?", a = "any?", inputs = "any?", values = "table?" }

local class

-- what a linear model of states in numbers is asked for by
local OF_STATES = { "run", "states", "outputs", "independent", "u", "z", "t" }

-- rows and own states have no matrices of coordinates alone
local function by_states(eq, options)
  local asked = eq.J ~= nil or eq.z ~= nil
  for _, key in ipairs(type(options) == "table" and OF_STATES or {}) do
    asked = asked or options[key] ~= nil
  end
  return asked
end

-- ---- what has no slope ----

local SWITCHES = { "abs(", "sign(", "floor(", "min(", "max(", "piecewise(", "<", "==" }

local function may_switch(rows)
  for i = 1, #rows do
    local text = tostring(rows[i])
    for _, word in ipairs(SWITCHES) do if text:find(word, 1, true) then return true end end
  end
end

local function all_numbers(...)
  for _, list in ipairs { ... } do
    for _, x in ipairs(list) do if type(x) ~= "number" then return false end end
  end
  return true
end

-- nil, message, code where a law changes just at (q, v): the engine knows. Inputs are at no special
-- place; of equations with other open names nobody can tell
local function switching(eq, q, v, names)
  if not all_numbers(q, v) or not may_switch(eq:rows()) then return false end
  local u = {}
  for k, name in ipairs(names or {}) do u[name] = 0.7 + 0.01 * k end
  local told, l, why, code = pcall(require("liaison.ask.small_motions").linearize_rows, eq,
    { q = q, v = v, u = u })
  return told and not l and code == "EDOMAIN" and why:find("changes just there", 1, true) ~= nil,
    why, code
end

function linear.linearize(eq, options)
  if by_states(eq, options) then
    return require("liaison.ask.small_motions").linearize_rows(eq, options)
  end
  local o = check.fields(options or {}, "", schema)
  if o.values then eq = eq:with(o.values) end
  local n, change, constants = eq.n, {}, eq.constants
  local q, v, a = point(o.q, eq.q, "q"), point(o.v, eq.v, "v", 0), point(o.a, eq.a, "a", 0)
  for i = 1, n do
    change[tostring(eq.q[i])], change[tostring(eq.v[i])], change[tostring(eq.a[i])] = q[i], v[i],
      a[i]
  end
  local names, rows = inputs(o.inputs), eq:rows()
  local no_slope, why, code = switching(eq, q, v, names)
  if no_slope then return nil, why, code end
  local function at(M)
    M = M:subs(change)
    for k = #constants, 1, -1 do M = M:subs { [constants[k]] = constants[constants[k]] } end
    if o.values then
      local given = {}
      for i = 1, #M do
        local row = M[i]
        for j = 1, kit.class(row) == "smat" and #row or 1 do
          local e = kit.class(row) == "smat" and row[j] or row
          for _, s in ipairs(e:symbols()) do given[tostring(s)] = o.values[tostring(s)] end
        end
      end
      if next(given) then M = M:subs(given) end
    end
    return M
  end
  local function list(x)
    local out = {}
    for i = 1, n do out[i] = x[i] end
    return out
  end
  local U
  if names and #names > 0 then U = at(rows:jacobian(names)) * -1 else U = li.seye(n) end
  return class.new {
    n = n, q = eq.q, inputs = names or {}, M = at(eq.M), D = at(rows:jacobian(list(eq.v))),
      K = at(rows:jacobian(list(eq.q))), U = U, rest = at(rows) * -1,
  }
end

-- M^-1 X, by L D L'
local function by_mass(l, X) return l.M:solve(X, "ldl") end

local function put(out, block, row, col, factor)
  for i = 1, #block do
    for j = 1, #block[1] do
      out[row + i][col + j] = factor and block[i][j] * factor or block[i][j]
    end
  end
end

local function zeros(rows, cols)
  local out = {}
  for i = 1, rows do
    out[i] = {}
    for j = 1, cols do out[i][j] = 0 end
  end
  return out
end

function linear.A(l)
  local n, out = l.n, zeros(2 * l.n, 2 * l.n)
  for i = 1, n do out[i][n + i] = 1 end
  put(out, by_mass(l, l.K), n, 0, -1)
  put(out, by_mass(l, l.D), n, n, -1)
  return li.smat(out)
end

function linear.B(l)
  local out = zeros(2 * l.n, #l.U[1])
  put(out, by_mass(l, l.U), l.n, 0)
  return li.smat(out)
end

-- A and B as matrices of numbers; values for what is open
function linear.numbers(l, values)
  local function num(X) return X:eval(values or {}) end
  local M, n = num(l.M), l.n
  local A, B = zeros(2 * n, 2 * n), zeros(2 * n, #l.U[1])
  for i = 1, n do A[i][n + i] = 1 end
  local K, why, code = M:solve(num(l.K))
  if not K then return nil, why, code end
  put(A, K, n, 0, -1)
  put(A, M:solve(num(l.D)), n, n, -1)
  put(B, M:solve(num(l.U)), n, 0)
  return li.mat(A), li.mat(B)
end

-- one of every pair: { re, im, frequency (Hz), damping, shape (n), shape_im (n) }, slowest first
function linear.modes(l, values)
  local A, why, code = linear.numbers(l, values)
  if not A then return nil, why, code end
  local re, V, im = A:eig()
  local list = {}
  for k = 1, #re do
    local b = im and im[k] or 0
    if b >= 0 then
      local w = math.sqrt(re[k] ^ 2 + b ^ 2)
      local mode = { re = re[k], im = b, frequency = w / (2 * math.pi),
        damping = w > 0 and -re[k] / w or 0, shape = {}, shape_im = {} }
      for i = 1, l.n do
        mode.shape[i] = V[i][k]
        mode.shape_im[i] = b > 0 and V[i][k + 1] or 0
      end
      list[#list + 1] = mode
    end
  end
  table.sort(list, function(x, y)
    if x.frequency ~= y.frequency then return x.frequency < y.frequency end
    return x.re < y.re
  end)
  return list
end

-- K x = w^2 M x, without damping, K symmetric: { frequency, shape }; what is not stiff has
-- frequency 0
function linear.undamped(l, values)
  local K, M = l.K:eval(values or {}), l.M:eval(values or {})
  local S = zeros(l.n, l.n)
  for i = 1, l.n do
    for j = 1, l.n do
      if math.abs(K[i][j] - K[j][i]) > 1e-9 * (math.abs(K[i][j]) + math.abs(K[j][i]) + 1) then
        check.fail("undamped", "the stiffness matrix is not symmetric: linear:modes takes any")
      end
      S[i][j] = (K[i][j] + K[j][i]) / 2
    end
  end
  local w2, V = li.mat(S):eig(M)
  if not w2 then return nil, V end
  local list = {}
  for k = 1, #w2 do
    local shape = {}
    for i = 1, l.n do shape[i] = V[i][k] end
    list[k] = { frequency = w2[k] > 0 and math.sqrt(w2[k]) / (2 * math.pi) or 0, square = w2[k],
      shape = shape }
  end
  return list
end

function linear.tostring(l)
  local names = {}
  for i = 1, l.n do names[i] = tostring(l.q[i]) end
  local out = { "M dq'' + D dq' + K dq = U du, q = " .. table.concat(names, ", ") }
  for _, name in ipairs { "M", "D", "K", "U" } do
    out[#out + 1] = name
    out[#out + 1] = "  " .. tostring(l[name]):gsub("\n", "\n  ")
  end
  local still = true
  for i = 1, l.n do still = still and tostring(l.rest[i]) == "0" end
  if not still then out[#out + 1] = "not at rest: " .. tostring(l.rest) end
  return table.concat(out, "\n")
end

local spring = "local eq = li.lagrange{q = 'q1', T = \"2*q1'^2/2\", V = '8*q1^2/2'}; local l "
  .. "= eq:linearize{q = {0}}; "

class = check.class("linear",
  "Equations of motion about an operating point: fields M, D, K, U, rest (of M dq'' + D dq' + "
  .. "K dq = U du + rest), q, inputs, n.", {
  { "linear.__tostring(l: linear) -> str", "The matrices.",
    spring .. "return tostring(l):match 'K\\n *[^\\n]*' --> K\n  [8]", linear.tostring },
  { "linear:A() -> smat", "A of x' = A x + B du in symbols, x = (dq, dq').",
    spring .. "return l:A() --> [0   1]\n[-4  0]", linear.A },
  { "linear:B() -> smat", "B of x' = A x + B du in symbols.",
    spring .. "return l:B() --> [0]\n[1/2]", linear.B },
  { "linear:numbers([values: table]) -> A: mat, B: mat",
    "A and B in numbers, with values for what is open; nil, message, 'ESINGULAR' where M is "
    .. "singular.",
    spring .. "return (l:numbers()) --> [ 0  1]\n[-4  0]", linear.numbers },
  { "linear:modes([values: table]) -> table",
    "The modes of x' = A x, slowest first, one of every pair: {re, im, frequency (Hz), "
    .. "damping (ratio), shape, shape_im}.",
    spring .. "return l:modes()[1].im --> 2", linear.modes },
  { "linear:undamped([values: table]) -> table",
    "The modes of M and K alone, K symmetric: {frequency (Hz), square (of the angular "
    .. "frequency), shape}.",
    spring .. "return l:undamped()[1].square --> 4", linear.undamped },
})

kit.define(kit.methods "equations", {
  "equations:linearize([options: table]) -> linear|statespace",
  "About an operating point: q, v, a (lists or by name, numbers or expressions; q stays open "
  .. "where left out, v and a are 0), inputs = 'F1 F2' (the forces of all rows "
  .. "where left out), values for parameters: M, D, K in symbols. Equations with constraint rows "
  .. "or own states of force elements give x' = A x + B u of independent states in numbers "
  .. "(statespace), as all do that are asked for states, outputs, u, z or t, and along a run "
  .. "({run = run, at = times or a step}: a list); options as model:linearize has them, and "
  .. "values.",
  spring .. "return l.K --> [8]", linear.linearize })

return linear
