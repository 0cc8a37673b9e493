-- listing_inertia.lua - inertia coefficients A as the 1980 report printed them: levers, tensors,
-- joints that turn and joints that slide
local printed = require "liaison.sources.listing_terms"

local is_zero, terms_of, word = printed.is_zero, printed.terms_of, printed.word
local signed, words_of, put = printed.signed, printed.words_of, printed.put
local product, rotated = printed.product, printed.rotated
local column_of, row_of, cross, dot = printed.column_of, printed.row_of, printed.cross, printed.dot
local unit, below, way, mass_word = printed.unit, printed.below, printed.way, printed.mass_word

local index6 = { { 1, 4, 5 }, { 4, 2, 6 }, { 5, 6, 3 } }

-- the words that stand in a vector
local function words_in(vector)
  local set = {}
  for c = 1, 3 do
    for _, term in ipairs(terms_of(vector[c])) do
      for _, f in ipairs(term[2]) do set[word(f)] = true end
    end
  end
  return set
end

-- the formula read from left to right: what both vectors made together, factors of the first, of
-- the second
local function in_order(words, first, second)
  local out = {}
  for rank = 0, 2 do
    for _, w in ipairs(words) do
      local own = first[w] and 1 or second[w] and 2 or 0
      if own == rank then out[#out + 1] = w end
    end
  end
  return out
end

-- a product of carried quantities times a sum of sines
local function put_bracket(list, number, pieces, inside, mul)
  if #inside == 0 then return end
  local text, n = product(number, (table.unpack or unpack)(pieces))
  put(list, ("%s*(%s)"):format(text, table.concat(inside)), mul + n)
  list.add = list.add + #inside - 1
end

-- terms of a scalar product, factors in order; their multiplications
local function bracket(e, first, second)
  local inside, mul = {}, 0
  for _, term in ipairs(terms_of(e:trig())) do
    local text, n = signed(term[1], in_order(words_of(term[2], false), first, second))
    inside[#inside + 1], mul = text, mul + n
  end
  return inside, mul
end

-- V_k lever_p (g_i x u_p).(g_j x u_k), or V_k's component with g_i and the lever with g_j (the same
-- way round where i = j); frame of joint i
local function put_levers(list, bodies, i, j, k, p, child, swapped)
  local gi, gj = unit(bodies[i].axis), column_of(bodies[j].R[i], bodies[j].axis)
  for v = 1, 3 do
    for l = 1, 3 do
      local V, length = bodies[k].Vp[v], bodies[child].lp[l]
      if #V > 0 and #length > 0 then
        local a, b = rotated(bodies[p].R[i], unit(l)), rotated(bodies[k].R[i], unit(v))
        if swapped then a, b = b, a end
        local x, y = cross(gi, a), cross(gj, b)
        local first, second = words_in(x), words_in(y)
        if i == j then first, second = second, first end -- squares: V, then the lever
        local inside, mul = bracket(dot(x, y), first, second)
        for _, m in ipairs(V) do
          for _, n in ipairs(length) do
            put_bracket(list, (i == j and 2 or 1) * m[1] * n[1], { m[2], n[2] }, inside, mul)
          end
        end
      end
    end
  end
end

-- the joint whose lever leads from p towards k
local function child_on_the_way(bodies, p, k)
  while bodies[k].parent ~= p do k = bodies[k].parent end
  return k
end

local function put_inertia(list, bodies, i, j, k)
  local a, b = row_of(bodies[k].R[i], bodies[i].axis), row_of(bodies[k].R[j], bodies[j].axis)
  for c = 1, 3 do
    for d = 1, 3 do
      for _, J in ipairs(bodies[k].Jp[index6[c][d]]) do
        for _, x in ipairs(terms_of(b[c])) do
          for _, y in ipairs(terms_of(a[d])) do
            local words = {}
            for _, w in ipairs(J[2]) do words[#words + 1] = w end
            for _, w in ipairs(words_of(x[2], true)) do words[#words + 1] = w end
            for _, w in ipairs(words_of(y[2], true)) do words[#words + 1] = w end
            put(list, signed(J[1] * x[1] * y[1], words))
          end
        end
      end
    end
  end
end

-- both turn                                                                           [inria80] F18
local function turn_turn(list, bodies, i, j)
  for k = j, #bodies do
    if below(bodies, j, k) then
      for _, p in ipairs(way(bodies, i, k)) do
        put_levers(list, bodies, i, j, k, p, child_on_the_way(bodies, p, k), false)
      end
      if i ~= j then
        for s = k + 1, #bodies do
          if below(bodies, k, s) then
            put_levers(list, bodies, i, j, s, k, child_on_the_way(bodies, k, s), true)
          end
        end
      end
    end
  end
  for k = j, #bodies do
    if below(bodies, j, k) then put_inertia(list, bodies, i, j, k) end
  end
end

-- pieces along u, fixed in body k, times what f makes of u told in frame i
local function put_along(list, bodies, i, k, c, pieces, words, f)
  local x, y = f(rotated(bodies[k].R[i], unit(c)))
  local inside, mul = bracket(dot(x, y), words_in(x), words_in(y))
  for _, piece in ipairs(pieces) do
    put_bracket(list, piece[1], { words, piece[2] }, inside, mul)
  end
end

-- i turns, j slides: (g_i x (M_j sum l + sum V)) . g_j                     [inria80] (3-13), mended
local function turn_slide(list, bodies, i, j)
  local gi, gj, mass = unit(bodies[i].axis), column_of(bodies[j].R[i], bodies[j].axis),
    mass_word(bodies, j)
  local function f(u) return cross(gi, u), gj end
  for _, p in ipairs(mass == "0" and {} or way(bodies, i, j)) do
    local child = child_on_the_way(bodies, p, j)
    for c = 1, 3 do put_along(list, bodies, i, p, c, bodies[child].lp[c], { mass }, f) end
  end
  for k = j, #bodies do
    for c = 1, below(bodies, j, k) and 3 or 0 do
      put_along(list, bodies, i, k, c, bodies[k].Vp[c], {}, f)
    end
  end
end

-- i slides, j turns: g_i . (g_j x sum V)                                           [inria80] (3-14)
local function slide_turn(list, bodies, i, j)
  local gi, gj = unit(bodies[i].axis), column_of(bodies[j].R[i], bodies[j].axis)
  for k = j, #bodies do
    for c = 1, below(bodies, j, k) and 3 or 0 do
      put_along(list, bodies, i, k, c, bodies[k].Vp[c], {}, function(u) return gi, cross(gj, u) end)
    end
  end
end

-- both slide: M_j g_i . g_j                                                        [inria80] (3-12)
local function slide_slide(list, bodies, i, j)
  local mass, e = mass_word(bodies, j), bodies[j].R[i][bodies[i].axis][bodies[j].axis]
  if mass == "0" or is_zero(e) then return end
  if e:number() then
    put(list, signed(e:number(), { mass }))
    return
  end
  local inside, mul = bracket(e, {}, {})
  put_bracket(list, 1, { { mass } }, inside, mul)
end

local function inertia_entry(bodies, i, j)
  local list = { mul = 0, add = 0 }
  if not below(bodies, i, j) then return list end
  local entry = bodies[i].slide and (bodies[j].slide and slide_slide or slide_turn)
    or (bodies[j].slide and turn_slide or turn_turn)
  entry(list, bodies, i, j)
  return list
end

local function inertia_listing(bodies)
  local lines, mul, add = {}, 0, 0
  for i = 1, #bodies do
    for j = i, #bodies do
      local list = inertia_entry(bodies, i, j)
      local name = #bodies > 9 and ("A(%d,%d)"):format(i, j) or ("A%d%d"):format(i, j)
      lines[#lines + 1] = name .. "=" .. (#list == 0 and "0" or table.concat(list))
      mul, add = mul + list.mul, add + list.add
    end
  end
  return lines, mul, add
end

return inertia_listing
