-- experiment.lua - kane:simulate: parameters and inputs as numbers, texts or functions, further
-- states, columns of what is asked for
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local kane = require "liaison.constrained.kane"
local energy = require "liaison.constrained.kane_energy"
local singular = require "liaison.constrained.singular"
local closing = require "liaison.constrained.close_rows"
local works = require "liaison.sim.works"
local kit = li._internal

local own = { values = "table?", inputs = "table?", states = "table?", outputs = "table?",
  method = "str?", kernel = "any?" }
local of_solver = { rtol = "num?", atol = "num?", h = "num?", h_max = "num?", fixed = "bool?",
  max_steps = "int?", dt = "num?", start = "num?",
  events = "table?", tau = "any?", input = "fn?", controllers = "table?", memory = "any?",
    record = "any?", max_rows = "int?", progress = "bool?", on_error = "raise|return?",
    on_interrupt = "raise|keep?" }

local function split_options(options)
  local schema = {}
  for key, rule in pairs(own) do schema[key] = rule end
  for key, rule in pairs(of_solver) do schema[key] = rule end
  local o, solver = check.fields(options or {}, "options", schema), {}
  for key in pairs(of_solver) do solver[key] = o[key] end
  solver.method, solver.rtol, solver.atol = o.method, o.rtol or 1e-9, o.atol or 1e-11
  return o, solver
end

