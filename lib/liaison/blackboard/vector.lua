-- vector.lua - vectors of expressions that carry their basis: (a2*c2 - d3*s2) y2 + th1' z0
--
-- A vector is a sum of parts, each with three coefficients in a basis of its own: nothing is turned
-- into other axes before that is asked for. Axes that are one in two bases (z0 and z1 of a planar
-- arm) are told by the name of the basis nearer to the root.
local li = require "liaison.core"
local check = require "liaison.base.check"
local tidy = require "liaison.blackboard.tidy"
local kit = li._internal

local vector = {}

local AXES = { "x", "y", "z" }

local function is_zero(e) return tostring(e) == "0" end

local function to_expr(x)
  if type(x) == "string" then return li.expr(x, "new") end
  return li.expr(x)
end
vector.to_expr = to_expr

local function cost(e)
  local ops = e:ops()
  return ops.mul + ops.add + ops.div + 2 * ops.fun
end

-- ---- parts --------------------------------------------------------------------------------------

-- the coefficients of a basis in a list of parts, made where there are none
local function part_of(parts, basis)
  for _, p in ipairs(parts) do if p.basis == basis then return p end end
  local zero = li.expr(0)
  parts[#parts + 1] = { basis = basis, zero, zero, zero }
  return parts[#parts]
end

-- e times axis k of the basis, told by the name the axis has nearest to the root
local function add_axis(parts, basis, k, e)
  while basis.same[k] do basis = basis.parent end
  local p = part_of(parts, basis)
  p[k] = p[k] + e
end

-- sign, basis and axis nearest to the root that is the axis, whatever its letter
local function identity(basis, k)
  local sign = 1
  while basis.is[k] do
    sign, k, basis = sign * basis.is[k][1], basis.is[k][2], basis.parent
  end
  return sign, basis, k
end

-- what y1 and z0 of one direction are called where both stand in a vector: the one that is a z, or
-- else that of the basis nearer to the root
local function better_name(a, b)
  if (a.k == 3) ~= (b.k == 3) then return a.k == 3 end
  return a.basis.depth < b.basis.depth
end

-- { basis, k, e } of every coefficient that is not zero, those of one direction put together
local function terms_of(parts)
  local list = {}
  for _, p in ipairs(parts) do
    for k = 1, 3 do
      if not is_zero(p[k]) then
        local sign, basis, axis = identity(p.basis, k)
        list[#list + 1] = { basis = p.basis, k = k, e = p[k], sign = sign, root = basis,
          axis = axis }
      end
    end
  end
  local out = {}
  for _, t in ipairs(list) do
    local twin
    for _, o in ipairs(out) do
      if o.root == t.root and o.axis == t.axis then twin = o end
    end
    if not twin then out[#out + 1] = t
    else
      local keep, other = twin, t
      if better_name(t, twin) then keep, other = t, twin end
      twin.e = keep.e + keep.sign * other.sign * other.e
      twin.basis, twin.k, twin.sign = keep.basis, keep.k, keep.sign
    end
  end
  return out
end

local new

-- a vector of parts, its coefficients short, zeros left out
local function make(parts)
  local out = {}
  for _, t in ipairs(terms_of(parts)) do
    local e = tidy(t.e)
    if not is_zero(e) then add_axis(out, t.basis, t.k, e) end
  end
  table.sort(out, function(a, b)
    if a.basis.depth ~= b.basis.depth then return a.basis.depth < b.basis.depth end
    return a.basis.name < b.basis.name
  end)
  return new { parts = out }
end
vector.make = make

-- of one basis
function vector.of(basis, x, y, z)
  local parts = {}
  for k, e in ipairs { x, y, z } do
    if not is_zero(e) then add_axis(parts, basis, k, e) end
  end
  return make(parts)
end

-- ---- sums ---------------------------------------------------------------------------------------

local function copy_into(out, v, factor)
  for _, p in ipairs(v.parts) do
    local into = part_of(out, p.basis)
    for k = 1, 3 do into[k] = into[k] + factor * p[k] end
  end
end

local function is_vector(x) return kit.class(x) == "vector" end

local function sum(a, b, sign)
  for _, x in ipairs { a, b } do
    if not is_vector(x) then
      check.fail(nil, "vector: a vector and %s cannot be added", check.got(x))
    end
  end
  local parts = {}
  copy_into(parts, a, 1)
  copy_into(parts, b, sign)
  return make(parts)
end

function vector.add(a, b) return sum(a, b, 1) end
function vector.sub(a, b) return sum(a, b, -1) end

function vector.scaled(v, e)
  local parts = {}
  copy_into(parts, v, to_expr(e))
  return make(parts)
end

local function mul(a, b)
  if is_vector(a) and is_vector(b) then
    check.fail(nil, "vector: v:dot(w) or v:cross(w) says which product")
  end
  if is_vector(a) then return vector.scaled(a, b) end
  return vector.scaled(b, a)
end

function vector.zero() return new { parts = {} } end

-- ---- in one basis -------------------------------------------------------------------------------

-- R c, R rows of expressions
local function turned(R, c)
  local out = {}
  for i = 1, 3 do out[i] = R[i][1] * c[1] + R[i][2] * c[2] + R[i][3] * c[3] end
  return out
end

-- x, y, z in a basis
local function components(v, basis)
  local sum_of = { li.expr(0), li.expr(0), li.expr(0) }
  for _, p in ipairs(v.parts) do
    local c = p.basis == basis and p or turned(p.basis:rows(basis), p)
    for k = 1, 3 do sum_of[k] = sum_of[k] + c[k] end
  end
  for k = 1, 3 do sum_of[k] = tidy(sum_of[k]) end
  return sum_of
end
vector.components = components

-- the same vector, all of it told in one basis
local function to(v, basis)
  local c = components(v, basis)
  return vector.of(basis, c[1], c[2], c[3])
end
vector.to = to

-- ---- products -----------------------------------------------------------------------------------

-- two parts in one basis, the one that needs fewer operations; what is made there of them
local function in_one(p, q, f)
  if p.basis == q.basis then return f(p, q), p.basis end
  local here, there = f(p, turned(q.basis:rows(p.basis), q)), f(turned(p.basis:rows(q.basis), p), q)
  local a, b = 0, 0
  for k = 1, #here do
    here[k], there[k] = tidy(here[k]), tidy(there[k])
    a, b = a + cost(here[k]), b + cost(there[k])
  end
  if a < b or a == b and p.basis.depth > q.basis.depth then return here, p.basis end
  return there, q.basis
end

local function crossed(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end

local function dotted(a, b) return { a[1] * b[1] + a[2] * b[2] + a[3] * b[3] } end

-- an axis alone: what is short in one axis need not be short in three
local function single_parts(v)
  local out = {}
  for _, p in ipairs(v.parts) do
    local zero = li.expr(0)
    for k = 1, 3 do
      if not is_zero(p[k]) then
        local one = { basis = p.basis, zero, zero, zero }
        one[k] = p[k]
        out[#out + 1] = one
      end
    end
  end
  return out
end

function vector.cross(v, w)
  local parts = {}
  for _, p in ipairs(single_parts(v)) do
    for _, q in ipairs(w.parts) do
      local c, basis = in_one(p, q, crossed)
      local into = part_of(parts, basis)
      for k = 1, 3 do into[k] = into[k] + c[k] end
    end
  end
  return make(parts)
end

function vector.dot(v, w)
  local e = li.expr(0)
  for _, p in ipairs(v.parts) do
    for _, q in ipairs(w.parts) do e = e + in_one(p, q, dotted)[1] end
  end
  return tidy(e)
end

-- ---- derivatives --------------------------------------------------------------------------------

-- dv/dt seen from a basis: c' e + c omega x e for each part                     [course] F4.2, E4.2
function vector.derivative(v, basis)
  local out = vector.zero()
  for _, p in ipairs(v.parts) do
    local still = vector.of(p.basis, p[1]:d(), p[2]:d(), p[3]:d())
    out = out + still
    if p.basis ~= basis then
      out = out + vector.cross(p.basis:omega(basis), new { parts = { p } })
    end
  end
  return out
end

-- ---- questions ----------------------------------------------------------------------------------

-- the difference, in the basis of its first part
local function is_nothing(v)
  if #v.parts == 0 then return true end
  local proved = true
  for _, e in ipairs(components(v, v.parts[1].basis)) do
    local zero = e:is_zero()
    if zero == false then return false end
    proved = proved and zero
  end
  return proved or nil
end

function vector.equals(v, w) return is_nothing(v - w) end

local function map(v, f)
  local parts = {}
  for i, p in ipairs(v.parts) do
    parts[i] = { basis = p.basis, f(p[1]), f(p[2]), f(p[3]) }
  end
  return make(parts)
end
vector.map = map

-- ---- rows ---------------------------------------------------------------------------------------

local ARM = "local R0 = li.basis '0'; local R1 = R0:turned('1', {'Rz', 'th1'}); "
  .. "local R2 = R1:turned('2', {'Rz', 'th2'}); "

local class = check.class("vector", "A vector of expressions that carries its basis: parts {basis, "
  .. "x, y, z}.", {
  { "vector.__tostring(v: vector) -> str", "As on the blackboard: coefficient and axis.",
    ARM .. "return R1:vector('L1', 0, 0) + R2.y --> L1 x1 + y2",
    function(v) return require("liaison.blackboard.vector_text").text(v) end },
  { "vector.__add(v: vector, w: any) -> vector", "The sum, each part in its own basis.",
    ARM .. "return R1.x + R0.z --> z0 + x1", vector.add },
  { "vector.__sub(v: vector, w: any) -> vector", "The difference.",
    ARM .. "return R2.z - R0.z --> 0", vector.sub },
  { "vector.__unm(v: vector, w: any) -> vector", "-v.", ARM .. "return -R1.x --> -x1",
    function(v) return vector.scaled(v, -1) end },
  { "vector.__mul(a: any, b: any) -> vector", "A number or an expression times a vector.",
    ARM .. "return li.expr('L1', 'new') * R1.x --> L1 x1", mul },
  { "vector.__div(v: vector, e: num|expr|str) -> vector", "Every coefficient divided.",
    ARM .. "return R1.x / 2 --> 1/2 x1",
    function(v, e) return vector.scaled(v, 1 / to_expr(e)) end },
  { "vector:dot(w: vector) -> expr", "The scalar product.",
    ARM .. "return R0.x:dot(R2.x) --> cos(th1 + th2)", vector.dot },
  { "vector:cross(w: vector) -> vector",
    "The vector product, each part in the basis that makes it shortest.",
    ARM .. "return R0.z:cross(R1:vector('L1', 0, 0) + R2:vector('L2', 0, 0)) --> L1 y1 + L2 y2",
    vector.cross },
  { "vector:equals(w: vector) -> bool",
    "Whether both are one vector: true or false with a proof, else nil.",
    ARM .. "return R2.x:equals(R2.x:to(R0)) --> true", vector.equals },
  { "vector:subs(what: table) -> vector", "Symbols replaced in every coefficient, as expr:subs.",
    ARM .. "return R1:vector('L1', 0, 0):subs{L1 = 2} --> 2 x1",
    function(v, what) return map(v, function(e) return e:subs(what) end) end },
  { "vector:text([style: plain|angles|own]) -> str",
    "As it is printed; c12 for cos(q1 + q2) in a style of expr:text ('angles').",
    ARM .. "return R2.x:to(R0):text 'plain' --> cos(th1 + th2) x0 + sin(th1 + th2) y0",
    function(v, style) return require("liaison.blackboard.vector_text").text(v, style) end },
  { "vector:latex([style: plain|angles|own]) -> str", "As LaTeX, axes with arrows.",
    ARM .. "return R1:vector('L1', 0, 0):latex() --> L_1 \\vec x_{1}",
    function(v, style) return require("liaison.blackboard.vector_text").latex(v, style) end },
})
new = class.new
vector.axes, vector.methods = AXES, class.methods

return vector
