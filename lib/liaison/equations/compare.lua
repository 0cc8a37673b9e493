-- compare.lua - li.compare: in which terms two expressions differ, or two matrices; numbers within
-- a tolerance; c1, s12 as they are printed
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

local compare = {}

-- ---- terms --------------------------------------------------------------------------------------

local function to_expr(x)
  if type(x) == "string" then return li.expr(x, "new") end
  return li.expr(x)
end

-- the terms of an expression, multiplied out
local function terms_of(e)
  e = e:expand()
  if tostring(e) == "0" then return {} end
  local factor, pieces = 1, e:parts()
  -- -(b - a)
  if e:kind() == "product" and #pieces == 2 and pieces[2]:kind() == "sum" then
    factor, e = pieces[1], pieces[2]
  end
  if e:kind() ~= "sum" then return { e } end
  local list = {}
  for i, term in ipairs(e:parts()) do list[i] = factor * term end
  return list
end

-- terms of a and of b that the other has not: exactly the same terms go first, the rest by a proof
local function differing(printed, computed)
  if printed:equals(computed) then return nil end
  local only, other, seen = {}, {}, {}
  for _, term in ipairs(terms_of(computed)) do
    seen[tostring(term)] = (seen[tostring(term)] or 0) + 1
  end
  for _, term in ipairs(terms_of(printed)) do
    local key = tostring(term)
    if (seen[key] or 0) > 0 then seen[key] = seen[key] - 1 else only[#only + 1] = term end
  end
  for _, term in ipairs(terms_of(computed)) do
    local key = tostring(term)
    if seen[key] > 0 then
      seen[key] = seen[key] - 1
      other[#other + 1] = term
    end
  end
  return only, other
end

-- ---- shapes -------------------------------------------------------------------------------------

local SHAPED = { smat = true, mat = true, vec = true, rot = true, frame = true }

local function is_matrix(x) return SHAPED[kit.class(x)] or type(x) == "table" end

-- matrices of numbers as lists; a frame is its 4x4 matrix
local function as_lists(x)
  local class = kit.class(x)
  if class == "frame" then x, class = x:matrix(), "mat" end
  if not SHAPED[class] or class == "smat" then return x end
  local out = {}
  for i = 1, #x do
    out[i] = x[i]
    if class ~= "vec" then
      out[i] = {}
      for j = 1, #x[i] do out[i][j] = x[i][j] end
    end
  end
  return out
end

local function size(x)
  if kit.class(x) == "smat" then
    local r, c = x:size()
    return r, c
  end
  return #x, type(x[1]) == "table" and #x[1] or kit.class(x[1]) == "smat" and #x[1] or 1
end

local function at(x, i, j, cols)
  if kit.class(x) == "smat" then return x:at(i, j) end
  return (cols > 1 or type(x[i]) == "table") and x[i][j] or x[i]
end

local function row_length(x) return (type(x) == "table" or kit.class(x) == "smat") and #x or 0 end

-- a table of rows has them all of one length
local function even_rows(x)
  if type(x) ~= "table" then return end
  for i = 2, #x do
    if row_length(x[i]) ~= row_length(x[1]) then
      check.fail(nil, "compare: row %d has not as many entries as the first", i)
    end
  end
end

-- entries of an expression or a matrix, one after the other
local function entries_in(x)
  if not is_matrix(x) then return { x } end
  local r, c = size(x)
  local out = {}
  for i = 1, r do for j = 1, c do out[#out + 1] = at(x, i, j, c) end end
  return out
end

-- ---- abbreviations ------------------------------------------------------------------------------

-- whether the name is that of a coordinate there is
local function is_coordinate(name)
  local known, e = pcall(li.expr, name)
  return known and e:d():number() ~= 0
end

local function add_stem(stems, own)
  for _, stem in ipairs(stems) do if stem == own then return end end
  stems[#stems + 1] = own
end

-- the stems of numbered names in sines and cosines of an expression: th of cos(th1 + th2)
local function add_angles(e, stems, inside)
  local kind = e:kind()
  if kind == "symbol" then
    local own = inside and tostring(e):match "^(.-)%d+$"
    if own then add_stem(stems, own) end
    return
  end
  inside = inside or kind == "sin" or kind == "cos"
  for _, part in ipairs(e:parts()) do
    if kit.class(part) == "expr" then add_angles(part, stems, inside) end
  end
end

-- the names in these expressions, and the stem of their numbered angles, or else of their numbered
-- coordinates, where there is one
local function names_of(exprs)
  local names, stems, angles = {}, {}, {}
  for _, e in ipairs(exprs) do
    local is_expr = kit.class(e) == "expr"
    if is_expr then add_angles(e, angles, false) end
    for _, s in ipairs(is_expr and e:symbols() or {}) do
      local name = tostring(s)
      local own = not names[name] and name:match "^(.-)%d+$"
      names[name] = true
      if own and is_coordinate(name) then add_stem(stems, own) end
    end
  end
  local list = #angles == 1 and angles or stems
  return { known = names, stem = #list == 1 and list[1] or nil }
end

-- the angles that "12" stands for, or nil where one of them is not there
local function angles_of(digits, names)
  local stem, list = names.stem, {}
  if names.known[stem .. digits] then list[1] = stem .. digits
  else
    local one = digits:find "_" and "%d+" or "%d"
    for part in digits:gmatch(one) do list[#list + 1] = stem .. part end
  end
  for _, name in ipairs(list) do
    if not names.known[name] and not is_coordinate(name) then return nil end
  end
  return list
end

-- "a*c1*s12" with cos(q1) and sin(q1 + q2) written out, C1 and S12 too: what is printed by liaison,
-- and by hand, is read again. A symbol of that name in the expressions stays
local function written_out(text, names)
  if type(text) ~= "string" or not names.stem then return text end
  return (text:gsub("%f[%w_]([scSC])(%d[%d_]*)%f[^%w_']", function(letter, digits)
    if names.known[letter .. digits] then return nil end
    local list = angles_of(digits, names)
    if not list then return nil end
    return (letter:find "[sS]" and "sin(" or "cos(") .. table.concat(list, " + ") .. ")"
  end))
end

-- ---- comparing ----------------------------------------------------------------------------------

local OPTIONS = { tol = { "num?", min = 0 }, digits = { "int?", min = 1, max = 15 } }

-- both are numbers, within the tolerance
local function near(p, c, o)
  local x, y = p:number(), c:number()
  if not x or not y then return false end
  return math.abs(x - y) <= (o.tol or 0)
end

local function one(list, where, printed, computed, names, o)
  local p, c = to_expr(written_out(printed, names)), to_expr(written_out(computed, names))
  if near(p, c, o) then return end
  local only, other = differing(p, c)
  if not only then return end
  list[#list + 1] = { where = where, printed = p, computed = c, only_printed = only,
    only_computed = other }
end

-- one unit of the last of the digits of the largest number
local function tolerance(x, digits)
  local most = 0
  for _, e in ipairs(entries_in(x)) do
    local number = type(e) == "number" and e or kit.class(e) == "expr" and e:number()
    if number then most = math.max(most, math.abs(number)) end
  end
  if most == 0 then return 10.0 ^ -digits end
  return 10.0 ^ (math.floor(math.log(most) / math.log(10) + 1e-12) - digits + 1) * (1 + 1e-9)
end

local function entries(list, printed, computed, names, o)
  local r, c = size(printed)
  local r2, c2 = size(computed)
  if r ~= r2 or c ~= c2 then
    check.fail(nil, "compare: %dx%d printed, %dx%d computed", r, c, r2, c2)
  end
  for i = 1, r do
    for j = 1, c do
      one(list, c > 1 and ("[%d][%d]"):format(i, j) or ("[%d]"):format(i), at(printed, i, j, c),
        at(computed, i, j, c), names, o)
    end
  end
end

local comparison

function compare.compare(printed, computed, options)
  local o = check.fields(options or {}, "compare", OPTIONS)
  printed, computed = as_lists(printed), as_lists(computed)
  even_rows(printed)
  even_rows(computed)
  if is_matrix(printed) ~= is_matrix(computed) then
    check.fail(nil, "compare: a matrix with an expression")
  end
  if o.digits and not o.tol then o.tol = tolerance(computed, o.digits) end
  local names, list = names_of(entries_in(computed)), {}
  if not names.stem then names = names_of(entries_in(printed)) end
  if is_matrix(printed) then entries(list, printed, computed, names, o)
  else one(list, "", printed, computed, names, o) end
  return comparison.new { list = list, equal = #list == 0 }
end

local function joined(terms)
  local out = {}
  for i, e in ipairs(terms) do out[i] = tostring(e) end
  return #out == 0 and "nothing" or table.concat(out, ",  ")
end

function compare.text(c)
  if c.equal then return "equal" end
  local out = {}
  for i, d in ipairs(c.list) do
    out[i] = ("%sonly printed: %s\n%sonly computed: %s"):format(d.where == "" and "" or d.where
      .. " ", joined(d.only_printed),
      d.where == "" and "" or (" "):rep(#d.where + 1), joined(d.only_computed))
  end
  return table.concat(out, "\n")
end

comparison = check.class("comparison", "What differs between a printed and a computed "
  .. "expression: fields equal, list.", {
  { "comparison.__tostring(c: comparison) -> str",
    "The differing terms, a line for either side; 'equal' where there are none.",
    "return li.compare('x + y', 'y + x') --> equal", compare.text },
})

kit.define(li, {
  "compare(printed: any, computed: any [, options: table]) -> comparison",
  "The terms in which two expressions, or two matrices of the same size (lists, vec, mat, rot, "
  .. "frame too), differ; texts may name new symbols, and c1, s12 are cos(q1), sin(q1 + q2) where "
  .. "the other side has such angles. options: tol, or digits = how many of the largest computed "
  .. "number: numbers that near are equal.",
  "return li.compare('a*b + c', 'b*a - c') --> only printed: c\nonly computed: -c",
  compare.compare,
})

return compare
