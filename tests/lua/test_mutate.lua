-- test_mutate.lua - what `make mutate` changes: in a line of C, in a line of Lua, that it compiles,
-- how it is declared
package.path = package.path .. ";scripts/dev/?.lua"
local t = require "t"
local kit = require "mutate.kit"
local declared = require "mutate.declared"
local of_c, of_lua = require "mutate.readc", require "mutate.readlua"

-- the lines that the changes make of a text, sorted
local function made(mutants, text)
  local out = {}
  for _, m in ipairs(mutants(text)) do
    out[#out + 1] = text:sub(1, m.from - 1) .. m.new .. text:sub(m.to + 1)
  end
  table.sort(out)
  return out
end

local function makes(mutants, text, ...)
  local want = { ... }
  table.sort(want)
  t.eq(table.concat(made(mutants, text), "\n"), table.concat(want, "\n"))
end

t.test("Lua: operators, constants, signs, indices, conditions, statements", function()
  makes(of_lua, "local a = b + c", "local a = -b + c", "local a = b - c")
  makes(of_lua, "return x[3], 3", "return x[2], 3", "return x[3], 4")
  makes(of_lua, "return a <= b and not c", "return a < b and not c", "return a > b and not c",
    "return a <= b or not c", "return a <= b and     c")
  makes(of_lua, "if ready then go(1) end", "if not (ready) then go(1) end",
    "if ready then go(0) end", "if ready then       end")
  makes(of_lua, "x.y = -math.sin(z)", "                  ", "x.y =  math.sin(z)",
    "x.y = -math.cos(z)")
  makes(of_lua, "local e = 1e-9 -- 1e-9 of it", "local e = (1e-9 * 1e6) -- 1e-9 of it")
  makes(of_lua, 'print("a + b", [[1 == 2]]) --[[ x + 1 ]]',
    "                          " .. " --[[ x + 1 ]]")
  makes(of_lua, "local function f(...)\n  return ...\nend")
  -- a statement ends where the next begins, also on several lines and with functions in it
  makes(of_lua, "a = b\nc(d)\n", "     \nc(d)\n", "a = b\n    \n")
  makes(of_lua, "call(function(x)\n  y = x\nend)", "call(function(x)\n       \nend)",
    "                \n       \n    ")
end)

t.test("C: the same, but no pointers, declarations and sizes", function()
  makes(of_c, "int f(void) { x = a * b; }", "int f(void) { x = a / b; }",
    "int f(void) {          ; }", "int f(void) { x = -a * b; }")
  makes(of_c, "static double *p;\nstatic double q[9];")
  makes(of_c, "int f(void) { if (n) return 0; }", "int f(void) { if (!n) return 0; }",
    "int f(void) { if (n) return 1; }")
  makes(of_c, "/* a + b */ // c - d\n#include <math.h>\n")
  makes(of_c, 'int f(void) { g("a + b"); }', "int f(void) {           ; }")
end)

t.test("every change of the Lua half compiles, and changes what is compiled", function()
  local count = 0
  for _, file in ipairs {
    "catalog/vehicle_formulas", "show/scale", "describe/model_text", "equations/linear",
      "show/page/json", "constrained/kane",
  } do
    local text = kit.read("lib/liaison/" .. file .. ".lua")
    local was = string.dump(assert((loadstring or load)(text)), true)
    for _, m in ipairs(of_lua(text)) do
      local f, why = (loadstring or load)(text:sub(1, m.from - 1) .. m.new .. text:sub(m.to + 1))
      t.ok(f, ("%s:%d: %s: %s"):format(file, m.line, m.what, tostring(why)))
      t.ok(string.dump(f, true) ~= was, ("%s:%d: %s changes nothing"):format(file, m.line, m.what))
      count = count + 1
    end
  end
  t.ok(count > 500, count)
end)

t.test("a declaration means its line and its change, and one place of several where it says so",
  function()
  local text = "a = b + c + d\ne = f + g\n"
  local source, list = kit.source_lines(text), of_lua(text)
  declared.number_places(list)
  local function explained(entry)
    local n = 0
    for _, m in ipairs(list) do n = n + (declared.reason({ entry }, m, source) and 1 or 0) end
    return n
  end
  t.eq(explained { at = "b + c", what = "+ -> -", why = "w" }, 2)
  t.eq(explained { at = "b + c", what = "+ -> -", place = 2, why = "w" }, 1)
  t.eq(explained { at = "f + g", what = "+ -> -", why = "w" }, 1)
  t.eq(explained { at = "f + g", what = "- -> +", why = "w" }, 0)
  t.eq(declared.path "core/con/constrained_tree.c", "tests/mutants/constrained_tree.txt")
  t.eq(declared.path "lib/liaison/constrained/kane.lua", "tests/mutants/kane.lua.txt")
end)

t.test("what is declared is declared well, of files that are there", function()
  local files = {}
  for _, path in ipairs(kit.lines_of("find core bindings lib -name '*.[ch]' -o -name '*.def' "
    .. "-o -name '*.lua'")) do
    files[declared.path(path)] = path
  end
  for _, path in ipairs(kit.lines_of "ls tests/mutants/*.txt") do
    t.ok(files[path], path .. " is of no file")
    t.ok(#declared.read(files[path]) > 0, path) -- dies where an entry lacks its change or its why
  end
end)

t.test("a lot is drawn the same way always", function()
  local function drawn(seed)
    local random, out = kit.random(seed), {}
    for k = 1, 5 do out[k] = random(1000) end
    return table.concat(out, " ")
  end
  t.eq(drawn(1), drawn(1))
  t.ok(drawn(1) ~= drawn(2))
  local list = {}
  for k = 1, 20 do list[k] = { from = k, new = "" } end
  local few = kit.sample(list, 5, 3)
  t.eq(#few, 5)
  for k = 2, 5 do t.ok(few[k].from > few[k - 1].from) end
end)

-- the names of the Makefile's own variables must not come between: an install folder is no line to
-- change
t.test("the goal changes the file, the lines or the lot it is told", function()
  local function told(settings)
    return kit.lines_of("env -u MAKEFLAGS -u MFLAGS make -s mutate SAMPLE= FILE= AT= LIST=1 2>&1 "
      .. settings)
  end
  local function all_of(list, place)
    for _, line in ipairs(list) do t.ok(line:find(place, 1, true) == 1, line) end
    return #list
  end
  t.eq(all_of(told "FILE=core/geo/rot.h N=7", "core/geo/rot.h:"), 7)
  local file, comment, sum = "lib/liaison/equations/linear.lua", nil, nil
  for number, line in ipairs(kit.source_lines(kit.read(file))) do
    if line:find "^%-%-" then comment = file .. ":" .. number end
    if line:find "%w [-+] %w" and line:find "%w%*%w" then sum = file .. ":" .. number end
    if line:find "= %d" and line:find " [<>]=? " then sum = sum or file .. ":" .. number end
  end
  t.eq(all_of(told("AT=" .. comment), comment .. ": "), 0)
  t.ok(all_of(told("AT=" .. sum), sum .. ": ") > 2)
  t.eq(#told "SAMPLE=9 SEED=2", 9)
end)

t.done()
