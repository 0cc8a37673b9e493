-- analysis.lua - what else a model can be asked: singular places, redundancy, workspace, statics, modes
local li = require "liaison.core"
local kit = li.kit
local check = require "liaison.base.check"

-- the method that runs, for messages: rows below set it
local asked

local function fail(what, ...) check.fail("model:" .. asked .. (what and ": " .. what or ""), ...) end

-- ---- the Jacobian that is meant ----------------------------------------------------------------------------------------

local task_keys = { body = true, point = true, axes = true, rows = true }

local function options_of(o, more)
  local allowed = {}
  for k in pairs(task_keys) do allowed[k] = true end
  for _, k in ipairs(more) do allowed[k] = true end
  check.keys(o or {}, "model:" .. asked .. ": options", allowed)
  return o or {}
end

local function rows_of(o)
  local rows = o.rows
  if rows == nil then return { 1, 2, 3, 4, 5, 6 } end
  if type(rows) ~= "table" or #rows == 0 then fail("options.rows", "expected a list of numbers from 1 (x) to 6 (angular z), got %s", check.got(rows)) end
  for _, r in ipairs(rows) do
    if type(r) ~= "number" or r < 1 or r > 6 or r % 1 ~= 0 then fail("options.rows", "rows are numbers from 1 (x) to 6 (angular z), got %s", r) end
  end
  return rows
end

-- the chosen rows of the Jacobian at q
local function task_jacobian(m, q, o)
  local J = m:jacobian(q, o.body, o.point, o.axes)
  if not o.rows then return J end
  local rows = rows_of(o)
  local out, _, n = {}, J:size()
  for i, r in ipairs(rows) do
    out[i] = {}
    for k = 1, n do out[i][k] = J[r][k] end
  end
  return li.mat(out)
end

-- the rank it has nearly everywhere: the largest at a few random places
local function usual_rank(m, o, tol)
  local most = 0
  for seed = 1, 4 do most = math.max(most, task_jacobian(m, m:random(seed), o):rank(tol)) end
  return most
end

-- ---- singular places -----------------------------------------------------------------------------------------------------

local function columns(M)
  local list = {}
  if M then
    local _, n = M:size()
    for k = 1, n do list[k] = M:col(k) end
  end
  return list
end

local function singularity(m, q, options)
  local o = options_of(options, { "tol" })
  local tol = o.tol or 1e-9
  if type(tol) ~= "number" or not (tol > 0 and tol < 1) then fail("options.tol", "expected a number between 0 and 1, got %s", check.got(tol)) end
  local J = task_jacobian(m, q, o)
  local _, s = J:svd()
  local rank, usual = J:rank(tol), usual_rank(m, o, tol)
  return { rank = rank, usual = usual, singular = rank < usual, values = s, lost = columns(J:transpose():null(tol)), idle = columns(J:null(tol)) }
end

local function manipulability(m, q, options)
  local o = options_of(options, {})
  local U, s = task_jacobian(m, q, o):svd()
  local w = 1
  for k = 1, usual_rank(m, o, 1e-9) do w = w * s[k] end
  return w, U, s
end

-- ---- redundancy ------------------------------------------------------------------------------------------------------------

local function self_motions(m, q, options)
  return task_jacobian(m, q, options_of(options, {})):null(1e-9)
end

-- the columns of coordinates that are blocked become zero
local function block(m, J, names)
  if names == nil then return J end
  if type(names) ~= "table" then fail("options.block", "expected a list of names of coordinates, got %s", check.got(names)) end
  local index = {}
  for k, name in ipairs(m:speeds()) do
    index[name] = k
    index[name:gsub("'$", "")] = k
  end
  local free = J:copy()
  for _, name in ipairs(names) do
    local k = index[name]
    if not k then fail("options.block", "no coordinate '%s'", tostring(name)) end
    for r = 1, #free do free[r][k] = 0 end
  end
  return free
end

-- weights as a matrix: a list for its diagonal, or itself
local function weights_of(m, w)
  local n = #m:speeds()
  local M = kit.class(w) == "mat" and w or type(w) == "table" and type(w[1]) == "table" and li.mat(w) or li.diag(w)
  local rows, cols = M:size()
  if rows ~= n or cols ~= n then fail("options.weights", "expected %d weights, one for each velocity, or a matrix of that size, got %d x %d", n, rows, cols) end
  return M
