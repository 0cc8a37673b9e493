-- condensed.lua - equations as the 1980 report printed them, term by term; terms dropped over a trajectory, with what that costs
--
-- [inria80] 4: reduced masses V, inertias W and J, gravity torques Q from the last joint to the first (each with those it
-- contains), inertia coefficients A. Chains and trees of turns; the terms and their order are those of the listing.
local li = require "liaison.core"
local check = require "liaison.check"
local kit = li.kit

local condensed = {}

local letter = { "X", "Y", "Z" }
local pair = { { 1, 1 }, { 2, 2 }, { 3, 3 }, { 1, 2 }, { 1, 3 }, { 2, 3 } }
local index6 = { { 1, 4, 5 }, { 4, 2, 6 }, { 5, 6, 3 } }
local pair_name = { "X", "Y", "Z", "XY", "XZ", "YZ" }

-- (no expression is kept here: the pool goes with the last of them)
local function is_zero(e) return e:number() == 0 end

-- terms --------------------------------------------------------------------------------------------------------------------

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

-- S23 for sin(q2 + q3); other things as they print
local function word(e)
  local kind = e:kind()
  local text = (kind == "sin" or kind == "cos") and e:text "own" or tostring(e)
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

-- factors as words: from the base outwards, or from the tip inwards as the report has them in products of inertia
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

-- vectors of expressions ----------------------------------------------------------------------------------------------------

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

-- gravity -------------------------------------------------------------------------------------------------------------------

