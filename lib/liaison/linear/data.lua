-- data.lua - linear systems from data: inputs and outputs that were measured, answers to impulses
local li = require "liaison.core"
local check = require "liaison.base.check"
local statespace = require "liaison.linear.statespace"
local systems = require "liaison.linear.systems"
local kit = li._internal

local ctl = kit.ctl

-- a list of numbers or rows, as rows
local function rows(x, path)
  if kit.class(x) == "mat" then return x end
  if kit.class(x) == "vec" or type(x) == "table" and type(x[1]) == "number" then
    local M = li.zeros(#x, 1)
    for k = 1, #x do M[k][1] = x[k] end
    return M
  end
  return check.value(x, path, "mat")
end

local schema = { u = "any", y = "any", dt = { "num", above = 0 }, order = "count?",
  rows = "count?", inputs = "any?", outputs = "any?" }

local function of_matrices(A, B, C, D, o, p, m)
  return statespace.new { A = A, B = B, C = C, D = D, states = systems.numbered("x", #A, true),
    inputs = systems.names(o.inputs, m, "inputs", "u"),
    outputs = systems.names(o.outputs, p, "outputs", "y"), dt = o.dt }
end

-- the order behind which the singular values fall most
local function order_of(values)
  local best, at = 0, 1
  for k = 1, #values - 1 do
    local noise = 1e-12 * values[1]
    local fall = values[k] / math.max(values[k + 1], noise)
    if values[k] > noise and fall > best then best, at = fall, k end
  end
  return at
end

local function from_data(options)
  local o = check.fields(options, "from_data", schema)
  local U, Y = rows(o.u, "u"), rows(o.y, "y")
  if #U ~= #Y then
    check.fail("y", "expected %d rows, as u has, got %d", #U, #Y)
  end
  local block = o.rows or math.max(3, math.min(15, math.floor(#U / (3 * (#U[1] + #Y[1])))))
  if o.order then block = math.max(block, o.rows or math.floor(o.order / #Y[1]) + 2) end
  local A, B, C, D, values = ctl.identify(U, Y, o.order or 1, block)
  if A and not o.order then
    A, B, C, D, values = ctl.identify(U, Y, order_of(values), block)
  end
  if not A then return nil, B, C, D end
  return of_matrices(A, B, C, D, o, #Y[1], #U[1]), values
end

local markov_schema = { h = "any", dt = { "num", above = 0 }, order = "count?", inputs = "any?",
  outputs = "any?" }

local function from_impulse(options)
  local o = check.fields(options, "from_impulse", markov_schema)
  local list = {}
  for k = 1, #o.h do
    list[k] = type(o.h[k]) == "number" and li.mat { { o.h[k] } } or rows(o.h[k], "h")
  end
  local A, B, C, D, values = ctl.from_markov(list, o.order)
  if not A then return nil, B, C, D end
  return of_matrices(A, B, C, D, o, #list[1], #list[1][1]), values
end

check.define(li, {
  { "ss_from_data(options: table) -> statespace, values: vec",
    "A sampled system from inputs and outputs, {u = rows, y = rows, dt =, order = (by the singular "
      .. "values, where left out), rows =}: by subspaces, so that nothing is iterated; and the "
      .. "singular values that tell its order.",
    "local u, y, x = {}, {}, 0 local draw = li.random(1) for k = 1, 200 do u[k] = draw:uniform() "
      .. "y[k] = x x = 0.5*x + u[k] end return ('%.6f'):format((li.ss_from_data{u = u, y = y, dt = "
      .. "1}):poles()[1].re) --> 0.500000",
    from_data },
  { "ss_from_impulse(options: table) -> statespace, values: vec",
    "A sampled system from its answer to a unit sample, {h = numbers or matrices, dt =, order =} "
      .. "[Ho, Kalman 1966].",
    "local h = {0} for k = 1, 20 do h[k + 1] = 0.5^(k - 1) end "
      .. "return ('%.6f'):format((li.ss_from_impulse{h = h, dt = 1}):poles()[1].re) --> 0.500000",
    from_impulse },
})
