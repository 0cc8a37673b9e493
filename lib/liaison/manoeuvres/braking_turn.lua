-- braking_turn.lua - brakes in a steady turn with the steering held (ISO 7975), several strengths
--
-- Measures are those one second after the brakes: yaw rate over v/R, what it would be had the
-- vehicle stayed on its circle (> 1: it turns in), and so on.
local li = require "liaison"
local check = require "liaison.base.check"
local running = require "liaison.manoeuvres.running"
local measures = require "liaison.manoeuvres.measures"
local steady = require "liaison.vehicle.steady_turn"
local kit = li._internal

local AT = 1 -- s after the brakes

local function one(v, o, turn, demand, out)
  local torque = demand * running.push_of(v)
  local t0 = o.begin
  return running.must_drive(v, { time = t0 + o.time, from = turn,
    inputs = { steer = running.number(turn.u.steer),
      [v.pushes] = ("piecewise(t < %s, %s, 0)"):format(running.number(t0),
        running.number(turn.u[v.pushes])),
      brake = running.step(t0, o.rise, torque) } }, out.notes)
end

-- how far inside the circle of the steady turn the place x, y is at row i
local function inside(trace, i, turn, first)
  local u, w, r = turn.v.x, turn.v.y, turn.v.yaw
  local R, course = math.sqrt(u * u + w * w) / r, trace.yaw[first] + li.atan(w / u)
  local xc = trace.x[first] - R * math.sin(course)
  local yc = trace.y[first] + R * math.cos(course)
  return R - math.sqrt((trace.x[i] - xc) ^ 2 + (trace.y[i] - yc) ^ 2)
end

local function row_at(t, time)
  for i = 1, #t do if t[i] >= time - 1e-9 then return i end end
  return #t
end

local function told(trace, o, turn)
  local t, t1 = trace.t, o.begin + AT
  local R = turn.values.radius
  local function at(key) return measures.at(t, trace[key], t1) end
  local v1 = at "speed"
  local reference = v1 / R
  local rows, worst = row_at(t, o.begin), 0
  for i = rows, #t do
    if trace.speed[i] > 2 then
      local ratio = trace.yaw_rate[i] / (trace.speed[i] / R)
      if math.abs(ratio - 1) > math.abs(worst) then worst = ratio - 1 end
    end
  end
  return { deceleration = (measures.at(t, trace.speed, o.begin) - v1) / AT,
    yaw_ratio = at "yaw_rate" / reference,
    lateral_ratio = at "lateral_acceleration" / (v1 * v1 / R),
    sideslip = at "sideslip" - turn.values.sideslip, worst = 1 + worst,
    inside = inside(trace, row_at(t, t1), turn, row_at(t, o.begin)) }
end

local function tell(out, list)
  local function over(name, unit, text, pick)
    for _, r in ipairs(list) do
      out.measure(kit.format("%s_%g", name, r.demand), r[pick], unit, text)
    end
  end
  over("deceleration", "m/s2", "mean of the first second", "deceleration")
  over("yaw_rate_ratio", "", "yaw rate over v/R after 1 s: > 1 turns in, < 1 runs wide",
    "yaw_ratio")
  over("lateral_ratio", "", "lateral acceleration over v^2/R after 1 s", "lateral_ratio")
  over("sideslip_change", "rad", "sideslip after 1 s beyond that of the steady turn", "sideslip")
  over("inside", "m", "how far inside its circle after 1 s", "inside")
  over("largest_yaw_ratio", "", "of the yaw rate over v/R, farthest from 1", "worst")
end

local function run(v, o, out)
  steady.demand(v)
  local speed = o.speed or math.sqrt(o.lateral * o.radius)
  local turn, why = steady.turn(v, { speed = speed, radius = o.radius })
  if not turn then check.fail("radius", "%s", why) end
  local list, series = {}, { xlabel = "time (s)", ylabel = "yaw rate (deg/s)" }
  for k, demand in ipairs(o.decelerations) do
    local trace = one(v, o, turn, demand, out)
    local r = told(trace, o, turn)
    r.demand, list[k] = demand, r
    out.record(kit.format("%g m/s2", demand), trace)
    local y = {}
    for i, x in ipairs(trace.yaw_rate) do y[i] = x / li.deg end
    series[k] = { x = trace.t, y = y, label = kit.format("%g m/s2", demand) }
  end
  out.measure("speed", speed, "m/s", "of the steady turn")
  out.measure("lateral_acceleration", turn.values.lateral_acceleration, "m/s2", "of it")
  out.measure("steer", turn.u.steer, "rad", "held all the time")
  tell(out, list)
  local x, y = {}, {}
  for k, r in ipairs(list) do x[k], y[k] = r.deceleration, r.yaw_ratio end
  if #list > 1 then
    out.plot("yaw rate over v/R", li.plot { x = x, y = y, marker = true,
      xlabel = "mean deceleration (m/s2)", ylabel = "yaw rate ratio after 1 s" })
  end
  out.plot("yaw rate", li.plot(series))
end

return {
  name = "iso7975", standard = "ISO 7975", title = "braking in a turn",
  text = "brakes of several strengths in a steady turn, steering held",
  also = { "braking_in_a_turn" },
  needs = { inputs = { "steer", "brake" }, outputs = { "speed", "lateral_speed", "yaw_rate",
    "sideslip", "lateral_acceleration" }, coordinates = { "x", "y", "yaw" } },
  fields = { radius = { "num", above = 0, default = 100 }, speed = { "num?", above = 0 },
    lateral = { "num", above = 0, default = 5 }, begin = { "num", above = 0, default = 0.5 },
    rise = { "num", above = 0, default = 0.2 }, time = { "num", above = 1, default = 2.5 },
    decelerations = function(x, path)
      return x == nil and { 2, 3, 4, 5 } or check.list(x, path, { "num", above = 0 }, 1)
    end },
  run = run,
}
