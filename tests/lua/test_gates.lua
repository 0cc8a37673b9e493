-- test_gates.lua - the runner of the tests itself: what is skipped, silent or misspelt in a small
-- house is counted as it is
local t = require "t"

local LUA = os.getenv "LIAISON_LUA" or (rawget(_G, "jit") and "luajit" or "lua5.4")

local function read(command)
  local p = assert(io.popen(command))
  local text = p:read "*a"
  p:close()
  return text
end

local here = read "pwd":gsub("\n$", "")
local room = read "mktemp -d":gsub("\n$", "")
local house = room .. "/a house"

local function put(path, text)
  os.execute(("mkdir -p '%s/%s'"):format(house, path:match "^(.*)/"))
  local f = assert(io.open(house .. "/" .. path, "w"))
  f:write(text)
  f:close()
end

-- a C program that says what Criterion says of three tests of the suites rot and text, one of them
-- skipped
local UNIT = [[#!/bin/sh
[ "$1" = --list ] && { echo "rot: 1 tests"; echo "text: 2 tests"; exit; }
echo 'skipped: text_comma: no locale' >&2
echo '[====] Synthesis: Tested: 3 | Passing: 3 | Failing: 0 | Crashing: 0'
]]

local KIT = "package.path = package.path .. ';" .. here
  .. "/tests/lua/?.lua'\nlocal t = require 't'\n"

-- the small house with these Lua tests: the exit code of its tests, what they say, the closing line
local function tests(files, settings)
  os.execute(("rm -rf '%s'"):format(house))
  os.execute(("mkdir -p '%s/tests/lua' '%s/scripts/dev' && cp '%s'/scripts/dev/*.sh "
    .. "'%s/scripts/dev'"):format(house, house, here, house))
  put("scripts/dev/locales.sh", "") -- making them takes a second
  put("tests/skips.txt", "# why\nno terminal\n")
  put("build/unit", UNIT)
  put("scripts/01_script.lua", "print 'a script'")
  for path, text in pairs(files) do put(path, text) end
  local said = read(("cd '%s' && chmod +x build/unit && env -u LD_PRELOAD -u ONLY -u REUSE -u "
    .. "LONG -u SPLIT -u STRICT -u LOCALE -u SAN -u LEAVE LUAS=%s BUILD=build %s "
    .. "sh scripts/dev/test.sh 2>&1; echo $?")
    :format(house, LUA, settings or ""))
  return said:match "(%d+)\n$", said, said:match "(%d+ passed[^\n]*)\n%d+\n$"
end

t.test("passed, failed and skipped are added up, and what was skipped is told once", function()
  local code, said, closing = tests {
    ["tests/lua/test_a.lua"] = KIT
      .. "t.test('holds', function() t.ok(true) end) t.test('x', function() t.skip 'no "
      .. "terminal here' end) t.done()",
    ["tests/lua/test_b.lua"] = KIT
      .. "t.test('x', function() t.needs('no-such-program', 'a package') end) t.done()",
  }
  t.eq(closing, "4 passed, 0 failed, 3 skipped", said)
  t.eq(code, "0")
  t.ok(said:find("skipped: 1 x text_comma: no locale", 1, true), said)
  t.ok(said:find("skipped: 1 x x: no-such-program is not here (apt-get install a package)", 1,
    true), said)
end)

t.test("a skip is a failure where it is not allowed, and only there", function()
  local a = KIT .. "t.test('x', function() t.skip '%s' end) t.done()"
  local code, said, closing = tests({ ["tests/lua/test_a.lua"] = a:format "no terminal here" },
    "STRICT=1 ONLY=a")
  t.eq(closing, "0 passed, 0 failed, 1 skipped", said)
  t.eq(code, "0")
  code, said, closing = tests({ ["tests/lua/test_a.lua"] = a:format "no browser here" },
    "STRICT=1 ONLY=a")
  t.eq(closing, "0 passed, 1 failed, 1 skipped", said)
  t.eq(code, "1")
  t.ok(said:find("FAILED: not allowed by tests/skips.txt: skipped: 1 x x: no browser here", 1,
    true), said)
end)

