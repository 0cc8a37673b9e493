-- test_oom.lua - memory gives out, one allocation after the other: of the engine through Lua, and
-- of Lua itself
--
-- Of the engine every one in examples with up to 3 (OOM_MOST), and so many of
-- the others, in each example others; all of them with OOM_STEP=1. What is left is asked after each
-- example, and after each allocation again where something is. Of descriptions that fill more than
-- one block of an arena (tests/oom/loaders.lua) a third as many. Of Lua itself every OOM_STEP-th
-- (397) of tests/oom/script.lua.
local t = require "t"
local li = require "liaison"
local kit = li._internal

local rows = li.signatures() -- loads every Lua module, before anything fails
local base = kit.mem_live()
local STEP, MOST = tonumber(os.getenv "OOM_STEP") or 797, tonumber(os.getenv "OOM_MOST") or 3

-- an object that is the key of a weak table keeps its value for a cycle more after its own
-- finalizer, on LuaJIT; and compiled traces hold on to the objects they were compiled with
local function left()
  for k = 1, 5 do
    if kit.mem_live() == base then return 0 end
    if k == 3 and rawget(_G, "jit") then jit.flush() end
    collectgarbage()
  end
  return kit.mem_live() - base
end

-- run a text, or call a function, with n allocations of the engine allowed; was one refused, did it
-- work, what did it say
local function run(code, n)
  local before = kit.mem_count()
  kit.mem_fail_after(n)
  local ok, text = pcall(type(code) == "function" and code or t.run, code)
  kit.mem_fail_after(-1)
  return kit.mem_count() - before > n, ok, text
end

-- the first n, and every step-th after it, refused in turn; after each, left allocated is asked
-- where `each` says so
local function refuse_in_turn(code, whole, first, step, each)
  for n = first, math.huge, step do
    local refused, ok, text = run(code, n)
    if each then t.eq(left(), 0, "allocations left after " .. n) end
    if not refused then return end
    -- what memory was refused for may be dispensable: then the result is what it always is
    if ok then t.ok(text == whole or text:find "memory" or text:find "nil",
      "example says so: " .. text)
    else t.ok(tostring(text):find "memory", "clean error, got: " .. tostring(text)) end
  end
end

for _, row in ipairs(rows) do
  local code = row.example and row.example:match "^(.-)%s*%-%->"
  if code then
    t.test("every allocation of the engine fails in the example of " .. row.name, function()
      local before = kit.mem_count()
      local _, _, whole = run(code, 1e9)
      local step = STEP == 1 and 1 or math.max(1, math.ceil((kit.mem_count() - before) / MOST))
      local first = #row.name % step
      refuse_in_turn(code, whole, first, step)
      if left() == 0 then return end
      refuse_in_turn(code, whole, first, step, true)
      t.eq(left(), 0, "allocations left")
    end)
  end
end

package.path = package.path .. ";tests/?.lua"
local loaders = require "oom.loaders"

for _, name in ipairs(loaders.names) do
  t.test("every allocation of the engine fails while a long description is read: " .. name,
    function()
    local thing = loaders[name](60)
    local function load_it() return loaders.load(name, thing) end
    load_it() -- names that are kept for good
    local before = kit.mem_count()
    local _, ok, whole = run(load_it, 1e9)
    t.ok(ok, whole)
    t.ok(kit.mem_count() - before > 50, "few allocations")
    local step = STEP == 1 and 1 or math.ceil(3 * (kit.mem_count() - before) / MOST)
    refuse_in_turn(load_it, whole, #name % step, step)
    t.eq(left(), 0, "allocations left")
  end)
end

-- every field of what acts, and all that is asked of it
local function act()
  local m = li.robot { bodies = {
      { name = "a", joint = "prismatic", q = "z1", mass = 1, inertia = { 1, 1, 1 } },
      { name = "b", parent = "world", joint = "revolute", axis = "y", q = "z2", mass = 2,
        com = { .3, 0, .1 }, inertia = { 1, 1, 1 } } },
    constraints = { { "coupling", name = "both", coordinates = { z1 = 1, z2 = -.5 } } },
    inputs = { "F", { name = "road", value = .1, min = -1, max = 1 } },
    forces = { { "spring", joint = { z1 = 1, z2 = -1 }, stiffness = 7 },
      { "given", joint = "z1", f = "F*cos(z2) - 3*z1'" },
      { "spring", joint = "z2", stiffness = 100, rest = "road" },
      { "motor", joint = "z2", voltage = "F", resistance = 1, inductance = .01, kt = .1 },
      { "damper", from = "a", to = "world", to_point = { 1, 0, 0 }, damping = 2 },
      { "given", at = "b", axes = "body", f = { 0, "F", 1 } } },
    outputs = { h = "z1 - z2" } }
  local lin = assert(m:linearize { u = { F = 2 } })
  assert(m:equilibrium { inputs = "F", fix = "z1" })
  m:equations()
  m:compile("jacobians", { tape = true })
  assert(m:simulate(.01, nil, nil, { inputs = { F = "2*sin(t)" } }))
  -- the same beside the description, with what only a run may say
  local more = { { "spring", joint = { z1 = 1, z2 = -1 }, stiffness = "3 + z1*F" },
    { "given", joint = "z1", f = { x = { -1, 0, 1 }, f = { 2, 0, -4 }, how = "cubic" } },
    { "gravity_compensation", joint = { "z1", "z2" }, factor = .5 },
    push = { "given", at = "b", point = { 0, "1/2", 0 }, f = { 0, "F", "z2'" } } }
  local more_lin = assert(m:linearize { u = { F = 2 }, forces = more, outputs = { "z1*F" } })
  more[4] = { "damper", joint = "z2", damping = function() return 2 end }
  assert(m:simulate(.01, nil, nil, { forces = more, inputs = { F = "2*sin(t)",
    road = { t = { 0, .005 }, f = { 0, 3 }, how = "steps" } } }))
  return tostring(lin.A) .. tostring(more_lin.A)
end

t.test("every allocation of the engine fails in what acts on a model", function()
  act()
  local before = kit.mem_count()
  local _, ok, whole = run(act, 1e9)
  t.ok(ok, whole)
  local step = STEP == 1 and 1 or math.ceil((kit.mem_count() - before) / MOST)
  refuse_in_turn(act, whole, 3 % step, step)
  t.eq(left(), 0, "allocations left")
end)

t.test("every allocation of Lua fails", function()
  local build, lua = os.getenv "LIAISON_BUILD", os.getenv "LIAISON_LUA"
  local oom = build and lua and build .. "/" .. lua .. "/oom"
  local f = oom and io.open(oom)
  if not f then t.skip "no oom program beside this module" end
  f:close()
  local code = os.execute(("%s %d tests/oom/script.lua"):format(oom, STEP))
  t.ok(code == 0 or code == true, oom .. " found no unclean failure")
end)

t.done()
