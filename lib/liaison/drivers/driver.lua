-- driver.lua - li.driver: who steers along a path or keeps a speed, as a block of a run
--
-- A kind (kinds.lua) gives the steer angle of the wheels as an expression of where the car is
-- beside its path: offset e (left > 0) and heading error p of a point `at` ahead of x, y. The place
-- s on the path is a state: one step of Newton's method each time it is asked,
--
--   s + ((x - x_s) cos h + (y - y_s) sin h)/(1 - k e)
--
-- so a driver is expressions: it runs in sweeps, and ships as C.
local li = require "liaison"
local check = require "liaison.base.check"
local kinds = require "liaison.drivers.kinds"
local routes = require "liaison.drivers.route"
local handling = require "liaison.vehicle.handling"
local kit = li._internal

local function number(x) return "(" .. kit.number(x, 17) .. ")" end

-- ---- what is told -------------------------------------------------------------------------------

local function route_of(x, path)
  if kit.class(x) == "route" then return x end
  if type(x) ~= "table" then check.fail(path, "expected li.route{..}, got %s", check.got(x)) end
  return routes.make(x)
end

local COMMON = { dt = { "num", above = 0, default = 0.01 }, name = "str?", signals = "table?" }

local STEERS = { route = route_of, ratio = "num?", start = { "num", default = 0 },
  most = { "num?", above = 0 }, rate = { "num?", above = 0 },
  reaction = { "num", min = 0, default = 0 }, lag = { "num", min = 0, default = 0 },
  wheelbase = { "num?", above = 0 } }

local function schema_of(row)
  local schema = {}
  for key, rule in pairs(COMMON) do schema[key] = rule end
  for key, rule in pairs(row.steers and STEERS or {}) do schema[key] = rule end
  for key, rule in pairs(row.fields) do schema[key] = rule end
  return schema
end

local function kind_of(kind)
  local row = kinds[kind]
  if row then return row end
  local names = {}
  for _, r in ipairs(kinds.rows) do names[r.name] = true end
  check.fail("driver", "unknown kind '%s'%s", tostring(kind), check.hint(kind, names))
end

-- kinks and radii that no steering follows
local function check_route(o)
  local told = o.route:obstacles { wheelbase = o.wheelbase, steer = o.wheelbase and o.most }
  if #told > 0 then check.fail("route", "%s", table.concat(told, "; ")) end
end

-- ---- where it is beside its path ----------------------------------------------------------------

local SIGNALS = { x = "x", y = "y", yaw = "yaw", speed = "speed", lateral_speed = "lateral_speed",
  yaw_rate = "yaw_rate" }

local function inputs_of(names, o)
  local out, signals = {}, check.fields(o.signals or {}, "signals", { x = "str?", y = "str?",
    yaw = "str?", speed = "str?", lateral_speed = "str?", yaw_rate = "str?", place = "str?" })
  for _, name in ipairs(names) do out[name] = signals[name] or SIGNALS[name] or name end
  return out
end

