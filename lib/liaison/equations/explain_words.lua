-- explain_words.lua - what a derivation says around its formulas, in the languages it speaks
return require("liaison.language.language").words {
  en = {
    title = "Equations of motion, derived", coordinates = "Coordinates", constants = "Constants",
      energies = "Energies",
    given = "The kinetic energy T and the potential energy V:",
    momenta = "Derivatives of the energies",
      momenta_text = "For each coordinate: by its rate, by the coordinate itself.",
    mass = "Mass matrix",
      mass_text = "M_ij is the second derivative of T by the rates q_i' and q_j'. It is "
      .. "symmetric; entries not shown are 0.",
    christoffel = "Christoffel symbols",
      christoffel_text =
      "c_ijk = 1/2 (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i). They are symmetric in j and k; "
      .. "those not shown are 0.",
    coriolis = "Coriolis and centrifugal matrix",
      coriolis_text = "C_ij is the sum over k of c_ijk q_k'. With it M' - 2C is skew.",
    gravity = "Forces of the potential", gravity_text = "G_i is the derivative of V by q_i.",
      others = "Other terms",
      others_text = "Dissipation d, forces Q on the right, constraint rows J q'' = gamma with "
      .. "multipliers.",
    motion = "Equations of motion",
      motion_text = "M q'' + C q' + G, row by row: the force of the actuator.",
    paths = "Paths",
      paths_text = "The frames from the ground to each body and contact point, in this order.",
    matrices = "Homogeneous matrices",
      matrices_text = "Rotation and origin of each frame, told in the base frame; angles "
      .. "about parallel axes are merged. Checked: R R' = 1, and the pose the numeric engine "
      .. "gives.",
    twists = "Velocities",
      twists_text = "v is the derivative of the origin, Omega is read from the skew matrix "
      .. "dR/dt R'; both in base axes.",
    centres = "Centres of mass",
      centres_text = "Where the centre of mass of each body stands in the base frame.",
    bodies = "Energies, body by body",
      bodies_text = "T = 1/2 m v.v + 1/2 Omega.I Omega at the centre of mass; V = -m g.c.",
    sum = "The sums over all bodies:", contacts = "Contact forces",
      contacts_text = "Forces F in base axes at the contact points give the generalised "
      .. "forces J'F, J the Jacobian of the point.",
    formulas = "formulas", latex = "LaTeX", plain = "text", contents = "Contents", line = "1 line",
      lines = "%d lines",
    check = "checked",
      how = "Every line was evaluated at %d random points and compared with another way to "
      .. "its value: differences of the energies, of M, and of the momenta along a motion. "
      .. "The number beside a line is the largest relative difference; %d lines, the largest "
      .. "of all is %s.",
    long = "(%d characters, not shown)",
      by = "Written by liaison %s. Inverse dynamics takes %s, %s, %s and %s.",
    counts = { "multiplication", "addition", "division", "function call" },
  },
  fr = {
    title = "Équations du mouvement, pas à pas", coordinates = "Coordonnées",
      constants = "Constantes", energies = "Énergies",
    given = "L'énergie cinétique T et l'énergie potentielle V :",
    momenta = "Dérivées des énergies",
      momenta_text = "Pour chaque coordonnée : par sa vitesse, puis par la coordonnée elle-même.",
    mass = "Matrice d'inertie",
      mass_text = "M_ij est la dérivée seconde de T par rapport aux vitesses q_i' et q_j'. "
      .. "Elle est symétrique ; les termes absents sont nuls.",
    christoffel = "Symboles de Christoffel",
      christoffel_text =
      "c_ijk = 1/2 (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i). Ils sont symétriques en j et k ; "
      .. "les termes absents sont nuls.",
    coriolis = "Matrice de Coriolis et centrifuge",
      coriolis_text =
      "C_ij est la somme sur k de c_ijk q_k'. Avec elle M' - 2C est antisymétrique.",
    gravity = "Forces du potentiel", gravity_text = "G_i est la dérivée de V par rapport à q_i.",
      others = "Autres termes",
      others_text = "Dissipation d, forces Q au second membre, lignes de contrainte J q'' = "
      .. "gamma avec multiplicateurs.",
    motion = "Équations du mouvement",
      motion_text = "M q'' + C q' + G, ligne par ligne : la force de l'actionneur.",
    paths = "Chemins",
      paths_text = "Les repères de la base à chaque corps et point de contact, dans cet ordre.",
    matrices = "Matrices homogènes",
      matrices_text = "Rotation et origine de chaque repère dans le repère de base ; les "
      .. "angles autour d'axes parallèles sont réunis. Vérifié : R R' = 1, et la pose que "
      .. "donne le moteur numérique.",
    twists = "Vitesses",
      twists_text = "v est la dérivée de l'origine, Omega se lit sur la matrice "
      .. "antisymétrique dR/dt R' ; les deux dans les axes de base.",
    centres = "Centres d'inertie",
      centres_text = "Où se trouve le centre d'inertie de chaque corps dans le repère de base.",
    bodies = "Énergies, corps par corps",
      bodies_text = "T = 1/2 m v.v + 1/2 Omega.I Omega au centre d'inertie ; V = -m g.c.",
    sum = "Les sommes sur tous les corps :", contacts = "Forces de contact",
      contacts_text = "Des forces F dans les axes de base aux points de contact donnent les "
      .. "forces généralisées J'F, J la jacobienne du point.",
    formulas = "formules", latex = "LaTeX", plain = "texte", contents = "Table", line = "1 ligne",
      lines = "%d lignes",
    check = "vérifié",
      how = "Chaque ligne a été évaluée en %d points au hasard et comparée à un autre chemin "
      .. "vers sa valeur : différences des énergies, de M, et des quantités de mouvement le "
      .. "long d'un mouvement. "
      .. "Le nombre à côté d'une ligne est le plus grand écart relatif ; %d lignes, le plus "
      .. "grand de tous est %s.",
    long = "(%d caractères, non montrés)",
      by = "Écrit par liaison %s. La dynamique inverse demande %s, %s, %s et %s.",
    counts = { "multiplication", "addition", "division",
      { "appel de fonction", "appels de fonctions" } },
  },
}
