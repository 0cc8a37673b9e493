-- test_sdf.lua - SDF: where things stand, joints of every type, models in models, loops, what is
-- told, mistakes with their lines
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

local function sdf(inside, version)
  return ("<sdf version='%s'>%s</sdf>"):format(version or "1.9", inside)
end

local function model(inside, version, options)
  return li.sdf_text(sdf("<model name='m'>" .. inside .. "</model>", version), options)
end

local BODY = "<inertial><mass>%g</mass><inertia><ixx>0.1</ixx><iyy>0.2</iyy><izz>0.25</izz>"
  .. "</inertia></inertial>"

local function link(name, pose, rest)
  return ("<link name='%s'>%s%s%s</link>"):format(name, pose and "<pose>" .. pose
    .. "</pose>" or "",
    BODY:format(2), rest or "")
end

local function joint(name, kind, parent, child, rest)
  return ("<joint name='%s' type='%s'><parent>%s</parent><child>%s</child>%s</joint>"):format(name,
    kind, parent, child, rest or "")
end

local function axis(xyz, rest) return "<axis><xyz>" .. xyz .. "</xyz>" .. (rest or "")
  .. "</axis>" end

local function at(m, q, name)
  local p = m:fk(q, name).p
  return { p[1], p[2], p[3] }
end

local function near(got, want, what)
  for k = 1, #want do t.near(got[k], want[k], 1e-12, (what or "") .. " " .. k) end
end

local function names(m)
  local list = {}
  for i, b in ipairs(m:description().bodies) do list[i] = b.name end
  return list
end

-- where a shape stands in its body
local function shape_at(shape)
  local x = { 0, 0, 0 }
  for _, m in ipairs(shape.place or {}) do
    if m[1] == "frame" then x = { m[2][4], m[2][8], m[2][12] } end
    for k, name in ipairs { "Tx", "Ty", "Tz" } do x[k] = m[1] == name and m[2] or x[k] end
  end
  return shape.at or x
end

local function warned(m, text)
  for _, w in ipairs(m:warnings()) do
    if w:find(text, 1, true) then return true end
  end
  return false
end

t.test("a joint moves as one of URDF does", function()
  -- the same arm in both formats: the joint frame is the child's, turned and away
  local m = model(link("base") .. link("arm", "0.1 0.2 0.3 0.4 -0.5 0.6")
    .. joint("fix", "fixed", "world", "base") .. joint("q", "revolute", "base", "arm",
    axis("0 0.6 0.8", "<limit><lower>-1</lower><upper>2</upper><effort>7</effort><velocity>3"
    .. "</velocity></limit><dynamics><damping>0.3</damping><friction>0.1</friction></dynamics>")))
  local u = li.urdf_text [[<robot name="m"><link name="base"/><link name="arm"><inertial>
    <mass value="2"/><inertia ixx="0.1" iyy="0.2" izz="0.25"/></inertial></link>
    <joint name="q" type="revolute"><parent link="base"/><child link="arm"/>
    <origin xyz="0.1 0.2 0.3" rpy="0.4 -0.5 0.6"/><axis xyz="0 0.6 0.8"/>
    <limit lower="-1" upper="2" effort="7" velocity="3"/><dynamics damping="0.3" friction="0.1"/>
    </joint></robot>]]
  for _, q in ipairs { 0, 0.7, -0.4 } do
    near(at(m, { q }, "arm"), at(u, { q }, "arm"), "place")
    t.near(m:mass({ q })[1][1], u:mass({ q })[1][1], 1e-12)
    t.near(m:gravity({ q })[1], u:gravity({ q })[1], 1e-12)
  end
  local a, b = m:description().bodies[2].joint, u:description().bodies[2]
  b = type(b.joint) == "table" and b.joint or b
  a = type(a) == "table" and a or m:description().bodies[2]
  for _, key in ipairs { "min", "max", "effort", "speed", "damping", "friction" } do
    t.eq(a[key], b[key], key)
  end
end)

