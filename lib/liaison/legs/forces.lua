-- forces.lua - li.contact_forces: how a load is shared among contacts with friction
--
--   minimise sum w_i |f_i|^2 where sum f_i = F, sum r_i x f_i = M, f_i in their cones (pyramids
--   within them), min <= n_i . f_i <= max
local li = require "liaison.core"
local check = require "liaison.base.check"
local contacts = require "liaison.legs.contacts"

local forces = {}

local SMALL = 1e-10 -- of the parts of edges, so that there is one answer

forces.fields = { sides = { "int", default = 8, min = 3, max = 64 } }

local fields = { contacts = "table", wrench = "vec6?", mass = { "num?", above = 0 }, com = "vec3?",
  acceleration = { "vec3", default = { 0, 0, 0 } }, gravity = { "num", default = 9.81, above = 0 },
  weights = "any?", sides = forces.fields.sides }

-- what the contacts are to exert: force, and moment about the world's origin
local function load_of(o)
  if o.wrench then
    if o.mass or o.com then check.fail("wrench", "give wrench, or mass and com") end
    return li.vec(o.wrench)
  end
  if not (o.mass and o.com) then check.fail("wrench", "expected a wrench, or mass and com") end
  local a = o.acceleration
  local F = o.mass * li.vec { a[1], a[2], a[3] + o.gravity }
  local M = li.vec(o.com):cross(F)
  return li.vec { F[1], F[2], F[3], M[1], M[2], M[3] }
end

-- G (6 x 3 n) with G f the force and moment of all
function forces.grasp(list)
  local G = li.zeros(6, 3 * #list)
  for k, c in ipairs(list) do
    local at, p = 3 * (k - 1), c.point
    for i = 1, 3 do G[i][at + i] = 1 end
    G[4][at + 2], G[4][at + 3] = -p[3], p[2]
    G[5][at + 1], G[5][at + 3] = p[3], -p[1]
    G[6][at + 1], G[6][at + 2] = -p[2], p[1]
  end
  return G
end

-- rows of E x = e that say something of their own: the others must agree with them
function forces.independent(E, e)
  local U, s, V = E:svd()
  local rank = 0
  for k = 1, #s do if s[k] > 1e-10 * s[1] then rank = rank + 1 end end
  local n = select(2, E:size())
  local rows, right = li.zeros(rank, n), {}
  local left = U:transpose() * e
  for k = 1, rank do
    right[k] = left[k] / s[k]
    for j = 1, n do rows[k][j] = V[j][k] end
  end
  local found = li.vec(right)
  local rest = E * (rows:transpose() * found) - e
  return rows, right, rest:norm()
end

local function weights_of(given, n)
  local out = {}
  for k = 1, n do
    local w = given
    if type(given) == "table" then w = given[k] end
    out[k] = check.value(w == nil and 1 or w, ("weights[%d]"):format(k), { "num", above = 0 })
  end
  return out
end

-- B'W B: the weighted squares of forces, of what they are spread over
local function objective(w, B)
  local W = li.zeros(3 * #w, 3 * #w)
  for k, x in ipairs(w) do
    for i = 3 * k - 2, 3 * k do W[i][i] = x end
  end
  return B:transpose() * (W * B)
end

-- the least of x'H x where E x = e, x >= 0, and normal parts are within their bounds
function forces.least(list, sides, H, E, e)
  local n = select(2, H:size())
  local A, lower, upper = contacts.pressed(list, sides, 0)
  return li.qp(H + SMALL * H:norm "max" * li.eye(n), li.zeros(n), { E = E, e = e, lo = 0, A = A,
    lower = A and lower, upper = A and upper })
end

-- forces by contact, and how hard friction is used
function forces.told(list, f)
  local out, used = {}, 0
  for k, c in ipairs(list) do
    local at = 3 * (k - 1)
    out[k] = contacts.told(c, li.vec { f[at + 1], f[at + 2], f[at + 3] })
    out[k].surface = c.normal
    out[c.name] = out[k]
    used = math.max(used, out[k].used)
  end
  return out, used
end

local function shared(spec)
  local o = check.fields(spec, "", fields)
  local list = contacts.standing(o.contacts, "contacts")
  local want, B = load_of(o), contacts.spread(list, o.sides)
  local E, e, rest = forces.independent(forces.grasp(list), want)
  if rest > 1e-9 * (1 + want:norm()) then
    return nil, "no forces at these points balance the load: a part of it has no lever",
      "EUNREACHABLE", { rest = rest }
  end
  local x, why, code, info = forces.least(list, o.sides,
    objective(weights_of(o.weights, #list), B), E * B, e)
  if not x then
    if code ~= "EUNREACHABLE" then return nil, why, code, info end
    return nil, "no forces within friction and their bounds balance the load", code,
      { wrench = want }
  end
  local out, used = forces.told(list, B * x)
  return out, { wrench = want, used = used, value = why.value }
end

check.define(li, {
  { "contact_forces(spec: table) -> forces: table, info: table",
    "The smallest forces at contacts that balance a load: li.contact_forces{contacts = {{point =, "
      .. "normal = {0, 0, 1}, friction = 0.5, min = 0, max =}, ..}, mass =, com =, acceleration =, "
      .. "gravity = 9.81} or wrench = what they exert (force, moment about the world's origin); "
      .. "weights (of each), sides (8: friction as a pyramid within the cone). Each: name, point, "
      .. "force, normal, tangent, used (1: all its friction). nil, message, 'EUNREACHABLE', info "
      .. "where nothing balances it.",
    "local f = li.contact_forces{contacts = {{-1, 0, 0}, {1, 1, 0}, {1, -1, 0}}, mass = 10, com = "
      .. "{0, 0, 0.5}, gravity = 10} return f[1].normal --> 50", shared },
})

return forces
