-- derive_law.lua - a motion law: conditions at the ends, their system of equations and its solution
-- or phases, letter by letter; peaks, shortest times under limits      [course] F5.2, F5.4 - F5.7
local li = require "liaison.core"
local letters = require "liaison.blackboard.law_letters"
local plain_board = require "liaison.blackboard.plain_board"
local times = require "liaison.blackboard.derive_times"
local kit = li._internal

local derived = {}

derived.words = {
  en = {
    title = "Motion law %s: %s", conditions = "Conditions at the ends",
    rest = "At both ends `s'` and its derivatives up to order %d are 0; `s(0) = 0`, `s(1) = 1`. A "
      .. "polynomial of degree %d has as many coefficients as there are conditions; those at 0 "
      .. "leave `%s`. Those at 1:",
    system = "The system of equations", system_text = "The same in one line, row by row:",
    solution = "Its solution", solution_text = "The system has one solution (its determinant is "
      .. "not 0):", derivatives = "The law and its derivatives",
    rest_phases = "At both ends the law rests: `s(0) = 0`, `s'(0) = 0`, `s(1) = 1`, `s'(1) = 0`.",
    jump = "The acceleration is not 0 there: it jumps.",
    even = "The second half mirrors the first, `s(1 - t) = 1 - s(t)`, so that `s(1/2) = 1/2`.",
    uneven = "It brakes otherwise than it accelerates: in `td` instead of `ta`.",
    unknown = "Its letters", way = "The acceleration covers `%s`, the braking `%s`, the cruise "
      .. "between them the rest of the way 1:", gives = "which gives",
    area = "`s''` adds up to the speed of the cruise:",
    area_braking = "and while it brakes, with `b` its largest deceleration:",
    goal = "The last phase must arrive:",
    phases = "Phases", phases_text = "`s'` and `s` are integrals of `s''` from what the phase "
      .. "before it left.", turned = "The braking is an acceleration turned round, with "
      .. "`u = 1 - t`.", phase = "%s, `t` from `%s` to `%s`:",
    meet = "Where phases meet", meet_text = "Position and speed go on (the second side is the "
      .. "phase behind):",
    acceleration = "Acceleration", cruise = "Cruise", whole = "All of it", rise = "Rise",
    hold = "Held", fall = "Fall", braking = "Braking, %s",
  },
  fr = {
    title = "Loi de mouvement %s : %s", conditions = "Conditions aux bouts",
    rest = "Aux deux bouts `s'` et ses dérivées jusqu'à l'ordre %d sont nulles ; `s(0) = 0`, "
      .. "`s(1) = 1`. Un polynôme de degré %d a autant de coefficients qu'il y a de conditions ; "
      .. "celles en 0 laissent `%s`. Celles en 1 :",
    system = "Le système d'équations", system_text = "Le même en une ligne, équation par "
      .. "équation :",
    solution = "Sa solution", solution_text = "Le système a une solution (son déterminant n'est "
      .. "pas nul) :", derivatives = "La loi et ses dérivées",
    rest_phases = "Aux deux bouts la loi est au repos : `s(0) = 0`, `s'(0) = 0`, `s(1) = 1`, "
      .. "`s'(1) = 0`.",
    jump = "L'accélération n'y est pas nulle : elle saute.",
    even = "La seconde moitié est symétrique de la première, `s(1 - t) = 1 - s(t)`, donc "
      .. "`s(1/2) = 1/2`.",
    uneven = "Elle freine autrement qu'elle n'accélère : en `td` au lieu de `ta`.",
    unknown = "Ses lettres", way = "L'accélération couvre `%s`, le freinage `%s`, la vitesse "
      .. "constante entre les deux le reste du chemin 1 :", gives = "d'où",
    area = "L'intégrale de `s''` est la vitesse constante :",
    area_braking = "et au freinage, avec `b` la plus grande décélération :",
    goal = "La dernière phase doit arriver :",
    phases = "Phases", phases_text = "`s'` et `s` sont les intégrales de `s''` depuis ce que "
      .. "laisse la phase précédente.", turned = "Le freinage est une accélération retournée, avec "
      .. "`u = 1 - t`.", phase = "%s, `t` de `%s` à `%s` :",
    meet = "Raccords des phases", meet_text = "Position et vitesse se prolongent (le second "
      .. "membre est la phase suivante) :",
    acceleration = "Accélération", cruise = "Vitesse constante", whole = "D'un bout à l'autre",
    rise = "Montée", hold = "Palier", fall = "Descente", braking = "Freinage, %s",
  },
}

-- made where it is needed: what a module keeps is never given back
local function time_symbol() return li.symbols "t" end

