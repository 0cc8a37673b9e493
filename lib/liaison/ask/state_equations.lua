-- state_equations.lua - li.state_equations: x' = f(t, x, u) in expressions, with names and numbers:
-- rates, kernels, runs, linear models, programs, and a picture of its runs
--
-- A picture is a model and its coordinates as expressions of the states: { model = function that
-- makes it, q = { coordinate = expression } }. The page of a run plays it back with it.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local small = kit.small

local class

-- ---- reading ------------------------------------------------------------------------------------

local function names_of(x, path)
  if x == nil then return {} end
  local list, seen = check.words(x, path, "\"x v\""), {}
  for k, name in ipairs(list) do
    if seen[name] then check.fail(check.join(path, k), "'%s' stands twice", name) end
    seen[name] = true
  end
  return list
end

local function anything(x) return x end

local SPEC = { name = "str?", text = "str?", states = names_of, inputs = names_of,
  rates = anything, outputs = "table?", values = "table?", units = "table?", picture = anything,
  start = anything }

local function expression(x, path)
  if type(x) == "string" or type(x) == "number" then return li.expr(x, "new") end
  if kit.class(x) == "expr" then return x end
  check.fail(path, "expected an expression, got %s", check.got(x))
end

-- rates in the order of the states, told in order or by name
local function rates_of(rates, states)
  if kit.class(rates) ~= "smat" and type(rates) ~= "table" then
    check.fail("rates", "expected expressions, in order or by state, got %s", check.got(rates))
  end
  local list, known = {}, {}
  for k, name in ipairs(states) do
    known[name] = true
    local e = rates[k]
    if e == nil and type(rates) == "table" then e = rates[name] end
    if e == nil then check.fail("rates." .. name, "what is the rate of this state?") end
    list[k] = expression(e, "rates." .. name)
  end
  for key in pairs(type(rates) == "table" and rates or {}) do
    if type(key) == "string" and not known[key] then
      check.fail("rates." .. key, "no state '%s'%s", key, check.hint(key, known))
    end
  end
  return list
end

local function set_of(...)
  local set = {}
  for _, list in ipairs { ... } do for _, name in ipairs(list) do set[name] = true end end
  return set
end

