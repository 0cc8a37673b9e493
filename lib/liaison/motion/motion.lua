-- motion.lua - li.motion: a motion of one or more axes as a thing that is asked, cut, driven,
-- recorded
local li = require "liaison.core"
local check = require "liaison.base.check"
local plan = require "liaison.motion.plan"
local track = require "liaison.motion.track"
local peaks = require "liaison.motion.peaks"
local report = require "liaison.motion.report"
local record = require "liaison.motion.record"
local follow = require "liaison.motion.follow"
local export = require "liaison.motion.export"
local kit = li._internal

local class

-- what was planned, { track, model, names, limits, told }, as a motion
local function made(m)
  m.n, m.first, m.last = m.track.n, m.track.first, m.track.last
  m.T = m.last - m.first
  m.model, m.limits = m.model or false, m.limits or false
  m.followed, m.optimal = m.followed or false, m.optimal or false
  m.online = m.online or false
  return class.new(m)
end

-- the same axes on another track
local function like(m, x)
  return made { track = x, model = m.model, names = m.names, limits = m.limits, told = {} }
end

local function at(m, t) return m.track.at(t) end

-- ---- others of it -------------------------------------------------------------------------------

local function reverse(m) return like(m, track.reverse(m.track)) end

local function stretch(m, by)
  local factor = by
  if type(by) == "table" then
    factor = check.fields(by, "stretch", { T = { "num", above = 0 } }).T / m.T
  end
  if not (factor > 0) then
    check.fail("stretch", "expected a factor above 0, or {T = seconds}, got %s", check.got(by))
  end
  return like(m, track.stretch(m.track, factor))
end

local function slice(m, a, b)
  if not (a < b) or a < m.first or b > m.last then
    check.fail("slice", "expected times between %s and %s, rising, got %s and %s",
      kit.number(m.first), kit.number(m.last), kit.number(a), kit.number(b))
  end
  return like(m, track.slice(m.track, a, b))
end

-- positions and velocities must go on where one motion follows another
local function refuse_jump(m, other)
  local x, y = { at(m, m.last) }, { at(other, other.first) }
  for order, what in ipairs { "position", "velocity" } do
    for k = 1, m.n do
      local a, b = x[order][k], y[order][k]
      if math.abs(a - b) > 1e-9 * (1 + math.abs(a)) then
        check.fail("join", "the %s of %s jumps from %s to %s", what, m.names[k], kit.number(a),
          kit.number(b))
      end
    end
  end
end

local function join(m, other)
  if other.n ~= m.n then
    check.fail("join", "a motion of %d axes behind one of %d", other.n, m.n)
  end
  refuse_jump(m, other)
  return like(m, track.join(m.track, other.track))
end

local function repeated(m, n)
  if n < 1 then check.fail("repeated", "expected a whole number from 1, got %d", n) end
  local out = m
  for _ = 2, n do out = join(out, m) end
  return out
end

-- ---- the class ----------------------------------------------------------------------------------

local ONE = "local m = li.motion{from = 0, to = 2, law = 'poly5', T = 4} "

