-- imu.lua - sensors on bodies of a model as blocks: li.imu, li.magnetometer, li.gps,
-- li.force_sensor
--
-- Each computes what it measures from coordinates, rates and accelerations of the run, by the
-- model's own pose, Jacobian and inverse dynamics:
--   gyro           R' w                      accelerometer  R' (a - g): +g upwards at rest
--   magnetometer   R' field                  gps            p + R r, its velocity
--   force sensor   M q'' + C q' + G at joints: all that acts along them but inertia and weight
local li = require "liaison.core"
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local lines = require "liaison.control.lines"
local sensing = require "liaison.control.sensing"
local turns = require "liaison.control.turns"
local kit = li._internal

local common = { model = "any", name = "str?", rate = { "num?", above = 0 },
  dt = { "num?", above = 0 }, delay = { "num?", min = 0 }, offset = { "num?", min = 0 },
  jitter = { "num?", min = 0 }, seed = "num?" }

local function fields_with(...)
  local out = {}
  for _, list in ipairs { common, ... } do for key, rule in pairs(list) do out[key] = rule end end
  return out
end

local PLACE = { body = "str?", point = { "vec3", default = { 0, 0, 0 } }, axes = "any?" }

-- ---- made ---------------------------------------------------------------------------------------

local function names_of(list, more)
  local out = {}
  for k, x in ipairs(list) do out[k] = tostring(x) .. more end
  return out
end

local function begin(o, kind)
  if kit.class(o.model) ~= "model" then
    check.fail("model", "expected a model, got %s", check.got(o.model))
  end
  local s = { o = o, model = o.model, lines = lines.new "k_" }
  s.q, s.v, s.a = names_of(o.model:coordinates(), ""), names_of(o.model:speeds(), ""),
    names_of(o.model:speeds(), "'")
  s.n = #s.v
  s.spec = { name = o.name or kind, dt = sensing.time_of(o, ""), delay = o.delay, offset = o.offset,
    jitter = o.jitter, seed = o.seed, inputs = {}, outputs = {}, states = {}, next = {}, lines = {},
    values = {}, to = {} }
  return s
end

local function uses(s, list)
  for _, name in ipairs(list) do s.spec.inputs[name] = name end
end