t.test("poses are relative to what they name", function()
  local m = model("<pose>10 0 0 0 0 0</pose>" .. link("a", "1 0 0 0 0 1.5707963267948966")
    .. "<link name='b'><pose relative_to='a'>2 0 0 0 0 0</pose></link>"
    .. "<frame name='f' attached_to='b'><pose degrees='true'>0 0 3 0 0 90</pose></frame>"
    .. "<frame name='g'><pose relative_to='j' rotation_format='quat_xyzw'>0 0 1 0 0 0 1</pose>"
    .. "</frame>" .. joint("i", "fixed", "world", "a")
    .. joint("j", "prismatic", "a", "b", "<pose relative_to='f'>0 0 1 0 0 0</pose>"
    .. axis "1 0 0"))
  near(at(m, { 0 }, "a"), { 11, 0, 0 })
  near(at(m, { 0 }, "b"), { 11, 2, 0 })
  near(at(m, { 0 }, "f"), { 11, 2, 3 })
  near(at(m, { 0 }, "g"), { 11, 2, 5 })
  -- the joint's x axis is turned by 180 degrees with f
  near(at(m, { 0.5 }, "b"), { 10.5, 2, 0 })
end)

t.test("axes: of the joint, of a frame, of the model before 1.5", function()
  local two = link("a") .. link("b", "0 0 0 0 0 1.5707963267948966") .. joint("w", "fixed", "world",
    "a")
  local function moved(xyz, version)
    return at(model(two .. joint("j", "prismatic", "a", "b", "<axis>" .. xyz
      .. "</axis>"), version),
      { 1 }, "b")
  end
  near(moved("<xyz>1 0 0</xyz>"), { 0, 1, 0 })
  near(moved("<xyz expressed_in='__model__'>1 0 0</xyz>"), { 1, 0, 0 })
  near(moved("<xyz expressed_in='a'>0 2 0</xyz>"), { 0, 1, 0 })
  near(moved("<xyz>1 0 0</xyz>", "1.4"), { 1, 0, 0 })
  near(moved("<xyz>1 0 0</xyz>", "1.6"), { 0, 1, 0 })
  near(moved("<xyz>1 0 0</xyz><use_parent_model_frame>1</use_parent_model_frame>", "1.6"),
    { 1, 0, 0 })
end)

