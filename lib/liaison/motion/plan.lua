-- plan.lua - from the table of li.motion to a track: which axes, which path, which law, how long
local li = require "liaison.core"
local check = require "liaison.base.check"
local limits = require "liaison.motion.limits"
local peaks = require "liaison.motion.peaks"
local timing = require "liaison.motion.timing"
local track = require "liaison.motion.track"
local kit = li._internal

local plan = {}

local KEYS = { [1] = true, model = true, names = true, from = true, to = true, path = true,
  curve = true, law = true, T = true, limits = true }

local function fail(path, ...) check.fail("motion" .. (path and "." .. path or ""), ...) end

-- ---- axes ---------------------------------------------------------------------------------------

local function model_of(spec)
  local model = spec[1] or spec.model
  if model == nil then return nil end
  if kit.class(model) ~= "model" then
    fail(nil, "expected a model first, li.motion{ arm, .. }, or none, got %s", check.got(model))
  end
  if #model:coordinates() ~= #model:speeds() then
    fail(nil, "a body of this model turns by a quaternion: a motion is told by coordinates that "
      .. "are numbers")
  end
  return model
end

-- how many axes numbers without names are of
local function count_of(x)
  if type(x) == "number" then return 1 end
  if kit.class(x) == "curve" then return x.n end
  if type(x) == "table" and x.q ~= nil then return count_of(x.q) end
  return (kit.class(x) == "vec" or type(x) == "table") and #x or 0
end

local function names_of(spec, model)
  if model then return model:coordinates() end
  local names = check.words(spec.names, "motion.names", "\"x y\"")
  if names then return names end
  local n = math.max(count_of(spec.from), count_of(spec.to), count_of(spec.path),
    count_of(spec.curve))
  names = {}
  for k = 1, n do names[k] = "q" .. k end
  return names
end

