-- small_motions.lua - model:linearize: x' = A x + B u, y = C x + D u of a model with all that acts
-- on it, about any state
--
-- The slopes are the engine's (core/ask/state_space.h), exact. Here names become numbers and
-- numbers names, and the state is made to fit the constraints.
local li = require "liaison.core"
local check = require "liaison.base.check"
local statespace = require "liaison.constrained.statespace"
local kit = li._internal

local small = kit.small

-- ---- names --------------------------------------------------------------------------------------

-- of velocity k: q1, and q1' of its rate
local function names_of(m)
  local speeds, coordinate, index = m:speeds(), {}, {}
  for k, speed in ipairs(speeds) do
    coordinate[k] = (speed:gsub("'$", ""))
    index[coordinate[k]] = k
  end
  return { speed = speeds, coordinate = coordinate, index = index }
end

local function words(x, path) return check.words(x, path, "\"q1 q1'\"") end

local function fail_name(path, name, known)
  check.fail(path, "no coordinate '%s'%s", name, check.hint(name, known))
end

-- ---- the state ----------------------------------------------------------------------------------

local function is_by_name(x)
  return type(x) == "table" and kit.class(x) == nil and #x == 0 and next(x) ~= nil
end

local function keys_of(x)
  local list = {}
  for name in pairs(x) do list[#list + 1] = name end
  kit.sort(list)
  return list
end

local function constrained(m)
  local d = m:description()
  return #(d.loops or {}) + #(d.constraints or {}) > 0
end

-- numbers by name into a vec of n; names[k] is the name of number k
local function filled(x, names, start, path)
  local out, at = li.vec(start), {}
  for k, name in ipairs(names) do at[name] = k end
  for _, name in ipairs(keys_of(x)) do
    if not at[name] then fail_name(path, name, at) end
    if type(x[name]) ~= "number" then
      check.fail(check.join(path, name), "expected a number, got %s", check.got(x[name]))
    end
    out[at[name]] = x[name]
  end
  return out
end

-- numbers in order: as many as there are names
local function in_order(x, names, path)
  local list = li.vec(x)
  if #list ~= #names then
    check.fail(path, "expected %d numbers (%s), or a table by name, got %d", #names,
      table.concat(names, " "), #list)
  end
  return list
end

-- those of the list that are velocities: what a fit may hold
local function holdable(list, names)
  local out = {}
  for _, name in ipairs(list) do if names.index[name] then out[#out + 1] = name end end
  return out
end

-- q that keeps the constraints: as given, or the nearest; what is in the list `stay` stays
local function position(m, o, names, stay)
  local q = o.q
  if q == nil then q = m:home() elseif is_by_name(q) then
    q = filled(q, m:coordinates(), m:home(), "q")
  else q = in_order(q, m:coordinates(), "q") end
  if not constrained(m) then return q end
  return m:assemble(q, { t = o.t, fix = #stay > 0 and holdable(stay, names) or nil })
end

local function velocity(m, o, q, names)
  local n, v = #names.speed, o.v
  if v == nil then return li.zeros(n) end
  local given = is_by_name(v)
  if given then
    v = filled(v, names.coordinate, li.zeros(n), "v")
  else
    v = in_order(v, names.speed, "v")
  end
  if not constrained(m) then return v end
  return m:fit_velocity(q, v, { t = o.t, fix = given and keys_of(o.v) or nil })
end

-- how far the state was moved from what was told, where it was told whole
local function moved(asked, got)
  if asked == nil or is_by_name(asked) then return 0 end
  return (li.vec(asked) - got):norm()
end

-- ---- inputs -------------------------------------------------------------------------------------

-- those of the description, in their order: their names, and what they are where nothing sets them
local function described(m)
  local list = {}
  for k, u in ipairs(m:description().inputs or {}) do
    list[k] = { name = u.name, value = u.value or 0, min = u.min, max = u.max }
    list[u.name] = k
  end
  return list
end

-- the name of an input: a motor by its coordinate, or one of the description
local function index_of(name, names, inputs, path)
  local k = names.index[name] or inputs[name] and #names.speed + inputs[name]
  if k then return k end
  local known = {}
  for word in pairs(names.index) do known[word] = true end
  for _, u in ipairs(inputs) do known[u.name] = true end
  check.fail(path, "no coordinate or input '%s'%s", name, check.hint(name, known))
end

-- names and numbers of the inputs asked for: those of the description, or all motors
local function inputs_of(o, names, inputs)
  local list, index = words(o.inputs, "inputs"), {}
  if not list then
    list = {}
    for k, u in ipairs(inputs) do list[k] = u.name end
    if #list == 0 then for k, name in ipairs(names.coordinate) do list[k] = name end end
  end
  for k, name in ipairs(list) do index[k] = index_of(name, names, inputs, "inputs") end
  return list, index
end

-- where an input is told or found beyond its bounds: a sentence, or nil
local function beyond(input, x)
  if type(input.min) == "number" and x < input.min then
    return ("%g is below its min %g"):format(x, input.min)
  end
  if type(input.max) == "number" and x > input.max then
    return ("%g is above its max %g"):format(x, input.max)
  end
end

-- inputs that an equilibrium would need beyond their bounds: a sentence, or nil
local function out_of_reach(r, inputs)
  for k, input in ipairs(inputs) do
    local why = beyond(input, r.named[k])
    if why then return ("it needs an input beyond its bounds, %s: %s"):format(input.name, why) end
  end
end

local function forces_of(u, names, inputs)
  local tau, values, n = li.zeros(#names.speed), li.zeros(#inputs), #names.speed
  for k, input in ipairs(inputs) do values[k] = input.value end
  for _, name in ipairs(keys_of(u or {})) do
    local k = index_of(name, names, inputs, "u")
    if type(u[name]) ~= "number" then
      check.fail(check.join("u", name), "expected a number, got %s", check.got(u[name]))
    end
    local outside = k > n and beyond(inputs[k - n], u[name])
    if outside then check.fail(check.join("u", name), "%s", outside) end
    if k > n then values[k - n] = u[name] else tau[k] = u[name] end
  end
  return tau, values
end

-- ---- states -------------------------------------------------------------------------------------

-- coordinates that should be independent: told, or those of the states asked for
local function wanted(o, names)
  local list, seen = {}, {}
  local function want(name, path)
    local k = names.index[name]
    if not k then fail_name(path, name, names.index) end
    if not seen[k] then list[#list + 1], seen[k] = k, true end
  end
  for _, name in ipairs(words(o.independent, "independent") or {}) do want(name, "independent") end
  for _, name in ipairs(words(o.states, "states") or {}) do
    if not name:find "^own%d+$" then want((name:gsub("'$", "")), "states") end
  end
  return list
end

local function state_names(r, names)
  local list = {}
  for _, k in ipairs(r.coordinates) do list[#list + 1] = names.coordinate[k] end
  for _, k in ipairs(r.speeds) do list[#list + 1] = names.speed[k] end
  for k = 1, r.own do list[#list + 1] = "own" .. k end
  return list
end

local function part(M, rows, cols)
  if #rows == 0 or #cols == 0 then return false end
  local out = li.zeros(#rows, #cols)
  for i, r in ipairs(rows) do for j, c in ipairs(cols) do out[i][j] = M[r][c] end end
  return out
end

local function entries(x, list)
  local out = li.zeros(#list)
  for i, k in ipairs(list) do out[i] = x[k] end
  return out
end

local function count(n)
  local list = {}
  for k = 1, n do list[k] = k end
  return list
end

-- a state that is left out must not act on those that stay
local function refuse_influence(A, all, rows, kept)
  local scale = 0
  for i = 1, #all do for j = 1, #all do scale = math.max(scale, math.abs(A[i][j])) end end
  for j = 1, #all do
    for _, i in ipairs(rows) do
      if not kept[j] and math.abs(A[i][j]) > 1e-9 * scale then
        check.fail("states", "%s acts on %s there: it must be a state too, or leave states out",
          all[j], all[i])
      end
    end
  end
end

-- the rows of the states asked for, in their order
local function chosen(r, o, all)
  local list = words(o.states, "states")
  if not list then return count(#all), all end
  if #list == 0 then
    check.fail("states", "expected at least one (there are: %s)", table.concat(all, ", "))
  end
  local at, rows, kept = {}, {}, {}
  for k, name in ipairs(all) do at[name] = k end
  for k, name in ipairs(list) do
    if not at[name] then
      check.fail(("states[%d]"):format(k), "'%s' is no state there (there are: %s)", name,
        table.concat(all, ", "))
    end
    rows[k], kept[at[name]] = at[name], true
  end
  refuse_influence(r.A, all, rows, kept)
  return rows, list
end

-- elements that act at events only (impacts, ends, what sticks): no slope has that
local function left_out(m, forces)
  local list = {}
  local function look(kind, name)
    local row = type(kind) == "string" and kit.force.row(kind)
    if row and row.events then list[#list + 1] = ("%s: %s"):format(name, row.events) end
  end
  for _, f in ipairs(m:description().forces or {}) do look(f.kind, f.name) end
  for k, f in ipairs(forces or {}) do look(f[1], f.name or ("forces[%d]"):format(k)) end
  return list
end

-- ---- model:linearize ----------------------------------------------------------------------------

local function eye(n)
  local M = li.zeros(n, n)
  for i = 1, n do M[i][i] = 1 end
  return M
end

local function by_name(names, x)
  local out = {}
  for k, name in ipairs(names) do out[name] = x[k] end
  return out
end

-- multipliers as {name = vec}
local function multipliers(m, x)
  local out, at = {}, 0
  if not constrained(m) then return out end
  for _, row in ipairs(m:constraint_names()) do
    local list = li.zeros(row[2])
    for k = 1, row[2] do list[k] = x[at + k] end
    out[row[1]], at = list, at + row[2]
  end
  return out
end

local schema = { q = "any?", v = "any?", t = "num?", u = "table?", forces = "table?",
  states = "any?", independent = "any?", inputs = "any?", outputs = "any?" }

-- the equations of a model that nothing is added to are made once
local made = setmetatable({}, { __mode = "k" })

local function equations_of(m, forces, outputs)
  if forces or outputs then return small.new(m, forces, outputs) end
  made[m] = made[m] or small.new(m)
  return made[m]
end

-- names of the outputs of the description; nil: there are none, and the states are the outputs
local function described_outputs(m)
  local list = {}
  for k, y in ipairs(m:description().outputs or {}) do list[k] = y.name end
  return #list > 0 and list or nil
end

local function linearize(m, options)
  local o, names = check.fields(options or {}, "", schema), names_of(m)
  local q, why, code = position(m, o, names, is_by_name(o.q) and keys_of(o.q) or {})
  if not q then return nil, why, code end
  local v
  v, why, code = velocity(m, o, q, names)
  if not v then return nil, why, code end
  local known = described(m)
  local inputs, index = inputs_of(o, names, known)
  local tau, values = forces_of(o.u, names, known)
  local outputs = words(o.outputs, "outputs") or described_outputs(m)
  local h = equations_of(m, o.forces, o.outputs and outputs or nil)
  local r
  r, why, code = small.at(h, m, q, v, tau, values, o.t or 0, wanted(o, names), index)
  if not r then return nil, why, code end
  local all = state_names(r, names)
  local rows, states = chosen(r, o, all)
  local cols = count(#inputs)
  return statespace.new {
    A = part(r.A, rows, rows), B = #inputs > 0 and part(r.B, rows, cols) or false,
    C = outputs and part(r.C, count(#outputs), rows) or eye(#rows),
    D = #inputs > 0 and (outputs and r.D or li.zeros(#rows, #inputs)) or false,
    states = states, inputs = inputs, outputs = outputs or states, q = q, v = v,
    a = by_name(names.coordinate, r.a), multipliers = multipliers(m, r.multipliers),
    rest = entries(r.rest, rows), left_out = left_out(m, o.forces),
    moved = { q = moved(o.q, q), v = moved(o.v, v) },
  }
end

-- ---- model:equilibrium --------------------------------------------------------------------------

-- stable where all that is left alone dies out, marginal where something neither dies nor grows
local function stability(lin)
  local worst, scale = -math.huge, 0
  for _, e in ipairs(lin:eigenvalues()) do
    worst = math.max(worst, e.re)
    scale = math.max(scale, math.sqrt(e.re ^ 2 + e.im ^ 2))
  end
  if worst > 1e-7 * scale then return "unstable" end
  return worst < -1e-7 * scale and "stable" or "marginal"
end

local rest_schema = { q = "any?", v = "table?", t = "num?", u = "table?", forces = "table?",
  fix = "any?", inputs = "any?", tol = "num?", steps = "int?" }

local function indices(list, names, path)
  local out = {}
  for k, name in ipairs(list) do
    out[k] = names.index[name] or fail_name(path, name, names.index)
  end
  return out
end

-- the speeds given by name: they stay, and the others follow
local function steady(o, names)
  local v = o.v or {}
  if not is_by_name(v) and next(v) ~= nil then
    check.fail("v", "expected speeds by name, {th = 5}: those that stay, the others follow")
  end
  return filled(v, names.coordinate, li.zeros(#names.speed), "v"),
    indices(keys_of(v), names, "v")
end

local function told(m, o, names, r, inputs)
  local u = by_name(names.coordinate, r.tau)
  for k, input in ipairs(inputs) do u[input.name] = r.named[k] end
  local info = { q = r.q, v = r.v, a = r.a, u = u, multipliers = multipliers(m, r.multipliers),
    residual = r.residual, steps = r.steps, worst = r.worst, left = r.left }
  local at = { q = r.q, v = r.v, t = o.t, u = u, forces = o.forces }
  local lin, why = linearize(m, at)
  if lin then info.stability, info.linear = stability(lin), lin else info.unknown = why end
  return info
end

local function equilibrium(m, options)
  local o, names = check.fields(options or {}, "", rest_schema), names_of(m)
  local fix = words(o.fix, "fix") or {}
  local q, why, code = position(m, o, names, fix)
  if not q then return nil, why, code end
  local v, given = steady(o, names)
  o.inputs = o.inputs or {}
  local known = described(m)
  local _, index = inputs_of(o, names, known)
  local tau, values = forces_of(o.u, names, known)
  local fixed = indices(fix, names, "fix")
  local h = equations_of(m, o.forces)
  if constrained(m) and #given > 0 then
    v, why, code = m:fit_velocity(q, v, { t = o.t, fix = keys_of(o.v) })
    if not v then return nil, why, code end
  end
  local r, least
  r, why, code, least = small.rest(h, m, q, v, tau, values, o.t or 0, fixed, given, index,
    o.tol or 1e-10, o.steps or 100)
  if not r then return nil, why, code, least end
  why = out_of_reach(r, known)
  if why then return nil, why, "EDOMAIN", r end
  return r.q, told(m, o, names, r, known)
end

kit.define(kit.methods "model", {
  "model:linearize([options: table]) -> statespace",
  "Small motions about a state, x' = A x + B u, y = C x + D u, with springs, dampers, forces, "
    .. "loops, rolling and turns in space, by exact slopes. options: q (home) and v (rest), in "
    .. "order or by name: what is named stays, the rest is made to fit the constraints; t; u, the "
    .. "inputs there, by name; forces, as simulations take them; inputs (those of the "
    .. "description, or "
    .. "all motors, by their coordinates), outputs (expressions; those of the description, or the "
    .. "states); independent, coordinates that should be "
    .. "states; states, those wanted of them. Where a joint turns by a quaternion its states are "
    .. "small turns in body axes. Fields besides: q, v, a, multipliers, rest (x' of the state), "
    .. "moved, left_out (what acts at events only). nil, message, code where the constraints "
    .. "cannot be met or there is no slope.",
  "li.planar{1, mass = 3, gravity = {0, -10, 0}}:linearize{q = {-math.pi/2}}.A --> [  0  1]\n"
    .. "[-15  0]",
  linearize })

kit.define(kit.methods "model", {
  "model:equilibrium([options: table]) -> q: vec, info: table",
  "Where it stays at rest, or in steady motion: near q (home), with springs, forces, loops and "
    .. "rolling. options: q, the start; fix = {\"q1\"}, coordinates that stay there; v = {th = 5}, "
    .. "speeds that stay, the others follow and no independent one changes (steady turns and "
    .. "rolling); u, inputs by name; inputs = {\"q1\"}, motors and named inputs that are "
    .. "found too; "
    .. "forces, t, tol (1e-10, part of the forces there), steps (100). info: q, v, a, u, "
    .. "multipliers, residual, steps, stability ('stable', 'marginal', 'unstable', by the "
    .. "eigenvalues of linear). nil, message, code, the place of the least residual with worst and "
    .. "left where there is none.",
  "(li.planar{1, mass = 3}:equilibrium{q = {-1}})[1] --> -1.5707963267949",
  equilibrium })
