-- sweep.lua - li.sweep: one experiment many times, over parameters and starts
local li = require "liaison.core"
local check = require "liaison.base.check"
local plain_names = require("liaison.describe.jointnames").plain
local up_to = require("liaison.base.lists").up_to
local kinds = require "liaison.describe.kinds"
local kit = li._internal

local KEYS = { [1] = true, model = true, t = true, runs = true, with = true, q = true, v = true,
  tau = true, seed = true, threads = true,
  method = true, rtol = true, atol = true, h = true, h_max = true, max_steps = true, start = true,
    rows = true, tape = true,
  options = true, progress = true, on_interrupt = true }

local function bad(path, ...) check.fail("sweep." .. path, ...) end

-- what one quantity is in run r of n: a number, a list, {uniform = {a, b}}, {normal = {mean,
-- deviation}}, {from =, to =}, a function
local function values(spec, path, n, random)
  if type(spec) == "number" then return function() return spec end end
  if type(spec) == "function" then return function(r) return spec(random, r) end end
  if kit.class(spec) == "vec" then
    if #spec ~= n then bad(path, "expected %d numbers, one for every run, got %d", n, #spec) end
    return function(r) return spec[r] end
  end
  if type(spec) ~= "table" then
    bad(path, "expected a number, a list of %d, {uniform = {a, b}}, {normal = {mean, "
      .. "deviation}}, {from =, to =} or a function", n)
  end
  local two = spec.uniform or spec.normal
  if two then
    if type(two) ~= "table" or type(two[1]) ~= "number" or type(two[2]) ~= "number" then
      bad(path, "expected two numbers")
    end
    local draw = spec.uniform and random.uniform or random.normal
    return function() return draw(random, two[1], two[2]) end
  end
  if spec.from or spec.to then
    if type(spec.from) ~= "number" or type(spec.to) ~= "number" then
      bad(path, "expected the numbers from and to")
    end
    return function(r) return n == 1 and spec.from
      or spec.from + (spec.to - spec.from) * (r - 1) / (n - 1) end
  end
  if #spec ~= n then bad(path, "expected %d numbers, one for every run, got %d", n, #spec) end
  return function(r) return spec[r] end
end

