-- french_help_geometry.lua - help in French: vectors, rotations, frames, torsors, inertias, tables
return {
  { "vec:norm", 29620,
    "Longueur : racine de la somme des carrés, ou somme ('one') ou maximum ('max') des "
    .. "valeurs absolues." },
  { "vec:unit", 803942,
    "Le vec divisé par sa longueur." },
  { "vec:near", 779531,
    "Tous les éléments sont-ils égaux à tol (1e-12) près ?" },
  { "vec.__len", 318887,
    "#v : combien de nombres." },
  { "vec.__add", 188228,
    "v + w, élément par élément." },
  { "vec.__sub", 307636,
    "v - w, élément par élément." },
  { "vec.__mul", 288572,
    "s * v ou v * s : chaque élément multiplié par le nombre." },
  { "vec.__div", 807880,
    "v / s : chaque élément divisé par le nombre." },
  { "vec.__unm", 524338,
    "-v." },
  { "vec.__tostring", 3894,
    "Six chiffres par nombre ; les éléments au-dessous de 1e-13 du plus grand s'affichent "
    .. "0." },
  { "vec", 450036,
    "Un vec des nombres donnés (une table ou un autre vec, qui est copié)." },
  { "vec:copy", 714673,
    "Un nouveau vec avec les mêmes nombres." },
  { "vec:sub", 347778,
    "Une copie des éléments i à j ; un nombre négatif compte depuis la fin, comme dans "
    .. "string.sub." },
  { "vec:set", 875710,
    "Remplace tous les éléments ; rend le vec lui-même." },
  { "vec:fill", 73815,
    "Met x dans chaque élément ; rend le vec lui-même." },
  { "vec:table", 440505,
    "Les nombres dans une table de Lua." },
  { "vec:unpack", 856481,
    "Les nombres, comme autant de valeurs." },
  { "vec:each", 55924,
    "Parcourt : for i, x in v:each() do ... end." },
  { "vec:map", 903986,
    "Un nouveau vec de f(x) pour chaque élément x." },
  { "vec:dot", 800844,
    "Produit scalaire." },
  { "vec:cross", 367819,
    "Produit vectoriel de deux vecs de 3." },
  { "vec:sum", 535222,
    "Somme des éléments." },
  { "vec:max", 16315,
    "Le plus grand élément et son indice." },
  { "vec:min", 923646,
    "Le plus petit élément et son indice." },
  { "vec:ptr", 175173,
    "Adresse du premier nombre (double *) pour le ffi de LuaJIT ; valable tant que le vec "
    .. "existe." },
  { "zeros", 936053,
    "Un vec de n zéros, ou une mat de n lignes et cols colonnes." },
  { "mat:get", 756882,
    "Élément de la ligne i, colonne j ; comme M[i][j]." },
  { "mat:set", 691515,
    "Écrit l'élément (i, j) ; rend la mat elle-même." },
  { "mat:size", 765504,
    "Nombres de lignes et de colonnes." },
  { "mat:copy", 249402,
    "Une nouvelle mat avec les mêmes nombres." },
  { "mat:row", 547919,
    "Une copie de la ligne i (M[i] est la ligne elle-même : y écrire écrit dans M)." },
  { "mat:col", 372410,
    "Une copie de la colonne j." },
  { "mat:diagonal", 666704,
    "Une copie de la diagonale." },
  { "mat:each", 569364,
    "Parcourt les lignes : for i, row in M:each() do ... end ; ce qu'on écrit dans row "
    .. "est écrit dans M." },
  { "mat:table", 709159,
    "Les lignes dans des tables de Lua." },
  { "mat:trace", 691682,
    "Somme de la diagonale." },
  { "mat:ptr", 656054,
    "Adresse du premier nombre (double *, ligne après ligne) pour le ffi de LuaJIT ; "
    .. "valable tant que la mat existe." },
  { "mat:block", 986123,
    "Une copie du bloc dont le premier élément est (i, j)." },
  { "mat:transpose", 448248,
    "Les lignes deviennent les colonnes." },
  { "mat:near", 779531,
    "Tous les éléments sont-ils égaux à tol (1e-12) près ?" },
  { "mat.__len", 377937,
    "#M : combien de lignes." },
  { "mat.__add", 132789,
    "M + N, élément par élément." },
  { "mat.__sub", 252197,
    "M - N, élément par élément." },
  { "mat.__mul", 178003,
    "M * N, M * v, et un nombre fois M." },
  { "mat.__div", 672642,
    "M / s : chaque élément divisé par le nombre." },
  { "mat.__unm", 518967,
    "-M." },
  { "mat.__tostring", 210102,
    "Une ligne de texte par ligne, six chiffres par nombre, les colonnes alignées sur le "
    .. "point décimal ; les éléments au-dessous de 1e-13 du plus grand s'affichent 0." },
  { "mat", 851680,
    "Une matrice par ses lignes, {{...}, {...}}, ou la copie d'une autre." },
  { "mat:solve", 182901,
    "x tel que M x = b, pour un second membre ou pour chaque colonne d'une mat ; nil, "
    .. "message, code si M est singulière." },
  { "mat:inverse", 589715,
    "L'inverse ; nil, message, \"ESINGULAR\" s'il n'y en a pas à la précision du calcul "
    .. "(M ^ -1 lève une erreur)." },
  { "mat.__pow", 183810,
    "M ^ n pour n entier : M * M ..., l'inverse pour -1, l'identité pour 0." },
  { "mat:det", 448841,
    "Déterminant ; exactement 0 si la matrice est singulière à la précision du calcul." },
  { "mat:norm", 356829,
    "fro : racine de la somme des carrés ; one, inf : plus grande somme des valeurs "
    .. "absolues d'une colonne, d'une ligne ; two : plus grande valeur singulière ; max : "
    .. "plus grande valeur absolue." },
  { "mat:eig", 590674,
    "M V = V diag(valeurs) ; symétrique : croissantes, V orthogonale. Avec B (toutes deux "
    .. "symétriques, B définie positive) : M V = B V diag(valeurs). Valeurs complexes : "
    .. "parties réelles, puis (re, im) d'une paire comme deux colonnes de V, et les parties "
    .. "imaginaires." },
  { "mat:rank", 667193,
    "Combien de valeurs singulières dépassent tol fois la plus grande (max(lignes, "
    .. "colonnes) * 2.2e-16)." },
  { "mat:null", 131738,
    "Colonnes orthonormées N telles que M N = 0 ; nil si seul zéro donne zéro." },
  { "mat:pinv", 373442,
    "Pseudo-inverse ; avec amortissement s / (s^2 + damp^2) à la place de 1 / s." },
  { "mat:least_squares", 916680,
    "Le plus court x qui rend |M x - b| minimal, et ce minimum." },
  { "mat:cond", 475860,
    "Plus grande valeur singulière sur la plus petite ; inf si elle est singulière." },
  { "mat:svd", 938327,
    "M = U diag(s) V', s décroissantes." },
  { "mat:lu", 24762,
    "P M = Lo U avec Lo triangulaire inférieure à diagonale unité ; aussi d'une matrice "
    .. "singulière." },
  { "mat:chol", 4558,
    "M = Lo Lo' d'une matrice symétrique définie positive ; nil, message, code si elle ne "
    .. "l'est pas." },
  { "mat:qr", 682793,
    "M P = Q R, les colonnes de Q orthonormées ; P range les colonnes par ce qu'elles "
    .. "ajoutent." },
  { "mat:symmetric", 755962,
    "Est-elle carrée, sans |M[i][j] - M[j][i]| au-dessus de tol (0) ?" },
  { "eye", 675318,
    "L'identité n x n." },
  { "hcat", 437880,
    "Matrices l'une à côté de l'autre ; un vec compte comme une colonne." },
  { "vcat", 475208,
    "Matrices l'une sous l'autre ; un vec compte comme une ligne." },
  { "diag", 816659,
    "La matrice carrée de diagonale d." },
  { "rot:rpy", 289425,
    "Angles autour des axes fixes x, y, z : R = Rz(lacet) Ry(tangage) Rx(roulis), tangage "
    .. "dans -pi/2..pi/2 ; 'other' est (roulis + pi, pi - tangage, lacet + pi). Au blocage "
    .. "de cardan (tangage +-pi/2, à 1e-9 près) un quatrième résultat le dit : {gimbal, "
    .. "determined = 'yaw - roll', sum, coef, other, text}." },
  { "rot:axis", 302718,
    "Axe unitaire et angle dans 0..pi ; 'other' est (-u, 2 pi - angle). À l'angle 0 (axe "
    .. "quelconque, z est donné) et pi (u et -u se valent) un résultat de plus le dit." },
  { "rot:quat", 158113,
    "Quaternion unitaire, scalaire d'abord, w >= 0 ; 'other' est -q, la même rotation." },
  { "rot:matrix", 400089,
    "La matrice 3x3 R_AB : ses colonnes sont les axes de B exprimés dans A." },
  { "rot:inverse", 913978,
    "R_BA = R' ; comme R^-1." },
  { "rot:near", 219746,
    "L'angle jusqu'à S est-il au plus tol (1e-12) ?" },
  { "rot.__mul", 430719,
    "R_AB * R_BC = R_AC ; R * v exprime dans A un vecteur donné dans B ; R * M le fait "
    .. "pour chaque colonne de M ; R * X tourne une situation autour de l'origine." },
  { "rot.__pow", 322107,
    "R^-1 est l'inverse, R^2 = R * R, R^0.5 la moitié de la rotation : exp(s log R)." },
  { "rot.__len", 284395,
    "#R vaut 3 : R[i] est la ligne i (une copie), R.x R.y R.z sont les colonnes." },
  { "rot.__tostring", 316365,
    "La matrice et ce que sont ses colonnes." },
  { "rot.x", 326357,
    "Rotation autour de x, en radians." },
  { "rot.y", 586320,
    "Rotation autour de y, en radians." },
  { "rot.z", 846283,
    "Rotation autour de z, en radians." },
  { "rot.moving", 190961,
    "Trois rotations autour d'axes mobiles (là où les précédentes les ont portés) : 'zxz' "
    .. "est Rz(a1) Rx(a2) Rz(a3). L'une des douze séquences ; les angles un par un, ou "
    .. "trois nombres ensemble. pole, ce que R:moving donne en dernier au blocage de "
    .. "cardan, n'est pas lu." },
  { "rot.rpy", 353401,
    "Roulis, tangage, lacet autour des axes fixes x, y, z : Rz(lacet) Ry(tangage) "
    .. "Rx(roulis), un par un ou trois nombres ensemble. pole, ce que R:rpy donne en "
    .. "dernier au blocage de cardan, n'est pas lu." },
  { "rot.axis", 634340,
    "Par un angle autour d'un axe de longueur quelconque, sauf zéro." },
  { "rot:fixed", 945945,
    "Angles autour d'axes fixes, dans l'ordre des rotations : 'xyz' est R = Rz(a3) Ry(a2) "
    .. "Rx(a1). a2 dans 0..pi si le premier axe revient ('zxz'), sinon dans -pi/2..pi/2 ; "
    .. "'other' est la seconde branche. Au blocage de cardan un quatrième résultat dit ce "
    .. "qui est déterminé." },
  { "rot:moving", 521578,
    "Angles autour d'axes mobiles : 'zxz' est R = Rz(a1) Rx(a2) Rz(a3). a2 dans 0..pi si "
    .. "le premier axe revient ('zxz'), sinon dans -pi/2..pi/2 ; 'other' est la seconde "
    .. "branche. Au blocage de cardan un quatrième résultat dit ce qui est déterminé." },
  { "rot:euler_vector", 992890,
    "Axe fois angle, angle dans 0..pi ; 'other' tourne dans l'autre sens, de 2 pi - "
    .. "angle." },
  { "rot:log", 199717,
    "Le logarithme : v tel que R = exp(v~), le vecteur d'Euler." },
  { "rot:rodrigues", 265722,
    "Paramètres de Rodrigues (Gibbs), tan(angle/2) fois l'axe. Infinis au demi-tour : un "
    .. "vecteur de longueur 1e16 les y remplace, et un résultat de plus le dit." },
  { "rot:vector", 979365,
    "Un vecteur donné dans B, exprimé dans A : R v. Une mat a un vecteur par ligne." },
  { "rot:vector_back", 46869,
    "Un vecteur donné dans A, exprimé dans B : R' v. Une mat a un vecteur par ligne." },
  { "rot:slerp", 711805,
    "En chemin d'ici (s = 0) vers S (s = 1) à vitesse angulaire constante, par le court "
    .. "chemin ou par le long ; s peut sortir de 0..1." },
  { "rot:angle_to", 747520,
    "L'angle de la rotation d'ici à S, dans 0..pi : leur distance." },
  { "rot:step", 876997,
    "L'attitude après le temps h à vitesse angulaire constante w exprimée dans les axes "
    .. "de la base ou du corps : exp(h w~) R ou R exp(h w~), exact." },
  { "rot:transport", 305454,
    "Dérivée, exprimée dans A, d'un vecteur dont les composantes v dans le repère mobile "
    .. "B varient de dv : R (dv + w x v), w exprimé dans B. Avec dw et ddv la dérivée "
    .. "seconde." },
  { "rot.identity", 226712,
    "Aucune rotation." },
  { "rot.fixed", 707307,
    "Trois rotations autour d'axes fixes, dans l'ordre écrit : 'xyz' est Rz(a3) Ry(a2) "
    .. "Rx(a1). L'une des douze séquences (xyz .. zyx, xyx .. zyz) ; les angles un par un "
    .. "ou trois nombres ensemble. pole, ce que R:fixed donne en dernier au blocage de "
    .. "cardan, n'est pas lu." },
  { "rot.euler_vector", 127479,
    "Axe fois angle ; l'angle est quelconque." },
  { "rot.exp", 63911,
    "exp(v~), v~ b = v x b : comme li.rot.euler_vector." },
  { "rot.quat", 590779,
    "Un quaternion, scalaire d'abord, de longueur quelconque, sauf zéro." },
  { "rot.rodrigues", 28942,
    "Paramètres de Rodrigues (Gibbs) : tan(angle/2) fois l'axe." },
  { "rot.matrix", 863810,
    "Une matrice de rotation : orthonormée à 1e-6 près, puis rendue exactement telle ; "
    .. "toute autre est une erreur qui dit l'écart." },
  { "rot.between", 125059,
    "La plus courte rotation de la direction a vers la direction b. Directions opposées : "
    .. "un demi-tour autour d'un axe perpendiculaire aux deux, et un résultat de plus le "
    .. "dit." },
  { "rot.random", 461722,
    "Une rotation, toutes équiprobables, la même pour la même graine sur chaque machine." },
  { "rot.nearest", 521761,
    "La rotation la plus proche d'une matrice 3x3 quelconque au sens de la somme des "
    .. "carrés ; un résultat de plus si M est une réflexion ou de rang incomplet, ou si "
    .. "plusieurs sont aussi proches." },
  { "rot.polar", 797872,
    "La matrice orthonormée la plus proche de M, (M M')^(-1/2) M : une réflexion si det M "
    .. "< 0. info : {distance, sigma (valeurs singulières), reflection, deficient, "
    .. "ambiguous, text}." },
  { "rot.defect", 366721,
    "L'écart à une rotation : le plus grand élément de M'M - I, et 2 de plus si det M < "
    .. "0." },
  { "rot.mean", 988348,
    "Moyenne pondérée de rots : somme minimale des carrés des différences des matrices "
    .. "(celle de la plus grande valeur propre des quaternions), ou avec 'geodesic' somme "
    .. "minimale des carrés des angles." },
  { "rot.omega", 868988,
    "Vitesse angulaire, dans les axes de la base ou du corps, d'après les dérivées d'une "
    .. "description x de la rotation. @kinds" },
  { "rot.rates", 668827,
    "Les dérivées d'une description x d'après la vitesse angulaire w, exprimée dans les "
    .. "axes de la base ou du corps. Si aucune ou plusieurs donnent w : la plus courte de "
    .. "celles qui s'en approchent le plus, et un résultat de plus. @kinds" },
  { "rot.alpha", 381094,
    "Accélération angulaire (dérivée de w) d'après les dérivées première et seconde d'une "
    .. "description. @kinds" },
  { "rot.accels", 554979,
    "Dérivées secondes d'une description d'après l'accélération angulaire. @kinds" },
  { "rot.rate_map", 29581,
    "La matrice E de w = E x', trois lignes. Pour trois angles, ses colonnes sont les "
    .. "axes des rotations et son déterminant s'annule au blocage de cardan. @kinds" },
  { "rot.convert", 785392,
    "Les nombres d'une description d'après ceux d'une autre, sans passer par une rot : "
    .. "garde tous les chiffres près de 0 et près du demi-tour. to et from comme kind : "
    .. "@kindlist" },
  { "rot.compose", 477758,
    "La description de R(x) R(y), les trois d'une même espèce, sans passer par une rot : "
    .. "quaternions par leur propre produit (les longueurs se multiplient, le signe reste), "
    .. "paramètres de Rodrigues (x + y + x vectoriel y)/(1 - x.y). @kinds" },
  { "rot.jleft", 664379,
    "Jacobienne gauche de SO(3) : w = Jl(v) v' dans les axes de la base, pour R = "
    .. "exp(v~)." },
  { "rot.jright", 956344,
    "Jacobienne droite de SO(3) : w = Jr(v) v' dans les axes du corps, Jr = Jl'." },
  { "rot.jleft_inv", 108435,
    "Inverse de la jacobienne gauche ; si |v| est un tour entier, sa pseudo-inverse u u', "
    .. "et un résultat de plus." },
  { "rot.jright_inv", 369181,
    "Inverse de la jacobienne droite ; si |v| est un tour entier, sa pseudo-inverse u u', "
    .. "et un résultat de plus." },
  { "rot.propagate", 674918,
    "Les nombres d'une description après un temps, par sa propre loi x' = rates(x, w) : "
    .. "Runge-Kutta classique d'ordre 4 à pas égaux (1000). w, dans les axes de la base ou "
    .. "du corps, est constant ou une fonction du temps. Si la loi a rencontré une position "
    .. "singulière, ou en a passé une trop près pour ses pas, un résultat de plus le dit. "
    .. "kind comme dans rot.rates. Pour w constant, R:step est exact." },
  { "rot.singular", 592030,
    "Où une description n'est pas biunivoque, ou ne donne pas toutes les vitesses "
    .. "angulaires ; et à quelle distance ses nombres x en sont, en radians. kind comme "
    .. "dans rot.rates." },
  { "rot.sheet", 604344,
    "Toutes les descriptions d'une rotation à la fois, angles en radians et en degrés, "
    .. "positions singulières nommées." },
  { "skew", 758313,
    "La matrice antisymétrique a~ telle que a~ b = a x b." },
  { "vee", 396841,
    "Le vecteur a d'une matrice antisymétrique a~ ; la vitesse angulaire exprimée dans la "
    .. "base est vee(R' R^T), dans le corps vee(R^T R')." },
  { "frame:point", 407297,
    "Un point donné dans B, exprimé dans A : R p + origine. Une mat a un point par ligne." },
  { "frame:matrix", 455297,
    "La matrice 4x4 [R p; 0 0 0 1]." },
  { "frame:inverse", 376309,
    "X_BA ; comme A^-1." },
  { "frame:near", 781081,
    "Les douze nombres sont-ils égaux à tol (1e-12) près ?" },
  { "frame.__mul", 226208,
    "X_AB * X_BC = X_AC ; une rot compte comme une situation sans translation. Un twist, "
    .. "un wrench ou une inertia donnés dans B deviennent la même chose exprimée dans A." },
  { "frame.__pow", 904853,
    "A^-1 est l'inverse ; A^s la part s de son vissage, A^2 = A * A." },
  { "frame.__tostring", 443493,
    "La matrice [R p] : les colonnes sont les axes et l'origine de B dans A." },
  { "frame", 211073,
    "La situation de rotation R (colonnes : axes de B dans A ; orthonormées à 1e-6 près, "
    .. "puis rendues exactes) et d'origine p. Omis : pas de rotation, pas de translation." },
  { "frame.rx", 326357,
    "Rotation autour de x, en radians." },
  { "frame.ry", 586320,
    "Rotation autour de y, en radians." },
  { "frame.rz", 846283,
    "Rotation autour de z, en radians." },
  { "frame.tx", 384728,
    "Translation le long de x, en mètres." },
  { "frame.ty", 493583,
    "Translation le long de y, en mètres." },
  { "frame.tz", 602438,
    "Translation le long de z, en mètres." },
  { "frame:point_back", 445593,
    "Un point donné dans A, exprimé dans B." },
  { "frame:vector", 101444,
    "Un vecteur libre (direction, vitesse, force) donné dans B, exprimé dans A : "
    .. "seulement tourné." },
  { "frame:vector_back", 265113,
    "Un vecteur libre donné dans A, exprimé dans B." },
  { "frame:pos", 822181,
    "L'origine de B dans A ; aussi A.p." },
  { "frame:rot", 650475,
    "La rotation R_AB : ses colonnes sont les axes de B dans A ; aussi A.R." },
  { "frame:rot_trans", 256698,
    "R et t tels que X = Rot(R) Trans(t) : tourner d'abord, puis glisser le long des axes "
    .. "tournés. Trans(p) Rot(R) sont A.p, A.R tels quels." },
  { "frame:between", 391166,
    "Où est C dans B quand tous deux sont donnés dans A : X_AB^-1 X_AC." },
  { "frame:interp", 416304,
    "En chemin vers b par un seul vissage : s = 0 ici, s = 1 là, et au-delà." },
  { "frame:lerp", 223809,
    "En chemin vers b : l'origine en ligne droite, la rotation autour d'un axe, "
    .. "séparément." },
  { "frame:apart", 312627,
    "L'écart de deux situations : distance des origines, angle entre elles dans 0..pi." },
  { "frame:log", 784536,
    "Le twist V tel que exp(V) = X et |w| <= pi ; l'autre branche tourne dans l'autre "
    .. "sens, de 2 pi - angle. Le pôle suit si l'angle est 0 ou pi, comme pour rot:log." },
  { "frame:screw", 737253,
    "Le vissage qui y mène (Chasles) : {kind = 'axis', axis, point, pitch, angle}, ou "
    .. "{kind = 'translation', axis, distance}, ou kind 'none'. Pas en mètres par radian." },
  { "frame:adjoint", 22388,
    "6x6, partie linéaire d'abord : twist dans A = Ad * twist dans B, [R p~R; 0 R]." },
  { "frame:adjoint_dual", 691446,
    "6x6, force d'abord : wrench dans A = Ad^-T * wrench dans B, [R 0; p~R R]." },
  { "frame.trans", 106452,
    "Pas de rotation, origine en p ; trois nombres conviennent aussi." },
  { "frame.matrix", 627251,
    "D'après une matrice 4x4 [R p; 0 0 0 1] ; la dernière ligne et la rotation sont "
    .. "vérifiées." },
  { "frame.rot_trans", 578074,
    "Rot(R) Trans(t) : tourner d'abord, puis glisser le long des axes tournés ; son "
    .. "origine est R t." },
  { "frame.exp", 318215,
    "Où arrive un corps qui garde le twist V (partie linéaire d'abord) pendant ce temps "
    .. "(1)." },
  { "twist:at", 441790,
    "La vitesse d'un autre point du corps, r du premier point vers lui, mêmes axes : v + "
    .. "w x r." },
  { "twist:matrix", 530568,
    "4x4 : [w~ v; 0 0]." },
  { "twist:near", 237031,
    "Les six nombres sont-ils égaux à tol (1e-12) près ?" },
  { "twist.__add", 259792,
    "Somme de deux twists exprimés dans le même repère." },
  { "twist.__sub", 218243,
    "Différence de deux twists exprimés dans le même repère." },
  { "twist.__mul", 382358,
    "s * V ou V * s." },
  { "twist.__div", 228039,
    "V / s." },
  { "twist.__unm", 520146,
    "-V." },
  { "twist.__tostring", 77692,
    "Vitesse v du point du corps à l'origine, vitesse angulaire w." },
  { "twist", 760779,
    "Un torseur cinématique, par la vitesse v (du point du corps à l'origine) et la "
    .. "vitesse angulaire w, ou par les six nombres." },
  { "twist:to", 243238,
    "Donné dans B, exprimé dans A, X = X_AB ; comme X * V." },
  { "twist:from", 593872,
    "Donné dans A, exprimé dans B, X = X_AB." },
  { "twist:rotate", 797127,
    "Exprimé dans d'autres axes, même point : (R v, R w)." },
  { "twist:power", 660662,
    "Puissance f.v + n.w, les deux exprimés dans le même repère." },
  { "twist:bracket", 792285,
    "Crochet de Lie [V, U] = (w_V x v_U - w_U x v_V, w_V x w_U) : la dérivée de U emporté "
    .. "par le mouvement V." },
  { "twist:carry", 612196,
    "La dérivée d'un wrench emporté par ce mouvement : (w x f, w x n + v x f)." },
  { "twist:exp", 370092,
    "Où arrive un corps qui garde ce twist pendant ce temps (1)." },
  { "twist:jac", 4608,
    "Jacobienne gauche J, 6x6, de l'exponentielle : le twist de exp(V(t)) exprimé dans A "
    .. "est J(V) V' ; exprimé dans B, J(-V) V'." },
  { "twist:jac_inv", 655985,
    "Son inverse ; si |w| est un multiple de 2 pi il n'y en a pas : le pôle suit, et la "
    .. "pseudo-inverse la remplace." },
  { "twist:adjoint", 665669,
    "Matrice 6x6 du crochet : [V, U] = ad U." },
  { "twist:screw", 416727,
    "Axe du mouvement : {kind = 'axis', axis, point (le plus près de l'origine), pitch "
    .. "(mètres par radian), rate}, ou {kind = 'translation', axis, speed}, ou kind 'none'." },
  { "wrench:at", 788633,
    "Le moment en un autre point, r du premier point vers lui, mêmes axes : n + f x r." },
  { "wrench:near", 237031,
    "Les six nombres sont-ils égaux à tol (1e-12) près ?" },
  { "wrench.__add", 41024,
    "Somme de deux wrenches exprimés dans le même repère." },
  { "wrench.__sub", 20774,
    "Différence de deux wrenches exprimés dans le même repère." },
  { "wrench.__mul", 240356,
    "s * F ou F * s." },
  { "wrench.__div", 245433,
    "F / s." },
  { "wrench.__unm", 518050,
    "-F." },
  { "wrench.__tostring", 972380,
    "Force f, moment n à l'origine." },
  { "wrench:to", 578158,
    "Donné dans B, exprimé dans A, X = X_AB : moment à l'origine de A ; comme X * F." },
  { "wrench:from", 593872,
    "Donné dans A, exprimé dans B, X = X_AB." },
  { "wrench:rotate", 140215,
    "Exprimé dans d'autres axes, même point : (R f, R n)." },
  { "wrench:power", 660662,
    "Puissance f.v + n.w, les deux exprimés dans le même repère." },
  { "wrench:screw", 86105,
    "Axe central : {kind = 'axis', axis, point (le plus près de l'origine), pitch (moment "
    .. "le long de l'axe sur la force), force}, ou {kind = 'couple', axis, moment}, ou kind "
    .. "'none'." },
  { "twist.screw", 877807,
    "Rotation à cette vitesse (1) autour de la droite par le point, avec avance du pas "
    .. "(0) en mètres par radian. Le twist d'une articulation à vitesse unité." },
  { "wrench", 219096,
    "Un torseur d'efforts, par la force f et le moment n à l'origine, ou par les six "
    .. "nombres." },
  { "wrench.screw", 159309,
    "Une force (1) le long de la droite par le point, avec un couple de pas (0) fois la "
    .. "force autour d'elle." },
  { "inertia:tensor", 668302,
    "Le tenseur par les éléments de sa matrice (hors diagonale : moins les intégrales), "
    .. "au centre de masse ou à l'origine." },
  { "inertia:check", 552751,
    "Un tel corps peut-il exister ? Masse > 0, moments centraux >= 0, aucun plus grand "
    .. "que la somme des deux autres, à 1e-9 près ; 'solid' demande > et <. Sinon nil, ce "
    .. "qui est faux et de combien, 'EMODEL'." },
  { "inertia:matrix", 79294,
    "6x6, partie linéaire d'abord : [m 1, -h~; h~, I]." },
  { "inertia:near", 349211,
    "Les dix nombres sont-ils égaux à tol (1e-12) près ?" },
  { "inertia.__add", 31609,
    "Deux corps soudés, exprimés dans le même repère." },
  { "inertia.__sub", 663126,
    "Un corps retranché d'un autre, exprimés dans le même repère." },
  { "inertia.__tostring", 209919,
    "Masse, centre de masse, tenseur en ce point dans les axes du corps." },
  { "inertia:products", 589850,
    "Produits d'inertie de l'autre signe, +intégrales de xy, xz, yz dm, comme les donnent "
    .. "bien des livres." },
  { "inertia:principal", 576574,
    "Moments principaux centraux, croissants, et la rotation dont les colonnes sont leurs "
    .. "axes." },
  { "inertia:shift", 53576,
    "Le même corps au point r, mêmes axes (Huygens-Steiner)." },
  { "inertia:rotate", 225222,
    "Le même corps exprimé dans d'autres axes, R = R_AB des siens vers les nouveaux." },
  { "inertia:to", 241666,
    "Donné dans B, exprimé dans A, X = X_AB ; comme X * J." },
  { "inertia:from", 593872,
    "Donné dans A, exprimé dans B, X = X_AB." },
  { "inertia:momentum", 38906,
    "Quantité de mouvement m v + w x h, et moment cinétique à l'origine I w + h x v ; six "
    .. "nombres." },
  { "inertia:energy", 810472,
    "Énergie cinétique pour le twist V, exprimé dans le même repère." },
  { "inertia:pseudo", 546468,
    "Pseudo-inertie 4x4 [S h; h' m], S second moment de la masse ; définie positive pour "
    .. "un corps réel." },
  { "inertia", 601333,
    "mass, com, tensor, ou {mass, com = {0, 0, 0}, tensor} : le tenseur dans les axes du "
    .. "corps, au centre de masse (about = 'origin' : à l'origine), par sa diagonale, six "
    .. "éléments xx yy zz xy xz yz ou une matrice 3x3 ; products = 'integrals' si les "
    .. "termes hors diagonale sont donnés comme +intégrales de xy dm. Refusé si aucun corps "
    .. "ne peut être ainsi (check = false accepte tout)." },
  { "inertia.box", 805768,
    "{x, y, z, mass ou density, at} : @uniform Centre de masse : au milieu ; x, y, z : "
    .. "longueurs entières. @volume" },
  { "inertia.point", 804741,
    "Une masse ponctuelle." },
  { "inertia.pseudo", 890553,
    "D'après une pseudo-inertie 4x4 [S h; h' m], S second moment de la masse." },
  { "inertia.cylinder", 216721,
    "{r, h, mass ou density, at} : @uniform Centre de masse : au milieu de l'axe. @volume" },
  { "inertia.tube", 254747,
    "{r, inner, h, mass ou density, at} : @uniform Centre de masse : au milieu de l'axe ; "
    .. "inner : rayon du trou. @volume" },
  { "inertia.cone", 787551,
    "{r, h, mass ou density, at} : @uniform Centre de masse : à h/4 au-dessus de la base "
    .. "; la pointe vers +z. @volume" },
  { "inertia.sphere", 757770,
    "{r, mass ou density, at} : @uniform Centre de masse : au milieu. @volume" },
  { "inertia.hollow_sphere", 312287,
    "{r, inner, mass ou density, at} : @uniform Centre de masse : au milieu ; inner : "
    .. "rayon du creux. @volume" },
  { "inertia.hemisphere", 397725,
    "{r, mass ou density, at} : @uniform Centre de masse : à 3r/8 au-dessus de la face "
    .. "plane ; le dôme vers +z. @volume" },
  { "inertia.ellipsoid", 226068,
    "{x, y, z, mass ou density, at} : @uniform Centre de masse : au milieu ; x, y, z : "
    .. "demi-axes. @volume" },
  { "inertia.capsule", 429700,
    "{r, h, mass ou density, at} : @uniform Centre de masse : au milieu ; h : distance "
    .. "des centres des deux calottes. @volume" },
  { "inertia.torus", 125232,
    "{r, tube, mass ou density, at} : @uniform Centre de masse : au milieu ; r : de la "
    .. "ligne moyenne, tube : de la section ronde. @volume" },
  { "inertia.plate", 885163,
    "{x, y, mass ou density, at} : @uniform Centre de masse : au milieu, normale z. @area" },
  { "inertia.disc", 77407,
    "{r, mass ou density, at} : @uniform Centre de masse : au milieu, normale z. @area" },
  { "inertia.sphere_shell", 788886,
    "{r, mass ou density, at} : @uniform Centre de masse : au milieu. @area" },
  { "inertia.cylinder_shell", 49829,
    "{r, h, mass ou density, at} : @uniform Centre de masse : au milieu de l'axe ; bouts "
    .. "ouverts. @area" },
  { "inertia.cone_shell", 13059,
    "{r, h, mass ou density, at} : @uniform Centre de masse : à h/3 au-dessus de la base "
    .. "ouverte ; la pointe vers +z. @area" },
  { "inertia.rod", 110981,
    "{h, mass ou density, at} : @uniform Centre de masse : au milieu, le long de z ; sans "
    .. "épaisseur. @length" },
  { "inertia.ring", 103284,
    "{r, mass ou density, at} : @uniform Centre de masse : au milieu, normale z ; sans "
    .. "épaisseur. @length" },
  { "moves", 134132,
    "La situation après une suite de mouvements, chacun {'RX'|'RY'|'RZ'|'TX'|'TY'|'TZ', "
    .. "valeur, 'fixed'|'moving'} ou {frame ou rot, 'fixed'|'moving'} : selon des axes "
    .. "fixes un mouvement multiplie à gauche, selon des axes mobiles à droite. Aussi le "
    .. "produit en texte." },
  { "graph:point", 646194,
    "Le lieu, exprimé dans le repère `to`, d'un point donné dans le repère `from` ; les "
    .. "placements sont des frames. Une mat a un point par ligne. nil, message, code si "
    .. "aucun chemin n'y mène." },
  { "graph:between", 371963,
    "Le placement de b dans a (il mène des composantes dans b à celles dans a), produit "
    .. "le long du chemin de a à b, inversé où une arête va en arrière ; et le chemin. nil, "
    .. "message, code si aucun chemin n'y mène." },
  { "graph:vector", 726327,
    "La mesure dans le repère `to` d'un vecteur mesuré dans le repère `from` : R v le "
    .. "long du chemin entre eux. Une mat a un vecteur par ligne. nil, message, code si "
    .. "aucun chemin n'y mène." },
  { "graph", 307411,
    "Repères joints par des placements connus, chacun {'A', 'B', R_AB} avec une rot, ou "
    .. "tous avec une frame X_AB. Si des arêtes ferment une boucle elles doivent s'accorder "
    .. "à tol près (1e-9 radian et mètre) ; sinon une erreur nomme l'arête et le chemin "
    .. "qu'elle contredit." },
  { "dh.standard", 638087,
    "Ligne de Denavit-Hartenberg standard (distale, Paul), Rz(theta) Tz(d) Rx(alpha) "
    .. "Tx(a). Des nombres dans l'ordre a, alpha, d, theta, ou une table {a =, alpha =, d "
    .. "=, theta =}, omis vaut 0." },
  { "dh.fit", 844287,
    "Un tableau standard d'après les axes dessinés dans une configuration : {axes = "
    .. "{{point =, dir =, joint = 'R'|'P', flip =}, ..}, x0, o0, tol} ; le dernier axe est "
    .. "celui de l'outil, par son centre. info.frames sont ceux des lignes, info.flags[i] "
    .. "dit de quelles règles la ligne i a eu besoin." },
  { "dh.modified", 535951,
    "Ligne modifiée (proximale, Craig), Rx(alpha) Tx(a) Rz(theta) Tz(d) ; a et alpha sont "
    .. "ceux d'avant l'articulation." },
  { "dh.khalil", 535602,
    "Ligne de six de Khalil-Kleinfinger, Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r). "
    .. "Une table peut avoir leurs lettres d, r ou les nôtres a, d pour les translations le "
    .. "long de x et z." },
  { "dh.row", 118472,
    "La ligne qui donne cette situation. Les lignes standard et modifiées ne peuvent pas "
    .. "dire toute situation : left.turn (sinus d'un angle) et left.shift (longueur) sont "
    .. "ce qui reste, left.free est true si la ligne a été choisie parmi plusieurs. branch "
    .. ": le signe de sin(alpha) de khalil." },
  { "dh.chain", 907698,
    "Situation de l'outil d'une chaîne série de nombres, {convention = "
    .. "'standard'|'modified'|'khalil', ligne, ligne, .., base =, tool =}, et des repères "
    .. "de ses lignes, tous dans le monde." },
  { "dh.convert", 95975,
    "Le même mécanisme série dans une autre convention. Les articulations gardent noms et "
    .. "nombres ; ce que la première ou la dernière ligne ne peut tenir va à base ou à "
    .. "tool. bodies : inerties exprimées dans les repères des lignes, menées aux nouveaux." },
  { "dh", 704290,
    "Un tableau de Denavit-Hartenberg, convention = 'standard', 'modified' ou 'khalil', "
    .. "par lignes ou par colonnes. L'élément mobile nomme sa coordonnée, avec un décalage "
    .. "s'il y en a un : theta = 'th1 + pi/2'." },
  { "dh.detect", 816933,
    "Dans quelle convention un tableau est donné, par une situation connue : rows de a, "
    .. "alpha, d, theta (sans noms dans un ordre usuel de colonnes ; joints = 'RRP' pour "
    .. "les translations), q (nombres des articulations dans cette situation ; omis, le "
    .. "tableau est celui de la situation même), pose (une frame, ou le lieu de l'outil), "
    .. "base et tool. Toutes les lectures, la meilleure d'abord, chacune avec convention, "
    .. "columns, angles, lengths, text, distance, angle, fits (à tol, 1e-3, de la portée) "
    .. "et sa frame ; des égales, la plus simple d'abord." },
  { "axes.iso_sae", 364358,
    "Entre les axes de véhicule d'ISO 8855 (x vers l'avant, y à gauche, z vers le haut) et "
    .. "ceux de SAE (x vers l'avant, y à droite, z vers le bas), dans un sens ou dans l'autre. "
    .. "Une situation ou une rotation change ses deux repères ; un vec3 peut être un vecteur "
    .. "ou (roulis, tangage, lacet), une matrice 3x3 un tenseur ou une rotation." },
  { "mesh", 741874,
    "Une surface d'un fichier .stl (texte ou binaire), .obj (avec les couleurs de son mtl), "
    .. ".dae (Collada) ou .gltf, .glb, tous les nœuds de sa scène en une, sommets égaux "
    .. "réunis ; ou de {vertices = {{x, y, z}, ..}, faces = {{1, 2, 3}, "
    .. "..}}, tel quel. mesh:notes() liste ce qui dans un fichier n'a pas été lu. nil, "
    .. "message, code si le fichier ne peut être lu ; un fichier abîmé lève une erreur avec sa "
    .. "ligne." },
  { "mesh_text", 466372,
    "De même, d'un texte." },
  { "mesh:moments", 308983,
    "Ce qu'elle pèse à la densité 1, le centre, le tenseur en ce centre, xx yy zz xy xz yz : "
    .. "volume par des tétraèdres avec leurs signes (exact pour une surface fermée), tous "
    .. "comptés positifs, ou la surface elle-même, une feuille. nil si elle ne pèse rien." },
  { "mesh:points", 259958,
    "Les sommets, un par ligne." },
  { "mesh:triangles", 722752,
    "Trois sommets par ligne, numérotés à partir de 1." },
  { "mesh:colours", 761814,
    "Rouge, vert, bleu de chaque triangle, de 0 à 1 ; -1 s'il n'en a pas. nil si aucun n'en "
    .. "a." },
  { "mesh:notes", 19576,
    "Ce qui dans le fichier n'a pas été compris, par ligne (les 40 premières), et combien "
    .. "il y en avait." },
  { "mesh:bounds", 409029,
    "La boîte qui l'entoure le long de x, y, z." },
  { "mesh:area", 580753,
    "L'aire de tous les triangles." },
  { "mesh:volume", 309179,
    "Le volume de l'intérieur. Lève une erreur si la surface n'est pas fermée, n'est pas "
    .. "orientée, ou est retournée." },
  { "mesh:centre", 116400,
    "Le centre de l'intérieur." },
  { "mesh:inertia", 937165,
    "L'inertie de l'intérieur, homogène, à l'origine : {density = 2700} ou {mass = 3}. "
    .. "Exacte." },
  { "mesh:check", 124401,
    "Comment les triangles tiennent ensemble : closed (fermée), oriented, outward (vers le "
    .. "dehors) ; vertices, edges, faces, parts ; open_edges d'un seul triangle, crowded_edges "
    .. "de trois, turned_edges dont les triangles se contredisent ; flat_faces sans aire ; "
    .. "genus (les anses, par la formule d'Euler) de ce qui est fermé." },
  { "mesh:scaled", 584929,
    "Autour de l'origine. Un miroir (un nombre impair de facteurs négatifs) retourne les "
    .. "triangles, si bien que le dehors reste dehors." },
  { "mesh:moved", 603100,
    "Exprimé dans les axes où la frame est exprimée." },
  { "mesh:merged", 589133,
    "Les deux ; rien n'est coupé." },
  { "mesh:flipped", 661448,
    "Retournée, le dedans dehors." },
  { "mesh:welded", 569633,
    "Les sommets à moins de tolerance (0 : les égaux) du premier de leur groupe deviennent "
    .. "celui-ci. told : combien ont été réunis, quelles faces ont ainsi disparu, quels "
    .. "sommets étaient isolés." },
  { "mesh:hull", 984545,
    "L'enveloppe convexe des sommets, par des signes exacts. Avec une tolerance, les points "
    .. "qui ne dépassent pas davantage sont omis ; outside : de combien ils dépassent. Lève "
    .. "une erreur si tous sont dans un plan." },
  { "mesh:simplified", 737558,
    "Au plus tant de triangles, les sommets d'une cellule d'une grille devenant leur "
    .. "moyenne. Aucun point de la surface ne s'est déplacé de plus que error." },
  { "mesh:fit", 661983,
    "La forme autour de tous les sommets le long des axes d'inertie : {kind, size, at = "
    .. "frame, volume, error} ; error : à quelle profondeur y est le sommet le plus loin de sa "
    .. "surface. size : box x y z ; sphere r ; cylinder, capsule r h autour de z. La sphère "
    .. "est la plus petite qui soit." },
  { "mesh:text", 675891,
    "Telle qu'un fichier la contient ; binary : STL en nombres de 32 bits." },
  { "mesh:save", 88736,
    "Dans un .stl (binaire) ou un .obj. nil, message, code si c'est impossible." },
  { "mesh.__tostring", 743949,
    "Ses nombres de sommets et de triangles." },
}
