-- ik_tasks.lua - model:ik_tasks: a configuration for several tasks by priority, within limits, away
-- from what it could touch, loops closed
--
-- Steps of Levenberg-Marquardt by levels (levels.lua), each within a box of trust and the limits; a
-- start that no longer falls gives way to a random one.
local li = require "liaison.core"
local check = require "liaison.base.check"
local gather = require "liaison.tasks.gather"
local levels = require "liaison.tasks.levels"
local posture = require("liaison.tasks.posture")
local read = require "liaison.tasks.read"
local kit = li._internal

local PATIENCE = 15 -- steps without progress
local STEP = 0.8    -- most of a coordinate in one (rad, m)

local fields = gather.fields_with { q = "any?", tol = { "num", default = 1e-8, above = 0 },
  starts = { "int", default = 20, min = 1 }, max_iter = { "int", default = 100, min = 1 },
  seed = { "int", default = 1, min = 0 }, time = { "num", default = 10, above = 0 } }

-- ---- one start ----------------------------------------------------------------------------------

-- coordinates brought within their limits: a copy
local function within(s, q)
  q = li.vec(q):copy()
  for _, x in ipairs(s.coordinates) do
    if s.limited and not s.locked[x.v] then
      q[x.q] = math.max(x.lower + s.margin, math.min(x.upper - s.margin, q[x.q]))
    end
  end
  return q
end

-- lo, hi (n): a step within the limits; a locked velocity stays 0
local function box(s, q, trust)
  local lo, hi = {}, {}
  for v = 1, s.n do
    lo[v], hi[v] = -trust, trust
    local x = s.coordinates.of_v[v]
    if x then
      local down, up = gather.room(s, x, q)
      lo[v], hi[v] = math.max(-trust, down), math.min(trust, up)
    end
    if s.locked[v] then lo[v], hi[v] = 0, 0 end
  end
  return lo, hi
end

-- what is left of a task: the size of its error, of bounds by how much they are passed
local function residual(t, q)
  local e, _, most = t.at(q)
  local sum, list = 0, {}
  for k = 1, #e do
    list[k] = e[k]
    if most then list[k] = math.max(e[k], 0) + math.min(most[k], 0) end
    sum = sum + list[k] * list[k]
  end
  return math.sqrt(sum), list
end

-- by how much loops are open and bodies are too near
local function broken(s, q)
  local gap, near = 0, 0
  if s.closed then
    for _, x in ipairs(gather.gap(s.model, q)) do gap = math.max(gap, math.abs(x)) end
  end
  local pairs_near = s.collision and s.collision:distances(q, s.influence) or {}
  for _, pair in ipairs(pairs_near) do near = math.max(near, s.clearance - pair.distance) end
  return gap, near
end

-- {q, sum, met, levels}: the sum of squares of required tasks, loops, clearance, whether all are
-- within tol; the weighted squares of the others by level
local function state_at(s, q)
  local gap, near = broken(s, q)
  local now = { q = q, sum = gap * gap + near * near, met = gap <= s.tol and near <= s.tol,
    levels = {} }
  for k, level in ipairs(s.levels) do
    now.levels[k] = 0
    for _, t in ipairs(level) do
      local r, e = residual(t, q)
      if t.required then
        now.sum = now.sum + r * r
        now.met = now.met and r <= (t.tol or s.tol)
      else now.levels[k] = now.levels[k] + (t.weight * li.vec(e)):norm() ^ 2 end
    end
  end
  return now
end

-- is it better: in what is required first, then in the other tasks level by level
local function better(now, best)
  if now.met ~= best.met then return now.met end
  if not now.met then return now.sum < best.sum end
  for k, x in ipairs(now.levels) do
    local slack = 1e-12 * best.levels[k]
    if x < best.levels[k] - slack then return true end
    if x > best.levels[k] + slack then return false end
  end
  return false
end

local function one() return 1 end
local function damping(sum) return 0.02 * sum + 1e-12 end

local function step_from(s, q, count, trust)
  local list, c = gather.at(s, q, one, 1, damping, count)
  c.lo, c.hi = box(s, q, trust)
  return levels.solve(s.n, list, c)
end

-- does a step bring what is required nearer, or a level of the rest: the least of each so far is
-- kept in least
local function progress(now, least)
  local falls = false
  for k = 0, #now.levels do
    local x, before = now.levels[k] or now.sum, least[k] or math.huge
    falls = falls or x < 0.999 * before
    least[k] = math.min(before, x)
  end
  return falls
end

-- was a step too long: more is missing of what is required, or of the first level that changed
local function worse(s, now, before)
  local enough = s.tol * s.tol
  if now.sum > math.max(before.sum, enough) then return true end
  if before.sum > enough then return false end
  for k, x in ipairs(now.levels) do
    local y = before.levels[k]
    if math.abs(x - y) > 1e-9 * y then return x > y end
  end
  return false
end

-- steps of the first levels only, until they end or their progress does, in a box of trust
local function steps(s, x, count, out)
  local stale, least, trust, before = 0, {}, STEP, nil
  for _ = 1, s.max_iter do
    out.iterations = out.iterations + 1
    local now = state_at(s, x.q)
    stale = progress(now, least) and 0 or stale + 1
    if not x.best or better(now, x.best) then x.best = now end
    if before and worse(s, now, before) then trust = trust / 2
    else trust = math.min(STEP, 1.5 * trust) end
    before = now
    local dq = step_from(s, x.q, count, trust)
    local size = dq and dq:norm "max" or 0
    if size < 1e-12 or (now.met and size < 1e-9) or stale > PATIENCE
      or kit.clock() > s.until_time then
      break
    end
    x.q = s.model:step(x.q, dq, 1)
  end
