-- french_help_driving.lua - help in French: roads, routes, drivers, manoeuvres, ride
return {
  { "road.sae", 567343,
    "Des axes ISO (y à gauche, z vers le haut) aux axes SAE (y à droite, z vers le bas), ou "
    .. "inversement : 3 nombres ou expressions, ou 6." },
  { "road.course", 186538,
    "La direction de marche d'une vitesse exprimée dans les axes du sol (ou dans ceux de la "
    .. "caisse), et son angle avec l'axe x du véhicule : course = cap + sideslip (la dérive), "
    .. "chacun dans -pi..pi." },
  { "road.area_frere", 578204,
    "L'aire frontale selon Paul Frère : 0.85 h l." },
  { "road.area_wong", 939553,
    "L'aire frontale d'une voiture de masse m selon Wong." },
  { "road.rolling_low", 144735,
    "Le coefficient de résistance au roulement à faible vitesse, 0.01 (1 + V/100 mph) ; V "
    .. "en m/s." },
  { "road.rolling_high", 811608,
    "Le même à grande vitesse : f0 + 3.24 fs (V/100 mph)^2.5 ; V en m/s." },
  { "road.aero", 614604,
    "Le torseur aérodynamique (X Y Z L M N) de S, V, rho (1.2), wind (le vent : 0, le long "
    .. "de V), crosswind (le vent latéral : 0, vers la gauche de V), sideslip (la dérive : 0, "
    .. "du cap à la direction de marche), wheelbase L et des coefficients Cx Cy Cz Cl Cm Cn ; "
    .. "Cyb Clb Cnb : par le sinus de l'angle de l'air. X change de signe avec l'air qui vient de "
    .. "derrière, V < wind ; un vent latéral pousse où il souffle." },
  { "road.traction", 578739,
    "Les forces le long de la route que la traction doit vaincre : m, V, a, slope (angle), "
    .. "fr, rho, S, Cx, wind, g -> aero, rolling, slope, inertia, total, power. Le roulement "
    .. "s'oppose à V, et à l'arrêt à a." },
  { "road.coastdown", 549858,
    "La décélération en roue libre, dv/dt = -(A + B v^2) : jusqu'à l'arrêt (inf si A = 0 : "
    .. "jamais) ; avec t, la vitesse à cet instant." },
  { "road.launch", 460262,
    "Le démarrage, dv/dt = a - A - B v^2 depuis l'arrêt : la plus grande vitesse (inf si B "
    .. "= 0) ; avec t, la vitesse et le chemin à cet instant." },
  { "road.propulsion", 755818,
    "'still' (à l'arrêt), 'rolls' (roule) ou 'slips' (patine) : la force face à lambda1 "
    .. "fois le poids total et à lambda2 fois le poids sur les roues motrices ; d'expressions, "
    .. "nil et ces deux bornes." },
  { "road.ackermann", 818226,
    "Les angles de braquage sans glissement (Ackermann) pour le rayon R du milieu de "
    .. "l'essieu arrière, négatif à droite : inner (roue intérieure), outer (roue extérieure), "
    .. "bicycle, small (L/R)." },
  { "road.steer_angles", 661090,
    "Les angles des roues intérieure et extérieure pour l'angle de braquage de la "
    .. "bicyclette." },
  { "road.turn", 161206,
    "Les chemins d'un virage à faible vitesse par L, L2 (du centre de masse à l'essieu "
    .. "arrière), R : R_cg, beta_cg, R_front, offtracking (l'écart entre les traces avant et "
    .. "arrière), et chacun pour de petits angles." },
  { "road.cornering", 932927,
    "Le virage par m, L1, L2, Cf, Cr (raideurs de dérive des essieux ; unit = 'deg' pour "
    .. "N/deg), V : K (gradient de sous-virage), yaw_gain, acceleration_gain, sideslip_gain "
    .. "(par l'angle de braquage), vitesse caractéristique characteristic (K > 0) ou vitesse "
    .. "critique critical (K < 0 ; les deux si K est en symboles) ; avec R aussi les efforts, "
    .. "les angles de dérive des pneus, beta ; avec Iz motion = {square, sum, w, frequency, "
    .. "damping} de s^2 + sum s + square." },
  { "road.bounce_pitch", 652687,
    "Pompage et tangage, deux degrés de liberté sur deux ressorts : ms, kf, kr, L1, L2, Iy "
    .. "-> D1, D2, D3, r2, les modes 1 et 2 {w, frequency, ratio Z/Theta}, uncoupled "
    .. "(découplés), et de nombres lequel est le pompage, lequel le tangage." },
  { "road.olley", 279503,
    "Les règles d'Olley pour les mêmes nombres, et roll (Hz) s'il est donné." },
  { "road.slope", 816979,
    "Des axes du contact aux axes de base sur une route en pente ; thesis : les pentes vues "
    .. "le long de la roue braquée ; road : un seul plan, puis le braquage dans celui-ci." },
  { "road.contact", 792120,
    "La force normale d'un ressort et d'un amortisseur à la pénétration e, sans jamais "
    .. "tirer." },
  { "road.suspension", 893648,
    "La force d'une suspension : -(K z + C z')." },
  { "road.antiroll", 901157,
    "Les forces d'une barre antiroulis sur les débattements des deux côtés." },
  { "road.friction", 925377,
    "Le frottement visqueux et sec : -(viscous q' + dry sign(q'))." },
  { "road.spin", 757397,
    "Sur la rotation propre d'une roue : torque - re (Fx + rolling). Omettre Fx (0) si la "
    .. "jacobienne du point de contact fait déjà tourner la roue." },
  { "road.drag", 156122,
    "La traînée : -rho Cx S V |V|/2 le long de V." },
  { "road.steering", 137387,
    "Sur l'angle de braquage : K (wheel - G beta) - C rate - dx Fx - dy Fy ; wheel : le "
    .. "volant ; dx, dy : les déports de chasse, Fx, Fy : les sommes sur les deux roues." },
  { "road.plot", 579878,
    "Ce que donne une fonction selon l'un de ses arguments : {'cornering', over = 'V', from "
    .. "= 1, to = 50, what = 'yaw_gain', m = .., ..} ; what : noms de résultats (tous), points "
    .. "(241). Ce qui n'a pas de réponse n'y est pas." },
  { "olley.__tostring", 97545,
    "Les règles, et si elles tiennent." },
  { "olley:", 868273,
    "Les règles d'Olley du confort d'une suspension : règles, fréquences, enfoncements "
    .. "statiques." },
  { "surface", 722047,
    "Une surface de route {kind, ..} : flat{z} ; plane{grade (pente), bank (dévers), order "
    .. "= 'grade'|'bank'} ; ramp{height, length, at, shape} ; bump{height, length, at, shape, "
    .. "flank} ; waves{waves} ; profile{x, z, how} ; grid{x, y, z, how} ; formula{z} ; "
    .. "iso8608{class ou Gd, seed, band, waves, w, coherence} ; sum{of} ; multiple{of, factor} "
    .. "; moved{of, x, y, z, heading} ; strip{of, right, left, edge}. Toutes prennent friction "
    .. ": un nombre, une expression, {'split'|'checkerboard'|'patches'|'table', ..}." },
  { "surface:height", 407667,
    "La hauteur ; sans lieu, en expression de x et y." },
  { "surface:slope", 478287,
    "Les pentes dz/dx et dz/dy." },
  { "surface:normal", 825112,
    "La normale unitaire, vers le haut." },
  { "surface:curvature", 845289,
    "La courbure normale dans la direction d'un cap (0 : le long de x), positive dans un "
    .. "creux." },
  { "surface:axes", 617102,
    "Les axes du contact en colonnes : dans la direction du cap sur la surface, à sa "
    .. "gauche, la normale." },
  { "surface:friction", 702446,
    "L'adhérence à cet endroit : 1 si rien n'a été dit." },
  { "surface:text", 432591,
    "La hauteur en texte de x et y, pour des descriptions et des forces." },
  { "surface:track", 322646,
    "Les hauteurs le long de x à un y (0)." },
  { "surface:plot", 849035,
    "Une figure de profils : from (0), to (20), step, y (un nombre ou une liste)." },
  { "surface:spectrum", 637909,
    "D'une route aléatoire : la densité spectrale Gd de chaque profil à n cycles par mètre, "
    .. "en m^3." },
  { "surface:coherence", 31657,
    "D'une route aléatoire : la cohérence gamma^2 de deux profils distants de distance, à n "
    .. "cycles par mètre." },
  { "surface:variance", 370682,
    "D'une route aléatoire : la moyenne des carrés des hauteurs d'un profil dans une bande "
    .. "de cycles par mètre, en m^2." },
  { "surface:moved", 47229,
    "La surface avec son origine en x, y, z, tournée autour de z de heading." },
  { "surface:strip", 260707,
    "La surface entre deux valeurs de y, de niveau 0 à côté ; edge : la largeur de ses "
    .. "flancs." },
  { "surface.__add", 833191,
    "La somme de deux surfaces ; les adhérences se multiplient." },
  { "surface.__mul", 704129,
    "Les hauteurs fois un nombre, ou une expression derrière la surface." },
  { "surface.__tostring", 626758,
    "Son espèce et ses nombres." },
  { "surface:", 767136,
    "Une surface de route z(x, y) : hauteurs, pentes, normales, adhérence." },
  { "periodogram", 541228,
    "La densité spectrale unilatérale d'un enregistrement à pas égaux : fréquences (cycles "
    .. "par unité du pas) et densité ; sans la droite moyenne de l'enregistrement, sous la "
    .. "fenêtre de Hann." },
  { "iso8608_class", 62678,
    "La classe ISO 8608 d'un profil de hauteurs à pas égaux (m) : class, Gd à 0.1 /m pour "
    .. "un exposant de 2, l'exposant w de l'enregistrement, bands {n, low, high, G, class} par "
    .. "octaves." },
  { "iso8608.__tostring", 316375,
    "La classe et ses octaves, une par ligne." },
  { "iso8608:", 463609,
    "La classe d'un profil : Gd à 0.1 /m, exposant, octaves." },
  { "iso2631", 114866,
    "L'accélération telle qu'on la ressent : rms (valeur efficace), peak, crest (facteur de "
    .. "crête), vdv (m/s^1.75), mtvv (nil si cela dure moins de 1 s), feeling (les mots de "
    .. "l'échelle de la norme), signal (pondéré). weighting (pondération) = 'Wk' (verticale ; "
    .. "si rien n'est dit), 'Wd' (horizontale), 'Wf' (mal des transports), 'Wc', 'We', 'Wj' ; "
    .. "skip : les secondes du début qui ne comptent pas." },
  { "route", 962106,
    "Un itinéraire au sol en segments {'line', length}, {'arc', radius (à gauche > 0), "
    .. "angle ou length}, {'clothoid', length, to (courbure à son bout), from}, {'shift', "
    .. "length, offset}, depuis at = {x, y} et un cap heading ; ou through = {{x, y}, ..} (ou "
    .. "les milieux de portes gates = {{left =, right =}, ..}), how = 'spline' ou 'lines' "
    .. "(radius = celui des arcs aux coins) ; closed = true." },
  { "route:at", 30522,
    "Où il est à s mètres de son début : lieu, cap, courbure (à gauche > 0) et sa pente. "
    .. "Au-delà de ses bouts il continue tout droit ; un itinéraire fermé recommence." },
  { "route:nearest", 454449,
    "Son point le plus proche d'un lieu : s, x, y, heading, curvature là, offset (du lieu, "
    .. "vers la gauche), along (pas 0 au-delà d'un bout ou à un coin), ds_dx et ds_dy (comment "
    .. "s change avec le lieu : cos h/(1 - k e), sin h/(1 - k e) ; false à un coin, à un bout, "
    .. "en un centre de courbure). near : un s d'où partir, s'il passe plusieurs fois par ce "
    .. "lieu." },
  { "route:expressions", 932204,
    "x, y, cap, courbure en expressions de s : des polynômes entre les nœuds, à 1e-5 m et "
    .. "rad près au plus." },
  { "route:kinks", 719602,
    "Où son cap saute : {s, x, y, angle} de chaque coin." },
  { "route:least_radius", 476,
    "Son plus petit rayon, et où ; nil s'il est droit." },
  { "route:obstacles", 264022,
    "Ce qu'une voiture ne peut pas suivre, en phrases avec les lieux : coins, rayons sous "
    .. "radius (ou wheelbase, l'empattement, et le plus grand angle de braquage steer), une "
    .. "vitesse speed qui demande plus que lateral (m/s2)." },
  { "route:beside", 518973,
    "L'itinéraire à d mètres à sa gauche, par des points." },
  { "route:plot", 139885,
    "L'itinéraire vu d'en haut, et sa courbure selon s." },
  { "route.__tostring", 550064,
    "Sa longueur, son plus petit rayon, ses coins." },
  { "route:", 933106,
    "Un itinéraire au sol : droites, arcs, clothoïdes, splines." },
  { "driver", 775168,
    "Un conducteur, en bloc que li.simulate et li.sweep interrogent tous les dt : "
    .. "pure_pursuit (sur un cercle par un point de l'itinéraire devant lui : distance, ou "
    .. "time et least), stanley (erreur de cap et écart de l'essieu avant : gain, soft, "
    .. "yaw_damping, understeer), lqr (régulateur linéaire quadratique de car (nombres ou un "
    .. "véhicule) à la vitesse speed (ou à plusieurs)), preview (le régulateur qui voit la "
    .. "courbure jusqu'à un horizon (s) devant lui), macadam (qui prédit la voiture pendant "
    .. "time (s) par points et passe au plus près de l'itinéraire), two_point (une personne "
    .. "qui regarde un point proche et un point lointain : near (m), far (s), k_far, k_near, "
    .. "k_i), cruise (une vitesse, ou un profil le long d'un itinéraire (il lui faut place), "
    .. "par drive et brake, ou par force). Ceux qui dirigent prennent route (li.route ou sa "
    .. "table) et donnent steer (fois ratio, celui de la direction, lu où car est un "
    .. "véhicule), offset, heading_error, place ; ils prennent most et rate (rad, rad/s des "
    .. "roues), reaction (s, une file d'attente), lag (s), start (où sur l'itinéraire), "
    .. "signals = {x = nom, ..} si la voiture les appelle autrement. Un itinéraire avec un "
    .. "coin, ou trop serré pour wheelbase et most, est refusé avec le lieu." },
  { "speed_profile", 977841,
    "Les plus grandes vitesses le long d'un itinéraire : lateral, drive et brake (m/s2), "
    .. "ensemble sur une ellipse (ellipse = false : chacune pour elle-même), most, start et "
    .. "finish (m/s) ; step (m)." },
  { "speedprofile:at", 532949,
    "Vitesse et accélération en un lieu." },
  { "speedprofile:lines", 481466,
    "Les lignes wish (m/s) et along (m/s2) d'un bloc au lieu que dit l'une de ses entrées." },
  { "speedprofile:plot", 158372,
    "La vitesse selon s." },
  { "speedprofile.__tostring", 628715,
    "Son domaine et son temps." },
  { "speedprofile:", 967632,
    "À quelle vitesse une voiture peut suivre un itinéraire : listes s, v, a ; time." },
  { "steady_turn", 825949,
    "Le mouvement établi d'un véhicule (li.car, li.single_track, ou tout autre avec leurs "
    .. "entrées steer et drive ou force, sorties speed, lateral_speed, yaw_rate, coordonnées "
    .. "x, y, yaw) à la vitesse speed : radius (à gauche > 0), curvature, lateral_acceleration "
    .. "ou yaw_rate disent comment il tourne, steer et drive sont trouvés ; steer = dit "
    .. "l'angle du volant ; sans rien : tout droit. u : d'autres entrées par nom. nil, "
    .. "message, code et le dernier virage qui existe s'il n'y en a pas." },
  { "steadyturn:linear", 177877,
    "Petits mouvements autour de lui dans les axes du cap : états sans x, y, yaw ni tours "
    .. "des roues ; x' et y' s'appellent u et w, yaw' r. options : inputs, outputs." },
  { "steadyturn:handling", 749923,
    "De même à deux états, lateral_speed et yaw_rate, de x, y par steer : ce qui est plus "
    .. "rapide est au repos." },
  { "steadyturn:stable", 880807,
    "Les petits mouvements s'éteignent-ils ? sinon un pôle qui ne s'éteint pas." },
  { "steadyturn.__tostring", 551400,
    "Ses nombres." },
  { "steadyturn:", 958598,
    "Un virage établi d'un véhicule : values (sorties, speed, radius, lateral_acceleration, "
    .. "sideslip et entrées par nom), q, v, u, z (états propres des forces, pour l'option z "
    .. "des simulations), vehicle." },
  { "manoeuvre", 251445,
    "Un véhicule (li.car, li.single_track, ou tout autre avec leurs entrées et sorties par "
    .. "nom) conduit comme une norme le dit, avec ses mesures, unités, définitions, figures et "
    .. "page : 'ISO 4138' (virage établi), 'ISO 3888-2' (test de l'élan), 'step_steer' (coup "
    .. "de volant), 'sine_with_dwell' (sinus à palier), .. li.manoeuvres() les liste avec "
    .. "leurs options (lib/doc/manoeuvres.md)." },
  { "manoeuvre:value", 935075,
    "Une mesure par nom ; nil si la manœuvre n'en a pas." },
  { "manoeuvre:plot", 319767,
    "Une figure par nom, ou toutes l'une sous l'autre." },
  { "manoeuvre:page", 91594,
    "Une page des mesures, avec leurs définitions, et des figures : {file = chemin} ; sans "
    .. "cela, son texte." },
  { "manoeuvre:beside", 492733,
    "Ses mesures et courbes à côté de celles d'autres véhicules, ou d'autres réglages." },
  { "manoeuvre.__tostring", 600294,
    "Ses mesures, unités, définitions, notes." },
  { "manoeuvre:", 844958,
    "Le résultat d'une manœuvre : measures {name, value, unit, text}, values par nom, "
    .. "records {label, columns}, plots {name, figure}, notes, passed ('none' s'il n'y a pas "
    .. "de critère), why." },
  { "manoeuvres", 489428,
    "Toutes les manœuvres et tous les diagrammes de li.manoeuvre : {name, standard, title, "
    .. "text, also, options} de chacun." },
  { "manoeuvres:plot", 373276,
    "Toutes les courbes d'une espèce en une figure." },
  { "manoeuvres:page", 617727,
    "Une page avec la table des mesures et toutes les courbes : {file = chemin} ; sans "
    .. "cela, son texte." },
  { "manoeuvres.__tostring", 908546,
    "La table des mesures." },
  { "manoeuvres:", 64160,
    "Des résultats d'une même manœuvre l'un à côté de l'autre." },
}
