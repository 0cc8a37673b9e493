-- test_edges.lua - edges of calls, one by one: what is asked with one option too few, at a pole,
-- with a wrong type, once
local t = require "t"
local li = require "liaison"

local DIR = (os.getenv "TMPDIR" or "/tmp") .. ("/liaison-edges-%d"):format(math.random(1e9))

t.test("a velocity off what a driver asks for: the gap counts the driver's own rate", function()
  local m = li.robot {
    bodies = { { name = "a", joint = { "revolute", name = "a" }, mass = 1,
      inertia = { 1, 1, 1 } } },
    constraints = { { "driver", name = "crank", coordinate = "a", law = "2*t" } },
  }
  for _, v in ipairs { 3, -3, 0, 2 } do
    local _, fitting, info = m:consistent({ 0 }, { v })
    t.near(fitting[1], 2, 1e-12)
    t.near(info.gap, math.abs(v - 2), 1e-12)
    t.eq(info.resists, v ~= 2 and "crank" or nil)
  end
end)

t.test("a page with sliders needs the model and the values, not one of them", function()
  local m = li.planar { 1, 1 }
  for _, options in ipairs { { of = m }, { sliders = { "L" } }, { sliders = { "L" }, of = m } } do
    t.raises("sliders need of = the model", function() m:html(DIR .. ".html", options) end)
  end
end)

t.test("a phrase's tables: runs about axes that turn round have their signs", function()
  t.ok(li.phrase "RZ(-1,1),RXK(pi),RZ(-1,1);":tables():find("{1,-2}", 1, true))
  t.ok(li.phrase "RZ(-1,1),TXK(1),RZ(-1,1);":tables():find("0 0 12", 1, true))
end)

t.test("an entry without a finite value is named by itself", function()
  local x, y = li.symbols "x y"
  local v, why, code = li.smat { { y, 1 / x }, { x, y } }:eval { x = 0, y = 1 }
  t.eq(v, nil)
  t.eq(why, "1/x has no finite value where x = 0")
  t.eq(code, "EDOMAIN")
end)

t.test("one part of a definition table under two of its names", function()
  local frames = { A = { "R0", { "x", 0, 0 }, 0 } }
  t.raises("variables: given twice, also as 'variables'",
    function() li.definition { frames = frames, variables = { "x" }, q = { "x" } } end)
end)

t.test("a number of a force that is none", function()
  local m = li.planar { 1, 1 }
  for bad, words in pairs {
    abc = "forces%[1%].stiffness: 'abc' is no coordinate, rate or input",
    [{}] = "forces%[1%].stiffness: expected a number, an expression, or a curve over one name",
  } do
    t.raises(words, function()
      li.simulate { m, t = 1, forces = { { "spring", joint = "q1", stiffness = bad } } }
    end)
  end
end)

t.test("li.forces() says what every number of every force is", function()
  local said = li.forces()
  for _, line in ipairs {
    "stiffness     force per length or angle (N/m or N m/rad); must be given",
    "quadratic     force per square of speed (N s2/m2 or N m s2/rad2); 0",
    "normal        of the plane, any length, towards the free side; three numbers",
  } do
    t.ok(said:find(line, 1, true), line)
  end
  for line in said:gmatch "\n  (%l[%w_]* [^\n]*)" do
    t.ok(line:find "^acts on" or line:find "^[%w_]+ +[%w(][^;]+;", line)
  end
end)

t.test("a graph of a model is one whole graph", function()
  local closed = li.robot {
    bodies = { { name = "a", joint = "revolute", mass = 1, inertia = { 1, 1, 1 } } },
    loops = { { name = "shut", joint = "spherical", from = "a", to = "world" } },
  }
  for _, m in ipairs { li.planar { 1, 1 }, closed } do
    local dot = m:graphviz()
    t.ok(dot:find "^digraph .-{\n", dot)
    t.ok(dot:find "\n}\n$", dot)
    t.eq(select(2, dot:gsub("{", "")), select(2, dot:gsub("}", "")))
  end
end)

