-- test_launcher.lua - the command `liaison` from outside: scripts, exit codes, the prompt from a
-- pipe, misspellings
local t = require "t"

local scratch = require "scratch"
local LUA, DIR, write = scratch.lua, scratch.dir, scratch.write

local function read(name)
  local f = assert(io.open(DIR .. "/" .. name))
  local text = f:read "*a"
  f:close()
  return text
end

-- run liaison on this Lua with arguments as the shell reads them; what it says, what it complains,
-- how it leaves
local function liaison(arguments, input)
  write("in", input or "")
  -- the scripts' own Lua paths must be enough: those of the test are taken away
  os.execute(("env -u LUA_PATH -u LUA_CPATH LIAISON_LUA=%s scripts/liaison %s <%s/in >%s/out "
    .. "2>%s/err; echo $? >%s/code")
    :format(LUA, arguments, DIR, DIR, DIR, DIR))
  return read "out", read "err", tonumber(read "code")
end

t.test("a script gets its arguments, and its output is all there is", function()
  local script = write("args.lua", 'print(arg[0], select("#", ...), arg[2], ...)')
  local out, err, code = liaison(script .. " one 'two words'")
  t.eq(out, script .. "\t2\ttwo words\tone\ttwo words\n")
  t.eq(err, "")
  t.eq(code, 0)
end)

t.test("a script's exit code is the launcher's", function()
  local _, _, code = liaison(write("code.lua", "os.exit(7)"))
  t.eq(code, 7)
end)

t.test("a script finds liaison, and its globals are the usual ones", function()
  local out, err, code = liaison(write("find.lua",
    'local li = require "liaison"\nprint(li.vec{3, 4}:norm(), vec, help)'))
  t.eq(err, "")
  t.eq(out:match "^%d+", "5")
  t.ok(out:find "nil\tnil")
  t.eq(code, 0)
end)

t.test("a failing script names its line and who called, and nothing of the launcher", function()
  local script = write("fail.lua", "local function f()\n  error 'boom'\nend\nlocal function "
    .. "g()\n  f()\nend\ng()\n")
  local out, err, code = liaison(script)
  t.eq(out, "")
  t.eq(err, ("%s:2: boom\n  called from %s:5\n  called from %s:7\n"):format(script, script, script))
  t.eq(code, 1)
end)

t.test("a misuse of liaison names the user's line first", function()
  local script = write("misuse.lua", 'local li = require "liaison"\n\nlocal v = li.vec { 1, '
    .. '"x" }\nreturn v\n')
  local _, err, code = liaison(script)
  t.eq(err:match "^[^\n]*",
    script .. ":3: vec: argument 1 (x[2]): expected a finite number, got the string 'x'")
  t.eq(code, 1)
end)

t.test("an error object that is no string is told by its type, or tells itself", function()
  local _, err = liaison(write("object.lua", "error({})"))
  t.ok(err:find "^an error object of type table")
  _, err = liaison(write("object.lua", "error(setmetatable({}, { __tostring = function() "
    .. "return 'it hurts' end }))"))
  t.ok(err:find "^it hurts")
  _, err = liaison(write("object.lua", "error()"))
  t.ok(err:find "^an error object of type nil")
end)

t.test("an error object that fails to tell itself does not hide the failure", function()
  for _, body in ipairs { "error 'no'", "return 5", "return {}",
    "while true do local x = x .. 'y' end" } do
    local _, err, code = liaison(write("object.lua",
      "error(setmetatable({}, { __tostring = function() " .. body .. " end }))"))
    t.ok(err:find "^an error object of type table\n" or err:find "^5\n", err)
    t.eq(code, 1)
  end
end)

t.test("what could not be written is no success", function()
  if not io.open("/dev/full", "w") then return end
  write("many.lua", "local li = require 'liaison' for i = 1, 3 do print(li.vec{i}) end")
  for _, what in ipairs { "-e 1+1", "help rot.x", DIR .. "/many.lua" } do
    local where = what .. " >/dev/full"
    os.execute(("env -u LUA_PATH -u LUA_CPATH LIAISON_LUA=%s scripts/liaison %s 2>%s/err; "
      .. "echo $? >%s/code"):format(LUA, where, DIR, DIR))
    t.ok(read("err"):find "^liaison: what was printed could not be written",
      what .. ": " .. read "err")
    t.eq(tonumber(read "code"), 1, what)
  end
end)

