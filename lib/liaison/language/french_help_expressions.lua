-- french_help_expressions.lua - help in French: expressions, their matrices, numbers, the session
return {
  { "expr.__add", 168291,
    "a + b, les termes semblables réunis." },
  { "expr.__sub", 842687,
    "a - b." },
  { "expr.__mul", 625328,
    "a * b, les facteurs semblables réunis." },
  { "expr.__div", 855705,
    "a / b ; par un zéro exact c'est une erreur." },
  { "expr.__pow", 998816,
    "a ^ b." },
  { "expr.__unm", 521587,
    "-a." },
  { "expr.__lt", 748886,
    "Refusé : les expressions n'ont pas d'ordre. a:lt(b) fait une condition." },
  { "expr.__le", 696248,
    "Refusé : les expressions n'ont pas d'ordre. a:le(b) fait une condition." },
  { "sin", 568735,
    "Sinus, d'un nombre ou d'une expression." },
  { "cos", 709132,
    "Cosinus." },
  { "tan", 424428,
    "Tangente." },
  { "asin", 451706,
    "Arc sinus, dans [-pi/2, pi/2]." },
  { "acos", 544091,
    "Arc cosinus, dans [0, pi]." },
  { "atan", 943938,
    "Arc tangente ; avec deux arguments l'angle du point (x, y)." },
  { "atan2", 70880,
    "L'angle du point (x, y), dans (-pi, pi]." },
  { "exp", 178668,
    "e^x." },
  { "log", 858219,
    "Logarithme naturel." },
  { "sqrt", 782979,
    "Racine carrée." },
  { "tanh", 586791,
    "Tangente hyperbolique : un signe lisse pour le frottement." },
  { "abs", 612362,
    "Valeur absolue." },
  { "sign", 543986,
    "-1, 0 ou 1." },
  { "floor", 95268,
    "Le plus grand entier qui n'est pas au-dessus de x." },
  { "pow", 892402,
    "x^y." },
  { "min", 617611,
    "Le plus petit." },
  { "max", 805943,
    "Le plus grand." },
  { "piecewise", 147282,
    "Une condition et une valeur, autant de fois que l'on veut, et la valeur si aucune "
    .. "n'est remplie." },
  { "sum", 177399,
    "La somme d'une liste : pour beaucoup de termes, plus rapide qu'en les ajoutant un "
    .. "par un." },
  { "product", 557412,
    "Le produit d'une liste." },
  { "symbols", 160705,
    "Paramètres constants, autant de résultats que de noms." },
  { "coordinates", 260027,
    "Coordonnées : fonctions du temps de dérivées q:d(), q:dd(), écrites q', q''." },
  { "expr", 440902,
    "Une expression d'après son texte : + - * / ^, fonctions, apostrophes pour les "
    .. "dérivées. Un nom inconnu est une erreur, ou avec 'new' devient un paramètre. Les "
    .. "nombres sont ce qui est écrit : 0.1 est un dixième." },
  { "expr:diff", 766385,
    "La dérivée par rapport à un symbole, ou à plusieurs l'un après l'autre." },
  { "expr:d", 330868,
    "La dérivée par rapport au temps : q1 donne q1', les paramètres donnent 0." },
  { "expr:eval", 762837,
    "La valeur pour {nom = nombre, ...} ; nil, message, 'EDOMAIN' s'il n'y en a pas. Un "
    .. "symbole sans nombre est une erreur qui le nomme ; les noms d'aucun symbole sont "
    .. "ignorés." },
  { "expr.__tostring", 989777,
    "Comme li.expr la relit ; au-delà de 200000 octets elle finit par '...' (expr:text "
    .. "donne tout)." },
  { "expr:simplify", 400078,
    "trig, cancel, factor et expand, la plus courte à la fin ; jamais plus d'opérations. "
    .. "Une note dit où l'on s'est arrêté." },
  { "expr:solve", 320681,
    "Les racines x de expr = 0, de degré 1 ou 2 en x ou K cos x + L sin x = M : {racine "
    .. "[, racine], condition = ce qui ne doit pas être négatif}. nil, message, 'EDOMAIN' "
    .. "s'il n'y en a pas." },
  { "expr:latex", 505160,
    "En LaTeX, les dérivées par des points. Avec 'angles' ou 'own' sin(q1 + q2) est "
    .. "s_{12}, comme dans expr:text." },
  { "expr:lt", 652719,
    "La condition a < b, pour li.piecewise : 1 si elle est remplie, sinon 0." },
  { "expr:le", 464284,
    "La condition a <= b." },
  { "expr:gt", 438121,
    "La condition a > b." },
  { "expr:ge", 462359,
    "La condition a >= b." },
  { "expr:eq", 953884,
    "La condition a = b. (a == b demande si elles sont une seule expression.)" },
  { "expr:origin", 399537,
    "La ligne qui l'a construite la première, 'arm.lua:14', si li.origins(true) a été dit "
    .. "avant ; sinon nil." },
  { "origins", 502149,
    "Si les expressions se souviennent de la ligne qui les a construites : expr:origin(), "
    .. "et eval dit où ce qui n'a pas de valeur a été construit. Non au départ." },
  { "functions", 385659,
    "Autres fonctions du temps, avec dérivées comme les coordonnées : entrées, mouvements "
    .. "imposés." },
  { "time", 621684,
    "Le temps t." },
  { "ratio", 926827,
    "Le nombre exact a/b." },
  { "exact_pi", 187725,
    "Le nombre exact pi, dont on connaît sinus et cosinus." },
  { "expr:dd", 318545,
    "La dérivée seconde par rapport au temps." },
  { "expr:gradient", 298062,
    "Le vecteur des dérivées par rapport à une liste de symboles, en un seul passage à "
    .. "rebours." },
  { "expr:hessian", 358771,
    "La matrice des dérivées secondes." },
  { "expr:subs", 131000,
    "Tout remplacé à la fois : {x = y, y = 'x + 1', [q1] = 0}, ou une chose par une "
    .. "autre. Les sommes sont trouvées dans des sommes plus longues, les produits dans des "
    .. "produits plus longs." },
  { "expr:fn", 526722,
    "Une fonction de nombres, pour beaucoup d'évaluations : les entrées dans cet ordre." },
  { "expr:expand", 817927,
    "Produits et puissances entières de sommes développés, partout." },
  { "expr:collect", 989388,
    "En somme de puissances des symboles (ou expressions) nommés, chacune avec tous ses "
    .. "termes en un facteur." },
  { "expr:factor", 853662,
    "Ce que les termes ont en commun mis en facteur, de tous d'abord, puis des plus "
    .. "grands groupes ; jamais plus d'opérations." },
  { "expr:trig", 143760,
    "La plus courte des formes exactes : produits de sinus et cosinus réunis en angles de "
    .. "sommes, sin^2 + cos^2 = 1 ; jamais plus d'opérations." },
  { "expr:merge", 734689,
    "Paires de produits de sinus et cosinus réunies en l'angle d'une somme, cos a cos b - "
    .. "sin a sin b = cos(a + b), tant qu'il y en a, même si cela prend plus d'opérations. "
    .. "Un produit seul reste." },
  { "expr:cancel", 443593,
    "Facteurs communs des numérateurs et dénominateurs simplifiés, polynômes compris ; "
    .. "jamais plus d'opérations." },
  { "expr:angles", 100367,
    "Sinus et cosinus de sommes et de multiples développés en ceux d'angles simples ; tan "
    .. "devient sin/cos." },
  { "expr:fraction", 188790,
    "Numérateur et dénominateur d'une seule fraction, irréductible." },
  { "expr:symbols", 327451,
    "Les symboles qu'elle contient, dans l'ordre de leurs noms (m2 avant m10)." },
  { "expr:depends", 318753,
    "Si le symbole ou l'expression x y figure." },
  { "expr:coeff", 33379,
    "Le facteur de x^puissance (1 si omise) si c'est un polynôme en x." },
  { "expr:degree", 73303,
    "Le degré comme polynôme en x ; nil si ce n'en est pas un." },
  { "expr:is_zero", 702505,
    "true : prouvée nulle partout ; false : prouvée non nulle quelque part ; nil : ni "
    .. "l'un ni l'autre." },
  { "expr:equals", 392228,
    "Si les deux sont égales partout : true ou false avec une preuve, sinon nil. (a == b "
    .. "demande si elles sont écrites de même.)" },
  { "expr:number", 389150,
    "Le nombre qu'elle est, nil si elle contient des symboles." },
  { "expr:kind", 227675,
    "number, symbol, sum, product, power, ou le nom de la fonction." },
  { "expr:parts", 626025,
    "De quoi elle est faite : termes, facteurs, arguments, base et exposant." },
  { "expr:ops", 566420,
    "Les opérations pour l'évaluer : mul, add, div, fun ; ce qui revient deux fois n'est "
    .. "compté qu'une fois." },
  { "expr:leaves", 309570,
    "Combien de noms et de nombres a son texte, dit avant de l'écrire : ce qui revient "
    .. "deux fois est écrit deux fois, et compté deux fois." },
  { "expr:text", 124795,
    "En texte, entière. Avec 'angles' sin(q1 + q2) est s12 si toutes ses coordonnées ont "
    .. "un même nom et un numéro ; avec 'own' ses autres coordonnées ne comptent pas. "
    .. "beside : symboles qui figurent dans le même texte, où un nom parmi eux ne doit pas "
    .. "servir deux fois." },
  { "solve", 298012,
    "Inconnues d'équations qui y sont linéaires, chacune donnée par une expression qui "
    .. "doit être nulle. nil, message, 'ESINGULAR' s'il n'y a pas une solution unique." },
  { "smat.__len", 377937,
    "#M : combien de lignes." },
  { "smat.__add", 918826,
    "M + N, avec mats et vecs aussi." },
  { "smat.__sub", 361808,
    "M - N." },
  { "smat.__mul", 570057,
    "M * N, M * v, et un nombre ou une expression fois M." },
  { "smat.__div", 238171,
    "Chaque élément divisé." },
  { "smat.__unm", 518967,
    "-M." },
  { "smat.__tostring", 681223,
    "Une ligne de texte par ligne, colonnes alignées ; un vecteur en une ligne. c12 est "
    .. "cos(q1 + q2) si les angles portent un même nom, et une ligne dessous le dit." },
  { "smat:at", 971178,
    "Un élément : M:at(i, j) est M[i][j], v:at(i) est v[i]." },
  { "smat:transpose", 227177,
    "La transposée ; d'un vecteur, une matrice d'une ligne." },
  { "smat:det", 120580,
    "Le déterminant par mineurs, au plus 16 lignes." },
  { "smat:inverse", 46320,
    "L'inverse par cofacteurs, au plus 8 lignes par bloc (lignes et colonnes sans élément "
    .. "commun avec d'autres) ; nil, message, 'ESINGULAR' si le déterminant est nul." },
  { "smat:solve", 623633,
    "X tel que M X = b par élimination ; avec 'ldl' pour M symétrique par L D L' sans "
    .. "pivot. nil, message, 'ESINGULAR' si M est singulière." },
  { "smat:jacobian", 19096,
    "La matrice des dérivées d'un vecteur par rapport à une liste de symboles." },
  { "smat:latex", 869305,
    "En pmatrix de LaTeX ; style comme dans expr:latex." },
  { "smat:simplify", 420760,
    "expr:simplify de chaque élément." },
  { "smat:d", 543843,
    "La dérivée de chaque élément par rapport au temps." },
  { "smat:diff", 316470,
    "La dérivée de chaque élément par rapport à un symbole." },
  { "smat:eval", 466695,
    "Les nombres pour {nom = nombre, ...}." },
  { "smat:compact", 476483,
    "Les mêmes éléments avec aussi peu d'opérations ensemble qu'on en trouve : parties et "
    .. "facteurs communs calculés une fois. constants = true : les symboles constants dans "
    .. "le temps sont connus d'avance, ce qui n'est fait que d'eux est gratuit." },
  { "smat:text", 141492,
    "Les lignes en texte : 'plain', ou avec c12 pour cos(q1 + q2), comme expr:text "
    .. "l'écrit ; sans la ligne qui dit ce qu'est c12." },
  { "smat:size", 818711,
    "Lignes et colonnes ; un vecteur a une colonne." },
  { "smat:table", 25479,
    "Les éléments dans des tables de Lua." },
  { "smat:row", 329668,
    "La ligne i comme vecteur." },
  { "smat:col", 294297,
    "La colonne j comme vecteur." },
  { "smat:dot", 215112,
    "La somme des produits de leurs éléments." },
  { "smat:cross", 617883,
    "Produit vectoriel." },
  { "smat:trace", 383024,
    "La somme de la diagonale." },
  { "smat", 402913,
    "Une matrice par ses lignes {{a, b}, {c, d}}, un vecteur par {a, b} ; les éléments "
    .. "sont des expressions, des nombres ou des textes." },
  { "seye", 28385,
    "La matrice unité en expressions." },
  { "jacobian", 754990,
    "La matrice des dérivées d'une liste d'expressions par rapport à une liste de "
    .. "symboles." },
  { "smat:expand", 447582,
    "expr:expand de chaque élément." },
  { "smat:factor", 766148,
    "expr:factor de chaque élément." },
  { "smat:trig", 197076,
    "expr:trig de chaque élément." },
  { "smat:merge", 382055,
    "expr:merge de chaque élément." },
  { "smat:cancel", 239381,
    "expr:cancel de chaque élément." },
  { "smat:subs", 772518,
    "expr:subs dans chaque élément." },
  { "smat:fn", 924571,
    "Une fonction de nombres avec un résultat par élément, ligne par ligne." },
  { "smat:ops", 929018,
    "Les opérations de tous les éléments ensemble : mul, add, div, fun ; ce qui revient "
    .. "deux fois n'est compté qu'une fois. constants = true : ce qui n'a que des symboles "
    .. "constants dans le temps est connu d'avance et non compté." },
  { "smat:leaves", 737480,
    "expr:leaves de chaque élément." },
  { "compare", 939001,
    "Les termes où diffèrent deux expressions, ou deux matrices de même taille (listes, "
    .. "vec, mat, rot, frame aussi) ; les textes peuvent avoir de nouveaux symboles, et c1, "
    .. "s12 sont cos(q1), sin(q1 + q2) si l'autre côté a de tels angles. options : tol, ou "
    .. "digits = combien de chiffres du plus grand nombre calculé : des nombres aussi "
    .. "proches sont égaux." },
  { "comparison.__tostring", 318771,
    "Les termes qui diffèrent, une ligne par côté ; 'equal' s'il n'y en a pas." },
  { "program", 671334,
    "Une fonction d'expressions comme programme (li.languages() dit les langages), avec "
    .. "son nombre d'opérations et des vecteurs d'essai (3) pour se vérifier. Les entrées "
    .. "sont x, les sorties y ou par nom, {D = .., tau = ..} ; les autres symboles sont la "
    .. "dernière entrée, p, dans l'ordre que le programme dit." },
  { "languages", 462189,
    "Les langages des programmes, par nom : ce qu'est un tel programme." },
  { "digits", 80610,
    "Combien de chiffres significatifs sont affichés : vec, mat, expressions, "
    .. "simulations, tables, démonstrations ; 0 (au départ) : chacun comme d'habitude. Les "
    .. "entiers et les fractions restent, et de même ce qui est relu : expr:text, fichiers, "
    .. "programmes." },
  { "language", 269674,
    "La langue dans laquelle messages, aide, pages, exercices et commandes parlent à une "
    .. "personne ; un nom la choisit. C'est l'anglais, ou ce que dit LIAISON_LANG "
    .. "(LIAISON_LANG=fr). Noms, clés, codes d'échec et fichiers sont les mêmes dans "
    .. "toutes." },
  { "help", 458194,
    "Affiche ce qu'on sait d'un nom, d'une fonction, d'un objet ou d'un espace de noms "
    .. "entier ; sans argument, un aperçu." },
  { "apropos", 961204,
    "Affiche toute fonction dont le nom ou le texte a ce mot, anglais ou français, avec "
    .. "ou sans accents." },
  { "num.root", 664423,
    "x tel que f(x) = 0 près de x0, par Newton avec recherche linéaire ; f prend et donne "
    .. "un nombre ou un vec. options : celles de la liste, jac = fonction, history = true "
    .. "(info.history : |f|, pas, part prise, rang ; info.points). nil, message, code, info "
    .. "si aucune n'est atteinte." },
  { "num.jacobian", 18321,
    "J[i][j] = d f_i / d x_j, par différences finies." },
  { "num.between", 879965,
    "La racine entre a et b, où f est de signes opposés. f peut donner f' en second "
    .. "résultat. nil, message, 'ENOCONV' si le signe change à un pôle ; d'une fonction qui "
    .. "saute, le lieu du saut." },
  { "num.fit", 219138,
    "x qui rend |r(x)| minimal près de x0, par Levenberg et Marquardt. options : celles "
    .. "de la liste, jac = fonction, lo et hi = bornes (infinies au besoin), history = true "
    .. "(info.history : |r|, pas, amortissement). nil, message, code, info si cela ne "
    .. "converge pas." },
  { "num.gradient", 609832,
    "Dérivée d'un nombre par rapport à x, par différences finies." },
  { "num.hessian", 267831,
    "Dérivées secondes d'un nombre, par différences finies." },
  { "solve_trig", 855346,
    "Les deux racines de K cos(phi) + L sin(phi) = M ; nil, message, code s'il n'y en a "
    .. "pas." },
}
