-- test_layers.lua - offences against the stairs, planted one by one in a small house: make layers
-- names each
local t = require "t"

local function read(command)
  local p = io.popen(command)
  local text = p:read "*a"
  p:close()
  return text
end

local here = read("pwd"):gsub("\n$", "")
local house = read("mktemp -d"):gsub("\n$", "")
local lua = os.getenv "LIAISON_LUA" or "lua5.4"

local EXTERN = "\nLIA_C_BEGIN\nLIA_C_END"
local SIGN = { ["core/base/mem.c"] = "/* mem.c - the only one */",
  ["core/geo/rot.h"] = "/* rot.h - turns */" .. EXTERN,
  ["core/rbd/fk.h"] = "/* fk.h - where */" .. EXTERN }

local function put(path, text)
  os.execute(("mkdir -p '%s/%s'"):format(house, path:match "^(.*)/"))
  local f = assert(io.open(house .. "/" .. path, "w"))
  f:write(text, "\n")
  f:close()
end

-- the house with this file in it, and another one: exit code, and what was said
local function layers(path, text, path2, text2)
  read(("rm -rf '%s'/*"):format(house))
  read(("mkdir -p '%s/bindings' '%s/tests'"):format(house, house))
  for name, sign in pairs(SIGN) do put(name, sign) end
  if path then put(path, text) end
  if path2 then put(path2, text2) end
  local said = read(("cd '%s' && %s '%s/scripts/dev/layers.lua' 2>&1; echo $?"):format(house, lua,
    here))
  return said:match "(%d+)\n$", said
end

local function refused(path, text, pattern)
  local code, said = layers(path, text)
  t.eq(code, "1", "exit code of " .. path)
  t.ok(said:find(pattern), said .. " does not say " .. pattern)
end

t.test("a house in order", function()
  t.eq((layers()), "0")
  t.eq((layers("core/rbd/jac.c",
    '/* jac.c - slopes */\n#include "rbd/fk.h"\n#include "geo/rot.h"\n#include <math.h>')), "0")
  t.eq((layers("bindings/geo/lrot.c",
    '/* lrot.c - turns for Lua */\n#include <lua.h>\n#include "geo/rot.h"')), "0")
  t.eq((layers("tests/unit/test_mem.c",
    '/* test_mem.c - memory */\n#include "base/mem.h"\nvoid *p = malloc(3);')), "0")
  t.eq((layers("core/base/mem.c",
    "/* mem.c - the only one */\nvoid *lia_malloc(size_t n) { return malloc(n); }")), "0")
end)

t.test("an include that goes up the stairs, or to a neighbour on the same step", function()
  refused("core/geo/frame.h", '/* frame.h - poses */\n#include "rbd/fk.h"',
    "core/geo/frame.h:2: 'geo' %(step 2%) may not include 'rbd' %(step 6%)")
  refused("core/geo/frame.h", '/* frame.h - poses */\n  #  include "traj/law.h"',
    "core/geo/frame.h:2: 'geo' %(step 2%) may not include 'traj'")
  refused("core/geo/frame.h", '/* frame.h - poses */\n#include <rbd/fk.h>',
    "core/geo/frame.h:2: 'geo' %(step 2%) may not include 'rbd'")
  refused("core/geo/frame.h", '/* frame.h - poses */\n#include "../rbd/fk.h"',
    "core/geo/frame.h:2: say the room")
  refused("core/geo/frame.h", '/* frame.h - poses */\n#include "geo/../rbd/fk.h"',
    "core/geo/frame.h:2: say the room")
  refused("core/geo/frame.h", '/* frame.h - poses */\n#include <../core/rbd/fk.h>',
    "core/geo/frame.h:2: say the room")
  refused("core/geo/frame.h", '/* frame.h - poses */\n#include FK_H',
    "core/geo/frame.h:2: an include by a macro")
  refused("core/geo/kinds.def", '/* kinds.def - rows */\n#include "sim/run.h"',
    "core/geo/kinds.def:2: 'geo'")
  refused("bindings/geo/lrot.c", '/* lrot.c - turns for Lua */\n#include "tests/house.h"',
    "bindings/geo/lrot.c:2: 'bindings'")
end)

t.test("the rooms of bindings stand on each other one way", function()
  local function file(other)
    return ("/* x.c - some of it */\n#include \"bindings/%s/y.h\""):format(other)
  end
  t.eq((layers("bindings/eom/x.c", file("model"))), "0")
  t.eq((layers("bindings/eom/x.c", file("eom"))), "0")
  refused("bindings/kit/x.c", file("eom"),
    "bindings/kit/x.c:2: 'bindings/kit' may not include 'bindings/eom'")
  refused("bindings/eom/x.c", file("gen"), "'bindings/eom' may not include 'bindings/gen'")
  refused("bindings/sym/x.c", file("geo"), "'bindings/sym' may not include 'bindings/geo'")
  refused("bindings/attic/x.c", file("kit"), "'bindings/attic' may not include 'bindings/kit'")
end)

