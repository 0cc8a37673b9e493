-- derive_fourbar.lua - a four-bar: its loop as vectors, projected, one angle eliminated, K cos + L
-- sin = M solved for both assemblies; rates and accelerations           [course] F2.1, E2.1, E2.2
local li = require "liaison.core"
local linkage = require "liaison.blackboard.linkage"
local one_angle = require "liaison.blackboard.one_angle"
local plain_board = require "liaison.blackboard.plain_board"
local kit = li._internal

local fourbar = {}

fourbar.words = {
  en = {
    title = "Loop closure of a four-bar", closure = "The loop",
    closure_text = "Absolute angles; `D` stands at `l5 x0 - l4 y0` from `A`, and `x3` points from "
      .. "`D` to `C`:", projections = "Projected on `x0` and `y0`:",
    eliminate = "The output angle eliminated",
    alone = "With the terms of `phi3` alone on one side, the squares add up to `l3^2`:",
    form = "This has the form", with = "with", angle = "The coupler angle",
    output = "The output angle", output_text = "From the two projections:",
    rates = "Rates", rates_text = "The derivatives of the projections are linear in the rates:",
    det = "The determinant of their coefficients:", solved = "Solved:",
    singular = "Singular, coupler and output in line, where",
    second = "Accelerations", second_text = "The second derivatives have the same coefficients:",
    numbers = "In numbers", none = "At `phi1 = %s` the loop does not close: "
      .. "`K^2 + L^2 - M^2 = %s`.",
    numbers_text = "Both assemblies, at `phi1 = %s`, `phi1' = %s`, `phi1'' = %s`:",
  },
  fr = {
    title = "Fermeture géométrique d'un quatre-barres", closure = "La boucle",
    closure_text = "Angles absolus ; `D` est à `l5 x0 - l4 y0` de `A`, et `x3` va de `D` vers "
      .. "`C` :", projections = "En projection sur `x0` et `y0` :",
    eliminate = "Élimination de l'angle de sortie",
    alone = "Les termes en `phi3` isolés d'un côté, la somme des carrés est `l3^2` :",
    form = "Cela a la forme", with = "avec", angle = "L'angle de la bielle",
    output = "L'angle de sortie", output_text = "Par les deux projections :",
    rates = "Vitesses", rates_text = "Les dérivées des projections sont linéaires en les "
      .. "vitesses :", det = "Le déterminant de leurs coefficients :", solved = "D'où :",
    singular = "Singulier, bielle et sortie alignées, si",
    second = "Accélérations", second_text = "Les dérivées secondes ont les mêmes coefficients :",
    numbers = "En nombres", none = "En `phi1 = %s` la boucle ne se ferme pas : "
      .. "`K^2 + L^2 - M^2 = %s`.",
    numbers_text = "Les deux assemblages, en `phi1 = %s`, `phi1' = %s`, `phi1'' = %s` :",
  },
}

local NAMES = { "l1", "l2", "l3", "l4", "l5" }

local function lengths_of(f)
  local l1, l2, l3, dx, dy = kit.loop.numbers(f)
  return { l1 = l1, l2 = l2, l3 = l3, l4 = -dy, l5 = dx }
end

local ANGLES = { "phi1", "phi2", "phi3" }

local function closure(b, w, q)
  local R0 = li.basis "0"
  local R = {}
  for i = 1, 3 do R[i] = R0:turned(tostring(i), { "Rz", q[i] }) end
  local l = linkage.letters(NAMES)
  b:section(w.closure)
  b:say(w.closure_text)
  local one = R[1]:vector(l.l1, 0, 0) + R[2]:vector(l.l2, 0, 0)
  local other = R0:vector(l.l5, -l.l4, 0) + R[3]:vector(l.l3, 0, 0)
  b:line("AB + BC", one, { road = function(at) return b:numbers(other, at) end })
  b:line("AD + DC", other, { road = function(at) return b:numbers(one, at) end })
  b:say(w.projections)
  local rows = {
    { l.l1 * li.cos(q[1]) + l.l2 * li.cos(q[2]), l.l5 + l.l3 * li.cos(q[3]) },
    { l.l1 * li.sin(q[1]) + l.l2 * li.sin(q[2]), l.l3 * li.sin(q[3]) - l.l4 } }
  for _, r in ipairs(rows) do b:equation(r[1], r[2]) end
  return l, rows
end

local function letters_of(l, q)
  local c, s = li.cos(q[1]), li.sin(q[1])
  return { K = 2 * l.l2 * (l.l1 * c - l.l5), L = 2 * l.l2 * (l.l1 * s + l.l4),
    M = l.l3 ^ 2 - l.l1 ^ 2 - l.l2 ^ 2 - l.l4 ^ 2 - l.l5 ^ 2 + 2 * l.l1 * (l.l5 * c - l.l4 * s) }
end

local function eliminate(b, w, l, q, letters)
  local c, s = l.l1 * li.cos(q[1]) + l.l2 * li.cos(q[2]), l.l1 * li.sin(q[1]) + l.l2 * li.sin(q[2])
  local K, L, M = li.symbols "K L M"
  b:section(w.eliminate)
  b:say(w.alone)
  b:equation((c - l.l5) ^ 2 + (s + l.l4) ^ 2, l.l3 ^ 2)
  b:say(w.form)
  b:equation(K * li.cos(q[2]) + L * li.sin(q[2]), M)
  b:say(w.with)
  for _, name in ipairs { "K", "L", "M" } do b:line(name, letters[name]) end
