-- truck.lua - li.truck: tractor, semitrailers, dollies and trailers, in the words of li.car
--
-- Each unit has an x of its own. The first stands by itself; any other hangs at its coupling on the
-- hitch of the one before: articulation_2 (about z), pitch_2, roll_2 as the coupling leaves free,
-- relative to that unit. Axles are numbered through: 1l, 1r, 2l, ..
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local assemble = require "liaison.catalog.car_assemble"
local unit = require "liaison.catalog.car_unit"
local is_zero = amounts.is_zero

local FIRST, BEHIND = unit.of_chain(true, unit.axles), unit.of_chain(false, unit.axles)

-- the couple of the air is asked of the first unit only
local function check_air(a, path)
  for _, key in ipairs(a and { "cl", "cm", "cn" } or {}) do
    if not is_zero(a[key]) then
      check.fail(check.join(path, key), "expected 0 behind the first unit: move the place `at` of "
        .. "the force")
    end
  end
end

local function units_of(x, path)
  if type(x) ~= "table" or #x < 2 then
    check.fail(path, "expected a list of at least two units, the tractor first")
  end
  local list = unit.chain(x, path, FIRST, BEHIND)
  for k = 2, #list do check_air(list[k].aero, ("%s[%d].aero"):format(path, k)) end
  return list
end

local TRUCK = { name = "str?", units = units_of }
for key, rule in pairs(assemble.FIELDS) do TRUCK[key] = rule end

local function truck(spec)
  local o = check.fields(spec, "", TRUCK)
  o.names = amounts.names_of(o, "")
  o.name = o.name or "truck"
  return assemble.vehicle(o, "truck")
end

local EXAMPLE = "local function axle(at, t) local a = {at = at, track = 2, spring = 3e5, damper = "
  .. "2e4, unsprung = 300, inertia = 10, tyre = {kind = 'linear', radius = 0.5, cx = 3e5, cy = "
  .. "2e5, stiffness = 8e5}} for key, x in pairs(t or {}) do a[key] = x end return a end local "
  .. "truck, told = li.truck{units = {{mass = 6000, inertia = {3e3, 2e4, 2e4}, com = {1, 0, 1}, "
  .. "axles = {axle(2, {steer = 1}), axle(-1.6, {drive = 1})}, hitch = {x = -1.4, z = 1.2}}, "
  .. "{mass = 2e4, inertia = {2e4, 2e5, 2e5}, com = {0, 0, 1.8}, coupling = {x = 4}, axles = "
  .. "{axle(-3), axle(-4.2)}}}} return math.floor(told.hitches[2]) --> 92936"

check.define(li, {
  { "truck(spec: table) -> model: model, told: table",
    "Tractor, semitrailers, dollies and trailers in space: units = {{mass, inertia, com, axles, "
    .. "payload, aero, hitch = {x, z}}, {.., coupling = {kind = 'fifth_wheel', 'ball' or "
    .. "'turntable', x, roll_stiffness, roll_damping, damping}}, ..}, each in the words of li.car, "
    .. "with steering, motor, road, .. of the whole. Coordinates articulation_2, pitch_2, roll_2 "
    .. "of the unit behind, outputs yaw_rate_2, lateral_acceleration_2. told.hitches: what each "
    .. "coupling carries at rest.", EXAMPLE, truck },
})

return li.truck
