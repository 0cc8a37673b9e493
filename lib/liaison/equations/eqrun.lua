-- eqrun.lua - equations:simulate: equations of motion as an experiment, with forces, energies, rows
-- of constraints
local li = require "liaison.core"
local check = require "liaison.base.check"
local texts = require "liaison.base.texts"
local unfolded = require "liaison.equations.unfolded"
local kit = li._internal

local function append(list, M)
  local rows, cols = M:size()
  for r = 1, rows do for c = 1, cols do list[#list + 1] = M:at(r, c) end end
end

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

-- T, V, E where the equations know their energies
local function energies_of(eq, inputs)
  if eq.T == nil or eq.V == nil then return nil end
  local E = unfolded({ eq.T, eq.V, eq.T + eq.V }, eq.constants)
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

-- Does something drive that nobody counts? Where time stands in T + V, or T is no pure square of
-- the rates (a hoop that is turned, a wagon that is drawn), T + V does not stay by itself
local function driven(eq, E)
  if E[3]:depends(li.time()) then return true end
  local one, two, back = kinetic_at(eq, E[1], 1), kinetic_at(eq, E[1], 2), kinetic_at(eq, E[1], -1)
  local near = 1e-9 * (math.abs(one) + math.abs(two))
  return math.abs(two - 4 * one) > near or math.abs(back - one) > near
end

-- their names, and those of the multipliers
local function columns_of(eq, q, v, rows, known)
  local columns = { "t" }
  for _, list in ipairs { q, v, { "liaison_given", "liaison_lost" } } do
    for _, name in ipairs(list) do columns[#columns + 1] = name end
  end
  for _, name in ipairs(known and { "T", "V", "E" } or {}) do columns[#columns + 1] = name end
  for i = 1, rows do columns[#columns + 1] = tostring(eq.lambda[i]) end
  return columns
end

local function renamed(columns, names, n)
  if names == nil then return end
  if type(names) ~= "table" or #names ~= n then
    check.fail("names", "expected a list of %d names", n)
  end
  for i = 1, n do columns[1 + i] = names[i] end
end

local function simulate(eq, t, q, v, options)
  local rest, q_names, v_names, n = {}, texts(eq.q), texts(eq.v), eq.n
  for key, x in pairs(options or {}) do rest[key] = x end
  local inputs, rates, x = { li.time() }, {}, {}
  append(inputs, eq.q)
  append(inputs, eq.v)
  for _, w in ipairs { "liaison_given", "liaison_lost" } do
    inputs[#inputs + 1] = li.functions(w)
  end
  append(rates, eq.v)
  append(rates, eq.M)
  append(rates, forces_of(eq))
  rates[#rates + 1], rates[#rates + 2] = powers(eq)
  local rows, held = append_rows(rates, eq)
  local energies = energies_of(eq, inputs)
  local columns = columns_of(eq, q_names, v_names, rows, energies)
  rates = unfolded(rates, eq.constants)
  refuse_open(rates, inputs, eq.constants)
  renamed(columns, rest.names, 2 * n)
  for _, y in ipairs(numbers(q, q_names, "q")) do x[#x + 1] = y end
  for _, y in ipairs(numbers(v, v_names, "v", true)) do x[#x + 1] = y end
  x[#x + 1], x[#x + 2] = 0, 0
  rest.names = nil
  append(inputs, eq.a)
  return kit.kane.simulate {
    n = n, l = n, m = 2, nu = 0, t = t, x = li.vec(x), inputs = li.smat(inputs), rates = rates,
      rows = rows, held = held, lambda = rows,
    shown = energies, columns = columns, energy = energies and 3 or 0,
      energies = energies and 3 or 0, options = rest,
      driven = energies and driven(eq, energies) and 1 or 0,
    forces = q_names, given = 1, hidden = 2, quad = 2, setup = { eq, t = t, q = q, v = v },
  }
end

kit.define(kit.methods "equations", {
  "equations:simulate(t: num [, q: nums|table, v: nums|table, options: table]) -> run",
  "Let it move for a time t from q, v (in order or by name; 0 where left out). tau = {th = "
  .. "'-3*th - th\\''}, numbers, or a function of (t, q, v) gives forces besides those of the "
  .. "equations; input, controllers, events, method, rtol, dt ... as model:simulate has them. "
  .. "Columns: coordinates, rates, T, V, E where the equations know their energies, the "
  .. "multipliers of "
  .. "constraints, which every step ends on. Also li.simulate{eq, q = ..., t = ...}.",
  "local th = li.coordinates 'th'; local m, L, g = li.symbols 'm L g'; local eq = "
  .. "li.lagrange{q = th, T = m*L^2*th:d()^2/2, V = -m*g*L*li.cos(th)}; "
  .. "local run = assert(eq:with{m = 1, L = 1, g = 9.81}:simulate(1, {0.1}, {0}, {rtol = "
  .. "1e-9})); return math.abs(run:state()[1] - 0.1*math.cos(3.13)) < 1e-3 --> true", simulate,
})
