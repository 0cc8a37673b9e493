-- mutate.lua - change the sources one token at a time and report which changes the tests miss (make
-- mutate)
--
-- make mutate FILE=core/geo/rot.h [N=100 SEED=1] [TESTS='rot/* frame/*'] [MIN=95] [JOBS=2]
-- [TIMEOUT=10] [LIST=1]
-- make mutate SAMPLE=300 SEED=1    so many of all of core, bindings and lib: lines drawn by a hash
--                                  of their text, which other changes do not move, a
--                                  change on each
-- make mutate AT='core/con/constrained_tree.c:145 lib/liaison/show/view.lua:22'
--                                  all changes on these lines
-- make mutate UNREACHED=1          changes nothing: prints the lines that no test reaches
--
-- C and Lua: operators, constants, signs, indices, conditions, statements left out. The real files
-- are never touched: mutants live in copies under build/mutate (mutate/tree.lua; one run at a time
-- in one BUILD). What every test reaches is measured first (mutate/reach.lua) and kept, so that a
-- mutant meets the tests that reach its line, those of its own name and the quick ones first, until
-- one fails; then, where the line is no code of its own but a table or a macro (ALL=1: always), all
-- others. What survives these and is not declared meets all that reach it once more under ASan and
-- UBSan, as in `make check`. TESTS= runs these C suites only. A mutant whose optimised machine code
-- is that of the original is no change at all and is not counted. A run that was interrupted goes
-- on where it was (AGAIN=1: the survivors only, once more); what it found is in build/mutate/found.
--
-- A mutant no test could kill is declared in tests/mutants/<stem>.txt (of Lua: <stem>.lua.txt),
-- three lines each, in the words of the report:
--     at      if (c > 0 && s > 0)
--     change  > -> >=
--     why     at 0 both branches give the same angle
-- 'at' is any part of the source line; 'change  2: > -> >=' means the second place on that line
-- where the change is possible. A declaration that no line of the file matches any more is told,
-- and so is one whose mutant was killed.

package.path = "scripts/dev/?.lua;" .. package.path
local kit = require "mutate.kit"
local declared = require "mutate.declared"
local tree = require "mutate.tree"
local reach = require "mutate.reach"

local FILE, AT, TESTS = kit.setting "FILE" or arg[1], kit.setting "AT", kit.setting "TESTS"
local SAMPLE, N, SEED, MIN = kit.number "SAMPLE", kit.number "N", kit.number("SEED", 1),
  kit.number("MIN", 95)
local JOBS, TIMEOUT = kit.number("JOBS", 2), kit.number("TIMEOUT", 5)
local AGAIN, ALL = kit.setting "AGAIN", kit.setting "ALL"

---- what is changed -------------------------------------------------------------------------------

local FILES = "find core bindings lib -name '*.[ch]' -o -name '*.def' -o -name '*.lua' ! "
  .. "-name meta.lua | LC_ALL=C sort"

local known = {} -- file -> { text, lines, mutants, declared, by_line }
local function look_at(file)
  if known[file] then return known[file] end
  local text = kit.read(file) or kit.die("no such file: %s", file)
  local f = { name = file, text = text, source = kit.source_lines(text), by_line = {},
    declared = declared.read(file) }
  f.mutants = require(file:find "%.lua$" and "mutate.readlua" or "mutate.readc")(text)
  declared.number_places(f.mutants)
  for _, m in ipairs(f.mutants) do
    m.file, m.f = file, f
    f.by_line[m.line] = f.by_line[m.line] or {}
    table.insert(f.by_line[m.line], m)
  end
  known[file] = f
  return f
end

-- a number for a text, the same on every Lua: products stay below 2^53
local function hash(text)
  local h = 5381
  for i = 1, #text do h = (h * 65599 + text:byte(i)) % 4294967291 end
  return h
end

-- all lines of the house in an order that is a lot: by a hash of what stands on them, so that a
-- line keeps its place where others change or move to another file
local function shuffled(seed)
  local places, seen = {}, {}
  for _, file in ipairs(kit.lines_of(FILES)) do
    for line, text in ipairs(kit.source_lines(kit.read(file))) do
      local bare = text:gsub("%s+", " ")
      seen[bare] = (seen[bare] or 0) + 1
      places[#places + 1] = { file, line,
        hash = hash(("%s %d %s"):format(seed, seen[bare], bare)) }
    end
  end
  table.sort(places, function(a, b)
    if a.hash ~= b.hash then return a.hash < b.hash end
    return a[1] < b[1]
  end)
  return places
end

