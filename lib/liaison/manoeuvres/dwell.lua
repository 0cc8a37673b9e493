-- dwell.lua - slowly increasing steer (FMVSS 126, SAE J266), sine with dwell (ISO 19365, FMVSS 126,
-- UN R140)
--
-- The angle A at 0.3 g comes from the slow ramp, by a line through its first part. Amplitudes go
-- from 1.5 A in halves of A to 6.5 A, or to 270 degrees of the wheel where that is more. After the
-- end of the steering the yaw rate has to be below 35 % of its peak 1 s later, below 20 % 1.75 s
-- later; 1.07 s after its beginning, from 5 A on, the vehicle has to be 1.83 m to the side (1.52 m
-- of more than 3500 kg).
local li = require "liaison"
local check = require "liaison.base.check"
local running = require "liaison.manoeuvres.running"
local measures = require "liaison.manoeuvres.measures"
local step_steer = require "liaison.manoeuvres.step_steer"
local iso4138 = require "liaison.manoeuvres.iso4138"
local kit = li._internal

local G = 9.81

-- ---- slowly increasing steer --------------------------------------------------------------------

-- 13.5 deg/s of a wheel with a ratio of 16, as an input
local function ramp_rate(v, o)
  if o.rate then return o.rate end
  local _, ratio = iso4138.lever(v)
  return 13.5 * li.deg * ratio / 16
end

local function ramp(v, o, out)
  local rate = ramp_rate(v, o)
  local start = running.straight(v, o.speed)
  local trace = running.must_drive(v, { time = o.begin + o.time, from = start,
    steer = running.ramp(o.begin, rate, 1e9), inputs = { [v.pushes] =
      running.keep_speed(v, o.speed, start.u[v.pushes]) } }, out.notes)
  return trace, rate
end

