-- iso4138.lua - steady circles: constant radius, speed or steering, as equilibria from straight
-- ahead up to the limit (ISO 4138)
--
--   U = d(delta/i - L/R)/d a_y           delta: steering, i: its ratio, L: wheelbase
--
-- the same for all three: with a constant radius L/R stays, with a constant speed L/R = L a_y/V^2.
local li = require "liaison"
local check = require "liaison.base.check"
local handling = require "liaison.vehicle.handling"
local steady = require "liaison.vehicle.steady_turn"
local measures = require "liaison.manoeuvres.measures"
local kit = li._internal

local M = {}

-- i L: the steering of slow turns by their curvature, delta R = i (L + U V^2) at two speeds
function M.lever(v, u)
  local slow, why = steady.turn(v, { speed = 4, radius = 500, u = u })
  local fast = slow and steady.turn(v, { speed = 8, radius = 500, u = u })
  if not fast then check.fail("vehicle", "%s", why or "no steady turn of 500 m at 8 m/s") end
  return (4 * slow.u.steer - fast.u.steer) / 3 * 500, handling.ratio_of(slow)
end

local function points_of(o)
  local list = {}
  for k = 1, o.points do
    local a = o.most * k / o.points
    if o.radius then
      list[k] = { speed = math.sqrt(a * math.abs(o.radius)), how = "curvature",
        value = 1 / o.radius }
    else
      list[k] = { speed = o.speed, how = "lateral_acceleration", value = a }
    end
  end
  return list
end