-- how long the list is that some quantity of these is told by; nil: none is
local function listed(given)
  if type(given) ~= "table" then return nil end
  local least
  for _, x in pairs(given) do
    local list = (kit.class(x) == "vec" or type(x) == "table") and #x > 0
    if list and (least == nil or #x < least) then least = #x end
  end
  return least
end

-- how many runs: said, or as long as the shortest list (of others the length is wrong, and told)
local function count_of(spec)
  local n = spec.runs or listed(spec.with) or listed(spec.q) or listed(spec.v)
  return n or bad("runs", "expected how many: runs = 1000, or a list of numbers in with, q or v")
end

-- {name = spec} or {spec, spec ..} in the order of names: a generator for each
local function generators(given, path, names, n, random, rest)
  local out = {}
  given = given or {}
  if kit.class(given) == "vec" then
    local list = {}
    for k = 1, #given do list[k] = given[k] end
    given = list
  end
  if type(given) ~= "table" then bad(path, "expected a table") end
  local known = {}
  for k, name in ipairs(names) do
    known[name], known[k] = true, true
    local g = given[name]
    if g == nil then g = given[k] end
    if g == nil then g = rest and rest[k] or 0 end
    out[k] = values(g, ("%s.%s"):format(path, name), n, random)
  end
  for key in pairs(given) do
    if not known[key] then
      local near = type(key) == "string" and kit.nearest(key, known)
      bad(path, "unknown name '%s'%s", tostring(key),
        near and (" (did you mean '" .. near .. "'?)") or "")
    end
  end
  return out
end

local function table_of(generator, n)
  local rows = {}
  for r = 1, n do
    local row = {}
    for k, g in ipairs(generator) do
      local x = g(r)
      if type(x) ~= "number" or x ~= x or x == math.huge or x == -math.huge then
        check.fail("sweep", "run %d: a value is no finite number", r)
      end
      row[k] = x
    end
    rows[r] = row
  end
  return rows
end

-- parameters that stand in an expression as numbers
local function with_numbers(e, with)
  local here = {}
  for _, symbol in ipairs(e:symbols()) do here[symbol] = with[tostring(symbol)] end
  return e:subs(here)
end

-- forces told by expressions, as one run takes them: texts by coordinate, parameters as numbers
local function forces_of_run(tau, model, with)
  if not tau then return nil end
  local out, coordinates = {}, {}
  for k, name in ipairs(model:speeds()) do coordinates[k] = name:gsub("'$", "") end
  for k, name in ipairs(coordinates) do
    if tau[k] ~= nil then out[name] = with_numbers(li.expr(tau[k], "new"), with):text() end
  end
  return out
end

-- the runs of the list one after the other: { [r] = row }, { [r] = t }, { [r] = steps }, stopped
local function one_by_one(model, params, P, X0, nq, nv, spec, list)
  local X, t, steps = {}, {}, {}
  for _, r in ipairs(list) do X[r], t[r], steps[r] = X0[r], spec.start or 0, 0 end
  local stopped = kit.sweep.each(function(index)
    local r = list[index]
    local with, q, v = {}, {}, {}
    for k, name in ipairs(params) do with[name] = P[r][k] end
    for k = 1, nq do q[k] = X0[r][k] end
    for k = 1, nv do v[k] = X0[r][nq + k] end
    local options = { method = spec.method, rtol = spec.rtol, atol = spec.atol, h = spec.h,
      h_max = spec.h_max, start = spec.start, max_steps = spec.max_steps,
      dt = spec.t, progress = false, on_interrupt = "keep" }
    options.tau = forces_of_run(spec.tau, model, with)
    for key, value in pairs(spec.options or {}) do options[key] = value end
    local m = #params > 0 and model:with(with) or model
    local run, _, _, far = m:simulate(spec.t, q, v, options)
    run = run or far
    if not run then return end -- loops that cannot close: it has not begun
    local q1, v1, at = run:state()
    local row = {}
    for k = 1, nq do row[k] = q1[k] end
    for k = 1, nv do row[nq + k] = v1[k] end
    X[r], t[r], steps[r] = row, at, run:info().steps + run:info().rejected
  end, #list, spec.progress ~= false)
  return X, t, steps, stopped
end

-- what eight at once take from one model for all runs
local SHARED = { "min", "max", "effort", "friction" }

local function is_told(fields)
  for _, key in ipairs(SHARED) do if type(fields[key]) == "string" then return true end end
  return false
end

-- is a limit, an effort or dry friction told by parameters? Each run has its own then
local function varies(bodies)
  for _, b in ipairs(bodies) do
    local _, joint = kinds.joint_of(b)
    if is_told(joint) then return true end
    for _, dof in ipairs(joint.dofs or {}) do if is_told(dof) then return true end end
  end
  return false
end

-- loops, constraints, dry friction, elements that act at events: model:simulate knows of them
local function more_acts(model, numeric)
  local d = model:description()
  if varies(d.bodies) then return true end
  for _, f in ipairs(d.forces or {}) do if kit.force.row(f.kind).events then return true end end
  return kit.sweep.sticks(numeric) or #(d.loops or {}) + #(d.constraints or {}) > 0
end

-- the methods that take eight runs at once: { dop853 = { name =, adaptive = }, .. }
local EIGHT = {}
for _, m in ipairs(kit.sweep.methods()) do EIGHT[m.name] = m end

-- options that eight at once understand
local SIMPLE = { limits = true, efforts = true }

-- what expressions of q, v and t tell the rates of: nothing acts at events, nothing is closed
local function plain(model, numeric, spec)
  for key, value in pairs(spec.options or {}) do
    if not SIMPLE[key] or value ~= "ignore" then return false end
  end
  return EIGHT[spec.method or "dop853"] ~= nil and not more_acts(model, numeric)
end

-- limits of the coordinates, where some have any: a run that meets one has a stop there
local NONE = 1.7e308 -- vecs hold finite numbers
local function bounds_of(numeric, spec)
  if (spec.options or {}).limits == "ignore" then return nil end
  local at, least, most, any = {}, {}, {}, false
  for k, name in ipairs(numeric:coordinates()) do
    at[name], least[k], most[k] = k, -NONE, NONE
  end
  local lower, upper = numeric:limits()
  for i, speed in ipairs(numeric:speeds()) do
    local k = at[(speed:gsub("'$", ""))]
    local low, high = math.max(lower[i], -NONE), math.min(upper[i], NONE)
    if k then least[k], most[k] = low, high end
    any = any or low > -NONE or high < NONE
  end
  if not any then return nil end
  return li.vec(least), li.vec(most)
end

local function first_of(params, P)
  local with = {}
  for k, name in ipairs(params) do with[name] = P[1][k] end
  return with
end

-- quaternions that are told are made unit ones
local function settle(X0, model, nq)
  local still = {}
  for k = 1, #model:speeds() do still[k] = 0 end
  for r = 1, #X0 do
    local q = {}
    for k = 1, nq do q[k] = X0[r][k] end
    q = model:step(q, still, 0)
    for k = 1, nq do X0[r][k] = q[k] end
  end
end

-- model, and how many runs; what is wrong with the table raises
local function checked(spec)
  local model = spec[1] or spec.model
  for key in pairs(spec) do
    if not KEYS[key] then
      local near = type(key) == "string" and kit.nearest(key, KEYS)
      check.fail("sweep", "unknown key '%s'%s", tostring(key),
        near and (" (did you mean '" .. near .. "'?)") or "")
    end
  end
  if kit.class(model) ~= "model" then
    check.fail("sweep", "expected a model first: li.sweep{ arm, runs = 1000, t = 10, with = {..} }")
  end
  if type(spec.t) ~= "number" or not (spec.t > 0) then
    bad("t", "expected how long, a number of seconds greater than 0, got %s", check.got(spec.t))
  end
  local n = count_of(spec)
  if spec.on_interrupt ~= nil and spec.on_interrupt ~= "keep" and spec.on_interrupt ~= "raise" then
    bad("on_interrupt", "expected 'raise' or 'keep', got %s", check.got(spec.on_interrupt))
  end
  if type(n) ~= "number" or n < 1 or n % 1 ~= 0 or n > 1e7 then
    bad("runs", "expected a whole number from 1 to 10000000, got %s", check.got(n))
  end
  return model, n
end

-- names of the parameters in order: the open symbols of the model, no more and no fewer
local function parameters_of(model, with)
  local params, open = {}, {}
  for name in pairs(with or {}) do params[#params + 1] = name end
  kit.sort(params)
  for _, name in ipairs(model:symbols()) do open[tostring(name)] = true end
  for _, name in ipairs(params) do
    if not open[name] then
      local near = kit.nearest(name, open)
      bad("with", "the model has no symbol '%s'%s", name,
        near and (" (did you mean '" .. near .. "'?)") or "")
    end
  end
  for name in pairs(open) do
    if (with or {})[name] == nil then bad("with", "no value for '%s'", name) end
  end
  return params
end

-- accelerations in expressions, and what of; nil where there are none that tell all
local function rates_of(model, numeric, params, spec)
  if not plain(model, numeric, spec) then return nil end
  local efforts = (spec.options or {}).efforts ~= "ignore" and numeric:efforts() or nil
  return kit.sweep.rates(model, params, spec.tau, efforts)
end

-- eight at once
local function together(rates, inputs, model, numeric, params, P, X0, spec)
  local method = spec.method or "dop853"
  local least, most = bounds_of(numeric, spec)
  return kit.sweep.run(li.compile(rates, inputs, { tape = spec.tape }),
    li.mat(#params > 0 and P or X0), li.mat(X0), {
    np = #params, nv = #model:speeds(), model = numeric, progress = spec.progress ~= false,
      t = spec.t, start = spec.start or 0, method = method,
    rtol = spec.rtol or 1e-8, atol = spec.atol or 1e-10,
      h = spec.h or (not EIGHT[method].adaptive and 1e-3 or nil), h_max = spec.h_max,
      max_steps = spec.max_steps,
    threads = spec.threads or 0, rows = 0, least = least, most = most })
end

-- the runs that met a limit once more, with its stop
local function again(model, params, P, X0, nq, nv, spec, passed, X, t, steps)
  local rows, ends, counts, stopped = one_by_one(model, params, P, X0, nq, nv, spec, passed)
  for _, r in ipairs(passed) do
    for k = 1, nq + nv do X[r][k] = rows[r][k] end
    t[r], steps[r] = ends[r], counts[r]
  end
  return stopped
end

-- names and vecs of the columns: what was drawn, where it began, where it ended
local function columns_of(n, params, names, speeds, P, X0, X, t, steps)
  local columns, data, taken = {}, {}, {}
  local function column(name, f)
    while taken[name] do name = name .. "_" end
    taken[name] = true
    local c = {}
    for r = 1, n do c[r] = f(r) end
    columns[#columns + 1], data[#data + 1] = name, li.vec(c)
  end
  column("run", function(r) return r end)
  for k, name in ipairs(params) do column(name, function(r) return P[r][k] end) end
  for k, name in ipairs(names) do column(name .. "_0", function(r) return X0[r][k] end) end
  for k, name in ipairs(speeds) do
    column(name .. "_0", function(r) return X0[r][#names + k] end)
  end
  for k, name in ipairs(names) do column(name, function(r) return X[r][k] end) end
  for k, name in ipairs(speeds) do column(name, function(r) return X[r][#names + k] end) end
  column("t_end", function(r) return t[r] end)
  column("steps", function(r) return steps[r] end)
  return columns, data
end

-- a Ctrl-C ends the script, unless what was computed is wanted; at the prompt it is
local function stop_at_interrupt(spec)
  local how = spec.on_interrupt or (kit.term.prompt() and "keep" or "raise")
  if how ~= "keep" then
    check.fail(nil, "interrupted! (on_interrupt = 'keep' gives what was computed)")
  end
end

local function sweep(spec)
  local model, n = checked(spec)
  local random, params = li.random(spec.seed or 1), parameters_of(model, spec.with)
  local P = table_of(generators(spec.with, "with", params, n, random), n)
  local names, speeds = model:coordinates(), model:speeds()
  local nq, nv = #names, #speeds
  -- numbers of a start that are not given: 0, and where turns in space begin their quaternion 1, 0,
  -- 0, 0
  local numeric = #params > 0 and model:with(first_of(params, P)) or model
  local start = generators(plain_names(model, spec.q), "q", names, n, random, numeric:neutral())
  for _, g in ipairs(generators(plain_names(model, spec.v), "v", nq == nv and names or speeds, n,
    random)) do
    start[#start + 1] = g
  end
  local X0 = table_of(start, n)
  if nq ~= nv then settle(X0, numeric, nq) end
  local began = os.clock()
  local X, t, steps, stopped, passed
  local rates, inputs = rates_of(model, numeric, params, spec)
  if rates then
    X, t, steps, stopped, passed = together(rates, inputs, model, numeric, params, P, X0, spec)
    if not X then return X, t, steps end
    if not stopped and #passed > 0 then
      stopped = again(model, params, P, X0, nq, nv, spec, passed, X, t, steps)
    end
  else
    X, t, steps, stopped = one_by_one(model, params, P, X0, nq, nv, spec, up_to(n))
  end
  if stopped then stop_at_interrupt(spec) end
  local columns, data = columns_of(n, params, names, speeds, P, X0, X, t, steps)
  local total = 0
  for r = 1, n do total = total + steps[r] end
  return kit.sweep.record(columns, data, (spec.start or 0) + spec.t, os.clock() - began, total,
    stopped)
end

check.define(li, {
  { "sweep(spec: table) -> run",
    "One experiment many times: li.sweep{ model, runs = 1000, t = 10, with = {m1 = ..}, q = "
    .. "{..}, v = {..}, tau = {expressions in coordinates, rates, t, parameters} }, " ..
    "each value a number, a list of one for every run, {uniform = {a, b}}, {normal = {mean, "
    .. "deviation}}, {from =, to =} or function(random, r). " ..
    "Eight runs at once on every processor (threads), the same results whatever their number; "
    .. "columns run, parameters, q_0, q'_0, q, q' at the end, " ..
    "t_end (less than t where a run failed), steps. Also seed, method, rtol, atol, h, "
    .. "threads, progress. Forces of the description act; a run that meets a limit of a joint is "
    .. "computed again with its stop, tau is cut to efforts (options = {limits = 'ignore', efforts "
    .. "= 'ignore'}: neither). Loops, constraints, dry friction, limits and efforts told by "
    .. "parameters, what acts at events, and options = {forces =, input = ..} go one after "
    .. "another. Ctrl-C raises 'interrupted!' in a script; at the prompt, or with on_interrupt = "
    .. "'keep', it gives what was computed: runs that had not begun end at their start.",
    "#li.sweep{ li.planar{1}, runs = 10, t = 1, q = {{from = 0, to = 1}} } --> 10", sweep },
})
