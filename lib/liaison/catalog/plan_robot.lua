-- plan_robot.lua - what vehicles share that steer by their wheels alone: a body in its plane,
-- wheels that turn beside it, motors
--
-- u, v is the velocity of the origin in axes of the body, r the yaw rate; at (x, y) of the body the
-- ground passes by (u - y r, v + x r).
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"
local shapes = require "liaison.catalog.vehicle_shapes"
local tell = require "liaison.catalog.builder_told"

local plan = {}

local rule, put, text = amounts.rule, amounts.put, amounts.text

-- ---- reading ------------------------------------------------------------------------------------

local MOTOR = { constant = rule { above = 0 }, resistance = rule { above = 0 },
  ratio = rule { above = 0, default = 1 } }

plan.FIELDS = { name = "str?", mass = rule { above = 0 }, inertia = rule { above = 0 },
  com = amounts.list("2 or 3", { 0, 0, 0 }), gravity = rule { above = 0, default = 9.81 },
  slow = rule { above = 0, default = 0.05 }, motor = words.sub(MOTOR) }

function plan.schema(more)
  local schema = {}
  for key, f in pairs(plan.FIELDS) do schema[key] = f end
  for key, f in pairs(more) do schema[key] = f end
  return schema
end

-- ---- motion -------------------------------------------------------------------------------------

local function rate(name) return li.coordinates(name):d() end

function plan.motion()
  local c, s = li.cos(li.coordinates "yaw"), li.sin(li.coordinates "yaw")
  return { u = rate "x" * c + rate "y" * s, v = rate "y" * c - rate "x" * s, r = rate "yaw" }
end

-- how fast a place of the body moves, ahead and aside
function plan.at(m, x, y) return m.u - y * m.r, m.v + x * m.r end

function plan.spin(name) return rate("spin_" .. name) end

function plan.root(x, slow) return li.sqrt(x ^ 2 + slow ^ 2) end

-- ---- bodies and forces --------------------------------------------------------------------------

function plan.body(o, drawn)
  return { name = "body", mass = put(o.mass), com = amounts.puts { o.com[1], o.com[2], 0 },
    inertia = amounts.puts { o.inertia, o.inertia, o.inertia }, shapes = drawn,
    joint = { kind = "moves", moves = { "Tx", "Ty", "Rz" }, q = { "x", "y", "yaw" } } }
end

-- a wheel of a moment about its axle; its mass is in that of the body. heading: of its axle
function plan.wheel(list, w, drawn)
  list[#list + 1] = { name = "wheel_" .. w.name, parent = "body", mass = 0, inertia = { 0, 0, 0 },
    at = amounts.puts { w.x, w.y, w.radius }, rpy = amounts.puts { 0, 0, w.heading or 0 },
    joint = { kind = "revolute", axis = "y", q = "spin_" .. w.name, rotor = put(w.inertia) },
    shapes = drawn or shapes.wheel(w.radius) }
end

-- a force of the ground at a place, in axes of the body
function plan.push(list, name, x, y, X, Y)
  local function line(e) return type(e) == "number" and amounts.num(e) or e:text() end
  list[#list + 1] = { "given", name = name, at = "body", point = amounts.puts { x, y, 0 },
    axes = "body", f = { line(X), line(Y), 0 } }
end

-- what turns a wheel: the input drive_, or a motor by the input voltage_,
--   T = n k (U - k n w)/R
function plan.drive(list, o, name)
  local f, m = "drive_" .. name, o.motor
  if m then
    local k = m.constant * m.ratio
    f = ("%s*(voltage_%s - %s*v)"):format(text(k / m.resistance), name, text(k))
  end
  list[#list + 1] = { "given", name = "drive_" .. name, joint = "spin_" .. name, f = f }
end

function plan.inputs(o, names)
  local list = {}
  for i, name in ipairs(names) do
    list[i] = o.motor and { name = "voltage_" .. name, unit = "V", text = "on its motor" }
      or { name = "drive_" .. name, unit = "N m", text = "torque on it" }
  end
  return list
end

-- what a tyre gives at a place: along and across a wheel that heads along the body
function plan.tyre_force(o, t, radius, load, m, x, y, spin)
  local along, aside = plan.at(m, x, y)
  local V = plan.root(along, o.slow)
  return t.tyre:forces { kappa = (radius * spin - along) / V, alpha = li.atan(aside / V),
    load = load }
end

function plan.check_tyre(t, path)
  if next(t.open) then
    check.fail(path, "expected numbers in it: its law is written out here")
  end
  return t
end

-- ---- the model ----------------------------------------------------------------------------------

-- p: what, o, bodies, forces, constraints, names (of wheels), loads, radii, left
function plan.vehicle(p)
  local o, inputs = p.o, plan.inputs(p.o, p.names)
  amounts.refuse(o.names, p.bodies, inputs, p.what)
  local outputs = words.motion_outputs(o.com[1])
  local model = li.robot { name = o.name or p.what, gravity = amounts.puts { 0, 0, -o.gravity },
    bodies = p.bodies, forces = p.forces, inputs = inputs, outputs = outputs,
    constraints = p.constraints }
  return model, tell.of { model = model, outputs = outputs, free = { "x", "y", "yaw" },
    spins = "^spin_", told = { loads = p.loads, radii = p.radii, wheels = p.names },
    turning = function(v, V)
      for name, k in pairs(p.turns) do v["spin_" .. name] = V * k end
    end }
end

return plan
