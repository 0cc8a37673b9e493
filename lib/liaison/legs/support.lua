-- support.lua - li.support: where the centre of mass may stand: the polygon of contact points on
-- level ground, or the region that contacts with friction can hold on any ground
--
-- The region is the projection of { c, f_i in their cones: sum f_i = m g up, sum r_i x f_i = c x m
-- g up } on the plane: extremes in directions (linear programmes) give points inside and sides
-- outside, the next direction where they are farthest apart.
--                                           [Bretl, Lall, IEEE Trans. Robotics 24, 2008]
local li = require "liaison.core"
local check = require "liaison.base.check"
local contacts = require "liaison.legs.contacts"
local polygon = require "liaison.legs.polygon"
local kit = li._internal

local class

local fields = { points = "any?", contacts = "any?", tol = { "num", default = 1e-3, above = 0,
  max = 0.5 }, sides = { "int", default = 8, min = 3, max = 64 }, within = { "num", default = 100,
  above = 0 } }

-- ---- the programme ------------------------------------------------------------------------------

-- six equations of balance for a weight of 1: columns are parts of the edges of cones, then cx, cy
local function balance(list, sides)
  local n = #list * sides
  local E, e = li.zeros(6, n + 2), { 0, 0, 1, 0, 0, 0 }
  for k, c in ipairs(list) do
    for i, f in ipairs(contacts.edges(c, sides)) do
      local col, m = (k - 1) * sides + i, c.point:cross(f)
      for r = 1, 3 do E[r][col], E[3 + r][col] = f[r], m[r] end
    end
  end
  -- c x (0, 0, 1) = (cy, -cx, 0)
  E[4][n + 2], E[5][n + 1] = -1, 1
  return E, e, n
end

local function extreme(p, a)
  local g = li.zeros(p.n + 2)
  g[p.n + 1], g[p.n + 2] = -a[1], -a[2]
  local x, why, code = li.qp(p.H, g, { E = p.E, e = p.e, lo = p.lo, hi = p.hi })
  if not x then return nil, why, code end
  return { x[p.n + 1], x[p.n + 2] }
end

local function programme(list, o)
  local p = { lo = {}, hi = {} }
  p.E, p.e, p.n = balance(list, o.sides)
  p.H = li.zeros(p.n + 2, p.n + 2)
  for k = 1, p.n do p.lo[k], p.hi[k] = 0, math.huge end
  for k = p.n + 1, p.n + 2 do p.lo[k], p.hi[k] = -o.within, o.within end
  return p
end

-- where the sides through two neighbouring extremes meet; nil: they are parallel
local function meeting(a, pa, b, pb)
  local det = a[1] * b[2] - a[2] * b[1]
  if math.abs(det) < 1e-12 then return nil end
  local x, y = a[1] * pa[1] + a[2] * pa[2], b[1] * pb[1] + b[2] * pb[2]
  return { (x * b[2] - y * a[2]) / det, (a[1] * y - b[1] * x) / det }
end

-- the direction across two neighbouring extremes, and how far outside of them the corner is
local function gap_of(one, two)
  local x, y = two.p[1] - one.p[1], two.p[2] - one.p[2]
  local size = math.sqrt(x * x + y * y)
  if size < 1e-9 then return 0 end
  local normal = { y / size, -x / size }
  local corner = meeting(one.a, one.p, two.a, two.p)
  if not corner then return 0, normal end
  local far = normal[1] * (corner[1] - one.p[1]) + normal[2] * (corner[2] - one.p[2])
  return far, normal
end

