-- plan.lua - from the table of li.motion to a track: which way, by which law, how long
local li = require "liaison.core"
local axes = require "liaison.motion.axes"
local check = require "liaison.base.check"
local duration = require "liaison.motion.duration"
local language = require "liaison.language.language"
local limits = require "liaison.motion.limits"
local timing = require "liaison.motion.timing"
local track = require "liaison.motion.track"
local kit = li._internal

local plan = {}

local fail = axes.fail

-- what each way may be told besides the model, names, limits, T
local STRAIGHT = { from = true, to = true, law = true, sync = true }
local VIA = { via = true, t = true, times = true, how = true, ends = true, v = true, a = true,
  j = true, blend = true, acceleration = true, through = true, degree = true, lambda = true,
  weights = true }
local PATH = { path = true, law = true, start = true, stop = true, tool = true, grid = true,
  follow = true }
local CURVE = { curve = true }
local ALL = { [1] = true, model = true, names = true, limits = true, T = true }

-- ---- laws ---------------------------------------------------------------------------------------

local function law_of(x)
  if kit.class(x) == "law" then return x end
  if type(x) ~= "string" then
    fail("law", "expected a name of li.laws(), or a law, got %s", check.got(x))
  end
  local ok, law = check.try(li.law, x)
  if not ok then
    local why = language.english(tostring(law))
    fail("law", "%s", why:match "law: (.*)" or why)
  end
  return law
end

-- q = from + (to - from) s
local function straight(from, to)
  local rows = {}
  for k = 1, #from do rows[k] = { from[k], to[k] - from[k] } end
  return li.curve({ 0, 1 }, { li.mat(rows) })
end

-- a law from one place to another: polynomials are one curve, sines stay a law on a straight line
local function by_law(law, from, to)
  local path = straight(from, to)
  return function(T)
    local curve, off = law:curve(from, to, T)
    if off == 0 then return track.of_curve(curve, true) end
    return track.along(path, timing.of_law(law, T, 0, 1))
  end
end

-- ---- from a state to another --------------------------------------------------------------------

-- limits as law:plan takes them: 0 for none
local function plain_limits(m)
  local out = {}
  for _, key in ipairs { "v", "a", "j" } do
    local x = m.limits and m.limits[key]
    if x then
      out[key] = {}
      for k = 1, m.n do
        local lo, hi = x.min[k], x.max[k]
        out[key][k] = hi < math.huge and (lo == -hi and hi or { lo, hi }) or math.huge
      end
    end
  end
  return out
end

-- the law in the phases that are fastest, all axes in proportion (phase), or each by phases of its
-- own, all ready at once (time)
local function planned(m, spec, law, from, to)
  local o = plain_limits(m)
  o.from, o.to, o.T, o.sync = from.q, to.q, spec.T, spec.sync
  local curve, info = law:plan(o)
  if info.error == 0 then return track.of_curve(curve, true) end
  if spec.sync == "time" then
    m.told[1] = kit.format("%s is told by polynomials, within %.2g", law.name, info.error)
    return track.of_curve(curve, true)
  end
  return by_law(info.laws[1], from.q, to.q)(info.T)
end

local function moves(m, from, to)
  for k = 1, m.n do if from.q[k] ~= to.q[k] then return true end end
  return not axes.rests(from) or not axes.rests(to)
end

local DEGREE = { poly3 = true, poly5 = true, poly7 = true }

-- a polynomial with velocities and accelerations at its ends
local function between_states(m, spec, law, from, to)
  if not DEGREE[law.name] then
    fail("law", "%s goes from rest to rest: v and a at the ends are for poly3, poly5, poly7, or "
      .. "without a law under limits", law.name)
  end
  local function make(T)
    return track.of_curve(li.polynomial { from = from.q, to = to.q, v0 = from.v, v1 = to.v,
      a0 = law.name ~= "poly3" and from.a or nil, a1 = law.name ~= "poly3" and to.a or nil,
      degree = tonumber(law.name:sub(5)), T = T })
  end
  return duration.search(m, make, spec.T)
end

-- limits as li.online takes them: both signs of each axis, infinite where there is none
local function both_signs(m, key)
  local x = m.limits[key]
  return x and { x.min, x.max } or nil
end

-- of the jerk one number: the smaller of both signs
local function jerks(m)
  local x = m.limits.j
  return x and limits.least(m.limits, "j", m.n) or nil
end

