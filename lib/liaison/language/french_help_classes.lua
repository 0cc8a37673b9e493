-- french_help_classes.lua - help in French: what the classes are
return {
  { "vec:", 7850,
    "Des nombres en ligne, indicés à partir de 1. Ce qui prend un vec prend aussi une "
    .. "table." },
  { "smat:", 24242,
    "Un vecteur ou une matrice d'expressions : v[i], M[i][j]." },
  { "comparison:", 659077,
    "Ce qui diffère entre une expression imprimée et une calculée : champs equal, list." },
  { "followed:", 981317,
    "Ce qu'a rencontré le suivi d'une trajectoire d'outil : ses erreurs, butées, "
    .. "positions singulières, sauts et bords, et les branches essayées." },
  { "linear:", 434931,
    "Équations du mouvement autour d'un point de fonctionnement : champs M, D, K, U, rest "
    .. "(de M dq'' + D dq' + K dq = U du + rest), q, inputs, n." },
  { "expr:", 273308,
    "Une expression en symboles : nombres, sommes, produits, puissances et fonctions, "
    .. "chacun écrit une fois." },
  { "mat:", 100414,
    "Une matrice, indicée M[i][j] à partir de 1. Ce qui prend une mat prend aussi une "
    .. "table de lignes." },
  { "slider_crank:", 883256,
    "Manivelle l1 autour de l'origine, bielle l2, coulisseau sur la droite y = e." },
  { "spline:", 16495,
    "Une courbe d'accélération continue par des points à des instants donnés." },
  { "twist:", 660928,
    "Torseur cinématique d'un corps : v de son point à l'origine, vitesse angulaire w ; "
    .. "partie linéaire d'abord." },
  { "system:", 969695,
    "Des corps placés par des expressions, avec contraintes de vitesse et forces : d'où "
    .. "part system:kane()." },
  { "rot:", 841097,
    "Une rotation R_AB : ses colonnes sont les axes du repère B exprimés dans A, donc "
    .. "elle mène des composantes dans B à celles dans A ; R_AC = R_AB * R_BC." },
  { "model:", 952757,
    "Un mécanisme : sa description, et ce qu'on calcule avec." },
  { "fourbar:", 817152,
    "AB = l1 à phi1, BC = l2 à phi2, DC = l3 à phi3 ; angles depuis l'axe x, A à "
    .. "l'origine." },
  { "inverse_equations:", 121180,
    "Modèle géométrique inverse d'un bras en symboles : steps (q, name, letters, "
    .. "solutions, sign, must, free), count, most, target, demands, points." },
  { "slotted_link:", 501852,
    "Un bras autour de (-l3, 0) dont la rainure rencontre la droite y = d." },
  { "motion:", 513504,
    "Un mouvement d'un ou de plusieurs axes dans le temps : de li.motion." },
  { "law:", 175618,
    "Une loi de mouvement s(t) de 0 à 1 sur l'unité de temps, au repos aux deux bouts." },
  { "run:", 298788,
    "Ce qu'une simulation a donné : colonnes de nombres par nom (run.t, run.q1, "
    .. "run[\"q1'\"]), lignes dans l'ordre du temps. run.q et run.v sont toutes les "
    .. "coordonnées et vitesses, une ligne chacune." },
  { "kane:", 853217,
    "Équations du mouvement par vitesses généralisées, avec chaque matrice des dix étapes "
    .. ": D alpha' + C alpha + c = tau." },
  { "wrench:", 495387,
    "Torseur d'efforts : force f et moment n à l'origine ; partie linéaire d'abord." },
  { "kernel:", 436650,
    "Une fonction de nombres faite d'expressions : code machine si un compilateur C est "
    .. "trouvé (kind 'kernel'), sinon une bande, et why ; d'un grand arbre, le moteur "
    .. "lui-même. Tant que le compilateur travaille (ready est false) la bande calcule, "
    .. "avec les mêmes bits. takes, gives : combien de nombres ont chaque entrée et chaque "
    .. "résultat." },
  { "tape:", 555065,
    "Les instructions derrière une fonction faite par expr:fn." },
  { "curve:", 991304,
    "Une courbe de n composantes qui sont des polynômes par morceaux, dans le temps ou le "
    .. "long d'un chemin." },
  { "diagnosis:", 262721,
    "Ce qu'a trouvé system:constraint_report." },
  { "inertia:", 53013,
    "Masse, centre de masse et tenseur d'inertie d'un corps rigide, à l'origine de son "
    .. "repère." },
  { "online:", 315140,
    "Les bornes d'axes, et comment leurs mouvements les plus courts sont planifiés en "
    .. "ligne." },
  { "mesh:", 531071,
    "Une surface de triangles, leurs sommets dans le sens direct vus du dehors." },
  { "rigid:", 392276,
    "Un corps d'un li.system : champs name, pose (R, p), m, j (masse, inertie), com." },
  { "audit:", 830272,
    "Ce qui tient d'un modèle, et à quel point : chaque loi en des états au hasard." },
  { "toolpath:", 836894,
    "Une trajectoire d'outil dans l'espace, par la longueur parcourue : situations, "
    .. "torseurs cinématiques et leurs dérivées." },
  { "equations:", 81846,
    "Équations du mouvement : M q'' + C q' + c + G + d = Q + J' lambda." },
  { "block:", 949755,
    "Un programme demandé tous les dt : une commande, un estimateur, un filtre." },
  { "generator:", 787625,
    "Un mécanisme en symboles : où sont ses lieux, comment ils se meuvent, ce "
    .. "qu'apportent ses corps ; champs q, v, a, n, armature (des rotors) et passive "
    .. "(efforts des ressorts, amortisseurs et frottements) par coordonnée, et si des "
    .. "articulations tournent par quaternions numbers (de q), N, S (q' = N v, v = S q'), "
    .. "turns (où ils commencent)." },
  { "random:", 657918,
    "Un générateur de nombres au hasard : la même graine donne les mêmes nombres, sur les "
    .. "deux Lua et partout." },
  { "mechanism:", 664282,
    "Corps et articulations, avec boucles : de li.mechanism." },
  { "graph:", 410618,
    "Des repères et les placements entre certains d'entre eux ; les boucles s'accordent." },
  { "frame:", 293186,
    "Une situation X_AB : où est le repère B dans le repère A. Mène des coordonnées dans "
    .. "B à celles dans A ; X_AC = X_AB * X_BC." },
  { "exercise:", 594140,
    "Un exercice : énoncé, données, questions, recettes." },
  { "sheet:", 115620,
    "Des exercices mis ensemble." },
  { "marking:", 959220,
    "Ce qu'une vérification de réponses a trouvé : liste de verdicts {name, status, "
    .. "marks, of, read, mistake, text, hint}, chacun aussi par son nom ; marks, of, right." },
  { "plot:", 969668,
    "Une figure : courbes, points, barres ou marches." },
  { "vector:", 239715,
    "Un vecteur d'expressions qui porte sa base : parts {basis, x, y, z}." },
  { "basis:", 842278,
    "Une base orthonormée dans laquelle des vecteurs sont exprimés : name, parent, et ses "
    .. "axes x, y, z." },
  { "derivation:", 197444,
    "Une démonstration comme au tableau : title, sections {title, lines {kind, name, sides, "
    .. "worst}}, count des lignes vérifiées par des nombres, et la plus grande différence "
    .. "trouvée, worst." },
  { "drawing:", 627711,
    "Un dessin : une seule liste de traits, de cercles et de mots, écrite en SVG, en TikZ "
    .. "ou en points d'un terminal. Champs : width, height (en points, 1/72 pouce), scale "
    .. "(points par unité), told (ce qui a été choisi ou omis, ligne par ligne)." },
}
