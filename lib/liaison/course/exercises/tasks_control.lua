-- tasks_control.lua - beyond the course, 8: control: feedback of one axis, steps, stability,
-- states, sampling, computed torques, a filter
local abs, cos, exp, pi, sin, sqrt = math.abs, math.cos, math.exp, math.pi, math.sin, math.sqrt
local G = 9.81

local function same(x) return x end
local function nothing() return 0 end

local function wrong(name, en, fr, hint_en, hint_fr, words)
  return { name = name, en = en, fr = fr, hint_en = hint_en, hint_fr = hint_fr, words = words }
end

-- ---- two bars with point masses at their ends ---------------------------------------------------

local TWO = { { "th1", 10, 60, 5, unit = "deg" }, { "th2", 20, 80, 5, unit = "deg" },
  { "w1", 0.5, 2, 0.5, unit = "rad/s" }, { "w2", -2, -0.5, 0.5, unit = "rad/s" },
  { "e1", 2, 6, 1, unit = "deg" }, { "e2", -6, -2, 1, unit = "deg" },
  { "a1", 1, 3, 0.5, unit = "rad/s^2" }, { "a2", -3, -1, 0.5, unit = "rad/s^2" } }

-- torques for accelerations: M a + what is quadratic in rates + weight; 1 kg and 0.5 kg at the ends
-- of bars of 0.5 m and 0.4 m
local function torques(d, how, a1, a2)
  local t1, t2 = how.angle(d.th1), how.angle(d.th2)
  local L1, L2, m1, m2 = 0.5, 0.4, 1, 0.5
  local k, p, g = m2 * L1 * L2, m2 * L2 * L2, how.gravity(G)
  local c2, s2, c1, c12 = cos(t2), sin(t2), cos(t1), cos(t1 + t2)
  local h1 = how.squares(-k * s2 * (2 * d.w1 * d.w2 + d.w2 ^ 2))
  local h2 = how.squares(k * s2 * d.w1 ^ 2)
  local G2 = m2 * g * L2 * c12
  local M11, M12 = (m1 + m2) * L1 * L1 + p + 2 * k * c2, p + k * c2
  return { M11 * a1 + M12 * a2 + h1 + (m1 + m2) * g * L1 * c1 + G2,
    M12 * a1 + p * a2 + h2 + G2 }
end

