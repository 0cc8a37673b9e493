-- test_datafile.lua - robot files as data: what Lua itself would return of them, and nothing run
local t = require "t"
local li = require "liaison"
local datafile = require "liaison.describe.datafile"

local function read(text) return datafile.read(text, "robot.lua") end

local function run(text)
  local f = assert((loadstring or load)(text, "=robot.lua"))
  return f()
end

-- equal in everything, tables by what is in them
local function same(a, b)
  if type(a) ~= type(b) then return false end
  if type(a) == "number" then return a == b or a ~= a and b ~= b end
  if type(a) == "userdata" then return tostring(a) == tostring(b) end
  if type(a) ~= "table" then return a == b end
  for k, x in pairs(a) do
    if not same(x, b[k]) then return false end
  end
  for k in pairs(b) do
    if a[k] == nil then return false end
  end
  return true
end

local function agrees(text)
  local got, why = read(text)
  t.ok(got, text:sub(1, 200) .. ": " .. tostring(why))
  t.ok(same(got, run(text)), text:sub(1, 200))
end

local function refused(text, what)
  local got, why = read(text)
  t.eq(got, nil, text)
  t.ok(why:find(what, 1, true), ("%s: <%s>, expected <%s>"):format(text:sub(1, 80), why, what))
  t.ok(#why < 300, why)
end

local values = {
  "1", "-1", "0", "1.5", ".5", "5.", "1e3", "1E-3", "1.5e+2", "0x10", "0xFF", "0x1p4",
    "123456789012", "1e308*10", "3.14159265358979",
  "'a'", '"b"', "''", "'\\n\\t\\\\\\'\\\"\\a\\b\\f\\r\\v'", "'\\65\\066\\7'", "'\\x41'",
  "'a\\z   b'", "'a\\\nb'", "[[long]]", "[==[ ]] ]==]", "[[\nfirst]]",
  "'\195\169'", "true", "false", "nil", "{}", "{1, 2, 3}", "{1; 2; 3;}",
  "{a = 1, ['b c'] = 2, [3] = 4, 5}", "{{}, {{}}}", "{nil, 2}", "{x = nil}",
  "1 + 2*3", "(1 + 2)*3", "2^3^2", "-2^2", "2^-1", "7 % 3", "-7 % 3", "1/3", "1 - 2 - 3", "2*-3",
  "- -3", "((((1))))", "8/2/2",
  "math.pi", "math.sin(1)", "math.max(1, 2, 3)", "math.huge", "-math.huge", "math.sqrt(2)^2",
  "math.floor(2.5)", "math.abs(-1)",
  "li.deg", "90*li.deg", "li.pi/2", "li.rot.x(0.3)", "li.rot.x(0.3)*li.rot.y(1)", "li.frame()",
  "li.frame.tx(2)", "li.rot.rpy(1, 2, 3)",
  "li.inertia.point(2, {1, 2, 3})", "'a' .. 'b'", "'a' .. 'b' .. 'c'", "-- a comment\n1",
  "--[[ a\nlong one ]] 1", "--[==[ ]] ]==] 1",
}

t.test("values are what Lua makes of them", function()
  for _, text in ipairs(values) do
    agrees("local li = require 'liaison'\nreturn { x = " .. text .. " }")
    agrees("local li = require 'liaison' return { " .. text .. " }")
    agrees("local li = require 'liaison'; local a = " .. text .. "\n\nreturn { y = { a } };")
  end
end)

t.test("statements", function()
  for _, text in ipairs {
    "return {}", "return {};", "local a, b = 1, 2 return {a, b}", "local a, b = 1 return {a, b}",
      "local a return {a, 2}",
    "local a = 1 a = a + 1 return {a}", "local a, b = 1, 2 a, b = b, a return {a, b}",
    "local t = { x = { 3 } } return { t.x[1], t['x'] }",
    "local m = math return { m.pi }", "local sin, pi = math.sin, math.pi return { sin(pi/2) }",
    "return ({ 1 })", "local li = require('liaison') return { li.deg }",
    "local rot = require 'liaison'.rot return { rot.x(1) }",
    "local a --[[c]] = --c\n 1 return { a --[[x]] , b --[[y]] = 2 }", "return{a=1,b={c={d='e'}}}",
    "local a = { 1 } local b = { a, a } return b", "local a = 1 local a = a + 1 return { a }",
  } do agrees(text) end
  agrees("local deg = math.pi/180\nreturn {\n  name = 'arm', -- its name\n  bodies = {\n    { "
    .. "name = 'a', max = 30*deg, at = { 0, -0.5, 1e-3 } },\n  },\n}\n")
  t.ok(same(read "#!/usr/bin/env lua\nreturn { 1 }", { 1 }))
  t.ok(same(read "\239\187\191return { 1 }", { 1 }), "the mark some editors put before UTF-8")
  t.ok(same(read "return { x = 7 // 2, y = -7 // 2 }", { x = 3, y = -4 }))
  t.ok(same(read "return { '\\u{e9}\\u{20AC}\\u{10FFFF}\\u{41}' }",
    { "\195\169\226\130\172\244\143\191\191A" }))
  t.ok(same(read "local a <const>, b = 1, 2 return { a, b }", { 1, 2 }))
  t.ok(same(read "return { 'a\\\r\nb', [[a\r\nb]] }", { "a\nb", "a\nb" }))
  t.ok(same(read ";;; return { 1 };", { 1 }))
end)

t.test("li.robot, li.dh and the others of a table are what li.load makes of it", function()
  local path = os.tmpname()
  local function file(text)
    local f = assert(io.open(path, "wb"))
    f:write(text)
    f:close()
    local model = li.load(path)
    return model
  end
  local head = "local li = require 'liaison'\nlocal L, deg = 0.5, li.deg\nreturn "
  t.eq(file(head .. "li.robot { bodies = { { name = 'b', joint = 'revolute', max = 90*deg, "
    .. "mass = 2*L } } }"):description().bodies[1].mass, 1)
  t.eq(file(head .. "li.dh { convention = 'standard', { a = 1 }, { a = L } }"):coordinates()[2],
    "q2")
  t.eq(file(head .. "li.planar { 1, L }"):lua(), li.planar { 1, 0.5 }:lua())
  t.eq(file(head .. "li.phrase('RX,TYK(1);', { name = 'p' })"):description().name, "p")
  t.eq(file(head .. "li.phrase 'RX,TYK(1);'"):coordinates()[1], "q1")
  t.eq(file(head .. "li.definition { frames = { A = { 'R0', { 'x', 0, 0 }, 0 } }, variables = "
    .. "{ 'x' } }"):coordinates()[1], "x")
  -- where what is wrong stands, in the file and in the script
  t.raises("test_datafile%.lua:%d+: " .. path
    .. ":2: 'for' makes this a program, and none is run here %(where you trust it, dofile \"", file,
    "local n = 1\nfor i = 1, n do end")
  t.raises(path .. ":4: bodies%[2%]%.joint: unknown joint 'x'", file,
    "return {\n  bodies = {\n    { name = 'a' },\n    { name = 'b', joint = 'x' },\n  },\n}")
  t.raises(path .. ": 2 complaints:\n  " .. path .. ":1: gravty: .*\n  " .. path
    .. ":1: bodies%[1%]%.masss", file,
    "return { gravty = 1, bodies = { { masss = 1, joint = 'fixed' } } }")
  os.remove(path)
end)

t.test("every robot and vehicle shipped reads back equal from what it writes", function()
  for _, name in ipairs(li.robots.names()) do
    local text = li.robots[name]():lua()
    t.eq(li.robot((assert(read(text)))):lua(), text)
    agrees(text)
  end
  for _, name in ipairs(li.vehicles.names()) do
    local text = li.vehicles[name] { data = "ref" }:lua()
    t.eq(li.robot((assert(read(text)))):lua(), text)
  end
end)

t.test("nothing is run", function()
  for _, text in ipairs {
    "os.exit()", "io.open('x')", "return require 'os'", "return require 'liaison.app.cli'",
      "return getmetatable('').__index", "return load 'x'", "return ('x'):rep(10)",
    "while true do end", "for i = 1, 2 do end", "repeat until true", "if true then end", "do end",
    "goto x", "::x::", "local function f() end", "function f() end",
    "return function() end", "return { f = function() end }", "error('no')", "return { #'abc' }",
    "return { 1 < 2 }", "return { 1 == 2 }", "return { not true }",
    "return { 1 and 2 }", "return { 1 or 2 }", "return setmetatable({}, {})",
    "return { li.urdf 'x.urdf' }", "return { li.load 'x.lua' }", "return li.simulate {}",
    "string.match = nil", "local s = string", "return { _G }", "return { ... }", "li.rot.x = nil",
    "local t = {} t.x = 1", "return { li.rot.x(1):matrix() }",
    "local li = require 'liaison' local m = li.robot {} m:html 'x.html'",
  } do
    local got, why = read(text)
    t.eq(got, nil, text)
    t.ok(why:find "^robot.lua:1: ", text .. ": " .. why)
  end
  refused("return { os.time() }", "'os' makes this a program")
  refused("return { li.urdf 'x.urdf' }", "li.urdf makes this a program")
  refused("\27Lua", "compiled Lua is not accepted")
  refused("return { li.rot.propagate('quat', {1, 0, 0, 0}, {1, 0, 0}, 'base', 1, 1e9) }",
    "there is no li.rot.propagate here")
  refused("return { math.random() }", "there is no math.random here")
end)

t.test("what is wrong is told with its line", function()
  for text, what in pairs {
    ["return 1"] = "1: expected that a table is returned, got a number",
      ["return li.rot.x(1)"] = "got rot", [""] = "1: nothing is returned",
      ["-- no"] = "nothing is returned",
    ["return {"] = "expected a value, got the end of the file",
      ["return {\n1\n"] = "3: expected ',' or '}' in a table, got the end",
      ["return { 1 2 }"] = "got '2'",
    ["return {} x"] = "nothing may follow what is returned, got 'x'",
      ["return { a = 1,\n a = 2 }"] = "2: the key 'a' a second time",
      ["return { 1, [1] = 2 }"] = "the key '1' a second time",
    ["return { x = y }"] = "there is no name 'y' here",
      ["return { li.rod.x(1) }"] = "there is no li.rod here",
      ["return { li.rot }"] = "li.rot is no value",
    ["return { math.sin }"] = "math.sin is no value: it is to be called",
      ["return { 1 + 'a' }"] = "expected a number, got the text 'a'",
      ["return { {} * 2 }"] = "expected a number, got a table",
    ["return { nil + 1 }"] = "expected a number, got nil",
      ["return { 'abc\n' }"] = "1: a text has no end on its line",
      ["return { 'abc"] = "a text has no end", ["return { [[abc"] = "a text has no end",
    ["--[[ abc\n"] = "a comment has no end", ["return { 1.2.3 }"] = "no number: '1.2.3'",
      ["return { 0x }"] = "no number", ["return { 1e }"] = "no number",
      ["return { 3q }"] = "no number: '3q'",
    ["return { '\\q' }"] = "a backslash before 'q' means nothing",
      ["return { '\\300' }"] = "means nothing",
      ["return { '\\u{110000}' }"] = "there is no letter \\u{110000}",
    ["return { ['x'] 1 }"] = "expected '=' after a key",
      ["return { [nil] = 1 }"] = "this can be no key",
      ["return { [0/0] = 1 }"] = "this can be no key",
    ["return { li.rot.x('a') }"] = "rot.x: argument 1 (angle): expected a finite number",
      ["return { 2(3) }"] = "expected ',' or '}'",
      ["return { ({})() }"] = "this cannot be called here",
    ["local a = 1 return { a.b }"] = "a number has no parts here",
      ["local 1 = 2"] = "expected a name, got '1'", ["local a <close> = 1"] = "expected <const>",
      ["x"] = "makes this a program",
    ["return { 'a' .. {} }"] = "expected texts on both sides",
      ["return { 5 % 0 }"] = "division by zero", ["return { math.sin({}) }"] = "number expected",
      ["\n\n  ?"] = "3: expected a statement, got '?'",
    ["return { if }"] = "'if' makes this a program",
      ["return { a = function() end }"] = "'function' makes this a program",
      ["return 1 + while"] = "'while' makes this a program",
    ["return { 1 \27[31m }"] = "expected ',' or '}' in a table, got '?'",
  } do refused(text, what) end
end)

-- seconds f takes, the least of three
local function seconds(f)
  local least = math.huge
  for _ = 1, 3 do
    local start = os.clock()
    f()
    least = math.min(least, os.clock() - start)
  end
  return least
end

t.test("neither time nor memory can be taken", function()
  local function nest(n) return "return " .. ("{"):rep(n) .. ("}"):rep(n) end
  t.ok(read(nest(99)))
  for _, n in ipairs { 101, 1000, 100000 } do refused(nest(n), "nested more than 100 deep") end
  for _, text in ipairs { ("("):rep(1e5), ("-(" ):rep(1e5), ("2^"):rep(1e5), ("{{"):rep(1e5),
    ("'a'.."):rep(1e5) } do
    refused("return { " .. text .. "1 }", "nested more than 100 deep")
  end
  refused("return { " .. ("- "):rep(1e5) .. "1 }", "nested more than 100 deep")
  refused("local s = 'xxxxxxxxxxxxxxxx' " .. ("s = s .. s "):rep(64) .. "return { s }",
    "texts of more than 16 megabytes")
  refused("local a = { 1, 2 } " .. ("a = { a, a } "):rep(64) .. "return a",
    "more than 2000000 values")
  refused("local a = { " .. ("1, "):rep(2000) .. "} local b = { x = a } return { "
    .. ("b.x, "):rep(2000) .. " }", "more than 2000000 values")
  refused((" "):rep(16 * 1024 * 1024 + 1), "larger than 16 megabytes")
  -- twice the file, twice the time: texts, spaces, comments, names, tables, numbers
  for what, piece in pairs { bodies = "{ name = 'b', mass = 1.25, com = { 0.1, 2*0.3, -1 } },\n",
    spaces = "1, " .. (" "):rep(300) .. "\n",
    comments = "1, --[==[ " .. ("x ]]"):rep(100) .. "]==]\n",
    names = "abc" .. ("d"):rep(300) .. " = 1, [" .. "2.5" .. "] = 3 }, {",
      texts = "'" .. ("\\n"):rep(200) .. "', " } do
    local function of(n) return "return { {" .. piece:rep(n) .. "} }" end
    local n = math.floor(20000 / #piece)
    local short, long = of(n), of(8 * n)
    t.ok(read(short), what)
    local ratio = seconds(function() read(long) end) / seconds(function() read(short) end)
    t.ok(ratio < 24, ("%s: eight times the file takes %.1f times as long"):format(what, ratio))
  end
end)

t.test("nothing of the program is touched: strings, hooks, coroutines, interrupts", function()
  local match, index = string.match, getmetatable("").__index
  local counted = 0
  debug.sethook(function() counted = counted + 1 end, "", 1000)
  local hook = debug.gethook()
  local ok = read(li.robots.panda():lua())
  t.ok(ok and debug.gethook() == hook)
  -- whoever interrupts, interrupts: at any place
  local text = li.robots.panda():lua()
  if jit then -- compiled loops call no hook
    jit.off()
    jit.flush()
  end
  for _, n in ipairs { 10, 100, 1000, 5000, 20000 } do
    debug.sethook(function()
      debug.sethook()
      error "interrupted!"
    end, "", n)
    local fine, why = pcall(read, text)
    debug.sethook()
    t.ok(not fine and tostring(why):find "interrupted!",
      ("after %d steps: %s"):format(n, tostring(why)))
    t.eq(("abc"):find "b", 2)
  end
  if jit then jit.on() end
  t.eq(string.match, match)
  t.eq(getmetatable("").__index, index)
  t.ok(same(read(text), assert(run(text))))
  -- a file that names liaison's own functions changes none
  read "string = { match = 1 } li = { robot = 2 } return {}"
  t.eq(string.match, match)
  t.eq(type(li.robot), "function")
  t.raises("expected a finite number", li.inertia.box, { mass = "heavy", x = 1, y = 1, z = 1 })
  t.eq(read("return { i = li.inertia.box { mass = 2, x = 1, y = 2, z = 3 } }").i.mass, 2)
  local threads = { coroutine.wrap(function() return read "return { 1 }" end)() }
  t.ok(same(threads[1], { 1 }))
end)

-- pieces put together at random: where Lua reads it, we read the same or refuse; where we read it,
-- Lua does
t.test("random files are read as Lua reads them, or refused", function()
  local pieces, seed, read_both = { "{", "}", ",", "=", "1", "2.5", "'a'", "x", "y", "local",
    "return", "+", "-", "*", "/", "^", "(", ")", "[", "]", "..", ".", "nil", "true",
    "math", "pi", "sin", "-- c\n", "[[l]]", "{}", "{ 1 }", "{ x = 1 }", "local x = 2\n", "return {",
    "x = 3, " }, 7, 0
  local function random(n)
    seed = (seed * 16807) % 2147483647
    return seed % n + 1
  end
  for _ = 1, 10000 do
    local parts = { random(2) == 1 and "local x, y = 1, { 2 } return {" or nil }
    for k = #parts + 1, #parts + random(8) do parts[k] = pieces[random(#pieces)] end
    if random(2) == 1 then parts[#parts + 1] = "}" end
    local text = table.concat(parts, " ")
    local got, why = read(text)
    t.ok(got or type(why) == "string" and why:find "^robot.lua:%d+: ", text)
    if got then
      local f = (loadstring or load)(text, "=robot.lua")
      t.ok(f, "Lua does not read: " .. text)
      local ok, want = pcall(f)
      t.ok(ok and same(got, want), text)
      read_both = read_both + 1
    end
  end
  t.ok(read_both > 150, read_both)
end)

t.done()
