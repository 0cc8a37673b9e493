-- tasks_identification.lua - beyond the course, 9: identification: friction, damping, inertia, the
-- weight of a link, a motor
local li = require "liaison.core"

local cos, log, pi, sin = math.cos, math.log, math.pi, math.sin
local G = 9.81

local function same(x) return x end

local function wrong(name, en, fr, hint_en, hint_fr, words)
  return { name = name, en = en, fr = fr, hint_en = hint_en, hint_fr = hint_fr, words = words }
end

-- torques that were measured at 1, 2, 3, 4 rad/s, as the data draw them
local function measured(d)
  local out = {}
  for k = 1, 4 do out[k] = d.f + d.s * k + d["e" .. k] / 100 end
  return out
end

-- intercept and slope of the line through four points with the least squares
local function least_squares(y)
  local mean, slope = (y[1] + y[2] + y[3] + y[4]) / 4, 0
  for k = 1, 4 do slope = slope + (k - 2.5) * y[k] / 5 end
  return mean - 2.5 * slope, slope
end

return {
  {
    name = "friction_fit", chapter = 9, from = "least squares",
    title = { en = "Friction out of four measurements", fr = "Frottement par quatre mesures" },
    statement = {
      en = "At steady speeds of 1, 2, 3, 4 rad/s a joint takes {y1}, {y2}, {y3}, {y4} N m. "
        .. "`tau = Fc + Fv*w` is fitted by least squares.",
      fr = "Aux vitesses constantes 1, 2, 3, 4 rad/s une liaison demande {y1}, {y2}, {y3}, {y4} "
        .. "N m. On ajuste `tau = Fc + Fv*w` par moindres carrés." },
    data = { { "f", 0.8, 2.4, 0.2 }, { "s", 0.4, 1.2, 0.1 }, { "e1", -9, 9, 3 }, { "e2", -9, 9, 3 },
      { "e3", -9, 9, 3 }, { "e4", -9, 9, 3 } },
    condition = function(d)
      local y = measured(d)
      local Fc, Fv = least_squares(y)
      local off = math.abs(y[1] - Fc - Fv) + math.abs(y[2] - Fc - 2 * Fv)
      return off > 0.04 and math.abs((y[4] - y[1]) / 3 - Fv) > 0.02 * Fv
    end,
    shown = function(d)
      local y, out = measured(d), {}
      for k = 1, 4 do out["y" .. k] = y[k] end
      return out
    end,
    solve = function(d, how)
      local y = measured(d)
      local Fc, Fv = how.line(y)
      return { Fc = Fc, Fv = Fv, at = Fc + 6 * Fv }
    end,
    words = { line = least_squares },
    mistakes = {
      wrong("through_origin", "a line through the origin: Fc is forgotten",
        "une droite par l'origine : Fc est oublié", "Two columns: 1 and w.",
        "Deux colonnes : 1 et w.",
        { line = function(y) return 0, (y[1] + 2 * y[2] + 3 * y[3] + 4 * y[4]) / 30 end }),
      wrong("two_points", "the line through the first and the last point",
        "la droite par le premier et le dernier point", "All four measurements count.",
        "Les quatre mesures comptent.", { line = function(y)
          local slope = (y[4] - y[1]) / 3
          return y[1] - slope, slope
        end }) },
    asked = {
      { name = "Fc", unit = "N m", en = "the dry friction `Fc`", fr = "le frottement sec `Fc`" },
      { name = "Fv", unit = "N m s", en = "the viscous friction `Fv`",
        fr = "le frottement visqueux `Fv`" },
      { name = "at", unit = "N m", en = "the torque that is expected at 6 rad/s",
        fr = "le couple attendu à 6 rad/s" },
    },
    solution = {
      en = "`Y = [1, 1; 1, 2; 1, 3; 1, 4]`, `[Fc, Fv] = (Y'Y)^-1*Y'*tau`: `Fv = sum((w - "
        .. "2.5)*tau)/5`, `Fc = mean(tau) - 2.5*Fv`.",
      fr = "`Y = [1, 1; 1, 2; 1, 3; 1, 4]`, `[Fc, Fv] = (Y'Y)^-1*Y'*tau` : `Fv = somme((w - "
        .. "2.5)*tau)/5`, `Fc = moyenne(tau) - 2.5*Fv`." },
  },
  {
    name = "decrement", chapter = 9, from = "logarithmic decrement",
    title = { en = "Damping out of two peaks", fr = "Amortissement par deux maxima" },
    statement = {
      en = "A mass of {m} on a spring and a damper swings freely. A peak of {x1} mm is followed "
        .. "{n} periods later by one of {xn} mm; a period lasts {T}.",
      fr = "Une masse de {m} sur un ressort et un amortisseur oscille librement. Un maximum de "
        .. "{x1} mm est suivi, {n} périodes plus tard, d'un maximum de {xn} mm ; la période est "
        .. "{T}." },
    data = { { "m", 1, 6, 0.5, unit = "kg" }, { "x1", 30, 60, 5 }, { "xn", 4, 12, 1 },
      { "n", 3, 6, 1 }, { "T", 0.3, 1.2, 0.1, unit = "s" } },
    picture = function()
      return { { "wall", 0, 1.4, 0, -0.4 }, { "spring", 0, 0.8, 2, 0.8, "k" },
        { "damper", 0, 0.2, 2, 0.2, "c" }, { "plate", { { 2, 0 }, { 3, 0 }, { 3, 1 }, { 2, 1 } },
          "m" }, { "arrow", 2.5, 1.3, 3.3, 1.3, "x", color = "ink", stroke = "line" } }
    end,
    solve = function(d, how)
      local delta = log(d.x1 / d.xn) / how.periods(d.n)
      local z = how.ratio(delta)
      local w = 2 * pi / d.T / math.sqrt(1 - z * z)
      return { delta = delta, z = z, c = how.twice(z * w * d.m), k = d.m * w * w }
    end,
    words = { periods = same, twice = function(x) return 2 * x end,
      ratio = function(delta) return delta / math.sqrt(4 * pi ^ 2 + delta ^ 2) end },
    mistakes = {
      wrong("one_period", "as if one period lay between the peaks",
        "comme si une seule période séparait les maxima", "delta = ln(x1/xn)/n.",
        "delta = ln(x1/xn)/n.", { periods = function() return 1 end }),
      wrong("delta_over_pi", "delta/pi: a whole period is 2 pi", "delta/pi : une période vaut 2 pi",
        "zeta = delta/sqrt(4 pi² + delta²).", "zeta = delta/sqrt(4 pi² + delta²).",
        { ratio = function(delta) return delta / math.sqrt(pi ^ 2 + delta ^ 2) end }),
      wrong("not_doubled", "c = 2 zeta w m: the 2 is missing", "c = 2 zeta w m : il manque le 2",
        "m x'' + c x' + k x = 0: c/m = 2 zeta w.", "m x'' + c x' + k x = 0 : c/m = 2 zeta w.",
        { twice = same }) },
    asked = {
      { name = "delta", en = "the logarithmic decrement", fr = "le décrément logarithmique" },
      { name = "z", en = "the damping ratio", fr = "le taux d'amortissement" },
      { name = "c", unit = "N s/m", en = "the constant of the damper",
        fr = "la constante de l'amortisseur" },
      { name = "k", unit = "N/m", en = "the stiffness of the spring",
        fr = "la raideur du ressort" },
    },
    solution = {
      en = "`delta = ln(x1/xn)/n`, `zeta = delta/sqrt(4*pi^2 + delta^2)`, `w = 2*pi/(T*sqrt(1 - "
        .. "zeta^2))`, `c = 2*zeta*w*m`, `k = m*w^2`.",
      fr = "`delta = ln(x1/xn)/n`, `zeta = delta/sqrt(4*pi^2 + delta^2)`, `w = 2*pi/(T*sqrt(1 - "
        .. "zeta^2))`, `c = 2*zeta*w*m`, `k = m*w^2`." },
  },
  {
    name = "inertia_by_swinging", chapter = 9, from = "pendulum test",
    title = { en = "Inertia by swinging", fr = "Inertie par pendule" },
    statement = {
      en = "A connecting rod of mass {m} hangs from a knife edge at a distance `d` = {d} from its "
        .. "centre of mass and swings a little, {N} times in {t}; g = 9.81 m/s².",
      fr = "Une bielle de masse {m} pend sur un couteau à la distance `d` = {d} de son centre de "
        .. "masse et oscille peu, {N} fois en {t} ; g = 9,81 m/s²." },
    data = { { "m", 0.6, 2.4, 0.2, unit = "kg" }, { "d", 0.12, 0.2, 0.01, unit = "m" },
      { "N", 20, 40, 10 }, { "T", 0.86, 1.04, 0.02 } },
    condition = function(d) return d.m * G * d.d * (d.T / 2 / pi) ^ 2 > 1.15 * d.m * d.d ^ 2 end,
    shown = function(d) return { t = ("%s s"):format(li._internal.format("%.5g", d.N * d.T)) } end,
    picture = function(d)
      local a, l = 0.35, 1.5 * d.d
      return { { "line", 0, 0, 0, -l, dash = true }, { "ground", 0, 0, -pi / 2 },
        { "bar", 0, 0, l * sin(a), -l * cos(a) }, { "pin", 0, 0, "O" },
        { "com", d.d * sin(a), -d.d * cos(a), "G" },
        { "dimension", 0, 0, d.d * sin(a), -d.d * cos(a), "d", off = 16 },
        { "arc", 0, 0, 0.7 * d.d, -pi / 2, -pi / 2 + a, "th" } }
    end,
    solve = function(d, how)
      local w = how.turn(pi) / (how.times(d.N * d.T, d.N))
      local J = d.m * G * d.d / (w * w)
      return { T = how.times(d.N * d.T, d.N), JO = J, JG = J - how.steiner(d.m * d.d ^ 2) }
    end,
    words = { turn = function(x) return 2 * x end, times = function(t, n) return t / n end },
    mistakes = {
      wrong("half_swing", "a swing there and back is 2 pi",
        "une oscillation complète vaut 2 pi", "w T = 2 pi.", "w T = 2 pi.", { turn = same }),
      wrong("half_count", "twice the period: a swing is there and back",
        "le double de la période : une oscillation est un aller-retour", "T = t/N.", "T = t/N.",
        { times = function(t, n) return 2 * t / n end }) },
    asked = {
      { name = "T", unit = "s", en = "the period", fr = "la période" },
      { name = "JO", unit = "kg m^2", en = "the inertia about the knife edge",
        fr = "l'inertie autour du couteau" },
      { name = "JG", unit = "kg m^2", en = "the inertia about the centre of mass",
        fr = "l'inertie autour du centre de masse" },
    },
    solution = {
      en = "`JO = m*g*d*(T/(2*pi))^2`, `JG = JO - m*d^2`.",
      fr = "`JO = m*g*d*(T/(2*pi))^2`, `JG = JO - m*d^2`." },
  },
  {
    name = "weight_of_a_link", chapter = 9, from = "base parameters",
    title = { en = "The weight of a link by two poses", fr = "Le poids d'un corps par deux poses" },
    statement = {
      en = "A link turns about a horizontal axis; its centre of mass is at (x, y) in its frame. "
        .. "Held at th = {a} it asks for {ta} N m, at th = {b} for {tb} N m (th from the "
        .. "horizontal, `tau = g*(A*cos(th) - B*sin(th))` with `A = m*x`, `B = m*y`), g = 9.81 "
        .. "m/s².",
      fr = "Un corps tourne autour d'un axe horizontal ; son centre de masse est en (x, y) dans "
        .. "son repère. Le tenir à th = {a} demande {ta} N m, à th = {b} {tb} N m (th depuis "
        .. "l'horizontale, `tau = g*(A*cos(th) - B*sin(th))`, `A = m*x`, `B = m*y`), g = 9,81 "
        .. "m/s²." },
    data = { { "a", -30, 20, 10, unit = "deg" }, { "b", 50, 110, 10, unit = "deg" },
      { "A", 0.3, 1.2, 0.1 }, { "B", -0.4, 0.4, 0.1 } },
    condition = function(d) return math.abs(d.B) > 0.05 and d.a ~= 0 and d.b ~= 90 end,
    picture = function()
      local a = 0.6
      local x, y = 1.5 * cos(a) - 0.4 * sin(a), 1.5 * sin(a) + 0.4 * cos(a)
      return { { "ground", 0, 0 }, { "line", 0, 0, 1.6, 0, dash = true },
        { "cam", { { -0.2 * cos(a), -0.2 * sin(a) }, { 2.2 * cos(a), 2.2 * sin(a) },
          { x + 0.3, y + 0.3 }, { 0.5 * cos(a) - 0.5 * sin(a), 0.5 * sin(a) + 0.5 * cos(a) } } },
        { "axes", 0, 0, a, "1", pt = 60 }, { "pin", 0, 0 }, { "com", x, y, "G" },
        { "arrow", x, y, x, y - 0.8, "m*g" }, { "arc", 0, 0, 1.2, 0, a, "th" } }
    end,
    shown = function(d)
      local function tau(th) return G * (d.A * cos(th * li.deg) - d.B * sin(th * li.deg)) end
      return { ta = tau(d.a), tb = tau(d.b) }
    end,
    solve = function(d, how)
      local a, b = how.angle(d.a), how.angle(d.b)
      local ta = d.A * cos(d.a * li.deg) - d.B * sin(d.a * li.deg)
      local tb = d.A * cos(d.b * li.deg) - d.B * sin(d.b * li.deg)
      ta, tb = how.newtons(ta), how.newtons(tb)
      -- Cramer's rule for A cos - B sin
      local det = cos(a) * how.minus(sin(b)) - how.minus(sin(a)) * cos(b)
      local A = (ta * how.minus(sin(b)) - how.minus(sin(a)) * tb) / det
      local B = (cos(a) * tb - ta * cos(b)) / det
      return { A = A, B = B, most = G * math.sqrt(A * A + B * B) }
    end,
    words = { newtons = same, minus = function(x) return -x end },
    mistakes = {
      wrong("g_left_in", "g was not divided out", "g n'a pas été enlevé",
        "The torques are g times A cos - B sin.", "Les couples sont g fois A cos - B sin.",
        { newtons = function(x) return G * x end }),
      wrong("sign_of_sine", "the sign of the sine: y stands to the left of x",
        "le signe du sinus : y est à gauche de x",
        "Turned by th, (x, y) has the lever x cos(th) - y sin(th).",
        "Tourné de th, (x, y) a le bras de levier x cos(th) - y sin(th).", { minus = same }) },
    asked = {
      { name = "A", unit = "kg m", en = "`A = m*x`", fr = "`A = m*x`" },
      { name = "B", unit = "kg m", en = "`B = m*y`", fr = "`B = m*y`" },
      { name = "most", unit = "N m", en = "the largest torque of all poses",
        fr = "le plus grand couple de toutes les poses" },
    },
    solution = {
      en = "Two linear equations for A and B; the largest torque is `g*sqrt(A^2 + B^2)`. The mass "
        .. "alone cannot be found: A and B are base parameters.",
      fr = "Deux équations linéaires en A et B ; le plus grand couple est `g*sqrt(A^2 + B^2)`. La "
        .. "masse seule est inaccessible : A et B sont des paramètres de base." },
  },
  {
    name = "motor_constants", chapter = 9, from = "direct-current motor",
    title = { en = "Constants of a motor", fr = "Constantes d'un moteur" },
    statement = {
      en = "A DC motor at {U} V turns at {n} without load and draws {I} A when it is held; "
        .. "friction and inductance are left out: `U = R*i + k*w`, `tau = k*i`.",
      fr = "Un moteur à courant continu sous {U} V tourne à {n} à vide et absorbe {I} A bloqué ; "
        .. "on néglige frottement et inductance : `U = R*i + k*w`, `tau = k*i`." },
    data = { { "U", 12, 48, 6 }, { "n", 1500, 4500, 250, unit = "rpm" }, { "I", 5, 30, 2.5 } },
    condition = function(d) return d.U / d.I > 1.2 or d.U / d.I < 0.8 end,
    solve = function(d, how)
      local w, R = how.speed(d.n), how.ohm(d.U, d.I)
      local k = d.U / w
      return { R = R, k = k, stall = k * d.U / R, P = how.best(k * d.U / R * w) }
    end,
    words = { speed = function(n) return n * pi / 30 end, ohm = function(U, I) return U / I end,
      best = function(x) return x / 4 end },
    mistakes = {
      wrong("rpm", "the speed stands in turns per minute: formulas take rad/s",
        "la vitesse est en tr/min : les formules la prennent en rad/s", "1 rpm is pi/30 rad/s.",
        "1 tr/min vaut pi/30 rad/s.", { speed = same }),
      wrong("ohm_inverted", "Ohm's law upside down", "la loi d'Ohm à l'envers", "R = U/I.",
        "R = U/I.", { ohm = function(U, I) return I / U end }),
      wrong("half_power", "half of stall torque times speed: both are half at the best point",
        "la moitié du couple bloqué fois la vitesse : les deux sont moitié au meilleur point",
        "P = tau w is largest at half the speed, where the torque is half.",
        "P = tau w est maximal à mi-vitesse, où le couple est moitié.",
        { best = function(x) return x / 2 end }) },
    asked = {
      { name = "R", en = "the resistance R, in ohms", fr = "la résistance R, en ohms" },
      { name = "k", unit = "N m", en = "the constant k (N m for an ampere)",
        fr = "la constante k (N m par ampère)" },
      { name = "stall", unit = "N m", en = "the torque when it is held",
        fr = "le couple bloqué" },
      { name = "P", unit = "W", en = "the largest mechanical power",
        fr = "la plus grande puissance mécanique" },
    },
    solution = {
      en = "Without load i = 0: `k = U/w0`. Held: `R = U/I`, `tau = k*I`. `P = tau*w` is largest "
        .. "at half the speed: `k*I*w0/4`.",
      fr = "À vide i = 0 : `k = U/w0`. Bloqué : `R = U/I`, `tau = k*I`. `P = tau*w` est maximal à "
        .. "mi-vitesse : `k*I*w0/4`." },
  },
}
