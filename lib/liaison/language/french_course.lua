-- french_course.lua - what is said in French: exercises, sheets, their commands
return {
  { "no exercise is named '%s'%s: li.exercises.names() lists them",
    "aucun exercice ne s'appelle « %1 »%2 : li.exercises.names() les donne tous" },
  { "--%s needs a value", "à --%1 il faut une valeur" },
  { "there is no option --%s", "il n'y a pas d'option --%1" },
  { "expected name=answer, got '%s'", "attendu : nom=réponse, reçu : « %1 »" },
  { "line %d is not understood: %s", "la ligne %1 n'est pas comprise : %2" },
  { "check needs an exercise and answers, or a file of answers",
    "check demande un exercice et des réponses, ou un fichier de réponses" },
  { "sheet needs a file to write, OUT.html or OUT.tex",
    "sheet demande un fichier à écrire, FICHIER.html ou FICHIER.tex" },
  { "--students needs two numbers: --students 1-30",
    "à --students il faut deux nombres : --students 1-30" },
  { "exercise has no '%s': list, show, check, sheet, grade",
    "exercise n'a pas de « %1 » : list, show, check, sheet, grade" },
  { "expected {name, value} or {name, from, to, step}, got %s",
    "attendu : {nom, valeur} ou {nom, de, à, pas}, reçu : %1" },
  { "expected {name, value}, {name, from, to, step} or {name, of = list}",
    "attendu : {nom, valeur}, {nom, de, à, pas} ou {nom, of = liste}" },
  { "no data of %d draws keep the condition for student %s",
    "aucun de %1 tirages ne vérifie la condition pour l'étudiant %2" },
  { "expected a function, got %s", "attendu : une fonction, reçu : %1" },
  { "expected a unit as 'N m', got %s", "attendu : une unité comme 'N m', reçu : %1" },
  { "no kind of answer is named '%s' (there are: %s)",
    "aucune nature de réponse ne s'appelle « %1 » (il y a : %2)" },
  { "a formula needs letters = 'L1 L2 th1 th2'",
    "à une formule il faut letters = 'L1 L2 th1 th2'" },
  { "a choice needs options = {{'key', en = .., fr = ..}, ..}",
    "à un choix il faut options = {{'clé', en = .., fr = ..}, ..}" },
  { "'%s' is asked twice", "« %1 » est demandé deux fois" },
  { "%s: it cannot be read", "%1 : illisible" },
  { "%s.%s: not asked", "%1.%2 : pas demandé" },
  { "%s: not an exercise of the sheet", "%1 : pas un exercice de la feuille" },
  { "there is no answer file (.txt) in '%s'",
    "il n'y a pas de fichier de réponses (.txt) dans « %1 »" },
  { "a recipe has no word '%s'", "une recette n'a pas de mot « %1 »" },
  { "expected an exercise or the name of one, got %s",
    "attendu : un exercice ou le nom d'un, reçu : %1" },
  { "exercise %s", "exercice %1" },
  { "its recipe gives no '%s'", "sa recette ne donne pas « %1 »" },
  { "compare: row %d has not as many entries as the first",
    "compare : la ligne %1 n'a pas autant d'éléments que la première" },
  { "liaison exercise list [CHAPTER]        the exercises of the course\nliaison exercise show "
    .. "NAME             the statement, with the numbers of a student\nliaison exercise check NAME "
    .. "q=answer.. answers checked, mistakes named\nliaison exercise check FILE            the "
    .. "same of a file of answers\nliaison exercise sheet OUT NAME..      OUT.html: a page that "
    .. "checks; OUT.tex: LaTeX\nliaison exercise grade FOLDER [NAME..] all answer files (.txt) of "
    .. "a folder, as csv\n  --student N   whose numbers (1)        --students A-B   a sheet for "
    .. "each: OUT-A .. OUT-B\n  --chapter N   all of a chapter         --fr             in French "
    .. "(or LIAISON_LANG=fr)\n  --solution    with the solution        --paper          a page for "
    .. "paper\n  --csv FILE    where the marks go\n",
    "liaison exercise list [CHAPITRE]       les exercices du cours\nliaison exercise show NOM   "
    .. "           l'énoncé, avec les nombres d'un étudiant\nliaison exercise check NOM "
    .. "q=réponse.. réponses vérifiées, erreurs nommées\nliaison exercise check FICHIER         de "
    .. "même pour un fichier de réponses\nliaison exercise sheet SORTIE NOM..    SORTIE.html : une "
    .. "page qui vérifie ; SORTIE.tex : LaTeX\nliaison exercise grade DOSSIER [NOM..] tous les "
    .. "fichiers de réponses (.txt) d'un dossier, en csv\n  --student N   les nombres de qui (1)   "
    .. "--students A-B   une feuille pour chacun : SORTIE-A .. SORTIE-B\n  --chapter N   tout un "
    .. "chapitre         --fr             en français (ou LIAISON_LANG=fr)\n  --solution    avec "
    .. "la solution         --paper          une page pour le papier\n  --csv FICHIER où mettre "
    .. "les notes\n" },
  { "show needs the name of an exercise", "show demande le nom d'un exercice" },
  { "grade needs a folder of answer files", "grade demande un dossier de fichiers de réponses" },
}
