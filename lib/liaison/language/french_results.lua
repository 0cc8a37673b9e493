-- french_results.lua - what is said in French: results in files, and back
return {
  { "expected an array that NumPy has saved (.npy)",
    "attendu : un tableau enregistré par NumPy (.npy)" },
  { "the head of the array is cut off or too long",
    "l'en-tête du tableau est tronqué ou trop long" },
  { "expected an array of numbers, got %.80s", "attendu : un tableau de nombres, reçu : %1" },
  { "expected an array of one or two dimensions",
    "attendu : un tableau d'une ou de deux dimensions" },
  { "%g x %g numbers of %d bytes do not fit the %g bytes of the file",
    "%1 x %2 nombres de %3 octets ne tiennent pas dans les %4 octets du fichier" },
  { "a MAT file of version 5 or later: save it with -v4 (MATLAB, Octave), or as .npy",
    "un fichier MAT de version 5 ou plus : l'enregistrer avec -v4 (MATLAB, Octave), ou en .npy" },
  { "expected a matrix of a MAT file of version 4 at byte %zu",
    "attendu : une matrice d'un fichier MAT de version 4 à l'octet %1" },
  { "no vector of real numbers is in the MAT file",
    "le fichier MAT ne contient aucun vecteur de nombres réels" },
  { "line %ld, cell %d: expected a number, got '%.40s' (columns of words are left out by leave = "
    .. "{their names})", "ligne %1, cellule %2 : attendu : un nombre, reçu : « %3 » (les colonnes "
    .. "de mots sont laissées par leave = {leurs noms})" },
  { "line %ld: expected %d cells, got %d", "ligne %1 : attendu : %2 cellules, reçu : %3" },
  { "line %ld: a quote stays open", "ligne %1 : un guillemet reste ouvert" },
  { "more than 2 GB in a .zip", "plus de 2 Go dans un .zip" },
  { "'%s' has no number: %s = {%s = ..} says where it begins",
    "« %1 » n'a pas de nombre : %2 = {%3 = ..} dit où il commence" },
  { "expected at most %d numbers, got %d", "attendu : au plus %1 nombres, reçu : %2" },
  { "two variables of the FMU are called '%s'", "deux variables de la FMU s'appellent « %1 »" },
  { "no line of cells is there", "il n'y a aucune ligne de cellules" },
  { "line %ld: %d cells, at most %d", "ligne %1 : %2 cellules, au plus %3" },
  { "every column is left out", "toutes les colonnes sont laissées" },
  { "expected one of the endings %s, got '%s'",
    "attendu : une des terminaisons %1, reçu : « %2 »" },
  { "%s has %d columns, got %d names", "%1 a %2 colonnes, reçu : %3 noms" },
  { "there is no column '%s'%s", "il n'y a pas de colonne « %1 »%2" },
  { "row %d: '%s' falls from %s to %s: rows are ordered by it (time = another column, or dt = a "
    .. "period)", "ligne %1 : « %2 » descend de %3 à %4 : elle ordonne les lignes (time = une autre "
    .. "colonne, ou dt = une période)" },
}