-- at a constant steering speed grows: the circle widens, or narrows
local function of_steer(v, o)
  local list = {}
  for k = 1, o.points do
    local turn, why = steady.turn(v, { speed = o.most_speed * k / o.points, steer = o.steer,
      u = o.u })
    if not turn then return list, why, list[#list] end
    if math.abs(turn.values.lateral_acceleration) > o.most then break end
    list[#list + 1] = turn
  end
  return list
end

local function column(list, f)
  local out = {}
  for i, turn in ipairs(list) do out[i] = f(turn) end
  return out
end

-- the slope of y over a up to `linear`, by least squares; and at the place `at` by the parabola
-- through the three turns around it
local function slopes(a, y, linear, at)
  local x, z = {}, {}
  for i = 1, #a do
    if math.abs(a[i]) <= linear * (1 + 1e-9) then x[#x + 1], z[#z + 1] = a[i], y[i] end
  end
  local _, fit, rest = measures.line(x, z)
  local k
  for i = 2, #a - 1 do
    if not k or math.abs(a[i] - at) < math.abs(a[k] - at) then k = i end
  end
  if not k then return fit, nil, rest end
  local h0, h1 = a[k] - a[k - 1], a[k + 1] - a[k]
  local d0, d1 = (y[k] - y[k - 1]) / h0, (y[k + 1] - y[k]) / h1
  local bend = (d1 - d0) / (h0 + h1)
  return fit, (d0 * h1 + d1 * h0) / (h0 + h1) + 2 * bend * (at - a[k]), rest
end
M.slopes = slopes

local function lifted(v, turn)
  local list = {}
  for name in pairs(v.output) do
    if name:find "^load_" and turn.values[name] <= 0 then list[#list + 1] = name:sub(6) end
  end
  kit.sort(list)
  return list
end
M.lifted = lifted

local function plots(out, v, a, list)
  local function draw(name, label, f)
    out.plot(name, li.plot { x = a, y = column(list, f), xlabel = "lateral acceleration (m/s2)",
      ylabel = label, marker = true })
  end
  draw("steering", "steer (rad)", function(t) return t.u.steer end)
  draw("sideslip", "sideslip (deg)", function(t) return t.values.sideslip / li.deg end)
  if v.output.roll_angle then
    draw("roll", "roll angle (deg)", function(t) return t.values.roll_angle / li.deg end)
  end
  local series = { xlabel = "lateral acceleration (m/s2)", ylabel = "load (N)" }
  for _, o in ipairs(v.description.outputs) do
    if o.name:find "^load_" then
      series[#series + 1] = { x = a, label = o.name:sub(6),
        y = column(list, function(t) return t.values[o.name] end) }
    end
  end
  if #series > 0 then out.plot("loads", li.plot(series)) end
end

local function tell_limit(v, o, out, list, why, last)
  if not why then
    out.measure("largest_lateral_acceleration", nil, "m/s2",
      "the largest a steady turn has; none: it is beyond those asked for")
    return
  end
  local final = last or list[#list]
  out.measure("largest_lateral_acceleration", math.abs(final.values.lateral_acceleration), "m/s2",
    "the largest a steady turn has: beyond it there is no equilibrium")
  out.measure("speed_at_limit", final.values.speed, "m/s", "of that turn")
  out.note("%s", why)
  local off = lifted(v, final)
  if #off > 0 then out.note("there the wheels %s carry nothing", table.concat(off, ", ")) end
  if o.points > #list then out.note("%d of %d turns were found", #list, o.points) end
end

local function gradients(v, o, out, list, lever, ratio)
  local a = column(list, function(t) return t.values.lateral_acceleration end)
  local extra = column(list, function(t)
    return t.u.steer / ratio - lever / ratio / t.values.radius
  end)
  local U, tangent = slopes(a, extra, o.linear, o.at)
  out.measure("steering_ratio", ratio, "", "steer over the mean angle of the steered wheels")
  out.measure("wheelbase", lever / ratio, "m",
    "steer R/i of slow turns, where no slip is left (500 m, 4 and 8 m/s)")
  out.measure("understeer_gradient", U, "rad s2/m",
    kit.format("U = d(steer/i - L/R)/d a_y, by a line through the turns up to %g m/s2", o.linear))
  out.measure("understeer_gradient_at", tangent, "rad s2/m",
    kit.format("the tangent of the same at %g m/s2", o.at))
  local speed = U and U ~= 0 and math.sqrt(lever / ratio / math.abs(U))
  out.measure("characteristic_speed", U and U > 0 and speed or nil, "m/s",
    "sqrt(L/U): where a turn takes twice the steering of a slow one; none: it oversteers")
  out.measure("critical_speed", U and U < 0 and speed or nil, "m/s",
    "sqrt(-L/U): where straight ahead is unstable; none: it understeers")
  out.measure("sideslip_gradient",
    slopes(a, column(list, function(t) return t.values.sideslip end), o.linear, o.at), "rad s2/m",
    "d beta/d a_y by the same line")
  if v.output.roll_angle then
    out.measure("roll_gradient",
      slopes(a, column(list, function(t) return t.values.roll_angle end), o.linear, o.at),
      "rad s2/m", "d phi/d a_y by the same line")
  end
  return a
end

local function record(v, out, list)
  local columns = { steer = column(list, function(t) return t.u.steer end) }
  for _, name in ipairs { "speed", "radius", "lateral_acceleration", "yaw_rate", "sideslip" } do
    columns[name] = column(list, function(t) return t.values[name] end)
  end
  for _, q in ipairs(v.description.outputs) do
    columns[q.name] = columns[q.name] or column(list, function(t) return t.values[q.name] end)
  end
  out.record("steady turns", columns)
end

local function run(v, o, out)
  local told = 0
  for _, key in ipairs { "radius", "speed", "steer" } do told = told + (o[key] and 1 or 0) end
  if told > 1 then check.fail("radius", "expected one of radius, speed and steer") end
  if told == 0 then o.radius = 100 end
  steady.demand(v)
  local lever, ratio = M.lever(v, o.u)
  local list, why, last
  if o.steer then list, why, last = of_steer(v, o)
  else list, why, last = steady.sequence(v, points_of(o), o.u) end
  if #list < 3 then
    check.fail("most", "only %d turns were found: %s", #list, tostring(why or
      "points asks for so few"))
  end
  local a = gradients(v, o, out, list, lever, ratio)
  tell_limit(v, o, out, list, why, last)
  record(v, out, list)
  plots(out, v, a, list)
end

M.name, M.standard, M.title = "iso4138", "ISO 4138", "steady-state circular driving"
M.text = "steady circles of constant radius, speed or steer up to the limit, as equilibria"
M.also = { "constant_radius", "steady_circle", "understeer", "handling_diagram" }
M.needs = { inputs = { "steer" }, outputs = { "speed", "lateral_speed", "yaw_rate" },
  coordinates = { "x", "y", "yaw" } }
M.fields = { radius = "num?", speed = { "num?", above = 0 }, steer = "num?",
  most = { "num", above = 0, default = 8 }, points = { "num", min = 3, default = 16 },
  linear = { "num", above = 0, default = 4 }, at = { "num", above = 0, default = 4 },
  most_speed = { "num", above = 0, default = 40 }, u = "table?" }
M.run = run

return M
