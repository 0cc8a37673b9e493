-- layers.lua - check that every include goes down the stairs (make layers)
--
-- A file may include its own room and any room on a lower step, never a higher one, and no two
-- rooms on the same step may include each other. lua.h stays in bindings, malloc in base/mem.c, a
-- file name is used once, geo includes nothing that allocates, and every file says on its first
-- line what lives there. Modules of core and bindings include each other one way, those of lib
-- require each other one way. In lib nothing asks the locale: numbers are printed by kit.format,
-- texts sorted by kit.sort, letters changed by kit.lower.

local STEP = { -- room -> step; the house plan in one table
  base = 0,
  num = 1, sym = 1,
  geo = 2, gen = 2, traj = 2, ctl = 2,
  kinds = 3,
  describe = 4,
  model = 5,
  rbd = 6,
  con = 7, eom = 7,
  sim = 8, ask = 8,
  io = 9,
  bindings = 10,
  tests = 11,
}

-- the rooms of bindings among themselves: each registers its own functions, so that nobody below
-- has to know it
local BINDING = { kit = 0, num = 1, sym = 1, geo = 1, ctl = 1, traj = 2, model = 2, rbd = 3,
  con = 3, eom = 3, gen = 4, ask = 4, sim = 5 }

-- geo never allocates: it may include nothing that could (its symbolic words stand on the pool of
-- sym; tool paths, of any number of segments, own their memory)
local GEO_MAY = { ["base/extern.h"] = true, ["num/lanes.h"] = true, ["base/status.h"] = true,
  ["base/assert.h"] = true,
  ["base/isa.h"] = true, ["num/small.h"] = true, ["num/sincos.h"] = true }

local bad, crossings = 0, 0
local function complain(...)
  bad = bad + 1
  io.stderr:write(string.format(...), "\n")
end

local function check_include(path, lineno, room, line)
  local quoted, inc = line:match '^%s*#%s*include%s*(["<])([^">]+)'
  local to = inc and inc:match("^([^/]+)/")
  if inc and inc:find "%.%./" then
    complain("%s:%d: say the room: a path with .. tells none", path, lineno) return
  end
  local own, other = path:match "^bindings/(%w+)/", inc and inc:match "^bindings/(%w+)/"
  if own and other and own ~= other and not ((BINDING[other] or 99) < (BINDING[own] or -1)) then
    complain("%s:%d: 'bindings/%s' may not include 'bindings/%s'", path, lineno, own, other)
  end
  if line:match "^%s*#%s*include%s*[%a_]" then
    complain("%s:%d: an include by a macro shows no room", path, lineno)
  end
  if to and STEP[to] and room ~= to then
    crossings = crossings + 1
    if STEP[to] >= STEP[room] then
      complain("%s:%d: '%s' (step %d) may not include '%s' (step %d)", path, lineno, room,
        STEP[room], to, STEP[to])
    end
  elseif quoted == '"' and STEP[room] < STEP.bindings and not STEP[to or ""] then
    complain("%s:%d: say the room: \"%s/...\"", path, lineno, room)
  end
  if room == "geo" and to and STEP[to] and to ~= "geo" and not GEO_MAY[inc]
    and not path:find "spatial_sym" and not path:find "/tool_path" and STEP[to] < STEP.geo then
    complain("%s:%d: geo never allocates: it may not include %s", path, lineno, inc)
  end
  local file = inc and inc:match "[^/]*$" or ""
  if STEP[room] < STEP.bindings and (file:find "^lua" or file == "lauxlib.h") then
    complain("%s:%d: lua.h stays in bindings", path, lineno)
  end
end

local ALLOC = { "malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "strdup",
  "strndup" }

-- what prints, ends the process, jumps out of it, reads the environment or the locale
local NEVER = { "printf", "vprintf", "puts", "putchar", "perror", "exit", "_exit", "_Exit",
  "quick_exit", "abort", "getenv", "secure_getenv",
  "setjmp", "longjmp", "setlocale", "uselocale", "strerror", "strcoll", "tolower", "toupper",
  "signal", "sigaction", "raise", "system" }

