-- analysis.lua - what else a model can be asked: singular places, redundancy, workspace, statics,
-- modes
--
-- The answers are the engine's (core/ask); here options are read and refused.
local li = require "liaison.core"
local kit = li._internal
local check = require "liaison.base.check"

local ask = kit.ask

-- ---- options: every function is given `fail`, which names the method that runs ------------------

local task_keys = { "body", "point", "axes", "rows" }

local function failing(name)
  return function(what, ...) check.fail("model:" .. name .. (what and ": " .. what or ""), ...) end
end

local function refuse_rows(fail, rows)
  if type(rows) ~= "table" or #rows == 0 then
    fail("options.rows", "expected a list of numbers from 1 (x) to 6 (angular z), got %s",
      check.got(rows))
  end
  for _, r in ipairs(rows) do
    if type(r) ~= "number" or r < 1 or r > 6 or r % 1 ~= 0 then
      fail("options.rows", "rows are numbers from 1 (x) to 6 (angular z), got %s", r)
    end
  end
end

local function options_of(name, o, more)
  local allowed = {}
  for _, k in ipairs(task_keys) do allowed[k] = true end
  for _, k in ipairs(more) do allowed[k] = true end
  check.keys(o or {}, "model:" .. name .. ": options", allowed)
  if o and o.rows ~= nil then refuse_rows(failing(name), o.rows) end
  return o or {}
end

-- ---- singular places ----------------------------------------------------------------------------

local function singularity(m, q, options)
  local o = options_of("singularity", options, { "tol" })
  local tol = o.tol or 1e-9
  if type(tol) ~= "number" or not (tol > 0 and tol < 1) then
    failing "singularity"("options.tol", "expected a number between 0 and 1, got %s",
      check.got(tol))
  end
  return ask.singularity(m, q, tol, o.body, o.point, o.axes, o.rows)
end

local function manipulability(m, q, options)
  local o = options_of("manipulability", options, {})
  return ask.manipulability(m, q, o.body, o.point, o.axes, o.rows)
end

-- ---- redundancy ---------------------------------------------------------------------------------

local function self_motions(m, q, options)
  local o = options_of("self_motions", options, {})
  return ask.self_motions(m, q, o.body, o.point, o.axes, o.rows)
end

