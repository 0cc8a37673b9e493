-- test_locale.lua - in a program that has set its user's locale, everything is printed, read,
-- sorted and said as in any other
--
-- Germany has a comma in its numbers, Turkey a small i that is no i of the capital I. The locales
-- are made here, into a folder of this test's own.
local t = require "t"
local li = require "liaison"

local PLACES = { "C", "de_DE.UTF-8", "tr_TR.UTF-8" }
local folder = assert(li._internal.new_folder())

local function sh(command)
  local done = os.execute(command)
  return done == true or done == 0
end

t.test("the locales are there", function()
  for _, name in ipairs { "de_DE", "tr_TR" } do
    t.ok(sh(("localedef -i %s -f UTF-8 %s/%s.UTF-8 > /dev/null 2>&1"):format(name, folder, name)),
      "localedef cannot make " .. name .. ": 'sh scripts/dev/deps.sh test' installs what it needs")
  end
end)

-- all that goes out, one thing after the other; what is inside <..> differs from run to run
local PROGRAM = [==[
assert(os.setlocale(arg[1]), arg[1])
local comma = arg[1]:find "^de"
assert(comma == nil or rawget(_G, "jit") or ("%.1f"):format(0.5) == "0,5",
  "the locale says nothing")
local li = require "liaison"
local zoosample = require "zoosample"
local folder = arg[2]
local function out(what, text)
  io.write("== ", what, "\n", (tostring(text):gsub(folder, "FOLDER")), "\n")
end
local function read(path)
  local f = assert(io.open(path, "rb")) local text = f:read "*a" f:close() return text
end

local arm = li.robot { name = "arm", gravity = { 0.25, 0, -9.81 }, bodies = {
  { name = "upper", joint = { "revolute", axis = "y", q = "q1", min = -1.5, max = 2.25 },
    mass = 1.5, com = { 0.1, 0, 0.25 }, inertia = { 0.11, 0.12, 0.013 } },
  { name = "Iıfore", parent = "upper", joint = "prismatic", axis = { 0.6, 0, 0.8 },
    at = { 0.4, 0, 0 }, mass = "m/2 + 0.75", inertia = { 0.01, 0.02, 0.03 } } } }
local numeric = arm:with { m = 0.5 }
out("tree", arm)
out("lua", arm:lua())
out("read back", li.load(arm:lua(folder .. "/arm.lua") and folder .. "/arm.lua"):lua() == arm:lua())
out("graphviz", arm:graphviz())
for _, name in ipairs(zoosample.names()) do
  local m = li.robots[name]()
  out(name, m:lua())
  out(name, li.robot(assert(load("return " .. m:lua():gsub("^.-return ", "")))()
    or {}):lua() == m:lua())
  out(name, m:phrase() or "")
  out(name, m:maple() or "")
  if m:maple() then out(name, li.definition(m:maple()):lua()) end
end
out("inria6r", li.robots.inria6r { data = "P3" }:tables())
for _, name in ipairs(li.vehicles.names()) do
  out(name, li.vehicles[name] { data = "ref" }:lua())
end
local eq = arm:equations()
for _, way in ipairs { "text", "latex", "explain" } do
  out(way, (tostring(eq[way](eq)):gsub("%d+%.?%d* m?s", "<time>")))
end
for _, way in ipairs { "c", "js", "lua" } do out(way, eq[way](eq)) end
out("audit", (tostring(numeric:audit(3)):gsub("%S+e[-+]%d+", "<number>")))
local run = li.simulate { numeric, q = { 0.3, 0.1 }, t = 0.05, dt = 0.025 }
out("run", (tostring(run):gsub("in %S+ s", "<time>")))
for _, way in ipairs { "csv", "json", "lua", "npy" } do out(way, run[way](run)) end
out("hash", run:hash())
run:plot(folder .. "/run.svg")
out("svg", read(folder .. "/run.svg"))
out("plot", run:plot())
run:html(folder .. "/run.html")
out("html", (read(folder .. "/run.html"):gsub("in %S+ s", "<time>"):gsub("%d%d%d%d%-%d%d%-%d%d",
  "<day>")))
numeric:html(folder .. "/model.html")
out("page", read(folder .. "/model.html"))
out("kernel", numeric:kernel("id", { tape = true })({ 0.1, 0.2 }, { 0.3, 0.4 }, { 0.5, 0.6 }))
local x, y = li.symbols "x y"
out("expr", li.expr("0.5*x + 1.25e-3*y^2", "new"):diff(y) + x / 3)
out("sheet", li.rot.sheet(li.rot.rpy(0.1, 0.2, 0.3)))
out("frame", li.frame.tx(0.5) * li.rot.z(0.25))
out("vec", li.vec { 0.5, 1 / 3, 1e-7, 1e20 })
out("compare", li.sweep { numeric, runs = 3, t = 0.01, q = { q1 = { uniform = { 0, 0.5 } } },
  progress = false }:csv())
for _, f in ipairs {
  function() li.robot { bodies = { { joint = "revolute", mass = -0.5 } } } end,
    function() li.planar { 0.5, -1.5 } end, function() li.vec(0.5, "x", 2.5) end,
  function() li.dh { convention = "standard", { joint = 1.5 } } end,
  function() li.phrase "RX(0.5,0.25);" end, function() li.definition { variables = { 1.5 } } end,
  function() li.definition { bodies = { { name = 2.5 } } } end,
  function() li.plot { y = { 0.5, -1 }, ylog = true } end,
  function() li.inertia.box { mass = -0.5, x = 1, y = 1, z = 1 } end,
  function() li.urdf "/no/such.urdf" end, function() li.robots.Panda() end,
  function() li.ROT.x(1) end, function() li.load(folder) end,
  function() li.load(folder .. "/none.URDF") end,
} do out("error", select(2, pcall(f))) end
out("refused", table.concat({ tostring(pcall(run.csv, run, "/no/such/folder/x.csv")),
  select(2, pcall(run.csv, run, "/no/such/folder/x.csv")), select(2, li.load "/no/such.lua") },
  " "))
li.apropos "INERTIA"
li.help "rot.x"
out("read", li.expr("0.5*x", "new"):eval { x = 1.5 } == 0.75)
out("phrase", li.phrase("RY(-0.5,1.5),txk(0.25),rzk(1/4);"):lua())
out("urdf", li.urdf_text('<robot name="r"><link name="a"><inertial><mass '
  .. 'value="0.5"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial></link></robot>'):lua())
]==]

