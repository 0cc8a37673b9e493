-- bench_tasks.lua - a step of model:task_rates: an arm of seven axes, a humanoid of 36 degrees of
-- freedom; a configuration for a pose by model:ik_tasks beside model:ik (make bench)
local li = require "liaison"

local who = "liaison " .. (rawget(_G, "jit") and "luajit" or "lua5.4")
local only = os.getenv "BENCH_ONLY" or ""
local repeats = tonumber(os.getenv "BENCH_REPEATS") or 5

local function timed(row, count, f)
  if not ("tasks: " .. row):find(only, 1, true) then return end
  local took = {}
  for k = 1, repeats do
    local began = os.clock()
    for i = 1, count do f(i) end
    took[k] = (os.clock() - began) / count * 1e6
  end
  table.sort(took)
  print(("tasks,%s,%s,%.1f,%.1f"):format(row, who, took[math.floor(#took / 2) + 1], took[1]))
end

local panda = li.robots.panda()
local q, v = panda:neutral(), li.zeros(7)
local rates = panda:task_rates({ { "pose", goal = panda:fk(panda:random(4)) },
  { "posture", priority = 2, gain = 1 } }, { dt = 0.001, a = 10 })
timed("rates of seven axes: pose and posture", 500, function() q, v = rates:step(q, v) end)

local poses = {}
for k = 1, 50 do poses[k] = panda:fk(panda:random(k)) end
timed("a configuration for a pose: ik_tasks", 50, function(i)
  assert(panda:ik_tasks({ { "pose", goal = poses[i] } }))
end)
timed("a configuration for a pose: ik", 50, function(i) assert(panda:ik(poses[i])) end)

local man = li.robots.humanoid36()
local stand, at = man:neutral(), {}
for k, name in ipairs(man:coordinates()) do at[name] = k end
for _, side in ipairs { "L", "R" } do
  stand[at["hipy" .. side]], stand[at["knee" .. side]] = -0.35, 0.7
  stand[at["anky" .. side]] = -0.35
end
local left, right = man:fk(stand, "ankxL"), man:fk(stand, "ankxR")
local reaching = man:task_rates({ { "pose", name = "left", body = "ankxL", goal = left },
  { "pose", name = "right", body = "ankxR", goal = right },
  { "support", polygon = { { -0.1, -0.15 }, { 0.15, -0.15 }, { 0.15, 0.15 }, { -0.1, 0.15 } } },
  { "position", body = "wryR", goal = { 0.4, -0.3, -0.2 }, priority = 2, gain = 4 },
  { "posture", goal = stand, priority = 3, gain = 2 } }, { dt = 0.001, v = 1.5, a = 8 })
local now, w = stand, li.zeros(36)
timed("rates of a humanoid: feet, support, hand, posture", 100, function()
  now, w = reaching:step(now, w)
end)

local soles = { { -0.08, -0.05, -0.08 }, { 0.16, -0.05, -0.08 }, { 0.16, 0.05, -0.08 },
  { -0.08, 0.05, -0.08 } }
local contacts = { { body = "ankxL", points = soles }, { body = "ankxR", points = soles } }
local rest = li.zeros(36)
timed("whole body of a humanoid: 8 contacts, 3 tasks", 10, function()
  assert(man:whole_body(stand, rest, { { "com", goal = man:com(stand) },
    { "position", body = "wryR", goal = man:fk(stand, "wryR").p }, { "posture", goal = stand,
      priority = 2 } }, contacts))
end)
