-- texts.lua - what exercises and sheets say around their own texts, in the languages they speak
return require("liaison.language.language").words {
  en = {
    colon = ": ", right = "right", wrong = "wrong", imprecise = "nearly right: not to %d digits",
    empty = "no answer", unreadable = "could not be read", unit = "the unit is another one",
    shape = "the answer has another shape",
    read_as = "read as %s", expected = "expected %s", hint = "Hint: %s", mistake = "it seems: %s",
    unknown = "not a known mistake", marks = "%s of %s", total = "Total: %s of %s",
    missing = "in yours is missing: %s", extra = "in yours is too much: %s",
    at = "at %s yours is %s, and the right one %s",
    unit_of = "%s is asked, %s was given", unit_word = "'%s' is no unit known here",
    shape_of = "expected %s, got %d by %d", shape_one = "expected %s, got one number",
    typing = "Numbers as 3.14, 3,14, 1.2e-3, sqrt(3)/2 or pi/3, in the unit asked or with one of "
      .. "their own behind (30°, 0.5 rad, 250 mm); vectors as [1, 2, 3]; matrices row by row, "
      .. "[1, 2; 3, 4] or a row a line; formulas in the letters told: 2*L1*c1, s12 for "
      .. "sin(th1 + th2).",
    try = "Checked by: liaison exercise check %s --student %s %s",
    solution = "Solution", answer = "Answer", data = "Data", asked = "Questions",
    who = "Student: %s", exercise = "Exercise", also = "or: %s",
    check = "Check", show = "Show the solution", hide = "Hide the solution", name = "Name",
    digits = "to %d digits", formula_in = "a formula in %s", chapter = "Chapter %d",
    reset = "Start again", all = "Check all", save = "Save the answers",
    why = {
      bracket = "a bracket is missing", arguments = "'%s' has another number of arguments",
      number = "'%s' is no number", ["end"] = "the formula ends too early",
      sign = "'%s' is not understood", name = "'%s' is not known here", deep = "too many brackets",
      long = "the text is too long", compute = "it cannot be computed: %s",
      rows = "row %s has another length than the first", infinite = "'%s' is no finite number",
      choice = "'%s' is none of the choices",
    },
  },
  fr = {
    colon = " : ", right = "juste", wrong = "faux", imprecise = "presque juste : pas à %d chiffres",
    empty = "pas de réponse", unreadable = "illisible", unit = "l'unité est une autre",
    shape = "la réponse a une autre forme",
    read_as = "lu %s", expected = "attendu : %s", hint = "Indice : %s",
    mistake = "il semble que ce soit : %s",
    unknown = "pas une erreur connue", marks = "%s sur %s", total = "Total : %s sur %s",
    missing = "il manque : %s", extra = "il y a en trop : %s",
    at = "en %s la vôtre vaut %s, la bonne %s",
    unit_of = "%s est demandé, %s est donné", unit_word = "'%s' n'est pas une unité connue ici",
    shape_of = "attendu : %s, reçu %d x %d", shape_one = "attendu : %s, reçu un nombre",
    typing = "Les nombres s'écrivent 3.14, 3,14, 1.2e-3, sqrt(3)/2 ou pi/3, dans l'unité demandée "
      .. "ou suivis de la leur (30°, 0.5 rad, 250 mm) ; les vecteurs [1, 2, 3] ; les matrices "
      .. "ligne par ligne, [1, 2; 3, 4] ou une ligne par ligne de texte ; les formules dans les "
      .. "lettres données : 2*L1*c1, s12 pour sin(th1 + th2).",
    try = "Se vérifie par : liaison exercise check %s --student %s %s",
    solution = "Solution", answer = "Réponse", data = "Données", asked = "Questions",
    who = "Étudiant : %s", exercise = "Exercice", also = "ou : %s",
    check = "Vérifier", show = "Montrer la solution", hide = "Cacher la solution", name = "Nom",
    digits = "à %d chiffres", formula_in = "une formule en %s", chapter = "Chapitre %d",
    reset = "Recommencer", all = "Tout vérifier", save = "Enregistrer les réponses",
    why = {
      bracket = "il manque une parenthèse", arguments = "'%s' a un autre nombre d'arguments",
      number = "'%s' n'est pas un nombre", ["end"] = "la formule s'arrête trop tôt",
      sign = "'%s' n'est pas compris", name = "'%s' n'est pas connu ici",
      deep = "trop de parenthèses", long = "le texte est trop long",
      compute = "incalculable : %s", rows = "la ligne %s n'a pas la longueur de la première",
      infinite = "'%s' n'est pas un nombre fini", choice = "'%s' n'est pas un des choix",
    },
  },
}