return {
  {
    name = "pd_gains", chapter = 8, from = "feedback of one axis",
    title = { en = "Gains of one axis", fr = "Gains d'un axe" },
    statement = {
      en = "An axis with inertia {J} and viscous friction {c} (N m s) is driven by `tau = Kp*(qd - "
        .. "q) - Kd*q'`. Wanted: natural frequency {w}, damping ratio {z}. Later a constant load "
        .. "of {load} acts on it.",
      fr = "Un axe d'inertie {J} et de frottement visqueux {c} (N m s) est commandé par `tau = "
        .. "Kp*(qd - q) - Kd*q'`. On veut : pulsation propre {w}, amortissement {z}. Plus tard un "
        .. "couple constant de {load} agit sur lui." },
    data = { { "J", 0.5, 2, 0.25, unit = "kg m^2" }, { "c", 0.4, 2, 0.4 },
      { "w", 4, 10, 1, unit = "rad/s" }, { "z", 0.6, 0.9, 0.1 },
      { "load", 2, 8, 1, unit = "N m" } },
    solve = function(d, how)
      local Kp = d.J * how.squared(d.w)
      return { Kp = Kp, Kd = how.twice(d.z * d.w * d.J) - how.friction(d.c), e = d.load / Kp }
    end,
    words = { squared = function(x) return x * x end, twice = function(x) return 2 * x end,
      friction = same },
    mistakes = {
      wrong("no_friction", "the friction of the axis damps as well",
        "le frottement de l'axe amortit aussi", "J q'' + (c + Kd) q' + Kp q = Kp qd.",
        "J q'' + (c + Kd) q' + Kp q = Kp qd.", { friction = nothing }),
      wrong("not_doubled", "2 zeta w: the 2 is missing", "2 zeta w : il manque le 2",
        "Compare with q'' + 2 zeta w q' + w² q.", "Comparer à q'' + 2 zeta w q' + w² q.",
        { twice = same }),
      wrong("not_squared", "the square of the frequency is missing",
        "il manque le carré de la pulsation", "Kp/J = w².", "Kp/J = w².", { squared = same }) },
    asked = {
      { name = "Kp", unit = "N m", en = "the gain `Kp` (per rad)", fr = "le gain `Kp` (par rad)" },
      { name = "Kd", unit = "N m s", en = "the gain `Kd`", fr = "le gain `Kd`" },
      { name = "e", unit = "rad", en = "the error that the load leaves",
        fr = "l'écart que laisse le couple" },
    },
    solution = {
      en = "`J*q'' + (c + Kd)*q' + Kp*q = Kp*qd`: `Kp = J*w^2`, `Kd = 2*z*w*J - c`; at rest `Kp*e` "
        .. "is the load.",
      fr = "`J*q'' + (c + Kd)*q' + Kp*q = Kp*qd` : `Kp = J*w^2`, `Kd = 2*z*w*J - c` ; à l'arrêt "
        .. "`Kp*e` vaut le couple." },
  },
  {
    name = "step_response", chapter = 8, from = "second order",
    title = { en = "Response to a step", fr = "Réponse à un échelon" },
    statement = {
      en = "A loop follows `y'' + 2*z*w*y' + w^2*y = w^2*u` with w = {w} and z = {z}; u steps from "
        .. "0 to 1.",
      fr = "Une boucle suit `y'' + 2*z*w*y' + w^2*y = w^2*u` avec w = {w} et z = {z} ; u passe de "
        .. "0 à 1." },
    data = { { "w", 3, 12, 1, unit = "rad/s" }, { "z", 0.2, 0.7, 0.05 } },
    picture = function(d)
      local wd, points = d.w * sqrt(1 - d.z ^ 2), {}
      for k = 0, 120 do
        local s = k / 8 -- w t
        local y = 1 - exp(-d.z * s) * (cos(wd / d.w * s) + d.z * d.w / wd * sin(wd / d.w * s))
        points[k + 1] = { s, 4 * y }
      end
      return { { "arrow", 0, 0, 16, 0, "t", color = "ink", stroke = "line" },
        { "arrow", 0, 0, 0, 7, "y", color = "ink", stroke = "line" },
        { "line", 0, 4, 15, 4, dash = true }, { "curve", points } }
    end,
    solve = function(d, how)
      local damped = how.damped(d.w, d.z)
      return { over = 100 * exp(-pi * d.z / sqrt(1 - d.z ^ 2)), peak = pi / damped,
        period = how.turn(pi) / damped, settled = how.three(1 / (d.z * d.w)) }
    end,
    words = { damped = function(w, z) return w * sqrt(1 - z * z) end,
      turn = function(x) return 2 * x end, three = function(T) return 3 * T end },
    mistakes = {
      wrong("undamped_frequency", "the frequency without damping",
        "la pulsation sans amortissement", "It swings with w sqrt(1 - z²).",
        "Elle oscille à w sqrt(1 - z²).", { damped = same }),
      wrong("half_period", "half a period", "une demi-période",
        "A period is a whole turn: 2 pi/w_d.", "Une période est un tour entier : 2 pi/w_d.",
        { turn = same }),
      wrong("time_constant", "one time constant leaves 37 %: 5 % are left after three",
        "une constante de temps laisse 37 % : il reste 5 % après trois", "exp(-3) = 0.05.",
        "exp(-3) = 0,05.", { three = same }) },
    asked = {
      { name = "over", unit = "%", en = "the overshoot", fr = "le dépassement" },
      { name = "peak", unit = "s", en = "when it is largest", fr = "l'instant du maximum" },
      { name = "period", unit = "s", en = "the period of the swinging",
        fr = "la période des oscillations" },
      { name = "settled", unit = "s", en = "the time after which its envelope is below 5 % (as 3 "
        .. "time constants)", fr = "le temps au bout duquel l'enveloppe est sous 5 % (3 constantes "
        .. "de temps)" },
    },
    solution = {
      en = "`w_d = w*sqrt(1 - z^2)`; largest at `pi/w_d`, over by `exp(-pi*z/sqrt(1 - z^2))`; "
        .. "envelope `exp(-z*w*t)`.",
      fr = "`w_d = w*sqrt(1 - z^2)` ; maximum à `pi/w_d`, dépassement `exp(-pi*z/sqrt(1 - z^2))` ; "
        .. "enveloppe `exp(-z*w*t)`." },
  },
  {
    name = "routh", chapter = 8, from = "Routh's criterion",
    title = { en = "The largest gain", fr = "Le plus grand gain" },
    statement = {
      en = "A motor with its amplifier, `G(s) = K/(s*(s + p1)*(s + p2))` with p1 = {p1} and p2 = "
        .. "{p2} (1/s), is closed by a feedback of 1.",
      fr = "Un moteur et son amplificateur, `G(s) = K/(s*(s + p1)*(s + p2))` avec p1 = {p1} et p2 "
        .. "= {p2} (1/s), est bouclé par un retour unitaire." },
    data = { { "p1", 2, 6, 1 }, { "p2", 8, 20, 2 } },
    solve = function(d, how)
      local K = how.both(d.p1 * d.p2, d.p1 + d.p2)
      return { K = K, w = how.root(d.p1 * d.p2), safe = how.margin(K) }
    end,
    words = { both = function(a, b) return a * b end, margin = function(K) return K / 2 end },
    mistakes = { wrong("only_product", "the coefficient of s² is forgotten",
      "le coefficient de s² est oublié", "s³ + a s² + b s + K is stable while K < a b.",
      "s³ + a s² + b s + K est stable tant que K < a b.", { both = same }),
    wrong("whole_margin", "the limit itself: a margin of 2 halves it",
      "la limite elle-même : une marge de 2 la divise par deux",
      "A gain margin of 2 (6 dB) leaves half the largest gain.",
      "Une marge de gain de 2 (6 dB) laisse la moitié du gain limite.", { margin = same }) },
    asked = {
      { name = "K", en = "the K at which the loop starts to swing",
        fr = "le K auquel la boucle se met à osciller" },
      { name = "w", unit = "rad/s", en = "the frequency at which it swings then",
        fr = "la pulsation de cette oscillation" },
      { name = "safe", en = "the largest K with a gain margin of 2",
        fr = "le plus grand K pour une marge de gain de 2" },
    },
    solution = {
      en = "`s^3 + (p1 + p2)*s^2 + p1*p2*s + K`: at the limit `K = p1*p2*(p1 + p2)` and `s = "
        .. "i*sqrt(p1*p2)`.",
      fr = "`s^3 + (p1 + p2)*s^2 + p1*p2*s + K` : à la limite `K = p1*p2*(p1 + p2)` et `s = "
        .. "i*sqrt(p1*p2)`." },
  },
  {
    name = "pole_placement", chapter = 8, from = "state feedback",
    title = { en = "Poles where they are wanted", fr = "Placement de pôles" },
    statement = {
      en = "`x'' = {k}*x - {c}*x' + {b}*u` (an unstable plant, SI units) with `u = -K1*x - K2*x'`. "
        .. "Poles are wanted at -{p} and -{r}.",
      fr = "`x'' = {k}*x - {c}*x' + {b}*u` (système instable, unités SI) avec `u = -K1*x - K2*x'`. "
        .. "On veut les pôles -{p} et -{r}." },
    data = { { "k", 2, 12, 1 }, { "c", 0.5, 2, 0.5 }, { "b", 0.5, 3, 0.5 }, { "p", 2, 4, 0.5 },
      { "r", 5, 8, 0.5 } },
    condition = function(d) return d.b ~= 1 and d.p + d.r > d.c + 1 end,
    solve = function(d, how)
      return { det = -d.b * d.b, K = { (d.p * d.r + how.plant(d.k)) / how.input(d.b),
        (d.p + d.r - how.plant(d.c)) / how.input(d.b) } }
    end,
    words = { plant = same, input = same },
    mistakes = {
      wrong("no_plant", "the plant's own terms are forgotten",
        "les termes propres du système sont oubliés",
        "Compare s² + (c + b K2) s + (b K1 - k) with (s + p)(s + r).",
        "Comparer s² + (c + b K2) s + (b K1 - k) à (s + p)(s + r).", { plant = nothing }),
      wrong("no_input", "the factor of u is forgotten", "le facteur de u est oublié",
        "The feedback acts as b K.", "Le retour agit par b K.",
        { input = function() return 1 end }),
      wrong("spring_sign", "the sign of the plant's terms", "le signe des termes du système",
        "x'' = +k x: it is pushed away.", "x'' = +k x : il est repoussé.",
        { plant = function(x) return -x end }) },
    asked = {
      { name = "det", en = "the determinant of the controllability matrix `[b, A*b]`",
        fr = "le déterminant de la matrice de commandabilité `[b, A*b]`" },
      { name = "K", kind = "vector", en = "`K1`, `K2`", fr = "`K1`, `K2`" },
    },
    solution = {
      en = "`s^2 + (c + b*K2)*s + b*K1 - k = (s + p)*(s + r)`.",
      fr = "`s^2 + (c + b*K2)*s + b*K1 - k = (s + p)*(s + r)`." },
  },
  {
    name = "lqr_slide", chapter = 8, from = "Riccati's equation",
    title = { en = "The best feedback of a slide", fr = "Le meilleur retour d'une glissière" },
    statement = {
      en = "A slide without friction, `x'' = u`, is to keep `q*x^2 + r*u^2` small over all time, q "
        .. "= {q}, r = {r}: `u = -K1*x - K2*x'`.",
      fr = "Une glissière sans frottement, `x'' = u`, doit minimiser `q*x^2 + r*u^2` sur tout le "
        .. "temps, q = {q}, r = {r} : `u = -K1*x - K2*x'`." },
    data = { { "q", 2, 40, 2 }, { "r", 0.1, 0.9, 0.1 } },
    condition = function(d) return abs(d.q / d.r - 1) > 0.5 end,
    solve = function(d, how)
      local K1 = how.root(how.weigh(d.q, d.r))
      return { K = { K1, how.root(how.twice(K1)) }, w = how.root(K1), z = sqrt(2) / 2 }
    end,
    words = { weigh = function(q, r) return q / r end, twice = function(x) return 2 * x end },
    mistakes = {
      wrong("weights_exchanged", "the weights are exchanged", "les poids sont échangés",
        "A dear u (large r) makes the gains small.", "Un u cher (r grand) réduit les gains.",
        { weigh = function(q, r) return r / q end }),
      wrong("not_doubled", "K2 = sqrt(2 K1): the 2 is missing",
        "K2 = sqrt(2 K1) : il manque le 2", "Riccati's second entry: 2 p12 = p22²/r.",
        "Deuxième ligne de Riccati : 2 p12 = p22²/r.", { twice = same }) },
    asked = {
      { name = "K", kind = "vector", en = "`K1`, `K2`", fr = "`K1`, `K2`" },
      { name = "w", unit = "rad/s", en = "the natural frequency of the loop",
        fr = "la pulsation propre de la boucle" },
      { name = "z", en = "its damping ratio", fr = "son amortissement" },
    },
    solution = {
      en = "`A'P + P*A - P*b*b'*P/r + Q = 0` gives `p12 = sqrt(q*r)`, `p22 = sqrt(2*r*p12)`; `K = "
        .. "[p12, p22]/r`.",
      fr = "`A'P + P*A - P*b*b'*P/r + Q = 0` donne `p12 = sqrt(q*r)`, `p22 = sqrt(2*r*p12)` ; `K = "
        .. "[p12, p22]/r`." },
  },
  {
    name = "sampled_motor", chapter = 8, from = "sampling",
    title = { en = "A motor that is sampled", fr = "Un moteur échantillonné" },
    statement = {
      en = "The speed of a motor follows `tau*w' + w = k*u` with tau = {tau}, k = {k}; u is held "
        .. "between samples of {T}.",
      fr = "La vitesse d'un moteur suit `tau*w' + w = k*u` avec tau = {tau}, k = {k} ; u est "
        .. "bloqué entre les échantillons, de période {T}." },
    data = { { "tau", 0.08, 0.3, 0.02, unit = "s" }, { "k", 3, 12, 1 },
      { "T", 0.03, 0.06, 0.01, unit = "s" } },
    solve = function(d, how)
      local a = how.decay(d.T, d.tau)
      local b = d.k * how.gain(1 - a, d.T / d.tau)
      return { a = a, b = b, K = a / b, most = how.limit(1, a) / b }
    end,
    words = { decay = function(T, tau) return exp(-T / tau) end, gain = same,
      limit = function(one, a) return one + a end },
    mistakes = {
      wrong("euler_step", "a step of Euler: the solution is exp(-T/tau)",
        "un pas d'Euler : la solution est exp(-T/tau)", "Between samples w follows an exponential.",
        "Entre les échantillons w suit une exponentielle.",
        { decay = function(T, tau) return 1 - T / tau end }),
      wrong("continuous_gain", "k T/tau: the held input gives k (1 - a)",
        "k T/tau : l'entrée bloquée donne k (1 - a)", "At rest w = k u must come out.",
        "Au repos on doit trouver w = k u.", { gain = function(_, x) return x end }),
      wrong("pole_at_plus_one", "the pole at +1: it leaves at -1",
        "le pôle en +1 : il sort en -1", "The pole is a - b K; more gain moves it down, to -1.",
        "Le pôle est a - b K ; plus de gain le fait descendre vers -1.",
        { limit = function(one, a) return one - a end }) },
    asked = {
      { name = "a", en = "a of `w[n+1] = a*w[n] + b*u[n]`",
        fr = "a de `w[n+1] = a*w[n] + b*u[n]`" },
      { name = "b", en = "b", fr = "b" },
      { name = "K", en = "K of `u = -K*w` that brings w to 0 in one sample",
        fr = "K de `u = -K*w` qui annule w en un échantillon" },
      { name = "most", en = "the K above which the loop is unstable",
        fr = "le K au-delà duquel la boucle est instable" },
    },
    solution = {
      en = "`a = exp(-T/tau)`, `b = k*(1 - a)`; the pole is `a - b*K`.",
      fr = "`a = exp(-T/tau)`, `b = k*(1 - a)` ; le pôle est `a - b*K`." },
  },
  {
    name = "computed_torque", chapter = 8, from = "computed torque",
    title = { en = "Computed torques", fr = "Couple calculé" },
    statement = {
      en = "A planar arm under gravity: bars of 0.5 m and 0.4 m without mass, 1 kg at the elbow, "
        .. "0.5 kg at the tip. It is at `th1` = {th1}, `th2` = {th2} (relative) with rates {w1}, "
        .. "{w2}; the wanted place is {e1} and {e2} ahead, the wanted rates are those it has, the "
        .. "wanted accelerations {a1}, {a2}. `tau = M*(qd'' + Kd*e' + Kp*e) + C + G`, Kp = 100 "
        .. "1/s².",
      fr = "Un bras plan sous la gravité : barres de 0,5 m et 0,4 m sans masse, 1 kg au coude, 0,5 "
        .. "kg à l'extrémité. Il est en `th1` = {th1}, `th2` = {th2} (relatif), vitesses {w1}, "
        .. "{w2} ; la consigne est en avance de {e1} et {e2}, ses vitesses sont celles du bras, "
        .. "ses accélérations {a1}, {a2}. `tau = M*(qd'' + Kd*e' + Kp*e) + C + G`, Kp = 100 "
        .. "1/s²." },
    data = TWO,
    condition = function(d) return d.w1 ~= -d.w2 end,
    picture = function(d)
      local a, b = math.rad(d.th1), math.rad(d.th1 + d.th2)
      local x, y = 0.5 * cos(a), 0.5 * sin(a)
      local u, v = x + 0.4 * cos(b), y + 0.4 * sin(b)
      return { { "ground", 0, 0 }, { "line", 0, 0, 0.3, 0, dash = true },
        { "bar", 0, 0, x, y, "0.5 m" }, { "bar", x, y, u, v, "0.4 m", color = "body2" },
        { "line", x, y, x + 0.25 * cos(a), y + 0.25 * sin(a), dash = true },
        { "pin", 0, 0 }, { "mass", x, y, "1 kg" }, { "mass", u, v, "0.5 kg" },
        { "arc", 0, 0, 0.2, 0, a, "th1" }, { "arc", x, y, 0.15, a, b, "th2" } }
    end,
    solve = function(d, how)
      local a1 = how.forward(d.a1) + how.error(100 * how.angle(d.e1))
      local a2 = how.forward(d.a2) + how.error(100 * how.angle(d.e2))
      return { a = { a1, a2 }, tau = torques(d, how, a1, a2) }
    end,
    words = { forward = same, error = same },
    mistakes = {
      wrong("no_forward", "the wanted accelerations are forgotten",
        "les accélérations voulues sont oubliées", "qd'' is added to the feedback.",
        "qd'' s'ajoute au retour.", { forward = nothing }),
      wrong("error_sign", "the sign of the error: wanted less actual",
        "le signe de l'écart : consigne moins mesure", "e = qd - q.", "e = qd - q.",
        { error = function(x) return -x end }) },
    asked = {
      { name = "a", kind = "vector", unit = "rad/s^2", en = "the accelerations that are commanded",
        fr = "les accélérations commandées" },
      { name = "tau", kind = "vector", unit = "N m", en = "the torques", fr = "les couples" },
    },
    solution = {
      en = "The rates have no error; e in radians. `M11 = (m1 + m2)*L1^2 + m2*L2^2 + "
        .. "2*m2*L1*L2*c2`, `M12 = m2*L2^2 + m2*L1*L2*c2`, `M22 = m2*L2^2`.",
      fr = "Les vitesses n'ont pas d'écart ; e en radians. `M11 = (m1 + m2)*L1^2 + m2*L2^2 + "
        .. "2*m2*L1*L2*c2`, `M12 = m2*L2^2 + m2*L1*L2*c2`, `M22 = m2*L2^2`." },
  },
  {
    name = "steady_filter", chapter = 8, from = "Kalman's filter",
    title = { en = "A filter that has settled", fr = "Un filtre en régime établi" },
    statement = {
      en = "A level drifts, `x[n+1] = x[n] + w`, and is measured, `y = x + v`; standard "
        .. "deviations: {sw} mm of w, {sv} mm of v. A Kalman filter has settled.",
      fr = "Un niveau dérive, `x[n+1] = x[n] + w`, et on le mesure, `y = x + v` ; écarts types : "
        .. "{sw} mm pour w, {sv} mm pour v. Un filtre de Kalman est en régime établi." },
    data = { { "sw", 0.2, 0.8, 0.1 }, { "sv", 1.5, 4, 0.5 } },
    solve = function(d, how)
      local q, r = how.variance(d.sw), how.variance(d.sv)
      local P = q / 2 + how.root(q * q / 4 + q * r)
      local K = P / (P + how.noise(r))
      return { P = P, K = K, after = how.root((1 - K) * P) }
    end,
    words = { variance = function(s) return s * s end, noise = same },
    mistakes = {
      wrong("deviations", "the deviations instead of their squares",
        "les écarts types au lieu de leurs carrés", "The equation is one of variances.",
        "L'équation porte sur les variances.", { variance = same }),
      wrong("no_noise", "K = 1: the noise of the measurement is forgotten",
        "K = 1 : le bruit de mesure est oublié", "K = P/(P + r).", "K = P/(P + r).",
        { noise = nothing }) },
    asked = {
      { name = "P", unit = "mm^2", en = "the variance before a measurement",
        fr = "la variance avant une mesure" },
      { name = "K", en = "the gain of the filter", fr = "le gain du filtre" },
      { name = "after", unit = "mm", en = "the standard deviation after a measurement",
        fr = "l'écart type après une mesure" },
    },
    solution = {
      en = "`P = P - P^2/(P + r) + q`: `P = q/2 + sqrt(q^2/4 + q*r)`, `K = P/(P + r)`.",
      fr = "`P = P - P^2/(P + r) + q` : `P = q/2 + sqrt(q^2/4 + q*r)`, `K = P/(P + r)`." },
  },
}
