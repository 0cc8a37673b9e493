-- standing.lua - what is drawn of a model, and where it stands at first
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local standing = {}

-- { x, y, .. } or a table by name -> a list of all of them; those not named as they are at home
function standing.configuration(model, q, path)
  local list, names, known = model:home(), model:coordinates(), {}
  if kit.class(q) == "vec" or type(q) == "table" and #q > 0 then
    if #q ~= #list then check.fail(path, "expected %d numbers, got %d", #list, #q) end
    return li.vec(q)
  end
  if type(q) ~= "table" then
    check.fail(path, "expected numbers in order, or a table by name, got %s", check.got(q))
  end
  for k, name in ipairs(names) do known[name] = k end
  for name, x in pairs(q) do
    local own = type(name) == "string" and model:coordinate(name)
    if not known[own or name] then
      check.fail(path, "no coordinate '%s'%s", tostring(name),
        check.hint(tostring(name), known))
    end
    if type(x) ~= "number" then
      check.fail(path, "%s: expected a number, got %s", name, check.got(x))
    end
    list[known[own or name]] = x
  end
  return list
end

-- A little beside q, the way it falls: where loops cannot close from q itself, as a mechanism
-- stretched in a plane, they close on the side to which the weight goes. Nil where nothing falls
local function fallen(model, q)
  local ok, G = check.try(function() return model:gravity(q) end)
  if not ok or not (G:norm() > 0) then return nil end
  return model:step(q, G, -0.1 / G:norm())
end

-- rows of the constraints that say something new at q
local function rank(model, q)
  local ok, J = check.try(function() return (model:constraint_rows(q,
    li.zeros(#model:speeds()))) end)
  return ok and J:rank(1e-6) or 0
end

-- where a model stands at first: q, or its home, its loops closed with the least change
function standing.place(model, desc, q)
  local rest = q and standing.configuration(model, q, "html.q") or model:home()
  if desc.loops or desc.constraints then
    local beside = fallen(model, rest)
    local dead = beside and rank(model, beside) > rank(model, rest)
    local ok, closed = check.try(function() return model:assemble(dead and beside or rest) end)
    if ok and closed then rest = closed end
  end
  local list = {}
  for k = 1, #rest do list[k] = rest[k] end
  return list
end

-- what is drawn of a model with open names: its places; names of masses, limits and gravity are
-- left out
function standing.drawable(model)
  local desc = model:description()
  desc.bodies = desc.bodies or {}
  if #model:symbols() == 0 then return model, desc, {} end
  local function open(list)
    for _, x in ipairs(type(list) == "table" and list or { list }) do
      if type(x) == "string" then return true end
    end
  end
  for _, body in ipairs(desc.bodies) do
    if open(body.mass) or open(body.com) or open(body.inertia) then
      body.mass, body.com, body.inertia = nil, nil, nil
    end
    local joint = type(body.joint) == "table" and body.joint or body
    for _, d in ipairs(joint.dofs or { joint }) do
      for _, key in ipairs { "min", "max", "speed", "effort", "damping", "friction", "stiffness",
        "rest", "rotor", "gear" } do
        if type(d[key]) == "string" then d[key] = nil end
      end
    end
  end
  for k, g in ipairs(desc.gravity) do
    if type(g) == "string" then desc.gravity[k] = g:sub(1, 1) == "-" and -9.81 or 9.81 end
  end
  local geometry, params, values = li.robot(desc), {}, {}
  for i, name in ipairs(geometry:symbols()) do
    params[i] = { name = name, value = 1, min = 0, max = 2 }
    values[name] = 1
  end
  return #params > 0 and geometry:with(values) or geometry, geometry:description(), params
end

return standing
