-- test_oom_large.lua - memory gives out while large descriptions are read: arenas of many blocks,
-- each ending in the middle of something
--
-- Every n-th allocation of the engine refused, about MOST (60; OOM_MOST) of each loader's; all of
-- them with OOM_STEP=1.
local t = require "t"
local li = require "liaison"
local kit = li._internal

local MOST = tonumber(os.getenv "OOM_MOST") or 60
local N = 120

local function list(form, n)
  local out = {}
  for i = 1, n do
    out[i] = (form:gsub("#(%-?%d*)", function(d) return ("%d"):format(i + (tonumber(d) or 0)) end))
  end
  return out
end

local bodies, rows = {}, {}
for i = 1, N do
  bodies[i] = { name = "body" .. i, parent = i > 1 and "body" .. i - 1 or "world",
    joint = { kind = i % 7 == 0 and "spherical" or "revolute", name = "joint" .. i,
    damping = "c" .. i % 5 },
    at = { "L" .. i % 11, 0, 0.1 }, mass = "m" .. i, com = { 0, 0, "L1/2" }, inertia = { 1, 1, 1 },
      shapes = { { "box", size = { 1, 2, 3 }, material = "paint" } } }
  rows[i] = { joint = "R", a = "a" .. i, alpha = i % 2 * math.pi / 2, d = 0, theta = "th" .. i,
    mass = "m" .. i, com = { 0, 0, 0 }, inertia = { 1, 1, 1 } }
end
rows.convention = "standard"
local urdf = { '<robot name="r">',
  table.concat(list('<link name="l#"><inertial><mass value="1"/><inertia ixx="1" iyy="1" '
  .. 'izz="1"/></inertial></link>', N + 1)),
  table.concat(list('<joint name="j.#" type="continuous"><parent link="l#"/><child '
  .. 'link="l#1"/></joint>', N)), "</robot>" }
local frames, maple = {}, {}
for i = 1, N do
  frames["R" .. i] = { "R" .. i - 1, { "a" .. i, 0, 0 }, { 0, 0, "q" .. i } }
  maple[i] = ("R%d=(R%d,[0,0,a%d],[0,0,q%d])"):format(i, i - 1, i, i)
end
local variables = list("q#", N)

local saved = os.tmpname()
li.robot({ bodies = bodies }):lua(saved)

local loaders = {
  { "a robot's table", function() return li.robot { bodies = bodies,
    frames = { { name = "end", body = "body" .. N } },
    constraints = { { "equation", name = "k", equation = "joint1 - joint2" } } } end },
  { "a table of Denavit and Hartenberg", function() return li.dh(rows) end },
  { "a phrase", function() return li.phrase(table.concat(list("RZ(-3,3),TXK(L#),", N))
    .. "RZ;") end },
  { "a definition", function() return li.definition { frames = frames,
    variables = variables } end },
  { "a definition in Maple",
    function()
      return li.definition(("liaison := table([%s]);\nq := [%s];\n")
        :format(table.concat(maple, ","), table.concat(variables, ",")))
    end },
  { "a saved file", function() return li.load(saved) end },
  { "a URDF", function() return li.urdf_text(table.concat(urdf)) end },
}

-- what the engine still holds, above `base`; keys of weak tables and compiled traces let go late on
-- LuaJIT
local function left(base)
  for k = 1, 6 do
    if kit.mem_live() <= base then return 0 end
    if k == 3 and rawget(_G, "jit") then jit.flush() end
    collectgarbage()
  end
  return kit.mem_live() - base
end

-- with n allocations granted: was one refused, did it work, what did it say
local function run(make, n)
  local before = kit.mem_count()
  kit.mem_fail_after(n)
  local ok, m = pcall(make)
  kit.mem_fail_after(-1)
  return kit.mem_count() - before > n, ok, m
end

for _, row in ipairs(loaders) do
  t.test("every allocation may fail while this is read: " .. row[1], function()
    local make = row[2]
    make():close()
    local held, before = kit.mem_live(), kit.mem_count()
    local m = make()
    t.ok(#m:speeds() >= N, "it is large")
    local all = kit.mem_count() - before
    m:close()
    local step = os.getenv "OOM_STEP" == "1" and 1 or math.max(1, math.floor(all / MOST))
    for n = 0, all - 1, step do
      local refused, ok, said = run(make, n)
      t.ok(refused, "an allocation was refused")
      if ok then
        said:close()
      else
        t.ok(tostring(said):find "memory", ("after %d: %s"):format(n, tostring(said)))
      end
    end
    t.eq(left(held), 0, "allocations left")
  end)
end

os.remove(saved)
t.done()
