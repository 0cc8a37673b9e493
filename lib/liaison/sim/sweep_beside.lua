-- sweep_beside.lua - controllers, drivers and whatever else is a block beside the runs of li.sweep:
-- all of them as one program, asked of eight runs at once (core/sim/sweep.h)
--
-- What the program gives and keeps are numbers that are held from one time to the next; rates are
-- expressions of them. Signals are those of li.simulate, and the parameters of the sweep by name.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local beside = {}

-- ---- what is told -------------------------------------------------------------------------------

local ENTRY = { name = "str?", dt = { "num?", above = 0 }, values = "table?", start = "table?",
  from = "table?", to = "table?", kernel = "bool?" }

-- fields of an entry that only one run after another can have
local ALONE = { delay = true, offset = true, jitter = true, seed = true, sil = true }

-- 1: a block that keeps its times, to be asked beside others
local function is_plain(entry)
  local b = kit.class(entry) == "block" and entry or type(entry) == "table" and entry[1]
  if kit.class(b) ~= "block" or not (entry.dt or b.dt) or (entry.dt or b.dt) == 0 then
    return false
  end
  for key in pairs(kit.class(entry) and {} or entry) do if ALONE[key] then return false end end
  for _, name in ipairs(b.inputs) do if b.from[name]:find "^random%." then return false end end
  return b.delay == 0 and b.offset == 0 and b.jitter == 0 and not b.programme
end

function beside.plain(spec)
  local options = spec.options or {}
  if options.controllers or options.sensors or options.references then return false end
  for _, entry in ipairs(spec.controllers or {}) do
    if not is_plain(entry) then return false end
  end
  for _, group in ipairs { spec.references or {}, spec.inputs or {} } do
    if kit.class(group) then return false end
    for key, x in pairs(group) do
      if type(key) ~= "string" or type(x) == "function" or type(x) == "table" then
        return false
      end
    end
  end
  return true
end

local function renamed(map, given, path)
  if not given then return map end
  local out = {}
  for name, x in pairs(map) do out[name] = x end
  for name, x in pairs(given) do
    if map[name] == nil then
      check.fail(path, "there is no '%s'%s", tostring(name), check.hint(name, map))
    end
    out[name] = x
  end
  return out
end

-- the block of an entry as it stands in the program
local function part_of(entry, k)
  local path = ("controllers[%d]"):format(k)
  local plain = {}
  for key, x in pairs(kit.class(entry) and {} or entry) do if key ~= 1 then plain[key] = x end end
  local o = check.fields(plain, path, ENTRY)
  local b = kit.class(entry) == "block" and entry or entry[1]
  local values = { dt = o.dt }
  for _, list in ipairs { o.values or {}, o.start or {} } do
    for name, x in pairs(list) do values[name] = x end
  end
  b = b:with(values)
  b.from = renamed(b.from, o.from, path .. ".from")
  b.to = renamed(b.to, o.to, path .. ".to")
  return { b, name = o.name or b.name }
end

-- what stands in an expression or number under a name, as an expression
local function expression(x) return type(x) == "string" and li.expr(x, "new") or li.expr(x) end

-- ---- the program --------------------------------------------------------------------------------

