-- tasks_laws.lua - chapter 5: motion laws
local li = require "liaison.core"

local AXIS = { { "D", 0.8, 3, 0.2, unit = "rad" }, { "v", 1.5, 4, 0.5, unit = "rad/s" },
  { "a", 6, 14, 1, unit = "rad/s^2" }, { "j", 40, 90, 10, unit = "rad/s^3" } }

-- durations that each limit asks for, by the peaks of a law
local function durations(law, d, how)
  local v, a, j = law:peaks()
  local Ta = how.root(how.peak(a) * d.D / d.a)
  local Tj = (how.peak(j) * d.D / d.j) ^ (1 / 3)
  return how.peak(v) * d.D / d.v, Ta, Tj
end

local function minimal(law)
  return function(d, how)
    local Tv, Ta, Tj = durations(li.law(law), d, how)
    return { Tv = Tv, Ta = Ta, Tj = Tj, T = how.longest(Tv, Ta, Tj) }
  end
end

local TIMES = {
  { name = "Tv", unit = "s", en = "the shortest duration by the speed", fr = "la durée minimale "
    .. "d'après la vitesse" },
  { name = "Ta", unit = "s", en = "by the acceleration", fr = "d'après l'accélération" },
  { name = "Tj", unit = "s", en = "by the jerk", fr = "d'après la secousse (jerk)" },
  { name = "T", unit = "s", en = "the shortest duration of the motion",
    fr = "la durée minimale du mouvement" },
}

local function minimal_times(name, law, en, fr, from)
  return {
    name = name, chapter = 5, from = from,
    title = { en = "Shortest time, " .. en, fr = "Durée minimale, " .. fr },
    statement = {
      en = "An axis moves by {D} from rest to rest by the " .. en .. ". Limits: speed {v}, "
        .. "acceleration {a}, jerk {j}.",
      fr = "Un axe se déplace de {D}, d'arrêt à arrêt, selon la " .. fr .. ". Limites : vitesse "
        .. "{v}, accélération {a}, secousse {j}." },
    data = AXIS, solve = minimal(law), asked = TIMES,
    condition = function(d)
      local Tv, Ta, Tj = durations(li.law(law), d, { root = math.sqrt,
        peak = function(x) return x end })
      local T = math.max(Tv, Ta, Tj)
      return math.abs(Tv - Ta) > 0.03 * T and math.abs(Ta - Tj) > 0.03 * T
        and math.abs(Tv - Tj) > 0.03 * T
    end,
    solution = {
      en = "`T >= s'max*D/v`, `T >= sqrt(s''max*D/a)`, `T >= (s'''max*D/j)^(1/3)`: the largest "
        .. "counts.",
      fr = "`T >= s'max*D/v`, `T >= sqrt(s''max*D/a)`, `T >= (s'''max*D/j)^(1/3)` : la plus "
        .. "grande." },
  }
end

-- the law of a name with its rise, as rows s, s', s'' at a share of the time
local function at_time(law, d, t, how)
  local s, v, a = law:at(t / d.T)
  return d.q0 + (d.q1 - d.q0) * s, how.scale((d.q1 - d.q0) * v, d.T),
    how.scale(how.scale((d.q1 - d.q0) * a, d.T), d.T)
end

local SCALE = { words = { scale = function(x, T) return x / T end },
  mistakes = { { name = "unscaled_time", en = "derivatives by t/T were not divided by T",
    fr = "les dérivées par rapport à t/T n'ont pas été divisées par T",
    hint_en = "q' = D s'(t/T)/T, q'' = D s''(t/T)/T^2.",
    hint_fr = "q' = D s'(t/T)/T, q'' = D s''(t/T)/T^2.",
    words = { scale = function(x) return x end } } } }

local function of_degree(name, law, text, from)
  return {
    name = name, chapter = 5, from = from,
    title = { en = "A law of degree " .. text, fr = "Loi de degré " .. text },
    statement = {
      en = "An axis moves from {q0} to {q1} in {T} by the law of degree " .. text .. ", from rest "
        .. "to rest. The time is {t}.",
      fr = "Un axe va de {q0} à {q1} en {T} selon la loi de degré " .. text .. ", d'arrêt à arrêt. "
        .. "L'instant est {t}." },
    data = { { "q0", -1, 0, 0.25, unit = "rad" }, { "q1", 0.5, 2, 0.25, unit = "rad" },
      { "T", 1.5, 4, 0.5, unit = "s" }, { "t", 0.3, 1.2, 0.1, unit = "s" } },
    condition = function(d)
      local u = d.t / d.T
      return u < 0.45 and u > 0.15 and math.abs(u - 0.3) > 0.01
    end,
    words = SCALE.words, mistakes = SCALE.mistakes,
    solve = function(d, how)
      local q, v, a = at_time(li.law(law), d, d.t, how)
      local peak = li.law(law):peaks()
      return { q = q, v = v, a = a, vmax = how.scale((d.q1 - d.q0) * how.peak(peak), d.T) }
    end,
    asked = {
      { name = "q", unit = "rad", en = "the position then", fr = "la position à cet instant" },
      { name = "v", unit = "rad/s", en = "the speed then", fr = "la vitesse à cet instant" },
      { name = "a", unit = "rad/s^2", en = "the acceleration then",
        fr = "l'accélération à cet instant" },
      { name = "vmax", unit = "rad/s", en = "the largest speed of the motion",
        fr = "la vitesse maximale du mouvement" },
    },
    solution = {
      en = "`q = q0 + (q1 - q0)*s(t/T)`: velocities scale with 1/T, accelerations with 1/T².",
      fr = "`q = q0 + (q1 - q0)*s(t/T)` : les vitesses varient en 1/T, les accélérations en "
        .. "1/T²." },
  }
