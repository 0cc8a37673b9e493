-- test_maple.lua - the definition files of the thesis in Maple, as printed: read whole, equal to
-- the tables in Lua, written back; every mistake at once, with line and column
local t = require "t"
local li = require "liaison"
local V = li.vehicles

-- [thesis] 4, as printed: names with accents, ([..]) around entries, vector with a blank, a last
-- comma
local CAR = [==[
restart; with(linalg):
# fichier de définition du véhicule
liaison_véhicule:=table ([ Repere1= ([R0, vector ([x, 0, 0]), vector ([0, 0, 0])]),
  Repere2= ([Repere1, vector ([0, y, 0]), vector ([0, 0, 0])]),
  Repere3= ([Repere2, vector ([0, 0, z]), vector ([0, 0, 0])]),
  Repere4= ([Repere3, vector ([0, 0, 0]), vector ([0, 0, theta_l])]),
  Repere5= ([Repere4, vector ([0, 0, 0]), vector ([0, theta_r, 0])]),
  Repere6= ([Repere5, vector ([0, 0, 0]), vector ([theta_t, 0, 0])]),
  Repere11= ([Repere6, vector ([L1, -L3, -LSFg+z1]), vector ([0, 0, 0])]),
  Repere21= ([Repere6, vector ([L1, L3, -LSFd+z2]), vector ([0, 0, 0])]),
  Repere31= ([Repere6, vector ([-L2, -L4, -LSRg+z3]), vector ([0, 0, 0])]),
  Repere41= ([Repere6, vector ([-L2, L4, -LSRd+z4]), vector ([0, 0, 0])]),
  Repere12= ([Repere11, vector ([0, 0, 0]), vector ([0, 0, beta_b])]),
  Repere22= ([Repere21, vector ([0, 0, 0]), vector ([0, 0, beta_b])]),
  Repere13= ([Repere12, vector ([0, 0, 0]), vector ([0, phi_1, 0])]),
  Repere23= ([Repere22, vector ([0, 0, 0]), vector ([0, phi_2, 0])]),
  Repere33= ([Repere31, vector ([0, 0, 0]), vector ([0, phi_3, 0])]),
  Repere43= ([Repere41, vector ([0, 0, 0]), vector ([0, phi_4, 0])]), ]);
I_roue:=matrix (3, 3, [XX1, 0, 0, 0, YY1, 0, 0, 0, XX1]):
Repere_corps:=table ([
  Repere6= ([chassis, MS, matrix ([[XX6, XY6, XZ6], [XY6, YY6, 0], [XZ6, 0, ZZ6]]),
    Vector ([0, 0, 0, 1])]),
  Repere13= ([roue1, MNSF, I_roue, Vector ([0, 0, 0, 1])]),
  Repere23= ([roue2, MNSF, I_roue, Vector ([0, 0, 0, 1])]),
  Repere33= ([roue3, MNSR, I_roue, Vector ([0, 0, 0, 1])]),
  Repere43= ([roue4, MNSR, array ([[XX1, 0, 0], [0, YY1, 0], [0, 0, XX1]]),
    Vector[column] ([0, 0, 0, 1])]) ]);
PointEnContact:=[Repere13, Repere23, Repere33, Repere43];
q:=[x,y,z,theta_l,theta_r,theta_t,z1,z2,z3,z4,beta_b,phi_1,phi_2,phi_3,phi_4];
qp:=[xp,yp,zp];
]==]