-- the first n of these that can be changed, each with one of its changes
local function draw(n, seed)
  local list = {}
  for _, place in ipairs(shuffled(seed)) do
    if #list == n then break end
    local here = look_at(place[1]).by_line[place[2]]
    if here then list[#list + 1] = here[math.floor(place.hash / 256) % #here + 1] end
  end
  return list
end

local function named_lines(text)
  local list = {}
  for file, line in text:gmatch "(%S+):(%d+)" do
    for _, m in ipairs(look_at(file).by_line[tonumber(line)] or {}) do list[#list + 1] = m end
  end
  return list
end

local function choose()
  if SAMPLE then return draw(SAMPLE, SEED) end
  if AT then return named_lines(AT) end
  if not FILE then kit.die "say which file, FILE=core/geo/rot.h, or how many of all, SAMPLE=300" end
  local f = look_at(FILE)
  declared.tell_strays(f.declared, FILE, f.mutants, f.source)
  local all = {}
  for k, m in ipairs(f.mutants) do all[k] = m end
  return N and kit.sample(all, N, SEED) or all
end

-- what is no change at all: the same byte code
local function same_code(m)
  if not m.file:find "%.lua$" then return false end
  local text = m.f.text
  local was, is = load(text), load(m.text)
  if not is then return nil end
  return string.dump(was, true) == string.dump(is, true)
end

---- a mutant's run --------------------------------------------------------------------------------

-- prints one line: K, T (by time-out) and who killed it, S survived, E the same machine code, N
-- does not compile
local HEAD = [[
cd '%s/slot'"$((LANE + 1))" || exit 1
%s
exec 2> build/err
restore() { cp -p '%s/tree/%s' '%s'; %s }
killed_by() { # the exit code, who it was
  case $1 in 0) return ;; 124 | 137) echo "T $2" ;; *) echo "K $2" ;; esac
  exit
}
trap restore EXIT
cp '%s/found/%s.new' '%s'
]]

local function seconds(ms) return math.ceil(TIMEOUT + ms / 100) end -- ten times as long, and a bit

