-- derive_pieper.lua - the inverse model of six turning joints of which the last three meet in a
-- point: the first three by distance and height of that point, the last three by the axes
--                                                          [Pieper 1968; course] F3.8, E3.9, E3.11
local li = require "liaison.core"
local arm_board = require "liaison.blackboard.arm_board"
local elementary = require "liaison.equations.inverse_elementary"
local engine = require "liaison.blackboard.engine"
local jacobian = require "liaison.blackboard.derive_jacobian"
local linkage = require "liaison.blackboard.linkage"
local one_angle = require "liaison.blackboard.one_angle"
local tidy = require "liaison.blackboard.tidy"
local vector = require "liaison.blackboard.vector"

local pieper = {}

pieper.words = {
  en = {
    title = "Inverse geometric model (Pieper)", wrist = "The centre of the wrist",
    wrist_text = "The axes of joints 4, 5 and 6 meet in `%s`, which these joints do not move. Of "
      .. "the place `x`, `y`, `z` and the axes `rij` that are given:",
    distance = "Distance and height", distance_text = "Joint 1 changes neither the distance of "
      .. "that point from `%s` nor its height along the first axis: `r`, the square of the one, "
      .. "and `h`, the other, are known, and hold two unknowns only:",
    third = "Joint 3", by_r = "`%s` does not stand in `r`, since the axes of joints 1 and 2 meet "
      .. "(a = 0):", by_h = "`%s` does not stand in `h`, since the axes of joints 1 and 2 are "
      .. "parallel:", form = "This has the form `K cos + L sin = M` with",
    general = "Both are linear in the cosine and the sine of `%s`, with coefficients at right "
      .. "angles: `r - k3 = X1 sin + Y1 cos`, `h - k4 = X2 sin + Y2 cos`. Squares added, `%s` "
      .. "alone is left:",
    quartic = "With `u = tan(%s/2)` it is of degree 4: at most four values. Here, at the first of "
      .. "the random points, its coefficients:",
    second = "Joint 2", second_text = "With joint 3 known, two equations in its cosine and sine:",
    first = "Joint 1", first_text = "With joints 2 and 3 known, from `%s` and `%s`:",
    last = "Joints 4, 5, 6", last_text = "The first three joints tell the rotation up to frame 3; "
      .. "what is left is known, `U`, and is that of the wrist:",
    solved = "From its entries, `e = 1` or `-1`:", singular = "Singular, joints 4 and 6 in line, "
      .. "where", count = "Number of solutions", eight = "At most %d of the first three joints, "
      .. "each with two of the wrist: %d.", oblique = "(The axes of the wrist are not at right "
      .. "angles: explain 'inverse' goes on.)",
  },
  fr = {
    title = "Modèle géométrique inverse (Pieper)", wrist = "Le centre du poignet",
    wrist_text = "Les axes des liaisons 4, 5 et 6 se coupent en `%s`, que ces liaisons ne bougent "
      .. "pas. De la position `x`, `y`, `z` et des axes `rij` donnés :",
    distance = "Distance et hauteur", distance_text = "La liaison 1 ne change ni la distance de ce "
      .. "point à `%s` ni sa hauteur selon le premier axe : `r`, le carré de l'une, et `h`, "
      .. "l'autre, sont connus, et ne contiennent que deux inconnues :",
    third = "Liaison 3", by_r = "`%s` n'est pas dans `r`, car les axes des liaisons 1 et 2 se "
      .. "coupent (a = 0) :", by_h = "`%s` n'est pas dans `h`, car les axes des liaisons 1 et 2 "
      .. "sont parallèles :", form = "Cela a la forme `K cos + L sin = M` avec",
    general = "Tous deux sont linéaires en cosinus et sinus de `%s`, à coefficients orthogonaux : "
      .. "`r - k3 = X1 sin + Y1 cos`, `h - k4 = X2 sin + Y2 cos`. La somme des carrés ne laisse "
      .. "que `%s` :",
    quartic = "Avec `u = tan(%s/2)` elle est de degré 4 : au plus quatre valeurs. Ici, au premier "
      .. "des points au hasard, ses coefficients :",
    second = "Liaison 2", second_text = "La liaison 3 connue, deux équations en cosinus et sinus :",
    first = "Liaison 1", first_text = "Les liaisons 2 et 3 connues, de `%s` et `%s` :",
    last = "Liaisons 4, 5, 6", last_text = "Les trois premières liaisons donnent la rotation "
      .. "jusqu'au repère 3 ; ce qui reste est connu, `U`, et c'est celle du poignet :",
    solved = "De ses termes, `e = 1` ou `-1` :", singular = "Singulier, liaisons 4 et 6 alignées, "
      .. "si", count = "Nombre de solutions", eight = "Au plus %d des trois premières liaisons, "
      .. "chacune avec deux du poignet : %d.", oblique = "(Les axes du poignet ne sont pas "
      .. "perpendiculaires : explain 'inverse' continue.)",
  },
}

