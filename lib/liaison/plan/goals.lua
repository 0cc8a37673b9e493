-- goals.lua - where a plan is to end: one configuration, several, a pose, tasks, a region
local li = require "liaison.core"
local check = require "liaison.base.check"
local edges = require "liaison.plan.edges"
local posture = require("liaison.tasks.posture")
local space = require "liaison.plan.space"
local kit = li._internal

local goals = {}

local MOST = 8

local function is_numbers(x)
  return kit.class(x) == "vec" or (type(x) == "table" and type(x[1]) == "number")
end

local function configuration(s, given, path)
  if s.model then return posture.configuration(s.model, given, path) end
  local q = check.value(given, path, "nums")
  if #q ~= s.n then check.fail(path, "expected %d numbers, got %d", s.n, #q) end
  return li.vec(q)
end
goals.configuration = configuration

-- ---- what a pose or tasks allow ----------------------------------------------------------------

local FORMS = { pose = true, position = true, tasks = true, region = true, body = true,
  point = true, count = true }

local function tasks_of(given, path)
  if given.tasks then return given.tasks end
  if given.pose then
    return { { "pose", body = given.body, point = given.point, goal = given.pose } }
  end
  if given.position then
    return { { "position", body = given.body, point = given.point, goal = given.position } }
  end
  check.fail(path, "expected q, a list of them, {pose =}, {position =}, {tasks =} or {region =}")
end

-- several configurations of the tasks: all of a closed form where there is one, then by starts
local function reached(s, e, o, given, path)
  local list, count = {}, given.count or MOST
  local options = { q = s.base, starts = 10, collision = e.collision, clearance = e.clearance
    + 2e-4, lock = o.lock, seed = o.seed }
  if not e.collision or not edges.has(e.collision, "distances") then
    options.collision, options.clearance = nil, nil
  end
  local tasks, last = tasks_of(given, path), nil
  if given.pose and not given.point then
    local ok, found = check.try(s.model.ik_all, s.model, given.pose, { body = given.body })
    for _, q in ipairs(ok and found or {}) do list[#list + 1] = q end
  end
  for k = 1, count do
    options.seed = o.seed + 100 * k
    options.q = k == 1 and s.base or s.model:random(options.seed)
    local q, why = s.model:ik_tasks(tasks, options)
    if q then list[#list + 1] = q else last = why end
  end
  return list, last
end

-- ---- a region -----------------------------------------------------------------------------------

local function region_of(s, given, path)
  local o = check.fields(given, path, { min = "nums", max = "nums" })
  if #o.min ~= s.n or #o.max ~= s.n then
    check.fail(path, "expected %d numbers in min and max", s.n)
  end
  for k = 1, s.n do
    if o.min[k] > o.max[k] then check.fail(path, "min[%d] is above max[%d]", k, k) end
  end
  return function(random)
    local x = {}
    for k = 1, s.n do x[k] = o.min[k] + random() * (o.max[k] - o.min[k]) end
    return x
  end
end

-- ---- all ----------------------------------------------------------------------------------------

-- free and within bounds; else a sentence about why not, and a table of it
local function refuse(s, e, x, what)
  local c, value = space.outside(s, x)
  if c then
    return ("%s: %s = %s is outside of %s to %s"):format(what, c.name, kit.number(value, 6),
      kit.number(c.lower, 6), kit.number(c.upper, 6)), { where = what, coordinate = c.name }
  end
  local room, who, d = edges.room(e, x)
  if room > 0 then return nil end
  local info = { where = what, x = x }
  if not who then return what .. " is not free", info end
  info.a, info.b, info.distance = who.a, who.b, d
  return ("%s: %s and %s are %s m apart, the clearance is %s"):format(what, tostring(who.a),
    tostring(who.b), kit.number(info.distance, 3), kit.number(e.clearance, 3)), info
end
goals.refuse = refuse

local function keep_free(s, e, list)
  local out, why, info = {}, nil, nil
  for _, q in ipairs(list) do
    local x = space.x(s, q)
    local bad, more = refuse(s, e, x, "to")
    if bad then why, info = why or bad, info or more else out[#out + 1] = x end
  end
  return out, why, info
end

local function from_region(s, e, draw, random, count)
  local out = {}
  for _ = 1, count do
    local x = draw(random)
    if not space.outside(s, x) and edges.room(e, x) > 0 then out[#out + 1] = x end
  end
  return out
end

-- lists of x to end at, more() for later ones; or nil, why, info
function goals.read(s, e, o, random)
  local to = o.to
  if is_numbers(to) then
    local x = space.x(s, configuration(s, to, "to"))
    local why, info = refuse(s, e, x, "to")
    if why then return nil, why, info end
    return { x }
  end
  if type(to) ~= "table" then
    check.fail("to", "expected q, a list of them, {pose =}, {tasks =} or {region =}, got %s",
      check.got(to))
  end
  local list
  if #to > 0 then
    list = {}
    for k, q in ipairs(to) do list[k] = configuration(s, q, ("to[%d]"):format(k)) end
  elseif to.region then
    local draw = region_of(s, to.region, "to.region")
    local out = from_region(s, e, draw, random, 200)
    if #out == 0 then return nil, "to: no free place was found in the region", { where = "to" } end
    return { out[1] }, nil, nil, function()
      return random() < 0.05 and from_region(s, e, draw, random, 1)[1] or nil
    end
  elseif s.model and next(to) and not FORMS[next(to)] then
    list = { configuration(s, to, "to") }
  else
    check.keys(to, "to", FORMS)
    if not s.model then check.fail("to", "a pose or tasks want a model") end
    local last
    list, last = reached(s, e, o, to, "to")
    if #list == 0 then return nil, "to: " .. (last or "nothing reaches it"), { where = "to" } end
  end
  local out, why, info = keep_free(s, e, list)
  if #out == 0 then return nil, why, info end
  return out
end

return goals