t.test("geo never allocates", function()
  for _, inc in ipairs { "base/mem.h", "base/arena.h", "base/text.h", "num/mat.h", "num/factor.h",
    "sym/build.h" } do
    refused("core/geo/frame.h", '/* frame.h - poses */\n#include "' .. inc .. '"',
      "core/geo/frame.h:2: geo never allocates: it may not include " .. inc)
  end
  t.eq((layers("core/geo/spatial_sym.h", '/* spatial_sym.h - words */\n#include "sym/build.h"')),
    "0")
  -- and tests/laws/space.c, where nothing asks for memory, calls every function that geo has
  local law = read "cat tests/laws/space.c"
  local count = 0
  local named = read("export LC_ALL=C; grep -ho 'lia_[a-z0-9_]*(' $(ls core/geo/*.h | grep -v "
    .. "'spatial_\\(num\\|sym\\|four\\|text\\)\\|tool_path\\|convex_inside') | sort -u")
  for name in named:gmatch "(lia_[%w_]+)%(" do
    local own = name:match "^lia_(%a+)"
    local ours = own ~= "sincos" and not name:find "%d%d?%d?$" or name:find "44$" or name:find "66$"
      or name:find "33$" and own == "inertia"
    if ours and not name:find "^lia_%l+3$" then
      count = count + 1
      t.ok(law:find(name .. "(", 1, true), "tests/laws/space.c does not call " .. name)
    end
  end
  t.ok(count > 140, count)
end)

t.test("a raw malloc outside base/mem.c", function()
  for _, f in ipairs { "malloc", "calloc", "realloc", "free", "strdup", "aligned_alloc" } do
    refused("core/geo/frame.c", "/* frame.c - poses */\nvoid *p = " .. f .. " (3);",
      "core/geo/frame.c:2: " .. f .. " belongs to core/base/mem.c")
  end
  refused("bindings/geo/lrot.c", "/* lrot.c - turns for Lua */\nvoid *(*get)(size_t) = malloc;",
    "bindings/geo/lrot.c:2: malloc belongs")
  t.eq((layers("core/geo/frame.c",
    "/* frame.c - poses */\nvoid *p = lia_malloc(3); // malloc(3)\nint x; /* free(x) */ "
    .. "lia_free(p);")), "0")
end)

t.test("lua.h outside the bindings", function()
  for _, header in ipairs { "<lua.h>", '"lua.h"', "<lauxlib.h>", "<lualib.h>", "<luajit.h>",
    '"luajit-2.1/lua.h"', "<lua5.4/lua.h>", "<lua.hpp>" } do
    refused("core/geo/frame.c", "/* frame.c - poses */\n#include " .. header,
      "core/geo/frame.c:2: lua.h stays in bindings")
  end
end)

t.test("a file name used twice, a door without its sign, a room that is none", function()
  refused("core/rbd/rot.c", "/* rot.c - other turns */", "file name already used by core/geo/rot.h")
  refused("tests/unit/fk.h", "/* fk.h - others */", "file name already used by core/rbd/fk.h")
  refused("core/geo/frame.h", "#pragma once",
    "core/geo/frame.h:1: the first line must be  /%* frame.h %- what lives here")
  refused("core/attic/frame.h", "/* frame.h - poses */", "no such room as 'attic'")
  refused("core/geo/frame.c", '/* frame.c - poses */\nvoid f(void) { printf("x"); }',
    "core/geo/frame.c:2: core never calls printf")
end)

t.test("core never prints, ends the process, reads the environment or the locale", function()
  for _, call in ipairs { "puts(s)", "exit(1)", "_exit(1)", "abort()", "getenv(s)",
    "setlocale(0, s)", "longjmp(j, 1)", "signal(2, f)", "system(s)", "perror(s)" } do
    refused("core/sim/run.c", "/* run.c - time */\nvoid g(void) { " .. call .. "; }",
      "core/sim/run.c:2: core never calls " .. call:match "^[%w_]+")
  end
  refused("core/sim/run.c", "/* run.c - time */\nvoid g(void) { fprintf(stderr, s); }",
    "core/sim/run.c:2: core knows no stderr")
  refused("core/io/csv.c", "/* csv.c - out */\nFILE *f = stdout;",
    "core/io/csv.c:2: core knows no stdout")
  t.eq((layers("core/io/csv.c",
    '/* csv.c - out */\n#include <stdio.h>\nint g(char *s) { return snprintf(s, 3, "stdout"); '
    .. '} // to stderr')), "0")
end)