local function sorted(t)
  local names = {}
  for name in pairs(t or {}) do names[#names + 1] = name end
  table.sort(names, function(a, b) return kit.before(tostring(a), tostring(b)) end)
  return names
end

-- numbers and expressions go into the equations; functions are asked at every step: { symbol, rate
-- or nil, f }
local function sort_inputs(o)
  local change, asked = {}, {}
  for _, name in ipairs(sorted(o.values)) do change[name] = o.values[name] end
  for _, name in ipairs(sorted(o.inputs)) do
    local x = o.inputs[name]
    if type(x) == "function" then asked[#asked + 1] = { name = tostring(name), f = x }
    else change[name] = placing.expr(x, "inputs." .. tostring(name)):subs(o.values or {}) end
  end
  return change, asked
end

local function append(list, x)
  for i = 1, #x do list[#list + 1] = x[i] end
end

-- what starts where: numbers by name, 0 where none is given
local function start_of(list, start, extra)
  local x, known = {}, {}
  for i, symbol in ipairs(list) do
    local name = tostring(symbol)
    known[name] = true
    x[i] = start[name] or 0
    if type(x[i]) ~= "number" then
      check.fail("start." .. name, "expected a number, got a %s", type(x[i]))
    end
  end
  for _, name in ipairs(sorted(start)) do
    if not known[tostring(name)] then
      local near = kit.nearest(tostring(name), known)
      check.fail("start", "no state '%s'%s", tostring(name),
        near and (" (did you mean '" .. near .. "'?)") or "")
    end
  end
  for _, s in ipairs(extra) do x[#x + 1] = s.start end
  return x
end

-- z' = rate(q, alpha, z, inputs, t)
local function further(states)
  local list = {}
  for _, name in ipairs(sorted(states)) do
    local path = "states." .. tostring(name)
    local f = check.fields(states[name], path, { rate = "any", start = "num?" })
    if f.rate == nil then check.fail(path .. ".rate", "expected an expression") end
    list[#list + 1] = { name = tostring(name), symbol = li.expr(tostring(name), "new"),
      rate = placing.expr(f.rate, path .. ".rate"), start = f.start or 0 }
  end
  return list
end

-- an input that has become a state: its own rate is that state's
local function state_rates(states, change)
  for _, s in ipairs(states) do
    local ok, d = check.try(function() return s.symbol:d() end)
    if ok and d:kind() == "symbol" then change[#change + 1] = { d, s.rate } end
  end
end

-- x' but for what is integrated beside the motion
local function derivatives(k)
  local h, list = k.C * k.alpha + k.c, {}
  append(list, k.qd)
  for i = 1, k.l do append(list, k.D:row(i)) end
  append(list, k.tau - h)
  return list
end

-- What is integrated beside the motion, { symbol, rate }: further states, the work of all that
-- acts, own states of force elements; then integrals alone: what is given, what is lost, the work
-- of each force. told: what is known of the energy
local function beside(states, told)
  local list = {}
  local function put(symbol, rate) list[#list + 1] = { symbol = symbol, rate = rate } end
  for _, s in ipairs(states) do put(s.symbol, s.rate) end
  put(li.functions "liaison_work", told.power)
  for _, s in ipairs(told.own) do put(s.symbol, s.rate) end
  if not told.V then return list end
  put(li.functions "liaison_given", told.given)
  put(li.functions "liaison_lost", told.lost)
  for i, w in ipairs(told.works) do put(li.functions("liaison_work" .. i), w.rate) end
  return list
end

-- own states of force elements, as what is shown of them is called
local function put_own(told, put, taken)
  for _, s in ipairs(told.own) do
    local name = tostring(s.symbol)
    if not taken[name] then put(name, s.symbol) end
  end
end

-- columns T, V, E, W and the work of each force; without a potential T, W, E = T - W; then own
-- states. V steps aside where the user calls something so. Which of them is E
local function put_energies(told, T, put, taken)
  local W = li.functions "liaison_work"
  put("T", T)
  if not told.V then
    put("W", W)
    put("E", T - W)
    put_own(told, put, taken)
    return 3
  end
  if not taken.V then put("V", told.V) end
  put("E", T + told.V)
  put("W", W)
  for i, w in ipairs(told.works) do put(w.name, li.functions("liaison_work" .. i)) end
  put_own(told, put, taken)
  return taken.V and 2 or 3
end

local function symbols_in(M)
  local seen = {}
  for i = 1, #M do
    for _, s in ipairs(M[i]:symbols()) do seen[tostring(s)] = s end
  end
  return seen
end

local function refuse_open(rates, inputs)
  local known, open = {}, {}
  for _, s in ipairs(inputs) do known[tostring(s)] = true end
  for name in pairs(symbols_in(rates)) do if not known[name] then open[#open + 1] = name end end
  kit.sort(open)
  if #open > 0 then
    check.fail("simulate", "no number for %s: values = {%s = ..} or inputs",
      table.concat(open, ", "), open[1])
  end
end

-- f(t, x, u): every function's value, and its rate where it gives one
local function asker(asked)
  if #asked == 0 then return nil end
  return function(t, x, u)
    for i, a in ipairs(asked) do
      local value, rate = a.f(t, x)
      if type(value) ~= "number" then
        check.fail("inputs." .. a.name, "expected a number at t = %s, got a %s", kit.number(t),
          type(value))
      end
      if a.rate_used and type(rate) ~= "number" then
        check.fail("inputs." .. a.name,
          "its rate stands in the equations: expected value, rate at t = %s", kit.number(t))
      end
      u[2 * i - 1], u[2 * i] = value, rate or 0
    end
  end
end

-- names of states and of what the user asked for: columns of ours step aside for them
local function names_taken(seen, outputs)
  local taken = {}
  for _, name in ipairs(seen) do taken[name] = true end
  for name in pairs(outputs or {}) do taken[tostring(name)] = true end
  return taken
end

-- rates of coordinates that are no speeds
local function put_rates(k, put, taken)
  for i = 1, k.n do
    local name = tostring(k.q[i]:d())
    if not taken[name] then put(name, k.qd[i]) end
  end
end

-- coordinates and speeds are "state", rates that are no speeds "rate"
local function roles_of(k)
  local role = {}
  for i = 1, k.n do role[tostring(k.q[i])], role[tostring(k.q[i]:d())] = "state", "rate" end
  for i = 1, k.l do role[tostring(k.alpha[i])] = "state" end
  return role
end

-- whether a parameter of this name stands in the equations
local function stands_in(k, name)
  local ok, symbol = check.try(li.expr, name)
  if not ok then return false end
  for _, key in ipairs { "D", "C", "c", "tau", "qd", "M", "wrench", "v" } do
    local M = k[key]
    local rows, cols = M:size()
    for r = 1, rows do
      for c = 1, cols do if M:at(r, c):depends(symbol) then return true end end
    end
  end
  return false
end

-- Tables of what is shipped hold parameters and a state beside each other. A coordinate or speed
-- among the values is where it starts, a parameter among the numbers of the start is a value; start
-- and values say what they are for first. What the session never heard of stands in no equation.
local function sort_numbers(k, start, values)
  local role, first, rest = roles_of(k), {}, {}
  for name, x in pairs(values or {}) do
    local is = role[tostring(name)]
    if is == "rate" then
      check.fail("values." .. tostring(name),
        "a rate that is no speed of these equations (start = {speed = ..} says where those begin)")
    end
    if is then first[tostring(name)] = x elseif check.try(li.expr, name) then rest[name] = x end
  end
  for name, x in pairs(start) do
    if not role[tostring(name)] and stands_in(k, name) then
      if rest[name] == nil then rest[name] = x end
    else
      first[name] = x
    end
  end
  return first, rest
end

-- forces on the speeds, besides those of the equations, are called as these, without the ' of a
-- rate
local function force_names(k)
  local list = {}
  for i = 1, k.l do list[i] = tostring(k.alpha[i]):gsub("'$", "") end
  return list
end

-- the positions of rows that coordinates and time alone tell, as a system; nil: there are none, or
-- inputs stand in them
local function positions_of(about, k)
  local q, rows, known = {}, {}, { t = true }
  for i = 1, k.n do q[i], known[tostring(k.q[i])] = k.q[i], true end
  for _, r in ipairs(about.system and about.system.rows or {}) do
    local phi = r.phi and energy.changed(r.phi, about.changes)
    for _, symbol in ipairs(phi and phi:symbols() or {}) do
      if not known[tostring(symbol)] then return nil end
    end
    rows[#rows + 1] = phi and { phi = phi } or nil
  end
  return #rows > 0 and { q = q, rows = rows } or nil
end

-- A start x that keeps no positions is moved: coordinates that were not told follow those that
-- were, where they can, else all move by the least change. By how much each, and whether some
-- stayed; nil where it fits; false, why, code where nothing does
local function moved_onto(s, x, start, t0)
  if not s then return nil end
  local told, left_out = {}, {}
  for i, q in ipairs(s.q) do
    local name = tostring(q)
    if start[name] == nil then left_out[name] = x[i] else told[name] = x[i] end
  end
  local function close(stay, others)
    local values = { t = t0 }
    for name, number in pairs(stay) do values[name] = number end
    return closing(s, values, others, function() return 1 end)
  end
  local all = {}
  for i, q in ipairs(s.q) do all[tostring(q)] = x[i] end
  if close(all, {}) then return nil end
  local at, why, code = close(told, left_out)
  local stayed = at and next(told) ~= nil
  if not at then at, why, code = close({}, all) end
  if not at then return false, why, code end
  local by = {}
  for i, q in ipairs(s.q) do by[i], x[i] = at[tostring(q)] - x[i], at[tostring(q)] end
  return by, stayed
end

-- what run:setup gives: all that was asked for, and where it began, q and then speeds and further
-- states
local function setup_of(model, t, options, x)
  local setup, q, v = { model, t = t }, {}, {}
  for key, value in pairs(options or {}) do setup[key] = value end
  for i = 1, #x do
    if i <= model.n then q[i] = x[i] else v[i - model.n] = x[i] end
  end
  setup.q, setup.v = q, v
  return setup
end

-- a set of the names in the rates of own states of force elements
local function names_in_own(s)
  local names = {}
  local list = #(s.of_model:description().forces or {}) > 0
    and kit.works.of_model(s.of_model).states or {}
  for _, state in ipairs(list) do
    for _, symbol in ipairs(state.rate:symbols()) do names[tostring(symbol)] = true end
  end
  return names
end

-- inputs of a description that nothing sets have its values, its motors give nothing
local function described_inputs(k, o)
  local s = kane.about(k).system
  if not (s and s.of_model) then return end
  local in_own = names_in_own(s)
  local function rest(name, value)
    local told = (o.inputs or {})[name] or (o.values or {})[name] or (o.states or {})[name]
    if told ~= nil or not (in_own[name] or stands_in(k, name)) then return end
    o.values = o.values or {}
    o.values[name] = value
  end
  for _, u in ipairs(s.of_model:description().inputs or {}) do rest(u.name, u.value or 0) end
  for _, name in ipairs(s.motors) do rest(name, 0) end
end

local function rates_by_speeds(k)
  local rates = {}
  for i, q in ipairs(k.q:table()) do rates[q:d()] = k.qd[i] end
  return rates
end

-- inputs that functions give, and their rates where these stand in the equations: behind `inputs`
local function put_asked(asked, f, inputs)
  local seen = symbols_in(f)
  for _, a in ipairs(asked) do
    local u = li.expr(a.name)
    local ok, d = check.try(function() return u:d() end)
    local moves = ok and d:kind() == "symbol"
    a.rate_used = moves and seen[tostring(d)] ~= nil
    inputs[#inputs + 1] = u
    inputs[#inputs + 1] = moves and d or li.expr("liaison_rate_of_" .. a.name, "new")
  end
end

-- outputs = {column = expression} that the user asked for: expressions, names
local function outputs_of(outputs, values)
  local list, names = {}, {}
  for i, name in ipairs(sorted(outputs)) do
    list[i] = placing.expr(outputs[name], "outputs." .. tostring(name)):subs(values)
    names[i] = tostring(name)
  end
  return list, names
end

-- the places of what is pushed among what is integrated beside: the work of all, what is given, of
-- tau
local function places_of_pushed(states, told)
  if not told.V then return { #states + 1 } end
  local given = #states + 1 + #told.own + 1
  local out = { #states + 1, given }
  for i, w in ipairs(told.works) do if w.from == "pushed" then out[3] = given + 1 + i end end
  return out
end

-- multipliers, where they were asked for: into spec and behind its columns
local function put_multipliers(spec, about, change, options)
  if not works.recorded(options, "multipliers") then return end
  local M, names = energy.reaction(about)
  if not M then return end
  local taken = {}
  for _, name in ipairs(spec.columns) do taken[name] = true end
  local columns, aliases = works.multipliers(names, taken)
  append(spec.columns, columns)
  spec.reaction, spec.reactions, spec.aliases = change(M), #names, aliases
end

-- what run:resume and the page go on from stands in setup; how it is told in all rates, should the
-- speeds fail, in run
local function simulate(model, t, start, options)
  local o, solver = split_options(options)
  start, o.values = sort_numbers(model, start or {}, o.values)
  described_inputs(model, o)
  local change, asked = sort_inputs(o)
  local k = next(change) and kane.with(model, change) or model
  local about, states, state_rate, by_name = kane.about(k), further(o.states), {}, {}
  for key, x in pairs(change) do by_name[key] = x end
  for _, s in ipairs(states) do s.rate = s.rate:subs(by_name) end
  local pairs_of = {}
  state_rates(states, pairs_of)
  for _, p in ipairs(pairs_of) do state_rate[p[1]] = p[2] end
  local by_speeds = rates_by_speeds(k)
  local function in_speeds(M) return M:subs(by_speeds):subs(state_rate) end
  local told = energy.balance(about, k.wrench:dot(k.v), o)
  local z, f = beside(states, told), derivatives(k)
  for _, s in ipairs(z) do f[#f + 1] = s.rate end
  f = in_speeds(li.smat(f))
  local inputs, columns, shown = { li.time() }, { "t" }, {}
  append(inputs, k.q)
  append(inputs, k.alpha)
  local x = start_of({ (table.unpack or unpack)(inputs, 2) }, start or {}, states)
  local moved, stayed, code = moved_onto(positions_of(about, k), x, start or {}, solver.start or 0)
  if moved == false then return nil, stayed, code end
  local setup = setup_of(model, t, options, x)
  setup.values = o.values -- with those that stood among the start
  for _ = #states + 1, #z do x[#x + 1] = 0 end
  for _, s in ipairs(z) do inputs[#inputs + 1] = s.symbol end
  for i = 2, #inputs do columns[i] = tostring(inputs[i]) end
  for i = #inputs - #z + #states + 1, #inputs do columns[i] = "liaison_" .. columns[i] end
  local seen = { (table.unpack or unpack)(columns, 2, 1 + k.n + k.l + #states) }
  put_asked(asked, f, inputs)
  refuse_open(f, inputs)
  local function put(name, e) columns[#columns + 1], shown[#shown + 1] = name, e end
  local T = k.v:dot(k.M * k.v) / 2
  local taken = names_taken(seen, o.outputs)
  local E = put_energies(told, T, put, taken)
  put_rates(k, put, taken)
  local energies, outputs, output_names = #shown, outputs_of(o.outputs, by_name)
  for _, c in ipairs(told.forces) do
    outputs[#outputs + 1], output_names[#output_names + 1] = c.value, c.name
  end
  for i, e in ipairs(outputs) do put(output_names[i], e) end
  append(inputs, k.alphad)
  local integrals = told.V and 2 + #told.works or 0
  local spec = {
    n = k.n, l = k.l, m = #z, nu = 2 * #asked, t = t, x = li.vec(x),
      inputs = li.smat(inputs), rates = f, shown = in_speeds(li.smat(shown)), columns = columns,
    energy = E, energies = energies, input = asker(asked), options = solver, seen = seen,
      driven = told.V and energy.driven(k, in_speeds(T), told.held) and 1 or 0,
      hidden = #z - #states, quad = integrals, own = told.V and #told.own or 0,
      forces = force_names(k), pushed = places_of_pushed(states, told), setup = setup,
      units = energy.units(about.system, columns), described = about.system
        and about.system.of_model, start_moved = moved, start_stayed = stayed and 1 or 0,
  }
  put_multipliers(spec, about, in_speeds, o)
  local run = { spec = spec, k = k, model = model, t0 = solver.start or 0, states = states,
    state_rates = state_rate, outputs = outputs, output_names = output_names,
    options = o, told = told, taken = taken,
    beside = function(with) return beside(states, with) end, energies = put_energies }
  return singular.run(run, about)
end

kit.define(kit.methods "kane", {
  "kane:simulate(t: num [, start: table, options: table]) -> run",
  "Let it move for a time t from start = {name = number} (coordinates and speeds; 0 where "
  .. "left out; where that keeps no positions of rows, coordinates that are left out follow; "
  .. "a table of values with its state, as li.systems.values and "
  .. "li.mechanisms.values give it, may stand for start or values). options: values = "
  .. "{parameter = number}, inputs = {name = number, "
  .. "expression of t, q and speeds, or function(t, x) -> value, rate}, states = {name = "
  .. "{rate = expression, start = 0}} (an input named there becomes a state), outputs = "
  .. "{column = expression, also of accelerations}, tau = {speed = expression} or a function "
  .. "of (t, q, speeds), forces on the speeds besides, controllers, method, dt, rtol, events "
  .. "... as model:simulate has them, and what it gives where it stops. "
  .. "Columns: T (kinetic energy), V (weight and springs of a model), E = T + V, "
  .. "W (work of all that acts). Rates that are no speeds are columns too. With "
  .. "record = 'multipliers' the forces of the rows are, by the names "
  .. "of their joints; with record = 'work' the work of each force, with 'forces' "
  .. "what each element of the description does. x of an input goes by names "
  .. "too, x.qs. "
  .. "Where the speeds stop telling the motion (a "
  .. "dead point of "
    .. "theirs) the run is done in the rates of all coordinates, with the constraints as "
    .. "rows, and run:info().speeds says so.",
  "local s = li.system{planar = true}; local q = s:coordinates 'qs'; local b = s:body{mass = "
  .. "2, inertia = 0, at = {q, 0}}; b:force{f = {'F', 0}}; "
  .. "local run = s:kane():simulate(1, {}, {values = {F = 4}}); return math.abs(run.qs[#run] "
  .. "- 1) < 1e-9 --> true", simulate,
})