t.test("counts: a power, an angle of two numbers, the lesser of two are one function each",
  function()
  local x, y = li.symbols "x y"
  for _, e in ipairs { x ^ y, li.expr "atan2(x, y)", li.expr "min(x, y)", li.expr "max(x, y)",
    li.expr "sin(x)" } do
    t.eq(e:ops().fun, 1, tostring(e))
  end
end)

t.test("sums that factoring has made are factored in their turn", function()
  li.symbols "a b c d e f"
  for _, row in ipairs {
    { "6*a^3*c + 6*a*b*c + 6*b*c*e + 18*e^2", "6*(c*(a^3 + b*(a + e)) + 3*e^2)" },
    { "9*a*b + 5*b*c*e + 15*b*d*e + 3*b*d*e*f", "b*(9*a + e*(5*c + 3*d*(f + 5)))" },
    { "8*a*b*e*f + 12*a*e + 2*d*f + 2*e*f^2", "2*(d*f + e*(a*(4*b*f + 6) + f^2))" },
  } do
    local e = li.expr(row[1])
    t.eq(tostring(e:factor()), row[2])
    t.eq(e:factor():equals(e), true)
  end
end)

t.test("a mesh may be mirrored, not flat; a box neither", function()
  local function with(shape)
    local body = { name = "a", joint = "revolute", mass = 1, inertia = { 1, 1, 1 },
      shapes = { shape } }
    return li.robot { bodies = { body } }
  end
  t.eq(with { "mesh", mesh = "a.stl",
    size = { 1, -1, 1 } }:description().bodies[1].shapes[1].size[2], -1)
  t.raises("the scale of a mesh must not be zero, got 0",
    function() with { "mesh", mesh = "a.stl", size = { 1, 0, 1 } } end)
  t.raises("the size of a box must be positive, got %-2",
    function() with { "box", size = { 1, -2, 1 } } end)
end)

-- two revolute joints q1, q2
local function driven(...)
  local list = {}
  for k, what in ipairs { ... } do
    list[k] = { "driver", name = "driver" .. k, coordinate = what, law = "0" }
  end
  return li.robot {
    bodies = {
      { name = "a", joint = "revolute", mass = 1, inertia = { 1, 1, 1 } },
      { name = "b", parent = "a", joint = "revolute", mass = 1, inertia = { 1, 1, 1 } },
    },
    constraints = list,
  }
end

t.test("velocity rows that leave no motion", function()
  t.raises("2 rows leave no motion of 2 coordinates",
    function() return driven("q1", "q2 - q1"):kane() end)
end)

t.test("a driver of no coordinate is refused where it is described", function()
  li.symbols "a" -- a name that exists for expressions is no coordinate
  for _, what in ipairs { "a", "q3", "t", "2*a" } do
    t.raises("constraints%[1%]%.coordinate: no joint has the coordinate '"
      .. what:gsub("%*", "%%*"), function() driven(what) end)
  end
end)

