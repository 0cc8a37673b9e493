-- sweep.lua - li.sweep: one experiment many times, over parameters and starts
local li = require "liaison.core"
local check = require "liaison.base.check"
local plain_names = require("liaison.describe.jointnames").plain
local up_to = require("liaison.base.lists").up_to
local kinds = require "liaison.describe.kinds"
local beside = require "liaison.sim.sweep_beside"
local kit = li._internal

local KEYS = { [1] = true, model = true, t = true, runs = true, with = true, q = true, v = true,
  tau = true, seed = true, threads = true,
  method = true, rtol = true, atol = true, h = true, h_max = true, max_steps = true, start = true,
    rows = true, tape = true, kernel = true, controllers = true, references = true, inputs = true,
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

-- numbers by name: of the parameters, and of those that are symbols of the model
local function values_of(params, row, open)
  local with, own = {}, {}
  for k, name in ipairs(params) do
    with[name] = row[k]
    if open[name] then own[name] = row[k] end
  end
  return with, own
end

local function options_of_run(model, spec, o, with)
  local options = { method = spec.method, rtol = spec.rtol, atol = spec.atol, h = spec.h,
    h_max = spec.h_max, start = spec.start, max_steps = spec.max_steps,
    dt = spec.t, progress = false, on_interrupt = "keep",
    kernel = spec.kernel ~= nil and spec.kernel ~= false or nil }
  options.tau = forces_of_run(spec.tau, model, with)
  for key, value in pairs(beside.options(spec, o, with)) do options[key] = value end
  for key, value in pairs(spec.options or {}) do options[key] = value end
  return options
end

-- the end of a run as a row, and what its blocks gave last
local function ending(run, beside_names)
  local q, v, at = run:state()
  local row, held = {}, {}
  for k = 1, #q do row[k] = q[k] end
  for k = 1, #v do row[#q + k] = v[k] end
  for k, name in ipairs(beside_names) do
    local column = run:column(name)
    held[k] = column[#column]
  end
  return row, held, at, run:info().steps + run:info().rejected
end

-- the runs of the list one after the other: { [r] = row }, { [r] = t }, { [r] = steps }, stopped,
-- { [r] = what blocks gave last }
local function one_by_one(model, params, P, X0, nq, nv, spec, list, o)
  local X, t, steps, held, names = {}, {}, {}, {}, beside.columns(o)
  for _, r in ipairs(list) do
    X[r], t[r], steps[r], held[r] = X0[r], spec.start or 0, 0, {}
    for k = 1, #names do held[r][k] = 0 end
  end
  local stopped = kit.sweep.each(function(index)
    local r = list[index]
    local with, own = values_of(params, P[r], o.open)
    local q, v = {}, {}
    for k = 1, nq do q[k] = X0[r][k] end
    for k = 1, nv do v[k] = X0[r][nq + k] end
    local m = next(own) and model:with(own) or model
    local run, _, _, far = m:simulate(spec.t, q, v, options_of_run(model, spec, o, with))
    run = run or far
    if not run then return end -- loops that cannot close: it has not begun
    X[r], held[r], t[r], steps[r] = ending(run, names)
  end, #list, spec.progress ~= false)
  return X, t, steps, stopped, held
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
local function plain(model, numeric, spec, o)
  if not o.plain then return false end
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

-- kernel = true, or what model:compile "dynamics" gave of this model. Eight at once are compiled
-- anyway; those that go one after another run by it
local function check_kernel(kernel, model)
  if kernel == nil or type(kernel) == "boolean" then return end
  local note = kit.class(kernel) == "kernel" and kit.motion.of(kernel)
  if not note or note.what ~= "dynamics" then
    bad("kernel", "expected true, or what model:compile 'dynamics' gives")
  end
  if note.model ~= model then bad("kernel", "it was compiled of another model") end
end

-- model, and how many runs; what is wrong with the table raises
local function checked(spec)
  local model = spec[1] or spec.model
  if spec.contacts then
    bad("contacts", "shapes that touch are stepped run by run: call li.simulate for each")
  end
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
  check_kernel(spec.kernel, model)
  if spec.on_interrupt ~= nil and spec.on_interrupt ~= "keep" and spec.on_interrupt ~= "raise" then
    bad("on_interrupt", "expected 'raise' or 'keep', got %s", check.got(spec.on_interrupt))
  end
  if type(n) ~= "number" or n < 1 or n % 1 ~= 0 or n > 1e7 then
    bad("runs", "expected a whole number from 1 to 10000000, got %s", check.got(n))
  end
  return model, n
end

-- names of the parameters in order: the open symbols of the model, all of them, and what its blocks
-- and inputs name (others: a set)
local function parameters_of(model, with, others)
  local params, open = {}, {}
  for name in pairs(with or {}) do params[#params + 1] = name end
  kit.sort(params)
  for _, name in ipairs(model:symbols()) do open[tostring(name)] = true end
  for _, name in ipairs(params) do
    if not open[name] and not others[name] then
      local near = kit.nearest(name, open) or kit.nearest(name, others)
      bad("with", "the model has no symbol '%s'%s", name,
        near and (" (did you mean '" .. near .. "'?)") or "")
    end
  end
  for name in pairs(open) do
    if (with or {})[name] == nil then bad("with", "no value for '%s'", name) end
  end
  return params, open
end

-- rates and what is asked beside them in expressions; nil where there are none that tell all
local function rates_of(model, numeric, params, spec, o)
  if not plain(model, numeric, spec, o) then return nil end
  local efforts = (spec.options or {}).efforts ~= "ignore" and numeric:efforts() or nil
  return beside.expressions(o, model, params, spec.tau, efforts)
end

local function repeated(row, n)
  local rows = {}
  for r = 1, n do rows[r] = row end
  return li.mat(rows)
end

-- eight at once
local function together(e, model, numeric, params, P, X0, spec)
  local method = spec.method or "dop853"
  local least, most = bounds_of(numeric, spec)
  local tape = { tape = spec.tape }
  return kit.sweep.run(li.compile(e.rates, e.inputs, tape), li.mat(#params > 0 and P or X0),
    li.mat(X0), { np = #params, nv = #model:speeds(), model = numeric,
      progress = spec.progress ~= false, t = spec.t, start = spec.start or 0, method = method,
      rtol = spec.rtol or 1e-8, atol = spec.atol or 1e-10,
      h = spec.h or (not EIGHT[method].adaptive and 1e-3 or nil), h_max = spec.h_max,
      max_steps = spec.max_steps, threads = spec.threads or 0, rows = 0, least = least,
      most = most, ask = e.ask and li.compile(e.ask, e.inputs, tape), dt = e.dt,
      held = e.ask and repeated(e.start, #X0) })
end

-- the runs that met a limit once more, with its stop
local function again(model, params, P, X0, nq, nv, spec, passed, x, o)
  local rows, ends, counts, stopped, held = one_by_one(model, params, P, X0, nq, nv, spec, passed,
    o)
  for _, r in ipairs(passed) do
    for k = 1, nq + nv do x.X[r][k] = rows[r][k] end
    for k = 1, #held[r] do x.held[r][k] = held[r][k] end
    x.t[r], x.steps[r] = ends[r], counts[r]
  end
  return stopped
end

-- names and vecs of the columns: what was drawn, where it began, where it ended
local function columns_of(n, params, names, speeds, P, X0, x, given)
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
  for k, name in ipairs(names) do column(name, function(r) return x.X[r][k] end) end
  for k, name in ipairs(speeds) do column(name, function(r) return x.X[r][#names + k] end) end
  for k, name in ipairs(given) do column(name, function(r) return x.held[r][k] end) end
  column("t_end", function(r) return x.t[r] end)
  column("steps", function(r) return x.steps[r] end)
  return columns, data
end

-- a Ctrl-C ends the script, unless what was computed is wanted; at the prompt it is
local function stop_at_interrupt(spec)
  local how = spec.on_interrupt or (kit.term.prompt() and "keep" or "raise")
  if how ~= "keep" then
    check.fail(nil, "interrupted! (on_interrupt = 'keep' gives what was computed)")
  end
end

-- where all runs begin: numbers of a start that are not given are 0, and where turns in space begin
-- their quaternion 1, 0, 0, 0
local function starts_of(model, numeric, spec, n, random)
  local names, speeds = model:coordinates(), model:speeds()
  local start = generators(plain_names(model, spec.q), "q", names, n, random, numeric:neutral())
  for _, g in ipairs(generators(plain_names(model, spec.v), "v",
    #names == #speeds and names or speeds, n, random)) do
    start[#start + 1] = g
  end
  local X0 = table_of(start, n)
  if #names ~= #speeds then settle(X0, numeric, #names) end
  return X0
end

-- what becomes of all runs: { X =, t =, steps =, held = }, was it stopped; or nil, why, code
local function all_runs(model, numeric, params, P, X0, spec, o)
  local nq, nv = #model:coordinates(), #model:speeds()
  local e = rates_of(model, numeric, params, spec, o)
  if not e then
    local X, t, steps, stopped, held = one_by_one(model, params, P, X0, nq, nv, spec,
      up_to(#X0), o)
    return { X = X, t = t, steps = steps, held = held }, stopped
  end
  local X, t, steps, stopped, passed, held = together(e, model, numeric, params, P, X0, spec)
  if not X then return nil, t, steps end
  local x = { X = X, t = t, steps = steps, held = held }
  if not stopped and #passed > 0 then
    stopped = again(model, params, P, X0, nq, nv, spec, passed, x, o)
  end
  return x, stopped
end

local function sweep(spec)
  local model, n = checked(spec)
  local o = beside.read(spec)
  local random, params, open = li.random(spec.seed or 1), parameters_of(model, spec.with, o.names)
  o.open = open
  local P = table_of(generators(spec.with, "with", params, n, random), n)
  local _, first = values_of(params, P[1], o.open)
  local numeric = next(first) and model:with(first) or model
  local X0 = starts_of(model, numeric, spec, n, random)
  local began = os.clock()
  local x, stopped, code = all_runs(model, numeric, params, P, X0, spec, o)
  if not x then return nil, stopped, code end
  if stopped then stop_at_interrupt(spec) end
  local columns, data = columns_of(n, params, model:coordinates(), model:speeds(), P, X0, x,
    beside.columns(o))
  local total = 0
  for r = 1, n do total = total + x.steps[r] end
  return kit.sweep.record(columns, data, (spec.start or 0) + spec.t, os.clock() - began, total,
    stopped)
end

check.define(li, {
  { "sweep(spec: table) -> run",
    "One experiment many times: li.sweep{ model, runs = 1000, t = 10, with = {m1 = ..}, q = "
      .. "{..}, v = {..}, tau = {expressions in coordinates, rates, t, parameters}, inputs = {by "
      .. "name}, controllers = {blocks}, references = {by name} }, each value a number, a list of "
      .. "one for every run, {uniform = {a, b}}, {normal = {mean, deviation}}, {from =, to =} or "
      .. "function(random, r). A parameter may be a value of a block (['pid.kp']) or a signal that "
      .. "blocks ask for. Eight runs at once on every processor (threads), the same results "
      .. "whatever their number; columns run, parameters, q_0, q'_0, q, q' at the end, what blocks "
      .. "gave last, t_end (less than t where a run failed), steps. Also seed, method, rtol, atol, "
      .. "h, threads, progress. Forces of the description act; a run that meets a limit of a joint "
      .. "is computed again with its stop, tau is cut to efforts (options = {limits = 'ignore', "
      .. "efforts = 'ignore'}: neither). Loops, constraints, dry friction, limits and efforts told "
      .. "by parameters, what acts at events, blocks that are late or asked all the time, Lua "
      .. "functions, and options = {forces =, input = ..} go one after another. Ctrl-C raises "
      .. "'interrupted!' in a script; at the prompt, or with on_interrupt = 'keep', it gives what "
      .. "was computed: runs that had not begun end at their start.",
    "#li.sweep{ li.planar{1}, runs = 10, t = 1, q = {{from = 0, to = 1}} } --> 10", sweep },
})
