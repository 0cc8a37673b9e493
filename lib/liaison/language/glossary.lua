-- glossary.lua - words of mechanics in French and in English, for li.apropos in either language
local glossary = {}

-- French words and phrases (between |), and what they are in English
local rows = {
  -- of vehicles, roads and meshes
  { "accélération latérale", "lateral_acceleration" }, { "adhérence", "friction" },
  { "aérodynamique", "aerodynamic|aero" }, { "aléatoire|hasard|tirage", "random" },
  { "angle de dérive", "slip angle|sideslip|slip_f" }, { "antiblocage", "antilock" },
  { "antipatinage|patinage", "traction" }, { "antiroulis|barre antiroulis", "anti-roll" },
  { "arête", "edge" }, { "assiette", "pitch|attitude" }, { "attelage", "hitch|coupling" },
  { "balayage|Monte-Carlo", "sweep|monte carlo" }, { "bosse", "bump" },
  { "braquage|braquer", "steer" }, { "cap", "heading" }, { "carrossage", "camber" },
  { "changement de voie", "lane change" }, { "chasse", "trail|caster" },
  { "chaussée", "road surface" }, { "chavirement", "capsize" }, { "chenille", "tracked|tracks" },
  { "clothoïde", "clothoid" }, { "conducteur|conduite", "driver" },
  { "confort|confort vibratoire", "comfort|ride" }, { "courbure", "curvature" },
  { "débattement", "travel" }, { "densité spectrale", "spectral density" }, { "dérapage", "drift" },
  { "dérive", "sideslip|drift|derive" }, { "dévers", "bank" }, { "empattement", "wheelbase" },
  { "enveloppe convexe", "convex hull" }, { "essieu", "axle" }, { "frein|freiner", "brake" },
  { "gradient de sous-virage", "understeer" }, { "guidonnage", "wobble" },
  { "itinéraire", "route" }, { "longueur de relaxation", "relaxation" }, { "louvoiement", "weave" },
  { "masse non suspendue", "unsprung" }, { "moto|motocyclette", "motorcycle" },
  { "pilote|cycliste", "rider|driver" }, { "pompage", "bounce|heave" }, { "profil", "profile" },
  { "raideur de dérive", "cornering" }, { "ralentissement|roue libre", "coastdown|coast" },
  { "rampe", "ramp" }, { "régulateur de vitesse", "cruise" },
  { "renversement|moment de renversement", "overturning|rollover" },
  { "résistance au roulement", "rolling resistance|rolling" }, { "rugosité", "roughness" },
  { "sellette", "fifth_wheel" }, { "semi-remorque", "semitrailer" },
  { "sommet", "vertices|vertex" }, { "sous-virage|sous-vireur", "understeer" },
  { "spectre", "spectrum|spectral" }, { "stabilité", "stability" },
  { "survirage|survireur", "oversteer" }, { "test de l'élan|élan", "elk test" },
  { "tracteur", "tractor" }, { "traînée", "drag" }, { "transfert de charge", "load_transfer" },
  { "vélo|bicyclette", "bicycle" }, { "vent", "wind" }, { "virage", "cornering|steady turn" },
  { "virage établi", "steady turn" },
  -- of mechanisms and their motion
  { "accélération", "acceleration" }, { "actionneur|moteur", "actuator|motor|drive" },
  { "aire|surface", "area|surface" }, { "amortissement|amortisseur", "damping|damper" },
  { "angle", "angle" }, { "arbre|arborescence", "tree" }, { "arc", "arc" },
  { "articulaire", "joint" }, { "articulation|liaison|pivot", "joint" },
  { "assemblage|montage", "assembly|assemble" }, { "atelier", "workspace" },
  { "attitude", "attitude" }, { "axe", "axis" }, { "barre", "bar|rod|link" },
  { "barycentre", "centre of mass" }, { "bâti", "ground|world|frame" },
  { "bielle|coupleur", "coupler|rod" }, { "bielle-manivelle", "slider_crank|slider-crank" },
  { "boucle", "loop" }, { "bras", "arm" }, { "bruit", "noise" }, { "butée", "stop|limit" },
  { "camion", "truck" }, { "capteur", "sensor" }, { "carré", "square" },
  { "centrifuge", "centrifugal" }, { "centre de masse", "centre of mass" },
  { "centre de gravité", "centre of mass" }, { "champ", "field" }, { "chaîne", "chain" },
  { "changement de base", "rotation|rot" }, { "charge", "load" }, { "chemin", "path" },
  { "cinématique", "kinematic" }, { "cinétique", "kinetic" }, { "coefficient", "coefficient" },
  { "colonne", "column" }, { "commande", "control" }, { "comparer", "compare" },
  { "composition", "composition|product" }, { "conditionnement", "condition" },
  { "cône", "cone" }, { "contact", "contact" }, { "contrainte", "constraint" },
  { "convention", "convention" }, { "conversion", "conversion|convert" },
  { "coordonnée", "coordinate" }, { "corps|solide", "body|solid" },
  { "correction|corriger", "marking|grade|check|mark" }, { "coude", "configuration|branch" },
  { "couple|moment", "torque|moment" }, { "courbe", "curve" }, { "course", "stroke|travel" },
  { "cours", "course" }, { "curseur", "slider" }, { "cylindre", "cylinder" },
  { "degré", "degree" }, { "degré de liberté", "degrees of freedom|mobility" },
  { "démarrer", "start" }, { "densité", "density" }, { "déplacement", "displacement|travel" },
  { "dérivée|dériver", "derivative" }, { "description", "description" },
  { "dessin|dessiner", "drawing|draw|picture" }, { "déterminant", "determinant|det" },
  { "devoir", "homework|exercise" }, { "diagonale", "diagonal|diag" },
  { "différence", "difference" }, { "différentiel", "differential" },
  { "direct", "direct|forward" }, { "disque", "disc" }, { "dissipation", "dissipation" },
  { "distance", "distance" }, { "donnée", "data" }, { "durée|temps", "time|duration" },
  { "durée minimale", "shortest time" }, { "dynamique", "dynamics" },
  { "écart|erreur", "error|difference" }, { "échantillon", "sample" },
  { "effecteur|organe terminal|extrémité|outil", "tip|tool" }, { "effort", "effort|force" },
  { "égal", "equal" }, { "élasticité|raideur", "stiffness" }, { "énergie", "energy" },
  { "engrenage", "gear" }, { "ensemble", "set" }, { "entrée", "input" },
  { "équation", "equation" }, { "équations du mouvement", "equations of motion" },
  { "équilibre", "equilibrium|statics" }, { "espace de travail", "workspace" },
  { "essai", "run|experiment|simulate" }, { "étudiant", "student" }, { "exercice", "exercise" },
  { "expression", "expression" }, { "facteur", "factor" },
  { "fermeture", "loop" }, { "feuille", "sheet" }, { "fichier", "file" },
  { "fonction", "function" }, { "force", "force" }, { "forme close", "closed form" },
  { "formule", "formula" }, { "freinage", "braking|brake" }, { "frottement", "friction" },
  { "généralisé", "generalised" }, { "glissement", "slip" }, { "glissière", "prismatic|slider" },
  { "gravité|pesanteur", "gravity" }, { "graphe", "graph" },
  { "hélicoïdale", "helical" }, { "homogène", "homogeneous" },
  { "identification", "identification" }, { "identité", "identity" },
  { "image", "picture|image" }, { "impulsion", "impulse" }, { "inertie", "inertia" },
  { "intégration|intégrer", "integration|integrate" }, { "interpolation", "interpolation" },
  { "inverse", "inverse" }, { "jacobien|jacobienne", "Jacobian" }, { "jeu", "play|set|backlash" },
  { "lacet", "yaw" }, { "levier", "lever" }, { "ligne", "line|row" }, { "limite", "limit" },
  { "linéaire", "linear" }, { "linéariser|linéarisation", "linearize|linearise" },
  { "lissage", "smooth" }, { "liste", "list" }, { "loi", "law" },
  { "loi de mouvement", "motion law" }, { "longueur", "length" }, { "maillage", "mesh" },
  { "manivelle", "crank" }, { "manipulabilité", "manipulability" }, { "manœuvre", "manoeuvre" },
  { "masse", "mass" }, { "matrice", "matrix" }, { "matrice d'inertie", "mass matrix" },
  { "matrice de passage", "rot|frame" }, { "mécanisme", "mechanism" }, { "mémoire", "memory" },
  { "mesure", "measure" }, { "méthode", "method" },
  { "minimal|minimale", "minimal|shortest|least" }, { "mobilité", "mobility" },
  { "mode propre", "mode" }, { "modèle", "model" },
  { "modèle géométrique direct|mgd", "forward kinematics|fk" },
  { "modèle géométrique inverse|mgi", "inverse kinematics|ik" },
  { "moindres carrés", "least squares" }, { "mot", "word" }, { "mouvement", "motion|movement" },
  { "moyenne", "mean" }, { "moyeu", "hub" }, { "multiplicateur", "multiplier" },
  { "navigateur", "browser|page" }, { "nœud", "node|knot" }, { "nombre", "number" },
  { "norme", "norm" }, { "note", "mark" }, { "noyau", "kernel|null" }, { "ordre", "order" },
  { "orientation", "orientation" }, { "origine", "origin" },
  { "oscillation", "oscillation|vibration" }, { "page", "page" }, { "parallèle", "parallel" },
  { "paramètre", "parameter" }, { "pas", "step" }, { "patte", "leg" }, { "pendule", "pendulum" },
  { "pente", "slope" }, { "phase", "phase" }, { "pivot glissant", "cylindrical" },
  { "plan", "plane|planar" }, { "pneu|pneumatique", "tyre" }, { "poids", "weight|gravity" },
  { "poignet", "wrist" }, { "point", "point" }, { "point de passage", "via" },
  { "polynôme|polynomiale", "polynomial" }, { "pose|situation", "pose|frame" },
  { "position", "position" }, { "poutre", "beam" },
  { "prismatique", "prismatic" }, { "produit", "product" },
  { "produit scalaire", "dot|scalar product" }, { "produit vectoriel", "cross product" },
  { "pseudo-inverse", "pinv|generalised inverse" }, { "puissance", "power" },
  { "quadrupède", "quadruped" }, { "quatre-barres", "fourbar|four-bar" },
  { "quaternion", "quaternion|quat" }, { "quantité de mouvement", "momentum" },
  { "racine", "root" }, { "racine carrée", "sqrt" }, { "raide", "stiff" }, { "rang", "rank" },
  { "rapport", "ratio|report" }, { "rayon", "radius" }, { "réaction", "reaction" },
  { "redondance|redondant", "redundancy|redundant" }, { "réduire", "reduce" },
  { "consigne|référence", "reference" }, { "régulateur|correcteur", "controller" },
  { "remorque", "trailer" }, { "repère", "frame" }, { "réponse", "answer|response" },
  { "résoudre|résolution", "solve" }, { "ressort", "spring" }, { "rotation", "rotation" },
  { "rotule", "spherical" }, { "roue", "wheel" }, { "roulement", "rolling" },
  { "roulis", "roll" }, { "route", "road|route" }, { "secousse|à-coup", "jerk" },
  { "segment", "segment|link" }, { "simplifier", "simplify" },
  { "simulation|simuler", "simulation|simulate" },
  { "singularité|singulier|singulière", "singularity|singular" }, { "solution", "solution" },
  { "somme", "sum" }, { "sortie", "output" },
  { "sphère", "sphere" }, { "statique", "statics" }, { "suite", "sequence" },
  { "suspension", "suspension" }, { "symbole", "symbol" }, { "système", "system" },
  { "table|tableau", "table" }, { "tangage", "pitch" }, { "tangente", "tangent|tan" },
  { "taux", "rate" }, { "tenseur", "tensor" }, { "torseur", "twist|wrench|screw" },
  { "torseur cinématique", "twist" }, { "torseur d'action mécanique", "wrench" },
  { "tour", "turn" }, { "tracer", "plot" }, { "trajectoire", "trajectory" },
  { "transformation", "transformation|transform|frame" }, { "translation", "translation" },
  { "transposée|transposer", "transpose" }, { "travail", "work" },
  { "travaux virtuels", "power|Kane" }, { "trapèze", "trapezoid" }, { "triangle", "triangle" },
  { "unité", "unit" }, { "valeur", "value" }, { "valeur propre", "eigenvalue" },
  { "vecteur", "vector|vec" }, { "véhicule|voiture", "vehicle|car" }, { "vérin", "cylinder|ram" },
  { "vérifier", "check" }, { "vis", "screw|helical" }, { "vitesse", "velocity|speed" },
  { "vitesse angulaire", "angular velocity" }, { "voie", "track" },
  { "volant", "steering|inertia" }, { "zéro", "zero" },
  -- of control
  { "accéléromètre", "accelerometer" }, { "action intégrale|intégrateur", "integral" },
  { "admittance", "admittance" }, { "anti-emballement|antisaturation", "antiwindup|anti-windup" },
  { "asservissement", "control loop|feedback|controller" }, { "bande passante", "bandwidth" },
  { "bloc", "block" },
  { "bloqueur|bloqueur d'ordre zéro", "zero-order hold|zoh|held between samples" },
  { "bouclage|rétroaction", "feedback" }, { "boucle fermée", "closed loop|feedback" },
  { "boucle ouverte", "open loop|loop closed with -1|curve of the loop" },
  { "broutement|réticence", "chattering" },
  { "capteur d'effort|capteur de force", "force sensor|force_sensor" },
  { "centrale inertielle", "inertial measurement unit|imu|gyro" },
  { "commandabilité|commandable|gouvernabilité", "controllability|controllable" },
  { "commande adaptative", "adaptive control|adaptive" },
  { "commande en effort|commande en force", "force control|impedance|admittance|hybrid" },
  { "commande optimale", "optimal control|lqr|linear quadratic" },
  { "commande prédictive|horizon glissant", "predictive control|mpc|moving horizon" },
  { "correcteur PID|PID", "PID" }, { "couple calculé", "computed torque|computed_torque" },
  { "covariance", "covariance" }, { "cycle limite|cycles limites", "limit cycle|limit_cycles" },
  { "dépassement", "overshoot" }, { "diagramme de Bode|lieu de Bode", "bode" },
  { "discrétisation|discrétiser", "discretization|c2d|sampling time" },
  { "dynamique inverse", "inverse dynamics" },
  { "échantillonnage|échantillonner", "sampling|sampled" },
  { "échelon|réponse indicielle", "step response|answer to a step|what a step shows" },
  { "embarquer|embarqué", "shipped|embedded|C99" },
  { "équation de Riccati|Riccati", "Riccati equation|Riccati|stabilising X" },
  { "espace d'état|représentation d'état", "state space" },
  { "estimateur|estimation", "estimator|estimate|estimation|Kalman" }, { "état", "state" },
  { "forme compagne", "companion form" }, { "filtre", "filter" },
  { "filtre de Kalman", "Kalman filter" },
  { "fonction de description|premier harmonique", "describing function" },
  { "fonction de transfert", "transfer function" }, { "fréquence", "frequency" },
  { "gain statique", "static gain|dcgain|gains at rest" }, { "gramien", "Gramian" },
  { "gyromètre|gyroscope", "gyro" }, { "hystérésis", "hysteresis" },
  { "impédance", "impedance" }, { "Liapounov|Lyapunov", "Lyapunov" },
  { "lieu d'Evans|lieu des racines", "root locus|root_locus" },
  { "magnétomètre", "magnetometer" },
  { "marge|marge de phase|marge de gain|marge de retard", "margin|phase margin|gain margin" },
  { "mode glissant", "sliding mode" }, { "multivariable", "several inputs|multivariable" },
  { "observabilité|observable", "observability|observable" }, { "observateur", "observer" },
  { "passivité|passif", "passive|passivity" }, { "perturbation", "disturbance" },
  { "placement de pôles", "pole placement|brings the eigenvalues|bring the poles" },
  { "platitude", "flatness" }, { "pôle", "pole" }, { "priorité", "priority" },
  { "programme quadratique|optimisation quadratique", "quadratic programme|quadratic program" },
  { "quadratique", "quadratic" }, { "redressement|pendule inversé", "swing-up" },
  { "réduction|réduction de modèle", "model reduction|fewer states" },
  { "réponse en fréquence|réponse fréquentielle", "frequency response|over frequency" },
  { "réponse forcée", "forced response|answer to u" },
  { "réponse impulsionnelle", "impulse response|answer to an impulse" },
  { "réponse libre", "free response|answer to a start" }, { "retard", "delay" },
  { "retour d'état", "state feedback|lqr|gains K" }, { "robuste|robustesse", "robust|hinf" },
  { "saturation", "saturation" }, { "schéma-blocs", "block diagram|systems wired" },
  { "séquencement de gains", "gain scheduling|gain_schedule" }, { "série", "series" },
  { "stable|stabilité", "stable|stability" }, { "tâche", "task" },
  { "temps de montée", "rise time|response:info" },
  { "temps de réponse", "settling time|settling" }, { "valeur singulière", "singular value" },
  { "variance", "variance" }, { "zéro de transmission", "transmission zero" },
}

