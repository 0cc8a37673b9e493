-- tasks_vehicles.lua - beyond the course, 7: vehicles: steering, loads, braking, single track,
-- resistances, wheels of a mobile robot
local li = require "liaison.core"

local atan, cos, sin = math.atan, math.cos, math.sin
local G = 9.81

local function same(x) return x end
local function degrees(x) return x / li.deg end

local function wrong(name, en, fr, hint_en, hint_fr, words)
  return { name = name, en = en, fr = fr, hint_en = hint_en, hint_fr = hint_fr, words = words }
end

-- a speed of the data, in km/h, for formulas
local SPEED = function(v) return v / 3.6 end
local KM_H = wrong("km_h", "the speed stands in km/h: formulas take m/s",
  "la vitesse est en km/h : les formules la prennent en m/s", "1 m/s is 3.6 km/h.",
  "1 m/s vaut 3,6 km/h.", { speed = same })

local LEVERS = wrong("levers", "the distances of the axles from the centre of mass are exchanged",
  "les distances des essieux au centre de masse sont échangées",
  "Take moments about the other axle: a is the distance of the front one.",
  "Écrire les moments par rapport à l'autre essieu : a est la distance de l'essieu avant.",
  { levers = function(a, b) return b, a end })

-- a car seen from above: axles, tyres turned by a
local function from_above(L, w, a)
  local h = w / 2
  return { { "line", 0, 0, L, 0 }, { "line", 0, -h, 0, h }, { "line", L, -h, L, h },
    { "tyre", 0, h, 0, 0.6 }, { "tyre", 0, -h, 0, 0.6 }, { "tyre", L, h, a, 0.6 },
    { "tyre", L, -h, a, 0.6 }, { "dimension", 0, -h, L, -h, "L", off = -26 },
    { "dimension", 0, -h, 0, h, "e", off = 44 } }
end

-- a car seen from the side, its centre of mass at height h
local function from_the_side(d)
  local L, r = d.a + d.b, 0.3
  return { { "wall", -0.6, 0, L + 0.6, 0 }, { "circle", 0, r, r }, { "circle", L, r, r },
    { "bar", 0, r, L, r }, { "com", d.b, d.h, "G" }, { "dimension", d.b, 0, L, 0, "a", off = -16 },
    { "dimension", 0, 0, d.b, 0, "b", off = -16 }, { "dimension", d.b, 0, d.b, d.h, "h", off = -8 },
    { "arrow", L + 0.5, 0.9, L + 1.1, 0.9, "v" } }
end

-- a single track from above: axles, centre of mass, what is asked
local function bicycle(d)
  local L, a = d.a + d.b, 0.35
  return { { "line", 0, 0, L, 0 }, { "tyre", 0, 0, 0, 0.6 }, { "tyre", L, 0, a, 0.6 },
    { "line", L, 0, L + 0.9, 0, dash = true },
    { "line", L, 0, L + 0.9 * cos(a), 0.9 * sin(a), dash = true },
    { "arc", L, 0, 0.7, 0, a, "delta" }, { "com", d.b, 0, "G" },
    { "arrow", d.b, 0, d.b + 0.7, 0.12, "v" },
    { "dimension", 0, 0, d.b, 0, "b", off = -26 }, { "dimension", d.b, 0, L, 0, "a", off = -26 } }
end

-- ---- single track -------------------------------------------------------------------------------

local CAR = { { "m", 1100, 1800, 100, unit = "kg" }, { "a", 1.1, 1.3, 0.05, unit = "m" },
  { "b", 1.4, 1.7, 0.05, unit = "m" }, { "Cf", 40, 55, 5, unit = "kN" },
  { "Cr", 45, 60, 5, unit = "kN" } }

local CAR_EN = "A car of mass {m}; its centre of mass is `a` = {a} behind the front axle and `b` = "
  .. "{b} before the rear one. Cornering stiffness of one tyre: front {Cf}, rear {Cr} for a "
  .. "radian; each axle has two. "
