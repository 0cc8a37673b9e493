-- tasks_dynamics.lua - chapter 6: inertias, pendulums, the RRP with masses, slides
local li = require "liaison.core"
local pictures = require "liaison.course.exercises.arm_pictures"

local cos, sin, pi = math.cos, math.sin, math.pi

local function pendulum_picture()
  local a = -1.1
  local x, y = cos(a), sin(a)
  return { { "ground", 0, 0, -pi / 2 }, { "bar", 0, 0, x, y, "L" }, { "pin", 0, 0 },
    { "circle", x, y, 0.16 }, { "mass", x / 2, y / 2, "G" },
    { "line", 0, 0, 0, -1, dash = true }, { "arc", 0, 0, 0.5, -pi / 2, a, "th" } }
end

-- the RRP with the masses of the data, in the course's table
local function rrp(d, g)
  return li.dh { convention = "standard", joints = "RRP", a = { 0, d.a2, 0 },
    alpha = { pi / 2, -pi / 2, pi / 2 }, d = { 0, 0, "d3" }, theta = { "th1", "th2", pi / 2 },
    gravity = { 0, 0, -g }, mass = { d.m1, d.m2, d.m3 },
    com = { { 0, 0.02, -0.05 }, { -0.04, 0, 0.03 }, { 0, -0.12, 0.01 } },
    inertia = { { 0.02, 0.03, 0.04 }, { 0.01, 0.015, 0.012 }, { 0.005, 0.006, 0.002 } } }
end

local RRP = { { "a2", 0.08, 0.14, 0.01, unit = "m" }, { "m1", 2, 4, 0.5, unit = "kg" },
  { "m2", 1, 3, 0.5, unit = "kg" }, { "m3", 0.5, 1.5, 0.25, unit = "kg" },
  { "th1", 10, 40, 5, unit = "deg" }, { "th2", -60, -20, 5, unit = "deg" },
  { "d3", 0.2, 0.35, 0.05, unit = "m" } }

