-- car_assemble.lua - the units of a vehicle put together: bodies, forces, inputs, outputs, and what
-- is told of it
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"
local axle = require "liaison.catalog.car_axle"
local steering = require "liaison.catalog.car_steering"
local drive = require "liaison.catalog.car_drive"
local heights = require "liaison.catalog.vehicle_heights"
local shapes = require "liaison.catalog.vehicle_shapes"
local unit = require "liaison.catalog.car_unit"
local tell = require "liaison.catalog.builder_told"

local assemble = {}

local rule = amounts.rule

-- ---- reading ------------------------------------------------------------------------------------

-- what a vehicle has once, whatever its units are
assemble.FIELDS = { road = words.road, gravity = rule { above = 0, default = 9.81 },
  smooth = rule { above = 0, default = 0.5 }, steering = steering.read,
  motor = drive.read_motor, engine = drive.read_engine, transfer = drive.read_differential,
  wheel_brakes = "bool?", wheel_drives = "bool?" }

-- ---- loads and names ----------------------------------------------------------------------------

-- f and r where there are two axles, else numbers
local function name_axles(o)
  o.axles = {}
  for _, u in ipairs(o.units) do
    for _, a in ipairs(u.axles) do o.axles[#o.axles + 1] = a end
  end
  for i, a in ipairs(o.axles) do
    a.name = #o.axles == 2 and (i == 1 and "f" or "r") or tostring(i)
  end
end

-- from the last unit to the first: what each puts on the one ahead. All wheels, in order
local function load_units(o)
  local hitch, of_unit, wheels = nil, {}, {}
  for k = #o.units, 1, -1 do
    of_unit[k], hitch = unit.wheels(o.units[k], o.gravity, hitch)
    o.units[k].hitch_load = hitch
  end
  for k = 1, #o.units do
    for _, w in ipairs(of_unit[k]) do wheels[#wheels + 1] = w end
    steering.settle(o.steering, o.units[k].axles, of_unit[k], o.units[k].path .. "axles")
  end
  return wheels
end

-- ---- bodies -------------------------------------------------------------------------------------

local function number_or(x, usual) return type(x) == "number" and x or usual end

-- how the body of a unit is drawn
local function drawn(u, only)
  local first, last = u.axles[1], u.axles[#u.axles]
  local x1, x0 = number_or(first.at, 1.3), number_or(last.at, -1.3)
  local r, t = number_or(first.radius, 0.3), first.track
  if only then return shapes.car(x0, x1, t, r) end
  local front = u.coupling and number_or(u.coupling.x, x1) or x1 + 2 * r
  if u.coupling and u.hitch then return shapes.dolly(x0, front, t, r) end
  if u.coupling then return shapes.trailer(x0 - 3 * r, front + r, t, r) end
  return shapes.tractor(x0 - 2 * r, front, t, r)
end

-- left and right wheel of axle i
local function pair(wheels, i) return wheels[2 * i - 1], wheels[2 * i] end

local function bodies_of(o, wheels)
  local list, i = {}, 0
  for k, u in ipairs(o.units) do
    unit.bodies(list, u, o.units[k - 1], drawn(u, #o.units == 1))
    for _, a in ipairs(u.axles) do
      i = i + 1
      local left, right = pair(wheels, i)
      axle.bodies(list, a, left, right, u.body)
    end
  end
  return list
end

-- ---- forces -------------------------------------------------------------------------------------

local function forces_of(o, wheels, bodies, constraints)
  local out = {}
  o.on_road, o.road_named = words.under_wheels(o.road, bodies), o.road and "road"
  for i, a in ipairs(o.axles) do
    local left, right = pair(wheels, i)
    axle.forces(out, a, left, right, o)
    axle.constraints(constraints, a, left, right)
  end
  steering.column(bodies, out, o.steering)
  drive.forces(out, bodies, constraints, o, wheels)
  for k, u in ipairs(o.units) do
    unit.forces(out, u)
    local heading = table.concat(unit.heading(o.units, k), " + ")
    if u.aero then
      words.aero_forces(out, u.aero, u.axles, u.body, k > 1 and "(" .. heading .. ")" or heading,
        k > 1 and "_" .. k or "")
    end
  end
  return out
end

-- ---- inputs and outputs -------------------------------------------------------------------------

local function inputs_of(o, wheels)
  local list = {}
  local function add(name, unit_of, what, more)
    local input = { name = name, unit = unit_of, text = what }
    for key, x in pairs(more or {}) do input[key] = x end
    list[#list + 1] = input
  end
  steering.inputs(add, o)
  drive.inputs(add, o, wheels)
  for i, a in ipairs(o.axles) do
    local left, right = pair(wheels, i)
    axle.inputs(add, a, left, right)
  end
  local windy = false
  for _, u in ipairs(o.units) do windy = windy or u.aero end
  if windy then words.wind_inputs(add) end
  return list
end

-- d = (r - c) s + c - h, of the height h of the centre over the road, the crown c, s = cos(camber)
local function load_output(stance, w)
  local a = w.axle
  local lean, h = stance("wheel_" .. w.name)
  local d = a.disc * li.sqrt(1 - lean ^ 2) + a.crown - h
  return words.load(d, a.stiffness, a.tyre_damping)
end

local function outputs_of(o, wheels, bodies)
  local out = words.motion_outputs(o.units[1].com[1])
  out.roll_angle, out.pitch_angle = "roll", "pitch"
  for k = 2, #o.units do words.unit_outputs(out, o.units, k) end
  if o.road then return out end
  local stance = heights.of(bodies)
  for _, w in ipairs(wheels) do out["load_" .. w.name] = load_output(stance, w) end
  return out
end

-- ---- the model ----------------------------------------------------------------------------------

local function drivers_of(wheels)
  local out = {}
  steering.drivers(out, wheels)
  return next(out) and out or nil
end

-- what turns while it rolls at V
local function rolling(o, wheels, v, V)
  for _, w in ipairs(wheels) do
    local reach = w.axle.radius - w.load / w.axle.stiffness
    v["spin_" .. w.name] = V * words.cosine(w.axle.toe) / reach
  end
  drive.turning(o, v)
end

-- once names have values
local function check_wheels(wheels, told)
  for _, w in ipairs(wheels) do
    local load, height = told.loads[w.name], told.radii[w.name]
    words.positive(load, "with", "the wheel %s lifts off at rest: it would carry %s N", w.name,
      amounts.shown(load))
    words.positive(height, "with", "the load of %s N flattens the tyre %s",
      amounts.shown(load), w.name)
  end
end

-- pitch and roll of a body upright on a plane that is not level
local function leaning_on(road)
  local n = road and road.normal
  if not n or n[1] == 0 and n[2] == 0 then return nil end
  return { pitch = math.atan(n[1] / n[3]), roll = -math.asin(n[2] / n:norm()) }
end

local function told_of(o, model, outputs, wheels)
  local told = { loads = {}, radii = {}, wheels = {}, hitches = {} }
  for i, w in ipairs(wheels) do
    told.wheels[i], told.loads[w.name], told.radii[w.name] = w.name, w.load, w.height
  end
  for k = 2, #o.units do told.hitches[k] = o.units[k].hitch_load end
  return tell.of { model = model, told = told, outputs = outputs,
    free = { "x", "y", "yaw" }, spins = "^spin_",
    turning = function(v, V) rolling(o, wheels, v, V) end,
    check = function(numbers) check_wheels(wheels, numbers) end,
    leaning = leaning_on(o.road) }
end

-- a checked vehicle: units, what it has once, and the names in its amounts; what: how it is called
function assemble.vehicle(o, what)
  if o.motor and o.engine then check.fail("motor", "engine drives it: give one") end
  name_axles(o)
  local wheels, constraints = load_units(o), {}
  local bodies, inputs = bodies_of(o, wheels), inputs_of(o, wheels)
  amounts.refuse(o.names, bodies, inputs, what)
  local outputs = outputs_of(o, wheels, bodies)
  local forces = forces_of(o, wheels, bodies, constraints)
  local model = li.robot { name = o.name, gravity = amounts.puts { 0, 0, -o.gravity },
    bodies = bodies, forces = forces, inputs = inputs, outputs = outputs,
    constraints = #constraints > 0 and constraints or nil, drivers = drivers_of(wheels) }
  return model, told_of(o, model, outputs, wheels)
end

return assemble
