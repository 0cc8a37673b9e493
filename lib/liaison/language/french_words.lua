-- french_words.lua - what many texts of help in French have in common: @name stands for it there
return {
  kinds = "kind : @kindlist",
  kindlist = "'matrix', 'quat', 'axis' (u, puis l'angle), 'euler_vector', 'rodrigues', 'rpy', "
    .. "'fixed xyz' ou 'moving zxz' avec l'une des douze séquences.",
  uniform = "homogène, exprimé à son centre de masse ou, avec at (une frame, une rot ou la "
    .. "position du centre), à l'origine de at.",
  volume = "Densité par volume (kg/m3).",
  area = "Densité par aire (kg/m2).",
  length = "Densité par longueur (kg/m).",
  rows = "Options : body, point, axes comme de la jacobienne, rows (numéros à partir de 1, "
    .. "linéaires d'abord ; les six).",
  compile = "options : tape = true ; compiler, cache (un dossier) ; isa = 'plain', 'avx2' ou "
    .. "'avx512', sinon la meilleure ; wait = true : jusqu'à ce que le compilateur ait fini, "
    .. "ou des secondes (0.1), après quoi une bande calcule les mêmes bits jusque-là : "
    .. "f.ready ; parameters = true : ce qui n'a pas de nombre devient une dernière entrée, "
    .. "ses noms dans f.parameters.",
  assemblies = "une liste de configurations, angles entre -pi et pi, dans l'ordre de leurs "
    .. "coordonnées. Cherchées depuis options.tries = 60 départs (seed = 1) : davantage "
    .. "trouvent ce qui est rare. nil, message, 'EUNREACHABLE' si aucune n'est trouvée.",
  page = "Une page HTML qui le dessine, avec un curseur par articulation, telle que model:html "
    .. "la fait de son modèle (values = {L = 0.3} : nombres ; les symboles de longueurs sans "
    .. "nombre ont des curseurs) ; son texte, ou écrit dans path : true.",
  barmass = "Masses pour la dynamique : density = kg par mètre de barres homogènes, ou mass = "
    .. "{m1, m2, m3} avec inertia = {J1, J2, J3} au milieu de chaque barre (homogène si "
    .. "omis) ; gravity. De là :model(), :simulate, :equations.",
  start = "start = {th1 = 0.7, [\"th1'\"] = 5} : coordonnées et vitesses par noms, 0 si omises "
    .. "; si cela ne convient pas aux lignes, les coordonnées dont la vitesse est dite "
    .. "restent et les autres suivent (sans vitesses, celles qui sont dites restent ; fix = "
    .. "{..} dit lesquelles).",
  columns = "Colonnes, énergies, multiplicateurs par articulation (pin.1) comme ceux d'une "
    .. "simulation d'équations. Aussi li.simulate{m, t = 1, values = .., th1 = 0.7}.",
  stays = "Les noms restent ; une articulation qu'aucun mécanisme n'a est menée par des corps "
    .. "sans masse. Ressorts, amortisseurs et forces données sont des charges. told : le "
    .. "plan, et ce qu'un mécanisme n'a pas (butées, frottement, décalages hors du plan). "
    .. "angles = true dit par trois angles les rotations en quaternions (spherical, "
    .. "floating) ; sans cela elles sont refusées. Une erreur nomme ce qui n'est ni "
    .. "articulation ni charge ; forces = false omet toutes les forces sauf le poids.",
  drawn = "Options de tout dessin : width, height (mm au plus : 100, 72), scale (mm par unité), "
    .. "symbols, letters (leur taille : 1, 9 points), title.",
  published = "options : values = {nom = nombre} à la place des nombres publiés.",
  compares = "compare à la publication.",
  setcompares = "; values = {set = 1} prend une autre voiture. @published li.vehicles.proof",
  reference = "data = 'ref' : avec ses nombres de référence.",
}
