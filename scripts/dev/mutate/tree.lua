-- tree.lua - the copies of the house that mutants live in: what is built once, what sees a file,
-- how a changed one is compiled
--
-- build/mutate/tree holds the sources and what is built of them: base/ as it is, cover/ tells what
-- is reached, san/ is under the sanitizers. build/mutate/slot1, slot2 .. are copies of the sources
-- in which one mutant at a time is planted; what they have in build/ is linked from base/ and the
-- objects of the mutant.
local kit = require "mutate.kit"
local tree = {}

local CC, CFLAGS, LIBS = os.getenv "CC" or "gcc", os.getenv "CFLAGS" or "",
  os.getenv "LIBS" or "-lm"
local HOME = (os.getenv "BUILD" or "build") .. "/mutate"
local LUA = "lua5.4"

tree.home, tree.lua = HOME, LUA
tree.root = kit.lines_of "pwd"[1] .. "/" .. HOME

-- a number for the text of all files a find command lists
function tree.fingerprint(find)
  return kit.lines_of(
    ("%s -type f ! -name meta.lua -exec cksum {} + | LC_ALL=C sort -k3 | cksum"):format(find))[1]
end

---- copies ----------------------------------------------------------------------------------------

local function copy_sources(folder)
  kit.sh("mkdir -p '%s' && cd '%s' && rm -rf core bindings lib scripts tests", folder, folder)
  kit.sh("sh scripts/dev/copy.sh '%s'", folder)
end

-- a copy of the sources with an empty build/, that knows this Lua only
local function make_slot(name, module)
  local folder = HOME .. "/" .. name
  copy_sources(folder)
  kit.sh("rm -rf '%s/build' && mkdir -p '%s/build/%s/liaison' '%s/build/home' '%s/build/obj'",
    folder, folder, LUA, folder, folder)
  kit.sh("ln -sf '%s/tree/%s/%s/liaison/core.so' '%s/build/%s/liaison/core.so'", tree.root, module,
    LUA, folder, LUA)
  kit.sh("ln -sf '%s/tree/base/%s/oom' '%s/build/%s/oom'", tree.root, LUA, folder, LUA)
  return folder
end

---- what is built once ----------------------------------------------------------------------------

local function list(command) return table.concat(kit.lines_of(command), " ") end

local UNIT = "ls tests/unit/test_*.c tests/laws/*.c tests/oracle/*.c"
local function objects(build, command)
  return list(("%s | sed 's|\\.c$|.o|; s|^|%s/|'"):format(command, build))
end

local MAKE = "env -u CFLAGS -u MAKEFLAGS -u MFLAGS %s -s -j%d -C '%s/tree' BUILD=%s CC='%s' "
  .. "OPT='%s' SAN='%s' WARN=-w LUAS=%s %s %s > '%s/%s.txt' 2>&1"

local function make(build, cc, opt, san, settings, goals)
  local ok = kit.sh(MAKE, os.getenv "MAKE" or "make", kit.number("JOBS", 2), HOME, build, cc, opt,
    san, LUA, settings, goals, HOME, build)
  if not ok then kit.die("the tree does not build, see %s/%s.txt", HOME, build) end
end

-- the engine, the module and every C test, with Criterion's words for mutants
local function build_tests(build, opt, san)
  local goals =
    ("%s/libliaison.a %s/%s/liaison/core.so %s/%s/oom %s/tests/mutants/main.o "):format(build,
    build, LUA, build, LUA, build)
  make(build, CC .. " -Itests/mutants", opt, san, "", goals .. objects(build, UNIT))
end

local function link_unit(out, objects_and_libraries)
  return ("%s -o %s %s %s"):format(CC, out, objects_and_libraries, LIBS)
end

-- the engine and the module with tests/mutants/cover.c in them
local function build_cover()
  local here = HOME .. "/tree/cover"
  kit.sh("mkdir -p %s && %s -O1 -fPIC -c -o %s/cover.o tests/mutants/cover.c", here, CC, here)
  kit.sh("%s -O1 -fPIC -shared -DCOVER_LUA $(pkg-config --cflags %s) -o %s/hook.so "
    .. "tests/mutants/cover.c", CC, LUA, here)
  make("cover", CC, "-O1 -g -fno-inline -fsanitize-coverage=trace-pc", "",
    ("LIBS='cover/cover.o %s'"):format(LIBS),
    ("cover/libliaison.so cover/%s/liaison/core.so"):format(LUA))
  kit.sh("ln -sf libliaison.so %s/libliaison.so.0", here) -- by the name it calls itself
  local parts =
    ("base/tests/mutants/main.o %s cover/libliaison.so -Wl,-rpath,'%s/tree/cover'")
      :format(objects("base", UNIT), tree.root)
  kit.sh("cd %s/tree && %s", HOME, link_unit("cover/unit", parts))
end

