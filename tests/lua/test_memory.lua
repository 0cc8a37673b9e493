-- test_memory.lua - what would take more memory than there is, is refused before it is taken
local t = require "t"
local li = require "liaison"

local function at_most(megabytes, f)
  local whole = li.memory().limit
  li.memory(megabytes)
  local ok, why = pcall(f)
  li.memory(whole)
  if not ok then error(why, 0) end
end

local function chain(n)
  local bodies = {}
  for k = 1, n do
    bodies[k] = { name = "b" .. k, parent = k > 1 and "b" .. k - 1 or nil, joint = "revolute",
      at = { 1, 0, 0 }, mass = 1, inertia = { 1, 1, 1 } }
  end
  return li.robot { bodies = bodies }
end

t.test("the limit is told and set, never below what the ground floor needs", function()
  local m = li.memory()
  t.ok(m.limit > 64 and m.held >= 0 and m.held < m.limit)
  for _, x in ipairs { 63.9, 0, -1, 0 / 0 } do
    t.raises("argument 1 %(megabytes%): at least 64", li.memory, x)
  end
  t.eq(li.memory().limit, m.limit)
  t.eq(li.memory(1000).limit, 1000)
  t.ok(li.memory(math.huge).limit > 1e9)
  t.near(li.memory(m.limit).limit, m.limit, 1)
end)

t.test("rows that could never be held: refused at once, not when memory is gone", function()
  local began = os.clock()
  local function run(dt) return li.simulate { li.planar { 1 }, q = { 1 }, t = 1, dt = dt } end
  t.raises("options%.dt: 1e%+12 rows of %d numbers would take %S+ megabytes, the limit is %d+ "
    .. "%(li%.memory%)", run, 1e-12)
  t.raises("options%.dt: 1e%+12 rows",
    function() return li.ode(function(_, x) return { -x[1] } end, -1, { 1 }, { dt = 1e-12 }) end)
  t.ok(os.clock() - began < 1)
  t.eq(#run(0.01), 101)
end)

t.test("rows of a run without an end: memory is refused, not taken from others", function()
  at_most(64, function()
    local why = t.raises("record: out of memory after %d+ rows %(%d+ megabytes more than the "
      .. "%d+ held are beyond the limit of 64: li%.memory",
      li.ode, function(_, x) return { x[2], -x[1] } end, 1e5, { 1, 0 },
      { method = "rk4", h = 1e-2, max_steps = 1e8, progress = false })
    t.ok(why)
  end)
  t.ok(li.memory().held < 64, "all of it was given back")
end)

t.test("a chain of very many bodies: its matrices are refused with a word, and cost nothing "
  .. "until they are written", function()
  local m = chain(6000)
  at_most(200, function()
    t.raises("no memory for the data of 6000 bodies %(%d+ megabytes more than the %d+ held "
      .. "are beyond the limit of 200: li%.memory", m.neutral, m)
  end)
  -- a gigabyte of matrices, of which kinematics write none
  local before = li.memory().held
  local x = m:fk(m:neutral(), "b6000"):pos()
  t.near(x[1], 6000, 1e-6)
  t.ok(li.memory().held - before > 500, "reserved")
  local f = io.open "/proc/self/statm"
  local resident = f and f:read "*a":match "%d+ (%d+)"
  if f then f:close() end
  if resident then t.ok(resident * 4096 < 700 * 2 ^ 20, resident) end
end)

t.done()
