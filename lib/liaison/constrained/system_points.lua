-- system_points.lua - points of the bodies of a li.system, their velocities, and wrenches on them
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local kit = li._internal

local points = {}

local vector, zeros = placing.vector, placing.zeros

-- points and velocities ---------------------------------------------------------------------------

-- the point `at` (body axes, from the frame's origin) on the ground
local function point_of(body, at)
  return body.pose.p + body.pose.R * at
end

-- the velocity of the point of the body that is there now, measured in body axes: R' (p' + R' at).
-- Where `at` itself moves in the body (a point of contact does), its own motion is none of the
-- body's
local function velocity_of(body, at)
  local pose = body.pose
  return (pose.R:transpose() * (pose.p:d() + pose.R:d() * at)):trig()
end

local function size_of(s) return s.planar and 2 or 3 end

local function at_of(s, x, path)
  if x == nil then return zeros(size_of(s)) end
  return vector(x, path, size_of(s))
end

local function ground(s) return { name = "ground", pose = placing.identity(s.planar) } end

local function body_of(s, x, path)
  if x == nil then return ground(s) end
  for _, b in ipairs(s.bodies) do
    if b == x or b.name == x then return b end
  end
  local names = {}
  for i, b in ipairs(s.bodies) do names[i] = b.name end
  local near = type(x) == "string" and kit.nearest(x, names)
  check.fail(path, "no body '%s' in this system%s",
    tostring(type(x) == "table" and rawget(x, "name") or x),
    near and (" (did you mean '" .. near .. "'?)") or "")
end

-- wrenches ----------------------------------------------------------------------------------------

-- a vector given in some axes, measured in those of the body; the ground that is pushed is no body
-- of the system
local function in_axes(s, body, f, axes, path)
  if axes == nil or axes == "body" or axes == body then return f end
  local R = body.pose.R:transpose()
  if axes == "world" or kit.class(axes) == "rigid" and axes.name == "ground" then
    return (R * f):trig()
  end
  return (R * (body_of(s, axes, path).pose.R * f)):trig()
end

-- force f (body axes) at `at`, moment n: about the centre of mass
local function wrench_of(s, body, f, at, n)
  local arm = at - body.com
  if s.planar then
    return li.smat { f[1], f[2], (arm[1] * f[2] - arm[2] * f[1] + n[1]):trig() }
  end
  local moment = (arm:cross(f) + n):trig()
  return li.smat { f[1], f[2], f[3], moment[1], moment[2], moment[3] }
end

local function moment_zero(s) return zeros(s.planar and 1 or 3) end

points.point_of, points.velocity_of, points.size_of = point_of, velocity_of, size_of
points.at_of, points.body_of, points.in_axes = at_of, body_of, in_axes
points.wrench_of, points.moment_zero = wrench_of, moment_zero

return points