end

-- G with J G J = J: v = G x is the least v' W v among all v of least |J v - x|                               [course F4.5]
--   W = L L', G = L'^-1 (J L'^-1)^+
local function inverse_of(m, J, o)
  local damping = o.damping or 0
  if type(damping) ~= "number" or not (damping >= 0 and damping < math.huge) then fail("options.damping", "expected a number >= 0, got %s", check.got(damping)) end
  J = block(m, J, o.block)
  if o.weights == nil then return J:pinv(1e-12, damping) end
  local W = weights_of(m, o.weights)
  local L = W:symmetric(1e-12 * W:norm()) and W:chol()
  if not L then fail("options.weights", "expected a symmetric positive definite matrix") end
  local back = L:transpose() ^ -1
  return back * (J * back):pinv(1e-12, damping)
end

local inverse_keys = { "weights", "damping", "block" }

local function jacobian_inverse(m, q, options)
  local o = options_of(options, inverse_keys)
  return inverse_of(m, task_jacobian(m, q, o), o)
end

local function rates(m, q, x, options)
  local o = options_of(options, { "weights", "damping", "block", "toward" })
  local J = task_jacobian(m, q, o)
  if #x ~= #J then fail(nil, "expected %d numbers, one for each row, got %d", #J, #x) end
  local G = inverse_of(m, J, o)
  x = li.vec(x)
  local v = G * x
  if o.toward ~= nil then
    local z = li.vec(o.toward)
    if #z ~= #v then fail("options.toward", "expected %d numbers, got %d", #v, #z) end
    local free = block(m, J, o.block)
    for _, name in ipairs(o.block or {}) do
      for k, speed in ipairs(m:speeds()) do
        if speed == name or speed == name .. "'" then z[k] = 0 end
      end
    end
    v = v + z - G * (free * z)
  end
  return v, (J * v - x):norm()
end

-- ---- workspace -------------------------------------------------------------------------------------------------------------

-- van der Corput's sequence: digits of k in base b behind the point, in reverse
local function radical(k, b)
  local x, f = 0, 1 / b
  while k > 0 do
    x = x + f * (k % b)
    k = math.floor(k / b)
    f = f / b
  end
  return x
end

local primes = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71 }

