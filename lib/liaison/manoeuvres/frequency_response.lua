-- frequency_response.lua - yaw rate and lateral acceleration by steering over frequency: by random
-- steering, by a pulse (ISO 7401), and of the small motions themselves
--
-- Random: a sum of sines at whole multiples of 1/time with phases by a seed, so that after settling
-- one period of it gives the response without leakage.
local li = require "liaison"
local steady = require "liaison.vehicle.steady_turn"
local running = require "liaison.manoeuvres.running"
local measures = require "liaison.manoeuvres.measures"
local kit = li._internal

local OUTPUTS = { { "yaw_rate", "1/s" }, { "lateral_acceleration", "m/s2/rad" } }
local NEEDS = { inputs = { "steer" }, outputs = { "speed", "lateral_speed", "yaw_rate",
  "lateral_acceleration" }, coordinates = { "x", "y", "yaw" } }

-- ---- what is told of a response -----------------------------------------------------------------

-- value of y over x at a place, straight in x
local function at(x, y, place)
  if place < x[1] or place > x[#x] then return nil end
  return measures.at(x, y, place)
end

-- the first place where y falls below a level
local function falls_below(x, y, level)
  for i = 2, #x do
    if y[i - 1] >= level and y[i] < level then
      return x[i - 1] + (x[i] - x[i - 1]) * (y[i - 1] - level) / (y[i - 1] - y[i])
    end
  end
  return nil
end

local function tell(out, f, key, unit, gain, phase)
  local best, peak = 1, nil
  for i = 1, #f do if gain[i] > gain[best] then best = i end end
  if best > 1 and best < #f then peak = f[best] end
  out.measure(key .. "_gain", gain[1], unit, ("gain at %s Hz, the lowest"):format(
    kit.number(f[1], 3)))
  out.measure(key .. "_peak", gain[best] / gain[1], "", "largest gain over that at the lowest")
  out.measure(key .. "_peak_frequency", peak, "Hz", "where that is; none: the gain only falls")
  out.measure(key .. "_bandwidth", falls_below(f, gain, gain[1] / math.sqrt(2)), "Hz",
    "where the gain has fallen by 3 dB; none: not within the range")
  for _, place in ipairs { 0.5, 1, 2 } do
    out.measure(("%s_phase_%s"):format(key, kit.number(place)), at(f, phase, place), "deg",
      kit.format("at %g Hz, negative: late", place))
  end
  if key == "yaw_rate" then
    local f45 = falls_below(f, phase, -45)
    out.measure("equivalent_time", f45 and 1 / (2 * math.pi * f45), "s",
      "1/w where the yaw rate is 45 deg late")
  end
end

local function draw(out, f, all)
  for _, what in ipairs { "gain", "phase" } do
    for _, row in ipairs(OUTPUTS) do
      local label = what == "gain" and row[2] or "deg"
      out.plot(("%s of %s"):format(what, row[1]:gsub("_", " ")), li.plot { x = f,
        y = all[row[1]][what], xlabel = "frequency (Hz)", ylabel = ("%s (%s)"):format(what, label),
        xlog = true })
    end
  end
end

local function phases(list)
  local out = measures.unwrap(list)
  for i, x in ipairs(out) do out[i] = x / li.deg end
  return out
end

-- ratios(key, i): gain and phase of an output at f[i]
local function answers(f, ratios, out)
  local all = {}
  for _, row in ipairs(OUTPUTS) do
    local gain, phase = {}, {}
    for i = 1, #f do gain[i], phase[i] = ratios(row[1], i) end
    phase = phases(phase)
    all[row[1]] = { gain = gain, phase = phase }
    tell(out, f, row[1], row[2], gain, phase)
  end
  draw(out, f, all)
  out.record("response", { frequency = f, yaw_rate_gain = all.yaw_rate.gain,
    yaw_rate_phase = all.yaw_rate.phase,
    lateral_acceleration_gain = all.lateral_acceleration.gain,
    lateral_acceleration_phase = all.lateral_acceleration.phase })
end

-- ---- random steering ----------------------------------------------------------------------------

local function random(v, o, out)
  local generator, list, f = li.random(o.seed), {}, {}
  local first, last = math.ceil(o.from * o.time), math.floor(o.to * o.time)
  local n = last - first + 1
  local to = o.steer or running.steer_for(v, o.speed, o.lateral)
  for k = first, last do
    f[#f + 1] = k / o.time
    list[#list + 1] = { k / o.time, to * math.sqrt(2 / n) / math.sqrt(2),
      generator:uniform(0, 2 * math.pi) }
  end
  local start = running.straight(v, o.speed)
  local trace = running.must_drive(v, { time = o.settle + o.time + 0.02, from = start,
    steer = running.many(list), inputs = { [v.pushes] = running.keep_speed(v, o.speed,
      start.u[v.pushes]) } }, out.notes)
  out.measure("lines", n, "", ("sines from %s to %s Hz, %s Hz apart"):format(kit.number(f[1], 3),
    kit.number(f[n], 3), kit.number(1 / o.time, 3)))
  local U = {}
  for i = 1, n do
    U[i] = { measures.harmonic(trace.t, trace.steer, f[i], o.settle, o.settle + o.time) }
  end
  local share = 0
  local function ratios(key, i)
    local re, im = measures.harmonic(trace.t, trace[key], f[i], o.settle, o.settle + o.time)
    if key == "yaw_rate" then share = share + (re * re + im * im) / 2 end
    return measures.ratio(re, im, U[i][1], U[i][2])
  end
  answers(f, ratios, out)
  local mean = measures.mean(trace.t, trace.yaw_rate, o.settle, o.settle + o.time)
  local square = 0
  local count = 0
  for i, t in ipairs(trace.t) do
    if t >= o.settle and t < o.settle + o.time then
      square, count = square + (trace.yaw_rate[i] - mean) ^ 2, count + 1
    end
  end
  out.measure("coherent_power", share / (square / count), "",
    "share of the yaw rate's power at the frequencies of the steering: 1 where it is linear")
end

-- ---- a pulse ------------------------------------------------------------------------------------

local function pulse(v, o, out)
  local to = o.steer or running.steer_for(v, o.speed, o.lateral)
  local start = running.straight(v, o.speed)
  local trace = running.must_drive(v, { time = o.begin + o.time, from = start,
    steer = running.pulse(o.begin, o.width, to), inputs = { [v.pushes] =
      running.keep_speed(v, o.speed, start.u[v.pushes]) }, dt = 0.005 }, out.notes)
  out.measure("steer", to, "rad", "the top of the pulse")
  local f, n = {}, 40
  for i = 0, n do f[i + 1] = o.from * (o.to / o.from) ^ (i / n) end
  local last = trace.t[#trace.t]
  local U = {}
  for i = 1, #f do U[i] = { measures.harmonic(trace.t, trace.steer, f[i], 0, last) } end
  answers(f, function(key, i)
    local re, im = measures.harmonic(trace.t, trace[key], f[i], 0, last)
    return measures.ratio(re, im, U[i][1], U[i][2])
  end, out)
  local rest = math.abs(trace.yaw_rate[#trace.yaw_rate])
  local _, most = measures.peak(trace.t, trace.yaw_rate)
  if rest > 0.01 * math.abs(most) then
    out.note("the yaw rate has not died out at the end (%s %% of its peak): time = longer",
      kit.number(100 * rest / math.abs(most), 3))
  end
end

-- ---- small motions ------------------------------------------------------------------------------

local function exact(v, o, out)
  local turn, why
  if o.lateral ~= 0 then
    turn, why = steady.turn(v, { speed = o.speed, lateral_acceleration = o.lateral })
  else
    turn, why = steady.straight(v, o.speed)
  end
  if not turn then li._internal.raise("vehicle: " .. why) end
  local lin = assert(turn:linear { inputs = { "steer" } })
  local at_output = {}
  for k, name in ipairs(lin.outputs) do at_output[name] = k end
  local f, n = {}, 80
  for i = 0, n do f[i + 1] = o.from * (o.to / o.from) ^ (i / n) end
  local G = {}
  for i, frequency in ipairs(f) do G[i] = assert(lin:frequency(2 * math.pi * frequency)) end
  answers(f, function(key, i)
    local g = G[i][at_output[key]][1]
    return measures.ratio(g.re, g.im, 1, 0)
  end, out)
  -- nothing holds the speed: its pole may be 0
  local _, pole = lin:stable()
  if pole and pole.re > 1e-6 then
    out.note("it is not stable there: a pole at %s 1/s", kit.number(pole.re, 4))
  end
end

local SPEED = { "num", above = 0, default = 100 / 3.6 }

return {
  { name = "iso7401_random", standard = "ISO 7401", title = "random steering",
    text = "random steering: gains and phases over frequency, bandwidth, equivalent time",
    also = { "random_steer" }, needs = NEEDS, run = random,
    fields = { speed = SPEED, lateral = { "num", default = 2 }, steer = "num?",
      from = { "num", above = 0, default = 0.1 }, to = { "num", above = 0, default = 3 },
      time = { "num", above = 1, default = 20 }, settle = { "num", min = 0, default = 5 },
      seed = { "num", default = 1 } } },
  { name = "iso7401_pulse", standard = "ISO 7401", title = "pulse of the steering",
    text = "a triangular pulse: gains and phases over frequency", also = { "pulse_steer", "pulse" },
    needs = NEEDS, run = pulse,
    fields = { speed = SPEED, lateral = { "num", default = 4 }, steer = "num?",
      width = { "num", above = 0, default = 0.3 }, begin = { "num", above = 0, default = 0.5 },
      time = { "num", above = 1, default = 5 }, from = { "num", above = 0, default = 0.2 },
      to = { "num", above = 0, default = 2 } } },
  { name = "frequency_response", standard = "small motions", title = "frequency response",
    text = "gains and phases of the small motions about straight ahead, or a turn",
    also = { "bode" }, needs = NEEDS, run = exact,
    fields = { speed = SPEED, lateral = { "num", default = 0 },
      from = { "num", above = 0, default = 0.05 }, to = { "num", above = 0, default = 5 } } },
}