-- names that stand in expressions and are no states, inputs or the time
local function parameters_of(list, known)
  local names, seen = {}, {}
  for _, e in ipairs(list) do
    for _, symbol in ipairs(e:symbols()) do
      local name = tostring(symbol)
      if not known[name] and not seen[name] and name ~= "t" then
        seen[name], names[#names + 1] = true, name
      end
    end
  end
  kit.sort(names)
  return names
end

local function numbers_of(values, names)
  local known, out = set_of(names), {}
  for name, x in pairs(values or {}) do
    if not known[name] then
      check.fail("values." .. tostring(name), "no parameter '%s'%s", tostring(name),
        check.hint(name, known))
    end
    if type(x) ~= "number" then
      check.fail("values." .. name, "expected a number, got %s", check.got(x))
    end
    out[name] = x
  end
  return out
end

-- { name, expression } of the outputs, sorted by name; they are of the states alone
local function outputs_of(outputs, inputs)
  local names, list, driven = {}, {}, set_of(inputs)
  for name in pairs(outputs or {}) do names[#names + 1] = name end
  kit.sort(names)
  for k, name in ipairs(names) do
    list[k] = expression(outputs[name], "outputs." .. name)
    for _, symbol in ipairs(list[k]:symbols()) do
      if driven[tostring(symbol)] then
        check.fail("outputs." .. name, "an output is of the states, '%s' is an input",
          tostring(symbol))
      end
    end
  end
  return names, list
end

local function check_inputs(inputs, rates)
  local used = {}
  for _, e in ipairs(rates) do
    for _, symbol in ipairs(e:symbols()) do used[tostring(symbol)] = true end
  end
  for k, name in ipairs(inputs) do
    if not used[name] then
      check.fail(check.join("inputs", k), "'%s' stands in no rate", name)
    end
  end
end

local function make(spec)
  local o = check.fields(spec, "", SPEC)
  if #o.states == 0 then check.fail("states", "expected at least one name") end
  local s = { name = o.name or "state equations", text = o.text or "", states = o.states,
    inputs = o.inputs, units = o.units or {}, drawing = o.picture or false,
    start = o.start or false, cache = {} }
  s.rates = rates_of(o.rates, s.states)
  check_inputs(s.inputs, s.rates)
  s.outputs, s.asked = outputs_of(o.outputs, s.inputs)
  local all = {}
  for _, list in ipairs { s.rates, s.asked } do
    for _, e in ipairs(list) do all[#all + 1] = e end
  end
  s.parameters = parameters_of(all, set_of(s.states, s.inputs))
  s.values = numbers_of(o.values, s.parameters)
  s.cache.drawn = function(run) return s:picture(run) end
  return class.new(s)
end

-- ---- functions of numbers -----------------------------------------------------------------------

local function symbols(names)
  local out = {}
  for k, name in ipairs(names) do out[k] = li.expr(name, "new") end
  return out
end

local function no_number(s, name)
  check.fail("values", "no number for %s of %s: s:with{%s = ..}", name, s.name, name)
end

local COMPILER = { tape = "bool?", compiler = "str?", cache = "str?", isa = "str?" }

-- f(t, x, u), or of what ("outputs") y = g(t, x), as one kernel
local function compiled(s, what, options)
  local h, open = small.given { z = symbols(s.states), zdot = s.rates, outputs = s.asked }
  local at, numbers, list = {}, {}, {}
  for k, name in ipairs(open) do
    at[name], numbers[k] = k, s.values[name] or false
  end
  for k, name in ipairs(what == "dynamics" and s.inputs or {}) do list[k] = at[name] end
  for _, name in ipairs(s.parameters) do
    if at[name] and s.values[name] == nil then no_number(s, name) end
  end
  for _, name in ipairs(what == "outputs" and s.inputs or {}) do numbers[at[name]] = 0 end
  return kit.motion.compile(h, what, list, {}, check.fields(options or {}, "", COMPILER), numbers)
end

local function compile(s, options)
  local kernel, why, code = compiled(s, "dynamics", options)
  if not kernel then return nil, why, code end
  -- not what it is of: s keeps its tape, and a note that held s would keep both for ever
  kit.motion.note(kernel, { what = "dynamics", inputs = s.inputs, states = s.states })
  return kernel
end

-- the tape of either, made once
local function tape(s, what)
  if not s.cache[what] then
    local of = what == "dynamics" and compile(s, { tape = true })
    s.cache[what] = of or assert(compiled(s, what, { tape = true }))
  end
  return s.cache[what]
end

-- numbers or expressions in order, told in order or by name; those not named are `rest`
local function in_order(x, names, path, rest)
  if kit.class(x) == nil and type(x) ~= "table" then
    check.fail(path, "expected numbers in order or by name, got %s", check.got(x))
  end
  local list, numbers, known = {}, true, set_of(names)
  local by_name = type(x) == "table" and kit.class(x) == nil and #x == 0
  if not by_name and #x ~= #names then
    check.fail(path, "expected %d numbers (%s), got %d", #names, table.concat(names, " "), #x)
  end
  for k, name in ipairs(names) do
    local value = by_name and x[name] or not by_name and x[k] or rest
    if type(value) ~= "number" then
      value, numbers = expression(value, check.join(path, name)), false
    end
    list[k] = value
  end
  for name in pairs(by_name and x or {}) do
    if not known[name] then
      check.fail(check.join(path, name), "no '%s'%s", tostring(name), check.hint(name, known))
    end
  end
  return list, numbers
end

local function in_expressions(s, x, u, t)
  local put = { [li.time()] = t and li.expr(t) or nil }
  for _, part in ipairs { { s.states, x }, { s.inputs, u } } do
    for k, name in ipairs(part[1]) do put[li.expr(name, "new")] = li.expr(part[2][k]) end
  end
  for name, value in pairs(s.values) do put[li.expr(name, "new")] = li.expr(value) end
  local out = {}
  for k, e in ipairs(s.rates) do out[k] = e:subs(put) end
  return li.smat(out)
end

local function f(s, x, u, t)
  local state, plain = in_order(x, s.states, "x", 0)
  local given, numbers = in_order(u or {}, s.inputs, "u", 0)
  if not (plain and numbers and (t == nil or type(t) == "number")) then
    return in_expressions(s, state, given, t)
  end
  local kernel = tape(s, "dynamics")
  local rates = #given > 0 and kernel({ t or 0 }, state, given) or kernel({ t or 0 }, state)
  for k = 1, #rates do
    if rates[k] ~= rates[k] or math.abs(rates[k]) == math.huge then
      check.fail("f", "the rate of %s is %s at this state", s.states[k], kit.number(rates[k]))
    end
  end
  return rates
end

local function expressions(s, options)
  local o = check.fields(options or {}, "expressions", { names = "bool?" })
  local put, out = {}, {}
  local values = o.names and {} or s.values
  for name, value in pairs(values) do put[li.expr(name, "new")] = li.expr(value) end
  for k, e in ipairs(s.rates) do out[k] = next(put) and e:subs(put) or e end
  return li.smat(out)
end

-- ---- runs ---------------------------------------------------------------------------------------

-- y at each of n rows: a list of columns. x: the columns t and those of the states, by name
local function columns_of(g, x, states, n)
  local out = {}
  for i = 1, n do
    local state = {}
    for k, name in ipairs(states) do state[k] = x[name][i] end
    local y = g({ x.t[i] }, state)
    for k = 1, #y do
      out[k] = out[k] or li.zeros(n)
      out[k][i] = y[k]
    end
  end
  return out
end

local function rows_of(run)
  local x = {}
  for _, name in ipairs(run:columns()) do x[name] = run:column(name) end
  return x
end

local function add_outputs(s, run)
  if #s.outputs == 0 then return end
  for k, column in ipairs(columns_of(tape(s, "outputs"), rows_of(run), s.states, #run)) do
    run:add(s.outputs[k], column, s.units[s.outputs[k]])
  end
end

-- all inputs by name; those not told are 0
local function inputs_of(s, told)
  local out, known = {}, set_of(s.inputs)
  if told ~= nil and type(told) ~= "table" then
    check.fail("inputs", "expected values by name, got %s", check.got(told))
  end
  for name, x in pairs(told or {}) do
    if not known[name] then
      check.fail("inputs", "no input '%s'%s", tostring(name), check.hint(name, known))
    end
    out[name] = x
  end
  for _, name in ipairs(s.inputs) do if out[name] == nil then out[name] = 0 end end
  return out
end

local function simulate(s, t, x, options)
  local o = {}
  for key, value in pairs(options or {}) do o[key] = value end
  o.names = s.states
  if #s.inputs > 0 then o.inputs = inputs_of(s, o.inputs) end
  local start = in_order(x or s.start or {}, s.states, "x", 0)
  local run, why, code, part = li.ode(tape(s, "dynamics"), t, start, o)
  if not run then return nil, why, code, part end
  add_outputs(s, run)
  if s.drawing then kit.drawn[run] = s.cache.drawn end
  return run
end

-- slopes over the rows: of the parabola through three of them
local function slopes(t, x)
  local n, out = #t, li.zeros(#t)
  local function at(i, a, b, c)
    local ab, bc = (x[b] - x[a]) / (t[b] - t[a]), (x[c] - x[b]) / (t[c] - t[b])
    return ab + (bc - ab) / (t[c] - t[a]) * (2 * t[i] - t[a] - t[b])
  end
  if n < 3 then return out end
  for i = 1, n do
    local k = math.min(math.max(i, 2), n - 1)
    out[i] = at(i, k - 1, k, k + 1)
  end
  return out
end

-- times and states of a run by name, with points between its rows, each time once; how many
local function dense(s, run)
  local columns, t = {}, nil
  for _, name in ipairs(s.states) do t, columns[name] = run:curve(name) end
  columns.t = t
  local keep = {}
  for i = 1, #t do
    if i == 1 or t[i] > t[keep[#keep]] then keep[#keep + 1] = i end
  end
  for name, x in pairs(columns) do
    local out = li.zeros(#keep)
    for k, i in ipairs(keep) do out[k] = x[i] end
    columns[name] = out
  end
  return columns, #keep
end

local PLAYED = "a page does not compute state equations"

local function drawing_of(s)
  if not s.drawing then check.fail(nil, "%s has no picture", s.name) end
  local model = s.drawing.model()
  kit.beside[model] = kit.beside[s]
  return model
end

-- columns of the coordinates of the picture
local function coordinates_of(s, model, x, n)
  local q = {}
  for k, name in ipairs(model:coordinates()) do q[k] = li.expr(s.drawing.q[name] or 0, "new") end
  local drawn = make { states = s.states, inputs = s.inputs, rates = s.rates, values = s.values }
  drawn.asked = q
  return columns_of(tape(drawn, "outputs"), x, s.states, n)
end

-- what a page asks of a run that is played back
local function kept_of(model, run, t)
  return { setup = { model, planned = PLAYED, t = t }, origin = { model = model,
    method = run:origin().method, dt = 1, driven = true, rtol = 1e-9, atol = 1e-11, h = 0,
    h_max = 0, fixed = 0, max_steps = 1e6 } }
end

-- a run of states as one of the coordinates of a model, to be looked at
local function picture(s, run)
  local model = drawing_of(s)
  local x, n = dense(s, run)
  local list = coordinates_of(s, model, x, n)
  local columns, data, units = { "t" }, { x.t }, { t = "s" }
  local function add(name, column, unit)
    columns[#columns + 1], data[#data + 1], units[name] = name, column, unit
  end
  for k, name in ipairs(model:coordinates()) do add(name, list[k]) end
  for k, name in ipairs(model:speeds()) do add(name, slopes(x.t, data[k + 1])) end
  for _, name in ipairs(s.states) do add(name, x[name], s.units[name]) end
  for k, y in ipairs(#s.outputs > 0 and columns_of(tape(s, "outputs"), x, s.states, n) or {}) do
    add(s.outputs[k], y, s.units[s.outputs[k]])
  end
  return kit.sweep.record(columns, data, x.t[n], 0, n - 1, false, kept_of(model, run, x.t[n]),
    units)
end

-- ---- other forms --------------------------------------------------------------------------------

local function with(s, values)
  local all = {}
  for _, list in ipairs { s.values, values } do
    for name, x in pairs(list) do all[name] = x end
  end
  local outputs = {}
  for k, name in ipairs(s.outputs) do outputs[name] = s.asked[k] end
  return make { name = s.name, text = s.text, states = s.states, inputs = s.inputs,
    rates = s.rates, outputs = outputs, values = all, units = s.units,
    picture = s.drawing, start = s.start }
end

local function linearize(s, options)
  local o = {}
  for key, x in pairs(options or {}) do o[key] = x end
  o.states, o.inputs, o.values = s.states, o.inputs or s.inputs, s.values
  o.x = in_order(o.x or s.start or {}, s.states, "x", 0)
  return li.linearize(s.rates, o)
end

local function program(s, language, name, tests)
  local inputs = {}
  for _, list in ipairs { s.states, s.inputs } do
    for _, symbol in ipairs(symbols(list)) do inputs[#inputs + 1] = symbol end
  end
  return li.program(language, { dx = expressions(s) }, inputs, name, tests)
end

local function html(s, path)
  return drawing_of(s):html(path, { title = s.name })
end

local function to_text(s)
  local out = { ("%s: %d states, %d inputs"):format(s.name, #s.states, #s.inputs) }
  if s.text ~= "" then out[2] = "  " .. s.text end
  out[#out + 1] = "  states  " .. table.concat(s.states, " ")
  if #s.inputs > 0 then out[#out + 1] = "  inputs  " .. table.concat(s.inputs, " ") end
  if #s.outputs > 0 then out[#out + 1] = "  outputs " .. table.concat(s.outputs, " ") end
  return table.concat(out, "\n")
end

local VAN = "local s = li.state_equations{states = 'x v', inputs = 'F', rates = {'v', 'F/m - x'}, "
  .. "values = {m = 2}}; "

class = check.class("state_equations", "x' = f(t, x, u) by expressions: li.state_equations.", {
  { "state_equations:f(x: any [, u: any, t: num|expr]) -> vec|smat",
    "The rates at a state under inputs (0 where left out), told in order or by name; expressions "
    .. "where one is given.",
    VAN .. "return s:f({1, 3}, {F = 4}) --> [3  1]",
    function(s, x, u, t) return f(s, x, u, t) end },
  { "state_equations:expressions([options: table]) -> smat",
    "The rates as expressions, numbers put in; names = true leaves the parameters names.",
    VAN .. "return s:expressions{names = true}[2] --> F/m - x",
    function(s, o) return expressions(s, o) end },
  { "state_equations:with(values: table) -> state_equations",
    "The same with other numbers for its parameters.",
    VAN .. "return s:with{m = 4}:f({0, 0}, {4})[2] --> 1", with },
  { "state_equations:compile([options: table]) -> kernel",
    "f(t, x, u) as one kernel, which li.ode, li.simulate and li.linearize take: tape, compiler, "
    .. "cache, isa as of li.compile.",
    VAN .. "return s:compile{tape = true}({0}, {1, 3}, {4}) --> [3  1]",
    function(s, o) return compile(s, o) end },
  { "state_equations:simulate(t: num [, x: any, options: table]) -> run",
    "Let it move for a time from a state, in order or by name (its start, else 0): options as of "
    .. "li.ode; inputs by name, 0 where left out. Outputs are columns too. nil, message, code and "
    .. "the run so far where it cannot go on.",
    VAN .. "return s:simulate(math.pi, {1, 0}, {rtol = 1e-10}):at('x', math.pi) < -0.99 --> true",
    function(s, t, x, o) return simulate(s, t, x, o) end },
  { "state_equations:picture(run: run) -> run",
    "A run of it as one of the coordinates of its picture, which run:html shows.",
    "local s, told = li.commonroad('KS', 2); return s:picture(s:simulate(1)):columns()[4] --> yaw",
    picture },
  { "state_equations:linearize([options: table]) -> statespace",
    "Small motions about a state: x and u, in order or by name; options as of li.linearize.",
    VAN .. "return s:linearize{x = {0, 0}}.A --> [ 0  1]\n[-1  0]",
    function(s, o) return linearize(s, o) end },
  { "state_equations:program(language: " .. li._internal.languages
    .. ", name: str [, tests: count]) -> str",
    "The rates as a program that checks itself: x are the states, then the inputs.",
    VAN .. "return s:program('c', 'cart'):match 'void cart' --> void cart",
    function(s, language, name, tests) return program(s, language, name, tests) end },
  { "state_equations:html([path: path]) -> str|bool",
    "Its picture as a page with a slider for every coordinate. The page of a run: run:html.",
    "return #li.commonroad('KS', 2):html() > 20000 --> true", function(s, path)
      return html(s, path)
    end },
  { "state_equations.__tostring(s: state_equations) -> str", "Name, states, inputs, outputs.",
    VAN .. "return tostring(s):match '[^\\n]*' --> state equations: 2 states, 1 inputs", to_text },
})

check.define(li, {
  { "state_equations(spec: table) -> state_equations",
    "x' = f(t, x, u) by expressions: states and inputs (names), rates (in order or by state), "
    .. "values (numbers of the other names), outputs (by name, of states), units, start, name. "
    .. "Fields: states, inputs, outputs, values, parameters, units.",
    VAN .. "return s.parameters[1] --> m", make },
})

return { make = make }
