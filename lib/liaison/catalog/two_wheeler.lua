-- two_wheeler.lua - what li.bicycle and li.motorcycle share: frame, fork about its steering axis,
-- a rider that leans, loads at rest
--
-- The frame stands with its origin where the rear wheel touches the ground, x ahead, y to the left,
-- z up; it moves by x, y, z, then yaw, roll, pitch (about z, x, y). The steering axis meets the
-- ground a trail ahead of the front wheel and leans back by tilt.
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"
local shapes = require "liaison.catalog.vehicle_shapes"

local wheeler = {}

local rule, put, is_zero = amounts.rule, amounts.put, amounts.is_zero

-- ---- reading ------------------------------------------------------------------------------------

local NONE = { 0, 0, 0 }

local PART = { mass = rule { above = 0 }, com = amounts.list(2),
  inertia = amounts.list("3, 4 or 6", NONE) }

-- xx yy zz, or with xz behind, as a body takes it
local function six(list)
  if #list == 4 then return { list[1], list[2], list[3], 0, list[4], 0 } end
  return list
end

function wheeler.part(more)
  local schema = {}
  for key, f in pairs(PART) do schema[key] = f end
  for key, f in pairs(more or {}) do schema[key] = f end
  return function(x, path)
    if x == nil then check.fail(path, "expected a table, got nil") end
    local o = check.fields(x, path, schema)
    o.inertia = six(o.inertia)
    return o
  end
end

-- about its axle and across it
wheeler.WHEEL = { radius = rule { above = 0 }, mass = rule { above = 0 },
  inertia = function(x, path)
    if type(x) == "table" then
      local list = amounts.list(2)(x, path)
      return { across = list[1], axle = list[2] }
    end
    local J = amounts.read(x, path, { above = 0 })
    return { across = J / 2, axle = J }
  end }

local RIDER = { hinge = rule { min = 0 }, stiffness = rule { min = 0, default = 0 },
  damping = rule { min = 0, default = 0 }, limit = rule { above = 0, optional = true } }
function wheeler.rider(x, path) return x ~= nil and wheeler.part(RIDER)(x, path) or nil end

wheeler.steering = words.sub { stiffness = rule { min = 0, default = 0 },
  damping = rule { min = 0, default = 0 }, friction = rule { min = 0, default = 0 } }

wheeler.FIELDS = { name = "str?", wheelbase = rule { above = 0 }, trail = rule {},
  tilt = rule { min = -1.5, max = 1.5 }, frame = wheeler.part(), fork = wheeler.part(),
  rider = wheeler.rider, steering = wheeler.steering,
  gravity = rule { above = 0, default = 9.81 } }

-- ---- loads --------------------------------------------------------------------------------------