local ORDERS = { { "s", "s" }, { "s'", "\\dot s" }, { "s''", "\\ddot s" },
  { "s'''", "\\dddot s" } }

-- ---- polynomials --------------------------------------------------------------------------------

-- k (k - 1) .. (k - i + 1)
local function falling(k, i)
  local product = 1
  for j = 0, i - 1 do product = product * (k - j) end
  return product
end

-- degree of s where it is a polynomial without phases
local function degree_of(law)
  local e = law:expr()
  for k = 0, 12 do
    if tostring(e) == "0" then return k - 1 end
    e = e:diff(time_symbol()):expand()
  end
end

-- how many derivatives vanish at t = 0, s with them; nil where the coefficients behind them are not
-- as many as the conditions at 1
local function vanishing(law, degree)
  local e, first = law:expr(), 0
  while first <= degree and e:eval { t = 0 } == 0 do e, first = e:diff(time_symbol()), first + 1 end
  if degree == 2 * first - 1 then return first end
end

-- a_k by Taylor: s^(k)(0)/k!
local function taylor(law, first, degree)
  local out, e = {}, law:expr()
  for k = 0, degree do
    if k >= first then out["a" .. k] = e:eval { t = 0 } / falling(k, k) end
    e = e:diff(time_symbol())
  end
  return out
end

