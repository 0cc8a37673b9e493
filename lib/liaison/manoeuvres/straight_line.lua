-- straight_line.lua - braking to a stop, on two frictions too, accelerating from rest, coasting
-- down
local li = require "liaison"
local check = require "liaison.base.check"
local running = require "liaison.manoeuvres.running"
local measures = require "liaison.manoeuvres.measures"
local step_steer = require "liaison.manoeuvres.step_steer"
local words = require "liaison.vehicle.vehicle_words"
local kit = li._internal

local OUTPUTS = { "speed", "lateral_speed", "yaw_rate", "acceleration" }
local PLANE = { "x", "y", "yaw" }

-- the way of each row from `first` on, by the trapezoid rule over the size of the velocity, which
-- becomes the column velocity: a vehicle that spins goes sideways
local function distances(trace, first)
  local s, V = {}, {}
  for i = 1, #trace.t do
    V[i] = math.sqrt(trace.speed[i] ^ 2 + trace.lateral_speed[i] ^ 2)
    s[i] = i <= first and 0 or s[i - 1] + (trace.t[i] - trace.t[i - 1]) * (V[i] + V[i - 1]) / 2
  end
  trace.velocity = V
  return s
end

local function row_at(t, time)
  for i = 1, #t do if t[i] >= time - 1e-9 then return i end end
  return #t
end

local function draw(out, trace, keys)
  for _, row in ipairs(keys) do
    if trace[row[1]] then
      out.plot(row[2], li.plot { x = trace.t, y = trace[row[1]], xlabel = "time (s)",
        ylabel = row[3] })
    end
  end
end

-- ---- wheels -------------------------------------------------------------------------------------

