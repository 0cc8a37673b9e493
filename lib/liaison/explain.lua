-- explain.lua - the derivation of equations of motion, step by step, each line checked with numbers: one HTML page, or text
local li = require "liaison.core"
local mathml = require "liaison.mathml"

local explain = {}

local function style_of(eq) return require("liaison.equations").angles_of(eq) end

local words = {
  en = {
    title = "Equations of motion, derived", coordinates = "Coordinates", constants = "Constants", energies = "Energies",
    given = "The kinetic energy T and the potential energy V:",
    momenta = "Derivatives of the energies", momenta_text = "For each coordinate: by its rate, by the coordinate itself.",
    mass = "Mass matrix", mass_text = "M_ij is the second derivative of T by the rates q_i' and q_j'. It is symmetric; entries not shown are 0.",
    christoffel = "Christoffel symbols", christoffel_text = "c_ijk = 1/2 (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i). They are symmetric in j and k; those not shown are 0.",
    coriolis = "Coriolis and centrifugal matrix", coriolis_text = "C_ij is the sum over k of c_ijk q_k'. With it M' - 2C is skew.",
    gravity = "Forces of the potential", gravity_text = "G_i is the derivative of V by q_i.", others = "Other terms", others_text = "Dissipation d, forces Q on the right, constraint rows J with multipliers.",
    motion = "Equations of motion", motion_text = "M q'' + C q' + G, row by row: the force of the actuator.",
    check = "checked", how = "Every line was evaluated at %d random points and compared with another way to its value: differences of the energies, of M, and of the momenta along a motion. "
      .. "The number beside a line is the largest relative difference; %d lines, the largest of all is %s.",
    long = "(%d characters, not shown)", by = "Written by liaison %s. Inverse dynamics takes %d multiplications, %d additions, %d divisions and %d function calls.",
  },
  fr = {
    title = "Équations du mouvement, pas à pas", coordinates = "Coordonnées", constants = "Constantes", energies = "Énergies",
    given = "L'énergie cinétique T et l'énergie potentielle V :",
    momenta = "Dérivées des énergies", momenta_text = "Pour chaque coordonnée : par sa vitesse, puis par la coordonnée elle-même.",
    mass = "Matrice d'inertie", mass_text = "M_ij est la dérivée seconde de T par rapport aux vitesses q_i' et q_j'. Elle est symétrique ; les termes absents sont nuls.",
    christoffel = "Symboles de Christoffel", christoffel_text = "c_ijk = 1/2 (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i). Ils sont symétriques en j et k ; les termes absents sont nuls.",
    coriolis = "Matrice de Coriolis et centrifuge", coriolis_text = "C_ij est la somme sur k de c_ijk q_k'. Avec elle M' - 2C est antisymétrique.",
    gravity = "Forces du potentiel", gravity_text = "G_i est la dérivée de V par rapport à q_i.", others = "Autres termes", others_text = "Dissipation d, forces Q au second membre, lignes de contrainte J avec multiplicateurs.",
    motion = "Équations du mouvement", motion_text = "M q'' + C q' + G, ligne par ligne : la force de l'actionneur.",
    check = "vérifié", how = "Chaque ligne a été évaluée en %d points au hasard et comparée à un autre chemin vers sa valeur : différences des énergies, de M, et des quantités de mouvement le long d'un mouvement. "
      .. "Le nombre à côté d'une ligne est le plus grand écart relatif ; %d lignes, le plus grand de tous est %s.",
    long = "(%d caractères, non montrés)", by = "Écrit par liaison %s. La dynamique inverse demande %d multiplications, %d additions, %d divisions et %d appels de fonctions.",
  },
}

local POINTS, LONG = 3, 6000

-- numbers ------------------------------------------------------------------------------------------------------------------