end

return {
  of_degree("quintic_values", "poly5", "5", "E5.1"),
  minimal_times("quintic_time", "poly5", "law of degree 5", "loi de degré 5", "E5.3"),
  of_degree("septic_values", "poly7", "7", "E5.2"),
  minimal_times("septic_time", "poly7", "law of degree 7", "loi de degré 7", "E5.3"),
  {
    name = "quintic_coefficients", chapter = 5, from = "E5.1",
    title = { en = "Coefficients of a law", fr = "Coefficients d'une loi" },
    statement = {
      en = "`s = a3*t^3 + a4*t^4 + a5*t^5` goes from 0 to 1 for t from 0 to 1; the "
        .. "speed is 0 at the end, and this time the acceleration there is {e}.",
      fr = "`s = a3*t^3 + a4*t^4 + a5*t^5` va de 0 à 1 pour t de 0 à 1 ; la vitesse est nulle à la "
        .. "fin, et l'accélération y vaut cette fois {e}." },
    data = { { "e", -6, 6, 1 } }, condition = function(d) return d.e ~= 0 end,
    solve = function(d, how)
      local a = li.mat { { 1, 1, 1 }, { 3, 4, 5 }, { 6, 12, 20 } }:solve { 1, 0, how.last(d.e) }
      return { a = { a[1], a[2], a[3] }, jerk = 6 * a[1] }
    end,
    words = { last = function(x) return x end },
    mistakes = { { name = "last_condition", en = "the condition of the acceleration is not kept",
      fr = "la condition sur l'accélération n'est pas tenue",
      hint_en = "s''(1) = 6 a3 + 12 a4 + 20 a5.", hint_fr = "s''(1) = 6 a3 + 12 a4 + 20 a5.",
      words = { last = function() return 0 end } } },
    asked = {
      { name = "a", kind = "vector", en = "`a3`, `a4`, `a5`", fr = "`a3`, `a4`, `a5`" },
      { name = "jerk", en = "the jerk at the start, `s'''(0)`",
        fr = "la secousse au départ, `s'''(0)`" },
    },
    solution = {
      en = "`a3 + a4 + a5 = 1`, `3*a3 + 4*a4 + 5*a5 = 0`, `6*a3 + 12*a4 + 20*a5 = {e}`.",
      fr = "`a3 + a4 + a5 = 1`, `3*a3 + 4*a4 + 5*a5 = 0`, `6*a3 + 12*a4 + 20*a5 = {e}`." },
  },
  {
    name = "trapezoid", chapter = 5, from = "E5.4",
    title = { en = "A trapezoid of speed", fr = "Une vitesse en trapèze" },
    statement = {
      en = "An axis moves by {D} in {T} with a trapezoid of speed: it accelerates for {ta}, "
        .. "cruises, brakes for {ta}.",
      fr = "Un axe se déplace de {D} en {T} avec une vitesse en trapèze : il accélère pendant "
        .. "{ta}, va à vitesse constante, freine pendant {ta}." },
    data = { { "D", 0.6, 2.4, 0.2, unit = "m" }, { "T", 2, 4, 0.5, unit = "s" },
      { "ta", 0.3, 0.9, 0.1, unit = "s" } },
    picture = function(d)
      local v = 2
      return { { "arrow", 0, 0, 4.4, 0, "t" }, { "arrow", 0, 0, 0, 2.6, "v" },
        { "line", 0, 0, 4 * d.ta / d.T, v }, { "line", 4 * d.ta / d.T, v, 4 - 4 * d.ta / d.T, v },
        { "line", 4 - 4 * d.ta / d.T, v, 4, 0 } }
    end,
    solve = function(d, how)
      local v = d.D / (d.T - how.ramp(d.ta))
      return { v = v, a = v / d.ta, s = how.half(v * d.ta) }
    end,
    words = { ramp = function(ta) return ta end },
    mistakes = { { name = "ramps_forgotten", en = "the ramps are counted as cruise",
      fr = "les rampes sont comptées à vitesse constante",
      hint_en = "The area under the trapezoid is v (T - ta).",
      hint_fr = "L'aire sous le trapèze est v (T - ta).",
      words = { ramp = function() return 0 end } } },
    asked = {
      { name = "v", unit = "m/s", en = "the cruise speed", fr = "la vitesse de croisière" },
      { name = "a", unit = "m/s^2", en = "the acceleration", fr = "l'accélération" },
      { name = "s", unit = "m", en = "the way while it accelerates",
        fr = "le chemin pendant l'accélération" },
    },
    solution = { en = "`v = D/(T - ta)`, `a = v/ta`, `s(ta) = v*ta/2`.",
      fr = "`v = D/(T - ta)`, `a = v/ta`, `s(ta) = v*ta/2`." },
  },
  {
    name = "sine_squared", chapter = 5, from = "E5.4",
    title = { en = "Sine squared", fr = "Sinus carré" },
    statement = {
      en = "An axis moves by {D} in {T}; its acceleration is `A*sin(pi*t/ta)^2` for `ta` = {ta}, 0 "
        .. "while it cruises, and it brakes the same way.",
      fr = "Un axe se déplace de {D} en {T} ; son accélération est `A*sin(pi*t/ta)^2` pendant `ta` "
        .. "= {ta}, nulle à vitesse constante, et il freine de même." },
    data = { { "D", 0.6, 2.4, 0.2, unit = "m" }, { "T", 2, 4, 0.5, unit = "s" },
      { "ta", 0.3, 0.9, 0.1, unit = "s" } },
    solve = function(d, how)
      local law = li.law("sine2", d.ta / d.T)
      local s, v = law:at(d.ta / d.T)
      local _, a = law:peaks()
      local speed = d.D * v / d.T
      return { v = speed, A = how.mean(d.D * a / d.T ^ 2), s = d.D * s }
    end,
    words = { mean = function(x) return x end },
    mistakes = { { name = "mean_of_sine", en = "the mean acceleration in the place of the largest",
      fr = "l'accélération moyenne à la place de la plus grande",
      hint_en = "The mean of sin^2 is 1/2: v = A ta/2.",
      hint_fr = "La moyenne de sin^2 est 1/2 : v = A ta/2.",
      words = { mean = function(x) return x / 2 end } } },
    asked = {
      { name = "v", unit = "m/s", en = "the cruise speed", fr = "la vitesse de croisière" },
      { name = "A", unit = "m/s^2", en = "the amplitude `A`", fr = "l'amplitude `A`" },
      { name = "s", unit = "m", en = "the way while it accelerates",
        fr = "le chemin pendant l'accélération" },
    },
    solution = { en = "`v = D/(T - ta)`, `A = 2*v/ta`, `s(ta) = A*ta^2/4`.",
      fr = "`v = D/(T - ta)`, `A = 2*v/ta`, `s(ta) = A*ta^2/4`." },
  },
  {
    name = "two_axes", chapter = 5, from = "E5.3",
    title = { en = "Two axes together", fr = "Deux axes synchronisés" },
    statement = {
      en = "Two axes move by {D1} and {D2} by the law of degree 5 and arrive together; each is "
        .. "limited to {v} and {a}.",
      fr = "Deux axes se déplacent de {D1} et {D2} selon la loi de degré 5 et arrivent ensemble ; "
        .. "chacun est limité à {v} et {a}." },
    data = { { "D1", 1, 3, 0.25, unit = "rad" }, { "D2", 0.5, 2, 0.25, unit = "rad" },
      { "v", 1.5, 3, 0.25, unit = "rad/s" }, { "a", 4, 10, 1, unit = "rad/s^2" } },
    condition = function(d)
      local Tv, Ta = 1.875 * d.D1 / d.v, math.sqrt(5.7735 * d.D1 / d.a)
      return d.D1 > d.D2 + 0.3 and math.abs(Tv - Ta) > 0.05
    end,
    solve = function(d, how)
      local v, a = li.law "poly5":peaks()
      local function duration(D)
        return math.max(how.peak(v) * D / d.v, how.root(how.peak(a) * D / d.a))
      end
      local T1, T2 = duration(d.D1), duration(d.D2)
      local T = how.longest(T1, T2)
      return { T1 = T1, T2 = T2, T = T, v2 = how.peak(v) * d.D2 / T }
    end,
    asked = {
      { name = "T1", unit = "s", en = "the shortest duration of axis 1 alone",
        fr = "la durée minimale de l'axe 1 seul" },
      { name = "T2", unit = "s", en = "of axis 2 alone", fr = "de l'axe 2 seul" },
      { name = "T", unit = "s", en = "of both together", fr = "des deux ensemble" },
      { name = "v2", unit = "rad/s", en = "the largest speed of axis 2 then",
        fr = "la vitesse maximale de l'axe 2 alors" },
    },
    solution = { en = "Each axis: the larger of `15/8*D/v` and `sqrt(10*sqrt(3)/3*D/a)`; together "
      .. "the largest of all.", fr = "Pour chaque axe : la plus grande de `15/8*D/v` et "
      .. "`sqrt(10*sqrt(3)/3*D/a)` ; ensemble la plus grande de toutes." },
  },
}
