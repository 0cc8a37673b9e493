-- small_kane.lua - kane:linearize and kane:equilibrium: small motions of equations by generalised
-- speeds about a state or along a run
--
-- The rows that the speeds keep are no equations any more. Those that hold positions tell which
-- coordinates depend on others: they come with rate 0 (eom/acting.h).
local li = require "liaison.core"
local check = require "liaison.base.check"
local texts = require "liaison.base.texts"
local along = require "liaison.ask.small_along"
local motions = require "liaison.ask.small_motions"
require "liaison.ask.small_given"
local energy = require "liaison.constrained.kane_energy"
local kane = require "liaison.constrained.kane"
local by_values = require("liaison.constrained.former_linearise").by_values
local kit = li._internal

local small, list_of = kit.small, motions.list_of
local of_kane = {}

-- ---- the equations ------------------------------------------------------------------------------

-- { q1' = J_nh alpha + q_0, q1'' = its rate, .. }
local function by_speeds(k, accelerations)
  local rates, second = {}, accelerations and k:rate(k.qd)
  for i = 1, k.n do
    local rate = k.q[i]:d()
    rates[rate] = k.qd[i]
    if second then rates[rate:d()] = second[i] end
  end
  return rates
end

-- the list in q and the speeds alone: rates of coordinates that are speeds stay
local function in_speeds(k, list, accelerations)
  if #list == 0 then return {} end
  local M, rates, speed = li.smat(list), {}, {}
  for i = 1, k.l do speed[tostring(k.alpha[i])], speed[tostring(k.alphad[i])] = true, true end
  for symbol, e in pairs(by_speeds(k, accelerations)) do
    if not speed[tostring(symbol)] then rates[symbol] = e end
  end
  return list_of(next(rates) and M:subs(rates) or M)
end

-- the positions that rows hold, and their names
local function positions(k, about)
  local phi, names = {}, {}
  if k.nrow > 0 and not about.system then
    check.fail("kane", "the system these equations are of is not known any more (kane:replace; "
      .. "kane:with keeps it)")
  end
  for _, r in ipairs(about.system and about.system.rows or {}) do
    if r.phi then
      phi[#phi + 1], names[#names + 1] = energy.changed(r.phi, about.changes), r.name
    end
  end
  return phi, names
end

-- what kit.small.given takes. outputs: texts or expressions, or nil
function of_kane.given(k, outputs)
  local about = kane.about(k)
  local phi, names = positions(k, about)
  local z, zdot = energy.own_states(about)
  local lambda, none = {}, {}
  for i = 1, #phi do
    lambda[i], none[i] = li.expr(("liaison_row%d"):format(i), "new"), li.expr(0)
  end
  return { q = list_of(k.q), v = list_of(k.alpha),
    a = list_of(k.alphad), qdot = list_of(k.qd), lambda = lambda,
    force = in_speeds(k, list_of(k:rows())), rate = none, acceleration = none, bound = {},
    g = phi, row_names = names, z = z, zdot = in_speeds(k, zdot),
    outputs = in_speeds(k, motions.outputs_of(outputs), true) }
end

-- gaps and rates of all rows as the system told them, in the place of rates that are 0 by the
-- choice of the speeds
function of_kane.tell_rows(given, k)
  local names, rates, about = {}, {}, kane.about(k)
  for _, held in ipairs { true, false } do
    for _, row in ipairs(about.system and about.system.rows or {}) do
      if (row.phi ~= nil) == held then
        names[#names + 1] = row.name
        rates[#rates + 1] = energy.changed(row.e, about.changes)
      end
    end
  end
  given.row_names, given.rate = names, in_speeds(k, rates)
  given.acceleration, given.lambda = {}, {}
  for i = 1, #rates do
    given.acceleration[i] = li.expr(0)
    given.lambda[i] = li.expr(("liaison_row%d"):format(i), "new")
  end
end

-- ---- names and numbers --------------------------------------------------------------------------

-- names of coordinates and speeds; forces on the speeds go without the mark of a rate
function of_kane.names(k)
  local speed, drive, free = texts(k.alpha), {}, {}
  for i, name in ipairs(speed) do drive[i], free[name] = name:gsub("'$", ""), true end
  local coordinate = texts(k.q)
  return { coordinate = coordinate, index = motions.numbered(coordinate), speed = speed,
    drive = drive, drives = motions.numbered(drive), free = free, what = "speed" }
end

-- numbers among the values, and what is to be put into the equations
local function sorted_values(values)
  local numbers, put = {}, {}
  if values ~= nil and type(values) ~= "table" then
    check.fail("values", "expected numbers by name, got %s", check.got(values))
  end
  for name, x in pairs(values or {}) do
    if type(x) == "number" then numbers[tostring(name)] = x
    elseif check.try(li.expr, name) then put[name] = x end
  end
  return numbers, next(put) and put or nil
end

-- the same with what is no number among the values
function of_kane.with_expressions(k, values)
  local _, put = sorted_values(values)
  return put and kane.with(k, put) or k
end

-- a state among the values is the state, where nothing else tells it: tables of what is shipped
-- hold parameters and a state beside each other
local function state_among(numbers, list, given)
  if given ~= nil and not motions.is_by_name(given) then return given end
  local out, any = {}, false
  for _, name in ipairs(list) do
    if numbers[name] ~= nil then out[name], any = numbers[name], true end
  end
  for name, x in pairs(given or {}) do out[name], any = x, true end
  return (any or given) and out or nil
end

-- inputs of the description and motors, by name
local function described_inputs(about)
  local out, s = {}, about.system
  for _, u in ipairs(s and s.of_model and s.of_model:description().inputs or {}) do
    out[u.name] = u
  end
  for _, name in ipairs(s and s.motors or {}) do out[name] = { name = name } end
  return out
end

-- what these are where nothing sets them
function of_kane.resting(about)
  local out = {}
  for name, u in pairs(described_inputs(about)) do out[name] = u.value or 0 end
  return out
end

local function refuse_open(open)
  if #open == 0 then return end
  check.fail("values", "no numbers for %s: values = {%s = ..}, or u = {%s = ..} for what drives",
    table.concat(open, ", "), open[1], open[1])
end

-- what the equations need numbers for: parameters (fixed), inputs of the options or of the
-- description. Rates of inputs are 0 where nobody tells them
local function inputs_of(open, numbers, o, about)
  local list, missing, asked, described = {}, {}, {}, described_inputs(about)
  local u = type(o.u) == "table" and o.u or {}
  for _, name in ipairs(motions.words(o.inputs, "inputs") or {}) do asked[name] = true end
  for k, name in ipairs(open) do
    local value, d = u[name], described[name] or {}
    local fixed = value == nil and not d.name and not asked[name]
    if value == nil then value = numbers[name] end
    if value == nil then value = d.name and (d.value or 0) end
    if value == nil and (asked[name] or name:sub(-1) == "'") then value = 0 end
    if value == nil then missing[#missing + 1] = name end
    list[k] = { name = name, value = value, fixed = fixed, min = d.min, max = d.max }
    list[name] = k
  end
  refuse_open(missing)
  return list
end

-- ---- the subject --------------------------------------------------------------------------------

-- equations without outputs of the options are made once: { given, h, open }
local made = setmetatable({}, { __mode = "k" })

local function equations_of(k, outputs)
  if not outputs and made[k] then return made[k] end
  local given = of_kane.given(k, outputs)
  local h, open = small.given(given)
  local w = { given = given, h = h, open = open }
  if not outputs then made[k] = w end
  return w
end

-- inputs alone, without the parameters beside them
local function driven_by(inputs)
  return function(u)
    local out = {}
    for name, x in pairs(u) do
      local k = inputs[name]
      if not (k and inputs[k].fixed) then out[name] = x end
    end
    return out
  end
end

-- the subject, and the options that small_motions knows
local function subject_of(k, options)
  local o, numbers, put = {}, sorted_values((options or {}).values)
  for key, x in pairs(options or {}) do o[key] = x end
  o.values = nil
  if put then k = kane.with(k, put) end
  local outputs = motions.texts_of(o.outputs, "outputs")
  local w, names = equations_of(k, outputs), of_kane.names(k)
  o.q = state_among(numbers, names.coordinate, o.q)
  o.v = state_among(numbers, names.speed, o.v)
  local inputs = inputs_of(w.open, numbers, o, kane.about(k))
  local x = motions.given(w.given, names, inputs, w.h)
  x.driven = driven_by(inputs)
  return x, o
end

-- ---- the functions ------------------------------------------------------------------------------

-- all that a run knows of numbers: its values, and further states, whose columns are inputs here
local function of_run(k, options)
  local o, setup = {}, options.run:setup()
  for key, x in pairs(options) do o[key] = x end
  o.values = {}
  for _, values in ipairs { setup.values or {}, options.values or {} } do
    for name, x in pairs(values) do o.values[name] = x end
  end
  local told, columns = motions.asked_along(o), {}
  for name in pairs(setup.states or {}) do
    columns[#columns + 1], told.u[tostring(name)] = tostring(name), 0
  end
  local of = { q = texts(k.q), v = texts(k.alpha), what = "kane", columns = columns }
  along.check(of, o.run)
  local x = subject_of(k, told)
  o.values = nil
  return along.linearize(x, of, o)
end

local OPTIONS = { q = true, v = true, z = true, t = true, u = true, values = true, states = true,
  independent = true, inputs = true, outputs = true, run = true, at = true }

-- whether the options are numbers by name and nothing else: what kane:linearise takes. z is no
-- number where it is an option
local function is_former(options)
  if type(options) ~= "table" or next(options) == nil then return false end
  for key, x in pairs(options) do
    if OPTIONS[key] and key ~= "z" or type(x) ~= "number" then return false end
  end
  return true
end

local function linearize(k, options, former)
  if former ~= nil or is_former(options) then return by_values(k, options, former) end
  check.keys(options or {}, "", OPTIONS)
  if options and kit.class(options.run) == "run" then return of_run(k, options) end
  return motions.linearize(subject_of(k, options))
end

local function equilibrium(k, options) return motions.equilibrium(subject_of(k, options)) end

local DISC = "local k = li.systems.disc():kane(); "

kit.define(kit.methods "kane", {
  "kane:linearize([options: table, former: table]) -> statespace|table",
  "Small motions about a state, x' = A x + B u, y = C x + D u, by exact slopes, as model:linearize "
    .. "tells them. States: coordinates and the generalised speeds by their names; of coordinates "
    .. "that rows hold the independent ones. options: values, numbers of parameters (a state "
    .. "among them is the state); q and v, in order or by name, v by the names of the speeds; t; "
    .. "u, inputs there, by name (rates of inputs, de', are 0 where left out), and forces on the "
    .. "speeds; inputs (those of u, or a force on every speed), outputs (expressions, also of "
    .. "q', q'' and alpha'), states, independent; {run = run, at = times or a step} along a run. "
    .. "Two tables, or numbers by name alone, are taken as kane:linearise does (one release).",
  "local s = li.system{planar = true}; local th = s:coordinates 'ths'; s:body{mass = 'm', inertia "
    .. "= 0, at = {li.sin(th), -li.cos(th)}}:force{f = {0, '-9*m'}, axes = 'world'}; "
    .. "return s:kane():linearize{values = {m = 2}}.A --> [ 0  1]\n[-9  0]",
  linearize })

kit.define(kit.methods "kane", {
  "kane:equilibrium([options: table]) -> q: vec, info: table",
  "Where it stays at rest, or in steady motion, near q: options and info as model:equilibrium has "
    .. "them; v: speeds that stay, by their names; values: numbers for parameters; u: inputs and "
    .. "forces on the speeds by name. Where the linear model changes along the motion there is no "
    .. "stability, and unknown says so.",
  DISC .. "local q, info = k:equilibrium{values = li.systems.values 'disc', q = {theta = 1.5}, "
    .. "fix = 'theta'}; return q ~= nil or info ~= nil --> true",
  equilibrium })

return of_kane
