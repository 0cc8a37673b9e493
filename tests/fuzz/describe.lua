-- describe.lua - nonsense for every way of describing a mechanism, and for expressions: what holds,
-- or an error at our line
--
--   lua tests/fuzz/describe.lua phrase|urdf|mjcf|sdf|srdf|xacro|robot|definition|maple|dh|file|expr
--   [seconds] [seed]
-- as a module: fuzz.run(way, cases, seed). Cases are texts and tables that work, broken in a few
-- places; the same seed gives the same cases. What comes back must be a model (an expression) that
-- prints and reads back equal, or a message.
local li = require "liaison"
local kit = li._internal

local fuzz = {}

li.symbols "x y z m L θ1" -- what texts of expressions may name
li.coordinates "q1 q2"

local state = 1
local function random(n)
  state = state * 16807 % 2147483647
  return state % n + 1
end
local function pick(list) return list[random(#list)] end

---- texts -----------------------------------------------------------------------------------------

local function file(path)
  local f = assert(io.open(path, "rb"))
  local text = f:read "*a"
  f:close()
  return text
end

local seeds = {
  phrase = { "RY(a,b),TYK(L1),RX(-1,2.5),TYK(2*L2+pi/4),TZ;",
    "RY(a,b),TYK(L1){RX(c,d),TYK(L2);}{TXK(w),arm=TZ(e,f),RZ(g,h);}",
    "RX(θ1MIN,θ1MAX),TZK(Ø); -- end", "RY(01MIN,01MAX),TYK(L1),RX(02MIN,02MAX);",
    "RX,RXK(90*deg),RY,TX(0,1),RZ;" },
  maple = { "liaison := table([ R1=(R0,[x,0,0],[0,0,0]), R2=(R1,[0,-h,0],[0,0,th]), ]);\nI1 "
    .. ":= matrix([[A,B,C],[B,D,E],[C,E,F]]):\n"
    .. "corps := table([R2=(b,m,I1,[0,0,zG,1])]); q := [x,th]; # end" },
  mesh = { file "tests/data/meshes/box.gltf", file "tests/data/meshes/box.dae" },
  urdf = { file "tests/data/arm.urdf", [[<robot name="r"><link name="a"/><link name="b"/>]]
    .. [[<joint name="j" type="revolute"><parent link="a"/><child link="b"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/><mimic joint="j"/>]]
    .. [[</joint></robot>]] },
  mjcf = { file "tests/mjcf/arm.xml", file "tests/mjcf/gripper.xml", file "tests/mjcf/joints.xml",
    file "tests/mjcf/tendons.xml", file "tests/mjcf/actuators.xml" },
  sdf = { [[<sdf version="1.9"><model name="m"><link name="a"><pose>0 0 1 0 0 0</pose></link>]]
    .. [[<link name="b"><pose relative_to="a">1 0 0 0 0 1</pose></link><joint name="j" ]]
    .. [[type="revolute"><parent>a</parent><child>b</child><axis><xyz expressed_in="a">0 1 0</xyz>]]
    .. [[<limit><lower>-1</lower></limit><mimic joint="k"/></axis></joint><joint name="k" ]]
    .. [[type="screw"><parent>world</parent><child>b</child><axis/></joint></model></sdf>]],
    [[<sdf version="1.4"><world name="w"><gravity>0 0 -1</gravity><model name="m"><model name="n">]]
    .. [[<link name="a"/></model><frame name="f" attached_to="n::a"/><joint name="u" ]]
    .. [[type="universal"><pose/><parent>world</parent><child>f</child><axis/><axis2><xyz>1 0 0]]
    .. [[</xyz></axis2></joint></model></world></sdf>]] },
  srdf = { [[<robot name="arm"><group name="g"><chain base_link="base" tip_link="fore"/></group>]]
    .. [[<group name="h"><group name="g"/><joint name="elbow"/></group><group_state name="s" ]]
    .. [[group="g"><joint name="elbow" value="1"/></group_state><disable_collisions link1="base" ]]
    .. [[link2="fore" reason="r"/><disable_default_collisions link="fore"/></robot>]] },
  xacro = { [[<robot xmlns:xacro="x"><xacro:property name="a" value="${2*[1,2][0]}"/><xacro:macro ]]
    .. [[name="m" params="x:=${a} *b"><l n="${x if x > 1 else 'q'}"/><xacro:insert_block ]]
    .. [[name="b"/></xacro:macro><xacro:m><o/></xacro:m></robot>]],
    [[<robot><xacro:arg name="p" default="1"/><xacro:if value="$(arg p)"><x v="${dict(a=1)['a']} ]]
    .. [[${f'{1:.2f}'} ${[i for i in range(3) if i][1:]} ${'a b'.split()[0]} $(eval 2*arg('p'))"/>]]
    .. [[</xacro:if><property name="y" value="1"/><macro name="k"><z/></macro><k/></robot>]] },
  expr = { "m*L^2*q1'^2/2 - 3/4*sin(q1 + 2*q2)*q2''",
    "piecewise(x < 1, -x, x >= y, sqrt(x^2 + 1), atan2(y, -x))",
    "-(x + y)^-2**z + 2.5e-3/7 - pi*abs(sign(min(x, y, 3)))",
    "exp(-x/2)*log(y) + tanh(acos(z)) - ((((x))))/((y + 1)*(y - 1))",
    "1/3 + 0.1 - 10000000000000000000/3e400", "cos(q1)^2 + sin(q1)^2 - x^x^x",
    "θ1*ln(x == y)+max(1,2,q1')" },
  file = { "return { bodies = { { name = 'a', joint = 'revolute', mass = 1 } } }",
    "return { phrase = 'RX,TYK(1);' }",
    "local t = {} for i = 1, 3 do t[i] = { joint = 'revolute' } end return { bodies = t }" },
}

local words = {
  mesh = { "{", "}", "[", "]", ":", ",", "\"", "-1", "1e999", "4294967295", "0.5", "\0", "null",
    "<p>", "</p>", "<node>", "</node>", "#box", "#points", "NaN", "65535", "5126", "\\u0000",
    "\"sparse\"", "\"byteStride\"", "<vcount>", "url=", "<!DOCTYPE a>", "&#0;", "\255" },
  phrase = { "RX", "TZK", "(", ")", ",", ";", "{", "}", "=", "1", "-2", "L1", "1e999", "\0", "\255",
    "Ø", "θ", "--", "\n", "(((((", "2L", "01MIN", "+", "*", "/", "^", "pi",
    "sin(", "RXK(pi)", "q1=" },
  maple = { "[", "]", "(", ")", ",", ";", ":=", "=", "table(", "matrix(", "#", "R0", "x", "-",
    "q := [", "1/0", "\0", "[[[[[[", "liaison", "`" },
  urdf = { "<", ">", "/>", "</link>", "<link name=\"a\">", "<joint name=\"j\" type=\"fixed\">",
    "\"", "&a;", "&lt;", "nan", "1e999", "<!DOCTYPE r [<!ENTITY a \"b\">]>", "<!--",
    "xacro:", "${x}", "<mimic joint=\"elbow\"/>", "<inertial>", "world", "\0", "\255", "planar",
    "floating", "<![CDATA[", "<?x?>" },
  mjcf = { "<", ">", "/>", "</body>", "<body>", "<joint/>", "\"", "&a;", "nan", "1e999", "<!--",
    "<replicate count='3'>", "<frame euler='1 2 3'>", "<default class='a'>", "class='a'", "0", "-1",
    "<freejoint/>", "type='ball'", "world", "\0", "\255", "<include file='x'/>", "<geom size='1'/>",
    "mass='1e-300'", "1e-300", "1e300", "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>" },
  sdf = { "<", ">", "/>", "</link>", "<link name='c'>", "<joint name='j' type='ball'>", "'", "&a;",
    "nan", "inf", "1e16", "0 0 0 0 0 0", "<frame name='f' attached_to='f'/>", "relative_to='j'",
    "<model name='a'>", "<include><uri>model://a</uri></include>", "merge='true'", "world",
    "__model__", "a::b", "\0", "\255", "<static>1</static>", "<mimic joint='j'/>", "1e-300",
    "type='gearbox'", "version='1.11'", "<inertial auto='1'/>", "<pose degrees='1'>" },
  srdf = { "<", ">", "/>", "</group>", "<group name='a'>", "<joint name='elbow'/>", "'", "nan", "g",
    "<passive_joint name='elbow'/>", "<enable_collisions link1='base' link2='fore'/>", "\0",
    "<virtual_joint name='v' type='floating' parent_frame='w' child_link='base'/>", "1 2",
    "\255" },
  xacro = { "<", ">", "/>", "</robot>", "<xacro:macro name='m'>", "<xacro:m/>", "${", "}", "$(",
    ")", "'", "a", "[", "]", "{", ":", "for x in", "lambda", "**", "1e999", "range(", "dict(a=1)",
    ".a", "f'{a}'", "%", "xacro.load_yaml('/dev/null')", "not in", "<xacro:call macro='m'/>", "\0",
    "\255", "<xacro:include filename='x'/>", "$(find a)", "$(arg p)", "$(eval 1)", "^|2",
    ":=", "**b" },
  expr = { "(", ")", "((((((((", "))))", "+", "-", "*", "/", "^", "**", "'", "''", ",", "<", "<=",
    "==", ">", "sin", "sin(", "atan2(", "piecewise(", "min(", "sqrt(", "pi", "1e999", "1e-999",
    "0", "0.", ".5", "1e", "99999999999999999999", "^-1", "/0", "^0.5", "^(1/2)", "^100",
    "^1000000", "x", "q1", "q1'", "θ", "\0", "\255", "\n", "2 x", "x y", "e", "tan(pi/2)", "log(0)",
    "!", "#", "q3'" },
  file = { "(", ")", "{", "}", "end", "while true do end", "return", "=", ",", "'", "os.exit()",
    "[[", "--", "\27", "string.format('%99d', 1)", "goto x", "error()", "..", "#", "nil", "local" },
}

local function mutate(text, list)
  for _ = 2, random(5) do
    local at, n = random(#text + 1), random(12)
    local kind = random(5)
    if kind == 1 then text = text:sub(1, at - 1) .. text:sub(at + n)
    elseif kind == 2 then text = text:sub(1, at - 1) .. pick(list) .. text:sub(at)
    elseif kind == 3 then text = text:sub(1, at - 1) .. string.char(random(256) - 1)
      .. text:sub(at + 1)
    elseif kind == 4 then
      local from = random(#text + 1)
      text = text:sub(1, at - 1) .. text:sub(from, from + n * 3) .. text:sub(at)
    else text = text:sub(1, at - 1) .. pick(list) .. text:sub(at + n) end
  end
  return text
end

---- tables ----------------------------------------------------------------------------------------

local wild = { 0, 1, -1, 0.5, 0 / 0, 1 / 0, -1 / 0, 1e308, "", "x", "q1", "2*", "L/2", "world", "a",
  "b", true, false, print, {}, { 1, 2, 3 }, { 0, 0, 0 }, "revolute", "Tx Ry",
  "fixed", "moves", "floating", "spherical", { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, "z", "-y",
  li.vec { 1, 2, 3 }, { { "Tz", 1 }, { "Rx", "a" } }, ("x"):rep(100), "a\nb", 2 ^ 40, -0.0 }

local function tables()
  return {
    robot = {
      { name = "r", tip = "t", gravity = { 0, 0, -9.81 }, coordinates = { "q1", "s", "u_1", "u_2" },
        bodies = { { name = "a", joint = "revolute", mass = 1, com = { 0, 0, 1 },
          inertia = { 1, 1, 1 }, limits = { -1, 1 }, axis = "y", at = { 0, 0, 1 },
          rpy = { 0, 1, 0 } },
          { name = "b", parent = "a",
            joint = { "prismatic", q = "s", axis = { 0, 0, 1 }, damping = 1, rotor = 1, gear = 2 },
            mass = "m", inertia = { xx = 1, yy = 1, zz = 1 } },
          { name = "u", parent = "b", joint = "universal", dofs = { { min = 0 }, { max = 1 } },
            place = { { "Tx", 1 } }, after = { { "Rz", "g" } },
            shapes = { { "box", size = { 1, 1, 1 }, color = { 1, 1, 1, 1 } } } },
          { name = "g", parent = "world", joint = "revolute", follows = { "q1", scale = 2 } } },
        frames = { t = { body = "b", at = { 1, 0, 0 } } },
          loops = { { joint = "revolute", from = "t", to = "g" } } },
      { bodies = { a = { mass = 1 }, b = {} },
        joints = { { "revolute", child = "a" }, { "Tx Ry Tz", parent = "a", child = "b" } } },
    },
    definition = {
      { frames = { A = { "R0", { "x", 0, 0 }, 0 }, B = { "A", { 0, "L", 0 }, { 0, "th", 0 } },
        C = { "B", { 0, "-y/2", 0 }, { 0, 0, "th" } } },
        bodies = { B = { "b", "m", { 1, 1, 1 }, { 0, 0, 0, 1 } } }, contacts = { "C" },
          variables = { "x", "th", "y" }, order = "rpy" },
      { frames = { { "A", "R0", { "x", 0, 0 } },
        { name = "B", parent = "A", rotation = { 0, 0, "y" } } }, q = { "x", "y" } },
    },
    dh = {
      { convention = "standard", { a = 1, alpha = 0.3, theta = "q1+1", mass = 1 },
        { joint = "P", d = "s", theta = 0.1, controller = "2*s-1" }, { 1, 2, 3, 4 } },
      { convention = "modified", joints = "RPF", a = { 0, 1, 2 }, theta = { "t", 0, 1 },
        d = { 0, "s", 0 }, shown = { 1, 2, 3 } },
      { convention = "khalil", { gamma = 0.1, b = 0.2, d = 1, r = 0 }, { parent = 1, a = 1 },
        { parent = 0, joint = "F" }, loops = { { 2, 3 } } },
    },
  }
end

-- change something somewhere inside
local function break_table(t, depth)
  local keys = {}
  for k in pairs(t) do keys[#keys + 1] = k end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  local key = keys[1] and pick(keys)
  if key and type(t[key]) == "table" and depth < 6 and random(4) > 1 then
    return break_table(t[key], depth + 1)
  end
  local kind = random(4)
  if kind == 1 and key then t[key] = nil
  elseif kind == 2 then t[pick { "name", "joint", "mass", "at", "q", "zz", 1, 2, 7, 1.5, "parent",
    "moves", "place", "bodies", "inertia", "limits", "follows" }] = pick(wild)
  elseif key then t[key] = pick(wild)
  else t[1] = pick(wild) end
end

---- what must hold --------------------------------------------------------------------------------

local run = loadstring or load

local holds_expr

local holds_mesh

local function holds(m)
  if kit.class(m) == "expr" then return holds_expr(m) end
  if kit.class(m) == "mesh" then return holds_mesh(m) end
  local text = m:lua()
  local d = assert(run(text))()
  local again = li.robot(d)
  if again:lua() ~= text then
    error("what is printed reads back as something else:\n" .. text .. again:lua(), 0)
  end
  tostring(m)
  m:graphviz()
  m:missing()
  local ok, why = pcall(m.fk, m, m:coordinates()[1] and { 0 } or {})
  if not ok and type(why) ~= "string" then error("fk raises a " .. type(why), 0) end
  if #m:symbols() == 0 and pcall(m.neutral, m) then m:fk(m:neutral()) end
end

-- its text reads back as what it is, at random places; what can be asked of it can be
function holds_expr(e)
  local text = tostring(e)
  if #text > 3000 then return end
  e:latex()
  e:text "angles"
  local symbols = e:symbols()
  local back = li.expr(text)
  if back ~= e then
    for try = 1, 3 do
      local at = {}
      for i, s in ipairs(symbols) do at[s] = math.sin(7 * i + try) end
      local a, b = e:eval(at), back:eval(at)
      if type(a) == "number" and (type(b) ~= "number"
        or math.abs(a - b) > 1e-9 * (1 + math.abs(a))) then
        error(("%s is %s, reads back as %s, which is %s"):format(text, tostring(a), tostring(back),
          tostring(b)), 0)
      end
    end
  end
  local function may(f) -- nested powers and divisions by zero are told, not computed
    local ok, why = pcall(f)
    if not ok and (type(why) ~= "string" or why:find "lib/liaison/[%w_]+%.lua:%d+:") then
      error(why, 0)
    end
  end
  if e:ops().add + e:ops().mul > 60 then return end
  may(function() e:d() end)
  for _, s in ipairs(symbols) do may(function() e:diff(s) end) end
  may(function() e:subs(symbols[1], 0) end)
  may(function() e:is_zero() end)
end

local build = {
  expr = function(x) return li.expr(x, random(2) == 1 and "new" or "known") end,
  phrase = function(x) return li.phrase(x, random(2) == 1 and { mode = "report" } or nil) end,
  maple = function(x) return li.definition(x) end,
  urdf = function(x) return li.urdf_text(x, { floating = random(2) == 1 }) end,
  mjcf = function(x) return (li.mjcf_text(x)) end,
  sdf = function(x) return (li.sdf_text(x)) end,
  srdf = function(x)
    local arm = li.urdf "tests/data/arm.urdf"
    local text = arm:srdf(li.srdf_text(x, arm))
    if arm:srdf(li.srdf_text(text, arm)) ~= text then error("it reads back as another", 0) end
    return arm
  end,
  xacro = function(x)
    local text = li.xacro_text(x)
    if li.xacro_text((text:gsub("%$", "$$"))) == "" then error("it reads back as nothing", 0) end
    return li.planar { 1 }
  end,
  mesh = function(x)
    local how = x:find "^%s*<" and "dae" or x:find "^glTF" and "glb" or "gltf"
    local m, why = li.mesh_text(x, how)
    if not m then error(why, 0) end
    return m
  end,
  file = function(x)
    local t, why = require("liaison.describe.datafile").read(x, "f.lua")
    if not t then error(why, 0) end
    return li.robot(t)
  end,
  robot = function(x) return li.robot(x) end, definition = function(x) return li.definition(x) end,
    dh = function(x) return li.dh(x) end,
}

-- its triangles are finite, and OBJ holds all of them
holds_mesh = function(m)
  local low, high = m:bounds()
  for k = 1, 3 do
    if not (low[k] <= high[k] and high[k] - low[k] < math.huge) then error("no bounds", 0) end
  end
  m:check()
  if #m:triangles() > 0 and #li.mesh_text(m:text "obj", "obj"):triangles() ~= #m:triangles() then
    error("another number of triangles as OBJ", 0)
  end
end

local made = { expr = "expr", mesh = "mesh" }

-- a text or table, told this way: a model that holds, or a message for users; true where it is a
-- model
local function try(way, x)
  local before = state
  local ok, m = pcall(build[way], x)
  if not ok then
    if type(m) ~= "string" or #m < 5 or m:find "lib/liaison/[%w_]+%.lua:%d+:" then
      error(("seed state %d: an error that is not for users: %s\n%s"):format(before, tostring(m),
        type(x) == "string" and x or ""), 0)
    end
    return false
  end
  if kit.class(m) ~= (made[way] or "model") then
    error("no model and no error", 0)
  end
  local fine, why = pcall(holds, m)
  if not fine then
    error(("seed state %d: %s\n%s"):format(before, tostring(why),
      type(x) == "string" and x or m:lua()), 0)
  end
  return true
end

local function one(way)
  local x
  if seeds[way] then
    x = mutate(pick(seeds[way]), words[way])
  else
    x = pick(tables()[way])
    for _ = 1, random(3) do break_table(x, 0) end
  end
  return try(way, x)
end

-- the same text is tried the same way, always
function fuzz.try(way, text)
  state = 1
  for k = 1, #text do state = (state * 31 + text:byte(k)) % 2147483646 + 1 end
  return try(way, text)
end

fuzz.words, fuzz.seeds = words, seeds

-- cases: how many; or until the clock says so. How many there were, how many gave a model
function fuzz.run(way, cases, seed, seconds)
  state = seed or 20260517
  local n, models, stop = 0, 0, seconds and os.time() + seconds
  while stop and os.time() < stop or not stop and n < cases do
    n = n + 1
    if one(way) then models = models + 1 end
  end
  return n, models
end

fuzz.ways = { "phrase", "urdf", "mjcf", "sdf", "srdf", "xacro", "robot", "definition",
  "maple", "dh", "file", "expr", "mesh" }

if arg and arg[0] and arg[0]:find "fuzz[/\\]describe%.lua$" then
  local way, seconds, seed = arg[1], tonumber(arg[2]) or 600,
    tonumber(arg[3]) or os.time() % 2147483646 + 1
  if not build[way or ""] then
    io.stderr:write("which of ", table.concat(fuzz.ways, ", "), "?\n")
    os.exit(2)
  end
  io.write(("%s: %d seconds from seed %d\n"):format(way, seconds, seed))
  local live = kit.mem_live()
  local n, models = fuzz.run(way, nil, seed, seconds)
  collectgarbage()
  collectgarbage()
  if kit.mem_live() > live + 2 then
    error(("%d allocations left behind"):format(kit.mem_live() - live))
  end
  io.write(("%s: %d cases, %d of them models, no finding\n"):format(way, n, models))
end

return fuzz
