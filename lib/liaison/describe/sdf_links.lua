-- sdf_links.lua - links of SDF: masses, shapes and their colours
local li = require "liaison.core"
local names = require "liaison.describe.mjcf_names"
local reading = require "liaison.describe.reading"
local sdf = require "liaison.describe.sdf_tree"

local links = {}
local fail = sdf.fail

-- ---- geometry ----

local function sizes(e, wanted)
  local list = {}
  for i, name in ipairs(wanted) do
    local kid = sdf.kid(e, name) or fail(e, "<%s> without <%s>", e.name, name)
    list[i] = sdf.numbers(kid, 1)[1]
    if list[i] <= 0 then fail(kid, "<%s>: expected a number above 0, got %g", name, list[i]) end
  end
  return list
end

local function three(e, name)
  local kid = sdf.kid(e, name) or fail(e, "<%s> without <%s>", e.name, name)
  local list = sdf.numbers(kid, 3)
  for i = 1, 3 do
    if list[i] <= 0 then fail(kid, "<%s>: expected numbers above 0, got %g", name, list[i]) end
  end
  return list
end

local SHAPES = {
  box = function(e) return { kind = "box", size = three(e, "size") } end,
  sphere = function(e) return { kind = "sphere", size = sizes(e, { "radius" }) } end,
  cylinder = function(e) return { kind = "cylinder", size = sizes(e, { "radius", "length" }) } end,
  capsule = function(e) return { kind = "capsule", size = sizes(e, { "radius", "length" }) } end,
  cone = function(e) return { kind = "cone", size = sizes(e, { "radius", "length" }) } end,
}

function SHAPES.mesh(e, c)
  local kid = sdf.kid(e, "scale")
  local scale = kid and sdf.numbers(kid, 3) or { 1, 1, 1 }
  if scale[1] == 0 or scale[2] == 0 or scale[3] == 0 then
    fail(kid, "<scale>: expected numbers that are not 0")
  end
  if sdf.kid(e, "submesh") then c.tree:leave(e, "submesh", "one part of a mesh: all is drawn") end
  local uri = sdf.asked(e, "uri")
  -- relative to the file that holds the model, which may be an included one
  if not uri:find "^%a+://" and not uri:find "^/" and e.file ~= c.path then
    uri = "file://" .. require "liaison.describe.xacro_scope".folder_of(e.file) .. uri
  end
  return { kind = "mesh", size = scale, mesh = uri }
end

local TOLD = { ellipsoid = true, plane = true, polyline = true, heightmap = true, image = true,
  empty = true }

local function geometry(c, e)
  local g = sdf.kid(e, "geometry") or fail(e, "<%s> without <geometry>", e.name)
  for _, kid in ipairs(g.kids) do
    if SHAPES[kid.name] then return SHAPES[kid.name](kid, c) end
    if TOLD[kid.name] then
      if kid.name ~= "empty" then
        c.tree:leave(kid, kid.name, "shapes that are neither box, sphere, cylinder, capsule, cone "
          .. "nor mesh")
      end
      return nil
    end
  end
  c.tree:tell(g, "<geometry> without a shape that is known here: not carried over")
end

local function colour(c, e)
  local material = sdf.kid(e, "material")
  if not material then return nil end
  c.tree:look(material)
  local kid = sdf.kid(material, "diffuse") or sdf.kid(material, "ambient")
  if not kid then return nil end
  local x = sdf.numbers(kid, 3, 4)
  return { x[1], x[2], x[3], x[4] or 1 }
end

local function shape_of(c, e, collides)
  c.tree:look(e)
  local shape = geometry(c, e)
  if not shape then return nil end
  shape.frame = links.inner(c, e)
  if collides then shape.collides = true else shape.color = colour(c, e) end
  return shape
end

-- the pose of what stands in a link, in its frame
function links.inner(c, e)
  local pose = sdf.kid(e, "pose")
  local to = pose and sdf.attribute(pose, "relative_to")
  if not to or to == "" then return sdf.pose(pose) end
  local link = c.reading_link
  local X = sdf.in_scope(link.thing.scope, pose, to) * sdf.pose(pose)
  return (sdf.in_scope(link.thing.scope, pose, link.thing.name)):inverse() * X
end

-- ---- masses ----

local SOLID = {
  box = function(s, d)
    return li.inertia.box { x = s[1], y = s[2], z = s[3], mass = d*s[1]*s[2]*s[3] }
  end,
  sphere = function(s, d)
    return li.inertia.sphere { r = s[1], mass = d*4/3*math.pi*s[1]^3 }
  end,
  cylinder = function(s, d)
    return li.inertia.cylinder { r = s[1], h = s[2], mass = d*math.pi*s[1]^2*s[2] }
  end,
  capsule = function(s, d)
    return li.inertia.capsule { r = s[1], h = s[2],
      mass = d*math.pi*s[1]^2*(s[2] + 4/3*s[1]) }
  end,
}