-- the shortest motion from any state to any under limits, by the planner on line
local function shortest(m, spec, from, to)
  local o = li.online { n = m.n, sync = spec.sync, limits = { v = both_signs(m, "v"),
    a = both_signs(m, "a"), j = jerks(m) } }
  local curve, info = o:plan({ p = from.q, v = from.v, a = from.a }, { p = to.q, v = to.v,
    a = to.a }, spec.T)
  m.online = info
  if spec.T ~= nil and info.duration > spec.T * (1 + 1e-9) then
    fail("T", "%s s is too short: these limits need %s s, or some other time that all axes can do",
      kit.format("%.6g", spec.T), kit.format("%.9g", info.duration))
  end
  for k, name in ipairs(m.names) do
    if info.brake[k] > 0 then
      m.told[#m.told + 1] = kit.format("%s begins beyond its limits and is back after %.4g s", name,
        info.brake[k])
    end
  end
  if spec.T == nil then
    m.told[#m.told + 1] = ("the shortest time under limits; %s needs it"):format(
      m.names[info.slowest])
  end
  return duration.keep_forces(m, track.of_curve(curve), spec.T)
end

local SYNC = { time = true, phase = true }
local SYNC_ON_LINE = { time = true, phase = true, line = true, none = true }

local function check_sync(x, known)
  if x == nil or known[x] then return end
  fail("sync", "expected %s, got %s", known.line and "'time', 'phase', 'line' or 'none'"
    or "'time' or 'phase'", check.got(x))
end

local function from_to(m, spec)
  local rest = m.model and m.model:home():table()
  local from = axes.state_of(spec.from or rest or fail("from", "where does it begin?"), "from",
    m.names, rest)
  local to = axes.state_of(spec.to, "to", m.names, from.q)
  if not moves(m, from, to) and spec.T == nil then
    fail("to", "it is where it begins: say how long it stays, T = seconds")
  end
  if spec.law == nil and m.limits and (m.limits.v or m.limits.a or m.limits.j)
    and moves(m, from, to) then
    check_sync(spec.sync, SYNC_ON_LINE)
    return shortest(m, spec, from, to)
  end
  check_sync(spec.sync, SYNC)
  local law = law_of(spec.law or "poly5")
  if not axes.rests(from) or not axes.rests(to) then
    return between_states(m, spec, law, from, to)
  end
  if m.limits and (law.ta or spec.sync) and moves(m, from, to) then
    return duration.keep_forces(m, planned(m, spec, law, from, to), spec.T)
  end
  return duration.choose(m, by_law(law, from.q, to.q), spec.T)
end

-- ---- through points -----------------------------------------------------------------------------

-- a row for each point, in order or by name
local function points_of(m, x)
  if kit.class(x) == "mat" then return x end
  if type(x) ~= "table" or #x == 0 then
    fail("via", "expected a list of points, each of %d numbers (%s), got %s", m.n,
      table.concat(m.names, " "), check.got(x))
  end
  local rows = {}
  for k, point in ipairs(x) do
    rows[k] = axes.numbers(point, ("via[%d]"):format(k), m.names, rows[k - 1])
  end
  return li.mat(rows)
end

