-- french_help_systems.lua - help in French: linear systems, their frequencies, answers and designs
local rows = {
  { "statespace:", 699512,
    "Un modèle linéaire x' = A x + B u, y = C x + D u (x+ à l'instant d'échantillonnage "
    .. "suivant, si dt n'est pas false) : champs A, B, C, D (false où un côté est vide), "
    .. "states, inputs, outputs, dt, delay (s, ligne par ligne des sorties, ou false)." },
  { "statespace:eigenvalues", 831135,
    "Les valeurs propres de A, {re = , im = }, la plus grande partie réelle d'abord." },
  { "statespace:modes", 658794,
    "Une valeur propre de chaque paire par fréquence croissante, chacune avec frequency "
    .. "(Hz), re, im, damping (part du critique), shape par états (sa plus grande composante "
    .. "1 ; other : sa partie imaginaire)." },
  { "statespace:latex", 963689,
    "Ses équations avec leurs matrices." },
  { "statespace.__tostring", 970412,
    "Ses états, entrées, sorties et matrices." },
  { "statespace:initial", 418485,
    "La réponse libre à un départ de ses états, dans l'ordre ou par noms, sans entrées." },
  { "statespace:lqr", 490769,
    "Retour d'état optimal : les gains K qui rendent minimale l'intégrale (la somme) de x'Q "
    .. "x + 2 x'S u + u'R u : {Q =, R =, S =}, chacun un nombre, une diagonale, {nom = nombre} "
    .. "ou une matrice ; outputs = true : Q pèse y ; dt : d'un système continu, tenu entre les "
    .. "échantillons ; horizon (s, ou un nombre d'échantillons) avec final : des gains selon "
    .. "le temps. nil, message, code, info si aucun gain ne le rend stable : quels modes." },
  { "statespace:lqi", 246905,
    "lqr avec les intégrales de r - y en états derrière ceux du système : {Q =, R =} ; son "
    .. "correcteur prend les consignes y_ref et les états." },
  { "statespace:place", 442789,
    "Placement de pôles : les gains qui mènent les pôles à ceux-ci (nombres, {re, im} avec "
    .. "conjugués) ; de plusieurs entrées, ceux qui changent le moins avec le système. nil, "
    .. "message, code, info : ce qui ne peut être déplacé." },
  { "statespace:observer", 848855,
    "Un observateur x^' = A x^ + B u + L (y - C x^ - D u) de ces pôles ; son correcteur "
    .. "prend entrées et sorties et donne les estimations x_est." },
  { "statespace:kalman", 873385,
    "L'observateur de moindre variance, le filtre de Kalman : {Q = du bruit sur les états "
    .. "(sur des entrées : noise = 'F' ; G = matrice), R = des sorties, S = entre les deux} ; "
    .. "discret : L mène l'estimation à l'instant suivant, M corrige celle du même instant." },
  { "statespace:lqg", 138775,
    "lqr sur ce qu'estime un filtre de Kalman : {regulator = {Q, R}, noise = {Q, R}}." },
  { "statespace:hinf_control", 945525,
    "Le correcteur des sorties 'measured' vers les entrées 'controls' qui tient sous gamma "
    .. "(le plus petit, s'il est omis) le gain de toutes les autres entrées vers toutes les "
    .. "autres sorties ; des systèmes échantillonnés par le z de Tustin, qui le conserve "
    .. "[Doyle, Glover, Khargonekar, Francis 1989]." },
  { "statespace:h2_control", 926179,
    "De même avec la plus petite norme H2 : la commande linéaire quadratique gaussienne "
    .. "sous sa forme générale." },
  { "statespace:loop_shape", 787976,
    "Une boucle mise en forme par des pondérations {before =, behind =} puis rendue robuste "
    .. "[McFarlane, Glover] : gamma sous 4 dit que la forme peut être obtenue." },
  { "ss", 422816,
    "Un système linéaire x' = A x + B u, y = C x + D u par ses matrices (C : tous les "
    .. "états, D : 0 si omises ; des nombres si un côté vaut un) ; avec dt (s) c'est x+ = A x "
    .. "+ B u à chaque instant d'échantillonnage. Ou une table {A =, B =, C =, D =, dt =, "
    .. "states = 'q v', inputs = 'F', outputs = 'y', delay = secondes}, qui peut aussi venir "
    .. "derrière les matrices ; ou une fonction de transfert, ou un gain." },
  { "transfer:", 501568,
    "Des fonctions de transfert, num/den de chaque sortie (lignes) par chaque entrée : "
    .. "listes de coefficients, celui de la plus haute puissance d'abord ; champs num, den, "
    .. "inputs, outputs, dt (s, ou false si continues), delay (s, par lignes, ou false), "
    .. "factors {zeros, poles, gain} si elles ont été dites ainsi, ou false." },
  { "transfer:latex", 741138,
    "Ses fractions." },
  { "transfer.__tostring", 741138,
    "Ses fractions." },
  { "tf", 183364,
    "Fonctions de transfert : coefficients du numérateur et du dénominateur, celui de la "
    .. "plus haute puissance d'abord ; des lignes de ceux-ci pour plusieurs sorties (lignes) "
    .. "et entrées ; un texte, '(s + 1)/(s^2 + 2*s + 5)' (de z avec dt), ou 's' seul pour "
    .. "calculer avec ; des lignes de systèmes {{g11, g12}, ..} ; un système. options : dt "
    .. "(s ; ou à la place d'options), delay (s, ou des lignes), inputs, outputs." },
  { "zpk", 339748,
    "La fonction de transfert gain (s - z1)../((s - p1)..) de listes de nombres et de {re, "
    .. "im} ; ou un système d'une entrée et d'une sortie avec ses zéros, ses pôles et son gain "
    .. "dans le champ factors. options comme dans li.tf." },
  { "series", 941456,
    "Des systèmes en série, le premier d'abord." },
  { "parallel", 849730,
    "Des systèmes en parallèle : la somme de ce que tous font des mêmes entrées." },
  { "feedback", 791555,
    "La boucle fermée y = a (u - b y) ; b vaut 1 s'il est omis, sign 1 ajoute ce qui "
    .. "revient. Des fonctions de transfert d'une entrée et d'une sortie le restent ; tout le "
    .. "reste est une représentation d'état." },
  { "append", 483286,
    "Des systèmes côte à côte, chacun avec ses entrées et ses sorties." },
  { "junction", 946902,
    "Des signaux additionnés : un gain avec des noms, pour li.connect." },
  { "connect", 642405,
    "Des systèmes câblés par noms : une entrée prend la sortie du même nom, de {g, k, 'e = "
    .. "r - y', inputs = 'r d', outputs = 'y u'} ; les sommes y sont des textes ; inputs "
    .. "viennent du dehors." },
  { "spectrum:", 542241,
    "Des réponses en fréquence : w (rad/s), et par sortie et entrée re[i][j], im[i][j], "
    .. "magnitude[i][j], phase[i][j] (rad, sans sauts)." },
  { "spectrum.__tostring", 533393,
    "Ses fréquences, entrées et sorties." },
  { "response:", 40048,
    "Un système linéaire au cours du temps : t (s), y[i][j] (la sortie i, ce qu'en a fait "
    .. "l'entrée j), kind." },
  { "response:info", 175450,
    "Ce que montre un échelon : rise (le temps de montée, s, d'un à neuf dixièmes), t10, "
    .. "t50, t90, settling (le temps de réponse, s, jusqu'à rester à 0.02 près), settling_min "
    .. "et settling_max (à partir de t90), overshoot et undershoot (dépassements, en pour "
    .. "cent), peak (le plus loin dans le sens de la fin), t_peak, final, settles ; le tout "
    .. "depuis 0, où il était avant l'échelon ; des lignes de cela pour plusieurs. Ce qui ne "
    .. "s'établit pas a un maximum parmi les instants montrés, et rien d'autre." },
  { "response:plot", 984401,
    "Les sorties au cours du temps." },
  { "response.__tostring", 579463,
    "Sa durée, et ce que montre un échelon." },
  { "lyapunov", 522930,
    "L'équation de Liapounov : X de A X + X A' + Q = 0 (A X E' + E X A' + Q = 0), et "
    .. "{residual, condition} ; nil, message, code si deux valeurs propres de A ont pour somme "
    .. "0." },
  { "stein", 639527,
    "L'équation de Stein (de Liapounov discrète) : X de A X A' - X + Q = 0 (A X A' - E X E' "
    .. "+ Q = 0), et {residual, condition}." },
  { "sylvester", 796314,
    "L'équation de Sylvester : X de A X + X B = C, et {residual, condition}." },
  { "care", 686479,
    "L'équation de Riccati continue : le X stabilisant de A'X E + E'X A - (E'X B + S) R^-1 "
    .. "(E'X B + S)' + Q = 0, K = R^-1 (E'X B + S)', les pôles de la boucle fermée, {residual, "
    .. "condition} ; nil, message, code, info {modes} s'il n'y en a pas." },
  { "dare", 418538,
    "L'équation de Riccati discrète : le X stabilisant de A'X A - E'X E - (A'X B + S)(R + "
    .. "B'X B)^-1 (A'X B + S)' + Q = 0, K, les pôles de la boucle fermée, {residual, "
    .. "condition} ; R peut être singulière." },
  { "lqr", 664444,
    "Commande optimale (linéaire quadratique) : le gain K de u = -K x qui rend minimale "
    .. "l'intégrale de x'Q x + 2 x'S u + u'R u (system:lqr a des noms, des horizons, et un "
    .. "correcteur qui tourne)." },
  { "dlqr", 197089,
    "De même pour x+ = A x + B u et une somme." },
  { "lqe", 808630,
    "Le gain L d'un filtre de Kalman de x' = A x + G w, y = C x + v de covariances W et V, "
    .. "et la covariance P de son erreur." },
  { "dlqe", 281963,
    "De même pour x+ = A x + G w, y = C x + v : L mène l'estimation d'un instant au "
    .. "suivant." },
  { "place", 231479,
    "Placement de pôles : K qui mène les valeurs propres de A - B K aux pôles (nombres, "
    .. "{re, im} avec conjugués), et {condition, re, im}." },
  { "qp", 641493,
    "Le minimum de x'H x/2 + g'x, programme quadratique convexe (H = 0 : un programme "
    .. "linéaire), sous {A =, lower =, upper =} (A x), {E =, e =} (E x = e), {lo =, hi =} "
    .. "(x) : un nombre pour tous, ou des listes avec inf où il n'y a pas de borne ; info "
    .. "{value, y, y_equal, v (multiplicateurs, > 0 à une borne supérieure), stationarity, "
    .. "feasibility, steps}. nil, message, 'EUNREACHABLE', info {rows, equations, bounds} : "
    .. "celles-ci se contredisent ; 'EDOMAIN' : non convexe, ou non borné le long de info.x." },
  { "design:", 313925,
    "Des gains ou un correcteur faits pour un système linéaire : kind, K (u = u0 - K (x - "
    .. "x0)), L (d'un observateur), X (solution de l'équation de Riccati), poles, gamma, gains "
    .. "(une liste, sur un horizon), told {residual, condition}, system, controller (un "
    .. "statespace) ; false pour ce qu'il n'a pas." },
  { "design:closed", 608688,
    "La boucle fermée avec ce correcteur." },
  { "design:with_observer", 347342,
    "Les mêmes gains sur ce qu'un observateur (ou un filtre de Kalman) estime d'après les "
    .. "sorties." },
  { "design:block", 758279,
    "Ce que fait tourner li.simulate{controllers = ..} : u = u0 - K (x - x0) autour du "
    .. "point où le système a été linéarisé ; options : dt, from, to, at et rest (ce point, "
    .. "par noms), limits, name, method de c2d, comme les a statespace:block." },
  { "design:along", 743942,
    "Des gains selon le temps (li.lqr_along) en un programme le long de la simulation pour "
    .. "laquelle ils sont faits, {run =, dt =, inputs = {F = nombre ou f(t)}}, et les "
    .. "références qu'il lit : u = u_ref(t) - K(t) (x - x_ref(t))." },
  { "design.__tostring", 112225,
    "Ses gains et ses pôles." },
  { "design:c", 819103,
    "Le bloc qu'il est, prêt à embarquer : options de block:c, et de design:block." },
  { "design:lua", 433916,
    "Le bloc qu'il est, prêt à embarquer : options de block:lua, et de design:block." },
  { "design:js", 471633,
    "Le bloc qu'il est, prêt à embarquer : options de block:js, et de design:block." },
  { "lqr_along", 508766,
    "Les gains à chaque instant le long d'une trajectoire : {linear = des modèles "
    .. "(model:linearize{run = run, at = dt}), Q =, R =, final =, dt =} ; gains[k] vaut à "
    .. "partir de l'instant k dt." },
  { "describing", 560774,
    "La fonction de description (gain équivalent du premier harmonique) d'un élément non "
    .. "linéaire à une amplitude : saturation {limit, slope}, dead_zone {width, slope}, relay "
    .. "{level}, relay_hysteresis et relay_dead_zone {level, width}, backlash {width}, "
    .. "quantizer {step}, cubic {gain}." },
  { "ss_from_data", 663519,
    "Un système échantillonné identifié d'entrées et de sorties, {u = lignes, y = lignes, "
    .. "dt =, order = (d'après les valeurs singulières, s'il est omis), rows =} : par "
    .. "sous-espaces, de sorte que rien n'est itéré ; et les valeurs singulières qui disent "
    .. "son ordre." },
  { "ss_from_impulse", 50164,
    "Un système échantillonné d'après sa réponse à un échantillon unité, {h = nombres ou "
    .. "matrices, dt =, order =} [Ho, Kalman 1966]." },
}