end

local function output(b, w, l, q)
  local y = l.l1 * li.sin(q[1]) + l.l2 * li.sin(q[2]) + l.l4
  local x = l.l1 * li.cos(q[1]) + l.l2 * li.cos(q[2]) - l.l5
  local e = li.atan2(y, x)
  b:section(w.output)
  b:say(w.output_text)
  b:line("phi3", e, { road = linkage.angle(e, "phi3") })
end

local function rates(b, w, rows, l, q)
  local left, right = { q[2]:d(), q[3]:d() }, {}
  b:section(w.rates)
  b:say(w.rates_text)
  for i, r in ipairs(rows) do right[i] = linkage.derivative(b, r) end
  b:say(w.det)
  local det = l.l2 * l.l3 * li.sin(q[2] - q[3])
  b:line(b:named("Delta", "\\Delta"), det,
    { road = function(at) return { linkage.determinant(right, left):eval(at) } end })
  b:say(w.solved)
  local D = li.sin(q[2] - q[3])
  b:line("phi2'", l.l1 * li.sin(q[3] - q[1]) / (l.l2 * D) * q[1]:d(),
    linkage.known "phi2'")
  b:line("phi3'", l.l1 * li.sin(q[2] - q[1]) / (l.l3 * D) * q[1]:d(),
    linkage.known "phi3'")
  b:say(w.singular)
  b:condition(D, "=")
end

local function second(b, w, rows, l, q)
  b:section(w.second)
  b:say(w.second_text)
  local A = { q[1]:d():d(), q[1]:d() ^ 2, q[2]:d() ^ 2, q[3]:d() ^ 2 }
  for _, r in ipairs(rows) do linkage.second(b, r, { q[2], q[3] }) end
  b:say(w.solved)
  local D, function_of = li.sin(q[2] - q[3]), {}
  -- what stands beside the unknown ones, along and across the output and the coupler
  function_of[2] = (l.l1 * li.sin(q[3] - q[1]) * A[1] - l.l1 * li.cos(q[3] - q[1]) * A[2]
    - l.l2 * li.cos(q[2] - q[3]) * A[3] + l.l3 * A[4]) / (l.l2 * D)
  function_of[3] = (l.l1 * li.sin(q[2] - q[1]) * A[1] - l.l1 * li.cos(q[2] - q[1]) * A[2]
    - l.l2 * A[3] + l.l3 * li.cos(q[2] - q[3]) * A[4]) / (l.l3 * D)
  b:line("phi2''", function_of[2], linkage.known "phi2''")
  b:line("phi3''", function_of[3], linkage.known "phi3''")
end

-- both assemblies at one input
local function numbers(b, w, f, values, letters, o)
  local phi, rate, acc = o.at.phi1, (o.rates or {}).phi1 or 0, (o.accelerations or {}).phi1 or 0
  local at = { phi1 = phi }
  for name, x in pairs(values) do at[name] = x end
  local K, L, M = letters.K:eval(at), letters.L:eval(at), letters.M:eval(at)
  local function number(x) return kit.format("%.6g", x) end
  b:section(w.numbers)
  if K * K + L * L < M * M then
    b:say(w.none, number(phi), number(K * K + L * L - M * M))
    return
  end
  b:say(w.numbers_text, number(phi), number(rate), number(acc))
  b:table({ "`K`", "`L`", "`M`", "`K^2 + L^2 - M^2`" }, { { K, L, M, K * K + L * L - M * M } })
  local rows = {}
  for _, mode in ipairs { "plus", "minus" } do
    local x, y = f:solve(phi, mode, rate, acc)
    at.K, at.L, at.M, at.phi2 = K, L, M, x and x[1]
    if x then
      rows[#rows + 1] = { one_angle.sign(at, "phi2"), x[1], y[1], x[2], y[2], x[3], y[3] }
    end
  end
  table.sort(rows, function(p, q) return p[1] > q[1] end)
  b:table({ "`e`", "`phi2`", "`phi3`", "`phi2'`", "`phi3'`", "`phi2''`", "`phi3''`" }, rows)
end

function fourbar.make(f, o)
  local values, q = lengths_of(f), { li.coordinates "phi1 phi2 phi3" }
  local points, why = linkage.points(f, values, ANGLES)
  if not points then return nil, why end
  local b, w = plain_board(fourbar, "loop", o, points, { "phi1", "phi2", "phi3" })
  b.tell(NAMES, values)
  b:named("AB + BC", "\\overrightarrow{AB} + \\overrightarrow{BC}")
  b:named("AD + DC", "\\overrightarrow{AD} + \\overrightarrow{DC}")
  local letters = letters_of(linkage.letters(NAMES), q)
  for _, at in ipairs(points) do one_angle.put(at, letters, "phi2") end
  local l, rows = closure(b, w, q)
  eliminate(b, w, l, q, letters)
  b:section(w.angle)
  one_angle.solve(b, "phi2", o.lang)
  output(b, w, l, q)
  rates(b, w, rows, l, q)
  second(b, w, rows, l, q)
  if o.at then numbers(b, w, f, values, letters, o) end
  return require("liaison.blackboard.derivation").new(b)
end

return fourbar
