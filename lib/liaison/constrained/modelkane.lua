-- modelkane.lua - any tree of a description by the ten steps: model:system and model:kane
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

-- forces of springs, dampers, friction, of the force elements of the description, and of a motor
-- each; told by the numbers of q where joints turn by quaternions
local function drives(g, motors, applied)
  local out, by_name = {}, {}
  for i = 1, g.n do
    out[i] = g.passive[i]
    if applied then out[i] = out[i] + applied[i] end
    if motors then out[i] = out[i] + li.expr(motors .. tostring(g.q[i]), "new") end
  end
  local Q = #g.turns > 0 and g.S:transpose() * li.smat(out) or out -- power: Q . q' = out . v
  for i = 1, #g.numbers do by_name[tostring(g.numbers[i])] = Q[i] end
  return by_name
end

-- a rotor turns with the coordinate of its joint and has no place: T = armature q'^2 / 2, as of a
-- wheel on the ground
local function add_rotors(s, g)
  for i = 1, g.n do
    local name = tostring(g.q[i])
    if g.armature[i]:is_zero() ~= true then
      s:body { name = "rotor of " .. name, m = 0, j = { 0, 0, g.armature[i] },
        place = { moving = { "z", name } } }
    end
  end
end

local function rows_of(M)
  local rows, cols = M:size()
  local out = {}
  for i = 1, rows do
    out[i] = {}
    for j = 1, cols do out[i][j] = M:at(i, j) end
  end
  return out
end

-- joints that turn by quaternions: the numbers of q are coordinates of length 1, the speeds are
-- those of the model
local function by_quaternions(s, g)
  local speeds, N = {}, rows_of(g.N)
  for i = 1, g.n do speeds[i] = g.v[i] end
  for _, first in ipairs(g.turns) do
    local e = 0
    for k = 0, 3 do e = e + s.q[first + k] ^ 2 end
    s:holonomic((e - 1) / 2)
  end
  s:speeds(speeds, N)
end

-- partial velocities as the tree knows them: by speeds, and by rates of the numbers
local function partial(b, g, body)
  local J = g:jacobian(body.frame, body.com, body.frame)
  b.partial = { Jh = J * g.S, J = J }
end

-- loops and constraints of the description as rows with their names
local function constrain(s, model, d)
  if #(d.loops or {}) + #(d.constraints or {}) == 0 then return end
  local rates = {}
  for i, name in ipairs(model:coordinates()) do rates[i] = li.coordinates(name):d() end
  for _, c in ipairs(require("liaison.constrained.modelrows").all(model)) do
    local many = #c.phi + #(c.H or {}) > 1
    local function named(k)
      s.rows[#s.rows].name = many and ("%s[%d]"):format(c.name, k) or c.name
    end
    for k, phi in ipairs(c.phi) do
      if phi ~= li.expr(0) then
        s:holonomic { phi }
        named(k)
      end
    end
    for k, row in ipairs(c.H or {}) do
      local e = c.b[k]
      for i, v in ipairs(rates) do e = e + row[i] * v end
      s:nonholonomic { e }
      named(#c.phi + k)
    end
  end
end

local function system_of(model, options)
  local o = check.fields(options or {}, "options", { motors = { "str?", default = "tau_" } })
  local d, g = model:description(), model:generator()
  local motors = o.motors ~= "" and o.motors or nil
  local gravity = {}
  for k = 1, 3 do gravity[k] = d.gravity and d.gravity[k] or 0 end
  local s = li.system { name = d.name, gravity = gravity }
  s.of_model = model
  local turns = #g.turns > 0
  s:coordinates(table.concat(model:coordinates(), " "))
  if turns then by_quaternions(s, g) end
  for _, name in ipairs(g:bodies()) do
    local body = g:body(name)
    local b = s:body { name = name, m = body.mass, j = body.inertia, com = body.com,
      place = g:homogeneous(body.frame) }
    if turns then partial(b, g, body) end
  end
  constrain(s, model, d)
  add_rotors(s, g)
  local applied = #(d.forces or {}) > 0 and kit.small.applied(model) or nil
  for i = 1, motors and g.n or 0 do s.motors[i] = motors .. tostring(g.q[i]) end
  return s:drive(drives(g, motors, applied))
end

kit.define(kit.methods "model", {
  "model:system([options: table]) -> system",
  "The bodies of a model as a li.system, placed by expressions, its loops and constraints as "
  .. "rows: speeds, constraints and wheels can be added. Motors are generalised forces tau_q1 "
  .. ".. (options.motors = another "
  .. "beginning of their names, '' for none), with springs and dampers of the joints; rotors "
  .. "are bodies that turn with their coordinate. Joints that turn by quaternions have the four "
  .. "numbers as coordinates and the angular velocity in body axes as speeds (floating: b_ux' "
  .. ".. of the origin too).",
  "return #li.planar{1, 1}:system().bodies --> 2", system_of,
})

kit.define(kit.methods "model", {
  "model:kane([options: table]) -> kane",
    "The ten steps for a tree, with the options of system:kane: D is the mass matrix, tau the "
    .. "motors less the weight.",
  "return li.planar{1}:kane().tau[1] --> tau_q1 - 4.905*cos(q1)",
  function(model, options) return system_of(model):kane(options) end,
})

local function constraint_report(model, values)
  return system_of(model):constraint_report(values)
end

kit.define(kit.methods "model", {
  "model:constraint_report([values: table]) -> diagnosis",
  "What the loops and constraints of a model are, in symbols: which rows follow from others "
  .. "(always; at the numbers given), which velocity constraints are positions in "
  .. "disguise and what then never changes, freedoms of position and of velocity, what can be "
  .. "reached. Models with turns told by angles.",
  "return li.robot{bodies = {{joint = 'Tx Ty Rz', q = {'xm', 'ym', 'am'}, mass = 1, inertia = "
  .. "{1, 1, 1}}}, constraints = {{'knife_edge', name = 'blade', "
  .. "from = 'body1', from_axis = 'x', to = 'world'}}}:constraint_report().position_freedom --> 3",
  constraint_report,
})

kit.define(kit.methods "model", {
  "model:doctor([values: table]) -> diagnosis",
  "model:constraint_report, by its name before version 0.2.",
  "return li.robot{bodies = {{joint = 'Tx Ty Rz', mass = 1, inertia = {1, 1, 1}}}}:doctor()"
  .. ".position_freedom --> 3",
  constraint_report,
})
