-- weights.lua - weights and covariances told as numbers, diagonals, by name or as matrices
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local weights = {}

local function by_name(given, names, path)
  local at, M = {}, li.zeros(#names, #names)
  for k, name in ipairs(names) do at[name] = k end
  for name, x in pairs(given) do
    local k = at[name]
    if not k then
      check.fail(path, "there is no '%s'%s", tostring(name), check.hint(name, at))
    end
    if type(x) ~= "number" then
      check.fail(path .. "." .. name, "expected a number, got %s", check.got(x))
    end
    M[k][k] = x
  end
  return M
end

local function diagonal(list, n, path)
  if #list ~= n then check.fail(path, "expected %d numbers, got %d", n, #list) end
  local M = li.zeros(n, n)
  for k = 1, n do M[k][k] = list[k] end
  return M
end

-- of names: a number (on every diagonal entry), a list (the diagonal), {name = x}, a matrix
function weights.square(given, names, path)
  local n = #names
  if type(given) == "number" then return given * li.eye(n) end
  local class = kit.class(given)
  if class == "vec" or type(given) == "table" and type(given[1]) == "number" then
    return diagonal(given, n, path)
  end
  if class == nil and type(given) == "table" and #given == 0 and next(given) then
    return by_name(given, names, path)
  end
  if given == nil then
    check.fail(path, "expected a number, a list (the diagonal), {name = number} or a matrix of %d, "
      .. "got nothing", n)
  end
  local M = class == "mat" and given or check.value(given, path, "mat")
  if #M ~= n or #M[1] ~= n then
    check.fail(path, "expected %dx%d, of %s, got %dx%d", n, n, table.concat(names, ", "), #M, #M[1])
  end
  local skew, size = 0, 0
  for i = 1, n do
    for j = 1, n do
      skew, size = math.max(skew, math.abs(M[i][j] - M[j][i])), math.max(size, math.abs(M[i][j]))
    end
  end
  if skew > 1e-12 * size then check.fail(path, "expected a symmetric matrix") end
  return M
end

-- the same with no eigenvalue below 0 (or none at all at 0)
function weights.positive(M, path, strictly)
  local values = ((M + M:transpose()) / 2):eig()
  local least, most = math.huge, 0
  for k = 1, #values do
    least, most = math.min(least, values[k]), math.max(most, math.abs(values[k]))
  end
  if least < -1e-12 * most or strictly and least <= 1e-14 * most then
    check.fail(path, "expected a %s matrix, its least eigenvalue is %s",
      strictly and "positive definite" or "positive semidefinite", kit.number(least))
  end
  return M
end

-- rows by columns
function weights.cross(given, rows, cols, path)
  if given == nil then return nil end
  local M = kit.class(given) == "mat" and given or check.value(given, path, "mat")
  if #M ~= rows or #M[1] ~= cols then
    check.fail(path, "expected %dx%d, got %dx%d", rows, cols, #M, #M[1])
  end
  return M
end

-- numbers or {re, im}, conjugates both there: re, im as vecs
function weights.poles(given, path)
  local re, im = {}, {}
  if type(given) == "number" then given = { given } end
  for k = 1, #given do
    local p = given[k]
    re[k], im[k] = p, 0
    if type(p) == "table" then re[k], im[k] = p.re or p[1], p.im or p[2] or 0 end
    local finite = type(re[k]) == "number" and type(im[k]) == "number"
      and re[k] - re[k] == 0 and im[k] - im[k] == 0
    if not finite then
      check.fail(("%s[%d]"):format(path, k), "expected a finite number, or {re, im}, got %s",
        check.got(p))
    end
  end
  local left = {}
  for k = 1, #re do
    if im[k] ~= 0 then
      local key = kit.number(re[k], 17) .. " " .. kit.number(math.abs(im[k]), 17)
      left[key] = (left[key] or 0) + (im[k] > 0 and 1 or -1)
    end
  end
  for key, n in pairs(left) do
    if n ~= 0 then
      check.fail(path, "%s i stands without its conjugate", (key:gsub(" ", " +- ")))
    end
  end
  return li.vec(re), li.vec(im)
end

return weights
