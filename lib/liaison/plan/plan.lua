-- plan.lua - li.plan: a way for a model from one configuration to another past what is in the way
local li = require "liaison.core"
local check = require "liaison.base.check"
local edges = require "liaison.plan.edges"
local goals = require "liaison.plan.goals"
local posture = require("liaison.tasks.posture")
local rounding = require "liaison.plan.rounding"
local rrt = require "liaison.plan.rrt"
local shortcut = require "liaison.plan.shortcut"
local space = require "liaison.plan.space"
local kit = li._internal

local plan = {}

local class

-- ---- options ------------------------------------------------------------------------------------

-- what the space and the question whether it is free are told
plan.world = { model = "any?", collision = "any?", free = "fn?", clearance = { "num",
  default = 0, min = 0 }, radii = "any?", bound = "fn?",
  step = { "num", default = 0.02, above = 0 },
  lower = "any?", upper = "any?", weights = "any?", lock = "any?", margin = { "num", default = 0,
  min = 0 }, seed = { "int", default = 1, min = 0 }, time = { "num", default = 10, above = 0 } }

local fields = { from = "any", to = "any", samples = { "int", default = 20000, min = 1 },
  stride = { "num", default = 0.5, above = 0 }, shortcuts = { "int", default = 200, min = 0 },
  keep = "any?", keep_tol = { "num", default = 1e-3, above = 0 } }
for key, rule in pairs(plan.world) do fields[key] = rule end

-- the fields of a call whose model may stand first
function plan.options(spec, schema)
  local given = {}
  for key, x in pairs(spec) do given[key == 1 and "model" or key] = x end
  if spec[1] ~= nil and spec.model ~= nil then check.fail("model", "is given twice") end
  local o = check.fields(given, "", schema)
  if o.model ~= nil and kit.class(o.model) ~= "model" then
    check.fail("model", "expected a model, got %s", check.got(o.model))
  end
  return o
end

-- the space and the checks of one call
function plan.world_of(o)
  if not o.model and o.collision and not (o.bound or o.free) and o.radii then
    check.fail("radii", "are of bodies: without a model give bound = function(q1, q2)")
  end
  local s = space.new(o)
  return s, edges.new(s, o)
end

-- true when the time is over: looked at seldom
function plan.clock(time)
  local till, count, late = kit.clock() + time, 0, false
  return function()
    count = count + 1
    if count % 16 == 0 then late = kit.clock() > till end
    return late
  end
end

-- ---- what came out ------------------------------------------------------------------------------

local function made(p, list)
  local points = {}
  for k, x in ipairs(list) do points[k] = space.q(p.space, x) end
  local info = { length = shortcut.length(p.space, list), samples = p.samples, nodes = p.nodes or 0,
    checks = p.edges.checks, edges = edges.told(p.edges), seed = p.seed, first_length = p.first,
    time = kit.clock() - p.began, left_out = p.left_out }
  return class.new { points = points, length = info.length, model = p.space.model, info = info,
    settled = { space = p.space, edges = p.edges, list = list } }
end
plan.made = made

local function refused(where, why, info)
  info = info or {}
  info.where = info.where or where
  return nil, why, "EUNREACHABLE", info
end

local function gave_up(p)
  local info = { gap = p.gap, samples = p.samples, nodes = p.nodes, checks = p.edges.checks,
    time = kit.clock() - p.began }
  if p.nearest[1] then
    info.nearest = { space.q(p.space, p.nearest[1]), space.q(p.space, p.nearest[2]) }
  end
  return nil, ("no way found with %d samples in %s s: both trees came to %s rad of each other")
    :format(p.samples, kit.number(info.time, 2), kit.number(p.gap, 3)), "ENOCONV", info
end

-- ---- a single coordinate: an answer either way -------------------------------------------------

-- the straight way, and where it comes round the other one: there are no more
local function decided(p)
  local s, a = p.space, p.starts[1]
  for _, b in ipairs(p.goals) do
    local d = space.toward(s, a, b)
    if p.way(a, d) then return { a, space.along(s, a, d, 1) } end
    if s.c[1].wraps then
      d[1] = d[1] - (d[1] > 0 and 1 or -1) * s.c[1].period
      if p.way(a, d) then return { a, space.along(s, a, d, 1) } end
    end
  end
  return nil
end

