-- listing.lua - equations as the 1980 report printed them, term by term
--
-- [inria80] 4: reduced masses V, inertias W and J, gravity torques Q from the last joint to the
-- first (each with those it contains), inertia coefficients A. Chains and trees of turns and
-- slides; the terms and their order are those of the listing. The lever of a joint that slides
-- grows by its coordinate q, and with it V and J of the body before: VZ2+MT3*q3 ([inria80] F16,
-- E5).
local li = require "liaison.core"
local check = require "liaison.base.check"
local printed = require "liaison.sources.listing_terms"
local inertia_listing = require "liaison.sources.listing_inertia"
local kit = li._internal

local is_zero, terms_of, word = printed.is_zero, printed.terms_of, printed.word
local signed, words_of, dot = printed.signed, printed.words_of, printed.dot
local below, mass_word = printed.below, printed.mass_word

local listing = {}

local letter = { "X", "Y", "Z" }
local pair = { { 1, 1 }, { 2, 2 }, { 3, 3 }, { 1, 2 }, { 1, 3 }, { 2, 3 } }

-- pieces ------------------------------------------------------------------------------------------
-- what a component is made of: { {number, words}, ... }, one piece where nothing slides

-- the name of a reduced constant and what it stands for; equal ones have one name, that of the
-- first
local function constant_of(bodies, value)
  for _, x in ipairs(bodies.constants) do
    if x[1] == value then return tostring(value), x[2] end
  end
end

