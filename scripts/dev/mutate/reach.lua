-- reach.lua - which tests reach a line: measured once for every test, by pieces of straight code in
-- C and by lines in Lua
--
-- Each C suite and each Lua test is run once as it is (it must pass; its time is kept) and once
-- with tests/mutants/cover.c. What it reached is kept in build/mutate/reach under a number for the
-- sources and the test, so that only what changed is run again.
local kit, tree = require "mutate.kit", require "mutate.tree"
local reach = {}

local HOME, LUA = tree.home, tree.lua
local tests -- { { id, kind = c|lua, name, ms, folder } .. }

---- running the tests -----------------------------------------------------------------------------

-- what a slot runs a Lua test with; scripts draw, too
function reach.lua_command(file)
  local pictures = file:find "^scripts/" and " --html --svg build/pictures/" or ""
  return ("env LUA_CPATH='build/%s/?.so' LUA_PATH='lib/?.lua;lib/?/init.lua;tests/lua/?.lua' "
    .. "LIAISON_BUILD=build LIAISON_LUA=%s %s %s%s")
    :format(LUA, LUA, LUA, file, pictures)
end

reach.environment = "mkdir -p build/pictures; export OPENBLAS_NUM_THREADS=1 "
  .. "HOME=\"$PWD/build/home\" XDG_CACHE_HOME=\"$PWD/build/home/cache\"\n"
  .. "unset LUA_INIT LUA_PATH LUA_CPATH ONLY LOCALE STRICT SAN FILE TESTS\n"

local function list_tests(sources)
  local list, common = {},
    tree.fingerprint "find tests/*.h tests/mutants tests/lua/t.lua tests/data tests/oom"
  local function add(kind, name, file, command)
    local own = kit.lines_of(("cksum < '%s'"):format(file))[1]
    local id = (kind .. "-" .. name):gsub("[^%w_.]", "-")
    local key = ("%s %s %s"):format(sources, common, own)
    list[#list + 1] = { id = id, kind = kind, name = name, file = file, key = key,
      command = command, folder = HOME .. "/reach/" .. id }
  end
  for _, file in ipairs(kit.lines_of "ls tests/unit/test_*.c tests/laws/*.c tests/oracle/*.c") do
    local text, done = kit.read(file), {}
    for _, pattern in ipairs { "%f[%w_]LIA_TEST%s*%(%s*([%w_]+)%s*,",
      "%f[%w_]Test%s*%(%s*([%w_]+)%s*," } do
      for suite in text:gmatch(pattern) do
        if not done[suite] then add("c", suite, file, ("build/unit '%s/*'"):format(suite)) end
        done[suite] = true
      end
    end
  end
  for _, file in ipairs(kit.lines_of "ls tests/lua/test_*.lua scripts/[0-9]*.lua") do
    add("lua", file, file, reach.lua_command(file))
  end
  return list
end

