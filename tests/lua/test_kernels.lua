-- test_kernels.lua - the great law: engine = expressions = tape = generated Lua = generated C, on
-- every shipped model and random trees
--
-- LIAISON_LAW=all asks every function of every tree and of the largest models too, all of it
-- compiled (a minute); here each tree is asked one of five in turn, and the C of every third is
-- compiled.
local t = require "t"
local li = require "liaison"
local zoosample = require "zoosample"
local unpack = unpack or table.unpack

local everything = os.getenv "LIAISON_LAW" == "all"
local names = { "id", "fd", "mass", "bias", "gravity" }
local takes = { id = 3, fd = 3, mass = 1, bias = 2, gravity = 1 }

-- the largest difference of two vectors or matrices, against the largest number in them
local function worst(got, want)
  local far, size = 0, 1
  for i = 1, #want do
    local x, y = got[i], want[i]
    for j = 1, type(y) == "number" and 1 or #y do
      local a, b = type(x) == "number" and x or x[j], type(y) == "number" and y or y[j]
      far, size = math.max(far, math.abs(a - b)), math.max(size, math.abs(b))
    end
  end
  return far / size
end

local seed = 42
local function random(lo, hi)
  seed = (seed * 16807) % 2147483647
  return lo + (hi - lo) * seed / 2147483647
end
local function below(n) return math.floor(random(0, n - 1e-9)) + 1 end
local function several(n, lo, hi)
  local x = {}
  for k = 1, n do x[k] = random(lo, hi) end
  return x
end

local kinds = { "revolute", "prismatic", "helical", "cylindrical", "universal", "planar",
  "spherical", "floating", "fixed", "revolute", "revolute" }
local function tree(bodies)
  local list = {}
  for i = 1, bodies do
    local kind = i == 1 and kinds[below(8)] or kinds[below(#kinds)]
    local body = { name = "b" .. i, parent = i > 1 and "b" .. below(i - 1) or nil, joint = kind,
      mass = random(0.5, 2), com = several(3, -0.3, 0.3),
                   inertia = { random(1, 1.2), random(1, 1.2), random(1, 1.2), 0.1,
                     random(-0.1, 0.1), 0 }, at = several(3, -0.4, 0.4), rpy = several(3, -1, 1) }
    local plain = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, -1 } }
    if kind == "revolute" or kind == "prismatic" or kind == "helical" or kind == "cylindrical"
      or kind == "universal" then
      body.axis = below(2) == 1 and plain[below(3)] or several(3, 0.2, 1)
    end
    if kind == "universal" then
      local x, y, z = unpack(body.axis)
      body.axis2 = x ~= 0 and { -y, x, 0 } or { 0, -z, y }
    end
    if kind == "helical" then body.pitch = 0.1 end
    if kind == "revolute" then body.rotor, body.gear = 0.1, 2 end
    list[i] = body
  end
  return li.robot { bodies = list, gravity = { 0.5, -1, -9.81 } }
end

local function state(m, k)
  local n = #m:speeds()
  return { m:random(k), several(n, -1, 1), several(n, -1, 1) }
end

