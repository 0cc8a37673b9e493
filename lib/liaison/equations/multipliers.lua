-- multipliers.lua - equations with constraints: rows out of expressions, and every way to solve
-- them, in symbols and in numbers
local li = require "liaison.core"
local check = require "liaison.base.check"
local placing = require "liaison.describe.pose_expr"
local append = require("liaison.base.lists").append
local kit = li._internal

local multipliers = {}

-- rows --------------------------------------------------------------------------------------------

local function listed(x, path)
  if x == nil then return {} end
  if type(x) ~= "table" or kit.class(x) then x = { x } end
  local list = {}
  for i, e in ipairs(x) do list[i] = placing.expr(e, ("%s[%d]"):format(path, i)) end
  return list
end

-- H and b of expressions linear in the rates
local function linear(list, q)
  local rates, none = {}, {}
  for i, c in ipairs(q) do
    rates[i] = c:d()
    none[rates[i]] = 0
  end
  local H, b, J = {}, {}, li.jacobian(list, rates)
  for i, e in ipairs(list) do
    for j = 1, #rates do
      for k = 1, #rates do
        if J:at(i, k):depends(rates[j]) then
          check.fail(("constraints.nonholonomic[%d]"):format(i), "not linear in the velocities: %s",
            tostring(e))
        end
      end
    end
    H[i], b[i] = J:row(i), e:subs(none)
  end
  return H, b
end

-- spec.constraints into spec.phi, spec.H, spec.b
function multipliers.rows(spec, q)
  local c = check.fields(spec.constraints, "constraints",
    { holonomic = "any?", nonholonomic = "any?" })
  if spec.phi ~= nil or spec.H ~= nil then
    check.fail("constraints", "either constraints, or phi and H")
  end
  local phi, rows = listed(c.holonomic, "constraints.holonomic"),
    listed(c.nonholonomic, "constraints.nonholonomic")
  if #phi > 0 then spec.phi = phi end
  if #rows > 0 then spec.H, spec.b = linear(rows, q) end
end

-- in symbols --------------------------------------------------------------------------------------

-- f: all forces but those of constraints, at zero acceleration
local function free_forces(eq)
  local M = eq.M
  return (M * eq.a - eq:rows() + eq:reaction_forces()):trig()
end

local function need_rows(eq)
  if not eq.J then
    check.fail(nil, "these equations have no constraints (those of a model with loops come "
      .. "with model:equations{constraints = true})")
  end
end

local function sign_of(eq) return eq.convention == "slides" and -1 or 1 end

local ways = {}

-- [M J'; J 0] [q''; -lambda] = [f; gamma]                                              [nonhol] G7
function ways.augmented(eq, f, o)
  local n, m, M, J, A, rhs = eq.n, #eq.J, eq.M, eq.J, {}, {}
  for i = 1, n + m do A[i] = {} end
  for i = 1, n do
    for j = 1, n do A[i][j] = M:at(i, j) end
    for r = 1, m do A[i][n + r], A[n + r][i] = J:at(r, i), J:at(r, i) end
    rhs[i] = f[i]
  end
  for r = 1, m do
    for s = 1, m do A[n + r][n + s] = li.expr(0) end
    rhs[n + r] = eq.gamma[r]
  end
  local out = { A = li.smat(A), rhs = li.smat(rhs) }
  if o.solve == false then return out end
  local x, why, code = out.A:solve(out.rhs)
  if not x then return nil, why, code end
  out.a, out.lambda = {}, {}
  for i = 1, n do out.a[i] = x[i] end
  for r = 1, m do out.lambda[r] = -sign_of(eq) * x[n + r] end
  out.a, out.lambda = li.smat(out.a), li.smat(out.lambda)
  return out
end

-- Where numbers stand for what moves, N:d() and nu:d() miss it; the rows still know it:
--   dJ/dt = J:d() + lost,   shift' = -(gamma + dJ/dt q') = shift:d() + lost_shift
local function lost_rates(eq)
  local lost, shift = eq.Jdot - eq.J:d(), -(eq.gamma + eq.Jdot * eq.v) - eq.shift:d()
  local rest = {}
  for r = 1, #eq.J do rest[r] = shift[r]:is_zero() == true and li.expr(0) or shift[r] end
  return lost, li.smat(rest)
end

