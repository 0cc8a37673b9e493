-- tasks_two_bars.lua - chapter 6: two bars in the vertical plane, by Newton and Euler and Lagrange
local li = require "liaison.core"

local cos, sin = math.cos, math.sin

local LENGTHS = { { "L1", 0.8, 1.2, 0.1, unit = "m" }, { "L2", 0.6, 1, 0.1, unit = "m" },
  { "m1", 1, 3, 0.5, unit = "kg" }, { "m2", 1, 2, 0.25, unit = "kg" },
  { "th1", 10, 50, 5, unit = "deg" }, { "th2", 20, 80, 5, unit = "deg" } }

local function data(...)
  local out = {}
  for i, row in ipairs(LENGTHS) do out[i] = row end
  for _, row in ipairs { ... } do out[#out + 1] = row end
  return out
end

local W1 = { "w1", 1, 3, 0.5, unit = "rad/s" }
local W2 = { "w2", -3, -1, 0.5, unit = "rad/s" }
local A1 = { "a1", 0.5, 2, 0.5, unit = "rad/s^2" }
local A2 = { "a2", -2, -0.5, 0.5, unit = "rad/s^2" }

-- rates that do not cancel, and the second bar not upright: its weight has a lever
local function no_twin_rates(d)
  return d.w1 ~= -d.w2 and math.abs(d.th1 + d.th2 - 90) > 4
end

local function picture(d)
  local a, b = math.rad(d.th1), math.rad(d.th1 + d.th2)
  local x, y = d.L1 * cos(a), d.L1 * sin(a)
  local u, v = x + d.L2 * cos(b), y + d.L2 * sin(b)
  return { { "ground", 0, 0 }, { "bar", 0, 0, x, y, "L1" }, { "bar", x, y, u, v, "L2" },
    { "pin", 0, 0 }, { "pin", x, y }, { "mass", x / 2, y / 2, "G1" },
    { "mass", (x + u) / 2, (y + v) / 2, "G2" }, { "line", 0, 0, 0.7, 0, dash = true },
    { "arc", 0, 0, 0.35, 0, a, "th1" },
    { "line", x, y, x + 0.5 * cos(a), y + 0.5 * sin(a), dash = true },
    { "arc", x, y, 0.35, a, b, "th2" }, { "arrow", -0.4, 0.8, -0.4, 0.4, "g" } }
end

local function picture_of_formula()
  return picture { L1 = 1, L2 = 0.8, th1 = 30, th2 = 45 }
end

-- uniform bars; g may be that of a mistake
local function arm_of(d, g, steiner)
  local I1, I2 = d.m1 * d.L1 ^ 2 / 12, d.m2 * d.L2 ^ 2 / 12
  return li.robot { gravity = { 0, -g, 0 }, bodies = {
    { name = "bar1", joint = "revolute", q = "th1", mass = d.m1, com = { d.L1 / 2, 0, 0 },
      inertia = { 0, I1, steiner and I1 or 0 } },
    { name = "bar2", parent = "bar1", at = { d.L1, 0, 0 }, joint = "revolute", q = "th2",
      mass = d.m2, com = { d.L2 / 2, 0, 0 }, inertia = { 0, I2, steiner and I2 or 0 } } } }
end

local function state(d, how)
  return { how.angle(d.th1), how.angle(d.th2) }, { how.rates(d.w1), how.rates(d.w2) }
end

local EN = "Two uniform bars in the vertical plane: {L1} and {m1}, {L2} and {m2}; `th1` = {th1} "
  .. "from the horizontal, `th2` = {th2} relative; g = 9.81 m/s². Inertias `m*L^2/12` about the "
  .. "centres. "
local FR = "Deux barres homogènes dans le plan vertical : {L1} et {m1}, {L2} et {m2} ; `th1` = "
  .. "{th1} depuis l'horizontale, `th2` = {th2} relatif ; g = 9.81 m/s². Inerties `m*L^2/12` aux "
  .. "centres. "
local MOVE_EN = "`th1'` = {w1}, `th2'` = {w2}, `th1''` = {a1}, `th2''` = {a2}."

local LETTERS = "L1 LG1 LG2 m1 m2 I1 I2 g th1 th2"

local NO_INERTIA = { name = "no_inertia", en = "the inertias about the centres are forgotten",
  fr = "les inerties aux centres sont oubliées",
  hint_en = "A bar is no point mass: J w' stands in the equation of moments.",
  hint_fr = "Une barre n'est pas un point : J w' figure dans l'équation des moments.",
  words = { inertia = function() return false end } }
local WORDS = { inertia = function() return true end }

return {
  {
    name = "rr_torques", chapter = 6, from = "E6.4",
    title = { en = "Torques of two bars", fr = "Couples de deux barres" },
    statement = { en = EN .. MOVE_EN, fr = FR .. MOVE_EN }, data = data(W1, W2, A1, A2),
    condition = no_twin_rates, picture = picture, words = WORDS, mistakes = { NO_INERTIA },
    solve = function(d, how)
      local q, v = state(d, how)
      local arm = arm_of(d, how.gravity(9.81), how.inertia())
      local tau = arm:id(q, v, { d.a1, d.a2 })
      local G = arm:gravity(q)
      return { tau1 = tau[1], tau2 = tau[2], G = { G[1], G[2] } }
    end,
    asked = {
      { name = "G", kind = "vector", unit = "N m", en = "the torques that hold it at rest",
        fr = "les couples qui la tiennent à l'arrêt" },
      { name = "tau1", unit = "N m", en = "the torque of motor 1 in this motion",
        fr = "le couple du moteur 1 dans ce mouvement" },
      { name = "tau2", unit = "N m", en = "the torque of motor 2", fr = "le couple du moteur 2" },
    },
    solution = { en = "`tau = A*q'' + B*q'^2 + C*q1'*q2' + G`.",
      fr = "`tau = A*q'' + B*q'^2 + C*q1'*q2' + G`." },
  },
  {
    name = "rr_accelerations", chapter = 6, from = "E6.1",
    title = { en = "Accelerations outwards", fr = "Accélérations, récurrence avant" },
    statement = { en = EN .. MOVE_EN .. " Told in the axes of the ground.",
      fr = FR .. MOVE_EN .. " Dans les axes du bâti." },
    data = data(W1, W2, A1, A2), condition = no_twin_rates, picture = picture,
    solve = function(d, how)
      local a = how.angle(d.th1)
      local b = how.absolute(a, how.angle(d.th2))
      local s = how.squares(1)
      local w1, w2 = s * d.w1 ^ 2, s * (d.w1 + d.w2) ^ 2
      local function part(l, angle, acc, square)
        return -l * (acc * how.sin(angle) + square * how.cos(angle)),
          l * (acc * how.cos(angle) - square * how.sin(angle))
      end
      local x1, y1 = part(d.L1, a, d.a1, w1)
      local x2, y2 = part(d.L2 / 2, b, d.a1 + d.a2, w2)
      return { w2 = d.w1 + d.w2, G1 = { x1 / 2, y1 / 2 }, G2 = { x1 + x2, y1 + y2 } }
    end,
    asked = {
      { name = "w2", unit = "rad/s", en = "the angular velocity of bar 2",
        fr = "la vitesse angulaire de la barre 2" },
      { name = "G1", kind = "vector", unit = "m/s^2", en = "the acceleration of `G1`",
        fr = "l'accélération de `G1`" },
      { name = "G2", kind = "vector", unit = "m/s^2", en = "the acceleration of `G2`",
        fr = "l'accélération de `G2`" },
    },
    solution = { en = "`aG2 = L1*(th1''*y1 - th1'^2*x1) + LG2*((th1'' + th2'')*y2 - (th1' + "
      .. "th2')^2*x2)`.", fr = "`aG2 = L1*(th1''*y1 - th1'^2*x1) + LG2*((th1'' + th2'')*y2 - (th1' "
      .. "+ th2')^2*x2)`." },
  },
  {
    name = "rr_joint_forces", chapter = 6, from = "E6.1",
    title = { en = "Joint forces inwards", fr = "Efforts de liaison, récurrence arrière" },
    statement = { en = EN .. MOVE_EN .. " `f12` is the action of bar 1 on bar 2, `f01` that of the "
      .. "ground on bar 1.", fr = FR .. MOVE_EN .. " `f12` est l'action de la barre 1 sur la barre "
      .. "2, `f01` celle du bâti sur la barre 1." },
    data = data(W1, W2, A1, A2), condition = no_twin_rates, picture = picture,
    solve = function(d, how)
      local q, v = state(d, how)
      local w = arm_of(d, how.gravity(9.81), true):wrenches(q, v, { d.a1, d.a2 })
      local f01 = li.rot.z(q[1]) * w.bar1.f
      local f12 = li.rot.z(q[1] + q[2]) * w.bar2.f
      local s = how.action(1)
      return { f12 = { s * f12[1], s * f12[2] }, f01 = { s * f01[1], s * f01[2] },
        N12 = w.bar2.n[3] }
    end,
    asked = {
      { name = "f12", kind = "vector", unit = "N", en = "`f12` in the axes of the ground",
        fr = "`f12` dans les axes du bâti" },
      { name = "f01", kind = "vector", unit = "N", en = "`f01` in the axes of the ground",
        fr = "`f01` dans les axes du bâti" },
      { name = "N12", unit = "N m", en = "the moment of bar 1 on bar 2 at their pin",
        fr = "le moment de la barre 1 sur la barre 2 à leur pivot" },
    },
    solution = { en = "`f12 = m2*(aG2 - g)`, `f01 = m1*(aG1 - g) + f12`: from the tip inwards.",
      fr = "`f12 = m2*(aG2 - g)`, `f01 = m1*(aG1 - g) + f12` : de l'extrémité vers la base." },
  },
  {
    name = "rr_mass_matrix", chapter = 6, from = "E6.2",
    title = { en = "Mass matrix of two bars", fr = "Matrice d'inertie de deux barres" },
    statement = {
      en = "Two bars, `LG1`, `LG2` from each pivot to the centre of mass, inertias `I1`, `I2` "
        .. "about it, `th2` relative. `tau = A*th'' + ..`, `A` symmetric.",
      fr = "Deux barres, `LG1`, `LG2` de chaque pivot au centre de masse, inerties `I1`, `I2` en "
        .. "celui-ci, `th2` relatif. `tau = A*th'' + ..`, `A` symétrique." },
    data = {}, picture = picture_of_formula,
    solve = function(_, how)
      local far = how.steiner "m2*LG2^2"
      return { A11 = ("I1 + I2 + %s + m2*L1^2 + %s + 2*m2*L1*LG2*c2"):format(
          how.steiner "m1*LG1^2", far),
        A12 = ("I2 + %s + m2*L1*LG2*c2"):format(far), A22 = "I2 + " .. far }
    end,
    asked = {
      { name = "A11", kind = "formula", letters = LETTERS, stem = "th", marks = 2, en = "`A11`",
        fr = "`A11`" },
      { name = "A12", kind = "formula", letters = LETTERS, stem = "th", en = "`A12`", fr =
        "`A12`" },
      { name = "A22", kind = "formula", letters = LETTERS, stem = "th", en = "`A22`", fr =
        "`A22`" },
    },
    solution = { en = "From `T = m1*vG1^2/2 + I1*th1'^2/2 + m2*vG2^2/2 + I2*(th1' + th2')^2/2`.",
      fr = "D'après `T = m1*vG1^2/2 + I1*th1'^2/2 + m2*vG2^2/2 + I2*(th1' + th2')^2/2`." },
  },
  {
    name = "rr_velocity_terms", chapter = 6, from = "E6.2",
    title = { en = "Centrifugal and Coriolis terms", fr = "Termes centrifuges et de Coriolis" },
    statement = {
      en = "The same two bars: `A11 = I1 + I2 + m1*LG1^2 + m2*(L1^2 + LG2^2 + 2*L1*LG2*c2)`, `A12 "
        .. "= I2 + m2*(LG2^2 + L1*LG2*c2)`. `tau1 = .. + B12*th2'^2 + C112*th1'*th2' + ..`, `tau2 "
        .. "= .. + B21*th1'^2 + ..`.",
      fr = "Les mêmes barres : `A11 = I1 + I2 + m1*LG1^2 + m2*(L1^2 + LG2^2 + 2*L1*LG2*c2)`, `A12 "
        .. "= I2 + m2*(LG2^2 + L1*LG2*c2)`. `tau1 = .. + B12*th2'^2 + C112*th1'*th2' + ..`, `tau2 "
        .. "= .. + B21*th1'^2 + ..`." },
    data = {}, picture = picture_of_formula,
    solve = function(_, how)
      return { B12 = "-m2*L1*LG2*s2", C112 = how.coriolis "-2*m2*L1*LG2*s2",
        B21 = how.half_text "m2*L1*LG2*s2", B11 = "0" }
    end,
    words = { half_text = function(x) return x end },
    mistakes = { { name = "half_left_out", en = "the 1/2 of dH11/dq2 is forgotten",
      fr = "le 1/2 de dH11/dq2 est oublié", hint_en = "B21 = dH21/dq1 - 1/2 dH11/dq2.",
      hint_fr = "B21 = dH21/dq1 - 1/2 dH11/dq2.",
      words = { half_text = function(x) return "2*" .. x end } },
      { name = "sign_of_b21", en = "B21 is -B12", fr = "B21 vaut -B12",
        hint_en = "B21 = dH21/dq1 - 1/2 dH11/dq2.", hint_fr = "B21 = dH21/dq1 - 1/2 dH11/dq2.",
        words = { half_text = function(x) return "-" .. x end } } },
    asked = {
      { name = "B12", kind = "formula", letters = LETTERS, stem = "th", en = "`B12`", fr =
        "`B12`" },
      { name = "B21", kind = "formula", letters = LETTERS, stem = "th", en = "`B21`", fr =
        "`B21`" },
      { name = "C112", kind = "formula", letters = LETTERS, stem = "th", en = "`C112`",
        fr = "`C112`" },
      { name = "B11", kind = "formula", letters = LETTERS, stem = "th", en = "`B11`", fr =
        "`B11`" },
    },
    solution = {
      en = "`Bij = dAij/dqj - 1/2*dAjj/dqi`, `Cijk = dAij/dqk + dAik/dqj - dAjk/dqi`.",
      fr = "`Bij = dAij/dqj - 1/2*dAjj/dqi`, `Cijk = dAij/dqk + dAik/dqj - dAjk/dqi`." },
  },
  {
    name = "rr_gravity", chapter = 6, from = "E6.2",
    title = { en = "Gravity terms of two bars", fr = "Termes de pesanteur de deux barres" },
    statement = {
      en = "Two bars in the vertical plane, `th1` from the horizontal, `th2` relative, `LG1`, "
        .. "`LG2` from each pivot to the centre of mass, g downwards: `tau = .. + G`.",
      fr = "Deux barres dans le plan vertical, `th1` depuis l'horizontale, `th2` relatif, `LG1`, "
        .. "`LG2` de chaque pivot au centre de masse, g vers le bas : `tau = .. + G`." },
    data = {}, picture = picture_of_formula,
    solve = function(_, how)
      local g, c12 = how.gravity "g", ("cos(%s)"):format(how.sum_text "th1 + th2")
      return { G1 = ("%s*(m1*LG1*c1 + m2*(L1*c1 + LG2*%s))"):format(g, c12),
        G2 = ("%s*m2*LG2*%s"):format(g, c12) }
    end,
    words = { sum_text = function(x) return x end },
    mistakes = { { name = "second_bar_relative", en = "c2 in the place of c12",
      fr = "c2 à la place de c12", hint_en = "The height of G2 has the absolute angle th1 + th2.",
      hint_fr = "La hauteur de G2 dépend de l'angle absolu th1 + th2.",
      words = { sum_text = function() return "th2" end } } },
    asked = {
      { name = "G1", kind = "formula", letters = LETTERS, stem = "th", en = "`G1`", fr = "`G1`" },
      { name = "G2", kind = "formula", letters = LETTERS, stem = "th", en = "`G2`", fr = "`G2`" },
    },
    solution = { en = "`Gi` is the derivative of `V = g*(m1*LG1*s1 + m2*(L1*s1 + LG2*s12))`.",
      fr = "`Gi` est la dérivée de `V = g*(m1*LG1*s1 + m2*(L1*s1 + LG2*s12))`." },
  },
  {
    name = "rr_release", chapter = 6, from = "E6.4",
    title = { en = "Two bars let go", fr = "Deux barres lâchées" },
    statement = { en = EN .. "`th1'` = {w1}, `th2'` = {w2}; the motors are off.",
      fr = FR .. "`th1'` = {w1}, `th2'` = {w2} ; les moteurs sont coupés." },
    data = data(W1, W2), condition = no_twin_rates, picture = picture, words = WORDS,
    mistakes = { NO_INERTIA },
    solve = function(d, how)
      local q, v = state(d, how)
      local arm = arm_of(d, how.gravity(9.81), how.inertia())
      local a = arm:fd(q, v, { 0, 0 })
      return { a = { a[1], a[2] } }
    end,
    asked = { { name = "a", kind = "vector", unit = "rad/s^2", en = "`th1''`, `th2''`",
      fr = "`th1''`, `th2''`" } },
    solution = { en = "`A*q'' = -B*q'^2 - C*q1'*q2' - G`.",
      fr = "`A*q'' = -B*q'^2 - C*q1'*q2' - G`." },
  },
  {
    name = "rr_energy", chapter = 6, from = "E6.4",
    title = { en = "Energies of two bars", fr = "Énergies de deux barres" },
    statement = { en = EN .. "`th1'` = {w1}, `th2'` = {w2}. The potential energy is 0 at the "
      .. "height of the first pivot.", fr = FR .. "`th1'` = {w1}, `th2'` = {w2}. L'énergie "
      .. "potentielle est nulle à la hauteur du premier pivot." },
    data = data(W1, W2), condition = no_twin_rates, picture = picture, words = WORDS,
    mistakes = { NO_INERTIA },
    solve = function(d, how)
      local a = how.angle(d.th1)
      local b = how.absolute(a, how.angle(d.th2))
      local M = arm_of(d, 9.81, how.inertia()):mass { 0, b - a }
      local T = how.half(M[1][1] * d.w1 ^ 2 + 2 * M[1][2] * d.w1 * d.w2 + M[2][2] * d.w2 ^ 2)
      local high1, high2 = d.L1 / 2 * how.sin(a), d.L1 * how.sin(a) + d.L2 / 2 * how.sin(b)
      return { T = T, V = how.gravity(9.81) * (d.m1 * high1 + d.m2 * high2) }
    end,
    asked = {
      { name = "T", unit = "J", en = "the kinetic energy", fr = "l'énergie cinétique" },
      { name = "V", unit = "J", en = "the potential energy", fr = "l'énergie potentielle" },
    },
    solution = { en = "`2*T = A11*th1'^2 + 2*A12*th1'*th2' + A22*th2'^2`.",
      fr = "`2*T = A11*th1'^2 + 2*A12*th1'*th2' + A22*th2'^2`." },
  },
}
