-- mjcf_geom.lua - geoms of MJCF: sizes, masses, inertias, what is drawn of them, meshes among them
--
-- A geom becomes { kind, size, X = frame in its body, mass = an inertia or nil, .. }. What MuJoCo
-- gives a geom without a density is 1000 kg/m^3, or 1000 kg/m^2 where it is a shell.
local li = require "liaison.core"
local check = require "liaison.base.check"
local package = require "liaison.describe.xacro_scope"
local place = require "liaison.describe.mjcf_place"
local tree = require "liaison.describe.mjcf_tree"

local geom = {}
local fail, numbers = tree.fail, tree.numbers
local PI = math.pi

-- how many sizes each kind takes; with fromto one less, or one
local SIZES = { plane = 3, hfield = 0, sphere = 1, capsule = 2, ellipsoid = 3, cylinder = 2,
  box = 3, mesh = 0, sdf = 0 }
local FROM_TO = { capsule = 1, cylinder = 1, ellipsoid = 1, box = 1 }
geom.kinds = SIZES

local DENSITY = 1000

-- ---- volumes and areas ----

local VOLUME = {
  sphere = function(s) return 4/3*PI*s[1]^3 end,
  capsule = function(s) return PI*s[1]^2*(2*s[2] + 4/3*s[1]) end,
  cylinder = function(s) return PI*s[1]^2*2*s[2] end,
  ellipsoid = function(s) return 4/3*PI*s[1]*s[2]*s[3] end,
  box = function(s) return 8*s[1]*s[2]*s[3] end,
}

local SOLID = {
  sphere = function(s, m) return li.inertia.sphere { r = s[1], mass = m } end,
  capsule = function(s, m) return li.inertia.capsule { r = s[1], h = 2*s[2], mass = m } end,
  cylinder = function(s, m) return li.inertia.cylinder { r = s[1], h = 2*s[2], mass = m } end,
  ellipsoid = function(s, m)
    return li.inertia.ellipsoid { x = s[1], y = s[2], z = s[3], mass = m }
  end,
  box = function(s, m) return li.inertia.box { x = 2*s[1], y = 2*s[2], z = 2*s[3], mass = m } end,
}

local AREA = {
  sphere = function(s) return 4*PI*s[1]^2 end,
  capsule = function(s) return 4*PI*s[1]*(s[1] + s[2]) end,
  cylinder = function(s) return 2*PI*s[1]*(s[1] + 2*s[2]) end,
  box = function(s) return 8*(s[1]*s[2] + s[2]*s[3] + s[1]*s[3]) end,
}

local function diagonal(m, x, y, z) return li.inertia { mass = m, tensor = { x, y, z } } end

local SHELL = {
  sphere = function(s, m) return li.inertia.sphere_shell { r = s[1], mass = m } end,
  -- two half spheres with their centres r/2 beyond the ends, and a tube
  capsule = function(s, m)
    local r, h = s[1], 2*s[2]
    local ends = m*r/(r + s[2])
    local side = m - ends
    local x = side*(r^2/2 + h^2/12) + ends*(2/3*r^2 + h^2/4 + h*r/2)
    return diagonal(m, x, x, side*r^2 + ends*2/3*r^2)
  end,
  -- two discs and a tube
  cylinder = function(s, m)
    local r, h = s[1], 2*s[2]
    local ends = m*r/(r + h)
    local side = m - ends
    local x = side*(r^2/2 + h^2/12) + ends*(r^2/4 + h^2/4)
    return diagonal(m, x, x, side*r^2 + ends*r^2/2)
  end,
  -- six plates
  box = function(s, m)
    local a, b, c = 2*s[1], 2*s[2], 2*s[3]
    local all = 2*(a*b + b*c + c*a)
    local function about(p, q, t)   -- the axis along t
      return m/all*(2*p*q*(p^2 + q^2)/12 + 2*p*t*(p^2/12 + q^2/4) + 2*q*t*(q^2/12 + p^2/4))
    end
    return diagonal(m, about(b, c, a), about(a, c, b), about(a, b, c))
  end,
}

-- ---- meshes ----

local function mesh_file(c, e, map)
  local way = map.file
  if c.strippath then way = way:match "([^/\\]*)$" end
  local folder = c.meshdir
  if folder and folder ~= "" and not way:find "^/" then
    way = folder:gsub("[/\\]+$", "") .. "/" .. way
  end
  return way, c.tree:path(e, way)