-- and what they miss is  J_d dN_d = -lost N,  J_d dnu_d = -(lost nu + lost_shift); zeros where
-- nothing is lost
local function unseen(eq, N, nu, dependent, surplus)
  local l, follows = select(2, N:size()), {}
  for _, r in ipairs(surplus) do follows[r] = true end
  local lost, shift = lost_rates(eq)
  local right_N, right_nu, Jd, right, any = lost * N, lost * nu + shift, {}, {}, false
  for r = 1, #eq.J do
    if not follows[r] then
      local a, b = {}, {}
      for i, j in ipairs(dependent) do a[i] = eq.J:at(r, j) end
      for i = 1, l do b[i] = -right_N:at(r, i) end
      b[l + 1] = -right_nu[r]
      for i = 1, l + 1 do any = any or b[i] ~= li.expr(0) end
      Jd[#Jd + 1], right[#right + 1] = a, b
    end
  end
  local dN, dnu, x = {}, {}, any and li.smat(Jd):solve(li.smat(right))
  local row = {}
  for i, j in ipairs(dependent) do row[j] = x and i end
  for j = 1, eq.n do
    dN[j] = {}
    for i = 1, l do dN[j][i] = row[j] and x:at(row[j], i) or li.expr(0) end
    dnu[j] = row[j] and x:at(row[j], l + 1) or li.expr(0)
  end
  return li.smat(dN), li.smat(dnu)
end

-- q' = N v + nu: (N' M N) v' = N' (f - M (N' v + nu'))                                  [nonhol] G8
function ways.partition(eq, f, o)
  local q, flat, choice, b = eq.q:table(), {}, nil, {}
  for r = 1, #eq.J do
    for j = 1, eq.n do flat[#flat + 1] = eq.J:at(r, j) end
    b[r] = eq.shift[r]
  end
  if o.independent ~= nil then
    choice = {}
    for j = 1, eq.n do choice[j] = 2 end
    for i, name in ipairs(type(o.independent) == "table" and o.independent or { o.independent }) do
      local found
      for j, c in ipairs(q) do if tostring(c) == tostring(name) then found = j end end
      if not found then
        check.fail(("independent[%d]"):format(i), "no coordinate '%s'", tostring(name))
      end
      choice[found] = 1
    end
  end
  local N, nu, dependent, free,
    surplus = kit.kane.partition { H = li.smat(flat), b = li.smat(b), n = eq.n, choice = choice }
  if not N then
    if type(nu) == "string" then return nil, nu, dependent end
    return nil, "the constraints leave no motion", "ESINGULAR"
  end
  local v = {}
  for i, j in ipairs(free) do v[i] = q[j]:d() end
  local rates = N * li.smat(v) + nu
  local change = {}
  for i, c in ipairs(q) do if c:d() ~= rates[i] then change[c:d()] = rates[i] end end
  local moreN, morenu = unseen(eq, N, nu, dependent, surplus)
  local Nd, nud = (N:d() + moreN):subs(change), (nu:d() + morenu):subs(change)
  local Nt = N:transpose()
  local rest = f:subs(change) - eq.M * (Nd * li.smat(v) + nud)
  local names = { {}, {} }
  for k, list in ipairs { dependent, free } do
    for i, j in ipairs(list) do names[k][i] = q[j] end
  end
  return {
    N = N, nu = nu, Ndot = Nd, nudot = nud, M = (Nt * eq.M * N):trig(), force = (Nt * rest):trig(),
      rates = rates,
    dependent = names[1], independent = names[2], redundant = surplus,
  }
end

-- S = J M^-1 J'; M is symmetric, so M^-1 J' = (J M^-1)'
local function schur(eq)
  local MJ, why, code = eq.M:solve(eq.J:transpose(), "ldl")
  if not MJ then return nil, why, code end
  local S = eq.J * MJ
  local Si, why2, code2 = S:inverse()
  if not Si then return nil, why2, code2 end
  return MJ, Si
end

-- P = 1 - J' S^-1 J M^-1,  q'' = M^-1 (P f + J' S^-1 gamma)                        [nonhol] G9, E22
function ways.projector(eq, f)
  local MJ, Si, code = schur(eq)
  if not MJ then return nil, "M or the rows are singular: " .. tostring(Si), code end
  local Jt = eq.J:transpose()
  local P = li.seye(eq.n) - Jt * Si * MJ:transpose()
  local lambda = Si * (eq.gamma - MJ:transpose() * f)
  return { P = P, lambda = sign_of(eq) * lambda,
    a = eq.M:solve(P * f + Jt * (Si * eq.gamma), "ldl") }
end

-- q'' = a_f + M^-1 J' S^-1 (gamma - J a_f), a_f = M^-1 f
function ways.udwadia(eq, f)
  local MJ, Si, code = schur(eq)
  if not MJ then return nil, "M or the rows are singular: " .. tostring(Si), code end
  local af = eq.M:solve(f, "ldl")
  local gap = eq.gamma - eq.J * af
  return { a = af + MJ * (Si * gap), free = af, gap = gap, lambda = sign_of(eq) * (Si * gap) }
end

-- J' lambda as it stands in the equations
local function reaction_forces(eq)
  if not eq.J then return placing.zeros(eq.n) end
  return -sign_of(eq) * (eq.J:transpose() * eq.lambda)
