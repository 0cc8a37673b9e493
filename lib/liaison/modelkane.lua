-- modelkane.lua - any tree of a description by the ten steps: model:system and model:kane
local li = require "liaison.core"
local check = require "liaison.check"
local kit = li.kit

-- whether some joint of the description has one of these
local function has(d, keys)
  for _, b in ipairs(d.bodies or {}) do
    local places = { b }
    for _, x in ipairs(type(b.dofs) == "table" and b.dofs or {}) do places[#places + 1] = x end
    for _, place in ipairs(places) do
      for _, key in ipairs(keys) do if place[key] ~= nil and place[key] ~= 0 then return b.name end end
    end
  end
  return nil
end

-- forces on the joints: of springs and dampers, Q - d - (G - weight), and of a motor each
local function drives(model, d, g, names, motors)
  local out = {}
  for _, name in ipairs(names) do out[name] = motors and li.expr(motors .. name, "new") or li.expr(0) end
  if not has(d, { "damping", "friction", "stiffness" }) then return out end
  local eq, V = model:equations { reduce = false }, li.expr(0)
  for _, name in ipairs(g:bodies()) do V = V + select(2, g:energy(name)) end
  for i, name in ipairs(names) do
    out[name] = out[name] + (eq.Q[i] - eq.d[i] - eq.G[i] + V:diff(li.coordinates(name))):simplify()
  end
  return out
end

local function refuse_rotors(d)
  local name = has(d, { "rotor" })
  if name then check.fail(name, "its joint has a rotor, which is no body: the ten steps know bodies only") end
end

local function system_of(model, options)
  local o = check.fields(options or {}, "options", { motors = { "str?", default = "tau_" } })
  local d, g = model:description(), model:generator()
  refuse_rotors(d)
  local gravity = {}
  for k = 1, 3 do gravity[k] = d.gravity and d.gravity[k] or 0 end
  local s = li.system { name = d.name, gravity = gravity }
  local names = model:coordinates()
  s:coordinates(table.concat(names, " "))
  for _, name in ipairs(g:bodies()) do
    local b = g:body(name)
    s:body { name = name, m = b.mass, j = b.inertia, com = b.com, place = g:homogeneous(b.frame) }
  end
  return s:drive(drives(model, d, g, names, o.motors ~= "" and o.motors or nil))
end

kit.define(kit.methods "model", {
  "model:system([options: table]) -> system",
  "The bodies of a tree as a li.system, placed by expressions: speeds, constraints and wheels can be added. Motors are generalised forces tau_q1 .. (options.motors = another "
  .. "beginning of their names, '' for none), with springs and dampers of the joints.",
  "return #li.planar{1, 1}:system().bodies --> 2", system_of,
})

kit.define(kit.methods "model", {
  "model:kane([options: table]) -> kane", "The ten steps for a tree, with the options of system:kane: D is the mass matrix, tau the motors less the weight.",
  "return li.planar{1}:kane().tau[1] --> tau_q1 - 4.905*cos(q1)", function(model, options) return system_of(model):kane(options) end,
})
