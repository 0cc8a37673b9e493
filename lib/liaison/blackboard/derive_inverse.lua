-- derive_inverse.lua - the inverse geometric model by Paul's elementary equations: each with its
-- type, closed formula, condition and number of solutions                [course] F3.7, E3.9, E3.10
local li = require "liaison.core"
local arm = require "liaison.blackboard.arm"
local arm_board = require "liaison.blackboard.arm_board"
local elementary = require "liaison.equations.inverse_elementary"
local engine = require "liaison.blackboard.engine"
local inverse_text = require "liaison.equations.inverse_text"
local solve = require "liaison.equations.inverse_solve"

local inverse = {}

inverse.words = {
  en = {
    title = "Inverse geometric model (Paul)", given = "What is given",
    given_text = "The place `x`, `y`, `z` of the last origin in frame 0%s.",
    axes = " and its axes, the columns `r11` .. `r33`",
    points = "Points carried by the last body:", demands = "The arm cannot change these:",
    step = "Joint %d: %s",
    seen = "An equation in which no other unknown is left, told in frame %d:",
    distance = "The square of a distance, in which no other unknown is left:",
    kind = "It has the elementary form", letters = "with", root = "Solution:",
    root_two = "Solutions, `%s = 1` or `-1`:", must = "They exist where",
    free = "Singular, %s is free, where", count = "Number of solutions",
    at_most = "At most %d configurations, one for each choice of the signs %s.",
    alone = "One configuration.",
    fewer = "Of the %d choices of signs at most %d were found to lead back to the target.",
    numbers = "In numbers", numbers_text = "All that lead to the target of `%s`:",
  },
  fr = {
    title = "Modèle géométrique inverse (Paul)", given = "Ce qui est donné",
    given_text = "La position `x`, `y`, `z` de la dernière origine dans le repère 0%s.",
    axes = " et ses axes, les colonnes `r11` .. `r33`",
    points = "Points liés au dernier corps :", demands = "Le bras ne peut pas les changer :",
    step = "Liaison %d : %s",
    seen = "Une équation où ne reste aucune autre inconnue, dans le repère %d :",
    distance = "Le carré d'une distance, où ne reste aucune autre inconnue :",
    kind = "Elle a la forme élémentaire", letters = "avec", root = "Solution :",
    root_two = "Solutions, `%s = 1` ou `-1` :", must = "Elles existent si",
    free = "Singulier, %s est libre, si", count = "Nombre de solutions",
    at_most = "Au plus %d configurations, une par choix des signes %s.",
    alone = "Une configuration.",
    fewer = "Des %d choix de signes, au plus %d ramènent à la cible.",
    numbers = "En nombres", numbers_text = "Toutes celles qui mènent à la cible de `%s` :",
  },
}

-- ---- points: a configuration, the target it makes, letters of the steps -------------------------

local function target_at(a, inv, at)
  local X, env = engine.pose(a, a.n, at), {}
  for name, x in pairs(at) do env[name] = x end
  for k = 1, 3 do env[inv.target[k]] = X[k][4] end
  for r = 1, 3 do
    for c = 1, inv.position and 0 or 3 do env[inv.target[3 * r + c]] = X[r][c] end
  end
  for _, d in ipairs(inv.points) do
    for k = 1, 3 do env[d.names[k]] = d.value[k]:eval(env) end
  end
  return env
end

local function points_of(b, a, inv)
  local out = {}
  for k, at in ipairs(b.points) do out[k] = target_at(a, inv, at) end
  return out
end

local function wrapped(x) return x - 2 * math.pi * math.floor(x / (2 * math.pi) + 0.5) end

-- the sign with which a step leads to the coordinate the point was made of
local function sign_at(step, at)
  local best, least = 1, math.huge
  for _, sign in ipairs { 1, -1 } do
    local off = step.value(sign):eval(at) - at[tostring(step.q)]
    off = math.abs(step.slide and off or wrapped(off))
    if off < least then best, least = sign, off end
  end
  return best
end

-- letters and sign of a step join the points
local function with_step(step, points)
  local out = {}
  for k, at in ipairs(points) do
    out[k] = {}
    for name, x in pairs(at) do out[k][name] = x end
    for name, e in pairs(step.letters) do out[k][name] = e:eval(at) end
    if step.sign then out[k][step.sign] = sign_at(step, at) end
  end
  return out
end

-- ---- a step -------------------------------------------------------------------------------------

