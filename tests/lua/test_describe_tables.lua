-- test_describe_tables.lua - definition tables (Lua and Maple text) and DH tables: what is
-- accepted, what is refused and how
local t = require "t"
local li = require "liaison"

t.test("frames in any order, named in French or in English, as lists or by name", function()
  local by_name = li.definition { liaison = { B = { "A", { 0, "y", 0 }, 0 },
    A = { "R0", { "x", 0, 0 }, 0 } }, q = { "x", "y" } }
  local list = li.definition { frames = { { "B", "A", { 0, "y", 0 } },
    { "A", "R0", { "x", 0, 0 } } }, variables = { "x", "y" } }
  local named = li.definition { frames = { { name = "B", parent = "A",
    translation = { 0, "y", 0 } }, { name = "A", parent = "R0", translation = { "x", 0, 0 } } },
    variables = { "x", "y" } }
  t.eq(table.concat(by_name:coordinates(), " "), "x y")
  t.near(by_name:fk({ 1, 2 }, "B").p, { 1, 2, 0 })
  t.near(list:fk({ 1, 2 }, "B").p, { 1, 2, 0 })
  t.near(named:fk({ 1, 2 }, "B").p, { 1, 2, 0 })
  local ground = li.definition { frames = { A = { "base", { "x", 0, 0 }, 0 } }, q = { "x" },
    ground = "base" }
  t.near(ground:fk({ 3 }).p, { 3, 0, 0 })
end)

t.test("entries are sums of coordinates and expressions", function()
  local m = li.definition { frames = { A = { "R0", { "-L+2*x-y/4", 0, "h" }, { 0, "-3*x", 0 } } },
    q = { "x", "y" } }:with { L = 1, h = 5 }
  local X = m:fk { 0.2, 0.8 }
  t.near(X.p, { -1 + 0.4 - 0.2, 0, 5 }, 1e-12)
  t.near(X:matrix()[1][1], math.cos(-0.6), 1e-12)
end)

t.test("three angles with order = rpy are Rz Ry Rx", function()
  local m = li.definition { frames = { A = { "R0", { 1, 2, 3 }, { "r", "p", "y" } } },
    q = { "r", "p", "y" }, order = "rpy" }
  local X = li.frame(li.rot.rpy(0.1, 0.2, 0.3), { 1, 2, 3 })
  t.ok(m:fk({ 0.1, 0.2, 0.3 }):near(X, 1e-12))
end)

local function refused(pattern, d)
  local text = t.raises("", li.definition, d)
  t.ok(text:find(pattern), ("<%s> does not match <%s>"):format(text, pattern))
end

t.test("what a definition table may not be", function()
  local A = { "R0", { "x", 0, 0 }, 0 }
  refused("frames%.B%.parent: no body is named 'C'",
    { frames = { A = A, B = { "C", 0, 0 } }, q = { "x" } })
  refused("frames%.A%.parent: body 'A' is its own ancestor: A %-> B %-> A",
    { frames = { A = { "B", { "x", 0, 0 }, 0 }, B = { "A", 0, 0 } }, q = { "x" } })
  refused("frames%[2%]%.name: the name 'A' is taken twice",
    { frames = { { "A", "R0", { "x", 0, 0 } }, { "A", "R0", 0 } }, q = { "x" } })
  refused("frame 'B' has two angles %(rx, rz%)",
    { frames = { A = A, B = { "A", 0, { "x", 0, 1 } } }, q = { "x" } })
  refused("frame 'B' has three angles",
    { frames = { A = A, B = { "A", 0, { "x", 1, "c" } } }, q = { "x" } })
  refused("frames%.A%.translation%[1%]: 'x%*x' is not linear",
    { frames = { A = { "R0", { "x*x", 0, 0 }, 0 } }, q = { "x" } })
  refused("frames%.A%.translation%[2%]: 'sin%(x%)' is not linear",
    { frames = { A = { "R0", { 0, "sin(x)", 0 }, 0 } }, q = { "x" } })
  refused("frames%.A%.translation%[1%]: '2%*': column 3: expected a number, a name or '%(', "
    .. "got the end", { frames = { A = { "R0", { "2*", 0, 0 }, 0 } }, q = { "x" } })
  refused("frames%.A%.rotation: expected 3 numbers or expressions, got 2",
    { frames = { A = { "R0", 0, { 1, 2 } } }, q = { "x" } })
  refused("coordinates%[2%]: no joint moves by 'y'", { frames = { A = A }, q = { "x", "y" } })
  refused("bodies%.B: no frame is named 'B'",
    { frames = { A = A }, bodies = { B = { "b", 1, { 1, 1, 1 } } }, q = { "x" } })
  refused("bodies%.A%.com: the fourth number of a point is 1, got 0",
    { frames = { A = A }, bodies = { A = { "b", 1, { 1, 1, 1 }, { 0, 0, 0, 0 } } }, q = { "x" } })
  refused("bodies%.A%.name: expected a string, got nan",
    { frames = { A = A }, bodies = { A = { name = 0 / 0, mass = 1 } }, q = { "x" } })
  refused("contacts%[1%]: no frame is named 'AA' %(did you mean 'A'",
    { frames = { A = A }, contacts = { "AA" }, q = { "x" } })
  refused("frmes: unknown key %(did you mean 'frames'",
    { frmes = {}, frames = { A = A }, q = { "x" } })
  refused("bodies%.A%.mass: 'x' is a coordinate: this must not move",
    { frames = { A = A }, bodies = { A = { "b", "2*x", { 1, 1, 1 } } }, q = { "x" } })
  refused("order: only \"rpy\" is known", { frames = { A = A }, q = { "x" }, order = "zyx" })
  -- all at once
  local text = t.raises("4 complaints", li.definition,
    { frames = { A = { "B", { "q*q", 0, 0 }, { "q", 0, "r" } }, B = { "Bb", 0, 0 } },
    bodies = { D = { "d", 1, { 1, 1, 1 } } }, q = { "q" } })
  t.ok(text:find "two angles" and text:find "not linear" and text:find "'D'" and text:find "'Bb'")
end)

