-- car_suspension.lua - how the wheel of a car moves as it travels up and down: its carrier as
-- bodies, what is written of its springs
--
-- Of travel z (up) the carrier shifts along x and y, turns by castor about y, by camber about x, by
-- toe about z. What grows evenly follows the travel (a joint that follows another), anything else
-- is a coordinate with an equation. Camber leans the top outwards, toe turns the front inwards;
-- castor turns the top forwards, as the wheel would turn.
--
-- Roll centre H above the ground and track T, pitch centre P of an axle at x: the place where the
-- wheel touches moves across the line to that centre,
--
--   dy/dz = 2 H/T outwards,   dx/dz = P_z/(x - P_x),   castor' = 1/(P_x - x)
local li = require "liaison.core"
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local value = require "liaison.describe.value"
local kit = li._internal

local suspension = {}

local text, put, is_zero = amounts.text, amounts.put, amounts.is_zero

-- ---- functions of travel ------------------------------------------------------------------------

-- f(z), z a symbol: { slope = f', at 0; e = f, where it is not slope*z }
local function of_expression(e, z, path)
  local at_rest = e:subs { [z] = 0 }
  if not at_rest:is_zero() then
    check.fail(path, "expected 0 where travel z is 0, got %s: what stands at rest is told by "
      .. "camber and toe of the axle", tostring(at_rest))
  end
  local slope = e:diff(z)
  local first = slope:subs { [z] = 0 }
  return { slope = first:number() or first, e = slope:depends(z) and e or nil, z = z }
end

-- a polynomial without constant term that comes near the points, and how far it is from them: paths
-- of wheels have no corners
local function fitted(x, f)
  local n, size, rows = math.min(#x - 1, 5), 0, {}
  for i = 1, #x do size = math.max(size, math.abs(x[i])) end
  for i = 1, #x do
    rows[i] = {}
    for k = 1, n do rows[i][k] = (x[i] / size) ^ k end
  end
  local c = li.mat(rows):least_squares(f)
  local z, e, far = li.symbols "travel_z", 0, 0
  for k = 1, n do e = e + c[k] * (z / size) ^ k end
  for i = 1, #x do far = math.max(far, math.abs(e:eval { travel_z = x[i] } - f[i])) end
  return e, z, far
end

local function of_table(x, path)
  local c = amounts.curve(x, path, "z")
  if c.how == "linear" then
    check.fail(path .. ".how", "expected 'cubic': the path of a wheel has no corners")
  end
  local e, z, far = fitted(c.z, c.f)
  local low, high = math.huge, -math.huge
  for i = 1, #c.f do low, high = math.min(low, c.f[i]), math.max(high, c.f[i]) end
  if far > 0.05 * (high - low) then
    check.fail(path, "no polynomial of degree 5 that is 0 at z = 0 comes near its points: the best "
      .. "misses them by %s", kit.number(far))
  end
  return of_expression(e, z, path)
end

local function of_text(x, path)
  local read, why = value.read(x)
  if read == nil then check.fail(path, "%s", why) end
  value.each_name(read, function(name) if name ~= "deg" then li.symbols(name) end end)
  return of_expression(li.expr(tostring(read), "new"):subs { deg = li.expr "pi/180" },
    li.symbols "z", path)
end

-- an amount for each m of travel, an expression of travel z, or a curve { z =, f = }
local function of_travel(x, path)
  if x == nil then return nil end
  if type(x) == "table" then return of_table(x, path) end
  if type(x) == "userdata" then x = tostring(x) end
  if type(x) == "string" and x:find "%f[%w_]z%f[^%w_]" then return of_text(x, path) end
  return { slope = amounts.read(x, path) }
end

local CENTRE = { x = amounts.rule {}, z = amounts.rule {} }
local FIELDS = { camber = of_travel, toe = of_travel, castor = of_travel, track = of_travel,
  base = of_travel, roll_centre = amounts.rule { optional = true },
  pitch_centre = function(x, path) return x and check.fields(x, path, CENTRE) end }

local function refuse_both(k, path, centre, ...)
  for _, key in ipairs { ... } do
    if k[centre] and k[key] then
      check.fail(check.join(path, centre), "%s says the same of the wheel: give one", key)
    end
  end
end

function suspension.read(x, path)
  if x == nil then return {} end
  local k = check.fields(x, path, FIELDS)
  refuse_both(k, path, "roll_centre", "track")
  refuse_both(k, path, "pitch_centre", "base", "castor")
  return k
end

-- centres as functions of travel: of an axle at x, its wheels at y = +- half
function suspension.settle(k, x, half)
  if k.roll_centre then k.track = { slope = k.roll_centre / half } end
  local P = k.pitch_centre
  if not P then return end
  if P.x == x then
    check.fail("pitch_centre", "it stands above the axle: a wheel cannot travel about it")
  end
  k.base, k.castor = { slope = P.z / (x - P.x) }, { slope = 1 / (P.x - x) }
end

-- ---- one wheel ----------------------------------------------------------------------------------

local function sine(x) return is_zero(x) and 0 or li.sin(x) end

local function slope_of(f) return f and f.slope or 0 end

function suspension.slope(a, key) return slope_of(a.kinematics[key]) end

-- f as an expression of the symbol z
local function written(f, z)
  if not f then return li.expr(0) end
  if f.e then return f.e:subs { [f.z] = z } end
  return f.slope * z
end

-- where the centre of the wheel goes while the place where it touches moves by `along` and it turns
-- by `turn` from the angle c: along + h (sin(c + turn) - sin c)
local function centre_shift(along, turn, c, h)
  if not (along and along.e or turn and turn.e) then
    return { slope = slope_of(along) + slope_of(turn) * h * (is_zero(c) and 1 or li.cos(c)) }
  end
  local z = li.symbols "travel_z"
  return { e = written(along, z) + h * (li.sin(c + written(turn, z)) - sine(c)), z = z }
end

-- what a wheel does as it travels, in the order of its bodies: name, move, sign, f
local function moves_of(a, w)
  local k, s = a.kinematics, w.side
  local list = {
    { "base", "x", 1, centre_shift(k.base, k.castor, 0, w.height) },
    { "side", "y", s, centre_shift(k.track, k.camber, a.camber, w.height) },
    { "castor", "y", 1, k.castor, turns = true },
    { "camber", "x", -s, k.camber, turns = true },
    { "toe", "z", -s, k.toe, turns = true },
  }
  return list
end

local NONE = { 0, 0, 0 }

local function massless(name, joint)
  return { name = name, mass = 0, inertia = NONE, joint = joint }
end

-- the slide that carries all: along z, leaning where centres shift evenly
local function slide(name, q, move_x, move_y, at)
  local along = { 0, 0, 1 }
  for i, m in ipairs { move_x, move_y } do
    if m[4] and not m[4].e then along[i] = m[3] * m[4].slope end
  end
  local joint = { kind = "prismatic", axis = "z", q = q }
  if not (is_zero(along[1]) and is_zero(along[2])) then
    joint.axis = amounts.puts(along)
    joint.scale = put(li.sqrt(1 + along[1] ^ 2 + along[2] ^ 2))
  end
  local body = massless(name, joint)
  body.parent, body.at = "body", amounts.puts(at)
  return body
end

-- what else moves with the travel: follows it, or is a coordinate of its own
local function follower(m, name, q)
  local kind = m.turns and "revolute" or "prismatic"
  local joint = { kind = kind, axis = m[2] }
  if m[4].e then joint.q = m[1] .. "_" .. name
  else joint.follows, joint.scale = q, put(m[3] * m[4].slope) end
  return massless(m[1] .. "_" .. name, joint)
end

-- the carrier of a wheel, up to what steers it. unit: the body it hangs on
function suspension.bodies(out, a, w, unit)
  local moves, q = moves_of(a, w), "travel_" .. w.name
  local hub = slide("hub_" .. w.name, q, moves[1], moves[2], { w.x, w.y, w.height })
  hub.parent = unit
  out[#out + 1] = hub
  for i, m in ipairs(moves) do
    local f = m[4]
    if f and (f.e or i > 2 and not is_zero(f.slope)) then
      out[#out + 1] = follower(m, w.name, q)
    end
  end
end

-- equations of what does not grow evenly
function suspension.constraints(out, a, w)
  for _, m in ipairs(moves_of(a, w)) do
    if m[4] and m[4].e then
      local name = m[1] .. "_" .. w.name
      local e = m[3] * written(m[4], li.symbols("travel_" .. w.name))
      out[#out + 1] = { "equation", name = name, equation = name .. " - (" .. e:text() .. ")" }
    end
  end
end

-- joint of what turns the wheel against the body: where the carrier turns, that turns it too
function suspension.against_body(a, w)
  local joint = { ["spin_" .. w.name] = 1 }
  local f = a.kinematics.castor
  if f and f.e then joint["castor_" .. w.name] = 1
  elseif f and not is_zero(f.slope) then joint["travel_" .. w.name] = put(f.slope) end
  return joint
end

-- ---- springs ------------------------------------------------------------------------------------

-- what a curve of the user pushes a coordinate with: against it
local function against(curve, over, more)
  local f = {}
  for i = 1, #curve.f do f[i] = -curve.f[i] - more end
  return { [over] = curve[over], f = f, how = curve.how }
end

local function spring(a, behind, joint, preload)
  local name = "spring" .. behind
  if type(a.spring) ~= "table" then
    return { "spring", name = name, joint = joint, stiffness = put(a.spring),
      rest = put(-preload / a.spring) }
  end
  if type(preload) ~= "number" then
    return { "given", name = name, joint = joint,
      f = ("-(%s) - %s"):format(suspension.curve_text(a.spring, "x"), text(preload)) }
  end
  return { "given", name = name, joint = joint, f = against(a.spring, "x", preload) }
end

-- a curve over what is called `over` as a text
function suspension.curve_text(c, over)
  local between, rows = require "liaison.roads.between", {}
  for i = 1, #c.f do rows[i] = { c.f[i] } end
  local x = li.symbols(over)
  return between.curves(c.how or "linear", between.knots(c[over], over), rows, x)[1]:text()
end

-- one side: its spring, damper, stops and actuator, on a coordinate or a sum; behind their names
function suspension.springs(out, a, behind, joint, preload)
  out[#out + 1] = spring(a, behind, joint, preload)
  if type(a.damper) == "table" then
    out[#out + 1] = { "given", name = "damper" .. behind, joint = joint,
      f = against(a.damper, "v", 0) }
  elseif a.damper then
    out[#out + 1] = { "damper", name = "damper" .. behind, joint = joint,
      damping = put(a.damper) }
  end
  local s = a.stops
  if s then
    out[#out + 1] = { "endstop", name = "stop" .. behind, joint = joint, min = put(-s.down),
      max = put(s.up), stiffness = put(s.stiffness), damping = put(s.damping) }
  end
  if a.actuator then
    out[#out + 1] = { "given", name = "actuator" .. behind, joint = joint,
      f = "-actuator" .. behind }
  end
end

return suspension
