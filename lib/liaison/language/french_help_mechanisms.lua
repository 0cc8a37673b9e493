-- french_help_mechanisms.lua - help in French: mechanisms, systems, equations, the ten steps
return {
  { "fourbar:solve", 704141,
    "Angles du coupleur et de sortie, chacun {angle, vitesse, accélération}, pour l'angle "
    .. "d'entrée avec sa vitesse et son accélération ; plus et minus sont les deux "
    .. "assemblages. nil, message, code si la boucle ne peut se fermer ou est à un point "
    .. "mort." },
  { "fourbar:point", 475180,
    "Un point du coupleur, u le long de BC depuis B et w à sa gauche : x et y, chacun "
    .. "{valeur, vitesse, accélération}." },
  { "fourbar:class", 571259,
    "Quelles barres font un tour complet (Grashof), par l'ordre des longueurs autour de "
    .. "la boucle." },
  { "fourbar:inversions", 201541,
    "Les quatre mécanismes de la chaîne, un pour chaque barre prise comme bâti : {ground "
    .. "= AD, AB, BC, CD ; fourbar, class, text}." },
  { "fourbar.__tostring", 810955,
    "Ses longueurs." },
  { "fourbar:range", 697624,
    "Les angles d'entrée où la boucle se ferme : une ligne {from, to} par intervalle ; "
    .. "nil, message, code s'il n'y en a pas." },
  { "fourbar:extremes", 672376,
    "Où la sortie revient, manivelle et coupleur alignés : une ligne {phi1, phi3} "
    .. "chacune, tendus et repliés ; nil, message, code si elle tourne toujours." },
  { "fourbar", 809298,
    "Un quatre-barres, A à l'origine et l'autre pivot fixe en D : AB + BC = AD + DC." },
  { "fourbar:html", 744474,
    "@page" },
  { "fourbar:simulate", 353119,
    "Le laisser se mouvoir : start = {phi1 = 1, [\"phi1'\"] = 5}, options de "
    .. "fourbar:mechanism (density ou mass, dont il a besoin) et de mechanism:simulate. Les "
    .. "coordonnées sont phi1, th2 = phi2 - phi1, phi3." },
  { "fourbar:equations", 52687,
    "Ses équations en phi1, th2, phi3 avec la boucle en contraintes : options de "
    .. "fourbar:mechanism (density ou mass, dont il a besoin), form." },
  { "fourbar:counts", 342530,
    "Coordonnées, contraintes, multiplicateurs et équations de chaque forme, comme "
    .. "mechanism:counts les dit." },
  { "fourbar:assemblies", 968041,
    "Les deux façons dont la boucle se ferme en phi1, par formule : une liste de {phi1, "
    .. "th2 = phi2 - phi1, phi3}, comme fourbar:mechanism les a ; une à un point mort ; "
    .. "nil, message, code si elle ne se ferme pas." },
  { "fourbar:mechanism", 800208,
    "Les quatre barres en un li.mechanism : corps crank, coupler, output ; articulations "
    .. "A, B, C (ferme la boucle), D ; coordonnées phi1, th2 = phi2 - phi1, phi3. @barmass" },
  { "slider_crank:solve", 185302,
    "Angle de la bielle et position du coulisseau, chacun {valeur, vitesse, accélération} "
    .. "; plus : le coulisseau devant le maneton. nil, message, code si la bielle n'atteint "
    .. "pas ou est en travers." },
  { "slider_crank:point", 713772,
    "Un point de la bielle, u le long d'elle depuis le maneton et w à sa gauche : x et y, "
    .. "chacun {valeur, vitesse, accélération}." },
  { "slider_crank.__tostring", 810955,
    "Ses longueurs." },
  { "slider_crank:range", 614195,
    "Les angles de manivelle où la bielle atteint la glissière : une ligne {from, to} par "
    .. "intervalle ; nil, message, code s'il n'y en a pas." },
  { "slider_crank:extremes", 586379,
    "Où le coulisseau revient, manivelle et bielle alignées : une ligne {phi1, x} "
    .. "chacune, tendues et repliées : les bouts de sa course." },
  { "slider_crank", 629251,
    "Une manivelle l1, une bielle l2, un coulisseau sur la droite y = e (0)." },
  { "slider_crank:html", 744474,
    "@page" },
  { "slider_crank:simulate", 716939,
    "Le laisser se mouvoir : start = {phi1 = 1, [\"phi1'\"] = 5}, options de "
    .. "slider_crank:mechanism (density ou mass, dont il a besoin) et de "
    .. "mechanism:simulate. Les coordonnées sont phi1, th2 = phi2 - phi1, x." },
  { "slider_crank:equations", 608619,
    "Ses équations en phi1, th2, x avec la boucle en contraintes : options de "
    .. "slider_crank:mechanism (density ou mass, dont il a besoin), form." },
  { "slider_crank:counts", 342530,
    "Coordonnées, contraintes, multiplicateurs et équations de chaque forme, comme "
    .. "mechanism:counts les dit." },
  { "slider_crank:assemblies", 202080,
    "Les deux façons dont la boucle se ferme en phi1, par formule : une liste de {phi1, "
    .. "th2 = phi2 - phi1, x}, comme slider_crank:mechanism les a ; nil, message, code si "
    .. "elle ne se ferme pas." },
  { "slider_crank:mechanism", 668981,
    "De même en un li.mechanism : corps crank, rod, slider ; articulations A, B, C (ferme "
    .. "la boucle), guide ; coordonnées phi1, th2 = phi2 - phi1, x. @barmass" },
  { "slotted_link:solve", 492701,
    "Position le long de la droite, et le long de la rainure, chacune {valeur, vitesse, "
    .. "accélération} ; nil, message, code si la rainure est parallèle à la droite." },
  { "slotted_link", 568204,
    "Un bras autour de (-l3, 0) avec une rainure qui rencontre la droite y = d." },
  { "grashof", 243087,
    "Quelles barres d'un quatre-barres font un tour complet, par leur ordre autour de la "
    .. "boucle." },
  { "mobility.plane", 498028,
    "3 (n - j - 1) + somme des libertés : n corps avec le bâti, j articulations de deux "
    .. "corps. Ne voit pas les longueurs : le rang est la réponse sûre." },
  { "mobility.space", 94420,
    "6 (n - j - 1) + somme des libertés." },
  { "mobility.placements", 975046,
    "De combien de façons les moteurs peuvent être mis sur les articulations." },
  { "constrained", 689928,
    "Accélérations a et multiplicateurs de M a = f + J' lambda, J a = gamma, f étant "
    .. "toutes les forces sauf celles des contraintes. options : method = \"augmented\" "
    .. "(aussi \"kkt\" ; M peut être singulière), \"partition\" (N, le modèle réduit ; "
    .. "independent = {..} choisit), \"projector\" (P), \"udwadia\", \"nullspace\", ou "
    .. "\"all\" pour chacune à côté des autres et leur écart (nil, message, 'ESINGULAR' et "
    .. "elles si l'écart dépasse options.spread, 1e-6) ; refuse = true refuse les lignes "
    .. "redondantes. Résultats : a, lambda, force = J' lambda, rank, redundant, et ce que "
    .. "la méthode montre. nil, message, code si des contraintes se contredisent ou si "
    .. "aucune force ne dit un mouvement." },
  { "lagrange", 309327,
    "Équations du mouvement d'après les énergies : q (noms ou coordonnées), T, V, D "
    .. "(dissipation), Q (forces à droite), lignes de contraintes phi(q, t) = 0 et H q' + b "
    .. "= 0 (eq.J, eq.gamma : J q'' = gamma), ou constraints = {holonomic = {phi, ..}, "
    .. "nonholonomic = {expressions linéaires en q', ..}} ; tidy = 'none', 'trig' (par "
    .. "défaut) ou 'all'. Les énergies sont des expressions, des nombres ou des textes." },
  { "equations.__tostring", 74697,
    "Les équations comme on les écrit, telles que les donne equations:text()." },
  { "equations:with", 455891,
    "De nouvelles équations avec nombres ou expressions pour des paramètres : {m1 = 2, L "
    .. "= 'a + b'}. Les constantes qui deviennent des nombres disparaissent. Ce qui se meut "
    .. "dans le temps apporte ses dérivées, comme s'il avait été dans les énergies et les "
    .. "lignes avant leur dérivation ; si cela ne peut plus se dire (longueurs et masses "
    .. "d'un modèle, valeurs par coordonnées dans une énergie) c'est refusé par son nom." },
  { "equations:mass", 926183,
    "La matrice de masse en nombres." },
  { "equations:gravity", 528295,
    "G en nombres." },
  { "equations:id", 446439,
    "Dynamique inverse en nombres : les efforts pour des accélérations a." },
  { "equations:fd", 142859,
    "Dynamique directe en nombres : les accélérations sous des efforts tau ; nil, "
    .. "message, 'ESINGULAR' si la matrice de masse n'est pas définie positive." },
  { "equations:compile", 184936,
    "Une fonction f(q, v, a) de nombres, f(q, v, tau) pour fd, f(q) pour mass et gravity "
    .. "; all donne M, h, G. Le mouvement avec ses lignes comme le dit model:compile : "
    .. "dynamics, x' = f(t, x, u) avec x = (q, q') ; jacobians, outputs, constraints ; u : "
    .. "options.inputs, symboles des équations ou efforts par coordonnée (omis : tous les "
    .. "symboles sans nombre, sinon tous les efforts) ; options values, outputs, at aussi. "
    .. "Code machine par le compilateur C du système, gardé dans le cache de l'utilisateur, "
    .. "sinon une bande : f.kind, f.why. @compile" },
  { "equations:c", 898162,
    "Une fonction des équations en C99 : aucun en-tête que math.h, aucune allocation ; "
    .. "compilée avec -DSELFTEST elle se vérifie. Son texte, ou écrit entier dans path : "
    .. "true (une erreur si ce n'est pas possible). what : id si omis." },
  { "equations:lua", 300685,
    "De même en un module Lua, qui se vérifie si on l'exécute." },
  { "equations:js", 767269,
    "De même en JavaScript." },
  { "equations:program", 872496,
    "Une fonction des équations comme programme (li.languages() dit les langages), avec "
    .. "son nombre d'opérations et des vecteurs d'essai (3) pour se vérifier. Les symboles "
    .. "sans nombre sont la dernière entrée, p." },
  { "equations:explain", 615155,
    "La démonstration pas à pas : d'un modèle ses chemins, matrices, vitesses et forces "
    .. "de contact ; les énergies corps par corps, leurs dérivées, M, les symboles de "
    .. "Christoffel, C, G, les équations ; chaque ligne vérifiée par des nombres en des "
    .. "points au hasard. Une page HTML qui n'a besoin de rien d'autre, avec formules, "
    .. "LaTeX et texte, ou du texte ; écrit dans path : true, lignes vérifiées, plus grande "
    .. "différence. options : lang = 'en' ou 'fr', form = 'html' ou 'text', geometry = "
    .. "false omet la première partie." },
  { "equations:latex", 580303,
    "Un document LaTeX, ou avec {fragment = true} ce qui va dans un document ; son texte, "
    .. "ou écrit dans path : true (une erreur si ce n'est pas possible)." },
  { "equations:simulate", 574555,
    "Le laisser se mouvoir pendant t depuis q, v (dans l'ordre ou par noms ; 0 si omis). "
    .. "tau = {th = '-3*th - th\\''}, nombres, ou une fonction de (t, q, v) donne des "
    .. "efforts en plus de ceux des équations ; inputs = {F = nombre, expression, ou "
    .. "function(t, q, v)} ; input, controllers, events, method, rtol, dt, record ... comme "
    .. "dans model:simulate. Colonnes : coordonnées, vitesses, T, V, E si les équations "
    .. "connaissent leurs énergies (d'un modèle ce que contiennent ses éléments de force "
    .. "aussi), les multiplicateurs des contraintes comme les simulations de modèles les "
    .. "appellent (pin.1 ; lambda1, pin1 et le nom de la ligne aussi), que chaque pas "
    .. "respecte à sa fin. Aussi li.simulate{eq, q = ..., t = ...}." },
  { "equations:solve", 219906,
    "Accélérations a et multiplicateurs lambda en un état, et tout ce que montre "
    .. "li.constrained : options.method = 'augmented' (par défaut, aussi 'kkt'), "
    .. "'partition', 'projector', 'udwadia', 'nullspace' ou 'all' pour chacune à côté des "
    .. "autres ; options.t = l'instant, si les équations en dépendent. rows : leurs noms "
    .. "dans l'ordre de lambda, multipliers : lambda par ces noms." },
  { "equations:multipliers", 351998,
    "Équations avec contraintes résolues en symboles. augmented : A, rhs, et sauf solve = "
    .. "false a, lambda. partition : N, nu, Ndot, M = N'MN, force, dependent, independent "
    .. "(independent = {..} choisit). projector : P, a, lambda. udwadia : free, gap, a, "
    .. "lambda. all : chacune sous son nom. kkt est augmented. Signe : M q'' + h = tau + J' "
    .. "lambda ; de eq:as 'slides' l'autre." },
  { "equations:consistent", 473088,
    "Les vitesses les plus proches de v, au sens de la matrice de masse, qui conviennent "
    .. "aux contraintes en q ; de combien elles ont été déplacées, et la ligne la plus loin "
    .. "d'être tenue." },
  { "equations:reaction_forces", 183782,
    "Ce que les contraintes ajoutent au premier membre, -J' lambda (de 'slides' + J' "
    .. "lambda) ; des zéros sans contraintes." },
  { "equations:row", 794338,
    "Résidu de l'équation i (premier moins second membre, sans l'effort de l'actionneur) "
    .. ": M q'' + C q' + c + G + d - Q - J' lambda." },
  { "equations:rows", 292776,
    "Les premiers membres de toutes les équations, comme equations:row les donne." },
  { "equations:skew", 937185,
    "Si M' - 2C est antisymétrique, prouvé élément par élément ; nil si aucune preuve "
    .. "n'est trouvée." },
  { "equations:subs", 395711,
    "Comme equations:with." },
  { "equations:restrict", 294140,
    "De nouvelles équations de ces seules coordonnées, par numéro ou nom ; les autres "
    .. "sont bloquées où elles sont : leurs symboles restent, with leur donne des nombres." },
  { "equations:without_coriolis", 5571,
    "De nouvelles équations sans les termes de produits de vitesses, pour comparer." },
  { "equations:as", 900821,
    "Les mêmes dans une autre convention. course, comme sans elle : M q'' + C q' + G = Q, "
    .. "où les textes écrivent B [q'_j^2] + P [q'_j q'_k] pour C q' (ce que le cours "
    .. "appelle A, B, C est M, B, P). inria80 : A q'' + B [q'^2] + P [q'_j q'_k] - Q = F, Q "
    .. "= -dV/dq. slides : multiplicateurs de l'autre signe, M q'' + h + J' lambda = Q." },
  { "equations:tidy", 883712,
    "De nouvelles équations, chaque élément simplifié ; sans how par tous les moyens." },
  { "equations:bias", 279494,
    "C q' + c + G + d - Q en nombres : les efforts à accélération nulle." },
  { "equations:ops", 150361,
    "Les opérations d'une fonction telle que compile et program l'écrivent : mul, add, "
    .. "div, fun ; les parties communes comptent une fois, ce qui n'est fait que de "
    .. "constantes pas du tout. angle : combien d'additions ne font que des angles, que les "
    .. "comptes publiés listent avec les sinus. matrices : M, B, P et G ensemble. Sans what "
    .. ": id." },
  { "equations:forms", 523237,
    "Ce que coûte une fonction par M q'' + C q' + G (closed) et par récurrence sur les "
    .. "corps (recursive), opérations comme dans equations:ops, laquelle est moins chère "
    .. "(une division compte 4, une fonction 16) et la voie prise, en mots. La moins chère "
    .. "est ce que donnent ops, compile, c et program. Sans what : id." },
  { "equations:form", 35804,
    "Les mêmes équations, dont les fonctions (id, compile, c ..) sont calculées ainsi : "
    .. "par M q'' + C q' + G, par récurrence sur les corps de leur modèle, ou par la moins "
    .. "chère, comme au départ." },
  { "equations:text", 660291,
    "Les équations comme on les écrit : ce qui n'est pas nul, une ligne chacun, c12 pour "
    .. "cos(q1 + q2)." },
  { "equations:energies", 402444,
    "Énergies cinétique et potentielle corps par corps, {name, T, V} dans une liste : des "
    .. "équations d'un modèle, ou de li.lagrange avec T = {bar = ..., slide = ...} ; vide "
    .. "si elles ne sont pas connues." },
  { "equations:loss", 254107,
    "Ce que l'élagage a coûté à ces équations sur son mouvement : error (de chaque ligne, "
    .. "en part de son maximum), peak, worst, kept et of (termes), eps, mode ; nil si rien "
    .. "n'a été élagué." },
  { "equations:prune", 363555,
    "La dynamique inverse sans les termes qui restent petits sur un mouvement, et "
    .. "l'erreur commise : motion = fonction(t) qui donne q, v, a ; T, samples ; values = "
    .. "nombres des symboles ; eps (part du maximum d'une ligne, 0.01) ; mode = 'term' "
    .. "(chaque terme omis reste sous eps) ou 'bound' (leur somme). Donne equations (M "
    .. "symétrique, sinon comme toutes ; equations:loss() et leur texte disent l'erreur de "
    .. "chaque ligne), et ligne par ligne : rows, kept et of (termes de A, B, C), error, "
    .. "worst." },
  { "equations:linearize", 435497,
    "Autour d'un point de fonctionnement : q, v, a (listes ou par noms, nombres ou "
    .. "expressions ; q reste ouvert s'il est omis, v et a valent 0), inputs = 'F1 F2' (les "
    .. "efforts de toutes les lignes si omis), values pour les paramètres : M, D, K en "
    .. "symboles. Des équations avec lignes de contraintes ou états propres d'éléments de "
    .. "force donnent x' = A x + B u d'états indépendants en nombres (statespace), comme "
    .. "toutes si l'on demande states, outputs, u, z ou t, et le long d'une simulation "
    .. "({run = run, at = instants ou un pas} : une liste) ; options comme dans "
    .. "model:linearize, et values." },
  { "equations:equilibrium", 205341,
    "Où il reste au repos, ou en mouvement permanent, près de q : options et info comme "
    .. "dans model:equilibrium ; values : nombres des paramètres ; u : efforts par "
    .. "coordonnée, et autres symboles par noms." },
  { "equations:forced", 791049,
    "De nouvelles équations avec plus de forces à droite : une liste, ou par coordonnée : "
    .. "{q1 = -c*q1:d()}." },
  { "linear.__tostring", 611310,
    "Les matrices." },
  { "linear:modes", 556602,
    "Les modes de x' = A x, les plus lents d'abord, un par paire : {re, im, frequency "
    .. "(Hz), damping (taux), shape, shape_im}." },
  { "kane.__tostring", 863855,
    "Les dix étapes, telles que les donne kane:report." },
  { "kane:state", 479743,
    "alpha' = g0 + gw tau : g0 = -D^-1 (C alpha + c), gw = D^-1." },
  { "kane:rate", 538865,
    "La dérivée dans le temps le long du mouvement : dérivées des coordonnées en fonction "
    .. "des vitesses, entrées avec leurs dérivées." },
  { "kane:constraint_wrench", 665983,
    "omega_c = M (J alpha' + J' alpha + v_0') + W M v - omega_a : ce que font les "
    .. "contraintes, en forces et moments aux centres de masse dans les axes des corps." },
  { "kane:split", 22543,
    "C = C1 + C2 u + ... : C1, puis une matrice par dérivée d'une entrée." },
  { "kane:skew", 427088,
    "Si D' - 2C est une matrice antisymétrique, prouvé élément par élément ; nil si "
    .. "aucune preuve n'est trouvée." },
  { "kane:rows", 629065,
    "D alpha' + C alpha + c - tau, qui vaut 0." },
  { "kane:replace", 563775,
    "De quoi kane:with est fait : les matrices avec nombres ou expressions pour des "
    .. "symboles ; les noms des corps et des réactions sont perdus." },
  { "kane:numbers", 614375,
    "Tout en un état, {nom = nombre} pour chaque symbole : alphad (alpha'), qd, qdd, "
    .. "omega_c (torseurs des contraintes), D, C, c, tau, J, Jd, Jnh, v, vd, T (énergie "
    .. "cinétique), power (des torseurs actifs). nil, message, 'ESINGULAR' si D n'est pas "
    .. "définie." },
  { "kane:report", 799834,
    "Les dix étapes avec chaque matrice : du texte, ou options.form = 'latex' (un "
    .. "document) ou 'fragment' (ce qui va dans un document) ; lang = 'en' ou 'fr'. Son "
    .. "texte, ou écrit dans path : true (une erreur si ce n'est pas possible)." },
  { "kane:reactions", 547913,
    "Les forces des articulations et roues sur le corps nommé, par nom, tirées d'omega_c "
    .. "par moindres carrés ; residual : ce qu'elles n'expliquent pas (0 si tout est dit)." },
  { "kane:program", 840457,
    "Les matrices des dix étapes comme programme (li.languages() dit les langages) : "
    .. "entrées x (q, puis les vitesses) et p (paramètres et entrées, dits en tête), "
    .. "sorties options.what = 'D C c tau qd' ou d'autres (J, Jd, Jh, Jnh, M, W, WM, wrench "
    .. "..) ; options.tests = vecteurs d'essai (3)." },
  { "kane:operational", 24991,
    "Le modèle M v' + V = force d'autant d'expressions x des coordonnées que de vitesses "
    .. "; J, Jd, det = le déterminant de J." },
  { "kane:with", 340546,
    "De même avec nombres ou expressions pour paramètres et entrées : {m = 2, de = "
    .. "'d0*sin(w*t)'} ; les dérivées des entrées suivent." },
  { "kane:simulate", 725524,
    "Le laisser se mouvoir pendant t depuis start = {nom = nombre} (coordonnées et "
    .. "vitesses ; 0 si omis ; si cela ne tient pas les positions des lignes, les "
    .. "coordonnées omises suivent ; une table de valeurs avec son état, comme "
    .. "li.systems.values et li.mechanisms.values la donnent, peut tenir lieu de start ou "
    .. "de values). options : values = {paramètre = nombre}, inputs = {nom = nombre, "
    .. "expression de t, q et vitesses, ou function(t, x) -> valeur, dérivée}, states = "
    .. "{nom = {rate = expression, start = 0}} (une entrée qui y est nommée devient un "
    .. "état), outputs = {colonne = expression, aussi des accélérations}, tau = {vitesse = "
    .. "expression} ou une fonction de (t, q, vitesses), efforts de plus sur les vitesses, "
    .. "controllers, method, dt, rtol, events ... comme dans model:simulate, et ce qu'il "
    .. "donne où il s'arrête. Colonnes : T (énergie cinétique), V (poids et ressorts d'un "
    .. "modèle), E = T + V, W (travail de tout ce qui agit). Les dérivées qui ne sont pas "
    .. "des vitesses sont aussi des colonnes. Avec record = 'multipliers' les forces des "
    .. "lignes, par les noms de leurs articulations ; avec record = 'work' le travail de "
    .. "chaque force, avec 'forces' ce que fait chaque élément de la description. x d'une "
    .. "entrée va par noms aussi, x.qs. Si les vitesses ne disent plus le mouvement (un "
    .. "point mort des leurs) la simulation se fait dans les dérivées de toutes les "
    .. "coordonnées, contraintes en lignes, et run:info().speeds le dit." },
  { "kane:linearize", 104128,
    "Petits mouvements autour d'un état, x' = A x + B u, y = C x + D u, par pentes "
    .. "exactes, comme model:linearize les dit. États : les coordonnées et les vitesses "
    .. "généralisées par leurs noms ; des coordonnées que des lignes tiennent, les "
    .. "indépendantes. options : values, nombres des paramètres (un état parmi eux est "
    .. "l'état) ; q et v, dans l'ordre ou par noms, v par les noms des vitesses ; t ; u, "
    .. "entrées là, par noms (les dérivées d'entrées, de', valent 0 si omises), et efforts "
    .. "sur les vitesses ; inputs (ceux de u, ou un effort sur chaque vitesse), outputs "
    .. "(expressions, aussi de q', q'' et alpha'), states, independent ; {run = run, at = "
    .. "instants ou un pas} le long d'une simulation. Deux tables, ou des nombres par noms "
    .. "seuls, sont pris comme le fait kane:linearise (une version)." },
  { "kane:linearise", 140544,
    "kane:linearize sous sa forme d'avant la version 0.2 : autour de l'état {nom = "
    .. "nombre} de tous les symboles, avec les options states, inputs (aucune si omises), "
    .. "outputs." },
  { "kane:equilibrium", 597380,
    "Où il reste au repos, ou en mouvement permanent, près de q : options et info comme "
    .. "dans model:equilibrium ; v : vitesses qui restent, par leurs noms ; values : "
    .. "nombres des paramètres ; u : entrées et efforts sur les vitesses par noms. Si le "
    .. "modèle linéaire change le long du mouvement il n'y a pas de stabilité, et unknown "
    .. "le dit." },
  { "kane:compile", 796069,
    "Un noyau du mouvement par vitesses généralisées : 'dynamics', x' = f(t, x, u) avec x "
    .. "= (q, vitesses, états propres des éléments) ; 'jacobians', ses pentes dx'/dx et "
    .. "dx'/du ; 'outputs', y = f(t, x, u) d'options.outputs ; 'constraints', écarts et "
    .. "vitesses des lignes. u : options.inputs, symboles des équations ou efforts par les "
    .. "noms des vitesses (omis : tous les symboles sans nombre, sinon tous les efforts ; "
    .. "{} : aucun, comme li.ode le prend). values : nombres des paramètres ; parameters = "
    .. "true fait des noms ouverts le dernier argument ; tape, compiler, cache, isa comme "
    .. "model:kernel." },
  { "mechanism:equations", 531789,
    "Les équations dans les coordonnées d'une forme, boucles en contraintes." },
  { "mechanism:counts", 239556,
    "Coordonnées, contraintes, multiplicateurs et équations de chaque forme ; at = "
    .. "nombres d'une configuration qui ferme les boucles : strict par le rang là." },
  { "mechanism:assemble", 742107,
    "Des coordonnées qui ferment les boucles, par Newton depuis une estimation : given = "
    .. "nombres des paramètres et des coordonnées qui restent ; et le résidu à chaque pas. "
    .. "nil, message, 'EUNREACHABLE', {closest, trace} si elles ne se ferment pas." },
  { "mechanism.__tostring", 292197,
    "Ses corps, ses articulations, et la taille de chaque forme." },
  { "mechanism", 632691,
    "Corps {name, mass, inertia, com} (sans masse ni inertie si seul le mouvement est "
    .. "demandé) et articulations {kind, from (omis : le bâti), to, from_at, to_at, to_axis "
    .. "(des deux ; dans l'espace from_axis = le même exprimé dans `from`), angle, "
    .. "coordinate, name}. Dans le plan (plane = 'xz' : lequel de son modèle), ou avec "
    .. "planar = false dans l'espace. Espèces : revolute, prismatic, fixed, slot (glisse le "
    .. "long de son axe et tourne : 2 coordonnées, 4 dans l'espace), dans l'espace aussi "
    .. "cylindrical, spherical (trois angles : z, puis y, puis x), helical (pitch), "
    .. "universal (tourne autour de from_axis, puis de to_axis), planar ; là rot = lignes "
    .. "ou rpy dit comment `to` est dans `from` quand les coordonnées sont nulles, angle "
    .. "dans le plan. Les boucles sont fermées par les articulations venues en dernier ou "
    .. "nommées dans cut. Les charges sont {on, f, at, axes, from} ou {on, torque, from} ; "
    .. "gravity est un vecteur." },
  { "mechanism:inversions", 915380,
    "Chaque mécanisme de la chaîne, un pour chaque corps qui peut être le bâti : {ground, "
    .. "mechanism}, de quatre barres avec class et text par Grashof (values = nombres des "
    .. "longueurs ; sans eux pas de classe, et text dit lesquels manquent)." },
  { "mechanism:mobility", 118488,
    "bodies (avec le bâti), joints, freedoms des articulations, et mobilité par formule, "
    .. "plane et space. Avec at = nombres (paramètres, et coordonnées près d'une "
    .. "configuration, qui est fermée) par le rang là : velocity, hyperstatic (par rapport "
    .. "à la formule de sa propre espèce), hyperstatic_space, q (toutes les coordonnées, "
    .. "fermées), placements (de combien de façons mettre les moteurs), actuators (celles "
    .. "qui disent le mouvement ici, par noms d'articulations) ; avec options.fix = noms de "
    .. "coordonnées tenues : internal." },
  { "mechanism:simulate", 65548,
    "Le laisser se mouvoir pendant t, boucles fermées. @start options : values = "
    .. "{paramètre = nombre}, form = 'joint' (par défaut), 'complete' ou 'cartesian', cut, "
    .. "et toutes celles d'equations:simulate. @columns" },
  { "mechanism:html", 744474,
    "@page" },
  { "mechanism:system", 128344,
    "Le mécanisme écrit en peu ou beaucoup de coordonnées : strict (independent = .. les "
    .. "nomme ; branch = {nom = 1 ou 2} choisit une racine, near = nombres d'une "
    .. "configuration la plus proche ; puis ce que sont les autres), joint (un arbre, "
    .. "boucles coupées : cut = noms d'articulations), complete (les articulations coupées "
    .. "gardent leurs coordonnées), cartesian (chaque corps les siennes). nil, message, "
    .. "code si strict n'a pas de formule." },
  { "mechanism:ground", 42343,
    "La même chaîne avec ce corps comme bâti ; ce qui était le bâti est le corps `frame` "
    .. "(options : son nom, m, j, com ; gravity du nouveau, sinon les mêmes nombres). "
    .. "Coordonnées, articulations et charges gardent noms et sens." },
  { "mechanism:grashof", 932082,
    "D'un anneau de quatre barres : lesquelles font un tour complet, et cela en mots ; "
    .. "nil, message, code si ce n'en est pas un." },
  { "mechanism:strict", 173433,
    "La forme stricte en nombres : valeurs des paramètres, des coordonnées indépendantes "
    .. "et de leurs dérivées ; options : independent (la première coordonnée), guess des "
    .. "autres, cut. M q_i'' = force, avec q, v, a de toutes par noms, N, Ndot, lambda, "
    .. "trace. nil, message, code si les boucles ne se ferment pas ou à un point mort." },
  { "mechanism:model", 201566,
    "De même en un modèle de li.robot, avec ses noms de corps, articulations, coordonnées "
    .. ": figures, simulation, statique et tout ce qu'on demande à un modèle. Les "
    .. "articulations qui ferment des boucles sont des contraintes de leurs noms, les "
    .. "charges ce qu'elles font à chaque coordonnée. values = {L = 0.3} met des nombres ; "
    .. "les symboles sans nombre restent, ceux des charges seules deviennent des entrées. "
    .. "cut = noms des articulations qui ferment des boucles." },
  { "mechanism:assemblies", 704988,
    "Toutes les façons dont les boucles se ferment avec ces nombres de paramètres et "
    .. "d'autant de coordonnées que de libertés : @assemblies" },
  { "mechanisms.four_bar", 705231,
    "Le quatre-barres du cours, D = (l5, -l4), barres homogènes d'un kilogramme par mètre "
    .. ": p1 (manivelle), p2 et p3 (de barre à barre), p4 (de la sortie sur le bâti)." },
  { "mechanisms.mcpherson", 211329,
    "Une jambe McPherson dans l'espace : bras, porte-moyeu, tige, crémaillère, biellette "
    .. "; deux libertés utiles et deux internes." },
  { "mechanisms.one_loop", 886649,
    "Le mécanisme à une boucle des transparents, une bielle-manivelle désaxée : al, be, "
    .. "ga, la." },
  { "mechanisms.slider_crank", 131077,
    "La bielle-manivelle du cours, barres homogènes : th1, th2, th3, x." },
  { "mechanisms.slotted_lever", 939611,
    "Le levier à coulisse des transparents : manivelle, coulisseau, levier ; sa, sb, sg, "
    .. "sl." },
  { "mechanisms.watt", 418772,
    "Le régulateur de Watt dans l'espace : arbre, deux bras, deux biellettes, manchon ; "
    .. "mobilité 2, où la formule de l'espace dit -4." },
  { "mechanisms.values", 408438,
    "Les nombres de référence d'un mécanisme de li.mechanisms : ses paramètres, avec "
    .. "state = true aussi une configuration près de laquelle ses boucles se ferment, et la "
    .. "vitesse de son entrée." },
  { "rigid:wheel", 443227,
    "Une roue en un point `at` du corps qui ne glisse pas de côté, tournée d'`angle` ; "
    .. "avec radius et spin = une coordonnée elle roule aussi. tyre = C la fait glisser, "
    .. "avec la force latérale -C atan(v en travers / max(|v en long|, slow)) au lieu de la "
    .. "contrainte, contre le glissement dans les deux sens de roulement (slow = 0.1 m/s) : "
    .. "un seul interrupteur de la roue idéale au pneu." },
  { "rigid:point", 648279,
    "Où est un point du corps." },
  { "rigid:velocity", 203331,
    "La vitesse d'un point du corps, mesurée dans les axes du corps : du point du corps "
    .. "qui y est maintenant, aussi quand `at` dépend de coordonnées, comme un point de "
    .. "contact." },
  { "system:coordinates", 290850,
    "De nouvelles coordonnées, autant de résultats que de noms." },
  { "system:input", 138549,
    "Fonctions du temps connues du dehors, comme un angle de braquage ; leurs dérivées "
    .. "s'écrivent de', de''." },
  { "system:body", 905475,
    "Un corps : mass, inertia (moment d'inertie au centre de masse ; dans l'espace trois, "
    .. "six nombres ou 3x3 ; ou un objet de li.inertia, qui dit mass et com aussi), com "
    .. "(centre de masse dans les axes du corps), at = {x, y} et angle, ou dans l'espace at "
    .. "= {x, y, z} et rpy = {roulis, tangage, lacet} ou rot = lignes, ou frame = une "
    .. "matrice 4x4 ; parent = un corps : par rapport à lui. place = {x, y, angle} dit les "
    .. "deux, dans l'espace {p = .., moving = {'zxz', a, b, c}} aussi. m, j et on sont les "
    .. "noms d'avant de mass, inertia et parent." },
  { "system:drive", 15715,
    "Efforts généralisés par coordonnée, {q1 = 'G1'} : ils comptent dans tau ; leurs "
    .. "réactions sur les corps ne comptent pas parmi les forces de contrainte." },
  { "system.__tostring", 328959,
    "Ce qu'il a." },
  { "system", 131520,
    "Des corps placés par des expressions : planar = true ou false, gravity = un vecteur "
    .. "sur le bâti, name. Puis s:coordinates, s:input, s:body, roues, articulations, "
    .. "lignes, forces ; et s:kane()." },
  { "system:kane", 890585,
    "Les dix étapes. speeds = {'v = expression des dérivées', ..} ou des noms avec Jnh = "
    .. "lignes de q' = Jnh alpha (+ q0) ; sans rien, les dérivées des coordonnées restées "
    .. "libres (independent = {..} choisit). form = 'desantis' (C = J'(M J' + W M J)) ou "
    .. "'skew' ; tidy = 'none', 'trig' (par défaut ; un élément de plus de mille noms reste "
    .. "tel quel), 'all'." },
  { "system:equations", 999265,
    "Les équations dans les coordonnées, M q'' + h = Q + J' lambda, avec les lignes "
    .. "d'articulations et de roues en contraintes." },
  { "system:assemble", 277120,
    "Des coordonnées qui respectent les lignes de position, par Newton depuis une "
    .. "estimation : given = nombres des paramètres et des coordonnées qui restent ; et le "
    .. "résidu à chaque pas. nil, message, 'EUNREACHABLE', {closest, trace} si elles ne "
    .. "peuvent l'être." },
  { "system:simulate", 334675,
    "Le laisser se mouvoir pendant t, par ses équations en coordonnées "
    .. "(system:kane():simulate : par vitesses). @start options : values = {paramètre = "
    .. "nombre}, et toutes celles d'equations:simulate. @columns" },
  { "diagnosis.__tostring", 63251,
    "En mots." },
  { "system:constraint_report", 422738,
    "Ce que sont les contraintes de vitesse : lesquelles suivent d'autres (toujours ; aux "
    .. "nombres donnés), lesquelles sont des positions déguisées, ce qui ne change jamais, "
    .. "degrés de liberté de position et de vitesse, et par crochets de Lie ce qui peut "
    .. "être atteint. Les entrées dont dépend le mouvement comptent comme états menés par "
    .. "leurs dérivées." },
  { "system:doctor", 745504,
    "system:constraint_report, sous son nom d'avant la version 0.2." },
  { "system:html", 744474,
    "@page" },
  { "system:counts", 280640,
    "Coordonnées, contraintes, multiplicateurs et équations tel qu'il est dit (told), et "
    .. "d'autant de coordonnées que de libertés de vitesse (strict : par symboles ; at = "
    .. "nombres de toutes : par le rang là)." },
  { "system:speeds", 922375,
    "Les vitesses que prend system:kane si on ne lui en donne pas, comme ses options "
    .. "speeds et Jnh." },
  { "system:nonholonomic", 147182,
    "Contraintes de vitesse : des expressions linéaires en les dérivées qui sont nulles." },
  { "system:holonomic", 125197,
    "Contraintes phi(q, t) = 0 que les placements ne tiennent pas déjà." },
  { "system:joint", 562919,
    "Une articulation {kind = revolute, prismatic, slot, fixed, et dans l'espace "
    .. "cylindrical, spherical, helical (pitch), universal, planar ; to =, from = (le "
    .. "bâti), to_at =, from_at =, to_axis = (des deux), from_axis = le même axe exprimé "
    .. "dans `from` ; rot, rpy, dans le plan angle = comment `to` est dans `from` à 0} : "
    .. "des lignes si les placements ne la tiennent pas déjà (kept = true : ils la "
    .. "tiennent), et les forces sur `to` qu'elle peut porter, dans les axes du bâti si "
    .. "elle bloque toutes les translations, sinon dans ceux de `from`. on, at, at_from, "
    .. "axis et axis_from sont les noms d'avant." },
  { "system:ground", 310276,
    "Le bâti, pour les forces et moments entre lui et un corps exprimés dans les axes de "
    .. "celui-ci ; ce qui reste sur lui n'a pas d'effet." },
  { "system:without", 122096,
    "De même sans un corps : ses contraintes, réactions et coordonnées disparaissent." },
  { "system:mechanism", 333520,
    "De même en un li.mechanism, par son modèle : où ses lignes ne sont pas des "
    .. "équations. options comme dans model:mechanism, et values." },
  { "system:assemblies", 614330,
    "Toutes les façons dont les boucles se ferment avec ces nombres de paramètres et "
    .. "d'autant de coordonnées que de libertés : @assemblies size = 1 : jusqu'où les "
    .. "longueurs sont cherchées." },
  { "system:model", 906593,
    "De même en un modèle de li.robot, avec ses noms de corps, coordonnées et lignes, "
    .. "dans le plan ou dans l'espace. Les placements qui sont des chaînes de rotations et "
    .. "de translations deviennent des articulations ; tout autre placement est dit par des "
    .. "coordonnées propres (x_body ..) avec ses expressions en équations, les coordonnées "
    .. "qui alors ne meuvent aucun corps meuvent des porteurs sans masse, une entrée qui "
    .. "meut quelque chose mène une coordonnée q_input : told le dit. Les lignes "
    .. "d'articulations et de roues deviennent des équations, les charges ce qu'elles font "
    .. "à chaque coordonnée. values = {L = 0.3} met des nombres. Un système fait d'un "
    .. "modèle donne celui-ci." },
  { "systems.two_bar", 676169,
    "Deux barres dans le plan vertical, repères et masses à leurs bouts ; options : "
    .. "inertia = true pour j1, j2, world = les angles depuis l'axe x." },
  { "systems.crane", 823913,
    "Un pont roulant : chariot, câble de longueur L, charge." },
  { "systems.disc", 756500,
    "Un disque qui roule sur le sol, dans l'espace." },
  { "systems.tractor_trailer", 769956,
    "Un tracteur avec une remorque, braqué par l'entrée de ; options : slip = true laisse "
    .. "les roues glisser avec des forces latérales -C atan(slip)." },
  { "systems.loader", 4722,
    "Une chargeuse articulée : deux essieux, une charnière avec un couple entre eux." },
  { "systems.mobile_robot", 863183,
    "Un robot sur deux roues motrices ; options : motors = true le mène par des tensions." },
  { "systems.values", 870059,
    "Les nombres de référence d'un système livré fait avec ces options : ses paramètres, "
    .. "avec state = true aussi l'état de l'exemple des documents." },
  { "bracket", 30391,
    "Le crochet de Lie [f, g] = dg/dq f - df/dq g de deux champs de vecteurs des "
    .. "coordonnées q." },
  { "growth", 95476,
    "Les rangs de D1 = l'espace des champs, D2 = D1 + [D1, D1], D3 = D2 + [D1, D2] .. en "
    .. "des points génériques jusqu'à ce que rien ne s'ajoute, et des champs qui engendrent "
    .. "le dernier." },
  { "formalisms", 21281,
    "La figure 1 du rapport de 1980 : qui a dérivé des équations du mouvement, comment, "
    .. "pour quels mécanismes : system, formalism, topology, motions, practical." },
  { "linearize", 1705,
    "Petits mouvements de tout x' = f(t, x, u) autour d'un état : une liste "
    .. "d'expressions, une fonction comme li.ode la prend, f(t, x, dx, u), ou un noyau "
    .. "(inputs : noms de ses u, dans l'ordre). options : x, par noms ou dans l'ordre "
    .. "(alors states = 'th w', des noms) ; t ; u et values, nombres par noms ; inputs = "
    .. "'F', outputs = expressions. Les pentes sont exactes si f prend des expressions "
    .. "(li.sin, non math.sin) ; sinon ce sont des différences : les champs exact et error "
    .. "le disent." },
  { "kernel.__call", 474069,
    "Les résultats pour ces entrées ; un vec ou une mat après les entrées prend le "
    .. "résultat de sa place." },
  { "compile", 971385,
    "Une fonction f(x) d'un vecteur de nombres, dans l'ordre des entrées, comme "
    .. "equations:compile les fait. @compile" },
  { "rigid:force", 67538,
    "Une force active : f dans les axes 'body' (par défaut), 'world' ou ceux d'un autre "
    .. "corps (axes =), en un point `at` du corps (son centre de masse) ; from = un autre "
    .. "corps reçoit la force opposée." },
  { "rigid:torque", 876529,
    "Un moment actif : un nombre, une expression ou un nom dans le plan ; {n = .., axes = "
    .. ".., from = ..} en général." },
  { "fourbar:model", 494256,
    "De même en un modèle de li.robot : options de fourbar:mechanism." },
  { "fourbar:system", 469636,
    "De même en un li.system : form 'joint' ou une autre de mechanism:system, options de "
    .. "fourbar:mechanism aussi." },
  { "slider_crank:model", 8526,
    "De même en un modèle de li.robot : options de slider_crank:mechanism." },
  { "slider_crank:system", 373154,
    "De même en un li.system : form 'joint' ou une autre de mechanism:system, options de "
    .. "slider_crank:mechanism aussi." },
  { "linear:A", 357214,
    "A de x' = A x + B du en symboles, x = (dq, dq')." },
  { "linear:B", 1879,
    "B de x' = A x + B du en symboles." },
  { "linear:numbers", 128081,
    "A et B en nombres, avec des valeurs pour ce qui est ouvert ; nil, message, "
    .. "'ESINGULAR' si M est singulière." },
  { "linear:undamped", 665733,
    "Les modes de M et K seules, K symétrique : {frequency (Hz), square (de la "
    .. "pulsation), shape}." },
  { "fourbar:explain", 777192,
    "Une démonstration comme au tableau, chaque ligne vérifiée par des nombres. what : "
    .. "loop, class. options : lang = 'fr' ; at = {phi1 = 1}, rates = {phi1 = 2}, "
    .. "accelerations = {phi1 = 0.5} pour les nombres des deux assemblages. nil, ce qui "
    .. "l'empêche, 'EDOMAIN'." },
  { "slider_crank:explain", 630197,
    "Une démonstration comme au tableau, chaque ligne vérifiée par des nombres. what : "
    .. "loop. options : lang = 'fr' ; at = {phi1 = 1}, rates = {phi1 = 2}, accelerations = "
    .. "{phi1 = 0.5} pour les nombres des deux assemblages. nil, ce qui l'empêche, "
    .. "'EDOMAIN'." },
  { "mechanism:explain", 528427,
    "Une démonstration comme au tableau, chaque ligne vérifiée par des nombres. what : "
    .. "mobility, loop, newton. loop : les boucles planes l'une après l'autre par K cos + L "
    .. "sin = M, tous les assemblages. options : lang = 'fr' ; at = nombres des paramètres, et "
    .. "d'une configuration : pour la mobilité par le rang, pour Newton-Raphson des "
    .. "coordonnées qui restent, pour les entrées des boucles ; guess = d'où partent "
    .. "ses pas (0 si omis). nil, ce qui "
    .. "l'empêche, 'EDOMAIN'." },
}
