-- ride.lua - straight ahead over the road of the vehicle: acceleration on a seat, weighted (ISO
-- 2631-1), loads of the wheels, travel
--
-- Of a seat at (x, y) of the body, small angles: a_z = z'' - x pitch'' + y roll''.
local li = require "liaison"
local check = require "liaison.base.check"
local running = require "liaison.manoeuvres.running"
local comfort = require "liaison.manoeuvres.iso2631"

local FELT = 1e-3 -- m/s2: a road of class A at a walk gives more

local function columns_of(v)
  local list = {}
  for _, name in ipairs { "z", "pitch", "roll" } do
    if v.at[name] then list[#list + 1] = name .. "''" end
  end
  for _, name in ipairs(v.q) do if name:find "^travel_" then list[#list + 1] = name end end
  return list
end

-- the state that rests on a flat road, rolling: the road itself is met on the way
local function start_of(v, speed)
  local q, speeds = {}, {}
  local home = v.model:home()
  for k, name in ipairs(v.q) do q[name], speeds[name] = home[k], 0 end
  if v.at.x then speeds.x = speed end
  for name, radius in pairs(v.spins) do speeds[name] = speed / radius end
  return q, speeds
end

local function seat(trace, o)
  local out = {}
  for i = 1, #trace.t do
    out[i] = trace["z''"][i] - o.seat[1] * (trace["pitch''"] and trace["pitch''"][i] or 0)
      + o.seat[2] * (trace["roll''"] and trace["roll''"][i] or 0)
  end
  return out
end

local function tell_axis(out, axis, signal, dt, weighting, skip)
  local r = li.iso2631(signal, dt, { weighting = weighting, skip = skip })
  local text = ("of the acceleration along %s, weighted by %s"):format(axis, weighting)
  out.measure("rms_" .. axis, r.rms, "m/s2", text)
  out.measure("crest_" .. axis, r.crest, "", "largest over rms of it: above 9 rms says too little")
  out.measure("vdv_" .. axis, r.vdv, "m/s1.75", "(int a^4 dt)^(1/4) of it")
  out.measure("mtvv_" .. axis, r.mtvv, "m/s2", "largest rms over 1 s of it; none: shorter than 1 s")
  return r
end

local function tell_wheels(v, out, trace, first)
  for _, o in ipairs(v.description.outputs) do
    if o.name:find "^load_" then
      local sum, square, n, least = 0, 0, 0, math.huge
      for i = first, #trace.t do
        local N = trace[o.name][i]
        sum, square, n, least = sum + N, square + N * N, n + 1, math.min(least, N)
      end
      local mean = sum / n
      out.measure(o.name .. "_variation", math.sqrt(math.max(0, square / n - mean ^ 2)) / mean, "",
        "standard deviation of the load over its mean")
      if least <= 0 then out.note("the wheel %s lifts", o.name:sub(6)) end
    end
  end
  for _, q in ipairs(v.q) do
    if q:find "^travel_" then
      local square, n = 0, 0
      for i = first, #trace.t do square, n = square + trace[q][i] ^ 2, n + 1 end
      out.measure(q .. "_rms", math.sqrt(square / n), "m", "of the suspension, from rest")
    end
  end
end

local function run(v, o, out)
  local q, speeds = start_of(v, o.speed)
  local inputs = {}
  if v.input.steer then inputs.steer = 0 end
  if v.pushes and v.output.speed then inputs[v.pushes] = running.keep_speed(v, o.speed, 0) end
  local more = columns_of(v)
  local trace = running.must_drive(v, { time = o.time, q = q, v = speeds, inputs = inputs,
    dt = o.dt, columns = more, options = { record = "accelerations" } }, out.notes)
  local z = seat(trace, o)
  local r = tell_axis(out, "z", z, o.dt, "Wk", o.skip)
  local total = r.rms ^ 2
  for _, along in ipairs { { "x", "acceleration" }, { "y", "lateral_acceleration" } } do
    local axis, signal = along[1], trace[along[2]]
    if signal then total = total + tell_axis(out, axis, signal, o.dt, "Wd", o.skip).rms ^ 2 end
  end
  if r.rms < FELT then
    out.note("nothing of a road is felt: the vehicle has its own, li.car{.., road = 'height over "
      .. "x and y'} or a surface, as of li.iso8608")
  end
  out.measure("total", math.sqrt(total), "m/s2", "root of the sum of squares over the axes")
  out.measure("feeling", comfort.feeling(math.sqrt(total)), "", "words of the scale of annex C")
  tell_wheels(v, out, trace, math.floor(o.skip / o.dt) + 1)
  trace.seat = z
  out.record("ride", trace)
  out.plot("seat", li.plot { x = trace.t, y = z, xlabel = "time (s)",
    ylabel = "vertical acceleration (m/s2)" })
  local _, power = pcall(li.periodogram, r.signal, o.dt)
  if type(power) == "table" and power.f then
    out.plot("spectrum", li.plot { x = power.f, y = power.S, xlabel = "frequency (Hz)",
      ylabel = "weighted (m2/s3)", xlog = true, ylog = true })
  end
end

return {
  name = "ride", standard = "ISO 2631-1", title = "ride comfort",
  text = "straight ahead over the road of the vehicle: weighted accelerations on a seat, loads",
  also = { "comfort", "iso2631" }, needs = { coordinates = { "z" } },
  fields = { speed = { "num", above = 0, default = 80 / 3.6 }, time = { "num", above = 1,
    default = 20 }, skip = { "num", min = 0, default = 2 }, dt = { "num", above = 0,
    default = 0.005 }, seat = function(x, path)
      return x == nil and { 0, 0 } or check.value(x, path, "vec2")
    end },
  run = run,
}
