-- attitude.lua - li.attitude_filter: which way a body points, and the bias of its gyro, from gyro,
-- accelerometer and magnetometer
--
-- q takes components from the body to the world (scalar first), gyro w_m = w + b + noise;
-- directions d of the world seen from the body are R' d: up, from an accelerometer (that shows +g
-- upwards at rest), and the field, from a magnetometer. Between asks q turns by exp((w_m - b) dt).
--
--   complementary  w_m - b + kp sum v x v^,  b' = -ki sum v x v^      [Mahony, Hamel, Pflimlin 08]
--   madgwick       q' less beta g, b' = zeta 2 q* g, g = grad/|grad| of sum |R' d - v|^2/2
--                                                                                [Madgwick 2010]
--   mekf           Kalman filter of the error exp(theta) behind q, and b  [Lefferts, Markley 1982]
--   invariant      the same of the error before q: exp(delta) q           [Barrau, Bonnabel 2017]
local li = require "liaison.core"
local check = require "liaison.base.check"
local covariance = require "liaison.control.covariance"
local filtering = require "liaison.control.filtering"
local lines = require "liaison.control.lines"
local turns = require "liaison.control.turns"
local kit = li._internal

local KINDS = { complementary = { kp = 1, ki = 0.1 }, madgwick = { beta = 0.1, zeta = 0 },
  mekf = {}, invariant = {} }

local fields = { kind = "str", gyro = "any", accelerometer = "any?", magnetometer = "any?",
  dt = { "num", above = 0 }, gains = "table?", noise = "table?", P0 = "table?", q0 = "any?",
  bias0 = "any?", field = "vec3?", up = "vec3?", gravity = { "num", default = 9.81, above = 0 },
  band = { "num?", above = 0 }, normalize = { "bool?", default = true }, form = "str?",
  tell = "any?", name = "str?", offset = { "num?", min = 0 }, delay = { "num?", min = 0 } }

-- ---- what is told -------------------------------------------------------------------------------

local function three(f, given, path, symbol)
  local names = check.words(given, path, "\"wx wy wz\"")
  if #names ~= 3 then check.fail(path, "expected three signals, got %d", #names) end
  local out = {}
  for k, name in ipairs(names) do
    out[k] = symbol .. ("xyz"):sub(k, k)
    f.spec.inputs[out[k]] = name
  end
  return out
end

local function numbers(given, n, path, default)
  if given == nil then return default end
  if kit.class(given) == nil and type(given) ~= "table" or #given ~= n then
    check.fail(path, "expected %d numbers", n)
  end
  return given
end

local function unit_numbers(v, path)
  local length = math.sqrt(v[1] ^ 2 + v[2] ^ 2 + v[3] ^ 2)
  if not (length > 0) then check.fail(path, "expected a direction, got zeros") end
  return { v[1] / length, v[2] / length, v[3] / length }
end

local function values_of(f, given, defaults, path)
  for key, x in pairs(given or {}) do
    if defaults[key] == nil then
      check.fail(path, "there is no '%s'%s", tostring(key), check.hint(key, defaults))
    end
    if type(x) ~= "number" or x < 0 then
      check.fail(path .. "." .. key, "expected a number >= 0, got %s", check.got(x))
    end
  end
  local out = {}
  for key, x in pairs(defaults) do
    out[key] = given and given[key] or x
    if f then f.spec.values[key] = out[key] end
  end
  return out
end

