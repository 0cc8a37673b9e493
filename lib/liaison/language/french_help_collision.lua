-- french_help_collision.lua - help in French: distances of shapes, collision of models
return {
  { "collision:", 82651,
    "Les formes d'un modèle et de son monde : lesquelles s'approchent, et à quelle distance." },
  { "collision:distance", 899867,
    "La plus petite distance signée de toutes les paires en q (m ; négative : le moindre chemin "
    .. "qui les sépare), et de qui elle est : {a, b, distance, point_a, point_b, normal}, points "
    .. "et normale unitaire de a vers b dans les axes du monde. Infinie, et nil, si aucune paire "
    .. "n'est demandée." },
  { "collision:distances", 165814,
    "Toutes les paires dont la distance en q est au plus margin (toutes, si elle n'est pas "
    .. "donnée), la plus proche d'abord : une liste de {a, b, distance, point_a, point_b, normal, "
    .. "gradient} ; gradient (vec de nv) est la dérivée de la distance par les coordonnées des "
    .. "vitesses, normal' (J_b - J_a) aux points." },
  { "collision:collides", 177252,
    "true et {a, b} si une paire est plus proche que margin (0) en q, une des premières trouvées ; "
    .. "sinon false. Plus rapide que la distance." },
  { "collision.__tostring", 643781, "Son résumé." },
  { "distance", 45612,
    "La distance signée de deux formes (m ; négative si elles se recouvrent : le moindre chemin "
    .. "qui les sépare), et {point_a, point_b, normal} : points les plus proches, normale unitaire "
    .. "de a vers b, tout dans les axes où les repères sont donnés. Une forme est {shape = 'box', "
    .. "size = {x, y, z}}, sphere {r}, capsule {r, longueur entre les milieux de ses bouts}, "
    .. "cylinder et cone {r, longueur} autour de z, ellipsoid {x, y, z demi-axes}, plane (le "
    .. "demi-espace z <= 0), ou {shape = 'mesh', mesh = li.mesh(path)} : l'enveloppe de chacune de "
    .. "ses parties. Exacte aux arrondis près pour sphères, capsules, boîtes, maillages ; à 1e-9 "
    .. "de leur taille pour les autres. nil, message, code si aucune réponse n'a été trouvée dans "
    .. "les pas permis." },
  { "collision", 728925,
    "Les formes de tous les corps d'un modèle, pour collides, distance, distances(q) : celles de "
    .. "contact, ou, pour un corps sans celles-ci, celles qui sont dessinées ; les maillages comme "
    .. "enveloppes de leurs parties, trouvés sous folders comme le fait model:meshes. options : "
    .. "obstacles = {{shape =, size =, at = repère ou point, name =}, ..} dans le monde (formes "
    .. "comme dans li.distance) ; shapes = {corps = {{shape =, size =, at =}, ..}} au lieu de "
    .. "celles du corps ; allowed = {{'a', 'b'}, ..} : non demandées ; pairs = {{'a', 'b'}, ..} : "
    .. "elles seules sont demandées. Sans pairs on omet : les corps joints par une articulation ou "
    .. "par rien que des liaisons fixes ; et, par samples (1000) lieux au hasard de graine seed "
    .. "(1), les paires de corps qui se recouvrent dans tous (always) ou au repos (at rest) ; avec "
    .. "skip_never = true aussi celles qui ne se recouvrent dans aucun. collision:allowed() liste "
    .. "ce qui est omis, et pourquoi ; collision:notes() ce qui a été pris pour quoi." },
  { "collision:allowed", 326708,
    "Les paires non demandées : une liste de {a, b, reason} : fixed to each other (fixés l'un à "
    .. "l'autre), neighbours (voisins), given (donnée), not listed (hors liste), always "
    .. "(toujours), at rest (au repos), never (jamais), avec le nombre d'échantillons." },
  { "collision:pairs", 935503, "Les paires demandées : une liste de {a, b}." },
  { "collision:notes", 166598,
    "Ce qu'un lecteur doit savoir : formes dessinées prises pour le contact, maillages non "
    .. "trouvés, enveloppes plus grandes que leur contenu. Une liste de textes." },
  { "collision:radii", 168964,
    "Par corps : aucun point de ses formes n'est plus loin de l'origine de son repère (m)." },
  { "collision:summary", 971165, "Combien de formes, de paires et d'échantillons." },
}
