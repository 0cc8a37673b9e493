-- tasks_arms.lua - chapter 3: direct and inverse models, workspace
local li = require "liaison.core"
local pictures = require "liaison.course.exercises.arm_pictures"

local cos, sin, pi = math.cos, math.sin, math.pi

-- the RRP of the course with the words of a recipe: 0A3
local function rrp(d, how)
  local q = pi / 2
  return how.dh(0, q, 0, how.angle(d.th1)) * how.dh(d.a2, -q, 0, how.angle(d.th2))
    * how.dh(0, q, d.d3, q)
end

local RRP = { { "a2", 80, 160, 10, unit = "mm" }, { "th1", -60, 60, 5, unit = "deg" },
  { "th2", -60, 40, 5, unit = "deg" }, { "d3", 200, 320, 10, unit = "mm" } }

local function rrp_is_plain(d)
  local reach = d.a2 * cos(math.rad(d.th2)) - d.d3 * sin(math.rad(d.th2))
  return math.abs(d.th1) >= 10 and math.abs(d.th2) >= 10 and math.abs(d.th1) ~= math.abs(d.th2)
    and reach > 30 and math.abs(d.th1) ~= 45
end

local RRP_EN = "The RRP robot of the course: DH rows (a, alpha, d, theta) = (0, 90°, 0, `th1`), "
  .. "(`a2`, -90°, 0, `th2`), (0, 90°, `d3`, 90°), `a2` = {a2}. "
local RRP_FR = "Le robot RRP du cours : lignes de DH (a, alpha, d, theta) = (0, 90°, 0, `th1`), "
  .. "(`a2`, -90°, 0, `th2`), (0, 90°, `d3`, 90°), `a2` = {a2}. "

-- a planar arm of two bars
local function two_bars_picture(d)
  local a, b = math.rad(d.q1), math.rad(d.q1 + d.q2)
  local x, y = d.L1 * cos(a), d.L1 * sin(a)
  local u, v = x + d.L2 * cos(b), y + d.L2 * sin(b)
  return { { "ground", 0, 0 }, { "bar", 0, 0, x, y, "L1" }, { "bar", x, y, u, v, "L2" },
    { "pin", 0, 0 }, { "pin", x, y }, { "mass", u, v, "P" }, { "arc", 0, 0, 0.3, 0, a, "q1" },
    { "line", x, y, x + 0.5 * cos(a), y + 0.5 * sin(a), dash = true },
    { "arc", x, y, 0.3, a, b, "q2" }, { "line", 0, 0, 0.6, 0, dash = true } }
end

