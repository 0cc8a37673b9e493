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
}