-- what stands on both wheels, { mass, x }: moments about where the rear wheel touches
local function parts_of(o)
  local list = { { o.frame.mass, o.frame.com[1] }, { o.fork.mass, o.fork.com[1] },
    { o.rear.mass, 0 }, { o.front.mass, o.wheelbase } }
  if o.rider then list[#list + 1] = { o.rider.mass, o.rider.com[1] } end
  for _, p in ipairs(o.more or {}) do list[#list + 1] = p end
  return list
end

function wheeler.loads(o)
  local m, mx = 0, 0
  for _, p in ipairs(parts_of(o)) do m, mx = m + p[1], mx + p[1] * p[2] end
  local front = mx * o.gravity / o.wheelbase
  local rear = m * o.gravity - front
  for name, N in pairs { front = front, rear = rear } do
    words.positive(N, "frame.com", "the %s wheel lifts off at rest: it would carry %s N", name,
      amounts.shown(N))
  end
  return rear, front
end

-- ---- bodies -------------------------------------------------------------------------------------

-- about a place of the plane that the body's frame stands at
local function relative(com, x, z) return amounts.puts { com[1] - x, 0, com[2] - z } end

function wheeler.frame_body(o, drawn)
  return { name = "frame", mass = put(o.frame.mass), com = relative(o.frame.com, 0, 0),
    inertia = amounts.puts(o.frame.inertia), shapes = drawn,
    joint = { kind = "moves", moves = { "Tx", "Ty", "Tz", "Rz", "Rx", "Ry" },
      q = { "x", "y", "z", "yaw", "roll", "pitch" } } }
end

-- turns about the steering axis, standing where that meets the ground
function wheeler.fork_body(o, drawn)
  local foot = o.wheelbase + o.trail
  return { name = "fork", parent = "frame", at = amounts.puts { foot, 0, 0 },
    joint = { kind = "revolute", axis = amounts.puts(wheeler.axis(o)), q = "steer" },
    mass = put(o.fork.mass), com = relative(o.fork.com, foot, 0),
    inertia = amounts.puts(o.fork.inertia), shapes = drawn }
end

function wheeler.axis(o)
  if is_zero(o.tilt) then return { 0, 0, 1 } end
  return { -li.sin(o.tilt), 0, li.cos(o.tilt) }
end

function wheeler.wheel_body(w, name, parent, at, width)
  return { name = "wheel_" .. name, parent = parent, at = amounts.puts(at), mass = put(w.mass),
    inertia = amounts.puts { w.inertia.across, w.inertia.axle, w.inertia.across },
    joint = { kind = "revolute", axis = "y", q = "spin_" .. name },
    shapes = shapes.spoked(w.radius, width) }
end

-- leans about an axis along x at the height of its hinge
function wheeler.rider_body(out, o)
  local r = o.rider
  if not r then return end
  out[#out + 1] = { name = "rider", parent = "frame", mass = put(r.mass),
    at = amounts.puts { r.com[1], 0, r.hinge }, com = relative(r.com, r.com[1], r.hinge),
    inertia = amounts.puts(r.inertia), shapes = shapes.rider(r.com[2], r.hinge),
    joint = { kind = "revolute", axis = "x", q = "lean" } }
end

-- ---- forces and inputs --------------------------------------------------------------------------

local function spring(out, name, joint, x)
  if x and not (is_zero(x.stiffness) and is_zero(x.damping)) then
    out[#out + 1] = { "spring", name = name, joint = joint, stiffness = put(x.stiffness),
      damping = put(x.damping) }
  end
end

local function torque(out, name, joint, f)
  out[#out + 1] = { "given", name = name, joint = joint, f = f }
end

function wheeler.forces(out, o)
  spring(out, "steering", "steer", o.steering)
  torque(out, "hands", "steer", "steer_torque")
  if o.steering and not is_zero(o.steering.friction) then
    torque(out, "steering_friction", "steer",
      ("-%s*tanh(v/0.05)"):format(amounts.text(o.steering.friction)))
  end
  if o.rider then
    spring(out, "hip", "lean", o.rider)
    torque(out, "rider", "lean", "rider_torque")
  end
end

function wheeler.inputs(add, o)
  add("steer_torque", "N m", "of the hands on the fork, to the left")
  if o.rider then
    add("rider_torque", "N m", "between rider and frame, leans the rider to the right")
  end
end

-- brakes hold against what carries the wheel: each by an input of its own
function wheeler.wheel_forces(out, name, drive, smooth)
  if drive then torque(out, "drive", drive, "drive") end
  torque(out, "brake_" .. name, "spin_" .. name,
    ("-brake_%s*tanh(v/%s)"):format(name, amounts.text(smooth)))
end

function wheeler.brake_inputs(add)
  add("drive", "N m", "torque on the rear wheel")
  add("brake_r", "N m", "torque of the rear brake", { min = 0 })
  add("brake_f", "N m", "torque of the front brake", { min = 0 })
end

function wheeler.outputs()
  local out = words.motion_outputs(0)
  out.roll_angle, out.steer_angle = "roll", "steer"
  return out
end

return wheeler
