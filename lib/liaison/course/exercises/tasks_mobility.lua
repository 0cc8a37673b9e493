-- tasks_mobility.lua - chapter 1: mobility, parametrisations, Lagrange with multipliers
local li = require "liaison.core"

local function binomial(n, k)
  local x = 1
  for i = 1, k do x = x * (n - k + i) / i end
  return math.floor(x + 0.5)
end

-- the crank, the rod and the piston, with their names
local function slider_crank(th)
  local x, y = 0.4 * math.cos(th), 0.4 * math.sin(th)
  local s = x + math.sqrt(1 - y * y)
  return { { "line", -0.2, 0, s + 0.4, 0, dash = true }, { "ground", 0, 0 },
    { "bar", 0, 0, x, y, "L1" }, { "bar", x, y, s, 0, "L2" },
    { "slider", s, 0, 0, "C3" }, { "pin", 0, 0 }, { "pin", x, y }, { "pin", s, 0 },
    { "arc", 0, 0, 0.2, 0, th, "th1" }, { "arrow", 0, 0, 0.62, 0, "x0" } }
end

local crank

-- the slider-crank of the course, its slider cut: coordinates al, be, la (crank, rod, piston)
local function mechanism()
  crank = crank or li.mechanism {
    name = "slider-crank", gravity = { 0, "-g" }, cut = "pin",
    bodies = { { name = "crank", m = "m1", j = "I1" }, { name = "rod", m = "m2", j = "I2" },
      { name = "piston", m = "m3", j = "I3" } },
    joints = {
      { kind = "revolute", name = "O", on = "crank", at = { "-L1/2", 0 }, coordinate = "al" },
      { kind = "revolute", name = "B", on = "rod", from = "crank", at = { "-L2/2", 0 },
        at_from = { "L1/2", 0 }, coordinate = "be" },
      { kind = "prismatic", name = "guide", on = "piston", coordinate = "la" },
      { kind = "revolute", name = "pin", on = "piston", from = "rod", at_from = { "L2/2", 0 },
        coordinate = "ga" },
    },
    loads = { { on = "crank", torque = "tau" }, { on = "piston", f = { "F", 0 }, axes = "world" } },
  }:equations "joint"
  return crank
end

