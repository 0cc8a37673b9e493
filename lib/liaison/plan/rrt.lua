-- rrt.lua - two trees that grow towards samples and one another: RRT-Connect
--                                                   [Kuffner, LaValle, ICRA 2000]
local edges = require "liaison.plan.edges"
local space = require "liaison.plan.space"
local tree = require "liaison.plan.tree"

local rrt = {}

-- a step from place i towards x: the new place, whether x is reached; nil: the way is not free
local function extend(p, t, i, x)
  local s = p.space
  local d = space.toward(s, t.x[i], x)
  local size = space.length(s, d)
  local part = 1
  if size > p.stride then part = p.stride / size end
  for k = 1, s.n do d[k] = part * d[k] end
  local there = space.along(s, t.x[i], d, 1)
  if p.project then
    there = p.project(there)
    if not there then return nil end
    d = space.toward(s, t.x[i], there)
    if space.length(s, d) < 1e-6 or space.apart(s, there, x) >= size then return nil end
    part = space.apart(s, there, x) < 1e-9 and 1 or 0
  end
  if edges.room(p.edges, there) <= 0 or not p.way(t.x[i], d) then return nil end
  return tree.add(t, there, i), part == 1
end

-- steps until x is reached, or something is in the way: the last place, whether it is x
local function connect(p, t, x)
  local i = tree.nearest(t, x)
  while true do
    if space.apart(p.space, t.x[i], x) < 1e-12 then return i, true end
    local k, reached = extend(p, t, i, x)
    if not k then return i, false end
    if reached then return k, true end
    i = k
    if p.over() then return i, false end
  end
end

local function note_gap(p, a, i, b, k)
  local d = space.apart(p.space, a.x[i], b.x[k])
  if d < p.gap then p.gap, p.nearest = d, { a.x[i], b.x[k] } end
end

-- from the roots of one tree to those of the other
local function joined(a, i, b, k, swapped)
  local first, second = tree.back(a, i), tree.back(b, k)
  if swapped then first, second = second, first end
  local out = {}
  for n = #first, 1, -1 do out[#out + 1] = first[n] end
  for n = 2, #second do out[#out + 1] = second[n] end
  return out
end

-- p: space, edges, way(a, d), stride, random, over(), starts, goals (lists of x), more() gives
-- another goal or nothing, project or nil. A list of x, or nil: p.gap and p.nearest tell how near
function rrt.solve(p)
  local a, b, swapped = tree.new(p.space), tree.new(p.space), false
  for _, x in ipairs(p.starts) do tree.add(a, x) end
  for _, x in ipairs(p.goals) do tree.add(b, x) end
  p.gap, p.nearest, p.nodes = math.huge, {}, 0
  local sample = p.goals[1]
  while not p.over() do
    local new = extend(p, a, (tree.nearest(a, sample)), sample)
    if new then
      local k, met = connect(p, b, a.x[new])
      note_gap(p, a, new, b, k)
      p.nodes = a.n + b.n
      if met then return joined(a, new, b, k, swapped) end
    end
    a, b, swapped = b, a, not swapped
    sample = space.sample(p.space, p.random)
    p.samples = p.samples + 1
    local goal = p.more and p.more()
    if goal then tree.add(swapped and a or b, goal) end
  end
  return nil
end

return rrt
