-- trailers.lua - vehicles with trailers: how they track in steady circles (ISO 14792), how much
-- more the last unit is shaken than the first (ISO 14791), when they fold
--
-- Units behind the first are told by coordinates articulation_2, articulation_3, .. and outputs
-- lateral_acceleration_2, yaw_rate_2, .. as li.truck has them.
local li = require "liaison"
local check = require "liaison.base.check"
local running = require "liaison.manoeuvres.running"
local measures = require "liaison.manoeuvres.measures"
local steady = require "liaison.vehicle.steady_turn"
local step_steer = require "liaison.manoeuvres.step_steer"
local kit = li._internal

-- ---- units --------------------------------------------------------------------------------------

local function last_unit(v)
  local n
  for k = 2, 9 do if v.at["articulation_" .. k] then n = k end end
  if not n then
    check.fail("vehicle", "the vehicle '%s' has no coordinate articulation_2: no trailer", v.name)
  end
  return n
end

local function output_of_last(v, name)
  local key = ("%s_%d"):format(name, last_unit(v))
  if not v.output[key] then
    check.fail("vehicle", "the vehicle '%s' has no output %s", v.name, key)
  end
  return key
end

-- the body that turns by articulation_n
local function body_of(v, n)
  for _, b in ipairs(v.description.bodies) do
    if b.q == "articulation_" .. n then return b.name end
    for _, dof in ipairs(b.dofs or {}) do
      if dof.q == "articulation_" .. n then return b.name end
    end
  end
end

-- is this body, or one it hangs on, called so?
local function hangs_on(v, name, wanted)
  local parent = {}
  for _, b in ipairs(v.description.bodies) do parent[b.name] = b.parent end
  while name do
    if name == wanted then return true end
    name = parent[name]
  end
  return false
end

-- places of axles on a body, in base axes at home: of wheels with tyres that hang on it, of forces
-- at points of it
local function axles_on(v, body)
  local list, home = {}, v.model:home()
  for _, f in ipairs(v.description.forces or {}) do
    if f.kind:find "^tyre_" and hangs_on(v, f.at, body) then
      list[#list + 1] = v.model:fk(home, f.at).p[1]
    elseif f.at == body and type(f.point) == "table" and f.kind == "given" then
      list[#list + 1] = (v.model:fk(home, body) * li.frame.trans(f.point[1], f.point[2] or 0,
        f.point[3] or 0)).p[1]
    end
  end
  return list
end

local function extreme(list, f, what)
  local best = list[1]
  for _, x in ipairs(list) do best = f(best, x) end
  return best or check.fail("vehicle", "no axle is seen on the %s: give first and last", what)
end

-- ---- off-tracking -------------------------------------------------------------------------------

-- distance of a place of a body from the centre about which everything turns
local function radius_of(v, turn, body, x, home_x)
  local q = {}
  for k, name in ipairs(v.q) do q[k] = turn.q[name] end
  local p = v.model:fk(q, body)
  -- the place ahead of the body's origin at home, carried by it
  local at = p * li.frame.trans(x - home_x, 0, 0)
  local u, w, r = turn.v.x, turn.v.y, turn.v.yaw
  local cx, cy = turn.q.x - w / r, turn.q.y + u / r
  return math.sqrt((at.p[1] - cx) ^ 2 + (at.p[2] - cy) ^ 2)
end

