-- thinned.lua - meshes of a model thinned for the living page: about 70 kB for all of them
--
-- A mesh is { low, step, points, faces }: whole numbers of 16 bits as base64, point = low + step
-- number, faces counted from 0; where triangles have colours of their own also palette, and
-- colours, which of the palette each has (0: that of the shape). Meshes that collide are not
-- drawn, nor is what is missing.
local check = require "liaison.base.check"
local json = require "liaison.show.page.json"
local kit = require("liaison.core")._internal

local thinned = {}

local TRIANGLES, LEAST, MOST, STEPS = 5400, 60, 1400, 65535

-- numbers from 0 to 65535 as bytes, the lower one first
local function packed(list)
  local out, char, floor = {}, string.char, math.floor
  for i, x in ipairs(list) do out[i] = char(x % 256, floor(x / 256)) end
  return json.base64(table.concat(out))
end

-- the colours of triangles: a list of { r, g, b }, and its place for each (0: none)
local function painted(mesh)
  local colours = mesh:colours()
  if not colours then return nil end
  local palette, place, list = {}, {}, {}
  for i = 1, mesh.nfaces do
    local r, g, b = colours:get(i, 1), colours:get(i, 2), colours:get(i, 3)
    local key = kit.format("%.3f %.3f %.3f", r, g, b)
    if r >= 0 and not place[key] then
      palette[#palette + 1] = { r, g, b }
      place[key] = #palette
    end
    list[i] = place[key] or 0
  end
  return palette, packed(list)
end

local function as_data(mesh)
  local low, high = mesh:bounds()
  local points, faces, step, start = {}, {}, 0, {}
  for k = 1, 3 do
    start[k] = low[k]
    step = math.max(step, (high[k] - low[k]) / STEPS)
  end
  if not (step > 0) then return nil end
  local P, F = mesh:points(), mesh:triangles()
  for i = 1, mesh.nvertices do
    for k = 1, 3 do points[#points + 1] = math.floor((P:get(i, k) - low[k]) / step + 0.5) end
  end
  for i = 1, mesh.nfaces do
    for k = 1, 3 do faces[#faces + 1] = F:get(i, k) - 1 end
  end
  local palette, colours = painted(mesh)
  return { low = start, step = step, points = packed(points), faces = packed(faces),
    palette = palette, colours = colours }
end

-- meshes put into the shapes of a description; options: true, or what model:meshes takes
function thinned.put(model, desc, options)
  if not options then return end
  if options ~= true and type(options) ~= "table" then
    check.fail("html.meshes", "expected true or {folders = ..}, got %s", check.got(options))
  end
  local list, drawn = model:meshes(options ~= true and options or nil), 0
  for _, m in ipairs(list) do
    if m.mesh and not m.collides then drawn = drawn + 1 end
  end
  local each = math.max(LEAST, math.min(MOST, math.floor(TRIANGLES / math.max(drawn, 1))))
  local at = 0
  for _, body in ipairs(desc.bodies or {}) do
    for _, shape in ipairs(body.shapes or {}) do
      if shape.kind == "mesh" then
        at = at + 1
        local m = list[at]
        if m and m.mesh and not m.collides and m.mesh.nfaces > 0 then
          shape.thin = as_data((m.mesh:simplified(each)))
        end
      end
    end
  end
end

return thinned