-- ---- what is kept along the way ----------------------------------------------------------------

-- x brought to the tasks from where it is; nil: it does not get there
local function projector(p, o)
  if o.keep == nil then return nil end
  local s = p.space
  if not s.model then check.fail("keep", "tasks want a model") end
  return function(x)
    local q = s.model:ik_tasks(o.keep, { q = space.q(s, x), starts = 1, max_iter = 20,
      tol = o.keep_tol / 10, lock = o.lock })
    if not q then return nil end
    local there = space.x(s, q)
    if space.outside(s, there) then return nil end
    return there
  end
end

local function kept_at(p, o, x)
  local tasks = type(o.keep[1]) == "string" and { o.keep } or o.keep
  for _, task in ipairs(tasks) do
    if p.space.model:task_error(space.q(p.space, x), task):norm() > o.keep_tol then return false end
  end
  return true
end

-- a straight way keeps tasks where they are missed by less than keep_tol at steps
local function keeps(p, o, a, d)
  local count = math.max(1, math.ceil(space.length(p.space, d) / 0.05))
  for k = 1, count do
    if not kept_at(p, o, space.along(p.space, a, d, k / count)) then return false end
  end
  return true
end

local function way_of(p, o)
  if o.keep == nil then return function(a, d) return edges.way(p.edges, a, d) end end
  return function(a, d) return keeps(p, o, a, d) and edges.way(p.edges, a, d) end
end

-- ---- the call -----------------------------------------------------------------------------------

local function problem(o)
  local p = { began = kit.clock(), samples = 0, gap = math.huge, nearest = {}, stride = o.stride,
    seed = o.seed, random = space.random(o.seed) }
  p.space, p.edges = plan.world_of(o)
  p.way, p.project = way_of(p, o), projector(p, o)
  if o.keep then p.stride = math.min(p.stride, 0.15) end
  local late = plan.clock(o.time)
  p.late = late
  p.over = function() return p.samples >= o.samples or late() end
  return p
end

local function ends_of(p, o)
  local s = p.space
  local from = goals.configuration(s, o.from, "from")
  if s.model then s.base = posture.configuration(s.model, from, "from"):copy() end
  local x = space.x(s, from)
  local why, info = goals.refuse(s, p.edges, x, "from")
  if why then return nil, why, info end
  if o.keep and not kept_at(p, o, x) then
    return nil, "from: the tasks of keep are missed there", { where = "from" }
  end
  p.starts = { x }
  p.goals, why, info, p.more = goals.read(s, p.edges, o, p.random)
  if not p.goals then return nil, why, info end
  return true
end

local function at_once(p)
  for _, b in ipairs(p.goals) do
    local d = space.toward(p.space, p.starts[1], b)
    if p.way(p.starts[1], d) then
      return { p.starts[1], space.along(p.space, p.starts[1], d, 1) }
    end
  end
  return nil
end

local function solve(spec)
  local o = plan.options(spec, fields)
  local p = problem(o)
  local ok, why, info = ends_of(p, o)
  if not ok then return refused("", why, info) end
  local list = at_once(p)
  if not list and p.space.n == 1 and not p.more and p.edges.exact then
    list = decided(p)
    if not list then
      return refused("way", "no way: the one coordinate is stopped on every way there is",
        { proof = true })
    end
  end
  if not list then
    list = rrt.solve(p)
    if not list then return gave_up(p) end
    list = shortcut.unwound(p.space, list)
  end
  p.first = shortcut.length(p.space, list)
  return made(p, shortcut.shorter(p.space, list, p.way, p.random, o.shortcuts, p.late))
end

-- ---- the answer ---------------------------------------------------------------------------------

-- the place at a part of the length, from 0 to 1
local function at(w, part)
  local s, list = w.settled.space, w.settled.list
  local want = math.max(0, math.min(1, part)) * w.length
  for k = 2, #list do
    local d = {}
    for i = 1, s.n do d[i] = list[k][i] - list[k - 1][i] end
    local size = space.length(s, d)
    if want <= size or k == #list then
      return space.q(s, space.along(s, list[k - 1], d, size > 0 and math.min(1, want / size) or 0))
    end
    want = want - size
  end
  return space.q(s, list[1])
end

