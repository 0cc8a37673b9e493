-- sine_steer.lua - one period of a sine, and a sine that goes on (ISO 7401)
local li = require "liaison"
local running = require "liaison.manoeuvres.running"
local measures = require "liaison.manoeuvres.measures"
local step_steer = require "liaison.manoeuvres.step_steer"
local kit = li._internal

local FIELDS = { speed = { "num", above = 0, default = 100 / 3.6 },
  lateral = { "num", default = 4 }, steer = "num?", frequency = { "num", above = 0, default = 0.5 },
  begin = { "num", above = 0, default = 0.5 } }
local NEEDS = { inputs = { "steer" }, outputs = { "speed", "lateral_speed", "yaw_rate", "sideslip",
  "lateral_acceleration" }, coordinates = { "x", "y", "yaw" } }

local function fields(more)
  local out = {}
  for key, x in pairs(FIELDS) do out[key] = x end
  for key, x in pairs(more) do out[key] = x end
  return out
end

local function driven(v, o, program, time, out)
  local start = running.straight(v, o.speed)
  return running.must_drive(v, { time = time, from = start, steer = program,
    inputs = { [v.pushes] = running.keep_speed(v, o.speed, start.u[v.pushes]) } }, out.notes)
end

-- ---- one period ---------------------------------------------------------------------------------

local function lags(out, trace, key, name, unit, to, o)
  local half = 0.5 / o.frequency
  local t1, y1 = measures.peak(trace.t, trace[key], 1, o.begin, o.begin + half + 0.6 * half)
  local t2, y2 = measures.peak(trace.t, trace[key], -1, t1, o.begin + 4 * half)
  if to < 0 then
    t1, y1 = measures.peak(trace.t, trace[key], -1, o.begin, o.begin + half + 0.6 * half)
    t2, y2 = measures.peak(trace.t, trace[key], 1, t1, o.begin + 4 * half)
  end
  out.measure(name .. "_first_peak", y1, unit, "after the first half of the steering")
  out.measure(name .. "_second_peak", y2, unit, "after the second half")
  out.measure(name .. "_lag", t1 - (o.begin + half / 2), "s",
    "from the first peak of the steering to the first of the answer")
  out.measure(name .. "_second_lag", t2 - (o.begin + 1.5 * half), "s", "of the second peaks")
  out.measure(name .. "_gain", y1 / to, unit .. "/rad", "first peak over the amplitude of steer")
end

local function single(v, o, out)
  local to = o.steer or running.steer_for(v, o.speed, o.lateral)
  local time = o.begin + 1 / o.frequency + 2.5
  local trace = driven(v, o, running.one_sine(o.begin, o.frequency, to), time, out)
  out.measure("steer", to, "rad", o.steer and "as told"
    or kit.format("that of the steady turn of %g m/s2", o.lateral))
  lags(out, trace, "yaw_rate", "yaw_rate", "rad/s", to, o)
  lags(out, trace, "lateral_acceleration", "lateral_acceleration", "m/s2", to, o)
  local _, beta = measures.peak(trace.t, trace.sideslip)
  out.measure("sideslip", beta, "rad", "the largest")
  out.measure("shift", trace.y[#trace.y] - trace.y[1], "m", "to the side, at the end")
  step_steer.tell_speed(out, trace, o.speed)
  out.record("one period", trace)
  step_steer.draw(out, trace)
end

-- ---- on and on ----------------------------------------------------------------------------------

local function continuous(v, o, out)
  local to = o.steer or running.steer_for(v, o.speed, o.lateral)
  local period = 1 / o.frequency
  local first = o.begin + o.settle * period
  local last = first + o.periods * period
  local trace = driven(v, o, running.sine(o.begin, o.frequency, to), last + 0.02, out)
  out.measure("steer", to, "rad", o.steer and "as told"
    or kit.format("that of the steady turn of %g m/s2", o.lateral))
  local ur, ui = measures.harmonic(trace.t, trace.steer, o.frequency, first, last)
  for _, row in ipairs { { "yaw_rate", "1/s" }, { "lateral_acceleration", "m/s2/rad" },
    { "sideslip", "" }, { "roll_angle", "" } } do
    local key, unit = row[1], row[2]
    if trace[key] then
      local yr, yi = measures.harmonic(trace.t, trace[key], o.frequency, first, last)
      local gain, phase = measures.ratio(yr, yi, ur, ui)
      out.measure(key .. "_gain", gain, unit, "amplitude of the first harmonic over that of steer")
      out.measure(key .. "_phase", phase / li.deg, "deg", "of it, negative: late")
      local tr, ti = measures.harmonic(trace.t, trace[key], 3 * o.frequency, first, last)
      out.measure(key .. "_third", 100 * math.sqrt((tr * tr + ti * ti) / (yr * yr + yi * yi)), "%",
        "third harmonic over the first: how far from linear")
    end
  end
  out.record("periods", trace)
  step_steer.draw(out, trace)
end

return {
  { name = "iso7401_sine", standard = "ISO 7401", title = "one period of a sine of the steering",
    text = "one period of a sine: peaks, time lags, gains", also = { "one_sine", "single_sine" },
    needs = NEEDS, fields = FIELDS, run = single },
  { name = "iso7401_continuous", standard = "ISO 7401", title = "continuous sine of the steering",
    text = "a sine that goes on: gain, phase and third harmonic at its frequency",
    also = { "continuous_sine" }, needs = NEEDS,
    fields = fields { settle = { "num", min = 0, default = 3 },
      periods = { "num", min = 1, default = 3 } }, run = continuous },
}
