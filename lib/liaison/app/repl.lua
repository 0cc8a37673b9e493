-- repl.lua - the prompt: reads a line, answers with its values, keeps its own names to itself
--
-- On a terminal with an editor, history, completion and Ctrl-C, and long answers cut; from a pipe
-- without any of these, so that `echo 'li.rot.x(1)' | liaison` prints just the answer. The names of
-- liaison and of math are at hand; the last value is _ and ans; what a user defines goes into the
-- prompt's own environment, never into the globals of liaison or of required files.
local li = require "liaison"

local M = {}
local kit = li._internal
local hidden = { _internal = true, kit = true } -- what the prompt does not complete
local lineedit = require "liaison.app.lineedit"
local unpack = table.unpack or unpack
local language = require "liaison.language.language"
local say = language.say

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
  if ta == tb and (ta == "number" or ta == "string") then return kit.before(a, b) end
  if ta ~= tb then return (RANK[ta] or 4) < (RANK[tb] or 4) end
  return kit.before(tostring(a), tostring(b))
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
  for _, k in ipairs(keys) do
    parts[#parts + 1] = key_text(k, depth + 1) .. " = " .. show(t[k], depth + 1)
  end
  local line = "{" .. table.concat(parts, ", ") .. "}"
  if #line <= WIDTH and not line:find "\n" then return line end
  return "{\n" .. (table.concat(parts, ",\n"):gsub("[^\n]+", "  %0")) .. "\n}"
end

-- a value as it would be typed, or as its object prints itself; depth > 0 inside a table
function show(v, depth)
  local mt = getmetatable(v)
  if type(v) == "number" then return number_text(v) end
  if type(v) == "function" and kit.row(v) then return say("function " .. kit.row(v).sig) end
  if type(v) == "string" then return depth > 0 and ("%q"):format(v) or v end
  if type(v) == "table" and (mt == nil or type(mt) == "table" and not mt.__tostring) then
    return table_text(v, depth)
  end
  local ok, text = pcall(tostring, v)
  return ok and (kit.class(v) and language.shown(text) or text)
    or ("(%s: %s)"):format(type(v), tostring(text))
end

local MOST_LINES, MOST_LETTERS = 50, 5000

-- the beginning of what is too long for a screen, and how to see the rest
local function elided(text, n)
  local stop, lines = 0, 0
  repeat
    stop = text:find("\n", stop + 1, true) or #text + 1
    lines = lines + 1
  until lines == MOST_LINES or stop > #text
  if stop > #text and #text <= MOST_LETTERS then return text end
  if stop > MOST_LETTERS then -- at the end of a line, or at least of a letter
    local head = text:sub(1, MOST_LETTERS)
    stop = head:match "()\n[^\n]*$" or head:match "()[^\128-\191][\128-\191]*$"
  end
  local _, all = text:gsub("\n", "\n")
  return text:sub(1, stop - 1) .. "\n" .. say(("... (%s in all: %s shows it)"):format(
    all >= MOST_LINES and all + 1 .. " lines" or #text .. " letters",
    n == 1 and "print(_)" or "print"))
end

-- several values on one line, unless one of them needs several
local function answer(n, values, most)
  local parts, long = {}, false
  for i = 1, n do
    parts[i] = show(values[i], 0)
    long = long or parts[i]:find "\n" ~= nil
  end
  if n == 0 then return end
  local text = table.concat(parts, long and "\n" or ", ")
  io.stdout:write(most and elided(text, n) or text, "\n")
end

-- ---------------------------------------------------------------- names

local WELCOME = [[
Type an expression and its value is printed:  li.vec{3, 4}:norm()
Names of liaison may be used with or without li: vec{3, 4}. Those of math too: sin(pi/6).
help "name" or help(value) tells what is known; apropos "word" finds names; Tab completes them.
The last value is _ (and ans). A 'local' at the start of a line is read as a name that stays. ]]
  .. [[Ctrl-R searches what was typed before,
Ctrl-C drops what is being typed and stops what runs, Ctrl-D leaves. A long answer is cut; ]]
  .. "print(_) shows all of it."

-- li.name without the complaint about a name that is not there
local function of_liaison(name)
  local ok, value = pcall(function() return li[name] end)
  if ok then return value end
end

function M.environment()
  local env = { li = li }
  function env.help(...)
    if select("#", ...) == 0 then return print(say(WELCOME)) end
    li.help(...) -- what it gives back is for programs
  end
  function env.apropos(word) return li.apropos(word) end
  return setmetatable(env, {
    __index = function(_, name)
      local value = _G[name]
      if value == nil and not hidden[name] then value = of_liaison(name) end
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

local KEYWORDS = "and break do else elseif end false for function if in local nil not or repeat "
  .. "return then true until while"

local function global_names(env)
  local out = {}
  for _, t in ipairs { env, _G, li, math } do
    for name in pairs(t) do
      if type(name) == "string" and not hidden[name] then out[name] = true end
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
    if name:sub(1, #partial) == partial and not (name:find "^_" and partial == "") then
      out[#out + 1] = before .. name
    end
  end
  kit.sort(out)
  return out
end

-- ---------------------------------------------------------------- reading and answering

local function load_in(text, env)
  if setfenv then
    local f, err = loadstring(text, "=stdin")
    -- a compiled loop would not hear Ctrl-C; functions of files are compiled as ever
    if f and jit then jit.off(f, true) end
    return f and setfenv(f, env), err
  end
  return load(text, "=stdin", "t", env)
end

-- a local would be gone with its line: let the name stay
local function without_local(text)
  return (text:gsub("^%s*local%s+(function%s)", "%1"):gsub("^%s*local%s+([%a_][%w_%s,]*=[^=])",
    "%1"))
end

-- compiled, or nil and why; more == true: only the end is missing. The value comes second, since
-- `return f()` would be a tail call, which forgets the line it was on
local function compile(text, env)
  text = text:gsub("^%s*=", "") -- "= x" was how one asked a Lua prompt
  local f, as_value = load_in("return nil, " .. text, env)
  if f then return function() return select(2, f()) end end
  local g, err = load_in(without_local(text), env)
  if g then return g end
  local first = text:match "[%w_%.]+"
  -- it was meant to be a value
  if first and err:find("near '" .. first .. "'", 1, true) then err = as_value end
  return nil, err, (err:find "<eof>'?$" or as_value:find "<eof>'?$") ~= nil
end

local MOST_TRIED = 200

-- a text as the chunks it would be line by line: their functions, what is left open (nil: nothing),
-- and whether only the end of that is missing
local function split(text, env)
  local list, open, missing = {}, nil, false
  for line in (text .. "\n"):gmatch "(.-)\n" do
    open = open and open .. "\n" .. line or line
    local f, _, more = compile(open, env)
    if f and open:find "%S" then list[#list + 1] = f end
    missing = more
    if f then open = nil elseif not more then break end
  end
  return list, open, missing
end

local function is_long(text) return select(2, text:gsub("\n", "\n")) > MOST_TRIED end

-- is only the end of this text missing?
function M.unfinished(text)
  local _, _, more = compile(text, {})
  if not more or is_long(text) then return more == true end
  local _, open, missing = split(text, {})
  return open ~= nil and missing == true
end

-- message, and who called whom where that is more than one line
local function explain(err)
  if type(err) ~= "string" then return say "error: " .. show(err, 1) end
  local lines, level, first = { require("liaison.app.synonyms").cured(err) }, 3, nil
  while #lines < 8 do
    local info = debug.getinfo(level, "Slf")
    if not info or info.func == M.evaluate then break end
    if info.currentline > 0 and not info.source:find("liaison/[%w_]+/[%w_]+%.lua$") then
      local place = ("%s:%d"):format(info.short_src, info.currentline)
      if first or err:sub(1, #place) ~= place then
        lines[#lines + 1] = say("  called from " .. place)
      end
      first = true
    end
    level = level + 1
  end
  -- the line just typed
  if #lines > 1 and lines[#lines]:find " stdin:1$" then lines[#lines] = nil end
  return table.concat(lines, "\n")
end

local function pack(...) return select("#", ...), { ... } end

-- run a compiled line and print what it gives; false after an error, which goes to `errors`
-- (stderr). env: its last value is kept there as _ and ans; short: long answers are cut
function M.evaluate(f, errors, env, short)
  local n, results = pack(xpcall(f, explain))
  if env and n > 1 and results[1] and results[2] ~= nil then
    rawset(env, "_", results[2])
    rawset(env, "ans", results[2])
  end
  if results[1] then n, results = pack(pcall(answer, n - 1, { unpack(results, 2, n) }, short)) end
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

-- ---------------------------------------------------------------- where blocks come from: each
-- source gives a text, nil at the end, or false when Ctrl-C dropped it

local LEAVE = { quit = true, exit = true, ["quit()"] = true, ["exit()"] = true }

-- a pipe, or a terminal that shows letters and nothing else: line by line, until a chunk is whole
local function plain_source(term, prompts)
  local typed = ""
  local function line(prompt)
    if not prompts then return io.stdin:read "*l" end
    io.stdout:write(prompt)
    io.stdout:flush()
    while not typed:find "\n" do
      local got = term.read()
      if not got then
        io.stdout:write "\n"
        typed = ""
        return got
      end
      typed = typed .. got
    end
    local text, rest = typed:match "^([^\n]*)\n(.*)$"
    typed = rest
    return text
  end
  return function()
    local text = line "> "
    while text and M.unfinished(text) do
      local more = line ">> "
      if more == false then return false end
      if more == nil then return text end
      text = text .. "\n" .. more
    end
    return text
  end
end

-- the entries of earlier sessions, and a function that keeps one more; a file grown long is cut
local function kept_history()
  local home = os.getenv "HOME"
  local path = os.getenv "LIAISON_HISTORY" or home and home .. "/.liaison_history" or ""
  if path == "" then return {}, function() end end
  local entries = lineedit.entries(kit.read(path, 4e6) or "")
  local function keep(entry) kit.append(path, lineedit.written(entry)) end
  if #entries <= 2000 then return { unpack(entries, math.max(1, #entries - 999)) }, keep end
  local last, text = { unpack(entries, #entries - 999) }, {}
  for k, entry in ipairs(last) do text[k] = lineedit.written(entry) end
  kit.save(path, table.concat(text))
  return last, keep
end

local function editor_source(term, env)
  if os.getenv "TERM" == "dumb" or not term.tty(1) or not term.raw(true) then return nil end
  term.raw(false)
  local entries, keep = kept_history()
  local ed = lineedit.new { history = entries, read = term.read, unfinished = M.unfinished,
    suspend = term.suspend,
    columns = function() return (term.size()) end,
      rows = function() return select(2, term.size()) end,
    write = function(text)
      io.stdout:write(text)
      io.stdout:flush()
    end,
    complete = function(word) return M.complete(env, word) end,
  }
  return function()
    term.raw(true)
    local ok, text = pcall(ed.ask, ed, "> ", ">> ")
    -- a line that was dropped runs nothing: keys go on coming as they are
    if text ~= false then term.raw(false) end
    if not ok then error(text, 0) end
    if text and ed:remember(text) then keep(text) end
    return text
  end
end

-- ---------------------------------------------------------------- blocks

-- a block as the chunks it would have been line by line; as one where that does not work; nil and
-- why
local function chunks(text, env)
  local f, why = compile(text, env)
  if f and is_long(text) then return { f } end
  local list, open = split(text, env)
  if not open then return list end
  return f and { f } or nil, why
end

-- read and answer until the end; true when nothing failed
function M.run()
  local term = kit.term
  local env = M.environment()
  local terminal = term.tty(0)
  local next_block
  if terminal then
    next_block = editor_source(term, env)
    local lua = rawget(_G, "jit") and jit.version or _VERSION
    print(say(("liaison %s, %s. help() for a start, Ctrl-D leaves."):format(li.version, lua)))
    term.watch(true)
  end
  next_block = next_block or plain_source(term, terminal)
  local clean = true
  local function run(list)
    for _, f in ipairs(list) do
      if not M.evaluate(f, nil, env, terminal) then return false end
    end
    return true
  end
  while true do
    local text = next_block()
    if text == nil or text and LEAVE[text:match "^%s*(.-)%s*$"] then break end
    local list, why = chunks(text or "", env)
    if not list then
      io.stderr:write(why, "\n")
      clean = false
    elseif list[1] then
      if terminal then term.running(true) end
      local whole, fine = pcall(run, list)
      if terminal then
        term.running(false)
        term.interrupted()
      end
      clean = clean and whole and fine
    end
  end
  if terminal then term.watch(false) end
  return clean or terminal
end

return M
