-- test_kernels.lua - the great law: engine = expressions = tape = generated Lua = generated C, on every shipped model and 200 random trees
local t = require "t"
local li = require "liaison"
local unpack = unpack or table.unpack

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

local kinds = { "revolute", "prismatic", "helical", "cylindrical", "universal", "planar", "spherical", "floating", "fixed", "revolute", "revolute" }
local function tree(bodies)
  local list = {}
  for i = 1, bodies do
    local kind = i == 1 and kinds[below(8)] or kinds[below(#kinds)]
    local body = { name = "b" .. i, parent = i > 1 and "b" .. below(i - 1) or nil, joint = kind, mass = random(0.5, 2), com = several(3, -0.3, 0.3),
                   inertia = { random(1, 1.2), random(1, 1.2), random(1, 1.2), 0.1, random(-0.1, 0.1), 0 }, at = several(3, -0.4, 0.4), rpy = several(3, -1, 1) }
    local plain = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, -1 } }
    if kind == "revolute" or kind == "prismatic" or kind == "helical" or kind == "cylindrical" or kind == "universal" then
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
  local with = {}
  for _, name in ipairs(m:symbols()) do with[name] = (values[name:sub(1, 1)] or 0.7) * (1 + #name / 50) end
  return next(with) and m:with(with) or m
end

local c, mains = {}, {}   -- all C texts of this test are one program

local function agree(m, what, name, k)
  local x = state(m, k)
  local args = { unpack(x, 1, takes[what]) }
  local want = m[what](m, unpack(args))
  if not want then return end -- a coordinate that moves no mass
  local f = m:kernel(what, { tape = true })
  t.ok(worst(f(unpack(args)), want) < 1e-10, name .. ": tape of " .. what)
  local text = m:program("lua", what, "F", 1)
  local lua = assert(loadstring and loadstring(text) or load(text))()
  t.ok(lua.test() < 1e-10, name .. ": Lua of " .. what .. ", its own test")
  local got, flat = lua.call(unpack(args)), {}
  for i = 1, #want do
    if type(want[i]) == "number" then flat[i] = want[i] else for j = 1, #want[i] do flat[#flat + 1] = want[i][j] end end
  end
  t.ok(worst(got, flat) < 1e-10, name .. ": Lua of " .. what)
  local id = ("f%d"):format(#mains + 1)
  c[#c + 1] = m:program("c", what, id, 1)
  mains[#mains + 1] = ("  if (!(%s_selftest() < 1e-10)) { puts(\"%s: C of %s\"); bad = 1; }"):format(id, name, what)
  return text
end

t.test("every shipped model", function()
  local all = 0
  for k, name in ipairs(li.robots.names()) do
    local m = numeric(li.robots[name]())
    if pcall(function() return m:mass(m:neutral()) end) then
      all = all + 1
      for _, what in ipairs(names) do
        if #m:speeds() < 10 or what == "id" or what == "mass" and name == "quadruped" then agree(m, what, name, k) end
      end
      local x = state(m, k)
      local a = m:fd(unpack(x))
      t.ok(not a or worst(m:kernel("fd", { tape = true })(unpack(x)), a) < 1e-10, name .. ": fd")
    end
  end
  t.ok(all >= 9, all .. " of them have masses")
end)

t.test("two hundred random trees, every joint", function()
  for k = 1, 200 do
    local m = tree(1 + k % 3)
    if #m:speeds() > 0 then agree(m, names[1 + k % 5], "tree " .. k, k) end
  end
end)

t.test("the C of all of them, one program without a warning", function()
  if jit or not os.execute("command -v cc > /dev/null") then return end
  local path = os.tmpname()
  local out = assert(io.open(path .. ".c", "w"))
  out:write(table.concat(c, "\n"), "\n#include <stdio.h>\nint main(void) {\n  int bad = 0;\n", table.concat(mains, "\n"), "\n  return bad;\n}\n")
  out:close()
  t.ok(os.execute(("cc -std=c99 -Wall -Wextra -pedantic -Werror -O0 -DSELFTEST -DSELFTEST_NO_MAIN -o %s %s.c -lm && %s"):format(path, path, path)))
  os.remove(path)
  os.remove(path .. ".c")
end)

t.test("generated Lua: at most 170 locals in a function, and the interpreter for long ones", function()
  local text = li.robots.humanoid36():program("lua", "mass", "M")
  local most, here = 0, 0
  for line in text:gmatch "[^\n]+" do
    if line:find "^local function part" then here = select(2, line:gsub(",", "")) + 1 end
    if line:find "^  local " then here = here + 1 + select(2, line:match("^  local ([^=]*)"):gsub(",", "")) end
    most = math.max(most, here)
  end
  t.ok(most <= 170 and most > 50, most)
  t.ok(text:find("jit.off(part1)", 1, true))
  t.ok(not li.planar { 1 }:program("lua", "id", "F"):find("jit.off", 1, true))
end)

t.test("large trees run in the engine, and say so", function()
  local bodies = {}
  for k = 1, 60 do
    bodies[k] = { name = "b" .. k, parent = k > 1 and "b" .. (k - 1) or nil, joint = "revolute", axis = { 0, 1, 0 }, at = { 0, 0, k > 1 and 0.1 or 0 },
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
  local m = li.robot { bodies = { { name = "b", joint = "floating", mass = "m", com = { "c", 0, 0 }, inertia = { "Ix", "Iy", "Iz" } } } }
  local text = tostring(m:formula "id")
  for _, name in ipairs { "b_qw", "b_ux''", "b_wx'", "Ix" } do t.ok(text:find(name, 1, true), name) end
  t.raises("no numbers for", m.kernel, m, "id")
  local p = m:program("c", "id", "F")
  t.ok(p:find("in p (5)", 1, true) or p:find("in p (", 1, true))
  local still, light = li.robot { bodies = { { name = "b", joint = "fixed", mass = 1 } } }, li.robot { bodies = { { name = "b", joint = "revolute" } } }
  t.raises("nothing moves", still.kernel, still)
  t.raises("mass and inertia are not given", light.formula, light, "id")
  t.raises("no mass moves", function() li.robot { bodies = { { name = "b", joint = "revolute", mass = 0 } } }:kernel "fd" end)
end)

t.done()