class = check.class("motion", "A motion of one or more axes in time: from li.motion.", {
  { "motion:at(t: num) -> q: vec, v: vec, a: vec, jerk: vec",
    "Where it is at t, and its first three derivatives; before and after it rests.",
    ONE .. "return m:at(2) --> [1], [0.9375], [0], [-0.9375]", at },
  { "motion:peaks() -> table",
    "By axis and kind (peaks.q1.v): most, the largest size; t, when; and where the motion has "
    .. "limits least, greatest, used (1: at its limit); binding: what is nearest to its limit.",
    ONE .. "return m:peaks().q1.v.most --> 0.9375", peaks.of },
  { "motion:reverse() -> motion", "The same backwards.",
    ONE .. "return m:reverse():at(4)[1] --> 0", reverse },
  { "motion:stretch(by: num|table) -> motion",
    "The same, so many times as long, or in {T = } seconds.",
    ONE .. "return m:stretch{T = 8}.T --> 8", stretch },
  { "motion:slice(a: num, b: num) -> motion", "The part from a to b, from 0 on.",
    ONE .. "return (m:slice(2, 4):at(0)) --> [1]", slice },
  { "motion:join(other: motion) -> motion",
    "One after the other; positions and velocities must not jump.",
    ONE .. "return m:join(m:reverse()).T --> 8", join },
  { "motion:repeated(n: int) -> motion", "The same n times; it must end as it begins.",
    ONE .. "return m:join(m:reverse()):repeated(3).T --> 24", repeated },
  { "motion:run([options: table]) -> run",
    "As a run: columns t, coordinates, rates (q1'), q1'', q1''', and with a model the tip (x, y, "
    .. "z, its speed), forces tau.q1, room.q1 (how far from the nearer limit) and "
    .. "singular (the least singular value of the Jacobian; 0 in a singular place). rows = 201 "
    .. "or dt =. It is plotted, saved and shown as any run.",
    ONE .. "return table.concat(m:run():columns(), ' ') --> t q1 q1' q1'' q1'''", record.run },
  { "motion:expr([axis: any]) -> any",
    "The axis (its number or name; all of them as a list) as an expression of t, at rest before "
    .. "and after.",
    "local m = li.motion{from = 0, to = 2, law = 'poly3', T = 1}; local e = m:expr(1):diff 't'; "
    .. "return e:eval{t = 0.5} --> 3",
    export.expr },
  { "motion:c(name: str) -> str",
    "A C function void name(double t, double q[], double v[], double a[]) of the motion, nothing "
    .. "but C99.",
    "local m = li.motion{curve = li.curve({0, 2}, {li.mat{{0, 0, 1}}})}; "
    .. "return m:c 'lift':match '#include <[%w.]+>' --> #include <math.h>",
    export.c },
  { "motion:driven() -> model",
    "The model with its coordinates driven: each follows the motion as a constraint of time.",
    "local m = li.motion{li.planar{1}, from = {0}, to = {1}, law = 'poly5', T = 1}; "
    .. "return (m:driven():simulate(1):at('q1', 0.5) - 0.5) < 1e-6 --> true",
    follow.driven },
  { "motion:input([options: table]) -> fn",
    "What follows it in model:simulate{input = ..}: the forces of inverse dynamics at the motion "
    .. "(feed-forward), and kp, kd (numbers, lists or by name) of the error. feedforward = false, "
    .. "model = another (what the controller knows).",
    "local m = li.motion{li.planar{1}, from = {0}, to = {1}, law = 'poly5', T = 1}; "
    .. "return m.model:simulate(1, {0}, {0}, {input = m:input{kp = 100, kd = 20}}):at('q1', 1) > "
    .. "0.999999 --> true",
    follow.input },
  { "motion.__tostring(m: motion) -> str", "How long it takes, and what binds it.",
    ONE .. "return tostring(m):match '[^\\n]*' --> motion of q1 from 0 to 4 s", report.text },
})

check.define(li, {
  { "motion(spec: table) -> motion",
    "A motion: li.motion{ arm, one way, what tells its time }. Ways: from, to: numbers by axis in "
    .. "order or by name (without a model names = {..}, or q1, q2 ..), or states {q =, v =, a =}; "
    .. "via: points, with the options of li.via; path: a curve of all axes, or li.path of the tool "
    .. "(follow = options of model:follow); curve: any curve of t. Time: law (a name of li.laws() "
    .. "or a law) with T or the shortest under limits = {v = , a = , j = , torque = } (numbers for "
    .. "both signs, {least, greatest}, lists or by name; without v the speeds of the model, torque "
    .. "= true its efforts); limits without a law: the shortest of all, from any state to any "
    .. "(li.online; sync) or along a path (model:time_optimal; start, stop, tool, grid). nil, "
    .. "message, code and a report where a path cannot be followed.",
    "li.motion{from = {0, 0}, to = {2, 1}, law = 'trapezoid', limits = {v = 1, a = 2}}.T --> 2.5",
    function(spec)
      local m, why, code, more = plan.of(spec)
      if not m then return nil, why, code, more end
      return made(m)
    end },
})

return class