t.test("Maple text: comments, several kinds of matrices, names assigned before, entries twice",
  function()
  local m = li.definition [==[
    # a comment
    I1 := matrix(3,3,[XX,0,0, 0,YY,0, 0,0,ZZ]);
    corps := table([Repere1 = (corps1, 2*m, I1, [0, 0, -(h-r), 1])]):
    liaison := table([(Repere1) = [`R0`, vector([0,0,q1]), [0,0,Pi/2]]]);
    q := [q1]; PointEnContact := [Repere1]; ]==]
  local d = m:description()
  t.eq(d.bodies[1].mass, "2*m")
  t.eq(d.bodies[1].com[3], "-(h-r)")
  t.eq(d.bodies[1].inertia[2], "YY")
  t.near(m:fk { 3 }:matrix(), { { 0, -1, 0, 0 }, { 1, 0, 0, 0 }, { 0, 0, 1, 3 }, { 0, 0, 0, 1 } },
    1e-12)
  t.raises("definition: line 2, column 1: 'name := ...' expected, got '%[1%]", li.definition,
    "a := 1;\n[1];")
  t.raises("definition: line 1, column 44: '%]' expected", li.definition,
    "liaison := table([R1 = (R0,[0,0,0],[0,0,0]);")
  t.raises("no table 'liaison'", li.definition, "a := 1;")
  t.raises("nested too deeply", li.definition, "a := " .. ("["):rep(100))
  t.raises("the name 'A' is taken twice", li.definition,
    "liaison := table([A=(R0,[x,0,0],[0,0,0]),A=(R0,[0,0,0],[0,0,0])]); q := [x];")
end)

t.test("any model of turns and slides goes out as Maple text and comes back the same", function()
  local function same(m, gravity)
    local n = li.definition(assert(m:maple()), { gravity = gravity })
    t.eq(table.concat(n:coordinates(), " "), table.concat(m:coordinates(), " "))
    local q = m:random(4)
    for _, b in ipairs(m:description().bodies) do
      t.ok(m:fk(q, b.name):near(n:fk(q, b.name), 1e-12), b.name)
    end
    t.near(n:mass(q), m:mass(q), 1e-9)
  end
  same(li.planar { 1, 0.8 }, { 0, -9.81, 0 })
  same(li.robots.inria6r { data = "P2" }, { 0, -9.81, 0 })
  same(li.robot { bodies = { { name = "a", joint = "helical", pitch = 0.1, axis = "-x",
    at = { 0, 0, 1 }, mass = 1, inertia = { 1, 2, 2.5, 0.1, 0.2, 0.3 } },
    { name = "b", joint = "universal", axis = "x", mass = 2, com = { 1, 0, 0 },
      inertia = { 1, 1, 1 } },
    { name = "c", joint = "planar", place = { { "Rx", 0.3 }, { "Ty", 1 }, { "Rz", 0.2 } }, mass = 1,
      inertia = { 1, 1, 1 } },
    { name = "d e", joint = "Tx Ry", after = { { "Tz", 1 } }, mass = 1, inertia = { 1, 1, 1 } },
    { name = "e", joint = "cylindrical", axis = "y", mass = 1, inertia = { 1, 1, 1 } },
    { name = "f", joint = "revolute", follows = { "q1", scale = -2, offset = 0.5 }, mass = 1,
      inertia = { 1, 1, 1 } } } })
  local nothing, why = li.robots.quadruped():maple()
  t.eq(nothing, nil)
  t.ok(why:find "body 'trunk' has a floating joint")
end)

