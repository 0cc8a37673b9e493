-- step_steer.lua - a step of the steering wheel from straight ahead (ISO 7401)
--
-- Times count from the moment at which the wheel is half way. The steady state is the mean of the
-- last part; the response time ends where 90 % of it are reached first, the overshoot is what the
-- first peak has beyond it.
local li = require "liaison"
local running = require "liaison.manoeuvres.running"
local measures = require "liaison.manoeuvres.measures"
local kit = li._internal

local M = {}

-- of one answer: response time, peak time, overshoot, steady value, by name
local function answer(out, t, y, name, unit, t50, o)
  local final = measures.mean(t, y, o.begin + o.time - 1, math.huge)
  local sign = final >= 0 and 1 or -1
  local reached = measures.first(t, y, 0.9 * final, o.begin, final > 0)
  local peak_t, peak = measures.peak(t, y, sign, o.begin)
  local over = math.abs(final) > 1e-12 and (peak - final) / final or 0
  out.measure(name, final, unit, "mean of the last second")
  out.measure(name .. "_response_time", reached and reached - t50, "s",
    "from half the steering to 90 % of the steady value, the first time")
  out.measure(name .. "_peak_time", over > 0.005 and peak_t - t50 or nil, "s",
    "from half the steering to the largest value; none: it has no peak")
  out.measure(name .. "_overshoot", 100 * over, "%", "the largest value beyond the steady one")
  return final, peak_t - t50
end

local function run(v, o, out)
  local start = running.straight(v, o.speed)
  local to = o.steer or running.steer_for(v, o.speed, o.lateral)
  local program = running.step(o.begin, o.rise, to)
  local throttle = start.u[v.pushes]
  local trace = running.must_drive(v, { time = o.begin + o.time, from = start,
    steer = program, inputs = { [v.pushes] = o.throttle == "fixed" and running.number(throttle)
      or running.keep_speed(v, o.speed, throttle) } }, out.notes)
  local t, t50 = trace.t, o.begin + o.rise / 2
  out.measure("steer", to, "rad", o.steer and "as told"
    or kit.format("that of the steady turn of %g m/s2", o.lateral))
  local r, peak = answer(out, t, trace.yaw_rate, "yaw_rate", "rad/s", t50, o)
  if trace.lateral_acceleration then
    answer(out, t, trace.lateral_acceleration, "lateral_acceleration", "m/s2", t50, o)
  end
  local beta = measures.mean(t, trace.sideslip, o.begin + o.time - 1, math.huge)
  out.measure("yaw_rate_gain", r / to, "1/s", "steady yaw rate over steer")
  out.measure("sideslip", beta, "rad", "mean of the last second")
  out.measure("tb_factor", peak * beta / li.deg, "s deg",
    "peak time of the yaw rate times the steady sideslip")
  if trace.roll_angle then
    local _, most = measures.peak(t, trace.roll_angle)
    out.measure("roll_angle", most, "rad", "the largest")
  end
  M.tell_speed(out, trace, o.speed)
  out.record("step", trace)
  M.draw(out, trace)
end

-- what became of the speed
function M.tell_speed(out, trace, speed)
  local last = trace.speed[#trace.speed]
  out.measure("speed_lost", speed - last, "m/s", "at the end")
end

function M.draw(out, trace)
  local t = trace.t
  local function figure(name, label, key, scale)
    if not trace[key] then return end
    local y = {}
    for i, x in ipairs(trace[key]) do y[i] = x / (scale or 1) end
    out.plot(name, li.plot { x = t, y = y, xlabel = "time (s)", ylabel = label })
  end
  figure("steering", "steer (rad)", "steer")
  figure("yaw rate", "yaw rate (deg/s)", "yaw_rate", li.deg)
  figure("lateral acceleration", "lateral acceleration (m/s2)", "lateral_acceleration")
  figure("sideslip", "sideslip (deg)", "sideslip", li.deg)
  figure("roll", "roll angle (deg)", "roll_angle", li.deg)
  figure("speed", "speed (m/s)", "speed")
end

M.name, M.standard, M.title = "iso7401_step", "ISO 7401", "step input of the steering"
M.text = "a step of the steering wheel from straight ahead: gains, response times, overshoot"
M.also = { "step_steer", "step" }
M.needs = { inputs = { "steer" }, outputs = { "speed", "lateral_speed", "yaw_rate", "sideslip" },
  coordinates = { "x", "y", "yaw" } }
M.fields = { speed = { "num", above = 0, default = 100 / 3.6 },
  lateral = { "num", default = 4 }, steer = "num?", rise = { "num", above = 0, default = 0.1 },
  begin = { "num", above = 0, default = 0.5 }, time = { "num", above = 1, default = 4 },
  throttle = "fixed|keep?" }
M.run = run

return M
