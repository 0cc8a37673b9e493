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
  { "model:motion_program", 877651, "Ce que calcule model:compile, comme programme dans n'importe quel "
    .. "langage : le mouvement entier avec tout ce qui agit sur lui, forces, temps, boucles et "
    .. "roulement. what : 'dynamics', x' = f(t, x, u) ; 'jacobians', 'outputs', 'constraints', et "
    .. "'output_slopes', dy/dx et dy/du. Les noms sans nombre sont la dernière entrée, p. about : "
    .. "states, inputs, parameters (leurs noms dans l'ordre), left_out (lignes). options : inputs et "
    .. "at comme model:compile, tests (3)." },
  { "model:fmu", 831109, "Le modèle avec tout ce qui agit sur lui comme FMU (FMI 2.0, échange de "
    .. "modèle et cosimulation) pour d'autres programmes de simulation : états q, v et ceux des "
    .. "éléments de force, entrées, paramètres (noms sans nombre), sorties de la description, unités, "
    .. "dérivées et dérivées directionnelles, son C et une bibliothèque là où un compilateur est "
    .. "trouvé. Un moteur de la coordonnée q1 est l'entrée tau_q1. options : name, q, v (son départ), "
    .. "inputs (lesquelles), values (leurs départs), parameters (les leurs), step (1e-3 : de la "
    .. "cosimulation, Runge-Kutta d'ordre quatre), stop, binary = false. told : states, inputs, "
    .. "parameters, outputs, left_out (lignes de contraintes), guid, binary (false, why : pas de "
    .. "bibliothèque), at_events : ce qui colle et s'arrête n'y est pas (model:smooth en donne des "
    .. "formes lisses)." },
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