-- ---- the wrist ----------------------------------------------------------------------------------

local function on_axis(a, i, k)
  return #a.frames[i].axis:cross(jacobian.reach(a, i, k)).parts == 0
end

-- the origin in which the last three axes meet; nil and why there is none
local function centre(a)
  if a.n ~= 6 then return nil, "Pieper's road is for six joints" end
  for i = 1, 6 do
    if a.frames[i].slide then return nil, "Pieper's road is told for joints that all turn" end
  end
  for k = 3, 6 do
    if on_axis(a, 4, k) and on_axis(a, 5, k) and on_axis(a, 6, k) then return k end
  end
  return nil, "the axes of the last three joints do not meet in an origin of a frame"
end

-- ---- points -------------------------------------------------------------------------------------

-- the target, the centre of the wrist, r, h, what is left for the wrist
local function target_at(a, k, at)
  local env, X = {}, engine.pose(a, 6, at)
  for name, x in pairs(at) do env[name] = x end
  env.x, env.y, env.z = X[1][4], X[2][4], X[3][4]
  for r = 1, 3 do for c = 1, 3 do env["r" .. r .. c] = X[r][c] end end
  local W, A = engine.origin(a, k, at), engine.origin(a, jacobian.foot(a, 1), at)
  local axis = engine.axis(a, 1, at)
  env.xw, env.yw, env.zw, env.r, env.h = W[1], W[2], W[3], 0, 0
  for c = 1, 3 do
    local d = W[c] - A[c]
    env.r, env.h = env.r + d * d, env.h + d * axis[c]
  end
  local U = engine.pose(a, 3, at):block(1, 1, 3, 3):transpose() * X:block(1, 1, 3, 3)
  for r = 1, 3 do for c = 1, 3 do env["u" .. r .. c] = U[r][c] end end
  return env
end

-- ---- the first three joints ---------------------------------------------------------------------

local function wrist(b, a, w, k)
  b:section(w.wrist)
  b:say(w.wrist_text, arm_board.name(b, a, "origin", k))
  local c = vector.components(jacobian.between(a, k, 6), a.frames[6].basis)
  for r, name in ipairs { "x", "y", "z" } do
    local e = li.symbols(name)
    for s = 1, 3 do e = e - li.expr("r" .. r .. s, "new") * c[s] end
    b:line(name .. "w", e, { road = function(at) return { at[name .. "w"] } end })
  end
end

-- r and h as functions of the second and the third joint
local function distance(b, a, w, k)
  local v = jacobian.between(a, jacobian.foot(a, 1), k)
  local r, h = tidy(v:dot(v)), tidy(v:dot(a.frames[1].axis))
  b:section(w.distance)
  b:say(w.distance_text, arm_board.name(b, a, "origin", jacobian.foot(a, 1)))
  b:line("r", r, { road = function(at) return { at.r } end })
  b:line("h", h, { road = function(at) return { at.h } end })
  return v, r, h
end