-- DH ----------------------------------------------------------------------------------------------

local function bad(pattern, d)
  local text = t.raises("", li.dh, d)
  t.ok(text:find(pattern), ("<%s> does not match <%s>"):format(text, pattern))
end

t.test("what a DH table may not be", function()
  bad("convention: say which: standard %(distal%), modified %(proximal%) or khalil", { { a = 1 } })
  bad("got 'standrd' %(did you mean 'standard'", { convention = "standrd", { a = 1 } })
  bad("rows%[1%]%.lenght: unknown key", { convention = "standard", { lenght = 1 } })
  bad("rows%[1%]%.thet: unknown key %(did you mean 'theta'",
    { convention = "standard", { thet = 1 } })
  bad("rows%[1%]: gamma and b belong to khalil rows", { convention = "modified", { gamma = 1 } })
  bad("rows%[2%]: theta is the number 1 and d is 'd2': say which moves",
    { convention = "standard", { a = 1 }, { theta = 1, d = "d2" } })
  bad("rows%[1%]%.theta: which of a, b moves", { convention = "standard", { theta = "a+b" } })
  bad("rows%[1%]%.theta: '2%*q' is not q plus an offset",
    { convention = "standard", { theta = "2*q" } })
  bad("theta and d both move",
    { convention = "standard", variables = { "t", "s" }, { theta = "t", d = "s" } })
  bad("joints: one letter for every row: 2 rows, 'RRR'",
    { convention = "standard", joints = "RRR", { a = 1 }, { a = 2 } })
  bad("rows%[1%]%.joint: expected R, P or F, got 'X'", { convention = "standard", { joint = "X" } })
  bad("theta: expected 2 entries", { convention = "standard", a = { 1, 2 }, theta = { "q1" } })
  bad("rows%[1%]%.controller: 'q1%*q1' is not linear in q1",
    { convention = "standard", { theta = "q1", controller = "q1*q1" } })
  bad("only khalil rows stand on any other row",
    { convention = "standard", { a = 1 }, { parent = 1 } })
  bad("d alone could mean two things", { convention = "khalil", { d = 1 } })
  bad("a and r do not go together", { convention = "khalil", { a = 1, r = 1 } })
  bad("no body is named 'link7'",
    { convention = "khalil", { a = 1, d = 1 }, { a = 1, d = 0, parent = "link7" } })
  bad("rows: expected a table with at least one row", { convention = "standard" })
end)

t.test("offsets, fixed rows, columns or rows: the same arm", function()
  local rows = li.dh { convention = "standard", { theta = "q1+pi/2", a = 1 },
    { joint = "F", theta = 0.3, a = 0.5 }, { joint = "P", d = "s+0.2", theta = 0.1, alpha = 0.4 } }
  local columns = li.dh { convention = "distal", joints = "RFP", theta = { "q1+pi/2", 0.3, 0.1 },
    a = { 1, 0.5, 0 }, d = { 0, 0, "s+0.2" }, alpha = { 0, 0, 0.4 } }
  local q = { 0.7, 0.9 }
  local X = li.dh.standard { theta = 0.7 + math.pi / 2, a = 1 } * li.dh.standard { theta = 0.3,
    a = 0.5 } * li.dh.standard { theta = 0.1, d = 1.1, alpha = 0.4 }
  t.ok(rows:fk(q):near(X, 1e-12))
  t.ok(columns:fk(q):near(X, 1e-12))
  t.eq(table.concat(rows:coordinates(), " "), "q1 s")
end)