local function give(s, name, text, errors, path)
  s.spec.outputs[#s.spec.outputs + 1] =
    { name, sensing.measured(s.spec, text, errors, path, "_" .. name) }
  s.spec.to[name] = false
end

-- errors of one thing, or one for each axis: {noise = 1} or {x = {noise = 1}, ..}
local function errors_of(given, path)
  local out = {}
  given = given or {}
  local by_axis = type(given) == "table" and (given.x or given.y or given.z)
  if by_axis then check.keys(given, path, { x = true, y = true, z = true }) end
  for k, axis in ipairs { "x", "y", "z" } do
    local one = given
    if by_axis then one = given[axis] or {} end
    local at = by_axis and path .. "." .. axis or path
    out[k] = check.fields(one, at, sensing.fields)
  end
  return out
end

local function give_three(s, name, vector, errors, path)
  for k, axis in ipairs { "x", "y", "z" } do
    give(s, name .. "_" .. axis, vector[k], errors[k], path)
  end
end

local function finish(s)
  local list = {}
  for _, line in ipairs(s.lines.list) do list[#list + 1] = line end
  -- readings that are held stand behind what they are made of
  for _, line in ipairs(s.spec.lines) do list[#list + 1] = line end
  s.spec.lines = list
  return blocks.make(s.spec)
end

-- ---- what the model says ------------------------------------------------------------------------

local function is_turn(A)
  for i = 1, 3 do
    for j = 1, 3 do
      local sum = 0
      for k = 1, 3 do sum = sum + A[k][i] * A[k][j] end
      if not (math.abs(sum - (i == j and 1 or 0)) < 1e-9) then return false end
    end
  end
  return true
end

-- axes of the sensor as columns, in the body
local function axes_of(given)
  if given == nil then return nil end
  local A = given
  if type(given) == "table" then A = check.value(given, "axes", "mat") end
  if not (kit.class(A) and #A == 3 and #A[1] == 3) then
    check.fail("axes", "expected 3x3 numbers, the axes of the sensor as columns in the body")
  end
  if not is_turn(A) then check.fail("axes", "expected a rotation: columns of length 1, square") end
  return A
end

-- R (axes of the sensor in the world), p
local function pose_of(s)
  uses(s, s.q)
  local X = s.lines:call("pose", s.model, 3, 4, { q = s.q, place = s.o.body })
  local R, A = lines.part(X, 1, 3, 1, 3), axes_of(s.o.axes)
  if A then
    local rows = {}
    for i = 1, 3 do rows[i] = { A[i][1], A[i][2], A[i][3] } end
    R = s.lines:mul(R, lines.matrix(rows))
  end
  return R, X
end

local function rows_times(s, J, first, names, more)
  local out = {}
  for i = 1, 3 do
    local terms = {}
    for k = 1, s.n do terms[k] = lines.product(J[first + i - 1][k], names[k]) end
    if more then terms[#terms + 1] = more[i] end
    out[i] = s.lines:let(lines.sum(terms))
  end
  return out
end

local function jacobian_of(s)
  uses(s, s.v)
  return s.lines:call("jacobian", s.model, 6, s.n,
    { q = s.q, place = s.o.body, point = s.o.point })
end

-- a - g in the world
local function specific_force(s, J)
  uses(s, s.a)
  local bias = s.lines:call("bias_acceleration", s.model, 6, 1,
    { q = s.q, v = s.v, place = s.o.body, point = s.o.point })
  local g, more = s.model:description().gravity or { 0, 0, -9.81 }, {}
  for i = 1, 3 do more[i] = ("%s - %s"):format(bias[i][1], lines.number(g[i])) end
  return rows_times(s, J, 1, s.a, more)
end

local function in_axes(s, R, v) return turns.turned(s.lines, lines.transpose(R), v) end

-- ---- sensors ------------------------------------------------------------------------------------

local function imu(spec)
  local o = check.fields(spec, "",
    fields_with(PLACE, { gyro = "table?", accelerometer = "table?" }))
  local s = begin(o, "imu")
  local gyro, accelerometer = errors_of(o.gyro, "gyro"), errors_of(o.accelerometer, "accelerometer")
  local R, J = pose_of(s), jacobian_of(s)
  give_three(s, "gyro", in_axes(s, R, rows_times(s, J, 4, s.v)), gyro, "gyro")
  give_three(s, "acc", in_axes(s, R, specific_force(s, J)), accelerometer, "accelerometer")
  return finish(s)
end

-- errors told beside the other fields
local function own_errors(o)
  local out = {}
  for key in pairs(sensing.fields) do out[key] = o[key] end
  return { out, out, out }
end

local function magnetometer(spec)
  local o = check.fields(spec, "", fields_with(PLACE, sensing.fields,
    { field = { "vec3", default = { 1, 0, 0 } } }))
  local s = begin(o, "magnetometer")
  local field = {}
  for k = 1, 3 do field[k] = lines.number(o.field[k]) end
  give_three(s, "mag", in_axes(s, pose_of(s), field), own_errors(o), "magnetometer")
  return finish(s)
end

local function gps(spec)
  local o = check.fields(spec, "", fields_with(PLACE, sensing.fields, { velocity = "table?" }))
  local s = begin(o, "gps")
  if o.axes then check.fail("axes", "it measures in the axes of the world") end
  local R, X = pose_of(s)
  local point, r = {}, o.point
  for i = 1, 3 do
    local terms = { X[i][4] }
    for k = 1, 3 do
      terms[#terms + 1] = lines.product(R[i][k], lines.number(r[k]))
    end
    point[i] = s.lines:let(lines.sum(terms))
  end
  give_three(s, "pos", point, own_errors(o), "gps")
  if o.velocity then
    give_three(s, "vel", rows_times(s, jacobian_of(s), 1, s.v), errors_of(o.velocity, "velocity"),
      "velocity")
  end
  return finish(s)
end

local function force_sensor(spec)
  local o = check.fields(spec, "", fields_with(sensing.fields, { joints = "any?" }))
  local s = begin(o, "force_sensor")
  if #s.q ~= s.n then
    check.fail("model", "expected coordinates whose rates are the speeds, got %d and %d", #s.q, s.n)
  end
  uses(s, s.q)
  uses(s, s.v)
  uses(s, s.a)
  local tau = s.lines:call("id", s.model, s.n, 1, { q = s.q, v = s.v, a = s.a })
  local at = {}
  for k, name in ipairs(s.q) do at[name] = k end
  for _, name in ipairs(check.words(o.joints, "joints", "\"q1 q2\"") or s.q) do
    local k = at[name]
    if not k then
      check.fail("joints", "there is no coordinate '%s'%s", name, check.hint(name, at))
    end
    give(s, "tau_" .. name, tau[k][1], own_errors(o)[1], "force_sensor")
  end
  return finish(s)
end

local ARM = "local arm = li.planar{1} "

check.define(li, {
  { "imu(spec: table) -> block",
    "Gyro and accelerometer on a body of a model, for li.simulate{sensors = {li.imu{..}}}: {model, "
      .. "body, point = {0, 0, 0} on it, axes (3x3, of the sensor in the body), rate or dt, gyro = "
      .. "{noise, bias, drift, range, bits, resolution, dropout} (of all axes, or {x = {..}}), "
      .. "accelerometer = {..}, delay, jitter, seed}. Outputs gyro_x.., acc_x.. (R'(a - g): +g "
      .. "upwards at rest).",
    ARM .. "local b = li.imu{model = arm, rate = 100} return b:step{[\"q1'\"] = 2}[3] --> 2", imu },
  { "magnetometer(spec: table) -> block",
    "The field (in the world, {1, 0, 0}) in the axes of a body: {model, body, axes, field, rate, "
      .. "noise, bias, ..}. Outputs mag_x...",
    ARM .. "return li.magnetometer{model = arm, rate = 50}:step{q1 = 0}[1] --> 1", magnetometer },
  { "gps(spec: table) -> block",
    "Where a point of a body is: {model, body, point, rate, noise, .., velocity = {noise ..} (its "
      .. "velocity too)}. Outputs pos_x.., vel_x...",
    ARM .. "return li.gps{model = arm, rate = 5}:step{q1 = 0}[1] --> 1", gps },
  { "force_sensor(spec: table) -> block",
    "Generalized forces at joints by inverse dynamics of what a run does: all that acts along them "
      .. "but inertia and weight (drives, springs, friction, contacts): {model, joints = \"q1\", "
      .. "rate, noise, ..}. Outputs tau_q1...",
    ARM .. "return #li.force_sensor{model = arm, rate = 100}.outputs --> 1", force_sensor },
})