-- f(values) of an expression, values by the name of the symbol; and random values for every symbol of the list
local function numbers(exprs)
  local seen, symbols = {}, {}
  for _, e in ipairs(exprs) do
    for _, s in ipairs(e:symbols()) do
      local name = tostring(s)
      if not seen[name] then
        seen[name] = #symbols + 1
        symbols[#symbols + 1] = s
      end
    end
  end
  local function compile(e)
    if #symbols == 0 then return function() return e:number() or e:eval() end end
    local f, x = e:fn(symbols), {}
    return function(at)
      for i, s in ipairs(symbols) do x[i] = at[tostring(s)] or 0 end
      return f((table.unpack or unpack)(x, 1, #symbols)) -- luacheck: ignore
    end
  end
  local seed = 20240229
  local function random()
    local at = {}
    for name in pairs(seen) do at[#at + 1] = name end
    table.sort(at)
    local values = {}
    for _, name in ipairs(at) do
      seed = (seed * 16807) % 2147483647
      values[name] = 0.4 + seed / 2147483647
    end
    return values
  end
  return compile, random
end

local function moved(at, changes)
  local copy = {}
  for k, v in pairs(at) do copy[k] = v end
  for k, v in pairs(changes) do copy[k] = (copy[k] or 0) + v end
  return copy
end

-- df/dname by a difference of sixth order
local function slope(f, at, name)
  local h = 1e-2
  local function d(k) return f(moved(at, { [name] = k * h })) - f(moved(at, { [name] = -k * h })) end
  return (45 * d(1) - 9 * d(2) + d(3)) / (60 * h)
end

-- steps --------------------------------------------------------------------------------------------------------------------

-- { title, text, lines = { {left (LaTeX), expr, worst} ... } } for every section
local function steps(eq, w)
  local n, q, v, a = eq.n, {}, {}, {}
  for i = 1, n do q[i], v[i], a[i] = tostring(eq.q[i]), tostring(eq.v[i]), tostring(eq.a[i]) end
  local T, V, M, C, G = eq.T, eq.V, eq.M, eq.C, eq.G
  local all = { T, V }
  local rows = eq:rows()
  for i = 1, n do all[#all + 1] = rows[i] end
  for i = 1, n do all[#all + 1] = eq.q[i] all[#all + 1] = eq.v[i] all[#all + 1] = eq.a[i] end
  local compile, random = numbers(all)
  local points = {}
  for k = 1, POINTS do points[k] = random() end
  local count, worst_of_all = 0, 0

  -- the largest relative difference between an expression and another way to its value
  local function checked(e, other)
    local f, worst = compile(e), 0
    for _, at in ipairs(points) do
      local x, y = f(at), other(at)
      worst = math.max(worst, math.abs(x - y) / (1 + math.abs(x) + math.abs(y)))
    end
    count, worst_of_all = count + 1, math.max(worst_of_all, worst)
    return worst
  end
  local function line(section, left, e, other)
    section.lines[#section.lines + 1] = { left, e, other and checked(e, other) }
  end

  local sections = {}
  local function section(title, text)
    local s = { title = title, text = text, lines = {} }
    sections[#sections + 1] = s
    return s
  end
  local nonzero = function(e) return tostring(e:text()) ~= "0" end
  local fT, fV = compile(T), compile(V)
  local function ql(i) return eq.q[i]:latex() end
  local function vl(i) return eq.v[i]:latex() end

  local s = section(w.constants, nil)
  local constants = eq.constants
  for _, name in ipairs(constants) do s.lines[#s.lines + 1] = { li.expr(name):latex(), constants[name] } end
  if #s.lines == 0 then sections[#sections] = nil end

  s = section(w.energies, w.given)
  line(s, "T", T, function(at)
    local sum = 0
    for i = 1, n do for j = 1, n do sum = sum + compile(M[i][j])(at) * at[v[i]] * at[v[j]] / 2 end end
    local still = {}
    for k, x in pairs(at) do still[k] = x end
    for i = 1, n do still[v[i]] = 0 end
    local rest = fT(still)
    for i = 1, n do rest = rest + slope(fT, still, v[i]) * at[v[i]] end
    return sum + rest
  end)
  line(s, "V", V)

  s = section(w.momenta, w.momenta_text)
  local momentum = {}
  for i = 1, n do
    momentum[i] = T:diff(eq.v[i])
    local by_q, by_V = T:diff(eq.q[i]), V:diff(eq.q[i])
    if nonzero(momentum[i]) then line(s, ("\\frac{\\partial T}{\\partial %s}"):format(vl(i)), momentum[i], function(at) return slope(fT, at, v[i]) end) end
    if nonzero(by_q) then line(s, ("\\frac{\\partial T}{\\partial %s}"):format(ql(i)), by_q, function(at) return slope(fT, at, q[i]) end) end
    if nonzero(by_V) then line(s, ("\\frac{\\partial V}{\\partial %s}"):format(ql(i)), by_V, function(at) return slope(fV, at, q[i]) end) end
  end

  s = section(w.mass, w.mass_text)
  local fM = {}
  for i = 1, n do
    fM[i] = {}
    for j = 1, n do fM[i][j] = compile(M[i][j]) end
    local p = compile(momentum[i])
    for j = i, n do
      if nonzero(M[i][j]) then line(s, ("M_{%d%d}"):format(i, j), M[i][j], function(at) return slope(p, at, v[j]) end) end
    end
  end

  s = section(w.christoffel, w.christoffel_text)
  for i = 1, n do
    for j = 1, n do
      for k = j, n do
        local e = (M[i][j]:diff(eq.q[k]) + M[i][k]:diff(eq.q[j]) - M[j][k]:diff(eq.q[i])) / 2
        if nonzero(e) then
          line(s, ("c_{%d%d%d}"):format(i, j, k), e, function(at)
            return (slope(fM[i][j], at, q[k]) + slope(fM[i][k], at, q[j]) - slope(fM[j][k], at, q[i])) / 2
          end)
        end
      end
    end
  end
  if #s.lines == 0 then sections[#sections] = nil end

  s = section(w.coriolis, w.coriolis_text)
  for i = 1, n do
    for j = 1, n do
      if nonzero(C[i][j]) then
        line(s, ("C_{%d%d}"):format(i, j), C[i][j], function(at)
          local sum = 0
          for k = 1, n do
            sum = sum + (slope(fM[i][j], at, q[k]) + slope(fM[i][k], at, q[j]) - slope(fM[j][k], at, q[i])) / 2 * at[v[k]]
          end
          return sum
        end)
      end
    end
  end
  if #s.lines == 0 then sections[#sections] = nil end

  s = section(w.gravity, w.gravity_text)
  for i = 1, n do
    if nonzero(G[i]) then line(s, ("G_{%d}"):format(i), G[i], function(at) return slope(fV, at, q[i]) end) end
  end
  if #s.lines == 0 then sections[#sections] = nil end

  s = section(w.others, w.others_text)
  for _, part in ipairs { { "d", eq.d }, { "Q", eq.Q } } do
    for i = 1, n do
      if part[2] and nonzero(part[2][i]) then line(s, ("%s_{%d}"):format(part[1], i), part[2][i]) end
    end
  end
  local J = eq.J
  for i = 1, J and #J or 0 do
    for j = 1, n do if nonzero(J[i][j]) then line(s, ("J_{%d%d}"):format(i, j), J[i][j]) end end
    line(s, ("\\gamma_{%d}"):format(i), eq.gamma[i])
  end
  if #s.lines == 0 then sections[#sections] = nil end

  -- d/dt dT/dq' - dT/dq + dV/dq along q + v t + a t^2/2, and what stands besides
  s = section(w.motion, w.motion_text)
  for i = 1, n do
    local p = compile(momentum[i])
    local rest = rows[i]
    local others = compile(eq.d[i] - (eq.convention == "inria80" and li.expr(0) or eq.Q[i]))
    local force = {}
    for c = 1, J and #J or 0 do force[c] = compile(J[c][i] * eq.lambda[c]) end
    line(s, "\\tau_{" .. i .. "}", rest, function(at)
      local function along(t)
        local change = {}
        for k = 1, n do
          change[q[k]] = at[v[k]] * t + at[a[k]] * t * t / 2
          change[v[k]] = at[a[k]] * t
        end
        return p(moved(at, change))
      end
      local h = 1e-2
      local function d(k) return along(k * h) - along(-k * h) end
      local sum = (45 * d(1) - 9 * d(2) + d(3)) / (60 * h) - slope(fT, at, q[i]) + slope(fV, at, q[i]) + others(at)
      for _, f in ipairs(force) do sum = sum - f(at) end
      return sum
    end)
  end
  return sections, count, worst_of_all
end

-- the page -----------------------------------------------------------------------------------------------------------------

local function escape(text) return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;")) end

local style = [[
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin: 2rem 0 .3rem; border-bottom: 1px solid #d5dbe3 }
.line { display: flex; align-items: baseline; gap: 1rem; padding: .25rem 0; border-bottom: 1px solid #f0f2f5 }
.line > div { overflow: auto hidden; flex: 1; padding: .15rem 0 } .ok { color: #2a7d3c; font-size: .8rem; white-space: nowrap }
.bad { color: #b00020; font-weight: bold } p { margin: .3rem 0 .6rem } math { font-size: 1.08rem } footer { margin-top: 2rem; color: #5b6675; font-size: .85rem }
@media (prefers-color-scheme: dark) { body { color: #dde3ea; background: #14181e } h2 { border-color: #39414d } .line { border-color: #232a33 } .ok { color: #6fca85 } }
]]

local function small(x) return ("%.0e"):format(x) end

local function html(eq, w, lang, sections, count, worst)
  local ops = eq:ops()
  local names = {}
  for i = 1, eq.n do names[i] = eq.q[i]:latex() end
  local out = {
    "<!DOCTYPE html>", ('<html lang="%s">'):format(lang), '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    ("<title>%s</title>"):format(escape(w.title)), "<style>", style .. "</style></head><body>", ("<h1>%s</h1>"):format(escape(w.title)),
    ("<p>%s: %s</p>"):format(escape(w.coordinates), mathml.of("q = (" .. table.concat(names, ", ") .. ")")),
    ("<p>%s</p>"):format(escape(w.how:format(POINTS, count, small(worst)))),
  }
  for _, s in ipairs(sections) do
    out[#out + 1] = ("<h2>%s</h2>"):format(escape(s.title))
    if s.text then out[#out + 1] = ("<p>%s</p>"):format(escape(s.text)) end
    for _, l in ipairs(s.lines) do
      local latex = l[2]:latex(style_of(eq))
      local body = #latex > LONG and mathml.of(l[1]) .. " = " .. escape(w.long:format(#latex)) or mathml.of(l[1] .. " = " .. latex)
      local mark = l[3] and ('<span class="%s">%s %s</span>'):format(l[3] < 1e-6 and "ok" or "bad", l[3] < 1e-6 and "✓" or "✗", small(l[3])) or ""
      out[#out + 1] = ('<div class="line"><div>%s</div>%s</div>'):format(body, mark)
    end
  end
  out[#out + 1] = ("<footer>%s</footer></body></html>"):format(escape(w.by:format(li.version, ops.mul, ops.add, ops.div, ops.fun)))
  return table.concat(out, "\n") .. "\n"
end

-- the left sides as text: \frac{\partial T}{\partial \dot q_1} -> dT/dq_1'
local function plain(left)
  left = left:gsub("\\frac{\\partial (%u)}{\\partial (.*)}$", "d%1/d%2"):gsub("\\dot ?{?\\?(%a+)}?_?{?(%w*)}?", "%1%2'")
  return (left:gsub("\\", ""):gsub("_{([%w]*)}", "%1"):gsub("_(%w)", "%1"):gsub("[{}]", ""))
end

local function text(eq, w, sections, count, worst)
  local out = { w.title, "", w.how:format(POINTS, count, small(worst)) }
  for _, s in ipairs(sections) do
    out[#out + 1] = ""
    out[#out + 1] = s.title
    if s.text then out[#out + 1] = "  " .. s.text end
    for _, l in ipairs(s.lines) do
      local body = l[2]:text(style_of(eq))
      if #body > LONG then body = w.long:format(#body) end
      out[#out + 1] = ("  %s = %s%s"):format(plain(l[1]), body, l[3] and ("   [%s %s]"):format(w.check, small(l[3])) or "")
    end
  end
  local ops = eq:ops()
  out[#out + 1] = ""
  out[#out + 1] = w.by:format(li.version, ops.mul, ops.add, ops.div, ops.fun)
  return table.concat(out, "\n") .. "\n"
end

-- the page or text, the number of lines checked, the largest difference
function explain.derivation(eq, lang, form)
  local w = words[lang]
  local sections, count, worst = steps(eq, w)
  if form == "text" then return text(eq, w, sections, count, worst), count, worst end
  return html(eq, w, lang, sections, count, worst), count, worst
end

return explain