end

-- one start: all levels together; then without the last ones, so that those before become exact
local function descend(s, q, out)
  local x = { q = q }
  for count = #s.levels, s.last_required, -1 do steps(s, x, count, out) end
  return x.best
end

-- ---- what came out ------------------------------------------------------------------------------

local function limits_told(s, q)
  local out = {}
  for _, x in ipairs(s.coordinates) do
    local down, up = gather.room(s, x, q)
    if down > -1e-9 then
      out[#out + 1] = { name = x.name, side = "min", at = x.lower + s.margin }
    end
    if up < 1e-9 then out[#out + 1] = { name = x.name, side = "max", at = x.upper - s.margin } end
  end
  return out
end

local function near_told(s, q)
  local out = {}
  for _, p in ipairs(s.collision and s.collision:distances(q, s.influence) or {}) do
    if p.distance < s.clearance + 1e-6 then
      out[#out + 1] = { a = p.a, b = p.b, distance = p.distance }
    end
  end
  return out
end

local function told(s, q, info)
  info.tasks = {}
  for k, t in ipairs(s.tasks) do
    local r, e = residual(t, q)
    info.tasks[k] = { name = t.name, kind = t.kind, about = t.about, priority = t.priority,
      required = t.required, residual = r, error = e, met = r <= (t.tol or s.tol) }
    info.tasks[t.name] = info.tasks[k]
  end
  info.limits, info.near = limits_told(s, q), near_told(s, q)
  info.gap, info.too_near = broken(s, q)
  info.q = q
  return info
end

-- the first thing that is not met, in words
local function why(s, info)
  if info.gap > s.tol then
    return ("loops or constraints are open by %s"):format(kit.number(info.gap, 3))
  end
  if info.too_near > s.tol then
    local p = info.near[1]
    return ("%s and %s are nearer than the clearance by %s"):format(p.a, p.b,
      kit.number(info.too_near, 3))
  end
  for _, t in ipairs(info.tasks) do
    if t.required and not t.met then
      return ("task '%s' (%s) is left off by %s"):format(t.name, t.about, kit.number(t.residual, 3))
    end
  end
  return "no time was left"
end

local function binding(info)
  local names = {}
  for k, x in ipairs(info.limits) do
    if k <= 6 then names[k] = x.name .. " at its " .. x.side end
  end
  return #names > 0 and "; at limits: " .. table.concat(names, ", ") or ""
end

-- coordinates at random, what is no coordinate as at the start
local function another(s, q, k)
  local random, out = s.model:random(s.seed + k), q:copy()
  for _, x in ipairs(s.coordinates) do
    if not s.locked[x.v] then out[x.q] = random[x.q] end
  end
  return within(s, out)
end

local function refuse_rates(list)
  for _, t in ipairs(list) do
    if t.of_rates then
      check.fail(t.path, "'%s' is a task of rates: model:task_rates takes it", t.kind)
    end
    if t.rate then check.fail(t.path .. ".rate", "is of model:task_rates: here goals stand") end
  end
end

-- the last level that has a required task, at least the first
local function last_required(list)
  local last = 1
  for k, level in ipairs(list) do
    for _, t in ipairs(level) do if t.required then last = k end end
  end
  return last
end

local function ik_tasks(model, tasks, options)
  local o = check.fields(options or {}, "options", fields)
  local s = gather.start(model, o, "options.")
  s.tasks, s.levels = read.list(model, tasks, "tasks")
  refuse_rates(s.tasks)
  s.last_required = last_required(s.levels)
  for _, key in ipairs { "tol", "max_iter", "seed" } do s[key] = o[key] end
  s.until_time = kit.clock() + o.time
  local start = o.q == nil and model:neutral() or posture.configuration(model, o.q, "options.q")
  start = within(s, start)
  local info, best, least = { iterations = 0, starts = 0 }, start, math.huge
  for k = 1, o.starts do
    info.starts = k
    local x = descend(s, k == 1 and start or another(s, start, k), info)
    if x.met then return x.q, told(s, x.q, info) end
    if x.sum < least then best, least = x.q, x.sum end
    if kit.clock() > s.until_time then break end
  end
  told(s, best, info)
  return nil, ("no configuration found in %d starts: at the nearest, %s%s"):format(info.starts,
    why(s, info), binding(info)), "ENOCONV", info
end

check.define(kit.methods "model", {
  { "model:ik_tasks(tasks: table [, options: table]) -> q: vec, info: table",
    "A configuration for several tasks: {{\"position\", body =, point =, goal =, axes =, weight =, "
      .. "priority =, required =, relative_to =, name =, tol =}, ..}, kinds by li.tasks(). Lower "
      .. "numbers of priority come first, others act in what those leave; tasks of the first are "
      .. "required. options: q (start), margin (to limits of joints; limits = false: none), "
      .. "collision (li.collision), clearance, influence; lock = \"q1 q2\"; tol (1e-8), starts "
      .. "(20), max_iter (100), seed, time (10 s). Loops and constraints are held. info: tasks "
      .. "(residual, met, by number and name), limits and near (what binds), gap, starts, "
      .. "iterations. nil, message, 'ENOCONV', info with the nearest q.",
    "local q = li.planar{1, 1}:ik_tasks({{'position', goal = {1, 1, 0}}}, {q = {0.3, 1}}) return "
      .. "math.abs(q[2] - math.pi/2) < 1e-8 --> true",
    ik_tasks },
})

return { solve = ik_tasks }
