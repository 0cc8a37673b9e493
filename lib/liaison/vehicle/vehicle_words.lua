-- vehicle_words.lua - a model as a vehicle: which inputs and outputs it has by the names of li.car,
-- what drives it, functions of its state
local li = require "liaison"
local blocks = require "liaison.control.block"
local check = require "liaison.base.check"
local kit = li._internal

local words = {}

local function set_of(list)
  local set = {}
  for k, x in ipairs(list or {}) do set[x.name or x] = k end
  return set
end

-- what a vehicle lacks of names: nil, or a sentence
local function missing(v, what, names, has)
  local list = {}
  for _, name in ipairs(names) do if not has[name] then list[#list + 1] = name end end
  if #list == 0 then return nil end
  local there = {}
  for name in pairs(has) do there[#there + 1] = name end
  kit.sort(there)
  return ("the vehicle '%s' has no %s %s (there are: %s)"):format(v.name, what,
    table.concat(list, ", "), #there > 0 and table.concat(there, ", ") or "none")
end

-- all of them, or a mistake that names what is missing: {inputs =, outputs =, coordinates =}
function words.demand(v, needs)
  for _, row in ipairs { { "input", needs.inputs, v.input }, { "output", needs.outputs, v.output },
    { "coordinate", needs.coordinates, v.at } } do
    local why = row[2] and missing(v, row[1], row[2], row[3])
    if why then check.fail("vehicle", "%s", why) end
  end
  return v
end

-- coordinates that wheels with tyres spin by, with the height of the wheel at home, else the radius
local function spins_of(model, d)
  local joint, out, home = {}, {}, model:home()
  for _, b in ipairs(d.bodies) do joint[b.name] = b.q end
  for _, f in ipairs(d.forces or {}) do
    local q = f.kind:find "^tyre_" and joint[f.at]
    if q and type(f.radius) == "number" then
      local height = model:fk(home, f.at).p[3]
      out[q] = height > f.radius / 2 and height < f.radius and height or f.radius
    end
  end
  return out
end

-- mass of all bodies; nil where one is open
local function mass_of(d)
  local sum = 0
  for _, b in ipairs(d.bodies) do
    if type(b.mass) ~= "number" then return nil end
    sum = sum + b.mass
  end
  return sum
end

-- names of inputs as kernels take them: those of the description, then rates of those that drive
-- constraints; and their numbers, behind the motors
local function kernel_inputs(model, d)
  local driven, names, rates, numbers = kit.acting.driven(model), {}, {}, {}
  for k, u in ipairs(d.inputs or {}) do
    names[k] = u.name
    if driven[u.name] then rates[#rates + 1], rates[#rates + 2] = u.name .. "'", u.name .. "''" end
  end
  for _, name in ipairs(rates) do names[#names + 1] = name end
  for k = 1, #names do numbers[k] = #model:speeds() + k end
  return names, numbers, driven.steer ~= nil and driven.steer ~= false
end

local function facts_of(model)
  local d = model:description()
  local v = { name = d.name or "vehicle", description = d, q = model:coordinates(),
    v = model:speeds(), input = set_of(d.inputs), output = set_of(d.outputs), kernels = {},
    motion = {} }
  v.at = set_of(v.q)
  v.pushes = v.input.drive and "drive" or v.input.force and "force" or nil
  v.spins, v.mass = spins_of(model, d), mass_of(d)
  v.inputs, v.numbers, v.steer_is_driven = kernel_inputs(model, d)
  v.constrained = #(d.loops or {}) + #(d.constraints or {}) > 0
  return v
end

-- what is known of models: it holds no model, which a table with weak keys would keep alive
local facts = setmetatable({}, { __mode = "k" })

-- a model of li.car, li.single_track or any that has their words
function words.of(model, path)
  if kit.class(model) ~= "model" then
    check.fail(path or "vehicle", "expected a model (li.car, li.single_track), got %s",
      check.got(model))
  end
  facts[model] = facts[model] or facts_of(model)
  local v = { model = model }
  for key, x in pairs(facts[model]) do v[key] = x end
  if v.constrained then v.kernels = {} end
  return v
end

-- one of a model, or what was made of one before
function words.from(x, path)
  return type(x) == "table" and kit.class(x) == nil and x.kernels and x or words.of(x, path)
end

-- ---- functions of its state ---------------------------------------------------------------------

-- A tape of the model. With constraints model:compile makes it, which leaves out rows that follow
-- from others, and notes the model: such tapes are not kept (words.of)
local function kernel(v, what)
  if v.kernels[what] == nil then
    local f
    if v.constrained then f = assert(v.model:compile(what, { tape = true }))
    else f = assert(kit.motion.compile(v.model, what, v.numbers, {}, { tape = true })) end
    v.kernels[what] = { f = f, inputs = v.inputs }
  end
  return v.kernels[what]
end

-- how many own states its force elements have, behind q and v
function words.own(v)
  if v.kernels.own == nil then
    v.kernels.own = kernel(v, "dynamics").f.takes[2] - #v.q - #v.v
  end
  return v.kernels.own
end

local function in_order(list, u)
  local out = {}
  for k, name in ipairs(list) do out[k] = u[name] or 0 end
  return out
end

-- what kernels say of x = (q, v, own states) and inputs by name
function words.rates(v, x, u)
  local k = kernel(v, "dynamics")
  return #k.inputs > 0 and k.f({ 0 }, x, in_order(k.inputs, u)) or k.f({ 0 }, x)
end

-- dx'/dx, dx'/du, and the column of each input by name
function words.slopes(v, x, u)
  local k = kernel(v, "jacobians")
  if not k.at then
    k.at = {}
    for i, name in ipairs(k.inputs) do k.at[name] = i end
  end
  if #k.inputs == 0 then return k.f({ 0 }, x), nil, k.at end
  local A, B = k.f({ 0 }, x, in_order(k.inputs, u))
  return A, B, k.at
end

function words.gaps(v, x, u)
  if not v.constrained then return nil end
  local k = kernel(v, "constraints")
  return #k.inputs > 0 and k.f({ 0 }, x, in_order(k.inputs, u)) or k.f({ 0 }, x)
end

-- speed, lateral_speed and yaw_rate alone, where states tell them: a program of its own, for no
-- force need be asked; false where more is in them
local function motion_of(v)
  local outputs, texts, places, names = {}, {}, {}, {}
  for _, o in ipairs(v.description.outputs or {}) do texts[o.name] = o.expression end
  local known, seen = {}, {}
  for k, name in ipairs(v.q) do known[name], known[v.v[k]] = k, #v.q + k end
  for k, name in ipairs { "speed", "lateral_speed", "yaw_rate" } do
    outputs[k] = { name .. "_now", texts[name] }
    for word in texts[name]:gmatch "[%a_][%w_]*'*" do
      if not seen[word] and known[word] then
        names[#names + 1], places[#places + 1], seen[word] = word, known[word], true
      end
    end
  end
  local ok, b = check.try(li.block, { inputs = names, outputs = outputs, dt = 1 })
  if not ok then return false end
  local f, at, none = blocks.kernel_of(b), li.zeros(#names), li.zeros(0)
  return function(x)
    for k, place in ipairs(places) do at[k] = x[place] end
    local y = f({ 0 }, none, at, b.p)
    return { speed = y[1], lateral_speed = y[2], yaw_rate = y[3] }
  end
end

function words.motion(v, x, u)
  if v.motion.f == nil then v.motion.f = motion_of(v) end
  if v.motion.f then return v.motion.f(x) end
  return words.outputs(v, x, u)
end

-- outputs by name
function words.outputs(v, x, u)
  local out, list = {}, v.description.outputs or {}
  if #list == 0 then return out end
  local k = kernel(v, "outputs")
  local y = #k.inputs > 0 and k.f({ 0 }, x, in_order(k.inputs, u)) or k.f({ 0 }, x)
  for i, row in ipairs(list) do out[row.name] = y[i] end
  return out
end

return words
