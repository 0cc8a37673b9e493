-- basis.lua - li.basis: orthonormal bases that turn in one another, for vectors that carry them
--
-- A basis knows how it stands in its parent (columns are its axes, told there) and how it turns in
-- it. Which of its axes are axes of the parent is seen from the matrix: z1 of a turn about z is z0.
local li = require "liaison.core"
local check = require "liaison.base.check"
local tidy = require "liaison.blackboard.tidy"
local vector = require "liaison.blackboard.vector"

local basis = {}

local function number_of(e)
  local x = e:number()
  return x and math.abs(x - math.floor(x + 0.5)) < 1e-12 and math.floor(x + 0.5) or nil
end

-- sign and axis of the parent that axis k is, nil where it is none of them
local function axis_of(R, k)
  local sign, axis
  for i = 1, 3 do
    local x = number_of(R[i][k])
    if not x then return nil end
    if x ~= 0 then sign, axis = x, i end
  end
  return { sign, axis }
end

local new

-- R: rows, columns are the axes of the new basis in the parent; w: omega of it in the parent
local function make(name, parent, R, w)
  local b = { name = name, parent = parent or false, depth = parent and parent.depth + 1 or 0,
    same = {}, is = {}, R = R or false, w = w or vector.zero(), kept = {} }
  for k = 1, parent and 3 or 0 do
    b.is[k] = axis_of(R, k) or false
    b.same[k] = b.is[k] and b.is[k][1] == 1 and b.is[k][2] == k or false
  end
  local it = new(b)
  local one, zero = li.expr(1), li.expr(0)
  rawset(it, "x", vector.of(it, one, zero, zero))
  rawset(it, "y", vector.of(it, zero, one, zero))
  rawset(it, "z", vector.of(it, zero, zero, one))
  return it
end
basis.make = make

-- ---- matrices between bases ---------------------------------------------------------------------

local function product(A, B)
  local out = {}
  for i = 1, 3 do
    out[i] = {}
    for j = 1, 3 do
      out[i][j] = tidy(A[i][1] * B[1][j] + A[i][2] * B[2][j] + A[i][3] * B[3][j])
    end
  end
  return out
end

local function transposed(A)
  local out = {}
  for i = 1, 3 do out[i] = { A[1][i], A[2][i], A[3][i] } end
  return out
end

local function identity()
  local out = {}
  for i = 1, 3 do
    out[i] = {}
    for j = 1, 3 do out[i][j] = li.expr(i == j and 1 or 0) end
  end
  return out
end

-- the nearest basis both stand in
local function common(a, b)
  local p, q = a, b
  while p ~= q do
    if p.depth >= q.depth then p = p.parent else q = q.parent end
    if not p or not q then
      check.fail(nil, "basis: '%s' and '%s' do not stand in one basis", a.name, b.name)
    end
  end
  return p
end

-- of b in one of those it stands in
local function up(b, root)
  if b == root then return identity() end
  if not b.kept[root] then
    b.kept[root] = b.parent == root and b.R or product(up(b.parent, root), b.R)
  end
  return b.kept[root]
end

-- rows of the matrix that takes components in `self` to components in `from`
function basis.rows(self, from)
  if self == from then return identity() end
  if not self.kept[from] then
    local root = common(self, from)
    local A = up(self, root)
    self.kept[from] = root == from and A or product(transposed(up(from, root)), A)
  end
  return self.kept[from]
end

-- ---- how it turns -------------------------------------------------------------------------------

-- the sum of the turns on the way from one to the other: w20 = w21 + w10          [course] F6.3
function basis.omega(self, from)
  local root, out = common(self, from), vector.zero()
  local b = self
  while b ~= root do
    out, b = b.w + out, b.parent
  end
  b = from
  while b ~= root do
    out, b = out - b.w, b.parent
  end
  return out
end

function basis.alpha(self, from) return basis.omega(self, from):d(from) end

-- ---- points of a body ---------------------------------------------------------------------------

