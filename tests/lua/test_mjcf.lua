-- test_mjcf.lua - MJCF: masses by closed forms, defaults, frames and copies, what acts, mistakes
-- with their lines, what is not carried over
local t = require "t"
local li = require "liaison"

local folder = assert(li._internal.new_folder())

local function write(name, text)
  os.execute(("mkdir -p '%s'"):format((folder .. "/" .. name):match "^(.*)/"))
  local f = assert(io.open(folder .. "/" .. name, "wb"))
  f:write(text)
  f:close()
  return folder .. "/" .. name
end

local function read(inside, options)
  return li.mjcf_text("<mujoco>" .. inside .. "</mujoco>", options)
end

local function bodies(inside) return read("<worldbody>" .. inside .. "</worldbody>") end

-- the inertia of the only body
local function inertia_of(inside, before)
  local b = read((before or "") .. "<worldbody><body name='b'><joint/>" .. inside
    .. "</body></worldbody>"):description().bodies[1]
  local I = {}
  for k = 1, 6 do I[k] = b.inertia[k] or 0 end
  return b.mass, b.com or { 0, 0, 0 }, I
end

local PI = math.pi

t.test("geoms weigh what their volumes do, or their areas", function()
  local rows = {
    { "<geom size='0.5'/>", 1000*4/3*PI*0.125, 0.4*0.25 },
    { "<geom size='0.5' mass='2'/>", 2, 0.4*0.25 },
    { "<geom size='0.5' density='10'/>", 10*4/3*PI*0.125, 0.4*0.25 },
    { "<geom size='0.5' shellinertia='true'/>", 1000*4*PI*0.25, 2/3*0.25 },
    { "<geom type='box' size='1 1 1' mass='3'/>", 3, 2/3 },
    -- of a hollow cube of edge a: 5/18 m a^2
    { "<geom type='box' size='1 1 1' mass='3' shellinertia='true'/>", 3, 5/18*4 },
    { "<geom type='box' size='1 1 1' shellinertia='true'/>", 24000, 5/18*4 },
    { "<geom type='ellipsoid' size='1 1 1' mass='3'/>", 3, 0.4 },
  }
  for _, row in ipairs(rows) do
    local m, _, I = inertia_of(row[1])
    t.close(m, row[2], 1e-12, row[1])
    t.close({ I[1], I[2], I[3] }, { m*row[3], m*row[3], m*row[3] }, 1e-12, row[1])
  end
end)

t.test("shells are tubes, discs and half spheres welded together", function()
  local m, _, I = inertia_of "<geom type='cylinder' size='0.3 0.5' shellinertia='true'/>"
  local tube = li.inertia.cylinder_shell { r = 0.3, h = 1, mass = 1000*2*PI*0.3 }
  local disc = li.inertia.disc { r = 0.3, mass = 1000*PI*0.09 }
  local sum = tube + li.frame.tz(0.5) * disc + li.frame.tz(-0.5) * disc
  local T = sum:tensor()
  t.close(m, sum.mass)
  t.close({ I[1], I[2], I[3] }, { T[1][1], T[2][2], T[3][3] })
  -- a capsule by slices of a surface: rings of area 2 pi r ds
  m, _, I = inertia_of "<geom type='capsule' size='0.3 0.5' shellinertia='true'/>"
  local M, x, z, n = 0, 0, 0, 20000
  local function ring(r, h, ds)
    local dm = 1000*2*PI*r*ds
    M, z, x = M + dm, z + dm*r^2, x + dm*(r^2/2 + h^2)
  end
  for i = 1, n do
    local a = (i - 0.5)/n
    ring(0.3, a - 0.5, 1/n)
    ring(0.3*math.cos(PI/2*a), 0.5 + 0.3*math.sin(PI/2*a), 0.3*PI/2/n)
    ring(0.3*math.cos(PI/2*a), -0.5 - 0.3*math.sin(PI/2*a), 0.3*PI/2/n)
  end
  t.close({ m, I[1], I[3] }, { M, x, z }, 1e-8)
end)