return {
  {
    name = "mobility_plane", chapter = 1, from = "E1.1",
    title = { en = "Mobility of a planar mechanism", fr = "Mobilité d'un mécanisme plan" },
    statement = {
      en = "A planar mechanism. Moving bodies, beside the frame: {moving}. Pins of two bars: "
        .. "{simple}. Pins where three bars meet: {triple}. Sliders: {sliders}.",
      fr = "Un mécanisme plan. Corps mobiles, en plus du bâti : {moving}. Pivots de deux barres : "
        .. "{simple}. Pivots où se rejoignent trois barres : {triple}. Glissières : {sliders}." },
    data = { { "moving", 3, 7, 1 }, { "simple", 2, 6, 1 }, { "triple", 1, 3, 1 },
      { "sliders", 0, 2, 1 } },
    condition = function(d)
      local j = d.simple + 2 * d.triple + d.sliders
      local m = 3 * d.moving - 2 * j
      return m >= 1 and m <= 3
    end,
    solve = function(d, how)
      local j = d.simple + how.pins(3) * d.triple + d.sliders
      local n = how.bodies(d.moving + 1)
      local m = how.plane() * (n - j - 1) + j
      return { m = m, j = j, n = n, placements = m > 0 and binomial(j, m) or 0 }
    end,
    asked = {
      { name = "m", tol = 0, en = "its mobility by Grübler's formula",
        fr = "sa mobilité par la formule de Grübler" },
      { name = "placements", tol = 0,
        en = "in how many ways can `m` actuators be put on its joints?",
        fr = "de combien de façons peut-on placer `m` actionneurs sur ses liaisons ?" },
    },
    solution = {
      en = "With the frame `n = {n}` bodies; a pin of three bars is two joints, so `j = {j}`, each "
        .. "of one freedom. `m = 3*(n - j - 1) + j` = {m}. Actuators: C({j}, {m}).",
      fr = "Avec le bâti `n = {n}` corps ; un pivot de trois barres compte pour deux liaisons, "
        .. "donc `j = {j}`, à un degré de liberté. `m = 3*(n - j - 1) + j` = {m}. Actionneurs : "
        .. "C({j}, {m})." },
  },
  {
    name = "mobility_space", chapter = 1, from = "E1.1",
    title = { en = "Mobility of a suspension", fr = "Mobilité d'une suspension" },
    statement = {
      en = "A wheel suspension in space. Bodies, beside the chassis: {moving}. Joints: revolute "
        .. "{R}, prismatic {P}, cylindrical {C}, spherical {S}. Rods that can turn about their own "
        .. "axes: {free}.",
      fr = "Une suspension de roue, dans l'espace. Corps, en plus du châssis : {moving}. "
        .. "Liaisons : pivots {R}, glissières {P}, pivots glissants {C}, rotules {S}. Barres qui "
        .. "peuvent tourner autour de leur axe : {free}." },
    data = { { "moving", 4, 6, 1 }, { "R", 1, 2, 1 }, { "P", 0, 1, 1 }, { "C", 0, 1, 1 },
      { "S", 3, 6, 1 }, { "free", 1, 2, 1 } },
    condition = function(d)
      local m = 6 * d.moving - 5 * (d.R + d.P) - 4 * d.C - 3 * d.S
      return m > d.free and m <= 4
    end,
    solve = function(d, how)
      local n, j = how.bodies(d.moving + 1), d.R + d.P + d.C + d.S
      local f = d.R + d.P + 2 * d.C + 3 * d.S
      local m = how.space() * (n - j - 1) + f
      return { m = m, useful = m - how.internal(d.free), f = f, n = n, j = j }
    end,
    words = { internal = function(x) return x end },
    mistakes = { { name = "internal_kept", en = "internal mobilities are counted as useful",
      fr = "les mobilités internes sont comptées comme utiles",
      hint_en = "A rod that turns about its own axis moves nothing else.",
      hint_fr = "Une barre qui tourne autour de son axe n'entraîne rien d'autre.",
      words = { internal = function() return 0 end } } },
    asked = {
      { name = "m", tol = 0, en = "its mobility by the formula in space",
        fr = "sa mobilité par la formule de l'espace" },
      { name = "useful", tol = 0, en = "how many of these are useful (not internal)?",
        fr = "combien de ces mobilités sont utiles (non internes) ?" },
    },
    solution = {
      en = "`n = {n}`, `j = {j}`, the freedoms of the joints sum to {f}: `m = 6*(n - j - 1) + {f}` "
        .. "= {m}. Internal: {free}.",
      fr = "`n = {n}`, `j = {j}`, la somme des degrés de liberté est {f} : `m = 6*(n - j - 1) + "
        .. "{f}` = {m}. Internes : {free}." },
  },
  {
    name = "mobility_rank", chapter = 1, from = "E1.1",
    title = { en = "Where the formula is wrong", fr = "Là où la formule est fausse" },
    statement = {
      en = "Three bars of the same length {l} are pivoted on the ground at x = 0, {a} and {b}; "
        .. "their other ends are pinned to one coupler, at the same distances. All bars are "
        .. "parallel.",
      fr = "Trois barres de même longueur {l} sont articulées sur le bâti en x = 0, {a} et {b} ; "
        .. "leurs autres bouts sont articulés sur une même bielle, aux mêmes distances. Les barres "
        .. "sont parallèles." },
    data = { { "l", 1, 2, 0.25, unit = "m" }, { "a", 1, 3, 0.5, unit = "m" },
      { "b", 4, 6, 0.5, unit = "m" }, { "phi", 40, 80, 5, unit = "deg" } },
    picture = function(d)
      local x, y = d.l * math.cos(math.rad(d.phi)), d.l * math.sin(math.rad(d.phi))
      local out = { { "bar", x, y, d.b + x, y, "4" } }
      for _, at in ipairs { 0, d.a, d.b } do
        out[#out + 1] = { "ground", at, 0 }
        out[#out + 1] = { "bar", at, 0, at + x, y }
      end
      for _, at in ipairs { 0, d.a, d.b } do
        out[#out + 1] = { "pin", at, 0 }
        out[#out + 1] = { "pin", at + x, y }
      end
      return out
    end,
    solve = function(d, how)
      local bodies, loops = {}, {}
      for i, x in ipairs { 0, d.a, d.b } do
        bodies[i] = { name = "bar" .. i, parent = "world", joint = "revolute", q = "b" .. i,
          at = { x, 0, 0 } }
      end
      bodies[4] = { name = "coupler", parent = "bar1", at = { d.l, 0, 0 }, joint = "revolute",
        q = "c" }
      for i, x in ipairs { d.a, d.b } do
        loops[i] = { "point", from = "bar" .. i + 1, from_at = { d.l, 0, 0 }, to = "coupler",
          to_at = { x, 0, 0 } }
      end
      local phi = d.phi * li.deg
      local found = li.robot { bodies = bodies, constraints = loops }:mobility { b1 = phi, b2 = phi,
        b3 = phi, c = -phi }
      local n, j = how.bodies(5), 6
      local formula = how.plane() * (n - j - 1) + j
      return { formula = formula, rank = found.velocity, hyper = found.velocity - formula }
    end,
    asked = {
      { name = "formula", tol = 0, en = "mobility by the formula", fr = "mobilité par la formule" },
      { name = "rank", tol = 0, en = "mobility by the rank of the velocity equations",
        fr = "mobilité par le rang des équations de vitesse" },
      { name = "hyper", tol = 0, en = "how many constraints are told twice?",
        fr = "degré d'hyperstatisme" },
    },
    solution = {
      en = "`n = 5`, `j = 6`: the formula gives {formula}. But the third bar only repeats what the "
        .. "parallelogram of the other two keeps: the rank is 5 of 6, the mobility {rank}.",
      fr = "`n = 5`, `j = 6` : la formule donne {formula}. Mais la troisième barre répète ce que "
        .. "le parallélogramme des deux autres impose : le rang est 5 sur 6, la mobilité {rank}." },
  },
  {
    name = "parametrisations", chapter = 1, from = "E1.2",
    title = { en = "Three parametrisations", fr = "Trois paramétrages" },
    statement = {
      en = "A planar mechanism: {moving} moving bodies and {j} joints, all of one "
        .. "freedom. Number of loops: {loops}.",
      fr = "Un mécanisme plan a {moving} corps mobiles et {j} liaisons, toutes à un "
        .. "degré de liberté. Nombre de boucles : {loops}." },
    data = { { "moving", 3, 8, 1 }, { "j", 4, 11, 1 } },
    condition = function(d)
      local m = 3 * d.moving - 2 * d.j
      return d.j > d.moving and d.j <= d.moving + 3 and m >= 1 and m <= 3
    end,
    shown = function(d) return { loops = d.j - d.moving } end,
    solve = function(d, how)
      local free = how.plane()
      return { redundant = d.moving, closures = 2 * (d.j - d.moving),
        m = 3 * d.moving - 2 * d.j, maximal = free * d.moving,
        constraints = (free - 1) * d.j, equations = free * d.moving + (free - 1) * d.j }
    end,
    asked = {
      { name = "redundant", tol = 0,
        en = "coordinates when every loop is cut at one joint, the joint removed (surabondant)",
        fr = "nombre de coordonnées si chaque boucle est coupée à une liaison (surabondant)" },
      { name = "closures", tol = 0, en = "closure equations of these cuts (cut joints keep 2 each)",
        fr = "équations de fermeture de ces coupures (2 par liaison coupée)" },
      { name = "maximal", tol = 0, en = "coordinates when every body is free (maximal)",
        fr = "nombre de coordonnées si tous les corps sont libres (maximal)" },
      { name = "constraints", tol = 0, en = "constraints of the joints then",
        fr = "nombre de contraintes des liaisons alors" },
      { name = "equations", tol = 0, en = "equations, and unknowns, of the maximal form",
        fr = "nombre d'équations, et d'inconnues, de la forme maximale" },
    },
    solution = {
      en = "The tree keeps a coordinate for each moving body; each cut joint gives 2 equations: "
        .. "{redundant} - {closures} = {m}. Free bodies: 3 coordinates each, 2 constraints a "
        .. "joint: {maximal} - {constraints} = {m}.",
      fr = "L'arbre garde une coordonnée par corps mobile ; chaque liaison coupée donne 2 "
        .. "équations : {redundant} - {closures} = {m}. Corps libres : 3 coordonnées chacun, 2 "
        .. "contraintes par liaison : {maximal} - {constraints} = {m}." },
  },
  {
    name = "slider_crank_rows", chapter = 1, from = "E1.2",
    title = { en = "Constraint rows of the slider-crank",
      fr = "Contraintes de la bielle-manivelle" },
    statement = {
      en = "The slider is cut; `th1`, `th2`, `th3` are relative angles, and the piston stays on "
        .. "the axis and keeps its direction: `L1*s1 + L2*s12 = 0`, `th1 + th2 + th3 = 0`. The "
        .. "second row of velocities is `A1*th1' + A2*th2' = 0`.",
      fr = "La glissière est coupée ; `th1`, `th2`, `th3` sont les angles relatifs, et le piston "
        .. "reste sur l'axe et garde sa direction : `L1*s1 + L2*s12 = 0`, `th1 + th2 + th3 = 0`. "
        .. "La seconde ligne des vitesses est `A1*th1' + A2*th2' = 0`." },
    data = {},
    picture = function() return slider_crank(0.9) end,
    solve = function(_, how)
      local c12 = ("cos(%s)"):format(how.absolute_text "th1 + th2")
      return { A1 = ("L1*%s + L2*%s"):format(how.chain "cos(th1)", c12), A2 = "L2*" .. c12,
        D2 = ("-L2*sin(%s)*(th1' + th2')"):format(how.absolute_text "th1 + th2") }
    end,
    words = { absolute_text = function(x) return x end, chain = function(x) return x end },
    mistakes = {
      { name = "second_angle_alone", en = "th2 in the place of th1 + th2",
        fr = "th2 à la place de th1 + th2", hint_en = "th2 is measured from the crank.",
        hint_fr = "th2 est mesuré à partir de la manivelle.",
        words = { absolute_text = function() return "th2" end } },
      { name = "not_derived", en = "the sine is not differentiated",
        fr = "le sinus n'est pas dérivé", hint_en = "The derivative of s1 is c1 th1'.",
        hint_fr = "La dérivée de s1 est c1 th1'.",
        words = { chain = function() return "sin(th1)" end } },
    },
    asked = {
      { name = "A1", kind = "formula", letters = "L1 L2 th1 th2", stem = "th",
        en = "the factor of `th1'`", fr = "le facteur de `th1'`" },
      { name = "A2", kind = "formula", letters = "L1 L2 th1 th2", stem = "th",
        en = "the factor of `th2'`", fr = "le facteur de `th2'`" },
      { name = "D2", kind = "formula", letters = "L1 L2 th1 th2 th1' th2'", stem = "th",
        en = "the derivative of `A2` by time (second entry of the row of accelerations)",
        fr = "la dérivée de `A2` par rapport au temps (ligne des accélérations)" },
    },
    solution = {
      en = "Differentiate `L1*s1 + L2*s12` by time, and collect `th1'` and `th2'`; then once more.",
      fr = "Dériver `L1*s1 + L2*s12` par rapport au temps, rassembler `th1'` et `th2'` ; puis "
        .. "encore une fois." },
  },
  {
    name = "slider_crank_start", chapter = 1, from = "E1.2",
    title = { en = "Acceleration of a slider-crank", fr = "Accélération d'une bielle-manivelle" },
    statement = {
      en = "Crank {L1}, rod {L2}, uniform bars of {m1} and {m2}, piston {m3}; gravity 9.81 m/s² "
        .. "downwards. A torque {tau} acts on the crank, {F} on the piston along x. At `th1` = "
        .. "{th} the crank turns at {w}. Inertias about the centres of mass: `m*L^2/12`.",
      fr = "Manivelle {L1}, bielle {L2}, barres homogènes de {m1} et {m2}, piston {m3} ; pesanteur "
        .. "9.81 m/s² vers le bas. Un couple {tau} agit sur la manivelle, {F} sur le piston selon "
        .. "x. En `th1` = {th} la manivelle tourne à {w}. Inerties aux centres de masse : "
        .. "`m*L^2/12`." },
    data = { { "L1", 0.15, 0.3, 0.05, unit = "m" }, { "L2", 0.5, 0.8, 0.05, unit = "m" },
      { "m1", 0.5, 1.5, 0.25, unit = "kg" }, { "m2", 1, 2, 0.25, unit = "kg" },
      { "m3", 0.4, 1.2, 0.2, unit = "kg" }, { "tau", 1, 4, 0.5, unit = "N m" },
      { "F", -20, -5, 5, unit = "N" }, { "th", 25, 65, 5, unit = "deg" },
      { "w", 2, 8, 1, unit = "rad/s" } },
    picture = function(d) return slider_crank(math.rad(d.th)) end,
    solve = function(d, how)
      local th, w = how.angle(d.th), how.rates(d.w)
      local b = -math.asin(d.L1 * math.sin(th) / d.L2)
      local rate = -d.L1 * math.cos(th) * w / (d.L2 * math.cos(b))
      local x = d.L1 * math.cos(th) + d.L2 * math.cos(b)
      local speed = -d.L1 * math.sin(th) * w - d.L2 * math.sin(b) * rate
      local n = mechanism():with { L1 = d.L1, L2 = d.L2, m1 = d.m1, m2 = d.m2, m3 = d.m3,
        I1 = d.m1 * d.L1 ^ 2 / 12, I2 = d.m2 * d.L2 ^ 2 / 12, I3 = 0.01,
        g = how.gravity(9.81), tau = d.tau, F = how.action(d.F) }
      local r = n:solve({ th, b - th, x }, { w, rate - w, speed })
      return { ["th1''"] = r.a[1], ["x''"] = r.a[3], b = b / li.deg }
    end,
    asked = {
      { name = "b", unit = "deg", en = "the absolute angle of the rod",
        fr = "l'angle absolu de la bielle" },
      { name = "th1''", unit = "rad/s^2", en = "the angular acceleration of the crank",
        fr = "l'accélération angulaire de la manivelle" },
      { name = "x''", unit = "m/s^2", en = "the acceleration of the piston",
        fr = "l'accélération du piston" },
    },
    solution = {
      en = "The three parametrisations give the same: strict (one equation in `th1`), joints with "
        .. "two multipliers, or free bodies with eight. The rod stands at {b}.",
      fr = "Les trois paramétrages donnent la même chose : strict (une équation en `th1`), "
        .. "surabondant avec deux multiplicateurs, maximal avec huit. La bielle est à {b}." },
  },
  {
    name = "driven_pendulum", chapter = 1, from = "F1.3",
    title = { en = "A multiplier is a motor torque",
      fr = "Un multiplicateur est un couple moteur" },
    statement = {
      en = "A bar of mass `m`, length `L`, hangs on a pivot; `th` is its angle from the "
        .. "horizontal, `I` its inertia about the centre of mass. It is driven: `th = w*t + "
        .. "k*t^2/2`, kept by a constraint with the multiplier `lambda` (on the right of "
        .. "Lagrange's equation).",
      fr = "Une barre de masse `m`, longueur `L`, est articulée à un bout ; `th` est son angle "
        .. "depuis l'horizontale, `I` son inertie au centre de masse. Elle est entraînée : "
        .. "`th = w*t + k*t^2/2`, imposé par une liaison de multiplicateur `lambda` (au second "
        .. "membre de l'équation de Lagrange)." },
    data = {},
    picture = function()
      local x, y = math.cos(0.6), math.sin(0.6)
      return { { "ground", 0, 0, math.pi / 2 }, { "line", 0, 0, 0.9, 0, dash = true },
        { "bar", 0, 0, x, y, "L" }, { "pin", 0, 0 }, { "arc", 0, 0, 0.4, 0, 0.6, "th" },
        { "mass", x / 2, y / 2, "G" } }
    end,
    solve = function(_, how)
      return { lambda = ("(I + %s)*k + m*%s*L/2*cos(th)"):format(how.steiner "m*L^2/4",
        how.gravity "g"), beta = "-w - k*t" }
    end,
    asked = {
      { name = "beta", kind = "formula", letters = "w k t", en = "the constraint is written "
        .. "`th' + beta = 0`: what is `beta`?", fr = "la liaison s'écrit `th' + beta = 0` : que "
        .. "vaut `beta` ?" },
      { name = "lambda", kind = "formula", letters = "m L I g k th t w", en = "the multiplier",
        fr = "le multiplicateur" },
    },
    solution = {
      en = "`T = (I + m*L^2/4)*th'^2/2`, `V = m*g*L/2*sin(th)`; with `th'' = k` Lagrange's "
        .. "equation is `lambda = (I + m*L^2/4)*k + m*g*L/2*cos(th)`: the torque of the motor.",
      fr = "`T = (I + m*L^2/4)*th'^2/2`, `V = m*g*L/2*sin(th)` ; avec `th'' = k` l'équation de "
        .. "Lagrange donne `lambda = (I + m*L^2/4)*k + m*g*L/2*cos(th)` : le couple du moteur." },
  },
}