-- ---- letters ------------------------------------------------------------------------------------

local BARE = { ["à"] = "a", ["â"] = "a", ["ä"] = "a", ["é"] = "e", ["è"] = "e", ["ê"] = "e",
  ["ë"] = "e", ["î"] = "i", ["ï"] = "i", ["ô"] = "o", ["ö"] = "o", ["ù"] = "u", ["û"] = "u",
  ["ü"] = "u", ["ç"] = "c", ["œ"] = "oe", ["æ"] = "ae", ["À"] = "a", ["Â"] = "a", ["É"] = "e",
  ["È"] = "e", ["Ê"] = "e", ["Î"] = "i", ["Ô"] = "o", ["Ù"] = "u", ["Û"] = "u", ["Ç"] = "c",
  ["Œ"] = "oe", ["’"] = "'" }

-- small letters without accents
function glossary.fold(text)
  text = text:gsub("[\195\197\226][\128-\191][\128-\191]?", function(c)
    return BARE[c] or BARE[c:sub(1, 2)] and BARE[c:sub(1, 2)] .. c:sub(3)
  end)
  return require("liaison.core")._internal.lower(text)
end
local fold = glossary.fold

-- ---- looking up ---------------------------------------------------------------------------------

local of, back -- folded French word -> English words; small English word -> folded French words

local function put(list, key, word)
  list[key] = list[key] or {}
  table.insert(list[key], word)
end

local function load_rows()
  of, back = {}, {}
  for _, row in ipairs(rows) do
    for word in row[1]:gmatch "[^|]+" do
      for other in row[2]:gmatch "[^|]+" do
        put(of, fold(word), other)
        put(back, fold(other), fold(word))
      end
    end
  end
end

-- without the ending of the plural
local function singular(word)
  return #word > 4 and word:match "^(.*[^s])s$" or #word > 5 and word:match "^(.*eau)x$"
end

-- what a French word or phrase is in English; none: it is not known
function glossary.english(word)
  if not of then load_rows() end
  local key = fold(word)
  return of[key] or of[singular(key) or ""] or {}
end

-- what an English word or phrase is in French, folded; none: it is not known
function glossary.french(word)
  if not of then load_rows() end
  local key = fold(word)
  return back[key] or back[singular(key) or ""] or {}
end

function glossary.rows() return rows end

return glossary
