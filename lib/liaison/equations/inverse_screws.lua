-- inverse_screws.lua - an arm in symbols as turns and slides in its configuration q = 0, and what
-- they do with points and directions [Murray, Li, Sastry 1994, 3.2]
local li = require "liaison.core"
local elementary = require "liaison.equations.inverse_elementary"

local screws = {}

-- ---- vectors of three expressions ---------------------------------------------------------------

function screws.dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end

function screws.cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end

-- a + s b
function screws.add(a, s, b)
  return { a[1] + s * b[1], a[2] + s * b[2], a[3] + s * b[3] }
end

local dot, cross, add = screws.dot, screws.cross, screws.add

function screws.is_zero(v)
  for r = 1, 3 do
    if not elementary.is_zero(v[r]) then return false end
  end
  return true
end

-- rounding of descriptions by numbers: what is nearly 0, 1 or -1 is that
local function clean(e)
  e = li.expr(e)
  local x = e:number()
  local whole = x and math.floor(x + 0.5)
  if whole and math.abs(x - whole) < 1e-12 then return li.expr(whole) end
  return e
end

local function clean_all(v) return { clean(v[1]), clean(v[2]), clean(v[3]) } end

-- ---- joints -------------------------------------------------------------------------------------

-- does the joint leave the point, or the direction, as it is?
function screws.keeps_point(j, w)
  return not j.slide and screws.is_zero(cross(j.k, add(w, -1, j.o)))
end

function screws.keeps_direction(j, v) return j.slide or screws.is_zero(cross(j.k, v)) end

-- does it leave the component along d of every point?
function screws.keeps_along(j, d)
  if j.slide then return elementary.is_zero(dot(j.k, d)) end
  return screws.is_zero(cross(j.k, d))
end

-- the direction v turned by the joint, or back (sign -1): along k it stays, across it turns
function screws.turn(j, sign, v)
  if screws.keeps_direction(j, v) then return v end
  local along = dot(j.k, v)
  local across, side = add(v, -along, j.k), cross(j.k, v)
  local c, s, out = li.cos(j.q), sign * li.sin(j.q), {}
  for r = 1, 3 do out[r] = along * j.k[r] + c * across[r] + s * side[r] end
  return out
end

function screws.carry(j, sign, w)
  if j.slide then return add(w, sign * j.q, j.k) end
  if screws.keeps_point(j, w) then return w end
  return add(j.o, 1, screws.turn(j, sign, add(w, -1, j.o)))
end

-- ---- an arm -------------------------------------------------------------------------------------

-- a column of the Jacobian at q = 0, at the point p
local function joint_of(J, i, p, q)
  local v = clean_all { J:at(1, i), J:at(2, i), J:at(3, i) }
  local w = clean_all { J:at(4, i), J:at(5, i), J:at(6, i) }
  local slide = screws.is_zero(w)
  local k = slide and v or w
  for r = 1, 3 do
    if not k[r]:number() then return nil, ("the axis of %s has no fixed direction"):format(q) end
  end
  if math.abs(dot(k, k):number() - 1) > 1e-9 or not slide and not elementary.is_zero(dot(v, w)) then
    return nil, ("%s is not a single turn or slide by its own coordinate"):format(q)
  end
  -- o = p + k x v
  local o = slide and p or clean_all(add(p, 1, cross(k, v)))
  return { k = k, o = o, slide = slide, q = q, name = tostring(q) }
end

-- where the axes a and b are nearest to each other: a point of each
local function feet(a, b)
  local n, r = cross(a.k, b.k), add(b.o, -1, a.o)
  if screws.is_zero(n) then return a.o, add(a.o, 1, add(r, -dot(r, a.k), a.k)) end
  local n2 = dot(n, n)
  return clean_all(add(a.o, dot(cross(r, b.k), n) / n2, a.k)),
    clean_all(add(b.o, dot(cross(r, a.k), n) / n2, b.k))
end

local function add_point(list, w)
  for _, p in ipairs(list) do
    if screws.is_zero(add(p, -1, w)) then return end
  end
  list[#list + 1] = w
end

-- points worth asking for: the tip, where neighbours meet or are nearest, and one of each axis
local function points_of(arm)
  local list, turns = { arm.p }, {}
  for _, j in ipairs(arm.joints) do
    if not j.slide then turns[#turns + 1] = j end
  end
  for k = #turns - 1, 1, -1 do
    local a, b = feet(turns[k], turns[k + 1])
    add_point(list, b)
    add_point(list, a)
  end
  for _, j in ipairs(turns) do add_point(list, j.o) end
  return list
end

-- {joints, p, R (rows): the tip at q = 0, points, H}; nil and why not
function screws.of(g, place)
  local zero, H, J = {}, g:homogeneous(place), g:jacobian(place)
  for i = 1, g.n do zero[g.q[i]] = 0 end
  local H0, J0 = H:subs(zero), J:subs(zero)
  local arm = { joints = {}, n = g.n, H = H, R = {} }
  arm.p = clean_all { H0:at(1, 4), H0:at(2, 4), H0:at(3, 4) }
  for r = 1, 3 do arm.R[r] = clean_all { H0:at(r, 1), H0:at(r, 2), H0:at(r, 3) } end
  for i = 1, g.n do
    local j, why = joint_of(J0, i, arm.p, g.q[i])
    if not j then return nil, why end
    arm.joints[i] = j
  end
  arm.points = points_of(arm)
  return arm
end

return screws
