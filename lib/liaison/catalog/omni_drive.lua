-- omni_drive.lua - li.omni_drive: a robot on wheels whose rims are free rollers: omni wheels and
-- mecanum wheels, which do not slip along the axes of their rollers
--
-- A wheel that heads along h, its roller's axis e at an angle to h:  e . v = R w cos(angle), v the
-- velocity of its centre.
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local plan = require "liaison.catalog.plan_robot"
local shapes = require "liaison.catalog.vehicle_shapes"

local rule = amounts.rule

local WHEEL = { name = "str?", at = amounts.list(2), heading = rule { default = 0 },
  roller = rule { default = 0, min = -1.5, max = 1.5 }, radius = rule { above = 0 },
  inertia = rule { min = 0, default = 0 } }

local OMNI = plan.schema { wheels = function(x, path)
  local list = check.list(x, path, function(w, where) return check.fields(w, where, WHEEL) end, 3)
  local seen = {}
  for i, w in ipairs(list) do
    w.name = w.name or tostring(i)
    if seen[w.name] then
      check.fail(("%s[%d].name"):format(path, i), "another wheel is called '%s'", w.name)
    end
    seen[w.name], w.x, w.y = true, w.at[1], w.at[2]
  end
  return list
end }

-- how the motion of the body turns a wheel: { u, v, r } factors of R w cos(roller)
local function factors(w)
  local angle = w.heading + w.roller
  local c, s = li.cos(angle), li.sin(angle)
  return { c, s, w.x * s - w.y * c }
end

-- all motions of the body must turn some wheel: else it goes where none can hold it
local function check_held(o)
  local rows = {}
  for i, w in ipairs(o.wheels) do
    rows[i] = factors(w)
    for _, x in ipairs(rows[i]) do if type(x) ~= "number" then return end end
  end
  local _, s = li.mat(rows):svd()
  if s[3] < 1e-9 * s[1] then
    check.fail("wheels", "no wheel holds some motion of the body: the axes of all rollers meet in "
      .. "one point, or are parallel")
  end
end

local function drawn(o)
  local size = 0.2
  for _, w in ipairs(o.wheels) do
    if type(w.x) == "number" and type(w.y) == "number" then
      size = math.max(size, math.sqrt(w.x ^ 2 + w.y ^ 2))
    end
  end
  local r = type(o.wheels[1].radius) == "number" and o.wheels[1].radius or 0.05
  return { { "cylinder", size = { 0.8 * size, 0.8 * r }, at = { 0, 0, 1.5 * r },
    color = shapes.colors.paint } }
end

local function omni_drive(spec)
  local o = check.fields(spec, "", OMNI)
  o.names = amounts.names_of(o, "")
  check_held(o)
  local m, bodies, forces, rows = plan.motion(), { plan.body(o, drawn(o)) }, {}, {}
  local p = { what = "omni drive", o = o, bodies = bodies, forces = forces, constraints = rows,
    names = {}, loads = {}, radii = {}, turns = {} }
  for i, w in ipairs(o.wheels) do
    local f, turn = factors(w), w.radius * li.cos(w.roller)
    plan.wheel(bodies, w, shapes.wheel(w.radius, type(w.radius) == "number" and w.radius or nil))
    plan.drive(forces, o, w.name)
    rows[i] = { "equation", name = "roller_" .. w.name,
      equation = (f[1] * m.u + f[2] * m.v + f[3] * m.r - turn * plan.spin(w.name)):text() }
    p.names[i], p.radii[w.name], p.turns[w.name] = w.name, w.radius, f[1] / turn
  end
  return plan.vehicle(p)
end

check.define(li, {
  { "omni_drive(spec: table) -> model: model, told: table",
    "A robot on wheels with rollers: mass, inertia, com, wheels = {{name, at = {x, y}, heading, "
    .. "roller (angle of the rollers' axes to the heading: 0 of omni wheels, 45 degrees of mecanum "
    .. "wheels), radius, inertia}, ..}, motor. Inputs drive_1, .. (N m) or voltage_1, ..; it may "
    .. "go any way.",
    "local wheels = {} for i = 1, 3 do local a = 2*math.pi*i/3 wheels[i] = {at = "
    .. "{0.2*math.cos(a), 0.2*math.sin(a)}, heading = a + math.pi/2, radius = 0.05} end local "
    .. "robot = li.omni_drive{mass = 10, inertia = 0.2, wheels = wheels} return "
    .. "#robot:coordinates() --> 6", omni_drive },
})

return li.omni_drive
