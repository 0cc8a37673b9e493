-- model_mechanism.lua - model:mechanism: a model that moves in the plane x y as a li.mechanism,
-- with its names
--
-- A joint of a mechanism turns or slides without an offset of its angle: where a model has one, a
-- massless body stands before the joint, fixed at that angle; a body whose joint has several
-- coordinates is led to by a massless body for each of them.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kinds = require "liaison.describe.kinds"
local mechanism = require "liaison.constrained.mechanism"
local kit = li._internal

local function expr(x) return li.expr(x, "new") end

local function refuse(what, ...) check.fail("model:mechanism", what, ...) end

-- moves in the plane ------------------------------------------------------------------------------

local function identity() return { x = li.expr(0), y = li.expr(0), angle = li.expr(0) } end

-- a vector turned by the angle of a pose
local function turned(pose, x, y)
  if pose.angle:number() == 0 then return x, y end
  local c, s = li.cos(pose.angle), li.sin(pose.angle)
  return c * x - s * y, s * x + c * y
end

local function compose(a, b)
  local x, y = turned(a, b.x, b.y)
  return { x = a.x + x, y = a.y + y, angle = a.angle + b.angle }
end

-- a constant move as a pose
local function pose_of(move, who)
  local letter, value, pose = move[1], expr(move[2]), identity()
  if letter == "Tx" then pose.x = value
  elseif letter == "Ty" then pose.y = value
  elseif letter == "Rz" then pose.angle = value
  elseif value:number() ~= 0 and letter ~= "Tz" then
    refuse("%s is turned out of the plane x y: %s(%s) (a mechanism in space is li.mechanism{planar"
      .. " = false})", who, letter, tostring(value))
  end
  return pose
end

local function poses_of(moves, who)
  local pose = identity()
  for _, move in ipairs(moves or {}) do pose = compose(pose, pose_of(move, who)) end
  return pose
end

local UNIT = { x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 }, ["-x"] = { -1, 0, 0 },
  ["-y"] = { 0, -1, 0 }, ["-z"] = { 0, 0, -1 } }

-- the direction of a slide, or +1 and -1 of a turn about z
local function direction(axis, turns, who)
  local a = UNIT[axis or "z"] or axis
  local flat = a[3] == 0 or (type(a[3]) == "string" and expr(a[3]):number() == 0)
  if turns and a[1] == 0 and a[2] == 0 then return a[3] > 0 and 1 or -1 end
  if turns then refuse("%s turns about an axis that is not z", who) end
  if not flat then refuse("%s slides out of the plane x y", who) end
  return { expr(a[1]), expr(a[2]) }
end

-- joints as steps ---------------------------------------------------------------------------------

-- names and factors of the coordinates of a body's joint
local function coordinates_of(b)
  local list = {}
  local function put(name, fields)
    if fields.follows then
      refuse("the joint of '%s' follows another (a gear, coordinates in common): no mechanism of "
        .. "joints has that", b.name)
    end
    list[#list + 1] = { name = name, scale = fields.scale or 1, offset = fields.offset or 0,
      fields = fields }
  end
  if b.dofs then
    for _, d in ipairs(b.dofs) do put(d.q, d) end
  elseif b.q then
    for _, name in ipairs(type(b.q) == "table" and b.q or { b.q }) do put(name, b) end
  end
  return list
end