-- [thesis] 3.3
local ROBOT = [==[
liaison_robot := table([
  Repere1 = ([R0, vector([xt,0,0]), vector([0,0,0])]),
  Repere2 = ([Repere1, vector([0,yt,0]), vector([0,0,0])]),
  Repere3 = ([Repere2, vector([0,0,-h]), vector([0,0,0])]),
  Repere4 = ([Repere3, vector([0,0,0]), vector([0,0,theta])]),
  Repere11 = ([Repere4, vector([Lf,b,-(h-r)]), vector([0,0,0])]),
  Repere21 = ([Repere4, vector([Lf,-b,-(h-r)]), vector([0,0,0])]),
  Repere31 = ([Repere4, vector([-Lr,b,-(h-r)]), vector([0,0,0])]),
  Repere41 = ([Repere4, vector([-Lr,-b,-(h-r)]), vector([0,0,0])]),
  Repere12 = ([Repere11, vector([0,0,0]), vector([0,0,alpha_ag])]),
  Repere22 = ([Repere21, vector([0,0,0]), vector([0,0,alpha_ad])]),
  Repere13 = ([Repere12, vector([0,0,0]), vector([0,phi_ag,0])]),
  Repere23 = ([Repere22, vector([0,0,0]), vector([0,phi_ad,0])]),
  Repere32 = ([Repere31, vector([0,0,0]), vector([0,phi_g,0])]),
  Repere42 = ([Repere41, vector([0,0,0]), vector([0,phi_d,0])]) ]);
corps_robot := table([
  Repere4 = ([chassis, Mt, diag(0,0,Ip33), list([0,0,0,1])]),
  Repere13 = ([roue1, m, diag(0,Id22,Id33), [0,0,0,1]]),
  Repere23 = ([roue2, m, diag(0,Id22,Id33), [0,0,0,1]]),
  Repere32 = ([roue3, m, DiagonalMatrix([0,It22,It33]), [0,0,0,1]]),
  Repere42 = ([roue4, m, diag(0,It22,It33), [0,0,0,1]]) ]);
PointEnContact := {Repere13, Repere23, Repere32, Repere42};
q := [xt,yt,theta,phi_ag,phi_ad,phi_g,phi_d,alpha_ag,alpha_ad];
]==]

-- [thesis] 3.1: the same product of inertia as YZ and as ZY (E25)
local CHAIN = [==[
liaison := table([ Repere1=(R0,[q1,0,0],[0,0,0]), Repere11=(Repere1,[0,-R2,0],[0,0,0]),
 Repere12=(Repere1,[0,R2,0],[0,0,0]), Repere21=(Repere11,[0,0,q21],[0,0,0]),
 Repere22=(Repere12,[0,0,q22],[0,0,0]), Repere3=(Repere21,[0,0,0],[q3,0,0]),
 Repere4=(Repere22,[0,0,0],[q3,0,0]), Repere5=(Repere6,[0,q5,0],[0,0,0]),
 Repere6=(Repere3,[0,3*R2,0],[0,0,0]) ]);
corps := table([
 Repere1=(corps1,m1,matrix([[XX1,XY1,XZ1],[XY1,YY1,YZ1],[XZ1,ZY1,ZZ1]]),[xG1,yG1,zG1,1]),
 Repere21=(corps21,m2,matrix([[XX2,XY2,XZ2],[XY2,YY2,YZ2],[XZ2,YZ2,ZZ2]]),[xG2,yG2,zG2,1]),
 Repere22=(corps22,m2,matrix([[XX2,XY2,XZ2],[XY2,YY2,YZ2],[XZ2,YZ2,ZZ2]]),[xG2,yG2,zG2,1]),
 Repere3=(corps3,m3,matrix([[XX3,XY3,XZ3],[XY3,YY3,YZ3],[XZ3,YZ3,ZZ3]]),[xG3,yG3,zG3,1]),
 Repere5=(corps5,m5,matrix([[XX5,XY5,XZ5],[XY5,YY5,ZY5],[XZ5,YZ5,ZZ5]]),[xG5,yG5,zG5,1]) ]);
PointEnContact := [Repere5];
q := [q1,q21,q22,q3,q5];
]==]