t.test("a box as a mesh weighs what the box does, solid and hollow", function()
  local vertex = "-1 -2 -3  1 -2 -3  1 2 -3  -1 2 -3  -1 -2 3  1 -2 3  1 2 3  -1 2 3"
  local face = "0 3 2  0 2 1  4 5 6  4 6 7  0 1 5  0 5 4  1 2 6  1 6 5  2 3 7  2 7 6  3 0 4  3 4 7"
  for _, how in ipairs { "exact", "legacy", "convex" } do
    local assets = ("<asset><mesh name='m' inertia='%s' vertex='%s' face='%s'/></asset>"):format(
      how, vertex, face)
    local a = { inertia_of("<geom type='mesh' mesh='m' pos='1 0 0' euler='10 20 30'/>", assets) }
    local b = { inertia_of("<geom type='box' size='1 2 3' pos='1 0 0' euler='10 20 30'/>") }
    t.close(a[1], b[1], 1e-12, how)
    t.close(a[2], b[2], 1e-12, how)
    t.close(a[3], b[3], 1e-12, how)
  end
  local assets = ("<asset><mesh name='m' inertia='shell' vertex='%s' face='%s'/></asset>"):format(
    vertex, face)
  local a = { inertia_of("<geom type='mesh' mesh='m' pos='1 0 0'/>", assets) }
  local b = { inertia_of("<geom type='box' size='1 2 3' pos='1 0 0' shellinertia='true'/>") }
  t.close(a[1], b[1])
  t.close(a[3], b[3])
end)

t.test("what the compiler says of masses", function()
  local inside = "<inertial pos='1 0 0' mass='5' diaginertia='1 1 1'/><geom size='0.5'/>"
  t.near((inertia_of(inside)), 5)
  t.close((inertia_of(inside, "<compiler inertiafromgeom='true'/>")), 1000*4/3*PI*0.125)
  t.near((inertia_of("<geom size='0.5'/>", "<compiler inertiafromgeom='false'/>")), 0)
  t.near((inertia_of("<geom size='0.5' mass='2' group='1'/><geom size='1' mass='7' group='4'/>",
    "<compiler inertiagrouprange='0 2'/>")), 2)
  t.near((inertia_of("<geom size='0.5' mass='2'/>", "<compiler settotalmass='8'/>")), 8)
  local m, _, I = inertia_of("<geom size='0.01'/>", "<compiler boundmass='1' boundinertia='0.5'/>")
  t.near({ m, I[1], I[2], I[3] }, { 1, 0.5, 0.5, 0.5 })
  _, _, I = inertia_of("<inertial pos='0 0 0' mass='1' diaginertia='1 1 4'/>",
    "<compiler balanceinertia='true'/>")
  t.near({ I[1], I[2], I[3] }, { 2, 2, 2 })
end)

t.test("classes: each inherits, the nearest childclass holds, own words go first", function()
  local model = read [[<default><joint damping="1"/>
    <default class="a"><joint damping="2" armature="3"/>
    <default class="b"><joint armature="4"/></default></default></default>
    <worldbody>
      <body><joint name="j1"/><geom size="1"/>
        <body childclass="b"><joint name="j2"/><geom size="1"/>
          <body><joint name="j3" class="a"/><geom size="1"/>
            <body><joint name="j4" damping="7"/><geom size="1"/></body></body></body></body>
    </worldbody>]]
  local got = {}
  for i, b in ipairs(model:description().bodies) do got[i] = { b.damping, b.rotor or 0 } end
  t.near(got, { { 1, 0 }, { 2, 4 }, { 2, 3 }, { 7, 4 } })
end)

