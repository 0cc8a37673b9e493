-- lines.lua - matrices of expressions as lines of a block: products, sums, Cholesky factors,
-- functions of a model, slopes
--
-- An entry is a text that stands in parentheses or is a name. What is more than a number or a name
-- becomes a line of its own, so that nothing is computed twice.
local kit = require("liaison.core")._internal

local lines = {}
lines.__index = lines

-- prefix: what its names begin with
function lines.new(prefix)
  return setmetatable({ list = {}, count = 0, prefix = prefix or "l" }, lines)
end

local function number(x)
  if x == 0 then return "0" end
  return "(" .. kit.number(x, 17) .. ")"
end
lines.number = number

-- a new name; the line name = text, where the text is more than a name
function lines:name()
  self.count = self.count + 1
  return self.prefix .. self.count
end

function lines:let(text, name)
  if text == "0" or text == "1" then return text end
  if not name and text:find "^[%a_][%w_]*'*$" then return text end
  name = name or self:name()
  self.list[#self.list + 1] = { name, text }
  return name
end

-- ---- matrices -----------------------------------------------------------------------------------

local function is_zero(x) return x == "0" end

-- rows of texts from numbers or texts; a list is a column
function lines.matrix(rows)
  local out = { rows = #rows, cols = 0 }
  for i = 1, #rows do
    local row = rows[i]
    if type(row) ~= "table" and type(row) ~= "userdata" then row = { row } end
    out[i] = {}
    for j = 1, #row do
      local x = row[j]
      out[i][j] = type(x) == "number" and number(x) or x
    end
    out.cols = #row
  end
  return out
end

function lines.zeros(n, m)
  local out = { rows = n, cols = m }
  for i = 1, n do
    out[i] = {}
    for j = 1, m do out[i][j] = "0" end
  end
  return out
end

function lines.eye(n, value)
  local out = lines.zeros(n, n)
  for i = 1, n do out[i][i] = value or "1" end
  return out
end

function lines.transpose(A)
  local out = { rows = A.cols, cols = A.rows }
  for j = 1, A.cols do
    out[j] = {}
    for i = 1, A.rows do out[j][i] = A[i][j] end
  end
  return out
end

-- rows i1 .. i2, columns j1 .. j2
function lines.part(A, i1, i2, j1, j2)
  local out = { rows = i2 - i1 + 1, cols = j2 - j1 + 1 }
  for i = i1, i2 do
    out[i - i1 + 1] = {}
    for j = j1, j2 do out[i - i1 + 1][j - j1 + 1] = A[i][j] end
  end
  return out
end

-- every entry by f(i, j), as lines
function lines:each(n, m, f)
  local out = { rows = n, cols = m }
  for i = 1, n do
    out[i] = {}
    for j = 1, m do out[i][j] = self:let(f(i, j)) end
  end
  return out
end

local function product(a, b)
  if is_zero(a) or is_zero(b) then return nil end
  if a == "1" then return b end
  if b == "1" then return a end
  return a .. "*" .. b
end

local function sum(terms)
  if #terms == 0 then return "0" end
  return table.concat(terms, " + ")
end
lines.product, lines.sum = product, sum

local function dot(A, B, i, j)
  local terms = {}
  for k = 1, A.cols do terms[#terms + 1] = product(A[i][k], B[k][j]) end
  return sum(terms)
end

function lines:mul(A, B)
  return self:each(A.rows, B.cols, function(i, j) return dot(A, B, i, j) end)
end

function lines:add(A, B)
  return self:each(A.rows, A.cols, function(i, j)
    if is_zero(A[i][j]) then return B[i][j] end
    return is_zero(B[i][j]) and A[i][j] or A[i][j] .. " + " .. B[i][j]
  end)
end

function lines:sub(A, B)
  return self:each(A.rows, A.cols, function(i, j)
    if is_zero(B[i][j]) then return A[i][j] end
    return (is_zero(A[i][j]) and "" or A[i][j]) .. " - " .. B[i][j]
  end)
end

function lines:scale(A, factor)
  return self:each(A.rows, A.cols, function(i, j) return product(factor, A[i][j]) or "0" end)
end

-- the symmetric product A B A', its lower half computed
function lines:congruence(A, B)
  local AB = self:mul(A, B)
  local At, out = lines.transpose(A), lines.zeros(A.rows, A.rows)
  for i = 1, A.rows do
    for j = 1, i do
      out[i][j] = self:let(dot(AB, At, i, j))
      out[j][i] = out[i][j]
    end
  end
  return out
end

-- ---- symmetric positive definite systems: S = L L' ---------------------------------------------

-- { L, inverse of its diagonal }
function lines:cholesky(S)
  local n = S.rows
  local L, inverse = lines.zeros(n, n), {}
  for j = 1, n do
    local terms = { S[j][j] }
    for k = 1, j - 1 do
      if not is_zero(L[j][k]) then terms[#terms + 1] = ("(-%s^2)"):format(L[j][k]) end
    end
    L[j][j] = self:let(("sqrt(%s)"):format(sum(terms)))
    inverse[j] = self:let("1/" .. L[j][j])
    for i = j + 1, n do
      terms = is_zero(S[i][j]) and {} or { S[i][j] }
      for k = 1, j - 1 do
        local p = product(L[i][k], L[j][k])
        if p then terms[#terms + 1] = "(-" .. p .. ")" end
      end
      local text = sum(terms)
      L[i][j] = text == "0" and "0" or self:let(("(%s)*%s"):format(text, inverse[j]))
    end
  end
  return { L = L, inverse = inverse, n = n }
end

-- the same where S may have no variance in some direction: nothing then leans on it
function lines:semiroot(S)
  local n = S.rows
  local L, inverse = lines.zeros(n, n), {}
  for j = 1, n do
    for i = j, n do
      local terms = is_zero(S[i][j]) and {} or { S[i][j] }
      for k = 1, j - 1 do
        local p = product(L[i][k], L[j][k])
        if p then terms[#terms + 1] = "(-" .. p .. ")" end
      end
      local text = sum(terms)
      if i > j then
        L[i][j] = text == "0" and "0" or self:let(("(%s)*%s"):format(text, inverse[j]))
      else
        L[j][j] = self:let(("sqrt(max(%s, 0))"):format(text))
        inverse[j] = self:let(("piecewise(%s > 0, 1/%s, 0)"):format(L[j][j], L[j][j]))
      end
    end
  end
  return { L = L, inverse = inverse, n = n }
end

-- R, upper, with R'R = A'A, by columns made orthogonal one after the other [modified Gram-Schmidt];
-- the same entry as in semiroot: { L = R', inverse of its diagonal }
function lines:triangular(A)
  local n, W, L, inverse = A.cols, {}, lines.zeros(A.cols, A.cols), {}
  for j = 1, n do
    W[j] = {}
    for k = 1, A.rows do W[j][k] = A[k][j] end
  end
  local function inner(a, b)
    local terms = {}
    for k = 1, A.rows do terms[#terms + 1] = product(a[k], b[k]) end
    return sum(terms)
  end
  for j = 1, n do
    L[j][j] = self:let(("sqrt(%s)"):format(inner(W[j], W[j])))
    inverse[j] = self:let(("piecewise(%s > 0, 1/%s, 0)"):format(L[j][j], L[j][j]))
    for k = 1, A.rows do W[j][k] = self:let(product(W[j][k], inverse[j]) or "0") end
    for i = j + 1, n do
      L[i][j] = self:let(inner(W[i], W[j]))
      for k = 1, A.rows do
        local part = product(L[i][j], W[j][k])
        if part then
          W[i][k] = self:let((is_zero(W[i][k]) and "" or W[i][k]) .. " - " .. part)
        end
      end
    end
  end
  return { L = L, inverse = inverse, n = n }
end

-- L^-1 B of such factors, upwards only
function lines:forward(f, B)
  local X = lines.zeros(f.n, B.cols)
  for j = 1, B.cols do
    for i = 1, f.n do
      local terms = is_zero(B[i][j]) and {} or { B[i][j] }
      for k = 1, i - 1 do
        local p = product(f.L[i][k], X[k][j])
        if p then terms[#terms + 1] = "(-" .. p .. ")" end
      end
      local text = sum(terms)
      X[i][j] = text == "0" and "0" or self:let(("(%s)*%s"):format(text, f.inverse[i]))
    end
  end
  return X
end

-- S^-1 B, of the factors of S
function lines:solve(f, B)
  local n, m, L = f.n, B.cols, f.L
  local Y, X = lines.zeros(n, m), lines.zeros(n, m)
  local function step(rhs, from, to, by, i, j, entry)
    local terms = is_zero(rhs) and {} or { rhs }
    for k = from, to do
      local p = product(entry(i, k), by[k][j])
      if p then terms[#terms + 1] = "(-" .. p .. ")" end
    end
    local text = sum(terms)
    return text == "0" and "0" or self:let(("(%s)*%s"):format(text, f.inverse[i]))
  end
  for j = 1, m do
    for i = 1, n do
      Y[i][j] = step(B[i][j], 1, i - 1, Y, i, j, function(a, k) return L[a][k] end)
    end
    for i = n, 1, -1 do
      X[i][j] = step(Y[i][j], i + 1, n, X, i, j, function(a, k) return L[k][a] end)
    end
  end
  return X
end

function lines:inverse(S) return self:solve(self:cholesky(S), lines.eye(S.rows)) end

-- ---- functions of a model, slopes ---------------------------------------------------------------

local function names_of(self, n)
  local list = {}
  for k = 1, n do list[k] = self:name() end
  return list
end

-- what a function of the model gives, rows x cols of it; options: q, v, a, place, point
function lines:call(what, model, rows, cols, options)
  local names = names_of(self, rows * cols)
  local line = { names, call = what, model = model }
  for key, x in pairs(options) do line[key] = x end
  self.list[#self.list + 1] = line
  local out = { rows = rows, cols = cols }
  for i = 1, rows do
    out[i] = {}
    for j = 1, cols do out[i][j] = names[(i - 1) * cols + j] end
  end
  return out
end

-- d f/d by: f a list of texts, by names of inputs, states, values; at: in their place behind that
function lines:slopes(f, by, at)
  local names = names_of(self, #f * #by)
  self.list[#self.list + 1] = { names, slopes = f, by = by, at = at }
  local out = { rows = #f, cols = #by }
  for i = 1, #f do
    out[i] = {}
    for j = 1, #by do out[i][j] = names[(i - 1) * #by + j] end
  end
  return out
end

-- f with names of inputs, states, values replaced by texts: a list of names
function lines:put(f, by, at)
  local names = names_of(self, #f)
  if #f > 0 then self.list[#self.list + 1] = { names, put = f, by = by, at = at } end
  return names
end

-- a column as a list of texts
function lines.list(A)
  local out = {}
  for i = 1, A.rows do out[i] = A[i][1] end
  return out
end

return lines
