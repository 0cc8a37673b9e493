-- described_motion.lua - li.mechanism and li.system as experiments: their equations with
-- multipliers, from a start of which a part is told
local li = require "liaison.core"
local check = require "liaison.base.check"
local texts = require "liaison.base.texts"
local eqrun = require "liaison.equations.eqrun"
local works = require "liaison.sim.works"
local kit = li._internal

local described = {}

local function equations_of(m, options)
  if kit.class(m) == "system" then return m:equations() end
  return m:equations(options.form or "joint", { cut = options.cut })
end

-- what is told of the form, and is no option of the run
local OWN = { values = true, form = true, cut = true }

-- { q1 = 1, q2 = 2, ["q1'"] = 1, .. }: places of the states of an experiment
function described.states(m, options)
  local s = m
  if kit.class(m) == "mechanism" then
    s = m:system(options.form or "joint", { cut = options.cut })
  end
  local places = {}
  for i, q in ipairs(s.q) do
    places[tostring(q)], places[tostring(q:d())] = i, i
  end
  return places
end

-- numbers in the order of the coordinates, into start by name
function described.in_order(m, options, part, given, start)
  local places, names = described.states(m, options), {}
  for name, i in pairs(places) do
    if (name:sub(-1) == "'") == (part == "v") then names[i] = name end
  end
  if #given ~= #names then
    check.fail("simulate." .. part, "expected %d numbers, got %d", #names, #given)
  end
  for i, name in ipairs(names) do start[name] = given[i] end
end

-- What stays where the start does not fit: what fix says; else coordinates whose rates are told;
-- else those that are told where not all are. Nothing holds where nothing is told
local function fixed_of(q_names, q, v, options)
  if options.fix then return options.fix end
  local rates, told = {}, {}
  for _, name in ipairs(q_names) do
    if v[name .. "'"] then rates[#rates + 1] = name end
    if q[name] then told[#told + 1] = name end
  end
  if #rates > 0 and #rates < #q_names then return rates end
  return #told > 0 and #told < #q_names and #rates == 0 and told or nil
end

-- numbers of states apart from those of parameters, of one table or two
local function sorted(q_names, start, values)
  local q, v, rest, is = {}, {}, {}, {}
  for _, name in ipairs(q_names) do is[name], is[name .. "'"] = q, v end
  for name, x in pairs(values or {}) do (is[tostring(name)] or rest)[name] = x end
  for name, x in pairs(start or {}) do
    if type(name) ~= "string" then
      check.fail("start", "expected numbers by name, {th1 = 0.7, [\"th1'\"] = 5}")
    end
    (is[name] or rest)[name] = x
  end
  return q, v, rest
end

-- numbers for parameters and inputs that stand in the equations; those of others say nothing
local function with_values(eq, values)
  local known, any = {}, false
  for name, x in pairs(values) do
    if check.try(li.expr, name) then known[name], any = x, true end
  end
  return any and eq:with(known) or eq, known
end

-- Of a system that was made of a model: what acts. All of it stands in Q, that of the joints too
local function acts_of(m, values)
  local model = kit.class(m) == "system" and m.of_model
  if not model then return nil end
  local list = kit.works.of_model(model)
  list[#list + 1], list.joints = list.joints, nil
  return { model = model,
    list = works.changed(list, function(e) return e:subs(values) end) }
end

-- loops of mechanisms closed from where the others are told: what is fixed stays
local function closed(m, q_names, q, values, o, fix)
  if kit.class(m) ~= "mechanism" then return q end
  local given, guess = {}, {}
  for name, x in pairs(values) do given[name] = x end
  for name, x in pairs(q) do guess[name] = x end
  for _, name in ipairs(fix or {}) do given[name] = q[name] or 0 end
  local at, why, code = m:assemble(o.form or "joint", given, guess, { cut = o.cut })
  if not at then return nil, why, code end
  local out = {}
  -- where nothing is closed what was told stays
  for _, name in ipairs(q_names) do out[name] = at[name] or q[name] end
  return out
end

local function simulate(m, t, start, options)
  local o, rest = options or {}, {}
  for key, x in pairs(o) do if not OWN[key] then rest[key] = x end end
  local eq = equations_of(m, o)
  local q_names = texts(eq.q)
  local q, v, values = sorted(q_names, start, o.values)
  -- without rows everything stays
  rest.fix = #(eq.J or {}) > 0 and fixed_of(q_names, q, v, o) or nil
  local at, why, code = closed(m, q_names, q, values, o, rest.fix)
  if not at then return nil, why, code end
  local known
  eq, known = with_values(eq, values)
  local setup = { m, t = t, q = q, v = v }
  for key, x in pairs(o) do setup[key] = x end
  setup.values = values
  return eqrun.run_of(eq, t, at, v, rest, acts_of(m, known), setup)
end

local TEXT = "start = {th1 = 0.7, [\"th1'\"] = 5}: coordinates and rates by name, 0 where left "
  .. "out; where that does not fit the rows, coordinates whose rates are told stay and the others "
  .. "follow (without rates those that are told stay; fix = {..} says which). options: values = "
  .. "{parameter = number}%s, and all of equations:simulate. Columns, energies, multipliers by "
  .. "joint (pin.1) as a run of equations has them. Also li.simulate{m, t = 1, values = .., th1 = "
  .. "0.7}."

kit.define(require("liaison.constrained.mechanism").class.methods, {
  "mechanism:simulate(t: num [, start: table, options: table]) -> run",
  "Let it move for a time t, its loops closed. " .. TEXT:format(
    ", form = 'joint' (default), 'complete' or 'cartesian', cut"),
  "local m = li.mechanisms.slider_crank(); local run = m:simulate(0.1, {th1 = 0.7, "
  .. "[\"th1'\"] = 5}, {values = li.mechanisms.values 'slider_crank'}); "
  .. "return run[\"th1'\"][1], #run:columns() --> 5, 12",
  simulate,
})
kit.define(require("liaison.constrained.system").class.methods, {
  "system:simulate(t: num [, start: table, options: table]) -> run",
  "Let it move for a time t, by its equations in coordinates (system:kane():simulate: by "
  .. "speeds). " .. TEXT:format(""),
  "local s = li.system{planar = true}; local q = s:coordinates 'qz'; s:body{mass = 2, inertia "
  .. "= 0, at = {q, 0}}:force{f = {'F', 0}}; "
  .. "return math.abs(s:simulate(1, {}, {values = {F = 4}}):at('qz', 1) - 1) < 1e-9 --> true",
  simulate,
})

return described