-- the equations of the row in its letters
local function form_of(b, step, points)
  for _, e in ipairs(elementary.by_name[step.row.name].equation) do
    local left, right = e:match "^(.-) = (.*)$"
    b:equation(inverse_text.shown(step, left), inverse_text.shown(step, right), points)
  end
end

local function letters_of(b, w, step, points)
  local _, names = inverse_text.letters(step)
  if #names > 0 then b:say(w.letters) end
  for _, name in ipairs(names) do b:line(name, step.letters[name], { points = points }) end
end

-- the formula: its value is the coordinate the point was made of, whole turns apart
local function solution(b, step, at_step, w)
  local e = inverse_text.shown(step, step.row.formula)
  b:say(step.sign and w.root_two or w.root, step.sign)
  b:line(tostring(step.q), e, { points = at_step, road = function(at)
    local q, x = at[tostring(step.q)], e:eval(at)
    return { step.slide and q or x - wrapped(x - q) }
  end })
  if step.must then
    b:say(w.must)
    b:condition(inverse_text.shown(step, step.row.must), ">=")
  end
  if not step.free:number() then
    b:say(w.free, "`" .. tostring(step.q) .. "`")
    b:condition(inverse_text.shown(step, step.row.free), "=")
  end
end

local function write_step(b, step, points, w)
  local at_step = with_step(step, points)
  b:section(w.step, step.joint, "`" .. tostring(step.q) .. "`")
  b:say(step.distance and w.distance or w.seen, step.body)
  for _, e in ipairs(step.from) do
    b:equation(e.left, e.right, points)
  end
  b:say(w.kind)
  form_of(b, step, at_step)
  letters_of(b, w, step, at_step)
  solution(b, step, at_step, w)
end

-- ---- before and behind the steps ----------------------------------------------------------------

local function given(b, inv, points, w)
  b:section(w.given)
  b:say(w.given_text, inv.position and "" or w.axes)
  if #inv.demands > 0 then
    b:say(w.demands)
    for _, d in ipairs(inv.demands) do
      b:line(d.name, li.expr(d.value), { points = points,
        road = function(at) return { at[d.name] } end })
    end
  end
  if #inv.points == 0 then return end
  b:say(w.points)
  for _, d in ipairs(inv.points) do
    for k = 1, 3 do
      if not d.value[k]:number() then
        b:line(d.names[k], d.value[k], { points = points })
      end
    end
  end
end

local function signs_of(inv)
  local out = {}
  for _, step in ipairs(inv.steps) do
    if step.sign then out[#out + 1] = "`" .. step.sign .. "`" end
  end
  return table.concat(out, ", ")
end

-- all configurations of one target
local function numbers(b, a, inv, at, w)
  local X, values = engine.pose(a, a.n, at), {}
  for _, name in ipairs(inv.parameters) do values[name] = at[name] end
  local R, p = {}, { X[1][4], X[2][4], X[3][4] }
  for r = 1, 3 do R[r] = { X[r][1], X[r][2], X[r][3] } end
  local list = solve.all(inv, inv.position and p or li.frame(li.mat(R), p), { values = values })
  if not list then return end
  local head, rows, told = {}, {}, {}
  for k, q in ipairs(inv.q) do
    head[k] = "`" .. tostring(q) .. "`"
    told[k] = ("%s = %s"):format(tostring(q), li._internal.format("%.4g", at[tostring(q)]))
  end
  for k, q in ipairs(list) do
    rows[k] = {}
    for i = 1, #q do rows[k][i] = q[i] end
  end
  b:section(w.numbers)
  b:say(w.numbers_text, table.concat(told, ", "))
  b:table(head, rows)
end

function inverse.make(model, o)
  local b, a, w = arm_board.of(model, inverse, "inverse", o)
  if not b then return nil, a end
  local inv, why = arm.letter_model(a):inverse_equations { position = o.position }
  if not inv then return nil, why end
  local points = points_of(b, a, inv)
  given(b, inv, points, w)
  for _, step in ipairs(inv.steps) do write_step(b, step, points, w) end
  b:section(w.count)
  if inv.count == 1 then b:say(w.alone) else b:say(w.at_most, inv.count, signs_of(inv)) end
  if inv.most < inv.count then b:say(w.fewer, inv.count, inv.most) end
  numbers(b, a, inv, b.points[1], w)
  return arm_board.finish(b, a)
end

return inverse