local function check_line(path, lineno, room, line)
  check_include(path, lineno, room, line)
  local code = line:gsub('"[^"]*"', '""'):gsub("//.*", ""):gsub("/%*.-%*/", ""):gsub("^%s*%*.*", "")
  if STEP[room] <= STEP.bindings and path ~= "core/base/mem.c" then
    for _, f in ipairs(ALLOC) do
      if code:find("%f[%w_]" .. f .. "%f[^%w_]") then
        complain("%s:%d: %s belongs to core/base/mem.c", path, lineno, f)
      end
    end
    if code:find "%f[%w_]free%s*%(" then
      complain("%s:%d: free belongs to core/base/mem.c", path, lineno)
    end
  end
  if STEP[room] < STEP.bindings then
    for _, f in ipairs(NEVER) do
      if code:find("%f[%w_]" .. f .. "%s*%(") then
        complain("%s:%d: core never calls %s", path, lineno, f)
      end
    end
    for _, name in ipairs { "stdin", "stdout", "stderr", "environ" } do
      if code:find("%f[%w_]" .. name .. "%f[^%w_]") then
        complain("%s:%d: core knows no %s", path, lineno, name)
      end
    end
  end
  if line:find("\t") then complain("%s:%d: a tab", path, lineno) end
  if line:find("%s$") then complain("%s:%d: trailing space", path, lineno) end
end

local function check_sign(path, first)
  local file = path:match("([^/]+)$"):gsub("%p", "%%%0")
  if not (first or ""):find("^/%* " .. file .. " %- %S") then
    complain("%s:1: the first line must be  /* %s - what lives here", path, path:match("([^/]+)$"))
  end
end

-- a header of core is one of C++ too: what it declares stands between LIA_C_BEGIN and LIA_C_END,
-- its includes before them. Texts and words of algorithms are for the inside
local function check_extern(path, text)
  if not path:find "^core/[^/]+/[^/]+%.h$" or path:find "_text%.h$" or path:find "/spatial_"
    or path == "core/num/lanes.h" or path == "core/base/extern.h"
    or path == "core/io/liaison.h" then
    return
  end
  local code = text:gsub("/%*.-%*/", ""):gsub("//[^\n]*", "")
  local from, to = code:find "\nLIA_C_BEGIN\n", code:find "\nLIA_C_END\n"
  if not from or not to then
    return complain("%s: what it declares stands between LIA_C_BEGIN and LIA_C_END", path)
  end
  if code:sub(from, to):find "#%s*include%s*<" then
    complain("%s: headers of the system are included before LIA_C_BEGIN", path)
  end
  local before = code:sub(1, from):gsub("#[^\n]*\\\n[^\n]*", ""):gsub("#[^\n]*", "")
  if before:find "%S" or code:sub(to + 10):gsub("#%s*endif", ""):find "%S" then
    complain("%s: something is declared outside LIA_C_BEGIN and LIA_C_END", path)
  end
end

-- ---- modules stand on each other one way ----

-- which modules a module includes or requires: of C a header with the file of its name
local includes, requires = {}, {}

local function note(graph, from, to)
  if from == to then return end
  graph[from] = graph[from] or {}
  graph[from][to] = true
end

