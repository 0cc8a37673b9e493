-- explain.lua - the derivation of equations of motion, step by step, each line checked with
-- numbers: one HTML page, or text
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal
local mathml = require "liaison.show.mathml"
local page = require "liaison.show.explainpage"
local words = require "liaison.equations.explain_words"

local explain = {}

local POINTS, LONG = 3, 6000

-- numbers -----------------------------------------------------------------------------------------

-- f(values) of an expression, values by the name of the symbol; and random values for every symbol
-- of the list
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
    kit.sort(at)
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
  local function d(k)
    return f(moved(at, { [name] = k * h })) - f(moved(at, { [name] = -k * h }))
  end
  return (45 * d(1) - 9 * d(2) + d(3)) / (60 * h)
end

-- steps -------------------------------------------------------------------------------------------
-- a section { title, text, lines }; a line { latex, text (its left side), expr (or matrix or list
-- of words), worst }

local Steps = {}
Steps.__index = Steps

function Steps:section(title, text)
  self.now = { title = title, text = text, lines = {} }
  self.sections[#self.sections + 1] = self.now
end

-- what stayed empty is not shown
function Steps:done()
  if #self.now.lines == 0 then self.sections[#self.sections] = nil end
end

-- the largest relative difference of two functions at the points
function Steps:checked(f, other)
  local worst = 0
  for _, at in ipairs(self.points) do
    local x, y = f(at), other(at)
    worst = math.max(worst, math.abs(x - y) / (1 + math.abs(x) + math.abs(y)))
  end
  self.count, self.worst = self.count + 1, math.max(self.worst, worst)
  return worst
end

function Steps:line(latex, text, e, other)
  local lines = self.now.lines
  lines[#lines + 1] = { latex = latex, text = text, e = e,
    worst = other and self:checked(self.compile(e), other) }
end

local function nonzero(e) return e ~= li.expr(0) end

-- an entry as short as it gets, where that does not take long
local PATIENCE = 60
local function short(e)
  local ops = e:ops()
  return ops.mul + ops.add > PATIENCE and e or e:simplify()
end

local word = mathml.word

-- index of an entry: M_{12}, M_{1,12} from ten coordinates on
local function index(n, ...) return table.concat({ ... }, n > 9 and "," or "") end
local function entry(n, letter, ...)
  return ("%s_{%s}"):format(letter, index(n, ...)),
    letter .. table.concat({ ... }, n > 9 and "_" or "")
end

-- geometry ----------------------------------------------------------------------------------------

-- entries of a matrix as functions
local function entries(S, H)
  local f = {}
  for i = 1, 3 do
    f[i] = {}
    for j = 1, 4 do f[i][j] = S.compile(H[i][j]) end
  end
  return f
end

-- the largest defect of R R' - 1, and of the pose where the numeric engine has one
local function rigid(S, f, place)
  local worst = 0
  for _, at in ipairs(S.points) do
    local X = S.engine and S.numeric[at]:fk(S.state(at), place):matrix()
    for i = 1, 3 do
      for j = 1, 3 do
        local sum = 0
        for k = 1, 3 do sum = sum + f[i][k](at) * f[j][k](at) end
        worst = math.max(worst, math.abs(sum - (i == j and 1 or 0)))
      end
      for j = 1, X and 4 or 0 do worst = math.max(worst, math.abs(X[i][j] - f[i][j](at))) end
    end
  end
  S.count, S.worst = S.count + 1, math.max(S.worst, worst)
  return worst
end

-- at, moved along the velocities for a time
local function drifted(S, at, t)
  local change = {}
  for i = 1, S.n do change[S.q[i]] = at[S.v[i]] * t end
  return moved(at, change)
end

-- df/dt along the velocities
local function rate(S, f, at)
  local h = 1e-2
  local function d(k) return f(drifted(S, at, k * h)) - f(drifted(S, at, -k * h)) end
  return (45 * d(1) - 9 * d(2) + d(3)) / (60 * h)
end

local function geometry(S, g, w, shown)
  S:section(w.paths, w.paths_text)
  for _, s in ipairs(shown) do S:line(word(s.name), s.name, s.path) end
  local of = {}
  S:section(w.matrices, w.matrices_text)
  for _, s in ipairs(shown) do
    local H = g:homogeneous(s.place)
    of[s.name] = entries(S, H)
    S:line("{}^{0}H_{" .. word(s.name) .. "}", "H_" .. s.name, H)
    S.now.lines[#S.now.lines].worst = rigid(S, of[s.name], s.place)
  end
  S:section(w.twists, w.twists_text)
  for _, s in ipairs(shown) do
    local V, f = g:twist(s.place), of[s.name]
    for i = 1, 6 do
      local e, k = short(V[i]), (i - 1) % 3 + 1
      local axis = ("xyz"):sub(k, k)
      if nonzero(e) then
        S:line((i <= 3 and "v" or "\\Omega") .. "_{" .. axis .. "," .. word(s.name) .. "}",
          (i <= 3 and "v" or "Omega") .. axis .. "_" .. s.name, e, function(at)
          if i <= 3 then return rate(S, f[i][4], at) end
          local row, col, sum = (k + 1) % 3 + 1, k % 3 + 1, 0
          for c = 1, 3 do sum = sum + rate(S, f[row][c], at) * f[col][c](at) end
          return sum
        end)
      end
    end
  end
  S:done()
end

-- c against R com + p, in numbers
local function placed(S, c, f, com)
  local local_c, worst = {}, 0
  for k = 1, 3 do local_c[k] = S.compile(com[k]) end
  for i = 1, 3 do
    local got = S.compile(c[i])
    for _, at in ipairs(S.points) do
      local sum = f[i][4](at)
      for k = 1, 3 do sum = sum + f[i][k](at) * local_c[k](at) end
      worst = math.max(worst, math.abs(sum - got(at)))
    end
  end
  S.count, S.worst = S.count + 1, math.max(S.worst, worst)
  return worst
end

-- T_i out of mass, inertia and velocities, in numbers
local function kinetic(S, g, name)
  local b = g:body(name)
  local J = g:jacobian(b.frame, b.com, b.frame) -- in axes of the body
  local m, v, I = S.compile(b.mass), {}, {}
  local V = J * li.smat(S.rates)
  for i = 1, 6 do v[i] = S.compile(V[i]) end
  for i = 1, 3 do
    I[i] = {}
    for j = 1, 3 do I[i][j] = S.compile(b.inertia[i][j]) end
  end
  return function(at)
    local T, x = 0, {}
    for i = 1, 6 do x[i] = v[i](at) end
    for i = 1, 3 do
      T = T + m(at) * x[i] ^ 2 / 2
      for j = 1, 3 do T = T + x[i + 3] * I[i][j](at) * x[j + 3] / 2 end
    end
    return T
  end
end

-- -m g.c in numbers
local function weight(S, g, b, gravity)
  local c, m = g:com(b.name), S.compile(g:body(b.name).mass)
  local f = {}
  for k = 1, 3 do f[k] = S.compile(c[k] * gravity[k]) end
  return function(at) return -m(at) * (f[1](at) + f[2](at) + f[3](at)) end
end

local function by_body(S, eq, g, w, gravity)
  local list = eq:energies()
  if g then
    S:section(w.centres, w.centres_text)
    for _, b in ipairs(list) do
      local c, x = g:com(b.name), g:body(b.name)
      S:line("c_{" .. word(b.name) .. "}", "c_" .. b.name, c)
      S.now.lines[#S.now.lines].worst = placed(S, c, entries(S, g:homogeneous(x.frame)), x.com)
    end
  end
  S:section(w.bodies, w.bodies_text)
  for _, b in ipairs(list) do
    if nonzero(b.T) then
      S:line("T_{" .. word(b.name) .. "}", "T_" .. b.name, b.T, g and kinetic(S, g, b.name))
    end
    if nonzero(b.V) then
      S:line("V_{" .. word(b.name) .. "}", "V_" .. b.name, b.V, g and weight(S, g, b, gravity))
    end
  end
  S:done()
end

local function contacts(S, g, w)
  S:section(w.contacts, w.contacts_text)
  for _, f in ipairs(g:forces()) do
    local p, F = {}, {}
    local x = g:position(f.place)
    for k = 1, 3 do p[k], F[k] = S.compile(x[k]), S.compile(f.F[k]) end
    for i = 1, S.n do
      local e = short(f.gamma[i])
      if nonzero(e) then
        S:line(("\\Gamma_{%s,%s}"):format(S.ql[i], word(f.place)),
          ("Gamma_%s_%s"):format(S.q[i], f.place), e, function(at)
          local sum = 0
          for k = 1, 3 do sum = sum + F[k](at) * slope(p[k], at, S.q[i]) end
          return sum
        end)
      end
    end
  end
  S:done()
end

-- dynamics ----------------------------------------------------------------------------------------

local function energies(S, eq, w, several)
  local n, T, V = S.n, eq.T, eq.V
  S:section(w.energies, several and w.sum or w.given)
  S:line("T", "T", T, S.engine and function(at) return (S.engine(at)) end or function(at)
    local sum, still = 0, {}
    for i = 1, n do for j = 1, n do sum = sum + S.M[i][j](at) * at[S.v[i]] * at[S.v[j]] / 2 end end
    for k, x in pairs(at) do still[k] = x end
    for i = 1, n do still[S.v[i]] = 0 end
    local rest = S.T(still)
    for i = 1, n do rest = rest + slope(S.T, still, S.v[i]) * at[S.v[i]] end
    return sum + rest
  end)
  S:line("V", "V", V, S.engine and function(at) return select(2, S.engine(at)) end or several
    and function(at)
    local sum = 0
    for _, b in ipairs(eq:energies()) do sum = sum + S.compile(b.V)(at) end
    return sum
  end or nil)
end

local function derivatives(S, eq, w)
  S:section(w.momenta, w.momenta_text)
  S.momentum = {}
  for i = 1, S.n do
    local p, by_q, by_V = eq.T:diff(eq.v[i]), eq.T:diff(eq.q[i]), eq.V:diff(eq.q[i])
    local q, v = S.q[i], S.v[i]
    S.momentum[i] = S.compile(p)
    if nonzero(p) then
      S:line(("\\frac{\\partial T}{\\partial %s}"):format(S.vl[i]), ("dT/d%s"):format(v), p,
        function(at) return slope(S.T, at, v) end)
    end
    if nonzero(by_q) then
      S:line(("\\frac{\\partial T}{\\partial %s}"):format(S.ql[i]), ("dT/d%s"):format(q), by_q,
        function(at) return slope(S.T, at, q) end)
    end
    if nonzero(by_V) then
      S:line(("\\frac{\\partial V}{\\partial %s}"):format(S.ql[i]), ("dV/d%s"):format(q), by_V,
        function(at) return slope(S.V, at, q) end)
    end
  end
end

-- dM_ij/dq_k by differences, each computed once at a point
local function slope_of_mass(S, i, j, k, at)
  if j < i then i, j = j, i end
  local known = S.slopes[at]
  local key = (i * S.n + j) * S.n + k
  if not known[key] then
    known[key] = S.entries[i][j]:depends(S.q[k]) and slope(S.M[i][j], at, S.q[k]) or 0
  end
  return known[key]
end

local function christoffel_number(S, i, j, k, at)
  return (slope_of_mass(S, i, j, k, at) + slope_of_mass(S, i, k, j, at)
    - slope_of_mass(S, j, k, i, at)) / 2
end

local function matrices(S, eq, w)
  local n, M, C, G = S.n, S.entries, S.C, eq.G
  S:section(w.mass, w.mass_text)
  for i = 1, n do
    for j = i, n do
      local l, t = entry(n, "M", i, j)
      if nonzero(M[i][j]) then
        S:line(l, t, M[i][j], function(at) return slope(S.momentum[i], at, S.v[j]) end)
      end
    end
  end
  S:section(w.christoffel, w.christoffel_text)
  for i = 1, n do
    for j = 1, n do
      for k = j, n do
        local e = (M[i][j]:diff(eq.q[k]) + M[i][k]:diff(eq.q[j]) - M[j][k]:diff(eq.q[i])) / 2
        if nonzero(e) then e = short(e) end
        if nonzero(e) then
          local l, t = entry(n, "c", i, j, k)
          S:line(l, t, e, function(at) return christoffel_number(S, i, j, k, at) end)
        end
      end
    end
  end
  S:done()
  S:section(w.coriolis, w.coriolis_text)
  for i = 1, n do
    for j = 1, n do
      if nonzero(C[i][j]) then
        local l, t = entry(n, "C", i, j)
        S:line(l, t, short(C[i][j]), function(at)
          local sum = 0
          for k = 1, n do sum = sum + christoffel_number(S, i, j, k, at) * at[S.v[k]] end
          return sum
        end)
      end
    end
  end
  S:done()
  S:section(w.gravity, w.gravity_text)
  for i = 1, n do
    local l, t = entry(n, "G", i)
    if nonzero(G[i]) then
      S:line(l, t, short(G[i]), function(at) return slope(S.V, at, S.q[i]) end)
    end
  end
  S:done()
end

local function others(S, eq, w)
  S:section(w.others, w.others_text)
  for _, part in ipairs { { "d", eq.d }, { "Q", eq.Q } } do
    for i = 1, S.n do
      local l, t = entry(S.n, part[1], i)
      if part[2] and nonzero(part[2][i]) then S:line(l, t, part[2][i]) end
    end
  end
  for k = 1, eq.z and #eq.z or 0 do
    S:line("\\frac{d}{dt} " .. eq.z[k]:latex(), tostring(eq.z[k]) .. "'", eq.zdot[k])
  end
  local J = eq.J
  for i = 1, J and #J or 0 do
    for j = 1, S.n do
      local l, t = entry(S.n, "J", i, j)
      if nonzero(J[i][j]) then S:line(l, t, J[i][j]) end
    end
    S:line(("\\gamma_{%d}"):format(i), "gamma" .. i, eq.gamma[i])
  end
  S:done()
end

-- row i by the names of its entries, for where it is too long to print: LaTeX and text
local function in_entries(S, eq, i)
  local latex, text = {}, {}
  local function add(e, letter, j, l, t)
    if not nonzero(e) then return end
    local a, b = entry(S.n, letter, i, j)
    latex[#latex + 1], text[#text + 1] = a .. (l and " " .. l or ""), b .. (t and "*" .. t or "")
  end
  for j = 1, S.n do add(S.entries[i][j], "M", j, eq.a[j]:latex(), S.a[j]) end
  for j = 1, S.n do add(S.C[i][j], "C", j, S.vl[j], S.v[j]) end
  add(eq.G[i], "G")
  return { table.concat(latex, " + "), table.concat(text, " + ") }
end

-- d/dt dT/dq' - dT/dq + dV/dq along q + v t + a t^2/2, and what stands besides
local function motion(S, eq, w)
  local n, J = S.n, eq.J
  S:section(w.motion, w.motion_text)
  for i = 1, n do
    local p = S.momentum[i]
    local forces = eq.convention == "inria80" and eq.Q[i] + eq.G[i] or eq.Q[i]
    local beside = S.compile(eq.d[i] - forces)
    local force = {}
    for c = 1, J and #J or 0 do force[c] = S.compile(J[c][i] * eq.lambda[c]) end
    local l, t = entry(n, "\\tau", i)
    S:line(l, (t:gsub("\\", "")), S.rows[i], function(at)
      local function along(s)
        local change = {}
        for k = 1, n do
          change[S.q[k]] = at[S.v[k]] * s + at[S.a[k]] * s * s / 2
          change[S.v[k]] = at[S.a[k]] * s
        end
        return p(moved(at, change))
      end
      local h = 1e-2
      local function d(k) return along(k * h) - along(-k * h) end
      local sum = (45 * d(1) - 9 * d(2) + d(3)) / (60 * h) - slope(S.T, at, S.q[i])
        + slope(S.V, at, S.q[i]) + beside(at)
      for _, f in ipairs(force) do sum = sum - f(at) end
      return sum
    end)
    S.now.lines[#S.now.lines].instead = in_entries(S, eq, i)
  end
end

-- all ---------------------------------------------------------------------------------------------

-- the energies by the numeric engine at a point, by a model with the point's values; nil where
-- numbers do not make a model
local function engine(S, model, points)
  local known = {}
  for _, at in ipairs(points) do
    local values, v = {}, {}
    for _, name in ipairs(model:symbols()) do values[name] = at[name] or 1 end
    for i = 1, S.n do v[i] = at[S.v[i]] end
    local ok, T, V = check.try(function()
      S.numeric[at] = model:with(values)
      return S.numeric[at]:energy(S.state(at), v)
    end)
    if not ok or not T then return nil end
    known[at] = { T, V }
  end
  return function(at) return known[at][1], known[at][2] end
end

-- symbols of everything that will be shown
local function everything(eq, g, shown)
  local all = { eq.T, eq.V }
  for _, name in ipairs(eq.constants) do all[#all + 1] = eq.constants[name] end
  local rows = eq:rows()
  for i = 1, eq.n do
    for _, e in ipairs { rows[i], eq.q[i], eq.v[i], eq.a[i] } do all[#all + 1] = e end
  end
  for _, b in ipairs(eq:energies()) do all[#all + 1] = b.T all[#all + 1] = b.V end
  for _, s in ipairs(g and shown or {}) do
    local H = g:homogeneous(s.place)
    for i = 1, 3 do for j = 1, 4 do all[#all + 1] = H[i][j] end end
  end
  for _, f in ipairs(g and g:forces() or {}) do
    for k = 1, 3 do all[#all + 1] = f.F[k] end
  end
  for _, b in ipairs(g and eq:energies() or {}) do
    local x = g:body(b.name)
    all[#all + 1] = x.mass
    for i = 1, 3 do
      all[#all + 1] = x.com[i]
      for j = 1, 3 do all[#all + 1] = x.inertia[i][j] end
    end
  end
  return all, rows
end

local function start(eq, g, shown, model)
  local n = eq.n
  local all, rows = everything(eq, g, shown)
  local compile, random = numbers(all)
  local S = setmetatable({ n = n, q = {}, v = {}, a = {}, ql = {}, vl = {}, rates = {}, M = {},
    entries = {}, points = {}, sections = {}, rows = rows,
    compile = compile, count = 0, worst = 0 }, Steps)
  local M, C = eq.M, eq.C
  S.C = {}
  for i = 1, n do
    S.C[i] = {}
    for j = 1, n do S.C[i][j] = C:at(i, j) end
    S.q[i], S.v[i], S.a[i] = tostring(eq.q[i]), tostring(eq.v[i]), tostring(eq.a[i])
    S.ql[i], S.vl[i], S.rates[i] = eq.q[i]:latex(), eq.v[i]:latex(), eq.v[i]
    S.M[i], S.entries[i] = {}, {}
    for j = 1, n do
      S.entries[i][j] = j < i and S.entries[j][i] or short(M:at(i, j))
      S.M[i][j] = j < i and S.M[j][i] or compile(S.entries[i][j])
    end
  end
  local list = eq.constants
  S.slopes = {}
  for k = 1, POINTS do
    local at = random()
    for _, name in ipairs(list) do at[name] = compile(list[name])(at) end
    S.points[k], S.slopes[at] = at, {}
  end
  S.numeric = {}
  function S.state(at)
    local q = {}
    for i = 1, n do q[i] = at[S.q[i]] end
    return q
  end
  S.engine = model and engine(S, model, S.points)
  S.T, S.V = compile(eq.T), compile(eq.V)
  return S
end

local function constants(S, eq, w)
  local list = eq.constants
  S:section(w.constants, nil)
  for _, name in ipairs(list) do S:line(li.expr(name):latex(), name, list[name]) end
  S:done()
end

local function gravity_of(model)
  local given, out = model:description().gravity, {}
  for k = 1, 3 do out[k] = li.expr(given[k]) end
  return out
end

local function steps(eq, w, model)
  local g = model and model:generator()
  local shown = g and require("liaison.equations.generator").shown(g)
  local S = start(eq, g, shown, model)
  local several = #eq:energies() > 0
  if g then geometry(S, g, w, shown) end
  if several then by_body(S, eq, g, w, g and gravity_of(model)) end
  constants(S, eq, w)
  energies(S, eq, w, several)
  derivatives(S, eq, w)
  matrices(S, eq, w)
  others(S, eq, w)
  if g then contacts(S, g, w) end
  motion(S, eq, w)
  return S
end

-- the page or text, the number of lines checked, the largest difference; model: what the equations
-- are of, or nil
function explain.derivation(eq, lang, form, model)
  local w = words[lang]
  local S = steps(eq, w, model)
  local make = form == "text" and page.text or page.html
  return make(eq, w, lang, S, POINTS, LONG), S.count, S.worst
end

return explain
