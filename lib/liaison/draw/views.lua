-- views.lua - how a mechanism is looked at: the plane it moves in, or a direction in space
local li = require "liaison.core"

local views = {}

local PLANES = { xy = { { 1, 0, 0 }, { 0, 1, 0 } }, xz = { { 1, 0, 0 }, { 0, 0, 1 } },
  yz = { { 0, 1, 0 }, { 0, 0, 1 } } }
local ORDER = { "xy", "xz", "yz" }

local function parallel(a, b) return math.abs(math.abs(a:dot(b)) - a:norm() * b:norm()) < 1e-7 end
local function across(a, b) return math.abs(a:dot(b)) < 1e-7 * a:norm() * b:norm() end

-- does a joint keep its bodies in the plane across n? by kind; what is not here does
local keeps = {
  revolute = function(j, n) return parallel(j.axis, n) end,
  planar = function(j, n) return parallel(j.axis, n) end,
  prismatic = function(j, n) return across(j.axis, n) end,
  slot = function(j, n) return across(j.axis, n) and parallel(j.axis2, n) end,
  polar = function(j, n) return across(j.axis, n) and parallel(j.axis2, n) end,
  in_plane = function(j, n) return across(j.axis, n) end,
  on_line = function(j, n) return across(j.axis, n) end,
  rolling_disc = function(j, n) return across(j.axis, n) and parallel(j.axis_to, n) end,
}
local SPATIAL = "cylindrical universal helical spherical_joint parallel angle on_surface"
for name in SPATIAL:gmatch "%S+" do
  keeps[name] = function() return false end
end

local function fits(L, n)
  for _, j in ipairs(L.joints) do
    local test = keeps[j.kind]
    if j.kind == "spherical" and j.tree or j.kind == "floating" then return false end
    if test and not test(j, n) then return false end
  end
  return true
end

-- the plane "xy", "xz" or "yz" in which all of it moves; nil: it moves in space
function views.plane_of(L)
  for _, name in ipairs(ORDER) do
    local a, b = li.vec(PLANES[name][1]), li.vec(PLANES[name][2])
    if fits(L, a:cross(b)) then return name end
  end
end

-- a view along the normal of a plane: flat(p) -> x, y; letters of its axes
function views.plane(name)
  local a, b = li.vec(PLANES[name][1]), li.vec(PLANES[name][2])
  return { name = name, right = a, up = b, normal = a:cross(b),
    letters = { name:sub(1, 1), name:sub(2, 2) },
    flat = function(p) return p:dot(a), p:dot(b) end }
end

return views