local function through(m, spec)
  local o = plain_limits(m)
  local asked = { x = points_of(m, spec.via), T = spec.T, limits = next(o) and o or nil }
  for key in pairs(VIA) do if key ~= "via" then asked[key] = spec[key] end end
  local ok, curve, info = check.try(li.via, asked)
  if not ok then check.fail(nil, "%s", (tostring(curve):gsub("^.-via%.", "motion."))) end
  for _, what in ipairs(info.binds and { info.binds } or {}) do
    m.told[#m.told + 1] = "what binds, piece by piece: " .. tostring(what)
  end
  return duration.keep_forces(m, track.of_curve(curve), spec.T)
end

-- ---- along a path, a curve ----------------------------------------------------------------------

local function check_curve(m, c, what)
  if kit.class(c) ~= "curve" then
    fail(what, "expected a curve (li.curve, li.via ..), got %s", check.got(c))
  end
  if c.n ~= m.n then
    fail(what, "it has %d components, the motion %d axes (%s)", c.n, m.n,
      table.concat(m.names, " "))
  end
  return c
end

local function of_curve(m, spec)
  local x = track.of_curve(check_curve(m, spec.curve, "curve"))
  if spec.T ~= nil then x = track.stretch(x, spec.T / (x.last - x.first)) end
  return x
end

-- a path of the tool as one of all axes: followed before the motion starts. nil, message, code and
-- the report where it cannot be
local function followed(m, spec)
  if kit.class(spec.path) ~= "toolpath" then
    if spec.follow ~= nil then fail("follow", "is for a path of the tool, li.path{..}") end
    return check_curve(m, spec.path, "path")
  end
  if not m.model then
    fail("path", "a tool follows it with a model: li.motion{ arm, path = .. }")
  end
  local curve, report, code, more = m.model:follow(spec.path, spec.follow)
  if not curve then return nil, report, code, more end
  m.followed, m.tool_path = report, spec.path
  for line in tostring(report):gmatch "[^\n]+" do m.told[#m.told + 1] = line end
  return curve
end

-- limits as model:time_optimal takes them
local function sides(m, key)
  local x = m.limits[key]
  return x and { min = x.min, max = x.max } or nil
end

-- s(t) of the shortest time under limits; nil, message, code, info where there is none
local function fastest(m, spec, path)
  local o = { v = sides(m, "v"), a = sides(m, "a"), jerk = sides(m, "j"), tool = spec.tool,
    start = spec.start, stop = spec.stop, grid = spec.grid }
  if m.model then o.torque = sides(m, "torque") or false end
  if not m.model then return li.time_optimal(path, o) end
  return m.model:time_optimal(path, o)
end

local function along_in_least_time(m, spec, path)
  local s, info, code, more = fastest(m, spec, path)
  if not s then return nil, info, code, more end
  m.optimal = info
  m.told[#m.told + 1] = ("the shortest time along the path: %d places of it looked at"):format(
    #info.grid)
  local passed = info.violation
  if passed.largest > 1e-6 then
    m.told[#m.told + 1] = kit.format("between them %s is passed by %.2g %% at s = %.6g (grid = "
      .. "more places)", passed.what, 100 * passed.largest, passed.s)
  end
  return track.along(path, timing.of_curve(s))
end

local OPTIMAL = { "start", "stop", "tool", "grid" }

local function of_path(m, spec)
  local path, why, code, report = followed(m, spec)
  if not path then return nil, why, code, report end
  if spec.law == nil and spec.T == nil and (m.limits or spec.tool) then
    m.limits = m.limits or {}
    return along_in_least_time(m, spec, path)
  end
  for _, key in ipairs(OPTIMAL) do
    if spec[key] ~= nil then
      fail(key, "is for the shortest time along a path: limits, and neither law nor T")
    end
  end
  local law = law_of(spec.law or "poly5")
  return duration.choose(m, function(T)
    return track.along(path, timing.of_law(law, T, path.first, path.last))
  end, spec.T)
end

-- ---- all of it ----------------------------------------------------------------------------------

local WAYS = { { "to", from_to, STRAIGHT }, { "via", through, VIA }, { "path", of_path, PATH },
  { "curve", of_curve, CURVE } }

-- the one way that the table tells
local function way_of(spec)
  local found
  for _, way in ipairs(WAYS) do
    if spec[way[1]] ~= nil then
      if found then fail(way[1], "%s tells the way already: give one", found[1]) end
      found = way
    end
  end
  return found or fail(nil, "where does it go? to = .., via = .., path = .. or curve = ..")
end

local function known_keys()
  local known = {}
  for _, list in ipairs { ALL, STRAIGHT, VIA, PATH, CURVE } do
    for key in pairs(list) do known[key] = true end
  end
  return known
end

local function check_keys(spec)
  local known = known_keys()
  for key in pairs(spec) do
    if not known[key] then
      fail(nil, "unknown key '%s'%s", tostring(key), check.hint(tostring(key), known))
    end
  end
end

-- what belongs to another way says nothing here
local function refuse_others(spec, way)
  for key in pairs(spec) do
    if not ALL[key] and not way[3][key] then
      fail(tostring(key), "says nothing of a motion that is told by %s", way[1])
    end
  end
end

function plan.of(spec)
  check_keys(spec)
  if spec.T ~= nil and (type(spec.T) ~= "number" or not (spec.T > 0) or spec.T == math.huge) then
    fail("T", "expected seconds, above 0, got %s", check.got(spec.T))
  end
  local way = way_of(spec)
  refuse_others(spec, way)
  local model = axes.model_of(spec)
  local m = { model = model, names = axes.names_of(spec, model), told = {} }
  m.n = #m.names
  if m.n == 0 then fail(nil, "no axis: give numbers, or a model that moves") end
  m.limits = limits.read(spec.limits, model, m.names)
  local x, why, code, more = way[2](m, spec)
  if not x then return nil, why, code, more end
  m.track = x
  return m
end

return plan