-- a model as the lines of a Lua file, in one order: a table in Lua has none of its own
local function told(model)
  local lines = {}
  for line in model:lua():gmatch "[^\n]+" do lines[#lines + 1] = line end
  table.sort(lines)
  return table.concat(lines, "\n")
end

local FILES = { { "car", CAR, {} }, { "robot2d", ROBOT, { variant = "literal" } },
  { "closed_chain", CHAIN, {} } }

for _, row in ipairs(FILES) do
  local name, text, options = row[1], row[2], row[3]
  local own = V[name](options)
  t.test(name .. ": the printed file is the model of the table in Lua", function()
    local model = li.definition(text, { gravity = { 0, 0, "-g" }, name = name })
    t.eq(told(model), told(own))
    -- entry by entry, symbolically
    local g, w = model:generator(), own:generator()
    for _, body in ipairs(w:bodies()) do
      t.ok(li.compare(g:homogeneous(body), w:homogeneous(body)).equal, body)
      t.ok(li.compare(g:twist(body), w:twist(body)).equal, body)
    end
    t.eq(g.n, w.n)
  end)
  t.test(name .. ": written back, short and as printed, it reads equal", function()
    local model = li.definition(text, { gravity = { 0, 0, "-g" }, name = name })
    for _, style in ipairs { "short", "thesis" } do
      local again = li.definition(model:maple(nil, style),
        { gravity = { 0, 0, "-g" }, name = name })
      t.eq(told(again), told(model))
    end
    t.ok(model:maple(nil, "thesis"):find("liaison_véhicule:=table ([\n  Repere1= ([R0, vector ([",
      1, true))
  end)
end

t.test("what was odd is told of the model: passed over lines, a product under two names", function()
  local warnings = table.concat(li.definition(CAR):warnings(), "\n")
  t.ok(warnings:find("line 1: 'restart' is passed over", 1, true), warnings)
  t.ok(warnings:find("line 1: 'with' is passed over", 1, true))
  warnings = table.concat(li.definition(CHAIN):with { m1 = 1 }:warnings(), "\n")
  t.ok(warnings:find("line 7, column 2: bodies.Repere1.inertia: YZ1 and ZY1 are one product of "
    .. "inertia, YZ1", 1, true), warnings)
  t.ok(warnings:find("bodies.Repere5.inertia: ZY5 and YZ5 are one product of inertia, YZ5", 1,
    true))
end)

t.test("names with accents and blanks, other brackets, comments, powers", function()
  local m = li.definition [==[ (* un commentaire *)
    liaison_été := table([ `Repère 1` = (R0, <0, 0, q1>, [0,0,0]), # avant
      Repère2 = (`Repère 1`, Vector([0, L**2, 0]), {0, 0, q2}), ]);
    q_été := [q1, q2]; PointEnContact := {Repère2}; autre := 3; ]==]
  t.eq(table.concat(m:coordinates(), " "), "q1 q2")
  local d = m:description()
  t.eq(d.bodies[1].name, "Repère 1")
  t.eq(d.bodies[2].parent, "Repère 1")
  t.near(m:with { L = 3 }:fk({ 2, 0 }, "Repère2").p, { 0, 9, 2 }, 0)
  t.eq(told(li.definition(m:maple())), told(m))
end)

local function refused(text, ...)
  local said = t.raises("definition: ", li.definition, text)
  for _, line in ipairs { ... } do
    t.ok(said:find(line, 1, true), ("<%s> lacks <%s>"):format(said, line))
  end
  return said
end

t.test("all mistakes at once, each with its line and column", function()
  refused("liaison_é := table([ R1 = (R0, [x,,0], [0,0,0]),\n R2 = (R1, [y,0,0], [0,0,]),\n"
    .. " R3 = ([R2, vector([, 0, 0]), [0,0,z]]) ]);\n q := [x,y,z;\n a := 1 2;",
    "4 complaints:", "line 1, column 35: a value expected, got ',0], [0,0,'",
    "line 3, column 21: a value expected, got ', 0, 0]), '",
    "line 4, column 13: ']' expected, got ';'",
    "line 5, column 9: '1 2': column 3: expected an operator, got '2'")
  -- columns count letters, not bytes
  refused("é := [1,,2];", "line 1, column 9: a value expected")
  refused("a := (1, 2];", "line 1, column 6: '(' is never closed")
  refused("a := [1, 2); b := [3,,4]; liaison := 3;", "2 complaints:",
    "line 1, column 11: ']' expected, got '); b := [3'", "line 1, column 22: a value expected")
  refused("x y z", "'name := ...' expected, got 'x y z'")
  refused("liaison_a := table([R1=(R0,[x,0,0],[0,0,0])]);\n"
    .. "liaison_b := table([R2=(R0,[x,0,0],[0,0,0])]); q:=[x];",
    "line 2, column 1: 'liaison_a' and 'liaison_b' both tell frames")
  refused("corps := table([R1 = (b, 1, [1,1,1])]);", "no table 'liaison' (or 'frames')")
  -- never more than twenty
  local said = refused("a := [" .. (",1,"):rep(50) .. "];", "20 complaints:")
  t.eq(select(2, said:gsub("line 1", "")), 20)
end)

t.test("deep brackets are refused, many beside each other are not; the same name twice", function()
  refused("a := " .. ("["):rep(60) .. "1" .. ("]"):rep(60) .. ";", "nested too deeply")
  local reader = require "liaison.describe.maple_reader"
  local p = reader.read("a := [" .. ("[1], "):rep(80) .. "2]; b := <x, y>; c := [x>0, 1];")
  t.eq(table.concat(p.complaints, "\n"), "")
  t.eq(#p.names.a, 81)
  t.raises("line 2, column 2: frames.R1.name: the name 'R1' is taken twice", li.definition,
    "liaison := table([ R1 = (R0, [x,0,0], [0,0,0]),\n R1 = (R0, [y,0,0], [0,0,0]),\n"
    .. "  R2 = (R1, [0,0,z], [0,0,0]) ]); q := [x, y, z];")
end)

t.test("what the frames themselves have wrong is told with their places too", function()
  local said = t.raises("3 complaints", li.definition, "liaison := table([ R1 = (R0, [x,0,0], "
    .. "[a,0,b]), R2=(R9,[0,0,0],[0,0,0]) ]);\ncorps := table([R7 = (b, 1, [1,1,1])]);\n"
    .. " q := [x, a, b];")
  for _, line in ipairs { "line 1, column 20: frames.R1: frame 'R1' has two angles (rx, rz)",
    "line 2, column 17: bodies.R7: no frame is named 'R7'",
    "line 1, column 49: frames.R2.parent: no body is named 'R9'" } do
    t.ok(said:find(line, 1, true), said)
  end
  t.raises("the matrix is not symmetric: %[2%]%[3%] is YZ3, %[3%]%[2%] is ZQ3", li.definition, {
    frames = { A = { "R0", { "x", 0, 0 }, 0 } }, q = { "x" }, bodies = { A = { "b", "m",
    { { "XX3", "XY3", "XZ3" }, { "XY3", "YY3", "YZ3" }, { "XZ3", "ZQ3", "ZZ3" } } } } })
end)

-- a value of the reader as one line
local function line_of(v)
  if type(v) == "number" then return li._internal.number(v) end
  if type(v) ~= "table" then return tostring(v) end
  local parts = {}
  for k, x in ipairs(v) do parts[k] = line_of(x) end
  for _, key in ipairs(v.keys or {}) do parts[#parts + 1] = key .. "=" .. line_of(v[key]) end
  return "{" .. table.concat(parts, " ") .. "}"
end

t.test("every way to write a list, a vector, a matrix", function()
  local reader = require "liaison.describe.maple_reader"
  for text, want in pairs {
    ["[1, x, y+1]"] = "{1 x y+1}", ["{1, 2}"] = "{1 2}", ["<q1>"] = "{q1}", ["<a, [b], c>"] =
    "{a {b} c}", ["<a, b*(c>0)>"] = "{a b*(c>0)}", ["[a>b, 1]"] = "{a>b 1}", ["[]"] = "{}",
    ["(a+b)*c"] = "(a+b)*c", ["(max(a,b)+c)"] = "(max(a,b)+c)", ["(max(a,b), c)"] =
    "{max(a,b) c}", ["((a+b), c)"] = "{(a+b) c}", ["((a+b)*c, d)"] = "{(a+b)*c d}",
    ["([1, 2])"] = "{1 2}", ["([1, 2], [3, 4])"] = "{{1 2} {3 4}}", ["([1, 2], 3)"] =
    "{{1 2} 3}", ["vector(a, b)"] = "{a b}", ["vector([a, b])"] = "{a b}", ["Vector(2, [a, b])"] =
    "{a b}", ["Vector[row](2, [a, b])"] = "{a b}", ["array(1..2, [a, b])"] = "{a b}",
    ["array(1..3, 1..3, [[1, 0, 0], [0, 2, 0], [0, 0, 3]])"] = "{{1 0 0} {0 2 0} {0 0 3}}",
    ["matrix(3, 3, [1, 2, 3, 4, 5, 6, 7, 8, 9])"] = "{{1 2 3} {4 5 6} {7 8 9}}",
    ["Matrix([[1, 2], [3, 4]], shape=general)"] = "{{1 2} {3 4}}",
    ["matrix([[1, 0, 0], [0, 2, 0], [0, 0, 3]])"] = "{{1 0 0} {0 2 0} {0 0 3}}",
    ["diag(1, 2, z)"] = "{{1 0 0} {0 2 0} {0 0 z}}", ["table([a = 1, b = [2]])"] =
    "{a=1 b={2}}", ["table([`a b` = 1, (c) = 2, \"d\" = 3])"] = "{a b=1 c=2 d=3}",
    ["2*Pi/3"] = "2*pi/3", ["L**2"] = "L^2", ["1e3"] = "1000.0", ["evalm([1, 2])"] = "{1 2}",
    ["-.5*x"] = "-.5*x", [".5"] = "0.5",
  } do
    local p = reader.read("v := " .. text .. ";")
    t.eq(table.concat(p.complaints, "\n"), "", text)
    local got = line_of(p.names.v):gsub("1000$", "1000.0")
    t.eq(got, want, text)
  end
end)

t.test("behind a mistake all that stands well is read", function()
  local reader = require "liaison.describe.maple_reader"
  for _, row in ipairs {
    { "a := [1 2 [3, 4], 5, , 6]; b := [7];",
      "1, 9: expected an operator|1, 22: a value expected", "a={5 6} b={7}" },
    { "a := [1 [3, 4], 5, , 6]; b := [7];", "1, 9: ']' expected|1, 20: a value expected",
      "a={1 5 6} b={7}" },
    { "a := [[1,,2], [3 4], x (y), L_1  m2, 5];", "1, 10: a value expected|1, 18: expected "
      .. "an operator|1, 34: expected an operator", "a={{1 2} {} x (y) 5}" },
    { "a := [1, 2\nb := 3; c := [4,,5];", "2, 1: ']' expected|2, 17: a value expected",
      "b=3 c={4 5}" },
    { "a := 1 2; b := 3;", "1, 8: expected an operator", "b=3" },
    { "a := [x mod 2, (x) (y), sin (x), é  é];", "1, 37: expected an operator",
      "a={x mod 2 (x) (y) sin (x)}" },
    { "a := [x, (y, 3; b := 2;", "1, 10: '(' is never closed", "b=2" },
    { "a := [1, <2, 3], 4>; b := 5;", "1, 15: '>' expected|1, 16: ';' expected", "a={1} b=5" },
    { "a := [1, 2\n `b c` := 3;\n b := 4;", "2, 2: ']' expected", "b=4" },
  } do
    local p = reader.read(row[1])
    local said, found = {}, {}
    for k, c in ipairs(p.complaints) do
      said[k] = c:gsub("line (%d+), column (%d+)", "%1, %2"):gsub("'.*: column %d+: ", "")
        :gsub(", got.*", "")
    end
    t.eq(table.concat(said, "|"), row[2], row[1])
    for _, name in ipairs { "a", "b", "c" } do
      if p.names[name] ~= nil then found[#found + 1] = name .. "=" .. line_of(p.names[name]) end
    end
    t.eq(table.concat(found, " "), row[3], row[1])
  end
end)

-- the path of a new file with this text
local function file_of(text, ending)
  local path = os.tmpname()
  os.remove(path)
  path = path .. (ending or ".mpl")
  local f = assert(io.open(path, "wb"))
  f:write(text)
  f:close()
  return path
end

t.test("a file .mpl is loaded, its mistakes have the places of the file", function()
  for _, ending in ipairs { ".mpl", ".MPL" } do
    local path = file_of(CAR, ending)
    local model = assert(li.load(path))
    t.eq(told(model), told(li.definition(CAR)))
    t.eq(table.concat(model:warnings(), "\n"), table.concat(li.definition(CAR):warnings(), "\n"))
    os.remove(path)
  end
  local path = file_of "liaison := table([ R1 = (R0, [x,,0], [0,0,0]) ]);\n q := [x;"
  local said = t.raises("2 complaints:", li.load, path)
  t.ok(said:find(path .. ":1:33: a value expected, got ',0], [0,0,'", 1, true), said)
  t.ok(said:find(path .. ":2:9: ']' expected, got ';'", 1, true), said)
  os.remove(path)
  path = file_of "a := 3;"
  t.raises(": no table 'liaison' %(or 'frames'%) in this text", li.load, path)
  os.remove(path)
  local nothing, message, code = li.load "nowhere.mpl"
  t.eq(nothing, nil)
  t.ok(message:find("nowhere.mpl", 1, true))
  t.eq(code, "EIO")
end)

t.done()
