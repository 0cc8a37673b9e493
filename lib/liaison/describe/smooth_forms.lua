-- smooth_forms.lua - model:smooth: the same mechanism without events: dry friction by a slope about
-- rest, hard ends and planes that give way
--
-- The smooth form of a kind stands in its row (core/kinds/force.h): numbers of the same names are
-- carried over, and those that it needs beside come from the options.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local schema = { speed = { "num?", default = 1e-3 }, stiffness = "num?", damping = "num?" }

-- numbers of a kind by name: a set
local function numbers_of(row)
  local set = {}
  for _, n in ipairs(row.numbers) do set[n.name] = true end
  return set
end

-- the name of the number that lets the kind give way
local function yielding(row)
  local at = 0
  for _, n in ipairs(row.numbers) do
    if row.jumps and row.jumps.yields == at then return n.name end
    at = at + n.size
  end
  return "stiffness"
end

local PLACE = { "name", "joint", "from", "to", "from_point", "to_point", "at", "point" }

-- the smooth form of an element of this kind; nil where it needs numbers that nobody told
local function smoothed(f, o)
  local row = kit.force.row(f.kind)
  local to = kit.force.row(row.smooth)
  local known, gives = numbers_of(to), yielding(to)
  if known[gives] and not o.stiffness then return nil end
  local out = { kind = to.name }
  for _, key in ipairs(PLACE) do out[key] = f[key] end
  for name in pairs(numbers_of(row)) do if known[name] then out[name] = f[name] end end
  if known.smooth then out.smooth = o.speed end
  if known[gives] then out[gives] = o.stiffness end
  if known[gives] and known.damping then out.damping = o.damping or f.damping end
  return out
end

-- 1 where it gives way as it is told
local function yields(f, row)
  local x = f[yielding(row)]
  return type(x) == "string" or type(x) == "number" and x > 0
end

local function of_elements(list, o)
  local out = {}
  for k, f in ipairs(list or {}) do
    local row = kit.force.row(f.kind)
    local jumps = row.events and not yields(f, row)
    out[k] = jumps and smoothed(f, o) or f
  end
  return out
end

-- the coordinate of a joint, or what it follows another by
local function coordinate_of(d)
  if not d.follows then return d.q end
  return { [d.follows[1]] = d.follows.scale or 1 }, d.follows[1]
end

-- what a joint's own friction and limits are as elements; taken off the joint
local function of_joint(d, list, name, o)
  local joint = coordinate_of(d)
  if d.friction and joint then
    list[#list + 1] = { kind = "friction", name = name .. ".friction", joint = joint,
      coulomb = d.friction, smooth = o.speed }
    d.friction = nil
  end
  local limited = (d.min ~= nil or d.max ~= nil) and not d.follows
  if limited and o.stiffness and joint then
    list[#list + 1] = { kind = "endstop", name = name .. ".stop", joint = joint, min = d.min,
      max = d.max, stiffness = o.stiffness, damping = o.damping }
    d.min, d.max = nil, nil
  end
end

local function smooth(model, options)
  local o = check.fields(options or {}, "", schema)
  if not (o.speed > 0) then check.fail("speed", "expected a speed above 0") end
  if o.stiffness and not (o.stiffness > 0) then
    check.fail("stiffness", "expected a stiffness above 0")
  end
  local d = model:description()
  d.forces = of_elements(d.forces, o)
  for _, b in ipairs(d.bodies) do
    for _, dof in ipairs(b.dofs or { b }) do of_joint(dof, d.forces, dof.q or b.name, o) end
  end
  return li.robot(d)
end

kit.define(kit.methods "model", {
  "model:smooth([options: table]) -> model",
  "The same without events, for equations, kernels, linear models and solvers of your own: dry "
    .. "friction of joints and stiction turn round within a speed (0.001), as the kind 'friction' "
    .. "does; with a stiffness (and damping) hard ends, limits of joints and planes that are "
    .. "struck give way. Without a stiffness these stay as they are.",
  "local m = li.robot{bodies = {{mass = 1, inertia = {1, 1, 1}, joint = {kind = 'revolute', q = "
    .. "'th', friction = 2}}}} return m:smooth{speed = 0.1}:equations().Q[1] "
    .. "--> -2*th'/sqrt(th'^2 + 0.01)",
  smooth })