-- K cos q + L sin q = M out of an expression that is a known number
local function one(b, o, e, known, q, w)
  local L = elementary.of_turn(e, q)
  b:say(w.form)
  local letters = { K = L.Y, L = L.X, M = known + L.Z }
  for _, name in ipairs { "K", "L", "M" } do b:line(name, letters[name]) end
  for _, at in ipairs(b.points) do one_angle.put(at, letters, tostring(q)) end
  one_angle.solve(b, tostring(q), o.lang)
  return 2
end

-- coefficients of the polynomial in u = tan(q/2) that (1 + u^2)^2 E is, by its values at five
-- places
local function polynomial(E, q, at)
  local env, M, right = {}, {}, {}
  for name, x in pairs(at) do env[name] = x end
  for k = -2, 2 do
    local u = k / 2
    env[tostring(q)] = 2 * math.atan(u)
    M[k + 3] = { 1, u, u ^ 2, u ^ 3, u ^ 4 }
    right[k + 3] = (1 + u * u) ^ 2 * E:eval(env)
  end
  return li.mat(M):solve(right)
end

-- r - k3 and h - k4 have coefficients at right angles, (2 a / sin alpha)^2 apart
local function general(b, a, w, r, h, q2, q3)
  local R, H = elementary.of_turn(r, q2), elementary.of_turn(h, q2)
  local row = a.cuts[a.letters.table == "modified" and 2 or 1].row
  local ratio = (2 * row.a / li.sin(row.alpha)) ^ 2
  local k = { k3 = -R.Z, k4 = -H.Z, N = tidy(R.X ^ 2 + R.Y ^ 2) }
  b:say(w.general, tostring(q2), tostring(q3))
  for _, name in ipairs { "k3", "k4", "N" } do
    b:line(name, k[name])
    for _, at in ipairs(b.points) do at[name] = k[name]:eval(at) end
  end
  local rs, hs, k3, k4, N = li.symbols "r h k3 k4 N"
  b:equation((rs - k3) ^ 2 + ratio * (hs - k4) ^ 2, N)
  local E = (rs - k.k3) ^ 2 + ratio * (hs - k.k4) ^ 2 - k.N
  b:say(w.quartic, tostring(q3))
  local at = b.points[1]
  local p, u = polynomial(E, q3, at), math.tan(at[tostring(q3)] / 2)
  local size, sum = 0, 0
  for i = 1, 5 do
    size = math.max(size, math.abs(p[i] * u ^ (i - 1)))
    sum = sum + p[i] * u ^ (i - 1)
  end
  b:table({ "`u^4`", "`u^3`", "`u^2`", "`u`", "`1`" }, { { p[5], p[4], p[3], p[2], p[1] } })
  b:line("p4 u^4 + p3 u^3 + p2 u^2 + p1 u + p0", li.expr(0),
    { points = { at }, road = function() return { sum / size } end })
  return 4
end

local function third(b, a, o, w, r, h)
  local q2, q3 = a.frames[2].q, a.frames[3].q
  b:section(w.third)
  local rs, hs = li.symbols "r h"
  if not r:depends(q2) then
    b:say(w.by_r, tostring(q2))
    return one(b, o, r, rs, q3, w)
  elseif not h:depends(q2) then
    b:say(w.by_h, tostring(q2))
    return one(b, o, h, hs, q3, w)
  end
  return general(b, a, w, r, h, q2, q3)
end

-- both equations in the second joint, or one of them twice where the other does not hold it
local function second(b, a, o, w, r, h)
  local q2 = a.frames[2].q
  local rs, hs = li.symbols "r h"
  local R, H = elementary.of_turn(r, q2), elementary.of_turn(h, q2)
  b:section(w.second)
  if not r:depends(q2) then return one(b, o, h, hs, q2, w) end
  if not h:depends(q2) then return one(b, o, r, rs, q2, w) end
  b:say(w.second_text)
  local A, B = rs + R.Z, hs + H.Z
  local D = R.X * H.Y - H.X * R.Y
  local e = li.atan2((A * H.Y - B * R.Y) / D, (R.X * B - H.X * A) / D)
  b:line(tostring(q2), e, { road = linkage.angle(e, tostring(q2)) })
  return 1
