-- test_mesh_scenes.lua - meshes of Collada and glTF: nodes, instances, accessors, colours, units;
-- what is broken, circular or leads away
local t = require "t"
local li = require "liaison"
local json = require "liaison.show.page.json"

local folder = os.tmpname()
os.remove(folder)
os.execute("mkdir " .. folder)

local function save(name, text)
  local f = assert(io.open(folder .. "/" .. name, "wb"))
  f:write(text)
  f:close()
  return folder .. "/" .. name
end

-- ---- bytes --------------------------------------------------------------------------------------

local function whole(n, bytes)
  local out = {}
  for _ = 1, bytes do
    out[#out + 1] = string.char(n % 256)
    n = math.floor(n / 256)
  end
  return table.concat(out)
end

-- IEEE 754 of 32 bits, of numbers that need no rounding
local function float(x)
  if x == 0 then return whole(0, 4) end
  local sign, e = x < 0 and 1 or 0, 0
  x = math.abs(x)
  while x >= 2 do x, e = x / 2, e + 1 end
  while x < 1 do x, e = x * 2, e - 1 end
  local bits = (x - 1) * 2 ^ 23 + (e + 127) * 2 ^ 23 + sign * 2 ^ 31
  return whole(bits, 4)
end

local DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local function base64(s)
  local out = {}
  for i = 1, #s, 3 do
    local a, b, c = s:byte(i, i + 2)
    local n = a * 65536 + (b or 0) * 256 + (c or 0)
    for k = 3, 0, -1 do
      local d = math.floor(n / 64 ^ k) % 64
      out[#out + 1] = (k == 0 and not c or k == 1 and not b) and "=" or DIGITS:sub(d + 1, d + 1)
    end
  end
  return table.concat(out)
end

-- ---- a box, its faces outside -------------------------------------------------------------------

local CORNERS, FACES = {}, { { 0, 2, 3, 1 }, { 4, 5, 7, 6 }, { 0, 1, 5, 4 }, { 2, 6, 7, 3 },
  { 0, 4, 6, 2 }, { 1, 3, 7, 5 } }
for k = 0, 7 do
  CORNERS[k + 1] = { k % 2, math.floor(k / 2) % 2 * 2, math.floor(k / 4) * 3 }
end

local function triangles()
  local out = {}
  for _, f in ipairs(FACES) do
    for _, k in ipairs { 1, 2, 3, 1, 3, 4 } do out[#out + 1] = f[k] end
  end
  return out
end

local function points_of(stride)
  local out = {}
  for i, p in ipairs(CORNERS) do
    out[i] = float(p[1]) .. float(p[2]) .. float(p[3]) .. ("\255"):rep(stride - 12)
  end
  return table.concat(out)
end

local function indices_of()
  local out = {}
  for i, k in ipairs(triangles()) do out[i] = whole(k, 2) end
  return table.concat(out)
end

-- a box with edges 1, 2, 3 as glTF; change: what the document has else
local function box(change)
  local stride = change and change.stride or 12
  local points, index = points_of(stride), indices_of()
  local g = { asset = { version = "2.0" }, scene = 0, scenes = { { nodes = { 0 } } },
    nodes = { { mesh = 0 } },
    meshes = { { primitives = { { attributes = { POSITION = 0 }, indices = 1 } } } },
    buffers = { { byteLength = #points + #index } },
    bufferViews = { { buffer = 0, byteOffset = 0, byteLength = #points,
      byteStride = stride > 12 and stride or nil },
      { buffer = 0, byteOffset = #points, byteLength = #index } },
    accessors = { { bufferView = 0, componentType = 5126, count = 8, type = "VEC3" },
      { bufferView = 1, componentType = 5123, count = 36, type = "SCALAR" } } }
  g.buffers[1].uri = "data:application/octet-stream;base64," .. base64(points .. index)
  return g, points .. index
end

local function read(g) return li.mesh_text(json.text(g), "gltf") end

local function is_box(m, size, what)
  local low, high = m:bounds()
  local d = high - low
  t.near({ d[1], d[2], d[3] }, size, 1e-12, what)
  t.near(m:volume(), size[1] * size[2] * size[3], 1e-12, what)
  t.ok(m:check().closed and m:check().oriented, what)
end

local function noted(m, pattern)
  for _, note in ipairs((m:notes())) do
    if note:find(pattern) then return true end
  end
  return false
end

-- a limit is told as what cannot be helped: nil and why
local function too_much(f, ...)
  local m, why, code = f(...)
  t.ok(m == nil and why:find "nodes, or 200 levels" and code == "ELIMIT", why)
end

-- ---- glTF ---------------------------------------------------------------------------------------

t.test("glTF: a buffer in the text, beside the file and in a GLB, with strides", function()
  local g, bytes = box()
  is_box(read(g), { 1, 2, 3 }, "data:")
  is_box(read((box { stride = 20 })), { 1, 2, 3 }, "stride")
  save("box data.bin", bytes)
  g.buffers[1].uri = "box%20data.bin"
  is_box(li.mesh(save("box.gltf", json.text(g))), { 1, 2, 3 }, "beside")
  g.buffers[1].uri = nil
  local text = json.text(g)
  text = text .. (" "):rep(-#text % 4)
  bytes = bytes .. ("\0"):rep(-#bytes % 4)
  local glb = "glTF" .. whole(2, 4) .. whole(28 + #text + #bytes, 4) .. whole(#text, 4) .. "JSON"
    .. text .. whole(#bytes, 4) .. "BIN\0" .. bytes
  is_box(li.mesh(save("box.glb", glb)), { 1, 2, 3 }, "glb")
  is_box(li.mesh_text(glb, "glb"), { 1, 2, 3 }, "glb text")
  t.raises("runs out of the file", li.mesh_text, glb:sub(1, -9), "glb")
end)

t.test("glTF: nodes turned, shifted, scaled, mirrored; instances; base colours", function()
  local g = box()
  local s = math.sqrt(0.5)
  g.nodes = { { children = { 1, 2 }, translation = { 10, 0, 0 }, scale = { 2, 2, 2 } },
    { mesh = 0, rotation = { 0, 0, s, s } },
    { mesh = 0, matrix = { -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1 } } }
  g.materials = { { pbrMetallicRoughness = { baseColorFactor = { 0.25, 0.5, 1, 1 } } } }
  g.meshes[1].primitives[1].material = 0
  local m = read(g)
  local low, high = m:bounds()
  -- turned by 90 degrees about z: x from -2 to 0, y from 0 to 1; mirrored: x from -1 to 0
  t.near(low, { 10 - 4, 0, 0 }, 1e-12)
  t.near(high, { 10, 4, 2 * (5 + 3) }, 1e-12)
  t.near(m:volume(), 2 * 6 * 8, 1e-11)
  t.ok(m:check().oriented, "a mirrored one is turned round")
  t.near(m:colours()[1], { 0.25, 0.5, 1 }, 1e-15)
end)

t.test("glTF: strips, fans, no indices, sparse and normalized numbers", function()
  local g = box()
  local square = float(0) .. float(0) .. float(0) .. float(1) .. float(0) .. float(0) .. float(0)
    .. float(1) .. float(0) .. float(1) .. float(1) .. float(0)
  g.buffers = { { byteLength = #square, uri = "data:;base64," .. base64(square) } }
  g.bufferViews = { { buffer = 0, byteLength = #square } }
  g.accessors = { { bufferView = 0, componentType = 5126, count = 4, type = "VEC3" } }
  g.meshes[1].primitives = { { attributes = { POSITION = 0 }, mode = 5 } }
  t.near(read(g):area(), 1, 1e-15)
  g.meshes[1].primitives[1].mode = 6
  t.near(read(g):area(), 1, 1e-15) -- two triangles of 1/2, which fold
  -- the last point elsewhere
  local more = whole(3, 1) .. "\0\0\0" .. float(2) .. float(2) .. float(0)
  g.buffers[2] = { byteLength = #more, uri = "data:;base64," .. base64(more) }
  g.bufferViews[2] = { buffer = 1, byteLength = #more }
  g.accessors[1].sparse = { count = 1, indices = { bufferView = 1, componentType = 5121 },
    values = { bufferView = 1, byteOffset = 4 } }
  g.meshes[1].primitives[1].mode = 5
  local _, high = read(g):bounds()
  t.near(high, { 2, 2, 0 }, 1e-15)
  local bytes = "\0\0\0" .. "\255\0\0" .. "\0\255\0"
  g.buffers = { { byteLength = 9, uri = "data:;base64," .. base64(bytes) } }
  g.bufferViews = { { buffer = 0, byteLength = 9 } }
  g.accessors = { { bufferView = 0, componentType = 5121, normalized = true, count = 3,
    type = "VEC3" } }
  g.meshes[1].primitives[1].mode = 4
  t.near(read(g):area(), 0.5, 1e-15)
end)

t.test("glTF: what is not understood is listed, what is broken has its place", function()
  local g = box()
  g.animations, g.extensionsUsed = { {} }, { "KHR_lights_punctual" }
  g.meshes[1].primitives[2] = { attributes = { POSITION = 0 }, mode = 1 }
  local m = read(g)
  for _, what in ipairs { "animations: not read", "KHR_lights_punctual: an extension",
    "points or lines", "y is up" } do t.ok(noted(m, what), what) end
  local function broken(pattern, change)
    local bad = box()
    change(bad)
    t.raises(pattern, read, bad)
  end
  broken("accessors%[1%]: it runs out of its buffer", function(x) x.accessors[2].count = 37 end)
  broken("accessors%[0%]: it is of another type", function(x) x.accessors[1].type = "VEC2" end)
  broken("buffers%[0%]: it has fewer bytes", function(x) x.buffers[1].byteLength = 1e6 end)
  broken("names vertex", function(x) x.accessors[1].count = 7 end)
  broken("nodes%[7%]: there is none", function(x) x.scenes[1].nodes = { 7 } end)
  broken("version 2, got '1", function(x) x.asset.version = "1.0" end)
  broken("a text has no folder", function(x) x.buffers[1].uri = "a.bin" end)
  broken("accessors%[0%]: unknown componentType", function(x) x.accessors[1].componentType = 1 end)
  g = box()
  for _, away in ipairs { "../a.bin", "/etc/passwd", "%2e%2e/a.bin", "file:///etc/passwd" } do
    g.buffers[1].uri = away
    local path = save("away.gltf", json.text(g))
    t.raises("leads out of the folder", li.mesh, path)
  end
  t.raises("gltf:2: no JSON: expected a value", li.mesh_text, '{"asset":\n}', "gltf")
  t.raises("at most 64 levels", li.mesh_text, ("["):rep(1000), "gltf")
  -- each node twice the next one: 2^60 of them
  g = box()
  for k = 1, 60 do g.nodes[k] = { children = { k, k } } end
  g.nodes[61] = { mesh = 0 }
  too_much(read, g)
  g.nodes[1].children = { 0 } -- a circle
  too_much(read, g)
end)

-- ---- Collada ------------------------------------------------------------------------------------

local function numbers()
  local out = {}
  for _, p in ipairs(CORNERS) do out[#out + 1] = table.concat(p, " ") end
  return table.concat(out, "\n")
end

local POLYLIST, TRIANGLES = {}, table.concat(triangles(), " ")
for k, f in ipairs(FACES) do POLYLIST[k] = table.concat(f, " ") end

-- faces: what is in the mesh behind its points; nodes: of the scene
local function collada(faces, nodes, asset)
  return [[<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>]] .. (asset or '<unit meter="1"/><up_axis>Z_UP</up_axis>') .. [[</asset>
<library_effects><effect id="red-effect"><profile_COMMON><technique><phong><diffuse>
<color>1 0.25 0 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="red"><instance_effect url="#red-effect"/></material>
</library_materials>
<library_geometries><geometry id="box"><mesh>
<source id="points"><float_array id="all" count="24">]] .. numbers() .. [[</float_array>
<technique_common><accessor source="#all" count="8" stride="3"/></technique_common></source>
<vertices id="corners"><input semantic="POSITION" source="#points"/></vertices>
]] .. faces .. [[</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene">]] .. nodes .. [[</visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#scene"/></scene></COLLADA>]]
end

local INPUT = '<input semantic="VERTEX" source="#corners" offset="0"/>'
local ALL = '<triangles count="12" material="paint">' .. INPUT .. "<p>" .. TRIANGLES
  .. "</p></triangles>"
local ONE = '<node><instance_geometry url="#box"/></node>'

local function dae(...) return li.mesh_text(collada(...), "dae") end

t.test("Collada: triangles, polylists, polygons, corners with several numbers", function()
  is_box(dae(ALL, ONE), { 1, 2, 3 }, "triangles")
  is_box(dae('<polylist count="6">' .. INPUT .. "<vcount>4 4 4 4 4 4</vcount><p>"
    .. table.concat(POLYLIST, " ") .. "</p></polylist>", ONE), { 1, 2, 3 }, "polylist")
  is_box(dae('<polygons count="6">' .. INPUT .. "<p>" .. table.concat(POLYLIST, "</p><p>")
    .. "</p></polygons>", ONE), { 1, 2, 3 }, "polygons")
  local wide = TRIANGLES:gsub("%d+", "7 %0")
  is_box(dae('<triangles count="12"><input semantic="NORMAL" source="#none" offset="0"/>'
    .. '<input semantic="VERTEX" source="#corners" offset="1"/><p>' .. wide .. "</p></triangles>",
    ONE), { 1, 2, 3 }, "offset")
  t.near(dae("<tristrips>" .. INPUT .. "<p>0 1 2 3</p></tristrips>", ONE):area(), 2, 1e-15)
  t.near(dae("<trifans>" .. INPUT .. "<p>0 1 3 2</p></trifans>", ONE):area(), 2, 1e-15)
end)

t.test("Collada: nodes one behind the other, instances of nodes, colours, units", function()
  local m = dae(ALL, [[<node id="a"><translate>10 0 0</translate><rotate>0 0 1 90</rotate>
    <scale>2 2 2</scale><node><matrix>1 0 0 0  0 1 0 0  0 0 1 5  0 0 0 1</matrix>
    <instance_geometry url="#box"><bind_material><technique_common>
    <instance_material symbol="paint" target="#red"/></technique_common></bind_material>
    </instance_geometry></node></node>
    <node><scale>-1 1 1</scale><instance_node url="#a"/></node>]])
  local low, high = m:bounds()
  t.near(low, { -10, 0, 10 }, 1e-12)
  t.near(high, { 10, 2, 16 }, 1e-12)
  t.near(m:volume(), 2 * 48, 1e-11)
  t.ok(m:check().oriented)
  t.near(m:colours()[1], { 1, 0.25, 0 }, 1e-15)
  m = dae(ALL, ONE, '<unit name="millimeter" meter="0.001"/><up_axis>Y_UP</up_axis>')
  t.near(m:volume(), 6e-9, 1e-20)
  t.ok(noted(m, "lengths times 0.001") and noted(m, "z is not up in this file"))
end)

t.test("Collada: what is not understood is listed, what is broken has its line", function()
  local m = dae(ALL .. "<lines><p>0 1</p></lines>", ONE .. "<node><skew>1</skew></node>")
  t.ok(noted(m, "lines: not understood") and noted(m, "skew: not understood"))
  local function broken(pattern, ...) t.raises(pattern, dae, ...) end
  broken("dae:%d+: p: it names a vertex that is not there", "<triangles>" .. INPUT
    .. "<p>0 1 8</p></triangles>", ONE)
  broken("p: expected numbers", "<triangles>" .. INPUT .. "<p>0 1 x</p></triangles>", ONE)
  broken("vcount: it counts more corners", "<polylist>" .. INPUT
    .. "<vcount>4</vcount><p>0 1 2</p></polylist>", ONE)
  broken("it names no geometry", ALL, '<node><instance_geometry url="#no"/></node>')
  broken("it names no geometry", ALL, '<node><instance_geometry url="http://a/b.dae#no"/></node>')
  too_much(dae, ALL, '<node id="a"><instance_node url="#a"/></node>')
  broken("has no input VERTEX", "<triangles><p>0 1 2</p></triangles>", ONE)
  t.raises("no XML: ", li.mesh_text, "<COLLADA><a></COLLADA>", "dae")
  t.raises("expected COLLADA", li.mesh_text, "<robot/>", "dae")
  t.raises("a DOCTYPE is not read here", li.mesh_text,
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><COLLADA>&b;</COLLADA>', "dae")
  t.raises("more than 200 levels", li.mesh_text, ("<a>"):rep(300), "dae")
  t.raises("more than 200 levels", li.mesh_text, ("<a>"):rep(200) .. "<a/>", "dae")
  local twice = {}
  for k = 1, 60 do
    twice[k] = ('<node id="n%d"><instance_node url="#n%d"/><instance_node url="#n%d"/></node>')
      :format(k, k + 1, k + 1)
  end
  too_much(dae, ALL, table.concat(twice) .. '<node id="n61"/>')
end)

-- ---- robots -------------------------------------------------------------------------------------

t.test("robot files take meshes of both through the same door", function()
  save("box.dae", collada(ALL, ONE))
  save("box2.gltf", json.text((box())))
  for _, name in ipairs { "box.dae", "box2.gltf" } do
    local path = save("robot.urdf", [[<robot name="r"><link name="a"><inertial><mass value="1"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
      <visual><geometry><mesh filename="]] .. name .. [[" scale="1 -1 1"/></geometry></visual>
      </link>
      <link name="b"><inertial><mass value="1"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
      <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
      <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>]])
    local list = li.urdf(path):meshes()
    local found
    for _, row in pairs(list) do found = found or row.mesh end
    t.ok(found, name)
    t.near(found:volume(), 6, 1e-12, name)
  end
end)

os.execute("rm -r " .. folder)
t.done()