-- numbers of all axes: a number for one axis, in order, or by name; rest: of those not named
local function numbers(x, path, names, rest)
  local out = {}
  if type(x) == "number" then x = { x } end
  if type(x) ~= "table" and kit.class(x) ~= "vec" then
    fail(path, "expected numbers by axis, in order or by name, got %s", check.got(x))
  end
  if #x > 0 and #x ~= #names then
    fail(path, "expected %d numbers (%s), got %d", #names, table.concat(names, " "), #x)
  end
  local known = {}
  for k, name in ipairs(names) do
    known[name], known[k] = k, k
    out[k] = x[k]
    if out[k] == nil and type(x) == "table" then out[k] = x[name] end
    if out[k] == nil then out[k] = rest and rest[k] end
    if type(out[k]) ~= "number" or out[k] ~= out[k] or math.abs(out[k]) == math.huge then
      fail(path, "%s: expected a finite number, got %s", name, check.got(out[k]))
    end
  end
  for key in pairs(type(x) == "table" and x or {}) do
    if not known[key] then
      fail(path, "no axis '%s'%s", tostring(key), check.hint(tostring(key), known))
    end
  end
  return out
end

-- { q, v, a } of a state: positions alone, or { q =, v =, a = }
local function state_of(x, path, names, rest)
  local none = {}
  for k = 1, #names do none[k] = 0 end
  if type(x) == "table" and x.q ~= nil then
    check.keys(x, "motion." .. path, { q = true, v = true, a = true })
    return { q = numbers(x.q, path .. ".q", names, rest),
      v = x.v and numbers(x.v, path .. ".v", names, none) or none,
      a = x.a and numbers(x.a, path .. ".a", names, none) or none }
  end
  return { q = numbers(x, path, names, rest), v = none, a = none }
end

local function rests(state)
  for k = 1, #state.q do if state.v[k] ~= 0 or state.a[k] ~= 0 then return false end end
  return true
end

-- ---- how long -----------------------------------------------------------------------------------

local function law_of(x)
  if kit.class(x) == "law" then return x end
  if type(x) ~= "string" then
    fail("law", "expected a name of li.laws(), or a law, got %s", check.got(x))
  end
  local ok, law = check.try(li.law, x)
  if not ok then fail("law", "%s", tostring(law):match "law: (.*)" or tostring(law)) end
  return law
end

-- the path in `T` seconds; m: what its limits are
local function in_time(m, path, law, T, from, to)
  m.track = track.along(path, timing.of_law(law, T, from, to))
  return m
end

-- the shortest time of a law that keeps its shape: derivatives fall with T, T^2, T^3
local function least_time(m, path, law, from, to)
  in_time(m, path, law, 1, from, to)
  return peaks.factor(m)
end

-- how much of the forces of the model is used in a time
local function force_used(m, path, law, T, from, to)
  in_time(m, path, law, T, from, to)
  local one = { track = m.track, names = m.names, n = m.n, model = m.model,
    limits = { torque = m.limits.torque } }
  local b = peaks.of(one).binding
  return b.used, b
end

-- The time in which the forces are kept too: longer from T on, then between. What the weight alone
-- takes no time changes
local function time_of_forces(m, path, law, T, from, to)
  if not m.limits.torque or force_used(m, path, law, T, from, to) <= 1 then return T end
  local short, long = T, T
  for _ = 1, 40 do
    short, long = long, long * 1.5
    if force_used(m, path, law, long, from, to) <= 1 then break end
  end
  local used, b = force_used(m, path, law, long, from, to)
  if used > 1 then
    fail("limits.torque", "%s needs %s of %s however slow it moves", b.axis,
      kit.format("%.4g", used * math.abs(b.limit)), kit.format("%.4g", math.abs(b.limit)))
  end
  while long - short > 1e-9 * long do
    local middle = (short + long) / 2
    if force_used(m, path, law, middle, from, to) <= 1 then long = middle else short = middle end
  end
  return long
end

local function refuse_too_short(T, least, by)
  if T >= least * (1 - 1e-12) then return end
  fail("T", "%s s is too short: the %s of %s needs %s s", kit.format("%.6g", T), by.text, by.axis,
    kit.format("%.9g", least))
end

-- a law along a path, in the time that is given, or the shortest; shape: the law may choose its own
-- phases, which a straight line lets it
local function by_law(m, spec, path, law, from, to)
  local T = spec.T
  if not m.limits then
    if T == nil then fail("T", "say how long, T = seconds, or what limits it, limits = {v = .., "
      .. "a = ..}") end
    return in_time(m, path, law, T, from, to)
  end
  local least, by = least_time(m, path, law, from, to)
  if T ~= nil then
    refuse_too_short(T, least, by)
    if m.limits.torque then
      local used, b = force_used(m, path, law, T, from, to)
      if used > 1 + 1e-9 then
        fail("T", "%s s is too short: %s needs %s of the force it may have", kit.format("%.6g", T),
          b.axis, kit.format("%.4g", used))
      end
    end
    return in_time(m, path, law, T, from, to)
  end
  if least == math.huge then
    fail("law", "the acceleration of '%s' jumps: it cannot keep a limit of the jerk", law.name)
  end
  if not (least > 0) and not m.limits.torque then
    fail("limits", "no limit is met: say how long, T = seconds")
  end
  T = time_of_forces(m, path, law, math.max(least, 1e-9), from, to)
  return in_time(m, path, law, T, from, to)
end

-- ---- from a place to another --------------------------------------------------------------------

-- q = from + (to - from) s
local function straight(from, to)
  local rows = {}
  for k = 1, #from do rows[k] = { from[k], to[k] - from[k] } end
  return li.curve({ 0, 1 }, { li.mat(rows) })
end

-- the law with the phases that are fastest on a straight line, where it has phases
local function best_shape(m, law, from, to)
  if not (law.ta and m.limits) then return law end
  local travel, all = {}, {}
  for k = 1, m.n do travel[k] = to[k] - from[k] end
  for _, key in ipairs { "v", "a", "j" } do
    all[key] = limits.least(m.limits, key, m.n)
    for k = 1, m.n do if all[key][k] == math.huge then all[key][k] = 0 end end
  end
  for k = 1, m.n do
    if all.v[k] + all.a[k] + all.j[k] == 0 then
      if travel[k] ~= 0 then return law end
      all.v[k] = 1 -- it stays where it is
    end
  end
  local ok, T, shaped = check.try(law.fastest, law, travel, all.v, all.a, all.j)
  if not ok or T == 0 then return law end
  return shaped
end

local function from_to(m, spec)
  local rest = m.model and m.model:home():table()
  local from = state_of(spec.from or rest or fail("from", "where does it begin?"), "from", m.names,
    rest)
  local to = state_of(spec.to, "to", m.names, from.q)
  if not rests(from) or not rests(to) then
    fail(nil, "a law goes from rest to rest: leave v and a of from and to away")
  end
  local law = law_of(spec.law or "poly5")
  local moves = false
  for k = 1, m.n do moves = moves or from.q[k] ~= to.q[k] end
  if not moves and spec.T == nil then
    fail("to", "it is where it begins: say how long it stays, T = seconds")
  end
  if spec.T == nil then law = best_shape(m, law, from.q, to.q) end
  return by_law(m, spec, straight(from.q, to.q), law, 0, 1)
end

-- ---- a curve, a path ----------------------------------------------------------------------------

local function check_curve(m, c, what)
  if kit.class(c) ~= "curve" then
    fail(what, "expected a curve (li.curve, li.spline ..), got %s", check.got(c))
  end
  if c.n ~= m.n then
    fail(what, "it has %d components, the motion %d axes (%s)", c.n, m.n,
      table.concat(m.names, " "))
  end
  return c
end

local function of_curve(m, spec)
  m.track = track.of_curve(check_curve(m, spec.curve, "curve"))
  local T = m.track.last - m.track.first
  if spec.T ~= nil then m.track = track.stretch(m.track, spec.T / T) end
  return m
end

local function of_path(m, spec)
  local path = check_curve(m, spec.path, "path")
  return by_law(m, spec, path, law_of(spec.law or "poly5"), path.first, path.last)
end

-- ---- all of it ----------------------------------------------------------------------------------

local WAYS = { { "to", from_to }, { "path", of_path }, { "curve", of_curve } }

-- the one way that the table tells
local function way_of(spec)
  local found
  for _, way in ipairs(WAYS) do
    if spec[way[1]] ~= nil then
      if found then fail(way[1], "%s tells the way already: give one", found[1]) end
      found = way
    end
  end
  return found and found[2] or fail(nil, "where does it go? to = .., path = .. or curve = ..")
end

function plan.of(spec)
  for key in pairs(spec) do
    if not KEYS[key] then
      fail(nil, "unknown key '%s'%s", tostring(key), check.hint(tostring(key), KEYS))
    end
  end
  if spec.T ~= nil and (type(spec.T) ~= "number" or not (spec.T > 0) or spec.T == math.huge) then
    fail("T", "expected seconds, above 0, got %s", check.got(spec.T))
  end
  local way = way_of(spec)
  local model = model_of(spec)
  local m = { model = model, names = names_of(spec, model), told = {} }
  m.n = #m.names
  if m.n == 0 then fail(nil, "no axis: give numbers, or a model that moves") end
  m.limits = limits.read(spec.limits, model, m.names)
  return way(m, spec)
end

return plan