end

local function mesh_of_file(c, e, map)
  local _, path = mesh_file(c, e, map)
  local ok, mesh, why = check.try(li.mesh, path)
  if not ok or not mesh then
    fail(e, "<mesh> file: %s", tostring(ok and why or mesh))
  end
  return mesh
end

-- vertices in the file itself; without faces their hull
local function mesh_of_numbers(e, map)
  local v, vertices, faces = numbers(e, "vertex", map.vertex, 12, 3000000), {}, {}
  if #v % 3 ~= 0 then fail(e, "<mesh> vertex: expected three numbers each, got %d", #v) end
  for i = 1, #v, 3 do vertices[#vertices + 1] = { v[i], v[i+1], v[i+2] } end
  local f = map.face and numbers(e, "face", map.face, 3, 3000000)
  if not f then
    return li.mesh { vertices = vertices, faces = { { 1, 2, 3 } } }:hull()
  end
  if #f % 3 ~= 0 then fail(e, "<mesh> face: expected three numbers each, got %d", #f) end
  for i = 1, #f, 3 do faces[#faces + 1] = { f[i] + 1, f[i+1] + 1, f[i+2] + 1 } end
  local ok, mesh = check.try(li.mesh, { vertices = vertices, faces = faces })
  if not ok then fail(e, "<mesh>: %s", tostring(mesh)) end
  return mesh
end

-- as the file has it, then away from refpos, back by refquat, and scaled
local function mesh_read(c, a)
  local e, map = a.e, a.map
  local mesh
  if map.file then mesh = mesh_of_file(c, e, map)
  elseif map.vertex then mesh = mesh_of_numbers(e, map)
  else fail(e, "<mesh>: expected file or vertex") end
  if map.refpos or map.refquat then
    local X = place.frame(c, e, { pos = map.refpos, quat = map.refquat })
    mesh = mesh:moved(X:inverse())
  end
  if map.scale then
    local s = numbers(e, "scale", map.scale, 3)
    local ok, scaled = check.try(mesh.scaled, mesh, s)
    if not ok then fail(e, "<mesh> scale: %s", tostring(scaled)) end
    mesh = scaled
  end
  return mesh
end

local LEAST = 1e-14

-- { volume or area, centre, tensor about it of density 1 }. MuJoCo counts all tetrahedra as
-- positive unless asked, the centre from the middle of the surface, the rest from the centre
local function moments_of(mesh, how)
  local amount, centre, tensor = mesh:moments(how)
  if not amount or how ~= "surface" and amount < LEAST then return nil end
  local J = {}
  for k = 1, 6 do J[k] = tensor[k] end
  return { amount, { centre[1], centre[2], centre[3] }, J }
end

-- what the inertia of a mesh is: by its own word, by the compiler's, or as MuJoCo does
local HOW = { legacy = "legacy", exact = "exact", convex = "convex", shell = "shell" }

local function measured(c, a, shell)
  local how = tree.word(a.e, "inertia", a.map.inertia, HOW, c.exactmeshinertia and "exact"
    or "legacy")
  if shell then how = "shell" end
  a.measured = a.measured or {}
  if a.measured[how] == nil then
    a.mesh = a.mesh or mesh_read(c, a)
    if how == "shell" then a.measured[how] = moments_of(a.mesh, "surface")
    elseif how == "convex" then a.measured[how] = moments_of(a.mesh:hull(), "exact")
    else a.measured[how] = moments_of(a.mesh, how == "exact" and "exact" or "positive") end
    a.measured[how] = a.measured[how] or false
  end
  return a.measured[how]
end

-- the meshes of <asset>, by name; read once they are needed
function geom.meshes(c)
  local list = {}
  for _, e in ipairs(c.tree:section "asset") do
    if e.name == "mesh" then
      c.tree:look(e, "mesh")
      local map = c.tree:all(e, "mesh")
      local name = map.name or map.file and map.file:match "([^/\\]*)$":gsub("%.%w+$", "")
      if not name then fail(e, "<mesh>: expected a name or a file") end
      if list[name] then fail(e, "<mesh>: the name '%s' is taken", name) end
      list[name] = { e = e, map = map, name = name }
    end
  end
  return list
end

-- ---- one geom ----

