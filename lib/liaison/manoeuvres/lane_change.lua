-- lane_change.lua - lane changes between cones with a driver: ISO 3888-1, ISO 3888-2 (the elk
-- test), a slalom; passed, or which cone was hit; the largest speed that passes
local li = require "liaison"
local check = require "liaison.base.check"
local cones = require "liaison.manoeuvres.cones"
local running = require "liaison.manoeuvres.running"
local measures = require "liaison.manoeuvres.measures"
local iso4138 = require "liaison.manoeuvres.iso4138"
local steady = require "liaison.vehicle.steady_turn"
local kit = li._internal

local M = {}

local APPROACH = 30 -- m before the first cone

-- ---- the driver ---------------------------------------------------------------------------------

-- fields that a kind wants and the vehicle can tell
local function completed(v, kind, given, speed)
  local o = {}
  for key, x in pairs(given) do if key ~= "kind" then o[key] = x end end
  if kind == "lqr" or kind == "preview" or kind == "macadam" then
    o.car = o.car or v.model
    o.speed = o.speed or speed
  else
    if not (o.wheelbase and o.ratio) then
      local lever, ratio = iso4138.lever(v)
      o.wheelbase = kind ~= "two_point" and (o.wheelbase or lever / ratio) or o.wheelbase
      o.ratio = o.ratio or ratio
    end
  end
  return o
end

-- a block, or a kind, or {kind = .., ..}
local function driver_of(v, o, route, speed)
  local given = o.driver or "preview"
  if kit.class(given) == "block" then return given end
  if type(given) == "string" then given = { kind = given } end
  if type(given) ~= "table" or type(given.kind) ~= "string" then
    check.fail("driver", "expected a kind of li.driver, {kind = .., ..} or a block, got %s",
      check.got(o.driver))
  end
  local spec = completed(v, given.kind, given, speed)
  spec.route = route
  return li.driver(given.kind, spec)
end

-- ---- a run --------------------------------------------------------------------------------------

local function throttle_of(v, o, speed, start)
  local keep = running.keep_speed(v, speed, start)
  if o.throttle == "keep" then return keep end
  -- let go where the vehicle is so far into the first lane
  return ("piecewise(x < %s, %s, 0)"):format(running.number(o.release), keep)
end

local function go(v, o, course, speed, notes)
  local start = running.straight(v, speed)
  local q = {}
  for name, x in pairs(start.q) do q[name] = x end
  q.x = -APPROACH
  local length = APPROACH + course.length + 10
  local driver = driver_of(v, o, li.route(course.route), speed)
  local trace = running.must_drive(v, { time = 1.15 * length / speed, q = q, from = start,
    inputs = { [v.pushes] = throttle_of(v, o, speed, start.u[v.pushes]) },
    controllers = { { driver, kernel = false } }, feedback = true,
    columns = { driver.name .. ".steer", driver.name .. ".offset" } }, notes)
  trace.steer = trace[driver.name .. ".steer"]
  trace.offset = trace[driver.name .. ".offset"]
  return trace
end