local CAR_FR = "Une voiture de masse {m} ; son centre de masse est à `a` = {a} derrière l'essieu "
  .. "avant et à `b` = {b} devant l'essieu arrière. Rigidité de dérive d'un pneu : avant {Cf}, "
  .. "arrière {Cr} par radian ; chaque essieu en a deux. "

local AXLE = function(C) return 2e3 * C end
local ONE_TYRE = wrong("one_tyre", "the stiffness of one tyre for that of the axle",
  "la rigidité d'un pneu au lieu de celle de l'essieu", "An axle has two tyres: C = 2 x that.",
  "Un essieu a deux pneus : C = 2 fois cette valeur.",
  { axle = function(C) return 1e3 * C end })

local function car_data(...)
  local out = {}
  for i, row in ipairs(CAR) do out[i] = row end
  for _, row in ipairs { ... } do out[#out + 1] = row end
  return out
end

local function gradient(d, how)
  local a, b = how.levers(d.a, d.b)
  return d.m / (d.a + d.b) * (b / how.axle(d.Cf) - a / how.axle(d.Cr))
end

local WORDS = { levers = function(a, b) return a, b end, axle = AXLE, speed = SPEED,
  centripetal = same }

local function understeers(d) return gradient(d, WORDS) > 5e-4 end

return {
  {
    name = "ackermann", chapter = 7, from = "Ackermann's steering",
    title = { en = "Ackermann's steering", fr = "Direction d'Ackermann" },
    statement = {
      en = "A car with wheelbase `L` = {L} and track `e` = {e} turns slowly; the middle of its "
        .. "rear axle goes round a circle of radius {R}. No tyre slips sideways.",
      fr = "Une voiture d'empattement `L` = {L} et de voie `e` = {e} tourne lentement ; le milieu "
        .. "de l'essieu arrière décrit un cercle de rayon {R}. Aucun pneu ne dérive." },
    data = { { "L", 2.4, 3, 0.1, unit = "m" }, { "e", 1.4, 1.7, 0.05, unit = "m" },
      { "R", 6, 12, 0.5, unit = "m" } },
    picture = function(d) return from_above(d.L, d.e, atan(d.L / d.R)) end,
    solve = function(d, how)
      local inner, outer = how.sides(d.R, d.e / 2)
      return { inner = degrees(how.atan2(d.L, inner)), outer = degrees(how.atan2(d.L, outer)),
        radius = how.root(d.L ^ 2 + outer ^ 2) }
    end,
    words = { sides = function(R, h) return R - h, R + h end },
    mistakes = {
      wrong("sides_exchanged", "the inner and the outer wheel are exchanged",
        "les roues intérieure et extérieure sont échangées",
        "The inner wheel is nearer to the centre of the turn: it is turned more.",
        "La roue intérieure est plus près du centre : elle braque davantage.",
        { sides = function(R, h) return R + h, R - h end }),
      wrong("no_track", "the track is forgotten: both wheels are put in the middle",
        "la voie est oubliée : les deux roues sont mises au milieu",
        "The wheels stand e/2 beside the middle.", "Les roues sont à e/2 du milieu.",
        { sides = function(R) return R, R end }) },
    asked = {
      { name = "inner", unit = "deg", en = "the angle of the inner front wheel",
        fr = "l'angle de la roue avant intérieure" },
      { name = "outer", unit = "deg", en = "the angle of the outer front wheel",
        fr = "l'angle de la roue avant extérieure" },
      { name = "radius", unit = "m", en = "the radius of the circle of the outer front wheel",
        fr = "le rayon du cercle de la roue avant extérieure" },
    },
    solution = {
      en = "All axles meet in the centre of the turn: `tan(inner) = L/(R - e/2)`, `tan(outer) = "
        .. "L/(R + e/2)`.",
      fr = "Tous les axes se coupent au centre : `tan(inner) = L/(R - e/2)`, `tan(outer) = L/(R + "
        .. "e/2)`." },
  },
  {
    name = "axle_loads", chapter = 7, from = "load transfer",
    title = { en = "Loads of the axles", fr = "Charges des essieux" },
    statement = {
      en = "A car of mass {m}: the centre of mass is `a` = {a} behind the front axle, `b` = {b} "
        .. "before the rear one and `h` = {h} above the road. It brakes with {z}; g = 9.81 m/s².",
      fr = "Une voiture de masse {m} : le centre de masse est à `a` = {a} derrière l'essieu avant, "
        .. "à `b` = {b} devant l'essieu arrière et à `h` = {h} du sol. Elle freine à {z} ; g = "
        .. "9,81 m/s²." },
    data = { { "m", 1100, 1800, 100, unit = "kg" }, { "a", 1.05, 1.3, 0.05, unit = "m" },
      { "b", 1.4, 1.7, 0.05, unit = "m" }, { "h", 0.5, 0.7, 0.05, unit = "m" },
      { "z", 3, 8, 1, unit = "m/s^2" } },
    picture = from_the_side,
    solve = function(d, how)
      local a, b = how.levers(d.a, d.b)
      local L, transfer = a + b, how.transfer(d.m * d.z * d.h / (a + b))
      local front, rear = d.m * G * b / L, d.m * G * a / L
      return { rest = front, front = front + transfer, rear = rear - transfer,
        share = 100 * (front + transfer) / (d.m * G) }
    end,
    words = { levers = WORDS.levers, transfer = same },
    mistakes = { LEVERS,
      wrong("transfer_sign", "the load is moved to the other axle",
        "la charge passe sur l'autre essieu", "Braking presses the front axle down.",
        "Le freinage charge l'essieu avant.", { transfer = function(x) return -x end }),
      wrong("no_transfer", "the moment of the inertia is forgotten",
        "le moment de l'inertie est oublié", "Moments of m z at height h: m z h/L.",
        "Moment de m z à la hauteur h : m z h/L.", { transfer = function() return 0 end }) },
    asked = {
      { name = "rest", unit = "N", en = "the load of the front axle at rest",
        fr = "la charge de l'essieu avant à l'arrêt" },
      { name = "front", unit = "N", en = "the load of the front axle while it brakes",
        fr = "la charge de l'essieu avant au freinage" },
      { name = "rear", unit = "N", en = "the load of the rear axle then",
        fr = "la charge de l'essieu arrière alors" },
      { name = "share", unit = "%", en = "the share of the front brakes, if all tyres are to use "
        .. "the same friction", fr = "la part des freins avant, si tous les pneus doivent utiliser "
        .. "la même adhérence" },
    },
    solution = {
      en = "`Fzf = (m*g*b + m*z*h)/L`, `Fzr = (m*g*a - m*z*h)/L`; brakes are shared as the loads.",
      fr = "`Fzf = (m*g*b + m*z*h)/L`, `Fzr = (m*g*a - m*z*h)/L` ; les freins se partagent comme "
        .. "les charges." },
  },
  {
    name = "understeer", chapter = 7, from = "single-track model",
    title = { en = "Understeer", fr = "Sous-virage" },
    statement = { en = CAR_EN .. "It goes round a circle of radius {R} at {v}.",
      fr = CAR_FR .. "Elle décrit un cercle de rayon {R} à {v}." },
    data = car_data({ "R", 60, 150, 10, unit = "m" }, { "v", 50, 80, 5, unit = "km/h" }),
    condition = understeers, words = WORDS, mistakes = { LEVERS, ONE_TYRE, KM_H },
    picture = bicycle,
    solve = function(d, how)
      local L, K, v = d.a + d.b, gradient(d, how), how.speed(d.v)
      return { K = K, delta = degrees(L / d.R + K * v * v / d.R), fast = 3.6 * how.root(L / K) }
    end,
    asked = {
      { name = "K", unit = "rad s^2/m", en = "the understeer gradient K of `delta = L/R + K*v^2/R`",
        fr = "le gradient de sous-virage K de `delta = L/R + K*v^2/R`" },
      { name = "delta", unit = "deg", en = "the angle of the front wheels",
        fr = "l'angle des roues avant" },
      { name = "fast", unit = "km/h", en = "the characteristic speed, at which the angle is twice "
        .. "that of a slow turn", fr = "la vitesse caractéristique, où l'angle est le double de "
        .. "celui d'un virage lent" },
    },
    solution = {
      en = "Axle loads sideways are `m*v^2/R` times `b/L` and `a/L`, slip angles those over `Cf` "
        .. "and `Cr`: `K = m/L*(b/Cf - a/Cr)`; `v_ch = sqrt(L/K)`.",
      fr = "Les efforts latéraux des essieux sont `m*v^2/R` fois `b/L` et `a/L`, les dérives ces "
        .. "efforts sur `Cf` et `Cr` : `K = m/L*(b/Cf - a/Cr)` ; `v_ch = sqrt(L/K)`." },
  },
  {
    name = "single_track_matrix", chapter = 7, from = "single-track model",
    title = { en = "Matrix of the single track", fr = "Matrice du modèle bicyclette" },
    statement = {
      en = CAR_EN .. "Moment of inertia about the vertical axis: {J}; speed {v}. The state is (vy, "
        .. "r): the speed sideways (to the left) and the yaw rate.",
      fr = CAR_FR .. "Moment d'inertie autour de l'axe vertical : {J} ; vitesse {v}. L'état est "
        .. "(vy, r) : la vitesse latérale (vers la gauche) et la vitesse de lacet." },
    data = car_data({ "J", 1500, 2600, 100, unit = "kg m^2" }, { "v", 60, 130, 10, unit = "km/h" }),
    condition = understeers, words = WORDS, picture = bicycle,
    mistakes = { LEVERS, ONE_TYRE, KM_H,
      wrong("no_centripetal", "v r is missing: the axes turn with the car",
        "il manque v r : les axes tournent avec la voiture",
        "The acceleration sideways is vy' + v r.", "L'accélération latérale est vy' + v r.",
        { centripetal = function() return 0 end }) },
    solve = function(d, how)
      local v, Cf, Cr = how.speed(d.v), how.axle(d.Cf), how.axle(d.Cr)
      local a, b = how.levers(d.a, d.b)
      local c = b * Cr - a * Cf
      local A = { { -(Cf + Cr) / (d.m * v), c / (d.m * v) - how.centripetal(v) },
        { c / (d.J * v), -(a * a * Cf + b * b * Cr) / (d.J * v) } }
      local det = A[1][1] * A[2][2] - A[1][2] * A[2][1]
      return { A = A, w = how.root(math.abs(det)) }
    end,
    asked = {
      { name = "A", kind = "matrix", en = "the matrix A of `x' = A*x + B*delta`, in SI units",
        fr = "la matrice A de `x' = A*x + B*delta`, en unités SI" },
      { name = "w", unit = "rad/s", en = "the natural frequency without damping, `sqrt(det(A))`",
        fr = "la pulsation propre non amortie, `sqrt(det(A))`" },
    },
    solution = {
      en = "Slip angles: front `-(vy + a*r)/v`, rear `-(vy - b*r)/v`; `m*(vy' + v*r) = Fyf + Fyr`, "
        .. "`J*r' = a*Fyf - b*Fyr`.",
      fr = "Dérives : avant `-(vy + a*r)/v`, arrière `-(vy - b*r)/v` ; `m*(vy' + v*r) = Fyf + "
        .. "Fyr`, `J*r' = a*Fyf - b*Fyr`." },
  },
  {
    name = "stopping", chapter = 7, from = "braking",
    title = { en = "Stopping distance", fr = "Distance d'arrêt" },
    statement = {
      en = "A car goes at {v}; its driver needs {tr} to react and then uses all the friction of "
        .. "the road, mu = {mu}; g = 9.81 m/s².",
      fr = "Une voiture roule à {v} ; son conducteur met {tr} à réagir, puis utilise toute "
        .. "l'adhérence de la route, mu = {mu} ; g = 9,81 m/s²." },
    data = { { "v", 50, 130, 10, unit = "km/h" }, { "tr", 0.7, 1.4, 0.1, unit = "s" },
      { "mu", 0.4, 0.9, 0.1 } },
    solve = function(d, how)
      local v = how.speed(d.v)
      return { braking = how.square(v) / (d.mu * G),
        distance = how.reaction(v * d.tr) + how.square(v) / (d.mu * G),
        time = how.reaction(d.tr) + v / (d.mu * G) }
    end,
    words = { speed = SPEED, reaction = same, square = function(v) return v * v / 2 end },
    mistakes = { KM_H,
      wrong("no_reaction", "the time to react is forgotten", "le temps de réaction est oublié",
        "The car goes on at v while the driver reacts.",
        "La voiture continue à v pendant la réaction.", { reaction = function() return 0 end }),
      wrong("not_halved", "v^2/(mu g): the half is missing", "v^2/(mu g) : il manque 1/2",
        "The mean speed while braking is v/2.", "La vitesse moyenne au freinage est v/2.",
        { square = function(v) return v * v end }) },
    asked = {
      { name = "braking", unit = "m", en = "the distance while it brakes",
        fr = "la distance de freinage" },
      { name = "distance", unit = "m", en = "the distance from the first sight to the stop",
        fr = "la distance d'arrêt depuis l'alerte" },
      { name = "time", unit = "s", en = "the time until it stands", fr = "la durée jusqu'à "
        .. "l'arrêt" },
    },
    solution = { en = "`s = v*tr + v^2/(2*mu*g)`, `t = tr + v/(mu*g)`.",
      fr = "`s = v*tr + v^2/(2*mu*g)`, `t = tr + v/(mu*g)`." },
  },
  {
    name = "rollover", chapter = 7, from = "rollover",
    title = { en = "Slide or roll over?", fr = "Glisser ou se renverser ?" },
    statement = {
      en = "A vehicle with track `e` = {e}, its centre of mass {h} above a flat road with friction "
        .. "mu = {mu}, goes round a curve of radius {R}; it is taken as rigid, g = 9.81 m/s².",
      fr = "Un véhicule de voie `e` = {e}, centre de masse à {h} d'une route plane d'adhérence mu "
        .. "= {mu}, décrit une courbe de rayon {R} ; on le suppose rigide, g = 9,81 m/s²." },
    data = { { "e", 1.4, 2.1, 0.05, unit = "m" }, { "h", 0.5, 1.5, 0.1, unit = "m" },
      { "mu", 0.5, 1, 0.1 }, { "R", 30, 120, 10, unit = "m" } },
    condition = function(d) return math.abs(d.e / 2 / d.h - d.mu) > 0.08 end,
    picture = function(d)
      return { { "wall", -d.e, 0, d.e, 0 }, { "bar", -d.e / 2, 0.4, d.e / 2, 0.4 },
        { "tyre", -d.e / 2, 0.3, math.pi / 2, 0.6 }, { "tyre", d.e / 2, 0.3, math.pi / 2, 0.6 },
        { "com", 0, d.h, "G" },
        { "arrow", 0, d.h, 0.8, d.h, "F" },
        { "dimension", -d.e / 2, 0, d.e / 2, 0, "e", off = -16 },
        { "dimension", 0, 0, 0, d.h, "h", off = 8 } }
    end,
    solve = function(d, how)
      local factor = how.half_track(d.e) / d.h
      local slide, roll = how.root(d.mu * G * d.R), how.root(factor * G * d.R)
      return { factor = factor, slide = slide * 3.6, roll = roll * 3.6,
        first = d.mu < factor and "slide" or "roll" }
    end,
    words = { half_track = function(w) return w / 2 end },
    mistakes = { wrong("whole_track", "the whole track: the wheels are e/2 beside the middle",
      "la voie entière : les roues sont à e/2 du milieu",
      "It turns over the outer wheels: lever e/2 of the weight, h of m v²/R.",
      "Il bascule sur les roues extérieures : bras e/2 pour le poids, h pour m v²/R.",
      { half_track = same }) },
    asked = {
      { name = "factor", en = "the static stability factor, the sideways acceleration at which it "
        .. "rolls over, over g", fr = "le facteur de stabilité statique, accélération latérale de "
        .. "renversement sur g" },
      { name = "slide", unit = "km/h", en = "the speed at which it would slide",
        fr = "la vitesse à laquelle il glisserait" },
      { name = "roll", unit = "km/h", en = "the speed at which it would roll over",
        fr = "la vitesse à laquelle il se renverserait" },
      { name = "first", kind = "choice", en = "what happens first?",
        fr = "qu'arrive-t-il d'abord ?", options = {
          { "slide", en = "it slides", fr = "il glisse" },
          { "roll", en = "it rolls over", fr = "il se renverse" } } },
    },
    solution = {
      en = "It slides at `v^2/R = mu*g`, rolls over at `v^2/R*h = g*e/2`: the smaller of mu and "
        .. "e/(2h) decides.",
      fr = "Il glisse à `v^2/R = mu*g`, se renverse à `v^2/R*h = g*e/2` : le plus petit de mu et "
        .. "e/(2h) décide." },
  },
  {
    name = "resistances", chapter = 7, from = "driving resistances",
    title = { en = "Power to climb", fr = "Puissance en côte" },
    statement = {
      en = "A car of mass {m} climbs a slope of {p} at a steady {v}; rolling resistance 0.012, "
        .. "drag area cx A = {S}, air 1.2 kg/m³, g = 9.81 m/s².",
      fr = "Une voiture de masse {m} monte une pente de {p} à {v} constants ; résistance au "
        .. "roulement 0,012, surface de traînée cx A = {S}, air 1,2 kg/m³, g = 9,81 m/s²." },
    data = { { "m", 1100, 1900, 100, unit = "kg" }, { "p", 4, 12, 1, unit = "%" },
      { "v", 60, 120, 10, unit = "km/h" }, { "S", 0.55, 0.8, 0.05, unit = "m^2" } },
    solve = function(d, how)
      local v, slope = how.speed(d.v), how.slope(d.p)
      local climb, roll = d.m * G * sin(slope), 0.012 * d.m * G * cos(slope)
      local air = how.dynamic(1.2 * d.S * v * v)
      return { climb = climb, roll = roll, air = air, P = (climb + roll + air) * v / 1000 }
    end,
    words = { speed = SPEED, slope = function(p) return atan(p / 100) end,
      dynamic = function(x) return x / 2 end },
    mistakes = { KM_H,
      wrong("percent_as_degrees", "the slope in per cent is taken as degrees",
        "la pente en % est prise pour des degrés", "p % rise p m on 100 m: tan(slope) = p/100.",
        "p % montent de p m sur 100 m : tan(pente) = p/100.",
        { slope = function(p) return p * li.deg end }),
      wrong("no_half_of_air", "rho cx A v^2: the half is missing",
        "rho cx A v^2 : il manque 1/2", "The drag is rho cx A v²/2.",
        "La traînée vaut rho cx A v²/2.", { dynamic = same }) },
    asked = {
      { name = "climb", unit = "N", en = "the force of the slope", fr = "la force de la pente" },
      { name = "roll", unit = "N", en = "the rolling resistance",
        fr = "la résistance au roulement" },
      { name = "air", unit = "N", en = "the drag of the air", fr = "la traînée de l'air" },
      { name = "P", unit = "kW", en = "the power at the wheels", fr = "la puissance aux roues" },
    },
    solution = {
      en = "`P = v*(m*g*sin(s) + f*m*g*cos(s) + rho*S*v^2/2)` with `tan(s)` = {p}.",
      fr = "`P = v*(m*g*sin(s) + f*m*g*cos(s) + rho*S*v^2/2)` avec `tan(s)` = {p}." },
  },
  {
    name = "odometry", chapter = 7, from = "differential drive",
    title = { en = "Two driven wheels", fr = "Deux roues motrices" },
    statement = {
      en = "A mobile robot with two driven wheels of radius {r}, {b} apart, starts at the origin "
        .. "along x. The left wheel turns with {wl}, the right one with {wr}, for {T}.",
      fr = "Un robot mobile à deux roues motrices de rayon {r}, distantes de {b}, part de "
        .. "l'origine suivant x. La roue gauche tourne à {wl}, la droite à {wr}, pendant {T}." },
    data = { { "r", 0.04, 0.1, 0.01, unit = "m" }, { "b", 0.3, 0.5, 0.05, unit = "m" },
      { "wl", 2, 5, 0.5, unit = "rad/s" }, { "wr", 5.5, 9, 0.5, unit = "rad/s" },
      { "T", 1, 3, 0.5, unit = "s" } },
    picture = function(d)
      return { { "line", 0, -d.b / 2, 0, d.b / 2 }, { "tyre", 0, d.b / 2, 0, 2 * d.r },
        { "tyre", 0, -d.b / 2, 0, 2 * d.r }, { "circle", 0, 0, 0.62 * d.b, dash = true },
        { "axes", 0, 0, 0, "" }, { "dimension", 0, -d.b / 2, 0, d.b / 2, "b", off = 40 } }
    end,
    solve = function(d, how)
      local v, w = d.r * how.mean(d.wl, d.wr), d.r * (d.wr - d.wl) / how.across(d.b)
      local a = w * d.T
      local x, y = how.arc(v / w * sin(a), v / w * (1 - cos(a)), v * d.T, a)
      return { v = v, w = w, place = { x, y }, angle = degrees(a) }
    end,
    words = { across = same, mean = function(a, b) return (a + b) / 2 end,
      arc = function(x, y) return x, y end },
    mistakes = {
      wrong("half_distance", "half the distance of the wheels", "la moitié de l'écart des roues",
        "One wheel goes round the other at the distance b: w = r (wr - wl)/b.",
        "Une roue tourne autour de l'autre à la distance b : w = r (wr - wl)/b.",
        { across = function(b) return b / 2 end }),
      wrong("straight_path", "a straight way in the last direction: the robot goes on an arc",
        "une ligne droite dans la dernière direction : le robot décrit un arc",
        "The radius is v/w: x = v/w sin(a), y = v/w (1 - cos(a)).",
        "Le rayon est v/w : x = v/w sin(a), y = v/w (1 - cos(a)).",
        { arc = function(_, _, s, a) return s * cos(a), s * sin(a) end }),
      wrong("sum_of_wheels", "the sum of both speeds: the middle has their mean",
        "la somme des vitesses : le milieu a leur moyenne", "v = r (wl + wr)/2.",
        "v = r (wl + wr)/2.", { mean = function(a, b) return a + b end }) },
    asked = {
      { name = "v", unit = "m/s", en = "the speed of the middle", fr = "la vitesse du milieu" },
      { name = "w", unit = "rad/s", en = "the yaw rate", fr = "la vitesse de lacet" },
      { name = "place", kind = "vector", unit = "m", en = "where it is then: x, y",
        fr = "sa position finale : x, y" },
      { name = "angle", unit = "deg", en = "by how much it has turned",
        fr = "l'angle dont il a tourné" },
    },
    solution = {
      en = "`v = r*(wl + wr)/2`, `w = r*(wr - wl)/b`; a circle of radius `v/w`.",
      fr = "`v = r*(wl + wr)/2`, `w = r*(wr - wl)/b` ; un cercle de rayon `v/w`." },
  },
}
