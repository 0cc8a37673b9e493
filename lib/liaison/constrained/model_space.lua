-- model_space.lua - the joints of a model in space as joints of a li.mechanism{planar = false}:
-- X = before M(q) after, with M about an axis u, is
--   T(p_before) M(R_before u, q) R_before R_after T(R_after' p_after)
-- a joint with from_at, from_axis, rot and to_at
local li = require "liaison.core"
local placing = require "liaison.describe.pose_expr"
local steps = require "liaison.constrained.model_steps"

local space = {}

local refuse = steps.refuse

local function expr(x) return li.expr(x, "new") end
local function text(e) return e:number() or tostring(e) end

-- poses -------------------------------------------------------------------------------------------

-- what rounding alone leaves of a whole number
local function snapped(e)
  local x = e:number()
  if not x then return e end
  local whole = math.floor(x + .5)
  return math.abs(x - whole) < 4e-16 and li.expr(whole) or e
end

-- of a matrix of three rows, or a vector of three
local function snap(M)
  local rows, cols = M:size()
  local out = {}
  for i = 1, rows do
    out[i] = {}
    for k = 1, cols do out[i][k] = snapped(M:at(i, k)) end
    if cols == 1 then out[i] = out[i][1] end
  end
  return li.smat(out)
end

local function identity() return placing.identity(false) end

local function compose(a, b)
  return { R = snap((a.R * b.R):trig()), p = (a.p + a.R * b.p):trig() }
end

local function inverse(a)
  local R = a.R:transpose()
  return { R = R, p = -(R * a.p):trig() }
end

-- the cosine and sine of a quarter turn are whole
local function turn_about(u, angle)
  local c, s = snapped(li.cos(angle)), snapped(li.sin(angle))
  local S = li.smat { { 0, -u[3], u[2] }, { u[3], 0, -u[1] }, { -u[2], u[1], 0 } }
  return snap((li.seye(3) + s * S + (1 - c) * (S * S)):trig())
end

local function vector(axis) return li.smat { expr(axis[1]), expr(axis[2]), expr(axis[3]) } end

local function unit(a) return a / li.sqrt(a:dot(a)) end

local function pose_of(step)
  local u = unit(vector(step.axis))
  if step.const == "slide" then return { R = li.seye(3), p = step.value * u } end
  return { R = turn_about(u, step.value), p = placing.zeros(3) }
end

local function poses_of(list)
  local pose = identity()
  for _, step in ipairs(list) do pose = compose(pose, pose_of(step)) end
  return pose
end

-- what a mechanism is told ------------------------------------------------------------------------

local function is_zero(e) return e:number() == 0 end

local function is_one(R)
  for i = 1, 3 do
    for k = 1, 3 do if R:at(i, k):number() ~= (i == k and 1 or 0) then return false end end
  end
  return true
end

local function triple(p) return { text(p[1]), text(p[2]), text(p[3]) } end

local function place(p)
  return not (is_zero(p[1]) and is_zero(p[2]) and is_zero(p[3])) and triple(p) or nil
end

local function rows_of(R)
  local rows = {}
  for i = 1, 3 do rows[i] = { text(R:at(i, 1)), text(R:at(i, 2)), text(R:at(i, 3)) } end
  return rows
end

local function name_of(step) return "joint of " .. step.q end

-- the frame of a joint: its place and turn in `from`, its place in `on`. turns of the coordinates
-- stand between `before` and `after`, whose rotations are told as one
local function joint_between(from, on, before, after, axis)
  local R = snap((before.R * after.R):trig())
  local j = { on = on, from = from, at_from = place(before.p),
    at = place(-(after.R:transpose() * after.p):trig()) }
  if not is_one(R) then j.rot = rows_of(R) end
  if axis then j[j.rot and "axis_from" or "axis"] = triple(snap(before.R * axis)) end
  return j
end

-- joints of several coordinates -------------------------------------------------------------------

local function same(a, b)
  for k = 1, 3 do if (a[k] - b[k]):number() ~= 0 then return false end end
  return true
end

-- whether a pose between two motions is none
local function nothing(pose)
  return is_one(pose.R) and is_zero(pose.p[1]) and is_zero(pose.p[2]) and is_zero(pose.p[3])
end

local function close_by(list, first)
  for k = first or 2, #list do if not nothing(list[k].before) then return false end end
  return true
end

local function kinds_of(list)
  local word = ""
  for _, m in ipairs(list) do word = word .. (m.turn and "R" or m.slide and "T" or "H") end
  return word
end

local together = {} -- by the motions: the fields of one joint, or nil

-- a turn and a slide on one axis, in either order
local function cylinder(list, after, from, on)
  local a, b = list[1], list[2]
  if not close_by(list) or not same(a.axis, b.axis) then return nil end
  local j = joint_between(from, on, a.before, after, a.axis)
  j.kind, j.coordinate = "cylindrical", a.turn and { a.q, b.q } or { b.q, a.q }
  return j
end

together.RT, together.TR = cylinder, cylinder

-- two turns about axes square to each other
function together.RR(list, after, from, on)
  local a, b = list[1], list[2]
  if not close_by(list) or a.axis:dot(b.axis):number() ~= 0 then return nil end
  local j = joint_between(from, on, a.before, after)
  j.kind, j.coordinate = "universal", { a.q, b.q }
  j.axis_from = triple(snap(a.before.R * a.axis))
  j.axis = triple(snap(after.R:transpose() * b.axis))
  return j
end

local ZYX = { { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 } }

-- three turns about z, y, x of `from`, from motion `first` on
local function is_ball(list, first)
  for k = 0, 2 do
    local m = list[first + k]
    if not (m and m.turn and same(m.axis, li.smat(ZYX[k + 1]))) then return false end
  end
  return true
end

local function coordinates(list)
  local out = {}
  for i, m in ipairs(list) do out[i] = m.q end
  return out
end

function together.RRR(list, after, from, on)
  if not (close_by(list) and is_ball(list, 1) and is_one(list[1].before.R)) then return nil end
  local j = joint_between(from, on, list[1].before, after)
  j.kind, j.coordinate = "spherical", coordinates(list)
  return j
end

-- a slide, then a ball whose axes are those of `from`
function together.TRRR(list, after, from, on)
  local first, second = list[1], list[2]
  local both = compose(first.before, second.before)
  if not (close_by(list, 3) and is_ball(list, 2) and is_one(both.R)) then return nil end
  local j = joint_between(from, on, { R = both.R, p = both.p }, after)
  j.axis = nil
  j[j.rot and "axis_from" or "axis"] = triple(snap(first.before.R * first.axis))
  j.kind, j.coordinate = "slot", coordinates(list)
  return j
end

-- slides in a plane and a turn across it, along the directions that a planar joint has
function together.TTR(list, after, from, on)
  local a, b, c = list[1], list[2], list[3]
  local before = compose(compose(a.before, b.before), c.before)
  local R = a.before.R
  local x, y = snap(R * a.axis), snap(compose(a.before, b.before).R * b.axis)
  local z = snap(before.R * c.axis)
  for k = 1, 3 do if not (z[k]:number()) then return nil end end
  local e, f = placing.across(z, "model:mechanism")
  if not (same(x, e) and same(y, f)) then return nil end
  local j = joint_between(from, on, before, after)
  j[j.rot and "axis_from" or "axis"] = triple(z)
  j.kind, j.coordinate = "planar", coordinates(list)
  return j
end

-- the same joint gone through the other way: its motions undone, from the body to what it hangs on
local function backwards(list, after)
  local out, n = {}, #list
  for k = 1, n do
    local m = list[n + 1 - k]
    local before = k == 1 and after or list[n + 2 - k].before
    out[k] = { turn = m.turn, slide = m.slide, screw = m.screw, q = m.q, axis = -m.axis,
      before = inverse(before), fields = m.fields }
  end
  return out, inverse(list[1].before)
end

-- coordinates stand in their order: undone they are those of the joint the other way round
local function as_one(o, list, after, from, on)
  local make = together[kinds_of(list)]
  local j = make and make(list, after, from, on)
  if not j then
    local other, behind = backwards(list, after)
    make = together[kinds_of(other)]
    j = make and make(other, behind, on, from)
  end
  if j and (j.kind == "spherical" or j.kind == "slot") then -- no moment is along an angle's rate
    for _, m in ipairs(list) do if m.turn and o.acted[m.q] then return nil end end
  end
  return j
end

-- joints ------------------------------------------------------------------------------------------

local KIND = { turn = "revolute", slide = "prismatic", screw = "helical" }

local function single(from, on, m, after)
  local j = joint_between(from, on, m.before, after, m.axis)
  j.kind = KIND[m.turn and "turn" or m.slide and "slide" or "screw"]
  j.coordinate, j.pitch = m.q, m.screw and text(m.screw) or nil
  return j
end

local function put(o, j, name)
  j.name = name
  o.joints[#o.joints + 1] = j
end

-- the joint of a body, through bodies without mass where it has coordinates that no one joint has
function space.lead(o, b)
  local list, pose = {}, identity()
  for _, step in ipairs(steps.of_body(b, o)) do
    if step.const then pose = compose(pose, pose_of(step))
    else
      list[#list + 1] = { turn = step.turn, slide = step.slide, screw = step.screw, q = step.q,
        axis = unit(vector(step.axis)), before = pose, fields = step.fields }
      pose = identity()
    end
  end
  local from = b.parent ~= "world" and b.parent or nil
  if #list == 0 then
    local j = joint_between(from, b.name, pose, identity())
    j.kind = "fixed"
    return put(o, j, b.name .. " fixed")
  end
  local one = #list > 1 and as_one(o, list, pose, from, b.name)
  if one then return put(o, one, name_of(list[1])) end
  for k, m in ipairs(list) do
    local last = k == #list
    local on = last and b.name or o.massless(("%s %d"):format(b.name, k))
    put(o, single(from, on, m, last and pose or identity()), name_of(m))
    from = on
  end
end

-- loops -------------------------------------------------------------------------------------------

local function end_of(o, name, where)
  local pose, f = poses_of(steps.constants(where)), o.frames[name]
  if f then
    pose = compose(poses_of(steps.constants(f.place)), pose)
    name = f.body
  end
  return name ~= "world" and name or nil, pose
end

-- the frame of an end with its z along an axis, as the engine turns it
local function aligned(pose, axis, who)
  local a = vector(steps.axis(axis))
  local x, y = placing.across(a, who)
  local z = unit(a)
  return { p = pose.p, R = snap((pose.R * li.smat { { x[1], y[1], z[1] }, { x[2], y[2], z[2] },
    { x[3], y[3], z[3] } }):trig()) }
end

-- the third axis of a frame (an expression that stood here always would keep all names alive)
local function z_of(pose) return snap(pose.R * li.smat { 0, 0, 1 }) end

-- joints whose frames have one axis; turned: they coincide where the coordinates are 0
local function on_axis(kind, turned)
  return function(j, here, there)
    j.kind = kind
    if turned then
      local R = snap((there.R * here.R:transpose()):trig())
      if not is_one(R) then j.rot = rows_of(R) end
      j[j.rot and "axis_from" or "axis"] = triple(z_of(there))
    else
      j.axis, j.axis_from = triple(z_of(here)), triple(z_of(there))
    end
  end
end

local close = { revolute = on_axis "revolute", cylindrical = on_axis "cylindrical",
  prismatic = on_axis("prismatic", true), planar = on_axis "planar",
  helical = on_axis("helical", true) }

function close.spherical(j) j.kind = "spherical" end

function close.fixed(j, here, there)
  on_axis("fixed", true)(j, here, there)
  j.axis, j.axis_from = nil, nil
end

-- z of the one end square to y of the other
function close.universal(j, here, there)
  j.kind = "universal"
  local a, b = z_of(here), snap(there.R * li.smat { 0, 1, 0 })
  j.axis, j.axis_from = triple(a), triple(b)
  -- some turn at 0 in which they are square
  local x, y = placing.across(a, "universal")
  local u, w = placing.across(b, "universal")
  local function columns(p, q, r)
    return li.smat { { p[1], q[1], r[1] }, { p[2], q[2], r[2] }, { p[3], q[3], r[3] } }
  end
  local R = snap((columns(u, w, b) * columns(a, x, y):transpose()):trig())
  if not is_one(R) then j.rot = rows_of(R) end
end

-- a ball of the one on a line of the other
function close.on_line(j, _, there)
  j.kind, j.axis = "slot", triple(z_of(there))
end

function space.loop(o, c, who)
  local make = close[c.kind]
  if not make then
    refuse("%s (%s) is no joint of a mechanism in space: revolute, prismatic, cylindrical, "
      .. "spherical, universal, helical, planar, fixed, slot (model:system tells any)", who, c.kind)
  end
  local on, here = end_of(o, c.from, c.from_place)
  local from, there = end_of(o, c.to, c.to_place)
  local j = { name = c.name, on = on, from = from, at = place(here.p), at_from = place(there.p),
    pitch = c.pitch }
  make(j, aligned(here, c.from_axis, who), aligned(there, c.to_axis, who))
  return j
end

-- what acts ---------------------------------------------------------------------------------------

local function listed(x) return x and { expr(x[1]), expr(x[2]), expr(x[3]) } end

-- a force of one unit along coordinate k of a joint, on `on` from `from`: { torque = } or { f =, at
-- = }, in axes of `from` (own: of `on`); nil where no force is along it alone
function space.along(j, k)
  local kind, there, here = j.kind, listed(j.axis_from or j.axis or { 0, 0, 1 }),
    listed(j.axis or { 0, 0, 1 })
  local function scaled(a)
    local u = unit(li.smat(a))
    return { u[1], u[2], u[3] }
  end
  if kind == "universal" then
    if k == 1 then return { torque = scaled(there) } end
    return { torque = scaled(here), own = true }
  end
  if kind == "planar" and k < 3 then
    local e = { placing.across(li.smat(there), "model:mechanism") }
    return { f = { e[k][1], e[k][2], e[k][3] }, at = j.at }
  end
  local slides = kind == "prismatic" or kind == "cylindrical" and k == 2
    or kind == "slot" and k == 1
  if slides then return { f = scaled(there), at = j.at } end
  if kind == "spherical" or kind == "slot" then return nil end
  return { torque = scaled(there) }
end

function space.force(o, f)
  local on, pose = end_of(o, f.at)
  local q, F = f.point or { 0, 0, 0 }, f.f or f.force
  local at = pose.p + pose.R * vector(q)
  return on, triple(at:trig()), { F[1], F[2], F[3] }
end

-- bodies ------------------------------------------------------------------------------------------

function space.weigh(_, b)
  local out = { name = b.name, m = b.mass, com = b.com }
  if b.inertia == nil then return out end
  local J, list = placing.inertia(b.inertia, b.name .. ".inertia", false), {}
  if b.about == "origin" and b.com then
    local c, m = vector(b.com), expr(b.mass or 0)
    local square = c:dot(c)
    for k = 1, 3 do list[k] = J[k] - m * (square - c[k] * c[k]) end
    for n, pair in ipairs { { 1, 2 }, { 1, 3 }, { 2, 3 } } do
      list[3 + n] = J[3 + n] + m * c[pair[1]] * c[pair[2]]
    end
    J = li.smat(list)
  end
  out.j = {}
  for k = 1, 6 do out.j[k] = text(J[k]) end
  return out
end

function space.gravity(_, g) return { g[1], g[2], g[3] } end

function space.massless(name) return { name = name, m = 0, j = 0 } end

return space
