-- small_motions.lua - x' = A x + B u, y = C x + D u about any state, and equilibria, of whatever
-- has equations with all that acts in them
--
-- The slopes are the engine's (core/ask/state_space.h), exact. Here names become numbers and
-- numbers names. What it is of (a model, equations, Kane's equations) is told by a subject:
--
--   names      coordinate, speed: names of the states; drive: what a velocity, its force and its
--              acceleration are called by (the coordinate; of Kane's equations the speed without
--              the mark of a rate); index, drives: numbers of these by name; free: a set of the
--              speeds, where these are no rates of the coordinates one by one
--   inputs     list of {name =, value =} beside the motors; inputs[name]: its number; drives: the
--              constraint that names it, then "u'" and "u''" are inputs too; fixed: a parameter,
--              which is an input where it is asked for alone
--   outputs    names of its own outputs, or nil
--   model      what kit.small takes: a model, or nil
--   position(o, stay), velocity(o, q)
--              a state by the options q and v that keeps the constraints; or nil, why, code
--   fit(q, v, o, stay)            speeds by name that the constraints allow
--   equations(forces, outputs)    of kit.small
--   multipliers(x)
--   stops(q)   texts of joints at or past their limits at q; or nil
--   told       further fields of what is given back
local li = require "liaison.core"
local check = require "liaison.base.check"
local lists = require "liaison.base.lists"
local kit = li._internal

local small, up_to, spread = kit.small, lists.up_to, lists.spread
local motions = {}

-- ---- names --------------------------------------------------------------------------------------

local function words(x, path) return check.words(x, path, "\"q1 q1'\"") end

-- outputs: words, or a list of texts and expressions as it is
local function texts_of(x, path)
  if type(x) == "table" and kit.class(x) == nil then return x end
  return words(x, path)
end

local function fail_name(path, name, known, what)
  check.fail(path, "no %s '%s'%s", what or "coordinate", name, check.hint(name, known))
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

-- numbers by name into a vec of n; names[k] is the name of number k
local function filled(x, names, start, path, what)
  local out, at = li.vec(start), {}
  for k, name in ipairs(names) do at[name] = k end
  for _, name in ipairs(keys_of(x)) do
    if not at[name] then fail_name(path, name, at, what) end
    if type(x[name]) ~= "number" then
      check.fail(check.join(path, name), "expected a number, got %s", check.got(x[name]))
    end
    out[at[name]] = x[name]
  end
  return out
end

-- speeds by name go without the mark of a rate too: { ["th'"] = 5 } is { th = 5 }
local function unmarked(v, drives)
  if not is_by_name(v) then return v end
  local out = {}
  for name, x in pairs(v) do
    local plain = type(name) == "string" and name:gsub("'$", "") or name
    out[drives[name] and name or drives[plain] and plain or name] = x
  end
  return out
end

-- numbers in order: as many as there are names
local function in_order(x, names, path)
  if type(x) ~= "table" and kit.class(x) ~= "vec" then
    check.fail(path, "expected %d numbers in order, or a table by name, got %s", #names,
      check.got(x))
  end
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

-- how far the state was moved from what was told, where it was told whole
local function moved(asked, got)
  if asked == nil or is_by_name(asked) then return 0 end
  return (li.vec(asked) - got):norm()
end

-- ---- inputs -------------------------------------------------------------------------------------

-- the name of an input: a motor by its coordinate, or one of the description
local function index_of(name, names, inputs, path)
  local k = names.drives[name] or inputs[name] and #names.speed + inputs[name]
    or names.drives[name:gsub("'$", "")]
  if k then return k end
  local known = {}
  for word in pairs(names.drives) do known[word] = true end
  for _, u in ipairs(inputs) do known[u.name] = true end
  check.fail(path, "no %s or input '%s'%s", names.what, name, check.hint(name, known))
end

local function unfixed(inputs)
  for _, u in ipairs(inputs) do if not u.fixed then return u end end
end

-- the inputs of a description, or all motors
local function all_inputs(names, inputs)
  local list = {}
  for _, u in ipairs(inputs) do if not u.fixed then list[#list + 1] = u.name end end
  if not unfixed(inputs) then for k, name in ipairs(names.drive) do list[k] = name end end
  return list
end

-- an input that drives a constraint acts by its rates too: they stand behind it, where none is
-- asked for by name
local function with_rates(list, inputs)
  local out, asked = {}, {}
  for _, name in ipairs(list) do asked[name] = true end
  for _, name in ipairs(list) do
    out[#out + 1] = name
    local input = inputs[inputs[name]]
    if input and input.drives and not asked[name .. "'"] and not asked[name .. "''"] then
      out[#out + 1], out[#out + 2] = name .. "'", name .. "''"
    end
  end
  return out
end

-- names and numbers of the inputs asked for
local function inputs_of(o, names, inputs)
  local asked, index = words(o.inputs, "inputs"), {}
  local list = with_rates(asked or all_inputs(names, inputs), inputs)
  for k, name in ipairs(list) do index[k] = index_of(name, names, inputs, "inputs") end
  return list, index
end

-- where an input is told or found beyond its bounds: a sentence, or nil
local function beyond(input, x)
  if type(input.min) == "number" and x < input.min then
    return ("%s is below its min %s"):format(kit.number(x), kit.number(input.min))
  end
  if type(input.max) == "number" and x > input.max then
    return ("%s is above its max %s"):format(kit.number(x), kit.number(input.max))
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
local function wanted(o, names, own)
  local list, seen = {}, {}
  local function want(name, path)
    local k = names.index[name]
    if not k then fail_name(path, name, names.index) end
    if not seen[k] then list[#list + 1], seen[k] = k, true end
  end
  for _, name in ipairs(words(o.independent, "independent") or {}) do want(name, "independent") end
  for _, name in ipairs(words(o.states, "states") or {}) do
    local plain = names.free and name or name:gsub("'$", "")
    if not own[name] and not (names.free and names.free[name]) then want(plain, "states") end
  end
  return list
end

local function state_names(r, names, own)
  local list = {}
  for _, k in ipairs(r.coordinates) do list[#list + 1] = names.coordinate[k] end
  for _, k in ipairs(r.speeds) do list[#list + 1] = names.speed[k] end
  for k = 1, r.own do list[#list + 1] = own[k] end
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
  if not list then return up_to(#all), all end
  if #list == 0 then
    check.fail("states", "expected at least one (there are: %s)", table.concat(all, ", "))
  end
  local at, rows, kept = {}, {}, {}
  for k, name in ipairs(all) do at[name] = k end
  for k = 1, r.own do at["own" .. k] = at["own" .. k] or #all - r.own + k end -- as before 0.1
  for k, name in ipairs(list) do
    if not at[name] then
      check.fail(("states[%d]"):format(k), "'%s' is no state there (there are: %s)", name,
        table.concat(all, ", "))
    end
    rows[k], kept[at[name]] = at[name], true
  end
  refuse_influence(r.A, all, rows, kept)
  for k, row in ipairs(rows) do list[k] = all[row] end
  return rows, list
end

-- ---- small motions ------------------------------------------------------------------------------

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

local schema = { q = "any?", v = "any?", z = "any?", t = "num?", u = "table?", forces = "table?",
  states = "any?", independent = "any?", inputs = "any?", outputs = "any?" }

-- names that wanted() passes over
local function set_of(own)
  local set = {}
  for k = 1, 64 do set["own" .. k] = true end
  for _, name in ipairs(own or {}) do set[name] = true end
  return set
end

-- own states that are told, in order or by name; false: left to rest there
local function own_at(z, own)
  if z == nil then return nil end
  local list, numbers = {}, is_by_name(z) and filled(z, own, li.zeros(#own), "z", "own state")
    or in_order(z, own, "z")
  for k, name in ipairs(own) do
    list[k] = (not is_by_name(z) or z[name] ~= nil) and numbers[k]
  end
  return list
end

-- everything that small motions need of a subject: numbers and lists of numbers; or nil, why,
-- code. own: names of own states
local function question(x, o, own)
  local names = x.names
  local q, why, code = x.position(o, is_by_name(o.q) and keys_of(o.q) or {})
  if not q then return nil, why, code end
  local v
  v, why, code = x.velocity(o, q)
  if not v then return nil, why, code end
  local inputs, index = inputs_of(o, names, x.inputs)
  local tau, values = forces_of(o.u, names, x.inputs)
  return { q = q, v = v, z = own_at(o.z, own), inputs = inputs, index = index, tau = tau,
    values = values, wanted = wanted(o, names, set_of(own)) }
end

-- outputs at the place: states, and expressions of states and inputs; of others nothing is known
local function outputs_at(outputs, x, u)
  local values, y = {}, {}
  for name, number in pairs(u) do values[name] = number end
  for name, number in pairs(x) do values[name], y[name] = number, number end
  for _, text in ipairs(outputs) do
    if y[text] == nil then
      local ok, number = check.try(function() return li.expr(text):eval(values) end)
      if ok then y[text] = number end
    end
  end
  return y
end

-- turns of free bodies: names of the three small angles, of the quaternion, and where that is
local function turns_at(q, subject)
  local angles, list = subject.names.coordinate, {}
  if #q == #angles or kit.class(subject.model) ~= "model" then return list end
  local names, at, k = subject.model:coordinates(), 1, 1
  while k <= #angles do
    if names[at] == angles[k] then
      at, k = at + 1, k + 1
    else
      list[#list + 1] = { names = { angles[k], angles[k + 1], angles[k + 2] },
        quaternion = { names[at], names[at + 1], names[at + 2], names[at + 3] },
        at = { q[at], q[at + 1], q[at + 2], q[at + 3] } }
      at, k = at + 4, k + 3
    end
  end
  return list
end

-- of a coordinate that is no turn its number, by name
local function places_at(q, subject)
  local out = {}
  local names = kit.class(subject.model) == "model" and subject.model:coordinates()
    or subject.names.coordinate
  for k, name in ipairs(names) do out[name] = q[k] end
  return out
end

-- numbers by name at the place itself: of states (0 of a turn of a free body, which starts there),
-- of inputs; what a controller's deviations count from
local function point_of(r, a, subject)
  local names, x, u, n = subject.names, {}, {}, #subject.names.speed
  local places = places_at(a.q, subject)
  for _, k in ipairs(r.coordinates) do
    x[names.coordinate[k]] = places[names.coordinate[k]] or 0
  end
  for _, k in ipairs(r.speeds) do x[names.speed[k]] = a.v[k] end
  for k, name in ipairs(a.own) do x[name] = r.z[k] end
  for j, name in ipairs(a.inputs) do
    local k = a.index[j]
    if k <= n then u[name] = a.tau[k]
    else u[name] = k - n <= #a.values and a.values[k - n] or 0 end
  end
  return { x = x, u = u, y = outputs_at(a.outputs or {}, x, u), turns = turns_at(a.q, subject) }
end

-- outputs that are own states go by their names alone: of each its own state, or false; the others
local function own_outputs(outputs, own)
  local index, of, others = {}, {}, {}
  for k, name in ipairs(own) do index[name] = k end
  for i, text in ipairs(outputs) do
    of[i] = index[text] or false
    if not of[i] then others[#others + 1] = text end
  end
  return of, others
end

-- equations with these outputs; names of own states, what is left out; of each output which state
-- it is
local function with_outputs(x, o, outputs)
  if not (o.outputs and x.model) then
    local h = x.equations(o.forces, o.outputs and outputs or nil)
    local own, left_out = small.states(h)
    return h, own, left_out, own_outputs(outputs or {}, {})
  end
  local h = x.equations(o.forces)
  local own, left_out = small.states(h)
  local of, others = own_outputs(outputs, own)
  return x.equations(o.forces, others), own, left_out, of
end

-- rows of outputs, by all states: C; and D
local function output_rows(r, of, n, inputs)
  local C, D, row = li.zeros(#of, n), li.zeros(#of, math.max(inputs, 1)), 0
  for i, k in ipairs(of) do
    if k then C[i][n - r.own + k] = 1 else
      row = row + 1
      for j = 1, n do C[i][j] = r.C[row][j] end
      for j = 1, inputs do D[i][j] = r.D[row][j] end
    end
  end
  return C, D
end

-- the state, none of those kept, that acts on output i; nil: none does
local function unseen(C, i, all, kept)
  for j = 1, #all do
    if not kept[j] and math.abs(C[i][j]) > 1e-12 then return all[j] end
  end
end

-- outputs that states which are not kept act on: refused where they were asked for; those of the
-- description are left out, and that is told. What is left: names, places
local function seen(C, all, rows, outputs, asked, left_out)
  local kept, names, places = {}, {}, {}
  for _, k in ipairs(rows) do kept[k] = true end
  for i, name in ipairs(outputs) do
    local state = unseen(C, i, all, kept)
    if state and asked then
      check.fail("states", "%s acts on the output %s there: it must be a state too", state, name)
    elseif state then
      left_out[#left_out + 1] = ("output %s: %s acts on it, which is not among the states"):format(
        name, state)
    else
      names[#names + 1], places[#places + 1] = name, i
    end
  end
  if #names == 0 then return nil end
  return names, places
end

-- what acts at events only, and joints that stand at their ends
local function with_stops(x, left_out, q)
  local list = {}
  for k, text in ipairs(left_out or {}) do list[k] = text end
  for _, text in ipairs(x.stops and x.stops(q) or {}) do list[#list + 1] = text end
  return list
end

function motions.linearize(x, options)
  local o = check.fields(options or {}, "", schema)
  o.v = unmarked(o.v, x.names.drives)
  local outputs = words(o.outputs, "outputs") or x.outputs
  local h, own, left_out, watched = with_outputs(x, o, outputs)
  local a, why, code = question(x, o, own)
  if not a then return nil, why, code end
  a.outputs, a.own = outputs, own
  local r
  r, why, code = small.at(h, x.model, a.q, a.v, a.tau, a.values, o.t or 0, a.wanted, a.index, a.z)
  if not r then return nil, why, code end
  local all = state_names(r, x.names, own)
  if #all == 0 then
    return nil, "no coordinate is free to move there: there are no states", "EMODEL"
  end
  local rows, states = chosen(r, o, all)
  local inputs = a.inputs
  local cols, C, D = up_to(#inputs), nil, li.zeros(#rows, math.max(#inputs, 1))
  if outputs then
    local all_C, all_D = output_rows(r, watched, #all, #inputs)
    local places
    outputs, places = seen(all_C, all, rows, outputs, o.outputs, left_out)
    a.outputs = outputs
    if outputs then
      C, D = part(all_C, places, rows), part(all_D, places, up_to(math.max(#inputs, 1)))
    end
  end
  local lin = {
    A = part(r.A, rows, rows), B = #inputs > 0 and part(r.B, rows, cols) or false,
    C = C or eye(#rows),
    D = #inputs > 0 and D or false,
    states = states, inputs = inputs, outputs = outputs or states, q = a.q, v = a.v, t = o.t or 0,
    a = by_name(x.names.drive, r.a), z = by_name(own, r.z),
    multipliers = x.multipliers(r.multipliers),
    rest = entries(r.rest, rows), left_out = with_stops(x, left_out, a.q),
    point = point_of(r, a, x),
    moved = { q = moved(o.q, a.q), v = moved(o.v, a.v) },
  }
  for key, value in pairs(x.told or {}) do lin[key] = value end
  return require("liaison.linear.everything").new(lin)
end

-- ---- equilibria ---------------------------------------------------------------------------------

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

-- the states that act on others, beside those that act on them alone: { index, .. }
local function acting_states(A)
  local kept, n = {}, #A
  for k = 1, n do kept[k] = true end
  local function idle(j)
    for i = 1, n do
      if kept[i] and i ~= j and math.abs(A[i][j]) > 1e-12 then return false end
    end
    return true
  end
  local more = true
  while more do
    more = false
    for j = 1, n do if kept[j] and idle(j) then kept[j], more = false, true end end
  end
  local list = {}
  for k = 1, n do if kept[k] then list[#list + 1] = k end end
  return list
end

local CHANGES = "the linear model changes along this motion, by the coordinates that move: its "
  .. "eigenvalues at one instant tell no stability"

-- whether the linear model of a steady motion is another a little later. Models have their turns in
-- axes that go with the body: theirs is not asked
local function changes(x, lin, o, r, u)
  if x.model then return false end
  local h, q, moves = 1e-3, li.vec(r.q), false
  for k, name in ipairs(lin.states) do
    local at = x.names.index[name]
    if at then q[at], moves = q[at] + h * lin.rest[k], moves or lin.rest[k] ~= 0 end
  end
  if not moves then return false end
  local later = motions.linearize(x, { q = q, v = r.v, t = o.t, u = u, states = lin.states })
  if not later then return true end
  local scale = 0
  for i = 1, #lin.A do for k = 1, #lin.A do scale = math.max(scale, math.abs(lin.A[i][k])) end end
  local list = acting_states(lin.A)
  for _, i in ipairs(list) do
    for _, k in ipairs(list) do
      if math.abs(later.A[i][k] - lin.A[i][k]) > 1e-6 * scale then return true end
    end
  end
  return false
end

local rest_schema = { q = "any?", v = "table?", z = "any?", t = "num?", u = "table?",
  forces = "table?", fix = "any?", inputs = "any?", tol = "num?", steps = "int?" }

local function indices(list, known, path, what)
  local out = {}
  for k, name in ipairs(list) do
    out[k] = known[name] or fail_name(path, name, known, what)
  end
  return out
end

-- the speeds given by name: they stay, and the others follow
local function steady(o, names)
  local v = o.v or {}
  if not is_by_name(v) and next(v) ~= nil then
    check.fail("v", "expected speeds by name, {th = 5}: those that stay, the others follow")
  end
  return filled(v, names.drive, li.zeros(#names.speed), "v", names.what),
    indices(keys_of(v), names.drives, "v", names.what)
end

-- the speeds that no constraint tells and nobody named: they were held at rest
local function held_at_rest(names, lin, o)
  local list, given, drive = {}, o.v or {}, {}
  for k, name in ipairs(names.speed) do drive[name] = names.drive[k] end
  for _, name in ipairs(lin.states) do
    if drive[name] and given[drive[name]] == nil then list[#list + 1] = drive[name] end
  end
  return list
end

local function told(x, o, r, own)
  local names, inputs = x.names, x.inputs
  local u = by_name(names.drive, r.tau)
  for k, input in ipairs(inputs) do u[input.name] = r.named[k] end
  local z = by_name(own, r.z)
  local info = { q = r.q, v = r.v, a = r.a, z = z, u = x.driven and x.driven(u) or u,
    multipliers = x.multipliers(r.multipliers), residual = r.residual, steps = r.steps,
    worst = r.worst, left = r.left, stops = x.stops and x.stops(r.q) or {} }
  local lin, why = motions.linearize(x, { q = r.q, v = r.v, z = z, t = o.t, u = u,
    forces = o.forces })
  if not lin then
    info.unknown = why
    return info
  end
  info.linear, info.held = lin, held_at_rest(names, lin, o)
  if changes(x, lin, o, r, u) then info.unknown = CHANGES else info.stability = stability(lin) end
  return info
end

-- other places to start from: beside q, where a step of Newton has no direction (a pendulum that is
-- level) the search ends before it begins
local function starts_beside(x, o, q, fix)
  local list, stays = {}, {}
  for _, name in ipairs(fix) do stays[x.names.index[name] or 0] = true end
  local turns = #q ~= #x.names.coordinate        -- of quaternions nothing is held by its place in q
  for try = 1, turns and 0 or 3 do
    local beside = {}
    for k = 1, #q do beside[k] = stays[k] and q[k] or q[k] + 0.1 * try * spread(7 * try + k) end
    local asked = setmetatable({ q = beside }, { __index = o })
    list[#list + 1] = x.position(asked, fix)
  end
  return list
end

function motions.equilibrium(x, options)
  local o, names = check.fields(options or {}, "", rest_schema), x.names
  o.v = unmarked(o.v, names.drives)
  local fix = words(o.fix, "fix") or {}
  local q, why, code = x.position(o, fix)
  if not q then return nil, why, code end
  local v, given = steady(o, names)
  o.inputs = o.inputs or {}
  local _, index = inputs_of(o, names, x.inputs)
  local tau, values = forces_of(o.u, names, x.inputs)
  local fixed = indices(fix, names.index, "fix")
  local h = x.equations(o.forces)
  local own = small.states(h)
  if #given > 0 then
    v, why, code = x.fit(q, v, o, keys_of(o.v))
    if not v then return nil, why, code end
  end
  local function search(start)
    return small.rest(h, x.model, start, v, tau, values, o.t or 0, fixed, given, index,
      o.tol or 1e-10, o.steps or 100, own_at(o.z, own))
  end
  local r, least
  r, why, code, least = search(q)
  local again = not r and code == "EUNREACHABLE" and #given == 0
  for _, beside in ipairs(again and starts_beside(x, o, q, fix) or {}) do
    r = r or search(beside)
  end
  if not r then return nil, why, code, least end
  why = out_of_reach(r, x.inputs)
  if why then return nil, why, "EDOMAIN", r end
  return r.q, told(x, o, r, own)
end

-- ---- what subjects need too ---------------------------------------------------------------------

motions.is_by_name, motions.keys_of, motions.filled = is_by_name, keys_of, filled
motions.in_order, motions.holdable, motions.words = in_order, holdable, words
motions.texts_of = texts_of

-- of speeds "q1'" the names: of velocity k, and of its coordinate
function motions.names_of(speeds)
  local coordinate, index = {}, {}
  for k, speed in ipairs(speeds) do
    coordinate[k] = (speed:gsub("'$", ""))
    index[coordinate[k]] = k
  end
  return motions.paired(coordinate, speeds, index)
end

-- where every speed is the rate of a coordinate, whose name it goes by
function motions.paired(coordinate, speeds, index)
  return { speed = speeds, coordinate = coordinate, index = index, drive = coordinate,
    drives = index, what = "coordinate" }
end

return motions
