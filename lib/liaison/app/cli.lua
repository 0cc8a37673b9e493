-- cli.lua - what the launcher `liaison` does with its arguments
--
-- Run by the shell script of that name as: lua cli.lua <module> arguments... It points package.path
-- and package.cpath at the liaison it belongs to (so that a checkout and an installation can live
-- side by side) and leaves no global behind.

local MODULE = arg[1]
local USAGE = [[
liaison                      answer line by line (Ctrl-D leaves)
liaison script.lua [args]    run a script; - reads it from standard input
liaison -e 'li.rot.x(1)'     answer one line
liaison -j ...               the same on LuaJIT
liaison tour                 the first five minutes, guided
liaison view FILE [OUT.html] a robot file, a URDF file, a shipped robot or vehicle as a page ]]
  .. [[with a slider for every joint
liaison view --run SCRIPT [OUT.html]  the same of the model or run that a script returns: it is ]]
  .. [[run, so trust it first
liaison serve FILE [PORT]    the same page on this machine alone, made again whenever the file is ]]
  .. [[saved; a .lua file is run, so trust it first; Ctrl-C ends it
liaison robots [NAME]        the robots that come with liaison, or the sources of one
liaison new KIND NAME        a commented script to start from: robot, mechanism, vehicle, controller
liaison exercise WHAT        exercises of the course: list, show, check, sheet, grade
liaison diff ONE OTHER [TOL] where two saved runs (csv, npy, mat) differ; exit code 1 where they do
liaison check                what was found here, and what each optional thing adds
liaison help [NAME]          this text, or what is known about a name
liaison apropos WORD         every name that has to do with it
liaison --version
]]

local LIB = arg[0]:match "^(.*)/liaison/app/cli%.lua$" or "."

