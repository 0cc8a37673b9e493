-- system_derive.lua - what C is given of a li.system: bodies, loads, velocity constraints and
-- reactions as flat lists
local li = require "liaison.core"
local check = require "liaison.base.check"
local points = require "liaison.constrained.system_points"
local kit = li._internal

local derive = {}

local in_axes, wrench_of, moment_zero = points.in_axes, points.wrench_of, points.moment_zero

-- motion takes masses; places and freedoms do not
local function need_mass(b)
  if b.missing then check.fail(b.missing[1], "%s", b.missing[2]) end
end

-- the active wrench of a body: its loads and its weight
local function load_of(s, b)
  local none = s.planar and li.smat { 0, 0, 0 } or li.smat { 0, 0, 0, 0, 0, 0 }
  local w = none
  for _, x in ipairs(b.loads) do w = w + x end
  if s.gravity then
    local f = in_axes(s, b, b.m * s.gravity, "world")
    w = w + wrench_of(s, b, f, b.com, moment_zero(s))
  end
  return w
end

local function append(list, x)
  for i = 1, #x do list[#list + 1] = x[i] end
end

-- one list a body, as lkane.c reads it
local function flat_body(s, b)
  need_mass(b)
  local list = {}
  if s.planar then
    append(list, { b.pose.angle, b.pose.p[1], b.pose.p[2], b.com[1], b.com[2], b.m, b.j })
  else
    for i = 1, 3 do append(list, b.pose.R:row(i)) end
    append(list, b.pose.p)
    append(list, b.com)
    append(list, { b.m })
    append(list, b.j)
  end
  append(list, load_of(s, b))
  return li.smat(list)
end

-- H (all rows one after the other) and b of H q' + b = 0; nil where there are no rows
function derive.rows_of(s)
  if #s.rows == 0 then return nil end
  local e, rates, none = {}, {}, {}
  for i, r in ipairs(s.rows) do e[i] = r.e end
  for i, q in ipairs(s.q) do
    rates[i] = q:d()
    none[rates[i]] = 0
  end
  local H = li.jacobian(e, rates)
  for i, r in ipairs(s.rows) do
    for _, rate in ipairs(rates) do
      for k = 1, #rates do
        if H:at(i, k):depends(rate) then
          check.fail(r.name, "not linear in the velocities: %s", tostring(r.e))
        end
      end
    end
    for _, q in ipairs(s.q) do
      if r.e:depends(q:d():d()) then
        check.fail(r.name, "must not contain accelerations: %s", tostring(r.e))
      end
    end
  end
  return H:trig(), li.smat(e):subs(none):trig()
end

local function flat(M)
  local list = {}
  for i = 1, #M do append(list, M:row(i)) end
  return li.smat(list)
end
derive.flat = flat

-- the forces of s:drive, one for every coordinate; nil where there are none
local function generalised(s)
  local list = {}
  if next(s.drives) == nil then return nil end
  for i, q in ipairs(s.q) do list[i] = s.drives[tostring(q)] or 0 end
  return li.smat(list)
end

-- partial velocities that are known, by body; those by speeds where the speeds are the ones they
-- were told in
local function known(s, own)
  local Jh, J = {}, {}
  for i, b in ipairs(s.bodies) do
    local p = b.partial
    Jh[i], J[i] = false, false
    if p then
      local rows, cols = p.Jh:size()
      local list = {}
      for r = 1, rows do
        for c = 1, #s.q do list[#list + 1] = c <= cols and p.Jh:at(r, c) or 0 end
      end
      Jh[i] = li.smat(list)
      J[i] = own and flat(p.J)
    end
  end
  return Jh, J
end

function derive.kane(s, alpha, Jnh, q0, form, tidy, own)
  local bodies = {}
  local Jh, J = known(s, own)
  if #s.q == 0 then check.fail("system", "expected coordinates: s:coordinates 'x y'") end
  if #s.bodies == 0 then check.fail("system", "expected a body: s:body{...}") end
  for i, b in ipairs(s.bodies) do bodies[i] = flat_body(s, b) end
  local H, b
  if Jnh then H, b = derive.rows_of(s) end
  return kit.kane.derive {
    planar = s.planar and 1 or 0, q = li.smat(s.q), bodies = bodies, Jh = Jh, J = J,
      H = H and flat(H), b = b, alpha = alpha and li.smat(alpha),
    Jnh = Jnh and flat(Jnh), q0 = q0, Q = generalised(s), form = form, tidy = tidy,
  }
end

-- the whole of the reactions as columns: B with omega_c = B f
function derive.reaction_matrix(s)
  local per = s.planar and 3 or 6
  local rows, names = {}, {}
  for i = 1, per * #s.bodies do rows[i] = {} end
  for c, col in ipairs(s.reactions) do
    names[c] = col.name
    for i = 1, #rows do rows[i][c] = li.expr(0) end
    for _, part in ipairs(col.parts) do
      for i, b in ipairs(s.bodies) do
        if b == part[1] then
          for k = 1, per do rows[(i - 1) * per + k][c] = part[2][k] end
        end
      end
    end
  end
  return #names > 0 and li.smat(rows) or nil, names
end

-- the rates of all coordinates, a list
function derive.rates_of(s)
  local list = {}
  for i, q in ipairs(s.q) do list[i] = q:d() end
  return list
end

-- the weight of all bodies as a potential, V = -sum of m g . (their centres of mass)
function derive.weight(s)
  local V = li.expr(0)
  if not s.gravity then return V end
  for _, b in ipairs(s.bodies) do
    need_mass(b)
    V = V - b.m * s.gravity:dot(b.pose.p + b.pose.R * b.com)
  end
  return V
end

return derive
