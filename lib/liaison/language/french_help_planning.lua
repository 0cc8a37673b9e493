-- french_help_planning.lua - help in French: tasks, plans, standing on legs
return {
  { "model:momentum_rate", 134526,
    "La dérivée de model:momentum dans le mouvement q, v, a : la résultante de toutes les "
    .. "forces extérieures, poids compris, puis celle de leurs moments au centre de masse. Sans a "
    .. ": le terme A' v, ce qui en reste quand v' est nul." },
  { "model:periods", 437197,
    "Ce qu'on peut ajouter à chaque coordonnée sans rien bouger : un tour de son articulation, 0 "
    .. "là où rien ne peut l'être." },
  { "model:zmp", 90043,
    "Le point de moment nul sur le sol horizontal z = height (0) dans le mouvement q, v, a : là où "
    .. "les forces extérieures, poids ôté, n'ont pas de moment autour d'axes horizontaux. info : "
    .. "force, moment autour de la verticale en ce point. nil, message, 'EUNREACHABLE' en vol." },
  { "model:capture_point", 76426,
    "Où poser le pied pour que le pendule inverse linéaire s'arrête au-dessus : c + c' sqrt(z/g), "
    .. "z étant la hauteur au-dessus du sol en height (0)." },
  { "centre_of_pressure", 842438,
    "De forces {{point =, force =}, ..} au sol (surface = sa normale, sinon z ; comme "
    .. "li.contact_forces les donne) : là où leur résultante le traverse. nil, message, "
    .. "'EUNREACHABLE' si elles n'appuient pas." },
  { "model:stance", 557584,
    "Un nouveau modèle dont les pieds restent où ils sont à q : \"left right\", ou {\"left\", "
    .. "{body =, point =, flat = false}} : encastrés, ou avec flat = false des points qui tournent "
    .. "librement (liaisons 'stance left' .. ; li.simulate, model:constrained, model:ik_tasks et "
    .. "model:task_rates les tiennent)." },
  { "contact_forces", 560767,
    "Les plus petites forces aux contacts qui équilibrent une charge : li.contact_forces{contacts "
    .. "= {{point =, normal = {0, 0, 1}, friction = 0.5, min = 0, max =}, ..}, mass =, com =, "
    .. "acceleration =, gravity = 9.81} ou wrench = ce qu'ils exercent (force, moment à l'origine "
    .. "du monde) ; weights (de chacun), sides (8 : le frottement en pyramide dans le cône). "
    .. "Chacune : name, point, force, normal, tangent, used (1 : tout son frottement). nil, "
    .. "message, 'EUNREACHABLE', info si rien ne l'équilibre." },
  { "model:whole_body", 760449,
    "Accélérations, couples et forces de contact qui suivent des tâches (comme les prend "
    .. "model:ik_tasks ; gain g : e'' + 2 g e' + g^2 e = 0 ; une priorité plus basse pèse 1/1000) "
    .. "pendant que les contacts {{body =, point = ou points =, normal, friction, max}, ..} "
    .. "restent : un programme quadratique. options : torque (le plus : un nombre, par nom, false "
    .. "; sinon les efforts du modèle), actuated (noms ; sinon tout sauf corps libres et rotules), "
    .. "damping (1/s, des contacts), sides (8), force_weight, acceleration_weight (1e-8). info : "
    .. "forces, used (du frottement), limits, tasks (rest). nil, message, 'EUNREACHABLE', info." },
  { "model:stance_torques", 422335,
    "Les couples qui le tiennent au repos sur des contacts (comme les prend model:whole_body) avec "
    .. "les plus petites forces, et celles-ci : info forces, used, limits (couples au-delà des "
    .. "efforts du modèle, ici signalés et non imposés). nil, message, 'EUNREACHABLE', info." },
  { "model:ik_tasks", 276652,
    "Une configuration pour plusieurs tâches : {{\"position\", body =, point =, goal =, axes =, "
    .. "weight =, priority =, required =, relative_to =, name =, tol =}, ..}, sortes par "
    .. "li.tasks(). Les petits nombres de priority passent d'abord, les autres agissent dans ce "
    .. "qu'ils laissent ; les tâches de la première sont exigées. options : q (départ), margin "
    .. "(aux butées ; limits = false : aucune), collision (li.collision), clearance, influence ; "
    .. "lock = \"q1 q2\" ; tol (1e-8), starts (20), max_iter (100), seed, time (10 s). Boucles et "
    .. "liaisons sont tenues. info : tasks (residual, met, par numéro et par nom), limits et near "
    .. "(ce qui retient), gap, starts, iterations. nil, message, 'ENOCONV', info "
    .. "avec le q le plus proche." },
  { "task_rates:at", 831575,
    "Les vitesses voulues à q, v celles d'avant (pour les limites d'accélération). info : left (de "
    .. "chaque tâche, par numéro et par nom : rest), limits (vitesses à une borne), near (paires), "
    .. "relaxed (noms dont le changement de vitesse a cédé à une butée). nil, message, code, info "
    .. "si les bornes se contredisent." },
  { "task_rates:step", 522508, "Pareil, avancé de dt." },
  { "task_rates:goal", 567717,
    "Le but d'une tâche, et sa vitesse (un nombre pour chacune de ses lignes)." },
  { "task_rates:controller", 482429,
    "Pour controllers de li.simulate : couples tau = M inner (w - v) + C v + G tous les dt, w "
    .. "étant les vitesses voulues ; goals = function(t, rates) peut fixer des buts par "
    .. "rates:goal." },
  { "model:task_rates", 677657,
    "Des vitesses qui suivent des tâches par priorité, tous les dt, par programmes quadratiques : "
    .. "tâches comme model:ik_tasks les prend, et gain (10 1/s), rate (du but) ; sortes par "
    .. "li.tasks(). options : dt, v et a (le plus de chaque vitesse et de sa dérivée : un nombre, "
    .. "une liste, par nom ; v sinon comme le dit le modèle), margin, limits, collision, "
    .. "clearance, influence, damper (1/s, 0.2/dt : la correction de ce qui est proche, et des "
    .. "boucles), lock, damping (1e-6)." },
  { "tasks", 104115,
    "Les sortes de tâches de model:ik_tasks et model:task_rates : name, text, fields, axes." },
  { "model:task_error", 358355,
    "Ce qui manque à q à une tâche de model:ik_tasks, et sa jacobienne : e' = -J v (de bornes : de "
    .. "combien elles sont dépassées)." },
  { "model:motion_bounds", 970369,
    "De combien les corps bougent au plus de q1 à q2, toutes les coordonnées à vitesse constante : "
    .. "world[b] borne le chemin de tout point du corps b à moins de radii[b] de son origine, "
    .. "between[a][b] combien change la distance de deux tels points de a et b. Des corps plus "
    .. "éloignés que cela ne se touchent pas en chemin." },
  { "support:margin", 535258,
    "À quelle profondeur un point est dedans : la distance du côté le plus proche, < 0 dehors." },
  { "support:sides", 308804, "A p <= b dedans, lignes de longueur 1." },
  { "support.__tostring", 177820, "Ses coins et son aire." },
  { "support", 515678,
    "Où peut être le centre de masse de ce qui tient debout : li.support{{x, y}, ..}, l'enveloppe "
    .. "de points de contact d'un sol horizontal, ou li.support{contacts = {{point =, normal =, "
    .. "friction =}, ..}}, ce qu'ils peuvent tenir au repos sur tout sol (Bretl, Lall 2008 ; tol = "
    .. "1e-3 m dehors, sides = 8 des pyramides de frottement, within = 100 m). vertices, area, "
    .. "centre, info (outside : de combien elle va au-delà au plus). nil, message, 'EUNREACHABLE' "
    .. "si rien ne tient." },
  { "plan:at", 556055, "Où il est après une part (0 à 1) de sa longueur." },
  { "plan:curve", 601619,
    "Une courbe de toutes les coordonnées sur la longueur, coins arrondis dans rounding (0.2 rad) "
    .. "là où c'est libre aussi : demandé de nouveau, exactement si le plan l'est. info : rounding "
    .. "de chaque lieu, sharp : lieux laissés tels quels." },
  { "plan:motion", 808772,
    "Le mouvement le plus court le long de plan:curve(rounding) dans v, a, jerk, torque (comme les "
    .. "limites de li.motion) : il s'arrête aux coins restés vifs." },
  { "plan:clearance", 952085,
    "La plus petite distance en count (200) lieux du chemin : at, a, b." },
  { "plan.__tostring", 219333, "Combien de lieux, quelle longueur, comment il fut vérifié." },
  { "plan", 50992,
    "Un chemin au-delà de ce qui gêne, par RRT-Connect et raccourcis : li.plan{model, from = q, to "
    .. "= q, une liste, {pose = frame, body =}, {position =}, {tasks = ..} ou {region = {min =, "
    .. "max =}}, collision = li.collision(model) ou free = function(q)}. Les chemins sont prouvés "
    .. "libres par des distances (radii des corps par nom, ou de l'objet des collisions ; bound = "
    .. "function(q1, q2) : de combien tout bouge au plus), sinon échantillonnés tous les step "
    .. "(0.02), ce que dit info.edges. clearance, lock, margin, lower et upper, weights par nom, "
    .. "keep = tâches tenues en chemin (keep_tol), stride (0.5), shortcuts (200), seed, time (10 "
    .. "s), samples (20000). Sans modèle : lower et upper. nil, message, code, info : "
    .. "'EUNREACHABLE' (un bout qui n'est pas libre : where, a, b, distance ; ou proof = true), "
    .. "'ENOCONV' (gap, nearest)." },
  { "roadmap:query", 882619,
    "Un chemin sur la carte, comme li.plan en donne : from et to comme là. options : seed, "
    .. "shortcuts (200), time. nil, message, code, info comme là." },
  { "roadmap:save", 718838,
    "Comme texte que lit li.roadmap{load = path}, ou enregistrée là." },
  { "roadmap.__tostring", 876055, "Combien de lieux et de chemins." },
  { "roadmap", 574514,
    "Une carte probabiliste pour beaucoup de plans dans un monde : li.roadmap{model, collision =, "
    .. "samples = 500, neighbours = 10} et tout ce qui dit le monde dans li.plan ; from : où sont "
    .. "les coordonnées qui ne bougent pas ; load = un fichier de roadmap:save (ses chemins ne "
    .. "sont pas redemandés). info : tried, parts (tailles de ce qui tient ensemble), edges "
    .. "(comment ils furent vérifiés)." },
  { "task_rates:", 926081, "Des vitesses qui suivent des tâches : de model:task_rates." },
  { "support:", 275506, "Où peut être un centre de masse : de li.support." },
  { "plan:", 170929, "Un chemin au-delà de ce qui gêne : de li.plan, roadmap:query." },
  { "roadmap:", 842173, "Des lieux libres et des chemins libres entre eux : de li.roadmap." },
}
