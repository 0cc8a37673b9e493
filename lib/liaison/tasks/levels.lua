-- levels.lua - velocities by levels of least squares, each in what those before it leave, within
-- bounds that hold for all
--
--   level k: minimise |A_k x - b_k|^2 + damping |x|^2 over x = x_{k-1} + Z u, A_i Z = 0 for i < k,
--   where lo <= x <= hi and low <= G x <= high       [Siciliano, Slotine 1991; Kanoun, Lamiraux,
--                                                      Wieber, IEEE Trans. Robotics 27, 2011]
local li = require "liaison.core"
local kit = li._internal

local levels = {}

local qp = kit.num.qp
local LOOSE = 1e-12

-- rows on each other: lists of matrices of n columns
function levels.stacked(list, n)
  local m = 0
  for _, A in ipairs(list) do m = m + #A end
  if m == 0 then return nil end
  if #list == 1 then return list[1] end
  local out, at = li.zeros(m, n), 0
  for _, A in ipairs(list) do
    for i = 1, #A do
      local from, to = A[i], out[at + i]
      for j = 1, n do to[j] = from[j] end
    end
    at = at + #A
  end
  return out
end


-- the rows that bound u: those of G, and x itself where u is not x
local function bounds_of(c, x, Z)
  if not Z then return c.G, c.low or {}, c.high or {}, c.lo, c.hi end
  local G = c.all
  local low, high = {}, {}
  local y = G * x
  for k = 1, #c.all_low do
    -- u = 0 obeys them, whatever x has lost by rounding
    low[k] = math.min(c.all_low[k] - y[k], 0) - LOOSE
    high[k] = math.max(c.all_high[k] - y[k], 0) + LOOSE
  end
  local none, any = {}, {}
  for k = 1, select(2, Z:size()) do none[k], any[k] = -math.huge, math.huge end
  return G * Z, low, high, none, any
end

-- c: lo, hi (n), and G, low, high or nothing. All of them as rows, for the levels behind the first
local function with_all(c, n)
  if c.all then return end
  local list = { c.G, li.eye(n) }
  if not c.G then list = { li.eye(n) } end
  c.all, c.all_low, c.all_high = levels.stacked(list, n), {}, {}
  for _, pair in ipairs { { c.low or {}, c.high or {} }, { c.lo, c.hi } } do
    for k = 1, #pair[1] do
      c.all_low[#c.all_low + 1], c.all_high[#c.all_high + 1] = pair[1][k], pair[2][k]
    end
  end
end

-- H = AZ'AZ + damping Z'Z, g = -AZ'(b - A x) + damping Z'x
local function normal_equations(level, AZ, Z, x, damping)
  local At = AZ:transpose()
  local left = level.b - level.A * x
  local H, g = At * AZ, -1 * (At * left)
  local _, n = AZ:size()
  H = H + damping * li.eye(n) -- the columns of Z are of length 1 and square
  if Z then g = g + damping * (Z:transpose() * x) end
  return H, g
end

-- x (n) of the levels {A, b, damping}; or nil, message, code where the bounds contradict
function levels.solve(n, list, c, tol)
  local x, Z = li.zeros(n), nil
  for k, level in ipairs(list) do
    local AZ = Z and level.A * Z or level.A
    local H, g = normal_equations(level, AZ, Z, x, level.damping)
    if Z then with_all(c, n) end
    local u, why, code = qp(H, g, bounds_of(c, x, Z))
    if not u and k > 1 then break end -- those before stand: this one asks for nothing more
    if not u then return nil, why, code end
    x = x + (Z and Z * u or u)
    if k < #list then
      local N = AZ:null(tol or 1e-7)
      if not N then break end
      Z = Z and Z * N or N
    end
  end
  return x
end

return levels