-- steer over lateral acceleration between 0.1 and 0.375 g, extrapolated through the line to 0.3 g
local function angle_at(trace, lateral)
  local x, y, far = {}, {}, false
  for i = 1, #trace.t do
    local a = math.abs(trace.lateral_acceleration[i])
    if a > 0.375 * G then far = true break end
    if a >= 0.1 * G then x[#x + 1], y[#y + 1] = a, trace.steer[i] end
  end
  if #x < 3 or not far then return nil end
  local a, b = measures.line(x, y)
  return a + b * lateral
end

local function ramp_steer(v, o, out)
  local trace, rate = ramp(v, o, out)
  local _, most = measures.peak(trace.t, trace.lateral_acceleration)
  out.measure("rate", rate, "rad/s", o.rate and "as told" or "13.5 deg/s of a wheel geared 1:16")
  out.measure("steer_at_0.3g", angle_at(trace, 0.3 * G), "rad",
    "by a line through 0.1 to 0.375 g; none: it did not come so far")
  out.measure("largest_lateral_acceleration", most, "m/s2", "at any time")
  local x, y = {}, {}
  for i = 1, #trace.t do
    if math.abs(trace.lateral_acceleration[i]) >= 4 then break end
    if trace.steer[i] ~= 0 then
      x[#x + 1], y[#y + 1] = trace.lateral_acceleration[i], trace.steer[i]
    end
  end
  if #x > 2 then
    local _, slope = measures.line(x, y)
    out.measure("steering_gradient", slope, "rad s2/m", "d steer/d a_y below 4 m/s2")
  end
  out.record("ramp", trace)
  out.plot("steering", li.plot { x = trace.lateral_acceleration, y = trace.steer,
    xlabel = "lateral acceleration (m/s2)", ylabel = "steer (rad)" })
  step_steer.draw(out, trace)
end

-- ---- sine with dwell ----------------------------------------------------------------------------

-- 0.7 Hz, held for 0.5 s at the second peak
local function program(o, to)
  local T = 1 / o.frequency
  local hold, turn = o.begin + 0.75 * T, o.begin + 0.75 * T + o.dwell
  local w = 2 * math.pi * o.frequency
  local n = running.number
  return ("piecewise(t < %s, 0, t < %s, %s*sin(%s*(t - %s)), t < %s, %s, t < %s, "
    .. "%s*sin(%s*(t - %s)), 0)"):format(n(o.begin), n(hold), n(to), n(w), n(o.begin), n(turn),
    n(-to), n(o.begin + T + o.dwell), n(to), n(w), n(o.begin + o.dwell)), o.begin + T + o.dwell
end

local function one(v, o, start, to, out)
  local steer, done = program(o, to)
  local trace = running.must_drive(v, { time = done + 2.2, from = start,
    steer = steer, inputs = { [v.pushes] = ("piecewise(t < %s, %s, 0)"):format(
      running.number(o.begin), running.number(start.u[v.pushes])) } }, out.notes)
  -- the peak of the second half, behind the change of sign
  local half = o.begin + 0.5 / o.frequency
  local _, peak = measures.peak(trace.t, trace.yaw_rate, to > 0 and -1 or 1, half, done + 1)
  local function left(after) return measures.at(trace.t, trace.yaw_rate, done + after) / peak end
  return { to = to, trace = trace, peak = peak, early = left(1), late = left(1.75),
    side = math.abs(measures.at(trace.t, trace.y, o.begin + 1.07) - measures.at(trace.t, trace.y,
      o.begin)), sideslip = select(2, measures.peak(trace.t, trace.sideslip)) }
end

local function amplitudes(v, o, A)
  local _, ratio = iso4138.lever(v)
  local most = math.max(6.5 * A, 270 * li.deg * ratio / 16)
  if o.most then most = o.most * A end
  local list, k = {}, 1.5
  while k * A < most - 1e-9 do
    list[#list + 1] = k
    k = k + o.step
  end
  list[#list + 1] = most / A
  return list
end

-- the criteria: what each looks at, which way, its bound
local function criteria(v, A)
  local want = (v.mass or 0) > 3500 and 1.52 or 1.83
  return {
    { key = "early", bad = function(r) return r.early > 0.35 end,
      text = function(r) return ("the yaw rate is %s %% of its peak 1 s after the steering "
        .. "(at most 35)"):format(kit.number(100 * r.early, 3)) end },
    { key = "late", bad = function(r) return r.late > 0.2 end,
      text = function(r) return ("the yaw rate is %s %% of its peak 1.75 s after the steering "
        .. "(at most 20)"):format(kit.number(100 * r.late, 3)) end },
    { key = "side", bad = function(r) return math.abs(r.to) >= 5 * A - 1e-9 and r.side < want end,
      text = function(r) return ("it is %s m to the side after 1.07 s (at least %s)"):format(
        kit.number(r.side, 3), kit.number(want)) end },
  }
end

local function judge(v, out, list, A)
  out.verdict(true)
  for _, c in ipairs(criteria(v, A)) do
    local first, n = nil, 0
    for _, r in ipairs(list) do
      if c.bad(r) then first, n = first or r, n + 1 end
    end
    if first then
      out.verdict(false, "at %s A (%s rad) %s, in %d of %d runs", kit.number(math.abs(first.to) / A,
        3), kit.number(first.to, 4), c.text(first), n, #list)
    end
  end
end

local function sine_with_dwell(v, o, out)
  local A = o.angle
  if not A then
    local trace = ramp(v, { speed = o.speed, begin = 0.2, time = 12 }, out)
    A = angle_at(trace, 0.3 * G)
    if not A then check.fail("angle", "the slow ramp does not reach 0.3 g: give the angle") end
  end
  local start, list = running.straight(v, o.speed), {}
  local series = { xlabel = "time (s)", ylabel = "yaw rate (deg/s)" }
  for i, k in ipairs(amplitudes(v, o, A)) do
    local r = one(v, o, start, (o.side == "right" and -1 or 1) * k * A, out)
    list[i] = r
    local y = {}
    for j, x in ipairs(r.trace.yaw_rate) do y[j] = x / li.deg end
    series[i] = { x = r.trace.t, y = y, label = kit.format("%.3g A", k) }
    out.record(kit.format("%.3g A", k), r.trace)
  end
  local function worst(key)
    local most
    for _, r in ipairs(list) do if not most or r[key] > most then most = r[key] end end
    return most
  end
  judge(v, out, list, A)
  local least, peak
  for _, r in ipairs(list) do peak = math.max(peak or 0, math.abs(r.peak)) end
  for _, r in ipairs(list) do
    if math.abs(r.to) >= 5 * A - 1e-9 and (not least or r.side < least) then least = r.side end
  end
  out.measure("angle", A, "rad", o.angle and "as told" or "steer at 0.3 g by the slow ramp")
  out.measure("runs", #list, "", ("from 1.5 to %s times that angle"):format(
    kit.number(math.abs(list[#list].to) / A, 3)))
  out.measure("yaw_rate_after_1s", 100 * worst "early", "%",
    "of the peak, 1 s after the steering, the largest of all runs (at most 35)")
  out.measure("yaw_rate_after_1.75s", 100 * worst "late", "%", "1.75 s after (at most 20)")
  out.measure("displacement", least, "m",
    "to the side 1.07 s after the beginning, the least from 5 A on (at least 1.83 or 1.52)")
  out.measure("peak_yaw_rate", peak, "rad/s", "the largest after the reversal")
  out.plot("yaw rate", li.plot(series))
  local x, y = {}, {}
  for i, r in ipairs(list) do x[i], y[i] = math.abs(r.to) / A, 100 * r.early end
  out.plot("yaw rate left", li.plot { x = x, y = y, marker = true,
    xlabel = "amplitude over the angle of 0.3 g", ylabel = "yaw rate 1 s after (%)" })
end

local NEEDS = { inputs = { "steer" }, outputs = { "speed", "lateral_speed", "yaw_rate", "sideslip",
  "lateral_acceleration" }, coordinates = { "x", "y", "yaw" } }
local SPEED = { "num", above = 0, default = 80 / 3.6 }

return {
  { name = "ramp_steer", standard = "SAE J266", title = "slowly increasing steer",
    text = "steering that grows slowly at a constant speed: the angle of 0.3 g, the limit",
    also = { "slowly_increasing_steer", "sis" }, needs = NEEDS, run = ramp_steer,
    fields = { speed = SPEED, rate = { "num?", above = 0 },
      begin = { "num", above = 0, default = 0.2 }, time = { "num", above = 0, default = 20 } } },
  { name = "iso19365", standard = "ISO 19365", title = "sine with dwell",
    text = "one period of 0.7 Hz held at its second peak, growing amplitudes, criteria of FMVSS "
      .. "126", also = { "sine_with_dwell", "fmvss126", "fmvss_126" }, needs = NEEDS,
    run = sine_with_dwell,
    fields = { speed = SPEED, angle = { "num?", above = 0 }, side = "left|right?",
      frequency = { "num", above = 0, default = 0.7 }, dwell = { "num", min = 0, default = 0.5 },
      begin = { "num", above = 0, default = 0.2 }, step = { "num", above = 0, default = 0.5 },
      most = { "num?", above = 1.5 } } },
  angle_at = angle_at, ramp = ramp, sine_program = program,
}
