-- balance.lua - zero-moment point, capture point, centre of pressure
--
--   F = p' - m g, M = L' + c x F about the world's origin: the forces from outside
--   at the zero-moment point P of the plane z = h:  (M - P x F)_xy = 0       [Vukobratovic 1972]
--   capture point of the linear inverted pendulum: c + c' sqrt((c_z - h)/g)  [Pratt et al. 2006]
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local balance = {}

-- F, M about the world's origin, that contacts exert in the motion q, v, a (weight taken away)
function balance.from_ground(model, q, v, a)
  local rate = model:momentum_rate(q, v, a)
  local c, m = model:com(q), balance.mass(model)
  local g = li.vec(model:description().gravity or { 0, 0, -9.81 })
  local F = li.vec { rate[1], rate[2], rate[3] } - m * g
  return F, li.vec { rate[4], rate[5], rate[6] } + c:cross(F), c, m, g
end

-- of all that moves: p = m c', by any velocity that moves the centre
function balance.mass(model)
  local A, J = model:momentum_matrix(model:neutral()), model:com_jacobian(model:neutral())
  local over, under = 0, 0
  for i = 1, 3 do
    for k = 1, select(2, J:size()) do
      over, under = over + A[i][k] * J[i][k], under + J[i][k] * J[i][k]
    end
  end
  return under > 0 and over / under or 0
end

local function refuse_slanted(g)
  if math.abs(g[1]) + math.abs(g[2]) > 1e-9 * math.abs(g[3]) or not (g[3] < 0) then
    check.fail("gravity", "expected it along -z, got %s", tostring(g))
  end
end

local function zmp(model, q, v, a, height)
  q, v, a = li.vec(q), li.vec(v), li.vec(a)
  local h = height or 0
  local F, M = balance.from_ground(model, q, v, a)
  if not (F[3] > 0) then
    return nil, "nothing presses on the ground: there is no zero-moment point", "EUNREACHABLE",
      { force = F, moment = M }
  end
  local P = li.vec { (h * F[1] - M[2]) / F[3], (M[1] + h * F[2]) / F[3], h }
  return P, { force = F, moment = (M - P:cross(F))[3] }
end

local function capture_point(model, q, v, height)
  q, v = li.vec(q), li.vec(v)
  local h, c = height or 0, model:com(q)
  local g = li.vec(model:description().gravity or { 0, 0, -9.81 })
  refuse_slanted(g)
  if not (c[3] > h) then
    return nil, ("the centre of mass is at %s, not above the ground at %s"):format(
      kit.number(c[3], 4), kit.number(h, 4)), "EUNREACHABLE", { com = c }
  end
  local time = math.sqrt((c[3] - h) / -g[3])
  local rate = model:com_jacobian(q) * v
  return li.vec { c[1] + time * rate[1], c[2] + time * rate[2], h }
end

-- sum of n_i p_i over sum of n_i: where their resultant meets the ground, for points of a plane
local function centre_of_pressure(list)
  local sum, P = 0, li.zeros(3)
  for k, x in ipairs(list) do
    local path = ("forces[%d]"):format(k)
    local o = check.fields({ point = x.point, force = x.force, normal = x.surface }, path,
      { point = "vec3", force = "vec3", normal = { "vec3", default = { 0, 0, 1 } } })
    local n = li.vec(o.force):dot(li.vec(o.normal))
    sum, P = sum + n, P + n * li.vec(o.point)
  end
  if not (sum > 0) then
    return nil, "the forces do not press on the ground", "EUNREACHABLE", { sum = sum }
  end
  return P / sum
end

check.define(kit.methods "model", {
  { "model:zmp(q: nums|table, v: nums|table, a: nums|table [, height: num]) -> point: vec, info: "
    .. "table",
    "The zero-moment point on the level ground z = height (0) in the motion q, v, a: where the "
      .. "forces from outside, weight taken away, have no moment about level axes. info: force, "
      .. "moment about the vertical there. nil, message, 'EUNREACHABLE' in flight.",
    "local m = li.robot{bodies = {{joint = 'prismatic', axis = 'x', at = {0, 0, 0.981}, mass = 2, "
      .. "inertia = {1, 1, 1}}}} return (m:zmp({0.5}, {0}, {1})) --> [0.4  0  0]", zmp },
  { "model:capture_point(q: nums|table, v: nums|table [, height: num]) -> vec",
    "Where to step so that the linear inverted pendulum comes to rest above it: c + c' sqrt(z/g), "
      .. "z above the ground at height (0).",
    "local m = li.robot{bodies = {{joint = 'prismatic', axis = 'x', at = {0, 0, 0.0981}, mass = 2, "
      .. "inertia = {1, 1, 1}}}} return (m:capture_point({0.5}, {1})) --> [0.6  0  0]",
    capture_point },
})
check.define(li, {
  { "centre_of_pressure(forces: table) -> vec",
    "Of forces {{point =, force =}, ..} on the ground (surface = its normal, else z; as "
      .. "li.contact_forces gives them): where their resultant passes through it. nil, message, "
      .. "'EUNREACHABLE' where they do not press.",
    "li.centre_of_pressure{{point = {0, 0, 0}, force = {0, 0, 1}}, {point = {1, 0, 0}, force = {0, "
      .. "0, 3}}} --> [0.75  0  0]", centre_of_pressure },
})

return balance
