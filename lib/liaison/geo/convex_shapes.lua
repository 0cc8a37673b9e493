-- convex_shapes.lua - shapes told by tables as the engine's convex shapes; meshes as hulls of their
-- parts
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal
local kinds = kit.collision.kinds()

local shapes = {}

-- more corners than these cost more than they tell; a hull with less is blown up to hold all
local MOST_CORNERS, MOST_PARTS, OF_SIZE = 128, 64, 1e-3

local SIZES = {
  box = { 3, "{x, y, z}, whole lengths", function(s) return { s[1]/2, s[2]/2, s[3]/2 }, 0 end },
  sphere = { 1, "{r}", function(s) return nil, s[1] end },
  capsule = { 2, "{r, length between the middles of its ends}",
    function(s) return { 0, s[2]/2, 0 }, s[1] end },
  cylinder = { 2, "{r, length}", function(s) return { s[1], s[2]/2, 0 }, 0 end },
  cone = { 2, "{r, length}", function(s) return { s[1], s[2]/2, 0 }, 0 end },
  ellipsoid = { 3, "{x, y, z}, half axes", function(s) return { s[1], s[2], s[3] }, 0 end },
  plane = { 0, "none", function() return nil, 0 end },
}

local function size_of(x, kind, path)
  local row = SIZES[kind]
  if row[1] == 0 then
    if x ~= nil then check.fail(path, "a %s has no size: it ends nowhere", kind) end
    return {}
  end
  local rule = { "num", min = 0 }
  if type(x) == "number" and row[1] == 1 then x = { x } end
  if type(x) ~= "table" or #x ~= row[1] then
    check.fail(path, "expected the size of a %s, %s, got %s", kind, row[2],
      type(x) == "table" and #x .. " entries" or check.got(x))
  end
  return check.list(x, path, rule)
end

-- ---- meshes -------------------------------------------------------------------------------------

-- triangles that hang together by vertices: a list of meshes
local function parts_of(mesh)
  local t, parent = mesh:triangles(), {}
  for v = 1, mesh.nvertices do parent[v] = v end
  local function root(v)
    while parent[v] ~= v do
      parent[v] = parent[parent[v]]
      v = parent[v]
    end
    return v
  end
  for i = 1, mesh.nfaces do
    local a = root(t[i][1])
    parent[root(t[i][2])], parent[root(t[i][3])] = a, a
  end
  local faces, order = {}, {}
  for i = 1, mesh.nfaces do
    local r = root(t[i][1])
    if not faces[r] then
      faces[r] = {}
      order[#order + 1] = r
    end
    local row = t[i]
    faces[r][#faces[r] + 1] = { row[1], row[2], row[3] }
  end
  if #order < 2 or #order > MOST_PARTS then return { mesh }, #order end
  local p, list = mesh:points(), {}
  for k, r in ipairs(order) do
    local number, points = {}, {}
    for _, f in ipairs(faces[r]) do
      for j = 1, 3 do
        if not number[f[j]] then
          points[#points + 1] = { p[f[j]][1], p[f[j]][2], p[f[j]][3] }
          number[f[j]] = #points
        end
        f[j] = number[f[j]]
      end
    end
    list[k] = li.mesh { vertices = points, faces = faces[r] }
  end
  return list, #order
end

local function diagonal(mesh)
  local low, high = mesh:bounds()
  return (high - low):norm()
end

-- how much more its hull holds; nil where the surface is not closed
local function filled(part, hull)
  local form = part:check()
  if not form.closed or not form.oriented then return nil end
  local inside, around = part:volume(), hull:volume()
  return inside > 0 and around > 0 and around / inside - 1 or nil
end

-- one convex shape around a part: corners, radius; notes grow
local function wrapped(part, name, notes)
  local ok, hull = check.try(part.hull, part)
  if not ok then return { corners = part:points(), radius = 0 } end -- flat
  local more = filled(part, hull)
  if more and more > 0.01 then
    notes[#notes + 1] = ("%s is not convex: its hull is taken, %s %% larger"):format(name,
      kit.number(100*more, 2))
  elseif not more then
    notes[#notes + 1] = name .. " is not closed: its hull is taken"
  end
  local radius = 0
  if hull.nvertices > MOST_CORNERS then
    local before = hull.nvertices
    hull, radius = part:hull(OF_SIZE * diagonal(part))
    notes[#notes + 1] = ("%s: %d of %d corners of its hull, blown up by %s m to hold all"):format(
      name, hull.nvertices, before, kit.number(radius, 2))
  end
  return { corners = hull:points(), radius = radius }
end

-- the convex shapes of a mesh
function shapes.of_mesh(mesh, X, name, notes)
  local list = {}
  if mesh.nvertices == 0 then
    notes[#notes + 1] = name .. " is empty"
    return list
  end
  local welded = mesh:welded()
  if welded.nvertices == 0 then welded = mesh end
  local parts, n = parts_of(welded)
  if n > MOST_PARTS then
    notes[#notes + 1] = ("%s has %d parts: one hull around all is taken"):format(name, n)
  end
  for k, part in ipairs(parts) do
    local called = #parts == 1 and name or ("%s, part %d"):format(name, k)
    local s = wrapped(part, called, notes)
    s.kind, s.at = kinds.polytope, X
    list[k] = s
  end
  return list
end

-- ---- told ---------------------------------------------------------------------------------------

local function kind_of(x, path)
  if x == "mesh" or SIZES[x] then return x end
  local names = { mesh = true }
  for name in pairs(SIZES) do names[name] = true end
  check.fail(path, "expected a shape, got %s%s", check.got(x), check.hint(x, names))
end

-- a primitive: kind in words, its size, frame
function shapes.primitive(kind, size, X, path)
  local half, radius = SIZES[kind][3](size_of(size, kind, path))
  return { kind = kinds[kind], size = half, radius = radius, at = X }
end

local function frame_of(x, path)
  if x == nil then return li.frame() end
  if kit.class(x) == "frame" then return x end
  return li.frame.trans(check.value(x, path, "vec3"))
end
shapes.frame_of = frame_of

shapes.fields = { shape = kind_of, size = "any?", mesh = "mesh?", at = frame_of }

-- {shape =, size =, at =, mesh =}, checked: the convex shapes of it
function shapes.read(t, path, name, notes)
  if t.shape == "mesh" then
    if not t.mesh then check.fail(path .. ".mesh", "missing: a mesh, li.mesh(path)") end
    return shapes.of_mesh(t.size and t.mesh:scaled(t.size) or t.mesh, t.at, name, notes)
  end
  if t.mesh then check.fail(path .. ".mesh", "is for shape = \"mesh\"") end
  return { shapes.primitive(t.shape, t.size, t.at, path .. ".size") }
end

return shapes
