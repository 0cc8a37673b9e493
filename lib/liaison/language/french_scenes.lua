-- french_scenes.lua - what is said in French: meshes of Collada and glTF, planar loops closed
return {
  { "expected a file .stl, .obj, .dae, .gltf or .glb",
    "attendu : un fichier .stl, .obj, .dae, .gltf ou .glb" },
  { "no XML: %s", "pas du XML : %1" },
  { "no JSON: expected %s", "pas du JSON : attendu : %1" },
  { "too many instances", "trop d'instances" },
  { "more than %d nodes, or %d levels of them: a circle?",
    "plus de %1 nœuds, ou de %2 niveaux de nœuds : une boucle ?" },
  { "a triangle names vertex %.0f of %lu", "un triangle nomme le sommet %1 sur %2" },
  { "a chunk of the GLB runs out of the file", "un morceau du GLB dépasse le fichier" },
  { "a GLB without a chunk of JSON", "un GLB sans morceau JSON" },
  { "expected glTF of version 2, got '%.20s'", "attendu : glTF de version 2, reçu : '%1'" },
  { "it has no loop that closes by equations of its coordinates",
    "il n'a pas de boucle fermée par des équations de ses coordonnées" },
  { "its loops stand in space (explain 'newton' closes them)",
    "ses boucles sont dans l'espace (explain 'newton' les ferme)" },
  { "no two of its equations hold two unknowns alone: its loops are of a higher class (explain "
    .. "'newton' closes them)",
    "aucune paire de ses équations n'a deux inconnues seules : ses boucles sont de classe "
    .. "supérieure (explain 'newton' les ferme)" },
  { "no numbers were found at which its loops close: tell at = {..}",
    "aucun nombre trouvé où ses boucles se ferment : donnez at = {..}" },
}
