-- manoeuvre.lua - li.manoeuvre: a vehicle driven as a standard says, and the measures it defines
local li = require "liaison"
local check = require "liaison.base.check"
local kinds = require "liaison.manoeuvres.kinds"
local words = require "liaison.vehicle.vehicle_words"
local result = require "liaison.manoeuvres.result"
local kit = li._internal

local function row_of(name)
  local row = kinds.by_name[kinds.plain(name)]
  if row then return row end
  check.fail("manoeuvre", "unknown manoeuvre '%s'%s (li.manoeuvres() lists them)", name,
    check.hint(kinds.plain(name), kinds.by_name))
end

-- what every manoeuvre that runs takes: blocks beside the run, signals for them, options of
-- simulations
local COMMON = { controllers = "table?", references = "table?", run = "table?" }

-- li.manoeuvre(name, li.car{..}): what li.car tells beside the model is no option
local function is_told(options)
  return type(options) == "table" and type(options.rolling) == "function"
end

local function manoeuvre(name, vehicle, options)
  local row = row_of(name)
  if is_told(options) then options = nil end
  local v = words.demand(words.of(vehicle), row.needs)
  local schema = {}
  for key, rule in pairs(COMMON) do schema[key] = rule end
  for key, rule in pairs(row.fields) do schema[key] = rule end
  local o = check.fields(options or {}, "", schema)
  v.common = { controllers = o.controllers, references = o.references, run = o.run }
  local out = result.new(row, v)
  row.run(v, o, out)
  return out.result
end

-- "radius, speed, most = 8": options of a row, with what they are where nothing is told
local function options_of(row)
  local names, out = {}, {}
  for name in pairs(row.fields) do names[#names + 1] = name end
  kit.sort(names)
  for i, name in ipairs(names) do
    local rule = row.fields[name]
    local default = type(rule) == "table" and rule.default
    out[i] = default and ("%s = %s"):format(name, type(default) == "number"
      and kit.number(default, 4) or tostring(default)) or name
  end
  return table.concat(out, ", ")
end

local function manoeuvres()
  local list = {}
  for i, row in ipairs(kinds.rows) do
    list[i] = { name = row.name, standard = row.standard, title = row.title, text = row.text,
      also = table.concat(row.also, " "), options = options_of(row) }
  end
  return list
end

local CAR = "local c = li.single_track{mass = 1300, inertia = 2000, a = 1.2, b = 1.4, front = 9e4, "
  .. "rear = 1.1e5} "

check.define(li, {
  { "manoeuvre(name: str, vehicle: model [, options: table]) -> manoeuvre",
    "A vehicle (li.car, li.single_track, or any with their inputs and outputs by name) driven as a "
      .. "standard says, with its measures, units, definitions, plots and page: 'ISO 4138', 'ISO "
      .. "3888-2' (elk test), 'step_steer', 'sine_with_dwell', .. li.manoeuvres() lists them and "
      .. "their options (lib/doc/manoeuvres.md).",
    CAR .. "return ('%.4f'):format(li.manoeuvre('iso4138', c, {radius = 100}):value "
      .. "'understeer_gradient') --> 0.0023", manoeuvre },
  { "manoeuvres() -> list: table",
    "All manoeuvres and diagrams of li.manoeuvre: {name, standard, title, text, also, options} of "
      .. "each.",
    "return li.manoeuvres()[1].name --> iso4138", manoeuvres },
})

return { make = manoeuvre, kinds = kinds }