local function widest(list)
  local best, at, direction = 0, nil, nil
  for k, one in ipairs(list) do
    local far, normal = gap_of(one, list[k % #list + 1])
    if far > best then best, at, direction = far, k, normal end
  end
  return best, at, direction
end

-- extremes counter-clockwise until no corner outside is farther than tol away
local function extremes(p, tol)
  local list = {}
  for k = 0, 3 do
    local a = { math.cos(k * math.pi / 2), math.sin(k * math.pi / 2) }
    local point, why, code = extreme(p, a)
    if not point then return nil, why, code end
    list[k + 1] = { a = a, p = point }
  end
  local gap
  for _ = 1, 200 do
    local at, direction
    gap, at, direction = widest(list)
    if gap <= tol then break end
    local point, why, code = extreme(p, direction)
    if not point then return nil, why, code end
    table.insert(list, at + 1, { a = direction, p = point })
  end
  return list, gap
end

-- ---- the object ---------------------------------------------------------------------------------

local function made(vertices, info)
  local out = {}
  for k, v in ipairs(vertices) do out[k] = li.vec(v) end
  return class.new { vertices = out, area = polygon.area(vertices),
    centre = li.vec(polygon.centroid(vertices)), info = info }
end

local function point_of(x)
  if kit.class(x) == "vec" or type(x) == "table" then
    if (#x == 2 or #x == 3) and type(x[1]) == "number" then return x end
  end
  check.fail("point", "expected {x, y} or {x, y, z}, got %s", check.got(x))
end

local function margin(s, point) return polygon.margin(s.vertices, point_of(point)) end

local function sides(s)
  local list = polygon.sides(s.vertices)
  if #list == 0 then return nil, "a line or a point has no sides", "EUNREACHABLE", {} end
  local A, b = li.zeros(#list, 2), li.zeros(#list)
  for k, x in ipairs(list) do A[k][1], A[k][2], b[k] = x[1], x[2], x[3] end
  return A, b
end

local function of_points(given)
  local list = {}
  for k, p in ipairs(check.list(given, "points", "table|vec", 1)) do
    p = point_of(p)
    list[k] = { check.value(p[1], "points", "num"), check.value(p[2], "points", "num") }
  end
  return made(polygon.hull(list), { how = "the hull of the points, for level ground", outside = 0 })
end

local function of_contacts(o)
  local list = contacts.standing(o.contacts, "contacts")
  local p = programme(list, o)
  local found, gap, code = extremes(p, o.tol)
  if not found then
    if code ~= "EUNREACHABLE" then return nil, gap, code, {} end
    return nil, "no forces within friction carry the weight, wherever the centre of mass stands",
      code, {}
  end
  local points, open = {}, false
  for k, x in ipairs(found) do
    points[k] = x.p
    open = open or math.max(math.abs(x.p[1]), math.abs(x.p[2])) > o.within * (1 - 1e-6)
  end
  local how = "contacts with friction, cones as pyramids of %d sides within them"
  return made(polygon.pruned(polygon.hull(points), 1e-8), { how = how:format(o.sides),
    outside = gap, unbounded = open })
end

local function support(spec)
  if type(spec) == "table" and #spec > 0 then spec = { points = spec } end
  local o = check.fields(spec, "", fields)
  if (o.points == nil) == (o.contacts == nil) then
    check.fail("points", "expected points of level ground, or contacts with normal and friction")
  end
  if o.points then return of_points(o.points) end
  return of_contacts(o)
end

local ONE = "local s = li.support{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} "

class = check.class("support", "Where a centre of mass may stand: from li.support.", {
  { "support:margin(point: any) -> num",
    "How far inside a point is: the distance of the nearest side, < 0 outside.",
    ONE .. "return s:margin{0.5, 0} --> 0.5", margin },
  { "support:sides() -> A: mat, b: vec", "A p <= b inside, rows of length 1.",
    ONE .. "local A, b = s:sides() return #A --> 4", sides },
  { "support.__tostring(s: support) -> str", "Its corners and its area.",
    ONE .. "return tostring(s) --> support of 4 corners, area 4", function(s)
      return ("support of %d corners, area %s"):format(#s.vertices, kit.number(s.area, 6))
    end },
})

check.define(li, {
  { "support(spec: table) -> support",
    "Where the centre of mass of what stands may be: li.support{{x, y}, ..}, the hull of contact "
      .. "points of level ground, or li.support{contacts = {{point =, normal =, friction =}, ..}}, "
      .. "what they can hold at rest on any ground (Bretl, Lall 2008; tol = 1e-3 m outside, sides "
      .. "= 8 of the friction pyramids, within = 100 m). vertices, area, centre, info (outside: "
      .. "how far it may reach beyond at most). nil, message, 'EUNREACHABLE' where nothing holds.",
    "li.support{{0, 0}, {1, 0}, {0, 1}, {0.2, 0.2}}.area --> 0.5", support },
})

return { support = support }