t.test("who is silent, dies or forgets to close has failed", function()
  for text, why in pairs {
    [""] = "did not close with its numbers",
    ["print 'all is well'"] = "did not close with its numbers",
    ["print '3 passed, 0 failed, 0 skipped' os.exit(3)"] = "exit code 3",
    ["print '3 passed, 1 failed, 0 skipped'"] = "1 failed",
    [KIT .. "t.done()"] = "exit code 1",
    [KIT .. "t.test('fails', function() error {} end) t.done()"] = "exit code 1",
  } do
    local code, said = tests({ ["tests/lua/test_a.lua"] = text }, "ONLY=a")
    t.eq(code, "1", text)
    t.ok(said:find("FAILED: tests/lua/test_a.lua on " .. LUA .. " (" .. why, 1, true)
      or said:find("(it " .. why, 1, true), said)
  end
  local code, said = tests { ["scripts/01_script.lua"] = "local silent = true" }
  t.eq(code, "1", said)
  t.ok(said:find("it printed nothing", 1, true), said)
end)

t.test("a name that means nothing is said; C suites, Lua tests and scripts are known, and one "
  .. "can be left out", function()
  local code, said, closing = tests({}, "ONLY='rot typo'")
  t.eq(code, "1")
  t.ok(said:find("neither a C suite nor a Lua test 'typo'", 1, true), said)
  t.eq(closing, "0 passed, 1 failed, 0 skipped")
  code, said, closing = tests({}, "ONLY='rot 01_script'")
  t.eq(closing, "3 passed, 0 failed, 1 skipped", said)
  t.eq(code, "0")
  code, said, closing = tests({ ["tests/lua/test_a.lua"] = "error()" }, "LEAVE='b a'")
  t.eq(closing, "3 passed, 0 failed, 1 skipped", said)
  t.eq(code, "0")
end)

t.test("what the C program says last is believed, and its death is a failure", function()
  local code, said, closing = tests({ ["build/unit"] =
    UNIT:gsub("Passing: 3", "Passing: 2"):gsub("Crashing: 0", "Crashing: 1") .. "exit 1\n" },
    "ONLY=rot")
  t.eq(closing, "1 passed, 1 failed, 1 skipped", said)
  t.eq(code, "1")
  code, said, closing = tests { ["build/unit"] = "#!/bin/sh\nexit 11\n" }
  t.eq(closing, "1 passed, 1 failed, 0 skipped", said)
  t.eq(code, "1")
end)

t.test("nothing is run again while nothing changed, and what was skipped is told again", function()
  local _, said,
    closing = tests({}, "sh -c 'sh scripts/dev/test.sh > first; REUSE=1 sh "
    .. "scripts/dev/test.sh; :' && :")
  t.ok(said:find("nothing has changed since all of them passed", 1, true), said)
  t.eq(said:match "(3 passed[^\n]*)", "3 passed, 0 failed, 1 skipped", closing)
  t.ok(said:find("skipped: 1 x text_comma", 1, true), said)
end)

t.test("what a sanitizer reports is a failure, in a folder with spaces too", function()
  t.needs("gcc", "gcc")
  local code, said, closing = tests({
    ["tests/lua/test_a.lua"] = KIT .. "t.test('holds', function() t.ok(true) end) t.done()",
    ["overflow.c"] = "#include <limits.h>\nint main(int n, char **word) { int x = INT_MAX; x "
      .. "+= n; return word == 0 && x; }\n",
    ["build/unit"] = "#!/bin/sh\ngcc -fsanitize=undefined -o build/overflow overflow.c && "
      .. "build/overflow\n"
      .. "echo '[====] Synthesis: Tested: 3 | Passing: 3 | Failing: 0 | Crashing: 0'\n",
  }, "SAN=address,undefined CC=gcc")
  t.eq(closing, "5 passed, 1 failed, 0 skipped", said)
  t.eq(code, "1")
  t.ok(said:find("FAILED: a sanitizer report", 1, true), said)
  t.ok(said:find("signed integer overflow", 1, true), said)
end)

os.execute(("rm -rf '%s'"):format(room))
t.done()
