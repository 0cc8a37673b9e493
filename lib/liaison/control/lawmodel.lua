-- lawmodel.lua - what control laws ask of a model: its coordinates, gains, references, what drives
-- it, friction, random states, derivatives along its motion
local li = require "liaison.core"
local check = require "liaison.base.check"
local lines = require "liaison.control.lines"
local kit = li._internal

local lawmodel = {}

-- ---- the model ----------------------------------------------------------------------------------

local function refuse_constraints(d, what)
  local n = #(d.loops or {}) + #(d.constraints or {})
  if n == 0 then return end
  check.fail("model", "%s is for trees: this model has %d loops and constraints (li.io_linearize "
    .. "takes x' = f + g u)", what, n)
end

-- the model in numbers, and as it was told: values are of names in its fields
local function in_numbers(model, values)
  local told = values and model:with(values) or model
  local names = told:symbols()
  if #names > 0 then
    local list = {}
    for k = 1, #names do list[k] = tostring(names[k]) end
    check.fail("values", "the model has names without a number: %s (values = {%s = ..})",
      table.concat(list, " "), list[1])
  end
  return told
end

-- names of coordinates and speeds; a model whose q' is v, without loops
function lawmodel.read(model, what, values)
  if kit.class(model) ~= "model" then
    check.fail("model", "expected a model, got %s", check.got(model))
  end
  local d = model:description()
  refuse_constraints(d, what)
  local q, v = model:coordinates(), model:speeds()
  if #q ~= #v then
    check.fail("model", "%s is of coordinates whose rates are the speeds: this model has %d "
      .. "coordinates and %d speeds (a free or ball joint)", what, #q, #v)
  end
  local m = { told = model, model = in_numbers(model, values), d = d, n = #q, q = {}, v = {},
    name = tostring(model):match "^([^:\n]*)" }
  for k = 1, #q do m.q[k], m.v[k] = tostring(q[k]), tostring(v[k]) end
  return m
end

-- ---- gains --------------------------------------------------------------------------------------

local function is_matrix(x)
  local class = kit.class(x)
  if class == "mat" then return true end
  return class == nil and type(x) == "table" and (type(x[1]) == "table")
end

-- n x n numbers from a number, a list of n, a matrix
local function gain_matrix(x, n, path)
  local K = li.zeros(n, n)
  if type(x) == "number" then
    for i = 1, n do K[i][i] = x end
    return K
  end
  if type(x) ~= "table" and not kit.class(x) then
    check.fail(path, "expected a number, a list or a matrix, got %s", check.got(x))
  end
  if #x ~= n then
    check.fail(path, "expected a number, %d numbers or a %dx%d matrix, got %d rows", n, n, n, #x)
  end
  for i = 1, n do
    local row = x[i]
    if not is_matrix(x) then K[i][i] = row
    elseif #row ~= n then
      check.fail(path, "expected a %dx%d matrix, row %d has %d numbers", n, n, i, #row)
    else
      for j = 1, n do K[i][j] = row[j] end
    end
  end
  return K
end

-- a gain as values of a block: its matrix, and texts of its entries (names kp, kp1, kp1_2); where:
-- what a complaint names
function lawmodel.gain(x, n, path, values, where)
  where = where or path
  local g = { K = gain_matrix(x, n, where), rows = n, cols = n, n = n, path = path }
  local matrix = is_matrix(x)
  for i = 1, n do
    g[i] = {}
    for j = 1, n do
      local value = g.K[i][j]
      if value ~= value or math.abs(value) == math.huge then
        check.fail(where, "expected finite numbers, got %s", kit.number(value))
      end
      local name = type(x) == "number" and path or path .. i .. (matrix and "_" .. j or "")
      g[i][j] = "0"
      if i == j or matrix and value ~= 0 then
        values[name] = value
        g[i][j] = name
      end
    end
  end
  return g
end

-- whether a matrix is symmetric, and the least eigenvalue of its symmetric part
function lawmodel.definite(K)
  local n, S, symmetric = #K, li.zeros(#K, #K), true
  for i = 1, n do
    for j = 1, n do
      S[i][j] = (K[i][j] + K[j][i]) / 2
      symmetric = symmetric and math.abs(K[i][j] - K[j][i]) <= 1e-12 * (math.abs(K[i][j]) + 1)
    end
  end
  local values, least = S:eig(), math.huge
  for i = 1, n do least = math.min(least, values[i]) end
  return symmetric, least
end

-- a gain that a proof needs positive definite: what is said of it
function lawmodel.need_positive(p, g, what)
  local symmetric, least = lawmodel.definite(g.K)
  return p:need(symmetric and least > 0, "%s is symmetric and positive definite (least eigenvalue "
    .. "%s%s)", what, kit.number(least, 6), symmetric and "" or ", not symmetric")
end

-- ---- references ---------------------------------------------------------------------------------

-- names of references q_d, q_d', q_d'' as inputs of a block, or values where a goal is given
function lawmodel.references(m, o, orders, inputs, values)
  local out = {}
  for order = 0, orders do
    out[order] = {}
    for k = 1, m.n do
      local name = (o.reference and o.reference[k] or m.q[k] .. "_d") .. ("'"):rep(order)
      out[order][k] = name
      if not o.goal then inputs[#inputs + 1] = name
      elseif order == 0 then values[name] = o.goal[k]
      else out[order][k] = "0" end
    end
  end
  return out
end

-- a goal in numbers: as many as there are coordinates
function lawmodel.goal(m, given, path)
  if given == nil then return nil end
  local list = li.vec(given)
  if #list ~= m.n then
    check.fail(path, "expected %d numbers (%s), got %d", m.n, table.concat(m.q, " "), #list)
  end
  return list
end

-- ---- what drives the model ----------------------------------------------------------------------

local function set_of(list)
  local set = {}
  for k, name in ipairs(list) do set[name] = k end
  return set
end

local function by_name(m, given)
  local list, known, B = check.words(given, "actuated", "\"q1 q2\""), set_of(m.q), {}
  for k, name in ipairs(list) do
    if not known[name] then
      check.fail("actuated", "there is no coordinate '%s'%s", name, check.hint(name, known))
    end
    B[k] = { to = name, column = {} }
    for i = 1, m.n do B[k].column[i] = i == known[name] and 1 or 0 end
  end
  return B
end

-- inputs of the description that pull at coordinates by numbers
local function by_inputs(m)
  local eq, list = m.model:equations(), {}
  for _, u in ipairs(m.d.inputs or {}) do
    local name = type(u) == "table" and u.name or u
    local column, any = {}, false
    for i = 1, m.n do
      local slope = eq.Q[i]:diff(name):number()
      if not slope then any = false break end
      column[i], any = slope, any or slope ~= 0
    end
    if any then list[#list + 1] = { to = name, column = column } end
  end
  return list
end

-- what drives it: a list of {to, column}: tau = sum of column u. Without inputs that pull: every
-- coordinate
function lawmodel.actuation(m, o)
  if o.actuated then return by_name(m, o.actuated) end
  local list = #(m.d.inputs or {}) > 0 and by_inputs(m) or {}
  return #list > 0 and list or by_name(m, m.q)
end

-- coordinates that no column reaches
function lawmodel.unactuated(m, B)
  local list = {}
  for i = 1, m.n do
    local driven = false
    for _, b in ipairs(B) do driven = driven or b.column[i] ~= 0 end
    if not driven then list[#list + 1] = m.q[i] end
  end
  return list
end

local function columns(m, B)
  local M = li.zeros(m.n, #B)
  for k, b in ipairs(B) do for i = 1, m.n do M[i][k] = b.column[i] end end
  return M
end

-- forces need masses
local function refuse_lacking(m, what)
  local names = {}
  for name in pairs(m.model:missing().bodies) do names[#names + 1] = name end
  if #names == 0 then return end
  kit.sort(names)
  check.fail("model", "%s needs masses and inertias, not given of %s", what,
    table.concat(names, ", "))
end

-- generalised forces as what the model takes: outputs of a block {name, text}; every coordinate
-- must be driven
function lawmodel.drive(m, o, tau, what)
  refuse_lacking(m, what)
  local B = lawmodel.actuation(m, o)
  local idle = lawmodel.unactuated(m, B)
  if #idle > 0 or #B < m.n then
    check.fail("model", "%s needs every coordinate driven: nothing drives %s (li.io_linearize, "
      .. "li.energy_shaping are for these)", what, #idle > 0 and table.concat(idle, " ")
      or ("%d of %d"):format(m.n - #B, m.n))
  end
  -- the least forces that give tau: u = B' (B B')^-1 tau
  local A = columns(m, B)
  local P = A:transpose() * (A * A:transpose()):inverse()
  local outputs = {}
  for k, b in ipairs(B) do
    local terms = {}
    for i = 1, m.n do
      local c = P[k][i]
      if math.abs(c) > 1e-14 then
        terms[#terms + 1] = c == 1 and tau[i] or ("%s*(%s)"):format(lines.number(c), tau[i])
      end
    end
    outputs[k] = { b.to, table.concat(terms, " + ") }
  end
  return outputs, A
end

-- ---- friction and other forces ------------------------------------------------------------------

-- facts of forces that the law does not know of
function lawmodel.forces_told(m, facts)
  local rubbing = {}
  for _, b in ipairs(m.d.bodies or {}) do
    for _, key in ipairs { "damping", "friction", "stiffness" } do
      local x = b[key]
      if x ~= nil and x ~= 0 then rubbing[#rubbing + 1] = ("%s of %s"):format(key, b.name) end
    end
  end
  m.passive = #rubbing > 0
  facts[#facts + 1] = m.passive and "not compensated: " .. table.concat(rubbing, ", ")
    or "the joints have no friction, no springs"
  local pulled, other = set_of {}, {}
  for _, b in ipairs(lawmodel.actuation(m, {})) do pulled[b.to] = true end
  for _, f in ipairs(m.d.forces or {}) do
    if not (f.kind == "given" and pulled[f.f]) and not (f[1] == "given" and pulled[f.f]) then
      other[#other + 1] = f.name or f.kind or f[1]
    end
  end
  m.other_forces = #other > 0
  if #other > 0 then
    facts[#facts + 1] = "force elements that the law does not know: " .. table.concat(other, ", ")
  end
end

-- ---- in symbols ---------------------------------------------------------------------------------

local function factor_of(term)
  local number = term:number()
  if number then return number end
  if term:kind() ~= "product" then return 1 end
  return term:parts()[1]:number() or 1
end

-- whether an expression is 0: exactly, or each of its terms by rounding of numbers in it
function lawmodel.vanishes(e)
  if e:equals(0) then return true end
  local left = e:expand():trig():expand()
  if left:equals(0) then return true end
  for _, term in ipairs(left:kind() == "sum" and left:parts() or { left }) do
    if math.abs(factor_of(term)) > 1e-12 then return false end
  end
  return true
end

-- ---- at random states ---------------------------------------------------------------------------

-- a stream of numbers in -1 .. 1, the same everywhere
function lawmodel.random(seed)
  local x = seed or 1
  return function()
    x = (x * 16807) % 2147483647
    return 2 * x / 2147483647 - 1
  end
end

-- n states: q over its range, v within speed
function lawmodel.states(m, n, speed)
  local draw, list = lawmodel.random(20261), {}
  for s = 1, n do
    local q, v = m.model:random(s), li.zeros(m.n)
    for k = 1, m.n do v[k] = (speed or 1) * draw() end
    list[s] = { q = q, v = v }
  end
  return list
end

-- dV/dt along a = fd(q, v, tau): differences of V(q, v) forth and back, of two steps, extrapolated
function lawmodel.along(m, V, q, v, tau)
  local all = li.vec(tau) + m.model:passive(q, v)
  local a = m.model:fd(q, v, all)
  local function difference(h)
    local forth = V(m.model:step(q, v, h), v + h * a)
    local back = V(m.model:step(q, v, -h), v - h * a)
    return (forth - back) / (2 * h)
  end
  local one, two = difference(2e-4), difference(1e-4)
  return (4 * two - one) / 3, a
end

return lawmodel
