-- builder_told.lua - what a builder tells besides the model: loads, rolling, rest, modes, columns
-- of a run; and the same once open names have values
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local kit = li._internal

local tell = {}

local function number_of(x, values, what)
  x = amounts.with(x, values)
  if type(x) == "number" then return x end
  local names = {}
  for i, s in ipairs(x:symbols()) do names[i] = tostring(s) end
  check.fail(what, "no number for %s: told.with{%s = ..} gives the model and what is told of it",
    table.concat(names, ", "), names[1])
end

-- ---- rolling, rest ------------------------------------------------------------------------------

local function rolling(t, V)
  local v = {}
  for _, q in ipairs(t.model:coordinates()) do v[q] = 0 end
  V = check.value(V, "speed", { "num", default = t.ahead == false and 0 or nil })
  if t.ahead ~= false then v.x = V end
  t.turning(v, V)
  for q, x in pairs(v) do v[q] = number_of(x, t.values, "rolling") end
  return v
end

-- coordinates that nothing holds: where it stands on the road, and how far its wheels have turned
local function ignored(t)
  local list, set = {}, {}
  for _, name in ipairs(t.free) do set[name] = true end
  for _, q in ipairs(t.model:coordinates()) do
    if set[q] or t.spins and q:find(t.spins) then list[#list + 1] = q end
  end
  return list
end

local function loads_at(t, q)
  local run = t.model:simulate(1e-9, q, nil, { record = "forces" })
  local loads, there = {}, {}
  for _, name in ipairs(run and run:columns() or {}) do there[name] = true end
  for _, w in ipairs(t.told.wheels) do
    local name = ("tyre_%s.load"):format(w)
    if there[name] then loads[w] = run[name][1] end
  end
  return loads
end

local ON_SLOPES = " (the road leans: wheels stand there by tyres that answer late, relax_x and "
  .. "relax_y, and where they do not roll down)"

-- where it stands still: { q = by name, loads =, z = states of tyres, stability = }; nil, why
-- and code where it does not
local function rest(t, options)
  local o = check.fields(options or {}, "rest", { q = "any?", u = "table?", forces = "table?" })
  o.q = o.q or t.leaning
  -- on a bank it stands where its wheels neither roll up nor down: where it heads is found, too
  o.fix = {}
  for _, q in ipairs(ignored(t)) do
    if q ~= "yaw" or not t.leaning then o.fix[#o.fix + 1] = q end
  end
  local q, info, code = t.model:equilibrium(o)
  if not q then return nil, info .. (t.leaning and ON_SLOPES or ""), code end
  local by_name = {}
  for i, name in ipairs(t.model:coordinates()) do by_name[name] = q[i] end
  return { q = by_name, loads = loads_at(t, q), z = info.z, stability = info.stability }
end

-- ---- modes --------------------------------------------------------------------------------------

-- states of a linear model that others depend on: not where it stands and how far its wheels have
-- turned. Where it heads stays: the speed y' aside counts from there
local function acting_states(t, l)
  local skip, kept = {}, {}
  for _, q in ipairs(ignored(t)) do skip[q] = q ~= "yaw" end
  for j, name in ipairs(l.states) do
    local acts = not skip[name]
    for i = 1, acts and 0 or #l.states do
      acts = acts or math.abs(l.A[i][j]) > 1e-9 and not skip[l.states[i]]
    end
    if acts then kept[#kept + 1] = j end
  end
  return kept
end

-- l with these states alone
local function reduced(l, kept)
  local A, names = li.zeros(#kept, #kept), {}
  for i, row in ipairs(kept) do
    names[i] = l.states[row]
    for j, col in ipairs(kept) do A[i][j] = l.A[row][col] end
  end
  return li.ss { A = A, states = names }
end

-- an eigenvalue as good as 0: heading and speed, which it keeps wherever they are
local STILL = 1e-5

-- modes of small motions about rolling ahead at V, and whether one grows
local function modes(t, V, options)
  local o = {}
  for key, x in pairs(options or {}) do o[key] = x end
  o.v, o.independent = rolling(t, V), o.independent or t.independent
  o.u = o.u or t.inputs and t.inputs(V)
  local l, why, code = t.model:linearize(o)
  if not l then return nil, why, code end
  local list, worst = { linear = l, still = 0 }, -math.huge
  for _, m in ipairs(reduced(l, acting_states(t, l)):modes()) do
    if math.sqrt(m.re ^ 2 + m.im ^ 2) < STILL then
      list.still = list.still + 1
    else
      list[#list + 1], worst = m, math.max(worst, m.re)
    end
  end
  list.stability = worst > STILL and "unstable" or worst < -STILL and "stable" or "marginal"
  return list
end

-- ---- runs ---------------------------------------------------------------------------------------

-- whether an input stands in a text: a run has no column of it
local function by_input(t, line)
  for _, u in ipairs(t.model:description().inputs or {}) do
    if line:find("%f[%w_]" .. u.name .. "%f[^%w_']") then return true end
  end
  return false
end

-- when a wheel first stood in the air, and for how much of the run: { wheel =, at =, time = }
local function lift_of(run, load, wheel)
  local N, t, at, time = run:column(load), run:column "t", nil, 0
  for i = 1, #N - 1 do
    if N[i] <= 0 then
      at, time = at or t[i], time + t[i + 1] - t[i]
    end
  end
  return at and { wheel = wheel, at = at, time = time } or nil
end

-- columns of a run, by name: those outputs that its columns tell; wheels that left the road
local function watch(t, run)
  local there, names = {}, {}
  for _, name in ipairs(run:columns()) do there[name] = true end
  for name in pairs(t.outputs) do names[#names + 1] = name end
  kit.sort(names)
  local accelerated = there[t.model:coordinates()[1] .. "''"]
  for _, name in ipairs(names) do
    local line = t.outputs[name]
    local ready = accelerated or not line:find("''", 1, true)
    if not name:find "^load_" and ready and not there[name] and not by_input(t, line) then
      run:derive(name, tell.filled(line, t.values))
    end
  end
  local lifts = {}
  for _, w in ipairs(t.told.wheels) do
    local load = "tyre_" .. w .. ".load"
    if there[load] then
      lifts[#lifts + 1] = lift_of(run, load, w)
      if not there["load_" .. w] then run:add("load_" .. w, run:column(load), "N") end
    end
  end
  return run, lifts
end

-- the text of an output with numbers in the place of names
function tell.filled(line, values)
  return (line:gsub("%f[%w_][%a_][%w_]*", function(name)
    return values[name] and amounts.text(values[name])
  end))
end

-- ---- all of it ----------------------------------------------------------------------------------

local function with(t, values)
  local all = {}
  for key, x in pairs(t.values) do all[key] = x end
  for key, x in pairs(values) do all[tostring(key)] = x end
  local told = { wheels = t.told.wheels }
  for key, x in pairs(t.told) do
    if type(x) == "table" and key ~= "wheels" then
      told[key] = {}
      for name, y in pairs(x) do
        local amount = type(y) == "number" or kit.class(y) == "expr"
        told[key][name] = amount and amounts.with(y, all) or y
      end
    end
  end
  if t.check then t.check(told, all) end
  local next_t = {}
  for key, x in pairs(t) do next_t[key] = x end
  next_t.model, next_t.values, next_t.told = t.model:with(values), all, told
  return next_t.model, tell.of(next_t)
end

-- t: model, told = { wheels =, loads =, .. }, outputs = texts by name, free = coordinates that
-- nothing holds, spins = pattern of others, turning(v, V): fills in what turns at V, inputs(V):
-- what inputs are then, independent: coordinates of linear models, check(told,
-- values): raises where numbers fit no vehicle, leaning: coordinates near its rest on a road that
-- is not level. told with its functions
function tell.of(t)
  local told = t.told
  t.values = t.values or {}
  function told.rolling(V) return rolling(t, V) end
  function told.rest(options) return rest(t, options) end
  function told.modes(V, options) return modes(t, V, options) end
  function told.watch(run) return watch(t, run) end
  told["with"] = function(values) return with(t, check.value(values, "with", "table")) end
  return told
end

return tell