-- everything the runs start from; slots for so many at once
function tree.build(slots)
  if not kit.sh("command -v %s > /dev/null", LUA) then
    kit.die("mutants are run on %s, which is not here", LUA)
  end
  kit.say("building the tree in %s/tree", HOME)
  copy_sources(HOME .. "/tree")
  build_tests("base", "-O1", "")
  kit.sh("cd %s/tree && %s", HOME,
    link_unit("base/unit", "base/tests/mutants/main.o " .. objects("base", UNIT)
    .. " base/libliaison.a"))
  build_cover()
  for k = 1, slots do
    local folder = make_slot("slot" .. k, "base")
    kit.sh("ln -sf '%s/tree/base/unit' '%s/build/unit'", tree.root, folder)
    folder = make_slot("cover" .. k, "cover")
    kit.sh("rm -f '%s/build/%s/oom'; ln -sf '%s/tree/cover/unit' '%s/build/unit'", folder, LUA,
      tree.root, folder)
  end
end

-- once more under the sanitizers, for what survives
function tree.build_sanitized() build_tests("san", "-O1 -g", "address,undefined") end

---- what sees a file, and how it is compiled again ------------------------------------------------

local sees -- file -> { sources whose objects depend on it }

local function read_dependencies()
  sees = {}
  for _, d in ipairs(kit.lines_of(("cd %s/tree/base && find . -name '*.d'"):format(HOME))) do
    local text = (kit.read(HOME .. "/tree/base/" .. d) or ""):gsub("\\\n", " ")
    local source = text:match "^[^:]*:%s*(%S+)"
    for file in text:match("^[^:]*:([^\n]*)"):gmatch "%S+" do
      sees[file] = sees[file] or {}
      if source ~= "tests/oom/oom.c" then table.insert(sees[file], source) end
    end
  end
end

local function flags_of(source)
  if source:find "^bindings/" then
    return "-fvisibility=hidden -I. $(pkg-config --cflags " .. LUA .. ")"
  end
  if source:find "^tests/" then return "-Itests -Itests/mutants" end
  return ""
end

local function object(source) return "build/obj/" .. source:gsub("[/.]", "_") .. ".o" end

-- shell lines that compile, in a slot, what sees this file and link it: { unit, module }; build is
-- base or san, in the tree
function tree.compile(file, build)
  if not sees then read_dependencies() end
  local san = build == "san"
    and "-fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=all" or ""
  local there, lines, unit, module = tree.root .. "/tree/", { "rm -f build/obj/*.o" }, {}, {}
  for _, source in ipairs(sees[file] or {}) do
    local o = object(source)
    lines[#lines + 1] = ("%s %s %s -O1 -w -Icore %s -c -o %s %s || { echo N; exit; }"):format(CC,
      CFLAGS, san, flags_of(source), o, source)
    local into = source:find "^bindings/" and { module } or source:find "^tests/" and { unit }
      or { unit, module }
    for _, l in ipairs(into) do l[#l + 1] = o end
  end
  local mine = {}
  for _, o in ipairs(unit) do mine[o] = true end
  -- the tests that do not see it, as they are
  for _, test in ipairs(kit.lines_of(("cd %s/tree && %s"):format(HOME, UNIT))) do
    if not mine[object(test)] then
      unit[#unit + 1] = ("%s%s/%s"):format(there, build, (test:gsub("%.c$", ".o")))
    end
  end
  unit[#unit + 1] = ("%s%s/tests/mutants/main.o %s%s/libliaison.a"):format(there, build, there,
    build)
  mine = {}
  for _, o in ipairs(module) do mine[o] = true end
  for _, source in ipairs(kit.lines_of(("cd %s/tree && ls bindings/*/*.c"):format(HOME))) do
    if not mine[object(source)] then
      module[#module + 1] = ("%s%s/%s/%s"):format(there, build, LUA, (source:gsub("%.c$", ".o")))
    end
  end
  module[#module + 1] = ("%s%s/libliaison.a"):format(there, build)
  local link = "rm -f %s; %s %s %s -o %s %s %s || { echo N; exit; }"
  return {
    compile = table.concat(lines, "\n"),
    unit = link:format("build/unit", CC, san, "", "build/unit", table.concat(unit, " "), LIBS),
    module = link:format("build/" .. LUA .. "/liaison/core.so", CC, san,
      "-shared -Wl,--exclude-libs,ALL",
      "build/" .. LUA .. "/liaison/core.so", table.concat(module, " "), LIBS),
    sources = sees[file] or {},
  }
end

-- shell lines that print E where the machine code of the planted file is that of the original: the
-- file alone, optimised, every inline function kept. None for what is a file only where it is
-- included
function tree.probe(file)
  if not file:find "%.[ch]$" or file:find "_text%.h$" then return "" end
  local there, source = tree.root .. "/tree/", file
  local write = ""
  if file:find "%.h$" then
    source = "build/probe.c"
    write = ("echo '#include \"%s\"' > build/probe.c\n"):format(file:gsub("^core/",
      ""):gsub("^bindings/", ""))
  end
  local compile =
    ("%s %s -O2 -w -fkeep-inline-functions -Icore %s -c -o build/%%s.o %%s"):format(CC, CFLAGS,
    flags_of(file))
  local original = file:find "%.h$" and "build/probe.c" or file
  return write .. "cp " .. file .. " build/mutant && cp '" .. there .. file .. "' " .. file .. "\n"
    .. compile:format("was", original)
    .. "\ncp build/mutant " .. file .. "\n" .. compile:format("is", source)
    .. "\ncmp -s build/was.o build/is.o && { echo E; exit; }"
end

return tree
