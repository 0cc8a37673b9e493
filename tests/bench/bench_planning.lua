-- bench_planning.lua - ways past obstacles by RRT-Connect: time, and length after shortcuts, over
-- seeds; the same problems as peers/ompl_planning.cpp, ways sampled every 0.02 in both (make bench)
local li = require "liaison"

local who = "liaison " .. (rawget(_G, "jit") and "luajit" or "lua5.4")
local only = os.getenv "BENCH_ONLY" or ""
local SEEDS = 20

local function median(list)
  table.sort(list)
  return list[math.floor(#list / 2) + 1], list[1]
end

local function timed(row, problem)
  if not ("planning: " .. row):find(only, 1, true) then return end
  local took, length = {}, {}
  for seed = 1, SEEDS do
    problem.seed = seed
    local began = os.clock()
    local w = assert(li.plan(problem))
    took[seed], length[seed] = (os.clock() - began) * 1e6, w.length
  end
  print(("planning,%s,%s,%.1f,%.1f"):format(row, who, median(took)))
  print(("planning,%s: length,%s,%.4f,%.4f"):format(row, who, median(length)))
end

-- a wall with a gap of 4 % of its height
timed("narrow passage", { from = { 0, 0.1 }, to = { 1, 0.1 }, lower = { 0, 0 }, upper = { 1, 1 },
  stride = 0.2, step = 0.02, free = function(q)
    return math.abs(q[1] - 0.5) > 0.05 or math.abs(q[2] - 0.7) < 0.02
  end })

-- an arm of n bars of length 2/n among three discs: its bars do not touch them
local DISCS = { { 1.2, 1.2, 0.3 }, { -1, 1, 0.3 }, { 1.3, -0.9, 0.25 } }
local function touches(q, n)
  local x, y, angle, l = 0, 0, 0, 2 / n
  for k = 1, n do
    angle = angle + q[k]
    local c, s = math.cos(angle), math.sin(angle)
    for i = 1, 3 do
      local d = DISCS[i]
      local along = math.max(0, math.min(l, (d[1] - x) * c + (d[2] - y) * s))
      local a, b = x + along * c - d[1], y + along * s - d[2]
      if a * a + b * b < d[3] * d[3] then return true end
    end
    x, y = x + l * c, y + l * s
  end
  return false
end

for _, n in ipairs { 2, 4, 6 } do
  local from, to, lower, upper = {}, {}, {}, {}
  for k = 1, n do from[k], to[k], lower[k], upper[k] = 0, 0, -2.8, 2.8 end
  to[1] = 2.6
  timed(("arm of %d bars among discs"):format(n), { from = from, to = to, lower = lower,
    upper = upper, step = 0.02, free = function(q) return not touches(q, n) end })
end
