-- tasks_redundancy.lua - chapter 4: redundant arms
local li = require "liaison.core"

local cos, sin = math.cos, math.sin

local DATA = { { "q1", 5, 40, 5, unit = "deg" }, { "q2", 20, 60, 5, unit = "deg" },
  { "q3", -50, -10, 5, unit = "deg" }, { "vx", 0.1, 0.4, 0.05 }, { "vy", -0.4, -0.1, 0.05 } }

-- joints 1 and 2 alone can move the tip any way
local function two_will_do(d)
  return sin(math.rad(d.q2)) + sin(math.rad(d.q2 + d.q3)) > 0.3
end

local EN = "A planar arm with three bars of 1 m, relative angles {q1}, {q2}, {q3}; its tip is to "
  .. "move at ({vx}, {vy}) m/s."
local FR = "Un bras plan à trois barres de 1 m, angles relatifs {q1}, {q2}, {q3} ; son extrémité "
  .. "doit se déplacer à ({vx}, {vy}) m/s."

local function picture(d)
  local a, x, y = 0, 0, 0
  local out = { { "ground", 0, 0 } }
  local pins = { { "pin", 0, 0 } }
  for _, name in ipairs { "q1", "q2", "q3" } do
    a = a + math.rad(d[name])
    local u, v = x + cos(a), y + sin(a)
    out[#out + 1] = { "bar", x, y, u, v }
    pins[#pins + 1] = { "pin", u, v }
    x, y = u, v
  end
  pins[#pins] = { "mass", x, y, "P" }
  for _, m in ipairs(pins) do out[#out + 1] = m end
  out[#out + 1] = { "arrow", x, y, x + 2 * d.vx, y + 2 * d.vy, "v" }
  return out
end

-- rows x and y of the Jacobian of three bars
local function jacobian(d, how)
  local a = how.angle(d.q1)
  local b = how.absolute(a, how.angle(d.q2))
  local c = how.absolute(b, how.angle(d.q3))
  local x3, y3 = cos(c), sin(c)
  local x2, y2 = x3 + cos(b), y3 + sin(b)
  return li.mat { { -y2 - sin(a), -y2, -y3 }, { x2 + cos(a), x2, x3 } }
end

-- rates of least weight that move the tip so: W^-1 J^T (J W^-1 J^T)^-1 v
local function least(J, v, w)
  local W = li.mat { { 1 / w[1], 0, 0 }, { 0, 1 / w[2], 0 }, { 0, 0, 1 / w[3] } }
  local T = W * J:transpose()
  local r = T * ((J * T):solve(li.vec(v)))
  return { r[1], r[2], r[3] }
end

return {
  {
    name = "least_rates", chapter = 4, from = "E4.4",
    title = { en = "Least rates of a redundant arm",
      fr = "Vitesses minimales d'un bras redondant" },
    statement = { en = EN, fr = FR }, data = DATA, picture = picture, condition = two_will_do,
    solve = function(d, how)
      local J = jacobian(d, how)
      local J1 = J:block(1, 1, 2, 2)
      local r = J1:solve(li.vec { d.vx, d.vy })
      return { J = J, rates = least(J, { d.vx, d.vy }, how.weights { 1, 1, 1 }),
        blocked = { r[1], r[2], 0 } }
    end,
    words = { weights = function(w) return w end },
    mistakes = { { name = "inverse_weights", en = "weights that are not asked",
      fr = "des pondérations qui ne sont pas demandées", hint_en = "M is the identity here.",
      hint_fr = "Ici M est l'identité.", words = { weights = function() return { 1, 4,
        9 } end } } },
    asked = {
      { name = "J", kind = "matrix", en = "the Jacobian of the tip (2 x 3)",
        fr = "la jacobienne de l'extrémité (2 x 3)" },
      { name = "rates", kind = "vector", unit = "rad/s", en = "the joint rates of least norm",
        fr = "les vitesses articulaires de norme minimale" },
      { name = "blocked", kind = "vector", unit = "rad/s", en = "those with joint 3 blocked",
        fr = "celles avec l'articulation 3 bloquée" },
    },
    solution = { en = "`q' = J^T*(J*J^T)^-1*v`; blocked: `[J1^-1; 0]*v` with the first two "
      .. "columns.",
      fr = "`q' = J^T*(J*J^T)^-1*v` ; bloquée : `[J1^-1; 0]*v` avec les deux premières colonnes." },
  },
  {
    name = "weighted_rates", chapter = 4, from = "E4.4",
    title = { en = "Weighted rates", fr = "Vitesses pondérées" },
    statement = { en = EN .. " `w = q1'^2 + {w2}*q2'^2 + {w3}*q3'^2` is to be least.",
      fr = FR .. " `w = q1'^2 + {w2}*q2'^2 + {w3}*q3'^2` doit être minimal." },
    data = { DATA[1], DATA[2], DATA[3], DATA[4], DATA[5], { "w2", 2, 6, 1 }, { "w3", 5, 12, 1 } },
    picture = picture, condition = two_will_do,
    solve = function(d, how)
      local w = how.weights { 1, d.w2, d.w3 }
      local r = least(jacobian(d, how), { d.vx, d.vy }, w)
      return { rates = r, w = r[1] ^ 2 + d.w2 * r[2] ^ 2 + d.w3 * r[3] ^ 2 }
    end,
    words = { weights = function(w) return w end },
    mistakes = { { name = "weights_inverted", en = "the weights stand inverted (M for M^-1)",
      fr = "les pondérations sont inversées (M pour M^-1)",
      hint_en = "q' = M^-1 J^T (J M^-1 J^T)^-1 x'.", hint_fr = "q' = M^-1 J^T (J M^-1 J^T)^-1 x'.",
      words = { weights = function(w) return { 1 / w[1], 1 / w[2], 1 / w[3] } end } },
      { name = "weights_left_out", en = "the weights are left out (M = Id)",
      fr = "les pondérations sont oubliées (M = Id)",
      hint_en = "q' = M^-1 J^T (J M^-1 J^T)^-1 x'.", hint_fr = "q' = M^-1 J^T (J M^-1 J^T)^-1 x'.",
      words = { weights = function() return { 1, 1, 1 } end } } },
    asked = {
      { name = "rates", kind = "vector", unit = "rad/s", en = "the joint rates",
        fr = "les vitesses articulaires" },
      { name = "w", en = "the least value of `w`", fr = "la valeur minimale de `w`" },
    },
    solution = { en = "`q' = M^-1*J^T*(J*M^-1*J^T)^-1*x'` with M the diagonal matrix of the "
      .. "weights.",
      fr = "`q' = M^-1*J^T*(J*M^-1*J^T)^-1*x'` avec M la matrice diagonale des pondérations." },
  },
  {
    name = "self_motion", chapter = 4, from = "E4.4",
    title = { en = "The motion that leaves the tip", fr = "Le mouvement interne" },
    statement = {
      en = "A planar arm with three bars of 1 m, relative angles {q1}, {q2}, {q3}. It moves with "
        .. "its tip at rest and `q3'` = {k}.",
      fr = "Un bras plan à trois barres de 1 m, angles relatifs {q1}, {q2}, {q3}. Il se déplace, "
        .. "l'extrémité restant fixe, avec `q3'` = {k}." },
    data = { DATA[1], DATA[2], DATA[3], { "k", 0.5, 2, 0.25, unit = "rad/s" }, { "vx", 0 },
      { "vy", 0 } },
    picture = picture, condition = two_will_do,
    solve = function(d, how)
      local J = jacobian(d, how)
      local r = J:block(1, 1, 2, 2):solve(li.vec { J[1][3] * d.k, J[2][3] * d.k })
      local s = how.kernel(-1)
      return { rates = { s * r[1], s * r[2], d.k }, dim = 1 }
    end,
    words = { kernel = function(x) return x end },
    mistakes = { { name = "no_minus", en = "the minus of -J1^-1 J2 is missing",
      fr = "il manque le signe de -J1^-1 J2", hint_en = "J1 q1' + J2 q2' = 0.",
      hint_fr = "J1 q1' + J2 q2' = 0.", words = { kernel = function(x) return -x end } } },
    asked = {
      { name = "dim", tol = 0, en = "the dimension of the kernel of `J`",
        fr = "la dimension du noyau de `J`" },
      { name = "rates", kind = "vector", unit = "rad/s", en = "the three rates",
        fr = "les trois vitesses" },
    },
    solution = { en = "`q1' = -J1^-1*J2*q2'` with `J1` the first two columns.",
      fr = "`q1' = -J1^-1*J2*q2'` avec `J1` les deux premières colonnes." },
  },
}
