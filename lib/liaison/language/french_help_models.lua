-- french_help_models.lua - help in French: models, generators, files, robots
return {
  { "model.__tostring", 868170,
    "Le mécanisme en arbre, comme le donne model:tree()." },
  { "model:with", 549052,
    "Un nouveau modèle avec des valeurs pour les noms de ses champs : nombres, ou "
    .. "expressions en d'autres noms." },
  { "model:coordinates", 837243,
    "Les noms des nombres de q, dans l'ordre ; une rotation dans l'espace a un quaternion "
    .. "unitaire, scalaire d'abord." },
  { "model:fk", 261935,
    "Situation de l'extrémité, ou d'un corps ou repère par son nom, dans le monde (modèle "
    .. "géométrique direct). q dans l'ordre, ou par noms {q1 = 0.3, ...} ; out : une frame "
    .. "où écrire." },
  { "model:jacobian", 157570,
    "La jacobienne (6 x nv), partie linéaire d'abord : fois v, c'est la vitesse d'un "
    .. "point d'un corps ou repère (son origine ; de l'extrémité) et sa vitesse angulaire, "
    .. "exprimées dans les axes du monde ou du corps ou repère que nomme axes." },
  { "model:velocity", 543281,
    "Vitesse d'un point d'un corps ou repère et vitesse angulaire, par rapport au monde, "
    .. "exprimées dans les axes nommés." },
  { "model:id", 989872,
    "Dynamique inverse : tau = M(q) a + C(q,v) v + G(q), les efforts que demande ce "
    .. "mouvement, pesanteur comprise ; ressorts et frottements n'y sont pas. ext : forces "
    .. "et moments extérieurs, par corps ou repère, exprimés dans ses axes à son origine, "
    .. "ou {f =, n =, axes = 'world', 'body', 'joint' ou un nom, point = trois nombres ou "
    .. "un nom}." },
  { "model:mass", 708057,
    "La matrice de masse M(q), rotors compris." },
  { "model:gravity", 673508,
    "G(q) = dV/dq : les efforts qui tiennent le mécanisme au repos." },
  { "model:fd", 137159,
    "Dynamique directe : les accélérations M^-1 (tau + J' F - C v - G) ; d'un modèle avec "
    .. "boucles ou contraintes, celles qui les respectent (à t = 0). ext : forces et "
    .. "moments F extérieurs, comme dans model:id. nil, message, code si une coordonnée ne "
    .. "meut aucune masse." },
  { "model:wrenches", 772759,
    "La force et le moment que chaque articulation transmet à son corps dans ce "
    .. "mouvement, par corps : exprimés dans le repère mobile de l'articulation, à son "
    .. "origine, ou dans axes = 'world', 'body' (les siens), 'joint', ou ceux d'un corps ou "
    .. "repère par son nom, à at = l'origine de l'un d'eux ou trois nombres dans les axes "
    .. "du monde. ext comme dans model:id." },
  { "model:ik", 559303,
    "Une configuration qui met l'extrémité là : une situation, ou seulement le lieu de "
    .. "son origine. Par itérations depuis q (neutre), puis depuis des lieux au hasard, "
    .. "dans les butées ; body nomme un autre corps ou repère, point un point sur lui, rows "
    .. "lesquels comptent de x y z et des rotations autour de x y z (numéros à partir de "
    .. "1), lock des coordonnées ou corps dont l'articulation reste. nil, message, "
    .. "'ENOCONV' et une table avec le q le plus proche, sa distance et son angle, si "
    .. "aucune n'est trouvée." },
  { "model:ik_all", 268819,
    "Toutes les configurations qui mettent l'extrémité là, en formules : de bras d'au "
    .. "plus trois articulations, avec un poignet d'au plus trois rotations concourantes, "
    .. "et de bras comme l'UR5. Options comme dans model:ik (limits = false pour celles "
    .. "au-delà des butées aussi). nil, message, 'EUNREACHABLE' s'il n'y en a pas, "
    .. "'EDOMAIN' si aucune formule n'est connue ; ce qui n'importe pas en une position "
    .. "singulière reste comme dans q." },
  { "model:neutral", 136069,
    "q avec chaque articulation à son zéro, ou au milieu de ses butées si zéro est en "
    .. "dehors ; les quaternions sont 1, 0, 0, 0." },
  { "model:controller", 609433,
    "Ce que le contrôleur du robot affiche en q (controller dans un tableau DH, reads et "
    .. "reads_at d'une articulation)." },
  { "model:home", 137340,
    "La configuration dessinée : home (shown) de chaque articulation, sinon son lieu "
    .. "neutre." },
  { "model:constrained", 390470,
    "Le mouvement d'un modèle avec contraintes : a, lambda par contrainte, forces de "
    .. "chacune sur ses repères (axes de la base, à l'origine du repère), force = J' lambda "
    .. "sur les coordonnées et sa puissance, J, gamma, rang, redundant ; gap et rate_gap, "
    .. "le plus grand de g et de J v + b, et un avertissement si q, v ne respectent pas les "
    .. "contraintes. options : method = \"tree\" (par défaut), sparse (un système de tous "
    .. "les corps, pour beaucoup de boucles), augmented (aussi kkt), partition (independent "
    .. "= {\"q1\"} : N, Ndot, le modèle réduit), projector (P), udwadia, nullspace, ou all "
    .. ": chacune sous methods, et leur écart (nil, message, 'ESINGULAR' et elles si "
    .. "l'écart dépasse options.spread, 1e-6) ; t ; refuse = true. M a + h = tau + J' "
    .. "lambda." },
  { "model:assemble", 260530,
    "La configuration la plus proche trouvée depuis q par Newton avec recherche linéaire "
    .. "qui respecte boucles et contraintes. options : fix = {\"q1\"} coordonnées qui "
    .. "restent, t, tol (1e-12), steps. info : gap, iterations, worst (la contrainte), "
    .. "trace. Si elle ne peut se fermer : nil, message, code, info avec le q le plus "
    .. "proche." },
  { "model:fit_velocity", 253516,
    "Des vitesses que les contraintes permettent, avec le moindre changement au sens de "
    .. "la matrice de masse, et ce changement. v par noms : celles omises valent 0. options "
    .. ": fix = \"q1\" ou {\"q1\", ..}, vitesses qui restent comme dites tandis que les "
    .. "autres suivent ; t (ou le nombre t seul). nil, message, code si celles qui restent "
    .. "ne le peuvent." },
  { "model:drive", 864951,
    "Dynamique inverse d'un modèle avec contraintes : a = {alpha = 0} sont les "
    .. "accélérations des coordonnées que des moteurs mènent ; a de toutes suit. Résultats "
    .. ": tau que les moteurs donnent en plus de tau, a, lambda par contrainte. nil, "
    .. "message, code si elles ne disent pas le mouvement, ou contredisent les contraintes." },
  { "model:gaps", 13796,
    "Par contrainte, ce qui reste de ses équations de position en q : des zéros si elle "
    .. "est fermée." },
  { "model:mobility", 437997,
    "Degrés de liberté en q par le rang : velocity, position (le roulement n'y compte "
    .. "pas), rank, rows, hyperstatic (lignes qui suivent d'autres), redundant_here, "
    .. "redundant_always (celles qui suivent de lignes dites avant, boucles d'abord : de "
    .. "plusieurs qui disent la même chose, la dernière est nommée) ; avec fix = {\"q1\"}, "
    .. "entrées et sorties tenues, internal : les libertés qui restent." },
  { "model:extend", 127957,
    "Un nouveau modèle avec davantage : corps, articulations, repères, boucles, "
    .. "contraintes, entraînements, forces, entrées, sorties, comme li.robot les prend, "
    .. "après les siens ; name, gravity et tip à la place des siens. Ainsi les robots de "
    .. "fichiers et de tableaux reçoivent moteurs, outils et capteurs." },
  { "model:symbols", 896290,
    "Les noms de ses champs qui ne sont pas encore des nombres." },
  { "model:lacking", 709379,
    "model:missing().bodies, sous son nom d'avant la version 0.2 : une table du nom d'un "
    .. "corps à 'mass', 'inertia' ou 'mass and inertia' ; vide si tout est donné." },
  { "model:description", 953631,
    "La description en une table que li.robot relit : corps, articulations, repères, "
    .. "boucles, tous les noms dits." },
  { "model:warnings", 584841,
    "Ce que la description a d'étrange et pourtant permis : une liste de phrases." },
  { "model:speeds", 235858,
    "Les noms des vitesses, dans l'ordre : q1' de q1 ; des rotations dans l'espace, la "
    .. "vitesse angulaire dans les axes du corps." },
  { "model:tip", 134279,
    "Le corps ou repère dont il s'agit si aucun n'est nommé : l'extrémité (tip) de la "
    .. "description, sinon le dernier corps qui n'en porte pas d'autre." },
  { "model:coordinate", 993307,
    "La coordonnée de ce nom, ou de l'articulation de ce nom, comme un fichier l'appelle "
    .. "('joint_8.0' de joint_8_0) ; nil s'il n'y en a pas. Toute fonction qui demande une "
    .. "coordonnée prend l'un ou l'autre." },
  { "model:poses", 678365,
    "Situations de tous les corps et repères dans le monde, par nom." },
  { "model:jacobian_rate", 295486,
    "Comment la jacobienne varie dans le temps à la vitesse v." },
  { "model:analytic_jacobian", 767226,
    "Les lignes 1 à 3 comme dans la jacobienne, dans le monde ; les lignes 4 à 6 donnent "
    .. "les dérivées des trois angles qui mènent du monde au corps ('xyz' fixes : roulis, "
    .. "tangage, lacet). singular : près du blocage de cardan." },
  { "model:acceleration", 819111,
    "Accélération d'un point (dérivée de sa vitesse, sans pesanteur) et accélération "
    .. "angulaire." },
  { "model:torques", 951731,
    "J' F : les efforts articulaires équivalents à une force et un moment sur un corps "
    .. "(au point, exprimés dans les axes nommés)." },
  { "model:coriolis", 522720,
    "C(q,v) des symboles de Christoffel : C v sont les efforts de vitesse, dM/dt - 2 C "
    .. "est antisymétrique." },
  { "model:coriolis_split", 498653,
    "Efforts de vitesse en B [v1^2, v2^2, ..] + C [v1 v2, v1 v3, .., v2 v3, ..]." },
  { "model:bias", 44066,
    "C(q,v) v + G(q) : ce que donne la dynamique inverse sans accélération." },
  { "model:mass_inverse", 461454,
    "L'inverse de la matrice de masse." },
  { "model:id_derivatives", 573657,
    "Comment la dynamique inverse varie avec q et v, exactement (avec a : la matrice de "
    .. "masse). Des rotations dans l'espace, par rapport au déplacement angulaire dans les "
    .. "axes du corps." },
  { "model:fd_derivatives", 387795,
    "Comment la dynamique directe varie avec q, v et tau, exactement." },
  { "model:energy", 114632,
    "Énergie cinétique, rotors compris, et énergie potentielle du poids (nulle à "
    .. "l'origine du monde) et des ressorts des articulations." },
  { "model:passive", 636084,
    "Ce qu'exercent ressorts, amortisseurs et frottement sec des articulations, à ajouter "
    .. "à ce que font les moteurs." },
  { "model:com", 24155,
    "Centre de masse de tout ce qui bouge, dans le monde." },
  { "model:com_jacobian", 123629,
    "J (3 x nv) telle que J v est la vitesse du centre de masse." },
  { "model:momentum", 105408,
    "Quantité de mouvement, puis moment cinétique au centre de masse, dans les axes du "
    .. "monde." },
  { "model:momentum_matrix", 68752,
    "A (6 x nv) telle que A v est le torseur cinétique." },
  { "model:total_mass", 68256,
    "Toutes les masses données, aussi de ce qui est fixé au monde (model:com est le "
    .. "centre de ce qui bouge)." },
  { "model:opspace", 77147,
    "La dynamique vue par l'extrémité (ou un corps) : F = M x'' + V + G pour les lignes "
    .. "choisies de la jacobienne, 1 à 3 linéaires, 4 à 6 angulaires (toutes). nil, "
    .. "message, code si elles ne sont pas indépendantes." },
  { "model:regressor", 137820,
    "Y telle que la dynamique inverse = Y pi : pi sont les paramètres inertiels de tous "
    .. "les corps, comme model:parameters les donne. Les rotors n'y sont pas." },
  { "model:parameters", 769709,
    "m, hx, hy, hz (= m com), Ixx, Iyy, Izz, Ixy, Ixz, Iyz à l'origine de son repère, "
    .. "corps par corps, et leurs noms." },
  { "model:audit", 313180,
    "Les lois de la mécanique essayées sur ce modèle en des états au hasard (10) : "
    .. "dynamique directe contre inverse, M par accélérations unité et positive, efforts de "
    .. "vitesse contre ceux de Lagrange par différences, bilan d'énergie, jacobiennes et "
    .. "dérivées par différences ; les mêmes couples par les vitesses partielles de Kane, "
    .. "par les équations en symboles, et par Lagrange d'après T et V jusqu'à quatre "
    .. "coordonnées." },
  { "model:audit_numbers", 615436,
    "Ce qu'affiche model:audit, en une table." },
  { "audit.__tostring", 990761,
    "La fiche." },
  { "model:random", 80358,
    "Un q au hasard, dans les butées des articulations qui en ont deux, le même pour la "
    .. "même graine." },
  { "model:step", 715520,
    "La configuration après un mouvement à v constante pendant h ; les quaternions "
    .. "restent de longueur 1." },
  { "model:difference", 700889,
    "Le plus court v qui mène de q1 à q2 en un temps 1." },
  { "model:limits", 376494,
    "Les butées des coordonnées, infinies s'il n'y en a pas." },
  { "model:speed_limits", 716660,
    "La plus grande vitesse de chaque coordonnée (speed de son articulation), infinie si "
    .. "rien n'est dit." },
  { "model:efforts", 602021,
    "Le plus grand effort de chaque moteur (effort de son articulation), infini si rien "
    .. "n'est dit." },
  { "model:from_controller", 782739,
    "Le q où le contrôleur affiche ces valeurs." },
  { "model:consistent", 315316,
    "Position et vitesse que toutes les contraintes permettent, avec le moindre "
    .. "changement au sens de la matrice de masse (sans masses : des coordonnées). info : "
    .. "dq et dv, ce qui a changé, distance sqrt(dq' M dq), resists : la contrainte la plus "
    .. "loin d'être tenue, gap : de combien. options : fix = {\"q1\"} restent où elles "
    .. "sont, leurs vitesses aussi, t. nil, message, code si elles ne peuvent être tenues." },
  { "model:constraint_names", 492615,
    "Boucles et contraintes dans l'ordre de leurs lignes, chacune {nom, combien de "
    .. "lignes}." },
  { "model:constraint_rows", 163166,
    "Les lignes de toutes les contraintes, boucles d'abord : J v + b = 0, J a = gamma." },
  { "model:singularity", 69781,
    "Ce que la jacobienne a perdu en q : rank, usual (le rang presque partout), singular, "
    .. "ses valeurs singulières, lost (directions des lignes qu'aucune vitesse ne donne, en "
    .. "vecs) et idle (vitesses qui ne donnent rien). tol (1e-9) est relatif. @rows" },
  { "model:self_motions", 182305,
    "Les colonnes sont les vitesses qui laissent le corps où il est : le noyau de J ; nil "
    .. "s'il n'y en a pas. @rows" },
  { "model:rates", 179683,
    "La vitesse qui donne les lignes x, comme model:jacobian_inverse ; ce qui reste libre "
    .. "va vers un v souhaité : G x + (1 - G J) toward. Et combien de x n'est pas atteint. "
    .. "@rows" },
  { "model:manipulability", 38210,
    "Le produit des valeurs singulières de la jacobienne, sqrt(det J J') d'une carrée ou "
    .. "large : 0 si elle est singulière ; les axes de l'ellipsoïde des vitesses (colonnes "
    .. "de U) et ses demi-axes s. @rows" },
  { "model:jacobian_inverse", 533725,
    "G telle que J G J = J : la pseudo-inverse, ou de v' W v minimal avec weights (une "
    .. "liste, ou une matrice W), avec damping s/(s^2 + damping^2) pour 1/s, avec block une "
    .. "liste de coordonnées qui restent. @rows" },
  { "model:workspace", 610048,
    "Où vient l'extrémité en n (2000) lieux répartis également dans les butées, ou dans "
    .. "celles d'options.limits : points (une mat), coins lower et upper, far et near "
    .. "(depuis l'origine du monde), measure : le volume balayé, ou l'aire si deux lignes "
    .. "seulement sont demandées, compté autant de fois qu'il est couvert ; les coordonnées "
    .. "sans butées font le tour. @rows" },
  { "model:statics", 366613,
    "Les efforts articulaires qui le tiennent au repos sous la pesanteur et des forces "
    .. "extérieures, par corps ou repère, exprimées dans ses axes à son origine : G - J' F." },
  { "model:modes", 290512,
    "Les modes des petits mouvements autour du repos en q, tenu là (avec boucles, "
    .. "contraintes, éléments de force ou options : tel qu'il y est, par les états de "
    .. "model:linearize) : une liste par fréquence croissante, chacun avec frequency (Hz), "
    .. "re et im de sa valeur propre, damping (part de l'amortissement critique), shape "
    .. "(son plus grand élément 1 ; other : sa partie imaginaire, si des éléments sont "
    .. "déphasés). options, comme model:linearize : v, un mouvement permanent ; u, t, "
    .. "forces." },
  { "model:generator", 843776,
    "Le générateur de modèles : chemins, matrices homogènes, jacobiennes, torseurs "
    .. "cinématiques, centres de masse, énergies, forces de contact, tout en symboles. La "
    .. "géométrie ne demande pas de masses." },
  { "model:tree", 667120,
    "Le mécanisme en arbre : les corps sous ceux sur lesquels ils se meuvent, "
    .. "articulations, coordonnées, butées, ce qui manque." },
  { "model:lua", 285338,
    "Un fichier Lua que li.load relit en un modèle égal ; son texte, ou écrit dans path." },
  { "model:graphviz", 679151,
    "Texte pour Graphviz : les corps sont des boîtes, les repères des ellipses, les "
    .. "boucles en pointillé ; son texte, ou écrit dans path." },
  { "model:missing", 248922,
    "Ce qui manque encore aux nombres : des phrases sur masses, inerties et symboles "
    .. "ouverts ; aucune si rien ne manque. bodies : ce qui manque à chaque corps, par nom." },
  { "model:phrase", 709564,
    "La phrase de description qui donne ce modèle ; nil et pourquoi s'il n'y en a pas." },
  { "model:maple", 546856,
    "Le fichier de définition de la thèse des véhicules en texte de Maple, que "
    .. "li.definition lit ; style = 'thesis' : comme elle l'imprime. nil et pourquoi s'il "
    .. "n'y en a pas." },
  { "model:tables", 480518,
    "Les tables que le programme de 1980 imprimait d'une phrase : mouvements, "
    .. "translations, rotations, corps, butées, masses." },
  { "model:listing", 625310,
    "Les constantes et équations du modèle comme le rapport de 1980 les liste, ligne par "
    .. "ligne : V, W, J (masses et inerties réduites), Q, A, dead (constantes sans effet), "
    .. "M (masses totales, des articulations qui glissent), ops (opérations telles "
    .. "qu'imprimées). Rotations et translations." },
  { "model:report", 518815,
    "model:listing() en un texte." },
  { "model:meshes", 846239,
    "Les maillages de tous les corps, lus maintenant : une liste de {body, file, path, "
    .. "mesh, why, collides, place, color} ; mesh est à l'échelle et dans les axes de "
    .. "place, et nil si why dit ce qui l'empêche. package://a/b est cherché sous l'un "
    .. "d'options.folders, ou dans un dossier a au-dessus du fichier du modèle ; les autres "
    .. "noms depuis son dossier. Rien d'autre n'en a besoin." },
  { "model:html", 660912,
    "Le mécanisme en une page HTML avec un curseur par articulation, qui ferme les "
    .. "boucles, pour les noms de longueurs ouvertes et pour les entrées. Options : title ; "
    .. "inputs = {F = {-10, 10}}, jusqu'où vont leurs curseurs ; modes = true, des boutons "
    .. "qui jouent les modes des petits mouvements autour du repos près de q ; meshes = "
    .. "true, ou {folders = ..} : ses maillages, allégés ; q = où il est d'abord, dans "
    .. "l'ordre ou par noms (sinon home), boucles fermées par le moindre changement ; road, "
    .. "drawings comme dans run:html. Son texte, ou écrit dans path : true (une erreur si "
    .. "ce n'est pas possible)." },
  { "model:program", 450841,
    "La même fonction comme programme (li.languages() dit les langages), avec son nombre "
    .. "d'opérations et des vecteurs d'essai (3) pour se vérifier. Les symboles sans nombre "
    .. "sont la dernière entrée, p." },
  { "model:formula", 818946,
    "La même fonction en expressions, par récurrence, aussi courte que ses paramètres se "
    .. "groupent (matrices : M, B, P et G) ; de chaque articulation. Les nombres d'un "
    .. "quaternion sont q, ses vitesses la vitesse angulaire dans les axes du corps "
    .. "(ball_wx', ..), celles de l'origine d'un corps flottant body_ux', .. ; pour fd les "
    .. "symboles des accélérations sont les efforts." },
  { "model:firmware", 502349,
    "Des fonctions du modèle en un en-tête et un fichier C99 de tableaux plats, {\"fk\", "
    .. "\"id\", number = 'float', name = 'arm'} : fk, jacobian, bias_acceleration, id, fd, "
    .. "mass, bias, gravity, coriolis, energy, regressor, derivatives, inverse_mass, "
    .. "observer, ik (en formules, toutes les branches). Donne {header =, source =, "
    .. "selftest =, functions = {{name =, cost =, arrays =}, ..}}. Options : number "
    .. "('double'), name (le préfixe), dir (où écrire : files = {..}), tip, values = {m = "
    .. "2} (libres, argument p), about, tolerance." },
  { "model:kernel", 43102,
    "La fonction que calcule model:id, fd, mass, bias, gravity ou coriolis, f(q, v, a) et "
    .. "semblables (matrices : f(q) donne M, les B et P de model:coriolis_split, et G), en "
    .. "code machine pour ce seul modèle : ses zéros, uns et constantes ont disparu. "
    .. "f:batch prend beaucoup d'états. Sans compilateur, une bande ; pour des arbres si "
    .. "grands que des boucles sont plus rapides, le moteur : f.kind, f.why. @compile" },
  { "model:compile", 89447,
    "Un noyau d'un modèle avec tout ce qui agit sur lui, forces, temps, boucles et "
    .. "roulement : 'dynamics', x' = f(t, x, u) avec x = (q, v, états propres des éléments) "
    .. "; 'jacobians', ses pentes dx'/dx et dx'/du ; 'outputs' de la description, y = f(t, "
    .. "x, u) ; 'constraints', leurs écarts et vitesses. u : les entrées de la description, "
    .. "ou tous les moteurs ; derrière elles u' et u'' des entrées u qui mènent des "
    .. "contraintes ; options.inputs dit lesquelles (les autres gardent leurs valeurs, "
    .. "moteurs et dérivées valent 0 ; avec {} c'est f(t, x), comme li.ode le prend). Les "
    .. "lignes de contraintes qui suivent d'autres partout près d'options.at (home) sont "
    .. "omises, et nommées par le second résultat. parameters = true fait des noms ouverts "
    .. "le dernier argument ; tape, compiler, cache, isa comme model:kernel." },
  { "model:simulate", 692510,
    "Le laisser se mouvoir pendant t depuis q, v (repos), dans l'ordre ou par noms (ce "
    .. "qui n'est pas nommé part de son lieu neutre, à vitesse 0) ; dans vos fonctions q, v "
    .. "et tau vont par noms aussi : q.q1, v.q1 ou v[\"q1'\"], tau.q1. Outre les options : "
    .. "method = 'dop853' (li.methods() les dit toutes : explicites, symplectiques, pour "
    .. "les rotations, pour les systèmes raides) ; input = function(t, q, v, tau), qui "
    .. "remplit tau ou le rend ; tau = {q1 = \"-20*q1 - 5*q1'\"}, expressions en "
    .. "coordonnées, vitesses et t (ou une telle fonction) ; controllers = {{f = "
    .. "function(t, q, v, u), dt = , delay = , noise = , seed = }}, tenus entre leurs "
    .. "instants ; noise = un écart type, ou {q = , v = , q1 = , ...} de ce qu'on leur "
    .. "montre ; ou des blocs (li.block), avec sensors = {q1 = {rate = , bits = , range = , "
    .. "noise = , bias = , drift = , resolution = , delay = , dropout = }} et references = "
    .. "{r = 'sin(t)'} (nombres, fonctions de t, mouvements) ; record = {'tau', 'forces', "
    .. "'accelerations', 'work'} : colonnes tau.q1 (ce qui pousse), F.spring1 (de chaque "
    .. "élément de forces, par son nom), q1'', W.spring1 (le travail de chacun, run:work()) "
    .. "; z = les états propres des éléments de force au départ, dans l'ordre ou par noms "
    .. "(0 : courants, déflexions de pneus ; ce sont des colonnes, comme dc_current) ; "
    .. "boucles et contraintes sont tenues par constraints = 'project' (par défaut : "
    .. "position et vitesse après chaque pas, au sens de la masse), 'baumgarte' ou 'ggl' "
    .. "(rate = 20), 'none' ; un départ qui ne leur convient pas est déplacé du moindre "
    .. "changement, et c'est dit : fix = {'th1'} tient une coordonnée et sa vitesse, les "
    .. "autres suivent ; les butées des articulations sont dures : limits = {restitution = "
    .. "} ou {stiffness =, damping = } (souples) ou 'ignore' ; les efforts sont coupés à "
    .. "ceux des articulations : efforts = 'cut' ou 'ignore' ; le frottement sec des "
    .. "articulations colle ; ce qui a été heurté, passé ou coupé est dit par print(run) et "
    .. "run:info().told ; contacts = true, ou {ground =, friction =, restitution =, bodies =, "
    .. "pairs =, except =, obstacles =, margin =, rest =, tol =} : les formes touchent le sol "
    .. "et les unes les autres, dures et avec frottement, en pas de h (run:contacts dit où) ; "
    .. "forces = {{'spring', ..}, ..} (li.forces() les dit), en plus de "
    .. "celles de la description ; inputs = {F = 3}, ce qui fixe ses entrées : nombres, "
    .. "expressions de coordonnées, vitesses et t, courbes {t = {0, 1}, f = {0, 5}}, "
    .. "fonctions (t, q, v), coupées aux bornes de l'entrée, et c'est dit ; kernel = true : "
    .. "une fonction compilée de tout le mouvement, avec les forces de la description "
    .. "(faite une fois par modèle, et gardée sur disque ; avec des boucles non tenues par "
    .. "'project', des seules forces), false : jamais (sinon de longs calculs y passent en "
    .. "chemin si c'est plus rapide, et le disent), ou equations:compile 'fd' ; events = "
    .. "{{g = function(t, q, v), direction = , at = function(t, q, v)}} : at peut changer q "
    .. "et v, rendre 'stop' ou 'on' ; sans at la simulation finit. nil, message, code, run "
    .. "si elle ne peut continuer ; une erreur dans une de vos fonctions est levée "
    .. "(on_error = 'return' : nil, message, 'EUSER', run). Ctrl-C aussi ; à l'invite, ou "
    .. "avec on_interrupt = 'keep', il donne ce qui a été calculé." },
  { "model:applied", 587669,
    "Les efforts généralisés d'une liste d'éléments de force (li.forces() les dit) en un "
    .. "état, et l'énergie qu'ils contiennent : pour model:fd, linéarisation, statique. Le "
    .. "frottement sec qui colle glisse ici ou ne donne rien au repos ; les courants des "
    .. "moteurs valent 0." },
  { "model:follow", 695630,
    "D'une trajectoire d'outil (li.path) : la courbe q(s) par laquelle l'extrémité la "
    .. "suit, s en mètres. Une branche du modèle inverse, q' et q'' exacts en ses "
    .. "échantillons (J q' = V, J q'' = V' - J' q'), des morceaux de degré 5 dont la "
    .. "situation reste à tolerance du chemin. Le rapport (print) dit l'erreur, les "
    .. "articulations au-delà des butées, les positions singulières, les sauts de branche "
    .. "et où le chemin est hors d'atteinte ; si l'un d'eux l'empêche : nil, message, "
    .. "'EUNREACHABLE' et le rapport, avec la courbe aussi loin qu'elle va dans "
    .. "report.curve. Options : start (q au début ; sinon toutes les branches, des bras "
    .. "redondants quelques-unes, sont suivies, et la meilleure sur tout le chemin est "
    .. "choisie : la plus loin dans les butées, le moins de positions singulières, la "
    .. "moindre intégrale de |q'|^2 ou du critère) ; body (son nom ; l'extrémité), tool "
    .. "(une frame ou un point sur lui) ; task = 'pose', 'position' ou 'axis' (l'outil peut "
    .. "tourner autour de son z), ou rows (numéros de 1 à 6) et axes = 'base' ou 'tool' "
    .. "(ceux du chemin) ; criterion de ce que la tâche laisse libre : 'least' |q'|, "
    .. "'middle' des butées, loin des lieux singuliers : 'singular', ou une fonction de q "
    .. "qui donne le gradient à descendre ; limits = false : les butées sont dites, et ce "
    .. "n'est pas un échec. Les chaînes fermées ne peuvent suivre une trajectoire d'outil. "
    .. "D'une table : une branche d'un mécanisme le long d'une entrée : {input = \"alpha\", "
    .. "from = 0, to = 2*math.pi, steps = 72, q = près du départ, fix = autres entrées qui "
    .. "restent, points = corps ou repères}. Résultats à chaque pas : input, q, rate et acc "
    .. "(dérivées première et seconde par rapport à l'entrée), quality (0 à un point mort), "
    .. "points ; dead où l'entrée ne peut continuer ; returns : la même configuration après "
    .. "le cycle. Jamais de saut vers une autre branche." },
  { "followed.__tostring", 271312,
    "Le rapport en mots." },
  { "model:linearize", 373587,
    "Petits mouvements autour d'un état, x' = A x + B u, y = C x + D u, avec ressorts, "
    .. "amortisseurs, forces, boucles, roulement et rotations dans l'espace, par pentes "
    .. "exactes. options : q (home) et v (repos), dans l'ordre ou par noms : ce qui est "
    .. "nommé reste, le reste est rendu conforme aux contraintes ; t ; u, les entrées là, "
    .. "par noms ; forces, comme les simulations les prennent ; inputs (ceux de la "
    .. "description, ou tous les moteurs, par leurs coordonnées ; une qui mène une "
    .. "contrainte a les colonnes u, u', u''), outputs (expressions ; ceux de la "
    .. "description, ou les états) ; independent, coordonnées qui doivent être des états ; "
    .. "states, ceux qu'on veut. Où une articulation tourne par un quaternion ses états "
    .. "sont de petites rotations dans les axes du corps ; z : états propres des éléments "
    .. "de force (au repos là), comme équilibres et simulations les disent. Champs de plus "
    .. ": q, v, a, multipliers, rest (x' de l'état), moved, left_out (ce qui n'agit qu'aux "
    .. "événements). Le long d'une simulation : {run = run, at = instants ou un pas}, une "
    .. "liste avec les mêmes états, chacun avec son t ; u : une fonction de t si des "
    .. "fonctions la menaient. nil, message, code si les contraintes ne peuvent être tenues "
    .. "ou s'il n'y a pas de pente." },
  { "model:linearise", 765614,
    "A et B de model:linearize pour un arbre et ses moteurs, sous son nom d'avant la "
    .. "version 0.2 : d/dt (dq, dv) = A (dq, dv) + B dtau. Sans tau les efforts sont ceux "
    .. "qui tiennent l'état." },
  { "model:equilibrium", 291828,
    "Où il reste au repos, ou en mouvement permanent : près de q (home), avec ressorts, "
    .. "forces, boucles et roulement. options : q, le départ ; fix = {\"q1\"}, coordonnées "
    .. "qui y restent ; v = {th = 5}, vitesses qui restent, les autres suivent et aucune "
    .. "indépendante ne change (virages et roulement permanents) ; u, entrées par noms ; "
    .. "inputs = {\"q1\"}, moteurs et entrées nommées à trouver aussi ; forces, t, tol "
    .. "(1e-10, part des forces là), steps (100). info : q, v, a, u, multipliers, residual, "
    .. "steps, stops (articulations à leurs butées ou au-delà), held (vitesses "
    .. "indépendantes non nommées : 0), stability ('stable', 'marginal', 'unstable', par "
    .. "les valeurs propres de linear). nil, message, code, le lieu du moindre résidu avec "
    .. "worst et left s'il n'y en a pas." },
  { "model:base_parameters", 206028,
    "Les paramètres inertiels que les couples distinguent, par le rang de régresseurs en "
    .. "des états au hasard : une liste de {name, column, text, terms, value}, chacun un "
    .. "paramètre propre (cette colonne de model:regressor) et ce qui est groupé avec lui, "
    .. "coefficients et valeurs en expressions s'il y a des symboles. columns : les noms de "
    .. "toutes les colonnes ; zero : ceux que la description écrit 0, qui ne comptent pas "
    .. "(structure = 'free' : rien n'est 0) ; ineffective : ceux qui n'importent nulle "
    .. "part." },
  { "model:time_optimal", 375697,
    "Le temps le plus court le long d'un chemin q(s) sous des bornes exactes de vitesse "
    .. "v, accélération a, couple (moteurs contre inertie, pesanteur, frottement et "
    .. "ressorts des articulations) et d'un outil = {speed =, acceleration =, angular_speed "
    .. "=, body =, point =} : s(t), de sorte que path:along(s) est q(t). Les bornes sont "
    .. "des nombres, des listes, par noms, ou {min =, max =} ; v et torque sont celles du "
    .. "modèle si rien n'est donné, false : aucune. Aussi : start, stop (vitesses s' là, 0 "
    .. "; \"free\"), grid (segments, 1000, ou une liste de lieux ; les nœuds du chemin y "
    .. "sont toujours), scheme (interpolation ; collocation), rows (une fonction de s, q, "
    .. "dq, ddq qui donne des lignes {a =, b =, c =, min =, max =, name =} pour a s'' + b "
    .. "s'^2 + c), between (3 : combien de fois chaque segment est regardé ensuite), jerk "
    .. "(bornes des dérivées troisièmes, de repos à repos le long d'un chemin sans sauts de "
    .. "sa seconde : un optimum local sur 300 segments, puis allongé si des bornes étaient "
    .. "passées : info.gap, stretched, without_jerk). info : duration, binding (une liste "
    .. "de from, to, what), zero_inertia, utilisation, violation entre points de la grille, "
    .. "corners (le mouvement s'y arrête), standing (le chemin lui-même y est arrêté), "
    .. "grid, times, speed, limit, controllable. nil, pourquoi, EUNREACHABLE, info si aucun "
    .. "mouvement ne respecte les bornes." },
  { "model:equations", 117190,
    "Les équations du mouvement en symboles, par corps augmentés, angles réunis. options "
    .. ": reduce = false écrit les sommes de constantes au lieu de les nommer ; tidy = "
    .. "'none' (par défaut), 'trig', 'all' ; constraints = true prend boucles et "
    .. "contraintes, avec multiplicateurs : equations:multipliers, equations:solve ; forces "
    .. "= false laisse de côté les éléments de force de la description." },
  { "model:kane", 331512,
    "Les dix étapes pour un arbre, avec les options de system:kane : D est la matrice de "
    .. "masse, tau les moteurs moins le poids." },
  { "model:constraint_report", 618343,
    "Ce que sont les boucles et contraintes d'un modèle, en symboles : quelles lignes "
    .. "suivent d'autres (toujours ; aux nombres donnés), quelles contraintes de vitesse "
    .. "sont des positions déguisées et ce qui alors ne change jamais, libertés de position "
    .. "et de vitesse, ce qui peut être atteint. Modèles dont les rotations sont dites par "
    .. "des angles." },
  { "model:doctor", 696068,
    "model:constraint_report, sous son nom d'avant la version 0.2." },
  { "model:counts", 566262,
    "Coordonnées, contraintes, multiplicateurs et équations de sa description (joint), "
    .. "d'autant de coordonnées que de libertés de vitesse (strict, par le rang en q ; omis "
    .. ": home, fermé) et de six par corps (cartesian)." },
  { "model:constraint_equations", 806356,
    "Les boucles et contraintes d'un modèle en symboles, chacune {name, kind, phi} avec "
    .. "phi les expressions nulles ; le roulement et les lignes de vitesses ont H et b, H "
    .. "q' + b = 0. model:equations{constraints = true} les a à côté de ses équations, avec "
    .. "multiplicateurs." },
  { "model:integrable", 67848,
    "Critère de Frobenius par nombres en q : libertés de vitesse, after : directions que "
    .. "les mouvements atteignent avec un crochet de plus, integrable si elles sont aussi "
    .. "nombreuses, nonholonomic : les contraintes qui ne sont pas des positions déguisées." },
  { "model:inversion", 450490,
    "Le même mécanisme avec ce corps comme bâti : ce qui était le bâti est un corps "
    .. "(options : son nom 'frame', masse, com, inertia, joint = 'Tx Ty Tz Rz Ry Rx', dans "
    .. "le plan 'Tx Ty Rz' ; gravity du nouveau), le nouveau bâti est soudé au monde. Les "
    .. "coordonnées gardent leurs noms ; celles de frame viennent en dernier." },
  { "model:assemblies", 325654,
    "Toutes les façons dont les boucles se ferment avec ces nombres de coordonnées, "
    .. "autant que de libertés : @assemblies t : l'instant des entraînements." },
  { "model:system", 99078,
    "Les corps d'un modèle en un li.system, placés par des expressions, ses boucles et "
    .. "contraintes en lignes : on peut ajouter vitesses, contraintes et roues. Les moteurs "
    .. "sont des efforts généralisés tau_q1 .. (options.motors = un autre début de leurs "
    .. "noms, '' pour aucun), avec ressorts et amortisseurs des articulations ; les rotors "
    .. "sont des corps qui tournent avec leur coordonnée. Les articulations qui tournent "
    .. "par quaternions ont les quatre nombres comme coordonnées et la vitesse angulaire "
    .. "dans les axes du corps comme vitesses (flottant : b_ux' .. de l'origine aussi)." },
  { "model:mechanism", 192622,
    "Un modèle en un li.mechanism : comptes, formes, assemblages, équations strictes. "
    .. "S'il se meut dans le plan x y, x z ou y z il est de ce plan (plane = 'xz' en "
    .. "demande un, 'space' aucun), sinon dans l'espace. @stays" },
  { "model:inverse_equations", 177605,
    "Le modèle géométrique inverse en symboles par les équations élémentaires de Paul. "
    .. "position = true : de la position seule de l'extrémité (par défaut si elle dit "
    .. "toutes les articulations) ; body : une autre extrémité. nil, ce qui l'empêche, "
    .. "'EDOMAIN' si aucune équation élémentaire ne mène plus loin." },
  { "robot", 123201,
    "Un mécanisme par corps et articulations nommés, dans un ordre quelconque. li.help "
    .. "'robot' liste les champs, avec types, unités et valeurs par défaut, et les noms des "
    .. "tables ci-dessous." },
  { "urdf", 902285,
    "Un robot d'un fichier URDF ou .xacro ; les coordonnées ont les noms des "
    .. "articulations. Ce que le fichier a d'étrange, et ce qui a été choisi, est dans "
    .. "model:warnings(). options : floating = true laisse la racine libre ; missing = "
    .. "'zero' lit 0 pour les masses et inerties non dites (sinon la dynamique refuse si ce "
    .. "qui bouge n'en a pas) ; tip = le segment dont il s'agit si aucun n'est nommé ; "
    .. "args, folders : ceux de li.xacro. nil, message, code si le fichier ne peut être lu." },
  { "urdf_text", 466372,
    "De même d'un texte." },
  { "phrase", 112212,
    "La phrase de description RY(min,max),TYK(L1),RX(min,max),... ; avec des branches "
    .. "{...} ; un mouvement est autour ou le long d'un axe du repère d'avant. options : "
    .. "name, gravity, masses (corps par corps : mass, com, inertia ; {} n'en a pas), mode "
    .. "= 'report' pour des noms comme 01MIN." },
  { "definition", 540718,
    "La table de définition : frames {parent, translation, rotation}, bodies {name, mass, "
    .. "inertia, com}, contacts, variables, loops {from, to, joint, axis} (sans joint les "
    .. "deux repères coïncident), constraints (expressions nulles, ou comme li.robot les "
    .. "prend) ; ou son texte Maple tel qu'imprimé (tables liaison.., corps.., "
    .. "PointEnContact, q, boucles, contraintes), dont les erreurs sont dites avec ligne et "
    .. "colonne. Éléments dans un ordre quelconque, expressions partout ; un angle par "
    .. "repère, ou order = 'rpy'." },
  { "planar", 606415,
    "Barres homogènes de ces longueurs dans le plan vertical x, y, tournant autour de z, "
    .. "pesanteur selon -y. mass : de chaque barre (1 ; symboles m1, m2 si la longueur en "
    .. "est un), ou une liste." },
  { "load", 966573,
    "Un fichier de robot : URDF, xacro, MJCF (.mjcf, .xml), SDF, une définition en Maple (.mpl), "
    .. "ou la table que li.robot lit telle qu'un fichier Lua la rend, ou {dh = ...}, {phrase = "
    .. "...}, {definition = ...} ; li.robot{...}, li.dh{...} et semblables peuvent y être "
    .. "aussi. Il est lu et non exécuté : tables, textes, arithmétique, noms de valeurs ; un "
    .. "programme est refusé (dofile l'exécute). nil, message, code si le fichier ne peut être "
    .. "lu." },
  { "xacro", 171888,
    "L'URDF que représente un fichier xacro : propriétés, macros avec blocs et valeurs "
    .. "par défaut, if et unless, include (aussi avec ns), ${..} avec l'arithmétique, les listes, "
    .. "les dictionnaires et les textes de Python et xacro.load_yaml, $(arg x), $(find package), "
    .. "$(env X), $(eval ..). options : args = {prefix = 'left_'} ; folders : où sont les "
    .. "paquets (sinon : au-dessus du fichier) ; env = {X = '1'}. Les erreurs sont levées avec "
    .. "fichier et ligne, et de même, listé par ligne, ce qui au-delà est du Python. nil, message, "
    .. "code si le fichier ne peut être lu. li.urdf lit .xacro ainsi." },
  { "xacro_text", 466372,
    "De même d'un texte." },
  { "mjcf", 400338,
    "Un robot d'un fichier de MuJoCo : corps, liaisons, masses (aussi celles des formes et "
    .. "des maillages), ressorts, moteurs et muscles comme entrées, égalités comme contraintes, "
    .. "tendons, capteurs comme sorties. Ce qui n'est pas repris est dans model:warnings(), par "
    .. "ligne. told : keyframes {name = {q, v, inputs, time}}, start (q où toutes sont à ref), "
    .. "timestep, paires de corps exclues, capteurs, custom. options : outside = true lit aussi "
    .. "hors de son dossier. nil, message, code si le fichier ne peut être lu." },
  { "mjcf_text", 466372,
    "De même d'un texte." },
  { "model:mjcf", 513344,
    "Un fichier de MuJoCo que li.mjcf relit en retrouvant le même mouvement : corps, liaisons, "
    .. "masses, formes, repères comme sites, entrées qui sont des efforts comme moteurs, "
    .. "couplages ; son texte, ou écrit dans path. left : ce qui n'est pas écrit et figure aussi "
    .. "en commentaire. nil et pourquoi si un nombre est une expression, ou si MuJoCo n'a pas "
    .. "cette liaison." },
  { "model:urdf", 359084,
    "Un URDF que li.urdf_text relit en retrouvant le même mouvement : corps comme links, "
    .. "liaisons simples, masses, formes, repères comme links sans masse ; son texte, ou écrit "
    .. "dans path. left : ce qui n'est pas écrit (ressorts, rotors, pesanteur, ce qui agit et ce "
    .. "qui lie) et figure aussi en commentaire. nil et pourquoi si un nombre est une "
    .. "expression, ou si URDF n'a pas cette liaison." },
  { "joints", 103416,
    "Les articulations qu'un corps peut avoir et qui peuvent fermer une boucle : "
    .. "coordonnées, axes, paramètres avec unités et valeurs par défaut." },
  { "constraints", 300779,
    "Les espèces de contraintes, constraints = {{'revolute', from = .., to = ..}, "
    .. "{'gear', ..}, ..} : ce que chacune tient, ses lignes, ses paramètres avec unités et "
    .. "valeurs par défaut. Une espèce qui laisse la liberté d'une articulation en a le nom "
    .. "; son second nom est l'ancien." },
  { "forces", 923112,
    "Les éléments de force que prennent les simulations, forces = {{'spring', joint = "
    .. "'q1', stiffness = 50}, ..} : où chacun agit, ses nombres avec unités et valeurs par "
    .. "défaut, d'une espèce aussi sa loi. Un nombre peut être une expression d'entrées, "
    .. "coordonnées, vitesses et t, ou une fonction de (t, q, v) ; une force 'given' est "
    .. "dite par f, une expression en x, v, t et ceux-là, ou une fonction (t, x, v). Une "
    .. "expression peut être une courbe par points, {t = {0, 1, 2}, f = {0, 5, 0}, how = "
    .. "'linear'} ('cubic', 'steps'), sur t, x, v, une coordonnée ou une entrée ; au-delà "
    .. "de ses bouts elle reste ce qu'elle y est." },
  { "generator.__tostring", 518076,
    "Tout ce qu'il y a à imprimer, comme le donne generator:text()." },
  { "generator:homogeneous", 322630,
    "La matrice homogène (4x4) d'un lieu, l'extrémité s'il est omis, exprimée dans un "
    .. "autre, le monde s'il est omis. Les angles d'axes parallèles sont réunis." },
  { "generator:jacobian", 411567,
    "J (6 x n), partie linéaire d'abord, d'un point du lieu (son origine ; exprimé là), "
    .. "dans les axes d'un autre lieu (le monde) : colonne par colonne d'après les axes des "
    .. "articulations, ou par dérivation : dp/dq et les matrices antisymétriques dR/dq R'." },
  { "generator:body", 928354,
    "Ce qu'est un corps : mass, com (dans son repère), inertia (3x3, au centre de masse, "
    .. "dans les axes de son repère), frame (celui des axes)." },
  { "generator:places", 524034,
    "Les noms de tous les corps et repères." },
  { "generator:bodies", 356490,
    "Les noms des corps qui ont masse ou inertie ; un repère mis tout droit sur un corps "
    .. "lui donne son nom." },
  { "generator:contacts", 548811,
    "Les noms des points de contact." },
  { "generator:path", 606945,
    "Les corps du bâti jusqu'au lieu, l'extrémité s'il est omis." },
  { "generator:energy", 852186,
    "Énergies cinétique et potentielle d'un seul corps, sans rotors ni ressorts." },
  { "generator:determinant", 255675,
    "Le déterminant de la jacobienne d'un lieu, en facteurs. rows : lesquelles des six, "
    .. "les premières non nulles si elles sont omises ({1, 2} : position en x, y)." },
  { "generator:inverse", 360752,
    "L'inverse de ces lignes de la jacobienne : dérivées des coordonnées d'après la "
    .. "vitesse ; nil, message, 'ESINGULAR' si elle est singulière partout." },
  { "generator:twist", 846391,
    "La vitesse d'un point d'un lieu et la vitesse angulaire du lieu : J q'." },
  { "generator:rotation", 542352,
    "La matrice de rotation d'un lieu, exprimée dans un autre (le monde)." },
  { "generator:position", 949276,
    "Où est un point d'un lieu (son origine), exprimé dans un autre lieu (le monde)." },
  { "generator:skew", 887007,
    "dR/dt R' d'un lieu, la matrice antisymétrique de sa vitesse angulaire." },
  { "generator:com", 90526,
    "Le centre de masse d'un corps dans le monde." },
  { "generator:forces", 597886,
    "Pour chaque point de contact {place, J (3 x n), F, gamma} : F sont trois symboles "
    .. "Fx, Fy, Fz dans les axes de la base (Fx1, ... s'il y a plusieurs points), gamma = "
    .. "J'F." },
  { "generator:gamma", 350979,
    "Les efforts généralisés de tous les points de contact, la somme des J'F." },
  { "generator:read", 665342,
    "Un résultat imprimé dans les noms de la thèse : xp pour x', xs pour x'', les "
    .. "fonctions de Maple ; une expression, une liste ou des lignes." },
  { "generator:results", 121779,
    "Ce qu'affecte un texte de Maple (nom := expression ou matrice), lu comme le fait "
    .. "generator:read ; generator:maple écrit un tel texte." },
  { "generator:singularities", 155580,
    "Les facteurs du déterminant qui dépendent de quelque chose : {factor, coordinate, "
    .. "roots} : les racines si une coordonnée peut en être tirée." },
  { "generator:text", 969609,
    "Ce qu'il y a à imprimer, ou une partie." },
  { "generator:maple", 330663,
    "Matrices, torseurs cinématiques, énergies et forces de contact en texte Maple, que "
    .. "generator:results lit ; son texte, ou écrit dans path." },
  { "inverse_equations.__tostring", 948964,
    "Son texte, dans la langue parlée." },
  { "inverse_equations:latex", 453162,
    "De même en LaTeX. lang = 'fr'." },
  { "inverse_equations:solve", 123897,
    "Toutes les configurations qui mettent l'extrémité là, comme model:ik_all sans "
    .. "butées, et pour chacune ses signes et les articulations libres (elles gardent "
    .. "options.q, sinon 0). values : nombres des paramètres. nil, message (la condition "
    .. "qui manque), 'EUNREACHABLE', info." },
  { "inverse_equations:text", 18699,
    "Étape par étape : l'équation, son type, la formule, où elle existe, où elle est "
    .. "singulière, combien de solutions. lang = 'fr' : en français." },
  { "inverse_equations:program", 22162,
    "Une fonction plate de la cible (x y z, r11 .. r33) et des signes e1 .. qui donne q, "
    .. "et must : ce qui n'est pas négatif si la configuration existe." },
  { "homogeneous", 635201,
    "La matrice homogène (4x4) de mouvements l'un après l'autre, chacun dans les axes que "
    .. "le précédent a atteints : {'Rx', angle}, {'Tz', longueur} .., en expressions, "
    .. "textes ou nombres (les multiples de 15 degrés sont exacts). Une ligne DH est "
    .. "{{'Rz', theta}, {'Tz', d}, {'Tx', a}, {'Rx', alpha}}." },
  { "robots.puma560", 961999,
    "Unimate Puma 560, DH standard, masses, rotors et réducteurs de Corke et "
    .. "Armstrong-Helouvry." },
  { "robots.kr30", 990199,
    "KUKA KR30 du cours, DH standard, géométrie seule ; options : variant = 'T'|'M', x = "
    .. "longueur de l'outil." },
  { "robots.rrp", 164606,
    "Deux rotations et une translation, l'exemple suivi du cours ; options : a2." },
  { "robots.panda", 427250,
    "Franka Emika Panda, DH modifié, inerties de Gaz et al. ; l'extrémité est la bride." },
  { "robots.ur5", 570562,
    "Universal Robots UR5, DH standard, masses publiées, cylindres pour les inerties." },
  { "robots.stanford", 144705,
    "Le bras de Stanford, DH standard, nombres de la boîte à outils de Corke." },
  { "robots.inria6r", 342179,
    "Le robot du rapport de 1980 d'après sa phrase, en symboles ; options : data = "
    .. "'P1'|'P2'|'P3' pour ses nombres." },
  { "robots.scara", 423919,
    "Un SCARA de la taille du Cobra s600, barres homogènes." },
  { "robots.planar2", 675641,
    "Deux barres homogènes dans le plan vertical." },
  { "robots.planar3", 189994,
    "Trois barres homogènes dans le plan vertical." },
  { "robots.quadruped", 164273,
    "Le Mini Cheetah du MIT : un tronc flottant et douze moteurs à réducteur." },
  { "robots.humanoid36", 711252,
    "Un humanoïde de synthèse à 36 degrés de liberté, flottant." },
  { "model:smooth", 875462,
    "De même sans événements, pour les équations, noyaux, modèles linéaires et vos "
    .. "propres solveurs : le frottement sec des articulations et l'adhérence se retournent "
    .. "dans une vitesse (0.001), comme l'espèce 'friction' le fait ; avec une raideur (et "
    .. "un amortissement) les bouts durs, les butées et les plans heurtés cèdent. Sans "
    .. "raideur ceux-ci restent tels quels." },
  { "model:dh_table", 259732,
    "Le tableau de Denavit et Hartenberg par lequel il a été décrit, dans la présentation "
    .. "du cours : une colonne par articulation, ses paramètres, les valeurs dessinées "
    .. "(shown, sinon 0) et, si elles diffèrent, celles du contrôleur ; dans les lettres de "
    .. "la convention (standard : a_i ; modifiée, Craig : a_{i-1} ; Khalil : d_j, r_j). "
    .. "Options : style = text, markdown, latex, html ; language = en, fr ; degrees = true "
    .. "; controller = true toujours." },
  { "model:explain", 49019,
    "Une démonstration d'un bras comme au tableau, chaque ligne vérifiée par des nombres. "
    .. "what : transforms, direct, inverse, pieper, jacobian, singular, velocities, newton, "
    .. "lagrange, loop. options : lang = 'fr' ; letters = course, craig, khalil, corke, deluca "
    .. "(de qui noms et tableaux) ; numbers = true : longueurs et masses restent des "
    .. "nombres au lieu de lettres ; rows de la jacobienne ; at = nombres pour les boucles "
    .. "d'un modèle plan. nil, ce qui l'empêche, 'EDOMAIN'." },
  { "drawing:svg", 648179,
    "Le dessin en SVG, son texte, ou écrit dans path : true. Options : background = true "
    .. "dessine le papier derrière, dark = false le garde clair même si les pages du "
    .. "lecteur sont sombres." },
  { "drawing:tikz", 274800,
    "Le dessin en tikzpicture pour LaTeX, qui ne demande que le paquet tikz ; son texte, "
    .. "ou écrit dans path : true." },
  { "drawing:text", 836431,
    "Le dessin dans les points d'un terminal, large de 72 lettres." },
  { "drawing:labels", 438867,
    "Les étiquettes, chacune { texte, x min, x max, y min, y max } en points." },
  { "drawing.__tostring", 829966,
    "En texte, et ce qui a été dit." },
  { "draw.mechanism", 440185,
    "Un schéma cinématique avec les symboles de l'ISO 3952 : d'un modèle, li.mechanism, "
    .. "system, fourbar, slider_crank, ou d'une simulation ; plat s'il se meut dans un "
    .. "plan, sinon dans l'espace. Les masses ne sont pas nécessaires. Options : at = par "
    .. "noms, dans l'ordre, ou la première coordonnée (les autres suivent), ou une liste "
    .. "superposée ; t = instants d'une simulation ; assemblies = true, les autres façons "
    .. "de se fermer derrière ; values de noms ; lengths = true, 'values', 'both', ou des "
    .. "noms par corps ; angles = false, 'absolute' ; values_of_angles, names, bodies "
    .. "(true, 'numbers'), centres ; frames = true, 'xz', ou par corps ; dh = true, les "
    .. "paramètres de son tableau ; velocities = vitesses ; forces = {{at = 'tip', f = {1, "
    .. "0}, moment =, name =}} ; curves = {{body =, at =, name =}} de points de coupleurs ; "
    .. "hide, marks ; view = 'space' ou {azimut, élévation}. @drawn" },
  { "draw.free_bodies", 909969,
    "Chaque corps isolé avec les forces et moments qui agissent sur lui, à une échelle : "
    .. "des articulations, poids, ressorts, charges, et s'il se meut celles d'inertie, qui "
    .. "ferment le bilan (d'Alembert). Options : at, values, t comme dans draw.mechanism ; "
    .. "v, a = vitesses et accélérations (au repos) ; drive = les moteurs qui le tiennent ; "
    .. "loads = {{on = corps, at =, f =, moment =, name =}} ; inertia, numbers = true ; "
    .. "unit ; bodies, columns, force_scale (N par mm), size (mm du plus grand corps : 42, "
    .. "avec nombres 62), view. @drawn" },
  { "draw.graph", 301908,
    "Le graphe d'un mécanisme : les corps comme nœuds, les articulations comme arêtes "
    .. "avec les lettres de leurs espèces, et ses boucles, les plus courtes indépendantes : "
    .. "champ loops, chacune {bodies, joints}. Options : names = false, step (mm d'une "
    .. "arête : 26), letters, title, values." },
  { "draw.marks", 367931,
    "Un dessin de marques dans ses propres unités, y vers le haut : {'bar', x1, y1, x2, "
    .. "y2, 'L1'}, {'pin', x, y, 'A'}, .. : lib/doc/drawings.md les a toutes. @drawn" },
}
