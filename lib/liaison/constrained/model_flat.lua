-- model_flat.lua - the joints of a model that moves in one plane as joints of a li.mechanism of the
-- plane: poses x, y, angle
local li = require "liaison.core"
local planes = require "liaison.constrained.planes"
local steps = require "liaison.constrained.model_steps"

local flat = {}

local refuse = steps.refuse

local function expr(x) return li.expr(x, "new") end
local function text(e) return e:number() or tostring(e) end
local function zero(e) return e:number() == 0 end

-- poses -------------------------------------------------------------------------------------------

local function identity() return { x = li.expr(0), y = li.expr(0), angle = li.expr(0) } end

-- a vector turned by the angle of a pose
local function turned(pose, x, y)
  if zero(pose.angle) then return x, y end
  local c, s = li.cos(pose.angle), li.sin(pose.angle)
  return c * x - s * y, s * x + c * y
end

local function compose(a, b)
  local x, y = turned(a, b.x, b.y)
  return { x = a.x + x, y = a.y + y, angle = a.angle + b.angle }
end

-- a vector of three in the plane: its two entries, and the one across it
local function in_plane(p, axis)
  return expr(axis[p.one]), expr(axis[p.two]), expr(axis[p.across])
end

-- +1 or -1 where an axis is that about which angles turn; nil where it is another
local function sense(p, axis)
  local x, y, across = in_plane(p, axis)
  local n = across:number()
  if not (zero(x) and zero(y) and n and n ~= 0) then return nil end
  return (n > 0 and 1 or -1) * p.sign
end

