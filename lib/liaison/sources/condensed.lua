-- condensed.lua - terms of equations dropped over a trajectory, with what that costs; who did what before 1980
local li = require "liaison.core"
local check = require "liaison.base.check"
local terms_of = require("liaison.sources.listing").terms_of
local kit = li.kit

local condensed = {}

-- (no expression is kept here: the pool goes with the last of them)
local function is_zero(e) return e:number() == 0 end

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