local function add(b, list) for _, line in ipairs(list) do b.lines[#b.lines + 1] = line end end

-- px, py: the point that looks; here: its place on the path; e, p: offset and heading error there
local function locate(b, o, at)
  add(b, { { "px", ("x + %s*cos(yaw)"):format(number(at)) },
    { "py", ("y + %s*sin(yaw)"):format(number(at)) } })
  add(b, routes.lines(o.route, "old", "s"))
  add(b, {
    { "old_along", "(px - old_x)*cos(old_heading) + (py - old_y)*sin(old_heading)" },
    { "old_offset", "(py - old_y)*cos(old_heading) - (px - old_x)*sin(old_heading)" },
    { "here", "s + old_along/max(1 - old_curvature*old_offset, 1/5)" } })
  add(b, routes.lines(o.route, "at", "here"))
  add(b, {
    { "e", "(py - at_y)*cos(at_heading) - (px - at_x)*sin(at_heading)" },
    { "turned", "yaw - at_heading" },
    { "p", "turned - 2*pi*floor(turned/(2*pi) + 1/2)" } })
  b.states.s, b.next.s = o.start, "here"
end

-- ---- from the angle asked for to the wheel ------------------------------------------------------

-- what a person takes to react, as a queue of what was asked before
local function late(b, o, text)
  local n = math.floor(o.reaction / o.dt + 0.5)
  if math.abs(n * o.dt - o.reaction) > 1e-9 then
    check.fail("reaction", "expected a multiple of dt, %s s, got %s", kit.number(o.dt),
      kit.number(o.reaction))
  end
  if n == 0 then return text end
  if n > 200 then check.fail("reaction", "%d samples late: at most 200", n) end
  for k = 1, n do
    b.states["late" .. k] = 0
    b.next["late" .. k] = k == 1 and text or "late" .. k - 1
  end
  return "late" .. n
end

-- x' = (u - x)/T between two asks, exactly
local function lagged(b, o, text)
  if o.lag == 0 then return text end
  b.states.hand = 0
  b.next.hand = ("%s + (hand - %s)*%s"):format(text, text, number(math.exp(-o.dt / o.lag)))
  return "hand"
end

local function to_wheel(b, o, angle)
  b.lines[#b.lines + 1] = { "asked", angle }
  b.lines[#b.lines + 1] = { "reached", lagged(b, o, late(b, o, "asked")) }
  b.lines[#b.lines + 1] = { "turned_by", o.ratio == 1 and "reached"
    or number(o.ratio) .. "*reached" }
  -- steer_wish: for controllers that stand between the driver and the wheels
  b.outputs = { { "steer", "turned_by" }, { "steer_wish", "turned_by" }, { "offset", "e" },
    { "heading_error", "p" }, { "place", "here" } }
  b.to = { steer_wish = false, offset = false, heading_error = false, place = false }
  if o.most or o.rate then
    local i = math.abs(o.ratio)
    b.limits = { steer = { min = o.most and -i * o.most, max = o.most and i * o.most,
      rate = o.rate and i * o.rate } }
  end
end

-- ---- made ---------------------------------------------------------------------------------------

local function steering(row, o)
  o.ratio = o.ratio or o.car and handling.ratio(o.car) or 1
  local b = { name = o.name or "driver", dt = o.dt, lines = {}, states = {}, next = {},
    values = {} }
  check_route(o)
  local at = row.at and row.at(o) or 0
  locate(b, o, at)
  local angle = row.law(b, o, function(_, list) add(b, list) end)
  local names = { "x", "y", "yaw" }
  for _, name in ipairs(row.needs or {}) do names[#names + 1] = name end
  b.inputs = inputs_of(names, o)
  to_wheel(b, o, angle)
  return li.block(b)
end

local function driver(kind, spec)
  local row = kind_of(kind)
  local o = check.fields(spec or {}, "", schema_of(row))
  if row.wheelbase and not o.wheelbase then
    check.fail("wheelbase", "expected the distance of the axles (m)")
  end
  if row.steers then return steering(row, o) end
  local b = row.make(o, number)
  b.inputs = inputs_of(b.asks, o)
  b.asks, b.dt, b.name = nil, o.dt, o.name or b.name
  return li.block(b)
end

local ROUTE = "route = {{'line', length = 50}, {'arc', radius = 30, angle = 1}}"

check.define(li, {
  { "driver(kind: str [, options: table]) -> block",
    "A driver as a block that li.simulate and li.sweep ask every dt: "
      .. kinds.told() .. ". Those who steer take route (li.route or its table) and give steer "
      .. "(times ratio, that of the steering, seen where car is a vehicle), offset, "
      .. "heading_error, place; they take most and "
      .. "rate (rad, rad/s of the wheels), reaction (s, a queue), lag (s), start (where on the "
      .. "route), signals = {x = name, ..} where the car calls them otherwise. A route with a "
      .. "kink, or too tight for wheelbase and most, is refused with the place.",
    "return li.driver('stanley', {" .. ROUTE .. ", wheelbase = 2.6}):step({x = 1, y = 0, yaw = 0, "
      .. "speed = 10}, nil)[1] --> 0", driver },
})

return { number = number, make = driver }