local function off_tracking(v, o, out)
  steady.demand(v)
  local n, first = last_unit(v), v.description.bodies[1].name
  for _, b in ipairs(v.description.bodies) do
    if b.q == "yaw" then first = b.name end
  end
  local last = body_of(v, n)
  local home = v.model:home()
  local front = o.first or extreme(axles_on(v, first), math.max, "first unit")
  local rear = o.last or extreme(axles_on(v, last), math.min, "last unit")
  local function origin(body) return v.model:fk(home, body).p[1] end
  local turn, why = steady.turn(v, { speed = o.speed, radius = o.radius })
  if not turn then check.fail("radius", "%s", why) end
  local Rf = radius_of(v, turn, first, front, origin(first))
  local Rr = radius_of(v, turn, last, rear, origin(last))
  out.measure("front_radius", Rf, "m", "of the foremost axle")
  out.measure("rear_radius", Rr, "m", "of the last axle")
  out.measure("off_tracking", Rf - Rr, "m",
    "front less rear radius: > 0 cuts in, as when slow; < 0 swings out, as when fast")
  out.measure("articulation", turn.q["articulation_" .. n], "rad", "of the last coupling")
  out.measure("steer", turn.u.steer, "rad", "of the steady turn")
  -- over speed, as far as there are turns
  local x, y = {}, {}
  for k = 1, o.points do
    local speed = o.speed + (o.most - o.speed) * (k - 1) / math.max(o.points - 1, 1)
    local t = steady.turn(v, { speed = speed, radius = o.radius })
    if not t then break end
    x[k], y[k] = speed, radius_of(v, t, first, front, origin(first))
      - radius_of(v, t, last, rear, origin(last))
  end
  if #x > 1 then
    out.record("over speed", { speed = x, off_tracking = y })
    out.plot("off-tracking", li.plot { x = x, y = y, xlabel = "speed (m/s)",
      ylabel = "off-tracking (m)", marker = true })
  end
end

-- ---- rearward amplification ---------------------------------------------------------------------

local function largest(t, y)
  local _, most = measures.peak(t, y)
  return math.abs(most)
end

local function over_frequency(v, o, out, keys)
  local turn, why = steady.straight(v, o.speed)
  if not turn then check.fail("speed", "%s", why) end
  local lin = assert(turn:linear { inputs = { "steer" } })
  local row = {}
  for k, name in ipairs(lin.outputs) do row[name] = k end
  local f, ratio, best = {}, {}, 1
  for i = 0, 60 do
    f[i + 1] = 0.05 * 40 ^ (i / 60)
    local g = assert(lin:frequency(2 * math.pi * f[i + 1]))
    local a, b = g[row.lateral_acceleration][1], g[row[keys.lateral_acceleration]][1]
    ratio[i + 1] = measures.ratio(b.re, b.im, a.re, a.im)
    if ratio[i + 1] > ratio[best] then best = i + 1 end
  end
  out.measure("linear_amplification", ratio[best], "",
    "the largest gain of lateral accelerations, last over first unit, of small motions")
  out.measure("linear_frequency", f[best], "Hz", "where that is")
  out.record("over frequency", { frequency = f, amplification = ratio })
  out.plot("amplification", li.plot { x = f, y = ratio, xlog = true, xlabel = "frequency (Hz)",
    ylabel = "lateral acceleration, last over first" })
end

local function amplification(v, o, out)
  local keys = { lateral_acceleration = output_of_last(v, "lateral_acceleration"),
    yaw_rate = output_of_last(v, "yaw_rate") }
  local start = running.straight(v, o.speed)
  local to = o.steer or running.steer_for(v, o.speed, o.lateral)
  local trace = running.must_drive(v, { time = o.begin + 1 / o.frequency + 5, q = start.q,
    v = start.v, steer = running.one_sine(o.begin, o.frequency, to), inputs = { [v.pushes] =
      running.keep_speed(v, o.speed, start.u[v.pushes]) } }, out.notes)
  out.measure("steer", to, "rad", "amplitude of one period")
  for _, name in ipairs { "lateral_acceleration", "yaw_rate" } do
    local first, last = largest(trace.t, trace[name]), largest(trace.t, trace[keys[name]])
    out.measure(name .. "_first", first, name == "yaw_rate" and "rad/s" or "m/s2",
      "largest of the first unit")
    out.measure(name .. "_last", last, name == "yaw_rate" and "rad/s" or "m/s2",
      "largest of the last unit")
    out.measure(name .. "_amplification", last / first, "", "last over first")
  end
  over_frequency(v, o, out, keys)
  out.record("one period", trace)
  out.plot("lateral acceleration", li.plot { { x = trace.t, y = trace.lateral_acceleration,
    label = "first unit" }, { x = trace.t, y = trace[keys.lateral_acceleration],
    label = "last unit" }, xlabel = "time (s)", ylabel = "lateral acceleration (m/s2)" })
  step_steer.draw(out, trace)