-- directions that are seen: measured (unit, body), of the world as texts, weight 0 or 1
local function add_direction(f, seen, given, name, letter, d)
  if given == nil then return end
  local raw = three(f, given, name, letter)
  local v, length = turns.unit(f.lines, raw)
  local entry = { name = name, v = v, d = {}, keep = "1" }
  for k = 1, 3 do entry.d[k] = d[k] == 1 and "1" or lines.number(d[k]) end
  if name == "accelerometer" and f.o.band then
    f.spec.values.band, f.spec.values.gravity = f.o.band, f.o.gravity
    entry.keep = f.lines:let(("piecewise(abs(%s/gravity - 1) < band, 1, 0)"):format(length))
  end
  seen[#seen + 1] = entry
end

local function read(spec)
  local o = check.fields(spec, "", fields)
  if not KINDS[o.kind] then
    check.fail("kind", "unknown kind '%s'%s", o.kind, check.hint(o.kind, KINDS))
  end
  local f = filtering.begin(o, "attitude")
  f.q, f.b, f.seen = { "qw", "qx", "qy", "qz" }, { "bx", "by", "bz" }, {}
  f.q0 = numbers(o.q0, 4, "q0", { 1, 0, 0, 0 })
  f.b0 = numbers(o.bias0, 3, "bias0", { 0, 0, 0 })
  f.w = three(f, o.gyro, "gyro", "w")
  local up, field = unit_numbers(o.up or { 0, 0, 1 }, "up"),
    unit_numbers(o.field or { 1, 0, 0 }, "field")
  add_direction(f, f.seen, o.accelerometer, "accelerometer", "a", up)
  add_direction(f, f.seen, o.magnetometer, "magnetometer", "m", field)
  if #f.seen == 0 then
    check.fail("accelerometer", "expected an accelerometer, a magnetometer or both")
  end
  return f
end

-- ---- what all have in common --------------------------------------------------------------------

-- w_m - b
local function rate_of(f, b)
  local out = {}
  for k = 1, 3 do out[k] = f.lines:let(("%s - %s"):format(f.w[k], b[k])) end
  return out
end

local function times_dt(f, w)
  local out = {}
  for k = 1, 3 do out[k] = f.lines:let(w[k] .. "*dt") end
  return out
end

local function give(f, q, b, w)
  for k, name in ipairs(f.q) do filtering.output(f, name .. "_est", q[k]) end
  for k, name in ipairs(f.b) do filtering.output(f, name .. "_est", b[k]) end
  for k = 1, 3 do filtering.output(f, ("w%s_est"):format(("xyz"):sub(k, k)), w[k]) end
end

local function keep(f, q, b)
  if f.o.normalize then q = turns.unit(f.lines, q) end
  for k, name in ipairs(f.q) do filtering.state(f, name, f.q0[k], q[k]) end
  for k, name in ipairs(f.b) do filtering.state(f, name, f.b0[k], b[k]) end
end

-- R' d of every direction
local function expected(f, R)
  local Rt, out = lines.transpose(R), {}
  for k, s in ipairs(f.seen) do out[k] = turns.turned(f.lines, Rt, s.d) end
  return out
end

-- ---- by gains -----------------------------------------------------------------------------------

local function added(f, a, factor, b)
  local out = {}
  for k = 1, #a do out[k] = f.lines:let(("%s + %s*%s"):format(a[k], factor, b[k])) end
  return out
end

function KINDS.complementary.write(f)
  local L = f.lines
  values_of(f, f.o.gains, { kp = 1, ki = 0.1 }, "gains")
  local guess = expected(f, turns.matrix(L, f.q))
  local e = { "0", "0", "0" }
  for k, s in ipairs(f.seen) do
    local c = turns.cross(L, s.v, guess[k])
    for i = 1, 3 do
      local part = lines.product(s.keep, c[i])
      e[i] = e[i] == "0" and part or e[i] .. " + " .. part
    end
  end
  for i = 1, 3 do e[i] = L:let(e[i]) end
  local w = rate_of(f, f.b)
  local turn = turns.exp(L, times_dt(f, added(f, w, "kp", e)))
  give(f, f.q, f.b, w)
  keep(f, turns.product(L, f.q, turn), added(f, f.b, "(-ki*dt)", e))
end

function KINDS.madgwick.write(f)
  local L, terms = f.lines, {}
  values_of(f, f.o.gains, { beta = 0.1, zeta = 0 }, "gains")
  local guess = expected(f, turns.matrix(L, f.q))
  for k, s in ipairs(f.seen) do
    for i = 1, 3 do
      terms[#terms + 1] = lines.product(s.keep, ("(%s - %s)^2/2"):format(guess[k][i], s.v[i]))
    end
  end
  local slopes = L:slopes({ lines.sum(terms) }, f.q)
  local down = turns.unit(L, slopes[1])
  local w = rate_of(f, f.b)
  local conjugate = { f.q[1], "(-qx)", "(-qy)", "(-qz)" }
  local drift = turns.product(L, conjugate, down)
  give(f, f.q, f.b, w)
  local q = turns.product(L, f.q, turns.exp(L, times_dt(f, w)))
  keep(f, added(f, q, "(-beta*dt)", down),
    added(f, f.b, "(2*zeta*dt)", { drift[2], drift[3], drift[4] }))
end

-- ---- by covariance ------------------------------------------------------------------------------

local NOISE = { gyro = 1e-3, bias = 1e-5, accelerometer = 0.02, magnetometer = 0.02 }

local function start_covariance(f)
  local p = values_of(nil, f.o.P0, { attitude = 1, bias = 1e-2 }, "P0")
  local P0 = li.zeros(6, 6)
  for k = 1, 3 do P0[k][k], P0[3 + k][3 + k] = p.attitude, p.bias end
  return covariance.new(f.lines, P0, covariance.form_of(f.o.form, "form"))
end

local function noise_values(f)
  local noise = values_of(nil, f.o.noise, NOISE, "noise")
  local v = f.spec.values
  v.gyro_noise, v.bias_noise = noise.gyro, noise.bias
  for _, s in ipairs(f.seen) do v[s.name .. "_noise"] = noise[s.name] end
end

-- e and H, of three errors of attitude and three of bias
local function rows_of(f, e, H)
  local all, rows, r, names = {}, {}, {}, {}
  for k, s in ipairs(f.seen) do
    local variance = f.lines:let(s.name .. "_noise^2")
    for i = 1, 3 do
      local row = { "0", "0", "0", "0", "0", "0" }
      for j = 1, 3 do row[j] = f.lines:let(lines.product(s.keep, H[k][i][j]) or "0") end
      all[#all + 1], rows[#rows + 1], r[#r + 1] = e[k][i], row, variance
      names[#names + 1] = { name = s.name .. ("xyz"):sub(i, i), every = 1 }
    end
  end
  return all, rows, r, names
end

local function corrected(f, c, e, H)
  local all, rows, r, names = rows_of(f, e, H)
  local none, fresh = {}, {}
  for k = 1, #all do none[k], fresh[k] = false, false end
  local delta, seen, variances = covariance.measure(c, all, rows, r, none)
  local b = {}
  for k = 1, 3 do b[k] = f.lines:let(("%s + %s"):format(f.b[k], delta[3 + k])) end
  return { delta[1], delta[2], delta[3] }, b, function()
    local told = filtering.told(f)
    filtering.tell_innovations(f, told, names, seen, variances, fresh)
    filtering.tell_covariance(f, told, { "turn_x", "turn_y", "turn_z", "bx", "by", "bz" },
      function(i, j) return c:entry(i, j) end)
  end
end

-- rows {A -B dt; 0 1}, white noise of the gyro on the attitude, of its walk on the bias
local function moved_on(f, c, A, B)
  local F, q = lines.eye(6), {}
  for i = 1, 3 do
    for j = 1, 3 do
      F[i][j] = A[i][j]
      F[i][3 + j] = B[i][j] == "0" and "0" or f.lines:let(("(-dt)*%s"):format(B[i][j]))
    end
    q[i], q[3 + i] = "(gyro_noise^2*dt)", "(bias_noise^2*dt)"
  end
  c:predict(F, lines.eye(6), q)
  filtering.keep(f, c)
end

function KINDS.mekf.write(f)
  local L = f.lines
  noise_values(f)
  local c, guess, e, H = start_covariance(f), expected(f, turns.matrix(L, f.q)), {}, {}
  for k, s in ipairs(f.seen) do
    H[k], e[k] = turns.skew(guess[k]), {}
    for i = 1, 3 do e[k][i] = L:let(("%s - %s"):format(s.v[i], guess[k][i])) end
  end
  local theta, b, tell = corrected(f, c, e, H)
  local q = turns.product(L, f.q, turns.exp(L, theta))
  local w = rate_of(f, b)
  give(f, q, b, w)
  tell()
  local turn = turns.exp(L, times_dt(f, w))
  moved_on(f, c, lines.transpose(turns.matrix(L, turn)), lines.eye(3))
  keep(f, turns.product(L, q, turn), b)
end

function KINDS.invariant.write(f)
  local L = f.lines
  noise_values(f)
  local c, R, e, H = start_covariance(f), turns.matrix(L, f.q), {}, {}
  for k, s in ipairs(f.seen) do
    local there = turns.turned(L, R, s.v)
    H[k], e[k] = turns.skew(s.d), {}
    for i = 1, 3 do e[k][i] = L:let(("%s - %s"):format(there[i], s.d[i])) end
  end
  local delta, b, tell = corrected(f, c, e, H)
  local q = turns.product(L, turns.exp(L, delta), f.q)
  local w = rate_of(f, b)
  give(f, q, b, w)
  tell()
  local turn = turns.exp(L, times_dt(f, w))
  moved_on(f, c, lines.eye(3), turns.matrix(L, q))
  keep(f, turns.product(L, q, turn), b)
end

-- ---- made ---------------------------------------------------------------------------------------

local function attitude_filter(spec)
  local f = read(spec)
  local gains = f.o.kind == "complementary" or f.o.kind == "madgwick"
  for _, key in ipairs { "noise", "P0", "form", "tell" } do
    if gains and f.o[key] ~= nil then
      check.fail(key, "the kind '%s' goes by gains", f.o.kind)
    end
  end
  if not gains and f.o.gains then
    check.fail("gains", "the kind '%s' goes by noise and P0", f.o.kind)
  end
  KINDS[f.o.kind].write(f)
  return filtering.finish(f)
end

local EXAMPLE = "local b = li.attitude_filter{kind = 'mekf', gyro = 'wx wy wz', accelerometer = "
  .. "'ax ay az', dt = 0.01} "

check.define(li, {
  { "attitude_filter(spec: table) -> block",
    "Which way a body points, as a block: kind = 'complementary' (gains = {kp, ki}), 'madgwick' "
      .. "({beta, zeta}), 'mekf' or 'invariant' (noise = {gyro, bias: per sqrt(Hz); accelerometer, "
      .. "magnetometer: of unit directions}, P0 = {attitude, bias}, form, tell); gyro, "
      .. "accelerometer, magnetometer: three signals each; up, field: directions in the world; q0, "
      .. "bias0, band (accelerations off g by more are left out), normalize, dt. Outputs qw_est.., "
      .. "bx_est.., wx_est...",
    EXAMPLE .. "return b:step{wx = 0, wy = 0, wz = 0, ax = 0, ay = 0, az = 9.81}[1] --> 1",
    attitude_filter },
})
