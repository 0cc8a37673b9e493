-- car_unit.lua - a unit of a vehicle: a body on axles with what it is loaded with, coupled to the
-- unit ahead; what its wheels carry at rest
local check = require "liaison.base.check"
local amounts = require "liaison.catalog.amounts"
local words = require "liaison.catalog.builder_words"
local axle = require "liaison.catalog.car_axle"

local unit = {}

local rule, put, is_zero = amounts.rule, amounts.put, amounts.is_zero

-- ---- reading ------------------------------------------------------------------------------------

-- axles from the foremost to the last, `least` of them
function unit.axles(least)
  return function(x, path)
    if type(x) ~= "table" or #x < least then
      check.fail(path, least == 2 and "expected a list of at least two axles, the foremost first"
        or "expected a list of at least one axle")
    end
    for key in pairs(x) do
      if type(key) ~= "number" then
        check.fail(path, "expected a list, got the key '%s' in it", tostring(key))
      end
    end
    local list = {}
    for i = 1, #x do
      list[i] = axle.read(x[i], ("%s[%d]"):format(path, i))
      local before = i > 1 and list[i - 1].at
      if type(before) == "number" and type(list[i].at) == "number" and list[i].at >= before then
        check.fail(("%s[%d].at"):format(path, i), "expected an axle behind the one before (< %s)",
          amounts.shown(before))
      end
    end
    return list
  end
end

-- the fields of a unit of a chain: the first stands by itself
function unit.of_chain(first, axles)
  local schema = { name = "str?", axles = axles(first and 2 or 1), hitch = unit.hitch }
  for key, rule_of in pairs(unit.FIELDS) do schema[key] = rule_of end
  if not first then schema.coupling = unit.coupling end
  return schema
end

local LOAD = { name = "str?", mass = rule { above = 0 }, at = amounts.list(3),
  inertia = amounts.list("3 or 6", { 0, 0, 0 }) }

local function payload_of(x, path)
  if x == nil then return {} end
  local list = check.list(x, path, function(p, where) return check.fields(p, where, LOAD) end)
  for i, p in ipairs(list) do p.name = p.name or "payload" .. i end
  return list
end

unit.FIELDS = { mass = rule { above = 0 }, inertia = amounts.list("3 or 6"), com = amounts.list(3),
  payload = payload_of, aero = words.aero }

-- ---- coupling -----------------------------------------------------------------------------------

local HITCH = { x = rule {}, z = rule { min = 0 } }
unit.hitch = words.sub(HITCH)

-- what a coupling leaves free besides the angle of articulation
local FREE = { fifth_wheel = { pitch = true }, ball = { pitch = true, roll = true },
  turntable = {} }
local COUPLING = { kind = words.one_of { "fifth_wheel", "ball", "turntable" }, x = rule {},
  roll_stiffness = rule { above = 0, optional = true },
  roll_damping = rule { min = 0, default = 0 }, damping = rule { min = 0, default = 0 } }

function unit.coupling(x, path)
  if x == nil then return nil end
  local c = check.fields(x, path, COUPLING)
  local free = FREE[c.kind]
  c.pitch, c.roll = free.pitch, free.roll or c.roll_stiffness ~= nil
  if c.kind == "turntable" and c.roll_stiffness then
    check.fail(path .. ".roll_stiffness", "a turntable turns about z only: take a fifth_wheel")
  end
  return c
end

-- ---- loads --------------------------------------------------------------------------------------

-- units of a list in their order, each by its schema, with what the next hangs on
local function check_chain(u, path, k, last)
  if k > 1 and not u.coupling then check.fail(path .. ".coupling", "expected a table, got nil") end
  if not last and not u.hitch then
    check.fail(path .. ".hitch", "the unit behind hangs on it: give {x =, z =}")
  end
  if last and u.hitch then check.fail(path .. ".hitch", "no unit is behind this one") end
  local first = k > 1 and u.axles[1].at
  if type(first) == "number" and type(u.coupling.x) == "number" and first >= u.coupling.x then
    check.fail(path .. ".axles[1].at", "expected an axle behind the coupling (< %s)",
      amounts.shown(u.coupling.x))
  end
end

