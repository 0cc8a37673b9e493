-- french_legs.lua - what is said in French: contacts, balance on legs, tasks, ways around obstacles
return {
  { "expected %d radii, one for each body, got %d",
    "attendu : %1 rayons, un par corps, reçu : %2" },
  { "this run kept no points: contacts =, and record = 'contacts'",
    "cette simulation n'a pas gardé de points : contacts =, et record = 'contacts'" },
  { "line %d: %s", "ligne %1 : %2" },
  { "it has no loop that closes by equations of its coordinates",
    "il n'a pas de boucle qui se ferme par des équations de ses coordonnées" },
  { "its loops stand in space (explain 'newton' closes them)",
    "ses boucles sont dans l'espace (explain 'newton' les ferme)" },
  { "no two of its equations hold two unknowns alone: its loops are of a higher class "
    .. "(explain 'newton' closes them)",
    "aucunes deux de ses équations n'ont deux inconnues seules : ses boucles sont d'une "
    .. "classe supérieure (explain 'newton' les ferme)" },
  { "no numbers were found at which its loops close: tell at = {..}",
    "aucuns nombres trouvés pour lesquels ses boucles se ferment : dire at = {..}" },
}
