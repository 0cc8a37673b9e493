-- vehicles.lua - the mechanisms of the vehicle thesis: definition tables, reference numbers, what
-- it prints of them and where that is wrong
local li = require "liaison.core"
local check = require "liaison.base.check"
local published = require "liaison.catalog.published"
local kit = li._internal

local vehicles = {}

local shipped = {
  { "closed_chain",
    "The planar closed chain, opened: carriage, two legs, bar and slide, 5 coordinates." },
  { "monopod", "The one-legged hopper in its plane, 5 coordinates." },
  { "robot2d", "The mobile robot on its plane, 9 coordinates; options: variant = 'full' "
    .. "(wheels of revolution) or 'literal' (the file as it stands), up = true (z up)." },
  { "car", "The car, 15 coordinates; options: ground = true puts the contact points re below "
    .. "the wheel centres." },
}

local function file(name)
  for _, row in ipairs(shipped) do
    if row[1] == name then return require("liaison.catalog.vehicles." .. name) end
  end
  local names = {}
  for i, row in ipairs(shipped) do names[i] = row[1] end
  local near = kit.nearest(name, names)
  check.fail(nil, "no vehicle is named '%s'%s: %s", name,
    near and (" (did you mean '" .. near .. "'?)") or "", table.concat(names, ", "))
end

local function data(x, path)
  if x ~= nil and x ~= "ref" then check.fail(path, "expected 'ref': the reference numbers") end
  return x
end

local function values_for(model, reference)
  local given = {}
  for _, name in ipairs(model:symbols()) do
    given[name] = reference.values[name] or reference.others and reference.others[name]
  end
  return given
end

local function build(name)
  return function(options)
    local v = file(name)
    local schema = { data = data }
    for key, rule in pairs(v.options or {}) do schema[key] = rule end
    local o = check.fields(options or {}, name, schema)
    local model = li.definition(v.definition(o))
    return o.data and model:with(values_for(model, v.reference)) or model
  end
end

function vehicles.reference(name) return check.copy(file(name).reference) end
function vehicles.printed(name) return check.copy(file(name).printed) end

-- a list in thesis names -> equations.lagrange's own names, out of the model's coordinates
local function sum(T)
  if type(T) ~= "table" then return T end
  local names, list = {}, {}
  for name in pairs(T) do names[#names + 1] = name end
  kit.sort(names)
  for i, name in ipairs(names) do list[i] = T[name] end
  return table.concat(list, "+")
end

-- the equations the thesis prints: from the energies it prints, whatever they drop
function vehicles.thesis(name, options)
  local v = file(name)
  if not v.printed.T then check.fail(nil, "thesis: of the %s no energies are printed", name) end
  local o = check.fields(options or {}, "thesis", { data = data })
  local g = li.definition(v.definition {}):generator()
  local q = {}
  for i = 1, g.n do q[i] = g.q[i] end
  local eq = li.lagrange { q = q, T = g:read(sum(v.printed.T)), V = g:read(v.printed.V) }
  if not o.data then return eq end
  local given = {}
  for _, e in ipairs { eq.T, eq.V } do
    for _, s in ipairs(e:symbols()) do given[tostring(s)] = v.reference.values[tostring(s)] end
  end
  return eq:with(given)
end

-- what is wrong in print: { id, part, at, text, comparison } with comparison of the printed entry
-- with the right one
function vehicles.errata(name)
  local v = file(name)
  local g, list = li.definition(v.definition {}):generator(), {}
  for i, e in ipairs(v.errata) do
    local id, part = e[1], e[2]
    local printed, at = v.printed[part], {}
    local k = 3
    while type(e[k]) == "number" or type(printed) == "table" and printed[e[k]] ~= nil do
      printed = printed[e[k]]
      at[#at + 1] = e[k]
      k = k + 1
    end
    local right = e[k + 1]
    if right == false then right = g:position(at[1]):d() end
    list[i] = { id = id, part = part, at = at, text = e[k],
      comparison = li.compare(g:read(printed), type(right) == "userdata" and right
      or g:read(right)) }
  end
  return list
end

for _, row in ipairs(shipped) do
  kit.define(li, { ("vehicles.%s([options: table]) -> model"):format(row[1]),
    row[2] .. " data = 'ref': with its reference numbers.",
    ("return #li.vehicles.%s():coordinates() > 4 --> true"):format(row[1]), build(row[1]) })
end

for _, row in ipairs {
  { "vehicles.names([of: thesis|published|all]) -> table",
    "The names of the vehicles shipped with liaison: those of the thesis, or of other "
    .. "publications, or all.",
    "return li.vehicles.names()[4], li.vehicles.names('published')[1] --> car, whipple_bicycle",
    function(of)
      local names = {}
      for i, r in ipairs(of ~= "published" and shipped or {}) do names[i] = r[1] end
      for _, name in ipairs((of or "thesis") ~= "thesis" and published.names() or {}) do
        names[#names + 1] = name
      end
      return names
    end },
  { "vehicles.list() -> str", "All vehicles, a line for each.",
    "return #li.vehicles.list() > 500 --> true", function()
      local lines = {}
      for _, list in ipairs { shipped, published.lines() } do
        for _, row in ipairs(list) do
          lines[#lines + 1] = ("%-20s %s"):format(row[1], row[2]:match "^[^;]*")
        end
      end
      return table.concat(lines, "\n")
    end },
  { "vehicles.reference(name: str) -> table",
    "Reference numbers of a vehicle: values of the parameters of its equations, others (what "
    .. "does not enter them), a state q and v.",
    "return li.vehicles.reference('car').values.MS --> 1200", vehicles.reference },
  { "vehicles.printed(name: str) -> table",
    "What the thesis prints of a vehicle, errors and all, in its own names (xp for x'): "
    .. "generator:read reads it.",
    "return li.vehicles.printed('car').M[9][9] --> MNSF", vehicles.printed },
  { "vehicles.thesis(name: str [, options: table]) -> equations",
    "The equations of motion out of the energies the thesis prints: of the robot2d and the "
    .. "car without the coupling of wheels and body. options: data = 'ref'.",
    "return li.vehicles.thesis('robot2d').M[3][8] --> Id33", vehicles.thesis },
  { "vehicles.errata(name: str) -> table",
    "Where the print is wrong: {id, part, at, text, comparison}, comparison as li.compare "
    .. "gives it of the print and what is right.",
    "return li.vehicles.errata('monopod')[1].id --> E12", vehicles.errata },
} do kit.define(li, row) end

return vehicles