local function curve(w, round)
  local s, list = w.settled.space, w.settled.list
  if not (w.length > 0) then
    check.fail("curve", "the plan stays where it is: there is no way to go")
  end
  local corners, legs, sizes = rounding.corners(s, w.settled.edges, list, round or 0.2)
  local sharp = {}
  for k = 2, #list - 1 do if corners[k] == 0 then sharp[#sharp + 1] = k end end
  return rounding.curve(s, list, corners, legs, sizes), { rounding = corners, sharp = sharp }
end

local motion_fields = { rounding = { "num", default = 0.2, min = 0 }, v = "any?", a = "any?",
  jerk = "any?", torque = "any?" }

local function motion(w, options)
  local o = check.fields(options or {}, "options", motion_fields)
  if not w.model then
    check.fail("motion", "wants a model: plan:curve() is a curve of li.motion")
  end
  local path, told = curve(w, o.rounding)
  local m, why, code, info = li.motion { w.model, path = path, limits = { v = o.v, a = o.a,
    jerk = o.jerk, torque = o.torque } }
  if not m then return nil, why, code, info end
  return m, told
end

local function nearest(w, count)
  local best, where, who = math.huge, 0, nil
  local e = w.settled.edges
  if not e.collision then
    check.fail("clearance", "this plan knows no distances: collision = li.collision(model)")
  end
  count = count or 200
  for k = 0, count do
    local d, pair = e.collision:distance(at(w, k / count))
    if d < best then best, where, who = d, k / count, pair end
  end
  return best, { at = where, a = who and who.a, b = who and who.b }
end

local function text(w)
  return ("plan of %d places, %s rad long (%s)"):format(#w.points, kit.number(w.length, 4),
    w.info.edges)
end

local ONE = "local w = li.plan{li.planar{1, 1}, from = {0, 0}, to = {1, 1}, lower = {-3, -3}, "
  .. "upper = {3, 3}} "

class = check.class("plan", "A way past what is in the way: from li.plan, roadmap:query.", {
  { "plan:at(part: num) -> q: vec", "Where it is after a part (0 to 1) of its length.",
    ONE .. "return w:at(0.5) --> [0.5  0.5]", at },
  { "plan:curve([rounding: num]) -> curve: curve, info: table",
    "A curve of all coordinates over the length, corners round within rounding (0.2 rad) where "
      .. "that is free too: asked again, exactly where the plan is. info: rounding of each place, "
      .. "sharp: places left as they are.",
    ONE .. "return (w:curve():at(0)) --> [0  0]", curve },
  { "plan:motion([options: table]) -> motion: motion, info: table",
    "The shortest motion along plan:curve(rounding) within v, a, jerk, torque (as the limits of "
      .. "li.motion): it stops at corners left sharp.",
    ONE .. "return w:motion{v = 1, a = 1}.T --> 2", motion },
  { "plan:clearance([count: int]) -> d: num, info: table",
    "The least distance at count (200) places along it: at, a, b.",
    "return select(2, pcall(li.plan{li.planar{1}, from = {0}, to = {1}, lower = {-1}, upper = {2}}"
      .. ".clearance)):match 'without its object' --> without its object", nearest },
  { "plan.__tostring(w: plan) -> str", "How many places, how long, how it was checked.",
    ONE .. "return tostring(w) --> plan of 2 places, 1.414 rad long (nothing is in the way)",
    text },
})

check.define(li, {
  { "plan(spec: table) -> plan",
    "A way past what is in the way, by RRT-Connect and shortcuts: li.plan{model, from = q, to = q, "
      .. "a list of them, {pose = frame, body =}, {position =}, {tasks = ..} or {region = {min =, "
      .. "max =}}, collision = li.collision(model) or free = function(q)}. Ways are proved free by "
      .. "distances (radii of bodies by name, or of the collision object; bound = function(q1, "
      .. "q2): how far anything moves at most), else sampled every step (0.02), which info.edges "
      .. "tells. clearance, lock, margin, lower and upper, weights by name, keep = tasks held "
      .. "along it (keep_tol), stride (0.5), shortcuts (200), seed, time (10 s), samples (20000). "
      .. "Without a model: lower and upper. nil, message, code, info: 'EUNREACHABLE' (an end that "
      .. "is not free: where, a, b, distance; or proof = true), 'ENOCONV' (gap, nearest).",
    ONE .. "return w.info.length --> 1.4142135623731", solve },
})

plan.solve = solve

return plan
