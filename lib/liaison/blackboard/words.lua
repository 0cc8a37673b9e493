-- words.lua - what derivations say around their formulas, in the languages they speak; formulas in
-- a sentence stand between backticks
--
-- Both languages have the same keys, and each text the same places for numbers; a test holds them
-- against one another, and a word that is missing raises.
local words = {}

words.en = {
  common = {
    checked = "%d lines were checked by numbers at %d random points, against the numeric engine "
      .. "and other ways to their values; the largest difference is %s of their size.",
    checked_one = "%d line was checked by numbers at %d random points; the largest difference is "
      .. "%s of its size.",
    by = "Written by liaison %s.", formulas = "formulas", latex = "LaTeX", plain = "text",
    letters = "Letters of %s.", values = "In numbers",
    no_table = "The arm has no rows of this table: its frames are those of its bodies.",
    numbers = "With %s", at = "At %s",
    entries = "Entry by entry, what is 0 left out (`%s` is too wide for the page):",
  },
  transforms = {
    title = "Transformation matrices", table = "Denavit-Hartenberg table", one_row = "One row",
    of_standard = "Frame i - 1 turns by theta and slides by d along its axis z, then turns by "
      .. "alpha and slides by a along the axis x reached:",
    of_modified = "Frame i - 1 turns by alpha and slides by a along its axis x, then turns by "
      .. "theta and slides by d along the axis z reached:",
    rows = "Row by row", products = "Products",
  },
  direct = {
    title = "Direct geometric model", way = "The way from origin to origin",
    way_text = "Each step in the basis in which it stands still:",
    pose = "Place and axes of the last frame",
    read_off = "Its last column is the place, its first three the axes:",
    back = "Seen from the last frame", back_text = "The inverse has the transposed rotation, and "
      .. "the place told back in it:",
    drawn = "The configuration drawn", drawn_text = "At %s it must be what the drawing shows:",
  },
  jacobian = {
    title = "Jacobian of the tip", ways = "From the joints to the tip",
    columns = "Column by column",
    rule_standard = "A joint that turns moves the tip by `z_(i-1) x O_(i-1)O_n` and turns by "
      .. "`z_(i-1)`; one that slides moves it by `z_(i-1)` and turns nothing.",
    rule_modified = "A joint that turns moves the tip by `z_i x O_iO_n` and turns by `z_i`; one "
      .. "that slides moves it by `z_i` and turns nothing.",
    rule_bodies = "A joint that turns about an axis `u` through a point `P` moves the tip by "
      .. "`u x PO_n` and turns by `u`; one that slides moves it by `u` and turns nothing.",
    vectorial = "As vectors", vectorial_text = "The linear part over the angular one, each vector "
      .. "in the basis that suits it:",
    components = "In components", shortest = "It is shortest in %s:", in_zero = "In frame 0:",
    derived = "The same by differentiation",
    place_text = "The place of the tip, and its derivatives by the coordinates:",
    turn_text = "The angular velocity is read from the skew matrix `S = R' R^T` of the rotation "
      .. "`R`:",
    turn_long = "(The rotation is too long to differentiate here; its columns are those above.)",
  },
  singular = {
    title = "Singular places", matrix = "The rows asked for",
    matrix_text = "The Jacobian of %s, told in %s, where it is short; its determinant is the same "
      .. "in every frame:",
    point = "(The last body carries this point; with all six rows the determinant is that of the "
      .. "tip.)",
    determinant = "Its determinant, in factors", places = "Where it vanishes",
    never = "No factor depends on a coordinate: the arm has no singular place.",
    turns = "and whole turns more", lost = "There the tip cannot move along `%s`.",
    no_root = "(Solved for no coordinate in closed form.)",
  },
}