-- a constant step as a pose
local function pose_of(o, step, who)
  local p, pose = o.plane, identity()
  if zero(step.value) then return pose end
  local x, y, across = in_plane(p, step.axis)
  if step.const == "slide" then
    pose.x, pose.y = x * step.value, y * step.value
    if not zero(across) then o.told[#o.told + 1] = who .. ": its offset across the plane" end
    return pose
  end
  local s = sense(p, step.axis)
  if not s then refuse("%s is turned out of the plane %s", who, o.plane_name) end
  pose.angle = s * step.value
  return pose
end

local function poses_of(o, list, who)
  local pose = identity()
  for _, step in ipairs(list) do pose = compose(pose, pose_of(o, step, who)) end
  return pose
end

-- joints ------------------------------------------------------------------------------------------

local function point(pose) return { text(pose.x), text(pose.y) } end

-- the place of the joint in what is behind it, where that stands at `after` from the joint
local function place_behind(after)
  local x, y = turned({ angle = -after.angle }, after.x, after.y)
  return { text(-x), text(-y) }
end

local function name_of(step) return "joint of " .. step.q end

local function angle_of(a, b)
  local angle = a.angle + b.angle
  return not zero(angle) and text(angle) or nil
end

-- X = before R(q) after; a turn against the plane's is that of the other body
local function revolute(o, from, on, before, step, after)
  local j = { kind = "revolute", name = name_of(step), coordinate = step.q }
  if step.sign == 1 then
    j.on, j.from, j.at, j.at_from = on, from, place_behind(after), point(before)
    j.angle = angle_of(before, after)
  else
    j.on, j.from, j.at, j.at_from = from, on, point(before), place_behind(after)
    local angle = angle_of(before, after)
    j.angle = angle and text(-expr(angle))
  end
  o.joints[#o.joints + 1] = j
end

local function prismatic(o, from, on, before, step, after)
  local dx, dy = turned(before, step.x, step.y)
  local all = compose(before, after)
  o.joints[#o.joints + 1] = { kind = "prismatic", name = name_of(step), coordinate = step.q,
    on = on, from = from, at_from = point(all), axis = { text(dx), text(dy) },
    angle = angle_of(before, after) }
end

-- a slide and then a turn: a slot
local function slot(o, from, on, list, after)
  if #list ~= 2 or not list[1].x or list[2].sign ~= 1 then return false end
  local before, between = list[1].before, list[2].before
  local dx, dy = turned(before, list[1].x, list[1].y)
  o.joints[#o.joints + 1] = { kind = "slot", name = name_of(list[1]), on = on, from = from,
    coordinate = { list[1].q, list[2].q }, axis = { text(dx), text(dy) },
    angle = angle_of(compose(before, between), after),
    at_from = point(compose(before, between)), at = place_behind(after) }
  return true
end

-- a moving step in the plane: sign of a turn, x and y of a slide
local function motion(o, step, before, who)
  if step.screw then refuse("%s slides out of the plane %s as it turns", who, o.plane_name) end
  local m = { q = step.q, fields = step.fields, before = before }
  if step.turn then
    m.sign = sense(o.plane, step.axis)
    if not m.sign then
      refuse("%s turns about an axis across which the plane %s does not stand", who, o.plane_name)
    end
    return m
  end
  local x, y, across = in_plane(o.plane, step.axis)
  if not zero(across) then refuse("%s slides out of the plane %s", who, o.plane_name) end
  m.x, m.y = x, y
  return m
end

-- the joint of a body, through bodies without mass where it has several coordinates
function flat.lead(o, b)
  local who, list, pose = ("'%s'"):format(b.name), {}, identity()
  for _, step in ipairs(steps.of_body(b, o)) do
    if step.const then pose = compose(pose, pose_of(o, step, who))
    else
      list[#list + 1] = motion(o, step, pose, who)
      pose = identity()
    end
  end
  local from = b.parent ~= "world" and b.parent or nil
  if #list == 0 then
    o.joints[#o.joints + 1] = { kind = "fixed", name = b.name .. " fixed", on = b.name,
      from = from, at_from = point(pose), angle = angle_of(pose, identity()) }
  elseif not slot(o, from, b.name, list, pose) then
    for k, step in ipairs(list) do
      local last = k == #list
      local on = last and b.name or o.massless(("%s %d"):format(b.name, k))
      local make = step.sign and revolute or prismatic
      make(o, from, on, step.before, step, last and pose or identity())
      from = on
    end
  end
end

-- loops -------------------------------------------------------------------------------------------

-- body and pose of an end, through a frame where it stands in one
local function end_of(o, name, place, who)
  local pose, f = poses_of(o, steps.constants(place), who), o.frames[name]
  if f then
    pose = compose(poses_of(o, steps.constants(f.place), who), pose)
    name = f.body
  end
  return name ~= "world" and name or nil, pose
end

local function direction(o, axis, who)
  local x, y, across = in_plane(o.plane, steps.axis(axis))
  if not zero(across) then refuse("%s goes out of the plane %s", who, o.plane_name) end
  return x, y
end

local function across(o, axis, who)
  if sense(o.plane, steps.axis(axis)) then return end
  refuse("%s turns about an axis across which the plane %s does not stand", who, o.plane_name)
end

local close = {}

function close.spherical(_, j) j.kind = "revolute" end

function close.revolute(o, j, c, who)
  across(o, c.from_axis, who)
  across(o, c.to_axis, who)
  j.kind = "revolute"
end

function close.fixed(_, j, _, _, here, there)
  j.kind, j.angle = "fixed", text(there.angle - here.angle)
end

function close.prismatic(o, j, c, who, here, there)
  local a, b = steps.axis(c.from_axis), steps.axis(c.to_axis)
  for k = 1, 3 do
    if tostring(a[k]) ~= tostring(b[k]) then
      refuse("%s: the slide has another axis in each body", who)
    end
  end
  local dx, dy = turned(there, direction(o, c.to_axis, who))
  j.kind, j.axis, j.angle = "prismatic", { text(dx), text(dy) }, text(there.angle - here.angle)
end

function close.in_plane(o, j, c, who, _, there)
  local x, y = direction(o, c.to_axis, who)
  local dx, dy = turned(there, y, -x)
  j.kind, j.axis = "slot", { text(dx), text(dy) }
end

function close.on_line(o, j, c, who, _, there)
  local dx, dy = turned(there, direction(o, c.to_axis, who))
  j.kind, j.axis = "slot", { text(dx), text(dy) }
end

function flat.loop(o, c, who)
  local make = close[c.kind]
  if not make then
    refuse("%s (%s) is no joint of a mechanism in the plane: revolute, prismatic, fixed, slot "
      .. "(model:system tells any)", who, c.kind)
  end
  local on, here = end_of(o, c.from, c.from_place, who)
  local from, there = end_of(o, c.to, c.to_place, who)
  local j = { name = c.name, on = on, from = from, at = point(here), at_from = point(there) }
  make(o, j, c, who, here, there)
  return j
end

-- what acts ---------------------------------------------------------------------------------------

-- a force of one unit along a coordinate, on `on` from `from`: { torque = } or { f =, at = }, in
-- axes of `from`
function flat.along(j, k)
  if j.kind == "revolute" or j.kind == "slot" and k == 2 then return { torque = li.expr(1) } end
  local x, y = expr(j.axis[1]), expr(j.axis[2])
  local length = li.sqrt(x * x + y * y)
  return { f = { x / length, y / length }, at = j.kind == "slot" and j.at or { 0, 0 } }
end

-- a force on a place: body, point, force; axes: of the body, or the world
function flat.force(o, f, who)
  local on, pose = end_of(o, f.at, nil, who)
  local q, F = f.point or { 0, 0, 0 }, f.f or f.force
  local x, y, off = in_plane(o.plane, q)
  if not zero(off) then o.told[#o.told + 1] = who .. ": the place of its point across the plane" end
  local at = compose(pose, { x = x, y = y, angle = li.expr(0) })
  local fx, fy, across_force = in_plane(o.plane, F)
  if not zero(across_force) then
    refuse("%s pushes out of the plane %s", who, o.plane_name)
  end
  return on, point(at), { text(fx), text(fy) }
end

-- bodies ------------------------------------------------------------------------------------------

-- mass, centre of mass and moment of inertia about it, across the plane
function flat.weigh(o, b)
  local com, p, J = b.com or { 0, 0, 0 }, o.plane, b.inertia
  local out = { name = b.name, m = b.mass, com = { com[p.one], com[p.two] } }
  if not zero(expr(com[p.across])) then
    o.told[#o.told + 1] = ("'%s': its centre of mass across the plane"):format(b.name)
  end
  if J == nil then return out end
  local zz = expr(type(J[p.across]) == "table" and J[p.across][p.across] or J[p.across])
  if b.about == "origin" then
    zz = zz - expr(b.mass or 0) * (expr(com[p.one]) ^ 2 + expr(com[p.two]) ^ 2)
  end
  out.j = text(zz)
  return out
end

function flat.gravity(o, g)
  if not zero(expr(g[o.plane.across])) then
    o.told[#o.told + 1] = "gravity across the plane"
  end
  return { g[o.plane.one], g[o.plane.two] }
end

-- a body without mass
function flat.massless(name) return { name = name, m = 0, j = 0 } end

-- where a plane is looked for: of a name
function flat.in_plane(o, name)
  o.plane_name, o.plane = name:sub(1, 1) .. " " .. name:sub(2), planes.known[name]
  return o
end

return flat
