-- french_help_show.lua - help in French: figures and runs on paper
return {
  { "plot:save", 2745,
    "Écrit la figure dans un fichier, qui ne paraît qu'une fois entier : en PDF s'il finit par "
    .. ".pdf, en tikzpicture par .tex, sinon en SVG. Une erreur est levée s'il ne peut être "
    .. "écrit." },
  { "plot:pdf", 430397,
    "La figure en PDF d'une page : des traits et des lettres, trois quarts de point par unité." },
  { "plot:tikz", 331919,
    "La figure en tikzpicture pour LaTeX, qui ne demande que le paquet tikz." },
  { "run:svg", 872431,
    "Les courbes de run:plot en dessin SVG ; son texte, ou true une fois écrit à path." },
  { "run:pdf", 896233,
    "Les courbes de run:plot en PDF d'une page ; ses octets, ou true une fois écrit à path." },
  { "run:tikz", 652543,
    "Les courbes de run:plot en tikzpicture pour LaTeX ; son texte, ou true une fois écrit à "
    .. "path." },
  { "run:html", 961056,
    "La simulation en une page HTML vivante, pour tout navigateur et sans réseau : le "
    .. "mécanisme en 3-D, ses courbes, ses équations, et des curseurs qui la recalculent "
    .. "dans la page. Options : title ; of = le modèle aux noms ouverts, values = {nom = "
    .. "nombre}, sliders = {'m1', L = {0.5, 2}} ; inputs = {F = {-10, 10}}, jusqu'où vont "
    .. "les curseurs d'entrées sans min ni max ; meshes = true : ceux de ses fichiers ; "
    .. "road = {surface, x = {from, to}, y = {from, to}, step =}, dessinée comme sol ; "
    .. "drawings = ceux de li.draw dans un onglet à eux ; runs = {plus_souple = "
    .. "autre}, des simulations du même mécanisme par-dessus ou à côté, au même instant. Les "
    .. "valeurs des blocs ont des "
    .. "curseurs aussi. Son texte, ou écrit dans path : true (sinon une erreur)." },
}
