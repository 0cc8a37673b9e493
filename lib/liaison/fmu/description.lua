-- description.lua - modelDescription.xml of an FMU: its variables with units and starts, what
-- depends on what [FMI 2.0.4, Modelica Association 2022, 2.2]
local xml = require("liaison.describe.write_tree").text

local description = {}

-- exponents of the base units of what models have
local BASE = { rad = "rad=\"1\"",
  ["rad/s"] = "rad=\"1\" s=\"-1\"", ["rad/s^2"] = "rad=\"1\" s=\"-2\"",
  m = "m=\"1\"", ["m/s"] = "m=\"1\" s=\"-1\"", ["m/s^2"] = "m=\"1\" s=\"-2\"", s = "s=\"1\"",
  kg = "kg=\"1\"", N = "kg=\"1\" m=\"1\" s=\"-2\"", ["N m"] = "kg=\"1\" m=\"2\" s=\"-2\"",
  J = "kg=\"1\" m=\"2\" s=\"-2\"" }

local function rate_of(unit)
  if not unit or unit == "" then return "" end
  if unit:find "/s$" then return unit .. "^2" end
  return unit .. "/s"
end

-- the variables in the order of their value references
local function variables(spec)
  local list = {}
  local function add(names, of)
    for k, name in ipairs(names) do
      local row = { name = name, reference = #list }
      for key, f in pairs(of) do
        if type(f) == "function" then row[key] = f(name, k) else row[key] = f end
      end
      list[#list + 1] = row
    end
  end
  local function start(first) return function(_, k) return spec.start[first + k] end end
  local nx, nu, np = #spec.states, #spec.inputs, #spec.parameters
  local function unit(name) return spec.units[name] end
  local ders = {}
  for k, name in ipairs(spec.states) do ders[k] = ("der(%s)"):format(name) end
  add(spec.states, { causality = "output", initial = "exact", start = start(0), unit = unit,
    says = "state" })
  add(ders, { causality = "local", initial = "calculated", derivative = function(_, k) return k end,
    unit = function(_, k) return rate_of(unit(spec.states[k])) end, says = "its derivative" })
  add(spec.inputs, { causality = "input", start = start(2 * nx), unit = unit, says = "input" })
  add(spec.parameters, { causality = "parameter", variability = "tunable", initial = "exact",
    start = start(2 * nx + nu), unit = unit, says = "parameter" })
  add(spec.outputs, { causality = "output", initial = "calculated", unit = unit, says = "output" })
  assert(#list == 2 * nx + nu + np + #spec.outputs)
  return list
end

local function units_used(list)
  local out, seen = {}, {}
  for _, v in ipairs(list) do
    if v.unit and v.unit ~= "" and not seen[v.unit] then
      seen[v.unit] = true
      local base = BASE[v.unit] and ("<BaseUnit %s/>"):format(BASE[v.unit]) or ""
      out[#out + 1] = ("    <Unit name=\"%s\">%s</Unit>\n"):format(xml(v.unit), base)
    end
  end
  if #out == 0 then return "" end
  return "  <UnitDefinitions>\n" .. table.concat(out) .. "  </UnitDefinitions>\n"
end

local function scalar(v)
  local real = {}
  if v.unit and v.unit ~= "" then real[#real + 1] = (" unit=\"%s\""):format(xml(v.unit)) end
  if v.start then real[#real + 1] = (" start=\"%s\""):format(v.start) end
  if v.derivative then real[#real + 1] = (" derivative=\"%d\""):format(v.derivative) end
  return ("    <ScalarVariable name=\"%s\" valueReference=\"%d\" description=\"%s\" "
    .. "causality=\"%s\" "
    .. "variability=\"%s\"%s><Real%s/></ScalarVariable>\n"):format(xml(v.name), v.reference, v.says,
    v.causality, v.variability or "continuous",
    v.initial and (" initial=\"%s\""):format(v.initial) or "", table.concat(real))
end

local function unknowns(list, wanted)
  local out = {}
  for k, v in ipairs(list) do
    if wanted(v) then out[#out + 1] = ("      <Unknown index=\"%d\"/>\n"):format(k) end
  end
  return table.concat(out)
end

local function section(name, text)
  if text == "" then return "" end
  return ("    <%s>\n%s    </%s>\n"):format(name, text, name)
end

local CAN = "canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" "
  .. "providesDirectionalDerivative=\"true\""

local function kind(name, model, more)
  return ("  <%s modelIdentifier=\"%s\" %s%s>\n    <SourceFiles><File "
    .. "name=\"%s.c\"/></SourceFiles>\n"
    .. "  </%s>\n"):format(name, model, CAN, more, model, name)
end

-- spec: name, about, guid, version, states, inputs, parameters, outputs (names), start (texts by
-- value reference), units (by name), stop, step
function description.text(spec)
  local list = variables(spec)
  local lines = {}
  for k, v in ipairs(list) do lines[k] = scalar(v) end
  local function is_output(v) return v.causality == "output" end
  local function is_rate(v) return v.derivative end
  local function is_computed(v) return v.initial == "calculated" end
  return ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"2.0\" "
    .. "modelName=\"%s\" guid=\"%s\" description=\"%s\" generationTool=\"liaison %s\" "
    .. "variableNamingConvention=\"flat\" numberOfEventIndicators=\"0\">\n"):format(xml(spec.name),
      spec.guid, xml(spec.about), spec.version)
    .. kind("ModelExchange", spec.name, "")
    .. kind("CoSimulation", spec.name, " canHandleVariableCommunicationStepSize=\"true\"")
    .. units_used(list)
    .. ("  <DefaultExperiment startTime=\"0\" stopTime=\"%s\" "
    .. "stepSize=\"%s\"/>\n"):format(spec.stop,
      spec.step)
    .. "  <ModelVariables>\n" .. table.concat(lines) .. "  </ModelVariables>\n  <ModelStructure>\n"
    .. section("Outputs", unknowns(list, is_output))
    .. section("Derivatives", unknowns(list, is_rate))
    .. section("InitialUnknowns", unknowns(list, is_computed))
    .. "  </ModelStructure>\n</fmiModelDescription>\n"
end

return description
