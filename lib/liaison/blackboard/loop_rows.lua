-- loop_rows.lua - rows that close planar loops, as polynomials of degree 1 in cosines and sines of
-- unknown angles and in unknown lengths: what stands beside each
local li = require "liaison.core"

local loop_rows = {}

-- factors, those of a product in a product too (a number stands beside what it scales)
local function factors_of(e, out)
  out = out or {}
  if e:kind() ~= "product" then out[#out + 1] = e
  else for _, f in ipairs(e:parts()) do factors_of(f, out) end end
  return out
end

local function has(e, unknown)
  for _, q in ipairs(unknown) do
    if e:depends(q) then return true end
  end
  return false
end

-- whole numbers that unknown angles stand with in an angle, and their key "1 th2, 1 th3" with the
-- first one above 0; nil where the angle is not of this form
local function turned(arg, unknown)
  local rest, list, sign = arg, {}, nil
  for k, q in ipairs(unknown) do
    local c = arg:diff(q):number()
    if not c then return nil end
    if c ~= 0 then
      sign = sign or (c > 0 and 1 or -1)
      list[#list + 1] = { k, c * sign }
      rest = rest - c * q
    end
  end
  if has(rest:expand(), unknown) then return nil end
  local key = {}
  for i, x in ipairs(list) do key[i] = x[1] .. ":" .. x[2] end
  return { key = table.concat(key, ","), list = list, sign = sign,
    angle = (sign * arg):expand(), rest = (sign * rest):expand() }
end

-- ---- one row ------------------------------------------------------------------------------------

-- a row takes part with these unknowns: {known, angles = {[key] = {cos, sin, of}}, lengths =
-- {[k] = {known, cos, sin}}}; nil where a term is of another form
local function empty() return { known = li.expr(0), angles = {}, keys = {}, lengths = {} } end

local function angle_of(row, a)
  local x = row.angles[a.key]
  if not x then
    x = { of = a, cos = li.expr(0), sin = li.expr(0) }
    row.angles[a.key] = x
    row.keys[#row.keys + 1] = a.key
  end
  return x
end

local function length_of(row, k)
  local x = row.lengths[k] or { known = li.expr(0) }
  row.lengths[k] = x
  return x
end

-- c cos(arg) or c sin(arg), told by the angle of `of`: arg = sign (angle + off)
local function add_turned(x, c, kind, a)
  local off = (a.rest - x.of.rest):expand()
  local cos, sin = li.cos(off), li.sin(off)
  if kind == "cos" then
    x.cos, x.sin = x.cos + c * cos, x.sin - c * sin
  else
    x.cos, x.sin = x.cos + a.sign * c * sin, x.sin + a.sign * c * cos
  end
end

-- a term: the coefficient, its angle and its length; false where it is of another form
local function split(term, unknown)
  local c, angle, kind, length = li.expr(1), nil, nil, nil
  for _, f in ipairs(factors_of(term)) do
    if not has(f, unknown) then c = c * f
    elseif (f:kind() == "cos" or f:kind() == "sin") and not angle then
      angle, kind = turned(f:parts()[1], unknown), f:kind()
      if not angle then return false end
    else
      for k, q in ipairs(unknown) do
        if f == q then length = not length and k end
      end
      if not length then return false end
    end
  end
  return c, angle, kind, length
end

local function add(row, c, angle, kind, length)
  if not angle and not length then row.known = row.known + c
  elseif not angle then
    local x = length_of(row, length)
    x.known = x.known + c
  elseif not length then add_turned(angle_of(row, angle), c, kind, angle)
  else
    local x = length_of(row, length)
    if x.along and x.along.of.key ~= angle.key then return false end
    x.along = x.along or { of = angle, cos = li.expr(0), sin = li.expr(0) }
    add_turned(x.along, c, kind, angle)
  end
  return true
end

-- terms of an expanded sum; a sum with a number beside it is one too
local function terms_of(e, by, out)
  if e:kind() == "sum" then
    for _, p in ipairs(e:parts()) do terms_of(p, by, out) end
    return out
  end
  local rest, inside = by, nil
  for _, f in ipairs(factors_of(e)) do
    if f:kind() == "sum" and not inside then inside = f else rest = rest * f end
  end
  if inside and rest:number() then return terms_of(inside, rest, out) end
  out[#out + 1] = by * e
  return out
end

function loop_rows.of(e, unknown)
  local row = empty()
  for _, term in ipairs(terms_of(e:expand(), li.expr(1), {})) do
    local c, angle, kind, length = split(term, unknown)
    if c == false or not add(row, c, angle, kind, length) then return nil end
  end
  return row
end

-- the unknowns that are in a row
function loop_rows.unknown(e, list)
  local out = {}
  for _, q in ipairs(list) do
    if e:depends(q) then out[#out + 1] = q end
  end
  return out
end

-- ---- two rows -----------------------------------------------------------------------------------

-- the offset of an angle in the second row told by that of the first
local function of_same(first, second)
  if not second then return { cos = li.expr(0), sin = li.expr(0) } end
  local off = (second.of.rest - first.of.rest):expand()
  local c, s = li.cos(off), li.sin(off)
  return { cos = second.cos * c + second.sin * s, sin = second.sin * c - second.cos * s }
end

-- both rows as a vector (r1, r2) turned by the angle: x: r1 c - r2 s, y: r1 s + r2 c; nil where it
-- is none
local function vector_of(x, y)
  if not x then return nil end
  y = of_same(x, y)
  local r1, r2 = x.cos:simplify(), (-x.sin):simplify()
  if not (y.sin:equals(r1) and y.cos:equals(r2)) then return nil end
  return { r1, r2, of = x.of }
end

-- {known = {x, y}, turned = {vectors}, slides = {k = {direction | along}}}; nil where the two rows
-- are no vector
function loop_rows.pair(one, other, unknown)
  local x, y = loop_rows.of(one, unknown), loop_rows.of(other, unknown)
  if not (x and y) then return nil end
  local out = { known = { x.known, y.known }, turned = {}, slides = {} }
  for key in pairs(y.angles) do
    if not x.angles[key] then return nil end
  end
  for _, key in ipairs(x.keys) do
    local v = vector_of(x.angles[key], y.angles[key])
    if not v then return nil end
    out.turned[#out.turned + 1] = v
  end
  for k in ipairs(unknown) do
    local a, b = x.lengths[k], y.lengths[k]
    if a or b then
      local along = a and a.along and vector_of(a.along, b and b.along)
      if (a and a.along or b and b.along) and not along then return nil end
      out.slides[#out.slides + 1] = { k = k, along = along,
        known = { a and a.known or li.expr(0), b and b.known or li.expr(0) } }
    end
  end
  return out
end

return loop_rows
