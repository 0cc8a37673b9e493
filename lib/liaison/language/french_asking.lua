-- french_asking.lua - what is said in French: paths of tools, equilibria, small motions
return {
  { "rows are numbers from 1 (x) to 6 (angular z)",
    "les lignes sont des numéros de 1 (x) à 6 (z angulaire)" },
  { "no parameter %d", "pas de paramètre %1" },
  { "expected %d rows of 5 numbers each", "attendu : %1 lignes de 5 nombres chacune" },
  { "expected 8 rows of %d limits", "attendu : 8 lignes de %1 limites" },
  { "out of memory for the rotors", "mémoire épuisée pour les rotors" },
  { "out of memory for regressors", "mémoire épuisée pour les régresseurs" },
  { "out of memory for base parameters", "mémoire épuisée pour les paramètres de base" },
  { "out of memory for a polynomial", "mémoire épuisée pour un polynôme" },
  { "%s' follows from the other speeds given: leave it out",
    "%1' découle des autres vitesses données : l'omettre" },
  { "no equilibrium found from there: the least left over is %g, after %d steps",
    "aucun équilibre trouvé depuis là : le moindre reste est %1, après %2 %(2:pas|pas%)" },
  { "out of memory for an equilibrium", "mémoire épuisée pour un équilibre" },
  { "out of memory to follow a path", "mémoire épuisée pour suivre un chemin" },
  { "no configuration brings the tool to the beginning of the path: the nearest of %d "
    .. "starts is %g m short",
    "aucune configuration ne mène l'outil au début du chemin : le plus proche de %1 "
    .. "départs en reste à %2 m" },
  { "the tool is %g m and %g rad from the beginning of the path: take one of "
    .. "model:ik(path:at(0)), or leave start out",
    "l'outil est à %1 m et %2 rad du début du chemin : prendre l'une de "
    .. "model:ik(path:at(0)), ou omettre start" },
  { "two turns are told in the axes of the path (axes = \"tool\"): the tool may turn "
    .. "about the third of these",
    "deux rotations se disent dans les axes du chemin (axes = \"tool\") : l'outil peut "
    .. "tourner autour du troisième" },
  { "a single turn counts only where the arm turns its tool about that axis alone: ask "
    .. "for three, or two in the axes of the path",
    "une seule rotation ne compte que là où le bras tourne son outil autour de ce seul "
    .. "axe : en demander trois, ou deux dans les axes du chemin" },
  { "a joint of this model turns in space: its coordinates are no numbers of their own, "
    .. "and no curve q(s) can be made of them",
    "une articulation de ce modèle tourne dans l'espace : ses coordonnées ne sont pas des "
    .. "nombres indépendants, et aucune courbe q(s) ne peut en être faite" },
  { "at least one is needed", "il en faut au moins un" },
  { "no joint moves the body that is to follow the path",
    "aucune articulation ne meut le corps qui doit suivre le chemin" },
  { "a coordinate moves no mass: no force tells its acceleration",
    "une coordonnée ne meut aucune masse : aucune force ne dit son accélération" },
  { "a model that turns freely in space is linearised at rest",
    "un modèle qui tourne librement dans l'espace se linéarise au repos" },
  { "out of memory for small motions", "mémoire épuisée pour les petits mouvements" },
  { "out of memory for modes", "mémoire épuisée pour les modes" },
  { "needs places that increase from %g to %g, got %g at [%d]",
    "demande des abscisses croissantes de %1 à %2, reçu : %3 en [%4]" },
  { "jumps by %g at s = %g: pieces must meet",
    "saute de %1 en s = %2 : les morceaux doivent se rejoindre" },
  { "does not move", "ne bouge pas" },
  { "the path has a corner at s = %g: cut it there",
    "le chemin a un coin en s = %1 : le couper là" },
  { "the second derivative of the path jumps at s = %g: no jerk is small enough there",
    "la dérivée seconde du chemin saute en s = %1 : aucun jerk n'y est assez petit" },
  { "however slow, the motion passes limits",
    "si lent qu'il soit, le mouvement dépasse des limites" },
  { "coordinate %d: %g to %g leaves no room%s",
    "coordonnée %1 : de %2 à %3 ne laisse pas de place%4" },
  { "torques and tools need a model", "des couples et des outils demandent un modèle" },
  { "%d components, the model has %d coordinates and %d velocities",
    "%1 %(1:composante|composantes%), le modèle a %2 %(2:coordonnée|coordonnées%) et %3 "
    .. "%(3:vitesse|vitesses%)" },
  { "out of memory for the inverse of a Jacobian",
    "mémoire épuisée pour l'inverse d'une jacobienne" },
  { "out of memory for velocities", "mémoire épuisée pour les vitesses" },
  { "out of memory for singular directions", "mémoire épuisée pour les directions singulières" },
  { "out of memory for a Jacobian", "mémoire épuisée pour une jacobienne" },
  { "the equations have no finite value at this state",
    "les équations n'ont pas de valeur finie dans cet état" },
  { "'%s' follows from the other coordinates chosen: choose another",
    "« %1 » découle des autres coordonnées choisies : en choisir une autre" },
  { "no force tells the acceleration of some coordinate there: it moves no mass",
    "aucune force ne dit l'accélération d'une coordonnée à cet endroit : elle ne meut "
    .. "aucune masse" },
  { "the force on it: ", "la force sur elle : " },
  { "the equations have no finite slope at this state",
    "les équations n'ont pas de pente finie dans cet état" },
  { "out of memory for the usual rank of a Jacobian",
    "mémoire épuisée pour le rang usuel d'une jacobienne" },
  { "expected at least one place, got %d", "attendu : au moins une place, reçu : %1" },
  { "at most %d coordinates", "au plus %1 coordonnées" },
  { "out of memory for %d places", "mémoire épuisée pour %1 places" },
  { "out of memory after %d bytes of text", "mémoire épuisée après %1 octets de texte" },
  { "tool.body: the world does not move", "tool.body : le monde ne bouge pas" },
  { "options.%s: %s", "options.%1 : %2" },
  { "expected %d numbers, one for each row, got %d",
    "attendu : %1 nombres, un par ligne, reçu : %2" },
  { "options.toward: expected %d numbers, got %d",
    "options.toward : attendu : %1 nombres, reçu : %2" },
  { "options.limits[%d]: '%s' has no limits: give some",
    "options.limits[%1] : « %2 » n'a pas de butées : en donner" },
  { "this model has loops or constraints: only trees are followed along a path (closed "
    .. "chains: their loops have to close at every place)",
    "ce modèle a des boucles ou des contraintes : seuls des arbres suivent un chemin (chaînes "
    .. "fermées : leurs boucles doivent se fermer en tout lieu)" },
  { "a joint is beyond its limit", "une articulation est au-delà de sa butée" },
  { "the branch ends: another one would have to be jumped to",
    "la branche finit : il faudrait sauter sur une autre" },
  { "more samples than allowed", "plus d'échantillons que permis" },
  { "the force on it: its law changes just there (friction at rest, a rope just slack, an end "
    .. "just touched, abs or sign at 0): it has no slope. Move the state a little, or take a "
    .. "smooth form (model:smooth)",
    "la force sur elle : sa loi change juste là (frottement au repos, corde juste détendue, "
    .. "butée juste touchée, abs ou sign en 0) : elle n'a pas de pente. Déplacer un peu l'état, "
    .. "ou prendre une forme lisse (model:smooth)" },
  { "its law changes just there (friction at rest, a rope just slack, an end just touched, "
    .. "abs or sign at 0): it has no slope. Move the state a little, or take a smooth form "
    .. "(model:smooth)",
    "sa loi change juste là (frottement au repos, corde juste détendue, butée juste touchée, "
    .. "abs ou sign en 0) : elle n'a pas de pente. Déplacer un peu l'état, ou prendre une forme "
    .. "lisse (model:smooth)" },
  { " to rest", " pour le repos" },
  { "expected a symmetric positive definite matrix",
    "attendu : une matrice symétrique définie positive" },
  { "unknown status", "état inconnu" },
  { "the system refused", "le système a refusé" },
}
