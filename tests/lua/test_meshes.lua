-- test_meshes.lua - meshes from Lua: tables, files, mistakes; bodies with their inertia
local t = require "t"
local li = require "liaison"

local folder = assert(li._internal.new_folder())

local function write(name, text)
  local f = assert(io.open(folder .. "/" .. name, "wb"))
  f:write(text)
  f:close()
  return folder .. "/" .. name
end

local CUBE = [[
mtllib colours.mtl
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
usemtl deep red
f 4 3 2 1
f 5 6 7 8
usemtl green
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
]]

t.test("an OBJ with its colours", function()
  write("colours.mtl", "newmtl deep red\nKa 1 1 1\nKd 0.5 0 0\n\nnewmtl green\nKd 0 2 0\n")
  local m = li.mesh(write("cube.obj", CUBE))
  t.eq(m.nfaces, 12)
  t.eq(m:volume(), 1)
  local c = m:colours()
  t.near({ c:get(1, 1), c:get(4, 1), c:get(5, 2), c:get(12, 1) }, { 0.5, 0.5, 1, 0 })
  t.eq(#m:notes(), 0)
  t.eq(m:simplified(100):colours():get(1, 1), 0.5)
end)

t.test("what a mesh says of a body is what the solid says", function()
  local m = li.mesh_text(CUBE, "obj"):moved { -0.5, -0.5, -0.5 }:scaled { 0.2, 0.3, -0.4 }
  local J, K = m:inertia { density = 2700 },
    li.inertia.box { x = 0.2, y = 0.3, z = 0.4, density = 2700 }
  t.ok(J:near(K, 1e-12))
  t.ok(m:inertia { mass = 3 }:near(li.inertia.box { x = 0.2, y = 0.3, z = 0.4, mass = 3 }, 1e-12))
  local arm = li.robot { bodies = { { joint = "revolute", inertia = J } } }
  local brick = li.robot { bodies = { { joint = "revolute", inertia = K } } }
  t.near(arm:mass { 0.3 }[1], brick:mass { 0.3 }[1])
end)

t.test("there and back by files", function()
  local m = li.mesh_text(CUBE, "obj")
  for _, name in ipairs { "there.stl", "there.obj" } do
    local path = folder .. "/" .. name
    t.eq(m:save(path), m)
    local back = li.mesh(path)
    t.eq(back:volume(), 1)
    t.eq(back.nvertices, 8)
    t.eq(back:check().genus, 0)
  end
  t.eq(li.mesh_text(m:text "stl", "stl"):area(), 6)
end)

t.test("notes name the lines", function()
  local m = li.mesh_text("mtllib ../x.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\nl 1 2\n",
    "obj")
  local notes, count = m:notes()
  t.eq(count, 3)
  t.ok(notes[1]:find("obj:1: ../x.mtl: not read", 1, true), notes[1])
  t.ok(notes[2]:find("obj:5: red: no such material", 1, true), notes[2])
  local away = li.mesh(write("away.obj", "mtllib ../x.mtl\nmtllib /etc/passwd\nmtllib none.mtl\n"))
  notes = away:notes()
  t.ok(notes[1]:find "out of the folder" and notes[2]:find "out of the folder", notes[1])
  t.ok(notes[3]:find "No such file", notes[3])
end)

-- edges 1, 2, 3 from the origin, its faces outside
local function brick()
  local v, f = {}, {}
  for k = 0, 7 do v[k + 1] = { k % 2, math.floor(k / 2) % 2 * 2, math.floor(k / 4) * 3 } end
  for _, q in ipairs { { 1, 3, 4, 2 }, { 5, 6, 8, 7 }, { 1, 2, 6, 5 }, { 3, 7, 8, 4 },
    { 1, 5, 7, 3 }, { 2, 4, 8, 6 } } do
    f[#f + 1], f[#f + 2] = { q[1], q[2], q[3] }, { q[1], q[3], q[4] }
  end
  return li.mesh { vertices = v, faces = f }
end

t.test("moments: a brick, its surface, one inside out", function()
  local V, c, J = brick():moments()
  t.near(V, 6, 1e-14)
  t.near(c, { 0.5, 1, 1.5 }, 1e-14)
  -- m (b^2 + c^2)/12
  t.near(J, { 6*13/12, 6*10/12, 6*5/12, 0, 0, 0 }, 1e-13)
  t.near({ brick():moments "positive" }, { V, c, J }, 1e-13)
  -- six plates: area m, in its plane m (a^2 + b^2)/12 and m/12 of each edge, away by half an edge
  local A, d, S = brick():moments "surface"
  t.near(A, 22, 1e-14)
  t.near(d, { 0.5, 1, 1.5 }, 1e-14)
  local x = 2*(6*0.25 + 3/12 + 2/12) -- integral of x^2: plates across x, across y, across z
  local y = 2*(3*1 + 6*4/12 + 2*4/12)
  local z = 2*(2*2.25 + 6*9/12 + 3*9/12)
  t.near(S, { y + z, x + z, x + y, 0, 0, 0 }, 1e-12)
  -- inside out: exact weighs nothing, positive as before
  t.eq((brick():flipped():moments()), nil)
  t.near((brick():flipped():moments "positive"), 6, 1e-14)
  local line = { { 0, 0, 0 }, { 1, 0, 0 }, { 2, 0, 0 } }
  t.eq((li.mesh { vertices = line, faces = { { 1, 2, 3 } } }:moments "surface"), nil)
end)

t.test("misfortunes are told, mistakes raise", function()
  local none, message, code = li.mesh(folder .. "/none.stl")
  t.eq(none, nil)
  t.eq(code, "EIO")
  t.ok(message:find "none.stl")
  t.raises("expected a file .stl, .obj, .dae, .gltf or .glb", li.mesh, folder .. "/a.ply")
  t.raises("cut.stl", li.mesh, write("cut.stl", ("x"):rep(83)))
  t.raises("f.obj:2", li.mesh, write("f.obj", "v 0 0 0\nf 1 2 3\n"))
  t.raises("unknown key 'vertex'", li.mesh, { vertex = {}, faces = {} })
  t.raises("there is no vertex 4", li.mesh,
    { vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, faces = { { 1, 2, 4 } } })
  t.raises("rows of three", li.mesh, { vertices = { { 0, 0 } }, faces = { { 1, 2, 3 } } })
  t.raises("rows of three", li.mesh, { vertices = { { 0, 0, 1 } } })
  local m = li.mesh_text(CUBE, "obj")
  t.raises("either density or mass", m.inertia, m, {})
  t.raises("either density or mass", m.inertia, m, { mass = 1, density = 1 })
  t.raises("unknown key 'weight'", m.inertia, m, { weight = 1 })
  t.raises("inside out", m.volume, m:flipped())
  t.raises("not 0", m.scaled, m, 0)
  t.raises("in a plane", function()
    li.mesh { vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 } },
      faces = { { 1, 2, 3 } } }:hull()
  end)
end)

t.test("shapes around a cube", function()
  local m = li.mesh_text(CUBE, "obj")
  t.near(m:fit "sphere".size, { math.sqrt(0.75) })
  t.near(m:fit "box".volume, 1)
  t.near(m:fit "cylinder".size, { math.sqrt(0.5), 1 })
  t.near(m:fit "capsule".at.p, { 0.5, 0.5, 0.5 })
  local hull = m:merged(m:scaled(0.5)):hull()
  t.eq(hull:volume(), 1)
  t.eq(hull.nvertices, 8)
end)

t.done()