function unit.chain(x, path, first, behind)
  if type(x) ~= "table" or #x < 1 then
    check.fail(path, "expected a list of units, the foremost first")
  end
  local list = {}
  for k = 1, #x do
    local where = ("%s[%d]"):format(path, k)
    local u = check.fields(x[k], where, k == 1 and first or behind)
    u.path, u.number, u.body = where .. ".", k, k == 1 and "body" or "body_" .. k
    check_chain(u, where, k, k == #x)
    list[k] = u
  end
  return list
end

-- everything that presses on a unit, { W, x, y }; hitch: what the unit behind puts on it
local function weights_of(u, g, hitch)
  local list = { { u.mass * g, u.com[1], u.com[2] } }
  for _, p in ipairs(u.payload) do list[#list + 1] = { p.mass * g, p.at[1], p.at[2] } end
  if hitch then list[#list + 1] = { hitch, u.hitch.x, 0 } end
  -- wheels stand under their loads: the road pushes a little behind them
  for _, a in ipairs(u.axles) do
    list[#list + 1] = { 0, 0, 0, 2 * a.unsprung * g * axle.behind(a) }
  end
  return list
end

local function sums_of(list)
  local W, Wx, Wy = 0, 0, 0
  for _, w in ipairs(list) do
    W, Wx, Wy = W + w[1], Wx + w[1] * w[2] + (w[4] or 0), Wy + w[1] * w[3]
  end
  return W, Wx, Wy
end

-- of a unit that stands by itself: sum P = W, sum P x = W x; of more than two axles as springs of
-- one stiffness under a stiff body would
local function stands(u, W, Wx)
  local n, sx, sxx, list = #u.axles, 0, 0, {}
  for _, a in ipairs(u.axles) do
    local x = a.at - axle.behind(a)
    sx, sxx = sx + x, sxx + x ^ 2
  end
  local det = n * sxx - sx * sx
  for i, a in ipairs(u.axles) do
    list[i] = ((sxx * W - sx * Wx) + (n * Wx - sx * W) * (a.at - axle.behind(a))) / det
  end
  return list, 0
end

-- of a unit that leans on its coupling: axles share by `carries`, the coupling takes the rest
local function leans(u, W, Wx)
  local all, arm, x = 0, 0, u.coupling.x
  for _, a in ipairs(u.axles) do
    all, arm = all + a.carries, arm + a.carries * (a.at - axle.behind(a) - x)
  end
  local P, list = (Wx - W * x) / (arm / all), {}
  for i, a in ipairs(u.axles) do list[i] = P * a.carries / all end
  return list, W - P
end

-- what the axles of a unit carry of its body, what its coupling puts on the unit ahead, and the
-- moment of the weight about its middle
function unit.carried(u, g, hitch)
  local W, Wx, Wy = sums_of(weights_of(u, g, hitch))
  local list, ahead = (u.coupling and leans or stands)(u, W, Wx)
  for i in ipairs(u.axles) do
    words.positive(list[i], u.path .. "com",
      "it lies outside of the axles: axles[%d] would carry %s N", i,
      amounts.shown(list[i]))
  end
  return list, ahead, Wy
end

-- how much more of each axle stands on the left: sum P lean lever = W y
local function lean_of(u, list, Wy)
  local half = 0
  for i, a in ipairs(u.axles) do half = half + list[i] * axle.lever(a) end
  local lean = Wy / half
  if type(lean) == "number" and math.abs(lean) >= 1 then
    check.fail(u.path .. "com", "it lies outside of the wheels")
  end
  return lean
end

local function check_load(u, i, w)
  words.positive(w.load, ("%saxles[%d]"):format(u.path, i),
    "the wheel %s lifts off at rest: it would carry %s N", w.name,
    amounts.shown(w.load))
  words.positive(w.height, ("%saxles[%d].stiffness"):format(u.path, i),
    "the load of %s N flattens the tyre", amounts.shown(w.load))
end

-- the wheels of a unit, left before right, and what it puts on the unit ahead
function unit.wheels(u, g, hitch)
  local load, ahead, Wy = unit.carried(u, g, hitch)
  local lean, list = lean_of(u, load, Wy), {}
  for i, a in ipairs(u.axles) do
    for side = 1, -1, -2 do
      local w = { name = a.name .. (side == 1 and "l" or "r"), axle = a, x = a.at, side = side,
        y = side * a.track / 2, unit = u }
      axle.load(a, w, load[i], lean, g)
      check_load(u, i, w)
      list[#list + 1] = w
    end
  end
  return list, ahead
end

-- ---- bodies -------------------------------------------------------------------------------------

local MOVES = { Tx = "x", Ty = "y", Tz = "z", Rz = "yaw", Ry = "pitch", Rx = "roll" }

local function free_joint()
  local joint = { kind = "moves", moves = { "Tx", "Ty", "Tz", "Rz", "Ry", "Rx" }, q = {} }
  for i, move in ipairs(joint.moves) do joint.q[i] = MOVES[move] end
  return joint
end

-- articulation, then what else is free there
local function coupled_joint(u)
  local joint = { kind = "moves", moves = { "Rz" }, q = { "articulation_" .. u.number } }
  for _, row in ipairs { { "pitch", "Ry" }, { "roll", "Rx" } } do
    if u.coupling[row[1]] then
      joint.moves[#joint.moves + 1] = row[2]
      joint.q[#joint.q + 1] = row[1] .. "_" .. u.number
    end
  end
  return joint
end

local function load_body(p, parent)
  return { name = p.name .. (parent == "body" and "" or "_" .. parent), parent = parent,
    joint = "fixed", at = amounts.puts(p.at), mass = put(p.mass), inertia = amounts.puts(p.inertia),
    shapes = { { "box", size = { 0.5, 0.5, 0.4 }, color = { 0.72, 0.55, 0.3, 1 } } } }
end

-- the body of a unit; ahead: the unit before it
function unit.bodies(out, u, ahead, drawn)
  local body = { name = u.body, mass = put(u.mass), com = amounts.puts(u.com),
    inertia = amounts.puts(u.inertia), shapes = drawn }
  if ahead then
    body.parent, body.joint = ahead.body, coupled_joint(u)
    body.at = amounts.puts { ahead.hitch.x, 0, ahead.hitch.z }
    body.after = { { "Tx", put(-u.coupling.x) }, { "Tz", put(-ahead.hitch.z) } }
  else
    body.joint = free_joint()
  end
  out[#out + 1] = body
  for _, p in ipairs(u.payload) do out[#out + 1] = load_body(p, u.body) end
end

function unit.forces(out, u)
  local c = u.coupling
  if not c then return end
  local q = "articulation_" .. u.number
  if not is_zero(c.damping) then
    out[#out + 1] = { "damper", name = "coupling_" .. u.number, joint = q,
      damping = put(c.damping) }
  end
  if c.roll_stiffness or not is_zero(c.roll_damping) then
    out[#out + 1] = { "spring", name = "roll_" .. u.number, joint = "roll_" .. u.number,
      stiffness = put(c.roll_stiffness or 0), damping = put(c.roll_damping) }
  end
end

-- the yaw of a unit as a text: the sum of the turns before it
function unit.heading(units, k)
  local list = { "yaw" }
  for i = 2, k do list[i] = "articulation_" .. units[i].number end
  return list
end

return unit