end

-- ---- folding ------------------------------------------------------------------------------------

-- brakes of a strength while the wheel is a little off: the largest angle of articulation
local function braked(v, o, start, demand, out)
  local n = last_unit(v)
  local column = "articulation_" .. n
  local trace = running.must_drive(v, { time = o.begin + o.time, from = start,
    steer = running.step(0.1, 0.2, o.steer), columns = { column }, inputs = {
      [v.pushes] = ("piecewise(t < %s, %s, 0)"):format(running.number(o.begin),
        running.number(start.u[v.pushes])),
      brake = running.step(o.begin, 0.2, demand * running.push_of(v)) } }, out.notes)
  local most = 0
  for i = 1, #trace.t do
    if trace.speed[i] > 1 then most = math.max(most, math.abs(trace[column][i])) end
  end
  return most, trace, column
end

local function jackknife(v, o, out)
  last_unit(v)
  local start = running.straight(v, o.speed)
  local function folds(demand) return (braked(v, o, start, demand, out)) > o.angle end
  local low, high = 0, o.deceleration
  local any = folds(high)
  for _ = 1, any and 7 or 0 do
    local middle = (low + high) / 2
    if folds(middle) then high = middle else low = middle end
  end
  local most, trace, column = braked(v, o, start, o.deceleration, out)
  out.measure("articulation", most, "rad", ("the largest while it brakes by %s m/s2"):format(
    kit.number(o.deceleration)))
  out.measure("threshold", any and high or nil, "m/s2",
    "the least braking (torque over mass and radius) that folds it; none: not up to that asked for")
  if any then
    out.verdict(false, "it folds beyond %s deg from %s m/s2 on", kit.number(o.angle / li.deg, 3),
      kit.number(high, 3))
  else
    out.verdict(true)
  end
  out.record("braking", trace)
  local y = {}
  for i, x in ipairs(trace[column]) do y[i] = x / li.deg end
  out.plot("articulation", li.plot { x = trace.t, y = y, xlabel = "time (s)",
    ylabel = "articulation (deg)" })
end

local NEEDS = { inputs = { "steer" }, outputs = { "speed", "lateral_speed", "yaw_rate",
  "lateral_acceleration" }, coordinates = { "x", "y", "yaw", "articulation_2" } }

return {
  { name = "off_tracking", standard = "ISO 14792", title = "off-tracking",
    text = "how far the last axle runs inside or outside of the first on a steady circle",
    also = { "swept_path" }, needs = NEEDS, run = off_tracking,
    fields = { radius = { "num", above = 0, default = 12.5 }, speed = { "num", above = 0,
      default = 1.5 }, most = { "num", above = 0, default = 8 }, points = { "num", min = 1,
      default = 12 }, first = "num?", last = "num?" } },
  { name = "iso14791", standard = "ISO 14791", title = "rearward amplification",
    text = "one period of a sine: the last unit's lateral acceleration over the first's; the same "
      .. "over frequency", also = { "rearward_amplification" }, needs = NEEDS,
    run = amplification,
    fields = { speed = { "num", above = 0, default = 80 / 3.6 },
      frequency = { "num", above = 0, default = 0.4 }, lateral = { "num", default = 1.5 },
      steer = "num?", begin = { "num", above = 0, default = 0.5 } } },
  { name = "jackknife", standard = "braking", title = "jackknife",
    text = "brakes of growing strength with the wheel a little off: when does it fold?",
    also = { "folding" }, needs = { inputs = { "steer", "brake" }, outputs = NEEDS.outputs,
      coordinates = NEEDS.coordinates }, run = jackknife,
    fields = { speed = { "num", above = 0, default = 20 }, steer = { "num", default = 0.01 },
      deceleration = { "num", above = 0, default = 8 }, angle = { "num", above = 0, default = 0.8 },
      begin = { "num", above = 0, default = 0.5 }, time = { "num", above = 0, default = 4 } } },
}