-- own terms of Q(i): G component by component, bodies in order: { {G, words, number}, ... }
local function gravity_terms(bodies, i)
  local list = {}
  for c = 1, 3 do
    if not is_zero(bodies.gravity[c]) then
      for k = i, #bodies do
        if below(bodies, i, k) then
          for v = 1, 3 do
            if not is_zero(bodies[k].V[v]) then
              for _, term in ipairs(terms_of(bodies[k].R[0][c][v]:diff(bodies[i].q))) do
                local words = words_of(term[2], false)
                words[#words + 1] = word(bodies[k].V[v])
                list[#list + 1] = { g = word(bodies.gravity[c]), number = term[1], words = words, key = c .. ":" .. k .. ":" .. v .. ":" .. signed(term[1], words) }
              end
            end
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
    local text, m, a = gravity_text(all[i], shared and all[shared], shared and ("Q(%d)"):format(shared))
    lines[#lines + 1] = ("Q(%d)=%s"):format(i, text)
    mul, add = mul + m, add + a
  end
  return lines, mul, add
end

-- inertia -------------------------------------------------------------------------------------------------------------------

-- V_k lever_p (g_i x u_p).(g_j x u_k), or V_k's component with g_i and the lever with g_j; frame of joint i
local function put_levers(list, bodies, i, j, k, p, child, swapped)
  local gi, gj = unit(bodies[i].axis), column_of(bodies[j].R[i], bodies[j].axis)
  for v = 1, 3 do
    for l = 1, 3 do
      local V, length = bodies[k].V[v], bodies[child].lever[l]
      if not is_zero(V) and not is_zero(length) then
        local a, b = rotated(bodies[p].R[i], unit(l)), rotated(bodies[k].R[i], unit(v))
        if swapped then a, b = b, a end
        local e = dot(cross(gi, a), cross(gj, b)):trig()
        local inside, mul = {}, 0
        for _, term in ipairs(terms_of(e)) do
          local text, n = signed(term[1], words_of(term[2], false))
          inside[#inside + 1], mul = text, mul + n
        end
        if #inside > 0 then
          local twice = i == j and "2*" or ""
          put(list, ("+%s%s*%s*(%s)"):format(twice, word(V), word(length), table.concat(inside)), mul + (i == j and 3 or 2))
          list.add = list.add + #inside - 1
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
      local J = bodies[k].J[index6[c][d]]
      if not is_zero(J) then
        for _, x in ipairs(terms_of(b[c])) do
          for _, y in ipairs(terms_of(a[d])) do
            local words = { word(J) }
            for _, w in ipairs(words_of(x[2], true)) do words[#words + 1] = w end
            for _, w in ipairs(words_of(y[2], true)) do words[#words + 1] = w end
            put(list, signed(x[1] * y[1], words))
          end
        end
      end
    end
  end
end

local function inertia_entry(bodies, i, j)
  local list = { mul = 0, add = 0 }
  if not below(bodies, i, j) then return list end
  for k = j, #bodies do
    if below(bodies, j, k) then
      for _, p in ipairs(way(bodies, i, k)) do put_levers(list, bodies, i, j, k, p, child_on_the_way(bodies, p, k), false) end
      if i ~= j then
        for s = k + 1, #bodies do
          if below(bodies, k, s) then put_levers(list, bodies, i, j, s, k, child_on_the_way(bodies, k, s), true) end
        end
      end
    end
  end
  for k = j, #bodies do
    if below(bodies, j, k) then put_inertia(list, bodies, i, j, k) end
  end
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

-- constants -----------------------------------------------------------------------------------------------------------------

local function masses_below(bodies, k, sign)
  local list = {}
  for s = k, #bodies do
    if below(bodies, k, s) and not is_zero(bodies[s].m) then list[#list + 1] = (sign or #list > 0) and "+" .. word(bodies[s].m) or word(bodies[s].m) end
  end
  return table.concat(list)
end

-- D1*M1+L1*(+M2+M3+M6), squared D1**2*M1+L1**2*(M2+M3+M6): component c of body k; nil where it is 0
local function carried(bodies, k, c, power)
  local out, b = {}, bodies[k]
  if not is_zero(b.h[c]) and not is_zero(b.m) then out[1] = word((b.h[c] / b.m):cancel()) .. power .. "*" .. word(b.m) end
  for s = k + 1, #bodies do
    local masses = bodies[s].parent == k and not is_zero(bodies[s].lever[c]) and masses_below(bodies, s, power == "")
    if masses and masses ~= "" then out[#out + 1] = word(bodies[s].lever[c]) .. power .. "*(" .. masses .. ")" end
  end
  return #out > 0 and table.concat(out, "+") or nil
end

-- names of one kind: {{name, text}, ...}
local function constant_listing(bodies)
  local V, W, J = {}, {}, {}
  for k, b in ipairs(bodies) do
    local along
    for c = 1, 3 do
      local text = carried(bodies, k, c, "")
      if text then
        V[#V + 1] = ("V%s%d = %s"):format(letter[c], k, text)
        along = along == nil and c or false
      end
    end
    if along then W[#W + 1] = ("W%s%d = %s"):format(letter[along], k, carried(bodies, k, along, "**2")) end
    for s, value in ipairs(b.J) do
      -- the report takes inertia about the body's own axis as zero and does not name what is left
      if not is_zero(value) and value:kind() == "symbol" then
        local own, c = nil, pair[s]
        for _, x in ipairs(bodies.constants) do if x[1] == value then own = x[2] end end
        if own and along and c[1] == c[2] and c[1] ~= along then
          local I = (own - (bodies.squares[k][along])):expand()
          J[#J + 1] = ("J%s%d = %s"):format(pair_name[s], k, is_zero(I) and ("W%s%d"):format(letter[along], k) or word(I) .. ("+W%s%d"):format(letter[along], k))
        elseif own then
          J[#J + 1] = ("J%s%d = %s"):format(pair_name[s], k, tostring(own))
        end
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
        if bodies[s].parent == k then e = e + bodies[s].mass * bodies[s].lever[c] ^ 2 end
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

-- the listing ---------------------------------------------------------------------------------------------------------------

function condensed.listing(model)
  local bodies = kit.eom.bodies(model)
  for k, b in ipairs(bodies) do
    if b.slide then check.fail("model", "joint %d slides: the 1980 listing has turns alone (model:equations() has both)", k) end
  end
  bodies.squares = squares(bodies)
  local V, W, J = constant_listing(bodies)
  local Q, qmul, qadd = gravity_listing(bodies)
  local A, amul, aadd = inertia_listing(bodies)
  local lines = {}
  for _, list in ipairs { Q, A } do for _, line in ipairs(list) do lines[#lines + 1] = line end end
  return {
    V = V, W = W, J = J, Q = Q, A = A, dead = dead_constants(V, W, J, lines), ops = { Q = { mul = qmul, add = qadd }, A = { mul = amul, add = aadd } },
  }
end

local function section(out, title, list)
  if #list == 0 then return end
  out[#out + 1] = title
  for _, line in ipairs(list) do out[#out + 1] = "  " .. line end
end

function condensed.report(model)
  local r, out = condensed.listing(model), {}
  section(out, "MASSES RAPPORTEES CONSTANTES", r.V)
  section(out, "INERTIES RAPPORTEES CONSTANTES", r.W)
  section(out, "INERTIE TOTALE", r.J)
  if #r.dead > 0 then section(out, "SANS EFFET", { table.concat(r.dead, " ") }) end
  section(out, ("COUPLES DE PESANTEUR (%d MULTIPLICATIONS, %d ADDITIONS)"):format(r.ops.Q.mul, r.ops.Q.add), r.Q)
  section(out, ("COEFFICIENTS D INERTIE (%d MULTIPLICATIONS, %d ADDITIONS)"):format(r.ops.A.mul, r.ops.A.add), r.A)
  return table.concat(out, "\n")
end

-- terms that may go -----------------------------------------------------------------------------------------------------------

-- an entry as { {parameters, trigonometric polynomial}, ... }: one group for every product of parameters, zeros left out
local function groups_of(e, moving)
  local groups, order = {}, {}
  for _, term in ipairs(terms_of(e)) do
    local fixed, rest = li.expr(1), li.expr(term[1])
    for _, f in ipairs(term[2]) do
      local moves = false
      for _, s in ipairs(f:symbols()) do moves = moves or moving[tostring(s)] end
      if moves then rest = rest * f else fixed = fixed * f end
    end
    local key = tostring(fixed)
    if not groups[key] then groups[key] = { fixed, li.expr(0) } order[#order + 1] = key end
    groups[key][2] = groups[key][2] + rest
  end
  local list = {}
  for _, key in ipairs(order) do
    local g = groups[key]
    g[2] = g[2]:trig()
    if not is_zero(g[2]) and g[2]:is_zero() ~= true then list[#list + 1] = g end
  end
  return list
end

-- every term of row i: { kind, column in its matrix, the product of parameters, the term bare and with its q'', q'_j q'_k or q'_j^2 }
local function terms_of_row(eq, i, moving)
  local n, list = eq.n, {}
  local function put_all(kind, column, e, with)
    for _, g in ipairs(groups_of(e, moving)) do
      list[#list + 1] = { kind = kind, column = column, key = tostring(g[1]), bare = g[1] * g[2], e = g[1] * g[2] * with }
    end
  end
  local M, B, P, pair_at = eq.M, eq.B, eq.P, 0
  for j = 1, n do put_all("A", j, M:at(i, j), eq.a[j]) end
  for j = 1, n - 1 do
    for k = j + 1, n do
      pair_at = pair_at + 1
      put_all("B", pair_at, P:at(i, pair_at), eq.v[j] * eq.v[k])
    end
  end
  for j = 1, n do put_all("C", j, B:at(i, j), eq.v[j] ^ 2) end
  return list
end

-- f(every sample of the trajectory) -> numbers, one row a sample; the same inputs in the same order for all
local function sampled(list, inputs, states)
  local f, out = li.smat(list):fn(inputs), {}
  for k, state in ipairs(states) do out[k] = { f((table.unpack or unpack)(state)) } end
  return out
end

local function states_of(eq, s)
  local states = {}
  for k = 0, s.samples - 1 do
    local q, v, a = s.motion(s.T * k / (s.samples - 1))
    local state = {}
    for _, x in ipairs { { "q", q }, { "v", v }, { "a", a } } do
      if type(x[2]) ~= "table" or #x[2] ~= eq.n then check.fail("motion", "expected it to give q, v, a with %d numbers each; %s is not", eq.n, x[1]) end
      for i = 1, eq.n do state[#state + 1] = x[2][i] end
    end
    states[k + 1] = state
  end
  return states
end

-- which terms of one row go. rows: values of each at every sample; peak: of the whole row
local function choose(terms, rows, peak, eps, mode)
  local order, gone = {}, {}
  for k in ipairs(rows) do gone[k] = 0 end
  for t, term in ipairs(terms) do
    term.peak = 0
    for _, row_values in ipairs(rows) do term.peak = math.max(term.peak, math.abs(row_values[t])) end
    order[t] = t
  end
  table.sort(order, function(a, b)
    if terms[a].peak ~= terms[b].peak then return terms[a].peak < terms[b].peak end
    return a < b
  end)
  for _, t in ipairs(order) do
    local fits = terms[t].peak < eps * peak
    if fits and mode == "bound" then
      for k, row_values in ipairs(rows) do fits = fits and math.abs(gone[k] + row_values[t]) <= eps * peak end
    end
    terms[t].dropped = fits
    for k, row_values in ipairs(rows) do gone[k] = gone[k] + (fits and row_values[t] or 0) end
  end
  local worst = 0
  for k in ipairs(rows) do worst = math.max(worst, math.abs(gone[k])) end
  return peak > 0 and worst / peak or 0
end

-- the largest share of a row's peak that its dropped terms make together
local function row_error(row)
  local worst = 0
  for _, values in ipairs(row.values) do
    local gone = 0
    for t, term in ipairs(row.terms) do gone = gone + (term.dropped and values[t] or 0) end
    worst = math.max(worst, math.abs(gone))
  end
  return row.peak > 0 and worst / row.peak or 0
end

-- M stays symmetric: a term goes from both its places or from none; "bound" then takes back what it must
local function balance(rows, eps, mode)
  local mirror = {}
  for i, row in ipairs(rows) do
    for _, term in ipairs(row.terms) do if term.kind == "A" then mirror[i .. ":" .. term.column .. ":" .. term.key] = term end end
  end
  local function other(i, term) return term.kind == "A" and mirror[term.column .. ":" .. i .. ":" .. term.key] or term end
  for _, row in ipairs(rows) do for _, term in ipairs(row.terms) do term.was = term.dropped end end
  for i, row in ipairs(rows) do for _, term in ipairs(row.terms) do term.dropped = term.was and other(i, term).was end end
  local function take_back()
    for i, row in ipairs(rows) do
      local largest
      for _, term in ipairs(row.terms) do if term.dropped and (not largest or term.peak > largest.peak) then largest = term end end
      if largest and row_error(row) > eps then
        largest.dropped, other(i, largest).dropped = false, false
        return true
      end
    end
  end
  while mode == "bound" and take_back() do end
end

-- what is left as equations: M, B and P of the kept terms
local function pruned_equations(eq, rows)
  local n, list = eq.n, { A = {}, B = {}, C = {} }
  local width = { A = n, B = n * (n - 1) / 2, C = n }
  for kind, columns in pairs(width) do
    for i = 1, n do
      list[kind][i] = {}
      for j = 1, columns do list[kind][i][j] = {} end
    end
  end
  for i, row in ipairs(rows) do
    for _, term in ipairs(row.terms) do
      if not term.dropped then table.insert(list[term.kind][i][term.column], term.bare) end
    end
  end
  for _, matrix in pairs(list) do
    for i = 1, n do for j, terms in ipairs(matrix[i]) do matrix[i][j] = li.sum(terms) end end
  end
  return kit.eom.pruned(eq, li.smat(list.A), li.smat(list.C), n > 1 and li.smat(list.B) or nil)
end

local losses = kit.eom.losses -- equations -> what their pruning cost

function condensed.loss(eq)
  local loss = losses[eq]
  if not loss then return nil end
  local copy = {}
  for key, x in pairs(loss) do copy[key] = x end
  return copy
end

local prune_schema = {
  motion = "fn", T = { "num", default = 1 }, samples = { "int", default = 201 }, values = "table?", eps = { "num", default = 0.01 },
  mode = { "term|bound", default = "term" },
}

-- [inria80] F13: terms whose own peak is below eps of the row's peak go; "bound": as long as all of them together stay below
function condensed.prune(eq, spec)
  local s = check.fields(spec, "", prune_schema)
  if s.samples < 2 then check.fail("samples", "expected at least 2, got %d", s.samples) end
  if not (s.eps >= 0) then check.fail("eps", "expected a share of the peak, 0.01 for one percent, got %g", s.eps) end
  local whole = s.values and eq:with(s.values) or eq
  local moving, inputs, n = {}, {}, eq.n
  for _, list in ipairs { eq.q, eq.v, eq.a } do
    for i = 1, n do inputs[#inputs + 1] = list[i] moving[tostring(list[i])] = true end
  end
  local states = states_of(eq, s)
  local numbers = {}
  for name, x in pairs(s.values or {}) do numbers[name] = x end
  for _, name in ipairs(eq.constants) do
    if numbers[name] == nil then numbers[name] = eq.constants[name]:subs(numbers) end
  end
  local out = { error = {}, peak = {}, kept = { A = 0, B = 0, C = 0 }, of = { A = 0, B = 0, C = 0 }, worst = 0 }
  local rows, forces, all = {}, {}, {}
  for i = 1, n do
    kit.progress((i - 1) / n, ("row %d of %d"):format(i, n))
    local F = {}
    for k, state in ipairs(states) do
      forces[k] = forces[k] or whole:id({ (table.unpack or unpack)(state, 1, n) }, { (table.unpack or unpack)(state, n + 1, 2 * n) },
        { (table.unpack or unpack)(state, 2 * n + 1, 3 * n) })
      F[k] = forces[k][i]
    end
    local peak = 0
    for _, f in ipairs(F) do peak = math.max(peak, math.abs(f)) end
    local terms, list = terms_of_row(eq, i, moving), {}
    for t, term in ipairs(terms) do list[t] = term.e:subs(numbers) end
    out.peak[i] = peak
    local values = #terms > 0 and sampled(list, inputs, states) or {}
    all[i] = { terms = terms, values = values, peak = peak }
    out.error[i] = #terms > 0 and choose(terms, values, peak, s.eps, s.mode) or 0
    out.worst = math.max(out.worst, out.error[i])
    local sum = { eq.rest[i], eq.G[i], eq.d[i], -eq.Q[i] }
    if eq.convention == "inria80" then sum = { eq.rest[i], -eq.Q[i], eq.d[i] } end
    for _, term in ipairs(terms) do
      out.of[term.kind] = out.of[term.kind] + 1
      if not term.dropped then
        out.kept[term.kind] = out.kept[term.kind] + 1
        sum[#sum + 1] = term.e
      end
    end
    rows[i] = li.sum(sum)
  end
  out.rows = li.smat(rows)
  balance(all, s.eps, s.mode)
  out.equations = pruned_equations(eq, all)
  local loss = { error = {}, peak = out.peak, worst = 0, eps = s.eps, mode = s.mode, kept = 0, of = out.of.A + out.of.B + out.of.C }
  for i, row in ipairs(all) do
    loss.error[i] = row_error(row)
    loss.worst = math.max(loss.worst, loss.error[i])
    for _, term in ipairs(row.terms) do loss.kept = loss.kept + (term.dropped and 0 or 1) end
  end
  losses[out.equations] = loss
  return out
end

-- who did what before 1980 ---------------------------------------------------------------------------------------------------

-- [inria80] figure 1, after Renaud
local figure = [[
Fletcher                                     | Newton-Euler | 2 bodies    | rotations 1 or 2              | yes
Hooker-Margulies, Roberson-Wittenburg, Hooker | Newton-Euler | tree       | rotations 1 or 2              | no
Likins                                       | Newton-Euler | tree        | rotations 1                   | yes
Popov 1                                      | Newton-Euler | chain       | rotations 1                   | yes
Vukobratovic 1                               | Newton-Euler | tree        | rotations 1, 2 or 3           | yes
Wittenburg                                   | Newton-Euler | tree        | any                           | no
Vukobratovic 2                               | Newton-Euler | any (loops) | rotations 1                   | yes
Ossenberg-Franzes                            | Newton-Euler | any (loops) | any                           | no
Uicker                                       | Lagrange     | any (loops) | 1 rotation or 1 translation   | yes
Korenev                                      | Lagrange     | tree        | rotations 1, 2 or 3           | no
Liegeois-Renaud                              | Lagrange     | tree        | rotations 1                   | yes
Samin                                        | d'Alembert   | tree        | any                           | yes
Popov 2                                      | Gibbs-Appell | chain       | 1 rotation or 1 translation   | yes
Renaud-Zabala                                | Lagrange     | tree        | 1 rotation or 1 translation   | yes
]]

function condensed.formalisms()
  local list = {}
  for line in figure:gmatch "[^\n]+" do
    local words = {}
    for w in line:gmatch "[^|]+" do words[#words + 1] = w:match "^%s*(.-)%s*$" end
    list[#list + 1] = { system = words[1], formalism = words[2], topology = words[3], motions = words[4], practical = words[5] == "yes" }
  end
  return list
end

-- rows -----------------------------------------------------------------------------------------------------------------------

local arm = "local arm = li.robots.inria6r(); "

for _, r in ipairs {
  { "model:listing() -> table",
    "The model's constants and equations as the 1980 report lists them, line by line: V, W, J (reduced masses and inertias), Q, A, "
    .. "dead (constants without effect), ops (operations as printed). Turns alone.",
    arm .. "return arm:listing().Q[3], arm:listing().ops.A.mul --> Q(4)=+G*(-C234*C5*VZ6), 255", condensed.listing },
  { "model:report() -> str", "model:listing() as one text.", arm .. "return arm:report():match 'Q%(3%)[^ ]*Q%(4%)' --> Q(3)=+G*(-C23*VZ3)+Q(4)", condensed.report },
} do kit.define(kit.methods "model", r) end

kit.define(kit.methods "equations", {
  "equations:prune(spec: table) -> table",
  "The inverse dynamics without terms that stay small over a motion, and the error that makes: motion = function(t) giving q, v, a; T, samples; "
  .. "values = numbers for the symbols; eps (share of a row's peak, default 0.01); mode = 'term' (each dropped term stays below eps) or 'bound' (their sum does). "
  .. "Gives equations (M symmetric, else like any other; equations:loss() and their text tell the error of every row), and row by row on its own: rows, kept and of "
  .. "(terms of A, B, C), error, worst.",
  "local eq = li.planar{1, 1}:equations(); local function still(t) return {t, 0}, {1, 0}, {0, 0} end; return eq:prune{motion = still}.worst --> 0", condensed.prune,
})

kit.define(kit.methods "equations", {
  "equations:loss() -> table",
  "What pruning cost these equations over its motion: error (of every row, as a share of its peak), peak, worst, kept and of (terms), eps, mode; nil where nothing was pruned.",
  "local eq = li.planar{1, 1}:equations(); local function swing(t) return {t, t^2}, {1, 2*t}, {0, 2} end; "
  .. "local small = eq:prune{motion = swing, eps = 0.05}.equations; return small:loss().worst <= 0.05, eq:loss() --> true, nil", condensed.loss,
})

kit.define(li, {
  "formalisms() -> table", "Figure 1 of the 1980 report: who derived equations of motion how, for which mechanisms: system, formalism, topology, motions, practical.",
  "return #li.formalisms(), li.formalisms()[9].system --> 14, Uicker", condensed.formalisms,
})

return condensed