-- rows with x within the course
local function within(trace, from, to)
  local list = {}
  for i, x in ipairs(trace.x) do
    if x >= from and x <= to then list[#list + 1] = i end
  end
  return list
end

local function largest(trace, key, rows)
  local most = 0
  for _, i in ipairs(rows) do
    if math.abs(trace[key][i]) > math.abs(most) then most = trace[key][i] end
  end
  return most
end

local function at_x(trace, key, x)
  for i = 2, #trace.x do
    if trace.x[i - 1] < x and trace.x[i] >= x then
      local share = (x - trace.x[i - 1]) / (trace.x[i] - trace.x[i - 1])
      return trace[key][i - 1] + share * (trace[key][i] - trace[key][i - 1])
    end
  end
  return nil
end

local function judged(course, body, trace)
  local hit, least = cones.hits(course.cones, body, trace)
  local through = at_x(trace, "speed", course.length)
  return #hit == 0 and through ~= nil, hit, least, through
end

-- ---- the largest speed --------------------------------------------------------------------------

local function passes(v, o, course, body, speed)
  local ok, trace = check.try(go, v, o, course, speed, {})
  return ok and (judged(course, body, trace))
end

-- between a speed that passes and one that does not, to 0.1 m/s
local function fastest(v, o, course, body)
  local low, high = o.search[1], o.search[2]
  if not passes(v, o, course, body, low) then return nil end
  if passes(v, o, course, body, high) then return high, true end
  while high - low > 0.1 do
    local middle = (low + high) / 2
    if passes(v, o, course, body, middle) then low = middle else high = middle end
  end
  return low
end

-- ---- told ---------------------------------------------------------------------------------------

local function tell(out, course, body, trace, speed)
  local _, hit, least, through = judged(course, body, trace)
  local rows = within(trace, -5, course.length + 5)
  out.measure("speed", speed, "m/s", "before the first cone")
  out.measure("speed_in", at_x(trace, "speed", 0), "m/s", "at the first cone")
  out.measure("speed_out", through, "m/s", "at the last cone; none: it did not come so far")
  out.measure("cones_hit", #hit, "", "cones whose base the body runs over")
  out.measure("clearance", least < math.huge and least or nil, "m",
    "least distance to a cone that stands")
  out.measure("lateral_acceleration", largest(trace, "lateral_acceleration", rows), "m/s2",
    "the largest between the cones")
  out.measure("yaw_rate", largest(trace, "yaw_rate", rows), "rad/s", "the largest")
  out.measure("sideslip", largest(trace, "sideslip", rows), "rad", "the largest")
  if trace.roll_angle then
    out.measure("roll_angle", largest(trace, "roll_angle", rows), "rad", "the largest")
  end
  local rate = 0
  for k = 2, #rows do
    rate = math.max(rate, math.abs(trace.steer[rows[k]] - trace.steer[rows[k - 1]])
      / (trace.t[rows[k]] - trace.t[rows[k - 1]]))
  end
  out.measure("steer", largest(trace, "steer", rows), "rad", "the largest of the driver")
  out.measure("steer_rate", rate, "rad/s", "the fastest the driver turns")
  out.measure("path_error", largest(trace, "offset", rows), "m",
    "the largest distance of the driver's point from his path")
  for k, h in ipairs(hit) do if k > 1 then out.note("also %s", cones.told(h)) end end
  if hit[1] then out.verdict(false, "%s", cones.told(hit[1]))
  elseif not through then
    out.verdict(false, "it came to x = %s m of %s m only", kit.number(trace.x[#trace.x], 4),
      kit.number(course.length, 4))
  else out.verdict(true) end
end

local function draw(out, course, trace)
  local cx, cy = {}, {}
  for i, c in ipairs(course.cones) do cx[i], cy[i] = c.x, c.y end
  local x, y, px, py = {}, {}, {}, {}
  for i = 1, #trace.x do
    if trace.x[i] >= -APPROACH and trace.x[i] < course.length + 15 then
      x[#x + 1], y[#y + 1] = trace.x[i], trace.y[i]
    end
  end
  local route = li.route(course.route)
  for i = 0, 200 do
    local s = (route.length - 30) * i / 200
    px[i + 1], py[i + 1] = route:at(s)
  end
  out.plot("from above", li.plot { { x = cx, y = cy, kind = "scatter", label = "cones" },
    { x = px, y = py, label = "path", dash = "5,4" }, { x = x, y = y, label = "vehicle" },
    xlabel = "x (m)", ylabel = "y (m)" })
  local function over(name, label, key, scale)
    local list = {}
    for i, value in ipairs(trace[key]) do list[i] = value / (scale or 1) end
    out.plot(name, li.plot { x = trace.x, y = list, xlabel = "x (m)", ylabel = label })
  end
  over("steering", "steer (rad)", "steer")
  over("lateral acceleration", "lateral acceleration (m/s2)", "lateral_acceleration")
  over("yaw rate", "yaw rate (deg/s)", "yaw_rate", li.deg)
  over("sideslip", "sideslip (deg)", "sideslip", li.deg)
  over("speed", "speed (m/s)", "speed")
end

local function drive_through(v, o, course, body, out)
  steady.demand(v)
  local speed = o.speed
  if o.search then
    local top, all = fastest(v, o, course, body)
    out.measure("largest_speed", top, "m/s", "the largest that passes, to 0.1 m/s"
      .. (top and "" or "; none: not even the lowest asked for"))
    if all then out.note("even %s m/s passes: search to a larger speed", kit.number(top)) end
    speed = top or o.search[1]
  end
  local trace = go(v, o, course, speed, out.notes)
  tell(out, course, body, trace, speed)
  out.record("run", trace)
  draw(out, course, trace)
end

local function course_of(name, width, o)
  local list, lanes, sign = cones.of(name, width, o)
  local route = { through = cones.line(lanes, sign, width, o.margin, APPROACH, 60) }
  if o.line == "middle" then
    route = cones.path(lanes, sign, APPROACH, 60)
    route.at = { -APPROACH, 0 }
  end
  return { cones = list, length = lanes[#lanes].to, route = route }
end

local function lane_change(name)
  return function(v, o, out)
    local body = cones.body(v, o, out)
    drive_through(v, o, course_of(name, body.width, o), body, out)
  end
end

-- a sine past the cones, on the side of each that is free
local function slalom(v, o, out)
  local body = cones.body(v, o, out)
  local list = cones.slalom(o.cones, o.spacing)
  local points, reach = {}, body.width / 2 + cones.radius + o.clearance
  points[1] = { -APPROACH, 0 }
  points[2] = { -APPROACH / 2, 0 }
  for _, cone in ipairs(list) do
    points[#points + 1] = { cone.x, cone.side == "right" and reach or -reach }
  end
  local length = (o.cones - 1) * o.spacing
  points[#points + 1] = { length + o.spacing, 0 }
  points[#points + 1] = { length + o.spacing + 30, 0 }
  points[#points + 1] = { length + o.spacing + 60, 0 }
  drive_through(v, o, { cones = list, length = length, route = { through = points } }, body, out)
end

local NEEDS = { inputs = { "steer" }, outputs = { "speed", "lateral_speed", "yaw_rate", "sideslip",
  "lateral_acceleration" }, coordinates = { "x", "y", "yaw" } }

local function fields(speed, throttle, more)
  local out = { speed = { "num", above = 0, default = speed }, driver = "any?",
    width = { "num?", above = 0 }, front = { "num?", above = 0 }, rear = { "num?", above = 0 },
    search = function(x, path)
      if x == nil then return nil end
      local list = check.list(x, path, { "num", above = 0 }, 2)
      if #list ~= 2 or list[1] >= list[2] then
        check.fail(path, "expected {from, to}, two speeds that rise")
      end
      return list
    end,
    throttle = function(x, path) return check.value(x or throttle, path, "keep|release") end,
    release = { "num", default = 2 } }
  for key, rule in pairs(more) do out[key] = rule end
  return out
end

local LANES = { offset = "num?", side = "left|right?", line = "near|middle?",
  margin = { "num", min = 0, default = 0.2 } }

M.rows = {
  { name = "iso3888_1", standard = "ISO 3888-1", title = "double lane change",
    text = "a double lane change between cones: passed, or which cone was hit",
    also = { "double_lane_change", "lane_change" }, needs = NEEDS,
    fields = fields(80 / 3.6, "keep", LANES), run = lane_change "iso3888-1" },
  { name = "iso3888_2", standard = "ISO 3888-2", title = "obstacle avoidance (elk test)",
    text = "the elk test between cones, throttle let go 2 m into the first lane",
    also = { "elk_test", "moose_test", "obstacle_avoidance" }, needs = NEEDS,
    fields = fields(60 / 3.6, "release", LANES), run = lane_change "iso3888-2" },
  { name = "slalom", standard = "18 m slalom", title = "slalom",
    text = "cones in a row, passed left and right in turn", also = {}, needs = NEEDS,
    fields = fields(50 / 3.6, "keep", { cones = { "num", min = 2, default = 8 },
      spacing = { "num", above = 0, default = 18 },
      clearance = { "num", min = 0, default = 0.3 } }), run = slalom },
}
for _, row in ipairs(M.rows) do M[#M + 1] = row end

M.course_of, M.completed, M.approach, M.judged = course_of, completed, APPROACH, judged
M.measures = measures

return M