t.test("numbers of a force that the script gives, several at once", function()
  local m = li.robot {
    gravity = { 0, 0, 0 },
    bodies = {
      { name = "a", joint = { "prismatic", axis = "x", q = "x" }, mass = 1, inertia = { 1, 1, 1 } },
    },
  }
  local function run(stiffness, rest, damping)
    local spring = { "spring", joint = "x", stiffness = stiffness, rest = rest, damping = damping }
    return assert(li.simulate { m, t = 1, q = { 1 }, rtol = 1e-11, atol = 1e-12,
      forces = { spring } })
  end
  -- x'' = -4 (x - 1/2): x = 1/2 + cos(2 t)/2
  local function always(x) return function() return x end end
  for _, r in ipairs {
    run(4, 0.5), run(always(4), 0.5), run(4, always(0.5)), run(always(4), always(0.5)),
    run(always(4), always(0.5), always(0)),
  } do
    t.near(r.x[#r.x], 0.5 + 0.5 * math.cos(2), 1e-9)
  end
  -- what the script changes puts energy in: (x - 1/2)^2/2 of every unit of stiffness
  t.ok(not tostring(run(4, 0.5)):find "put in")
  local stiffer = run(function(s) return 4 + s end, 0.5)
  local work, n = 0, 200
  for i = 0, n do
    local weight = i % 2 == 1 and 4 or (i == 0 or i == n) and 1 or 2
    work = work + weight * (stiffer:at("x", i / n) - 0.5)^2 / 2 / n / 3
  end
  t.near(stiffer:info().given, work, 1e-6)
  t.ok(stiffer:info().drift < 1e-8)
end)

t.test("bounds of a fit are numbers, each of them", function()
  local function r(x) return { x[1] - 1, x[2] } end
  for _, lo in ipairs { { 0 / 0, 0 }, { 0, 0 / 0 }, { 0 }, { "a", 0 }, "no" } do
    t.raises("lo: expected 2 numbers", li.num.fit, r, { 0, 0 }, { lo = lo })
  end
end)

t.test("what an origin in a URDF says beside its place is warned of", function()
  local m = li.urdf_text [[<robot name="r"><link name="a"/><link name="b"/>
    <joint name="j" type="fixed"><parent link="a"/><child link="b"/>
    <origin xyz="0 0 1" quat="1 0 0 0"/></joint></robot>]]
  local said = table.concat(m:warnings(), "\n")
  t.ok(said:find("quat", 1, true), said)
end)

t.test("a result goes into the matrix that is given for it, and is that matrix", function()
  local m = li.planar { 1, 1 }
  local q = { 0.1, 0.2 }
  for _, way in ipairs { "mass", "mass_inverse", "com_jacobian", "momentum_matrix" } do
    local want = m[way](m, q)
    local rows, cols = want:size()
    local room = {}
    for i = 1, rows do
      room[i] = {}
      for j = 1, cols do room[i][j] = 0 end
    end
    local out = li.mat(room)
    t.ok(rawequal(m[way](m, q, out), out), way)
    t.ok(out:near(want, 0), way)
  end
end)

t.test("the shipped scara keeps the limits of its data sheet", function()
  local deg, bodies = math.pi / 180, li.robots.scara():description().bodies
  t.near({ bodies[1].min, bodies[1].max }, { -105 * deg, 105 * deg }, 1e-12)
  t.near({ bodies[2].min, bodies[2].max }, { -150 * deg, 150 * deg }, 1e-12)
end)

t.test("a kernel leaves out the rows that follow, of every loop", function()
  local function crank(name, at)
    return { name = name, parent = "world", joint = "revolute", axis = "z", q = name, mass = 1,
      at = { at, 0, 0 }, com = { 0, 0.5, 0 }, inertia = { 0.01, 0.01, 0.1 } }
  end
  local m = li.robot { name = "three parallel cranks", gravity = { 0, -9.81, 0 },
    bodies = { crank("a", 0), crank("b", 1), crank("c", 2),
      { name = "bar", parent = "a", at = { 0, 1, 0 }, joint = "revolute", axis = "z", q = "d",
        mass = 2, com = { 1, 0, 0 }, inertia = { 0.01, 0.01, 0.5 } } },
    frames = { { name = "at_b", body = "bar", at = { 1, 0, 0 } },
      { name = "end_b", body = "b", at = { 0, 1, 0 } },
      { name = "at_c", body = "bar", at = { 2, 0, 0 } },
      { name = "end_c", body = "c", at = { 0, 1, 0 } } },
    loops = { { "revolute", name = "pin_b", axis = "z", from = "at_b", to = "end_b" },
      { "revolute", name = "pin_c", axis = "z", from = "at_c", to = "end_c" } } }
  local f, left = m:compile("dynamics", { tape = true })
  t.eq(table.concat(left, " "),
    "pin_b[3] pin_b[4] pin_b[5] pin_c[2] pin_c[3] pin_c[4] pin_c[5]")
  for _, th in ipairs { 0.3, -1 } do
    local q, v = { th, th, th, -th }, { 2, 2, 2, -2 }
    local dx = f({ 0 }, { th, th, th, -th, 2, 2, 2, -2 }, { 0, 0, 0, 0 })
    local want = assert(m:linearize { q = q, v = v }).a
    for k, name in ipairs { "a", "b", "c", "d" } do t.near(dx[4 + k], want[name], 1e-9, name) end
  end
end)

t.test("noise reaches what a controller of equations is shown", function()
  local eq = li.lagrange { q = "x", T = "x'^2/2", V = "2*x^2" }
  local seen = {}
  local run = eq:simulate(1, { 1 }, { 0 }, { rtol = 1e-9, controllers = { { dt = 0.1,
    noise = { q = 0.1, v = 0.1 }, f = function(time, q, v)
      seen[#seen + 1] = { time, q[1], v[1] }
      return { 0 }
    end } } })
  local off = { 0, 0 }
  for _, s in ipairs(seen) do
    off[1] = off[1] + (s[2] - run:at("x", s[1])) ^ 2 / #seen
    off[2] = off[2] + (s[3] - run:at("x'", s[1])) ^ 2 / #seen
  end
  for k = 1, 2 do t.ok(off[k] > 0.0009 and off[k] < 0.04, ("deviation %g"):format(off[k] ^ 0.5)) end
end)

t.test("what is joined is not empty; an axis is one letter", function()
  t.raises("hcat: argument 1: is empty", function() li.hcat(li.vec {}) end)
  t.raises("an axis is", function()
    li.robot { bodies = { { joint = "revolute", axis = "xy" } } }
  end)
end)

t.test("the box of a workspace holds all of its points, and no more", function()
  local w = li.robot { bodies = { { name = "a", joint = "prismatic", axis = "x",
    limits = { 0.2, 1 } } } }:workspace { n = 100 }
  local least, most = math.huge, -math.huge
  for _, p in ipairs(w.points:table()) do
    least, most = math.min(least, p[1]), math.max(most, p[1])
  end
  t.near({ w.lower[1], w.upper[1] }, { least, most }, 0)
  t.ok(least < 0.23 and most > 0.97)
end)

t.test("a sweep takes coordinates as a vec", function()
  local run = li.sweep { li.planar { 1, 1 }, runs = 1, t = 0.01, q = li.vec { 0.3, 0.4 } }
  t.near({ run.q1_0[1], run.q2_0[1] }, { 0.3, 0.4 }, 0)
end)

t.test("a sheet of a rotation has every description, angles in degrees too", function()
  local text = li.rot.sheet(li.rot.x(1))
  for _, line in ipairs { "axis +1.000000 +0.000000 +0.000000", "angle +1.000000 = 57.295780",
    "roll pitch yaw +1.000000 +0.000000 +0.000000\n  degrees +57.295780 +0.000000",
    "moving zyx +0.000000 +0.000000 +1.000000\n  degrees +0.000000 +0.000000 +57.295780" } do
    t.ok(text:find(line), line .. " is not in\n" .. text)
  end
end)

t.test("a long name is cut where it is not known", function()
  local ok, why = pcall(li.expr, ("y"):rep(60) .. " + 1")
  t.eq(ok, false)
  t.eq(#why:match "unknown symbol '(y+)'", 40)
end)

t.test("a function of one number is given a number", function()
  local kinds = {}
  local J = li.num.jacobian(function(x)
    kinds[type(x)] = true
    return { x, x * x }
  end, 2)
  t.near(J, { { 1 }, { 4 } }, 1e-6)
  t.eq(kinds.userdata or kinds.table or kinds.cdata, nil)
end)

t.test("histories have a column for each thing they tell", function()
  local _, root = li.num.root(function(x) return x * x - 2 end, 1.0, { history = true })
  t.eq(#root.history[1], 4)
  local _, fit = li.num.fit(function(x) return { x[1] - 1, x[2] * x[1] - 2 } end, { 1, 1 },
    { history = true })
  t.eq(#fit.history[1], 3)
end)

t.test("controllers and histograms are refused by what was got", function()
  local m = li.planar { 1 }
  t.raises("controllers%[1%]: expected {f = function, dt = seconds} or a block, got 5", function()
    m:simulate(1, { 0 }, nil, { controllers = { 5 } })
  end)
  for _, bins in ipairs { 0.5, 0, 1e6, "x" } do
    t.raises("bins must be a whole number from 1 to 100000", function()
      li.plot.histogram({ 1, 2 }, { bins = bins })
    end)
  end
end)

t.test("a Jacobian goes into the matrix that is given for it", function()
  local m, J = li.planar { 1, 1 }, li.zeros(6, 2)
  local got = m:jacobian({ 0.1, 0.2 }, J)
  t.near(J[6], { 1, 1 }, 0)
  J[6][1] = 7
  t.near(got[6][1], 7, 0)
  t.near(m:jacobian({ q1 = 0.1, q2 = 0.2 })[1], m:jacobian({ 0.1, 0.2 })[1], 0)
  t.raises("argument 1 %(q%): expected 2 numbers", function() m:jacobian { 0.1 } end)
end)

t.test("energies of a generator outlive it", function()
  local T = li.planar { 1, mass = 2 }:generator():energy()
  for _ = 1, 3 do collectgarbage() end
  local made = {}
  for k = 1, 50 do made[k] = li.expr("other" .. k .. "^2", "new") end
  t.eq(#made, 50)
  t.ok(tostring(T):find "q1'", tostring(T))
end)

t.test("what moves no mass of its own is told what to give it", function()
  local m = li.robot { bodies = { { joint = "revolute", q = "q1", mass = 0,
    inertia = { 0, 0, 0 } } } }
  local _, why = m:fd({ 0 }, { 0 }, { 1 })
  t.ok(why:find("(give it an inertia or a rotor)", 1, true), why)
end)

t.test("rows of JSON are parted by commas, the last is not followed by one", function()
  local text = li.planar { 1 }:simulate(0.1, { 0 }):json()
  t.ok(text:find "%],\n%[", text)
  t.ok(text:find "%]\n%]}%s*$", text:sub(-60))
end)

t.test("coordinates whose names are taken count from two", function()
  local m = li.mechanism { bodies = {
    { name = "a", mass = 1, inertia = 1 }, { name = "b", mass = 1, inertia = 1 } }, joints = {
    { kind = "revolute", to = "a", coordinate = "q_b" },
    { kind = "revolute", from = "a", to = "b", from_at = { 1, 0 } } } }
  local names = {}
  for k, q in ipairs(m:system "joint".q) do names[k] = tostring(q) end
  t.eq(table.concat(names, " "), "q_b q_b_2")
end)

t.test("the key of a scatter stands in the figure", function()
  local svg = li.plot { { x = { 1, 2, 3 }, y = { 1, 4, 9 }, kind = "scatter", label = "one" },
    { x = { 1, 2, 3 }, y = { 2, 3, 5 }, kind = "scatter", label = "two" } }:svg()
  local found = 0
  for x in svg:gmatch '<circle cx="([%-%d.]+)"' do
    found = found + 1
    t.ok(tonumber(x) > 0, "cx = " .. x)
  end
  t.eq(found, 8)
end)

t.test("a line has two ends, or says which is missing", function()
  local m = li.planar { 1 }
  t.raises("forces%[1%]", function()
    m:simulate(0.1, { 0 }, nil, { forces = { { "spring", from = "world", stiffness = 1 } } })
  end)
end)

t.test("Kane's c has what every body is moved by from outside", function()
  local s = li.system { planar = true }
  local x, u = s:coordinates "x", s:input "u"
  s:body { name = "a", mass = 2, inertia = 0, at = { x, 0 } }
  s:body { name = "b", mass = 3, inertia = 0, at = { x + u, 0 } }
  t.eq(tostring(s:kane().c[1]), "3*u''")
end)

t.test("Kane's report tells q_0 in step 5; a rate that is needed is asked for", function()
  local s = li.system { planar = true }
  local x = s:coordinates "x"
  s:input "u"
  s:body { name = "a", mass = 2, inertia = 0, at = { x, 0 } }
  local k = s:kane { speeds = { "w" }, Jnh = { { 1 } }, q0 = { "u" } }
  local five, six = k:report():match "\n5%.(.-)\n6%.(.-)\n7%."
  t.ok(five:find("q_0 = [u]", 1, true), five)
  t.ok(not six:find("q_0", 1, true), six)
  t.raises("inputs.u: its rate stands in the equations: expected value, rate at t = 0", function()
    k:simulate(0.1, { x = 0, w = 0 }, { inputs = { u = function() return 1 end } })
  end)
end)

t.test("every place of a derivation is checked in numbers", function()
  local text = li.planar { 1, 1 }:equations():explain(nil, { form = "text" })
  local centres = 0
  for line in text:gmatch "\n  c_link[^\n]*" do
    centres = centres + 1
    t.ok(line:find("[checked ", 1, true), line)
  end
  t.eq(centres, 2)
end)

t.test("the prompt writes tables to a depth, and knows one that holds itself", function()
  local function said(code)
    local p = io.popen(("LIAISON_LUA=%s scripts/liaison -e '%s' 2>&1"):format(
      os.getenv "LIAISON_LUA" or "lua5.4", code))
    local text = p:read "*a"
    p:close()
    return (text:gsub("%s+$", ""))
  end
  t.eq(said "{{{{{1}}}}}", "{{{{{1}}}}}")
  t.eq(said "{{{{{{1}}}}}}", "{{{{{{...}}}}}}")
  t.eq(said "(function() local x = {} x[1] = x return x end)()", "{{{{{{...}}}}}}")
end)

t.test("an audit tells the smallest pivot of the mass matrix as a share of what it came from",
  function()
  -- two rods of mass 1 and length 1: 1 - M12^2/(M11 M22), M22 = 1/3, M11 = 5/3 + cos q2,
  -- M12 = 1/3 + cos(q2)/2, lies between 0 (never) and 1, and least at q2 = 0
  local rod = { 0, 1 / 12, 1 / 12 }
  local m = li.robot { bodies = {
    { joint = "revolute", axis = "z", mass = 1, com = { 0.5, 0, 0 }, inertia = rod },
    { joint = "revolute", axis = "z", mass = 1, com = { 0.5, 0, 0 }, inertia = rod,
      at = { 1, 0, 0 } } } }
  local least = 1 - (5 / 6) ^ 2 / (8 / 3 / 3)
  local found
  for _, law in ipairs(m:audit(400).laws) do
    if law.text:find "positive" then found = law.worst end
  end
  t.ok(found >= least and found < least + 0.01, found .. " " .. least)
end)

t.test("the tour fails where its page has no place", function()
  local ok, _, code = os.execute("TMPDIR=/nowhere/at/all LIAISON_LUA="
    .. (os.getenv "LIAISON_LUA" or "lua5.4") .. " scripts/liaison tour > /dev/null < /dev/null")
  t.ok(ok ~= true and ok ~= 0 or code ~= nil and code ~= 0)
end)

t.test("kernels that are compiled leave no file open", function()
  local function open_files()
    local p = io.popen "ls -l /proc/$PPID/fd 2> /dev/null | grep -vc pipe:"
    local n = tonumber(p:read "*a")
    p:close()
    return n
  end
  os.execute("rm -rf " .. DIR) -- what an earlier run left there would not be compiled
  local m = li.planar { 1 }
  assert(m:kernel("gravity", { cache = DIR .. "/cache" }))
  collectgarbage()
  local before = open_files()
  assert(m:kernel("mass", { cache = DIR .. "/cache" }))
  assert(m:kernel("bias", { cache = DIR .. "/cache" }))
  collectgarbage()
  t.ok(open_files() <= before, "a folder stays open")
  os.execute("rm -rf " .. DIR)
end)

t.test("a wrist on one joint is solved in closed form, all of it", function()
  local m = li.robot { bodies = {
    { name = "arm", joint = "revolute", axis = "z", q = "q1" },
    { name = "w1", joint = "revolute", axis = "z", q = "q2", at = { 0.7, 0.1, 0.2 } },
    { name = "w2", joint = "revolute", axis = "y", q = "q3" },
    { name = "w3", joint = "revolute", axis = "z", q = "q4" } } }
  local q = { 0.4, -0.7, 0.9, 1.3 }
  local all = assert(m:ik_all(m:fk(q)))
  local found = 0
  for _, s in ipairs(all) do
    local off = 0
    for k = 1, 4 do off = math.max(off, math.abs(s[k] - q[k])) end
    if off < 1e-9 then found = found + 1 end
    t.ok(m:fk(s):near(m:fk(q), 1e-9))
  end
  t.eq(found, 1)
end)

t.done()