-- what a statespace and a transfer do alike, and say in the same words
local alike = {
  { ".__add", 926533,
    "y = a u + b u ; un nombre ou une matrice est un gain." },
  { ".__sub", 897541,
    "y = a u - b u." },
  { ".__mul", 332849,
    "a derrière b : y = a (b u)." },
  { ".__div", 835837,
    "a derrière l'inverse de b." },
  { ".__pow", 117411,
    "Plusieurs fois l'un derrière l'autre ; l'inverse si n < 0." },
  { ".__unm", 100132,
    "y = -a u." },
  { ":ss", 25540,
    "Le système en représentation d'état : formes compagnes pour une entrée et une sortie, "
    .. "le moins d'états possible pour plusieurs ; zéros et pôles en sections du second ordre." },
  { ":tf", 602785,
    "Ses fonctions de transfert." },
  { ":part", 715237,
    "Les voies de certaines entrées vers certaines sorties, par noms ou numéros ; nil : "
    .. "toutes." },
  { ":named", 100497,
    "Le même sous d'autres noms {states =, inputs =, outputs =}." },
  { ":minimal", 374730,
    "Une réalisation minimale : sans les états qu'aucune entrée ne meut ou qu'aucune sortie "
    .. "ne montre, et combien il y en avait de chaque sorte." },
  { ":balanced", 669499,
    "La forme équilibrée, où chaque état se meut aussi facilement qu'il se voit : les deux "
    .. "gramiens sont la diagonale des valeurs singulières de Hankel ; x = T z. nil, message, "
    .. "code s'il n'est pas stable." },
  { ":staircase", 550898,
    "Par x = T z orthogonal, sous forme en escalier : d'abord les états que les entrées "
    .. "meuvent (count d'entre eux), puis le reste ; how = 'shown' : ceux que les sorties "
    .. "montrent, puis le reste." },
  { ":reduce", 852165,
    "Réduction de modèle : moins d'états, selon les valeurs singulières de Hankel, dites : "
    .. "'truncate' (exact aux hautes fréquences) ou 'residualize' (exact au repos). Ce qui "
    .. "n'est pas stable est gardé, et compté." },
  { ":pade", 151092,
    "Ses retards en fonctions rationnelles (approximants de Padé) de cet ordre (2)." },
  { ":undelayed", 490552,
    "Échantillonné : ses retards en états, exactement." },
  { ":delayed", 418697,
    "Retardé d'autant ; lignes de sorties par entrées s'ils diffèrent." },
  { ":poles", 334474,
    "Ses pôles {re =, im =}, la plus grande partie réelle d'abord." },
  { ":zeros", 138068,
    "Ses zéros {re =, im =} ; d'une représentation d'état et de plusieurs entrées et "
    .. "sorties les zéros invariants, qui pour :minimal() sont les zéros de transmission." },
  { ":dcgain", 637066,
    "Les gains statiques, sorties par entrées (lignes avec inf où c'est un pôle) ; les "
    .. "pôles au repos que des zéros compensent, ou qui sont cachés, ne comptent pas." },
  { ":damping", 562343,
    "Ses pôles par pulsation propre w (rad/s), avec zeta (part de l'amortissement critique) "
    .. "et time (s, où un mode tombe à 1/e) ; les pôles de z par s = ln(z)/dt." },
  { ":stable", 445557,
    "Tous les états s'éteignent-ils ? sinon un pôle qui ne le fait pas." },
  { ":controllability", 373953,
    "La commandabilité, ce que les entrées meuvent : rank (par un escalier orthogonal), "
    .. "full, matrix [B AB ..], modes {re, im} qu'aucune entrée ne meut." },
  { ":observability", 503016,
    "L'observabilité, ce que les sorties montrent : rank, full, matrix (C, CA et la suite, "
    .. "l'un sous l'autre), modes {re, im} qu'aucune sortie ne montre." },
  { ":gramians", 510923,
    "Les gramiens de commandabilité et d'observabilité : A Wc + Wc A' + B B' = 0 et A' Wo + "
    .. "Wo A + C' C = 0 (en z : A Wc A' - Wc + B B' = 0 ..) ; nil, message, code s'il n'est "
    .. "pas stable." },
  { ":hankel", 942933,
    "Ses valeurs singulières de Hankel." },
  { ":h2", 223537,
    "La norme H2 : ce que devient un bruit blanc de densité unité, en valeur efficace ; inf "
    .. "si ce qui est mû et montré ne s'éteint pas, ou si le bruit passe directement." },
  { ":hinf", 370138,
    "La norme H-infini : le plus grand gain sur toutes les fréquences (valeurs "
    .. "singulières), la pulsation (rad/s) où il est atteint, et si le système est stable : ce "
    .. "qui ne l'est pas n'a qu'une norme L-infini. Ce qui est caché ne compte pas." },
  { ":passive", 925597,
    "Passivité : ne rend-il jamais plus d'énergie qu'il n'en a reçu ? index : la plus "
    .. "petite valeur propre de (G + G*)/2 sur toutes les fréquences, à w (rad/s)." },
  { ":c2d", 470594,
    "Échantillonnage (discrétisation) : 'zoh' (par défaut, bloqueur d'ordre zéro : entrées "
    .. "tenues), 'foh' (droites entre échantillons), 'tustin' (w = rad/s, qui reste ce qu'elle "
    .. "était), 'matched' (zéros et pôles), 'impulse', 'euler', 'backward'. Les retards sont "
    .. "exacts : les périodes entières sont dites, les fractions d'une période deviennent des "
    .. "états (zoh, foh, impulse)." },
  { ":d2c", 84723,
    "Le système continu dont celui-ci est l'échantillonné, par une méthode de c2d ; nil, "
    .. "message, code s'il n'y en a pas (un pôle de z en 0 ou, réel, au-dessous)." },
  { ":resample", 581502,
    "Avec une autre période d'échantillonnage." },
  { ":frequency", 759335,
    "Les fonctions de transfert en s = i w (z = exp(i w dt)) : G[sortie][entrée] = {re, "
    .. "im} ; nil, message, code si c'est une valeur propre." },
  { ":response", 68675,
    "La réponse en fréquence, à des pulsations (rad/s) : une liste, {from =, to =, points "
    .. "=}, ou choisies d'après pôles et zéros. Les retards sont exacts ; nil, message, code "
    .. "si l'une d'elles est un pôle." },
  { ":at", 666992,
    "La valeur en un s (z) complexe : G[sortie][entrée] = {re, im}." },
  { ":singular_values", 767733,
    "La plus grande et la plus petite valeur singulière selon la fréquence." },
  { ":bode", 555036,
    "Diagramme de Bode : gain (dB) et phase (deg) selon la fréquence ; d'autres systèmes "
    .. "dans la table, et w, labels, title." },
  { ":nyquist", 623922,
    "Le lieu de Nyquist, courbe de la boucle ouverte autour de -1 ; options comme bode." },
  { ":nichols", 941863,
    "Le gain selon la phase (plan de Black) avec les courbes de même gain en boucle fermée "
    .. "(abaque de Nichols) ; options comme bode." },
  { ":margins", 45309,
    "D'une boucle ouverte L fermée par -1 : marges de gain (gain : le facteur le plus "
    .. "proche de 1 qui la fait osciller), de phase (phase, deg), de retard (delay, s) avec "
    .. "w_gain, w_phase, w_delay (rad/s) ; tous les franchissements dans gains et phases ; "
    .. "stable ; encirclements : tours du lieu de Nyquist autour de -1, dans le sens horaire ; "
    .. "si elle est stable, sensitivity (maximum de 1/(1 + L)), modulus (1/maximum : la marge "
    .. "de module), disk {alpha, gain, phase}. Trouvés comme valeurs propres, non sur une "
    .. "grille ; d'une boucle continue avec retard, gains et maxima se trouvent sur une "
    .. "grille, puis de plus près." },
  { ":bandwidth", 423430,
    "La bande passante : où le gain est descendu de 3 dB depuis le repos (ou de drop, dB), "
    .. "rad/s ; inf s'il ne le fait jamais." },
  { ":step", 503937,
    "La réponse indicielle de chaque entrée, exacte sur sa grille : t est une fin (s), par "
    .. "pas égaux depuis 0, ou {t =, points =} ; choisie d'après les pôles si elle est omise." },
  { ":impulse", 194796,
    "La réponse impulsionnelle de chaque entrée (à un échantillon de 1, s'il est "
    .. "échantillonné)." },
  { ":forced", 489474,
    "La réponse forcée à u : {u = f(t), des lignes, ou {nom = f}, t = une fin ou des "
    .. "instants, x0 = départ, hold = 'straight' (droites entre échantillons) ou 'zero'}." },
  { ":pole_map", 46171,
    "Ses pôles et ses zéros dans le plan complexe." },
  { ":root_locus", 357096,
    "Le lieu des racines (lieu d'Evans) : où sont les pôles de la boucle fermée k L/(1 + k "
    .. "L) pour des gains k, et {gains, roots, breakaway = {{at, gain}}}." },
  { ":limit_cycles", 541647,
    "Les cycles limites : les oscillations qu'entretient d'elle-même une boucle L précédée "
    .. "d'un élément non linéaire, par le premier harmonique : {w (rad/s), amplitude (de "
    .. "l'entrée de l'élément), period, stable}, la plus petite d'abord." },
  { ":block", 675202,
    "En un programme pour li.simulate{controllers = ..} : les entrées sont les signaux de "
    .. "leurs noms, les sorties vont aux entrées ou coordonnées des leurs ; options : dt (si "
    .. "c'est continu, par method 'tustin'), from et to (d'autres noms, {y = \"q1\"}), at "
    .. "(nombres des entrées par noms, à partir desquels il compte), rest (des sorties, "
    .. "auxquels il ajoute), limits, delay, offset, jitter, name." },
  { ":page", 717783,
    "Une page (sans réseau) de la boucle avec un correcteur PID et des curseurs pour ses "
    .. "gains : bode, nyquist, la réponse indicielle en boucle fermée, ses pôles ; {file = "
    .. "chemin, kp =, ki =, kd =, tf =, controller = un système en série, title, t}. Sans "
    .. "file : son texte." },
}

for _, row in ipairs(alike) do
  for _, class in ipairs { "statespace", "transfer" } do
    rows[#rows + 1] = { class .. row[1], row[2], row[3] }
  end
end
return rows
