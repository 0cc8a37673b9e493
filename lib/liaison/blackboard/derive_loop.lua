-- derive_loop.lua - the loops of a planar mechanism closed one after the other: each group of two
-- unknowns as K cos + L sin = M with both assemblies; groups of a higher class are told, and left
-- to Newton and Raphson                                                  [course] F2.1 - F2.4, E2.1
local li = require "liaison.core"
local groups = require "liaison.blackboard.loop_groups"
local numbers = require "liaison.blackboard.loop_numbers"
local one_angle = require "liaison.blackboard.one_angle"
local plain_board = require "liaison.blackboard.plain_board"
local kit = li._internal

local loop = {}

loop.words = {
  en = {
    title = "Loop closure", rows = "What closes the loops",
    rows_text = "Joint by joint, with every other coordinate as the model has it:",
    order = "The order of the groups",
    order_text = "Given are %s. A group of two equations with two unknowns (a dyad) is solved by "
      .. "itself; what it finds is known to the next:",
    head_group = "group", head_kind = "kind", head_unknown = "unknown", head_from = "closes",
    head_count = "solutions",
    RRR = "three revolutes", RRP = "two revolutes and a slide along a known line",
    RPR = "a slide between two revolutes", PP = "two slides along known lines",
    R = "one angle", P = "one length", guide = "a guide that holds its direction",
    group = "Group %d: %s",
    turned = "With the angle", turned_more = "With the angles",
    vector = "In one vector equation, with what is known in `%s`, `%s`:",
    eliminate = "The terms of `%s` alone on one side, the squares add up to a constant:",
    project = "Across the slide its length is not seen:", form = "This has the form", with =
    "with", rest = "The other unknown (lengths are above 0):", back = "The coordinates of the "
      .. "model:",
    linear = "It is linear in what is unknown:", must = "One solution, where",
    count = "How many assemblies",
    count_two = "One group has two solutions, chosen by the sign `e`: at most 2 assemblies for one "
      .. "input.", count_text = "%d of the groups have two solutions each, chosen "
      .. "by the sign `e`: at most `%d` assemblies for one input.",
    count_one = "One solution: no group has two.",
    stay = "%s stay: no two equations hold two of them alone. They are a group of a higher class, "
      .. "which has no formula of this kind: Newton-Raphson (explain 'newton') finds them.",
    numbers = "In numbers", none = "At %s no assembly closes.",
    numbers_text = "At %s; `e` of the groups, one after the other:",
  },
  fr = {
    title = "Fermeture géométrique", rows = "Ce qui ferme les boucles",
    rows_text = "Liaison par liaison, avec toutes les autres coordonnées du modèle :",
    order = "L'ordre des groupes",
    order_text = "Sont donnés %s. Un groupe de deux équations à deux inconnues (une dyade) se "
      .. "résout seul ; ce qu'il donne est connu du suivant :",
    head_group = "groupe", head_kind = "nature", head_unknown = "inconnues",
    head_from = "ferme", head_count = "solutions",
    RRR = "trois pivots", RRP = "deux pivots et une glissière de direction connue",
    RPR = "une glissière entre deux pivots", PP = "deux glissières de directions connues",
    R = "un angle", P = "une longueur", guide = "un guidage qui tient sa direction",
    group = "Groupe %d : %s",
    turned = "Avec l'angle", turned_more = "Avec les angles",
    vector = "En une équation vectorielle, ce qui est connu dans `%s`, `%s` :",
    eliminate = "Les termes en `%s` isolés d'un côté, la somme des carrés est constante :",
    project = "Perpendiculairement à la glissière sa longueur n'intervient pas :",
    form = "Cela a la forme", with = "avec",
    rest = "L'autre inconnue (les longueurs sont positives) :",
    back = "Les coordonnées du modèle :", linear = "Elle est linéaire en l'inconnue :",
    must = "Une solution, si", count = "Nombre d'assemblages",
    count_two = "Un groupe a deux solutions, choisies par le signe `e` : au plus 2 assemblages "
      .. "pour une entrée.", count_text = "%d des groupes ont chacun deux solutions, choisies "
      .. "par le signe `e` : au plus `%d` assemblages pour une entrée.",
    count_one = "Une solution : aucun groupe n'en a deux.",
    stay = "Restent %s : aucune paire d'équations n'en contient deux seules. C'est un groupe de "
      .. "classe supérieure, sans formule de cette sorte : Newton-Raphson (explain 'newton') les "
      .. "trouve.",
    numbers = "En nombres", none = "En %s aucun assemblage ne se ferme.",
    numbers_text = "En %s ; `e` des groupes, l'un après l'autre :",
  },
}

