-- small_model.lua - model:linearize and model:equilibrium: small motions of a model with all that
-- acts on it, about a state or along a run
local li = require "liaison.core"
local check = require "liaison.base.check"
local motions = require "liaison.ask.small_motions"
local kit = li._internal

local small = kit.small

-- ---- a model as a subject -----------------------------------------------------------------------

-- inputs of the description, in their order: their names, and what they are where nothing sets them
local function inputs_of(m, d)
  local list, driven = {}, kit.acting.driven(m)
  for k, u in ipairs(d.inputs or {}) do
    list[k] = { name = u.name, value = u.value or 0, min = u.min, max = u.max,
      drives = driven[u.name] }
    list[u.name] = k
  end
  return list
end

-- names of the outputs of the description; nil: there are none, and the states are the outputs
local function outputs_of(d)
  local list = {}
  for k, y in ipairs(d.outputs or {}) do list[k] = y.name end
  return #list > 0 and list or nil
end

-- elements that act at events only (impacts, ends, what sticks): no slope has that
local function at_events(list, kind, name)
  local row = type(kind) == "string" and kit.force.row(kind)
  if row and row.events then list[#list + 1] = ("%s: %s"):format(name, row.events) end
end

-- q as it was told, whole
local function asked_position(m, q)
  if q == nil then return m:home() end
  if motions.is_by_name(q) then return motions.filled(q, m:coordinates(), m:home(), "q") end
  return motions.in_order(q, m:coordinates(), "q")
end

-- rows of multipliers by the names of loops and constraints
local function multipliers_of(m, constrained, x)
  local out, at = {}, 0
  if not constrained then return out end
  for _, row in ipairs(m:constraint_names()) do
    local list = li.zeros(row[2])
    for k = 1, row[2] do list[k] = x[at + k] end
    out[row[1]], at = list, at + row[2]
  end
  return out
end

-- what of a description does not change from one question to the next. It holds no model: a table
-- with weak keys would keep it alive
local function facts_of(m)
  local d, described = m:description(), {}
  for _, f in ipairs(d.forces or {}) do at_events(described, f.kind, f.name) end
  return { names = motions.names_of(m:speeds()), inputs = inputs_of(m, d), outputs = outputs_of(d),
    constrained = #(d.loops or {}) + #(d.constraints or {}) > 0, at_events = described }
end

local facts = setmetatable({}, { __mode = "k" })

local function subject_of(m)
  facts[m] = facts[m] or facts_of(m)
  local known = facts[m]
  local names, constrained = known.names, known.constrained
  local x = { model = m, names = names, inputs = known.inputs, outputs = known.outputs }

  -- the nearest that keeps the constraints; what is in the list `stay` stays
  function x.position(o, stay)
    local q = asked_position(m, o.q)
    if not constrained then return q end
    local held = motions.holdable(stay, names)
    return m:assemble(q, { t = o.t, fix = #stay > 0 and held or nil })
  end

  function x.fit(q, v, o, stay)
    if not constrained then return v end
    return m:fit_velocity(q, v, { t = o.t, fix = stay })
  end

  function x.velocity(o, q)
    local v, n = o.v, #names.speed
    if v == nil then return li.zeros(n) end
    if motions.is_by_name(v) then
      local list = motions.filled(v, names.coordinate, li.zeros(n), "v")
      return x.fit(q, list, o, motions.keys_of(v))
    end
    return x.fit(q, motions.in_order(v, names.speed, "v"), o)
  end

  -- those that nothing is added to are made once
  function x.equations(forces, outputs)
    if forces or outputs then return small.new(m, forces, outputs) end
    known.equations = known.equations or small.new(m)
    return known.equations
  end

  function x.multipliers(list) return multipliers_of(m, constrained, list) end

  function x.left_out(forces)
    local list = {}
    for k, text in ipairs(known.at_events) do list[k] = text end
    for _, f in ipairs(forces and kit.acting.forces(m, forces) or {}) do
      at_events(list, f.kind, f.name)
    end
    return list
  end

  return x
end

-- ---- along a run --------------------------------------------------------------------------------

local function numbers_at(run, names, t)
  local out = li.zeros(#names)
  for k, name in ipairs(names) do out[k] = run:at(name, t) end
  return out
end

local function check_run(m, run)
  if kit.class(run) ~= "run" then
    check.fail("run", "expected a run, got %s", check.got(run))
  end
  local has = {}
  for _, name in ipairs(run:columns()) do has[name] = true end
  for _, list in ipairs { m:coordinates(), m:speeds() } do
    for _, name in ipairs(list) do
      if not has[name] then
        check.fail("run", "no column '%s': is it a run of this model?", name)
      end
    end
  end
end

-- the times asked for: a list, a step, or those of all rows
local function times_of(run, at)
  local first, last = run.t[1], run.t[#run]
  if at == nil then return run.t end
  if type(at) ~= "number" then
    local list = li.vec(at)
    for k = 1, #list do
      if not (list[k] >= first and list[k] <= last) then
        check.fail(("at[%d]"):format(k), "expected a time from %s to %s, got %s",
          kit.number(first), kit.number(last), kit.number(list[k]))
      end
    end
    return list
  end
  if not (at > 0) then check.fail("at", "expected times, or a step above 0") end
  local list = {}
  for k = 0, math.floor((last - first) / at * (1 + 1e-12)) do list[k + 1] = first + k * at end
  return list
end

-- what a text says at a state of the run
local function text_at(text, run, t)
  local e, values = li.expr(text, "new"), {}
  for _, s in ipairs(e:symbols()) do
    local name = tostring(s)
    values[name] = name == "t" and t or run:at(name, t)
  end
  return e:eval(values)
end

local DRIVEN = "the run was driven by a function: say what it gave, u = function(t) return "
  .. "{q1 = 2, ..} end"

-- x back between the bounds of an input, as runs cut it
local function cut(x, input)
  if type(input.min) == "number" then x = math.max(x, input.min) end
  if type(input.max) == "number" then x = math.min(x, input.max) end
  return x
end

-- what set an input, at t
local function law_at(m, law, input, run, t)
  local x = kit.acting.law(m, law)
  return type(x) == "string" and cut(text_at(x, run, t), input) or x
end

-- inputs as the run had them, at t: numbers and texts of its set-up; or told by the function u
local function inputs_at(m, run, u, t)
  if u then
    local given = u
    if type(u) == "function" then given = u(t) end
    if type(given) ~= "table" then
      check.fail("u", "expected inputs by name, got %s", check.got(given))
    end
    return given
  end
  local setup, out = run:setup(), {}
  if setup.input ~= nil or setup.controllers ~= nil or setup.tau ~= nil then
    check.fail("u", "%s", DRIVEN)
  end
  local inputs = subject_of(m).inputs
  for name, law in pairs(setup.inputs or {}) do
    if type(law) == "function" then check.fail("u", "%s: %s", name, DRIVEN) end
    out[name] = law_at(m, law, inputs[inputs[name]], run, t)
  end
  return out
end

-- a list of linear models, one a time, of the same states
local function along(m, options)
  local run, o = options.run, {}
  for key, value in pairs(options) do if key ~= "run" and key ~= "at" then o[key] = value end end
  for _, key in ipairs { "q", "v", "t" } do
    if o[key] ~= nil then check.fail(key, "the run tells the state: give run, or %s", key) end
  end
  check_run(m, run)
  local list, times = {}, times_of(run, options.at)
  local forces = o.forces or run:setup().forces
  for k = 1, #times do
    local t = times[k]
    o.q, o.v, o.t = numbers_at(run, m:coordinates(), t), numbers_at(run, m:speeds(), t), t
    o.u, o.forces = inputs_at(m, run, options.u, t), forces
    local lin, why, code = motions.linearize(subject_of(m), o)
    if not lin then return nil, ("at t = %s: %s"):format(kit.number(t), why), code, list end
    list[k] = lin
    o.states = o.states or lin.states
  end
  return list
end

-- ---- the functions ------------------------------------------------------------------------------

local function linearize(m, options)
  if type(options) == "table" and options.run ~= nil then return along(m, options) end
  return motions.linearize(subject_of(m), options)
end

local function equilibrium(m, options) return motions.equilibrium(subject_of(m), options) end

kit.define(kit.methods "model", {
  "model:linearize([options: table]) -> statespace|table",
  "Small motions about a state, x' = A x + B u, y = C x + D u, with springs, dampers, forces, "
    .. "loops, rolling and turns in space, by exact slopes. options: q (home) and v (rest), in "
    .. "order or by name: what is named stays, the rest is made to fit the constraints; t; u, the "
    .. "inputs there, by name; forces, as simulations take them; inputs (those of the "
    .. "description, or "
    .. "all motors, by their coordinates), outputs (expressions; those of the description, or the "
    .. "states); independent, coordinates that should be "
    .. "states; states, those wanted of them. Where a joint turns by a quaternion its states are "
    .. "small turns in body axes. Fields besides: q, v, a, multipliers, rest (x' of the state), "
    .. "moved, left_out (what acts at events only). Along a run: {run = run, at = times or a "
    .. "step}, a list of them with the same states, each with its t; u: a function of t where the "
    .. "run was driven by functions. nil, message, code where the constraints "
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
    .. "multipliers, residual, steps, held (independent speeds that were not named: 0), stability "
    .. "('stable', 'marginal', 'unstable', by the "
    .. "eigenvalues of linear). nil, message, code, the place of the least residual with worst and "
    .. "left where there is none.",
  "(li.planar{1, mass = 3}:equilibrium{q = {-1}})[1] --> -1.5707963267949",
  equilibrium })
