-- french_legs.lua - what is said in French: contacts, balance on legs, tasks, ways around obstacles
return {
  { "expected %d radii, one for each body, got %d",
    "attendu : %1 rayons, un par corps, reçu : %2" },
  { "this run kept no points: contacts =, and record = 'contacts'",
    "cette simulation n'a pas gardé de points : contacts =, et record = 'contacts'" },
  { "line %d: %s", "ligne %1 : %2" },
}
