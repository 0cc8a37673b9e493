-- ride.lua - what half car and quarter car share: axles over a road that heaves, as bodies and
-- forces
--
-- A tyre is a spring and a damper on the road and pushes only:
--   N = max(0, N_0 + k (r - s) + c (r' - s'))
-- of the height r of the road and the height s of the wheel over where it rests. The road comes as
-- inputs, or as a height over x that is passed at a speed: r = h(speed t + at).
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"
local axle = require "liaison.catalog.car_axle"
local suspension = require "liaison.catalog.car_suspension"
local shapes = require "liaison.catalog.vehicle_shapes"
local kit = li._internal

local ride = {}

local rule, put, text, is_zero = amounts.rule, amounts.put, amounts.text, amounts.is_zero

-- ---- reading ------------------------------------------------------------------------------------

local KEYS = { "at", "unsprung", "spring", "damper", "ratio", "preload", "stops", "actuator",
  "radius", "stiffness", "tyre_damping", "tyre" }
local AXLE = {}
for _, key in ipairs(KEYS) do AXLE[key] = axle.FIELDS[key] end
AXLE.tyre = function(x, path) return x ~= nil and words.tyre(x, path) or nil end

-- the fields of an axle of li.car; what does not matter here is told
function ride.axle(x, path, left)
  if type(x) ~= "table" then check.fail(path, "expected a table, got %s", check.got(x)) end
  local mine, rest = {}, {}
  for key, given in pairs(x) do
    if AXLE[key] or not axle.FIELDS[key] then mine[key] = given
    else rest[#rest + 1] = key end
  end
  kit.sort(rest)
  for _, key in ipairs(rest) do left[#left + 1] = check.join(path, key) end
  if mine.at == nil then mine.at = 0 end
  local a = check.fields(mine, path, AXLE)
  local tyre = a.tyre or {}
  a.radius, a.stiffness = a.radius or tyre.radius or 0.3, a.stiffness or tyre.stiffness
  a.tyre_damping = a.tyre_damping or tyre.damping or 0
  if a.spring == nil then check.fail(path .. ".spring", "expected a number (N/m) or a curve") end
  if a.stiffness == nil then
    check.fail(path .. ".stiffness", "expected the radial stiffness of the tyre (N/m)")
  end
  words.positive(a.stiffness, path .. ".stiffness",
    "the tyre has no radial stiffness (N/m): give it")
  a.track, a.camber, a.toe, a.inertia = 1, 0, 0, 0
  return a
end

-- both wheels of an axle as one
local function doubled(c)
  if type(c) ~= "table" then return c and 2 * c end
  local f = {}
  for i = 1, #c.f do f[i] = 2 * c.f[i] end
  local out = { f = f, how = c.how }
  for key, x in pairs(c) do out[key] = out[key] or x end
  return out
end

function ride.both(a)
  a.spring, a.damper, a.preload = doubled(a.spring), doubled(a.damper), doubled(a.preload)
  for _, key in ipairs { "unsprung", "stiffness", "tyre_damping" } do a[key] = 2 * a[key] end
  if a.stops then
    a.stops.stiffness, a.stops.damping = 2 * a.stops.stiffness, 2 * a.stops.damping
  end
  return a
end

-- a height over x: a text, a surface; nil: by inputs
function ride.road(x, path)
  if x == nil or kit.class(x) == "surface" then return x end
  if type(x) == "string" or kit.class(x) == "expr" then return words.expression(tostring(x)) end
  check.fail(path, "expected a height over x (a text) or a surface, got %s", check.got(x))
end

-- of a road at a place that may be an expression
local function height_at(road, x)
  if kit.class(road) == "surface" then return li.expr((road:height(x, 0))) end
  return road:subs { [li.symbols "x"] = x }
end

-- ---- the road under an axle ---------------------------------------------------------------------

-- height and rate there: texts; behind: "" or "_f"
local function road_of(o, a, behind)
  if not o.road then
    return "road" .. behind, "road_rate" .. behind
  end
  local r = height_at(o.road, o.speed * li.time() + a.at)
  return r:text(), r:diff(li.time()):text()
end

function ride.inputs(add, o, a, behind)
  if not o.road then
    add("road" .. behind, "m", "height of the road there")
    if not is_zero(a.tyre_damping) then
      add("road_rate" .. behind, "m/s", "how fast it rises")
    end
  end
  if a.actuator then
    add("actuator" .. behind, "N", "pushes body and wheel apart")
  end
end

-- inputs while a road over x is passed at V: what each axle meets, and when
function ride.over(o, axles, road, V)
  if o.road then check.fail("over", "the road is in the model already") end
  road = ride.road(road, "over")
  if road == nil then check.fail("over", "expected a height over x or a surface, got nil") end
  V = check.value(V, "speed", "num")
  local inputs = {}
  for _, a in ipairs(axles) do
    local r = height_at(road, V * li.time() + a.at)
    inputs["road" .. a.behind] = r:text()
    if not is_zero(a.tyre_damping) then
      inputs["road_rate" .. a.behind] = r:diff(li.time()):text()
    end
  end
  return inputs
end

-- ---- bodies and forces --------------------------------------------------------------------------

-- a wheel that slides in the body, drawn where it stands: drop: how far below its place
function ride.wheel(list, a, behind, parent, at, drop)
  local drawn = shapes.wheel(a.radius)
  for _, s in ipairs(drawn) do s.at = { 0, 0, -drop } end
  list[#list + 1] = { name = "wheel" .. behind, parent = parent, mass = put(a.unsprung),
    inertia = { 0, 0, 0 }, at = amounts.puts(at),
    joint = { kind = "prismatic", axis = "z", q = "travel" .. behind }, shapes = drawn }
end

-- springs of an axle that carries P, and its tyre under N; s: the wheel over where it rests
function ride.forces(out, o, a, behind, P, N, s)
  local joint = "travel" .. behind
  suspension.springs(out, a, behind, a.ratio == 1 and joint or { [joint] = put(a.ratio) },
    (a.preload or P) / a.ratio)
  out[#out + 1] = { "given", name = "tyre" .. behind, at = "wheel" .. behind,
    f = { 0, 0, ride.load(o, a, behind, N, s) } }
end

-- N as a text
function ride.load(o, a, behind, N, s)
  local r, rate = road_of(o, a, behind)
  local line = ("%s + %s*(%s - %s)"):format(text(N), text(a.stiffness), r, text(s))
  if not is_zero(a.tyre_damping) then
    line = line .. (" + %s*(%s - %s)"):format(text(a.tyre_damping), rate, text(s:d()))
  end
  return o.linear and line or ("max(0, %s)"):format(line)
end

ride.FIELDS = { name = "str?", road = ride.road, linear = "bool?",
  speed = rule { optional = true }, gravity = rule { above = 0, default = 9.81 } }

function ride.check_road(o)
  if o.road and not o.speed then
    check.fail("speed", "a road over x is passed at a speed (m/s, or a name): give it")
  end
  if o.speed and not o.road then check.fail("speed", "no road is told to be passed: give road") end
end

return ride