t.test("a header is one of C++ too", function()
  local head = "/* pose.h - poses */\n#ifndef LIA_POSE_H\n#define LIA_POSE_H\n#include <math.h>\n"
  t.eq((layers("core/geo/pose.h", head .. "LIA_C_BEGIN\nint f(void);\nLIA_C_END\n#endif")), "0")
  t.eq((layers("core/rbd/pose_text.h", "/* pose_text.h - an algorithm */\nWORD int f(void);")), "0")
  refused("core/geo/pose.h", head .. "int f(void);\n#endif",
    "stands between LIA_C_BEGIN and LIA_C_END")
  refused("core/geo/pose.h", head .. "LIA_C_BEGIN\nint f(void);\n#endif",
    "stands between LIA_C_BEGIN and LIA_C_END")
  refused("core/geo/pose.h", head .. "int g(void);\nLIA_C_BEGIN\nint f(void);\nLIA_C_END\n#endif",
    "declared outside")
  refused("core/geo/pose.h", head .. "LIA_C_BEGIN\nint f(void);\nLIA_C_END\nint g(void);\n#endif",
    "declared outside")
  refused("core/geo/pose.h",
    head .. "LIA_C_BEGIN\n#include <string.h>\nint f(void);\nLIA_C_END\n#endif",
    "headers of the system are included before")
end)

t.test("the Lua half never asks the locale", function()
  local function said(line, pattern)
    refused("lib/liaison/x.lua", "-- x.lua - x\nlocal y = 1\n" .. line,
      "lib/liaison/x.lua:3: " .. pattern)
  end
  for _, line in ipairs { '("%g"):format(y)', "('%5.2f m'):format(y)",
    '("a" .. "%-8.1e"):format(y)', '([[ %+.3G ]]):format(y)', 'string.format("%d %g", 1, y)',
    'string . format ( "%a", y)',
    '(y and "%f" or "x"):format(y)',
    '("%s (%d%%), %.0f"):format(y, 1, 2)' } do said("local z = " .. line,
    "numbers with fractions are printed by kit.format") end
  said("table.sort(y)", "kit.sort")
  said("y = y:lower()", "kit.lower")
  said("y = string.upper(y)", "kit.upper")
  said("os.setlocale 'de_DE'", "the locale is the host's")
  for _, line in ipairs { 'kit.format("%g", y)', '("%d %s %5d"):format(y, y, y)',
    '("%%g"):format(y)', 'y:match "%a+%g"', '("x"):rep(3) -- ("%g"):format(y)',
    '--[[ ("%g"):format(y) ]]',
    'table.sort(y, f)', 'kit.sort(y)', 'kit.lower(y)', '("%s"):format(kit.format("%g", y))',
    '"(\\"%g):format(y)"' } do
    t.eq((layers("lib/liaison/x.lua", "-- x.lua - x\nlocal z = " .. line)), "0", line)
  end
end)

t.test("modules stand on each other one way: no round of includes, none of requires", function()
  local function round(path, text, path2, text2, said)
    local code, all = layers(path, text, path2, text2)
    t.eq(code, said and "1" or "0", all)
    t.ok(not said or all:find(said, 1, true), all)
  end
  local a, b = "/* a.c - one */\n", "/* b.h - other */\n"
  round("bindings/geo/a.c", a .. '#include "bindings/geo/b.h"', "bindings/geo/b.h", b)
  round("bindings/geo/a.c", a .. '#include "bindings/geo/b.h"', "bindings/geo/b.h",
    b .. '#include "bindings/geo/a.h"',
    "bindings/geo/a includes itself: bindings/geo/a -> bindings/geo/b -> bindings/geo/a")
  round("core/rbd/fk.c", '/* fk.c - where */\n#include "rbd/jac.h"', "core/rbd/jac.h",
    '/* jac.h - slopes */\n#include "rbd/fk.h"' .. EXTERN,
    "core/rbd/fk includes itself: core/rbd/fk -> core/rbd/jac -> core/rbd/fk")
  local one, other = "lib/liaison/one.lua", "lib/liaison/other/init.lua"
  round(one, 'local o = require "liaison.other"', other, "return {}")
  for _, back in ipairs { 'local o = require "liaison.one"', "f(require('liaison.one').g)" } do
    round(one, 'local o = require "liaison.other"', other, back,
      "liaison.one requires itself: liaison.one -> liaison.other -> liaison.one")
  end
  for _, line in ipairs { '-- require "liaison.one"', 'local t = [[ require "liaison.one" ]]',
    'require("liaison.one" .. k)' } do
    round(one, 'local o = require "liaison.other"', other, line)
  end
  refused(one, 'package.loaded["liaison.one"] = {}', "lib/liaison/one.lua:1: require says")
  t.eq((layers(one, 'local c = package.loaded["liaison.one"]\nif package.loaded[c] == c then end')),
    "0")
end)

read(("rm -rf '%s'"):format(house))
t.done()
