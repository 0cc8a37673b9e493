-- french_show.lua - what is said in French: pages, their runs, and what serves them
return {
  { "expected runs by name, { softer = run }, got %s",
    "attendu des simulations par noms, { plus_souple = sim }, reçu : %1" },
  { "its bodies are others, or stand to each other otherwise: expected a run of the same "
    .. "mechanism, masses and forces may differ",
    "ses corps sont autres, ou placés autrement : attendu une simulation du même mécanisme, dont "
    .. "masses et efforts peuvent différer" },
  { "port %d of this machine: %s", "le port %1 de cette machine : %2" },
  { "%s shows %s, on this machine alone; Ctrl-C ends it",
    "%1 montre %2, sur cette seule machine ; Ctrl-C y met fin" },
}
