-- french_app.lua - what is said in French: help, the prompt, the tour, what `liaison` prints
return {
  { "what was printed could not be written%s", "ce qui a été imprimé n'a pas pu être écrit%1" },
  { "the module %s is not there: run make in the checkout, or see 'liaison check'",
    "le module %1 n'est pas là : lancer make dans les sources, ou voir « liaison check »" },
  { "an error object of type %s", "un objet d'erreur de type %1" },
  { "  called from %s", "  appelé depuis %1" },
  { "there is no file '%s'", "il n'y a pas de fichier « %1 »" },
  { "-e needs a line to answer", "à -e il faut une ligne à laquelle répondre" },
  { "%s: expected that it returns a model, a run or a table li.robot reads, got %s",
    "%1 : attendu : qu'il rende un modèle, un essai ou une table que lit li.robot, reçu : %2" },
  { "%s: it is only run where you say so, with: liaison view --run %s",
    "%1 : ce fichier n'est lancé que si vous le dites, par : liaison view --run %2" },
  { "there is no file '%s', and no shipped robot or vehicle of that name%s",
    "il n'y a pas de fichier « %1 », ni de robot ou de véhicule fourni de ce nom%2" },
  { "... and %d more: model:warnings()", "... et %1 de plus : model:warnings()" },
  { "view needs a file that describes a mechanism, or the name of a shipped robot; view --run a "
    .. "script that returns one",
    "view demande un fichier qui décrit un mécanisme, ou le nom d'un robot fourni ; view --run "
    .. "un script qui en rend un" },
  { "'%s' is neither a file nor a command%s", "« %1 » n'est ni un fichier ni une commande%2" },
  { "builds liaison; compiles equations into kernels",
    "construit liaison ; compile les équations" },
  { "finds the Luas", "trouve les Lua" },
  { "singular values, eigenvalues, large systems",
    "valeurs singulières, valeurs propres, grands systèmes" },
  { "the fast half of LAPACKE", "la moitié rapide de LAPACKE" },
  { "reads URDF files", "lit les fichiers URDF" },
  { "the C tests: make test", "les tests en C : make test" },
  { "the Lua half of make check", "la moitié Lua de make check" },
  { "cvode and ida, two methods of integration more",
    "cvode et ida, deux méthodes d'intégration de plus" },
  { "The Luas (one of them is enough)\n", "Les Lua (un seul suffit)\n" },
  { "runs scripts faster, compiles Lua", "lance les scripts plus vite, compile Lua" },
  { "; its headers are missing: apt-get install %s",
    " ; ses en-têtes manquent : apt-get install %1" },
  { "\nNeeded to build\n", "\nNécessaire pour construire\n" },
  { "\nOptional, each adds something\n", "\nFacultatif, chacun apporte quelque chose\n" },
  { "liaison works here.\n", "liaison marche ici.\n" },
  { "To install what is needed: sudo apt-get install ",
    "Pour installer ce qu'il faut : sudo apt-get install " },
  { "Everything needed is there: build it with make.\n",
    "Tout ce qu'il faut est là : construire avec make.\n" },
  { "To install the optional things: sudo apt-get install ",
    "Pour installer le facultatif : sudo apt-get install " },
  { "Roots, least squares and derivatives of your own functions.",
    "Racines, moindres carrés et dérivées de vos propres fonctions." },
  { "Conversions between the axes of other conventions and ours.",
    "Conversions entre les axes d'autres conventions et les nôtres." },
  { "Drawings of mechanisms: schemes, free bodies, graphs, pictures of your own.",
    "Dessins de mécanismes : schémas, corps isolés, graphes, images de votre choix." },
  { "Robots that come with liaison.", "Robots livrés avec liaison." },
  { "Systems that come with liaison: bars, a crane, a disc, vehicles that roll.",
    "Systèmes livrés avec liaison : barres, pont roulant, disque, véhicules qui roulent." },
  { "Mechanisms with loops that come with liaison.", "Mécanismes à boucles livrés avec liaison." },
  { "Vehicles that come with liaison, beside what their publications print.",
    "Véhicules livrés avec liaison, à côté de ce qu'impriment leurs publications." },
  { "Formulas of vehicle dynamics: resistances, cornering, ride, forces at the wheels.",
    "Formules de la dynamique du véhicule : résistances, virage, confort, efforts aux roues." },
  { "Exercises that come with liaison.", "Exercices livrés avec liaison." },
  { "Degrees of freedom by counting.", "Degrés de liberté par comptage." },
  { "Denavit-Hartenberg rows and tables.", "Lignes et tables de Denavit-Hartenberg." },
  { "liaison %s: mechanisms, their motion and their equations",
    "liaison %1 : des mécanismes, leur mouvement et leurs équations" },
  { "more: li.help \"name\" for each of", "davantage : li.help \"nom\" pour chacun de" },
  { "search: li.apropos \"word\"", "recherche : li.apropos \"mot\"" },
  { "nothing is called '%s'%s; li.apropos searches the texts",
    "rien ne s'appelle « %1 »%2 ; li.apropos cherche dans les textes" },
  { "more: li.help \"%s\", \"joint helical\", \"constraint gear\", \"force spring\"",
    "davantage : li.help \"%1\", \"joint helical\", \"constraint gear\", \"force spring\"" },
  { "nothing is known about this %s", "on ne sait rien de : %1" },
  { "nothing mentions '%s'", "rien ne mentionne « %1 »" },
  { "new needs what: robot, mechanism, vehicle or controller%s",
    "new demande quoi : robot, mechanism, vehicle ou controller%1" },
  { ", got '%s'", ", reçu : « %1 »" },
  { "new %s needs a name of letters, digits, _ and -, the first no -%s",
    "new %1 demande un nom de lettres, chiffres, _ et -, le premier n'étant pas -%2" },
  { "%s is already there, and stays as it is", "%1 est déjà là, et reste tel quel" },
  { "written: %s; run it with: liaison %s", "écrit : %1 ; à lancer par : liaison %2" },
  { "function %s", "fonction %1" },
  { "liaison %s, %s. help() for a start, Ctrl-D leaves.",
    "liaison %1, %2. help() pour commencer, Ctrl-D pour quitter." },
  { " (li.apropos searches all names)", " (li.apropos cherche dans tous les noms)" },
  { " (see %s)", " (voir %1)" },
  { "its mass is J.mass", "sa masse est J.mass" },
  { "its tensor is J:tensor()", "son tenseur est J:tensor()" },
  { "its centre of mass is J.com", "son centre de masse est J.com" },
  { "an entry is M:get(i, j), or M[i][j]", "un élément est M:get(i, j), ou M[i][j]" },
  { "an entry is M:at(i, j), or M[i][j]", "un élément est M:at(i, j), ou M[i][j]" },
  { "an entry is v[i]", "un élément est v[i]" },
  { " (numbers go by index: v[%d])", " (les nombres vont par indice : v[%1])" },
  { " (its origin is X.p: X.p[%d])", " (son origine est X.p : X.p[%1])" },
  { " (local li = require \"liaison\" comes first)",
    " (local li = require \"liaison\" vient d'abord)" },
  { "a call gave nil and its reason, which assert(...) around it tells; or ",
    "un appel a donné nil et sa raison, que dit assert(...) autour de lui ; ou " },
  { " ('%s' has no value: %sli.symbols \"%s\" makes a symbol)",
    " (« %1 » n'a pas de valeur : %2li.symbols \"%3\" fait un symbole)" },
  { " ('%s' is nil: never made, or a call gave nil and its reason: assert(...) around it tells)",
    " (« %1 » vaut nil : jamais fait, ou un appel a donné nil et sa raison, que dit assert(...) "
    .. "autour de lui)" },
  { " (math.%s takes numbers; li.%s takes expressions)",
    " (math.%1 prend des nombres ; li.%2 prend des expressions)" },
  { " (expressions have no order: a:lt(b), a:le(b) make a condition)",
    " (les expressions n'ont pas d'ordre : a:lt(b), a:le(b) font une condition)" },
  { "A robot, and where its tip is", "Un robot, et où est son extrémité" },
  { "Two links of 1 m and 0.8 m. Angles are radians: 30*deg is a number of them. What comes "
    .. "back says what it is: frames,\nthe order of rows, who is told in whose axes.",
    "Deux barres de 1 m et 0,8 m. Les angles sont en radians : 30*deg en est un nombre. Ce qui "
    .. "revient dit ce que c'est : repères,\nordre des lignes, qui est donné dans les axes de "
    .. "qui." },
  { "The same description as equations", "La même description, en équations" },
  { "In your names; c12 is cos(q1 + q2). As C, Lua, JavaScript, LaTeX they carry a test of "
    .. "themselves; compiled they run at once.",
    "Dans vos noms ; c12 est cos(q1 + q2). En C, Lua, JavaScript, LaTeX elles portent leur "
    .. "propre vérification ; compilées, elles servent aussitôt." },
  { "Is it right?", "Est-ce juste ?" },
  { "Newton and Euler, articulated bodies, Kane and Lagrange are different roads to the same "
    .. "forces. All are walked, on your robot.",
    "Newton et Euler, corps articulés, Kane et Lagrange sont des chemins différents vers les "
    .. "mêmes forces. Tous sont parcourus, sur votre robot." },
  { "Rotations, said exactly", "Les rotations, dites exactement" },
  { "Every way in has its way out; the order of angles and whether axes move are always said. "
    .. "Where a description is singular\nyou are told so, with what is still determined.",
    "Chaque entrée a sa sortie ; l'ordre des angles et si les axes sont mobiles est toujours "
    .. "dit. Là où une description est singulière\non vous le dit, avec ce qui reste déterminé." },
  { "Loops, and wheels that do not slip", "Des boucles, et des roues qui ne glissent pas" },
  { "A constraint closes a loop; it is put together, and the force of the pin is told. A wheel "
    .. "is a row of velocities, and the\nreport says whether it is a position in disguise.",
    "Une contrainte ferme une boucle ; on l'assemble, et la force dans le pivot est donnée. Une "
    .. "roue est une ligne de vitesses, et le\nrapport dit si elle est une position déguisée." },
  { "Mistakes name the line and the cure", "Les erreurs nomment la ligne et le remède" },
  { "What was expected, what came, who was probably meant. Nothing is filled in silently: a "
    .. "body without mass refuses.",
    "Ce qui était attendu, ce qui est venu, qui était sans doute visé. Rien n'est complété en "
    .. "silence : un corps sans masse refuse." },
  { "Let it move, and one living file", "Laisser bouger, et une page vivante" },
  { "Ten seconds, falling from the horizontal. The page is one file for any browser, no "
    .. "network: the arm in 3-D, its curves, its\nequations, and sliders that compute the run "
    .. "again.",
    "Dix secondes, en tombant de l'horizontale. La page est un seul fichier pour tout "
    .. "navigateur, sans réseau : le bras en 3-D, ses courbes, ses\néquations, et des curseurs qui "
    .. "recalculent l'essai." },
  { "\n-- Enter goes on, q leaves: ", "\n-- Entrée pour continuer, q pour quitter : " },
  { "\nThis did not go as it should: ", "\nCeci ne s'est pas passé comme prévu : " },
  { "\nThat was the tour (%g s of computing). Open %s in a browser.\n",
    "\nC'était la visite (%1 s de calcul). Ouvrez %2 dans un navigateur.\n" },
  { "The page of the tour has no place: ", "La page de la visite n'a pas de place : " },
  { "(search '%s') ", "(recherche « %1 ») " },
  { "apropos needs a word", "apropos demande un mot" },
  { "builds liaison", "construit liaison" },
  { "the second opinion of make check", "le second avis de make check" },
  { "use of what was never written: make check",
    "usage de ce qui n'a jamais été écrit : make check" },
  { "the peers of make bench", "les concurrents de make bench" },
  { "a peer of make bench", "un concurrent de make bench" },
  { "no module yet: make", "pas encore de module : make" },
  { "does not load", "ne se charge pas" },
  { "runs scripts", "lance les scripts" },
  { "Type an expression and its value is printed:  li.vec{3, 4}:norm()\nNames of liaison may be "
    .. "used with or without li: vec{3, 4}. Those of math too: sin(pi/6).\nhelp \"name\" or "
    .. "help(value) tells what is known; apropos \"word\" finds names; Tab completes them.\nThe "
    .. "last value is _ (and ans). A 'local' at the start of a line is read as a name that stays. "
    .. "Ctrl-R searches what was typed before,\nCtrl-C drops what is being typed and stops what "
    .. "runs, Ctrl-D leaves. A long answer is cut; print(_) shows all of it.",
    "Tapez une expression et sa valeur s'affiche :  li.vec{3, 4}:norm()\nLes noms de liaison "
    .. "s'écrivent avec ou sans li : vec{3, 4}. Ceux de math aussi : sin(pi/6).\nhelp \"nom\" ou "
    .. "help(valeur) dit ce qu'on en sait ; apropos \"mot\" trouve des noms ; Tab les "
    .. "complète.\nLa dernière valeur est _ (et ans). Un « local » en début de ligne est lu comme "
    .. "un nom qui reste. Ctrl-R cherche dans ce qui a été tapé,\nCtrl-C abandonne ce qu'on tape "
    .. "et arrête ce qui tourne, Ctrl-D pour quitter. Une longue réponse est coupée ; print(_) la "
    .. "montre entière." },
  { "\nFrom here: liaison for a prompt, liaison script.lua for a script, liaison new robot NAME "
    .. "for one to start from. help \"rot\", help(R) or\napropos \"inverse\" at the prompt tell "
    .. "what is known. manual.md (in lib/doc, installed in share/doc/liaison/lib/doc) answers by "
    .. "question, scripts/ has worked mechanisms.",
    "\nEnsuite : liaison pour un dialogue, liaison script.lua pour un script, liaison new robot "
    .. "NOM pour en commencer un. help \"rot\", help(R) ou\napropos \"inverse\" au dialogue disent "
    .. "ce qu'on sait. manual.md (dans lib/doc, installé dans share/doc/liaison/lib/doc) répond "
    .. "par question, scripts/ a des mécanismes tout faits." },
  { "... (%s in all: %s shows it)", "... (%1 en tout : %2 le montre)" },
  { "%d lines", "%1 %(1:ligne|lignes%)" },
  { "%d letters", "%1 %(1:lettre|lettres%)" },
  { "... %d more", "... %1 de plus" },
  { "\n== %d of %d: ", "\n== %1 sur %2 : " },
  { "error: ", "erreur : " },
  { "written: %s", "écrit : %1" },
  { "warning: %s", "attention : %1" },
  { "found", "trouvé" },
  { "missing", "absent" },
  -- what Lua itself complains about
  { "attempt to %s a nil value (%s '%s')", "nil ne peut pas servir ici (%1 : %2 « %3 »)" },
  { "attempt to %s a nil value", "nil ne peut pas servir ici (%1)" },
  { "attempt to %s %s '%s' (a nil value)", "nil ne peut pas servir ici (%1 : %2 « %3 »)" },
  { "attempt to %s a %s value (%s '%s')", "une valeur %2 ne peut pas servir ici (%1 : %3 « %4 »)" },
  { "attempt to %s a %s value", "une valeur %2 ne peut pas servir ici (%1)" },
  { "attempt to %s %s '%s' (a %s value)",
    "une valeur %4 ne peut pas servir ici (%1 : %2 « %3 »)" },
  { "attempt to compare two %s values", "deux valeurs %1 ne se comparent pas" },
  { "attempt to compare %s with %s", "%1 et %2 ne se comparent pas" },
  { "bad argument #%d to '%s' (%s)", "mauvais argument %1 de « %2 » (%3)" },
  { "%s expected, got %s", "attendu : %1, reçu : %2" },
  { "no value", "rien" },
  { "call", "appel" },
  { "index", "lecture d'un champ" },
  { "perform arithmetic on", "calcul" },
  { "concatenate", "mise bout à bout" },
  { "get length of", "longueur" },
  { "global", "nom global" },
  { "local", "nom local" },
  { "field", "champ" },
  { "method", "méthode" },
  { "upvalue", "nom d'une fonction autour" },
  { "expected 'en' or 'fr', got %s", "attendu : 'en' ou 'fr', reçu : %1" },
  { "plot: too small for its labels: %s x %s", "plot : trop petit pour ses étiquettes : %1 x %2" },
  { "%s: expected a list of numbers, got %s", "%1 : attendu : une liste de nombres, reçu : %2" },
  { "%s[%d]: expected a number, got %s", "%1[%2] : attendu : un nombre, reçu : %3" },
  { "%s.%s: expected a %s, got %s", "%1.%2 : attendu : un %3, reçu : %4" },
  { "%s: expected a series {x =, y =}, got %s", "%1 : attendu : une série {x =, y =}, reçu : %2" },
  { "%s.y: expected a list of numbers, got nothing",
    "%1.y : attendu : une liste de nombres, rien n'est donné" },
  { "%s: x has %d numbers, y has %d", "%1 : x a %2 nombres, y en a %3" },
  { "%s.y: no numbers: there is nothing to draw",
    "%1.y : pas de nombres : il n'y a rien à dessiner" },
  { "%s.kind: unknown kind '%s'%s", "%1.kind : nature inconnue « %2 »%3" },
  { "%s.axis: expected left or right, got %s", "%1.axis : attendu : left ou right, reçu : %2" },
  { "%s.shape: unknown shape '%s'%s", "%1.shape : forme inconnue « %2 »%3" },
  { "plot.%slog: a log scale has only numbers above 0, and %s of %s at %d is %s",
    "plot.%1log : une échelle logarithmique n'a que des nombres supérieurs à 0, et %2 de %3 "
    .. "en %4 vaut %5" },
  { "plot: none of the %d points of %s is finite: there is nothing to draw",
    "plot : aucun des %1 points de %2 n'est fini : il n'y a rien à dessiner" },
  { "plot.%s: expected a list of numbers, got %s",
    "plot.%1 : attendu : une liste de nombres, reçu : %2" },
  { "plot.%s: expected {low, high} with low < high",
    "plot.%1 : attendu : {bas, haut} avec bas < haut" },
  { "plot.%s: a log scale starts above 0, got %s",
    "plot.%1 : une échelle logarithmique commence au-dessus de 0, reçu : %2" },
  { "plot: width and height must be 120 x 90 at least and 10000 at most, got %s x %s",
    "plot : la largeur et la hauteur doivent être d'au moins 120 x 90 et d'au plus 10000, "
    .. "reçu : %1 x %2" },
  { "plot: nothing to draw: give y, or a list of series {x =, y =}",
    "plot : rien à dessiner : donner y, ou une liste de séries {x =, y =}" },
  { "plot:braille: expected 4 to 1000 columns and 2 to 1000 rows",
    "plot:braille : attendu : 4 à 1000 colonnes et 2 à 1000 lignes" },
  { "plot.histogram: no numbers", "plot.histogram : pas de nombres" },
  { "plot.histogram: bins must be a whole number from 1 to 100000, got %s",
    "plot.histogram : bins doit être un nombre entier de 1 à 100000, reçu : %1" },
  { "liaison                      answer line by line (Ctrl-D leaves)",
    "liaison                      répondre ligne par ligne (Ctrl-D pour quitter)" },
  { "liaison script.lua [args]    run a script; - reads it from standard input",
    "liaison script.lua [args]    lancer un script ; - le lit sur l'entrée standard" },
  { "liaison -e 'li.rot.x(1)'     answer one line",
    "liaison -e 'li.rot.x(1)'     répondre à une ligne" },
  { "liaison -j ...               the same on LuaJIT",
    "liaison -j ...               de même avec LuaJIT" },
  { "liaison tour                 the first five minutes, guided",
    "liaison tour                 les cinq premières minutes, guidées" },
  { "liaison view FILE [OUT.html] a robot file, a URDF file, a shipped robot or vehicle as a "
    .. "page with a slider for every joint",
    "liaison view FICHIER [SORTIE.html] un fichier de robot, un fichier URDF, un robot ou "
    .. "véhicule fourni, en une page avec un curseur par articulation" },
  { "liaison view --run SCRIPT [OUT.html]  the same of the model or run that a script "
    .. "returns: it is run, so trust it first",
    "liaison view --run SCRIPT [SORTIE.html]  de même pour le modèle ou la simulation que "
    .. "rend un script : il est lancé, soyez-en donc sûr" },
  { "liaison serve FILE [PORT]    the same page on this machine alone, made again whenever "
    .. "the file is saved; a .lua file is run, so trust it first; Ctrl-C ends it",
    "liaison serve FICHIER [PORT] la même page sur cette machine seule, refaite chaque fois "
    .. "que le fichier est enregistré ; un fichier .lua est lancé, soyez-en donc sûr ; Ctrl-C y "
    .. "met fin" },
  { "liaison robots [NAME]        the robots that come with liaison, or the sources of one",
    "liaison robots [NOM]         les robots fournis avec liaison, ou les sources de l'un "
    .. "d'eux" },
  { "liaison new KIND NAME        a commented script to start from: robot, mechanism, "
    .. "vehicle, controller",
    "liaison new GENRE NOM        un script commenté pour commencer : robot, mechanism, "
    .. "vehicle, controller" },
  { "liaison exercise WHAT        exercises of the course: list, show, check, sheet, grade",
    "liaison exercise QUOI        exercices du cours : list, show, check, sheet, grade" },
  { "liaison diff ONE OTHER [TOL] two saved runs (csv, npy, mat): where they differ; exit "
    .. "code 1 where they do",
    "liaison diff UN AUTRE [TOL]  deux simulations enregistrées (csv, npy, mat) : où elles "
    .. "diffèrent ; code de sortie 1 si elles diffèrent" },
  { "liaison check                what was found here, and what each optional thing adds",
    "liaison check                ce qui a été trouvé ici, et ce qu'apporte chaque chose "
    .. "facultative" },
  { "liaison help [NAME]          this text, or what is known about a name",
    "liaison help [NOM]           ce texte, ou ce qu'on sait d'un nom" },
  { "liaison apropos WORD         every name that has to do with it",
    "liaison apropos MOT          tous les noms qui s'y rapportent (en français ou en anglais)" },
  { "diff needs two files of runs, and may be told how much they may differ: liaison diff "
    .. "one.csv other.csv 1e-9",
    "diff demande deux fichiers de simulations, et peut recevoir l'écart admis : liaison diff "
    .. "une.csv autre.csv 1e-9" },
  { "serve: expected a port from 0 to 65535, got %s",
    "serve : attendu : un port de 0 à 65535, reçu : %1" },
  { "serve needs a file that describes a mechanism, or the name of a shipped robot; serve "
    .. "--run a script that returns one",
    "serve demande un fichier qui décrit un mécanisme, ou le nom d'un robot fourni ; serve "
    .. "--run un script qui en rend un" },
  { "== %d of %d: ", "== %1 sur %2 : " },
}
