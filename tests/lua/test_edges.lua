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
  -- what the script changes puts energy in: no drift is claimed
  t.ok(tostring(run(4, 0.5)):find "drift")
  t.ok(not tostring(run(function(s) return 4 + s end, 0.5)):find "drift")
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

t.done()
