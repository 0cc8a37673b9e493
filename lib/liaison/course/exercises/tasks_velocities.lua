-- tasks_velocities.lua - chapter 4: Jacobians, singular places, statics
local li = require "liaison.core"
local pictures = require "liaison.course.exercises.arm_pictures"

local cos, sin, pi = math.cos, math.sin, math.pi

local function cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end

local RRP = { { "a2", 0.08, 0.16, 0.01, unit = "m" }, { "th1", 10, 60, 5, unit = "deg" },
  { "th2", -60, -10, 5, unit = "deg" }, { "d3", 0.2, 0.32, 0.01, unit = "m" } }

local function rrp_data(...)
  local out = {}
  for i, row in ipairs(RRP) do out[i] = row end
  for _, row in ipairs { ... } do out[#out + 1] = row end
  return out
end

local function plain(d) return d.th1 ~= -d.th2 and d.th1 ~= 45 and d.th2 ~= -45 end

-- frames of the RRP at the data's configuration: origins and axes z of joints, and the tip
local function chain(d, how)
  local q = pi / 2
  local A1 = li.dh.standard(0, q, 0, how.angle(d.th1))
  local A2 = A1 * li.dh.standard(d.a2, -q, 0, how.angle(d.th2))
  return A1, A2, A2 * li.dh.standard(0, q, d.d3, q)
end

-- the direct Jacobian of the course: z_{i-1} x O_{i-1}O_n over z_{i-1}; z over 0 for a slide
local function jacobian(d, how)
  local A1, A2, A3 = chain(d, how)
  local p = { A3.p[1], A3.p[2], A3.p[3] }
  local z0, z1 = { 0, 0, 1 }, { A1.R[1][3], A1.R[2][3], A1.R[3][3] }
  local z2 = { A2.R[1][3], A2.R[2][3], A2.R[3][3] }
  local l1, l2 = cross(z0, p), cross(z1, p)
  local J = {}
  for i = 1, 3 do
    J[i] = { l1[i], l2[i], z2[i] }
    J[i + 3] = { z0[i], z1[i], 0 }
  end
  return how.told(li.mat(J), A2.R)
end

-- the same columns in the axes of R2
local function in_axes(J, R)
  local top, low = (R ^ -1):matrix() * J:block(1, 1, 3, 3), (R ^ -1):matrix() * J:block(4, 1, 3, 3)
  local out = {}
  for i = 1, 3 do out[i], out[i + 3] = top[i], low[i] end
  return out
end

local OTHER_AXES = { name = "other_axes", en = "the axes of the other frame: R0 and R2 are mixed",
  fr = "les axes de l'autre repère : R0 et R2 sont échangés",
  hint_en = "In which frame are the components asked?",
  hint_fr = "Dans quel repère demande-t-on les composantes ?" }

local RRP_EN = "The RRP robot of the course, standard DH rows (a, alpha, d, theta) = (0, 90°, 0, "
  .. "`th1`), (`a2`, -90°, 0, `th2`), (0, 90°, `d3`, 90°), "
  .. "at `a2` = {a2}, `th1` = {th1}, `th2` = {th2}, `d3` = {d3}. "
local RRP_FR = "Le robot RRP du cours, lignes de DH standard (a, alpha, d, theta) = (0, 90°, 0, "
  .. "`th1`), (`a2`, -90°, 0, `th2`), (0, 90°, `d3`, 90°), "
  .. "en `a2` = {a2}, `th1` = {th1}, `th2` = {th2}, `d3` = {d3}. "

-- rows 1 to 3 as a list of lists
local function upper(J)
  local out = {}
  for i = 1, 3 do out[i] = { J[i][1], J[i][2], J[i][3] } end
  return out
end

return {
  {
    name = "rrp_jacobian", chapter = 4, from = "E4.1",
    title = { en = "Jacobian of the RRP in R0", fr = "Jacobienne du RRP dans R0" },
    statement = { en = RRP_EN .. "Columns for `th1'`, `th2'`, `d3'`.",
      fr = RRP_FR .. "Colonnes pour `th1'`, `th2'`, `d3'`." },
    data = RRP, condition = plain, picture = pictures.rrp,
    words = { told = function(J) return J end },
    mistakes = { { name = OTHER_AXES.name, en = OTHER_AXES.en, fr = OTHER_AXES.fr,
      hint_en = OTHER_AXES.hint_en, hint_fr = OTHER_AXES.hint_fr,
      words = { told = function(J, R) return in_axes(J, R) end } } },
    solve = function(d, how)
      local J = jacobian(d, how)
      return { J = J, JL = upper(J) }
    end,
    asked = {
      { name = "JL", kind = "matrix", en = "the linear part (3 x 3)",
        fr = "la partie linéaire (3 x 3)" },
      { name = "J", kind = "matrix", en = "the whole Jacobian (6 x 3), linear part first",
        fr = "la jacobienne entière (6 x 3), partie linéaire d'abord" },
    },
    solution = {
      en = "`JL1 = z0 x (O3 - O0)`, `JL2 = z1 x (O3 - O1)`, `JL3 = z2`; below `z0`, `z1`, 0.",
      fr = "`JL1 = z0 x (O3 - O0)`, `JL2 = z1 x (O3 - O1)`, `JL3 = z2` ; dessous `z0`, `z1`, 0." },
  },
  {
    name = "rrp_jacobian_axes", chapter = 4, from = "E4.2",
    title = { en = "Jacobian of the RRP in R2", fr = "Jacobienne du RRP dans R2" },
    statement = { en = RRP_EN .. "The Jacobian of `O3` is told in the axes of `R2`.",
      fr = RRP_FR .. "La jacobienne de `O3` est exprimée dans les axes de `R2`." },
    data = RRP, condition = plain, picture = pictures.rrp,
    words = { told = function(J, R) return in_axes(J, R) end },
    mistakes = { { name = OTHER_AXES.name, en = OTHER_AXES.en, fr = OTHER_AXES.fr,
      hint_en = OTHER_AXES.hint_en, hint_fr = OTHER_AXES.hint_fr,
      words = { told = function(J) return J end } } },
    solve = function(d, how)
      local J = jacobian(d, how)
      return { J = J, det = li.mat(upper(J)):det() }
    end,
    asked = {
      { name = "J", kind = "matrix", en = "`2J` (6 x 3), linear part first",
        fr = "`2J` (6 x 3), partie linéaire d'abord" },
      { name = "det", unit = "m^2", en = "the determinant of its linear part",
        fr = "le déterminant de sa partie linéaire" },
    },
    solution = {
      en = "`2JL = [0, -d3, 0; a2*c2 - d3*s2, 0, 0; 0, a2, 1]`, below (s2, 0, c2), (0, -1, 0), 0.",
      fr = "`2JL = [0, -d3, 0; a2*c2 - d3*s2, 0, 0; 0, a2, 1]`, dessous (s2, 0, c2), (0, -1, 0), "
        .. "0." },
  },
  {
    name = "rrp_singular", chapter = 4, from = "E4.3",
    title = { en = "Singular places of the RRP", fr = "Singularités du RRP" },
    statement = {
      en = "The RRP robot of the course; its Jacobian in `R2` has the linear part `[0, -d3, 0; "
        .. "a2*c2 - d3*s2, 0, 0; 0, a2, 1]`. For the angle: `a2` = {a2}, `d3` = {d3}.",
      fr = "Le robot RRP du cours ; sa jacobienne dans `R2` a pour partie linéaire `[0, -d3, 0; "
        .. "a2*c2 - d3*s2, 0, 0; 0, a2, 1]`. Pour l'angle : `a2` = {a2}, `d3` = {d3}." },
    data = { { "a2", 80, 160, 10, unit = "mm" }, { "d3", 200, 320, 10, unit = "mm" } },
    words = { ratio = function(a, b) return a / b end },
    mistakes = { { name = "ratio_upside_down", en = "d3/a2 in the place of a2/d3",
      fr = "d3/a2 à la place de a2/d3", hint_en = "a2 c2 = d3 s2: divide by c2.",
      hint_fr = "a2 c2 = d3 s2 : divisez par c2.",
      words = { ratio = function(a, b) return b / a end } } },
    solve = function(d, how)
      return { det = "d3*(a2*c2 - d3*s2)", rank = 2, lost = "y2",
        th2 = math.atan(how.ratio(d.a2, d.d3)) / li.deg }
    end,
    asked = {
      { name = "det", kind = "formula", letters = "a2 d3 th1 th2", stem = "th",
        en = "the determinant", fr = "le déterminant" },
      { name = "th2", unit = "deg", en = "the `th2` between 0 and 90° where it is singular",
        fr = "le `th2` entre 0 et 90° où il est singulier" },
      { name = "rank", tol = 0, en = "the rank of the linear part there",
        fr = "le rang de la partie linéaire à cet endroit" },
      { name = "lost", kind = "choice", en = "along which axis can the tip not move there?",
        fr = "suivant quel axe l'extrémité ne peut-elle alors pas se déplacer ?", options = {
          { "x2", en = "x2", fr = "x2" }, { "y2", en = "y2", fr = "y2" },
          { "z2", en = "z2", fr = "z2" } } },
    },
    solution = {
      en = "`det = d3*(a2*c2 - d3*s2)`: zero for `d3 = 0` or `tan(th2) = a2/d3`, where the tip is "
        .. "on the axis `z0`; the second row vanishes: `y2` is lost.",
      fr = "`det = d3*(a2*c2 - d3*s2)` : nul si `d3 = 0` ou `tan(th2) = a2/d3`, l'extrémité étant "
        .. "sur l'axe `z0` ; la deuxième ligne s'annule : `y2` est perdu." },
  },
  {
    name = "rrp_rates", chapter = 4, from = "E4.3",
    title = { en = "Velocity control of the RRP", fr = "Commande en vitesse du RRP" },
    statement = { en = RRP_EN .. "The tip is to move at ({vx}, {vy}, {vz}) m/s in `R0`.",
      fr = RRP_FR .. "L'extrémité doit aller à ({vx}, {vy}, {vz}) m/s dans `R0`." },
    data = rrp_data({ "vx", 0.1, 0.5, 0.1 }, { "vy", -0.4, -0.1, 0.1 }, { "vz", 0.1, 0.4, 0.1 }),
    condition = plain, picture = pictures.rrp, words = { told = function(J) return J end },
    mistakes = { { name = "transpose_for_inverse", en = "the transpose in the place of the inverse",
      fr = "la transposée à la place de l'inverse", hint_en = "A Jacobian is no rotation.",
      hint_fr = "Une jacobienne n'est pas une rotation.",
      words = { inverse = function(J) return J:transpose() end } } },
    solve = function(d, how)
      local J = li.mat(upper(jacobian(d, how)))
      local rates = how.inverse(J) * li.vec { d.vx, d.vy, d.vz }
      return { rates = { rates[1], rates[2], rates[3] }, det = J:det() }
    end,
    asked = {
      { name = "det", unit = "m^2", en = "the determinant of the linear Jacobian",
        fr = "le déterminant de la jacobienne linéaire" },
      { name = "rates", kind = "vector", en = "`th1'`, `th2'` (rad/s) and `d3'` (m/s)",
        fr = "`th1'`, `th2'` (rad/s) et `d3'` (m/s)" },
    },
    solution = { en = "`q' = J^-1*v`; it is simplest in `R2`.",
      fr = "`q' = J^-1*v` ; c'est plus simple dans `R2`." },
  },
  {
    name = "two_bars_jacobian", chapter = 4, from = "F4.3",
    title = { en = "Jacobian of two bars", fr = "Jacobienne de deux barres" },
    statement = {
      en = "A planar arm with bars {L1} and {L2}, `th1` = {th1}, `th2` = {th2} (relative), `th1'` "
        .. "= {w1}, `th2'` = {w2}.",
      fr = "Un bras plan de barres {L1} et {L2}, `th1` = {th1}, `th2` = {th2} (relatif), `th1'` = "
        .. "{w1}, `th2'` = {w2}." },
    data = { { "L1", 0.6, 1.2, 0.1, unit = "m" }, { "L2", 0.4, 0.9, 0.1, unit = "m" },
      { "th1", 10, 50, 5, unit = "deg" }, { "th2", 20, 80, 5, unit = "deg" },
      { "w1", 0.5, 2, 0.25, unit = "rad/s" }, { "w2", -2, -0.5, 0.25, unit = "rad/s" } },
    condition = function(d) return d.L1 ~= d.L2 and d.w1 ~= -d.w2 end,
    picture = function(d)
      local a, b = math.rad(d.th1), math.rad(d.th1 + d.th2)
      local x, y = d.L1 * cos(a), d.L1 * sin(a)
      local u, v = x + d.L2 * cos(b), y + d.L2 * sin(b)
      return { { "ground", 0, 0 }, { "bar", 0, 0, x, y, "L1" }, { "bar", x, y, u, v, "L2" },
        { "line", 0, 0, 0.6, 0, dash = true }, { "pin", 0, 0 }, { "pin", x, y },
        { "mass", u, v, "P" }, { "arc", 0, 0, 0.3, 0, a, "th1" },
        { "line", x, y, x + 0.45 * cos(a), y + 0.45 * sin(a), dash = true },
        { "arc", x, y, 0.3, a, b, "th2" } }
    end,
    solve = function(d, how)
      local a = how.angle(d.th1)
      local b = how.absolute(a, how.angle(d.th2))
      local x2, y2 = d.L2 * how.cos(b), d.L2 * how.sin(b)
      local P = { d.L1 * how.cos(a) + x2, d.L1 * how.sin(a) + y2 }
      local lever = how.lever({ x2, y2 }, P)
      local J = { { -P[2], -lever[2] }, { P[1], lever[1] } }
      return { J = J, v = { J[1][1] * d.w1 + J[1][2] * d.w2, J[2][1] * d.w1 + J[2][2] * d.w2 },
        det = J[1][1] * J[2][2] - J[1][2] * J[2][1] }
    end,
    asked = {
      { name = "J", kind = "matrix", en = "the Jacobian of P (2 x 2)",
        fr = "la jacobienne de P (2 x 2)" },
      { name = "v", kind = "vector", unit = "m/s", en = "the velocity of P", fr = "la vitesse de "
        .. "P" },
      { name = "det", unit = "m^2", en = "the determinant", fr = "le déterminant" },
    },
    solution = { en = "`J = [-L1*s1 - L2*s12, -L2*s12; L1*c1 + L2*c12, L2*c12]`, `det = L1*L2*s2`.",
      fr = "`J = [-L1*s1 - L2*s12, -L2*s12; L1*c1 + L2*c12, L2*c12]`, `det = L1*L2*s2`." },
  },
  {
    name = "two_bars_statics", chapter = 4, from = "F4.6",
    title = { en = "Torques that hold a force", fr = "Couples qui équilibrent un effort" },
    statement = {
      en = "A planar arm (bars {L1}, {L2}; `th1` = {th1}, `th2` = {th2}, relative), without "
        .. "weight, pushes a wall with the force ({Fx}, {Fy}) N at its tip.",
      fr = "Un bras plan (barres {L1}, {L2} ; `th1` = {th1}, `th2` = {th2}, relatif), sans poids, "
        .. "pousse un mur avec la force ({Fx}, {Fy}) N à son extrémité." },
    data = { { "L1", 0.6, 1.2, 0.1, unit = "m" }, { "L2", 0.4, 0.9, 0.1, unit = "m" },
      { "th1", 10, 50, 5, unit = "deg" }, { "th2", 20, 80, 5, unit = "deg" },
      { "Fx", 10, 50, 5 }, { "Fy", -30, -5, 5 } },
    condition = function(d) return d.L1 ~= d.L2 end,
    picture = function(d)
      local a, b = math.rad(d.th1), math.rad(d.th1 + d.th2)
      local x, y = d.L1 * cos(a), d.L1 * sin(a)
      local u, v = x + d.L2 * cos(b), y + d.L2 * sin(b)
      return { { "ground", 0, 0 }, { "bar", 0, 0, x, y, "L1" }, { "bar", x, y, u, v, "L2" },
        { "pin", 0, 0 }, { "pin", x, y }, { "arrow", u, v, u + d.Fx / 60, v + d.Fy / 60, "F" },
        { "line", 0, 0, 0.6, 0, dash = true }, { "arc", 0, 0, 0.3, 0, a, "th1" },
        { "arc", x, y, 0.3, a, b, "th2" } }
    end,
    solve = function(d, how)
      local a = how.angle(d.th1)
      local b = how.absolute(a, how.angle(d.th2))
      local x2, y2 = d.L2 * how.cos(b), d.L2 * how.sin(b)
      local J = li.mat { { -d.L1 * how.sin(a) - y2, -y2 }, { d.L1 * how.cos(a) + x2, x2 } }
      local F = { how.action(d.Fx), how.action(d.Fy) }
      local tau = how.jacobian_force(J, li.vec(F))
      return { tau = { tau[1], tau[2] } }
    end,
    asked = { { name = "tau", kind = "vector", unit = "N m", en = "the torques of the motors",
      fr = "les couples des moteurs" } },
    solution = { en = "The arm exerts F, so `tau = J^T*F` (the wall exerts -F on it).",
      fr = "Le bras exerce F, donc `tau = J^T*F` (le mur exerce -F sur lui)." },
  },
  {
    name = "turning_slide", chapter = 4, from = "F4.3",
    title = { en = "A slide that turns", fr = "Une glissière qui tourne" },
    statement = {
      en = "A bar turns about O in the plane at `th1'` = {w}, `th1''` = {al}; a collar slides on "
        .. "it at the distance `d` = {d} with `d'` = {v}, `d''` = {a}; `th1` = {th}.",
      fr = "Une barre tourne autour de O dans le plan, `th1'` = {w}, `th1''` = {al} ; un curseur y "
        .. "coulisse à la distance `d` = {d} avec `d'` = {v}, `d''` = {a} ; `th1` = {th}." },
    data = { { "d", 0.3, 0.8, 0.1, unit = "m" }, { "v", 0.5, 2, 0.25, unit = "m/s" },
      { "a", 0.5, 2, 0.5, unit = "m/s^2" }, { "w", 1, 4, 0.5, unit = "rad/s" },
      { "al", 1, 4, 0.5, unit = "rad/s^2" }, { "th", 20, 70, 5, unit = "deg" } },
    picture = function(d)
      local a = math.rad(d.th)
      local x, y = d.d * cos(a), d.d * sin(a)
      return { { "ground", 0, 0 }, { "bar", 0, 0, 1.5 * x, 1.5 * y }, { "slider", x, y, a, "C" },
        { "pin", 0, 0, "O" }, { "arc", 0, 0, 0.3 * d.d, 0, a, "th1" },
        { "line", 0, 0, 0.5 * d.d, 0, dash = true } }
    end,
    solve = function(d, how)
      local th = how.angle(d.th)
      local along = d.a - how.squares(d.d * d.w ^ 2)
      local across = d.d * d.al + how.coriolis(2 * d.w * d.v)
      return { along = along, across = across,
        a = { along * how.cos(th) - across * how.sin(th),
          along * how.sin(th) + across * how.cos(th) } }
    end,
    asked = {
      { name = "along", unit = "m/s^2", en = "the acceleration of the collar along the bar",
        fr = "l'accélération du curseur suivant la barre" },
      { name = "across", unit = "m/s^2", en = "and across it (positive the way `th1` grows)",
        fr = "et perpendiculairement (dans le sens de `th1`)" },
      { name = "a", kind = "vector", unit = "m/s^2", en = "the same in the axes of the ground",
        fr = "la même dans les axes du bâti" },
    },
    solution = { en = "Along `d'' - d*th1'^2`, across `d*th1'' + 2*d'*th1'`.",
      fr = "Suivant la barre `d'' - d*th1'^2`, perpendiculairement `d*th1'' + 2*d'*th1'`." },
  },
}
