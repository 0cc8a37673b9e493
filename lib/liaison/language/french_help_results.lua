-- french_help_results.lua - texts of help in French: results in files, and back
return {
  { "run:mat", 925779, "La même chose en fichier MAT de version 4, un vecteur par colonne (q1' y "
    .. "est q1_d), que MATLAB, Octave et SciPy chargent." },
  { "run:save", 448690, "La simulation dans un fichier, selon sa terminaison : .csv avec ce qui l'a "
    .. "faite (run:metadata()) et ses unités en commentaires avant les noms, .npy, .mat, .json, "
    .. ".lua. Il paraît entier ou pas du tout, et lève une erreur s'il ne peut être écrit. "
    .. "li.results relit csv, npy et mat." },
  { "run:metadata", 609516, "Ce qui la reproduit, en textes par nom : version, Lua, script et son "
    .. "empreinte, méthode, tolérances, nombres de li.simulate (setup.t, graines ..), empreinte des "
    .. "colonnes. D'une simulation relue, ce que dit son fichier." },
  { "csv", 373586, "Un relevé relu, de ce programme ou d'autres : ses colonnes comme une simulation "
    .. "(columns, at, plot, derive ..). Le séparateur (virgule, point-virgule, tabulation, blancs), "
    .. "la virgule décimale, les noms, les unités (« q1 [rad] », ou une deuxième ligne) et les "
    .. "commentaires sont reconnus ; les lignes sont ordonnées par la première colonne. options : "
    .. "separator = 'comma', 'semicolon', 'tab', 'blank' ; decimal = 'point' ou 'comma' ; leave = "
    .. "colonnes de mots ; columns = noms ; units = par nom ; time = la colonne qui ordonne, dt = "
    .. "une période s'il n'y en a pas. Ce qui a été supposé est dit par print(run). nil, message, "
    .. "code si le fichier ne peut être lu." },
  { "npy", 906658, "De même, d'un tableau enregistré par NumPy : une ou deux dimensions, nombres de "
    .. "toute largeur et de tout ordre d'octets. options : columns (sinon c1, c2 ..), units, time, "
    .. "dt." },
  { "matfile", 539747, "De même, d'un fichier MAT de version 4 (save -v4 dans MATLAB et Octave) : "
    .. "ses vecteurs réels d'une même longueur. options comme li.npy." },
  { "results", 759984, "De même, selon la terminaison du fichier : .csv, .txt, .log, .tsv, .dat, "
    .. ".npy, .mat." },
}
