-- derive_slider_crank.lua - a slider-crank: its loop as vectors, projected, the angle of the rod by
-- L sin = M, the place of the slider; rates and accelerations                  [course] F2.1, E1.4
local li = require "liaison.core"
local linkage = require "liaison.blackboard.linkage"
local one_angle = require "liaison.blackboard.one_angle"
local plain_board = require "liaison.blackboard.plain_board"
local kit = li._internal

local slider = {}

slider.words = {
  en = {
    title = "Loop closure of a slider-crank", closure = "The loop",
    closure_text = "Absolute angles; the slider `C` runs along the line `y = h`:",
    projections = "Projected on `x0` and `y0`:", angle = "The angle of the rod",
    angle_text = "The second projection has the form `K c2 + L s2 = M` with",
    place = "The slider", place_text = "By the first projection:",
    rates = "Rates", rates_text = "The derivatives of the projections:", solved = "Solved:",
    singular = "Singular, the rod across the slide, where",
    second = "Accelerations", second_text = "The second derivatives:", numbers = "In numbers",
    none = "At `phi1 = %s` the rod does not reach.",
    numbers_text = "Both assemblies, at `phi1 = %s`, `phi1' = %s`, `phi1'' = %s`:",
  },
  fr = {
    title = "Fermeture géométrique d'un bielle-manivelle", closure = "La boucle",
    closure_text = "Angles absolus ; le coulisseau `C` glisse sur la droite `y = h` :",
    projections = "En projection sur `x0` et `y0` :", angle = "L'angle de la bielle",
    angle_text = "La seconde projection a la forme `K c2 + L s2 = M` avec",
    place = "Le coulisseau", place_text = "Par la première projection :",
    rates = "Vitesses", rates_text = "Les dérivées des projections :", solved = "D'où :",
    singular = "Singulier, bielle perpendiculaire à la glissière, si",
    second = "Accélérations", second_text = "Les dérivées secondes :", numbers = "En nombres",
    none = "En `phi1 = %s` la bielle n'atteint pas la glissière.",
    numbers_text = "Les deux assemblages, en `phi1 = %s`, `phi1' = %s`, `phi1'' = %s` :",
  },
}

local NAMES = { "l1", "l2", "h" }

local function closure(b, w, q, l)
  local R0 = li.basis "0"
  local R1, R2 = R0:turned("1", { "Rz", q[1] }), R0:turned("2", { "Rz", q[2] })
  b:section(w.closure)
  b:say(w.closure_text)
  local one = R1:vector(l.l1, 0, 0) + R2:vector(l.l2, 0, 0)
  local other = R0:vector(q[3], l.h, 0)
  b:line("AB + BC", one, { road = function(at) return b:numbers(other, at) end })
  b:line("AC", other, { road = function(at) return b:numbers(one, at) end })
  b:say(w.projections)
  local rows = { { l.l1 * li.cos(q[1]) + l.l2 * li.cos(q[2]), q[3] },
    { l.l1 * li.sin(q[1]) + l.l2 * li.sin(q[2]), l.h } }
  for _, r in ipairs(rows) do b:equation(r[1], r[2]) end
  return rows
end

local function letters_of(l, q)
  return { K = li.expr(0), L = l.l2, M = l.h - l.l1 * li.sin(q[1]) }
end

local function rates(b, w, rows, l, q)
  b:section(w.rates)
  b:say(w.rates_text)
  for _, r in ipairs(rows) do linkage.derivative(b, r) end
  b:say(w.solved)
  b:line("phi2'", -l.l1 * li.cos(q[1]) * q[1]:d() / (l.l2 * li.cos(q[2])),
    linkage.known "phi2'")
  b:line("x'", l.l1 * li.sin(q[2] - q[1]) / li.cos(q[2]) * q[1]:d(), linkage.known "x'")
  b:say(w.singular)
  b:condition(li.cos(q[2]), "=")
end

local function second(b, w, rows, l, q)
  local a1, v1, v2 = q[1]:d():d(), q[1]:d(), q[2]:d()
  b:section(w.second)
  b:say(w.second_text)
  for _, r in ipairs(rows) do linkage.second(b, r, { q[2], q[3] }) end
  b:say(w.solved)
  b:line("phi2''", (l.l1 * li.sin(q[1]) * v1 ^ 2 - l.l1 * li.cos(q[1]) * a1
    + l.l2 * li.sin(q[2]) * v2 ^ 2) / (l.l2 * li.cos(q[2])), linkage.known "phi2''")
  b:line("x''", (l.l1 * li.sin(q[2] - q[1]) * a1 - l.l1 * li.cos(q[2] - q[1]) * v1 ^ 2
    - l.l2 * v2 ^ 2) / li.cos(q[2]), linkage.known "x''")
end

local function numbers(b, w, m, values, letters, o)
  local phi, rate, acc = o.at.phi1, (o.rates or {}).phi1 or 0, (o.accelerations or {}).phi1 or 0
  local rows = {}
  local function number(x) return kit.format("%.6g", x) end
  b:section(w.numbers)
  for _, mode in ipairs { "plus", "minus" } do
    local p, x = m:solve(phi, mode, rate, acc)
    if p then
      local at = { phi1 = phi, phi2 = p[1] }
      for name, value in pairs(values) do at[name] = value end
      one_angle.put(at, letters, "phi2")
      rows[#rows + 1] = { at.e, p[1], x[1], p[2], x[2], p[3], x[3] }
    end
  end
  table.sort(rows, function(p, q) return p[1] > q[1] end)
  if #rows == 0 then return b:say(w.none, number(phi)) end
  b:say(w.numbers_text, number(phi), number(rate), number(acc))
  b:table({ "`e`", "`phi2`", "`x`", "`phi2'`", "`x'`", "`phi2''`", "`x''`" }, rows)
end

function slider.make(m, o)
  local l1, l2, h = kit.loop.numbers(m)
  local values, q = { l1 = l1, l2 = l2, h = h }, { li.coordinates "phi1 phi2 x" }
  local points, why = linkage.points(m, values, { "phi1", "phi2", "x" })
  if not points then return nil, why end
  local l = linkage.letters(NAMES)
  local letters = letters_of(l, q)
  for _, at in ipairs(points) do one_angle.put(at, letters, "phi2") end
  local b, w = plain_board(slider, "loop", o, points, { "phi1", "phi2" })
  b.tell(NAMES, values)
  b:named("AB + BC", "\\overrightarrow{AB} + \\overrightarrow{BC}")
  b:named("AC", "\\overrightarrow{AC}")
  local rows = closure(b, w, q, l)
  b:section(w.angle)
  b:say(w.angle_text)
  for _, name in ipairs { "K", "L", "M" } do b:line(name, letters[name]) end
  one_angle.solve(b, "phi2", o.lang)
  b:section(w.place)
  b:say(w.place_text)
  b:line("x", rows[1][1], linkage.known "x")
  rates(b, w, rows, l, q)
  second(b, w, rows, l, q)
  if o.at then numbers(b, w, m, values, letters, o) end
  return require("liaison.blackboard.derivation").new(b)
end

return slider