local function put_first(path, entries)
  local out = table.concat(entries, ";")
  return path:sub(1, #out) == out and path or out .. ";" .. path
end

package.path = put_first(package.path, { LIB .. "/?.lua", LIB .. "/?/init.lua" })
package.cpath = put_first(package.cpath, { (MODULE:gsub("liaison/core%.so$", "?.so")) })

local language = require "liaison.language.language"
language.set(language.asked())
local say = language.say

local function complain(...)
  io.stderr:write("liaison: ", say(string.format(...)), "\n")
end

-- what was printed must have arrived, or somebody takes half a result for a whole one
local function leave(code)
  local written, why = io.stdout:flush()
  local core = package.loaded["liaison.core"]
  local lost = not written or core and core.kit.term.lost()
  if lost then
    complain("what was printed could not be written%s", why and ": " .. tostring(why) or "")
  end
  os.exit(lost and code == 0 and 1 or code, true)
end

local function exists(path)
  local f = io.open(path, "rb")
  if f then f:close() end
  return f ~= nil
end

-- liaison itself, or a sentence that helps
local function load_liaison()
  if not exists(MODULE) then
    complain("the module %s is not there: run make in the checkout, or see 'liaison check'",
      MODULE)
    leave(1)
  end
  local ok, li = pcall(require, "liaison")
  if ok then return li end
  complain("%s", li)
  leave(1)
end

-- the user's lines a failure went through: not the C frames, not liaison's own files. The names of
-- files are whole; Lua's own messages begin with a name cut to 60 letters, which is told second
local function trace(level)
  local out, cut = {}, nil
  while #out < 8 do
    local info = debug.getinfo(level, "Sl")
    if not info then break end
    if info.currentline > 0 and info.source:sub(2, #LIB + 9) ~= LIB .. "/liaison" then
      local name = info.source:match "^@(.*)" or info.short_src
      out[#out + 1] = ("%s:%d"):format(name, info.currentline)
      cut = cut or ("%s:%d"):format(info.short_src, info.currentline)
    end
    level = level + 1
  end
  return out, cut
end

local function begins(text, with) return text:sub(1, #with) == with end

-- message first, then who called whom, unless the message already says all there is
local function handler(err)
  if type(err) ~= "string" then
    local mt = getmetatable(err)
    local ok, text = pcall(function() return type(mt) == "table" and mt.__tostring
      and tostring(err) end)
    err = ok and type(text) == "string" and text
      or say(("an error object of type %s"):format(type(err)))
  end
  local cured, topics = pcall(require, "liaison.app.synonyms")
  local calls, cut = trace(3)
  if cut and begins(err, cut .. ":") then err = calls[1] .. err:sub(#cut + 1) end
  local lines = { cured and topics.cured(err) or err }
  if calls[1] and begins(err, calls[1] .. ":") then table.remove(calls, 1) end
  for _, place in ipairs(calls) do lines[#lines + 1] = say("  called from " .. place) end
  return table.concat(lines, "\n")
end

local function run_chunk(chunk, ...)
  local ok, message = xpcall(chunk, handler, ...)
  if ok then leave(0) end
  io.stdout:flush()
  io.stderr:write(message, "\n")
  leave(message:find("^[^\n]*interrupted!") and 130 or 1)
end

local unpack = table.unpack or unpack

local function run_script(path, first)
  if path ~= "-" and not exists(path) then
    complain("there is no file '%s'", path)
    leave(1)
  end
  local chunk, err = loadfile(path ~= "-" and path or nil)
  if not chunk then
    io.stderr:write(err, "\n")
    leave(1)
  end
  local args = { [-1] = "liaison", [0] = path }
  for k = first, #arg do args[k - first + 1] = arg[k] end
  _G.arg = args
  run_chunk(chunk, unpack(args))
end

local command = {}

command["--help"] = function()
  io.write(say(USAGE))
  leave(0)
end
command["-h"] = command["--help"]

command["--version"] = function()
  local li = load_liaison()
  print(("liaison %s (%s)"):format(li.version, rawget(_G, "jit") and jit.version or _VERSION))
  leave(0)
end
command["-v"] = command["--version"]

command["-e"] = function()
  if not arg[3] then
    complain("-e needs a line to answer")
    leave(1)
  end
  load_liaison()
  leave(require "liaison.app.repl".once(arg[3]) and 0 or 1)
end

command.check = function() leave(require "liaison.app.doctor".run(LIB, MODULE)) end
command.doctor = command.check -- its name before version 0.2

command.tour = function()
  load_liaison()
  leave(require "liaison.app.tour".run() and 0 or 1)
end

-- what is odd about a file, on the terminal of who views it
local function tell_warnings(warnings)
  for i = 1, math.min(#warnings, 10) do print(say("warning: " .. warnings[i])) end
  if #warnings > 10 then
    print(say(("... and %d more: model:warnings()"):format(#warnings - 10)))
  end
end

-- the switches --run and --outside before what is shown; nil after a complaint
local function shown_words(command_name, from)
  local words, o = {}, {}
  for i = from, #arg do
    local switch = arg[i]:match "^%-%-(%a+)$"
    if switch == "run" or switch == "outside" then o[switch] = true
    else words[#words + 1] = arg[i] end
  end
  if not words[1] then
    complain(command_name .. " needs a file that describes a mechanism, or the name of a shipped "
      .. "robot; " .. command_name .. " --run a script that returns one")
    leave(1)
  end
  o.name, o.second = words[1], words[2]
  return o
end

command.view = function()
  local li = load_liaison()
  local viewed = require "liaison.app.viewed"
  local o = shown_words("view", 3)
  local out = o.second or (o.name:match "([^/]*)$":gsub("%.%w+$", "") .. ".html")
  local made
  local ok, why = pcall(function()
    made = viewed.read(li, o)
    local written, failed = viewed.page(li, made, out)
    if not written then error(failed, 0) end
  end)
  if not ok then
    complain("%s", why)
    leave(1)
  end
  tell_warnings(viewed.warnings(li, made))
  print(say("written: " .. out))
  viewed.open(out)
  leave(0)
end

command.serve = function()
  local li = load_liaison()
  local o = shown_words("serve", 3)
  local port = tonumber(o.second or 8765)
  if not port or port < 0 or port > 65535 or port % 1 ~= 0 then
    complain("serve: expected a port from 0 to 65535, got %s", o.second)
    leave(1)
  end
  o.run = o.run or o.name:find "%.lua$" ~= nil
  o.port = port
  local ok, why = require "liaison.app.serve".run(li, o)
  if not ok then complain("%s", why) end
  leave(ok and 0 or 1)
end

command.robots = function()
  local li = load_liaison()
  local name = arg[3]
  local ok, told = pcall(name and li.robots.about or li.robots.list, name)
  if not ok then
    complain("%s", told)
    leave(1)
  end
  print(told)
  leave(0)
end

command.new = function()
  load_liaison()
  leave(require "liaison.app.new".write(arg[3], arg[4], complain) and 0 or 1)
end

command.exercise = function()
  load_liaison()
  local words = {}
  for i = 3, #arg do words[i - 2] = arg[i] end
  local ok, why = require "liaison.course.command".run(words, print)
  if not ok then complain("%s", why) end
  leave(ok and 0 or 1)
end

command.diff = function()
  load_liaison()
  local tol = arg[5] and tonumber(arg[5]) or 0
  if not arg[4] or (arg[5] and not tonumber(arg[5])) then
    complain("diff needs two files of runs, and may be told how much they may differ: "
      .. "liaison diff one.csv other.csv 1e-9")
    leave(2)
  end
  local ok, same, why = pcall(require "liaison.sim.results".diff, arg[3], arg[4], tol, print)
  if not ok or same == nil then
    complain("%s", ok and why or same)
    leave(2)
  end
  leave(same and 0 or 1)
end

command.help = function()
  if not arg[3] then return command["--help"]() end
  leave(load_liaison().help(arg[3]) == false and 1 or 0)
end

command.apropos = function()
  if not arg[3] then
    complain("apropos needs a word")
    leave(1)
  end
  load_liaison().apropos(arg[3])
  leave(0)
end

-- how many letters stand between two words
local function distance(a, b)
  local row = {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    local diagonal = row[0]
    row[0] = i
    for j = 1, #b do
      local cost = a:byte(i) == b:byte(j) and 0 or 1
      diagonal, row[j] = row[j], math.min(row[j] + 1, row[j - 1] + 1, diagonal + cost)
    end
  end
  return row[#b]
end

local function unknown(word)
  local best, least = nil, math.min(3, #word)
  for name in pairs(command) do
    local d = distance(word, name)
    if d < least or d == least and best and name < best then best, least = name, d end
  end
  complain("'%s' is neither a file nor a command%s", word,
    best and (" (did you mean '%s'?)"):format(best) or "")
  leave(1)
end

local word = arg[2]
if word == nil then
  load_liaison()
  leave(require "liaison.app.repl".run() and 0 or 1)
elseif command[word] then command[word]()
elseif word == "-" or exists(word) or word:find("/", 1, true)
  or word:find "%.lua$" then run_script(word, 3)
else unknown(word) end
