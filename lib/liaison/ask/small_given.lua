-- small_given.lua - small motions and equilibria of equations of motion, with constraint rows or
-- without, and of any x' = f(t, x, u)
local li = require "liaison.core"
local check = require "liaison.base.check"
local along = require "liaison.ask.small_along"
local motions = require "liaison.ask.small_motions"
local texts = require "liaison.base.texts"
local unfolded = require "liaison.equations.unfolded"
local kit = li._internal

local small = kit.small

-- ---- equations as a subject ---------------------------------------------------------------------

local function list_of(M)
  local out = {}
  for k = 1, M and #M or 0 do out[k] = M[k] end
  return out
end

-- entries of a table of smats, one after the other, without constants; and where each begins
local function flattened(parts, constants)
  local all = {}
  for _, list in ipairs(parts) do for _, e in ipairs(list) do all[#all + 1] = e end end
  if #all == 0 then return parts end
  local M, at, out = unfolded(all, constants), 0, {}
  for k, list in ipairs(parts) do
    out[k] = {}
    for i = 1, #list do out[k][i] = M[at + i] end
    at = at + #list
  end
  return out
end

-- J x + y, row by row
local function rows_by(eq, x, y)
  local out = {}
  for i = 1, eq.J and #eq.J or 0 do
    local e = y[i]
    for k = 1, eq.n do e = e + eq.J:at(i, k) * x[k] end
    out[i] = e
  end
  return out
end

local function row_names(eq, n)
  if eq.row_names and #eq.row_names > 0 then return eq.row_names end
  local list = {}
  for i = 1, n do list[i] = tostring(eq.lambda[i]) end
  return list
end

local function outputs_of(list)
  local out = {}
  for k, e in ipairs(list or {}) do
    out[k] = type(e) == "string" and li.expr(e, "new") or e
  end
  return out
end

-- what kit.small makes its tape of
local function given_by(eq, outputs)
  local minus = {}
  for i = 1, eq.gamma and #eq.gamma or 0 do minus[i] = -eq.gamma[i] end
  local parts = flattened({ list_of(eq:rows()), rows_by(eq, eq.v, eq.shift or {}),
    rows_by(eq, eq.a, minus), list_of(eq.phi), outputs_of(outputs), list_of(eq.zdot) },
    eq.constants)
  return { q = list_of(eq.q), v = list_of(eq.v), a = list_of(eq.a), lambda = list_of(eq.lambda),
    force = parts[1], rate = parts[2], acceleration = parts[3], g = parts[4], outputs = parts[5],
    z = list_of(eq.z), zdot = parts[6],
    row_names = row_names(eq, #parts[2]) }
end

local function numbered(names)
  local out = {}
  for k, name in ipairs(names) do out[name] = k end
  return out
end

-- inputs by the names of open symbols: what the options set, or ask for
local function inputs_of(names, o, described)
  local list, asked, open = {}, {}, {}
  for _, name in ipairs(motions.words(o.inputs, "inputs") or {}) do asked[name] = true end
  for k, name in ipairs(names) do
    local value, d = (o.u or {})[name] or (o.values or {})[name], (described or {})[name]
    if value == nil and d then value = d.value or 0 end
    if value == nil and not asked[name] then open[#open + 1] = name end
    list[k], list[name] = { name = name, value = value or 0, min = d and d.min,
      max = d and d.max }, k
  end
  if #open > 0 then
    check.fail("values", "no numbers for %s: values = {%s = ..}, or u = {%s = ..} for what drives",
      table.concat(open, ", "), open[1], open[1])
  end
  return list
end

-- columns of a matrix that are not held
local function free_columns(held, n)
  local list = {}
  for k = 1, n do if not held[k] then list[#list + 1] = k end end
  return list
end

-- least changes dx with J dx = -gap among free columns
local function correction(J, gap, free, n)
  local part = li.zeros(#J, #free)
  for i = 1, #J do for c, k in ipairs(free) do part[i][c] = J[i][k] end end
  local dx, out = part:least_squares(gap), li.zeros(n)
  for c, k in ipairs(free) do out[k] = -dx[c] end
  return out
end

local function size(x)
  local most = 0
  for k = 1, #x do most = math.max(most, math.abs(x[k])) end
  return most
end

local FAR = "no coordinates near these keep the constraints: '%s' stays off by %s"

-- Newton's least steps to g(q, t) = 0, coordinates of `held` stay
local function closed(x, q, values, held)
  if #x.g == 0 then return q end
  local g, n = li.smat(x.g), #x.names.coordinate
  local J, free, scale = g:jacobian(x.symbols), free_columns(held, n), 1 + size(q)
  local gap
  for _ = 1, 50 do
    for k, name in ipairs(x.names.coordinate) do values[name] = q[k] end
    gap = g:eval(values)
    if size(gap) < 1e-13 * scale then return q end
    if #free == 0 then break end
    local step = correction(J:eval(values), gap, free, n)
    q = q + step * math.min(1, 0.5 / math.max(size(step), 1e-300))
    if size(step) < 1e-15 * scale then break end
  end
  if size(gap) < 1e-9 * scale then return q end
  local worst = 1
  for i = 1, #gap do if math.abs(gap[i]) > math.abs(gap[worst]) then worst = i end end
  return nil, FAR:format(x.rows[worst], kit.format("%.3g", gap[worst])), "EUNREACHABLE"
end

local RATES = "no speeds keep the constraints with %s held: '%s' stays off by %s"

-- the least change of v with J v + shift = 0, speeds of `held` stay
local function allowed(x, v, values, held, stay)
  if #x.rate == 0 then return v end
  for k, name in ipairs(x.names.speed) do values[name] = v[k] end
  local rate, n = li.smat(x.rate), #v
  local J, gap = rate:jacobian(x.speeds):eval(values), rate:eval(values)
  local free = free_columns(held, n)
  if #free > 0 then v = v + correction(J, gap, free, n) end
  for k, name in ipairs(x.names.speed) do values[name] = v[k] end
  gap = rate:eval(values)
  for i = 1, #gap do
    if math.abs(gap[i]) > 1e-9 * (1 + size(v)) then
      return nil, RATES:format(table.concat(stay or {}, ", "), x.rows[i],
        kit.format("%.3g", gap[i])), "EUNREACHABLE"
    end
  end
  return v
end

local function held_by(list, names)
  local held = {}
  for _, name in ipairs(list or {}) do
    if names.index[name] then held[names.index[name]] = true end
  end
  return held
end

-- numbers by name of everything that is no coordinate or speed
local function values_of(x, o)
  local values = { t = o.t or 0 }
  for _, input in ipairs(x.inputs) do
    local told = (o.u or {})[input.name]
    values[input.name] = told == nil and input.value or told
  end
  return values
end

local function multipliers_of(names, x)
  local out, at = {}, {}
  for k, name in ipairs(names) do
    out[name] = out[name] or {}
    at[name] = (at[name] or 0) + 1
    out[name][at[name]] = x[k]
  end
  for name, list in pairs(out) do out[name] = li.vec(list) end
  return out
end

-- what was given, as kit.small.given has it, as a subject. names of its coordinates and speeds;
-- inputs; h: what kit.small made of it; rows: whether it has rows that hold speeds
local function subject_of(given, names, inputs, h)
  local x = { names = names, inputs = inputs, g = given.g, rate = given.bound or given.rate,
    rows = given.row_names, symbols = given.q, speeds = given.v }
  local nq, nv = #names.coordinate, #names.speed

  function x.position(p, stay)
    local q = p.q
    if q == nil then q = li.zeros(nq) elseif motions.is_by_name(q) then
      q = motions.filled(q, names.coordinate, li.zeros(nq), "q")
    else q = motions.in_order(q, names.coordinate, "q") end
    return closed(x, q, values_of(x, p), held_by(stay, names))
  end

  function x.fit(q, v, p, stay)
    local values = values_of(x, p)
    for k, name in ipairs(names.coordinate) do values[name] = q[k] end
    return allowed(x, v, values, held_by(stay, names), stay)
  end

  function x.velocity(p, q)
    local v = p.v
    if v == nil then return x.fit(q, li.zeros(nv), p) end
    if motions.is_by_name(v) then
      return x.fit(q, motions.filled(v, names.drive, li.zeros(nv), "v", names.what), p,
        motions.keys_of(v))
    end
    return x.fit(q, motions.in_order(v, names.speed, "v"), p)
  end

  function x.equations() return h end
  function x.multipliers(list) return multipliers_of(x.rows, list) end
  return x
end

local function names_of(eq)
  local q = texts(eq.q)
  return motions.paired(q, texts(eq.v), numbered(q))
end

-- inputs of the description that equations are of, by name
local function described_inputs(eq)
  local out, _, model = {}, kit.eom.model(eq)
  for _, u in ipairs(model and model:description().inputs or {}) do out[u.name] = u end
  return out
end

local function subject_of_equations(eq, o)
  local given = given_by(eq, motions.texts_of(o.outputs, "outputs"))
  local h, open = small.given(given)
  local x = subject_of(given, names_of(eq), inputs_of(open, o, described_inputs(eq)), h)
  x.told = { left_out = eq.left_out }
  return x
end

-- the options that small_motions knows; numbers for parameters are put in first
local function asked(eq, options)
  local o = {}
  for key, value in pairs(options or {}) do o[key] = value end
  local values = o.values
  o.values = nil
  if values == nil then return eq, o end
  if type(values) ~= "table" then
    check.fail("values", "expected numbers by name, got %s", check.got(values))
  end
  return eq:with(values), o
end

-- numbers that a run was told for inputs stand for those not told here: along it they change
local function asked_along(o)
  local told = {}
  for key, x in pairs(o) do told[key] = x end
  told.u = {}
  for name in pairs(o.run:setup().inputs or {}) do told.u[name] = 0 end
  for name, x in pairs(type(o.u) == "table" and o.u or {}) do told.u[name] = x end
  local given = type(o.u) == "function" and o.u(o.run.t[1]) or {}
  for name, x in pairs(type(given) == "table" and given or {}) do told.u[name] = x end
  return told
end

-- equations with rows, or along a run: what equations:linearize does of them
function motions.linearize_rows(eq, options)
  local o
  eq, o = asked(eq, options)
  if kit.class(o.run) ~= "run" then return motions.linearize(subject_of_equations(eq, o), o) end
  local of = { q = texts(eq.q), v = texts(eq.v), what = "equations" }
  along.check(of, o.run)
  return along.linearize(subject_of_equations(eq, asked_along(o)), of, o)
end

local function equilibrium(eq, options)
  local o
  eq, o = asked(eq, options)
  return motions.equilibrium(subject_of_equations(eq, o), o)
end

motions.given, motions.numbered, motions.asked_along = subject_of, numbered, asked_along
motions.outputs_of, motions.list_of = outputs_of, list_of

-- for kernels of equations: the subject with all open symbols as inputs, and what kit.small takes
local function open_subject(eq, outputs)
  local given = given_by(eq, outputs)
  local h, open = small.given(given)
  return subject_of(given, names_of(eq),
    inputs_of(open, { inputs = open }), h), given
end

kit.define(kit.methods "equations", {
  "equations:equilibrium([options: table]) -> q: vec, info: table",
  "Where it stays at rest, or in steady motion, near q: options and info as model:equilibrium has "
    .. "them; values: numbers for parameters; u: forces by coordinate, and other symbols by name.",
  "local q, F = li.coordinates 'q1', li.symbols 'F'; local eq = li.lagrange{q = q, T = q:d()^2, "
    .. "V = 4*q^2 - F*q}; return (eq:equilibrium{u = {F = 4}})[1] --> 0.5",
  equilibrium })

-- ---- any x' = f(t, x, u) ------------------------------------------------------------------------

local schema = { x = "any", u = "table?", t = "num?", states = "any?", inputs = "any?",
  outputs = "any?", values = "table?" }

-- names and numbers of the state: by name, or in order with `states` or x1, x2 ..
local function state_of(o)
  local names = motions.words(o.states, "states")
  if motions.is_by_name(o.x) then
    names = names or motions.keys_of(o.x)
    return names, motions.filled(o.x, names, li.zeros(#names), "x")
  end
  local x = li.vec(o.x)
  if not names then
    names = {}
    for k = 1, #x do names[k] = "x" .. k end
  end
  return names, motions.in_order(x, names, "x")
end

local function named_list(list, names)
  for k, name in ipairs(names) do list[name] = list[k] end
  return list
end

-- f as li.ode calls it, of whatever x holds: its rates as a list
local function called(f, t, x, u, names)
  local dx = {}
  local got = f(t, named_list(x, names), dx, u)
  if got == nil then
    got = dx
    for k, name in ipairs(names) do if got[k] == nil then got[k] = dx[name] end end
  end
  local out = {}
  for k = 1, #names do out[k] = got[k] end
  if #out ~= #names then
    check.fail("f", "gave %d rates for %d states (%s)", #out, #names, table.concat(names, " "))
  end
  return out
end

-- the function asked in expressions; nil: it computes with numbers alone
local function traced(f, names, inputs)
  local x, u = {}, {}
  for k, name in ipairs(names) do x[k] = li.expr(name, "new") end
  for _, name in ipairs(inputs) do u[name] = li.expr(name, "new") end
  local ok, rates = check.try(called, f, li.time(), x, u, names)
  if not ok then return nil end
  for k = 1, #rates do
    if type(rates[k]) ~= "number" and kit.class(rates[k]) ~= "expr" then return nil end
    rates[k] = li.expr(rates[k])
  end
  return rates
end

local function rates_of(f, names, inputs)
  if type(f) == "function" then return traced(f, names, inputs) end
  if #f ~= #names then
    check.fail("f", "%d expressions for %d states (%s)", #f, #names, table.concat(names, " "))
  end
  return outputs_of(list_of(f))
end

local function symbols_of(names)
  local out = {}
  for k, name in ipairs(names) do out[k] = li.expr(name, "new") end
  return out
end

-- exact, by the expressions
local function by_slopes(rates, names, x, o, outputs)
  local h, open = small.given { z = symbols_of(names), zdot = rates, outputs = outputs_of(outputs) }
  local subject = { names = motions.names_of {}, inputs = inputs_of(open, o),
    position = function() return li.vec {} end, velocity = function() return li.vec {} end,
    equations = function() return h end, multipliers = function() return {} end,
    told = { x = x, exact = true, error = 0 } }
  return motions.linearize(subject, { z = x, t = o.t, u = o.u, inputs = o.inputs or {},
    outputs = outputs })
end

-- from h to h/4 the slopes of both sides come together, D stays; a corner has two slopes however
-- near, a jump one that grows without end
local function switches(bend, slope)
  local least = 1e-6 * (1 + math.abs(slope[1]))
  local corner = math.abs(bend[2]) > least and math.abs(bend[2]) > 0.6 * math.abs(bend[1])
  return corner or math.abs(slope[2]) > least and math.abs(slope[2]) > 3 * math.abs(slope[1])
end

-- the slope of f along one direction by differences of h, h/2, h/4, by how much they differ, and
-- the first rate that has none
local function difference(f, h)
  local rest, bends, none = f(0), {}, nil
  local function central(s)
    local a, b, out, bend = f(s), f(-s), {}, {}
    for k = 1, #a do
      out[k] = (a[k] - b[k]) / (2 * s)
      bend[k] = (a[k] - rest[k] + b[k] - rest[k]) / s
    end
    bends[#bends + 1] = bend
    return out
  end
  local D = { central(h), central(h / 2), central(h / 4) }
  local out, off = {}, 0
  for k = 1, #D[1] do
    local a, b = (4 * D[2][k] - D[1][k]) / 3, (4 * D[3][k] - D[2][k]) / 3
    out[k] = (16 * b - a) / 15
    off = math.max(off, math.abs(out[k] - b))
    none = none or switches({ bends[1][k], bends[3][k] }, { D[1][k], D[3][k] }) and k
  end
  return out, off, none
end

local NO_SLOPE = "%s: its rate changes just there along %s (a corner or a jump, as of abs or sign "
  .. "at 0): it has no slope. Move the state a little, or take a smooth form"

local function step_for(x) return 2e-3 * math.max(1, math.abs(x)) end

-- by differences, of a function of numbers
local function by_differences(f, names, x, inputs, o)
  local n, u, worst = #names, {}, 0
  for _, name in ipairs(inputs) do u[name] = (o.u or {})[name] or 0 end
  for name, value in pairs(o.u or {}) do u[name] = value end
  local function at(state) return called(f, o.t or 0, state, u, names) end
  local function moved(k, s)
    local state = x:table()
    if k then state[k] = state[k] + s end
    return at(state)
  end
  local A, B = li.zeros(n, n), #inputs > 0 and li.zeros(n, #inputs) or false
  for k = 1, n do
    local column, off, none = difference(function(s) return moved(k, s) end, step_for(x[k]))
    if none then return nil, NO_SLOPE:format(names[none], names[k]), "EDOMAIN" end
    worst = math.max(worst, off)
    for i = 1, n do A[i][k] = column[i] end
  end
  for j, name in ipairs(inputs) do
    local rest = u[name]
    local column, off, none = difference(function(s)
      u[name] = rest + s
      return moved()
    end, step_for(rest))
    if none then return nil, NO_SLOPE:format(names[none], name), "EDOMAIN" end
    u[name], worst = rest, math.max(worst, off)
    for i = 1, n do B[i][j] = column[i] end
  end
  local at_rest = {}
  for k, name in ipairs(names) do at_rest[name] = x[k] end
  return require("liaison.linear.everything").new { A = A, B = B, C = li.eye(n),
    D = B and li.zeros(n, #inputs),
    states = names, inputs = inputs, outputs = names, x = x, rest = li.vec(moved()), left_out = {},
    exact = false, error = worst, point = { x = at_rest, y = at_rest, u = u } }
end

-- a kernel f(x), f(t, x) or f(t, x, u) as a function, and the names of its inputs
local function of_kernel(f, names, inputs)
  local takes, gives = f.takes, f.gives
  local timed, n = #takes > 1, takes[3] or 0
  if #takes > 3 or #gives ~= 1 or gives[1] ~= #names or takes[timed and 2 or 1] ~= #names
    or timed and takes[1] ~= 1 then
    check.fail("f", "expected a kernel of rates f(x), f(t, x) or f(t, x, u) of %d states", #names)
  end
  if not inputs then
    inputs = {}
    for k = 1, n do inputs[k] = "u" .. k end
  end
  if #inputs ~= n then
    check.fail("inputs", "expected %d names, of what the kernel takes, got %d", n, #inputs)
  end
  return function(t, x, _, u)
    local state, given = {}, {}
    for k = 1, #names do state[k] = x[k] end
    for k, name in ipairs(inputs) do given[k] = u[name] end
    if n > 0 then return f({ t }, state, given) end
    if timed then return f({ t }, state) end
    return f(state)
  end, inputs
end

-- names of states and inputs as the kernel was made, where the options tell none
local function named_by_kernel(f, o)
  local note = kit.class(f) == "kernel" and kit.motion.of(f)
  if not note then return o end
  if o.states == nil and not motions.is_by_name(o.x) then o.states = note.states end
  if o.inputs == nil then o.inputs = note.inputs end
  return o
end

local function linearize(f, options)
  local o = named_by_kernel(f, check.fields(options, "", schema))
  local names, x = state_of(o)
  local inputs = motions.words(o.inputs, "inputs")
  if kit.class(f) == "kernel" then f, inputs = of_kernel(f, names, inputs) end
  inputs = inputs or {}
  local rates = rates_of(f, names, inputs)
  local outputs = o.outputs and motions.words(o.outputs, "outputs")
  if rates then return by_slopes(rates, names, x, o, outputs) end
  if outputs then
    check.fail("outputs", "f computes with numbers alone (math.sin for li.sin?), and has the "
      .. "states as outputs")
  end
  return by_differences(f, names, x, inputs, o)
end

kit.define(li, {
  "linearize(f: fn|kernel|table|smat, options: table) -> statespace",
  "Small motions of any x' = f(t, x, u) about a state: a list of expressions, a function as "
    .. "li.ode takes it, f(t, x, dx, u), or a kernel (inputs: names of its u, in order). options: "
    .. "x, by name or in order (then states = 'th w', names); t; u and values, numbers by name; "
    .. "inputs = 'F', outputs = expressions. Slopes are exact where f takes expressions (li.sin, "
    .. "not math.sin); else they are differences: the fields exact and error tell.",
  "li.linearize({'w', '-9.81*sin(th) - w/2 + F'}, {x = {0, 0}, states = 'th w', inputs = 'F'}).A"
    .. " --> [ 0      1  ]\n[-9.81  -0.5]",
  linearize })

return { subject = open_subject, described = described_inputs }
