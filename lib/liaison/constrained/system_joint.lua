-- system_joint.lua - system:joint: rows where the places do not keep a joint already, and the
-- forces it can carry
local li = require "liaison.core"
local check = require "liaison.base.check"
local kinds = require "liaison.describe.kinds"
local placing = require "liaison.describe.pose_expr"
local points = require "liaison.constrained.system_points"
local rows = require "liaison.constrained.system_rows"
local kit = li._internal

local joints = {}

local expr, vector, zeros = placing.expr, placing.vector, placing.zeros
local point_of, size_of, at_of = points.point_of, points.size_of, points.at_of
local body_of, moment_zero = points.body_of, points.moment_zero

-- what is said ------------------------------------------------------------------------------------

local fields = { kind = "str", on = "any?", from = "any?", at = "any?", at_from = "any?",
  axis = "any?", axis_from = "any?", angle = "any?", rot = "any?", rpy = "any?", pitch = "any?",
  name = "str?", kept = "bool?" }

-- a joint nobody knows there, and fields it does not have, are refused
function joints.check_fields(planar, f, path)
  if not kinds.parts(f.kind, planar) then
    local near = kit.nearest(f.kind, kinds.names_of_parts(planar))
    check.fail(path .. ".kind", "unknown joint '%s'%s%s", f.kind,
      near and near ~= f.kind and (" (did you mean '" .. near .. "'?)") or "",
      planar and kinds.parts(f.kind, false) and ": it is one of space (planar = false)" or "")
  end
  for _, key in ipairs { "rot", "rpy" } do
    if planar and f[key] ~= nil then check.fail(path .. "." .. key, "in the plane say angle") end
  end
  if not planar and f.angle ~= nil then
    check.fail(path .. ".angle", "in space say rpy or rot: how 'to' stands in 'from' at 0")
  end
  if (f.kind == "helical") ~= (f.pitch ~= nil) then
    check.fail(path .. ".pitch", f.kind == "helical"
      and "expected the pitch of a helical joint, how far it slides for a radian"
      or "is of a helical joint")
  end
end

-- directions across an axis, in the same axes
local function across_of(axis, path)
  local n = {}
  for i = 1, 3 do n[i] = axis[i]:number() end
  if not (n[1] and n[2] and n[3]) then check.fail(path, "expected three numbers") end
  local k = 1 -- the unit vector furthest from the axis
  for i = 2, 3 do if math.abs(n[i]) < math.abs(n[k]) then k = i end end
  local e = li.smat { k == 1 and 1 or 0, k == 2 and 1 or 0, k == 3 and 1 or 0 }
  local u = axis:cross(e)
  u = u / li.sqrt(u:dot(u))
  local w = axis:cross(u)
  return { u, w / li.sqrt(w:dot(w)) }
end

-- o: on, from, parts, at, at_from; here, there, turn (its axis in both, the turn at 0), angle;
-- across: directions across the axis, in `from`
local function read(s, spec)
  local f, said = check.named(spec, "joint", fields, placing.joint_names)
  local o = { s = s, kept = f.kept, on = body_of(s, f.on, "joint." .. said.on),
    from = body_of(s, f.from, "joint." .. said.from) }
  joints.check_fields(s.planar, f, "joint")
  o.parts = kinds.parts(f.kind, s.planar)
  o.name = f.name or ("%s of %s on %s"):format(f.kind, o.on.name, o.from.name)
  o.at = at_of(s, f.at, "joint." .. said.at)
  o.at_from = f.at_from ~= nil and at_of(s, f.at_from, "joint." .. said.at_from)
    or zeros(size_of(s))
  o.angle = f.angle ~= nil and expr(f.angle, "joint.angle") or li.expr(0)
  o.gap = point_of(o.on, o.at) - point_of(o.from, o.at_from)
  if s.planar then
    if f.axis_from ~= nil then
      check.fail("joint." .. said.axis_from, "in the plane say angle")
    end
    o.there = vector(f.axis or { 1, 0 }, "joint." .. said.axis, 2)
    o.across = { li.smat { -o.there[2], o.there[1] } }
    return o
  end
  o.here, o.there, o.turn = placing[o.parts.cross and "cross_axes" or "joint_axes"](f, "joint",
    said)
  o.across = across_of(o.there, "joint." .. said.axis_from)
  o.pitch = f.pitch ~= nil and expr(f.pitch, "joint.pitch") or nil
  return o
end

-- rows and forces ---------------------------------------------------------------------------------

