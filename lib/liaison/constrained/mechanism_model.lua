-- mechanism_model.lua - mechanism:model: the bodies and joints of a li.mechanism as a model of
-- li.robot, with its names
--
-- Joints of the tree become joints of bodies, whose frames are those of the mechanism; joints that
-- close loops become constraints of their names; loads become what they do to each coordinate.
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local mechanism = require "liaison.constrained.mechanism"

local converted = {}

local expr, vector = placing.expr, placing.vector

-- expressions as descriptions take them -----------------------------------------------------------

-- a number where it is one, else its text; values: numbers for parameters
local function told(e, values)
  e = expr(e, "value")
  if values then e = e:subs(values) end
  return e:number() or tostring(e)
end

converted.told = told

local function nothing(x) return x == 0 end

local LETTERS = { "Tx", "Ty", "Tz" }

-- { {"Tx", x}, .. } of a vector of expressions, without those that are 0
local function shift(p, values, sign)
  local moves = {}
  for i = 1, #p do
    local x = told(sign == -1 and -p[i] or p[i], values)
    if not nothing(x) then moves[#moves + 1] = { LETTERS[i], x } end
  end
  return moves
end

local function add(moves, more)
  for _, move in ipairs(more) do moves[#moves + 1] = move end
  return moves
end

local function turn(letter, angle, values)
  local a = told(angle, values)
  return nothing(a) and {} or { { letter, a } }
end

-- a rotation of numbers by turns about z, y, x
local function turns_of(R, path, values)
  local rows = {}
  for i = 1, 3 do
    rows[i] = {}
    for k = 1, 3 do
      local x = told(R:at(i, k), values)
      if type(x) ~= "number" then
        check.fail(path,
          "an axis of symbols has no turns: give numbers, mechanism:model{values = ..}")
      end
      rows[i][k] = x
    end
  end
  local roll, pitch, yaw = li.rot.matrix(rows):rpy()
  local out = {}
  for k, angle in ipairs { yaw, pitch, roll } do
    if angle ~= 0 then out[#out + 1] = { ({ "Rz", "Ry", "Rx" })[k], angle } end
  end
  return out
end

-- joints ------------------------------------------------------------------------

-- what a joint says: places, axis in `from`, the turn that takes the axis of `on` there, as of
-- mechanism_motion
local function read(m, j)
  local d = m.planar and 2 or 3
  local o = { parts = mechanism.parts_of(m, j), q = j.coordinate, name = j.name,
    at = j.at ~= nil and vector(j.at, j.name .. ".at", d) or placing.zeros(d),
    base = j.at_from ~= nil and vector(j.at_from, j.name .. ".at_from", d) or placing.zeros(d),
    angle = j.angle ~= nil and expr(j.angle, j.name .. ".angle") or li.expr(0) }
  o.here = vector(j.axis or (m.planar and { 1, 0 } or { 0, 0, 1 }), j.name .. ".axis", d)
  o.there = o.here
  if not m.planar then
    if j.axis_from ~= nil then
      o.there = vector(j.axis_from, j.name .. ".axis_from", 3)
      o.least = placing.least_turn(o.here, o.there, j.name .. ".axis_from")
    end
  end
  return o
end

-- an axis as a joint has it
local function axis_of(a, values, sign)
  local out = {}
  for i = 1, 3 do out[i] = i > #a and 0 or told(sign == -1 and -a[i] or a[i], values) end
  return out
end

-- a slide along an axis and then a turn, by moves: x goes along the axis
local function slot_moves(o, values, plane)
  local along
  if plane then along = turn("Rz", li.atan2(o.there[2], o.there[1]), values)
  else
    along = turns_of(placing.least_turn(li.smat { 1, 0, 0 }, o.there, o.name), o.name, values)
  end
  local back = {}
  for i = #along, 1, -1 do
    local x = along[i][2]
    back[#back + 1] = { along[i][1], type(x) == "number" and -x or ("-(%s)"):format(x) }
  end
  local moves = add(add(add({}, along), { "Tx" }), back)
  return add(moves, plane and { "Rz" } or { "Rz", "Ry", "Rx" })
end

local function backwards(list)
  local out = {}
  for i = #list, 1, -1 do out[#out + 1] = list[i] end
  return out
end

-- moves undone: their constants with the other sign, in the other order
local function undone(moves)
  local out = {}
  for i = #moves, 1, -1 do
    local x = moves[i]
    if type(x) == "table" then
      x = { x[1], type(x[2]) == "number" and -x[2] or ("-(%s)"):format(x[2]) }
    end
    out[#out + 1] = x
  end
  return out
end

-- coordinates that go against their moves
local function against(q)
  local dofs = {}
  for i, name in ipairs(q) do dofs[i] = { q = name, scale = -1 } end
  return dofs
end

-- Joint, place and moves after it of the body that the joint leads to. forward: the body is `on` of
-- the joint; else it is `from`, and everything is gone through the other way
local function leads(m, o, forward, values)
  local parts, b = o.parts, {}
  local sign = not forward and -1 or nil
  local start, stop = forward and o.base or o.at, forward and o.at or o.base
  local least = o.least and turns_of(forward and o.least or o.least:transpose(), o.name, values)
    or {}
  local spin = m.planar and turn("Rz", forward and o.angle or -o.angle, values) or {}
  b.place = shift(start, values)
  b.after = add(add({}, m.planar and not parts.turn and spin or least), shift(stop, values, -1))
  local axis = axis_of(forward and o.there or o.here, values, sign)
  if parts.slide and (parts.ball or m.planar and parts.turn) then
    local moves = slot_moves(o, values, m.planar)
    b.joint, b.moves = "moves", forward and moves or undone(moves)
    if forward then b.q = o.q else b.dofs = against(backwards(o.q)) end
  elseif parts.ball then
    b.joint, b.moves = "moves", forward and { "Rz", "Ry", "Rx" } or { "Rx", "Ry", "Rz" }
    if forward then b.q = o.q else b.dofs = against(backwards(o.q)) end
  elseif parts.turn and parts.slide then b.joint, b.axis, b.q = "cylindrical", axis, o.q
  elseif parts.turn then
    b.joint, b.q = "revolute", o.q[1]
    b.axis = m.planar and { 0, 0, sign or 1 } or axis
  elseif parts.slide then
    b.joint, b.axis, b.q = "prismatic", axis, o.q[1]
    -- the slide backwards goes along the axis as it stands in `on`, which is turned
    if m.planar and not forward then
      b.place, b.after = add(shift(start, values), spin), shift(stop, values, -1)
    end
  else b.joint = "fixed" end
  return b
end

-- what closes a loop ------------------------------------------------------------------------

local function closing(m, j, o, values)
  local c = { name = o.name, from = j.on or "world", to = j.from or "world" }
  local parts, flat = o.parts, m.planar
  c.from_place, c.to_place = shift(o.at, values), shift(o.base, values)
  local along = axis_of(o.there, values)
  if not flat and o.least then
    add(c.from_place, turns_of(o.least:transpose(), o.name, values))
  elseif flat and not parts.turn then add(c.to_place, turn("Rz", o.angle, values)) end
  local function kind(name, axis)
    c[1] = name
    if axis then c.from_axis, c.to_axis = axis, axis end
    return c
  end
  if flat and parts.slide and parts.turn then
    c[1], c.to_axis = "in_plane", { told(-o.there[2], values), told(o.there[1], values), 0 }
    return c
  end
  if parts.slide and parts.ball then
    c[1], c.to_axis = "on_line", along
    return c
  end
  if parts.ball or flat and parts.turn then return kind "spherical" end
  if parts.turn and parts.slide then return kind("cylindrical", along) end
  if parts.turn then return kind("revolute", along) end
  if not parts.slide then return kind "fixed" end
  -- in the plane the axis is told in the frame that is turned by the angle
  if flat then
    local a = o.angle
    if values then a = a:subs(values) end
    local c1, s1 = li.cos(a), li.sin(a)
    along = { told(c1 * o.there[1] + s1 * o.there[2], values),
      told(c1 * o.there[2] - s1 * o.there[1], values), 0 }
  end
  return kind("prismatic", along)
end

-- the whole ------------------------------------------------------------------------

-- symbols without numbers in an expression, but coordinates, rates and time: into the set
local function open_symbols(e, known, open)
  for _, s in ipairs(e:symbols()) do
    local name = tostring(s)
    if not known[name] then open[name] = true end
  end
end

-- What loads do to each coordinate: {"given", joint = q, value = text}, and the inputs they name.
-- Q: the generalised forces of equations in the same coordinates
function converted.loads(eq, values, parameters)
  local known, forces, open, inputs = { t = true }, {}, {}, {}
  for i = 1, eq.n do
    known[tostring(eq.q[i])], known[tostring(eq.v[i])] = true, true
  end
  for i = 1, eq.n do
    local e = eq.Q and eq.Q[i] or li.expr(0)
    if values then e = e:subs(values) end
    if e:number() ~= 0 then
      local q = tostring(eq.q[i])
      forces[#forces + 1] = { "given", name = "loads on " .. q, joint = q,
        value = e:number() or tostring(e) }
      open_symbols(e, known, open)
    end
  end
  for name in pairs(open) do if not parameters[name] then inputs[#inputs + 1] = name end end
  li._internal.sort(inputs)
  return forces, inputs
end

-- numbers for parameters out of a table that may hold a state too
local function numbers_of(values, eq)
  if values == nil then return nil end
  local state, out = {}, {}
  for i = 1, eq.n do state[tostring(eq.q[i])], state[tostring(eq.v[i])] = true, true end
  for name, x in pairs(values) do
    if type(x) ~= "number" then
      check.fail("values." .. tostring(name), "expected a number, got %s", check.got(x))
    end
    if not state[tostring(name)] and check.try(li.expr, name) then out[name] = x end
  end
  return out
end

converted.numbers_of = numbers_of

-- mass, centre of mass and inertia of a body
local function weighed(m, b, values)
  local com = b.com ~= nil and vector(b.com, b.name .. ".com", m.planar and 2 or 3) or {}
  local out = { name = b.name, mass = told(b.m or 0, values), com = {} }
  for i = 1, 3 do out.com[i] = i > #com and 0 or told(com[i], values) end
  local J = placing.inertia(b.j or 0, b.name .. ".j", m.planar)
  if m.planar then
    out.inertia = { 0, 0, told(J, values) }
    return out
  end
  out.inertia = {}
  for k = 1, 6 do out.inertia[k] = told(J[k], values) end
  return out
end

-- names of symbols that stand in bodies and joints
local function parameters_of(bodies)
  local set = {}
  local function look(x)
    if type(x) == "string" then
      for name in x:gmatch "[%a_][%w_]*" do set[name] = true end
    elseif type(x) == "table" then
      for _, y in pairs(x) do look(y) end
    end
  end
  look(bodies)
  return set
end

local options = { values = "table?", cut = "any?" }

local function model(m, opts)
  local o = check.fields(opts or {}, "options", options)
  local cut = o.cut ~= nil and (type(o.cut) == "table" and o.cut or { o.cut }) or m.cut
  local tree, how, closed = mechanism.span(m, cut)
  local eq = m:equations("joint", { cut = cut })
  local values = numbers_of(o.values, eq)
  local by_name, bodies, constraints = {}, {}, {}
  for _, b in ipairs(m.bodies) do by_name[b.name] = b end
  for i, j in ipairs(tree) do
    local forward = how[j].forward
    local name, parent = j.from, j.on
    if forward then name, parent = j.on, j.from end
    local b = weighed(m, by_name[name], values)
    for key, x in pairs(leads(m, read(m, j), forward, values)) do b[key] = x end
    b.parent = parent or "world"
    bodies[i] = b
  end
  for i, j in ipairs(closed) do constraints[i] = closing(m, j, read(m, j), values) end
  local forces, inputs = converted.loads(eq, values, parameters_of(bodies))
  local gravity, order = { 0, 0, 0 }, {}
  for i = 1, eq.n do order[i] = tostring(eq.q[i]) end
  local g = m.gravity and vector(m.gravity, "gravity", m.planar and 2 or 3) or {}
  for i = 1, 3 do gravity[i] = i > #g and 0 or told(g[i], values) end
  return li.robot { name = m.name, gravity = gravity, bodies = bodies, strict = false,
    coordinates = order, constraints = #constraints > 0 and constraints or nil,
    forces = #forces > 0 and forces or nil, inputs = #inputs > 0 and inputs or nil }
end

converted.model, converted.parameters_of = model, parameters_of

li._internal.define(mechanism.class.methods, {
  "mechanism:model([options: table]) -> model",
  "The same as a model of li.robot, with its names of bodies, joints, coordinates: pictures, "
  .. "simulation, statics and all a model is asked. Joints that close loops are constraints of "
  .. "their names, loads what they do to each coordinate. values = {L = 0.3} puts numbers; symbols "
  .. "without numbers stay, those of loads alone become inputs. cut = names of the joints that "
  .. "close loops.",
  "local m = li.mechanisms.slider_crank():model{values = li.mechanisms.values 'slider_crank'}; "
  .. "return table.concat(m:coordinates(), ' '), m:mobility({0.7, -0.960628, 0.260628}).velocity"
  .. " --> th1 th2 th3, 1",
  model,
})

return converted
