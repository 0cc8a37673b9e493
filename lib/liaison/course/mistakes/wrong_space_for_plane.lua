-- wrong_space_for_plane.lua - six freedoms where the plane has three
return {
  name = "space_for_plane",
  en = "the formula of the other kind: a body has 3 freedoms in the plane, 6 in space",
  fr = "la formule de l'autre cas : un corps a 3 degrés de liberté dans le plan, 6 dans l'espace",
  hint_en = "Is this mechanism planar?",
  hint_fr = "Ce mécanisme est-il plan ?",
  words = { plane = function() return 6 end, space = function() return 3 end },
}
