-- compiled.lua - model:compile: x' = f(t, x, u) of a model with all that acts on it, outputs and
-- constraints, as one kernel
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local KINDS = { dynamics = true, outputs = true, constraints = true, jacobians = true }

-- numbers of the inputs asked for: motors by coordinate, then those of the description
local function inputs_of(m, asked)
  local index, known, list = {}, m:description().inputs or {}, {}
  local speeds = m:speeds()
  for k, speed in ipairs(speeds) do index[speed:gsub("'$", "")] = k end
  for k, u in ipairs(known) do index[u.name] = #speeds + k end
  if asked == nil then
    for k = 1, #known do list[k] = #speeds + k end
    if #list == 0 then for k = 1, #speeds do list[k] = k end end
    return list
  end
  for k, name in ipairs(check.words(asked, "inputs", "\"F delta\"")) do
    list[k] = index[name]
      or check.fail("inputs", "no coordinate or input '%s'%s", name, check.hint(name, index))
  end
  return list
end

-- rows that follow from others at home and near by: the kernel leaves them out
local function redundant(m, o)
  local d, list = m:description(), {}
  if #(d.loops or {}) + #(d.constraints or {}) == 0 or #m:symbols() > 0 then return list end
  local q, why, code = m:assemble(o.at or m:home(), { t = 0 })
  if not q then return nil, why, code end
  local first, at = {}, 0
  for _, row in ipairs(m:constraint_names()) do first[row[1]], at = at, at + row[2] end
  for _, row in ipairs(m:mobility(q).redundant_always) do
    local name, k = row:match "^(.-)%[(%d+)%]$"
    list[#list + 1] = first[name or row] + (tonumber(k) or 1)
  end
  return list
end

local function compile(m, what, options)
  local o = {}
  for key, x in pairs(options or {}) do o[key] = x end
  what = what or "dynamics"
  if not KINDS[what] then
    check.fail(nil, "expected 'dynamics', 'jacobians', 'outputs' or 'constraints', got "
      .. "'%s'%s", what,
      check.hint(what, KINDS))
  end
  local left, why, code = redundant(m, o)
  if not left then return nil, why, code end
  local inputs = inputs_of(m, o.inputs)
  o.inputs, o.at = nil, nil
  return kit.motion.compile(m, what, inputs, left, o)
end

kit.define(kit.methods "model", {
  "model:compile([what: str, options: table]) -> kernel",
  "One kernel of a model with all that acts on it, forces, time, loops and rolling: 'dynamics', "
    .. "x' = f(t, x, u) with x = (q, v, own states of elements); 'jacobians', its slopes "
    .. "dx'/dx and "
    .. "dx'/du; 'outputs' of the description, "
    .. "y = f(t, x, u); 'constraints', their gaps and rates. u: the inputs of the description, or "
    .. "all motors; options.inputs names which (others keep their values, motors give 0; with {} "
    .. "it is f(t, x), as li.ode takes it). Rows that follow from others (near options.at, home) "
    .. "are left out. parameters = true makes open names the last argument; tape, compiler, "
    .. "cache, isa as of model:kernel.",
  "li.planar{1}:compile('dynamics', {tape = true})({0}, {0, 2}, {0}) --> [2  -14.715]", compile })
