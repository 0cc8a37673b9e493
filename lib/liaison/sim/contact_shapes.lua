-- contact_shapes.lua - the shapes of a model as the contacts of a run take them: those that
-- collide, else those drawn, meshes as hulls; and obstacles
local li = require "liaison.core"
local kit = li._internal

-- the hull of corners as a mesh, whose triangles tell the faces; nil: they are flat
local function hull_of(corners)
  local points = {}
  for k = 1, select(1, corners:size()) do
    points[k] = { corners[k][1], corners[k][2], corners[k][3] }
  end
  if #points < 4 then return nil end
  local whole = li.mesh { vertices = points, faces = { { 1, 2, 3 } } }
  local ok, hull = pcall(whole.hull, whole)
  return ok and hull or nil
end

local function add(list, shapes, body, name)
  for _, c in ipairs(shapes) do
    c.body, c.name = body, name
    if c.corners then c.hull = hull_of(c.corners) end
    list[#list + 1] = c
  end
end

local obstacle_fields

local function obstacles_of(obstacles)
  local check, shapes = require "liaison.base.check", require "liaison.geo.convex_shapes"
  if not obstacle_fields then
    obstacle_fields = { name = function(x, path) return x and check.name(x, path) end }
    for key, rule in pairs(shapes.fields) do obstacle_fields[key] = rule end
  end
  return check.list(obstacles or {}, "contacts.obstacles", function(x, path)
    return check.fields(x, path, obstacle_fields)
  end), shapes
end

-- what is said of every body alike is said once
local function shortened(notes)
  local list, first, count = {}, nil, 0
  for _, note in ipairs(notes) do
    if note:find(" has no shapes for contact: those drawn are taken", 1, true) then
      first, count = first or note, count + 1
    else
      list[#list + 1] = note
    end
  end
  if count == 1 then list[#list + 1] = first end
  if count > 1 then
    list[#list + 1] = ("%d bodies have no shapes for contact: those drawn are taken"):format(count)
  end
  return list
end

-- a list of {kind =, size =, radius =, at =, hull =, body = its number, 0: the world, name =}, and
-- what there is to say of it
local function shapes_of(model, obstacles)
  require "liaison.geo.collision"
  local core = kit.collision
  local list, notes = {}, {}
  local d = model:description()
  local meshes = core.has_mesh(d) and core.meshes_of(model) or {}
  for k, body in ipairs(d.bodies) do
    add(list, core.own_shapes(body, meshes, notes), k, body.name)
  end
  local given, shapes = obstacles_of(obstacles)
  for k, t in ipairs(given) do
    local name = t.name or "obstacle" .. k
    add(list, shapes.read(t, ("contacts.obstacles[%d]"):format(k), name, notes), 0, name)
  end
  return list, shortened(notes)
end

kit.contacts.shapes = shapes_of
