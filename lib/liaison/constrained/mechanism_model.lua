-- mechanism_model.lua - mechanism:model: the bodies and joints of a li.mechanism as a model of
-- li.robot, with its names
--
-- Joints of the tree become joints of bodies, whose frames are those of the mechanism; joints that
-- close loops become constraints of their names; loads become what they do to each coordinate. A
-- mechanism of the plane stands in the plane of the model that it names (xy where it names none).
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local planes = require "liaison.constrained.planes"
local mechanism = require "liaison.constrained.mechanism"
local loads = require "liaison.constrained.mechanism_loads"
local motion = require "liaison.constrained.mechanism_motion"
local derive = require "liaison.constrained.system_derive"

local converted = {}

local vector = placing.vector

-- expressions as descriptions take them -----------------------------------------------------------

local told = loads.told
converted.told = told

local function add(moves, more)
  for _, move in ipairs(more) do moves[#moves + 1] = move end
  return moves
end

-- { {"Tx", x}, .. } of a vector of expressions, without those that are 0. o.plane: where it lies
local function shift(o, p, sign)
  local moves = {}
  for i = 1, #p do
    local x = told(sign == -1 and -p[i] or p[i], o.values)
    if x ~= 0 then moves[#moves + 1] = { "T" .. o.plane.letters[i], x } end
  end
  return moves
end

-- the turn by an angle about the normal of the plane
local function spin(o, angle)
  local a = told(o.plane.sign * angle, o.values)
  return a == 0 and {} or { { "R" .. o.plane.normal, a } }
end

-- a rotation of numbers by turns about z, y, x
local function turns_of(R, path, values)
  local rows = {}
  for i = 1, 3 do
    rows[i] = {}
    for k = 1, 3 do
      local x = told(R:at(i, k), values)
      if type(x) ~= "number" then
        check.fail(path, "a turn of symbols has no angles: give numbers, mechanism:model{values "
          .. "= ..}")
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

converted.turns_of, converted.add = turns_of, add

-- a direction of the mechanism as a joint has it
local function direction(o, a, sign)
  local list = {}
  for i = 1, #a do list[i] = told(sign == -1 and -a[i] or a[i], o.values) end
  return o.plane.embed(list)
end

-- joints ------------------------------------------------------------------------------------------

local function backwards(list)
  local out = {}
  for i = #list, 1, -1 do out[#out + 1] = list[i] end
  return out
end

local function negative(x)
  if type(x) == "number" then return -x end
  return ("-(%s)"):format(x)
end

-- moves undone: their constants with the other sign, in the other order
local function undone(moves)
  local out = {}
  for i = #moves, 1, -1 do
    local x = moves[i]
    if type(x) == "table" then x = { x[1], negative(x[2]) } end
    out[#out + 1] = x
  end
  return out
end

-- moves forwards, or undone with coordinates that go against them. signs: of the coordinates
local function by_moves(b, moves, q, forward, signs)
  local dofs, plain = {}, forward
  for i, name in ipairs(q) do
    local scale = (forward and 1 or -1) * (signs and signs[i] or 1)
    dofs[i], plain = { q = name, scale = scale ~= 1 and scale or nil }, plain and scale == 1
  end
  b.joint, b.moves = "moves", forward and moves or undone(moves)
  if plain then b.q = q else b.dofs = forward and dofs or backwards(dofs) end
end

-- a slide along an axis and then turns, by moves: the first letter goes along the axis
local function slot_moves(o, along, turns)
  local back = undone(along)
  return add(add(add(add({}, along), { "T" .. o.plane.letters[1] }), back), turns)
end

local leads = {} -- by the parts of a joint: b.joint and its fields; forward: `to` hangs on `from`

function leads.turn(o, b, forward)
  b.joint, b.q = "revolute", o.q[1]
  b.axis = o.flat and planes.normal(o.plane, forward and 1 or -1)
    or direction(o, o.there, forward and 1 or -1)
end

function leads.slide(o, b, forward)
  b.joint, b.q, b.axis = "prismatic", o.q[1], direction(o, o.there, forward and 1 or -1)
end

function leads.both(o, b, forward)
  b.joint, b.q, b.axis = "cylindrical", o.q, direction(o, o.there, forward and 1 or -1)
end

function leads.screw(o, b, forward)
  b.joint, b.q, b.axis = "helical", o.q[1], direction(o, o.there, forward and 1 or -1)
  b.pitch = told(o.steps[2].by, o.values)
end

function leads.ball(o, b, forward) by_moves(b, { "Rz", "Ry", "Rx" }, o.q, forward) end

-- turns that take the axes x, y, z of a frame to three directions
local function to_frame(o, x, y, z)
  local rows = {}
  for i = 1, 3 do rows[i] = { x[i], y[i], z[i] } end
  return turns_of(li.smat(rows), o.name, o.values)
end

-- the same of two directions square to each other, and what is square to both
local function in_axes(o, x, y) return to_frame(o, x, y, x:cross(y)) end

-- backwards by moves: the coordinates of a joint stand in their order
function leads.cross(o, b, forward)
  local first, second = o.steps[1].axis, o.steps[2].axis
  if forward then
    b.joint, b.q = "universal", o.q
    b.axis, b.axis2 = direction(o, first), direction(o, second)
    return
  end
  local turns = in_axes(o, first, second)
  by_moves(b, add(add(add({}, turns), { "Rx", "Ry" }), undone(turns)), o.q, false)
end

function leads.plane(o, b, forward)
  local turns = in_axes(o, o.steps[1].axis, o.steps[2].axis)
  by_moves(b, add(add(add({}, turns), { "Tx", "Ty", "Rz" }), undone(turns)), o.q, forward)
end

function leads.slot(o, b, forward)
  local along = not o.flat and placing.least_turn(li.smat { 1, 0, 0 }, o.there, o.name)
  along = along and turns_of(along, o.name, o.values) or spin(o, li.atan2(o.there[2], o.there[1]))
  by_moves(b, slot_moves(o, along, o.flat and { "R" .. o.plane.normal } or { "Rz", "Ry", "Rx" }),
    o.q, forward, o.flat and { 1, o.plane.sign } or nil)
end

local function lead_of(o)
  local parts = o.parts
  if parts.slide and (parts.ball or o.flat and parts.turn) then return leads.slot end
  if parts.turn and parts.slide then return leads.both end
  return leads[next(parts)]
end

-- joint, place and moves after it of the body that the joint leads to. forward: the body is `on` of
-- the joint; else it is `from`, and everything is gone through the other way
local function lead(o, forward)
  local b, turn = {}
  local angle = forward and o.angle or -o.angle
  if o.flat then turn = spin(o, angle)
  else turn = turns_of(forward and o.turn or o.turn:transpose(), o.name, o.values) end
  b.place = add(shift(o, forward and o.base or o.at), forward and {} or turn)
  b.after = add(forward and turn or {}, shift(o, forward and o.at or o.base, -1))
  if next(o.parts) == nil then b.joint = "fixed" else lead_of(o)(o, b, forward) end
  return b
end

-- what closes a loop ------------------------------------------------------------------------------

local function kind_of(o)
  local parts = o.parts
  if parts.slide and (parts.ball or o.flat and parts.turn) then return o.flat and "in_plane"
    or "on_line" end
  if parts.ball or o.flat and parts.turn then return "spherical" end
  if parts.turn and parts.slide then return "cylindrical" end
  if parts.turn then return "revolute" end
  if parts.slide then return "prismatic" end
  return parts.screw and "helical" or parts.cross and "universal" or parts.plane and "planar"
    or "fixed"
end

local NO_AXIS = { spherical = true, fixed = true }

-- z of the frame of `on` along its axis, y of that of `from` along its own
local function close_cross(o, c)
  local a, b = o.here / li.sqrt(o.here:dot(o.here)), o.steps[1].axis
  local x, y = placing.across(a, o.name)
  add(c.from_place, to_frame(o, x, y, a))
  x, y = placing.across(b, o.name)
  add(c.to_place, to_frame(o, y, b, x))
  return c
end

local function closing(o, j)
  local kind = kind_of(o)
  local c = { kind, name = o.name, from = j.on or "world", to = j.from or "world",
    from_place = shift(o, o.at), to_place = shift(o, o.base) }
  if kind == "in_plane" then
    c.to_axis = direction(o, { -o.there[2], o.there[1] })
    return c
  end
  if kind == "universal" then return close_cross(o, c) end
  local axis = o.there
  if o.flat and not o.parts.turn then -- the axis told in the frame that is turned by the angle
    add(c.to_place, spin(o, o.angle))
    local c1, s1 = li.cos(o.angle), li.sin(o.angle)
    axis = li.smat { c1 * axis[1] + s1 * axis[2], c1 * axis[2] - s1 * axis[1] }
  elseif not o.flat then -- the frame of `on` that is the one of `from` at 0
    add(c.from_place, turns_of(o.turn:transpose(), o.name, o.values))
  end
  if kind == "on_line" then c.to_axis = direction(o, axis)
  elseif not NO_AXIS[kind] then
    c.from_axis = direction(o, axis)
    c.to_axis = c.from_axis
  end
  if kind == "helical" then c.pitch = told(o.steps[2].by, o.values) end
  return c
end

-- what acts ---------------------------------------------------------------------------------------

-- symbols without numbers in an expression, but coordinates, rates and time: into the set
local function open_symbols(e, known, open)
  for _, s in ipairs(e:symbols()) do
    local name = tostring(s)
    if not known[name] then open[name] = true end
  end
end

-- What loads and drives of a system do to each coordinate, an smat, of its loaded bodies alone; nil
-- where nothing acts
function converted.acting(s)
  local loaded = {}
  for _, b in ipairs(s.bodies) do if #b.loads > 0 then loaded[#loaded + 1] = b end end
  if #loaded == 0 and next(s.drives) == nil then return nil end
  if #loaded == 0 then loaded[1] = s.bodies[1] end
  local part = setmetatable({ bodies = loaded, rows = {}, gravity = false }, { __index = s })
  return derive.kane(part, nil, nil, nil, 0, 1).tau
end

-- What acts on each coordinate: {"given", joint = q, value = text}, and the inputs they name.
-- Q: of converted.acting, or nil; q: the coordinates; direct: forces of the model already
function converted.loads(q, Q, values, parameters, direct)
  local known, forces, open, inputs = { t = true }, {}, {}, {}
  for i = 1, #q do known[tostring(q[i])], known[tostring(q[i]:d())] = true, true end
  for i, f in ipairs(direct or {}) do
    forces[i] = f
    for _, x in ipairs { f.value or 0, (table.unpack or unpack)(f.f or {}) } do
      open_symbols(li.expr(x), known, open)
    end
  end
  for i = 1, Q and #q or 0 do
    local e = Q[i]
    if values then e = e:subs(values) end
    if e:number() ~= 0 then
      forces[#forces + 1] = { "given", name = "loads on " .. tostring(q[i]),
        joint = tostring(q[i]), value = e:number() or tostring(e) }
      open_symbols(e, known, open)
    end
  end
  for name in pairs(open) do if not parameters[name] then inputs[#inputs + 1] = name end end
  li._internal.sort(inputs)
  return forces, inputs
end

-- numbers for parameters out of a table that may hold a state of the coordinates q too
function converted.numbers_of(values, q)
  if values == nil then return nil end
  local state, out = {}, {}
  for i = 1, #q do state[tostring(q[i])], state[tostring(q[i]:d())] = true, true end
  for name, x in pairs(values) do
    if type(x) ~= "number" then
      check.fail("values." .. tostring(name), "expected a number, got %s", check.got(x))
    end
    if not state[tostring(name)] and check.try(li.expr, name) then out[name] = x end
  end
  return out
end

-- the whole ---------------------------------------------------------------------------------------

-- mass, centre of mass and inertia of a body
local function weighed(m, o, b)
  local com = b.com ~= nil and vector(b.com, b.name .. ".com", m.planar and 2 or 3)
    or placing.zeros(m.planar and 2 or 3)
  local out = { name = b.name, mass = told(b.m or 0, o.values), com = direction(o, com) }
  local J = placing.inertia(b.j or 0, b.name .. ".j", m.planar)
  if m.planar then
    out.inertia = { 0, 0, 0 }
    out.inertia[o.plane.across] = told(J, o.values)
    return out
  end
  out.inertia = {}
  for k = 1, 6 do out.inertia[k] = told(J[k], o.values) end
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

-- a joint as it is read, with where it lies and numbers for parameters
local function joint_of(m, j, values)
  local o = motion.read(m, j)
  o.flat, o.plane, o.values = m.planar, planes.of(m), values
  return o
end

-- the joint form without masses, with these loads
local function loaded_form(m, cut, list)
  local shape = mechanism.shape_of(m)
  shape.loads = list or m.loads
  return mechanism.system_of(shape, "joint", { cut = cut })
end

local function model(m, opts)
  local o = check.fields(opts or {}, "options", options)
  local cut = o.cut ~= nil and (type(o.cut) == "table" and o.cut or { o.cut }) or m.cut
  local tree, how, closed = mechanism.span(m, cut)
  local s = loaded_form(m, cut)
  local values = converted.numbers_of(o.values, s.q)
  local by_name, bodies, constraints, order = {}, {}, {}, {}
  for _, b in ipairs(m.bodies) do by_name[b.name] = b end
  local space = { plane = planes.of(m), values = values }
  for i, j in ipairs(tree) do
    local forward = how[j].forward
    local name, parent = j.from, j.on
    if forward then name, parent = j.on, j.from end
    local b = weighed(m, space, by_name[name])
    for key, x in pairs(lead(joint_of(m, j, values), forward)) do b[key] = x end
    b.parent = parent or "world"
    bodies[i] = b
  end
  for i, j in ipairs(closed) do constraints[i] = closing(joint_of(m, j, values), j) end
  local direct, others = loads.direct(m, values)
  if #others < #m.loads then s = loaded_form(m, cut, others) end
  local forces, inputs = converted.loads(s.q, converted.acting(s), values, parameters_of(bodies),
    direct)
  for i, q in ipairs(s.q) do order[i] = tostring(q) end
  local g = m.gravity and vector(m.gravity, "gravity", m.planar and 2 or 3)
    or placing.zeros(m.planar and 2 or 3)
  return li.robot { name = m.name, gravity = direction(space, g), bodies = bodies, strict = false,
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
