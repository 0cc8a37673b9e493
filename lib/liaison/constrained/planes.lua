-- planes.lua - the plane of a model that a mechanism of the plane stands in: xy, xz, yz
--
-- Its two directions are the letters of its name; its angles turn the first to the second, which is
-- a turn about the third axis, in the plane x z about -y.
local check = require "liaison.base.check"


local planes = {}

local INDEX = { x = 1, y = 2, z = 3 }

local function plane(first, second, normal, sign)
  local one, two = INDEX[first], INDEX[second]
  return { letters = { first, second }, normal = normal, sign = sign, across = INDEX[normal],
    one = one, two = two,
    -- two numbers of the plane as three of space
    embed = function(a)
      local v = { 0, 0, 0 }
      v[one], v[two] = a[1], a[2]
      return v
    end }
end

local known = { xy = plane("x", "y", "z", 1), xz = plane("x", "z", "y", -1),
  yz = plane("y", "z", "x", 1) }

local space = { letters = { "x", "y", "z" }, embed = function(a) return a end }

-- the name of a plane as it is told: "xz", "x z"
function planes.name(x, path)
  if x == nil then return nil end
  local name = type(x) == "string" and x:gsub("%s+", "") or x
  if known[name] then return name end
  check.fail(path, "expected 'xy', 'xz' or 'yz', got %s%s", check.got(x),
    type(name) == "string" and check.hint(name, known) or "")
end

-- of a mechanism
function planes.of(m) return m.planar and known[m.plane] or space end

planes.known = known

-- the unit vector about which an angle turns, or against it
function planes.normal(p, sign)
  local v = { 0, 0, 0 }
  v[p.across] = p.sign * (sign or 1)
  return v
end


return planes