local function intervals(m, o)
  local lower, upper = m:limits()
  local list = o.limits
  if list ~= nil and (type(list) ~= "table" or #list ~= #lower) then fail("options.limits", "expected %d pairs {lower, upper}, got %s", #lower, type(list) == "table" and #list or check.got(list)) end
  if #m:coordinates() ~= #lower then fail(nil, "a floating base or a joint turning freely in space reaches everything") end
  if #lower > #primes then fail(nil, "at most %d coordinates", #primes) end
  local out, J = {}, m:jacobian(m:neutral(), o.body)
  local function turns(k) return J[4][k] ^ 2 + J[5][k] ^ 2 + J[6][k] ^ 2 > 0 end
  for k = 1, #lower do
    local a, b = lower[k], upper[k]
    if list then
      a, b = list[k][1], list[k][2]
      if type(a) ~= "number" or type(b) ~= "number" or not (a <= b) then fail(("options.limits[%d]"):format(k), "expected a pair {lower, upper}, got %s, %s", check.got(a), check.got(b)) end
    end
    if a == -math.huge and b == math.huge and turns(k) then a, b = -math.pi, math.pi end
    if a == -math.huge or b == math.huge then fail(("options.limits[%d]"):format(k), "'%s' has no limits: give some", m:coordinates()[k]) end
    out[k] = { a, b }
  end
  return out
end

local function workspace(m, options)
  local o = options_of(options, { "n", "limits" })
  local n = o.n or 2000
  if type(n) ~= "number" or n < 1 or n > 1e6 or n % 1 ~= 0 then fail("options.n", "expected a whole number of places from 1 to 1000000, got %s", check.got(n)) end
  local range, points, q = intervals(m, o), li.zeros(n, 3), li.zeros(#m:coordinates())
  local box, lower, upper, far, near, sum = 1, { 1 / 0, 1 / 0, 1 / 0 }, { -1 / 0, -1 / 0, -1 / 0 }, 0, math.huge, 0
  local task = { body = o.body, point = o.point, axes = o.axes, rows = o.rows or { 1, 2, 3 } }
  for _, r in ipairs(range) do box = box * (r[2] - r[1]) end
  local rank = usual_rank(m, task, 1e-9)
  for i = 1, n do
    if i % 100 == 0 then kit.progress(i / n, ("%d of %d places"):format(i, n)) end
    for k, r in ipairs(range) do q[k] = r[1] + (r[2] - r[1]) * radical(i, primes[k]) end
    local p = m:fk(q, o.body)
    p = o.point and p:point(o.point) or p.p
    for c = 1, 3 do
      points[i][c] = p[c]
      lower[c], upper[c] = math.min(lower[c], p[c]), math.max(upper[c], p[c])
    end
    far, near = math.max(far, p:norm()), math.min(near, p:norm())
    local _, s = task_jacobian(m, q, task):svd()
    local w = 1
    for k = 1, rank do w = w * s[k] end
    sum = sum + w
  end
  return { points = points, lower = li.vec(lower), upper = li.vec(upper), far = far, near = near, measure = sum / n * box }
end

-- ---- statics, small motions -------------------------------------------------------------------------------------------------

local function statics(m, q, ext)
  local rest = li.zeros(#m:speeds())
  return m:id(q, rest, rest, ext or {})
end

-- d (springs and dampers) / dq and dv: they are linear in both
local function passive_slopes(m, q, v)
  local n, h = #v, 1e-4
  local Kq, Kv, e = li.zeros(n, n), li.zeros(n, n), li.zeros(n)
  for k = 1, n do
    e[k] = 1
    local dq = m:passive(m:step(q, e, h), v) - m:passive(m:step(q, e, -h), v)
    local dv = m:passive(q, v + h * e) - m:passive(q, v - h * e)
    e[k] = 0
    for i = 1, n do Kq[i][k], Kv[i][k] = dq[i] / (2 * h), dv[i] / (2 * h) end
  end
  return Kq, Kv
end

-- d/dt (dq, dv) = A (dq, dv) + B dtau about a state, springs and dampers in it; tau: what holds the state
local function linearise(m, q, v, tau)
  local n, d = #m:speeds(), m:description()
  if #(d.loops or {}) + #(d.constraints or {}) > 0 then
    fail(nil, "this model has loops or constraints, which are linearised in symbols: model:kane{independent = {..}}:linearise(values); in numbers by "
      .. "li.num.jacobian of model:constrained along coordinates that are independent")
  end
  v = v and li.vec(v) or li.zeros(n)
  if #m:coordinates() ~= n and v:norm() > 0 then fail(nil, "a model that turns freely in space is linearised at rest") end
  local spring = m:passive(q, v)
  tau = tau and li.vec(tau) + spring or m:bias(q, v)
  local dq, dv, Minv = m:fd_derivatives(q, v, tau)
  if not dq then return nil, dv, Minv end
  local Kq, Kv = passive_slopes(m, q, v)
  dq, dv = dq + Minv * Kq, dv + Minv * Kv
  return li.vcat(li.hcat(li.zeros(n, n), li.eye(n)), li.hcat(dq, dv)), li.vcat(li.zeros(n, n), Minv)
end

-- of x + i y the multiple whose largest entry is 1
local function turned(x, y)
  local at, most = 1, -1
  for k = 1, #x do
    local size = x[k] ^ 2 + y[k] ^ 2
    if size > most * (1 + 1e-9) then at, most = k, size end
  end
  local c, s = x[at] / most, -y[at] / most
  return x * c - y * s, x * s + y * c
end

local function modes(m, q)
  local A, why, code = linearise(m, q)
  if not A then return nil, why, code end
  local re, V, im = A:eig()
  local list, n, k = {}, #m:speeds(), 1
  while k <= #re do
    local a, b = re[k], im and im[k] or 0
    local shape, other = turned(V:col(k):sub(1, n), b ~= 0 and V:col(k + 1):sub(1, n) or li.zeros(n))
    local size = math.sqrt(a * a + b * b)
    list[#list + 1] = { re = a, im = math.abs(b), frequency = math.abs(b) / (2 * math.pi), damping = size > 0 and -a / size or 0, shape = shape,
      other = b ~= 0 and other or nil }
    k = k + (b ~= 0 and 2 or 1)
  end
  table.sort(list, function(x, y) return x.im < y.im or x.im == y.im and x.re > y.re end)
  return list
end

-- ---- rows -------------------------------------------------------------------------------------------------------------------

local task = " Options: body, point, axes as of the Jacobian, rows (numbers from 1, linear first; all six)."

for _, row in ipairs {
  { "model:singularity(q: nums|table [, options: table]) -> table",
    "What the Jacobian has lost at q: rank, usual (the rank nearly everywhere), singular, its singular values, lost (directions of the rows that "
    .. "no velocity gives, as vecs) and idle (velocities that give nothing). tol (1e-9) is relative." .. task,
    "li.planar{1, 1}:singularity({0.3, 0}, {rows = {1, 2}}).singular --> true", singularity },
  { "model:manipulability(q: nums|table [, options: table]) -> w: num, U: mat, s: vec",
    "The product of the singular values of the Jacobian, sqrt(det J J') of a square or wide one: 0 where it is singular; the axes of the ellipsoid of "
    .. "velocities (columns of U) and its half axes s." .. task,
    "(li.planar{1, 1}:manipulability({0, math.pi/2}, {rows = {1, 2}})) --> 1", manipulability },
  { "model:self_motions(q: nums|table [, options: table]) -> mat",
    "Columns are velocities that leave the body where it is: the kernel of J; nil where there are none." .. task,
    "#li.planar{1, 1, 1}:self_motions({0.2, 0.5, -0.3}, {rows = {1, 2}}) --> 3", self_motions },
  { "model:jacobian_inverse(q: nums|table [, options: table]) -> mat",
    "G with J G J = J: the pseudo-inverse, or of least v' W v with weights (a list, or a matrix W), with damping s/(s^2 + damping^2) for 1/s, with "
    .. "block a list of coordinates that stay." .. task,
    "li.planar{1}:jacobian_inverse({0}, {rows = {2}}) --> [1]", jacobian_inverse },
  { "model:rates(q: nums|table, x: nums [, options: table]) -> v: vec, rest: num",
    "The velocity that gives the rows x, as model:jacobian_inverse; what is left free goes toward a wanted v: G x + (1 - G J) toward. And how much of x "
    .. "was not reached." .. task,
    "(li.planar{1, 1}:rates({0, math.pi/2}, {1, 0}, {rows = {1, 2}})) --> [0  -1]", rates },
  { "model:workspace([options: table]) -> table",
    "Where the tip comes to at n (2000) places spread evenly over the limits, or those of options.limits: points (a mat), lower and upper corner, far and near "
    .. "(from the world's origin), measure: the volume swept, or the area where only two rows are asked for, counted as often as it is covered; "
    .. "coordinates without limits go all the way round." .. task,
    "#li.planar{1, 1}:workspace{n = 100, rows = {1, 2}}.points --> 100", workspace },
  { "model:statics(q: nums|table [, ext: table]) -> vec",
    "The joint forces that hold it at rest under gravity and forces from outside, by body or frame, told in its axes about its origin: G - J' F.",
    "li.planar{1, mass = 2}:statics({0}, {tip = {0, 1, 0, 0, 0, 0}}) --> [8.81]", statics },
  { "model:linearise(q: nums|table [, v: nums, tau: nums]) -> A: mat, B: mat",
    "Small motions about a state: d/dt (dq, dv) = A (dq, dv) + B dtau, springs and dampers in it. Without tau the forces are those that hold the state.",
    "li.planar{1, mass = 3, gravity = {0, -10, 0}}:linearise({-math.pi/2})[2] --> [-15  0]", linearise },
  { "model:modes(q: nums|table) -> table",
    "The modes of small motions about rest at q, held there: a list by rising frequency, each with frequency (Hz), re and im of its eigenvalue, damping (share of "
    .. "critical), shape (its largest entry 1; other: its imaginary part, where entries are out of phase).",
    "li.planar{1, mass = 3, gravity = {0, -10, 0}}:modes({-math.pi/2})[1].im --> 3.8729833462074", modes },
} do
  local name, f = row[1]:match "^model:([%w_]+)", row[4]
  row[4] = function(...)
    asked = name
    return f(...)
  end
  kit.define(kit.methods "model", row)
end
