-- repl.lua - the prompt: reads a line, answers with its values, keeps its own names to itself
--
-- On a terminal with history and completion (where lua-readline is installed), prompts and Ctrl-C; from a pipe without any
-- of these, so that `echo 'li.rot.x(1)' | liaison` prints just the answer. The names of liaison and of math are at hand;
-- what a user defines goes into the prompt's own environment, never into the globals of liaison or of required files.
local li = require "liaison"

local M = {}
local kit = li.kit
local unpack = table.unpack or unpack

-- ---------------------------------------------------------------- values as text

local WIDTH = 100

local function number_text(x)
  if math.type and math.type(x) == "integer" then return tostring(x) end
  return kit.number(x)
end

local show

local function key_text(k, depth)
  if type(k) == "string" and k:find "^[%a_][%w_]*$" then return k end
  return "[" .. show(k, depth) .. "]"
end

local RANK = { number = 1, string = 2, boolean = 3 }

local function by_key(a, b)
  local ta, tb = type(a), type(b)
  if ta == tb and (ta == "number" or ta == "string") then return a < b end
  if ta ~= tb then return (RANK[ta] or 4) < (RANK[tb] or 4) end
  return tostring(a) < tostring(b)
end

-- {1, 2, name = "x"}; one entry per line where it is long
local function table_text(t, depth)
  if depth > 4 then return "{...}" end
  local parts, keys, n = {}, {}, #t
  for i = 1, math.min(n, 50) do parts[i] = show(t[i], depth + 1) end
  if n > 50 then parts[#parts + 1] = ("... %d more"):format(n - 50) end
  for k in pairs(t) do
    if not (type(k) == "number" and k >= 1 and k <= n and k % 1 == 0) then keys[#keys + 1] = k end
  end
  table.sort(keys, by_key)
  for _, k in ipairs(keys) do parts[#parts + 1] = key_text(k, depth + 1) .. " = " .. show(t[k], depth + 1) end
  local line = "{" .. table.concat(parts, ", ") .. "}"
  if #line <= WIDTH and not line:find "\n" then return line end
  return "{\n" .. (table.concat(parts, ",\n"):gsub("[^\n]+", "  %0")) .. "\n}"
end

-- a value as it would be typed, or as its object prints itself; depth > 0 inside a table
function show(v, depth)
  local mt = getmetatable(v)
  if type(v) == "number" then return number_text(v) end
  if type(v) == "function" and kit.row(v) then return "function " .. kit.row(v).sig end
  if type(v) == "string" then return depth > 0 and ("%q"):format(v) or v end
  if type(v) == "table" and (mt == nil or type(mt) == "table" and not mt.__tostring) then return table_text(v, depth) end
  local ok, text = pcall(tostring, v)
  return ok and text or ("(%s: %s)"):format(type(v), tostring(text))
end

-- several values on one line, unless one of them needs several
local function answer(n, values)
  local parts, long = {}, false
  for i = 1, n do
    parts[i] = show(values[i], 0)
    long = long or parts[i]:find "\n" ~= nil
  end
  if n > 0 then io.stdout:write(table.concat(parts, long and "\n" or ", "), "\n") end
end

-- ---------------------------------------------------------------- names

local WELCOME = [[
Type an expression and its value is printed:  li.vec{3, 4}:norm()
Names of liaison may be used with or without li: vec{3, 4}. Those of math too: sin(pi/6).
help "name" or help(value) tells what is known; apropos "word" finds names; Tab completes them.
A 'local' at the start of a line is read as a name that stays. Ctrl-C drops a line, Ctrl-D leaves.]]

-- li.name without the complaint about a name that is not there
local function of_liaison(name)
  local ok, value = pcall(function() return li[name] end)
  if ok then return value end
end

function M.environment()
  local env = { li = li }
  function env.help(...)
    if select("#", ...) == 0 then return print(WELCOME) end
    li.help(...) -- what it gives back is for programs
  end
  function env.apropos(word) return li.apropos(word) end
  return setmetatable(env, {
    __index = function(_, name)
      local value = _G[name]
      if value == nil and name ~= "kit" then value = of_liaison(name) end
      if value == nil then value = math[name] end
      return value
    end,
  })
end

-- what could follow: fields and methods of a value
local function members(value)
  local out = {}
  local class = kit.class(value)
  if class then
    for _, row in ipairs(kit.rows()) do
      local name = row.name:match("^" .. class .. ":([%a_][%w_]*)$")
      if name then out[name] = true end
    end
    for name in ((kit.classes()[class] or {}).field or ""):gmatch "%S+" do out[name] = true end
    return out
  end
  for _ = 1, 8 do
    if type(value) ~= "table" then break end
    for name in pairs(value) do
      if type(name) == "string" then out[name] = true end
    end
    local mt = getmetatable(value)
    value = type(mt) == "table" and mt.__index
  end
  return out
end

local KEYWORDS = [[and break do else elseif end false for function if in local nil not or repeat return then true until while]]

local function global_names(env)
  local out = {}
  for _, t in ipairs { env, _G, li, math } do
    for name in pairs(t) do
      if type(name) == "string" and name ~= "kit" then out[name] = true end
    end
  end
  for word in KEYWORDS:gmatch "%a+" do out[word] = true end
  return out
end

-- the words that `word` could become: "R:ax" -> "R:axis"; a prefix such as "2*R:ax" is kept
function M.complete(env, word)
  local path = word:match "[%w_%.:]*$"
  local before = word:sub(1, #word - #path)
  local owner, sep, partial = path:match "^(.*)([%.:])([%w_]*)$"
  local names
  if owner then
    local value = env
    for name in owner:gmatch "[^%.:]+" do
      local ok, next_value = pcall(function() return value[name] end)
      if not ok or next_value == nil then return {} end
      value = next_value
    end
    if value == env then return {} end
    if type(value) == "string" then value = string end
    names = members(value)
    before = before .. owner .. sep
  else
    partial, names = path, global_names(env)
  end
  local out = {}
  for name in pairs(names) do
    if name:sub(1, #partial) == partial and not (name:find "^_" and partial == "") then out[#out + 1] = before .. name end
  end
  table.sort(out)
  return out
end

-- ---------------------------------------------------------------- reading and answering

local function load_in(text, env)
  if setfenv then
    local f, err = loadstring(text, "=stdin")
    if f and jit then jit.off(f, true) end -- a compiled loop would not hear Ctrl-C; functions of files are compiled as ever
    return f and setfenv(f, env), err
  end
  return load(text, "=stdin", "t", env)
end

-- a local would be gone with its line: let the name stay
local function without_local(text)
  return (text:gsub("^%s*local%s+(function%s)", "%1"):gsub("^%s*local%s+([%a_][%w_%s,]*=[^=])", "%1"))
end

-- compiled, or nil and why; more == true: only the end is missing. The value comes second, since `return f()` would be a
-- tail call, which forgets the line it was on
local function compile(text, env)
  text = text:gsub("^%s*=", "") -- "= x" was how one asked a Lua prompt
  local f, as_value = load_in("return nil, " .. text, env)
  if f then return function() return select(2, f()) end end
  local g, err = load_in(without_local(text), env)
  if g then return g end
  local first = text:match "[%w_%.]+"
  if first and err:find("near '" .. first .. "'", 1, true) then err = as_value end -- it was meant to be a value
  return nil, err, (err:find "<eof>'?$" or as_value:find "<eof>'?$") ~= nil
end

-- is only the end of this text missing?
function M.unfinished(text) return select(3, compile(text, {})) == true end

-- message, and who called whom where that is more than one line
local function explain(err)
  if type(err) ~= "string" then return "error: " .. show(err, 1) end
  local lines, level, first = { err .. require("liaison.topics").cure(err) }, 3, nil
  while #lines < 8 do
    local info = debug.getinfo(level, "Slf")
    if not info or info.func == M.evaluate then break end
    if info.currentline > 0 and not info.source:find("liaison/[%w_]+%.lua$") then
      local place = ("%s:%d"):format(info.short_src, info.currentline)
      if first or err:sub(1, #place) ~= place then lines[#lines + 1] = "  called from " .. place end
      first = true
    end
    level = level + 1
  end
  if lines[#lines]:find "called from stdin:1$" then lines[#lines] = nil end -- the line just typed
  return table.concat(lines, "\n")
end

local function pack(...) return select("#", ...), { ... } end

-- run a compiled line and print what it gives; false after an error, which goes to `errors` (stderr)
function M.evaluate(f, errors)
  local n, results = pack(xpcall(f, explain))
  if results[1] then n, results = pack(pcall(answer, n - 1, { unpack(results, 2, n) })) end
  io.stdout:flush()
  if results[1] then return true end
  ;(errors or io.stderr):write(tostring(results[n > 1 and 2 or 1]), "\n")
  return false
end

-- answer one text, as liaison -e does
function M.once(text, env, errors)
  local f, err = compile(text, env or M.environment())
  if f then return M.evaluate(f, errors) end
  ;(errors or io.stderr):write(err, "\n")
  return false
end

-- the value of one expression
function M.value(text, env) return assert(compile(text, env))() end

-- ---------------------------------------------------------------- where lines come from: each source is a function of the
-- prompt that returns a line, nil at the end, or false when Ctrl-C dropped it

local function plain_source(term, prompts)
  return function(prompt)
    if prompts then
      io.stdout:write(prompt)
      io.stdout:flush()
    end
    local line = io.stdin:read "*l"
    if prompts and term.interrupted() then
      io.stdout:write "\n"
      return false
    end
    if prompts and not line then io.stdout:write "\n" end
    return line
  end
end

local function readline_source(term, env)
  local ok, rl = pcall(require, "readline")
  if not ok or not rl.handler_install then return nil end
  local home = os.getenv "HOME"
  local file = os.getenv "LIAISON_HISTORY" or (home and home .. "/.liaison_history") or ""
  rl.set_options { histfile = file, keeplines = 1000, auto_add = false, completion = true }
  rl.set_readline_name "liaison"
  rl.set_completion_append_character ""
  rl.set_complete_function(function(text, from, to) return M.complete(env, text:sub(from, to)) end)

  local last
  local function ask(prompt)
    local line, done = nil, false
    rl.handler_install(prompt, function(text)
      line, done = text, true
      rl.handler_remove()
    end)
    while not done do
      if term.wait(0) then rl.read_char()
      else
        rl.handler_remove()
        io.stdout:write "\n"
        return false
      end
    end
    if not line then io.stdout:write "\n" end
    if line and line:find "%S" and line ~= last then
      rl.add_history(line)
      last = line
    end
    return line
  end
  return ask, function() if file ~= "" then rl.save_history() end end
end

local LEAVE = { quit = true, exit = true, ["quit()"] = true, ["exit()"] = true }

-- the lines of one chunk, until it is whole; nil at the end of input
local function read_chunk(ask, env)
  local text = ask "> "
  if not text then return text end
  while true do
    if not text:find "%S" or LEAVE[text] then return text end
    local f, err, more = compile(text, env)
    if not more then return text, f, err end
    local line = ask ">> "
    if line == false then return false end
    if line == nil then return text, nil, err end
    text = text .. "\n" .. line
  end
end

-- read and answer until the end; true when nothing failed
function M.run()
  local term = kit.term
  local env = M.environment()
  local terminal = term.tty(0)
  local ask, leave
  if terminal then
    ask, leave = readline_source(term, env)
    local lua = rawget(_G, "jit") and jit.version or _VERSION
    print(("liaison %s, %s. help() for a start, Ctrl-D leaves."):format(li.version, lua))
    term.watch(true)
  end
  ask = ask or plain_source(term, terminal)
  local clean = true
  while true do
    local text, f, err = read_chunk(ask, env)
    if text == nil or LEAVE[text] then break end
    if f then
      if terminal then term.running(true) end
      local whole, fine = pcall(M.evaluate, f)
      if terminal then
        term.running(false)
        term.interrupted()
      end
      clean = clean and whole and fine
    elseif err then
      io.stderr:write(err, "\n")
      clean = false
    end
  end
  if terminal then term.watch(false) end
  if leave then leave() end
  return clean or terminal
end

return M
