-- acting.lua - what acts on a mechanism as the living page wants it: force elements, inputs, the
-- programs of their laws, made by the engine
--
-- Laws of kinds take numbers in the order of their row. Numbers that are expressions come from one
-- program, NUMBERS; forces told by expressions have a program each, OWN; laws of inputs are INPUTS.
local li = require "liaison.core"
local data = require "liaison.show.page.data"
local json = require "liaison.show.page.json"
local kit = li._internal

local acting = {}

local concat = table.concat

-- ---- numbers ----------------------------------------------------------------

local function flag(x)
  if type(x) == "boolean" then return x and 1 or 0 end
  return x
end

-- three numbers or texts of a list or a vec
local function three(v) return { v[1], v[2], v[3] } end

-- a number as it was given, else its default (0 where an expression stands in its place)
local function number_of(f, p)
  local given, default = flag(f[p.name]), p.default or 0
  if p.size == 3 then return given ~= nil and three(given) or { default, default, default } end
  return given ~= nil and { given } or { default }
end

-- the value of a text without names, else nil
local function constant(text)
  local ok, x = pcall(function() return li.expr(text, "new"):eval {} end)
  return ok and x or nil
end

-- the numbers of an element in the order of its row; what varies is 1 there, as in the engine, and
-- its text stands in the list of pairs { place from 0, text }
local function numbers_of(f)
  local list, texts = {}, {}
  for _, p in ipairs(kit.force.row(f[1]).numbers) do
    for _, x in ipairs(number_of(f, p)) do
      local plain = type(x) == "number" and x or constant(x)
      if not plain then texts[#texts + 1] = { #list, x } end
      list[#list + 1] = plain or 1
    end
  end
  return list, texts
end

-- where a number of a row begins among its numbers, from 0
local function place_of(kind, name)
  local at = 0
  for _, p in ipairs(kit.force.row(kind).numbers) do
    if p.name == name then return at end
    at = at + p.size
  end
end

-- numbers as JSON: an infinite one by its name
local function written_numbers(list)
  local out = {}
  for i, x in ipairs(list) do
    local sign = x < 0 and "-" or ""
    out[i] = math.abs(x) == math.huge and ('"%sInfinity"'):format(sign) or json.number(x)
  end
  return { raw = "[" .. concat(out, ",") .. "]" }
end

-- ---- elements ---------------------------------------------------------------

-- the elements of the description, then those of the run, then those of its joints, told as a
-- description tells them; said: what they are called in sentences
function acting.forces(desc, list, joints)
  local all = {}
  local function add(f, said)
    local copy = { f.kind, said = said, called = f.name, told = f.name }
    for key, x in pairs(f) do copy[key] = x end
    copy.kind, copy.name = nil, nil
    all[#all + 1] = copy
  end
  for _, f in ipairs(desc.forces or {}) do add(f, ("the force '%s'"):format(f.name)) end
  for k, f in ipairs(list or {}) do add(f, ("forces[%d]"):format(k)) end
  -- the limit of a joint goes by the name of its coordinate
  for _, f in ipairs(joints or {}) do
    add(f, f.joint)
    all[#all].told = f.joint
  end
  return all
end

-- fields that are names, of elements and constraints
local NAMES = { [1] = true, kind = true, name = true, said = true, called = true, told = true,
  at = true,
  from = true, to = true, from2 = true, to2 = true, axes = true, coordinate = true,
  coordinates = true, where = true }

-- every text of an element or constraint that may be an expression
local function texts_of(f)
  local list = {}
  for key, x in pairs(f) do
    if not NAMES[key] and not (key == "joint" and type(x) == "string") then
      for _, text in pairs(type(x) == "table" and x or { x }) do
        if type(text) == "string" then list[#list + 1] = text end
      end
    end
  end
  return list
end

local function names_it(f, name)
  for _, text in ipairs(texts_of(f)) do
    for word in text:gmatch "[%a_][%w_]*" do
      if word == name then return true end
    end
  end
  return false
end

-- what a page cannot compute of an element: a sentence, or nil. inputs: of the model as in a page
local function untold(f, inputs)
  for _, v in pairs(f) do
    if type(v) == "function" then return f.said .. " is told by a Lua function" end
  end
  for _, u in ipairs(inputs) do
    if u.scripted and names_it(f, u.name) then
      return ("%s needs the input '%s', a Lua function"):format(f.said, u.name)
    end
  end
end

local function port_of(f) return f.at and "point" or f.from and "line" or "joint" end

-- { coordinate, rate, factor } of the coordinates an element acts along
local function sum_of(joint, at)
  if type(joint) ~= "table" then
    return { { q = at[joint].q, v = at[joint].v, k = 1 } }
  end
  local names, list = {}, {}
  for name in pairs(joint) do names[#names + 1] = name end
  kit.sort(names)
  for i, name in ipairs(names) do
    list[i] = { q = at[name].q, v = at[name].v, k = joint[name] }
  end
  return list
end

local function ends_of(f, desc, place)
  local list = {}
  for i, key in ipairs(f.at and { "at" } or { "from", "to" }) do
    local body, frame = data.stands(desc, place, f[key])
    list[i] = { body = body, frame = frame,
      at = three(f[key == "at" and "point" or key .. "_point"] or { 0, 0, 0 }) }
  end
  return list
end

-- what a force at a point is expressed in; nil: base axes
local function axes_of(f, desc, place)
  if not f.axes or f.axes == "world" then return nil end
  local own = f.axes == "body" or f.axes == "joint"
  local body, frame = data.stands(desc, place, own and f.at or f.axes)
  return { body = body, frame = own and -1 or frame, of = own and f.axes or "body" }
end

-- the force itself as texts, where an expression tells it
local function own_texts(f)
  local list = {}
  for i, x in ipairs(type(f.f) == "table" and f.f or { f.f }) do
    list[i] = type(x) == "number" and kit.number(x, 17) or tostring(x)
  end
  return list
end

-- what is drawn of an element: a coil, a rope, a plane
local function put_look(l, f, list)
  local rope, through = place_of(f[1], "rope"), place_of(f[1], "through")
  l.stores = f.f == nil and kit.force.row(f[1]).stores[l.port]
  l.rope = rope and list[rope + 1] ~= 0 or nil
  local normal = place_of(f[1], "normal")
  if through and normal then l.plane = { through = through, normal = normal } end
end

-- does a text name more than the parameters of the page, so that it changes in a run?
local function varies(text, params)
  local known = {}
  for _, name in ipairs(params) do known[name] = true end
  for _, name in ipairs(kit.written.names(text)) do
    if not known[name] then return true end
  end
  return false
end

-- what its row says of an element with these numbers: own states, what x is, whether it may drive,
-- how it jumps
local function put_kind(l, f, row, list, settled, vary)
  local nz, jumps = kit.force.with(f[1], settled)
  -- a slider may give it a state, or let it jump
  if #vary > 0 then nz = math.max(nz, (kit.force.with(f[1], list))) end
  for _, v in ipairs(vary) do jumps = jumps or row.jumps and v[1] == row.jumps.yields end
  l.nz, l.weighs, l.gives, l.arm = nz, row.of_weight or nil, row.gives or nil, row.arm or nil
  l.wheel = row.wheel or nil
  if jumps then l.jumps, l.said = row.jumps, f.told end
end

-- a run of an element that a page computes. f: as given; plain: the same with values for all open
-- names, which decide how many states of its own it has
local function element_of(f, plain, o)
  local list, vary = numbers_of(f)
  local l = { kind = f[1], name = f.called, port = port_of(f), numbers = written_numbers(list),
    axes = axes_of(f, o.desc, o.place), f = f.f ~= nil and concat(own_texts(f), ", ") or nil }
  local settled, row = numbers_of(plain), kit.force.row(f[1])
  if f.f == nil then put_kind(l, f, row, list, settled, vary) else l.nz, l.gives = 0, true end
  if f.joint then l.sum = sum_of(f.joint, o.at) else l.ends = ends_of(f, o.desc, o.place) end
  put_look(l, f, settled)
  for _, v in ipairs(f.f == nil and vary or {}) do
    l.vary = l.vary or {}
    l.varies = l.varies or varies(v[2], o.params) or nil
    l.vary[#l.vary + 1] = { at = v[1], from = #o.numbers }
    o.numbers[#o.numbers + 1] = v[2]
  end
  if f.f ~= nil then
    o.own[#o.own + 1] = { texts = own_texts(f), port = l.port ~= "point" }
    l.own = #o.own - 1
  end
  return l
end

-- a hard stop, which does nothing between events, whatever a slider sets. named: f with the names
-- that stay open
function acting.is_hard_stop(f, named)
  local jumps = f.f == nil and kit.force.row(f[1]).jumps
  if not jumps or jumps.how ~= "stop" then return false end
  local _, now = kit.force.with(f[1], (numbers_of(f)))
  for _, v in ipairs(select(2, numbers_of(named))) do now = now and v[1] ~= jumps.yields end
  return now
end

-- the own states that elements begin with, in the places that a page has for them: states as a run
-- remembers them, loads of the page, in the order of forces
function acting.states(states, forces, loads)
  local list, n = {}, 0
  for k, f in ipairs(forces) do
    local has = f.f == nil and (kit.force.with(f[1], (numbers_of(f)))) or 0
    for i = 1, loads[k].nz do list[#list + 1] = has > 0 and states[n + i] or 0 end
    n = n + has
  end
  return list
end

-- ---- inputs -----------------------------------------------------------------

-- what sets an input in a run: a number, the text of an expression, or a function
local function setting(model, set)
  if set == nil or type(set) == "function" then return set end
  return kit.acting.law(model, set)
end

-- the inputs of a model as sliders, from min to max: those of the description (low, high), which
-- bind, or ranges, { F = { lo, hi } }; and what sets each in a run
function acting.inputs(model, desc, given, ranges)
  local list = {}
  for k, u in ipairs(desc.inputs or {}) do
    local set, range = setting(model, given and given[u.name]), ranges and ranges[u.name] or {}
    local kind = type(set)
    list[k] = { name = u.name, unit = u.unit, text = u.text, min = range[1] or u.min,
      max = range[2] or u.max, low = u.min, high = u.max,
      value = kind == "number" and set or u.value or 0, law = kind == "string" and set or nil,
      scripted = kind == "function" or nil }
  end
  return list
end

-- the first input that a function of the script sets, as a sentence
function acting.scripted(inputs)
  for _, u in ipairs(inputs) do
    if u.scripted then return ("the input '%s'"):format(u.name) end
  end
end

-- what stands for the programs where nothing acts
acting.none = "const FORCES = {}, NUMBERS = null, OWN = [], INPUTS = [];"

-- ---- all of it --------------------------------------------------------------

-- why a page cannot compute the forces: of the first of them; whether one acts at points, so that
-- not all forces are known where the run is played back; whether one stores energy that a page
-- cannot tell
function acting.missing(forces, inputs)
  local why, unknown, stored = nil, false, false
  for _, f in ipairs(forces) do
    local reason = untold(f, inputs)
    unknown = unknown or f.at ~= nil and kit.force.row(f[1]).jumps ~= nil
    if reason then
      why, unknown = why or reason, unknown or not f.joint
      stored = stored or f.f == nil and kit.force.row(f[1]).stores[port_of(f)]
    end
  end
  return why, unknown, stored
end

-- "at" of an element at a point, else "along"
local function law_place(port) return port == "point" and "at" or "along" end

-- FORCES["spring along"].call([numbers, x, v, z, t], [f, dz, V, arm]), for every kind of the loads
local function put_laws(out, loads)
  local list, seen = {}, {}
  for _, l in ipairs(loads) do
    local name = ("force_%s_%s"):format(l.kind, law_place(l.port))
    if not l.own and not seen[name] then
      seen[name] = true
      out[#out + 1] = kit.force.program(l.kind, l.port, "js", name)
      list[#list + 1] = ("  %q: %s,\n"):format(l.kind .. " " .. law_place(l.port), name)
    end
  end
  out[#out + 1] = "const FORCES = {\n" .. concat(list) .. "};"
end

-- programs of expressions, .call([x, v, q, rates, u, t, p], [values])
local function put_expressions(out, o)
  local function write(name, texts, port)
    out[#out + 1] = kit.force.expressions(o.model, "js", name, texts, o.params, port or false)
    return name
  end
  local own, inputs = {}, {}
  for k, e in ipairs(o.own) do own[k] = write("own_" .. k, e.texts, e.port) end
  for k, u in ipairs(o.inputs) do
    inputs[k] = u.law and write("input_" .. k, { u.law }) or "null"
  end
  local numbers = #o.numbers > 0 and write("force_numbers", o.numbers) or "null"
  out[#out + 1] = ("const NUMBERS = %s, OWN = [%s], INPUTS = [%s];"):format(numbers,
    concat(own, ", "), concat(inputs, ", "))
end

-- { loads, inputs } for the data of a page and the script of their programs. o: model and desc, of
-- the same names; at, the numbering of its coordinates; params, the names of open numbers; plain:
-- forces with values for all names, forces: the same in these names; inputs
function acting.tell(o)
  local loads, out = {}, {}
  local _, place = data.ordered(o.desc)
  local made = { model = o.model, desc = o.desc, at = o.at, place = place, params = o.params,
    inputs = o.inputs, numbers = {}, own = {} }
  for k, f in ipairs(o.forces) do
    if not untold(o.plain[k], o.inputs) then
      loads[#loads + 1] = element_of(f, o.plain[k], made)
    end
  end
  put_laws(out, loads)
  put_expressions(out, made)
  return { loads = loads, inputs = o.inputs, count = #made.numbers }, concat(out, "\n")
end

return acting
