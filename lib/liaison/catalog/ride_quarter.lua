-- ride_quarter.lua - li.quarter_car: one wheel and the part of a car on it, over a road
--
--   m z'' = -F - m g,   F the force of spring and damper on the wheel, which slides by travel
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local ride = require "liaison.catalog.ride"
local shapes = require "liaison.catalog.vehicle_shapes"
local tell = require "liaison.catalog.builder_told"
local unit = require "liaison.catalog.car_unit"

local rule, put = amounts.rule, amounts.put

local WHOLE = { mass = rule { above = 0 } }
for key, f in pairs(ride.FIELDS) do WHOLE[key] = f end

-- mass of the body over one wheel, and the axle: told, or of an axle of a car
local function of_car(spec)
  local axles, com = spec.axles, spec.com
  local k = spec.axle or 1
  if type(axles) ~= "table" or axles[k] == nil then
    check.fail("axle", "expected the number of one of its axles, got %s", check.got(spec.axle))
  end
  if type(com) ~= "table" then check.fail("com", "expected 3 numbers, got %s", check.got(com)) end
  local u = { path = "", mass = amounts.read(spec.mass, "mass", { above = 0 }),
    com = unit.FIELDS.com(com, "com"), payload = unit.FIELDS.payload(spec.payload, "payload"),
    axles = {} }
  for i = 1, #axles do u.axles[i] = ride.axle(axles[i], ("axles[%d]"):format(i), {}) end
  return unit.carried(u, 1)[k] / 2, axles[k], ("axles[%d]"):format(k)
end

local OWN = { name = true, road = true, linear = true, speed = true, gravity = true, mass = true,
  axle = true, com = true, payload = true, axles = true }

local function read(spec)
  if type(spec) ~= "table" then
    check.fail(nil, "quarter_car: expected a table, got %s", check.got(spec))
  end
  local mine, axle_of, left = {}, {}, {}
  for key, x in pairs(spec) do
    if WHOLE[key] then mine[key] = x elseif not OWN[key] then axle_of[key] = x end
  end
  local path = ""
  if spec.axles then mine.mass, axle_of, path = of_car(spec) end
  local o = check.fields(mine, "", WHOLE)
  o.axle = ride.axle(axle_of, path, left)
  o.axle.at, o.axle.behind, o.left = 0, "", left
  o.names = amounts.names_of(o, "")
  ride.check_road(o)
  return o
end

local function bodies_of(o)
  local J, r = { 0, 0, 0 }, type(o.axle.radius) == "number" and o.axle.radius or 0.3
  local list = { { name = "body", mass = put(o.mass), inertia = J,
    joint = { kind = "prismatic", axis = "z", q = "z" }, at = { 0, 0, 3 * r },
    shapes = { shapes.box(-r, r, 1.6 * r, 0, 0.8 * r, shapes.colors.paint) } } }
  ride.wheel(list, o.axle, "", "body", { 0, 0, -2 * r }, 0)
  return list
end

local function quarter_car(spec)
  local o = read(spec)
  local a, list, forces = o.axle, {}, {}
  local P = o.mass * o.gravity
  local N = P + a.unsprung * o.gravity
  local s = li.coordinates "z" + li.coordinates "travel"
  local bodies = bodies_of(o)
  ride.inputs(function(name, unit_of, what)
    list[#list + 1] = { name = name, unit = unit_of, text = what }
  end, o, a, "")
  amounts.refuse(o.names, bodies, list, "quarter car")
  ride.forces(forces, o, a, "", P, N, s)
  local outputs = { acceleration = "z''", load = ride.load(o, a, "", N, s) }
  local model = li.robot { name = o.name or "quarter car",
    gravity = amounts.puts { 0, 0, -o.gravity }, bodies = bodies, forces = forces, inputs = list,
    outputs = outputs }
  local told = tell.of { model = model, outputs = outputs, free = {}, ahead = false,
    told = { loads = { wheel = N }, radii = { wheel = a.radius }, wheels = { "wheel" },
      left = o.left }, turning = function() end }
  function told.over(road, V) return ride.over(o, { a }, road, V) end
  return model, told
end

check.define(li, {
  { "quarter_car(spec: table) -> model: model, told: table",
    "One wheel and the mass over it: mass (of the body there), unsprung, spring, damper, stops, "
    .. "ratio, stiffness and tyre_damping (or tyre), actuator; or the table of a car and which "
    .. "axle = 1. Coordinates z, travel; the road by the inputs road, road_rate (told.over(road, "
    .. "V)), or road = 'height over x' passed at `speed`. linear = true: the tyre pulls too. "
    .. "Outputs acceleration, load.",
    "local quarter = li.quarter_car{mass = 300, unsprung = 40, spring = 2e4, damper = 1500, "
    .. "stiffness = 2e5} return table.concat(quarter:coordinates(), ' ') --> z travel",
    quarter_car },
})

return li.quarter_car