-- once as it is, in a slot of its own, then once more to see what it reaches: writes ok, ms,
-- reached and lines into its folder
local RUN = [[
cd '%s/slot'"$((LANE + 1))" || exit 1
%s
start=$(date +%%s%%N)
timeout -k 1 300 %s > build/log 2>&1
echo $? > '%s/code'
echo $((($(date +%%s%%N) - start) / 1000000)) > '%s/ms'
cp build/log '%s/log'
cd '%s/cover'"$((LANE + 1))" || exit 1
%s
export LIA_COVER='%s/raw'
export LUA_INIT="pcall(package.loadlib('%s/tree/cover/hook.so', 'luaopen_cover'))"
export FUZZ_CALLS=3 OOM_MOST=6
mkdir -p "$LIA_COVER"
timeout -k 1 600 %s > /dev/null 2>&1
cat "$LIA_COVER"/*.libliaison.so* "$LIA_COVER"/*.core.so 2> /dev/null |
  LC_ALL=C sort -u > '%s/reached'
cat "$LIA_COVER"/*.lines 2> /dev/null | LC_ALL=C sort -u > '%s/lines'
rm -rf "$LIA_COVER"
echo '%s'
]]

local function script_of(test)
  local there = tree.root .. "/reach/" .. test.id
  return RUN:format(tree.root, reach.environment, test.command, there, there, there, tree.root,
    reach.environment, there, tree.root,
    test.command, there, there, test.id)
end

local function run_missing(missing, lanes)
  local commands = {}
  for _, test in ipairs(missing) do
    kit.sh("rm -rf '%s' && mkdir -p '%s'", test.folder, test.folder)
    kit.write(test.folder .. "/run.sh", script_of(test))
    commands[#commands + 1] = test.folder .. "/run.sh"
  end
  kit.write(HOME .. "/reach/jobs", table.concat(commands, "\n") .. "\n")
  local lane = ("xargs -P %d --process-slot-var=LANE -n 1 sh < %s/reach/jobs 2> %s/reach/said")
    :format(lanes, HOME, HOME)
  local pipe, done = io.popen(lane), 0
  for _ in pipe:lines() do
    done = done + 1
    if done % 20 == 0 then kit.say("  %d of %d tests measured", done, #missing) end
  end
  pipe:close()
  for _, test in ipairs(missing) do kit.write(test.folder .. "/key", test.key) end
end

function reach.measure(lanes)
  local sources, missing = tree.fingerprint "find core bindings lib Makefile scripts/liaison", {}
  tests = list_tests(sources)
  for _, test in ipairs(tests) do
    local known = kit.read(test.folder .. "/key") == test.key
      and kit.read(test.folder .. "/code") == "0\n"
    if not known then missing[#missing + 1] = test end
  end
  if #missing > 0 then kit.say("measuring what %d tests reach", #missing) end
  if #missing > 0 then run_missing(missing, lanes) end
  local nothing = 0
  for _, test in ipairs(tests) do
    if kit.read(test.folder .. "/code") ~= "0\n" then
      kit.die("%s does not pass on the unchanged tree: %s/log", test.name, test.folder)
    end
    test.ms = tonumber(kit.read(test.folder .. "/ms"))
    if kit.read(test.folder .. "/reached") == "" then nothing = nothing + 1 end
  end
  if nothing > #tests / 4 then
    kit.die("%d of %d tests seem to reach nothing: see cover in %s/tree", nothing, #tests, HOME)
  end
end

---- from a line of C to the pieces of code that hold it -------------------------------------------

-- a module: { line[file:line] = { address .. }, piece = sorted begins of pieces, entry = sorted
-- begins of functions }
local function read_module(path)
  local m = { line = {}, piece = {}, entry = {} }
  local lines = ("objdump --dwarf=decodedline '%s' 2> /dev/null"):format(path)
  for _, row in ipairs(kit.lines_of(lines)) do
    local file, line, at = row:match "^(%S+%.%w+)%s+(%d+)%s+0x(%x+)"
    if file then
      local key = file .. ":" .. line
      m.line[key] = m.line[key] or {}
      table.insert(m.line[key], tonumber(at, 16))
    end
  end
  local calls = "objdump -d --no-show-raw-insn '%s' | grep -A1 'call.*sanitizer_cov_trace_pc' "
    .. "| grep -v 'call.*sanitizer_cov_trace_pc' | grep -o '^ *[0-9a-f]*:'"
  for _, row in ipairs(kit.lines_of(calls:format(path))) do
    m.piece[#m.piece + 1] = tonumber(row:match "%x+", 16)
  end
  for _, row in ipairs(kit.lines_of(("nm '%s' | grep -i ' t '"):format(path))) do
    m.entry[#m.entry + 1] = tonumber(row:match "^%x+", 16)
  end
  table.sort(m.piece)
  table.sort(m.entry)
  return m
end

-- the place of the last number in a sorted list that is not above x; 0 where all are
local function below(list, x)
  local a, b = 0, #list
  while a < b do
    local middle = math.floor((a + b + 1) / 2)
    if list[middle] <= x then a = middle else b = middle - 1 end
  end
  return a
end

local CALL = 5 -- bytes of the call that tells a piece; its own line begins there

-- the pieces that hold this line, and those before them in the same function; has the line code of
-- its own?
local function pieces(m, file, line)
  local exact, near = {}, {}
  local name = file:match "[^/]+$"
  local rows, own = m.line[name .. ":" .. line], true
  for up = 1, rows and 0 or 30 do
    rows, own = m.line[name .. ":" .. line - up], false
    if rows then break end
  end
  for _, at in ipairs(rows or {}) do
    local function_start = m.entry[below(m.entry, at)] or 0
    local k = below(m.piece, at + CALL)
    if k > 0 and m.piece[k] >= function_start then exact[m.piece[k]] = true end
    while k > 0 and m.piece[k] >= function_start do
      near[m.piece[k]] = true
      k = k - 1
    end
  end
  return exact, near, rows and own
end

---- which tests reach which of these lines --------------------------------------------------------

local function lookup_c(places)
  local core, module = read_module(HOME .. "/tree/cover/libliaison.so"),
    read_module(HOME .. ("/tree/cover/%s/liaison/core.so"):format(LUA))
  local wanted = { c = {}, lua = {} }
  local function want(kind, m, place)
    local exact, near, own = pieces(m, place.file, place.line)
    place.code = place.code or own
    for at in pairs(near) do
      wanted[kind][at] = wanted[kind][at] or {}
      table.insert(wanted[kind][at], { place = place, exact = exact[at] })
    end
  end
  for _, place in ipairs(places) do
    want("c", core, place)
    want("lua", module, place)
  end
  for _, test in ipairs(tests) do
    for row in io.lines(test.folder .. "/reached") do
      for _, hit in ipairs(wanted[test.kind][tonumber(row, 16)] or {}) do
        hit.place.near[test.id] = true
        if hit.exact then hit.place.exact[test.id] = true end
      end
    end
  end
end

-- lines of Lua: the line itself, and where it has no code of its own those before it
local function lookup_lua(places)
  local wanted = {}
  for _, place in ipairs(places) do
    place.code = true
    for up = 0, 12 do
      local key = ("%s:%d"):format(place.file, place.line - up)
      wanted[key] = wanted[key] or {}
      table.insert(wanted[key], { place = place, exact = up == 0 })
    end
  end
  for _, test in ipairs(tests) do
    for row in io.lines(test.folder .. "/lines") do
      for _, hit in ipairs(wanted[row] or {}) do
        hit.place.near[test.id] = true
        if hit.exact then hit.place.exact[test.id] = true end
      end
    end
  end
end

-- for each { file, line }: fitting = tests that reach it, the quickest first but those of its name
-- before all; rest = the others. code: the line is code, not a table or the body of a macro; then
-- no other test can see it
function reach.find(places)
  local c, lua = {}, {}
  for _, place in ipairs(places) do
    place.exact, place.near = {}, {}
    local into = place.file:find "%.lua$" and lua or c
    into[#into + 1] = place
  end
  if #c > 0 then lookup_c(c) end
  if #lua > 0 then lookup_lua(lua) end
  for _, place in ipairs(places) do
    local stem = kit.stem(place.file)
    local sees = next(place.exact) and place.exact or place.near
    place.fitting, place.rest, place.reached = {}, {}, next(place.exact) ~= nil
    for _, test in ipairs(tests) do
      local own = test.name == stem or test.name == "tests/lua/test_" .. stem .. ".lua"
      local useless = test.kind == "c" and not place.file:find "^core/"
      if not useless then
        table.insert((sees[test.id] or own) and place.fitting or place.rest,
          { test = test, first = own and 0 or 1 })
      end
    end
    local function sooner(a, b)
      if a.first ~= b.first then return a.first < b.first end
      return a.test.ms < b.test.ms or a.test.ms == b.test.ms and a.test.id < b.test.id
    end
    table.sort(place.fitting, sooner)
    table.sort(place.rest, sooner)
  end
end

---- what no test reaches --------------------------------------------------------------------------

local function all_reached(kind, file)
  local out = {}
  for _, test in ipairs(tests) do
    if not kind or test.kind == kind then
      for row in io.lines(test.folder .. "/" .. file) do out[row] = true end
    end
  end
  return out
end

-- lines of core (C tests or Lua tests) and of the bindings whose code no test enters: { [file] = {
-- [line] = true } }
local function unreached_c()
  local file_of, state = {}, {} -- of each line: true reached, false not
  for _, path in ipairs(kit.lines_of "find core bindings -name '*.[ch]' -o -name '*.def'") do
    file_of[path:match "[^/]+$"] = path
  end
  local modules = { c = HOME .. "/tree/cover/libliaison.so",
    lua = HOME .. ("/tree/cover/%s/liaison/core.so"):format(LUA) }
  for kind, path in pairs(modules) do
    local m, seen = read_module(path), all_reached(kind, "reached")
    for key, rows in pairs(m.line) do
      for _, at in ipairs(rows) do
        local k = below(m.piece, at + CALL)
        state[key] = state[key] or seen[("%x"):format(m.piece[k] or 0)] or false
      end
    end
  end
  local out = {}
  for key, reached in pairs(state) do
    local name, line = key:match "^(.*):(%d+)$"
    if not reached and file_of[name] then out[#out + 1] = { file_of[name], tonumber(line) } end
  end
  return out
end

-- lines of the Lua half that a change could stand on and that no test runs
local function unreached_lua(lines_with_changes)
  local seen, out = all_reached(nil, "lines"), {}
  for _, place in ipairs(lines_with_changes) do
    if not seen[place[1] .. ":" .. place[2]] then out[#out + 1] = place end
  end
  return out
end

-- prints them, file by file, with their text
function reach.tell_unreached(lines_with_changes)
  local list, source = unreached_c(), {}
  for _, place in ipairs(unreached_lua(lines_with_changes)) do list[#list + 1] = place end
  table.sort(list, function(a, b) return a[1] < b[1] or a[1] == b[1] and a[2] < b[2] end)
  for _, place in ipairs(list) do
    source[place[1]] = source[place[1]] or kit.source_lines(kit.read(place[1]))
    print(("%s:%d:%s"):format(place[1], place[2], source[place[1]][place[2]] or ""))
  end
end

return reach