local function same(a, b)
  local x, y = a:description(), b:description()
  t.eq(#x.bodies, #y.bodies)
  t.eq(table.concat(a:coordinates(), " "), table.concat(b:coordinates(), " "))
  local q, v = a:random(3), {}
  for i = 1, #a:speeds() do v[i] = 0.3*i end
  t.close(a:mass(q), b:mass(q))
  t.close(a:bias(q, v), b:bias(q, v))
  local P, Q = a:poses(q), b:poses(q)
  for name, X in pairs(P) do t.ok(X:near(Q[name], 1e-12), name) end
end

t.test("frames move what is in them", function()
  same(bodies [[<frame pos="1 2 3" euler="0 0 90"><body name="a" pos="1 0 0">
      <frame euler="90 0 0" pos="0 0 1"><joint name="j" axis="0 1 0" pos="0.5 0 0"/>
      <geom size="0.1 0.2 0.3" type="box" pos="1 0 0"/><site name="s" pos="0 0 2"/></frame>
    </body></frame>]],
    bodies [[<body name="a" pos="1 3 3" euler="0 0 90"><joint name="j" axis="0 0 1" pos="0.5 0 1"/>
      <geom size="0.1 0.2 0.3" type="box" pos="1 0 1" euler="90 0 0"/>
      <site name="s" pos="0 -2 1" euler="90 0 0"/></body>]])
end)

t.test("copies stand one behind the other, each turned once more, with their motors", function()
  local body = [[<body name="b%d" pos="%s" euler="0 0 %d"><joint name="j%d" axis="1 0 0"/>
    <geom size="0.1" pos="0 1 0"/></body>]]
  local c, s = math.cos(PI/6), math.sin(PI/6)
  same(read [[<worldbody><replicate count="3" offset="1 0 0" euler="0 0 30"><body name="b">
    <joint name="j" axis="1 0 0"/><geom size="0.1" pos="0 1 0"/></body></replicate></worldbody>
    <actuator><motor name="m" joint="j"/></actuator>]],
    bodies(body:format(0, "0 0 0", 0, 0) .. body:format(1, "1 0 0", 30, 1)
      .. body:format(2, li._internal.format("%.17g %.17g 0", 1 + c, s), 60, 2)))
  local model = read [[<worldbody><replicate count="12" sep="_"><body name="b"><joint name="j"/>
    <geom size="0.1"/></body></replicate></worldbody>
    <actuator><motor name="m" joint="j"/></actuator>]]
  t.eq(model:description().inputs[12].name, "m_11")
  t.eq(model:description().bodies[3].name, "b_02")
end)

t.test("keyframes, start, sensors, pairs that are excluded, numbers of the user", function()
  local model, told = read [[<option timestep="0.01"/><worldbody>
    <body name="a" pos="1 2 3"><freejoint name="f"/><geom size="1"/>
      <body name="b"><joint name="b" ref="30"/><geom size="1"/></body></body></worldbody>
    <actuator><motor name="m" joint="b" ctrlrange="-2 2"/></actuator>
    <sensor><jointpos name="angle" joint="b"/><gyro name="turning" site="none"/></sensor>
    <contact><exclude body1="a" body2="b"/></contact>
    <custom><numeric name="n" data="1 2"/></custom>
    <keyframe><key name="up" time="2" qpos="0 0 1 2 0 0 2 0.5" qvel="1 2 3 4 5 6 7" ctrl="1.5"/>
      <key/></keyframe>]]
  t.near(told.start, { 1, 2, 3, 1, 0, 0, 0, PI/6 })
  t.near(told.timestep, 0.01)
  local up = told.keyframes.up
  t.near(up.q, { 0, 0, 1, math.sqrt(0.5), 0, 0, math.sqrt(0.5), 0.5 })
  -- a quarter turn about z: x of the body is y of the world
  t.near(up.v, { 2, -1, 3, 4, 5, 6, 7 })
  t.eq(up.inputs.m, 1.5)
  t.eq(up.time, 2)
  t.near(told.keyframes["2"].q, told.start)
  t.eq(told.excluded[1][1] .. told.excluded[1][2], "ab")
  t.eq(told.custom.n, "1 2")
  t.eq(told.sensors[1].output, "angle")
  t.eq(told.sensors[2].kind, "gyro")
  t.eq(model:description().inputs[1].max, 2)
  t.eq(model:simulate(0.01, up.q, up.v, { inputs = { m = up.inputs.m } }):columns()[1], "t")
end)

t.test("a robot is drawn where its keyframe 'home' has it, else where <body> and ref do", function()
  local text = [[<worldbody><body pos="1 2 3"><freejoint/><geom size="1"/><body><joint ref="30"/>
    <geom size="1"/></body></body></worldbody>]]
  t.near(read(text):home(), { 1, 2, 3, 1, 0, 0, 0, PI/6 })
  t.near(read(text .. "<keyframe><key name='home' qpos='0 0 1 1 0 0 0 0.5'/></keyframe>"):home(),
    { 0, 0, 1, 1, 0, 0, 0, 0.5 })
end)

t.test("every file of the tests runs, prints, and reads back from its text in Lua", function()
  local datafile = require "liaison.describe.datafile"
  for _, name in ipairs { "arm", "cartpole", "gripper", "quadruped", "humanoid", "joints", "geoms",
      "poses", "actuators", "tendons", "meshes" } do
    local model, told = li.mjcf("tests/mjcf/" .. name .. ".xml")
    local run, why = model:simulate(0.02, told.start)
    t.ok(run, name .. ": " .. tostring(why))
    local again = li.robot((datafile.read(model:lua(), "f.lua")))
    t.eq(again:lua(), model:lua(), name)
    t.ok(#tostring(model) > 50, name)
  end
end)

t.test("a tendon of two joints has friction and ends, and a run goes on beside them", function()
  local model = read [[<option gravity="0 0 0"/><worldbody>
    <body><joint name="a" type="slide" axis="1 0 0"/><geom size="0.1" mass="2"/></body>
    <body><joint name="b" type="slide" axis="1 0 0"/><geom size="0.1" mass="2"/></body></worldbody>
    <tendon><fixed frictionloss="0.5" range="-1 1"><joint joint="a" coef="1"/>
      <joint joint="b" coef="-1"/></fixed></tendon>]]
  local d = model:description()
  -- 1/(1/2 + 1/2) is what it moves
  t.close(d.forces[2].stiffness, 1/(0.95*0.02)^2)
  local run = model:simulate(2, { 0, 0 }, { 2, -2 })
  t.ok(run.a:max() - run.b:min() < 1.3)
  t.ok(run.a:max() - run.b:min() > 1)
end)

t.test("a free joint has no limits, whatever its class says", function()
  t.ok(read [[<default><joint limited="true" range="-1 1" damping="1"/></default><worldbody><body>
    <joint type="free"/><geom size="1"/></body></worldbody>]])
  t.ok(read [[<default><joint limited="true"/></default><worldbody><body><joint type="free"/>
    <geom size="1"/></body></worldbody>]])
end)

t.test("joints keep the names of the file, where a coordinate cannot have them", function()
  local model = bodies "<body><joint name='FL-hip'/><geom size='1'/></body>"
  t.eq(model:coordinates()[1], "FL_hip")
  t.eq(model:coordinate "FL-hip", "FL_hip")
  t.eq(bodies("<body><freejoint name='root'/><geom size='1'/></body>"):coordinates()[4], "root_qw")
end)

t.test("a joint turns about its point, from ref on; springs and motors push right", function()
  local model = read [[<compiler angle="radian"/><worldbody><body name="b" pos="1 0 0">
    <joint name="j" pos="0 0 1" axis="0 1 0" ref="0.5" stiffness="3" springref="0.7" damping="2"/>
    <geom size="0.1" mass="1"/></body></worldbody>
    <actuator><motor name="m" joint="j" gear="4"/>
      <position name="p" joint="j" kp="5" kv="0.3" gear="2"/></actuator>]]
  t.near(model:fk({ 0.5 }, "b").p, { 1, 0, 0 })
  -- the body hangs 1 below the point: a quarter turn about y brings it to -x of it
  t.near(model:fk({ 0.5 + PI/2 }, "b").p, { 0, 0, 1 })
  t.near(model:passive({ 0.9 }, { 0.5 })[1], -3*(0.9 - 0.7) - 2*0.5)
  t.near(model:mass({ 0.2 })[1][1], 1 + 0.4*0.01)
  local f = model:compile("dynamics", { tape = true })
  local x = f({ 0 }, { 0.5, 0.1 }, { 0.25, 0.6 })
  -- gravity pulls on a body that hangs; lengths and rates of the servo are twice those of the joint
  t.near(x[2], (4*0.25 + 2*(5*(0.6 - 2*0.5) - 0.3*2*0.1) + 3*0.2 - 2*0.1)/(1 + 0.4*0.01))
  -- a filter is the element 'activated', late by its time
  local late = read [[<worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>
    <actuator><general joint="j" dyntype="filter" dynprm="0.2" gainprm="3" gear="2"/></actuator>]]
  local a = late:description().forces[1]
  t.eq(a.kind, "activated")
  t.near({ a.lag, a.joint.j, a.gain }, { 0.2, 2, 3 })
end)

t.test("a tendon is slack between two lengths, and pushes nobody", function()
  local model = read [[<worldbody><site name="s"/><body name="b" pos="1 0 0"><joint name="j"
    type="slide" axis="1 0 0"/><geom size="0.1" mass="1"/><site name="e"/></body></worldbody>
    <tendon><spatial stiffness="8" springlength="1 2"><site site="s"/><site site="e"/></spatial>
    </tendon><option gravity="0 0 0"/>]]
  local f = model:compile("dynamics", { tape = true })
  for x, want in pairs { [-0.5] = 8*0.5, [0] = 0, [0.5] = 0, [1] = 0, [1.5] = -8*0.5 } do
    t.near(f({ 0 }, { x, 0 }, { 0 })[2], want, 1e-12, "at " .. x)
  end
end)

t.test("actuators pull by lengths that are no sums: their sensors too", function()
  local model = read [[<worldbody><site name="s" pos="0 0 2"/><body name="b"><joint name="j"
    axis="0 1 0"/><geom size="0.1" mass="1"/><site name="e" pos="1 0 0"/></body></worldbody>
    <tendon><spatial name="t"><site site="s"/><site site="e"/></spatial></tendon>
    <actuator><motor name="m" tendon="t" gear="3"/></actuator>
    <sensor><tendonpos tendon="t" name="len"/><actuatorpos actuator="m" name="reach"/>
    <tendonvel tendon="t" name="speed"/></sensor><option gravity="0 0 0"/>]]
  -- |(cos q, 0, -sin q) - (0, 0, 2)|^2 = 5 + 4 sin q
  local q, u = 0.3, 0.7
  local L = math.sqrt(5 + 4*math.sin(q))
  local arm = 2*math.cos(q)/L
  local out = model:compile("outputs", { tape = true })({ 0 }, { q, 0.5 }, { u })
  t.near({ out[1], out[2], out[3] }, { L, 3*L, arm*0.5 }, 1e-12)
  local a = model:compile("dynamics", { tape = true })({ 0 }, { q, 0 }, { u })[2]
  t.near(a*model:mass({ q })[1][1], 3*arm*u, 1e-12)
end)

t.test("limits hold where they are given, by word, or not", function()
  local rows = { { "range='-90 90'", PI/2 }, { "range='-90 90' limited='false'", math.huge },
    { "range='-90 90' limited='auto'", PI/2 }, { "type='slide' range='-2 2'", 2 } }
  for _, row in ipairs(rows) do
    local _, high = bodies("<body><joint " .. row[1] .. "/><geom size='1'/></body>"):limits()
    t.near(high[1], row[2], 1e-12, row[1])
  end
  local old = read("<compiler autolimits='false'/><worldbody><body><joint range='-1 1'/>"
    .. "<geom size='1'/></body></worldbody>")
  t.eq(select(2, old:limits())[1], math.huge)
  -- told from ref on
  local low, high = bodies("<body><joint range='-90 90' ref='20'/><geom size='1'/></body>"):limits()
  t.near({ low[1], high[1] }, { -PI/2, PI/2 })
end)

t.test("includes: from the folder of the model, once, and not outside of it", function()
  write("in/part.xml", "<any><body name='b'><joint/><geom size='1'/></body></any>")
  write("out.xml", "<any/>")
  local function model(text) return write("in/model.xml", "<mujoco>" .. text .. "</mujoco>") end
  local part = "<worldbody><include file='part.xml'/></worldbody>"
  t.eq(li.load(model(part)):description().bodies[1].name, "b")
  t.raises("model.xml:1: <include>: 'part.xml' was included before, at .*model.xml:1",
    li.mjcf, model(part .. part))
  t.raises("model.xml:1: <include>: 'model.xml' was included before", li.mjcf,
    model "<include file='model.xml'/>")
  local out = model "<include file='../out.xml'/>"
  t.raises("model.xml:1: '../out.xml' is outside of the folder of the model: outside = true",
    li.mjcf, out)
  t.ok(li.mjcf(out, { outside = true }))
  t.raises("'/etc/passwd' is outside", li.mjcf, model "<include file='/etc/passwd'/>")
  t.raises("model.xml:1: <include>: .*none.xml", li.mjcf, model "<include file='none.xml'/>")
  t.raises("expected true or false, got 1", li.mjcf, out, { outside = 1 })
end)

t.test("files are known by their names and their first element", function()
  local text = "<!-- <robot> --><mujoco model='m'><worldbody><body><joint/><geom size='1'/></body>"
    .. "</worldbody></mujoco>"
  t.eq(li.load(write("a.xml", text)):description().name, "m")
  t.eq(li.load(write("a.mjcf", text)):description().name, "m")
  t.eq(li.load(write("b.xml", "<robot name='r'><link name='l'/></robot>")):description().name, "r")
  t.raises("this is MJCF, not URDF: li.mjcf reads it", li.urdf, write("c.urdf", text))
  t.raises("b.xml:1: expected <mujoco>, got <robot> %(li.urdf reads it%)", li.mjcf,
    folder .. "/b.xml")
  t.eq(select(3, li.mjcf(folder .. "/none.xml")), "EIO")
end)

t.test("mistakes say where, what was expected, and what was got", function()
  local rows = {
    { "<tendon><spatial name='s'/></tendon>", "<spatial>: expected two sites" },
    { "<worldbody><site name='s'/></worldbody><tendon><spatial><site site='s'/><pulley/></spatial>"
      .. "</tendon>", "<pulley> without divisor" },
    { "<worldbody><site name='s'/></worldbody><tendon><spatial><geom geom='g'/></spatial></tendon>",
      "a site stands before what a tendon goes around" },
    { "<worldbody><site name='s'/><geom name='g' size='1'/></worldbody><tendon><spatial>"
      .. "<site site='s'/><geom geom='g'/></spatial></tendon>", "a site stands behind" },
    { "<worldbody><site name='s'/><geom name='g' type='box' size='1 1 1'/></worldbody><tendon>"
      .. "<spatial><site site='s'/><geom geom='g'/><site site='s'/></spatial></tendon>",
      "around spheres and cylinders, not around a box" },
    { "<tendon><spatial><site site='x'/></spatial></tendon>", "<site> site: no site 'x'" },
    { "<worldbody><site name='s'/></worldbody><actuator><motor cranksite='s' slidersite='s' "
      .. "cranklength='0'/></actuator>", "cranklength: expected a number above 0" },
    { "<worldbody><body><joint name='x'/><geom size='1'/></body></worldbody><actuator><muscle "
      .. "joint='x' lengthrange='1 0'/></actuator>", "lengthrange: expected the shorter first" },
    { "<worldbody>\n<body><joint type='hing'/></body></worldbody>",
      "mjcf:2: <joint> type: expected ball, free, hinge, slide, got 'hing' %(did you mean 'hing" },
    { "<worldbody><body pos='1 2'/></worldbody>", "<body> pos: expected 3 numbers, got 2" },
    { "<worldbody><body pos='1 2 x'/></worldbody>", "<body> pos: expected numbers, got 'x'" },
    { "<worldbody><body pos='1 2 nan'/></worldbody>", "expected numbers, got 'nan'" },
    { "<worldbody><body pos='1 2 0x10'/></worldbody>", "expected numbers, got '0x10'" },
    { "<worldbody><body pos='1 2 1e999'/></worldbody>", "expected numbers, got '1e999'" },
    { "<worldbody><body quat='0 0 0 0'/></worldbody>", "expected a quaternion, got length 0" },
    { "<worldbody><body euler='0 0 0' quat='1 0 0 0'/></worldbody>", "euler and quat both say" },
    { "<worldbody><body xyaxes='1 0 0 2 0 0'/></worldbody>",
      "xyaxes .y along x.: expected a direct" },
    { "<worldbody><body><geom type='box' size='1'/></body></worldbody>",
      "<geom> size: a box takes 3 numbers, got 1" },
    { "<worldbody><body><geom size='-1'/></body></worldbody>",
      "expected numbers above 0, got %-1" },
    { "<worldbody><body><geom size='1' fromto='0 0 0 0 0 1'/></body></worldbody>",
      "fromto: expected a capsule, cylinder, ellipsoid or box, got a sphere" },
    { "<worldbody><body><geom type='capsule' size='1' fromto='1 0 0 1 0 0'/></body></worldbody>",
      "fromto: both points are the same" },
    { "<worldbody><body><geom size='1' mass='-1'/></body></worldbody>", "is not below 0" },
    { "<worldbody><body><geom type='mesh'/></body></worldbody>", "expected mesh, the name of one" },
    { "<worldbody><body><geom type='mesh' mesh='m'/></body></worldbody>",
      "no mesh 'm' in <asset>" },
    { "<asset><mesh name='m' file='no.stl'/></asset><worldbody><body><joint/><geom type='mesh' "
      .. "mesh='m'/></body></worldbody>", "mjcf:1: <mesh> file: .*no.stl" },
    { "<asset><mesh name='m' file='../no.stl'/></asset><worldbody><body><joint/><geom type='mesh' "
      .. "mesh='m'/></body></worldbody>", "is outside of the folder" },
    { "<default><default/></default>", "<default> in a <default> without class" },
    { "<default class='a'/><default class='b'/>", "the outermost <default> is the class 'a'" },
    { "<default><default class='leg'/></default><worldbody><body childclass='lg'/></worldbody>",
      "no default class 'lg' %(did you mean 'leg'" },
    { "<worldbody><body><freejoint/><joint/></body></worldbody>", "a free joint stands alone" },
    { "<worldbody><body><body><freejoint/></body></body></worldbody>", "for bodies of the world" },
    { "<worldbody><joint/></worldbody>", "the world has no joints" },
    { "<worldbody><body name='a'/><body name='a'/></worldbody>", "the name 'a' is taken" },
    { "<worldbody><body><joint axis='0 0 0'/></body></worldbody>", "axis: expected a direction" },
    { "<worldbody><body><joint range='1 -1'/></body></worldbody>", "expected the lower end first" },
    { "<worldbody><body><joint limited='true'/></body></worldbody>", "limited without range" },
    { "<worldbody><body><joint damping='-1'/></body></worldbody>",
      "damping: expected a number from" },
    { "<worldbody><body><joint pos='0 0 0' pos='1 0 0'/></body></worldbody>",
      "pos is given twice" },
    { "<worldbody><body><inertial mass='1'/></body></worldbody>", "<inertial> without pos" },
    { "<worldbody><body><inertial pos='0 0 0'/></body></worldbody>", "<inertial> without mass" },
    { "<worldbody><body><inertial pos='0 0 0' mass='1'/></body></worldbody>",
      "expected diaginertia or fullinertia" },
    { "<worldbody><replicate count='1e9'/></worldbody>",
      "expected a whole number from 0 to 10000" },
    { "<worldbody><replicate/></worldbody>", "<replicate> without count" },
    { "<compiler coordinate='globl'/>", "coordinate: expected global, local, got 'globl'" },
    { "<compiler coordinate='global'/><worldbody><body/></worldbody>", "<body> without pos, "
      .. "where" },
    { "<compiler eulerseq='abc'/>", "eulerseq: expected three of xyzXYZ, got 'abc'" },
    { "<compiler angle='grad'/>", "angle: expected degree, radian, got 'grad'" },
    { "<option gravity='1'/>", "<option> gravity: expected 3 numbers, got 1" },
    { "<option><flag gravity='off'/></option>", "expected disable, enable, got 'off'" },
    { "<actuator><motor joint='hip'/></actuator>", "<motor> joint: no joint 'hip'" },
    { "<actuator><motor/></actuator>", "<motor>: expected joint, tendon or site" },
    { "<actuator><motor tendon='t'/></actuator>", "<motor> tendon: no tendon 't'" },
    { "<equality><joint joint1='a'/></equality>", "<joint> joint1: no joint 'a'" },
    { "<equality><connect body1='a'/></equality>", "<connect> body1: no body 'a'" },
    { "<tendon><fixed><joint joint='j' coef='1'/></fixed></tendon>",
      "<joint> joint: no joint 'j'" },
    { "<keyframe><key qpos='1'/></keyframe>", "<key> qpos: expected 0 numbers, got 1" },
    { "<worldbody><body><freejoint/><geom size='1'/></body></worldbody><keyframe><key "
      .. "qpos='0 0 0 0 0 0 0'/></keyframe>", "qpos: expected a quaternion, got length 0" },
    { "<worldbody>", "mjcf:1: </mujoco> closes <worldbody>" },
    { "&x;", "entity &x; is not known here" },
    { "<!DOCTYPE x>", "declarations <!..> are refused" },
  }
  for _, row in ipairs(rows) do t.raises(row[2], read, row[1]) end
end)

-- a tendon around a ball that moves, by a side site
local WRAP = "<worldbody><site name='w' pos='2 0 0'/><body><joint name='j' pos='0 0 1'/><geom "
  .. "size='1' name='g'/><site name='i'/><site name='a' pos='0 0 3'/></body>"
  .. "</worldbody><tendon><spatial><site site='w'/><geom geom='g' sidesite='%s'/><site "
  .. "site='a'/></spatial></tendon>"

t.test("what is not carried over is told, with its line", function()
  local rows = {
    { "<worldbody><body><joint axs='1 0 0'/><geom size='1'/></body></worldbody>",
      "mjcf:1: <joint> axs: not an attribute of MJCF that is known here %(did you mean 'axis'" },
    { "<wordlbody/>", "<wordlbody>: not a section that is known here %(did you mean 'worldbody'" },
    { "<worldbody><body><bdy/></body></worldbody>", "<bdy> in a body: not carried over" },
    { "<worldbody>\n<body>\n<geom size='1' friction='1' condim='3'/></body></worldbody>",
      "mjcf:3: not carried over, 2 places: contacts .*: geom friction, geom condim" },
    { "<worldbody><geom type='plane' size='1 1 1'/></worldbody>",
      "shapes that are neither.*plane" },
    { "<worldbody><body mocap='true'/></worldbody>", "mocap: it stands still here" },
    { "<worldbody><body><joint/></body></worldbody>", "moves, and neither it nor what it carries" },
    { "<worldbody><light/></worldbody>", "drawing only: light" },
    { "<worldbody><composite/></worldbody>", "<composite> in a body: not carried over" },
    { "<worldbody><site name='w'/><body><freejoint/><geom size='1'/><site name='a'/></body>"
      .. "</worldbody><tendon><spatial name='s'><site site='w'/><site site='a'/></spatial>"
      .. "</tendon>",
      "<spatial> tendon 's': not carried over: it goes over a ball or free joint" },
    { WRAP:format("i"), "it goes around inside of a geom" },
    { WRAP:format("w"), "its side site moves away from what it goes around" },
    { "<worldbody><body><joint name='x'/><geom size='1'/></body></worldbody>"
      .. "<actuator><muscle joint='x'/></actuator>",
      "<muscle>: not carried over: its range of lengths is not told" },
    { "<worldbody><body><joint name='x' range='-30 60'/><geom size='1'/></body></worldbody>"
      .. "<actuator><muscle joint='x'/></actuator>", "the limits of its joint are it" },
    { "<worldbody><body name='b'><joint/><geom size='1'/></body></worldbody><actuator><adhesion "
      .. "body='b' ctrlrange='0 1'/></actuator>",
      "<adhesion>: not carried over: it acts where bodies touch" },
    { "<worldbody><body><joint/><geom size='1'/><site name='s'/></body></worldbody><actuator>"
      .. "<general site='s' gear='1' dyntype='integrator'/></actuator>",
      "its state .integrator. is not carried over: the input 'u_s'" },
    { "<worldbody><body><joint type='ball' range='0 30' stiffness='1'/><geom size='1'/></body>"
      .. "</worldbody>", "the cone of a ball joint is not carried over" },
    { "<worldbody><body><joint type='ball' stiffness='1'/><geom size='1'/></body></worldbody>",
      "the spring of a ball joint is not carried over" },
    { "<option wind='1 0 0' integrator='RK4'/>", "forces of air and water .*: option wind" },
    { "<visual/>", "drawing only: <visual>" },
    { "<equality><flex/></equality>", "<equality> <flex>: not carried over" },
    { "<equality><connect body1='world' anchor='0 0 0' active='false'/></equality>", "not active" },
    { "<sensor><gyro site='s'/></sensor>", "sensors that are no expression.*: gyro" },
    { "<worldbody><body name='a'><joint name='a-b'/><geom size='1'/><site name='a'/></body>"
      .. "</worldbody>", "joint 'a%-b' is 'a_b'" },
    { "<worldbody><body name='a'><site name='a'/></body></worldbody>", "site 'a' is 'a_2'" },
    { "<worldbody><camera name='c' mode='track'/></worldbody>", "<camera> mode 'track'" },
  }
  for _, row in ipairs(rows) do
    local all = table.concat(read(row[1]):warnings(), "\n")
    t.ok(all:find(row[2]), row[1] .. "\n" .. all)
  end
  t.eq(#bodies("<body><joint/><geom size='1'/></body>"):warnings(), 0)
end)

t.test("a mesh that is not there is told, and refused where a mass is made of it", function()
  local asset = "<asset><mesh name='m' file='none.stl'/></asset><worldbody><body name='a'>%s</body>"
    .. "</worldbody>"
  local told = "mjcf:1: not drawn.*: files of meshes that are not there: none.stl"
  local mass = "<joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
  for _, geom in ipairs { "<geom type='mesh' mesh='m'/>", "<geom type='box' mesh='m'/>" } do
    t.ok(table.concat(read(asset:format(mass .. geom)):warnings(), "\n"):find(told), geom)
    t.ok(table.concat(read(asset:format(geom)):warnings(), "\n"):find(told), "it stands")
    t.raises("<mesh> file: .*none.stl: No such file", read, asset:format("<joint/>" .. geom))
  end
end)

t.test("what is deep, long or endless ends", function()
  local deep = ("<body>"):rep(150) .. ("</body>"):rep(150)
  t.ok(bodies(deep))
  t.raises("nested more than 200 deep", bodies, ("<body>"):rep(300) .. ("</body>"):rep(300))
  t.raises("more than 100000 elements", bodies, ("<replicate count='1000'>"):rep(3) .. "<body/>"
    .. ("</replicate>"):rep(3))
end)

t.done()
