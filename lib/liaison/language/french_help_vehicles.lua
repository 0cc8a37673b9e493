-- french_help_vehicles.lua - help in French: vehicles, their builders, tyres, chassis control
return {
  { "bicycle", 168320,
    "La bicyclette de Whipple, et un cycliste qui se penche : wheelbase (empattement), "
    .. "trail (chasse), tilt (de l'axe de direction, depuis la verticale), rear et front = "
    .. "{radius, mass, inertia = {autour d'un diamètre, autour de l'essieu}}, frame (cadre) et "
    .. "fork (fourche) = {mass, com = {x, z}, inertia = {xx, yy, zz, xz}}, rider = {mass, com, "
    .. "inertia, hinge (hauteur de sa charnière), stiffness, damping}, steering = {stiffness, "
    .. "damping, friction}. x et z depuis le contact de la roue arrière, vers l'avant et vers "
    .. "le haut. Entrées steer_torque, rider_torque, drive, brake_r, brake_f. told.modes(V) : "
    .. "weave (louvoiement), capsize (chavirement), castering (alignement de la direction)." },
  { "motorcycle", 800550,
    "Une moto avec ses pneus : wheelbase (empattement), trail (chasse), tilt de l'axe de "
    .. "direction, rear et front = {tyre, crown (rayon du profil), mass, inertia = {autour "
    .. "d'un diamètre, autour de l'essieu}, spring, damper, stops, ..}, swing_arm (bras "
    .. "oscillant) = {pivot = {x, z}, mass, com, inertia}, frame (cadre) et fork (fourche) = "
    .. "{mass, com = {x, z}, inertia = {xx, yy, zz, xz}}, rider = {.., hinge, stiffness, "
    .. "damping}, steering = {stiffness, damping, friction}, aero, road. x et z depuis le "
    .. "contact de la roue arrière. Entrées steer_torque, rider_torque, drive, brake_r, "
    .. "brake_f ; coordonnées roll, steer, lean, travel_r, .. told.modes(V) : weave "
    .. "(louvoiement), wobble (guidonnage), capsize (chavirement)." },
  { "car", 406737,
    "Une voiture en mécanisme : mass, inertia et com de sa caisse, axles (essieux) = {{at, "
    .. "track, spring, damper, stops, bar, kinematics, solid, unsprung, inertia, tyre, steer, "
    .. "brake, drive, differential, ..}, ..}, steering, motor ou engine, aero, payload, road. "
    .. "Un nombre peut être un nom, qui reste un paramètre. Entrées steer, drive, brake, "
    .. "wind_x, wind_y ; sorties speed, sideslip, yaw_rate, lateral_acceleration, load_fl, .. "
    .. "Elle est au repos là où toutes les coordonnées valent 0. told : charges et rayons par "
    .. "roue, wheels, rolling(V) : les vitesses du roulement droit devant, watch(run) : les "
    .. "sorties en colonnes, rest(), modes(V), with(values). Tous les champs sont dans "
    .. "lib/doc/cars.md." },
  { "truck", 5170,
    "Tracteur, semi-remorques, avant-trains et remorques dans l'espace : units = {{mass, "
    .. "inertia, com, axles, payload, aero, hitch (attelage) = {x, z}}, {.., coupling = {kind "
    .. "= 'fifth_wheel' (sellette), 'ball' (rotule) ou 'turntable' (couronne), x, "
    .. "roll_stiffness, roll_damping, damping}}, ..}, chacun dans les mots de li.car, avec "
    .. "steering, motor, road, .. de l'ensemble. Coordonnées articulation_2, pitch_2, roll_2 "
    .. "de l'élément derrière, sorties yaw_rate_2, lateral_acceleration_2. told.hitches : ce "
    .. "que chaque attelage porte au repos." },
  { "single_track", 626346,
    "Une voiture dans son plan, une roue par essieu (le modèle bicyclette), dans les mots "
    .. "de li.car : mass, inertia (autour de z), com, axles = {{at, tyre ou cornering (raideur "
    .. "de dérive de l'essieu, N/rad), steer, drive, brake}, ..}, ou les units de li.truck "
    .. "avec des remorques. linear = true : glissements et efforts des livres ; spin = true : "
    .. "les roues tournent d'elles-mêmes ; load_transfer = true ; ideal = true : les roues "
    .. "roulent sans glisser, 'speed' : à la vitesse d'une entrée. En bref : mass, inertia, a "
    .. "et b (du centre de masse aux essieux avant et arrière), front et rear (raideur ou "
    .. "pneu), rear_steer, drive, par une entrée force. Entrées steer, drive, brake ; sorties "
    .. "comme de li.car, slip_f, .. told.left : ce que la table dit et que ce modèle n'a pas." },
  { "half_car", 369850,
    "Pompage et tangage d'une voiture, par une table de li.car ou ce qui en compte : mass, "
    .. "inertia (autour de y), com, axles = {{at, unsprung, spring, damper, stops, tyre ou "
    .. "stiffness et tyre_damping, actuator}, ..} (nombres d'une seule roue), payload. "
    .. "Coordonnées z et pitch du centre de masse, travel_f, .. ; la route par les entrées "
    .. "road_f, .. (told.over(road, V) : ce qu'elles sont à une vitesse), ou road = 'hauteur "
    .. "selon x' parcourue à la vitesse `speed`. linear = true : les pneus tirent aussi. "
    .. "told.left : ce que la table dit et que ce modèle n'a pas." },
  { "quarter_car", 56264,
    "Une roue et la masse qu'elle porte : mass (de la caisse, sur cette roue), unsprung "
    .. "(masse non suspendue), spring, damper, stops, ratio, stiffness et tyre_damping (ou "
    .. "tyre), actuator ; ou la table d'une voiture et quel essieu : axle = 1. Coordonnées z, "
    .. "travel ; la route par les entrées road, road_rate (told.over(road, V)), ou road = "
    .. "'hauteur selon x' parcourue à la vitesse `speed`. linear = true : le pneu tire aussi. "
    .. "Sorties acceleration, load." },
  { "differential_drive", 183725,
    "Un robot sur deux roues motrices dans son plan : mass, inertia (autour de z), com = "
    .. "{x, y} depuis le milieu de l'essieu, track (voie), radius, wheel_inertia, tyre (omis : "
    .. "elles roulent sans glisser), caster (le x d'un troisième appui, qui glisse), motor = "
    .. "{constant, resistance, ratio}. Entrées drive_l, drive_r (N m), avec des moteurs "
    .. "voltage_l, voltage_r ; coordonnées x, y, yaw, spin_l, spin_r." },
  { "omni_drive", 605329,
    "Un robot sur des roues à galets : mass, inertia, com, wheels = {{name, at = {x, y}, "
    .. "heading, roller (angle des axes des galets avec la direction de la roue : 0 des roues "
    .. "omnidirectionnelles, 45 degrés des roues mecanum), radius, inertia}, ..}, motor. "
    .. "Entrées drive_1, .. (N m) ou voltage_1, .. ; il peut aller dans toutes les directions." },
  { "skid_steer", 720787,
    "Un véhicule qui se dirige par les vitesses de ses côtés : mass, inertia, com, track "
    .. "(voie), radius, side_inertia, rolling ; sur roues : axles = {x, ..} et tyre ; sur "
    .. "chenilles : tracks = {length, mu, shear (m), sections, width}, le sol cisaillé selon "
    .. "Janosi et Hanamoto ; ideal = {track, x} : sans glissement autour de centres donnés. "
    .. "Entrées drive_l, drive_r (N m), avec motor = {constant, resistance, ratio} voltage_l, "
    .. "voltage_r." },
  { "commonroad", 598758,
    "Un modèle de véhicule des bancs d'essai CommonRoad : PM, KS, KST, ST, STD ou MB (point "
    .. "matériel, bicyclette cinématique, avec remorque, bicyclette dynamique, avec dérapage, "
    .. "plusieurs corps), avec les nombres du jeu 1 à 4 (ford_escort, bmw_320i, vw_vanagon, "
    .. "semitrailer_truck). Entrées : v_delta (vitesse de l'angle de braquage) et a_long, "
    .. "écrêtées aux bornes du jeu. options : values = {m = 1300} ; names = true laisse aux "
    .. "paramètres leurs noms ; de STD load_transfer = true, comme son programme l'a depuis "
    .. "2021. told : start{v =, delta =, psi =, psi_dot =, beta =, alpha =, s_x =, s_y =} fait "
    .. "un état ; parameters." },
  { "wheel_inputs", 708451,
    "Un véhicule avec des entrées à chaque roue : 'brake' (brake_fl, N m ; si rien n'est "
    .. "dit), 'drive' (drive_fl), 'actuator' (actuator_fl, N entre caisse et roue), à côté de "
    .. "celles qu'il a." },
  { "chassis", 791982,
    "Une commande d'un véhicule, en bloc que li.simulate, li.sweep et li.manoeuvre "
    .. "interrogent tous les dt : abs (des freins qui ne bloquent pas : wheels, radius, torque "
    .. "(N m de chacun au plus), slip), traction (une transmission qui ne fait pas patiner ses "
    .. "roues : wheels, radius, torque (N m au plus), slip), esc (stabilité en lacet par les "
    .. "freins d'un côté : wheelbase, ratio, track, radius, gain (N m s)), torque_vectoring "
    .. "(la vitesse de lacet par les couples des roues d'un essieu : wheels, wheelbase, track, "
    .. "radius, gain), active_steering (les roues avant se braquent d'elles-mêmes selon "
    .. "l'erreur de vitesse de lacet : wheelbase, ratio, gain (s)), rear_steering (des roues "
    .. "arrière pour un virage établi sans dérive : mass, a, b, front, rear (N/rad), ratio), "
    .. "skyhook (amortisseurs vers le ciel et vers le sol : corners (un véhicule), sky, ground "
    .. "(N s/m), semi), ride_lqr (régulateur linéaire quadratique du pompage, du tangage, du "
    .. "roulis et des débattements : vehicle, speed). Les champs de chacune sont dans "
    .. "lib/doc/drivers.md. Les signaux s'appellent comme les sorties et coordonnées de li.car "
    .. "; signals = {speed = 'v'} dit autrement." },
  { "tyre", 979414,
    "Un pneu par ses nombres, {kind = 'brush', radius = 0.3, cx = 8e4, ..}, d'espèce "
    .. "linear, brush, tmeasy, four, mf52 ou mf61 (li.forces 'tyre_brush' dit leurs nombres) ; "
    .. "ou d'un fichier .tir de la Magic Formula 5.2, 6.1 ou 6.2 : ce qui y est faux est dit "
    .. "par ligne et clé." },
  { "tyre.read", 426316,
    "Un pneu du texte d'un fichier .tir." },
  { "tyre.published", 362295,
    "Des nombres de publications : 'pacejka_205_60R15' (Magic Formula 6.1), 'tmeasy_car', "
    .. "'dry_tarmac' (quatre coefficients)." },
  { "tyre:forces", 22996,
    "Fx, Fy, Mx (renversement), My (roulement), Mz (auto-alignement) sur la route, de kappa "
    .. "(glissement), alpha (dérive), gamma (carrossage, rad), load (N), speed (m/s ; sous 0 : "
    .. "en marche arrière), pressure (Pa) et friction (de la route, un facteur : 1), nombres "
    .. "ou expressions. axes = 'iso' (y à gauche, z vers le haut ; si rien n'est dit), 'sae' "
    .. "ou 'adapted'." },
  { "tyre:slopes", 230958,
    "Dérivées exactes sous load (et kappa, alpha, gamma, speed, pressure, 0 s'ils ne sont "
    .. "pas dits) : kappa = dFx/dkappa, alpha = -dFy/dalpha (la raideur de dérive), gamma = "
    .. "-dFy/dgamma, aligning = dMz/dalpha." },
  { "tyre:lengths", 685503,
    "Longueurs de relaxation (m) sous load, gamma et pressure, 0 où il répond aussitôt." },
  { "tyre:plot", 788722,
    "Courbes selon le glissement sous plusieurs charges. options : over = 'kappa', 'alpha' "
    .. "ou 'gamma', loads, most (du glissement), et les autres comme de tyre:forces." },
  { "tyre:on", 163684,
    "L'élément de force d'un modèle : at = le corps de la roue, axle (l'essieu, vers sa "
    .. "gauche, dans les axes du corps : {0, 1, 0}), normal et through de la route, ou road = "
    .. "'sa hauteur selon x et y' ou une surface avec model = celui de la roue (search : "
    .. "combien de fois le lieu le plus proche est recherché) ; radius, crown, stiffness, "
    .. "damping, slow, friction, relaxation = true ou false, mirror = true pour une roue de "
    .. "l'autre côté. record = 'forces' en montre kappa, alpha, gamma, load, Fx, Fy, Mx, My, "
    .. "Mz dans une simulation. contact = 'ideal' (il roule sans glisser) ou 'sideslip' (il ne "
    .. "glisse que de côté) donne aussi la ligne pour `constraints` ; load_at_rest (N) diminue "
    .. "son rayon de l'écrasement du pneu." },
  { "tyre:watch", 504756,
    "Ce que l'élément de ce nom a noté (record = 'forces') : listes kappa, alpha, gamma, "
    .. "load, Fx, Fy, Mx, My, Mz, dans ces axes ('iso')." },
  { "tyre.__tostring", 626758,
    "Son espèce et ses nombres." },
  { "vehicles.names", 741420,
    "Les noms des véhicules livrés avec liaison : ceux de la thèse, ceux d'autres "
    .. "publications, ou tous." },
  { "vehicles.list", 394579,
    "Tous les véhicules, une ligne chacun." },
  { "vehicles.proof", 328788,
    "Ce qu'imprime la publication d'un véhicule à côté de ce que calcule liaison : lignes "
    .. "{what, printed, ours, off, holds}, holds (toutes ensemble), source, licence. print() "
    .. "montre les deux colonnes." },
  { "vehicles.whipple_bicycle", 353357,
    "La bicyclette de Whipple, du banc d'essai de 2007. @published li.vehicles.proof "
    .. "'whipple_bicycle' @compares" },
  { "vehicles.sharp_motorcycle", 546699,
    "La moto de Sharp de 1971, aux pneus qui répondent avec retard ; entrée : torque. "
    .. "@published li.vehicles.proof 'sharp_motorcycle' @compares" },
  { "vehicles.tractor_semitrailer", 212402,
    "Un tracteur et sa semi-remorque dans le plan ; entrées : delta, force. @published "
    .. "li.vehicles.proof 'tractor_semitrailer' @compares" },
  { "vehicles.quarter_car", 702783,
    "Un quart de véhicule (la « golden car ») ; entrée : road. @published li.vehicles.proof "
    .. "'quarter_car' @compares" },
  { "vehicles.half_car", 415439,
    "Un demi-véhicule sur une bosse, sans amortisseurs. @published li.vehicles.proof "
    .. "'half_car' @compares" },
  { "vehicles.commonroad_pm", 798959,
    "Un modèle de CommonRoad : li.commonroad('pm', set) @setcompares 'commonroad_pm' "
    .. "@compares" },
  { "vehicles.commonroad_ks", 498741,
    "Un modèle de CommonRoad : li.commonroad('ks', set) @setcompares 'commonroad_ks' "
    .. "@compares" },
  { "vehicles.commonroad_kst", 783135,
    "Un modèle de CommonRoad : li.commonroad('kst', set) @setcompares 'commonroad_kst' "
    .. "@compares" },
  { "vehicles.commonroad_st", 42542,
    "Un modèle de CommonRoad : li.commonroad('st', set) @setcompares 'commonroad_st' "
    .. "@compares" },
  { "vehicles.commonroad_std", 962527,
    "Un modèle de CommonRoad : li.commonroad('std', set) @setcompares 'commonroad_std' "
    .. "@compares" },
  { "vehicles.commonroad_mb", 172936,
    "Un modèle de CommonRoad : li.commonroad('mb', set) @setcompares 'commonroad_mb' "
    .. "@compares" },
  { "vehicles.closed_chain", 177511,
    "La chaîne fermée plane, ouverte : chariot, deux jambes, barre et glissière, 5 "
    .. "coordonnées. @reference" },
  { "vehicles.monopod", 677374,
    "Le sauteur à une jambe dans son plan, 5 coordonnées. @reference" },
  { "vehicles.robot2d", 730825,
    "Le robot mobile sur son plan, 9 coordonnées ; options : variant = 'full' (roues de "
    .. "révolution) ou 'literal' (le fichier tel quel), up = true (z vers le haut). @reference" },
  { "vehicles.car", 4064,
    "La voiture, 15 coordonnées ; options : ground = true met les points de contact à re "
    .. "sous les centres des roues. @reference" },
  { "vehicles.reference", 377007,
    "Nombres de référence d'un véhicule : values des paramètres de ses équations, others "
    .. "(ce qui n'y entre pas), un état q et v." },
  { "vehicles.printed", 716150,
    "Ce que la thèse imprime d'un véhicule, erreurs comprises, dans ses propres noms (xp "
    .. "pour x') : generator:read le lit." },
  { "vehicles.thesis", 105391,
    "Les équations du mouvement tirées des énergies que la thèse imprime : de robot2d et de "
    .. "car, sans le couplage des roues et de la caisse. options : data = 'ref'." },
  { "vehicles.errata", 482032,
    "Où l'imprimé se trompe : {id, part, at, text, comparison}, comparison telle que "
    .. "li.compare la donne de l'imprimé et de ce qui est juste." },
  { "vehicle_proof.__tostring", 106758,
    "Les deux colonnes." },
  { "vehicle_proof:", 551615,
    "Ce qu'une publication imprime d'un véhicule à côté de ce que calcule liaison : "
    .. "li.vehicles.proof." },
  { "tyre:", 992781,
    "Un pneu : kind, radius, ses nombres par nom, et d'un pneu lu dans un fichier missing "
    .. "(les nombres qu'il ne dit pas), unused (ce qu'aucune loi ne demande), side (du "
    .. "véhicule, tel que mesuré), transient (s'il demande à répondre avec retard) et les "
    .. "ranges où il vaut." },
}
