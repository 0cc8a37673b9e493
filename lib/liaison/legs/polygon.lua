-- polygon.lua - convex polygons in the plane: hulls, sides, areas, how far inside a point is
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local polygon = {}

local function cross(o, a, b)
  return (a[1] - o[1]) * (b[2] - o[2]) - (a[2] - o[2]) * (b[1] - o[1])
end

local function before(a, b)
  if a[1] ~= b[1] then return a[1] < b[1] end
  return a[2] < b[2]
end

-- half of the hull: turns to the right and straight lines are left out
local function chain(points, first, last, step)
  local out = {}
  for i = first, last, step do
    while #out > 1 and cross(out[#out - 1], out[#out], points[i]) <= 0 do out[#out] = nil end
    out[#out + 1] = points[i]
  end
  out[#out] = nil
  return out
end

-- the convex hull of {x, y}, counter-clockwise: the monotone chain of Andrew (1979)
function polygon.hull(points)
  local list = {}
  for k, p in ipairs(points) do list[k] = { p[1], p[2] } end
  table.sort(list, before)
  local unique = { list[1] }
  for k = 2, #list do
    if before(list[k - 1], list[k]) then unique[#unique + 1] = list[k] end
  end
  if #unique < 3 then return unique end
  local out = chain(unique, 1, #unique, 1)
  for _, p in ipairs(chain(unique, #unique, 1, -1)) do out[#out + 1] = p end
  return out
end

-- {nx, ny, b} of each side: n.p <= b inside; none where it is a line or a point
function polygon.sides(hull)
  local out = {}
  if #hull < 3 then return out end
  for k, p in ipairs(hull) do
    local r = hull[k % #hull + 1]
    local x, y = r[1] - p[1], r[2] - p[2]
    local size = math.sqrt(x * x + y * y)
    out[k] = { y / size, -x / size, (y * p[1] - x * p[2]) / size }
  end
  return out
end

local function from_segment(a, b, p)
  local x, y = b[1] - a[1], b[2] - a[2]
  local size = x * x + y * y
  local s = 0
  if size > 0 then s = ((p[1] - a[1]) * x + (p[2] - a[2]) * y) / size end
  s = math.max(0, math.min(1, s))
  local dx, dy = p[1] - a[1] - s * x, p[2] - a[2] - s * y
  return math.sqrt(dx * dx + dy * dy)
end

-- a hull without corners that stand out by less than tol
function polygon.pruned(hull, tol)
  local out = {}
  for k, p in ipairs(hull) do
    local a, b = out[#out] or hull[#hull], hull[k % #hull + 1]
    if #hull < 4 or from_segment(a, b, p) > tol then out[#out + 1] = p end
  end
  return #out > 2 and out or hull
end

function polygon.area(hull)
  local twice = 0
  for k = 2, #hull - 1 do twice = twice + cross(hull[1], hull[k], hull[k + 1]) end
  return twice / 2
end

-- of the area; of a line its middle
function polygon.centroid(hull)
  local sum, x, y = 0, 0, 0
  for k = 2, #hull - 1 do
    local a = cross(hull[1], hull[k], hull[k + 1])
    sum = sum + a
    x = x + a * (hull[1][1] + hull[k][1] + hull[k + 1][1]) / 3
    y = y + a * (hull[1][2] + hull[k][2] + hull[k + 1][2]) / 3
  end
  if sum > 0 then return { x / sum, y / sum } end
  local a, b = hull[1], hull[#hull]
  return { (a[1] + b[1]) / 2, (a[2] + b[2]) / 2 }
end

-- how far inside a point is: the distance of the nearest side, < 0 outside
function polygon.margin(hull, p)
  local least, inside = math.huge, #hull > 2
  for k, a in ipairs(hull) do
    local b = hull[k % #hull + 1]
    least = math.min(least, from_segment(a, b, p))
    if cross(a, b, p) < 0 then inside = false end
  end
  if inside then return least end
  return -least
end

-- the hull of what a user gives: a support of li.support, or points {x, y} (z is not looked at)
function polygon.read(given, path)
  if kit.class(given) == "support" then return given.vertices end
  if type(given) ~= "table" or #given < 3 then
    check.fail(path, "expected a support, or at least 3 points {x, y}, got %s", check.got(given))
  end
  local points = {}
  for k, p in ipairs(given) do
    points[k] = check.value(#p == 3 and { p[1], p[2] } or p, ("%s[%d]"):format(path, k), "nums")
    if #points[k] ~= 2 then
      check.fail(("%s[%d]"):format(path, k), "expected {x, y}, got %d numbers", #points[k])
    end
  end
  local hull = polygon.hull(points)
  if #hull < 3 then check.fail(path, "the points are on a line: no polygon") end
  return hull
end

return polygon