local function sizes_of(e, kind, map)
  local wanted = map.fromto and FROM_TO[kind] or SIZES[kind]
  if map.fromto and not FROM_TO[kind] then
    fail(e, "<geom> fromto: expected a capsule, cylinder, ellipsoid or box, got a %s", kind)
  end
  if wanted == 0 then return {} end
  local s = map.size and numbers(e, "size", map.size, 1, 3) or {}
  if #s < wanted then
    fail(e, "<geom> size: a %s%s takes %d numbers, got %d", kind, map.fromto and " with fromto"
      or "", wanted, #s)
  end
  for i = 1, wanted do
    if s[i] <= 0 and kind ~= "plane" then
      fail(e, "<geom> size: expected numbers above 0, got %g", s[i])
    end
  end
  return s
end

-- the frame and the sizes by fromto
local function from_to(e, kind, map, s)
  if map.pos and tree.own(e).pos then fail(e, "<geom>: pos and fromto: one of them may stand") end
  local X, half = place.between(e, map.fromto)
  if kind == "box" or kind == "ellipsoid" then return X, { s[1], s[1], half } end
  return X, { s[1], half }
end

-- its inertia in the axes of the geom, or nil where it has no mass
local function weight(c, e, g, map)
  local shell = tree.yes(e, "shellinertia", map.shellinertia, false)
  local mass = tree.number(e, "mass", map.mass)
  local density = tree.number(e, "density", map.density, DENSITY)
  if (mass or density) < 0 then fail(e, "<geom>: a mass or density is not below 0") end
  if mass == 0 or not mass and density == 0 then return nil end
  if g.asset then
    local one = measured(c, g.asset, shell)
    if not one then
      c.tree:tell(e, ("<geom>: the mesh '%s' has no volume, and no mass"):format(g.asset.name))
      return nil
    end
    local d, J = mass and mass/one[1] or density, {}
    for i = 1, 6 do J[i] = d*one[3][i] end
    return li.inertia { mass = d*one[1], com = one[2], tensor = J, check = false }
  end
  if g.asset_missing then measured(c, g.asset_missing, shell) end
  local size, body = (shell and AREA or VOLUME)[g.kind], (shell and SHELL or SOLID)[g.kind]
  if not VOLUME[g.kind] then return nil end
  if not size then
    c.tree:tell(e, ("<geom>: a %s as a shell is not known here: it is solid"):format(g.kind))
    size, body = VOLUME[g.kind], SOLID[g.kind]
  end
  return body(g.size, mass or density*size(g.size))
end

-- the primitive of a mesh: that of the box of the same inertia, z the longest way. That of half
-- sides a has the moments m (a_y^2 + a_z^2)/3, ..
local FITTED = {
  sphere = function(a) return { (a[1] + a[2] + a[3])/3 } end,
  capsule = function(a)
    local r = (a[1] + a[2])/2
    return { r, math.max(0, a[3] - r/2) }
  end,
  cylinder = function(a) return { (a[1] + a[2])/2, a[3] } end,
  ellipsoid = function(a) return a end,
  box = function(a) return a end,
}

local function fitted(c, e, g, map)
  local one = measured(c, g.asset, false)
  if not one then
    fail(e, "<geom>: the mesh '%s' has no volume to fit a %s to", map.mesh, g.kind)
  end
  local p, R = li.inertia { mass = one[1], tensor = one[3], check = false }:principal()
  local M, a, sum = R:matrix(), {}, p[1] + p[2] + p[3]
  -- moments fall, so that sides grow
  for k = 1, 3 do a[k] = math.sqrt(math.max(0, 1.5*(sum - 2*p[4 - k])/one[1])) end
  local scale = tree.number(e, "fitscale", map.fitscale, 1)
  local size = FITTED[g.kind](a)
  for i = 1, #size do size[i] = scale*size[i] end
  local turn = { {}, {}, {} }
  for i = 1, 3 do turn[i] = { M[i][3], -M[i][2], M[i][1] } end
  g.asset = nil
  return size, li.frame(li.rot.nearest(turn), one[2])
end

local function asset_of(c, e, kind, map)
  local asset = c.meshes[map.mesh]
  if not asset then
    fail(e, "<geom> mesh: no mesh '%s' in <asset>%s", map.mesh, check.hint(map.mesh, c.meshes))
  end
  if kind ~= "mesh" and not FITTED[kind] then
    fail(e, "<geom> mesh: expected a mesh, or a shape that is fitted to it, got a %s", kind)
  end
  return asset
end

-- a mesh whose file is not there is told once: a mass made of it is refused
local function is_missing(c, asset)
  if asset.missing == nil then
    local _, path = mesh_file(c, asset.e, asset.map)
    asset.missing = not package.there(path)
    if asset.missing then
      c.tree:leave(asset.e, asset.map.file, "files of meshes that are not there", "not drawn")
    end
  end
  return asset.missing
end

-- an element <geom>, X the frame around it in its body
function geom.read(c, e, class, X)
  c.tree:look(e, "geom")
  local map = c.tree:all(e, "geom", class)
  local kind = map.type or "sphere"
  if SIZES[kind] == nil then tree.word(e, "type", kind, SIZES) end
  if kind == "mesh" and not map.mesh then fail(e, "<geom>: expected mesh, the name of one") end
  local g = { e = e, map = map, kind = kind, name = map.name }
  g.asset = map.mesh and asset_of(c, e, kind, map) or nil
  local fit
  g.missing = g.asset and g.asset.map.file and is_missing(c, g.asset)
  -- a shape that nobody can measure has no size; where its mass is asked for, it is refused
  if g.missing and kind ~= "mesh" then g.size, g.asset, g.asset_missing = {}, nil, g.asset
  elseif g.asset and kind ~= "mesh" then g.size, fit = fitted(c, e, g, map)
  else g.size = sizes_of(e, kind, map) end
  g.X = map.fromto and true or place.frame(c, e, map)
  if map.fromto then g.X, g.size = from_to(e, kind, map, g.size) end
  g.X = fit and X * g.X * fit or X * g.X
  g.group = tree.number(e, "group", map.group, 0)
  g.collides = tree.number(e, "contype", map.contype, 1) ~= 0
    or tree.number(e, "conaffinity", map.conaffinity, 1) ~= 0
  function g.inertia() return weight(c, e, g, map) end
  return g
end

-- ---- what is drawn ----

local function colour(c, g)
  local map = g.map
  local own = tree.own(g.e)
  local text = own.rgba
  local material = c.materials[own.material or map.material]
  if not text and material then text = material.rgba end
  text = text or map.rgba
  return text and numbers(g.e, "rgba", text, 4) or nil
end

local SHAPE = {
  sphere = function(s) return { s[1] } end,
  capsule = function(s) return { s[1], 2*s[2] } end,
  cylinder = function(s) return { s[1], 2*s[2] } end,
  box = function(s) return { 2*s[1], 2*s[2], 2*s[3] } end,
}

-- a mesh is drawn as its file is, so refpos and refquat go before its place
local function mesh_shape(c, g)
  local map = g.asset.map
  if not map.file then return nil end
  local scale = map.scale and numbers(g.asset.e, "scale", map.scale, 3) or { 1, 1, 1 }
  local X = g.X
  if map.refpos or map.refquat then
    if scale[1] ~= scale[2] or scale[1] ~= scale[3] then return nil end
    local back = place.frame(c, g.asset.e, { pos = map.refpos, quat = map.refquat }):inverse()
    X = X * li.frame(back.R, { scale[1]*back.p[1], scale[1]*back.p[2], scale[1]*back.p[3] })
  end
  return { kind = "mesh", size = scale, mesh = (mesh_file(c, g.asset.e, map)), frame = X }
end

-- the shapes of a geom: for the eye (groups 0 to 2, as MuJoCo shows them), and for contact
function geom.shapes(c, g)
  local shape
  if g.asset_missing then return {} end
  if g.kind == "mesh" then shape = mesh_shape(c, g)
  elseif SHAPE[g.kind] then
    shape = { kind = g.kind, size = SHAPE[g.kind](g.size), frame = g.X }
  end
  if not shape then
    c.tree:leave(g.e, g.kind, "shapes that are neither box, sphere, cylinder, capsule nor mesh "
      .. "file")
    return {}
  end
  shape.color = colour(c, g)
  local list = {}
  if g.group <= 2 then list[1] = shape end
  if g.collides then
    local copy = { collides = true }
    for key, x in pairs(shape) do copy[key] = x end
    list[#list + 1] = copy
  end
  return list
end

return geom
