-- jacobian_determinant.lua - determinants of Jacobians in factors, where they are singular, and
-- the inverse of rows of them
local li = require "liaison.core"
local check = require "liaison.base.check"

local determinant = {}

local function is_zero(e) return tostring(e) == "0" end

-- the rows asked for: whole numbers 1..6, each once
local function check_rows(rows)
  local seen = {}
  for i = 1, rows and #rows or 0 do
    local r = rows[i]
    if type(r) ~= "number" or r < 1 or r > 6 or r % 1 ~= 0 or seen[r] then
      check.fail(nil, "rows[%d]: expected a row from 1 to 6, each once", i)
    end
    seen[r] = true
  end
end

-- every way to take k of 1..n, as lists
local function choices(n, k, from, head, out)
  from, head, out = from or 1, head or {}, out or {}
  if #head == k then
    out[#out + 1] = { (table.unpack or unpack)(head) } -- luacheck: ignore
    return out
  end
  for i = from, n do
    head[#head + 1] = i
    choices(n, k, i + 1, head, out)
    head[#head] = nil
  end
  return out
end

local function without(n, list)
  local gone, rest = {}, {}
  for _, i in ipairs(list) do gone[i] = true end
  for i = 1, n do if not gone[i] then rest[#rest + 1] = i end end
  return rest
end

local function pick(A, rows, cols)
  local out = {}
  for i, r in ipairs(rows) do
    out[i] = {}
    for j, c in ipairs(cols) do out[i][j] = A[r][c] end
  end
  return out
end

-- k rows whose other columns are all zero: rows, columns; nil where there are none
local function find_block(A, k)
  local n = #A
  for _, rows in ipairs(choices(n, k)) do
    local cols = {}
    for c = 1, n do
      for _, r in ipairs(rows) do
        if not is_zero(A[r][c]) then cols[#cols + 1] = c break end
      end
    end
    if #cols < k then return rows, nil end
    if #cols == k then return rows, cols end
  end
end

-- the factors of det A: of blocks where A has them, each simplified; an entry 0 where it is
-- singular
local function factors_of(A, out)
  local n = #A
  if n == 0 then return out end
  for k = 1, n - 1 do
    local rows, cols = find_block(A, k)
    if rows and not cols then out[#out + 1] = li.expr(0) return out end
    if rows then
      local sign = 0
      for i = 1, k do sign = sign + rows[i] + cols[i] end
      if sign % 2 == 1 then out.sign = -(out.sign or 1) end
      factors_of(pick(A, rows, cols), out)
      return factors_of(pick(A, without(n, rows), without(n, cols)), out)
    end
  end
  out[#out + 1] = li.smat(A):det():simplify():factor()
  return out
end

-- one factor for every thing a product is made of
local function flatten(factors)
  local list, constant = {}, li.expr(factors.sign or 1)
  local function add(e, power)
    local kind, parts = e:kind(), e:parts()
    if e:number() then constant = constant * e ^ power
    elseif kind == "product" then for _, p in ipairs(parts) do add(p, power) end
    elseif kind == "power" and parts[2]:number() and parts[2]:number() > 0
      and parts[2]:number() % 1 == 0 then add(parts[1], power * parts[2]:number())
    else
      for _, f in ipairs(list) do
        if f[1] == e then f[2] = f[2] + power return end
      end
      list[#list + 1] = { e, power }
    end
  end
  for _, e in ipairs(factors) do add(e, 1) end
  return list, constant
end

local function cost(factors)
  local sum = 0
  for _, e in ipairs(factors) do
    local ops = e:ops()
    sum = sum + ops.mul + ops.add + ops.div + 2 * ops.fun + 1
  end
  return sum
end

-- rows of J that are not zero, the first n of them
local function first_rows(J, n)
  local rows = {}
  for i = 1, 6 do
    local some = false
    for j = 1, n do some = some or not is_zero(J[i][j]) end
    if some and #rows < n then rows[#rows + 1] = i end
  end
  return rows
end

local function zeros(J, from)
  local count = 0
  for i = from, from + 2 do
    for j = 1, #J[1] do if is_zero(J[i][j]) then count = count + 1 end end
  end
  return count
end

local function same_rows(rows, more)
  for i = 1, #rows do if rows[i] ~= more[i] then return false end end
  return #rows == #more
end

local function whole(rows, from)
  local has = {}
  for _, r in ipairs(rows) do has[r] = true end
  local count = (has[from] and 1 or 0) + (has[from + 1] and 1 or 0) + (has[from + 2] and 1 or 0)
  return count == 3 or count == 0
end

-- the origin of a joint's frame that most of the axes go through: the wrist centre where there is
-- one
local function best_point(g, place, path)
  local point, most
  for _, at in ipairs(path) do
    local p = g:position(at, nil, place)
    local J = g:jacobian(place, p, at)
    local count = zeros(J, 1) / 100
    for j = 1, 6 do
      if is_zero(J[1][j]) and is_zero(J[2][j]) and is_zero(J[3][j]) then count = count + 1 end
    end
    if not most or count > most then point, most = p, count end
  end
  return point
end

-- The determinant does not depend on the axes its linear and its angular rows are told in, and,
-- where all six rows stand in it, not on the point either: of all joints' frames those
-- with the most zeros are taken.
local function best_jacobian(g, place, rows, n)
  local places, path = { "world" }, g:path(place)
  place = place or path[#path]
  for _, name in ipairs(path) do places[#places + 1] = name end
  local base = g:jacobian(place)
  rows = rows or first_rows(base, n)
  for i = 1, #rows do
    local r = rows[i]
    if type(r) ~= "number" or r % 1 ~= 0 or r < 1 or r > 6 then
      check.fail(("rows[%d]"):format(i), "expected a row of the Jacobian, 1 to 6, got %s", r)
    end
  end
  if #rows ~= n then
    check.fail(nil, "determinant: %d coordinates and %d rows that are not zero: choose %d "
      .. "rows, {1, 2} for the position in x and y", n, #rows, n)
  end
  local point = n == 6 and #rows == 6 and best_point(g, place, path) or nil
  local linear, angular, most_l, most_a
  for _, axes in ipairs(places) do
    local J = g:jacobian(place, point, axes)
    -- what stands in fewer than three rows may only be turned where the others stay zero
    local fits = whole(rows, 1) and whole(rows, 4) or same_rows(rows, first_rows(J, n))
      and same_rows(first_rows(J, n), first_rows(base, n))
    if fits or axes == "world" then
      local l, a = zeros(J, 1) - cost { J[1]:dot(J[1]) } / 1e4, zeros(J, 4)
      if not most_l or l > most_l then linear, most_l = J, l end
      if not most_a or a > most_a then angular, most_a = J, a end
    end
  end
  local A = {}
  for i, r in ipairs(rows) do
    A[i] = {}
    for j = 1, n do A[i][j] = (r <= 3 and linear or angular)[r][j] end
  end
  return A
end

local function determinant_factors(g, place, rows)
  local n = g.n
  check_rows(rows)
  if n > 6 then
    check.fail(nil, "determinant: %d coordinates: a Jacobian of more than six columns has "
      .. "none (generator:jacobian, and J J')", n)
  end
  local A = best_jacobian(g, place, rows, n)
  return flatten(factors_of(A, {}))
end

function determinant.of(g, place, rows)
  local list, e = determinant_factors(g, place, rows)
  for _, f in ipairs(list) do e = e * f[1] ^ f[2] end
  return e
end

-- the factors that depend on coordinates: { factor, the coordinate it is most easily solved for,
-- its roots }
function determinant.singularities(g, place, rows)
  local out = {}
  for _, f in ipairs((determinant_factors(g, place, rows))) do
    local entry, least, moves = { factor = f[1] }, math.huge, false
    for i = 1, g.n do
      if f[1]:depends(g.q[i]) then
        moves = true
        local ok, roots = check.try(f[1].solve, f[1], g.q[i])
        if ok and type(roots) == "table" and #roots > 0 and cost(roots) < least then
          least, entry.coordinate, entry.roots = cost(roots), g.q[i], roots
        end
      end
    end
    if moves then out[#out + 1] = entry end
  end
  return out
end

function determinant.inverse(g, place, rows, axes)
  local J = g:jacobian(place, nil, axes)
  check_rows(rows)
  rows = rows or first_rows(J, g.n)
  if #rows ~= g.n then
    check.fail(nil, "inverse: %d coordinates and %d rows that are not zero: choose %d rows", g.n,
      #rows, g.n)
  end
  local inverse, why, code = li.smat(pick(J, rows, without(g.n, {}))):inverse()
  if not inverse then return nil, why, code end
  return inverse:simplify()
end

return determinant
