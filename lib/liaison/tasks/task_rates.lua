-- task_rates.lua - model:task_rates: velocities that follow tasks by priority, within limits of
-- rate, acceleration and position, away from what could be touched: a quadratic programme each dt
--
--   J v = goal' + gain e by levels;  |v| <= v_max, |v - v_before| <= a_max dt;
--   towards a limit as fast as it can still be stopped before it:
--     v, v - a dt, .. and then 0 take (n + 1) (v - n a dt/2) dt for n a dt <= v <= (n + 1) a dt,
--     so v <= s/((n + 1) dt) + n a dt/2 in a room s; without a_max v <= s/dt
--   towards a body: d' >= -gain (d - clearance)          [Faverjon, Tournassoud 1987]
local li = require "liaison.core"
local check = require "liaison.base.check"
local gather = require "liaison.tasks.gather"
local levels = require "liaison.tasks.levels"
local read = require "liaison.tasks.read"
local kit = li._internal

local class

local fields = gather.fields_with { dt = { "num", above = 0 }, v = "any?", a = "any?",
  damping = { "num", default = 1e-6, above = 0 }, damper = { "num?", above = 0 } }

-- ---- limits -------------------------------------------------------------------------------------

-- most of each velocity: a number, a list, or by name; usual: what the model tells
local function most_of(s, given, usual, path)
  local out, named = {}, s.coordinates.named
  for v = 1, s.n do out[v] = usual and usual[v] or math.huge end
  if given == nil then return out end
  if type(given) == "number" then
    for v = 1, s.n do out[v] = check.value(given, path, { "num", above = 0 }) end
    return out
  end
  if type(given) ~= "table" and kit.class(given) ~= "vec" then
    check.fail(path, "expected a number, a list, or numbers by name, got %s", check.got(given))
  end
  if #given > 0 then
    if #given ~= s.n then check.fail(path, "expected %d numbers, got %d", s.n, #given) end
    for v = 1, s.n do
      out[v] = check.value(given[v], ("%s[%d]"):format(path, v), { "num", above = 0 })
    end
    return out
  end
  for name, x in pairs(given) do
    local c = named[name]
    if not c then
      check.fail(path, "no coordinate '%s'%s", tostring(name), check.hint(name, named))
    end
    out[c.v] = check.value(x, path .. "." .. name, { "num", above = 0 })
  end
  return out
end

-- the fastest from which a distance is enough to stop in
local function braking(room, a, dt)
  if room == math.huge then return math.huge end
  if a == math.huge then return room / dt end
  local n = math.max(0, math.ceil((math.sqrt(1 + 8 * room / (a * dt * dt)) - 1) / 2) - 1)
  return room / ((n + 1) * dt) + n * a * dt / 2
end

