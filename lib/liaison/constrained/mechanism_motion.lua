-- mechanism_motion.lua - where the joints of a li.mechanism put its bodies: poses joint by joint
-- and along the tree
--
-- A joint goes from a place of `from` to a place of `to`: to at_from, steps along and about axes of
-- `from`, the turn of `to` in `from` at 0, back from at.
local li = require "liaison.core"
local check = require "liaison.base.check"
local kinds = require "liaison.describe.kinds"
local placing = require "liaison.describe.pose_expr"

local motion = {}

local expr, vector, zeros = placing.expr, placing.vector, placing.zeros

-- what a joint moves by: { turn =, slide =, ball = .. } their coordinates; nil of a joint nobody
-- knows here
local function parts_of(m, j) return kinds.parts(j.kind, m.planar) end

local function translation(m, p)
  return { R = placing.identity(m.planar).R, p = p, angle = li.expr(0) }
end

-- turn by q about a unit vector of numbers: 1 + sin q S + (1 - cos q) S^2
local function turn_about(u, q)
  local S = li.smat { { 0, -u[3], u[2] }, { u[3], 0, -u[1] }, { -u[2], u[1], 0 } }
  return (li.seye(3) + li.sin(q) * S + (1 - li.cos(q)) * (S * S)):trig()
end

local function angle_pose(a)
  return { R = li.smat { { li.cos(a), -li.sin(a) }, { li.sin(a), li.cos(a) } }, p = zeros(2),
    angle = a }
end

-- b told in a
local function compose(m, a, b)
  if m.planar or m.asked ~= "numbers" then return placing.compose(a, b, m.planar) end
  return { R = a.R * b.R, p = a.p + a.R * b.p }
end

-- where numbers alone are asked for nobody reads it
local function short(m, M) return m.asked == "numbers" and M or M:trig() end

local function unit(axis) return axis / li.sqrt(axis:dot(axis)) end

local UNITS = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }

-- the steps of a joint in space, in order: { slide or turn = number of the coordinate, axis = a
-- unit vector of `from`, by = how far for one of the coordinate, nil: 1 }. o: here, there, turn of
-- joint_axes
local function steps_in_space(j, parts, o)
  local axis, list = unit(o.there), {}
  local function put(kind, k, u, by) list[#list + 1] = { [kind] = k, axis = u, by = by } end
  if parts.cross then
    put("turn", 1, axis)
    put("turn", 2, unit(o.turn * o.here))
    return list
  end
  if parts.plane then
    local a, b = placing.across(axis, j.name .. ".axis")
    put("slide", 1, a)
    put("slide", 2, b)
    put("turn", 3, axis)
    return list
  end
  if parts.screw then
    put("turn", 1, axis)
    put("slide", 1, axis, expr(j.pitch, j.name .. ".pitch"))
    return list
  end
  if parts.slide then put("slide", parts.slide, axis) end
  if parts.turn then put("turn", parts.turn, axis) end
  for i = 1, parts.ball and 3 or 0 do
    put("turn", parts.ball + i - 1, li.smat(UNITS[4 - i]))
  end
  return list
end

-- what a joint says: parts, at and base (its places in `to` and `from`), here and there (its axis
-- in `to` and `from`), turn (of `to` in `from` at 0; in the plane angle), steps in space
function motion.read(m, j)
  local d = m.planar and 2 or 3
  local o = { parts = parts_of(m, j), q = j.coordinate, name = j.name,
    at = j.at ~= nil and vector(j.at, j.name .. ".at", d) or zeros(d),
    base = j.at_from ~= nil and vector(j.at_from, j.name .. ".at_from", d) or zeros(d),
    angle = j.angle ~= nil and expr(j.angle, j.name .. ".angle") or li.expr(0) }
  if m.planar then
    if j.axis_from ~= nil then check.fail(j.name .. ".axis_from", "in the plane say angle") end
    o.here = vector(j.axis or { 1, 0 }, j.name .. ".axis", 2)
    o.there = o.here
    return o
  end
  local read = o.parts.cross and placing.cross_axes or placing.joint_axes
  o.here, o.there, o.turn = read(j, j.name)
  o.steps = steps_in_space(j, o.parts, o)
  return o
end

-- In space: p = base + slides - R at, R = turns and what is turned at 0; slides go along axes of
-- `from`
local function relative_in_space(m, o, q)
  local R, p = nil, o.base
  for _, step in ipairs(o.steps) do
    local x = q[step.turn or step.slide]
    if step.slide then p = p + (step.by and step.by * x or x) * step.axis
    else
      local turn = turn_about(step.axis, x)
      R = R and R * turn or turn
    end
  end
  R = R and short(m, R * o.turn) or o.turn
  return { R = R, p = short(m, p - R * o.at) }
end

-- the pose of `on` in `from`, with q the coordinates of the joint
local function relative(m, j, q)
  local o = motion.read(m, j)
  if not m.planar then return relative_in_space(m, o, q) end
  local parts, move = o.parts, translation(m, o.base)
  local function then_(pose) move = compose(m, move, pose) end
  if parts.slide then then_(translation(m, q[parts.slide] * unit(o.there))) end
  then_(angle_pose(parts.turn and q[parts.turn] + o.angle or o.angle))
  then_(translation(m, -o.at))
  return move
end

local function inverse(m, pose)
  local Rt = pose.R:transpose()
  return { R = Rt, p = -(Rt * pose.p), angle = m.planar and -pose.angle or nil }
end

-- as li.system{}:body reads a place
local function place_of(m, pose)
  if m.planar then return { pose.p[1], pose.p[2], pose.angle } end
  return { p = pose.p, R = pose.R }
end

local function tidy(m, pose)
  return { R = short(m, pose.R), p = short(m, pose.p), angle = m.planar and pose.angle or nil }
end

-- poses of all bodies in joint coordinates, in the order of the tree
local function tree_poses(m, tree, how, symbols)
  local poses = {}
  for _, j in ipairs(tree) do
    local X = relative(m, j, symbols[j])
    local start, target = j.from, j.on
    if not how[j].forward then X, start, target = inverse(m, X), j.on, j.from end
    poses[target] = tidy(m, start and compose(m, poses[start], X) or X)
  end
  return poses
end

motion.parts_of, motion.compose, motion.relative = parts_of, compose, relative
motion.place_of, motion.short, motion.tree_poses = place_of, short, tree_poses

return motion