end

local function solved(eq, way, options)
  need_rows(eq)
  local o = check.fields(options or {}, "options", { solve = "bool?", independent = "any?" })
  local f = free_forces(eq)
  if way ~= "all" then return ways[way](eq, f, o) end
  local out = {}
  for name, solver in pairs(ways) do
    local r, why = solver(eq, f, o)
    out[name] = r or why
  end
  return out
end

-- in numbers --------------------------------------------------------------------------------------

local functions = setmetatable({}, { __mode = "k" })

-- a function of many results, as several of at most CHUNK: f(...) -> list
local CHUNK = 150
local function many(list, inputs)
  local fs = {}
  for first = 1, #list, CHUNK do
    local part = {}
    for i = first, math.min(first + CHUNK - 1, #list) do part[#part + 1] = list[i] end
    fs[#fs + 1] = li.smat(part):fn(inputs)
  end
  return function(...)
    local out = {}
    for _, f in ipairs(fs) do
      local x = { f(...) }
      for i = 1, #x do out[#out + 1] = x[i] end
    end
    return out
  end
end

local function inputs_of(eq)
  local inputs = {}
  for i = 1, eq.n do inputs[i], inputs[eq.n + i] = eq.q[i], eq.v[i] end
  inputs[2 * eq.n + 1] = li.time()
  return inputs
end

-- J, J', gamma, shift of the rows at q, v, t
local function rows_fn(eq)
  local kept = functions[eq] or {}
  functions[eq] = kept
  if kept.rows then return kept.rows end
  local list = {}
  for _, M in ipairs { eq.J, eq.Jdot } do
    for r = 1, #eq.J do for j = 1, eq.n do list[#list + 1] = M:at(r, j) end end
  end
  append(list, eq.gamma)
  append(list, eq.shift)
  kept.rows = many(list, inputs_of(eq))
  return kept.rows
end

-- M and the forces at zero acceleration at q, v, t: of equations in which time stands; false where
-- it does not
local function timed_fn(eq)
  local kept = functions[eq] or {}
  functions[eq] = kept
  if kept.timed ~= nil then return kept.timed end
  local list, constants = {}, eq.constants
  append(list, eq.M)
  append(list, -1 * free_forces(eq))
  local all = li.smat(list)
  for i = #constants, 1, -1 do all = all:subs { [constants[i]] = constants[constants[i]] } end
  local moves = false
  for i = 1, #list do moves = moves or all[i]:depends(li.time()) end
  kept.timed = moves and many(all:table(), inputs_of(eq))
  return kept.timed
end

local function need_time(eq, t, what)
  if t ~= nil then return t end
  local kept = functions[eq]
  if kept.still == nil then
    kept.still = not timed_fn(eq)
    for _, x in ipairs { eq.J, eq.Jdot, eq.gamma, eq.shift } do
      local rows, cols = x:size()
      for r = 1, rows do
        for c = 1, cols do if x:at(r, c):depends(li.time()) then kept.still = false end end
      end
    end
  end
  if not kept.still then
    check.fail(what, "these equations go by time: options.t = the time it is asked for")
  end
  return 0
end

local function block(x, at, rows, cols)
  local M = {}
  for r = 1, rows do
    M[r] = {}
    for j = 1, cols do M[r][j] = x[at + (r - 1) * cols + j] end
  end
  return M
end

-- q, v and t as arguments
local function concat(q, v, t)
  local list = {}
  for i = 1, #q do list[i] = q[i] end
  for i = 1, #v do list[#q + i] = v[i] end
  list[#q + #v + 1] = t
  return (table.unpack or unpack)(list)
end

-- names of coordinates, or their numbers, as numbers
local function indices(eq, list)
  local index = {}
  for i, x in ipairs(list) do
    index[i] = x
    for j = 1, eq.n do if tostring(eq.q[j]) == tostring(x) then index[i] = j end end
    if type(index[i]) ~= "number" then
      check.fail(("independent[%d]"):format(i), "no coordinate '%s'", tostring(x))
    end
  end
  return index
end

-- M and the forces at zero acceleration
local function mass_and_bias(eq, q, v, t)
  local timed, n = timed_fn(eq), eq.n
  if not timed then return eq:mass(q), eq:bias(q, v) end
  local x, h = timed(concat(q, v, t)), {}
  for i = 1, n do h[i] = x[n * n + i] end
  return li.mat(block(x, 0, n, n)), h
end

-- constraint forces and accelerations at one state: li.constrained with everything it shows
local function solve(eq, q, v, tau, options)
  need_rows(eq)
  local n, m, o = eq.n, #eq.J, { method = "augmented" }
  if #q ~= n or #v ~= n then
    check.fail("solve", "expected %d coordinates and rates, got %d and %d", n, #q, #v)
  end
  for key, x in pairs(options or {}) do o[key] = x end
  if o.t ~= nil and type(o.t) ~= "number" then
    check.fail("options.t", "expected a number, got a %s", type(o.t))
  end
  if type(o.independent) == "string" then o.independent = { o.independent } end
  if type(o.independent) == "table" then o.independent = indices(eq, o.independent) end
  local rows = rows_fn(eq)
  local t = need_time(eq, o.t, "solve")
  o.t = nil
  local x, M, h = rows(concat(q, v, t)), mass_and_bias(eq, q, v, t)
  local f, gamma = {}, {}
  for i = 1, n do f[i] = (tau and tau[i] or 0) - h[i] end
  for r = 1, m do gamma[r] = x[2 * m * n + r] end
  if o.method == "partition" or o.method == "all" then o.Jdot = li.mat(block(x, m * n, m, n)) end
  local r, why, code, info = li.constrained(M, f, li.mat(block(x, 0, m, n)), gamma, o)
  if not r then return nil, why, code, info end
  r.rows, r.multipliers = eq.row_names, {}
  for i = 1, m do
    r.lambda[i] = sign_of(eq) * r.lambda[i]
    r.multipliers[r.rows[i]] = r.lambda[i]
  end
  return r
end

-- the velocities nearest in the metric of M that fit J v + shift = 0; by how much they were moved,
-- and the row that resisted most
local function consistent(eq, q, v, time)
  need_rows(eq)
  local rows = rows_fn(eq)
  local t = need_time(eq, time, "consistent")
  local n, m, M = eq.n, #eq.J, mass_and_bias(eq, q, v, t)
  local x, want, gap, most, row = rows(concat(q, v, t)), {}, {}, -1, 1
  local J = li.mat(block(x, 0, m, n))
  for r = 1, m do
    want[r] = -x[2 * m * n + m + r]
    local e = -want[r]
    for j = 1, n do e = e + J[r][j] * v[j] end
    gap[r] = math.abs(e)
    if gap[r] > most then most, row = gap[r], r end
  end
  local r, why, code, info = li.constrained(M, M * li.vec(v), J, want)
  if not r then return nil, why, code, info end
  local d = r.a - li.vec(v)
  return r.a, math.sqrt(math.max(0, d:dot(M * d))), row, most
end

local WIRE = "local m, g = li.symbols 'm g'; local eq = li.lagrange{q = 'xb yb', T = "
  .. "\"m*(xb'^2 + yb'^2)/2\", V = 'm*g*yb', constraints = {holonomic = 'xb - yb'}}; "

for _, row in ipairs {
  { "equations:multipliers(how: augmented|kkt|partition|projector|udwadia|all [, options: "
    .. "table]) -> table",
    "Equations with constraints solved in symbols. augmented: A, rhs, and unless solve = "
    .. "false a, lambda. partition: N, nu, Ndot, M = N'MN, force, dependent, "
    .. "independent (independent = {..} chooses). projector: P, a, lambda. udwadia: free, "
    .. "gap, a, lambda. all: each under its name. kkt is augmented. Sign: M q'' + h = tau + "
    .. "J' lambda; of eq:as 'slides' the other.",
    WIRE .. "return eq:multipliers('udwadia').a[1] --> -g/2",
    function(eq, way, options) return solved(eq, way == "kkt" and "augmented" or way,
    options) end },
  { "equations:solve(q: nums, v: nums [, tau: nums, options: table]) -> table",
    "Accelerations a and multipliers lambda at one state, and all that li.constrained shows: "
    .. "options.method = 'augmented' (default, also 'kkt'), 'partition', 'projector', "
    .. "'udwadia', 'nullspace' or 'all' for each beside the others; options.t = the time, "
    .. "where the equations go by it. rows: their names in the order of lambda, "
    .. "multipliers: lambda by these names.",
    WIRE .. "return eq:with{m = 1, g = 10}:solve({0, 0}, {0, 0}).a --> [-5  -5]", solve },
  { "equations:consistent(q: nums, v: nums [, t: num]) -> v: vec, change: num, row: int, gap: num",
    "The velocities nearest to v, in the metric of the mass matrix, that fit the constraints "
    .. "at q; how far they were moved, and the row that was furthest from holding.",
    WIRE .. "return eq:with{m = 1, g = 10}:consistent({0, 0}, {1, 0}) --> [0.5  0.5], "
    .. "0.70710678118655, 1, 1", consistent },
  { "equations:reaction_forces() -> smat",
    "What the constraints add to the left side, -J' lambda (of 'slides' + J' lambda); zeros "
    .. "without constraints.",
    WIRE .. "return eq:reaction_forces() --> [-lambda1  lambda1]", reaction_forces },
} do kit.define(kit.methods "equations", row) end

return multipliers