t.test("a text that is no Lua, and a file that is not there", function()
  local script = write("syntax.lua", "x = = 1\n")
  local _, err, code = liaison(script)
  t.eq(err:sub(1, #script + 3), script .. ":1:")
  t.eq(code, 1)
  _, err, code = liaison(DIR .. "/nowhere.lua")
  t.eq(err, ("liaison: there is no file '%s/nowhere.lua'\n"):format(DIR))
  t.eq(code, 1)
end)

t.test("a script may come from standard input", function()
  local out = liaison("- a b", "print(select('#', ...), ...)")
  t.eq(out, "2\ta\tb\n")
end)

t.test("a word that was nearly a command", function()
  local _, err, code = liaison "docktor"
  t.eq(err, "liaison: 'docktor' is neither a file nor a command (did you mean 'doctor'?)\n")
  t.eq(code, 1)
  _, err = liaison "xyzzyxyzzy"
  t.eq(err, "liaison: 'xyzzyxyzzy' is neither a file nor a command\n")
end)

t.test("help, version and doctor", function()
  local out, _, code = liaison "--help"
  t.ok(out:find "liaison script.lua" and code == 0)
  out, _, code = liaison "--version"
  t.ok(out:find "^liaison %d+%.%d+%.%d+ %(Lua" and code == 0)
  out, _, code = liaison "doctor"
  t.ok(out:find "found    gcc" and out:find "liaison %d+%.%d+%.%d+" and out:find "works here", out)
  t.eq(code, 0)
end)

t.test("every step of the tour holds", function()
  local out, err, code = liaison "tour"
  t.eq(err, "")
  t.eq(code, 0)
  t.ok(out:find "That was the tour", out)
end)

t.test("help and apropos from the command line", function()
  local out, err, code = liaison "help rot.axis"
  t.ok(out:find "rot%.axis%(u: vec3" and err == "" and code == 0, out .. err)
  out, err, code = liaison "apropos quat"
  t.ok(out:find "quat" and err == "" and code == 0)
  out, err, code = liaison "help rot.axsi"
  t.ok(out:find "did you mean .rot.axis" and err == "" and code == 1, out)
end)

t.test("the prompt answers a pipe with values and nothing else", function()
  local out, err,
    code = liaison("",
    "1 + 1\nx = { 1, 2,\n  name = 'n' }\nx\nlocal y = 3\ny, 'a'\nnil\n\nli.vec{3, 4}:norm()\n")
  t.eq(out, '2\n{1, 2, name = "n"}\n3, a\nnil\n5\n')
  t.eq(err, "")
  t.eq(code, 0)
end)

t.test("habits from other prompts", function()
  local out, err,
    code = liaison("", "= 1 + 1\nhelp 'rot.axsi'\nrot.slerp\nhelp(rot.slerp)\nexit()\n777\n")
  t.ok(out:find("^2\nnothing is called 'rot.axsi' %(did you mean "
    .. "'rot.axis'%?%)[^\n]*\nfunction rot:slerp[^\n]*\nrot:slerp%(S: rot, s: num"), out)
  t.ok(not out:find "777", out)
  t.eq(err, "")
  t.eq(code, 0)
end)

t.test("the prompt goes on after an error, and says so at the end", function()
  local out, err, code = liaison("", "error 'one'\nli.vce\n2 +\n3\n2 +\n* 3\n7\nf(\n")
  t.eq(out, "5\n7\n")
  t.ok(err:find "^stdin:1: one\n", err)
  t.ok(err:find "did you mean 'vec'", err)
  t.ok(err:find "stdin:2: unexpected symbol near '%*'", err)
  t.eq(code, 1)
end)

t.test("names of liaison and of math are at hand at the prompt", function()
  local out = liaison("", "vec{3, 4}:norm(), sqrt(16), nothing\n")
  t.eq(out, "5, 4, nil\n")
end)

t.test("one line with -e", function()
  local out, err, code = liaison "-e '1/3, \"a\", {}'"
  t.eq(out, "0.33333333333333, a, {}\n")
  t.eq(err, "")
  t.eq(code, 0)
  out, err, code = liaison "-e 'oh no'"
  t.ok(out == "" and err:find "^stdin:1:" and code == 1)
  out, err, code = liaison "-e"
  t.ok(out == "" and err:find "needs a line" and code == 1)
end)

t.test("completion knows names, fields and methods, and keeps what stands before", function()
  local repl = require "liaison.app.repl"
  local env = repl.environment()
  env.v = require "liaison".vec { 1, 2 }
  env.thing = { alpha = 1, beta = { gamma = 2 } }
  local function has(word, wanted)
    local list = repl.complete(env, word)
    for _, w in ipairs(list) do
      if w == wanted then return true end
    end
    return false
  end
  t.ok(has("ve", "vec"))
  t.ok(has("li.ve", "li.vec"))
  t.ok(has("2*v:no", "2*v:norm"))
  t.ok(has("thing.beta.g", "thing.beta.gamma"))
  t.ok(has("string.fo", "string.format"))
  t.ok(has("loc", "local"))
  t.eq(#repl.complete(env, "nothing.here"), 0)
  t.eq(#repl.complete(env, "v:xyzzy"), 0)
end)

t.test("liaison new writes a script that runs at once, and never over another", function()
  local pwd, build = os.getenv "PWD" or ".", os.getenv "LIAISON_BUILD" or "build"
  if build:sub(1, 1) ~= "/" then build = pwd .. "/" .. build end
  local function in_folder(arguments)
    local ok = os.execute(("cd %s && LIAISON_BUILD='%s' LIAISON_LUA=%s '%s/scripts/liaison' "
      .. "%s >out 2>err"):format(DIR, build, LUA, pwd, arguments))
    return ok == true or ok == 0
  end
  for _, kind in ipairs { "robot", "mechanism", "vehicle", "controller" } do
    os.remove(DIR .. "/try_" .. kind .. ".lua")
    t.ok(in_folder(("new %s try_%s"):format(kind, kind)), read "err")
    t.ok(in_folder(("try_%s.lua"):format(kind)), read "err")
    if kind == "mechanism" then -- for a crank at 1 rad/s, as its closed form is
      t.ok(read("out"):find "rates%s+%[1 ", read "out")
    end
    t.ok(not in_folder(("new %s try_%s"):format(kind, kind)), "not over another")
    t.ok(read("err"):find("already there", 1, true), read "err")
  end
  local _, err, code = liaison "new boat x"
  t.eq(code, 1)
  t.ok(err:find("robot, mechanism, vehicle or controller", 1, true), err)
end)

t.test("liaison view writes a page of a file or of a shipped robot", function()
  local file = write("two.lua", "return { bodies = { { name = 'a', joint = 'revolute', mass = "
    .. "1, com = { 0, 0, 1 }, inertia = { 1, 1, 1 } } } }")
  local out, err, code = liaison("view " .. file .. " " .. DIR .. "/two.html")
  t.eq(code, 0, err)
  t.ok(out:find("two.html", 1, true), out)
  t.ok(read("two.html"):find("<canvas", 1, true), "a page")
  out, err, code = liaison("view scara " .. DIR .. "/scara.html")
  t.eq(code, 0, err .. out)
  -- open lengths have sliders; vehicles; scripts are run where one says so, their mistakes have a
  -- line
  out, err, code = liaison("view inria6r " .. DIR .. "/inria6r.html")
  t.eq(code, 0, err .. out)
  t.ok(read("inria6r.html"):find('"name":"L1"', 1, true))
  out, err, code = liaison("view car " .. DIR .. "/car.html")
  t.eq(code, 0, err .. out)
  for name, shows in pairs { whipple_bicycle = "Meijaard",
    commonroad_st = "CommonRoad: Vehicle Models" } do
    out, err, code = liaison("view " .. name .. " " .. DIR .. "/published.html")
    t.eq(code, 0, err .. out)
    t.ok(read("published.html"):find(shows, 1, true), name)
  end
  local maple = write("definition.mpl",
    "liaison_véhicule := table([ Repere1 = ([R0, vector([x,0,0]), vector([0,0,0])]) ]); q := [x];")
  out, err, code = liaison("view " .. maple .. " " .. DIR .. "/maple.html")
  t.eq(code, 0, err .. out)
  t.ok(read("maple.html"):find("Repere1", 1, true), "the frame of the definition")
  file = write("arm.lua",
    "local li = require 'liaison'\nreturn li.planar { 1, 0.8 }:simulate(0.1, { 1, 0 })")
  out, err, code = liaison("view " .. file .. " " .. DIR .. "/run.html")
  t.eq(code, 1, out)
  t.ok(err:find("arm.lua:2: calling a method makes this a program: it is only run where you "
    .. "say so, with: liaison view --run " .. file, 1, true), err)
  out, err, code = liaison("view --run " .. file .. " " .. DIR .. "/run.html")
  t.eq(code, 0, err .. out)
  t.ok(read("run.html"):find('id="play"', 1, true), "a run")
  file = write("model.lua", "local li = require 'liaison'\nreturn li.planar { 1, 0.8 }:with {}")
  out, err, code = liaison("view --run " .. file .. " " .. DIR .. "/model.html")
  t.eq(code, 0, err .. out)
  t.ok(read("model.html"):find("link2", 1, true), "a model")
  file = write("number.lua", "return 3")
  out, err, code = liaison("view --run " .. file .. " " .. DIR .. "/number.html")
  t.eq(code, 1, out)
  t.ok(err:find("expected that it returns a model, a run or a table li.robot reads, got number", 1,
    true), err)
  file = write("bad.lua",
    "local li = require 'liaison'\nlocal arm = li.robot {\n  bodies = { { name = 'a', joint = "
    .. "'revolut' } },\n}\nreturn arm")
  out, err, code = liaison("view " .. file .. " " .. DIR .. "/bad.html")
  t.eq(code, 1, out)
  t.ok(err:find("^liaison: " .. file .. ":3: bodies%[1%]%.joint: .*did you mean 'revolute'"), err)
  out, err, code = liaison("view --run " .. file .. " " .. DIR .. "/bad.html")
  t.eq(code, 1, out)
  t.ok(err:find("bad.lua:%d: .*did you mean 'revolute'"), err)
  file = write("evil.lua",
    ("require('io')\nio.open(%q, 'w'):close()\nreturn {}"):format(DIR .. "/evil"))
  out, err, code = liaison("view " .. file .. " " .. DIR .. "/evil.html")
  t.eq(code, 1, out .. err)
  t.eq(io.open(DIR .. "/evil"), nil, "nothing in it was run")
  out, err, code = liaison "view --run"
  t.eq(code, 1, out .. err)
  out, err, code = liaison("view scara /nowhere/x.html")
  t.eq(code, 1, out)
  t.ok(err:find("^liaison: /nowhere/x.html: cannot be written"), err)
  out, err, code = liaison("view no_such_thing " .. DIR .. "/x.html")
  t.eq(code, 1, out)
  t.ok(err:find("no_such_thing", 1, true), err)
end)

t.test("what Lua itself complains about gets its cure too", function()
  for code, cure in pairs {
    ["local arm = li.planar{1}"] = 'require "liaison" comes first',
    ["local li = require 'liaison'\nlocal m, L = li.symbols 'm'\nlocal I = L^2"] =
      "li.symbols \"L\" makes a symbol",
    ["local li = require 'liaison'\nlocal arm = li.urdf 'no.urdf'\nlocal q = arm:neutral()"] =
      "assert(...) around it tells",
    ["local li = require 'liaison'\nlocal th = li.symbols 'th'\nlocal s = math.sin(th)"] =
      "li.sin takes expressions",
    ["local li = require 'liaison'\nlocal th = li.symbols 'th'\nlocal s = th < 2"] = "a:lt(b)",
  } do
    local _, err, code_out = liaison("-", code)
    t.ok(err:find("stdin:%d") and err:find(cure, 1, true) and code_out == 1, err)
  end
end)

t.test("a message without a place is followed by where it came from", function()
  local script = write("bare.lua", "local function f()\n  error('boom', 0)\nend\nlocal "
    .. "function g()\n  f()\n  return 1\nend\ng()\n")
  local _, err, code = liaison(script)
  t.eq(err, ("boom\n  called from %s:2\n  called from %s:5\n  called from %s:8\n"):format(script,
    script, script))
  t.eq(code, 1)
end)

scratch.remove()
t.done()