local function rrp_data(...)
  local out = {}
  for i, row in ipairs(RRP) do out[i] = row end
  for _, row in ipairs { ... } do out[#out + 1] = row end
  return out
end

local RRP_EN = "The RRP robot of the course, `a2` = {a2}, masses {m1}, {m2}, {m3}; centres of mass "
  .. "in the frames of their bodies: (0, 0.02, -0.05), (-0.04, 0, 0.03), (0, -0.12, 0.01) m; `th1` "
  .. "= {th1}, `th2` = {th2}, `d3` = {d3}; g = 9.81 m/s² along -z0. "
local RRP_FR = "Le robot RRP du cours, `a2` = {a2}, masses {m1}, {m2}, {m3} ; centres de masse "
  .. "dans les repères des corps : (0, 0.02, -0.05), (-0.04, 0, 0.03), (0, -0.12, 0.01) m ; `th1` "
  .. "= {th1}, `th2` = {th2}, `d3` = {d3} ; g = 9.81 m/s² suivant -z0. "

return {
  {
    name = "pendulum", chapter = 6, from = "F6.7",
    title = { en = "A compound pendulum", fr = "Un pendule composé" },
    statement = {
      en = "A rod of length `L` = {L} and mass {m} hangs from one end; a disc of radius {r} and "
        .. "mass {M} is fixed to the other, its centre at the end.",
      fr = "Une tige de longueur `L` = {L} et de masse {m} est suspendue par un bout ; un disque "
        .. "de rayon {r} et de masse {M} est fixé à l'autre, son centre au bout." },
    data = { { "L", 0.4, 1, 0.1, unit = "m" }, { "m", 0.5, 2, 0.25, unit = "kg" },
      { "r", 0.1, 0.2, 0.05, unit = "m" }, { "M", 1, 3, 0.5, unit = "kg" } },
    picture = pendulum_picture,
    solve = function(d, how)
      local g = how.gravity(9.81)
      local J = d.m * d.L ^ 2 / 12 + how.steiner(d.m * d.L ^ 2 / 4)
        + how.disc(d.M * d.r ^ 2) + how.steiner(d.M * d.L ^ 2)
      local w2 = g * (d.m * d.L / 2 + d.M * d.L) / J
      return { J = J, w = how.root(w2), T = 2 * pi / how.root(w2) }
    end,
    words = { disc = function(x) return x / 2 end },
    mistakes = { { name = "disc_as_hoop", en = "a disc was taken for a hoop (m r^2)",
      fr = "un disque pris pour un cerceau (m r^2)", hint_en = "A disc about its centre: m r^2/2.",
      hint_fr = "Un disque en son centre : m r^2/2.",
        words = { disc = function(x) return x end } } },
    asked = {
      { name = "J", unit = "kg m^2", en = "its inertia about the pivot",
        fr = "son inertie autour du pivot" },
      { name = "w", unit = "rad/s", en = "the angular frequency of small motions",
        fr = "la pulsation des petits mouvements" },
      { name = "T", unit = "s", en = "their period", fr = "leur période" },
    },
    solution = { en = "`J = m*L^2/3 + M*(r^2/2 + L^2)`, `w^2 = g*(m*L/2 + M*L)/J`.",
      fr = "`J = m*L^2/3 + M*(r^2/2 + L^2)`, `w^2 = g*(m*L/2 + M*L)/J`." },
  },
  {
    name = "pendulum_equation", chapter = 6, from = "F1.2",
    title = { en = "Lagrange's equation of a pendulum", fr = "Équation de Lagrange d'un pendule" },
    statement = {
      en = "A bar of mass `m`, inertia `I` about its centre of mass G, at `l` from the pivot; `th` "
        .. "is measured from the downward vertical, a torque `tau` acts.",
      fr = "Une barre de masse `m`, d'inertie `I` en son centre de masse G, à `l` du pivot ; `th` "
        .. "est mesuré depuis la verticale descendante, un couple `tau` agit." },
    data = {}, picture = pendulum_picture,
    solve = function(_, how)
      local J = "(I + " .. how.steiner "m*l^2" .. ")"
      return { T = ("%s*th'^2/%s"):format(J, how.two "2"),
        tau = ("%s*th'' + m*%s*l*%s(th)"):format(J,
        how.gravity "g", how.wave "sin") }
    end,
    words = { two = function(x) return x end, wave = function(x) return x end },
    mistakes = {
      { name = "no_half", en = "the 1/2 of the kinetic energy is forgotten",
        fr = "le 1/2 de l'énergie cinétique est oublié", hint_en = "T = 1/2 J w^2.",
        hint_fr = "T = 1/2 J w^2.", words = { two = function() return "1" end } },
      { name = "from_horizontal", en = "cosine for sine: the angle is from the vertical",
        fr = "cosinus pour sinus : l'angle est mesuré depuis la verticale",
        hint_en = "At th = 0 it hangs: no torque is needed.",
        hint_fr = "En th = 0 elle pend : aucun couple n'est nécessaire.",
        words = { wave = function() return "cos" end } } },
    asked = {
      { name = "T", kind = "formula", letters = "m I l g th th' th'' tau",
        en = "the kinetic energy", fr = "l'énergie cinétique" },
      { name = "tau", kind = "formula", letters = "m I l g th th' th''",
        en = "the torque of a motion", fr = "le couple d'un mouvement" },
    },
    solution = { en = "`V = -m*g*l*cos(th)`; `(I + m*l^2)*th'' + m*g*l*sin(th) = tau`.",
      fr = "`V = -m*g*l*cos(th)` ; `(I + m*l^2)*th'' + m*g*l*sin(th) = tau`." },
  },
  {
    name = "rrp_hold", chapter = 6, from = "E6.5",
    title = { en = "What holds the RRP", fr = "Ce qui tient le RRP" },
    statement = { en = RRP_EN .. "At rest.", fr = RRP_FR .. "À l'arrêt." },
    data = RRP, condition = function(d) return d.th1 ~= -d.th2 end,
    picture = pictures.rrp,
    solve = function(d, how)
      local tau = rrp(d, how.gravity(9.81)):gravity { how.angle(d.th1), how.angle(d.th2), d.d3 }
      return { tau1 = tau[1], tau2 = tau[2], f3 = tau[3] }
    end,
    asked = {
      { name = "tau1", unit = "N m", tol = 1e-3, en = "the torque of motor 1",
        fr = "le couple du moteur 1" },
      { name = "tau2", unit = "N m", en = "the torque of motor 2", fr = "le couple du moteur 2" },
      { name = "f3", unit = "N", en = "the force of motor 3", fr = "la force du moteur 3" },
    },
    solution = { en = "`Gi = -sum(mj*g.JLi)`: the first axis is vertical, nothing to hold there; "
      .. "the slide holds `m3*g*c2`.", fr = "`Gi = -somme(mj*g.JLi)` : le premier axe est "
      .. "vertical, rien à tenir ; la glissière porte `m3*g*c2`." },
  },
  {
    name = "rrp_load", chapter = 6, from = "F4.6",
    title = { en = "The RRP holds a load", fr = "Le RRP tient une charge" },
    statement = { en = RRP_EN .. "At rest; the force ({Fx}, 0, {Fz}) N, axes of `R0`, acts on its "
      .. "tip `O3` from outside.", fr = RRP_FR .. "À l'arrêt ; la force ({Fx}, 0, {Fz}) N, axes de "
      .. "`R0`, agit de l'extérieur sur l'extrémité `O3`." },
    data = rrp_data({ "Fx", 10, 40, 5 }, { "Fz", -40, -10, 5 }), picture = pictures.rrp,
    condition = function(d) return d.th1 ~= -d.th2 end,
    solve = function(d, how)
      local arm, q = rrp(d, how.gravity(9.81)), { how.angle(d.th1), how.angle(d.th2), d.d3 }
      local G, J = arm:gravity(q), arm:jacobian(q)
      local F = li.vec { how.action(d.Fx), 0, how.action(d.Fz) }
      local t = how.jacobian_force(J:block(1, 1, 3, 3), F)
      return { tau = { G[1] - t[1], G[2] - t[2], G[3] - t[3] } }
    end,
    asked = { { name = "tau", kind = "vector", en = "the efforts of the motors (N m, N m, N)",
      fr = "les efforts des moteurs (N m, N m, N)" } },
    solution = { en = "`tau = G - J^T*F` with F the force on the robot.",
      fr = "`tau = G - J^T*F` avec F la force sur le robot." },
  },
  {
    name = "rrp_efforts", chapter = 6, from = "E6.5",
    title = { en = "The RRP in motion", fr = "Le RRP en mouvement" },
    statement = { en = RRP_EN .. "Inertias (xx, yy, zz) about the centres: (0.02, 0.03, 0.04), "
      .. "(0.01, 0.015, 0.012), (0.005, 0.006, 0.002). Rates {w1}, {w2}, {v3}; accelerations {a1}, "
      .. "{a2_}, {a3}.", fr = RRP_FR .. "Inerties (xx, yy, zz) aux centres : (0.02, 0.03, 0.04), "
      .. "(0.01, 0.015, 0.012), (0.005, 0.006, 0.002). Vitesses {w1}, {w2}, {v3} ; accélérations "
      .. "{a1}, {a2_}, {a3}." },
    data = rrp_data({ "w1", 1, 3, 0.5, unit = "rad/s" }, { "w2", -2, -0.5, 0.5, unit = "rad/s" },
      { "v3", 0.3, 1, 0.1, unit = "m/s" }, { "a1", 0.5, 2, 0.5, unit = "rad/s^2" },
      { "a2_", 0.5, 2, 0.5, unit = "rad/s^2" }, { "a3", -1, -0.2, 0.2, unit = "m/s^2" }),
    condition = function(d) return d.th1 ~= -d.th2 end,
    solve = function(d, how)
      local arm = rrp(d, how.gravity(9.81))
      local tau = arm:id({ how.angle(d.th1), how.angle(d.th2), d.d3 },
        { how.rates(d.w1), how.rates(d.w2), how.rates(d.v3) }, { d.a1, d.a2_, d.a3 })
      return { tau = { tau[1], tau[2], tau[3] } }
    end,
    asked = { { name = "tau", kind = "vector", en = "the efforts of the motors (N m, N m, N)",
      fr = "les efforts des moteurs (N m, N m, N)" } },
    solution = {
      en = "Outwards `w`, `w'`, `aG` (a slide adds `2*d'*w x z + d''*z`), inwards `f` and `N`.",
      fr = "Vers l'extrémité `w`, `w'`, `aG` (une glissière ajoute `2*d'*w x z + d''*z`), vers la "
        .. "base `f` et `N`." },
  },
  {
    name = "turning_collar", chapter = 6, from = "F6.3",
    title = { en = "A collar on a turning bar", fr = "Un curseur sur une barre tournante" },
    statement = {
      en = "A collar, a point of mass {m}, slides without friction on a light bar that turns in "
        .. "the horizontal plane about O: `d` = {d}, `d'` = {v}, `th'` = {w}, `th''` = {al}. A "
        .. "spring of {k} and free length {l0} joins it to O.",
      fr = "Un curseur, point de masse {m}, coulisse sans frottement sur une barre légère qui "
        .. "tourne dans le plan horizontal autour de O : `d` = {d}, `d'` = {v}, `th'` = {w}, "
        .. "`th''` = {al}. Un ressort de {k} et de longueur libre {l0} le relie à O." },
    data = { { "m", 0.5, 2, 0.25, unit = "kg" }, { "d", 0.4, 0.8, 0.1, unit = "m" },
      { "v", 0.5, 2, 0.25, unit = "m/s" }, { "w", 2, 6, 0.5, unit = "rad/s" },
      { "al", 1, 4, 0.5, unit = "rad/s^2" }, { "k", 40, 120, 10, unit = "N/m" },
      { "l0", 0.2, 0.3, 0.05, unit = "m" } },
    condition = function(d)
      return math.abs(d.d * d.w ^ 2 - d.k / d.m * (d.d - d.l0)) > 1.5
    end,
    picture = function(d)
      local x, y = d.d * cos(0.5), d.d * sin(0.5)
      return { { "ground", 0, 0 }, { "bar", 0, 0, 1.5 * x, 1.5 * y }, { "slider", x, y, 0.5, "m" },
        { "pin", 0, 0, "O" }, { "arc", 0, 0, 0.3 * d.d, 0, 0.5, "th" },
        { "line", 0, 0, 0.5 * d.d, 0, dash = true } }
    end,
    solve = function(d, how)
      local F = d.k * how.elastic(d.d, d.l0)
      local side = d.m * (d.d * d.al + how.coriolis(2 * d.v * d.w))
      return { F = F, ["d''"] = how.squares(d.d * d.w ^ 2) - F / d.m, N = how.action(side),
        tau = d.d * side }
    end,
    asked = {
      { name = "F", unit = "N", en = "the force of the spring towards O",
        fr = "la force du ressort vers O" },
      { name = "d''", unit = "m/s^2", en = "`d''`", fr = "`d''`" },
      { name = "N", unit = "N", en = "the force of the bar on the collar (the way `th` grows)",
        fr = "la force de la barre sur le curseur (dans le sens de `th`)" },
      { name = "tau", unit = "N m", en = "the torque on the bar", fr = "le couple sur la barre" },
    },
    solution = { en = "`F = k*(d - l0)`, `m*(d'' - d*th'^2) = -F`, `N = m*(d*th'' + 2*d'*th')`, "
      .. "`tau = d*N`.", fr = "`F = k*(d - l0)`, `m*(d'' - d*th'^2) = -F`, `N = m*(d*th'' + "
      .. "2*d'*th')`, `tau = d*N`." },
  },
  {
    name = "inertia_moved", chapter = 6, from = "F6.2",
    title = { en = "Inertia about another point", fr = "Inertie en un autre point" },
    statement = {
      en = "A uniform box of {m}, sides {a}, {b}, {c} along x, y, z. O is one of its corners, the "
        .. "axes at O are parallel to the edges and the box lies on their positive side.",
      fr = "Un pavé homogène de {m}, côtés {a}, {b}, {c} suivant x, y, z. O est un de ses sommets, "
        .. "les axes en O sont parallèles aux arêtes et le pavé est du côté positif." },
    data = { { "m", 2, 10, 1, unit = "kg" }, { "a", 0.2, 0.6, 0.1, unit = "m" },
      { "b", 0.3, 0.8, 0.1, unit = "m" }, { "c", 0.1, 0.5, 0.1, unit = "m" } },
    condition = function(d) return d.a ~= d.b and d.b ~= d.c and d.a ~= d.c end,
    solve = function(d, how)
      local box = li.inertia.box { x = d.a, y = d.b, z = d.c, mass = d.m,
        at = { d.a / 2, d.b / 2, d.c / 2 } }
      local G, O = box:tensor "com", box:tensor "origin"
      return { Gzz = G[3][3], Ozz = G[3][3] + how.steiner(O[3][3] - G[3][3]),
        Oxy = how.product_sign(O[1][2]) }
    end,
    words = { product_sign = function(x) return x end },
    mistakes = { { name = "sign_of_product", en = "the sign of the product of inertia in the "
      .. "matrix",
      fr = "le signe du produit d'inertie dans la matrice",
      hint_en = "The matrix has -E, -F, -D outside its diagonal: -(sum of m x y).",
      hint_fr = "La matrice a -D, -E, -F hors de sa diagonale : -(somme des m x y).",
      words = { product_sign = function(x) return -x end } } },
    asked = {
      { name = "Gzz", unit = "kg m^2", en = "the inertia about z at the centre of mass",
        fr = "l'inertie autour de z au centre de masse" },
      { name = "Ozz", unit = "kg m^2", en = "the inertia about z at O",
        fr = "l'inertie autour de z en O" },
      { name = "Oxy", unit = "kg m^2", en = "the entry xy of the inertia matrix at O",
        fr = "le terme xy de la matrice d'inertie en O" },
    },
    solution = { en = "`Izz = m*(a^2 + b^2)/12` at G, `m*(a^2 + b^2)/3` at O; `-m*a*b/4`.",
      fr = "`Izz = m*(a^2 + b^2)/12` en G, `m*(a^2 + b^2)/3` en O ; `-m*a*b/4`." },
  },
  {
    name = "actuator_sizing", chapter = 6, from = "F5.6",
    title = { en = "Sizing a motor", fr = "Choisir un moteur" },
    statement = {
      en = "An arm (uniform bar, {L}, {m}) carries a point load {M} at its end and is lifted from "
        .. "the horizontal by {D} in {T} by the law of degree 5. g = 9.81 m/s².",
      fr = "Un bras (barre homogène, {L}, {m}) porte une charge ponctuelle {M} au bout ; on le "
        .. "lève de {D} depuis l'horizontale en {T} selon la loi de degré 5. g = 9.81 m/s²." },
    data = { { "L", 0.5, 1.2, 0.1, unit = "m" }, { "m", 2, 6, 0.5, unit = "kg" },
      { "M", 1, 5, 0.5, unit = "kg" }, { "D", 40, 80, 5, unit = "deg" },
      { "T", 0.8, 1.6, 0.2, unit = "s" } },
    solve = function(d, how)
      local J = d.m * d.L ^ 2 / 12 + how.steiner(d.m * d.L ^ 2 / 4) + d.M * d.L ^ 2
      local D, law = how.angle(d.D), li.law "poly5"
      local weight = how.weight(9.81 * (d.m * d.L / 2 + d.M * d.L))
      local s, v, a = law:at(0.25)
      return { J = J, start = weight, w = how.peak((law:peaks())) * D / d.T,
        tau = J * a * D / d.T ^ 2 + weight * how.cos(D * s), P = v * D / d.T
          * (J * a * D / d.T ^ 2 + weight * how.cos(D * s)) }
    end,
    asked = {
      { name = "J", unit = "kg m^2", en = "the inertia about the pivot",
        fr = "l'inertie autour du pivot" },
      { name = "start", unit = "N m", en = "the torque at rest at the start",
        fr = "le couple à l'arrêt au départ" },
      { name = "tau", unit = "N m", en = "the torque at t = T/4", fr = "le couple en t = T/4" },
      { name = "w", unit = "rad/s", en = "the largest speed", fr = "la vitesse maximale" },
      { name = "P", unit = "W", en = "the power at t = T/4", fr = "la puissance en t = T/4" },
    },
    solution = { en = "`J = m*L^2/3 + M*L^2`, `tau = J*th'' + g*(m*L/2 + M*L)*cos(th)`.",
      fr = "`J = m*L^2/3 + M*L^2`, `tau = J*th'' + g*(m*L/2 + M*L)*cos(th)`." },
  },
}
