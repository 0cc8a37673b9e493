-- derive_grashof.lua - the class of a four-bar: shortest and longest bar, Grashof's sum, where the
-- shortest stands; the four mechanisms of the chain                      [course] F2.2, F2.3, E2.3
local li = require "liaison.core"
local plain_board = require "liaison.blackboard.plain_board"
local kit = li._internal

local grashof = {}

grashof.words = {
  en = {
    title = "Grashof's class of a four-bar", bars = "The bars",
    head_bar = "bar", head_length = "length", head_role = "is",
    ground = "ground", input = "input", coupler = "coupler", output = "output",
    sum = "Grashof's sum", sum_text = "`s` is the shortest, `l` the longest bar, `p` and `q` the "
      .. "others. A bar can turn fully in the chain if and only if `s + l <= p + q`:",
    class = "The class", change = "The sums are equal: the bars can line up, and leave on either "
      .. "branch: a change point.", none = "The sum is larger: no bar turns fully, a triple "
      .. "rocker.", shortest = "The shortest bar, %s, turns fully beside its neighbours. It is the "
      .. "%s: a %s.", chain = "The mechanisms of the chain",
    chain_text = "Each bar as the ground in turn:", head_class = "class",
    crank_rocker = "crank-rocker", rocker_crank = "rocker-crank", double_crank = "double crank",
    double_rocker = "double rocker", triple_rocker = "triple rocker",
    change_point = "change point",
  },
  fr = {
    title = "Classe de Grashof d'un quatre-barres", bars = "Les barres",
    head_bar = "barre", head_length = "longueur", head_role = "est",
    ground = "le bâti", input = "l'entrée", coupler = "la bielle", output = "la sortie",
    sum = "La somme de Grashof", sum_text = "`s` est la barre la plus courte, `l` la plus longue, "
      .. "`p` et `q` les autres. Une barre peut faire des tours complets dans la chaîne si et "
      .. "seulement si `s + l <= p + q` :",
    class = "La classe", change = "Les sommes sont égales : les barres peuvent s'aligner et "
      .. "repartir sur l'une ou l'autre branche, un point de changement.",
    none = "La somme est plus grande : aucune barre ne fait de tours complets, un triple "
      .. "balancier.",
    shortest = "La barre la plus courte, %s, fait des tours complets par rapport à ses voisines. "
      .. "C'est %s : %s.", chain = "Les mécanismes de la chaîne",
    chain_text = "Chaque barre comme bâti à son tour :", head_class = "classe",
    crank_rocker = "manivelle-balancier", rocker_crank = "balancier-manivelle",
    double_crank = "double manivelle", double_rocker = "double balancier",
    triple_rocker = "triple balancier", change_point = "point de changement",
  },
}

local ROLES = { "ground", "input", "coupler", "output" }
local BARS = { "AD", "AB", "BC", "CD" }

local function lengths_of(f)
  local l1, l2, l3, dx, dy = kit.loop.numbers(f)
  return { math.sqrt(dx * dx + dy * dy), l1, l2, l3 }
end

-- places of the shortest, the longest and the other two
local function sorted(lengths)
  local order = { 1, 2, 3, 4 }
  table.sort(order, function(i, j)
    if lengths[i] ~= lengths[j] then return lengths[i] < lengths[j] end
    return i < j
  end)
  return order
end

local function number(x) return kit.format("%.6g", x) end

local function bars(b, w, lengths)
  local rows = {}
  b:section(w.bars)
  for i, name in ipairs(BARS) do rows[i] = { name, lengths[i], w[ROLES[i]] } end
  b:table({ w.head_bar, w.head_length, w.head_role }, rows)
end

-- s + l = 1 + 3 = 4, and p + q
local function sums(b, w, lengths, order)
  local s, l, p, q = lengths[order[1]], lengths[order[4]], lengths[order[2]], lengths[order[3]]
  b:section(w.sum)
  b:say(w.sum_text)
  local all = lengths[1] + lengths[2] + lengths[3] + lengths[4]
  for _, x in ipairs { { "s + l", s, l, p + q }, { "p + q", p, q, s + l } } do
    b:line(x[1], { number(x[2]) .. " + " .. number(x[3]), x[2] + x[3] },
      { road = function() return { all - x[4] } end })
  end
  local relation = s + l - p - q
  if math.abs(relation) <= 1e-12 * (s + l) then return "=" end
  return relation < 0 and "<" or ">"
end

local function class(b, w, f, order, relation)
  b:section(w.class)
  if relation == "=" then return b:say(w.change) end
  if relation == ">" then return b:say(w.none) end
  b:say(w.shortest, BARS[order[1]], w[ROLES[order[1]]], w[(f:class())])
end

function grashof.make(f, o)
  local b, w = plain_board(grashof, "class", o, { {} })
  local lengths = lengths_of(f)
  local order = sorted(lengths)
  bars(b, w, lengths)
  class(b, w, f, order, sums(b, w, lengths, order))
  local rows = {}
  for i, x in ipairs(f:inversions()) do rows[i] = { x.ground, w[x.class] } end
  b:section(w.chain)
  b:say(w.chain_text)
  b:table({ w.ground, w.head_class }, rows)
  return require("liaison.blackboard.derivation").new(b)
end

return grashof
