-- steady_turn.lua - li.steady_turn: the motion of a vehicle that turns steadily, as the root of its
-- equations, not as the end of a run
--
-- Conditions tell the speed, and how it turns; steer and drive are found (steady_root.lua).
local li = require "liaison"
local check = require "liaison.base.check"
local root = require "liaison.vehicle.steady_root"
local words = require "liaison.vehicle.vehicle_words"
local kit = li._internal

local steady = {}
local class

-- ---- asked --------------------------------------------------------------------------------------

local function values_of(v, s)
  local y = words.outputs(v, s.x, s.u)
  local V = root.measure.speed(y)
  local out = { speed = V, yaw_rate = y.yaw_rate, lateral_acceleration = V * y.yaw_rate,
    radius = y.yaw_rate ~= 0 and V / y.yaw_rate or math.huge,
    sideslip = li.atan(y.lateral_speed / y.speed) }
  for name, a in pairs(y) do if out[name] == nil then out[name] = a end end
  for name, a in pairs(s.u) do out[name] = a end
  return out
end

local function state_of(p, s)
  local v, nq = p.v, #p.v.q
  local q, speeds = {}, {}
  for k, name in ipairs(v.q) do q[name], speeds[name] = s.x[k], s.x[nq + k] end
  local own = {}
  for k = 1, words.own(v) do own[k] = s.x[2 * nq + k] end
  return class.new { vehicle = v, x = s.x, q = q, v = speeds, u = s.u, values = values_of(v, s),
    z = own, unknowns = p.unknowns }
end

