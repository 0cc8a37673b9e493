-- process.lua - what a nonlinear estimator is told of the process: states with their rates or their
-- next values, or a model with what drives it, noise by name; its step over dt as lines
--
-- noise = {w = s}: where rates name w, white noise of that intensity, held at s/dt over each dt;
-- where next names it, its variance. Q: the same on the states, added behind the step.
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local covariance = require "liaison.control.covariance"
local filtering = require "liaison.control.filtering"
local lines = require "liaison.control.lines"
local kit = li._internal

local process = {}

process.fields = filtering.with { states = "any?", rates = "any?", next = "any?", model = "any?",
  tau = "table?", inputs = "any?", values = "table?", noise = "table?", lines = "table?",
  integrate = "rk4|euler?", steps = "count?", measured = "any" }

-- ---- states and what becomes of them ------------------------------------------------------------

local function known(names, map, given, path)
  local at = {}
  for _, name in ipairs(names) do at[name] = true end
  for name in pairs(map) do
    if not at[name] then
      check.fail(path .. "." .. name, "there is no state '%s'%s", name, check.hint(name, at))
    end
  end
  for _, name in ipairs(names) do
    if map[name] == nil then
      check.fail(path .. "." .. name, "what becomes of the state? (%s)", given)
    end
  end
end

local function read_expressions(p, o)
  if (o.rates == nil) == (o.next == nil) then
    check.fail("rates", "expected either rates (x' = f) or next (x+ = f), by state")
  end
  local path = o.rates and "rates" or "next"
  local start
  p.names, start = blocks.pairs_of(o.states or {}, "states")
  if #p.names == 0 then check.fail("states", "expected states with their start, {x = 0}") end
  for k, name in ipairs(p.names) do
    p.start[k] = blocks.number_of(start[name], "states." .. name)
  end
  local _, map = blocks.pairs_of(o[path], path)
  known(p.names, map, o.rates and "x' = f" or "x+ = f", path)
  p.f = {}
  for k, name in ipairs(p.names) do
    p.f[k] = blocks.text_of(map[name], path .. "." .. name)
  end
  p.continuous = o.rates ~= nil
end