-- ---- what is asked ------------------------------------------------------------------------------

-- rows that are not 0, of all loops
local function rows_of(model)
  local list = {}
  for _, row in ipairs(model:constraint_equations()) do
    for _, e in ipairs(row.phi or {}) do
      if tostring(e) ~= "0" then list[#list + 1] = { name = row.name, e = e } end
    end
  end
  return list
end

local function without(names, given)
  local out = {}
  for _, name in ipairs(names) do
    if not given[name] then out[#out + 1] = li.coordinates(name) end
  end
  return out
end

-- the coordinates that are given: those with a number; else the first one that leaves nothing to
-- Newton and Raphson, else the first ones
local function inputs(model, rows, at)
  local names, given = model:coordinates(), {}
  for _, name in ipairs(names) do given[name] = at[name] and true or nil end
  if next(given) then return given end
  for _, name in ipairs(names) do
    local _, stay, left = groups.of(rows, without(names, { [name] = true }))
    if #stay == 0 and #left == 0 then return { [name] = true } end
  end
  for k = 1, math.max(1, #names - #rows) do given[names[k]] = true end
  return given
end

-- ---- one group ----------------------------------------------------------------------------------

local function put_rows(b, g)
  for _, q in ipairs(g.turned) do
    if q.name ~= tostring(q.angle) then
      b:line(b:named(q.name, q.latex), q.angle, { road = function(at) return { at[q.name] } end })
    end
  end
end

local function vector_rows(b, w, g)
  if not g.P then return end
  b:say(w.vector, g.Pname[1], g.Pname[2])
  for k = 1, 2 do
    b:line(b:named(g.Pname[k], g.Platex[k]), g.P[k])
  end
  for k = 1, 2 do b:equation(g.vector[k], li.expr(0)) end
end

local function angle(b, w, g, lang)
  if g.eliminated then
    b:say(w.eliminate, g.turned[2].name)
    b:equation(g.eliminated[1], g.eliminated[2])
  elseif g.slide then
    b:say(w.project)
    b:equation(g.projected, li.expr(0))
  end
  local l, q = g.letters, g.turned[1].symbol
  b:say(w.form)
  b:equation(l.K * li.cos(q) + l.L * li.sin(q), l.M)
  b:say(w.with)
  for _, key in ipairs { "K", "L", "M" } do b:line(tostring(l[key]), g.form[key]) end
  one_angle.solve(b, g.turned[1].name, lang, g.letters)
end

local function rest(b, w, g)
  if #g.then_ == 0 then return end
  b:say(g.form and w.rest or w.linear)
  for _, x in ipairs(g.then_) do
    b:line(x.name, x.e, { road = x.road })
    if x.must and not x.must:number() then
      b:say(w.must)
      b:condition(x.must, "<>")
    end
  end
end

local function back(b, w, g)
  if #g.back == 0 then return end
  b:say(w.back)
  for _, x in ipairs(g.back) do b:line(x.name, x.e, { road = x.road }) end
end

local function group(b, w, k, g, lang)
  b:section(w.group, k, w[g.kind])
  local new = 0
  for _, q in ipairs(g.turned) do
    if q.name ~= tostring(q.angle) then new = new + 1 end
  end
  if new > 0 then b:say(new == 1 and w.turned or w.turned_more) end
  put_rows(b, g)
  vector_rows(b, w, g)
  if g.form then angle(b, w, g, lang) end
  rest(b, w, g)
  back(b, w, g)
end

-- ---- all of it ----------------------------------------------------------------------------------

local function told(names)
  local out = {}
  for k, name in ipairs(names) do out[k] = "`" .. name .. "`" end
  return table.concat(out, ", ")
end

local function names_of(list)
  local out = {}
  for k, q in ipairs(list) do out[k] = tostring(q) end
  return out
end

local function order(b, w, list, stay, given)
  local rows = {}
  for k, g in ipairs(list) do
    rows[k] = { k, w[g.kind], told(names_of(g.unknown)), table.concat(g.names, ", "),
      g.form and 2 or 1 }
  end
  b:section(w.order)
  b:say(w.order_text, told(given))
  b:table({ w.head_group, w.head_kind, w.head_unknown, w.head_from, w.head_count }, rows)
  if #stay > 0 then b:say(w.stay, told(names_of(stay))) end
end

local function count(b, w, list)
  local two = 0
  for _, g in ipairs(list) do two = two + (g.form and 1 or 0) end
  b:section(w.count)
  if two < 2 then return b:say(two == 0 and w.count_one or w.count_two) end
  b:say(w.count_text, two, math.floor(2 ^ two))
end

local function in_numbers(b, w, list, given, at)
  local values = {}
  for k, name in ipairs(given) do
    values[k] = ("`%s = %s`"):format(name, kit.format("%.6g", at[name]))
  end
  b:section(w.numbers)
  local found = numbers.all(list, at)
  if #found == 0 then return b:say(w.none, table.concat(values, ", ")) end
  b:say(w.numbers_text, table.concat(values, ", "))
  local head, rows = { "`e`" }, {}
  for _, g in ipairs(list) do
    for _, q in ipairs(g.unknown) do head[#head + 1] = "`" .. tostring(q) .. "`" end
  end
  for k, x in ipairs(found) do
    rows[k] = { table.concat(x.signs, " ") }
    for j = 2, #head do rows[k][j] = numbers.value(list, x.at, head[j]:sub(2, -2)) end
  end
  b:table(head, rows)
end

-- the rows of the model, or of the groups where others stay
local function closing(b, w, rows, list, stay)
  b:section(w.rows)
  b:say(w.rows_text)
  for _, r in ipairs(#stay == 0 and rows or {}) do b:equation(r.e, li.expr(0)) end
  for _, g in ipairs(#stay > 0 and list or {}) do
    for _, e in ipairs(g.rows) do b:equation(e, li.expr(0)) end
  end
end

-- every letter has a number: those of the inputs too
local function is_told(at, names)
  for _, name in ipairs(names) do
    if type(at[name]) ~= "number" then return false end
  end
  return true
end

function loop.make(m, o)
  local model = kit.class(m) == "model" and m or m:model()
  local rows = rows_of(model)
  if #rows == 0 then return nil, "it has no loop that closes by equations of its coordinates" end
  local at = o.at or {}
  local given, names = inputs(model, rows, at), {}
  for _, name in ipairs(model:coordinates()) do
    if given[name] then names[#names + 1] = name end
  end
  local list, stay = groups.of(rows, without(model:coordinates(), given))
  local flat = kit.class(m) ~= "model" and m.planar or kit.class(m) == "model" and #stay == 0
  if not flat then return nil, "its loops stand in space (explain 'newton' closes them)" end
  if #list == 0 then
    return nil, "no two of its equations hold two unknowns alone: its loops are of a higher class "
      .. "(explain 'newton' closes them)"
  end
  numbers.prepare(list, model)
  local letters = {}
  for _, name in ipairs(model:symbols()) do letters[#letters + 1] = name end
  for _, name in ipairs(names) do letters[#letters + 1] = name end
  local points = numbers.points(list, letters, names, at)
  if #points == 0 then
    return nil, "no numbers were found at which its loops close: tell at = {..}"
  end
  local b, w = plain_board(loop, "loop", o, points, model:coordinates())
  closing(b, w, rows, list, stay)
  order(b, w, list, stay, names)
  for k, g in ipairs(list) do group(b, w, k, g, o.lang) end
  count(b, w, list)
  if is_told(at, letters) and #stay == 0 then in_numbers(b, w, list, names, at) end
  return require("liaison.blackboard.derivation").new(b)
end

return loop
