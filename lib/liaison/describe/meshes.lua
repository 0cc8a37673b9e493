-- meshes.lua - the meshes of a model found and read, once somebody asks for them
--
-- A file names its meshes by file://, by package:// (below a search folder, or above the file that
-- names it) or by a way from its own folder. Dynamics never needs them: what is missing is told.
local li = require "liaison.core"
local check = require "liaison.base.check"
local scope = require "liaison.describe.xacro_scope"

-- where a mesh is: a path, or nil and why
local function found(name, source, folders)
  local absolute = name:match "^file://(/.*)$" or name:match "^/.*"
  if absolute then return absolute end
  local package, rest = name:match "^package://([^/]+)/(.*)$"
  if not package then package, rest = name:match "^model://([^/]+)/(.*)$" end
  if package then
    local ok, path = check.try(scope.package, { folders = folders }, package,
      { file = source, line = 0 })
    if ok then return path .. "/" .. rest end
    return nil, ("package '%s' is below none of the folders, nor above %s"):format(package, source)
  end
  local way = name:gsub("^file:", ""):gsub("^%./", "")
  local here = scope.folder_of(source) .. way
  if scope.there(here) then return here end
  for _, folder in ipairs(folders) do
    if scope.there(folder .. "/" .. way) then return folder .. "/" .. way end
  end
  return here
end

-- the mesh in a file; nil and why
local function read(path, known)
  if not known[path] then
    local ok, mesh, why = check.try(li.mesh, path)
    known[path] = { mesh = ok and mesh or nil, why = not ok and tostring(mesh) or why }
  end
  return known[path].mesh, known[path].why
end

local function entry(body, shape, source, folders, known)
  local e = { body = body.name, file = shape.mesh, collides = shape.collides or false,
    place = shape.place, color = shape.color }
  e.path, e.why = found(shape.mesh, source, folders)
  if not e.path then return e end
  e.mesh, e.why = read(e.path, known)
  if not e.mesh then return e end
  local ok, scaled = check.try(e.mesh.scaled, e.mesh, shape.size)
  e.mesh, e.why = ok and scaled or nil, not ok and tostring(scaled) or nil
  return e
end

local function all(model, folders)
  local d, list, known = model:description(), {}, {}
  for _, body in ipairs(d.bodies or {}) do
    for _, shape in ipairs(body.shapes or {}) do
      if shape.kind == "mesh" then
        list[#list + 1] = entry(body, shape, d.source or "", folders, known)
      end
    end
  end
  return list
end

local FIELDS = { folders = true }

check.define(li._internal.methods "model", {
  { "model:meshes([options: table]) -> table",
    "The meshes of all bodies, read now: a list of {body, file, path, mesh, why, collides, place, "
    .. "color}; mesh is scaled and in the axes of place, and nil where why says what is in the "
    .. "way. package://a/b is found below one of options.folders, or in a folder a above the file "
    .. "of the model; other names from its folder on. Nothing else needs them.",
    "li.urdf_text[[<robot name='r'><link name='a'><visual><geometry><mesh filename='no.stl'/>"
    .. "</geometry></visual></link></robot>]]:meshes()[1].mesh --> nil",
    function(model, options)
      local folders = {}
      if options then
        check.keys(options, "options", FIELDS)
        folders = type(options.folders) == "string" and { options.folders } or options.folders or {}
        if type(folders) ~= "table" then
          check.fail("options.folders", "expected folders, got %s", check.got(folders))
        end
      end
      return all(model, folders)
    end },
})