t.test("joints of every type", function()
  local two = link("a") .. link("b") .. joint("w", "fixed", "world", "a")
  local function of(kind, rest, version) return model(two
    .. joint("j", kind, "a", "b", rest), version) end
  t.eq(#of("continuous", axis("1 0 0", "<limit><lower>-1</lower><upper>1</upper></limit>"))
    :coordinates(), 1)
  t.eq(#of("ball"):coordinates(), 4)
  t.eq(#of("fixed"):coordinates(), 0)
  -- 0.3 m a turn, by the right hand
  local screw = of("screw", axis "0 0 1" .. "<screw_thread_pitch>0.3</screw_thread_pitch>")
  near(at(screw, { 2*math.pi }, "b"), { 0, 0, 0.3 })
  -- radians a metre, by the left hand
  near(at(of("screw", axis "0 0 1" .. "<thread_pitch>-4</thread_pitch>", "1.6"), { 2 }, "b"),
    { 0, 0, 0.5 })
  for _, kind in ipairs { "universal", "revolute2" } do
    local m = of(kind, axis "1 0 0" .. "<axis2><xyz>0 0 1</xyz></axis2>")
    local R = m:fk({ 0.3, 0.4 }, "b").R:matrix()
    local want = (li.rot.x(0.3) * li.rot.z(0.4)):matrix()
    for i = 1, 3 do near(R[i], want[i]) end
  end
  local free = model(link("a", "1 2 3 0 0 0"))
  t.eq(#free:coordinates(), 7)
  near(at(free, { 0, 0, 0, 1, 0, 0, 0 }, "a"), { 1, 2, 3 })
  t.eq(#model(link("a"), nil, { floating = false }):coordinates(), 0)
  t.eq(#model("<static>true</static>" .. link("a")):coordinates(), 0)
end)

t.test("springs, what mimics, what is weightless", function()
  local m = model(link("a") .. link("b") .. link("c", nil, "<gravity>false</gravity>")
    .. joint("w", "fixed", "world", "a")
    .. joint("p", "prismatic", "a", "b", axis("0 0 1", "<dynamics><spring_stiffness>50"
    .. "</spring_stiffness><spring_reference>0.2</spring_reference></dynamics>"))
    .. joint("s", "prismatic", "a", "c", "<axis><xyz>0 0 1</xyz><mimic joint='p'><multiplier>3"
    .. "</multiplier><offset>1</offset><reference>0.5</reference></mimic></axis>"))
  t.eq(#m:coordinates(), 1)
  near(at(m, { 0.6 }, "c"), { 0, 0, 3*(0.6 - 0.5) + 1 })
  t.near(m:mass({ 0 })[1][1], 2 + 9*2, 1e-12)
  -- c is held: the weight of b and the spring push
  local out = m:compile("dynamics", { tape = true })({ 0 }, { 0.6, 0 }, { 0 })
  t.near(out[2]*20, -2*9.81 - 50*(0.6 - 0.2), 1e-9)
end)

t.test("a gearbox ties the turns of two links on a third", function()
  local function gears(second)
    return model(link("r") .. link("a") .. link("b", "1 0 0 0 0 0")
      .. joint("w", "fixed", "world", "r") .. joint("qa", "revolute", "r", "a", axis "0 0 1")
      .. joint("qb", "revolute", "r", "b", axis(second))
      .. joint("g", "gearbox", "a", "b", "<gearbox_ratio>3</gearbox_ratio>"
      .. "<gearbox_reference_body>r</gearbox_reference_body>" .. axis "0 0 1"
      .. "<axis2><xyz>0 0 1</xyz></axis2>"))
  end
  for second, sign in pairs { ["0 0 1"] = 1, ["0 0 -1"] = -1 } do
    local c = gears(second):description().constraints[1]
    t.eq(c.kind, "coupling")
    local f = c.coordinates
    t.near(f.qb/f.qa, sign/3, 1e-12, second)
  end
  local bevel = gears "1 0 0"
  t.ok(warned(bevel, "its axis is not that of 'qb', whose turns are meant"))
  t.near(bevel:description().constraints[1].coordinates.qa, 3, 0)
  t.ok(warned(model(link("a") .. link("b") .. joint("g", "gearbox", "a", "b",
    "<gearbox_reference_body>a</gearbox_reference_body>")), "gearbox between links"))
end)

-- a parallelogram in the plane x z: its fourth joint closes it
local FOUR = link("a", "0 0 0 0 0 0") .. link("b", "0 0 1 0 0 0") .. link("c", "1 0 0 0 0 0")
  .. joint("w1", "revolute", "world", "a", axis "0 1 0") .. joint("w2", "revolute", "world", "c",
  axis "0 1 0") .. joint("ab", "revolute", "a", "b", axis "0 1 0")
  .. joint("bc", "revolute", "c", "b", "<pose>1 0 0 0 0 0</pose>" .. axis "0 1 0")

t.test("a second joint to one link closes a loop", function()
  local m = model(FOUR)
  t.eq(#m:coordinates(), 3)
  local d = m:description()
  t.eq(#d.loops, 1)
  t.eq(d.loops[1].joint, "revolute")
  local q = li.simulate { model = m, q = { 0.1, -0.1, 0.1 }, t = 0.5 }:state()
  t.near(q[1], q[3], 1e-6, "the cranks of a parallelogram turn alike")
  t.near(q[2], -q[1], 1e-6)
  t.ok(math.abs(q[1]) > 0.2, "it moves")
end)

t.test("models in models, included and merged ones", function()
  write("db/tool/model.config", [[<model><sdf version="1.5">old.sdf</sdf>
    <sdf version="1.9">new.sdf</sdf></model>]])
  write("db/tool/new.sdf", sdf("<model name='tool'><pose>9 9 9 0 0 0</pose>" .. link("tip",
    "0 0 1 0 0 0") .. "<frame name='grip' attached_to='tip'><pose>0 0 0.5 0 0 0</pose></frame>"
    .. "</model>"))
  local main = write("main.sdf", sdf("<model name='m'>" .. link("a") .. joint("w", "fixed", "world",
    "a") .. "<include><uri>model://tool</uri><name>t1</name><pose>0 0 2 0 0 0</pose></include>"
    .. "<include merge='true'><uri>model://tool</uri><placement_frame>grip</placement_frame>"
    .. "<pose>5 0 0 0 0 0</pose></include>"
    .. joint("x", "fixed", "a", "t1::tip") .. joint("y", "fixed", "a", "tip")
    .. "<frame name='z' attached_to='t1'/></model>"))
  local m = li.sdf(main, { folders = { folder .. "/db" } })
  near(at(m, {}, "t1::tip"), { 0, 0, 3 })
  near(at(m, {}, "t1::grip"), { 0, 0, 3.5 })
  near(at(m, {}, "tip"), { 5, 0, -0.5 }, "merged")
  near(at(m, {}, "grip"), { 5, 0, 0 }, "placed by a frame of its own")
  near(at(m, {}, "z"), { 0, 0, 2 })
  local nested = model(link("a") .. joint("w", "fixed", "world", "a")
    .. "<model name='n'><pose>1 0 0 0 0 0</pose>" .. link("a", "0 1 0 0 0 0") .. "</model>"
    .. joint("k", "fixed", "a", "n::a"))
  near(at(nested, {}, "n::a"), { 1, 1, 0 })
  -- the frame named stands where the model is told to
  local placed = model(link("a") .. joint("w", "fixed", "world", "a")
    .. "<model name='n' placement_frame='f'><pose>1 0 0 0 0 0</pose>" .. link("b", "0 1 0 0 0 0")
    .. "<frame name='f' attached_to='b'><pose relative_to='b'>0 0 2 0 0 0</pose></frame></model>"
    .. joint("k", "fixed", "a", "n::b"))
  near(at(placed, {}, "n::f"), { 1, 0, 0 })
  near(at(placed, {}, "n::b"), { 1, 0, -2 })
end)

t.test("worlds: gravity, several models, what is not there", function()
  local m = li.sdf_text(sdf("<world name='w'><include><uri>model://sun</uri></include>"
    .. "<model name='a'>"
    .. link("l") .. "</model><model name='b'><pose>1 0 0 0 0 0</pose>" .. link("l") .. "</model>"
    .. "<physics type='ode'/><gravity>0 0 -3.7</gravity></world>"))
  t.eq(table.concat(names(m), " "), "a::l b::l")
  t.eq(m:description().gravity[3], -3.7)
  t.ok(warned(m, "sdf:1: <include> 'model://sun': not there"))
  t.ok(warned(m, "solver of Gazebo"))
  t.ok(warned(model(link("a", nil, "<visuel/>")), "no element of <link> that is known here: visuel"
    .. " (did you mean 'visual'?)"))
  t.eq(li.sdf_text(sdf("<world name='w'><model name='a'>" .. link("l") .. "</model></world>"))
    :description().gravity[3], -9.8)
end)

t.test("shapes, colours, sensors", function()
  local m, told = model(link("a", nil, [[<visual name='v'><pose>1 0 0 0 0 0</pose><geometry><box>
    <size>1 2 3</size></box></geometry><material><diffuse>1 0 0.5 1</diffuse></material></visual>
    <visual name='m'><geometry><mesh><uri>model://x/y.stl</uri><scale>1 -1 1</scale></mesh>
    </geometry></visual>
    <collision name='c'><geometry><capsule><radius>0.1</radius><length>0.5</length></capsule>
    </geometry></collision><visual name='p'><geometry><plane/></geometry></visual>
    <sensor name='imu' type='imu'><pose>0 0 1 0 0 0</pose><update_rate>100</update_rate>
    </sensor>]]))
  local shapes = m:description().bodies[1].shapes
  t.eq(#shapes, 3)
  t.eq(shapes[1].kind, "box")
  t.eq(shapes[1].color[3], 0.5)
  t.eq(shapes[2].mesh, "model://x/y.stl")
  t.eq(shapes[2].size[2], -1)
  t.eq(shapes[3].kind, "capsule")
  t.ok(shapes[3].collides)
  t.ok(warned(m, "plane"))
  t.eq(told.sensors[1].body, "a")
  t.eq(told.sensors[1].says.update_rate, "100")
  t.eq(told.sensors[1].frame.p[3], 1)
  -- a shape told relative to a frame that stands elsewhere
  local away = model("<frame name='f'><pose>5 0 0 0 0 0</pose></frame>" .. link("a", "1 0 0 0 0 0",
    "<collision name='c'><pose relative_to='f'>0 2 0 0 0 0</pose><geometry><sphere><radius>1"
    .. "</radius></sphere></geometry></collision>"))
  near(shape_at(away:description().bodies[1].shapes[1]), { 4, 2, 0 })
end)

t.test("masses: turned tensors, none told, of shapes", function()
  local m = model([[<link name='a'><inertial><pose>1 0 0 0 0 1.5707963267948966</pose>
    <mass>3</mass><inertia><ixx>1</ixx><iyy>2</iyy><izz>2.5</izz></inertia></inertial></link>]])
  local b = m:description().bodies[1]
  t.near(b.inertia[1], 2, 1e-12)
  t.near(b.inertia[2], 1, 1e-12)
  t.eq(b.com[1], 1)
  local none = model "<link name='a'/>"
  t.eq(none:description().bodies[1].mass, 1)
  t.ok(warned(none, "a mass of 1"))
  local auto = model([[<link name='a'><inertial auto='true'><density>500</density></inertial>
    <collision name='c'><pose>0 0 1 0 0 0</pose><geometry><box><size>1 2 3</size></box></geometry>
    </collision><collision name='d'><density>1000</density><geometry><sphere><radius>1</radius>
    </sphere></geometry></collision></link>]]):description().bodies[1]
  local box, ball = 500*6, 1000*4/3*math.pi
  t.near(auto.mass, box + ball, 1e-9)
  t.near(auto.com[3], box/(box + ball), 1e-12)
  local z = box*ball/(box + ball)
  t.near(auto.inertia[1], box*(4 + 9)/12 + 0.4*ball + z, 1e-8)
  t.near(auto.inertia[3], box*(1 + 4)/12 + 0.4*ball, 1e-8)
end)

t.test("mistakes say where", function()
  local rows = {
    ["sdf:1: expected <sdf>, got <robot> %(li.urdf reads it%)"] = "<robot/>",
    ["version: expected 1.0 to 1.11, got '2.0'"] = "<sdf version='2.0'/>",
    ["sdf:1: no links"] = "<sdf version='1.9'/>",
    ["<link> without a name"] = sdf "<model name='m'><link/></model>",
    ["the name 'a' is taken, at sdf:1"] = sdf("<model name='m'>" .. link "a" .. link "a"
      .. "</model>"),
    ["no type 'revolut' %(did you mean 'revolute'%?%)"] = sdf("<model name='m'>" .. link "a"
      .. joint("j", "revolut", "world", "a") .. "</model>"),
    ["nothing here is named 'b'"] = sdf("<model name='m'>" .. link "a" .. joint("j", "fixed", "b",
      "a") .. "</model>"),
    ["is told by itself"] = sdf("<model name='m'>" .. link "a" .. "<frame name='f'>"
      .. "<pose relative_to='g'/></frame><frame name='g'><pose relative_to='f'/></frame></model>"),
    ["is attached to itself"] = sdf("<model name='m'>" .. link "a" .. "<frame name='f' "
      .. "attached_to='g'><pose relative_to='__model__'/></frame><frame name='g' attached_to='f'>"
      .. "<pose relative_to='__model__'/></frame></model>"),
    ["holds: expected numbers, got 'nan'"] = sdf("<model name='m'>" .. link("a", "nan 0 0 0 0 0")
      .. "</model>"),
    ["expected 6 numbers, got 5"] = sdf("<model name='m'>" .. link("a", "0 0 0 0 0") .. "</model>"),
    ["expected a direction"] = sdf("<model name='m'>" .. link "a" .. joint("j", "revolute", "world",
      "a", axis "0 0 0") .. "</model>"),
    ["it mimics itself"] = sdf("<model name='m'>" .. link "a"
    .. joint("j", "revolute", "world", "a",
      axis("1 0 0", "<mimic joint='j'/>")) .. "</model>"),
    ["parent and child are one link"] = sdf("<model name='m'>" .. link "a" .. joint("j", "revolute",
      "a", "a") .. "</model>"),
    ["nested more than 200 deep"] = ("<a>"):rep(300),
    ["declarations <!..> are refused"] = "<!DOCTYPE x [<!ENTITY a 'b'>]><sdf/>",
  }
  for message, text in pairs(rows) do t.raises(message, li.sdf_text, text) end
  t.eq(select(3, li.sdf(folder .. "/none.sdf")), "EIO")
  t.raises("unknown key", li.sdf_text, "", { folder = 1 })
end)

t.test("files that include themselves, or what is outside", function()
  local own = write("loop/model.sdf", sdf("<model name='m'>" .. link("a")
    .. "<include><uri>model.sdf</uri></include></model>"))
  t.raises("does it include itself", li.sdf, own)
  write("secret.sdf", sdf("<model name='s'>" .. link("s") .. "</model>"))
  local path = write("in/a.sdf", sdf("<model name='m'>" .. link("a")
    .. "<include><uri>../secret.sdf</uri></include></model>"))
  t.ok(warned((li.sdf(path)), "outside of the folder"))
  t.eq(#names(li.sdf(path, { outside = true })), 2)
  t.ok(warned(model(link("a") .. "<include><uri>https://x.org/a</uri></include>"),
    "nothing is fetched"))
end)

t.test("li.load knows it", function()
  t.eq(li.load(write("l.sdf", sdf("<model name='m'>" .. link("a") .. "</model>"))):tip(), "a")
  t.eq(li.load(write("l.xml", sdf("<model name='m'>" .. link("b") .. "</model>"))):tip(), "b")
end)

os.execute("rm -rf '" .. folder .. "'")
t.done()
