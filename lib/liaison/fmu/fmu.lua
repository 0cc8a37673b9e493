-- fmu.lua - model:fmu: a model with all that acts on it as a unit of other simulation programs
-- (FMI 2.0), model exchange and co-simulation
local li = require "liaison.core"
local check = require "liaison.base.check"
local works = require "liaison.sim.works"
local kit = li._internal

local OPTIONS = { name = "str?", q = "table|vec?", v = "table|vec?", inputs = "table|str?",
  parameters = "table?", values = "table?", step = { "num?", above = 0, default = 1e-3 },
  stop = { "num?", above = 0, default = 1 }, binary = { "bool?", default = true } }

-- a name that is one of C, too
local function identifier(text)
  local name = text:gsub("[^%w_]", "_")
  if not name:find "^%a" then name = "model_" .. name end
  return name:sub(1, 60)
end

-- { texts, of = parameters of each, parameters = of all, states, inputs, left_out }
local function programs(m, o)
  local out, seen = { texts = {}, of = {}, parameters = {} }, {}
  for _, what in ipairs { "dynamics", "jacobians", "outputs", "output_slopes" } do
    if not what:find "^output" or #(m:description().outputs or {}) > 0 then
      local text, about, code = m:motion_program("c", what, what, { inputs = o.inputs, at = o.q,
        tests = 0 })
      if not text then return nil, about, code end
      out.texts[what], out.of[what] = text, about.parameters
      out.states, out.inputs, out.left_out = about.states, about.inputs, about.left_out
      for _, name in ipairs(about.parameters) do
        if not seen[name] then
          seen[name] = true
          out.parameters[#out.parameters + 1] = name
        end
      end
    end
  end
  return out
end

local function numbers(list, given, path, default)
  local out = {}
  for k, name in ipairs(list) do
    local x = given and given[name]
    if x ~= nil and type(x) ~= "number" then
      check.fail(path .. "." .. name, "expected a number, got %s", check.got(x))
    end
    if x == nil and default == nil then
      check.fail(path, "'%s' has no number: %s = {%s = ..} says where it begins", name, path, name)
    end
    out[k] = x or default
  end
  local known = {}
  for _, name in ipairs(list) do known[name] = true end
  for name in pairs(given or {}) do
    if not known[name] then
      check.fail(path, "unknown name '%s'%s", tostring(name), check.hint(name, known))
    end
  end
  return out
end

-- states, 0 for derivatives, inputs, parameters, 0 for outputs
local function starts(m, o, about, noutput)
  local q, v = o.q or m:home(), o.v or {}
  local nq, nv, nx = #m:home(), #m:speeds(), #about.states
  if #q ~= nq then check.fail("q", "expected %d numbers, got %d", nq, #q) end
  if #v > nv then check.fail("v", "expected at most %d numbers, got %d", nv, #v) end
  local list = {}
  local function add(x) list[#list + 1] = kit.number(x) end
  for k = 1, nq do add(q[k]) end
  for k = 1, nv do add(v[k] or 0) end
  for _ = nq + nv + 1, 2 * nx do add(0) end
  for _, x in ipairs(numbers(about.inputs, o.values, "values", 0)) do add(x) end
  for _, x in ipairs(numbers(about.parameters, o.parameters, "parameters")) do add(x) end
  for _ = 1, noutput do add(0) end
  return list
end

local function output_names(m)
  local list = {}
  for k, y in ipairs(m:description().outputs or {}) do list[k] = y.name end
  return list
end

local function guid_of(text)
  local h = kit.hash(text)
  return ("{%s-%s-%s-%s-%s}"):format(h:sub(1, 8), h:sub(9, 12), h:sub(13, 16), h:sub(17, 20),
    h:sub(21, 32))
end

-- names that two variables would have: an input F and an output F
local function distinct(lists)
  local seen = {}
  for _, list in ipairs(lists) do
    for _, name in ipairs(list) do
      if seen[name] then check.fail(nil, "two variables of the FMU are called '%s'", name) end
      seen[name] = true
    end
  end
end

-- a motor is called as its coordinate, which is a state: its force is tau_q1
local function name_motors(about)
  local states = {}
  for _, name in ipairs(about.states) do states[name] = true end
  for k, name in ipairs(about.inputs) do
    if states[name] then about.inputs[k] = "tau_" .. name end
  end
end

local function spec_of(m, path, o)
  local about, why, code = programs(m, o)
  if not about then return nil, why, code end
  name_motors(about)
  local outputs = output_names(m)
  distinct { about.states, about.inputs, about.parameters, outputs }
  local name = identifier(o.name or path:match "([^/]*)$":gsub("%.fmu$", ""))
  return { name = name, about = ("%d states, %d inputs, %d parameters, %d outputs"):format(
    #about.states, #about.inputs, #about.parameters, #outputs), version = li.version,
    texts = about.texts, of = about.of, states = about.states, inputs = about.inputs,
    parameters = about.parameters,
    outputs = outputs, nx = #about.states, nu = #about.inputs, np = #about.parameters,
    ny = #outputs, start = starts(m, o, about, #outputs), left_out = about.left_out,
    units = works.units(#about.parameters > 0 and m:with(o.parameters) or m, {}),
    stop = kit.number(o.stop), step = kit.number(o.step) }
end

-- the folder of binaries for this machine
local function platform()
  return "linux64"
end

local function fmu(m, path, options)
  local o = check.fields(options or {}, "options", OPTIONS)
  local spec, why, code = spec_of(m, path, o)
  if not spec then return nil, why, code end
  local source, description = require "liaison.fmu.source", require "liaison.fmu.description"
  spec.guid = "{}"
  spec.guid = guid_of(source.text(spec) .. description.text(spec))
  local text = source.text(spec)
  local files = { { "modelDescription.xml", description.text(spec) },
    { "sources/" .. spec.name .. ".c", text } }
  local told = { left_out = spec.left_out, states = spec.states, inputs = spec.inputs,
    parameters = spec.parameters, outputs = spec.outputs, guid = spec.guid, binary = false,
    at_events = kit.acting.at_events(m) }
  if o.binary then
    local library
    library, why = kit.library.build(text)
    if library then
      told.binary = ("binaries/%s/%s.so"):format(platform(), spec.name)
      files[#files + 1] = { told.binary, kit.read(library, 1e9) }
    else told.why = why end
  end
  kit.save(path, kit.zip(files))
  return true, told
end

kit.define(kit.methods "model", {
  "model:fmu(file: path [, options: table]) -> bool, told: table",
  "The model with all that acts on it as an FMU (FMI 2.0, model exchange and co-simulation) for "
    .. "other simulation programs: states q, v and those of force elements, inputs, parameters "
    .. "(names "
    .. "without a number), outputs of the description, units, derivatives and directional "
    .. "derivatives, "
    .. "its C and a library where a compiler is found. A motor of coordinate q1 is the input "
    .. "tau_q1. options: name, q, v (its start), inputs (which), "
    .. "values (their starts), parameters (theirs), step (1e-3: of co-simulation, Runge-Kutta of "
    .. "fourth order), stop, binary = false. told: states, inputs, parameters, outputs, left_out "
    .. "(rows of constraints), guid, binary (false, why: no library), at_events: what sticks and "
    .. "stops "
    .. "is not in it (model:smooth gives it smooth forms).",
  "local f = os.tmpname(); return (li.planar{1}:fmu(f, {binary = false})) --> true", fmu })

return fmu
