-- car_steering.lua - what steers a car: angles of wheels by Ackermann, the axis they turn about,
-- hand wheel, rack and column
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"

local steering = {}

local text, put, is_zero = amounts.text, amounts.put, amounts.is_zero

-- ---- reading ------------------------------------------------------------------------------------

local OWN = { input = check.name, ratio = amounts.rule { default = 1 } }

-- false, a share of the steering, or { input = "rear_steer", ratio = 1 }
function steering.read_axle(x, path)
  if x == nil or x == false then return false end
  local own = type(x) == "table" and check.fields(x, path, OWN)
  local ratio = own and own.ratio or amounts.read(x, path)
  if is_zero(ratio) then check.fail(path, "expected a ratio, or false: got 0") end
  return { ratio = ratio, input = own and own.input }
end

local KINGPIN = { caster = amounts.rule { default = 0 },
  inclination = amounts.rule { default = 0 },
  trail = amounts.rule { optional = true }, scrub = amounts.rule { optional = true } }
steering.read_kingpin = words.sub(KINGPIN)

-- how the driver's hand reaches the wheels: by angle, hand wheel, rack, or the torque on a column
local GEAR = { by = words.one_of { "angle", "wheel", "rack", "torque" },
  ratio = amounts.rule { above = 0, optional = true },
  arm = amounts.rule { above = 0, optional = true },
  inertia = amounts.rule { above = 0, optional = true },
  damping = amounts.rule { min = 0, default = 0 },
  stiffness = amounts.rule { above = 0, optional = true } }

local NEEDS = { angle = {}, wheel = { "ratio" }, rack = { "arm" }, torque = { "ratio", "inertia" } }
local MAY = { wheel = { inertia = true, stiffness = true, damping = true },
  torque = { damping = true } }

function steering.read(x, path)
  local g = check.fields(x or {}, path, GEAR)
  local known = {}
  for _, key in ipairs(NEEDS[g.by]) do
    known[key] = true
    if g[key] == nil then check.fail(check.join(path, key), "steering by %s needs it", g.by) end
  end
  for _, key in ipairs { "arm", "inertia", "ratio", "stiffness" } do
    if g[key] ~= nil and not known[key] and not (MAY[g.by] or {})[key] then
      check.fail(check.join(path, key), "steering by %s has no use for it", g.by)
    end
  end
  if (g.inertia == nil) ~= (g.stiffness == nil) and g.by == "wheel" then
    check.fail(path, "a column between hand wheel and rack has stiffness and inertia: give both")
  end
  g.column = g.inertia ~= nil
  return g
end

-- ---- angles -------------------------------------------------------------------------------------

-- the angle all shares are of, as a text
function steering.source(g)
  if g.column then return "column/" .. text(g.ratio) end
  if g.by == "wheel" then return "hand_wheel/" .. text(g.ratio) end
  if g.by == "rack" then return "rack/" .. text(g.arm) end
  return "steer"
end

-- tan d = lever/Y of the axle's middle, of a wheel at side y: lever/(Y - y), so
--   d_y = atan(tan d/(1 - share y/lever tan d))
function steering.angle(g, a, lever, y)
  local source = a.steer.input or steering.source(g)
  local d = a.steer.ratio == 1 and source or text(a.steer.ratio) .. "*" .. source
  if is_zero(a.ackermann) or not lever then return d end
  local pull = text(-a.ackermann * y / lever)
  return ("atan(sin(%s)/(cos(%s) + %s*sin(%s)))"):format(d, d, pull, d)
end

-- ---- the axis the wheel turns about -------------------------------------------------------------

-- axis (its z is 1) and the place of it at the height of the wheel, from the centre of the wheel
local function kingpin_of(a, w)
  local k, h, s = a.kingpin, w.height, w.side
  if not k then return { 0, 0, 1 }, { 0, 0, 0 } end
  local back, inwards = li.tan(k.caster), li.tan(k.inclination)
  local x = k.trail and k.trail - h * back or 0
  local y = k.scrub and -s * (k.scrub + h * inwards) or 0
  return { -back, -s * inwards, 1 }, { x, y, 0 }
end