-- inputs that stay, and those that are found
local function split_inputs(v, o)
  local u, free = {}, {}
  for name, x in pairs(o.u or {}) do
    if not v.input[name] then
      check.fail("u", "the vehicle has no input '%s'%s", tostring(name),
        check.hint(name, v.input))
    end
    u[name] = check.value(x, "u." .. name, "num")
  end
  if o.steer then u.steer = o.steer end
  for _, name in ipairs { "steer", v.pushes } do
    if u[name] == nil then free[#free + 1] = name end
  end
  return u, free
end

local HOW = { "radius", "curvature", "lateral_acceleration", "yaw_rate", "steer" }

local function how_of(o)
  local how
  for _, key in ipairs(HOW) do
    if o[key] ~= nil and how then
      check.fail(key, "'%s' and '%s' say both how it turns: give one", how, key)
    end
    how = o[key] ~= nil and key or how
  end
  if o.radius == 0 then check.fail("radius", "expected a number that is not 0 (left > 0)") end
  return how
end

local NEEDS = { inputs = { "steer" }, outputs = { "speed", "lateral_speed", "yaw_rate" },
  coordinates = { "x", "y", "yaw" } }

function steady.demand(v)
  words.demand(v, NEEDS)
  if not v.pushes then
    check.fail("vehicle", "the vehicle '%s' has no input drive or force to keep its speed by",
      v.name)
  end
  return v
end

local function no_turn(v, how, want, got, s)
  local y = values_of(v, s)
  return nil, ("no steady turn of '%s' at %s m/s with %s = %s: the last one has %s = %s "
    .. "(%s m/s2, steer %s)"):format(v.name, kit.number(y.speed, 4), how, kit.number(want, 4),
    how, kit.number(got, 4), kit.number(y.lateral_acceleration, 4), kit.number(s.u.steer, 4)),
    "ELIMIT"
end

-- straight ahead at a speed: a state, or nil, why, code
function steady.straight(v, speed, u)
  steady.demand(v)
  local given, free = split_inputs(v, { u = u })
  local p = root.problem(v, speed, free, given)
  local s = root.straight(p, speed)
  if not s then
    return nil, ("'%s' does not run straight ahead at %s m/s: no equilibrium was found"):format(
      v.name, kit.number(speed)), "ELIMIT"
  end
  return state_of(p, s)
end

-- where steer is told: the turn that it makes, by its curvature
local function by_steer(v, o)
  local u, free = split_inputs(v, { u = o.u })
  local p = root.problem(v, o.speed, free, u)
  local s = root.straight(p, o.speed)
  if not s then return steady.straight(v, o.speed, o.u) end
  local before = s.u.steer
  local q = root.problem(v, o.speed, { v.pushes }, u)
  -- one unknown less, and one condition less: steer goes in steps
  local at, step = before, (o.steer - before) / 4
  while at ~= o.steer do
    local aim = math.abs(o.steer - at) <= math.abs(step) and o.steer or at + step
    local guess = root.copy(s)
    guess.u.steer = aim
    local new = root.newton(q, guess, { { name = "speed", value = o.speed } })
    if new then
      s, at, step = new, aim, step * 1.5
    else
      step = step / 2
      if math.abs(step) < 1e-4 * math.abs(o.steer - before) then
        return no_turn(v, "steer", o.steer, at, s)
      end
    end
  end
  return state_of(q, s)
end

local SCHEMA = { speed = { "num", above = 0 }, radius = "num?", curvature = "num?",
  lateral_acceleration = "num?", yaw_rate = "num?", steer = "num?", u = "table?" }

-- A list of states at points {speed, how, value}, each from the one before, as far as there are
-- any; then why it ended, and the last turn there is
function steady.sequence(v, points, u)
  steady.demand(v)
  local given, free = split_inputs(v, { u = u })
  local p = root.problem(v, points[1].speed, free, given)
  local states, last, to = root.along(p, points)
  if not states then return {}, select(2, steady.straight(v, points[1].speed, u)) end
  local list = {}
  for i, s in ipairs(states) do list[i] = state_of(p, s) end
  if not last then return list end
  local y = words.outputs(v, last.x, last.u)
  local _, why = no_turn(v, to.how, to.value, root.measure[to.how](y, root.measure.speed(y)), last)
  return list, why, state_of(p, last)
end

local function steady_turn(vehicle, spec)
  local v = steady.demand(words.from(vehicle))
  local o = check.fields(spec or {}, "", SCHEMA)
  local how = how_of(o)
  if how == "steer" then return by_steer(v, o) end
  if not how then return steady.straight(v, o.speed, o.u) end
  local value = how == "radius" and 1 / o.radius or o[how]
  how = how == "radius" and "curvature" or how
  local list, why = steady.sequence(v, { { speed = o.speed, how = how, value = value } }, o.u)
  if not list[1] then return nil, why, "ELIMIT" end
  return list[1]
end

steady.turn = steady_turn

-- ---- small motions about it ---------------------------------------------------------------------

-- states that matter: without x, y, yaw and what is only counted; x', y' become u, w of the heading
local function kept_states(t, lin)
  local drop = { x = true, y = true, yaw = true }
  for _, one in ipairs(t.unknowns) do
    local q = not one.input and one.name:match "^(.*)'$"
    if q then drop[q] = true end
  end
  local rows, names = {}, {}
  for k, name in ipairs(lin.states) do
    if not drop[name] then
      rows[#rows + 1] = k
      names[#names + 1] = name == "x'" and "u" or name == "y'" and "w" or name == "yaw'" and "r"
        or name
    end
  end
  return rows, names
end

local function part(M, rows, cols)
  local out = li.zeros(#rows, #cols)
  for i, r in ipairs(rows) do for j, c in ipairs(cols) do out[i][j] = M[r][c] end end
  return out
end

-- x'' = u' - r w, y'' = w' + r u in axes that turn: what that adds to the slopes of u' and w'
local function turn_rows(t, A, names)
  local at = {}
  for k, name in ipairs(names) do at[name] = k end
  local r, u, w = t.v.yaw, t.v.x, t.v.y
  local iu, iw, ir = at.u, at.w, at.r
  A[iu][iw] = A[iu][iw] + r
  A[iu][ir] = A[iu][ir] + w
  A[iw][iu] = A[iw][iu] - r
  A[iw][ir] = A[iw][ir] - u
end

local function linear(t, options)
  local v = t.vehicle
  local o = check.fields(options or {}, "", { inputs = "any?", outputs = "any?" })
  local known = {}
  for name in pairs(v.input) do known[#known + 1] = name end
  kit.sort(known)
  local lin, why, code = v.model:linearize { q = t.q, v = t.v, u = t.u,
    z = #t.z > 0 and t.z or nil, inputs = o.inputs or known, outputs = o.outputs }
  if not lin then return nil, why, code end
  local rows, names = kept_states(t, lin)
  local cols, outs = {}, {}
  for k = 1, #lin.inputs do cols[k] = k end
  for k = 1, #lin.outputs do outs[k] = k end
  local A = part(lin.A, rows, rows)
  turn_rows(t, A, names)
  return li.ss { A = A, B = #cols > 0 and part(lin.B, rows, cols) or nil,
    C = part(lin.C, outs, rows), D = #cols > 0 and lin.D or nil, states = names,
    inputs = #cols > 0 and lin.inputs or nil, outputs = lin.outputs }
end

-- the fast ones rest: A11 - A12 A22^-1 A21 of w and r
local function two_states(t)
  local lin, why, code = linear(t, { inputs = { "steer" } })
  if not lin then return nil, why, code end
  local slow, fast, at = {}, {}, {}
  for k, name in ipairs(lin.states) do at[name] = k end
  slow[1], slow[2] = at.w, at.r
  for k, name in ipairs(lin.states) do
    if name ~= "w" and name ~= "r" and name ~= "u" then fast[#fast + 1] = k end
  end
  local A, B = part(lin.A, slow, slow), part(lin.B, slow, { 1 })
  if #fast > 0 then
    local A22 = part(lin.A, fast, fast)
    local X, Y = A22:solve(part(lin.A, fast, slow)), A22:solve(part(lin.B, fast, { 1 }))
    if not X then return nil, "the fast states have no rest", "ESINGULAR" end
    A = A - part(lin.A, slow, fast) * X
    B = B - part(lin.A, slow, fast) * Y
  end
  return li.ss { A = A, B = B, states = { "lateral_speed", "yaw_rate" }, inputs = { "steer" },
    outputs = { "lateral_speed", "yaw_rate" } }
end

local function is_stable(t)
  local lin, why, code = linear(t)
  if not lin then return nil, why, code end
  return lin:stable()
end

-- ---- shown --------------------------------------------------------------------------------------

local function text(t)
  local y, out = t.values, {}
  local function add(name, x, unit)
    out[#out + 1] = ("%s %s %s"):format(name, kit.number(x, 5), unit)
  end
  add("speed", y.speed, "m/s")
  if math.abs(y.radius) < 1e9 then add("radius", y.radius, "m") end
  add("lateral acceleration", y.lateral_acceleration, "m/s2")
  add("yaw rate", y.yaw_rate, "rad/s")
  add("sideslip", y.sideslip / li.deg, "deg")
  add("steer", t.u.steer, "rad")
  return "steady turn: " .. table.concat(out, ", ")
end

local CAR = "local c = li.single_track{mass = 1300, inertia = 2000, a = 1.2, b = 1.4, front = 9e4, "
  .. "rear = 1.1e5, linear = true} "

class = check.class("steadyturn", "A steady turn of a vehicle: values (outputs, speed, radius, "
  .. "lateral_acceleration, sideslip and inputs by name), q, v, u, z (own states of forces, "
  .. "for the option z of runs), vehicle.", {
  { "steadyturn:linear([options: table]) -> statespace",
    "Small motions about it in axes of the heading: states without x, y, yaw and turns of wheels; "
      .. "x' and y' are called u and w, yaw' r. options: inputs, outputs.",
    CAR .. "return #li.steady_turn(c, {speed = 20, radius = 80}):linear().states --> 3", linear },
  { "steadyturn:handling() -> statespace",
    "The same with two states, lateral_speed and yaw_rate of x, y by steer: what is faster rests.",
    CAR .. "return #li.steady_turn(c, {speed = 20}):handling().states --> 2", two_states },
  { "steadyturn:stable() -> bool", "Do small motions die out? else a pole that does not.",
    CAR .. "return (li.steady_turn(c, {speed = 20, radius = 80}):stable()) --> true", is_stable },
  { "steadyturn.__tostring(t: steadyturn) -> str", "Its numbers.",
    CAR .. "return tostring(li.steady_turn(c, {speed = 20})):sub(1, 11) --> steady turn", text },
})

check.define(li, {
  { "steady_turn(vehicle: any, options: table) -> steadyturn",
    "The steady motion of a vehicle (li.car, li.single_track, or any with their inputs steer and "
      .. "drive or force, outputs speed, lateral_speed, yaw_rate, coordinates x, y, yaw) at a "
      .. "speed: radius (left > 0), curvature, lateral_acceleration or yaw_rate tell how it turns, "
      .. "steer and drive are found; steer = tells the wheel; none: straight ahead. u: other "
      .. "inputs by name. nil, message, code with the last turn there is where there is none.",
    CAR .. "return ('%.5f'):format(li.steady_turn(c, {speed = 20, radius = 80}).u.steer) --> "
      .. "0.04412", steady_turn },
})

return steady