local LETTER = { [0] = "", "x", "y", "z" }

local function units(n)
  local list = {}
  for k = 1, n do
    list[k] = zeros(n):table()
    list[k][k] = li.expr(1)
    list[k] = li.smat(list[k])
  end
  return list
end

-- what a joint locks, in the axes of `from`: directions of translation, directions of rotation
local function locked(o)
  local s, parts = o.s, o.parts
  if parts.plane then return { o.there / li.sqrt(o.there:dot(o.there)) }, o.across end
  local moves = (parts.slide or parts.screw) and o.across or units(size_of(s))
  if parts.ball or parts.cross or s.planar and parts.turn then return moves, {} end
  if s.planar then return moves, { 1 } end
  return moves, (parts.turn or parts.screw) and o.across or units(3)
end

-- s.asked: what is wanted of joints. all; rows: not what they can carry; numbers: of rows numbers
-- alone, so that nobody needs them short
local function add_row(o, name, phi)
  local s, owners = o.s, { o.on, o.from }
  if o.kept then return end
  if s.asked == "numbers" then return rows.add(s, name, nil, phi, owners) end
  if phi:is_zero() ~= true then rows.add(s, name, nil, phi:trig(), owners) end
end

-- a force f and a moment n on `on`, told in its axes
local function add_reaction(o, name, f, n)
  if o.s.asked == "all" then rows.reaction(o.s, name, o.on, o.at, f, n, o.from) end
end

-- a direction of `from` (of the ground where all translations are locked) there, and in axes of
-- `on`
local function there(o, d, ground_axes) return ground_axes and d or o.from.pose.R * d end
local function here(o, d, ground_axes)
  return (o.on.pose.R:transpose() * there(o, d, ground_axes)):trig()
end

-- phi of one locked rotation: in the plane the angle between; in space an axis of `on` stays across
-- a direction of `from`
local function turn_row(o, dir, k, n)
  if o.s.planar then return o.on.pose.angle - o.from.pose.angle - o.angle end
  local Ro, Rf = o.on.pose.R, o.from.pose.R
  if n == 2 then return (Ro * o.here):dot(Rf * dir) end
  return Ro:col(k % 3 + 1):dot((Rf * o.turn):col((k + 1) % 3 + 1))
end

-- the axes of both bodies stay square to each other; a moment about what is square to both
local function cross_row(o)
  local Ro, Rf = o.on.pose.R, o.from.pose.R
  add_row(o, o.name .. " turn", (Ro * o.here):dot(Rf * o.there))
  if o.s.asked ~= "all" then return end
  local n = (Ro:transpose() * (Rf * o.there)):cross(o.here):trig()
  add_reaction(o, o.name .. " n", zeros(3), n)
end

-- it slides by pitch for each radian of its turn, of less than half a turn: a force along the axis
-- with the moment that does no work beside it
local function screw_row(o)
  local Ro, Rf = o.on.pose.R, o.from.pose.R
  local axis = o.there / li.sqrt(o.there:dot(o.there))
  local x, y = o.across[1], axis:cross(o.across[1])
  local mine = Ro * (o.turn:transpose() * x)
  local angle = li.atan2(mine:dot(Rf * y), mine:dot(Rf * x))
  add_row(o, o.name .. " pitch", o.gap:dot(Rf * axis) - o.pitch * angle)
  if o.s.asked ~= "all" then return end
  local u = here(o, axis)
  add_reaction(o, o.name .. " f", u, -o.pitch * u)
end

function joints.add(s, spec)
  local o = read(s, spec)
  local moves, turns = locked(o)
  local whole = #moves == size_of(s)
  local none, still = zeros(size_of(s)), moment_zero(s)
  for k, d in ipairs(moves) do
    local letter = #moves > 1 and LETTER[k]
    add_row(o, ("%s %s"):format(o.name, letter or "across"), o.gap:dot(there(o, d, whole)))
    if s.asked == "all" then
      add_reaction(o, ("%s f%s"):format(o.name, letter or ""), here(o, d, whole), still)
    end
  end
  for k, d in ipairs(turns) do
    add_row(o, ("%s turn %s"):format(o.name, LETTER[k]), turn_row(o, d, k, #turns))
    if s.asked == "all" then
      add_reaction(o, ("%s n%s"):format(o.name, #turns > 1 and LETTER[k] or ""), none,
        s.planar and li.smat { 1 } or here(o, d))
    end
  end
  if o.parts.cross then cross_row(o) end
  if o.parts.screw then screw_row(o) end
  return s
end

return joints
