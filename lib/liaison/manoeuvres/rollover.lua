-- rollover.lua - when wheels lift: J-turn, fishhook (NHTSA), the quasi-static threshold
--
-- Threshold: steady turns at a speed with all the friction it takes, ever tighter: where both
-- wheels of the inner side carry nothing there is no turn beyond. A stiff vehicle has T/(2 h) g,
-- its springs and tyres take some of it.
local li = require "liaison"
local check = require "liaison.base.check"
local running = require "liaison.manoeuvres.running"
local measures = require "liaison.manoeuvres.measures"
local step_steer = require "liaison.manoeuvres.step_steer"
local straight_line = require "liaison.manoeuvres.straight_line"
local iso4138 = require "liaison.manoeuvres.iso4138"
local dwell = require "liaison.manoeuvres.dwell"
local steady = require "liaison.vehicle.steady_turn"
local words = require "liaison.vehicle.vehicle_words"
local kit = li._internal

local G = 9.81

-- ---- loads --------------------------------------------------------------------------------------

-- load outputs of the left and the right wheels, by where the wheels stand
local function sides_of(v)
  local left, right, home = {}, {}, v.model:home()
  for _, f in ipairs(v.description.forces or {}) do
    local name = f.kind:find "^tyre_" and "load_" .. f.at:gsub("^wheel_", "")
    if name and v.output[name] then
      local list = v.model:fk(home, f.at).p[2] > 0 and left or right
      list[#list + 1] = name
    end
  end
  if #left == 0 or #right == 0 then
    check.fail("vehicle", "the vehicle '%s' has no outputs load_.. of wheels on both sides", v.name)
  end
  return left, right
end

local function all_up(trace, names, i)
  for _, name in ipairs(names) do if trace[name][i] > 0 then return false end end
  return true
end

local function tell_lift(v, out, trace)
  local left, right = sides_of(v)
  local single, both, share
  for i, t in ipairs(trace.t) do
    for _, names in ipairs { left, right } do
      for _, name in ipairs(names) do
        if trace[name][i] <= 0 then single = single or { t = t, name = name:sub(6) } end
      end
      if all_up(trace, names, i) then both = both or t end
    end
    local l, r = 0, 0
    for _, name in ipairs(left) do l = l + trace[name][i] end
    for _, name in ipairs(right) do r = r + trace[name][i] end
    local transfer = l + r > 0 and math.abs(l - r) / (l + r) or 1
    share = math.max(share or 0, transfer)
  end
  out.measure("load_transfer", share, "",
    "(left - right)/(left + right) of the loads, the largest: 1 where one side carries all")
  out.measure("first_lift", single and single.t, "s", "a wheel carries nothing; none: never")
  out.measure("two_wheel_lift", both, "s", "all wheels of a side carry nothing; none: never")
  if single then out.note("the first wheel that lifts is %s", single.name) end
  if both then out.verdict(false, "all wheels of a side lift at %s s", kit.number(both, 4))
  else out.verdict(true) end
  local _, roll = measures.peak(trace.t, trace.roll_angle)
  out.measure("roll_angle", roll, "rad", "the largest")
  local series = { xlabel = "time (s)", ylabel = "load (N)" }
  for _, names in ipairs { left, right } do
    for _, name in ipairs(names) do
      series[#series + 1] = { x = trace.t, y = trace[name], label = name:sub(6) }
    end
  end
  out.plot("loads", li.plot(series))
end

-- ---- manoeuvres ---------------------------------------------------------------------------------

local function angle_of(v, o, out)
  if o.angle then return o.angle end
  local trace = dwell.ramp(v, { speed = 80 / 3.6, begin = 0.2, time = 12 }, out)
  local A = dwell.angle_at(trace, 0.3 * G)
  if not A then check.fail("angle", "the slow ramp does not reach 0.3 g: give the angle") end
  return A
end

-- degrees per second of a wheel geared 1:16, as the input
local function rate_of(v, degrees)
  local _, ratio = iso4138.lever(v)
  return degrees * li.deg * ratio / 16
end

local function coasting(v, o, start)
  return { [v.pushes] = ("piecewise(t < %s, %s, 0)"):format(running.number(o.begin),
    running.number(start.u[v.pushes])) }
end

local function finish(v, out, trace, to, A)
  out.measure("angle", A, "rad", "steer at 0.3 g by the slow ramp, or as told")
  out.measure("steer", to, "rad", "the largest")
  tell_lift(v, out, trace)
  local _, most = measures.peak(trace.t, trace.lateral_acceleration)
  out.measure("lateral_acceleration", most, "m/s2", "the largest")
  out.record("run", trace)
  step_steer.draw(out, trace)
end

local function j_turn(v, o, out)
  local A = angle_of(v, o, out)
  local to, start = o.factor * A, running.straight(v, o.speed)
  local rate = o.rate or rate_of(v, 1000)
  local trace = running.must_drive(v, { time = o.begin + o.time, from = start,
    steer = running.through { { o.begin, 0 }, { o.begin + to / rate, to } },
    inputs = coasting(v, o, start) }, out.notes)
  finish(v, out, trace, to, A)
end

-- until the roll has come to rest behind the first turn
local function reversal_time(v, o, start, to, rate, out)
  local first = running.through { { o.begin, 0 }, { o.begin + to / rate, to } }
  local trace = running.must_drive(v, { time = o.begin + to / rate + 2, from = start,
    steer = first, inputs = coasting(v, o, start) }, out.notes)
  local reached = o.begin + to / rate
  for i = 2, #trace.t do
    local roll_rate = (trace.roll_angle[i] - trace.roll_angle[i - 1])
      / (trace.t[i] - trace.t[i - 1])
    if trace.t[i] > reached and math.abs(roll_rate) < 1.5 * li.deg then return trace.t[i] end
  end
  return reached + 0.25
end

local function fishhook(v, o, out)
  local A = angle_of(v, o, out)
  local to, start = o.factor * A, running.straight(v, o.speed)
  local rate = o.rate or rate_of(v, 720)
  local turn = reversal_time(v, o, start, to, rate, out)
  local trace = running.must_drive(v, { time = turn + 2 * to / rate + 3, from = start,
    steer = running.through { { o.begin, 0 }, { o.begin + to / rate, to }, { turn, to },
      { turn + 2 * to / rate, -to } }, inputs = coasting(v, o, start) }, out.notes)
  out.measure("reversal", turn, "s", "the roll rate falls below 1.5 deg/s there")
  finish(v, out, trace, to, A)
end

-- ---- the quasi-static threshold -----------------------------------------------------------------

-- height of the centre of mass and mean track, at home
local function geometry(v)
  local home, left, right, n = v.model:home(), 0, 0, 0
  for _, f in ipairs(v.description.forces or {}) do
    if f.kind:find "^tyre_" then
      local y = v.model:fk(home, f.at).p[2]
      if y > 0 then left = left + y else right = right - y end
      n = n + 1
    end
  end
  if n == 0 then check.fail("vehicle", "the vehicle '%s' has no tyres", v.name) end
  return v.model:com(home)[3], 2 * (left + right) / n
end

-- pulled along its heading at its centre of mass: a lifted wheel that spins must not stop it
local function towed(v)
  local body = v.description.bodies[1]
  local d = v.model:extend { inputs = { "tow" }, forces = { { "given", name = "tow",
    at = body.name, point = body.com, f = { "tow*cos(yaw)", "tow*sin(yaw)", 0 } } } }
  local there = words.of(d)
  there.pushes = "tow"
  return there
end

local function threshold(v, o, out)
  local left, right = sides_of(v)
  local height, track = geometry(v)
  local there = towed(straight_line.on_friction(v, o.friction, o.friction))
  local points = {}
  for k = 1, o.points do
    points[k] = { speed = o.speed, how = "lateral_acceleration", value = o.most * k / o.points }
  end
  local list, why, last = steady.sequence(there, points)
  if last then list[#list + 1] = last end
  local first, a, transfer = nil, {}, {}
  for i, turn in ipairs(list) do
    local l, r = 0, 0
    for _, name in ipairs(left) do
      l = l + turn.values[name]
      if turn.values[name] <= 0 then first = first or turn end
    end
    for _, name in ipairs(right) do r = r + turn.values[name] end
    a[i], transfer[i] = turn.values.lateral_acceleration, (r - l) / (r + l)
  end
  local final = list[#list]
  out.measure("static_stability_factor", track / (2 * height), "",
    "T/(2 h): mean track over twice the height of the centre of mass")
  out.measure("first_lift", first and first.values.lateral_acceleration / G, "g",
    "lateral acceleration of the first steady turn with a wheel that carries nothing")
  out.measure("threshold", last and final.values.lateral_acceleration / G, "g",
    "the largest lateral acceleration of a steady turn; none: beyond those asked for")
  out.measure("roll_angle", final.values.roll_angle, "rad", "of the last steady turn")
  if why then out.note("%s", why) end
  out.note("friction was raised %s times, so that it rolls over before it slides, and a force at "
    .. "its centre of mass keeps the speed", kit.number(o.friction))
  out.plot("load transfer", li.plot { x = a, y = transfer, marker = true,
    xlabel = "lateral acceleration (m/s2)", ylabel = "load transfer" })
end

local OUTPUTS = { "speed", "lateral_speed", "yaw_rate", "sideslip", "lateral_acceleration",
  "roll_angle" }
local NEEDS = { inputs = { "steer" }, outputs = OUTPUTS, coordinates = { "x", "y", "yaw" } }

local function fields(speed, factor)
  return { speed = { "num", above = 0, default = speed }, angle = { "num?", above = 0 },
    factor = { "num", above = 0, default = factor }, rate = { "num?", above = 0 },
    begin = { "num", above = 0, default = 0.2 }, time = { "num", above = 0, default = 4 } }
end

return {
  { name = "j_turn", standard = "NHTSA J-turn", title = "J-turn",
    text = "a fast turn of the wheel to 8 times the angle of 0.3 g: do wheels lift?",
    also = { "jturn" }, needs = NEEDS, fields = fields(80 / 3.6, 8), run = j_turn },
  { name = "fishhook", standard = "NHTSA fishhook", title = "fishhook",
    text = "to 6.5 times the angle of 0.3 g and, when the roll rests, back to the other side",
    also = { "roll_rate_feedback" }, needs = NEEDS, fields = fields(80 / 3.6, 6.5),
    run = fishhook },
  { name = "rollover", standard = "quasi-static", title = "rollover threshold",
    text = "steady turns with all friction up to where the inner wheels carry nothing",
    also = { "rollover_threshold" }, needs = NEEDS, run = threshold,
    fields = { speed = { "num", above = 0, default = 20 },
      friction = { "num", above = 0, default = 3 }, most = { "num", above = 0, default = 20 },
      points = { "num", min = 3, default = 40 } } },
}