-- the motion of a joint, { pose } and { turn = sign } or { slide = direction } in their order
local function steps_of(b)
  local who, q, steps, at = ("'%s'"):format(b.name), coordinates_of(b), {}, 0
  local function motion(step)
    at = at + 1
    local c = q[at]
    if c.scale ~= 1 and c.scale ~= -1 or c.offset ~= 0 then
      refuse("the joint of %s moves by scale * coordinate + offset: a mechanism's coordinate is "
        .. "the motion itself", who)
    end
    if step.turn then step.turn = step.turn * c.scale
    else step.slide = { step.slide[1] * c.scale, step.slide[2] * c.scale } end
    step.q, step.fields = c.name, c.fields
    steps[#steps + 1] = step
  end
  if b.joint == "moves" then
    for _, m in ipairs(b.moves) do
      if type(m) == "table" and m[2] ~= nil then steps[#steps + 1] = { pose = pose_of(m, who) }
      else
        local letter = type(m) == "table" and m[1] or m
        local axis = UNIT[letter:sub(2)]
        motion(letter:sub(1, 1) == "R" and { turn = direction(axis, true, who) }
          or { slide = direction(axis, false, who) })
      end
    end
    return steps
  end
  local row = kinds.joint[b.joint]
  for k, x in ipairs(row.motion or {}) do
    if x.step == "quaternion" then
      refuse("%s has a joint that turns in space ('%s')", who, b.joint)
    end
    local axis = kinds.axis(b.joint, b, k)
    if x.step == "turn" then motion { turn = direction(axis, true, who) }
    elseif x.step == "slide" then motion { slide = direction(axis, false, who) }
    else refuse("%s: the joint '%s' is none of the plane", who, b.joint) end
  end
  return steps
end

-- what a mechanism is made of ---------------------------------------------------------------------

local function text(e) return e:number() or tostring(e) end
local function point(pose) return { text(pose.x), text(pose.y) } end
local function zero(e) return e:number() == 0 end

local function massless(o, name)
  while o.taken[name] do name = name .. "'" end
  o.taken[name] = true
  o.bodies[#o.bodies + 1] = { name = name, m = 0, j = 0 }
  return name
end

-- a pose behind the last motion and the motion after it as one joint to `on`; what is after it
local function revolute(o, from, on, before, step, after)
  local angle = before.angle + after.angle
  local back = compose({ x = li.expr(0), y = li.expr(0), angle = -after.angle },
    { x = after.x, y = after.y, angle = li.expr(0) })
  if not zero(angle) then
    local mount = massless(o, on .. " mount")
    o.joints[#o.joints + 1] = { kind = "fixed", name = mount, on = mount, from = from,
      at_from = point(before), angle = text(angle) }
    from, before = mount, identity()
  end
  local j = { kind = "revolute", name = o.name_of(step), coordinate = step.q }
  local here, there = point(before), { text(-back.x), text(-back.y) }
  if step.turn == 1 then j.on, j.from, j.at, j.at_from = on, from, there, here
  else j.on, j.from, j.at, j.at_from = from, on, here, there end
  o.joints[#o.joints + 1] = j
end

local function prismatic(o, from, on, before, step, after)
  local dx, dy = turned(before, step.slide[1], step.slide[2])
  local all = compose(before, after)
  o.joints[#o.joints + 1] = { kind = "prismatic", name = o.name_of(step), coordinate = step.q,
    on = on, from = from, at_from = point(all), axis = { text(dx), text(dy) },
    angle = not zero(all.angle) and text(all.angle) or nil }
end

-- a slide and then a turn without an offset: a slot
local function slot(o, from, on, steps, after)
  if #steps ~= 2 or not steps[1].slide or not steps[2].turn then return false end
  local before, between = steps[1].before, steps[2].before
  local angle = before.angle + between.angle + after.angle
  if steps[2].turn ~= 1 or not zero(angle) then return false end
  local dx, dy = turned(before, steps[1].slide[1], steps[1].slide[2])
  local at = compose({ x = li.expr(0), y = li.expr(0), angle = -after.angle },
    { x = after.x, y = after.y, angle = li.expr(0) })
  o.joints[#o.joints + 1] = { kind = "slot", name = o.name_of(steps[1]), on = on, from = from,
    coordinate = { steps[1].q, steps[2].q }, axis = { text(dx), text(dy) },
    at_from = point(compose(before, between)), at = { text(-at.x), text(-at.y) } }
  return true
end

-- the joint of a body, through massless bodies where it has several coordinates
local function lead(o, b)
  local list, pose = {}, poses_of(b.place, ("'%s'"):format(b.name))
  for _, step in ipairs(steps_of(b)) do
    if step.pose then pose = compose(pose, step.pose)
    else
      step.before, pose = pose, identity()
      list[#list + 1] = step
    end
  end
  local after = compose(pose, poses_of(b.after, ("'%s'"):format(b.name)))
  local from = b.parent ~= "world" and b.parent or nil
  if #list == 0 then
    o.joints[#o.joints + 1] = { kind = "fixed", name = b.name .. " fixed", on = b.name,
      from = from, at_from = point(after), angle = text(after.angle) }
  elseif not slot(o, from, b.name, list, after) then
    for k, step in ipairs(list) do
      local last = k == #list
      local on = last and b.name or massless(o, ("%s %d"):format(b.name, k))
      local make = step.turn and revolute or prismatic
      make(o, from, on, step.before, step, last and after or identity())
      from = on
    end
  end
end

-- loops -------------------------------------------------------------------------------------------

-- body and pose of an end, through a frame where it stands in one
local function end_of(o, name, place, who)
  local pose, f = poses_of(place, who), o.frames[name]
  if f then
    pose = compose(poses_of(f.place, who), pose)
    name = f.body
  end
  return name ~= "world" and name or nil, pose
end

local function same_axis(a, b)
  for k = 1, 3 do if tostring(a[k]) ~= tostring(b[k]) then return false end end
  return true
end

local close = {}

function close.spherical(j) j.kind = "revolute" end

function close.revolute(j, c, who)
  direction(c.from_axis, true, who)
  direction(c.to_axis, true, who)
  j.kind = "revolute"
end

function close.fixed(j, _, _, here, there)
  j.kind, j.angle = "fixed", text(there.angle - here.angle)
end

function close.prismatic(j, c, who, here, there)
  local a, b = UNIT[c.from_axis or "z"] or c.from_axis, UNIT[c.to_axis or "z"] or c.to_axis
  if not same_axis(a, b) then refuse("%s: the slide has another axis in each body", who) end
  local d = direction(c.to_axis, false, who)
  local dx, dy = turned(there, d[1], d[2])
  j.kind, j.axis, j.angle = "prismatic", { text(dx), text(dy) }, text(there.angle - here.angle)
end

function close.in_plane(j, c, who, _, there)
  local n = direction(c.to_axis, false, who)
  local dx, dy = turned(there, n[2], -n[1])
  j.kind, j.axis = "slot", { text(dx), text(dy) }
end

function close.on_line(j, c, who, _, there)
  local d = direction(c.to_axis, false, who)
  local dx, dy = turned(there, d[1], d[2])
  j.kind, j.axis = "slot", { text(dx), text(dy) }
end

local ALIAS = { point = "spherical", hinge = "revolute", weld = "fixed", slider = "prismatic" }

local function loop(o, c)
  local who = ("constraint '%s'"):format(c.name)
  local make = close[ALIAS[c.kind] or c.kind]
  if not make then
    refuse("%s (%s) is no joint of a mechanism in the plane: revolute, prismatic, fixed, slot", who,
      c.kind)
  end
  local on, here = end_of(o, c.from, c.from_place, who)
  local from, there = end_of(o, c.to, c.to_place, who)
  local j = { name = c.name, on = on, from = from, at = point(here), at_from = point(there) }
  make(j, c, who, here, there)
  o.joints[#o.joints + 1], o.cut[#o.cut + 1] = j, c.name
end

-- what acts ---------------------------------------------------------------------------------------

-- a force along a coordinate, on the body the joint leads to, from the body before
local function along(o, q, f, who)
  local j = o.joint_of[q]
  if not j then refuse("%s acts on '%s', which is no joint of the mechanism", who, q) end
  local sign = 1
  if j.kind == "slot" then
    refuse("%s acts on one of the coordinates of a slot (model:mechanism{forces = false} leaves "
      .. "forces out)", who)
  end
  -- a turn is told by its torque, a slide by its force along the axis of the body before
  if j.kind == "revolute" then
    local load = { on = j.on, from = j.from, torque = text(sign * f) }
    if not j.on then load = { on = j.from, torque = text(-f) } end
    o.loads[#o.loads + 1] = load
    return
  end
  local x, y = expr(j.axis[1]), expr(j.axis[2])
  local length = li.sqrt(x * x + y * y)
  o.loads[#o.loads + 1] = { on = j.on, from = j.from, axes = j.from or "world", at = { 0, 0 },
    f = { text(f * x / length), text(f * y / length) } }
end

local function number(x, default) return x == nil and li.expr(default) or expr(x) end

local acts = {}

function acts.given(o, f, who)
  if f.at then
    local on, pose = end_of(o, f.at, nil, who)
    local p = f.point or { 0, 0, 0 }
    local at = compose(pose, { x = expr(p[1]), y = expr(p[2]), angle = li.expr(0) })
    local F = f.f or f.force
    local x, y = expr(F[1]), expr(F[2])
    if f.axes == "body" then x, y = turned(pose, x, y) end
    o.loads[#o.loads + 1] = { on = on, f = { text(x), text(y) }, at = point(at),
      axes = f.axes ~= "body" and "world" or nil }
    return true
  end
  if f.joint == nil or type(f.joint) == "table" then return false end
  along(o, f.joint, number(f.value or f.f, 0), who)
  return true
end

function acts.spring(o, f, who)
  if type(f.joint) ~= "string" then return false end
  local q = li.coordinates(f.joint)
  along(o, f.joint, -number(f.stiffness, 0) * (q - number(f.rest, 0)) - number(f.damping, 0)
    * q:d(), who)
  return true
end

function acts.damper(o, f, who)
  if type(f.joint) ~= "string" or f.quadratic then return false end
  along(o, f.joint, -number(f.damping, 0) * li.coordinates(f.joint):d(), who)
  return true
end

-- springs and dampers of joints; what a mechanism cannot hold
local function of_joint(o, step, b)
  local f, q, who = step.fields, li.coordinates(step.q), ("the joint of '%s'"):format(b.name)
  local function has(key) return f[key] ~= nil and f[key] ~= 0 end
  for _, key in ipairs { "friction", "rotor" } do
    if has(key) and o.forces then
      refuse("%s has %s, which no load is (model:mechanism{forces = false} leaves it out)", who,
        key)
    end
  end
  for _, key in ipairs { "min", "max", "speed", "effort", "limits", "friction", "rotor" } do
    if has(key) then o.left_out[#o.left_out + 1] = ("%s: %s"):format(who, key) end
  end
  local pull = li.expr(0)
  if has "stiffness" then pull = pull - expr(f.stiffness) * (q - number(f.rest, 0)) end
  if has "damping" then pull = pull - expr(f.damping) * q:d() end
  if pull:number() == 0 then return end
  if o.forces then along(o, step.q, pull, who)
  else o.left_out[#o.left_out + 1] = who .. ": its spring or damper" end
end

local function all_forces(o, d)
  for _, b in ipairs(d.bodies) do
    for _, c in ipairs(coordinates_of(b)) do
      of_joint(o, { q = c.name, fields = c.fields }, b)
    end
  end
  for _, f in ipairs(d.forces or {}) do
    local who = ("force '%s'"):format(f.name)
    if not o.forces then o.left_out[#o.left_out + 1] = who
    elseif not (acts[f.kind] and acts[f.kind](o, f, who)) then
      refuse("%s (%s) is no load of a mechanism (model:mechanism{forces = false} leaves forces "
        .. "out)", who, f.kind)
    end
  end
end

-- the whole ---------------------------------------------------------------------------------------

-- moment of inertia about the centre of mass, across the plane
local function moment(b)
  local J = b.inertia
  if J == nil then return nil end
  local zz = expr(type(J[3]) == "table" and J[3][3] or J[3])
  if b.about ~= "origin" then return text(zz) end
  local c = b.com or { 0, 0 }
  return text(zz - expr(b.mass or 0) * (expr(c[1]) ^ 2 + expr(c[2]) ^ 2))
end

local function name_of(step) return "joint of " .. step.q end

local options = { forces = { "bool?", default = true } }

local function to_mechanism(model, opts)
  local given = check.fields(opts or {}, "options", options)
  local d = model:description()
  local o = { bodies = {}, joints = {}, loads = {}, cut = {}, taken = {}, frames = {},
    left_out = {}, forces = given.forces, name_of = name_of, joint_of = {} }
  li.coordinates(table.concat(model:coordinates(), " "))
  for _, f in ipairs(d.frames or {}) do o.frames[f.name] = f end
  for _, b in ipairs(d.bodies) do o.taken[b.name] = true end
  for _, b in ipairs(d.bodies) do
    local com = b.com or { 0, 0 }
    o.bodies[#o.bodies + 1] = { name = b.name, m = b.mass, j = moment(b),
      com = { com[1], com[2] } }
    lead(o, b)
  end
  for _, j in ipairs(o.joints) do
    if j.kind ~= "slot" and j.coordinate then o.joint_of[j.coordinate] = j end
    for _, q in ipairs(j.kind == "slot" and j.coordinate or {}) do o.joint_of[q] = j end
  end
  for _, l in ipairs(d.loops or {}) do
    loop(o, { name = l.name, kind = l.joint, from = l.from, to = l.to, from_axis = l.axis,
      to_axis = l.axis })
  end
  for _, c in ipairs(d.constraints or {}) do loop(o, c) end
  all_forces(o, d)
  local g = d.gravity or { 0, 0, 0 }
  if expr(g[3]):number() ~= 0 then o.left_out[#o.left_out + 1] = "gravity across the plane" end
  local m = mechanism.create { name = d.name ~= "" and d.name or nil, bodies = o.bodies,
    joints = o.joints, loads = o.loads, cut = o.cut, gravity = { g[1], g[2] } }
  return m, o.left_out
end

kit.define(kit.methods "model", {
  "model:mechanism([options: table]) -> m: mechanism, left_out: table",
  "A model that moves in the plane x y as a li.mechanism: counts, forms, assemblies, strict "
  .. "equations. Names stay; a joint of several coordinates, or one with an offset of its angle, "
  .. "is led to by massless bodies. Springs, dampers and given forces are loads; what a mechanism "
  .. "does not have (limits, friction) is listed. It raises where something moves out of the "
  .. "plane or is no joint or load; forces = false leaves all forces but the weight out.",
  "return li.mechanisms.slider_crank():model():mechanism():counts().joint.constraints --> 2",
  to_mechanism,
})