-- q' = v, v' = forward dynamics of the tree under tau
local function read_model(p, o)
  local m = o.model
  if kit.class(m) ~= "model" then check.fail("model", "expected a model, got %s", check.got(m)) end
  for _, key in ipairs { "states", "rates", "next" } do
    if o[key] ~= nil then check.fail(key, "a model has its own: give model or %s", key) end
  end
  local d, q, v, tau = m:description(), {}, {}, {}
  if #(d.loops or {}) + #(d.constraints or {}) > 0 then
    check.fail("model", "expected a tree, got one with loops or constraints")
  end
  for k, x in ipairs(m:coordinates()) do q[k] = tostring(x) end
  for k, x in ipairs(m:speeds()) do v[k] = tostring(x) end
  if #q ~= #v then
    check.fail("model", "expected coordinates whose rates are the speeds, got %d and %d (a "
      .. "floating or spherical joint)", #q, #v)
  end
  local left = {}
  for name, x in pairs(o.tau or {}) do left[name] = blocks.text_of(x, "tau." .. name) end
  for k, name in ipairs(q) do tau[k], left[name] = left[name] or "0", nil end
  local extra = next(left)
  if extra then check.fail("tau." .. extra, "there is no coordinate '%s'", extra) end
  p.names, p.f = {}, {}
  local a = p.lines:call("fd", m, #q, 1, { q = q, v = v, a = tau })
  for k = 1, #q do
    p.names[k], p.names[#q + k] = q[k], v[k]
    p.f[k], p.f[#q + k] = v[k], a[k][1]
    p.start[k], p.start[#q + k] = 0, 0
  end
  p.continuous = true
end

-- ---- noise --------------------------------------------------------------------------------------

local function read_noise(p, o)
  local n = #p.names
  p.Q = o.Q == nil and li.zeros(n, n) or filtering.variances(o.Q, p.names, "Q")
  if o.Q == nil and o.noise == nil then
    check.fail("Q", "expected the noise of the states, Q = {..} (0: none), or noise = {w = ..}")
  end
  p.noise = blocks.sorted_keys(o.noise or {}, "noise")
  p.q = {}
  for k, name in ipairs(p.noise) do
    local s = blocks.number_of(o.noise[name], "noise." .. name)
    if s < 0 then check.fail("noise." .. name, "expected a number >= 0, got %s", kit.number(s)) end
    p.q[k] = "Q_" .. name
    p.spec.values[name], p.spec.values[p.q[k]] = 0, s
  end
end

-- columns and variances of the noise over one step: those named by slopes Gw, those on states
function process.noise(p, Gw)
  local n, G, q = #p.names, lines.zeros(#p.names, 0), {}
  for k = 1, #p.noise do
    for i = 1, n do G[i][k] = Gw[i][k] end
    q[k] = p.continuous and p.lines:let(p.q[k] .. "/dt") or p.q[k]
  end
  local factor, more = covariance.noise(p.Q, p.names, "Q_", p.spec.values)
  for k = 1, n do
    if more[k] ~= "0" then
      q[#q + 1] = p.continuous and p.lines:let(more[k] .. "*dt") or more[k]
      for i = 1, n do G[i][#q] = factor[i][k] end
    end
  end
  G.cols = #q
  return G, q
end

-- ---- read ---------------------------------------------------------------------------------------

local function take_names(p, o)
  for _, name in ipairs(p.names) do p.taken[name] = true end
  for name, x in pairs(o.values or {}) do
    p.spec.values[name], p.taken[name] = blocks.number_of(x, "values." .. name), true
  end
  for _, name in ipairs(p.noise) do p.taken[name] = true end
  local names, from = blocks.inputs_of(o.inputs)
  for _, name in ipairs(names) do
    if p.taken[name] then
      check.fail("inputs." .. name, "there is a state, value or noise of that name")
    end
    p.spec.inputs[name], p.taken[name] = from[name], true
  end
end

-- the estimator in the making: names, start, f, lines
function process.read(o, kind)
  if not o.dt then check.fail("dt", "expected how often it is asked, in seconds") end
  local p = filtering.begin(o, kind)
  p.start = {}
  for _, line in ipairs(o.lines or {}) do p.lines.list[#p.lines.list + 1] = line end
  if o.model then read_model(p, o) else read_expressions(p, o) end
  if o.x0 then p.start = filtering.start(o.x0, p.names, "x0") end
  read_noise(p, o)
  take_names(p, o)
  p.P0 = filtering.variances(o.P0, p.names, "P0")
  p.measured = filtering.read_measured(o.measured, "measured")
  p.R = filtering.complete_measured(p.measured, o)
  p.told = filtering.told(p)
  for _, m in ipairs(p.measured) do m.symbol = filtering.input(p, m.name, m.from) end
  return p
end

-- ---- the step -----------------------------------------------------------------------------------

local function moved(x, k, factor)
  local out = {}
  for i, name in ipairs(x) do out[i] = ("%s + %s*%s"):format(name, factor, k[i]) end
  return out
end

-- rates at other states and times
local function rates_at(p, at, t)
  local by = { "t" }
  for i, name in ipairs(p.names) do by[i + 1] = name end
  local places = { t }
  for i = 1, #at do places[i + 1] = at[i] end
  return p.lines:put(p.f, by, places)
end

local function one_step(p, x, t, h)
  local L = p.lines
  local k1 = rates_at(p, x, t)
  local out = {}
  if p.o.integrate == "euler" then
    for i = 1, #x do out[i] = L:let(("%s + %s*%s"):format(x[i], h, k1[i])) end
    return out
  end
  local half, middle = h .. "/2", ("%s + %s/2"):format(t, h)
  local k2 = rates_at(p, moved(x, k1, half), middle)
  local k3 = rates_at(p, moved(x, k2, half), middle)
  local k4 = rates_at(p, moved(x, k3, h), ("%s + %s"):format(t, h))
  for i = 1, #x do
    local slope = ("%s + 2*%s + 2*%s + %s"):format(k1[i], k2[i], k3[i], k4[i])
    out[i] = L:let(("%s + %s/6*(%s)"):format(x[i], h, slope))
  end
  return out
end

-- the states at the next time as texts of states, inputs, noise, t
function process.step(p)
  if not p.continuous then return p.f end
  local x, steps = p.names, p.o.steps or 1
  local h = steps == 1 and "dt" or ("(dt/%d)"):format(steps)
  for k = 1, steps do
    x = one_step(p, x, k == 1 and "t" or ("t + %d*%s"):format(k - 1, h), h)
  end
  return x
end

-- estimates as outputs, states with their start
function process.keep(p, post, becomes)
  for k, name in ipairs(p.names) do
    filtering.state(p, name, p.start[k], becomes[k])
    filtering.output(p, filtering.estimate_of(name), post[k])
  end
end

return process
