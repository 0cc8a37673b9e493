-- inverse_search.lua - which of Paul's equations is solved next: the joints of an arm one after the
-- other
--
--   (e1 .. ei)^-1 U (e(j+1) .. en)^-1 w = e(i+1) .. ej w
-- for points and directions w, seen along directions d: what an axis leaves as it is drops out.
local li = require "liaison.core"
local elementary = require "liaison.equations.inverse_elementary"
local screws = require "liaison.equations.inverse_screws"

local search = {}
local dot, add = screws.dot, screws.add

-- ---- the target ---------------------------------------------------------------------------------

-- names that no coordinate or parameter has
local function free_names(names, taken)
  local out = {}
  for k, name in ipairs(names) do
    while taken[name] do name = name .. "_t" end
    out[k] = name
  end
  return out
end

-- an entry of the pose that no joint moves is a number: it is demanded of a target
local function constant_or(t, s, entry)
  local x = entry:trig():number()
  if not x then return s end
  if math.abs(x - math.floor(x + 0.5)) < 1e-12 then x = math.floor(x + 0.5) end
  t.demands[#t.demands + 1] = { name = tostring(s), value = x }
  return li.expr(x)
end

-- p, R: symbols of the pose asked for; point(w), direction(v): where U leads what stands so at 0
function search.target(arm, position)
  local taken = {}
  for _, s in ipairs(arm.symbols) do taken[s] = true end
  local list = { "x", "y", "z" }
  for r = 1, position and 0 or 3 do
    for c = 1, 3 do list[#list + 1] = ("r%d%d"):format(r, c) end
  end
  local t = { names = free_names(list, taken), defined = {}, taken = taken, position = position,
    arm = arm, p = {}, R = {}, demands = {} }
  for k, name in ipairs(t.names) do
    local s = li.expr(name, "new")
    taken[name] = true
    local r, c = math.floor((k - 1) / 3), (k - 1) % 3 + 1
    if k <= 3 then t.p[k] = constant_or(t, s, arm.H:at(k, 4))
    else
      t.R[r] = t.R[r] or {}
      t.R[r][c] = constant_or(t, s, arm.H:at(r, c))
    end
  end
  return t
end

-- R R0' v
function search.direction(t, v)
  local out, u, R0 = {}, {}, t.arm.R
  for c = 1, 3 do u[c] = R0[1][c] * v[1] + R0[2][c] * v[2] + R0[3][c] * v[3] end
  for r = 1, 3 do out[r] = t.R[r][1] * u[1] + t.R[r][2] * u[2] + t.R[r][3] * u[3] end
  return out
end

-- p + R R0' (w - p0); where w is fixed in the last body it has letters of its own: xw, yw, zw
function search.point(t, w)
  local r = add(w, -1, t.arm.p)
  if screws.is_zero(r) then return t.p end
  local out = add(t.p, 1, search.direction(t, r))
  for _, j in ipairs(t.arm.joints) do
    for k = 1, 3 do
      if li.expr(w[k]):depends(j.q) then return out end
    end
  end
  return search.name_point(t, w, out)
end

function search.name_point(t, w, value)
  for _, d in ipairs(t.defined) do
    if screws.is_zero(add(d.at, -1, w)) then return d.symbols end
  end
  local tail = #t.defined == 0 and "w" or "w" .. #t.defined + 1
  local names, d = free_names({ "x" .. tail, "y" .. tail, "z" .. tail }, t.taken), { at = w }
  d.names, d.symbols, d.value = names, {}, {}
  for k = 1, 3 do
    t.taken[names[k]] = true
    d.value[k] = elementary.tidy(value[k])
    d.symbols[k] = d.value[k]:number() and d.value[k] or li.expr(names[k], "new")
  end
  t.defined[#t.defined + 1] = d
  return d.symbols
end

-- ---- the equations ------------------------------------------------------------------------------

local function keys(set)
  local n = 0
  for _ in pairs(set) do n = n + 1 end
  return n
end

-- the joints of both sides that stay: of e(i+1) .. ej w from inside those that keep w, from outside
-- those that keep what is seen; of the left side the same the other way round
local function staying(arm, q)
  local set, what, outer = {}, q.what, q.outer
  local first, last = q.i + 1, q.j
  while first <= last and what.keeps[last] do last = last - 1 end
  while first <= last and outer[first] do first = first + 1 end
  for m = first, last do set[m] = true end
  first, last = q.j + 1, q.i
  while first <= arm.n and what.keeps[first] do first = first + 1 end
  while last >= 1 and outer[last] do last = last - 1 end
  for m = first, arm.n do set[m] = true end
  for m = 1, last do set[m] = true end
  return set
end

local function unknowns(q, known)
  local set = {}
  for m in pairs(q.stay) do
    if not known[m] then set[m] = true end
  end
  return set
end

local function moved(arm, list, what, w, sign)
  for _, m in ipairs(list) do
    local j = arm.joints[m]
    w = what.direction and screws.turn(j, sign, w) or screws.carry(j, sign, w)
  end
  return w
end

local function numbers(from, to, step)
  local out = {}
  for m = from, to, step do out[#out + 1] = m end
  return out
end

-- both sides as vectors, kept by their key
local function sides(s, q)
  local key = ("%d %d %s"):format(q.i, q.j, q.what.key)
  if s.kept[key] then return s.kept[key] end
  local arm, w = s.arm, q.what.w
  local right = moved(arm, numbers(q.j, q.i + 1, -1), q.what, w, 1)
  local u = moved(arm, numbers(q.j + 1, arm.n, 1), q.what, w, -1)
  u = (q.what.direction and search.direction or search.point)(s.target, u)
  local left = moved(arm, numbers(1, q.i, 1), q.what, u, -1)
  s.kept[key] = { left, right }
  return s.kept[key]
end

local function square(v) return dot(v, v) end

local function equation(s, q)
  local both = sides(s, q)
  local L, R = both[1], both[2]
  if q.about then
    L, R = square(add(L, -1, q.about)), square(add(R, -1, q.about))
    L, R = L:expand(), R:expand()
  else L, R = dot(q.d, L), dot(q.d, R) end
  return { E = (L - R):trig(), left = li.expr(L):trig(), right = li.expr(R):trig(), q = q }
end

-- ---- what may be asked --------------------------------------------------------------------------

local axes = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }

local function vectors(list)
  local out = {}
  for k, v in ipairs(list) do out[k] = { li.expr(v[1]), li.expr(v[2]), li.expr(v[3]) } end
  return out
end

local function add_direction(list, v)
  for _, d in ipairs(list) do
    if screws.is_zero(screws.cross(d, v)) then return end
  end
  list[#list + 1] = v
end

local function each_joint(arm, f, v)
  local out = {}
  for m, j in ipairs(arm.joints) do out[m] = f(j, v) end
  return out
end

local function keeps_seen(j, d) return j.slide or screws.is_zero(screws.cross(j.k, d)) end

-- what is led, and along what or from where it is seen
local function whats(arm, position)
  local led, seen, dirs = {}, {}, vectors(axes)
  for _, j in ipairs(arm.joints) do add_direction(dirs, j.k) end
  for k, w in ipairs(arm.points) do
    local keeps = each_joint(arm, screws.keeps_point, w)
    if k == 1 or not position then led[#led + 1] = { w = w, key = "p" .. k, keeps = keeps } end
    seen[#seen + 1] = { about = w, outer = keeps }
  end
  for k, v in ipairs(dirs) do
    local keeps = each_joint(arm, screws.keeps_direction, v)
    if not position then
      led[#led + 1] = { w = v, key = "v" .. k, keeps = keeps, direction = true }
    end
    seen[#seen + 1] = { d = v, outer = each_joint(arm, screws.keeps_along, v),
      of_direction = each_joint(arm, keeps_seen, v) }
  end
  return led, seen
end

local function question(arm, i, j, what, how)
  if what.direction and how.about then return nil end
  local q = { i = i, j = j, what = what, d = how.d, about = how.about,
    outer = what.direction and how.of_direction or how.outer,
    group = ("%d %d %s"):format(i, j, what.key) }
  q.stay = staying(arm, q)
  q.size = keys(q.stay)
  return q
end

-- every question {i, j, what, d} or {i, j, what, about}, those of few joints first
local function questions(arm, position)
  local list = {}
  local led, seen = whats(arm, position)
  for i = 0, arm.n - 1 do
    for j = position and arm.n or i + 1, arm.n do
      for _, what in ipairs(led) do
        for _, how in ipairs(seen) do
          local q = question(arm, i, j, what, how)
          if q and q.size > 0 then
            list[#list + 1] = q
            q.order = #list
          end
        end
      end
    end
  end
  table.sort(list, function(a, b)
    if a.size ~= b.size then return a.size < b.size end
    return a.order < b.order
  end)
  return list
end

-- ---- choosing -----------------------------------------------------------------------------------

local function is_number(e) return li.expr(e):number() ~= nil end

-- divisors that may vanish cost: formulas without them have no singular places of their own
local function divisor(row, L)
  if row == "slide" then return is_number(L.X) and 0 or 1500 end
  if row ~= "two_equations" or is_number(L.D) then return 0 end
  local circle = elementary.is_zero(L.X1 ^ 2 - L.Y2 ^ 2) and elementary.is_zero(L.X2 ^ 2 - L.Y1 ^ 2)
  return circle and 400 or 600
end

local function cost(row, L, m)
  local n = divisor(row, L) + 4 * m
  for _, e in pairs(L) do
    local ops = e:ops()
    n = n + ops.add + ops.mul + 2 * ops.div + ops.fun
  end
  return elementary.by_name[row].rank * 1000 + n
end

-- what must not vanish at places that the arm can reach
local function vanishes(s, row, L)
  local free = elementary.put(elementary.by_name[row].free, L)
  return math.abs(s.reached(free)) < 1e-9
end

local function better(s, best, row, L, m, from)
  local c = cost(row, L, m)
  if best and best.cost <= c or vanishes(s, row, L) then return best end
  return { row = row, letters = L, joint = m, from = from, cost = c }
end

-- enough vectors for one step: those of few joints come first
local ENOUGH, MANY, WHOLE = 16, 64, 8

-- an equation with the one unknown joint m: its letters where it is linear in cosine and sine, and
-- its row; nil where it tells nothing at places that the arm can reach
local function single(s, q, m)
  local j, e = s.arm.joints[m], equation(s, q)
  if not e.E:depends(j.q) then return nil end
  local x = { joint = m, e = e, turn = not j.slide and elementary.of_turn(e.E, j.q) or nil }
  if x.turn and math.abs(s.reached(x.turn.X ^ 2 + x.turn.Y ^ 2)) < 1e-12 then return nil end
  x.row, x.letters = elementary.recognise(e.E, j.q, j.slide, x.turn)
  return x
end

-- equations with one unknown joint, by joint and what is asked; from: the first question, step: 1,
-- or -1 from those of many joints down; beyond ENOUGH of them without distances
local function singles(s, known, from, step, enough)
  local list, groups, many = {}, {}, 0
  for k = from, step > 0 and #s.questions or 1, step do
    local q = s.questions[k]
    local set = (enough == ENOUGH or not q.about) and unknowns(q, known) or {}
    local x = keys(set) == 1 and (groups[q.group] or many < enough) and single(s, q, next(set))
    if x then
      list[#list + 1] = x
      if not groups[q.group] then many = many + 1 end
      groups[q.group] = true
    end
  end
  return list
end

-- two equations of one vector, or of two directions seen from one body
local function together(p, q)
  if p.i ~= q.i or p.j ~= q.j or not p.d or not q.d then return false end
  return p.what == q.what or p.what.direction and q.what.direction and p.d == q.d
end

local function pairs_of(s, list, best)
  for a = 1, #list do
    for b = a + 1, #list do
      local A, B = list[a], list[b]
      if A.joint == B.joint and A.turn and B.turn and together(A.e.q, B.e.q) then
        local L = elementary.two(A.turn, B.turn)
        if L then best = better(s, best, "two_equations", L, A.joint, { A.e, B.e }) end
      end
    end
  end
  return best
end

local function choose(s, list, best)
  for _, x in ipairs(list) do
    if x.row then best = better(s, best, x.row, x.letters, x.joint, { x.e }) end
  end
  return pairs_of(s, list, best)
end

-- where a divisor may vanish at places of no meaning, equations of the whole chain count too
local function next_step(s, known)
  local best = choose(s, singles(s, known, 1, 1, ENOUGH))
  if best and divisor(best.row, best.letters) >= 400 then
    best = choose(s, singles(s, known, 1, 1, MANY), best)
    best = choose(s, singles(s, known, #s.questions, -1, WHOLE), best)
  end
  return best
end

-- ---- at a place that is reached -----------------------------------------------------------------

-- a function that evaluates expressions at one configuration and its pose
function search.reached(arm, target)
  local values = {}
  local function value(e)
    for _, sym in ipairs(e:symbols()) do
      local name = tostring(sym)
      if not values[name] then values[name] = elementary.sample(name, 1) end
    end
    return assert(e:eval(values))
  end
  for r = 1, 3 do
    values[target.names[r]] = value(arm.H:at(r, 4))
    for c = 1, target.position and 0 or 3 do
      values[target.names[3 * r + c]] = value(arm.H:at(r, c))
    end
  end
  return function(e)
    for _, d in ipairs(target.defined) do
      for k = 1, 3 do values[d.names[k]] = values[d.names[k]] or value(d.value[k]) end
    end
    return value(e)
  end
end

-- ---- all joints ---------------------------------------------------------------------------------

local function missing(arm, known)
  local names = {}
  for m, j in ipairs(arm.joints) do
    if not known[m] then names[#names + 1] = j.name end
  end
  return table.concat(names, ", ")
end

-- only the letters of points that a formula holds
local function keep_used(target, steps)
  local used, list = {}, {}
  local function see(e)
    for _, sym in ipairs(e:symbols()) do used[tostring(sym)] = true end
  end
  for _, step in ipairs(steps) do
    for _, e in pairs(step.letters) do see(e) end
    for _, e in ipairs(step.from) do see(e.left) end
  end
  for _, d in ipairs(target.defined) do
    if used[d.names[1]] or used[d.names[2]] or used[d.names[3]] then list[#list + 1] = d end
  end
  target.defined = list
end

-- the steps {joint, row, letters, from}; nil and what stands in the way
function search.steps(arm, position)
  local s = { arm = arm, kept = {}, target = search.target(arm, position),
    questions = questions(arm, position) }
  s.reached = search.reached(arm, s.target)
  local known, steps = {}, {}
  for k = 1, arm.n do
    local best = next_step(s, known)
    if not best then
      return nil, ("no elementary equation leads on to %s: their axes stand so that every equation "
        .. "holds two of them (model:ik finds configurations by iteration)"):format(
        missing(arm, known))
    end
    known[best.joint] = true
    steps[k] = best
  end
  keep_used(s.target, steps)
  return steps, s.target
end

return search