-- lo, hi of velocity k; from v_before within a dt. Where no velocity obeys both, the change of rate
-- gives way, and that is told
local function bounds_of_one(r, k, q, before, relaxed)
  local s = r.settled
  if s.locked[k] then return 0, 0 end
  local lo, hi, a = -r.v_most[k], r.v_most[k], r.a_most[k]
  local x = s.coordinates.of_v[k]
  if x then
    local down, up = gather.room(s, x, q)
    lo, hi = math.max(lo, -braking(-down, a, r.dt)), math.min(hi, braking(up, a, r.dt))
  end
  if not before then return lo, hi end
  local least, most = before[k] - a * r.dt, before[k] + a * r.dt
  local far = math.max(least - hi, lo - most)
  if far > 0 then
    if far > 1e-9 then relaxed[#relaxed + 1] = r.names[k] end
    local near = least > hi and hi or lo
    return near, near
  end
  return math.max(lo, least), math.min(hi, most)
end

local function box(r, q, before)
  local lo, hi, relaxed = {}, {}, {}
  for k = 1, r.settled.n do lo[k], hi[k] = bounds_of_one(r, k, q, before, relaxed) end
  return lo, hi, relaxed
end

-- ---- one step -----------------------------------------------------------------------------------

local function binding(r, v, c)
  local out = {}
  for k = 1, #v do
    if v[k] > c.hi[k] - 1e-9 then out[#out + 1] = { name = r.names[k], side = "max", at = c.hi[k] }
    elseif v[k] < c.lo[k] + 1e-9 then
      out[#out + 1] = { name = r.names[k], side = "min", at = c.lo[k] }
    end
  end
  return out
end

-- how much of each task's wish is left
local function left_of(r, q, v)
  local out = {}
  for k, t in ipairs(r.settled.tasks) do
    local e, J, most = t.at(q, t.goal)
    local got, sum = J * v, 0
    for i = 1, #e do
      local d = (t.of_rates and e[i] or t.gain * e[i]) + (t.rate and t.rate[i] or 0) - got[i]
      if most then d = math.max(d, 0) + math.min(t.gain * most[i] - got[i], 0) end
      sum = sum + d * d
    end
    out[k] = { name = t.name, rest = math.sqrt(sum) }
    out[t.name] = out[k]
  end
  return out
end

local function gain_of(t) return t.gain end

local function rates_at(r, q, before)
  local s = r.settled
  local function damping() return r.damping end
  local list, c = gather.at(s, q, gain_of, r.damper, damping)
  local relaxed
  c.lo, c.hi, relaxed = box(r, q, before)
  local v, why, code = levels.solve(s.n, list, c)
  local given_up = {}
  if not v and before then -- what is near comes before the change of rate
    c.lo, c.hi, relaxed = box(r, q, nil)
    c.all = nil
    v, why, code = levels.solve(s.n, list, c)
    given_up = { "accelerations" }
  end
  if not v then return nil, why, code end
  return v, c, relaxed, given_up
end

local function step(r, q, before)
  q = li.vec(q)
  if before ~= nil then before = li.vec(before) end
  if before and #before ~= r.settled.n then
    check.fail("v", "expected %d numbers, got %d", r.settled.n, #before)
  end
  local v, c, relaxed, given_up = rates_at(r, q, before)
  if not v then return nil, c, relaxed, { q = q } end
  for _, name in ipairs(relaxed) do given_up[#given_up + 1] = name end
  return v, { left = left_of(r, q, v), limits = binding(r, v, c), near = r.settled.near,
    relaxed = given_up }
end

-- the velocity alone, for loops that go round quickly; nil: none, hold still
local function quick(r, q, before) return (rates_at(r, q, before)) end

-- q after dt, and v
local function follow(r, q, before)
  local v, info, code, more = step(r, q, before)
  if not v then return nil, info, code, more end
  return r.settled.model:step(q, v, r.dt), v, info
end

local function named(r, name)
  for _, t in ipairs(r.settled.tasks) do if t.name == name then return t end end
  local names = {}
  for _, t in ipairs(r.settled.tasks) do names[t.name] = true end
  check.fail("name", "no task '%s'%s", name, check.hint(name, names))
end

local GOALS = { position = "vec3", pose = "frame", orientation = "rot", axis = "vec3",
  look_at = "vec3", com = "vec3", distance = "num", posture = "nums", momentum = "vec6" }

local function set_goal(r, name, goal, rate)
  local t = named(r, name)
  local rule = GOALS[t.kind]
  if not rule or t.bounded then
    check.fail("goal", "a task '%s' has bounds: they stand as they were told", t.kind)
  end
  t.goal = check.value(goal, "goal", rule)
  if kit.class(t.goal) == nil and type(t.goal) == "table" then t.goal = li.vec(t.goal) end
  if rate == nil then return end
  t.rate = li.vec(check.value(rate, "rate", "nums"))
  if #t.rate ~= t.n then check.fail("rate", "expected %d numbers, got %d", t.n, #t.rate) end
end

-- ---- in a simulation ----------------------------------------------------------------------------

local control_fields = { inner = { "num", above = 0 }, goals = "fn?" }

-- {f, dt} of li.simulate: what is wanted is a velocity w; tau = M inner (w - v) + C v + G brings it
local function controller(r, options)
  local o = check.fields(options or {}, "options", control_fields)
  local model, wanted = r.settled.model, nil
  return { dt = r.dt, f = function(t, q, v)
    if o.goals then o.goals(t, r) end
    wanted = quick(r, q, wanted or v) or 0 * v
    return model:id(q, v, o.inner * (wanted - v))
  end }
end

class = check.class("task_rates", "Velocities that follow tasks: from model:task_rates.", {
  { "task_rates:at(q: nums [, v: nums]) -> v: vec, info: table",
    "The velocities wanted at q, v those before (for the limits of acceleration). info: left (of "
      .. "each task, by number and name: rest), limits (velocities at a bound), near (pairs), "
      .. "relaxed (names whose change of rate gave way to a limit). nil, message, code, info where "
      .. "bounds contradict.",
    "(li.planar{1, 1}:task_rates({{'position', goal = {1, 1, 0}, axes = 'y', gain = 1}}, {dt = "
      .. "0.01}):at{0, 0.5})[1] > 0 --> true", step },
  { "task_rates:step(q: nums [, v: nums]) -> q: vec, v: vec, info: table",
    "The same, gone on for dt.",
    "(li.planar{1}:task_rates({{'joints', goal = {q1 = 1}}}, {dt = 0.01, v = 2}):step{0}) "
      .. "--> [0.02]", follow },
  { "task_rates:goal(name: str, goal: any [, rate: nums])",
    "The goal of a task, and how fast it goes (a number for each of its rows).",
    "local r = li.planar{1, 1}:task_rates({{'position', goal = {1, 1, 0}}}, {dt = 0.01}) "
      .. "r:goal('position', {1, 0.5, 0}) return (r:at{0, 1}).norm ~= nil --> true", set_goal },
  { "task_rates:controller(options: table) -> table",
    "For controllers of li.simulate: torques tau = M inner (w - v) + C v + G every dt, w the "
      .. "velocities wanted; goals = function(t, rates) may set goals by rates:goal.",
    "li.planar{1}:task_rates({{'joints', goal = {q1 = 1}}}, {dt = 0.01}):controller{inner = 20}.dt "
      .. "--> 0.01", controller },
})

local function task_rates(model, tasks, options)
  local o = check.fields(options, "options", fields)
  local s = gather.start(model, o, "options.")
  s.tasks, s.levels = read.list(model, tasks, "tasks")
  local names = {}
  for k, name in ipairs(model:speeds()) do names[k] = tostring(name) end
  return class.new { settled = s, dt = o.dt, damping = o.damping, damper = o.damper or 0.2 / o.dt,
    v_most = most_of(s, o.v, model:speed_limits(), "options.v"),
    a_most = most_of(s, o.a, nil, "options.a"), names = names }
end

check.define(kit.methods "model", {
  { "model:task_rates(tasks: table, options: table) -> task_rates",
    "Velocities that follow tasks by priority, each dt by quadratic programmes: tasks as "
      .. "model:ik_tasks has them, and gain (10 1/s), rate (of the goal); kinds by li.tasks(). "
      .. "options: dt, v and a (most of each velocity and of its rate: a number, a list, by name; "
      .. "v else as the model tells), margin, limits, collision, clearance, influence, damper "
      .. "(1/s, 0.2/dt: how fast what is near, and loops, are corrected), lock, damping (1e-6).",
    "#(li.planar{1, 1}:task_rates({{'position', goal = {1, 1, 0}}}, {dt = 0.01}):at{0, 1}) --> 2",
    task_rates },
})

return {}