end

-- W turned about the first axis: its angle there, less what it is at q1 = 0
local function first(b, a, w, v)
  local q1 = a.frames[1].q
  local base = jacobian.foot(a, 1) == 0 and vector.zero() or a.frames[1].step
  local c = vector.components(v + base, a.root)
  local g = {}
  for k = 1, 2 do g[k] = tidy(c[k]:subs { [q1] = 0 }) end
  b:section(w.first)
  b:say(w.first_text, "xw", "yw")
  local x, y = li.symbols "xw yw"
  local e = li.atan2(y, x) - li.atan2(g[2], g[1])
  b:line(tostring(q1), e, { road = linkage.angle(e, tostring(q1)) })
end

-- ---- the wrist by its axes ----------------------------------------------------------------------

-- sign and place of the entry that is a product of these functions; nil
local function find(M, e)
  for r = 1, 3 do
    for c = 1, 3 do
      for _, sign in ipairs { 1, -1 } do
        if (M:at(r, c) - sign * e):trig():equals(0) then return sign, r, c end
      end
    end
  end
end

local function entry(sign, r, c) return sign * li.expr("u" .. r .. c, "new") end

local function last(b, a, w)
  local q4, q5, q6 = a.frames[4].q, a.frames[5].q, a.frames[6].q
  local R = a.frames[6].basis:rows(a.frames[3].basis)
  local M = li.smat(R)
  b:section(w.last)
  b:say(w.last_text)
  b:line("U", M, { road = function(at)
    local out = {}
    for r = 1, 3 do out[r] = { at["u" .. r .. 1], at["u" .. r .. 2], at["u" .. r .. 3] } end
    return out
  end })
  local found = {}
  -- joint 5 from a frame where it is 0 or a quarter turn away
  for _, f in ipairs { { li.cos(q5), li.sin(q5) }, { li.sin(q5), li.cos(q5) } } do
    local s, r, c = find(M, f[1])
    if s then found = { s, r, c, f[2] } end
    if s then break end
  end
  local s5, r5, c5, other = found[1], found[2], found[3], found[4]
  local function pair(q)
    local sa, ra, ca = find(M, li.sin(q) * other)
    local sb, rb, cb = find(M, li.cos(q) * other)
    if sa and sb then return entry(sa, ra, ca), entry(sb, rb, cb) end
  end
  local y4, x4
  if s5 then y4, x4 = pair(q4) end
  local y6, x6
  if y4 then y6, x6 = pair(q6) end
  if not y6 then return b:say(w.oblique) end
  local e, root = li.symbols "e", li.sqrt(y4 ^ 2 + x4 ^ 2)
  local main = entry(s5, r5, c5)
  local is_cos = tostring(other) == tostring(li.sin(q5))
  local five = is_cos and li.atan2(e * root, main) or li.atan2(main, e * root)
  for _, at in ipairs(b.points) do at.e = other:eval(at) >= 0 and 1 or -1 end
  b:say(w.solved)
  for _, x in ipairs { { q5, five }, { q4, li.atan2(e * y4, e * x4) },
    { q6, li.atan2(e * y6, e * x6) } } do
    b:line(tostring(x[1]), x[2], { road = linkage.angle(x[2], tostring(x[1])) })
  end
  b:say(w.singular)
  b:condition(other, "=")
end

function pieper.make(model, o)
  local b, a, w = arm_board.of(model, pieper, "pieper", o)
  if not b then return nil, a end
  local k, why = centre(a)
  if not k then return nil, why end
  if not a.table or not jacobian.foot(a, 1) then return nil, a.words.no_table end
  for i, at in ipairs(b.points) do b.points[i] = target_at(a, k, at) end
  wrist(b, a, w, k)
  local v, r, h = distance(b, a, w, k)
  local many = third(b, a, o, w, r, h) * second(b, a, o, w, r, h)
  first(b, a, w, v)
  last(b, a, w)
  b:section(w.count)
  b:say(w.eight, many, 2 * many)
  return arm_board.finish(b, a)
end

return pieper
