-- law_words.lua - what the derivation of a motion law says around its formulas, in the languages it
-- speaks
return require("liaison.language.language").words {
  en = {
    title = "Motion law %s: %s",
    scale = "A motion from q_I to q_F in the time T is q = q_I + (q_F - q_I) s(t/T): velocities "
      .. "scale with 1/T, accelerations with 1/T^2, jerks with 1/T^3. s goes from 0 to 1.",
    conditions = "Conditions",
    rest = "At both ends s' and its derivatives up to order %d are 0; s(0) = 0, s(1) = 1. The "
      .. "polynomial s = a%d t^%d + .. + a%d t^%d keeps those at 0; those at 1 are",
    solution = "which gives",
    phases = "Phases", letters = "with",
    acceleration = "acceleration", cruise = "cruise", whole = "all of it", rise = "rise",
    hold = "held", fall = "fall", to = "%s, t from %s to %s:",
    three = "The way is v ta/2 while it accelerates, as much while it brakes, and v (1 - 2 ta) "
      .. "between: v (1 - ta) = 1. Braking mirrors the acceleration: s(1 - t) = 1 - s(t).",
    mirror = "The second half mirrors the first: s(1 - t) = 1 - s(t).",
    integral = "s' and s are integrals of s'' from rest.",
    derivatives = "Derivatives",
    peaks = "Largest values", at = "%s = %s = %s at t = %s", plain = "%s = %s",
    jumps = "The acceleration jumps: the jerk is infinite, and no limit of it can be kept.",
    times = "Shortest time", need = "For a travel D under limits of speed, acceleration and jerk:",
    longest = "T is the largest of these, over all axes.",
    shape = "(of this shape; law:fastest chooses the shape too)",
    none = "no formulas are kept for this law: its numbers",
  },
  fr = {
    title = "Loi de mouvement %s : %s",
    scale = "Un mouvement de q_I à q_F en un temps T est q = q_I + (q_F - q_I) s(t/T) : les "
      .. "vitesses varient en 1/T, les accélérations en 1/T^2, les secousses en 1/T^3. s va de 0 à "
      .. "1.",
    conditions = "Conditions",
    rest = "Aux deux bouts s' et ses dérivées jusqu'à l'ordre %d sont nulles ; s(0) = 0, s(1) = 1. "
      .. "Le polynôme s = a%d t^%d + .. + a%d t^%d vérifie celles en 0 ; celles en 1 sont",
    solution = "d'où",
    phases = "Phases", letters = "avec",
    acceleration = "accélération", cruise = "vitesse constante", whole = "d'un bout à l'autre",
    rise = "montée", hold = "palier", fall = "descente", to = "%s, t de %s à %s :",
    three = "Le chemin est v ta/2 en accélérant, autant en freinant, et v (1 - 2 ta) entre les "
      .. "deux : v (1 - ta) = 1. Le freinage est symétrique : s(1 - t) = 1 - s(t).",
    mirror = "La seconde moitié est symétrique de la première : s(1 - t) = 1 - s(t).",
    integral = "s' et s sont les intégrales de s'' depuis le repos.",
    derivatives = "Dérivées",
    peaks = "Valeurs maximales", at = "%s = %s = %s en t = %s", plain = "%s = %s",
    jumps = "L'accélération saute : la secousse est infinie, aucune limite ne peut être tenue.",
    times = "Durée minimale",
    need = "Pour un déplacement D sous des limites de vitesse, d'accélération et de secousse :",
    longest = "T est la plus grande de ces durées, sur tous les axes.",
    shape = "(à forme fixée ; law:fastest choisit aussi la forme)",
    none = "aucune formule n'est gardée pour cette loi : ses nombres",
    names = {
      poly3 = "degré 3, d'arrêt à arrêt ; l'accélération saute aux bouts",
      poly5 = "degré 5, vitesse et accélération nulles aux bouts",
      poly7 = "degré 7, vitesse, accélération et secousse nulles aux bouts",
      trapezoid = "vitesse en trapèze ; ta = 1/2 : bang-bang",
      trapacc = "accélération en trapèze, continue, de montée tr (dite cubique)",
      sine2 = "accélération en sinus carré ; la secousse est continue",
      cycloid = "cycloïdale : l'accélération est une sinusoïde entière",
      harmonic = "harmonique simple ; l'accélération saute aux bouts",
      modtrap = "trapèze modifié : accélération faible, arrondie par des sinus",
      modsine = "sinus modifié : vitesse et couple faibles, pour de grandes masses",
      modvel = "vitesse constante modifiée",
    },
  },
}