return {
  {
    name = "rrp_direct", chapter = 3, from = "E3.8",
    title = { en = "Direct model of the RRP", fr = "Modèle direct du RRP" },
    statement = { en = RRP_EN .. "`th1` = {th1}, `th2` = {th2}, `d3` = {d3}.",
      fr = RRP_FR .. "`th1` = {th1}, `th2` = {th2}, `d3` = {d3}." },
    data = RRP, condition = rrp_is_plain, picture = pictures.rrp,
    solve = function(d, how)
      local X = rrp(d, how)
      local B = how.inverse(X)
      return { O3 = { X.p[1], X.p[2], X.p[3] }, R = X.R, back = { B.p[1], B.p[2], B.p[3] } }
    end,
    asked = {
      { name = "O3", kind = "vector", unit = "mm", en = "the origin of frame 3 in the base",
        fr = "l'origine du repère 3 dans la base" },
      { name = "R", kind = "rotation", en = "the rotation `0R3`", fr = "la rotation `0R3`" },
      { name = "back", kind = "vector", unit = "mm", en = "the origin of the base in frame 3",
        fr = "l'origine de la base dans le repère 3" },
    },
    solution = {
      en = "`0A3 = 0A1*1A2*2A3`: `O3 = (-d3*c1*s2 + a2*c1*c2, -d3*s1*s2 + a2*s1*c2, d3*c2 + "
        .. "a2*s2)`; seen from frame 3 the base is at (0, -d3, -a2).",
      fr = "`0A3 = 0A1*1A2*2A3` : `O3 = (-d3*c1*s2 + a2*c1*c2, -d3*s1*s2 + a2*s1*c2, d3*c2 + "
        .. "a2*s2)` ; vue du repère 3 la base est en (0, -d3, -a2)." },
  },
  {
    name = "rrp_formula", chapter = 3, from = "E3.8",
    title = { en = "Direct model of the RRP as formulas", fr = "Modèle direct du RRP, formules" },
    statement = {
      en = "The RRP robot of the course: DH rows (a, alpha, d, theta) = (0, 90°, 0, `th1`), (`a2`, "
        .. "-90°, 0, `th2`), (0, 90°, `d3`, 90°). Write with `c1`, `s2` and so on.",
      fr = "Le robot RRP du cours : lignes de DH (a, alpha, d, theta) = (0, 90°, 0, `th1`), (`a2`, "
        .. "-90°, 0, `th2`), (0, 90°, `d3`, 90°). Écrire avec `c1`, `s2`, etc." },
    data = {},
    picture = function() return pictures.rrp { a2 = 100, d3 = 200, th1 = 35, th2 = -30 } end,
    solve = function(_, how)
      local s = how.slide "d3"
      return { x = ("a2*c1*c2 - %s*c1*s2"):format(s), z = ("a2*s2 + %s*c2"):format(s),
        r13 = "c1*c2" }
    end,
    words = { slide = function(x) return x end },
    mistakes = { { name = "slide_other_way", en = "d3 along -z2", fr = "d3 suivant -z2",
      hint_en = "The third column of 0A2 is z2: O3 = O2 + d3 z2.",
      hint_fr = "La troisième colonne de 0A2 est z2 : O3 = O2 + d3 z2.",
      words = { slide = function() return "(-d3)" end } } },
    asked = {
      { name = "x", kind = "formula", letters = "a2 d3 th1 th2", stem = "th", en = "x of `O3`",
        fr = "x de `O3`" },
      { name = "z", kind = "formula", letters = "a2 d3 th1 th2", stem = "th", en = "z of `O3`",
        fr = "z de `O3`" },
      { name = "r13", kind = "formula", letters = "a2 d3 th1 th2", stem = "th",
        en = "the entry of `0R3` in the first row, third column",
        fr = "le terme de `0R3` en première ligne, troisième colonne" },
    },
    solution = { en = "Multiply the three matrices.", fr = "Multiplier les trois matrices." },
  },
  {
    name = "rrp_inverse", chapter = 3, from = "E3.8",
    title = { en = "Inverse model of the RRP", fr = "Modèle inverse du RRP" },
    statement = { en = RRP_EN .. "Its tip `O3` is to be at ({x}, {y}, {z}) mm; `d3` may have "
      .. "either sign.", fr = RRP_FR .. "Son extrémité `O3` doit être en ({x}, {y}, {z}) mm ; `d3` "
      .. "peut avoir les deux signes." },
    data = RRP, condition = rrp_is_plain, picture = pictures.rrp,
    shown = function(d)
      local X = rrp(d, { dh = li.dh.standard, angle = math.rad })
      return { x = X.p[1], y = X.p[2], z = X.p[3] }
    end,
    solve = function(d, how)
      local X = rrp(d, { dh = li.dh.standard, angle = math.rad })
      local x, y, z = X.p[1], X.p[2], X.p[3]
      local out = {}
      for _, side in ipairs { 1, -1 } do
        local r = side * math.sqrt(x * x + y * y)
        local th1 = how.atan2(side * y, side * x)
        for _, sign in ipairs { 1, -1 } do
          local d3 = sign * math.sqrt(r * r + z * z - d.a2 ^ 2)
          out[#out + 1] = { th1, how.atan2(z, r) - how.atan2(d3, d.a2), d3 }
        end
      end
      return { all = out, number = #out, d3 = out[1][3] }
    end,
    asked = {
      { name = "d3", unit = "mm", en = "the positive `d3`", fr = "le `d3` positif" },
      { name = "number", tol = 0, en = "how many configurations are there?",
        fr = "combien y a-t-il de configurations ?" },
      { name = "all", kind = "list", turn = { true, true, false }, tol = 0.02,
        en = "all (`th1`, `th2`, `d3`), in radians and mm, a row each (to 0.02)",
        fr = "tous les (`th1`, `th2`, `d3`), en radians et mm, un par ligne (à 0,02 près)" },
    },
    solution = {
      en = "`r = ±sqrt(x^2 + y^2)`, `th1 = atan2(±y, ±x)`, `d3 = ±sqrt(r^2 + z^2 - a2^2)`, "
        .. "`th2 = atan2(z, r) - atan2(d3, a2)`.",
      fr = "`r = ±sqrt(x^2 + y^2)`, `th1 = atan2(±y, ±x)`, `d3 = ±sqrt(r^2 + z^2 - a2^2)`, "
        .. "`th2 = atan2(z, r) - atan2(d3, a2)`." },
  },
  {
    name = "two_bars_inverse", chapter = 3, from = "E3.11",
    title = { en = "Inverse model of two bars", fr = "Modèle inverse de deux barres" },
    statement = { en = "A planar arm with bars {L1} and {L2}; its tip P is to be at ({x}, {y}) m.",
      fr = "Un bras plan de barres {L1} et {L2} ; son extrémité P doit être en ({x}, {y}) m." },
    data = { { "L1", 0.6, 1.2, 0.1, unit = "m" }, { "L2", 0.4, 0.9, 0.1, unit = "m" },
      { "q1", 100, 160, 5, unit = "deg" }, { "q2", 30, 120, 5, unit = "deg" } },
    condition = function(d) return d.L1 > d.L2 and d.q2 ~= 90 end,
    shown = function(d)
      local a, b = math.rad(d.q1), math.rad(d.q1 + d.q2)
      return { x = d.L1 * cos(a) + d.L2 * cos(b), y = d.L1 * sin(a) + d.L2 * sin(b) }
    end,
    picture = two_bars_picture,
    solve = function(d, how)
      local a, b = math.rad(d.q1), math.rad(d.q1 + d.q2)
      local x, y = d.L1 * cos(a) + d.L2 * cos(b), d.L1 * sin(a) + d.L2 * sin(b)
      local c2 = (x * x + y * y - d.L1 ^ 2 - d.L2 ^ 2) / (2 * d.L1 * d.L2)
      local out = {}
      for i, sign in ipairs { 1, -1 } do
        local q2 = sign * math.acos(c2)
        local lean = (math.atan2 or math.atan)(d.L2 * sin(q2), d.L1 + d.L2 * cos(q2))
        out[i] = { how.atan2(y, x) - lean, q2 }
      end
      return { c2 = c2, all = out, q1 = out[1][1] / li.deg }
    end,
    asked = {
      { name = "c2", en = "`cos(q2)`", fr = "`cos(q2)`" },
      { name = "q1", unit = "deg", turn = true, en = "`q1` of the configuration with `q2 > 0`",
        fr = "`q1` de la configuration avec `q2 > 0`" },
      { name = "all", kind = "list", unit = "rad", turn = { true, true },
        en = "all (`q1`, `q2`) in radians, a row each", fr = "tous les (`q1`, `q2`) en radians, un "
        .. "par ligne" },
    },
    solution = {
      en = "`cos(q2) = (x^2 + y^2 - L1^2 - L2^2)/(2*L1*L2)`; `q1 = atan2(y, x) - atan2(L2*s2, L1 + "
        .. "L2*c2)`.",
      fr = "`cos(q2) = (x^2 + y^2 - L1^2 - L2^2)/(2*L1*L2)` ; `q1 = atan2(y, x) - atan2(L2*s2, L1 "
        .. "+ L2*c2)`." },
  },
  {
    name = "kr30_wrist", chapter = 3, from = "E3.9",
    title = { en = "Wrist centre of the KR30", fr = "Centre du poignet du KR30" },
    statement = {
      en = "The KR30's first rows (a, alpha, d, theta), mm: (670, 90°, 0, `th1`), (800, 0, 0, "
        .. "`th2`), (145, 90°, 0, `th3`), then `d4` = -820 along `z3` to the wrist's centre W. "
        .. "`th1` = {th1}, `th2` = {th2}, `th3` = {th3}.",
      fr = "Premières lignes du KR30 (a, alpha, d, theta), mm : (670, 90°, 0, `th1`), (800, 0, 0, "
        .. "`th2`), (145, 90°, 0, `th3`), puis `d4` = -820 suivant `z3` jusqu'au centre W du "
        .. "poignet. `th1` = {th1}, `th2` = {th2}, `th3` = {th3}." },
    data = { { "th1", 10, 80, 5, unit = "deg" }, { "th2", -60, -10, 5, unit = "deg" },
      { "th3", 20, 70, 5, unit = "deg" } },
    condition = function(d) return d.th2 + d.th3 ~= 0 and d.th1 ~= 45 end,
    picture = pictures.kr30,
    solve = function(d, how)
      local th1 = how.angle(d.th1)
      local th23 = how.absolute(how.angle(d.th2), how.angle(d.th3))
      local rho = 670 + 800 * how.cos(how.angle(d.th2)) + 145 * how.cos(th23) - 820 * how.sin(th23)
      return { rho = rho, W = { rho * how.cos(th1), rho * how.sin(th1),
        800 * how.sin(how.angle(d.th2)) + 145 * how.sin(th23) + 820 * how.cos(th23) } }
    end,
    asked = {
      { name = "rho", unit = "mm", en = "the distance of W from the axis `z0` (with sign)",
        fr = "la distance (signée) de W à l'axe `z0`" },
      { name = "W", kind = "vector", unit = "mm", en = "the coordinates of W in the base",
        fr = "les coordonnées de W dans la base" },
    },
    solution = {
      en = "`rho = a1 + a2*c2 + a3*c23 + d4*s23`, `W = (rho*c1, rho*s1, a2*s2 + a3*s23 - d4*c23)`.",
      fr = "`rho = a1 + a2*c2 + a3*c23 + d4*s23`, `W = (rho*c1, rho*s1, a2*s2 + a3*s23 - "
        .. "d4*c23)`." },
  },
  {
    name = "workspace", chapter = 3, from = "E3.10",
    title = { en = "Workspace of two bars", fr = "Espace de travail de deux barres" },
    statement = {
      en = "A planar arm with bars {L1} and {L2}; `q1` may go from 0 to {top}, `q2` from {low} to "
        .. "{high}.",
      fr = "Un bras plan de barres {L1} et {L2} ; `q1` varie de 0 à {top}, `q2` de {low} à "
        .. "{high}." },
    data = { { "L1", 0.6, 1.2, 0.1, unit = "m" }, { "L2", 0.4, 0.9, 0.1, unit = "m" },
      { "top", 90, 180, 10, unit = "deg" }, { "low", 20, 60, 5, unit = "deg" },
      { "high", 80, 140, 5, unit = "deg" }, { "q1", 40 }, { "q2", 60 } },
    condition = function(d) return d.low + d.high ~= 180 end,
    picture = two_bars_picture,
    solve = function(d, how)
      local low, high = how.angle(d.low), how.angle(d.high)
      local function reach(q2)
        return how.root(d.L1 ^ 2 + d.L2 ^ 2 + 2 * d.L1 * d.L2 * how.cos(q2))
      end
      return { far = reach(low), near = reach(high),
        area = how.angle(d.top) * d.L1 * d.L2 * (how.cos(low) - how.cos(high)) }
    end,
    asked = {
      { name = "far", unit = "m", en = "the largest distance of the tip from the base",
        fr = "la plus grande distance de l'extrémité à la base" },
      { name = "near", unit = "m", en = "the least", fr = "la plus petite" },
      { name = "area", unit = "m^2", en = "the area the tip can reach",
        fr = "l'aire que l'extrémité peut atteindre" },
    },
    solution = {
      en = "`r^2 = L1^2 + L2^2 + 2*L1*L2*cos(q2)`; the area is the integral of `L1*L2*sin(q2)` "
        .. "over both angles.",
      fr = "`r^2 = L1^2 + L2^2 + 2*L1*L2*cos(q2)` ; l'aire est l'intégrale de `L1*L2*sin(q2)` sur "
        .. "les deux angles." },
  },
  {
    name = "existence", chapter = 3, from = "E3.11",
    title = { en = "Is there an inverse model?", fr = "Existe-t-il un modèle inverse ?" },
    statement = {
      en = "A robot with {n} joints in general position is asked for a task of {m} independent "
        .. "parameters, inside its workspace and away from singular places.",
      fr = "Un robot à {n} articulations, en position générale, doit réaliser une tâche à {m} "
        .. "paramètres indépendants, dans son espace de travail et hors des singularités." },
    data = { { "n", 2, 7, 1 }, { "m", 2, 6, 1 } },
    solve = function(d, how)
      local n = how.joints(d.n)
      return { kind = n < d.m and "none" or n == d.m and "finite" or "infinite",
        internal = math.max(n - d.m, 0) }
    end,
    words = { joints = function(n) return n end },
    mistakes = { { name = "tool_counted", en = "the base or the tool is counted as a joint",
      fr = "la base ou l'outil est compté comme une articulation",
      hint_en = "Only joints that move count.", hint_fr = "Seules les articulations mobiles "
        .. "comptent.",
      words = { joints = function(n) return n + 1 end } } },
    asked = {
      { name = "kind", kind = "choice", en = "how many configurations do it?",
        fr = "combien de configurations la réalisent ?", options = {
          { "none", en = "none in general", fr = "aucune en général" },
          { "finite", en = "a finite number", fr = "un nombre fini" },
          { "infinite", en = "infinitely many", fr = "une infinité" } } },
      { name = "internal", tol = 0, en = "how many independent internal motions has it then?",
        fr = "combien a-t-il alors de mouvements internes indépendants ?" },
    },
    solution = { en = "`n` is compared with the number of parameters of the task: fewer: none; as "
      .. "many: a finite number; more: infinitely many.",
      fr = "On compare `n` au nombre de paramètres de la tâche : moins : aucune ; autant : un "
        .. "nombre fini ; plus : une infinité." },
  },
}