-- numbers and words of e multiplied out, more words behind
local function pieces_of(e, ...)
  local list = {}
  for i, term in ipairs(terms_of(e)) do
    local words = {}
    for k, f in ipairs(term[2]) do words[k] = word(f) end
    for k = 1, select("#", ...) do words[#words + 1] = (select(k, ...)) end
    list[i] = { term[1], words }
  end
  return list
end

local function join(list, more)
  for _, x in ipairs(more) do list[#list + 1] = x end
  return list
end

-- one word, or none where it is 0
local function single(e) return is_zero(e) and {} or { { 1, { word(e) } } } end

-- what a sliding child adds to its parent's V and J: q and q^2 times direction g and constant lever
-- l
local function slide_of(bodies, k)
  local b = bodies[k]
  local q, g, l = b.q, {}, {}
  for c = 1, 3 do
    g[c] = b.lever[c]:diff(q)
    l[c] = b.lever[c] - g[c] * q
  end
  return { g = g, l = l, word = tostring(q), mass = mass_word(bodies, k) }
end

local function prepare(bodies)
  bodies.totals = {}
  for k, b in ipairs(bodies) do
    if b.scale:number() ~= 1 then
      check.fail("model",
        "joint %d moves by more than its coordinate (scale %s): the 1980 listing has "
        .. "coordinates that are angles and lengths", k, tostring(b.scale))
    end
    for i = 1, k - 1 do
      if bodies[i].q == b.q then
        check.fail("model",
          "joints %d and %d have one coordinate: the 1980 listing has one for each", i, k)
      end
    end
    b.slides = b.slide and slide_of(bodies, k)
    b.V0, b.J0 = {}, {}
    for c = 1, 3 do b.V0[c] = b.V[c] end
    for s = 1, 6 do b.J0[s] = b.J[s] end
  end
  -- constant parts
  for _, b in ipairs(bodies) do
    local up = b.slide and bodies[b.parent]
    if up then
      for c = 1, 3 do up.V0[c] = up.V0[c]:subs { [b.q] = 0 } end
      for s = 1, 6 do up.J0[s] = up.J0[s]:subs { [b.q] = 0 } end
    end
  end
end

-- a sum of constants that nothing has named yet gets the name of its place
local function named_part(bodies, list, e, name)
  if is_zero(e) then return {} end
  if e:kind() ~= "sum" or constant_of(bodies, e) then return single(e) end
  list[#list + 1] = { name, e }
  return { { 1, { name } } }
end

-- V, J and levers as pieces. Names for constant parts beside what slides: bodies.more
local function take_apart(bodies)
  local names = { "X", "Y", "Z", "XY", "XZ", "YZ" }
  bodies.more = {}
  for k, b in ipairs(bodies) do
    b.Vp, b.Jp, b.lp = {}, {}, {}
    for c = 1, 3 do
      b.Vp[c] = named_part(bodies, bodies.more, b.V0[c], "V" .. names[c] .. k)
      if b.slides then
        b.lp[c] = join(pieces_of(b.slides.l[c]), pieces_of(b.slides.g[c], b.slides.word))
      else
        b.lp[c] = single(b.lever[c])
      end
    end
    for s = 1, 6 do b.Jp[s] = named_part(bodies, bodies.more, b.J0[s], "J" .. names[s] .. k) end
  end
  for _, b in ipairs(bodies) do
    local up, x = bodies[b.parent], b.slides
    if up and x and x.mass ~= "0" then
      local gg, gl = dot(x.g, x.g), dot(x.g, x.l)
      for c = 1, 3 do join(up.Vp[c], pieces_of(x.g[c], x.mass, x.word)) end
      for s = 1, 6 do
        local c, d = pair[s][1], pair[s][2]
        local once, twice = -(x.g[c] * x.l[d] + x.l[c] * x.g[d]), -x.g[c] * x.g[d]
        if c == d then once, twice = once + 2 * gl, twice + gg end
        join(join(up.Jp[s], pieces_of(once, x.mass, x.word)),
          pieces_of(twice, x.mass, x.word, x.word))
      end
    end
  end
end

-- gravity -----------------------------------------------------------------------------------------

local function put_gravity(bodies, list, c, where, e, pieces)
  for _, term in ipairs(terms_of(e)) do
    for _, piece in ipairs(pieces) do
      local words, number = words_of(term[2], false), term[1] * piece[1]
      for _, w in ipairs(piece[2]) do words[#words + 1] = w end
      list[#list + 1] = { g = word(bodies.gravity[c]), number = number, words = words,
        key = where .. ":" .. signed(number, words) }
    end
  end
end

-- own terms of Q(i): G component by component, bodies in order: { {G, words, number}, ... }
local function gravity_terms(bodies, i)
  local list, b = {}, bodies[i]
  for c = 1, 3 do
    if not is_zero(bodies.gravity[c]) then
      if b.slide and not is_zero(b.mass) then
        put_gravity(bodies, list, c, c .. ":T" .. i, b.R[0][c][b.axis],
          { { 1, { mass_word(bodies, i) } } })
      end
      for k = i, b.slide and 0 or #bodies do
        for v = 1, below(bodies, i, k) and 3 or 0 do
          if #bodies[k].Vp[v] > 0 then
            put_gravity(bodies, list, c, c .. ":" .. k .. ":" .. v, bodies[k].R[0][c][v]:diff(b.q),
              bodies[k].Vp[v])
          end
        end
      end
    end
  end
  return list
end

-- the terms of one Q that are all terms of another: printed as that one
local function contains(terms, others)
  local has = {}
  for _, x in ipairs(terms) do has[x.key] = true end
  for _, x in ipairs(others) do if not has[x.key] then return false end end
  return #others > 0
end

local function gravity_text(terms, shared, name)
  local out, groups, order, mul, add = {}, {}, {}, 0, 0
  local skip = {}
  for _, x in ipairs(shared or {}) do skip[x.key] = true end
  for _, x in ipairs(terms) do
    if not skip[x.key] then
      if not groups[x.g] then groups[x.g] = {} order[#order + 1] = x.g end
      local text, n = signed(x.number, x.words)
      table.insert(groups[x.g], text)
      mul = mul + n
    end
  end
  for _, g in ipairs(order) do
    out[#out + 1] = "+" .. g .. "*(" .. table.concat(groups[g]) .. ")"
    mul, add = mul + 1, add + #groups[g] - 1
  end
  if shared then out[#out + 1] = "+" .. name end
  return #out == 0 and "0" or table.concat(out), mul, add + math.max(#out - 1, 0)
end

local function gravity_listing(bodies)
  local lines, all, mul, add = {}, {}, 0, 0
  for i = #bodies, 1, -1 do
    all[i] = gravity_terms(bodies, i)
    local shared
    for k = i + 1, #bodies do
      if not shared and bodies[k].parent == i and contains(all[i], all[k]) then shared = k end
    end
    local text, m, a = gravity_text(all[i], shared and all[shared],
      shared and ("Q(%d)"):format(shared))
    lines[#lines + 1] = ("Q(%d)=%s"):format(i, text)
    mul, add = mul + m, add + a
  end
  return lines, mul, add
end

-- constants ---------------------------------------------------------------------------------------

local function masses_below(bodies, k, sign)
  local list = {}
  for s = k, #bodies do
    if below(bodies, k, s) and not is_zero(bodies[s].m) then
      list[#list + 1] = (sign or #list > 0) and "+" .. word(bodies[s].m) or word(bodies[s].m)
    end
  end
  return table.concat(list)
end

-- the lever at q = 0
local function lever_at_rest(b, c) return b.slides and b.slides.l[c] or b.lever[c] end

-- D1*M1+L1*(+M2+M3+M6), squared D1**2*M1+L1**2*(M2+M3+M6): component c of body k; nil where it is 0
local function carried(bodies, k, c, power)
  local out, b = {}, bodies[k]
  if not is_zero(b.h[c]) and not is_zero(b.m) then
    out[1] = word((b.h[c] / b.m):cancel()) .. power .. "*" .. word(b.m)
  end
  for s = k + 1, #bodies do
    local masses = bodies[s].parent == k and not is_zero(lever_at_rest(bodies[s], c))
      and masses_below(bodies, s, power == "")
    if masses and masses ~= "" then
      out[#out + 1] = word(lever_at_rest(bodies[s], c)) .. power .. "*(" .. masses .. ")"
    end
  end
  return #out > 0 and table.concat(out, "+") or nil
end

-- the axis along which a body's centre of mass and levers lie, false where there are several
local function axis_of(bodies, k)
  local along
  for c = 1, 3 do
    if carried(bodies, k, c, "") then along = along == nil and c or false end
  end
  return along
end

-- lines of V, W and J, each name once, and the body each of them is of
local function constant_listing(bodies)
  local V, W, J, told = { body = {} }, { body = {} }, { body = {} }, {}
  local function tell(list, k, name, text)
    if told[name] then return end
    told[name] = true
    list[#list + 1], list.body[#list + 1] = ("%s = %s"):format(name, text), k
  end
  for k, b in ipairs(bodies) do
    local along = axis_of(bodies, k)
    for c = 1, 3 do
      local text = carried(bodies, k, c, "")
      if text then
        tell(V, k, constant_of(bodies, b.V0[c]) or ("V%s%d"):format(letter[c], k), text)
      end
    end
    if along then
      tell(W, k, ("W%s%d"):format(letter[along], k), carried(bodies, k, along, "**2"))
    end
    for s, value in ipairs(b.J0) do
      -- the report takes inertia about the body's own axis as zero and does not name what is left
      local name, own = constant_of(bodies, value)
      for _, x in ipairs(bodies.more) do
        if x[2] == value and x[1]:sub(1, 1) == "J" then name, own = x[1], x[2] end
      end
      local c = pair[s]
      if name and along and c[1] == c[2] and c[1] ~= along then
        local I, w = (own - bodies.squares[k][along]):expand(), ("W%s%d"):format(letter[along], k)
        tell(J, k, name, is_zero(I) and w or word(I) .. "+" .. w)
      elseif name then
        tell(J, k, name, tostring(own))
      end
    end
  end
  return V, W, J
end

-- m d^2 + l^2 (masses carried), component by component
local function squares(bodies)
  local out = {}
  for k, b in ipairs(bodies) do
    out[k] = {}
    for c = 1, 3 do
      local e = not is_zero(b.m) and b.h[c] ^ 2 / b.m or li.expr(0)
      for s = k + 1, #bodies do
        if bodies[s].parent == k then e = e + bodies[s].mass * lever_at_rest(bodies[s], c) ^ 2 end
      end
      out[k][c] = e:cancel()
    end
  end
  return out
end

-- constants that no line mentions, of those that were computed
local function dead_constants(V, W, J, lines)
  local used, dead = {}, {}
  for _, line in ipairs(lines) do for name in line:gmatch "[%a_][%w_]*" do used[name] = true end end
  for _, text in ipairs(J) do
    local name, rest = text:match "^(%S+) = (.*)$"
    if used[name] then for w in rest:gmatch "[%a_][%w_]*" do used[w] = true end end
  end
  for _, list in ipairs { V, W, J } do
    for _, text in ipairs(list) do
      local name = text:match "^%S+"
      if not used[name] then dead[#dead + 1] = name end
    end
  end
  return dead
end

-- the listing -------------------------------------------------------------------------------------

-- MT3 = M3+M4: the masses of all beyond joints that slide
local function total_listing(bodies)
  local list = { body = {} }
  for k in ipairs(bodies) do
    if bodies.totals[k] then
      list[#list + 1], list.body[#list + 1] = ("MT%d = %s"):format(k, masses_below(bodies, k)), k
    end
  end
  return list
end

local function listed(model)
  local bodies = kit.eom.bodies(model)
  prepare(bodies)
  bodies.squares = squares(bodies)
  take_apart(bodies)
  local V, W, J = constant_listing(bodies)
  local Q, qmul, qadd = gravity_listing(bodies)
  local A, amul, aadd = inertia_listing(bodies)
  local M, lines = total_listing(bodies), {}
  for _, list in ipairs { Q, A } do for _, line in ipairs(list) do lines[#lines + 1] = line end end
  return {
    M = M, V = V, W = W, J = J, Q = Q, A = A, dead = dead_constants(V, W, J, lines),
      ops = { Q = { mul = qmul, add = qadd }, A = { mul = amul, add = aadd } },
  }
end

function listing.of(model)
  local r = listed(model)
  for _, list in ipairs { r.M, r.V, r.W, r.J } do list.body = nil end
  return r
end

local function section(out, title, list)
  if #list == 0 then return end
  out[#out + 1] = title
  for _, line in ipairs(list) do out[#out + 1] = "  " .. line end
end

-- CORPS NO 1: VY1 = ...
local function by_body(list)
  local lines = {}
  for i, line in ipairs(list) do lines[i] = ("CORPS NO %d: %s"):format(list.body[i], line) end
  return lines
end

function listing.report(model)
  local r, out = listed(model), {}
  section(out, "MASSES DES CORPS AUGMENTES:", by_body(r.M))
  section(out, "MASSES RAPPORTEES CONSTANTES:", by_body(r.V))
  section(out, "INERTIES RAPPORTEES CONSTANTES:", by_body(r.W))
  section(out, "INERTIE TOTALE:", r.J)
  if #r.dead > 0 then section(out, "SANS EFFET", { table.concat(r.dead, " ") }) end
  section(out, ("COUPLES DE PESANTEUR (%d MULTIPLICATIONS, %d ADDITIONS)"):format(r.ops.Q.mul,
    r.ops.Q.add), r.Q)
  section(out, ("COEFFICIENTS D INERTIE (%d MULTIPLICATIONS, %d ADDITIONS)"):format(r.ops.A.mul,
    r.ops.A.add), r.A)
  return table.concat(out, "\n")
end

local arm = "local arm = li.robots.inria6r(); "

for _, r in ipairs {
  { "model:listing() -> table",
    "The model's constants and equations as the 1980 report lists them, line by line: V, W, J "
    .. "(reduced masses and inertias), Q, A, "
    .. "dead (constants without effect), M (total masses, of joints that slide), ops "
    .. "(operations as printed). Turns and slides.",
    arm .. "return arm:listing().Q[3], arm:listing().ops.A.mul --> Q(4)=+G*(-C234*C5*VZ6), 255",
    listing.of },
  { "model:report() -> str", "model:listing() as one text.",
    arm .. "return arm:report():match 'Q%(3%)[^ ]*Q%(4%)' --> Q(3)=+G*(-C23*VZ3)+Q(4)",
    listing.report },
} do kit.define(kit.methods "model", r) end

return listing
