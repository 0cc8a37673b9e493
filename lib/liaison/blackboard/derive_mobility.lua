-- derive_mobility.lua - the mobility of a mechanism: bodies and joints counted, the formula in the
-- plane and in space, the rank at a configuration                        [course] F1.3, E1.1
local li = require "liaison.core"
local kinds = require "liaison.describe.kinds"
local kit = li._internal
local motion = require "liaison.constrained.mechanism_motion"
local plain_board = require "liaison.blackboard.plain_board"

local mobility = {}

mobility.words = {
  en = {
    title = "Mobility", joints = "Bodies and joints", head_joint = "joint", head_kind = "kind",
    head_bodies = "bodies", head_free = "freedoms", ground = "ground",
    revolute = "revolute", prismatic = "prismatic", spherical = "spherical", universal =
    "universal", cylindrical = "cylindrical", planar = "planar", fixed = "fixed",
    counted = "`n = %d` bodies with the ground, `j = %d` joints, `f = %d` freedoms of all joints "
      .. "together; loops: `%d`.", plane = "In the plane",
    plane_text = "Each body has 3 freedoms; a joint takes those it does not leave:",
    space = "In space", space_text = "Each body has 6 freedoms; a joint takes those it does not "
      .. "leave:",
    rank = "By rank", rank_text = "The formula counts; the rank of the rows that close the loops "
      .. "tells. At %s:",
    degree = "So many rows tell nothing new: `h`, the degree of hyperstaticity, of the formula "
      .. "in the plane or in space that fits.",
    same = "The formula is right here.", other = "The formula is wrong here: rows depend on one "
      .. "another.", motors = "Motors", motors_text = "Of the `%d` joints `%d` carry motors: `%d` "
      .. "choices, of which `%d` tell the motion here.",
    open = "(No numbers were given: at = {..} tells the mobility by rank.)",
  },
  fr = {
    title = "Mobilité", joints = "Corps et liaisons", head_joint = "liaison",
    head_kind = "nature", head_bodies = "corps", head_free = "degrés de liberté",
    ground = "bâti", revolute = "pivot", prismatic = "glissière", spherical = "rotule",
    universal = "cardan", cylindrical = "pivot glissant", planar = "appui plan",
    fixed = "encastrement",
    counted = "`n = %d` corps avec le bâti, `j = %d` liaisons, `f = %d` degrés de liberté de "
      .. "toutes les liaisons ; boucles : `%d`.", plane = "Dans le plan",
    plane_text = "Chaque corps a 3 degrés de liberté ; une liaison prend ceux qu'elle ne laisse "
      .. "pas :",
    space = "Dans l'espace", space_text = "Chaque corps a 6 degrés de liberté ; une liaison prend "
      .. "ceux qu'elle ne laisse pas :",
    rank = "Par le rang", rank_text = "La formule compte ; le rang des équations de fermeture "
      .. "décide. En %s :",
    degree = "Autant d'équations n'apprennent rien : `h`, le degré d'hyperstaticité, pour la "
      .. "formule plane ou spatiale qui convient.",
    same = "La formule est juste ici.", other = "La formule est fausse ici : des équations "
      .. "dépendent les unes des autres.", motors = "Moteurs",
    motors_text = "Des `%d` liaisons, `%d` "
      .. "portent un moteur : `%d` choix, dont `%d` déterminent le mouvement ici.",
    open = "(Sans nombres : at = {..} donne la mobilité par le rang.)",
  },
}

local function joints(b, m, w, r)
  local rows = {}
  b:section(w.joints)
  for i, j in ipairs(m.joints) do
    rows[i] = { j.name, w[j.kind] or j.kind, (j.from or w.ground) .. " - " .. (j.on or w.ground),
      kinds.freedom(motion.parts_of(m, j)) }
  end
  b:table({ w.head_joint, w.head_kind, w.head_bodies, w.head_free }, rows)
  b:say(w.counted, r.bodies, r.joints, r.freedoms, r.joints - r.bodies + 1)
end

-- m = d (n - 1) - (d j - f)
local function formula(b, title, text, d, r, value)
  b:section(title)
  b:say(text)
  b:line("m", { ("%d*(n - 1) - (%d*j - f)"):format(d, d),
    ("%d*(%d - 1) - (%d*%d - %d)"):format(d, r.bodies, d, r.joints, r.freedoms), value },
    { road = function() return { d * (r.bodies - r.joints - 1) + r.freedoms } end })
end

local function told(at)
  local names, out = {}, {}
  for name, x in pairs(at) do
    if type(x) == "number" then names[#names + 1] = name end
  end
  kit.sort(names)
  for k, name in ipairs(names) do
    out[k] = ("`%s = %s`"):format(name, kit.format("%.6g", at[name]))
  end
  return table.concat(out, ", ")
end

-- a number behind a minus
local function signed(x) return (x < 0 and "(%d)" or "%d"):format(x) end

local function by_rank(b, m, w, r, at)
  b:section(w.rank)
  b:say(w.rank_text, told(at))
  b:line("m", r.velocity)
  b:line("h", { ("%d - %s"):format(r.velocity, signed(r.velocity - r.hyperstatic)), r.hyperstatic },
    { road = function() return { r.velocity - (m.planar and r.plane or r.space) } end })
  b:say(w.degree)
  b:say(r.hyperstatic == 0 and w.same or w.other)
  if r.velocity > 0 and #r.actuators > 0 then
    b:section(w.motors)
    b:say(w.motors_text, r.joints, r.velocity, r.placements, #r.actuators)
  end
end

function mobility.make(m, o)
  local r, why = m:mobility(o.at)
  if not r then return nil, why end
  local b, w = plain_board(mobility, "mobility", o, { {} })
  joints(b, m, w, r)
  if r.plane then formula(b, w.plane, w.plane_text, 3, r, r.plane) end
  formula(b, w.space, w.space_text, 6, r, r.space)
  if o.at then by_rank(b, m, w, r, o.at) else b:say(w.open) end
  return require("liaison.blackboard.derivation").new(b)
end

return mobility
