-- ride_half.lua - li.half_car: bounce and pitch of a car over a road, both wheels of an axle as one
--
-- z and pitch are of the centre of mass; a wheel at x slides by travel in the body,
--   s = z - (x - x_c) sin(pitch) + travel cos(pitch)
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local ride = require "liaison.catalog.ride"
local unit = require "liaison.catalog.car_unit"
local assemble = require "liaison.catalog.car_assemble"
local shapes = require "liaison.catalog.vehicle_shapes"
local tell = require "liaison.catalog.builder_told"
local kit = li._internal

local put = amounts.put

-- ---- reading ------------------------------------------------------------------------------------

-- a number is the moment about y
local function pitch_inertia(x, path)
  if type(x) ~= "table" and type(x) ~= "userdata" then
    local J = amounts.read(x, path, { above = 0 })
    return { J, J, J }
  end
  return amounts.list("3 or 6")(x, path)
end

local HALF = { mass = unit.FIELDS.mass, inertia = pitch_inertia, com = unit.FIELDS.com,
  payload = unit.FIELDS.payload, axles = "any" }
for key, f in pairs(ride.FIELDS) do HALF[key] = f end

local function axles_of(x, left)
  if type(x) ~= "table" or #x < 2 then
    check.fail("axles", "expected a list of at least two axles, the foremost first")
  end
  local list = {}
  for i = 1, #x do
    list[i] = ride.axle(x[i], ("axles[%d]"):format(i), left)
    list[i].behind = #x == 2 and (i == 1 and "_f" or "_r") or "_" .. i
  end
  return list
end

-- a table of li.car too: what does not matter here is told
local function read(spec)
  local mine, left, rest = {}, {}, {}
  for key, x in pairs(type(spec) == "table" and spec or {}) do
    local of_car = assemble.FIELDS[key] or key == "aero"
    if of_car and not HALF[key] then rest[#rest + 1] = key else mine[key] = x end
  end
  kit.sort(rest)
  for _, key in ipairs(rest) do left[#left + 1] = key end
  local o = check.fields(type(spec) == "table" and mine or spec, "", HALF)
  o.axles, o.left = axles_of(o.axles, left), left
  o.names = amounts.names_of(o, "")
  ride.check_road(o)
  return o
end

-- body and payload as one: mass, centre, moment about y through it
local function lump(o)
  local parts = { { o.mass, o.com[1], o.com[3], o.inertia[2] } }
  for _, p in ipairs(o.payload) do
    parts[#parts + 1] = { p.mass, p.at[1], p.at[3], p.inertia[2] }
  end
  local m, mx, mz = 0, 0, 0
  for _, p in ipairs(parts) do m, mx, mz = m + p[1], mx + p[1] * p[2], mz + p[1] * p[3] end
  local x, z, J = mx / m, mz / m, 0
  for _, p in ipairs(parts) do J = J + p[4] + p[1] * ((p[2] - x) ^ 2 + (p[3] - z) ^ 2) end
  return { mass = m, x = x, z = z, inertia = J }
end

-- ---- the model ----------------------------------------------------------------------------------

local function number_or(x, usual) return type(x) == "number" and x or usual end

local function drawn(o, whole)
  local first, last = o.axles[1], o.axles[#o.axles]
  local list = shapes.half(number_or(last.at, -1.3), number_or(first.at, 1.3), first.radius)
  for _, s in ipairs(list) do
    s.at[1] = s.at[1] - number_or(whole.x, 0)
    s.at[3] = s.at[3] - number_or(whole.z, 0.5)
  end
  return list
end

local function bodies_of(o, whole)
  local J = put(whole.inertia)
  local list = { { name = "body", mass = put(whole.mass), inertia = { J, J, J },
    at = amounts.puts { whole.x, 0, whole.z }, shapes = drawn(o, whole),
    joint = { kind = "moves", moves = { "Tz", "Ry" }, q = { "z", "pitch" } } } }
  for _, a in ipairs(o.axles) do
    ride.wheel(list, a, a.behind, "body", { a.at - whole.x, 0, 0 },
      number_or(whole.z, 0.5) - number_or(a.radius, 0.3))
  end
  return list
end

-- a wheel over where it rests
local function height_of(a, whole)
  local z, pitch = li.coordinates "z", li.coordinates "pitch"
  local travel = li.coordinates("travel" .. a.behind)
  return z - (a.at - whole.x) * li.sin(pitch) + travel * li.cos(pitch)
end

local function inputs_of(o)
  local list = {}
  local function add(name, unit_of, what)
    list[#list + 1] = { name = name, unit = unit_of, text = what }
  end
  for _, a in ipairs(o.axles) do ride.inputs(add, o, a, a.behind) end
  return list
end

local function half_car(spec)
  local o = read(spec)
  o.path = ""
  local P, whole = unit.carried(o, o.gravity), lump(o)
  local told = { loads = {}, radii = {}, wheels = {}, left = o.left }
  for _, a in ipairs(o.axles) do ride.both(a) end
  local bodies, inputs, forces = bodies_of(o, whole), inputs_of(o), {}
  amounts.refuse(o.names, bodies, inputs, "half car")
  local outputs = { acceleration = "z''", pitch_acceleration = "pitch''" }
  for i, a in ipairs(o.axles) do
    local name, N, s = a.behind:sub(2), P[i] + a.unsprung * o.gravity, height_of(a, whole)
    told.wheels[i], told.loads[name], told.radii[name] = name, N, a.radius
    ride.forces(forces, o, a, a.behind, P[i], N, s)
    outputs["load" .. a.behind] = ride.load(o, a, a.behind, N, s)
  end
  local model = li.robot { name = o.name or "half car",
    gravity = amounts.puts { 0, 0, -o.gravity }, bodies = bodies, forces = forces,
    inputs = inputs, outputs = outputs }
  tell.of { model = model, told = told, outputs = outputs, free = {}, ahead = false,
    turning = function() end }
  function told.over(road, V) return ride.over(o, o.axles, road, V) end
  return model, told
end

check.define(li, {
  { "half_car(spec: table) -> model: model, told: table",
    "Bounce and pitch of a car, of a table of li.car or what matters of it: mass, inertia (about "
    .. "y), com, axles = {{at, unsprung, spring, damper, stops, tyre or stiffness and "
    .. "tyre_damping, actuator}, ..} (numbers of one wheel), payload. Coordinates z and pitch of "
    .. "the centre of mass, travel_f, ..; the road by inputs road_f, .. (told.over(road, V): what "
    .. "they are at a speed), or road = 'height over x' passed at `speed`. linear = true: tyres "
    .. "pull too. told.left: what of the table is not in it.",
    "local half = li.half_car{mass = 1200, inertia = 1800, com = {0, 0, 0.5}, axles = {{at = 1.2, "
    .. "unsprung = 40, spring = 2e4, stiffness = 2e5}, {at = -1.4, unsprung = 40, spring = 2e4, "
    .. "stiffness = 2e5}}} return #half:coordinates() --> 4", half_car },
})

return li.half_car