local function sorted(set)
  local list = {}
  for key in pairs(set) do list[#list + 1] = key end
  table.sort(list)
  return list
end

-- complain about each way that comes back to where it began
local function check_rounds(graph, verb)
  local state, way = {}, {}
  local function visit(module)
    state[module] = "open"
    way[#way + 1] = module
    for _, other in ipairs(sorted(graph[module] or {})) do
      if state[other] == "open" then
        local from = #way
        while way[from] ~= other do from = from - 1 end
        local round = table.concat(way, " -> ", from) .. " -> " .. other
        complain("%s %s itself: %s", other, verb, round)
      elseif not state[other] then
        visit(other)
      end
    end
    way[#way] = nil
    state[module] = "done"
  end
  for _, module in ipairs(sorted(graph)) do
    if not state[module] then visit(module) end
  end
end

local function note_include(path, line)
  local header = line:match '^%s*#%s*include%s*"([^"]+)"'
  if not header then return end
  local place = header:find "^bindings/" and header or "core/" .. header
  note(includes, (path:gsub("%.%a+$", "")), (place:gsub("%.%a+$", "")))
end

local seen = {}
local function check_name(path)
  local stem = path:gsub("%.[ch]$", ""):gsub("%.def$", "")
  local name = stem:match("([^/]+)$")
  local other = seen[name]
  if other and other.stem ~= stem then
    complain("%s: file name already used by %s", path, other.path)
  end
  seen[name] = other or { stem = stem, path = path }
end

local list = io.popen("find core bindings tests -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort")
for path in list:lines() do
  local room = path:match("^core/([^/]+)/") or path:match("^([^/]+)/")
  if not STEP[room] then complain("%s: no such room as '%s'", path, room) end
  check_name(path)
  local whole = assert(io.open(path))
  check_extern(path, whole:read "*a")
  whole:close()
  local lineno = 0
  for line in io.lines(path) do
    lineno = lineno + 1
    if lineno == 1 then check_sign(path, line) end
    if STEP[room] then check_line(path, lineno, room, line) end
    if path:find "^core/" or path:find "^bindings/" then note_include(path, line) end
  end
end
list:close()

-- ---- the Lua half: what Lua 5.4 leaves to the locale ----

local function long_end(text, at)
  local equals = text:match("^%[(=*)%[", at)
  if not equals then return nil end
  local _, stop = text:find("]" .. equals .. "]", at, true)
  return stop or #text
end

local function quoted_end(text, at)
  local quote = text:sub(at, at)
  local k = at + 1
  while k <= #text and text:sub(k, k) ~= quote do k = k + (text:sub(k, k) == "\\" and 2 or 1) end
  return k
end

-- the file with comments gone and every text as \1k\2, where list[k] is what it says: brackets in
-- what is left are brackets
local function bared(text)
  local out, texts, at = {}, {}, 1
  while at <= #text do
    local c = text:sub(at, at)
    local stop
    if text:find("^%-%-", at) then
      local last = long_end(text, at + 2) or (text:find("\n", at, true) or #text + 1) - 1
      out[#out + 1] = text:sub(at, last):gsub("[^\n]", "")
      at = last + 1
    else
      if c == '"' or c == "'" then
        stop = quoted_end(text, at)
      elseif c == "[" then
        stop = long_end(text, at)
      end
      if stop then
        local said = text:sub(at, stop)
        texts[#texts + 1] = said
        out[#out + 1] = "\1" .. #texts .. "\2" .. said:gsub("[^\n]", "")
      else
        out[#out + 1] = c
      end
      at = (stop or at) + 1
    end
  end
  return table.concat(out), texts
end

-- does one of the texts in this piece ask for a number with a fraction?
local function prints_fractions(piece, texts)
  for k in piece:gmatch "\1(%d+)\2" do
    if texts[tonumber(k)]:gsub("%%%%", ""):find "%%[-+ #0]*%d*%.?%d*[aAeEfFgG]" then return true end
  end
  return false
end

-- where the bracket that closes before `at` was opened
local function opening(code, at)
  local depth = 0
  for k = at, 1, -1 do
    local c = code:sub(k, k)
    if c == ")" then depth = depth + 1 elseif c == "(" then depth = depth - 1 end
    if depth == 0 then return k end
  end
  return 1
end

local function check_lua(path, text)
  local code, texts = bared(text)
  local function complain_at(at, ...)
    local _, line = code:sub(1, at):gsub("\n", "")
    complain("%s:%d: %s", path, line + 1, string.format(...))
  end
  for at in code:gmatch "()%)%s*:%s*format%s*%(" do
    if prints_fractions(code:sub(opening(code, at), at), texts) then
      complain_at(at, "numbers with fractions are printed by kit.format: Lua asks the locale")
    end
  end
  for at, piece in code:gmatch "()%f[%w_]string%s*%.%s*format%s*(%b())" do
    if prints_fractions(piece, texts) then
      complain_at(at, "numbers with fractions are printed by kit.format: Lua asks the locale")
    end
  end
  for at in code:gmatch "()%f[%w_]table%s*%.%s*sort%s*%([%w_%.]*%)" do
    complain_at(at, "kit.sort puts texts in one order: Lua asks the locale")
  end
  for at, name in code:gmatch "():%s*([lu][op][wp]er)%s*%(%s*%)" do
    complain_at(at, "kit.%s changes letters: Lua asks the locale", name)
  end
  for at, name in code:gmatch "()%f[%w_]string%s*%.%s*([lu][op][wp]er)%f[^%w_]" do
    complain_at(at, "kit.%s changes letters: Lua asks the locale", name)
  end
  for at in code:gmatch "()%f[%w_]setlocale%f[^%w_]" do
    complain_at(at, "the locale is the host's")
  end
  for at in code:gmatch "()%f[%w_]package%s*%.%s*loaded%s*%b[]%s*=%f[^=]" do
    complain_at(at, "require says what is loaded: what two modules need of each other stands below")
  end
  local own = path:gsub("^lib/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")
  for k, behind in code:gmatch "%f[%w_]require%s*%(?%s*\1(%d+)\2%s*(%.?)" do
    if behind == "" then note(requires, own, (texts[tonumber(k)]:gsub("^.(.*).$", "%1"))) end
  end
end

local scripts = io.popen("find lib -name '*.lua' ! -name meta.lua 2>/dev/null | LC_ALL=C sort")
for path in scripts:lines() do
  local file = assert(io.open(path))
  check_lua(path, file:read "*a")
  file:close()
end
scripts:close()

check_rounds(includes, "includes")
check_rounds(requires, "requires")

io.stderr:write(string.format("layers: %d includes between rooms, %d complaints\n", crossings, bad))
os.exit(bad == 0 and 0 or 1)
