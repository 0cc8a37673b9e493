-- small_model.lua - model:linearize and model:equilibrium: small motions of a model with all that
-- acts on it, about a state or along a run
local li = require "liaison.core"
local motions = require "liaison.ask.small_motions"
local along = require "liaison.ask.small_along"
local kit = li._internal

local small = kit.small

-- ---- a model as a subject -----------------------------------------------------------------------

-- inputs of the description, in their order: their names, and what they are where nothing sets
-- them; then the rates of those that drive constraints, as in core/eom/acting.h
local function inputs_of(m, d)
  local list, driven = {}, kit.acting.driven(m)
  local function add(input)
    list[#list + 1] = input
    list[input.name] = #list
  end
  for _, u in ipairs(d.inputs or {}) do
    add { name = u.name, value = u.value or 0, min = u.min, max = u.max, drives = driven[u.name] }
  end
  for _, u in ipairs(d.inputs or {}) do
    for _, rate in ipairs(driven[u.name] and { "'", "''" } or {}) do
      add { name = u.name .. rate, value = 0 }
    end
  end
  return list
end

-- a text with `by` in the place of a name
local function replaced(text, name, by)
  return (text:gsub("%f[%w_]" .. name .. "%f[^%w_']", by))
end

-- what an input is about t, by its value and rates in u: u + u' (t - t0) + u'' (t - t0)^2 / 2
local function law_about(input, u, t)
  local x = kit.format("(%.17g)", u[input.name] or input.value)
  for k, rate in ipairs { "'", "''" } do
    local value = u[input.name .. rate]
    if type(value) == "number" and value ~= 0 then
      x = kit.format("%s + (%.17g)*(t - (%.17g))^%d/%d", x, value, t, k, k)
    end
  end
  return "(" .. x .. ")"
end

-- the model whose constraints have laws in the place of inputs that drive them: states are fitted
-- to it
local function settled(m, inputs, u, t)
  local laws = {}
  for _, input in ipairs(u and inputs or {}) do
    local given = u[input.name] or u[input.name .. "'"] or u[input.name .. "''"]
    if input.drives and given then laws[input.name] = law_about(input, u, t) end
  end
  if next(laws) == nil then return m end
  local d = m:description()
  for _, c in ipairs(d.constraints) do
    for _, key in ipairs { "law", "equation" } do
      for name, law in pairs(laws) do
        if type(c[key]) == "string" then c[key] = replaced(c[key], name, law) end
      end
    end
  end
  return li.robot(d)
end

-- names of the outputs of the description; nil: there are none, and the states are the outputs
local function outputs_of(d)
  local list = {}
  for k, y in ipairs(d.outputs or {}) do list[k] = y.name end
  return #list > 0 and list or nil
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

-- limits of joints by place in q: { at, name, lower, upper }
local function limited_of(m, names)
  local list, at, lower, upper = {}, {}, m:limits()
  for k, name in ipairs(m:coordinates()) do at[name] = k end
  for k, name in ipairs(names.coordinate) do
    if at[name] and (lower[k] > -math.huge or upper[k] < math.huge) then
      list[#list + 1] = { at[name], name, lower[k], upper[k] }
    end
  end
  return list
end

local AT = "%s: it stands %s its limit %.6g%s, where a run has a stop"

-- what runs know of limits at q, and small motions do not
local function stops_at(limited, q)
  local list = {}
  for _, joint in ipairs(limited) do
    local x, name, lower, upper = q[joint[1]], joint[2], joint[3], joint[4]
    local past = math.max(lower - x, x - upper)
    if past >= -1e-12 then
      local by = past > 1e-9 and kit.format(" by %.4g", past) or ""
      list[#list + 1] = kit.format(AT, name, by == "" and "at" or "past",
        x - upper >= lower - x and upper or lower, by)
    end
  end
  return list
end

-- what of a description does not change from one question to the next. It holds no model: a table
-- with weak keys would keep it alive
local function facts_of(m)
  local d, names = m:description(), motions.names_of(m:speeds())
  return { names = names, inputs = inputs_of(m, d), outputs = outputs_of(d),
    limited = limited_of(m, names), constrained = #(d.loops or {}) + #(d.constraints or {}) > 0 }
end

local facts = setmetatable({}, { __mode = "k" })

local function subject_of(m)
  facts[m] = facts[m] or facts_of(m)
  local known = facts[m]
  local names, constrained = known.names, known.constrained
  local x = { model = m, names = names, inputs = known.inputs, outputs = known.outputs }

  -- what states are fitted to
  local function at_inputs(o)
    if x.settled_by ~= o then x.settled_by, x.of = o, settled(m, known.inputs, o.u, o.t or 0) end
    return x.of
  end

  -- the nearest that keeps the constraints; what is in the list `stay` stays
  function x.position(o, stay)
    local q = asked_position(m, o.q)
    if not constrained then return q end
    local held = motions.holdable(stay, names)
    return at_inputs(o):assemble(q, { t = o.t, fix = #stay > 0 and held or nil })
  end

  function x.fit(q, v, o, stay)
    if not constrained then return v end
    return at_inputs(o):fit_velocity(q, v, { t = o.t, fix = stay })
  end

  function x.velocity(o, q)
    local v, n = o.v, #names.speed
    if v == nil then return x.fit(q, li.zeros(n), o) end
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
  function x.stops(q) return stops_at(known.limited, q) end

  return x
end

-- ---- the functions ------------------------------------------------------------------------------

local function linearize(m, options)
  local x = subject_of(m)
  if type(options) ~= "table" or options.run == nil then return motions.linearize(x, options) end
  return along.linearize(x, { q = m:coordinates(), v = m:speeds(), what = "model",
    law = function(law) return kit.acting.law(m, law) end }, options)
end

local function equilibrium(m, options) return motions.equilibrium(subject_of(m), options) end

kit.define(kit.methods "model", {
  "model:linearize([options: table]) -> statespace|table",
  "Small motions about a state, x' = A x + B u, y = C x + D u, with springs, dampers, forces, "
    .. "loops, rolling and turns in space, by exact slopes. options: q (home) and v (rest), in "
    .. "order or by name: what is named stays, the rest is made to fit the constraints; t; u, the "
    .. "inputs there, by name; forces, as simulations take them; inputs (those of the "
    .. "description, or "
    .. "all motors, by their coordinates; one that drives a constraint has columns u, u', u''), "
    .. "outputs (expressions; those of the description, or the "
    .. "states); independent, coordinates that should be "
    .. "states; states, those wanted of them. Where a joint turns by a quaternion its states are "
    .. "small turns in body axes; z: own states of force elements (at rest there), as equilibria "
    .. "and runs tell them. Fields besides: q, v, a, multipliers, rest (x' of the "
    .. "state), "
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
    .. "multipliers, residual, steps, stops (joints at or past their limits), held (independent "
    .. "speeds that were not named: 0), stability ('stable', 'marginal', 'unstable', by the "
    .. "eigenvalues of linear). nil, message, code, the place of the least residual with worst and "
    .. "left where there is none.",
  "(li.planar{1, mass = 3}:equilibrium{q = {-1}})[1] --> -1.5707963267949",
  equilibrium })
