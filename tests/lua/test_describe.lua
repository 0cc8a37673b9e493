-- test_describe.lua - mechanisms from tables by name: any order, every complaint, printed and read
-- back
local t = require "t"
local li = require "liaison"

local run = loadstring or load

local function again(m) return li.robot(run(m:lua())()) end

local everything = {
  name = "everything", gravity = { 0, 0, -3.7 }, tip = "hand", coordinates = nil,
  bodies = {
    { name = "hand", parent = "arm", joint = "spherical", mass = 1, com = { 0, 0, 0.1 },
      inertia = { 1, 1, 1 }, at = { 0, 0, 1 } },
    { name = "base", parent = "world", joint = "floating", mass = 5,
      inertia = { { 1, 0.1, 0 }, { 0.1, 1, 0 }, { 0, 0, 1 } } },
    { name = "arm", parent = "base",
      joint = { "revolute", name = "shoulder", axis = { 0, 1, 0 }, limits = { -1, 2 }, speed = 3,
      effort = 4,
      damping = 0.1, friction = 0.2, stiffness = 5, rest = 0.5, rotor = 1e-4, gear = 100,
        home = 0.3 }, mass = "m2",
      inertia = { xx = 1, yy = "J", zz = 1, xy = 0.1 }, about = "origin",
      shapes = { { "box", size = { 1, 2, 3 }, color = { 1, 0, 0, 1 }, at = { 0, 0, 1 } },
        { "mesh", mesh = "arm.stl", collides = true } } },
    { name = "screw", parent = "base", joint = "helical", pitch = 0.01, axis = "-x",
      at = { 1, 0, 0 }, rpy = { 0.1, 0.2, 0.3 }, mass = 1, inertia = 0 },
    { name = "tube", parent = "screw", joint = "cylindrical", mass = 0, q = { "turn", "slide" },
      dofs = { { damping = 1 }, { limits = { 0, "l" } } } },
    { name = "cross", parent = "tube", joint = "universal", axis = "x", axis2 = "y", mass = 1,
      inertia = { 1, 1, 1 } },
    { name = "puck", parent = "cross", joint = "planar", place = { { "Rx", "alpha" }, { "Tz", 0 } },
      mass = 1, inertia = { 1, 1, 1 } },
    { name = "odd", parent = "puck", joint = "Tx Ry Tz", mass = 1, inertia = { 1, 1, 1 } },
    { name = "odder", parent = "puck", joint = "moves", moves = { "Rz", { "Tx", "L/2" }, "Rz" },
      mass = 1, inertia = { 1, 1, 1 } },
    { name = "geared", parent = "base", joint = "revolute",
      follows = { "shoulder", scale = -2, offset = 0.1 }, mass = 1, inertia = { 1, 1, 1 } },
    { name = "lid", parent = "odd", joint = "fixed" },
  },
  frames = {
    { name = "tool", body = "hand", rot = { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } },
      contact = true },
    { name = "nail", body = "world",
      frame = { { 1, 0, 0, 1 }, { 0, 1, 0, 2 }, { 0, 0, 1, 3 }, { 0, 0, 0, 1 } } },
  },
  loops = { { joint = "revolute", from = "nail", to = "tool", axis = "y", name = "closed" } },
}