words.fr = {
  common = {
    checked = "%d lignes ont été vérifiées par des nombres en %d points au hasard, contre le "
      .. "moteur numérique et d'autres chemins vers leurs valeurs ; le plus grand écart relatif "
      .. "est %s.",
    checked_one = "%d ligne a été vérifiée par des nombres en %d points au hasard ; le plus grand "
      .. "écart relatif est %s.",
    by = "Écrit par liaison %s.", formulas = "formules", latex = "LaTeX", plain = "texte",
    letters = "Lettres : %s.", values = "En nombres",
    no_table = "Le bras n'a pas de lignes de ce tableau : ses repères sont ceux de ses corps.",
    numbers = "Avec %s", at = "En %s",
    entries = "Terme par terme, sans les zéros (`%s` est trop large pour la page) :",
  },
  transforms = {
    title = "Matrices de passage", table = "Tableau de Denavit-Hartenberg",
    one_row = "Une ligne du tableau",
    of_standard = "Le repère i - 1 tourne de theta et glisse de d selon son axe z, puis tourne de "
      .. "alpha et glisse de a selon l'axe x atteint :",
    of_modified = "Le repère i - 1 tourne de alpha et glisse de a selon son axe x, puis tourne de "
      .. "theta et glisse de d selon l'axe z atteint :",
    rows = "Ligne par ligne", products = "Produits",
  },
  direct = {
    title = "Modèle géométrique direct", way = "Le chemin d'une origine à l'autre",
    way_text = "Chaque pas dans la base où il est immobile :",
    pose = "Position et axes du dernier repère",
    read_off = "La dernière colonne est la position, les trois premières les axes :",
    back = "Vu du dernier repère", back_text = "L'inverse a la rotation transposée, et la position "
      .. "redite dans celle-ci :",
    drawn = "La configuration dessinée",
    drawn_text = "En %s on doit retrouver le dessin :",
  },
  jacobian = {
    title = "Jacobienne de l'organe terminal", ways = "Des liaisons à l'organe terminal",
    columns = "Colonne par colonne",
    rule_standard = "Une liaison qui tourne donne à l'extrémité la vitesse "
      .. "`z_(i-1) x O_(i-1)O_n` et la rotation `z_(i-1)` ; une liaison qui glisse lui donne "
      .. "`z_(i-1)` et aucune rotation.",
    rule_modified = "Une liaison qui tourne donne à l'extrémité la vitesse `z_i x O_iO_n` et la "
      .. "rotation `z_i` ; une liaison qui glisse lui donne `z_i` et aucune rotation.",
    rule_bodies = "Une liaison qui tourne autour d'un axe `u` passant par un point `P` donne à "
      .. "l'extrémité la vitesse `u x PO_n` et la rotation `u` ; une liaison qui glisse lui donne "
      .. "`u` et aucune rotation.",
    vectorial = "Jacobienne vectorielle", vectorial_text = "La partie linéaire au-dessus de la "
      .. "partie angulaire, chaque vecteur dans la base qui lui convient :",
    components = "En composantes", shortest = "C'est dans %s qu'elle est la plus courte :",
    in_zero = "Dans le repère 0 :", derived = "La même par dérivation",
    place_text = "La position de l'extrémité, et ses dérivées par rapport aux coordonnées :",
    turn_text = "La vitesse angulaire se lit sur la matrice antisymétrique `S = R' R^T` de la "
      .. "rotation `R` :",
    turn_long = "(La rotation est trop longue à dériver ici ; ses colonnes sont celles "
      .. "ci-dessus.)",
  },
  singular = {
    title = "Configurations singulières", matrix = "Les lignes demandées",
    matrix_text = "La jacobienne de %s, dans %s où elle est courte ; son déterminant est le même "
      .. "dans tout repère :",
    point = "(Le dernier corps porte ce point ; avec les six lignes, le déterminant est celui de "
      .. "l'extrémité.)",
    determinant = "Son déterminant, factorisé", places = "Où il s'annule",
    never = "Aucun facteur ne dépend d'une coordonnée : le bras n'a pas de singularité.",
    turns = "à des tours près", lost = "L'extrémité ne peut y bouger selon `%s`.",
    no_root = "(Aucune coordonnée ne s'en tire sous forme explicite.)",
  },
}

return words