-- v_B = v_A + w x AB
function basis.velocity(self, from, AB, vA)
  local v = basis.omega(self, from):cross(AB)
  return vA and vA + v or v
end

-- a_B = a_A + w' x AB + w x (w x AB)
function basis.acceleration(self, from, AB, aA)
  local w = basis.omega(self, from)
  local a = w:d(from):cross(AB) + w:cross(w:cross(AB))
  return aA and aA + a or a
end

-- a point that moves in the basis too: what is seen there, what the basis carries along, and what
-- Coriolis adds                                  v_a = v_r + v_e, a_a = a_r + a_e + a_c
function basis.composed(self, from, r)
  local w = basis.omega(self, from)
  local seen = r:d(self)
  local v = { relative = seen, carried = w:cross(r) }
  local a = { relative = seen:d(self), carried = basis.acceleration(self, from, r),
    coriolis = vector.scaled(w:cross(seen), 2) }
  return v, a
end

-- ---- bases that turn ----------------------------------------------------------------------------

local AXIS = { Rx = 1, Ry = 2, Rz = 3 }

local function one_turn(turn, path)
  local k = type(turn) == "table" and AXIS[turn[1]]
  if not k or turn[2] == nil then
    check.fail(path, "expected {'Rz', angle} (Rx, Ry, Rz), got %s",
      type(turn) == "table" and tostring(turn[1]) or check.got(turn))
  end
  return k
end

-- an angle as an expression; a new name is a coordinate: it may move
local function angle_of(x)
  if type(x) == "string" and x:match "^[%a_][%w_]*$" and not pcall(li.expr, x) then
    li.coordinates(x)
  end
  return x
end

local function rows_of(turns)
  local H, R = li.homogeneous(turns), {}
  for i = 1, 3 do R[i] = { H:at(i, 1), H:at(i, 2), H:at(i, 3) } end
  return R
end

local function axis(k)
  return { li.expr(k == 1 and 1 or 0), li.expr(k == 2 and 1 or 0), li.expr(k == 3 and 1 or 0) }
end

-- omega: rate of each angle about its axis as those before have turned it
local function rates_of(parent, turns)
  local w = vector.zero()
  for i, turn in ipairs(turns) do
    local rate = vector.to_expr(turn[2]):d()
    if tostring(rate) ~= "0" then
      local e, before = axis(AXIS[turn[1]]), {}
      for k = 1, i - 1 do before[k] = turns[k] end
      if i > 1 then
        local R, c = rows_of(before), {}
        for r = 1, 3 do c[r] = R[r][1] * e[1] + R[r][2] * e[2] + R[r][3] * e[3] end
        e = c
      end
      w = w + vector.scaled(vector.of(parent, e[1], e[2], e[3]), rate)
    end
  end
  return w
end

local function turned(parent, name, turns)
  check.name(name, "name")
  if type(turns[1]) == "string" then turns = { turns } end
  local list = {}
  for i, turn in ipairs(turns) do
    one_turn(turn, ("turns[%d]"):format(i))
    list[i] = { turn[1], angle_of(turn[2]) }
  end
  if #list == 0 then check.fail("turns", "expected at least one turn, {'Rz', angle}") end
  return make(name, parent, rows_of(list), rates_of(parent, list))
end

-- ---- rows ---------------------------------------------------------------------------------------

local ARM = "local R0 = li.basis '0'; local R1 = R0:turned('1', {'Rz', 'th1'}); "

local function to_vector(b, x, y, z)
  return vector.of(b, vector.to_expr(x), vector.to_expr(y), vector.to_expr(z))
end

