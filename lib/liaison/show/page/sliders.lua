-- sliders.lua - the parameters that the sliders of a living page move, and the description in their
-- names
local check = require "liaison.base.check"
local kit = require "liaison.core"._internal

local sliders = {}

local MOST_MASSES = 8

local function free_name(name, taken)
  while taken[name] do name = name .. "_" end
  taken[name] = true
  return name
end

-- the same description with names for its masses and for gravity; inertia grows with its mass. Nil
-- where it has open names already
local function named(desc)
  local params, taken, g2 = {}, {}, 0
  for _, name in ipairs(desc.coordinates or {}) do taken[name] = true end
  for _, u in ipairs(desc.inputs or {}) do taken[u.name] = true end
  local gravity = free_name("g", taken)
  for k = 1, 3 do
    if type(desc.gravity[k]) ~= "number" then return nil end
    g2 = g2 + desc.gravity[k] ^ 2
  end
  if #desc.bodies <= MOST_MASSES then
    for _, body in ipairs(desc.bodies) do
      local m = body.mass
      if type(m) == "number" and m > 0 then
        local name = free_name("m_" .. body.name:gsub("%W", "_"), taken)
        body.mass = name
        for k, x in ipairs(body.inertia or {}) do
          if type(x) ~= "number" then return nil end
          if x ~= 0 then body.inertia[k] = ("%s*%s"):format(kit.number(x / m, 17), name) end
        end
        params[#params + 1] = { name = name, value = m, min = m / 4, max = 4 * m }
      end
    end
  end
  if g2 > 0 then
    local g = math.sqrt(g2)
    for k = 1, 3 do
      if desc.gravity[k] ~= 0 then
        desc.gravity[k] = ("%s*%s"):format(kit.number(desc.gravity[k] / g, 17), gravity)
      end
    end
    params[#params + 1] = { name = gravity, value = g, min = 0, max = 2 * g }
  end
  return desc, params
end

-- the parameters the reader asked for: { "m1", L = { 0.5, 2 } } of a model with open names, values
-- for all of them
local function asked(options)
  local params, given = {}, {}
  for key, value in pairs(options.sliders or {}) do
    local name = type(key) == "number" and value or key
    if type(name) ~= "string" then
      check.fail("html.sliders", "expected names: { \"m1\", L = { 0.5, 2 } }")
    end
    if not options.values[name] then
      check.fail("html.sliders", "%s has no number in values", name)
    end
    local x = options.values[name]
    local range = type(value) == "table" and value
      or { math.min(x / 4, 4 * x), math.max(x / 4, 4 * x) }
    given[name] = { name = name, value = x, min = range[1], max = range[2] }
  end
  local fixed = {}
  for name, x in pairs(options.values) do
    if not given[name] then fixed[name] = x end
  end
  local names = {}
  for name in pairs(given) do names[#names + 1] = name end
  kit.sort(names)
  for i, name in ipairs(names) do params[i] = given[name] end
  return options.of:with(fixed):description(), params
end

-- the inputs p of a program, in their order
function sliders.inputs_of(program)
  local names = program:match "// in p %(%d+%): ([^\n]*)" or ""
  local list = {}
  for name in names:gmatch "%S+" do list[#list + 1] = name end
  return list
end

function sliders.ordered(params, names)
  local by, out = {}, {}
  for _, p in ipairs(params) do by[p.name] = p end
  for i, name in ipairs(names) do
    if not by[name] then return nil end
    out[i] = by[name]
  end
  -- what moves only pictures (a length without effect on the motion) comes behind
  for _, p in ipairs(params) do
    local used = false
    for _, name in ipairs(names) do used = used or name == p.name end
    if not used then out[#out + 1] = p end
  end
  return out
end

-- where the inputs of a program stand among the parameters, from 0
function sliders.places(names, params)
  local at, out = {}, {}
  for i, p in ipairs(params) do at[p.name] = i - 1 end
  for i, name in ipairs(names) do out[i] = at[name] end
  return out
end

-- the description the page computes with, and the sliders of its names
function sliders.parameters(model, options)
  if options.of then return asked(options) end
  local desc, params = named(model:description())
  if desc then return desc, params end
  return model:description(), {}
end

return sliders
