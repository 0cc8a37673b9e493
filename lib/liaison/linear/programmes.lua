-- programmes.lua - li.qp: convex quadratic programmes, linear ones among them
--
-- minimise x'H x/2 + g'x where lower <= A x <= upper, E x = e, lo <= x <= hi (core/num/qp.h)
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local programmes = {}

-- n bounds: nothing, one number for all, or a list with inf (or false) where there is none
function programmes.bounds(given, n, none, path)
  local out = {}
  if type(given) == "table" or kit.class(given) == "vec" then
    if #given ~= n then check.fail(path, "expected %d numbers, got %d", n, #given) end
  elseif given ~= nil and type(given) ~= "number" then
    check.fail(path, "expected a number or %d of them, got %s", n, check.got(given))
  end
  for k = 1, n do
    local x = given
    if type(given) ~= "number" and given ~= nil then x = given[k] end
    if x == nil or x == false then x = none end
    if type(x) ~= "number" or x ~= x then
      check.fail(("%s[%d]"):format(path, k), "expected a number, got %s", check.got(x))
    end
    out[k] = x
  end
  return out
end

-- two lists of bounds that leave something between them
local function both_bounds(o, n, lower, upper)
  local low = programmes.bounds(o[lower], n, -math.huge, lower)
  local high = programmes.bounds(o[upper], n, math.huge, upper)
  for k = 1, n do
    if low[k] > high[k] or low[k] == math.huge or high[k] == -math.huge then
      check.fail(("%s[%d]"):format(lower, k), "expected at most %s[%d] = %s, got %s", upper, k,
        kit.number(high[k]), kit.number(low[k]))
    end
  end
  return low, high
end

local function rows_of(given, n, path)
  if given == nil then return nil end
  if type(given) == "table" and type(given[1]) == "number" then given = { given } end
  local M = kit.class(given) == "mat" and given or check.value(given, path, "mat")
  if #M[1] ~= n then check.fail(path, "expected %d columns, as H has, got %d", n, #M[1]) end
  return M
end

-- A over E, with their bounds
local function stacked(A, E, lower, upper, e, n)
  local p, q = A and #A or 0, E and #E or 0
  if p + q == 0 then return nil, {}, {} end
  local M = li.zeros(p + q, n)
  for i = 1, p + q do
    local from, k = A, i
    if i > p then from, k = E, i - p end
    for j = 1, n do M[i][j] = from[k][j] end
  end
  for k = 1, q do lower[p + k], upper[p + k] = e[k], e[k] end
  return M, lower, upper
end

local schema = { A = "any?", lower = "any?", upper = "any?", E = "any?", e = "any?", lo = "any?",
  hi = "any?", tol = { "num?", above = 0, below = 1 }, max_iter = "count?" }

local function part(v, first, last)
  local out = {}
  for k = first, last do out[#out + 1] = v[k] end
  return li.vec(out)
end

-- which constraints contradict one another, in words
local function conflict(y, v, p)
  local list, info = {}, { rows = {}, equations = {}, bounds = {} }
  local function add(key, k, text)
    info[key][#info[key] + 1] = k
    if #list < 6 then list[#list + 1] = text:format(k) end
  end
  for k = 1, #y do
    if math.abs(y[k]) > 1e-9 then
      if k <= p then add("rows", k, "row %d of A") else add("equations", k - p, "row %d of E") end
    end
  end
  for k = 1, #v do if math.abs(v[k]) > 1e-9 then add("bounds", k, "the bounds of x[%d]") end end
  return table.concat(list, ", "), info
end

local function solve(H, g, options)
  local o = check.fields(options or {}, "options", schema)
  local n = #H
  if #H[1] ~= n then check.fail("H", "expected a square matrix, got %dx%d", n, #H[1]) end
  g = li.vec(g)
  if #g ~= n then check.fail("g", "expected %d numbers, as H has rows, got %d", n, #g) end
  local A, E = rows_of(o.A, n, "A"), rows_of(o.E, n, "E")
  if not A and (o.lower or o.upper) then check.fail("A", "expected the rows that are bounded") end
  if (E == nil) ~= (o.e == nil) then check.fail("e", "expected E and e together, E x = e") end
  local p = A and #A or 0
  local lower, upper = both_bounds(o, p, "lower", "upper")
  local least, most = both_bounds(o, n, "lo", "hi")
  local e = E and programmes.bounds(o.e, #E, 0, "e")
  local M
  M, lower, upper = stacked(A, E, lower, upper, e, n)
  local x, y, v, info, at, dual, bound = kit.num.qp(H, g, M, lower, upper, least, most,
    o.tol, o.max_iter)
  if x then
    info.y, info.y_equal, info.v = part(y, 1, p), part(y, p + 1, #y), v
    return x, info
  end
  if v == "EUNREACHABLE" then
    local told, which = conflict(dual, bound, p)
    which.y, which.y_equal, which.v = part(dual, 1, p), part(dual, p + 1, #dual), bound
    return nil, "no x obeys all constraints: " .. told .. " contradict one another", v, which
  end
  info.x = at
  return nil, y, v, info
end

check.define(li, {
  { "qp(H: mat, g: nums [, options: table]) -> x: vec, info: table",
    "The least x'H x/2 + g'x of a convex quadratic programme (H = 0: a linear one) within {A =, "
      .. "lower =, upper =} (A x), {E =, e =} (E x = e), {lo =, hi =} (x): a number for all, or "
      .. "lists with inf where there is no bound; info {value, y, y_equal, v (multipliers, > 0 at "
      .. "an upper bound), stationarity, feasibility, steps}. nil, message, 'EUNREACHABLE', info "
      .. "{rows, equations, bounds}: these contradict one another; 'EDOMAIN': not convex, or "
      .. "without bound along info.x.",
    "(li.qp({{4, -2}, {-2, 4}}, {6, 0}, {A = {{1, 1}}, lower = 2, lo = 0})) --> [0.5  1.5]",
    solve },
})

programmes.solve = solve

return programmes