-- the first time each wheel stands while the vehicle moves
local function locks(v, trace)
  local out = {}
  for q, radius in pairs(v.spins) do
    local column = trace.run:column(q .. "'")
    for i = 1, #trace.t do
      if trace.speed[i] > 3 and column[i] * radius < 0.05 * trace.speed[i] then
        out[#out + 1] = { name = (q:gsub("^spin_", "")), t = trace.t[i] }
        break
      end
    end
  end
  table.sort(out, function(a, b) return a.t < b.t or (a.t == b.t and a.name < b.name) end)
  return out
end

local function tell_locks(out, list)
  local names = {}
  for i, w in ipairs(list) do
    names[i] = ("%s at %s s"):format(w.name, kit.number(w.t, 4))
  end
  out.measure("wheels_locked", #list, "", "wheels that stand while the vehicle goes over 3 m/s")
  if #names > 0 then out.note("locked: %s", table.concat(names, ", ")) end
end

-- ---- braking ------------------------------------------------------------------------------------

-- numbers of tyres that grow with friction
local FRICTION = { tyre_brush = { "mu" }, tyre_four = { "D" }, tyre_linear = { "mu" },
  tyre_mf52 = { "LMUX", "LMUY" }, tyre_mf61 = { "LMUX", "LMUY" },
  tyre_tmeasy = { "FMx1", "FSx1", "FMx2", "FSx2", "FMy1", "FSy1", "FMy2", "FSy2" } }

-- the model with tyres on other friction: factors of the left and the right wheels
local function on_friction(v, left, right)
  local d, changed = v.model:description(), 0
  local home = v.model:home()
  for _, f in ipairs(d.forces or {}) do
    if f.kind:find "^tyre_" then
      local factor = v.model:fk(home, f.at).p[2] >= 0 and left or right
      local keys = FRICTION[f.kind]
      if not keys then
        check.fail("left", "the tyre '%s' (%s) has no number of friction to change", f.name, f.kind)
      end
      for _, key in ipairs(keys) do
        if type(f[key]) == "number" then f[key], changed = f[key] * factor, changed + 1 end
      end
    end
  end
  if changed == 0 then
    check.fail("left", "the vehicle has no tyres with a number of friction")
  end
  return words.of(li.robot(d))
end

local function braked(v, o, steer, out, start)
  local torque = o.torque or o.deceleration * running.push_of(v)
  local time = o.time or o.begin + 1.6 * o.speed / math.min(o.deceleration, 8) + 2
  return running.must_drive(v, { time = time, from = start, steer = steer,
    controllers = o.driver_block and { { o.driver_block, kernel = false } } or nil,
    feedback = o.driver_block ~= nil,
    inputs = { [v.pushes] = ("piecewise(t < %s, %s, 0)"):format(running.number(o.begin),
      running.number(start.u[v.pushes])), brake = running.step(o.begin, o.rise, torque) } },
    out.notes)
end

-- mean fully developed deceleration: from 80 % to 10 % of the speed, over the distance
local function fully_developed(trace, s, V)
  local ib, ie
  for i = 1, #trace.t do
    if not ib and trace.velocity[i] <= 0.8 * V then ib = i end
    if not ie and trace.velocity[i] <= 0.1 * V then ie = i end
  end
  if not ie or s[ie] <= s[ib] then return nil end
  return (trace.velocity[ib] ^ 2 - trace.velocity[ie] ^ 2) / (2 * (s[ie] - s[ib]))
end

local STOPPED = 0.1 -- m/s

local function tell_braking(v, o, out, trace)
  local first = row_at(trace.t, o.begin)
  local s, stop = distances(trace, first), nil
  for i = first, #trace.t do
    if not stop and trace.velocity[i] <= STOPPED then stop = i end
  end
  out.measure("stopping_distance", stop and s[stop], "m",
    "from the brakes to 0.1 m/s; none: it did not stop")
  out.measure("stopping_time", stop and trace.t[stop] - o.begin, "s", "the same in time")
  out.measure("mfdd", fully_developed(trace, s, o.speed), "m/s2",
    "(0.8 V)^2 - (0.1 V)^2 over twice the way between: mean fully developed deceleration")
  local _, most = measures.peak(trace.t, trace.acceleration, -1, o.begin)
  out.measure("largest_deceleration", -most, "m/s2", "at any time")
  if trace.pitch_angle then
    local _, pitch = measures.peak(trace.t, trace.pitch_angle)
    out.measure("pitch_angle", pitch, "rad", "the largest, nose down > 0")
  end
  tell_locks(out, locks(v, trace))
  if not stop then
    out.note("after %s s it still goes %s m/s", kit.number(trace.t[#trace.t] - o.begin, 4),
      kit.number(trace.velocity[#trace.velocity], 4))
  end
  out.record("braking", trace)
  draw(out, trace, { { "speed", "speed", "speed (m/s)" },
    { "acceleration", "acceleration", "acceleration (m/s2)" },
    { "pitch_angle", "pitch", "pitch angle (rad)" } })
end

local function straight_braking(v, o, out)
  local start = running.straight(v, o.speed)
  tell_braking(v, o, out, braked(v, o, running.number(start.u.steer), out, start))
end

-- steering held, or a driver who keeps to his line
local function split_friction(v, o, out)
  local driver
  if o.driver then
    local lane = require "liaison.manoeuvres.lane_change"
    local given = type(o.driver) == "string" and { kind = o.driver } or o.driver
    local spec = lane.completed(v, given.kind, given, o.speed)
    spec.route = li.route { { "line", length = 400 } }
    driver = li.driver(given.kind, spec)
  end
  local there = on_friction(v, o.left, o.right)
  there.common = v.common
  local start = running.straight(v, o.speed)
  o.driver_block = driver
  local trace = braked(there, o, not driver and running.number(start.u.steer) or nil, out, start)
  local t1 = o.begin + 1
  out.measure("yaw_rate", (select(2, measures.peak(trace.t, trace.yaw_rate, nil, o.begin))),
    "rad/s", "the largest")
  out.measure("heading_1s", measures.at(trace.t, trace.yaw, t1), "rad", "1 s after the brakes")
  out.measure("lateral_1s", measures.at(trace.t, trace.y, t1), "m", "to the left, 1 s after")
  out.measure("heading", trace.yaw[#trace.yaw], "rad", "at the end")
  out.measure("lateral", trace.y[#trace.y], "m", "to the left, at the end")
  if driver then
    local steer = trace.run:column(driver.name .. ".steer")
    local most = 0
    for i = 1, #trace.t do if math.abs(steer[i]) > math.abs(most) then most = steer[i] end end
    out.measure("steer", most, "rad", "the largest that the driver gives")
  end
  tell_braking(there, o, out, trace)
  draw(out, trace, { { "yaw_rate", "yaw rate", "yaw rate (rad/s)" }, { "y", "path", "y (m)" } })
end

-- ---- accelerating -------------------------------------------------------------------------------

local function accelerate(v, o, out)
  local torque = o.torque or o.push * running.push_of(v)
  local q, speeds = {}, {}
  local home = v.model:home()
  for k, name in ipairs(v.q) do q[name], speeds[name] = home[k], 0 end
  local trace = running.must_drive(v, { time = o.begin + o.time, q = q, v = speeds, steer = "0",
    inputs = { [v.pushes] = running.step(o.begin, o.rise, torque) } }, out.notes)
  local first = row_at(trace.t, o.begin)
  local s = distances(trace, first)
  for _, target in ipairs(o.speeds) do
    local t = measures.first(trace.t, trace.speed, target, o.begin, true)
    out.measure(kit.format("time_to_%g", target), t and t - o.begin, "s",
      kit.format("to %g m/s; none: not within the time", target))
    out.measure(kit.format("way_to_%g", target), t and measures.at(trace.t, s, t), "m",
      "the way until then")
  end
  local _, most = measures.peak(trace.t, trace.acceleration, 1, o.begin)
  out.measure("largest_acceleration", most, "m/s2", "at any time")
  local spin = 0
  for name, radius in pairs(v.spins) do
    local column = trace.run:column(name .. "'")
    for i = first, #trace.t do
      spin = math.max(spin, column[i] * radius - trace.speed[i])
    end
  end
  out.measure("largest_slip_speed", spin, "m/s", "of a rim beyond the vehicle")
  out.record("acceleration", trace)
  draw(out, trace, { { "speed", "speed", "speed (m/s)" },
    { "acceleration", "acceleration", "acceleration (m/s2)" } })
end

-- ---- coasting down ------------------------------------------------------------------------------

-- m such that m v^2/2 is the energy of rolling at v
local function rolling_mass(v, start, speed)
  local q, x = {}, {}
  for k, name in ipairs(v.q) do q[k], x[k] = start.q[name], start.v[name] end
  return 2 * v.model:energy(q, x) / speed ^ 2
end

-- -m dv/dt = f0 + f1 v + f2 v^2 by least squares
local function road_load(speeds, decelerations, m)
  local A, b = li.zeros(#speeds, 3), li.zeros(#speeds)
  for i, speed in ipairs(speeds) do
    A[i][1], A[i][2], A[i][3], b[i] = 1, speed, speed ^ 2, -m * decelerations[i]
  end
  local f, rest = A:least_squares(b)
  return f, rest / math.sqrt(#speeds)
end

local function coast_down(v, o, out)
  local start = running.straight(v, o.speed)
  local m = rolling_mass(v, start, o.speed)
  local trace = running.must_drive(v, { time = o.begin + o.time, from = start,
    steer = running.number(start.u.steer), dt = 0.05, inputs = { [v.pushes] =
      ("piecewise(t < %s, %s, 0)"):format(running.number(o.begin),
      running.number(start.u[v.pushes])) } }, out.notes)
  local speeds, accelerations, last = {}, {}, #trace.t
  for i = 1, #trace.t do
    if trace.t[i] > o.begin + 0.5 and trace.speed[i] >= o.to then
      speeds[#speeds + 1], accelerations[#speeds + 1] = trace.speed[i], trace.acceleration[i]
      last = i
    end
  end
  if #speeds < 10 or speeds[1] - speeds[#speeds] < 0.05 * o.speed then
    check.fail("time", "in %s s it slows from %s to %s m/s only: no road load can be seen, give "
      .. "it longer, or the vehicle has no resistance", kit.number(o.time),
      kit.number(speeds[1] or o.speed, 4), kit.number(trace.speed[#trace.speed], 4))
  end
  local f, rest = road_load(speeds, accelerations, m)
  local s = distances(trace, row_at(trace.t, o.begin))
  out.measure("rolling_mass", m, "kg", "mass with what turns: energy over v^2/2")
  out.measure("f0", f[1], "N", "of m (-dv/dt) = f0 + f1 v + f2 v^2, by least squares")
  out.measure("f1", f[2], "N s/m", "of it")
  out.measure("f2", f[3], "N s2/m2", "of it")
  out.measure("rest", rest, "N", "root mean square of what the fit leaves")
  out.measure("time", trace.t[last] - o.begin, "s", kit.format("from %g to %s m/s", o.speed,
    kit.number(trace.speed[last], 4)))
  out.measure("distance", s[last], "m", "the way of it")
  if trace.speed[#trace.speed] > o.to then
    out.note("it did not come down to %s m/s within the time", kit.number(o.to))
  end
  out.record("coasting", trace)
  local fit, push = {}, {}
  for i, speed in ipairs(speeds) do
    fit[i], push[i] = f[1] + f[2] * speed + f[3] * speed ^ 2, -m * accelerations[i]
  end
  out.plot("road load", li.plot { { x = speeds, y = push, label = "m (-dv/dt)" },
    { x = speeds, y = fit, label = "fit", dash = "5,4" }, xlabel = "speed (m/s)",
    ylabel = "force (N)" })
  draw(out, trace, { { "speed", "speed", "speed (m/s)" } })
end

local BRAKES = { speed = { "num", above = 0, default = 100 / 3.6 }, torque = { "num?", above = 0 },
  deceleration = { "num", above = 0, default = 6 }, begin = { "num", above = 0, default = 0.2 },
  rise = { "num", above = 0, default = 0.1 }, time = { "num?", above = 0 } }

local function with(fields, more)
  local out = {}
  for key, x in pairs(fields) do out[key] = x end
  for key, x in pairs(more) do out[key] = x end
  return out
end

local NEEDS = { inputs = { "steer", "brake" }, outputs = OUTPUTS, coordinates = PLANE }

return {
  { name = "straight_braking", standard = "ISO 21994", title = "braking in a straight line",
    text = "brakes from a speed to a stop: distance, mean fully developed deceleration, locking",
    also = { "braking", "stopping_distance" }, needs = NEEDS, fields = BRAKES,
    run = straight_braking },
  { name = "split_friction", standard = "ISO 14512", title = "braking on two frictions",
    text = "brakes with other friction left than right, steering held or by a driver",
    also = { "mu_split", "split_mu" }, needs = NEEDS, run = split_friction,
    fields = with(BRAKES, { left = { "num", above = 0, default = 1 },
      right = { "num", above = 0, default = 0.3 }, driver = "any?",
      speed = { "num", above = 0, default = 80 / 3.6 } }) },
  { name = "acceleration", standard = "from rest", title = "acceleration from rest",
    text = "a torque from rest on: times and ways to speeds, slip of the wheels", also = {},
    needs = { outputs = OUTPUTS, coordinates = PLANE, inputs = { "steer" } }, run = accelerate,
    fields = { torque = { "num?", above = 0 }, push = { "num", above = 0, default = 3 },
      begin = { "num", above = 0, default = 0.2 }, rise = { "num", above = 0, default = 0.3 },
      time = { "num", above = 0, default = 12 }, speeds = function(x, path)
        return x == nil and { 10, 20, 27.78 } or check.list(x, path, { "num", above = 0 }, 1)
      end } },
  { name = "coast_down", standard = "ISO 10521-1", title = "coasting down",
    text = "no drive from a speed on: the road load by a fit", also = { "coastdown", "road_load" },
    needs = { outputs = OUTPUTS, coordinates = PLANE, inputs = { "steer" } }, run = coast_down,
    fields = { speed = { "num", above = 0, default = 35 }, to = { "num", above = 0, default = 5 },
      begin = { "num", above = 0, default = 0.5 }, time = { "num", above = 0, default = 120 } } },
  on_friction = on_friction, step_steer = step_steer,
}