-- marks of the coordinates that are blocked, by velocities; nil: none
local function stays_of(fail, m, names)
  if names == nil then return nil end
  if type(names) ~= "table" then
    fail("options.block", "expected a list of names of coordinates, got %s", check.got(names))
  end
  local index, speeds = {}, m:speeds()
  for k, name in ipairs(speeds) do
    index[name] = k
    index[name:gsub("'$", "")] = k
  end
  local stays = li.zeros(#speeds)
  for _, name in ipairs(names) do
    if not index[name] then fail("options.block", "no coordinate '%s'", tostring(name)) end
    stays[index[name]] = 1
  end
  return stays
end

-- weights as a matrix: a list for its diagonal, or itself
local function weights_of(fail, m, w)
  if w == nil then return nil end
  local n, M = #m:speeds(), w
  if kit.class(w) ~= "mat" then
    local is_list_of_rows = type(w) == "table" and type(w[1]) == "table"
    M = is_list_of_rows and li.mat(w) or li.diag(w)
  end
  local rows, cols = M:size()
  if rows ~= n or cols ~= n then
    fail("options.weights",
      "expected %d weights, one for each velocity, or a matrix of that size, got %d x %d", n, rows,
      cols)
  end
  return M
end

-- damping, weights, block
local function wishes(fail, m, o)
  local damping = o.damping or 0
  if type(damping) ~= "number" or not (damping >= 0 and damping < math.huge) then
    fail("options.damping", "expected a number >= 0, got %s", check.got(damping))
  end
  local stays = stays_of(fail, m, o.block)
  return damping, weights_of(fail, m, o.weights), stays
end

local function jacobian_inverse(m, q, options)
  local o = options_of("jacobian_inverse", options, { "weights", "damping", "block" })
  local damping, weights, stays = wishes(failing "jacobian_inverse", m, o)
  return ask.jacobian_inverse(m, q, damping, weights, stays, o.body, o.point, o.axes, o.rows)
end

local function rates(m, q, x, options)
  local o = options_of("rates", options, { "weights", "damping", "block", "toward" })
  local damping, weights, stays = wishes(failing "rates", m, o)
  local toward = o.toward ~= nil and li.vec(o.toward) or nil
  return ask.rates(m, q, x, damping, weights, stays, toward, o.body, o.point, o.axes, o.rows)
end

-- ---- workspace ----------------------------------------------------------------------------------

-- pairs of numbers, one for each coordinate; infinite ones are judged by the engine
local function refuse_limits(fail, m, list)
  if list == nil then return end
  local n = #m:speeds()
  if type(list) ~= "table" or #list ~= n then
    fail("options.limits", "expected %d pairs {lower, upper}, got %s", n,
      type(list) == "table" and #list or check.got(list))
  end
  if #m:coordinates() ~= n then
    fail(nil, "a floating base or a joint turning freely in space reaches everything")
  end
  for k, pair in ipairs(list) do
    local a, b = pair[1], pair[2]
    if type(a) ~= "number" or type(b) ~= "number" or not (a <= b) then
      fail(("options.limits[%d]"):format(k), "expected a pair {lower, upper}, got %s, %s",
        check.got(a), check.got(b))
    end
  end
end

local function workspace(m, options)
  local o, fail = options_of("workspace", options, { "n", "limits" }), failing "workspace"
  local n = o.n or 2000
  if type(n) ~= "number" or n < 1 or n > 1e6 or n % 1 ~= 0 then
    fail("options.n", "expected a whole number of places from 1 to 1000000, got %s", check.got(n))
  end
  refuse_limits(fail, m, o.limits)
  return ask.workspace(m, n, o.limits, o.body, o.point, o.axes, o.rows or { 1, 2, 3 })
end

-- ---- statics, small motions ---------------------------------------------------------------------

local function statics(m, q, ext)
  local rest = li.zeros(#m:speeds())
  return m:id(q, rest, rest, ext or {})
end

-- loops, constraints or force elements: what model:linearize knows of
local function more_acts(m)
  local d = m:description()
  return #(d.loops or {}) + #(d.constraints or {}) + #(d.forces or {}) > 0
end

local function linearise(m, q, v, tau)
  if more_acts(m) then
    failing "linearise"(nil, "this model has loops, constraints or forces: "
      .. "model:linearize{q = .., v = ..} has them")
  end
  return ask.linearise(m, q, v, tau)
end

local AT = { v = true, t = true, u = true, forces = true }

-- held at q by constant forces: what the motors give there
local function modes(m, q, options)
  local o = { q = q, inputs = {} }
  check.keys(options or {}, "model:modes: options", AT)
  for key, x in pairs(options or {}) do o[key] = x end
  if next(options or {}) == nil and not more_acts(m) then return ask.modes(m, q) end
  local lin, why, code = m:linearize(o)
  if not lin then return nil, why, code end
  return lin:modes()
end

-- ---- rows ---------------------------------------------------------------------------------------

local task = " Options: body, point, axes as of the Jacobian, rows (numbers from 1, linear "
  .. "first; all six)."

for _, row in ipairs {
  { "model:singularity(q: nums|table [, options: table]) -> table",
    "What the Jacobian has lost at q: rank, usual (the rank nearly everywhere), singular, its "
    .. "singular values, lost (directions of the rows that "
    .. "no velocity gives, as vecs) and idle (velocities that give nothing). tol (1e-9) is "
    .. "relative." .. task,
    "li.planar{1, 1}:singularity({0.3, 0}, {rows = {1, 2}}).singular --> true", singularity },
  { "model:manipulability(q: nums|table [, options: table]) -> w: num, U: mat, s: vec",
    "The product of the singular values of the Jacobian, sqrt(det J J') of a square or wide "
    .. "one: 0 where it is singular; the axes of the ellipsoid of "
    .. "velocities (columns of U) and its half axes s." .. task,
    "(li.planar{1, 1}:manipulability({0, math.pi/2}, {rows = {1, 2}})) --> 1", manipulability },
  { "model:self_motions(q: nums|table [, options: table]) -> mat",
    "Columns are velocities that leave the body where it is: the kernel of J; nil where there "
    .. "are none." .. task,
    "#li.planar{1, 1, 1}:self_motions({0.2, 0.5, -0.3}, {rows = {1, 2}}) --> 3", self_motions },
  { "model:jacobian_inverse(q: nums|table [, options: table]) -> mat",
    "G with J G J = J: the pseudo-inverse, or of least v' W v with weights (a list, or a "
    .. "matrix W), with damping s/(s^2 + damping^2) for 1/s, with "
    .. "block a list of coordinates that stay." .. task,
    "li.planar{1}:jacobian_inverse({0}, {rows = {2}}) --> [1]", jacobian_inverse },
  { "model:rates(q: nums|table, x: nums [, options: table]) -> v: vec, rest: num",
    "The velocity that gives the rows x, as model:jacobian_inverse; what is left free goes "
    .. "toward a wanted v: G x + (1 - G J) toward. And how much of x "
    .. "was not reached." .. task,
    "(li.planar{1, 1}:rates({0, math.pi/2}, {1, 0}, {rows = {1, 2}})) --> [0  -1]", rates },
  { "model:motion_bounds(q1: nums|table, q2: nums|table, radii: nums) -> world: vec, between: mat",
    "How far bodies move from q1 to q2 at most, all coordinates at constant rates: world[b] bounds "
    .. "the path of every point of body b within radii[b] of its origin, between[a][b] how much "
    .. "the distance of two such points of a and b changes. Bodies that are farther apart than "
    .. "that do not meet on the way.",
    "(li.planar{1, 1}:motion_bounds({0, 0}, {0.2, 0.1}, {1, 1})) --> [0.2  0.5]",
    function(m, q1, q2, radii) return ask.motion_bounds(m, q1, q2, radii) end },
  { "model:workspace([options: table]) -> table",
    "Where the tip comes to at n (2000) places spread evenly over the limits, or those of "
    .. "options.limits: points (a mat), lower and upper corner, far and near "
    .. "(from the world's origin), measure: the volume swept, or the area where only two rows "
    .. "are asked for, counted as often as it is covered; "
    .. "coordinates without limits go all the way round." .. task,
    "#li.planar{1, 1}:workspace{n = 100, rows = {1, 2}}.points --> 100", workspace },
  { "model:statics(q: nums|table [, ext: table]) -> vec",
    "The joint forces that hold it at rest under gravity and forces from outside, by body or "
    .. "frame, told in its axes about its origin: G - J' F.",
    "li.planar{1, mass = 2}:statics({0}, {tip = {0, 1, 0, 0, 0, 0}}) --> [8.81]", statics },
  { "model:linearise(q: nums|table [, v: nums, tau: nums]) -> A: mat, B: mat",
    "A and B of model:linearize for a tree and its motors, by its name before version 0.2: d/dt "
    .. "(dq, dv) = A (dq, dv) + B dtau. Without tau the forces are those that hold the state.",
    "li.planar{1, mass = 3, gravity = {0, -10, 0}}:linearise({-math.pi/2})[2] --> [-15  0]",
    linearise },
  { "model:modes(q: nums|table [, options: table]) -> table",
    "The modes of small motions about rest at q, held there (with loops, constraints, force "
    .. "elements or options: as it stands there, by the states of model:linearize): a list by "
    .. "rising frequency, each with frequency (Hz), re and im of its eigenvalue, damping (share of "
    .. "critical), shape (its largest entry 1; other: its imaginary part, where entries are "
    .. "out of phase). options, as of model:linearize: v, a steady motion; u, t, forces.",
    "li.planar{1, mass = 3, gravity = {0, -10, 0}}:modes({-math.pi/2})[1].im --> 3.8729833462074",
    modes },
} do
  kit.define(kit.methods "model", row)
end
