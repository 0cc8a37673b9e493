-- former_linearise.lua - kane:linearise, as it was before version 0.2
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local kit = li._internal

local former = {}

local SLIDE = "local s = li.system{planar = true}; local q = s:coordinates 'qs'; local b = "
  .. "s:body{mass = 2, inertia = 0, at = {q, 0}}; b:force{f = {'F', 0}}; "
  .. "local lin = s:kane():linearize{u = {F = 0}, inputs = 'F', outputs = {\"qs'\"}}; "

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

-- kane:linearise: numbers by name for everything
function former.by_values(k, values, options)
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
  return require("liaison.linear.everything").new {
    A = A, B = B, C = li.jacobian(y, x):eval(values),
      D = #u > 0 and li.jacobian(y, u):eval(values) or false,
    states = texts(states), inputs = texts(inputs), outputs = texts(outputs), left_out = {},
  }
end

kit.define(kit.methods "kane", {
  "kane:linearise(values: table [, options: table]) -> statespace",
  "kane:linearize in the form it had before version 0.2: about the state {name = number} of all "
  .. "symbols, with options states, inputs (none where left out), outputs.",
  SLIDE .. "return lin.A --> [0  1]\n[0  0]", former.by_values,
})

return former
