-- french_help_motions.lua - help in French: laws, motions, simulations, exercises, figures
return {
  { "law:at", 795761,
    "s et ses trois premières dérivées en t, de 0 à 1 ; au repos en dehors." },
  { "law:peaks", 674879,
    "Plus grands |s'|, |s''| et |s'''| ; l'à-coup est infini si l'accélération saute." },
  { "law:duration", 562757,
    "Le temps le plus court d'un trajet sous des bornes de vitesse, d'accélération et "
    .. "d'à-coup, et celles qui le fixent ; 0 veut dire sans borne. La loi garde sa forme." },
  { "law:fastest", 822689,
    "Le temps le plus court d'axes qui se meuvent en proportion, et quelles bornes de "
    .. "quels axes le fixent ; une loi à trois phases reçoit aussi les meilleures phases "
    .. "(trapacc sous une borne d'à-coup : la courbe en S, aucun mouvement de repos à repos "
    .. "n'est plus court ; sans elle tr garde sa part de ta). 0 veut dire sans borne." },
  { "law:move", 986393,
    "Position, vitesse et accélération à l'instant t d'un mouvement de durée T." },
  { "law.__tostring", 549942,
    "La loi, ses phases en parts de la durée, et ce qu'elle est." },
  { "law", 836248,
    "Une loi de mouvement (li.laws() les liste). Celles à trois phases prennent la part "
    .. "ta de tout le temps (1/3) pour accélérer ; trapacc aussi tr : la part de tout le "
    .. "temps (ta/4) où son accélération monte, ta/2 au plus. Une table peut aussi dire le "
    .. "freinage : {ta = .2, td = .4}, td aussi long que ta s'il n'est pas dit, trd la "
    .. "montée du freinage (tr td/ta)." },
  { "law:rms", 903240,
    "Racine de la moyenne de s''^2 : ce qui échauffe un moteur." },
  { "law:breaks", 914342,
    "Où, de 0 à 1, la loi peut changer de formule ; entre deux elle est lisse." },
  { "law:curve", 792449,
    "Le mouvement en une courbe de polynômes : exactement, et error vaut 0 ; d'une loi "
    .. "avec sinus par valeurs et trois dérivées, et error est la plus grande distance "
    .. "entre les deux." },
  { "law:expr", 837115,
    "s(t) en expression, pour t de 0 à 1 (le repos avant et après n'y est pas) ; t : un "
    .. "symbole ou une expression, sinon le symbole t." },
  { "law:explain", 3120,
    "La loi démontrée comme au tableau, chaque ligne vérifiée par des nombres : conditions "
    .. "aux bouts, leurs équations et leur solution ou ses phases, ses maxima et où, le temps "
    .. "le plus court. Options, qui peuvent être seules : lang = 'fr' ; travel, v, a, j : "
    .. "nombres pour le temps, un ou un par axe. what = 'times' : le temps le plus court seul." },
  { "law:plan", 375996,
    "Un mouvement de from à to en une courbe : dans le temps T, ou le plus court sous les "
    .. "bornes v, a, j (nombres, un par axe, ou {min =, max =} d'un ou de chacun). sync : "
    .. "\"phase\" (en proportion : une ligne droite) ou \"time\" (chaque axe par ses "
    .. "propres phases, tous prêts ensemble). info : T, le T minimal, laws, binds (quelles "
    .. "bornes), error (law:curve)." },
  { "laws", 544341,
    "Les lois de mouvement par nom : text ; jerk, si elle peut tenir une borne d'à-coup ; "
    .. "shape, les nombres qu'elle prend, une liste de nom, valeur par défaut et texte ; "
    .. "law, T et les plus grands v, a, peak_jerk et rms (de l'accélération) pour un trajet "
    .. "et T (1), ou pour le temps le plus court sous les bornes v, a, j, avec ce qui le "
    .. "fixe. Affichée, c'est une table." },
  { "spline:at", 720517,
    "Le point avec sa vitesse et son accélération ; avant et après, les bouts." },
  { "spline.__tostring", 511119,
    "Combien de points, quelle dimension, et quand." },
  { "spline", 923791,
    "La spline cubique par les lignes de x aux instants t, qui part à la vitesse v0 et "
    .. "finit à v1 (0)." },
  { "curve:at", 523875,
    "Le point et ses trois premières dérivées ; avant et après, les bouts au repos." },
  { "curve.__tostring", 540079,
    "Sa taille." },
  { "curve:knots", 255121,
    "Où les morceaux commencent, et où le dernier finit." },
  { "curve:coefficients", 699765,
    "Une ligne par composante : a0, a1 .. de a0 + a1 (t - t0) + .., t0 : le nœud où il "
    .. "commence." },
  { "curve:extremes", 532496,
    "Où la dérivée de cet ordre (0 : la courbe elle-même) de chaque composante est la "
    .. "plus petite et la plus grande, exactement." },
  { "curve:jump", 314292,
    "Le plus grand saut de la dérivée de cet ordre en un nœud intérieur, et où." },
  { "curve:slice", 961686,
    "La partie de a à b." },
  { "curve:reverse", 18392,
    "De même à rebours, de son dernier nœud au premier." },
  { "curve:stretch", 158360,
    "De même, factor fois plus long." },
  { "curve:shift", 723842,
    "De même, plus tard." },
  { "curve:join", 453526,
    "L'une après l'autre, celle-ci déplacée dans le temps pour commencer où la première "
    .. "finit." },
  { "curve:along", 452606,
    "La courbe en s(t), comme courbe de t : s a une composante, entre les nœuds de "
    .. "celle-ci." },
  { "curve", 165164,
    "Des polynômes par morceaux : nœuds t0, t1 .., et entre deux nœuds une mat avec une "
    .. "ligne a0, a1 .. par composante, de a0 + a1 (t - t0) + ..." },
  { "via", 808496,
    "Une courbe par les lignes de x aux instants t (ou T avec times = \"chord\", "
    .. "\"centripetal\", \"uniform\" ; ou limits = {v =, a =, j =} : le moindre temps). how "
    .. ": \"cubic\", \"quintic\" (= \"minimum jerk\"), \"septic\" (= \"minimum snap\") avec "
    .. "ends \"rest\", \"natural\", \"periodic\" et v, a, j donnés en un point quelconque, "
    .. "v = {[2] = {1, 0}} ; \"lines\" avec paraboles, \"smooth lines\" avec quintiques "
    .. "(blend = leur temps, ou acceleration = ; through = true) ; \"bspline\" (degrés 3 à "
    .. "7) ; \"smoothing\" (weights, lambda ou \"gcv\"). info : t, T, continuity, energy, "
    .. "least et binds (sous des bornes), near, lambda." },
  { "polynomial", 432394,
    "Un polynôme de degré 3, 5 (si rien n'est dit) ou 7 d'un état à un autre dans le "
    .. "temps T : from, to, vitesses v0, v1, accélérations a0, a1, à-coups j0, j1 ; 0 si "
    .. "rien n'est dit." },
  { "path", 307693,
    "Une trajectoire d'outil, par la longueur parcourue : start = frame ou point, puis "
    .. "des segments, chacun d'où le précédent finit. {'line', to =} ; {'arc', via =, to =} "
    .. "ou {'arc', centre =, axis =, angle =} ; {'circle', centre =, axis = [, turns =]} ou "
    .. "{'circle', via =, to =} ; {'helix', centre =, axis =, rise = (par tour), turns = ou "
    .. "angle =} ; {'screw', to = frame} ou {'screw', centre =, axis =, angle = [, rise =]} "
    .. "; {'spline', poses = {..}} ; {'polyline', poses = {..}}. to et poses sont des "
    .. "frames ou des points ; vers une frame l'outil tourne à vitesse constante par le "
    .. "court chemin (slerp ; spin = tours entiers de plus ; R = attitude au bout si aucune "
    .. "frame n'est dite), sinon il reste (fixed). orientation = 'fixed', ou 'tangent', "
    .. "{'tangent', up = {0, 0, 1}} : il tourne avec le chemin, pour un segment ou tous. "
    .. "blend = m, ou {m, rad} : les coins sont arrondis dans cette distance le long du "
    .. "chemin (et cet angle de l'outil), pour tous ou, dans un segment, à son bout. weight "
    .. "= W (m/rad) : s mesure ds^2 = dp^2 + W^2 dangle^2 ; sinon s est la longueur, et "
    .. "l'angle où l'outil tourne sur place." },
  { "toolpath:at", 867422,
    "La situation en s ; par unité de s, la vitesse de l'origine de l'outil et la vitesse "
    .. "angulaire, dans les axes de la base ; et la dérivée de ces six nombres. À un coin, "
    .. "ce qui est derrière ; avant et après le chemin, les bouts au repos." },
  { "toolpath.__tostring", 39888,
    "Sa longueur, ses espèces et ses coins." },
  { "online", 382215,
    "Des axes avec limits = {v =, a =, j =}, chacune un nombre, des nombres par axe, ou "
    .. "{min, max} (omise : aucune ; j : des deux signes) ; n : combien, si limits ne le "
    .. "dit pas ; sync = \"time\" (tous finissent ensemble), \"phase\" (en ligne droite si "
    .. "cela n'est pas plus long), \"line\" (quoi qu'il en coûte), \"none\" ; mode = "
    .. "\"position\" ou \"velocity\" (buts de v et a seuls) ; cycle : les durées en sont "
    .. "des multiples." },
  { "motion:at", 191305,
    "Où il est à t, et ses trois premières dérivées ; avant et après il est au repos." },
  { "motion:peaks", 40358,
    "Par axe et espèce (peaks.q1.v) : most, la plus grande valeur ; t, quand ; et si le "
    .. "mouvement a des bornes least, greatest, used (1 : à sa borne) ; binding : ce qui "
    .. "est le plus près de sa borne." },
  { "motion:c", 786533,
    "Une fonction C void name(double t, double q[], double v[], double a[]) du mouvement, "
    .. "en C99 seul." },
  { "motion:input", 899061,
    "Ce qui le suit dans model:simulate{input = ..} : les efforts de la dynamique inverse "
    .. "au mouvement (anticipation), et kp, kd (nombres, listes ou par noms) de l'erreur. "
    .. "feedforward = false, model = un autre (ce que la commande sait)." },
  { "motion.__tostring", 578948,
    "Sa durée, et ce qui la fixe." },
  { "motion:reverse", 370527,
    "De même à rebours." },
  { "motion:stretch", 591977,
    "De même, tant de fois plus long, ou en {T = } secondes." },
  { "motion:slice", 716370,
    "La partie de a à b, à partir de 0." },
  { "motion:join", 85350,
    "L'un après l'autre ; positions et vitesses ne doivent pas sauter." },
  { "motion:repeated", 791145,
    "De même n fois ; il doit finir comme il commence." },
  { "motion:run", 602792,
    "En une simulation : colonnes t, coordonnées, vitesses (q1'), q1'', q1''', et avec un "
    .. "modèle l'extrémité (x, y, z, sa vitesse), efforts tau.q1, room.q1 (distance à la "
    .. "butée la plus proche) et singular (la plus petite valeur singulière de la "
    .. "jacobienne ; 0 en un lieu singulier). rows = 201 ou dt =. Elle se trace, "
    .. "s'enregistre et se montre comme toute simulation." },
  { "motion:expr", 438603,
    "L'axe (son numéro ou nom ; tous dans une liste) en expression de t, au repos avant "
    .. "et après." },
  { "motion:driven", 615029,
    "Le modèle aux coordonnées menées : chacune suit le mouvement comme une contrainte du "
    .. "temps." },
  { "motion", 514261,
    "Un mouvement : li.motion{ bras, une façon, ce qui dit son temps }. Façons : from, to "
    .. ": nombres par axe dans l'ordre ou par noms (sans modèle names = {..}, ou q1, q2 "
    .. "..), ou états {q =, v =, a =} ; via : des points, avec les options de li.via ; path "
    .. ": une courbe de tous les axes, ou li.path de l'outil (follow = options de "
    .. "model:follow) ; curve : une courbe quelconque de t. Temps : law (un nom de "
    .. "li.laws() ou une loi) avec T ou le plus court sous limits = {v = , a = , j = , "
    .. "torque = } (nombres pour les deux signes, {min, max}, listes ou par noms ; sans v "
    .. "les vitesses du modèle, torque = true ses efforts) ; des bornes sans loi : le plus "
    .. "court de tous, d'un état quelconque à un autre (li.online ; sync) ou le long d'un "
    .. "chemin (model:time_optimal ; start, stop, tool, grid). nil, message, code et un "
    .. "rapport si un chemin ne peut être suivi." },
  { "run:columns", 46802,
    "Les noms des colonnes." },
  { "run:at", 838264,
    "Une colonne à un instant. Entre les lignes, les états sont lus aussi exactement que "
    .. "la simulation fut intégrée, par le polynôme des pas voisins ; les énergies sont "
    .. "celles de l'état là ; toutes les autres colonnes en ligne droite." },
  { "run:summary", 914461,
    "Statistiques d'une colonne sur ses lignes." },
  { "run:state", 471884,
    "Où elle a fini : d'où une autre simulation repart. Ou où il était à un instant, lu "
    .. "comme run:at lit les colonnes." },
  { "run:unit", 537462,
    "L'unité d'une colonne : rad et rad/s de ce qui tourne, m et m/s de ce qui glisse, J "
    .. "; rien si elle n'est pas connue." },
  { "run.__len", 138559,
    "Combien de lignes." },
  { "run.__tostring", 839088,
    "Temps, lignes, pas, secondes de calcul, et ce qu'est devenue l'énergie." },
  { "run:column", 184394,
    "Une colonne par son nom, une copie. run.name est la même colonne faite une fois : "
    .. "une boucle peut lire run.q1[i]." },
  { "run:curve", 235756,
    "Une colonne comme une figure la veut : ses lignes, et entre elles autant de points "
    .. "qu'il faut pour une courbe lisse (600 en tout, ou points)." },
  { "run:setup", 984388,
    "Ce que li.simulate a reçu : une copie à changer et à simuler de nouveau." },
  { "run:origin", 324634,
    "Ce qui était demandé : model, method, rtol, atol, h, h_max, fixed, max_steps, dt ; "
    .. "driven : si des fonctions du script ou des forces ont pris part." },
  { "run:memory", 802601,
    "Ce que commandes et forces gardent à sa fin : sorties tenues et en chemin, quand "
    .. "elles sont demandées ensuite, bruit, courants des moteurs. run:resume et run:fork "
    .. "continuent avec ; model:simulate le prend comme memory =." },
  { "run:error", 225016,
    "Ce qu'une fonction de l'utilisateur a levé pour l'arrêter, tel quel ; sinon nil." },
  { "run:add", 915093,
    "Une colonne de plus, un nombre par ligne." },
  { "run:integral", 319734,
    "L'intégrale d'une colonne dans le temps, par trapèzes." },
  { "run:info", 95575,
    "steps, rejected, calls (du second membre), seconds, event (qui l'a finie, 0 : "
    .. "aucun), t, method, interrupted, failed. De l'énergie, si tout ce qui agit est "
    .. "compté : given (travail de ce qui mène), lost, events (perdue où il y eut un choc, "
    .. "ou un événement changeant l'état), drift (la plus grande différence qui reste). "
    .. "told : ce que print(run) dit sous sa ligne, une liste de {what = 'stop', 'outside', "
    .. "'limit', 'speed', 'effort', 'moved' .., name, count, first (instant), most, text}." },
  { "run:hash", 133489,
    "Empreinte de toutes les colonnes : la même pour la même simulation sur chaque "
    .. "machine dont le processeur a la multiplication-addition (x86-64-v3, AArch64), ou "
    .. "avec make FMA=1." },
  { "run:csv", 825960,
    "Toutes les colonnes en texte séparé par des virgules ; dans un fichier, qui paraît "
    .. "entier ou pas du tout (et une erreur est levée s'il ne peut être écrit)." },
  { "run:json", 987214,
    "De même en JSON." },
  { "run:lua", 409407,
    "De même en un fichier Lua qui rend une table." },
  { "run:npy", 92708,
    "De même en un tableau NumPy de lignes." },
  { "run:plot", 726286,
    "La simulation en figure : coordonnées, vitesses et énergies dans le temps, ou les "
    .. "colonnes nommées ; over : une autre colonne que t ; enregistrée en SVG si un "
    .. "fichier est donné." },
  { "run:work", 778541,
    "Le travail de chaque force sur le mécanisme depuis le départ (J), à la fin ou à un "
    .. "instant, d'une simulation avec record = 'work', qui l'a en colonnes aussi "
    .. "(W.spring1) : éléments de force par leurs noms, articulations (leurs ressorts, "
    .. "amortisseurs et frottement), weight, tau (ce que poussent input, tau et commandes), "
    .. "rows (contraintes qui se meuvent dans le temps), Q (autres forces d'équations). "
    .. "Tous ensemble sont ce que l'énergie cinétique a gagné." },
  { "run:resume", 742036,
    "Continue pendant t d'où elle a fini (le dernier bon état d'une simulation qui échoua "
    .. "ou fut arrêtée) : la même expérience, avec des options changées." },
  { "run:fork", 877054,
    "Ce qui aurait été à partir de t avec des options changées : input, forces, method, t "
    .. "(combien de temps) ..." },
  { "run:derive", 304286,
    "Une colonne de plus : une expression des autres (q1' est la vitesse de q1 ; sin, "
    .. "sqrt, pi ... sont connus), ou une fonction d'une ligne." },
  { "run:phase", 699783,
    "Une colonne en fonction d'une autre : le plan de phase de q1 et q1' ; le point est "
    .. "le départ." },
  { "plot_run", 959087,
    "Une simulation en figure : coordonnées, vitesses et énergies dans le temps, ou les "
    .. "colonnes nommées." },
  { "compare_runs", 569423,
    "Où deux simulations diffèrent d'abord de plus que tol (1 + taille) : l'instant, la "
    .. "colonne, les deux nombres ; rien si elles s'accordent. b est lue entre ses lignes "
    .. "si les instants diffèrent." },
  { "methods", 606637,
    "Les méthodes d'intégration de cette version, par nom : ordre, adaptive (choisit ses "
    .. "pas), texte. cvode et ida y sont s'il y avait SUNDIALS." },
  { "simulate", 94742,
    "Laisser un modèle se mouvoir : li.simulate{ model, q =, v =, t = secondes } et toute "
    .. "option de model:simulate (dt, rtol, method, input, forces, controllers, events ...) "
    .. "; tau = { q1 = \"-20*q1 - 5*q1'\" } : des efforts en expressions de coordonnées, "
    .. "vitesses et t, qu'une page vivante calcule aussi ; ou x' = f(t, x, dx), une "
    .. "fonction ou un noyau : li.simulate{ f =, x =, t = } avec les options de li.ode." },
  { "ode", 532682,
    "Intègre x' = f(t, x, dx, u) pendant t depuis x ; f remplit dx ou rend les dérivées ; "
    .. "ou un noyau de x, de t et x, ou de t, x et u. Options comme dans model:simulate, et "
    .. "names = {...}, par lesquels x et dx de f vont aussi (x.w ; x.x1 sans) ; inputs = {F "
    .. "= 3, d = \"sin(t)\"} : nombres, expressions de t et des états, fonctions (t, x), ou "
    .. "des noms, \"F d\", que fixent input, tau et controllers ; model = m : x est q, v et "
    .. "les états propres d'un modèle, dont la simulation a les noms, unités et énergies "
    .. "(ceux de model:compile 'dynamics' d'eux-mêmes) ; avec method = 'radau5' aussi mass "
    .. "= {1, 0, ..} : 0 pour des équations algébriques 0 = f, index = {..} : 2 ou 3 pour "
    .. "des multiplicateurs de contraintes de vitesse et de position." },
  { "random", 632553,
    "Un générateur de nombres au hasard ; graine 1 si aucune n'est donnée." },
  { "memory", 249339,
    "Ce que modèles, simulations, expressions et noyaux de ce processus peuvent tenir "
    .. "ensemble (limit) et tiennent (held), en mégaoctets ; ou fixe la limite, au moins "
    .. "64. C'est trois quarts de la mémoire de la machine, ou de son conteneur : ce qui en "
    .. "prendrait plus est refusé. Ce que Lua tient n'y est pas." },
  { "plot.__tostring", 880849,
    "La figure en points de Braille." },
  { "plot", 131524,
    "Une figure de y (une liste, ou une liste de listes) en fonction de x, ou de séries "
    .. "{x=, y=, label=, kind=, axis=, color=, marker=} ; kind est line, scatter (shape = "
    .. "dot, cross ou ring), bars ou steps. Aussi title, xlabel, ylabel, y2label, xlog, "
    .. "ylog, y2log, xlim, ylim, y2lim, equal, legend, grid, width, height." },
  { "plot:svg", 76342,
    "La figure en texte SVG." },
  { "plot:braille", 41383,
    "La figure en points de Braille, 72 colonnes sur 16 lignes si rien d'autre n'est dit." },
  { "plot.stack", 439585,
    "Des figures l'une sous l'autre en une image." },
  { "plot.histogram", 105276,
    "Combien de valeurs tombent dans des classes de même largeur ; options comme dans "
    .. "plot, et bins." },
  { "type", 812763,
    "La classe d'un objet de liaison ('vec', 'rot', ...), sinon le type de Lua." },
  { "signatures", 104254,
    "Une liste de toutes les fonctions : {name=, sig=, text=, example=}." },
  { "marking.__tostring", 619479,
    "Une ligne par question, et le total." },
  { "exercise.__tostring", 907045,
    "Son énoncé pour l'étudiant 1." },
  { "exercise:data", 362547,
    "Les nombres d'un étudiant (1 si omis) : les mêmes pour le même numéro ou nom, sur "
    .. "chaque machine." },
  { "exercise:statement", 988774,
    "Ce qui est dit et demandé. options : student, lang = 'en' ou 'fr'." },
  { "exercise:answers", 466672,
    "Les réponses justes par nom de question, en textes qui se relisent." },
  { "exercise:check", 556897,
    "Réponses par nom de question (textes tels que tapés, avec unités, ou nombres, vec, "
    .. "mat, rot, frame) : juste, faux, presque juste, ou pas une réponse de cette espèce ; "
    .. "une fausse est comparée aux erreurs habituelles, et celle qui y mène est nommée. "
    .. "options : student, lang." },
  { "exercise:wrong_answers", 568168,
    "Où mènent les erreurs habituelles avec les nombres d'un étudiant : liste de {asked, "
    .. "mistake, answer}." },
  { "exercise", 301579,
    "Un exercice : name, title, statement {en =, fr =} avec {L} pour les données, data = "
    .. "{{'L', 1}, {'m', from, to, step, unit = 'kg'}, ..}, condition(d), solve(d, how) ou "
    .. "answer(d, how) de chaque question {name, en, fr, kind = number, vector, matrix, "
    .. "rotation, frame, list, formula ou choice, unit, digits, tol}. how : les mots d'une "
    .. "recette que des erreurs habituelles remplacent (how.gravity, how.atan2)." },
  { "exercise:solution", 205594,
    "La solution et les réponses justes. options : student, lang." },
  { "exercise:picture", 245914,
    "Sa figure en SVG, nil s'il n'en a pas." },
  { "exercises.get", 192810,
    "Un exercice livré avec liaison." },
  { "exercises.names", 547752,
    "Les noms des exercices livrés avec liaison, d'un chapitre ou de tous." },
  { "sheet.__tostring", 951602,
    "Ses exercices, une ligne chacun." },
  { "sheet:html", 558745,
    "Une page qui n'a pas besoin de réseau : les réponses y sont tapées et vérifiées, les "
    .. "solutions cachées jusqu'à ce qu'on les demande. options : student, lang, form = "
    .. "'print' pour le papier, solutions = true avec elles. Son texte, ou écrit dans path "
    .. ": true." },
  { "sheet:latex", 616902,
    "La feuille en document LaTeX, figures en TikZ. options : student, lang, solutions. "
    .. "Son texte, ou écrit dans path : true." },
  { "sheet:blank", 165344,
    "Le fichier qu'un étudiant remplit : nom = réponse, une ligne chacune." },
  { "sheet:mark", 978440,
    "Un fichier de réponses corrigé : {student, total, of, marques par exercice, "
    .. "verdicts, notes}." },
  { "sheet:grade", 576593,
    "Tous les fichiers de réponses (.txt) d'un dossier corrigés : une ligne chacun, comme "
    .. "sheet:mark la donne, avec file. options : csv = un fichier pour les notes, lang. "
    .. "Nil et pourquoi s'il n'y en a pas." },
  { "sheet", 757651,
    "Des exercices, ou des noms d'exercices livrés, mis ensemble : {'rr_torques', .., "
    .. "title = .., lang = 'fr', chapter = 6 (tout le chapitre)}." },
  { "toolpath:breaks", 169956,
    "Où ses morceaux commencent et où le dernier finit : à l'intérieur, toutes les "
    .. "dérivées sont lisses." },
  { "toolpath:segments", 750752,
    "La liste de ses parties dans l'ordre, chacune avec from et to (s), segment (le "
    .. "numéro sous lequel elle a été dite), kind, orientation (fixed, slerp, screw, "
    .. "tangent) et blend (true dans une zone)." },
  { "toolpath:corners", 594253,
    "Où le twist saute (ordre 1) ou seulement sa dérivée (ordre 2) : une liste avec s, "
    .. "order, angle entre les directions, et les tailles des sauts : curvature (1/m), turn "
    .. "(rad/m), turn_rate (rad/m^2)." },
  { "toolpath:points", 480207,
    "n lieux de l'origine de l'outil, régulièrement le long du chemin : une ligne chacun." },
  { "toolpath:frames", 743286,
    "n situations, régulièrement le long du chemin, pour dessiner." },
  { "toolpath:speed_limit", 889551,
    "Le plus grand ds/dt en s sous les bornes v (m/s) de l'origine de l'outil, w (rad/s) "
    .. "de sa rotation et a (m/s^2) de son accélération à ds/dt constant ; infini si aucune "
    .. "ne le borne." },
  { "toolpath:slice", 961686,
    "La partie de a à b." },
  { "toolpath:reverse", 516974,
    "Le même chemin de son bout à son début." },
  { "toolpath:join", 634532,
    "L'un après l'autre ; il doit commencer où celui-ci finit." },
  { "kernel:batch", 517498,
    "Les résultats pour beaucoup d'entrées, une par ligne, huit à la fois." },
  { "kernel:wait", 27014,
    "Attend que le compilateur C ait fini, au plus tant de secondes. Jusque-là la bande "
    .. "calcule, avec les mêmes bits." },
  { "online:plan", 326278,
    "Le mouvement le plus court, ou un qui dure at_least. from, to : positions au repos, ou "
    .. "une table {p =, v =, a =}. info : duration, slowest (l'axe), straight, et par axe "
    .. "alone (le temps le plus court s'il était seul), brake (temps de retour dans ses "
    .. "bornes), phases (lignes t, p, v, a, j)." },
  { "online:through", 291609,
    "Un mouvement par des points, une ligne pour chacun ; vitesses et accélérations y sont "
    .. "choisies pour qu'il soit court (une recherche locale). info : duration, durations, v, "
    .. "a aux points." },
  { "online:step", 802404,
    "L'état {p =, v =, a =} un cycle plus tard, sur le chemin le plus court vers le but, et "
    .. "le temps qui reste : pour la boucle d'une commande." },
  { "random:uniform", 500472,
    "Un nombre de 0 à 1, ou dans [from, to), tous également probables." },
  { "random:normal", 752117,
    "Un nombre de la loi normale." },
  { "random:int", 457960,
    "Un nombre entier de 1 à n." },
  { "sweep", 195776,
    "Une expérience, de nombreuses fois : li.sweep{ model, runs = 1000, t = 10, with = {m1 "
    .. "= ..}, q = {..}, v = {..}, tau = {expressions en coordonnées, vitesses, t, "
    .. "paramètres}, inputs = {par nom}, controllers = {blocs}, references = {par nom} }, "
    .. "chaque valeur un nombre, une liste d'un par expérience, {uniform = {a, b}}, {normal = "
    .. "{moyenne, écart type}}, {from =, to =} ou function(random, r). Un paramètre peut être "
    .. "une valeur d'un bloc (['pid.kp']) ou un signal que des blocs demandent. Huit "
    .. "expériences à la fois sur chaque processeur (threads), les mêmes résultats quel qu'en "
    .. "soit le nombre ; colonnes run, paramètres, q_0, q'_0, q, q' à la fin, ce que les blocs "
    .. "ont donné en dernier, t_end (moins que t si une expérience a échoué), steps. Aussi "
    .. "seed, method, rtol, atol, h, threads, progress. Les forces de la description agissent "
    .. "; une expérience qui rencontre une butée d'articulation est recalculée avec sa butée, "
    .. "tau est écrêté aux efforts (options = {limits = 'ignore', efforts = 'ignore'} : ni "
    .. "l'un ni l'autre). Boucles, contraintes, frottement sec, butées et efforts donnés par "
    .. "des paramètres, ce qui agit à des événements, blocs en retard ou demandés sans cesse, "
    .. "fonctions Lua et options = {forces =, input = ..} vont l'une après l'autre. Ctrl-C "
    .. "lève 'interrupted!' dans un script ; à l'invite, ou avec on_interrupt = 'keep', il "
    .. "donne ce qui a été calculé : les expériences pas encore commencées finissent à leur "
    .. "départ." },
  { "smooth", 738909,
    "Les états d'un système linéaire à tous les instants d'un enregistrement, lissés par ce "
    .. "qui fut mesuré avant et après : {system, Q, R, P0, x0, dt, noise, G} comme les a "
    .. "li.kalman_filter, y = {{..}, ..} (une ligne par instant ; false : pas mesuré), u = "
    .. "mat. Donne x (lignes), variance (lignes), P (une liste), et filtered, ce que savait le "
    .. "filtre." },
}
