-- words.lua - what every derivation says around its formulas, in the languages derivations speak;
-- formulas in a sentence stand between backticks. What one says alone stands in its own file
--
-- Both languages have the same keys, and each text the same places for numbers; a test holds them
-- against one another, and a word that is missing raises.
return {
  en = {
    checked = "%d lines were checked by numbers at %d random points, against the numeric engine "
      .. "and other ways to their values; the largest difference is %s of their size.",
    checked_one = "%d line was checked by numbers at %d random points; the largest difference is "
      .. "%s of its size.",
    checked_here = "%d lines were checked by numbers, against the numeric engine and other ways to "
      .. "their values; the largest difference is %s of their size.",
    by = "Written by liaison %s.", formulas = "formulas", latex = "LaTeX", plain = "text",
    letters = "Letters of %s.", values = "In numbers",
    stripped = "Friction and springs of the joints stand beside this: their forces are added.",
    no_table = "The arm has no rows of this table: its frames are those of its bodies.",
    numbers = "With %s", at = "At %s",
    entries = "Entry by entry, what is 0 left out (`%s` is too wide for the page):",
  },
  fr = {
    checked = "%d lignes ont été vérifiées par des nombres en %d points au hasard, contre le "
      .. "moteur numérique et d'autres chemins vers leurs valeurs ; le plus grand écart relatif "
      .. "est %s.",
    checked_one = "%d ligne a été vérifiée par des nombres en %d points au hasard ; le plus grand "
      .. "écart relatif est %s.",
    checked_here = "%d lignes ont été vérifiées par des nombres, contre le moteur numérique et "
      .. "d'autres chemins vers leurs valeurs ; le plus grand écart relatif est %s.",
    by = "Écrit par liaison %s.", formulas = "formules", latex = "LaTeX", plain = "texte",
    letters = "Lettres : %s.", values = "En nombres",
    stripped = "Les frottements et ressorts des liaisons n'y sont pas : leurs efforts s'ajoutent.",
    no_table = "Le bras n'a pas de lignes de ce tableau : ses repères sont ceux de ses corps.",
    numbers = "Avec %s", at = "En %s",
    entries = "Terme par terme, sans les zéros (`%s` est trop large pour la page) :",
  },
}
