-- works.lua - what runs of equations and of models have alike: energies, the work of each force,
-- names of multipliers, units
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local works = {}

-- was this asked for: record = 'work', or among a list
function works.recorded(options, what)
  local asked = (options or {}).record
  if type(asked) ~= "table" then return asked == what end
  for _, word in ipairs(asked) do if word == what then return true end end
  return false
end

local function zero(e) return e:number() == 0 end

works.zero = zero

-- Of a power of all forces and a loss: given and lost with the elements apart. What drives gives
-- its power; of the others what is not stored is lost. Then what all elements store
function works.balance(list, power, loss)
  local given, lost, stored = power, loss, li.expr(0)
  for _, w in ipairs(list) do
    stored = stored + w.stored
    if not w.gives then
      given = given - w.power
      lost = lost - w.power - w.storing
    end
  end
  return given, lost, stored
end

-- what time and other coordinates change of what is stored, where numbers of an element are
-- expressions of these: put in by what drives them
function works.moving(list)
  local power = li.expr(0)
  for _, w in ipairs(list) do
    if w.moving then power = power + w.stored:d() - w.storing end
  end
  return power
end

-- what is left of a power when all forces that have names are taken off may be nothing, written at
-- length
local function nothing(w)
  if w.always then return false end
  return zero(w.power) or w.name == "Q" and w.power:is_zero() == true
end

-- columns that integrate: a list of { name = "W.coil", rate = power } without those that are
-- nothing at all; always: there is something whose power no expression tells (from says what it
-- gathers). as: those of another such list
function works.columns(list, as)
  local out, wanted = {}, {}
  for _, w in ipairs(as or {}) do wanted[w.name] = true end
  for _, w in ipairs(list) do
    local is = as and wanted["W." .. w.name]
    if as and is or not as and not nothing(w) then
      out[#out + 1] = { name = "W." .. w.name, rate = w.power, from = w.from }
    end
  end
  return out
end

local AXES = { ".x", ".y", ".z" }

-- columns of what each element does where that is recorded, as runs of models have them: { name =
-- "F.coil", value = }; model: whose elements they are
function works.forces(list, options, model)
  local out = {}
  if not works.recorded(options, "forces") then return out end
  if not model then
    check.fail("record", "'forces' are those of elements of a description, and these equations are "
      .. "of none")
  end
  for _, w in ipairs(list) do
    for i, value in ipairs(w.value) do
      out[#out + 1] = { name = "F." .. w.name .. (#w.value > 1 and AXES[i] or ""), value = value }
    end
  end
  return out
end

-- expressions after a change of values, {symbol = value}, one after the other
function works.changed(list, change)
  local out = { states = {} }
  for key, w in pairs(list) do
    if key == "states" then
      for i, s in ipairs(w) do out.states[i] = { symbol = s.symbol, rate = change(s.rate) } end
    else
      local value = {}
      for i, e in ipairs(w.value or {}) do value[i] = change(e) end
      out[key] = { name = w.name, gives = w.gives, moving = w.moving, power = change(w.power),
        stored = change(w.stored), storing = change(w.storing), value = value }
    end
  end
  return out
end

-- names of multipliers ----------------------------------------------------------------------------

-- "pin x", "pin[2]", "guide across", "guide turn z": rows of the joint pin, the joint guide; nil of
-- rows that nobody named
local function joint_of(name)
  if name:match "^lambda%d+$" or name:match "^row%d+$" then return nil end
  for _, end_of in ipairs { "%[%d+%]", " turn [xyz]?", " [xyz]", " across" } do
    local base = name:match("^(.+)" .. end_of .. "$")
    if base then return base end
  end
  return name
end

-- A loop or constraint is called in the columns of all runs as in those of models: pin.1, pin.2,
-- pin[4] by its number, pin.4.
-- names: of the rows; taken: names that others have. Columns, and what else these go by
function works.multipliers(names, taken)
  local columns, aliases, count = {}, {}, {}
  for i, name in ipairs(names) do
    local base, column = joint_of(name), name
    if base then
      count[base] = tonumber(name:match "%[(%d+)%]$") or (count[base] or 0) + 1
      column = ("%s.%d"):format(base, count[base])
    end
    if taken[column] then column = "lambda" .. i end
    columns[i], taken[column] = column, true
  end
  for i, name in ipairs(names) do
    for _, other in ipairs { name, (name:gsub(" ", "_")), (columns[i]:gsub("%.(%d+)$", "%1")) } do
      if not taken[other] and aliases[other] == nil then aliases[other] = columns[i] end
    end
  end
  return columns, aliases
end

-- units -------------------------------------------------------------------------------------------

local ENERGIES = { "T", "V", "E", "W" }

-- by column: of a model those of its coordinates; energies and works are in J
function works.units(model, columns)
  local units = {}
  local known, of_model = false, nil
  if model then known, of_model = check.try(kit.works.units, model) end
  for name, unit in pairs(known and of_model or {}) do units[name] = unit end
  for _, name in ipairs(ENERGIES) do units[name] = "J" end
  for _, name in ipairs(columns) do if name:match "^W%." then units[name] = "J" end end
  return units
end

-- run:work ----------------------------------------------------------------------------------------

local function work(run, t)
  local out, any = {}, false
  for _, name in ipairs(run:columns()) do
    local force = name:match "^W%.(.+)$"
    if force then
      out[force] = t and run:at(name, t) or run:column(name)[#run]
      any = true
    end
  end
  if not any then
    check.fail("run:work", "the work of each force was not recorded: record = 'work' does that")
  end
  return out
end

kit.define(kit.methods "run", {
  "run:work([t: num]) -> table",
  "The work of each force on the mechanism since the start (J), at the end or at a time, of a run "
  .. "with record = 'work', which has it in columns too (W.spring1): force elements by their "
  .. "names, joints (their springs, dampers and friction), weight, tau (what input, tau and "
  .. "controllers push), rows (constraints that move in time), Q (other forces of equations). All "
  .. "of them together are what the kinetic energy has gained.",
  "local r = li.planar{1}:simulate(1, {0.5}, nil, {record = 'work'}); "
  .. "return math.abs(r:work().weight - r.T[#r]) < 1e-7 --> true",
  work,
})

return works
