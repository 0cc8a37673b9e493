-- gather.lua - what tasks, loops, limits and things near want of a velocity at a state, as levels
-- and bounds
--
-- Bounds that are kept are rows of all levels: to stand still obeys them. Those that are passed
-- already become equations: of their task's level, or of a level before all others (loops, bodies
-- too near to each other), so that no state is without an answer.
local li = require "liaison.core"
local check = require "liaison.base.check"
local levels = require "liaison.tasks.levels"
local plain = require "liaison.tasks.plain"

local gather = {}

local FIRM = 1e-10 -- damping where nothing may be left

-- ---- rows ---------------------------------------------------------------------------------------

local function new_rows() return { A = {}, b = {} } end

local function add_matrix(rows, A, b)
  rows.A[#rows.A + 1] = A
  for k = 1, #b do rows.b[#rows.b + 1] = b[k] end
end

local function row_of(J, i) return J:block(i, 1, 1, select(2, J:size())) end

local function new_bounds() return { G = {}, low = {}, high = {} } end

local function add_bound(bounds, row, low, high)
  bounds.G[#bounds.G + 1] = row
  bounds.low[#bounds.low + 1], bounds.high[#bounds.high + 1] = low, high
end

-- a bounded task: rows within their bounds stay so, others go to the nearer one
local function add_bounded(t, rows, bounds, gain, q)
  local e, J, most = t.at(q)
  for i = 1, #e do
    local row = row_of(J, i)
    if e[i] <= 0 and most[i] >= 0 then add_bound(bounds, row, gain * e[i], gain * most[i])
    else add_matrix(rows, t.weight * row, { t.weight * gain * (e[i] > 0 and e[i] or most[i]) }) end
  end
end

local function add_task(t, rows, gain, q)
  local e, J = t.at(q, t.goal)
  if not t.of_rates then e = gain * e end
  if t.rate then e = e + t.rate end
  add_matrix(rows, t.weight * J, t.weight * e)
end

-- ---- what all levels obey -----------------------------------------------------------------------

-- how far loops and constraints are open, in the order of their rows (0 for those of rates alone)
function gather.gap(model, q)
  local gaps, out = model:gaps(q), {}
  for _, x in ipairs(model:constraint_names()) do
    local g = gaps[x[1]]
    for k = 1, x[2] do out[#out + 1] = g and #g == x[2] and g[k] or 0 end
  end
  return out
end

local function add_loops(s, rows, gain, q)
  if not s.closed then return end
  local b = gather.gap(s.model, q)
  for k = 1, #b do b[k] = -gain * b[k] end
  add_matrix(rows, (s.model:constraint_rows(q)), b)
end

-- pairs that are near: d' = gradient . v >= -gain (d - clearance)
local function add_near(s, rows, bounds, gain, q)
  s.near = s.collision and s.collision:distances(q, s.influence) or {}
  for _, pair in ipairs(s.near) do
    local J, room = li.mat { pair.gradient }, pair.distance - s.clearance
    if room >= 0 then add_bound(bounds, J, -gain * room, math.huge)
    else add_matrix(rows, J, { -gain * room }) end
  end
end

local function matrix_of(rows, n, damping)
  local A = levels.stacked(rows.A, n)
  if not A then return nil end
  local b, sum = li.vec(rows.b), 0
  for k = 1, #b do sum = sum + b[k] * b[k] end
  return { A = A, b = b, damping = damping and damping(sum) or FIRM }
end

-- s: model, n, levels, closed, collision, clearance, influence; gains(t) of a task, gain of what
-- comes before all; damping(sum of squares) of a level; count: of the first levels only. Gives the
-- levels and the bounds without lo and hi
function gather.at(s, q, gains, gain, damping, count)
  local list, bounds, first = {}, new_bounds(), new_rows()
  add_loops(s, first, gain, q)
  add_near(s, first, bounds, gain, q)
  list[1] = matrix_of(first, s.n)
  for k = 1, count or #s.levels do
    local level, rows = s.levels[k], new_rows()
    for _, t in ipairs(level) do
      if t.bounded then add_bounded(t, rows, bounds, gains(t), q)
      else add_task(t, rows, gains(t), q) end
    end
    list[#list + 1] = matrix_of(rows, s.n, damping)
  end
  return list, { G = levels.stacked(bounds.G, s.n), low = bounds.low, high = bounds.high }
end

-- ---- options that both questions have -----------------------------------------------------------

gather.fields = { lock = "any?", margin = { "num", default = 0, min = 0 }, limits = "any?",
  collision = "any?", clearance = { "num", default = 0, min = 0 },
  influence = { "num?", above = 0 } }

function gather.fields_with(more)
  local out = {}
  for _, list in ipairs { gather.fields, more } do for key, x in pairs(list) do out[key] = x end end
  return out
end

-- what can be asked for distances(q, margin)
function gather.collision(x, path)
  if x == nil then return nil end
  local ok, f = pcall(function() return x.distances end)
  if not ok or type(f) ~= "function" then
    check.fail(path, "expected an object with distances(q, margin), li.collision(model), got %s",
      check.got(x))
  end
  return x
end

-- velocities that stay 0: names of coordinates
local function locked(model, given, path)
  local out, named = {}, plain.of(model).named
  local at = {}
  for k, name in ipairs(model:speeds()) do at[tostring(name)] = k end
  for _, name in ipairs(check.words(given, path, '"q1 q2"') or {}) do
    local v = named[name] and named[name].v or at[name] or at[name .. "'"]
    if not v then check.fail(path, "no coordinate '%s'%s", name, check.hint(name, named)) end
    out[v] = true
  end
  return out
end

-- limits of coordinates drawn in by the margin: false in limits leaves them out
local function limits_of(list, o, path)
  for _, x in ipairs(list) do
    if x.upper - x.lower < 2 * o.margin then
      check.fail(path .. "margin", "%g on both sides leaves nothing of %s", o.margin, x.name)
    end
  end
end

-- loops, constraints or drivers to be held
local function is_closed(model)
  local d = model:description()
  return #(d.loops or {}) + #(d.constraints or {}) + #(d.drivers or {}) > 0
end

function gather.start(model, o, path)
  local s = { model = model, n = #model:speeds(), coordinates = plain.of(model),
    closed = is_closed(model), margin = o.margin, limited = o.limits ~= false,
    locked = locked(model, o.lock, path .. "lock"), clearance = o.clearance,
    collision = gather.collision(o.collision, path .. "collision") }
  if o.limits ~= nil and type(o.limits) ~= "boolean" then
    check.fail(path .. "limits", "expected true or false, got %s", check.got(o.limits))
  end
  if s.limited then limits_of(s.coordinates, o, path) end
  s.influence = o.influence or s.clearance + 0.1
  if s.influence <= s.clearance then
    check.fail(path .. "influence", "expected more than the clearance, %g, got %g", s.clearance,
      s.influence)
  end
  return s
end

-- how far coordinate x may still go down and up
function gather.room(s, x, q)
  if not s.limited then return -math.huge, math.huge end
  return math.min(0, x.lower + s.margin - q[x.q]), math.max(0, x.upper - s.margin - q[x.q])
end

return gather
