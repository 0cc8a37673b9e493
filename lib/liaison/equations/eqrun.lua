-- eqrun.lua - equations:simulate: equations of motion as an experiment, with forces, energies, rows
-- of constraints
local li = require "liaison.core"
local check = require "liaison.base.check"
local texts = require "liaison.base.texts"
local compiled_rates = require "liaison.sim.compiled_rates"
local works = require "liaison.sim.works"
local unfolded = require "liaison.equations.unfolded"
local append = require("liaison.base.lists").append
local kit = li._internal

-- symbols without a number: what is no coordinate, rate or the time; of a constant that stands for
-- others (VX1) these
local function open_symbols(M, inputs, constants)
  local known, open = {}, {}
  local function look(e)
    for _, s in ipairs(e:symbols()) do
      local name = tostring(s)
      local new, stands_for = not known[name], constants and constants[name]
      known[name] = true
      if new and stands_for then look(stands_for) elseif new then open[#open + 1] = name end
    end
  end
  for _, s in ipairs(inputs) do known[tostring(s)] = true end
  for i = 1, #M do look(M[i]) end
  kit.sort(open)
  return open
end

local function refuse_open(M, inputs, constants)
  local open = open_symbols(M, inputs, constants)
  if #open == 0 then return end
  check.fail("equations:simulate",
    "no numbers for %s, in the equations: equations:with{%s = ..} gives them",
    table.concat(open, ", "), open[1])
end

-- numbers in order or by name, 0 where nothing is given
local function numbers(given, names, path, own)
  local out, known = {}, {}
  for i, name in ipairs(names) do out[i], known[name] = 0, i end
  if given == nil then return out end
  if kit.class(given) ~= "vec" and type(given) ~= "table" then
    check.fail(path, "expected %d numbers, got %s", #names, check.got(given))
  end
  if #given > 0 and #given ~= #names then
    check.fail(path, "expected %d numbers, got %d", #names, #given)
  end
  for i = 1, #given do out[i] = given[i] end
  for key, x in pairs(type(given) == "table" and given or {}) do
    local i = type(key) == "number" and key or known[key] or own and known[key .. "'"]
    if not i then
      local near = kit.nearest(tostring(key), known)
      check.fail(path, "no coordinate '%s'%s", tostring(key),
        near and (" (did you mean '" .. near .. "'?)") or "")
    end
    if type(x) ~= "number" then
      check.fail(("%s.%s"):format(path, tostring(key)), "expected a number, got %s", check.got(x))
    end
    out[i] = x
  end
  return out
end

-- the forces without accelerations, those of constraints and of motors: M q'' = f
local function forces_of(eq)
  local zero, f = {}, -eq:rows()
  for i = 1, eq.n do zero[eq.a[i]] = 0 end
  if eq.J then f = f + eq:reaction_forces() end
  return f:subs(zero)
end

-- rows H, gamma, b and positions g behind the rates; how many rows, and how many of positions
local function append_rows(list, eq)
  if not eq.J then return 0, 0 end
  append(list, eq.J)
  append(list, eq.gamma)
  append(list, eq.shift)
  local held = eq.phi and #eq.phi or 0
  if held > 0 then append(list, eq.phi) end
  return #eq.J, held
end

-- power of the forces on the right, and what the dissipation takes
local function powers(eq)
  local given, lost = li.expr(0), li.expr(0)
  for i = 1, eq.n do
    if eq.Q then given = given + eq.Q[i] * eq.v[i] end
    if eq.d then lost = lost + eq.d[i] * eq.v[i] end
  end
  return given, lost
end

-- T, V, E where the equations know their energies; stored: what force elements store besides
local function energies_of(eq, stored, inputs)
  if eq.T == nil or eq.V == nil then return nil end
  local V = eq.V + stored
  local E = unfolded({ eq.T, V, eq.T + V }, eq.constants)
  return #open_symbols(E, inputs, eq.constants) == 0 and E or nil
end

-- T where nothing is special, with the rates so many times what they are there
local function kinetic_at(eq, T, times)
  local values = {}
  for i = 1, eq.n do
    values[eq.q[i]], values[eq.v[i]] = math.sin(1.7 * i), times * (0.4 + math.cos(2.3 * i))
  end
  return T:subs(values):eval()
end

-- Does something drive that nobody counts? Where time stands in T + V beside what elements store,
-- T is no pure square of the rates (a hoop that is turned, a wagon that is drawn) or a function
-- sets what is stored, T + V does not stay by itself
local function driven(eq, E, stored, asked)
  if (eq.T + eq.V):depends(li.time()) then return true end
  for _, a in ipairs(asked) do if stored:depends(li.expr(a.name)) then return true end end
  local one, two, back = kinetic_at(eq, E[1], 1), kinetic_at(eq, E[1], 2), kinetic_at(eq, E[1], -1)
  local near = 1e-9 * (math.abs(one) + math.abs(two))
  return math.abs(two - 4 * one) > near or math.abs(back - one) > near
end

-- what acts --------------------------------------------------------------------------------------

-- Of equations of a description: list (of its force elements, the joints beside), model, inside:
-- whether V has what springs of joints store and d what their dampers take; elements: whether the
-- forces of the elements stand in Q. Of others an empty list
local function acts_of(eq)
  local list, elements, model = kit.works.of_equations(eq)
  if not model then return { list = { states = {} } } end
  if elements then return { list = list, model = model, joints = list.joints, own = true } end
  return { list = { states = {} }, model = model, joints = list.joints, own = true }
end

local function told_with(acts, values)
  local out = {}
  for key, x in pairs(acts) do out[key] = x end
  out.list = works.changed(acts.list, function(e) return e:subs(values) end)
  return out
end

-- inputs ------------------------------------------------------------------------------------------

-- the numbers that the description gives its inputs, where nothing else sets them
local function of_description(eq, model, given)
  local values, symbols = {}, {}
  if not model then return values end
  for _, part in ipairs { "Q", "zdot", "phi", "shift", "gamma" } do
    for i = 1, eq[part] and #eq[part] or 0 do
      for _, s in ipairs(eq[part][i]:symbols()) do symbols[tostring(s)] = true end
    end
  end
  for _, u in ipairs(model:description().inputs or {}) do
    if symbols[u.name] and given[u.name] == nil then values[u.name] = u.value or 0 end
  end
  return values
end

-- numbers and expressions go into the equations; functions are asked at every step: { name, f }
local function with_inputs(eq, given, acts)
  local values, asked, names = {}, {}, {}
  if type(given) ~= "table" then
    check.fail("equations:simulate", "inputs: expected {F = number, text or function}, got %s",
      check.got(given))
  end
  for name in pairs(given) do names[#names + 1] = name end
  table.sort(names, function(a, b) return kit.before(tostring(a), tostring(b)) end)
  for _, name in ipairs(names) do
    local x = given[name]
    if type(x) == "function" then asked[#asked + 1] = { name = tostring(name), f = x }
    else values[name] = x end
  end
  local others = of_description(eq, acts.model, given)
  for name, x in pairs(others) do values[name] = x end
  if not next(values) then return eq, acts, asked end
  eq = eq:with(values)
  return eq, acts.own and acts_of(eq) or told_with(acts, values), asked
end

-- what fills the inputs u from f(t, q, v): values, and places of rates that nobody gives
local function asker(eq, asked, q_names, v_names)
  if #asked == 0 then return nil end
  local n, q, v = eq.n, kit.kane.named(q_names), kit.kane.named(v_names)
  return function(t, x, u)
    for i = 1, n do q[i], v[i] = x[i], x[n + i] end
    for i, a in ipairs(asked) do
      local value = a.f(t, q, v)
      if type(value) ~= "number" then
        check.fail("inputs." .. a.name, "expected a number at t = %s, got %s", kit.number(t),
          check.got(value))
      end
      u[i] = value
    end
  end
end

-- what is integrated beside the motion ------------------------------------------------------------

-- what acts on the weight alone: the potential without what springs of joints store
local function weight_of(eq, acts)
  if eq.V == nil then return { name = "V", power = li.expr(0) } end
  local V = eq.V
  if acts.joints then V = V - acts.joints.stored end
  return { name = acts.model and "weight" or "V", power = -V:d() }
end

-- what the dry friction of joints takes: of all that they do it alone stands on the right
local function dry_friction(acts, loss)
  if not acts.joints then return li.expr(0) end
  return -(acts.joints.power + acts.joints.storing) - loss
end

-- the work of each force as columns: of a description by its elements, else by what stands in the
-- equations
local function work_columns(eq, acts, power, loss, options)
  local all, rest = {}, power + dry_friction(acts, loss)
  for _, w in ipairs(acts.list) do all[#all + 1], rest = w, rest - w.power end
  all[#all + 1] = acts.joints or { name = "D", power = -loss }
  all[#all + 1] = { name = "Q", power = rest }
  all[#all + 1] = weight_of(eq, acts)
  local function gathered(name, from)
    all[#all + 1] = { name = name, power = li.expr(0), from = from, always = true }
  end
  if options.tau or options.input or options.controllers then gathered("tau", "pushed") end
  local moves = false
  for i = 1, eq.shift and #eq.shift or 0 do moves = moves or not works.zero(eq.shift[i]) end
  if moves then gathered("rows", "moved") end
  return works.columns(all)
end

-- columns -----------------------------------------------------------------------------------------

local function put(list, more) for _, x in ipairs(more) do list[#list + 1] = x end end

local function renamed(columns, names, n)
  if names == nil then return end
  if type(names) ~= "table" or #names ~= n then
    check.fail("names", "expected a list of %d names", n)
  end
  for i = 1, n do columns[1 + i] = names[i] end
end

-- all that is integrated beside q and v: own states of force elements, what is given, what is
-- lost, the work of each force; their symbols, rates, and which gather what is pushed and what
-- moves
local function beside(eq, acts, options)
  local power, loss = powers(eq)
  local given, lost, stored = works.balance(acts.list, power, loss)
  local dry = dry_friction(acts, loss)
  given, lost = given + dry + works.moving(acts.list), lost + dry
  local out = { symbols = {}, rates = {}, pushed = {}, moved = {}, works = {}, stored = stored }
  local function add(symbol, rate)
    out.symbols[#out.symbols + 1], out.rates[#out.rates + 1] = symbol, rate
  end
  for _, s in ipairs(acts.list.states) do add(s.symbol, s.rate) end
  out.own = #out.symbols
  add(li.functions "liaison_given", given)
  out.pushed[1], out.moved[1] = #out.symbols, #out.symbols
  add(li.functions "liaison_lost", lost)
  if works.recorded(options, "work") then
    for k, w in ipairs(work_columns(eq, acts, power, loss, options)) do
      add(li.functions("liaison_work" .. k), w.rate)
      out.works[k] = { name = w.name, symbol = out.symbols[#out.symbols] }
      if w.from then out[w.from][2] = #out.symbols end
    end
  end
  return out
end

-- known: what acts, where somebody else knows it (a system of a model); setup: what the run is of
local function run_of(eq, t, q, v, options, known, setup)
  local of = eq
  eq = eq:as "course"
  local rest, q_names, v_names, n = {}, texts(eq.q), texts(eq.v), eq.n
  for key, x in pairs(options or {}) do rest[key] = x end
  local acts, asked
  eq, acts, asked = with_inputs(eq, rest.inputs or {}, known or acts_of(eq))
  rest.inputs = nil
  local z = beside(eq, acts, rest)
  local inputs, rates, x = { li.time() }, {}, {}
  append(inputs, eq.q)
  append(inputs, eq.v)
  put(inputs, z.symbols)
  for _, a in ipairs(asked) do inputs[#inputs + 1] = li.expr(a.name) end
  append(rates, eq.v)
  append(rates, eq.M)
  append(rates, forces_of(eq))
  put(rates, z.rates)
  local rows, held = append_rows(rates, eq)
  local energies = energies_of(eq, z.stored, inputs)
  local columns, seen = { "t" }, {}
  put(columns, q_names)
  put(columns, v_names)
  for i = 2, #columns do seen[columns[i]] = true end
  for k in ipairs(z.symbols) do columns[#columns + 1] = "liaison_beside" .. k end
  local shown = {}
  if energies then
    put(columns, { "T", "V", "E" })
    append(shown, energies)
  end
  for k = 1, z.own do
    columns[#columns + 1], shown[#shown + 1] = tostring(z.symbols[k]), z.symbols[k]
  end
  for _, w in ipairs(z.works) do columns[#columns + 1], shown[#shown + 1] = w.name, w.symbol end
  local by_state = #shown
  for _, f in ipairs(works.forces(acts.list, rest, acts.model)) do
    columns[#columns + 1], shown[#shown + 1] = f.name, f.value
  end
  for _, name in ipairs(columns) do seen[name] = true end
  local multipliers, aliases = works.multipliers(rows > 0 and eq.row_names or {}, seen)
  put(columns, multipliers)
  rates = unfolded(rates, eq.constants)
  refuse_open(rates, inputs, eq.constants)
  renamed(columns, rest.names, 2 * n)
  for _, y in ipairs(numbers(q, q_names, "q")) do x[#x + 1] = y end
  for _, y in ipairs(numbers(v, v_names, "v", true)) do x[#x + 1] = y end
  for _ = 1, #z.symbols do x[#x + 1] = 0 end
  local asked_kernel = rest.kernel
  rest.names, rest.kernel = nil, nil
  append(inputs, eq.a)
  return kit.kane.simulate(compiled_rates({
    n = n, l = n, m = #z.symbols, nu = #asked, t = t, x = li.vec(x), inputs = li.smat(inputs),
      rates = rates, input = asker(eq, asked, q_names, v_names),
      rows = rows, held = held, lambda = rows,
    shown = #shown > 0 and li.smat(shown) or nil, columns = columns,
      energy = energies and 3 or 0, energies = by_state,
      options = rest, driven = energies and driven(eq, energies, z.stored, asked) and 1 or 0,
    forces = q_names, pushed = z.pushed, moved = z.moved, hidden = #z.symbols,
      quad = 2 + #z.works, own = z.own, units = works.units(acts.model, columns), aliases = aliases,
      setup = setup, described = acts.model,
  }, asked_kernel, of))
end

local function simulate(eq, t, q, v, options)
  return run_of(eq, t, q, v, options, nil,
    { eq, t = t, q = q, v = v, inputs = (options or {}).inputs })
end

kit.define(kit.methods "equations", {
  "equations:simulate(t: num [, q: nums|table, v: nums|table, options: table]) -> run",
  "Let it move for a time t from q, v (in order or by name; 0 where left out). tau = {th = "
  .. "'-3*th - th\\''}, numbers, or a function of (t, q, v) gives forces besides those of the "
  .. "equations; inputs = {F = number, expression, or function(t, q, v)}; input, controllers, "
  .. "events, method, rtol, dt, record ... as model:simulate has them. "
  .. "Columns: coordinates, rates, T, V, E where the equations know their energies (of a model "
  .. "what its force elements store too), the multipliers of constraints as runs of models call "
  .. "them (pin.1; lambda1, pin1 and the name of the row too), which every step ends on. Also "
  .. "li.simulate{eq, q = ..., t = ...}.",
  "local th = li.coordinates 'th'; local m, L, g = li.symbols 'm L g'; local eq = "
  .. "li.lagrange{q = th, T = m*L^2*th:d()^2/2, V = -m*g*L*li.cos(th)}; "
  .. "local run = assert(eq:with{m = 1, L = 1, g = 9.81}:simulate(1, {0.1}, {0}, {rtol = "
  .. "1e-9})); return math.abs(run:state()[1] - 0.1*math.cos(3.13)) < 1e-3 --> true", simulate,
})

return { run_of = run_of }
