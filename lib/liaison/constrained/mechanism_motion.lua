-- mechanism_motion.lua - where the joints of a li.mechanism put its bodies: poses joint by joint
-- and along the tree
local li = require "liaison.core"
local check = require "liaison.base.check"
local kinds = require "liaison.describe.kinds"
local placing = require "liaison.describe.pose_expr"

local motion = {}

local expr, vector, zeros = placing.expr, placing.vector, placing.zeros

-- what a joint moves by: { turn =, slide =, ball = } their coordinates; nil of a joint nobody knows
-- here
local function parts_of(m, j)
  local parts = kinds.simple[j.kind]
  return parts and m.planar and kinds.in_plane(parts) or not m.planar and parts or nil
end

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

-- the pose of `on` in `from`: to at_from, the joint's motion, back from at
local function relative(m, j, q)
  local d = m.planar and 2 or 3
  local at = j.at ~= nil and vector(j.at, j.name .. ".at", d) or zeros(d)
  local base = j.at_from ~= nil and vector(j.at_from, j.name .. ".at_from", d) or zeros(d)
  local axis = vector(j.axis or (m.planar and { 1, 0 } or { 0, 0, 1 }), j.name .. ".axis", d)
  local here = axis -- told in `on`; then in `from`
  if j.axis_from ~= nil then
    if m.planar then check.fail(j.name .. ".axis_from", "in the plane say angle") end
    axis = vector(j.axis_from, j.name .. ".axis_from", d)
  end
  axis = axis / li.sqrt(axis:dot(axis))
  local angle = j.angle ~= nil and expr(j.angle, j.name .. ".angle") or li.expr(0)
  local move = translation(m, base)
  local function then_(pose) move = compose(m, move, pose) end
  local parts = parts_of(m, j)
  local slide = parts.slide and q[parts.slide] * axis
  if m.planar or not parts.turn then
    if slide then then_(translation(m, slide)) end
  end
  if m.planar then then_(angle_pose(parts.turn and q[parts.turn] or angle))
  elseif parts.turn then then_ { R = turn_about(axis, q[parts.turn]), p = slide or zeros(3) }
  elseif parts.ball then
    local k = parts.ball
    then_(placing.read({ moving = { "zyx", q[k], q[k + 1], q[k + 2] } }, j.name, false, {}))
  end
  if j.axis_from ~= nil then
    then_ { R = placing.least_turn(here, axis, j.name .. ".axis_from"), p = zeros(3) }
  end
  then_(translation(m, -at))
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

-- where numbers alone are asked for nobody reads it
local function short(m, M) return m.asked == "numbers" and M or M:trig() end

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