local WATER = 1000 -- kg/m^3, where no density is told

-- <inertial auto="true">: from the shapes that collide, of the density each tells
local function mass_of_shapes(c, e, inertial)
  local sum
  local general = sdf.number(inertial, "density", WATER)
  for _, kid in ipairs(e.kids) do
    local g = kid.name == "collision" and geometry(c, kid)
    if g and SOLID[g.kind] then
      local J = links.inner(c, kid) * SOLID[g.kind](g.size, sdf.number(kid, "density", general))
      sum = sum and sum + J or J
    elseif g then
      c.tree:tell(kid, "<inertial auto>: a %s has no mass here", g.kind)
    end
  end
  return sum
end

local PARTS = { "ixx", "iyy", "izz", "ixy", "ixz", "iyz" }

-- mass, centre and tensor in the axes of the link
local function mass_of(c, e, name)
  local inertial = sdf.kid(e, "inertial")
  if not inertial then
    c.tree:tell(e, "<link> '%s' without <inertial>: a mass of 1 and moments of 1, as the format "
      .. "says", name)
    return 1, { 0, 0, 0 }, { 1, 1, 1 }
  end
  c.tree:look(inertial)
  local auto = sdf.attribute(inertial, "auto")
  if auto == "true" or auto == "1" then
    local J = mass_of_shapes(c, e, inertial)
    if not J then fail(inertial, "<inertial auto>: no shape that has a volume here") end
    local T = J:tensor()
    return J.mass, { J.com[1], J.com[2], J.com[3] },
      { T[1][1], T[2][2], T[3][3], T[1][2], T[1][3], T[2][3] }
  end
  local mass, t = sdf.number(inertial, "mass", 1), { 1, 1, 1, 0, 0, 0 }
  if mass < 0 then fail(inertial, "<mass>: expected a number from 0 on, got %g", mass) end
  local inertia = sdf.kid(inertial, "inertia")
  if inertia then
    c.tree:look(inertia)
    for k, part in ipairs(PARTS) do t[k] = sdf.number(inertia, part, t[k]) end
  else
    c.tree:tell(inertial, "<inertial> of '%s' without <inertia>: moments of 1, as the format says",
      name)
  end
  local X = links.inner(c, inertial)
  local T = (li.frame(X.R, { 0, 0, 0 }) * li.inertia { mass = 1, tensor = t, check = false })
    :tensor()
  return mass, { X.p[1], X.p[2], X.p[3] }, { T[1][1], T[2][2], T[3][3], T[1][2], T[1][3], T[2][3] }
end

-- ---- sensors ----

-- what a file says of a sensor, and what carries it
function links.sensor(e, fields)
  fields.name, fields.kind = sdf.attribute(e, "name"), sdf.attribute(e, "type")
  fields.where, fields.says = reading.where(e), reading.kept(e)
  return fields
end

-- ---- all links ----

local function path_of(c, thing)
  local name, scope = thing.name, thing.scope
  while scope.up and scope ~= c.short do
    if not scope.merged then name = scope.name .. "::" .. name end
    scope = scope.up
  end
  return name
end
links.path_of = path_of

local function is_static(scope)
  while scope do
    local kid = scope.e and sdf.kid(scope.e, "static")
    if kid and sdf.yes(scope.e, "static") then return true end
    scope = scope.up
  end
  return false
end

local function read_link(c, thing)
  local e = thing.e
  local link = { thing = thing, e = e, name = names.free(c, path_of(c, thing)),
    X_0 = sdf.world_frame(thing), static = is_static(thing.scope), shapes = {} }
  c.reading_link = link
  c.tree:look(e)
  link.mass, link.com, link.inertia = mass_of(c, e, link.name)
  link.weightless = not sdf.yes(e, "gravity", true)
  for _, kid in ipairs(e.kids) do
    local shape
    if kid.name == "visual" then shape = shape_of(c, kid, false)
    elseif kid.name == "collision" then shape = shape_of(c, kid, true)
    elseif kid.name == "sensor" then
      c.sensors[#c.sensors + 1] = links.sensor(kid, { body = link.name,
        frame = links.inner(c, kid) })
    end
    link.shapes[#link.shapes + 1] = shape
  end
  c.links[#c.links + 1], c.link_of[thing] = link, link
end

-- do_with(thing) for all that stands in a scope, models inside too
function links.each(scope, kind, do_with)
  for _, thing in ipairs(scope.list) do
    if thing.kind == kind then do_with(thing) end
    if thing.inner then links.each(thing.inner, kind, do_with) end
  end
end

function links.read(c)
  c.links, c.link_of, c.sensors = {}, {}, {}
  links.each(c.tree.scope, "link", function(thing) read_link(c, thing) end)
  if #c.links == 0 then fail(c.tree.root, "no links") end
end

return links