new = check.class("basis", "An orthonormal basis in which vectors are told: name, parent, and its "
  .. "axes x, y, z.", {
  { "basis.__tostring(b: basis) -> str", "Its name and what it stands in.",
    ARM .. "return R1 --> basis 1 in 0", function(b)
      return "basis " .. b.name .. (b.parent and " in " .. b.parent.name or "")
    end },
  { "basis:turned(name: str, turns: table) -> basis",
    "A basis turned in this one: {'Rz', angle}, or several, each about an axis the one before "
    .. "has reached. An angle that is a new name is a coordinate.",
    "return li.basis('0'):turned('2', {{'Rz', 'th1'}, {'Rx', li.pi/2}}).z --> z2", turned },
  { "basis:vector(x: num|expr|str, y: num|expr|str, z: num|expr|str) -> vector",
    "A vector by its components in this basis.",
    "return li.basis('0'):vector('L1', 0, 2) --> L1 x0 + 2 z0", to_vector },
  { "basis:rows(from: basis) -> table",
    "Three rows of expressions: components in this basis times it are components in `from`.",
    ARM .. "return R1:rows(R0)[1][2] --> -sin(th1)", basis.rows },
  { "basis:matrix(from: basis) -> smat", "The same as a matrix: columns are its axes in `from`.",
    ARM .. "return R1:matrix(R0):row(1) --> [c1  -s1  0]",
    function(b, from) return li.smat(basis.rows(b, from)) end },
  { "basis:omega(from: basis) -> vector",
    "Its angular velocity seen from another basis: the sum of the turns between them.",
    ARM .. "return R1:turned('2', {'Rx', 'th2'}):omega(R0) --> th1' z0 + th2' x1", basis.omega },
  { "basis:alpha(from: basis) -> vector", "The derivative of omega there.",
    ARM .. "return R1:alpha(R0) --> th1'' z0", basis.alpha },
  { "basis:velocity(from: basis, AB: vector [, vA: vector]) -> vector",
    "The velocity of B, A and B fixed in this basis: v_A + omega x AB (0 where vA is left out).",
    ARM .. "return R1:velocity(R0, R1:vector('L1', 0, 0)) --> L1*th1' y1", basis.velocity },
  { "basis:acceleration(from: basis, AB: vector [, aA: vector]) -> vector",
    "The acceleration of B: a_A + omega' x AB + omega x (omega x AB).",
    ARM .. "return R1:acceleration(R0, R1:vector('L1', 0, 0)) --> -L1*th1'^2 x1 + L1*th1'' y1",
    basis.acceleration },
  { "basis:composed(from: basis, r: vector) -> table, table",
    "The velocity {relative, carried} and the acceleration {relative, carried, coriolis} of a "
    .. "point at r from a point of this basis that stays in `from`.",
    ARM .. "local v, a = R1:composed(R0, li.coordinates('r') * R1.x); "
    .. "return v.carried, a.coriolis:dot(R1.y):equals \"2*r'*th1'\" --> r*th1' y1, true",
    basis.composed },
}).new

-- methods of vectors that ask for a basis
local ARM2 = ARM .. "local R2 = R1:turned('2', {'Rz', 'th2'}); "

check.define(vector.methods, {
  { "vector:d(basis: basis) -> vector",
    "The derivative by time seen from a basis: axes of moving bases give omega x axis.",
    ARM2 .. "return R1:vector('L1', 0, 0):d(R0) --> L1*th1' y1", vector.derivative },
  { "vector:to(basis: basis) -> vector", "The same vector, all of it told in one basis.",
    ARM2 .. "return R2.x:to(R1) --> c2 x1 + s2 y1", vector.to },
  { "vector:components(basis: basis) -> smat", "Its x, y, z in a basis.",
    ARM2 .. "return R2.x:components(R0) --> [c12  s12  0]",
    function(v, b) return li.smat(vector.components(v, b)) end },
  { "vector:eval(values: table, basis: basis) -> vec", "Its numbers in a basis.",
    ARM2 .. "return R1.x:eval({th1 = 0}, R0) --> [1  0  0]",
    function(v, values, b) return li.smat(vector.components(v, b)):eval(values) end },
})

check.define(li, {
  { "basis(name: str) -> basis",
    "A basis that stands still, the root of those turned in it: axes x, y, z are written with "
    .. "its name.", "return li.basis('0').x --> x0",
    function(name) return make(check.name(name, "name"), nil, nil, nil) end },
})

return basis