t.test("every field is read, printed, and read back equal", function()
  local m = li.robot(everything)
  local text = m:lua()
  t.eq(again(m):lua(), text)
  t.eq(again(again(m)):graphviz(), m:graphviz())
  local d = m:description()
  t.eq(d.bodies[3].joint.name, "shoulder")
  t.eq(d.bodies[3].joint.q, "shoulder")
  t.eq(d.bodies[3].inertia[2], "J")
  t.eq(d.bodies[3].inertia[4], 0.1)
  t.eq(d.bodies[4].axis, "-x")
  t.eq(#d.bodies[4].place, 4)
  t.eq(d.bodies[4].place[2][1], "Rz")
  t.eq(d.bodies[5].dofs[2].max, "l")
  t.eq(d.bodies[10].follows[1], "shoulder")
  t.eq(d.bodies[10].follows.scale, -2)
  t.eq(d.frames[2].place[1][2][4], 1)
  t.eq(d.loops[1].from, "nail")
end)

t.test("coordinates get their user's names, or say whose they are", function()
  local m = li.robot(everything)
  t.eq(table.concat(m:coordinates(), " "),
    "hand_qw hand_qx hand_qy hand_qz base_x base_y base_z base_qw base_qx base_qy base_qz "
    .. "shoulder q11 turn slide "
    .. "cross_1 cross_2 puck_x puck_y puck_turn odd_1 odd_2 odd_3 odder_1 odder_2")
  t.eq(table.concat(m:speeds(), " ", 1, 10),
    "hand_wx' hand_wy' hand_wz' base_x' base_y' base_z' base_wx' base_wy' base_wz' shoulder'")
  local d = { bodies = { { joint = "revolute" }, { joint = "revolute", q = "th" } },
    coordinates = { "th" } }
  t.eq(table.concat(li.robot(d):coordinates(), " "), "th q1")
end)

t.test("bodies by name come in the order a person counts; children may stand before parents",
  function()
  local m = li.robot { bodies = { link10 = { joint = "revolute", parent = "link2" },
    link2 = { joint = "revolute", parent = "link1" },
    link1 = { joint = "revolute", parent = "world" } } }
  t.eq(m:description().bodies[3].name, "link10")
  t.eq(#m:coordinates(), 3)
end)

t.test("joints may have a table of their own", function()
  local m = li.robot { bodies = { upper = { mass = 1, inertia = 0 },
    fore = { mass = 1, inertia = 0 } },
    joints = { elbow = { "revolute", parent = "upper", child = "fore", axis = "y",
      at = { 0, 0, 1 } }, shoulder = { "revolute", child = "upper" } } }
  t.eq(table.concat(m:coordinates(), " "), "elbow shoulder")
  t.eq(again(m):lua(), m:lua())
end)

t.test("what is missing is said; what needs nothing is not", function()
  local m = li.robot(everything)
  t.eq(table.concat(m:symbols(), " "), "m2 J l alpha L")
  t.eq(#m:missing(), 1)
  local function lacking(...) return li.robot { bodies = { ... } }:lacking() end
  t.eq(lacking({ name = "a", joint = "revolute", mass = 1 }).a, "inertia")
  t.eq(lacking({ name = "a", joint = "revolute", inertia = { 1, 1, 1 } }).a, "mass")
  t.eq(lacking({ name = "a", joint = "revolute" }).a, "mass and inertia")
  -- a body without mass needs no inertia
  t.eq(lacking({ name = "a", joint = "revolute", mass = 0 }).a, nil)
  t.eq(lacking({ name = "a", joint = "fixed" }).a, nil) -- it does not move
  local two = lacking({ name = "a", joint = "revolute", mass = 1, inertia = 0 },
    { name = "b", joint = "fixed" })
  t.eq(two.b, nil) -- a frame
  local shaped = lacking({ name = "a", joint = "revolute", mass = 1, inertia = 0 },
    { name = "b", joint = "fixed", shapes = { { "sphere", size = { 1 } } } })
  t.eq(shaped.b, "mass and inertia") -- it looks like a body
  local carried = lacking({ name = "a", joint = "revolute" },
    { name = "b", joint = "fixed", mass = 1, inertia = 0 })
  t.eq(next(carried), nil)
end)

t.test("values for symbols make a new model, expressions too", function()
  local m = li.planar { "L1", 0.8 }
  t.eq(table.concat(m:symbols(), " "), "m1 L1")
  local n = m:with { L1 = 2, m1 = "2*m" }
  t.eq(n:symbols()[1], "m")
  t.eq(n:description().bodies[1].mass, "2*m")
  t.eq(n:description().bodies[1].inertia[2], "(2*m)*2^2/12")
  t.eq(n:with { m = 3 }:description().bodies[1].inertia[2], 2)
  t.eq(m:symbols()[1], "m1") -- m itself is as it was
  local swapped = li.robot { bodies = { { joint = "fixed", mass = "a-b", inertia = 0 } } }:with {
    a = "b", b = "a" }
  t.eq(swapped:description().bodies[1].mass, "b-a")
  t.raises("bodies%[1%]%.mass: must not be negative, got %-1", m.with,
    li.robot { bodies = { { joint = "fixed", mass = "2*m", inertia = 0 } } }, { m = -0.5 })
end)

t.test("expressions of the symbolic engine stand in any field", function()
  local m1, L = li.symbols "m1 L"
  local m = li.robot { bodies = { { joint = "revolute", mass = 2 * m1, com = { L / 2, 0, 0 },
    inertia = { 0, m1 * L ^ 2 / 12, m1 * L ^ 2 / 12 }, at = { L, 0, 0 } } } }
  t.eq(m:description().bodies[1].mass, "2*m1")
  t.near(m:with { m1 = 2, L = 1 }:mass { 0 }, { { 1 / 6 + 1 } })
  t.eq(m:with { L = 3 * L }:description().bodies[1].place[1][2], "3*L")
  t.eq(li.planar { L, 1, mass = { m1, m1 } }:symbols()[1], "m1")
  local x = li.coordinates "x"
  t.eq(li.definition { frames = { A = { "R0", { x, 0, 0 }, 0 } },
    variables = { x } }:coordinates()[1], "x")
  t.eq(li.dh { convention = "standard",
    { a = L, theta = li.coordinates "th" + 1 } }:coordinates()[1], "th")
end)

t.test("a plain arm prints as a tree", function()
  t.eq(tostring(li.planar { 1, 0.8 }), [[
planar arm: 2 bodies, 2 coordinates
uniform rods along x in the plane x, y, joints about z, angles relative to the link before
world  gravity (0, -9.81, 0)
`- link1  revolute  z  q1  m 1
   `- link2  revolute  z  q2  at Tx(1)  m 1
      `- (tip)  at Tx(0.8)  <- tip]])
end)

t.test("Graphviz text quotes what a name may hold", function()
  local text = li.robot { name = 'a "b"', bodies = {
    { name = 'x"\\', joint = "fixed" } } }:graphviz()
  t.ok(text:find([[digraph "a \"b\"" {]], 1, true))
  t.ok(text:find([["world" -> "x\"\\" [label="fixed"];]], 1, true))
end)

t.test("li.load reads what model:lua wrote, and the other ways", function()
  local path = os.tmpname()
  local function file(text)
    local f = assert(io.open(path, "wb"))
    f:write(text)
    f:close()
    return li.load(path)
  end
  local m = li.robot(everything)
  t.eq(file(m:lua()):lua(), m:lua())
  t.eq(m:lua(path), true)
  t.eq(li.load(path):lua(), m:lua())
  t.eq(file("return { dh = { convention = 'standard', { a = 1 }, { a = 2 } } }"):coordinates()[2],
    "q2")
  t.eq(file("return { phrase = 'RX,TYK(1);', name = 'p' }"):description().name, "p")
  t.eq(file("return { planar = { 1, 2 } }"):coordinates()[2], "q2")
  t.eq(file("return { definition = { frames = { A = { 'R0', { 'x', 0, 0 }, 0 } }, q = { 'x' } } }")
    :coordinates()[1], "x")
  t.raises("expected that a table is returned, got a number", file, "return 3")
  t.raises("bodies%[1%]%.joint: unknown joint 'x'", file, "return { bodies = { { joint = 'x' } } }")
  os.remove(path)
  local nothing, why, code = li.load(path)
  t.eq(nothing, nil)
  t.eq(code, "EIO")
  t.ok(why:find(path, 1, true))
end)

t.test("every robot shipped builds, names its source and convention, and reads back equal",
  function()
  for _, name in ipairs(li.robots.names()) do
    local m = li.robots[name]()
    local d = m:description()
    t.eq(d.name, name)
    t.ok(d.convention, name)
    t.eq(again(m):lua(), m:lua(), name)
    t.ok(#m:coordinates() > 0)
  end
end)

t.test("names and messages cannot move the cursor of who prints them", function()
  local function body(name, more)
    return { bodies = { { name = name, joint = "revolute" }, more } }
  end
  for _, name in ipairs { "a\27[31m", "a\nb", "a\tb", "\127", "\r" } do
    t.raises("bodies%[1%]%.name: a name has no control characters", li.robot, body(name))
    t.raises("name: a name has no control characters", li.robot,
      { name = name, bodies = { { name = "b", joint = "fixed" } } })
  end
  t.raises("bodies%[1%]%.name: a text with a zero byte in it is no name", li.robot, body "a\0b")
  t.raises("bodies%[2%]%.parent: a text with a zero byte in it is no name", li.robot,
    body("a", { name = "c", parent = "a\0", joint = "fixed" }))
  -- nor is a name that could not be used told among those there are
  local message = t.raises("no body is named 'x'", li.robot,
    { bodies = { { name = "", joint = "fixed" },
    { name = "long_name", parent = "x", joint = "fixed" } } })
  t.ok(not message:find("there is", 1, true), message)
  for _, f in ipairs { function() li.vec "\27[31mred" end,
    function() li.symbols "a\27]0;title\7" end, function() return li["fo\27[31m"] end,
    function() li.phrase "RX(\27[31m);" end,
    function() li.vec "\194\155red" end,
    function() li.robot { ["\27[2J"] = 1, bodies = {} } end } do
    local why = select(2, pcall(f))
    t.ok(not why:find "[%z\1-\8\11-\31\127]" and not why:find "\194[\128-\159]",
      (why:gsub("%c", "^")))
  end
  local _, why = li.load "/tmp/\27[31m"
  t.eq(why, "/tmp/?[31m: No such file or directory")
  t.ok(not tostring(li.robot { convention = "\27[2J",
    bodies = { { name = "b", joint = "fixed" } } }):find "\27")
  t.ok(select(2, pcall(li.vec, "caf\195\169 \194\176")):find("caf\195\169 \194\176", 1, true),
    "letters stay")
end)

t.test("constraints without a name are numbered as they come", function()
  local bodies, rows = {}, {}
  for i = 1, 4 do
    bodies[i] = { name = "b" .. i, joint = "revolute", at = { 1, 0, 0 }, mass = 1,
      inertia = { 1, 1, 1 } }
  end
  for i = 1, 3 do rows[i] = { "equation", equation = ("q%d - q%d"):format(i, i + 1) } end
  rows[2].name = "mine"
  local names = {}
  for i, c in ipairs(li.robot { bodies = bodies, constraints = rows }:description().constraints) do
    names[i] = c.name
  end
  t.eq(table.concat(names, " "), "constraint1 mine constraint3")
end)

t.done()
