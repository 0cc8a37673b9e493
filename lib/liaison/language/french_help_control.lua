-- french_help_control.lua - help in French: blocks, laws of control, sensors and estimators
return {
  { "block:step", 634411,
    "Ses sorties et ses états à l'instant suivant, pour des entrées y et des états x (ceux "
    .. "du départ), dans l'ordre ou par noms." },
  { "block:filter", 944960,
    "Interrogé ligne par ligne : entrent les entrées de chaque instant, sortent les "
    .. "sorties ; les états derrière la dernière." },
  { "block:with", 977537,
    "Le même avec d'autres gains, départs d'états, dt." },
  { "block.__tostring", 396866,
    "Ses entrées, valeurs, états et sorties." },
  { "block", 938102,
    "Un programme que li.simulate{controllers = {b}} interroge à chaque dt. inputs = \"r q1 "
    .. "q1'\" (des signaux, ou {e = \"other.u\"}), outputs = {u = expression} (pour l'entrée "
    .. "ou la coordonnée de ce nom ; to = {u = \"F\"}), states = {i = 0}, next = {i = "
    .. "expression}, values = {kp = 2}, lines = {{\"e\", \"r - q1\"}, ..} (des noms en "
    .. "chemin ; {\"tau1 tau2\", call = \"id\", model = arm, q =, v =, a =} : une fonction "
    .. "d'un modèle), limits = {u = {-1, 1}} (ou {min =, max =, rate =, step =}), programme = "
    .. "{unknowns = \"z1 z2\", H =, g =, A =, lower =, upper =, lo =, hi =, M =, r =} (un "
    .. "programme quadratique d'expressions, résolu avant outputs et next, qui nomment les "
    .. "inconnues et solved ; les lignes qui le font viennent après), ranges = {kp = {0, 9}} "
    .. "(des curseurs d'une page), dt, offset, delay, jitter, seed, name. Les expressions "
    .. "peuvent nommer dt et t." },
  { "block:c", 701894,
    "Un en-tête et un fichier C99 du bloc : {header =, source =, selftest =} (ce que "
    .. "-DSELFTEST compile), avec NAME_init, NAME_step et des structures de paramètres, "
    .. "d'états, d'entrées et de sorties. Options : type = 'double' (bit pour bit comme "
    .. "li.simulate) ou 'float', name, dt, dir (un dossier, où c'est écrit : files = {..}), "
    .. "about, units = {r = 'rad'}, vectors (lignes d'entrées de l'autotest), tolerance." },
  { "block:lua", 819534,
    "Un module Lua du bloc (5.1 à 5.4, LuaJIT) : init() donne paramètres et états, "
    .. "step(param, state, t, inputs) les sorties, test() le nombre d'écarts à ses vecteurs "
    .. "d'essai. Options : celles de block:c, et file : il y est enregistré." },
  { "block:js", 290193,
    "De même en JavaScript : form = 'module' (exporte init, step, test) ou 'iife' (une "
    .. "constante de ce nom) ; file : il y est enregistré." },
  { "time_optimal", 115430,
    "Le temps le plus court le long d'un chemin x(s) sous des bornes de vitesse v et "
    .. "d'accélération a de ses composantes : s(t), de sorte que path:along(s) est x(t). Les "
    .. "bornes sont des nombres, des listes, ou {min =, max =}. Et aussi : start, stop "
    .. "(vitesses s' aux bouts, 0 ; \"free\"), grid (nombre de segments, 1000, ou une liste "
    .. "d'abscisses ; les nœuds du chemin en sont toujours), scheme (interpolation ; "
    .. "collocation), rows (une fonction de s, q, dq, ddq qui donne des lignes {a =, b =, c =, "
    .. "min =, max =, name =} pour a s'' + b s'^2 + c), between (3 : combien de fois chaque "
    .. "segment est regardé après coup), jerk (bornes des dérivées troisièmes, de repos à "
    .. "repos le long d'un chemin dont la dérivée seconde ne saute pas : un optimum local sur "
    .. "300 segments, puis allongé où des bornes étaient dépassées : info.gap, stretched, "
    .. "without_jerk). info : duration, binding (une liste de from, to, what), zero_inertia, "
    .. "utilisation, violation entre les points de la grille, corners (le mouvement s'y "
    .. "arrête), standing (le chemin lui-même y reste sur place), grid, times, speed, limit, "
    .. "controllable. nil, pourquoi, EUNREACHABLE, info si aucun mouvement ne tient les "
    .. "bornes." },
  { "state_equations:f", 682821,
    "Les dérivées en un état, sous des entrées (0 si omises), dites dans l'ordre ou par "
    .. "noms ; des expressions si l'une d'elles en est une." },
  { "state_equations:expressions", 338686,
    "Les dérivées en expressions, les nombres mis ; names = true laisse les noms des "
    .. "paramètres." },
  { "state_equations:with", 273384,
    "Les mêmes avec d'autres nombres pour leurs paramètres." },
  { "state_equations:compile", 481871,
    "f(t, x, u) en un noyau, que prennent li.ode, li.simulate et li.linearize : tape, "
    .. "compiler, cache, isa comme dans li.compile." },
  { "state_equations:simulate", 370897,
    "Le laisser se mouvoir pendant un temps depuis un état, dans l'ordre ou par noms (son "
    .. "départ, sinon 0) : options comme dans li.ode ; les entrées par noms, 0 si omises. Les "
    .. "sorties sont aussi des colonnes. nil, message, code et la simulation jusque-là s'il ne "
    .. "peut continuer." },
  { "state_equations:picture", 400157,
    "Une simulation de ce système, mise dans les coordonnées de son dessin, que run:html "
    .. "montre." },
  { "state_equations:linearize", 24387,
    "Petits mouvements autour d'un état : x et u, dans l'ordre ou par noms ; options comme "
    .. "dans li.linearize." },
  { "state_equations:program", 813269,
    "Les dérivées en un programme qui se vérifie lui-même : x, ce sont les états, puis les "
    .. "entrées." },
  { "state_equations:html", 599247,
    "Son dessin en une page avec un curseur par coordonnée. La page d'une simulation : "
    .. "run:html." },
  { "state_equations.__tostring", 688044,
    "Nom, états, entrées et sorties." },
  { "state_equations", 472113,
    "x' = f(t, x, u) par des expressions : states et inputs (des noms), rates (les "
    .. "dérivées, dans l'ordre ou par états), values (nombres des autres noms), outputs (par "
    .. "noms, fonctions des états), units, start, name. Champs : states, inputs, outputs, "
    .. "values, parameters, units." },
  { "state_equations:", 945870,
    "x' = f(t, x, u) par des expressions : li.state_equations." },
  { "controller:", 437418,
    "Une loi de commande d'un modèle : un bloc, avec ce qu'elle suppose et sa "
    .. "démonstration." },
  { "controller:block", 526207,
    "Le bloc qu'elle est (li.block) ; dt : tous les combien il est interrogé. li.simulate "
    .. "prend la loi elle-même." },
  { "controller:proof", 955243,
    "La démonstration en texte, avec ce que la machine a vérifié : en symboles si le modèle "
    .. "est petit, sinon en des états au hasard ; false : une hypothèse ou une vérification "
    .. "tombe, ou il n'y en a pas." },
  { "controller:report", 302866,
    "Ce qui a été supposé et trouvé : gains, articulations que rien n'entraîne, frottement, "
    .. "pôles, bornes." },
  { "controller:step", 936361,
    "De même que block:step." },
  { "controller:with", 559303,
    "La même loi avec d'autres valeurs de son bloc ; démonstration et rapport restent ceux "
    .. "d'avant." },
  { "controller.__tostring", 462331,
    "Son rapport." },
  { "controller:c", 534447,
    "Le bloc qu'elle est, prêt à embarquer : options de block:c." },
  { "controller:lua", 81391,
    "Le bloc qu'elle est, prêt à embarquer : options de block:lua." },
  { "controller:js", 141559,
    "Le bloc qu'elle est, prêt à embarquer : options de block:js." },
  { "pd_gravity", 762599,
    "Correcteur proportionnel et dérivé avec compensation de la pesanteur, pour un modèle "
    .. "dont toutes les articulations sont motorisées. kp, kd (un nombre, une liste, une "
    .. "matrice), goal = {..} ou les références q1_d .. ; actuated = des noms, values (des "
    .. "noms du modèle), limits, dt, name. Sa démonstration : une fonction de Liapounov et sa "
    .. "dérivée." },
  { "adaptive", 451347,
    "La commande adaptative passive de Slotine et Li : s = e' + lambda e, couples par le "
    .. "régresseur aux paramètres estimés + kd s, dérivées des estimations = gamma Y's, états "
    .. "du bloc (sorties m2_estimate). parameters = des noms de champs (mass = 'm2') ou de "
    .. "equations().constants, ou {m2 = départ} ; values : nombres des autres noms, et de "
    .. "ceux-ci pour la démonstration ; références comme dans li.computed_torque ; actuated, "
    .. "limits, dt, name." },
  { "attitude_filter", 46471,
    "L'attitude d'un corps, en un bloc : kind = 'complementary' (gains = {kp, ki}), "
    .. "'madgwick' ({beta, zeta}), 'mekf' ou 'invariant' (noise = {gyro, bias : par racine de "
    .. "Hz ; accelerometer, magnetometer : de directions unitaires}, P0 = {attitude, bias}, "
    .. "form, tell) ; gyro, accelerometer, magnetometer : trois signaux chacun ; up, field : "
    .. "directions dans le monde ; q0, bias0, band (les accélérations qui s'écartent davantage "
    .. "de g sont écartées), normalize, dt. Sorties qw_est.., bx_est.., wx_est..." },
  { "compose", 785842,
    "Plusieurs blocs câblés en un seul, qui se simule et s'embarque comme un seul : {est, "
    .. "gain, {pid, name = 'inner'}, name =, wires = {[\"inner.r\"] = \"gain.want\"}, outputs "
    .. "= \"inner.u\", to =, delay =}. Une entrée est la sortie du même nom d'une autre "
    .. "partie, ou ce que nomme sa source (est.x_hat) ; wires dit autre chose, false : elle "
    .. "vient du dehors. États et valeurs s'appellent partie_nom. Une partie dont le dt vaut n "
    .. "fois le plus court est interrogée un pas sur n. Sorties : celles qu'aucune partie ne "
    .. "prend. Une boucle algébrique est une erreur qui la nomme." },
  { "computed_torque", 638002,
    "Couple calculé : la dynamique inverse en q_d'' + kd e' + kp e ; les erreurs suivent "
    .. "e'' + kd e' + kp e = 0, pôles dits. kp, kd (un nombre, une liste, une matrice), ou w "
    .. "et zeta pour chaque articulation ; références q1_d, q1_d', q1_d'' (un mouvement les "
    .. "a ; reference = d'autres noms), ou goal = {..} ; actuated, values, limits, dt, name." },
  { "sliding_mode", 705524,
    "Mode glissant sur s = e' + lambda e : l'accélération q_d'' + lambda e' + reach s + k "
    .. "sat(s/boundary) par la dynamique inverse (boundary = 0 : le signe de s). disturbance : "
    .. "la plus grande accélération que le modèle ignore ; dits : la bande de s et de e, le "
    .. "temps pour l'atteindre, le broutement (chattering). Références comme dans "
    .. "li.computed_torque ; values, actuated, limits, dt, name." },
  { "resolved_acceleration", 557702,
    "Une tâche de situation suivie par la dynamique inverse : e'' + kd e' + kp e = 0. frame "
    .. "(l'organe terminal), point, axes = 'x y z rx ry rz', orientation = la rotation à "
    .. "garder ; références x_d, x_d', x_d'' .. (reference = d'autres noms) ou goal = {..} ; "
    .. "damping = {most =, near =} : moindres carrés amortis où sqrt(det J J') < near ; "
    .. "posture, posture_gain, null_damping de ce que la tâche laisse libre ; turned : "
    .. "rotation de ses axes ; values, actuated, limits, dt, name." },
  { "resolved_rate", 920261,
    "Les vitesses articulaires qui donnent à l'outil la vitesse x_d' + kp e. Sorties q1_v "
    .. ".. pour un autre correcteur, ou, avec inner = un gain, les couples de v' = inner (v_c "
    .. "- v). Tâches et amortissement comme dans li.resolved_acceleration ; posture, "
    .. "posture_gain." },
  { "impedance", 932139,
    "L'outil tenu à x_d par un ressort et un amortisseur, passif. stiffness, damping (un "
    .. "nombre, une liste, une matrice) ; avec inertia = .. et la force mesurée sur l'outil, "
    .. "force = \"fx fy\", il a aussi cette masse. frame, point, axes, turned, références x_d "
    .. ".. ou goal comme dans li.resolved_acceleration ; null_damping de ce que l'outil laisse "
    .. "libre ; values, actuated, limits, dt, name." },
  { "admittance", 618245,
    "L'outil cède à la force mesurée sur lui, force = \"fx fy\" : inertia d'' + damping d' "
    .. "+ stiffness d = f (états du bloc : donner dt), et suit x_d + d avec kp, kd. frame, "
    .. "point, axes, turned, références ou goal comme dans li.resolved_acceleration ; "
    .. "null_damping, values, actuated, limits, dt, name." },
  { "hybrid", 215768,
    "Commande hybride, en position selon des axes et en force selon d'autres. motion = 'x "
    .. "y' suit x_d .. avec kp, kd ; push = 'z' donne fz_d + kf (fz_d - fz) + ki int(fz_d - "
    .. "fz) - kv z', fz : la force mesurée sur la paroi (force = d'autres noms). damping = "
    .. "{most =, near =}, frame, point, turned (rotation des axes), null_damping, values, "
    .. "actuated, limits, dt, name." },
  { "ekf", 65728,
    "Un filtre de Kalman étendu en un bloc : {states = {x = 0}, rates = {x = 'f'} "
    .. "(integrate = 'rk4' ou 'euler', steps) ou next = {x = 'f'}, ou model = m avec tau = {q1 "
    .. "= 'u'} ; inputs, values, lines ; measured = {y = {'h', R =, every =, wrap = true, gate "
    .. "=, valid =, from =}} ; Q des états, noise = {w =} par noms, P0, x0, dt, form "
    .. "(kalman_filter), gate, tell}. Sorties x_est, y_innovation, nis." },
  { "ukf", 881295,
    "Un filtre de Kalman sans parfum (unscented) en un bloc : dit comme dans li.ekf, et "
    .. "alpha, beta, kappa (1, 0 et 3 - n, jamais sous 0 : des poids qui ne sont pas "
    .. "négatifs), form = 'covariance' ou 'square_root' (le facteur de Cholesky est mené "
    .. "avec). Aucune pente des fonctions, sauf celles du bruit par noms, autour de "
    .. "l'estimation. gate examine chaque mesure à part." },
  { "energy_shaping", 942268,
    "Redressement d'un modèle à un seul moteur (son entrée, ou actuated = 'x') jusqu'à top "
    .. "= {q ..} : law = 'lyapunov' (V = ke H^2/2 + kp e_a^2/2 + kd v_a^2/2, V' = -kv v_a^2 ; "
    .. "H : l'énergie au-dessus de celle du sommet ; kd, s'il est omis : ce qu'il faut) ou "
    .. "'partial' (linéarisation partielle, colocalisée : v_a' = -kp e_a - kd v_a + ke H M_ap "
    .. "v_p). gain = K (ou poles = {..}) rattrape, u = -K (q - top, v) où x'P x < level, P de "
    .. "A - B K ; limits = {le moins, le plus} de u, values, dt, name." },
  { "io_linearize", 234580,
    "Linéarisation entrée-sortie par dérivées de Lie en symboles, d'un modèle ou de {x = "
    .. "'x1 x2', u = 'u', f = {expressions affines en u}}. outputs = {y = expression}, autant "
    .. "que d'entrées ; poles : un nombre, une liste, une liste par sortie ; références y_d, "
    .. "y_d', .. jusqu'au degré relatif, ou goal = {y = 0}. Dits : les degrés relatifs, la "
    .. "matrice de découplage, la dynamique des zéros et sa stabilité en x0 (at = {..}, 0) ; "
    .. "c.relative_degree, c.zero_dynamics. values, actuated, to, limits, dt." },
  { "flatness", 869275,
    "Platitude d'un 'unicycle' (v, w), d'une 'car' (v, delta_rate, ou delta avec steering = "
    .. "'angle' ; length) ou d'un 'trailer' (hitches = {3, ..} : longueurs d'essieu à essieu). "
    .. "c.flat.states et c.flat.inputs en expressions des dérivées x_1 y_1 x_2 .. du chemin du "
    .. "dernier essieu, et un bloc qui le suit par placement de pôles, poles (références x_d, "
    .. "x_d', .., y_d, .. ; mesures x y th .. delta ; inputs = {x = 'other name'}) ; speed, la "
    .. "vitesse au départ (< 0 : en marche arrière), slowest, to, limits, dt, name." },
  { "gain_schedule", 188027,
    "Séquencement de gains entre des réglages faits en des points d'un signal : u = u0 - K "
    .. "(x - x0), linéaires entre eux, tenus au-delà. by = le nom du signal, points = des "
    .. "nombres croissants, inputs = noms de x, outputs = noms de u, gains = {K1, ..} ou "
    .. "designs = {{K =, A =, B =, x =, u =}, ..} (ou ce qu'ont donné lqr et place) : chaque "
    .. "point et chaque milieu est vérifié, le signal figé, pôles dits. limits, to, dt, name." },
  { "imu", 192152,
    "Centrale inertielle : gyromètre et accéléromètre sur un corps d'un modèle, pour "
    .. "li.simulate{sensors = {li.imu{..}}} : {model, body, point = {0, 0, 0} du corps, axes "
    .. "(3x3, du capteur dans le corps), rate ou dt, gyro = {noise, bias, drift, range, bits, "
    .. "resolution, dropout} (pour tous les axes, ou {x = {..}}), accelerometer = {..}, delay, "
    .. "jitter, seed}. Sorties gyro_x.., acc_x.. (R'(a - g) : +g vers le haut au repos)." },
  { "magnetometer", 804374,
    "Un magnétomètre : le champ (dans le monde, {1, 0, 0}) dans les axes d'un corps : "
    .. "{model, body, axes, field, rate, noise, bias, ..}. Sorties mag_x..." },
  { "gps", 24999,
    "Où est un point d'un corps : {model, body, point, rate, noise, .., velocity = {noise "
    .. "..} (sa vitesse aussi)}. Sorties pos_x.., vel_x..." },
  { "force_sensor", 486688,
    "Un capteur d'effort : les efforts généralisés aux articulations, par la dynamique "
    .. "inverse de ce que fait une simulation : tout ce qui agit le long d'elles sauf "
    .. "l'inertie et le poids (moteurs, ressorts, frottement, contacts) : {model, joints = "
    .. "\"q1\", rate, noise, ..}. Sorties tau_q1..." },
  { "kalman_filter", 722871,
    "Le filtre de Kalman d'un système linéaire en un bloc : {system =, Q = de son bruit, R "
    .. "= des sorties, P0 =, x0 =, dt =} ; un système continu est échantillonné par bloqueur, "
    .. "Q est alors une intensité ; noise, G comme dans statespace:kalman ; form = "
    .. "'covariance', 'joseph' ou 'square_root' (U D U') ; every = {y = 3} (en "
    .. "interrogations), valid = {y = signal}, gate (nu^2/s), tell = 'innovation nis variance "
    .. "covariance', from, at. Sorties x_est." },
  { "mhe", 773378,
    "Estimation à horizon glissant, en un bloc : dite comme li.ekf (ou system =, Q, R comme "
    .. "li.kalman_filter), horizon = nombre de pas, bounds = {x = {0, 1}} des états, "
    .. "noise_bounds = {n = {-1, 1}, y = {-2, 2}} du bruit par noms, des états et de ce qui "
    .. "est mesuré. Si aucune borne n'est atteinte et que le système est linéaire, c'est le "
    .. "filtre de Kalman ; sinon un pas de Gauss et Newton par interrogation. Sorties x_est, "
    .. "solved (0 : rien ne tient les bornes, reste la prédiction)." },
  { "mpc", 218458,
    "Commande prédictive (à horizon glissant) d'un système linéaire, en un bloc : {system "
    .. "=, Q, R, S, outputs (comme lqr), horizon = nombre de pas, limits = {F = {-1, 1, rate = "
    .. "5}, th = {-0.2, 0.2}} d'entrées, d'états, de sorties (absolues), final = coût des "
    .. "derniers états (sinon celui de l'horizon infini), moves (nombre de pas libres), soft = "
    .. "prix d'un dépassement des bornes d'états et de sorties, references = 'y' (entrées "
    .. "y_ref), dt d'un système continu, from, to, at}. Entrées : ses états ; sorties : ses "
    .. "entrées, et solved (0 : celles du régulateur, écrêtées, car aucun plan ne tient les "
    .. "bornes)." },
  { "operational_space", 99939,
    "Des tâches par priorité, chacune dans ce que les précédentes laissent libre, "
    .. "dynamiquement cohérentes : tasks = {{frame, point, axes, orientation, goal, reference, "
    .. "kp, kd, name}, ..} (références x_d .., avec plusieurs tâches t1_x_d .., ou nom_x_d), "
    .. "posture = {q =, kp =, kd =} dans le noyau de toutes ; damping = {most =, near =} près "
    .. "des singularités ; values, actuated, limits, dt, name." },
  { "pid", 630097,
    "Un correcteur PID en un bloc : {kp, ki, kd} ou {kp, ti, td} ; tf (ou n : kd/(kp n)) "
    .. "filtre la dérivée, prise de la vitesse mesurée si rate = \"q1'\" la nomme ; b et c "
    .. "pèsent la consigne dans P et D (1, 0) ; limits = {-1, 1} de u avec, contre "
    .. "l'emballement de l'intégrale (anti-emballement), antiwindup = 'clamp' (l'intégrale "
    .. "s'arrête), 'back' (u - raw revient en tt) ou 'none' ; measured, reference, "
    .. "feedforward : noms de signaux (y, r) ; output ou to : ce que u fixe ; manual = true : "
    .. "entrées auto et manual, reprise sans à-coup ; dt, delay, offset, name." },
  { "pid_rule", 835684,
    "Les gains {kp, ti, td} d'une règle publiée : ziegler_nichols et tyreus_luyben {ku =, "
    .. "tu =} (au bord de la stabilité), ziegler_nichols_step, cohen_coon, simc {k =, l =, t "
    .. "=} (gain statique, retard pur, constante de temps) ; kind = 'p', 'pi' ou 'pid'." },
}