-- the knuckle of a steered wheel
function steering.bodies(out, a, w)
  local axis, at = kingpin_of(a, w)
  local joint = { kind = "revolute", axis = "z", q = "steer_" .. w.name }
  if a.kingpin then joint.axis = amounts.puts(axis) end
  local body = { name = "knuckle_" .. w.name, mass = 0, inertia = { 0, 0, 0 }, joint = joint }
  if a.kingpin then
    body.at = amounts.puts(at)
    w.from_kingpin = { -at[1], -at[2], 0 }
  end
  out[#out + 1] = body
end

local function size(v) return li.sqrt(v[1] ^ 2 + v[2] ^ 2 + v[3] ^ 2) end

-- what load and weight of the wheel turn it with at rest:
--   u . (r x (0, 0, F)) = F (u_x r_y - u_y r_x)
local function torque_at_rest(a, w, gravity)
  if not a.kingpin then return 0 end
  local axis, at = kingpin_of(a, w)
  local function lever(x, y) return (axis[1] * (y - at[2]) - axis[2] * (x - at[1])) / size(axis) end
  local out = a.radius * words.sine(a.camber)
  return w.load * lever(-out * words.sine(a.toe), -w.side * out * words.cosine(a.toe))
    - a.unsprung * gravity * lever(0, 0)
end

-- the spring between the knuckle and where the steering wants it, and what it gives the column
function steering.forces(out, g, a, w, gravity)
  local c = a.compliance
  if not (a.steer and c) then return end
  local name = "steer_" .. w.name
  local rest = torque_at_rest(a, w, gravity) / c.stiffness
  local want = is_zero(rest) and w.angle or w.angle .. " - " .. text(rest)
  out[#out + 1] = { "spring", name = "rack_" .. w.name, joint = name, stiffness = put(c.stiffness),
    damping = put(c.damping), rest = want }
  if not (g.column and not a.steer.input) then return end
  local slope = words.expression(w.angle):diff(li.symbols "column")
  out[#out + 1] = { "given", name = "column_" .. w.name, joint = "column",
    f = ("%s*(%s - (%s))*(%s)"):format(text(c.stiffness), name, want, slope:text()) }
end

-- the column as a body, what acts on it
function steering.column(bodies, forces, g)
  if not g.column then return end
  bodies[#bodies + 1] = { name = "column", parent = "body", mass = 0, inertia = { 0, 0, 0 },
    joint = { kind = "revolute", axis = "x", q = "column", rotor = put(g.inertia) } }
  if g.by == "torque" then
    forces[#forces + 1] = { "given", name = "hand", joint = "column", f = "hand_torque" }
  else
    forces[#forces + 1] = { "spring", name = "hand", joint = "column",
      stiffness = put(g.stiffness), rest = "hand_wheel" }
  end
  if not is_zero(g.damping) then
    forces[#forces + 1] = { "damper", name = "column", joint = "column", damping = put(g.damping) }
  end
end

-- ---- inputs, drivers, complaints ----------------------------------------------------------------

local SHOWN = { angle = { "steer", "rad", "times steer of an axle: the angle of its wheels" },
  wheel = { "hand_wheel", "rad", "angle of the hand wheel, to the left" },
  rack = { "rack", "m", "travel of the rack" },
  torque = { "hand_torque", "N m", "on the hand wheel, to the left" } }

function steering.inputs(add, o)
  local shared, own = false, {}
  for _, a in ipairs(o.axles) do
    local s = a.steer
    if s and not s.input then shared = true end
    if s and s.input and not own[s.input] then
      own[s.input] = true
      add(s.input, "rad", "times steer of its axle: the angle of its wheels")
    end
  end
  if shared then add(SHOWN[o.steering.by][1], SHOWN[o.steering.by][2], SHOWN[o.steering.by][3]) end
end

-- wheels whose angle is driven
function steering.drivers(out, wheels)
  for _, w in ipairs(wheels) do
    if w.angle and not w.axle.compliance then out["steer_" .. w.name] = w.angle end
  end
end

-- x of the axis about which all wheels roll: the middle of the axles that do not steer; nil: none
local function pole_of(axles)
  local sum, n = 0, 0
  for _, a in ipairs(axles) do
    if not a.steer then sum, n = sum + a.at, n + 1 end
  end
  return n > 0 and sum / n or nil
end

-- angles of the wheels of a unit, by the steering of the vehicle
function steering.settle(g, axles, wheels, path)
  local pole = pole_of(axles)
  for i, a in ipairs(axles) do
    local where = ("%s[%d]"):format(path, i)
    if a.steer and not is_zero(a.ackermann) and not pole then
      check.fail(where .. ".ackermann",
        "all axles steer: expected 0, no axle is there to turn about")
    end
    if a.steer and g.column and not a.steer.input and not a.compliance then
      check.fail(where .. ".compliance", "steering by a column needs it: its springs hold the "
        .. "wheels and pull at the column")
    end
  end
  for _, w in ipairs(wheels) do
    local a = w.axle
    if a.steer then w.angle = steering.angle(g, a, pole and a.at - pole, w.y) end
  end
end

return steering