local function said(place, lua)
  local f = assert(io.open(folder .. "/all.lua", "wb"))
  f:write(PROGRAM)
  f:close()
  local p = assert(io.popen(("LOCPATH=%s TZ=UTC %s %s/all.lua %s %s 2>&1"):format(folder, lua,
    folder, place, folder)))
  local text = p:read "*a"
  p:close()
  return text
end

-- the first line that differs, and what it stands under
local function difference(a, b)
  local title, next_b = "", b:gmatch "[^\n]*"
  for line in a:gmatch "[^\n]*" do
    local other = next_b()
    title = line:match "^== (.*)" or title
    if line ~= other then
      return ("%s: <%s> is <%s>"):format(title, line:sub(1, 300), tostring(other):sub(1, 300))
    end
  end
  return "the second is longer"
end

t.test("whatever goes out is the same to the byte", function()
  local lua = os.getenv "LIAISON_LUA" or (rawget(_G, "jit") and "luajit" or "lua5.4")
  local want = said(PLACES[1], lua)
  t.ok(want:find "== urdf\n" and #want > 200000, want:sub(-2000))
  for k = 2, #PLACES do
    local got = said(PLACES[k], lua)
    t.ok(got == want, got ~= want and PLACES[k] .. ": " .. difference(want, got) or "")
  end
end)

t.test("kit.format is string.format where the locale is nobody's", function()
  local format, was = li._internal.format, os.setlocale()
  os.setlocale "C" -- for string.format
  for _, f in ipairs { { "%d", 3 }, { "%5.1f|%-8.3e|%g", 1.75, 2.5, 1e-9 }, { "%%%s%%", "x" },
    { "%q", "a\nb" }, { "%x %X %o %c", 255, 255, 8, 65 }, { "%+.2f % g %08.3f", 1, 2, -3.14159 },
    { "%.10s|%10s|%-10s|", "abc", "abc", "abc" }, { "" }, { "no more" }, { "%.99f", 1 / 3 },
      { "%s %s", true, nil }, { "%i", 7 }, { "%.0f%%", 12.75 }, { "%a", 0.5 } } do
    local n = f[1] == "%s %s" and 3 or #f
    t.eq(format((table.unpack or unpack)(f, 1, n)), f[1]:format((table.unpack or unpack)(f, 2, n)))
  end
  os.setlocale(was)
  t.eq(format("%s %s", 0.1, 1e15), "0.1 1e+15")
  t.eq(format("%s", 3), "3")
  for _, f in ipairs { { "%d" }, { "%s" }, { "%g", "x" }, { "%" }, { "%y", 1 },
    { "%0000000000000000000000000000000000000d", 1 } } do
    t.ok(not pcall(format, (table.unpack or unpack)(f)), f[1])
  end
  t.eq(li._internal.exact(0.1), "0.1")
  t.eq(li._internal.exact(1 / 3), "0.3333333333333333")
  for text, x in pairs { ["0.5"] = 0.5, ["1e3"] = 1000, ["-2.5"] = -2.5 } do
    t.eq(li._internal.read_number(text), x)
  end
  for _, text in ipairs { "0,5", "", "x", "1.5 ", " 1", "0x10", "1.5.2" } do
    t.eq(li._internal.read_number(text), nil, text)
  end
  local list = { "b", "a", "B", "A", "\195\164", "aa" }
  li._internal.sort(list)
  t.eq(table.concat(list, " "), "A B a aa b \195\164")
  t.eq(li._internal.lower "AI\195\132z" .. li._internal.upper "ai\195\164Z",
    "ai\195\132zAI\195\164Z")
end)

t.ok(sh("rm -rf " .. folder))
t.done()