-- all blocks as one, all their outputs its outputs: { block =, parts =, of = {{part =, name =}} }
local function composed(list)
  local parts, outputs, of = {}, {}, {}
  for k, entry in ipairs(list) do parts[k] = part_of(entry, k) end
  if #parts == 0 then return nil end
  for _, part in ipairs(parts) do
    for _, name in ipairs(part[1].outputs) do
      of[#of + 1] = { part = part.name, name = name, to = part[1].to[name] }
      outputs[("o%04d"):format(#of)] = part.name .. "." .. name
    end
  end
  local spec = { name = "beside", outputs = outputs }
  for k, part in ipairs(parts) do spec[k] = part end
  return { block = require("liaison.core").compose(spec), of = of, parts = parts }
end

-- names that runs may have numbers for: those in expressions, signals and values of blocks
local function names_of(o, spec)
  for _, group in ipairs { o.references, o.inputs } do
    for _, x in pairs(group) do
      local e = (type(x) == "string" or kit.class(x) == "expr") and expression(x)
      for _, symbol in ipairs(e and e:symbols() or {}) do o.names[tostring(symbol)] = true end
    end
  end
  for _, entry in ipairs(spec.controllers or {}) do
    local b = kit.class(entry) == "block" and entry or entry[1]
    if kit.class(b) == "block" then
      local part = { name = entry.name or b.name, block = b }
      o.blocks[#o.blocks + 1] = part
      for _, name in ipairs(b.names) do o.names[part.name .. "." .. name] = true end
      for _, name in ipairs(b.inputs) do o.names[b.from[name]] = true end
    end
  end
end

-- what stands beside the runs, the program where they may be asked at once
function beside.read(spec)
  local o = { references = spec.references or {}, inputs = spec.inputs or {}, names = {},
    blocks = {}, plain = beside.plain(spec) }
  names_of(o, spec)
  o.program = o.plain and composed(spec.controllers or {}) or nil
  return o
end

-- ---- in expressions -----------------------------------------------------------------------------

-- a parameter of the sweep as a symbol
function beside.symbol(name) return (name:gsub("[^%w_]", "__")) end

local function held_symbols(program)
  local list, b = {}, program.block
  for k = 1, #program.of + #b.states do list[k] = li.expr("liaison_held" .. k, "new") end
  return list
end

local function bounded(e, input)
  if input.min then e = li.max(e, expression(input.min)) end
  if input.max then e = li.min(e, expression(input.max)) end
  return e
end

-- inputs by name as expressions, forces on coordinates added to tau: by blocks, else as told
local function drive(o, model, tau, held)
  local inputs, forces, at, known = {}, {}, {}, {}
  for _, input in ipairs(model:description().inputs or {}) do known[input.name] = input end
  for k, speed in ipairs(model:speeds()) do at[speed:gsub("'$", "")] = k end
  for k = 1, #model:speeds() do forces[k] = tau and tau[k] or nil end
  for name, x in pairs(o.inputs) do
    if not known[name] then
      check.fail("sweep.inputs", "the model has no input '%s'%s", name, check.hint(name, known))
    end
    inputs[name] = bounded(expression(x), known[name])
  end
  for k, out in ipairs(o.program and o.program.of or {}) do
    local to = out.to
    if to and known[to] then
      if inputs[to] then check.fail("sweep.controllers", "two set the input '%s'", to) end
      inputs[to] = bounded(held[k], known[to])
    elseif to and at[to] then
      local before = forces[at[to]]
      forces[at[to]] = before and expression(before) + held[k] or held[k]
    end
  end
  return inputs, forces
end

-- what a block may ask by name: { name = expression }
local function signals_of(o, model, inputs, rates, outputs, params)
  local out, q, v = {}, model:coordinates(), model:speeds()
  for k, name in ipairs(q) do out[name] = inputs[1 + k] end
  for k, name in ipairs(v) do
    out[name], out[name .. "'"] = inputs[1 + #q + k], rates[k]
  end
  for k, output in ipairs(model:description().outputs or {}) do out[output.name] = outputs[k] end
  for k, name in ipairs(params) do out[name] = inputs[1 + #q + #v + k] end
  for name, x in pairs(o.references) do out[name] = expression(x) end
  return out
end

-- t, states, what it is given, values: as its code wants them
local function images(o, signals, t, held)
  local b, list, n = o.program.block, { t }, #o.program.of
  for k = 1, #b.states do list[#list + 1] = held[n + k] end
  for _, name in ipairs(b.inputs) do
    local signal = b.from[name]
    if not signals[signal] then
      check.fail("sweep.controllers", "nothing is measured, given or referred to as '%s'%s", signal,
        check.hint(signal, signals))
    end
    list[#list + 1] = signals[signal]
  end
  for k, name in ipairs(b.names) do
    local part, value = name:match "^(.-)_(.+)$"
    -- names of parts may have a _ too
    for _, p in ipairs(o.program.parts) do
      if name:sub(1, #p.name + 1) == p.name .. "_" then
        part, value = p.name, name:sub(#p.name + 2)
      end
    end
    list[#list + 1] = part and signals[part .. "." .. value] or li.expr(b.p[k])
  end
  return list
end

-- rates and the program as expressions: { rates =, inputs =, ask =, dt =, held = }, or nil where
-- elements have states of their own
function beside.expressions(o, model, params, tau, efforts)
  local held = o.program and held_symbols(o.program) or {}
  local acts = o.program ~= nil or next(o.inputs) ~= nil
  local given, forces = drive(o, model, tau, held)
  local symbols = {}
  for k, name in ipairs(params) do symbols[k] = beside.symbol(name) end
  local rates, inputs, outputs = kit.sweep.rates(model, symbols, acts and forces or tau, efforts,
    acts and given or nil)
  if not rates then return nil end
  local out = { rates = rates, inputs = inputs }
  if not o.program then return out end
  local signals = signals_of(o, model, inputs, rates, outputs, params)
  out.ask = li.smat(kit.sampled.expressions(o.program.block.code,
    images(o, signals, inputs[1], held)))
  for _, e in ipairs(held) do inputs[#inputs + 1] = e end
  out.dt = o.program.block.dt
  out.start = {}
  for k = 1, #o.program.of do out.start[k] = 0 end
  for k, x in ipairs(o.program.block.start) do out.start[#o.program.of + k] = x end
  return out
end

-- ---- one run after another ----------------------------------------------------------------------

-- parameters that stand in an expression as numbers
local function with_numbers(x, with)
  local e, here = expression(x), {}
  for _, symbol in ipairs(e:symbols()) do here[symbol] = with[tostring(symbol)] end
  return e:subs(here):text()
end

local function texts(group, with)
  local out = {}
  for name, x in pairs(group) do
    out[name] = (type(x) == "string" or kit.class(x) == "expr") and with_numbers(x, with) or x
  end
  return next(out) and out or nil
end

-- parameters as values of blocks, and as references of their names
local function entries(spec, with)
  local list = {}
  for k, entry in ipairs(spec.controllers or {}) do
    local b = kit.class(entry) == "block" and entry or entry[1]
    local copy, values = { b }, {}
    for key, x in pairs(kit.class(entry) and {} or entry) do copy[key] = x end
    for name, x in pairs(copy.values or {}) do values[name] = x end
    for name, x in pairs(with) do
      local part, value = name:match "^(.-)%.(.+)$"
      if part and kit.class(b) == "block" and part == (copy.name or b.name) then
        values[value] = x
      end
    end
    copy.values = next(values) and values or nil
    list[k] = kit.class(b) == "block" and copy or entry
  end
  return #list > 0 and list or nil
end

function beside.options(spec, o, with)
  local references = texts(o.references, with) or {}
  for _, part in ipairs(o.blocks) do
    for _, name in ipairs(part.block.inputs) do
      local signal = part.block.from[name]
      if with[signal] and references[signal] == nil then references[signal] = with[signal] end
    end
  end
  return { controllers = entries(spec, with), inputs = texts(o.inputs, with),
    references = next(references) and references or nil }
end

-- columns of what blocks gave last: their names
function beside.columns(o)
  local list = {}
  for _, part in ipairs(o.blocks) do
    for _, name in ipairs(part.block.outputs) do list[#list + 1] = part.name .. "." .. name end
  end
  return list
end

return beside