local function polynomial(b, w, law, first, degree)
  local known, a, rows, right = taylor(law, first, degree), {}, {}, {}
  for k = first, degree do a[#a + 1] = li.symbols("a" .. k) end
  local s = li.expr(0)
  for k = first, degree do s = s + a[k - first + 1] * time_symbol() ^ k end
  b:section(w.conditions)
  b:say(w.rest, first - 1, degree, "s = " .. s:text())
  for i = 0, first - 1 do
    local left = li.expr(0)
    rows[i + 1], right[i + 1] = {}, li.expr(i == 0 and 1 or 0)
    for k = first, degree do
      rows[i + 1][k - first + 1] = li.expr(falling(k, i))
      left = left + falling(k, i) * a[k - first + 1]
    end
    b:equation(left, right[i + 1], { known })
  end
  b:section(w.system)
  b:say(w.system_text)
  b:line(b:named("A", "A"), li.smat(rows))
  local list, numbers = {}, {}
  for k, x in ipairs(a) do list[k], numbers[k] = tostring(x), known[tostring(x)] end
  b:line(("A*[%s]"):format(table.concat(list, ", ")), { ("[1%s]"):format((", 0"):rep(first - 1)) })
  b:section(w.solution)
  b:say(w.solution_text)
  local A, one = {}, {}
  for i = 1, first do
    A[i], one[i] = {}, i == 1 and 1 or 0
    for j = 1, first do A[i][j] = rows[i][j]:eval() end
  end
  local x, solved = li.mat(A):solve(one), {}
  for k = 1, first do solved[k] = x[k] end
  b:line(("[%s]"):format(table.concat(list, ", ")), { solved },
    { road = function() return numbers end })
  return s
end

-- s and its derivatives by t, each against the law
local function derivatives(b, w, law, points)
  local e = law:expr()
  b:section(w.derivatives)
  for i, row in ipairs(ORDERS) do
    b:line(b:named(row[1], row[2]), e, { points = points,
      road = function(at) return { (select(i, law:at(at.t))) } end })
    e = e:diff(time_symbol())
    if not tostring(e):find "piecewise" then e = e:expand() end
  end
end

-- ---- phases -------------------------------------------------------------------------------------

local function point(values, time)
  local at = { t = time, u = 1 - time }
  for name, x in pairs(values) do at[name] = x end
  return at
end

-- within a phase
local function inside(p, values)
  local out = {}
  for k, part in ipairs { 0.13, 0.37, 0.61, 0.89 } do
    out[k] = point(values, p.first + part * (p.last - p.first))
  end
  return out
end

-- s or s' of a phase at a time told by a text
local function value_at(p, key, time)
  local x = li.expr(time, "new")
  return p[key]:subs(p.braking and { u = (1 - x):expand() } or { t = x }):simplify()
end

local function ends(b, w, law, of)
  local first, uneven = of.phases[1], letters.is_uneven(law)
  local at = { point(of.values, 0) }
  b:section(w.conditions)
  b:say(w.rest_phases)
  b:line("s(0)", value_at(first, "s", "0"), { points = at, road = function()
    return { 0 }
  end })
  b:line("s'(0)", value_at(first, "s1", "0"), { points = at, road = function()
    return { 0 }
  end })
  if select(3, law:peaks()) == math.huge then b:say(w.jump) end
  b:say(uneven and w.uneven or w.even)
end

-- a constant: its text, and its number
local function told(of, k) return { of.with[k][2], of.values[of.with[k][1]] } end

-- v, a, b by what they have to do
local function speeds(b, w, law, of, points)
  local d, uneven = of.d, letters.is_uneven(law)
  local v, ta, td = li.symbols "v ta td"
  local c = li.expr(d.ramp)
  td = uneven and td or ta
  b:say(w.way, (c * v * ta):text(), (c * v * td):text())
  b:equation(c * v * ta + v * (1 - ta - td) + c * v * td, li.expr(1), points)
  b:say(w.gives)
  b:line("v", told(of, 1), { points = points,
    road = function() return { (select(2, law:at((1 + law.ta - law.td) / 2))) } end })
  b:say(w.area)
  b:equation(li.expr(d.area), v, points)
  b:say(w.gives)
  b:line("a", told(of, 2), { points = points })
  if not uneven then return end
  b:say(w.area_braking)
  b:equation(li.expr(letters.braking(d.area), "new"), v, points)
  b:say(w.gives)
  b:line("b", told(of, 3), { points = points })
end

local function constants(b, w, law, of)
  if #of.with == 0 then return end
  local points = { of.values }
  b:section(w.unknown)
  if of.d.ramp then return speeds(b, w, law, of, points) end
  local last = of.phases[#of.phases]
  b:say(w.goal)
  b:equation(value_at(last, "s", last.to), li.expr((law:at(last.last))), points)
  b:say(w.gives)
  b:line("a", told(of, 1), { points = points,
    road = function() return { (select(2, law:peaks())) } end })
end

-- where two phases meet: s and s' of the one before, and of the one behind
local function meetings(b, w, of)
  if #of.phases < 2 then return end
  b:section(w.meet)
  b:say(w.meet_text)
  for k = 2, #of.phases do
    local before, p = of.phases[k - 1], of.phases[k]
    local points = { point(of.values, p.first) }
    for _, key in ipairs { "s", "s1" } do
      local left, right = value_at(before, key, p.from), value_at(p, key, p.from)
      b:line(("%s(%s)"):format(key == "s" and "s" or "s'", p.from),
        left:equals(right) and { left } or { left, right }, { points = points,
          road = function(at) return { p[key]:eval(at) } end })
    end
  end
end

local function phases(b, w, law, of)
  ends(b, w, law, of)
  constants(b, w, law, of)
  b:section(w.phases)
  b:say(w.phases_text)
  if letters.is_uneven(law) then b:say(w.turned) end
  for _, p in ipairs(of.phases) do
    local name = p.braking and w.braking:format(kit.lower(w[p.name])) or w[p.name]
    local points = inside(p, of.values)
    b:say(w.phase, name, p.from, p.to)
    for i, key in ipairs { "s2", "s1", "s" } do
      local order = 4 - i
      b:line(b:named(ORDERS[order][1], ORDERS[order][2]), p[key], { points = points,
        road = function(at) return { (select(order, law:at(at.t))) } end })
    end
  end
  meetings(b, w, of)
end

-- ---- all of it ----------------------------------------------------------------------------------

-- times at which a law without phases is tried: between the places where its formula changes
local function between(law)
  local out, breaks = {}, law:breaks()
  for k = 2, #breaks do
    for _, part in ipairs { 0.21, 0.58 } do
      out[#out + 1] = { t = breaks[k - 1] + part * (breaks[k] - breaks[k - 1]) }
    end
  end
  return out
end

local function tell_shape(b, law)
  if not letters.is_ramp(law) then return end
  local names, values = { "ta" }, { ta = law.ta, tr = law.tr, td = law.td, trd = law.trd }
  if letters.of(law).d.area:find "tr" then names[2] = "tr" end
  if letters.is_uneven(law) then
    for k = #names, 1, -1 do table.insert(names, 2, letters.braking(names[k])) end
  end
  b.tell(names, values)
end

local function body(b, w, law)
  local of, points = letters.of(law), between(law)
  if of and #of.phases > 0 then return phases(b, w, law, of) end
  local degree = degree_of(law)
  local first = degree and vanishing(law, degree)
  if first then polynomial(b, w, law, first, degree) end
  derivatives(b, w, law, points)
end

function derived.make(law, o)
  local b, w = plain_board(derived, "law", o, times.points())
  local of = letters.of(law)
  b.title = w.title:format(law.name, o.lang == "fr" and of and of.d.fr or li.laws()[law.name].text)
  tell_shape(b, law)
  times.scaled(b, o)
  body(b, w, law)
  times.sections(b, law, o)
  return require("liaison.blackboard.derivation").new(b)
end

return derived