t.test("branches and a loop of Khalil and Kleinfinger", function()
  local m = li.dh { convention = "khalil", { r = 0.1 }, { parent = 1, d = 0.5, r = 0 },
    { parent = 1, gamma = math.pi / 2, d = 0.4, r = 0, alpha = 0.3 },
    { parent = 2, joint = "F", d = 0.2, r = 0 }, { parent = 3, joint = "F", d = 0.3, r = 0 },
      loops = { { 4, 5 } } }
  t.eq(#m:coordinates(), 3)
  t.eq(m:description().loops[1].from, "link4")
  local q = { 0.1, 0.2, 0.3 }
  local X3 = li.dh.khalil { theta = 0.1, r = 0.1 } * li.dh.khalil { gamma = math.pi / 2, d = 0.4,
    r = 0, alpha = 0.3, theta = 0.3 }
  t.ok(m:fk(q, "link3"):near(X3, 1e-12))
  t.ok(m:fk(q, "link5"):near(X3 * li.frame.tx(0.3), 1e-12))
end)

t.test("base, tool, and a table recovered from axis lines [course E3.8]", function()
  local m = li.dh { convention = "modified", { a = 1 }, base = li.frame.tz(2),
    tool = li.frame.tx(3) }
  t.near(m:fk { 0 }.p, { 4, 0, 2 })
  local fitted = li.dh.fit { axes = { { point = { 0, 0, 0 }, dir = { 0, 0, 1 } },
    { point = { 0, 0, 0 }, dir = { 0, 1, 0 } },
    { point = { -0.1, 0, 0 }, dir = { 0, 0, 1 }, joint = "P" },
      { point = { -0.1, 0, 0.25 }, dir = { -1, 0, 0 } } }, x0 = { 1, 0, 0 } }
  local drawn = li.dh(fitted)
  t.eq(#drawn:coordinates(), 3)
  t.near(drawn:fk { 0, 0, 0 }.p, { -0.1, 0, 0.25 }, 1e-12)
  t.near(drawn:fk { 0.4 - math.pi, -0.7, 0 }.p, li.robots.rrp():fk { 0.4, -0.7, 0.25 }.p, 1e-12)
end)

t.test("another convention, the same torques", function()
  local puma = { convention = "standard", { alpha = math.pi / 2 }, { a = 0.4318 },
    { d = 0.15, a = 0.02, alpha = -math.pi / 2 }, { d = 0.43, alpha = math.pi / 2 } }
  local q = { 0.1, 0.2, 0.3, 0.4 }
  t.ok(li.dh(puma):fk(q):near(li.dh(li.dh.convert(puma, "modified")):fk(q), 1e-12))
  t.ok(li.dh(puma):fk(q):near(li.dh(li.dh.convert(puma, "khalil")):fk(q), 1e-12))
end)

t.test("an entry of a list that lacks its name is told where it stands", function()
  t.raises("frames%[2%]: its name and its parent come first", li.definition,
    { frames = { { "A", "R0", { "x", 0, 0 } }, { { 0, 0, 0 }, 0 } }, q = { "x" } })
  t.raises("bodies%[1%]: its name and its parent come first", li.definition,
    { frames = { { "A", "R0", { "x", 0, 0 } } }, bodies = { { 1, { 1, 1, 1 } } }, q = { "x" } })
  t.raises("frames%[1%]: expected a table, got number", li.definition,
    { frames = { 3 }, q = { "x" } })
  t.raises("frames.A: expected a table, got number", li.definition,
    { frames = { A = 3 }, q = { "x" } })
  t.raises("frames%[2%]%.translation: expected 3 numbers or expressions, got 2", li.definition,
    { frames = { { "A", "R0", { "x", 0, 0 } }, { frame = "B", "A", { "x", 0 } } }, q = { "x" } })
  t.raises("bodies%[1%]%.inertia: expected", li.definition,
    { frames = { { "A", "R0", { "x", 0, 0 } } }, bodies = { { frame = "A", "cart", 1, { 1, 1 } } },
      q = { "x" } })
end)

t.test("a complaint about one freedom of several names it", function()
  local function body(joint)
    joint.mass, joint.inertia, joint.name = 1, { 1, 1, 1 }, "u" return { bodies = { joint } }
  end
  for k = 1, 2 do
    local dofs = { {}, {} }
    dofs[k] = { min = 1, max = -1 }
    t.raises(("dofs%%[%d%%].limits: the lower limit 1 is above the upper limit %%-1"):format(k),
      li.robot, body { joint = "universal", dofs = dofs })
  end
  local message = t.raises("limits: the lower limit 1 is above", li.robot,
    body { joint = "revolute", limits = { 1, -1 } })
  t.eq(message:find("dofs", 1, true), nil)
end)

t.done()