-- tests in turn, C suites that follow each other in one process
local function run_tests(list, lines, kinds)
  local k = 1
  while k <= #list do
    local test = list[k].test
    if test.kind == "c" and kinds.c then
      local globs, ms = {}, 0
      while list[k] and list[k].test.kind == "c" do
        globs[#globs + 1], ms = ("'%s/*'"):format(list[k].test.name), ms + list[k].test.ms
        k = k + 1
      end
      lines[#lines + 1] =
        ("timeout -k 1 %d build/unit %s > build/log 2>&1\nkilled_by $? \"$(grep "
        .. "'^[a-z_0-9]*/[a-z_0-9]*$' build/log | tail -1)\"")
        :format(seconds(ms), table.concat(globs, " "))
    else
      if test.kind == "lua" and kinds.lua then
        lines[#lines + 1] =
          ("timeout -k 1 %d %s > build/log 2>&1\nkilled_by $? %s"):format(seconds(test.ms),
          reach.lua_command(test.file), test.name)
      end
      k = k + 1
    end
  end
end

local function of_kind(list, kind)
  local out = {}
  for _, x in ipairs(list) do if x.test.kind == kind then out[#out + 1] = x end end
  return out
end

local function script_of(m, id)
  local c = not m.file:find "%.lua$" and tree.compile(m.file, "base")
  local lines = { HEAD:format(tree.root, reach.environment, tree.root, m.file, m.file,
    c and "ln -sf '" .. tree.root .. "/tree/base/unit' build/unit; ln -sf '" .. tree.root
    .. "/tree/base/" .. tree.lua .. "/liaison/core.so' build/" .. tree.lua
      .. "/liaison/core.so; touch -r Makefile '" .. m.file .. "';" or ":;", tree.root, id, m.file) }
  local function add(text) lines[#lines + 1] = text end
  if c then
    add(tree.probe(m.file))
    add(c.compile)
  end
  add "ulimit -v 8000000"
  if TESTS then
    add(c.unit)
    add(("timeout -k 1 60 build/unit %s > build/log 2>&1\nkilled_by $? TESTS")
      :format(TESTS:gsub("%S+", "'%0'")))
  else
    for _, stage in ipairs((ALL or m.macro or not m.code) and { "fitting", "rest" }
      or { "fitting" }) do
      if c and stage == "fitting" and m.file:find "^core/" then add(c.unit) end
      run_tests(of_kind(m[stage], "c"), lines, { c = true })
      if c and stage == "fitting" then add(c.module) end
      run_tests(of_kind(m[stage], "lua"), lines, { lua = true })
    end
  end
  add "echo S"
  return table.concat(lines, "\n") .. "\n"
end

-- under the sanitizers, a report is a kill: what reaches it, C suites first
local function sanitized_script(m, id)
  local c = tree.compile(m.file, "san")
  local lines = { HEAD:format(tree.root, reach.environment, tree.root, m.file, m.file,
    "ln -sf '" .. tree.root .. "/tree/base/unit' build/unit; ln -sf '"
    .. tree.root .. "/tree/base/" .. tree.lua .. "/liaison/core.so' build/" .. tree.lua
    .. "/liaison/core.so;", tree.root, id, m.file), c.compile }
  local function add(text) lines[#lines + 1] = text end
  add [[
rm -f build/report.*
export UBSAN_OPTIONS="log_path='$PWD/build/report'"
export ASAN_OPTIONS="log_path='$PWD/build/report':detect_leaks=1:allocator_may_return_null=1"
reported() { ls build/report.* > /dev/null 2>&1 && killed_by 1 "$1, a sanitizer"; }]]
  local suites, lua = of_kind(m.fitting, "c"), of_kind(m.fitting, "lua")
  if #suites > 0 then
    local globs = {}
    for k, x in ipairs(suites) do globs[k] = ("'%s/*'"):format(x.test.name) end
    add(c.unit)
    add(("timeout -k 1 300 build/unit %s > build/log 2>&1\nkilled_by $? 'C tests, "
      .. "sanitized'\nreported 'C tests'"):format(table.concat(globs, " ")))
  end
  if #lua > 0 then
    add(c.module)
    local cc = os.getenv "CC" or "gcc"
    add("export ASAN_OPTIONS=\"log_path='$PWD/build/report':allocator_may_return_null=1:"
      .. "detect_leaks=0\" FUZZ_CALLS=40 FUZZ_SECONDS=0.1 OOM_MOST=20")
    add(("libs=\"$(%s -print-file-name=libasan.so) $(%s -print-file-name=libubsan.so)\"")
      :format(cc, cc))
    for k, x in ipairs(lua) do
      if k <= 12 and x.test.ms < 3000 then
        add(("timeout -k 1 %d %s > build/log 2>&1\nreported %s"):format(10 * seconds(x.test.ms),
          (reach.lua_command(x.test.file):gsub("^env", "env LD_PRELOAD=\"$libs\"")), x.test.name))
      end
    end
  end
  add "echo S"
  return table.concat(lines, "\n") .. "\n"
end

---- all of them -----------------------------------------------------------------------------------

local FOUND = tree.home .. "/found"

local function name_of(m) return ("%s:%d: %s"):format(m.file, m.line, declared.change(m)) end

-- verdicts of an earlier run on the same sources: those of mutants killed stay, AGAIN or not
local function read_earlier(list, key)
  local path, earlier = FOUND .. "/log", {}
  local lines = kit.source_lines(kit.read(path) or "")
  if lines[1] ~= key then
    kit.write(path, key .. "\n")
    return
  end
  for _, line in ipairs(lines) do
    local letter, by, what = line:match "^(%u)\t([^\t]*)\t(.*)$"
    if letter then earlier[what] = { letter, by } end
  end
  for _, m in ipairs(list) do
    local e = earlier[name_of(m)]
    if e and not (AGAIN and e[1] == "S") then m.verdict, m.by = e[1], e[2] end
  end
end

local function run(list, make_script, done)
  local jobs = {}
  for k, m in ipairs(list) do
    local id = ("%04d"):format(k)
    m.text = m.text or m.f.text:sub(1, m.from - 1) .. m.new .. m.f.text:sub(m.to + 1)
    kit.write(("%s/%s.new"):format(FOUND, id), m.text)
    kit.write(("%s/%s.sh"):format(FOUND, id), ("verdict=$(%s)\necho \"%s $verdict\"\n"):format(
      ("sh '%s/found/%s.run'"):format(tree.root, id), id))
    kit.write(("%s/%s.run"):format(FOUND, id), make_script(m, id))
    jobs[k] = ("%s/%s.sh"):format(FOUND, id)
  end
  if #jobs == 0 then return end
  kit.write(FOUND .. "/jobs", table.concat(jobs, "\n") .. "\n")
  local pipe =
    io.popen(("xargs -P %d --process-slot-var=LANE -n 1 sh < '%s/jobs' 2> '%s/said'"):format(JOBS,
    FOUND, FOUND))
  for line in pipe:lines() do
    local id, letter, by = line:match "^(%d+) (%u) ?(.*)$"
    if not id then
      kit.die("the run ended without a verdict: '%s' (%s/*.run, slot*/build/err)", line, FOUND)
    end
    done(list[tonumber(id)], letter, by)
  end
  pipe:close()
end

local function room_of(file) return file:match "^core/([^/]+)/" or file:match "^[^/]+" end

local function report(list)
  local rooms, order, total = {}, {}, { killed = 0, survived = 0 }
  for _, m in ipairs(list) do
    local name = room_of(m.file)
    if not rooms[name] then
      rooms[name] = { killed = 0, survived = 0, explained = 0, same = 0, late = 0, broken = 0 }
      order[#order + 1] = name
    end
    local r = rooms[name]
    if m.verdict == "K" or m.verdict == "T" then r.killed, total.killed = r.killed + 1,
      total.killed + 1
    elseif m.verdict == "S" then r.survived, total.survived = r.survived + 1, total.survived + 1
    elseif m.verdict == "D" then r.explained = r.explained + 1
    elseif m.verdict == "E" then r.same = r.same + 1
    else r.broken = r.broken + 1 end
    if m.verdict == "T" then r.late = r.late + 1 end
  end
  table.sort(order)
  print(("%-10s %7s %9s %7s %10s %10s %13s"):format("room", "killed", "time-out", "missed",
    "explained", "same code", "not compiling"))
  for _, name in ipairs(order) do
    local r = rooms[name]
    print(("%-10s %7d %9d %7d %10d %10d %13d"):format(name, r.killed, r.late, r.survived,
      r.explained, r.same, r.broken))
  end
  return total
end

-- every line of the Lua half on which there is something to change
local function lua_lines()
  local out = {}
  for _, file in ipairs(kit.lines_of "find lib -name '*.lua' ! -name meta.lua") do
    for line in pairs(look_at(file).by_line) do out[#out + 1] = { file, line } end
  end
  return out
end

if kit.setting "UNREACHED" then
  tree.build(JOBS)
  reach.measure(JOBS)
  reach.tell_unreached(lua_lines())
  os.exit(0)
end

local mutants = choose()
if kit.setting "LIST" then
  for _, m in ipairs(mutants) do print(name_of(m)) end
  os.exit(0)
end
if #mutants == 0 then kit.die "there is nothing to change" end

tree.build(JOBS)
reach.measure(JOBS)
reach.find(mutants)
kit.sh("mkdir -p '%s'", FOUND)
read_earlier(mutants, tree.fingerprint "find core bindings lib")

local todo, count, shown = {}, 0, os.time()
for _, m in ipairs(mutants) do
  m.text = m.f.text:sub(1, m.from - 1) .. m.new .. m.f.text:sub(m.to + 1)
  local same = same_code(m)
  if not m.verdict and same == nil then m.verdict = "N"
  elseif not m.verdict and same then m.verdict = "E" end
  m.why = declared.reason(m.f.declared, m, m.f.source)
  if not m.verdict then todo[#todo + 1] = m end
end

local function keep(m, letter, by)
  m.verdict, m.by = letter, by
  kit.append(FOUND .. "/log", ("%s\t%s\t%s"):format(letter, by, name_of(m)))
end

kit.say("%d changes, %d to be run on %d processors", #mutants, #todo, JOBS)
run(todo, script_of, function(m, letter, by)
  keep(m, letter, by)
  count = count + 1
  if letter == "S" then kit.say("  survives: %s%s", name_of(m), m.why and " (explained)" or "") end
  if os.time() - shown < 30 then return end
  kit.say("  %d of %d", count, #todo)
  shown = os.time()
end)

-- what is declared is believed; the rest once more under the sanitizers
local survivors, later = {}, {}
for _, m in ipairs(mutants) do
  if m.verdict == "S" and m.why then m.verdict = "D"
  elseif m.verdict == "S" and m.by ~= "sanitized"
    and not m.file:find "%.lua$" then later[#later + 1] = m end
end
if #later > 0 and not TESTS then
  kit.say("%d survivors once more under the sanitizers", #later)
  tree.build_sanitized()
  run(later, sanitized_script,
    function(m, letter, by) keep(m, letter, letter == "S" and "sanitized" or by) end)
end
for _, m in ipairs(mutants) do if m.verdict == "S" then survivors[#survivors + 1] = m end end

for _, m in ipairs(mutants) do
  if m.verdict == "D" then print(("explained  %s (%s)"):format(name_of(m), m.why)) end
end
for _, m in ipairs(survivors) do
  print(("---- %s:%d, %s"):format(m.file, m.line, declared.path(m.file)))
  print(declared.form(m, m.f.source, m.reached and "reached by tests" or "no test reaches it"))
end
if FILE and not N then
  for _, d in ipairs(look_at(FILE).declared) do
    if d.here and not d.used then
      kit.say("%s: no survivor '%s' at '%s' any more", declared.path(FILE), d.change, d.at)
    end
  end
end

local total = report(mutants)
local counted = total.killed + total.survived
local score = counted > 0 and 100 * total.killed / counted or 100
print(("%d mutants, %d killed, %d survived: %.1f %% killed, at least %g %% wanted"):format(#mutants,
  total.killed, total.survived, score, MIN))
os.exit(score >= MIN and 0 or 1)
