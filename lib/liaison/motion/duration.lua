-- duration.lua - how long a motion takes whose form is known: as told, or the least under limits
--
-- make(T) gives the track in T seconds; one form is stretched, so that derivatives fall with T,
-- T^2, T^3.
local fail = require("liaison.motion.axes").fail
local peaks = require "liaison.motion.peaks"
local track = require "liaison.motion.track"
local kit = require("liaison.core")._internal

local duration = {}

-- the motion in T seconds as peaks.lua asks it
local function in_time(m, make, T, limits)
  return { track = make(T), names = m.names, n = m.n, model = m.model,
    limits = limits or m.limits }
end

-- how much of the forces of the model is used in a time, and what tells it
local function force_used(m, make, T)
  local b = peaks.of(in_time(m, make, T, { torque = m.limits.torque })).binding
  return b.used, b
end

-- The time in which the forces are kept too: longer from T on, then between. What the weight alone
-- takes no time changes
local function time_of_forces(m, make, T)
  if not m.limits.torque or force_used(m, make, T) <= 1 then return T end
  local short, long = T, T
  for _ = 1, 40 do
    short, long = long, long * 1.5
    if force_used(m, make, long) <= 1 then break end
  end
  local used, b = force_used(m, make, long)
  if used > 1 then
    fail("limits.torque", "%s needs %s of %s however slow it moves", b.axis,
      kit.format("%.4g", used * math.abs(b.limit)), kit.format("%.4g", math.abs(b.limit)))
  end
  while long - short > 1e-9 * long do
    local middle = (short + long) / 2
    if force_used(m, make, middle) <= 1 then long = middle else short = middle end
  end
  return long
end

local function refuse_force(m, make, T)
  if not m.limits.torque then return end
  local used, b = force_used(m, make, T)
  if used > 1 + 1e-9 then
    fail("T", "%s s is too short: %s needs %s of the force it may have", kit.format("%.6g", T),
      b.axis, kit.format("%.4g", used))
  end
end

local function refuse_too_short(m, make, T, least, by)
  if T < least * (1 - 1e-9) then
    fail("T", "%s s is too short: the %s of %s needs %s s", kit.format("%.6g", T), by.text, by.axis,
      kit.format("%.9g", least))
  end
  refuse_force(m, make, T)
end

-- the track in the time told, T, or the least under the limits of m
function duration.choose(m, make, T)
  if not m.limits then
    if T == nil then
      fail("T", "say how long, T = seconds, or what limits it, limits = {v = .., a = ..}")
    end
    return make(T)
  end
  local least, by = peaks.factor(in_time(m, make, 1))
  if least == math.huge then
    fail("law", "the acceleration jumps: a limit of the jerk cannot be kept")
  end
  if T ~= nil then
    refuse_too_short(m, make, T, least, by)
    return make(T)
  end
  if not (least > 0) and not m.limits.torque then
    fail("limits", "no limit is met: say how long, T = seconds")
  end
  return make(time_of_forces(m, make, math.max(least, 1e-9)))
end

local function keeps(m, make, T)
  local b = peaks.of(in_time(m, make, T)).binding
  return b.used <= 1 + 1e-12, b
end

-- The same of a form that is no other's stretched, as polynomials between states that move: the
-- least time from which on, longer by and by, its limits are kept
function duration.search(m, make, T)
  if not m.limits or T ~= nil then
    local fits, b = true, nil
    if m.limits then fits, b = keeps(m, make, T) end
    if not fits then
      fail("T", "in %s s the %s of %s is %s times what it may be", kit.format("%.6g", T), b.text,
        b.axis, kit.format("%.4g", b.used))
    end
    return make(T or fail("T", "say how long, T = seconds, or what limits it"))
  end
  local long = 1e-3
  for _ = 1, 60 do
    if keeps(m, make, long) then break end
    long = long * 1.5
  end
  local fits, b = keeps(m, make, long)
  if not fits then
    fail("limits", "the %s of %s is %s times what it may be, however slow it moves", b.text, b.axis,
      kit.format("%.4g", b.used))
  end
  local short = long / 1.5
  while long - short > 1e-10 * long do
    local middle = (short + long) / 2
    if keeps(m, make, middle) then long = middle else short = middle end
  end
  return make(long)
end

-- a track that keeps its limits of speed, acceleration and jerk, longer where the forces ask it and
-- no time was told
function duration.keep_forces(m, x, told)
  if not (m.limits and m.limits.torque) then return x end
  local whole = x.last - x.first
  local function make(T) return track.stretch(x, T / whole) end
  if told then refuse_force(m, make, whole) end
  local T = time_of_forces(m, make, whole)
  if T == whole then return x end
  m.told[#m.told + 1] = kit.format("%.4g times as long as the other limits ask, for the forces",
    T / whole)
  return make(T)
end

return duration
