-- contacts.lua - where a mechanism touches what stands: points, normals, friction, in the world
--
-- A contact: {point, normal (0, 0, 1), friction (0.5), min, max (of the normal force)}, and on a
-- model {body =, point = on it, normal = in the world} or {body =, points = {..}}: one for each.
local li = require "liaison.core"
local axis = require "liaison.tasks.axis"
local check = require "liaison.base.check"
local place = require "liaison.tasks.place"

local contacts = {}

local COMMON = { normal = { "vec3", default = { 0, 0, 1 } }, friction = { "num", default = 0.5,
  above = 0 }, min = { "num", default = 0, min = 0 }, max = { "num?", above = 0 },
  name = "str?" }

local function with(more)
  local out = {}
  for _, list in ipairs { COMMON, more } do for key, x in pairs(list) do out[key] = x end end
  return out
end

local STANDING = with { point = "vec3" }
local ON_BODIES = with { body = "str", point = "vec3?", points = "table?" }

-- two directions that make a right-handed frame with n
local function tangents(n)
  local away = math.abs(n[1]) < 0.6 and li.vec { 1, 0, 0 } or li.vec { 0, 1, 0 }
  local s = (away - away:dot(n) * n)
  s = s / s:norm()
  return s, n:cross(s)
end

local function finish(c, path)
  c.normal = axis.unit(li.vec(c.normal), path .. ".normal")
  c.s, c.t = tangents(c.normal)
  c.max = c.max or math.huge
  if c.min > c.max then check.fail(path .. ".min", "is above max") end
  return c
end

-- points of the world
function contacts.standing(given, path)
  local out = {}
  check.list(given, path, "table", 1)
  for k, x in ipairs(given) do
    local at = ("%s[%d]"):format(path, k)
    if type(x[1]) == "number" then x = { point = x } end
    out[k] = finish(check.fields(x, at, STANDING), at)
    out[k].point = li.vec(out[k].point)
    out[k].name = out[k].name or ("contact %d"):format(k)
  end
  return out
end

-- of bodies: their points in the world at q, and the rows of their velocities, J (3 x nv)
function contacts.of_model(model, q, given, path)
  local out = {}
  check.list(given, path, "table|str", 1)
  for k, x in ipairs(given) do
    local at = ("%s[%d]"):format(path, k)
    if type(x) == "string" then x = { body = x } end
    local o = check.fields(x, at, ON_BODIES)
    place.body(model, o.body, at .. ".body")
    if o.points and o.point then check.fail(at, "give point or points, not both") end
    for i, p in ipairs(o.points or { o.point or { 0, 0, 0 } }) do
      p = li.vec(check.value(p, at .. ".points", "vec3"))
      local X = model:fk(q, o.body)
      out[#out + 1] = finish({ point = X:point(p), normal = o.normal, friction = o.friction,
        min = o.min, max = o.max, body = o.body, own = p,
        name = o.points and ("%s %d"):format(o.name or o.body, i) or o.name or o.body,
        J = place.upper(model:jacobian(q, o.body, p)) }, at)
    end
  end
  return out
end

-- ---- friction -----------------------------------------------------------------------------------

-- The pyramid of a contact: f = sum l_j e_j with l_j >= 0, its edges e_j on the cone, of normal
-- part 1. It lies within the cone, and leaves out at most 1 - cos(pi/sides) of its width
function contacts.edges(c, sides)
  local out = {}
  for k = 1, sides do
    local angle = 2 * math.pi * k / sides
    out[k] = c.normal + c.friction * (math.cos(angle) * c.s + math.sin(angle) * c.t)
  end
  return out
end

-- B (3 n x n sides) with f = B l for all contacts
function contacts.spread(list, sides)
  local B = li.zeros(3 * #list, sides * #list)
  for k, c in ipairs(list) do
    for j, f in ipairs(contacts.edges(c, sides)) do
      for i = 1, 3 do B[3 * (k - 1) + i][sides * (k - 1) + j] = f[i] end
    end
  end
  return B
end

-- rows of l (behind `first` other unknowns) whose normal part is bounded; nothing where none is
function contacts.pressed(list, sides, first)
  local bound = {}
  for k, c in ipairs(list) do
    if c.min > 0 or c.max < math.huge then bound[#bound + 1] = k end
  end
  if #bound == 0 then return nil, {}, {} end
  local A, lower, upper = li.zeros(#bound, first + sides * #list), {}, {}
  for r, k in ipairs(bound) do
    for j = 1, sides do A[r][first + sides * (k - 1) + j] = 1 end
    lower[r], upper[r] = list[k].min, list[k].max
  end
  return A, lower, upper
end

-- what a force is of its contact: force, normal part, tangent part, share of the friction used
function contacts.told(c, f)
  local n = f:dot(c.normal)
  local tangent = (f - n * c.normal):norm()
  local used = 0
  if tangent > 0 then used = n > 0 and tangent / (c.friction * n) or math.huge end
  return { name = c.name, point = c.point, force = f, normal = n, tangent = tangent, used = used }
end

return contacts
