-- french_help_robot_files.lua - help in French: files of robots
return {
  { "srdf:", 630887,
    "Ce qu'un planificateur sait d'un robot : groupes, états, paires permises." },
  { "model:told", 350998,
    "Ce que dit le fichier du robot à côté de la mécanique. D'URDF : sensors {{name, kind, body, "
    .. "says, line}}, transmissions {{name, kind, joints, actuators, reduction, says, line}}, "
    .. "safety et calibration {liaison = nombres}, gazebo {{reference, says, line}}, others ; "
    .. "says : l'élément comme table. De MJCF et SDF : comme li.mjcf et li.sdf le donnent. Vide "
    .. "s'il n'y a rien." },
  { "sdf", 640515,
    "Un robot, ou un monde de plusieurs, d'un fichier SDF (1.4 à 1.11) : links, joints de tous les "
    .. "types, repères, poses relatives à d'autres, modèles dans des modèles ou inclus, ressorts, "
    .. "mimics ; un second joint vers un link ferme une boucle. Ce qui n'est pas repris est dans "
    .. "model:warnings(), par ligne. told : sensors, une liste de {name, kind, body ou joint, "
    .. "frame, says, where}. options : folders = {'..'} où sont les modèles ; outside = true lit "
    .. "aussi hors de son dossier ; floating = false fixe ce que rien ne porte, sinon cela bouge "
    .. "librement comme le dit le format ; tip. nil, message, code si le fichier ne peut être "
    .. "lu." },
  { "sdf_text", 466372, "De même d'un texte." },
  { "srdf.__tostring", 257231, "Les groupes avec leurs liaisons, les états, combien de paires." },
  { "srdf:q", 458821,
    "Un état nommé comme q du modèle. Ce que l'état ne dit pas est à la maison, ou comme dans "
    .. "options.q ; options.group : de deux états du même nom celui de ce groupe." },
  { "srdf:warnings", 950591,
    "Ce qui n'a pas été lu, et les noms que le modèle n'a pas : phrases avec fichier et ligne." },
  { "srdf", 939724,
    "Ce que SRDF dit à un planificateur de ce modèle : groups {name = {joints, links, coordinates, "
    .. "base, tip}}, states {{name, group, values}} et s:q 'ready', effectors, virtual_joints, "
    .. "passive, allowed {{a, b, reason}} : paires de links qui peuvent se toucher "
    .. "(disable_collisions, et disable_default_collisions moins enable_collisions), spheres, "
    .. "properties. Les noms que le modèle n'a pas sont dans s:warnings(). nil, message, code si "
    .. "le "
    .. "fichier ne peut être lu." },
  { "srdf_text", 466372, "De même d'un texte." },
  { "model:srdf", 932146,
    "Le SRDF de ce modèle : what est un que li.srdf a lu, ou {allowed = {{a, b, reason}}, groups = "
    .. "{arm = {base, tip} ou {joints}}, states = {{name, group, values}}, effectors, name} ; son "
    .. "texte, ou écrit dans path." },
}
