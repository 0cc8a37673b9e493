-- loop_groups.lua - loops of a planar mechanism solved one after the other: where two rows hold two
-- unknowns (a group of class 2, a dyad) or one row holds one, they are found by K cos + L sin = M
-- and what is linear; what stays is of a higher class                        [course] F2.1 - F2.3
local li = require "liaison.core"
local loop_rows = require "liaison.blackboard.loop_rows"

local groups = {}

local function dot(a, b) return a[1] * b[1] + a[2] * b[2] end

-- u . R(q) r = k cos q + l sin q
local function along(u, r) return dot(u, r), u[2] * r[1] - u[1] * r[2] end

local function across(d) return { -d[2], d[1] } end

local function tidy(e) return e:trig():simplify() end

-- ---- groups by kind; nil where it is none -------------------------------------------------------

-- {kind, P = what is known, r, s = vectors, U, W = their angles, slide = which unknown, d, e = its
-- direction, known or turned by U, form_of(P) -> K, L, M}

-- P + R(U) r + R(W) s = 0
local function two_angles(p)
  local r, s = p.turned[1], p.turned[2]
  if #p.turned ~= 2 or #p.slides > 0 then return nil end
  local left = tidy(dot(s, s) - dot(r, r))
  return { kind = "RRR", P = p.known, r = r, s = s, U = r.of, W = s.of, form_of = function(P)
    local K, L = along(P, r)
    return 2 * K, 2 * L, left - dot(P, P)
  end }
end

-- P + R(U) r + s d = 0, or P + R(U) (r + s e) = 0
local function angle_and_length(p)
  local slide, r = p.slides[1], p.turned[1]
  if #p.slides ~= 1 or #p.turned > 1 then return nil end
  if slide.along then
    local e = slide.along
    if r and r.of.key ~= e.of.key then return nil end
    if dot(slide.known, slide.known):is_zero() ~= true then return nil end
    r = r or { li.expr(0), li.expr(0) }
    local n = across(e)
    return { kind = "RPR", P = p.known, r = r, e = e, slide = slide.k, U = e.of,
      form_of = function(P)
        local K, L = along(P, n)
        return K, L, -dot(r, n)
      end }
  end
  if not r then return nil end
  local d = slide.known
  local n = across(d)
  return { kind = "RRP", P = p.known, r = r, d = d, slide = slide.k, U = r.of,
    form_of = function(P)
      local K, L = along(n, r)
      return K, L, -dot(n, P)
    end }
end

-- P + s d + t f = 0
local function two_lengths(p)
  local a, b = p.slides[1], p.slides[2]
  if #p.slides ~= 2 or #p.turned > 0 or a.along or b.along then return nil end
  return { kind = "PP", P = p.known, d = a.known, f = b.known, slide = a.k, other = b.k }
end

local function of_pair(one, other, unknown)
  local p = loop_rows.pair(one, other, unknown)
  return p and (two_angles(p) or angle_and_length(p) or two_lengths(p))
end

-- one row with one unknown
local function of_row(e, unknown)
  local row = loop_rows.of(e, unknown)
  if not row then return nil end
  local slide, x = row.lengths[1], row.angles[row.keys[1]]
  if slide and not slide.along and not x then
    return { kind = "P", slide = 1, by = slide.known, known = row.known }
  end
  if slide or not x or row.keys[2] then return nil end
  if x.cos:is_zero() and row.known:is_zero() and x.sin:number() then
    return { kind = "guide", U = x.of }
  end
  return { kind = "R", U = x.of, form_of = function() return x.cos, x.sin, -row.known end }
end

-- ---- which rows go together ---------------------------------------------------------------------

-- of n things all {i, j, sign}: first pairs of rows, then sums and differences of pairs of rows
local function candidates(rows, f)
  for i = 1, #rows do
    for j = i + 1, #rows do
      if f({ rows[i].e, rows[j].e }, { i, j }) then return true end
    end
  end
  for i = 1, #rows do
    for j = 1, #rows do
      local a, b, c, d = rows[i], rows[i + 1], rows[j], rows[j + 1]
      if i ~= j and b and d and a.name == b.name and c.name == d.name and a.name ~= c.name then
        for _, sign in ipairs { 1, -1 } do
          if f({ a.e + sign * c.e, b.e + sign * d.e }, { i, i + 1 }, sign, c.name) then
            return true
          end
        end
      end
    end
  end
  return false
end

-- without those at rising places
local function taken(list, indices)
  for k = #indices, 1, -1 do table.remove(list, indices[k]) end
end

local function without(list, gone)
  local out = {}
  for _, q in ipairs(list) do
    local keep = true
    for _, g in ipairs(gone) do keep = keep and q ~= g end
    if keep then out[#out + 1] = q end
  end
  return out
end

local function names_of(rows, indices)
  local out, seen = {}, {}
  for _, i in ipairs(indices) do
    if not seen[rows[i].name] then out[#out + 1] = rows[i].name end
    seen[rows[i].name] = true
  end
  return out
end

-- the next group: it, its rows, its unknowns
local function by_one(rows, unknown)
  for i, r in ipairs(rows) do
    local list = loop_rows.unknown(r.e, unknown)
    local g = #list == 1 and of_row(r.e, list)
    if g then
      g.rows, g.names, g.unknown = { r.e }, { r.name }, list
      taken(rows, { i })
      return g
    end
  end
end

local function by_two(rows, unknown)
  local found
  candidates(rows, function(pair, indices, sign, other)
    local list = {}
    for _, q in ipairs(unknown) do
      if pair[1]:expand():depends(q) or pair[2]:expand():depends(q) then list[#list + 1] = q end
    end
    local g = #list == 2 and of_pair(pair[1], pair[2], list)
    if not g then return false end
    g.rows, g.names, g.unknown = pair, names_of(rows, indices), list
    if sign then g.names[#g.names + 1] = other end
    taken(rows, indices)
    found = g
    return true
  end)
  return found
end

-- rows: {name, e}; unknown: coordinates. Groups in the order in which they are solved, and the
-- unknowns and rows that stay
function groups.of(rows, unknown)
  local left, list = {}, {}
  for i, r in ipairs(rows) do left[i] = r end
  while #unknown > 0 and #left > 0 do
    local g = by_one(left, unknown) or by_two(left, unknown)
    if not g then break end
    unknown = without(unknown, g.unknown)
    list[#list + 1] = g
  end
  return list, unknown, left
end

return groups
