-- listing_terms.lua - terms, words and vectors as the 1980 report printed them
local li = require "liaison.core"
local kit = li._internal

local terms = {}

-- (no expression is kept here: the pool goes with the last of them)
local function is_zero(e) return e:number() == 0 end

-- terms -------------------------------------------------------------------------------------------

-- a product as number and factors in the order they are printed; powers one factor after the other
local function factors_of(e)
  local kind, number, list = e:kind(), 1, {}
  local function put(x)
    local parts = x:kind() == "power" and x:parts()
    local n = parts and parts[2]:number()
    if n and n > 1 and n == math.floor(n) then
      for _ = 1, n do list[#list + 1] = parts[1] end
    else
      list[#list + 1] = x
    end
  end
  if kind == "number" then return e:number(), list end
  if kind == "product" then
    for _, x in ipairs(e:parts()) do
      if x:kind() == "number" then number = number * x:number()
      elseif x:kind() == "product" then
        for _, y in ipairs(x:parts()) do put(y) end
      else put(x) end
    end
  else
    put(e)
  end
  return number, list
end

-- e multiplied out: { {number, factors}, ... }
local function terms_of(e)
  e = e:expand()
  if is_zero(e) then return {} end
  local list, sign = {}, 1
  local parts = e:kind() == "product" and e:parts()
  if parts and #parts == 2 and parts[1]:number() and parts[2]:kind() == "sum" then
    sign, e = parts[1]:number(), parts[2]
  end
  for i, term in ipairs(e:kind() == "sum" and e:parts() or { e }) do
    local number, factors = factors_of(term)
    list[i] = { number * sign, factors }
  end
  return list
end

-- S23 for sin(q2 + q3), S_12 for sin(q12); other things as they print
local function word(e)
  local kind = e:kind()
  local text = (kind == "sin" or kind == "cos") and e:text "own" or tostring(e)
  if text:match "^[sc]%d%d+$" and e:parts()[1]:kind() ~= "sum" then
    text = text:sub(1, 1) .. "_" .. text:sub(2)
  end
  if text:match "^[sc][%d_]+$" then return kit.upper(text) end
  return kind == "sum" and "(" .. text .. ")" or text
end

local function signed(number, words)
  local size, out = math.abs(number), {}
  if size ~= 1 or #words == 0 then out[1] = kit.format("%.14g", size) end
  for _, w in ipairs(words) do out[#out + 1] = w end
  return (number < 0 and "-" or "+") .. table.concat(out, "*"), #out - 1
end

-- the number of the last joint in S234, S1_12; 0 in other words
local function last_joint(w)
  return tonumber(w:match "^[SC].*_(%d+)$" or w:match "^[SC]%d*(%d)$") or 0
end

-- factors as words: from the base outwards, or from the tip inwards as the report has them in
-- products of inertia
local function words_of(factors, inwards)
  local list = {}
  for i, f in ipairs(factors) do list[i] = word(f) end
  table.sort(list, function(a, b)
    local x, y = last_joint(a), last_joint(b)
    if x ~= y then return (x > y) == inwards end
    return kit.before(a, b)
  end)
  return list
end

-- one more term of an entry; multiplications and additions are counted as printed
local function put(list, text, mul)
  if #list > 0 then list.add = list.add + 1 end
  list.mul = list.mul + mul
  list[#list + 1] = text
end

-- sign, number and words of a product, and how many factors there are
local function product(number, ...)
  local words = {}
  if math.abs(number) ~= 1 then words[1] = kit.format("%.14g", math.abs(number)) end
  for k = 1, select("#", ...) do
    for _, w in ipairs((select(k, ...))) do words[#words + 1] = w end
  end
  return (number < 0 and "-" or "+") .. table.concat(words, "*"), #words
end

-- vectors of expressions --------------------------------------------------------------------------

local function rotated(R, x)
  local out = {}
  for i = 1, 3 do out[i] = R[i][1] * x[1] + R[i][2] * x[2] + R[i][3] * x[3] end
  return out
end

local function column_of(R, k) return { R[1][k], R[2][k], R[3][k] } end
local function row_of(R, k) return { R[k][1], R[k][2], R[k][3] } end

local function cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end

local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end

local function unit(c)
  local x = { li.expr(0), li.expr(0), li.expr(0) }
  x[c] = li.expr(1)
  return x
end

-- bodies ------------------------------------------------------------------------------------------

local function below(bodies, i, k)
  while k > 0 do
    if k == i then return true end
    k = bodies[k].parent
  end
  return i == 0
end

-- joints on the way from i (included) to k (left out)
local function way(bodies, i, k)
  local list = {}
  while k ~= i do
    k = bodies[k].parent
    table.insert(list, 1, k)
  end
  return list
end

-- total mass of a body with all beyond, as a word: its own name where it is a sum
local function mass_word(bodies, k)
  local e = bodies[k].mass
  if is_zero(e) or e:kind() ~= "sum" then return word(e) end
  bodies.totals[k] = true
  return "MT" .. k
end

terms.is_zero, terms.terms_of, terms.word, terms.signed = is_zero, terms_of, word, signed
terms.words_of, terms.put, terms.product, terms.rotated = words_of, put, product, rotated
terms.column_of, terms.row_of, terms.cross, terms.dot = column_of, row_of, cross, dot
terms.unit, terms.below, terms.way, terms.mass_word = unit, below, way, mass_word

return terms