-- numbers of a robot told in symbols
local values = { L = 0.5, l = 0.4, M = 3, m = 2, I = 1.2, G = -9.81 }
local function numeric(m)
  local description, lacks = m:description(), false
  for i, b in ipairs(description.bodies) do
    if not b.mass and not m:symbols()[1] then -- geometry alone: masses of any kind
      lacks, b.mass, b.com, b.inertia = true, 1 + i / 7, { 0.1, 0.02 * i, -0.1 },
        { 0.3, 0.25, 0.2 + i / 100, 0.01, 0.02, 0 }
    end
  end
  if lacks then m = li.robot(description) end
  local with = {}
  for _, name in ipairs(m:symbols()) do
    with[name] = (values[name:sub(1, 1)] or 0.7) * (1 + #name / 50)
  end
  return next(with) and m:with(with) or m
end

local c, mains = {}, {}   -- all C texts of this test are one program

local function flat(x)
  local list = {}
  for i = 1, #x do
    if type(x[i]) == "number" then
      list[#list + 1] = x[i]
    else
      for j = 1, #x[i] do list[#list + 1] = x[i][j] end
    end
  end
  return list
end

local function lua_of(text, name)
  local module = assert(loadstring and loadstring(text) or load(text))()
  t.ok(module.test() < 1e-10, name .. ", its own test")
  return module
end

-- the C is compiled with all others; its self-test holds numbers of the tape
local function keep_c(write, name)
  local id = ("f%d"):format(#mains + 1)
  c[#c + 1] = write(id)
  mains[#mains + 1] = ("  if (!(%s_selftest() < 1e-10)) { puts(\"%s\"); bad = 1; }"):format(id,
    name)
end

local function agree(m, what, name, k, compiled)
  local x = state(m, k)
  local args = { unpack(x, 1, takes[what]) }
  local want = m[what](m, unpack(args))
  if not want then return end -- a coordinate that moves no mass
  local f = m:kernel(what, { tape = true })
  t.ok(worst(f(unpack(args)), want) < 1e-10, name .. ": tape of " .. what)
  local lua = lua_of(m:program("lua", what, "F", 1), name .. ": Lua of " .. what)
  t.ok(worst(lua.call(unpack(args)), flat(want)) < 1e-10, name .. ": Lua of " .. what)
  if compiled then
    keep_c(function(id) return m:program("c", what, id, 1) end, ("%s: C of %s"):format(name, what))
  end
end

-- expressions of coordinates against what the engine says of the same state
local function agree_expressions(e, m, q, want, name)
  local symbols = {}
  for i, coordinate in ipairs(m:coordinates()) do symbols[i] = coordinate.name or coordinate end
  t.ok(worst(flat(li.compile(e, symbols, { tape = true })(q)), flat(want)) < 1e-10,
    name .. ": tape")
  t.ok(worst(flat(lua_of(li.program("lua", e, symbols, "F", 1), name).call(q)), flat(want)) < 1e-10,
    name .. ": Lua")
  keep_c(function(id) return li.program("c", e, symbols, id, 1) end, name .. ": C")
end

local function kinematics(m, name, k)
  local g, q = m:generator(), m:random(k)
  agree_expressions(g:homogeneous(), m, q, m:fk(q):matrix(), name .. ": forward kinematics")
  agree_expressions(g:jacobian(), m, q, m:jacobian(q), name .. ": Jacobian")
end

local function closed(m)
  local d = m:description()
  return #(d.loops or {}) + #(d.constraints or {}) > 0
end

local function shipped()
  local list = {}
  for _, name in ipairs(zoosample.names()) do list[#list + 1] = { name, li.robots[name]() } end
  for _, name in ipairs(li.vehicles.names()) do
    list[#list + 1] = { name, li.vehicles[name] { data = "ref" } }
  end
  return list
end

t.test("every shipped model", function()
  local all = 0
  for k, row in ipairs(shipped()) do
    local name, m = row[1], numeric(row[2])
    all = all + 1
    for _, what in ipairs(names) do
      local large = #m:speeds() >= 18
      if what == "fd" and closed(m) then what = "bias" end -- compiled, it is that of the tree
      if not large or everything or what == "id" or what == "mass" and name == "quadruped" then
        agree(m, what, name, k, true)
      end
    end
    local x = state(m, k)
    local a = not closed(m) and m:fd(unpack(x))
    t.ok(not a or worst(m:kernel("fd", { tape = true })(unpack(x)), a) < 1e-10, name .. ": fd")
    kinematics(m, name, k)
  end
  t.eq(all, #zoosample.names() + #li.vehicles.names())
end)

t.test("random trees, every joint", function()
  for k = 1, everything and 200 or 50 do
    local m = tree(1 + k % 3)
    for i, what in ipairs(names) do
      if #m:speeds() > 0 and (everything or i == 1 + k % 5) then
        agree(m, what, "tree " .. k, k, everything or k % 3 == 0)
      end
    end
  end
end)

t.test("the C of all of them, one program without a warning", function()
  if jit then return end
  t.needs("cc", "gcc")
  local path = os.tmpname()
  local out = assert(io.open(path .. ".c", "w"))
  out:write(table.concat(c, "\n"), "\n#include <stdio.h>\nint main(void) {\n  int bad = 0;\n",
    table.concat(mains, "\n"), "\n  return bad;\n}\n")
  out:close()
  t.ok(os.execute(("cc -std=c99 -Wall -Wextra -pedantic -Werror -O0 -DSELFTEST "
    .. "-DSELFTEST_NO_MAIN -o %s %s.c -lm && %s"):format(path, path, path)))
  os.remove(path)
  os.remove(path .. ".c")
end)

t.test("generated Lua: at most 170 locals in a function, and the interpreter for long ones",
  function()
  local text = li.robots.humanoid36():program("lua", "mass", "M")
  local most, here = 0, 0
  for line in text:gmatch "[^\n]+" do
    if line:find "^local function part" then here = select(2, line:gsub(",", "")) + 1 end
    if line:find "^  local " then
      here = here + 1 + select(2, line:match("^  local ([^=]*)"):gsub(",", ""))
    end
    most = math.max(most, here)
  end
  t.ok(most <= 170 and most > 50, most)
  t.ok(text:find("jit.off(part1)", 1, true))
  t.ok(not li.planar { 1 }:program("lua", "id", "F"):find("jit.off", 1, true))
end)

t.test("large trees run in the engine, and say so", function()
  local bodies = {}
  for k = 1, 60 do
    bodies[k] = { name = "b" .. k, parent = k > 1 and "b" .. (k - 1) or nil, joint = "revolute",
      axis = { 0, 1, 0 }, at = { 0, 0, k > 1 and 0.1 or 0 },
                  mass = 1, com = { 0, 0, 0.05 }, inertia = { 0.1, 0.1, 0.1 } }
  end
  local m = li.robot { bodies = bodies }
  local f, x = m:kernel "fd", state(m, 5)
  t.eq(f.kind, "engine")
  t.ok(f.why:find("engine's loops", 1, true), f.why)
  t.eq(worst(f(unpack(x)), m:fd(unpack(x))), 0)
  t.eq(worst(f:batch({ x[1], x[1] }, { x[2], x[2] }, { x[3], x[3] })[2], m:fd(unpack(x))), 0)
  t.eq(f.count, nil)
  t.raises("engine's loops", m.program, m, "c", "fd", "F")
end)

t.test("quaternions in expressions", function()
  local m = li.robot { bodies = { { name = "b", joint = "floating", mass = "m", com = { "c", 0, 0 },
    inertia = { "Ix", "Iy", "Iz" } } } }
  local text = tostring(m:formula "id")
  for _, name in ipairs { "b_qw", "b_ux''", "b_wx'", "Ix" } do
    t.ok(text:find(name, 1, true), name)
  end
  t.raises("no numbers for", m.kernel, m, "id")
  local p = m:program("c", "id", "F")
  t.ok(p:find("in p (5)", 1, true) or p:find("in p (", 1, true))
  local still, light = li.robot { bodies = { { name = "b", joint = "fixed", mass = 1 } } },
    li.robot { bodies = { { name = "b", joint = "revolute" } } }
  t.raises("nothing moves", still.kernel, still)
  t.raises("mass and inertia are not given", light.formula, light, "id")
  t.raises("no mass moves",
    function() li.robot { bodies = { { name = "b", joint = "revolute",
    mass = 0 } } }:kernel "fd" end)
end)

-- the compiler and a folder of this test's own
local here = os.execute("command -v cc > /dev/null")
local cache = os.tmpname()
os.remove(cache)

-- names that mean something in C, Lua or JavaScript: symbols, a result of three that uses all,
-- values
local function taken_names()
  local words = "double for end I in out w local NaN φ π _ __x return nil M K undefined eval "
    .. "await jit y0 NULL errno _Bool M_PI HUGE_VAL x1 s_x function "
    .. "async static yield enum bool true false in1 out1 test call size_t linux main _t v8 class"
  local symbols, e, x = {}, li.expr(0), {}
  for word in words:gmatch "%S+" do
    local s = li.symbols(word)
    symbols[#symbols + 1], x[#x + 1] = s, 0.1 + #x / 50
    e = e + li.sin(s) * s * #symbols + li.cos(s)
  end
  return symbols, li.smat { e, symbols[1] * symbols[2], symbols[3] }, x, e
end

-- write a program to a file of this ending, then run a command that names it FILE
local function run_program(text, ending, command)
  local path = os.tmpname()
  local file = assert(io.open(path .. ending, "w"))
  file:write(text)
  file:close()
  t.ok(os.execute((command:gsub("FILE", path))), command)
  os.remove(path .. ending)
  os.remove(path)
end

t.test("names that mean something in C, Lua or JavaScript are names all the same", function()
  local symbols, out, x, e = taken_names()
  local want = li.compile(out, symbols, { tape = true })(x)
  t.ok(worst(lua_of(li.program("lua", out, symbols, "F"), "names").call(x), want) < 1e-12)
  t.ok(worst(li.compile(out, symbols, { cache = cache })(x), want) < 1e-12)
  for _, name in ipairs { "for", "sin", "main", "w", "hypot" } do
    t.raises("means something already in C", li.program, "c", e, symbols, name)
  end
  t.raises("means something already in JavaScript", li.program, "js", e, symbols, "class")
  t.raises("no digit first", li.program, "c", e, symbols, "2f")
  t.raises("at most 1000 test vectors", li.program, "c", e, symbols, "f", 1001)
end)

if not jit then -- the programs are the same on both
  for cc, std in pairs { gcc = "c99", clang = "gnu17" } do -- and with the macros a system adds
    t.test("C with such names, by " .. cc, function()
      t.needs(cc)
      local symbols, out = taken_names()
      run_program(li.program("c", out, symbols, "F"), ".c",
        cc .. " -std=" .. std
        .. " -Wall -Wextra -pedantic -Werror -DSELFTEST -o FILE FILE.c -lm && FILE > /dev/null")
    end)
  end

  t.test("JavaScript with such names, and of an arm, in node", function()
    t.needs("node", "nodejs")
    local symbols, out = taken_names()
    run_program(li.program("js", out, symbols, "F")
      .. li.robots.puma560():program("js", "id", "Puma")
      .. "if (!(F.test() < 1e-9 && Puma.test() < 1e-9)) throw new Error('differs');\n", ".mjs",
      "node FILE.mjs")
  end)
end

t.test("eight at once on every vectors this machine has: the same bits", function()
  local m = li.robots.puma560()
  local function states()
    local rows = {}
    for i = 1, 11 do rows[i] = several(6, -1, 1) end
    return li.mat(rows)
  end
  local Q, V, A = states(), states(), states()
  local wide = m:kernel("id", { tape = true })
  local want, had = wide:batch(Q, V, A), 0
  for r = 1, 11 do t.ok(worst(want[r], m:id(Q[r], V[r], A[r])) < 1e-12) end
  for _, isa in ipairs { "plain", "avx2", "avx512" } do
    local ok, f = pcall(m.kernel, m, "id", { tape = true, isa = isa })
    if ok then
      had = had + 1
      t.eq(f.isa, isa)
      t.eq(f.why, "asked for")
      t.eq(worst(f:batch(Q, V, A), want), 0)
    else
      t.ok(tostring(f):find("this machine has no " .. isa, 1, true), f)
    end
  end
  t.ok(had >= 1 and pcall(m.kernel, m, "id", { tape = true, isa = wide.isa }))
  t.raises("'plain', 'avx2' or 'avx512'", m.kernel, m, "id", { isa = "mmx" })
  if not here then return end
  local k = m:kernel("id", { cache = cache })
  t.eq(k.kind, "kernel")
  t.eq(k.isa, wide.isa)
  t.ok(worst(k:batch(Q, V, A), want) < 1e-12)
end)

t.test("a kernel is there at once, and the compiler takes over without a trace", function()
  if not here then return end
  local m = li.robots.puma560()
  -- a compiler that waits for a file before it begins
  local slow, go = cache .. "/slow", cache .. "/go"
  local f = assert(io.open(slow, "w"))
  f:write("#!/bin/sh\nwhile ! [ -e " .. go .. " ]; do sleep 0.02; done\nexec cc \"$@\"\n")
  f:close()
  assert(os.execute("chmod 700 " .. slow))
  local id = m:kernel("id", { compiler = slow, cache = cache, wait = 0 })
  local q, v, a = { 1, 2, 3, 4, 5, 6 }, { 6, 5, 4, 3, 2, 1 }, { -1, 1, -2, 2, -3, 3 }
  t.eq(id.ready, false)
  t.eq(id.kind, "kernel")
  t.eq(id.why, nil)
  local before = id(q, v, a)
  t.eq(id:wait(0.05), false)
  local touched = assert(io.open(go, "w"))
  touched:close()
  t.eq(id:wait(), true)
  t.eq(id.ready, true)
  t.ok(id.seconds > 0 and not id.cached)
  local after = id(q, v, a)
  for k = 1, 6 do t.eq(after[k], before[k]) end
  t.near(after, m:id(q, v, a), 1e-10)
  local again = m:kernel("id", { compiler = slow, cache = cache, wait = 0 })
  t.ok(again.ready and again.cached, "the second time it is in the cache")
  -- asked for, and thrown away at once: the next line collects it, and its compiler ends
  os.remove(go)
  local lost = m:kernel("fd", { compiler = slow, cache = cache, wait = 0 })
  t.eq(lost.ready, false)
  lost = nil -- luacheck: ignore
  collectgarbage()
  collectgarbage()
  local left = io.popen("ls -A " .. cache .. " | grep -c '[.].*[0-9a-f]$'")
  t.eq(tonumber(left:read "*a"), 0)
  left:close()
  t.raises("wait: expected true, false or seconds", m.kernel, m, "id", { wait = "long" })
  t.raises("wait: expected seconds >= 0", m.kernel, m, "id", { wait = -1 })
end)

-- multiplications and additions of the published counts, those in angles apart
local function count(ops) return ops.mul + 0, ops.add - ops.angle, ops.div end

t.test("as few operations as the books have, or fewer [inria80 2.7, 3.1]", function()
  -- G4: ten turns, gravity of symbols
  local ten = { bodies = {}, gravity = { 0, "G", 0 } }
  for i, axis in ipairs { "y", "x", "x", "x", "y", "x", "x", "y", "x", "z" } do
    local at, com = { 0, 0, 0 }, { 0, 0, 0 }
    if i > 1 then at[i <= 3 and 2 or 3] = "l" .. (i - 1) end
    com[i <= 2 and 2 or 3] = "d" .. i
    ten.bodies[i] = { name = "b" .. i, parent = i > 1 and "b" .. (i - 1) or nil,
      joint = { kind = "revolute", axis = axis, q = "u" .. i }, at = at,
      mass = "m" .. i, com = com, inertia = { 0, 0, 0 } }
  end
  local eq = li.robot(ten):equations()
  local rows = { { "gravity of ten axes", eq:ops "gravity", 35, 21 } }
  local value = { G = -9.81 }
  for i = 1, 10 do value["m" .. i], value["l" .. i], value["d" .. i] = 11 - i, 0.3, 0.15 end
  value.l10 = nil
  local q = {}
  for i = 1, 10 do q[i] = 0.1 * i * (-1) ^ i end
  local G = eq:with(value):compile("gravity", { tape = true })(q)
  local printed = { 0, 288.120141051333, 264.440445509873, 170.73493324065, 13.4797892827662,
    59.6670777819897, 36.048143810287, -0.320443597812111, 5.70475748006508, 0 }
  for i = 1, 10 do
    t.ok(math.abs(G[i] + printed[i]) < 1e-10,
      ("Q(%d) = %.15g, not %.15g"):format(i, -G[i], printed[i]))
  end

  -- the report's robot: A and Q, then with all B and C
  eq = li.robots.inria6r():equations()
  local all = {}
  local function put(x)
    local lines, columns = x:size()
    for i = 1, lines do for j = 1, columns do all[#all + 1] = x:at(i, j) end end
  end
  put(eq.M)
  for i = 1, 6 do all[#all + 1] = eq.G[i] end
  rows[#rows + 1] = { "A and Q of the report's robot", li.smat(all):compact(true):ops(true), 43,
    25 }
  put(eq.B)
  put(eq.P)
  local whole = li.smat(all)
  local short = whole:compact(true)
  rows[#rows + 1] = { "A, B, C and Q", short:ops(true), 149, 62 }
  rows[#rows + 1] = { "its inverse dynamics", eq:ops "id", 140, 92 }
  for _, r in ipairs(rows) do
    local mul, add, div = count(r[2])
    t.ok(mul <= r[3] and add <= r[4] and div == 0,
      ("%s: %d/%d, published %d/%d"):format(r[1], mul, add, r[3], r[4]))
  end
  -- and they are the same expressions
  local at = {}
  for _, e in ipairs(all) do
    for _, symbol in ipairs(e:symbols()) do
      at[tostring(symbol)] = at[tostring(symbol)] or random(-2, 2)
    end
  end
  t.ok(worst(short:eval(at), whole:eval(at)) < 1e-12)
end)

t.test("constrained models compile as trees, and say what they leave out", function()
  local m = li.vehicles.closed_chain { data = "ref" }
  local loop = li.robot { bodies = { { name = "a", joint = "revolute", axis = "y", mass = 1,
    com = { 0.5, 0, 0 }, inertia = { 0.1, 0.1, 0.1 } },
    { name = "b", parent = "a", joint = "revolute", axis = "y", at = { 1, 0, 0 }, mass = 1,
      com = { 0.5, 0, 0 }, inertia = { 0.1, 0.1, 0.1 } } },
    loops = { { name = "pin", joint = "revolute", axis = "y", from = "b", to = "world" } } }
  t.raises("without the loops and constraints", loop.kernel, loop, "fd")
  t.raises("without the loops and constraints", loop.program, loop, "c", "fd", "F")
  local x = state(loop, 3)
  t.ok(worst(loop:kernel("id", { tape = true })(unpack(x)), loop:id(unpack(x))) < 1e-12)
  t.eq(m:kernel("id", { tape = true }).kind, "tape")
end)

t.test("wrong sizes and wrong things are told by their place", function()
  local a, b = li.symbols "a b"
  local f = li.compile(li.smat { a * b, a - b }, "a b", { tape = true })
  t.raises("2 numbers", f, { 1 })
  t.raises("1 input", f)
  t.raises("3 arguments", f, { 1, 2 }, { 1, 2 }, { 3, 4 })
  t.raises("not to a table", f, { 1, 2 }, { 0, 0 })
  t.raises("rows of 2 numbers", f.batch, f, { { 1, 2, 3 } })
  t.raises("no number for c", li.compile, a + li.symbols "c", "a", { tape = true })
  t.raises("at least one input", li.compile, a, {}, { tape = true })
  t.raises("expected", li.compile, "a*b", "a b")
  local none = li.compile(a, "a", { compiler = "/no/such/cc", cache = cache })
  t.eq(none.kind, "tape")
  t.ok(none.why:find("no such compiler", 1, true), none.why)
  t.eq(none { 4 }[1], 4)
  local failing = li.compile(a, "a", { compiler = "/bin/false", cache = cache, wait = true })
  t.eq(failing.kind, "tape")
  t.ok(failing.why:find("exit code 1", 1, true), failing.why)
  t.eq(li.compile(a, "a", { cache = "/no/such/folder" }).kind, "tape")
end)

t.test("what has no number may be an input", function()
  local m, value = li.planar { "L1", "L2" }, { L1 = 0.4, L2 = 0.7, m1 = 2, m2 = 3 }
  local q, v, a = { 0.3, -0.4 }, { 1, 2 }, { -1, 0.5 }
  local want = m:with(value):id(q, v, a)
  local roads = { m:kernel("id", { parameters = true, tape = true }),
    m:equations():compile("id", { parameters = true, cache = cache }) }
  for _, f in ipairs(roads) do
    local p = {}
    for i, name in ipairs(f.parameters) do p[i] = value[name] end
    t.eq(#p, 4)
    t.ok(worst(f(q, v, a, p), want) < 1e-12)
    t.ok(worst(f:batch({ q, q }, { v, v }, { a, a }, { p, p })[2], want) < 1e-12)
  end
  t.eq(#m:with(value):kernel("id", { parameters = true, tape = true }).parameters, 0)
  t.raises("{parameters = true}", m.kernel, m, "id")
  t.raises("unknown option 'tpae'", m.kernel, m, "id", { tpae = true })
  t.raises("cache: expected a text", li.compile, li.symbols "a", "a", { cache = 3 })
end)

t.test("every export says how long it is", function()
  local eq = li.planar { 1, 1 }:equations()
  local ops = eq:ops()
  local said = ("%d multiplications, %d additions, %d divisions"):format(ops.mul, ops.add, ops.div)
  local texts = { text = eq:text(), latex = eq:latex(), page = eq:explain() }
  for _, language in ipairs { "c", "lua", "js" } do
    texts[language] = eq:program(language, "id", "F")
  end
  for name, text in pairs(texts) do t.ok(text:find(said, 1, true), name .. ": " .. said) end
end)

os.execute("rm -rf " .. cache)
t.done()
